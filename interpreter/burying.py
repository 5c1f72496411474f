"""From a deal to the play: a seat comes to declare, takes up what there is to take, and gives away what serves best.

What to give away can't be known for certain, so a few ways are tried, likely ones first (`ways_to_bury`): each lowest
card of some suits, trumps last; then all others. What a player makes behind the best of them is the least that it could
have made, and behind the best of all what it could make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from interpreter import game
from interpreter.actions import Action, Choice
from interpreter.cards import Card
from interpreter.contract import PASS, Bid, Contract, Value
from interpreter.double_dummy import Position
from interpreter.model import ChoosePhase, ExchangePhase, PlayPhase
from interpreter.state import State
from interpreter.table import NOBODY, Seat
from interpreter.tables import CardTable, Tables

HIGH_RUFFED, HIGH_PLAIN = (85, 50, 15), (100, 65, 40, 20, 10)
SHORT = (60, 25)
"""What a card may take, in hundredths of a book, by how many higher ones of its suit others may hold, with and
without trumps; and what no card, or one, of a suit is worth where there are trumps. Only the order of trials depends
on these."""

MOST_CALLS = 16
"""One bid and passes all round are fewer."""


@dataclass(frozen=True, slots=True)
class Burial:
    """What a seat may give away: `count` cards among `cards`. `only` says that nobody else had a choice of the kind."""

    cards: tuple[Card, ...]
    count: int
    only: bool = True


def comes_to_declare(dealt: State, declarer: Seat, contracts: Sequence[Contract]) -> State | None:
    """Return a copy of a deal in which a seat has bid and named one of some contracts, the lowest that it can.

    It stands before the first card to be given or played. None where that can't happen, as when others must bid.
    """
    state, calls = dealt.clone(), 0
    while not isinstance(state.phase, ExchangePhase | PlayPhase):
        action = None if state.needs_deal or calls > MOST_CALLS else towards(state, declarer, contracts)
        if action is None:
            return None
        game.apply(state, action)
        calls += 1
    agrees = any(is_ahead(state, state.contract.values, contract) for contract in contracts)
    return state if agrees and state.contract.declarer == declarer else None


def towards(state: State, declarer: Seat, contracts: Sequence[Contract]) -> Action | None:
    """Return the call or choice that leads to one of some contracts; others pass."""
    legal = game.legal(state)
    for action in legal:
        if isinstance(action, Bid):
            fields = {**state.contract.values, **action.fields, "kind": action.kind}
            wanted = state.to_act == declarer and state.high is None
        elif isinstance(action, Choice):
            fields, wanted = {**state.contract.values, **action.fields}, True
        else:
            continue
        if wanted and any(is_ahead(state, fields, contract) for contract in contracts):
            return action
    return PASS if PASS in legal else None


def is_ahead(state: State, fields: Mapping[str, Value], contract: Contract) -> bool:
    """Whether a contract can still come of these fields: it has the same, but for what is named later."""
    later = {name for name, _ in state.profile.play.opening_sets}
    names = {f"contract.{name}": value for name, value in fields.items()}
    for phase in state.profile.flow[state.position + 1 :]:
        if isinstance(phase, ChoosePhase) and (phase.when is None or phase.when.call(names)):
            later.update(phase.options[0].fields)
    return all(contract[name] == value for name, value in fields.items() if name not in later)


def at_the_play(start: State, contracts: Sequence[Contract], order: Mapping[Card, int]) -> tuple[State, Burial | None]:
    """Play a deal on up to the first lead: every card to be given is the one of the lowest number in `order`.

    Also returns what the declarer could give away where it had the choice (the last time it had one). `start` stays
    as it is.
    """
    state, free = start.clone(), None
    before, choices = 0, set[tuple[Seat, int, int]]()
    while not isinstance(state.phase, PlayPhase):
        legal = game.legal(state)
        cards = tuple(action for action in legal if isinstance(action, str))
        if not cards:
            action = towards(state, NOBODY, contracts)
            assert action is not None
        else:
            if len(cards) > state.left_to_give:
                choices.add((state.to_act, state.position, state.step))
                if state.to_act == state.contract.declarer and before != state.step + 1:
                    free, before = Burial(cards, state.left_to_give), state.step + 1
            action = min(cards, key=order.__getitem__)
        game.apply(state, action)
    return state, free if free is None or len(choices) == 1 else replace(free, only=False)


def numbered(order: Sequence[Card]) -> dict[Card, int]:
    """Return each card's place."""
    return {card: place for place, card in enumerate(order)}


