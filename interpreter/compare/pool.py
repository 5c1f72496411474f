"""Playing a plan in processes of this machine. They end with the run, whatever they are at: they only compute."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain

from interpreter.compare.batches import Batch, play_batch
from interpreter.compare.interrupts import interrupts_blocked, interrupts_ignored
from interpreter.compare.plan import Plan
from interpreter.compare.running import AHEAD, TRIES, Players, Span, WorkerLost, alone, in_order

_PLAN: list[Plan] = []
"""In a worker: the plan that it plays."""


def processes(count: int) -> Players:
    """Return who plays in so many processes of this machine.

    Where one is ended from outside, new ones play what was under way. Raises `WorkerLost` where that doesn't help.
    """

    def play(plan: Plan, parts: Iterable[Span]) -> Iterator[Batch]:
        left, under_way, tries = iter(parts), deque[Span](), 0

        def submit(span: Span) -> Future[Batch]:
            under_way.append(span)
            with interrupts_blocked():  # this may start processes
                return pool.submit(play_part, span)

        while True:
            again = tuple(under_way)
            under_way.clear()
            with started(plan, count) as pool:
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

    return play if count > 1 else alone


@contextmanager
def started(plan: Plan, count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of so many processes that play parts of a plan; all of them are ended with the block."""
    others = {child.pid for child in multiprocessing.active_children()}
    pool = ProcessPoolExecutor(count, initializer=work_for_parent, initargs=(plan,))
    try:
        yield pool
    finally:
        for child in multiprocessing.active_children():
            if child.pid not in others:
                child.kill()
        pool.shutdown(cancel_futures=True)


def work_for_parent(plan: Plan | None = None) -> None:
    """Let the main process alone decide what an interrupt ends, and end with it, however that comes."""
    interrupts_ignored()
    threading.Thread(target=end_with_parent, daemon=True).start()
    if plan is not None:
        _PLAN[:] = [plan]


def play_part(span: Span) -> Batch:
    """Play a part of the plan that this worker was started with."""
    return play_batch(_PLAN[0], *span)


def end_with_parent() -> None:
    """End this process once its parent is gone: a worker that waits for more would never hear of it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
