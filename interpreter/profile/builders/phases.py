"""Building the phases: one function a verb, one row each in `BUILDERS`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping

from interpreter.actions import Choice, make_choice
from interpreter.contract import Bid, OtherCall, Value, make_bid
from interpreter.expression.tree import Expr, walk
from interpreter.model import (
    BidPhase,
    CallRule,
    ChoosePhase,
    ClaimRule,
    DealPhase,
    ExchangePhase,
    Phase,
    PlayPhase,
    Step,
)
from interpreter.profile.builders.parts import Doc, Parts
from interpreter.profile.checked import Path

MANY_DEALS = 48
"""How many deals of a game are looked at where a rule reads the deal's number, besides those that it names."""


def build_deal(parts: Parts, name: str, node: Doc) -> DealPhase:
    """Build the deal."""
    path = ("phases", name)
    return DealPhase(
        name=name,
        each=parts.integer(*path, "each") or 0,
        kitty=parts.integer(*path, "kitty") or 0,
        not_first=parts.integer(*path, "kitty_not_from", "first"),
        not_last=parts.integer(*path, "kitty_not_from", "last"),
        turn=node.get("turn") == "last",
        sets=parts.sets(*path, "set"),
        deals=deals_that_tell(parts, (*path, "set")),
    )


def deals_that_tell(parts: Parts, path: Path) -> tuple[int, ...]:
    """Return the numbers of deals to look at where expressions below a path may read the deal's number."""
    if not parts.section(*path):
        return ()
    expressions = parts.checked.expressions
    exprs = [expr for key, expr in expressions.items() if key[: len(path)] == path or key[0] == "define"]
    named = {int(str(node.value)) for expr in exprs for node in walk(expr) if node.op == "int"}
    near = {number + step for number in named for step in (-1, 0, 1)}
    return tuple(sorted({*range(1, MANY_DEALS + 1), *(number for number in near if number > 0)}))


def build_bid(parts: Parts, name: str, node: Doc) -> BidPhase:
    """Build the auction; its bids are enumerated and stand in rank order."""
    path = ("phases", name)
    where = {kind: parts.compiled(*path, "bids", kind, "where") for kind in node["bids"]}
    calls = tuple(
        CallRule(OtherCall(call), parts.compiled(*path, "calls", call, "when"))
        for call in parts.section(*path, "calls")
    )
    beats, may_pass = parts.needed(*path, "beats"), parts.compiled(*path, "may_pass")
    rules = [beats, may_pass, *where.values(), *(rule.when for rule in calls)]
    final = parts.compiled(*path, "pass_is_final")
    bids = [bid for kind in node["bids"] for bid in build_bids(parts, name, kind)]
    return BidPhase(
        name=name,
        start=parts.needed(*path, "start"),
        open=node.get("rounds") == "open",
        pass_is_final=final is not None and bool(final.call({})),
        bids=tuple(sorted(bids, key=lambda bid: bid.rank)),
        where={kind: rule for kind, rule in where.items() if rule is not None},
        beats=beats,
        may_pass=may_pass,
        calls=calls,
        all_pass=node.get("all_pass"),
        reads=frozenset[str]().union(*(rule.reads for rule in rules if rule is not None)),
    )


def build_bids(parts: Parts, phase: str, kind: str) -> list[Bid]:
    """Enumerate the bids of one kind."""
    rank = parts.needed("phases", phase, "bids", kind, "rank")
    values = parts.checked.bids[kind]
    found = []
    for combination in itertools.product(*values.values()):
        fields = dict(zip(values, combination, strict=True))
        known = {**parts.defaults, **fields}
        names = {f"bid.{name}": value for name, value in known.items()} | {"bid.kind": kind}
        found.append(make_bid(kind, fields, int(rank.call(names))))
    return found


def build_choose(parts: Parts, name: str, node: Doc) -> ChoosePhase:
    """Build a choice."""
    path = ("phases", name)
    return ChoosePhase(
        name=name,
        when=parts.compiled(*path, "when"),
        by=parts.needed(*path, "by"),
        options=choices(parts.checked.picks[name]),
        where=parts.compiled(*path, "where"),
    )


def build_exchange(parts: Parts, name: str, node: Doc) -> ExchangePhase:
    """Build an exchange."""
    path = ("phases", name)
    steps = tuple(build_step(parts, (*path, "steps", step), step, value) for step, value in node["steps"].items())
    return ExchangePhase(name, parts.compiled(*path, "when"), parts.compiled(*path, "show"), steps)


def build_step(parts: Parts, path: Path, name: str, node: Doc) -> Step:
    """Build one step of an exchange."""
    return Step(
        name=name,
        who=parts.compiled(*path, "who"),
        when=parts.compiled(*path, "when"),
        take=node.get("take"),
        give="all" if node.get("give") == "all" else parts.integer(*path, "give"),
        of=parts.compiled(*path, "of"),
        must=parts.compiled(*path, "must"),
        to=node.get("to", "kitty"),
        draw=node.get("draw"),
        draw_of=parts.compiled(*path, "draw_of"),
        count_is_public=node.get("public") == "count",
    )


def build_play(parts: Parts, name: str, node: Doc) -> PlayPhase:
    """Build the play."""
    path = ("phases", name)
    return PlayPhase(
        name=name,
        leader=parts.needed(*path, "leader"),
        follow=tuple((rung, parts.needed(*path, "follow", rung)) for rung in parts.section(*path, "follow")),
        free=parts.compiled(*path, "free"),
        opening_when=parts.compiled(*path, "opening", "when"),
        opening_sets=parts.sets(*path, "opening", "set"),
        books={which: parts.integer(*path, "books", which) or 0 for which in parts.section(*path, "books")},
        worth=parts.compiled(*path, "worth"),
        claims=tuple(
            build_claim(parts, (*path, "claims", claim), claim, value)
            for claim, value in parts.section(*path, "claims").items()
        ),
    )


def classes_in(parts: Parts, expr: Expr) -> Iterator[str]:
    """Yield the card classes that an expression names, through its defines too."""
    for part in walk(expr):
        if part.op == "class":
            yield str(part.value)
        elif part.op == "define":
            yield from classes_in(parts, parts.checked.expressions[("define", str(part.value))])


def build_claim(parts: Parts, path: Path, name: str, node: Doc) -> ClaimRule:
    """Build a claim; the classes that its conditions look at are what is shown."""
    exprs = [
        parts.checked.expressions[(*path, key)] for key in ("when", "yes") if (*path, key) in parts.checked.expressions
    ]
    shows = dict.fromkeys(name for expr in exprs for name in classes_in(parts, expr))
    return ClaimRule(
        name=name,
        at=node["at"],
        when=parts.needed(*path, "when"),
        ask=parts.compiled(*path, "ask"),
        yes=parts.compiled(*path, "yes"),
        add=parts.needed(*path, "add"),
        shows=tuple(shows),
    )


def choices(values: Mapping[str, tuple[Value, ...]]) -> tuple[Choice, ...]:
    """Return every combination of the values of some fields."""
    return tuple(make_choice(dict(zip(values, some, strict=True))) for some in itertools.product(*values.values()))


BUILDERS: Mapping[str, Callable[[Parts, str, Doc], Phase]] = {
    "deal": build_deal,
    "bid": build_bid,
    "choose": build_choose,
    "exchange": build_exchange,
    "play": build_play,
}


def build_phase(parts: Parts, name: str) -> Phase:
    """Build one phase of the flow."""
    node = parts.section("phases", name)
    return BUILDERS[node["do"]](parts, name, node)
