"""How people write calls, choices, cards and events; what is printed here can be read here.

A bid is its numbers and its field words, in the profile's `terms`: "4 uptown", "4 no trump". The kind's word stands
only where a bid has no field words (and there is more than one kind), or where two bids would read alike. Synonyms are
understood, and a bare number where a bid says what it means. Case, hyphens and blanks don't matter: "4NT" is
"4 no trump" if `nt` is among its terms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from interpreter.actions import DECLINE, Action, Choice, Claim, Deal, Decline, Event
from interpreter.cards import Card
from interpreter.contract import PASS, Bid, Call, Contract, OtherCall, Pass, Value
from interpreter.errors import InputError, Problem, suggestion
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase, Names, PlayPhase, Profile
from interpreter.spelling import (
    beyond,
    bids_meant,
    normal,
    spoken,
    value_words,
    with_more_words,
    with_other_words,
)
from interpreter.table import SEAT_NAMES, Seat

if TYPE_CHECKING:
    from interpreter.state import State

PASS_WORDS = ("pass", "p")
NO_CLAIM = "no claim"


def not_understood(message: str, help: str | None) -> InputError:
    """Return the error for a text that means nothing here."""
    return InputError([Problem("G001", message, None, help)])


def could_be(text: str, meant: Iterable[str]) -> InputError:
    """Return the error for a text that can mean several things."""
    return not_understood(f"{text!r} could be {' or '.join(meant)}", "say which")


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
    meant = calls_meant(profile, text)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise could_be(text, [format_call(profile, call) for call in meant])
    others = () if profile.auction is None else profile.auction.calls
    known = ["pass", *profile.bid_texts.of.values(), *(rule.call.name for rule in others)]
    texts = profile.bid_texts
    near = "; ".join(beyond(texts, text)) or with_other_words(texts, text) or with_more_words(texts, text)
    such = next(iter(texts.of.values()), known[-1])
    help = near or suggestion(normal(text), known) or f"say pass or a bid such as {such!r}"
    raise not_understood(f"{text!r} is no call of this game", help)


def calls_meant(profile: Profile, text: str) -> list[Call]:
    """Return the calls that a text can mean. What is printed means one: a profile where it doesn't is refused."""
    wanted = normal(text)
    others = () if profile.auction is None else profile.auction.calls
    return [
        *([PASS] if wanted in PASS_WORDS else []),
        *(rule.call for rule in others if wanted in map(normal, spoken(rule.call.name, profile.terms))),
        *bids_meant(profile.bid_texts, wanted),
    ]


def format_choice(profile: Profile, choice: Choice) -> str:
    """Return a choice as players say it: "spades", "downtown"."""
    return " ".join(format_value(profile, name, value) for name, value in choice.fields.items())


def format_value(profile: Profile, field: str, value: Value) -> str:
    """Return the value of a field as players say it."""
    return value_words(field, value, profile.terms)[0]


def value_names(profile: Profile, field: str, value: Value) -> set[str]:
    """Return every text that means a value of a field: its words, and these behind the field's name."""
    names = {normal(name) for name in value_words(field, value, profile.terms)}
    return names | {normal(f"{field} = {name}") for name in names} | {normal(f"{field}={name}") for name in names}


def parse_choice(profile: Profile, options: Sequence[Choice], text: str) -> Choice:
    """Read a choice: the values of its fields in any order, "spades low" or "trump=S dir=low"."""
    meant = choices_meant(choice_texts(profile, options), text)
    if len(meant) == 1:
        return meant[0]
    known = [format_choice(profile, option) for option in options]
    if meant:
        raise could_be(text, [format_choice(profile, option) for option in meant])
    near = suggestion(normal(text), known) or f"such as {known[0]!r}"
    raise not_understood(f"{text!r} is none of the choices", near)


class ChoiceTexts(NamedTuple):
    """How the choices of a phase are read: the texts of each field, and the choice for each combination of values."""

    names: Mapping[str, Names]
    choices: Mapping[frozenset[tuple[str, Value]], Choice]


def choice_texts(profile: Profile, options: Sequence[Choice]) -> ChoiceTexts:
    """Return how the choices of a phase are read."""
    names: dict[str, dict[str, tuple[Value, ...]]] = {field: {} for field in options[0].fields}
    for field, texts in names.items():
        for value in dict.fromkeys(option.fields[field] for option in options):
            for name in value_names(profile, field, value):
                texts[name] = (*texts.get(name, ()), value)
    return ChoiceTexts(names, {frozenset(option.fields.items()): option for option in options})


