"""Every measure on deals and games made by hand, and games reckoned from deals against games that are played."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from interpreter.compare import chain
from interpreter.compare.bounds import points_bounds
from interpreter.compare.chain import Chain, NoChain, Steps, carry_reason, chain_reason
from interpreter.compare.games import FIRST_DEALER, GAME_MEASURES, WINS, Chances, Log, far_behind, log_of
from interpreter.compare.measures import LEAD, MEASURES, Measure, Rules, measures_of, over
from interpreter.compare.rows import Row
from interpreter.contract import Contract
from interpreter.table import Pair, Seat
from tests.games import rules_of, strung

PAGAT = Rules(rules_of("pagat-54"))
SCORING = Rules(rules_of("pagat-54+defenders-score"))
NO_CHANCES = Chances({}, False)


def row(
    *,
    declarer: Seat = 0,
    dealer: Seat = 0,
    books: Pair = (9, 4),
    points: Pair = (3, 0),
    calls: str = "pass, 3 uptown, pass, pass",
    fields: dict[str, object] | None = None,
    made: bool | None = True,
    ending: str = "played",
) -> Row:
    """Return a deal: a contract at 3 uptown in spades if nothing else is said."""
    values = {"level": 3, "kind": "suit", "dir": "up", "trump": "S", **(fields or {})}
    contract = Contract(values, declarer) if ending == "played" else None  # type: ignore[arg-type]
    said = [((dealer + 1 + at) % 4, text) for at, text in enumerate(calls.split(", "))]
    bids = [(at, seat) for at, (seat, text) in enumerate(said) if text != "pass"]
    mask = sum({1 << seat for _, seat in bids})
    first = bids[0][0] if bids else 0
    return Row(7, dealer, ending, contract, books, points, made, len(bids), mask, first, 0, 0)  # type: ignore[arg-type]


MADE = row()
SET = row(declarer=1, books=(8, 5), points=(0, -4), made=False, fields={"level": 4, "dir": "down"})
OUT = row(ending="passed", calls="pass, pass, pass, pass", books=(0, 0), points=(0, 0), made=None)
BY_DEALER = row(declarer=0, calls="pass, pass, pass, 3 uptown")
CONTESTED = row(declarer=3, calls="3 uptown, 3 no trump, 4 uptown, pass", points=(0, 3))
DEFENDED = row(declarer=0, books=(8, 5), points=(-3, 2), made=False)


@pytest.mark.parametrize(
    ("key", "rules", "deal", "value"),
    [
        ("declarers", PAGAT, MADE, 3),
        ("declarers", PAGAT, SET, -4),
        ("declarers", PAGAT, OUT, 0),
        ("declarers", SCORING, DEFENDED, -3),
        ("defenders", SCORING, DEFENDED, 2),
        ("defenders", PAGAT, SET, 0),
        ("both", SCORING, DEFENDED, -1),
        ("swing", SCORING, DEFENDED, 5),
        ("swing", PAGAT, SET, 4),
        ("defenders score", SCORING, DEFENDED, 1),
        ("defenders score", SCORING, MADE, 0),
        ("made", PAGAT, MADE, 1),
        ("made", PAGAT, SET, 0),
        ("made", PAGAT, OUT, 0),
        ("set", PAGAT, SET, 1),
        ("set", PAGAT, OUT, 0),
        ("passed out", PAGAT, OUT, 1),
        ("passed out", PAGAT, row(ending="redealt", made=None), 1),
        ("passed out", PAGAT, MADE, 0),
        ("close", PAGAT, MADE, 1),
        ("close", PAGAT, row(books=(8, 5)), 1),
        ("close", PAGAT, row(books=(10, 3)), 1),
        ("close", PAGAT, row(books=(11, 2)), 0),
        ("close", PAGAT, row(books=(7, 6)), 0),
        ("close", PAGAT, OUT, 0),
        ("bids", PAGAT, MADE, 1),
        ("bids", PAGAT, CONTESTED, 3),
        ("bids", PAGAT, OUT, 0),
        ("contested", PAGAT, CONTESTED, 1),
        ("contested", PAGAT, MADE, 0),
        ("contested", PAGAT, row(calls="3 uptown, pass, 4 uptown, pass"), 0),
        ("contested", PAGAT, OUT, 0),
        ("left to dealer", PAGAT, BY_DEALER, 1),
        ("left to dealer", PAGAT, MADE, 0),
        ("left to dealer", PAGAT, row(calls="3 uptown, pass, pass, 4 uptown"), 0),
        ("left to dealer", PAGAT, OUT, 0),
        ("level=3", PAGAT, MADE, 1),
        ("level=4", PAGAT, SET, 1),
        ("level=3", PAGAT, OUT, 0),
        ("dir=down", PAGAT, SET, 1),
        ("dir=down", PAGAT, MADE, 0),
        ("kind=suit", PAGAT, MADE, 1),
        ("kind=nt", PAGAT, row(fields={"kind": "nt", "trump": "none"}), 1),
        ("dealer declares", PAGAT, BY_DEALER, 1),
        ("dealer declares", PAGAT, SET, 0),
        ("dealer declares", PAGAT, OUT, 0),
        ("eldest declares", PAGAT, SET, 1),
        ("eldest declares", PAGAT, MADE, 0),
        ("dealer's edge", PAGAT, row(dealer=2), 3),
        ("dealer's edge", PAGAT, row(dealer=1), -3),
        ("dealer's edge", SCORING, row(declarer=0, dealer=3, points=(-3, 2)), 5),
        ("lead", SCORING, DEFENDED, -5),
    ],
)
def test_measures_of_a_deal(key: str, rules: Rules, deal: Row, value: int) -> None:
    assert measure_of(key).of(deal, rules) == value


def measure_of(key: str) -> Measure:
    return next(measure for measure in (*measures_of([PAGAT, SCORING]), LEAD) if measure.key == key)


def test_every_measure_of_a_deal_is_tried_above() -> None:
    [mark] = test_measures_of_a_deal.pytestmark  # type: ignore[attr-defined]
    assert {measure.key for measure in MEASURES} <= {case[0] for case in mark.args[1]}


UNDECLARED = Rules(rules_of("whist-classic"))


def test_where_nobody_declares_what_is_about_sides_is_measured_and_nothing_else() -> None:
    contract = UNDECLARED.profile.contract.changed({"trump": "S"}, -1)
    deal = Row(0, 3, "played", contract, (8, 5), (4, 1), None, 0, 0, 0, 0, 0)
    values = {measure.key: measure.value(deal, UNDECLARED) for measure in (*measures_of([PAGAT, UNDECLARED]), LEAD)}
    assert {key: value for key, value in values.items() if value} == {
        "both": 5, "swing": 3, "dealer's edge": -3, "lead": 3,
    }  # fmt: skip
    told = {measure.key for measure in measures_of([UNDECLARED])}
    assert told == {"both", "swing", "dealer's edge"}
    assert set(values) == {measure.key for measure in (*measures_of([PAGAT]), LEAD)}


def test_suits_are_alike_and_defaults_are_no_contracts() -> None:
    keys = {measure.key for measure in measures_of([PAGAT])}
    assert {"level=3", "level=7", "kind=nt", "dir=up"} <= keys
    assert not {key for key in keys if key.startswith("trump=")} | {"level=0"} & keys


def test_over_is_told_from_what_was_needed() -> None:
    assert over(MADE, PAGAT) == 0
    assert over(SET, PAGAT) == -2
    assert over(OUT, PAGAT) is None


@pytest.mark.parametrize(
    ("reference", "bounds"),
    [
        ("pagat-54", ((-14, 14), (0, 0))),  # 7 no trump, doubled
        ("pagat-54+no-doubling", ((-7, 7), (0, 0))),
        (
            "pagat-54+defenders-score",
            ((-14, 14), (0, 12)),
        ),  # all tricks at no trump, but not the kitty
        ("whist-classic", ((0, 11), (0, 11))),  # seven tricks over six, four honours
        ("wikihow-whist", ((0, 7), (0, 7))),
    ],
)
def test_bounds_come_from_the_rules(reference: str, bounds: tuple[Pair, Pair]) -> None:
    assert points_bounds(rules_of(reference)) == bounds


# ---- games


def log(leads: list[int], *, winner: int = 0, end: str = "goal", dealers: tuple[Seat, ...] | None = None) -> Log:
    """Return a game told by how far side 0 is ahead behind each deal."""
    totals = tuple((lead, 0) if lead >= 0 else (0, -lead) for lead in leads)
    return Log(dealers or tuple(at % 4 for at in range(len(leads))), totals, tuple((t,) for t in totals), winner, end)


@pytest.mark.parametrize(
    ("key", "game", "value"),
    [
        ("length", log([3, -1, 7]), 3),
        ("end: goal", log([7]), 1),
        ("end: loss", log([7], end="loss"), 1),
        ("end: loss", log([7]), 0),
        ("end: count", log([7], end="count"), 1),
        ("end: draw", log([0], winner=-1, end="draw"), 1),
        ("first dealer's edge", log([7]), 1),
        ("first dealer's edge", log([-7], winner=1), -1),
        ("first dealer's edge", log([-7], winner=1, dealers=(3,)), 1),
        ("first dealer's edge", log([0], winner=-1), 0),
        ("comeback", log([-4, 1, 7]), 1),
        ("comeback", log([-3, 1, 7]), 0),
        ("comeback", log([4, -7], winner=1), 1),
        ("comeback", log([-6, 0], winner=-1), 0),
        ("lead changes", log([3, -1, 0, -2, 4, 7]), 2),
        ("lead changes", log([3, 0, 3, 7]), 0),
        ("biggest deal", log([3, -1, 7]), 8),
        ("wins", log([7]), 2),
        ("wins", log([-7], winner=1), 0),
    ],
)
def test_measures_of_a_game(key: str, game: Log, value: int) -> None:
    measure = next(measure for measure in (*GAME_MEASURES, WINS) if measure.key == key)
    assert measure.of(game, 4, NO_CHANCES) == value


LINE = {(((lead, 0),), 0, 1): 0.5 + lead / 20 for lead in range(-10, 11)}
LINE |= {(((0, -lead),), 0, 1): 0.5 + lead / 20 for lead in range(-10, 0)}
LINE |= {(((max(lead, 0), max(-lead, 0)),), side, 1): 0.5 + lead / 20 for lead in range(-10, 11) for side in (0, 1)}
CHANCES = Chances(LINE, False)
BEHIND = log([-4, -2, 7])  # the winner's chances before the deals: 0.5, 0.3, 0.4; behind the last: 1


@pytest.mark.parametrize(
    ("key", "game", "value"),
    [
        ("surprise", BEHIND, (0.2 + 0.1 + 0.6) / 3),
        ("biggest surprise", BEHIND, 0.6),
        ("drama", BEHIND, (math.sqrt(0.2) + math.sqrt(0.1)) / 2),
        ("security", BEHIND, 1 - 2 / 3),
        ("drama", log([4, 7]), 0),  # the winner never was behind: no drama, and not undefined
        ("security", log([4, 7]), 1),
        ("drama", log([4, -7], winner=1), math.sqrt(0.2)),
        ("drama", log([4, 0], winner=-1), 0),
        ("security", log([4, 0], winner=-1), 1),
        ("drama", log([-4, -2, 7], dealers=(1, 2, 3)), (math.sqrt(0.2) + math.sqrt(0.1)) / 2),
    ],
)
def test_measures_of_chances(key: str, game: Log, value: float) -> None:
    measure = next(measure for measure in GAME_MEASURES if measure.key == key)
    assert measure.chances
    assert measure.of(game, 4, CHANCES) == round(1000 * value)


def test_every_measure_of_a_game_is_tried_above() -> None:
    tried = {
        case[0]
        for test in (test_measures_of_a_game, test_measures_of_chances)
        for case in test.pytestmark[0].args[1]  # type: ignore[attr-defined]
    }
    assert {measure.key for measure in (*GAME_MEASURES, WINS)} == tried


@pytest.mark.parametrize(
    ("reference", "points"),
    [("pagat-54", 4), ("rogler-ri", 11), ("pagat-54+goal=11", 6), ("pagat-54+fixed-deals", 1)],
)
def test_far_behind_is_half_of_what_wins(reference: str, points: int) -> None:
    assert far_behind(rules_of(reference)) == points


# ---- reckoned games


class Drawn:
    """Deals of pagat-54 drawn by chance from a short list, in place of cards and players."""

    LIST = (MADE, MADE, SET, CONTESTED, row(declarer=2, books=(13, 0), points=(7, 0)), OUT)

    def __init__(self, reference: str, seed: int) -> None:
        self.profile = rules_of(reference)
        self.seed = seed

    def deal(self, number: int, dealer: Seat, turned: Seat | None = None) -> Row:
        drawn = random.Random(f"{self.seed} {number}").choice(self.LIST)
        if drawn.contract is None:
            return drawn._replace(number=number, dealer=dealer)
        shift = (dealer - drawn.dealer) % 4
        contract = drawn.contract.changed({}, (drawn.contract.declarer + shift) % 4)
        points = drawn.points if shift % 2 == 0 else (drawn.points[1], drawn.points[0])
        return drawn._replace(number=number, dealer=dealer, contract=contract, points=points)


@pytest.mark.parametrize("reference", ["pagat-54", "pagat-54+two-sets", "pagat-54+fixed-deals", "pagat-54+goal=11"])
def test_reckoned_games_are_those_that_are_played(reference: str) -> None:
    """Lengths, ends and the first dealer's chance from single deals, against whole games of the same deals."""
    drawn = Drawn(reference, 5)
    steps = Steps(drawn.profile)
    counts = Counter(step for row in Drawn.LIST if (step := steps.of(row)) is not None)
    found = Chain(drawn.profile, counts).reckon()
    games = [log_of(drawn.profile, strung(drawn, number, number % 4)) for number in range(1500)]
    lengths = [len(game.totals) for game in games]
    mean = sum(lengths) / len(games)
    spread = math.sqrt(sum((length - mean) ** 2 for length in lengths)) / len(games)
    assert abs(found.values["length"] - mean) <= 4 * spread + 1e-9
    ends = {key: share for key, share in found.values.items() if key.startswith("end: ")}
    assert sum(ends.values()) == pytest.approx(1, abs=1e-6)
    for end in ("goal", "loss", "count", "draw"):
        assert abs(ends.get(f"end: {end}", 0) - sum(game.end == end for game in games) / len(games)) <= 0.05
    edge = sum(FIRST_DEALER.of(game, 4, NO_CHANCES) for game in games) / 2 / len(games)
    assert abs(found.values["first dealer's edge"] - edge) <= 0.05
    mean_length = sum(at * chance for at, chance in enumerate(found.lengths))
    assert found.values["length"] == pytest.approx(mean_length, abs=1e-5)
    assert found.length_below(0.9) == pytest.approx(sorted(lengths)[int(0.9 * len(games))], abs=1)


