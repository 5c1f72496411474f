"""`bidwhist simulate REF`: what a game's deals, or whole games, come to on average."""

from __future__ import annotations

from typing import Any

import click

from interpreter.cli.results.options import asked, options, plan_of
from interpreter.cli.results.present import present


@click.command("simulate")
@click.argument("ref")
@options
def command(ref: str, **given: Any) -> int:
    """Play many deals of REF by computer players, and say what they come to, with 95 % intervals.

    The same seed gives the same results, to the bit, on any number of processes.

    \b
    bidwhist simulate pagat-54 --deals 20000
    bidwhist simulate pagat-54 --games 1000 --html pagat.html
    """
    wanted = asked(given)
    from interpreter.profile.load import load

    profiles = [load(ref)]
    return present(plan_of(profiles, wanted), profiles, wanted)
