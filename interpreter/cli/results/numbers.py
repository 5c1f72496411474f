"""Numbers as text, with as many digits as it takes to show what is said of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.statistics import LARGE, NOTHING, OPEN, PERHAPS_SMALL, SMALL_BUT_CLEAR, Interval

if TYPE_CHECKING:
    from interpreter.compare.report import Change, Line, Report

CLEAR = (LARGE, SMALL_BUT_CLEAR, PERHAPS_SMALL)
MORE = 3
"""So many digits more than usual, at most."""
EXACTLY = "exactly"
"""In place of an interval where the rules allow no other number."""
MARKS = "in brackets: no change that matters, or it can't be told"
STAR = "; *: it depends on the player"
"""What `marked_text` marks, in the terminal, on the page and in README."""


def number(value: float, digits: int = 2) -> str:
    """Return a number without a sign before nought."""
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign, none before nought."""
    text = number(value, digits)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def counted(count: int, unit: str) -> str:
    """Return a count with its unit, which is given in the plural ("deals")."""
    return f"{count:,} {unit.removesuffix('s') if count == 1 else unit}"


def digits_apart(values: Iterable[float], digits: int) -> int:
    """Return how many digits it takes, `digits` at least, until no two values read alike; `digits` where none do it."""
    found = list(dict.fromkeys(values))
    enough = (
        more for more in range(digits, digits + MORE + 1) if len({number(value, more) for value in found}) == len(found)
    )
    return next(enough, digits)


# ---- shares in words


def of_100(share: float, digits: int | None = None) -> str:
    """Return a share as so many of 100; a small one to a digit more."""
    hundred = 100 * share
    if 0 < hundred < 0.05 and not digits:
        return "fewer than 0.1 of 100"
    return f"{number(hundred, hundred_digits(share) if digits is None else digits)} of 100"


def hundred_digits(share: float) -> int:
    """Return how many digits a share of 100 has in words."""
    return 0 if 9.95 <= 100 * share <= 90 or share in (0, 1) else 1


def bounds_100(low: float, high: float) -> str:
    """Return the ends of a share's interval, of 100; one that isn't 0 doesn't read like it."""
    ends = 100 * low, 100 * high
    digits = digits_apart((0, *ends), 1)
    return " to ".join(number(end, 0 if end in (0, 100) else digits) for end in ends)


def per_mille(share: float) -> str:
    """Return a small share as so many of a round number."""
    base = next((base for base in (100, 1_000, 10_000, 100_000, 1_000_000) if share * base >= 1), 10_000_000)
    return f"{number(share * base, 1)} of {base:,}"


# ---- a measure's numbers in tables: shares are of 100


def scale_of(line: Line) -> int:
    """Return what a measure's numbers are multiplied with to be shown."""
    return 100 if line.is_share else 1


def usual_digits(line: Line) -> int:
    """Return how many digits a measure's numbers usually have."""
    return 1 if line.is_share else 2


def value_text(line: Line, value: float, digits: int | None = None) -> str:
    """Return a value."""
    return number(scale_of(line) * value, usual_digits(line) if digits is None else digits)


def value_range(line: Line, interval: Interval) -> str:
    """Return a value's interval, nothing where there is none."""
    if not interval.known or not interval.half_width:
        return EXACTLY if interval.known else ""
    ends = scale_of(line) * interval.low, scale_of(line) * interval.high
    digits = digits_apart(ends, usual_digits(line))
    return " to ".join(number(end, digits) for end in ends)


def value_texts(line: Line, values: Iterable[Interval | None], change: Change | None) -> list[str]:
    """Return values beside each other; where they are clearly different they don't read alike."""
    found = list(values)
    known = [scale_of(line) * value.mean for value in found if value is not None]
    clear = change is not None and change.finding in CLEAR
    digits = digits_apart(known, usual_digits(line)) if clear else usual_digits(line)
    return ["" if value is None else value_text(line, value.mean, digits) for value in found]


def digits_of(line: Line, interval: Interval) -> int:
    """Return how many digits a change has: so many that each end of its interval, as it reads, is on the same side of 0
    and of what is too small to matter as it is. An end that even many digits don't tell from there counts as there.
    """
    usual, scale = usual_digits(line), scale_of(line)
    small = scale * line.small
    if not interval.known:
        return usual

    def needed(end: float, mark: float) -> int:
        tries = (more for more in range(usual, usual + MORE + 1) if round(abs(round(end, more) - mark), 9))
        return next(tries, usual)

    ends = [scale * end for end in (interval.low, interval.high) if end]
    return max((needed(end, mark) for end in ends for mark in (-small, 0.0, small)), default=usual)


def change_text(line: Line, value: float, digits: int | None = None) -> str:
    """Return a change."""
    return signed(scale_of(line) * value, usual_digits(line) if digits is None else digits)


def change_texts(line: Line, interval: Interval) -> tuple[str, str]:
    """Return a change and its interval, the latter empty where there is none."""
    digits = digits_of(line, interval)
    mean = change_text(line, interval.mean, digits)
    if not interval.known or not interval.half_width:
        return mean, EXACTLY if interval.known else ""
    return mean, f"{change_text(line, interval.low, digits)} to {change_text(line, interval.high, digits)}"


def marked_text(text: str, change: Change) -> str:
    """Return a change's text, in brackets where it doesn't matter or can't be told (`MARKS`)."""
    return f"({text})" if change.finding in (NOTHING, OPEN) else text


def star(line: Line, rules: int) -> str:
    """Return a star where a change depends on the player (`STAR`)."""
    return "*" if rules in line.depends and line.depends[rules].finding in CLEAR else ""


def legend(report: Report) -> str:
    """Return what brackets and stars mean in a report."""
    return MARKS + STAR * (len(report.plan.players) == 2)


def more_or_less(interval: Interval, unit: str, digits: int = 2) -> str:
    """Return a change as a size and a direction, with the ends of its interval in the same direction."""
    sign = 1 if interval.mean >= 0 else -1
    low, high = sorted((sign * interval.low, sign * interval.high))
    word = "more" if sign > 0 else "fewer" if unit.startswith("deals") else "less"
    return (
        f"{number(abs(interval.mean), digits)} {unit} {word} (between {number(low, digits)} and {number(high, digits)})"
    )


def ahead_text(deals: float) -> str:
    """Return after how many deals somebody is ahead."""
    return counted(math.ceil(deals), "deals")
