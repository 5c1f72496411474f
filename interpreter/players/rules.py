"""A player that plays by simple rules of thumb, whatever the game's rules are.

- It bids no more than it expects to take, and of the bids that it expects to make the cheapest.
- It names what should bring the most points.
- It buries idle cards, then low cards of short suits; trumps and plain winners last.
- It makes every claim that it can.
- It leads plain winners, trumps first where its side declares; takes a trick as cheaply as it can unless partner has
  it; and throws idle cards, then low ones.

A plain winner is a card that no card which another hand may still hold beats in its own suit (only a ruff could).
The player never throws one away: it doesn't play it to a trick that it can't win while a card that isn't a plain
winner may be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random

from interpreter.actions import Action, Choice, Claim
from interpreter.cards import NO_SUIT, Card, Suit
from interpreter.contract import Bid, OtherCall, Pass
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase, Phase, PlayPhase
from interpreter.phases.play import winning
from interpreter.players.estimate import Estimates, opened_by, unseen
from interpreter.ranking import Layout
from interpreter.table import side_of
from interpreter.view import View

__all__ = ["RulePlayer"]


class RulePlayer:
    """Plays by rules of thumb; the same view always gets the same action."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action that the rules of thumb pick."""
        if len(legal) == 1:
            return legal[0]
        claims = [action for action in legal if isinstance(action, Claim)]
        if claims:
            return claims[0]
        phase = next(phase for phase in view.profile.flow if phase.name == view.phase)
        return DECISIONS[type(phase)](view, legal)


def call(view: View, legal: tuple[Action, ...]) -> Action:
    """Return the cheapest bid that should be made; without one the pass, or the least bad bid where one is due.

    Partner's bid stands. Where the rules offer another call, a hand without a good bid makes it.
    """
    ways_out = [action for action in legal if isinstance(action, Pass)]
    if ways_out and partner_bid(view):
        return ways_out[0]
    estimates = Estimates(view)
    contracts = {
        action: view.contract.changed({**action.fields, "kind": action.kind}, view.seat)
        for action in legal
        if isinstance(action, Bid)
    }
    good = cheapest([bid for bid, contract in contracts.items() if estimates.makes(estimates.strongest(contract))])
    if good:
        return max(good, key=lambda bid: estimates.best_value(contracts[bid]))
    others = [action for action in legal if isinstance(action, OtherCall)]
    if others or ways_out:
        return (others or ways_out)[0]
    return max(contracts, key=lambda bid: (estimates.best_value(contracts[bid]), -bid.rank))


def cheapest(bids: list[Bid]) -> list[Bid]:
    """Return the bids of the lowest rank among some."""
    return [bid for bid in bids if bid.rank == min(other.rank for other in bids)]


def partner_bid(view: View) -> bool:
    """Whether partner's bid stands."""
    bidders = [seat for seat, said in view.calls if isinstance(said, Bid)]
    return bool(bidders) and side_of(bidders[-1]) == side_of(view.seat)


def name(view: View, legal: tuple[Action, ...]) -> Action:
    """Return the choice that should bring the seat's side the most points."""
    estimates = Estimates(view)
    sign = 1 if side_of(view.contract.declarer) == side_of(view.seat) else -1
    options = [action for action in legal if isinstance(action, Choice)]
    return max(options, key=lambda option: sign * estimates.best_value(view.contract.changed(option.fields)))


def give(view: View, legal: tuple[Action, ...]) -> Action:
    """Return the card that the hand misses least."""
    table = Table(view)
    return min(cards_of(legal), key=table.worth_keeping)


def play(view: View, legal: tuple[Action, ...]) -> Action:
    """Return the card to play."""
    cards = cards_of(legal)
    if not view.trick:
        return lead(view, cards)
    table = Table(view)
    return follow(table, cards) or table.throw(cards)


def cards_of(legal: Iterable[Action]) -> list[Card]:
    """Return the cards among some actions."""
    return [action for action in legal if isinstance(action, str)]


DECISIONS: Mapping[type[Phase], Callable[[View, tuple[Action, ...]], Action]] = {
    BidPhase: call,
    ChoosePhase: name,
    ExchangePhase: give,
    PlayPhase: play,
}


