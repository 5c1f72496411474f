"""What a hand is worth in a game, fitted to deals that the rule player plays by itself.

For each class of contracts declarers are dealt at random, come to the best contract of the class, and play it out;
least squares over a few features of the hand give the books of the declaring side. From these and the score come the
values of bids. Then whole auctions say what a pass is worth where, and what the calls of others add to an estimate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import ModuleType

from interpreter import kernel
from interpreter.machine import fastest
from interpreter.packing import Fit, packed, packed_fit
from interpreter.profile.cache import write_atomically
from interpreter.resources import cache_folder
from interpreter.simulate import CALM, Room
from interpreter.slots import Slots
from interpreter.table import NOBODY
from interpreter.tables import Tables
from interpreter.tables.play import stakes

Progress = Callable[[int], None]
"""Called now and then with how many deals more have been played."""
Features = Mapping[str, float]

CLASS_DEALS = (1000, 3000)
"""So many deals a class, first to find out which contracts are good, then how good."""
PASS_DEALS = (1500, 1500)
RIDGE = 3.0
"""So many deals' worth of doubt stands against each weight but the first."""
SEED, PORTION = 20_000, 200


@cache
def features(kind: int, trumps: bool, cell: int) -> Features:
    """Return what counts of the cards in one lane, by the kind and cell of an estimate."""
    held, (ace, king, queen, jack, ten) = cell & 15, (cell >> 4 + place & 1 for place in (4, 3, 2, 1, 0))
    if kind == 0:
        found = {"": 1.0}
        if trumps:
            found |= {
                "trumps": held, "trumps over 3": max(0, held - 3), "trumps over 5": max(0, held - 5),
                "t1": ace, "t2": king, "t3": queen, "t4": jack, "t5": ten, "t1+2": ace & king,
            }  # fmt: skip
        return found
    second, third, fourth = king * (held > 1), queen * (held > 2), jack * (held > 3)
    found = {
        "1": ace, "2": second, "3": third, "1+2": ace & king, "void": held == 0, "single": held == 1,
        "double": held == 2, "long": max(0, held - 4),
    }  # fmt: skip
    if not trumps:
        return found | {
            "4": fourth, "1+2+3": ace & king & queen, "long 1": max(0, held - 4) * ace,
            "long 2": max(0, held - 4) * (ace + king + queen >= 2), "1 only": ace * (held == 1),
        }  # fmt: skip
    for many in (2, 3, 4):
        found |= {f"void {many}": (held == 0) * (kind >= many), f"single {many}": (held == 1) * (kind >= many)}
    return found


PRIOR: Features = {
    "": 1.5, "trumps": 0.5, "t1": 0.5, "t2": 0.45, "t3": 0.35, "t4": 0.2, "t5": 0.1,
    "1": 0.85, "2": 0.5, "3": 0.2, "long": 0.2,
}  # fmt: skip
"""Weights to begin with: only the order matters of what they say."""


def cells(weights: Features, trumps: bool) -> tuple[int, ...]:
    """Return the cells of an estimate, in thousandths of a book."""
    return tuple(
        round(1000 * sum(weights.get(name, 0) * value for name, value in features(kind, trumps, cell).items()))
        for kind in range(kernel.KINDS)
        for cell in range(kernel.CELLS)
    )


def hand_features(shares: int, trumps: bool) -> dict[str, float]:
    """Return the features of a whole hand from its shares."""
    found: dict[str, float] = {}
    kind = 1 + min((shares & 15) >> 1, kernel.KINDS - 2)
    for lane in range(kernel.LANES):
        cell = shares >> kernel.CELL * lane & kernel.CELLS - 1
        for name, value in features(kind if lane else 0, trumps, cell).items():
            if value:
                found[name] = found.get(name, 0.0) + value
    return found


def least_squares(rows: Iterable[tuple[Features, float]]) -> dict[str, float]:
    """Return the weights of features that come nearest to the values."""
    names: dict[str, int] = {"": 0}
    gram: dict[tuple[int, int], float] = {}
    right: dict[int, float] = {}
    for found, value in rows:
        items = [(names.setdefault(name, len(names)), amount) for name, amount in found.items()]
        for one, amount in items:
            right[one] = right.get(one, 0.0) + amount * value
            for other, more in items:
                if other >= one:
                    gram[one, other] = gram.get((one, other), 0.0) + amount * more
    size = len(names)
    matrix = [[gram.get((min(i, j), max(i, j)), 0.0) for j in range(size)] + [right.get(i, 0.0)] for i in range(size)]
    for place in range(1, size):
        matrix[place][place] += RIDGE
    return dict(zip(names, solved(matrix), strict=True))


