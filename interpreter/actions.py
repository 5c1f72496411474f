"""Everything that can happen in a game, one small value each.

A deal is chance; all else is one seat's decision. Playing a card and giving one away are the card itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from interpreter.cards import Card
from interpreter.contract import Bid, OtherCall, Pass, Value


@dataclass(frozen=True, slots=True)
class Deal:
    """One distribution of the cards: all the chance there is.

    `order` is the whole pack, first card dealt first. `draw_order` is a second, secret order of the pack, empty in
    games that never draw. `kitty` gives the kitty's places in `order`, counted from 0; None leaves them to the rules.
    """

    order: tuple[Card, ...]
    draw_order: tuple[Card, ...] = ()
    kitty: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Fields of the contract named outside the auction, such as the trump suit."""

    fields: Mapping[str, Value] = field(hash=False)

    def __reduce__(self) -> tuple[object, ...]:
        return (make_choice, (dict(self.fields),))


def make_choice(fields: Mapping[str, Value]) -> Choice:
    """Return a choice whose fields can't be changed any more."""
    return Choice(MappingProxyType(dict(fields)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim made, by its name in the profile."""

    name: str


@dataclass(frozen=True, slots=True)
class Decline:
    """No claim is made; nobody else learns that there was one to make."""


DECLINE = Decline()

Action: TypeAlias = Card | Bid | Pass | OtherCall | Choice | Claim | Decline
"""One decision of a seat."""
Event: TypeAlias = Action | Deal
"""Anything that moves a game on."""
