"""What can still be looked at in a profile with faults, so that one run tells all that is wrong, each thing once.

A fault of the schema is mended where it is plain what was meant, and otherwise taken out. What is taken out is missed
elsewhere: such consequences are silenced, for they would only repeat the fault. An expression that is wrong becomes a
variable that nobody sets; a proof that needs it ends there and says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from interpreter.errors import Problem
from interpreter.expression.tree import Expr
from interpreter.profile.checked import LOST_VALUE
from interpreter.profile.faults import Fault, faults
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, core_value, data

Path = tuple[str | int, ...]

ROUNDS = 3
"""How often what is left is looked at anew: taking a key out can make others lack it."""
NAMES_OF = ("params", "cards", "define", "tallies")
"""Maps whose keys are names that expressions use."""
UNKNOWN = frozenset(
    ("E010", "E011", "E012", "E016", "E020", "R002", "R003", "R004", "R016", "R017", "R020", "R023", "R040", "X037")
)
"""Problems of a name or word that isn't known."""
OF_FLOW = frozenset(("R010", "R012", "R013", "R014", "R015", "E030"))
ECHOES = ("R012", "R013", "R014", "R015")
OF_ORDER = frozenset(("E011", "E020", "E030"))


@dataclass(frozen=True, slots=True)
class Poison:
    """What is missing from a mended tree: names, or (`words`) so much that no unknown name can be told from a lost one.

    `flow` says that phases may be missing, `order` that they stand in a wrong one; `whole` that no rule is missing,
    only misspelt.
    """

    names: frozenset[str] = frozenset()
    words: bool = False
    flow: bool = False
    order: bool = False
    whole: bool = True

    def silences(self, problem: Problem) -> bool:
        """Whether a problem may be nothing but a consequence of what is missing."""
        if (self.flow and problem.code in OF_FLOW) or (self.order and problem.code in OF_ORDER):
            return True
        if problem.code not in UNKNOWN:
            return False
        return self.words or bool(self.names & set(re.findall(r"\w+", problem.message)))

    def after(self, problems: Iterable[Problem]) -> Poison:
        """Return this poison with what is missing where the words of a profile have these problems."""
        codes = {problem.code for problem in problems}
        lost = bool(codes & {"R010", "R012"})
        order = lost or bool(codes & {"R013", "R014", "R015"})
        return replace(self, words=self.words or lost, order=order) if order else self


def salvaged(tree: Mapping) -> tuple[Mapping, Poison]:
    """Return a tree without the faults of its schema, and what it lacks because of that."""
    tree = replace(tree, entries=copies(tree.entries), keys=dict(tree.keys))
    lost: set[Path] = set()
    mended: set[Path] = set()
    whole = True
    found: list[Fault] = []
    for _ in range(ROUNDS):
        found = faults(data(tree), "profile", partial=False)
        for fault in found:
            if fault.code != "S002":
                gone = repaired(tree, fault, mended)
                whole &= not gone  # what a misspelt key says was never meant to be proved
                lost |= {path for path in gone if fault.code != "S001"}
        if all(fault.code == "S002" for fault in found):
            break
    lost |= {(*fault.path, fault.key or "") for fault in found}
    return tree, poison_of(lost, whole=whole and not found)


def copies(entries: dict[str, Node]) -> dict[str, Node]:
    """Return copies of nodes whose maps and lists can be changed; scalars are shared."""

    def copy(node: Node) -> Node:
        if isinstance(node, Mapping):
            return replace(node, entries=copies(node.entries), keys=dict(node.keys))
        return replace(node, items=[copy(item) for item in node.items]) if isinstance(node, Sequence) else node

    return {key: copy(node) for key, node in entries.items()}


