"""What a seat knows of the cards that it doesn't see, and worlds that agree with it.

A world says who holds each of these cards. Where a card may be follows from the open history alone: who couldn't have
played as it did with that card in hand, what was shown, what had to be given away. Among the worlds that agree with
this, how likely each is depends on what was said (`inference.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from interpreter.cards import NO_SUIT, Card
from interpreter.expression.compile import Compiled
from interpreter.kernel import HIDDEN, HOLDERS
from interpreter.model import ExchangePhase, Step
from interpreter.phases.play import trick_rules
from interpreter.table import NOBODY, SEATS, Seat
from interpreter.view import View


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that a seat doesn't see.

    Holders are the four seats and what lies face down, in two parts: `HIDDEN`, and behind it the cards that were shown
    before, where it is known how many of these there are. `room` says how many of the cards each holder has; `allowed`
    which holders may have each card, as a mask. `played` are the cards that each seat has played.
    """

    cards: tuple[Card, ...]
    room: tuple[int, ...]
    allowed: tuple[int, ...]
    played: tuple[tuple[Card, ...], ...]

    def relaxed(self) -> Unseen:
        """Return this without anything that says where cards can't be: where somebody broke the rules."""
        anywhere = sum(1 << holder for holder in range(HOLDERS) if self.room[holder])
        return replace(self, allowed=(anywhere,) * len(self.cards))


def unseen_by(view: View) -> Unseen:
    """Return what a seat knows of the cards that it doesn't see. Costs some tens of microseconds a trick played."""
    played = cards_played(view)
    drawn = drawn_from(view)
    seen = {*view.hand, *view.out, *(card for cards in played for card in cards)}
    if not drawn:
        seen.update(view.gave)
    cards = tuple(card for card in view.profile.pack.cards if card not in seen)
    sizes = [0 if seat == view.seat else view.sizes[seat] for seat in SEATS]
    face_down = len(cards) - sum(sizes)
    shown_before = put_back(view) if view.shown and not drawn else None
    split = [face_down, 0] if shown_before is None else [face_down - shown_before, shown_before]
    others = sum(1 << seat for seat in SEATS if seat != view.seat)
    allowed = dict.fromkeys(cards, others | 1 << HIDDEN)
    if view.shown and not drawn:
        taken_up = sum(1 << seat for seat in takers(view)) & others
        for card in allowed.keys() & set(view.shown):
            allowed[card] = taken_up | 1 << (HIDDEN if shown_before is None else HIDDEN + 1)
    for seat, excluded in excluded_by_seat(view):
        for card in excluded:
            if card in allowed:
                allowed[card] &= ~(1 << seat)
    for seat, certain in shown_by_seat(view):
        for card in certain:
            if card in allowed and seat != view.seat:
                allowed[card] = 1 << seat
    room = (*sizes, *split)
    having = sum(1 << holder for holder in range(HOLDERS) if room[holder])
    return Unseen(cards, room, tuple(allowed[card] & having for card in cards), played)


def cards_played(view: View) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that each seat has played."""
    played: list[list[Card]] = [[], [], [], []]
    for leader, cards in ((view.leader, view.trick), *((trick.leader, trick.cards) for trick in view.tricks)):
        for offset, card in enumerate(cards):
            played[(leader + offset) % 4].append(card)
    return tuple(map(tuple, played))


def steps_of(view: View) -> list[Step]:
    """Return the steps of all exchanges, whether they are over or not."""
    return [step for phase in view.profile.flow if isinstance(phase, ExchangePhase) for step in phase.steps]


def steps_in_force(view: View) -> list[Step]:
    """Return the steps of the exchanges that come under this contract."""
    return [
        step
        for phase in view.profile.flow
        if isinstance(phase, ExchangePhase) and holds(view, phase.when)
        for step in phase.steps
        if holds(view, step.when)
    ]


def drawn_from(view: View) -> frozenset[str]:
    """Return the zones from which cards that were given away can come back into a hand."""
    steps = steps_of(view)
    given_to = {step.to for step in steps if step.give is not None}
    return frozenset(zone for step in steps for zone in (step.take, step.draw) if zone in given_to)


def takers(view: View) -> list[Seat]:
    """Return the seats that have taken up the cards that were shown."""
    taking = [step for step in steps_in_force(view) if step.take is not None]
    return [seat for step in taking for seat in seats_of(view, step)]


def seats_of(view: View, step: Step) -> list[Seat]:
    """Return the seats that a step is for."""
    declarer = view.contract.declarer
    if step.who is None:
        return [seat for seat in SEATS if seat != declarer]
    return [int(step.who.call({"dealer": view.dealer, "declarer": declarer}))]


def put_back(view: View) -> int | None:
    """Return how many of the cards that were shown were put face down again; None where it isn't known."""
    counts = [
        done.given - done.from_hand
        for done in view.exchanged
        if done.from_hand is not None and not done.cards and done.seat != view.seat
    ]
    return sum(counts) if counts else None


