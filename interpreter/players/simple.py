"""What a player does where the rules can't be put into masks: any pack, any rules, and little skill.

It passes where it may, names the first thing, gives away and throws its weakest card, leads its strongest, and takes a
trick as cheaply as it can unless its partner has it.
"""

from __future__ import annotations

from interpreter.actions import Action
from interpreter.cards import NO_SUIT, Card
from interpreter.phases.play import winning
from interpreter.view import View

__all__ = ["simple"]


def simple(view: View, legal: tuple[Action, ...]) -> Action:
    """Return one of the legal actions; the first of them where no card is due (a pass stands before all bids)."""
    cards = [action for action in legal if isinstance(action, str)]
    if not cards:
        return legal[0]
    layout = view.profile.ranking.layout(view.contract)

    def power(card: Card) -> int:
        return layout.power[layout.suit[card]].get(card, 0) if layout.suit[card] != NO_SUIT else 0

    if not view.playing or not view.trick:
        return (min if not view.playing else max)(cards, key=power)
    strengths = layout.power[view.led]
    place = winning(view.trick, strengths)
    takers = [
        card for card in cards if (power(card) if view.led is None else strengths[card]) > strengths[view.trick[place]]
    ]
    if takers and place != len(view.trick) - 2:
        return min(takers, key=power)
    return min(cards, key=power)
