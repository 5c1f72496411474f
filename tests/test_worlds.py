"""Worlds: what really is agrees with what a seat knows, each world drawn does, and it comes as often as it should."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import exp

import pytest

from interpreter import game, kernel
from interpreter.actions import Choice, Deal
from interpreter.kernel import HIDDEN, HOLDERS
from interpreter.machine import fastest
from interpreter.model import Profile
from interpreter.notation import parse_action
from interpreter.players.estimate import Judge, judge_of
from interpreter.players.inference import Worlds, sayings
from interpreter.players.worlds import Unseen, assigned, unseen_by
from interpreter.simulate import NoTables
from interpreter.state import State
from interpreter.table import SEATS
from interpreter.view import View, view
from tests.games import GAMES, is_fixture, low_bids, rules_of, short, states

SHOWN = (*GAMES, "wikihow-bid-whist+one-joker", "pagat-54+sport-always+declare-after-burying")


def judge(profile: Profile) -> Judge:
    """Return the judge of a game, in the compiled kernel or the plain one."""
    try:
        return judge_of(profile)
    except NoTables:
        pytest.skip("its cards have no masks")


def drawn(seen: View, count: int, *, informed: bool = True, seed: int = 1) -> list[tuple[int, ...]]:
    """Return worlds in the bits that number the cards as the pack does."""
    by = judge(seen.profile)
    worlds = Worlds(seen, by, len(by.tables.spaces) - 1, random.Random(seed), informed=informed)
    flat = [int(mask) for mask in worlds.draw(count)[: HOLDERS * count]]
    return [tuple(flat[at : at + HOLDERS]) for at in range(0, len(flat), HOLDERS)]


def truth(state: State, seen: View, unseen: Unseen) -> dict[str, int]:
    """Return who really holds each card that a seat doesn't see."""
    where = dict.fromkeys(unseen.cards, HIDDEN)
    for seat in SEATS:
        where |= {card: seat for card in state.hands[seat] if card in where}
    if unseen.room[HIDDEN + 1]:
        where |= {card: HIDDEN + 1 for card in seen.shown if where.get(card) == HIDDEN}
    return where


@pytest.mark.parametrize("reference", SHOWN, ids=short)
def test_what_really_is_agrees_with_what_a_seat_knows(reference: str) -> None:
    profile, rng, looked = rules_of(reference), random.Random(4), 0
    for dealer in SEATS:
        for state in states(game.new_game(profile, dealer), rng, low_bids(rng), deals=4):
            if state.to_act < 0:
                continue
            seen = view(state, state.to_act)
            unseen = unseen_by(seen)
            where = truth(state, seen, unseen)
            counted = Counter(where.values())
            assert [counted[holder] for holder in range(HOLDERS)] == list(unseen.room)
            for card, allowed in zip(unseen.cards, unseen.allowed, strict=True):
                assert allowed >> where[card] & 1, f"{card} is with {where[card]}, which {seen} excludes"
            looked += 1
    assert looked > 100 or is_fixture(reference)


@pytest.mark.parametrize("reference", SHOWN, ids=short)
def test_every_world_agrees_with_what_a_seat_knows(reference: str) -> None:
    profile, rng = rules_of(reference), random.Random(5)
    everything = [
        state.clone()
        for dealer in (0, 1)
        for state in states(game.new_game(profile, dealer), rng, low_bids(rng), deals=3)
        if state.to_act >= 0
    ]
    for state in rng.sample(everything, min(40, len(everything))):
        seen = view(state, state.to_act)
        unseen = unseen_by(seen)
        numbers = [profile.pack.cards.index(card) for card in unseen.cards]
        for world in drawn(seen, 4):
            assert [mask.bit_count() for mask in world] == list(unseen.room)
            assert sum(world) == sum(1 << number for number in numbers)
            for number, allowed in zip(numbers, unseen.allowed, strict=True):
                holder = next(holder for holder, mask in enumerate(world) if mask >> number & 1)
                assert allowed >> holder & 1


