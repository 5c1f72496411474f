"""Lines that can do nothing, and ends of a game that decide nothing."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem
from interpreter.expression.tree import Expr, walk
from interpreter.profile.analyse.auction import can_pass_out
from interpreter.profile.analyse.constant import is_param
from interpreter.profile.analyse.ends import names_in
from interpreter.profile.analyse.ranges import ANY, HUGE, Box, Known, Range, cuts_of, impossible, least, negated, truth
from interpreter.profile.analyse.reach import Reaches
from interpreter.profile.analyse.subject import Subject, warning
from interpreter.profile.positions import Source
from interpreter.quantities import OWNERS
from interpreter.scoring import BEFORE

ENDS = (("game", "win"), ("game", "lose"), ("match", "win"))
GAMES = "games"
MAX_PARTS = 500
"""How many parts of the space of standings are looked at in one proof."""


def check_all_pass(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell where a file says what follows when all pass, and they can't."""
    auction = subject.profile.auction
    if auction is not None and auction.all_pass is not None:
        node = subject.value_at("phases", auction.name, "all_pass")
        if node is not None and node.source is source and not can_pass_out(subject, auction):
            yield warning(
                subject.problem(
                    "R108",
                    f"`all_pass: {auction.all_pass}` never happens: the last seat may not pass when all others have",
                    node.place(),
                    "leave it out, or let the last seat pass: `may_pass: true`",
                    ("who may pass is said here", subject.value_place("phases", auction.name, "may_pass")),
                )
            )


def check_rows(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each row of a file that adds 0."""
    for row in subject.profile.scoring.rows:
        path = ("score", row.name, "add")
        node, expr = subject.value_at(*path), subject.expressions.get(path)
        if node is None or expr is None or node.source is not source:
            continue
        if row.add.constant == 0 and not any(map(is_param, walk(expr))):
            text = f"the row {row.name!r} never counts: it adds 0"
            help = f"leave the row out (an inherited one: `score: {{{row.name}: null}}`)"
            yield warning(subject.problem("R102", text, node.place(), help))


def check_decided(subject: Subject) -> Iterator[Problem]:
    """Tell where a game is won or lost before anything is scored, and where whoever wins it loses it as well."""
    paths = [path for path in ENDS if path in subject.expressions]
    ends = {path[1]: subject.expressions[path] for path in paths if path[0] == "game"}
    defines = {path[1]: expr for path, expr in subject.expressions.items() if path[0] == "define"}
    reaches = Reaches(defines)
    found = set[str]()  # a game is over by the first of its ends
    for section, key in paths:
        expr = subject.expressions[section, key]
        names = {name for name in names_in(expr, defines) if begins_at_0(subject, section, name)}
        start = {**dict.fromkeys(names, (0, 0)), "deal": (1, HUGE)}
        if section not in found and names and truth(reaches.of(expr)(start.get)) == (1, 1):
            found.add(section)
            of = "the match's " if section == "match" else ""
            first = "the first game ends every match" if section == "match" else "the first deal ends every game"
            yield warning(
                subject.problem(
                    "R109",
                    f"{of}`{key}` holds from the start, with nothing scored yet: {first}",
                    subject.value_place(section, key),
                    "compare with a number that has to be come to",
                    *subject.params_of(section, key),
                )
            )
    if len(ends) == 2 and "game" not in found and always_both(ends, defines, reaches):
        yield warning(
            subject.problem(
                "R109",
                "`lose` holds whenever `win` does: a side that comes to the one comes to the other too",
                subject.value_place("game", "lose"),
                "let them rule each other out, such as `mine.total >= 7` and `mine.total <= -7`",
                ("`win` stands here", subject.value_place("game", "win")),
            )
        )


def begins_at_0(subject: Subject, section: str, name: str) -> bool:
    """Whether a variable is a side's count that begins at 0 in each game, or in each match."""
    owner, _, rest = name.partition(".")
    scope = "match" if rest == GAMES else subject.profile.scoring.tallies.get(rest.removeprefix(BEFORE))
    return owner in OWNERS and scope == section


def always_both(ends: dict[str, Expr], defines: dict[str, Expr], reaches: Reaches) -> bool:
    """Whether it is proved that a side never wins without losing, though it may win."""
    names = sorted({name for expr in ends.values() for name in names_in(expr, defines)})
    if not all("." in name and name.split(".")[0] in OWNERS for name in names):
        return False
    won, lost = (reaches.of(ends[key]) for key in ("win", "lose"))
    cuts, space = cuts_of(ends.values(), defines), (ANY,) * len(names)

    def known(box: Box) -> dict[str, Known]:
        return dict(zip(names, box, strict=True))

    def wins(box: Box) -> Range:
        return truth(won(known(box).get))

    def only_wins(box: Box) -> Range:
        return least(wins(box), negated(truth(lost(known(box).get))))

    return impossible(only_wins, space, cuts, [MAX_PARTS]) and not impossible(wins, space, cuts, [MAX_PARTS])
