"""Which of two players is better: duplicate cross-play, so that nobody wins by luck of the cards.

Each deal is played at three tables with the same cards and the same dealer, at nought all: by the first player at
north and south and the second at east and west; the other way round; and by the second player at all seats. What the
first player gains is what its side has more than the second player's at the same seats of the third table. The gains
of the two tables add up to the plain difference of duplicate (the third table drops out of it), and a table's gain is
put down to the side that declared there: so declaring and defending are told apart.

All chance of a decision follows from the seed, the deal, the seat and the number of the event: equal players play
alike at all tables, and gain exactly nothing.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from interpreter import game
from interpreter.compare.bounds import points_bounds
from interpreter.compare.dealing import Endless
from interpreter.model import Profile
from interpreter.players.player import Player, player
from interpreter.profile.load import load
from interpreter.record import chance
from interpreter.scoring import DRAW, Result, Standing, score_claim, score_deal, score_passed_out
from interpreter.state import State
from interpreter.statistics import Interval, Share, Sums, mean_interval, paired_interval, share_interval
from interpreter.table import NOBODY, SEATS, SIDES, Pair, Seat, Side, side_of
from interpreter.view import view

Unit = TypeVar("Unit")
NOTHING = Sums()

EVENTS = 1 << 12
"""More events than a deal has, its redeals included."""
MAX_REDEALS = 100
ROUNDS = 20
"""Where the deal's number in its game makes the contract, it goes from 1 to this and round again."""


MOST_DEALS = 1 << 10
"""More deals than a game has."""


@dataclass(frozen=True, slots=True)
class Table:
    """What one table made of a deal. `declarers` is the side that declared (`NOBODY` where none did)."""

    declarers: Side
    points: Pair
    result: Result

    def margin(self, side: Side) -> int:
        """By how many points a side is ahead."""
        return self.points[side] - self.points[1 - side]


@dataclass(frozen=True, slots=True)
class Board:
    """One deal: the first player at north and south, the second there, and the second at all seats."""

    number: int
    dealer: Seat
    tables: tuple[Table, Table, Table]

    def gain(self, side: Side) -> int:
        """By how many points the first player did better than the second at one side's seats."""
        return self.tables[side].margin(side) - self.tables[2].margin(side)

    @property
    def total(self) -> int:
        """What the first player gained at both tables together."""
        return self.gain(0) + self.gain(1)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players under some rules, ready to play any deal or game of a seed."""

    profile: Profile
    players: tuple[Player, Player]
    seed: int

    def board(self, number: int) -> Board:
        """Play one deal at all tables. Raises `Endless`."""
        first, second = self.players
        seatings = ((first, second), (second, first), (second, second))
        one, other, alone = (self.table(number, pair) for pair in seatings)
        return Board(number, number % len(SEATS), (one, other, alone))

    def table(self, number: int, pair: Sequence[Player]) -> Table:
        """Play one deal at one table."""
        by_number = any("deal" in rule.reads for _, rule in self.profile.dealing.sets)
        deal = 1 + number // len(SEATS) % ROUNDS if by_number else 1
        result = self.finish(game.new_game(self.profile, number % len(SEATS), deal=deal), number, pair)
        return Table(result.outcome.contract.declarers, result.points, result)

    def game(self, number: int) -> tuple[Side, Side]:
        """Play one game with each seating; return who won it, 0 for the first player, 1 for the second, or `DRAW`."""
        first, second = self.players
        one, other = self.winner(number, (first, second)), self.winner(number, (second, first))
        return one, other if other == DRAW else 1 - other

    def winner(self, number: int, pair: Sequence[Player]) -> Side:
        """Play one game at one table; return the side that won it."""
        state = game.new_game(self.profile, number % len(SEATS))
        for deal in range(MOST_DEALS):
            result = self.finish(state, number * MOST_DEALS + deal, pair)
            if result.over:
                return result.winner
        raise Endless(f"game {number + 1} has no end after {MOST_DEALS:,} deals")

    def finish(self, state: State, number: int, pair: Sequence[Player]) -> Result:
        """Play the next deal of a state to its end, number `number` of the seed."""
        finished, before, redeals = len(state.results), len(state.history), 0
        while len(state.results) == finished:
            if state.needs_deal:
                redeals += 1
                if redeals > MAX_REDEALS:
                    raise Endless(f"deal {number + 1} was thrown in {MAX_REDEALS} times: nobody bids")
                game.apply(state, game.shuffle(self.profile, chance(self.seed, number * EVENTS + redeals)))
            else:
                seat, n = state.to_act, number * EVENTS + len(state.history) - before
                rng = chance(self.seed, n, seat, claiming=bool(state.ahead_of_claims))
                game.apply(state, pair[side_of(seat)].choose(view(state, seat), game.legal(state), rng))
        return state.results[-1]


# ---- what boards add up to


@dataclass(frozen=True, slots=True)
class Part:
    """The gains of the tables where the first player declared, or defended, or nobody did: `boards` by board."""

    tables: int = 0
    boards: Sums = NOTHING

    def __add__(self, other: Part) -> Part:
        return Part(self.tables + other.tables, self.boards + other.boards)

    def interval(self, bound: int) -> Interval | None:
        """Return the first player's gain at one of these tables; None where there is none."""
        if not self.tables:
            return None
        found = mean_interval(self.boards, -4 * bound, 4 * bound)
        return found.scaled(self.boards.n / self.tables)


