"""Whist as a person would keep it at the table: who speaks, which cards may be played, who wins, what is paid.

Nothing here comes from the engine or from a profile's file. Cards are texts ("AS", "TD", "BJ"), a trick is the list
of its cards in the order played, sides are 0 for the declarers and 1 for the others (without a bid: 0 for the first
side). Everything is found by looking at all cards again, so that it can be checked by reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

SUITS = "SHDC"
UP = "AKQJT98765432"
DOWN = "A23456789TJQK"
ACES_BAD = "23456789TJQKA"
JOKERS = ("BJ", "LJ")
DRAW = -1
Pair = tuple[int, int]


class Call(NamedTuple):
    """A bid: its number and its word (up, down, nt, a suit, or number where it has none). Level 0 is another call."""

    level: int
    word: str


NO_BID, REDEAL = Call(0, "pass"), Call(0, "redeal")
Said = list[tuple[int, Call]]
"""Every call so far, and the place of who made it: 0 for who speaks first, then round the table."""


class Deal(NamedTuple):
    """What a deal is played at: the bid, the trump suit (empty at no trump), the direction."""

    bid: Call = NO_BID
    trump: str = ""
    dir: str = "up"


class Before(NamedTuple):
    """How things stood before a deal: both totals, the sets of both sides, and which deal of the game it is."""

    totals: Pair = (0, 0)
    sets: Pair = (0, 0)
    number: int = 1


class Paid(NamedTuple):
    """What a deal came to: points, who has won the game by it (None: nobody yet), what is settled with the rubber."""

    points: Pair
    winner: int | None
    account: Pair = (0, 0)


@dataclass(frozen=True, kw_only=True)
class Table:
    """Four players and 52 cards. A game says what it does otherwise; most fields are its house rules."""

    goal: int = 0
    in_all: int = 13  # books of a deal
    lowest: int = 1  # bid
    open: bool = False  # the auction goes round until all others have passed
    pass_is_final: bool = False
    dealer_first: bool = False  # the dealer speaks first; else the last
    dealer_must_bid: bool = False
    dealer_matches: bool = False
    no_face_redeal: bool = False
    numbers_equal: bool = False
    low_over_high: bool = False
    jokers: tuple[str, ...] = ()
    nt_jokers: str = "when void"  # or: any time, thrown, dropped
    deuce: bool = False
    aces_bad: bool = False
    kitty: int = 0
    kitty_goes: str = "nobody"  # or: declarers, first trick
    doubled: bool = False  # at no trump
    boston: bool = False
    defenders_score: bool = False
    score_the_bid: bool = False
    two_sets: bool = False
    renege_loses: bool = False
    fixed_deals: int = 0
    games: int = 1  # that win the match
    rubber_points: int = 0  # for winning it
    rotation: tuple[str, ...] = ()
    short: bool = False  # short whist

    # ---- the auction

    def bids(self) -> list[Call]:
        """Return every bid there is; none where nobody bids."""
        return []

    def worth(self, bid: Call) -> Pair:
        """Return what a bid is worth in the auction: its number, then its word."""
        return (bid.level, 0)

    def lone_bids(self) -> list[Call]:
        """Return what the last to speak may bid after three passes."""
        return self.bids()

    def speaker(self, said: Said) -> int | None:
        """Return the place of who speaks next, None when the auction is over."""
        if said and said[-1][1] == REDEAL:
            return None
        if len(said) < 4:
            return len(said)
        if not self.open or not any(call.level for _, call in said[:3]):
            return None  # after three passes the last word is that of the fourth
        bidder = [place for place, call in said if call.level][-1]
        for step in (1, 2, 3):
            place = (said[-1][0] + step) % 4
            if place == bidder:
                break  # all others have passed
            if not self.pass_is_final or (place, NO_BID) not in said:
                return place
        return None

    def may_call(self, said: Said, place: int, hand: list[str]) -> list[Call]:
        """Return the calls that a seat may make at its turn."""
        dealer = place == (0 if self.dealer_first else 3)
        made = [call for _, call in said if call.level]
        alone = len(said) >= 3 and not made
        bids = self.lone_bids() if alone else self.bids()
        if made:
            standing = self.worth(made[-1])
            matching = self.dealer_matches and dealer
            bids = [bid for bid in bids if self.worth(bid) > standing or (matching and self.worth(bid) == standing)]
        calls = [] if alone and dealer and self.dealer_must_bid else [NO_BID]
        spoken = any(who == place for who, _ in said)
        if self.no_face_redeal and not spoken and not any(card[0] in "KQJ" for card in hand):
            calls.append(REDEAL)
        return [*calls, *bids]

    def all_pass(self) -> str:
        """Return who deals when all have passed: the same dealer, or the next."""
        return "same"

    # ---- what is played

    def names(self, bid: Call) -> list[Deal]:
        """Return what the declarer can make of a bid; where nobody bids, what can be played."""
        return [Deal(bid, trump) for trump in dict.fromkeys(self.rotation or SUITS)]

    def trump(self, number: int, last: str) -> str:
        """Return the trumps where nobody bids: in rotation, else the suit of the dealer's last card."""
        return self.rotation[(number - 1) % len(self.rotation)] if self.rotation else last[1]

    def leader(self, dealer: int, declarer: int) -> int:
        """Return the seat that leads first: the declarer, or without a bid the dealer's left."""
        return (dealer + 1) % 4 if declarer < 0 else declarer

    def opened(self, deal: Deal, card: str) -> Deal:
        """Return what is played once the first card has been led."""
        return deal

    # ---- the cards

    def pack(self) -> list[str]:
        """Return all the cards."""
        return [rank + suit for suit in SUITS for rank in UP] + list(self.jokers)

    def column(self, deal: Deal) -> str:
        """Return the ranks of a suit, the best first."""
        return UP

    def above(self, deal: Deal) -> list[str]:
        """Return the trumps above the rest of the trump suit, the best first."""
        deuce = ["2S"] if self.deuce else []
        return [*self.jokers, *deuce] if deal.trump else []

    def suit(self, card: str, deal: Deal) -> str:
        """Return the suit that a card belongs to; none for a joker at no trump."""
        if card in self.above(deal):
            return deal.trump or "joker"
        return "" if card in JOKERS else card[1]

    def led(self, trick: list[str], deal: Deal) -> str:
        """Return the suit to be followed: that of the first card which has one."""
        return next((self.suit(card, deal) for card in trick if self.suit(card, deal)), "")

    def may_play(self, hand: list[str], trick: list[str], deal: Deal) -> list[str]:
        """Return the cards of a hand that may be played to the cards on the table."""
        led = self.led(trick, deal)
        dead = [card for card in hand if not self.suit(card, deal)]
        following = [card for card in hand if self.suit(card, deal) == led]
        if not led:
            return list(hand)
        if not following:
            return dead if dead and self.nt_jokers == "thrown" else list(hand)
        return following + (dead if self.nt_jokers == "any time" else [])

    def may_bury(self, hand: list[str], deal: Deal) -> list[str]:
        """Return the cards that the declarer may bury next."""
        dropped = [card for card in hand if card in JOKERS and deal.bid.word == "nt" and self.nt_jokers == "dropped"]
        return dropped or list(hand)

    def beats(self, card: str, other: str, led: str, deal: Deal) -> bool:
        """Whether one card of a trick is above another."""
        one, two, trumps = self.suit(card, deal), self.suit(other, deal), deal.trump or "joker"
        if one != two:
            return one == trumps or (one == led and two != trumps)
        ladder = self.ladder(one, deal)
        return bool(one) and ladder.index(card) < ladder.index(other)

    def ladder(self, suit: str, deal: Deal) -> list[str]:
        """Return the cards of a suit, the best first."""
        above, pack = self.above(deal), self.pack()
        rest = [rank + suit for rank in self.column(deal) if rank + suit in pack and rank + suit not in above]
        return above + rest if suit == (deal.trump or "joker") else rest

    def winner(self, trick: list[str], deal: Deal) -> int:
        """Return the place of the card that wins four."""
        led = self.led(trick, deal)
        for place, card in enumerate(trick):
            if all(card == other or self.beats(card, other, led, deal) for other in trick):
                return place
        raise AssertionError(f"no card wins {trick}")

    def books(self, taken: list[bool]) -> int:
        """Return the declarers' books; `taken` says for each trick whether they took it."""
        kitty = self.kitty_goes == "declarers" or (self.kitty_goes == "first trick" and taken[0])
        return taken.count(True) + (1 if kitty else 0)

    # ---- the score

    def ruled(self, books: int, revokes: str) -> Pair:
        """Return both sides' books after the revokes: a letter each, "b" by side 0, "d" by the others."""
        return (books, self.in_all - books)

    def fulfilled(self, deal: Deal, books: int, revokes: str) -> bool | None:
        """Whether the bidders have what they bid."""
        return None

    def settle(self, deal: Deal, books: int, revokes: str, before: Before, honours: int) -> Paid:
        """Return what a deal comes to in which side 0 took so many books, and held so many of the four honours."""
        raise NotImplementedError

    def stands(self, totals: Pair) -> bool:
        """Whether a game can still be going on at these totals."""
        raise NotImplementedError

    def settled(self, account: Pair, winner: int) -> int | None:
        """Return what the winners of a match receive, None where nothing is said of that."""
        return None

    def call_alone(self, hand: list[str], deal: Deal, total: int) -> bool:
        """Whether a player may show honours before the lead and end the deal."""
        return False

    def ask(self, hand: list[str], deal: Deal, total: int, played: bool) -> bool:
        """Whether a player may ask the partner for an honour, instead of playing a card."""
        return False

    def answer(self, hand: list[str], deal: Deal) -> bool:
        """Whether the partner who is asked has an honour."""
        return False

    def called(self, others: int) -> Paid:
        """Return what calling honours comes to for the side that does, when the others have so many points."""
        raise NotImplementedError
