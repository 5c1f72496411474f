"""Reading the parts of a case: cards, seats, calls, contracts, pairs. What is wrong is noted with its place.

A part that can't be read gives a value that does no harm (no cards, a pass, ..), since a file with problems isn't run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from interpreter.cards import Card
from interpreter.contract import PASS, Call, Contract, Value
from interpreter.errors import SUIT_LETTERS, InputError, Place, Problem, suggestion
from interpreter.model import Profile
from interpreter.notation import card_name, parse_call, parse_card, value_names
from interpreter.profile.nodes import Mapping, Scalar, Sequence, words_of
from interpreter.spelling import normal
from interpreter.table import SEAT_NAMES, Pair, Seat

PAIR_LENGTH = 2


@dataclass(slots=True)
class Findings:
    """What a case found otherwise than it expects: texts with the places of the expectations."""

    found: list[tuple[str, Place]] = field(default_factory=list)

    def expect(self, what: str, expected: object, found: object, place: Place) -> None:
        """Note a difference."""
        if expected != found:
            self.add(f"expected {what} {shown(expected)}, found {shown(found)}", place)

    def add(self, text: str, place: Place) -> None:
        """Note something that is wrong."""
        self.found.append((text, place))


def shown(value: object) -> str:
    """Return a value as a case writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "none"
        case (int() as one, int() as other):
            return f"[{one}, {other}]"
        case tuple() | list():
            return " ".join(map(str, value)) or "nothing"
    return str(value)


def as_written(word: str, cards: Iterable[Card]) -> Card | None:
    """Return the card that a word names with a suit's sign, or with the suit first; None for no such word."""
    letters = sorted(card_name(word.translate(SUIT_LETTERS)))
    return next((card for card in cards if sorted(card.upper()) == letters), None)


@dataclass(slots=True)
class Reader:
    """One map of a case, under the rules that the case is about."""

    profile: Profile
    node: Mapping
    problems: list[Problem]

    def __contains__(self, key: str) -> bool:
        return key in self.node.entries

    def report(self, code: str, message: str, place: Place, help: str | None = None) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help))

    def inside(self, key: str) -> Reader:
        """Return a reader of the map below a key; of an empty one where there is none."""
        node = self.node.entries.get(key)
        below = node if isinstance(node, Mapping) else Mapping(self.node.source, self.node.start, self.node.start)
        return Reader(self.profile, below, self.problems)

    def names(self) -> Iterator[str]:
        """Yield the keys of this map."""
        yield from self.node.entries

    def place(self, key: str | None = None) -> Place:
        """Return where a key's value stands; the map's own place where the key isn't there."""
        node = self.node if key is None else self.node.entries.get(key, self.node)
        return node.place()

    def items(self, key: str) -> list[Scalar]:
        """Return the scalars of a list."""
        node = self.node.entries.get(key)
        return [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []

    def text(self, key: str, default: str = "") -> str:
        """Return the text of a scalar, as it is written."""
        node = self.node.entries.get(key)
        return node.text if isinstance(node, Scalar) else default

    def number(self, key: str, default: int = 0) -> int:
        """Return a whole number."""
        node = self.node.entries.get(key)
        return int(node.value) if isinstance(node, Scalar) and isinstance(node.value, int) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a truth value."""
        node = self.node.entries.get(key)
        return node.value if isinstance(node, Scalar) and isinstance(node.value, bool) else default

    def pair(self, key: str) -> Pair:
        """Return two whole numbers."""
        values = [item.value for item in self.items(key) if isinstance(item.value, int)]
        return (values[0], values[1]) if len(values) == PAIR_LENGTH else (0, 0)

    def trick_number(self) -> int:
        """Return the number of a trick, which the deal must have."""
        number, tricks = self.number("number", 1), self.profile.dealing.each
        if number > tricks:
            self.report("T022", f"there is no trick {number} in this game", self.place("number"), f"{tricks} at most")
        return number

    def seat(self, key: str, default: Seat) -> Seat:
        """Return a seat by its name."""
        return seat_of(self.text(key, SEAT_NAMES[default]))

    def cards(self, key: str) -> tuple[Card, ...]:
        """Return the cards of a list, each once."""
        found: list[Card] = []
        wrong: list[tuple[str, Place, Problem]] = []
        for word, place in words_of(self.node.entries.get(key)):
            try:
                card = parse_card(self.profile, word)
            except InputError as error:
                wrong.append((word, place, error.problems[0]))
                continue
            if card in found:
                self.report("T011", f"{card} stands here twice", place, "name each card once")
            found.append(card)
        self.report_cards(wrong)
        return tuple(found)

    def report_cards(self, wrong: list[tuple[str, Place, Problem]]) -> None:
        """Tell the words that are no cards; several that are all written in another way as one."""
        meant = {word: as_written(word, self.profile.pack.cards) for word, _, _ in wrong}
        if len(wrong) > 1 and all(meant.values()):
            word, place, problem = wrong[0]
            help = f"write {' '.join(str(meant[word]) for word, _, _ in wrong)}"
            said = f"{word!r} and {len(wrong) - 1} more are no cards of this game"
            wrong = [(word, place, replace(problem, message=said, help=help))]
        for _, place, problem in wrong:
            self.report("T010", problem.message, place, problem.help)

    def place_of_card(self, key: str, card: Card) -> Place:
        """Return where a card stands in a list of them."""
        for word, place in words_of(self.node.entries.get(key)):
            if card_name(word) == card.upper():
                return place
        return self.place(key)

    def hands(self, key: str) -> dict[Seat, tuple[Card, ...]]:
        """Return cards by seat."""
        below = self.inside(key)
        return {seat_of(name): below.cards(name) for name in below.names()}

    def call(self, node: Scalar) -> Call:
        """Read a call."""
        try:
            return parse_call(self.profile, node.text)
        except InputError as error:
            self.report("T012", error.problems[0].message, node.place(), error.problems[0].help)
            return PASS

    def fields(self, key: str) -> dict[str, Value]:
        """Return fields of a contract with their values."""
        below = self.inside(key)
        found: dict[str, Value] = {}
        for name, node in below.node.entries.items():
            domain = self.profile.fields.get(name)
            if domain is None:
                source, start, end = below.node.keys[name]
                near = suggestion(name, self.profile.fields) or "this game's contract has no fields"
                self.report("T013", f"the contract has no field {name!r}", source.place(start, end), near)
            elif isinstance(node, Scalar):
                found.update((name, value) for value in self.value(name, domain, node))
        return found

    def value(self, name: str, domain: tuple[Value, ...], node: Scalar) -> list[Value]:
        """Read the value of a field; nothing where it isn't in the field's domain."""
        wanted = normal(node.text)
        exact = [value for value in domain if str(value) == node.text]
        found = exact or [value for value in domain if wanted in value_names(self.profile, name, value)]
        if len(found) != 1:
            near = suggestion(node.text, map(str, domain)) or f"one of: {', '.join(map(str, domain))}"
            self.report("T014", f"{node.text!r} is no value of {name}", node.place(), near)
            return []
        return found

    def contract(self, key: str, declarer: Seat) -> Contract:
        """Return the profile's default contract with the fields given; `declarer` counts where there is an auction."""
        contract = self.profile.contract.changed(self.fields(key))
        return contract if self.profile.auction is None else contract.changed({}, declarer)


def seat_of(name: str) -> Seat:
    """Return a seat by its whole name."""
    return SEAT_NAMES.index(name)
