"""Deals and games played through the interpreter, for every game and every player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from interpreter import game
from interpreter.compare.dealing import GAME, Endless, chance, dealt
from interpreter.compare.rows import Row
from interpreter.contract import Bid, OtherCall, Pass
from interpreter.model import Profile
from interpreter.notation import format_call
from interpreter.players.player import Player
from interpreter.record import Header, Writer
from interpreter.scoring import Result
from interpreter.state import State
from interpreter.table import Seat
from interpreter.view import view


@dataclass(slots=True)
class Interpreted:
    """One rule set with four players. A deal played alone is the first of a game, at nought all."""

    profile: Profile
    players: Sequence[Player]
    seed: int
    _texts: dict[object, str] = field(default_factory=dict)

    def deal(self, number: int, dealer: Seat, turned: Seat | None = None, writer: Writer | None = None) -> Row:
        """Play one deal; `turned` as in `dealt`. A `writer` takes it down."""
        state = game.new_game(self.profile, dealer)
        return self.play_deal(state, number, turned, writer)

    def game(self, number: int, first_dealer: Seat) -> Iterator[tuple[Row, Result | None]]:
        """Play one game, and yield each deal with its score (None: it was thrown in). Raises `Endless`."""
        state = game.new_game(self.profile, first_dealer)
        for deal in count(GAME * (number + 1)):
            if deal == GAME * (number + 2):
                raise Endless(f"a game of {self.profile.reference} has no end after {GAME:,} deals")
            finished = len(state.results)
            row = self.play_deal(state, deal)
            result = state.results[-1] if len(state.results) > finished else None
            yield row, result
            if result is not None and result.over:
                return

    def play_deal(self, state: State, number: int, turned: Seat | None = None, writer: Writer | None = None) -> Row:
        """Deal and play until the next deal is due."""
        dealer, before, finished = state.dealer, len(state.history), len(state.results)

        def carry_out(event: object) -> None:
            if writer is None:
                game.apply(state, event)  # type: ignore[arg-type]
            else:
                writer.apply(state, event)  # type: ignore[arg-type]

        carry_out(dealt(self.profile, self.seed, number, turned))
        decisions = [0, 0, 0, 0]
        while not state.needs_deal and not state.over:
            seat, legal = state.to_act, game.legal(state)
            rng = chance(self.seed, number, seat, decisions[seat])
            decisions[seat] += 1
            carry_out(self.players[seat].choose(view(state, seat), legal, rng))
        result = state.results[-1] if len(state.results) > finished else None
        return self.row(state, (number, dealer), before, result)

    def row(self, state: State, which: tuple[int, Seat], before: int, result: Result | None) -> Row:
        """Return the deal whose events stand in the history from `before` on."""
        calls, cards = list[tuple[Seat, str]](), list[str]()
        for seat, event in state.history[before:]:
            if isinstance(event, str):
                cards.append(event)
            elif isinstance(event, Bid | Pass | OtherCall):
                calls.append((seat, self.text(event)))
        said = (tuple(calls), tuple(cards))
        if result is None:
            return Row(*which, "redealt", None, (0, 0), (0, 0), None, *said)
        if self.profile.auction is not None and result.outcome.contract.declarer < 0:
            return Row(*which, "passed", None, (0, 0), result.points, None, *said)
        contract = result.outcome.contract
        first = max(contract.declarers, 0)
        books = (result.books[first], result.books[1 - first])
        return Row(*which, "played", contract, books, result.points, result.made, *said)

    def text(self, call: Bid | Pass | OtherCall) -> str:
        """Return a call's text, the same object each time."""
        if call not in self._texts:
            self._texts[call] = format_call(self.profile, call)
        return self._texts[call]


def header(profile: Profile, players: Sequence[str], dealer: Seat, made_by: str) -> Header:
    """Return the header of a record of one deal; its chance isn't the record's, so it has no seed."""
    north, east, south, west = players
    return Header(profile, (north, east, south, west), dealer, None, made_by)
