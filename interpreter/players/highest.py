"""A player that bids, names and buries as the rule player does, and then plays its highest card without a thought.

It is there to be compared with: what comes of the bidding alone, and which effect of a rule depends on the play.
"""

from __future__ import annotations

from random import Random

from interpreter.actions import Action
from interpreter.players.estimate import judge_of
from interpreter.players.rules import RulePlayer, cards_of
from interpreter.players.simple import simple
from interpreter.simulate import NoTables
from interpreter.view import View

__all__ = ["HighestPlayer"]


class HighestPlayer:
    """Plays the card that is highest, trumps before plain cards; the same view always gets the same action."""

    def __init__(self) -> None:
        self.rules = RulePlayer()

    def choose(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action: the rule player's before the play."""
        cards = cards_of(legal)
        if not view.playing or len(legal) == 1 or len(cards) < len(legal):
            return self.rules.choose(view, legal, rng)
        try:
            return judge_of(view.profile).highest(view, cards)
        except (NoTables, KeyError):  # as for the rule player
            return simple(view, legal)
