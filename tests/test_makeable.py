"""Who makes what: small deals worked out by hand, burials beside all burials there are, every way to a spot."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from interpreter import game, kernel
from interpreter.burying import Burial, at_the_play, comes_to_declare, numbered, position_at, shares, ways_to_bury
from interpreter.contract import Contract
from interpreter.double_dummy import Position, Solver
from interpreter.errors import InputError
from interpreter.machine import fastest
from interpreter.makeable import (
    Cell,
    as_they_are,
    best_burial,
    check_growing,
    from_the_deal,
    highest_made,
    options,
    strain_text,
    strains_of,
    unread,
)
from interpreter.notation import format_contract
from interpreter.profile.load import load
from interpreter.simulate import NoTables
from interpreter.solving import at_play, cells, spot_by_chance, spot_in_record, spot_in_text
from interpreter.state import State
from interpreter.table import SEAT_NAMES
from interpreter.tables import Tables, make_tables
from tests.games import ROOT, SHIPPED, whole_games
from tests.kernels import tables_of

MACHINE = fastest()
compiled = pytest.mark.skipif(not fastest().COMPILED, reason="numba isn't there")
FINESSE = "n: AS QS; e: 2D 3D; s: 2S 3S; w: KS 4S"


def solver_of(reference: str, **settings: int) -> Solver:
    return Solver(tables_of(reference), machine=MACHINE, **settings)


def table(solver: Solver, found: list[Cell]) -> dict[str, list[int | None]]:
    """Return the books by strain, in the order of the declarers."""
    rows: dict[str, list[int | None]] = {}
    for cell in found:
        rows.setdefault(strain_text(solver.tables.profile, cell.strain), []).append(cell.books)
    return rows


def contract(tables: Tables, text: str) -> Contract:
    """Return a contract by its text."""
    numbers = (number for number in tables.final)
    declarer = SEAT_NAMES.index(text.rpartition(" ")[2])
    contracts = (tables.contracts[number].changed({}, declarer) for number in numbers)
    return next(one for one in contracts if format_contract(tables.profile, one) == text)


# ---- by hand


def test_a_finesse_by_hand() -> None:
    """West's king of spades falls to north's ace and queen, unless north has to lead; east's diamonds are winners.

    The declarer's left opponent leads: east leads against north and takes both where diamonds aren't ruffed.
    """
    solver = solver_of("vint-whist")
    spot = spot_in_text(solver.tables, FINESSE, "--deal")
    assert table(solver, list(cells(spot, solver))) == {
        "spades": [2, 0, 2, 1],
        "clubs": [0, 0, 2, 1],
        "diamonds": [0, 2, 0, 2],
        "hearts": [0, 0, 2, 1],
        "no trump": [0, 0, 2, 1],
    }


@pytest.mark.parametrize(("leader", "books"), [("north", 1), ("east", 0), ("south", 2), ("west", 2)])
def test_the_leader_that_is_named_leads(leader: str, books: int) -> None:
    solver = solver_of("vint-whist")
    spot = spot_in_text(solver.tables, f"{FINESSE}; leader: {leader}", "--deal")
    assert table(solver, list(cells(spot, solver)))["no trump"] == [books, 2 - books, books, 2 - books]


def test_low_cards_win_downtown_and_jokers_are_worth_nothing_at_no_trump() -> None:
    """North leads: both aces and kings win uptown; downtown the king is the worst card of its suit."""
    solver = solver_of("pagat-54")
    text = "n: AS KS; e: 2S 3S; s: 4H 5H; w: BJ LJ; leader: n"
    found = table(solver, list(cells(spot_in_text(solver.tables, text, "--deal"), solver)))
    assert found["no trump uptown"] == [2, 0, 2, 0]
    assert found["no trump downtown"] == [1, 1, 1, 1]
    assert found["hearts uptown"] == [0, 2, 0, 2], "west ruffs twice, with the jokers"
    assert found["spades uptown"] == [0, 2, 0, 2], "the jokers are the best trumps"


def test_each_card_in_the_middle_of_a_trick() -> None:
    """South has led its two of spades: west's king would be taken, and so would its four."""
    tables = tables_of("vint-whist")
    text = "n: AS QS; e: 2D 3D; s: 3S; w: KS 4S; leader: s; trick: 2S; contract: 1 no trump by north"
    spot = spot_in_text(tables, text, "--deal")
    solver = solver_of("vint-whist")
    at = at_play(spot, solver)
    assert at is not None
    assert [(option.cards, option.books) for option in options(solver, at.position)] == [(("KS", "4S"), 2)]
    text = "n: AS QS; e: 2D 3D; s: 3S; w: KS; leader: s; trick: 2S 4S; contract: 1 no trump by north"
    at = at_play(spot_in_text(tables, text, "--deal"), solver)
    assert at is not None
    assert [(option.cards, option.books) for option in options(solver, at.position)] == [(("QS",), 2), (("AS",), 1)]


