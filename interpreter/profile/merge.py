"""Merging documents: maps merge by key, scalars and lists replace, `null` removes.

A group of documents (the house rules of one reference, or of one file) is laid over a tree in three passes: first what
replaces or removes, then what adds to what is there (`inherited or ..`, `inherited + ..`), then what uses `inherited`
in any other way, so that a condition or factor is about all of it. So neither the order in which house rules are named
nor their IDs matter. Two of a group that set one leaf differently, or of which one removes what the other sets or adds
to, clash; so do two that wrap a leaf in ways that depend on which is laid first.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Many
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.errors import Place, Problem, suggestion
from interpreter.profile.inheriting import adds, commute, inherits
from interpreter.profile.library import Document
from interpreter.profile.source import Mapping, Node, Scalar, Sequence, Source, data

REPLACES, ADDS, WRAPS = range(3)
"""The passes: what a leaf does with what was there before."""
OF_MERGING = frozenset(("X010", "X013", "X014", "X015", "X016", "X017", "X037", "X038", "X039"))
"""Problems of what a file takes for granted of those below it."""
OWN_KEYS = (
    "format",
    "profile",
    "house_rule",
    "title",
    "summary",
    "sources",
    "notes",
    "abstract",
    "extends",
    "house_rules",
    "needs",
)
"""Keys about a file itself: a house rule's don't reach the game, and a parent's don't reach its children."""
WORDING = ("conflicts", "says")
"""Keys that change no rule."""
PARTS = ("add", "when", "each", "rank", "order")
"""Keys of maps that people leave out, likely ones first."""
Path: TypeAlias = tuple[str, ...]
Writer: TypeAlias = tuple[Document, Node, bool]
"""Who wrote a leaf, the node that was written, and whether it removed what was there."""


class Removal(NamedTuple):
    """What a `null` took out of a tree, and where that stands."""

    path: Path
    node: Node
    place: Place


@dataclass(slots=True)
class Merger:
    """Lays one group of documents over a tree. `writers` remembers who wrote each leaf, to find clashes."""

    tree: Mapping
    problems: list[Problem]
    writers: dict[Path, Writer] = field(default_factory=dict)
    below: dict[Path, list[Path]] = field(default_factory=dict)
    """For each path above a written leaf, the paths of the leaves."""
    wrapped: dict[Path, list[tuple[Document, Scalar]]] = field(default_factory=dict)
    """Who wraps each leaf, and with what."""
    removed: dict[Path, tuple[Node, tuple[Source, int, int]]] = field(default_factory=dict)
    """What was removed, and where its key stood."""
    removals: list[Removal] = field(default_factory=list)
    clashes: set[tuple[str, str, Path]] = field(default_factory=set)
    """Who clashes with whom, and where."""
    wordings: list[tuple[str, str, Problem]] = field(default_factory=list)
    """Clashes of texts for the title."""
    effects: dict[str, int] = field(default_factory=dict)
    """For each document, how many leaves it changed."""
    unclear: list[Path] = field(default_factory=list)
    """Paths of which it isn't clear what was meant to stand there."""

    def lay_over(self, documents: Many[Document]) -> None:
        """Apply a group of documents."""
        for number in (REPLACES, ADDS, WRAPS):
            for document in sorted(documents, key=lambda document: document.id):
                _Pass(self, document, number).map((), self.tree, document.root)
        self.problems += self.bare_wordings()

    def bare_wordings(self) -> list[Problem]:
        """Return the clashes of title texts, but not of rules that clash in what they do: that says it better."""
        acting = {(one, other) for one, other, path in self.clashes if path[0] != "says"}
        return [problem for one, other, problem in self.wordings if (one, other) not in acting]

    def report(self, code: str, message: str, place: Place, help: str, *notes: tuple[str, Place | None]) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help, notes))