def choices_meant(texts: ChoiceTexts, text: str) -> list[Choice]:
    """Return the choices that a text can mean, two of them at most."""
    words = normal(text).split()
    hopeless: set[tuple[int, frozenset[str]]] = set()

    def read(start: int, fields: frozenset[str]) -> Iterator[frozenset[tuple[str, Value]]]:
        """Yield each way to read the words from `start` on as one value for each field."""
        if not fields and start == len(words):
            yield frozenset()
        if not fields or (start, fields) in hopeless:
            return
        found = False
        for end in range(start + 1, len(words) + 1):
            said = " ".join(words[start:end])
            for field in sorted(fields):
                for value in texts.names[field].get(said, ()):
                    for rest in read(end, fields - {field}):
                        found = True
                        yield rest | {(field, value)}
        if not found:
            hopeless.add((start, fields))

    meant: dict[Choice, None] = {}
    for values in read(0, frozenset(texts.names)):
        meant[texts.choices[values]] = None
        if len(meant) == 2:
            break
    return list(meant)


def parse_card(profile: Profile, text: str) -> Card:
    """Read a card: "AS", "as", "10s", "TS"."""
    wanted = card_name(text)
    for card in profile.pack.cards:
        if card.upper() == wanted:
            return card
    near = suggestion(text.strip().upper(), profile.pack.cards) or "rank, then suit: such as AS, TD, 2C"
    raise not_understood(f"{text.strip()!r} is no card of this game", near)


def card_name(text: str) -> str:
    """Return a card's name as it is looked up: in capitals, T for ten."""
    return text.strip().upper().replace("10", "T")


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
        meant = plays_meant(profile, phase, text)
        if len(meant) > 1:
            raise could_be(text, [format_event(profile, play) for play in meant])
        return meant[0] if meant else parse_card(profile, text)
    if isinstance(phase, ExchangePhase):
        return parse_card(profile, text)
    raise not_understood("a deal is due, not a decision", None)


def plays_meant(profile: Profile, phase: PlayPhase, text: str) -> list[Action]:
    """Return what a text can mean while tricks are played: to claim nothing, a claim, a card."""
    wanted = normal(text)
    claim = wanted.removeprefix("claim ")
    return [
        *([DECLINE] if wanted == NO_CLAIM else []),
        *(Claim(rule.name) for rule in phase.claims if claim in map(normal, spoken(rule.name, profile.terms))),
        *(card for card in profile.pack.cards if card.upper() == card_name(text)),
    ]


def format_contract(
    profile: Profile, contract: Contract, *, leave_out: Collection[str] = (), add: Collection[str] = ()
) -> str:
    """Return a contract as players say it, with its declarer: "4 downtown in spades by south".

    Said are the bid, what was chosen, and whatever else differs from the contract's defaults; and the fields in `add`,
    but, beside the bid, none in `leave_out`.
    """
    named = dict(contract.values)
    kind = named.pop("kind", None)
    bid = next((bid for bid in profile.bid_texts.of if bid.kind == kind and bid.fields.items() <= named.items()), None)
    said = [] if bid is None else [profile.bid_texts.of[bid]]
    covered = frozenset[str]() if bid is None else bid.fields.keys()
    chosen = {*chosen_fields(profile, contract), *add}
    for name, value in named.items():
        if name in covered or name in leave_out or (name not in chosen and value == profile.contract.values.get(name)):
            continue
        said.append(trump_text(profile, value, said) if name == "trump" else format_value(profile, name, value))
    if contract.declarer >= 0:
        said.append(f"by {SEAT_NAMES[contract.declarer]}")
    return " ".join(word for word in said if word)


def chosen_fields(profile: Profile, contract: Contract) -> set[str]:
    """Return the fields that are chosen by name on the way to a contract; what it lacks counts as it was at first."""
    choices = [phase for phase in profile.flow if isinstance(phase, ChoosePhase)]
    names = {"contract.kind": "", **profile.contract.names, **contract.names}  # before the auction there is no kind
    applied = [phase for phase in choices if phase.when is None or phase.when.call(names)]
    return {name for phase in applied for name in phase.options[0].fields}


def trump_text(profile: Profile, value: Value, said: list[str]) -> str:
    """Return the trump suit's part of a contract's text; nothing where the bid says so already."""
    text = format_value(profile, "trump", value)
    if value == "none":
        return "" if any(text in part for part in said) else f"at {text}"
    return f"in {text}"
