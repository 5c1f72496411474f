"""The rule player: the kernel and the player decide alike, fits repeat themselves, and it is worth playing against."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

import pytest

from interpreter import game, kernel
from interpreter.machine import fastest
from interpreter.model import BidPhase, ChoosePhase
from interpreter.players import fitting
from interpreter.players.estimate import Judge, judge_of
from interpreter.players.fitting import Fitter, fit_of
from interpreter.players.player import player
from interpreter.simulate import HIGHEST, OUTCOMES, RANDOM, RULES, Deals, NoTables, Played
from interpreter.slots import Slots
from interpreter.tables import Tables
from interpreter.view import view
from tests.games import GAMES, SHIPPED, rules_of, short, whole_games
from tests.kernels import MORE, begun, check_end, tables_of, towards

PLAYER = player("rules")
MACHINE = fastest()
compiled = pytest.mark.skipif(not MACHINE.COMPILED, reason="numba isn't installed")


def dealing(tables: Tables, players: tuple[int, ...] = (RULES,) * 4, seed: int = 3) -> Deals | None:
    """Return a game's deals; None where the kernel can't play it."""
    try:
        return Deals(tables, seed=seed, players=players, fit=fit_of(tables))
    except NoTables:
        return None


TABLED = [name for name in whole_games(SHIPPED) if dealing(tables_of(name))]


def given(reference: str) -> Iterator[Deals]:
    """Yield deals played by rules: bid out, or where that can't be under contracts that are given."""
    tables = tables_of(reference)
    found = [dealing(tables), dealing(tables, (RULES, RANDOM, RULES, HIGHEST))]
    yield from filter(None, found)
    if None in found and not tables.lacks("cards", "exchanges", "claims"):
        for number in random.Random(2).sample(tables.final, min(3, len(tables.final))):
            yield Deals(
                tables, seed=3, players=(RULES,) * 4, fit=fit_of(tables), contract=tables.contracts[number], declarer=1
            )


@pytest.mark.parametrize("reference", [*GAMES, *MORE], ids=short)
def test_the_kernel_and_the_player_decide_alike(reference: str) -> None:
    """Every decision of a seat in the kernel is the one that the player makes from that seat's view."""
    for deals in given(reference):
        for number in range(6):
            decide_again(reference, deals, deals.deal(number, None if deals.how[kernel.CONTRACT_NOW] < 0 else 0))


def decide_again(reference: str, deals: Deals, played: Played) -> None:
    """Play a deal of the kernel's once more in the interpreter, the player deciding where rules did."""
    state = begun(rules_of(reference), played)
    for decision in played.decisions:
        while not isinstance(decision.chosen, int) and isinstance(state.phase, BidPhase | ChoosePhase):
            game.apply(state, towards(state, played.contract))
        legal = game.legal(state)
        action = legal[decision.chosen] if isinstance(decision.chosen, int) else decision.chosen
        if deals.how[kernel.PLAYER + decision.seat] == RULES:
            assert PLAYER.choose(view(state, decision.seat), legal, random.Random(0)) == action
        game.apply(state, action)
    check_end(state, played)


MANY_SLOTS = """
format: 1
profile: many-slots
title: Each level is worth something else
extends: pagat-54
params: {goal: 11, min_bid: 1}
phases:
  auction: {rounds: open, all_pass: redeal, may_pass: null}
  play: {books: null, worth: "if trick == contract.level then 2 else 1"}
"""


