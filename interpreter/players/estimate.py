"""What a hand is worth, and what the rule player would do with it, asked from outside the kernel.

    judge = judge_of(load("pagat-54"))
    judge.books(hand, contract)                 # expected books of the declaring side, and their spread
    judge.call(hand, heard, contract, legal)    # the rule player's call

A judge is made from a profile's tables and their fit. It packs what a seat may know into masks and hands them to the
same functions by which the kernel plays whole deals, so that both decide alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import assert_never

from interpreter import kernel
from interpreter.cards import Card
from interpreter.contract import Bid, Call, Contract, Pass
from interpreter.machine import fastest
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, PlayPhase, Profile
from interpreter.packing import Fit, packed, packed_fit
from interpreter.players.fitting import Progress, fit_of
from interpreter.scoring import Standing
from interpreter.simulate import NoTables, Room
from interpreter.slots import Slots
from interpreter.table import Seat, Side, side_of
from interpreter.tables import Tables, make_tables
from interpreter.tables.play import stakes, too_large
from interpreter.view import View

DEALT, HELD = kernel.DEALT, kernel.HELD
"""Whether a hand is as it was dealt, cards still to be taken up, or as it is played."""
MOST_MINDS, MOST_JUDGES = 512, 16
"""So many are remembered."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An auction so far, as a seat about to call sees it."""

    high: int
    """The place of the standing bid among all bids, counted from 1; 0 for none."""
    stands: int
    """Who made it: 0 nobody, 1 the partner, 2 an opponent."""
    later: int
    """How many seats haven't called yet after this one."""
    lean: int
    """The place of what the calls add to the estimates."""


