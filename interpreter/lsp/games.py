"""Which game a house rule is looked at with: one that it fits, since by itself it has no names and no phases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from interpreter.errors import InputError
from interpreter.lsp.documents import Document
from interpreter.lsp.shelf import entries, files
from interpreter.profile.cache import fetch
from interpreter.profile.check import check_reference
from interpreter.profile.compose import gather
from interpreter.profile.library import content, overlaid

REFERENCE = re.compile(r"^reference:[ \t]+([\w-]+)", re.MULTILINE)
MAX_TRIED = 4
"""How many games are checked in full for a rule that none of them takes without a problem."""


def fitting(document: Document, first: str | None = None) -> str | None:
    """Return the game that a house rule goes on top of without a problem; else one where it changes something.

    Tried are `first`, then games whose cases name the rule, then those whose cases try the most rules. None where the
    rule fits no game.
    """
    folder = document.path.parent
    own = f"./{document.path.name}"
    nearly: list[str] = []
    with overlaid(document.with_text(document.text).texts):
        for game in candidates(folder, document.path.stem, first):
            reference = f"{game}+{own}"
            gathered = gather(reference, None, folder)
            if gathered.composed is None or gathered.problems:
                continue
            nearly.append(game)
            if checks(reference, folder):
                return game
            if len(nearly) == MAX_TRIED:
                break
    return nearly[0] if nearly else None


def candidates(folder: Path, rule: str, first: str | None) -> Iterator[str]:
    """Yield the games that can be named from a folder, likely ones in front."""
    tried = tries(folder, rule)
    games = [entry.id for entry in entries(folder) if entry.kind == "profile"]
    games.sort(key=lambda game: tried.get(game, (0, 0)), reverse=True)
    yield from dict.fromkeys([*([first] if first else []), *games])


def tries(folder: Path, rule: str) -> dict[str, tuple[int, int]]:
    """Count for each game the cases that try a house rule on it, and those that try any."""
    found: dict[str, tuple[int, int]] = {}
    for path in files(folder, cases=True):
        try:
            text = content(path).decode("utf-8", errors="replace")
        except (OSError, ValueError):
            continue
        game = REFERENCE.search(text)
        if game:
            this, any_rule = found.get(game[1], (0, 0))
            named = len(re.findall(rf"\+{re.escape(rule)}(?![\w-])", text))
            found[game[1]] = this + named, any_rule + text.count("rules: +")
    return found


def checks(reference: str, folder: Path) -> bool:
    """Whether a reference loads."""
    try:
        if fetch(reference, folder) is None:
            check_reference(reference, None, folder)
    except InputError:
        return False
    return True
