"""A second opinion: the rules of `rules.md` written out naively, against the engine.

The naive games use nothing of the engine: they know cards as text, contracts as plain tuples, and find everything by
looking at all cards again. They are slow and short, so that they can be checked by reading; the second half of this
file sets them beside the engine. To add a game: write its class (or a flag of one that is there) and a row in `GAMES`.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import pytest

from interpreter import game
from interpreter.actions import Action, Choice
from interpreter.contract import PASS, Bid, Contract, OtherCall, Pass
from interpreter.model import BidPhase, PlayPhase, Profile
from interpreter.scoring import Outcome, Result, Standing, score_deal
from interpreter.state import State
from tests.games import known, rules_of

SUITS = "SHDC"
UP = "AKQJT98765432"
DOWN = "A23456789TJQK"


class Call(NamedTuple):
    """A bid: its number and its word (up, down, nt, or number where it has none). Level 0: a pass, or another call."""

    level: int
    kind: str


NO_CALL, REDEAL = Call(0, "pass"), Call(0, "redeal")


class Deal(NamedTuple):
    """What a deal is played at: the bid, the trump suit (empty at no trump), the direction."""

    bid: Call
    trump: str
    dir: str


class Naive(Protocol):
    """What a naive game has to say. Points are (declarers', defenders')."""

    @property
    def goal(self) -> int:
        """Return the least total that wins."""

    @property
    def in_all(self) -> int:
        """Return the books of a deal, both sides together."""

    def bids(self) -> list[Call]:
        """Return every bid there is."""

    def may_call(self, before: list[Call], hand: list[str]) -> list[Call]:
        """Return the calls that the next seat, which holds `hand`, may make after those of the others."""

    def deals(self, bid: Call) -> list[Deal]:
        """Return what the winner of the auction can make of a bid."""

    def may_play(self, hand: list[str], trick: list[str], deal: Deal) -> list[str]:
        """Return the cards of a hand that may be played to the cards on the table."""

    def winner(self, trick: list[str], deal: Deal) -> int:
        """Return the place of the card that wins four."""

    def books(self, taken: list[bool]) -> int:
        """Return the declarers' books; `taken` says for each trick whether they took it."""

    def points(self, deal: Deal, books: int, revokes: str) -> tuple[int, int]:
        """Return the points of a deal; `revokes` has a letter a revoke, "b" by the bidders, "d" by the defenders."""

    def ended(self, totals: tuple[int, int]) -> int | None:
        """Return which of two sides has won, None while the game goes on."""


def higher_numbers(bids: list[Call], before: list[Call]) -> list[Call]:
    """Return the bids with a higher number than the last one before, all where there is none."""
    return [bid for bid in bids if all(bid.level > call.level for call in before)]


