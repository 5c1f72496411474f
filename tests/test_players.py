"""The players: whole games under every rule set, and what the rule player never does.

What a plain winner is, is worked out here once more from the view, without the player's own functions.
"""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import fmean, stdev

import pytest

from interpreter import game
from interpreter.actions import Action, Claim, Deal
from interpreter.contract import Bid, Contract, OtherCall, Pass
from interpreter.errors import InputError
from interpreter.model import ExchangePhase, PlayPhase, Profile
from interpreter.players.estimate import judge_of
from interpreter.players.player import PLAYERS, Player, player
from interpreter.scoring import Outcome, score_deal
from interpreter.state import State
from interpreter.table import SEATS
from interpreter.view import View, view
from tests.games import GAMES, MAX_DEALS, ROOT, is_fixture, rules_of, short

RULES, RANDOM = player("rules"), player("random")
CLAIMS = ("whist-classic+goal=2",)
"""A game in which claims come up from the first deal on."""

Decision = tuple[View, tuple[Action, ...], Action]


def played(profile: Profile, seats: list[Player], seed: int, deals: int = MAX_DEALS) -> tuple[State, list[Decision]]:
    """Play a match for at most so many deals; return where it stands and every decision of a rule player."""
    rng, chance = random.Random(seed), random.Random(seed + 1)
    state = game.new_game(profile, seed % len(SEATS))
    taken: list[Decision] = []
    dealt = 0
    while not state.over:
        if state.needs_deal:
            if dealt == deals:
                break
            dealt += 1
            game.apply(state, game.shuffle(profile, chance))
            continue
        legal, who = game.legal(state), seats[state.to_act]
        seen = view(state, state.to_act)
        action = who.choose(seen, legal, rng)
        assert action in legal
        if who is RULES:
            taken.append((seen, legal, action))
        game.apply(state, action)
    return state, taken


# Whole games


@pytest.mark.parametrize("reference", GAMES, ids=short)
@pytest.mark.parametrize("name", sorted(PLAYERS.keys() - {"expert"}))  # it has time for some deals, in test_expert.py
def test_whole_games_end(reference: str, name: str) -> None:
    deals = 50 if is_fixture(reference) else MAX_DEALS  # in a small pack nobody may ever have a bid
    state, _ = played(rules_of(reference), [player(name)] * 4, seed=5, deals=deals)
    assert state.over or is_fixture(reference)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_equal_seeds_give_equal_games(reference: str) -> None:
    seats = [RULES, RANDOM, RULES, RANDOM]
    one, other = (played(rules_of(reference), seats, seed=8, deals=3)[0] for _ in range(2))
    assert one.history == other.history


def test_the_rule_player_needs_no_chance() -> None:
    profile = rules_of("pagat-54")
    _, decisions = played(profile, [RULES] * 4, seed=2, deals=2)
    for seen, legal, action in decisions:
        assert RULES.choose(seen, legal, random.Random(99)) == action


# What the rule player never does


def may_be_elsewhere(seen: View) -> set[str]:
    """Return the cards that another hand may hold, as far as the seat can tell."""
    gone = set(seen.hand) | set(seen.trick) | {card for trick in seen.tricks for card in trick.cards}
    steps = [step for phase in seen.profile.flow if isinstance(phase, ExchangePhase) for step in phase.steps]
    if not any(step.draw for step in steps):
        gone |= set(seen.gave) | set(seen.out)
    return set(seen.profile.pack.cards) - gone


def plain_winners(seen: View) -> set[str]:
    """Return the cards in hand that no card which may be elsewhere beats in their own suit: only a ruff could."""
    layout = seen.profile.ranking.layout(seen.contract)
    elsewhere = may_be_elsewhere(seen)
    found = set()
    for card in seen.hand:
        suit = layout.suit[card]
        rivals = [other for other in elsewhere if layout.suit[other] == suit]
        if suit != "none" and all(layout.power[suit][other] < layout.power[suit][card] for other in rivals):
            found.add(card)
    return found


def takes(seen: View, card: str) -> bool:
    """Whether a card would beat everything on the table."""
    layout = seen.profile.ranking.layout(seen.contract)
    suits = [layout.suit[other] for other in (*seen.trick, card)]
    led = next((suit for suit in suits if suit != "none"), None)
    power = layout.power[led]
    return power[card] > max(power[other] for other in seen.trick)


