"""What is measured of whole games, from their logs: each measure is one whole number a game, defined here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from interpreter.compare.bounds import Range
from interpreter.compare.chain import ENDS, FIRST_DEALER_KEY, LENGTH_KEY, Node, end_key, how_ended
from interpreter.compare.measures import SHARE, Rules, points_range
from interpreter.compare.rows import Row
from interpreter.model import Profile
from interpreter.scoring import DRAW, Account, Outcome, Result, Standing, account_after
from interpreter.table import Pair, Seat, Side, side_of

THOUSAND = 1_000
"""What lies between 0 and 1 is counted in thousandths, so that sums stay exact."""


@dataclass(frozen=True, slots=True)
class Log:
    """One game. `totals` are both sides' totals behind each deal, `tallies` all their tallies, `dealers` who dealt.

    `end` is one of `chain.ENDS`, `winner` `DRAW` where nobody won.
    """

    dealers: tuple[Seat, ...]
    totals: tuple[Pair, ...]
    tallies: tuple[tuple[Pair, ...], ...]
    winner: Side
    end: str

    @property
    def leads(self) -> list[int]:
        """How far side 0 is ahead, before the first deal and behind each."""
        return [0, *(one - other for one, other in self.totals)]


def log_of(profile: Profile, deals: Iterable[tuple[Row, Result | None]]) -> Log:
    """Return the log of a game that was played to its end."""
    dealers, totals, tallies = list[Seat](), list[Pair](), list[tuple[Pair, ...]]()
    last: Result | None = None
    for row, result in deals:
        if result is not None:
            dealers.append(row.dealer)
            totals.append(result.after.tallies["total"])
            tallies.append(tuple(result.after.tallies.values()))
            last = result
    assert last is not None
    end = how_ended(profile, account_after(profile, last), last.winner)
    return Log(tuple(dealers), tuple(totals), tuple(tallies), last.winner, end)


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of winning at every standing, reckoned beforehand: `of[node]` as `Reckoned.chance` has it."""

    of: Mapping[Node, float]
    by_count: bool

    def along(self, log: Log) -> list[float]:
        """Return the chance of side 0 before each deal and behind the last; unknown standings are left out."""
        first = side_of(log.dealers[0])
        none = ((0, 0),) * len(log.tallies[0])
        found = []
        for at, (tallies, dealer) in enumerate(zip((none, *log.tallies[:-1]), log.dealers, strict=True)):
            turned = tallies if first == 0 else tuple((other, one) for one, other in tallies)
            node = (turned, int(side_of(dealer) != first), at + 1 if self.by_count else 1)
            if node in self.of:
                chance = self.of[node]
                found.append(chance if first == 0 else 1 - chance)
        return [*found, 0.5 if log.winner == DRAW else float(log.winner == 0)]


@dataclass(frozen=True, slots=True)
class GameMeasure:
    """One number a game, in units of 1 / `parts`. `bounds` gives its ends under some rules, in these units; None where
    they set none.

    `unit` is "share of games", or what is counted. `of` takes the log, the margin that counts as far behind, and
    the chances (where they can't be reckoned, a measure with `chances` isn't taken).
    """

    key: str
    said: str
    unit: str
    of: Callable[[Log, int, Chances], int]
    bounds: Callable[[Rules], Range] | None = lambda rules: SHARE
    parts: int = 1
    chances: bool = False


def first_dealer_wins(log: Log) -> int:
    """By how much the first dealer's side's share of the game is above one half, in halves of a game; 0 at a draw."""
    return 0 if log.winner == DRAW else 1 if log.winner == side_of(log.dealers[0]) else -1


def comeback(log: Log, behind: int) -> int:
    """Whether the winner had been so far behind."""
    if log.winner == DRAW:
        return 0
    sign = 1 if log.winner == 0 else -1
    return int(min(sign * lead for lead in log.leads) <= -behind)


def lead_changes(log: Log) -> int:
    """How often the lead goes from one side to the other; a tie on the way is no lead."""
    signs = [lead > 0 for lead in log.leads if lead]
    return sum(one != other for one, other in pairwise(signs))


def biggest_deal(log: Log) -> int:
    """How far the biggest deal brought a side ahead of where it was."""
    leads = log.leads
    return max(abs(other - one) for one, other in pairwise(leads))


def winners_chances(log: Log, chances: Chances) -> list[float]:
    """The winner's chance before each deal."""
    along = chances.along(log)[:-1]
    return along if log.winner == 0 else [1 - chance for chance in along]


