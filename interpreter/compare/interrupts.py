"""What Ctrl-C does to a run: the first ends what is played, and what comes after that is done in peace."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 5.0
"""So many seconds after the first interrupt another one ends whatever goes on; until then it does nothing."""
RECKONING = 1.0
"""So many seconds after an interrupt nothing more is reckoned."""


class Interrupts:
    """Counts interrupts. The first raises `KeyboardInterrupt`, unless it is `held`: then it is only noted."""

    def __init__(self) -> None:
        self.held = False
        self.first: float | None = None
        self._forced = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Take an interrupt."""
        now = time.monotonic()
        if self.first is None:
            self.first = now
            if not self.held:
                raise KeyboardInterrupt
        elif now - self.first > AGAIN and not self._forced:
            self._forced = True
            raise KeyboardInterrupt

    @property
    def came(self) -> bool:
        """Whether there was an interrupt."""
        return self.first is not None

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if there was an interrupt: what a library was at may have lost it."""
        if self.came:
            raise KeyboardInterrupt

    @property
    def pressing(self) -> bool:
        """Whether there was one, and no time is left for what takes long."""
        return self.first is not None and time.monotonic() - self.first > RECKONING


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Let interrupts be counted while the block runs (elsewhere than in the main thread there are none)."""
    found = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield found
        return
    before = signal.signal(signal.SIGINT, found)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold interrupts back until the block is done; then one of them comes through."""
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
            signal.raise_signal(signal.SIGINT)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keep interrupts from this thread in the block, and for good from processes that are started there."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interrupts_ignored() -> None:
    """Let this process take no notice of interrupts, also where it was started with them blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
