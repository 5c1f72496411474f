"""What one deal can come to: its contracts, its books, and the cards that the sides can have had."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from interpreter.cards import Card, expand
from interpreter.contract import Bid, Contract
from interpreter.model import BidPhase, Counted, DealPhase, Profile
from interpreter.profile.analyse.outcomes import trick_worths
from interpreter.profile.analyse.subject import after, distinct
from interpreter.ranking import trump_of
from interpreter.scoring import CardPair
from interpreter.table import SEATS, Pair


def contracts_after(profile: Profile, bid: Bid | None, deal: int | None = None) -> list[Contract]:
    """Return every contract that can stand when a deal is over in which this bid won.

    `deal` is its number in the game, from 1; None: any deal.
    """
    reached = [profile.contract]
    for phase in profile.flow:
        if isinstance(phase, BidPhase):
            if bid is not None:
                reached = [contract.changed({**bid.fields, "kind": bid.kind}, 0) for contract in reached]
        elif isinstance(phase, DealPhase) and deal is not None:
            this = phase._replace(deals=(deal,))
            reached = distinct(after(profile, this, contract) for contract in reached)
        else:
            reached = distinct(after(profile, phase, contract) for contract in reached)
    return reached


def all_books(profile: Profile, contract: Contract) -> list[int]:
    """Return how many books a deal can have in all: the tricks by their worth, and those credited before play."""
    totals = {sum(profile.play.books.values())}
    for worths in trick_worths(profile, contract):
        totals = {total + worth for total in totals for worth in worths}
    return sorted(totals)


MAX_WAYS = 5_000
"""How many ways in which books can fall are followed."""


def tricks_won(profile: Profile, contract: Contract, books: Pair) -> set[int]:
    """Return how many tricks the first side can have won where the books fell so; all numbers where that is unclear."""
    first = profile.play.books
    ways = {(first.get("declarers", 0), first.get("defenders", 0), 0)}
    for worths in trick_worths(profile, contract):
        ways = {(a + w, b, won + 1) for a, b, won in ways for w in worths} | {
            (a, b + w, won) for a, b, won in ways for w in worths
        }
        if len(ways) > MAX_WAYS:
            return set(range(profile.dealing.each + 1))
    return {won for a, b, won in ways if (a, b) == books}


def cards_of_sides(profile: Profile, quantity: str, tricks: int) -> Pair:
    """Return how many cards both sides `played`, or `won` where the first side won so many tricks."""
    each = profile.dealing.each
    cards = len(SEATS)
    return (tricks * cards, (each - tricks) * cards) if quantity == "won" else (each * cards // 2, each * cards // 2)


Counts: TypeAlias = Mapping[Counted, Pair]
"""How many of some cards each side has."""
MAX_TRIED = 100_000
"""How many ways to share cards out are tried."""


def members(profile: Profile, group: Counted, contract: Contract) -> frozenset[Card]:
    """Return the cards that are in all classes of a group under a contract."""
    found = profile.pack.members
    for name in group.within:
        items = profile.classes[name].items if name in profile.classes else None
        found &= frozenset({name} if items is None else expand(items, profile.pack, trump_of(contract)))
    return found


def dealt_out(
    profile: Profile, contract: Contract, counts: Counts, tricks: int | None = None
) -> dict[str, CardPair] | None:
    """Return cards for both sides that have these counts, by quantity; None where there are none.

    Every group has one quantity. The cards played are the cards won, so of each group both quantities have as many.
    With the number of `tricks` that the first side won, both sides also have as many cards in all as they must.
    """
    told = len(counts)
    if tricks is not None:
        every = [Counted((quantity,), ()) for quantity in dict.fromkeys(group.quantities[0] for group in counts)]
        sizes = {group: cards_of_sides(profile, group.quantities[0], tricks) for group in every}
        if any(counts.get(group, size) != size for group, size in sizes.items()):
            return None
        counts = {**counts, **sizes}
    groups = list(counts)
    cards = [members(profile, group, contract) for group in groups]
    cells: dict[tuple[int, ...], list[Card]] = {}  # cards that no count tells apart, by the groups that hold them
    for card in profile.pack.cards:
        holding = tuple(place for place, group in enumerate(cards) if card in group)
        if holding:
            cells.setdefault(holding, []).append(card)
    quantities = tuple(dict.fromkeys(group.quantities[0] for group in groups))
    shared = shared_out(groups, [(holding, len(found)) for holding, found in cells.items()], counts, quantities)
    if shared is None:
        return None
    sides: dict[str, tuple[set[Card], set[Card]]] = {quantity: (set(), set()) for quantity in quantities}
    for (holding, found), (dealt, mine) in zip(cells.items(), shared, strict=True):
        if holding[0] >= told:
            continue  # nothing was told of these cards
        for quantity, number in zip(quantities, mine, strict=True):
            sides[quantity][0].update(found[:number])
            sides[quantity][1].update(found[number:dealt])
    return {quantity: (frozenset(mine), frozenset(theirs)) for quantity, (mine, theirs) in sides.items()}


Share: TypeAlias = tuple[int, tuple[int, ...]]
"""How many of some cards were played at all, and how many of these the first side has, for each quantity."""


def shared_out(
    groups: Sequence[Counted], cells: Sequence[tuple[tuple[int, ...], int]], counts: Counts, quantities: Sequence[str]
) -> list[Share] | None:
    """Return a share of each cell that gives all counts; None where none is found.

    A cell is the places of the groups that hold its cards, and how many these are.
    """
    hopeless: set[tuple[int, tuple[Pair, ...]]] = set()

    def share(at: int, left: tuple[Pair, ...]) -> list[Share] | None:
        """Share the cells from `at` on, where `left` is what each group still lacks."""
        if at == len(cells):
            return None if any(map(any, left)) else []
        if at == len(cells) - 1:
            return rest_of(left)
        if (at, left) in hopeless or len(hopeless) > MAX_TRIED:
            return None
        holding, size = cells[at]
        for dealt in range(size, -1, -1):
            for mine in itertools.product(range(dealt + 1), repeat=len(quantities)):
                after = list(left)
                for place in holding:
                    number = mine[quantities.index(groups[place].quantities[0])]
                    after[place] = (left[place][0] - number, left[place][1] - (dealt - number))
                if all(one >= 0 and other >= 0 for one, other in after):
                    rest = share(at + 1, tuple(after))
                    if rest is not None:
                        return [(dealt, mine), *rest]
        hopeless.add((at, left))
        return None

    def rest_of(left: tuple[Pair, ...]) -> list[Share] | None:
        """Share the last cell, which has to give all that is lacking."""
        holding, size = cells[-1]
        lacking = {quantities.index(groups[place].quantities[0]): left[place] for place in holding}
        dealt = {sum(pair) for pair in lacking.values()}
        wanted = all(left[place] == lacking[quantities.index(groups[place].quantities[0])] for place in holding)
        others = any(any(pair) for place, pair in enumerate(left) if place not in holding)
        if not wanted or others or len(dealt) > 1 or max(dealt) > size:
            return None
        return [(max(dealt), tuple(lacking.get(place, (0, 0))[0] for place in range(len(quantities))))]

    return share(0, tuple(counts[group] for group in groups))
