"""Trying actions out: in the world that is, the kernel's rule players must finish the deal as the engine's do.

And what the end of a deal is worth, how a race is decided, and that the solver's masks say what its cards say.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from interpreter import game, kernel
from interpreter.actions import Action, Choice
from interpreter.contract import Bid, OtherCall, Pass
from interpreter.double_dummy import Position, Solver
from interpreter.machine import fastest
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase
from interpreter.players.estimate import Judge
from interpreter.players.expert import NEEDED
from interpreter.players.player import player
from interpreter.players.race import LEAST, Budget, Race, choice
from interpreter.players.tries import CardTries, FlowTries, LeadTries, Tries
from interpreter.players.utility import Utility, lead_of
from interpreter.scoring import Result, Standing
from interpreter.state import State
from interpreter.table import SEATS, side_of
from interpreter.view import view
from tests.games import GAMES, is_fixture, low_bids, rules_of, short, states
from tests.kernels import MORE
from tests.test_worlds import judge

RULES = player("rules")
TRIED = tuple(reference for reference in (*GAMES, *MORE) if not rules_of(reference).draws)
"""All games but those in which hidden cards are drawn."""


def tries_of(by: Judge) -> Tries:
    """Return room to try things out in."""
    return Tries(by, Solver(by.tables, memory=1 << 12, machine=by.machine))


def positions(reference: str, deals: int) -> Iterator[State]:
    """Yield the state at some decisions of deals that random players began: there the score is nought all."""
    profile, rng = rules_of(reference), random.Random(3)
    for dealer in range(deals):
        for state in states(game.new_game(profile, dealer % 4), rng, low_bids(rng), deals=1):
            if state.to_act >= 0 and not state.results and len(game.legal(state)) > 1 and rng.random() < 0.25:
                yield state


def finished(state: State, action: Action) -> Result | None:
    """Return the score of a deal after an action that rule players finish; None where it is thrown in."""
    state, rng = state.clone(), random.Random(0)
    dealt = len(state.history)
    game.apply(state, action)
    while not state.results and not state.needs_deal:
        game.apply(state, RULES.choose(view(state, state.to_act), game.legal(state), rng))
    assert len(state.history) > dealt
    return state.results[0] if state.results else None


def true_world(state: State, by: Judge, space: int) -> list[int]:
    """Return the world that is, as six masks."""
    hands = [by.mask(state.hands[seat], space) if seat != state.to_act else 0 for seat in SEATS]
    gave = {card for seat, card in state.given if seat == state.to_act}
    return [*hands, by.mask([card for card in state.kitty if card not in gave], space), 0]


def put(worlds: object, masks: Sequence[int]) -> None:
    """Let the first world be a given one."""
    worlds.draw(1)  # type: ignore[attr-defined]
    for place, mask in enumerate(masks):
        worlds.found[place] = mask  # type: ignore[attr-defined]


@pytest.mark.parametrize("reference", TRIED, ids=short)
def test_cards_are_played_on_as_the_engine_does(reference: str) -> None:
    by = judge(rules_of(reference))
    if by.tables.lacks("cards"):
        pytest.skip("its cards can't be tabled")
    tries, compared = tries_of(by), 0
    for state in positions(reference, 6):
        legal = [action for action in game.legal(state) if isinstance(action, str)]
        if not view(state, state.to_act).playing or len(legal) < len(game.legal(state)):
            continue
        seen = view(state, state.to_act)
        if by.profile.play.opening_sets and not seen.tricks and not seen.trick:
            continue
        tried = CardTries(tries, seen, seen.contract, legal, random.Random(1))
        put(tried.worlds, true_world(state, by, tried.space))
        side = side_of(state.to_act)
        for card, values in zip(legal, tried.play_on(range(len(legal)), 0, 1), strict=True):
            result = finished(state, card)
            assert result is not None
            if not result.over and not tried.utility.reads_cards:
                assert round(values[0]) == lead_of(result, side)
                compared += 1
    assert compared > 20 or is_fixture(reference) or by.tables.lacks("points")


@pytest.mark.parametrize("reference", TRIED, ids=short)
def test_calls_choices_and_gifts_are_played_on_as_the_engine_does(reference: str) -> None:
    by = judge(rules_of(reference))
    tries, compared = tries_of(by), 0
    for state in positions(reference, 10):
        seen, options = view(state, state.to_act), game.legal(state)
        legal = random.Random(7).sample(options, min(5, len(options)))
        phase = state.phase
        if seen.playing or by.tables.lacks(*NEEDED[type(phase)]):
            continue
        flow, last = FlowTries(tries, seen, random.Random(1)), len(by.tables.spaces) - 1
        if isinstance(phase, BidPhase):
            trial = flow.calls([call for call in legal if isinstance(call, Bid | Pass | OtherCall)])
        elif isinstance(phase, ChoosePhase):
            trial = flow.contracts([seen.contract.changed(one.fields) for one in legal if isinstance(one, Choice)])
        else:
            assert isinstance(phase, ExchangePhase)
            last = by.tables.space_of[flow.number]
            trial = flow.gifts(by.steps[phase.name] + state.step, [card for card in legal if isinstance(card, str)])
        put(flow.worlds, true_world(state, by, last))
        found = trial(range(len(legal)), 0, 1)
        side = side_of(state.to_act)
        for action, values in zip(legal, found, strict=True):
            result = finished(state, action)
            if result is None or result.outcome.contract.declarer < 0 <= by.tables.declared:
                assert values[0] == 0
            elif not result.over:
                assert round(values[0]) == lead_of(result, side)
                compared += 1
    assert compared or not by.tables.declared or by.tables.lacks("exchanges") or is_fixture(reference)


@pytest.mark.parametrize("totals", [(-4, 0), (0, -4), (5, 0), (0, 5)])
def test_each_side_calls_by_its_own_standing(totals: tuple[int, int]) -> None:
    """Near the end of a game a hand isn't worth the same to both sides: the other side's calls are by its own."""
    by = judge(rules_of("pagat-54"))
    tries, compared = tries_of(by), 0
    for state in positions("pagat-54", 30):
        if not isinstance(state.phase, BidPhase):
            continue
        state = state.clone()
        state.tallies["total"] = totals
        seen, legal = view(state, state.to_act), random.Random(7).sample(game.legal(state), 2)
        flow = FlowTries(tries, seen, random.Random(1))
        trial = flow.calls([call for call in legal if isinstance(call, Bid | Pass | OtherCall)])
        put(flow.worlds, true_world(state, by, len(by.tables.spaces) - 1))
        for call, values in zip(legal, trial(range(len(legal)), 0, 1), strict=True):
            result = finished(state, call)
            assert result is not None
            outcome = result.outcome
            contract, books = outcome.contract, outcome.books[outcome.contract.declarers]
            number = by.tables.number(contract)
            assert values[0] == flow.ends(kernel.PLAYED, number, contract.declarer, books), (seen.calls, call)
            compared += 1
    assert compared > 40


def test_first_leads_that_fill_the_contract_are_played_on() -> None:
    by = judge(rules_of("parr-oregon"))
    tries, compared = tries_of(by), 0
    for state in positions("parr-oregon", 60):
        seen = view(state, state.to_act)
        if not seen.playing or seen.tricks or seen.trick:
            continue
        legal = [card for card in game.legal(state) if isinstance(card, str)]
        tried = LeadTries(tries, seen, legal, random.Random(1))
        for _, group in tried.groups:
            put(group.worlds, true_world(state, by, group.space))
        side = side_of(state.to_act)
        for card, values in zip(legal, tried(range(len(legal)), 0, 1), strict=True):
            result = finished(state, card)
            assert result is not None
            if not result.over:
                assert round(values[0]) == lead_of(result, side)
                compared += 1
    assert compared > 20


@pytest.mark.skipif(not fastest().COMPILED, reason="numba isn't installed")
@pytest.mark.parametrize("reference", ["pagat-54", "pagat-54+nt-jokers-dropped", "wikihow-bid-whist", "vint-whist"])
def test_plain_and_compiled_kernel_try_alike(reference: str) -> None:
    fast = judge(rules_of(reference))
    plain = Judge(fast.tables, fast.fit, kernel)
    both = [tries_of(by) for by in (fast, plain)]
    for state in positions(reference, 1):
        seen, legal = view(state, state.to_act), game.legal(state)
        found = []
        for tries in both:
            if seen.playing:
                cards = [card for card in legal if isinstance(card, str)]
                tried = CardTries(tries, seen, seen.contract, cards, random.Random(1))
                found.append((tried.play_on(range(len(cards)), 0, 2), tried.play_on([0, 1], 2, 1)))
            elif isinstance(state.phase, BidPhase):
                calls = [call for call in legal if isinstance(call, Bid | Pass | OtherCall)]
                found.append(FlowTries(tries, seen, random.Random(1)).calls(calls)(range(len(calls)), 0, 2))
        assert not found or found[0] == found[1]


def test_masks_are_solved_as_cards_are() -> None:
    by = judge(rules_of("pagat-54"))
    tries, compared = tries_of(by), 0
    for state in positions("pagat-54", 8):
        seen = view(state, state.to_act)
        if not seen.playing or len(seen.hand) > 6:
            continue
        legal = [card for card in game.legal(state) if isinstance(card, str)]
        tried = CardTries(tries, seen, seen.contract, legal, random.Random(1))
        put(tried.worlds, true_world(state, by, tried.space))
        hands = tuple(tuple(hand) for hand in state.hands)
        known = tries.solver.leads(Position(seen.contract, hands, seen.leader, seen.trick))
        for card, values in zip(legal, tried.solve(range(len(legal)), 0, 1), strict=True):
            books = known[card]
            assert books is not None
            assert values[0] == tried.values(0)[books]
            compared += 1
    assert compared > 20


# What the end of a deal is worth


def utility(reference: str, totals: tuple[int, int], bid: str, side: int = 0) -> Utility:
    """Return the utility of a contract that north declares."""
    from interpreter.notation import parse_action

    profile = rules_of(reference)
    state = game.new_game(profile, first_dealer=3)
    game.apply(state, game.shuffle(profile, random.Random(1)))
    for call in (bid, "pass", "pass", "pass"):
        game.apply(state, parse_action(state, call))
    game.apply(state, game.legal(state)[0])
    tallies = {**dict.fromkeys(profile.scoring.tallies, (0, 0)), "total": totals}
    return Utility(profile, state.contract, Standing(tallies), side, 13)


def test_a_deal_is_worth_its_points() -> None:
    found = utility("pagat-54", (0, 0), "3 high")
    assert [round(found(books)) for books in (0, 8, 9, 10, 12)] == [-3, -3, 3, 4, 6]
    assert found(8) > found(7) > found(0), "of two sets the smaller one"
    other = utility("pagat-54", (0, 0), "3 high", side=1)
    assert [round(other(books)) for books in (8, 9)] == [3, -3]


def test_the_end_of_the_game_is_worth_more() -> None:
    """At -4 a set loses the game, at 4 three points win it; points beyond that count for nothing."""
    low, high = utility("pagat-54", (-4, 0), "3 high"), utility("pagat-54", (4, 0), "3 high")
    assert low(8) == pytest.approx(-17, abs=0.1)
    assert round(low(9)) == 3
    assert round(high(8)) == -3
    assert high(9) == pytest.approx(17, abs=0.1)
    assert high(10) - high(9) < 0.01


# Races


def test_a_clear_winner_is_found_early() -> None:
    asked: list[tuple[int, ...]] = []

    def trial(actions: Sequence[int], first: int, count: int) -> list[list[float]]:
        asked.append(tuple(actions))
        return [[float(action == 2) + world % 3 / 10 for world in range(first, first + count)] for action in actions]

    race = Race(4, prior=0)
    race.run(trial, Budget(None, 1000))
    assert choice(1.0, race) == 2
    assert race.worlds < 40
    assert race.alive == [2]


def test_a_close_race_goes_to_the_usual_action() -> None:
    rng = random.Random(1)

    def trial(actions: Sequence[int], first: int, count: int) -> list[list[float]]:
        return [[rng.gauss(0.01 * action, 3) for _ in range(count)] for action in actions]

    race = Race(3, prior=1)
    race.run(trial, Budget(None, 60))
    assert race.worlds == 60
    assert choice(3.0, race) == 1


def test_equal_actions_need_no_more_worlds() -> None:
    race = Race(3, prior=1)
    race.run(lambda actions, first, count: [[1.0] * count for _ in actions], Budget(None, 1000))
    assert LEAST <= race.worlds < 2 * LEAST
    assert choice(1.0, race) == 1


def test_few_worlds_decide_nothing() -> None:
    race = Race(2, prior=0)
    race.run(lambda actions, first, count: [[float(action)] * count for action in actions], Budget(None, LEAST - 1))
    assert choice(1.0, race) == 0


def test_a_budget_of_time_is_kept() -> None:
    """Each world costs a second by this clock; batches shrink so that the last one ends in time."""
    now = 0.0

    def trial(actions: Sequence[int], first: int, count: int) -> list[list[float]]:
        nonlocal now
        now += count
        return [[float((world * 7 + action) % 5) for world in range(first, first + count)] for action in actions]

    race = Race(3, prior=0)
    race.run(trial, Budget(50.0, None, lambda: now))
    assert 45 <= now <= 50
    assert race.worlds == now
