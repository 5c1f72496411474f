"""What is to be solved, wherever it comes from: a deal or position as people write it, chance, or a record.

A *spot* is a position with its contract, or a deal whose contract is still open. `at_play` gives the position that a
contract leads to, `cells` what each declarer makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from interpreter import game
from interpreter.actions import Deal
from interpreter.burying import at_the_play, by_worth, comes_to_declare, numbered, position_at
from interpreter.cards import Card
from interpreter.cases.dealing import WantedDeal
from interpreter.contract import Contract
from interpreter.diagram import Diagram, read_diagram
from interpreter.double_dummy import Position, Solver
from interpreter.errors import InputError, Place, Problem
from interpreter.makeable import (
    TRIES,
    Cell,
    Strain,
    as_they_are,
    best_burial,
    check_growing,
    credited,
    from_the_deal,
    leads_first,
    strains_of,
)
from interpreter.model import ExchangePhase, PlayPhase, Profile
from interpreter.notation import format_contract
from interpreter.record import chance
from interpreter.replay import replay
from interpreter.state import State
from interpreter.table import NOBODY, SEATS, Seat
from interpreter.tables import Tables, make_tables

Asks: TypeAlias = Callable[[Tables], Contract | None]
"""Reads a contract once the rules are known."""


def no_contract(tables: Tables) -> None:
    """Ask for none."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What is to be solved. `hands` and `kitty` are as they lie now; `seats` may declare, where the contract is open.

    `dealt` is a deal in which the declarer will take up the kitty and bury; None: the hands stay as they are. `credit`
    are the books that the declarers have already (None: that isn't known). `deal` and `trick` say where in a record
    the spot is, `n` is the event that comes next there.
    """

    tables: Tables
    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] = ()
    dealer: Seat = 0
    leader: Seat = NOBODY
    position: Position | None = None
    credit: int | None = None
    dealt: State | None = None
    seats: tuple[Seat, ...] = tuple(SEATS)
    n: int | None = None
    deal: int | None = None
    trick: int | None = None

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.tables.profile


@dataclass(frozen=True, slots=True)
class AtPlay:
    """A position under its contract: what was buried on the way, and the books that the declarers have already."""

    position: Position
    credit: int | None
    cell: Cell | None = None


# ---- where spots come from


def spot_in_text(
    tables: Tables, text: str, name: str, *, contract: Contract | None = None, as_they_are: bool = False
) -> Spot:
    """Return the spot that somebody wrote down. Raises `InputError`; `name` is the file."""
    diagram = read_diagram(tables, text, name)
    contract = contract or diagram.contract
    dealer = max(diagram.dealer, 0)
    whole = diagram.size == tables.each and not diagram.trick
    if whole and exchanges(tables.profile) and not as_they_are:
        kitty = kitty_of(tables, diagram, name, text)
        dealt = game.new_game(tables.profile, dealer)
        hands = {seat: diagram.hands[seat] for seat in SEATS}
        game.apply(dealt, WantedDeal(tables.profile, dealer, hands, kitty).made())
        spot = Spot(tables, diagram.hands, kitty, dealer, dealt=dealt)
    else:
        spot = Spot(tables, diagram.hands, diagram.kitty or (), dealer, diagram.leader)
    if contract is None:
        return refuse_half_a_trick(spot, diagram, name)
    return with_contract(replace(spot, leader=diagram.leader), contract, diagram.trick)


def refuse_half_a_trick(spot: Spot, diagram: Diagram, name: str) -> Spot:
    """Return a spot; cards on the table mean nothing without a contract."""
    if diagram.trick:
        help = "add contract: 4 uptown in spades by south, or the like"
        raise InputError(
            [Problem("G034", "cards lie on the table, and there is no contract", Place(name, 1, 1, 2), help)]
        )
    return spot


def exchanges(profile: Profile) -> bool:
    """Whether cards are exchanged before the play."""
    return any(isinstance(phase, ExchangePhase) for phase in profile.flow)


def kitty_of(tables: Tables, diagram: Diagram, name: str, text: str) -> tuple[Card, ...]:
    """Return the kitty of a whole deal: what is in no hand. Raises `InputError` where another one is written."""
    held = {card for hand in diagram.hands for card in hand}
    rest = tuple(card for card in tables.cards if card not in held)
    if diagram.kitty is not None and set(diagram.kitty) != set(rest):
        missing = " ".join(card for card in rest if card not in diagram.kitty)
        place = Place(name, 1, 1, 2, text.splitlines()[0])
        message = f"{missing} are in no hand and not in the kitty"
        raise InputError([Problem("G033", message, place, "leave the kitty out: it is what no hand holds")])
    return rest


def with_contract(spot: Spot, contract: Contract, trick: tuple[Card, ...] = ()) -> Spot:
    """Return a spot in which a contract is played."""
    leader = spot.leader
    if leader == NOBODY:
        leader = leads_first(spot.tables, spot.dealer, contract.declarer)
    whole = len(spot.hands[leader]) + bool(trick) == spot.tables.each
    number = spot.tables.number(contract)
    if not whole and number < len(spot.tables.opening) and spot.tables.opening[number]:
        message = f"{format_contract(spot.profile, contract)!r} says no more once a card was led"
        raise InputError([Problem("G034", message, None, "say what the first lead made of it")])
    return replace(
        spot,
        position=Position(contract, spot.hands, leader, trick),
        credit=spot.tables.credit[0] if whole else None,
        dealt=spot.dealt if exchanges(spot.profile) else None,
    )


def spot_by_chance(tables: Tables, seed: int, *, contract: Contract | None = None, as_they_are: bool = False) -> Spot:
    """Return the first deal of the match that `bidwhist play` plays with a seed."""
    profile = tables.profile
    state = game.new_game(profile, game.choose_first_dealer(profile, chance(seed, 0)))
    game.apply(state, game.shuffle(profile, chance(seed, 1)))
    spot = spot_of_deal(tables, state)
    spot = spot if not as_they_are else replace(spot, dealt=None)
    return spot if contract is None else with_contract(spot, contract)


def spot_of_deal(tables: Tables, dealt: State) -> Spot:
    """Return the spot of a deal: its hands, and the kitty as it lies."""
    assert dealt.dealt is not None
    hands, kitty = tuple(map(tuple, dealt.hands)), tuple(dealt.kitty)
    return Spot(tables, hands, kitty, dealt.dealer, dealt=dealt, deal=dealt.deal)


def spot_in_record(
    path: str | Path, at: int | None, contract: Asks = no_contract, *, as_they_are: bool = False
) -> Spot:
    """Return where a recorded match stood before event `at`, or where the record ends: between deals, the last deal.

    `contract` names the contract under the record's rules, where that is asked and still open. During the auction the
    spot is the deal; between auction and play the deal with its declarer. Raises `InputError`.
    """
    with replay(path) as record:
        dealt: State | None = None
        last = first = 0
        for step in record:
            last = step.n
            if step.n == at:
                return spot_before(
                    step.before, dealt, at, str(path), contract(make_tables(record.profile)), as_they_are
                )
            if isinstance(step.event, Deal):
                dealt, first = step.after.clone(), step.n + 1
        if at is not None:
            message = f"{str(path)!r} has no event {at}"
            raise InputError([Problem("G035", message, None, f"its last one is {last}")])
        state, n = record.state, last + 1
        if dealt is not None and (state.over or state.needs_deal):  # between deals: the one that was played last
            state, n = dealt, first
        return spot_before(state, dealt, n, str(path), contract(make_tables(record.profile)), as_they_are)


def spot_before(
    state: State, dealt: State | None, n: int, path: str, contract: Contract | None, as_they_are: bool
) -> Spot:
    """Return the spot in a state that waits for event number `n`."""
    if state.needs_deal or state.over or dealt is None:
        message = f"no cards lie open in {path!r} before event {n}"
        raise InputError([Problem("G035", message, None, "name an event of a deal: --at")])
    tables = make_tables(state.profile)
    if isinstance(state.phase, PlayPhase):
        if contract is not None:
            message = f"at event {n} the contract is {format_contract(state.profile, state.contract)} already"
            raise InputError([Problem("G034", message, None, "leave --contract out")])
        position = position_at(state)
        return Spot(
            tables, position.hands, tuple(state.kitty), state.dealer, state.leader, position, credited(state),
            n=n, deal=state.deal, trick=len(state.tricks) + 1,
        )  # fmt: skip
    seats = (state.contract.declarer,) if state.contract.declarer >= 0 else tuple(SEATS)
    spot = replace(spot_of_deal(tables, dealt), seats=seats, n=n)
    spot = spot if not as_they_are else replace(spot, dealt=None)
    return spot if contract is None else with_contract(spot, contract)


# ---- what is asked of them


def cells(spot: Spot, solver: Solver, *, tries: int = TRIES) -> Iterator[Cell]:
    """Yield what each declarer makes in each strain of a spot without a contract."""
    if spot.dealt is not None:
        return from_the_deal(solver, spot.dealt, spot.seats, tries=tries)
    return as_they_are(solver, spot.hands, dealer=spot.dealer, leader=spot.leader)


def at_play(spot: Spot, solver: Solver, *, tries: int = TRIES) -> AtPlay | None:
    """Return the position in which a spot's contract is played, behind the best burial found in a deal.

    None where its declarer can't come to play it in this deal. Raises `NoTables` where more books may be worse.
    """
    assert spot.position is not None
    contract, tables = spot.position.contract, spot.tables
    for number in contracts_ahead(tables, tables.number(contract)):
        check_growing(tables, number)
    if spot.dealt is None:
        return AtPlay(spot.position, spot.credit)
    strain = strain_of(tables, contract)
    start = comes_to_declare(spot.dealt, contract.declarer, [contract])
    cell = None if start is None or strain is None else best_burial(solver, start, strain, tries)
    if start is None or strain is None or cell is None:
        return None
    order = [*cell.gave, *(card for card in by_worth(tables, strain.space) if card not in cell.gave)]
    state, _ = at_the_play(start, [contract], numbered(order))
    return AtPlay(position_at(state), credited(state), cell)


def contracts_ahead(tables: Tables, number: int) -> set[int]:
    """Return the contracts that one becomes by a first lead, itself where leads change nothing."""
    return set(tables.opening[number] if number < len(tables.opening) else ()) or {number}


def strain_of(tables: Tables, contract: Contract) -> Strain | None:
    """Return the strain that a contract belongs to."""
    number = tables.number(contract)
    return next((strain for strain in strains_of(tables) if number in strain.numbers), None)
