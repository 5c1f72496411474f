"""What is made of counts: intervals, words and notes, on counts made by hand."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace

import pytest

from interpreter.cli.results.files import document
from interpreter.cli.results.words import NO_INTERVAL, finding_text
from interpreter.compare.batches import play_batch
from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.findings import MIN_GAMES, MIN_STEPS, Reader
from interpreter.compare.games import GAME_MEASURES, far_behind
from interpreter.compare.measures import Rules
from interpreter.compare.plan import Plan, rule_set
from interpreter.compare.report import report_of
from interpreter.compare.sources import prepare, sources_of
from interpreter.statistics import LARGE, OPEN, t_quantile, two_sided
from tests.games import rules_of

BASE = "pagat-54"
GOALS = tuple(f"{BASE}+goal={goal}" for goal in (5, 9, 11))


def plan_of(*references: str, players: tuple[str, ...] = ("random",), **more: object) -> Plan:
    """Return a plan with nothing prepared."""
    rules = tuple(rule_set(rules_of(reference)) for reference in references)
    return Plan(rules, players, 1, paired=(True,) * len(rules), **more)  # type: ignore[arg-type]


def reader_of(plan: Plan, counts: Counts) -> Reader:
    return Reader(plan, [Rules(rules_of(rules.reference)) for rules in plan.rules], counts)


def of_kind(plan: Plan, kind: str) -> list[int]:
    return [at for at, contrast in enumerate(plan.contrasts) if contrast.kind == kind]


# ---- several changes at once


def test_the_intervals_of_several_changes_hold_together() -> None:
    plan = plan_of(BASE, *GOALS)
    seen = Counter({0: 4000, 3: 500, -3: 500})
    counts = Counts(5000, 5000, {at: {"declarers": Counter(seen)} for at in range(len(plan.contrasts))})
    reader = reader_of(plan, counts)
    measure = reader.measure("declarers")
    for at in of_kind(plan, "change"):
        ratio = reader.interval(at, measure).half_width / reader.interval(at, measure, at_once=1).half_width
        assert ratio == pytest.approx(t_quantile(two_sided(0.95, 3), 5001) / t_quantile(0.975, 5001))
    for at in of_kind(plan, "value"):
        assert reader.interval(at, measure) == reader.interval(at, measure, at_once=1)


def test_what_is_clear_alone_is_not_among_many() -> None:
    """A difference of 2.2 standard errors beside one of many: with one change it is clear, with three it isn't."""
    seen = {
        "weak": Counter({0: 9_000, 9: 535, -9: 465}),
        "strong": Counter({0: 5_000, 3: 5_000}),
        "none": Counter({0: 9_000, 3: 500, -3: 500}),
    }
    for names, wanted in ((("weak",), "clear"), (("weak", "strong", "none"), OPEN)):
        plan = plan_of(BASE, *GOALS[: len(names)])
        values = dict(zip(of_kind(plan, "change"), ({"declarers": Counter(seen[name])} for name in names), strict=True))
        line = report_of(plan, Counts(10_000, 10_000, values)).line("declarers")
        assert line is not None
        weak = line.changes[1, 0]
        assert (weak.finding, weak.interval.low > 0) == (wanted, wanted != OPEN)
        if len(names) > 1:
            assert line.changes[2, 0].finding == LARGE


def test_what_the_rules_only_let_grow_is_above_0_once_it_was_seen() -> None:
    """10 of 400 deals differ: t+2 alone reaches below 0, where the defenders' points can't go."""
    plan = plan_of(BASE, f"{BASE}+defenders-score")
    [at] = of_kind(plan, "change")
    counts = Counts(400, 400, {at: {name: Counter({0: 390, 2: 7, 6: 3}) for name in ("defenders", "declarers")}})
    report = report_of(plan, counts)
    found = {}
    for name in ("defenders", "declarers"):
        line = report.line(name)
        assert line is not None
        found[name] = line.changes[1, 0]
    interval = found["defenders"].interval
    assert interval.mean - interval.half_width < 0 < interval.low < interval.mean
    assert found["defenders"].finding == "clear"
    assert found["declarers"].interval.low < 0
    assert found["declarers"].finding == OPEN


# ---- skill and luck