@dataclass(frozen=True)
class Pagat:
    """The 54-card game of rules.md 1.1, with the house rules of 1.2 as flags."""

    least: int = 3
    low_over_high: bool = False
    defenders_score: bool = False
    goal: int = 7
    in_all: int = 13

    def bids(self) -> list[Call]:
        return [Call(level, kind) for level in range(self.least, 8) for kind in ("up", "down", "nt")]

    def beats(self, bid: Call, other: Call) -> bool:
        """Whether a bid is higher: the number, then no trump over the rest, then (V4) downtown over uptown."""
        if bid.level != other.level:
            return bid.level > other.level
        if self.low_over_high and other.kind == "up" and bid.kind == "down":
            return True
        return bid.kind == "nt" and other.kind != "nt"

    def may_call(self, before: list[Call], hand: list[str]) -> list[Call]:
        made = [call for call in before if call != NO_CALL]
        must = len(before) == 3 and not made  # three passes: the dealer must bid
        bids = [bid for bid in self.bids() if not made or self.beats(bid, made[-1])]
        return bids if must else [NO_CALL, *bids]

    def deals(self, bid: Call) -> list[Deal]:
        if bid.kind == "nt":
            return [Deal(bid, "", direction) for direction in ("up", "down")]
        return [Deal(bid, suit, bid.kind) for suit in SUITS]

    def suit(self, card: str, deal: Deal) -> str:
        """Return a card's suit: a joker is a trump; without trumps it has none."""
        return deal.trump if card in ("BJ", "LJ") else card[1]

    def may_play(self, hand: list[str], trick: list[str], deal: Deal) -> list[str]:
        led = [self.suit(card, deal) for card in trick if self.suit(card, deal)]
        if not led:
            return list(hand)
        following = [card for card in hand if self.suit(card, deal) == led[0]]
        return following or list(hand)

    def higher(self, one: str, other: str, direction: str) -> bool:
        """Whether one card of a suit is above another of the same suit: jokers on top, then by direction."""
        column = ["BJ", "LJ", *(UP if direction == "up" else DOWN)]
        return column.index(name(one)) < column.index(name(other))

    def winner(self, trick: list[str], deal: Deal) -> int:
        suits = [self.suit(card, deal) for card in trick]
        if deal.trump in suits and deal.trump:
            able = [place for place in range(4) if suits[place] == deal.trump]
        else:
            led = next(suit for suit in suits if suit)
            able = [place for place in range(4) if suits[place] == led]
        for place in able:
            if all(place == other or self.higher(trick[place], trick[other], deal.dir) for other in able):
                return place
        raise AssertionError("no card wins")

    def books(self, taken: list[bool]) -> int:
        return taken.count(True) + 1  # the kitty

    def points(self, deal: Deal, books: int, revokes: str) -> tuple[int, int]:
        bidders, others = books, 13 - books
        for who in revokes:
            if who == "b":
                bidders, others = (bidders - 3, others + 3) if bidders >= 3 else (0, 13)
            else:
                bidders, others = (bidders + 3, others - 3) if others >= 3 else (13, 0)
        double = 2 if deal.bid.kind == "nt" else 1
        made = bidders >= 6 + deal.bid.level
        mine = (bidders - 6) * double if made else -deal.bid.level * double
        theirs = (others - 6) * double if self.defenders_score and others > 6 else 0
        return mine, theirs

    def ended(self, totals: tuple[int, int]) -> int | None:
        for side in (0, 1):
            if totals[side] >= 7 or totals[1 - side] <= -7:
                return side
        return None


@dataclass(frozen=True)
class Ship:
    """The 52-card game of rules.md 1.3, with a redeal where all pass."""

    goal: int = 21
    in_all: int = 13

    def bids(self) -> list[Call]:
        return [Call(level, "number") for level in range(1, 8)]

    def may_call(self, before: list[Call], hand: list[str]) -> list[Call]:
        demand = [] if any(card[0] in "KQJ" for card in hand) else [REDEAL]
        made = [call for call in before if call != NO_CALL]
        if len(before) == 3 and not made:
            return [NO_CALL, Call(1, "number"), *demand]  # the dealer may bid 1 or throw the deal in
        match = [made[-1]] if len(before) == 3 else []  # the dealer may merely match the bid that stands
        return [NO_CALL, *match, *higher_numbers(self.bids(), before), *demand]

    def deals(self, bid: Call) -> list[Deal]:
        return [Deal(bid, trump, order) for trump in ("", *SUITS) for order in ("up", "low", "bad")]

    def may_play(self, hand: list[str], trick: list[str], deal: Deal) -> list[str]:
        following = [card for card in hand if trick and card[1] == trick[0][1]]
        return following or list(hand)

    def winner(self, trick: list[str], deal: Deal) -> int:
        column = {"up": UP, "low": DOWN, "bad": "23456789TJQKA"}[deal.dir]
        suit = deal.trump if deal.trump and any(card[1] == deal.trump for card in trick) else trick[0][1]
        able = [place for place in range(4) if trick[place][1] == suit]
        return min(able, key=lambda place: column.index(trick[place][0]))

    def books(self, taken: list[bool]) -> int:
        return taken.count(True) + (1 if taken[0] else 0)  # what was buried goes with the first trick

    def points(self, deal: Deal, books: int, revokes: str) -> tuple[int, int]:
        return (books - 6, 0) if books >= 6 + deal.bid.level else (0, deal.bid.level)

    def ended(self, totals: tuple[int, int]) -> int | None:
        return next((side for side in (0, 1) if totals[side] >= 21), None)


def name(card: str) -> str:
    """Return what a card is called within its suit."""
    return card if card in ("BJ", "LJ") else card[0]


FLAGS: dict[str, dict[str, Any]] = {
    "min-4": {"least": 4},
    "low-over-high": {"low_over_high": True},
    "defenders-score": {"defenders_score": True},
    "sport-the-kitty": {},  # shows the kitty: nothing of what is compared here
}


def family() -> dict[str, Naive]:
    """Return the 54-card game under every subset of its four first house rules."""
    games: dict[str, Naive] = {}
    for size in range(len(FLAGS) + 1):
        for chosen in itertools.combinations(FLAGS, size):
            naive = Pagat()
            for rule in chosen:
                naive = replace(naive, **FLAGS[rule])
            games["+".join(("pagat-54", *chosen))] = naive
    return games


