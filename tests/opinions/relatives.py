"""The relatives: whist without a bid, whist under Vint's auction, Five Hundred."""

from __future__ import annotations

from dataclasses import dataclass

from tests.opinions.score import BidTable, higher
from tests.opinions.table import SUITS, Before, Call, Deal, Paid, Pair, Table


@dataclass(frozen=True, kw_only=True)
class PlainWhist(Table):
    """1.10 The dealer's last card makes trumps; each trick over six is a point; five are a game."""

    goal: int = 5

    def tricks(self, books: int) -> Pair:
        """Return what the tricks are worth, of which the first side took so many."""
        return (max(0, books - 6), max(0, 13 - books - 6))

    def stands(self, totals: Pair) -> bool:
        return max(totals) < self.goal

    def reached(self, totals: Pair) -> int | None:
        """Return which side has come to the goal; never both do by one deal's tricks, or one deal's honours."""
        return next((side for side in (0, 1) if totals[side] >= self.goal), None)

    def settle(self, deal: Deal, books: int, revokes: str, before: Before, honours: int) -> Paid:
        points = self.tricks(books)
        return Paid(points, self.ended(points, revokes, before))

    def ended(self, points: Pair, revokes: str, before: Before) -> int | None:
        """Return who has won the game by these points."""
        totals = added(before.totals, points)
        if self.fixed_deals:
            return None if before.number < self.fixed_deals else higher(totals)
        return self.by_reneges(revokes) if self.renege_loses and self.uneven(revokes) else self.reached(totals)

    def uneven(self, revokes: str) -> bool:
        """Whether one side has reneged more often than the other."""
        return revokes.count("b") != revokes.count("d")

    def by_reneges(self, revokes: str) -> int:
        """Return who wins because the others have reneged more often."""
        return 1 if revokes.count("b") > revokes.count("d") else 0


@dataclass(frozen=True, kw_only=True)
class Classic(PlainWhist):
    """1.9 Ten points; honours held count after tricks, and may be called at eight; stakes by the loser's score."""

    goal: int = 10
    games: int = 2
    rubber_points: int = 2

    def honours(self, held: int) -> int:
        """Return what a side has for so many honours (ace, king, queen, knave of trumps) between the partners."""
        return {3: 2, 4: 4}.get(held, 0)

    def settle(self, deal: Deal, books: int, revokes: str, before: Before, honours: int) -> Paid:
        points = self.tricks(books)
        winner = self.ended(points, revokes, before)
        if winner is None:  # tricks count before honours
            both = (self.honours(honours), self.honours(4 - honours) if deal.trump else 0)
            points = added(points, (self.counted(both, before, 0), self.counted(both, before, 1)))
            winner = self.ended(points, revokes, before)
        account = [0, 0]
        if winner is not None:
            account[winner] = self.stakes(added(before.totals, points)[1 - winner])
        return Paid(points, winner, (account[0], account[1]))

    def counted(self, both: Pair, before: Before, side: int) -> int:
        """Return a side's honours as far as they count: in short whist not for a side that stood at four."""
        return 0 if self.short and before.totals[side] == 4 else both[side]

    def stakes(self, loser: int) -> int:
        """Return what a game is worth against a loser with so many points."""
        single = 3 if self.short else 5
        return 1 if loser >= single else 2 if loser >= 1 else 3

    def settled(self, account: Pair, winner: int) -> int:
        return account[winner] + self.rubber_points - account[1 - winner]

    def call_alone(self, hand: list[str], deal: Deal, total: int) -> bool:
        return not self.short and total == 8 and held(hand, deal) >= 3

    def ask(self, hand: list[str], deal: Deal, total: int, played: bool) -> bool:
        return not self.short and total == 8 and not played and held(hand, deal) == 2

    def answer(self, hand: list[str], deal: Deal) -> bool:
        return held(hand, deal) >= 1

    def called(self, others: int) -> Paid:
        return Paid((2, 0), 0, (self.stakes(others), 0))


