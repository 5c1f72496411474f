"""The JSON Schemas: the one list of keys, with what each means and may hold.

Three of their keywords are not JSON Schema's: `expression` (a leaf holds an expression of this place and
type), `patternErrorMessage` and `errorMessage` (what to say of a fault; editors know them too). `$defs/whole`
in the profile's schema is what must not be missing once a profile and all that it builds on are put together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from functools import partial as partially
from typing import Any, Literal, NamedTuple, TypeAlias

from interpreter.resources import schema_folder

BID_KEYS = ("rank", "where", "bare")
"""The keys of a bid that aren't fields of the contract."""

__all__ = ["Kind", "Meaning", "Path", "homes", "meaning", "name_of", "only_value", "reach", "the_only", "validator"]

Kind = Literal["profile", "house-rule", "cases", "record-header", "record-event"]
Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = dict[str, Any]

_ROOTS: dict[Kind, tuple[str, str]] = {
    "profile": ("profile.schema.json", "#"),
    "house-rule": ("house-rule.schema.json", "#"),
    "cases": ("cases.schema.json", "#"),
    "record-header": ("record.schema.json", "#/$defs/header"),
    "record-event": ("record.schema.json", "#/$defs/event"),
}

MAX_REMEMBERED = 10_000
_FITTING: dict[tuple[int, str], tuple[tuple[Path, Any], ...]] = {}
"""For a schema and the text of a map that fits it: where in it expressions stand, and what the schema says of them."""


class Meaning(NamedTuple):
    """What a schema says of a key: its meaning, examples, and for an expression its place and type."""

    description: str
    examples: tuple[Any, ...]
    place: str | None
    type: str | None


def meaning(kind: Kind, path: Path, verb: str | None = None) -> Meaning | None:
    """Return what the schema says of the key that `path` leads to; None where no such key may stand.

    `verb` is the `do` of the phase that the path leads into, None where it isn't known.

    >>> meaning("profile", ("phases", "auction", "beats")).place
    'call'
    """
    schemas, _ = _reach(kind, path, verb)
    described = _first(schemas, "description")
    if described is None:
        return None
    leaf = _first(schemas, "expression") or {}
    return Meaning(described, tuple(_first(schemas, "examples") or ()), leaf.get("place"), leaf.get("type"))


def reach(kind: Kind, path: Path, verb: str | None = None) -> list[Schema]:
    """Return the schemas that speak of what `path` leads to; of a phase, those for its `do` where that is known."""
    return _reach(kind, path, verb)[0]


def the_only(schema: Schema) -> str | int | None:
    """Return the one value that a schema allows, null apart; None where it allows several."""
    words = [word for word in schema.get("enum", ()) if word is not None]
    return words[0] if len(words) == 1 else None


def only_value(kind: Kind, path: Path) -> str | int | None:
    """Return the one value that may stand where `path` leads to; None where there are several."""
    return next((only for schema in reach(kind, path) if (only := the_only(schema)) is not None), None)


def name_of(kind: Kind, path: Path) -> str:
    """Name a map as a reader would: bid 'nt', 'game', this profile."""
    schemas, chosen = _reach(kind, path)
    title = _first(schemas, "title") or ""
    if not path:
        return f"this {title}"
    key = repr(str(path[-1])[:60])
    return f"{title} {key}" if chosen else key


@cache
def verbs() -> tuple[str, ...]:
    """Return everything that may be done in a phase: the words that `do` has in the schema."""
    return tuple(_document("profile.schema.json")["$defs"]["phase"]["properties"]["do"]["enum"])


@cache
def key_order(kind: Kind, path: Path) -> tuple[str, ...]:
    """Return the keys that the language has for the map that `path` leads to, in the schema's order."""
    schemas, _ = _reach(kind, path)
    return tuple(dict.fromkeys(key for schema in schemas for key in schema.get("properties", ())))


TOP = "at the top of the file"
"""Where the keys of a whole file stand."""


@cache
def homes(kind: Kind) -> dict[str, tuple[str, ...]]:
    """List for each key where it may stand, as a reader would say it."""
    root = _document("profile.schema.json" if kind == "house-rule" else _ROOTS[kind][0])
    parts = {name: part for name, part in root["$defs"].items() if name != "phase_part" and "title" in part}
    maps = [(f"in a{'n' * (part['title'][0] in 'aeiou')} {part['title']}", part) for part in parts.values()]
    maps += [(f"in {key!r}", part) for key, part in root.get("properties", {}).items()]
    maps.append((TOP, root))
    found: dict[str, dict[str, None]] = {}
    for home, part in maps:
        for key in part.get("properties", ()):
            found.setdefault(key, {})[home] = None
    return {key: tuple(names) for key, names in found.items()}


# ---- Walking the schemas


@cache
def _document(name: str) -> Schema:
    document: Schema = json.loads((schema_folder() / name).read_text("utf-8"))
    return document


def _reach(kind: Kind, path: Path, verb: str | None = None) -> tuple[list[Schema], bool]:
    """Return the schemas that speak of what `path` leads to, and whether its last key is an author's name.

    Unions are followed whichever way they go, but for a known `verb`: hardly a key has two meanings in them.
    """
    name, pointer = _ROOTS[kind]
    schemas = list(_expand(name, _point(name, pointer), verb))
    chosen = False
    for step in path:
        fixed = [(n, s["properties"][step]) for n, s in schemas if step in s.get("properties", ())]
        chosen = not fixed and isinstance(step, str)
        inner = "additionalProperties" if chosen else "items"
        below = fixed or [(n, s[inner]) for n, s in schemas if isinstance(s.get(inner), dict)]
        schemas = [found for n, s in below for found in _expand(n, s, verb)]
    return [schema for _, schema in schemas], chosen


