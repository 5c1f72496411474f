"""A report on the terminal: words first, then a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.cli.results.words import (
    FINDINGS,
    change_text,
    dealt_text,
    depends_sentence,
    margin_text,
    number,
    range_text,
    sentences,
    share_text,
    signed,
    value_text,
)
from interpreter.cli.screen import Screen

if TYPE_CHECKING:
    from interpreter.compare.report import Line, Report

OVERVIEW = ("defenders", "made", "length", "dealer's edge")
"""What is shown of many changes of rules at once; the rest is in the page and the files."""
PER_100 = "of 100 deals"


def print_report(report: Report, differences: Sequence[Sequence[str]]) -> None:
    """Print a report; `differences` says in words how each rule set differs from the first."""
    screen = Screen()
    if len(report.plan.rules) > 2:
        print_overview(screen, report)
    elif report.compared:
        print_change(screen, report, differences[1])
    else:
        print_values(screen, report)
    print_skill(screen, report)
    for note in report.notes:
        screen.line(("note: ", "mark"), note)
    screen.line((cost_text(report), "dim"))


def cost_text(report: Report) -> str:
    """Say what the run took."""
    rate = report.deals * len(report.plan.settings) / max(report.seconds, 1e-9)
    where = "on a cluster" if report.workers == 0 else f"by {report.workers} process{'es' * (report.workers != 1)}"
    fitting = f", after {number(report.fitting, 1)} s to load the rules and fit the players"
    return f"{number(report.seconds, 1)} s {where}, {rate:,.0f} deals a second{fitting}"


def print_values(screen: Screen, report: Report) -> None:
    """Print what one rule set comes to, by player."""
    plan = report.plan
    screen.line((report.titles[0], "title"), (f" ({plan.rules[0].reference})", "dim"))
    screen.line((dealt_text(report), "dim"))
    settings = [report.setting(0, player) for player in range(len(plan.players))]
    headings = ["", *(text for player in plan.players for text in (player, "95 %"))]
    rows: list[list[str]] = []
    for group, lines in grouped(report):
        rows.append([group])
        for line in lines:
            cells = [f"  {said(line)}"]
            for at in settings:
                found = line.values.get(at)
                told = found is not None and found.known and found.half_width
                half = f"± {value_text(line, found.half_width)}" if found is not None and told else ""
                cells += ["" if found is None else value_text(line, found.mean), half]
            rows.append(cells)
    print_table(screen, headings, rows)
    print_spread(screen, report, settings)


def print_change(screen: Screen, report: Report, differences: Sequence[str]) -> None:
    """Print what one change of rules does."""
    plan = report.plan
    screen.line((f"{plan.rules[0].reference} against {plan.rules[1].reference}", "title"))
    for words in differences:
        screen.line(words, indent=2)
    screen.line((dealt_text(report), "dim"))
    for player, name in enumerate(plan.players):
        if len(plan.players) > 1:
            screen.line((f"players: {name}", "mark"))
        for sentence in sentences(report, (1, player)):
            screen.line(sentence)
        headings = ["", plan.rules[0].reference, short(report, 1), "change", "95 %", ""]
        rows: list[list[str]] = []
        for group, lines in grouped(report):
            rows.append([group])
            rows += [row for line in lines if (row := change_row(report, line, player))]
        print_table(screen, headings, rows)
        print_spread(screen, report, [report.setting(rules, player) for rules in (0, 1)])
    if len(plan.players) > 1:
        screen.line(depends_sentence(report, 1))
        screen.line(("the 95 % intervals of a measure hold for both players together", "dim"))


def change_row(report: Report, line: Line, player: int) -> list[str]:
    """Return one measure's row, empty where nothing is known."""
    values = [line.values.get(report.setting(rules, player)) for rules in (0, 1)]
    cells = [f"  {said(line)}", *("" if value is None else value_text(line, value.mean) for value in values)]
    change = line.changes.get((1, player))
    if change is None:
        return cells if any(value is not None for value in values) else []
    interval = change.interval
    return [*cells, change_text(line, interval.mean), range_text(line, interval), FINDINGS[change.finding]]


def print_overview(screen: Screen, report: Report) -> None:
    """Print what many changes of rules do, one a row."""
    plan = report.plan
    screen.line((f"{report.titles[0]}", "title"), (f" ({plan.rules[0].reference})", "dim"))
    screen.line((dealt_text(report), "dim"))
    lines = overview_lines(report)
    for player, name in enumerate(plan.players):
        if len(plan.players) > 1:
            screen.line((f"players: {name}", "mark"))
        headings = ["change", "deals changed", *(text for line in lines for text in (brief(line), "95 %"))]
        rows = [["(as it is)", "", *value_cells(report, lines, player)]]
        for rules in range(1, len(plan.rules)):
            differ = report.differ.get((rules, player))
            unlike = "" if plan.paired[rules] else "other cards"
            cells = [short(report, rules), share_text(differ["any"]) if differ else unlike]
            for line in lines:
                change = line.changes.get((rules, player))
                cells += ["", ""] if change is None else [
                    change_text(line, change.interval.mean) + ("" if change.finding == "open" else "*"),
                    range_text(line, change.interval),
                ]  # fmt: skip
            rows.append(cells)
        print_table(screen, headings, rows)
    together = f"; the 95 % intervals of a measure hold for all {plan.comparisons} changes together" * (
        plan.comparisons > 1
    )
    screen.line(
        (f"* more than chance, or no change that matters; shares and changed deals are of 100{together}", "dim")
    )
    for rules in range(1, len(plan.rules)):
        sentence = depends_sentence(report, rules) if len(plan.players) > 1 else ""
        if sentence:
            screen.line(f"{short(report, rules)}: {sentence}")


