"""What can still be read of a file of cases with faults, so that one run tells all that is wrong in it.

A fault of the schema is mended where it is plain what was meant, and taken out. A case with faults is read both ways,
and what is wrong in both is told: the rest would only follow from the faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from interpreter.errors import Place, Problem
from interpreter.profile.faults import Fault, faults
from interpreter.profile.keys import key_order
from interpreter.profile.nodes import Mapping, Node, copies, data, follow
from interpreter.profile.nodes import Sequence as ListNode
from interpreter.profile.parts import Path, path_at
from interpreter.profile.salvage import repaired, taken_out
from interpreter.profile.schema import place_of_fault

ROUNDS = 4
"""How often what is left is looked at anew: what was mended may hold faults, and what lacks a key too."""
COMPARED = {"T016": ("cards", "hand")}
"""Problems of one key that may come of faults of others beside it."""


@dataclass(frozen=True, slots=True)
class Readable:
    """A file of cases as it can be read.

    `trees` are the ways to read it, which fit the schema but for keys that are missing: one where it has no faults,
    none where it has too many. `problems` are those of each case by its name, and under None those of the file itself.
    `faulty` are the paths at which something was wrong; those in `mended` say in the first tree what was meant.
    """

    trees: tuple[Mapping, ...]
    problems: dict[str | None, list[Problem]]
    faulty: frozenset[Path] = frozenset()
    mended: frozenset[Path] = frozenset()

    def names(self) -> list[str]:
        """Return the names of all cases."""
        cases = self.trees[0].entries.get("cases") if self.trees else None
        there = cases.entries if isinstance(cases, Mapping) else ()
        return list(dict.fromkeys([*there, *(name for name in self.problems if name is not None)]))

    def told(self, name: str, readings: Sequence[list[Problem]]) -> list[Problem]:
        """Return what is wrong with a case with faults; `readings` are what was found in each way to read it."""
        known = self.problems[name]
        marked = {problem.place for problem in known} | self.shaken(name)
        within = [path[2:] for path in self.faulty if path[:2] == ("cases", name)]
        beside = {path[1] for path in within if len(path) > 1}
        return [
            *known,
            *(
                problem
                for problem in (readings[0] if readings else ())
                if (self.is_in_all(problem, readings) or self.is_mended(problem))
                and problem.place not in marked
                and beside.isdisjoint(COMPARED.get(problem.code, ()))
            ),
        ]

    def is_in_all(self, problem: Problem, readings: Sequence[list[Problem]]) -> bool:
        """Whether a problem of the first of some readings is one in all of them."""
        key = (problem.code, problem.place)
        return all(key in {(other.code, other.place) for other in found} for found in readings)

    def is_mended(self, problem: Problem) -> bool:
        """Whether a problem stands in what was mended."""
        path = path_at(self.trees[0], problem.place)
        return any(path[:end] in self.mended for end in range(len(path) + 1))

    def shaken(self, name: str) -> set[Place]:
        """Return the places of the maps and lists of a case in which something was wrong."""
        within = [path for path in self.faulty if path[:2] == ("cases", name)]
        nodes = (follow(tree, path[:end]) for tree in self.trees for path in within for end in range(2, len(path)))
        return {node.place() for node in nodes if node is not None}


@dataclass(slots=True)
class Noted:
    """What is found wrong with a file of cases while it is mended."""

    problems: dict[str | None, list[Problem]] = field(default_factory=dict)
    faulty: set[Path] = field(default_factory=set)
    mended: set[Path] = field(default_factory=set)
    incomplete: set[str | None] = field(default_factory=set)
    """Cases of which a part can't be read: what they lack may stand there."""

    def note(self, tree: Mapping, fault: Fault) -> None:
        """Note a fault of a tree under its case, unless its place has one already, or it may come of what is unread."""
        if fault.code == "S002" and case_of(fault) in self.incomplete:
            return
        problem = Problem(fault.code, fault.message, place_of_fault(tree, fault), fault.help)
        known = self.problems.setdefault(case_of(fault), [])
        if problem.place not in {other.place for other in known}:
            known.append(problem)
        self.faulty.add(path_of(fault))