@dataclass(slots=True)
class _Pass:
    """One pass of one document: it writes the leaves that are for this pass."""

    merger: Merger
    document: Document
    number: int

    def map(self, path: Path, base: Mapping, over: Mapping) -> None:
        """Merge a map into another, which changes."""
        for key, node in over.entries.items():
            if not path and key in OWN_KEYS:
                continue
            below = (*path, key)
            if isinstance(node, Scalar) and node.value is None:
                self.remove(below, base, over)
            elif below == ("flow",) and isinstance(node, Mapping):
                self.move(base, node)
            elif isinstance(node, Mapping):
                self.submap(below, base, node, over)
            elif self.number == pass_of(node):
                self.leaf(below, base, node, over)

    def submap(self, path: Path, base: Mapping, node: Mapping, over: Mapping) -> None:
        """Merge one entry that is a map; a phase that changes its verb is replaced as a whole."""
        key = path[-1]
        old = base.entries.get(key)
        if not isinstance(old, Mapping) or changes_verb(old, node):
            self.clash(path, node, removes=old is not None)
            self.put_back(path, base)
            old = base.entries.get(key)
        if not isinstance(old, Mapping) or changes_verb(old, node):
            base.entries[key] = Mapping(node.source, node.start, node.end, replaced=old)
            base.keys[key] = over.keys[key]
            self.effect(path)
        merged = base.entries[key]
        assert isinstance(merged, Mapping)
        self.map(path, merged, node)

    def leaf(self, path: Path, base: Mapping, node: Node, over: Mapping) -> None:
        """Replace one scalar or list."""
        key = path[-1]
        taken = self.taken(path) if self.number != REPLACES else None
        if taken is not None:
            self.report_clash(taken, path, node, "remove or set")
            self.put_back(path, base)
        old = base.entries.get(key)
        if isinstance(node, Scalar) and self.number != REPLACES:
            if isinstance(old, Mapping | Sequence):
                self.merger.unclear.append(path)
                self.merger.report(
                    "X013",
                    "`inherited` stands for a value, but a map or list was set",
                    node.place(),
                    for_a_part(old, node) or "write it out",
                )
                return
            self.wrap(path, node)
            new: Node = replace(node, replaced=old, inherited=old)
        else:
            self.clash(path, node)
            new = replace(node, replaced=old)
        if old is None or not same(old, new) or self.number != REPLACES:
            self.effect(path)
        base.entries[key] = new
        base.keys[key] = over.keys[key]

    def wrap(self, path: Path, node: Scalar) -> None:
        """Note who wraps a leaf; report another document of the group that makes something else of it."""
        if self.number != WRAPS:
            return
        others = self.merger.wrapped.setdefault(path, [])
        for document, other in others:
            if not commute(node, other):
                self.merger.unclear.append(path)
                self.merger.report(
                    "X011",
                    f"house rules {document.id!r} and {self.document.id!r} don't go together: what they make of "
                    f"{'.'.join(path)} depends on which is laid first",
                    node.place(),
                    "choose one of them, or write a rule that does both",
                    (f"{document.id!r} changes it here", other.place()),
                )
        others.append((self.document, node))

    def remove(self, path: Path, base: Mapping, over: Mapping) -> None:
        """Remove an entry that an earlier document set."""
        if self.number != REPLACES:
            return
        key, node = path[-1], over.entries[path[-1]]
        source, start, end = over.keys[key]
        place = source.place(start, end)
        self.clash(path, node, removes=True)
        if key not in base.entries:
            other = self.merger.writers.get(path)
            if (other is None or other[0] is self.document) and is_known(path[:-1]):
                from interpreter.profile.keys import key_order  # only needed once something is wrong

                is_key = key in key_order("profile", path[:-1])  # then it isn't another one misspelt
                near = None if is_key else suggestion(key, base.entries)
                self.merger.report(
                    "X010",
                    f"`{key}: null` removes what nothing above has set ({'.'.join(path)})",
                    place,
                    near or "delete the line",
                )
            return
        self.merger.removed[path] = (base.entries.pop(key), base.keys.pop(key))
        self.merger.removals.append(Removal(path, self.merger.removed[path][0], place))
        self.effect(path)

    def clash(self, path: Path, node: Node, removes: bool = False) -> None:
        """Note who writes a leaf; report another document of the group that wrote it, or what holds it, differently."""
        writers = self.merger.writers
        above = [path[:length] for length in range(1, len(path) + 1)]
        for other_path in dict.fromkeys(
            [*(part for part in above if part in writers), *self.merger.below.get(path, ())]
        ):
            document, other, other_removes = writers[other_path]
            if document is self.document:
                continue
            meets = other_path == path
            if (meets and not same(node, other)) or (not meets and (removes or other_removes)):
                verb = "remove or set" if removes or other_removes else "set"
                self.report_clash(writers[other_path], min(path, other_path, key=len), node, verb)
        if path not in writers:
            writers[path] = (self.document, node, removes)
            for part in above[:-1]:
                self.merger.below.setdefault(part, []).append(path)

    def report_clash(self, first: Writer, path: Path, node: Node, verb: str) -> None:
        """Report, once, another document of the group that doesn't go together with this one at a path."""
        document, other, removed = first
        pairing = (document.id, self.document.id, path)
        if pairing in self.merger.clashes:
            return  # told already, of a map that holds this
        self.merger.clashes.add(pairing)
        self.merger.unclear.append(path)
        note = (f"{document.id!r} {'removes' if removed else 'sets'} it here", other.place())
        message = (
            f"house rules {document.id!r} and {self.document.id!r} don't go together: both {verb} {'.'.join(path)}"
        )
        problem = Problem("X011", message, node.place(), "choose one of them", (note,))
        if path[0] == "says":
            self.merger.wordings.append((document.id, self.document.id, problem))
        else:
            self.merger.problems.append(problem)

    def taken(self, path: Path) -> Writer | None:
        """Return another document of the group that removed what this one adds to."""
        first = self.merger.writers.get(path)
        return first if first is not None and first[2] and first[0] is not self.document else None

    def put_back(self, path: Path, base: Mapping) -> None:
        """Undo another document's removal, a clash that is told already, so that nothing is said of what's missing."""
        key = path[-1]
        if key not in base.entries and path in self.merger.removed and self.taken(path) is not None:
            base.entries[key], base.keys[key] = self.merger.removed[path]

    def move(self, base: Mapping, node: Mapping) -> None:
        """Move phases within the flow: `flow: {bury: {after: auction}}`; null takes one out."""
        flow = base.entries.get("flow")
        if self.number != REPLACES:
            return
        if not isinstance(flow, Sequence):
            self.merger.report(
                "X014",
                "`flow` moves phases, but no list of phases is set above",
                node.place(),
                "write the flow as a list",
            )
            return
        names = [str(data(item)) for item in flow.items]
        items = dict(zip(names, flow.items, strict=True))
        for name, target in in_order(node):
            self.clash(("flow", name), target)
            where = node.keys[name]
            place = where[0].place(*where[1:])
            before = list(names)
            if isinstance(target, Mapping):
                self.put(names, name, target, place)
                items.setdefault(name, Scalar(where[0], where[1], where[2], name, name))
            elif not isinstance(target, Scalar) or target.value is not None:
                continue  # told as such
            elif name in names:
                names.remove(name)
                self.merger.removals.append(Removal(("flow", name), target, place))
            else:
                near = suggestion(name, names)
                help = near or "delete the line"
                self.merger.report("X015", f"the flow has no phase {name!r} to take out", place, help)
                self.merger.unclear.append(("flow", near.split("'")[1] if near and near.startswith("did") else ""))
            if names != before:
                self.effect(("flow",))
        base.entries["flow"] = Sequence(flow.source, flow.start, flow.end, [items[name] for name in names], flow)

    def put(self, names: list[str], name: str, target: Mapping, place: Place) -> None:
        """Place one phase after another."""
        anchor = target.entries.get("after")
        if target.entries and not (isinstance(anchor, Scalar) and isinstance(anchor.value, str)):
            # a wrong key or anchor is told as such
            self.effect(("flow",))
            return
        if anchor is None:
            self.merger.unclear.append(("flow",))
            self.merger.report("X017", f"{name!r} is not told where to go", place, "write {after: phase}")
            return
        other = str(data(anchor))
        if other not in names or other == name:
            near = suggestion(other, [known for known in names if known != name])
            advice = near or "name a phase of the flow"
            self.merger.unclear.append(("flow", name) if name in names else ("flow",))  # it stays where it is
            self.merger.report("X016", f"the flow has no other phase {other!r}", anchor.place(), advice)
            return
        if name in names:
            names.remove(name)
        names.insert(names.index(other) + 1, name)

    def effect(self, path: Path) -> None:
        """Count a change. What a game is called, and what it refuses, only counts where a file changes no more."""
        if path[0] in WORDING and any(key not in (*OWN_KEYS, *WORDING) for key in self.document.root.entries):
            return
        self.merger.effects[self.document.id] = self.merger.effects.get(self.document.id, 0) + 1


