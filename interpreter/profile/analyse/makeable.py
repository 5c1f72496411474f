"""Bids that can never be made, and those that can never fail, however the cards fall.

What a revoke of the other side may bring doesn't count, since nobody bids on that.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.contract import Bid, Contract
from interpreter.errors import Place, Problem
from interpreter.model import BidPhase
from interpreter.profile.analyse.ends import names_in
from interpreter.profile.analyse.ranges import HUGE, Known, exact, truth
from interpreter.profile.analyse.reach import Reach
from interpreter.profile.analyse.subject import MAX_WORK, Subject, warning
from interpreter.profile.analyse.worlds import Worlds, seen_from, shares
from interpreter.quantities import OF_TRICKS
from interpreter.table import Pair

MORE = 20
"""How many books more than can be had are tried, to say what a bid needs."""
MAX_NAMED = 3


def check_makeable(subject: Subject) -> Iterator[Problem]:
    """Tell which bids can never be made, and what they would need."""
    phase, made = subject.profile.auction, subject.expressions.get(("made",))
    if phase is None or made is None:
        return
    worlds = Worlds(subject)
    reach, reads = worlds.reaches.of(made), worlds.read_by(made)
    if all(is_sure(worlds, reach, reads, contract) for contract in subject.contracts()):
        yield sure(subject, worlds)
        return
    hopeless: dict[Bid, tuple[Contract, list[Pair]]] = {}
    can, tries = set(), 0
    for contract in subject.contracts():
        bid = bid_of(phase, contract)
        if bid is None or bid in can:
            continue
        pairs = worlds.taken(contract)
        tries += len(pairs)
        if tries > MAX_WORK:
            return
        under = worlds.under(contract, reads)
        if not pairs or any(can_be(reach, under, pair) for pair in pairs):
            can.add(bid)
        else:
            hopeless.setdefault(bid, (contract, pairs))
    found = {bid: at for bid, at in hopeless.items() if bid not in can}
    if found:
        yield problem_of(subject, phase, found, worlds, reach, reads)


def is_sure(worlds: Worlds, reach: Reach, reads: frozenset[str], contract: Contract) -> bool:
    """Whether a contract is made whatever books its declarers win, nobody having revoked."""
    under = worlds.under(contract, reads)
    pairs = worlds.taken(contract) or []
    return bool(pairs) and all(truth(reach(seen_with(under, pair).get))[0] for pair in pairs)


def sure(subject: Subject, worlds: Worlds) -> Problem:
    """Return the problem that no contract can fail."""
    read = names_in(subject.expressions["made",], worlds.defines)
    by_books = any(name.rpartition(".")[2] in OF_TRICKS for name in read)
    books = ("phases", subject.profile.play.name, "books")
    place = subject.value_place(*books, *subject.profile.play.books) if by_books else subject.value_place("made")
    why = credited(subject) if by_books else "the condition says so"
    return warning(
        subject.problem(
            "R107",
            f"no bid can ever fail: `made` holds whatever the declarers win ({why})",
            place,
            "ask more in `made`, or credit fewer books to the declarers; a game without contracts sets no `made`",
            *((("what makes a bid stands here", subject.value_place("made")),) if by_books else ()),
        )
    )


def bid_of(phase: BidPhase, contract: Contract) -> Bid | None:
    """Return the bid that a contract came of; None where what was named since hides it."""
    kind = contract.values.get("kind")
    for bid in phase.bids:
        if bid.kind == kind and all(contract.values.get(name) == value for name, value in bid.fields.items()):
            return bid
    return None


def can_be(reach: Reach, under: dict[str, Known], books: Pair) -> bool:
    """Whether a contract may be made with these books, nobody having revoked."""
    return bool(truth(reach(seen_with(under, books).get))[1])


def seen_with(under: dict[str, Known], books: Pair) -> dict[str, Known]:
    """Return what `made` reads of a contract with these books, nobody having revoked."""
    world = {"deal": (1, HUGE), **under, **shares(books, books)}
    for owner in ("mine", "theirs", "declarers", "defenders"):
        world[f"{owner}.revokes"] = exact(0)
    return {**world, **seen_from(0, world, True)}


def problem_of(
    subject: Subject,
    phase: BidPhase,
    found: dict[Bid, tuple[Contract, list[Pair]]],
    worlds: Worlds,
    reach: Reach,
    reads: frozenset[str],
) -> Problem:
    """Return the problem of bids that can't be made; it shows the lowest of them."""
    bid = min(found, key=lambda one: one.rank)
    contract, pairs = found[bid]
    texts = [repr(subject.profile.bid_texts.of[one]) for one in sorted(found, key=lambda one: one.rank)]
    told = texts if len(texts) <= MAX_NAMED else [*texts[: MAX_NAMED - 1], f"{len(texts) - MAX_NAMED + 1} more"]
    which = f"the bid {told[0]}" if len(told) == 1 else f"the bids {', '.join(told[:-1])} and {told[-1]}"
    most, total = pairs[0][0], sum(pairs[0])
    under = worlds.under(contract, reads)
    tried = range(most + 1, most + 1 + MORE)
    enough = next((books for books in tried if can_be(reach, under, (books, max(total - books, 0)))), None)
    why = (
        "whatever the declarers win"
        if enough is None
        else f"{texts[0]} needs {enough} books, and the declarers can have {most} at most"
    )
    return warning(
        subject.problem(
            "R101",
            f"{which} can never be made: {why}",
            field_place(subject, phase, bid),
            "offer no such bid, credit more to the declarers (`books`), or ask less in `made`",
            *tricks_notes(subject),
            ("what makes a bid stands here", subject.value_place("made")),
        )
    )


def field_place(subject: Subject, phase: BidPhase, bid: Bid) -> Place:
    """Return where the numbers of a bid are offered."""
    path = ("phases", phase.name, "bids", bid.kind)
    numbers = [name for name, value in bid.fields.items() if isinstance(value, int)]
    return subject.value_place(*path, numbers[0]) if numbers else subject.place(*path)


def tricks_notes(subject: Subject) -> Iterator[tuple[str, Place]]:
    """Yield what there is to win, with where that is said: the tricks, and what is credited besides."""
    tricks, _, more = credited(subject).partition(", and ")
    yield tricks, subject.value_place("phases", subject.profile.dealing.name, "each")
    if more:
        yield more, books_place(subject)


def credited(subject: Subject) -> str:
    """Say what there is to win."""
    profile = subject.profile
    books = profile.play.books.get("declarers", 0)
    tricks = f"{profile.dealing.each} tricks are played"
    kitty = ", and nobody is credited the kitty" if profile.dealing.kitty and not books else ""
    return f"{tricks}, and {books} credited to the declarers" if books else f"{tricks}{kitty}"


def books_place(subject: Subject) -> Place:
    """Return where books are credited, or else where the hand is played."""
    return subject.place("phases", subject.profile.play.name, "books")
