"""Whether two games are proved to be the same: whatever can happen, every rule does in one what it does in the other.

Two expressions are the same if in every world the same is left of them, once what is known there is put in. Bids are
the same if the same ones can be made over the same ones, whatever their ranks are. What isn't proved to be the same is
taken to differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import TypeAlias

from interpreter.contract import Bid
from interpreter.expression.compile import Compiled
from interpreter.expression.tree import Expr
from interpreter.model import BidPhase, ChoosePhase
from interpreter.profile.analyse.auction import Auction, high_names
from interpreter.profile.analyse.ranges import exact
from interpreter.profile.analyse.reach import Reach
from interpreter.profile.analyse.subject import MAX_WORK, Subject, TooMany
from interpreter.profile.analyse.worlds import FROM_0, FROM_1, Path, World, Worlds
from interpreter.profile.merge import OWN_KEYS, WORDING
from interpreter.profile.typing import DEFAULTS

Left: TypeAlias = tuple[object, ...]
"""What is left of an expression: an operation, its value, and what is left of its operands."""
MOST = MAX_WORK // 5
"""In how many worlds expressions are compared at most, in all."""
SOON = 40
"""In how many worlds expressions are compared at first: most that differ do so soon."""
NO_RULES = frozenset((*OWN_KEYS, *WORDING, "params", "define", "cards"))
"""Sections of a profile that are no rules; what expressions read of them is in the expressions."""
UNSET: Mapping[str, Expr] = {key: Expr("bool", value) for key, value in DEFAULTS.items()}
"""What a key is where it isn't set."""
ENTRIES: Mapping[Path, Path] = {
    ("score", "*"): ("when",),
    ("ranking", "*"): ("when",),
    ("phases", "*", "calls", "*"): ("when",),
    ("phases", "*", "claims", "*"): ("when",),
    ("phases", "*", "steps", "*"): ("when",),
    ("phases", "*", "follow", "*"): (),
}
"""Entries of maps that do nothing where their condition is never true."""
OF_BIDS = ("rank", "where", "beats")
"""Keys of an auction that only say together which bid can be made over which."""
NEVER: Left = ("known", exact(False))


@dataclass(slots=True)
class Residue:
    """Puts what is known into the expressions of one game."""

    worlds: Worlds
    reaches: dict[int, tuple[Expr, Reach]] = field(default_factory=dict)
    """What gives the values of each part, by its identity: the part is kept, so that no other has that."""

    def of(self, expr: Expr, world: World) -> Left:
        """Return what is left of an expression in a world."""
        if expr.op == "define":
            return self.of(self.worlds.defines[str(expr.value)], world)
        if id(expr) not in self.reaches:
            self.reaches[id(expr)] = (expr, self.worlds.reaches.of(expr))
        known = self.reaches[id(expr)][1](world.get)
        if isinstance(known, str | frozenset) or (isinstance(known, tuple) and known[0] == known[1]):
            return ("known", known)
        parts = [self.of(arg, world) for arg in expr.args]
        if expr.op in ("and", "or"):
            return joined(expr.op, parts)
        if expr.op == "if" and parts[0][0] == "known":
            return parts[1] if parts[0] != NEVER else parts[2]
        return (expr.op, expr.value, *parts)


def joined(op: str, parts: list[Left]) -> Left:
    """Return what is left of `and` or `or`: the order of its operands means nothing."""
    rest = [part for part in parts if part != ("known", exact(op == "and"))]
    return rest[0] if len(rest) == 1 else (op, None, *sorted(rest, key=repr))


