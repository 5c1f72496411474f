"""Whole deals by the kernel, tens of thousands to a million a second: at random, or by players that read the rules.

    deals = Deals(make_tables(load("pagat-54")))
    deals.run(count=100_000).books
    Deals(tables, players=(RULES, RANDOM, RULES, RANDOM), fit=fit).rows(0, 1000)

Unpacks what comes back from the kernel. A deal depends on the seed and its number alone, so any of them can be looked
at again (`deals.deal(number)`), with every decision and what was allowed there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

from interpreter import kernel
from interpreter.actions import Deal
from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.machine import fastest
from interpreter.packing import Fit, packed, packed_fit
from interpreter.slots import Slots
from interpreter.table import NOBODY, Pair, Seat
from interpreter.tables import Part, Tables
from interpreter.tables.play import stakes

RANDOM, RULES, HIGHEST = kernel.RANDOM, kernel.RULES, kernel.HIGHEST
"""Who can play a seat: chance, the rule player, and one that bids and buries like it but plays its highest card."""
CALM = 180
"""So many seats of 256 pass at random where they may: evenly random auctions end at the highest bid nearly always."""
NOTES = 1 << 14
OUTCOMES = ("played", "passed", "redealt")


class NoTables(ValueError):
    """A game that the kernel can't play; the text says why."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a deal: `chosen` among what was `legal`, cards by name, calls and choices by their place."""

    seat: Seat
    legal: frozenset[Card] | int
    chosen: Card | int


@dataclass(frozen=True, slots=True)
class Played:
    """One deal that the kernel dealt. Pairs are (declarers, defenders), or by side where nobody declares.

    `outcome` is "played", "passed" (the deal goes on) or "redealt"; only a deal that was played has books and points.
    """

    dealer: Seat
    deal: Deal
    decisions: tuple[Decision, ...]
    outcome: str
    contract: Contract
    books: Pair
    points: Pair
    made: bool