def solved(matrix: list[list[float]]) -> list[float]:
    """Solve linear equations, the right side standing in the last column; by elimination."""
    size = len(matrix)
    for place in range(size):
        pivot = max(range(place, size), key=lambda at: abs(matrix[at][place]))
        matrix[place], matrix[pivot] = matrix[pivot], matrix[place]
        if abs(matrix[place][place]) < 1e-9:
            matrix[place] = [0.0] * (size + 1)
            matrix[place][place] = 1.0
        scale = matrix[place][place]
        matrix[place] = [value / scale for value in matrix[place]]
        for at in range(size):
            if at != place and matrix[at][place]:
                factor = matrix[at][place]
                matrix[at] = [value - factor * own for value, own in zip(matrix[at], matrix[place], strict=True)]
    return [line[-1] for line in matrix]


class Fitter:
    """Fits one game, step by step."""

    def __init__(self, tables: Tables, machine: ModuleType, progress: Progress | None = None, scale: float = 1) -> None:
        self.tables, self.machine, self.slots = tables, machine, Slots(tables)
        self.stakes = stakes(tables)
        self.game = packed(tables, machine, self.slots, self.stakes)
        self.trumps = [bool(key[0]) for key in self.slots.classes]
        self.room, self.progress, self.scale = Room(machine, self.slots), progress, scale
        self.room.how[kernel.SEED] = SEED
        self.room.how[kernel.CALM] = CALM
        self.room.how[kernel.CONTRACT_NOW] = -1
        self.room.how[kernel.DEALER_ALWAYS] = -1
        self.room.how[kernel.DECLARER_NOW] = NOBODY
        self.room.how[kernel.MIXED] = 1
        for seat in range(4):
            self.room.how[kernel.PLAYER + seat] = kernel.RULES
        self.fit = Fit(
            estimates=tuple((cells(PRIOR, trumps),) * 2 for trumps in self.trumps),
            spreads=((1500, 1500),) * len(self.trumps),
            passing=(0,) * (kernel.SITUATIONS * kernel.FACTORS), leaning=(0,) * kernel.LEANS,
        )  # fmt: skip
        self.played = 0

    def run(self) -> Fit:
        """Return the fit."""
        if self.tables.declared:
            for count in CLASS_DEALS:
                self.classes(int(count * self.scale))
            if auctions_can_be_played(self.tables):
                for count in PASS_DEALS:
                    self.passes(int(count * self.scale))
        return self.fit

    def classes(self, count: int) -> None:
        """Fit the books of every class to so many deals."""
        best = [[(books, 0, 0) for books in range(kernel.BUCKETS)]] * len(self.tables.contracts)  # more books, no more
        mind = packed_fit(self.slots, self.fit, best, self.machine)
        estimates, spreads = list(self.fit.estimates), list(self.fit.spreads)
        for kind, trumps in enumerate(self.trumps):
            if not self.slots.ways[kind]:
                continue
            self.room.how[kernel.CLASS_NOW] = kind
            numbers = [
                number for report in self.deals(mind, kernel.OF_CLASS, kernel.CLASS_ROW, count) for number in report
            ]
            width = kernel.CLASS_ROW
            stages = [
                fitted([(numbers[at + place], numbers[at + 4]) for at in range(0, count * width, width)], trumps)
                for place in (1, 3)
            ]
            estimates[kind] = tuple(cells(weights, trumps) for weights, _ in stages)
            spreads[kind] = tuple(spread for _, spread in stages)
        self.room.how[kernel.CLASS_NOW] = -1
        self.fit = Fit(tuple(estimates), tuple(spreads), self.fit.passing, self.fit.leaning)

    def deals(self, mind: kernel.Ints, kind: int, width: int, count: int) -> Iterator[list[int]]:
        """Play so many more deals, a portion at a time; yield the report of each, so many numbers a deal."""
        self.room.how[kernel.REPORT] = kind
        for first in range(self.played, self.played + count, PORTION):
            portion = min(PORTION, self.played + count - first)
            report = self.machine.zeros(width * (portion if kind == kernel.OF_CLASS else 1))
            self.machine.run(self.game, mind, self.room.how, first, portion, *self.room.places, report)
            yield report if isinstance(report, list) else report.tolist()
            if self.progress is not None:
                self.progress(portion)
        self.played += count

    def passes(self, count: int) -> None:
        """Fit what passes are worth, and what calls say, to so many deals."""
        mind = packed_fit(self.slots, self.fit, self.stakes, self.machine)
        self.room.how[kernel.DECLARER_NOW] = NOBODY
        size = kernel.SITUATIONS * kernel.PASS_SUMS + 2 * kernel.LEANS
        numbers = [sum(column) for column in zip(*self.deals(mind, kernel.OF_PASSES, size, count), strict=True)]
        width = kernel.PASS_SUMS
        passing = [
            value for at in range(kernel.SITUATIONS) for value in pass_plane(numbers[at * width : (at + 1) * width])
        ]
        at = kernel.SITUATIONS * width
        leaning = [round(numbers[at + 2 * place + 1] / (numbers[at + 2 * place] + 50)) for place in range(kernel.LEANS)]
        self.fit = Fit(self.fit.estimates, self.fit.spreads, tuple(passing), tuple(leaning))


