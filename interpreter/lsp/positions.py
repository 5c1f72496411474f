"""Lines and columns as editors count them: from 0, a column in units of an encoding, UTF-16 if none is named."""

from __future__ import annotations

import re
from bisect import bisect_right

from interpreter.errors import Place

LINE_END = re.compile(r"\r\n?|\n")


def units(text: str, encoding: str = "utf-16") -> int:
    """Return how many units of `utf-8`, `utf-16` or `utf-32` a text takes."""
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    wide = sum(character > "\uffff" for character in text) if encoding == "utf-16" else 0
    return len(text) + wide


def offset_of(text: str, line: int, column: int, encoding: str = "utf-16") -> int:
    """Return the offset in characters of an editor's position; one outside the text is moved to the nearest inside."""
    starts = line_starts(text)
    if line >= len(starts):
        return len(text)
    start = starts[max(line, 0)]
    match = LINE_END.search(text, start)
    end = match.start() if match else len(text)
    seen = 0
    for offset in range(start, end):
        if seen >= column:
            return offset
        seen += units(text[offset], encoding)
    return end


def line_starts(text: str) -> list[int]:
    """Return where each line begins."""
    return [0, *(match.end() for match in LINE_END.finditer(text))]


def span_of(place: Place, encoding: str = "utf-16") -> tuple[int, int, int]:
    """Return the line of a place, and the columns where it starts and ends, as an editor counts them.

    The end is never beyond the line's own.
    """
    start = min(place.column - 1, len(place.text))
    end = min(max(place.end_column - 1, start), len(place.text))
    return place.line - 1, units(place.text[:start], encoding), units(place.text[:end], encoding)


def position_of(text: str, offset: int, encoding: str = "utf-16") -> tuple[int, int]:
    """Return the line and column of an offset, as an editor counts them."""
    starts = line_starts(text)
    line = bisect_right(starts, offset) - 1
    return line, units(text[starts[line] : offset], encoding)
