"""One step of a game as a table sees it: what was done, and what it led to in the open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from interpreter.actions import Action, Event
from interpreter.cards import NO_SUIT, Card
from interpreter.contract import Bid, Call, Contract, OtherCall, Pass
from interpreter.model import BidPhase, PlayPhase
from interpreter.phases.play import winning
from interpreter.scoring import Result
from interpreter.state import Claimed, Exchanged, State, Trick
from interpreter.table import Seat


@dataclass(frozen=True)
class Step:
    """An event that was carried out: `before` is a copy of the state before it, `after` the state behind it.

    Made right behind the event. `result` is the score of the deal that it ended; the state forgets that deal at once,
    so all about it is said here.
    """

    before: State
    event: Event
    after: State
    result: Result | None

    @property
    def seat(self) -> Seat:
        """Who acted; `NOBODY` for a deal."""
        return self.before.to_act

    @property
    def contract(self) -> Contract:
        """The contract behind the event."""
        return self.after.contract if self.result is None else self.result.outcome.contract

    @property
    def redealt(self) -> bool:
        """Whether the same dealer deals again."""
        return self.result is None and self.after.dealt is None

    @property
    def playing(self) -> bool:
        """Whether the event is one of the play."""
        return isinstance(self.before.phase, PlayPhase)

    @property
    def calls(self) -> tuple[tuple[Seat, Call], ...]:
        """The calls of the deal, this one included."""
        event = self.event
        own = [(self.seat, event)] if isinstance(event, Bid | Pass | OtherCall) else []
        return (*self.before.calls, *own)

    @property
    def ends_auction(self) -> bool:
        """Whether the event is the last call of an auction."""
        over = self.result is not None or self.redealt or not isinstance(self.after.phase, BidPhase)
        return isinstance(self.before.phase, BidPhase) and over

    @property
    def shown(self) -> tuple[Card, ...]:
        """The kitty where everybody was shown it just now."""
        return self.after.shown if self.after.shown != self.before.shown else ()

    @property
    def exchanged(self) -> tuple[Exchanged, ...]:
        """What everybody saw of exchanges that ended just now."""
        return tuple(self.after.exchanged[len(self.before.exchanged) :])

    @property
    def claimed(self) -> tuple[Claimed, ...]:
        """The claims answered just now, but for one that ended the deal."""
        return tuple(self.after.claimed[len(self.before.claimed) :])

    @cached_property
    def trick(self) -> Trick | None:
        """The trick that the event completed."""
        return completed_trick(self.before, self.event) if self.playing else None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of the deal so far."""
        return (*self.before.tricks, *([self.trick] if self.trick else []))

    def choices(self) -> list[tuple[Seat, Action]]:
        """Return what was decided in the deal so far beside calls and cards to play: choices, claims."""
        found: list[tuple[Seat, Action]] = []
        for seat, event in reversed([*self.before.history, (self.seat, self.event)]):
            if seat < 0:
                break
            if not isinstance(event, str | Bid | Pass | OtherCall):
                found.append((seat, event))  # type: ignore[arg-type]  # a deal has no seat
        return found[::-1]


def step_of(before: State, event: Event, after: State) -> Step:
    """Return the step that led from one state to another; `before` must not change any more."""
    result = after.results[-1] if len(after.results) > len(before.results) else None
    return Step(before, event, after, result)


def completed_trick(state: State, event: Event) -> Trick | None:
    """Return the trick that a card completes, None where it is no fourth card."""
    if not isinstance(event, str) or len(state.trick) < 3:
        return None
    layout = state.profile.ranking.layout(state.contract)
    suit = layout.suit[event]
    led = state.led if state.led is not None or suit == NO_SUIT else suit
    cards = (*state.trick, event)
    return Trick(state.leader, cards, (state.leader + winning(cards, layout.power[led])) % 4, 1)
