"""Deals and positions as people write them: a line for each hand, and what else is known.

    north:    AS KS 7H 6H 2D
    east:     BJ 9S 8H 5D 2C          # A♠, as and 10s are read too
    south:    TS AH KH 3C
    west:     4S QH JH TH
    contract: 4 uptown in spades by south
    leader:   south                   # else whoever leads first by the rules
    trick:    JS LJ                   # what lies on the table, from the leader on; not in the hands any more

Further keys are `dealer` and `kitty`. In place of lines there may be semicolons, and any beginning of a key will do:
"n: AS KS; e: .." Contracts are read as `notation.format_contract` writes them, and in other orders too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.cards import Card
from interpreter.contract import Contract, Value
from interpreter.errors import InputError, Place, Problem, first_of, suggestion
from interpreter.model import Profile
from interpreter.notation import format_contract, parse_card, parse_seat, value_names
from interpreter.spelling import SUIT_NAMES, normal
from interpreter.table import NOBODY, SEAT_NAMES, SEATS, Seat
from interpreter.tables import Tables

KEYS = (*SEAT_NAMES, "kitty", "dealer", "leader", "trick", "contract")
SIGNS = {sign: letter for letter, (_, sign) in SUIT_NAMES.items()}
SMALL_WORDS = ("in", "at")
"""Words of a contract that say nothing by themselves."""
NO_CARDS = ("-", "--")


@dataclass(frozen=True, slots=True)
class Diagram:
    """What was written. Seats are `NOBODY` where nothing was said of them; cards are None for a `kitty` not told.

    All four hands are there and fit each other: a seat that has played to the `trick` holds one card less.
    """

    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] | None
    dealer: Seat
    leader: Seat
    trick: tuple[Card, ...]
    contract: Contract | None

    @property
    def size(self) -> int:
        """How many tricks are left, the one on the table included."""
        return max(map(len, self.hands))


@dataclass(frozen=True, slots=True)
class Part:
    """One entry: its key, and what stands behind the colon, with the place of each."""

    key: str
    text: str
    key_place: Place
    place: Place

    def words(self) -> Iterator[tuple[str, Place]]:
        """Yield the words and where each stands."""
        for found in re.finditer(r"[^\s,]+", self.text):
            column = self.place.column + found.start()
            end = column + len(found[0])
            yield found[0], Place(self.place.file, self.place.line, column, end, self.place.text)


@dataclass(slots=True)
class Reader:
    """Reads one diagram under a game's rules and collects what is wrong with it."""

    tables: Tables
    name: str
    problems: list[Problem] = field(default_factory=list)
    seen: dict[Card, tuple[str, Place]] = field(default_factory=dict)

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.tables.profile

    def report(self, code: str, message: str, place: Place, help: str | None, *notes: tuple[str, Place | None]) -> None:
        """Take a problem down."""
        self.problems.append(Problem(code, message, place, help, notes))

    def read(self, text: str) -> Diagram:
        """Read all of it. Raises `InputError`."""
        parts = self.entries(text)
        hands = tuple(self.cards(parts.get(name)) for name in SEAT_NAMES)
        trick = self.cards(parts.get("trick"))
        kitty = self.cards(parts["kitty"]) if "kitty" in parts else None
        dealer, leader = self.seat(parts.get("dealer")), self.seat(parts.get("leader"))
        contract = self.contract(parts.get("contract"))
        if not self.problems:
            self.check_sizes(text, parts, hands, trick, leader)
        if self.problems:
            raise InputError(self.problems)
        return Diagram(hands, kitty, dealer, leader, trick, contract)

    def entries(self, text: str) -> dict[str, Part]:
        """Return the entries by key."""
        found: dict[str, Part] = {}
        for part in parts_of(text, self.name):
            known = [key for key in KEYS if part.key and key.startswith(part.key)]
            if not part.key and part.text.strip():
                self.report("G030", f"{part.text.strip()!r} is said of nobody", part.place, "begin with north: or so")
            elif len(known) != 1:
                help = suggestion(part.key, known or KEYS)
                self.report("G030", f"{part.key!r} is nothing that a deal has", part.key_place, help)
            elif known[0] in found:
                first = found[known[0]].key_place
                self.report(
                    "G030", f"{known[0]!r} is there twice", part.key_place, "leave one out", ("the first", first)
                )
            else:
                found[known[0]] = part
        return found

    def cards(self, part: Part | None) -> tuple[Card, ...]:
        """Read some cards; each may stand once in all of the diagram."""
        found = []
        for word, place in part.words() if part else ():
            if word in NO_CARDS:
                continue
            try:
                card = parse_card(self.profile, "".join(SIGNS.get(letter, letter) for letter in word))
            except InputError as error:
                self.report("G031", error.problems[0].message, place, error.problems[0].help)
                continue
            if card in self.seen:
                self.report("G032", f"{card} is there twice", place, "deal each card once", self.seen[card])
            else:
                self.seen[card] = ("the first", place)
                found.append(card)
        return tuple(found)

    def seat(self, part: Part | None) -> Seat:
        """Read a seat."""
        if part is None:
            return NOBODY
        try:
            return parse_seat(part.text)
        except InputError as error:
            self.report("G030", error.problems[0].message, part.place, error.problems[0].help)
            return NOBODY

    def contract(self, part: Part | None) -> Contract | None:
        """Read a contract."""
        if part is None:
            return None
        try:
            return parse_contract(self.tables, part.text)
        except InputError as error:
            self.report("G034", error.problems[0].message, part.place, error.problems[0].help)
            return None

    def check_sizes(
        self, text: str, parts: Mapping[str, Part], hands: Sequence[Sequence[Card]], trick: Sequence[Card], leader: Seat
    ) -> None:
        """Take down hands that are missing or don't fit each other."""
        whole = Place(self.name, 1, 1, 2, text.splitlines()[0] if text.strip() else "")
        missing = [name for name in SEAT_NAMES if name not in parts]
        if missing:
            self.report("G033", f"no cards are given for {' and '.join(missing)}", whole, "write a line for each seat")
            return
        if trick and leader == NOBODY:
            place = parts["trick"].place
            self.report("G033", "cards lie on the table, and nobody has led", place, "say who: leader: south")
            return
        if len(trick) >= len(SEATS):
            place = parts["trick"].place
            self.report("G033", f"{len(trick)} cards lie on the table", place, "leave out tricks that are full")
            return
        played = {(leader + turn) % 4 for turn in range(len(trick))}
        counts = [len(hand) + (seat in played) for seat, hand in enumerate(hands)]
        wanted = max(set(counts), key=lambda count: (counts.count(count), count))
        for seat, count in enumerate(counts):
            if count != wanted:
                behind = " behind the card on the table" if seat in played else ""
                message = f"{SEAT_NAMES[seat]} holds {counted(len(hands[seat]))}{behind}"
                expected = f"expected {wanted - (seat in played)}, as the others hold"
                self.report("G033", f"{message}, {expected}", parts[SEAT_NAMES[seat]].place, "count again")
        if wanted > self.tables.each:
            place = parts[SEAT_NAMES[0]].place
            self.report("G033", f"{counted(wanted)} a hand are more than the {self.tables.each} dealt", place, None)
        if not wanted:
            self.report("G033", "the hands are empty", whole, "write cards such as AS TD 2C behind each seat")


