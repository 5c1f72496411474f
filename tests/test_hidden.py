"""Hidden information: nothing that a seat can't know reaches its view.

Three ways to look for a leak, at every decision of many random games and for every seat:
- swap: every card that the seat can't know changes places at random, in a copy of the state; the view must not change;
- replay: two hidden cards change places in the deal itself, and the same game is played again; where everything that
  the seat saw happens again, the view (and what the seat may do) must be the same;
- names: every card that stands in a view is one that the seat has seen.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from interpreter import game
from interpreter.actions import DECLINE, Action, Choice, Claim, Deal, Event
from interpreter.contract import OtherCall, Pass
from interpreter.errors import IllegalAction
from interpreter.model import ExchangePhase, PlayPhase, Profile
from interpreter.state import Following, State
from interpreter.table import SEATS, Seat
from interpreter.view import View, view
from tests.games import GAMES, Chooser, decisions, is_fixture, low_bids, rules_of, short, states

CLAIMS = ("whist-classic+goal=2",)
"""Whist with claims that come up from the first deal on: two short of the game is where it starts."""
TESTED = (*GAMES, *CLAIMS)


def dump(value: object) -> object:
    """Return a value as plain nested data, with every field of every object but the profile."""
    if isinstance(value, Profile):
        return "profile"
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, [(item.name, dump(getattr(value, item.name))) for item in fields(value)])
    if isinstance(value, Mapping):
        return ("map", [(dump(key), dump(item)) for key, item in value.items()])
    if isinstance(value, list | tuple):
        return (type(value).__name__, [dump(item) for item in value])
    if isinstance(value, set | frozenset):
        return ("set", sorted(map(repr, value)))
    assert value is None or isinstance(value, str | int), f"a view holds {value!r}"
    return value


def every_decision(reference: str, seed: int, deals: int = 2, following: Following = "enforced") -> Iterator[State]:
    """Yield the state at every decision of some random deals, played with low and high bids."""
    rng = random.Random(seed)
    profile = rules_of(reference)
    choose = low_bids(rng) if following == "enforced" else careless(rng)
    for dealer in range(deals):
        state = game.new_game(profile, dealer % len(SEATS), following)
        yield from (state for state in states(state, rng, choose, deals=2) if state.to_act >= 0)


def careless(rng: random.Random) -> Chooser:
    """Return a chooser that now and then breaks following."""
    well = low_bids(rng)

    def choose(state: State) -> Action:
        playing = isinstance(state.phase, PlayPhase) and not state.ahead_of_claims
        return rng.choice(state.hands[state.to_act]) if playing and rng.random() < 0.3 else well(state)

    return choose


def same(one: View, other: View, closely: bool) -> bool:
    """Whether two views are equal; closely: in every field of every object, those left out of comparison too."""
    return one == other and (not closely or dump(one) == dump(other))


# Swap


def hidden_cards(state: State, seat: Seat) -> list[str]:
    """Return the cards in places that a seat can't see: the other hands and the face-down kitty."""
    return [card for other in SEATS if other != seat for card in state.hands[other]] + state.kitty


def swapped(state: State, seat: Seat, rng: random.Random) -> State:
    """Return a copy in which everything that the seat can't know is different, as far as chance has it.

    Hidden cards change places; so do the draw order, the deal and what others gave away. Nobody is asked for a
    claim, nothing was noted of revokes, and the history is gone.
    """
    cards = hidden_cards(state, seat)
    turned = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    other = state.clone()
    other.hands = [[turned.get(card, card) for card in hand] for hand in state.hands]
    for name, hand in enumerate(other.hands):
        if name != seat:
            rng.shuffle(hand)
    other.kitty = rng.sample([turned.get(card, card) for card in state.kitty], len(state.kitty))
    other.draw_order = tuple(rng.sample(state.profile.pack.cards, len(state.profile.pack.cards)))
    other.dealt = Deal(tuple(rng.sample(state.profile.pack.cards, len(state.profile.pack.cards))), other.draw_order)
    other.given = [(who, card if who == seat else turned.get(card, card)) for who, card in state.given]
    other.held_before_take = [None] * len(SEATS)
    other.history = []
    other.options = None
    other.revokes = []
    other.queue = list(state.queue) if state.to_act == seat else []
    if state.ahead_of_claims and state.to_act != seat:
        other.ahead_of_claims, other.to_act = [], state.leader
    return other


