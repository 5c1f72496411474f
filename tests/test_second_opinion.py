"""A second opinion: the rules as `tests/opinions` has them, written down naively, against the engine.

Every profile, and every house rule on every profile that it fits: legal calls and where an auction ends, what can be
named and buried, legal cards, winners of tricks and books, points and ends of games, and whole matches. To add a
profile or a house rule: a row in `tests/opinions/__init__.py`.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import game
from interpreter.errors import InputError
from interpreter.profile.load import load
from tests.beside import REVOKES, Beside
from tests.games import SHIPPED, ids, whole_games
from tests.opinions import HOUSE_RULES, TABLES
from tests.opinions.table import Before, Deal

FIRST_RULES = ("min-4", "low-over-high", "defenders-score", "sport-the-kitty")
ALIKE = ("trickster", "neuralplay")
"""Games that are pagat-54 but for the lowest bid: no house rule is something else in them."""
SPECIAL = ("BJ", "LJ", "2S", "AS", "JS", "JC", "JH", "JD", "2H", "KD")
"""Cards that some game ranks in a way of its own."""


def beside(reference: str) -> Beside:
    """Return the game of a reference, beside its table."""
    profile, *rules = reference.split("+")
    table = TABLES[profile]
    for rule in rules:
        table = replace(table, **HOUSE_RULES[rule])
    return Beside(load(reference), table)


def fitting(rule: str) -> Iterator[Beside]:
    """Yield every profile that a house rule fits, with it."""
    for profile in [name for name in TABLES if name not in ALIKE]:
        with suppress(InputError):
            yield beside(f"{profile}+{rule}")


# ---- what there is to compare


def test_every_profile_has_a_table() -> None:
    assert set(TABLES) == set(whole_games(SHIPPED))


def test_every_house_rule_has_a_row() -> None:
    assert set(HOUSE_RULES) == set(ids(SHIPPED / "house-rules"))


def test_the_second_opinion_knows_nothing_of_the_engine() -> None:
    for path in (Path(__file__).parent / "opinions").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            allowed = ("__future__", "dataclasses", "typing", "tests.opinions")
            assert all(module.startswith(allowed) for module in modules), f"{path.name}: {modules}"


# ---- the comparisons, at any length


def calls(both: Beside, auctions: int) -> None:
    """Random auctions, and every second call after every first."""
    if both.profile.auction is None:
        assert not both.table.bids()
        return
    rng = random.Random(1)
    for number in range(auctions):
        state = game.new_game(both.profile, number % 4)
        game.apply(state, game.shuffle(both.profile, rng))
        both.auction(state, rng, rng.choice((0, 0.5, 0.5, 1)))
    both.second_calls(rng)


def contracts(both: Beside) -> list[Deal]:
    """Return everything that can be played."""
    bids = both.table.bids() or [Deal().bid]
    return [deal for bid in bids for deal in both.table.names(bid)]


def whole_deals(both: Beside, at_most: int) -> None:
    """Deals of every contract, played at random."""
    rng = random.Random(2)
    chosen = contracts(both)
    for number, deal in enumerate(chosen if len(chosen) <= at_most else rng.sample(chosen, at_most)):
        both.play_out(both.to_play(deal, number % 4, rng), deal, rng)


def positions(both: Beside, tricks: int, at_most: int = 99) -> None:
    """Each card against its neighbour, and short hands with the cards that a game ranks otherwise."""
    rng = random.Random(3)
    extra = [card for card in SPECIAL if card in both.table.pack()]
    named = {(deal.bid.word == "nt", deal.trump, deal.dir): deal for deal in contracts(both)}
    for deal in rng.sample([*named.values()], min(at_most, len(named))):
        both.neighbours(deal, rng)
        both.short_hands(deal, extra, tricks, rng)


def points(both: Beside, share: float) -> None:
    """Contracts, all books, revokes of either side and of both in every order, held honours."""
    rng = random.Random(4)
    named = {(deal.bid, deal.trump == "", deal.dir): deal for deal in contracts(both)}
    for deal, declarer, books in itertools.product(named.values(), (0, 1), range(both.table.in_all + 1)):
        for revokes in REVOKES:
            if rng.random() < share:
                honours = rng.randint(0, 4) if deal.trump else 0
                both.score(deal, declarer, books, revokes, Before(), honours)


def ends(both: Beside, scores: int) -> None:
    """From all kinds of totals at which a game goes on, most of them near its end."""
    rng = random.Random(5)
    chosen, goal = contracts(both), both.table.goal
    for _ in range(scores):
        one = rng.choice((-1, 1, 1, 1)) * (goal - int(rng.expovariate(8 / goal)))
        totals = (one, rng.choice((one + rng.randint(-3, 3), one - goal // 2 + rng.randint(-2, 2), 0)))
        before = Before(totals, (rng.randrange(3), rng.randrange(3)), rng.choice((1, 7, 8)))
        if both.table.fixed_deals or both.table.stands(totals):
            deal, books = rng.choice(chosen), rng.randint(0, both.table.in_all)
            revokes, honours = rng.choice(("", "", "", *REVOKES)), rng.randint(0, 4) if deal.trump else 0
            both.score(deal, rng.randrange(2), books, revokes, before, honours)


# ---- every profile; every house rule on every profile that it fits


@pytest.mark.parametrize("profile", TABLES)
def test_calls(profile: str) -> None:
    calls(beside(profile), 300)


@pytest.mark.parametrize("profile", TABLES)
def test_play(profile: str) -> None:
    whole_deals(beside(profile), 400)


@pytest.mark.parametrize("profile", TABLES)
def test_positions(profile: str) -> None:
    positions(beside(profile), 20)


@pytest.mark.parametrize("profile", TABLES)
def test_points(profile: str) -> None:
    points(beside(profile), 0.7)


@pytest.mark.parametrize("profile", TABLES)
def test_ends(profile: str) -> None:
    ends(beside(profile), 2000)


@pytest.mark.parametrize("profile", TABLES)
def test_matches(profile: str) -> None:
    rng = random.Random(6)
    for _ in range(3):
        beside(profile).match(rng)


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_house_rules(rule: str) -> None:
    for both in fitting(rule):
        try:
            calls(both, 30)
            whole_deals(both, 6)
            positions(both, 2, 4)
            points(both, 0.05)
            ends(both, 2000 if both.table.fixed_deals else 200)  # equal totals are rare
            if "games" in HOUSE_RULES[rule] or both.table.rotation:
                both.match(random.Random(7))
        except AssertionError as wrong:
            raise AssertionError(f"{both.profile.reference}: {wrong}") from wrong


@pytest.mark.parametrize("size", range(2, len(FIRST_RULES) + 1))
def test_house_rules_together(size: int) -> None:
    for rules in itertools.combinations(FIRST_RULES, size):
        both = beside("+".join(("pagat-54", *rules)))
        calls(both, 100)
        whole_deals(both, 12)
        points(both, 0.2)
        ends(both, 200)


@pytest.mark.parametrize(("rules", "score", "least"), [("", 8, 30), ("+short-whist", 3, 0)])
def test_honours_are_called_at_eight(rules: str, score: int, least: int) -> None:
    """Random deals at two below the game: who may show or ask for honours, and what becomes of it."""
    both, rng = beside(f"whist-classic{rules}"), random.Random(8)
    called = 0
    for number in range(200):
        deal = contracts(both)[number % 4]
        state = both.to_play(deal, number % 4, rng, (score, score - rng.randrange(2)))
        both.play_out(state, deal, rng)
        called += sum(state.results[-1].books) < 13
    assert called >= least
