"""From counts to what they say: means with their intervals, and what of it is clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.compare.chain import Chain, NoChain, Reckoned, Step
from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.games import GAME_MEASURES, GameMeasure
from interpreter.compare.measures import LEAD, Measure, Rules, measures_of
from interpreter.compare.plan import Contrast, Plan
from interpreter.statistics import (
    MIN_DEALS,
    Interval,
    Share,
    clear_ones,
    deals_until_ahead,
    elo_gap,
    mean_interval,
    share_interval,
    sums_of,
)

DECLARERS, BOTH = "declarers", "both"


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
            return "length"
        return DECLARERS if all(rules.declared for rules in self.rules) else BOTH

    def applies(self, contrast: Contrast, measure: Measure | GameMeasure) -> bool:
        """Whether all settings of a contrast have a measure."""
        if isinstance(measure, GameMeasure):
            at = self.plan.contrasts.index(contrast)
            return self.counts.units > 0 and measure.key in self.counts.values.get(at, {})
        return all(measure.applies(self.rules[self.plan.settings[at].rules]) for at, _ in contrast.terms)

    def interval(self, at: int, measure: Measure | GameMeasure, *, at_once: int | None = None) -> Interval:
        """Return the mean of a contrast, a deal (or a game), with its interval."""
        contrast, counts = self.plan.contrasts[at], self.counts.of(at, measure.key)
        together = self.together(contrast) if at_once is None else at_once
        sums = sums_of(counts)
        if isinstance(measure, GameMeasure):
            low, high = self.game_bounds(contrast, measure, sums.mean)
            return mean_interval(sums, low, high, at_once=together).scaled(1 / measure.parts)
        low, high = self.bounds(contrast, measure)
        if counts:  # should the rules' own ends have been missed, they only ever get wider
            low, high = min(low, *counts), max(high, *counts)
        return mean_interval(sums, low, high, at_once=together).scaled(1 / self.deals_a_unit)

    def together(self, contrast: Contrast) -> int:
        """Return how many contrasts of a kind are looked at together; values by themselves are not compared."""
        return 1 if contrast.kind == "value" else sum(other.kind == contrast.kind for other in self.plan.contrasts)

    def bounds(self, contrast: Contrast, measure: Measure) -> tuple[float, float]:
        """Return the ends that the rules allow a contrast over one unit."""
        low = high = 0
        for at, factor in contrast.terms:
            ends = [factor * end for end in measure.bounds(self.rules[self.plan.settings[at].rules])]
            low, high = low + min(ends), high + max(ends)
        return low * self.deals_a_unit, high * self.deals_a_unit

    def game_bounds(self, contrast: Contrast, measure: GameMeasure, mean: float) -> tuple[float, float]:
        """Return the ends of a contrast over one game; its own mean, which widens nothing, where there are none."""
        if measure.bounds is None:
            return mean, mean
        low = high = 0
        for _, factor in contrast.terms:
            ends = [factor * end for end in measure.bounds]
            low, high = low + min(ends), high + max(ends)
        return low, high

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
        known: list[Measure | GameMeasure] = [*self.measures, LEAD, *GAME_MEASURES]
        return next(measure for measure in known if measure.key == key)

    def all_measures(self) -> Sequence[Measure | GameMeasure]:
        """Return what was measured, for the tables."""
        return GAME_MEASURES[:-1] if self.plan.unit == "games" else self.measures

    def clear(self, measure: Measure | GameMeasure) -> dict[int, bool]:
        """Return which changes of a measure are clear, all taken together."""
        found = [at for at, contrast in self.plan.changes if self.applies(contrast, measure)]
        clear = clear_ones(self.interval(at, measure, at_once=1) for at in found)
        return dict(zip(found, clear, strict=True))

    # ---- differing deals

    def differ(self, at: int, what: str = "any") -> Share:
        """Return in how large a share of the deals a change of rules made a difference."""
        return share_interval(self.counts.differ.get(at, Counter())[what], self.counts.deals)

    # ---- whole games, reckoned

    def reckoned(self, setting: int) -> Reckoned:
        """Return what games of a setting come to. Raises `NoChain` where they can't be reckoned from deals."""
        if self.plan.unit == "games":
            raise NoChain("whole games were played")
        profile = self.rules[self.plan.settings[setting].rules].profile
        steps: Counter[Step] = Counter()
        for (_, step), count in self.counts.steps.get(setting, Counter()).items():
            steps[step] += count
        return Chain(profile, steps).reckon()

    def group_values(self, setting: int, reckoned: Reckoned) -> list[tuple[float, float]]:
        """Return the mean length and the first dealer's chance as each group of units by itself would have them.

        By the first-order effect of each step's frequency, so that one reckoning is enough.
        """
        counts = self.counts.steps.get(setting, Counter())
        groups: list[Counter[Step]] = [Counter() for _ in range(GROUPS)]
        for (group, step), count in counts.items():
            groups[group][step] += count
        overall: Counter[Step] = sum(groups, Counter())
        total = sum(overall.values())
        found = []
        for group in groups:
            size = sum(group.values())
            change = [0.0, 0.0]
            for step, pulls in reckoned.pull.items():
                more = group[step] / size - overall[step] / total
                change = [one + more * pull for one, pull in zip(change, pulls, strict=True)]
            found.append((reckoned.deals + change[0], reckoned.first_dealer + change[1]))
        return found

    # ---- skill

    def skill(self, at: int) -> Skill:
        """Return by how much the second player beats the first, and how much of a result is luck."""
        contrast = self.plan.contrasts[at]
        if self.plan.unit == "games":
            wins = self.interval(at, GAME_MEASURES[-1])
            share = 0.5 - wins.mean / 2
            return Skill(wins.scaled(-0.5), None, elo_gap(share))
        lead = self.interval(at, LEAD)
        edge = lead.scaled(-0.5)
        seats = next(
            number
            for number, other in enumerate(self.plan.contrasts)
            if other.kind == "seats" and other.rules == contrast.rules
        )
        spread = sums_of(self.counts.of(seats, LEAD.key)).sd / self.deals_a_unit
        return Skill(edge, deals_until_ahead(abs(edge.mean), spread), None)


@dataclass(frozen=True, slots=True)
class Skill:
    """How much the second player gains on the first: points a deal (the share of games above one half, in games).

    `until_ahead` is after how many deals, each played twice with seats changed, the better one is ahead 95 times in
    100. `elo` is the gap in Elo points.
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
