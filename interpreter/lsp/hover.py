"""What is shown of the key or name under the pointer, as Markdown."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.errors import Place
from interpreter.lsp.documents import Document
from interpreter.lsp.names import explained, places_of, shown_short
from interpreter.lsp.schemas import Slot, slot
from interpreter.lsp.spots import Spot, key_place, spot_at
from interpreter.profile.library import exists, overlaid
from interpreter.profile.nodes import Mapping, Node, follow

TYPES = {
    "boolean": "a condition",
    "integer": "a whole number",
    "seat": "a seat",
    "side": "a side",
    "who": "a seat, or `others`",
    "value": "a value of the field",
    "range": "a range such as `1..7`",
    "any": "any expression",
}
MAX_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Hover:
    """A text in Markdown about the characters `start` up to `end`."""

    text: str
    start: int
    end: int


def hover(document: Document, offset: int) -> Hover | None:
    """Return what there is to say of what stands at an offset."""
    spot = spot_at(document, offset)
    if spot is None or not spot.word:
        return None
    if spot.cursor.role == "key":
        parts = about_key(spot)
    elif spot.names_files:
        parts = about_file(spot)
    elif spot.is_expression:
        parts = about_name(spot)
    else:
        parts = about_game(spot)
    with overlaid(document.texts):
        text = "\n\n".join(part for part in parts if part)
    return Hover(text, spot.start, spot.end) if text else None


def about_key(spot: Spot) -> Iterator[str]:
    """Yield what a key means, its examples, and what it overrides."""
    path = spot.key_path
    found = slot(spot.kind, path, spot.rules.verb(path))
    if found is None:
        return
    kind = TYPES.get(found.type or "", "")
    yield f"**{'.'.join(map(str, path))}**{f': {kind}' if kind else ''}"
    yield found.description
    yield from examples(found)
    yield overridden(spot)


def examples(found: Slot) -> Iterator[str]:
    """Yield examples of a value."""
    told = [f"`{example if isinstance(example, str) else json.dumps(example)}`" for example in found.examples]
    if found.words:
        yield "One of: " + ", ".join(f"`{word}`" for word in found.words)
    elif told:
        yield "Such as " + ", ".join(told[:MAX_EXAMPLES])


def overridden(spot: Spot) -> str:
    """Say what a key of this document overrides, and where that stands."""
    path, below = spot.key_path, spot.rules.below
    node = follow(below, path)
    place = key_place(below, path)
    if node is None or place is None or is_about_file(spot):
        return ""
    with_game = f" (on top of {spot.document.game})" if spot.document.game and spot.kind == "house-rule" else ""
    if isinstance(node, Mapping):
        return f"Changes `{shown_short(node)}` of {link(place)}{with_game}"
    return f"Overrides {before(node)}{with_game}"


def is_about_file(spot: Spot) -> bool:
    """Whether a key says something of the file itself, which overrides nothing."""
    from interpreter.profile.merge import OWN_KEYS

    return len(spot.key_path) == 1 and spot.key_path[0] in OWN_KEYS


def before(node: Node) -> str:
    """Say what a node holds and what it replaced itself, newest first."""
    told: list[str] = []
    current: Node | None = node
    while current is not None:
        told.append(f"`{shown_short(current)}` of {link(current.place())}")
        current = current.replaced
    return ", which overrode ".join(told)


def link(place: Place) -> str:
    """Return a link to a place."""
    path = os.path.abspath(place.file)
    if not exists(path) or os.path.isdir(path):
        return place.file
    return f"[{os.path.basename(path)}:{place.line}]({Path(path).as_uri()}#L{place.line})"


def about_file(spot: Spot) -> Iterator[str]:
    """Yield what a profile or house rule is called."""
    for entry in spot.document.nameable():
        if entry.id == spot.word:
            yield f"**{entry.id}**: {entry.kind.replace('-', ' ')}"
            yield entry.title


def about_name(spot: Spot) -> Iterator[str]:
    """Yield what a name in an expression stands for, its type, and where it is set."""
    scope = spot.scope()
    if scope is None:
        return
    if spot.word == "inherited":
        node = follow(spot.rules.below, spot.path)
        yield "**inherited**: what this key held before"
        yield f"Here that is {before(node)}" if node is not None else ""
        return
    called = bool(re.compile(r"\s*\(").match(spot.document.text, spot.end))
    found = explained(spot.word, scope, spot.rules, called)
    if found is None:
        return
    yield f"**{found.label}**{f': {found.detail}' if found.detail else ''}"
    yield found.text[:1].upper() + found.text[1:]
    places = places_of(spot.word, spot.rules) if not called else []
    yield f"Set in {', '.join(link(place) for place in dict.fromkeys(places))}" if places else ""


def about_game(spot: Spot) -> Iterator[str]:
    """Yield with which game a house rule is looked at, where its own name stands."""
    if spot.path == ("house_rule",) and spot.document.game:
        yield f"Looked at on top of **{spot.document.game}**"
