"""Intervals: against scipy's distributions, against worked numbers, and against the truth by repetition."""

import math
import random

import pytest

from interpreter import statistics
from interpreter.statistics import (
    LARGE,
    NOTHING,
    OPEN,
    PERHAPS_SMALL,
    SMALL_BUT_CLEAR,
    Interval,
    Sums,
    deals_until_ahead,
    elo_gap,
    finding,
    grouped_interval,
    mean_interval,
    paired_interval,
    share_interval,
    sums_of,
    t_quantile,
)


@pytest.mark.parametrize("freedom", [10, 19, 39, 100, 1001, 100_001])
@pytest.mark.parametrize("share", [0.6, 0.9, 0.975, 0.99833, 0.9999])
def test_t_against_scipy(share: float, freedom: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    wanted = float(stats.t.ppf(share, freedom))
    assert t_quantile(share, freedom) == pytest.approx(wanted, rel=1e-3 if freedom < 100 else 1e-6)
    assert t_quantile(1 - share, freedom) == pytest.approx(-wanted, rel=1e-3)


def test_t_from_the_tables() -> None:
    assert t_quantile(0.975, 10) == pytest.approx(2.228, abs=5e-4)
    assert t_quantile(0.975, 1000) == pytest.approx(1.9623, abs=5e-5)


def test_paired_interval_by_hand() -> None:
    """98 differences: 90 zeros, five of +4 and three of -2, and two imagined ones at +14 and -14."""
    numbers = [0] * 90 + [4] * 5 + [-2] * 3 + [14, -14]
    middle = sum(numbers) / 100
    variance = sum((number - middle) ** 2 for number in numbers) / 99
    interval = paired_interval(98, 14, 92, 14)
    assert interval.mean == 14 / 98
    wanted = 1.98422 * math.sqrt(variance / 100)
    assert interval.half_width == pytest.approx(wanted + 14 / 98 - middle, rel=1e-5)
    assert (interval.low, interval.high) == (interval.mean - interval.half_width, interval.mean + interval.half_width)
    assert not interval.clear


def test_a_bound_from_the_rules_widens() -> None:
    assert paired_interval(1000, 0, 0, 14).half_width > paired_interval(1000, 0, 0, 2).half_width > 0


def test_nothing_seen_is_all_that_is_possible() -> None:
    assert mean_interval(Sums(), 0, 4) == Interval(2, 2, 0, 0, 4)
    assert (share_interval(0, 0).low, share_interval(0, 0).high) == (0, 1)


def test_sums_merge_exactly() -> None:
    rng = random.Random(1)
    numbers = [rng.randrange(-14, 15) for _ in range(1000)]
    counts = {number: numbers.count(number) for number in set(numbers)}
    parts = [Sums(1, number, number**2) for number in numbers]
    rng.shuffle(parts)
    assert sum(parts, Sums()) == sums_of(counts) == Sums(1000, sum(numbers), sum(n * n for n in numbers))
    whole = sums_of(counts)
    assert whole.mean == sum(numbers) / 1000
    assert whole.sd**2 == pytest.approx(sum((n - whole.mean) ** 2 for n in numbers) / 999)


def test_several_at_once_are_wider() -> None:
    one = paired_interval(5000, 100, 5000, 14)
    fifteen = paired_interval(5000, 100, 5000, 14, at_once=15)
    assert fifteen.half_width / one.half_width == pytest.approx(1.5, abs=0.02)


def test_coverage_of_a_rare_and_skewed_difference() -> None:
    """A difference of +10 in 1 of 250 deals, else nothing: t alone covers it in under nine of ten cases."""
    rng = random.Random(7)
    truth, held, narrow, runs = 10 / 250, 0, 0, 1500
    for _ in range(runs):
        seen = sum(rng.random() < 1 / 250 for _ in range(1000))
        interval = paired_interval(1000, 10 * seen, 100 * seen, 14)
        held += interval.low <= truth <= interval.high
        mean = seen / 100
        half = 1.9623 * math.sqrt((seen / 10 - mean**2) / 999)
        narrow += abs(mean - truth) <= half
    assert held / runs >= 0.95
    assert narrow / runs < 0.93


def test_groups() -> None:
    values = [float(number) for number in range(20)]
    interval = grouped_interval(values, 4000, 0)
    assert interval.mean == 9.5
    assert interval.half_width == pytest.approx(2.093 * math.sqrt(35 / 20), rel=1e-3)
    widened = grouped_interval([1.0] * 20, 4000, 5.0).half_width
    assert widened == pytest.approx(2.093 * 5 * math.sqrt(2) / 4000, rel=1e-3)
    assert interval.n == 4000


def test_wilson_as_published() -> None:
    """48 of 80 as in Newcombe 1998; 56 of 70 worked out by hand from the formula."""
    one, other = share_interval(48, 80), share_interval(56, 70)
    assert (round(one.low, 4), round(one.high, 4)) == (0.4905, 0.7004)
    assert (round(other.low, 4), round(other.high, 4)) == (0.6918, 0.8770)


def test_shares_stay_within_0_and_1() -> None:
    for count in (0, 1, 999, 1000):
        share = share_interval(count, 1000)
        assert 0 <= share.low <= share.value <= share.high <= 1


def test_no_interval_reaches_beyond_what_is_possible() -> None:
    """Two of 1,000: t+2 alone would go below 0, and what was seen above it can't be 0 on average."""
    interval = mean_interval(Sums(1000, 2, 2), 0, 1)
    assert interval.mean - interval.half_width < 0
    # Chernoff: 2 ln(2 / x) - 2 + x is ln 40 where x is 0.123
    assert interval.low == pytest.approx(0.123 / 1000, rel=0.01)
    assert interval.clear
    assert mean_interval(Sums(1000, 998, 998), 0, 1).high == pytest.approx(1 - interval.low)
    assert mean_interval(Sums(1000, 0, 0), 0, 1).low == 0
    assert not mean_interval(Sums(1000, 0, 0), 0, 1).clear
    assert mean_interval(Sums(1000, 2, 2), 0, 1, hard=False).low < 0
    assert mean_interval(Sums(1000, 2, 2), -1, 1).low < 0
    assert mean_interval(Sums(1000, 16, 128), 0, 14).low == pytest.approx(interval.low)  # two of 8 are no less
    turned = interval.scaled(-100)
    assert (turned.low, turned.high) == pytest.approx((-100 * interval.high, -100 * interval.low))
    assert mean_interval(Sums(1, 1, 1), 0, 1).high == 1


@pytest.mark.parametrize("truth", [0.0003, 0.001, 0.003])
def test_coverage_of_what_is_rare_and_only_goes_up(truth: float) -> None:
    """A gain of 1 to 14 in few of 1,000 deals: an interval that ends at the rules' own end still holds the truth."""
    rng = random.Random(3)
    held, runs = 0, 1000
    for _ in range(runs):
        count = sum(rng.random() < truth for _ in range(1000))
        gains = [rng.choice((1, 14)) for _ in range(count)]
        interval = mean_interval(Sums(1000, sum(gains), sum(gain * gain for gain in gains)), 0, 14)
        held += interval.low <= 7.5 * truth <= interval.high
        assert interval.clear is (count > 0)
    assert held / runs >= 0.95


def test_findings() -> None:
    assert finding(Interval(0.31, 0.05, 5000)) == LARGE
    assert finding(Interval(-0.31, 0.05, 5000)) == LARGE
    assert finding(Interval(0.02, 0.01, 5000)) == SMALL_BUT_CLEAR
    assert finding(Interval(0.05, 0.02, 5000)) == PERHAPS_SMALL
    assert finding(Interval(0.01, 0.03, 5000)) == NOTHING
    assert finding(Interval(0.01, 0.3, 5000)) == OPEN
    assert finding(Interval(0.31, math.inf, 9)) == OPEN


def test_words_never_say_more_than_the_interval() -> None:
    """An interval across 0 is never clear, however far both its ends are from it; one on one side always is."""
    for mean in (-0.44, -0.06, 0.0, 0.07, 0.44):
        for half in (0.01, 0.04, 0.06, 0.5):
            interval = Interval(mean, half, 5000)
            word = finding(interval)
            assert (word in (LARGE, SMALL_BUT_CLEAR, PERHAPS_SMALL)) == (interval.low * interval.high > 0)
            assert (word == LARGE) == (interval.low > 0.05 or interval.high < -0.05)
    assert finding(Interval(0.44, 0.5, 5000)) == OPEN


def test_few_numbers_give_all_that_is_possible() -> None:
    for count in range(1, 9):
        interval = mean_interval(Sums(count, count, count), -14, 14)
        assert (interval.low, interval.high) == (-14, 14)
    assert mean_interval(Sums(9, 9, 9), -14, 14).high < 15
    assert Interval(1, math.inf, 3).scaled(0.5).known is False
    assert Interval(1, 0.5, 3).known


def test_skill_and_luck() -> None:
    assert deals_until_ahead(1.0, 6.0) == pytest.approx(97.4, abs=0.1)
    assert deals_until_ahead(0.0, 6.0) == math.inf
    assert elo_gap(10 / 11) == pytest.approx(400)
    assert elo_gap(0.5) == 0
    assert (elo_gap(1.0), elo_gap(0.0)) == (math.inf, -math.inf)


def test_it_needs_nothing_but_the_standard_library() -> None:
    source = open(statistics.__file__, encoding="utf-8").read()  # noqa: SIM115 -- read at once
    assert "import scipy" not in source
    assert "import numpy" not in source
