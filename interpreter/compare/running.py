"""Playing a plan: batch by batch, here, on all cores, or on a Dask cluster, always with the same results.

Batches are counted in the order of their deals, however they come in: those that are done quickly are of another kind
than those that take long. Whether an asked precision is reached is looked at after each `LOOK` units, and by the width
of the intervals alone: to stop when a difference looks clear would find one where there is none.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import chain, islice
from typing import Any, TypeAlias, TypeVar

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.counts import Counts
from interpreter.compare.fingerprint import fingerprint
from interpreter.compare.plan import Plan
from interpreter.errors import InputError, Problem

LOOK = 1_000
"""So many units lie between two looks at the precision; no fewer are played where one is asked for."""
AHEAD = 3
"""So many batches a worker may be ahead of the count: enough to keep it busy, few enough to hold."""
WORTHWHILE = 0.1
"""So many seconds a cluster's worker is to be busy with what it is sent: what goes around a task takes 10 ms."""
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
) -> Iterator[Progress]:
    """Play so many units and yield how far it is after each batch; stop early where there is `enough`.

    Each batch is added to `counts` (new ones, if none are given) and handed to `keep`, both or neither: an interrupt
    waits until that is done. `enough` is asked after each `LOOK` units. The counts are the same object each time.
    """
    counts = Counts() if counts is None else counts
    for batch in players(plan, spans(units, plan.batch)):
        with interrupts_wait():
            counts.add(batch.counts)
            if keep is not None:
                keep(batch)
        yield Progress(counts, batch)
        if enough is not None and counts.units % LOOK == 0 and enough(counts):
            return


@contextmanager
def interrupts_held() -> Iterator[list[int]]:
    """Hold an interrupt back: it is only put on the list that is yielded. A second one comes through."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came  # interrupts come to the main thread alone
        return

    def hold(number: int, frame: object) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold an interrupt back until the block is done, and every further one with it."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def alone(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
    """Play in this process."""
    for first, count in parts:
        yield play_batch(plan, first, count)


def processes(count: int) -> Players:
    """Return who plays in so many processes of this machine.

    Where one is ended from outside, new ones play what was under way. Raises `WorkerLost` where that doesn't help.
    """

    def play(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        left, under_way, tries = iter(parts), deque[Span](), 0

        def submit(span: Span) -> Future[Batch]:
            under_way.append(span)
            return pool.submit(play_batch, plan, *span)

        while True:
            again = tuple(under_way)
            under_way.clear()
            with ProcessPoolExecutor(count, initializer=work_for_parent) as pool:
                try:
                    for batch in in_order(submit, chain(again, left), count * AHEAD):
                        under_way.popleft()
                        tries = 0
                        yield batch
                    return
                except BrokenProcessPool as error:  # the others end with the one that was lost
                    tries += 1
                    if tries == TRIES:
                        raise WorkerLost(
                            "worker processes are ended by the system again and again, perhaps for want of memory"
                        ) from error
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


def in_order(submit: Callable[[Part], Future[Done]], parts: Iterable[Part], ahead: int) -> Iterator[Done]:
    """Yield what becomes of the parts in their order, with so many under way at most."""
    left = iter(parts)
    waiting = deque(submit(part) for part in islice(left, ahead))
    while waiting:
        done = waiting.popleft().result()
        waiting.extend(submit(part) for part in islice(left, 1))
        yield done


def cluster(address: str) -> Players:
    """Return who plays on the workers of a Dask scheduler. They need this program and what it is made of.

    A batch whose worker is lost is played again by another one, the next that comes if none is left; since it is the
    same batch, nothing is counted twice. Raises `InputError` where Dask isn't installed or the scheduler can't be
    reached, `WorkerLost` where the scheduler ends, where a batch ended several workers, or where workers have another
    program.
    """
    try:
        dask: Any = import_module("dask.distributed")
        killed: type[Exception] = import_module("distributed.scheduler").KilledWorker
    except ImportError:
        refuse("Q001", "--cluster needs Dask, which isn't installed", 'pip install "bidwhist[cluster]"')
    try:
        client: Any = dask.Client(address, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError, ImportError) as error:
        reason = " ".join(str(error).split())[:120]
        refuse("Q002", f"no Dask scheduler answers at {address!r}: {reason}", "such as tcp://192.168.1.5:8786")

    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("distributed", "tornado"):  # what goes wrong is said once, by `WorkerLost`
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    def play(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        with client:
            # each task brings the plan along: as data of the cluster's own it would draw the tasks to who holds it
            carried, name = zlib.compress(pickle.dumps(plan)), f"bidwhist-{plan.key[:16]}"
            ahead = AHEAD * max(1, sum(client.nthreads().values()))

            def submit(bundle: tuple[Span, ...]) -> Any:
                units = sum(count for _, count in bundle)  # under one key another count would pass for the same work
                key = f"{name}-{bundle[0][0]}-{units}"
                return client.submit(play_bundle, carried, bundle, key=key, retries=TRIES - 1)

            bundles = Bundles()
            try:
                for batches, seconds in in_order(submit, bundles.of(parts), ahead):
                    bundles.learn(len(batches), seconds)
                    for batch in batches:
                        if batch.played_by != fingerprint():
                            raise WorkerLost("a worker of the cluster has another version of bidwhist")
                        yield batch
            except (RuntimeError, OSError, CancelledError, killed) as error:
                raise WorkerLost(f"the cluster gave up: {' '.join(str(error).split())[:200].rstrip('.')}") from error

    return play


@dataclass(slots=True)
class Bundles:
    """Puts together so many parts at a time that they are worth a task of a cluster's."""

    size: int = 1

    def of(self, parts: Iterable[Span]) -> Iterator[tuple[Span, ...]]:
        """Yield the parts, as many at a time as `size` says by then."""
        left = iter(parts)
        while bundle := tuple(islice(left, self.size)):
            yield bundle

    def learn(self, count: int, seconds: float) -> None:
        """Take note of how long so many parts took."""
        self.size = max(1, round(WORTHWHILE * count / max(seconds, 0.001)))


def play_bundle(carried: bytes, bundle: tuple[Span, ...]) -> tuple[list[Batch], float]:
    """Play several batches of a plan; return them and how many seconds that took."""
    start, plan = time.perf_counter(), unpacked(carried)
    return [play_batch(plan, *span) for span in bundle], time.perf_counter() - start


@lru_cache(maxsize=1)
def unpacked(carried: bytes) -> Plan:
    """Return the plan that was carried to a worker."""
    plan: Plan = pickle.loads(zlib.decompress(carried))
    return plan


def refuse(code: str, message: str, help: str) -> Any:
    """Raise a problem that stands in no file."""
    raise InputError([Problem(code, message, None, help)])


def cores() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
