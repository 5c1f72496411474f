"""Trying several actions out in one world after the other until it is clear which is best, or time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot, inf, sqrt
from statistics import fmean

CLEAR = 3.0
"""An action is out when it is so many standard errors behind the best."""
LEAST = 16
"""On fewer worlds than this nothing is decided."""
MOST_WORLDS = 1024
"""Nobody may ask for more worlds than this for one decision."""
ENOUGH, SHORT = 256, 0.1
"""So many worlds at most where only time is given and it is no more than so many seconds: few actions aren't told apart
by then, and what more worlds would tell is little beside what all of them miss."""
MOST_BY_TIME = 1 << 14
"""So many worlds at most in a longer time: what they came to takes some ten megabytes."""

Trial = Callable[[Sequence[int], int, int], Sequence[Sequence[float]]]
"""Tries some actions, by number, in worlds from a number on, so many; returns a row of values for each action."""


@dataclass(slots=True)
class Budget:
    """What one decision may cost: seconds of `clock`, or a number of worlds, or both."""

    seconds: float | None
    worlds: int | None
    clock: Callable[[], float] = time.perf_counter
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    def left(self, part: float = 1.0) -> float:
        """Return the seconds left of a part of the time; infinite where time doesn't count."""
        return inf if self.seconds is None else part * self.seconds - (self.clock() - self.started)

    @property
    def most(self) -> int:
        """The most worlds to look at."""
        if self.worlds is not None:
            return min(self.worlds, MOST_WORLDS)
        return ENOUGH if self.seconds is None or self.seconds <= SHORT else MOST_BY_TIME


class Race:
    """Actions by number, and what each was worth in the worlds so far.

    `prior` is the action to take where nothing is clear. `alive` are those that are still tried.
    """

    __slots__ = ("alive", "columns", "prior")

    def __init__(self, actions: int, prior: int, alive: Iterable[int] | None = None) -> None:
        self.prior = prior
        self.columns: list[list[float]] = [[] for _ in range(actions)]
        self.alive = list(range(actions) if alive is None else alive)

    @property
    def worlds(self) -> int:
        """The number of worlds so far."""
        return len(self.columns[self.alive[0]])

    def run(self, trial: Trial, budget: Budget, part: float = 1.0, batch: int = 4, *, share: float = 1.0) -> None:
        """Try the actions out in ever more worlds, until one is clearly best, all are alike, or a part of time is up.

        Batches double, and shrink so that the last one should end in time. At least one batch is tried, and at most a
        `share` of the budget's worlds.
        """
        most = max(1, int(share * budget.most))
        while batch >= 1:
            began, batch = budget.clock(), min(batch, most)
            for action, values in zip(self.alive, trial(self.alive, self.worlds, batch), strict=True):
                self.columns[action].extend(values)
            if self.worlds >= LEAST:
                self.drop()
                if all(self.columns[action] == self.columns[self.alive[0]] for action in self.alive):
                    return
            each = (budget.clock() - began) / batch
            fits = budget.left(part) / each if 0 < each < inf else MOST_WORLDS
            batch = int(min(2 * batch, most - self.worlds, fits))

    def drop(self) -> None:
        """Leave out what is clearly worse than the best."""
        best = max(self.alive, key=lambda action: (fmean(self.columns[action]), action == self.prior))
        self.alive = [action for action in self.alive if not self.clearly(best, action)]

    def clearly(self, one: int, other: int) -> bool:
        """Whether one action is clearly better than another."""
        mean, error = self.ahead(one, other)
        return mean > CLEAR * error and mean > 0

    def ahead(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much an action is ahead of another on average, in the same worlds, and the standard error."""
        differences = [a - b for a, b in zip(self.columns[one], self.columns[other], strict=False)]
        if not differences:
            return 0.0, inf
        mean = fmean(differences)
        squares = sum((difference - mean) ** 2 for difference in differences)
        return mean, sqrt(squares / max(1, len(differences) - 1) / len(differences))


def choice(caution: float, *races: Race) -> int:
    """Return the action that is best by the sum of some races' averages, of those that are alive in all of them.

    Where it isn't so many standard errors ahead of the prior one, or has been tried in few worlds, it is the prior one.
    """
    prior = races[0].prior
    alive = [action for action in races[0].alive if all(action in race.alive for race in races)]
    alive = alive or races[-1].alive
    if races[0].worlds < LEAST:
        return prior
    best = max(alive, key=lambda action: (sum(fmean(race.columns[action]) for race in races), action == prior))
    if best == prior or prior not in alive:
        return best
    found = [race.ahead(best, prior) for race in races]
    mean, error = sum(mean for mean, _ in found), hypot(*(error for _, error in found))
    return best if mean > caution * error and mean > 0 else prior
