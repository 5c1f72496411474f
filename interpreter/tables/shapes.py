"""The tables themselves: frozen tuples of whole numbers, and how to look things up in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from interpreter.cards import Card
from interpreter.contract import Contract, Value
from interpreter.expression.compile import Compiled
from interpreter.model import Profile
from interpreter.table import NOBODY, SEATS

Ints = tuple[int, ...]
Part: TypeAlias = Literal["cards", "dealing", "auction", "exchanges", "claims", "points"]
"""The parts of a game that whoever wants tables asks for."""
Reasons: TypeAlias = dict[Part, str]
"""Why parts can't be tabled."""

MAX_CARDS = 62
"""Masks stay below 2**62, so that neither they nor their doubles leave a signed word."""
LANES = 5
"""Up to four suits, and the trump list that stands without a suit."""
PASSING, ALL = 0, -1
"""The number of the pass among the calls; giving all cards that may be given."""


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards under one class of contracts. `lane` and `strength` go by card, masks and `card_at` by bit.

    `lanes` are the masks of the lanes, `trump` that of the trump lane (0: none), `idle` the cards that never win.
    `rungs[lane]` are the masks that narrow a hand one after the other when that lane is led, `free[lane]` what may be
    played all the same. `plain`: following is following suit and no more.
    """

    lane: Ints
    strength: Ints
    bit: Ints
    card_at: Ints
    lanes: Ints
    trump: int
    idle: int
    rungs: tuple[Ints, ...]
    free: Ints

    @property
    def plain(self) -> bool:
        """Whether following is following suit and no more."""
        return not any(self.free) and all(
            rungs == (mask,) for rungs, mask in zip(self.rungs, self.lanes, strict=True) if mask
        )

    def mask(self, cards: Iterable[int]) -> int:
        """Return the mask of some cards."""
        return sum(1 << self.bit[card] for card in cards)


@dataclass(frozen=True, slots=True)
class StepTable:
    """One step of an exchange. Masks go by contract, in the bits of its space (`Tables.space_of`).

    `runs` says under which contracts it runs. `who[5 * dealer + declarer + 1]` is the seat, -1 for all but the
    declarer; the zones are 0 (kitty) and 1 (out), -1 none. `give` is a number of cards, `ALL`, or 0 for a step
    that takes.
    """

    runs: Ints
    who: Ints
    take: int
    give: int
    of: Ints
    must: Ints
    to: int
    draw: int
    draw_of: Ints


@dataclass(frozen=True, slots=True)
class ChoiceTable:
    """One choice: `options[contract]` are the pairs (number of the option, the contract then) that may be named."""

    by: Ints
    options: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """The auction. `calls[situation]` are the legal calls: 0 a pass, then the bids by rank, then the other calls.

    The situation is `(((standing * 4 + caller) * 4 + its caller) * 2 + stuck) * 2 + last`, where callers count from the
    dealer, `standing` is the standing bid's call or 0, and then its caller 0 as well.
    """

    start: Ints
    open: bool
    pass_is_final: bool
    bids: int
    calls: tuple[Ints, ...]
    after: tuple[Ints, ...]
    """`after[contract][bid]` is the contract after the auction, bids counted from 0; empty where that can't come."""
    all_pass: int
    """What becomes of a deal that is passed out: 0 it is dealt again, 1 the deal goes on, -1 that can't happen."""


FlowStep = AuctionTable | ChoiceTable | StepTable


@dataclass(frozen=True, slots=True)
class Tables:
    """A profile's tables. `reasons` names the parts that can't be tabled, and why; their tables are empty.

    `spaces` are the card tables; the last one isn't a contract's but numbers the bits as the pack does. `space_of`
    leads from a contract to its space. `start[turned card]` is the contract after the deal, `opening[contract]`
    gives the contract by the first card led, empty where that changes nothing. `worth[contract][trick]` are the
    books of a trick, `credit` those of declarers and defenders before the first. `points[contract][books]` are the
    points of declarers and defenders and whether the contract is made (0 where none is), `final` the contracts
    that a deal can be scored under.
    """

    profile: Profile = field(repr=False)
    numbers: Mapping[tuple[object, ...], int] = field(repr=False)
    cards: tuple[Card, ...]
    reasons: Mapping[Part, str]
    contracts: tuple[Contract, ...]
    final: Ints
    spaces: tuple[CardTable, ...]
    space_of: Ints
    each: int
    kitty: int
    start: Ints
    flow: tuple[FlowStep, ...]
    leader: Ints
    opening: tuple[Ints, ...]
    worth: tuple[Ints, ...]
    credit: tuple[int, int]
    points: tuple[tuple[tuple[int, int, int], ...], ...]

    @property
    def declared(self) -> bool:
        """Whether somebody declares the contract."""
        return self.profile.auction is not None

    def number(self, contract: Contract) -> int:
        """Return a contract's number, whoever declares it; raises `KeyError` for one that can't come."""
        return self.numbers[key_of(contract.values)]

    def lacks(self, *parts: Part) -> str:
        """Return why a game can't be run from these tables, for the parts named; empty if it can."""
        return "; ".join(f"{part}: {self.reasons[part]}" for part in parts if part in self.reasons)


def key_of(values: Mapping[str, Value]) -> tuple[object, ...]:
    """Return a contract's values as something to look it up by."""
    return tuple(sorted(values.items()))


class Numbering:
    """The contracts met so far, each with its number."""

    def __init__(self) -> None:
        self.contracts: list[Contract] = []
        self.number: dict[tuple[object, ...], int] = {}

    def __call__(self, contract: Contract) -> int:
        key = key_of(contract.values)
        if key not in self.number:
            self.number[key] = len(self.contracts)
            self.contracts.append(contract)
        return self.number[key]


def reading(rules: Iterable[Compiled | None], names: Iterable[str]) -> list[str]:
    """Return which of the names some rules read."""
    read = {name for rule in rules if rule is not None for name in rule.reads}
    return sorted(read & set(names))


def seats_by(rule: Compiled) -> Ints:
    """Return the seat that a rule names, by `5 * dealer + declarer + 1`."""
    return tuple(int(rule.call({"dealer": dealer, "declarer": who})) for dealer in SEATS for who in (NOBODY, *SEATS))
