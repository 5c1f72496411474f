"""What people complain of in other programs' players, each complaint a position made by hand.

Where all hands are given, the position comes up in every suit; else the other cards are dealt in many ways.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from interpreter import game
from interpreter.actions import Action, Deal
from interpreter.cards import Card
from interpreter.contract import Bid, Pass
from interpreter.model import ExchangePhase, PlayPhase
from interpreter.notation import parse_action
from interpreter.players.player import player
from interpreter.scoring import Standing
from interpreter.state import State
from interpreter.table import SEATS, Seat
from interpreter.view import view
from tests.games import rules_of

NORTH, EAST, SOUTH, WEST = SEATS
RULES = player("rules")
WAYS = range(10)
TURNS = range(4)
SUITS, NAMES = "SHDC", ("spades", "hearts", "diamonds", "clubs")


def dealt(reference: str, dealer: Seat, hands: Mapping[Seat, str], way: int = 0, kitty: str = "") -> State:
    """Return a game after the deal: hands and kitty as far as they are given, all else by chance."""
    profile, rng = rules_of(reference), random.Random(way)
    each = profile.dealing.each
    held = {seat: hands.get(seat, "").split() for seat in SEATS}
    under = kitty.split()
    given = [*under, *(card for hand in held.values() for card in hand)]
    assert len(given) == len(set(given)), "a card is given twice"
    rest = [card for card in profile.pack.cards if card not in given]
    rng.shuffle(rest)
    for seat in SEATS:
        held[seat] += [rest.pop() for _ in range(each - len(held[seat]))]
        assert len(held[seat]) == each
    under += rest
    order = [held[(dealer + 1 + place) % 4][place // 4] for place in range(4 * each)]
    first = profile.dealing.not_first or 0
    state = game.new_game(profile, dealer)
    places = tuple(range(first, first + len(under))) if under else None
    game.apply(state, Deal((*order[:first], *under, *order[first:]), (), places))
    return state


def said(state: State, *texts: str) -> State:
    """Carry out calls and choices, and cards several at once."""
    for text in texts:
        for word in text.split() if isinstance(state.phase, ExchangePhase | PlayPhase) else [text]:
            game.apply(state, parse_action(state, word))
    return state


def answer(state: State, standing: Standing | None = None) -> Action:
    """Return what the player does now, at another standing if one is given."""
    seen = view(state, state.to_act)
    seen = seen if standing is None else replace(seen, standing=standing)
    return RULES.choose(seen, game.legal(state), random.Random(0))


def let_give(state: State) -> list[Card]:
    """Let the player give away what it has to; return the cards."""
    given = list[Card]()
    while isinstance(state.phase, ExchangePhase):
        given.append(str(answer(state)))
        game.apply(state, given[-1])
    return given


def let_end(state: State) -> State:
    """Let the players end the trick on the table."""
    while state.trick:
        game.apply(state, answer(state))
    return state


# Jokers at no trump

BEST = "AS KS QS JS AH KH QH AD KD AC KC QC"


@pytest.mark.parametrize("way", WAYS)
def test_jokers_are_buried_at_no_trump(way: int) -> None:
    state = dealt("pagat-54", WEST, {SOUTH: "BJ LJ" + BEST[5:]}, way)
    said(state, "pass", "pass", "3 no trump", "pass", "uptown")
    assert {"BJ", "LJ"} <= set(let_give(state))


@pytest.mark.parametrize("way", WAYS)
def test_a_joker_is_shed_where_that_costs_nothing(way: int) -> None:
    """Who can't follow throws the joker, neither a low card of another suit nor one that may win."""
    hands = {SOUTH: BEST, WEST: "BJ 8H 9H TH JH 8D 9D TD JD 8C 9C TC"}
    state = said(dealt("pagat-54", WEST, hands, way), "pass", "pass", "3 no trump", "pass", "uptown")
    let_give(state)
    assert answer(said(state, "AS")) == "BJ"


