"""Keys that stand twice in a map: what the second value says is looked at, too, though it isn't used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from interpreter.profile.nodes import Double, Mapping, Node, Sequence
from interpreter.profile.positions import Source

Key: TypeAlias = tuple[str, tuple[Source, int, int]]
"""A key, and where it stands."""
MAX_SECONDS = 8


def added_again(opened: Iterable[tuple[Mapping | Sequence, str | None]], again: Key, node: Node) -> Iterator[Double]:
    """Put the value of a key that is there already where it can be looked at; `opened` are the maps and lists around.

    Two maps below one key of a whole file are meant to be one, so that the first takes what it doesn't have.
    """
    *around, (inner, _) = opened
    path: list[str | int] = []
    for outer, step in around:
        if isinstance(outer, Mapping) and step is None:  # within what is left out
            return
        path.append(len(outer.items) if isinstance(outer, Sequence) else str(step))
    key, where = again
    first = inner.entries.get(key) if isinstance(inner, Mapping) else None
    if path or not isinstance(first, Mapping) or not isinstance(node, Mapping):
        yield Double((*path, key), where, node)
        return
    for below, entry in node.entries.items():
        if below in first.entries:
            yield Double((key, below), node.keys[below], entry)
        else:
            first.entries[below], first.keys[below] = entry, node.keys[below]


def seconds(root: Mapping) -> Iterator[tuple[Double, Mapping]]:
    """Yield the second values of keys in a file, each with the file's top map as if it were used instead of the first.

    No more than MAX_SECONDS.
    """
    for double in root.doubled[:MAX_SECONDS]:
        changed = _replaced(root, double.path, double)
        if isinstance(changed, Mapping):
            yield double, changed


def _replaced(node: Node | None, path: tuple[str | int, ...], double: Double) -> Node | None:
    if not path:
        return double.node
    step, *rest = path
    if isinstance(node, Mapping):
        new = _replaced(node.entries.get(str(step)), tuple(rest), double)
        keys = node.keys if rest else {**node.keys, str(step): double.key}
        return new and replace(node, entries={**node.entries, str(step): new}, keys=keys)
    if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
        new = _replaced(node.items[step], tuple(rest), double)
        return new and replace(node, items=[*node.items[:step], new, *node.items[step + 1 :]])
    return None
