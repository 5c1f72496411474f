"""Lines that were meant to stand below a key and aren't indented: told once, and read as if they were."""

from __future__ import annotations

from interpreter.profile.keys import Kind, key_order, reach
from interpreter.profile.nodes import Mapping, Node


def indent(root: Mapping) -> None:
    """Put below each top-level key that holds nothing the lines that follow and belong there.

    These are all up to the next one that may stand at the top as it is.
    """
    kind: Kind = "house-rule" if "house_rule" in root.entries else "profile"
    for key, (source, start, end) in root.empty.items():
        if key not in key_order(kind, ()) or not may_be_a_map(kind, key):
            continue
        below = Mapping(source, start, end)
        for name in [name for name, (_, at, _) in root.keys.items() if at > end]:
            node = root.entries.get(name)
            if node is None or stands_at_the_top(kind, name, node):
                break
            below.entries[name], below.keys[name] = root.entries.pop(name), root.keys.pop(name)
            below.end = node.end
        if below.entries:
            root.entries[key], root.keys[key] = below, (source, start, end)


def stands_at_the_top(kind: Kind, key: str, node: Node) -> bool:
    """Whether an entry may be meant for the top of a file."""
    return key in key_order(kind, ()) and (not isinstance(node, Mapping) or may_be_a_map(kind, key))


def may_be_a_map(kind: Kind, key: str) -> bool:
    """Whether a top-level key may hold a map."""
    types = [schema.get("type", ()) for schema in reach(kind, (key,))]
    return any("object" in (type if isinstance(type, list) else [type]) for type in types)