def test_options_are_best_first_for_the_side_that_plays() -> None:
    tables = tables_of("vint-whist")
    text = "n: AS QS; e: 2D 3D; s: 3S 2S; w: KS 4S; leader: w; contract: 1 no trump by {}"
    for declarer, sign in (("north", 1), ("east", -1)):
        spot = spot_in_text(tables, text.format(declarer), "--deal")
        at = at_play(spot, solver_of("vint-whist"))
        assert at is not None
        books = [option.books for option in options(solver_of("vint-whist"), at.position, to_the_end=False)]
        assert books == sorted(books, key=lambda one: sign * (one or 0))


def test_points_of_each_card_are_the_rules_own() -> None:
    """Thirteen spades in one hand, and spades are trumps: seven spades makes, at 10 times 7 a trick."""
    tables = tables_of("vint-whist")
    suits = dict(zip("nesw", "SHDC", strict=True))
    hands = "; ".join(
        f"{seat}: " + " ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for seat, suit in suits.items()
    )
    solver = solver_of("vint-whist")
    spot = spot_in_text(tables, f"{hands}; contract: 7 spades by north", "--deal")
    at = at_play(spot, solver)
    assert at is not None
    (only,) = options(solver, at.position, at.credit or 0)
    assert (only.books, only.made, only.points) == (13, True, (910, 0))
    found = list(cells(spot_in_text(tables, hands, "--deal"), solver))
    assert table(solver, found)["spades"] == [13, 0, 13, 0]
    made = highest_made(tables, found[0])
    assert made is not None
    assert format_contract(tables.profile, made) == "7 spades by north"
    assert highest_made(tables, found[1]) is None


def test_where_every_burial_is_unknown_the_likeliest_is_made() -> None:
    """Its cards are named, and no high trump goes, whatever the pack's order."""
    tables = tables_of("pagat-54")
    solver = Solver(tables, node_cap=1, machine=kernel)
    wanted = contract(tables, "4 uptown in spades by north")
    at = at_play(spot_by_chance(tables, 7, contract=wanted), solver)
    assert at is not None
    assert at.cell is not None
    assert (at.cell.books, len(at.cell.gave)) == (None, 6)
    assert {"AS", "QS", "9S", "7S", "6S", "4S", "AH", "KD"} <= set(at.position.hands[0])
    assert not set(at.cell.gave) & set(at.position.hands[0])


def test_unknown_is_said_where_the_search_is_given_up() -> None:
    solver = solver_of("vint-whist", node_cap=1)
    position = spot_by_chance(solver.tables, 3).hands
    small = tuple(hand[:5] for hand in position)
    assert None in [cell.books for cell in as_they_are(solver, small, dealer=0)]


# ---- strains