@compiled
def test_there_is_room_for_more_slots_than_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one seat's hand is worth is weighed beside the others', however many contracts there are to weigh it for."""
    path = tmp_path / "many-slots.yaml"
    path.write_text(MANY_SLOTS)
    tables = tables_of(str(path))
    fit = Fitter(tables, MACHINE, scale=0.02).run()
    judge = Judge(tables, fit, kernel)
    assert len(judge.slots.all) > kernel.ROOM
    monkeypatch.setattr("interpreter.players.rules.judge_of", lambda profile: judge)
    deals = Deals(tables, seed=3, players=(RULES,) * 4, fit=fit, machine=kernel)
    for number in range(30):
        decide_again(str(path), deals, deals.deal(number))


@pytest.mark.parametrize("reference", ["pagat-54", "rogler-ri", "parr-oregon"])
def test_rows_are_the_deals(reference: str) -> None:
    deals = dealing(tables_of(reference), (RULES, RANDOM, RULES, HIGHEST))
    assert deals is not None
    for number, row in enumerate(deals.rows(5, 30), 5):
        played = deals.deal(number)
        assert OUTCOMES[row.outcome] == played.outcome
        assert (row.dealer, row.books, row.books_others) == (played.dealer, *played.books)
        assert (row.points, row.points_others, row.made) == (*played.points, played.made)
        assert deals.tables.contracts[row.contract].changed({}, row.declarer) == played.contract


def test_the_cards_depend_on_seed_and_number_alone() -> None:
    tables, other = tables_of("pagat-54"), tables_of("pagat-54+low-over-high+defenders-score")
    found = [
        [deals.deal(number).deal for number in range(5)]
        for deals in (
            Deals(tables, seed=9),
            Deals(tables, seed=9, players=(RULES,) * 4, fit=fit_of(tables)),
            Deals(other, seed=9, players=(RULES, RANDOM, HIGHEST, RULES), fit=fit_of(other)),
        )
    ]
    assert found[0] == found[1] == found[2]


def test_a_random_players_chance_is_its_own() -> None:
    """Whatever the others did before: with the same choices in the same trick it plays the same card."""
    tables = tables_of("vint-whist")
    one, other = (
        Deals(tables, seed=2, players=(RANDOM, who, who, who), fit=fit_of(tables)) for who in (RULES, HIGHEST)
    )
    alike = 0
    for number in range(40):
        plays = [
            [
                decision
                for decision in deals.deal(number).decisions
                if not decision.seat and isinstance(decision.chosen, str)
            ]
            for deals in (one, other)
        ]
        for mine, theirs in zip(*plays, strict=True):
            if mine.legal == theirs.legal and isinstance(mine.legal, frozenset) and len(mine.legal) > 1:
                alike += 1
                assert mine.chosen == theirs.chosen
    assert alike > 20


# The fit


@compiled
@pytest.mark.parametrize("reference", ["pagat-54", "parr-oregon"])
def test_fits_are_the_same_compiled_and_not(reference: str) -> None:
    tables = tables_of(reference)
    assert Fitter(tables, MACHINE, scale=0.05).run() == Fitter(tables, kernel, scale=0.05).run()


def test_a_fit_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path))
    monkeypatch.setattr(fitting, "_FITS", {})
    tables, told = tables_of("vint-whist"), []
    first = fit_of(tables, told.append)
    [file] = tmp_path.glob("fit-*.json")
    classes = sum(map(bool, Slots(tables).ways))
    assert sum(told) == classes * sum(fitting.CLASS_DEALS) + sum(fitting.PASS_DEALS)
    fitting._FITS.clear()
    told.clear()
    assert fit_of(tables, told.append) == first
    assert not told, "nothing had to be played"
    fitting._FITS.clear()
    file.write_text(json.dumps({"estimates": "nonsense"}))
    assert fit_of(tables) == first


def test_estimates_are_near_what_deals_bring() -> None:
    """The books of many deals that were bid, against what the declarer's hand was said to be worth before it bid."""
    deals = dealing(tables_of("vint-whist"), seed=77)
    assert deals is not None
    judge, errors = judge_of(deals.tables.profile), []
    for number in range(60):
        played = deals.deal(number)
        if played.outcome == "played":
            state = begun(deals.tables.profile, played)
            mean, _ = judge.books(state.hands[played.contract.declarer], played.contract)
            errors.append(played.books[0] - mean)
    assert abs(fmean(errors)) < 1


# Strength


@compiled
@pytest.mark.parametrize("reference", TABLED)
def test_contracts_are_neither_sure_nor_wild(reference: str) -> None:
    deals = dealing(tables_of(reference))
    if deals is None or not deals.tables.declared:
        return
    rows = [row for row in deals.rows(0, 3000) if OUTCOMES[row.outcome] == "played"]
    assert len(rows) > 1000
    assert 0.5 < fmean(row.made for row in rows) < 0.9


def gains(tables: Tables, other: int, count: int) -> list[float]:
    """Return the points by which the rule player is ahead on each deal, over both ways to sit."""

    def ahead(players: tuple[int, ...]) -> Iterator[int]:
        for row in Deals(tables, seed=6, players=players, fit=fit_of(tables)).rows(0, count):
            lead = row.points - row.points_others
            yield lead if row.declarer % 2 == 0 else -lead

    pairs = zip(ahead((RULES, other) * 2), ahead((other, RULES) * 2), strict=True)
    return [(one - two) / 2 for one, two in pairs]


@compiled
@pytest.mark.parametrize(("other", "least"), [(RANDOM, 2), (HIGHEST, 0.5)])
def test_others_are_beaten(other: int, least: float) -> None:
    ahead = gains(tables_of("pagat-54"), other, 3000)
    assert fmean(ahead) - 1.96 * stdev(ahead) / len(ahead) ** 0.5 > least
