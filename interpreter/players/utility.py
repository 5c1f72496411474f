"""What the end of a deal is worth to a side: its points, and more where it wins or loses the game."""

from __future__ import annotations

from copy import copy

from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.match import reads_cards
from interpreter.model import Profile
from interpreter.scoring import DRAW, NO_CARDS, Outcome, Result, Standing, score_deal
from interpreter.table import Pair, Side

SLIGHT = 0.001
"""What a book or a point counts for where it changes nothing else."""

CardPair = tuple[frozenset[Card], frozenset[Card]]


def lead_of(result: Result, side: Side) -> int:
    """Return how far a deal brings a side ahead, in points."""
    return result.points[side] - result.points[1 - side]


class Utility:
    """What a deal under a contract is worth to `side` at a standing, by the books of its declarers (the first side's,
    where nobody declares). `in_all` are all the books there are.

    A deal that goes on with the game is worth the points by which it brings the side ahead. One that ends it is worth
    more than any that doesn't, or less: as many points as all that can come of the contract lie apart, beyond the best
    or the worst of them. How far a won game is won counts for next to nothing.
    """

    __slots__ = ("_contract", "_found", "_in_all", "_played", "_profile", "_side", "_standing", "end", "reads_cards")

    def __init__(self, profile: Profile, contract: Contract, standing: Standing, side: Side, in_all: int) -> None:
        self._profile, self._contract, self._standing, self._side = profile, contract, standing, side
        self._in_all, self._played = in_all, NO_CARDS
        self._found: dict[int, float] = {}
        self.reads_cards = reads_cards(profile)
        """Whether the score reads which cards a side had."""
        leads = [lead_of(self.result(books), side) for books in range(in_all + 1)]
        self.end = max(map(abs, leads)) + max(1, max(leads) - min(leads))
        """What a game that is won is worth."""

    def played(self, cards: CardPair) -> Utility:
        """Return the same for a deal in which the sides play these cards; whose tricks they go to isn't known."""
        other = copy(self)
        other._played, other._found = cards, {}
        return other

    def result(self, books: int) -> Result:
        """Return the score of a deal in which the declarers are credited with so many books."""
        rest = self._in_all - books
        pair: Pair = (books, rest) if self._contract.declarers < 1 else (rest, books)
        return score_deal(self._profile, Outcome(self._contract, pair, (), NO_CARDS, self._played), self._standing)

    def __call__(self, books: int) -> float:
        """Return what so many books of the declarers' are worth."""
        found = self._found.get(books)
        if found is None:
            found = self._found[books] = self.value(self.result(books), books)
        return found

    def value(self, result: Result, books: int) -> float:
        """Return what a scored deal is worth."""
        lead = lead_of(result, self._side)
        mine = books if self._side == max(self._contract.declarers, 0) else self._in_all - books
        if not result.over:
            return lead + SLIGHT * mine
        won = 0.0 if result.winner == DRAW else self.end if result.winner == self._side else -self.end
        return won + SLIGHT * (lead + mine)