def drama(log: Log, chances: Chances) -> float:
    """The mean of the root of how far the winner's chance lay below one half, over the deals before which it did.

    0 where it never did. (After Browne 2008, where it is undefined then.)
    """
    if log.winner == DRAW:
        return 0.0
    below = [0.5 - chance for chance in winners_chances(log, chances) if chance < 0.5]
    return sum(map(math.sqrt, below)) / len(below) if below else 0.0


def security(log: Log, chances: Chances) -> float:
    """1 less the share of deals before which the winner's chance was below one half."""
    own = [] if log.winner == DRAW else winners_chances(log, chances)
    return 1 - sum(chance < 0.5 for chance in own) / len(own) if own else 1.0


def surprises(log: Log, chances: Chances) -> list[float]:
    """How far each deal moved the chance of winning."""
    along = chances.along(log)
    return [abs(other - one) for one, other in pairwise(along)]


def in_thousandths(rules: Rules) -> Range:
    """The ends of what lies between 0 and 1."""
    return (0, THOUSAND)


def ended(end: str) -> Callable[[Log, int, Chances], int]:
    """Return the measure of one end."""
    return lambda log, behind, chances: int(log.end == end)


END_WORDS = {
    "goal": "the game is won at the goal",
    "loss": "the game is lost by the other side",
    "count": "the game ends by the count of deals",
    "draw": "nobody wins the game",
}
LENGTH = GameMeasure(LENGTH_KEY, "deals a game", "deals a game", lambda log, behind, chances: len(log.totals), None)
FIRST_DEALER = GameMeasure(
    FIRST_DEALER_KEY,
    "the first dealer's side wins, above one half",
    "share of games",
    lambda log, behind, chances: first_dealer_wins(log),
    lambda rules: (-1, 1),
    parts=2,
)
GAME_ENDS = tuple(GameMeasure(end_key(end), END_WORDS[end], "share of games", ended(end)) for end in ENDS)
COMEBACK = GameMeasure(
    "comeback", "the winner had been far behind", "share of games", lambda log, behind, chances: comeback(log, behind)
)
GAME_MEASURES: tuple[GameMeasure, ...] = (
    LENGTH,
    *GAME_ENDS,
    FIRST_DEALER,
    COMEBACK,
    GameMeasure("lead changes", "changes of the lead a game", "changes",
                lambda log, behind, chances: lead_changes(log), None),
    GameMeasure("biggest deal", "points of the biggest deal of a game", "points",
                lambda log, behind, chances: biggest_deal(log), lambda rules: (0, points_range(rules)[1])),
    GameMeasure("surprise", "surprise: how far a deal moves the chance to win, of 1", "chance",
                lambda log, behind, chances: round(THOUSAND * sum(surprises(log, chances)) / len(log.totals)),
                in_thousandths, THOUSAND, chances=True),
    GameMeasure("biggest surprise", "the biggest surprise: how far one deal moves it", "chance",
                lambda log, behind, chances: round(THOUSAND * max(surprises(log, chances))),
                in_thousandths, THOUSAND, chances=True),
    GameMeasure("drama", "drama: how far the winner's chance was below one half, 0 to 0.71", "scale",
                lambda log, behind, chances: round(THOUSAND * drama(log, chances)),
                in_thousandths, THOUSAND, chances=True),
    GameMeasure("security", "security: for how much of a game it wasn't, 0 to 1", "scale",
                lambda log, behind, chances: round(THOUSAND * security(log, chances)),
                in_thousandths, THOUSAND, chances=True),
)  # fmt: skip
WINS = GameMeasure("wins", "north and south win", "share of games",
                   lambda log, behind, chances: 1 if log.winner == DRAW else 2 * int(log.winner == 0),
                   lambda rules: (0, 2), parts=2)  # fmt: skip
"""Only for players of different skill; with equal ones it is one half on average."""


def far_behind(profile: Profile) -> int:
    """Return how many points count as far behind: half of what wins the game alone, 1 where points don't win it."""
    standing = dict.fromkeys(profile.scoring.tallies, (0, 0))
    game = profile.scoring.game
    if game.win is None:
        return 1
    for total in range(1, 2_001):
        account = account_at(profile, {**standing, "total": (total, 0)})
        if game.win.call(account.names(0)):
            return (total + 1) // 2
    return 1


def account_at(profile: Profile, tallies: Mapping[str, Pair]) -> Account:
    """Return the account of a standing without a deal."""
    return Account(profile.scoring, Outcome(profile.contract), (0, 0), Standing(tallies))
