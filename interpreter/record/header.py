"""The first line of a record: which game is played, by whom, with which rules."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass

from interpreter.errors import InputError, Problem
from interpreter.model import Profile
from interpreter.profile.checked import hash_of
from interpreter.profile.load import load, load_document
from interpreter.record.forms import FORMAT, HEADER, check_keys
from interpreter.record.lines import Line, shown
from interpreter.table import SEAT_NAMES, Seat


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line says. `seats` names a kind of player for each seat, from north; `made_by` the program.

    `warnings` say where its reference names other rules today than those that are written in it, which are played.
    """

    profile: Profile
    seats: tuple[str, str, str, str]
    first_dealer: Seat
    seed: int | None
    made_by: str
    warnings: tuple[Problem, ...] = ()


def header_line(header: Header) -> str:
    """Return the first line of a record, without its end."""
    profile = header.profile
    return json.dumps(
        {
            "bidwhist": "record",
            "format": FORMAT,
            "reference": profile.reference,
            "hash": profile.hash,
            "title": profile.title,
            "profile": profile.document,
            "seats": dict(zip(SEAT_NAMES, header.seats, strict=True)),
            "first_dealer": SEAT_NAMES[header.first_dealer],
            "seed": header.seed,
            "made_by": header.made_by,
        }
    )


CHANGED = "the header was changed after it was written: put line 1 back, from a copy or a record under the same rules"


def check_header(line: Line) -> None:
    """Demand that a line has the form of a header. Raises `InputError`; a newer version is said first."""
    data = line.data
    if data.get("bidwhist") != "record":
        raise line.error("G108", "this is no record: its first line lacks 'bidwhist': 'record'", help="name a record")
    version = data.get("format")
    if type(version) is int and version != FORMAT:
        message = f"found format {shown(version)} of records; this program reads {FORMAT}"
        raise line.error("G109", message, "format", help="use the version of bidwhist that wrote it")
    check_keys(line, HEADER, frozenset(), "the header")


def read_header(line: Line) -> Header:
    """Read the first line and load its rules. Raises `InputError`."""
    check_header(line)
    data = line.data
    north, east, south, west = (data["seats"][name] for name in SEAT_NAMES)
    first = SEAT_NAMES.index(data["first_dealer"])
    profile, warnings = profile_of(line)
    return Header(profile, (north, east, south, west), first, data["seed"], data["made_by"], warnings)


def profile_of(line: Line) -> tuple[Profile, tuple[Problem, ...]]:
    """Return the rules of a header: those that its reference names today if their hash fits, else those written in it,
    with a warning where it names others.

    Raises `InputError` where the hash doesn't fit what is written in the header, or that is no profile.
    """
    data = line.data
    document, wanted = data["profile"], data["hash"]
    found = hash_of(document)
    if found != wanted:
        message = f"the hash {wanted[:12]}... doesn't fit the profile in this header, whose hash is {found[:12]}..."
        raise line.error("G114", message, "hash", help=CHANGED)
    warnings: tuple[Problem, ...] = ()
    with suppress(InputError):
        profile = load(data["reference"])
        if profile.hash == wanted:
            return profile, ()
        warnings = (others_today(line),)
    place = line.place("profile")
    profile = load_document(document, data["reference"], name=line.file, column=place.column)
    if profile.hash != wanted:  # a value that a profile can't hold, such as 1.5
        raise line.error("G114", "the profile in this header isn't a resolved one", "profile", help="name a record")
    return profile, warnings


def others_today(line: Line) -> Problem:
    """Return the warning that a header's reference doesn't name the rules that are written in it."""
    message = f"{shown(line.data['reference'])} names other rules than those written in this header, which are played"
    help = "they were changed since, or the name was; --rules goes through the record under others"
    return Problem("G127", message, line.place("reference"), help, severity="warning")
