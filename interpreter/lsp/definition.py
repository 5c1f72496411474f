"""Where a name leads: to the line that a key overrides, to the file that is named, to where a name is set."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.errors import Place
from interpreter.lsp.documents import Document
from interpreter.lsp.names import places_of
from interpreter.lsp.spots import Spot, key_place, spot_at
from interpreter.profile.keys import Path as Keys
from interpreter.profile.library import exists, locate, overlaid

IN_PHASE_LISTS = ("flow", "after")


def definition(document: Document, offset: int) -> list[Place]:
    """Return the places that what stands at an offset leads to, each in a file, nearest first."""
    spot = spot_at(document, offset)
    if spot is None or not spot.word:
        return []
    with overlaid(document.texts):
        places = [place for place in found(spot) if exists(place.file) and not Path(place.file).is_dir()]
    return list(dict.fromkeys(places))


def found(spot: Spot) -> list[Place]:
    """Return where a spot leads."""
    if spot.cursor.role == "key":
        place = key_place(spot.rules.below, spot.key_path)
        return [place] if place else []
    if spot.names_files:
        return file_of(spot)
    if spot.is_expression:
        if spot.word == "inherited":
            place = key_place(spot.rules.below, spot.path)
            return [place] if place else []
        return places_of(spot.word, spot.rules)
    paths = named_paths(spot)
    return [place for path in paths if (place := key_place(spot.rules.tree, path))]


def file_of(spot: Spot) -> list[Place]:
    """Return the file that an ID or path stands for; the param where a reference sets one."""
    if re.compile(r"\s*=").match(spot.document.text, spot.end):
        return []
    path = locate(spot.word, spot.document.path.parent, None, [])
    return [] if path is None else [Place(str(path), 1, 1, 1)]


def named_paths(spot: Spot) -> list[Keys]:
    """Return the keys that a word of a list or a name of a phase, tally or class may stand for."""
    keys = [step for step in spot.path if isinstance(step, str)]
    last = keys[-1] if keys else ""
    if last in IN_PHASE_LISTS:
        return [("phases", spot.word)]
    if last == "into":
        return [("tallies", spot.word)]
    return [("cards", spot.word)]
