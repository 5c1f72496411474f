"""Checks that what one key names is there: tallies, declarers, an end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import MEANT, Problem, suggestion
from interpreter.expression.tree import Expr
from interpreter.model import ExchangePhase, Row
from interpreter.profile.analyse.subject import Subject
from interpreter.profile.vocabulary.words import submap
from interpreter.scoring import counters


def row_groups(subject: Subject) -> Iterator[tuple[tuple[str, ...], tuple[Row, ...]]]:
    """Yield all rows by where they stand."""
    scoring = subject.profile.scoring
    yield ("score",), scoring.rows
    yield ("game", "score"), scoring.game.score
    if scoring.match is not None:
        yield ("match", "score"), scoring.match.score


def check_tallies(subject: Subject) -> Iterator[Problem]:
    """Demand that rows and `tie` name tallies that exist."""
    scoring, tallies = subject.profile.scoring, subject.profile.scoring.tallies
    for path, rows in row_groups(subject):
        for row in rows:
            if row.into not in tallies:
                near = suggestion(row.into, tallies) or ""
                lasts = "match" if path[0] == "match" else "game"
                add = f"add `tallies: {{{row.into}: {lasts}}}`"
                yield subject.problem(
                    "R040",
                    f"there is no tally {row.into!r}",
                    subject.value_place(*path, row.name, "into"),
                    near if near.startswith(MEANT) else add,
                )
    tie = scoring.game.tie
    if tie is not None and tie.to == "highest" and tie.tally not in tallies:
        yield subject.problem(
            "R040",
            f"there is no tally {tie.tally!r}",
            subject.value_place("game", "tie"),
            suggestion(str(tie.tally), tallies),
        )
    if "total" in submap(subject.tree, "tallies").entries:
        yield subject.problem(
            "R042", "`total` is always there, for a game", subject.place("tallies", "total"), "leave it out"
        )


def check_sides(subject: Subject) -> Iterator[Problem]:
    """Demand that rows and `tie` name sides that the game knows."""
    if subject.profile.auction is not None:
        return
    for path, rows in row_groups(subject):
        for row in rows:
            if row.to in ("declarers", "defenders"):
                yield subject.problem(
                    "R041",
                    f"the row {row.name!r} is for the {row.to}, but nobody bids in this game",
                    subject.value_place(*path, row.name, "to"),
                    "write `to: sides`",
                )
    tie = subject.profile.scoring.game.tie
    if tie is not None and tie.to in ("declarers", "defenders"):
        yield subject.problem(
            "R041",
            f"a tie goes to the {tie.to}, but nobody bids in this game",
            subject.value_place("game", "tie"),
            "write `tie: draw` or `tie: highest(total)`",
        )


def check_declarers(subject: Subject) -> Iterator[Problem]:
    """Demand an auction where phases speak of the declarer or the others."""
    profile = subject.profile
    auction = profile.auction
    if auction is not None and auction.all_pass == "next_deal" and "declarer" in profile.next_dealer.reads:
        yield subject.problem(
            "R053",
            "the next dealer depends on the declarer, but a deal that is passed out has none",
            subject.value_place("dealer", "next"),
            "write `next: left(dealer)`, or `all_pass: redeal`",
            ("here the deal passes on without a declarer", subject.value_place("phases", auction.name, "all_pass")),
        )
    for phase in profile.flow:
        if phase is profile.auction:
            return
        if isinstance(phase, ExchangePhase):
            yield from others(subject, phase)
    if profile.play.books:
        yield subject.problem(
            "R043",
            "`books` are credited to declarers, but nobody bids in this game",
            subject.place("phases", profile.play.name, "books"),
            "leave it out",
        )


def others(subject: Subject, phase: ExchangePhase) -> Iterator[Problem]:
    """Refuse `who: others` in an exchange without an auction before it."""
    why = "nobody bids in this game" if subject.profile.auction is None else "nobody has bid yet in this phase"
    for step in phase.steps:
        if step.who is None:
            yield subject.problem(
                "R044",
                f"`others` are all but the declarer, but {why}",
                subject.value_place("phases", phase.name, "steps", step.name, "who"),
                "name a seat, such as dealer",
            )


def check_growth(subject: Subject) -> Iterator[Problem]:
    """No row multiplies tallies with each other: such a score would soon have more digits than a computer can hold."""
    defines = {path[1]: expr for path, expr in subject.expressions.items() if path[0] == "define"}
    known = counters(subject.profile.scoring.tallies)

    def power(expr: Expr) -> int:
        if expr.op == "name":
            return int(str(expr.value).partition(".")[2] in known)
        if expr.op == "define":
            return power(defines[str(expr.value)])
        powers = [power(arg) for arg in expr.args]
        return sum(powers) if expr.op == "*" else max(powers, default=0)

    for path, rows in row_groups(subject):
        for row in rows:
            if power(subject.expressions[(*path, row.name, "add")]) > 1:
                yield subject.problem(
                    "R049",
                    f"the row {row.name!r} multiplies tallies with each other, so that they grow beyond all bounds",
                    subject.value_place(*path, row.name, "add"),
                    "multiply a tally by plain numbers only",
                )


def check_game_keys(subject: Subject) -> Iterator[Problem]:
    """Demand that a game can be won at all, and that its keys belong together."""
    game = subject.profile.scoring.game
    if game.win is None and game.lose is None and game.over is None:
        yield subject.problem(
            "R045",
            "the game has no end: none of win, lose and over is set",
            subject.place("game"),
            "write, for example, `game: {win: mine.total >= 7}`",
        )
    if game.winner is not None and game.over is None:
        yield subject.problem(
            "R046",
            "`winner` says who wins a game that is over by count, but `over` isn't set",
            subject.place("game", "winner"),
            "add `over`, or leave `winner` out",
        )
    if not subject.profile.scoring.rows:
        yield subject.problem(
            "R048",
            "the game has no score: no row of `score` is set",
            subject.place("score"),
            "add a row with `to` and `add`",
        )
