"""How people write calls, choices, cards and events; what is printed here can be read here.

A bid is its numbers and its field words, in the profile's `terms`: "4 uptown", "4 no trump". The kind's word stands
only where a bid has no field words (and there is more than one kind), or where two bids would read alike. Synonyms are
understood, and a bare number where a bid says what it means. Case, hyphens and blanks don't matter: "4NT" is
"4 no trump" if `nt` is among its terms.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from interpreter.actions import DECLINE, Choice, Claim, Deal, Decline, Event
from interpreter.cards import Card
from interpreter.contract import PASS, Bid, Call, Contract, OtherCall, Pass, Value
from interpreter.errors import InputError, Problem, suggestion
from interpreter.model import BidPhase, BidTexts, ChoosePhase, ExchangePhase, PlayPhase, Profile
from interpreter.state import State
from interpreter.table import SEAT_NAMES, Seat

SUIT_NAMES = {"S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣")}
"""The usual names of the four suits, understood beside a profile's own terms."""
NO_CLAIM = "no claim"


def normal(text: str) -> str:
    """Return a text as it is looked up: lower case, single blanks, numbers apart from words."""
    apart = re.sub(r"(?<=\d)(?=[^\W\d])", " ", text.casefold())
    return " ".join(re.sub(r"[-_]", " ", apart).split())


