"""How many books a hand is worth under a contract, by the loaded rules' own tables.

Nothing here knows a game. What a card can beat comes from the layout of the contract, what a bid leads to from the
choices that follow it, what books are worth from the score. The weights below say how often a card that isn't best
takes a trick all the same; they come from whist hands, not from one set of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.cards import NO_SUIT, Card, Suit
from interpreter.contract import Contract, Value
from interpreter.expression.compile import Compiled
from interpreter.model import ChoosePhase, ExchangePhase, Phase, PlayPhase, Profile
from interpreter.ranking import Layout
from interpreter.scoring import Outcome, Result, score_deal
from interpreter.table import SEATS
from interpreter.view import View

BEHIND = (1.0, 0.6, 0.3, 0.1)
"""What a guarded card takes when 0, 1, 2, .. cards that beat it are out."""
LONG_TRUMP, LONG_SUIT, LONG_RUFFED = 0.9, 0.5, 0.1
"""What a card takes that is left when the others' cards of its suit are gone: a trump, a card of a suit that can't be
ruffed, one of a suit that can."""
RUFFED = 0.5
"""What remains of a winner of a suit's third round or later where others can ruff it."""
PARTNER = 0.42
"""Partner's part of the tricks that the hand doesn't take: over a third, since the side chose the contract."""
SPREAD = ((-2, 0.1), (-1, 0.2), (0, 0.4), (1, 0.2), (2, 0.1))
"""How far the books of a deal may lie from their estimate, and how often."""


def by_suit(cards: Iterable[Card], layout: Layout) -> dict[Suit, list[Card]]:
    """Return cards by the suit that they belong to, each suit from its best card down; idle cards are left out."""
    suits: dict[Suit, list[Card]] = {}
    for card in cards:
        suits.setdefault(layout.suit[card], []).append(card)
    suits.pop(NO_SUIT, None)
    for suit, members in suits.items():
        members.sort(key=layout.power[suit].__getitem__, reverse=True)
    return suits


def own_tricks(hand: Iterable[Card], layout: Layout) -> float:
    """Return how many tricks a hand takes by itself, on average."""
    held = by_suit(hand, layout)
    others: dict[Suit, list[int]] = {suit: [] for suit in held}
    for card, suit in layout.suit.items():
        if suit in held and card not in held[suit]:
            others[suit].append(layout.power[suit][card])
    return sum(suit_tricks(cards, others[suit], suit, layout) for suit, cards in held.items())


def suit_tricks(held: Sequence[Card], others: Sequence[int], suit: Suit, layout: Layout) -> float:
    """Return how many tricks the cards held in one suit take; `others` are the strengths of those not held."""
    power = layout.power[suit]
    longest = len(others) / 3 + 1  # what one other hand may hold
    ruffs = bool(layout.trumps) and suit != layout.trump_suit
    long_card = LONG_RUFFED if ruffs else LONG_TRUMP if layout.trumps else LONG_SUIT
    tricks = 0.0
    for place, card in enumerate(held):
        behind = sum(other > power[card] for other in others)
        guarded = len(held) - 1 - place >= behind or behind == 0
        high = BEHIND[behind] if guarded and behind < len(BEHIND) else 0.0
        if ruffs and place >= 2:
            high *= RUFFED
        tricks += max(high, long_card if place >= longest else 0.0)
    return tricks


def trick_worths(profile: Profile, contract: Contract) -> list[int]:
    """Return the books that each trick of a deal credits, as far as that depends on its number alone."""
    worth, count = profile.play.worth, profile.dealing.each
    if worth is None or worth.reads & {"card", "led", "me"}:
        return [1] * count
    names = {**contract.names, "declarer": contract.declarer, "layout": profile.ranking.layout(contract)}
    return [int(worth.call({**names, "trick": number})) for number in range(1, count + 1)]