GAMES: dict[str, Naive] = {**family(), "ship-simons-52": Ship()}
NAIVE = {reference: naive for reference, naive in GAMES.items() if known(reference)}
"""The naive game of each reference. A new game is a new row."""


# Between the two


def read(action: Action) -> Call:
    """Return an engine's call as a naive one."""
    if isinstance(action, Pass | OtherCall):
        return NO_CALL if isinstance(action, Pass) else Call(0, action.name)
    assert isinstance(action, Bid)
    return Call(int(action.fields["level"]), str(action.fields.get("dir", action.kind)))


def written(legal: tuple[Action, ...], call: Call) -> Action:
    """Return the engine's action for a naive call."""
    return next(action for action in legal if read(action) == call)


def bid_up_to(state: State, deal: Deal, declarer: int) -> None:
    """Let one seat bid and all others pass, name what the deal is played at, and exchange cards at random."""
    rng = random.Random(len(state.history))
    while isinstance(state.phase, BidPhase):
        legal = game.legal(state)
        game.apply(state, written(legal, deal.bid) if state.to_act == declarer else PASS)
    wanted = {"trump": deal.trump or "none", "dir": deal.dir}
    while not isinstance(state.phase, PlayPhase):
        legal = game.legal(state)
        named = [action for action in legal if isinstance(action, Choice) and action.fields.items() <= wanted.items()]
        game.apply(state, named[0] if named else rng.choice(legal))


# Calls


@pytest.mark.parametrize("reference", NAIVE)
def test_calls(reference: str) -> None:
    """The legal calls are the same at every turn of many random auctions."""
    naive, profile, rng = NAIVE[reference], rules_of(reference), random.Random(1)
    turns = 0
    for number in range(400):
        state = game.new_game(profile, number % 4)
        game.apply(state, game.shuffle(profile, rng))
        before: list[Call] = []
        while state.phase is profile.auction:
            legal = game.legal(state)
            assert sorted(map(read, legal)) == sorted(naive.may_call(before, state.hands[state.to_act]))
            chosen = legal[min(int(rng.expovariate(0.5)), len(legal) - 1)]
            before.append(read(chosen))
            game.apply(state, chosen)
            turns += 1
        last = [place for place, call in enumerate(before) if call.level]
        assert state.contract.declarer == ((number + 1 + last[-1]) % 4 if last and before[-1] != REDEAL else -1)
        assert state.needs_deal == (not last or before[-1] == REDEAL)
    assert turns > 1500


def test_every_auction_of_two_calls() -> None:
    """After each first call every second call is taken or refused as it should be, under every house rule."""
    for reference, naive in NAIVE.items():
        profile = rules_of(reference)
        start = game.new_game(profile, 3)
        game.apply(start, game.shuffle(profile, random.Random(0)))
        for action in game.legal(start):
            state = start.clone()
            game.apply(state, action)
            if state.needs_deal:
                continue
            expected = set(naive.may_call([read(action)], state.hands[state.to_act]))
            assert profile.auction is not None
            for bid in profile.auction.bids:
                assert (game.refusal(state, bid) == "") == (read(bid) in expected)


# Play


@pytest.mark.parametrize("reference", NAIVE)
def test_play(reference: str) -> None:
    """Under every contract: legal cards, winners of tricks, books, points and totals of whole random deals."""
    naive, profile, rng = NAIVE[reference], rules_of(reference), random.Random(2)
    cards = 0
    for number, (bid, _) in enumerate(itertools.product(naive.bids(), range(2))):
        for deal in naive.deals(bid):
            declarer = number % 4
            state = game.new_game(profile, (declarer - 1 - rng.randrange(3)) % 4)
            game.apply(state, game.shuffle(profile, rng))
            bid_up_to(state, deal, declarer)
            cards += play_out(naive, state, deal, rng)
    assert cards >= 3000


def play_out(naive: Naive, state: State, deal: Deal, rng: random.Random) -> int:
    """Play a deal at random, comparing all the way; return how many cards were played."""
    declarer = leader = state.contract.declarer
    cards, taken, trick = 0, list[bool](), list[str]()
    while not state.results:
        seat = (leader + len(trick)) % 4
        legal = [str(card) for card in game.legal(state)]
        assert state.to_act == seat
        assert sorted(legal) == sorted(naive.may_play(state.hands[seat], trick, deal))
        trick.append(rng.choice(legal))
        game.apply(state, trick[-1])
        cards += 1
        if len(trick) == 4:
            leader = (leader + naive.winner(trick, deal)) % 4
            taken.append(leader % 2 == declarer % 2)
            trick = []
    check_points(naive, state.results[0], deal, naive.books(taken), declarer % 2)
    return cards


