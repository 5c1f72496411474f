"""Calls of functions that are written otherwise: with another sign between their values or none, without parentheses.

Each function here takes a text and a span of it and returns what is wrong, or None: a message, the span that it is
about, and the remedy.
"""

from __future__ import annotations

import re

Found = tuple[str, int, int, str]

_OF_ONE = ("abs", "count", "highest", "index", "left", "lowest", "partner", "right", "suit")
"""Functions of one value."""
_OF_SEVERAL = ("cycle", "max", "min")
_VALUE = r"[\w.]+(?:\s*[-+*]\s*[\w.]+)*"
_BARE = re.compile(rf"(?:of\s+)?(?:the\s+)?({_VALUE}(?:\s*(?:[,;]|\band\b)\s*{_VALUE})+)")
_OWNED = re.compile(r"\b(?:the\s+)?(\w+)(?:['\u2019]s|s['\u2019])?\s+(left|right|partner)\b")


def around(text: str, position: int) -> tuple[str, str] | None:
    """Return which function's call a place stands in, innermost, and what stands in that call before it."""
    depth = 0
    for at in range(position - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth < 0:
            name = re.search(r"(\w+)\s*$", text[:at])
            return (name[1], text[at + 1 : position]) if name and name[1] in (*_OF_ONE, *_OF_SEVERAL) else None
    return None


def separated(text: str, start: int, end: int) -> Found | None:
    """Find a sign other than a comma between the values of a call."""
    call = around(text, start)
    if call is None or text[start:end] not in (";", "|", ":"):
        return None
    sign = "," if call[0] in _OF_SEVERAL else "&"
    return f"{text[start:end]!r} doesn't part the values of {call[0]}(..)", start, end, f"write {sign}"


def unseparated(text: str, start: int, end: int) -> Found | None:
    """Find a value in a call that follows another one with nothing between them."""
    call = around(text, start)
    if call is None or call[0] not in _OF_SEVERAL or ("," in call[1] and re.search(r"(?<![\w.])\d+\s*$", call[1])):
        return None  # a number before a value is a factor where the call has two values without that
    before, value = re.search(r"\S+\s*$", call[1]), re.compile(r"[\w.]+").match(text, start)
    if before is None or value is None:
        return None
    advice = f"put a comma between the values: {before[0].strip()}, {value[0]}"
    return f"expected an operator or ',', found {text[start:end]!r}", start, end, advice


def unopened(text: str, start: int, end: int) -> Found | None:
    """Find a function before a value with no ( between them: `left declarer`, `min over, 2`."""
    name = re.search(r"\b(\w+)\s+$", text[:start])
    if name is None:
        return None
    message = f"expected ( behind the function {name[1]!r}"
    if name[1] in _OF_SEVERAL and (listed := _BARE.match(text, start)):
        values = re.sub(r"\s*([,;]|\band\b)\s*", ", ", listed[1])
        return message, name.start(1), listed.end(), f"write {name[1]}({values})"
    if name[1] not in _OF_ONE:
        return None
    value = re.compile(r"(?:of\s+)?(?:the\s+)?([\w.]+)").match(text, start)
    return message, name.start(1), value.end() if value else end, f"write {name[1]}({value[1] if value else '..'})"


def owned(text: str, position: int) -> Found | None:
    """Find what people call a seat: `declarer's left`, `dealer left`."""
    for found in _OWNED.finditer(text):
        if found.start() <= position < found.end():
            advice = f"write {found[2]}({found[1]})"
            return f"{found[2]!r} is a function", *found.span(), advice
    return None
