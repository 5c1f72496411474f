"""What a report says, in sentences: natural frequencies, one denominator, and never more than the intervals allow."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.cli.results.numbers import (
    CLEAR,
    ahead_text,
    bounds_100,
    change_text,
    change_texts,
    counted,
    digits_apart,
    digits_of,
    hundred_digits,
    more_or_less,
    number,
    of_100,
    per_mille,
    signed,
    value_texts,
)
from interpreter.statistics import LARGE, NOTHING, OPEN, PERHAPS_SMALL, SMALL_BUT_CLEAR, Interval, Share

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
NO_INTERVAL = "no interval"
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
ALSO = 4
"""So many measures at most are told besides the first ones."""
UNSEEN = (
    "It doesn't show here what changes only with the totals of a game (each deal is played at nought all; --games "
    "plays whole games), nor what these players don't heed."
)


def finding_text(change: Change) -> str:
    """Return what a change's interval says."""
    return FINDINGS[change.finding] if change.interval.known else NO_INTERVAL


def said(line: Line) -> str:
    """Return how a measure is named in a table."""
    unit = {"share of deals": ", of 100 deals", "share of games": ", of 100 games"}.get(line.unit, "")
    return f"{line.said}{unit}"


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
    besides = [line for line in (headline, made, length) if line is not None]
    others = telling(report, besides, lambda line: line.changes.get(key))
    if others:
        yield f"Also clear: {'; '.join(told_beside(report, line, key) for line in others)}."


def telling(report: Report, besides: Sequence[Line], change_of: Callable[[Line], Change | None]) -> list[Line]:
    """Return the measures besides some whose changes are clear, a few at most: those in points first, then by how many
    times what's small the near end of their interval is.

    Of a group the one of each unit that changes most is told, and none that only says again (or turned round, as set
    against made) what another says.
    """
    sizes: dict[str, float] = {}
    for line in report.lines:
        change = change_of(line)
        if change is not None and change.finding in CLEAR and line not in besides:
            sizes[line.key] = min(abs(change.interval.low), abs(change.interval.high)) / line.small
    found: list[Line] = []
    clear = [line for line in report.lines if line.key in sizes]
    for line in sorted(clear, key=lambda line: (line.unit != "points", -sizes[line.key])):
        again = any(same_size(change_of(line), change_of(other)) for other in (*besides, *found))
        if not again and (line.group, line.unit) not in {(other.group, other.unit) for other in found}:
            found.append(line)
    return found[:ALSO]


def same_size(one: Change | None, other: Change | None) -> bool:
    """Whether two changes are the same, or one is the other turned round."""
    return one is not None and other is not None and math.isclose(abs(one.interval.mean), abs(other.interval.mean))


def told_beside(report: Report, line: Line, key: tuple[int, int]) -> str:
    """Say what becomes of a measure, in short."""
    rules, player = key
    change = line.changes[key]
    before, after = value_texts(line, [line.values.get(report.setting(one, player)) for one in (0, rules)], change)
    _, ends = change_texts(line, change.interval)
    if not line.is_share:
        return f"{line.said}, {after} instead of {before} ({ends})"
    return f"{line.said} in {after} of 100 {line.unit.removeprefix('share of ')} instead of {before} ({ends})"


def difference_sentence(report: Report, key: tuple[int, int]) -> str:
    """Say how many deals the change of rules changed at all."""
    rules, _ = key
    if not report.plan.paired[rules]:
        return "The two games can't be dealt the same cards, so it can't be said which deals it changes."
    found = report.differ[key]["any"]
    if not found.value:
        most = f"with 95 % confidence it changes something in {per_mille(found.high)} deals at most"
        return f"It changed nothing in {counted(report.deals, 'deals')}: {most}. {UNSEEN}"
    parts = [
        f"{told} in {of_100(share.value).removesuffix(' of 100')}"
        for what, told in PARTS.items()
        if (share := report.differ[key][what]).value
    ]
    ends = f"(between {bounds_100(found.low, found.high)})".replace(" to ", " and ")
    return f"In {of_100(found.value)} deals it changes something {ends}: {', '.join(parts)}."


def headline_sentence(line: Line, change: Change) -> str:
    """Say what becomes of the headline."""
    subject, unit = SUBJECTS[line.key]
    interval = change.interval
    if not interval.known:
        return f"{subject} more or fewer {unit}: that can't be told from so few games."
    digits = digits_of(line, interval)
    said = more_or_less(interval, unit, digits)
    if change.finding == LARGE:
        evening = f", about {number(abs(interval.mean) * EVENING, 1)} over {EVENING} deals" if unit != "deals" else ""
        return f"{subject} {said}{evening}."
    if change.finding == SMALL_BUT_CLEAR:
        return f"{subject} {said}: clear, but too little to notice."
    if change.finding == PERHAPS_SMALL:
        return f"{subject} {said}: clear, though perhaps too little to notice."
    if change.finding == NOTHING:
        most = max(abs(interval.low), abs(interval.high))
        return f"{subject} the same, to within {number(most, digits)} {unit} either way."
    return f"{subject} more or fewer {unit}: it can't be told ({change_texts(line, interval)[1]})."


