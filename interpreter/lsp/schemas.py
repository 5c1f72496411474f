"""What may stand at one place of a document, as the schemas say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.profile.keys import Kind, Path, reach


@dataclass(frozen=True, slots=True)
class Slot:
    """One place: what it means, and what it holds.

    `keys` are those that the language gives a map here, each with its own slot's path being one longer; `named` says
    that the author's own names may stand as keys. `words` are those of an enumeration; `place` and `type` those of an
    expression, None where there is none.
    """

    description: str
    examples: tuple[Any, ...]
    keys: tuple[str, ...]
    named: bool
    words: tuple[str, ...]
    types: frozenset[str]
    place: str | None
    type: str | None


def slot(kind: Kind, path: Path, verb: str | None = None) -> Slot | None:
    """Return what may stand where `path` leads; None where nothing may. `verb` is the `do` of the phase on the way."""
    schemas = reach(kind, path, verb)
    if not schemas:
        return None
    expression = first(schemas, "expression") or {}
    return Slot(
        description=first(schemas, "description") or "",
        examples=tuple(first(schemas, "examples") or ()),
        keys=tuple(dict.fromkeys(key for schema in schemas for key in schema.get("properties", ()))),
        named=any(isinstance(schema.get("additionalProperties"), dict) for schema in schemas),
        words=tuple(word for word in first(schemas, "enum") or () if isinstance(word, str)),
        types=frozenset(name for schema in schemas for name in listed(schema.get("type"))),
        place=expression.get("place"),
        type=expression.get("type"),
    )


def first(schemas: list[dict[str, Any]], keyword: str) -> Any:
    """Return what the first schema that has a keyword says in it."""
    return next((schema[keyword] for schema in schemas if keyword in schema), None)


def listed(types: Any) -> list[str]:
    """Return the types that a schema names."""
    return [types] if isinstance(types, str) else types or []
