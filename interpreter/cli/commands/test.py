"""`bidwhist test REF|FILE..`: checks rules, then runs the cases beside them, or in the files named."""

from __future__ import annotations

import re
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
    from interpreter.cases import Case
    from interpreter.cases.coverage import Coverage

ENDING = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class Ran:
    """A case that was run: `problem` says why it failed, `todo` why its failure is expected."""

    case: Case
    problem: Problem | None
    todo: str


@dataclass(frozen=True, slots=True)
class Tested:
    """A file whose cases were run; `path` need not exist where there may be none. `coverage` only if asked for."""

    path: Path
    reference: str
    cases: tuple[Ran, ...]
    warnings: tuple[Problem, ...]
    coverage: Coverage | None

    @property
    def failed(self) -> list[Problem]:
        """Why cases failed."""
        return [one.problem for one in self.cases if one.problem is not None]


@click.command("test")
@click.argument("refs", metavar="REF|FILE..", nargs=-1, required=True)
@click.option("--run", "pattern", metavar="PATTERN", help="Run only cases whose names match this regular expression.")
@click.option("--coverage", is_flag=True, help="Say which phases, bids, layers and rows no case touches.")
@click.option("--allow-empty", is_flag=True, help="Let there be no cases.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(refs: tuple[str, ...], pattern: str | None, coverage: bool, allow_empty: bool, as_json: bool) -> int:
    """Check each profile REF, then run the cases beside it (ID.cases.yaml), or those in a FILE.

    The exit code is 1 where a case fails, and where there are none. A case with `todo` is reported, and doesn't count.
    """
    wanted = compiled(pattern)
    paths = dict.fromkeys(cases_path(ref, allow_empty) for ref in refs)
    problems: list[Problem] = []
    tested = []
    for path in paths:
        try:
            tested.append(tested_file(path, wanted, coverage, allow_empty))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    if as_json:
        print_json([file_json(one) for one in tested])
    else:
        report(tested)
    found = any(one.cases for one in tested) or allow_empty
    return 1 if not found or any(one.failed for one in tested) else 0


def compiled(pattern: str | None) -> re.Pattern[str]:
    """Return the pattern that names of cases have to match."""
    try:
        return re.compile(pattern or "", re.IGNORECASE)
    except re.error as error:
        raise click.BadParameter(f"{pattern!r} is no regular expression: {error}", param_hint="'--run'") from None


def cases_path(text: str, allow_empty: bool) -> Path:
    """Return the file of cases that an argument means. Raises `InputError` where there is none, but should be."""
    from interpreter.profile.library import at_home, is_path, locate, read_bytes, shown
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
    profile = Path(at_home(named)) if is_path(named) else locate(named, None, None, problems)
    if profile is None or read_bytes(profile, named, problems, None) is None:
        raise InputError(problems)
    path = profile.parent / (profile.name.removesuffix(".yaml") + ENDING)
    if not path.exists() and not (allow_empty and profile.exists()):
        message = f"{named!r} has no cases: there is no {shown(path)}"
        raise InputError([Problem("T003", message, None, "write some: examples of the rules, with the right answers")])
    return path


def tested_file(path: Path, wanted: re.Pattern[str], coverage: bool, allow_empty: bool) -> Tested:
    """Check the rules that a file is about, and run its cases. Raises `InputError` for both."""
    from interpreter.cases import load_cases
    from interpreter.profile.check import check_reference

    if allow_empty and not path.exists():
        beside = path.with_name(path.name.removesuffix(ENDING) + ".yaml")
        return Tested(
            path, beside.stem, (), check_reference(f"./{beside}" if not beside.is_absolute() else str(beside))[1], None
        )
    told = None
    if coverage:
        from interpreter.cases.coverage import watching

        file, told = watching(path)
    else:
        file = load_cases(path)
    warnings = check_reference(file.reference, None, path.parent)[1]
    ran = tuple(run_case(case) for case in file.cases if wanted.search(case.name))
    return Tested(path, file.reference, ran, warnings, told() if told else None)


def run_case(case: Case) -> Ran:
    """Run one case."""
    from interpreter.cases import run

    outcome = run(case)
    if outcome.passed:
        return Ran(case, None, outcome.message)
    message = f"{case.name!r} fails: {outcome.message}"
    remedy = "mend the rules; or, if they are meant so, write here what was found"
    if case.todo is not None:
        remedy = "the rules do by now what the case says"
    help = f"by its source, {case.source}: {remedy}" if case.source else remedy
    return Ran(case, Problem("T001", message, outcome.place or case.place, help), "")


def report(tested: list[Tested]) -> None:
    """Print failures with their places, expected ones too, and a summary of each file."""
    from interpreter.profile.library import shown

    screen = Screen()
    for file in tested:
        print_problems([*file.warnings, *file.failed], sys.stdout)
        waiting = [one for one in file.cases if one.todo]
        for one in waiting:
            screen.line((f"{one.case.name}: {one.todo}", "dim"))
        failed = len(file.failed)
        parts = [f"{len(file.cases) - failed - len(waiting)} passed"]
        parts += [f"{failed} failed"] * bool(failed) + [f"{len(waiting)} to do"] * bool(waiting)
        said = ", ".join(parts) if file.cases else "no cases"
        screen.line((f"{shown(file.path)}: ", "mark"), (said, "bad" if failed or not file.cases else "good"))
        if file.coverage is not None:
            counts = ", ".join(f"{n} of {of} {kind}s" for kind, (n, of) in file.coverage.counts().items())
            screen.line(("touched: ", "mark"), counts, indent=2)
            for missing in file.coverage.missing():
                screen.line(("no case touches ", "mark"), missing, indent=2)


def file_json(file: Tested) -> dict[str, object]:
    """Return one file's cases as programs read them."""
    found = file.coverage
    return {
        "file": str(file.path),
        "reference": file.reference,
        "passed": sum(one.problem is None and not one.todo for one in file.cases),
        "failed": len(file.failed),
        "todo": sum(bool(one.todo) for one in file.cases),
        "warnings": [problem_json(problem) for problem in file.warnings],
        "coverage": None if found is None else {"touched": found.counts(), "missing": found.missing()},
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
            for one in file.cases
        ],
    }