@pytest.mark.parametrize("reference", ["pagat-54", "pagat-54+two-sets", "pagat-54+goal=5+fixed-deals"])
def test_pull_says_what_more_of_a_step_does(reference: str) -> None:
    drawn = Drawn(reference, 1)
    steps = Steps(drawn.profile)
    counts = Counter(step for row in Drawn.LIST if (step := steps.of(row)) is not None)
    found, scale = Chain(drawn.profile, counts).reckon(), 1_000_000
    total = sum(counts.values())
    for key, value in found.values.items():
        pulls = found.pull[key]
        average = sum(pulls[step] * count / total for step, count in counts.items())
        assert max(abs(pull - average) for pull in pulls.values()) <= found.reach[key]
        for step in counts:
            more = Counter({other: count * scale for other, count in counts.items()})
            more[step] += total * scale // 1_000
            nudged = Chain(drawn.profile, more).reckon().values[key]
            wanted = 0.001 / 1.001 * (pulls[step] - average)
            assert nudged - value == pytest.approx(wanted, rel=0.02, abs=1e-6), key


def test_two_simple_steps_by_hand() -> None:
    """The dealer's side gains 7 in half of the deals, the other in the rest: every game takes one deal, evenly."""
    gain, lose = (((7, 0),), 1, 0), (((0, 7),), 1, 1)
    found = Chain(rules_of("pagat-54"), {gain: 5, lose: 5}).reckon().values
    assert found == pytest.approx({"length": 1, "first dealer's edge": 0, "end: goal": 1})
    found = Chain(rules_of("pagat-54"), {(((4, 0),), 1, 0): 1}).reckon().values
    # the deal goes on, so the sides gain in turn: 4, 4, 8
    assert found == pytest.approx({"length": 3, "first dealer's edge": 0.5, "end: goal": 1})


