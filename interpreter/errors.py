"""Problems in what people write, and the few exceptions.

Anything that a person hands in (a profile, a house rule, a case, a record, an argument) can be wrong. What is wrong
is a `Problem`: a value with a place, collected so that one run reports all of them. `InputError` carries problems out
of a function that can't go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

SUIT_LETTERS = str.maketrans("\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667", "SSHHDDCC")
"""What the signs of suits stand for: files have letters."""
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""What numbers are called, from 0 on: files have digits."""
Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: a file as the user named it, line and columns counted from 1.

    `end_column` is one past the last character on that line; `text` is the source line, for the caret.
    """

    file: str
    line: int
    column: int
    end_column: int
    text: str = field(default="", compare=False)

    def within(self, other: Place) -> bool:
        """Whether this is part of another place, or the same one."""
        columns = other.column <= self.column and self.end_column <= other.end_column
        return columns and (self.file, self.line) == (other.file, other.line)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what was found, where, and what would mend it.

    `code` is a family letter (Y file, X extends and merging, S schema, E expression, R rules, T cases, G records and
    calls of the program) and three digits; it is never reused. `notes` are second places: a text and where it points.
    """

    code: str
    message: str
    place: Place | None = None
    help: str | None = None
    notes: tuple[tuple[str, Place | None], ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        # what a file holds may stand in these, and each has to stay on one line
        for name in ("message", "help"):
            text = getattr(self, name)
            if text is not None and not text.isprintable():
                shown = "".join(character if character.isprintable() else "\ufffd" for character in text)
                object.__setattr__(self, name, shown)

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order problems by place, then code; those without a place come first."""
        place = self.place
        if place is None:
            return ("", 0, 0, self.code, self.message)
        return (place.file, place.line, place.column, self.code, self.message)

    def __str__(self) -> str:
        """Format as `file:line:column: error[CODE]: message, help` on one line."""
        where = f"{self.place}: " if self.place else ""
        text = f"{where}{self.severity}[{self.code}]: {self.message}"
        return f"{text}; {self.help}" if self.help else text


class InputError(Exception):
    """Some input can't be used; `problems` says why, sorted by place. There is always at least one."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems), key=Problem.sort_key))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class IllegalAction(ValueError):
    """An action that the rules in force don't allow now; the text gives the action, the seat and the reason."""


MEANT = "did you mean "
"""How a remedy begins that names what was probably meant."""


def did_you_mean(word: str) -> str:
    """Return a remedy that names what was probably meant."""
    return f"{MEANT}{word!r}?"


def meant_by(help: str | None) -> str | None:
    """Return what was probably meant, by a remedy that says this and no more; None for any other."""
    word = (help or "").removeprefix(f"{MEANT}'").removesuffix("'?")
    return word if help == did_you_mean(word) else None


def suggestion(word: str, candidates: Iterable[str]) -> str | None:
    """Return "did you mean 'x'?" for a near name, the whole list where it is short, else None."""
    import difflib  # only needed once something is wrong

    known = list(dict.fromkeys(candidates))
    if word.endswith(",") and word.rstrip(",") in known:
        return "leave the comma out: blanks stand between words"
    plain = word.translate(SUIT_LETTERS)
    if plain != word and plain in known:
        return f"write {plain}"
    letters = sorted(word.lower())
    near = [c for c in known if sorted(c.lower()) == letters] or difflib.get_close_matches(word, known, 1, 0.6)
    if not near and word.isalpha():
        begun = [c for c in known if c.lower().startswith(word.lower())]
        near = begun if len(begun) == 1 else []
    if near:
        return did_you_mean(near[0])
    return one_of(known)


def one_of(known: Sequence[str]) -> str | None:
    """Return the whole list where it is short, else None."""
    return "one of: " + ", ".join(known) if 0 < len(known) <= 12 else None


def first_of(words: Sequence[str], most: int, between: str = " ", last: str = "and") -> str:
    """Return some words in a row, and how many more there are where they are more than `most` (never just one)."""
    more = len(words) - most
    shown = list(words) if more <= 1 else [*words[:most]]
    return between.join(shown) + (f" {last} {more} more" if more > 1 else "")
