"""`bidwhist check REF..`: whether profiles load, with every problem of all of them."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from interpreter.cli.problems import as_json as problem_json
from interpreter.cli.problems import print_problems
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import SYNTAX
from interpreter.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one reference found; `title` is empty where it doesn't load."""

    reference: str
    title: str
    hash: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the rules can be played; warnings don't count."""
        return all(problem.severity != "error" for problem in self.problems)


@click.command("check")
@click.argument("refs", metavar="REF..", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(refs: tuple[str, ...], as_json: bool) -> int:
    """Say whether each REF is fine, in one line, and print every problem of those that aren't.

    The exit code is 1 where anything is wrong, 2 where only a REF is written wrongly; warnings alone are fine.
    """
    checked = [check(ref) for ref in dict.fromkeys(refs)]
    if as_json:
        print_json([as_dict(one) for one in checked])
    else:
        report(checked)
    wrong = [problem for one in checked if not one.ok for problem in one.problems]
    return 0 if not wrong else 2 if all(problem.code in SYNTAX for problem in wrong) else 1


def check(reference: str) -> Checked:
    """Load one reference."""
    from interpreter.profile.check import check_reference

    try:
        profile, warnings = check_reference(reference)
    except InputError as error:
        return Checked(reference, "", "", error.problems)
    return Checked(reference, profile.title, profile.hash, warnings)


def report(checked: list[Checked]) -> None:
    """Print what was found for people; a problem that several references share is printed once."""
    screen = Screen()
    shown: set[Problem] = set()
    for one in checked:
        new = sorted(set(one.problems) - shown, key=Problem.sort_key)
        shown.update(new)
        print_problems(new, sys.stdout)
        if one.ok:
            screen.line((f"{one.reference}: ", "mark"), ("ok", "good"), f", {one.title}")
        else:
            count = sum(problem.severity == "error" for problem in one.problems)
            screen.line((f"{one.reference}: ", "mark"), (f"{count} problem{'s' * (count != 1)}", "bad"))


def as_dict(one: Checked) -> dict[str, object]:
    """Return the finding as programs read it."""
    return {
        "reference": one.reference,
        "ok": one.ok,
        "title": one.title or None,
        "hash": one.hash or None,
        "problems": [problem_json(problem) for problem in one.problems],
    }