def held(hand: list[str], deal: Deal) -> int:
    """Return how many honours a hand has."""
    return len([card for card in hand if card[0] in "AKQJ" and card[1] == deal.trump])


def added(one: Pair, other: Pair) -> Pair:
    """Return the sums for both sides."""
    return (one[0] + other[0], one[1] + other[1])


@dataclass(frozen=True, kw_only=True)
class Vint(BidTable):
    """Vint without honours: suits rank S C D H; a trick pays ten times the number bid, and only tricks win a game."""

    goal: int = 500
    open: bool = True
    dealer_first: bool = True
    declarers_first: bool = True
    games: int = 2

    def bids(self) -> list[Call]:
        return [Call(level, word) for level in range(1, 8) for word in ("S", "C", "D", "H", "nt")]

    def worth(self, bid: Call) -> Pair:
        return (bid.level, 0 if self.numbers_equal else ["S", "C", "D", "H", "nt"].index(bid.word))

    def all_pass(self) -> str:
        return "next"

    def leader(self, dealer: int, declarer: int) -> int:
        return (declarer + 1) % 4

    def names(self, bid: Call) -> list[Deal]:
        return [Deal(bid, "" if bid.word == "nt" else bid.word)]

    def made(self, deal: Deal, books: Pair) -> Pair:
        return (0, 0)

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (0, 0)

    def besides(self, deal: Deal, books: Pair) -> Pair:
        return (10 * deal.bid.level * books[0], 10 * deal.bid.level * books[1])

    def above_the_line(self, deal: Deal, books: Pair) -> Pair:
        mine, theirs = self.besides(deal, books)
        short = max(0, self.needed(deal) - books[0])
        return (mine - 100 * deal.bid.level * short, theirs)

    def settled(self, account: Pair, winner: int) -> int:
        return account[winner] - account[1 - winner]


@dataclass(frozen=True, kw_only=True)
class FiveHundred(BidTable):
    """Five Hundred for four: 43 cards, joker and bowers; bids of 6 to 10 by Avondale's table; a kitty of three."""

    goal: int = 500
    falls: bool = True
    in_all: int = 10
    open: bool = True
    pass_is_final: bool = True
    jokers: tuple[str, ...] = ("BJ",)
    kitty: int = 3

    def pack(self) -> list[str]:
        return [rank + suit for suit in SUITS for rank in "AKQJT98765"] + ["4H", "4D", "BJ"]

    def bids(self) -> list[Call]:
        return [Call(level, word) for level in range(6, 11) for word in ("S", "C", "D", "H", "nt")]

    def worth(self, bid: Call) -> Pair:
        return (bid.level, 0 if self.numbers_equal else ["S", "C", "D", "H", "nt"].index(bid.word))

    def all_pass(self) -> str:
        return "next"

    def names(self, bid: Call) -> list[Deal]:
        return [Deal(bid, "" if bid.word == "nt" else bid.word)]

    def above(self, deal: Deal) -> list[str]:
        colour = {"S": "C", "C": "S", "H": "D", "D": "H"}
        return ["BJ", "J" + deal.trump, "J" + colour[deal.trump]] if deal.trump else ["BJ"]

    def needed(self, deal: Deal) -> int:
        return deal.bid.level

    def price(self, deal: Deal) -> int:
        """Return what a bid is worth: six spades 40, each suit 20 more, each trick 100 more."""
        return 40 + 20 * ["S", "C", "D", "H", "nt"].index(deal.bid.word) + 100 * (deal.bid.level - 6)

    def made(self, deal: Deal, books: Pair) -> Pair:
        return (max(250, self.price(deal)) if books[0] == 10 else self.price(deal), 0)

    def set(self, deal: Deal, books: Pair) -> Pair:
        return (-self.price(deal), 0)

    def besides(self, deal: Deal, books: Pair) -> Pair:
        return (0, 10 * books[1])

    def wins(self, side: int, totals: Pair, made: bool) -> bool:
        return side == 0 and made and totals[0] >= 500  # only by a bid of one's own

    def stands(self, totals: Pair) -> bool:
        return min(totals) > -500
