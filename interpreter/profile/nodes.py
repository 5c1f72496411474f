"""What a YAML file is read into: nodes that know where they stand.

Nodes are compared by identity: two values that look alike are still two places in a file.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.errors import Place
from interpreter.profile.positions import BLANKS, Source, unit_end, written

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | bool | None"

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")  # a longer one is text: no game needs it
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


@dataclass(slots=True, eq=False)
class Scalar:
    """A leaf: `value` is what it means, `text` what it says without quotes, folds and escapes.

    `style` is "" for plain, or one of ' " | >. `replaced` is the node that it overrode, and `inherited` what
    the word `inherited` in its expression stands for.
    """

    source: Source = field(repr=False)
    start: int
    end: int
    value: str | int | bool | None
    text: str
    style: str = ""
    replaced: Node | None = field(default=None, repr=False)
    inherited: Scalar | None = field(default=None, repr=False)
    _written: array[int] | None = field(default=None, init=False, repr=False)

    def place(self) -> Place:
        """Return where it stands, quotes or block header included, cut off at the end of its first line."""
        return self.source.place(self.start, self.end)

    def place_of(self, a: int, b: int) -> Place:
        """Return where the characters `a` up to `b` of `text` are written, up to the end of their first line.

        Exact for every character but blanks, in every style. If nothing but blanks is left from `a` on, it is
        the column after the last character: the place for "expected more". Any integers will do.
        """
        visible = len(self.text.rstrip(BLANKS))
        if not visible:
            return self.place()
        a, b = min(max(a, 0), visible), min(b, visible)
        start = self._offset(a) if a < visible else self._end(visible - 1)
        length = len(self.text[a:b].rstrip(BLANKS))
        return self.source.place(start, self._end(a + length - 1) if length else start)

    def go_on_to(self, end: int, text: str) -> None:
        """Let a plain scalar go on up to an offset. `text` has a character for each that is written there."""
        self.end, self.value, self.text = end, text, text
        self._written = array("L", range(self.start, end))

    def stands_at(self, offsets: list[int]) -> None:
        """Say for each character of `text` where it is written, or what stands for it."""
        self._written = array("L", offsets)

    def _offset(self, index: int) -> int:
        if self._written is None:
            self._written = written(self.source, (self.start, self.end), self.style, self.text)
        return self._written[index]

    def _end(self, index: int) -> int:
        return unit_end(self.source, self._offset(index), self.style)


@dataclass(slots=True, eq=False)
class Mapping:
    """Entries by key, in the order of the file; `keys` holds where each key stands (source, start, end).

    `empty` are keys of a block that nothing stands behind; they are no entries. Of a file's top map, `lost` are the
    parts that can't be read, and `doubled` the values of keys that stand there a second time.
    """

    source: Source = field(repr=False)
    start: int
    end: int
    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, tuple[Source, int, int]] = field(default_factory=dict, repr=False)
    replaced: Node | None = field(default=None, repr=False)
    empty: dict[str, tuple[Source, int, int]] = field(default_factory=dict, repr=False)
    lost: list[Hole] = field(default_factory=list, repr=False)
    doubled: list[Double] = field(default_factory=list, repr=False)

    def place(self) -> Place:
        """Return where it stands, cut off at the end of its first line."""
        return self.source.place(self.start, self.end)

    def place_of(self, key: str) -> Place:
        """Return where a key stands, or this map where it has no such key."""
        source, start, end = self.keys.get(key, (self.source, self.start, self.end))
        return source.place(start, end)


class Hole(NamedTuple):
    """What was left out of a file: from where to where, below which keys, and its own key.

    The key is None where the text has none, and "" where it isn't known for sure.
    """

    path: tuple[str, ...]
    key: str | None
    start: int
    end: int


class Double(NamedTuple):
    """A key that stands in a map already: the path to it, where it stands the second time, and its value there."""

    path: tuple[str | int, ...]
    key: tuple[Source, int, int]
    node: Node

    def holds(self, place: Place | None) -> bool:
        """Whether a place is in it."""
        source, start, _ = self.key
        first, last = source.place(start, start), source.place(self.node.end, self.node.end)
        return (
            place is not None
            and place.file == first.file
            and (first.line, first.column) <= (place.line, place.column) <= (last.line, last.column)
        )


@dataclass(slots=True, eq=False)
class Sequence:
    """Items in the order of the file."""

    source: Source = field(repr=False)
    start: int
    end: int
    items: list[Node] = field(default_factory=list)
    replaced: Node | None = field(default=None, repr=False)

    def place(self) -> Place:
        """Return where it stands, cut off at the end of its first line."""
        return self.source.place(self.start, self.end)


Node: TypeAlias = Scalar | Mapping | Sequence


def lost_text(root: Mapping) -> str:
    """Return the parts of a file that can't be read."""
    return "\n".join(root.source.text[hole.start : hole.end] for hole in root.lost)


