"""Playing a plan: batch by batch, here, on all cores, or on a Dask cluster, always with the same results.

Batches are counted in the order of their deals, however they come in: those that are done quickly are of another kind
than those that take long. Whether an asked precision is reached is looked at after each `LOOK` units, and by the width
of the intervals alone: to stop when a difference looks clear would find one where there is none.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, TypeAlias

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.counts import Counts
from interpreter.compare.fingerprint import fingerprint
from interpreter.compare.plan import Plan
from interpreter.errors import InputError, Problem

LOOK = 1_000
"""So many units lie between two looks at the precision; no fewer are played where one is asked for."""
AHEAD = 3
"""So many batches a worker may be ahead of the count: enough to keep it busy, few enough to hold."""

Span: TypeAlias = tuple[int, int]
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
    plan: Plan, units: int, players: Players, *, enough: Callable[[Counts], bool] | None = None
) -> Iterator[Progress]:
    """Play so many units and yield how far it is after each batch; stop early where there is `enough`.

    `enough` is asked after each `LOOK` units. The counts are the same object each time.
    """
    counts = Counts()
    for batch in players(plan, spans(units, plan.batch)):
        counts.add(batch.counts)
        yield Progress(counts, batch)
        if enough is not None and counts.units % LOOK == 0 and enough(counts):
            return


def alone(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
    """Play in this process."""
    for first, count in parts:
        yield play_batch(plan, first, count)


def processes(count: int) -> Players:
    """Return who plays in so many processes of this machine."""

    def play(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        with ProcessPoolExecutor(count, initializer=work_for_parent) as pool:
            try:
                yield from in_order(lambda span: pool.submit(play_batch, plan, *span), parts, count * AHEAD)
            except BrokenProcessPool as error:
                raise WorkerLost("a worker process was ended by the system, perhaps for want of memory") from error
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return play if count > 1 else alone


def work_for_parent() -> None:
    """Let the main process alone decide what an interrupt ends, and end with it, however that comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process once its parent is gone: a worker that waits for more would never hear of it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_order(submit: Callable[[Span], Future[Batch]], parts: Iterable[Span], ahead: int) -> Iterator[Batch]:
    """Yield the batches in the order of the parts, with so many under way at most."""
    left = iter(parts)
    waiting = deque(submit(span) for span in islice(left, ahead))
    while waiting:
        batch = waiting.popleft().result()
        waiting.extend(submit(span) for span in islice(left, 1))
        yield batch


def cluster(address: str) -> Players:
    """Return who plays on the workers of a Dask scheduler. They need this program and what it is made of.

    A batch whose worker is lost is played again by another one; since it is the same batch, nothing is counted twice.
    Raises `InputError` where Dask isn't installed or the scheduler can't be reached, `WorkerLost` where a batch failed
    on several workers, or where workers have another program.
    """
    try:
        connect: Any = import_module("dask.distributed").Client
    except ImportError:
        refuse("Q001", "--cluster needs Dask, which isn't installed", 'pip install "bidwhist[cluster]"')
    try:
        client: Any = connect(address, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError, ImportError) as error:
        reason = " ".join(str(error).split())[:120]
        refuse("Q002", f"no Dask scheduler answers at {address!r}: {reason}", "such as tcp://192.168.1.5:8786")

    def play(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        with client:
            shared = client.scatter(plan, broadcast=True)
            ahead = AHEAD * max(1, sum(client.nthreads().values()))

            def submit(span: Span) -> Any:
                return client.submit(play_batch, shared, *span, key=f"bidwhist-{plan.key[:16]}-{span[0]}", retries=2)

            try:
                for batch in in_order(submit, parts, ahead):
                    if batch.played_by != fingerprint():
                        raise WorkerLost("a worker of the cluster has another version of bidwhist")
                    yield batch
            except (RuntimeError, ConnectionError) as error:
                raise WorkerLost(f"the cluster gave up: {' '.join(str(error).split())[:200]}") from error

    return play


def refuse(code: str, message: str, help: str) -> Any:
    """Raise a problem that stands in no file."""
    raise InputError([Problem(code, message, None, help)])


def cores() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
