"""A report as one page, complete in itself: words first, then plots with a table under each, then how it was done."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from interpreter.cli.results.figures import Figure, figures_of
from interpreter.cli.results.method import method
from interpreter.cli.results.numbers import change_texts, counted, number, value_range, value_text, value_texts
from interpreter.cli.results.table import grouped, short
from interpreter.cli.results.words import (
    dealt_text,
    depends_sentences,
    finding_text,
    said,
    sentences,
    skill_cells,
)
from interpreter.cli.version import version
from interpreter.compare.fingerprint import fingerprint

if TYPE_CHECKING:
    from interpreter.compare.report import Line, Report
    from interpreter.model import Profile

STYLE = """
:root { color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 0 auto; max-width: 46rem;
  padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1.05rem; }
figure { margin: 1rem 0; } figure > div, .wide { overflow-x: auto; }
svg { width: 100%; min-width: 20rem; max-width: 36rem; height: auto; }
figcaption { font-size: .9rem; color: #555; }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; overflow-wrap: normal; }
td { white-space: nowrap; } td:first-child, .text td { white-space: normal; }
th:first-child, td:first-child, .text th, .text td { text-align: left; }
thead th { border-bottom: 2px solid #767676; vertical-align: bottom; }
tbody th { text-align: left; font-weight: 600; padding-top: .7rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem; background: #f4f4f4; }
pre { padding: .6rem; white-space: pre-wrap; }
.lead { font-size: 1.1rem; } details { margin: .5rem 0; } summary { cursor: pointer; color: #005a8c; }
a { color: #005a8c; }
@media print { details > * { display: block; } body { max-width: none; } }
"""


def page(report: Report, profiles: Sequence[Profile], differences: Sequence[Sequence[str]], command: str) -> str:
    """Return the whole page. `differences` says in words how each rule set differs from the first."""
    title = heading(report)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(dealt_text(report))}.</p>",
        *in_words(report),
        *rules_section(report, differences),
        *(part for figure in figures_of(report) for part in figure_part(figure)),
        *example_section(report),
        *tables(report),
        *method_section(report),
        *repeat_section(report, profiles, command),
    ]
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def heading(report: Report) -> str:
    """Return the page's title."""
    rules = report.plan.rules
    if len(rules) == 1:
        return f"{report.titles[0]}: what its deals come to"
    if len(rules) == 2:
        return f"{rules[0].reference} against {rules[1].reference}"
    return f"{report.titles[0]}: {len(rules) - 1} changes of its rules"


def in_words(report: Report) -> Iterator[str]:
    """Yield the findings as sentences."""
    if not report.compared:
        return
    yield "<h2>In words</h2>"
    players = report.plan.players
    for rules in range(1, len(report.plan.rules)):
        if len(report.plan.rules) > 2:
            yield f"<h3>{escape(short(report, rules))}</h3>"
        for player, name in enumerate(players):
            text = " ".join(sentences(report, (rules, player)))
            who = f"<strong>{escape(name)}:</strong> " if len(players) > 1 else ""
            yield f'<p class="{"lead" if len(report.plan.rules) == 2 else ""}">{who}{escape(text)}</p>'
        if len(players) > 1:
            yield f"<p>{escape(' '.join(depends_sentences(report, rules)))}</p>"


def rules_section(report: Report, differences: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield what the rule sets are."""
    yield "<h2>The rules</h2>"
    yield (
        f"<p>{escape(report.titles[0])} (<code>{escape(report.plan.rules[0].reference)}</code>)"
        f"{', and how the others differ from it:' if report.compared else ''}</p>"
    )
    if report.compared:
        rows = [
            [f"<code>{escape(report.plan.rules[at].reference)}</code>", escape("; ".join(differences[at]))]
            for at in range(1, len(report.plan.rules))
        ]
        yield table(["rules", "difference"], rows, text=True)


def figure_part(figure: Figure) -> Iterator[str]:
    """Yield a plot with its table."""
    yield f"<h2>{escape(figure.heading)}</h2>"
    yield f"<figure><div>{figure.svg}</div><figcaption>{escape(figure.caption)}</figcaption></figure>"
    rows = [[escape(cell) for cell in row] for row in figure.rows]
    yield f"<details><summary>The numbers</summary>{table(figure.columns, rows)}</details>"


def example_section(report: Report) -> Iterator[str]:
    """Yield the deal that differs most, call by call."""
    if not report.clearest:
        return
    from interpreter.compare.example import clearest, example_texts

    rules, player = clearest(report)
    yield "<h2>One deal that came out differently</h2>"
    who = f" (players: {escape(report.plan.players[player])})" if len(report.plan.players) > 1 else ""
    yield (
        f"<p>The largest difference that was seen{who}, so no typical one. <code>--example deal.jsonl</code> added to "
        "the command below writes it as records, and <code>bidwhist replay</code> shows them card by card.</p>"
    )
    rows = [
        [f"<code>{escape(name)}</code>", *map(escape, cells)] for name, *cells in example_texts(report, rules, player)
    ]
    yield table(["rules", "calls, from the dealer's left", "outcome", "points"], rows, text=True)


def tables(report: Report) -> Iterator[str]:
    """Yield every number."""
    yield "<h2>All numbers</h2>"
    players = report.plan.players
    for player, name in enumerate(players):
        if len(players) > 1:
            yield f"<h3>Players: {escape(name)}</h3>"
        if not report.compared:
            yield value_table(report, player)
        for rules in range(1, len(report.plan.rules)):
            inner = change_table(report, rules, player)
            if len(report.plan.rules) == 2:
                yield inner
            else:
                yield f"<details><summary>{escape(short(report, rules))}</summary>{inner}</details>"
    yield from skill_table(report)
    if report.lengths:
        rows = [
            [escape(setting_text(report, at)), str(found.tenth), str(found.half), str(found.ninetenths)]
            for at, found in report.lengths.items()
        ]
        yield "<h3>So many deals, and so many of 100 games are over</h3>"
        yield table(["", "10", "50", "90"], rows)


def value_table(report: Report, player: int) -> str:
    """Return what one rule set comes to."""
    at, rows = report.setting(0, player), list[list[str]]()
    for group, lines in grouped(report):
        rows.append([escape(group)])
        for line in lines:
            found = line.values.get(at)
            if found is not None:
                rows.append([escape(said(line)), value_text(line, found.mean), value_range(line, found)])
    return table(["", "mean", "95 %"], rows)


def change_table(report: Report, rules: int, player: int) -> str:
    """Return what one change of rules does."""
    rows = list[list[str]]()
    for group, lines in grouped(report):
        rows.append([escape(group)])
        for line in lines:
            values = [line.values.get(report.setting(one, player)) for one in (0, rules)]
            change = line.changes.get((rules, player))
            cells = [escape(said(line)), *value_texts(line, values, change)]
            if change is not None:
                cells += [*change_texts(line, change.interval), finding_text(change)]
            rows.append(cells + [""] * (6 - len(cells)))
    return table(["", report.plan.rules[0].reference, short(report, rules), "change", "95 %", ""], rows)


def skill_table(report: Report) -> Iterator[str]:
    """Yield how much the players differ."""
    if not report.skill:
        return
    one, other = report.plan.players
    yield f"<h3>{escape(one)} against {escape(other)}, each at either pair of seats</h3>"
    rows = [
        [escape(report.plan.rules[rules].reference), *map(escape, skill_cells(report, rules))] for rules in report.skill
    ]
    gain = f"{one} wins, of 100 games above one half" if report.plan.unit == "games" else f"{one} gains, points a deal"
    yield table(["", gain, "95 %", "ahead 95 times in 100", "change"], rows)


def method_section(report: Report) -> Iterator[str]:
    """Yield how it was done and what it can't tell."""
    yield "<h2>How this was found, and its limits</h2>"
    yield from (f"<p>{escape(text)}</p>" for text in method(report))
    if report.notes:
        yield f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in report.notes)}</ul>"


def repeat_section(report: Report, profiles: Sequence[Profile], command: str) -> Iterator[str]:
    """Yield all that is needed to do it again, and the numbers as a file."""
    yield "<h2>Do it again</h2>"
    yield f"<pre>{escape(command)}</pre>"
    yield (
        f"<p>bidwhist {escape(version())} (code {fingerprint()}), seed {report.plan.seed}, "
        f"{counted(report.units, report.plan.unit)}. The same command gives the same numbers on any machine, whatever "
        f"the number of workers. It took {number(report.seconds, 0)} seconds here, after "
        f"{number(report.fitting, 1)} to load the rules and "
        "fit the players.</p>"
    )
    rows = [[f"<code>{escape(rules.reference)}</code>", f"<code>{rules.hash}</code>"] for rules in report.plan.rules]
    yield table(["rules", "hash of the resolved rules (SHA-256)"], rows, text=True)
    raw = base64.b64encode(as_csv(report).encode()).decode()
    yield f'<p><a download="numbers.csv" href="data:text/csv;base64,{raw}">All numbers as CSV</a></p>'


def as_csv(report: Report) -> str:
    """Return every number of the report, one a line."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["kind", "rules", "players", "measure", "unit", "mean", "low", "high", "n", "finding"])
    for line in report.lines:
        for at, found in line.values.items():
            setting = report.plan.settings[at]
            writer.writerow(
                ["value", report.plan.rules[setting.rules].reference, setting.players[0], *ends(line, found), ""]
            )
        for (rules, player), change in line.changes.items():
            names = (report.plan.rules[rules].reference, report.plan.players[player])
            writer.writerow(["change", *names, *ends(line, change.interval), change.finding])
    return text.getvalue()


def ends(line: Line, found: object) -> tuple[object, ...]:
    """Return a measure's name and one of its intervals."""
    from interpreter.statistics import Interval

    assert isinstance(found, Interval)
    return (line.key, line.unit, found.mean, *((found.low, found.high) if found.known else ("", "")), found.n)


def setting_text(report: Report, at: int) -> str:
    """Return a setting's name."""
    setting = report.plan.settings[at]
    name = report.plan.rules[setting.rules].reference
    return name if len(report.plan.players) == 1 else f"{name}, {setting.players[0]}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, text: bool = False) -> str:
    """Return a table; a row of one cell is a heading. Cells are HTML already, columns are not."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    kind = ' class="text"' if text else ""
    body = "".join(
        f'<tr><th scope="rowgroup" colspan="{len(columns)}">{row[0]}</th></tr>'
        if len(row) == 1
        else "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