NO_PART = Part()


@dataclass(slots=True)
class Stand:
    """How a match stands: the sums of all boards so far, and the games that their deals make when strung together.

    `bound` is the most points by which a deal can put a side ahead. A game is strung of what happened at one table,
    scored anew as the totals go on; the two tables where both players sit are strung apart.
    """

    profile: Profile
    bound: int
    totals: Sums = NOTHING
    declaring: Part = NO_PART
    defending: Part = NO_PART
    neither: Part = NO_PART
    games: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Games won by the first player, by the second, and drawn."""
    _standings: list[Standing] = field(init=False)

    def __post_init__(self) -> None:
        self._standings = [self.fresh() for _ in SIDES]

    def fresh(self) -> Standing:
        """Return the standing at a game's begin."""
        return Standing(dict.fromkeys(self.profile.scoring.tallies, (0, 0)))

    def add(self, board: Board) -> None:
        """Take a board into account."""
        self.totals += sum_of(board.total)
        gains: dict[str, list[int]] = {"declaring": [], "defending": [], "neither": []}
        for side in SIDES:
            who = board.tables[side].declarers
            gains["neither" if who == NOBODY else "declaring" if who == side else "defending"].append(board.gain(side))
            self.string(side, board.tables[side].result)
        for name, found in gains.items():
            if found:
                setattr(self, name, getattr(self, name) + Part(len(found), sum_of(sum(found))))

    def string(self, side: Side, result: Result) -> None:
        """Go on with the games of one table, where the first player sits on this side."""
        standing = self._standings[side]
        scored = score_again(self.profile, result, standing)
        if not scored.over:
            self._standings[side] = replace(scored.after, deal=standing.deal + 1)
            return
        self.games[2 if scored.winner == DRAW else int(scored.winner != side)] += 1
        self._standings[side] = self.fresh()

    @property
    def deals(self) -> int:
        """How many boards there are."""
        return self.totals.n

    @property
    def points(self) -> Interval:
        """How many points a deal the first player is ahead of the second one."""
        return paired_interval(self.totals.n, self.totals.total, self.totals.squares, 2 * self.bound).scaled(1 / 2)

    @property
    def games_won(self) -> Share:
        """The share of the games that the first player won, of those that somebody did."""
        return share_interval(self.games[0], self.games[0] + self.games[1])


def widest(profile: Profile) -> int:
    """Return by how many points a deal can put a side ahead at most, by the rules."""
    (low, high), (others_low, others_high) = points_bounds(profile)
    return max(high - others_low, others_high - low)


def sum_of(number: int) -> Sums:
    """Return the sums of one number."""
    return Sums(1, number, number * number)


def score_again(profile: Profile, result: Result, standing: Standing) -> Result:
    """Score a deal once more from another standing."""
    claims = {claim.name for claim in profile.play.claims}
    earned = next((line for line in result.lines if line.row in claims), None)
    if earned is not None:
        return score_claim(profile, result.outcome, standing, earned)
    if not any(result.outcome.books):
        return score_passed_out(profile, result.outcome.contract, standing)
    return score_deal(profile, result.outcome, standing)


# ---- many of them, by one process or several


@dataclass(frozen=True, slots=True)
class Job:
    """What a process needs to know to play boards or games."""

    reference: str
    names: tuple[str, str]
    seed: int

    def pairing(self) -> Pairing:
        """Return the players at the table. Raises `InputError`."""
        one, other = self.names
        return Pairing(load(self.reference), (player(one), player(other)), self.seed)

    def boards(self, count: int, workers: int = 1) -> Generator[Board, None, None]:
        """Yield so many boards in order. They don't depend on the number of workers."""
        return self.run(Pairing.board, count, workers)

    def games(self, count: int, workers: int = 1) -> Generator[tuple[Side, Side], None, None]:
        """Yield who won so many games, each with both seatings, in order."""
        return self.run(Pairing.game, count, workers)

    def run(self, play: Callable[[Pairing, int], Unit], count: int, workers: int) -> Generator[Unit, None, None]:
        """Yield what the first numbers bring, played by this process or by several."""
        if workers == 1:
            pairing = self.pairing()
            yield from (play(pairing, number) for number in range(count))
            return
        with get_context("spawn").Pool(min(workers, count), begin, (self,)) as pool:
            yield from pool.imap(partial(work, play), range(count))


_PAIRING: list[Pairing] = []
"""What a worker plays with."""


def begin(job: Job) -> None:
    """Set a worker up; it leaves interruptions to the process that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _PAIRING[:] = [job.pairing()]


def work(play: Callable[[Pairing, int], Unit], number: int) -> Unit:
    """Play one deal or game in a worker."""
    return play(_PAIRING[0], number)
