"""`bidwhist compare REF REF..`: what a change of rules changes, on the same cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.results.options import asked, options, plan_of
from interpreter.cli.results.present import present
from interpreter.cli.stopped import Stopped
from interpreter.errors import InputError, Problem

if TYPE_CHECKING:
    from interpreter.model import Profile

EVERY = "all"
MAX_RULE_SETS = 60
SWEEP = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*([-+]?[0-9]{1,9}(?:\s*,\s*[-+]?[0-9]{1,9})*)\s*\Z")


class SweepType(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A param with several values, "goal=5,7,9"."""

    name = "param=a,b,.."

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, list[int]]:
        """Read the param and its values."""
        found = SWEEP.match(str(value))
        if found is None:
            self.fail(f"{value!r} is not a param with whole numbers, such as goal=5,7,9", param, ctx)
        return found[1], [int(number) for number in found[2].split(",")]


@click.command("compare")
@click.argument("refs", metavar="REF..", nargs=-1, required=True)
@click.option("--each", multiple=True, metavar="RULE..", help="Add each house rule to REF by itself; all: every one.")
@click.option("--sweep", type=SweepType(), help="Set a number of REF to each of these values.")
@click.option("--example", metavar="FILE", help="Write the clearest deal that differs as two records, for replay.")
@options
def command(
    refs: tuple[str, ...], each: tuple[str, ...], sweep: tuple[str, list[int]] | None, example: str | None, **given: Any
) -> int:
    """Compare the first REF with each of the others: the same deals under both, differences with 95 % intervals.

    Where they can't be dealt the same cards that is said, and the intervals are wider. The same seed gives the same
    results, to the bit, on any number of processes.

    \b
    bidwhist compare pagat-54 pagat-54+min-4 --precision 0.05
    bidwhist compare pagat-54 --each min-4 defenders-score --html rules.html
    bidwhist compare pagat-54 --sweep goal=5,7,9
    bidwhist compare pagat-54 pagat-54+min-4 --player rules --player random
    """
    wanted = asked(given, example)
    profiles = rule_sets(references(refs, each, sweep), skip_misfits=EVERY in each)
    if len(profiles) < 2:
        raise Stopped(f"there is nothing to compare {refs[0]} with", 2)
    return present(plan_of(profiles, wanted), profiles, wanted)


def references(refs: Sequence[str], each: Sequence[str], sweep: tuple[str, list[int]] | None) -> list[str]:
    """Return the references that the arguments name, the one to compare with first."""
    base, *others = refs
    if each:  # what follows `--each RULE` are more rules
        names = [name for text in (*each, *others) for name in text.replace(",", " ").split()]
        if EVERY in names:
            from interpreter.cli.catalogue import entries

            names = [entry.id for entry in entries() if entry.kind == "house rule"]
        others = [f"{base}+{name}" for name in dict.fromkeys(names)]
    if sweep is not None:
        name, values = sweep
        others += [f"{base}+{name}={value}" for value in dict.fromkeys(values)]
    if not others:
        raise click.UsageError("name a second game, or what to change: --each RULE, --sweep goal=5,7,9")
    found = list(dict.fromkeys((base, *others)))
    if len(found) > MAX_RULE_SETS:
        raise click.UsageError(f"{len(found):,} rule sets at once; at most {MAX_RULE_SETS} are compared")
    return found


def rule_sets(names: Sequence[str], *, skip_misfits: bool) -> list[Profile]:
    """Load all references; those with the rules of another are left out. Raises all their problems together."""
    from interpreter.profile.load import load

    found: dict[str, Profile] = {}
    problems: list[Problem] = []
    for name in names:
        try:
            profile = load(name)
        except InputError as error:
            if not skip_misfits or name == names[0]:
                problems += error.problems
            continue
        found.setdefault(profile.hash, profile)
    if problems:
        raise InputError(problems)
    return list(found.values())
