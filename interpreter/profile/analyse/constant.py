"""Conditions that are always the same, rows of the score that never apply, layers that are never in force.

Only lines of the file in question are looked at, and only what no param changes: in another composition, or with
another param, an inherited condition may well matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.errors import Place, Problem
from interpreter.expression.tree import COMPARISONS, Expr, walk
from interpreter.expression.types import BOOL
from interpreter.profile.analyse.ends import names_in
from interpreter.profile.analyse.ranges import HUGE, Known, Range, either, exact, truth
from interpreter.profile.analyse.reach import Reach, Reaches
from interpreter.profile.analyse.subject import MAX_WORK, Parts, Subject, TooMany, warning
from interpreter.profile.analyse.worlds import Path, World, Worlds
from interpreter.profile.checked import LOST_VALUE
from interpreter.profile.glossary import NAMES
from interpreter.profile.inheriting import INHERITED
from interpreter.profile.nodes import Mapping, Node, Scalar
from interpreter.profile.positions import Source
from interpreter.quantities import OF_TRICKS

CONDITIONS = frozenset((*COMPARISONS, "and", "or", "not"))
RANGE = re.compile(r"\s*(\S+?)\s*\.\.\s*(\S+)\s*")
NUMBER = re.compile(r"\s*[0-9]+\s*")
BOTH = tuple(
    (f"{one}.{quantity}", f"{other}.{quantity}")
    for one, other in (("mine", "theirs"), ("declarers", "defenders"))
    for quantity in OF_TRICKS
)
"""Quantities of both sides that are told together."""
Ends: TypeAlias = tuple[int | None, int | None]
"""How far down and up a param can take a field; None where an end is no param."""
MAX_LEVELS = 60
"""So many values below the least one are looked at."""
MOST = MAX_WORK // 5
MAX_FACTS = 3
"""How many variables a message tells the values of."""


@dataclass(slots=True)
class Doubt:
    """A condition that may always be the same. `seen` are its truth values so far, None before the first."""

    node: Expr
    path: Path
    reach: Reach
    seen: Range | None = None

    def look(self, world: World) -> bool:
        """Look at one more world; return whether it is still always the same."""
        known = truth(self.reach(world.get))
        self.seen = known if self.seen is None else (min(self.seen[0], known[0]), max(self.seen[1], known[1]))
        return self.seen[0] == self.seen[1]


@dataclass(slots=True)
class Constants:
    """The conditions in one file that are always the same, in one game."""

    subject: Subject
    source: Source
    lost: Parts = frozenset()
    worlds: Worlds = field(init=False)
    tunable: dict[str, Ends] = field(init=False)
    """Fields of which a param sets the least or the greatest value."""
    doubts: dict[int, Doubt | None] = field(default_factory=dict)
    """By the node of a condition: what is known of it, None once it isn't always the same."""
    parts: frozenset[int] = frozenset()
    """The nodes whose truth decides over another part of the same text."""
    budget: int = MOST
    """How often conditions may still be looked at."""

    def __post_init__(self) -> None:
        self.worlds = Worlds(self.subject, self.lost)
        self.tunable = tunable_fields(self.subject, self.worlds.reaches)
        self.parts = frozenset(id(part) for expr in self.subject.expressions.values() for part in deciding(expr))

    def find(self) -> list[Doubt]:
        """Return the innermost conditions that are always the same."""
        for path, expr in self.subject.expressions.items():
            if path[0] != "define":
                self.go_through(path, expr)
        found = {key: doubt for key, doubt in self.doubts.items() if doubt is not None and doubt.seen is not None}
        return [doubt for doubt in found.values() if not any(id(part) in found for part in self.below(doubt.node))]

    def go_through(self, path: Path, expr: Expr) -> None:
        """Look at the conditions of one expression in all its worlds."""
        open_doubts = self.open_doubts(path, expr)
        if not open_doubts:
            return
        reads = frozenset[str]().union(*(self.worlds.read_by(doubt.node) for doubt in open_doubts))
        try:
            for world in self.worlds.of(path, reads):
                self.budget -= len(open_doubts)
                open_doubts = [doubt for doubt in open_doubts if self.holds_out(doubt, world)]
                if not open_doubts:
                    return
                if self.budget < 0:
                    break
            else:
                return
        except TooMany:
            pass
        except KeyError as error:
            if error.args != (LOST_VALUE,):
                raise
        for doubt in open_doubts:
            self.doubts[id(doubt.node)] = None

    def open_doubts(self, path: Path, expr: Expr) -> list[Doubt]:
        """Return the conditions of an expression, its defines' too, of which nobody knows yet that they vary."""
        found = []
        for node in [expr, *self.below(expr)]:
            if id(node) not in self.doubts and self.is_asked(node):
                self.doubts[id(node)] = Doubt(node, path, self.worlds.reaches.of(node))
            doubt = self.doubts.get(id(node))
            if doubt is not None:
                found.append(doubt)
        return found

    def holds_out(self, doubt: Doubt, world: World) -> bool:
        """Look at one more world; return whether the condition is still always the same, whatever params are."""
        wide = widened(world, self.tunable)
        if doubt.look(world) and (wide is world or doubt.look(wide)):
            return True
        self.doubts[id(doubt.node)] = None
        return False

    def below(self, expr: Expr) -> Iterator[Expr]:
        """Yield the parts of an expression, with those of the defines that it uses."""
        waiting, seen = [expr], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                if node is not expr:
                    yield node
                name = str(node.value)
                if node.op == "define" and name not in seen:
                    seen.add(name)
                    waiting.append(self.worlds.defines[name])

    def is_asked(self, node: Expr) -> bool:
        """Whether a part of an expression is a condition of this file, on no param, and on variables or within another.

        What stands alone, such as `may_pass: true`, is a setting.
        """
        within = id(node) in self.parts
        if (
            not (node.op in CONDITIONS or (within and node.op == "bool"))
            or not isinstance(node.origin, Scalar)
            or node.origin.source is not self.source
        ):
            return False
        if INHERITED.search(node.origin.text, node.start, node.end):
            return False  # what that stands for differs from game to game
        parts = [node, *self.below(node)]
        return (within or any(part.op in ("name", "class") for part in parts)) and not any(map(is_param, parts))

    # ---- what is said of it

    def facts(self, doubt: Doubt) -> str:
        """Return the values of the variables that a condition reads, or else of what it compares, for a message."""
        names = sorted(name for name in names_in(doubt.node, self.worlds.defines))
        reads = self.worlds.read_by(doubt.node)
        found: dict[str, list[Known]] = {name: [] for name in names}
        sides = {
            shown(side): self.worlds.reaches.of(side) for side in doubt.node.args if side.op not in ("name", "int")
        }
        compared: dict[str, list[Known]] = {text: [] for text in sides}
        for world in self.worlds.of(doubt.path, reads):
            for name in names:
                found[name].append(world.get(name))
            for text, reach in sides.items():
                compared[text].append(reach(world.get))
        truths = {name for name, known in NAMES.items() if known.type == BOOL}
        told = [(told_truth if name in truths else told_values)(name, values) for name, values in found.items()]
        if not any(told) and doubt.node.op in COMPARISONS:
            told = [told_values(f"`{text}`", values) for text, values in compared.items()]
        together = [told_sum(found[one], found[other]) for one, other in BOTH if one in found and other in found]
        return ", ".join([text for text in (*told, *together) if text][:MAX_FACTS])


