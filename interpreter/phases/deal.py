"""The deal: the cards go out one at a time, clockwise from the dealer's left.

The kitty's places in the pack are free between the first and the last cards that the rules keep it away from. With a
fair shuffle the choice changes no odds, so it stands right after the first of these cards; without such a rule it is
the end of the pack. A deal may name other places and is then checked against the rules.
"""

from __future__ import annotations

from interpreter.actions import Action, Deal
from interpreter.cards import Card
from interpreter.errors import first_of
from interpreter.model import DealPhase
from interpreter.phases.verb import Ending, Verb
from interpreter.state import State
from interpreter.table import SEATS


def start(state: State) -> Ending | None:
    """Wait for the deal."""
    return None


def legal(state: State) -> tuple[Action, ...]:
    """Return nothing: a deal is chance, not a decision."""
    return ()


def refusal(state: State, deal: Deal) -> str:
    """Say what is wrong with a deal; empty when nothing is."""
    pack, phase = state.profile.pack, state.profile.dealing
    for name, order in (("the deal", deal.order), ("draw_order", deal.draw_order)):
        if name == "draw_order" and not order and not state.profile.draws:
            continue
        if len(order) != len(pack.cards) or frozenset(order) != pack.members:
            return f"{name} is not this game's pack of {len(pack.cards)} cards: {difference(order, pack.cards)}"
    if deal.kitty is None:
        return ""
    places = frozenset(deal.kitty)
    first, last = phase.not_first or 0, len(deal.order) - (phase.not_last or 0)
    if len(deal.kitty) != phase.kitty or len(places) != phase.kitty:
        return f"{len(places)} places are given for a kitty of {phase.kitty} cards"
    if any(not first <= place < last for place in places):
        return f"the kitty's cards must be among cards {first + 1} to {last} of the deal"
    return ""


def difference(order: tuple[Card, ...], cards: tuple[Card, ...]) -> str:
    """Say how a list of cards differs from the pack."""
    missing = [card for card in cards if card not in order]
    strange = [card for card in order if card not in cards]
    twice = sorted({card for card in order if order.count(card) > 1} - set(strange))
    parts = (("missing", missing), ("unknown", strange), ("twice", twice))
    return "; ".join(f"{what} {first_of(which, 6)}" for what, which in parts if which)


def split(deal: Deal, phase: DealPhase) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards for the hands in the order dealt, and the kitty."""
    order, size = deal.order, phase.kitty
    if deal.kitty is not None:
        places = frozenset(deal.kitty)
        hands = tuple(card for place, card in enumerate(order) if place not in places)
        return hands, tuple(order[place] for place in sorted(places))
    begin = len(order) - size - (phase.not_last or 0) if phase.not_first is None else phase.not_first
    return order[:begin] + order[begin + size :], order[begin : begin + size]


def apply(state: State, deal: Deal) -> Ending | None:
    """Distribute the cards, turn the last one where the rules say so, and fill the contract from it."""
    profile, phase = state.profile, state.profile.dealing
    dealt, kitty = split(deal, phase)
    first = state.dealer + 1
    for seat in SEATS:
        state.hands[seat] = list(dealt[(seat - first) % 4 :: 4])
    state.kitty = list(kitty)
    state.dealt = deal
    state.draw_order = deal.draw_order
    if phase.turn:
        state.turned = dealt[-1]
    if phase.sets:
        names = {
            **profile.contract.names,
            "turned": state.turned,
            "deal": state.deal,
            "dealer": state.dealer,
            "layout": profile.ranking.layout(profile.contract),
        }
        state.contract = profile.contract.changed({name: value.call(names) for name, value in phase.sets})
    return Ending.PHASE


VERB = Verb(start, legal, refusal, apply)
