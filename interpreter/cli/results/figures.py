"""Which plots a report calls for, each with its caption and the table that stands under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.cli.results.numbers import change_texts, legend, marked_text, number, of_100, signed, star
from interpreter.cli.results.plots import ForestRow, Mark, Words, bars, described, forest, squares
from interpreter.cli.results.table import overview_lines, short
from interpreter.compare.report import GAMES

if TYPE_CHECKING:
    from interpreter.compare.report import Line, Report

MARGIN, AXIS = "Books over what was needed", "books; below 0 the contract is set"
TAIL = 0.0005
"""What comes less often than that is drawn together with its neighbour at the edge."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with what stands around it."""

    heading: str
    svg: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def figures_of(report: Report) -> Iterator[Figure]:
    """Yield the plots of a report, the most important first."""
    if not report.compared:
        yield from value_figures(report)
    elif len(report.plan.rules) == 2:
        yield from change_figures(report)
    else:
        yield from (many_changes(report, line) for line in overview_lines(report))


# ---- many changes


def many_changes(report: Report, line: Line) -> Figure:
    """Return a forest of all changes for one measure, the largest first."""
    players = report.plan.players
    by_size = sorted({rules for rules, _ in line.changes}, key=lambda rules: -line.changes[rules, 0].interval.mean)
    rows = [change_row(report, line, rules) for rules in by_size]
    unit = axis_of(line)
    words = Words(
        f"{line.said}: change by each rule", described(rows), f"change in {unit}", "\N{LEFTWARDS ARROW} less",
        "more \N{RIGHTWARDS ARROW}",
    )  # fmt: skip
    open_marks = any(not report.plan.paired[rules] for rules in by_size)
    return Figure(
        line.said[0].upper() + line.said[1:],
        forest(rows, words, small=small_of(line), legend=players),
        caption(report, open_marks=open_marks, many=len(by_size) > 1),
        ("change", *(f"{name}{part}" for name in columns_of(players) for part in ("", " 95 %"))),
        tuple(
            (short(report, rules), *(text for player in range(len(players)) for text in texts(line, rules, player)))
            for rules in by_size
        ),
    )


def change_row(report: Report, line: Line, rules: int) -> ForestRow:
    """Return one change's row; at its right how many deals it changed."""
    scale = 100 if line.is_share else 1
    marks = [
        Mark(line.changes[rules, player].interval.scaled(scale), player, report.plan.paired[rules])
        for player in range(len(report.plan.players))
        if (rules, player) in line.changes and line.changes[rules, player].interval.known
    ]
    shares = [
        report.differ[rules, player]["any"].value
        for player in range(len(report.plan.players))
        if (rules, player) in line.changes and (rules, player) in report.differ
    ]
    note = " / ".join(number(100 * share, 0) for share in shares)
    unlike = "" if report.plan.paired[rules] else "other cards"
    return ForestRow(short(report, rules), marks, f"{note} of 100 deals" if note else unlike)


def texts(line: Line, rules: int, player: int) -> tuple[str, str]:
    """Return a change and its interval for a table."""
    change = line.changes.get((rules, player))
    if change is None:
        return "", ""
    mean, ends = change_texts(line, change.interval)
    return marked_text(mean, change) + star(line, rules), ends


def columns_of(players: Sequence[str]) -> list[str]:
    """Return the columns of a table of changes."""
    return ["change"] if len(players) == 1 else list(players)


def axis_of(line: Line) -> str:
    """Return what an axis counts."""
    if line.group == GAMES and line.unit == "points":
        return "points"
    return {"share of deals": "deals of 100", "share of games": "games of 100", "points": "points a deal"}.get(
        line.unit, line.unit
    )


def small_of(line: Line) -> float:
    """Return the half-width of the band of what doesn't matter."""
    return line.small * (100 if line.is_share else 1)


