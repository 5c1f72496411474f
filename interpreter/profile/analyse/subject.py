"""What the checks work on: a built profile, and where its keys stand; and the contracts that it can come to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.contract import Contract
from interpreter.errors import Place, Problem
from interpreter.model import BidPhase, ChoosePhase, DealPhase, PlayPhase, Profile, Sets
from interpreter.profile.nodes import Mapping as MapNode
from interpreter.profile.nodes import Node

MANY_DEALS = 24
"""How many deals of a game are looked at where a rule reads the deal's number."""


@dataclass(slots=True)
class Subject:
    """A profile under proof. `tree` is its merged tree, for places."""

    profile: Profile
    tree: MapNode
    _contracts: dict[str, tuple[Contract, ...]] = field(default_factory=dict)

    def place(self, *path: str) -> Place:
        """Return where the key at a path stands, or the nearest one above it."""
        node: Node = self.tree
        place = node.place()
        for key in path:
            if not isinstance(node, MapNode) or key not in node.entries:
                break
            source, start, end = node.keys.get(key, (node.source, node.start, node.end))
            node = node.entries[key]
            place = source.place(start, end)
        return place

    def value_place(self, *path: str) -> Place:
        """Return where the value at a path stands, or the nearest key above it."""
        node: Node = self.tree
        for key in path:
            if not isinstance(node, MapNode) or key not in node.entries:
                return self.place(*path)
            node = node.entries[key]
        return node.place()

    def problem(
        self,
        code: str,
        message: str,
        place: Place | None,
        help: str | None = None,
        *notes: tuple[str, Place | None],
    ) -> Problem:
        """Return a problem."""
        return Problem(code, message, place, help, notes)

    def contracts(self, before: str | None = None) -> tuple[Contract, ...]:
        """Return every contract that can stand when the phase `before` begins; None: when the last card is played.

        Where the auction has taken place the declarer is north: seats are alike but for where the dealer sits.
        """
        key = before or ""
        if key not in self._contracts:
            self._contracts[key] = tuple(distinct(self._reach(before)))
        return self._contracts[key]

    def _reach(self, before: str | None) -> list[Contract]:
        """Follow the flow up to a phase."""
        reached = [self.profile.contract]
        for phase in self.profile.flow:
            if phase.name == before:
                break
            reached = distinct(after(self.profile, phase, contract) for contract in reached)
        return reached


def distinct(groups: Any) -> list[Contract]:
    """Return the different contracts of some contracts, or of some groups of them."""
    found: dict[tuple[object, ...], Contract] = {}
    for group in groups:
        for contract in [group] if isinstance(group, Contract) else group:
            found.setdefault((contract.declarer, *contract.values.items()), contract)
    return list(found.values())


def after(profile: Profile, phase: object, contract: Contract) -> Iterator[Contract]:
    """Yield the contracts that a phase can make of one."""
    match phase:
        case DealPhase():
            yield from dealt(profile, phase, contract)
        case BidPhase():
            yield from (contract.changed({**bid.fields, "kind": bid.kind}, 0) for bid in phase.bids)
        case ChoosePhase() if phase.when is None or phase.when.call(contract.names):
            for option in phase.options:
                chosen = contract.changed(option.fields)
                if phase.where is None or phase.where.call(chosen.names):
                    yield chosen
        case PlayPhase() if phase.opening_sets:
            yield from opened(profile, phase, contract)
        case _:
            yield contract


def dealt(profile: Profile, phase: DealPhase, contract: Contract) -> Iterator[Contract]:
    """Yield the contracts that a deal can set."""
    if not phase.sets:
        yield contract
        return
    ranges: dict[str, Any] = {
        "turned": profile.pack.cards,
        "deal": range(1, MANY_DEALS + 1),
        "dealer": range(4),
    }
    fixed = {**contract.names, "layout": profile.ranking.layout(contract)}
    yield from assigned(phase.sets, contract, fixed, ranges)


def opened(profile: Profile, phase: PlayPhase, contract: Contract) -> Iterator[Contract]:
    """Yield the contracts that the opening lead can make, the old one included where it need not change."""
    fixed = {**contract.names, "layout": profile.ranking.layout(contract), "declarer": 0, "trick": 1}
    ranges: dict[str, Any] = {"card": profile.pack.cards, "me": range(4)}
    when = phase.opening_when
    for values in combinations(frozenset(when.reads) if when else frozenset(), ranges):
        if when is None or when.call({**fixed, **values}):
            yield from assigned(
                phase.opening_sets,
                contract,
                {**fixed, **values},
                {k: v for k, v in ranges.items() if k not in values},
            )
        else:
            yield contract


def assigned(sets: Sets, contract: Contract, fixed: Mapping[str, Any], ranges: Mapping[str, Any]) -> Iterator[Contract]:
    """Yield the contracts that `set` expressions can make, over all values of what they read."""
    reads = frozenset[str]().union(*(value.reads for _, value in sets))
    for values in combinations(reads, ranges):
        names = {**fixed, **values}
        yield contract.changed({name: value.call(names) for name, value in sets})


def combinations(reads: frozenset[str], ranges: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every combination of values for those names that are read."""
    varied = {name: values for name, values in ranges.items() if name in reads}
    for some in itertools.product(*varied.values()):
        yield dict(zip(varied, some, strict=True))
