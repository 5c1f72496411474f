"""From a plan to what a person or a program gets: run it, and print or write the report in each form asked for."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from interpreter.cli.differences import differences
from interpreter.cli.problems import printable
from interpreter.cli.results.drafts import write_text
from interpreter.cli.results.files import STDOUT, document
from interpreter.cli.results.options import Asked
from interpreter.cli.results.table import print_report
from interpreter.cli.results.watch import play
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import Stopped
from interpreter.cli.version import version

if TYPE_CHECKING:
    from interpreter.compare.plan import Plan
    from interpreter.compare.report import Report
    from interpreter.model import Profile


def present(plan: Plan, profiles: Sequence[Profile], wanted: Asked) -> int:
    """Run a plan and present what was found. Raises `Stopped` where it ended early, after all of that."""
    from interpreter.compare.interrupts import interrupts

    for note in wanted.notes:
        click.echo(printable(f"note: {note}"), err=True)
    with interrupts() as pressed:
        watched = play(plan, wanted, pressed)
        report = watched.report
        words = [changed(profiles[0], profile) for profile in profiles]
        before = pressed.came
        try:  # the page first: whoever reads the rest may stop reading, and then nothing more is done
            if wanted.html is not None:
                from interpreter.cli.results.page import page

                write_text(wanted.html, page(report, profiles, words, command_line()))
        finally:
            if wanted.as_json:
                print_json(document(report, version(), interrupted=watched.ended is not None))
            elif wanted.csv != STDOUT:
                print_report(report, words)
    if pressed.came and not before:
        raise KeyboardInterrupt
    if wanted.example is not None:
        write_example(report, wanted.example, quiet=wanted.as_json or wanted.csv == STDOUT)
    if watched.ended is not None:
        raise watched.ended
    return 0


def changed(base: Profile, other: Profile) -> list[str]:
    """Return in words how a rule set differs from the first."""
    return list(dict.fromkeys(found.words for found in differences(base, other) if found.matters))


def command_line() -> str:
    """Return the command as it was given, to be given again."""
    return shlex.join(["bidwhist", *sys.argv[1:]])


def write_example(report: Report, file: str, *, quiet: bool) -> None:
    """Write the clearest deal that differs as two records, one under each rule set."""
    from interpreter.compare.example import record_example

    if not any(report.plan.paired[1:]):
        raise Stopped("these games aren't dealt the same cards, so there is no deal to show under both", 1)
    if not report.clearest:
        raise Stopped("no deal came out differently, so there is none to show", 1)
    paths = record_example(report, file, f"bidwhist {version()}")
    if not quiet:
        screen = Screen()
        screen.line("the deal that differs most, under each rule set:")
        for path in paths:
            screen.line(f"bidwhist replay {shlex.quote(path)}", indent=2)
