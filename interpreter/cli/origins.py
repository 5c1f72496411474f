"""Where the parts of a game's rules come from: each node knows its file and line, and what it replaced."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.cli.problems import printable
from interpreter.errors import Place
from interpreter.profile.check import check
from interpreter.profile.checked import Checked
from interpreter.profile.compose import Composed, compose
from interpreter.profile.nodes import NULLS, Mapping, Node, core_value, said
from interpreter.resources import profiles_folder

FIRST = ("format", "profile", "title", "summary", "sources", "notes")
"""What a reader wants to see first of a profile; the other keys follow in the order in which they were merged."""
PLAIN = re.compile(r"[A-Za-z0-9_(.±][^\s#:\[\]{},]*( [^\s#:\[\]{},]+)*\Z")
MAX_SHOWN = 60
COLUMN = 72
"""Where at most it is said behind a leaf where that comes from."""


@dataclass(frozen=True, slots=True)
class Sourced:
    """A game's rules with their merged tree; `checked.document` holds the values, with `inherited` written out."""

    composed: Composed
    checked: Checked


def sourced(reference: str) -> Sourced:
    """Return the rules of a reference and where they come from. Raises `InputError` with every problem found."""
    composed = compose(reference)
    return Sourced(composed, check(composed))


def ordered(document: dict[str, Any]) -> dict[str, Any]:
    """Return a resolved profile with what says what it is in front."""
    return {key: document[key] for key in (*FIRST, *document) if key in document}


def lines(found: Sourced, column: int = COLUMN) -> Iterator[str]:
    """Yield the lines of a resolved profile; behind each leaf stands where it comes from and what it overrode.

    What is said of leaves begins in one column, at most in `column`, or behind a leaf that is longer.
    """
    yield from with_origins(ordered(found.checked.document), found.composed.tree, column)


def with_origins(document: dict[str, Any], tree: Mapping, column: int = COLUMN) -> Iterator[str]:
    """Yield the lines of a map; behind each leaf stands where it comes from and what it overrode."""
    table = list(rows(document, tree, 0))
    width = min(max((len(text) for text, origin in table if origin), default=0), column)
    for text, origin in table:
        yield f"{text.ljust(width)}  # {origin}" if origin else text


def rows(document: dict[str, Any], tree: Mapping | None, depth: int) -> Iterator[tuple[str, str]]:
    """Yield each line of a map with its origin; maps that hold something have none of their own."""
    for key, value in document.items():
        node = tree.entries.get(key) if tree is not None else None
        start = f"{'  ' * depth}{plain(key)}:"
        if isinstance(value, dict) and value:
            yield start, ""
            yield from rows(value, node if isinstance(node, Mapping) else None, depth + 1)
        else:
            yield f"{start} {flow(value)}", printable(origin(node)) if node is not None else ""


def flow(value: Any) -> str:
    """Return a leaf as YAML on one line."""
    if isinstance(value, list):
        return f"[{', '.join(flow(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{plain(key)}: {flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, str):
        return plain(value)
    return "null" if value is None else str(value).lower()


def plain(text: str) -> str:
    """Return a text as YAML: without quotes where it reads the same so, and isn't told to mean another."""
    if PLAIN.match(text) and isinstance(core_value(text), str) and text not in NULLS:
        return text
    return json.dumps(text, ensure_ascii=False)


def origin(node: Node) -> str:
    """Return where a node stands, and what it overrode: `x.yaml:5, was 3 (parent.yaml:18)`."""
    (text, place), *before = history(node)
    told = [where(place)]
    for older, at in before:
        told.append(f"as in {where(at)}" if older == text else f"was {short(older)} ({where(at)})")
        text = older
    return ", ".join(told)


def where(place: Place) -> str:
    """Return a file and line, a shipped file by its place among those; a reference has no lines."""
    if place.file.startswith("reference "):
        return "the reference"
    path, folder = os.path.abspath(place.file), f"{profiles_folder()}{os.sep}"
    return f"{path.removeprefix(folder) if path.startswith(folder) else place.file}:{place.line}"


def history(node: Node) -> list[tuple[str, Place]]:
    """Return what a key holds and what it held before, newest first, each with its place."""
    found: list[tuple[str, Place]] = []
    current: Node | None = node
    while current is not None:
        found.append((said(current), current.place()))
        current = current.replaced
    return found


def short(text: str) -> str:
    """Return a text, cut off where it is long."""
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 2] + ".."
