"""What one deal can come to: its contracts, its books, and the cards that the sides can have had."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.cards import NO_SUIT, Card, expand
from interpreter.contract import Bid, Contract
from interpreter.model import BidPhase, Profile
from interpreter.profile.analyse.subject import after, distinct
from interpreter.ranking import trump_of
from interpreter.scoring import NO_CARDS
from interpreter.table import SIDES, Pair

CardPair: TypeAlias = tuple[frozenset[Card], frozenset[Card]]


def contracts_after(profile: Profile, bid: Bid | None) -> list[Contract]:
    """Return every contract that can stand when a deal is over in which this bid won."""
    reached = [profile.contract]
    for phase in profile.flow:
        if isinstance(phase, BidPhase):
            if bid is not None:
                reached = [contract.changed({**bid.fields, "kind": bid.kind}, 0) for contract in reached]
        else:
            reached = distinct(after(profile, phase, contract) for contract in reached)
    return reached


def all_books(profile: Profile, contract: Contract) -> list[int]:
    """Return how many books a deal can have in all: the tricks by their worth, and those credited before play."""
    totals = {sum(profile.play.books.values())}
    for trick in range(1, profile.dealing.each + 1):
        totals = {total + worth for total in totals for worth in trick_worths(profile, contract, trick)}
    return sorted(totals)


def trick_worths(profile: Profile, contract: Contract, trick: int) -> set[int]:
    """Return what one trick can be worth."""
    rule = profile.play.worth
    if rule is None:
        return {1}
    layout = profile.ranking.layout(contract)
    fixed = {**contract.names, "layout": layout, "trick": trick}
    ranges: dict[str, Sequence[Any]] = {
        "card": profile.pack.cards,
        "led": (*profile.pack.suits, NO_SUIT),
        "me": range(4),
        "declarer": (contract.declarer,),
    }
    varied = {name: values for name, values in ranges.items() if name in rule.reads}
    return {
        int(rule.call({**fixed, **dict(zip(varied, some, strict=True))}))
        for some in itertools.product(*varied.values())
    }


def members(profile: Profile, name: str, contract: Contract) -> list[Card]:
    """Return the cards of a class under a contract, or the one card of that name."""
    if name not in profile.classes:
        return [name]
    return list(dict.fromkeys(expand(profile.classes[name].items, profile.pack, trump_of(contract))))


def dealt_out(profile: Profile, contract: Contract, counts: Mapping[str, Pair]) -> CardPair | None:
    """Return cards for both sides that have these counts; None where there are none, smallest classes tried first."""
    sides: tuple[set[Card], set[Card]] = (set(), set())
    for name, cards in sorted(((n, members(profile, n, contract)) for n in counts), key=lambda pair: len(pair[1])):
        free = [card for card in cards if card not in sides[0] and card not in sides[1]]
        for side in SIDES:
            wanted = counts[name][side] - len(sides[side].intersection(cards))
            if not 0 <= wanted <= len(free):
                return None
            sides[side].update(free[:wanted])
            free = free[wanted:]
        settled = set(free)
        if settled and any(settled & set(members(profile, other, contract)) for other in counts if other != name):
            return None
    return (frozenset(sides[0]), frozenset(sides[1])) if counts else NO_CARDS


def groups_counted(profile: Profile) -> Iterator[str]:
    """Yield the card classes and cards that the score names, by way of defines too; no empty class."""
    document = profile.document
    defines = document.get("define")
    texts = [str(document.get(key, "")) for key in ("made", "score", "game", "match")]
    named: dict[str, None] = {}
    while texts:
        words = [word for word in re.findall(r"\w+", texts.pop()) if word not in named]
        named |= dict.fromkeys(words)
        if isinstance(defines, Mapping):
            texts += [str(defines[word]) for word in words if word in defines]
    for name in named:
        if name in profile.pack.members or (name in profile.classes and profile.classes[name].items):
            yield name