@pytest.mark.parametrize("following", ["enforced", "reported"])
@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_swapping_what_a_seat_cannot_know_changes_nothing(reference: str, following: Following) -> None:
    chance = random.Random(11)
    looked = 0
    for state in every_decision(reference, seed=3, following=following):
        for seat in SEATS:
            other = view(swapped(state, seat, chance), seat)
            assert same(view(state, seat), other, closely=looked % 7 == 0)
            looked += 1
    assert looked > 100 or is_fixture(reference)


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_what_a_seat_may_do_depends_on_what_it_knows(reference: str) -> None:
    """The legal actions, which a seat gets beside its view, tell it nothing either."""
    chance = random.Random(12)
    for state in every_decision(reference, seed=4, deals=2):
        other = swapped(state, state.to_act, chance)
        assert game.legal(other) == game.legal(state)


# Replay

Done = tuple[Seat, Event, bool]
"""Who did what, and whether in private."""


def is_private(state: State) -> bool:
    """Whether only the seat to act sees which card it chooses now."""
    phase = state.phase
    return isinstance(phase, ExchangePhase) and phase.steps[state.step].to != "out"


def observed(state: State) -> object:
    """Return what was seen by all beside the actions themselves, each thing only where the rules make it public."""
    counts = {
        step.name
        for phase in state.profile.flow
        if isinstance(phase, ExchangePhase)
        for step in phase.steps
        if step.count_is_public
    }
    shown = [phase for phase in state.profile.flow if isinstance(phase, ExchangePhase) and phase.show is not None]
    return (
        state.turned,
        state.contract,
        state.out,
        state.shown if shown else (),
        [(claim.seat, claim.claim, claim.yes, claim.shown) for claim in state.claimed],
        [
            (step.step, step.seat, own_cards_given(state, step.seat), sum(who == step.seat for who, _ in state.given))
            for step in state.exchanged
            if step.step in counts
        ],
    )


def own_cards_given(state: State, seat: Seat) -> int:
    """Return how many cards a seat gave that were dealt to it, counted from the deal itself."""
    assert state.dealt is not None
    fresh = game.new_game(state.profile, state.dealer)
    game.apply(fresh, state.dealt)
    return sum(card in fresh.hands[seat] for who, card in state.given if who == seat)


def one_deal(profile: Profile, seed: int) -> Iterator[tuple[State, list[Done]]]:
    """Play the first deal of a match; yield each decision with what was done before (and whether in private)."""
    rng = random.Random(seed)
    choose = low_bids(rng)
    state = game.new_game(profile, seed % len(SEATS))
    game.apply(state, game.shuffle(profile, rng))
    done: list[Done] = []
    while not state.results and not state.needs_deal:
        yield state, done
        action = choose(state)
        if action != DECLINE:
            done.append((state.to_act, action, is_private(state)))
        game.apply(state, action)