def check_points(naive: Naive, result: Result, deal: Deal, books: int, side: int) -> None:
    """Compare a deal's books and points."""
    assert result.books[side] == books
    assert (result.points[side], result.points[1 - side]) == naive.points(deal, books, "")


@pytest.mark.parametrize("reference", NAIVE)
def test_play_from_any_cards(reference: str) -> None:
    """Short hands with the extra cards among them: the tricks that whole deals seldom reach."""
    naive, profile, rng = NAIVE[reference], rules_of(reference), random.Random(3)
    plain = [card for card in profile.pack.cards if card not in profile.pack.extra]
    for bid in naive.bids()[-3:]:
        for deal, _ in itertools.product(naive.deals(bid), range(30)):
            state = game.new_game(profile, 3)
            game.apply(state, game.shuffle(profile, rng))
            bid_up_to(state, deal, 0)
            extra = rng.sample(profile.pack.extra, rng.randint(0, len(profile.pack.extra)))
            dealt = [*extra, *rng.sample(plain, 8 - len(extra))]
            rng.shuffle(dealt)
            state.hands = [dealt[seat::4] for seat in range(4)]
            state.options = None
            trick: list[str] = []
            while len(trick) < 4:
                expected = naive.may_play(state.hands[state.to_act], trick, deal)
                assert sorted(map(str, game.legal(state))) == sorted(expected)
                trick.append(rng.choice(expected))
                game.apply(state, trick[-1])
            assert state.tricks[-1].winner == naive.winner(trick, deal)


# Scores


def engine_contract(profile: Profile, deal: Deal, declarer: int) -> Contract:
    """Return the engine's contract of a deal, through the auction's own bids."""
    assert profile.auction is not None
    bid = next(bid for bid in profile.auction.bids if read(bid) == deal.bid)
    named = {**bid.fields, "kind": bid.kind, "trump": deal.trump or "none", "dir": deal.dir}
    return profile.contract.changed(named, declarer)


def split(naive: Naive, books: int, declarer: int) -> tuple[int, int]:
    """Return both sides' books, of which the declarers have so many."""
    others = naive.in_all - books
    return (books, others) if declarer == 0 else (others, books)


REVOKES = ("", "b", "d", "bb", "dd", "bd", "db", "bdb")


@pytest.mark.parametrize("reference", NAIVE)
def test_points(reference: str) -> None:
    """Every contract, all books, revokes by either side and both in every order."""
    naive, profile = NAIVE[reference], rules_of(reference)
    standing = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    for bid, declarer in itertools.product(naive.bids(), (0, 1)):
        for deal in naive.deals(bid):
            contract = engine_contract(profile, deal, declarer)
            for books, revokes in itertools.product(range(naive.in_all + 1), REVOKES):
                pair = split(naive, books, declarer)
                offenders = tuple(declarer if who == "b" else 1 - declarer for who in revokes)
                result = score_deal(profile, Outcome(contract, pair, offenders), standing)
                points = (result.points[declarer], result.points[1 - declarer])
                assert points == naive.points(deal, books, revokes), (deal, books, revokes)


@pytest.mark.parametrize("reference", NAIVE)
def test_ends(reference: str) -> None:
    """From every pair of totals at which a game goes on, for each bid made and set by every margin."""
    naive, profile = NAIVE[reference], rules_of(reference)
    deals = [naive.deals(bid)[0] for bid in naive.bids()]
    contracts = {deal: engine_contract(profile, deal, 0) for deal in deals}
    rng = random.Random(4)
    for one, two in itertools.product(range(-naive.goal - 1, naive.goal + 1), repeat=2):
        if naive.ended((one, two)) is not None:
            continue
        for deal in rng.sample(deals, 4):
            books = rng.randrange(naive.in_all + 1)
            outcome = Outcome(contracts[deal], split(naive, books, 0))
            result = score_deal(profile, outcome, Standing({"total": (one, two)}))
            mine, theirs = naive.points(deal, books, "")
            winner = naive.ended((one + mine, two + theirs))
            assert result.over == (winner is not None)
            assert not result.over or result.winner == winner
