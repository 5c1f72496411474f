"""Damages files for a while: `python tests/bench/fuzz.py SECONDS [FIRST_SEED]` prints what breaks, with its seed."""

from __future__ import annotations

import collections
import importlib.util
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def main(seconds: float, seed: int) -> int:
    """Run; return how many kinds of failures there were."""
    spec = importlib.util.spec_from_file_location("test_fuzz", Path(__file__).resolve().parents[1] / "test_fuzz.py")
    assert spec is not None
    assert spec.loader is not None
    fuzz = importlib.util.module_from_spec(spec)
    sys.modules["test_fuzz"] = fuzz
    spec.loader.exec_module(fuzz)
    failures: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BIDWHIST_CACHE"] = "/dev/null/none"
        bench = fuzz.Bench(Path(folder))
        end, count, good, slowest = time.monotonic() + seconds, 0, 0, 0.0
        while time.monotonic() < end:
            began = time.process_time()
            try:
                good += fuzz.run(bench, seed)
            except Exception as error:
                frame = traceback.extract_tb(error.__traceback__)[-1]
                kind = f"{type(error).__name__} {Path(frame.filename).name}:{frame.lineno} {frame.name}"
                failures[kind] += 1
                if failures[kind] <= 3:
                    print(f"seed {seed}: {kind}: {str(error)[:200]}", flush=True)
            slowest = max(slowest, time.process_time() - began)
            seed += 1
            count += 1
    print(f"{count} files, {good} loaded and were played, {sum(failures.values())} failed; slowest {slowest:.2f} s")
    return len(failures)


if __name__ == "__main__":
    sys.exit(bool(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000)))