def deciding(expr: Expr) -> Iterator[Expr]:
    """Yield the parts of an expression that are conditions within another part: of `and`, `or`, `not` and `if`."""
    for node in walk(expr):
        if node.op in ("and", "or", "not"):
            yield from node.args
        elif node.op == "if":
            yield node.args[0]


def is_param(node: Expr) -> bool:
    """Whether a number in a checked expression is written as a param."""
    if node.op != "int" or not isinstance(node.origin, Scalar):
        return False
    return not NUMBER.fullmatch(node.origin.text[node.start : node.end].strip("()-"))


def told_values(name: str, values: list[Known]) -> str:
    """Return the values of a variable for a message; nothing where they aren't known or needn't be told."""
    if not values or any(value is None for value in values):
        return ""
    if all(isinstance(value, str) for value in values):
        words = list(dict.fromkeys(str(value) or "nothing" for value in values))
        return f"{name} is {' or '.join(words[:6])}" if len(words) <= 6 else ""
    if not all(isinstance(value, tuple) for value in values):
        return ""
    low, high = values[0]
    for value in values[1:]:
        low, high = either((low, high), value)
    if high >= HUGE or low <= -HUGE:
        return f"{name} is {low} or more" if low > -HUGE else f"{name} is {high} at most" if high < HUGE else ""
    return f"{name} is {low}" if low == high else f"{name} is {low} to {high}"


