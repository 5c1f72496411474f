"""One deal as everything that is measured reads it, whoever played it, and whichever way."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.table import Pair, Seat

Ending: TypeAlias = Literal["played", "passed", "redealt"]
"""How a deal ended: played out, passed out (the deal goes on), or thrown in (the same dealer deals again)."""


class Row(NamedTuple):
    """One deal. Only one that was played has a contract, books and points.

    `books` are the declarers' and the defenders' (the first and the second side's where nobody declares), `points` by
    side. `made` is None where nothing was bid. `calls` are the auction, `cards` all that were given away or played, in
    order: equal ones are the same call or card under any rules.
    """

    number: int
    dealer: Seat
    ending: Ending
    contract: Contract | None
    books: Pair
    points: Pair
    made: bool | None
    calls: tuple[tuple[Seat, str], ...]
    cards: tuple[Card, ...]

    @property
    def outcome(self) -> tuple[object, ...]:
        """What came of the deal: two deals with the same outcome are worth the same and went the same way."""
        contract = self.contract
        played = None if contract is None else (contract.declarer, *sorted(contract.values.items()))
        return (self.ending, played, self.books, self.points, self.made)
