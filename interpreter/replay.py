"""Going through a record: step by step, checking every call and card, under its own rules or others.

    with replay(path) as record:
        for step in record:
            print(step.n, step.seat, step.event)
        record.warnings, record.revokes, record.state.over

Under other rules the record is brought to them event by event (bids by kind and fields, deals by the hands) for as long
as it is legal there; `stopped` then says where and why it ceased to be. Its own rules are checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from interpreter import game
from interpreter.actions import Deal, Event
from interpreter.cards import Card
from interpreter.errors import InputError, Place, Problem
from interpreter.model import DealPhase, Profile
from interpreter.phases.deal import split
from interpreter.record import Header, Record, meet, open_record, told_where_to_cut
from interpreter.record.events import demand, from_json
from interpreter.record.lines import Line
from interpreter.record.reading import INPUT_NAME, STDIN
from interpreter.scoring import Result
from interpreter.state import Following, State
from interpreter.table import Seat


@dataclass(frozen=True, slots=True)
class RecordedRevoke:
    """A card that broke following: who played it, where, and what could have been played instead.

    `game`, `deal` and `trick` count from 1; a redeal isn't counted.
    """

    place: Place
    n: int
    game: int
    deal: int
    trick: int
    seat: Seat
    card: Card
    followed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One event. `before` is a copy of the state in which it was met, `after` the state behind it, which goes on.

    `seat` acted (`NOBODY` in a deal); `result` is the score of the deal that ended with it, `revoke` what it broke.
    """

    line: int
    n: int
    seat: Seat
    event: Event
    note: str | None
    before: State = field(repr=False)
    after: State = field(repr=False)
    revoke: RecordedRevoke | None = None
    result: Result | None = None


class Replay:
    """A record to be gone through once, by iterating; `replay` makes one.

    `profile` are the rules in force and `state` is where it stands under them. Behind the last step: `revokes` are all
    that were found, `warnings` what is odd about it and was left out, and `stopped`, under other rules, where
    it isn't legal any more (None: it is to its end). A record that goes on when the match is over is stopped too, where
    revokes were found: what the players made of them isn't in it.
    """

    def __init__(self, file: BinaryIO, path: str | Path, rules: Profile | None, following: Following) -> None:
        self._file = file
        self._record = Record(file, INPUT_NAME if path == STDIN else str(path))
        self.header: Header = self._record.header
        self.profile = self.header.profile if rules is None else rules
        self.state = game.new_game(self.profile, self.header.first_dealer, following)
        self._own = (
            self.state if rules is None else game.new_game(self.header.profile, self.header.first_dealer, following)
        )
        self._games = 1
        self.revokes: list[RecordedRevoke] = []
        self.stopped: Problem | None = None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Where its reference names other rules than are written in it, and what was left out of the record."""
        return self._record.warnings

    def __iter__(self) -> Iterator[Step]:
        """Yield step after step. Raises `InputError` at an event that is wrong under the record's own rules."""
        with told_where_to_cut():
            for line in self._record:
                step = self._step(line)
                if step is None:
                    return
                yield step

    def finish(self) -> Self:
        """Go through all that is left, and return this replay."""
        for _ in self:
            pass
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _step(self, line: Line) -> Step | None:
        """Go on by one event; None where the other rules refuse it."""
        own = self._own
        if own.over and self.revokes:
            self._stop_at_the_end(line)
            return None
        seat, event = meet(own, line)
        if own is not self.state:
            translated = self._translated(line, event)
            game.apply(own, event)
            if translated is None:
                return None
            event = translated
        state = self.state
        before, deals = state.clone(), len(state.results)
        revoke = self._revoke(line, seat, event)
        game.apply(state, event)
        result = state.results[-1] if len(state.results) > deals else None
        self._games += result is not None and result.over
        return Step(line.number, line.data["n"], seat, event, line.data.get("note"), before, state, revoke, result)

    def _stop_at_the_end(self, line: Line) -> None:
        """Say that the match is over before the record is: people scored what was revoked in some other way."""
        ruled = "ruled on" if self._own.following == "ruled" else "only reported"
        message = f"the match is over before event {line.data['n']} when revokes are {ruled}"
        help = "the players scored otherwise" if ruled == "ruled on" else "have them ruled on: --adjudicate"
        self.stopped = Problem("G121", message, line.place(), help)

    def _translated(self, line: Line, event: Event) -> Event | None:
        """Return the event under the other rules, ready for `game.apply`; None, and `stopped`, where it isn't legal."""
        n = line.data["n"]
        under = f"under {self.profile.reference!r} the record stops being legal at event {n}"
        if isinstance(event, Deal) and self.state.needs_deal:
            difference = deal_difference(self.header.profile, self.profile, event)
            if difference:
                help = "only rules with the same cards, hands and kitty can take up this record"
                self.stopped = Problem("G123", f"{under}: {difference}", line.place("deal"), help)
                return None
        try:
            found = from_json(self.state, line)
            if isinstance(found, Deal):
                found = same_hands(found, self.header.profile.dealing, self.profile.dealing)
            demand(self.state, line, found)
        except InputError as error:
            cause = error.problems[0]
            self.stopped = replace(cause, code="G122", message=f"{under}: {cause.message}")
            return None
        return found

    def _revoke(self, line: Line, seat: Seat, event: Event) -> RecordedRevoke | None:
        """Note a card that breaks following, before it is played."""
        state = self.state
        if not isinstance(event, str) or not game.breaks_following(state, event) or event in game.legal(state):
            return None
        followed = tuple(card for card in game.legal(state) if isinstance(card, str))
        found = RecordedRevoke(
            place=line.place("play"),
            n=line.data["n"],
            game=self._games,
            deal=state.deal,
            trick=len(state.tricks) + 1,
            seat=seat,
            card=event,
            followed=followed,
        )
        self.revokes.append(found)
        return found


