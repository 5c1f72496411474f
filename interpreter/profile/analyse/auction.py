"""Checks about the auction: ranks, a legal call for every seat, and an end.

Every situation is enumerated from what the expressions read: the standing bid and its seat, who calls, who deals, and
whether all the others have spoken or are stuck. Hands and the number of the deal aren't: an expression that reads
these is taken to be true or false as is worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.contract import Bid
from interpreter.errors import Problem
from interpreter.expression.compile import Compiled
from interpreter.model import BidPhase
from interpreter.phases.auction import bid_names
from interpreter.profile.analyse.subject import Subject, combinations
from interpreter.table import NOBODY, SEATS

UNSEEN = frozenset({"hand", "deal"})
MAX_SITUATIONS = 300_000


@dataclass(slots=True)
class Auction:
    """An auction under proof."""

    subject: Subject
    phase: BidPhase
    bids: dict[int, dict[str, Any]]

    def truth(self, rule: Compiled | None, names: dict[str, Any], unseen: bool) -> bool:
        """Return whether a rule holds; `unseen` is what to think of one that reads what can't be enumerated."""
        if rule is None:
            return True
        return unseen if rule.reads & UNSEEN else bool(rule.call(names))

    def may_bid(self, bid: int, names: dict[str, Any], unseen: bool) -> bool:
        """Return whether a bid can be made in a situation."""
        known = {**names, **self.bids[bid]}
        where = self.phase.where.get(self.phase.bids[bid].kind)
        return self.truth(self.phase.beats, known, unseen) and self.truth(where, known, unseen)

    def situations(self, high: Bid | None) -> Iterator[dict[str, Any]]:
        """Yield the situations in which a seat may have to call over a standing bid (or over none)."""
        reads = self.phase.reads
        ranges: dict[str, Any] = {
            "me": SEATS,
            "dealer": SEATS,
            "spoken": range(1 if not self.phase.open else 3),
            "last": (False, True),
        }
        if high is None:
            ranges["stuck"] = (False, True)
        else:
            ranges["high.seat"] = SEATS
        fixed = {
            "me": 0,
            "dealer": 0,
            "spoken": 0,
            "last": False,
            "stuck": False,
            "high.seat": NOBODY if high is None else 1,
        }
        for values in combinations(reads, ranges):
            if values.get("stuck") and not values.get("last", True):
                continue
            names = {**fixed, **values, **high_names(self.subject, high)}
            if high is None or names["me"] != names["high.seat"] or "high.seat" not in reads:
                yield names


def high_names(subject: Subject, high: Bid | None) -> dict[str, Any]:
    """Return what expressions read of the standing bid."""
    defaults = dict(subject.profile.contract.values)
    fields = defaults if high is None else {**defaults, **high.fields}
    names: dict[str, Any] = {f"high.{name}": value for name, value in fields.items()}
    return {
        **names,
        "high.kind": "" if high is None else high.kind,
        "high.rank": 0 if high is None else high.rank,
    }


def check_auction(subject: Subject) -> Iterator[Problem]:
    """Ranks are above 0, every seat has a legal call, passing out is provided for, and the auction ends."""
    phase = subject.profile.auction
    if phase is None:
        return
    path = ("phases", phase.name)
    low = [bid for bid in phase.bids if bid.rank <= 0]
    if low:
        text = subject.profile.bid_texts.of[low[0]]
        yield subject.problem(
            "R080",
            f"the bid {text!r} has the rank {low[0].rank}; while no bid stands the rank to beat is 0",
            subject.value_place(*path, "bids", low[0].kind, "rank"),
            "ranks begin at 1",
        )
        return
    if len(phase.bids) ** 2 > MAX_SITUATIONS:
        yield subject.problem(
            "R081",
            f"the auction has {len(phase.bids)} different bids, too many to prove",
            subject.place(*path, "bids"),
            "use fewer fields or smaller ranges",
        )
        return
    defaults = subject.profile.contract.values
    auction = Auction(subject, phase, {i: bid_names(bid, defaults) for i, bid in enumerate(phase.bids)})
    yield from check_a_call(auction)
    yield from check_all_pass(auction)
    if phase.open:
        yield from check_end(auction)


