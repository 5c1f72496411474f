"""Cases that play a deal from given hands and look at how things stand then.

All pairs are [north-south, east-west] here. Claims that the actions leave out are declined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from interpreter import game
from interpreter.actions import Claim, Decline, Event
from interpreter.cards import Card
from interpreter.cases.dealing import WantedDeal, read_deal
from interpreter.cases.reading import Findings, Reader, seat_of
from interpreter.cases.score import check_tally, expect_result, read_standing, winner_word
from interpreter.cases.sight import expect_sight, read_sight
from interpreter.cases.single import Check
from interpreter.errors import MEANT, IllegalAction, InputError, suggestion
from interpreter.model import ChoosePhase, Profile
from interpreter.notation import (
    NO_CLAIM,
    format_event,
    parse_action,
    parse_call,
    parse_card,
    parse_cards,
    parse_choice,
)
from interpreter.profile.nodes import Scalar
from interpreter.scoring import Result
from interpreter.spelling import normal, spoken
from interpreter.state import Revoke, State
from interpreter.table import NOBODY, SEAT_NAMES, Pair, Seat
from interpreter.view import view


@dataclass(slots=True)
class Table:
    """A deal under way in a case: the state, and what it forgets when the deal is over."""

    state: State
    revokes: list[Revoke] = field(default_factory=list)

    def apply(self, event: Event) -> None:
        """Carry out one event; a claim that is due is declined where a card is played."""
        if not isinstance(event, Claim | Decline):
            game.catch_up(self.state, event)
        self.revokes = self.state.revokes
        game.apply(self.state, event)

    @property
    def result(self) -> Result | None:
        """The deal's result once it is over."""
        return self.state.results[-1] if self.state.results else None


def read_record(reader: Reader) -> Check:
    """Read a case that plays a deal."""
    dealer = reader.seat("dealer", 0)
    deal = read_deal(reader, dealer)
    standing = read_standing(reader)
    actions, then = reader.items("actions"), reader.inside("then")
    for action in (*actions, *(item for key in ("legal", "allows", "refuses") for item in then.items(key))):
        check_action(reader, action)
    wanted = read_then(then)

    def check(findings: Findings) -> None:
        following = "enforced" if reader.flag("enforce", True) else "ruled"
        state = game.new_game(reader.profile, dealer, following)  # type: ignore[arg-type]
        state.tallies, state.games, state.deal = dict(standing.tallies), standing.games, standing.deal
        table = Table(state)
        if not dealt(table, deal, then, findings):
            return
        for action in actions:
            if not act(table, action, findings):
                return
        for key, found in OBSERVED.items():
            if key in then:
                findings.expect(key, wanted[key], found(table), then.place(key))
        if table.result is not None:
            expect_result(then, table.result, findings)
        else:
            for key in ("over", "winner", "made"):
                if key in then and then.text(key) not in ("false", "none"):
                    findings.add(f"expected {key} {then.text(key)}, found the deal under way", then.place(key))
        expect_more(then, table, findings)

    return check


def dealt(table: Table, deal: WantedDeal, then: Reader, findings: Findings) -> bool:
    """Deal the cards; say whether there is more to look at."""
    made = deal.made()
    reason = game.refusal(table.state, made)
    if then.flag("dealt", True) == bool(reason):
        findings.add(f"the deal is refused: {reason}" if reason else "the deal is accepted", then.place("dealt"))
    if reason:
        return False
    table.apply(made)
    return True


def act(table: Table, action: Scalar, findings: Findings) -> bool:
    """Do what one text says, several cards one after the other; say whether it could be done."""
    for text in cards_in(table.state.profile, action.text):
        state = table.state
        if state.to_act == NOBODY:
            findings.add(f"nobody is to act before {text!r}", action.place())
            return False
        who, event = SEAT_NAMES[state.to_act], None
        try:
            event = parse_action(state, text)
            table.apply(event)
        except InputError as error:
            findings.add(
                f"{who} can't do {text!r} in {state.phase.name!r}: {error.problems[0].message}", action.place()
            )
            return False
        except IllegalAction:
            assert event is not None
            findings.add(f"{who}'s {text!r} is refused: {game.refusal(state, event)}", action.place())
            return False
    return True


def cards_in(profile: Profile, text: str) -> tuple[str, ...]:
    """Return the cards of a text that holds nothing else, else the text."""
    try:
        return parse_cards(profile, text) or (text,)
    except InputError:
        return (text,)


def check_action(reader: Reader, action: Scalar) -> None:
    """Demand that an action means something somewhere in this game."""
    profile, text = reader.profile, action.text
    said = normal(text).removeprefix("claim ")
    claims = [name for rule in profile.play.claims for name in spoken(rule.name, profile.terms)]
    if said == NO_CLAIM or said in map(normal, claims) or cards_in(profile, text) != (text,):
        return
    readings: list[Callable[[], object]] = [lambda: parse_card(profile, text), lambda: parse_call(profile, text)]
    choices = [phase.options for phase in profile.flow if isinstance(phase, ChoosePhase)]
    readings += [partial(parse_choice, profile, options, text) for options in choices]
    hints: list[str] = []
    for reading in readings:
        try:
            reading()
        except InputError as error:
            hints += [problem.help or "" for problem in error.problems]
            continue
        return
    known = [*profile.bid_texts.of.values(), *claims, *profile.pack.cards]
    near = next((hint for hint in hints if hint.startswith(MEANT)), None)
    near = near or suggestion(text, known) or "a call, a choice, a card or a claim of this game"
    reader.report("T021", f"{text!r} is nothing that can be done in this game", action.place(), near)


# ---- how things stand


