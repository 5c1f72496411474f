"""Trying actions out in worlds: the rule player at all seats finishes the deal, or the cards are solved double dummy.

Each of these answers what an action is worth in each of some worlds, as `race.Race` asks. Playing on tells how the deal
goes among players who don't see each other's cards, double dummy how it goes at best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from interpreter import kernel
from interpreter.cards import Card
from interpreter.contract import Call, Contract
from interpreter.double_dummy import Solver
from interpreter.kernel import HOLDERS
from interpreter.players.estimate import Judge
from interpreter.players.inference import Worlds
from interpreter.players.race import ENOUGH, Trial
from interpreter.players.utility import CardPair, Utility
from interpreter.scoring import Standing
from interpreter.simulate import CALM, Room
from interpreter.table import NOBODY, Side, side_of
from interpreter.view import View

Ask = Callable[[Sequence[int], Any, Any, int, int], None]
"""Has the kernel try actions in worlds from a number on, so many, and write rows down."""


class Tries:
    """Room to try things out in for one game; not for several threads at once."""

    def __init__(self, judge: Judge, solver: Solver) -> None:
        machine = judge.machine
        self.judge, self.solver, self.machine, self.room = judge, solver, machine, Room(machine, judge.slots)
        self.tried: Any = machine.zeros(kernel.TRIED * ENOUGH * 4)
        how = self.room.how
        how[kernel.CALM], how[kernel.CLASS_NOW], how[kernel.CONTRACT_NOW], how[kernel.MIXED] = CALM, -1, -1, 1
        for seat in range(4):
            how[kernel.PLAYER + seat] = kernel.RULES

    def room_for(self, numbers: int) -> Any:
        """Return an array with room for so many numbers."""
        if len(self.tried) < numbers:
            self.tried = self.machine.zeros(2 * numbers)
        return self.tried

    def rows(self, first: int, count: int, width: int) -> list[int]:
        """Return what was written about some worlds, `width` numbers each."""
        found = self.tried[first * width : (first + count) * width]
        return [int(number) for number in found] if isinstance(found, list) else found.tolist()


class CardTries:
    """What each card that may be played now is worth in worlds, once the contract is complete."""

    def __init__(self, tries: Tries, view: View, contract: Contract, cards: Sequence[Card], rng: Random) -> None:
        judge = tries.judge
        self.tries, self.judge, self.view, self.contract = tries, judge, view, contract
        self.number = judge.tables.number(contract)
        self.space = judge.tables.space_of[self.number]
        table = judge.tables.spaces[self.space]
        self.bits = [1 << table.bit[judge.card[card]] for card in cards]
        self.hand = judge.mask(view.hand, self.space)
        self.table = [judge.mask([card], self.space) for card in view.trick]
        self.worlds = Worlds(view, judge, self.space, rng)
        worths = judge.tables.worth[self.number]
        self.seen = judge.machine.zeros(kernel.SEEN)
        for place, value in enumerate(judge.seen(view, self.space, worths)):
            self.seen[place] = value
        declarers = max(contract.declarers, 0)
        self.so_far = view.books[declarers] + view.books[declarers + 2]
        ahead = sum(worths[len(view.tricks) :])
        self.utility = Utility(view.profile, contract, view.standing, side_of(view.seat), sum(view.books) + ahead)
        self.even = [self.utility(self.so_far + books) for books in range(ahead + 1)]
        self.by_world: list[Sequence[float]] = []

    def values(self, world: int) -> Sequence[float]:
        """Return what the books from here on are worth in a world, by their number."""
        if not self.utility.reads_cards:
            return self.even
        while len(self.by_world) <= world:
            utility = self.utility.played(self.played_in(len(self.by_world)))
            self.by_world.append([utility(self.so_far + books) for books in range(len(self.even))])
        return self.by_world[world]

    def played_in(self, world: int) -> CardPair:
        """Return the cards that each side plays in a world, from the first trick on."""
        sides: list[set[Card]] = [set(), set()]
        table = self.judge.tables.spaces[self.space]
        for seat, played in enumerate(self.worlds.unseen.played):
            mask = self.hand if seat == self.view.seat else int(self.worlds.found[world * HOLDERS + seat])
            held = [card for card, number in self.judge.card.items() if mask >> table.bit[number] & 1]
            sides[side_of(seat)].update(played, held)
        return frozenset(sides[0]), frozenset(sides[1])

    def play_on(self, actions: Sequence[int], first: int, count: int) -> Sequence[Sequence[float]]:
        """Play each card and let the rule player finish the deal."""
        tries, judge, view = self.tries, self.judge, self.view
        worlds = self.worlds.draw(first + count)
        legal = sum(self.bits[action] for action in actions)
        width = len(actions)
        found = tries.room_for(width * (first + count))
        tries.machine.try_cards(
            judge.game, judge.at(view), self.number, view.leader, len(view.trick), self.seen, view.seat, self.hand,
            judge.mask(view.gave, self.space), judge.mask(view.out, self.space), legal, worlds, first, count,
            tries.room.hands, tries.room.seen, found,
        )  # fmt: skip
        books = tries.rows(first, count, width)
        order = sorted(actions, key=self.bits.__getitem__)
        return [
            [self.values(first + at)[book] for at, book in enumerate(books[order.index(action) :: width])]
            for action in actions
        ]

    def solve(self, actions: Sequence[int], first: int, count: int) -> Sequence[Sequence[float]]:
        """Solve the worlds double dummy; where one can't be within the node cap, every card gets 0."""
        worlds, solver = self.worlds.draw(first + count), self.tries.solver
        bits = [self.bits[action].bit_length() - 1 for action in actions]
        rows = []
        for world in range(first, first + count):
            hands = [int(mask) for mask in worlds[world * HOLDERS : world * HOLDERS + 4]]
            hands[self.view.seat] = self.hand
            books = solver.each(self.contract, hands, self.view.leader, self.table)
            found = [int(books[bit]) for bit in bits]
            rows.append([0.0] * len(found) if min(found) < 0 else [self.values(world)[book] for book in found])
        return list(map(list, zip(*rows, strict=True)))


