"""The games that the tests play, and ways to play them at random. No test stands here.

Games are every shipped profile, some of them with house rules, and the fixtures that are whole games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

from interpreter import game
from interpreter.actions import Action
from interpreter.compare.dealing import GAME, Endless
from interpreter.compare.rows import Row, Source
from interpreter.model import Profile
from interpreter.profile.load import load
from interpreter.scoring import Outcome, Result, Standing, score_deal, score_passed_out
from interpreter.state import State
from interpreter.table import Seat

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "profiles"
FIXTURES = ROOT / "tests" / "fixtures"
MAX_DEALS = 3000
"""More deals than any game here takes; reaching it is a failure."""


def is_game(path: Path) -> bool:
    """Whether a file is a profile that can be played by itself."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return any(line.startswith("profile:") for line in lines) and "abstract: true" not in lines


def ids(folder: Path) -> list[str]:
    """Return the IDs of the files of a folder, those of cases left out."""
    return sorted(path.stem for path in folder.glob("*.yaml") if "." not in path.stem)


@cache
def rules_of(reference: str) -> Profile:
    """Return the rules that a reference names; in one process they are loaded once."""
    return load(reference)


def whole_games(folder: Path) -> list[str]:
    """Return the IDs of the games in a folder."""
    return [name for name in ids(folder) if is_game(folder / f"{name}.yaml")]


def fixtures() -> list[str]:
    """Return references to the fixtures that are whole games."""
    return [str(FIXTURES / f"{name}.yaml") for name in whole_games(FIXTURES)]


COMPOSED = (
    "pagat-54+min-4",
    "pagat-54+sport-the-kitty",
    "pagat-54+low-over-high+defenders-score",
    "pagat-54+nt-jokers-dropped",
    "pagat-54+nt-jokers-free+numbers-equal",
    "pagat-54+deuce",
    "pagat-54+deuce-second+boston",
    "pagat-54+two-sets+fixed-deals",
    "wikihow-bid-whist+nt-jokers-dropped",
    "wikihow-whist+rotating-trump+fixed-deals",
)
"""Games with house rules."""

GAMES = (*whole_games(SHIPPED), *COMPOSED, *fixtures())


def short(reference: str) -> str:
    """Return a reference as a test's name."""
    return Path(reference).name if "/" in reference else reference


def is_fixture(reference: str) -> bool:
    """Whether a game is one of the small fixtures, in which little comes up."""
    return "/" in reference


Chooser = Callable[[State], Action]


def anything(rng: random.Random) -> Chooser:
    """Return a chooser of any legal action."""
    return lambda state: rng.choice(game.legal(state))


def low_bids(rng: random.Random) -> Chooser:
    """Return a chooser that passes more often than not and bids low, so that all contracts come up."""

    def choose(state: State) -> Action:
        options = game.legal(state)
        if len(options) > 1 and state.profile.auction is state.phase:
            return options[min(int(rng.expovariate(0.6)), len(options) - 1)]
        return rng.choice(options)

    return choose


def decisions(profile: Profile, rng: random.Random, choose: Chooser, deals: int = MAX_DEALS) -> Iterator[State]:
    """Play a match for at most so many deals; yield its state before each decision, and once at the end."""
    yield from states(game.new_game(profile, game.choose_first_dealer(profile, rng)), rng, choose, deals)


def states(state: State, rng: random.Random, choose: Chooser, deals: int = MAX_DEALS) -> Iterator[State]:
    """Play a match on; yield its state before each decision, and once at the end."""
    dealt = 0
    while not state.over:
        if state.needs_deal:
            if dealt == deals:
                break
            dealt += 1
            game.apply(state, game.shuffle(state.profile, rng))
        else:
            yield state
            game.apply(state, choose(state))
    yield state


def strung(source: Source, number: int, first_dealer: Seat) -> Iterator[tuple[Row, Result | None]]:
    """Play one game as single deals, and score them one behind the other: right where no rule carries over."""
    profile, dealer = source.profile, first_dealer
    standing = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    for deal in count(GAME * (number + 1)):
        if deal == GAME * (number + 2):
            raise Endless(f"a game of {profile.reference} has no end after {GAME:,} deals")
        row = source.deal(deal, dealer)
        if row.ending == "redealt":
            yield row, None
            continue
        if row.contract is None:
            result = score_passed_out(profile, profile.contract, standing)
        else:
            books = row.books if max(row.contract.declarers, 0) == 0 else (row.books[1], row.books[0])
            result = score_deal(profile, Outcome(row.contract, books), standing)
        yield row, result
        if result.over:
            return
        declarer = -1 if row.contract is None else row.contract.declarer
        dealer = int(profile.next_dealer.call({"dealer": dealer, "declarer": declarer}))
        standing = Standing(result.after.tallies, deal=standing.deal + 1)