@dataclass(slots=True)
class Pair:
    """Two games, compared in the worlds of the second."""

    one: Subject
    two: Subject
    budget: list[int]
    """In how many worlds expressions may still be compared."""
    first: Residue = field(init=False)
    second: Residue = field(init=False)
    idle: dict[Path, bool] = field(default_factory=dict)
    """Entries that only the second game has, and whether they are proved to do nothing."""

    def __post_init__(self) -> None:
        self.first, self.second = Residue(Worlds(self.one)), Residue(Worlds(self.two))

    def are_alike(self) -> bool:
        """Whether the games are proved to be the same. Raises `TooMany`."""
        classes = self.two.profile.classes
        if any(name not in classes or classes[name].items != c.items for name, c in self.one.profile.classes.items()):
            return False
        if plain(self.one) != {path: value for path, value in plain(self.two).items() if not self.is_idle(path)}:
            return False
        if offers(self.one) != offers(self.two):
            return False
        paths = dict.fromkeys(path for path in (*self.one.expressions, *self.two.expressions) if path[0] != "define")
        doubtful = [path for path in paths if self.may_differ(path)]
        if any(path[-1] not in OF_BIDS and self.differ(path, SOON) for path in doubtful):
            return False
        different = [path for path in doubtful if self.differ(path)]
        return not different or self.bids_are_alike(different)

    def may_differ(self, path: Path) -> bool:
        """Whether the expressions at a path aren't plainly the same."""
        one, two = (expression_at(game, path) for game in (self.one, self.two))
        if one is None or two is None or self.is_idle(path):
            return not self.is_idle(path)
        return self.first.of(one, {}) != self.second.of(two, {})

    def differ(self, path: Path, most: int | None = None) -> bool:
        """Whether the expressions at a path aren't proved to be the same; of the first worlds only, if `most` says."""
        one, two = (expression_at(game, path) for game in (self.one, self.two))
        if one is None or two is None:
            return True
        reads = self.first.worlds.read_by(one) | self.second.worlds.read_by(two)
        worlds = islice(self.seen(path, reads), most)
        return any(self.first.of(one, world) != self.second.of(two, world) for world in worlds)

    def seen(self, path: Path, reads: frozenset[str]) -> Iterator[World]:
        """Yield the worlds of a place, told apart as far as an expression reads."""
        for world in self.second.worlds.of(path, reads):
            self.spend(*path)
            yield world

    def spend(self, *path: str) -> None:
        """Take one world off the budget. Raises `TooMany` where nothing is left."""
        self.budget[0] -= 1
        if self.budget[0] < 0:
            self.two.too_many("cases", MOST, *path)

    def is_idle(self, path: Path) -> bool:
        """Whether a path leads into an entry that only the second game has, and that is proved to do nothing."""
        for pattern, key in ENTRIES.items():
            entry = path[: len(pattern)]
            if tuple("*" if want == "*" else part for want, part in zip(pattern, entry, strict=False)) != pattern:
                continue
            if entry not in self.idle:
                self.idle[entry] = self.does_nothing(entry, (*entry, *key))
            return self.idle[entry]
        return False

    def does_nothing(self, entry: Path, condition: Path) -> bool:
        """Whether the first game hasn't an entry, and in the second its condition is never true."""
        expr = self.two.expressions.get(condition)
        if expr is None or any(path[: len(entry)] == entry for path in self.one.expressions):
            return False
        reads = self.second.worlds.read_by(expr)
        return all(self.second.of(expr, world) == NEVER for world in self.seen(condition, reads))

    # ---- bids

    def bids_are_alike(self, different: list[Path]) -> bool:
        """Whether what differs says the same of which bid can be made over which."""
        one, two = self.one.profile.auction, self.two.profile.auction
        if one is None or two is None:
            return False
        if any(path[:2] != ("phases", two.name) or path[-1] not in OF_BIDS for path in different):
            return False
        if any("high.rank" in rule.reads for phase in (one, two) for rule in other_rules(phase)):
            return False
        auction = Auction(self.two, replace(two, reads=one.reads | two.reads))
        counterpart = {key_of(bid): bid for bid in one.bids}
        of_one, of_two = ({bid.kind: chance(game, bid.kind) for bid in two.bids} for game in (self.one, self.two))
        for high in (None, *two.bids):
            for situation, bid in product(auction.situations(high), two.bids):
                self.spend("phases", two.name)
                mine = None if high is None else counterpart[key_of(high)]
                before = told(self.first, situation, mine, counterpart[key_of(bid)])
                now = told(self.second, situation, high, bid)
                if self.first.of(of_one[bid.kind], before) != self.second.of(of_two[bid.kind], now):
                    return False
        return True


def told(residue: Residue, situation: Mapping[str, object], high: Bid | None, bid: Bid) -> World:
    """Return what is known when a bid may be made over another."""
    names = {**situation, **high_names(residue.worlds.subject, high)}
    world = {name: exact(value) for name, value in names.items()}
    return {**world, "deal": FROM_1, "spoken": FROM_0, **residue.worlds.of_bid(bid)}


def expression_at(subject: Subject, path: Path) -> Expr | None:
    """Return the expression at a path, or what it is where it isn't set; what a row adds, as far as it applies."""
    expr = subject.expressions.get(path, UNSET.get(path[-1]))
    when = subject.expressions.get((*path[:-1], "when"))
    if expr is None or when is None or path[0] != "score" or path[-1] != "add":
        return expr
    return Expr("if", None, (when, expr, Expr("int", 0)))


def chance(subject: Subject, kind: str) -> Expr:
    """Return the whole condition of a bid of some kind."""
    auction = subject.profile.auction
    assert auction is not None
    path = ("phases", auction.name)
    where = subject.expressions.get((*path, "bids", kind, "where"), UNSET["where"])
    return Expr("and", None, (subject.expressions[(*path, "beats")], where))


def other_rules(phase: BidPhase) -> list[Compiled]:
    """Return the conditions of an auction that aren't about a bid."""
    return [rule for rule in (phase.may_pass, *(call.when for call in phase.calls)) if rule is not None]


def key_of(bid: Bid) -> tuple[object, ...]:
    """Return what a bid says, without its rank."""
    return (bid.kind, *sorted(bid.fields.items()))


def plain(subject: Subject) -> dict[Path, object]:
    """Return what a profile says besides expressions, by path."""
    return {
        path: value
        for path, value in leaves(subject.profile.document, ())
        if path not in subject.expressions and path[0] not in NO_RULES
    }


def leaves(node: object, path: Path) -> Iterator[tuple[Path, object]]:
    """Yield all leaves of plain data, a list being one."""
    if not isinstance(node, Mapping):
        yield path, node
        return
    for key, entry in node.items():
        yield from leaves(entry, (*path, key))


def offers(subject: Subject) -> tuple[object, ...]:
    """Return which bids and choices a game offers."""
    auction = subject.profile.auction
    bids = None if auction is None else {key_of(bid) for bid in auction.bids}
    choices = [phase.options for phase in subject.profile.flow if isinstance(phase, ChoosePhase)]
    return (bids, *(sorted(map(repr, options)) for options in choices))


def alike(one: Subject, two: Subject, budget: list[int]) -> bool:
    """Whether two games are proved to be the same; what is used of the `budget` is taken off."""
    try:
        return Pair(one, two, budget).are_alike()
    except TooMany:
        return False
