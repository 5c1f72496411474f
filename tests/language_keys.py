"""The keys of the profile language as the schema lists them, where documents use them, and ways to change them.

A label names a key by the part of the schema that it stands in: `step.draw`, `deck.extra`, `score_row.to=winner` for
one of the words that it may hold, `cards.*` for a name that authors choose.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.profile.keys import verbs
from interpreter.profile.source import data, parse
from interpreter.profile.typing import DEFAULTS
from interpreter.resources import schema_folder

SCHEMA: dict[str, Any] = json.loads((schema_folder() / "profile.schema.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a document uses a key: the document and the path of keys in it."""

    document: str
    path: tuple[str, ...]


SCHEMAS: dict[Use, dict[str, Any]] = {}
"""What the schema says of each use."""

# Words that a pattern or an expression allows, where the schema has no list of them.
WORDS: dict[str, tuple[str, ...]] = {
    "dealer.first": (r"lot", r"seat\(.*\)", r"draw\(.*\)"),
    "game.tie": (r"declarers", r"defenders", r"draw", r"highest\(.*\)"),
    "game.winner": (r"highest\(.*\)", r"lowest\(.*\)"),
    "step.who": (r"declarer", r"others", r"partner\(declarer\)", r"dealer"),
    "step.give": (r"all", r"[0-9]+", r"[a-z_]*_size"),
    "layer.trumps": (r"\.\.\.", r"\S+ \.\.\.", r"[^.]*"),
    "cards.*": (r".*\b[A-Z2-9]t\b.*", r"[A-Z0-9]", r"(?=.*[a-z]{3}).*"),
    "bid.FIELD": (r".*\.\..*", r"\[[^\d]*\]", r"\[.*\d.*\]"),
    "house_rules": (r".*",),
}