class Estimates:
    """What one hand is worth under the contracts that it could play, for one decision of the seat that looks."""

    __slots__ = ("_ahead", "_own", "_to_come", "_worths", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self._ahead = phases_ahead(view)
        self._own: dict[int, float] = {}
        self._to_come = view.kitty_size if takes_kitty(self._ahead) else 0
        self._worths: dict[tuple[Value, ...], int] = {}

    def own(self, contract: Contract) -> float:
        """Return the tricks that the hand should take by itself as the declarer's.

        Each card of a kitty that is still to be taken up counts as any card does on average: what is buried instead
        is worth less.
        """
        layout = self.view.profile.ranking.layout(contract)
        found = self._own.get(id(layout))
        if found is None:
            tricks = own_tricks(self.view.hand, layout) + self._to_come / len(SEATS)
            found = self._own[id(layout)] = min(tricks, float(self.view.profile.dealing.each))
        return found

    def worths(self, contract: Contract) -> int:
        """Return the books that all tricks of the deal credit together."""
        key = tuple(contract.values.values())
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = sum(trick_worths(self.view.profile, contract))
        return found

    def books(self, contract: Contract) -> float:
        """Return the books that the declarer's side should be credited with."""
        profile, own = self.view.profile, self.own(contract)
        tricks = profile.dealing.each
        share = (own + PARTNER * (tricks - own)) / tricks
        return profile.play.books.get("declarers", 0) + share * self.worths(contract)

    def scored(self, contract: Contract, books: int) -> Result:
        """Return the score of a deal in which the declarer's side is credited with so many books."""
        profile = self.view.profile
        in_all = self.worths(contract) + sum(profile.play.books.values())
        books = max(0, min(books, in_all))
        pair = (books, in_all - books) if contract.declarers == 0 else (in_all - books, books)
        return score_deal(profile, Outcome(contract, pair), self.view.standing)

    def lead(self, contract: Contract, books: int) -> int:
        """Return how far so many books would bring the declarer's side ahead, in points of this deal."""
        points = self.scored(contract, books).points
        return points[contract.declarers] - points[1 - contract.declarers]

    def makes(self, contract: Contract) -> bool:
        """Whether the books expected, rounded down, fulfil a contract (earn points, where the rules don't say)."""
        books = int(self.books(contract))
        made = self.scored(contract, books).made
        return self.lead(contract, books) > 0 if made is None else made

    def value(self, contract: Contract) -> float:
        """Return the points by which a contract should bring the declarer's side ahead, over the spread of books."""
        books = self.books(contract)
        middle = round(books)
        return sum(weight * self.lead(contract, middle + off) for off, weight in SPREAD) + (books - middle) / 10

    def strongest(self, contract: Contract) -> Contract:
        """Return the contract with the most books of those that the choices ahead can make of this one."""
        return max(outcomes(self.view, contract, self._ahead), key=self.books)

    def best_value(self, contract: Contract) -> float:
        """Return the value of the best contract that the choices ahead can make of this one."""
        return max(map(self.value, outcomes(self.view, contract, self._ahead)))


def phases_ahead(view: View) -> tuple[Phase, ...]:
    """Return the phases of the deal that are still to come after the one under way."""
    names = [phase.name for phase in view.profile.flow]
    return view.profile.flow[names.index(view.phase) + 1 :]


def takes_kitty(phases: Iterable[Phase]) -> bool:
    """Whether somebody takes up the kitty in these phases."""
    exchanges = [phase for phase in phases if isinstance(phase, ExchangePhase)]
    return any(step.take == "kitty" for phase in exchanges for step in phase.steps)


def holds(condition: Compiled | None, contract: Contract) -> bool:
    """Whether a condition on the contract that defaults to true holds."""
    return condition is None or bool(condition.call(contract.names))


def outcomes(view: View, contract: Contract, phases: Sequence[Phase]) -> Iterator[Contract]:
    """Yield every contract that the choices in `phases`, and the opening lead, can make of this one."""
    for place, phase in enumerate(phases):
        if isinstance(phase, ChoosePhase) and holds(phase.when, contract):
            for option in phase.options:
                named = contract.changed(option.fields)
                if holds(phase.where, named):
                    yield from outcomes(view, named, phases[place + 1 :])
            return
        if isinstance(phase, PlayPhase) and phase.opening_sets:
            yield from {
                tuple(opened.values.items()): opened
                for opened in (opened_by(view, contract, card) for card in view.hand)
            }.values()
            return
    yield contract


def opened_by(view: View, contract: Contract, card: Card) -> Contract:
    """Return what the contract becomes when `card` is the first card led."""
    play = view.profile.play
    names = {
        **contract.names,
        "declarer": contract.declarer,
        "layout": view.profile.ranking.layout(contract),
        "card": card,
        "me": view.seat,
        "trick": 1,
    }
    if not play.opening_sets or (play.opening_when is not None and not play.opening_when.call(names)):
        return contract
    return contract.changed({name: expression.call(names) for name, expression in play.opening_sets})


def unseen(view: View) -> frozenset[Card]:
    """Return the cards that another hand may hold: all that haven't been seen to be elsewhere.

    Cards given away count among them where the rules let other seats draw from where they lie.
    """
    seen = {*view.hand, *view.trick}
    for trick in view.tricks:
        seen.update(trick.cards)
    drawn = drawn_from(view)
    if "out" not in drawn:
        seen.update(view.out)
    if not drawn:
        seen.update(view.gave)
    return view.profile.pack.members - seen


def drawn_from(view: View) -> frozenset[str]:
    """Return the zones from which cards that were given away can come back into a hand."""
    given_to: set[str] = set()
    back: set[str] = set()
    for step in (step for phase in view.profile.flow if isinstance(phase, ExchangePhase) for step in phase.steps):
        if step.give is not None:
            given_to.add(step.to)
        back |= {zone for zone in (step.take, step.draw) if zone in given_to}
    return frozenset(back)
