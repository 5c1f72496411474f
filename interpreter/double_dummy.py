"""Double dummy: how many books each side takes when all cards lie open and everybody plays at their best.

    solver = Solver(make_tables(load("pagat-54")))
    solver.books(Position(contract, hands, leader=0))           # of the declarers, from here on
    solver.takes(Position(contract, hands, leader=0), books=9)  # faster: yes or no
    solver.leads(Position(contract, hands, leader=0))           # the value of every card that may be played now

Books are the tricks still to come at their worth, without what was credited before. A search that would look at more
than `node_cap` nodes is given up: the answer is then None, which means unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import ModuleType
from typing import Any

from interpreter import kernel
from interpreter.cards import Card
from interpreter.contract import Contract
from interpreter.machine import fastest
from interpreter.simulate import NoTables
from interpreter.table import SEATS, Seat
from interpreter.tables import CardTable, Tables

NODE_CAP = 3_000_000
# What recommends a card, as `kernel.WEIGHTS` lists it: only the speed depends on these. Found by hill climbing over the
# nodes that random deals take, with trumps and without.
WITH_TRUMPS = (
    -5, 10, 20, 1, 5, -11, 10, -47, 23, 0, 15, 4, 20, -2, -2, 1, -11, 17, 1, 5, 2, 40, 15, 8, 11, 0, 0, 3, 6, 60,
    9, 100, 30, 90, 8, 81, 0, 18, -5, 55, 8, 12, -1, -1, 0,
)  # fmt: skip
WITHOUT_TRUMPS = (
    -29, 23, 15, 3, 3, -4, 34, -20, 10, 0, 9, 1, 12, -13, 17, 1, 6, 32, 1, 12, 8, 18, -42, 30, -2, 7, -22, 16, 30, 92,
    -14, 78, 13, 132, 1, 84, 0, 30, -1, 56, 19, 5, -3, -18, -16,
)  # fmt: skip
MAX_BOOKS = 62
"""What a word of the table of positions holds."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the play stands: `hands` by seat without the cards on the `table`, which lie there from `leader` on.

    The tricks left, the one on the table included, are as many as the leader holds cards with its card there.
    """

    contract: Contract
    hands: tuple[tuple[Card, ...], ...]
    leader: Seat
    table: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SolverProblem:
    """What the kernel needs of one contract: its array, and the card table that numbers the bits."""

    space: CardTable
    numbers: Any
    worths: tuple[int, ...]


@dataclass(slots=True)
class Solver:
    """Solves positions of one game. Keeps its memory between calls; not for several threads at once.

    `memory` is how many positions are remembered within one call, at 41 bytes each. Raises `NoTables` for a game whose
    rules the solver can't handle, and says why.
    """

    tables: Tables
    node_cap: int = NODE_CAP
    memory: int = 0
    machine: ModuleType = field(default_factory=fastest)
    told: Callable[[int], None] | None = None
    """Called behind each search but those of `each`, with how many nodes it took."""
    nodes: int = 0
    """Nodes of the latest call."""
    _problems: dict[int, SolverProblem] = field(default_factory=dict, repr=False)
    _room: tuple[Any, ...] = field(default=(), repr=False)
    _each: tuple[Any, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        lacking = self.tables.lacks("cards")
        if lacking:
            raise NoTables(f"this game can't be solved ({lacking})")
        memory = self.memory or (1 << 19 if self.machine.COMPILED else 1 << 16)
        index = 1 << (memory.bit_length() - 3)
        plies = kernel.MAX_PLIES + 1
        sizes = (
            plies * kernel.PLY,
            *(plies * kernel.CANDIDATES,) * 3,
            index * (kernel.SLOT + 1),
            (memory // kernel.WAYS + 2) * kernel.BLOCK,  # block 0 is none
            kernel.STATS,
        )
        self._room = tuple(self.machine.zeros(size) for size in sizes)

    def books(self, position: Position) -> int | None:
        """Return the declarers' books from here on (north's and south's where nobody declares); None: unknown."""
        if self.named_by_lead(position):
            return best_of(self.leads(position).values(), declaring=self.turned(position, position.leader) % 2 == 0)
        problem = self.problem(position.contract)
        return self.ask(problem, position, 0, sum(problem.worths[-tricks_left(position) :]))

    def takes(self, position: Position, books: int) -> bool | None:
        """Return whether the declarers take at least so many books from here on; None: unknown."""
        if self.named_by_lead(position):
            found = self.books(position)
            return None if found is None else found >= books
        problem = self.problem(position.contract)
        most = sum(problem.worths[-tricks_left(position) :])
        if not 0 < books <= most:
            return books <= 0
        found = self.ask(problem, position, books - 1, books)
        return None if found is None else found == books

    def leads(self, position: Position) -> dict[Card, int | None]:
        """Return the declarers' books after each card that the seat to play may lead or follow with, as in its hand."""
        if self.named_by_lead(position):
            return {card: self.books(led(position, card, self.tables)) for card in position.hands[position.leader]}
        problem, cards = self.problem(position.contract), self.tables.cards
        space, seat = problem.space, (position.leader + len(position.table)) % 4
        hands, table = self.laid_out(position)
        values = self.machine.zeros(kernel.ROOM)
        self.machine.solve_each(
            problem.numbers,
            hands,
            *self._room,
            self.turned(position, position.leader),
            len(table),
            self.node_cap,
            values,
        )
        self.count()
        found = {cards[space.card_at[bit]]: int(values[bit]) for bit in range(len(cards))}
        return {
            card: None if found[card] == kernel.UNKNOWN else found[card]
            for card in position.hands[seat]
            if found[card] != kernel.ILLEGAL
        }

    def each(self, contract: Contract, hands: Sequence[int], leader: Seat, table: Sequence[int] = ()) -> Any:
        """Return what `leads` does by bit, from hands and cards on the table that are masks in the contract's bits.

        A number stands for every bit: `kernel.ILLEGAL` for what can't be played, `kernel.UNKNOWN` for what isn't known.
        It is overwritten by the next call. The contract must be one that no lead fills.
        """
        if not self._each:
            self._each = (self.machine.zeros(4), self.machine.zeros(kernel.ROOM))
        turned, values = self._each
        first = max(contract.declarer, 0)
        for seat in SEATS:
            turned[(seat - first) & 3] = hands[seat]
        for place, card in enumerate(table):
            self._room[0][place * kernel.PLY + kernel.CARD] = card
        self.machine.solve_each(
            self.problem(contract).numbers,
            turned,
            *self._room,
            (leader - first) & 3,
            len(table),
            self.node_cap,
            values,
        )
        return values

    def named_by_lead(self, position: Position) -> bool:
        """Whether the card led next fills the contract."""
        number = self.tables.number(position.contract)
        first = tricks_left(position) == self.tables.each and not position.table
        return first and number < len(self.tables.opening) and bool(self.tables.opening[number])

    def ask(self, problem: SolverProblem, position: Position, least: int, most: int) -> int | None:
        """Return the declarers' books, known to lie between two bounds."""
        hands, table = self.laid_out(position)
        lead = self.turned(position, position.leader)
        guess = (least + most) // 2
        found = int(
            self.machine.solve(problem.numbers, hands, *self._room, lead, len(table), least, most, guess, self.node_cap)
        )
        self.count()
        return None if found == kernel.UNKNOWN else found

    def count(self) -> None:
        """Note how many nodes a search took."""
        self.nodes = int(self._room[-1][kernel.NODES])
        if self.told is not None:
            self.told(self.nodes)

    def turned(self, position: Position, seat: Seat) -> Seat:
        """Return a seat's number when the table is turned so that the declarers sit at 0 and 2."""
        return (seat - max(position.contract.declarers, 0)) % 4

    def laid_out(self, position: Position) -> tuple[Any, tuple[int, ...]]:
        """Put a position's cards in place: the hands as masks by turned seat, the cards on the table on the stack."""
        number = {card: place for place, card in enumerate(self.tables.cards)}
        space = self.problem(position.contract).space
        hands = self.machine.zeros(4)
        for seat in SEATS:
            hands[self.turned(position, seat)] = space.mask(number[card] for card in position.hands[seat])
        table = tuple(space.mask([number[card]]) for card in position.table)
        for place, card in enumerate(table):
            self._room[0][place * kernel.PLY + kernel.CARD] = card
        return hands, table

    def problem(self, contract: Contract) -> SolverProblem:
        """Return what the kernel needs of a contract; made once. Raises `NoTables` where the solver can't handle it."""
        number = self.tables.number(contract)
        if number not in self._problems:
            self._problems[number] = make_problem(self.tables, number, self.machine)
        return self._problems[number]


