"""Who makes what: the books that each declarer takes in each strain, all cards lying open, and the bids that make.

A *strain* is one way to play: the contracts under which cards rank and tricks count alike, whatever was bid.

    solver = Solver(make_tables(profile))
    for cell in as_they_are(solver, hands, dealer=0): ...      # nobody takes up or gives away anything
    for cell in from_the_deal(solver, state): ...              # a deal: the declarer takes up the kitty and buries
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from interpreter.burying import Burial, at_the_play, by_worth, comes_to_declare, numbered, position_at, ways_to_bury
from interpreter.cards import Card
from interpreter.contract import Contract, Value
from interpreter.double_dummy import Position, Solver, best_of, led
from interpreter.model import Profile
from interpreter.notation import format_value
from interpreter.simulate import NoTables
from interpreter.spelling import spoken
from interpreter.state import State
from interpreter.table import NOBODY, SEATS, Pair, Seat, side_of
from interpreter.tables import CardTable, Tables

TRIES = 8
"""So many ways to bury are tried."""


@dataclass(frozen=True, slots=True)
class Strain:
    """Contracts that are played alike, the lowest first; `fields` tell them from other strains."""

    numbers: tuple[int, ...]
    contracts: tuple[Contract, ...]
    fields: Mapping[str, Value]
    space: CardTable
    worths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one declarer (`NOBODY` where nobody declares) takes in one strain.

    `books` are those of the declarers (north and south where nobody declares) in all that lie ahead; None: unknown.
    `gave` is what was buried, the best of `tried` ways, the likeliest where all are unknown. `at_least` says that the
    books are the least they take: where there are more ways, some are unknown, or others gave cards away too.
    """

    declarer: Seat
    strain: Strain
    books: int | None
    at_least: bool = False
    gave: tuple[Card, ...] = ()
    tried: int = 0


def strains_of(tables: Tables) -> tuple[Strain, ...]:
    """Return the strains of a game. Raises `NoTables` where the cards can't be tabled, or more books may be worse."""
    lacking = tables.lacks("cards")
    if lacking:
        raise NoTables(f"this game can't be solved ({lacking})")
    groups: dict[tuple[object, ...], list[int]] = {}
    for number in tables.final:
        check_growing(tables, number)
        groups.setdefault((tables.space_of[number], tables.worth[number]), []).append(number)
    differing = fields_that_differ(tables, list(groups.values()))
    return tuple(
        Strain(
            numbers=tuple(numbers),
            contracts=tuple(tables.contracts[number] for number in numbers),
            fields={name: tables.contracts[numbers[0]][name] for name in differing},
            space=tables.spaces[tables.space_of[numbers[0]]],
            worths=tables.worth[numbers[0]],
        )
        for numbers in groups.values()
    )


def grows(tables: Tables, number: int) -> bool:
    """Whether more books never bring the declarers less under a contract; so it is where points aren't tabled."""
    margins = [mine - theirs for mine, theirs, _ in tables.points[number]] if tables.points else []
    return margins == sorted(margins)


def unread(tables: Tables) -> str:
    """Return what the players that read the rules don't read of a game, empty if there is nothing of the kind."""
    if all(grows(tables, number) for number in tables.final):
        return ""
    word = spoken("trick", tables.profile.terms)[0]
    return f"computer players take as many {word}s as they can, though more can bring fewer points here"


def uncounted(profile: Profile) -> str:
    """Return which points of a deal no total has, so that what is said of points leaves them out; empty if none."""
    others = dict.fromkeys(row.into for row in profile.scoring.rows if row.into != "total")
    return f"points are those of the total: what a deal adds to {' and '.join(others)} is left out" if others else ""


def check_growing(tables: Tables, number: int) -> None:
    """Refuse a contract under which the declarers would rather take fewer books: the solver takes as many as it can."""
    if not grows(tables, number):
        raise NoTables("this game can't be solved (there are contracts in which more books bring fewer points)")


