"""From counts to what they say: means with their intervals, and what of it is clear."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interpreter.compare.chain import Chain, NoChain, Reckoned, Step
from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.games import GAME_MEASURES, LENGTH, WINS, GameMeasure
from interpreter.compare.measures import LEAD, Measure, Rules, measures_of
from interpreter.compare.plan import Contrast, Plan
from interpreter.statistics import (
    MIN_DEALS,
    Interval,
    Share,
    deals_until_ahead,
    elo_gap,
    mean_interval,
    share_interval,
    sums_of,
)

DECLARERS, BOTH = "declarers", "both"
MIN_GAMES = 100
"""Fewer games than that give no interval to what the rules set no end to: such numbers are skewed."""
MIN_STEPS = 400
"""Fewer deals that were played out than that say nothing about whole games."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the counts of a plan. Intervals are wide enough for all changes of rules together, line by line."""

    plan: Plan
    rules: Sequence[Rules]
    counts: Counts

    @property
    def deals_a_unit(self) -> int:
        """How many deals a unit sums up."""
        return 4 if self.plan.unit == "shuffles" else 1

    @property
    def measures(self) -> list[Measure]:
        """What was measured of deals."""
        return measures_of(list(self.rules))

    @property
    def headline(self) -> str:
        """The measure whose precision counts: the declarers' points, or a game's length."""
        if self.plan.unit == "games":
            return LENGTH.key
        return DECLARERS if all(rules.declared for rules in self.rules) else BOTH

    def applies(self, contrast: Contrast, measure: Measure | GameMeasure) -> bool:
        """Whether all settings of a contrast have a measure."""
        if isinstance(measure, GameMeasure):
            at = self.plan.contrasts.index(contrast)
            return self.counts.units > 0 and measure.key in self.counts.values.get(at, {})
        return all(measure.applies(self.rules[self.plan.settings[at].rules]) for at, _ in contrast.terms)

    def interval(self, at: int, measure: Measure | GameMeasure, *, at_once: int | None = None) -> Interval:
        """Return the mean of a contrast, a deal (or a game), with its interval where there is one (`has_interval`)."""
        contrast, counts = self.plan.contrasts[at], self.counts.of(at, measure.key)
        together = self.together(contrast) if at_once is None else at_once
        sums, scale = sums_of(counts), 1 / (measure.parts if isinstance(measure, GameMeasure) else self.deals_a_unit)
        if not self.has_interval(measure):
            return Interval(sums.mean * scale, math.inf, sums.n)
        low, high = self.bounds(contrast, measure)
        if counts:  # should the rules' own ends have been missed, they only ever get wider
            low, high = min(low, *counts), max(high, *counts)
        return mean_interval(sums, low, high, at_once=together, hard=measure.bounds is not None).scaled(scale)

    def has_interval(self, measure: Measure | GameMeasure) -> bool:
        """Whether an honest interval can be given: not with few games for what the rules set no end to, nor for what
        goes by the chances of winning, since how far those are off isn't known.
        """
        if isinstance(measure, GameMeasure) and measure.chances:
            return False
        return measure.bounds is not None or self.counts.units >= MIN_GAMES

    def together(self, contrast: Contrast) -> int:
        """Return how many contrasts of a kind are looked at together; values by themselves are not compared."""
        return 1 if contrast.kind == "value" else sum(other.kind == contrast.kind for other in self.plan.contrasts)

    def bounds(self, contrast: Contrast, measure: Measure | GameMeasure) -> tuple[int, int]:
        """Return the ends that the rules allow a contrast over one unit; where they set none, what was seen."""
        low, high = self.ends(contrast, measure)
        return low * self.deals_a_unit, high * self.deals_a_unit

    def ends(self, contrast: Contrast, measure: Measure | GameMeasure) -> tuple[int, int]:
        """Return the same of one deal, or one game."""
        low = high = 0
        for at, factor in contrast.terms:
            rules = self.rules[self.plan.settings[at].rules]
            found = self.seen(at, measure) if measure.bounds is None else measure.bounds(rules)
            ends = [factor * end for end in found]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def seen(self, setting: int, measure: Measure | GameMeasure) -> tuple[int, int]:
        """Return the least that one setting's units came to, and one more than the most: it may go on."""
        values = [at for at, other in enumerate(self.plan.contrasts) if other.terms == ((setting, 1),)]
        numbers = [number for at in values for number in self.counts.of(at, measure.key)] or [0]
        return min(numbers), max(numbers) + 1

    def precise(self, half_width: float) -> bool:
        """Whether all changes of the headline (its values, where nothing is compared) are within this half-width."""
        if self.counts.units < MIN_DEALS:
            return False
        kind = "change" if self.plan.changes else "value"
        return all(
            self.headline_interval(at).half_width <= half_width
            for at, contrast in enumerate(self.plan.contrasts)
            if contrast.kind == kind
        )

    def headline_interval(self, at: int) -> Interval:
        """Return a contrast's headline."""
        return self.interval(at, self.measure(self.headline))

    def measure(self, key: str) -> Measure | GameMeasure:
        """Return a measure by its key."""
        known: list[Measure | GameMeasure] = [*self.measures, LEAD, *GAME_MEASURES, WINS]
        return next(measure for measure in known if measure.key == key)

    def all_measures(self) -> Sequence[Measure | GameMeasure]:
        """Return what was measured, for the tables."""
        return GAME_MEASURES if self.plan.unit == "games" else self.measures

    # ---- differing deals

    def differ(self, at: int, what: str = "any") -> Share:
        """Return in how large a share of the deals a change of rules made a difference."""
        return share_interval(self.counts.differ.get(at, Counter())[what], self.counts.deals)

    # ---- whole games, reckoned

    def reckoned(self, setting: int, hurried: Callable[[], bool] = lambda: False) -> Reckoned:
        """Return what games of a setting come to. Raises `NoChain` where they can't be reckoned from deals.

        So it does once it is `hurried`, too.
        """
        if self.plan.unit == "games":
            raise NoChain("whole games were played")
        profile = self.rules[self.plan.settings[setting].rules].profile
        steps: Counter[Step] = Counter()
        for (_, step), count in self.counts.steps.get(setting, Counter()).items():
            steps[step] += count
        if steps.total() < MIN_STEPS:
            raise NoChain(f"that takes {MIN_STEPS} deals that are played out")
        return Chain(profile, steps, hurried).reckon()

    def group_values(self, setting: int, reckoned: Reckoned) -> dict[str, list[float]]:
        """Return what each group of units by itself would have reckoned, by measure.

        By the first-order effect of each step's frequency, so that one reckoning is enough. Raises `NoChain` where a
        group has no deal that was played out.
        """
        groups: list[Counter[Step]] = [Counter() for _ in range(GROUPS)]
        for (group, step), count in self.counts.steps.get(setting, Counter()).items():
            groups[group][step] += count
        overall: Counter[Step] = sum(groups, Counter())
        total, sizes = overall.total(), [group.total() for group in groups]
        if not all(sizes):
            raise NoChain("too few deals are played out")
        return {
            key: [
                value + sum((group[step] / size - overall[step] / total) * pull for step, pull in pulls.items())
                for group, size in zip(groups, sizes, strict=True)
            ]
            for (key, value), pulls in zip(reckoned.values.items(), reckoned.pull.values(), strict=True)
        }

    # ---- skill

    def skill(self, at: int) -> Skill:
        """Return by how much the first player beats the second, and how much of a result is luck."""
        contrast = self.plan.contrasts[at]
        if self.plan.unit == "games":
            wins = self.interval(at, WINS)
            return Skill(wins.scaled(0.5), None, elo_gap(0.5 + wins.mean / 2))
        edge = self.interval(at, LEAD).scaled(0.5)
        leads = Counter[int]()
        for setting, sign in contrast.terms:  # from the first player's side, whichever that is
            for lead, count in self.counts.leads.get(setting, Counter[int]()).items():
                leads[sign * lead] += count
        return Skill(edge, deals_until_ahead(abs(edge.mean), sums_of(leads).sd), None)


@dataclass(frozen=True, slots=True)
class Skill:
    """How much the first player gains on the second: points a deal (the share of games above one half, in games).

    `until_ahead` is after how many deals at one table, each with cards of its own, the better one is ahead 95 times in
    100: a single deal's spread against the gain. `elo` is the gap in Elo points.
    """

    edge: Interval
    until_ahead: float | None
    elo: float | None


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Return the least number that at least this share of what was counted doesn't exceed."""
    total, sum_ = sum(counts.values()), 0
    for number in sorted(counts):
        sum_ += counts[number]
        if sum_ >= share * total:
            return number
    return max(counts)
