"""The games of Bid Whist, each as its source has it (rules.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.opinions.score import BidTable
from tests.opinions.table import ACES_BAD, DOWN, JOKERS, SUITS, UP, Call, Deal, Pair


@dataclass(frozen=True, kw_only=True)
class Pagat(BidTable):
    """1.1 Two jokers, a kitty of six, bids of 3 to 7 uptown, downtown or at no trump; no trump counts double."""

    goal: int = 7
    falls: bool = True
    three_books: bool = True
    lowest: int = 3
    dealer_must_bid: bool = True
    jokers: tuple[str, ...] = JOKERS
    kitty: int = 6
    kitty_goes: str = "declarers"
    doubled: bool = True

    def bids(self) -> list[Call]:
        return [Call(level, word) for level in range(self.lowest, 8) for word in ("up", "down", "nt")]

    def worth(self, bid: Call) -> Pair:
        if self.numbers_equal:
            return (bid.level, 0)
        if self.low_over_high:
            return (bid.level, ["up", "down", "nt"].index(bid.word))
        return (bid.level, 1 if bid.word == "nt" else 0)

    def names(self, bid: Call) -> list[Deal]:
        if bid.word == "nt":
            return [Deal(bid, "", "up"), Deal(bid, "", "down")]
        return [Deal(bid, suit, bid.word) for suit in SUITS]

    def column(self, deal: Deal) -> str:
        if deal.dir == "up":
            return UP
        return ACES_BAD if self.aces_bad else DOWN


@dataclass(frozen=True, kw_only=True)
class TomW(Pagat):
    """1.5 No jokers, no kitty, bids from 1, "special" (downtown) above normal. All else as above, by choice."""

    lowest: int = 1
    low_over_high: bool = True
    jokers: tuple[str, ...] = ()
    kitty: int = 0
    kitty_goes: str = "nobody"


@dataclass(frozen=True, kw_only=True)
class WikiHow(Pagat):
    """1.8 Bids from 1, down over up, until three have passed; nothing doubles; a set costs the points missing."""

    goal: int = 5
    lowest: int = 1
    low_over_high: bool = True
    open: bool = True
    doubled: bool = False
    three_books: bool = False  # nothing is said of revokes

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (max(0, books[0] - 6) - deal.bid.level, 0)


@dataclass(frozen=True, kw_only=True)
class Numbers(BidTable):
    """52 cards, a kitty of four; a bid is a number, and nobody's total falls: a set pays the others."""

    goal: int = 21
    kitty: int = 4

    def bids(self) -> list[Call]:
        return [Call(level, "number") for level in range(self.lowest, 8)]

    def names(self, bid: Call) -> list[Deal]:
        return [Deal(bid, trump) for trump in ("", *SUITS)]


@dataclass(frozen=True, kw_only=True)
class Ship(Numbers):
    """1.3 The dealer may match; the declarer names one of three rankings; the buried cards go with the first trick."""

    kitty_goes: str = "first trick"
    dealer_matches: bool = True
    no_face_redeal: bool = True

    def lone_bids(self) -> list[Call]:
        return [Call(self.lowest, "number")]

    def names(self, bid: Call) -> list[Deal]:
        return [Deal(bid, trump, order) for trump in ("", *SUITS) for order in ("up", "low", "bad")]

    def column(self, deal: Deal) -> str:
        return {"up": UP, "low": DOWN, "bad": ACES_BAD}[deal.dir]

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (0, deal.bid.level)


@dataclass(frozen=True, kw_only=True)
class Rogler(Numbers):
    """1.6 The kitty is a trick of the declarers; a set pays bid and tricks over six; no trump doubles all of it."""

    kitty_goes: str = "declarers"
    dealer_matches: bool = True
    doubled: bool = True

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (0, (deal.bid.level + max(0, books[1] - 6)) * self.times(deal))


@dataclass(frozen=True, kw_only=True)
class Todd(Numbers):
    """1.7 Bids from 3; one for a bid made, two for a set; 21 and two ahead, or seven to nothing, or eleven ahead."""

    lowest: int = 3
    kitty_goes: str = "declarers"

    def made(self, deal: Deal, books: Pair) -> Pair:
        return (1, 0)

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (0, 2)

    def wins(self, side: int, totals: Pair, made: bool) -> bool:
        mine, theirs = totals[side], totals[1 - side]
        shut_out = mine >= 7 and theirs == 0
        return shut_out or mine - theirs >= 11 or (mine >= 21 and mine - theirs >= 2)


@dataclass(frozen=True, kw_only=True)
class Parr(BidTable):
    """1.4 No kitty; the first lead makes trumps, or none are said; the others have a point for each of their tricks."""

    goal: int = 11
    open: bool = True
    pass_is_final: bool = True
    dealer_must_bid: bool = True
    declarers_first: bool = True

    def bids(self) -> list[Call]:
        return [Call(level, "number") for level in range(self.lowest, 8)]

    def lone_bids(self) -> list[Call]:
        return [Call(self.lowest, "number")]

    def names(self, bid: Call) -> list[Deal]:
        return [Deal(bid, "as led"), Deal(bid, "")]

    def opened(self, deal: Deal, card: str) -> Deal:
        return deal._replace(trump=card[1]) if deal.trump == "as led" else deal

    def besides(self, deal: Deal, books: Pair) -> Pair:
        return (0, books[1])
