"""Cards and packs.

A card is its name: rank then suit (`"AS"`, `"TD"`, `"2C"`), or a name of its own for a card outside the suits
(`"BJ"`). Names are what people write and what records hold, so nothing has to be converted on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

Card: TypeAlias = str
Suit: TypeAlias = str

NO_SUIT: Suit = "none"
"""The suit of a card that belongs to none; also what a contract without a trump suit names."""
TRUMPS: Suit = "trumps"
"""The suit of a trump list that stands without one of the four suits."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards a game is played with, in a fixed order: suit by suit from the highest rank, then the extra cards."""

    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    extra: tuple[Card, ...] = ()
    without: tuple[Card, ...] = ()
    """Cards of these suits and ranks that the pack lacks."""
    cards: tuple[Card, ...] = field(init=False)
    members: frozenset[Card] = field(init=False)
    suit: Mapping[Card, Suit] = field(init=False)
    """The suit printed on each card; `NO_SUIT` for extra cards."""
    rank: Mapping[Card, str] = field(init=False)
    """The rank printed on each card; extra cards have none."""

    def __post_init__(self) -> None:
        plain = {rank + suit: (suit, rank) for suit in self.suits for rank in self.ranks}
        plain = {card: printed for card, printed in plain.items() if card not in self.without}
        suits = {card: suit for card, (suit, _) in plain.items()} | dict.fromkeys(self.extra, NO_SUIT)
        set_once = object.__setattr__  # the dataclass is frozen, these fields follow from the others
        set_once(self, "cards", (*plain, *self.extra))
        set_once(self, "members", frozenset(self.cards))
        set_once(self, "suit", MappingProxyType(suits))
        set_once(self, "rank", MappingProxyType({card: rank for card, (_, rank) in plain.items()}))


@dataclass(frozen=True, slots=True)
class Item:
    """One word of a list of cards, before the trump suit is known.

    `kind` says how to read `word`: a `card`, a `rank` (one card a suit), a `suit` (all its cards), a `trump` (that
    rank of the trump suit) or the `rest` of the trump suit.
    """

    kind: str
    word: str


def expand(items: tuple[Item, ...], pack: Pack, trump: Suit, order: tuple[str, ...] = ()) -> tuple[Card, ...]:
    """Return the cards that a list of items names, in its order.

    `trump` is the trump suit or `NO_SUIT`, under which trump items name nothing; `order` ranks the rest of the trump
    suit, best first. A card that stands in the list by name isn't repeated by `rest`.
    """
    named = {item.word for item in items if item.kind == "card"}
    named |= {item.word + trump for item in items if item.kind == "trump"}
    found: list[Card] = []
    for item in items:
        match item.kind:
            case "card":
                found.append(item.word)
            case "rank":
                found.extend(item.word + suit for suit in pack.suits)
            case "suit":
                found.extend(rank + item.word for rank in pack.ranks)
            case "trump" if trump in pack.suits:
                found.append(item.word + trump)
            case "rest" if trump in pack.suits:
                found.extend(rank + trump for rank in order if rank + trump not in named)
    return tuple(found) if not pack.without else tuple(card for card in found if card in pack.members)
