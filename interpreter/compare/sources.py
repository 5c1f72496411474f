"""Who plays a plan's settings: the kernel where it can, the interpreter everywhere else. Kept from batch to batch."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from interpreter.compare.chain import Chain, NoChain, Step, Steps, chain_reason, end_reads
from interpreter.compare.games import Chances, far_behind
from interpreter.compare.interpreted import Interpreted
from interpreter.compare.measures import LEAD, Measure, Rules, measures_of, over
from interpreter.compare.plan import SLOW_BATCH, SLOWEST_BATCH, Plan, Setting
from interpreter.compare.rows import Calls, Row, Source
from interpreter.compare.tabled import PLAYERS, Tabled
from interpreter.model import Profile
from interpreter.packing import Fit
from interpreter.players.fitting import Progress, fit_of, remember
from interpreter.players.player import player
from interpreter.simulate import NoTables
from interpreter.tables import make_tables

PILOT = 4_000
"""So many deals the chances of winning are reckoned from, before whole games are played."""
PILOT_FROM = 1 << 50
"""Where the deals for that begin: none of them is among those that are measured."""
BLIND = frozenset({"random"})
"""Players that never look at the score."""
QUICK = BLIND | PLAYERS.keys()
"""Players that decide at once; all others look ahead."""
MANY = 200_000
"""So many deals that went differently are remembered at most."""


@dataclass(slots=True)
class Prepared:
    """What is found out before anything is played: what players learnt of each rule set, by its number; the chances of
    winning at every standing, by setting; and why there are none, by rule set.
    """

    fits: dict[int, Fit] = field(default_factory=dict)
    chances: dict[int, Chances] = field(default_factory=dict)
    no_chances: dict[int, str] = field(default_factory=dict)


Known: TypeAlias = "tuple[tuple[int, ...], tuple[object, ...], Step | None, int | None]"
"""What is found of a deal: every measure, its outcome, what it does to a game, and the books over what was needed."""


@dataclass(slots=True)
class Sources:
    """A plan made ready to be played: the rules, who plays each setting, and what is measured.

    `known` remembers, by setting, what was found of deals that went alike. `chances` and `no_chances` as `Prepared` has
    them.
    """

    plan: Plan
    rules: list[Rules]
    players: list[Source]
    steps: list[Steps]
    measures: list[Measure]
    chances: dict[int, Chances]
    no_chances: dict[int, str]
    behind: list[int]
    known: list[dict[tuple[object, ...], Known]]

    def found(self, setting: int, row: Row) -> Known:
        """Return what is found of a deal."""
        key = (id(row.contract), *row[1:3], *row[4:10])
        known = self.known[setting]
        found = known.get(key)
        if found is None:
            if len(known) >= MANY:
                known.clear()
            found = known[key] = self.look_at(setting, row)
        return found

    def calls(self, setting: int, row: Row) -> Calls:
        """Return the calls of a deal."""
        return self.players[setting].calls(row, row.dealer if self.plan.unit == "shuffles" else None)

    def look_at(self, setting: int, row: Row) -> Known:
        """Find everything of a deal."""
        rules = self.rules[self.plan.settings[setting].rules]
        books = over(row, rules) if rules.declared and rules.makes else None
        values = tuple(measure.value(row, rules) for measure in self.measures)
        return values, row.outcome, self.steps[setting].of(row), books


_READY: dict[str, Sources] = {}


def sources_of(plan: Plan) -> Sources:
    """Return the sources of a plan, made once in each process."""
    if plan.key not in _READY:
        _READY.clear()
        _READY[plan.key] = made_ready(plan)
    return _READY[plan.key]


def made_ready(plan: Plan) -> Sources:
    """Load the rules and seat the players."""
    profiles = [rules.load() for rules in plan.rules]
    prepared: Prepared = pickle.loads(plan.prepared) if plan.prepared else Prepared()
    for number, fit in prepared.fits.items():
        remember(profiles[number].hash, fit)
    rules = [Rules(profile) for profile in profiles]
    return Sources(
        plan=plan,
        rules=rules,
        players=[
            interpreted(profiles[setting.rules], setting, plan.seed)
            if plan.unit == "games"
            else seated(profiles[setting.rules], setting, plan.seed, prepared.fits.get(setting.rules))
            for setting in plan.settings
        ],
        steps=[Steps(profiles[setting.rules]) for setting in plan.settings],
        measures=[*measures_of(rules), LEAD],
        chances=prepared.chances,
        no_chances=prepared.no_chances,
        behind=[far_behind(profile) for profile in profiles],
        known=[{} for _ in plan.settings],
    )


def interpreted(profile: Profile, setting: Setting, seed: int) -> Interpreted:
    """Return who plays a setting through the interpreter: everything, whole games with the score in view too."""
    return Interpreted(profile, [player(name) for name in setting.players], seed)


def seated(profile: Profile, setting: Setting, seed: int, fit: Fit | None) -> Source:
    """Return whoever plays a setting: the kernel, if it knows the game and the players."""
    if fit is not None and PLAYERS.keys() >= set(setting.players):
        with suppress(NoTables):
            return Tabled(make_tables(profile), setting.players, seed, fit)
    return interpreted(profile, setting, seed)


def prepare(plan: Plan, progress: Progress | None = None) -> tuple[Plan, float]:
    """Return a plan with everything in it that is found out beforehand, and how many seconds that took.

    Players that learn a game are fitted to it here, so that no worker has to; `progress` is told how far that is.
    """
    start = time.perf_counter()
    prepared = Prepared(dict(fitted(plan, progress)))
    ready = made_ready(replace(plan, prepared=pickle.dumps(prepared)))
    slow = any(isinstance(source, Interpreted) for source in ready.players)
    if plan.unit == "games":
        for number, rules in enumerate(ready.rules):
            try:
                found = reckoned_chances(rules.profile, prepared.fits.get(number), plan.seed)
            except NoChain as error:
                prepared.no_chances[number] = str(error)
            else:
                settings = enumerate(plan.settings)
                prepared.chances |= {at: found for at, setting in settings if setting.rules == number}
    searches = any(name.partition(":")[0] not in QUICK for name in plan.players)
    batch = SLOWEST_BATCH if searches else SLOW_BATCH if slow else plan.batch
    made = replace(plan, prepared=pickle.dumps(prepared), batch=batch)
    return made, time.perf_counter() - start


def fitted(plan: Plan, progress: Progress | None) -> Iterator[tuple[int, Fit]]:
    """Yield what the players learn of each rule set that has the tables for it, by its number."""
    if not any(name in PLAYERS for name in plan.players):
        return
    for number, rules in enumerate(plan.rules):
        tables = make_tables(rules.load())
        if tables.spaces[:-1]:
            yield number, fit_of(tables, progress)


def reckoned_chances(profile: Profile, fit: Fit | None, seed: int) -> Chances:
    """Return the chances of winning at every standing of a game. Raises `NoChain` where they can't be reckoned.

    They are those between rule players that don't look at the score, whoever plays.
    """
    reason = chain_reason(profile)
    if reason:
        raise NoChain(reason)
    try:
        if fit is None:
            raise NoTables("none of the players learnt the game")
        source = Tabled(make_tables(profile), ("rules",) * 4, seed, fit)
    except NoTables as error:
        raise NoChain(f"the chances of winning are reckoned from many deals by rules, and {error}") from error
    steps = Steps(profile)
    counts = Counter(step for row in source.deals(PILOT_FROM, PILOT) if (step := steps.of(row)) is not None)
    return Chances(Chain(profile, counts).reckon().chance, "deal" in end_reads(profile))


def reads_score(plan: Plan) -> bool:
    """Whether any of the players looks at the score."""
    return not {name for setting in plan.settings for name in setting.players} <= BLIND
