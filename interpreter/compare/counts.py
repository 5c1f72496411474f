"""What was seen, as counts of whole numbers: they merge exactly, in any order, and don't grow with the deals.

For each contrast and measure it is counted how often each whole number came; that is enough for every mean, interval
and picture, whoever played which part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Thing = TypeVar("Thing")

GROUPS = 40
"""So many groups of equal size have the numbers that aren't means of deals: unit `n` belongs to group `n % GROUPS`."""


@dataclass(slots=True)
class Counts:
    """Counts of `units` units. `values[contrast][measure]` counts that contrast's sums over a unit.

    `zeros[contrast]` are units in which all measures of a change were 0 (they are in `values` nowhere else).
    `differ[contrast]` counts the deals that a change of rules changed: "outcome", "calls", "cards", "any".
    `steps[setting]` counts pairs of a group and what a deal did to a game; `over[setting]` the books over what was
    needed; `leads[setting]`, where two players sit across, how far single deals brought north and south ahead.
    `clearest[contrast]` is the deal with the largest difference: its size, and its number and dealer, negative.
    """

    units: int = 0
    deals: int = 0
    values: dict[int, dict[str, Counter[int]]] = field(default_factory=dict)
    zeros: Counter[int] = field(default_factory=Counter)
    differ: dict[int, Counter[str]] = field(default_factory=dict)
    steps: dict[int, Counter[Any]] = field(default_factory=dict)
    over: dict[int, Counter[int]] = field(default_factory=dict)
    leads: dict[int, Counter[int]] = field(default_factory=dict)
    clearest: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    def add(self, other: Counts) -> None:
        """Take over what another part of the units came to."""
        self.units += other.units
        self.deals += other.deals
        for contrast, measures in other.values.items():
            own = self.values.setdefault(contrast, {})
            for measure, counts in measures.items():
                own.setdefault(measure, Counter()).update(counts)
        self.zeros.update(other.zeros)
        gather(self.differ, other.differ)
        gather(self.steps, other.steps)
        gather(self.over, other.over)
        gather(self.leads, other.leads)
        for contrast, found in other.clearest.items():
            self.clearest[contrast] = max(self.clearest.get(contrast, found), found)

    def of(self, contrast: int, measure: str) -> Counter[int]:
        """Return how often each sum of a contrast came."""
        counts = Counter(self.values.get(contrast, {}).get(measure, {}))
        if self.zeros[contrast]:
            counts[0] += self.zeros[contrast]
        return counts


def gather(own: dict[int, Counter[Thing]], more: Mapping[int, Counter[Thing]]) -> None:
    """Add counts to those of the same key."""
    for key, counts in more.items():
        own.setdefault(key, Counter()).update(counts)
