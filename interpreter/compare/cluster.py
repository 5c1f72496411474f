"""Playing a plan on the workers of a Dask scheduler."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.fingerprint import fingerprint
from interpreter.compare.plan import Plan
from interpreter.compare.running import AHEAD, TRIES, Span, WorkerLost, in_order
from interpreter.errors import InputError, Problem

WORTHWHILE = 0.1
"""So many seconds a worker is to be busy with what it is sent: what goes around a task takes 10 ms."""
REACH = 5
"""So many seconds a scheduler has to answer."""
LOOK_AROUND = 1.0
"""So many seconds without a result, and it is looked whether there still are workers."""
PATIENCE = 300.0
"""So many seconds a run goes on without any worker."""


def cluster(address: str, told: Callable[[str], None] = lambda said: None) -> Cluster:
    """Return who plays on the workers of a Dask scheduler. They need this program and what it is made of.

    `told` is told when there is no worker. Raises `InputError` where Dask isn't installed or the scheduler can't be
    reached, which takes `REACH` seconds at most.
    """
    try:
        dask: Any = import_module("dask.distributed")
    except ImportError:
        refuse("Q001", "--cluster needs Dask, which isn't installed", 'pip install "bidwhist[cluster]"')
    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("distributed", "tornado"):  # what goes wrong is said once, by `WorkerLost`
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:  # a client that isn't answered would take long to end, and not quietly
        asyncio.run(reach(address))
        client = dask.Client(address, timeout=f"{REACH}s", set_as_default=False)
    except Exception as error:  # whatever the kind of address makes of what stands in it
        refuse(
            "Q002", f"no Dask scheduler answers at {address!r}: {reason_of(error)}", "such as tcp://192.168.1.5:8786"
        )
    return Cluster(client, told)


async def reach(address: str) -> None:
    """Call at an address and hang up. Raises whatever is wrong with it."""
    arguments = import_module("distributed.security").Security().get_connection_args("client")
    (await import_module("distributed.comm.core").connect(address, timeout=REACH, **arguments)).abort()


def reason_of(error: BaseException) -> str:
    """Return an error's text, in one line."""
    return " ".join(str(error).split())[:200].rstrip(".")


@dataclass(slots=True)
class Cluster:
    """Plays on the workers of the scheduler that `client` is connected to. `workers` are the most at once so far.

    A batch whose worker is lost is played again by another one; since it is the same batch, nothing is counted twice.
    Raises `WorkerLost` where the scheduler ends, where there is no worker for `PATIENCE` seconds, where a batch ended
    several workers, or where workers have another program.
    """

    client: Any
    told: Callable[[str], None]
    workers: int = 0
    _lonely: float | None = field(default=None, init=False)

    def __call__(self, plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        """Play the parts of a plan and yield them in order."""
        killed: type[Exception] = import_module("distributed.scheduler").KilledWorker
        with self.client:
            # each task brings the plan along: as data of the cluster's own it would draw the tasks to who holds it
            carried, name = zlib.compress(pickle.dumps(plan)), f"bidwhist-{plan.key[:16]}"

            def submit(bundle: tuple[Span, ...]) -> Any:
                units = sum(count for _, count in bundle)  # under one key another count would pass for the same work
                key = f"{name}-{bundle[0][0]}-{units}"
                return self.client.submit(play_bundle, carried, bundle, key=key, retries=TRIES - 1)

            bundles = Bundles()
            try:
                while not self.look_around():
                    time.sleep(LOOK_AROUND)
                for batches, seconds in in_order(submit, bundles.of(parts), AHEAD * self.workers, self.result):
                    bundles.learn(len(batches), seconds)
                    for batch in batches:
                        if batch.played_by != fingerprint():
                            raise WorkerLost("a worker of the cluster has another version of bidwhist")
                        yield batch
            except (RuntimeError, OSError, CancelledError, killed) as error:
                raise WorkerLost(f"the cluster gave up: {reason_of(error)}") from error

    def result(self, future: Any) -> Any:
        """Wait for what becomes of a task."""
        while True:
            try:
                return future.result(timeout=LOOK_AROUND)
            except TimeoutError:
                self.look_around()

    def look_around(self) -> int:
        """Return how many workers there are. Raises `WorkerLost` where there has been none for too long."""
        count: int = sum(self.client.nthreads().values())
        if count:
            self.workers, self._lonely = max(self.workers, count), None
            return count
        if self._lonely is None:
            self._lonely = time.monotonic()
            self.told(f"no worker is {'left' if self.workers else 'there'}; waiting for one")
        elif time.monotonic() - self._lonely > PATIENCE:
            raise WorkerLost(f"the cluster had no worker for {PATIENCE:,.0f} seconds")
        return 0


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
