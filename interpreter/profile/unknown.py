"""Which file a name that leads to none was probably meant for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.errors import MEANT, Place, did_you_mean, meant_by, suggestion
from interpreter.profile.cache import known_title
from interpreter.profile.library import Document, find, is_house_rule, known_ids, near_path
from interpreter.resources import profiles_folder

MAX_MEANT = 6
"""How many files are named that a name can be meant for."""


@dataclass(frozen=True)
class Known:
    """The names that lead to files from a folder (None: from a reference), looked up once.

    `rules` says whether house rules are wanted there, or games; None for either.
    """

    beside: Path | None
    rules: bool | None = None

    @cached_property
    def ids(self) -> list[str]:
        """All IDs, sorted."""
        return known_ids(self.beside)

    @cached_property
    def wanted(self) -> list[str]:
        """The IDs of what is wanted. Costs the reading of each file."""
        if self.rules is None:
            return self.ids
        return [id for id in self.ids if is_house_rule(find(id, self.beside)) == self.rules]

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of games by ID, "" where one isn't known. Costs the reading of each game's entry in the cache."""
        return {id: known_title(id) for id in self.ids}


def meant(name: str, known: Known, place: Place | None) -> str | None:
    """Say which file a name that isn't known was probably meant for, or how several names are written."""
    beside = known.beside
    parts = [part for part in re.split(r"[\s,+]+", name) if part]
    if len(parts) > 1 and all(part in known.ids for part in parts):
        if place is None:
            return f"write each by itself: {'+'.join(parts)}"
        rules = ", ".join(part for part in parts if is_house_rule(find(part, beside)))
        game = next((part for part in parts if part not in rules.split(", ")), None)
        if game is not None:
            return f"a game stands alone: `extends: {game}`" + (f" and `house_rules: [{rules}]`" if rules else "")
        return f"write each by itself: [{rules}]"
    game, *sets = parts or [name]
    if place is not None and sets and game in known.ids and any("=" in one for one in sets):
        values = ", ".join(one.replace("=", ": ") for one in sets if "=" in one)
        return f"numbers stand below `params`: `extends: {game}` and `params: {{{values}}}`"
    number = re.fullmatch(r"([a-z]\w*)\s*=\s*(-?\d+)", name)
    if number and place is not None:
        return f"a number has no place here: write `params: {{{number[1]}: {number[2]}}}`"
    path = near_path(Path(f"./{name}"), f"./{name}") if place is None else None
    if path:
        return path
    if place is not None and name.startswith("-") and find(name[1:], beside):
        return f"put a blank behind the '-': - {name[1:]}"
    ids = [id for id in known.wanted if place is None or f"{id}.yaml" != Path(place.file).name]  # no file names itself
    near = suggestion(name, ids)
    if near and name.rstrip(",") in known.ids:
        return near  # the comma is what is wrong
    if near and near.startswith(MEANT) and not within(name, [near]):
        return near
    listed = [id for id in ids if within(name, [id])] or [
        id for id in ids if len(name) > 2 and within(name, [known.titles[id]])
    ]
    if len(listed) == 1:
        return did_you_mean(listed[0])
    if listed:
        return f"one of: {', '.join(listed[:MAX_MEANT])}"
    other = meant_by(suggestion(name, known.ids)) if known.rules is not None else None
    return of_other_kind(other, known.rules is True) if other else near


def of_other_kind(id: str, rules: bool) -> str:
    """Say where a game is named that may be meant among house `rules`, or a house rule that may be meant for a game."""
    if rules:
        return f"if you mean {id!r}, that is a game: write `extends: {id}` to build on it"
    return f"if you mean {id!r}, that is a house rule: name a game here, and list it: `house_rules: [{id}]`"


def within(name: str, texts: list[str]) -> bool:
    """Whether a name's words begin words of one of some texts, in their order, however they are written."""
    words = re.findall(r"[a-z]+|\d+", name.lower())
    pattern = r"\W+".join(rf"\b{word}" for word in words)
    return bool(words) and any(re.search(pattern, text.lower()) for text in texts)


def for_a_game(document: Document, place: Place | None) -> str:
    """Say what is written where a game is named among the house rules of a reference, or at a place in a file."""
    if place is None:
        return f"write `{document.id}` first in the reference"
    own = not document.path.is_relative_to(profiles_folder())
    turn = f"; or, if it is meant as one, write `house_rule: {document.id}` for `profile:` in its file" if own else ""
    return f"write `extends: {document.id}` to build on it{turn}"
