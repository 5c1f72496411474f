"""Writing for people: styled and wrapped on a terminal, plain text everywhere else.

A line is made of spans: a text, or a text with a style. rich is imported on a terminal only.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, TypeAlias

from interpreter.cli.problems import coloured, is_dumb, is_terminal, printable
from interpreter.cli.stopped import Printed

if TYPE_CHECKING:
    from rich.console import Console

Span: TypeAlias = str | tuple[str, str]
STYLES = {
    "title": "bold",
    "dim": "dim",
    "mark": "bold",
    "good": "green",
    "bad": "red",
    "red": "red",
    "ask": "bold cyan",
}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}
C_LOCALES = ("C", "POSIX")


class Screen:
    """Standard output. `symbols` says whether suits are printed as ♠ ♥ ♦ ♣ (a terminal that can) or as letters."""

    def __init__(self) -> None:
        self.styled = is_terminal(sys.stdout)
        self._styles = STYLES if coloured(sys.stdout) else {}
        self.symbols = self.styled and can_write_suits()
        self._console: Console | None = None

    def line(self, *spans: Span, indent: int = 0, hang: int = 2) -> None:
        """Print one line; on a terminal it is wrapped, its later lines `hang` columns further in."""
        if not self.styled:
            text = "".join(span if isinstance(span, str) else span[0] for span in spans)
            print(" " * indent + printable(text))
            return
        self._wrapped(spans, indent, hang)

    def _wrapped(self, spans: tuple[Span, ...], indent: int, hang: int) -> None:
        """Print a line through rich."""
        from rich.text import Text

        console = self.console
        text = Text()
        for span in spans:
            said, style = (span, "") if isinstance(span, str) else span
            text.append(printable(said), self._styles.get(style, ""))
        if not text.plain:
            console.print()
        margin = indent
        while text.plain:
            lines = text.wrap(console, max(console.width - margin, 10))
            first = lines[0]
            length = len(first.plain)
            first.rstrip()
            console.print(Text(" " * margin).append_text(first), no_wrap=True, overflow="ignore", crop=False)
            text = text[length:]
            while text.plain.startswith(" "):
                text = text[1:]
            margin = indent + hang

    def prompt(self, text: str) -> None:
        """Print a question without a line's end; on a terminal it is wrapped before its last line."""
        if self.styled:
            from rich.text import Text

            self.console.print(Text(printable(text), self._styles.get("ask", "")), end="")
        else:
            print(printable(text), end="")
        sys.stdout.flush()

    @property
    def width(self) -> int:
        """How many columns a line has before it is wrapped; very many where nothing is wrapped."""
        return self.console.width if self.styled else sys.maxsize

    @property
    def console(self) -> Console:
        """The terminal."""
        if self._console is None:
            from rich.console import Console

            size = shutil.get_terminal_size() if is_dumb() else None  # rich takes 80 columns for granted there
            width, height = (None, None) if size is None else size
            self._console = Console(highlight=False, markup=False, emoji=False, width=width, height=height)
        return self._console

    def card(self, card: str) -> str:
        """Return a card as it is printed: `A♠` on a terminal that can, else `AS`."""
        return card[:-1] + SYMBOLS[card[-1]] if self.symbols and is_suited(card) else card


def is_suited(card: str) -> bool:
    """Whether a card's name is a rank and one of the four usual suits."""
    return len(card) > 1 and card[-1] in SYMBOLS


def can_write_suits() -> bool:
    """Whether standard output's encoding, and the locale that the person set, know the signs of the suits."""
    try:
        "".join(SYMBOLS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    setting = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or ""
    if setting in ("", "C.UTF-8"):  # Python itself sets the latter in a C locale
        setting = os.environ.get("LANG") or setting
    return setting not in C_LOCALES


def print_json(value: object, *, one_line: bool = False) -> None:
    """Print a value for programs; in ASCII, so that it is right under every locale."""
    print(json.dumps(value, indent=None if one_line else 2))
    if one_line:
        Printed.lines += 1
        sys.stdout.flush()
    else:
        Printed.documents += 1
