"""Reading a record: its header, then its events as lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NoReturn

from interpreter.errors import InputError, Place, Problem
from interpreter.record.forms import check_event
from interpreter.record.header import read_header
from interpreter.record.lines import Line, Lines, shown, why

STDIN, INPUT_NAME = "-", "standard input"
"""What names standard input, and how messages call it."""
SECOND = 2
"""The line of the first event."""
BEGIN = "no game was begun in it; begin a record in another file: bidwhist play REF --record FILE"


@contextmanager
def told_where_to_cut() -> Iterator[None]:
    """Let problems of a record's later lines say how to go on with what stands before them."""
    try:
        yield
    except InputError as error:
        raise InputError(map(with_cut, error.problems)) from None


def with_cut(problem: Problem) -> Problem:
    """Return a problem with a note about how to go on without its line."""
    place = problem.place
    if place is None or place.line < SECOND or problem.code[0] != "G" or not Path(place.file).is_file():
        return problem
    import shlex  # only needed once something is wrong

    good = f"head -n {place.line - 1} {shlex.quote(place.file)} > good.jsonl"
    way = f"all before line {place.line} is good; to go on from there: {good}, then bidwhist play --resume good.jsonl"
    return replace(problem, notes=(*problem.notes, (way, None)))


class Record:
    """A record being read: its `header`, and its events as lines, checked for form and number but for nothing else.

    After the last line, `warnings` says if one was cut off while it was written; it is left out.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.lines = Lines(file, name)
        self._rest = iter(self.lines)
        first = next(self._rest, None)
        if first is None:
            half = self.lines.half
            if half is not None and not self.lines.begins_like_a_record:
                raise InputError([Problem("G108", "this is no record, and no whole line", half.place, "name a record")])
            message = "found no header" if half else "found an empty file"
            raise InputError([Problem("G107", message, Place(name, 1, 1, 2), BEGIN)])
        self.header = read_header(first)

    def __iter__(self) -> Iterator[Line]:
        """Yield the lines of the events. Raises `InputError` at one that isn't the next event's."""
        for n, line in enumerate(self._rest, 1):
            if "bidwhist" in line.data:
                raise line.error("G115", "found a second header", help="one file holds one match")
            check_event(line)
            if line.data["n"] != n:
                message = f"found event number {shown(line.data['n'])}, expected {n}"
                raise line.error("G113", message, "n", help="a line is missing, twice here or in the wrong place")
            yield line

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What the header doesn't agree with, and what was left out."""
        return self.header.warnings if self.lines.half is None else (*self.header.warnings, self.lines.half)


def open_record(path: str | Path) -> BinaryIO:
    """Open a record for reading; `STDIN` is what stands in standard input. Raises `InputError`."""
    if path == STDIN:
        return BytesIO(sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode())
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        refuse("G100", path, why(error), "check the path")


def refuse(code: str, path: str | Path, reason: str, help: str) -> NoReturn:
    """Raise the error of a file as a whole."""
    raise InputError([Problem(code, f"{str(path)!r} {reason}", None, help)]) from None
