"""Deals that give wanted hands: what a case leaves open is filled from the rest of the pack, in its order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.actions import Deal
from interpreter.cards import Card
from interpreter.cases.reading import Reader
from interpreter.model import Profile
from interpreter.phases.deal import split
from interpreter.table import SEAT_NAMES, SEATS, Seat


@dataclass(frozen=True, slots=True)
class WantedDeal:
    """What a case says of a deal. `places` are the kitty's, counted from 0; None leaves them to the rules."""

    profile: Profile
    dealer: Seat
    hands: Mapping[Seat, tuple[Card, ...]]
    kitty: tuple[Card, ...] = ()
    draw_order: tuple[Card, ...] = ()
    places: tuple[int, ...] | None = None

    def made(self) -> Deal:
        """Return the deal: hands are completed north first, then the kitty."""
        cards, phase = self.profile.pack.cards, self.profile.dealing
        given = {card for cards in (*self.hands.values(), self.kitty) for card in cards}
        rest = iter([card for card in cards if card not in given])
        hands = {seat: filled(self.hands.get(seat, ()), phase.each, rest) for seat in SEATS}
        kitty = filled(self.kitty, phase.kitty, rest)
        first = self.dealer + 1
        dealt = iter([hands[(first + turn) % len(SEATS)][row] for row in range(phase.each) for turn in SEATS])
        free = self.places if self.places is not None else kitty_places(self.profile)
        lying = iter(kitty)
        order = tuple(next(lying) if place in free else next(dealt) for place in range(len(cards)))
        draws = (*self.draw_order, *(card for card in cards if card not in self.draw_order))
        return Deal(order, draws if self.profile.draws else (), self.places)


def filled(cards: tuple[Card, ...], size: int, rest: object) -> list[Card]:
    """Return cards completed from the rest of the pack."""
    assert hasattr(rest, "__next__")
    return [*cards, *(next(rest) for _ in range(size - len(cards)))]


def kitty_places(profile: Profile) -> frozenset[int]:
    """Return where in the pack the kitty lies if a deal doesn't say."""
    cards = profile.pack.cards
    _, kitty = split(Deal(cards), profile.dealing)
    return frozenset(cards.index(card) for card in kitty)


def read_deal(reader: Reader, dealer: Seat) -> WantedDeal:
    """Read the hands, the kitty and the draw order of a case."""
    profile = reader.profile
    hands, kitty, draw_order = reader.hands("hands"), reader.cards("kitty"), reader.cards("draw_order")
    each, size = profile.dealing.each, profile.dealing.kitty
    taken: dict[Card, str] = {}
    for seat, cards in hands.items():
        name = SEAT_NAMES[seat]
        check_size(reader.inside("hands"), name, cards, each)
        for card in cards:
            if taken.setdefault(card, name) != name:
                place = reader.inside("hands").place_of_card(name, card)
                reader.report("T011", f"{card} is dealt to {taken[card]} and to {name}", place, "deal each card once")
    check_size(reader, "kitty", kitty, size)
    for card in kitty:
        if card in taken:
            place = reader.place_of_card("kitty", card)
            reader.report("T011", f"{card} is dealt to {taken[card]} and to the kitty", place, "deal each card once")
    if draw_order and not profile.draws:
        reader.report("T018", "no card is drawn in this game", reader.place("draw_order"), "leave draw_order out")
    return WantedDeal(profile, dealer, hands, kitty, draw_order, read_places(reader))


def check_size(reader: Reader, key: str, cards: tuple[Card, ...], size: int) -> None:
    """Refuse more cards than are dealt."""
    if len(cards) > size:
        reader.report("T019", f"{len(cards)} cards for {key}, which gets {size}", reader.place(key), "leave some out")


def read_places(reader: Reader) -> tuple[int, ...] | None:
    """Read the kitty's places, which a case counts from 1."""
    if "kitty_places" not in reader:
        return None
    places = tuple(int(item.value) - 1 for item in reader.items("kitty_places") if isinstance(item.value, int))
    size, cards = reader.profile.dealing.kitty, len(reader.profile.pack.cards)
    if len(set(places)) != size or max(places, default=0) >= cards:
        reader.report(
            "T019",
            f"these are no {size} different places of a pack of {cards}",
            reader.place("kitty_places"),
            "one for each card of the kitty, from 1",
        )
    return places
