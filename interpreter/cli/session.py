"""A game under way at the command line: who decides, where chance comes from, and who is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from interpreter import game
from interpreter.actions import Deal, Event
from interpreter.cli.human import Human
from interpreter.cli.steps import Step, step_of
from interpreter.cli.stopped import Stopped
from interpreter.players.player import Player
from interpreter.record import Writer, chance_for
from interpreter.state import State
from interpreter.table import SEAT_NAMES, SEATS, Seat, partner
from interpreter.view import view

MAX_REDEALS = 1_000
MAX_DEALS = 10_000


class Audience(Protocol):
    """Whoever is told what happens."""

    def tell(self, step: Step) -> None:
        """Take note of a step, right behind it."""


@dataclass(slots=True)
class Session:
    """Plays a match on from where `state` stands. A `writer` takes each event down before it happens.

    Chance comes from the seed and the number of the event alone, so a match that was stopped goes on as it would have.
    """

    state: State
    players: Mapping[Seat, Player | Human]
    seed: int | None
    audiences: Sequence[Audience]
    writer: Writer | None = None
    humans: list[Human] = field(init=False)

    def __post_init__(self) -> None:
        self.humans = [player for player in self.players.values() if isinstance(player, Human)]

    def run(self, deals: int | None = None) -> None:
        """Play until the match is over, or until so many deals of it are finished.

        Raises `Stopped` where the players let it go on for ever: they redeal again and again, or nobody ever wins.
        """
        state = self.state
        dealt, finished = 0, len(state.results)
        while not state.over and (deals is None or len(state.results) < deals):
            event = self.next_event()
            if isinstance(event, Deal):
                dealt = 1 if len(state.results) > finished else dealt + 1
                finished = len(state.results)
                self.check_bounds(dealt, deals)
            self.step(event)

    def check_bounds(self, dealt: int, deals: int | None) -> None:
        """Stop a match that comes to no end; `dealt` counts the deals since one was last finished."""
        if dealt > MAX_REDEALS:
            raise Stopped(f"stopped: {MAX_REDEALS:,} redeals in a row, since nobody bids", 1)
        if deals is None and len(self.state.results) >= MAX_DEALS:
            raise Stopped(f"stopped: no end after {MAX_DEALS:,} deals; say --deals to play on", 1)

    def next_event(self) -> Event:
        """Return the next deal or decision."""
        state = self.state
        if state.needs_deal:
            return game.shuffle(state.profile, chance_for(self.seed, state))
        player = self.players[state.to_act]
        if isinstance(player, Human):
            return player.decide(state)
        legal = game.legal(state)
        return player.choose(view(state, state.to_act), legal, chance_for(self.seed, state))

    def step(self, event: Event) -> None:
        """Carry an event out and tell of it."""
        before = self.state.clone()
        if self.writer is None:
            game.apply(self.state, event)
        else:
            self.writer.apply(self.state, event)
        step = step_of(before, event, self.state)
        for audience in self.audiences:
            audience.tell(step)
        if isinstance(event, Deal):
            self.seat_humans()

    def seat_humans(self) -> None:
        """Let the people at the table look at their hands."""
        for human in self.humans:
            human.dealt(tuple(self.state.hands[human.seat]))


def labels_of(humans: Sequence[Seat]) -> dict[Seat, str]:
    """Return the names of the seats as the one person at the table reads them; plain ones for more people, or none."""
    labels = dict(zip(SEATS, SEAT_NAMES, strict=True))
    if len(humans) == 1:
        labels[humans[0]] += " (you)"
        labels[partner(humans[0])] += " (partner)"
    return labels
