"""Cases about an auction: calls, and how it stands after them."""

from __future__ import annotations

from interpreter import game
from interpreter.actions import Action
from interpreter.cases.dealing import read_deal
from interpreter.cases.reading import Findings, Reader
from interpreter.cases.single import Check
from interpreter.contract import Call
from interpreter.errors import IllegalAction, Place
from interpreter.model import BidPhase
from interpreter.notation import format_call
from interpreter.state import State
from interpreter.table import NOBODY, SEAT_NAMES

Calls = list[tuple[Call, Place]]


def read_auction(reader: Reader) -> Check:
    """Read a case about an auction."""
    if reader.profile.auction is None:
        reader.report("T017", "nobody bids in this game", reader.place(), "take another kind of case")
        return lambda _: None
    dealer = reader.seat("dealer", 0)
    deal = read_deal(reader, dealer)
    calls, legal, allows, refuses = (read_calls(reader, key) for key in ("calls", "legal", "allows", "refuses"))
    fields = reader.fields("contract")

    def check(findings: Findings) -> None:
        state = game.new_game(reader.profile, dealer)
        state.deal = reader.number("deal", 1)
        game.apply(state, deal.made())
        if make_calls(state, calls, findings):
            expect_calls(reader, state, (legal, allows, refuses), findings)
            expect_standing(reader, state, findings)
            for name, value in fields.items():
                findings.expect(name, value, state.contract.values.get(name), reader.inside("contract").place(name))

    return check


def read_calls(reader: Reader, key: str) -> Calls:
    """Read a list of calls."""
    return [(reader.call(item), item.place()) for item in reader.items(key)]


def make_calls(state: State, calls: Calls, findings: Findings) -> bool:
    """Make the calls; say whether all could be made."""
    for call, place in calls:
        said = format_call(state.profile, call)
        if not bidding(state):
            findings.add(f"the auction is over before {said!r}", place)
            return False
        who = SEAT_NAMES[state.to_act]
        try:
            game.apply(state, call)
        except IllegalAction:
            findings.add(f"{who}'s {said!r} is refused: {game.refusal(state, call)}", place)
            return False
    return True


def bidding(state: State) -> bool:
    """Whether somebody is to call."""
    return isinstance(state.phase, BidPhase) and state.to_act != NOBODY


def how_ended(state: State) -> str:
    """Return how an auction stands: open, bid, redeal or next_deal."""
    if bidding(state):
        return "open"
    if state.needs_deal or state.over:
        return "next_deal" if state.results else "redeal"
    return "bid"


def expect_standing(reader: Reader, state: State, findings: Findings) -> None:
    """Compare who speaks next, who declares and how the auction stands."""
    if "next" in reader:
        speaker = SEAT_NAMES[state.to_act] if bidding(state) else "none"
        findings.expect("the next to speak to be", reader.text("next"), speaker, reader.place("next"))
    if "declarer" in reader:
        declarer = state.contract.declarer
        found = SEAT_NAMES[declarer] if declarer != NOBODY else "none"
        findings.expect("the declarer", reader.text("declarer"), found, reader.place("declarer"))
    if "outcome" in reader:
        findings.expect("the outcome", reader.text("outcome"), how_ended(state), reader.place("outcome"))


def expect_calls(reader: Reader, state: State, lists: tuple[Calls, Calls, Calls], findings: Findings) -> None:
    """Compare what may be called now."""
    legal, allows, refuses = lists
    possible: tuple[Action, ...] = game.legal(state) if bidding(state) else ()
    if "legal" in reader:
        wanted = [call for call, _ in legal]
        say = [format_call(reader.profile, call) for call in wanted if call not in possible]
        hear = [format_call(reader.profile, call) for call in possible if call not in wanted]  # type: ignore[arg-type]
        if say:
            findings.add(f"expected as legal calls too: {', '.join(say)}", reader.place("legal"))
        if hear:
            findings.add(f"found as legal calls too: {', '.join(hear)}", reader.place("legal"))
    for call, place in allows:
        if call not in possible:
            findings.add(f"expected {format_call(reader.profile, call)!r} to be legal; it is refused", place)
    for call, place in refuses:
        if call in possible:
            findings.add(f"expected {format_call(reader.profile, call)!r} to be refused; it is legal", place)
