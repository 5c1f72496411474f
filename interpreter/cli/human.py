"""A person at the table: shows what their seat may know, asks, and explains what isn't understood or not allowed."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from interpreter import game
from interpreter.actions import Action, Event
from interpreter.cards import NO_SUIT, Card
from interpreter.cli.problems import is_terminal
from interpreter.cli.screen import LETTERS, Screen, Span
from interpreter.errors import InputError
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, PlayPhase, Profile
from interpreter.named import contract_so_far
from interpreter.notation import format_call, format_event, parse_action
from interpreter.ranking import sort_hand
from interpreter.spelling import spoken
from interpreter.state import State
from interpreter.table import SEAT_NAMES, Seat, side_of
from interpreter.view import View, view

MAX_ANSWER = 1000
FEW = 14
"""So many actions are listed with the question; more are listed on `?`."""
QUIT = ("q", "quit")


class Quit(Exception):
    """The person wants to stop."""


class InputEnded(Exception):
    """There is nobody to answer any more."""


class Human:
    """Asks a person for a seat's decisions. `labels` name the seats; `alone`: nobody else looks at this screen."""

    def __init__(self, screen: Screen, seat: Seat, *, labels: Mapping[Seat, str], alone: bool) -> None:
        self.screen = screen
        self.seat = seat
        self.labels = labels
        self.alone = alone
        self._held: frozenset[Card] = frozenset()
        self._further: list[str] = []
        """Cards named in the last answer that are still to be given; it was looked at as a whole."""

    def decide(self, state: State) -> Action:
        """Show the seat's view and return a legal action. Raises `Quit`, or `InputEnded`."""
        seen, legal = view(state, self.seat), game.legal(state)
        if not self.alone:
            self.screen.line((f"-- {SEAT_NAMES[self.seat]}, it is your turn --", "title"))
        if not self._further:
            self._show_new_cards(seen)
            self._show(seen, legal)
        while True:
            answer = self._answer(state, legal)
            if answer.lower() in QUIT:
                raise Quit
            if answer in ("?", "help"):
                self._help(seen, state, legal)
                continue
            action = self._understood(state, legal, answer)
            if action is not None:
                self._held = frozenset(seen.hand) - {action}
                return action

    def _answer(self, state: State, legal: Sequence[Action]) -> str:
        """Return the next answer: several cards to give may be named at once, and are given together or not at all."""
        while not self._further:
            answer = ask(self.screen, self._question(state, legal))
            if not isinstance(state.phase, ExchangePhase):
                return answer
            words = answer.replace(",", " ").split() or [""]
            if len(words) == 1 or self._can_all_be_given(state, words):
                self._further = words
        return self._further.pop(0)

    def _can_all_be_given(self, state: State, words: Sequence[str]) -> bool:
        """Whether several cards may be given one after the other; say why not."""
        trial, to_give = state.clone(), state.left_to_give
        if len(words) > to_give:
            most = f"name {to_give} at most" if to_give > 1 else "one is still to be given"
            return self._refuse(f"{len(words)} cards are too many: {most}")
        for place, word in enumerate(words):
            try:
                event = parse_action(trial, with_letters(word))
            except InputError as error:
                return self._refuse("; ".join(part for p in error.problems for part in (p.message, p.help) if part))
            if event not in game.legal(trial):
                card = self._said(state.profile, event)
                twice = word.casefold() in map(str.casefold, words[:place])
                return self._refuse(f"{card} is named twice" if twice else f"{card}: {game.refusal(trial, event)}")
            game.apply(trial, event)
        return True

    def _refuse(self, reason: str) -> bool:
        """Say why cards can't be given; return false."""
        self.screen.line((f"{reason}; none of these cards was given", "bad"), indent=2)
        return False

    def _understood(self, state: State, legal: Sequence[Action], answer: str) -> Action | None:
        """Return the action that an answer means; say why, and return None, where it can't be done."""
        if not answer:
            self.screen.line(("nothing was typed; ? shows what can be", "bad"), indent=2)
            return None
        try:
            event = parse_action(state, with_letters(answer))
        except InputError as error:
            self._further.clear()
            for problem in error.problems:
                help = f"; {problem.help}" if problem.help else ""
                self.screen.line((f"{problem.message}{help}", "bad"), indent=2)
            return None
        action = next((action for action in legal if action == event), None)
        if action is None:
            self._further.clear()
            self.screen.line((f"{self._said(state.profile, event)}: {self._reason(state, event)}", "bad"), indent=2)
        return action

    def _reason(self, state: State, event: Event) -> str:
        """Return why an event can't happen now."""
        reason = game.refusal(state, event)
        if isinstance(state.phase, BidPhase) and state.high is not None:
            reason += f"; {format_call(state.profile, state.high)} stands"
        return reason

    def _said(self, profile: Profile, event: Event) -> str:
        """Return an event as it is printed."""
        return self.screen.card(event) if isinstance(event, str) else format_event(profile, event)

    # ---- what is shown

    def dealt(self, hand: tuple[Card, ...]) -> None:
        """Look at a hand that was just dealt."""
        self._held = frozenset(hand)

    def _show_new_cards(self, seen: View) -> None:
        """Say which cards came to the hand since the last look."""
        new = tuple(card for card in seen.hand if card not in self._held)
        if new:
            self.screen.line("you take up ", *self._cards(new), indent=2)

    def _show(self, seen: View, legal: Sequence[Action]) -> None:
        """Print what is on the table and the hand."""
        if seen.playing and seen.tricks:
            self.screen.line((books_line(seen), "dim"), indent=2)
        if seen.playing and seen.trick:
            played = [(seen.leader + offset) % 4 for offset in range(len(seen.trick))]
            said = (f"{self.labels[s]} {self.screen.card(card)}" for s, card in zip(played, seen.trick, strict=True))
            self.screen.line(f"on the table: {', '.join(said)}", indent=2)
        for group in hand_groups(seen):
            spans: list[Span] = []
            for card in group:
                spans.append(self._marked(card, legal))
            self.screen.line(*spans, indent=2)

    def _marked(self, card: Card, legal: Sequence[Action]) -> Span:
        """Return a card of the hand: a star where it may be chosen now, dim where only others may be."""
        red = "red" if self.screen.symbols and card[-1] in "HD" and len(card) > 1 else ""
        text = f" {'*' if card in legal else ' '}{self.screen.card(card)}"
        if card in legal:
            return (text, red or "mark")
        return (text, "dim" if any(isinstance(action, str) for action in legal) else red)

    def _cards(self, cards: tuple[Card, ...]) -> tuple[Span, ...]:
        """Return the spans of some cards."""
        return (" ".join(self.screen.card(card) for card in cards),)

    # ---- what is asked

    def _question(self, state: State, legal: Sequence[Action]) -> str:
        """Return the question for the decision at hand, with what is expected."""
        phase, profile = state.phase, state.profile
        who = "your" if self.alone else f"{SEAT_NAMES[self.seat]}'s"
        options = [self._said(profile, action) for action in legal]
        listed = ", ".join(options) if len(options) <= FEW else f"{', '.join(options[:2])} .. {options[-1]}"
        match phase:
            case BidPhase():
                return f"{who} call ({listed})"
            case ChoosePhase():
                return f"{who} choice ({listed})"
            case ExchangePhase():
                name = spoken(phase.steps[state.step].name, profile.terms)[0]
                several = " (one, or several at once)" if state.left_to_give > 1 else ""
                return f"{who} cards to {name}, {state.left_to_give} to go{several}"
            case DealPhase() | PlayPhase():  # nobody is asked in a deal
                claims = [self._said(profile, action) for action in legal if not isinstance(action, str)]
                if state.ahead_of_claims:
                    return f"{who} claim ({', '.join(claims)})"
                return f"{who} card{' (or claim ' + ', '.join(claims) + ')' if claims else ''}"

    def _help(self, seen: View, state: State, legal: Sequence[Action]) -> None:
        """Print where the game stands and everything that may be done."""
        profile, line = state.profile, self.screen.line
        line((profile.title, "title"), indent=2)
        if seen.calls:
            said = (f"{self.labels[seat]} {format_call(profile, call)}" for seat, call in seen.calls)
            line(f"calls: {', '.join(said)}", indent=2)
        if seen.contract.declarer >= 0:
            line(f"contract: {contract_so_far(state)}", indent=2)
        if seen.playing:
            line(books_line(seen), indent=2)
        if seen.turned is not None:
            line("turned up: ", *self._cards((seen.turned,)), indent=2)
        if seen.shown:
            line("kitty shown: ", *self._cards(seen.shown), indent=2)
        if seen.gave:
            line("you gave: ", *self._cards(seen.gave), indent=2)
        line(totals_line(seen), indent=2)
        held = [card for group in hand_groups(seen) for card in group if card in legal]
        others = [action for action in legal if not isinstance(action, str)]
        line(f"you can say: {', '.join(self._said(profile, action) for action in (*held, *others))}", indent=2)
        line("a card is its rank, then its suit: AS, TD or 10d, 2c; ? is this help, q stops", indent=2)


