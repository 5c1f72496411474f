"""What the lines of a record may hold, without a schema: forms, and one for every key.

A form looks at a value and yields, for each fault in it, the path to the fault and what was expected there.
`schema/record.schema.json` says the same to editors and other programs; a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from interpreter.errors import InputError, Problem, suggestion
from interpreter.record.lines import Line, Path, shown
from interpreter.table import SEAT_NAMES

FORMAT = 1
"""The version of the record's form."""
MAX_FAULTS = 20  # of one line, which are told
MAX_OF_KEY = 3
MAX_NOTE = 4000  # characters

Form: TypeAlias = Callable[[object], Iterator[tuple[Path, str]]]


def single(expected: str, fits: Callable[[Any], bool]) -> Form:
    """Return the form of a value that passes a test."""

    def form(value: object) -> Iterator[tuple[Path, str]]:
        if not fits(value):
            yield (), expected

    return form


def listing(expected: str, item: Form) -> Form:
    """Return the form of a list in which each item fits a form and none stands twice."""

    def form(value: object) -> Iterator[tuple[Path, str]]:
        if not isinstance(value, list):
            yield (), expected
            return
        seen: set[object] = set()
        for index, entry in enumerate(value):
            wrong = list(item(entry))
            yield from (((index, *path), what) for path, what in wrong)
            if not wrong and entry in seen:
                yield (index,), "each item only once"
            if not wrong:
                seen.add(entry)

    return form


def check_keys(line: Line, forms: Mapping[str, Form], optional: frozenset[str], what: str) -> None:
    """Demand that a line has these keys and no others, each of its form. Raises `InputError` with all faults."""
    problems = []
    for key in forms:
        if key not in line.data and key not in optional:
            problems.append(Problem("G111", f"{what} lacks {key!r}", line.place(), f"its keys are {', '.join(forms)}"))
    for key, value in line.data.items():
        if len(problems) >= MAX_FAULTS:
            break
        if key not in forms:
            near = suggestion(key[:40], forms)
            problems.append(Problem("G110", f"unknown key {shown(key)} in {what}", line.key_place(key), near))
            continue
        for path, expected in islice(forms[key](value), MAX_OF_KEY):
            message = f"found {shown(follow(value, path))} for {key!r}, expected {expected}"
            problems.append(Problem("G112", message, line.place(key, *path), f"mend {key!r} in {what}"))
    if problems:
        raise InputError(problems)


def follow(value: Any, path: Path) -> object:
    """Return what a path leads to."""
    for step in path:
        value = value[step]
    return value


# ---- The form of an event

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
VALUE = re.compile(r"[A-Za-z0-9_]+")


def is_text(value: object) -> bool:
    """Whether a value is a text that isn't empty."""
    return isinstance(value, str) and value != ""


def is_count(value: object) -> bool:
    """Whether a value is a whole number from 1."""
    return type(value) is int and value >= 1


def is_field(value: object) -> bool:
    """Whether a value can be that of a contract's field."""
    return type(value) is int or (isinstance(value, str) and VALUE.fullmatch(value) is not None)


def is_name(value: object) -> bool:
    """Whether a value is a name."""
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def fields_form(value: object) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a map from fields of the contract to their values."""
    if not isinstance(value, dict):
        yield (), 'an object such as {"trump": "S"}'
        return
    for name, entry in value.items():
        if not is_name(name):
            yield (name,), f"a field's name (lower case, digits and _) instead of {shown(name)}"
        elif not is_field(entry):
            yield (name,), "a word or a whole number"


def bid_form(value: object) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a bid."""
    if isinstance(value, dict) and not is_name(value.get("kind")):
        yield (("kind",) if "kind" in value else ()), "a bid with its kind's name"
    yield from fields_form(value)


CARD = single("a card such as AS", lambda value: isinstance(value, str) and re.fullmatch(r"\S+", value) is not None)
SEAT = single("one of " + ", ".join(SEAT_NAMES), lambda value: isinstance(value, str) and value in SEAT_NAMES)
CARDS = listing("a list of cards", CARD)
COUNT = single("a whole number from 1", is_count)
NOTE = single(
    f"a text of at most {MAX_NOTE} characters", lambda value: isinstance(value, str) and len(value) <= MAX_NOTE
)
MAIN: Mapping[str, Form] = {
    "deal": CARDS,
    "call": single("'pass' or the name of a call", is_text),
    "bid": bid_form,
    "choose": fields_form,
    "give": CARD,
    "play": CARD,
    "claim": single("the name of a claim", is_name),
}
"""The key that says what was done; a line has exactly one of them."""
EVENTS: Mapping[str, Mapping[str, Form]] = {
    key: {"n": COUNT, "seat": SEAT, key: form, "note": NOTE} for key, form in MAIN.items() if key != "deal"
} | {
    "deal": {
        "n": COUNT,
        "deal": CARDS,
        "draw_order": CARDS,
        "kitty": listing("a list of places, counted from 1", COUNT),
        "note": NOTE,
    }
}
WORDS = {
    "deal": "a deal",
    "call": "a pass or another call",
    "bid": "a bid",
    "choose": "a choice",
    "give": "a card to give",
    "play": "a card to play",
    "claim": "a claim",
}
OPTIONAL = frozenset(("draw_order", "kitty", "note"))


def key_of(line: Line) -> str:
    """Return the key that says what was done. Raises `InputError` where there is none."""
    for key in MAIN:
        if key in line.data:
            return key
    near = next((text for key in line.data if (text := suggestion(key[:40], MAIN)) and text.startswith("did")), None)
    raise line.error(
        "G111", f"an event is one of {', '.join(MAIN)}, and none is here", help=near or 'such as {"n": 6, "play": "AS"}'
    )


def check_event(line: Line) -> None:
    """Demand that a line has the form of an event. Raises `InputError` with every fault."""
    key = key_of(line)
    check_keys(line, EVENTS[key], OPTIONAL, f"{WORDS[key]} (event)")


# ---- The form of a header


def seats_form(value: object) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what is wrong with the players of the seats."""
    if not isinstance(value, dict) or set(value) != set(SEAT_NAMES):
        yield (), "a player for each of " + ", ".join(SEAT_NAMES)
        return
    yield from (((name,), "a kind of player") for name, player in value.items() if not is_text(player))


HEX = re.compile(r"[0-9a-f]{64}")
TEXT = single("a text", is_text)
HEADER: dict[str, Form] = {
    "bidwhist": single("'record'", lambda value: value == "record"),
    "format": single(f"the number {FORMAT}", lambda value: type(value) is int and value == FORMAT),
    "reference": TEXT,
    "hash": single(
        "64 digits of 0-9 and a-f", lambda value: isinstance(value, str) and HEX.fullmatch(value) is not None
    ),
    "title": TEXT,
    "profile": single("the resolved profile", lambda value: isinstance(value, dict)),
    "seats": seats_form,
    "first_dealer": SEAT,
    "seed": single("a whole number or null", lambda value: value is None or type(value) is int),
    "made_by": TEXT,
}
