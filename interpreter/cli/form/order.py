"""The order of keys: that of the schema, in each map whose keys are all the language's own.

Maps whose keys are names of the author's (params, phases, rows of the score) keep their order: it can mean something.
So does what a case holds: its facts are told in the order of events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.profile.keys import Kind, Path, key_order
from interpreter.profile.nodes import Mapping, Node, Sequence
from interpreter.profile.source import parse

CASE = 2
"""How deep a case lies in its file."""
Same = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Place:
    """A map of a file and the path to it; `wanted` are its keys as they should stand."""

    path: Path
    node: Mapping
    wanted: list[str]


def in_order(text: str, kind: Kind, same: Same) -> str:
    """Return a text with its keys in the schema's order; a map where `same` says that it would change is left alone."""
    left: set[Path] = set()
    while True:
        node = parse(text.encode("utf-8", "surrogatepass"), "", [])
        place = next((place for place in disordered(node, (), kind) if place.path not in left), None)
        if place is None:
            return text
        left.add(place.path)
        changed = reordered(text, place)
        if changed is not None and same(text, changed):
            text = changed


def disordered(node: Node | None, path: Path, kind: Kind) -> Iterator[Place]:
    """Yield the maps whose keys stand in another order, outer ones first."""
    if isinstance(node, Mapping):
        keys, order = list(node.entries), () if kind == "cases" and len(path) > CASE else key_order(kind, path)
        if set(keys) <= set(order):
            wanted = sorted(keys, key=order.index)
            if wanted != keys:
                yield Place(path, node, wanted)
        for key, below in node.entries.items():
            if node.start <= below.start <= node.end:  # what an alias stands for is elsewhere
                yield from disordered(below, (*path, key), kind)
    elif isinstance(node, Sequence):
        for index, below in enumerate(node.items):
            yield from disordered(below, (*path, index), kind)


def reordered(text: str, place: Place) -> str | None:
    """Return a text with one map in order; None where its entries can't be told apart by lines or commas."""
    if text[place.node.start] == "{":
        return swapped_entries(text, place)
    return swapped_lines(text, place)


def swapped_entries(text: str, place: Place) -> str | None:
    """Reorder a map in braces on one line."""
    node = place.node
    if "\n" in text[node.start : node.end]:
        return None
    spans = [(node.keys[key][1], max(entry.end, node.keys[key][2] + 1)) for key, entry in node.entries.items()]
    parts = {key: text[start:end] for key, (start, end) in zip(node.entries, spans, strict=True)}
    for (start, end), key in reversed(list(zip(spans, place.wanted, strict=True))):
        text = text[:start] + parts[key] + text[end:]
    return text


def swapped_lines(text: str, place: Place) -> str | None:
    """Reorder a block; comments above an entry, and blank lines above these, go with it."""
    node, lines = place.node, text.split("\n")
    starts = [text.count("\n", 0, node.keys[key][1]) for key in node.entries]
    margin = len(lines[starts[0]]) - len(lines[starts[0]].lstrip(" "))
    for key, start in zip(node.entries, starts, strict=True):
        if node.keys[key][1] - (text.rfind("\n", 0, node.keys[key][1]) + 1) != margin:
            return None
        if lines[start][:margin].strip(" "):
            return None
    last = text.count("\n", 0, max(entry.end for entry in node.entries.values() if entry.end <= node.end))
    end = max(last, starts[-1]) + 1
    first = starts[0] if not place.path else raised(lines, starts[0], margin)
    bounds = [first, *(raised(lines, start, margin) for start in starts[1:]), end]
    chunks = {key: lines[a:b] for key, a, b in zip(node.entries, bounds, bounds[1:], strict=False)}
    return "\n".join([*lines[:first], *(line for key in place.wanted for line in chunks[key]), *lines[end:]])


def raised(lines: list[str], start: int, margin: int) -> int:
    """Return the first of the lines that belong to an entry: its comments, and blank lines above these."""
    at = start
    while at > 0 and lines[at - 1].startswith(" " * margin + "#"):
        at -= 1
    while at > 0 and not lines[at - 1].strip():
        at -= 1
    return at