def test_skill_and_luck_by_hand() -> None:
    """The first player leads by 6 or -2 a deal: 2 on average, and as much as a deal's spread is 4."""
    plan = plan_of(BASE, players=("random", "highest"))
    [at] = of_kind(plan, "skill")
    (one, _), (other, _) = plan.contrasts[at].terms
    counts = Counts(
        1000, 1000, {at: {"lead": Counter({4: 1000})}},
        leads={one: Counter({6: 500, -2: 500}), other: Counter({-6: 500, 2: 500})},
    )  # fmt: skip
    skill = reader_of(plan, counts).skill(at)
    assert skill.edge.mean == 2
    assert skill.edge.low > 1.9
    assert skill.until_ahead == pytest.approx((1.645 * 4 / 2) ** 2, rel=1e-3)
    assert skill.elo is None


def test_deals_until_ahead_are_single_deals_with_shuffles_too() -> None:
    plan = plan_of(BASE, players=("random", "highest"), unit="shuffles", rows=True)
    batch = play_batch(prepare(plan)[0], 0, 6)
    [at] = of_kind(plan, "skill")
    skill = reader_of(plan, batch.counts).skill(at)
    leads = []
    for setting, sign in plan.contrasts[at].terms:
        points = [row.points for number, row, *_ in batch.rows if number == setting]
        assert len(points) == 24
        leads += [sign * (one - other) for one, other in points]
    mean = sum(leads) / 48
    spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / 47)
    assert skill.edge.mean == pytest.approx(mean)
    assert skill.until_ahead == pytest.approx((1.645 * spread / mean) ** 2)


def test_skill_in_games_is_a_share_and_an_elo_gap() -> None:
    """The second player wins 10 of 11 games at either pair of seats: 9/22 above one half, 400 Elo points."""
    plan = plan_of(BASE, players=("random", "highest"), unit="games")
    [at] = of_kind(plan, "skill")
    counts = Counts(1100, 3000, {at: {"wins": Counter({-2: 900, 0: 200})}})  # north and south win, in halves
    skill = reader_of(plan, counts).skill(at)
    assert skill.edge.mean == pytest.approx(0.5 - 10 / 11)
    assert skill.elo == pytest.approx(-400)
    assert skill.until_ahead is None


# ---- whole games