def caption(report: Report, *, open_marks: bool, many: bool) -> str:
    """Return how a forest is to be read."""
    text = (
        "A mark is the average difference, its line the 95 % interval; the grey band is what doesn't matter at a table."
    )
    if many:
        text += " The intervals are wide enough for all rows together."
        text += " At the right: how many deals the rule changed." if report.differ else ""
    elif report.plan.comparisons > 1:
        text += " The intervals of a row are wide enough for both players together."
    if open_marks:
        text += " Open marks and broken lines: not the same deals."
    return f"{text} Among the numbers, {legend(report)}."


# ---- one change


def change_figures(report: Report) -> Iterator[Figure]:
    """Yield the plots of one change of rules: what changes, how often, and by how much in a single deal."""
    points = "Points" if report.plan.unit == "games" else "Points a deal"
    for unit, title in (("points", points), ("share of deals", "Of 100 deals")):
        lines = [line for line in report.lines if line.unit == unit and line.changes]
        if lines:
            yield one_change(report, lines, title)
    if (1, 0) in report.differ and report.plan.unit == "deals":
        yield hundred(report)
    if report.plan.unit != "games":
        yield single_units(report)
        yield from margins(report, [0, 1])
    games = [line for line in report.lines if line.unit == "share of games" and line.changes]
    if games:
        yield one_change(report, games, "Of 100 games")


def one_change(report: Report, lines: Sequence[Line], title: str) -> Figure:
    """Return a forest of measures of one unit."""
    scale = 100 if lines[0].is_share else 1
    players = report.plan.players
    rows = []
    for line in lines:
        found = [
            (player, line.changes[1, player].interval) for player in range(len(players)) if (1, player) in line.changes
        ]
        known = [(player, interval) for player, interval in found if interval.known]
        marks = [Mark(interval.scaled(scale), player, report.plan.paired[1]) for player, interval in known]
        rows.append(ForestRow(line.said, marks))
    words = Words(f"{title}: what changes", described(rows), f"change in {axis_of(lines[0])}",
                  "\N{LEFTWARDS ARROW} less", "more \N{RIGHTWARDS ARROW}")  # fmt: skip
    return Figure(
        title,
        forest(rows, words, small=small_of(lines[0]), legend=players),
        caption(report, open_marks=not report.plan.paired[1], many=False),
        ("", *(f"{name}{part}" for name in columns_of(players) for part in ("", " 95 %"))),
        tuple(
            (line.said, *(text for player in range(len(players)) for text in texts(line, 1, player))) for line in lines
        ),
    )


def who_scores(report: Report) -> str:
    """Return whose points the headline counts."""
    return "the declarers" if report.headline == "declarers" else "both sides together"


def hundred(report: Report) -> Figure:
    """Return 100 deals as squares: for whom the change of rules is good, and where it changes nothing."""
    counts, units = report.histograms[1, 0], sum(report.histograms[1, 0].values())
    differ = report.differ[1, 0]["any"].value
    up = sum(count for change, count in counts.items() if change > 0) / units
    down = sum(count for change, count in counts.items() if change < 0) / units
    who, players = who_scores(report), report.plan.players
    names = (f"{who} score more", f"{who} score less", "only something else changes", "nothing changes")
    shares = (up, down, max(0.0, differ - up - down), max(0.0, 1 - max(differ, up + down)))
    told = [f"{number(100 * share, 1)} {name}" for name, share in zip(names, shares, strict=True)]
    parts = list(zip(told, rounded(shares), strict=True))
    who_plays = f" (players: {players[0]})" if len(players) > 1 else ""
    others = "the defenders' points" if report.headline == "declarers" else "which side scores"
    return Figure(
        "What happens in 100 deals",
        squares(parts, Words("What happens in 100 deals", f"Of 100 deals: {', '.join(told)}.")),
        f"Each square is one of 100 deals, in whole numbers{who_plays}. Something else: the calls, the cards played, "
        f"the contract, the books, or {others}.",
        ("", "of 100 deals"),
        tuple((name, number(100 * share, 1)) for name, share in zip(names, shares, strict=True)),
    )


