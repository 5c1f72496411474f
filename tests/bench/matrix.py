"""Every pair of house rules on every profile: `python tests/bench/matrix.py [--out FILE]` prints which are refused.

Each pair is loaded anew and, unless it is refused with a reason, played to the end. What a house rule alone is refused
for is told once; of pairs only what they alone are refused for. Takes some minutes on two cores.
"""

from __future__ import annotations

import argparse
import collections
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.combinations import HOUSE_RULES, PROFILES, Verdict, judged, references


def tried(reference: str) -> Verdict | str:
    """Judge a combination; the text of what went wrong where it isn't a refusal with a reason."""
    try:
        return judged(reference)
    except Exception as wrong:  # whatever it is, the others are tried too
        return f"{reference}: {type(wrong).__name__} {wrong}"


def all_tried(wanted: list[str], processes: int) -> dict[str, Verdict | str]:
    """Judge many combinations."""
    with ProcessPoolExecutor(processes) as pool:
        return dict(zip(wanted, pool.map(tried, wanted, chunksize=8), strict=True))


def table(title: str, verdicts: dict[str, Verdict | str]) -> list[str]:
    """Return the lines of a table: what is refused, by rules and reason, with the profiles."""
    grouped: dict[tuple[str, str], list[str]] = collections.defaultdict(list)
    for reference, verdict in verdicts.items():
        if isinstance(verdict, Verdict) and verdict.refused:
            profile, _, rules = reference.partition("+")
            assert verdict.problem is not None
            grouped[rules, f"{verdict.problem.code} {verdict.problem.message}"].append(profile)
    lines = [title]
    for (rules, reason), profiles in sorted(grouped.items()):
        where = "everywhere" if len(profiles) == len(PROFILES) else ", ".join(profiles)
        lines.append(f"  {rules:44} {reason}  ({where})")
    return lines


def main() -> int:
    """Run; return how many combinations went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="also write what was played: reference and number of deals")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BIDWHIST_CACHE"] = folder
        single = all_tried(list(references(1)), options.processes)
        fit = {name for name, verdict in single.items() if isinstance(verdict, Verdict) and not verdict.refused}
        pairs = [reference for reference in references(2) if all(one in fit for one in alone(reference))]
        double = all_tried(pairs, options.processes)
    wrong = [verdict for verdict in (*single.values(), *double.values()) if isinstance(verdict, str)]
    refused = sum(isinstance(verdict, Verdict) and bool(verdict.refused) for verdict in double.values())
    print("\n".join(table("House rules refused by themselves:", single)))
    print("\n".join(table("Pairs refused, of house rules that each fit:", double)))
    print("\n".join(("Wrong:", *wrong)) if wrong else "Nothing went wrong.")
    print(
        f"{len(PROFILES)} profiles, {len(HOUSE_RULES)} house rules: {len(fit)} of {len(single)} fit. "
        f"Of {len(pairs)} pairs of these {len(double) - refused} were played, {refused} are refused; "
        f"{time.monotonic() - start:.0f} s"
    )
    if options.out:
        played = [v for v in (*single.values(), *double.values()) if isinstance(v, Verdict) and not v.refused]
        options.out.write_text("".join(f"{verdict.reference} {verdict.deals}\n" for verdict in played))
    return len(wrong)


def alone(reference: str) -> list[str]:
    """Return a pair's house rules, each alone on the profile."""
    profile, *rules = reference.split("+")
    return [f"{profile}+{rule}" for rule in rules]


if __name__ == "__main__":
    sys.exit(min(main(), 1))
