"""JSON Lines with places: one JSON object a line, and where in the line each value stands.

Reading is bounded: a line at a time, of at most `MAX_LINE` bytes and `MAX_DEPTH` values within each other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NoReturn, TypeAlias

from interpreter.errors import InputError, Place, Problem

MAX_LINE = 1_000_000  # bytes
MAX_DEPTH = 32

Path: TypeAlias = tuple[str | int, ...]

_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n]*[,:]?[ \t\r\n]*")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its number from 1, its text without the line's end, and what it holds."""

    file: str
    number: int
    text: str = field(repr=False)
    data: Mapping[str, Any]

    def place(self, *path: str | int) -> Place:
        """Return where the value at a path stands; the whole line without one."""
        start, end = span(self.text, path)
        return Place(self.file, self.number, start + 1, max(end, start + 1) + 1, self.text)

    def key_place(self, key: str) -> Place:
        """Return where a key of the line's object stands."""
        start, end = span(self.text, (key,), of_key=True)
        return Place(self.file, self.number, start + 1, end + 1, self.text)

    def error(self, code: str, message: str, *path: str | int, help: str | None) -> InputError:
        """Return the error of the value at a path."""
        return InputError([Problem(code, message, self.place(*path), help)])


def span(text: str, path: Path, *, of_key: bool = False) -> tuple[int, int]:
    """Return where the value that a path leads to, or its key, begins and ends in a text that is good JSON."""
    start = skip(text, 0)
    for step in path:
        at, index, keyed = skip(text, start + 1), 0, text[start] == "{"
        while True:
            key: object = index
            start = at
            if keyed:
                key, end = _DECODER.raw_decode(text, at)
                if of_key and key == step:
                    return at, end
                start = skip(text, end)
            if key == step:
                break
            at, index = skip(text, _DECODER.raw_decode(text, start)[1]), index + 1
    return start, _DECODER.raw_decode(text, start)[1]


def skip(text: str, at: int) -> int:
    """Return the offset behind blanks and at most one comma or colon."""
    match = _BLANK.match(text, at)
    assert match is not None  # it matches nothing at all, too
    return match.end()


START = b'{"bidwhist'
"""How a record begins."""


