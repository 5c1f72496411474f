"""Deals and positions as people write them: what is read, and what is said of what can't be."""

from __future__ import annotations

import pytest

from interpreter import diagram
from interpreter.diagram import contracts_to_play, parse_contract, read_diagram
from interpreter.errors import InputError, Problem
from interpreter.notation import format_contract
from interpreter.table import NOBODY
from tests.games import SHIPPED, whole_games
from tests.kernels import tables_of

GAMES = [*whole_games(SHIPPED), "pagat-54+declare-after-burying"]

POSITION = """
# the ending of a game
north:    A♠ qs, 10h
East:     BJ LJ 2d
s:        3S 4S
w:        5S 6S
leader:   south     # who has led
trick:    2S 7S
contract: 4 uptown in hearts by south
"""


def test_a_position() -> None:
    found = read_diagram(tables_of("pagat-54"), POSITION, "ending.txt")
    assert found.hands == (("AS", "QS", "TH"), ("BJ", "LJ", "2D"), ("3S", "4S"), ("5S", "6S"))
    assert (found.trick, found.leader, found.dealer, found.kitty) == (("2S", "7S"), 2, NOBODY, None)
    assert found.contract is not None
    assert format_contract(tables_of("pagat-54").profile, found.contract) == "4 uptown in hearts by south"
    assert found.size == 3


def test_a_position_in_one_line() -> None:
    text = "n: AS; e: KS; s: QS; w: JS; dealer: west; kitty: -"
    found = read_diagram(tables_of("pagat-54"), text, "--deal")
    assert found.hands == (("AS",), ("KS",), ("QS",), ("JS",))
    assert (found.dealer, found.kitty, found.contract) == (3, (), None)


def test_the_example_of_the_module() -> None:
    found = read_diagram(tables_of("pagat-54"), str(diagram.__doc__).split("\n\n")[1], "example")
    assert (found.leader, found.trick, found.size) == (2, ("JS", "LJ"), 5)


def problems(text: str, reference: str = "pagat-54") -> list[Problem]:
    """Return what is wrong with a diagram."""
    with pytest.raises(InputError) as caught:
        read_diagram(tables_of(reference), text, "deal.txt")
    return list(caught.value.problems)


FULL = "north: AS KS\neast: AH KH\nsouth: AD KD\nwest: AC KC\n"


@pytest.mark.parametrize(
    ("text", "code", "at", "said"),
    [
        ("north: AS KX\neast: AH KH\nsouth: AD KD\nwest: AC KC", "G031", (1, 11, 13), "'KX' is no card of this game"),
        ("north: AS KS\neast: AH AS\nsouth: AD KD\nwest: AC KC", "G032", (2, 10, 12), "AS is there twice"),
        ("north: AS KS\neast: AH\nsouth: AD KD\nwest: AC KC", "G033", (2, 7, 9), "east holds 1 card, expected 2"),
        ("north: AS KS\neast: AH KH\nwest: AC KC", "G033", (1, 1, 2), "no cards are given for south"),
        ("north: \neast: \nsouth:\nwest:", "G033", (1, 1, 2), "the hands are empty"),
        ("", "G033", (1, 1, 2), "no cards are given for north and east and south and west"),
        (FULL + "trick: QS", "G033", (5, 8, 10), "cards lie on the table, and nobody has led"),
        (FULL + "leader: n; trick: QS", "G033", (1, 8, 13), "north holds 2 cards behind the card on the table"),
        (FULL + "leader: n; trick: QS JS TS 9S", "G033", (5, 19, 30), "4 cards lie on the table"),
        (FULL + "leader: nowhere", "G030", (5, 9, 16), "'nowhere' is no seat"),
        (FULL + "sauth: QS", "G030", (5, 1, 6), "'sauth' is nothing that a deal has"),
        (FULL + "n: QS", "G030", (5, 1, 2), "'north' is there twice"),
        (FULL + "QS JS", "G030", (5, 1, 6), "'QS JS' is said of nobody"),
        (FULL + "contract: 4 uptown in spades", "G034", (5, 11, 29), "doesn't say who declares"),
        (FULL + "contract: 9 uptown in spades by n", "G034", (5, 11, 34), "is no contract of this game"),
        (FULL + "contract: 4 spades by n", "G034", (5, 11, 24), "could be 4 uptown in spades or 4 downtown in spades"),
        (FULL + "contract: 4 uptown in spades by me", "G034", (5, 11, 35), "'me' is no seat"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, code: str, at: tuple[int, int, int], said: str) -> None:
    first = next(problem for problem in problems(text) if problem.code == code)
    place = first.place
    assert place is not None
    assert (place.file, place.line, place.column, place.end_column) == ("deal.txt", *at)
    assert said in first.message


def test_the_second_of_two_equal_cards_points_to_the_first() -> None:
    (found,) = problems("north: AS KS\neast: AH AS\nsouth: AD KD\nwest: AC KC")
    ((text, place),) = found.notes
    assert place is not None
    assert (text, place.line, place.column) == ("the first", 1, 8)


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = problems("north: AX KS\nest: AH KH\nsouth: AD KD\nwest: AC KC\ndealer: me")
    assert [(problem.code, problem.place.line if problem.place else 0) for problem in found] == [
        ("G031", 1),
        ("G030", 2),
        ("G030", 5),
    ]


def test_more_cards_than_are_dealt() -> None:
    hands = {"n": "S", "e": "H", "s": "D", "w": "C"}
    text = "; ".join(
        f"{seat}: " + " ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for seat, suit in hands.items()
    )
    assert "13 cards a hand are more than the 12 dealt" in problems(text)[0].message
    assert read_diagram(tables_of("vint-whist"), text, "--deal").size == 13


# ---- contracts


@pytest.mark.parametrize("reference", GAMES)
def test_every_contract_is_read_as_it_is_printed(reference: str) -> None:
    tables = tables_of(reference)
    for number in contracts_to_play(tables):
        contract = tables.contracts[number].changed({}, 2 if tables.declared else NOBODY)
        assert parse_contract(tables, format_contract(tables.profile, contract)) == contract


@pytest.mark.parametrize(
    ("reference", "said", "meant"),
    [
        ("pagat-54", "4 high spades by s", "4 uptown in spades by south"),
        ("pagat-54", "spades high by west", "3 uptown in spades by west"),
        ("pagat-54", "♠ down 5 by n", "5 downtown in spades by north"),
        ("pagat-54", "4NT low by e", "4 no trump downtown by east"),
        ("vint-whist", "no trump by n", "1 no trump by north"),
        ("vint-whist", "7H by n", "7 hearts by north"),
        ("parr-oregon", "3 lead by n", "3 lead by north"),
        ("parr-oregon", "3 hearts by n", "3 in hearts lead by north"),
        ("whist-classic", "hearts", "in hearts"),
    ],
)
def test_contracts_are_understood_in_other_words(reference: str, said: str, meant: str) -> None:
    tables = tables_of(reference)
    assert format_contract(tables.profile, parse_contract(tables, said)) == meant
