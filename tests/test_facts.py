"""From a bid, books and counts to an outcome: what is asked for, and what isn't."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.errors import InputError
from interpreter.facts import outcome_from
from interpreter.profile.load import load

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
