"""What hands are weighed for: the contracts that a deal can be scored under, sorted by what a hand is worth there.

A *class* of contracts is what a hand's worth can be fitted for at once: those that have trumps or not, as many idle
cards, the same exchanges and the same worth of tricks. A *slot* is a class under one card table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from interpreter.tables import AuctionTable, ChoiceTable, StepTable, Tables

Entry = TypeVar("Entry")

FEW_TRUMPS = 5
"""Fewer trumps than this are told apart by their number."""


@dataclass(frozen=True)
class Slots:
    """The classes and slots of a game. `all` are pairs (card table, class); contracts go by their number."""

    tables: Tables

    @cached_property
    def classes(self) -> tuple[tuple[object, ...], ...]:
        """What tells the classes apart, a key each."""
        return tuple(dict.fromkeys(map(self.key, self.tables.final)))

    def key(self, number: int) -> tuple[object, ...]:
        """Return what tells a contract's class from others: trumps first, as far as they count."""
        tables = self.tables
        space = tables.spaces[tables.space_of[number]]
        trumps = space.trump.bit_count()
        exchanges = [step.runs[number : number + 1] == (1,) for step in tables.flow if isinstance(step, StepTable)]
        return (min(trumps, FEW_TRUMPS), space.idle.bit_count(), tables.worth[number], tuple(exchanges))

    @cached_property
    def all(self) -> tuple[tuple[int, int], ...]:
        """The card table and the class of each slot."""
        return tuple(dict.fromkeys(map(self.slot, self.tables.final)))

    def slot(self, number: int) -> tuple[int, int]:
        """Return the card table and the class of a contract that a deal can be scored under."""
        return self.tables.space_of[number], self.classes.index(self.key(number))

    @cached_property
    def slot_of(self) -> tuple[int, ...]:
        """The slot of each contract, 0 for those that no deal is scored under."""
        final = set(self.tables.final)
        return tuple(
            self.all.index(self.slot(number)) if number in final else 0 for number in range(len(self.tables.contracts))
        )

    @cached_property
    def finals(self) -> tuple[tuple[int, ...], ...]:
        """The contracts that a deal can be scored under and that lie ahead, from each step on and for each contract."""
        steps, count = range(len(self.tables.flow) + 1), range(len(self.tables.contracts))
        return tuple(reachable(self.tables, step, number) for step in steps for number in count)

    def ahead(self, step: int, number: int) -> tuple[int, ...]:
        """Return the contracts that a deal can be scored under and that a contract can become from a step on."""
        return self.finals[step * len(self.tables.contracts) + number]

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """For each class, contracts after the auction by which all its slots can be had, cheapest bids first."""
        found: list[tuple[int, ...]] = []
        bidding = [(at, table) for at, table in enumerate(self.tables.flow) if isinstance(table, AuctionTable)]
        after = [(step, number) for step, table in bidding for line in table.after for number in line]
        for kind in range(len(self.classes)):
            chosen, covered = list[int](), set[int]()
            for step, number in after:
                slots = {self.slot_of[final] for final in self.ahead(step + 1, number)}
                more = {slot for slot in slots if self.all[slot][1] == kind} - covered
                if more:
                    chosen.append(number)
                    covered |= more
            found.append(tuple(chosen))
        return tuple(found)


def reachable(tables: Tables, step: int, number: int) -> tuple[int, ...]:
    """Return the contracts that a deal can be scored under and that a contract can become from a step on."""
    found = {number}
    for later in tables.flow[step:]:
        if isinstance(later, AuctionTable):
            return ()
        if isinstance(later, ChoiceTable):
            ahead = {then for at in found for _, then in row(later.options, at)}
            found = ahead | {at for at in found if not row(later.options, at)}
    found = {then for at in found for then in row(tables.opening, at) or (at,)}
    return tuple(sorted(found & set(tables.final)))


def row(rows: Sequence[Sequence[Entry]], at: int) -> Sequence[Entry]:
    """Return a row, an empty one behind the last."""
    return rows[at] if at < len(rows) else ()
