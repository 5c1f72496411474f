"""The options that simulate and compare share, and the plan that they describe."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.numbertypes import WholeNumber
from interpreter.cli.playertype import PlayerType
from interpreter.cli.results.files import STDOUT

if TYPE_CHECKING:
    from interpreter.compare.plan import Plan, Unit
    from interpreter.model import Profile

Command = TypeVar("Command", bound=Callable[..., Any])
DEFAULT_DEALS = 10_000
MOST = 1_000_000_000
MOST_TO_PRECISION = 10_000_000
"""So many deals are played at most to reach a precision, if --deals says nothing else."""
MAX_SEED = 2**62 - 1
OPTIONS = (
    click.option("--deals", type=WholeNumber(1, MOST), help=f"Play so many deals [{DEFAULT_DEALS:,}]."),
    click.option("--games", type=WholeNumber(1, MOST), help="Play so many whole games instead."),
    click.option("--rotate", is_flag=True, help="Let each seat deal each shuffle once: finds the dealer's edge."),
    click.option("--precision", type=click.FloatRange(0, min_open=True), metavar="H",
                 help="Stop when the interval is H points to either side, or at --deals where that is given."),
    click.option("--player", "players", type=PlayerType(), multiple=True,
                 help="Who plays [rules]; give two to see what depends on skill."),
    click.option("--seed", type=WholeNumber(0, MAX_SEED), default=1, show_default=True,
                 help="Start chance from this number."),
    click.option("--workers", type=WholeNumber(1, 1024), help="Play in so many processes [all cores]."),
    click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
    click.option("--csv", "csv", metavar="FILE", help="Write one row a deal (-: print that instead)."),
    click.option("--parquet", metavar="FILE", help="Write the same as Parquet."),
    click.option("--html", metavar="FILE", help="Write a page with tables and plots, complete in itself."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options ask for. `units` are deals, shuffles or games, at most.

    `notes` say how what was asked for differs from what is done, before it is done.
    """

    unit: Unit
    units: int
    precision: float | None
    players: tuple[str, ...]
    seed: int
    workers: int | None
    cluster: str | None
    as_json: bool
    csv: str | None
    parquet: str | None
    html: str | None
    example: str | None = None
    notes: list[str] = field(default_factory=list)


def options(command: Command) -> Command:
    """Give a command all of `OPTIONS`, in order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def asked(given: dict[str, Any], example: str | None = None) -> Asked:
    """Check what the options say together. Raises `click.UsageError` and `click.BadParameter`."""
    deals, games, rotate, precision = (given[name] for name in ("deals", "games", "rotate", "precision"))
    if deals and games:
        raise click.UsageError("--deals and --games are two ways to count: leave one out")
    if games and rotate:
        raise click.UsageError("--rotate is about single deals: leave out --games or --rotate")
    if games and precision:
        raise click.UsageError("games are played in a fixed number: leave out --precision")
    if games and example:
        raise click.UsageError("--example shows one deal: leave out --games")
    if precision is not None and not math.isfinite(precision):
        raise click.BadParameter(f"{precision} is no number of points", param_hint="'--precision'")
    players = tuple(dict.fromkeys(given["players"])) or ("rules",)
    repeats = [name for name in players if given["players"].count(name) > 1]
    if len(players) > 2:
        raise click.BadParameter("at most two players can be compared", param_hint="'--player'")
    if given["cluster"] and given["workers"]:
        raise click.UsageError("--workers are processes of this machine: leave out --cluster or --workers")
    files = []
    for name in ("parquet", "html"):
        if given[name] == STDOUT:
            raise click.BadParameter(
                "only rows (--csv -) go to standard output: give it a file, such as "
                f"result.{name} (./- is a file of that name)",
                param_hint=f"'--{name}'",
            )
    for name, needs in (("csv", None), ("parquet", "pyarrow"), ("html", "matplotlib")):
        if given[name] is not None and not (name == "csv" and given[name] == STDOUT):
            check_file(f"--{name}", given[name], needs)
            files.append(given[name])
    if given["csv"] == STDOUT and given["as_json"]:
        raise click.UsageError("standard output can't hold two outputs: give --csv a file, or leave out --json")
    if example is not None:
        files += checked_records(example)
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise click.UsageError("one file can't hold two outputs: give each a name of its own")
    limit = deals or (MOST_TO_PRECISION if precision else DEFAULT_DEALS)
    units = games or (-(-limit // 4) if rotate else limit)
    unit: Unit = "games" if games else "shuffles" if rotate else "deals"
    names = ("precision", "seed", "workers", "cluster", "as_json", "csv", "parquet", "html")
    kept = {name: given[name] for name in names}
    notes = [f"{name} is named twice and plays once: give another player beside it" for name in repeats]
    return Asked(unit=unit, units=units, players=players, example=example, notes=notes, **kept)


def checked_records(file: str) -> tuple[str, str]:
    """Return where the two records of --example go; they overwrite nothing."""
    from interpreter.compare.example import record_paths

    check_file("--example", file, None)
    paths = record_paths(file)
    for path in paths:
        if os.path.lexists(path):
            raise click.BadParameter(f"{path!r} exists already: give another name", param_hint="'--example'")
    return paths


EXTRAS = {"pyarrow": "parquet", "matplotlib": "plots"}


def check_file(option: str, file: str, needs: str | None) -> None:
    """Refuse a file that couldn't be written in the end, before anything is played."""
    path = Path(file)
    reason = ""
    try:
        if path.is_dir():
            reason = "is a folder"
        elif not path.parent.is_dir():
            reason = f"can't be written: there is no folder {str(path.parent)!r}"
        elif path.exists() and not path.is_file():
            reason = "is not a plain file"
        elif path.exists() and not os.access(path, os.W_OK):
            reason = "can't be written: permission denied"
        elif not os.access(path.resolve().parent, os.W_OK):  # it is written beside, and put into place when done
            reason = "can't be written: permission denied in its folder"
    except (OSError, ValueError) as error:
        reason = f"is no path: {error}"
    if reason:
        raise click.BadParameter(f"{file!r} {reason}", param_hint=f"'{option}'")
    if needs is not None and find_spec(needs) is None:
        raise click.BadParameter(
            f'needs {needs}, which isn\'t installed: pip install "bidwhist[{EXTRAS[needs]}]"', param_hint=f"'{option}'"
        )


def plan_of(profiles: Sequence[Profile], wanted: Asked) -> Plan:
    """Return the plan for some rule sets, the first being what the others are compared with."""
    from interpreter.compare.plan import Plan, rule_set, same_cards

    return Plan(
        rules=tuple(rule_set(profile) for profile in profiles),
        players=wanted.players,
        seed=wanted.seed,
        unit=wanted.unit,
        rows=bool(wanted.csv or wanted.parquet),
        paired=tuple(same_cards(profiles[0], profile) for profile in profiles),
    )
