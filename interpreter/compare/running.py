"""Playing a plan batch by batch: here, in processes (`pool`) or on a Dask cluster, always with the same results.

Batches are counted in the order of their deals, however they come in: those that are done quickly are of another kind
than those that take long. Whether an asked precision is reached is looked at after each `LOOK` units, and by the width
of the intervals alone: to stop when a difference looks clear would find one where there is none.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, TypeVar

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.counts import Counts
from interpreter.compare.interrupts import interrupts_wait
from interpreter.compare.plan import Plan

LOOK = 1_000
"""So many units lie between two looks at the precision; no fewer are played where one is asked for."""
AHEAD = 3
"""So many batches a worker may be ahead of the count: enough to keep it busy, few enough to hold."""
TRIES = 3
"""So often a batch is begun, should its worker be lost each time."""

Span: TypeAlias = tuple[int, int]
Part = TypeVar("Part")
Done = TypeVar("Done")
Players: TypeAlias = Callable[[Plan, Iterable[Span]], Iterator[Batch]]
"""Whatever plays spans of units and hands the batches back in the same order."""


class WorkerLost(Exception):
    """A worker ended, and nobody else can do its part; what was counted before stands."""


def spans(units: int, batch: int) -> Iterator[Span]:
    """Yield the first unit of each batch and how many it has."""
    for first in range(0, units, batch):
        yield first, min(batch, units - first)


@dataclass(slots=True)
class Progress:
    """How far a run is: everything counted so far, and the batch that came last."""

    counts: Counts
    batch: Batch


def run(
    plan: Plan,
    units: int,
    players: Players,
    *,
    counts: Counts | None = None,
    keep: Callable[[Batch], None] | None = None,
    enough: Callable[[Counts], bool] | None = None,
) -> Generator[Progress, None, None]:
    """Play so many units and yield how far it is after each batch; stop early where there is `enough`.

    Each batch is added to `counts` (new ones, if none are given) and handed to `keep`, both or neither: an interrupt
    waits until that is done. `enough` is asked after each `LOOK` units. The counts are the same object each time.
    """
    counts = Counts() if counts is None else counts
    with ended(players(plan, spans(units, plan.batch))) as batches:
        for batch in batches:
            with interrupts_wait():
                counts.add(batch.counts)
                if keep is not None:
                    keep(batch)
            yield Progress(counts, batch)
            if enough is not None and counts.units % LOOK == 0 and enough(counts):
                return


@contextmanager
def ended(given: Iterator[Part]) -> Iterator[Iterator[Part]]:
    """Yield an iterator, and close it with the block, if it is one that can be: it may hold processes."""
    try:
        yield given
    finally:
        if isinstance(given, Generator):
            given.close()


def alone(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
    """Play in this process."""
    for first, count in parts:
        yield play_batch(plan, first, count)


def in_order(
    submit: Callable[[Part], Future[Done]],
    parts: Iterable[Part],
    ahead: int,
    result: Callable[[Future[Done]], Done] = lambda future: future.result(),
) -> Iterator[Done]:
    """Yield what becomes of the parts in their order, with so many under way at most; `result` waits for one."""
    left = iter(parts)
    waiting = deque(submit(part) for part in islice(left, ahead))
    while waiting:
        done = result(waiting.popleft())
        waiting.extend(submit(part) for part in islice(left, 1))
        yield done


def cores() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
