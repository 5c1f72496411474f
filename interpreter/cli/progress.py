"""A progress bar on standard error while a person waits, and the hint that numba would shorten the wait.

Nothing is written where standard error isn't a terminal, so programs never meet either. rich is imported on one only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from interpreter.cli.problems import is_terminal
from interpreter.cli.screen import can_write_suits

if TYPE_CHECKING:
    from rich.progress import Progress

WORDS = 50  # columns for what is said beside the bar
HINT = "hint: this takes some hundred times as long without numba: pip install numba"


class Bar:
    """A bar that is there while its `with` block runs: what is done, how far, and how long it still takes."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what = what
        self.total = total
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        if is_terminal(sys.stderr):
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            console = Console(stderr=True)
            width = min(24, console.width - WORDS)
            bar = [BarColumn(bar_width=width)] if width >= 5 and can_write_suits() else []  # drawn with signs, too
            columns = (TextColumn("{task.description}"), *bar, MofNCompleteColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=console, transient=True)
            self._progress.add_task(self.what, total=self.total)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the bar away while something else is printed."""
        if self._progress is not None:
            self._progress.stop()
        yield
        if self._progress is not None:
            self._progress.start()

    def advance(self, by: int = 1, said: str | None = None) -> None:
        """Say that so much more is done, and what else there is to say."""
        if self._progress is not None:
            task = self._progress.task_ids[0]
            self._progress.advance(task, by)
            if said is not None:
                self._progress.update(task, description=said)


def hint_at_numba() -> None:
    """Tell a person that the kernel runs as plain Python, where it is in use and does."""
    machine = sys.modules.get("interpreter.machine")
    if machine is not None and not machine.HAS_NUMBA and is_terminal(sys.stderr):
        import click

        click.echo(HINT, err=True)
