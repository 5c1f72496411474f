"""Honest intervals for what whole numbers of many deals average out to, by the standard library alone.

What is averaged is bounded, mostly 0 and skewed: points of a deal, differences between two rule sets. Student's t is
too narrow for that when few deals differ, so every interval here is **t+2**: Student's t over the deals seen and two
more that are thought of, one at each end of what the rules allow. Where the rules set no end (a game can take any
number of deals), one more than was seen stands for it, from 100 games on; below, there is no interval. At 1,000 deals
and more the 95 % interval then covers the truth at least 95 % of the time whatever the shape
(`tests/bench/intervals.py` measures it); they are 95 % intervals wherever nothing else is said. An end that would lie
beyond what the rules allow is drawn in to where Chernoff's bound has it.

Sums are of whole numbers, so they merge exactly, in any order, over any number of workers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
MIN_DEALS = 1_000
"""Fewer deals than that tell too little about rare ones."""
SMALL = 0.05
"""Points a deal: what is smaller doesn't matter at a table."""
LEAST_FREEDOM = 10
"""Student's t is taken at so many degrees of freedom at least: its expansion is right from there on."""
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over `n` units with its interval, `mean - half_width` to `mean + half_width`.

    What lies beyond `least` and `most` isn't in it, since the rules allow no such mean. Where nothing honest can be
    said of the mean's error, `half_width` is infinite (`known` is false): such an interval is not to be shown.
    """

    mean: float
    half_width: float
    n: int
    least: float = -math.inf
    most: float = math.inf

    @property
    def low(self) -> float:
        """The interval's lower end."""
        return max(self.least, self.mean - self.half_width)

    @property
    def high(self) -> float:
        """The interval's upper end."""
        return min(self.most, self.mean + self.half_width)

    @property
    def known(self) -> bool:
        """Whether there is an interval at all."""
        return math.isfinite(self.half_width)

    @property
    def clear(self) -> bool:
        """Whether 0 lies outside."""
        return self.low > 0 or self.high < 0

    def scaled(self, factor: float) -> Interval:
        """Return the interval of the same mean in other units, `factor` of them (not 0) to one of these."""
        least, most = sorted((self.least * factor, self.most * factor))
        return Interval(self.mean * factor, self.half_width * abs(factor), self.n, least, most)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of `n`, 0 to 1, with the ends of its interval."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Sums:
    """How many numbers there are, what they and their squares add up to. Merging is adding, exact in any order."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The plain mean, 0 of nothing."""
        return self.total / self.n if self.n else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of one number, 0 where there are fewer than two."""
        if self.n < 2:
            return 0.0
        return math.sqrt(max(0, self.n * self.squares - self.total**2) / (self.n * (self.n - 1)))


def sums_of(counts: Mapping[int, int]) -> Sums:
    """Return what numbers add up to that were counted: `counts[number]` is how often it came."""
    return Sums(
        sum(counts.values()),
        sum(number * count for number, count in counts.items()),
        sum(number * number * count for number, count in counts.items()),
    )


# ---- how wide


def t_quantile(share: float, freedom: float) -> float:
    """Return below what Student's t lies with a probability of `share` (0 to 1), at `freedom` degrees (10 or more).

    By its expansion around the normal distribution (Abramowitz and Stegun 26.7.5): right to 3 digits at 10 degrees,
    to 6 at 100.
    """
    z = NORMAL.inv_cdf(share)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def two_sided(level: float, at_once: int = 1) -> float:
    """Return the share below an interval's upper end, for `at_once` intervals that shall all hold (Bonferroni)."""
    return 1 - (1 - level) / (2 * at_once)


def mean_interval(
    sums: Sums, low: float, high: float, *, level: float = LEVEL, at_once: int = 1, hard: bool = True
) -> Interval:
    """Return the t+2 interval of a mean of numbers that the rules keep within `low` and `high`.

    With `at_once` of them asked, each is wide enough for all to hold together. With fewer than 9 numbers it holds all
    that's possible. Where an end lies beyond what's possible `bounded` says how near it can come; not so if `low` and
    `high` aren't `hard`, but merely the ends that were seen.
    """
    least, most = (low, high) if hard else (-math.inf, math.inf)
    if sums.n < LEAST_FREEDOM - 1:
        mean = sums.mean if sums.n else (low + high) / 2
        return Interval(mean, max(high - mean, mean - low), sums.n, least, most)
    n = sums.n + 2
    total, squares = sums.total + low + high, sums.squares + low**2 + high**2
    middle = total / n
    variance = max(0.0, squares - n * middle**2) / (n - 1)
    share = two_sided(level, at_once)
    # around the plain mean, so a trifle wider
    half_width = t_quantile(share, n - 1) * math.sqrt(variance / n) + abs(middle - sums.mean)
    mean = sums.mean
    if mean - half_width <= least < mean:
        least += bounded(moved(sums, 1, -low), 1 - share)
    if mean + half_width >= most > mean:
        most -= bounded(moved(sums, -1, high), 1 - share)
    return Interval(mean, half_width, sums.n, least, most)