@pytest.mark.parametrize("way", WAYS)
def test_a_joker_is_not_led_at_no_trump(way: int) -> None:
    """Not even by who holds nothing but low cards beside it."""
    hands = {SOUTH: "2H KH QH AS KS QS AD KD QD AC KC QC", WEST: "AH BJ 2S 3S 4S 2D 3D 4D 2C 3C 4C 5C"}
    state = dealt("pagat-54", WEST, hands, way, kitty="5D 6D 7D 5H 6H LJ")
    said(state, "pass", "pass", "3 no trump", "pass", "uptown", "5D 6D 7D 5H 6H LJ", "2H AH")
    assert let_end(state).to_act == WEST
    assert answer(state) != "BJ"


@pytest.mark.parametrize("way", WAYS)
def test_a_joker_that_may_be_played_at_any_time_goes_before_a_card_that_follows(way: int) -> None:
    hands = {SOUTH: BEST, WEST: "BJ 8S 9S TH JH 8D 9D TD JD 8C 9C TC"}
    state = dealt("pagat-54+nt-jokers-free", WEST, hands, way)
    said(state, "pass", "pass", "3 no trump", "pass", "uptown")
    let_give(state)
    assert answer(said(state, "AS")) == "BJ"


# Trumps

HANDS = {
    SOUTH: "AS KS QS JS AH 3H 2H AD 4D 3D AC 4C 3C",
    WEST: "5S 4S KH QH JH TH KD QD JD KC QC JC TC",
    NORTH: "TS 9S 8S 7S 6S 9H 8H 9D 8D 7D 9C 8C 7C",
    EAST: "3S 2S 7H 6H 5H 4H TD 6D 5D 2D 6C 5C 2C",
}


def turned(text: str, turn: int) -> str:
    """Return cards with the suits turned round."""
    suits = str.maketrans(SUITS, SUITS[turn:] + SUITS[:turn])
    return " ".join(card[0] + card[1].translate(suits) for card in text.split())


def in_trumps(turn: int, hands: Mapping[Seat, str] = HANDS, cards: str = "KH 8H 4H AH") -> State:
    """Return the play behind some cards, first west's; south declares, in the suit that spades stand for."""
    state = dealt("vint-whist", SOUTH, {seat: turned(hand, turn) for seat, hand in hands.items()})
    return said(state, f"1 {NAMES[turn]}", "pass", "pass", "pass", turned(cards, turn))


@pytest.mark.parametrize("turn", TURNS)
def test_trumps_are_drawn_from_opponents(turn: int) -> None:
    more = {
        SOUTH: "AS KS QS JS TS 9S AH 3H AD 4D 3D AC 4C",
        NORTH: "8S 7S 6S 9H 8H 2H 9D 8D 7D 9C 8C 7C 3C",
    }
    assert str(answer(in_trumps(turn, HANDS | more)))[1] == SUITS[turn]


@pytest.mark.parametrize("turn", TURNS)
def test_trumps_that_only_partner_still_holds_are_not_drawn(turn: int) -> None:
    """Three rounds have shown that neither opponent has any more: the ten and the nine are with partner."""
    state = said(in_trumps(turn), *(turned(trick, turn) for trick in ("AS 4S 6S 2S", "KS 5S 7S 3S", "QS JD 8S 2D")))
    assert state.to_act == SOUTH
    assert str(answer(state))[1] != SUITS[turn]


@pytest.mark.parametrize("way", WAYS)
def test_neither_trumps_nor_winners_are_buried(way: int) -> None:
    hand = "BJ LJ AS KS 9S 4S 2S AH 3H 2H 3D 2C"
    state = dealt("pagat-54", WEST, {SOUTH: hand}, way, kitty="3S 5S 6S 7H 7D 7C")
    given = let_give(said(state, "pass", "pass", "4 high", "pass", "spades"))
    assert not [card for card in given if card[1] in "SJ" or card == "AH"]


@pytest.mark.parametrize("turn", TURNS)
def test_a_short_suit_is_emptied_where_it_can_be(turn: int) -> None:
    """Two low cards each of two suits go before two of three of another."""
    hand = turned("AS KS QS JS TS 9S AH KH 3D 2D 3C 2C", turn)
    under = turned("9H 8H 7H 6H 5H 4H", turn)
    state = dealt("pagat-54", WEST, {SOUTH: hand}, kitty=under)
    given = let_give(said(state, "pass", "pass", "4 high", "pass", NAMES[turn]))
    assert set(turned("3D 2D 3C 2C", turn).split()) <= set(given)