def fields_that_differ(tables: Tables, groups: Sequence[Sequence[int]]) -> list[str]:
    """Return the fields that tell strains apart, the trump suit first; no more than are needed."""
    values = [[tables.contracts[number].values for number in numbers] for numbers in groups]
    names = [
        name
        for name in values[0][0]
        if all(len({one[name] for one in group}) == 1 for group in values)
        and len({group[0][name] for group in values}) > 1
    ]
    names.sort(key=lambda name: (name != "trump", name == "kind"))
    for name in reversed(names):
        fewer = [other for other in names if other != name]
        if len({tuple(group[0][other] for other in fewer) for group in values}) == len(groups):
            names = fewer
    return names


def strain_text(profile: Profile, strain: Strain) -> str:
    """Return a strain as people say it: "spades uptown"; a game with one strain has no word for it."""
    return (
        " ".join(dict.fromkeys(format_value(profile, name, value) for name, value in strain.fields.items())) or "play"
    )


def declarers(tables: Tables) -> tuple[Seat, ...]:
    """Return who can declare: every seat, or nobody."""
    return tuple(SEATS) if tables.declared else (NOBODY,)


def leads_first(tables: Tables, dealer: Seat, declarer: Seat) -> Seat:
    """Return who leads to the first trick."""
    return tables.leader[5 * dealer + declarer + 1]


def as_they_are(
    solver: Solver, hands: tuple[tuple[Card, ...], ...], *, dealer: Seat, leader: Seat = NOBODY
) -> Iterator[Cell]:
    """Yield, strain by strain, what each declarer takes with these hands.

    Where the hands are whole, what is credited before the first trick counts. `leader` leads in place of whoever does
    by the rules.
    """
    tables = solver.tables
    credit = tables.credit[0] if len(hands[0]) == tables.each else 0
    for strain in strains_of(tables):
        for declarer in declarers(tables):
            first = leads_first(tables, dealer, declarer) if leader == NOBODY else leader
            position = Position(begun_as(tables, strain).changed({}, declarer), hands, first)
            if can_come(solver, position, strain):
                yield Cell(declarer, strain, added(books_in(solver, position, strain), credit))


def begun_as(tables: Tables, strain: Strain) -> Contract:
    """Return the contract that a strain's play begins under: another one where the first lead fills it."""
    by_lead = (number for number, row in enumerate(tables.opening) if set(row) & set(strain.numbers))
    return tables.contracts[next(by_lead, strain.numbers[0])]


def leads_to(solver: Solver, position: Position, strain: Strain) -> list[Position]:
    """Return what each lead that names a strain leads to; none where it doesn't come by the lead."""
    if not solver.named_by_lead(position):
        return []
    found = (led(position, card, solver.tables) for card in position.hands[position.leader])
    return [then for then in found if solver.tables.number(then.contract) in strain.numbers]


def can_come(solver: Solver, position: Position, strain: Strain) -> bool:
    """Whether a strain can come of a position: where the lead names it, the leader has to hold such a card."""
    return not solver.named_by_lead(position) or bool(leads_to(solver, position, strain))


def books_in(solver: Solver, position: Position, strain: Strain) -> int | None:
    """Return what the declarers take in a strain; where the lead names it, by the best lead that does."""
    if not solver.named_by_lead(position):
        return solver.books(position)
    declaring = side_of(position.leader) == max(position.contract.declarers, 0)
    return best_of([solver.books(then) for then in leads_to(solver, position, strain)], declaring=declaring)


def added(books: int | None, credit: int) -> int | None:
    """Return books with those credited before; unknown stays unknown."""
    return None if books is None else books + credit


def from_the_deal(
    solver: Solver, dealt: State, seats: Sequence[Seat] = tuple(SEATS), *, tries: int = TRIES
) -> Iterator[Cell]:
    """Yield, strain by strain, what each seat takes that comes to declare in a deal; it buries the best it finds.

    `dealt` is the state behind the deal. Strains that a seat can't come to are left out.
    """
    for strain in strains_of(solver.tables):
        for declarer in seats if solver.tables.declared else (NOBODY,):
            start = comes_to_declare(dealt, declarer, strain.contracts)
            cell = None if start is None else best_burial(solver, start, strain, tries)
            if cell is not None:
                yield cell


