"""Results for programs: one JSON document, and one row a deal as CSV or Parquet."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from interpreter.cli.results.drafts import draft_of
from interpreter.notation import format_contract
from interpreter.statistics import Interval, Share
from interpreter.table import SEAT_NAMES

if TYPE_CHECKING:
    from interpreter.compare.batches import Told
    from interpreter.compare.plan import Plan
    from interpreter.compare.report import Line, Report
    from interpreter.compare.rows import Row
    from interpreter.model import Profile

ROW_GROUP = 2_000
"""So many rows at least make a row group of a Parquet file, but for the last."""
STDOUT = "-"
"""In place of a file's name."""
RowWriter: TypeAlias = "Callable[[Sequence[Told]], None]"
COLUMNS = (
    ("reference", "string"), ("hash", "string"), ("players", "string"), ("seed", "int64"), ("game", "int64"),
    ("deal", "int64"), ("rotation", "int8"), ("dealer", "string"), ("first_caller", "string"),
    ("first_bidder", "string"), ("ending", "string"), ("contract", "string"), ("declarer", "string"), ("made", "bool"),
    ("books_declarers", "int16"), ("books_defenders", "int16"),
    ("points_north_south", "int32"), ("points_east_west", "int32"),
    ("before_north_south", "int32"), ("before_east_west", "int32"), ("bids", "int16"), ("calls", "string"),
)  # fmt: skip
"""The columns and their types.

Games and deals are counted from 0, deals within their game; single deals belong to no game, and with --rotate `deal` is
the shuffle and `rotation`, 1 to 4, which of its deals. `before` are the totals before the deal. In games without a bid
the declarers' books are those of north and south.
"""


def flat(plan: Plan, profiles: Sequence[Profile], told: Told) -> tuple[Any, ...]:
    """Return a deal as one row of `COLUMNS`."""
    setting, row, calls, before = told
    place = plan.settings[setting]
    profile, contract = profiles[place.rules], row.contract
    declarer = -1 if contract is None else contract.declarer
    return (
        profile.reference, profile.hash, players_text(place.players), plan.seed, *numbers(plan, row),
        SEAT_NAMES[row.dealer], SEAT_NAMES[calls[0][0]] if calls else "",
        SEAT_NAMES[calls[row.called_first][0]] if row.bids else "", row.ending,
        "" if contract is None or declarer < 0 else format_contract(profile, contract.changed({}, -1)),
        SEAT_NAMES[declarer] if declarer >= 0 else "", row.made, *row.books, *row.points, *before,
        row.bids, ", ".join(text for _, text in calls),
    )  # fmt: skip


def numbers(plan: Plan, row: Row) -> tuple[int | None, int, int | None]:
    """Return which game, deal and rotation a row is of."""
    if plan.unit == "games":
        from interpreter.compare.dealing import GAME

        game, deal = divmod(row.number, GAME)
        return game - 1, deal, None
    return None, row.number, row.dealer + 1 if plan.unit == "shuffles" else None


def players_text(players: Sequence[str]) -> str:
    """Return who plays: one name where all are alike, else north-south's and east-west's."""
    return players[0] if len(set(players)) == 1 else f"{players[0]} (north-south), {players[1]} (east-west)"


@contextmanager
def csv_writer(path: str, plan: Plan) -> Iterator[RowWriter]:
    """Open a CSV file, or standard output where the path is `STDOUT`, for the deals of a plan."""
    if path == STDOUT:
        yield csv_rows(sys.stdout, plan)
        return
    with draft_of(path) as draft, open(draft.name, "w", encoding="utf-8", newline="") as file:
        write_rows = csv_rows(file, plan)

        def write(rows: Sequence[Told]) -> None:
            write_rows(rows)
            draft.wanted = True

        yield write


def csv_rows(file: TextIO, plan: Plan) -> RowWriter:
    """Write the names of the columns and return what writes rows."""
    profiles = [rules.load() for rules in plan.rules]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([name for name, _ in COLUMNS])

    def write(rows: Sequence[Told]) -> None:
        for told in rows:
            cells = flat(plan, profiles, told)
            writer.writerow(str(cell).lower() if isinstance(cell, bool) else cell for cell in cells)

    return write


