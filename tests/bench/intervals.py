"""Do the intervals hold what they promise? Coverage over many small comparisons whose truth is known from a large one.

    pip install -e ".[fast]" && python tests/bench/intervals.py

One comparison of pagat.com's game with three changes of its rules: a common effect (most deals differ), a rare one, and
a skewed one (rare and large). Each repetition has deals of its own. It is looked at after 1,000 deals, and where it
would stop at a precision, chosen so that most go on for some thousands. Of 1,000 repetitions, 95 % come to 950 ± 14 by
chance alone. The truth comes from another seed and 50 times as many deals as the longest repetition, so that its own
error is at most a seventh of an interval's. Student's t without the two deals thought of stands beside it. The length
of games is reckoned too.

`--part rotate` looks at the dealer's edge and at points where each seat deals the same cards; `--part games` at every
measure of whole games, at the fewest games that give an interval (games strung together from deals by `rules`: played
with the score in view they would take hundreds of times as long); `--part chain` holds games reckoned from 10,000 deals
against 10,000 other games.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.compare.batches import count_game, measured_game, play_batch
from interpreter.compare.counts import Counts
from interpreter.compare.findings import MIN_GAMES, Reader
from interpreter.compare.games import GAME_MEASURES, GameMeasure, log_of
from interpreter.compare.interpreted import Interpreted
from interpreter.compare.plan import Plan, Unit, rule_set, same_cards
from interpreter.compare.pool import processes
from interpreter.compare.report import GAMES, report_of
from interpreter.compare.rows import Source
from interpreter.compare.running import LOOK, cores, run
from interpreter.compare.sources import Sources, made_ready, prepare, sources_of
from interpreter.profile.load import load
from interpreter.statistics import Interval, sums_of, t_quantile
from tests.games import strung

BASE = "pagat-54"
EFFECTS = {"common": "min-4", "rare": "slam", "skewed": "crash"}
OWN = {
    "slam": "score: {made: {add: inherited + (if contract.level >= 6 then 5 else 0)}}",
    "crash": "score: {set: {add: inherited - (if declarers.books < 6 then 30 else 0)}}",
}
"""House rules of this bench: a prize in one deal of twenty, and a loss that is rare and large."""
PRECISIONS = {"common": 0.24, "rare": 0.07, "skewed": 0.2}
APART = 1_000_000
"""So far apart begin the deals of two repetitions."""
TIMES = 50
"""So many times as much as the longest repetition is played for the truth."""
SHUFFLES = (250, 1_000)
TURNED = ("dealer's edge", "declarers")
CHAINS = (
    *((reference, "rules") for reference in ("pagat-54", "pagat-54+goal=15", "pagat-54+two-sets", "rogler-ri")),
    ("wikihow-whist", "random"),
)
"""Games that can be reckoned, and who plays them."""

Part = TypeVar("Part")
Table: TypeAlias = dict[str, dict[str, object]]
Intervals: TypeAlias = dict[tuple[str, str], tuple[Interval, Interval]]


@dataclass(frozen=True, slots=True)
class Found:
    """What one repetition found of an effect: at 1,000 deals by t+2 and by t alone, where it stopped, game lengths."""

    fixed: Interval
    plain: Interval
    stopped: Interval
    length: Interval


def named(rule: str, folder: Path) -> str:
    """Return how a reference names a house rule; one of this bench's own is written into a folder first."""
    if rule not in OWN:
        return rule
    path = folder / f"{rule}.yaml"
    path.write_text(f"format: 1\nhouse_rule: {rule}\ntitle: A {rule}\n{OWN[rule]}\n", encoding="utf-8")
    return str(path)


def plan_of(seed: int, unit: Unit = "deals") -> Plan:
    """Return the comparison."""
    with tempfile.TemporaryDirectory() as folder:
        profiles = [load(BASE), *(load(f"{BASE}+{named(rule, Path(folder))}") for rule in EFFECTS.values())]
    paired = tuple(same_cards(profiles[0], profile) for profile in profiles)
    return prepare(Plan(tuple(map(rule_set, profiles)), ("rules",), seed, unit, paired=paired))[0]


def repetition(plan: Plan, most: int, number: int) -> dict[str, Found]:
    """Play one repetition: 1,000 deals, then more until all effects are precise enough."""
    counts = Counts()
    ends: dict[str, tuple[Interval, Interval, Interval]] = {}
    stopped: dict[str, Interval] = {}
    for first in range(0, most, LOOK):
        counts.add(play_batch(plan, APART * number + first, LOOK).counts)
        reader = Reader(plan, sources_of(plan).rules, counts)
        lengths = report_of(plan, counts).line("length") if first == 0 else None
        for (at, contrast), name in zip(plan.changes, EFFECTS, strict=True):
            interval = reader.interval(at, reader.measure("declarers"), at_once=1)
            if lengths is not None:
                change = lengths.changes.get((contrast.rules, 0))
                length = Interval(0, math.inf, 0) if change is None else change.interval
                ends[name] = (interval, student(reader, at), length)
            if name not in stopped and (interval.half_width <= PRECISIONS[name] or first + LOOK >= most):
                stopped[name] = interval
        if len(stopped) == len(EFFECTS):
            break
    return {
        name: Found(fixed=ends[name][0], plain=ends[name][1], stopped=stopped[name], length=ends[name][2])
        for name in EFFECTS
    }


