"""What stands at a place of a document: its key or value, the word in it, what may stand there, the rules around."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.errors import Place
from interpreter.expression.types import Scope
from interpreter.lsp.cursor import Cursor, cursor_at
from interpreter.lsp.documents import Document, Rules, rules_of
from interpreter.lsp.schemas import Slot, slot
from interpreter.profile.keys import Kind
from interpreter.profile.keys import Path as Keys
from interpreter.profile.nodes import Mapping, follow

IN_KEY, IN_EXPRESSION, IN_NAME = r"[\w-]", r"[\w.]", r"[\w./-]"
IN_CARDS = r"[^\s,\[\]{}\"'#]"
REFERENCES = ("extends", "house_rules", "reference", "rules")
"""Keys whose values name files."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a document. `word` is the whole word at it, which starts and ends at these offsets of the text.

    `slot` is what may stand where `path` leads: for a key that is its map, for the rest the value.
    """

    document: Document
    kind: Kind
    cursor: Cursor
    slot: Slot
    rules: Rules
    word: str
    start: int
    end: int
    offset: int

    @property
    def path(self) -> Keys:
        """The keys that lead to the value, or to the map of a key."""
        return self.cursor.path

    @property
    def key_path(self) -> Keys:
        """The keys that lead to what is meant: with the key that stands here."""
        return (*self.path, self.word) if self.cursor.role == "key" else self.path

    @property
    def is_expression(self) -> bool:
        """Whether an expression stands here."""
        return self.cursor.role == "value" and self.slot.place is not None

    @property
    def names_files(self) -> bool:
        """Whether files are named here."""
        keys = [step for step in self.path if isinstance(step, str)]
        return self.cursor.role == "value" and bool(keys) and keys[-1] in REFERENCES and self.at_reference(keys)

    def at_reference(self, keys: list[str]) -> bool:
        """Whether keys lead to where files are named, rather than to an author's own key of that name."""
        return len(keys) == 1 or (self.kind == "cases" and len(keys) == 3)

    def scope(self) -> Scope | None:
        """Return what the expression here may use."""
        return self.rules.scope(self.slot.place, self.path) if self.slot.place is not None else None

    def before(self) -> str:
        """Return what stands in the value or key before the word."""
        length = self.offset - self.start
        return self.cursor.before[: len(self.cursor.before) - length] if length else self.cursor.before


def spot_at(document: Document, offset: int) -> Spot | None:
    """Return what stands at an offset; None where there is nothing to say."""
    offset = min(max(offset, 0), len(document.text))
    kind = document.kind
    cursor = cursor_at(document.text, offset) if kind is not None else None
    if kind is None or cursor is None:
        return None
    rules = rules_of(document, offset)
    found = slot(kind, cursor.path, rules.verb(cursor.path))
    if found is None:
        return None
    letters = letters_of(kind, cursor, found)
    tail = re.search(rf"{letters}*\Z", cursor.before)
    head = re.compile(rf"{letters}*").match(document.text, offset)
    before, after = tail[0] if tail else "", head[0] if head else ""
    if document.text[offset - len(before) : offset] != before:  # written otherwise than it is read: an escape, a fold
        before = ""
    start, end = offset - len(before), offset + len(after)
    return Spot(document, kind, cursor, found, rules, before + after, start, end, offset)


def letters_of(kind: Kind, cursor: Cursor, slot: Slot) -> str:
    """Return which characters make a word at a place."""
    if cursor.role == "key":
        return IN_KEY
    if slot.place is not None:
        return IN_EXPRESSION
    keys = [step for step in cursor.path if isinstance(step, str)]
    return IN_NAME if keys and keys[-1] in REFERENCES else IN_CARDS


def key_place(tree: Mapping | None, path: Keys) -> Place | None:
    """Return where a key of a tree stands."""
    holder = follow(tree, path[:-1])
    if not path or not isinstance(holder, Mapping) or str(path[-1]) not in holder.keys:
        return None
    source, start, end = holder.keys[str(path[-1])]
    return source.place(start, end)
