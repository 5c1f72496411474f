"""How many positions the double-dummy solver solves a second, and whether DDS, the bridge solver, agrees.

    pip install -e ".[fast,bench]" && python tests/bench/double_dummy.py

Whole deals of thirteen cards without extras, at trump and at no trump, solved by both in turn (`endplay` brings DDS;
each question is new to both); then deals of `pagat-54` as they stand after the rule player's auction and exchange: the
declarers' books, and whether the contract is made. CPU time.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.double_dummy import Position, Solver
from interpreter.players.fitting import fit_of
from interpreter.profile.load import load
from interpreter.simulate import RULES, Deals
from interpreter.tables import make_tables
from tests.kernels import after_auction, bridge_books, ending, whole

SUITS = {"trump": ("S", "H", "D", "C"), "no trump": ("none",)}


def milliseconds(times: list[float]) -> dict[str, float]:
    """Return what some times in seconds come to."""
    ordered = sorted(times)
    at = {part: ordered[min(int(len(ordered) * part / 100), len(ordered) - 1)] for part in (50, 95, 99)}
    found = {"mean": statistics.mean(times), **{f"{part} %": value for part, value in at.items()}, "max": ordered[-1]}
    return {name: round(1000 * value, 2) for name, value in found.items()}


def beside_dds(kind: str, count: int) -> dict[str, Any]:
    """Solve whole deals of thirteen cards by both solvers."""
    tables = make_tables(load("vint-whist"))
    solver, rng = Solver(tables, node_cap=100_000_000), random.Random(kind)
    contracts = {str(tables.contracts[number]["trump"]): tables.contracts[number] for number in tables.final}
    dds = importlib.util.find_spec("endplay") is not None
    ours, theirs, differ = list[float](), list[float](), 0
    solver.books(whole(tables, contracts["none"].changed({}, 0), rng, 4))  # compiles
    for number in range(count):
        position = whole(tables, contracts[SUITS[kind][number % len(SUITS[kind])]].changed({}, 0), rng, 13)
        start = time.process_time()
        value = solver.books(position)
        ours.append(time.process_time() - start)
        if dds:
            start = time.process_time()
            differ += bridge_books(position) != value
            theirs.append(time.process_time() - start)
    found: dict[str, Any] = {
        "deals": count,
        "ours, ms": milliseconds(ours),
        "solves a second": round(count / sum(ours), 1),
    }
    if dds:
        found["DDS, ms"] = milliseconds(theirs)
        found["DDS solves a second"] = round(count / sum(theirs), 1)
        found["ratio"] = round(sum(theirs) / sum(ours), 2)
        found["answers that differ"] = differ
    return found


def endings(count: int) -> dict[str, Any]:
    """Solve small endings crowded in few suits by both solvers: where bounds that are too bold show."""
    tables = make_tables(load("vint-whist"))
    solver, rng, differ = Solver(tables, memory=1 << 14), random.Random(5), 0
    for _ in range(count):
        position = ending(tables.profile, tables, rng, rng.choice((3, 3, 4, 4, 5, 6)))
        if not position.table:
            seen = replace(position, contract=position.contract.changed({}, 0))
            differ += bridge_books(seen) != solver.books(seen)
    return {"endings": count, "answers that differ": differ}


def bid_deals(count: int) -> dict[str, Any]:
    """Solve deals of `pagat-54` after an auction, at the solver's own node cap."""
    tables = make_tables(load("pagat-54"))
    deals = Deals(tables, seed=1, players=(RULES,) * 4, fit=fit_of(tables))
    solver, exact, made, unknown = Solver(deals.tables), list[float](), list[float](), [0, 0]
    for number in range(-1, count):
        position, played = after_auction(deals, max(number, 0))
        answers: list[object] = []
        for times, ask in ((exact, solver.books), (made, asks(solver, int(played.contract["level"]) + 5))):
            start = time.process_time()
            answers.append(ask(position))
            if number >= 0:  # the first one compiles
                times.append(time.process_time() - start)
        unknown = [so_far + (answer is None) for so_far, answer in zip(unknown, answers, strict=True)]
    return {
        "deals": count, "books, ms": milliseconds(exact), "made or not, ms": milliseconds(made),
        "unknown, %": [round(100 * number / count, 2) for number in unknown],
    }  # fmt: skip


def asks(solver: Solver, books: int) -> Any:
    """Return the question whether the declarers take so many books."""

    def ask(position: Position) -> bool | None:
        return solver.takes(position, books)

    return ask


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Double-dummy solves a second, beside DDS.")
    parser.add_argument("--deals", type=int, default=1000, help="deals of thirteen cards, each at trump and no trump")
    parser.add_argument("--endings", type=int, default=50_000, help="small endings solved beside DDS")
    parser.add_argument("--bid", type=int, default=1000, help="deals of pagat-54 after an auction")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    found = {kind: beside_dds(kind, chosen.deals) for kind in SUITS} if chosen.deals else {}
    if chosen.endings and importlib.util.find_spec("endplay") is not None:
        found["endings of three to six cards"] = endings(chosen.endings)
    if chosen.bid:
        found["pagat-54, twelve cards, after an auction"] = bid_deals(chosen.bid)
    if chosen.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, lines in found.items():
        print(name)
        for what, value in lines.items():
            print(f"  {what:22} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