class LeadTries:
    """What each first lead is worth where it fills the contract, by playing on."""

    def __init__(self, tries: Tries, view: View, cards: Sequence[Card], rng: Random) -> None:
        tables, seed = tries.judge.tables, rng.getrandbits(60)
        row = tables.opening[tables.number(view.contract)]
        then = [row[tables.cards.index(card)] for card in cards] if row else [tables.number(view.contract)] * len(cards)
        self.groups: list[tuple[list[int], CardTries]] = []
        for number in dict.fromkeys(then):
            members = [place for place, other in enumerate(then) if other == number]
            contract = tables.contracts[number].changed({}, view.contract.declarer)
            found = CardTries(tries, view, contract, [cards[place] for place in members], Random(seed))
            self.groups.append((members, found))

    def __call__(self, actions: Sequence[int], first: int, count: int) -> Sequence[Sequence[float]]:
        """Play each card and let the rule player finish the deal; all in the same worlds."""
        rows: dict[int, Sequence[float]] = {}
        for members, found in self.groups:
            mine = [action for action in actions if action in members]
            if mine:
                tried = found.play_on([members.index(action) for action in mine], first, count)
                rows |= dict(zip(mine, tried, strict=True))
        return [rows[action] for action in actions]


class Ends:
    """What the rows of deals that were tried are worth to a side at a standing."""

    def __init__(self, judge: Judge, standing: Standing, side: Side) -> None:
        self.judge, self.standing, self.side = judge, standing, side
        self._of: dict[tuple[int, int], Utility] = {}

    def __call__(self, outcome: int, number: int, declarer: int, books: int) -> float:
        """Return what a deal is worth; one that is thrown in counts as even."""
        if outcome != kernel.PLAYED:
            return 0.0
        key = (number, declarer % 2 if declarer >= 0 else NOBODY)
        found = self._of.get(key)
        if found is None:
            tables = self.judge.tables
            contract = tables.contracts[number].changed({}, key[1])
            in_all = sum(tables.credit) + sum(tables.worth[number])
            found = Utility(tables.profile, contract, self.standing, self.side, in_all)
            self._of[key] = found
        return found(books)


