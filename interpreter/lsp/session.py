"""The documents that are open in one editor, and what is remembered of each between two changes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.lsp.diagnostics import Finding, findings
from interpreter.lsp.documents import Document, files_of, read_rules
from interpreter.profile.library import overlaid
from interpreter.profile.trial import try_out


@dataclass(slots=True)
class Open:
    """An open document. `good` is its last text that could be read with all it builds on, `game` what it goes on."""

    path: Path
    text: str
    version: int | None = None
    good: str = ""
    game: str | None = None


@dataclass(slots=True)
class Session:
    """Open documents by the name that the editor has for them, the last changed one last."""

    opened: dict[str, Open] = field(default_factory=dict)

    def put(self, name: str, path: Path, text: str, version: int | None) -> None:
        """Take the text of a document that was opened or changed."""
        known = self.opened.pop(name, None) or Open(path, text)
        known.path, known.text, known.version = path, text, version
        self.opened[name] = known

    def forget(self, name: str) -> None:
        """Close a document: the file on disk counts again."""
        self.opened.pop(name, None)

    def document(self, name: str) -> Document | None:
        """Return an open document as it is now."""
        known = self.opened.get(name)
        if known is None:
            return None
        texts = {
            os.path.realpath(other.path): other.text.encode("utf-8", "surrogatepass") for other in self.opened.values()
        }
        return Document(known.path, known.text, texts, known.game, known.good)

    def users(self, names: set[str]) -> list[str]:
        """Return the other open documents that some documents matter to, the last changed one first."""
        changed = {os.path.realpath(known.path) for name, known in self.opened.items() if name in names}
        others = [name for name in reversed(self.opened) if name not in names]
        documents = [(name, document) for name in others if (document := self.document(name)) is not None]
        return [name for name, document in documents if changed & files_of(document)]

    def check(self, document: Document, name: str, anew: bool = False) -> list[Finding]:
        """Return what is wrong with a document, and remember what it is good for.

        A house rule stays with the game that it was looked at with, unless it is to be looked at `anew`.
        """
        if document.kind == "house-rule" and (anew or document.game is None):
            game = fitting(document, document.game)
            document = Document(document.path, document.text, document.texts, game, document.good)
        found = findings(document)
        readable = document.kind in ("profile", "house-rule") and read_rules(document) is not None
        known = self.opened.get(name)
        if known is not None:
            known.game = document.game
            known.good = document.text if readable else known.good
        return found


def fitting(document: Document, first: str | None = None) -> str | None:
    """Return the game that a house rule is best looked at with, `first` if it does; None where it fits no game."""
    with overlaid(document.with_text(document.text).texts):
        trial = try_out(document.path, first)
    return trial.game if trial is not None and trial.fits else None