@pytest.mark.parametrize(
    ("reference", "part"),
    [
        ("whist-classic", "claims depend on the totals"),
        ("pagat-54", ""),
        ("pagat-54+two-sets", ""),
        ("wikihow-whist", ""),
        ("hawaii-trumps", ""),
    ],
)
def test_rules_that_carry_over_are_named(reference: str, part: str) -> None:
    for reason in (carry_reason(rules_of(reference)), chain_reason(rules_of(reference))):
        assert part in reason if part else not reason
    if part:
        with pytest.raises(NoChain, match=part):
            Chain(rules_of(reference), {(((0, 0),), 1, -1): 1})


def test_games_without_end_are_given_up() -> None:
    with pytest.raises(NoChain, match="more than"):
        Chain(rules_of("pagat-54"), {(((0, 0),), 1, -1): 1}).reckon()


def test_games_that_take_long_to_reckon_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(((4, 0),), 1, 0): 1, (((0, 3),), 1, 1): 1, (((0, 0),), 1, -1): 1}
    Chain(rules_of("pagat-54"), steps).reckon()
    monkeypatch.setattr(chain, "MAX_WORK", 100)
    with pytest.raises(NoChain, match="games are too long, with too many standings"):
        Chain(rules_of("pagat-54"), steps).reckon()
