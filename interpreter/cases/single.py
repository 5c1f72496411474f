"""Cases about one moment: which card wins a trick, which cards may be played, what a game is called."""

from __future__ import annotations

import random
from collections.abc import Callable

from interpreter import game
from interpreter.cards import Card
from interpreter.cases.reading import Findings, Reader
from interpreter.contract import Contract
from interpreter.model import Profile
from interpreter.phases import VERBS, play
from interpreter.profile.nodes import words_of
from interpreter.state import State, Trick
from interpreter.table import SEAT_NAMES, SEATS, Seat

Check = Callable[[Findings], None]
SOUTH = SEAT_NAMES.index("south")
FULL_TRICK = 4


def at_play(profile: Profile, contract: Contract, number: int, leader: Seat) -> State:
    """Return a state in which trick `number` is about to be led, with empty hands."""
    state = game.new_game(profile)
    state.phase, state.contract = profile.play, contract
    state.verb = VERBS[type(state.phase)]
    state.trick_rules = play.trick_rules(profile, contract)
    state.tricks = [Trick(leader, (), leader, 0)] * (number - 1)
    state.leader = state.to_act = leader
    return state


def lay(state: State, cards: tuple[Card, ...]) -> None:
    """Play cards one after the other, whether or not they follow."""
    for card in cards:
        state.hands[state.to_act].append(card)
        play.VERB.apply(state, card)


def read_trick(reader: Reader) -> Check:
    """Read a case about who wins a trick."""
    leader = reader.seat("leader", SOUTH)
    contract = reader.contract("contract", reader.seat("declarer", SOUTH))
    cards, wins = reader.cards("cards"), reader.cards("wins")
    said = len([*words_of(reader.node.entries.get("cards"))])  # one that is no card is told as that
    if said != FULL_TRICK:
        reader.report("T015", f"a trick of {said} cards", reader.place("cards"), "a trick has four")
    for _, place in [*words_of(reader.node.entries.get("wins"))][1:]:
        reader.report("T022", "only one card wins a trick", place, "name that card alone")
    if wins and wins[0] not in cards and len(cards) >= FULL_TRICK:  # else it may be one that is missing or misspelt
        reader.report("T016", f"{wins[0]} isn't among the cards played", reader.place("wins"), "one of the four wins")
    number = reader.trick_number()

    def check(findings: Findings) -> None:
        state = at_play(reader.profile, contract, number, leader)
        lay(state, cards)
        trick = state.tricks[-1]
        findings.expect("the winner", wins[0], cards[(trick.winner - leader) % len(SEATS)], reader.place("wins"))
        if "worth" in reader:
            findings.expect("a worth of", reader.number("worth"), trick.worth, reader.place("worth"))

    return check


def read_legal(reader: Reader) -> Check:
    """Read a case about the cards that may be played."""
    me = reader.seat("me", SOUTH)
    contract = reader.contract("contract", reader.seat("declarer", SOUTH))
    hand, table, cards = reader.cards("hand"), reader.cards("trick"), reader.cards("cards")
    for card in [card for card in table if card in hand]:
        place = reader.place_of_card("trick", card)
        reader.report("T011", f"{card} is in the hand and on the table", place, "name each card once")
    readable = len(hand) == len([*words_of(reader.node.entries.get("hand"))])
    for card in [card for card in cards if card not in hand and readable]:  # else it may be one that is misspelt
        place = reader.place_of_card("cards", card)
        reader.report("T016", f"{card} isn't in the hand", place, "only the hand's cards may be played")
    if not [*words_of(reader.node.entries.get("hand"))]:
        said = "an empty hand has nothing to play"
        reader.report("T022", said, reader.place("hand"), "name the cards of the hand that matter")
    if len(table) >= FULL_TRICK:
        reader.report("T015", f"{len(table)} cards already on the table", reader.place("trick"), "three at most")
    number = reader.trick_number()
    left = reader.profile.dealing.each - number + 1
    if 0 < left < len(hand):
        said = f"{len(hand)} cards in the hand at trick {number}, where it has {left}"
        reader.report("T019", said, reader.place("hand"), "leave some out")

    def check(findings: Findings) -> None:
        state = at_play(reader.profile, contract, number, (me - len(table)) % len(SEATS))
        lay(state, table)
        state.hands[me] = list(hand)
        found = play.playable(state, me)
        findings.expect("the playable cards", in_order(cards, hand), in_order(found, hand), reader.place("cards"))

    return check


def in_order(cards: tuple[Card, ...] | list[Card], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards in the order of the hand."""
    return tuple(card for card in hand if card in cards)


def read_game(reader: Reader) -> Check:
    """Read a case about what a game is called and who deals first."""
    profile = reader.profile

    def check(findings: Findings) -> None:
        if "title" in reader:
            findings.expect("the title", reader.text("title"), profile.title, reader.place("title"))
        if "first_dealer" in reader:
            findings.expect(
                "the first dealer", reader.text("first_dealer"), first_dealer(profile), reader.place("first_dealer")
            )

    return check


def first_dealer(profile: Profile) -> str:
    """Return who deals first: a seat, `lot`, or what is drawn for where each seat has the same chance."""
    how, what = profile.first_dealer
    if how == "draw":
        return f"draw {what}"
    dealers = {game.choose_first_dealer(profile, random.Random(seed)) for seed in range(len(SEATS) * 8)}
    return SEAT_NAMES[dealers.pop()] if len(dealers) == 1 else how
