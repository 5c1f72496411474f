"""The cards of a deal, from the seed and the deal's number alone, whoever plays it and whichever way.

The kernel shuffles; what is here brings its deals to the interpreter, for games that the kernel can't play. Two rule
sets with the same pack and equal hands so get the same cards.
"""

from __future__ import annotations

import random

from interpreter import kernel
from interpreter.actions import Deal
from interpreter.model import Profile
from interpreter.table import Seat

GAME = 1 << 12
"""So many deals can a game have: deal `k` of game `g` is deal `GAME * (g + 1) + k` of the seed."""


class Endless(Exception):
    """A game without end with these players, or a deal that is thrown in again and again."""


def dealt(profile: Profile, seed: int, number: int, turned: Seat | None = None) -> Deal:
    """Return a deal of the kernel's, as the interpreter takes it.

    The cards go out from the dealer's left, so another dealer moves the hands round the table. With `turned`, the
    seat that deals, each seat gets the same hand whoever deals.
    """
    cards, count = profile.pack.cards, len(profile.pack.cards)
    deck = kernel.zeros(count)
    state = kernel.shuffle(deck, count, kernel.seeded(kernel.keyed(seed), number))
    order = [cards[int(card)] for card in deck[:count]]
    draw_order: tuple[str, ...] = ()
    if profile.draws:
        kernel.shuffle(deck, count, state)
        draw_order = tuple(cards[int(card)] for card in deck[:count])
    hands, kitty = order[: 4 * profile.dealing.each], order[4 * profile.dealing.each :]
    if turned is not None:
        hands = [hands[turned_place(place, turned)] for place in range(len(hands))]
    first = profile.dealing.not_first
    begin = len(hands) - (profile.dealing.not_last or 0) if first is None else first
    return Deal((*hands[:begin], *kitty, *hands[begin:]), draw_order)


def turned_place(place: int, dealer: Seat) -> int:
    """Return which card of the deal lies at a place when this seat deals and the hands stay where they are."""
    return (place & ~3) | ((place + dealer + 1) & 3)


def chance(seed: int, number: int, seat: Seat, decision: int) -> random.Random:
    """Return a seat's own chance for one decision of a deal: another bid shifts nobody's later chance."""
    return random.Random(f"bidwhist {seed} {number} {seat} {decision}")