def student(reader: Reader, at: int, key: str = "declarers") -> Interval:
    """Return Student's interval of the same numbers, without the two deals thought of."""
    sums, measure = sums_of(reader.counts.of(at, key)), reader.measure(key)
    scale = 1 / (measure.parts if isinstance(measure, GameMeasure) else reader.deals_a_unit)
    return Interval(sums.mean, t_quantile(0.975, sums.n - 1) * sums.sd / math.sqrt(sums.n), sums.n).scaled(scale)


def truth_of(seed: int, deals: int, workers: int) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return each effect's truth: in points a deal, in the length of games, and in how many of 100 deals differ."""
    plan, counts = plan_of(seed), Counts()
    for progress in run(plan, deals, processes(workers)):
        counts = progress.counts
    reader = Reader(plan, sources_of(plan).rules, counts)
    lengths = report_of(plan, counts).line("length")
    assert lengths is not None
    points, games, differ = {}, {}, {}
    for (at, contrast), name in zip(plan.changes, EFFECTS, strict=True):
        points[name] = reader.interval(at, reader.measure("declarers"), at_once=1).mean
        games[name] = lengths.changes[contrast.rules, 0].interval.mean
        found = reader.counts.of(at, "declarers")
        differ[name] = 100 * (1 - found[0] / counts.units)
    return points, games, differ


def covered(intervals: list[Interval], truth: float) -> float:
    """Return how many of 100 intervals hold the truth."""
    return round(100 * sum(one.low <= truth <= one.high for one in intervals) / len(intervals), 1)


def each(play: Callable[[int], Part], chosen: argparse.Namespace) -> list[Part]:
    """Play all repetitions."""
    if chosen.workers == 1:
        return list(map(play, range(chosen.repetitions)))
    with ProcessPoolExecutor(chosen.workers) as pool:
        return list(pool.map(play, range(chosen.repetitions), chunksize=10))


def deals_part(chosen: argparse.Namespace) -> Table:
    """Points a deal, at 1,000 deals and stopped at a precision; the length of games, reckoned."""
    points, games, differ = truth_of(2, max(chosen.truth, TIMES * chosen.most), chosen.workers)
    found = each(partial(repetition, plan_of(1), chosen.most), chosen)
    table: Table = {}
    for name, rule in EFFECTS.items():
        ones = [one[name] for one in found]
        table[name] = {
            "rule": rule,
            "score differs, of 100 deals": round(differ[name], 2),
            "truth": round(points[name], 4),
            "at 1,000 deals": covered([one.fixed for one in ones], points[name]),
            "  by t alone": covered([one.plain for one in ones], points[name]),
            "  half-width": round(sum(one.fixed.half_width for one in ones) / len(ones), 3),
            "  t+2 wider by": round(
                sum(one.fixed.half_width for one in ones) / sum(one.plain.half_width for one in ones) - 1, 3
            ),
            f"stopped at {PRECISIONS[name]}": covered([one.stopped for one in ones], points[name]),
            "  after deals": round(sum(one.stopped.n for one in ones) / len(ones)),
            "length of games": covered([one.length for one in ones], games[name]),
        }
    return table


# ---- each seat deals the same cards; whole games


def intervals(reader: Reader, keys: Iterable[str]) -> Intervals:
    """Return each measure's interval, and Student's: of the game as it is, and of the change by each rule."""
    names = {0: BASE} | {at: rule for (at, _), rule in zip(reader.plan.changes, EFFECTS.values(), strict=True)}
    return {
        (key, name): (reader.interval(at, reader.measure(key), at_once=1), student(reader, at, key))
        for key in keys
        for at, name in names.items()
        if key in reader.counts.values.get(at, {})
    }


def coverage(found: Iterable[Intervals], truth: Intervals, said: str) -> Table:
    """Return a table of how many of 100 intervals hold the truth, a row for each measure."""
    ones, table = list(found), {}
    for (key, name), (wanted, _) in truth.items():
        known = [one[key, name] for one in ones if (key, name) in one]
        width, plain = (sum(pair[place].half_width for pair in known) for place in (0, 1))
        if known:
            table[f"{key}, {name}"] = {
                "truth": round(wanted.mean, 4),
                said: covered([one for one, _ in known], wanted.mean),
                f"  by t alone {said}": covered([one for _, one in known], wanted.mean),
                f"  half-width {said}": round(width / len(known), 3),
                f"  t+2 wider by, {said}": round(width / plain - 1, 3) if plain else "all",
            }
    return table