class Judge:
    """Estimates and decisions under one game's rules. Costs some tens of milliseconds to make, the fit aside.

    Contracts and calls are the profile's; what isn't tabled raises `KeyError`. Not for several threads at once.
    """

    def __init__(self, tables: Tables, fit: Fit, machine: ModuleType | None = None) -> None:
        self.tables, self.fit = tables, fit
        self.profile, self.slots = tables.profile, Slots(tables)
        self.card = {card: number for number, card in enumerate(tables.cards)}
        auction = self.profile.auction
        bids = () if auction is None else auction.bids
        self.bid: dict[Bid, int] = {bid: number for number, bid in enumerate(bids, 1)}
        self.even = Standing(dict.fromkeys(self.profile.scoring.tallies, (0, 0)))
        self.steps = steps_of(self.profile)
        self.room = Room(kernel, self.slots)
        self._game = packed(tables, kernel, self.slots)
        self._machine = machine
        self._minds: dict[object, kernel.Ints] = {}

    @cached_property
    def machine(self) -> ModuleType:
        """The kernel for long work with `game`, `mind` and `at`; single decisions are sooner made in plain Python."""
        return self._machine or fastest()

    @cached_property
    def game(self) -> kernel.Ints:
        """The game's tables, as `machine` reads them."""
        return self._game if self.machine is kernel else packed(self.tables, self.machine, self.slots)

    def mind(self, standing: Standing | None = None, side: Side = 0) -> kernel.Ints:
        """Return what the rule player makes of the game at a standing when a side declares, as `machine` reads it.

        At nought all points are points. Later the end of the game counts as much as the most that a deal can bring.
        """
        return self._mind(standing, side, self.machine)

    def at(self, view: View) -> kernel.Ints:
        """Return what the rule player makes of the game at a view's standing, when the declarer's side declares."""
        return self.mind(view.standing, view.contract.declarers)

    def _mind(self, standing: Standing | None = None, side: Side = 0, machine: ModuleType = kernel) -> kernel.Ints:
        at = self.even if standing is None else standing if side < 1 else turned(standing)
        key = (tuple(sorted(at.tallies.items())), at.games, at.deal, machine.COMPILED)
        found = self._minds.get(key)
        if found is None:
            if len(self._minds) >= MOST_MINDS:
                self._minds.clear()
            found = self._minds[key] = packed_fit(self.slots, self.fit, stakes(self.tables, at), machine)
        return found

    def mask(self, cards: Iterable[Card], space: int) -> int:
        """Return cards as a mask in a card table's bits."""
        return self.tables.spaces[space].mask(self.card[card] for card in cards)

    def named(self, bit: int, space: int) -> Card:
        """Return the card of a mask with one bit."""
        return self.tables.cards[self.tables.spaces[space].card_at[int(bit).bit_length() - 1]]

    # Estimates

    def books(self, hand: Sequence[Card], contract: Contract, stage: int = HELD) -> tuple[float, float]:
        """Return the books that the side of a declarer with this hand is credited with on average, and their spread.

        The contract is one that a deal can be scored under.
        """
        slot = self.slots.slot_of[self.tables.number(contract)]
        space, kind = self.slots.all[slot]
        shares = kernel.shares_held(self._game, space, self.mask(hand, space))
        found = kernel.estimated(self._mind(), kind, stage, shares)
        return int(found) / 1000, self.fit.spreads[kind][stage] / 1000

    def stage(self, phase: str) -> int:
        """Return whether cards are still taken up from a phase on."""
        names = [other.name for other in self.profile.flow]
        ahead = self.profile.flow[names.index(phase) :]
        return DEALT if any(step.take is not None for one in ahead for step in getattr(one, "steps", ())) else HELD

    # The auction

    def heard(self, calls: Sequence[tuple[Seat, Call]], seat: Seat) -> Heard:
        """Return what a seat has heard."""
        bids = [(who, call) for who, call in calls if isinstance(call, Bid)]
        done = {who: 1 for who, call in calls if isinstance(call, Pass)} | {who: 2 for who, _ in bids}
        theirs = any(done.get((seat + step) % 4) == 2 for step in (1, 3))
        return Heard(
            high=self.bid[bids[-1][1]] if bids else 0,
            stands=0 if not bids else 1 if side_of(bids[-1][0]) == side_of(seat) else 2,
            later=max(0, 3 - len(calls)),
            lean=2 * done.get((seat + 2) % 4, 0) + theirs,
        )

    def weigh(self, hand: Sequence[Card], phase: str) -> None:
        """Write down what a hand as dealt is worth in every slot."""
        for place, card in enumerate(hand):
            self.room.deck[4 * place] = self.card[card]
        where = (self.room.out, kernel.HELD_AT)
        kernel.weigh_dealt(self._game, self._mind(), self.room.deck, 0, self.stage(phase), *where)

    def call(
        self,
        hand: Sequence[Card],
        heard: Heard,
        contract: Contract,
        legal: Sequence[Call],
        standing: Standing | None = None,
        side: Side = 0,
    ) -> Call:
        """Return the call that the rule player makes with a hand as dealt; `contract` is the one before the auction.

        Without a standing the score is nought all; `side` is the seat's, for the standing.
        """
        auction = self.profile.auction
        assert auction is not None
        self.weigh(hand, auction.name)
        place = kernel.rule_call(
            self._game, self._mind(standing, side), self.steps[auction.name],
            kernel.array(tuple(map(self.number, legal))), 0, len(legal),
            self.tables.number(contract), self.room.out, kernel.HELD_AT,
            heard.high, heard.stands, heard.later, heard.lean,
        )  # fmt: skip
        return legal[int(place)]

    def number(self, call: Call) -> int:
        """Return a call's number: 0 for a pass, bids from 1 on, then the others."""
        if isinstance(call, Bid):
            return self.bid[call]
        return 0 if isinstance(call, Pass) else len(self.bid) + 1

    # Choices and cards

    def choice(self, view: View, options: Sequence[Contract]) -> int:
        """Return the place among the contracts that a choice can make of the one to name."""
        mind, out, at = self._mind(view.standing, view.contract.declarers), self.room.out, kernel.HELD_AT
        number, last = self.tables.number(view.contract), len(self.tables.spaces) - 1
        hand, gave = self.mask(view.hand, last), self.gone(view, last)
        step = self.steps[view.phase]
        ahead = kernel.from_step(self._game, step, number)
        kernel.weigh_held(self._game, mind, last, ahead, hand, gave, self.stage(view.phase), out, at)
        numbers = kernel.array(tuple(number for then in options for number in (0, self.tables.number(then))))
        declaring = side_of(view.contract.declarer) == side_of(view.seat)
        return int(kernel.rule_choice(self._game, mind, step, numbers, 0, len(options), out, at, int(declaring), -1))

    def give(self, view: View, legal: Sequence[Card], left: int) -> Card:
        """Return the card to give away next, of so many."""
        number = self.tables.number(view.contract)
        space = self.tables.space_of[number]
        ahead = kernel.from_step(self._game, self.steps[view.phase], number)
        found = kernel.rule_give(
            self._game, self._mind(view.standing, view.contract.declarers), space, ahead, self.mask(view.hand, space),
            self.mask(legal, space), self.gone(view, space), left, -1, self.room.out,
        )  # fmt: skip
        return self.named(found, space)

    def play(self, view: View, legal: Sequence[Card]) -> Card:
        """Return the card to play."""
        number = self.tables.number(view.contract)
        space = self.tables.space_of[number]
        seen = self.seen(view, space, self.tables.worth[number])
        hand, gone = self.mask(view.hand, space), self.gone(view, space)
        mind = self._mind(view.standing, view.contract.declarers)
        if any(self.tables.opening) and not view.trick and not view.tricks:
            declaring = int((view.seat ^ view.contract.declarer) & 1 == 0)
            found = kernel.rule_opening(
                self._game, mind, seen, space, number, view.seat, hand, gone, declaring, -1, self.room.out
            )
        else:
            found = kernel.rule_card(self._game, mind, seen, view.seat, hand, self.mask(legal, space), gone)
        return self.named(found, space)

    def highest(self, view: View, legal: Sequence[Card]) -> Card:
        """Return the highest card, as `kernel.HIGHEST` plays it; but a lead that makes the contract as `play` does."""
        if any(self.tables.opening) and not view.trick and not view.tricks:
            return self.play(view, legal)
        space = self.tables.space_of[self.tables.number(view.contract)]
        mask = self.mask(legal, space)
        led = view.led is not None
        return self.named(1 << mask.bit_length() - 1 if led else kernel.highest(self._game, space, mask), space)

    def seen(self, view: View, space: int, worths: Sequence[int]) -> kernel.Array:
        """Return what all have seen of the play, as the kernel reads it."""
        table = self.tables.spaces[space]
        seen: kernel.Array = self.room.seen
        for place in range(kernel.SEEN):
            seen[place] = 0
        untabled = "cards" in self.tables.reasons
        led = best = gone = 0
        winner = view.leader
        for leader, cards in (*((trick.leader, trick.cards) for trick in view.tricks), (view.leader, view.trick)):
            led = best = 0
            winner = leader
            for step, card in enumerate(cards):
                seat, bit = (leader + step) % 4, 1 << table.bit[self.card[card]]
                gone |= bit
                if led == 0:
                    lane = table.lane[self.card[card]]
                    led = 0 if lane < 0 else table.lanes[lane]
                    if step == 0 and not seen[kernel.LED_FIRST + seat]:
                        seen[kernel.LED_FIRST + seat] = led
                elif not untabled:
                    kernel.note_lacks(self._game, seen, space, seat, led, bit)
                over = bit & (led | table.trump)
                if over > best:
                    best, winner = over, seat
        trick = len(view.tricks)
        for place, value in (
            (kernel.SEEN_SPACE, space), (kernel.SEEN_DECLARER, view.contract.declarer), (kernel.LED_NOW, led),
            (kernel.BEST_NOW, best), (kernel.WINNER_NOW, winner), (kernel.TURN_NOW, len(view.trick)),
            (kernel.LEFT_NOW, len(worths) - trick), (kernel.WORTH_NOW, worths[trick]), (kernel.GONE, gone),
        ):  # fmt: skip
            seen[place] = value
        return seen

    def gone(self, view: View, space: int) -> int:
        """Return the cards that the seat knows no hand to hold: what it gave, and what was put out."""
        gave, out = self.mask(view.gave, space), self.mask(view.out, space)
        return int(kernel.unseen_elsewhere(self._game, gave, out))


