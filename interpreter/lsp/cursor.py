"""Where in a document a place of its text is: the keys that lead there, however little stands below it yet.

Only the text above the cursor is read, with a mark in the cursor's place, as events of the YAML parser: all of a
half-written file that can be relied on. Where something further up is broken, it is read without that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import yaml

from interpreter.profile.guard import Mended
from interpreter.profile.positions import Source

Path: TypeAlias = tuple[str | int, ...]

MARK = "\ue000"
ENDINGS = ("", ":", '"', "'", '":', "':")
"""What may have to follow the mark, so that the parser takes what stands before it for a whole value or key."""
CLOSED_BY = {"{": "}", "[": "]"}
LONE_WORD = re.compile(r"[ \t]*[\w.-]*")
MAX_LENGTH = 300_000
MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a document. `path` leads to the value, or for a key to the map that it stands in.

    `before` is what the value or key holds before the place. `keys` are those of the map before a key; for an item of a
    list `items` are the words before it.
    """

    path: Path
    role: Literal["key", "value"]
    before: str
    keys: tuple[str, ...] = ()
    flow: bool = False
    items: tuple[str, ...] = ()


def cursor_at(text: str, offset: int) -> Cursor | None:
    """Return where an offset is; None within comments, and where the text above can't be read."""
    above = text[:offset].replace(MARK, "?")
    if len(above) > MAX_LENGTH:
        return None
    line = above[max(above.rfind("\n"), above.rfind("\r")) + 1 :]
    # a word alone on its line is a key that lacks its colon, if it can be one
    first = (":", "") if LONE_WORD.fullmatch(line) else ("", ":")
    for ending in (*first, *ENDINGS[2:]):
        found = _marked(above + MARK + ending)
        if found is not None:
            return found
    closing = _closing(line)
    for ending in (*first, *ENDINGS[2:]):
        rest = _without_faults(above + MARK + ending + closing)
        found = None if rest is None else _marked(rest)
        if found is not None:
            return found
    return None


def _closing(line: str) -> str:
    """Return what closes the brackets that a line leaves open; those in quotes count too, which only finds less."""
    closing = ""
    for letter in line:
        closing = CLOSED_BY[letter] + closing if letter in CLOSED_BY else closing.removeprefix(letter)
    return closing


def _without_faults(text: str) -> str | None:
    """Return a text without the lines that can't be read in it; None where there are none."""
    from interpreter.profile.recovering import recovered  # only needed once something is wrong

    rest = recovered(Source("", text), Mended(text), [])
    return None if rest is None else rest.text


@dataclass(slots=True)
class _Open:
    """A map or list that isn't complete, with its `words`: keys of the map, or items of the list.

    `key` is the current one, `waiting` whether its value comes next.
    """

    mapping: bool
    flow: bool
    pair: bool
    words: list[str] = field(default_factory=list)
    key: str | None = None
    waiting: bool = False
    index: int = 0

    def step(self) -> tuple[str | int, ...]:
        """Return the key or index of what comes next, none for a pair in a list, which nobody means."""
        return () if self.pair else ((self.key or "") if self.mapping else self.index,)

    def close(self) -> None:
        """Go on to what comes after a value."""
        self.waiting, self.index = False, self.index + 1


def _marked(text: str) -> Cursor | None:
    opened: list[_Open] = []
    for event in _events(text):
        name = type(event).__name__
        inner = opened[-1] if opened else None
        if name in ("MappingStartEvent", "SequenceStartEvent"):
            if len(opened) >= MAX_DEPTH:
                return None
            mapping, flow = name[0] == "M", bool(event.flow_style)
            pair = mapping and flow and text[event.start_mark.index : event.start_mark.index + 1] != "{"
            opened.append(_Open(mapping, flow, pair))
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            opened.pop()
            if opened:
                opened[-1].close()
        elif name == "ScalarEvent":
            is_key = inner is not None and inner.mapping and not inner.waiting
            if MARK in event.value:
                return _found(opened, is_key, event.value.split(MARK)[0])
            if inner is not None and is_key:
                inner.words.append(event.value)
                inner.key, inner.waiting = event.value, True
            elif inner is not None:
                if not inner.mapping:
                    inner.words.append(event.value)
                inner.close()
        elif name == "AliasEvent" and inner is not None:
            inner.close()
    return None


def _found(opened: list[_Open], is_key: bool, before: str) -> Cursor | None:
    inner = opened[-1] if opened else None
    path = tuple(step for level in (opened[:-1] if is_key else opened) for step in level.step())
    if inner is None or not is_key:
        items = () if inner is None or inner.mapping else tuple(inner.words)
        return Cursor(path, "value", before, (), inner is not None and inner.flow, items)
    if inner.pair:  # an item of a list that only the added colon made a key
        return None
    return Cursor(path, "key", before, tuple(inner.words), inner.flow)


def _events(text: str) -> Iterator[Any]:
    """Yield the parser's events up to where it stops."""
    try:
        yield from yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
        return
