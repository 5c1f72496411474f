"""Whole deals by the kernel, tens of thousands to a million a second: at random, or by a simple greedy player.

    deals = Deals(make_tables(load("pagat-54")))
    deals.run(count=100_000).books

Packs a profile's tables for the kernel and unpacks what comes back. A deal depends on the seed and its number alone, so
any of them can be looked at again (`deals.deal(number)`), with every decision and what was allowed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import ModuleType
from typing import TypeVar

from interpreter import kernel
from interpreter.actions import Deal
from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.table import NOBODY, Pair, Seat
from interpreter.tables import LANES, AuctionTable, CardTable, ChoiceTable, StepTable, Tables

Entry = TypeVar("Entry")

CALM = 180
"""So many seats of 256 pass at random where they may: evenly random auctions end at the highest bid nearly always."""
NOTES = 1 << 14

# The greedy player's estimate of a hand, in hundredths of a book, by a card's place from the top of its lane.
HIGH_TRUMPS, LOW_TRUMP = (100, 95, 85, 70, 60), 50
HIGH_RUFFED, HIGH_PLAIN = (85, 50, 15), (100, 65, 40, 20, 10)
HELP = 430
"""What the partner and the cards taken up bring."""


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


@dataclass(frozen=True, slots=True)
class Sums:
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

    With `contract` there is no auction and no choice: `declarer` plays it. `greedy` lets a simple player decide, not
    chance. Raises `NoTables` where the kernel can't play the game. `machine` is the kernel: another copy of it, for
    the tests.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        seed: int = 0,
        contract: Contract | None = None,
        declarer: Seat = 0,
        greedy: bool = False,
        machine: ModuleType = kernel,
    ) -> None:
        needed = (
            ("cards", "exchanges", "claims") if contract else ("cards", "dealing", "auction", "exchanges", "claims")
        )
        lacking = tables.lacks(*needed) or (greedy and tables.lacks("points"))
        if lacking:
            raise NoTables(f"this game can't be played from tables ({lacking})")
        self.tables, self.machine = tables, machine
        self.game = packed(tables, machine)
        if not tables.declared:
            declarer = NOBODY
        self.how = machine.zeros(8)
        number = -1 if contract is None else tables.number(contract)
        for place, value in enumerate((seed, 0, 0, number, declarer if contract else NOBODY, CALM, int(greedy), 0)):
            self.how[place] = value
        self.deck, self.hands = machine.zeros(2 * kernel.ROOM), machine.zeros(6)
        self.out = machine.zeros(kernel.WEIGHED + kernel.ROOM)
        self.notes = machine.zeros(NOTES)

    def run(self, count: int, first: int = 0) -> Sums:
        """Play deals `first` to `first + count - 1` and add them up."""
        sums = self.machine.zeros(8)
        self.how[kernel.TRACE] = 0
        self.machine.run(self.game, self.how, first, count, self.deck, self.hands, self.out, self.notes, sums)
        deals, thrown_in, made, books, one, other, check = (int(number) for number in sums[:7])
        return Sums(deals, thrown_in, made, books, (one, other), check)

    def deal(self, number: int, dealer: Seat | None = None) -> Played:
        """Play one deal and tell everything about it."""
        how, out, tables = self.how, self.out, self.tables
        how[kernel.NUMBER], how[kernel.TRACE] = number, 1
        how[kernel.DEALER_NOW] = number % 4 if dealer is None else dealer
        state = self.machine.seeded(self.machine.keyed(how[kernel.SEED]), number)
        self.machine.deal(self.game, how, state, self.deck, self.hands, out, self.notes)
        contract = tables.contracts[int(out[kernel.CONTRACT])]
        return Played(
            dealer=int(how[kernel.DEALER_NOW]),
            deal=self.dealt(),
            decisions=tuple(self.decisions()),
            outcome=("played", "passed", "redealt")[int(out[kernel.OUTCOME])],
            contract=contract.changed({}, int(out[kernel.DECLARER])),
            books=(int(out[kernel.BOOKS_OF]), int(out[kernel.BOOKS_OTHERS])),
            points=(int(out[kernel.POINTS_OF]), int(out[kernel.POINTS_OTHERS])),
            made=bool(out[kernel.MADE]),
        )

    def dealt(self) -> Deal:
        """Return the deal as the interpreter takes it: the kernel deals the kitty last, whatever its place."""
        tables, count = self.tables, len(self.tables.cards)
        order = [tables.cards[int(card)] for card in self.deck[:count]]
        draw_order = [tables.cards[int(card)] for card in self.deck[kernel.ROOM : kernel.ROOM + count]]
        hands, kitty = order[: 4 * tables.each], order[4 * tables.each :]
        first = tables.profile.dealing.not_first
        begin = len(hands) - (tables.profile.dealing.not_last or 0) if first is None else first
        return Deal((*hands[:begin], *kitty, *hands[begin:]), tuple(draw_order) if tables.profile.draws else ())

    def decisions(self) -> Iterator[Decision]:
        """Yield the decisions of the deal played last."""
        for at in range(0, int(self.out[kernel.NOTED]), kernel.NOTE):
            seat, space, legal, chosen = (int(number) for number in self.notes[at : at + kernel.NOTE])
            if space < 0:
                yield Decision(seat, legal, chosen)
            else:
                cards = self.tables.spaces[space].card_at
                named = frozenset(self.tables.cards[cards[bit]] for bit in bits(legal))
                yield Decision(seat, named, self.tables.cards[cards[chosen.bit_length() - 1]])


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, from the lowest."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def packed(tables: Tables, machine: ModuleType = kernel) -> kernel.Ints:
    """Return the tables as the kernel reads them: one array that begins with sizes and with where each table stands."""
    spaces, steps, count = tables.spaces, tables.flow, len(tables.contracts)
    bidding = next((step for step in steps if isinstance(step, AuctionTable)), None)
    rungs = max(1, *(len(rung) for space in spaces for rung in space.rungs))
    books = max((len(row) for row in tables.points), default=0)
    options = [
        tuple(row(step.options, at)) if isinstance(step, ChoiceTable) else () for step in steps for at in range(count)
    ]
    finals = [reachable(tables, number) for number in range(count)]
    sizes = (
        len(tables.cards), tables.each, tables.kitty, count, len(steps), len(spaces) - 1,
        bidding.bids if bidding else 0,
        int(bool(bidding and bidding.open)), int(bool(bidding and bidding.pass_is_final)),
        bidding.all_pass if bidding else -1, int(tables.profile.draws), *tables.credit, books, rungs,
        int(not tables.points), int(any(tables.opening)),
    )  # fmt: skip
    parts: dict[int, Sequence[int]] = {
        kernel.BIT: wide([tuple(1 << bit for bit in space.bit) for space in spaces], kernel.ROOM),
        kernel.CARD_AT: wide([space.card_at for space in spaces], kernel.ROOM),
        kernel.FOLLOW: wide([tuple(lane_mask(space, card) for card in space.card_at) for space in spaces], kernel.ROOM),
        kernel.LANE: wide([tuple(space.lane[card] for card in space.card_at) for space in spaces], kernel.ROOM),
        kernel.TRUMP: [space.trump for space in spaces],
        kernel.PLAIN: [int(space.plain) for space in spaces],
        kernel.RUNG: wide([rung for space in spaces for rung in space.rungs], rungs),
        kernel.FREE: wide([space.free for space in spaces], LANES),
        kernel.SPACE_OF: tables.space_of,
        kernel.STEP_AT: wide([verb_of(step) for step in steps], kernel.STEP),
        kernel.WHO: wide([who_of(step) for step in steps], 20),
        kernel.MASK: wide([masks for step in steps for masks in masks_of(step)], count),
        kernel.FIRST_CALL: starts(bidding.calls if bidding else ()),
        kernel.CALL: flat(bidding.calls if bidding else ()),
        kernel.AFTER: wide(
            [row(bidding.after, at) for at in range(count)] if bidding else [], bidding.bids if bidding else 0
        ),
        kernel.FIRST_OPTION: starts(options),
        kernel.OPTION: flat(pair for pairs in options for pair in pairs),
        kernel.START: tables.start or (0,) * len(tables.cards),
        kernel.LEADER: tables.leader,
        kernel.OPENING_AT: wide(
            [row(tables.opening, at) or (at,) * len(tables.cards) for at in range(count)], kernel.ROOM
        ),
        kernel.WORTH: wide(tables.worth, tables.each),
        kernel.POINTS: flat(
            triple for points in tables.points for triple in (*points, *((0, 0, 0),) * (books - len(points)))
        ),
        kernel.VALUE: wide([tuple(worths(space)[bit] for bit in space.bit) for space in spaces], kernel.ROOM),
        kernel.KEEP: wide([worths(space) for space in spaces], kernel.ROOM),
        kernel.NEED: [needed(tables, number) for number in range(count)],
        kernel.FIRST_FINAL: starts(finals),
        kernel.FINAL: flat(finals),
    }
    head = [*sizes, *(0,) * (kernel.TABLES - len(sizes))]
    for place, numbers in parts.items():
        head[place] = len(head)
        head.extend(numbers)
    packing: kernel.Ints = machine.array(head)
    return packing


def row(rows: Sequence[Sequence[Entry]], at: int) -> Sequence[Entry]:
    """Return a row, an empty one behind the last."""
    return rows[at] if at < len(rows) else ()


def wide(rows: Iterable[Sequence[int]], width: int) -> list[int]:
    """Lay rows end to end, each filled up with 0 to a width."""
    return [number for row in rows for number in (*row, *(0,) * (width - len(row)))]


def flat(rows: Iterable[Iterable[int]]) -> list[int]:
    """Lay rows end to end."""
    return [number for row in rows for number in row]


def starts(rows: Sequence[Sequence[object]]) -> list[int]:
    """Return where each row begins when they lie end to end, and where the last one ends."""
    return list(accumulate((len(row) for row in rows), initial=0))


def lane_mask(space: CardTable, card: int) -> int:
    """Return the lane of a card as a mask, 0 for an idle card."""
    return space.lanes[space.lane[card]] if space.lane[card] >= 0 else 0


def verb_of(step: AuctionTable | ChoiceTable | StepTable) -> tuple[int, ...]:
    """Return a step's verb and what it moves from where to where."""
    if isinstance(step, AuctionTable):
        return (kernel.BID,)
    if isinstance(step, ChoiceTable):
        return (kernel.CHOOSE,)
    return (kernel.GIVE if step.take < 0 else kernel.TAKE, step.take, step.give, step.to, step.draw)