def excluded_by_seat(view: View) -> Iterator[tuple[Seat, Iterable[Card]]]:
    """Yield seats with cards that they don't hold: they would have had to play them, or to give them away."""
    yield from excluded_by_following(view)
    if view.playing:
        yield from excluded_by_exchanges(view)


def excluded_by_following(view: View) -> Iterator[tuple[Seat, Iterable[Card]]]:
    """Yield what follows from the cards played: a card that a rung asks for where the card played doesn't meet it."""
    rules = trick_rules(view.profile, view.contract)
    on_table = [(view.leader, view.trick)] if view.trick else []
    done = [(trick.leader, trick.cards) for trick in view.tricks]
    for number, (leader, cards) in enumerate((*done, *on_table), 1):
        led = None
        for offset, card in enumerate(cards):
            seat = (leader + offset) % 4
            if led is None:
                led = None if rules.suit[card] == NO_SUIT else rules.suit[card]
                continue
            rungs, free = rules.narrowing[led if rules.plain else (led, number, seat)]
            if card not in free and not all(card in rung for rung in rungs):
                yield seat, asked_for(card, rungs)


def asked_for(card: Card, rungs: Sequence[frozenset[Card]]) -> frozenset[Card]:
    """Return the cards that a hand would have had to play rather than this one: at a rung that it doesn't meet."""
    excluded: frozenset[Card] = frozenset()
    left: frozenset[Card] | None = None  # those that the rungs so far have left beside this card; None: all
    for rung in rungs:
        met = rung if left is None else rung & left
        if card in rung:
            left = met
        else:
            excluded |= met
            left = None if left is None else left - rung
    return excluded


def excluded_by_exchanges(view: View) -> Iterator[tuple[Seat, Iterable[Card]]]:
    """Yield what a seat had to give away, where nothing that came later can have brought it back."""
    steps = steps_in_force(view)
    for place, step in enumerate(steps):
        condition = step.of if step.give == "all" else step.must
        if step.give is None or condition is None:
            continue
        for seat in seats_of(view, step):
            gone = meeting(view, seat, condition)
            later = [other for other in steps[place:] if seat in seats_of(view, other)]
            if any(other.take is not None for other in later) or (step.give != "all" and len(gone) > int(step.give)):
                continue
            for other in later:
                if other.draw is not None:
                    gone -= meeting(view, seat, other.draw_of)
            yield seat, gone


def holds(view: View, condition: Compiled | None) -> bool:
    """Whether a condition on the contract that defaults to true holds."""
    return condition is None or bool(condition.call(view.contract.names))


def meeting(view: View, seat: Seat, condition: Compiled | None) -> frozenset[Card]:
    """Return the cards of the pack that meet a condition of an exchange."""
    cards = view.profile.pack.members
    if condition is None:
        return cards
    names = {**view.contract.names, "me": seat, "layout": view.profile.ranking.layout(view.contract)}
    return frozenset(card for card in cards if condition.call({**names, "card": card}))


def shown_by_seat(view: View) -> Iterator[tuple[Seat, Iterable[Card]]]:
    """Yield seats with cards that they held when they were shown, and that can only have been played since."""
    for claim in view.claimed:
        yield from claim.shown
    if view.turned is not None and not steps_of(view):
        yield view.dealer, (view.turned,)


def assigned(unseen: Unseen, rng: Random) -> list[int] | None:
    """Return a holder for each card, at random (not evenly); None where no world agrees with what was seen.

    Cards with few holders come first; where these have no room left, cards that were placed before move on.
    """
    room, holders = list(unseen.room), [NOBODY] * len(unseen.cards)
    order = list(range(len(holders)))
    rng.shuffle(order)
    order.sort(key=lambda card: unseen.allowed[card].bit_count())
    for card in order:
        free = [holder for holder in range(HOLDERS) if unseen.allowed[card] >> holder & 1 and room[holder] > 0]
        if free:
            holder = rng.choices(free, [room[holder] for holder in free])[0]
        else:
            holder = make_room(unseen, holders, room, card)
            if holder == NOBODY:
                return None
        holders[card] = holder
        room[holder] -= 1
    return holders


def make_room(unseen: Unseen, holders: list[int], room: list[int], card: int) -> int:
    """Let cards move on until a holder that may have this one has room; return it, `NOBODY` where none can."""
    came: dict[int, tuple[int, int]] = {}
    queue = [holder for holder in range(HOLDERS) if unseen.allowed[card] >> holder & 1]
    first = set(queue)
    for full in queue:
        for other, holder in enumerate(holders):
            if holder != full:
                continue
            for to in range(HOLDERS):
                if unseen.allowed[other] >> to & 1 and to not in first and to not in came:
                    came[to] = (other, full)
                    queue.append(to)
                    if room[to] > 0:
                        return moved_on(holders, room, came, first, to)
    return NOBODY


def moved_on(holders: list[int], room: list[int], came: dict[int, tuple[int, int]], first: set[int], to: int) -> int:
    """Move one card along each step of a way to a holder with room; return the holder that has room then."""
    while to not in first:
        card, before = came[to]
        holders[card] = to
        room[to] -= 1
        room[before] += 1
        to = before
    return to
