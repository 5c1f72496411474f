"""Checks about words: what is printed can be read again, and means one thing.

Players read calls, choices and claims in the profile's `terms` and write them the same way. A synonym may mean
several things: then they are asked which. But "pass" always passes, and what is printed means what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from interpreter.actions import Action, Choice, Claim, Decline
from interpreter.contract import Bid, Call, OtherCall, Pass, Value
from interpreter.errors import Place, Problem, suggestion
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase
from interpreter.notation import (
    PASS_WORDS,
    calls_meant,
    choice_texts,
    choices_meant,
    format_call,
    format_choice,
    format_event,
    plays_meant,
)
from interpreter.profile.analyse.subject import Subject


def check_wording(subject: Subject) -> Iterator[Problem]:
    """Everything that may be said at a decision reads as itself, in the words in which it is printed."""
    yield from check_bare(subject)
    told: set[tuple[Place, Place | None]] = set()
    for phase in subject.profile.flow:
        for text, (one, other, *_) in confused(subject, phase):
            place, second = place_of(subject, phase, other, one), place_of(subject, phase, one, other)
            if place is None:
                place, second = second, None
            assert place is not None
            if (place, second) in told:
                continue  # the same words, at another level or in another phase
            told.add((place, second))
            yield subject.problem(
                "R029",
                f"{text!r} would mean two things: {described(one)} and {described(other)}",
                place,
                "say them in different words, in `terms`",
                *([] if second in (None, place) else [(f"this is about {described(one)}", second)]),
            )


def check_bare(subject: Subject) -> Iterator[Problem]:
    """What a bid means by saying less is a value that one of its fields can have."""
    auction = subject.profile.auction
    for form in subject.profile.bid_texts.forms:
        assert auction is not None
        kind = next(bid.kind for bid in form.bids.values())
        path = ("phases", auction.name, "bids", kind, "bare")
        fields = [name for name, _ in form.names]
        for name, value in form.bare.items():
            can_be = {bid.fields.get(name): None for bid in form.bids.values()}
            if name not in fields:
                near = suggestion(name, fields) or f"its fields: {', '.join(fields) or 'none'}"
                yield subject.problem(
                    "R018", f"the bid {kind!r} has no field {name!r} to leave unsaid", subject.place(*path, name), near
                )
            elif value not in can_be:
                known = [str(other) for other in can_be]
                near = suggestion(str(value), known) or f"one of: {', '.join(known)}"
                message = f"{name} can't be {value!r} in the bid {kind!r}"
                yield subject.problem("R018", message, subject.value_place(*path, name), near)


def confused(subject: Subject, phase: Phase) -> Iterator[tuple[str, list[Action]]]:
    """Yield the texts of a phase that mean several things, with these, as far as one of them is printed so."""
    profile = subject.profile
    match phase:
        case BidPhase():
            calls: list[Call] = [*(rule.call for rule in phase.calls), *phase.bids]
            for text in (*PASS_WORDS, *(format_call(profile, call) for call in calls)):
                yield from several(text, calls_meant(profile, text))
        case ChoosePhase():
            texts = choice_texts(profile, phase.options)
            for option in phase.options:
                text = format_choice(profile, option)
                yield from several(text, choices_meant(texts, text))
        case PlayPhase():
            for rule in phase.claims:
                text = format_event(profile, Claim(rule.name))
                yield from several(text, plays_meant(profile, phase, text))
        case DealPhase() | ExchangePhase():  # nothing is said in them but cards
            pass
        case _:
            assert_never(phase)


def several(text: str, meant: Iterable[Action]) -> Iterator[tuple[str, list[Action]]]:
    """Yield a text that means more than one thing, with these."""
    every = list(meant)
    if len(every) > 1:
        yield text, every


def described(action: Action) -> str:
    """Return what is done in the profile's own words, which differ where the players' don't."""
    match action:
        case Bid(kind, fields):
            return f"the bid {kind} {{{written(fields.items())}}}"
        case Choice(fields):
            return f"the choice {{{written(fields.items())}}}"
        case OtherCall(name):
            return f"the call {name}"
        case Claim(name):
            return f"the claim {name}"
        case Pass():
            return "the pass"
        case Decline():
            return "that nothing is claimed"
        case str():
            return f"the card {action}"


def written(fields: Iterable[tuple[str, Value]]) -> str:
    """Return fields as they stand in a profile."""
    return ", ".join(f"{name}: {value}" for name, value in fields)


def place_of(subject: Subject, phase: Phase, action: Action, other: Action) -> Place | None:
    """Return where the words stand by which an action is taken for another; None for what is said in fixed words."""
    match action:
        case Bid(kind, fields):
            different = [
                *own(fields.items(), other),
                *([kind] if not isinstance(other, Bid) or other.kind != kind else []),
            ]
            path: tuple[str, ...] = ("phases", phase.name, "bids", kind)
        case Choice(fields):
            different, path = own(fields.items(), other), ("phases", phase.name, "pick")
        case OtherCall(name):
            different, path = [name], ("phases", phase.name, "calls", name)
        case Claim(name):
            different, path = [name], ("phases", phase.name, "claims", name)
        case _:
            return None
    terms = subject.profile.document.get("terms")
    named = [word for word in different if isinstance(terms, dict) and word in terms]
    return subject.place("terms", named[0]) if named else subject.place(*path)


def own(fields: Iterable[tuple[str, Value]], other: Action) -> list[str]:
    """Return the words among the values of a bid or choice that another one hasn't."""
    others = other.fields if isinstance(other, Bid | Choice) else {}
    return [value for name, value in fields if isinstance(value, str) and others.get(name) != value]
