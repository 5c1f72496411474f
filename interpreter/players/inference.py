"""Worlds that agree with what a seat has seen, drawn as often as they are likely after what was said.

Each call is evidence: a bid speaks for a hand that is worth it, a pass against one that is worth any bid that could
have been made, the contract named for its being the hand's best. How strongly, a table of doubts says: a hand that
lies a little beside what a call asks for isn't excluded. What was put away speaks against cards that its holder would
rather have kept. What hands are worth, the rule player's estimates say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from types import ModuleType
from typing import Any

from interpreter import kernel
from interpreter.contract import Bid, Call, Pass
from interpreter.kernel import HELD, HOLDERS
from interpreter.players.estimate import Heard, Judge
from interpreter.players.worlds import Unseen, assigned, steps_in_force, unseen_by
from interpreter.table import NOBODY, SEATS, Seat
from interpreter.tables.shapes import key_of
from interpreter.view import View

SOFT_BID, SOFT_PASS, SOFT_NAME, SOFT_HAND = 400, 500, 200, 300
"""How far a hand may lie beside what it said before it is much in doubt, in thousandths of a book: for its bid, for
what it did not bid, for what it named, and for its bid where it has exchanged cards since."""
SOFTNESS = (SOFT_BID, SOFT_PASS, SOFT_NAME, SOFT_HAND)
GAINED = 300
"""So many thousandths of a book an exchange brings for each card taken up, beyond what was expected of it."""
MISSED = 1000
"""In so many hundredths of a nat is a hand in doubt for each book that it put away instead of another card."""
SWAPS, FIRST_SWAPS = 3, 12
"""So many swaps a card between two worlds, and before the first."""
FEW_WORLDS = 256
"""There is room for so many worlds to begin with."""

Need = tuple[int, int]
"""A slot, and the books that a hand must be worth there, in thousandths."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one call says: the margin of the best slot in `pro` should be above that of the best in `contra`.

    Where one of them is empty, 0 stands for it. `stage` is that of the hand, `soft` one of `SOFTNESS`.
    """

    seat: Seat
    stage: int
    soft: int
    pro: tuple[Need, ...]
    contra: tuple[Need, ...]


def softplus(margin: float) -> float:
    """Return log(1 + exp(-margin))."""
    return math.log1p(math.exp(-margin)) if margin > -30 else -margin


@lru_cache(maxsize=4)
def chances_and_doubts(machine: ModuleType) -> Any:
    """Return the chances of swaps by doubt, and behind them, for each softness, the doubts by margin."""
    values = [min(2**32 - 1, round(2**32 * math.exp(-doubt / 100))) for doubt in range(kernel.CHANCES)]
    margins = range(kernel.LEAST_MARGIN, kernel.LEAST_MARGIN + kernel.MARGINS)
    for soft in SOFTNESS:
        values += [round(100 * softplus(margin * kernel.DOUBT_STEP / soft)) for margin in margins]
    return machine.array(values)


def doubts_at(soft: int) -> int:
    """Return where the doubts of a softness begin behind the chances."""
    return kernel.CHANCES + SOFTNESS.index(soft) * kernel.MARGINS


def sayings(view: View, judge: Judge) -> Iterator[Said]:
    """Yield what the calls of the other seats say of the hands that they had then."""
    auction = view.profile.auction
    if auction is None or judge.tables.lacks("points"):
        return
    calls = Calls(judge, judge.tables.number(view.contract if view.bidding else view.profile.contract))
    stage = judge.stage(auction.name)
    standing: Bid | None = None
    for number, (seat, call) in enumerate(view.calls):
        if seat != view.seat:
            heard = judge.heard(view.calls[:number], seat)
            bids = [bid for bid in auction.bids if standing is None or bid.rank > standing.rank]
            if isinstance(call, Bid):
                pro = calls.needs([call], heard)
                yield Said(seat, stage, SOFT_BID, tuple(pro.items()), ())
                other = tuple(need for need in calls.needs(bids, heard).items() if need[0] not in pro)
                if other:
                    yield Said(seat, stage, SOFT_PASS, tuple(pro.items()), other)
            elif isinstance(call, Pass) and bids:
                yield Said(seat, stage, SOFT_PASS, (), tuple(calls.needs(bids, heard).items()))
        if isinstance(call, Bid):
            standing = call
    declarer, final = view.contract.declarer, judge.tables.numbers.get(key_of(view.contract.values))
    if standing is not None and declarer not in (NOBODY, view.seat) and final in judge.tables.final:
        needs = calls.needs([standing], Heard(0, 0, 0, 0))
        named = judge.slots.slot_of[final]
        if named in needs and len(needs) > 1:
            own = (named, needs.pop(named))
            yield Said(declarer, stage, SOFT_NAME, (own,), tuple(needs.items()))


class Calls:
    """What calls ask for, under one game's rules at nought all, in auctions that begin under one contract."""

    def __init__(self, judge: Judge, start: int) -> None:
        self.judge, self.start = judge, start
        mind = judge.mind()
        self.numbers: Sequence[int] = mind if isinstance(mind, tuple) else mind.tolist()  # type: ignore[attr-defined]

    def needs(self, bids: Iterable[Bid], heard: Heard) -> dict[int, int]:
        """Return the books by slot from which on a hand would rather make one of some bids than pass."""
        judge, numbers = self.judge, self.numbers
        auction = judge.profile.auction
        assert auction is not None
        lean = numbers[numbers[kernel.LEANING] + heard.lean]
        least: dict[int, int] = {}
        for bid in bids:
            after = judge.game[judge.game[kernel.AFTER] + self.start * len(judge.bid) + judge.bid[bid] - 1]
            for final in judge.slots.ahead(judge.steps[auction.name] + 1, int(after)):
                slot, need = judge.slots.slot_of[final], self.need(final, heard) - lean
                least[slot] = min(need, least.get(slot, need))
        return least

    def need(self, final: int, heard: Heard) -> int:
        """Return the least books from which on a contract is expected to be made and worth more than a pass."""
        numbers = self.numbers
        width, last = numbers[kernel.WIDTH], kernel.BUCKETS - 1
        low = max(0, min(last, numbers[numbers[kernel.NEED] + final] // width))
        values = numbers[kernel.VALUE] + final * kernel.BUCKETS
        quiet = numbers[kernel.PASSING] + (4 * heard.stands + heard.later) * kernel.FACTORS
        level, slope, step = numbers[quiet : quiet + kernel.FACTORS]
        high = last
        while low < high:
            middle = (low + high) // 2
            if numbers[values + middle] > level + (slope * middle * width + step * heard.high) // 1000:
                high = middle
            else:
                low = middle + 1
        return low * width


def promises(view: View, judge: Judge, calls: Sequence[Call]) -> list[int]:
    """Return by how many thousandths of a book each bid asks for more than is expected of the hand; 0 for other calls.

    A bid asks for what its easiest contract needs to be made rather than not.
    """
    auction = view.profile.auction
    assert auction is not None
    start, heard = judge.tables.number(view.contract), judge.heard(view.calls, view.seat)
    judge.weigh(view.hand, auction.name)
    numbers = Calls(judge, start).numbers
    lean, found = numbers[numbers[kernel.LEANING] + heard.lean], []
    for call in calls:
        lacking = [0]
        if isinstance(call, Bid):
            after = int(judge.game[judge.game[kernel.AFTER] + start * len(judge.bid) + judge.bid[call] - 1])
            finals = judge.slots.ahead(judge.steps[auction.name] + 1, after)
            books = [judge.room.out[kernel.HELD_AT + judge.slots.slot_of[final]] + lean for final in finals]
            needs = [numbers[numbers[kernel.NEED] + final] for final in finals]
            lacking = [need - book for need, book in zip(needs, books, strict=True)]
        found.append(min(lacking))
    return found


def after_exchange(view: View, judge: Judge, said: Iterable[Said]) -> Iterator[Said]:
    """Yield what was said with the declarer's changed as it is about the hand that was made of the one that said it."""
    auction = view.profile.auction
    assert auction is not None
    stage = judge.stage(auction.name)
    more = GAINED * judge.tables.kitty
    for one in said:
        if one.seat != view.contract.declarer or stage == HELD:
            yield one
        elif one.pro:  # that it didn't bid more says little of the hand that it has now
            yield replace(
                one, stage=HELD, soft=one.soft if one.contra else SOFT_HAND,
                pro=tuple((slot, need + more) for slot, need in one.pro),
                contra=tuple((slot, need + more) for slot, need in one.contra),
            )  # fmt: skip


class Worlds:
    """Draws worlds for one decision of a seat; the hands are masks in the bits of a card table.

    `informed` uses what was said and put away; without it all worlds that agree with what was seen are as likely.
    Making it costs below a millisecond, a world some tens of microseconds compiled, a hundred times that in plain
    Python.
    """

    def __init__(self, view: View, judge: Judge, space: int, rng: Random, *, informed: bool = True) -> None:
        self.view, self.judge, self.machine = view, judge, judge.machine
        self.unseen, holders = some_world(view, rng)
        said = list(sayings(view, judge)) if informed else []
        self.kept = NOBODY
        """The slot under which somebody has put cards away."""
        if said and view.playing and any(step.take is not None for step in steps_in_force(view)):
            said = list(after_exchange(view, judge, said))
            if view.contract.declarer != view.seat:
                number = judge.tables.numbers.get(key_of(view.contract.values))
                self.kept = judge.slots.slot_of[number] if number in judge.tables.final else NOBODY
        slots = {slot for one in said for slot, _ in (*one.pro, *one.contra)}
        self.slots = sorted(slots | {self.kept} - {NOBODY})
        self.spaces = [*(judge.slots.all[slot][0] for slot in self.slots), space]
        self.world = self.machine.array(self.packed(said))
        self.work = self.machine.zeros(kernel.MASK_AT + HOLDERS * len(self.spaces))
        self.begin(holders, rng)
        self.found = self.machine.zeros(HOLDERS * FEW_WORLDS)
        self.drawn = 0

    def packed(self, said: Sequence[Said]) -> list[int]:
        """Return the `world` array of the kernel."""
        judge, tables = self.judge, self.judge.tables
        head = [0] * kernel.WORLD
        head[kernel.UNSEEN], head[kernel.VIEWS] = len(self.unseen.cards), len(self.slots)
        if self.kept != NOBODY:
            head[kernel.KEEPER], head[kernel.KEPT_GAIN] = self.view.contract.declarer, MISSED
            head[kernel.KEPT_VIEW] = self.slots.index(self.kept)
        numbers = [judge.card[card] for card in self.unseen.cards]
        of_seat = [[one for one in said if one.seat == holder] for holder in range(HOLDERS)]
        firsts = [sum(map(len, of_seat[:holder])) for holder in range(HOLDERS + 1)]
        parts: Mapping[int, Iterable[int]] = {
            kernel.ALLOWED: self.unseen.allowed,
            kernel.CARD_BITS: [1 << tables.spaces[space].bit[card] for card in numbers for space in self.spaces],
            kernel.VIEW_SLOT: [value for slot in self.slots for value in judge.slots.all[slot]],
            kernel.FIRST_SAYING: firsts,
            kernel.SAYING: [0] * len(said),
        }
        for place, values in parts.items():
            head[place] = len(head)
            head.extend(values)
        for number, one in enumerate(one for ones in of_seat for one in ones):
            head[head[kernel.SAYING] + number] = len(head)
            needs = (*one.pro, *one.contra)
            head += [doubts_at(one.soft), one.stage, len(one.pro), len(needs)]
            head += [value for slot, need in needs for value in (self.slots.index(slot), need)]
        return head

    def begin(self, holders: Sequence[int], rng: Random) -> None:
        """Write the first world, with all cards that each seat is known to have had, and a state for chance."""
        judge, work, count = self.judge, self.work, len(self.spaces)
        work[0] = rng.getrandbits(60) | 1
        numbers = [judge.card[card] for card in self.unseen.cards]
        for view, space in enumerate(self.spaces):
            bit = judge.tables.spaces[space].bit
            masks = [0] * HOLDERS
            for holder, card in zip(holders, numbers, strict=True):
                masks[holder] |= 1 << bit[card]
            if view < count - 1:  # what was said was said with the cards played since, too
                for seat in SEATS:
                    masks[seat] |= judge.mask(self.unseen.played[seat], space)
            for holder, mask in enumerate(masks):
                work[kernel.MASK_AT + holder * count + view] = mask
        for place, holder in enumerate(holders):
            work[kernel.HOLDER_AT + place] = holder

    def draw(self, count: int) -> Any:
        """Return all worlds, at least so many: six masks each, end to end; the looking seat's is 0.

        What was returned before may be another array, with the same worlds.
        """
        more, unseen = count - self.drawn, len(self.unseen.cards)
        if HOLDERS * count > len(self.found):
            before, self.found = self.found, self.machine.zeros(2 * HOLDERS * count)
            self.found[: len(before)] = before
        if more > 0 and unseen:
            how = (self.judge.game, self.judge.mind(), self.world, chances_and_doubts(self.machine), self.work)
            if not self.drawn:
                self.machine.draw_worlds(*how, FIRST_SWAPS * unseen, 0, 1, self.found)
            self.machine.draw_worlds(*how, SWAPS * unseen, self.drawn, more, self.found)
        self.drawn += max(0, more)
        return self.found


def some_world(view: View, rng: Random) -> tuple[Unseen, list[int]]:
    """Return what a seat knows and one world; where somebody has broken the rules, only numbers of cards count."""
    unseen = unseen_by(view)
    holders = assigned(unseen, rng)
    if holders is None:
        unseen = unseen.relaxed()
        holders = assigned(unseen, rng)
    assert holders is not None, "the hands and what lies face down are as many cards as are unseen"
    return unseen, holders
