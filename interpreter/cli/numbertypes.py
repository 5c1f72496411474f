"""Numbers as they are given on the command line, within what makes sense: no option takes one without an end."""

from __future__ import annotations

import math
from typing import Any

import click

MOST_NODES = 10**12
"""A search that looks at more takes longer than anybody waits."""
MOST_BURIALS = 10**6
"""No hand allows more ways to bury that are tried."""
MOST_EVENTS = 10**9
"""No record has more."""


class WholeNumber(click.IntRange):
    """A whole number within ends; anything else is refused with an example."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        try:
            int(value)
        except ValueError:
            self.fail(f"{str(value)!r} is not a whole number, such as {self.example()}", param, ctx)
        return super().convert(value, param, ctx)

    def example(self) -> int:
        """Return a number that may be given, a large one where it may be large."""
        return 100_000 if self.max is None or self.max >= 100_000 else max(int(self.min or 0), 4)


class HalfWidth(click.FloatRange):
    """So many points to either side: more than 0, and a number (`nan` and `inf` pass for floats elsewhere)."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number of points."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value} is no number of points", param, ctx)
        return found