def check_a_call(auction: Auction) -> Iterator[Problem]:
    """In every situation there is a bid, a pass or another call."""
    phase, subject = auction.phase, auction.subject
    for high in (None, *phase.bids):
        for names in auction.situations(high):
            if auction.truth(phase.may_pass, names, unseen=False):
                continue
            if any(auction.truth(rule.when, names, unseen=False) for rule in phase.calls):
                continue
            if any(auction.may_bid(bid, names, unseen=False) for bid in range(len(phase.bids))):
                continue
            stands = "no bid stands" if high is None else f"{subject.profile.bid_texts.of[high]!r} stands"
            when = "when all the others have passed" if names.get("stuck") else f"when {stands}"
            yield subject.problem(
                "R082",
                f"a seat can be left without a legal call {when}",
                subject.place("phases", phase.name, "may_pass"),
                "let it pass, or let it make some bid",
            )
            return


def check_all_pass(auction: Auction) -> Iterator[Problem]:
    """Where everybody can pass, `all_pass` says what then."""
    phase = auction.phase
    stuck = [names for names in auction.situations(None) if names["stuck"] or "stuck" not in phase.reads]
    can = any(auction.truth(phase.may_pass, names, unseen=True) for names in stuck)
    if can and phase.all_pass is None:
        yield auction.subject.problem(
            "R083",
            "all four can pass, and nothing says what happens then",
            auction.subject.place("phases", phase.name),
            "add `all_pass: redeal` or `all_pass: next_deal`, or `may_pass: not stuck`",
        )


def check_end(auction: Auction) -> Iterator[Problem]:
    """No chain of bids comes back to where it began (an auction with one round ends anyhow)."""
    phase, subject = auction.phase, auction.subject
    follows = {i: set(successors(auction, high)) for i, high in enumerate(phase.bids)}
    if all(phase.bids[after].rank > phase.bids[i].rank for i in follows for after in follows[i]):
        return
    circle = find_circle(seated_successors(auction))
    if circle:
        text = subject.profile.bid_texts.of[phase.bids[circle[0]]]
        yield subject.problem(
            "R084",
            f"the auction need not end: from {text!r} on, bids can come back to {text!r}",
            subject.value_place("phases", phase.name, "beats"),
            "a bid must beat the one that stands: `beats: bid.rank > high.rank`",
        )


def successors(auction: Auction, high: Bid) -> Iterator[int]:
    """Yield the bids that can be made over one, by any seat in any situation."""
    situations = list(auction.situations(high))
    for bid in range(len(auction.phase.bids)):
        if any(auction.may_bid(bid, names, unseen=True) for names in situations):
            yield bid


def seated_successors(auction: Auction) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return, for each bid and the seat that holds it, the bids that other seats can make over it (north deals)."""
    follows: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for i, high in enumerate(auction.phase.bids):
        for holder in SEATS:
            found = follows.setdefault((i, holder), set())
            base = {**high_names(auction.subject, high), "high.seat": holder, "dealer": 0, "stuck": False}
            for me in SEATS:
                if me == holder:
                    continue
                varied = combinations(auction.phase.reads, {"last": (False, True), "spoken": range(3)})
                for names in ({"last": True, "spoken": 1, **base, "me": me, **values} for values in varied):
                    found.update(
                        (bid, me) for bid in range(len(auction.phase.bids)) if auction.may_bid(bid, names, unseen=True)
                    )
    return follows


def find_circle(follows: dict[tuple[int, int], set[tuple[int, int]]]) -> tuple[int, int] | None:
    """Return a node from which some path comes back, None where there is none; without recursion."""
    left = {node: set(after) for node, after in follows.items()}
    before: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for node, after in left.items():
        for other in after:
            before.setdefault(other, set()).add(node)
    ends = [node for node, after in left.items() if not after]
    while ends:
        end = ends.pop()
        del left[end]
        for node in before.get(end, ()):
            if node in left:
                left[node].discard(end)
                if not left[node]:
                    ends.append(node)
    return min(left) if left else None
