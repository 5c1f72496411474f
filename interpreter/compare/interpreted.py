"""Deals and games played through the interpreter, for every game and every player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from interpreter import game, kernel
from interpreter.actions import Event
from interpreter.cards import Card
from interpreter.compare.dealing import GAME, Endless, chance, dealt
from interpreter.compare.rows import Calls, Row
from interpreter.contract import Bid, Contract, OtherCall, Pass
from interpreter.model import Profile
from interpreter.notation import format_call
from interpreter.packing import call_code
from interpreter.players.player import Player
from interpreter.record import Writer
from interpreter.scoring import Result
from interpreter.state import State
from interpreter.table import Seat
from interpreter.view import view

MANY = 200_000
"""So many different auctions are remembered at most."""


@dataclass(slots=True)
class Interpreted:
    """One rule set with four players. A deal played alone is the first of a game, at nought all."""

    profile: Profile
    players: Sequence[Player]
    seed: int
    _calls: dict[tuple[int, ...], Calls] = field(default_factory=dict)
    _texts: dict[object, str] = field(default_factory=dict)
    _codes: dict[object, int] = field(default_factory=dict)
    _cards: dict[Card, int] = field(init=False)
    _contracts: dict[object, Contract] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._cards = {card: number for number, card in enumerate(self.profile.pack.cards)}

    def deal(self, number: int, dealer: Seat, turned: Seat | None = None) -> Row:
        """Play one deal; `turned` as in `dealt`."""
        return self.row(self.replay(number, dealer, turned), number, dealer)

    def deals(self, first: int, count: int, dealer: Seat | None = None) -> list[Row]:
        """Play deals in a row, dealt in turn; with a `dealer`, dealt by that seat with the hands where they were."""
        return [
            self.deal(number, number % 4 if dealer is None else dealer, dealer)
            for number in range(first, first + count)
        ]

    def replay(self, number: int, dealer: Seat, turned: Seat | None, writer: Writer | None = None) -> State:
        """Play one deal and return the state behind it. A `writer` takes it down."""
        state = game.new_game(self.profile, dealer)
        self.play(state, number, turned, writer)
        return state

    def game(self, number: int, first_dealer: Seat) -> Iterator[tuple[Row, Result | None]]:
        """Play one game, and yield each deal with its score (None: it was thrown in). Raises `Endless`."""
        state = game.new_game(self.profile, first_dealer)
        for deal in count(GAME * (number + 1)):
            if deal == GAME * (number + 2):
                raise Endless(f"a game of {self.profile.reference} has no end after {GAME:,} deals")
            dealer, finished, before = state.dealer, len(state.results), len(state.history)
            self.play(state, deal)
            result = state.results[-1] if len(state.results) > finished else None
            yield self.row(state, deal, dealer, before, result), result
            if result is not None and result.over:
                return

    def play(self, state: State, number: int, turned: Seat | None = None, writer: Writer | None = None) -> None:
        """Deal and play until the next deal is due."""

        def carry_out(event: Event) -> None:
            if writer is None:
                game.apply(state, event)
            else:
                writer.apply(state, event)

        carry_out(dealt(self.profile, self.seed, number, turned))
        decisions = [0, 0, 0, 0]
        while not state.needs_deal and not state.over:
            seat, legal = state.to_act, game.legal(state)
            rng = chance(self.seed, number, seat, decisions[seat])
            decisions[seat] += 1
            carry_out(self.players[seat].choose(view(state, seat), legal, rng))

    def calls(self, row: Row, turned: Seat | None = None) -> Calls:
        """Return the calls of a deal; it was played here, not long ago, or is the first of a game."""
        if row.auction not in self._calls:
            self.deal(row.number, row.dealer, turned)
        return self._calls[row.auction]

    def row(self, state: State, number: int, dealer: Seat, before: int = 0, result: Result | None = None) -> Row:
        """Return the deal whose events stand in the history from `before` on, with its score (the last, before 0)."""
        if not before and state.results:
            result = state.results[-1]
        called = self.called(state, before)
        if result is None:
            return Row(number, dealer, "redealt", None, (0, 0), (0, 0), None, *called)
        contract = result.outcome.contract
        if self.profile.auction is not None and contract.declarer < 0:
            return Row(number, dealer, "passed", None, (0, 0), result.points, None, *called)
        first = max(contract.declarers, 0)
        books = (result.books[first], result.books[1 - first])
        key = (contract.declarer, *sorted(contract.values.items()))
        contract = self._contracts.setdefault(key, contract)
        return Row(number, dealer, "played", contract, books, result.points, result.made, *called)

    def called(self, state: State, before: int) -> tuple[int, int, int, int, int]:
        """Return bids, bidders, calls before the first bid, and the checks of calls and cards; as the kernel does."""
        bids = bidders = called_first = calls = cards = 0
        told = list[tuple[Seat, str]]()
        for seat, event in state.history[before:]:
            if isinstance(event, str):
                cards = mixed_in(cards, self._cards[event])
            elif isinstance(event, Bid | Pass | OtherCall):
                calls = mixed_in(calls, 4 * self.code(event) + seat)
                if isinstance(event, Bid):
                    called_first = called_first if bids else len(told)
                    bids, bidders = bids + 1, bidders | 1 << seat
                told.append((seat, self._texts[event]))
        auction = (bids, bidders, called_first, calls)
        if auction not in self._calls:
            if len(self._calls) >= MANY:
                self._calls.clear()
            self._calls[auction] = tuple(told)
        return bids, bidders, called_first, calls, cards

    def code(self, call: Bid | Pass | OtherCall) -> int:
        """Return a call's number."""
        if call not in self._codes:
            self._texts[call] = format_call(self.profile, call)
            self._codes[call] = call_code(self._texts[call])
        return self._codes[call]


def mixed_in(check: int, number: int) -> int:
    """Return the check of one number more, as `kernel.mixed_in` does."""
    return (check * 1000003 + number + 1) & kernel.LOW