def for_a_part(old: Mapping | Sequence, node: Scalar) -> str | None:
    """Say how what was written for a whole map is written for the key of it that is probably meant."""
    key = next((key for key in PARTS if isinstance(old, Mapping) and key in old.entries), None)
    return f"write what it is for: {{{key}: {node.text}}}" if key else None


def in_order(moves: Mapping) -> list[tuple[str, Node]]:
    """Return moves by name, but one that is placed next to another moved phase after that one's."""
    waiting, ordered = dict(sorted(moves.entries.items())), []
    while waiting:
        ready = [name for name, node in waiting.items() if not anchors(node) & (set(waiting) - {name})]
        for name in ready or list(waiting):
            ordered.append((name, waiting.pop(name)))
    return ordered


def anchors(node: Node) -> set[str]:
    """Return the phases that a move is relative to."""
    return {str(data(anchor)) for anchor in node.entries.values()} if isinstance(node, Mapping) else set()


def changes_verb(old: Mapping, new: Mapping) -> bool:
    """Whether a phase is given another `do`."""
    before, after = old.entries.get("do"), new.entries.get("do")
    return before is not None and after is not None and data(before) != data(after)


def pass_of(node: Node) -> int:
    """Return the pass in which a leaf is written."""
    if not isinstance(node, Scalar) or not inherits(node):
        return REPLACES
    return ADDS if adds(node) else WRAPS