def resolved(schema: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Follow a `$ref`; return the name of the definition that it leads to, and the schema."""
    name = None
    while "$ref" in schema:
        steps = schema["$ref"].removeprefix("#/").split("/")
        found: Any = SCHEMA
        for step in steps:
            found = found[step]
        name = steps[1] if len(steps) == 2 else name
        schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
    return name, schema


def entries(label: str, schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the keys of a map with their labels and schemas; the name `*` stands for names that authors choose."""
    for key, below in schema.get("properties", {}).items():
        yield key, f"{label}.{key}" if label else key, below
    extra = schema.get("additionalProperties")
    if isinstance(extra, dict):
        yield "*", "bid.FIELD" if label == "bid" else f"{label}.*", extra


def labels(label: str = "", schema: dict[str, Any] = SCHEMA) -> Iterator[str]:
    """Yield the label of every key and of every word that a key may hold."""
    for key, name, below in entries(label, schema):
        definition, found = resolved(below)
        yield name
        words = [word for word in found.get("enum", ()) if isinstance(word, str)]
        yield from (f"{name}={word}" for word in words if key != "do" or label == f"{word}_phase")
        yield from (f"{name}~{pattern}" for pattern in WORDS.get(name, ()))
        if definition == "phase":
            for verb in verbs():
                yield from labels(f"{verb}_phase", SCHEMA["$defs"][f"{verb}_phase"])
        elif name == "flow":
            yield from labels("place_in_flow", SCHEMA["$defs"]["place_in_flow"])
        elif "properties" in found or isinstance(found.get("additionalProperties"), dict):
            yield from labels(definition if definition and "properties" in found else name, found)


class Documents:
    """Profiles and house rules of a folder, as plain data by ID."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in sorted(folder.glob("*.yaml")) if not path.stem.endswith(".cases")]
        self.of: dict[str, Any] = {path.stem: data(parse(path.read_bytes(), path.name, [])) for path in paths}  # type: ignore[arg-type]

    def verb(self, document: str, phase: str) -> str:
        """Return what happens in a phase: as this document or an ancestor says, else any (for a house rule)."""
        found: str | None = document
        while found in self.of:
            node = self.of[found].get("phases", {}).get(phase) or {}
            if "do" in node:
                return str(node["do"])
            found = self.of[found].get("extends")
        nodes = [other.get("phases", {}).get(phase) or {} for other in self.of.values()]
        return next(str(node["do"]) for node in nodes if "do" in node)

    def uses(self) -> Iterator[tuple[str, Use]]:
        """Yield every use of a key or of one of its words, by label."""
        for document, content in self.of.items():
            yield from self.below(document, content, (), "", SCHEMA)

    def below(
        self, document: str, node: Any, path: tuple[str, ...], label: str, schema: dict[str, Any]
    ) -> Iterator[tuple[str, Use]]:
        """Yield the uses within one map."""
        known = {key: (name, below) for key, name, below in entries(label, schema)}
        for key, value in node.items():
            if key == "house_rule" and not path:
                continue
            name, found = known[key] if key in known else known["*"]
            use = Use(document, (*path, key))
            if value is None:
                SCHEMAS[use] = {}
                yield "null", use
                continue
            definition, found = resolved(found)
            SCHEMAS[use] = found
            yield name, use
            text = json.dumps(value) if isinstance(value, list) else str(value)
            if value in found.get("enum", ()) and isinstance(value, str):
                yield f"{name}={value}", use
            yield from ((f"{name}~{word}", use) for word in WORDS.get(name, ()) if re.fullmatch(word, text))
            if re.search(r"\binherited\b", text) and not isinstance(value, dict):
                yield f"inherited {key}" if key in DEFAULTS else "inherited value", use
            if not isinstance(value, dict):
                continue
            if definition == "phase":
                verb = self.verb(document, key)
                yield from self.below(document, value, use.path, f"{verb}_phase", SCHEMA["$defs"][f"{verb}_phase"])
            elif name == "flow":
                for phase, move in value.items():
                    if move is None:
                        SCHEMAS[Use(document, (*use.path, phase))] = {}
                        yield "null", Use(document, (*use.path, phase))
                    else:
                        place = SCHEMA["$defs"]["place_in_flow"]
                        yield from self.below(document, move, (*use.path, phase), "place_in_flow", place)
            else:
                inner = definition if definition and "properties" in found else name
                yield from self.below(document, value, use.path, inner, found)


def changed(content: Any, path: tuple[str, ...], new: Any) -> Any:
    """Return a document with another value at a path; `...` takes the key out."""
    copied = copy.deepcopy(content)
    node = copied
    for key in path[:-1]:
        node = node[key]
    if new is ...:
        del node[path[-1]]
    else:
        node[path[-1]] = new
    return copied


def value_at(content: Any, path: tuple[str, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        content = content[key]
    return content


def alternatives(label: str, use: Use, value: Any) -> Iterator[Any]:
    """Yield other values for a key, each of which ought to make a difference; `...` for leaving it out."""
    schema = SCHEMAS[use]
    kind = schema.get("expression", {}).get("type")
    if label.startswith("inherited"):
        opposite = "0" if label == "inherited value" else "false" if DEFAULTS[label.split()[1]] else "true"
        yield re.sub(r"\binherited\b", opposite, value)
        return
    name = label.split("=")[0].split("~")[0]
    if name in OTHERS:
        yield from (other for other in OTHERS[name] if other != value)
    elif name == "layer.order":
        yield " ".join(reversed(value.split()))
    elif name.endswith(".do"):
        yield "choose" if value != "choose" else "exchange"
    elif "enum" in schema:
        yield from (word for word in schema["enum"] if word not in (None, value))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif kind in CHANGES and isinstance(value, str):
        yield from (change.format(value) for change in CHANGES[kind])
    elif isinstance(value, str):
        yield from (value.replace(a, b) for a, b in OPPOSITES if a in value)
    yield ...


OTHERS = {
    "game.tie": ("declarers", "defenders", "draw", "highest(total)"),
    "dealer.first": ("lot", "seat(1)", "draw(A)"),
    "step.who": ("declarer", "others", "partner(declarer)", "dealer"),
    "step.give": (1, "all"),
}
CHANGES = {"boolean": ("not ({})", "true", "false"), "integer": ("({}) + 1",), "seat": ("left({})", "right({})")}
OPPOSITES = (("highest", "lowest"), ("lowest", "highest"))
