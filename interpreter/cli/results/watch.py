"""Running a plan while a person waits: the bar, what an interrupt leaves, and where the deals are written."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.cli.problems import is_terminal
from interpreter.cli.progress import KNOWING, Bar
from interpreter.cli.results.files import RowWriter, csv_writer, parquet_writer
from interpreter.cli.results.options import Asked
from interpreter.cli.stopped import Stopped

if TYPE_CHECKING:
    from interpreter.compare.batches import Batch
    from interpreter.compare.counts import Counts
    from interpreter.compare.plan import Plan
    from interpreter.compare.report import Report
    from interpreter.compare.running import Players

INTERRUPTED = 130
SMALL_RUN = 2
"""Fewer batches than that aren't worth a second process."""


@dataclass(slots=True)
class Watched:
    """What a run came to. `ended` says why it stopped early, if it did: then the report is of what there was."""

    report: Report
    ended: Stopped | None = None


class RunBar(Bar):
    """A bar whose end can move."""

    def expect(self, total: int) -> None:
        """Say anew how much there is to do."""
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], total=total)


def play(plan: Plan, wanted: Asked) -> Watched:
    """Play a plan and return what was found. Raises `Stopped` where nothing was."""
    from interpreter.compare.counts import Counts
    from interpreter.compare.dealing import Endless
    from interpreter.compare.report import report_of
    from interpreter.compare.running import WorkerLost, interrupts_held
    from interpreter.compare.sources import prepare

    try:
        with RunBar("loading", None) as bar:
            plan, fitting = prepare(plan, bar.counting(KNOWING))
    except KeyboardInterrupt:
        raise Stopped(
            "interrupted while the players learnt the rules: nothing was played yet", INTERRUPTED, None
        ) from None
    players, workers = players_of(plan, wanted)
    start, counts, ended = time.perf_counter(), Counts(), None
    try:
        with ExitStack() as stack:
            follow(plan, wanted, players, list(writers(plan, wanted, stack)), counts)
    except KeyboardInterrupt:
        ended = interrupted(plan, wanted, counts)
    except WorkerLost as error:
        after = f"; what was found until then, in {counts.units:,} {plan.unit}, stands above" if counts.units else ""
        ended = Stopped(f"{error}{after}; play on one machine, or with fewer --workers", 1)
    except Endless as error:
        raise Stopped(str(error), 1) from error
    if ended is not None and not counts.units:
        raise ended
    seconds = time.perf_counter() - start
    with interrupts_held() as came, RunBar("reckoning what that comes to", None):
        report = report_of(plan, counts, seconds=seconds, fitting=fitting, workers=workers)
    return Watched(report, interrupted(plan, wanted, counts) if came and ended is None else ended)


def interrupted(plan: Plan, wanted: Asked, counts: Counts) -> Stopped:
    """Return what is said of an interrupt."""
    if counts.units:
        said = f"after {counts.units:,} {plan.unit}: what was found until then stands above"
    else:
        first = min(plan.batch, wanted.units)
        said = f"before the first {first:,} {plan.unit} were played: nothing to show yet"
    return Stopped(f"interrupted {said}", INTERRUPTED, None)


def players_of(plan: Plan, wanted: Asked) -> tuple[Players, int]:
    """Return who plays, and how many processes that are (0: a cluster)."""
    from interpreter.compare.running import cluster, cores, processes

    if wanted.cluster is not None:
        return cluster(wanted.cluster), 0
    batches = math.ceil(wanted.units / plan.batch)
    workers = wanted.workers or (1 if batches < SMALL_RUN else min(cores(), batches))
    return processes(workers), workers


def writers(plan: Plan, wanted: Asked, stack: ExitStack) -> Iterator[RowWriter]:
    """Open the files that the deals are written to."""
    if wanted.csv is not None:
        yield stack.enter_context(csv_writer(wanted.csv, plan))
    if wanted.parquet is not None:
        yield stack.enter_context(parquet_writer(wanted.parquet, plan))


def follow(plan: Plan, wanted: Asked, players: Players, sinks: list[RowWriter], counts: Counts) -> None:
    """Play to the end, or until it is precise enough; what is in `counts` is written, too, whatever ends it."""
    from interpreter.compare.findings import Reader
    from interpreter.compare.running import run
    from interpreter.compare.sources import sources_of

    rules = sources_of(plan).rules

    def enough(found: Counts) -> bool:
        return Reader(plan, rules, found).precise(wanted.precision or 0)

    def keep(batch: Batch) -> None:
        for sink in sinks:
            sink(batch.rows)

    start, asked_for = time.perf_counter(), enough if wanted.precision else None
    with RunBar("playing", wanted.units) as bar:
        for progress in run(plan, wanted.units, players, counts=counts, keep=keep, enough=asked_for):
            if is_terminal(sys.stderr):
                tell(bar, Reader(plan, rules, counts), wanted, time.perf_counter() - start)
            bar.advance(progress.batch.counts.units)


def tell(bar: RunBar, reader: Any, wanted: Asked, seconds: float) -> None:
    """Show half-width and rate; never the running difference, which would tempt to stop where it looks good."""
    counts, plan = reader.counts, reader.plan
    kind = "change" if plan.changes else "value"
    width = max(reader.headline_interval(at).half_width for at, one in enumerate(plan.contrasts) if one.kind == kind)
    if wanted.precision and counts.units >= 100:
        needed = counts.units * (width / wanted.precision) ** 2
        bar.expect(min(wanted.units, max(1_000, math.ceil(needed / 1_000) * 1_000)))
    rate = counts.deals * len(plan.settings) / max(seconds, 1e-9)
    bar.advance(0, f"{f'± {width:.3f}, ' if math.isfinite(width) else ''}{rate:,.0f} deals/s")


def write_text(path: str, text: str) -> None:
    """Write a text file whole."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise Stopped(f"{path!r} can't be written: {error.strerror or error}", 1) from error
