"""What a seat is expected to see at the end of a record, compared with its view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.cases.reading import Findings, Reader
from interpreter.view import View


def cards_shown(seen: View) -> tuple[str, ...]:
    """Return the cards that claims showed."""
    return tuple(sorted(card for claimed in seen.claimed for _, cards in claimed.shown for card in cards))


def from_hand(seen: View) -> int | None:
    """Return how many cards of the last exchange came from the giver's hand, where that is public."""
    return seen.exchanged[-1].from_hand if seen.exchanged else None


def last_given(seen: View) -> int | None:
    """Return how many cards the last exchange moved."""
    return seen.exchanged[-1].given if seen.exchanged else None


SEEN: dict[str, Callable[[View], Any]] = {
    "kitty": lambda seen: tuple(sorted(seen.shown)),
    "turned": lambda seen: (seen.turned,) if seen.turned else (),
    "shown": cards_shown,
    "out": lambda seen: tuple(sorted(seen.out)),
    "given": last_given,
    "from_hand": from_hand,
}
COUNTS = ("given", "from_hand")


def read_sight(reader: Reader) -> dict[str, Any]:
    """Read what a seat is expected to see."""
    return {
        key: (reader.number(key) if reader.text(key) != "none" else None)
        if key in COUNTS
        else tuple(sorted(reader.cards(key)))
        for key in reader.names()
    }


def expect_sight(reader: Reader, seen: View, name: str, findings: Findings) -> None:
    """Compare what a seat sees."""
    for key, value in read_sight(reader).items():
        findings.expect(f"{key} as {name} sees it", value, SEEN[key](seen), reader.place(key))
