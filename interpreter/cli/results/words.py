"""What a report says, in sentences: natural frequencies, one denominator, and never more than the intervals allow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.statistics import LARGE, NOTHING, OPEN, PERHAPS_SMALL, SMALL_BUT_CLEAR, Interval, Share, at_most

if TYPE_CHECKING:
    from interpreter.compare.report import Change, Line, Report

EVENING = 10
"""Deals: what points a deal are told over, so that one can imagine them."""
FINDINGS = {
    LARGE: "clear and large",
    SMALL_BUT_CLEAR: "clear but small",
    PERHAPS_SMALL: "clear, perhaps small",
    NOTHING: "no change that matters",
    OPEN: "can't tell",
}
PARTS = {
    "calls": "the calls",
    "cards": "the cards played",
    "outcome": "the outcome (contract, books or points)",
}
"""What can differ in a deal, by the keys of `Counts.differ`."""
SUBJECTS = {
    "declarers": ("The declarers score", "points a deal"),
    "both": ("Both sides together score", "points a deal"),
    "length": ("Games take", "deals"),
}


def number(value: float, digits: int = 2) -> str:
    """Return a number without a sign before nought."""
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign, none before nought."""
    text = number(value, digits)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def of_100(share: float) -> str:
    """Return a share as so many of 100; a small one to a digit more."""
    hundred = 100 * share
    if 0 < hundred < 0.05:
        return "fewer than 0.1 of 100"
    return f"{number(hundred, 0 if 9.95 <= hundred <= 90 or hundred in (0, 100) else 1)} of 100"


def value_text(line: Line, value: float) -> str:
    """Return a value for a table: shares in 100."""
    return number(100 * value, 1) if line.is_share else number(value)


def change_text(line: Line, value: float) -> str:
    """Return a change for a table: shares in 100."""
    return signed(100 * value, 1) if line.is_share else signed(value)


def range_text(line: Line, interval: Interval) -> str:
    """Return an interval for a table, nothing where there is none."""
    return "" if not interval.known else f"{change_text(line, interval.low)} to {change_text(line, interval.high)}"


def more_or_less(interval: Interval, unit: str, digits: int = 2) -> str:
    """Return a change as a size and a direction, with the ends of its interval in the same direction."""
    sign = 1 if interval.mean >= 0 else -1
    low, high = sorted((sign * interval.low, sign * interval.high))
    word = "more" if sign > 0 else "fewer" if unit.startswith("deals") else "less"
    return (
        f"{number(abs(interval.mean), digits)} {unit} {word} (between {number(low, digits)} and {number(high, digits)})"
    )


def sentences(report: Report, key: tuple[int, int]) -> Iterator[str]:
    """Yield what a change of rules does, the most important first."""
    if report.plan.unit != "games":
        yield difference_sentence(report, key)
    headline = report.line(report.headline)
    if headline is not None and key in headline.changes:
        yield headline_sentence(headline, headline.changes[key])
    made = report.line("made")
    if made is not None and key in made.changes:
        yield share_sentence(report, made, key, "The contract is made")
    length = report.line("length")
    if length is not None and length is not headline and key in length.changes:
        yield length_sentence(report, length, key)


def difference_sentence(report: Report, key: tuple[int, int]) -> str:
    """Say how many deals the change of rules changed at all."""
    rules, _ = key
    if not report.plan.paired[rules]:
        return "The two games can't be dealt the same cards, so it can't be said which deals it changes."
    found = report.differ[key]["any"]
    if not found.value:
        most = at_most(report.deals)
        return f"It changed nothing in {report.deals:,} deals: it can matter in {per_mille(most)} deals at most."
    parts = [
        f"{said} in {of_100(share.value).removesuffix(' of 100')}"
        for what, said in PARTS.items()
        if (share := report.differ[key][what]).value
    ]
    return f"In {of_100(found.value)} deals it changes something: {', '.join(parts)}."


def per_mille(share: float) -> str:
    """Return a small share as so many of a round number."""
    base = next((base for base in (100, 1_000, 10_000, 100_000, 1_000_000) if share * base >= 1), 10_000_000)
    return f"{number(share * base, 1)} of {base:,}"