def auctions_can_be_played(tables: Tables) -> bool:
    """Whether auctions can be simulated; calls that depend on a hand are left out of them."""
    return bool(tables.start) and not tables.lacks("exchanges", "points")


def fitted(rows: Sequence[tuple[int, int]], trumps: bool) -> tuple[dict[str, float], int]:
    """Return the weights of a hand's features, and the standard deviation of the books around what they say."""
    found = [(hand_features(shares, trumps), books) for shares, books in rows]
    weights = least_squares(found)
    errors = [books - sum(weights[name] * value for name, value in line.items()) for line, books in found]
    return weights, max(300, round(1000 * (sum(error * error for error in errors) / len(errors)) ** 0.5))


def pass_plane(sums: Sequence[int]) -> tuple[int, int, int]:
    """Return the points of a pass as a plane over hope and standing bid, as `kernel.pass_value` reads it."""
    count, hope, high, hope2, cross, high2, points, points_hope, points_high = sums
    if not count:
        return (0, 0, 0)
    doubt = 2.0 * 100 * 100, 2.0
    matrix = [
        [float(count) + 5, hope, high, points],
        [hope, hope2 + doubt[0] * 10, cross, points_hope],
        [high, cross, high2 + doubt[1] * 10, points_high],
    ]  # fmt: skip
    level, slope, step = solved([[float(value) for value in line] for line in matrix])
    return (round(100 * level), round(100 * 100 * slope), round(100 * 1000 * step))


_FITS: dict[str, Fit] = {}


def fit_of(tables: Tables, progress: Progress | None = None) -> Fit:
    """Return a game's fit: the one in memory, else the one in the user's cache folder, else a new one, kept in both.

    The same rules always give the same numbers, compiled or not. A new fit takes one to three seconds compiled, ten to
    twenty in plain Python; `progress` is told of the deals played.
    """
    key = tables.profile.hash
    if key not in _FITS:
        path = fit_path(key)
        fit = None if path is None else stored(path)
        if fit is None:
            fit = Fitter(tables, fastest(), progress).run()
            if path is not None:
                keep(path, fit)
        _FITS[key] = fit
    return _FITS[key]


def remember(profile_hash: str, fit: Fit) -> None:
    """Keep a fit that was made elsewhere, for this process."""
    _FITS[profile_hash] = fit


def fit_path(profile_hash: str) -> Path | None:
    """Return where a fit is kept: its name changes with the code that it comes from."""
    folder = cache_folder()
    return None if folder is None else folder / f"fit-{profile_hash[:32]}-{code()}.json"


@cache
def code() -> str:
    """Return what tells one state of the code that fits depend on from another."""
    package = Path(kernel.__file__).parent
    files = [package / "kernel.py", package / "packing.py", Path(__file__), *sorted((package / "tables").glob("*.py"))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def stored(path: Path) -> Fit | None:
    """Return a fit that was kept, None where there is none or it can't be read."""
    try:
        found = json.loads(path.read_bytes())
        estimates = tuple(tuple(tuple(map(int, cells)) for cells in stages) for stages in found["estimates"])
        spreads = tuple(tuple(map(int, stages)) for stages in found["spreads"])
        return Fit(estimates, spreads, tuple(map(int, found["passing"])), tuple(map(int, found["leaning"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, fit: Fit) -> None:
    """Keep a fit for the next time; a folder that can't be written to is passed over in silence."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(fit), separators=(",", ":")).encode())
    except OSError:
        return


__all__ = ["Fitter", "Progress", "fit_of"]
