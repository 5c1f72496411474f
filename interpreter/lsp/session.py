"""The documents that are open in one editor, and what is remembered of each between two changes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from interpreter.lsp.diagnostics import Finding, findings
from interpreter.lsp.documents import Document, files_of, read_rules


@dataclass(frozen=True, slots=True)
class Open:
    """A text that is open, with what a `Document` keeps of it: `good` could be read with all that it builds on."""

    path: Path
    text: str
    version: int | None = None
    good: str = ""
    game: str | None = None


class Outcome(NamedTuple):
    """What was found in a text; `game` is what a house rule was looked at with, `readable` whether all was read."""

    found: list[Finding]
    text: str
    game: str | None
    readable: bool


@dataclass(slots=True)
class Session:
    """Open documents by the name that the editor has for them, the last changed one last."""

    opened: dict[str, Open] = field(default_factory=dict)

    def put(self, name: str, path: Path, text: str, version: int | None) -> None:
        """Take the text of a document that was opened or changed."""
        known = self.opened.pop(name, None) or Open(path, text)
        self.opened[name] = replace(known, path=path, text=text, version=version)

    def forget(self, name: str) -> None:
        """Close a document: the file on disk counts again."""
        self.opened.pop(name, None)

    def remember(self, name: str, outcome: Outcome) -> None:
        """Keep what was found out about a document for its next text, even if it has another one already."""
        known = self.opened.get(name)
        if known is not None:
            good = outcome.text if outcome.readable else known.good
            self.opened[name] = replace(known, game=outcome.game, good=good)

    def texts(self) -> dict[str, bytes]:
        """Return what counts instead of what files hold, by real path."""
        return {
            os.path.realpath(known.path): known.text.encode("utf-8", "surrogatepass") for known in self.opened.values()
        }

    def document(self, name: str) -> Document | None:
        """Return an open document as it is now."""
        known = self.opened.get(name)
        return None if known is None else Document(known.path, known.text, self.texts(), known.game, known.good)

    def documents(self) -> list[tuple[str, Document]]:
        """Return the open documents, each with its name, the last changed one last."""
        texts = self.texts()
        return [
            (name, Document(known.path, known.text, texts, known.game, known.good))
            for name, known in self.opened.items()
        ]


def users(asked: list[tuple[str, Document, set[str]]]) -> list[str]:
    """Return the names of the documents that some of the files beside them matter to, given by their real paths.

    Costs composing each of them: some 10 ms.
    """
    return [name for name, document, paths in asked if paths & files_of(document)]


def look_at(document: Document, anew: bool = False) -> Outcome:
    """Return what is wrong with a document, and what that says of it.

    A house rule stays with the game that it was looked at with while it fits that, unless it is to be looked at `anew`.
    """
    found, game = findings(document, anew)
    document = replace(document, game=game)
    readable = document.kind in ("profile", "house-rule") and read_rules(document) is not None
    return Outcome(found, document.text, game, readable)