def share_sentence(report: Report, line: Line, key: tuple[int, int], subject: str) -> str:
    """Say what becomes of a share."""
    rules, player = key
    before, after = (line.values[report.setting(one, player)].mean for one in (0, rules))
    change = line.changes[key]
    if change.finding in (NOTHING, OPEN):
        tail = "no change that matters" if change.finding == NOTHING else "too close to tell"
        return f"{subject} in {of_100(after)} deals, before in {of_100(before)}: {tail}."
    digits = digits_apart((100 * before, 100 * after), max(hundred_digits(before), hundred_digits(after)))
    return f"{subject} in {of_100(after, digits)} deals instead of {of_100(before, digits)}."


def length_sentence(report: Report, line: Line, key: tuple[int, int]) -> str:
    """Say how long games are."""
    rules, player = key
    before, after = (line.values[report.setting(one, player)].mean for one in (0, rules))
    change = line.changes[key]
    if change.finding in (NOTHING, OPEN):
        tail = "no change that matters" if change.finding == NOTHING else "too close to tell"
        return f"A game takes {number(after, 1)} deals, before {number(before, 1)}: {tail}."
    digits = digits_apart((before, after), 1)
    return f"A game takes {number(after, digits)} deals on average instead of {number(before, digits)}."


def depends_sentences(report: Report, rules: int) -> Iterator[str]:
    """Yield whether what changes depends on who plays: first the headline, then what else clearly does."""
    headline = report.line(report.headline)
    if headline is not None and rules in headline.depends:
        yield depends_sentence(report, headline, rules)
    besides = [] if headline is None else [headline]
    for line in telling(report, besides, lambda line: line.depends.get(rules)):
        yield depends_sentence(report, line, rules)


def depends_sentence(report: Report, line: Line, rules: int) -> str:
    """Say whether the change of a measure depends on who plays."""
    one, other = report.plan.players
    first, second = (line.changes[rules, player].interval for player in (0, 1))
    found = line.depends[rules]
    digits = max(digits_of(line, first), digits_of(line, second))
    mine, theirs = (change_text(line, change.mean, digits) for change in (first, second))
    with_each = f"{mine} with {one}, {theirs} with {other}"
    what = said(line)[0].upper() + said(line)[1:]
    if first.clear and second.clear and first.mean * second.mean < 0:
        return f"{what}: the change turns round with the player, {with_each}."
    if found.finding in CLEAR:
        return f"{what}: how large the change is depends on the player, {with_each}."
    if found.finding == NOTHING:
        return f"{what}: the same change with either player, {with_each}."
    return f"{what}: it can't be told whether the change depends on the player, {with_each}."


def skill_cells(report: Report, rules: int) -> tuple[str, str, str, str]:
    """Return by how much the first player beats the second, its interval, who is ahead 95 times in 100 and when, and
    what the change of rules changes of it; in games of 100.
    """
    found, change = report.skill[rules], report.skill_changes.get(rules)
    scale, digits = (100, 1) if report.plan.unit == "games" else (1, 2)

    def text(value: float) -> str:
        return signed(scale * value, digits)

    def ends(interval: Interval) -> str:
        return f"{text(interval.low)} to {text(interval.high)}"

    better = report.plan.players[found.edge.mean < 0]
    when = (
        "" if found.until_ahead is None or not found.edge.clear else f"{better}, after {ahead_text(found.until_ahead)}"
    )
    more = "" if change is None else f"{text(change.mean)} ({ends(change)})"
    return text(found.edge.mean), ends(found.edge), when, more


def skill_sentence(report: Report, rules: int) -> str:
    """Say by how much the first player beats the second, below 0 where it is beaten."""
    one, other = report.plan.players
    edge, ends, when, change = skill_cells(report, rules)
    games = report.plan.unit == "games"
    gain = f"wins {edge} of 100 games above one half" if games else f"{edge} points a deal"
    said = f"{one} against {other}: {gain} ({ends})"
    elo = report.skill[rules].elo
    said += f"; {signed(elo, 0)} Elo points" if elo is not None and abs(elo) < 4000 else ""
    said += f"; ahead 95 times in 100: {when}" if when else ""
    return said + (f"; change {change}" if change else "")


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
    turned = ", each dealt by all four seats" if plan.unit == "shuffles" else ""
    each = " under each rule set" if report.compared else ""
    same = ", the same cards" if report.compared and all(plan.paired) else ""
    who = " and ".join(plan.players)
    return f"{counted(report.units, plan.unit)}{turned}{each}{same}; players: {who}; seed {plan.seed}"
