"""A player that does anything legal, each thing equally likely.

It reaches every corner of the rules, so it serves tests and counts; it is no opponent. Its auctions nearly always end
at the highest bid.
"""

from __future__ import annotations

from random import Random

from interpreter.actions import Action
from interpreter.view import View

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Chooses uniformly among what is legal."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return any legal action."""
        return rng.choice(legal)