def rounded(shares: Sequence[float]) -> list[int]:
    """Return shares as whole numbers that add up to 100: the largest rests are rounded up."""
    exact = [100 * share / sum(shares) for share in shares]
    found = [int(value) for value in exact]
    for at in sorted(range(len(exact)), key=lambda at: found[at] - exact[at])[: 100 - sum(found)]:
        found[at] += 1
    return found


def single_units(report: Report) -> Figure:
    """Return how often a single deal, or the four deals of a shuffle together, change by how much."""
    players, who = report.plan.players, who_scores(report)
    one, many = ("deal", "deals") if report.plan.unit == "deals" else ("shuffle", "shuffles")
    four = "" if one == "deal" else " over its four deals"
    totals = [sum(report.histograms[1, player].values()) for player in range(len(players))]
    every = sorted({change for player in range(len(players)) for change in report.histograms[1, player]})
    shares = {
        change: [100 * report.histograms[1, player].get(change, 0) / totals[player] for player in range(len(players))]
        for change in every
    }
    drawn = {change: found for change, found in shares.items() if change and max(found) >= 100 * TAIL}
    same = " and ".join(of_100(found / 100) for found in shares.get(0, [0.0] * len(players)))
    title = f"How much a single {one} changes{four}"
    words = Words(
        title,
        f"In {same} {many} {who} score the same. " + ", ".join(
            f"{signed(change, 0)}: {' and '.join(number(one, 1) for one in found)}" for change, found in drawn.items()
        ),
        f"change in points of {who}{four}",
    )  # fmt: skip
    return Figure(
        title,
        bars(drawn or {0: [0.0] * len(players)}, words, legend=players if len(players) > 1 else (), of=many),
        f"In {same} {many} {who} score the same; these aren't drawn. Single {many} differ far more than the average.",
        ("change", *(f"of 100, {name}" if len(players) > 1 else "of 100" for name in players)),
        tuple((signed(change, 0), *(number(one, 2) for one in found)) for change, found in shares.items()),
    )


# ---- how often each number comes


def margins(report: Report, rules: Sequence[int]) -> Iterator[Figure]:
    """Yield how many books over what they needed contracts bring: for one rule set by player, else player by player."""
    players = range(len(report.plan.players))
    if len(rules) == 1:
        yield from spread(
            MARGIN, AXIS, [report.over.get(report.setting(rules[0], player), {}) for player in players],
            report.plan.players, "contracts",
        )  # fmt: skip
        return
    for player in players:
        yield from spread(
            MARGIN if len(players) == 1 else f"{MARGIN} (players: {report.plan.players[player]})", AXIS,
            [report.over.get(report.setting(one, player), {}) for one in rules],
            [short(report, one) for one in rules], "contracts",
        )  # fmt: skip


def spread(
    title: str, axis: str, found: Sequence[Mapping[int, int]], names: Sequence[str], of: str
) -> Iterator[Figure]:
    """Yield how often each whole number came, of 100 for each name; nothing where one of them has none."""
    totals = [sum(counts.values()) for counts in found]
    if not all(totals):
        return
    legend = names if len(names) > 1 else ()
    every = sorted({number for counts in found for number in counts})
    shares = {
        one: [100 * counts.get(one, 0) / total for counts, total in zip(found, totals, strict=True)] for one in every
    }
    told = ", ".join(f"{one}: {' and '.join(number(share, 1) for share in shares[one])}" for one in every)
    yield Figure(
        title,
        bars(shares, Words(title, f"Of 100 {of}, {told}.", axis), legend=legend, of=of),
        f"How often each number came, of 100 {of}.",
        ("", *(f"of 100, {name}" if legend else "of 100" for name in names)),
        tuple((str(one), *(number(share, 2) for share in found)) for one, found in shares.items()),
    )


def value_figures(report: Report) -> Iterator[Figure]:
    """Yield the plots of one rule set: its points, and how close contracts are."""
    players = range(len(report.plan.players))
    if report.plan.unit == "deals":
        found = [report.values.get(report.setting(0, player), {}) for player in players]
        who = "the declarers" if report.headline == "declarers" else "both sides"
        yield from spread("Points of a deal", f"points of {who}", found, report.plan.players, "deals")
    yield from margins(report, [0])
