"""What may stand where: a tree against the JSON Schema of its kind, and where its expressions are.

`keys` reads the schemas, `faults` says what is wrong; this module knows where it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from interpreter.errors import MEANT, Place, Problem
from interpreter.profile.faults import Fault, faults
from interpreter.profile.keys import Kind, Meaning, Path, meaning, validator
from interpreter.profile.nodes import Mapping, Node, Scalar, data, follow
from interpreter.profile.positions import Source

__all__ = ["Kind", "Leaf", "Meaning", "Path", "expressions", "meaning", "validate"]


class Leaf(NamedTuple):
    """An expression: the keys that lead to it, its scalar, and the place and type that it is checked for."""

    path: Path
    scalar: Scalar
    place: str
    type: str


def validate(node: Node, kind: Kind, partial: bool, problems: list[Problem]) -> list[Leaf]:
    """Check a document against the schema of its kind; each fault is appended to `problems` with its place.

    Returns its expressions, as `expressions` does, of a document without faults.

    `partial` is for files before they are merged: nothing is missing from them, and null, which takes away
    what is inherited, is left out. Otherwise a profile has to be whole, unless it is abstract. One mistake is
    one problem; there are at most `faults.MAX_FAULTS` and one that says so.
    """
    found: dict[Path, dict[str, str]] = {}
    written = None if partial else written_in(node)
    misspelt: set[Path] = set()
    for fault in faults(data(node), kind, partial=partial, expressions=found, written=written):
        if fault.code == "S002" and (fault.help or "").startswith(MEANT):
            if fault.path in misspelt:
                continue  # under its right name it lacks nothing
            misspelt.add(fault.path)
        replaced = None if fault.key else _held(node, fault.path).replaced
        notes = (("it replaces what stands here", replaced.place()),) if replaced else ()
        problems.append(Problem(fault.code, fault.message, place_of_fault(node, fault), fault.help, notes))
    return _leaves(node, found)


def expressions(node: Node) -> list[Leaf]:
    """List every expression of a profile or house rule, whole or not, in the order of its keys.

    A value of a wrong type is left out: that is a fault already.
    """
    kind: Kind = "house-rule" if isinstance(node, Mapping) and "house_rule" in node.entries else "profile"
    found: dict[Path, dict[str, str]] = {}
    wrong: set[Path] = set()
    for error in validator(kind, partial=True).iter_errors(data(node)):
        path = tuple(error.absolute_path)
        if error.validator == "expression":
            found[path] = error.validator_value
        else:
            wrong.add(path)
    return _leaves(node, {path: what for path, what in found.items() if path not in wrong})


def _leaves(node: Node, found: dict[Path, dict[str, str]]) -> list[Leaf]:
    scalars = ((path, scalar) for path, scalar in _scalars(node, ()) if path in found)
    return [Leaf(path, scalar, found[path]["place"], found[path]["type"]) for path, scalar in scalars]


def _scalars(node: Node, path: Path) -> list[tuple[Path, Scalar]]:
    if isinstance(node, Scalar):
        return [(path, node)]
    inner = node.entries.items() if isinstance(node, Mapping) else enumerate(node.items)
    return [found for key, entry in inner for found in _scalars(entry, (*path, key))]


def written_in(node: Node) -> Callable[[Path], object]:
    """Return what tells what the file holds, as plain data, that the key at a path of a merged tree comes from."""

    @cache
    def of_file(source: Source) -> object:
        return data(_only(node, source))

    def written(path: Path) -> object:
        holder = follow(node, path[:-1])
        key = holder.keys.get(str(path[-1])) if isinstance(holder, Mapping) else None
        return of_file(node.source if key is None else key[0])

    return written


def _only(node: Node, source: Source) -> Node:
    if not isinstance(node, Mapping):
        return node
    own: dict[str, Node] = {}
    for key, entry in node.entries.items():
        left = _only(entry, source)
        if node.keys[key][0] is source or (isinstance(left, Mapping) and left.entries):
            own[key] = left
    return replace(node, entries=own)


def place_of_fault(node: Node, fault: Fault) -> Place:
    """Return where to point: at what is wrong, or at the key of the map that lacks something."""
    found = _held(node, fault.path)
    if fault.key is None:
        return found.place()
    if isinstance(found, Mapping) and fault.key in found.keys:
        return _place_of_key(found, fault.key)
    holder = _held(node, fault.path[:-1])
    if fault.path and isinstance(holder, Mapping):
        return _place_of_key(holder, str(fault.path[-1]))
    return found.place()


def _place_of_key(node: Mapping, key: str) -> Place:
    source, start, end = node.keys[key]
    return source.place(start, end)


def _held(node: Node, path: Path) -> Node:
    found = follow(node, path)
    assert found is not None  # faults are of what is there
    return found
