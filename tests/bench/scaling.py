"""How a comparison scales: one process, two, and a Dask scheduler with two workers on loopback; and what deals cost.

    pip install -e ".[fast,cluster]" && python tests/bench/scaling.py

The same comparison each time, played warm (each worker has played a batch before), by wall time, medians of several
rounds that take turns; the results have to be the same to the bit. Needs two cores that are free. Then, for each
player, CPU time a deal and a game in one process, and from that what a million games cost.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.cluster import cluster
from interpreter.compare.counts import Counts
from interpreter.compare.plan import Plan, rule_set
from interpreter.compare.pool import work_for_parent
from interpreter.compare.running import alone, in_order, spans
from interpreter.compare.sources import prepare
from interpreter.profile.load import load

PAIR = ("pagat-54", "pagat-54+min-4")
AHEAD = 6


def plan_of(players: tuple[str, ...], unit: str = "deals", references: tuple[str, ...] = PAIR) -> Plan:
    """Return a comparison."""
    rules = tuple(rule_set(load(reference)) for reference in references)
    plan = Plan(rules, players, 1, unit=unit, paired=(True,) * len(rules))  # type: ignore[arg-type]
    return prepare(plan)[0]


def timed(batches: Iterator[Batch]) -> tuple[float, Counts]:
    """Return how long a run takes, and its counts."""
    counts, start = Counts(), time.perf_counter()
    for batch in batches:
        counts.add(batch.counts)
    return time.perf_counter() - start, counts


@contextmanager
def dask_address() -> Iterator[str]:
    """Start a scheduler and two workers as processes of their own, and yield where the scheduler listens."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "scheduler.json")
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": folder}
        words = ["--scheduler-file", file]
        scheduler = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *words]
        worker = ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *words]
        started = [subprocess.Popen([sys.executable, "-m", *scheduler], **quiet)]
        while not Path(file).exists():
            time.sleep(0.1)
        started += [subprocess.Popen([sys.executable, "-m", *worker], **quiet) for _ in range(2)]
        try:
            with import_module("dask.distributed").Client(scheduler_file=file) as client:
                client.wait_for_workers(2)
            yield json.loads(Path(file).read_text(encoding="utf-8"))["address"]
        finally:
            for process in started:
                process.kill()
                process.wait()


def measure(deals: int, rounds: int) -> dict[str, Any]:
    """Return medians of wall time for each way to run, and the ratios that were aimed at."""
    plan = plan_of(("rules",))
    parts = list(spans(deals, plan.batch))
    seconds: dict[str, list[float]] = {}
    seen: list[Counts] = []
    with ProcessPoolExecutor(2, initializer=work_for_parent) as pool, dask_address() as address:
        for turn in range(rounds + 1):  # the first round warms up
            ways = {
                "one process": alone,
                "two processes": lambda _, parts: in_order(
                    lambda span: pool.submit(play_batch, plan, *span), parts, AHEAD
                ),
                "Dask, two workers": cluster(address),  # connected before the clock runs
            }
            for name, way in ways.items():
                spent, counts = timed(way(plan, parts))
                seen.append(counts)
                if turn:
                    seconds.setdefault(name, []).append(spent)
    assert all(counts == seen[0] for counts in seen), "different counts"
    found = {name: statistics.median(values) for name, values in seconds.items()}
    one, two, dask = found.values()
    return {
        "deals under each of two rule sets": deals,
        "seconds": {name: round(value, 2) for name, value in found.items()},
        "two processes / one": round(one / two, 2),
        "Dask / two processes": round(two / dask, 2),
    }


def costs(deals: int, games: int) -> dict[str, Any]:
    """Return CPU time a deal and a game for each player, in one process, and what a million games cost."""
    found = {}
    for name in ("rules", "highest", "random"):
        plan = replace(plan_of((name,), references=PAIR[:1]), batch=200)
        count = deals if name != "random" else max(200, deals // 50)
        play_batch(plan, 10**9, 200)
        start = time.process_time()
        for span in spans(count, 200):
            play_batch(plan, *span)
        deal = (time.process_time() - start) / count
        whole = plan_of((name,), "games", PAIR[:1])
        play_batch(whole, 10**6, 2)
        start = time.process_time()
        played = play_batch(whole, 0, games).counts.deals
        game = (time.process_time() - start) / games
        found[name] = {
            "deals a second": round(1 / deal),
            "whole games a second": round(1 / game, 1),
            "deals a game": round(played / games, 1),
            "a million games, core hours": round(game * 1e6 / 3600, 1),
            "the same deals by themselves, core minutes": round(deal * played / games * 1e6 / 60, 1),
        }
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How comparisons scale, and what deals and games cost.")
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--costs", action="store_true", help="only what deals and games cost")
    chosen = parser.parse_args()
    result = {} if chosen.costs else measure(chosen.deals, chosen.rounds)
    print(json.dumps({**result, "costs": costs(10_000, chosen.games)}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
