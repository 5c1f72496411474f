"""Texts with positions: where an offset stands, and where the characters of a YAML scalar are written.

A scalar's text differs from what stands in the file: lines are folded, indentation drops out, escapes become
characters. But only blanks are ever added or taken away. So the other characters stand in the file in the
same order, each as one *unit* (a character or an escape), and pairing them off is exact in every style. A
blank is placed on the nearest one where a fold leaves no exact answer.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field

from interpreter.errors import Place

BLANKS = " \t\r\n"

# Controls, lone surrogates, line separators, and what is invisible or turns the direction of writing.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff]"
)

_LINE_END = re.compile(r"\r\n?|\n")
_CHARACTER = re.compile(r"[\s\S]")
_UNITS = {
    "'": re.compile(r"''|[\s\S]"),
    '"': re.compile(r"\\(?:x[\s\S]{2}|u[\s\S]{4}|U[\s\S]{8}|\r\n|[\s\S])|[\s\S]"),
}
_BLANK_CODES = frozenset(map(ord, BLANKS))


@dataclass(slots=True, eq=False)
class Source:
    """A file's text under the name that the user gave it.

    Offsets count characters (code points) from 0, lines and columns from 1. A line ends with LF, CR or both.
    """

    name: str
    text: str = field(repr=False)
    _starts: list[int] = field(default_factory=list, init=False, repr=False)
    _lines: dict[int, str] = field(default_factory=dict, init=False, repr=False)

    def place(self, start: int, end: int) -> Place:
        """Return the place of the characters `start` up to `end`, cut off at the end of the first line.

        It is at least one column wide, so that there is something to point at. Offsets outside the text are
        moved to its ends. The line that goes with it has no control characters: it is safe to print.
        """
        if not self._starts:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        start = max(start, 0)
        number = bisect_right(self._starts, start) - 1
        first, line = self._starts[number], self._line(number)
        column = min(start - first, len(line))
        end_column = end - first if end - first <= len(line) else len(line.rstrip(BLANKS))
        return Place(self.name, number + 1, column + 1, max(column + 1, end_column) + 1, line)

    def _line(self, number: int) -> str:
        # Kept, because thousands of problems in one long line must not hold thousands of copies of it.
        if number not in self._lines:
            start = self._starts[number]
            end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
            self._lines[number] = UNSEEN.sub("\ufffd", self.text[start:end].rstrip("\r\n"))
        return self._lines[number]


def written(source: Source, span: tuple[int, int], style: str, text: str) -> array[int]:
    """Return, for each character of a scalar's `text`, the offset in `source` where it is written.

    `span` is where the scalar stands, quotes or block header included; `style` is "" or one of ' " | >. Exact
    for every character that is not a blank; never decreasing. Time and memory grow with the span.
    """
    start, end = _content(source.text, span, style)
    units = _UNITS.get(style, _CHARACTER).finditer(source.text, start, end)
    unit = next(units, None)
    offsets = array("L")
    for character in text:
        visible = character not in BLANKS
        while visible and unit and _is_blank(unit[0]):
            unit = next(units, None)
        offsets.append(unit.start() if unit else end)
        # A blank without one in the file (a line end that the file's last line lacks) takes no unit.
        if unit and (visible or _is_blank(unit[0])):
            unit = next(units, None)
    return offsets


def unit_end(source: Source, offset: int, style: str) -> int:
    """Return the offset just past the character or escape that is written at `offset`."""
    match = _UNITS.get(style, _CHARACTER).match(source.text, offset)
    return match.end() if match else offset


def _content(text: str, span: tuple[int, int], style: str) -> tuple[int, int]:
    """Return the span within the quotes, or below the header of a block scalar."""
    start, end = span
    if style in ("'", '"'):
        return start + 1, end - 1
    if style in ("|", ">"):
        header = _LINE_END.search(text, start, end)
        return (header.end() if header else end), end
    return start, end


def _is_blank(unit: str) -> bool:
    if len(unit) == 1:
        return unit in BLANKS
    if unit[1] in "xuU":
        return int(unit[2:], 16) in _BLANK_CODES
    return unit[1] in "ntr" or unit[1] in BLANKS