def position_at(state: State) -> Position:
    """Return where the play of a deal stands."""
    return Position(state.contract, tuple(map(tuple, state.hands)), state.leader, tuple(state.trick))


def by_worth(tables: Tables, space: CardTable) -> list[Card]:
    """Return all cards, those first that are missed least: idle ones, low ones, trumps last."""
    strength = {card: place for place, card in enumerate(tables.cards)}

    def key(card: Card) -> tuple[int, int]:
        bit = 1 << space.bit[strength[card]]
        lane = space.lane[strength[card]]
        above = (space.lanes[lane] & ~(2 * bit - 1)).bit_count() if lane >= 0 else 0
        return (0 if lane < 0 else 2 if bit & space.trump else 1, -above)

    return sorted(tables.cards, key=key)


def ways_to_bury(tables: Tables, space: CardTable, burial: Burial) -> Iterator[list[Card]]:
    """Yield the ways to give cards away, the likely ones first, each as all cards in the order in which to give them.

    Of each suit the lowest ones go; idle cards go first, trumps last. Behind these come all other ways, in no order
    of note: as many as there are sets of so many cards.
    """
    order = by_worth(tables, space)
    number = {card: place for place, card in enumerate(tables.cards)}
    held = [card for card in order if card in burial.cards]
    idle = [card for card in held if space.lane[number[card]] < 0][: burial.count]
    trumps = [card for card in held if space.trump >> space.bit[number[card]] & 1]
    suits: dict[int, list[Card]] = {}
    for card in held:
        if space.lane[number[card]] >= 0 and card not in trumps:
            suits.setdefault(space.lane[number[card]], []).append(card)
    plain = list(suits.values())
    left = burial.count - len(idle)
    forced = max(0, left - sum(map(len, plain)))
    kept: list[tuple[int, list[Card]]] = []
    for counts in shares(left - forced, [len(cards) for cards in plain]):
        given = [card for cards, count in zip(plain, counts, strict=True) for card in cards[:count]]
        rest = [cards[count:] for cards, count in zip(plain, counts, strict=True)]
        worth = sum(worth_of(space, [1 << space.bit[number[card]] for card in cards]) for cards in rest)
        kept.append((-worth, [*idle, *given, *trumps[:forced]]))
    likely = [given for _, given in sorted(kept, key=lambda one: one[0])]
    yielded = set(map(frozenset, likely))
    others = (way for way in combinations(held, burial.count) if frozenset(way) not in yielded)
    for way in chain(likely, others):
        yield [*way, *(card for card in order if card not in way)]


def shares(count: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `count` in all from heaps of at most so many each."""
    if not most:
        if not count:
            yield ()
        return
    for first in range(min(count, most[0]) + 1):
        for others in shares(count - first, most[1:]):
            yield (first, *others)


def worth_of(space: CardTable, bits: Sequence[int]) -> int:
    """Return what some cards of one plain suit are worth in a hand, in hundredths of a book."""
    held = sum(bits)
    worths = HIGH_RUFFED if space.trump else HIGH_PLAIN
    found = SHORT[len(bits)] if space.trump and len(bits) < len(SHORT) else 0
    for bit in bits:
        lane = next(mask for mask in space.lanes if mask & bit)
        above = (lane & ~held & ~(2 * bit - 1)).bit_count()
        found += worths[above] if above < len(worths) else 0
    return found
