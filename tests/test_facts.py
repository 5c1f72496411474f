"""From a bid, books and counts to an outcome: what is asked for, and what isn't."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.errors import InputError
from interpreter.facts import outcome_from
from interpreter.model import Profile
from interpreter.profile.load import load
from interpreter.scoring import Standing, score_deal

FIXTURES = Path(__file__).parent / "fixtures"

# a game, facts, and the code of each problem (none: they are enough)
FACTS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("pagat-54", {"bid": "4 uptown", "books": 10}, []),
    ("pagat-54", {"bid": "4 uptown", "books": 10, "fields": {"trump": "spades"}}, []),
    ("pagat-54", {"bid": "4 no trump", "books": (11, 2), "fields": {"trump": "none", "dir": "low"}}, []),
    ("pagat-54", {"bid": "4 no trump", "books": 11, "revokes": ("defenders", "defenders")}, []),
    ("pagat-54", {"bid": "4 no trump", "books": 11, "fields": {"trump": "S"}}, ["T031"]),
    ("pagat-54", {"bid": "4 uptown", "books": 10, "fields": {"level": 5}}, ["T031"]),
    ("pagat-54", {"bid": "pass", "books": 10}, ["T034"]),
    ("pagat-54", {"books": 10, "fields": {"suit": "S"}, "revokes": ("both",)}, ["T030", "T033", "T036"]),
    ("pagat-54", {"bid": "4 uptown", "books": 0}, ["T042"]),
    ("pagat-54", {"bid": "4 uptown", "books": (0, 13)}, ["T042"]),
    ("pagat-54", {"bid": "4 uptown", "books": (9, 3)}, ["T043"]),
    ("./choices.yaml", {"bid": "2 number", "books": 1}, ["T037"]),
    ("./choices.yaml", {"bid": "2 number", "books": 1, "fields": {"trump": "hearts"}}, []),
    ("./choices.yaml", {"bid": "2 none named", "books": 1}, []),
    ("./choices.yaml", {"bid": "3 none named", "books": 1}, ["T037"]),
    ("./rungs.yaml", {"bid": "1", "books": 3}, []),
    ("./rungs.yaml", {"bid": "1", "books": 6}, ["T042"]),
    ("./honours.yaml", {"books": 2}, ["T053"]),
    ("./honours.yaml", {"books": 2, "counts": {"honours": (3, 1)}}, []),
    ("./honours.yaml", {"books": 2, "counts": {"honours": (3, 2)}}, ["T051"]),
    ("./honours.yaml", {"books": 2, "counts": {"honours": (-1, 2)}}, ["T051"]),
    ("./honours.yaml", {"books": 2, "counts": {"honours": (4, 0), "TS": (0, 1)}}, []),
    ("./honours.yaml", {"bid": "3", "books": 2, "counts": {"honours": (3, 1)}}, ["T032"]),
    ("./honours.yaml", {"books": 2, "counts": {"honours": (3, 1)}, "revokes": ("declarers",)}, ["T036"]),
    ("./tiny.yaml", {"books": (1, 1)}, []),
    ("./tiny.yaml", {}, ["T040"]),
]


@pytest.mark.parametrize(("reference", "facts", "expected"), FACTS)
def test_what_is_asked_for(reference: str, facts: dict[str, Any], expected: list[str]) -> None:
    profile = load(reference, beside=FIXTURES)
    found: list[str] = []
    try:
        outcome_from(profile, **facts)
    except InputError as error:
        found = [problem.code for problem in error.problems]
    assert sorted(found) == expected


def test_the_declarers_are_the_first_of_a_pair() -> None:
    outcome = outcome_from(load("pagat-54"), bid="4 no trump", books=11, revokes=("defenders",))
    assert (outcome.books, outcome.contract.declarers, outcome.revokes) == ((11, 2), 0, (1,))


def test_counts_become_cards() -> None:
    outcome = outcome_from(load("./honours.yaml", beside=FIXTURES), books=2, counts={"honours": (3, 1)})
    assert [len(cards) for cards in outcome.played] == [3, 1]


CLASSES = {"reds": "H D", "royals": "A K", "none_here": "[]"}
SPOILS = "count(mine.won & reds & royals) + count(mine.won & none_here)"
LINES = {
    "won": "2 * count(mine.won & royals)",
    "both": "10 * count(mine.won & royals) + count(mine.played & royals)",
    "classes": "10 * spoils + count(mine.won & reds)",
    "a card": "if AS in mine.won then 5 else 0",
    "chosen": "count(mine.won & (if made then reds else royals))",
    "cycle": "count(mine.won & cycle(deal, reds, royals))",
    "all": "count(theirs.won)",
    "compared": "count(mine.won & theirs.played)",
    "condition": "count(mine.won & (if count(mine.played & royals) > 2 then reds else royals))",
}


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str], Profile]:
    """Give the rules of a small game whose score has one row more, which looks at cards."""
    (tmp_path / "small.yaml").write_bytes((FIXTURES.parent / "bad" / "bases" / "small.yaml").read_bytes())

    def make(name: str) -> Profile:
        row = LINES[name]
        defines = f"define: {{spoils: {SPOILS}}}\n" if "spoils" in row else ""
        classes = [f"{word}: {cards}" for word, cards in CLASSES.items() if word in row + defines]
        text = f"cards: {{{', '.join(classes)}}}\ngame: {{tie: highest(total)}}\n{defines}"
        text += f"score: {{row: {{to: sides, add: '{row}'}}}}\n"
        (tmp_path / "our-table.yaml").write_text(f"format: 1\nprofile: our-table\nextends: small\n{text}", "utf-8")
        return load("./our-table.yaml", beside=tmp_path)

    return make


ASKED: list[tuple[str, dict[str, tuple[int, int]], list[str]]] = [
    ("won", {}, ["T053"]),
    ("won", {"royals": (4, 2)}, []),
    ("won", {"won & royals": (4, 2)}, []),
    ("won", {"played & royals": (4, 2)}, ["T053"]),
    ("won", {"royals": (4, 2), "won&royals": (4, 2)}, ["T055"]),
    ("both", {"royals": (4, 2)}, ["T055"]),
    ("both", {"won & royals": (4, 2), "played & royals": (3, 3)}, []),
    ("both", {"won & royals": (4, 2), "played & royals": (3, 4)}, ["T052"]),
    ("classes", {"reds": (5, 5)}, ["T053"]),
    ("classes", {"reds": (5, 5), "reds & royals": (1, 3)}, []),
    ("classes", {"reds": (5, 5), "royals&reds": (1, 3)}, []),
    ("classes", {"reds": (0, 6), "reds & royals": (1, 3)}, ["T052"]),
    ("classes", {"reds": (0, 5), "reds & royals": (0, 3)}, ["T051"]),
    ("a card", {"AS": (1, 0)}, []),
    ("a card", {"AS": (1, 1)}, ["T051"]),
    ("chosen", {"reds": (5, 5)}, ["T053"]),
    ("chosen", {"reds": (5, 5), "royals": (4, 2)}, []),
    ("cycle", {"reds": (5, 5), "royals": (4, 2)}, []),
    ("all", {}, ["T053"]),
    ("all", {"won": (8, 8)}, []),
    ("all", {"won": (12, 4)}, ["T056"]),
    ("all", {"won": (12, 9)}, ["T051"]),
    ("compared", {}, ["T054"]),
    ("condition", {"won & royals": (4, 2), "played & royals": (3, 3), "reds": (5, 5)}, []),
    ("condition", {"won & royals": (4, 2), "reds": (5, 5)}, ["T053"]),
    ("won", {"royals": (4, 2), "AS & royasl": (1, 1)}, ["T050"]),
]


@pytest.mark.parametrize(("name", "counts", "expected"), ASKED)
def test_what_is_counted(
    table: Callable[[str], Profile], name: str, counts: dict[str, tuple[int, int]], expected: list[str]
) -> None:
    profile, found = table(name), list[str]()
    try:
        outcome_from(profile, bid="1", fields={"trump": "S"}, books=2, counts=counts)
    except InputError as error:
        found = [problem.code for problem in error.problems]
    assert found == expected


# a row of the score, books, counts, and what is said of them (nothing: a deal can have them)
BESIDE_BOOKS: list[tuple[str, int | tuple[int, int], dict[str, tuple[int, int]], str]] = [
    ("won", 0, {"royals": (0, 8)}, ""),
    (
        "won",
        0,
        {"royals": (1, 7)},
        "declarers can't have 1 of 'royals': they won no trick; write 0, or give other books",
    ),
    ("won", (4, 0), {"royals": (7, 1)}, "defenders can't have 1 of 'royals': they won no trick; write 0,"),
    ("won", 1, {"royals": (5, 3)}, "declarers can't have 5 of 'royals': they won 4 cards of the 20; write 0 to 4,"),
    ("won", 4, {"royals": (3, 0)}, "3 and 0 cards are not a share of the 8 in 'royals'; 4 to 8, for both sides"),
    ("won", 4, {"royals": (4, 0)}, ""),
    ("a card", 0, {"AS": (1, 0)}, "declarers can't have 1 of 'AS': they won no trick; write 0,"),
    ("both", 2, {"won & royals": (8, 0), "played & royals": (8, 0)}, ""),
    ("both", 1, {"won & royals": (5, 3), "played & royals": (8, 0)}, "declarers can't have 5 of 'won & royals'"),
    ("all", 3, {"won": (8, 8)}, "declarers can't have 8 of 'won': they won 12 cards of the 20; write 12,"),
    ("classes", 1, {"reds": (4, 6), "reds & royals": (1, 3), "AS": (1, 0)}, "no deal of the cards fits these counts"),
]


@pytest.mark.parametrize(("name", "books", "counts", "expected"), BESIDE_BOOKS)
def test_a_side_has_the_cards_of_its_tricks(
    table: Callable[[str], Profile],
    name: str,
    books: int | tuple[int, int],
    counts: dict[str, tuple[int, int]],
    expected: str,
) -> None:
    profile, found = table(name), ""
    try:
        outcome_from(profile, bid="1", fields={"trump": "S"}, books=books, counts=counts)
    except InputError as error:
        found = "\n".join(f"{problem.message}; {problem.help}" for problem in error.problems)
    assert expected in found
    assert "\n" not in found
    assert bool(expected) == bool(found)


def test_cards_won_and_cards_played_are_counted_apart(table: Callable[[str], Profile]) -> None:
    """What is counted is scored as if these cards had lain so, whatever else is true of them."""
    profile = table("both")
    counts = {"won & royals": (4, 2), "played & royals": (1, 5)}
    with pytest.raises(InputError, match="'AS' could be played & AS or won & AS"):
        outcome_from(profile, bid="1", fields={"trump": "S"}, books=2, counts={**counts, "AS": (1, 0)})
    outcome = outcome_from(profile, bid="1", fields={"trump": "S"}, books=2, counts=counts)
    start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    lines = [line.amount for line in score_deal(profile, outcome, start).lines if line.row == "row"]
    assert lines == [41, 25]
    assert outcome.won[0] | outcome.won[1] == outcome.played[0] | outcome.played[1]


def test_a_row_named_like_a_class_asks_for_no_count(tmp_path: Path) -> None:
    """Only what expressions look at is counted, not what is called alike."""
    row = "score: {jokers: {to: sides, when: BJ in mine.won, add: 1}}\n"
    text = f"format: 1\nprofile: our-table\nextends: pagat-54\ngame: {{tie: declarers}}\n{row}"
    (tmp_path / "our-table.yaml").write_text(text, "utf-8")
    profile = load("./our-table.yaml", beside=tmp_path)
    outcome = outcome_from(profile, bid="4 low", books=11, counts={"BJ": (1, 0)})
    assert outcome.won[0] == {"BJ"}


def test_a_contract_of_a_late_deal_can_be_told(tmp_path: Path) -> None:
    """What the deal sets in deals with numbers that the rule names is possible, however late they are."""
    (tmp_path / "plain.yaml").write_bytes((FIXTURES.parent / "bad" / "bases" / "plain.yaml").read_bytes())
    text = "contract: {trump: none}\nranking: {named: {when: contract.trump != none, trumps: ...}}\n"
    text += "phases: {deal: {set: {trump: if deal > 60 then S else H}}}\n"
    (tmp_path / "our-table.yaml").write_text(f"format: 1\nprofile: our-table\nextends: plain\n{text}", "utf-8")
    profile = load("./our-table.yaml", beside=tmp_path)
    for trump in ("S", "H"):
        assert outcome_from(profile, books=3, fields={"trump": trump}).contract["trump"] == trump


def test_tricks_led_with_a_trump_of_no_suit_count_what_they_are_worth(tmp_path: Path) -> None:
    """Where the trump list has no suit, its cards are led as trumps."""
    text = "phases: {play: {worth: if led == trumps then 2 else 1}}\n"
    (tmp_path / "our-table.yaml").write_text(f"format: 1\nprofile: our-table\nextends: five-hundred\n{text}", "utf-8")
    profile = load("./our-table.yaml", beside=tmp_path)
    assert outcome_from(profile, bid="7 no trump", books=(8, 3)).books == (8, 3)
