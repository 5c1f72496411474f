"""Double dummy by trying everything: the oracle for the solver. Knows rules only by the interpreter's own functions."""

from __future__ import annotations

from functools import cache

from interpreter.cards import NO_SUIT, Card
from interpreter.double_dummy import Position
from interpreter.model import Profile
from interpreter.phases.play import trick_rules, winning

Hands = tuple[tuple[Card, ...], ...]


def best_books(profile: Profile, position: Position) -> dict[Card, int]:
    """Return the declarers' books from a position on after each card that may be played there."""
    rules = trick_rules(profile, position.contract)
    declarers = max(position.contract.declarers, 0)
    worth = profile.play.worth
    tricks = profile.dealing.each

    def worth_of(left: int) -> int:
        return 1 if worth is None else int(worth.call({**rules.names, "trick": tricks - left + 1}))

    @cache
    def moves(hands: Hands, leader: int, table: tuple[Card, ...]) -> dict[Card, int]:
        seat = (leader + len(table)) % 4
        led = next((rules.suit[card] for card in table if rules.suit[card] != NO_SUIT), None)
        playable = rules.playable(list(hands[seat]), led, 0, seat)
        return {card: after(hands, leader, table, seat, card) for card in playable}

    def after(hands: Hands, leader: int, table: tuple[Card, ...], seat: int, card: Card) -> int:
        rest = tuple(tuple(held for held in hand if held != card) for hand in hands)
        table = (*table, card)
        if len(table) < 4:
            return value(rest, leader, table)
        led = next((rules.suit[other] for other in table if rules.suit[other] != NO_SUIT), None)
        winner = (leader + winning(table, rules.power[led])) % 4
        books = worth_of(len(rest[seat]) + 1) if winner % 2 == declarers else 0
        return books + (value(rest, winner, ()) if rest[seat] else 0)

    @cache
    def value(hands: Hands, leader: int, table: tuple[Card, ...]) -> int:
        pick = max if (leader + len(table)) % 2 == declarers else min
        return pick(moves(hands, leader, table).values())

    return moves(position.hands, position.leader, position.table)