def spoken(word: str, terms: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return what players call a word of the profile, the preferred name first."""
    named = terms.get(word, ())
    usual = SUIT_NAMES.get(word, ())
    return tuple(dict.fromkeys((*named, *(usual if not named else ()), word.replace("_", " "), *usual, word)))


def bid_texts(auction: BidPhase, document: Mapping[str, Any], terms: Mapping[str, tuple[str, ...]]) -> BidTexts:
    """Return how the bids of an auction are written and read."""
    kinds = document["phases"][auction.name]["bids"]
    plain = {
        bid: " ".join(said[0] for said in parts(bid, terms, with_kind=needs_kind(bid, kinds, terms)))
        for bid in auction.bids
    }
    texts = list(plain.values())
    of = {
        bid: text if texts.count(text) == 1 else " ".join(said[0] for said in parts(bid, terms, with_kind=True))
        for bid, text in plain.items()
    }
    meaning: dict[str, dict[Bid, None]] = {}
    for bid in auction.bids:
        bare = kinds[bid.kind].get("bare") or {}
        forms = [
            parts(bid, terms, with_kind=needs_kind(bid, kinds, terms)),
            parts(bid, terms, with_kind=True),
        ]
        if bare and all(bid.fields.get(name) == value for name, value in bare.items()):
            forms.append(
                [(str(value),) for name, value in bid.fields.items() if name not in bare and isinstance(value, int)]
            )
        for form in forms:
            for words in itertools.product(*form):
                meaning.setdefault(normal(" ".join(words)), {})[bid] = None
    for bid, text in of.items():  # the printed text always means its own bid
        meaning[normal(text)] = {bid: None}
    return BidTexts(of, {text: tuple(bids) for text, bids in meaning.items()})


def needs_kind(bid: Bid, kinds: Mapping[str, Any], terms: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a bid's text needs the word of its kind."""
    has_words = any(isinstance(value, str) for value in bid.fields.values())
    return not has_words and (len(kinds) > 1 or bid.kind in terms)


def parts(bid: Bid, terms: Mapping[str, tuple[str, ...]], with_kind: bool) -> list[tuple[str, ...]]:
    """Return the parts of a bid's text, each with its synonyms: numbers first, then field words, then the kind."""
    numbers = [(str(value),) for value in bid.fields.values() if isinstance(value, int)]
    words = [spoken(value, terms) for value in bid.fields.values() if isinstance(value, str)]
    return [*numbers, *words, *([spoken(bid.kind, terms)] if with_kind else [])]


def not_understood(message: str, help: str | None) -> InputError:
    """Return the error for a text that means nothing here."""
    return InputError([Problem("G001", message, None, help)])


def format_call(profile: Profile, call: Call) -> str:
    """Return a call as players write it: "4 uptown", "pass"."""
    match call:
        case Pass():
            return "pass"
        case OtherCall(name):
            return spoken(name, profile.terms)[0]
        case Bid():  # one that isn't of this game can only stand in a message
            return profile.bid_texts.of.get(call) or " ".join(map(str, (*call.fields.values(), call.kind)))


def parse_call(profile: Profile, text: str) -> Call:
    """Read a call. Raises `InputError` where the text is no call of this game, or could be two."""
    wanted = normal(text)
    if wanted in ("pass", "p"):
        return PASS
    auction = profile.auction
    others = () if auction is None else auction.calls
    for rule in others:
        if wanted in map(normal, spoken(rule.call.name, profile.terms)):
            return rule.call
    bids = profile.bid_texts.meaning.get(wanted, ())
    if len(bids) == 1:
        return bids[0]
    if bids:
        raise not_understood(f"{text!r} could be {' or '.join(profile.bid_texts.of[bid] for bid in bids)}", "say which")
    known = ["pass", *profile.bid_texts.of.values(), *(rule.call.name for rule in others)]
    near = suggestion(wanted, known) or f"say pass or a bid such as {known[-1]!r}"
    raise not_understood(f"{text!r} is no call of this game", near)


def format_choice(profile: Profile, choice: Choice) -> str:
    """Return a choice as players say it: "spades", "downtown"."""
    return " ".join(format_value(profile, name, value) for name, value in choice.fields.items())


def format_value(profile: Profile, field: str, value: Value) -> str:
    """Return the value of a field as players say it."""
    if field == "trump" and value == "none" and "none" not in profile.terms:
        return "no trump"
    return spoken(str(value), profile.terms)[0]


def value_names(profile: Profile, field: str, value: Value) -> set[str]:
    """Return every text that means a value of a field."""
    extra = ("no trump", "nt") if field == "trump" and value == "none" else ()
    names = {normal(name) for name in (*spoken(str(value), profile.terms), *extra)}
    return names | {f"{field} = {name}" for name in names} | {f"{field}={name}" for name in names}


def parse_choice(profile: Profile, options: Iterable[Choice], text: str) -> Choice:
    """Read a choice: the values of its fields in any order, "spades low" or "trump=S dir=low"."""
    wanted = normal(text)
    found = [option for option in options if wanted in choice_texts(profile, option)]
    if len(found) == 1:
        return found[0]
    known = [format_choice(profile, option) for option in options]
    if found:
        raise not_understood(
            f"{text!r} could be {' or '.join(format_choice(profile, option) for option in found)}",
            "say which",
        )
    raise not_understood(f"{text!r} is none of the choices", suggestion(wanted, known) or f"such as {known[0]!r}")


def choice_texts(profile: Profile, choice: Choice) -> set[str]:
    """Return every text that means a choice."""
    names = [value_names(profile, field, value) for field, value in choice.fields.items()]
    return {" ".join(words) for order in itertools.permutations(names) for words in itertools.product(*order)}


def parse_card(profile: Profile, text: str) -> Card:
    """Read a card: "AS", "as", "10s", "TS"."""
    wanted = text.strip().upper().replace("10", "T")
    by_name = {card.upper(): card for card in profile.pack.cards}
    if wanted in by_name:
        return by_name[wanted]
    near = suggestion(text.strip().upper(), profile.pack.cards) or "rank, then suit: such as AS, TD, 2C"
    raise not_understood(f"{text.strip()!r} is no card of this game", near)


def parse_cards(profile: Profile, text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several cards."""
    return tuple(parse_card(profile, word) for word in (text.split() if isinstance(text, str) else text))


def parse_seat(text: str) -> Seat:
    """Read a seat: its name or its first letter."""
    wanted = text.strip().casefold()
    for seat, name in enumerate(SEAT_NAMES):
        if wanted and name.startswith(wanted):
            return seat
    raise not_understood(f"{text!r} is no seat", suggestion(wanted, SEAT_NAMES))


def format_event(profile: Profile, event: Event) -> str:
    """Return any event as players write it."""
    match event:
        case str():
            return event
        case Choice():
            return format_choice(profile, event)
        case Claim(name):
            return spoken(name, profile.terms)[0]
        case Decline():
            return NO_CLAIM
        case Deal():
            return "a deal"
        case _:
            return format_call(profile, event)


def parse_action(state: State, text: str) -> Event:
    """Read what the seat to act does, by the phase under way. Raises `InputError` where the text means nothing here."""
    profile, phase = state.profile, state.phase
    if isinstance(phase, BidPhase):
        return parse_call(profile, text)
    if isinstance(phase, ChoosePhase):
        return parse_choice(profile, phase.options, text)
    if isinstance(phase, PlayPhase):
        wanted = normal(text).removeprefix("claim ")
        if wanted == NO_CLAIM:
            return DECLINE
        for rule in phase.claims:
            if wanted in map(normal, spoken(rule.name, profile.terms)):
                return Claim(rule.name)
    if isinstance(phase, PlayPhase | ExchangePhase):
        return parse_card(profile, text)
    raise not_understood("a deal is due, not a decision", None)


def format_contract(profile: Profile, contract: Contract) -> str:
    """Return a contract as players say it, with its declarer: "4 downtown in spades by south".

    Said are the bid, what was chosen, and whatever else differs from the contract's defaults.
    """
    named = dict(contract.values)
    kind = named.pop("kind", None)
    bid = next((bid for bid in profile.bid_texts.of if bid.kind == kind and bid.fields.items() <= named.items()), None)
    said = [] if bid is None else [profile.bid_texts.of[bid]]
    covered = frozenset[str]() if bid is None else bid.fields.keys()
    chosen = chosen_fields(profile, contract)
    for name, value in named.items():
        if name in covered or (name not in chosen and value == profile.contract.values.get(name)):
            continue
        said.append(trump_text(profile, value, said) if name == "trump" else format_value(profile, name, value))
    if contract.declarer >= 0:
        said.append(f"by {SEAT_NAMES[contract.declarer]}")
    return " ".join(word for word in said if word)


def chosen_fields(profile: Profile, contract: Contract) -> set[str]:
    """Return the fields that are chosen by name on the way to a contract."""
    choices = [phase for phase in profile.flow if isinstance(phase, ChoosePhase)]
    names = {"contract.kind": "", **contract.names}  # before the auction there is no kind
    applied = [phase for phase in choices if phase.when is None or phase.when.call(names)]
    return {name for phase in applied for name in phase.options[0].fields}


def trump_text(profile: Profile, value: Value, said: list[str]) -> str:
    """Return the trump suit's part of a contract's text; nothing where the bid says so already."""
    text = format_value(profile, "trump", value)
    if value == "none":
        return "" if any(text in part for part in said) else f"at {text}"
    return f"in {text}"
