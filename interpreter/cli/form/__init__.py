"""Putting a file in order without changing what it says: line ends, indentation, spacing, the order of keys.

Nothing is written anew: text is moved and blanks are, comments stay with their lines. Each pass is kept only if the
file says the same after it, with the same comments; a part that can't be put in order safely stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from interpreter.cli.form.layout import indented, one_line_end, without_blank_lines, without_trailing_blanks
from interpreter.cli.form.order import in_order
from interpreter.cli.form.spacing import spaced
from interpreter.cli.form.tokens import comments
from interpreter.errors import InputError, Problem
from interpreter.profile.checked import canonical
from interpreter.profile.keys import Kind
from interpreter.profile.nodes import Mapping, Node, data
from interpreter.profile.source import parse

__all__ = ["formatted", "in_form", "text_in_form"]

KINDS: dict[str, Kind] = {"profile": "profile", "house_rule": "house-rule", "cases": "cases"}
"""The kind of a file by a key at its top."""
PASSES: tuple[Callable[[str], str], ...] = (
    one_line_end,
    without_trailing_blanks,
    indented,
    spaced,
    without_blank_lines,
)
ROUNDS = 6
"""One pass can make room for another; after this many rounds what still changes is left as it was."""


def in_form(path: Path, name: str) -> tuple[str, str]:
    """Return a file's text and the same in order. Raises `InputError` where the file can't be read."""
    from interpreter.profile.library import read_bytes

    problems: list[Problem] = []
    raw = read_bytes(path, name, problems, None)
    if raw is None:
        raise InputError(problems)
    return text_in_form(raw, name)


def text_in_form(raw: bytes, name: str) -> tuple[str, str]:
    """Return what the bytes of a file say, and the same in order. Raises `InputError` where they can't be read."""
    problems: list[Problem] = []
    node = parse(raw, name, problems)
    if node is None or any(problem.severity == "error" for problem in problems):
        raise InputError(problems)
    text = raw.decode("utf-8")
    return text, formatted(text, name)


def formatted(text: str, name: str = "") -> str:
    """Return a file's text in order. The text of a file that can't be read, or of another kind, comes back as it is.

    All lines end as the first one does.
    """
    first, end, _ = text.partition("\n")
    if end and first.endswith("\r"):
        return with_plain_ends(text.replace("\r\n", "\n"), name).replace("\n", "\r\n")
    return with_plain_ends(text, name)


def with_plain_ends(text: str, name: str) -> str:
    """Return a text in order whose lines end plainly."""
    found = text
    for _ in range(ROUNDS):
        before = found
        found = one_round(found.removeprefix("\ufeff"), name)
        if found == before:
            return found
    return text


def one_round(text: str, name: str) -> str:
    """Return a text after each pass that changes nothing that it says."""
    node = read(text)
    if node is None:
        return text
    for change in PASSES:
        text = kept(text, change(text))
    kind = next((KINDS[key] for key in KINDS if isinstance(node, Mapping) and key in node.entries), None)
    return text if kind is None else in_order(text, kind, says_the_same)


def kept(text: str, changed: str) -> str:
    """Return the changed text if it says the same, else the text."""
    return changed if changed == text or says_the_same(text, changed) else text


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts say the same, in the same order where that means something, and have the same comments."""
    left, right = read(one), read(other)
    if left is None or right is None:
        return left is right
    return canonical(data(left)) == canonical(data(right)) and sorted(comments(one)) == sorted(comments(other))


def read(text: str) -> Node | None:
    """Return what a text says, None where something is wrong with it."""
    problems: list[Problem] = []
    node = parse(text.encode("utf-8", "surrogatepass"), "", problems)
    return None if any(problem.severity == "error" for problem in problems) else node
