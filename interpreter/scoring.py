"""What a deal is worth: pure functions from its outcome to points and ends.

- Revokes are ruled on first, in order of play: both numbers of a ruling are computed from the books before it.
- Rows run top to bottom. Within a row all targets are computed, then applied.
- The game is checked after the last row, or after each row where precedence decides.
- Losing is a win for the other side. Two winners at once: `tie` decides; where the rules have none, nobody wins.
  `over` is looked at only when nobody has won or lost; `winner` then says who.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.model import GameRules, Profile, RevokeRuling, Row, Scoring
from interpreter.table import NOBODY, SIDES, Pair, Side

CardPair: TypeAlias = tuple[frozenset[Card], frozenset[Card]]
"""Cards of both sides."""
NO_CARDS: CardPair = (frozenset(), frozenset())
DRAW = NOBODY
"""The winner of a game that nobody won."""
UNDECIDED = "both sides win at once, and the rules have no `tie`"
"""What is said of a deal that is `undecided`."""
BEFORE = "before."
"""What stands before the name of a tally for what it was when the deal began: `mine.before.total`."""


def counters(tallies: Iterable[str]) -> set[str]:
    """Return the quantities of a side that come from earlier deals: tallies, now and before the deal, and games."""
    return {quantity for tally in tallies for quantity in (tally, BEFORE + tally)} | {"games"}


class Outcome(NamedTuple):
    """How the cards of one deal fell, as far as scoring reads it. Pairs are by side.

    `books` are the books credited, `revokes` the offending sides in order of play, `won` and `played` the cards of
    the tricks that a side won and the cards that it played.
    """

    contract: Contract
    books: Pair = (0, 0)
    revokes: tuple[Side, ...] = ()
    won: CardPair = NO_CARDS
    played: CardPair = NO_CARDS

    def turned(self) -> Outcome:
        """Return the same deal with the sides in each other's place."""
        declarer = self.contract.declarer
        return Outcome(
            replace(self.contract, declarer=declarer if declarer == NOBODY else 1 - declarer % 2),
            self.books[::-1],
            tuple(1 - side for side in self.revokes),
            self.won[::-1],
            self.played[::-1],
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """What both sides have: every tally, games won, and the number of the deal in this game (from 1)."""

    tallies: Mapping[str, Pair] = field(hash=False)
    games: Pair = (0, 0)
    deal: int = 1


class ScoreLine(NamedTuple):
    """One entry in the score: which row gave a side how much into which tally."""

    row: str
    side: Side
    into: str
    amount: int


class Result(NamedTuple):
    """One deal, scored. `books` are the books after rulings; `made` is None where nothing was bid.

    `points` are what the deal added to each side's total, `after` the standing behind it. `over` says whether the game
    ended, `winner` who won it (`DRAW`: nobody). It is `undecided` where both sides would win at once and the rules have
    no `tie`: then nobody wins.
    """

    outcome: Outcome
    books: Pair
    made: bool | None
    lines: tuple[ScoreLine, ...]
    before: Standing
    after: Standing
    over: bool = False
    winner: Side = DRAW
    undecided: bool = False

    @property
    def points(self) -> Pair:
        """What this deal added to each side's total."""
        before, after = self.before.tallies["total"], self.after.tallies["total"]
        return (after[0] - before[0], after[1] - before[1])


def rule_on_revokes(ruling: RevokeRuling | None, outcome: Outcome) -> Pair:
    """Return the books of both sides after all rulings."""
    books = outcome.books
    if ruling is None:
        return books
    for offender in outcome.revokes:
        names = {**outcome.contract.names, "mine.books": books[offender], "theirs.books": books[1 - offender]}
        turned = {**names, "mine.books": books[1 - offender], "theirs.books": books[offender]}
        mine, theirs = int(ruling.offenders.call(names)), int(ruling.others.call(turned))
        books = (mine, theirs) if offender == 0 else (theirs, mine)
    return books


class Account:
    """One deal's books and standing while its rows run; gives expressions the names that they read."""

    __slots__ = ("base", "declarers", "known", "needs", "quantities", "tallies", "undecided")

    def __init__(self, scoring: Scoring, outcome: Outcome, books: Pair, standing: Standing) -> None:
        self.needs = scoring.needs
        self.declarers = outcome.contract.declarers
        self.tallies = dict(standing.tallies)
        self.undecided = False  # whether both sides have won and nobody says which
        revokes = outcome.revokes
        self.quantities: dict[str, tuple[object, object]] = {
            "books": books,
            "taken": outcome.books,
            "revokes": (revokes.count(0), revokes.count(1)) if revokes else (0, 0),
            "won": outcome.won,
            "played": outcome.played,
            "games": standing.games,
            **{f"{BEFORE}{tally}": pair for tally, pair in standing.tallies.items()},
        }
        # where nothing was bid, or not played out, nothing is made
        self.base: dict[str, object] = {
            "contract.kind": "",
            **outcome.contract.names,
            "deal": standing.deal,
            "made": False,
        }
        self.known: dict[Side, dict[str, object]] = {}  # what each side reads, kept up to date

    def names(self, side: Side) -> Mapping[str, object]:
        """Return what expressions read now, with `mine` and `theirs` seen from `side`; it follows later changes."""
        found = self.known.get(side)
        return self.names_of(side) if found is None else found

    def names_of(self, side: Side) -> Mapping[str, object]:
        """Put together what expressions read, seen from a side."""
        names = self.known[side] = self.base.copy()
        names["mine"] = side
        names["declaring"] = side == self.declarers
        for name, owner, quantity in self.needs:
            pair = self.tallies.get(quantity) or self.quantities[quantity]
            names[name] = pair[self.owner(owner, side)]
        return names

    def judge(self, made: bool) -> None:
        """Note whether the contract was made."""
        self.base["made"] = made
        for names in self.known.values():
            names["made"] = made

    def owner(self, owner: str, side: Side) -> Side:
        """Return the side that a word such as `theirs` means for `side`; without declarers, side 0 stands for them."""
        if owner == "mine":
            return side
        if owner == "theirs":
            return 1 - side
        declarers = max(self.declarers, 0)
        return declarers if owner == "declarers" else 1 - declarers

    def add(self, row: str, into: str, amounts: Iterable[tuple[Side, int]]) -> list[ScoreLine]:
        """Credit a row's amounts and return its lines."""
        lines = []
        for side, amount in amounts:
            pair = self.tallies[into]
            self.tallies[into] = (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)
            lines.append(ScoreLine(row, side, into, amount))
        pair = self.tallies[into]
        for name, owner, quantity in self.needs:
            if quantity == into:
                for side, names in self.known.items():
                    names[name] = pair[self.owner(owner, side)]
        return lines


def holds(condition: Compiled | None, names: Mapping[str, object]) -> bool:
    """Whether a condition that defaults to true holds."""
    return condition is None or bool(condition.call(names))


def run_row(row: Row, account: Account, winner: Side = DRAW) -> list[ScoreLine]:
    """Compute a row for all its targets, then apply it."""
    amounts = []
    for side in targets(row.to, account.declarers, winner):
        names = account.names(side)
        if row.when is None or row.when.call(names):
            amounts.append((side, int(row.add.call(names))))
    return account.add(row.name, row.into, amounts) if amounts else []


def targets(to: str, declarers: Side, winner: Side) -> tuple[Side, ...]:
    """Return the sides that a row is about."""
    if to == "sides":
        return (0, 1)
    if to in ("winner", "loser"):
        return () if winner == DRAW else ((winner if to == "winner" else 1 - winner),)
    if declarers == NOBODY:
        return ()
    return (declarers if to == "declarers" else 1 - declarers,)


def score_deal(profile: Profile, outcome: Outcome, standing: Standing) -> Result:
    """Score a deal that was played out, and say whether it ends the game."""
    scoring = profile.scoring
    books = rule_on_revokes(scoring.revoke, outcome)
    account = Account(scoring, outcome, books, standing)
    made = None
    if scoring.made is not None:
        made = bool(scoring.made.call(account.names(max(account.declarers, 0))))
        account.judge(made)
    lines: list[ScoreLine] = []
    ended: Side | None = None
    for row in scoring.rows:
        lines += run_row(row, account)
        if scoring.game.after_each_row:
            ended = decided(scoring.game, account)
            if ended is not None:
                break
    else:
        ended = finished(scoring.game, account)
    return conclude(profile, outcome, standing, RowsRun(account, books, made, lines, ended))


def score_claim(profile: Profile, outcome: Outcome, standing: Standing, earned: ScoreLine) -> Result:
    """Score a deal that a claim ended: what it earned is credited, no row runs, and the game is checked."""
    account = Account(profile.scoring, outcome, outcome.books, standing)
    lines = account.add(earned.row, earned.into, [(earned.side, earned.amount)])
    ended = finished(profile.scoring.game, account)
    return conclude(profile, outcome, standing, RowsRun(account, outcome.books, None, lines, ended))


def score_passed_out(profile: Profile, contract: Contract, standing: Standing) -> Result:
    """Score a deal in which nobody bid: no rows run, and only `over` can end the game."""
    outcome = Outcome(contract)
    account = Account(profile.scoring, outcome, (0, 0), standing)
    ended = run_out(profile.scoring.game, account)
    return conclude(profile, outcome, standing, RowsRun(account, (0, 0), None, [], ended))


class RowsRun(NamedTuple):
    """What running the rows of one deal came to; `ended` is the winner, None while the game goes on."""

    account: Account
    books: Pair
    made: bool | None
    lines: list[ScoreLine]
    ended: Side | None


def conclude(profile: Profile, outcome: Outcome, before: Standing, run: RowsRun) -> Result:
    """Run the rows of a game's end, where it has come, and close the account."""
    account, ended = run.account, run.ended
    lines = list(run.lines)
    if ended is not None:
        for row in profile.scoring.game.score:
            lines += run_row(row, account, ended)
    games = before.games
    if ended is not None and ended != DRAW:
        games = (games[0] + 1, games[1]) if ended == 0 else (games[0], games[1] + 1)
    after = replace(before, tallies=account.tallies, games=games)
    return Result(
        outcome=outcome,
        books=run.books,
        made=run.made,
        lines=tuple(lines),
        before=before,
        after=after,
        over=ended is not None,
        winner=DRAW if ended is None else ended,
        undecided=account.undecided,
    )


def finished(game: GameRules, account: Account) -> Side | None:
    """Return who has won the game (`DRAW`: nobody), None while it goes on."""
    ended = decided(game, account)
    return run_out(game, account) if ended is None else ended


def decided(game: GameRules, account: Account) -> Side | None:
    """Return who has won by winning or by the other's losing."""
    names = [account.names(side) for side in SIDES]
    wins = [game.win is not None and bool(game.win.call(names[side])) for side in SIDES]
    loses = [game.lose is not None and bool(game.lose.call(names[side])) for side in SIDES]
    winners = [side for side in SIDES if wins[side] or loses[1 - side]]
    if not winners:
        return None
    if len(winners) == 1:
        return winners[0]
    return break_tie(game, account)


def run_out(game: GameRules, account: Account) -> Side | None:
    """Return who has won a game that is over by count."""
    names = account.names(0)
    if game.over is None or not game.over.call(names):
        return None
    winner = DRAW if game.winner is None else int(game.winner.call(names))
    return winner if winner != DRAW or game.winner is None or game.tie is None else break_tie(game, account)


def break_tie(game: GameRules, account: Account) -> Side:
    """Return who wins when both sides would; an even tally is a draw, and so it is where the rules don't say."""
    tie = game.tie
    if tie is None:  # checking a profile refuses it where that is known to happen, and warns where it may
        account.undecided = True
        return DRAW
    if tie.to == "highest":
        one, other = account.tallies[tie.tally or "total"]
        return DRAW if one == other else int(other > one)
    if tie.to == "draw":
        return DRAW
    return account.owner(tie.to, 0)


class MatchEnd(NamedTuple):
    """The end of a match: who won it (`DRAW`: nobody), the rows that it ran, the standing behind them.

    `settlement` is what the winners receive, None where the rules don't say.
    """

    winner: Side
    lines: tuple[ScoreLine, ...]
    after: Standing
    settlement: int | None = None


def match_end(profile: Profile, result: Result) -> MatchEnd | None:
    """Return the end of the match that a deal brought; None while it goes on.

    Without match rules one game is the match.
    """
    if not result.over:
        return None
    rules = profile.scoring.match
    if rules is None:
        return MatchEnd(result.winner, (), result.after)
    account = account_after(profile, result)
    won = [side for side in SIDES if rules.win.call(account.names(side))]
    if not won:
        return None
    winner = won[0] if len(won) == 1 else DRAW
    lines: list[ScoreLine] = []
    for row in rules.score:
        lines += run_row(row, account, winner)
    settlement = None if rules.result is None or winner == DRAW else int(rules.result.call(account.names(winner)))
    return MatchEnd(winner, tuple(lines), replace(result.after, tallies=account.tallies), settlement)


def account_after(profile: Profile, result: Result) -> Account:
    """Return the account of a scored deal as it stands behind it."""
    account = Account(profile.scoring, result.outcome, result.books, result.after)
    if result.made is not None:
        account.judge(result.made)
    return account
