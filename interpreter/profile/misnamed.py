"""Entries of an own name that were meant to change those of a game, and whose name is misspelt."""

from __future__ import annotations

from string import digits

from interpreter.profile.nodes import Mapping

ALIKE = 0.75
"""How much a misspelt name is like the one that is meant, from 0 to 1."""


def entry_meant(holder: Mapping, name: str) -> str | None:
    """Return the entry that another one hardly differs from, which its file lays beside it instead of over it.

    None for an entry that replaces another: it has the name that it should have. Numbers in names tell them apart.
    """
    if name not in holder.keys or holder.entries[name].replaced is not None:
        return None
    names = list(holder.entries)
    others = [
        other
        for other in names[: names.index(name)]  # those of earlier files
        if holder.keys[other][0] is not holder.keys[name][0] and not (set(other) ^ set(name)) & set(digits)
    ]
    from difflib import get_close_matches  # only needed once something is wrong

    turned = [other for other in others if sorted(other) == sorted(name)]
    return next(iter(turned or get_close_matches(name, others, 1, ALIKE)), None)
