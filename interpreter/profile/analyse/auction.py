"""Checks about the auction: ranks, a legal call for every seat, and an end.

Every situation is enumerated from what the expressions read: the standing bid and its seat, who calls, who deals, and
whether all the others have spoken or are stuck. Hands and the number of the deal aren't: an expression that reads
these is taken to be true or false as is worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.contract import Bid, bid_names
from interpreter.errors import Problem
from interpreter.expression.compile import Compiled
from interpreter.model import BidPhase
from interpreter.profile.analyse.subject import MAX_WORK, Subject, combinations
from interpreter.table import NOBODY, SEATS

UNSEEN = frozenset({"hand", "deal"})
MAX_NAMED = 6
"""So many bids at most are named of those that come back to the first."""


@dataclass(slots=True)
class Auction:
    """An auction under proof. `bids` are those that its rules tell apart, each with the names that rules read of it."""

    subject: Subject
    phase: BidPhase
    bids: list[tuple[Bid, dict[str, Any]]] = field(init=False)
    spoken: int = field(init=False)
    """How many calls of a seat are looked at: from there on they make no difference."""

    def __post_init__(self) -> None:
        phase, defaults = self.phase, self.subject.profile.contract.values
        rules = {kind: rule.reads for kind, rule in phase.where.items()}
        found: dict[tuple[object, ...], tuple[Bid, dict[str, Any]]] = {}
        for bid in phase.bids:
            names = bid_names(bid, defaults)
            high = high_names(self.subject, bid)
            reads = sorted(phase.beats.reads | rules.get(bid.kind, frozenset()) | set(high))
            key = (bid.rank, bid.kind in rules and bid.kind, *(names.get(name) for name in reads))
            told = tuple(high[name] for name in sorted(high) if name in phase.reads)
            found.setdefault((*key, told), (bid, names))
        self.bids = list(found.values())
        numbers = self.subject.numbers("phases", phase.name)
        self.spoken = min(max([0, *numbers]), 20) + 2 if phase.open else 1

    def may_bid(self, bid: tuple[Bid, dict[str, Any]], names: dict[str, Any], unseen: bool) -> bool:
        """Return whether a bid can be made in a situation."""
        names.update(bid[1])
        where = self.phase.where.get(bid[0].kind)
        return holds(self.phase.beats, names, unseen) and holds(where, names, unseen)

    def situations(self, high: Bid | None) -> list[dict[str, Any]]:
        """Return the situations in which a seat may have to call over a standing bid (or over none).

        Seats are alike, so north deals.
        """
        reads = self.phase.reads
        if not self.phase.open:
            found: dict[tuple[Any, ...], dict[str, Any]] = {}
            for situation in self.turns(high):
                found.setdefault(tuple(value for name, value in situation.items() if name in reads), situation)
            return list(found.values())
        ranges: dict[str, Any] = {"me": SEATS, "spoken": range(self.spoken), "last": (False, True)}
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
            **high_names(self.subject, high),
        }
        every = []
        for values in combinations(reads, ranges):
            if values.get("stuck") and not values.get("last", True):
                continue
            names = {**fixed, **values}
            if high is None or names["me"] != names["high.seat"] or "high.seat" not in reads:
                every.append(names)
        return every

    def turns(self, high: Bid | None) -> Iterator[dict[str, Any]]:
        """Yield the situations of an auction in which each speaks once: who is last, and who can have bid, is known."""
        first = int(self.phase.start.call({"dealer": 0, "declarer": NOBODY}))
        of_high = {"dealer": 0, "spoken": 0, **high_names(self.subject, high)}
        for turn in range(len(SEATS)):
            now = {**of_high, "me": (first + turn) % len(SEATS), "last": turn == len(SEATS) - 1}
            if high is not None:
                for earlier in range(turn):
                    yield {**now, "stuck": False, "high.seat": (first + earlier) % len(SEATS)}
                continue
            yield {**now, "stuck": now["last"], "high.seat": NOBODY}
            if now["last"] and self.phase.calls:  # one of the others may have made another call
                yield {**now, "stuck": False, "high.seat": NOBODY}


def holds(rule: Compiled | None, names: dict[str, Any], unseen: bool) -> bool:
    """Return whether a rule holds; `unseen` is what to think of one that reads what can't be enumerated."""
    if rule is None:
        return True
    return unseen if rule.reads & UNSEEN else bool(rule.call(names))


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
    """Ranks are above 0, every seat has a legal call, and the auction ends."""
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
    auction = Auction(subject, phase)
    situations = 1 + len(auction.situations(phase.bids[0])) if phase.bids else 1
    if len(auction.bids) ** 2 * situations > MAX_WORK:
        subject.too_many("bids over other bids", MAX_WORK, *path, "bids")
    nobody_bids = list(check_a_bid(auction))
    yield from nobody_bids or check_a_call(auction)  # a seat that may not pass can't bid either
    if phase.open and not nobody_bids:
        yield from check_end(auction)


def check_a_bid(auction: Auction) -> Iterator[Problem]:
    """Some bid can be made while none stands."""
    phase, subject = auction.phase, auction.subject
    situations = auction.situations(None)
    if not any(auction.may_bid(bid, names, unseen=True) for bid in auction.bids for names in situations):
        yield subject.problem(
            "R087",
            "nobody can ever bid: `beats` and `where` hold for no bid while none stands",
            subject.value_place("phases", phase.name, "beats"),
            "`high.rank` is 0 then: `beats: bid.rank > high.rank`",
        )


