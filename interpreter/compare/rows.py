"""One deal as everything that is measured reads it, whoever played it, and whichever way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from interpreter.actions import Event
from interpreter.contract import Bid, Contract, OtherCall, Pass
from interpreter.model import Profile
from interpreter.notation import format_call
from interpreter.record import Writer
from interpreter.scoring import Result
from interpreter.state import State
from interpreter.table import Pair, Seat

Ending: TypeAlias = Literal["played", "passed", "redealt"]
"""How a deal ended: played out, passed out (the deal goes on), or thrown in (the same dealer deals again)."""


class Row(NamedTuple):
    """One deal. Only one that was played has a contract, books and points.

    `books` are the declarers' and the defenders' (the first and the second side's where nobody declares), `points` by
    side. `made` is None where nothing was bid. `bids` are the bids among the calls, `bidders` the seats that made any,
    as a mask; `called_first` calls came before the first. `calls` and `cards` are checks of all calls, and of all cards
    given away or played, in order: equal ones are the same calls or cards under any rules with the same pack.
    """

    number: int
    dealer: Seat
    ending: Ending
    contract: Contract | None
    books: Pair
    points: Pair
    made: bool | None
    bids: int
    bidders: int
    called_first: int
    calls: int
    cards: int

    @property
    def outcome(self) -> tuple[object, ...]:
        """What came of the deal: two deals with the same outcome are worth the same and went the same way."""
        contract = self.contract
        played = None if contract is None else (contract.declarer, *sorted(contract.values.items()))
        return (self.ending, played, self.books, self.points, self.made)

    @property
    def auction(self) -> tuple[int, ...]:
        """What tells its calls from other calls under the same rules."""
        return (self.bids, self.bidders, self.called_first, self.calls)


Calls: TypeAlias = "tuple[tuple[Seat, str], ...]"
"""The calls of a deal: who made each, and how it reads."""


def calls_in(profile: Profile, history: Iterable[tuple[Seat, Event]]) -> Calls:
    """Return the calls among events."""
    return tuple(
        (seat, format_call(profile, event)) for seat, event in history if isinstance(event, Bid | Pass | OtherCall)
    )


class Source(Protocol):
    """Whoever plays the deals of one rule set. Contracts that are equal are the same object."""

    @property
    def profile(self) -> Profile:
        """The rules."""

    def deal(self, number: int, dealer: Seat, turned: Seat | None = None) -> Row:
        """Play one deal; `turned` as `dealing.dealt` has it."""

    def deals(self, first: int, count: int, dealer: Seat | None = None) -> list[Row]:
        """Play deals in a row, dealt in turn; with a `dealer`, dealt by that seat with the hands where they were."""

    def replay(self, number: int, dealer: Seat, turned: Seat | None, writer: Writer | None = None) -> State:
        """Play one deal again through the interpreter and return the state behind it. A `writer` takes it down."""

    def calls(self, row: Row, turned: Seat | None = None) -> Calls:
        """Return the calls of a deal that was played."""


@runtime_checkable
class GamePlayer(Source, Protocol):
    """Whoever plays games from deal to deal, with the score in view."""

    def game(self, number: int, first_dealer: Seat) -> Iterator[tuple[Row, Result | None]]:
        """Play one game, and yield each deal with its score (None: it was thrown in). Raises `Endless`."""
