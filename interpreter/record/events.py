"""Events as the lines of a record hold them, both ways.

Every event but a declined claim is a line: `n`, the seat (a deal has none), and one key that says what was done, with
an optional `note`. `event_line` writes one; `meet` brings one to a state: it is an event of this game, due now, by the
seat to act, and legal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from interpreter import game
from interpreter.actions import Choice, Claim, Deal, Decline, Event, make_choice
from interpreter.cards import Card
from interpreter.contract import PASS, Bid, Call, OtherCall, Pass
from interpreter.errors import InputError, suggestion
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase, Profile
from interpreter.notation import format_event
from interpreter.record.forms import WORDS, key_of
from interpreter.record.lines import Line, shown
from interpreter.spelling import bids_run
from interpreter.state import State
from interpreter.table import NOBODY, SEAT_NAMES, Seat

DUE: Mapping[type[Phase], tuple[str, ...]] = {
    DealPhase: ("deal",),
    BidPhase: ("call", "bid"),
    ChoosePhase: ("choose",),
    ExchangePhase: ("give",),
    PlayPhase: ("play", "claim"),
}
"""The keys of the events that each phase waits for."""

# ---- From an event to its line


def event_line(state: State, event: Event, n: int, note: str | None = None) -> str:
    """Return the line, without its end, of an event that is about to happen. A declined claim has none."""
    found: dict[str, object] = {"n": n}
    if not isinstance(event, Deal):
        found["seat"] = SEAT_NAMES[state.to_act]
    found |= to_json(state, event)
    if note is not None:
        found["note"] = note
    return json.dumps(found)


def to_json(state: State, event: Event) -> dict[str, object]:
    """Return what an event's line holds beside `n`, `seat` and `note`; the phase says what a card is for."""
    match event:
        case Deal(order, draw_order, kitty):
            found: dict[str, object] = {"deal": list(order)}
            if draw_order:
                found["draw_order"] = list(draw_order)
            if kitty is not None:
                found["kitty"] = [place + 1 for place in kitty]
            return found
        case str():
            return {"give" if isinstance(state.phase, ExchangePhase) else "play": event}
        case Pass():
            return {"call": "pass"}
        case OtherCall(name):
            return {"call": name}
        case Bid(kind, fields):
            return {"bid": {"kind": kind, **fields}}
        case Choice(fields):
            return {"choose": dict(fields)}
        case Claim(name):
            return {"claim": name}
        case Decline():
            raise ValueError("a declined claim leaves no trace in a record")


# ---- From a line to its event


def meet(state: State, line: Line) -> tuple[Seat, Event]:
    """Return the event of a line, and its seat (`NOBODY` for a deal), ready for `game.apply`.

    Opening claims that it shows to have been declined are declined in `state`. The line has an event's form. Raises
    `InputError` where this game has no such event, another kind of event or another seat is due, or it isn't legal.
    """
    event = from_json(state, line)
    seat = seat_of(line)
    demand(state, line, event)
    return seat, event


def seat_of(line: Line) -> Seat:
    """Return who acts in an event, `NOBODY` in a deal."""
    return SEAT_NAMES.index(line.data["seat"]) if "seat" in line.data else NOBODY


def demand(state: State, line: Line, event: Event) -> None:
    """Raise `InputError` unless the seat of the line may do this now."""
    seat = seat_of(line)
    game.catch_up(state, event, seat)
    if seat != state.to_act:
        raise line.error(
            "G119",
            f"{SEAT_NAMES[seat]} acts here, but it is {SEAT_NAMES[state.to_act]}'s turn",
            "seat",
            help=f"this is deal {state.deal}, after {len(state.history)} events",
        )
    reason = game.refusal(state, event)
    if reason:
        who = "this deal can't be" if seat == NOBODY else f"{SEAT_NAMES[seat]} can't do {said(state, event)}"
        where = f"deal {state.deal}, after {len(state.history)} events"
        raise line.error("G120", f"{who}: {reason}", key_of(line), help=f"this is {where}")


def said(state: State, event: Event) -> str:
    """Return an event as messages quote it."""
    return shown(format_event(state.profile, event))


def from_json(state: State, line: Line) -> Event:
    """Return what a line says was done. Raises `InputError` where this game has no such thing, or not now."""
    key = key_of(line)
    if state.over:
        raise line.error("G121", "the match is over before this event", key, help="remove this line and what follows")
    due = ("deal",) if state.needs_deal else DUE[type(state.phase)]
    if key not in due:
        wanted = " or ".join(WORDS[other] for other in due)
        raise line.error("G117", f"found {WORDS[key]}, but {wanted} is due", key, help="is a line missing before it?")
    return READERS[key](state.profile, line)


def read_deal(profile: Profile, line: Line) -> Event:
    """Read a deal; whether it is the pack is for the game to say."""
    data = line.data
    places = data.get("kitty")
    kitty = None if places is None else tuple(place - 1 for place in places)
    return Deal(tuple(data["deal"]), tuple(data.get("draw_order", ())), kitty)


def read_call(profile: Profile, line: Line) -> Call:
    """Read a pass or another call."""
    name = line.data["call"]
    if name == "pass":
        return PASS
    known = [rule.call for rule in profile.auction.calls] if profile.auction else []
    if OtherCall(name) not in known:
        raise unknown(line, "call", name, "call", ["pass", *(call.name for call in known)])
    return OtherCall(name)


def read_bid(profile: Profile, line: Line) -> Bid:
    """Read a bid by its kind and fields; the rank is the rules' own."""
    fields = dict(line.data["bid"])
    kind = fields.pop("kind")
    for bid in profile.auction.bids if profile.auction else ():
        if bid.kind == kind and bid.fields == fields:
            return bid
    alike = [bid for bid in profile.auction.bids if bid.kind == kind] if profile.auction else []
    if alike:
        text = " ".join(f"{name}={shown(value)}" for name, value in fields.items())
        help = bids_run(profile.bid_texts, kind)
        raise line.error("G118", f"this game has no {kind!r} bid with {text[:80] or 'no fields'}", "bid", help=help)
    raise unknown(line, "bid", kind, "bid", {bid.kind for bid in profile.auction.bids} if profile.auction else ())


def read_choice(profile: Profile, line: Line) -> Choice:
    """Read a choice; whether it is among the options is for the game to say."""
    return make_choice(line.data["choose"])


def card_reader(key: str) -> Callable[[Profile, Line], Card]:
    """Return the reader of a card."""

    def read_card(profile: Profile, line: Line) -> Card:
        card: Card = line.data[key]
        if card not in profile.pack.members:
            raise unknown(line, key, card, "card", profile.pack.cards)
        return card

    return read_card


def read_claim(profile: Profile, line: Line) -> Claim:
    """Read a claim."""
    name = line.data["claim"]
    known = [rule.name for rule in profile.play.claims]
    if name not in known:
        raise unknown(line, "claim", name, "claim", known)
    return Claim(name)


def unknown(line: Line, key: str, found: str, what: str, known: Iterable[str]) -> InputError:
    """Return the error for something that this game doesn't have."""
    near = suggestion(found, known)
    return line.error("G118", f"this game has no {what} {shown(found)}", key, help=near or "is this its record?")


READERS: Mapping[str, Callable[[Profile, Line], Event]] = {
    "deal": read_deal,
    "call": read_call,
    "bid": read_bid,
    "choose": read_choice,
    "give": card_reader("give"),
    "play": card_reader("play"),
    "claim": read_claim,
}