def test_strains_are_named_by_what_differs() -> None:
    def named(reference: str) -> list[str]:
        tables = tables_of(reference)
        return [strain_text(tables.profile, strain) for strain in strains_of(tables)]

    assert sorted(named("parr-oregon")) == ["clubs", "diamonds", "hearts", "no trump", "spades"]
    assert named("vint-whist") == ["spades", "clubs", "diamonds", "hearts", "no trump"]
    assert named("pagat-54")[:2] == ["no trump uptown", "spades uptown"]
    assert len(set(named("pagat-54"))) == 10
    assert named("whist-classic") == ["spades", "hearts", "diamonds", "clubs"]
    assert named(str(ROOT / "tests" / "fixtures" / "tiny.yaml")) == ["play"]


@pytest.mark.parametrize("reference", whole_games(SHIPPED))
def test_every_strain_of_every_game_is_reached_from_the_deal(reference: str) -> None:
    """The auction and the choices lead to each contract, whoever declares; other strains keep out of it."""
    tables = tables_of(reference)
    if not tables.declared:
        return
    dealt = spot_by_chance(tables, 1).dealt
    assert dealt is not None
    for strain in strains_of(tables):
        for declarer in range(4):
            state = comes_to_declare(dealt, declarer, strain.contracts)
            assert state is not None
            assert state.contract.declarer == declarer
            played, _ = at_the_play(state, strain.contracts, numbered(tables.cards))
            number = tables.number(played.contract)
            opened = set(tables.opening[number]) if number < len(tables.opening) else set()
            assert (opened or {number}) & set(strain.numbers)


def test_a_lead_that_names_trumps_must_be_held() -> None:
    """North holds no spade, so it can't make spades trumps by its lead."""
    tables = tables_of("parr-oregon")
    suits = dict(zip("nesw", "HSDC", strict=True))
    hands = "; ".join(
        f"{seat}: " + " ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for seat, suit in suits.items()
    )
    solver = solver_of("parr-oregon")
    found = list(cells(spot_in_text(tables, hands, "--deal"), solver))
    by_seat = {(strain_text(tables.profile, cell.strain), cell.declarer): cell.books for cell in found}
    assert by_seat == {
        ("hearts", 0): 13, ("spades", 1): 13, ("diamonds", 2): 13, ("clubs", 3): 13,
        ("no trump", 0): 13, ("no trump", 1): 13, ("no trump", 2): 13, ("no trump", 3): 13,
    }  # fmt: skip


def test_games_in_which_fewer_books_are_better_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "nullo.yaml"
    path.write_text(
        "format: 1\nprofile: nullo\ntitle: Nullo\nextends: vint-whist\n"
        "score: {tricks: {add: 'pay * (13 - mine.books)'}, set: null}\nmade: 'true'\n"
    )
    tables = make_tables(load(str(path)))
    with pytest.raises(NoTables, match="more books bring fewer points"):
        strains_of(tables)
    with pytest.raises(NoTables):
        check_growing(tables, tables.final[0])
    assert unread(tables) == "computer players take as many tricks as they can, though more can bring fewer points here"
    assert unread(tables_of("vint-whist")) == ""
    solver, wanted = Solver(tables, machine=kernel), tables.contracts[tables.final[0]].changed({}, 0)
    with pytest.raises(NoTables, match="more books bring fewer points"):
        at_play(spot_in_text(tables, FINESSE, "--deal", contract=wanted), solver)


# ---- burials


def test_shares() -> None:
    assert list(shares(2, [1, 2])) == [(0, 2), (1, 1)]
    assert list(shares(0, [])) == [()]
    assert list(shares(3, [1, 1])) == []


