"""What of a contract is named so far: what is still to be named is never told as if it were."""

from __future__ import annotations

import random

import pytest

from interpreter import game
from interpreter.actions import Choice
from interpreter.named import contract_so_far, to_be_named
from interpreter.notation import parse_action
from interpreter.profile.load import load
from interpreter.state import State
from tests.games import GAMES, rules_of


def after(reference: str, *actions: str) -> State:
    """Return a game after a first deal and some actions."""
    state = game.new_game(load(reference), first_dealer=0)
    game.apply(state, game.shuffle(state.profile, random.Random(7)))
    for action in actions:
        game.apply(state, parse_action(state, action))
    return state


PASSED = ("pass", "pass", "pass")
TOLD = [
    ("pagat-54", (), ""),
    ("pagat-54", (*PASSED, "4 low"), "4 downtown by north, trump not named yet"),
    ("pagat-54", (*PASSED, "4 low", "hearts"), "4 downtown in hearts by north"),
    ("pagat-54", (*PASSED, "4 no"), "4 no trump by north, dir not named yet"),
    ("pagat-54", (*PASSED, "4 no", "low"), "4 no trump downtown by north"),
    ("pagat-54+declare-after-burying", (*PASSED, "4 low"), "4 downtown by north, trump not named yet"),
    ("parr-oregon", (*PASSED, "1"), "1 by north, call and trump not named yet"),
    ("parr-oregon", (*PASSED, "1", "lead"), "1 by north, trump not named yet"),
    ("parr-oregon", (*PASSED, "1", "no trump"), "1 at no trump by north"),
    ("vint-whist", ("7 no trump", *PASSED), "7 no trump by north"),
]


@pytest.mark.parametrize(("reference", "actions", "said"), TOLD)
def test_what_is_named_so_far(reference: str, actions: tuple[str, ...], said: str) -> None:
    assert contract_so_far(after(reference, *actions)) == said


def test_the_lead_names_trumps() -> None:
    state = after("parr-oregon", *PASSED, "1", "lead")
    card = game.legal(state)[0]
    game.apply(state, card)
    words = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    assert contract_so_far(state) == f"1 in {words[str(card)[-1]]} by north"


@pytest.mark.parametrize("reference", GAMES)
def test_what_is_chosen_was_still_to_be_named(reference: str) -> None:
    rng, profile = random.Random(5), rules_of(reference)
    chosen = 0
    for _ in range(6):
        state = game.new_game(profile, first_dealer=0)
        while not state.results:
            action = game.shuffle(profile, rng) if state.needs_deal else rng.choice(game.legal(state))
            waiting = to_be_named(state)
            was = dict(state.contract.values)
            game.apply(state, action)
            if isinstance(action, Choice):
                assert {*action.fields} <= {*waiting}
                assert not {*action.fields} & {*to_be_named(state)}
                chosen += 1
            elif not state.results and state.tricks:
                assert to_be_named(state) == ()
                changed = {name for name, value in state.contract.values.items() if was[name] != value}
                assert changed <= {*waiting}
    assert chosen or not any(rule["do"] == "choose" for rule in profile.document["phases"].values())  # type: ignore[attr-defined, index]