def turned(plan: Plan, number: int) -> list[Intervals]:
    """Play one repetition of shuffles that are dealt by all four seats; look at it twice."""
    counts, found = Counts(), []
    for first, last in pairwise((0, *SHUFFLES)):
        counts.add(play_batch(plan, APART * number + first, last - first).counts)
        found.append(intervals(Reader(plan, sources_of(plan).rules, counts), TURNED))
    return found


def rotate_part(chosen: argparse.Namespace) -> Table:
    """The dealer's edge and points a deal, where each seat deals the same cards."""
    plan, counts = plan_of(2, "shuffles"), Counts()
    for progress in run(plan, TIMES * SHUFFLES[-1], processes(chosen.workers)):
        counts = progress.counts
    truth = intervals(Reader(plan, sources_of(plan).rules, counts), TURNED)
    found = each(partial(turned, plan_of(1, "shuffles")), chosen)
    table: Table = {}
    for place, shuffles in enumerate(SHUFFLES):
        for name, row in coverage((one[place] for one in found), truth, f"at {shuffles:,} shuffles").items():
            table.setdefault(name, {}).update(row)
    return table


@cache
def games_of(seed: int) -> tuple[Sources, list[Source]]:
    """Return whole games made ready, and who plays single deals of them."""
    plan = plan_of(seed, "games")
    return sources_of(plan), made_ready(replace(plan, unit="deals")).players


def strung_games(seed: int, games: int, number: int) -> Intervals:
    """Play one repetition of whole games, strung together from deals."""
    ready, players = games_of(seed)
    counts = Counts(units=games)
    for game in range(number * games, (number + 1) * games):
        values = []
        for at, source in enumerate(players):
            rules = ready.plan.settings[at].rules
            log = log_of(source.profile, strung(source, game, game % 4))
            values.append(measured_game(log, ready.behind[rules], None))
        for at, contrast in enumerate(ready.plan.contrasts):
            count_game(at, contrast, values, counts)
    keys = [measure.key for measure in GAME_MEASURES if not measure.chances]  # those have no interval
    return intervals(Reader(ready.plan, ready.rules, counts), keys)


def games_part(chosen: argparse.Namespace) -> Table:
    """Every measure of whole games, at the fewest games for which there are intervals."""
    truth = strung_games(2, TIMES * MIN_GAMES, 0)
    found = each(partial(strung_games, 1, MIN_GAMES), chosen)
    return coverage(found, truth, f"at {MIN_GAMES} games")


# ---- games reckoned from deals against games


def chain_part(chosen: argparse.Namespace) -> Table:
    """Games reckoned from deals against games: by rules strung together from deals, by random played through."""
    table: Table = {}
    for reference, who in CHAINS:
        plan = prepare(Plan((rule_set(load(reference)),), (who,), 1, paired=(True,)))[0]
        report, ready = report_of(plan, play_batch(plan, 0, chosen.games).counts), sources_of(plan)
        games, counts = Plan(plan.rules, plan.players, plan.seed, "games"), Counts(units=chosen.games)
        [source] = ready.players
        played = source.game if isinstance(source, Interpreted) else partial(strung, source)
        for game in range(chosen.games):
            log = log_of(source.profile, played(game, game % 4))
            count_game(0, games.contrasts[0], [measured_game(log, 1, None)], counts)
        reader = Reader(games, ready.rules, counts)
        for line in report.lines:
            if line.group == GAMES:
                one, other = line.values[0], reader.interval(0, reader.measure(line.key))
                table[f"{line.key}, {reference}, {who}"] = {
                    f"reckoned from {chosen.games:,} deals": f"{one.mean:.4f} ± {one.half_width:.4f}",
                    f"in {chosen.games:,} games": f"{other.mean:.4f} ± {other.half_width:.4f}",
                    "apart, of what 95 % allow": round(
                        abs(one.mean - other.mean) / math.hypot(one.half_width, other.half_width), 2
                    ),
                }
    return table


PARTS = {"deals": deals_part, "rotate": rotate_part, "games": games_part, "chain": chain_part}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Coverage of the intervals on the real game.")
    parser.add_argument("--part", choices=PARTS, default="deals", help="what is looked at")
    parser.add_argument("--repetitions", type=int, default=1_000)
    parser.add_argument("--truth", type=int, default=0, help="deals for the truth, if more than 50 times the longest")
    parser.add_argument("--most", type=int, default=5_000, help="deals of one repetition at most")
    parser.add_argument("--games", type=int, default=10_000, help="games (and deals) that the chain is held against")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    start = time.perf_counter()
    table = PARTS[chosen.part](chosen)
    if chosen.json:
        print(json.dumps(table, indent=2))
        return 0
    repeated = "" if chosen.part == "chain" else f"{chosen.repetitions:,} repetitions, "
    print(f"{chosen.part}: {repeated}{time.perf_counter() - start:.0f} s")
    for name, lines in table.items():
        print(name)
        for said, value in lines.items():
            print(f"  {said:34} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