def test_ways_to_bury_are_different_and_spare_trumps() -> None:
    tables = tables_of("pagat-54")
    spades = next(strain for strain in strains_of(tables) if strain_text(tables.profile, strain) == "spades uptown")
    burial = Burial(("AS", "2S", "AH", "2H", "3H", "AD", "2D", "AC", "5C"), 3)
    ways = [frozenset(order[:3]) for order in ways_to_bury(tables, spades.space, burial)]
    assert len(ways) == len(set(ways)) == comb(9, 3), "each once, and all of them"
    likely = ways[:8]  # so many times three of three hearts, two diamonds and two clubs, lowest first
    assert all(not way & {"AS", "2S"} for way in likely)
    assert all(sorted(order) == sorted(tables.cards) for order in ways_to_bury(tables, spades.space, burial))
    assert ways[0] <= {"2H", "3H", "2D", "5C"}, "no ace is buried first"
    few = Burial(("AS", "2S", "AH"), 2)
    assert [order[:2] for order in ways_to_bury(tables, spades.space, few)] == [
        ["AH", "2S"], ["AH", "AS"], ["2S", "AS"],
    ]  # fmt: skip
    nt = next(strain for strain in strains_of(tables) if strain_text(tables.profile, strain) == "no trump uptown")
    assert next(ways_to_bury(tables, nt.space, Burial(("BJ", "2S", "AS"), 1)))[0] == "BJ"


def by_all_burials(solver: Solver, start: State) -> int:
    """Return what the declarer takes behind the best burial of all."""
    declarer, best = start.to_act, 0
    for cards in combinations(start.hands[declarer], start.left_to_give):
        state = start.clone()
        for card in cards:
            game.apply(state, card)
        books = solver.books(position_at(state))
        assert books is not None
        best = max(best, books)
    return best


@compiled
@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_burial_found_is_nearly_the_best_there_is(seed: int) -> None:
    solver = solver_of("five-hundred")
    spot = spot_by_chance(solver.tables, seed)
    assert spot.dealt is not None
    for strain in strains_of(solver.tables)[:3]:
        start = comes_to_declare(spot.dealt, 0, strain.contracts)
        assert start is not None
        best = by_all_burials(solver, start)
        (found,) = [cell for cell in from_the_deal(solver, spot.dealt, (0,), tries=60) if cell.strain == strain]
        assert found.at_least
        assert found.books is not None
        assert best - 1 <= found.books <= best


@compiled
@pytest.mark.parametrize("tries", [286, 10**6])
def test_behind_all_burials_it_is_exact(tries: int) -> None:
    solver = solver_of("five-hundred")
    spot = spot_by_chance(solver.tables, 3)
    assert spot.dealt is not None
    strain = strains_of(solver.tables)[0]
    start = comes_to_declare(spot.dealt, 1, strain.contracts)
    assert start is not None
    found = best_burial(solver, start, strain, tries)
    assert found is not None
    assert (found.books, found.at_least, found.tried) == (by_all_burials(solver, start), False, comb(13, 3))
    short = best_burial(solver, start, strain, 285)
    assert short is not None
    assert (short.at_least, short.tried) == (True, 285)
    unknown = best_burial(Solver(solver.tables, node_cap=1), start, strain, tries)
    assert unknown is not None
    assert (unknown.books, unknown.at_least, unknown.tried) == (None, True, comb(13, 3))


def test_it_is_not_exact_where_others_have_a_choice_too() -> None:
    """At level 3 the declarer's partner and the dealer give a card away as well: their best ones aren't looked for."""
    tables = make_tables(load(str(ROOT / "tests" / "fixtures" / "swap-out.yaml")))
    spot = spot_by_chance(tables, 1)
    assert spot.dealt is not None
    found = {}
    for contract in (tables.contracts[number] for number in tables.final):
        start = comes_to_declare(spot.dealt, 1, [contract])
        free = None if start is None else at_the_play(start, [contract], numbered(tables.cards))[1]
        if free is not None:
            found[contract["level"]] = free.only
    assert found.pop(3) is False
    assert set(found.values()) == {True}


