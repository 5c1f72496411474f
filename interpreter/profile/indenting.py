"""Lines that were meant to stand below a key and aren't indented: told once, and read as if they were."""

from __future__ import annotations

from interpreter.profile.keys import Kind, Path, key_order, reach
from interpreter.profile.nodes import Mapping, Node, Sequence
from interpreter.profile.remedies import types_of


def indent(root: Mapping) -> None:
    """Put below each key that holds nothing the lines that follow beside it and belong there.

    These are all up to the next one that may stand where it is.
    """
    kind: Kind = (
        "cases"
        if {"cases", "reference"} & {*root.keys, *root.empty}
        else "house-rule"
        if "house_rule" in root.entries
        else "profile"
    )
    indent_in(root, (), kind)


def indent_in(node: Mapping, path: Path, kind: Kind) -> None:
    """Do so in a map and in those within it."""
    here = key_order(kind, path)
    for key, (source, start, end) in node.empty.items():
        if (here and key not in here) or not may_be_a_map(kind, (*path, key)):
            continue
        below = Mapping(source, start, end)
        for name in [name for name, (_, at, _) in node.keys.items() if at > end]:
            entry = node.entries.get(name)
            if entry is None or stands(kind, path, key, name, entry):
                break
            below.entries[name], below.keys[name] = node.entries.pop(name), node.keys.pop(name)
            below.end = entry.end
        if below.entries:
            node.entries[key], node.keys[key] = below, (source, start, end)
    for key, entry in node.entries.items():
        if isinstance(entry, Mapping):
            indent_in(entry, (*path, key), kind)


def stands(kind: Kind, path: Path, key: str, name: str, node: Node) -> bool:
    """Whether an entry that follows an empty key of a map may be meant to stand beside it, not below it."""
    here = key_order(kind, path)
    if here:
        return name in here and (not isinstance(node, Mapping) or may_be_a_map(kind, (*path, name)))
    if name in key_order(kind, (*path, key)):
        return False
    return isinstance(node, Mapping | Sequence) or not may_be_a_map(kind, (*path, name))


def may_be_a_map(kind: Kind, path: Path) -> bool:
    """Whether a map may stand where a path leads."""
    return any("object" in types_of(schema) for schema in reach(kind, path))
