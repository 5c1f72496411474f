"""How many random whole deals a second: the kernel beside OpenSpiel and beside the same loop in C.

    pip install -e ".[fast,bench]" && python tests/bench/kernel_deals.py

A deal of the kernel's is everything from the shuffle to the points, each choice by chance among what is legal (a seat
that may pass does so seven times in ten). The loop in C, `deals.c`, is compiled by gcc on the fly, portable and for
this machine; it plays the same deals from the same tables, and its sums have to be the same. OpenSpiel plays spades:
by its own loop in C++ with its random bots (`evaluate_bots`), and stepped from Python as in `deals.py`. What isn't
installed is left out. All loops take turns in this one process; what is compared are medians of CPU time.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter import kernel
from interpreter.machine import fastest
from interpreter.packing import packed
from interpreter.profile.load import load
from interpreter.simulate import CALM, Deals
from interpreter.tables import Tables, make_tables
from tests.bench.deals import spades_by_chance_outcomes

COMPILED, PLAIN = "kernel, compiled", "kernel, plain Python"
C_PORTABLE, C_NATIVE = "C, -O2", "C, -O3 -march=native"
BOTS, CHOICES = "spades, C++ bots", "spades, stepped from Python"
FLAGS = {C_PORTABLE: ["-O2"], C_NATIVE: ["-O3", "-march=native"]}


def kernel_deals(tables: Tables, *, plain: bool, batch: int) -> Iterator[int]:
    """Play batches of deals; each step says how many."""
    machine = kernel if plain else fastest()
    played = Deals(tables, seed=1, machine=machine)
    first = 0
    while True:
        played.run(batch, first)
        first += batch
        yield batch


def places(source: Path) -> list[str]:
    """Return the kernel's own numbers for the names that a source in C has in common with it."""
    words = sorted(set(re.findall(r"[A-Z][A-Z_]+", source.read_text(encoding="utf-8"))))
    return [f"-D{word}={value}" for word in words if isinstance(value := getattr(kernel, word, None), int)]


def c_deals(tables: Tables, flags: list[str], batch: int) -> Iterator[int]:
    """Play the same deals in C, once the first few are seen to be the same."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "deals.so"
        source = Path(__file__).with_name("deals.c")
        subprocess.run(["gcc", *flags, *places(source), "-shared", "-fPIC", "-o", library, source], check=True)
        run = ctypes.CDLL(str(library)).run
    game = packed(tables, fastest())
    sums = fastest().zeros(8)

    def play(first: int, count: int) -> None:
        pointers = [ctypes.c_void_p(numbers.ctypes.data) for numbers in (game, sums)]
        run(pointers[0], *map(ctypes.c_int64, (1, CALM, first, count)), pointers[1])

    play(0, 5000)
    expected = Deals(tables, seed=1).run(5000)
    assert (sums[2], sums[3], sums[6]) == (expected.made, expected.books, expected.check), (
        "the C loop plays other deals"
    )
    first = 0
    while True:
        play(first, batch)
        first += batch
        yield batch


def bot_deals(pyspiel: Any) -> Iterator[int]:
    """Play whole deals of spades in OpenSpiel's C++ loop."""
    spades = pyspiel.load_game("spades")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    seed = 0
    while True:
        for _ in range(50):
            seed += 1
            pyspiel.evaluate_bots(spades.new_initial_state(), bots, seed)
        yield 50


def stepped_deals(pyspiel: Any) -> Iterator[int]:
    """Play whole deals of spades stepped from Python, chance by weight among the outcomes."""
    loop = spades_by_chance_outcomes(pyspiel, 1)
    while True:
        next(loop)
        yield 1


def loops_of(tables: Tables) -> dict[str, Iterator[int]]:
    """Return every loop that can run here."""
    loops = {PLAIN: kernel_deals(tables, plain=True, batch=100)}
    if fastest().COMPILED:
        loops[COMPILED] = kernel_deals(tables, plain=False, batch=5000)
        if shutil.which("gcc"):
            loops |= {name: c_deals(tables, flags, 5000) for name, flags in FLAGS.items()}
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return loops
    return loops | {BOTS: bot_deals(pyspiel), CHOICES: stepped_deals(pyspiel)}


def rate(loop: Iterator[int], seconds: float) -> float:
    """Return how many deals a second of CPU time a loop plays, over at least so many seconds."""
    start, deals, spent = time.process_time(), 0, 0.0
    while spent < seconds:
        deals += next(loop)
        spent = time.process_time() - start
    return deals / spent


def measure(loops: dict[str, Iterator[int]], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return every loop's rates, one a round; the loops take turns, and each first runs unmeasured."""
    for loop in loops.values():
        rate(loop, seconds / 2)
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for number in range(rounds):
        for name in list(loops) if number % 2 == 0 else reversed(loops):
            rates[name].append(rate(loops[name], seconds))
    return rates


def report(rates: dict[str, list[float]]) -> dict[str, Any]:
    """Return medians, the ends of their ranges, and the ratios that were aimed at."""
    found = {name: statistics.median(values) for name, values in rates.items()}
    aims = ((COMPILED, BOTS), (COMPILED, C_PORTABLE), (COMPILED, C_NATIVE), (PLAIN, CHOICES))
    ratios = {f"{one} / {two}": round(found[one] / found[two], 2) for one, two in aims if one in found and two in found}
    return {
        "deals_a_second": {name: round(value) for name, value in found.items()},
        "range": {name: [round(min(values)), round(max(values))] for name, values in rates.items()},
        "ratio": ratios,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Random whole deals a second by the kernel, beside others.")
    parser.add_argument("--rounds", type=int, default=9, help="rounds measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds a loop and round")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    found = report(measure(loops_of(make_tables(load("pagat-54"))), chosen.rounds, chosen.seconds))
    if chosen.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, value in found["deals_a_second"].items():
        low, high = found["range"][name]
        print(f"{name:28} {value:10,} deals a second   ({low:,} to {high:,})")
    for name, value in found["ratio"].items():
        print(f"{name:56} {value:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