class FlowTries:
    """What a call, a choice or a card to give away is worth in worlds, by letting the rule player finish the deal."""

    def __init__(self, tries: Tries, view: View, rng: Random) -> None:
        judge = tries.judge
        self.tries, self.judge, self.view = tries, judge, view
        self.step = judge.steps[view.phase]
        self.number = judge.tables.number(view.contract)
        self.ends = Ends(judge, view.standing, side_of(view.seat))
        tries.room.how[kernel.DEALER_NOW] = view.dealer
        tries.room.how[kernel.SEED] = rng.getrandbits(60)
        self.rng = rng
        self.worlds: Worlds

    def trial(self, space: int, ask: Ask) -> Trial:
        """Return a trial by a function of the kernel that plays deals on in worlds of a space."""
        tries = self.tries
        worlds = self.worlds = Worlds(self.view, self.judge, space, self.rng)

        def tried(actions: Sequence[int], first: int, count: int) -> Sequence[Sequence[float]]:
            width = kernel.TRIED * len(actions)
            ask(actions, worlds.draw(first + count), tries.room_for(width * (first + count)), first, count)
            rows = tries.rows(first, count, width)
            return [
                [self.ends(*rows[at : at + kernel.TRIED]) for at in range(place * kernel.TRIED, len(rows), width)]
                for place in range(len(actions))
            ]

        return tried

    def calls(self, legal: Sequence[Call]) -> Trial:
        """Return a trial of calls."""
        judge, tries, view = self.judge, self.tries, self.view
        how, last = tries.room.how, len(judge.tables.spaces) - 1
        how[kernel.SCRIPTED] = len(view.calls)
        for place, (_, call) in enumerate(view.calls):
            how[kernel.SCRIPT + place] = judge.number(call)
        hand = judge.mask(view.hand, last)

        def ask(actions: Sequence[int], worlds: Any, found: Any, first: int, count: int) -> None:
            calls = tries.machine.array(tuple(judge.number(legal[action]) for action in actions))
            tries.machine.try_calls(
                judge.game, judge.mind(view.standing, 0), judge.mind(view.standing, 1), how, self.step, self.number,
                view.seat, hand, calls, len(actions), worlds, first, count, *tries.room.places, found,
            )  # fmt: skip

        return self.trial(last, ask)

    def contracts(self, contracts: Sequence[Contract]) -> Trial:
        """Return a trial of what a choice makes of the contract."""
        judge, tries, view = self.judge, self.tries, self.view
        last = len(judge.tables.spaces) - 1
        numbers = [judge.tables.number(contract) for contract in contracts]
        masks = [judge.mask(cards, last) for cards in (view.hand, view.gave, view.out)]
        tries.room.how[kernel.SCRIPTED] = 0

        def ask(actions: Sequence[int], worlds: Any, found: Any, first: int, count: int) -> None:
            tries.machine.try_contracts(
                judge.game, judge.at(view), tries.room.how, self.step + 1, view.contract.declarer, view.seat, *masks,
                tries.machine.array(tuple(numbers[action] for action in actions)), len(actions),
                worlds, first, count, *tries.room.places, found,
            )  # fmt: skip

        return self.trial(last, ask)

    def gifts(self, step: int, cards: Sequence[Card]) -> Trial:
        """Return a trial of cards to give away in a step of the flow."""
        judge, tries, view = self.judge, self.tries, self.view
        space = judge.tables.space_of[self.number]
        masks = [judge.mask(held, space) for held in (view.hand, view.gave, view.out)]
        bits = [judge.mask([card], space) for card in cards]
        tries.room.how[kernel.SCRIPTED] = 0

        def ask(actions: Sequence[int], worlds: Any, found: Any, first: int, count: int) -> None:
            tries.machine.try_gifts(
                judge.game, judge.at(view), tries.room.how, step, self.number, view.contract.declarer, view.seat,
                *masks, view.to_give, tries.machine.array(tuple(bits[action] for action in actions)), len(actions),
                worlds, first, count, *tries.room.places, found,
            )  # fmt: skip

        return self.trial(space, ask)
