"""`bidwhist check REF..`: whether profiles load, with every problem of all of them."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click

from interpreter.cli.problems import INPUT_NAME, print_problems, printable
from interpreter.cli.problems import as_json as problem_json
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import SYNTAX
from interpreter.errors import InputError, Place, Problem

FORMATS = ("text", "json", "sarif", "github")
INPUT = "-"
PART = "mend the rules first"
"""What is said of cases that can be looked at only in part."""
KINDS = ("profile", "house_rule", "reference")
"""Where a text says what it is; cases only say what they are about."""


class Checked(NamedTuple):
    """What checking one reference or file found; `title` is empty where it doesn't load.

    `kind` is "game", or "house rule", "base" or "cases" for a file that is checked by itself; such a file has no hash.
    A house rule was also looked at on top of the game `on`, "" where there is none. So many cases were read only
    `in_part`, since their rules don't load.
    """

    reference: str
    title: str
    hash: str
    problems: tuple[Problem, ...]
    kind: str = "game"
    on: str = ""
    in_part: int = 0

    def wrong(self, strict: bool) -> list[Problem]:
        """Return the problems that count: warnings do if it is `strict`."""
        return [problem for problem in self.problems if strict or problem.severity == "error"]


@click.command("check")
@click.argument("refs", metavar="REF|FILE..", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print problems.")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option(
    "--strict", is_flag=True, help="Let warnings count as problems, and ask of each house rule whether it matters."
)
def command(refs: tuple[str, ...], form: str, as_json: bool, strict: bool) -> int:
    """Say whether each REF is fine, in one line, and print every problem of those that aren't.

    The FILE of a house rule, of a base or of cases is checked by itself, a house rule also with a game that it fits:
    one beside it, your own or a shipped one. The FILE - stands for standard input, as if
    it lay in this folder under its ID. sarif and github print problems only, for code hosts. The exit code is 1 where
    anything is wrong, 2 where only a REF is written wrongly; warnings alone are fine, unless you ask for --strict. A
    strict check takes about twice as long: it tries each game without each of its house rules.
    """
    checked = [check_input(strict) if ref == INPUT else check(ref, strict) for ref in dict.fromkeys(refs)]
    if as_json or form == "json":
        print_json([as_dict(one, strict) for one in checked])
    elif form == "sarif":
        print_sarif(every_problem(checked))
    elif form == "github":
        print_annotations(every_problem(checked))
    else:
        report(checked, strict)
    wrong = [problem for one in checked for problem in one.wrong(strict)]
    return 0 if not wrong else 2 if all(problem.code in SYNTAX for problem in wrong) else 1


def check(reference: str, strict: bool) -> Checked:
    """Check one reference or file."""
    from interpreter.profile.advice import check_with_advice

    try:
        alone = check_file(reference)
        if alone is not None:
            return alone
        profile, warnings = check_with_advice(reference, thorough=strict)
    except InputError as error:
        return Checked(reference, "", "", error.problems)
    return Checked(reference, profile.title, profile.hash, warnings)


def check_input(strict: bool) -> Checked:
    """Check what standard input holds."""
    from interpreter.profile.library import overlaid
    from interpreter.resources import MAX_BYTES

    text = sys.stdin.buffer.read(MAX_BYTES + 1)
    file = file_name(text)
    with overlaid({os.path.realpath(file): text}):
        checked = check(f"./{file}", strict)
    return checked._replace(reference=INPUT, problems=tuple(as_input(problem, file) for problem in checked.problems))


def file_name(text: bytes) -> str:
    """Return how the file of a text is called, by what it says that it is."""
    from interpreter.profile.nodes import Mapping, Scalar
    from interpreter.profile.source import parse

    tree = parse(text, INPUT_NAME, [])
    entries = tree.entries if isinstance(tree, Mapping) else {}
    kind = next((key for key in entries if key in KINDS), None)
    value = entries[kind] if kind else None
    named = re.match(r"[\w-]+", value.text) if isinstance(value, Scalar) and kind != "reference" else None
    return f"{named[0] if named else 'standard-input'}{'.cases' if kind == 'reference' else ''}.yaml"


def as_input(problem: Problem, file: str) -> Problem:
    """Return a problem with standard input called so."""

    def called(place: Place | None) -> Place | None:
        same = place is not None and place.file.removeprefix("./") == file
        return replace(place, file=INPUT_NAME) if place is not None and same else place

    notes = tuple((text, called(place)) for text, place in problem.notes)
    return replace(problem, place=called(problem.place), notes=notes)


def check_file(name: str) -> Checked | None:
    """Check the file of a house rule, a base or cases by itself; None for anything else."""
    from interpreter.profile.alone import by_itself
    from interpreter.profile.library import at_home, is_path

    if not is_path(name) or "+" in name:
        return None
    path = Path(at_home(name))
    if name.endswith(".cases.yaml"):
        from interpreter.cases import read_cases

        file = read_cases(path)
        wrong, title = tuple(file.every_problem()), counted(len(file.cases))
        return Checked(name, "" if wrong else title, "", wrong, "cases", in_part=file.in_part)
    found = by_itself(path)
    if found is None:
        return None
    failed = any(problem.severity == "error" for problem in found.problems)
    on = found.game or "" if found.fits else ""
    return Checked(name, "" if failed else found.title, "", found.problems, found.kind, on)


def counted(cases: int) -> str:
    """Return a number of cases in words."""
    return f"{cases} case{'s' * (cases != 1)}"


def every_problem(checked: list[Checked]) -> list[Problem]:
    """Return the problems of all references, each once, sorted."""
    return sorted({problem for one in checked for problem in one.problems}, key=Problem.sort_key)


def print_sarif(problems: list[Problem]) -> None:
    """Print a SARIF log."""
    from interpreter.cli.formats import sarif
    from interpreter.cli.version import version
    from interpreter.profile.codes import causes

    print_json(sarif(problems, causes() if problems else {}, version()))


def print_annotations(problems: list[Problem]) -> None:
    """Print GitHub's annotations."""
    from interpreter.cli.formats import github

    for problem in problems:
        click.echo(printable(github(problem)))


