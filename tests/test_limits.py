"""Hostile and huge files through the whole check: refused or accepted within little time and memory.

All of them are checked in a process of their own, which reports the CPU time of each and the memory of all. The bounds
are generous: the figures meant are 0.3 s and 100 MB. `python tests/test_limits.py` prints them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 2.0
MEGABYTES = 100

MEASURE = """
import json, resource, sys, time
from interpreter.errors import InputError
from interpreter.profile.advice import check_with_advice

def codes(reference):
    try:
        return sorted({problem.code for problem in check_with_advice(reference, thorough=True)[1]})
    except InputError as error:
        return sorted({problem.code for problem in error.problems})

codes("pagat-54")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = {}
for reference in json.load(sys.stdin):
    began = time.process_time()
    found[reference] = (codes(reference), time.process_time() - began, 0)
    found[reference] = (*found[reference][:2], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
print(json.dumps(found))
"""


def game(body: str, parent: str = "pagat-54") -> Callable[[str], bytes]:
    """Return how to write a profile of some lines."""
    return lambda name: f"format: 1\nprofile: {name}\nextends: {parent}\n{body}".encode()


def rule(name: str) -> bytes:
    """Write a house rule."""
    return f"format: 1\nhouse_rule: {name}\ntitle: x\nparams: {{goal: 8}}\n".encode()


def idle(name: str) -> bytes:
    """Write a house rule that makes no difference, which it takes a while to see."""
    row = "{to: declarers, when: mine.books * contract.level > 99 and contract.trump == none, add: 1}"
    return f"format: 1\nhouse_rule: {name}\ntitle: x\nscore: {{{name}: {row}}}\n".encode()


def numbers(end: int) -> str:
    return ", ".join(map(str, range(end)))


def bomb(_: str) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join(lines).encode()


DOUBLING = "define:\n  d0: contract.level\n" + "".join(f"  d{n}: d{n - 1} + d{n - 1}\n" for n in range(1, 41))
SQUARING = "define:\n  d0: 99999\n" + "".join(f"  d{n}: d{n - 1} * d{n - 1}\n" for n in range(1, 41))
DOUBLING_CLASSES = "cards:\n  c0: BJ LJ\n" + "".join(f"  c{n}: c{n - 1} c{n - 1}\n" for n in range(1, 41))
FIELDS = "".join(f", f{n}: 0" for n in range(8))
ENDLESS = (
    "contract: {a: 0, b: 0, c: 0, d: 0}\nphases: {auction: {bids: {nt: {a: 1..99, b: 1..99, c: 1..99, d: 1..99}}}}\n"
)
MANY_BIDS = "phases: {auction: {bids: {suit: {level: 1..75, dir: [up, down]}, nt: {level: 1..75, dir: [up, down]}}}}\n"
SLOW_BEATS = "beats: bid.rank > high.rank or (me == dealer and last and high.seat == left(me) and spoken < 19)"
CHOICES = "  c{n}: {{do: choose, by: declarer, pick: {{f{n}: [{some}]}}}}\n"
MANY_CHOICES = (
    f"contract: {{level: 0{FIELDS}}}\nphases:\n"
    + "".join(CHOICES.format(n=n, some=numbers(20)) for n in range(8))
    + "flow: [deal, auction, name_trump, name_dir, c0, c1, c2, c3, c4, c5, c6, c7, pick_up, bury, play]\n"
)
CHAIN = "define:\n  d0: 1\n" + "".join(f"  d{n}: d{n - 1} + 1\n" for n in range(1, 2000))


def layers(count: int) -> str:
    return "ranking:\n" + "".join(
        f"  l{n}: {{when: contract.level == {n % 7} and contract.trump == S and contract.dir == up, idle: BJ}}\n"
        for n in range(count)
    )


TALLIES = (
    "tallies: {" + ", ".join(f"t{n}: game" for n in range(40)) + "}\nscore:\n"
    + "".join(f"  r{n}: {{to: sides, when: mine.books > {n % 13}, add: {n}, into: t{n}}}\n" for n in range(40))
    + "game:\n  win: " + " or ".join(f"mine.t{n} >= {50 * n + 50}" for n in range(38)) + "\n"
)  # fmt: skip
READS_ALL = (
    "score: {extra: {to: sides, add: count(mine.won & hearts) + count(mine.won & aces) + count(mine.won & low)}}\n"
)
CLASSES = "cards: {hearts: H, aces: A K Q, low: 2 3 4 S}\n"
LEVELS = "define: {" + ", ".join(f"made{n}: contract.level > {n}" for n in range(7)) + "}\n"
STEP = "      s{n}: {{who: others, give: 1, to: kitty, draw: kitty, of: suit(card) == H, when: made{kind}}}\n"


def steps(count: int) -> str:
    return f"{LEVELS}phases:\n  bury:\n    steps:\n" + "".join(STEP.format(n=n, kind=n % 7) for n in range(count))


CONDITION = "  r{n}: {{to: sides, when: mine.books < contract.a + 14 + contract.level * {n}, add: 1}}\n"
MANY_CONDITIONS = (
    f"contract: {{a: 0}}\nphases: {{name_trump: {{pick: {{a: [{numbers(90)}]}}}}}}\ngame: {{tie: draw}}\nscore:\n"
    + "".join(CONDITION.format(n=n) for n in range(160))
)
MANY_PHASES = (
    f"contract: {{{', '.join(f'f{n}: 0' for n in range(30))}}}\nphases:\n"
    + "".join(f"  c{n}: {{do: choose, by: declarer, pick: {{f{n % 30}: [0]}}}}\n" for n in range(110))
    + f"flow: [deal, auction, name_trump, name_dir, {', '.join(f'c{n}' for n in range(110))}, pick_up, bury, play]\n"
)
RUNGS = "phases: {play: {follow: {%s}}}\n"
RUNG = "r{n}: suit(card) == led and trick > {n}"

FILES: dict[str, Callable[[str], bytes]] = {
    "alias-bomb": bomb,
    "nested-lists": lambda _: b"[" * 3000,
    "nested-maps": lambda _: b"".join(b" " * n + b"k:\n" for n in range(3000))[: 256 * 1024],
    "five-megabytes": lambda _: b"k: v\n" * 1_000_000,
    "much-text": lambda _: b"k: " + b"x" * 250_000,
    "many-keys": lambda _: b"".join(b"k%d: 1\n" % n for n in range(25_000)),
    "latin-1": lambda _: "title: café\n".encode("latin-1"),
    "utf-16": lambda _: "title: x\n".encode("utf-16"),
    "long-expression": game(f"made: {'1 + ' * 25_000}1 > 0\n"),
    "deep-expression": game(f"made: {'(' * 900}1{')' * 900} > 0\n"),
    "wide-expression": game(f"made: {' or '.join(['made'] * 200)}\n"),
    "300-bids": game(MANY_BIDS),
    "300-bids-slow": game(MANY_BIDS[:-3] + f", rounds: open, {SLOW_BEATS}}}}}\n"),
    "bids-in-a-circle": game(f"phases: {{auction: {{rounds: open, {SLOW_BEATS}}}}}\n"),
    "endless-fields": game(ENDLESS),
    "many-choices": game(MANY_CHOICES),
    "class-of-itself": game("cards: {jokers: jokers BJ}\n"),
    "classes-that-double": game(DOUBLING_CLASSES),
    "defines-that-double": game(DOUBLING + "made: d40 > 0\n"),
    "defines-that-square": game(SQUARING + "made: d40 > 0\n"),
    "chain-of-defines": game(CHAIN[: CHAIN.index("  d800:")]),
    "2000-defines": game(CHAIN),
    "huge-deck": game(f"deck: {{ranks: {' '.join(f'r{n}' for n in range(20_000))}}}\n"),
    "huge-goal": game("params: {goal: 1000000}\n"),
    "huge-worth": game("phases: {play: {worth: 1000 * trick * trick + trick}}\n"),
    "worth-by-card": game("phases: {play: {worth: if suit(card) == S then trick else if led == S then 3 else 1}}\n"),
    "many-tallies": game(TALLIES),
    "many-phases": game(MANY_PHASES),
    "many-fields": game(f"contract: {{{', '.join(f'f{n}: 0' for n in range(300))}}}\n"),
    "many-rungs": game(RUNGS % ", ".join(RUNG.format(n=n) for n in range(39))),
    "700-rungs": game(RUNGS % ", ".join(RUNG.format(n=n) for n in range(700))),
    "many-synonyms": game(f"terms: {{up: [{', '.join(f'up{n}' for n in range(800))}]}}\n"),
    "many-layers": game(layers(180)),
    "600-layers": game(layers(600)),
    "many-steps": game(steps(100)),
    "900-steps": game(steps(900)),
    "cards-won": game(CLASSES + READS_ALL),
    "score-by-standing": game("score: {made: {add: if mine.total > 3 then over else 2 * over}}\n"),
    "growing-score": game("score: {made: {add: mine.total * mine.total}}\n"),
    "win-by-everything": game("game: {win: mine.total * theirs.total % 7 == 3 and contract.level + mine.books > 12}\n"),
    "turned-and-cycled": game("phases: {deal: {set: {trump: 'cycle(deal, S, H)'}}}\n", "whist-classic"),
    "many-conditions": game(MANY_CONDITIONS),
    "many-idle-rules": game(f"house_rules: [{', '.join(f'idle_{n}' for n in range(90))}]\n"),
    "many-house-rules": game(f"house_rules: [{', '.join(f'rule-{n}' for n in range(110))}]\n"),
    "chain-16": game("", "chain-15"),
    "inherited-16": game("made: inherited and inherited\n", "inherited-15"),
}  # fmt: skip
TWICE = "made: inherited and inherited\n"
HELPERS: dict[str, Callable[[str], bytes]] = {
    **{f"idle_{n}": idle for n in range(90)},
    **{f"rule-{n}": rule for n in range(102)},
    **{f"chain-{n}": game("", f"chain-{n - 1}" if n else "pagat-54") for n in range(16)},
    **{f"inherited-{n}": game(TWICE, f"inherited-{n - 1}" if n > 2 else "pagat-54") for n in range(2, 16)},
}  # fmt: skip
EXPECTED: dict[str, set[str]] = {
    "alias-bomb": {"Y016"},
    "nested-lists": {"Y014"},
    "five-megabytes": {"Y001"},
    "many-keys": {"Y015"},
    "latin-1": {"Y002"},
    "utf-16": {"Y002"},
    "long-expression": {"E001"},
    "deep-expression": {"E002"},
    "endless-fields": {"R081"},
    "many-choices": {"R028"},
    "defines-that-double": {"R032"},
    "defines-that-square": {"R032"},
    "growing-score": {"R049"},
    "huge-deck": {"R007"},
    "huge-goal": set(),
    "300-bids": {"R101"},
    "many-conditions": set(),
    "many-idle-rules": {"R102"},
    "many-phases": {"R100"},
    "many-fields": {"R026"},
    "700-rungs": {"S007"},
    "2000-defines": {"X042"},
    "600-layers": {"X042"},
    "900-steps": {"X042"},
    "many-steps": {"R103"},
    "many-layers": {"R062"},
    "chain-16": {"X032"},
    "class-of-itself": {"R002"},
    "many-house-rules": {"X035"},
    "chain-of-defines": {"R033"},
    "classes-that-double": {"R009"},
    "300-bids-slow": {"R028"},
    "bids-in-a-circle": {"R084"},
}


def measured() -> dict[str, tuple[list[str], float, float]]:
    """Return what each file is refused for, the seconds that it took, and the megabytes that all so far took."""
    with tempfile.TemporaryDirectory() as folder:
        for name, write in {**HELPERS, **FILES}.items():
            (Path(folder) / f"{name}.yaml").write_bytes(write(name))
        references = {f"{folder}/{name}.yaml": name for name in FILES}
        references |= {f"pagat-54{'+x' * 1000}": "1000-rules", f"pagat-54{'+' * 900}": "900-pluses"}
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "BIDWHIST_CACHE": "/dev/null/none"}
        done = subprocess.run(
            [sys.executable, "-c", MEASURE],
            input=json.dumps(list(references)),
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return {references[reference]: figures for reference, figures in json.loads(done.stdout).items()}


@pytest.fixture(scope="module")
def figures() -> dict[str, tuple[list[str], float, float]]:
    return measured()


@pytest.mark.parametrize("name", [*FILES, "1000-rules", "900-pluses"])
def test_a_hostile_file_costs_little(name: str, figures: dict[str, tuple[list[str], float, float]]) -> None:
    codes, seconds, _ = figures[name]
    assert seconds < SECONDS, f"{seconds:.2f} s"
    if name in EXPECTED:
        assert EXPECTED[name] <= set(codes)
        assert bool(codes) == bool(EXPECTED[name])


def test_all_of_them_together_take_little_memory(figures: dict[str, tuple[list[str], float, float]]) -> None:
    assert max(megabytes for _, _, megabytes in figures.values()) < MEGABYTES


if __name__ == "__main__":
    for label, (reasons, seconds, megabytes) in measured().items():
        print(f"{label:24} {seconds * 1000:6.0f} ms {megabytes:5.0f} MB  {' '.join(reasons) or 'loads'}")
