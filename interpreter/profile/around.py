"""What surrounds a place in a text that YAML may not take: the keys that lead there, and what may stand there.

It is read off the indentation and the brackets from the last line that begins at the margin, and serves advice only.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from interpreter.profile.keys import Kind, Path, key_order, reach
from interpreter.profile.remedies import takes_any, types_of

MAX_LENGTH = 20_000
"""How far before a place its top-level key is looked for."""

_TOP = re.compile(r"(?<![^\r\n])\w")
_HOUSE_RULE = re.compile(r"(?<![^\r\n])house_rule:")
_CASES = re.compile(r"(?<![^\r\n])(?:cases|reference):")
_TOKEN = re.compile(
    r"(?P<comment>(?<![^\s])\#[^\r\n]*)"
    r"|(?P<key>(?<![^\s,\[{])(?:\w[^\r\n:,\[\]{}\#\"]*|\"[^\"\r\n]*\"|'[^'\r\n]*')(?=[ ]*:(?:[\s,\]}]|\Z)))"
    r"|(?P<quoted>(?<![^\s,\[{])(?:\"(?:[^\"\\]|\\[\s\S])*\"|'(?:[^']|'')*'))"
    r"|(?P<dash>(?<![^\s])-(?=[ \r\n]))"
    r"|(?P<sign>[\[\]{},])"
    r"|(?P<line>[\r\n][ ]*)"
)


class Around(NamedTuple):
    """The keys that lead to a place, and whether it stands within { } or [ ]."""

    path: Path
    flow: bool


def around(text: str, offset: int) -> Around:
    """Return what leads to an offset of a text, as far as that can be told."""
    start = max((match.start() for match in _TOP.finditer(text, max(0, offset - MAX_LENGTH), offset + 1)), default=0)
    block: list[tuple[int, str | int]] = []
    flow: list[list[str | int]] = []
    line, begins = start, True
    for match in _TOKEN.finditer(text, start, offset):
        found = match[0]
        if match["line"]:
            line, begins = match.start() + 1, not flow
        elif flow and match["sign"] in ("]", "}"):
            flow.pop()
        elif match["sign"] in ("[", "{"):
            flow.append([0] if found == "[" else [])
        elif flow and found == ",":
            flow[-1][:] = flow[-1] if flow[-1][:1] == [0] else []
        elif flow and match["key"]:
            flow[-1][:] = [found.strip(" \"'")]
        elif begins and (match["key"] or match["dash"]):
            column = match.start() - line
            while block and block[-1][0] >= column and not (match["dash"] and block[-1][0] == column):
                block.pop()
            if match["dash"] and block and block[-1] == (column, 0):
                block.pop()
            block.append((column, 0 if match["dash"] else found.strip(" \"'")))
        if not (match["line"] or match["dash"]):
            begins = False
    return Around((*(step for _, step in block), *(step for inner in flow for step in inner)), bool(flow))


def kind_of(text: str) -> Kind:
    """Return what kind of file a text is, by its top-level keys."""
    return "house-rule" if _HOUSE_RULE.search(text) else "cases" if _CASES.search(text) else "profile"


def takes(text: str, path: Path) -> str | None:
    """Return what may stand where a path leads: an `expression`, a `text` of any words, or something else (empty).

    None where the language has no such place.
    """
    schemas = reach(kind_of(text), path)
    if not schemas:
        return None
    if any("expression" in schema for schema in schemas):
        return "expression"
    types = {name for schema in schemas for name in types_of(schema)}
    return "text" if "string" in types and "object" not in types and takes_any(schemas) else ""


def takes_map(text: str, path: Path) -> bool:
    """Whether a map stands where a path leads, and no list."""
    types = {name for schema in reach(kind_of(text), path) for name in types_of(schema)}
    return "object" in types and "array" not in types


def keys_at(text: str, path: Path) -> tuple[str, ...]:
    """Return the keys that the language has for a map, none for one whose keys are the author's."""
    return key_order(kind_of(text), path)