@pytest.mark.parametrize("turn", TURNS)
def test_a_trick_is_ruffed_unless_partner_has_it(turn: int) -> None:
    hands = {
        SOUTH: "AS KS QS JS TS 9S AH 3H 2H AD 5D 4D 3D",
        WEST: "5S 4S KH QH JH TH KD QD JD KC QC JC TC",
        NORTH: "8S 7S 6S 9H 8H 9D 8D 7D AC 9C 8C 7C 4C",
        EAST: "3S 2S 7H 6H 5H 4H TD 6D 2D 6C 5C 3C 2C",
    }
    assert answer(in_trumps(turn, hands, "KC 4C 2C")) == turned("9S", turn)
    assert str(answer(in_trumps(turn, hands, "TC AC 2C")))[1] != SUITS[turn]


# Partner's suit


@pytest.mark.parametrize("turn", TURNS)
def test_partners_suit_is_returned(turn: int) -> None:
    """At no trump west leads a low heart; east takes it and has nothing better than to lead hearts again."""
    hands = {
        SOUTH: "AS KS QS 2S 9H 2H AD KD QD 3D AC KC 9C",
        WEST: "8S 7S KH QH TH 4H 3H JD 9D 8C 7C 3C 2C",
        NORTH: "JS TS 9S 6S JH 7H TD 8D 7D QC JC TC 5C",
        EAST: "5S 4S 3S AH 8H 6H 5H 6D 5D 4D 2D 6C 4C",
    }
    state = dealt("vint-whist", SOUTH, {seat: turned(hand, turn) for seat, hand in hands.items()})
    said(state, "1 no trump", "pass", "pass", "pass", turned("3H 7H AH 2H", turn))
    assert state.to_act == EAST
    assert str(answer(state))[1] == SUITS[(turn + 1) % 4]


# Bids


@pytest.mark.parametrize("way", WAYS)
def test_a_bid_that_has_to_be_made_is_the_cheapest(way: int) -> None:
    state = dealt("pagat-54", SOUTH, {SOUTH: "9S 8S 3S 9H 7H 4H 9D 8D 6D 9C 7C 5C"}, way)
    bid = answer(said(state, "pass", "pass", "pass"))
    assert isinstance(bid, Bid)
    assert bid.fields["level"] == 3


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_bid_without_the_cards(way: int) -> None:
    state = dealt("pagat-54", NORTH, {EAST: "9S 8S 7S 9H 7H 6H 9D 8D 6D 9C 7C 5C"}, way)
    assert isinstance(answer(state), Pass)


@pytest.mark.parametrize("way", WAYS)
def test_a_hand_that_takes_all_is_bid(way: int) -> None:
    state = dealt("pagat-54", NORTH, {EAST: "BJ LJ AS KS QS JS TS 9S 8S AH AD AC"}, way)
    assert isinstance(answer(state), Bid)


@pytest.mark.parametrize("way", WAYS)
def test_partners_bid_is_left_alone_without_good_reason(way: int) -> None:
    """A hand with some help for partner doesn't outbid it."""
    state = dealt("pagat-54", NORTH, {WEST: "KS 8S 7S AH 7H 6H QD 8D 6D KC 7C 5C"}, way)
    assert isinstance(answer(said(state, "4 high", "pass")), Pass)


def test_bids_look_at_the_score() -> None:
    """A set that loses the game is worth avoiding: at four down fewer hands are bid than at nought, and no other."""
    profile, rng = rules_of("pagat-54"), random.Random(5)
    even, behind = (Standing({"total": (total, 0)}) for total in (0, -4))
    bids = [0, 0]
    for _ in range(300):
        state = game.new_game(profile, EAST)  # south, of the side that is behind, speaks first
        game.apply(state, game.shuffle(profile, rng))
        at_even, at_risk = (isinstance(answer(state, standing), Bid) for standing in (even, behind))
        assert at_even or not at_risk
        bids[0] += at_even
        bids[1] += at_risk
    assert 0 < bids[1] < bids[0]