def headline_sentence(line: Line, change: Change) -> str:
    """Say what becomes of the headline."""
    subject, unit = SUBJECTS[line.key]
    interval = change.interval
    if not interval.known:
        return f"{subject} more or fewer {unit}: that can't be told from so few games."
    said = more_or_less(interval, unit)
    if change.finding == LARGE:
        evening = f", about {number(abs(interval.mean) * EVENING, 1)} over {EVENING} deals" if unit != "deals" else ""
        return f"{subject} {said}{evening}."
    if change.finding == SMALL_BUT_CLEAR:
        return f"{subject} {said}: clear, but too little to notice."
    if change.finding == PERHAPS_SMALL:
        return f"{subject} {said}: clear, though perhaps too little to notice."
    if change.finding == NOTHING:
        most = max(abs(interval.low), abs(interval.high))
        return f"{subject} the same, to within {number(most)} {unit} either way."
    low, high = signed(interval.low), signed(interval.high)
    return f"{subject} more or fewer {unit}: it can't be told ({low} to {high})."


def share_sentence(report: Report, line: Line, key: tuple[int, int], subject: str) -> str:
    """Say what becomes of a share."""
    rules, player = key
    before, after = (line.values[report.setting(one, player)].mean for one in (0, rules))
    change = line.changes[key]
    if change.finding in (NOTHING, OPEN):
        tail = "no change that matters" if change.finding == NOTHING else "too close to tell"
        return f"{subject} in {of_100(after)} deals, before in {of_100(before)}: {tail}."
    return f"{subject} in {of_100(after)} deals instead of {of_100(before)}."


def length_sentence(report: Report, line: Line, key: tuple[int, int]) -> str:
    """Say how long games are."""
    rules, player = key
    before, after = (line.values[report.setting(one, player)].mean for one in (0, rules))
    change = line.changes[key]
    if change.finding in (NOTHING, OPEN):
        tail = "no change that matters" if change.finding == NOTHING else "too close to tell"
        return f"A game takes {number(after, 1)} deals, before {number(before, 1)}: {tail}."
    return f"A game takes {number(after, 1)} deals on average instead of {number(before, 1)}."


def depends_sentence(report: Report, rules: int) -> str:
    """Say whether the headline's change depends on who plays."""
    line = report.line(report.headline)
    if line is None or rules not in line.depends:
        return ""
    one, other = report.plan.players
    first, second = (line.changes[rules, player].interval for player in (0, 1))
    with_each = f"{signed(first.mean)} with {one}, {signed(second.mean)} with {other}"
    if first.clear and second.clear and first.mean * second.mean < 0:
        return f"The effect turns round with the player: {with_each}."
    found = line.depends[rules]
    if found.finding in (LARGE, SMALL_BUT_CLEAR, PERHAPS_SMALL):
        return f"How large the effect is depends on the player: {with_each}."
    if found.finding == NOTHING:
        return f"The effect is the same with either player ({with_each})."
    return f"Whether the effect depends on the player can't be told: {with_each}."


def margin_text(over: Mapping[int, int]) -> str:
    """Say how far contracts were made or set, from how often each number of books over what they needed came."""
    total = sum(over.values())

    def share(low: float, high: float) -> str:
        return number(100 * sum(count for books, count in over.items() if low <= books <= high) / total, 1)

    return (
        f"of 100 contracts {share(-math.inf, -2)} are set by two books or more and {share(-1, -1)} by one; "
        f"{share(0, 0)} are just made, {share(1, 1)} with a book over, {share(2, math.inf)} with two or more"
    )


def share_text(share: Share) -> str:
    """Return a share of the deals for a table, in 100."""
    return number(100 * share.value, 1)


def dealt_text(report: Report) -> str:
    """Say how much was played, with whom and from which seed."""
    plan = report.plan
    unit = {"deals": "deals", "shuffles": "shuffles, each dealt by all four seats", "games": "games"}[plan.unit]
    each = " under each rule set" if report.compared else ""
    same = ", the same cards" if report.compared and all(plan.paired) else ""
    return f"{report.units:,} {unit}{each}{same}; players: {' and '.join(plan.players)}; seed {plan.seed}"
