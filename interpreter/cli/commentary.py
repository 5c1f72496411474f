"""Telling a game as it goes on: calls, contract, tricks and score, in the players' words.

Only what everybody at the table may know is told.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.actions import Choice, Claim, Deal
from interpreter.cli.screen import Screen, Span
from interpreter.cli.steps import Step
from interpreter.contract import Bid, Call, OtherCall, Pass
from interpreter.model import PlayPhase, Profile
from interpreter.named import contract_so_far, to_be_named, told
from interpreter.notation import format_call, format_choice
from interpreter.scoring import DRAW, Result
from interpreter.spelling import spoken
from interpreter.state import Claimed, Exchanged, State, Trick
from interpreter.table import SEAT_NAMES, SIDE_NAMES, Pair, Seat


class Commentary:
    """Prints a game step by step.

    `labels` name the seats ("south (you)"); what `own` calls itself isn't told again (`NOBODY`: all is). `live` tells
    each call at once, for somebody who is about to act; otherwise the calls of an auction share a line. `quiet` tells
    one line a deal, and the ends.
    """

    def __init__(
        self, screen: Screen, profile: Profile, *, labels: Mapping[Seat, str], own: Seat, live: bool, quiet: bool
    ) -> None:
        self.screen = screen
        self.profile = profile
        self.labels = labels
        self.own = own
        self.live = live
        self.quiet = quiet
        self._contract = ""

    def tell(self, step: Step) -> None:
        """Print what a step brought."""
        if not self.quiet:
            self._tell_event(step)
            if step.ends_auction and not self.live:
                self._tell_calls(step)
            self._tell_seen(step)
        if step.result is not None:
            self._tell_result(step, step.result)
        elif step.redealt and not self.quiet:
            self.screen.line("no contract: dealt again", indent=2)

    def take_up(self, state: State) -> None:
        """Print where a game stands that goes on from its record."""
        self.screen.line(
            f"after {len(state.history)} events, {len(state.results)} deal{'s' * (len(state.results) != 1)} finished"
        )
        for tally, amounts in state.tallies.items():
            self.screen.line(f"{self.word(tally)}: {sides(amounts)}", indent=2)
        if state.dealt is not None and not self.quiet:
            self._tell_deal(state)
            self.screen.line(*self._said(tuple(state.calls)), indent=2)
            if state.contract.declarer >= 0:
                self.tell_contract(contract_so_far(state))
            for number, trick in enumerate(state.tricks, 1):
                self.screen.line(*self.trick(number, trick), indent=2, hang=4)

    def _tell_event(self, step: Step) -> None:
        """Print what was done."""
        who = self.labels[step.seat] if step.seat >= 0 else ""
        match step.event:
            case Deal():
                self._tell_deal(step.after)
            case Bid() | Pass() | OtherCall() as call:
                if self.live and step.seat != self.own:
                    self.screen.line(f"{who}: {format_call(self.profile, call)}", indent=2)
            case Choice() as choice if step.seat != self.own:
                self.screen.line(f"{who} names {format_choice(self.profile, choice)}", indent=2)
            case Claim(name):
                self.screen.line(f"{who} claims: {spoken(name, self.profile.terms)[0]}", indent=2)
            case _:
                pass

    def _tell_deal(self, state: State) -> None:
        """Print who deals, and the card turned up."""
        self._contract = ""
        self.screen.line((self._deal(state), "title"), f", {self.labels[state.dealer]} deals")
        if state.turned is not None:
            self.screen.line(*self.cards("turned up: ", (state.turned,)), indent=2)

    def _deal(self, state: State) -> str:
        """Return which deal it is, and of which game where there are several."""
        games = f"game {sum(state.games) + 1}, " if self.profile.scoring.match is not None else ""
        return f"{games}deal {state.deal}"

    def _tell_calls(self, step: Step) -> None:
        """Print the calls of an auction."""
        self.screen.line(*self._said(step.calls), indent=2)

    def _said(self, calls: tuple[tuple[Seat, Call], ...]) -> tuple[Span, ...]:
        """Return the spans of some calls."""
        said = ", ".join(f"{self.labels[seat]} {format_call(self.profile, call)}" for seat, call in calls)
        return ("calls: ", said or "none yet")

    def _tell_seen(self, step: Step) -> None:
        """Print what the step led to in the open."""
        if step.shown:
            self.screen.line(*self.cards(f"{self.word('kitty')}: ", step.shown), indent=2)
        for exchanged in step.exchanged:
            self._tell_exchange(exchanged)
        for claimed in step.claimed:
            self._tell_claimed(claimed)
        if step.playing or starts_play(step):
            waiting = to_be_named(step.after) if step.result is None else ()
            self.tell_contract(told(self.profile, step.contract, waiting))
        if step.trick is not None:
            self.screen.line(*self.trick(len(step.tricks), step.trick), indent=2, hang=4)

    def tell_contract(self, text: str) -> None:
        """Print the contract where it is new."""
        if text and text != self._contract:
            self.screen.line("contract: ", (text, "title"), indent=2)
            self._contract = text

    def _tell_exchange(self, exchanged: Exchanged) -> None:
        """Print what everybody saw of an exchange."""
        own = "" if exchanged.from_hand is None else f" ({exchanged.from_hand} from the hand)"
        what = f"{self.labels[exchanged.seat]}: {spoken(exchanged.step, self.profile.terms)[0]}, "
        count = f"{exchanged.given} card{'s' * (exchanged.given != 1)}{own}"
        self.screen.line(*self.cards(f"{what}{count}{': ' if exchanged.cards else ''}", exchanged.cards), indent=2)

    def _tell_claimed(self, claimed: Claimed) -> None:
        """Print the answer to a claim and the cards shown."""
        if claimed.yes is not None:
            self.screen.line(f"the answer is {'yes' if claimed.yes else 'no'}", indent=4)
        for seat, cards in claimed.shown:
            self.screen.line(*self.cards(f"{self.labels[seat]} shows ", cards), indent=4)

    def cards(self, before: str, cards: tuple[str, ...]) -> tuple[Span, ...]:
        """Return the spans of a text with cards behind it."""
        return before, " ".join(self.screen.card(card) for card in cards)

    def trick(self, number: int, trick: Trick) -> tuple[Span, ...]:
        """Return the spans of one trick, its winner marked."""
        spans: list[Span] = [f"{self.word('trick')} {number:2}:"]
        for offset, card in enumerate(trick.cards):
            seat = (trick.leader + offset) % 4
            text = f"  {SEAT_NAMES[seat]} {self.screen.card(card)}"
            spans.append((f"{text}*", "mark") if seat == trick.winner else text)
        return tuple(spans)

    def word(self, name: str) -> str:
        """Return the players' word for something of the table."""
        return spoken(name, self.profile.terms)[0]

    def _tell_result(self, step: Step, result: Result) -> None:
        """Print what a deal came to, and an end that it brought."""
        if self.quiet:
            self.screen.line(
                f"{self._deal(step.before)}: {self._in_short(result)}; total {pair(result.after.tallies['total'])}"
            )
        else:
            self._tell_points(result)
        if result.over:
            self._tell_end(result, step.after)

    def _in_short(self, result: Result) -> str:
        """Return a deal's contract, books and points in one line."""
        contract = told(self.profile, result.outcome.contract)
        if result.made is None and not result.lines and not any(result.outcome.books):
            return "passed out"
        return f"{contract or 'played'}{verdict(result)}, {pair(result.books)}, points {pair(result.points)}"

    def _tell_points(self, result: Result) -> None:
        """Print books, points and totals."""
        if any(result.outcome.books) or result.made is not None:
            ruled = "" if result.books == result.outcome.books else f" (taken {pair(result.outcome.books)})"
            self.screen.line(f"{self.word('trick')}s: {sides(result.books)}{ruled}{verdict(result)}", indent=2)
        elif result.lines or self.profile.auction is None:
            self.screen.line("the deal ends without another card", indent=2)  # a claim ended it
        else:
            self.screen.line("no contract: the deal passes on", indent=2)
        self.screen.line(f"points: {sides(result.points, signed=True)}", indent=2)
        for tally, amounts in result.after.tallies.items():
            self.screen.line((f"{self.word(tally)}: {sides(amounts)}", "mark"), indent=2)

    def _tell_end(self, result: Result, state: State) -> None:
        """Print who won the game, and the match."""
        several = self.profile.scoring.match is not None
        if several:
            self.screen.line((f"game: {winner_text(result.winner)}", "title"), f"; games {sides(result.after.games)}")
        if state.over:
            paid = state.settlement
            won = winner_text(DRAW if state.winner is None else state.winner)
            self.screen.line(
                (f"{'match' if several else 'game'} over: {won}", "title"),
                f", {pair(result.after.tallies['total'])}" if not several else "",
                f"; they receive {paid}" if paid is not None else "",
            )


def starts_play(step: Step) -> bool:
    """Whether a card is to be led next, under a contract that the lead doesn't change any more."""
    begun = step.result is None and isinstance(step.after.phase, PlayPhase)
    return begun and not step.after.profile.play.opening_sets


def verdict(result: Result) -> str:
    """Return whether a contract was made, as the end of a sentence; empty where there was none."""
    return "" if result.made is None else (": made" if result.made else ": set")


def winner_text(winner: int) -> str:
    """Return who won, as a sentence."""
    return "nobody wins" if winner == DRAW else f"{SIDE_NAMES[winner]} win"


def sides(amounts: Pair, *, signed: bool = False) -> str:
    """Return both sides with their amounts."""
    return ", ".join(
        f"{name} {amount:+}" if signed and amount else f"{name} {amount}"
        for name, amount in zip(SIDE_NAMES, amounts, strict=True)
    )


def pair(amounts: Pair) -> str:
    """Return two amounts in short, the first side's first."""
    return f"{amounts[0]} to {amounts[1]}"