class Table:
    """What the cards in a hand are worth at one moment of a deal, as far as the seat knows."""

    __slots__ = ("counts", "layout", "masters", "unseen", "view")

    def __init__(self, view: View, layout: Layout | None = None) -> None:
        self.view = view
        self.layout = view.profile.ranking.layout(view.contract) if layout is None else layout
        self.unseen = unseen(view)
        self.counts = Counter(self.layout.suit[card] for card in view.hand)
        best: dict[Suit, int] = {}
        for card in self.unseen:
            suit = self.layout.suit[card]
            best[suit] = max(best.get(suit, 0), self.power(card))
        self.masters = frozenset(
            card for card in view.hand if self.suit(card) != NO_SUIT and self.power(card) > best.get(self.suit(card), 0)
        )
        """The plain winners."""

    def suit(self, card: Card) -> Suit:
        """Return the suit that a card belongs to."""
        return self.layout.suit[card]

    def power(self, card: Card) -> int:
        """Return a card's strength when its own suit is led; 0 for an idle card."""
        return self.layout.power[self.layout.suit[card]].get(card, 0) if self.layout.suit[card] != NO_SUIT else 0

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return self.suit(card) == self.layout.trump_suit

    def trumps_out(self) -> int:
        """Return how many trumps other hands may hold."""
        return sum(self.is_trump(card) for card in self.unseen)

    def worth_keeping(self, card: Card) -> tuple[int, int, int]:
        """Return a key that grows with what a card is worth: idle, low from short suits, winners, trumps."""
        if self.suit(card) == NO_SUIT:
            return (0, 0, 0)
        group = 3 if self.is_trump(card) else 2 if card in self.masters else 1
        return (group, self.counts[self.suit(card)] if group == 1 else 0, self.power(card))

    def throw(self, cards: list[Card]) -> Card:
        """Return the card that is missed least in a trick that is given up."""
        return min(cards, key=lambda card: (card in self.masters, self.is_trump(card), self.power(card)))


def lead(view: View, cards: list[Card]) -> Card:
    """Return the card to lead: where it makes the contract, one that makes the best."""
    if not view.tricks and view.profile.play.opening_sets:
        estimates = Estimates(view)
        made = {card: opened_by(view, view.contract, card) for card in cards}
        worth = {card: estimates.value(contract) for card, contract in made.items()}
        cards = [card for card in cards if worth[card] == max(worth.values())]
        return lead_under(Table(view, view.profile.ranking.layout(made[cards[0]])), cards)
    return lead_under(Table(view), cards)


def lead_under(table: Table, cards: list[Card]) -> Card:
    """Return a plain winner, else a low card of partner's suit or of the longest plain suit."""
    view = table.view
    declares = side_of(view.contract.declarer) == side_of(view.seat) and view.contract.declarer >= 0
    draw = declares and table.trumps_out() > 0
    winners = [card for card in cards if card in table.masters]
    if winners:
        return max(winners, key=lambda card: (table.is_trump(card) == draw, -table.counts[table.suit(card)]))
    returned = partner_led(table)
    return min(
        cards,
        key=lambda card: (
            table.suit(card) == NO_SUIT,
            table.is_trump(card),
            table.suit(card) != returned,
            -table.counts[table.suit(card)],
            table.power(card),
        ),
    )


def partner_led(table: Table) -> Suit | None:
    """Return the suit that partner led first in this deal."""
    partner = (table.view.seat + 2) % 4
    return next((table.suit(trick.cards[0]) for trick in table.view.tricks if trick.leader == partner), None)


def follow(table: Table, cards: list[Card]) -> Card | None:
    """Return the cheapest card that should take the trick, None where partner has it or nothing can."""
    view, trick = table.view, list(table.view.trick)
    place = winning(trick, table.layout.power[view.led])
    partner_has_it = place == len(trick) - 2
    last = len(trick) == 3
    takers = sorted((card for card in cards if takes(table, card)), key=table.power)
    safe = [card for card in takers if last or card in table.masters]
    if not takers or (partner_has_it and (last or holds_up(table, trick[place]))):
        return None
    if partner_has_it:
        return safe[0] if safe else None
    if safe:
        return safe[0]
    return takers[-1] if len(trick) == 2 else takers[0]


def takes(table: Table, card: Card) -> bool:
    """Whether a card beats all that lie on the table."""
    led = table.view.led or (table.suit(card) if table.suit(card) != NO_SUIT else None)
    power = table.layout.power[led]
    return power[card] > max(power[other] for other in table.view.trick)


def holds_up(table: Table, card: Card) -> bool:
    """Whether no card of its suit that another hand may hold beats a card on the table."""
    return table.suit(card) != NO_SUIT and all(
        table.power(other) < table.power(card) for other in table.unseen if table.suit(other) == table.suit(card)
    )