@cache
def mixed(reference: str) -> tuple[Decision, ...]:
    """Return the rule player's decisions in many deals, most beside random players, who make it play anything."""
    profile = rules_of(reference)
    tables = ([RULES] * 4, [RULES, RANDOM, RULES, RANDOM], [RANDOM, RULES, RULES, RULES])
    matches = (played(profile, seats, seed=seed, deals=3)[1] for seats in tables for seed in range(8))
    return tuple(decision for match in matches for decision in match)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_no_plain_winner_is_thrown_away(reference: str) -> None:
    """In play: it never goes to a trick that it can't take while a card that isn't a plain winner may be played."""
    tempted = 0
    for seen, legal, action in mixed(reference):
        if not (isinstance(action, str) and seen.playing and seen.trick):
            continue
        winners = plain_winners(seen)
        others = [card for card in legal if isinstance(card, str) and card not in winners]
        tempted += bool(others) and any(card in winners and not takes(seen, card) for card in map(str, legal))
        if action in winners and not takes(seen, action):
            assert not others, f"{action} thrown on {seen.trick} from {seen.hand}, {others} could be played"
    assert tempted > 20 or is_fixture(reference)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_no_plain_winner_or_trump_is_given_away(reference: str) -> None:
    tempted = 0
    for seen, legal, action in mixed(reference):
        phase = next(phase for phase in seen.profile.flow if phase.name == seen.phase)
        if not isinstance(phase, ExchangePhase):
            continue
        layout = seen.profile.ranking.layout(seen.contract)
        trumps = {card for card in seen.hand if layout.suit[card] == layout.trump_suit}
        dear = plain_winners(seen) | trumps
        tempted += any(card in dear for card in legal) and any(card not in dear for card in legal)
        assert action not in dear or all(card in dear for card in legal)
        idle = [card for card in legal if isinstance(card, str) and layout.suit[card] == "none"]
        assert not idle or action in idle
    exchanges = (phase for phase in rules_of(reference).flow if isinstance(phase, ExchangePhase))
    chosen = any(isinstance(step.give, int) for phase in exchanges for step in phase.steps)
    assert tempted > 40 or not chosen or is_fixture(reference)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_last_hand_takes_a_trick_as_cheaply_as_it_can(reference: str) -> None:
    taken = 0
    for seen, legal, action in mixed(reference):
        if not (isinstance(action, str) and seen.playing and len(seen.trick) == 3):
            continue
        layout = seen.profile.ranking.layout(seen.contract)
        power = layout.power[seen.led]
        takers = [card for card in legal if isinstance(card, str) and takes(seen, card)]
        partner_has_it = power[seen.trick[1]] > max(power[seen.trick[0]], power[seen.trick[2]])
        if takers and not partner_has_it and seen.led is not None:
            taken += 1
            assert action == min(takers, key=lambda card: power[card])
    assert taken > 10 or is_fixture(reference)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_idle_cards_are_neither_led_nor_kept_at_a_cost(reference: str) -> None:
    tempted = [0, 0]
    for seen, legal, action in mixed(reference):
        if not (isinstance(action, str) and seen.playing):
            continue
        layout = seen.profile.ranking.layout(seen.contract)
        idle = {card for card in legal if isinstance(card, str) and layout.suit[card] == "none"}
        if not seen.trick:
            makes_contract = bool(seen.profile.play.opening_sets) and not seen.tricks
            tempted[0] += bool(idle) and len(idle) < len(legal) and not makes_contract
            assert makes_contract or action not in idle or all(card in idle for card in legal)
        elif idle and not takes(seen, action):
            tempted[1] += len(idle) < len(legal)
            assert action in idle
    ever = any(space.idle for space in judge_of(rules_of(reference)).tables.spaces)
    gone = reference.endswith("+nt-jokers-dropped")  # put away before the play
    assert min(tempted) >= 5 or gone or not ever or is_fixture(reference)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_no_bid_is_above_its_estimate(reference: str) -> None:
    """A bid made freely is one that the estimate calls rather made than not, with what the calls so far add to it."""
    profile = rules_of(reference)
    for seen, legal, action in mixed(reference):
        if not (isinstance(action, Bid) and any(isinstance(other, Pass) for other in legal)):
            continue
        judge = judge_of(profile)
        contract = seen.contract.changed({**action.fields, "kind": action.kind}, seen.seat)
        lean = judge.fit.leaning[judge.heard(seen.calls, seen.seat).lean] / 1000
        ahead = judge.slots.ahead(judge.steps[seen.phase] + 1, judge.tables.number(contract))
        finals = [judge.tables.contracts[final] for final in ahead]
        chances = [
            judge.books(seen.hand, final, judge.stage(seen.phase))[0] + lean - enough(profile, final, seen)
            for final in finals
        ]
        assert max(chances) > -0.51