@compiled
def test_more_tries_find_no_less() -> None:
    solver = solver_of("pagat-54")
    spot = spot_by_chance(solver.tables, 7)
    assert spot.dealt is not None
    few, more = (list(from_the_deal(solver, spot.dealt, (2,), tries=tries)) for tries in (1, 8))
    assert len(few) == len(more) == 10
    assert all((one.books or 0) <= (other.books or 0) for one, other in zip(few, more, strict=True))
    assert [one.books for one in few] != [one.books for one in more]
    for cell in more:
        assert len(cell.gave) == 6
        assert set(cell.gave) <= {*spot.hands[2], *spot.kitty}


# ---- spots


def test_the_deal_of_a_seed_is_the_first_of_the_match() -> None:
    spot = spot_by_chance(tables_of("pagat-54"), 7)
    assert len(spot.kitty) == 6
    assert {*spot.kitty, *(card for hand in spot.hands for card in hand)} == set(spot.tables.cards)
    assert spot.dealt is not None
    assert spot_by_chance(tables_of("pagat-54"), 7, as_they_are=True).dealt is None


def test_a_whole_deal_that_is_written_brings_its_kitty() -> None:
    tables = tables_of("pagat-54")
    spot = spot_by_chance(tables, 7)
    lines = [f"{name}: {' '.join(hand)}" for name, hand in zip(SEAT_NAMES, spot.hands, strict=True)]
    again = spot_in_text(tables, "\n".join(lines), "deal.txt")
    assert (again.hands, set(again.kitty)) == (spot.hands, set(spot.kitty))
    assert again.dealt is not None
    assert [list(hand) for hand in again.hands] == again.dealt.hands
    wrong = "\n".join([*lines, f"kitty: {' '.join(spot.kitty[:5])}"])
    with pytest.raises(InputError, match=f"{spot.kitty[5]} are in no hand and not in the kitty"):
        spot_in_text(tables, wrong, "deal.txt")


@compiled
def test_a_contract_in_a_deal_is_played_behind_a_burial() -> None:
    solver = solver_of("pagat-54")
    wanted = contract(solver.tables, "4 uptown in spades by south")
    at = at_play(spot_by_chance(solver.tables, 7, contract=wanted), solver)
    assert at is not None
    assert at.cell is not None
    assert (at.credit, at.position.leader, len(at.position.hands[2])) == (1, 2, 12)
    assert not set(at.cell.gave) & {card for hand in at.position.hands for card in hand}
    best = options(solver, at.position, at.credit)[0].books
    assert best == at.cell.books


def test_spots_of_a_record(tmp_path: Path) -> None:
    path = ROOT / "tests" / "golden" / "pagat-54.jsonl"
    dealt = spot_in_record(path, 3)
    assert (dealt.n, dealt.deal, dealt.position, dealt.seats) == (3, 1, None, (0, 1, 2, 3))
    playing = spot_in_record(path, 30)
    assert playing.position is not None
    assert (playing.trick, playing.position.table, playing.position.leader, playing.credit) == (5, ("TC",), 0, 3)
    last = spot_in_record(path, None)  # of a match that is over: its last deal, as dealt
    assert last.position is None
    assert last.deal is not None
    assert last.deal > 1
    for at, said in ((100_000, "has no event 100000"), (1, "no cards lie open")):
        with pytest.raises(InputError, match=said):
            spot_in_record(path, at)
    with pytest.raises(InputError, match="the contract is"):
        spot_in_record(path, 30, lambda tables: tables.contracts[tables.final[0]])


def test_random_endings_agree_with_the_solver_itself() -> None:
    rng = random.Random(4)
    solver = solver_of("vint-whist")
    for _ in range(5):
        cards = rng.sample(solver.tables.cards, 12)
        hands = tuple(tuple(cards[3 * seat : 3 * seat + 3]) for seat in range(4))
        for cell in as_they_are(solver, hands, dealer=1):
            position = Position(cell.strain.contracts[0].changed({}, cell.declarer), hands, (cell.declarer + 1) % 4)
            assert cell.books == solver.books(position)
