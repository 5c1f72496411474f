"""Checks that what one key names is there: tallies, declarers, an end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem, suggestion
from interpreter.model import ExchangePhase, Row
from interpreter.profile.analyse.subject import Subject
from interpreter.profile.vocabulary.words import submap


def check_references(subject: Subject) -> Iterator[Problem]:
    """Every tally exists, nobody names declarers in a game without an auction, and the game has an end."""
    yield from check_rows(subject)
    yield from check_declarers(subject)
    yield from check_game_keys(subject)


def row_groups(subject: Subject) -> Iterator[tuple[tuple[str, ...], tuple[Row, ...]]]:
    """Yield all rows by where they stand."""
    scoring = subject.profile.scoring
    yield ("score",), scoring.rows
    yield ("game", "score"), scoring.game.score
    if scoring.match is not None:
        yield ("match", "score"), scoring.match.score


def check_rows(subject: Subject) -> Iterator[Problem]:
    """Demand that rows and `tie` name tallies that exist, and sides that the game knows."""
    scoring, tallies = subject.profile.scoring, subject.profile.scoring.tallies
    for path, rows in row_groups(subject):
        for row in rows:
            if row.into not in tallies:
                near = suggestion(row.into, tallies) or f"add `tallies: {{{row.into}: game}}`"
                yield subject.problem(
                    "R040",
                    f"there is no tally {row.into!r}",
                    subject.value_place(*path, row.name, "into"),
                    near,
                )
            if row.to in ("declarers", "defenders") and subject.profile.auction is None:
                yield subject.problem(
                    "R041",
                    f"the row {row.name!r} is for the {row.to}, but nobody bids in this game",
                    subject.value_place(*path, row.name, "to"),
                    "write `to: sides`",
                )
    tie = scoring.game.tie
    if tie is not None and tie.to == "highest" and tie.tally not in tallies:
        yield subject.problem(
            "R040",
            f"there is no tally {tie.tally!r}",
            subject.value_place("game", "tie"),
            suggestion(str(tie.tally), tallies),
        )
    if tie is not None and tie.to in ("declarers", "defenders") and subject.profile.auction is None:
        yield subject.problem(
            "R041",
            f"a tie goes to the {tie.to}, but nobody bids in this game",
            subject.value_place("game", "tie"),
            "write `tie: draw` or `tie: highest(total)`",
        )
    if "total" in submap(subject.tree, "tallies").entries:
        yield subject.problem(
            "R042", "`total` is always there, for a game", subject.place("tallies", "total"), "leave it out"
        )


def check_declarers(subject: Subject) -> Iterator[Problem]:
    """Demand an auction where phases speak of the declarer or the others."""
    profile = subject.profile
    if profile.auction is not None:
        return
    if profile.play.books:
        yield subject.problem(
            "R043",
            "`books` are credited to declarers, but nobody bids in this game",
            subject.place("phases", profile.play.name, "books"),
            "leave it out",
        )
    for phase in profile.flow:
        if isinstance(phase, ExchangePhase):
            for step in phase.steps:
                if step.who is None:
                    yield subject.problem(
                        "R044",
                        "`others` are all but the declarer, but nobody bids in this game",
                        subject.value_place("phases", phase.name, "steps", step.name, "who"),
                        "name a seat, such as dealer",
                    )


def check_game_keys(subject: Subject) -> Iterator[Problem]:
    """Demand that a game can be won at all, and that its keys belong together."""
    game = subject.profile.scoring.game
    if game.win is None and game.lose is None and game.over is None:
        yield subject.problem(
            "R045",
            "the game has no end: none of win, lose and over is set",
            subject.place("game"),
            "such as `game: {win: mine.total >= 7}`",
        )
    if game.winner is not None and game.over is None:
        yield subject.problem(
            "R046",
            "`winner` says who wins a game that is over by count, but `over` isn't set",
            subject.place("game", "winner"),
            "add `over`, or leave `winner` out",
        )
    if game.over is not None and game.winner is None:
        yield subject.problem(
            "R047",
            "`over` ends the game, but no `winner` says who has won",
            subject.place("game", "over"),
            "such as `winner: highest(total)`",
        )
    if not subject.profile.scoring.rows:
        yield subject.problem(
            "R048",
            "the game has no score: no row of `score` is set",
            subject.place("score"),
            "add a row with `to` and `add`",
        )