class Lines:
    """The lines of a file, read one by one.

    A last line without a line's end that isn't JSON was cut off while it was written: it is left out and `half` says
    so. `end` is the offset behind the lines read so far; `complete` whether the last of them had its line's end.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.file = file
        self.name = name
        self.number = 0
        self.end = 0
        self.complete = True
        self.half: Problem | None = None
        self.begins_like_a_record = False

    def __iter__(self) -> Iterator[Line]:
        """Yield line after line. Raises `InputError` at one that is no JSON object."""
        while raw := self.read():
            self.number += 1
            if self.number == 1:
                self.begins_like_a_record = raw.removeprefix(b"\xef\xbb\xbf")[: len(START)] == START[: len(raw)]
            self.complete = raw.endswith(b"\n")
            if len(raw) > MAX_LINE:
                self.refuse("G101", f"found a line of more than {MAX_LINE:,} bytes", "this is no record", ends=2)
            try:
                line = self.parsed(raw)
            except InputError as error:
                if self.complete or error.problems[0].code not in ("G102", "G103"):
                    raise
                self.half = self.cut_off(raw)
                return
            self.end += len(raw)
            yield line

    def read(self) -> bytes:
        """Return the next line's bytes, at most one more than a line may have."""
        try:
            return self.file.readline(MAX_LINE + 1)
        except OSError as error:
            problem = Problem("G100", f"{self.name!r} {why(error)}", None, "check the path")
            raise InputError([problem]) from None

    def cut_off(self, raw: bytes) -> Problem:
        """Return the warning about a line that was cut off."""
        text = raw.decode("utf-8", "replace")
        place = Place(self.name, self.number, 1, len(text) + 1, text)
        return Problem(
            "G116",
            f"the last line was cut off while it was written: {shown(text, 200)}",
            place,
            "it is left out, the game stands as it was before",
            severity="warning",
        )

    def parsed(self, raw: bytes) -> Line:
        """Return a line as an object."""
        try:
            text = raw.removeprefix(b"\xef\xbb\xbf" if self.number == 1 else b"").decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            at = error.start + 1
            self.refuse("G102", f"found byte 0x{raw[error.start]:02x}, expected UTF-8 text", "this is no record", at=at)
        try:
            data = json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
        except KeyTwice as error:
            quoted = json.dumps(error.key)
            at = text.find(quoted, text.find(quoted) + 1) + 1
            self.refuse("G106", f"found the key {shown(error.key)} twice", "keep one of them", text, at=at)
        except json.JSONDecodeError as error:
            found = (
                f"this isn't JSON: {error.msg[:1].lower()}{error.msg[1:]}" if text.strip() else "found an empty line"
            )
            self.refuse("G103", found, "each line is one object: {..}", text, at=error.pos + 1)
        except RecursionError:
            data = DEEP
        except NoConstant as error:
            self.refuse("G103", f"this isn't JSON: found {error}", "use whole numbers and texts", text)
        except ValueError:  # Python reads no number of more than some thousands of digits
            longest = max(re.finditer(r"[0-9]+", text), key=lambda found: found.end() - found.start())
            at, ends = longest.start() + 1, longest.end() + 1
            self.refuse(
                "G103", f"found a number of {ends - at:,} digits", "no number in a record is as large", text, at, ends
            )
        if too_deep(data):
            self.refuse("G104", f"found more than {MAX_DEPTH} values within each other", "this is no record", text)
        if not isinstance(data, dict):
            self.refuse("G105", f"found {shown(data)}, expected an object", "each line is one object: {..}", text)
        return Line(self.name, self.number, text, data)

    def refuse(self, code: str, message: str, help: str, text: str = "", at: int = 1, ends: int = 0) -> NoReturn:
        """Raise the error of the line at hand."""
        place = Place(self.name, self.number, at, ends or max(len(text), at) + 1, text)
        raise InputError([Problem(code, message, place, help)]) from None


class NoConstant(ValueError):
    """A word stands where Python, but not JSON, has a number."""


class KeyTwice(ValueError):
    """An object has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


DEEP: Any = [None]
"""Stands for a value that is nested too deeply to be read at all."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its entries."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyTwice(next(key for key in keys if keys.count(key) > 1))
    return found


def no_constant(name: str) -> NoReturn:
    """Refuse what Python would read beside JSON."""
    raise NoConstant(name)


def too_deep(data: object) -> bool:
    """Whether more than `MAX_DEPTH` values lie within each other."""
    level: list[object] = [data]
    for _ in range(MAX_DEPTH):
        level = [inner for value in level if isinstance(value, dict | list) for inner in inside(value)]
        if not level:
            return data is DEEP
    return True


def inside(value: dict[str, object] | list[object]) -> Iterable[object]:
    """Return what a collection holds."""
    return value.values() if isinstance(value, dict) else value


def shown(value: object, limit: int = 60) -> str:
    """Return a value as messages show it, short and printable."""
    match value:
        case str():
            return ascii(value if len(value) <= limit else value[: limit - 3] + "...")
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case None | bool():
            return json.dumps(value)
    text = str(value) if not isinstance(value, int) or abs(value) < 10**30 else "a very large number"
    return text[:limit]


def why(error: OSError | ValueError) -> str:
    """Say why a file can't be used, to follow its name."""
    known: dict[type[Exception], str] = {
        FileNotFoundError: "doesn't exist",
        IsADirectoryError: "is a folder, not a file",
        PermissionError: "may not be used: permission denied",
    }
    reason = getattr(error, "strerror", None) or str(error)
    return known.get(type(error), f"can't be used: {reason[:1].lower()}{reason[1:]}")
