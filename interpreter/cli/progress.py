"""A progress bar on standard error while a person waits, and the hint that numba would shorten the wait.

Where standard error isn't a terminal there is no bar, and one line of hint at most. rich is imported on one only.
"""

from __future__ import annotations

import itertools
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from interpreter.cli.problems import is_dumb, is_terminal, printable
from interpreter.cli.screen import can_write_suits

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress, TaskID

    from interpreter.model import Profile

WORDS = 70  # columns for what is said beside the bar
KNOWING = "the computer players get to know these rules"
READY = "the computer players get ready (the first time, for a minute)"
REMEDY = "BIDWHIST_CACHE names a folder for that"
ONCE = "hint: players learn new rules once, without numba for 10 to 30 seconds; pip install numba"
FEW = "hint: without numba the expert has time for few tries a move: pip install numba"
COMPILING = "hint: compiling, for up to a minute; it is kept for the next time"
HINT = "hint: this takes some hundred times as long without numba: pip install numba"


SECONDS = 5
"""So often at most a line tells how far it is where no bar can be drawn."""


class Lines:
    """In place of rich's `Progress` on a terminal that can't take a bar back: now and then a line."""

    task_ids: tuple[TaskID, ...] = (0,)  # type: ignore[assignment]  # rich has numbers of its own type

    def __init__(self, said: str, total: int | None) -> None:
        self._said, self._total, self._done = said, total, 0
        self._begun = self._told = time.monotonic()

    def update(self, task: TaskID, *, description: str | None = None, total: int | None = None) -> None:
        """Change what is said, or how much there is to do."""
        self._said, self._total = description or self._said, total or self._total
        now = time.monotonic()
        if now - self._told >= SECONDS:
            self._told = now
            done = "" if self._total is None else f", {self._done:,} of {self._total:,}"
            text = printable(f"{self._said}{done}, {now - self._begun:.0f} s")
            print(*textwrap.wrap(text, shutil.get_terminal_size().columns), sep="\n", file=sys.stderr, flush=True)

    def advance(self, task: TaskID, by: int) -> None:
        """Say that so much more is done."""
        self._done += by
        self.update(task)

    def start(self) -> None:
        """Nothing is there to be shown."""

    stop = start


