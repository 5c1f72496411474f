"""`bidwhist test REF|FILE..`: runs the cases beside profiles, or in the files named."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.problems import as_json as problem_json
from interpreter.cli.problems import print_problems
from interpreter.cli.screen import Screen, print_json
from interpreter.errors import InputError, Problem

if TYPE_CHECKING:
    from interpreter.cases import Case, CaseFile

ENDING = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class Ran:
    """A case that was run: `problem` says why it failed, `todo` why its failure is expected."""

    case: Case
    problem: Problem | None
    todo: str


@click.command("test")
@click.argument("refs", metavar="REF|FILE..", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(refs: tuple[str, ...], as_json: bool) -> int:
    """Run the cases beside each profile REF (ID.cases.yaml), or those in a FILE.

    The exit code is 1 where a case fails, and where there are none.
    """
    from interpreter.cases import load_cases

    paths = dict.fromkeys(cases_path(ref) for ref in refs)
    files = [load_cases(path) for path in paths]
    ran = {file.path: [run_case(case) for case in file.cases] for file in files}
    if as_json:
        print_json([file_json(file, ran[file.path]) for file in files])
    else:
        report(files, ran)
    cases = [one for group in ran.values() for one in group]
    return 1 if not cases or any(one.problem is not None for one in cases) else 0


def cases_path(text: str) -> Path:
    """Return the file of cases that an argument means. Raises `InputError` where there is none."""
    from interpreter.profile.library import is_path, locate, shown
    from interpreter.profile.reference import parse_reference

    if text.endswith(ENDING):
        return Path(text)
    problems: list[Problem] = []
    reference = parse_reference(text, None, problems)
    if reference is None:
        raise InputError(problems)
    if reference.house_rules or reference.params:
        raise click.UsageError(
            f"cases belong to a profile and name its house rules themselves: test {reference.profile!r}"
        )
    named = reference.profile
    profile = Path(named).expanduser() if is_path(named) else locate(named, None, None, problems)
    if profile is None:
        raise InputError(problems)
    path = profile.with_name(profile.name.removesuffix(".yaml") + ENDING)
    if not path.exists():
        message = f"{named!r} has no cases: there is no {shown(path)}"
        raise InputError([Problem("T003", message, None, "write some: examples of the rules, with the right answers")])
    return path


def run_case(case: Case) -> Ran:
    """Run one case."""
    from interpreter.cases import run

    outcome = run(case)
    if outcome.passed:
        return Ran(case, None, outcome.message)
    message = f"{case.name!r} fails: {outcome.message}"
    help = f"the rule: {case.source}" if case.source else None
    return Ran(case, Problem("T001", message, outcome.place or case.place, help), "")


def report(files: list[CaseFile], ran: dict[Path, list[Ran]]) -> None:
    """Print failures with their places, expected ones too, and a summary of each file."""
    from interpreter.profile.library import shown

    screen = Screen()
    for file in files:
        cases = ran[file.path]
        failed = [one.problem for one in cases if one.problem is not None]
        print_problems(failed, sys.stdout)
        waiting = [one for one in cases if one.todo]
        for one in waiting:
            screen.line((f"{one.case.name}: {one.todo}", "dim"))
        parts = [f"{len(cases) - len(failed) - len(waiting)} passed"]
        parts += [f"{len(failed)} failed"] * bool(failed) + [f"{len(waiting)} to do"] * bool(waiting)
        said = ", ".join(parts) if cases else "no cases"
        screen.line((f"{shown(file.path)}: ", "mark"), (said, "bad" if failed or not cases else "good"))


def file_json(file: CaseFile, cases: list[Ran]) -> dict[str, object]:
    """Return one file's cases as programs read them."""
    return {
        "file": str(file.path),
        "reference": file.reference,
        "passed": sum(one.problem is None and not one.todo for one in cases),
        "failed": sum(one.problem is not None for one in cases),
        "todo": sum(bool(one.todo) for one in cases),
        "cases": [
            {
                "name": one.case.name,
                "kind": one.case.kind,
                "reference": one.case.reference,
                "source": one.case.source,
                "outcome": "failed" if one.problem else "todo" if one.todo else "passed",
                "problem": problem_json(one.problem) if one.problem else None,
                "todo": one.todo or None,
            }
            for one in cases
        ],
    }
