"""Deals played by the kernel, for games with tables and players that it knows: tens of thousands a second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter import game
from interpreter.actions import Event
from interpreter.compare.rows import Calls, Ending, Row, calls_in
from interpreter.contract import Contract
from interpreter.model import Profile
from interpreter.packing import Fit
from interpreter.record import Writer
from interpreter.simulate import HIGHEST, OUTCOMES, RULES, Deals, Decision, Numbers, Played
from interpreter.state import State
from interpreter.table import Pair, Seat
from interpreter.tables import Tables

PLAYERS: Mapping[str, int] = {"rules": RULES, "highest": HIGHEST}
"""The players that the kernel plays as the interpreter does, card by card."""
MANY = 200_000
"""So many different deals are remembered at most, and as many auctions."""


@dataclass(slots=True)
class Tabled:
    """One rule set with four players. Every deal is the first of a game, at nought all.

    Raises `NoTables` where the kernel can't play the game.
    """

    tables: Tables
    players: Sequence[str]
    seed: int
    fit: Fit
    deals_of: Deals = field(init=False)
    _known: dict[tuple[int, ...], tuple[Any, ...]] = field(default_factory=dict)
    _contracts: dict[tuple[int, int], Contract] = field(default_factory=dict)
    _calls: dict[tuple[int, ...], Calls] = field(default_factory=dict)

    def __post_init__(self) -> None:
        players = [PLAYERS[name] for name in self.players]
        self.deals_of = Deals(self.tables, seed=self.seed, players=players, fit=self.fit)

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.tables.profile

    def deal(self, number: int, dealer: Seat, turned: Seat | None = None) -> Row:
        """Play one deal; `turned` as in `dealt`."""
        [numbers] = self.deals_of.rows(number, 1, dealer, turned=turned is not None)
        return self.row(number, numbers)

    def deals(self, first: int, count: int, dealer: Seat | None = None) -> list[Row]:
        """Play deals in a row, dealt in turn; with a `dealer`, dealt by that seat with the hands where they were."""
        rows = self.deals_of.rows(first, count, dealer, turned=dealer is not None)
        return [self.row(number, numbers) for number, numbers in enumerate(rows, first)]

    def replay(self, number: int, dealer: Seat, turned: Seat | None, writer: Writer | None = None) -> State:
        """Play one deal again through the interpreter and return the state behind it. A `writer` takes it down."""
        played = self.deals_of.deal(number, dealer, turned=turned is not None)
        return self.carried_out(played, played.decisions, game.apply if writer is None else writer.apply)

    def carried_out(
        self, played: Played, decisions: Iterable[Decision], apply: Callable[[State, Event], None] = game.apply
    ) -> State:
        """Play these of a deal's decisions through the interpreter, from the first on."""
        state = game.new_game(self.profile, played.dealer)
        apply(state, played.deal)
        for decision in decisions:
            chosen = decision.chosen
            apply(state, game.legal(state)[chosen] if isinstance(chosen, int) else chosen)
        return state

    def calls(self, row: Row, turned: Seat | None = None) -> Calls:
        """Return the calls of a deal; each auction is played again once, as far as it isn't cards."""
        found = self._calls.get(row.auction)
        if found is None:
            if len(self._calls) >= MANY:
                self._calls.clear()
            played = self.deals_of.deal(row.number, row.dealer, turned=turned is not None)
            end = max((at for at, one in enumerate(played.decisions, 1) if isinstance(one.chosen, int)), default=0)
            state = self.carried_out(played, played.decisions[:end])
            found = self._calls[row.auction] = calls_in(self.profile, state.history)
        return found

    def row(self, number: int, numbers: Numbers) -> Row:
        """Return a deal from the kernel's numbers."""
        told = numbers[:-2]
        known = self._known.get(told)
        if known is None:
            if len(self._known) >= MANY:
                self._known.clear()
            known = self._known[told] = self.told(numbers)
        return Row._make((number, *known, numbers.calls_check, numbers.cards_check))

    def told(self, numbers: Numbers) -> tuple[Any, ...]:
        """Return everything of a row between its number and its checks."""
        ending: Ending = OUTCOMES[numbers.outcome]  # type: ignore[assignment]
        called = (numbers.bids, numbers.bidders, numbers.called_first)
        if ending != "played":
            return (numbers.dealer, ending, None, (0, 0), (0, 0), None, *called)
        key = (numbers.contract, numbers.declarer)
        if key not in self._contracts:
            self._contracts[key] = self.tables.contracts[numbers.contract].changed({}, numbers.declarer)
        contract = self._contracts[key]
        points: Pair = (numbers.points, numbers.points_others)
        if contract.declarers == 1:
            points = (points[1], points[0])
        made = None if self.profile.scoring.made is None else bool(numbers.made)
        return (numbers.dealer, ending, contract, (numbers.books, numbers.books_others), points, made, *called)