def deal_difference(own: Profile, other: Profile, deal: Deal) -> str:
    """Say why a deal can't be one under other rules: the cards or the hands differ; empty where they don't."""
    here, there = own.dealing, other.dealing
    if own.pack.members != other.pack.members:
        extra = sorted(own.pack.members - other.pack.members)[:6]
        lacking = sorted(other.pack.members - own.pack.members)[:6]
        parts = [f"without {' '.join(extra)}"] * bool(extra) + [f"with {' '.join(lacking)}"] * bool(lacking)
        return (
            f"the record is played with {len(own.pack.cards)} cards, these rules with "
            f"{len(other.pack.cards)}, {' and '.join(parts)}"
        )
    if (here.each, here.kitty) != (there.each, there.kitty):
        return (
            f"the record deals {here.each} cards to each hand and {here.kitty} to the kitty, "
            f"these rules {there.each} and {there.kitty}"
        )
    if other.draws and not deal.draw_order:
        return "these rules draw cards in an exchange, and the record has no order in which to draw"
    return ""


def same_hands(deal: Deal, own: DealPhase, other: DealPhase) -> Deal:
    """Return the deal that gives the same hands and kitty where other rules take the kitty from another place.

    A deal that names the kitty's places stays as it is.
    """
    if deal.kitty is not None:
        return deal
    hands, kitty = split(deal, own)
    _, places = split(Deal(tuple(map(str, range(len(deal.order))))), other)
    begin = int(places[0]) if places else len(hands)
    return replace(deal, order=(*hands[:begin], *kitty, *hands[begin:]))


def replay(path: str | Path, *, rules: Profile | None = None, adjudicate: bool = False) -> Replay:
    """Open a record to go through it, under its own rules or others; use it in a `with` statement. `-` is what stands
    in standard input.

    Cards that break following are taken down as revokes; `adjudicate` also applies the rules' ruling on them when a
    deal is scored. Raises `InputError` where the file can't be read or its header is wrong; going through it raises it
    at the first line that is broken or illegal under the record's own rules.
    """
    file = open_record(path)
    try:
        return Replay(file, path, rules, "ruled" if adjudicate else "reported")
    except BaseException:
        file.close()
        raise


__all__ = ["RecordedRevoke", "Replay", "Step", "deal_difference", "replay"]
