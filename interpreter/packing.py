"""A profile's tables, and what the rule player makes of them, as the kernel reads both: two arrays of numbers.

The first is fed by the rules alone, the second by a fit as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import mul
from statistics import NormalDist
from types import ModuleType
from typing import TypeAlias
from zlib import crc32

from interpreter import kernel
from interpreter.contract import PASS, Call
from interpreter.model import ExchangePhase, Profile
from interpreter.notation import format_call
from interpreter.slots import Slots, row
from interpreter.tables import LANES, AuctionTable, CardTable, ChoiceTable, StepTable, Tables

Points: TypeAlias = Sequence[Sequence[tuple[int, int, int]]]
"""By contract and the declarers' books: their points, the others', and whether the contract is made."""
UNMAKEABLE = 1 << 40
# What `kernel.KEEP_WINNER` and those after it are for the rule player, a row each as there: found by hill climbing over
# deals of several games.
WEIGHTS = (
    (
        421, 401, 188, 58, 0, 10, 42, 309, 567, 464, 233, -1, 28, 100, 479, 461, 33, 353, 354, 120, 18, 134,
        263, 177, 10, 97,
    ),
    (
        137, 534, 188, 58, 10, 10, 72, 257, 680, 497, 148, -11, 134, 100, 479, 250, 33, -464, 0, 120, 32, 200,
        205, 0, 10, 0,
    ),
    (
        575, 457, 250, 67, 0, 10, 174, 0, 0, 0, 0, -5, 54, 0, 796, 118, 239, 0, 0, 1639, 222, 0, 123, 290, 0, 0,
    ),
    (
        449, 394, 215, 77, 24, 10, 123, 0, 0, 0, 0, -5, 88, 0, 748, 118, 390, 0, 0, 915, 188, 0, 326, 0, 90, 0,
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fit:
    """What the rule player learnt about a game from simulated deals; books and points in thousandths or hundredths.

    `estimates[kind][stage]` are the cells of an estimate (see `kernel.estimated`), in thousandths of a book, for hands
    as dealt and as played; `spreads[kind][stage]` the standard deviation of the books around it. `passing` are three
    numbers a situation (`kernel.pass_value`), `leaning` what the calls heard add to an estimate.
    """

    estimates: tuple[tuple[tuple[int, ...], ...], ...]
    spreads: tuple[tuple[int, ...], ...]
    passing: tuple[int, ...]
    leaning: tuple[int, ...]


def packed(
    tables: Tables, machine: ModuleType = kernel, slots: Slots | None = None, points: Points | None = None
) -> kernel.Ints:
    """Return the tables as the kernel reads them: one array that begins with sizes and with where each table stands.

    With `points` a deal is worth these instead of the tables'.
    """
    points = tables.points if points is None else points
    slots = slots or Slots(tables)
    spaces, steps, count = tables.spaces, tables.flow, len(tables.contracts)
    bidding = next((step for step in steps if isinstance(step, AuctionTable)), None)
    rungs = max(1, *(len(rung) for space in spaces for rung in space.rungs))
    books = max((len(row) for row in points), default=0)
    options = [
        tuple(row(step.options, at)) if isinstance(step, ChoiceTable) else () for step in steps for at in range(count)
    ]
    back = drawn_back(tables)
    sizes = (
        len(tables.cards), tables.each, count, len(steps), len(spaces) - 1,
        bidding.bids if bidding else 0,
        int(bool(bidding and bidding.open)), int(bool(bidding and bidding.pass_is_final)),
        bidding.all_pass if bidding else -1, int(tables.profile.draws), *tables.credit, books, rungs,
        int(not points), int(any(tables.opening)), int("kitty" in back), int("out" in back), len(slots.all),
    )  # fmt: skip
    fields = [field for space in spaces for field in fields_of(space)]
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
        kernel.POINTS: flat(triple for line in points for triple in (*line, *((0, 0, 0),) * (books - len(line)))),
        kernel.FIELD: fields,
        kernel.RIGHT: [field.bit_length() - 5 for field in fields],
        kernel.SHARE: wide([shares_of(space) for space in spaces], kernel.ROOM),
        kernel.SUITS: [sum(space.lanes) for space in spaces],
        kernel.AHEAD: [int(not any(takes(step) for step in steps[place:])) for place in range(len(steps))],
        kernel.NONE_OF: [
            round(1000 * (1 - part / kernel.NONE_PARTS) ** cards)
            for part in range(kernel.NONE_PARTS + 1)
            for cards in range(kernel.NONE_WIDTH)
        ],
        kernel.FIRST_FINAL: starts(slots.finals),
        kernel.FINAL: flat(slots.finals),
        kernel.SLOT_OF: slots.slot_of,
        kernel.SLOT_SPACE: [space for space, _ in slots.all],
        kernel.SLOT_CLASS: [kind for _, kind in slots.all],
        kernel.FIRST_WAY: starts(slots.ways),
        kernel.WAY: flat(slots.ways),
        kernel.CALL_CODE: call_codes(tables.profile),
    }
    return joined([*sizes, *(0,) * (kernel.TABLES - len(sizes))], parts, machine)


def call_codes(profile: Profile) -> list[int]:
    """Return a number for each call, passes first: the same for calls that read the same, under any rules."""
    auction = profile.auction
    if auction is None:
        return []
    calls: tuple[Call, ...] = (PASS, *auction.bids, *(rule.call for rule in auction.calls))
    return [call_code(format_call(profile, call)) for call in calls]


def call_code(text: str) -> int:
    """Return the number of a call by its text, below 2**24."""
    return crc32(text.encode()) & 0xFFFFFF


def packed_fit(
    slots: Slots,
    fit: Fit,
    points: Points,
    machine: ModuleType = kernel,
    weights: Sequence[Sequence[int]] = WEIGHTS,
) -> kernel.Ints:
    """Return what the rule player makes of a game, as the kernel reads it; `points` as in the tables."""
    tables = slots.tables
    books = 1 + max((len(row) for row in points), default=0)
    width = -(-1000 * books // kernel.BUCKETS)
    parts: dict[int, Sequence[int]] = {
        kernel.ESTIMATE: flat(cells for stages in fit.estimates for cells in stages),
        kernel.VALUE: flat(
            values(row(points, number), fit.spreads[slots.all[slots.slot_of[number]][1]][0], width)
            for number in range(len(tables.contracts))
        ),
        kernel.NEED: [needed(row(points, number)) for number in range(len(tables.contracts))],
        kernel.PASSING: fit.passing,
        kernel.LEANING: fit.leaning,
        kernel.WEIGHT: flat(weights),
    }
    head = [0] * kernel.MIND
    head[kernel.WIDTH] = width
    return joined(head, parts, machine)


def values(points: Sequence[tuple[int, int, int]], spread: int, width: int) -> list[int]:
    """Return the points by which the declarers are ahead, by the books expected, in hundredths.

    `points` are theirs and the others' by their books, `spread` is in thousandths of a book; so many expected books lie
    `width` thousandths apart.
    """
    if not points:
        return [0] * kernel.BUCKETS
    leads = [100 * (mine - theirs) for mine, theirs, _ in points]
    return [round(sum(map(mul, leads, likely))) for likely in likelihoods(spread, width, len(points))]


@lru_cache(maxsize=64)
def likelihoods(spread: int, width: int, count: int) -> list[list[float]]:
    """Return how likely each number of books below `count` is, by the books expected."""
    normal, found = NormalDist(0, max(spread, 1) / 1000), []
    for step in range(kernel.BUCKETS):
        books = (step + 0.5) * width / 1000
        below = [0.0, *(normal.cdf(place + 0.5 - books) for place in range(count - 1)), 1.0]
        found.append([after - before for before, after in pairwise(below)])
    return found


def needed(points: Sequence[tuple[int, int, int]]) -> int:
    """Return the books expected, in thousandths, from which on a contract is rather made than not.

    Where nothing makes it, which is so where the rules don't say what makes a contract, points have to come of it.
    """
    sure = any(made for _, _, made in points)
    enough = next(
        (books for books, (mine, theirs, made) in enumerate(points) if made or (not sure and mine > theirs)), None
    )
    return UNMAKEABLE if enough is None else 1000 * enough - 500


def joined(head: list[int], parts: dict[int, Sequence[int]], machine: ModuleType) -> kernel.Ints:
    """Return tables end to end, and before them a head that says where each begins."""
    numbers = list(head)
    for place, part in parts.items():
        numbers[place] = len(numbers)
        numbers.extend(part)
    packing: kernel.Ints = machine.array(numbers)
    return packing


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


def fields_of(space: CardTable) -> tuple[int, ...]:
    """Return the lanes of a space in the order of a hand's shares: the trump lane, or 0, first."""
    others = [mask for mask in space.lanes if not mask or mask != space.trump]
    others.sort(key=lambda mask: not mask)
    return (space.trump, *others[: LANES - 1])


def shares_of(space: CardTable) -> tuple[int, ...]:
    """Return what each card of the pack adds to a hand's shares."""
    fields = fields_of(space)
    found = []
    for card, bit in enumerate(space.bit):
        lane = lane_mask(space, card)
        place = bit - lane.bit_length() + 5
        share = (1 | (16 << place if place >= 0 else 0)) << kernel.CELL * fields.index(lane) if lane else 0
        found.append(share)
    return tuple(found)


def takes(step: AuctionTable | ChoiceTable | StepTable) -> bool:
    """Whether a step brings somebody cards."""
    return isinstance(step, StepTable) and step.take >= 0


def drawn_back(tables: Tables) -> frozenset[str]:
    """Return the zones from which cards that were given away can come back into a hand."""
    given_to: set[str] = set()
    back: set[str] = set()
    for step in (step for phase in tables.profile.flow if isinstance(phase, ExchangePhase) for step in phase.steps):
        if step.give is not None:
            given_to.add(step.to)
        back |= {zone for zone in (step.take, step.draw) if zone in given_to}
    return frozenset(back)


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