def told_truth(name: str, values: list[Known]) -> str:
    """Return whether a condition holds, for a message; nothing where that differs or isn't known."""
    known = set(values)
    return f"{name} always holds" if known == {(1, 1)} else f"{name} never holds" if known == {(0, 0)} else ""


def told_sum(one: list[Known], other: list[Known]) -> str:
    """Return what the books of both sides come to together, for a message; nothing where that isn't known."""
    sums = set()
    for pair in zip(one, other, strict=True):
        if any(not isinstance(known, tuple) or known[0] != known[1] for known in pair):
            return ""
        sums.add(pair[0][0] + pair[1][0])
    return f"together {' or '.join(map(str, sorted(sums)))}" if 0 < len(sums) <= 4 else ""


def widened(world: World, tunable: dict[str, Ends]) -> World:
    """Return a world in which fields can be all that params can make of them."""
    if not tunable:
        return world
    wide = dict(world)
    for name, (low, high) in tunable.items():
        for owner in ("contract", "bid", "high"):
            known = world.get(f"{owner}.{name}")
            if isinstance(known, tuple):
                wide[f"{owner}.{name}"] = (known[0] if low is None else low, known[1] if high is None else high)
    return wide


def tunable_fields(subject: Subject, reaches: Reaches) -> dict[str, Ends]:
    """Return the fields whose least or greatest value is a param, and how far that can go."""
    found: dict[str, tuple[bool, bool]] = {}

    def note(node: Node, key: str) -> None:
        if isinstance(node, Mapping):
            for name, entry in node.entries.items():
                note(entry, name)
        elif isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
            low, high = (NUMBER.fullmatch(end) is None for end in match.groups())
            before = found.get(key, (False, False))
            found[key] = (before[0] or low, before[1] or high)

    note(subject.tree.entries.get("phases", subject.tree), "")
    return {
        name: (least(subject, reaches, name) if low else None, HUGE if high else None)
        for name, (low, high) in found.items()
        if low or high
    }


def least(subject: Subject, reaches: Reaches, name: str) -> int:
    """Return the least value that a param can give a bid's field: with one less a bid's rank is 0, which is refused.

    A range that begins lower holds all values between; so the first one below that has no rank ends them. Where all
    kinds of bids begin with the same param, one kind is enough.
    """
    auction = subject.profile.auction
    kinds = {bid.kind for bid in auction.bids if name in bid.fields} if auction is not None else set[str]()
    found: dict[int, None] = {}
    begin = set[str]()
    for kind in kinds:
        assert auction is not None
        rank = subject.expressions.get(("phases", auction.name, "bids", kind, "rank"))
        if rank is None or any(map(is_param, walk(rank))):
            return -HUGE
        reach, now = reaches.of(rank), min(bid.fields[name] for bid in auction.bids if bid.kind == kind)
        if not isinstance(now, int):
            return -HUGE
        below = (value for value in range(now - 1, now - MAX_LEVELS, -1) if has_no_rank(reach, name, value))
        found[next(below, -HUGE) + 1] = None
        node = subject.value_at("phases", auction.name, "bids", kind, name)
        match = RANGE.fullmatch(node.text) if isinstance(node, Scalar) else None
        begin.add(f"{kind} alone" if match is None else match[1])
    if not found:
        return -HUGE
    return max(found) if len(begin) == 1 else min(found)