def hand_groups(seen: View) -> list[list[Card]]:
    """Return a seat's hand by suit, trumps first, as the contract in force ranks it."""
    layout = seen.profile.ranking.layout(seen.contract)
    groups: dict[str, list[Card]] = {}
    for card in sort_hand(seen.hand, layout, seen.profile.pack):
        groups.setdefault(layout.suit.get(card, NO_SUIT), []).append(card)
    return list(groups.values())


def books_line(seen: View) -> str:
    """Return the books taken so far, the seat's own side first."""
    mine = side_of(seen.seat)
    word = spoken("trick", seen.profile.terms)[0]
    return f"{word}s: you {seen.books[mine] + seen.books[mine + 2]}, they {seen.books[1 - mine] + seen.books[3 - mine]}"


def totals_line(seen: View) -> str:
    """Return all tallies, the seat's own side first."""
    mine = side_of(seen.seat)
    pairs = seen.standing.tallies.items()
    return "; ".join(f"{name}: you {pair[mine]}, they {pair[1 - mine]}" for name, pair in pairs)


def with_letters(answer: str) -> str:
    """Return an answer with the signs of suits in cards as letters: "A♠" is "AS"; a sign alone stays."""
    if len(answer) < 2:
        return answer
    return "".join(LETTERS.get(letter, letter) for letter in answer)


def ask(screen: Screen, question: str) -> str:
    """Print a question and return the answer, without blanks around it. Raises `InputEnded`."""
    screen.prompt(f"{question}: ")
    line = sys.stdin.readline(MAX_ANSWER + 1)
    rest = line
    while rest and not rest.endswith("\n"):  # the end of a line that is far too long
        rest = sys.stdin.readline(MAX_ANSWER + 1)
    if not is_terminal(sys.stdin):
        print(line.strip() if line.strip().isprintable() else "")
    if not line:
        raise InputEnded
    return line[:MAX_ANSWER].strip()