@contextmanager
def parquet_writer(path: str, plan: Plan) -> Iterator[RowWriter]:
    """Open a Parquet file for the deals of a plan, one row group for some thousands of them; needs pyarrow."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    profiles = [rules.load() for rules in plan.rules]
    types = {"string": arrow.string(), "bool": arrow.bool_()}
    schema = arrow.schema([(name, types.get(kind) or getattr(arrow, kind)()) for name, kind in COLUMNS])
    waiting = list[tuple[Any, ...]]()
    with draft_of(path) as draft, parquet.ParquetWriter(draft.name, schema) as writer:

        def put() -> None:
            columns = zip(*waiting, strict=True)
            arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
            waiting.clear()

        def write(rows: Sequence[Told]) -> None:
            waiting.extend(flat(plan, profiles, told) for told in rows)
            draft.wanted = True
            if len(waiting) >= ROW_GROUP:
                put()

        try:
            yield write
        finally:
            if waiting:
                put()


# ---- one JSON document


def document(report: Report, version: str, *, interrupted: bool) -> dict[str, Any]:
    """Return everything that a report says, as programs read it. Shares lie between 0 and 1."""
    plan = report.plan
    return {
        "version": version,
        "seed": plan.seed,
        "unit": plan.unit,
        "units": report.units,
        "deals": report.deals,
        "players": plan.players,
        "rules": [
            {"reference": rules.reference, "hash": rules.hash, "title": title, "same_cards": paired}
            for rules, title, paired in zip(plan.rules, report.titles, plan.paired, strict=True)
        ],
        "headline": report.headline,
        "measures": [line_json(report, line) for line in report.lines],
        "differ": [
            {**key_json(report, key), **{what: share_json(share) for what, share in found.items()}}
            for key, found in report.differ.items()
        ],
        "differences": [
            {**key_json(report, key), "counts": {str(number): count for number, count in found.items()}}
            for key, found in report.histograms.items()
        ],
        "books_over": [
            {**setting_json(report, at), "counts": {str(number): count for number, count in found.items()}}
            for at, found in report.over.items()
        ],
        "game_lengths": [
            {**setting_json(report, at), "10%": found.tenth, "50%": found.half, "90%": found.ninetenths}
            for at, found in report.lengths.items()
        ],
        "skill": [
            {
                "reference": plan.rules[rules].reference,
                "better_if_above_0": plan.players[0],
                "against": plan.players[1],
                "edge": interval_json(found.edge),
                "deals_until_ahead": finite(found.until_ahead),
                "elo": finite(found.elo),
                "change": interval_json(report.skill_changes[rules]) if rules in report.skill_changes else None,
            }
            for rules, found in report.skill.items()
        ],
        "clearest": [
            {**key_json(report, key), "deal": number, "dealer": SEAT_NAMES[dealer], "difference": size}
            for key, (number, dealer, size) in report.clearest.items()
        ],
        "notes": report.notes,
        "run": {
            "seconds": round(report.seconds, 3),
            "fitting_seconds": round(report.fitting, 3),
            "workers": report.workers,
            "cluster": report.cluster,
            "interrupted": interrupted,
        },
    }


def finite(number: float | None) -> float | None:
    """Return a number as JSON can hold it: null for an infinite one."""
    return None if number is None or math.isinf(number) else number


def line_json(report: Report, line: Line) -> dict[str, Any]:
    """Return one measure."""
    return {
        "measure": line.key,
        "group": line.group,
        "said": line.said,
        "unit": line.unit,
        "values": [{**setting_json(report, at), **interval_json(found)} for at, found in line.values.items()],
        "changes": [
            {**key_json(report, key), **interval_json(found.interval), "finding": found.finding}
            for key, found in line.changes.items()
        ],
        "depends_on_player": [
            {"reference": report.plan.rules[rules].reference, **interval_json(found.interval), "finding": found.finding}
            for rules, found in line.depends.items()
        ],
    }


def setting_json(report: Report, at: int) -> dict[str, str]:
    """Return which setting something is about."""
    setting = report.plan.settings[at]
    return {"reference": report.plan.rules[setting.rules].reference, "players": players_text(setting.players)}


def key_json(report: Report, key: tuple[int, int]) -> dict[str, str]:
    """Return which change of rules something is about."""
    rules, player = key
    return {"reference": report.plan.rules[rules].reference, "players": report.plan.players[player]}


def interval_json(interval: Interval) -> dict[str, float | int | None]:
    """Return a mean with its interval, null where there is none."""
    low, high = (interval.low, interval.high) if interval.known else (None, None)
    return {"mean": interval.mean, "low": low, "high": high, "n": interval.n}


def share_json(share: Share) -> dict[str, float | int]:
    """Return a share with its interval."""
    return {"share": share.value, "low": share.low, "high": share.high, "n": share.n}