def has_no_rank(reach: Reach, name: str, value: int) -> bool:
    """Whether the rank of each bid whose field has a value is 0 or less; false where that isn't known."""
    known = reach(lambda read: (value, value) if read == f"bid.{name}" else None)
    return isinstance(known, tuple) and known[1] <= 0


def check_constants(subject: Subject, source: Source, lost: Parts = frozenset()) -> Iterator[Problem]:
    """Tell every condition of a file that is always the same: of a row or layer, that it never applies.

    Where parts of which rules are `lost` decide what can come up, only what holds whatever comes up is told.
    """
    constants = Constants(subject, source, lost)
    for doubt in constants.find():
        made = subject.expressions[doubt.path] if doubt.path == ("made",) else None
        if made is None or not (made is doubt.node or (doubt.seen == (0, 0) and settles(made, doubt.node, constants))):
            yield told(constants, doubt)  # else no bid can be made, or none can fail, and that is told


def told(constants: Constants, doubt: Doubt) -> Problem:
    """Return the problem that a condition is always the same."""
    subject, path = constants.subject, doubt.path
    always = doubt.seen == (1, 1)
    facts = constants.facts(doubt)
    what = f"`{shown(doubt.node)}` is {'always' if always else 'never'} true" + (f": {facts}" if facts else "")
    root = subject.expressions[path]
    place = doubt.node.place()
    if not always and path[-1] == "when" and settles(root, doubt.node, constants):
        if path[0] == "score":
            text = f"the row {path[1]!r} never applies: {what}"
            return warning(
                Problem("R102", text, place, "mend `when`, or leave the row out", passed_out(constants, doubt))
            )
        if path[0] == "ranking":
            text = f"the layer {path[1]!r} is never in force: {what}"
            return warning(Problem("R104", text, place, "mend `when`, or leave the layer out"))
    return warning(Problem("R103", what, place, "leave it out, or compare with what can come up"))


def passed_out(constants: Constants, doubt: Doubt) -> tuple[tuple[str, Place | None], ...]:
    """Return a note where a condition would hold only while nothing is bid, in a game where that deal isn't scored."""
    subject = constants.subject
    auction, bare = subject.profile.auction, subject.profile.contract.names
    known = {name: exact(value) for name, value in bare.items()} | {"contract.kind": exact("")}
    if auction is None or truth(doubt.reach(known.get)) != (1, 1):
        return ()
    if auction.all_pass == "redeal" or auction.all_pass is None:
        return (("a deal in which nobody bids isn't scored", None),)
    said = "a deal in which nobody bids isn't scored: `all_pass` goes on to the next one"
    return ((said, subject.value_place("phases", auction.name, "all_pass")),)


def settles(root: Expr, node: Expr, constants: Constants) -> bool:
    """Whether a whole condition is never true because a part of it isn't."""
    if root is node:
        return True
    if root.op == "define":
        return settles(constants.worlds.defines[str(root.value)], node, constants)
    return root.op == "and" and any(settles(arg, node, constants) for arg in root.args)


def shown(node: Expr) -> str:
    """Return a condition as its author wrote it."""
    assert isinstance(node.origin, Scalar)
    text = " ".join(node.origin.text[node.start : node.end].split())
    return text if len(text) <= 80 else f"{text[:77]}..."
