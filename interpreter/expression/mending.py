"""A text that can't be parsed, as it was surely meant: operators in the spelling of other languages are put right.

So what else is wrong with it can be told, too. That there is another mistake of grammar isn't sure, for it may come of
the mending; it is told only if it is another spelling.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from interpreter.expression import mistakes
from interpreter.expression.choices import as_choice, as_inherited
from interpreter.expression.mistakes import Mistake
from interpreter.expression.parse import tree_of
from interpreter.expression.tree import MAX_LENGTH, Expr

MAX_SHOWN = 200
"""How many characters a text may have that is shown as it should be."""
MAX_MENDED = 8
"""How many spellings of one text are put right."""
_SIGNS = frozenset("=<>!&|/*+-~^?:")
"""What stands beside one of these may be part of something else."""


class Mended(NamedTuple):
    """What is wrong with a text, at least one thing, and its tree without that, None where that isn't sure.

    All offsets are those of the text as it stands.
    """

    told: tuple[Mistake, ...]
    tree: Expr | None = None


class Edit(NamedTuple):
    """What stands from `start` to `end` in a text was replaced by as many characters as `length`."""

    start: int
    end: int
    length: int


def mended(text: str, start: str) -> Mended:
    """Return what is wrong with a text that `tree_of` refuses for this start of the grammar."""
    if len(text) > MAX_LENGTH:
        return Mended((mistakes.too_long(len(text)),))
    if start == "expression" and (other := in_other_words(text)):
        return other
    told: list[Mistake] = []
    edits: list[Edit] = []
    while len(edits) < MAX_MENDED:
        found = tree_of(text, start)
        if isinstance(found, Expr):
            return Mended(tuple(told), placed(found, edits))
        if not told or found.instead is not None:
            told.append(found._replace(start=original(found.start, edits), end=original(found.end, edits)))
        beside = text[: found.start][-1:] + text[found.end :][:1]
        if found.instead is None or not set(beside).isdisjoint(_SIGNS):
            break
        edits.append(Edit(found.start, found.end, len(found.instead)))
        text = text[: found.start] + found.instead + text[found.end :]
    return Mended(tuple(told))


def in_other_words(text: str) -> Mended | None:
    """Return what is wrong with a text that chooses or assigns as another language does; None for any other text."""
    found = tree_of(text, "expression")
    assigned = as_inherited(text)
    if assigned is not None and isinstance(tree_of(assigned[0], "expression"), Expr):
        meant, (start, end) = assigned
        message = f"{text[start:end]!r} isn't an operator: the value of a key has no other name"
        return Mended((Mistake("E004", message, start, end, f"write {meant}"),))
    choice = as_choice(text) if isinstance(found, Mistake) and found.code != "E002" else None
    tree = choice and tree_of(choice.text, "expression")
    if choice is None or not isinstance(found, Mistake) or not isinstance(tree, Expr) or len(choice.text) > MAX_SHOWN:
        return None
    return Mended((found._replace(help=f"write: {choice.text}"),), stood(tree, choice.at))


def stood(tree: Expr, at: tuple[int, ...]) -> Expr:
    """Return a tree with the offsets that its characters have in another text."""
    args = tuple(stood(arg, at) for arg in tree.args)
    start, last = at[tree.start], at[tree.end - 1]
    return replace(tree, args=args, start=min(start, last), end=max(start, last) + 1)


def original(offset: int, edits: list[Edit]) -> int:
    """Return where a character stood before some edits."""
    for edit in reversed(edits):
        if offset >= edit.start + edit.length:
            offset += edit.end - edit.start - edit.length
        elif offset > edit.start:
            offset = edit.end
    return offset


def placed(tree: Expr, edits: list[Edit]) -> Expr:
    """Return a tree with the offsets that it had before some edits."""
    args = tuple(placed(arg, edits) for arg in tree.args)
    return replace(tree, args=args, start=original(tree.start, edits), end=original(tree.end, edits))