class Bar:
    """A bar that is there while its `with` block runs: what is done, how far, and how long it still takes."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what = what
        self.total = total
        self._progress: Progress | Lines | None = None

    def __enter__(self) -> Self:
        if is_terminal(sys.stderr) and is_dumb():
            self._progress = Lines(self.what, self.total)
        elif is_terminal(sys.stderr):
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                ProgressColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            console = Console(stderr=True)
            width = min(24, console.width - WORDS)
            bar = [BarColumn(bar_width=width)] if width >= 5 and can_write_suits() else []  # drawn with signs, too
            end: list[ProgressColumn] = [TimeElapsedColumn()]  # it goes on where nothing else does
            if self.total is not None:
                end = [MofNCompleteColumn(), *end, TextColumn("to go"), TimeRemainingColumn()]
            columns = (TextColumn("{task.description}"), *bar, *end)
            self._progress = progress = Progress(*columns, console=console, transient=True)
            progress.add_task(self.what, total=self.total)
            progress.start()
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

    def say(self, said: str) -> None:
        """Say what is being done."""
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], description=said)

    def counting(self, said: str) -> Callable[[int], None]:
        """Return what says how many deals were played, told at each call how many more they are."""
        total = 0

        def told(deals: int) -> None:
            nonlocal total
            total += deals
            self.say(f"{said}, {total:,} deals played")

        return told

    def searched(self) -> Callable[[int], None]:
        """Return what counts searches behind what this bar says, one for each call."""
        count = itertools.count(1)
        return lambda nodes: self.say(f"{self.what}, {next(count):,} searched")

    def advance(self, by: int = 1, said: str | None = None) -> None:
        """Say that so much more is done, and what else there is to say."""
        if self._progress is not None:
            task = self._progress.task_ids[0]
            self._progress.advance(task, by)
            if said is not None:
                self._progress.update(task, description=said)


LOOKS_AHEAD = "expert"
LEARNERS = {"rules", "highest", LOOKS_AHEAD}
"""The players that play many deals by themselves before they play under rules that are new to them; the one among them
that needs compiled code for its decisions too."""


def get_to_know(profile: Profile, players: Iterable[str]) -> None:
    """Let players get ready for a game while a person waits: know its rules, and have what they run compiled.

    It is said where what they learnt can't be kept for the next time. Without a person all this happens at the first
    decisions, and there is a line of hint at most.
    """
    kinds = {name.partition(":")[0] for name in players}
    if not LEARNERS & kinds:
        return
    if not is_terminal(sys.stderr):
        hint_at_players(profile, players)
        return
    import click

    from interpreter.machine import HAS_NUMBA
    from interpreter.players.fitting import fit_path
    from interpreter.simulate import NoTables

    path = fit_path(profile.hash)
    known = path is not None and path.exists()
    try:
        if not known:
            learn(profile, path, hint="" if HAS_NUMBA else ONCE)
        if LOOKS_AHEAD in kinds:
            look_ahead(profile, hint="" if HAS_NUMBA or not known else FEW)
    except NoTables:
        return
    said = what_is_unread(profile, kinds)
    if said:
        click.echo(f"note: {said}", err=True)


def what_is_unread(profile: Profile, players: Iterable[str]) -> str:
    """Return what players that read the rules don't read of a game, empty if that is nothing or none of them plays."""
    from interpreter.makeable import unread
    from interpreter.tables import make_tables

    kinds = {name.partition(":")[0] for name in players}
    return unread(make_tables(profile)) if LEARNERS & kinds else ""


def learn(profile: Profile, path: Path | None, hint: str) -> None:
    """Let players get to know new rules, and say where that can't be kept in the file `path`."""
    import click

    from interpreter.players.estimate import judge_of

    if hint:
        click.echo(hint, err=True)
    with Bar(KNOWING, None) as bar:
        judge_of(profile, bar.counting(KNOWING))
    if path is None or not path.exists():
        where = "" if path is None else f" in {str(path.parent)!r}"
        said = f"what the players learnt can't be kept{where}, so they will learn it again; {REMEDY}"
        click.echo(printable(f"warning: {said}"), err=True)


def look_ahead(profile: Profile, hint: str) -> None:
    """Have compiled what a player that looks ahead runs, or give a hint where it isn't."""
    import click

    from interpreter.machine import HAS_NUMBA
    from interpreter.players.rehearsal import rehearse

    if hint:
        click.echo(hint, err=True)
    if HAS_NUMBA:
        with Bar(READY, None):
            rehearse(profile)


def hint_at_numba(hint: str = HINT) -> None:
    """Say in one line that the kernel runs as plain Python, where it is in use and does; or when it is compiled.

    The latter only where no bar shows that something is going on.
    """
    machine = sys.modules.get("interpreter.machine")
    if machine is None:
        return
    if machine.HAS_NUMBA:
        machine.WATCHERS[:] = [] if is_terminal(sys.stderr) else [hint_at_compiling]
    elif hint:
        import click

        click.echo(hint, err=True)


def hint_at_compiling() -> None:
    """Say that what takes so long now won't the next time."""
    import click

    click.echo(COMPILING, err=True)


def hint_at_players(profile: Profile, players: Iterable[str]) -> None:
    """Say what players without numba take long for, where they do: to learn the rules, or to look ahead."""
    from interpreter.players.fitting import fit_path

    kinds = {name.partition(":")[0] for name in players}
    path = fit_path(profile.hash)
    known = not LEARNERS & kinds or (path is not None and path.exists())
    hint_at_numba(FEW if LOOKS_AHEAD in kinds else "" if known else ONCE)