def steps_of(profile: Profile) -> dict[str, int]:
    """Return the place of each phase's first step in the flow of the tables."""
    found, step = {}, 0
    for phase in profile.flow:
        found[phase.name] = step
        match phase:
            case BidPhase() | ChoosePhase():
                step += 1
            case ExchangePhase():
                step += len(phase.steps)
            case DealPhase() | PlayPhase():
                pass
            case _:
                assert_never(phase)
    return found


def turned(standing: Standing) -> Standing:
    """Return a standing with the sides swapped."""
    tallies = {name: (other, one) for name, (one, other) in standing.tallies.items()}
    return Standing(tallies, (standing.games[1], standing.games[0]), standing.deal)


_JUDGES: dict[str, Judge] = {}


def judge_of(profile: Profile, progress: Progress | None = None) -> Judge:
    """Return the judge of a profile, the same one for the same rules; the first time it may have to fit them.

    Raises `NoTables` for a game whose cards have no masks.
    """
    found = _JUDGES.get(profile.hash)
    if found is None:
        reason = too_large(profile)
        if reason:
            raise NoTables(reason)
        tables = make_tables(profile)
        if len(_JUDGES) >= MOST_JUDGES:
            _JUDGES.clear()
        found = _JUDGES[profile.hash] = Judge(tables, fit_of(tables, progress))
    return found