def ended(reference: str, cards: int, seed: int) -> State:
    """Return a deal that the same players as ever have played until the seat to lead holds so many cards."""
    rng = random.Random(seed)
    for state in states(game.new_game(rules_of(reference), 0), rng, low_bids(rng), deals=1):
        if state.tricks and not state.trick and len(state.hands[state.to_act]) == cards:
            return state
    raise AssertionError("the deal was thrown in")


def all_worlds(unseen: Unseen) -> set[tuple[int, ...]]:
    """Return every assignment of cards to holders that agrees with what is known."""
    holders = [holder for holder, count in enumerate(unseen.room) for _ in range(count)]
    return {
        order
        for order in set(permutations(holders))
        if all(allowed >> holder & 1 for allowed, holder in zip(unseen.allowed, order, strict=True))
    }


def assignment(unseen: Unseen, profile: Profile, world: tuple[int, ...]) -> tuple[int, ...]:
    """Return the holder of each unseen card in a world."""
    numbers = [profile.pack.cards.index(card) for card in unseen.cards]
    return tuple(next(at for at, mask in enumerate(world) if mask >> number & 1) for number in numbers)


def test_worlds_are_drawn_evenly_where_nothing_was_said() -> None:
    state = ended("wikihow-whist", 3, seed=1)
    seen = view(state, state.to_act)
    unseen = unseen_by(seen)
    expected = all_worlds(unseen)
    count = 400 * len(expected)
    found = Counter(assignment(unseen, seen.profile, world) for world in drawn(seen, count, informed=False))
    assert set(found) == expected
    # neighbours in the chain are alike, so the spread is some times what independent draws would have
    assert all(280 < number < 540 for number in found.values()), sorted(found.values())


def test_worlds_are_drawn_as_often_as_they_are_likely() -> None:
    """Against weights worked out one by one, from the estimates and what the calls ask for."""
    state = ended("vint-whist", 3, seed=6)
    seen = view(state, state.to_act)
    by, unseen = judge(seen.profile), unseen_by(seen)
    said = list(sayings(seen, by))
    assert said
    weights: dict[tuple[int, ...], float] = {}
    for order in all_worlds(unseen):
        doubt = 0.0
        for one in said:
            held = {card for card, holder in zip(unseen.cards, order, strict=True) if holder == one.seat}
            hand = [*held, *unseen.played[one.seat]]
            margins = [
                max((worth(by, hand, slot, one.stage) - need for slot, need in needs), default=0)
                for needs in (one.pro, one.contra)
            ]
            doubt += float(by_margin(by, one.soft, margins[0] - margins[1]))
        weights[order] = exp(-doubt / 100)
    count = 60_000
    found = Counter(assignment(unseen, seen.profile, world) for world in drawn(seen, count))
    total = sum(weights.values())
    beside = sum(abs(found[order] / count - weight / total) for order, weight in weights.items()) / 2
    evenly = sum(abs(1 / len(weights) - weight / total) for weight in weights.values()) / 2
    assert beside < 0.03
    assert evenly > 0.1, "what was said makes no difference here"


def worth(by: Judge, hand: list[str], slot: int, stage: int) -> int:
    """Return what a hand is worth in a slot, in thousandths of a book."""
    number = next(number for number in by.tables.final if by.slots.slot_of[number] == slot)
    return round(1000 * by.books(hand, by.tables.contracts[number], stage)[0])