def played(plan: Plan, games: int) -> Counts:
    """Return the counts of so many games: a deal more each with the second rule set."""
    values = {
        0: {measure.key: Counter({1: games // 2, 3: games - games // 2}) for measure in GAME_MEASURES},
        1: {measure.key: Counter({2: games // 2, 4: games - games // 2}) for measure in GAME_MEASURES},
        2: {measure.key: Counter({1: games}) for measure in GAME_MEASURES},
    }
    return Counts(games, 3 * games, values)


def test_few_games_give_no_interval_where_the_rules_set_no_end() -> None:
    plan = plan_of(BASE, GOALS[0], unit="games")
    for games in (1, MIN_GAMES - 1):
        report = report_of(plan, played(plan, games))
        for key in ("length", "lead changes"):
            line = report.line(key)
            assert line is not None
            assert (line.changes[1, 0].interval.mean, line.changes[1, 0].interval.known) == (1, False)
            assert line.changes[1, 0].finding == OPEN
            assert finding_text(line.changes[1, 0]) == NO_INTERVAL  # not "can't tell", as if more games would help
            assert not line.values[0].known
        assert not report.lengths
        assert any(f"with fewer than {MIN_GAMES} games there is no interval" in note for note in report.notes)
        told = json.loads(json.dumps(document(report, "1", interrupted=False), allow_nan=False))
        length = next(one for one in told["measures"] if one["measure"] == "length")
        assert (length["changes"][0]["low"], length["changes"][0]["high"]) == (None, None)
        biggest = report.line("biggest deal")
        assert biggest is not None
        assert biggest.changes[1, 0].interval.known  # the rules say what a deal is worth at most


def test_enough_games_are_widened_by_the_ends_that_were_seen() -> None:
    plan = plan_of(BASE, GOALS[0], unit="games")
    report = report_of(plan, played(plan, MIN_GAMES))
    line = report.line("length")
    assert line is not None
    change = line.changes[1, 0].interval
    # 100 changes of 1, and two thought of at the ends: 2 - 4 and 5 - 1
    assert change.half_width == pytest.approx(t_quantile(0.975, 101) * math.sqrt(18 / 101 / 102), rel=1e-6)
    assert report.lengths[0].ninetenths == 3
    assert not any("with fewer than" in note for note in report.notes)


def test_what_goes_by_reckoned_chances_has_no_interval() -> None:
    plan = plan_of(BASE, GOALS[0], unit="games")
    counts = played(plan, 10 * MIN_GAMES)
    report = report_of(plan, counts)
    for measure in GAME_MEASURES:
        line = report.line(measure.key)
        assert line is not None
        assert {found.known for found in line.values.values()} == {not measure.chances}
        assert line.changes[1, 0].interval.known is not measure.chances
    assert any("so there is no interval for them" in note for note in report.notes)
    for values in counts.values.values():
        for measure in GAME_MEASURES:
            if measure.chances:
                del values[measure.key]
    assert not any("no interval" in note for note in report_of(plan, counts).notes)


def test_a_comeback_is_named_with_its_points() -> None:
    for references, said in (
        ((BASE, f"{BASE}+min-4"), "the winner had been 4 points behind, or more"),
        ((BASE, *GOALS), "the winner had been 3 to 6 points behind, or more"),
        ((f"{BASE}+fixed-deals",), "the winner had been 1 point behind, or more"),
    ):
        plan = plan_of(*references, unit="games")
        values = {at: {"comeback": Counter({0: 90, 1: 30})} for at in of_kind(plan, "value")}
        report = report_of(plan, Counts(120, 300, values))
        line = report.line("comeback")
        assert line is not None
        assert line.said == said
        unlike = [note for note in report.notes if "a comeback is from half of what wins" in note]
        assert len(unlike) == (len({far_behind(rules_of(reference)) for reference in references}) > 1)
        assert all(f"3 under {GOALS[0]}" in note for note in unlike)


def test_games_whose_chances_cannot_be_reckoned_are_played_and_told_without() -> None:
    plan = prepare(plan_of(f"{BASE}+goal=101", players=("rules",), unit="games"))[0]
    assert not sources_of(plan).chances
    [note] = [note for note in report_of(plan, Counts()).notes if "surprise" in note]
    assert "too many standings" in note
    plan = prepare(plan_of("whist-classic", unit="games"))[0]
    [note] = [note for note in report_of(plan, Counts()).notes if "surprise" in note]
    assert "claims depend on the totals" in note


# ---- games reckoned from deals

GAIN, LOSE, NOTHING = (((7, 0),), 1, 0), (((0, -7),), 1, 0), (((0, 0),), 1, -1)


def stepped(deals: int, *, empty: int = -1) -> Counts:
    """Return counts of so many deals, one of seven lost; a group may be left without any."""
    steps = Counter((unit % GROUPS, LOSE if unit % 7 == 0 else GAIN) for unit in range(deals) if unit % GROUPS != empty)
    values: dict[int, dict[str, Counter[int]]] = {}
    return Counts(deals, deals, values, steps={0: steps, 1: Counter({key: 2 * n for key, n in steps.items()})})


def test_deals_that_are_mostly_thrown_in_reckon_no_games() -> None:
    plan = plan_of(BASE)
    for counts, reason in (
        (stepped(MIN_STEPS - 1), f"that takes {MIN_STEPS} deals that are played out"),
        (replace(stepped(MIN_STEPS - 1), units=9_000, deals=9_000), f"that takes {MIN_STEPS} deals"),
        (stepped(2 * MIN_STEPS, empty=7), "too few deals are played out"),
    ):
        report = report_of(plan, counts)
        assert report.line("length") is None
        assert any(f"whole games can't be reckoned from deals, since {reason}" in note for note in report.notes)
    assert report_of(plan, stepped(2 * MIN_STEPS)).line("length") is not None


def test_the_ends_of_reckoned_games_have_intervals_and_changes() -> None:
    plan = plan_of(BASE, f"{BASE}+min-4")
    counts = stepped(8_000)
    counts.steps[1] = Counter({(group, GAIN): 200 for group in range(GROUPS)})
    report = report_of(plan, counts)
    goal, loss = report.line("end: goal"), report.line("end: loss")
    assert goal is not None
    assert loss is not None
    share = 8_000 // 7 / 8_000
    assert loss.values[0].mean == pytest.approx(share, rel=2e-3)
    # one deal is a game, so it is a share of deals
    assert 0 < loss.values[0].half_width < 2.1 * math.sqrt(share * (1 - share) / 8_000)
    assert loss.values[1].mean == 0
    assert 0 < loss.values[1].half_width < 0.001  # never seen: not known to be none
    assert loss.changes[1, 0].interval.mean == pytest.approx(-share, rel=2e-3)
    assert loss.changes[1, 0].finding == LARGE
    assert goal.changes[1, 0].interval.mean == pytest.approx(share, rel=2e-3)
