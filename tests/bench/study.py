"""The worked study: the house rules of Bid Whist, one by one, against pagat.com's game, under two players.

    python tests/bench/study.py --html study.html --readme

Every house rule that fits the game and that the kernel can play (those that read a hand in the auction it can't; one
about reneges changes nothing between players that don't renege). `highest` bids like `rules` and plays its highest
card without a thought: what differs between the two comes of the card play. With `--readme` the table in README.md is
written anew. Some ten minutes on two cores with numba; the same numbers each time.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.cli.catalogue import entries
from interpreter.cli.progress import Bar
from interpreter.cli.results.numbers import change_text, change_texts, legend, marked_text, number, star, value_text
from interpreter.cli.results.page import page
from interpreter.cli.results.present import changed
from interpreter.compare.counts import Counts
from interpreter.compare.plan import Plan, rule_set, same_cards
from interpreter.compare.pool import processes
from interpreter.compare.report import Line, Report, report_of
from interpreter.compare.running import cores, run
from interpreter.compare.sources import prepare
from interpreter.errors import InputError
from interpreter.model import Profile
from interpreter.profile.load import load
from interpreter.tables import make_tables

ROOT = Path(__file__).resolve().parents[2]
BASE, PLAYERS = "pagat-54", ("rules", "highest")
LEFT_OUT = ("renege-loses",)
COLUMNS = ("declarers", "defenders", "made", "length", "dealer's edge")
HEADINGS = ("declarers' points a deal", "defenders' points", "made, of 100", "deals a game", "dealer's edge")
BEGIN, END = "<!-- study: python tests/bench/study.py --readme -->", "<!-- end of the study -->"


def rule_sets(only: list[str] | None) -> list[Profile]:
    """Return the game and every house rule on it that the study is about, or those of these names `only`."""
    found = [load(BASE)]
    for entry in entries():
        if (
            entry.kind == "house rule"
            and entry.shipped
            and entry.id not in LEFT_OUT
            and entry.id in (only or [entry.id])
        ):
            try:
                profile = load(f"{BASE}+{entry.id}")
            except InputError:
                continue
            if not make_tables(profile).lacks("cards", "dealing", "auction", "exchanges", "claims", "points"):
                found.append(profile)
    return found


def studied(profiles: list[Profile], deals: int, seed: int) -> Report:
    """Play and return what was found."""
    plan, fitting = prepare(
        Plan(
            rules=tuple(map(rule_set, profiles)),
            players=PLAYERS,
            seed=seed,
            paired=tuple(same_cards(profiles[0], profile) for profile in profiles),
        )
    )
    counts, start = Counts(), time.perf_counter()
    with Bar("playing", deals) as bar:
        for progress in run(plan, deals, processes(cores())):
            counts = progress.counts
            bar.advance(progress.batch.counts.units)
    return report_of(plan, counts, seconds=time.perf_counter() - start, fitting=fitting, workers=cores())


def markdown(report: Report) -> list[str]:
    """Return the table: a row for each rule, the largest effect on either side's points first."""
    lines = [report.line(key) for key in COLUMNS]
    rows = [
        f"| house rule | deals changed | {' | '.join(HEADINGS)} |",
        f"|---|---:|{'---:|' * len(HEADINGS)}",
        f"| *as it is* | | {' | '.join(cell(report, line, 0) for line in lines)} |",
    ]
    points = [line for line in lines[:2] if line is not None]
    assert points

    def size(rules: int) -> float:
        return max(abs(line.changes[rules, 0].interval.mean) for line in points)

    for rules in sorted(range(1, len(report.plan.rules)), key=size, reverse=True):
        name = report.plan.rules[rules].reference.partition("+")[2]
        differ = report.differ.get((rules, 0))
        changed = number(100 * differ["any"].value, 0) if differ else "other cards"
        rows.append(f"| `{name}` | {changed} | {' | '.join(cell(report, line, rules) for line in lines)} |")
    return rows


def cell(report: Report, line: object, rules: int) -> str:
    """Return one measure of one rule set under both players, with the marks of all reports (`numbers.legend`)."""
    assert isinstance(line, Line)
    if rules and (rules, 0) not in line.changes:
        return "-"
    if rules == 0:
        return " / ".join(value_text(line, line.values[report.setting(0, player)].mean) for player in (0, 1))
    if all(line.changes[rules, player].interval.half_width == 0 for player in (0, 1)):
        return "0"  # the rules allow nothing else
    texts = []
    for player in (0, 1):
        change = line.changes[rules, player]
        texts.append(marked_text(change_text(line, change.interval.mean), change))
    return " / ".join(texts) + star(line, rules).replace("*", " \\*")


def widest(report: Report) -> str:
    """Return the half-widths of the intervals, the widest of each column."""
    found = []
    for key, heading in zip(COLUMNS, HEADINGS, strict=True):
        line = report.line(key)
        assert line is not None
        paired = [change.interval for (rules, _), change in line.changes.items() if report.plan.paired[rules]]
        scale = 100 if line.is_share else 1
        found.append(f"{heading} ± {scale * max(interval.half_width for interval in paired):.2f}")
    return ", ".join(found)


def texts(report: Report) -> list[str]:
    """Return what README says of the study."""
    marks = legend(report).replace("*", "\\*")
    return [
        BEGIN,
        *markdown(report),
        "",
        f"{report.units:,} deals under each rule, by `{PLAYERS[0]}` / by `{PLAYERS[1]}` (the same bidding, the highest "
        f"card without a thought); {marks}; 0: the rules allow nothing else. The 95 % intervals hold for all "
        f"rules together, at most (same cards): {widest(report)}.",
        END,
    ]


def write_readme(text: str) -> None:
    """Put the table where the last one stood."""
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new = re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: text, old, flags=re.DOTALL)
    path.write_text(new, encoding="utf-8")


def main() -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(description="The house rules of Bid Whist one by one, under two players.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="+", metavar="HOUSE_RULE", help="these alone [all]")
    parser.add_argument("--html", help="write the page here")
    parser.add_argument("--readme", action="store_true", help="write the table in README.md anew")
    chosen = parser.parse_args()
    if chosen.deals < 1_000:
        parser.error("fewer than 1,000 deals don't fill the table")
    profiles = rule_sets(chosen.rules)
    report = studied(profiles, chosen.deals, chosen.seed)
    found = "\n".join(texts(report))
    print(found)
    for rules in range(1, len(profiles)):
        for line in (line for key in COLUMNS[:2] if (line := report.line(key)) is not None):
            ends = [change_texts(line, line.changes[rules, player].interval)[1] for player in (0, 1)]
            print(profiles[rules].reference, line.key, *ends)
    if chosen.html:
        words = [changed(profiles[0], profile) for profile in profiles]
        command = f"python tests/bench/study.py --deals {chosen.deals} --seed {chosen.seed} --html study.html"
        Path(chosen.html).write_text(page(report, profiles, words, command), encoding="utf-8")
    if chosen.readme:
        write_readme(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