def check_a_call(auction: Auction) -> Iterator[Problem]:
    """In every situation there is a bid, a pass or another call."""
    phase, subject = auction.phase, auction.subject
    for high in (None, *(bid for bid, _ in auction.bids)):
        for names in auction.situations(high):
            if holds(phase.may_pass, names, unseen=False):
                continue
            if any(holds(rule.when, names, unseen=False) for rule in phase.calls):
                continue
            if any(auction.may_bid(bid, names, unseen=False) for bid in auction.bids):
                continue
            yield subject.problem(
                "R082",
                f"a seat can be left without a legal call: {told(auction, high, names)} may neither pass nor bid",
                subject.value_place("phases", phase.name, "may_pass"),
                "let it pass then, or let it make some bid",
            )
            return


SEATED = ("the dealer", "the dealer's left", "the dealer's partner", "the dealer's right")


def told(auction: Auction, high: Bid | None, names: dict[str, Any]) -> str:
    """Return in which situation which seat has to call, as far as the rules read it."""
    reads = auction.phase.reads
    if names["stuck"] and "stuck" in reads:
        parts = ["all the others have passed"]
    elif high is None:
        parts = ["no bid stands"]
    else:
        by = f", made by {SEATED[names['high.seat']]}," if "high.seat" in reads else ""
        parts = [f"{auction.subject.profile.bid_texts.of[high]!r}{by} stands"]
    if "last" in reads and not names["stuck"]:
        parts.append("all the others have spoken" if names["last"] else "not all the others have spoken")
    if "spoken" in reads and auction.phase.open:
        parts.append(f"this seat has called {names['spoken']} times" if names["spoken"] else "it is its first call")
    return f"when {' and '.join(parts)}, {SEATED[names['me']] if 'me' in reads else 'it'}"


def check_rounds(subject: Subject) -> Iterator[Problem]:
    """A pass is only made final where it might not be."""
    phase = subject.profile.auction
    if phase is not None and phase.pass_is_final and not phase.open:
        yield subject.problem(
            "R085",
            "`pass_is_final` changes nothing: in an auction of one round nobody speaks again after a pass",
            subject.place("phases", phase.name, "pass_is_final"),
            "leave it out, or write `rounds: open`",
        )


def check_passes(subject: Subject) -> Iterator[Problem]:
    """Where everybody can pass, `all_pass` says what then."""
    phase = subject.profile.auction
    if phase is not None and phase.all_pass is None and can_pass_out(subject, phase):
        yield subject.problem(
            "R083",
            "all four can pass, and nothing says what happens then",
            subject.place("phases", phase.name),
            f"say under `{phase.name}` what happens then: `all_pass: redeal` or `all_pass: next_deal`; "
            "or `may_pass: not stuck`, if the last one has to bid",
        )


def can_pass_out(subject: Subject, phase: BidPhase) -> bool:
    """Whether the four seats can pass one after the other; north deals."""
    first = int(phase.start.call({"dealer": 0, "declarer": NOBODY}))
    names = {"dealer": 0, "spoken": 0, "high.seat": NOBODY, **high_names(subject, None)}
    return all(
        holds(phase.may_pass, {**names, "me": (first + turn) % 4, "last": turn == 3, "stuck": turn == 3}, unseen=True)
        for turn in range(4)
    )


def check_end(auction: Auction) -> Iterator[Problem]:
    """No chain of bids comes back to where it began (an auction with one round ends anyhow)."""
    phase, subject, bids = auction.phase, auction.subject, auction.bids
    for high, _ in bids:
        situations = auction.situations(high)
        over = [bid for bid in bids if bid[0].rank <= high.rank]
        if any(auction.may_bid(bid, names, unseen=True) for bid in over for names in situations):
            break
    else:
        return
    combos = auction.spoken * 2 * len(SEATS) * len(SEATS)
    if len(bids) ** 2 * combos > 5 * MAX_WORK:
        subject.too_many("chains of bids that don't rise in rank", MAX_WORK, "phases", phase.name, "bids")
    circle = find_circle(seated_successors(auction))
    if circle:
        texts = [repr(subject.profile.bid_texts.of[bids[at][0]]) for at, _ in circle]
        first, *others = [text for number, text in enumerate(texts) if number == 0 or text != texts[number - 1]]
        others = others if len(others) < MAX_NAMED else [*others[: MAX_NAMED - 2], "others", others[-1]]
        yield subject.problem(
            "R084",
            f"the auction need not end: bids can go round, {first}, then {', then '.join((*others, first))} again"
            if others
            else f"the auction need not end: {first} can be bid over {first} again and again",
            subject.value_place("phases", phase.name, "beats"),
            "a bid must beat the one that stands: `beats: bid.rank > high.rank`",
        )


def seated_successors(auction: Auction) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return, for each bid and the seat that holds it, the bids that other seats can make over it (north deals)."""
    follows: dict[tuple[int, int], set[tuple[int, int]]] = {}
    ranges = {"last": (False, True), "spoken": range(auction.spoken)}
    for i, (high, _) in enumerate(auction.bids):
        for holder in SEATS:
            found = follows.setdefault((i, holder), set())
            base = {**high_names(auction.subject, high), "high.seat": holder, "dealer": 0, "stuck": False}
            for me in SEATS:
                if me == holder:
                    continue
                for values in combinations(auction.phase.reads, ranges):
                    names = {"last": True, "spoken": 1, **base, "me": me, **values}
                    found.update(
                        (at, me) for at, bid in enumerate(auction.bids) if auction.may_bid(bid, names, unseen=True)
                    )
    return follows


def find_circle(follows: dict[tuple[int, int], set[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return the nodes of a path that comes back to the first of them; none where there is no such path."""
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
    path: list[tuple[int, int]] = []
    at = min(left, default=None)
    while at is not None and at not in path:
        path.append(at)
        at = min(left[at])
    return path[path.index(at) :] if at is not None else []
