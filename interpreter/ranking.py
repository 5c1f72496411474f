"""Which suit a card belongs to and which card wins, for each contract.

Every layer whose `when` holds takes part. `order` ranks the plain suits. `trumps` lists the trump suit from the top:
each card in it belongs to that suit, whatever is printed on it. `idle` cards belong to no suit and never win. A
card's strength is its place among the trumps, else its place in `order` if it is of the suit led, else nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.cards import NO_SUIT, TRUMPS, Card, Item, Pack, Suit, expand
from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.expression.types import Value as Operand


class Layer(NamedTuple):
    """A part of the ranking that applies under the contracts that meet `when` (None: all of them)."""

    name: str
    when: Compiled | None
    order: tuple[str, ...] | None = None
    trumps: tuple[Item, ...] | None = None
    idle: tuple[Item, ...] | None = None


class Layout(NamedTuple):
    """The ranking under one contract.

    `suit` gives each card's suit, `NO_SUIT` for idle cards. `power[led]` gives each card's strength when that suit
    was led (0: can't win, never two equal above 0); `None` stands for no suit led yet.
    """

    order: tuple[str, ...]
    trumps: tuple[Card, ...]
    idle: tuple[Card, ...]
    trump_suit: Suit
    suit: Mapping[Card, Suit]
    power: Mapping[Suit | None, Mapping[Card, int]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """A profile's layers over its pack. `layout` is computed once for each contract that differs."""

    pack: Pack
    layers: tuple[Layer, ...]
    reads: frozenset[str]
    """The contract's names that decide the layout."""
    _memo: dict[tuple[object, ...], Layout] = field(default_factory=dict, compare=False, repr=False)

    def layout(self, contract: Contract) -> Layout:
        """Return the ranking under `contract`; a lookup after the first time."""
        names = contract.names
        key = tuple([names.get(name) for name in self.reads])
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = lay_out(self.pack, self.active(contract.names), trump_of(contract))
        return found

    def active(self, names: Mapping[str, Operand]) -> tuple[Layer, ...]:
        """Return the layers that take part under a contract with these names."""
        return tuple(layer for layer in self.layers if layer.when is None or layer.when.call(names))


def trump_of(contract: Contract) -> Suit:
    """Return the contract's trump suit, `NO_SUIT` where it has none or the game knows no trumps."""
    return str(contract.values.get("trump", NO_SUIT))


def lay_out(pack: Pack, layers: tuple[Layer, ...], trump: Suit) -> Layout:
    """Merge the layers of one contract. That each card has one place was proved when the profile was loaded."""
    order = next(layer.order for layer in layers if layer.order is not None)
    listed = next((layer.trumps for layer in layers if layer.trumps is not None), ())
    idle_items = next((layer.idle for layer in layers if layer.idle is not None), ())
    trumps = expand(listed, pack, trump, order)
    idle = expand(idle_items, pack, trump)
    trump_suit = trump if trump in pack.suits else TRUMPS
    suit = {**pack.suit, **dict.fromkeys(idle, NO_SUIT), **dict.fromkeys(trumps, trump_suit)}
    place = {rank: len(order) - index for index, rank in enumerate(order)}
    over = {card: len(order) + len(trumps) - index for index, card in enumerate(trumps)}
    power: dict[Suit | None, Mapping[Card, int]] = {}
    for led in (None, *pack.suits, TRUMPS):
        power[led] = {
            card: over.get(card, place.get(pack.rank.get(card, ""), 0) if suit[card] == led else 0)
            for card in pack.cards
        }
    return Layout(order, trumps, idle, trump_suit, suit, power)


def sort_hand(cards: list[Card] | tuple[Card, ...], layout: Layout, pack: Pack) -> list[Card]:
    """Return a hand as players hold it: trumps first, then suit by suit, best card first, idle cards last."""
    groups = [layout.trump_suit, *(suit for suit in pack.suits if suit != layout.trump_suit), NO_SUIT]
    return sorted(
        cards,
        key=lambda card: (
            (groups.index(layout.suit[card]), -layout.power[layout.suit[card]].get(card, 0))
            if layout.suit[card] != NO_SUIT
            else (len(groups), pack.cards.index(card))
        ),
    )