def names_of_seats(revokes: list[Revoke]) -> tuple[str, ...]:
    """Return who revoked."""
    return tuple(SEAT_NAMES[revoke.seat] for revoke in revokes)


def books(table: Table) -> Pair:
    """Return the books credited so far; after the deal those that counted."""
    state, result = table.state, table.result
    if result is not None:
        return result.books
    return (state.books[0] + state.books[2], state.books[1] + state.books[3])


def declarer(table: Table) -> str:
    """Return who declares."""
    contract = table.state.contract if table.result is None else table.result.outcome.contract
    return SEAT_NAMES[contract.declarer] if contract.declarer != NOBODY else "none"


OBSERVED: dict[str, Callable[[Table], Any]] = {
    "to_act": lambda table: SEAT_NAMES[table.state.to_act] if table.state.to_act != NOBODY else "none",
    "phase": lambda table: table.state.phase.name,
    "declarer": declarer,
    "dealer": lambda table: SEAT_NAMES[table.state.dealer],
    "deal": lambda table: table.state.deal,
    "kitty": lambda table: tuple(sorted(table.state.kitty)),
    "out": lambda table: tuple(sorted(table.state.out)),
    "points": lambda table: (0, 0) if table.result is None else table.result.points,
    "total": lambda table: table.state.tallies["total"],
    "games": lambda table: table.state.games,
    "books": books,
    "revokes": lambda table: names_of_seats(table.revokes),
    "match_over": lambda table: table.state.over,
    "result": lambda table: table.state.settlement,
}
"""What `then` may ask for by a plain value, and how it is read off the table."""


def read_then(then: Reader) -> dict[str, Any]:
    """Read the plain values that are expected."""
    read: dict[str, Callable[[str], Any]] = {
        **dict.fromkeys(("to_act", "phase", "declarer", "dealer"), then.text),
        **dict.fromkeys(("points", "total", "books", "games"), then.pair),
        **dict.fromkeys(("kitty", "out"), lambda key: tuple(sorted(then.cards(key)))),
        **dict.fromkeys(("deal", "result"), then.number),
        "match_over": then.flag,
        "revokes": lambda key: tuple(item.text for item in then.items(key)),
    }
    then.fields("contract")
    for seen in then.inside("seen").names():
        read_sight(then.inside("seen").inside(seen))
    for name in then.inside("tallies").names():
        check_tally(then.inside("tallies"), name)
    holders: dict[Card, Seat] = {}
    for seat, cards in then.hands("hands").items():
        for card in cards:
            if holders.setdefault(card, seat) != seat:
                said = f"{card} is in the hands of {SEAT_NAMES[holders[card]]} and of {SEAT_NAMES[seat]}"
                place = then.inside("hands").place_of_card(SEAT_NAMES[seat], card)
                then.report("T011", said, place, "name each card once")
    phases = [phase.name for phase in then.profile.flow]
    if "phase" in then and then.text("phase") not in phases:
        said = f"there is no phase {then.text('phase')!r} in this game"
        then.report("T022", said, then.place("phase"), suggestion(then.text("phase"), phases))
    return {key: reading(key) for key, reading in read.items() if key in then}


def expect_more(then: Reader, table: Table, findings: Findings) -> None:
    """Compare what is kept by seat, field or tally, and what may be done now."""
    state, result = table.state, table.result
    contract = state.contract if result is None else result.outcome.contract
    for name, value in then.fields("contract").items():
        findings.expect(name, value, contract.values.get(name), then.inside("contract").place(name))
    for seat, cards in then.hands("hands").items():
        place = then.inside("hands").place(SEAT_NAMES[seat])
        held = tuple(sorted(state.hands[seat]))
        findings.expect(f"{SEAT_NAMES[seat]}'s hand", tuple(sorted(cards)), held, place)
    for name in then.inside("tallies").names():
        tallies = then.inside("tallies")
        findings.expect(name, tallies.pair(name), state.tallies[name], tallies.place(name))
    if "match_winner" in then:
        wanted = then.text("match_winner")
        found = "none"
        if state.over and state.winner is not None and result is not None:
            found = winner_word(wanted, state.winner, result.outcome)
        findings.expect("the match's winner", wanted, found, then.place("match_winner"))
    expect_possible(then, state, findings)
    for name in then.inside("seen").names():
        expect_sight(then.inside("seen").inside(name), view(state, seat_of(name)), name, findings)


def expect_possible(then: Reader, state: State, findings: Findings) -> None:
    """Compare what may be done now."""
    possible = game.legal(state)
    if "legal" in then:
        count = len(findings.found)
        wanted = [event for item in then.items("legal") for event in read_event(state, item, findings)]
        if len(findings.found) > count:
            return
        said = tuple(sorted(format_event(state.profile, event) for event in wanted))
        found = tuple(sorted(format_event(state.profile, event) for event in possible))
        nothing = "nothing"
        findings.expect("as legal", ", ".join(said) or nothing, ", ".join(found) or nothing, then.place("legal"))
    for key, allowed in (("allows", True), ("refuses", False)):
        for item in then.items(key):
            for event in read_event(state, item, findings):
                if (event in possible) != allowed:
                    what = ("legal", "it is refused") if allowed else ("refused", "it is legal")
                    findings.add(f"expected {item.text!r} to be {what[0]}; {what[1]}", item.place())


def read_event(state: State, item: Scalar, findings: Findings) -> list[Event]:
    """Read what could be done now; what means nothing in this phase is a finding."""
    try:
        return [parse_action(state, text) for text in cards_in(state.profile, item.text)]
    except InputError as error:
        findings.add(f"{item.text!r} can't be done in {state.phase.name!r}: {error.problems[0].message}", item.place())
        return []
