"""A report on the terminal: words first, then a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.cli.results.numbers import (
    change_texts,
    legend,
    marked_text,
    number,
    star,
    value_range,
    value_text,
    value_texts,
)
from interpreter.cli.results.words import (
    dealt_text,
    depends_sentences,
    finding_text,
    margin_text,
    said,
    sentences,
    share_text,
    skill_sentence,
)
from interpreter.cli.screen import Screen

if TYPE_CHECKING:
    from interpreter.compare.report import Line, Report

OVERVIEW = ("defenders", "made", "length", "dealer's edge")
"""What is shown of many changes of rules at once; the rest is in the page and the files."""


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
    many = report.workers != 1
    workers = f"on a cluster of {report.workers} worker{'s' * many}"
    where = workers if report.cluster else f"by {report.workers} process{'es' * many}"
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
                cells += ["", ""] if found is None else [value_text(line, found.mean), value_range(line, found)]
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
        for sentence in depends_sentences(report, 1):
            screen.line(sentence)
        screen.line(("the 95 % intervals of a measure hold for both players together", "dim"))


def change_row(report: Report, line: Line, player: int) -> list[str]:
    """Return one measure's row, empty where nothing is known."""
    values = [line.values.get(report.setting(rules, player)) for rules in (0, 1)]
    change = line.changes.get((1, player))
    cells = [f"  {said(line)}", *value_texts(line, values, change)]
    if change is None:
        return cells if any(value is not None for value in values) else []
    return [*cells, *change_texts(line, change.interval), finding_text(change)]


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
                mean, ends = ("", "") if change is None else change_texts(line, change.interval)
                cells += ["" if change is None else marked_text(mean, change) + star(line, rules), ends]
            rows.append(cells)
        print_table(screen, headings, rows)
    together = f"; the 95 % intervals of a measure hold for all {plan.comparisons} changes together" * (
        plan.comparisons > 1
    )
    screen.line((f"{legend(report)}; shares and changed deals are of 100{together}", "dim"))
    for rules in range(1, len(plan.rules)):
        for sentence in depends_sentences(report, rules) if len(plan.players) > 1 else ():
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
    for rules in report.skill:
        screen.line((f"{report.plan.rules[rules].reference}: ", "mark"), skill_sentence(report, rules))


def grouped(report: Report) -> list[tuple[str, list[Line]]]:
    """Return the lines by group, in order."""
    groups: dict[str, list[Line]] = {}
    for line in report.lines:
        groups.setdefault(line.group, []).append(line)
    return list(groups.items())


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
