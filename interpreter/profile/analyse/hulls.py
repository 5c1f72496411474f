"""Deals as far as proofs by ranges see them, and what fits each of several."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.profile.analyse.ranges import Known, Range, either

Names = tuple[tuple[str, object], ...]


class Deal(NamedTuple):
    """Deals as far as the score and the ends see them, by side: what every one of some deals fits.

    `known` are the names that don't depend on the standing; `rows` whether each row applies and what it adds, None
    where that depends on it. `names` are what the ends read, None where nothing is known of that.
    """

    known: tuple[dict[str, Known], dict[str, Known]]
    rows: tuple[tuple[tuple[Range | None, Range | None], ...], ...]
    names: tuple[Names, Names] | None


def signs(row: tuple[tuple[Range | None, Range | None], ...]) -> tuple[object, ...]:
    """Return whether a row applies to each side, and in which direction."""
    return tuple((when, None if add is None else (add[0] > 0) - (add[0] < 0)) for when, add in row)


def joined(one: Deal, other: Deal) -> Deal:
    """Return what fits each of two deals."""
    known = [
        {name: either(value, theirs.get(name)) for name, value in mine.items() if name in theirs}
        for mine, theirs in zip(one.known, other.known, strict=True)
    ]
    rows = tuple(
        tuple((span(when, when_too), span(add, add_too)) for (when, add), (when_too, add_too) in zip(a, b, strict=True))
        for a, b in zip(one.rows, other.rows, strict=True)
    )
    return Deal((known[0], known[1]), rows, one.names if one.names == other.names else None)


def span(one: Range | None, other: Range | None) -> Range | None:
    """Return a range that holds two; None where one isn't known."""
    return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