def overview_lines(report: Report) -> list[Line]:
    """Return the measures for many changes at once."""
    first = report.line(report.headline)
    keys = [key for key in OVERVIEW if key != report.headline]
    return [line for line in (first, *(report.line(key) for key in keys)) if line is not None]


def value_cells(report: Report, lines: Sequence[Line], player: int) -> list[str]:
    """Return the first rule set's values."""
    cells = []
    for line in lines:
        value = line.values.get(report.setting(0, player))
        cells += ["", ""] if value is None else [value_text(line, value.mean), ""]
    return cells


def print_spread(screen: Screen, report: Report, settings: Sequence[int]) -> None:
    """Print how far contracts are made or set, and how long games are."""
    for at in settings:
        over = report.over.get(at)
        if over:
            screen.line(f"{report.plan.rules[report.plan.settings[at].rules].reference}: {margin_text(over)}")
    for at in settings:
        found = report.lengths.get(at)
        if found is not None:
            setting = report.plan.settings[at]
            who = report.plan.rules[setting.rules].reference
            screen.line(
                f"{who}: at least half of the games are over within {found.half} deals, "
                f"at least 10 of 100 within {found.tenth}, at least 90 of 100 within {found.ninetenths}"
            )


def print_skill(screen: Screen, report: Report) -> None:
    """Print how much the players differ."""
    for rules, found in report.skill.items():
        turn = 1 if found.edge.mean >= 0 else -1
        one, other = report.plan.players[::turn]
        unit = "of the games more" if found.until_ahead is None else "points a deal more"
        edge = found.edge.scaled(turn)
        said = f"{other} against {one} wins {signed(edge.mean)} {unit} ({signed(edge.low)} to {signed(edge.high)})"
        if found.until_ahead is not None and edge.clear:
            said += f"; it is ahead 95 times in 100 after {math.ceil(found.until_ahead):,} deals"
        if found.elo is not None:
            said += f"; {abs(found.elo):,.0f} Elo points" if abs(found.elo) < 4000 else ""
        change = report.skill_changes.get(rules)
        if change is not None:
            change = change.scaled(turn)
            said += f"; change {signed(change.mean)} ({signed(change.low)} to {signed(change.high)})"
        screen.line((f"{report.plan.rules[rules].reference}: ", "mark"), said)


def grouped(report: Report) -> list[tuple[str, list[Line]]]:
    """Return the lines by group, in order."""
    groups: dict[str, list[Line]] = {}
    for line in report.lines:
        groups.setdefault(line.group, []).append(line)
    return list(groups.items())


def said(line: Line) -> str:
    """Return how a measure is named in a table."""
    unit = {"share of deals": f", {PER_100}", "share of games": ", of 100 games"}.get(line.unit, "")
    return f"{line.said}{unit}"


def brief(line: Line) -> str:
    """Return a measure's name for a narrow column."""
    names = {"both": "points", "length": "deals a game"}
    return names.get(line.key, line.key)


def short(report: Report, rules: int) -> str:
    """Return a rule set's reference, without the first one's where it goes on from there."""
    base, reference = report.plan.rules[0].reference, report.plan.rules[rules].reference
    return reference.removeprefix(base) if reference.startswith(f"{base}+") else reference


def print_table(screen: Screen, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: the first column to the left, the others to the right; row by row where it is too wide."""
    full = [row for row in rows if len(row) > 1]
    widths = [max(len(row[at]) for row in [headings, *full] if at < len(row)) for at in range(len(headings))]
    if sum(widths) + 2 * (len(widths) - 1) > screen.width:
        for row in rows:
            screen.line((row[0], "mark") if len(row) == 1 else row[0])
            cells = [f"{name} {cell}".strip() for name, cell in zip(headings[1:], row[1:], strict=False) if cell]
            if cells:
                screen.line("; ".join(cells), indent=4, hang=0)
        return

    def line(cells: Sequence[str]) -> str:
        last = len(headings) - 1
        placed = [
            cell.ljust(width) if at == 0 or (at == last and not headings[last]) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=False))
        ]
        return "  ".join(placed).rstrip()

    screen.line((line(headings), "dim"))
    for row in rows:
        screen.line((row[0], "mark") if len(row) == 1 else line(row), hang=4)
