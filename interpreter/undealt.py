"""Why no deal gives the counts of cards that people tell: of a class, among a side's cards, or together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from interpreter.contract import Contract
from interpreter.errors import Place, Problem
from interpreter.model import Counted, Profile
from interpreter.possible import cards_of_sides, members
from interpreter.table import SEATS, SIDES, Pair, Side

HAD = {"won": "won", "played": "had in their hands"}


class Told(NamedTuple):
    """How some cards were called, and how many of them each side has."""

    text: str
    pair: Pair


def why_undealt(
    profile: Profile,
    contracts: Sequence[Contract],
    told: Mapping[Counted, Told],
    tricks: Collection[int],
    names: tuple[str, str],
    where: Callable[..., Place | None],
) -> Iterator[Problem]:
    """Yield at least one reason, at its place, why these counts fit none of some contracts.

    `tricks` are the numbers of them that the first side can have won, none where that isn't known; `names` are what
    the sides are called.
    """
    found = False
    for group, (text, pair) in told.items():
        sizes = [len(members(profile, group, contract)) for contract in contracts]
        low, high = fewest(profile, min(sizes), len(SEATS) * profile.dealing.each), max(sizes)
        if min(pair) >= 0 and low <= sum(pair) <= high:
            continue
        said = f"{pair[0]} and {pair[1]} cards are not a share of the {high} in {text!r}"
        yield Problem("T051", said, where("counts", text), f"{between(low, high)}, for both sides together")
        found = True
    for group, (text, pair) in ({} if found else told).items():
        sizes = [len(members(profile, group, contract)) for contract in contracts]
        held = [cards_of_sides(profile, group.quantities[0], won) for won in tricks]
        for side in SIDES if held else ():
            least, most = (end(cards[side] for cards in held) for end in (min, max))
            low, high = fewest(profile, min(sizes), least), min(max(sizes), most)
            if not low <= pair[side] <= high:
                said = f"the {names[side]} can't have {pair[side]} of {text!r}: {reason(profile, group, side, held)}"
                other = ", or give other books" if group.quantities == ("won",) else ""
                yield Problem("T056", said, where("counts", text, str(side)), f"write {between(low, high)}{other}")
                found = True
                break
    if not found:
        said = f"no deal of the cards fits these counts{' and books' if tricks else ''} together"
        yield Problem("T052", said, where("counts"), "count again: they are about the same cards")


def fewest(profile: Profile, size: int, cards: int) -> int:
    """Return how many cards of a class of this size are at least among some of the pack."""
    return max(0, size - (len(profile.pack.cards) - cards))


def reason(profile: Profile, group: Counted, side: Side, held: Sequence[Pair]) -> str:
    """Say how many cards a side has in all."""
    numbers = sorted({cards[side] for cards in held})
    if not any(numbers):
        return "they won no trick"
    every = f" of the {len(profile.pack.cards)}" if min(numbers) else ""
    return f"they {HAD[group.quantities[0]]} {' or '.join(map(str, numbers))} cards{every}"


def between(low: int, high: int) -> str:
    """Return a range of numbers in words."""
    return f"{low} to {high}" if low < high else f"{low}"
