"""Do the intervals hold what they promise? Coverage over many small comparisons whose truth is known from a large one.

    pip install -e ".[fast]" && python tests/bench/intervals.py

One comparison of pagat.com's game with three changes of its rules: a common effect (most deals differ), a rare one, and
a skewed one (rare and large). The truth comes from `--truth` deals of another seed; each repetition has deals of its
own. A repetition is looked at after 1,000 deals, and where it would stop at a precision, chosen so that most go on for
some thousands. Of 1,000 repetitions, 95 % come to 950 ± 14 by chance alone; the truth's own error is a seventh of an
interval's. Student's t without the two deals thought of stands beside it. The length of games is reckoned too.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.compare.batches import play_batch
from interpreter.compare.counts import Counts
from interpreter.compare.findings import Reader
from interpreter.compare.plan import Plan, rule_set, same_cards
from interpreter.compare.report import report_of
from interpreter.compare.running import LOOK, cores, processes, run
from interpreter.compare.sources import prepare, sources_of
from interpreter.profile.load import load
from interpreter.statistics import Interval, sums_of, t_quantile

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


def plan_of(seed: int) -> Plan:
    """Return the comparison."""
    with tempfile.TemporaryDirectory() as folder:
        profiles = [load(BASE), *(load(f"{BASE}+{named(rule, Path(folder))}") for rule in EFFECTS.values())]
    paired = tuple(same_cards(profiles[0], profile) for profile in profiles)
    return prepare(Plan(tuple(map(rule_set, profiles)), ("rules",), seed, paired=paired))[0]


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


def student(reader: Reader, at: int) -> Interval:
    """Return Student's interval of the same differences, without the two deals thought of."""
    sums = sums_of(reader.counts.of(at, "declarers"))
    return Interval(sums.mean, t_quantile(0.975, sums.n - 1) * sums.sd / math.sqrt(sums.n), sums.n)


def truth_of(seed: int, deals: int) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return each effect's truth: in points a deal, in the length of games, and in how many of 100 deals differ."""
    plan, counts = plan_of(seed), Counts()
    for progress in run(plan, deals, processes(cores())):
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


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Coverage of the intervals on the real game.")
    parser.add_argument("--repetitions", type=int, default=1_000)
    parser.add_argument("--truth", type=int, default=200_000, help="deals for the truth")
    parser.add_argument("--most", type=int, default=5_000, help="deals of one repetition at most")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    start = time.perf_counter()
    points, games, differ = truth_of(2, chosen.truth)
    plan = plan_of(1)
    with ProcessPoolExecutor(cores()) as pool:
        found = list(pool.map(partial(repetition, plan, chosen.most), range(chosen.repetitions), chunksize=10))
    table = {}
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
    if chosen.json:
        print(json.dumps(table, indent=2))
        return 0
    print(f"{chosen.repetitions:,} repetitions, truth from {chosen.truth:,} deals, {time.perf_counter() - start:.0f} s")
    for name, lines in table.items():
        print(name)
        for said, value in lines.items():
            print(f"  {said:30} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