def report(checked: list[Checked], strict: bool) -> None:
    """Print what was found for people; a problem that several references share is printed once."""
    screen = Screen()
    shown: dict[Problem, str] = {}
    for one in checked:
        new = sorted(set(one.problems) - shown.keys(), key=Problem.sort_key)
        before = dict.fromkeys(shown[problem] for problem in one.wrong(strict) if problem in shown)
        shown.update(dict.fromkeys(new, one.reference))
        print_problems(new, sys.stdout)
        count = len(one.wrong(strict))
        told = f", told above at {', '.join(before)}" if before else ""
        if not count:
            by_itself = "" if one.kind in ("game", "cases") else f" by itself, a {one.kind}"
            by_itself = f" by itself and with {one.on}, a {one.kind}" if one.on else by_itself
            warned = f"{len(one.problems)} warning{'s' * (len(one.problems) != 1)}" if one.problems else ""
            if one.kind == "house rule" and warned and not one.on:  # it may be right for a game that isn't here
                screen.line((f"{one.reference}: ", "mark"), (f"{warned}; no game here takes this house rule", "bad"))
                continue
            beside = f" with {warned}" if warned else ""
            screen.line((f"{one.reference}: ", "mark"), ("ok", "good"), f"{by_itself}{beside}, {one.title}")
        else:
            part = f"; {counted(one.in_part)} looked at only in part: {PART}" if one.in_part else ""
            screen.line((f"{one.reference}: ", "mark"), (f"{count} problem{'s' * (count != 1)}", "bad"), told + part)


def as_dict(one: Checked, strict: bool) -> dict[str, object]:
    """Return the finding as programs read it."""
    return {
        "reference": one.reference,
        "ok": not one.wrong(strict),
        "kind": one.kind,
        "title": one.title or None,
        "hash": one.hash or None,
        "on": one.on or None,
        "problems": [problem_json(problem) for problem in one.problems],
    }