def counted(count: int) -> str:
    """Return a number of cards in words."""
    return f"{count} card{'s' * (count != 1)}"


def parts_of(text: str, name: str) -> Iterator[Part]:
    """Yield the entries of a text; one without a colon has no key."""
    for number, line in enumerate(text.splitlines(), 1):
        start = 0
        for piece in line.partition("#")[0].split(";"):
            if piece.strip():
                before, colon, _ = piece.partition(":")
                behind = start + len(before) + len(colon) if colon else start
                end = start + len(piece.rstrip())
                first = behind + len(line[behind:end]) - len(line[behind:end].lstrip())
                key_at = start + len(before) - len(before.lstrip())
                yield Part(
                    before.strip().casefold() if colon else "",
                    line[first:end],
                    Place(name, number, key_at + 1, key_at + len(before.strip()) + 1, line),
                    Place(name, number, first + 1, max(end, first + 1) + 1, line),
                )
            start += len(piece) + 1


def read_diagram(tables: Tables, text: str, name: str) -> Diagram:
    """Read a deal or a position. Raises `InputError` with the place of everything that is wrong; `name` is the file."""
    return Reader(tables, name).read(text)


def parse_contract(tables: Tables, text: str) -> Contract:
    """Read a contract with its declarer, such as "4 uptown in spades by south".

    The bid's number may be left out, and the first that there is then stands for all. Raises `InputError` where the
    text is no contract of this game or could be several that are played differently.
    """
    said, by, who = normal(text).rpartition(" by ")
    declarer = NOBODY
    if tables.declared:
        if not by:
            raise wrong(f"{text.strip()!r} doesn't say who declares", "say it at the end: by south")
        declarer = parse_seat(who)
    wanted = said if by else normal(text)
    words = tuple(word for word in wanted.split() if word not in SMALL_WORDS)
    texts = {number: format_contract(tables.profile, tables.contracts[number]) for number in contracts_to_play(tables)}
    found = [number for number in texts if is_named(tables, number, words)]
    found = [number for number in found if normal(texts[number]) == wanted] or found
    if not found:
        example = f"{next(iter(texts.values()))}{f'{by}{who}' if tables.declared else ''}"
        near = suggestion(wanted, texts.values()) or f"such as {example!r}"
        raise wrong(f"{text.strip()!r} is no contract of this game", near)
    played = {(tables.space_of[number], tables.worth[number]): number for number in reversed(found)}
    if len(played) > 1:
        several = [texts[number] for number in sorted(played.values())]
        raise wrong(f"{text.strip()!r} could be {first_of(several, 4, ' or ', 'or')}", "say which")
    return tables.contracts[found[0]].changed({}, declarer)


def wrong(message: str, help: str) -> InputError:
    """Return the error of a contract that means nothing, or not enough."""
    return InputError([Problem("G034", message, None, help)])


def contracts_to_play(tables: Tables) -> Iterable[int]:
    """Return the numbers of the contracts that a play can begin or end under."""
    by_lead = [number for number, row in enumerate(tables.opening) if row]
    return (*tables.final, *by_lead)


def is_named(tables: Tables, number: int, words: tuple[str, ...]) -> bool:
    """Whether each of the words belongs to a value of the contract, no two values to one field."""
    contract = tables.contracts[number]
    sayings = {name: sayings_of(tables.profile, name, value) for name, value in contract.values.items()}
    return bool(words) and fits(words, sayings)


def sayings_of(profile: Profile, name: str, value: Value) -> set[tuple[str, ...]]:
    """Return what people call the value of a contract's field, each as its words."""
    texts = {str(value)} if isinstance(value, int) else value_names(profile, name, value)
    return {tuple(word for word in text.split() if word not in SMALL_WORDS) for text in texts}


def fits(words: tuple[str, ...], sayings: Mapping[str, set[tuple[str, ...]]]) -> bool:
    """Whether words fall into sayings of different fields."""
    if not words:
        return True
    for name, texts in sayings.items():
        rest = {other: left for other, left in sayings.items() if other != name}
        for said in texts:
            if said and words[: len(said)] == said and fits(words[len(said) :], rest):
                return True
    return False