def again(state: State, done: list[Done], seat: Seat, turned: Mapping[str, str]) -> State | None:
    """Return the state after the same deal with some cards swapped; None where somebody would have acted otherwise."""
    assert state.dealt is not None
    order = tuple(turned.get(card, card) for card in state.dealt.order)
    draws = tuple(turned.get(card, card) for card in state.dealt.draw_order)
    other = game.new_game(state.profile, state.dealer)
    try:
        game.apply(other, Deal(order, draws))
        for who, event, private in done:
            game.catch_up(other, event, who)
            if other.needs_deal or other.to_act != who:
                return None
            hidden = isinstance(event, str) and private and who != seat
            game.apply(other, turned.get(str(event), event) if hidden else event)
    except IllegalAction:
        return None
    return None if other.results or other.needs_deal or observed(other) != observed(state) else other


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_another_game_that_looks_the_same_gives_the_same_view(reference: str) -> None:
    chance, profile = random.Random(13), rules_of(reference)
    compared = 0
    for seed in range(4):
        for state, done in one_deal(profile, seed):
            for seat in SEATS:
                own = {card for who, card in state.given if who == seat}
                hidden = [card for card in hidden_cards(state, seat) if card not in own]
                if len(hidden) < 2 or chance.random() < 0.5:
                    continue
                one, two = chance.sample(hidden, 2)
                other = again(state, done, seat, {one: two, two: one})
                if other is None:
                    continue
                compared += 1
                assert same(view(other, seat), view(state, seat), closely=True)
                if seat == state.to_act == other.to_act:
                    assert game.legal(other) == game.legal(state)
    assert compared > 20 or is_fixture(reference)


# Names


def seen_by(state: State, seat: Seat) -> set[str]:
    """Return every card whose face a seat has seen in this deal, by the rules rather than by the view."""
    seen = set(state.hands[seat]) | set(state.trick) | set(state.out)
    seen |= {card for trick in state.tricks for card in trick.cards}
    seen |= {card for who, card in state.given if who == seat}
    seen |= {state.turned} if state.turned is not None else set()
    for phase in state.profile.flow[: state.position + 1]:
        if isinstance(phase, ExchangePhase) and phase.show is not None and phase.show.call(state.contract.names):
            assert state.dealt is not None
            seen |= set(kitty_dealt(state))
    for claim in state.claimed:
        seen |= {card for _, cards in claim.shown for card in cards}
    for step in state.exchanged:  # what left play in the open may have been taken up again
        seen |= set(step.cards) & {card for who, card in state.given if who == step.seat}
    return seen


def kitty_dealt(state: State) -> tuple[str, ...]:
    """Return the kitty as it was dealt."""
    assert state.dealt is not None
    fresh = game.new_game(state.profile, state.dealer)
    game.apply(fresh, state.dealt)
    return tuple(fresh.kitty)