def by_margin(by: Judge, soft: int, margin: int) -> int:
    """Return the doubt for a margin."""
    from interpreter.players.inference import chances_and_doubts, doubts_at

    step = max(0, min(kernel.MARGINS - 1, margin // kernel.DOUBT_STEP - kernel.LEAST_MARGIN))
    return int(chances_and_doubts(by.machine)[doubts_at(soft) + step])


def test_what_was_said_moves_the_cards() -> None:
    """The declarer of a bid in hearts holds more hearts than the others do, and has put none of them away."""
    profile = rules_of("pagat-54")
    state = game.new_game(profile, first_dealer=3)
    order = list(profile.pack.cards)
    random.Random(3).shuffle(order)
    game.apply(state, Deal(tuple(order)))
    for call in ("pass", "4 high", "pass", "pass"):
        game.apply(state, parse_action(state, call))
    game.apply(state, Choice({"trump": "H"}))
    while not state.trick:
        hearts = {"BJ", "LJ", *(card for card in state.hands[1] if card.endswith("H"))}
        legal = game.legal(state)
        plain = [card for card in legal if card not in hearts]
        game.apply(state, plain[0] if plain else legal[0])
    seen = view(state, 2)
    trumps = sum(1 << profile.pack.cards.index(card) for card in profile.pack.cards if card in hearts or card[1] == "H")
    held = {}
    for informed in (False, True):
        worlds = drawn(seen, 300, informed=informed)
        held[informed] = [sum((world[at] & trumps).bit_count() for world in worlds) / 300 for at in range(HOLDERS)]
    assert held[True][1] > held[False][1] + 1.5
    assert held[True][HIDDEN] < 0.3 < held[False][HIDDEN]


def test_cards_that_were_put_out_are_nowhere_else() -> None:
    """At no trump the others have put all their jokers out, so one that isn't seen lies face down."""
    profile, rng, looked = rules_of("pagat-54+nt-jokers-dropped"), random.Random(6), 0
    for dealer in range(12):
        for state in states(game.new_game(profile, dealer % 4), rng, low_bids(rng), deals=2):
            if state.to_act >= 0 and state.contract.values.get("kind") == "nt" and state.leader >= 0:
                unseen = unseen_by(view(state, state.to_act))
                for card, allowed in zip(unseen.cards, unseen.allowed, strict=True):
                    if card in ("BJ", "LJ"):
                        assert allowed == 1 << HIDDEN
                        looked += 1
    assert looked


def test_broken_rules_leave_only_the_numbers() -> None:
    """Three cards that nobody can hold any more: a world is found all the same."""
    state = ended("wikihow-whist", 5, seed=1)
    seen = view(state, state.to_act)
    unseen = unseen_by(seen)
    broken = Unseen(unseen.cards, unseen.room, (1 << seen.seat,) * len(unseen.cards), unseen.played)
    assert assigned(broken, random.Random(1)) is None
    assert assigned(broken.relaxed(), random.Random(1)) is not None


def test_cards_move_on_where_there_is_no_room() -> None:
    """One world agrees with this: A must go to seat 3, so B goes to 2 and C to 1."""
    unseen = Unseen(("A", "B", "C"), (0, 1, 1, 1, 0, 0), (0b1000, 0b1100, 0b0110), ((),) * 4)
    for seed in range(20):
        assert assigned(unseen, random.Random(seed)) == [3, 2, 1]


@pytest.mark.skipif(not fastest().COMPILED, reason="numba isn't installed")
@pytest.mark.parametrize("reference", ["pagat-54", "wikihow-bid-whist", "vint-whist"])
def test_plain_and_compiled_kernel_draw_the_same(reference: str) -> None:
    profile, rng = rules_of(reference), random.Random(9)
    fast, plain = judge(profile), Judge(judge(profile).tables, judge(profile).fit, kernel)
    for state in states(game.new_game(profile, 1), rng, low_bids(rng), deals=2):
        if state.to_act < 0 or rng.random() < 0.8:
            continue
        seen = view(state, state.to_act)
        found = []
        for by in (fast, plain):
            worlds = Worlds(seen, by, len(by.tables.spaces) - 1, random.Random(2))
            found.append([int(mask) for mask in worlds.draw(3)])
        assert found[0] == found[1]