def enough(profile: Profile, contract: Contract, seen: View) -> int:
    """Return how many books make a contract or win the game, by the profile's own score."""
    side, tables = seen.seat % 2, judge_of(profile).tables
    in_all = sum(tables.credit) + sum(tables.worth[tables.number(contract)])
    for books in range(in_all + 1):
        pair = (books, in_all - books) if side == 0 else (in_all - books, books)
        result = score_deal(profile, Outcome(contract.changed({}, seen.seat), pair), seen.standing)
        wins = result.over and result.winner == side
        if result.made or wins or result.points[side] > result.points[1 - side]:
            return books
    return in_all + 1


@pytest.mark.parametrize("reference", CLAIMS, ids=short)
def test_claims_are_made(reference: str) -> None:
    made = 0
    for _, legal, action in mixed(reference):
        if any(isinstance(other, Claim) for other in legal):
            assert isinstance(action, Claim)
            made += 1
    assert made


def test_another_call_is_made_with_a_hopeless_hand() -> None:
    calls = Counter(type(action) for _, _, action in mixed("ship-simons-52"))
    assert calls[OtherCall]


# Strength


def duplicate(profile: Profile, one: Player, other: Player, deals: int) -> list[float]:
    """Return the points by which `one` is ahead of `other` on each deal, over both ways to sit."""
    chance = random.Random(2024)
    ahead = []
    for number in range(deals):
        deal = game.shuffle(profile, chance)
        north = deal_points(profile, [one, other] * 2, deal, number)
        east = deal_points(profile, [other, one] * 2, deal, number)
        ahead.append((north - east) / 2)
    return ahead


def deal_points(profile: Profile, seats: list[Player], deal: Deal, number: int) -> int:
    """Return by how much the first side is ahead after one deal; a deal thrown in is worth nothing."""
    state, rng = game.new_game(profile, number % len(SEATS)), random.Random(number)
    game.apply(state, deal)
    while not state.results and not state.needs_deal:
        action = seats[state.to_act].choose(view(state, state.to_act), game.legal(state), rng)
        game.apply(state, action)
    points = state.results[0].points if state.results else (0, 0)
    return points[0] - points[1]


def test_the_rule_player_beats_chance() -> None:
    ahead = duplicate(rules_of("pagat-54"), RULES, RANDOM, deals=300)
    margin = 1.96 * stdev(ahead) / len(ahead) ** 0.5
    assert fmean(ahead) - margin > 0, f"{fmean(ahead):.2f} ± {margin:.2f} points a deal"
    assert fmean(ahead) > 5


# The table of players


def test_an_unknown_player_is_a_located_error() -> None:
    with pytest.raises(InputError, match="did you mean 'rules'"):
        player("rule")


def test_players_are_imported_on_demand() -> None:
    code = "import sys, interpreter.players.player; print([m for m in sys.modules if 'players.' in m])"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "['interpreter.players.player']"


def test_the_rule_player_knows_no_variant() -> None:
    """No game's name, card or number of tricks stands in a player, or in what decides in the kernel for one."""
    folder = ROOT / "interpreter"
    players = {path.name: code_of(path) for path in (folder / "players").glob("*.py")}
    served = {name: code_of(folder / name) for name in ("kernel.py", "packing.py", "slots.py", "simulate.py")}
    assert len(players) > 10
    for name, code in (players | served).items():
        assert not re.search(r"pagat|joker|\bBJ\b|downtown|uptown|no_trump|\bnt\b", code, re.IGNORECASE), name
    deciding = r"(rule_\w+|winning|kept|thrown|highest|pass_value|strength|prospect|estimated)"
    decided = dict(re.findall(rf"^def {deciding}\(.*\n((?:    .*\n|\n)+)", served["kernel.py"], re.MULTILINE))
    assert len(decided) == 15
    for name, code in (players | decided).items():
        without = re.sub(r".*(hexdigest|FIRST_SWAPS).*", "", code)  # a file's name, and how worlds are mixed
        assert not re.search(r"(?<![.\d])\b(6|7|12|13|52|54)\b", without), name


def code_of(path: Path) -> str:
    """Return a module without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [part for part in node.body if not is_text(part)] or [ast.Pass()]
    return ast.unparse(tree) + "\n"


def is_text(part: ast.stmt) -> bool:
    """Whether a statement is a text alone."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def test_plays_are_dealt_with_for_every_phase() -> None:
    from interpreter.phases import VERBS
    from interpreter.players.rules import DECISIONS

    assert {phase for phase in VERBS if phase.__name__ != "DealPhase"} == set(DECISIONS)
    assert PlayPhase in DECISIONS
