"""`bidwhist test REF|FILE..`: checks rules, then runs the cases beside them, or in the files named."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.problems import as_json as problem_json
from interpreter.cli.problems import print_problems
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import SYNTAX
from interpreter.errors import InputError, Problem, suggestion

if TYPE_CHECKING:
    from interpreter.cases import Case
    from interpreter.cases.coverage import Coverage

ENDING = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class Ran:
    """A case that was run: `problem` says why it failed, `todo` why its failure is expected.

    One that isn't sound wasn't run.
    """

    case: Case
    problem: Problem | None = None
    todo: str = ""

    @property
    def outcome(self) -> str:
        """What became of it, in a word."""
        return "not_run" if not self.case.sound else "failed" if self.problem else "todo" if self.todo else "passed"


@dataclass(frozen=True, slots=True)
class Tested:
    """What was found of one argument: its file, which need not exist, its cases, and what is wrong with it.

    `path` is None where no file was found. `coverage` only if asked for. `names` are those of all cases in the file.
    """

    path: Path | None
    reference: str
    cases: tuple[Ran, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    coverage: Coverage | None = None
    names: tuple[str, ...] = ()

    def count(self, outcome: str) -> int:
        """Return how many cases came out so."""
        return sum(one.outcome == outcome for one in self.cases)

    @property
    def wrong(self) -> list[Problem]:
        """What is wrong with the file and its rules, and why cases failed, each once, by place."""
        failed = [one.problem for one in self.cases if one.problem is not None]
        return sorted({*self.problems, *failed}, key=Problem.sort_key)


@click.command("test")
@click.argument("refs", metavar="REF|FILE..", nargs=-1, required=True)
@click.option("--run", "pattern", metavar="PATTERN", help="Run only cases whose names match this regular expression.")
@click.option("--coverage", is_flag=True, help="Say which phases, bids, layers and rows no case touches.")
@click.option("--allow-empty", is_flag=True, help="Let there be no cases.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(refs: tuple[str, ...], pattern: str | None, coverage: bool, allow_empty: bool, as_json: bool) -> int:
    """Check each profile REF, then run the cases beside it (ID.cases.yaml), or those in a FILE.

    The exit code is 1 where a case fails or has faults, and where there are none. Cases with faults aren't run; the
    others are. A case with `todo` is reported, and doesn't count.
    """
    wanted = compiled(pattern)
    tested: dict[Path | str, Tested] = {}
    for ref in dict.fromkeys(refs):
        try:
            path = cases_path(ref, allow_empty)
        except InputError as error:
            tested[ref] = Tested(None, ref, problems=error.problems)
        else:
            tested[path] = tested.get(path) or tested_file(path, wanted, coverage, allow_empty)
    found = list(tested.values())
    if as_json:
        print_json([file_json(one) for one in found])
    else:
        report(found, pattern)
    wrong = [problem for one in found for problem in one.wrong]
    if wrong or any(one.count("not_run") for one in found):
        return 2 if wrong and all(problem.code in SYNTAX for problem in wrong) else 1
    return 0 if allow_empty or any(one.cases for one in found) else 1


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
        return Path(at_home(text))
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
    path = profile.parent / f"{profile.stem}{ENDING}"
    if not path.exists() and not (allow_empty and profile.exists()):
        message = f"{named!r} has no cases: there is no {shown(path)}"
        raise InputError([Problem("T003", message, None, "write some: examples of the rules, with the right answers")])
    return path


def tested_file(path: Path, wanted: re.Pattern[str], coverage: bool, allow_empty: bool) -> Tested:
    """Check the rules that a file is about, and run those of its cases that are wanted and can be run."""
    from interpreter.cases import read_cases

    told: Callable[[], Coverage | None] = lambda: None  # noqa: E731 -- nothing to tell unless it is asked for
    try:
        if allow_empty and not path.exists():
            beside = path.with_name(path.name.removesuffix(ENDING) + ".yaml")
            short = beside.with_suffix(".yml")
            beside = short if short.exists() and not beside.exists() else beside
            reference = f"./{beside}" if not beside.is_absolute() else str(beside)
            return Tested(path, beside.stem, warnings=warnings_of(reference, None))
        if coverage:
            from interpreter.cases.coverage import watching

            file, told = watching(path)
        else:
            file = read_cases(path)
    except InputError as error:
        return Tested(path, "", problems=error.problems)
    ran = tuple(run_case(case) if case.sound else Ran(case) for case in file.cases if wanted.search(case.name))
    problems = {*file.problems, *(problem for one in ran for problem in one.case.problems)}
    warnings: tuple[Problem, ...] = ()
    if file.reference:
        try:
            warnings = warnings_of(file.reference, path.parent)
        except InputError as error:
            places = {problem.place for problem in problems}
            known = {(problem.code, problem.message) for problem in problems}  # a reference has no place of its own
            problems |= {p for p in error.problems if p.place not in places and (p.code, p.message) not in known}
    names = tuple(case.name for case in file.cases)
    return Tested(path, file.reference, ran, tuple(problems), warnings, told(), names)


def warnings_of(reference: str, beside: Path | None) -> tuple[Problem, ...]:
    """Check a game. Raises `InputError` with everything that is wrong with it."""
    from interpreter.profile.check import check_reference

    return check_reference(reference, None, beside)[1]


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
    return Ran(case, Problem("T001", message, outcome.place or case.place, help))


def report(tested: list[Tested], pattern: str | None) -> None:
    """Print what is wrong with its places, failures that are expected too, and a summary of each file."""
    from interpreter.profile.library import shown

    screen = Screen()
    for file in tested:
        print_problems([*file.warnings, *file.wrong], sys.stdout)
        for one in file.cases:
            if one.todo:
                screen.line((f"{one.case.name}: {one.todo}", "dim"))
        name = file.reference if file.path is None else shown(file.path)
        style = "bad" if file.wrong or file.count("not_run") or not file.cases else "good"
        screen.line((f"{name}: ", "mark"), (summary(file, pattern), style))
        if file.coverage is not None:
            counts = ", ".join(f"{n} of {of} {kind}s" for kind, (n, of) in file.coverage.counts().items())
            screen.line(("touched: ", "mark"), counts, indent=2)
            for missing in file.coverage.missing():
                screen.line(("no case touches ", "mark"), missing, indent=2)


def summary(file: Tested, pattern: str | None) -> str:
    """Return what became of a file's cases, or why there is none."""
    words = (("passed", "passed"), ("failed", "failed"), ("not_run", "not run"), ("todo", "to do"))
    counts = [(file.count(outcome), outcome, said) for outcome, said in words]
    part = sum(one.case.part for one in file.cases)
    parts = [f"{count} {said}" for count, outcome, said in counts if count or (outcome == "passed" and file.cases)]
    if parts:
        return ", ".join(parts) + (f" ({part} looked at only in part: mend the rules first)" if part else "")
    if file.names and pattern is not None:
        near = suggestion(pattern, file.names) if len(file.names) > 1 else f"there is {file.names[0]!r}"
        near = near if near and not near.startswith("one of") else None
        names = f"{len(file.names)} case{'s' * (len(file.names) != 1)}"
        return f"none of its {names} fits {pattern!r}{f'; {near}' if near else ''}"
    return f"{len(file.wrong)} problem{'s' * (len(file.wrong) != 1)}" if file.wrong else "no cases"


def file_json(file: Tested) -> dict[str, object]:
    """Return one file's cases as programs read them."""
    found = file.coverage
    return {
        "file": None if file.path is None else str(file.path),
        "reference": file.reference,
        **{outcome: file.count(outcome) for outcome in ("passed", "failed", "not_run", "todo")},
        "problems": [problem_json(problem) for problem in sorted(file.problems, key=Problem.sort_key)],
        "warnings": [problem_json(problem) for problem in file.warnings],
        "coverage": None if found is None else {"touched": found.counts(), "missing": found.missing()},
        "cases": [
            {
                "name": one.case.name,
                "kind": one.case.kind,
                "reference": one.case.reference,
                "source": one.case.source,
                "outcome": one.outcome,
                "problem": problem_json(one.problem) if one.problem else None,
                "todo": one.todo or None,
            }
            for one in file.cases
        ],
    }
