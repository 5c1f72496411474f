"""Running a plan while a person waits: the bar, what an interrupt leaves, and where the deals are written."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.problems import is_terminal
from interpreter.cli.progress import KNOWING, Bar
from interpreter.cli.results.files import RowWriter, csv_writer, parquet_writer
from interpreter.cli.results.options import Asked
from interpreter.cli.stopped import Stopped

if TYPE_CHECKING:
    from interpreter.compare.batches import Batch
    from interpreter.compare.counts import Counts
    from interpreter.compare.interrupts import Interrupts
    from interpreter.compare.plan import Plan
    from interpreter.compare.report import Report
    from interpreter.compare.running import Players

INTERRUPTED = 130
TELL = 0.2
"""So many seconds lie between two looks at how wide the intervals are."""
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

    def announce(self, said: str) -> None:
        """Say what a person has to know while they wait, also where there is no bar."""
        if self._progress is not None:
            self.say(said)
        else:
            click.echo(said, err=True)


def play(plan: Plan, wanted: Asked, interrupts: Interrupts) -> Watched:
    """Play a plan and return what was found. Raises `Stopped` where nothing was."""
    from interpreter.compare.counts import Counts
    from interpreter.compare.dealing import Endless
    from interpreter.compare.report import report_of
    from interpreter.compare.running import WorkerLost
    from interpreter.compare.sources import prepare

    try:
        with RunBar("loading", None) as bar:
            plan, fitting = prepare(plan, bar.counting(KNOWING))
        interrupts.check()
    except KeyboardInterrupt:
        raise Stopped(
            "interrupted while the players learnt the rules: nothing was played yet", INTERRUPTED, None
        ) from None
    start, counts, ended = time.perf_counter(), Counts(), None
    try:
        with RunBar("playing", wanted.units) as bar, ExitStack() as stack:
            players, workers = players_of(plan, wanted, bar)
            sinks = list(writers(plan, wanted, stack))
            with closing(followed(plan, wanted, players, sinks, counts, bar)) as batches:
                for batch in batches:
                    interrupts.check()
                    bar.advance(batch.counts.units)
    except KeyboardInterrupt:
        ended = interrupted(plan, wanted, counts)
    except WorkerLost as error:
        after = f"; what was found until then, in {counts.units:,} {plan.unit}, stands above" if counts.units else ""
        ended = Stopped(f"{error}{after}; play on one machine, or with fewer --workers", 1)
    except Endless as error:
        raise Stopped(str(error), 1) from error
    if ended is not None and not counts.units:
        raise ended
    interrupts.held = True
    seconds = time.perf_counter() - start
    with RunBar("reckoning what that comes to", None):
        report = report_of(
            plan, counts, seconds=seconds, fitting=fitting, workers=workers(), cluster=wanted.cluster is not None,
            hurried=lambda: interrupts.pressing,
        )  # fmt: skip
    return Watched(report, interrupted(plan, wanted, counts) if interrupts.came and ended is None else ended)


def interrupted(plan: Plan, wanted: Asked, counts: Counts) -> Stopped:
    """Return what is said of an interrupt."""
    if counts.units:
        said = f"after {counts.units:,} {plan.unit}: what was found until then stands above"
    else:
        first = min(plan.batch, wanted.units)
        what = f"the first {first:,} {plan.unit} were" if first > 1 else f"the first {plan.unit.removesuffix('s')} was"
        said = f"before {what} played: nothing to show yet"
    return Stopped(f"interrupted {said}", INTERRUPTED, None)


def players_of(plan: Plan, wanted: Asked, bar: RunBar) -> tuple[Players, Callable[[], int]]:
    """Return who plays, and what says how many workers that were."""
    if wanted.cluster is not None:
        from interpreter.compare.cluster import cluster

        found = cluster(wanted.cluster, bar.announce)
        return found, lambda: found.workers
    from interpreter.compare.pool import processes
    from interpreter.compare.running import cores

    batches = math.ceil(wanted.units / plan.batch)
    count = wanted.workers or (1 if batches < SMALL_RUN else min(cores(), batches))
    return processes(count), lambda: count


def writers(plan: Plan, wanted: Asked, stack: ExitStack) -> Iterator[RowWriter]:
    """Open the files that the deals are written to."""
    if wanted.csv is not None:
        yield stack.enter_context(csv_writer(wanted.csv, plan))
    if wanted.parquet is not None:
        yield stack.enter_context(parquet_writer(wanted.parquet, plan))


def followed(
    plan: Plan, wanted: Asked, players: Players, sinks: list[RowWriter], counts: Counts, bar: RunBar
) -> Generator[Batch, None, None]:
    """Play to the end, or until it is precise enough, and yield each batch that is counted and written."""
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
    due = start
    with closing(run(plan, wanted.units, players, counts=counts, keep=keep, enough=asked_for)) as found:
        for progress in found:
            yield progress.batch
            now = time.perf_counter()
            if now >= due and is_terminal(sys.stderr):
                tell(bar, Reader(plan, rules, counts), wanted, now - start)
                due = now + TELL


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
