"""How long commands take to start: `python tests/bench/startup.py [--times 7]`, CPU over bare Python, and targets.

Each figure is the least of some runs, since other work on the machine only adds to it. Games that are checked are the
shipped profiles with one house rule each, the first hundred by chance that fit; `first output` is playing up to its
first line (in steps of 10 ms), `asked` up to where a person has to call. Nothing is read from the cache but by `play`,
and nothing fails.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter.errors import InputError  # noqa: E402
from interpreter.profile.check import check_reference  # noqa: E402
from tests.combinations import references  # noqa: E402

MANY = 100
ONE = "./profiles/pagat-54.yaml"
FIRST = "play: first output"
TICKS = os.sysconf("SC_CLK_TCK")


def fitting() -> Iterator[str]:
    """Yield games of one house rule each that load, in an order of chance."""
    every = list(references(1))
    random.Random(1).shuffle(every)
    for reference in every:
        try:
            check_reference(reference)
        except InputError:
            continue
        yield reference


def commands(many: int) -> dict[str, tuple[list[str], int]]:
    """Return what is measured: the command and its target in milliseconds, 0 for none."""
    games = [reference for _, reference in zip(range(many), fitting(), strict=False)]
    return {
        "--help": (["--help"], 60),
        "list": (["list"], 60),
        FIRST: (["play", "pagat-54", "--seed", "7"], 150),
        "play: asked": (["play", "pagat-54", "--seed", "7", "--seat", "south"], 0),
        "check of one file": (["check", ONE], 250),
        "check --strict of one file": (["check", "--strict", ONE], 250),
        f"check of {len(games)} games": (["check", *games], 3_000),
        f"check --strict of {len(games)} games": (["check", "--strict", *games], 10_000),
    }


def surroundings(folder: str) -> dict[str, str]:
    """Return the environment of a command, with a cache of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BIDWHIST_CACHE": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def cpu_to_first_line(command: list[str], folder: str) -> float:
    """Return the milliseconds of CPU that a process has taken when its first line is there."""
    pipe, environment = subprocess.PIPE, surroundings(folder)
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        numbers = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        process.kill()
    return 1000 * (int(numbers[11]) + int(numbers[12])) / TICKS  # user and system time


def cpu(command: list[str], folder: str) -> float:
    """Return the milliseconds of CPU that a process takes."""
    environment = surroundings(folder)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7, help="how often each command is run")
    parser.add_argument("--games", type=int, default=MANY, help="how many are checked in one command")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BIDWHIST_CACHE"] = folder
        wanted = commands(options.games)
        least: dict[str, float] = {}
        for _ in range(options.times):
            least["bare"] = min(least.get("bare", 1e9), cpu([sys.executable, "-c", "pass"], folder))
            for name, (args, _) in wanted.items():
                measure = cpu_to_first_line if name == FIRST else cpu
                taken = measure([sys.executable, "-m", "interpreter", *args], folder)
                least[name] = min(least.get(name, 1e9), taken)
    print(f"{'bare Python':34} {least['bare']:7.0f} ms")
    for name, (_, target) in wanted.items():
        wanted_too = f"   target {target:>6,} ms" if target else ""
        print(f"{name:34} {least[name] - least['bare']:7.0f} ms{wanted_too}")


if __name__ == "__main__":
    main()
