"""House rules on profiles, put together and played to the end. No test stands here.

Uniform random auctions end at the highest bid nearly always, so the bid of each deal is drawn first, evenly among all
bids of the game, and the seat that makes it too; the others pass where they may.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from interpreter import game
from interpreter.actions import Action
from interpreter.contract import PASS, Bid
from interpreter.errors import InputError, Problem
from interpreter.model import Profile
from interpreter.profile.load import load
from interpreter.state import State
from tests.games import MAX_DEALS, SHIPPED, Chooser, ids, states, whole_games

PROFILES = tuple(whole_games(SHIPPED))
HOUSE_RULES = tuple(ids(SHIPPED / "house-rules"))
SEATS = 4
SPOKEN_OUT = 0.8
"""How often a seat that could make a call beside bids and the pass makes none."""
LONG = 30
"""After so many deals a match is long."""
REASONS = {
    "X011": "both places of one leaf",
    "X012": "a reason given under `conflicts`",
    "X036": "the rule is in force already",
    "X039": "a reason given under `needs`",
    "R085": "the rule changes nothing in an auction of one round",
}
"""What a combination may be refused for; anything else is a mistake in a rule."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a combination: the number of deals that it was played for, or why it was refused."""

    reference: str
    deals: int = 0
    problem: Problem | None = None

    @property
    def refused(self) -> str:
        """Why it was refused, with the second place where there is one; nothing if it wasn't."""
        if self.problem is None:
            return ""
        places = [self.problem.place, *(place for _, place in self.problem.notes)]
        return f"{self.problem.code} {self.problem.message} [{'; '.join(str(place) for place in places if place)}]"


def references(size: int) -> Iterator[str]:
    """Yield every profile with so many house rules."""
    for profile in PROFILES:
        for rules in itertools.combinations(HOUSE_RULES, size):
            yield "+".join((profile, *rules))


def judged(reference: str, reasons: Container[str] = REASONS) -> Verdict:
    """Load a combination and play it to the end. Raises whatever goes wrong but a refusal for one of the reasons."""
    try:
        profile = load(reference)
    except InputError as error:
        check_refusal(reference, error.problems, reasons)
        return Verdict(reference, problem=error.problems[0])
    return Verdict(reference, played(profile, random.Random(reference)))


def check_refusal(reference: str, problems: Iterable[Problem], reasons: Container[str]) -> None:
    """Demand that a refusal names a reason or both places."""
    for problem in problems:
        if problem.severity == "warning":
            continue
        assert problem.code in reasons, f"{reference}: {problem.code} {problem.message} ({problem.place})"
        assert problem.place is not None, f"{reference}: {problem.message}"
        if problem.code == "X011":
            assert any(place for _, place in problem.notes), f"{reference}: {problem.message}"


def played(profile: Profile, rng: random.Random) -> int:
    """Play a match to its end and check the score of each deal; return the number of deals."""
    state = game.new_game(profile, game.choose_first_dealer(profile, rng))
    for now in states(state, rng, evenly(rng)):
        assert now.over or now.needs_deal or game.legal(now), f"{profile.reference}: nobody can act"
    assert state.over, f"{profile.reference}: not over after {MAX_DEALS:,} deals"
    for result in state.results:
        points = [0, 0]
        for line in result.lines:
            points[line.side] += line.amount if line.into == "total" else 0
        assert tuple(points) == result.points, f"{profile.reference}: {result}"
    return len(state.results)


def evenly(rng: random.Random) -> Chooser:
    """Return a chooser that lets each bid win as often as any other, and does all else at random.

    A match that is long by now is brought to its end by low bids: by chance more bids are lost than made.
    """
    wanted: list[tuple[Bid, int]] = []

    def choose(state: State) -> Action:
        options, auction = game.legal(state), state.profile.auction
        if auction is None or state.phase is not auction:
            return rng.choice(options)
        if not state.calls:
            bids = auction.bids if len(state.results) < LONG else auction.bids[:1]
            wanted[:] = [(rng.choice(bids), rng.randrange(SEATS))]
        bid, seat = wanted[0]
        others = [option for option in options if option != PASS and not isinstance(option, Bid)]
        if others and rng.random() > SPOKEN_OUT:
            return rng.choice(others)
        made = any(call == bid for _, call in state.calls)
        if bid in options and not made and (state.to_act == seat or PASS not in options):
            return bid
        return PASS if PASS in options else rng.choice(options)

    return choose