def _expand(name: str, schema: Schema, verb: str | None = None) -> Iterator[tuple[str, Schema]]:
    """Yield a schema and those that it leads to, each with the file that it stands in."""
    yield name, schema
    if "$ref" in schema:
        target, _, pointer = schema["$ref"].partition("#")
        yield from _expand(target or name, _point(target or name, pointer), verb)
    otherwise = None if verb and schema.get("if") == {"required": ["do"]} else schema.get("else")
    for branch in (*schema.get("allOf", ()), schema.get("then"), otherwise):
        if branch and not (verb and _verb(branch) not in (None, verb)):
            yield from _expand(name, branch, verb)


def _verb(branch: Schema) -> Any:
    """Return the `do` that a branch is for, None if it is for no certain one."""
    return branch.get("if", {}).get("properties", {}).get("do", {}).get("const")


def _point(name: str, pointer: str) -> Schema:
    found = _document(name)
    for step in pointer.split("/")[1:]:
        found = found[step]
    return found


def _first(schemas: list[Schema], keyword: str) -> Any:
    return next((schema[keyword] for schema in schemas if keyword in schema), None)


# ---- Validators


@cache
def validator(kind: Kind, *, partial: bool) -> Any:
    """Return a jsonschema validator, to which each expression in a document is an error too, `expression`.

    A partial document lacks nothing. References are looked up among the shipped files only.
    """
    from jsonschema import validators  # 88 ms: only where a file is read
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    names = dict.fromkeys(name for name, _ in _ROOTS.values())
    files = [(name, DRAFT202012.create_resource(_without_dialect(_document(name)))) for name in names]
    base: Any = validators
    draft = base.Draft202012Validator
    keywords = {
        "expression": _expression,
        "pattern": _pattern,
        "uniqueItems": _unique_items,
        "properties": _properties,
        "additionalProperties": partially(_additional, draft.VALIDATORS["additionalProperties"]),
    }
    # JSON Schema takes 1.0 for an integer.
    types = draft.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    made = base.extend(draft, keywords, type_checker=types)
    return made(_root(kind, partial), registry=Registry[Any]().with_resources(files))


def _without_dialect(schema: Schema) -> Schema:
    # At a `$schema`, jsonschema goes on with a class of its own, which lacks our keywords.
    return {key: value for key, value in schema.items() if key != "$schema"}


def _root(kind: Kind, partial: bool) -> Schema:
    name, pointer = _ROOTS[kind]
    if partial:  # all that is asked for is asked for at the root
        root = _without_dialect(_document(name))
        return {key: value for key, value in root.items() if key not in ("required", "if", "then")}
    if kind != "profile":
        return {"$ref": name + pointer}
    abstract = {"required": ["abstract"], "properties": {"abstract": {"const": True}}}
    return {"$ref": name, "if": abstract, "else": {"$ref": f"{name}#/$defs/whole"}}


def _properties(validator: Any, properties: Schema, instance: Any, _: Schema) -> Iterator[Any]:
    for key, schema in properties.items() if isinstance(instance, dict) else ():
        if key in instance:
            yield from _below(validator, key, instance[key], schema)


def _additional(theirs: Any, validator: Any, additional: Any, instance: Any, schema: Schema) -> Iterator[Any]:
    if not isinstance(additional, dict):
        yield from theirs(validator, additional, instance, schema)
        return
    known = schema.get("properties", ())
    for key, value in instance.items() if isinstance(instance, dict) else ():
        if key not in known:
            yield from _below(validator, key, value, additional)


def _below(validator: Any, key: str, value: Any, schema: Schema) -> Iterator[Any]:
    """Yield the errors of what stands under a key; the expressions of a map that fits are remembered.

    A file and what it is merged into, and games that share a parent, are for the most part the same maps.
    """
    if not isinstance(value, dict):
        yield from validator.descend(value, schema, path=key)
        return
    slot = (id(schema), repr(value))  # of a schema that `_document` holds on to; text tells 1, True and "1" apart
    known = _FITTING.get(slot)
    if known is not None:
        for path, what in known:
            yield _error("an expression", path=[key, *path], validator="expression", validator_value=what)
        return
    errors = list(validator.descend(value, schema, path=key))
    if all(error.validator == "expression" for error in errors):
        if len(_FITTING) >= MAX_REMEMBERED:
            _FITTING.clear()
        _FITTING[slot] = tuple((tuple(error.path)[1:], error.validator_value) for error in errors)
    yield from errors  # whoever takes them makes their paths longer


def _expression(_: Any, keyword: Any, value: Any, schema: Any) -> Iterator[Any]:
    if isinstance(value, str | int):
        yield _error("an expression")


def _pattern(_: Any, pattern: str, value: Any, schema: Any) -> Iterator[Any]:
    # Our patterns end with `$`, which in Python alone a line end may follow.
    if isinstance(value, str) and not re.search(pattern.removesuffix("$") + r"\Z", value):
        yield _error("another form")


def _unique_items(_: Any, keyword: bool, value: Any, schema: Any) -> Iterator[Any]:
    # jsonschema's own takes quadratic time for texts and numbers in one list, and doesn't name the item.
    seen = set()
    for index, item in enumerate(value if keyword and isinstance(value, list) else ()):
        if isinstance(item, str | int):
            if (type(item), item) in seen:
                yield _error("an item twice", path=[index], instance=item)
            seen.add((type(item), item))


def _error(message: str, **details: Any) -> Any:
    from jsonschema import ValidationError

    return ValidationError(message, **details)