def same(one: Node, other: Node) -> bool:
    """Whether two leaves say the same (a list of words may be written as one text)."""
    left, right = data(one), data(other)
    if isinstance(left, list) or isinstance(right, list):
        return words(one) == words(other)
    if isinstance(left, str) and isinstance(right, str):
        return left.split() == right.split()
    return left == right and type(left) is type(right)


def words(node: Node) -> list[str]:
    """Return the words of a list, however it is written."""
    if isinstance(node, Sequence):
        return [item.text if isinstance(item, Scalar) else str(data(item)) for item in node.items]
    return node.text.split() if isinstance(node, Scalar) else []


def copied(node: Mapping) -> Mapping:
    """Return a copy whose maps can be changed; leaves are shared."""
    entries: dict[str, Node] = {k: copied(v) if isinstance(v, Mapping) else v for k, v in node.entries.items()}
    return Mapping(node.source, node.start, node.end, entries, dict(node.keys), node.replaced)


def without(node: Mapping, keys: Iterable[str]) -> Mapping:
    """Return a map without some of its keys."""
    left = {key: value for key, value in node.entries.items() if key not in keys}
    return Mapping(node.source, node.start, node.end, left, {key: node.keys[key] for key in left}, node.replaced)


def is_known(path: Path) -> bool:
    """Whether the language has a map that a path leads to; one that it hasn't is told as such."""
    from interpreter.profile.keys import reach  # only needed once something is wrong

    return bool(reach("profile", path))
