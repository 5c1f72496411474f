"""Reading a record: its header, then its events as lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

from interpreter.errors import InputError, Place, Problem
from interpreter.record.forms import check_event
from interpreter.record.header import read_header
from interpreter.record.lines import Line, Lines, shown, why


class Record:
    """A record being read: its `header`, and its events as lines, checked for form and number but for nothing else.

    After the last line, `warnings` says if one was cut off while it was written; it is left out.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.lines = Lines(file, name)
        self._rest = iter(self.lines)
        first = next(self._rest, None)
        if first is None:
            message = "found no header" if self.lines.half else "found an empty file"
            problem = Problem("G107", message, Place(name, 1, 1, 2), "no game was begun in it: remove the file")
            raise InputError([problem])
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
        """What was left out."""
        return () if self.lines.half is None else (self.lines.half,)


def open_record(path: str | Path) -> BinaryIO:
    """Open a record for reading. Raises `InputError`."""
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        refuse("G100", path, why(error), "check the path")


def refuse(code: str, path: str | Path, reason: str, help: str) -> NoReturn:
    """Raise the error of a file as a whole."""
    raise InputError([Problem(code, f"{str(path)!r} {reason}", None, help)]) from None
