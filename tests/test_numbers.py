"""Every number that a command takes: `nan`, infinities, negative and absurd ones are refused in one line, at once."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import click
import pytest

from interpreter.cli.app import COMMANDS
from tests.test_cli import ROOT, Run, cache, own_folder, run

__all__ = ["cache", "own_folder", "run"]

GOLDEN = str(ROOT / "tests" / "golden" / "pagat-54.jsonl")
ARGUMENTS = {
    "play": ("pagat-54",),
    "solve": ("pagat-54",),
    "analyse": (GOLDEN,),
    "match": ("rules", "highest", "--rules", "pagat-54"),
    "score": ("pagat-54",),
    "simulate": ("pagat-54",),
    "compare": ("pagat-54", "pagat-54+min-4"),
}
NO_NUMBERS = ("nan", "NaN", "inf", "-inf", "1e999", "-1e999", "-1", "", "seven", "1" + "0" * 30, "9" * 5000)


def options() -> Iterator[tuple[str, click.Option]]:
    """Yield all options of all commands that take a number."""
    for name in COMMANDS:
        command = importlib.import_module(f"interpreter.cli.commands.{name}").command
        for option in command.params:
            if isinstance(option, click.Option) and isinstance(option.type, click.IntRange | click.FloatRange):
                yield name, option
            else:
                assert option.type not in (click.INT, click.FLOAT), "a number without any end"


OPTIONS = [pytest.param(name, option, id=f"{name} {option.opts[0]}") for name, option in options()]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_what_is_no_number_here_is_refused(name: str, option: click.Option, run: Run) -> None:
    for text in NO_NUMBERS:
        if isinstance(option.type, click.FloatRange) and text.startswith("10"):
            continue  # so wide an interval is there at once
        done = run(name, *ARGUMENTS[name], f"{option.opts[0]}={text}")
        assert (done.code, done.out) == (2, ""), text
        assert f"Invalid value for '{option.opts[0]}'" in done.err


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_whole_numbers_have_two_ends(name: str, option: click.Option) -> None:
    kind: Any = option.type
    if isinstance(kind, click.IntRange):
        assert kind.min is not None
        assert kind.max is not None
        assert kind.max < 2**63, "compiled code knows no larger ones"


SINGLE = [
    pytest.param(name, option, id=f"{name} {option.opts[0]}")
    for name in ARGUMENTS
    for option in importlib.import_module(f"interpreter.cli.commands.{name}").command.params
    if isinstance(option, click.Option) and not option.is_flag and not option.multiple
]


@pytest.mark.parametrize(("name", "option"), SINGLE)
def test_an_option_that_takes_one_value_is_not_given_two(name: str, option: click.Option, run: Run) -> None:
    """The last one would be taken in silence."""
    for twice in ((f"{option.opts[0]}=1", option.opts[0], "2"), (option.opts[0], "1", f"{option.opts[0]}=1")):
        done = run(name, *ARGUMENTS[name], *twice)
        assert (done.code, done.out) == (2, "")
        assert f"{option.opts[0]} is given twice, and only one can be meant: leave one out" in done.err


def test_values_that_look_like_options_are_none(run: Run) -> None:
    assert run("score", "pagat-54", "--bid", "--books", "--books", "9").err.count("given twice") == 0
    assert "given twice" not in run("check", "--", "--format", "--format").err
    assert run("play", "pagat-54", "--seat", "north", "--seat", "south", "--deals", "x").err.count("given twice") == 0


def test_the_options_are_found() -> None:
    """Were they none, nothing would have been tested."""
    assert len(OPTIONS) > 15
