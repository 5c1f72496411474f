"""What a side has in the score beside its tallies: one table, `mine.NAME` and the like in expressions.

Scopes, the glossary, proofs and tables read it; the values are put together in `scoring.Account`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from interpreter.expression.types import CARDS, INT, Type


class Quantity(NamedTuple):
    """One quantity: its type, its meaning (`{}` is the side), and what it is counted from."""

    type: Type
    text: str
    counts: Literal["tricks", "cards", "rulings", "games"]


QUANTITIES: Mapping[str, Quantity] = {
    "books": Quantity(INT, "the tricks counted for {}, after rulings", "tricks"),
    "taken": Quantity(INT, "the tricks counted for {}, before rulings", "tricks"),
    "revokes": Quantity(INT, "how often {} revoked", "rulings"),
    "won": Quantity(CARDS, "the cards in the tricks that {} won", "cards"),
    "played": Quantity(CARDS, "the cards that {} played", "cards"),
    "games": Quantity(INT, "how many games of the match {} has won", "games"),
}
OF_TRICKS = tuple(name for name, quantity in QUANTITIES.items() if quantity.counts == "tricks")
OF_CARDS = tuple(name for name, quantity in QUANTITIES.items() if quantity.counts == "cards")
UNBOUNDED = tuple(name for name, quantity in QUANTITIES.items() if quantity.counts in ("rulings", "games"))
"""Numbers from 0 that no number of tricks or cards bounds."""
OWNERS: Mapping[str, str] = {
    "mine": "the side that this is about",
    "theirs": "the other side",
    "declarers": "the declarer's side",
    "defenders": "the other side than the declarer's",
}
"""Whose quantities expressions can name."""
