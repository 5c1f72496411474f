"""Printing problems: where, what, the line with a caret, what would mend it, and second places.

profiles/x.yaml:31:14: error[R021]: the range min_bid..7 is empty: it runs from 8 to 7
   31 | suit: {level: min_bid..7, rank: bid.level}
      |               ^^^^^^^^^^
  help: its first number must not be the larger one
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from typing import TextIO

import click

from interpreter.errors import Place, Problem

INPUT_NAME = "standard input"
"""How messages call a text that was piped in."""
MAX_WIDTH = 160
MIN_WIDTH = 30
GUTTER = 8
CUT = "..."
"""Stands where a source line is cut off."""
QUOTED_BYTE = re.compile(r"\\udc([89a-f][0-9a-f])")
"""How Python quotes a byte that no encoding could read."""
SUIT_SIGNS = re.compile("[\u2660\u2665\u2666\u2663]")
COLOURS = {"error": "red", "warning": "yellow", "help": "green", "note": "cyan", "caret": "red"}


def print_problems(problems: Iterable[Problem], stream: TextIO | None = None) -> None:
    """Print problems, to standard error if nothing else is said; wrapped, and in colour, on a terminal only."""
    target = sys.stderr if stream is None else stream
    if target is not sys.stdout:
        sys.stdout.flush()
    colour = coloured(target)
    width = terminal_width() if is_terminal(target) else None
    encoding = getattr(target, "encoding", None) or "utf-8"
    for problem in problems:
        for line in format_problem(problem, width, encoding):
            click.echo(line if colour else click.unstyle(line), file=target, color=colour)


def terminal_width() -> int:
    """Return how many columns a terminal has, at least `MIN_WIDTH`."""
    import shutil  # 2 ms: only on a terminal

    return max(MIN_WIDTH, shutil.get_terminal_size().columns)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person sees what is written to a stream."""
    return stream.isatty()


def is_dumb() -> bool:
    """Whether the terminal, if there is one, can't do more than show text."""
    return os.environ.get("TERM") == "dumb"


def coloured(stream: TextIO) -> bool:
    """Whether colours may be written to a stream."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and not is_dumb()


def format_problem(problem: Problem, width: int | None = None, encoding: str = "utf-8") -> list[str]:
    """Return the lines of one problem, with terminal styles, for a terminal of `width` columns if there is one.

    Signs of suits that an encoding lacks are escaped: what a file holds isn't the letter that else stands for them.
    """
    where = click.style(f"{printable(str(problem.place))}: ", bold=True) if problem.place else ""
    what = click.style(f"{problem.severity}[{problem.code}]", fg=COLOURS[problem.severity], bold=True)
    crop_at = min(MAX_WIDTH, width - GUTTER) if width else MAX_WIDTH
    message = in_encoding(problem.message, encoding)
    lines = [*wrapped(f"{where}{what}: ", message, width), *excerpt(problem.place, crop_at, encoding)]
    if problem.help:
        help = in_encoding(problem.help, encoding)
        lines += wrapped(f"  {click.style('help', fg=COLOURS['help'])}: ", help, width)
    for text, place in problem.notes:
        at = f"{printable(str(place))}: " if place else ""
        lines += wrapped(f"  {click.style('note', fg=COLOURS['note'])}: {at}", in_encoding(text, encoding), width)
        lines += excerpt(place, crop_at, encoding)
    return lines


def wrapped(start: str, text: str, width: int | None) -> list[str]:
    """Return a text behind a styled start, in lines of at most `width` columns where it says so."""
    plain = click.unstyle(start)
    if width is None or len(plain) + len(text) <= width:
        return [start + printable(text)]
    whole = f"{plain}{printable(text)}"
    import textwrap

    lines = textwrap.wrap(whole, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    if lines[0].startswith(plain):
        lines[0] = start + lines[0][len(plain) :]
    elif lines[0] == plain.rstrip():
        lines[0] = start.rstrip()
    return lines


def in_lines(text: str, stream: TextIO) -> str:
    """Return a text of several lines for a stream; on a terminal too narrow for one, that is wrapped."""
    width = terminal_width() if is_terminal(stream) else None
    return "\n".join(line for whole in text.splitlines() for line in (wrapped("", whole, width) if whole else [""]))


def in_encoding(text: str, encoding: str) -> str:
    """Return a text with the signs of suits escaped if an encoding lacks one."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return SUIT_SIGNS.sub(lambda match: escaped(match[0]), text)
    return text


def excerpt(place: Place | None, width: int, encoding: str) -> list[str]:
    """Return the source line and the caret below it; nothing where the line isn't known or is blank."""
    if place is None or not place.text.strip():
        return []
    shown, start, end = crop(place, width)
    before, marked, after = (in_encoding(part, encoding) for part in (shown[:start], shown[start:end], shown[end:]))
    caret = " " * columns(before) + "^" * max(1, columns(marked))
    return [
        f"{place.line:5} | {before}{marked}{after}",
        f"      | {click.style(caret, fg=COLOURS['caret'], bold=True)}",
    ]


def crop(place: Place, width: int) -> tuple[str, int, int]:
    """Return the part of a source line around its place, and where the marked text starts and ends in it."""
    text = "".join(letter if letter.isprintable() else " " for letter in place.text.rstrip())
    start = min(max(place.column - 1, 0), len(text))
    end = min(max(place.end_column - 1, start), len(text))
    if len(text) <= width:
        return text, start, end
    # the mark a third of the way in; further left where it is long, so that all of it shows if there is room
    left = max(start - width // 3, min(end - width + len(CUT), start - len(CUT)))
    left = max(0, min(left, len(text) - width))
    part = text[left : left + width]
    if left:
        part = CUT + part[len(CUT) :]
    if left + width < len(text):
        part = part[: -len(CUT)] + CUT
    return part, start - left, min(end - left, width)


def columns(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(bool(unicodedata.combining(letter)) for letter in text)


def printable(text: str) -> str:
    """Return a text with everything escaped that could move the cursor or can't be seen."""
    if "\\udc" in text:  # a text that was quoted already
        text = QUOTED_BYTE.sub(r"\\x\1", text)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else escaped(letter) for letter in text)


def escaped(letter: str) -> str:
    """Return a letter as an escape; a byte that no encoding could read, a surrogate in Python, as that byte."""
    return f"\\x{ord(letter) - 0xDC00:02x}" if "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1]


def as_json(problem: Problem) -> dict[str, object]:
    """Return a problem as programs read it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **place_json(problem.place),
        "help": problem.help,
        "notes": [{"message": text, **place_json(place)} for text, place in problem.notes],
    }


def ending(code: int, problems: Iterable[Problem | str]) -> dict[str, object]:
    """Return why a command ended early, as programs read it: its exit code, and problems, without a code if need be."""
    found = [{**as_json(Problem("", one)), "code": None} if isinstance(one, str) else as_json(one) for one in problems]
    return {"ok": not code, "exit_code": code, "problems": found}


def place_json(place: Place | None) -> dict[str, object]:
    """Return a place as programs read it; nulls where there is none."""
    if place is None:
        return {"file": None, "line": None, "column": None, "end_column": None}
    return {"file": place.file, "line": place.line, "column": place.column, "end_column": place.end_column}