def readable(root: Mapping, unread: Iterable[Problem]) -> Readable:
    """Return how a file of cases can be read; `unread` is what is wrong with it as YAML."""
    found = Noted()
    for problem in unread:
        name = case_at(root, problem.place)
        found.problems.setdefault(name, []).append(problem)
        if name is not None:  # what couldn't be read is missing somewhere in there
            found.faulty |= collections(follow(root, ("cases", name)), ("cases", name))
    found.incomplete.update(found.problems)
    faulty = faults(data(root), "cases", partial=False)
    found.incomplete.update(fault.meant for fault in faulty if fault.code == "S013")
    for fault in faulty:
        found.note(root, fault)
    if any(fault.code == "S012" for fault in faulty):
        return Readable((), found.problems)
    trees = [sound(root, mend, found) for mend in (True, False)] if faulty else [root]
    return Readable(
        tuple(tree for tree in trees if tree is not None),
        found.problems,
        frozenset(found.faulty),
        frozenset(found.mended),
    )


def sound(root: Mapping, mend: bool, findings: Noted) -> Mapping | None:
    """Return a copy of a tree without faults but for missing keys; None where that doesn't come to an end.

    Faults that show only once others are mended are noted.
    """
    tree = replace(root, entries=copies(root.entries), keys=dict(root.keys))
    seen: set[Path] = set()
    for number in range(ROUNDS):
        found = faults(data(tree), "cases", partial=False)
        if number and mend:
            for fault in found:
                if not any(path[: len(path_of(fault))] == path_of(fault) for path in seen):
                    findings.note(tree, fault)
        wrong = [fault for fault in found if not stays(fault)]
        if not wrong:
            return tree
        for fault in reversed(wrong):  # an item taken out of a list moves those behind it
            path = path_of(fault)
            if not mend:
                taken_out(tree, path)
            elif fault.code == "S013":
                put_below(tree, fault)
            elif not repaired(tree, fault, seen, []) or fault.meant is not None:
                findings.mended.add((*fault.path, fault.meant) if fault.meant is not None else path)
            else:
                findings.mended.discard(path)
            seen.add(path)
    return None


def put_below(tree: Mapping, fault: Fault) -> None:
    """Put a key that stands beside the map that it belongs in, and those behind it of which that is true, there."""
    holder = follow(tree, fault.path)
    home = follow(holder, (fault.meant or "",))
    if isinstance(holder, Mapping) and isinstance(home, Mapping):
        names = list(holder.entries)
        for name in names[names.index(str(fault.key)) :]:
            if name in key_order("cases", (*fault.path, str(fault.meant))) and name not in home.entries:
                home.entries[name], home.keys[name] = holder.entries.pop(name), holder.keys.pop(name)


def stays(fault: Fault) -> bool:
    """Whether a fault is left in the tree: a key that is missing, a case of two kinds, the name of a case."""
    return fault.code in ("S002", "S009") or (fault.code == "S006" and fault.path == ("cases",))


def path_of(fault: Fault) -> Path:
    """Return where a fault is: the path of a value or of a key."""
    return fault.path if fault.key is None else (*fault.path, fault.key)


def case_of(fault: Fault) -> str | None:
    """Return the name of the case that a fault is in, or in which a key beside it belongs."""
    if fault.code == "S013":
        return fault.meant
    top, *below = path_of(fault) or ("",)
    return str(below[0]) if top == "cases" and below else None


def case_at(root: Mapping, place: Place | None) -> str | None:
    """Return the name of the case in whose lines a place stands."""
    cases = root.entries.get("cases")
    if place is None or not isinstance(cases, Mapping):
        return None
    for double in root.doubled:
        if len(double.path) == 2 and double.path[0] == "cases" and double.holds(place):
            return str(double.path[1])
    before = [
        name
        for name, (source, start, end) in cases.keys.items()
        if (at := source.place(start, end)).line < place.line or (at.line == place.line and at.column <= place.column)
    ]
    return before[-1] if before else None


def collections(node: Node | None, path: Path) -> set[Path]:
    """Return the paths of what a map or list may lack, one in each of those in a node."""
    if not isinstance(node, Mapping | ListNode):
        return set()
    inner = node.entries.items() if isinstance(node, Mapping) else enumerate(node.items)
    return {(*path, ""), *(found for key, entry in inner for found in collections(entry, (*path, key)))}