def tricks_left(position: Position) -> int:
    """Return the tricks still to be scored, the one on the table included."""
    return len(position.hands[position.leader]) + bool(position.table)


def led(position: Position, card: Card, tables: Tables) -> Position:
    """Return a position after the card that fills the contract was led."""
    row = tables.opening[tables.number(position.contract)]
    contract = tables.contracts[row[tables.cards.index(card)]].changed({}, position.contract.declarer)
    hands = tuple(tuple(held for held in hand if held != card) for hand in position.hands)
    return Position(contract, hands, position.leader, (card,))


def best_of(values: Iterable[int | None], *, declaring: bool) -> int | None:
    """Return the best of the values of all cards for a side; unknown where one is."""
    found = list(values)
    known = [value for value in found if value is not None]
    if len(known) < len(found):
        return None
    return max(known) if declaring else min(known)


def make_problem(tables: Tables, number: int, machine: ModuleType) -> SolverProblem:
    """Return what the kernel needs of one contract."""
    space, worths = tables.spaces[tables.space_of[number]], tables.worth[number]
    reason = unsolvable(space, worths)
    if reason:
        raise NoTables(f"this game can't be solved ({reason})")
    numbers = machine.zeros(kernel.PROBLEM)

    def write(place: int, values: Iterable[int]) -> None:
        for offset, value in enumerate(values):
            numbers[place + offset] = value

    free_idle, suited = 0, sum(space.lanes)
    for free in space.free:
        free_idle |= free & space.idle
    quick = not any(free & suited for free in space.free) and throws_freely(space)
    write(kernel.SUITED, [suited, int(not space.plain), int(not quick), free_idle, space.trump])
    write(kernel.LANE_MASK, space.lanes)
    write(kernel.FREE_MASK, space.free)
    write(kernel.RUNG_COUNT, [len(rungs) for rungs in space.rungs])
    write(kernel.UNEVEN, [int(any(worth != 1 for worth in worths))])
    write(kernel.LANE_AT, [space.lane[card] for card in space.card_at])
    write(kernel.WEIGHTS, WITH_TRUMPS if space.trump else WITHOUT_TRUMPS)
    for lane, rungs in enumerate(space.rungs):
        write(kernel.RUNG_ROWS + lane * kernel.ROOM, rungs)
    for left in range(len(worths) + 1):
        ahead = worths[len(worths) - left :]
        write(kernel.WORTHS + left, ahead[:1])
        write(kernel.NEXT_WORTHS + left * kernel.ROOM, accumulate(ahead, initial=0))
        write(kernel.LEAST_WORTHS + left * kernel.ROOM, accumulate(sorted(ahead), initial=0))
    return SolverProblem(space, numbers, worths)


def throws_freely(space: CardTable) -> bool:
    """Whether everybody follows suit and who can't may throw any card of a suit: no winner or trump need be thrown."""
    suited = sum(space.lanes)
    return all(
        rungs[:1] == (mask,) and not any(rung & suited & ~mask for rung in rungs[1:])
        for rungs, mask in zip(space.rungs, space.lanes, strict=True)
        if mask
    )


def unsolvable(space: CardTable, worths: Sequence[int]) -> str:
    """Return why a contract can't be solved, empty if it can."""
    if any(worth < 0 for worth in worths) or sum(worths) > MAX_BOOKS:
        return f"the tricks are worth {min(worths)} to {max(worths)} books"
    alike = [mask for mask in (*space.lanes, space.idle) if mask]
    rules = [mask for rungs in space.rungs for mask in rungs] + list(space.free)
    if any(0 < rule & mask < mask for rule in rules for mask in alike):
        return "what may be played tells cards of one suit apart"
    return ""