def who_of(step: AuctionTable | ChoiceTable | StepTable) -> tuple[int, ...]:
    """Return who acts in a step, by dealer and declarer."""
    if isinstance(step, AuctionTable):
        return step.start
    return step.by if isinstance(step, ChoiceTable) else step.who


def masks_of(step: AuctionTable | ChoiceTable | StepTable) -> tuple[tuple[int, ...], ...]:
    """Return the four masks of a step by contract; only exchanges have them."""
    return (step.runs, step.of, step.must, step.draw_of) if isinstance(step, StepTable) else ((),) * 4


def reachable(tables: Tables, number: int) -> tuple[int, ...]:
    """Return the contracts that a deal can be scored under and that lie ahead of a contract."""
    found = {number}
    for step in tables.flow:
        if isinstance(step, ChoiceTable):
            ahead = {then for at in found for _, then in row(step.options, at)}
            found = ahead | {at for at in found if not row(step.options, at)}
    found = {then for at in found for then in row(tables.opening, at) or (at,)}
    return tuple(sorted(found & set(tables.final)))


def worths(space: CardTable) -> tuple[int, ...]:
    """Return what each card of a space is worth to the greedy player, by bit, in hundredths of a book."""
    found = []
    for bit, card in enumerate(space.card_at):
        lane = lane_mask(space, card)
        above = (lane >> bit + 1).bit_count()
        highs = HIGH_TRUMPS if lane and lane == space.trump else HIGH_RUFFED if space.trump else HIGH_PLAIN
        rest = LOW_TRUMP if lane and lane == space.trump else 0
        found.append(0 if not lane else highs[above] if above < len(highs) else rest)
    return tuple(found)


def needed(tables: Tables, number: int) -> int:
    """Return the estimate from which on the greedy player bids for a contract, in hundredths of a book."""
    points = row(tables.points, number)
    enough = next((books for books, (mine, theirs, made) in enumerate(points) if made or mine > theirs), len(points))
    return 100 * (enough - tables.credit[0]) - HELP
