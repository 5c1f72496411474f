"""What the checks work on: a built profile, and where its keys stand; and the contracts that it can come to."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, assert_never

from interpreter.contract import Contract
from interpreter.errors import Place, Problem
from interpreter.expression.tree import Expr, walk
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase, Profile, Sets
from interpreter.profile.nodes import Mapping as MapNode
from interpreter.profile.nodes import Node, Scalar, data

Parts = frozenset[str]
"""Parts of a profile: its top-level keys, and for phases their verbs, or what else `parts` calls a part of one."""

EVERYTHING: Parts = frozenset(("",))
CONTRACTS: Parts = frozenset(("deck", "flow", "contract", "turn", "bid", "choose"))
"""What decides which contracts the deal, the auction and the choices can come to."""
BOOKS: Parts = CONTRACTS | {"deal", "opening", "play", "rulings"}
"""What decides under which contracts books can be won, and how many."""
MAX_CONTRACTS = 4_000
MAX_WORK = 100_000
"""How often rules are tried at most in one check."""


class TooMany(Exception):
    """There is more to enumerate than is allowed; `problem` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem


@dataclass(slots=True)
class Subject:
    """A profile under proof: its merged tree, for places, and its checked expressions by path."""

    profile: Profile
    tree: MapNode
    expressions: Mapping[tuple[str, ...], Expr] = field(default_factory=dict)
    _reached: list[tuple[Contract, ...]] = field(init=False)
    """The contracts that can stand when each phase of the flow begins, as far as that was asked."""

    def __post_init__(self) -> None:
        self._reached = [(self.profile.contract,)]

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
        """Return where the value at a path stands, or the nearest key above it.

        Of lines that say what was there before, as much as of lines that say nothing, none is to blame.
        """
        node: Node = self.tree
        for key in path:
            if not isinstance(node, MapNode) or key not in node.entries:
                return self.place(*path)
            node = node.entries[key]
        while isinstance(node, Scalar) and isinstance(node.replaced, Scalar) and node.replaced.value == node.value:
            node = node.replaced
        return node.place()

    def value_at(self, *path: str) -> Node | None:
        """Return the value at a path, None where there is none."""
        node: Node | None = self.tree
        for key in path:
            node = node.entries.get(key) if isinstance(node, MapNode) else None
        return node

    def is_changed(self, *path: str) -> bool:
        """Whether the value at a path replaced another one."""
        node = self.value_at(*path)
        return node is not None and node.replaced is not None and data(node) != data(node.replaced)

    def params_of(self, *path: str) -> list[tuple[str, Place | None]]:
        """Return notes where the params in the expression at a path are set."""
        params = self.tree.entries.get("params")
        return [
            (f"{word!r} is set to {self.profile.params[word]} here", self.place("params", word))
            for word in self.words_at(*path)
            if word in self.profile.params and isinstance(params, MapNode) and word in params.keys
        ]

    def words_at(self, *path: str) -> list[str]:
        """Return the words in the value at a path, each once."""
        node = self.value_at(*path)
        return list(dict.fromkeys(re.findall(r"\w+", node.text))) if isinstance(node, Scalar) else []

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

    def score_expressions(self) -> list[Expr]:
        """Return the expressions that say what a deal is worth and what ends a game, and all defines."""
        parts = ("made", "score", "define")
        return [
            expr
            for path, expr in self.expressions.items()
            if path[0] in parts or (path[0] == "game" and path[1] in ("win", "lose"))
        ]

    def contracts(self, before: str | None = None) -> tuple[Contract, ...]:
        """Return every contract that can stand when the phase `before` begins; None: when the last card is played.

        Where the auction has taken place the declarer is north: seats are alike but for where the dealer sits.
        """
        flow = self.profile.flow
        place = next((number for number, phase in enumerate(flow) if phase.name == before), len(flow))
        for phase in flow[len(self._reached) - 1 : place]:
            groups = (after(self.profile, phase, contract) for contract in self._reached[-1])
            self._reached.append(tuple(self.distinct(phase.name, groups)))
        return self._reached[place]

    def distinct(self, phase: str, groups: Iterable[Iterable[Contract]]) -> list[Contract]:
        """Return the different contracts that a phase comes to."""
        found: dict[tuple[object, ...], Contract] = {}
        for count, contract in enumerate(itertools.chain.from_iterable(groups)):
            found.setdefault((contract.declarer, *contract.values.items()), contract)
            if len(found) > MAX_CONTRACTS or count > 5 * MAX_CONTRACTS:
                self.too_many("different contracts", MAX_CONTRACTS, "phases", phase)
        return list(found.values())

    def too_many(self, what: str, most: int, *path: str) -> NoReturn:
        """Give up: nothing is proved of a profile that is too large."""
        message = f"there can be more than {most:,} {what} here, too many to check them all"
        raise TooMany(Problem("R028", message, self.place(*path), "use fewer fields, or fewer values of them"))

    def numbers(self, *path: str) -> list[int]:
        """Return the numbers in the expressions at a path or below it."""
        exprs = [expr for key, expr in self.expressions.items() if key[: len(path)] == path or key[0] == "define"]
        found = {node.value for expr in exprs for node in walk(expr) if node.op == "int"}
        return sorted(int(str(value)) for value in found)


def warning(problem: Problem) -> Problem:
    """Return a problem that needn't be mended before the rules can be played."""
    return replace(problem, severity="warning")


def distinct(groups: Iterable[Iterable[Contract]]) -> list[Contract]:
    """Return the different contracts of some groups."""
    found: dict[tuple[object, ...], Contract] = {}
    for contract in itertools.chain.from_iterable(groups):
        found.setdefault((contract.declarer, *contract.values.items()), contract)
    return list(found.values())


def after(profile: Profile, phase: Phase, contract: Contract) -> Iterator[Contract]:
    """Yield the contracts that a phase can make of one."""
    match phase:
        case DealPhase():
            yield from dealt(profile, phase, contract)
        case BidPhase():
            yield from (contract.changed({**bid.fields, "kind": bid.kind}, 0) for bid in phase.bids)
        case ChoosePhase():
            if phase.when is not None and not phase.when.call(contract.names):
                yield contract
                return
            for option in phase.options:
                chosen = contract.changed(option.fields)
                if phase.where is None or phase.where.call(chosen.names):
                    yield chosen
        case ExchangePhase():
            yield contract
        case PlayPhase():
            yield from opened(profile, phase, contract) if phase.opening_sets else (contract,)
        case _:
            assert_never(phase)


def dealt(profile: Profile, phase: DealPhase, contract: Contract) -> Iterator[Contract]:
    """Yield the contracts that a deal can set."""
    if not phase.sets:
        yield contract
        return
    ranges: dict[str, Any] = {
        "turned": profile.pack.cards,
        "deal": phase.deals,
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
