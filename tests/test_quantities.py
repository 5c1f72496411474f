"""What a side has in the score: the table, and what the score and the glossary make of it, hold the same."""

from __future__ import annotations

from interpreter import game
from interpreter.expression.types import CARDS, INT
from interpreter.match import outcome_of, standing_of
from interpreter.profile.glossary import NAMES, name_means
from interpreter.profile.load import load
from interpreter.profile.places import PLACES, known_in
from interpreter.quantities import OF_CARDS, OWNERS, QUANTITIES
from interpreter.scoring import BEFORE, Account


def test_the_score_has_each_quantity() -> None:
    rules = load("pagat-54")
    state = game.new_game(rules, first_dealer=0)
    account = Account(rules.scoring, outcome_of(state), (0, 0), standing_of(state))
    assert {name for name in account.quantities if not name.startswith(BEFORE)} == QUANTITIES.keys()


def test_each_quantity_and_name_has_a_meaning_and_a_place() -> None:
    for owner in OWNERS:
        for quantity in QUANTITIES:
            assert name_means(f"{owner}.{quantity}")
            assert known_in(f"{owner}.{quantity}", {"total"})
    assert all(found.text and known_in(name, ()) for name, found in NAMES.items())
    bare = {name for names in PLACES.values() for name in names if name.isidentifier()}
    assert bare - {"bid", "high", "contract", "sides"} <= NAMES.keys()


def test_what_counts_cards_is_a_set_of_cards() -> None:
    assert all((quantity.type == CARDS) == (name in OF_CARDS) for name, quantity in QUANTITIES.items())
    assert {quantity.type for quantity in QUANTITIES.values()} == {INT, CARDS}