def may_have(root: Mapping, key: str) -> bool:
    """Whether a file has a top-level key, or may have had it in the parts that can't be read."""
    return key in root.entries or any(
        hole.path[0] == key
        if hole.path
        else hole.key == key
        or (not hole.key and re.search(rf"\b{key}\b", root.source.text[hole.start : hole.end]) is not None)
        for hole in root.lost
    )


def data(node: Node) -> Data:
    """Return the node as plain Python, without positions."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [data(item) for item in node.items]
        case Mapping():
            return {key: data(entry) for key, entry in node.entries.items()}


def follow(node: Node | None, path: Iterable[str | int]) -> Node | None:
    """Return what a path leads to, None where it leads nowhere."""
    for step in path:
        if isinstance(node, Mapping) and str(step) in node.entries:
            node = node.entries[str(step)]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def size(node: Node) -> int:
    """Return how many entries of maps and items of lists there are in a node."""
    count, waiting = 0, [node]
    while waiting:
        match waiting.pop():
            case Mapping(entries=entries):
                below: list[Node] = list(entries.values())
            case Sequence(items=items):
                below = items
            case _:
                continue
        count += len(below)
        waiting += below
    return count


NULLS = ("~", "Null", "NULL")
"""Nothing, as YAML has it elsewhere; here these are text, and told where they stand without quotes."""


def core_value(text: str) -> str | int | bool | None:
    """Return what a plain scalar means: the YAML 1.2 words of JSON, and else text."""
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.fullmatch(text) else text


def places_of(field: str, word: str, node: Mapping) -> Iterator[Place]:
    """Yield where a map, or one below it, gives a field a word."""
    for key, entry in node.entries.items():
        if isinstance(entry, Mapping):
            yield from places_of(field, word, entry)
        elif key == field:
            yield from (place for named, place in words_of(entry) if named == word)


def words_of(node: Node | None, without: str = " ") -> Iterator[tuple[str, Place]]:
    """Yield the words of a list with their places, however it is written; `without` these signs at their ends."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from words_of(item, without)
    elif isinstance(node, Scalar):
        end = 0
        for whole in node.text.split():
            word = whole.rstrip(without)
            start = node.text.index(whole, end)
            end = start + len(word)
            yield word, node.place_of(start, end)


def copies(entries: dict[str, Node]) -> dict[str, Node]:
    """Return copies of nodes whose maps and lists can be changed; scalars are shared."""

    def copy(node: Node) -> Node:
        if isinstance(node, Mapping):
            return replace(node, entries=copies(node.entries), keys=dict(node.keys))
        return replace(node, items=[copy(item) for item in node.items]) if isinstance(node, Sequence) else node

    return {key: copy(node) for key, node in entries.items()}


def as_list(node: Scalar) -> Sequence:
    """Return a plain text of words as the list that it would be in brackets; commas, if any, part its items."""
    text = node.source.text
    item = r"[^\s,][^,]*(?<=[^\s,])" if "," in node.text else r"[^\s;]+"
    found = re.compile(item).finditer(text, node.start, node.end)
    items: list[Node] = [Scalar(node.source, *word.span(), core_value(word[0]), word[0]) for word in found]
    return Sequence(node.source, node.start, node.end, items, node.replaced)


def said(node: Node) -> str:
    """Return what a node says, on one line."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split()) if node.text.strip() else "null" if node.value is None else '""'
    if isinstance(node, Sequence):
        return f"[{', '.join(said(item) for item in node.items)}]"
    return f"{{{', '.join(node.entries)}}}"


def without_nulls(value: object) -> object:
    """Return plain data without the keys that hold null."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return value


def nulls(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of the keys of plain data at `path` that hold null."""
    if value is None:
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from nulls(inner, (*path, key))