def moved(sums: Sums, sign: int, by: float) -> Sums:
    """Return the sums of the same whole numbers, their sign changed by `sign` and each then `by` (whole) more."""
    by = round(by)
    return Sums(sums.n, sign * sums.total + sums.n * by, sums.squares + 2 * sign * by * sums.total + sums.n * by * by)


def bounded(sums: Sums, miss: float) -> float:
    """Return the least that the true mean can be of whole numbers none of which is below 0, and some above.

    Such a mean is at least the share of those above 0, and for a share holds Chernoff's bound: this misses the truth at
    most `miss` of the time, however they are distributed. It is above 0, as the true mean is then for certain.
    """
    share = sums.total**2 / sums.squares / sums.n  # no more than there were (Cauchy and Schwarz)
    low, high = 0.0, share
    for _ in range(60):
        middle = (low + high) / 2
        apart = share * math.log(share / middle)
        if share < 1:
            apart += (1 - share) * math.log((1 - share) / (1 - middle))
        low, high = (middle, high) if sums.n * apart > -math.log(miss) else (low, middle)
    return low


def paired_interval(
    n: int, total: int, squares: int, bound: float, *, level: float = LEVEL, at_once: int = 1
) -> Interval:
    """Return the t+2 interval of a mean difference: of `n` differences with this sum and this sum of squares.

    `bound` is the largest difference that the rules allow, in either direction.
    """
    return mean_interval(Sums(n, total, squares), -bound, bound, level=level, at_once=at_once)


def grouped_interval(
    values: Sequence[float],
    n: int,
    bound: float,
    *,
    level: float = LEVEL,
    at_once: int = 1,
    ends: tuple[float, float] = (-math.inf, math.inf),
) -> Interval:
    """Return the interval of a mean from the means of equal groups, 11 or more: Student's t over the groups.

    For what isn't itself a mean of whole numbers. `n` is how many units there are in all groups together, and `bound`
    the most that one of them can be away from the mean: two such units are thought of, as t+2 has them. What lies
    beyond the `ends` of what's possible is cut off.
    """
    count = len(values)
    assert count > LEAST_FREEDOM, "too few groups for Student's t"
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count + 2 * bound**2 / n**2
    return Interval(mean, t_quantile(two_sided(level, at_once), count - 1) * math.sqrt(variance), n, *ends)


def share_interval(count: int, n: int, *, level: float = LEVEL) -> Share:
    """Return a share with Wilson's interval: 0 to 1 where nothing was seen."""
    if n == 0:
        return Share(0.0, 0.0, 1.0, 0)
    z = NORMAL.inv_cdf(two_sided(level))
    share = count / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), n)


# ---- in words

LARGE, SMALL_BUT_CLEAR, PERHAPS_SMALL, NOTHING, OPEN = "clear and large", "clear but small", "clear", "none", "open"


def finding(interval: Interval, *, small: float = SMALL) -> str:
    """Return what an interval says of a difference, as one of five words.

    LARGE: all of it is beyond `small`, on one side. SMALL_BUT_CLEAR: it isn't 0, and within `small`. PERHAPS_SMALL: it
    isn't 0, and may be either. NOTHING: it is within `small` either way. OPEN: it can't be told. Where several
    differences are looked at together the interval has to be one of them `at_once`; then so are the words.
    """
    within = max(abs(interval.low), abs(interval.high)) <= small
    if interval.low > small or interval.high < -small:
        return LARGE
    if interval.clear:
        return SMALL_BUT_CLEAR if within else PERHAPS_SMALL
    return NOTHING if within else OPEN


# ---- skill and luck


def deals_until_ahead(mean: float, sd: float) -> float:
    """Return after how many deals the better pair is ahead 95 times in 100, infinite where it isn't better.

    `mean` is by how much it gains a deal and `sd` the standard deviation of one deal.
    """
    return (1.645 * sd / mean) ** 2 if mean > 0 else math.inf


def elo_gap(share: float) -> float:
    """Return the gap in Elo points between two sides of which the first wins a share of the games (0 to 1)."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))