def words(value: object) -> Iterator[str]:
    """Yield every text in nested plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words(item)


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_every_card_in_a_view_was_seen(reference: str) -> None:
    for state in every_decision(reference, seed=5, deals=1):
        for seat in SEATS:
            named = set(words(dump(view(state, seat)))) & state.profile.pack.members
            assert named <= seen_by(state, seat)


# Claims


@pytest.mark.parametrize("reference", CLAIMS, ids=short)
def test_nobody_learns_that_another_seat_considers_a_claim(reference: str) -> None:
    asked = 0
    for seed in range(40):
        for state in every_decision(reference, seed=seed, deals=1):
            if not state.ahead_of_claims:
                continue
            asked += 1
            silent = state.clone()
            silent.ahead_of_claims, silent.to_act = [], state.leader
            declined = state.clone()
            game.apply(declined, DECLINE)
            for seat in SEATS:
                before = dump(view(state, seat))
                assert dump(view(silent, seat)) == before, "asked or not looks alike"
                assert dump(view(declined, seat)) == before, "a claim declined leaves no trace"
            assert declined.history == state.history
    assert asked > 5


@pytest.mark.parametrize("reference", CLAIMS, ids=short)
def test_a_claim_shows_only_the_cards_that_it_is_about(reference: str) -> None:
    answers = set()
    for seed in range(300):
        rng = random.Random(seed)
        for state in decisions(rules_of(reference), rng, eager(rng), deals=1):
            if state.to_act < 0:
                continue
            honours = {rank + str(state.contract["trump"]) for rank in "AKQJ"}
            for claim in state.claimed:
                answers.add(claim.yes)
                assert all(set(cards) <= honours for _, cards in claim.shown)
                assert claim.yes or [who for who, _ in claim.shown] == [claim.seat], "who says no shows nothing"
    assert False in answers, "no claim was turned down"


def eager(rng: random.Random) -> Callable[[State], Action]:
    """Return a chooser that makes the claims that ask partner, and no others, so that play goes on where it says no."""

    def choose(state: State) -> Action:
        options = game.legal(state)
        if state.ahead_of_claims:
            return DECLINE
        claims = [option for option in options if isinstance(option, Claim)]
        return claims[0] if claims else rng.choice(options)

    return choose


# Exchanges


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_exchanges_show_what_the_rules_say_and_no_more(reference: str) -> None:
    for state in every_decision(reference, seed=6, deals=2):
        steps = {
            step.name: step for phase in state.profile.flow if isinstance(phase, ExchangePhase) for step in phase.steps
        }
        for seat in SEATS:
            seen = view(state, seat)
            assert list(seen.gave) == [card for who, card in state.given if who == seat]
            for done in seen.exchanged:
                step = steps[done.step]
                assert (done.from_hand is not None) == step.count_is_public
                assert (done.cards != ()) == (step.to == "out")
                # how many cards go face down is the rules' number, or it is told, or nobody learns it
                assert step.to == "out" or step.give != "all" or step.count_is_public
                if step.count_is_public:
                    assert done.from_hand == own_cards_given(state, done.seat)


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_a_seat_that_buries_tells_the_others_only_how_many(reference: str) -> None:
    """While cards are given away in private, nothing but the sizes of hand and kitty changes for the others."""
    for state in every_decision(reference, seed=7, deals=1):
        if not is_private(state) or state.left_to_give < 2:
            continue
        after = state.clone()
        game.apply(after, game.legal(state)[0])
        for seat in SEATS:
            if seat != state.to_act:
                old, new = view(state, seat), view(after, seat)
                differing = {item.name for item in fields(old) if getattr(old, item.name) != getattr(new, item.name)}
                assert differing <= {"sizes", "kitty_size"}


# Revokes


def test_a_revoke_is_not_seen() -> None:
    """Where revokes are only noted, the table sees the card and nothing else; what could be followed stays private."""
    revoked = 0
    for state in every_decision("pagat-54", seed=8, deals=6, following="reported"):
        if not state.revokes:
            continue
        revoked += 1
        unnoted = state.clone()
        unnoted.revokes = []
        for seat in SEATS:
            assert same(view(unnoted, seat), view(state, seat), closely=True)
    assert revoked > 20


# The view is a copy


def reachable(root: object, stop: set[int]) -> Iterator[object]:
    """Yield everything that an object refers to, directly or not; types, modules and functions lead nowhere."""
    waiting, seen = [root], {id(root)} | stop
    while waiting:
        for item in gc.get_referents(waiting.pop()):
            if id(item) in seen or isinstance(item, type | ModuleType | FunctionType | BuiltinFunctionType):
                continue
            seen.add(id(item))
            waiting.append(item)
            yield item


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_a_view_does_not_lead_to_the_state(reference: str) -> None:
    for number, state in enumerate(every_decision(reference, seed=9, deals=1)):
        if number % 5:
            continue
        held = [*(getattr(state, name) for name in State.__slots__), *state.hands]
        own = {id(item) for item in held if isinstance(item, list | set | dict)}
        for seat in SEATS:
            for item in reachable(view(state, seat), {id(state.profile)}):
                assert not isinstance(item, State)
                assert id(item) not in own, f"the view shares {item!r} with the state"


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_a_view_stays_as_it_was(reference: str) -> None:
    kept: list[tuple[View, object]] = []
    for state in every_decision(reference, seed=10, deals=1):
        for seat in SEATS:
            seen = view(state, seat)
            kept.append((seen, dump(seen)))
    for seen, before in kept:
        assert dump(seen) == before


def test_calls_and_choices_hold_nothing_of_a_hand() -> None:
    """What others see of a call is its name or what it names: the values are those of the profile."""
    for state in every_decision("pagat-54", seed=11, deals=3):
        auction = state.profile.auction
        assert auction is not None
        for _, call in state.calls:
            assert isinstance(call, Pass | OtherCall) or call in auction.bids
        for _, event in state.history:
            assert not isinstance(event, Choice) or set(event.fields) <= set(state.profile.fields)
