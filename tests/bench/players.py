"""How fast the rule player plays, and what it gains on other players by duplicate, on every shipped profile.

    pip install -e ".[fast]" && python tests/bench/players.py

Both players play each deal at both pairs of seats; half of what they differ by is the gain, with its 95 % interval, in
points and in standard units: one is the standard deviation of what a deal brings one side between rule players, so that
games with other scales of scoring can be compared. `random` passes seven times in ten where it may, else its auctions
would end at the highest bid and any player would gain much more. What the kernel can't play is played by the
interpreter, fewer deals of it, and there `random` bids evenly. CPU time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter.duplicate import Pairing, widest
from interpreter.players.fitting import fit_of
from interpreter.players.player import player
from interpreter.profile.load import load
from interpreter.simulate import HIGHEST, OUTCOMES, RANDOM, RULES, Deals, NoTables
from interpreter.statistics import Interval, Sums, paired_interval, sums_of
from interpreter.tables import Tables, make_tables
from interpreter.tables.play import stakes
from tests.games import SHIPPED, whole_games

KINDS = {"rules": RULES, "random": RANDOM, "highest": HIGHEST}
TARGETS = {"random": 2.0, "highest": 0.5}
PORTION = 1000


def margins(tables: Tables, names: tuple[str, str], seed: int) -> Iterator[int]:
    """Yield by how many points north and south are ahead, deal by deal; the first player sits there.

    Points are what a deal is played for: where a match is settled by something else than its points, that.
    """
    try:
        deals = Deals(tables, seed=seed, players=[KINDS[name] for name in names] * 2, fit=fit_of(tables))
    except NoTables:
        pair = (player(names[0]), player(names[1]))
        pairing = Pairing(tables.profile, pair, seed)
        yield from (pairing.table(number, pair).margin(0) for number in count())
        return
    points = stakes(tables)
    for first in count(0, PORTION):
        for row in deals.rows(first, PORTION):
            mine, theirs, _ = points[row.contract][row.books] if OUTCOMES[row.outcome] == "played" else (0, 0, 0)
            yield theirs - mine if row.declarer in (1, 3) else mine - theirs


def sums(numbers: Iterable[int]) -> Sums:
    """Return what numbers add up to."""
    return sums_of(Counter(numbers))


def gain(tables: Tables, other: str, deals: int, seed: int) -> Interval:
    """Return how many points a deal the rule player gains."""
    pairs = zip(margins(tables, ("rules", other), seed), margins(tables, (other, "rules"), seed), strict=True)
    found = sums(one - two for one, two in islice(pairs, deals))
    most = max((abs(mine - theirs) for row in stakes(tables) for mine, theirs, _ in row), default=0)
    bound = 2 * max(most, widest(tables.profile))
    return paired_interval(found.n, found.total, found.squares, bound).scaled(1 / 2)


def rate(tables: Tables, deals: int) -> float | None:
    """Return how many deals a second four rule players play in the kernel, None where it can't play."""
    try:
        played = Deals(tables, players=(RULES,) * 4, fit=fit_of(tables))
    except NoTables:
        return None
    played.run(PORTION)
    start = time.process_time()
    played.run(deals)
    return round(deals / (time.process_time() - start))


def measured(name: str, deals: int, few: int, seed: int) -> dict[str, Any]:
    """Return what a profile's rule player comes to."""
    tables = make_tables(load(name))
    speed = rate(tables, deals)
    deals = few if speed is None else deals
    unit = sums(islice(margins(tables, ("rules", "rules"), seed), deals)).sd
    found: dict[str, Any] = {"profile": name, "deals": deals, "deals_a_second": speed, "unit": round(unit, 3)}
    for other, least in TARGETS.items():
        interval = gain(tables, other, deals, seed)
        found[other] = {
            "points": round(interval.mean, 3),
            "half_width": round(interval.half_width, 3),
            "units": round(interval.mean / unit, 3),
            "units_half_width": round(interval.half_width / unit, 3),
            "clear": interval.low >= least,
        }
    return found


def line(found: dict[str, Any]) -> str:
    """Return a profile's line."""
    speed = "interpreter" if found["deals_a_second"] is None else f"{found['deals_a_second']:,}"
    text = f"{found['profile']:18}{found['deals']:7,}{speed:>13}{found['unit']:9.2f}"
    for other in TARGETS:
        one = found[other]
        text += (
            f"{one['points']:+10.2f} ± {one['half_width']:<6.2f}{one['units']:+6.2f} ± {one['units_half_width']:.2f}"
        )
        text += "  " if one["clear"] else " -"
    return text


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What the rule player gains on other players, by duplicate.")
    parser.add_argument("profiles", nargs="*", metavar="REF", help="all shipped profiles by default")
    parser.add_argument("--deals", type=int, default=20_000, help="deals by the kernel")
    parser.add_argument("--few", type=int, default=300, help="deals where the interpreter has to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    if not chosen.json:
        print(f"{'profile':18}{'deals':>7}{'deals/s':>13}{'unit':>9}{'v random: points, units':>30}{'v highest':>28}")
    for name in chosen.profiles or whole_games(SHIPPED):
        found = measured(name, chosen.deals, chosen.few, chosen.seed)
        print(json.dumps(found) if chosen.json else line(found), flush=True)
    if not chosen.json:
        aims = ", ".join(f"{least} on {other}" for other, least in TARGETS.items())
        print(f"-: the interval isn't clear of the points aimed at for pagat-54 ({aims})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
