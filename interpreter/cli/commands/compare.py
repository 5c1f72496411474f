"""`bidwhist compare REF REF..`: what a change of rules changes, on the same cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
    named = references(refs, each, sweep)
    chosen = rule_sets(list(dict.fromkeys(named)), skip_misfits=EVERY in each)
    notes = [*repeated(named), *chosen.notes()]
    if len(chosen.profiles) < 2:
        raise Stopped("; ".join([f"there is nothing to compare {refs[0]} with", *notes]), 2)
    wanted.notes.extend(notes)
    return present(plan_of(chosen.profiles, wanted), chosen.profiles, wanted)


def references(refs: Sequence[str], each: Sequence[str], sweep: tuple[str, list[int]] | None) -> list[str]:
    """Return the references that the arguments name, the one to compare with first; some may be named twice."""
    base, *others = refs
    if each:  # what follows `--each RULE` are more rules
        names = [name for text in (*each, *others) for name in text.replace(",", " ").split()]
        if EVERY in names:
            from interpreter.cli.catalogue import entries

            names = [entry.id for entry in entries() if entry.kind == "house rule"]
        others = [f"{base}+{name}" for name in names]
    if sweep is not None:
        name, values = sweep
        others += [f"{base}+{name}={value}" for value in values]
    if not others:
        raise click.UsageError("name a second game, or what to change: --each RULE, --sweep goal=5,7,9")
    count = len({base, *others})
    if count > MAX_RULE_SETS:
        raise click.UsageError(f"{count:,} rule sets at once; at most {MAX_RULE_SETS} are compared")
    return [base, *others]


def repeated(names: Sequence[str]) -> Iterator[str]:
    """Yield what is said of names that are given twice."""
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{name} is named {'twice' if count == 2 else f'{count} times'} and taken once"


@dataclass(slots=True)
class Chosen:
    """The rule sets to compare, by name; `alike` are those with the rules of another, `misfits` why rules don't fit."""

    profiles: list[Profile] = field(default_factory=list)
    alike: dict[str, str] = field(default_factory=dict)
    misfits: dict[str, list[str]] = field(default_factory=dict)

    def notes(self) -> Iterator[str]:
        """Yield what is said of those that are left out."""
        for name, other in self.alike.items():
            yield f"{name} has the same rules as {other} and isn't listed beside it"
        if self.misfits:
            count = sum(map(len, self.misfits.values()))
            told = "; ".join(f"{', '.join(rules)} ({why})" for why, rules in self.misfits.items())
            yield f"{count} house rule{'s' * (count != 1)} left out, not fitting: {told}"


def rule_sets(names: Sequence[str], *, skip_misfits: bool) -> Chosen:
    """Load all references; those with the rules of another are left out. Raises all their problems together."""
    from interpreter.profile.load import load

    found: dict[str, str] = {}
    problems: list[Problem] = []
    chosen = Chosen()
    for name in names:
        try:
            profile = load(name)
        except InputError as error:
            if skip_misfits and name != names[0]:
                why = error.problems[0].message.rpartition(": ")[2]
                chosen.misfits.setdefault(why, []).append(name.rpartition("+")[2])
            else:
                problems += error.problems
            continue
        if profile.hash in found:
            chosen.alike[name] = found[profile.hash]
            continue
        found[profile.hash] = name
        chosen.profiles.append(profile)
    if problems:
        raise InputError(problems)
    return chosen