class Numbers(NamedTuple):
    """One deal in numbers: whole numbers only, as the kernel writes them.

    `outcome` is a place in `OUTCOMES`, `contract` a number of the tables, `declarer` and `first_bidder` seats or -1.
    Books and points are the declarers' and the others' (by side where nobody declares), 0 where nothing was played.
    `bids` are the bids among the calls, `bidders` who made any as a mask of seats, `called_first` how many calls came
    before the first. Equal calls have equal `calls_check`, equal cards given and played equal `cards_check` under any
    rules with the same pack (0 where all play by chance); different ones hardly ever.
    """

    outcome: int
    contract: int
    declarer: int
    books: int
    books_others: int
    points: int
    points_others: int
    made: int
    dealer: int
    calls: int
    first_bidder: int
    bids: int
    bidders: int
    called_first: int
    calls_check: int
    cards_check: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What many deals add up to. `thrown_in` were passed out or dealt again; the rest have books and points."""

    deals: int
    thrown_in: int
    made: int
    books: int
    points: Pair
    check: int
    """Differs where any contract, declarer or number of books does, nearly always."""


class Deals:
    """A game's deals, numbered from 0 for each seed; deal `n` is dealt by seat `n % 4`.

    The cards depend on the seed and the number alone, whatever the rules, as long as the pack is the same. `players`
    are four of `RANDOM`, `RULES` and `HIGHEST`, by seat; all but chance need the game's `fit`. Beside others a random
    player has a stream of its own for each seat and decision.

    With `contract` there is no auction and no choice: `declarer` plays it. Raises `NoTables` where the kernel can't
    play the game. `machine` is the kernel, the fastest there is by default.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        seed: int = 0,
        contract: Contract | None = None,
        declarer: Seat = 0,
        players: Sequence[int] = (RANDOM,) * 4,
        fit: Fit | None = None,
        machine: ModuleType | None = None,
    ) -> None:
        needed: tuple[Part, ...] = (
            ("cards", "exchanges", "claims") if contract else ("cards", "dealing", "auction", "exchanges", "claims")
        )
        chance = all(player == RANDOM for player in players)
        lacking = tables.lacks(*needed) or (not chance and not contract and tables.lacks("points"))
        if lacking:
            raise NoTables(f"this game can't be played from tables ({lacking})")
        if fit is None and not chance:
            raise ValueError("these players need the game's fit")
        self.tables, self.machine = tables, machine or fastest()
        machine = self.machine
        slots = Slots(tables)
        self.game = packed(tables, machine, slots)
        self.mind = packed_fit(slots, fit, stakes(tables), machine) if fit else machine.array((0,) * kernel.MIND)
        self.room = Room(machine, slots)
        number = -1 if contract is None else tables.number(contract)
        self.how = self.room.how
        self.how[kernel.SEED] = seed
        self.how[kernel.CONTRACT_NOW] = number
        self.how[kernel.DECLARER_NOW] = declarer if contract and tables.declared else NOBODY
        self.how[kernel.CALM] = CALM
        self.how[kernel.CLASS_NOW] = -1
        self.how[kernel.MIXED] = int(not chance)
        for seat, player in enumerate(players):
            self.how[kernel.PLAYER + seat] = player
        self.out = self.room.out

    def run(self, count: int, first: int = 0) -> Totals:
        """Play deals `first` to `first + count - 1` and add them up."""
        sums = self.report(kernel.IN_SUMS, 8, first, count)
        deals, thrown_in, made, books, one, other, check = sums[:7]
        return Totals(deals, thrown_in, made, books, (one, other), check)

    def rows(self, first: int, count: int, dealer: Seat | None = None, *, turned: bool = False) -> list[Numbers]:
        """Play deals `first` to `first + count - 1`, a row each; `dealer` deals all of them, else they take turns.

        The cards go out from the dealer's left. If they are `turned`, each seat gets the same hand whoever deals.
        """
        numbers = self.report(kernel.IN_ROWS, count * kernel.ROW, first, count, dealer, turned=turned)
        return [Numbers(*numbers[start : start + kernel.ROW]) for start in range(0, len(numbers), kernel.ROW)]

    def report(
        self, kind: int, width: int, first: int, count: int, dealer: Seat | None = None, *, turned: bool = False
    ) -> list[int]:
        """Play deals and return what the kernel reports of them, so many numbers (see `kernel.run`)."""
        report = self.machine.zeros(width)
        self.how[kernel.REPORT], self.how[kernel.TURNED] = kind, int(turned)
        self.how[kernel.DEALER_ALWAYS] = -1 if dealer is None else dealer
        self.machine.run(self.game, self.mind, self.how, first, count, *self.room.places, report)
        return report if isinstance(report, list) else report.tolist()

    def deal(self, number: int, dealer: Seat | None = None, *, turned: bool = False) -> Played:
        """Play one deal and tell everything about it; `turned` as `rows` has it."""
        how, out, tables = self.how, self.out, self.tables
        how[kernel.TRACE] = 1
        self.report(kernel.IN_SUMS, 8, number, 1, dealer, turned=turned)
        how[kernel.TRACE] = 0
        contract = tables.contracts[int(out[kernel.CONTRACT])]
        return Played(
            dealer=int(how[kernel.DEALER_NOW]),
            deal=self.dealt(),
            decisions=tuple(self.decisions()),
            outcome=OUTCOMES[int(out[kernel.OUTCOME])],
            contract=contract.changed({}, int(out[kernel.DECLARER])),
            books=(int(out[kernel.BOOKS_OF]), int(out[kernel.BOOKS_OTHERS])),
            points=(int(out[kernel.POINTS_OF]), int(out[kernel.POINTS_OTHERS])),
            made=bool(out[kernel.MADE]),
        )

    def dealt(self) -> Deal:
        """Return the deal as the interpreter takes it: the kernel deals the kitty last, whatever its place."""
        tables, count, deck = self.tables, len(self.tables.cards), self.room.deck
        order = [tables.cards[int(card)] for card in deck[:count]]
        draw_order = [tables.cards[int(card)] for card in deck[kernel.ROOM : kernel.ROOM + count]]
        hands, kitty = order[: 4 * tables.each], order[4 * tables.each :]
        first = tables.profile.dealing.not_first
        begin = len(hands) - (tables.profile.dealing.not_last or 0) if first is None else first
        return Deal((*hands[:begin], *kitty, *hands[begin:]), tuple(draw_order) if tables.profile.draws else ())

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of the deal played last."""
        for at in range(0, int(self.out[kernel.NOTED]), kernel.NOTE):
            seat, space, legal, chosen = (int(number) for number in self.room.notes[at : at + kernel.NOTE])
            if space < 0:
                yield Decision(seat, legal, chosen)
            else:
                cards = self.tables.spaces[space].card_at
                named = frozenset(self.tables.cards[cards[bit]] for bit in bits(legal))
                yield Decision(seat, named, self.tables.cards[cards[chosen.bit_length() - 1]])


class Room:
    """What the kernel writes into while it plays a game of such slots."""

    __slots__ = ("deck", "hands", "how", "notes", "out", "seen")

    def __init__(self, machine: ModuleType, slots: Slots) -> None:
        self.how, self.deck = machine.zeros(kernel.HOW), machine.zeros(2 * kernel.ROOM)
        self.hands = machine.zeros(kernel.OWNERS)
        self.out = machine.zeros(kernel.HELD_AT + kernel.HANDS_WEIGHED * len(slots.all))
        self.notes, self.seen = machine.zeros(NOTES), machine.zeros(kernel.SEEN)

    @property
    def places(self) -> tuple[kernel.Array, ...]:
        """What every function that plays deals is handed, in that order."""
        return (self.deck, self.hands, self.out, self.notes, self.seen)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, from the lowest."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
