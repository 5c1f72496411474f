"""The deal that a change of rules changed most, as two records: one under each rule set."""

from __future__ import annotations

from pathlib import Path

from interpreter.compare.plan import Plan
from interpreter.compare.report import Report
from interpreter.compare.sources import sources_of
from interpreter.notation import format_contract
from interpreter.record import Header, create
from interpreter.table import SIDE_NAMES, Seat


def clearest(report: Report) -> tuple[int, int]:
    """Return which change of rules and which players have the largest difference; the first of equals."""
    return max(report.clearest, key=lambda key: report.clearest[key][2])


def record_paths(file: str) -> tuple[str, str]:
    """Return where the two records go: `deal-1.jsonl` and `deal-2.jsonl` for `deal.jsonl`."""
    path = Path(file)
    one, other = (path.with_name(f"{path.stem}-{place}{path.suffix or '.jsonl'}") for place in (1, 2))
    return str(one), str(other)


def record_example(report: Report, file: str, made_by: str) -> list[str]:
    """Write the records to their `record_paths`, the rule set that is compared with first; return these.

    They have no seed, since their chance isn't that of a match. Raises `InputError` where one exists or can't be
    written.
    """
    plan = report.plan
    rules, who = clearest(report)
    number, dealer, _ = report.clearest[rules, who]
    paths = list(record_paths(file))
    for path, at in zip(paths, (0, rules), strict=True):
        setting = report.setting(at, who)
        source, players = sources_of(plan).players[setting], plan.settings[setting].players
        with create(path, Header(source.profile, players, dealer, None, made_by)) as writer:
            source.replay(number, dealer, turned_by(plan, dealer), writer)
    return paths


def example_texts(report: Report, rules: int, who: int) -> list[tuple[str, str, str, str]]:
    """Return the same deal in words, under each rule set: its name, the calls, the outcome and both sides' points."""
    plan = report.plan
    number, dealer, _ = report.clearest[rules, who]
    found = []
    for at in (0, rules):
        profile = sources_of(plan).rules[at].profile
        source = sources_of(plan).players[report.setting(at, who)]
        row = source.deal(number, dealer, turned_by(plan, dealer))
        calls = ", ".join(text for _, text in source.calls(row, turned_by(plan, dealer)))
        if row.contract is None:
            outcome = "passed out" if row.ending == "passed" else "thrown in"
        else:
            made = "" if row.made is None else ", made" if row.made else ", set"
            outcome = f"{format_contract(profile, row.contract)}, books {row.books[0]} to {row.books[1]}{made}"
        sides = ", ".join(f"{name} {points:+d}" for name, points in zip(SIDE_NAMES, row.points, strict=True))
        found.append((profile.reference, calls, outcome, sides))
    return found


def turned_by(plan: Plan, dealer: Seat) -> Seat | None:
    """Return the seat by which the hands are turned back, None where they go round with the dealer."""
    return dealer if plan.unit == "shuffles" else None
