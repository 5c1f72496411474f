"""How many random whole deals a second: the interpreter beside OpenSpiel's spades, stepped from Python.

    pip install -e ".[bench]" && python tests/bench/deals.py

A deal of the interpreter's is everything from the shuffle to the score through the public `legal` and `apply`, each
choice uniform among what is legal, with the record (the history) kept in memory. A deal of spades is everything from
the first chance node to the returns. Spades is stepped in two ways that differ at chance nodes: by `random.choices`
over `chance_outcomes()`, and by `random.choice` among `legal_actions()`, which is right because all cards are equally
likely. All loops run in this one process, in turn, round after round; what is compared are medians of CPU time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter import game
from interpreter.profile.load import load
from interpreter.state import State

OURS, CHOICES, FASTEST = "interpreter", "spades by chance_outcomes", "spades by legal_actions"
Loop = Iterator[None]
"""Plays on for ever; each step is one whole deal."""


def interpreter_deals(reference: str, seed: int) -> Loop:
    """Play random matches, deal by deal; the records of the last hundred matches are kept."""
    profile, rng = load(reference), random.Random(seed)
    legal, apply, choice = game.legal, game.apply, rng.choice
    records: list[State] = []
    while True:
        state = game.new_game(profile, game.choose_first_dealer(profile, rng))
        records = [*records[-99:], state]
        while not state.over:
            deals = len(state.results)
            while len(state.results) == deals:
                if state.needs_deal:
                    apply(state, game.shuffle(profile, rng))
                else:
                    apply(state, choice(legal(state)))
            yield


def spades_by_chance_outcomes(pyspiel: Any, seed: int) -> Loop:
    """Play random deals of spades; chance by weight among the outcomes, as for any game of OpenSpiel's."""
    spades, rng = pyspiel.load_game("spades"), random.Random(seed)
    while True:
        state = spades.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        state.returns()
        yield


def spades_by_legal_actions(pyspiel: Any, seed: int) -> Loop:
    """Play random deals of spades; chance uniform among the legal actions, the fastest loop that deals fairly."""
    spades, rng = pyspiel.load_game("spades"), random.Random(seed)
    while True:
        state = spades.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        state.returns()
        yield


def rate(loop: Loop, seconds: float) -> float:
    """Return how many deals a second of CPU time a loop plays, over about so many seconds."""
    clock = time.process_time
    start, deals, spent = clock(), 0, 0.0
    while spent < seconds:
        for _ in range(20):
            next(loop)
        deals += 20
        spent = clock() - start
    return deals / spent


def measure(loops: dict[str, Loop], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return every loop's rates, one a round; the loops take turns, and each first runs unmeasured."""
    for loop in loops.values():
        rate(loop, seconds / 2)
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for number in range(rounds):
        names = list(loops)
        for name in names if number % 2 == 0 else reversed(names):
            rates[name].append(rate(loops[name], seconds))
    return rates


def open_spiel() -> Any:
    """Return OpenSpiel's module, None where it isn't installed."""
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def report(rates: dict[str, list[float]]) -> dict[str, Any]:
    """Return medians, the ends of their ranges, and our median over each other loop's."""
    medians = {name: statistics.median(found) for name, found in rates.items()}
    return {
        "deals_a_second": {name: round(value, 1) for name, value in medians.items()},
        "range": {name: [round(min(found), 1), round(max(found), 1)] for name, found in rates.items()},
        "ratio": {name: round(medians[OURS] / value, 3) for name, value in medians.items() if name != OURS},
        "rounds": len(rates[OURS]),
    }


def text_of(found: dict[str, Any], reference: str) -> str:
    """Return a report as lines for people."""
    lines = [f"random whole deals a second, CPU time, medians of {found['rounds']} rounds in turn"]
    for name, median in found["deals_a_second"].items():
        low, high = found["range"][name]
        ratio = f"   {OURS} / this: {found['ratio'][name]:.2f}" if name in found["ratio"] else f"   {reference}"
        lines.append(f"  {name:26} {median:9.0f}   ({low:.0f} to {high:.0f}){ratio}")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Random whole deals a second, beside OpenSpiel's spades.")
    parser.add_argument("--reference", default="pagat-54", help="the game that the interpreter plays")
    parser.add_argument("--rounds", type=int, default=11, help="rounds measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a loop and round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def main() -> int:
    """Measure and print."""
    chosen = arguments()
    loops: dict[str, Loop] = {OURS: interpreter_deals(chosen.reference, chosen.seed)}
    pyspiel = open_spiel()
    if pyspiel is None:
        print("open_spiel isn't installed: nothing to compare with (pip install open_spiel)", file=sys.stderr)
    else:
        beside: dict[str, Callable[[Any, int], Loop]] = {
            CHOICES: spades_by_chance_outcomes,
            FASTEST: spades_by_legal_actions,
        }
        loops |= {name: make(pyspiel, chosen.seed) for name, make in beside.items()}
    found = report(measure(loops, chosen.rounds, chosen.seconds))
    print(json.dumps(found, indent=2) if chosen.json else text_of(found, chosen.reference))
    return 0


if __name__ == "__main__":
    sys.exit(main())