def best_burial(solver: Solver, start: State, strain: Strain, tries: int = TRIES) -> Cell | None:
    """Return what a declarer takes behind the best burial of `tries`, from before the first card is given.

    None where the strain can't come, since the leader has no card that names it.
    """
    state, free = at_the_play(start, strain.contracts, numbered(by_worth(solver.tables, strain.space)))
    position = position_at(state)
    if not can_come(solver, position, strain):
        return None
    if free is None:
        books = added(books_in(solver, position, strain), credited(state))
        return Cell(start.contract.declarer, strain, books)
    return try_ways(solver, start, strain, free, tries)


def try_ways(solver: Solver, start: State, strain: Strain, free: Burial, tries: int) -> Cell:
    """Return the best of so many burials, or of all there are; the first that isn't beaten."""
    best: int | None = None
    gave: tuple[Card, ...] = ()
    tried, exact, ways = 0, free.only, ways_to_bury(solver.tables, strain.space, free)
    for order in islice(ways, max(1, tries)):
        tried += 1
        state, _ = at_the_play(start, strain.contracts, numbered(order))
        position, credit = position_at(state), credited(state)
        given = tuple(card for seat, card in state.given if seat == state.contract.declarer)
        gave = gave or given
        if best is not None:
            more = solver.takes(position, best + 1 - credit)
            exact = exact and more is not None
            if not more:
                continue
        books = books_in(solver, position, strain)
        exact = exact and books is not None
        if books is not None and (best is None or books + credit > best):
            best, gave = books + credit, given
    exact = exact and next(ways, None) is None
    return Cell(start.contract.declarer, strain, best, not exact, gave, tried)


def credited(state: State) -> int:
    """Return the books that the declarers (north and south where nobody declares) have so far."""
    side = max(state.contract.declarers, 0)
    return state.books[side] + state.books[side + 2]


@dataclass(frozen=True, slots=True)
class Option:
    """Cards of the same value for the seat to play: `books` of the declarers in all (None: unknown).

    `made` and `points` (declarers, defenders) are what comes of that many books, None where it isn't known.
    """

    cards: tuple[Card, ...]
    books: int | None
    made: bool | None
    points: Pair | None


def options(solver: Solver, position: Position, credit: int = 0, *, to_the_end: bool = True) -> tuple[Option, ...]:
    """Return what each card that may be played now is worth, the best for its side first.

    `credit` are the books that the declarers have already; with `to_the_end` unset there are more that aren't known,
    so nothing can be said of points.
    """
    tables, by_lead = solver.tables, solver.named_by_lead(position)
    groups: dict[tuple[int | None, bool | None, Pair | None], list[Card]] = {}
    for card, ahead in solver.leads(position).items():
        books = added(ahead, credit)
        contract = led(position, card, tables).contract if by_lead else position.contract
        end = outcome(tables, contract, books) if to_the_end else (None, None)
        groups.setdefault((books, *end), []).append(card)
    found = [Option(tuple(cards), *end) for end, cards in groups.items()]
    seat = (position.leader + len(position.table)) % 4
    sign = -1 if side_of(seat) == max(position.contract.declarers, 0) else 1
    return tuple(sorted(found, key=lambda one: (one.books is None, sign * (one.books or 0))))


def outcome(tables: Tables, contract: Contract, books: int | None) -> tuple[bool | None, Pair | None]:
    """Return whether a contract is made with some books, and the points; None where that isn't known."""
    if books is None or not tables.points:
        return None, None
    mine, theirs, made = tables.points[tables.number(contract)][books]
    return (bool(made) if tables.profile.scoring.made is not None else None), (mine, theirs)


def highest_made(tables: Tables, cell: Cell) -> Contract | None:
    """Return the highest bid of a cell's strain that makes; None where none does, or points aren't tabled."""
    made = [
        contract
        for number, contract in zip(cell.strain.numbers, cell.strain.contracts, strict=True)
        if cell.books is not None and tables.points and tables.points[number][cell.books][2]
    ]
    return made[-1].changed({}, cell.declarer) if made else None
