"""Every bench still runs, as short as it can be; its figures are for whoever runs it in earnest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import ROOT

BENCHES = ROOT / "tests" / "bench"
SHORT = {
    "agreement": "--deals 20 --endings 2 pagat-54",
    "deals": "--rounds 1 --seconds 0.05",
    "double_dummy": "--deals 2 --endings 20 --bid 5",
    "expert": "--deals 2 --ms 1",
    "intervals": "--repetitions 2 --most 100 --truth 1000 --workers 1",
    "kernel_deals": "--rounds 1 --seconds 0.05",
    "players": "--deals 50 --few 2 pagat-54",
    "scaling": "--deals 2000 --rounds 1 --games 2",
    "startup": "--times 1 --games 2",
    "study": "--deals 1000 --rules min-4 defenders-score",
}
ELSEWHERE = {"fuzz", "matrix"}  # what these do is a test of its own, in short: test_fuzz.py, test_combinations.py


def test_each_bench_is_tried() -> None:
    assert {path.stem for path in BENCHES.glob("*.py")} == SHORT.keys() | ELSEWHERE


@pytest.mark.parametrize("name", SHORT)
def test_it_runs(name: str, tmp_path: Path) -> None:
    if name == "scaling":
        pytest.importorskip("distributed")
    command = [sys.executable, str(BENCHES / f"{name}.py"), *SHORT[name].split()]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "COLUMNS": "120"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip()
