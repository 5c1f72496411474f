"""What a key of a game's rules is about: its value, its history, its meaning, and the names allowed there."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Names
from dataclasses import dataclass, field
from typing import Any

from interpreter.cli.origins import Sourced, flow, history, short, sourced, where, with_origins
from interpreter.cli.stopped import Stopped
from interpreter.errors import Problem, suggestion
from interpreter.expression.types import BUILTINS, Scope, Type
from interpreter.profile.glossary import name_means
from interpreter.profile.keys import key_order
from interpreter.profile.nodes import Mapping, Node
from interpreter.profile.schema import expressions, meaning
from interpreter.profile.typing import typed
from interpreter.profile.vocabulary import read_vocabulary

MAX_PLACES = 4
TEXTS = ("says", "terms")
TYPES = {
    "boolean": "a condition, true or false",
    "integer": "a whole number, or an expression for one",
    "seat": "a seat, such as left(dealer)",
    "side": "a side, such as highest(total)",
    "who": "who acts: a seat, or others",
    "value": "a value of the field",
    "range": "a range, such as 1..7",
    "any": "any expression",
}


@dataclass(frozen=True, slots=True)
class Explained:
    """A key of a game. `value` is None where it isn't set; `history` has texts with places, newest first.

    `names` are those that its expression may use, by kind; empty where it holds none. `lines` are what a map holds,
    each with where it comes from; a map has no history of its own.
    """

    path: tuple[str, ...]
    description: str
    value: str | None
    history: list[tuple[str, str]]
    type: str | None
    examples: list[str]
    names: Names[str, list[str]]
    lines: tuple[str, ...] = ()
    meanings: Names[str, str] = field(default_factory=dict)
    """What the names stand for, each as `names` writes it; no others."""
    as_name: str = ""
    """What the path stands for as a name in expressions."""

    def as_dict(self) -> dict[str, object]:
        """Return it as programs read it."""
        return {
            "path": ".".join(self.path),
            "description": self.description,
            "value": self.value,
            "history": [{"value": text, "place": place} for text, place in self.history],
            "type": self.type,
            "examples": self.examples,
            "names": {kind: list(names) for kind, names in self.names.items()},
            "lines": list(self.lines),
            "meanings": dict(self.meanings),
            "as_name": self.as_name or None,
        }


def explained(reference: str, path: tuple[str, ...]) -> Explained:
    """Explain a key. Raises `InputError` where the game doesn't load, `Stopped` where no such key can be."""
    found = sourced(reference)
    verb = verb_of(found.checked.document, path)
    told = meaning("profile", path, verb)
    if told is None and verb is not None and meaning("profile", path) is not None:
        raise Stopped(
            f"{'.'.join(path)} can't be: the phase {path[1]!r} is for `do: {verb}`, and that has no such key", 2
        )
    node, value = found.composed.tree, found.checked.document
    for depth, key in enumerate(path):
        below = node.entries.get(key) if isinstance(node, Mapping) else None
        named = isinstance(node, Mapping) and bool(node.entries) and key not in key_order("profile", path[:depth])
        if below is None and (told is None or named):
            refuse(reference, path[:depth], key, node)
        node, value = below, value.get(key) if isinstance(value, dict) else None  # type: ignore[assignment]
    scope = scope_at(found, path)
    names = names_in(scope) if scope else {}
    variables = scope.names if scope else {}
    if told is not None and told.type == "range":  # of numbers and params, no expressions
        names, variables = {kind: known for kind, known in names.items() if kind == "params"}, {}
    return Explained(
        path=path,
        description=told.description if told else "",
        value=None if node is None else shown(value),
        history=[] if node is None or isinstance(node, Mapping) else told_history(node),
        type=TYPES.get(told.type or "") if told else None,
        examples=[flow(example) for example in told.examples] if told else [],
        names=names,
        lines=tuple(with_origins(value, node)) if isinstance(value, dict) and isinstance(node, Mapping) else (),
        meanings={with_type(name, type): name_means(name) for name, type in variables.items()},
        as_name=name_means(".".join(path)) if told is not None else "",
    )


def verb_of(document: Any, path: tuple[str, ...]) -> str | None:
    """Return the `do` of the phase that a path leads into, None where it leads into none that is there."""
    if len(path) < 2 or path[0] != "phases":
        return None
    phase = document["phases"].get(path[1])
    return phase["do"] if phase is not None else None


def told_history(node: Node) -> list[tuple[str, str]]:
    """Return what a key holds and held before, with places."""
    return [(text, where(place)) for text, place in history(node)]


def shown(value: Any) -> str:
    """Return a value on one line; of a map its keys."""
    return f"a map of {', '.join(value)}" if isinstance(value, dict) and value else flow(value)


def refuse(reference: str, above: tuple[str, ...], key: str, node: Node | None) -> None:
    """Stop at a key that isn't there, with those that are, or with where there is one of its name."""
    place = f" in {'.'.join(above)}" if above else ""
    keys = list(node.entries) if isinstance(node, Mapping) else []
    paths = [(*above, *path) for path in paths_to(key, node)]
    deeper = [".".join(path) for path in paths if path[0] not in TEXTS][:MAX_PLACES]
    near = (
        f"did you mean {' or '.join(deeper)}?"
        if deeper
        else suggestion(key, keys) or (f"keys there: {', '.join(keys)}" if keys else "that is a value, not a map")
    )
    raise Stopped(f"{reference} has no key {key!r}{place}; {near}", 2)


def paths_to(key: str, node: Node | None) -> Iterator[tuple[str, ...]]:
    """Yield the paths below a map that end in a key, the shortest first."""
    level: list[tuple[tuple[str, ...], Node | None]] = [((), node)]
    while level:
        below: list[tuple[tuple[str, ...], Node | None]] = [
            ((*path, name), entry)
            for path, inner in level
            if isinstance(inner, Mapping)
            for name, entry in inner.entries.items()
        ]
        yield from (path for path, _ in below if path[-1] == key)
        level = below


def scope_at(found: Sourced, path: tuple[str, ...]) -> Scope | None:
    """Return what the expression at a path may use; None where none stands there."""
    leaf = next((leaf for leaf in expressions(found.composed.tree) if tuple(map(str, leaf.path)) == path), None)
    if leaf is None:
        return None
    problems: list[Problem] = []
    typer = typed(found.composed, read_vocabulary(found.composed.tree, problems), problems)
    return typer.scopes.define_scope() if leaf.place == "define" else typer.scopes.scope(leaf.place, leaf.path)


def names_in(scope: Scope) -> dict[str, list[str]]:
    """Return the names of a scope, by kind."""
    kinds = {
        "names here": [with_type(name, type) for name, type in sorted(scope.names.items())],
        "params": [f"{name} = {value}" for name, value in scope.params.items()],
        "defines": sorted(visible(scope)),
        "card classes": sorted(scope.classes),
        "functions": [f"{name}()" for name in sorted({*scope.functions, *BUILTINS})],
        "not known here": sorted(
            {f"{n.partition('.')[0]}.*" if "." in n else n for n in scope.elsewhere if n[-1] != ")"}
        ),
    }
    return {kind: names for kind, names in kinds.items() if names}


def with_type(name: str, type: Type) -> str:
    """Return a name with what it can be."""
    return f"{name} ({type_text(type)})"


def visible(scope: Scope) -> list[str]:
    """Return the defines that may be used at a place: all that they read is known there."""
    return [name for name, define in scope.defines.items() if define.reads <= scope.names.keys()]


def type_text(type: Type) -> str:
    """Return what a variable can be."""
    return short(" ".join(type.words)) if type.words else str(type)
