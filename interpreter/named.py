"""What of a contract is named so far, as players say it: "4 uptown by south, trump not named yet".

What is still to be named holds a default until then, which says nothing; so it is left out. Left out too are fields
that only decide how others come to be named: what they led to is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.model import ChoosePhase, ExchangePhase, PlayPhase, Profile
from interpreter.notation import format_contract
from interpreter.reads import reads_of, score_reads
from interpreter.spelling import spoken
from interpreter.state import State


def contract_so_far(state: State) -> str:
    """Return the contract of a deal under way as players say it; empty where nothing is bid or set."""
    return told(state.profile, state.contract, to_be_named(state))


def told(profile: Profile, contract: Contract, open_fields: Iterable[str] = ()) -> str:
    """Return a contract as players say it, without those fields that are still to be named; empty until it is bid."""
    if profile.auction is not None and contract.declarer < 0:
        return ""
    waiting = tuple(open_fields)
    lead = {name for name, _ in profile.play.opening_sets}
    said = format_contract(profile, contract, leave_out={*waiting, *ways_to_name(profile)}, add=lead - {*waiting})
    if not waiting:
        return said
    names = " and ".join(spoken(name, profile.terms)[0] for name in waiting)
    return ", ".join(part for part in (said, f"{names} not named yet") if part)


def to_be_named(state: State) -> tuple[str, ...]:
    """Return the fields of the contract that choices, or the opening lead, are still to name in the deal under way."""
    profile, contract = state.profile, state.contract
    found: dict[str, None] = {}
    for phase in profile.flow[profile.flow.index(state.phase) :]:
        if isinstance(phase, ChoosePhase) and may_hold(phase.when, contract, found):
            found |= dict.fromkeys(phase.options[0].fields)
        leads = isinstance(phase, PlayPhase) and not state.tricks and not state.trick
        if leads and may_hold(profile.play.opening_when, contract, found):
            found |= dict.fromkeys(name for name, _ in profile.play.opening_sets)
    return tuple(found)


def may_hold(condition: Compiled | None, contract: Contract, open_fields: Iterable[str]) -> bool:
    """Whether a condition holds, or could once what it reads is known."""
    if condition is None:
        return True
    known = {name: value for name, value in contract.names.items() if name.partition(".")[2] not in open_fields}
    return not condition.reads <= known.keys() or bool(condition.call(known))


def ways_to_name(profile: Profile) -> frozenset[str]:
    """Return the fields that are chosen and then read by nothing but what names other fields."""
    chosen = {name for phase in profile.flow if isinstance(phase, ChoosePhase) for name in phase.options[0].fields}
    naming = reads_of(phase.when for phase in profile.flow if isinstance(phase, ChoosePhase))
    naming |= reads_of([profile.play.opening_when])
    matter = profile.ranking.reads | score_reads(profile) | reads_of(rules_of_play(profile))
    return frozenset(name for name in chosen if f"contract.{name}" in naming and f"contract.{name}" not in matter)


def rules_of_play(profile: Profile) -> Iterator[Compiled | None]:
    """Yield the rules of exchanges and of the play, but not what the opening lead names."""
    for phase in profile.flow:
        if isinstance(phase, ExchangePhase):
            yield from (phase.when, phase.show)
            for step in phase.steps:
                yield from (step.who, step.when, step.of, step.must, step.draw_of)
    play = profile.play
    yield from (play.leader, play.free, play.worth, *(rule for _, rule in play.follow))
    for claim in play.claims:
        yield from (claim.when, claim.ask, claim.yes, claim.add)


__all__ = ["contract_so_far", "to_be_named", "told"]