def repaired(tree: Mapping, fault: Fault, mended: set[Path]) -> set[Path]:
    """Mend a fault in a tree, or take it out; return the paths of what isn't there as it was written."""
    path: Path = fault.path if fault.key is None else (*fault.path, fault.key)
    if not path:
        return {path}
    holder = follow(tree, path[:-1])
    if isinstance(holder, Sequence):
        if isinstance(path[-1], int) and path[-1] < len(holder.items):
            holder.items.pop(path[-1])
        return set() if fault.code == "S010" else {path[:-1]}
    key = str(path[-1])
    if not isinstance(holder, Mapping) or key not in holder.entries:
        return set()
    node = holder.entries[key]
    if fault.code == "S001" and fault.meant:
        if fault.meant not in holder.entries:
            rename(holder, key, fault.meant)
        else:
            lay_over(holder, fault.meant, node)
            del holder.entries[key], holder.keys[key]
        return {path}
    if fault.key is None and isinstance(node, Scalar) and path not in mended:
        mended.add(path)
        holder.entries[key] = mended_scalar(node, fault)
        return set()
    del holder.entries[key], holder.keys[key]
    return {path}


def lay_over(holder: Mapping, key: str, node: Node) -> None:
    """Let a node replace what a key holds; of a map, key by key. An expression is still looked at, as if inherited."""
    below = holder.entries[key]
    if isinstance(node, Scalar) and isinstance(below, Scalar) and node.inherited is None:
        holder.entries[key] = replace(node, inherited=below)
        return
    if not isinstance(below, Mapping) or not isinstance(node, Mapping):
        holder.entries[key] = node
        return
    for name, entry in node.entries.items():
        if name in below.entries:
            lay_over(below, name, entry)
        else:
            below.entries[name], below.keys[name] = entry, node.keys[name]


def lacks_parents(problems: Iterable[Problem]) -> bool:
    """Whether a key is misspelt that brings other files in, so that all that is in these is missing."""
    keys = ("did you mean 'extends'", "did you mean 'house_rules'")
    return any(problem.code == "S001" and (problem.help or "").startswith(keys) for problem in problems)


def mended_scalar(node: Scalar, fault: Fault) -> Scalar:
    """Return a scalar as it was probably meant: with quotes or without, or a near word."""
    near = re.match(r"did you mean '(.*)'\?$", fault.help or "")
    if near:
        return replace(node, value=near[1], text=near[1])
    return replace(node, value=core_value(node.text) if isinstance(node.value, str) else node.text)


def rename(holder: Mapping, key: str, meant: str) -> None:
    """Give an entry the key that was meant, in its place."""
    for entries in (holder.entries, holder.keys):
        items = [(meant if name == key else name, value) for name, value in entries.items()]
        entries.clear()
        entries.update(items)  # type: ignore[arg-type]  # each with its own values


def follow(node: Node, path: Path) -> Node | None:
    """Return what a path leads to, None where it leads nowhere."""
    for step in path:
        if isinstance(node, Mapping) and str(step) in node.entries:
            node = node.entries[str(step)]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def poison_of(lost: Iterable[Path], *, whole: bool) -> Poison:
    """Return what is missed where some paths are lost."""
    names: set[str] = set()
    words = flow = False
    for path in lost:
        top, *below = path or ("",)
        if top in NAMES_OF and below:
            names.add(str(below[0]))
        elif top == "phases":
            flow |= len(below) <= 1 or below[1] == "do"
            words |= len(below) <= 1 or below[1] in ("do", "bids", "pick", "set", "opening")
        elif top == "made":
            names.add("made")
        elif top in ("flow", "contract", "deck", "", *NAMES_OF):
            flow |= top in ("flow", "")
            words = True
    return Poison(frozenset(names), words, flow, whole=whole)


def without_echoes(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems without those of the flow that come of a phase's name being misspelt in it."""
    found = list(problems)
    misspelt = any(problem.code == "R010" for problem in found)
    return [problem for problem in found if not misspelt or problem.code not in ECHOES]


def lost_value() -> Expr:
    """Return what stands for an expression that is wrong."""
    return Expr("name", LOST_VALUE)


def one_for_each_place(stages: Iterable[Iterable[Problem]]) -> list[Problem]:
    """Return the problems of several stages; a later stage says nothing more of a place that an earlier one names."""
    told: list[Problem] = []
    for stage in stages:
        marked = {(p.place.file, p.place.line, p.place.column) for p in told if p.place is not None}
        told += [
            problem
            for problem in stage
            if problem.place is None or (problem.place.file, problem.place.line, problem.place.column) not in marked
        ]
    return told
