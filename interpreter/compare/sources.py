"""Who plays a plan's settings: the kernel where it can, the interpreter everywhere else. Kept from batch to batch."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from interpreter.compare.chain import Chain, Steps, carry_reason, chain_reason, end_reads
from interpreter.compare.games import Chances, DealPlayer, far_behind
from interpreter.compare.interpreted import Interpreted
from interpreter.compare.measures import LEAD, Measure, Rules, measures_of
from interpreter.compare.plan import SLOW_BATCH, Plan, Setting
from interpreter.model import Profile
from interpreter.players.player import player

PILOT = 4_000
"""So many deals the chances of winning are reckoned from, before whole games are played."""
PILOT_FROM = 1 << 50
"""Where the deals for that begin: none of them is among those that are measured."""
BLIND = frozenset({"random", "rules"})
"""Players that don't look at the score, where no rule of the deal does."""


@dataclass(slots=True)
class Sources:
    """A plan made ready to be played: the rules, who plays each setting, and what is measured."""

    plan: Plan
    rules: list[Rules]
    players: list[DealPlayer]
    steps: list[Steps]
    measures: list[Measure]
    chances: dict[int, Chances]
    behind: list[int]

    @property
    def swing(self) -> int:
        """The place of the lead among the measures."""
        return next(at for at, measure in enumerate(self.measures) if measure is LEAD)


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
    prepared: dict[str, Any] = pickle.loads(plan.prepared) if plan.prepared else {}
    rules = [Rules(profile) for profile in profiles]
    return Sources(
        plan=plan,
        rules=rules,
        players=[seated(profiles[setting.rules], setting, plan.seed, prepared) for setting in plan.settings],
        steps=[Steps(profiles[setting.rules]) for setting in plan.settings],
        measures=[*measures_of(rules), LEAD],
        chances=prepared.get("chances", {}),
        behind=[far_behind(profile) for profile in profiles],
    )


def seated(profile: Profile, setting: Setting, seed: int, prepared: dict[str, Any]) -> DealPlayer:
    """Return whoever plays a setting."""
    return Interpreted(profile, [player(name) for name in setting.players], seed)


def prepare(plan: Plan) -> tuple[Plan, float]:
    """Return a plan with everything in it that is found out beforehand, and how many seconds that took."""
    start = time.perf_counter()
    prepared: dict[str, Any] = {}
    ready = made_ready(replace(plan, prepared=pickle.dumps(prepared)))
    slow = any(isinstance(source, Interpreted) for source in ready.players)
    if plan.unit == "games":
        prepared["chances"] = {
            at: reckoned_chances(ready, at)
            for at, setting in enumerate(plan.settings)
            if not slow and not chain_reason(ready.rules[setting.rules].profile)
        }
    made = replace(plan, prepared=pickle.dumps(prepared), batch=SLOW_BATCH if slow else plan.batch)
    return made, time.perf_counter() - start


def reckoned_chances(ready: Sources, at: int) -> Chances:
    """Return the chances of winning at every standing of one setting's game."""
    source, steps = ready.players[at], ready.steps[at]
    rows = (source.deal(PILOT_FROM + number, number % 4) for number in range(PILOT))
    counts = Counter(step for step in map(steps.of, rows) if step is not None)
    profile = source.profile
    return Chances(Chain(profile, counts).reckon().chance, "deal" in end_reads(profile))


def reads_score(plan: Plan) -> bool:
    """Whether any of the players looks at the score."""
    return not {name for setting in plan.settings for name in setting.players} <= BLIND


def must_play_whole(plan: Plan, profile: Profile) -> bool:
    """Whether games have to be played with the score in view, not strung together from single deals."""
    return reads_score(plan) or bool(carry_reason(profile))
