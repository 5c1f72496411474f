"""Reading on as if slips weren't there: each is told once and put right in the text, and that is read again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from interpreter.errors import Problem
from interpreter.profile import signs, slips
from interpreter.profile.around import kind_of
from interpreter.profile.guard import Mended
from interpreter.profile.keys import reach
from interpreter.profile.lines import in_quotes
from interpreter.profile.merge import OWN_KEYS
from interpreter.profile.positions import Source
from interpreter.profile.remedies import types_of
from interpreter.profile.signs import Slip
from interpreter.profile.source import Reading
from interpreter.resources import MAX_BYTES

_EXTENDS = re.compile(r"(?<![^\r\n])extends:")
MAX_SLIPS = 30
MAX_READ = 2 * MAX_BYTES
"""How many slips are put right in a file, and how many characters are read for that in all."""


def amended(
    source: Source, text: Mended, reading: Reading, read: Callable[[Source, Mended], Reading], problems: list[Problem]
) -> tuple[Mended, Reading]:
    """Return a text without its slips, each told in `problems`, and how it reads.

    A slip that stops the parser counts as put right where the parser then comes further.
    """
    left = MAX_READ
    while left >= 0 and len(problems) < MAX_SLIPS:
        left -= len(text.text)
        found = list(found_in(text, reading))[: MAX_SLIPS - len(problems)]
        if not found:
            break
        better = text
        for start, end, new in sorted((edit for slip in found for edit in slip.edits), reverse=True):
            better = better.edited(start, end, new)
        then = read(source, better)
        if reading.stop and then.stop and then.stop.offset <= reading.stop.offset:
            break
        problems += [told(source, text, slip) for slip in found if not slip.again]
        text, reading = better, then
    return text, reading


def found_in(text: Mended, reading: Reading) -> Iterator[Slip]:
    """Yield the slips that show in how a text reads."""
    for sign in reading.signs[:MAX_SLIPS]:
        start, end = text.within(sign.start), text.within(sign.end)
        if sign.kind == "dash":
            slip = signs.of_dash(text.text, start, end, sign.path, text.within(sign.above))
        elif sign.kind == "item":
            slip = signs.of_item(text.text, start, sign.path)
            slip = slip and slip._replace(again=sign.above != 0)
        elif sign.kind == "key":
            slip = signs.of_key(text.text, start, end, sign.path)
        elif sign.kind == "braces":
            slip = signs.of_braces(text.text, start, end, sign.path)
        elif sign.kind == "null":
            slip = of_null(text.text, start, end, sign.path)
        else:
            slip = signs.of_sign(text.text, start, sign.path, sign.flow)
        if slip is not None:
            yield slip
    if reading.stop is not None:
        slip = slips.of_stop(text.text, reading.stop.at, reading.stop.opening, reading.stop.reason)
        if slip is not None:
            yield slip


def of_null(text: str, start: int, end: int, path: tuple[str | int, ...]) -> Slip | None:
    """Return the slip of another word for null where that takes away what is inherited."""
    kind = kind_of(text)
    inherits = kind == "house-rule" or (kind == "profile" and _EXTENDS.search(text))
    schemas = reach(kind, path) if inherits else []
    null = any("null" in types_of(schema) or None in schema.get("enum", ()) for schema in schemas)
    if not null or any("expression" in schema for schema in schemas):  # in an expression it is told as its mistake
        return None
    if path[0] in OWN_KEYS:  # nothing of it is inherited
        message, quoted = f"found {text[start:end]!r}, which is text here", in_quotes(text[start:end])
        return Slip("S003", message, f"leave the key out; as text write {quoted}", start, end, ((start, end, quoted),))
    message = f"found {text[start:end]!r}, which is text here, expected null"
    return Slip("S003", message, "write null", start, end, ((start, end, "null"),))


def told(source: Source, text: Mended, slip: Slip) -> Problem:
    """Return the problem of a slip in a text."""
    place = source.place(text.original(slip.start), text.original(slip.end))
    return Problem(slip.code, slip.message, place, slip.help, severity=slip.severity)
