"""The long version of tests/test_kernel.py: thousands of deals of every game, and many endings.

    pip install -e ".[fast]" && python tests/bench/agreement.py

For every game of the tests: every decision of `--deals` compiled deals is played again by the interpreter, ten times as
many compiled deals have the sums of the plain kernel, and the solver, compiled and plain, finds in `--endings` endings
of three to five cards what trying everything finds. Stops at the first difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter import kernel
from interpreter.double_dummy import Solver
from interpreter.machine import fastest
from interpreter.simulate import NoTables
from tests.games import GAMES, rules_of, short
from tests.kernels import MORE, deals_of, ending, replay, tables_of
from tests.oracle import best_books

SIZES = (3, 3, 3, 4, 4, 5)


def agree_on_deals(reference: str, count: int) -> int:
    """Play deals in all three ways; return how many were compared decision by decision."""
    profile, compared = rules_of(reference), 0
    for deals, again in zip(deals_of(reference, 23, fastest()), deals_of(reference, 23, kernel), strict=True):
        given = deals.how[kernel.CONTRACT_NOW] >= 0
        for number in range(count):
            replay(profile, deals.deal(number, 0 if given else None))
            compared += 1
        assert deals.run(10 * count) == again.run(10 * count), reference
    return compared


def agree_on_endings(reference: str, count: int) -> int:
    """Solve endings and try everything; return how many were compared."""
    profile, tables, rng = rules_of(reference), tables_of(reference), random.Random(reference)
    solvers = [Solver(tables, memory=1 << 14), Solver(tables, memory=1 << 14, machine=kernel)]
    for number in range(count):
        position = ending(profile, tables, rng, min(SIZES[number % len(SIZES)], profile.dealing.each))
        expected = best_books(profile, position)
        declaring = (position.leader + len(position.table)) % 2 == max(position.contract.declarers, 0)
        value = (max if declaring else min)(expected.values())
        for solver in solvers:
            try:
                assert solver.leads(position) == expected, (reference, position)
            except NoTables:
                return 0
            assert solver.books(position) == value, (reference, position)
            for books in range(value + 2):
                assert solver.takes(position, books) == (value >= books), (reference, position, books)
    return count


def main() -> int:
    """Compare and print a line a game."""
    parser = argparse.ArgumentParser(description="Interpreter, plain and compiled kernel, and the solver's oracle.")
    parser.add_argument("--deals", type=int, default=2000, help="deals a game and way to play")
    parser.add_argument("--endings", type=int, default=200, help="endings a game")
    parser.add_argument("games", nargs="*", help="references; all games of the tests where none is given")
    chosen = parser.parse_args()
    assert fastest().COMPILED, "numba isn't installed"
    for reference in chosen.games or (*GAMES, *MORE):
        start = time.perf_counter()
        deals, endings = agree_on_deals(reference, chosen.deals), agree_on_endings(reference, chosen.endings)
        seconds = time.perf_counter() - start
        print(f"{short(reference):44} {deals:6} deals {endings:5} endings {seconds:7.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
