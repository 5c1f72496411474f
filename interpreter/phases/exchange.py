"""Exchanges: cards move between hands and the kitty, or leave play, step by step.

- `show`: every seat sees the kitty before anything is taken.
- `take` adds a zone to a hand, at once. `give N` moves N cards, one decision a card: cards that meet `must` first,
  then those that meet `of`; should both run out, any card, so that a hand always gives what it owes.
- `give: all` moves every card that meets `of`, without a decision.
- `draw` gives back as many cards as were given: the first of the secret draw order that lie in the zone and meet
  `draw_of`.
- How many cards go face down by `give: all` nobody learns, unless the rules make their number public: hands that
  draw are as large as before. Cards that go out of play lie open, and `give N` says its number itself.
- A step for the others runs clockwise from the declarer's left. A step with nothing to do is skipped.
"""

from __future__ import annotations

from interpreter.actions import Action
from interpreter.cards import Card
from interpreter.expression.compile import Compiled
from interpreter.model import ExchangePhase, Step
from interpreter.phases.verb import Ending, Verb
from interpreter.state import Exchanged, State
from interpreter.table import NOBODY, Seat


def phase_of(state: State) -> ExchangePhase:
    """Return the exchange under way."""
    phase = state.phase
    assert isinstance(phase, ExchangePhase)
    return phase


def start(state: State) -> Ending | None:
    """Show the kitty where the rules say so, then run the steps up to the first decision."""
    phase = phase_of(state)
    names = state.contract.names
    if phase.when is not None and not phase.when.call(names):
        return Ending.PHASE
    if phase.show is not None and phase.show.call(names):
        state.shown = tuple(state.kitty)
    state.step = -1
    state.queue = []
    return proceed(state)


def proceed(state: State) -> Ending | None:
    """Go on to the next decision; say when there is none left."""
    steps = phase_of(state).steps
    while True:
        while state.queue:
            if begin(state, steps[state.step], state.queue[0]):
                return None
            finish(state, steps[state.step])
        state.step += 1
        if state.step == len(steps):
            return Ending.PHASE
        step = steps[state.step]
        if step.when is None or step.when.call(state.contract.names):
            state.queue = seats_of(state, step)


def seats_of(state: State, step: Step) -> list[Seat]:
    """Return the seats that a step is for, in the order in which they act."""
    declarer = state.contract.declarer
    if step.who is not None:
        return [int(step.who.call({"dealer": state.dealer, "declarer": declarer}))]
    return [(declarer + offset) % 4 for offset in range(1, 4)]


def begin(state: State, step: Step, seat: Seat) -> bool:
    """Start a step for one seat; say whether it has a decision to make."""
    hand = state.hands[seat]
    state.given_before = len(state.given)
    state.left_to_give = 0
    if step.take is not None:
        state.held_before_take[seat] = frozenset(hand)
        zone = state.kitty if step.take == "kitty" else state.out
        hand.extend(zone)
        zone.clear()
    elif step.give == "all":
        for card in meeting(state, seat, hand, step.of):
            move(state, step, seat, card)
    else:
        assert step.give is not None
        state.left_to_give = min(step.give, len(hand))
    state.to_act = seat if state.left_to_give else NOBODY
    return state.left_to_give > 0


def finish(state: State, step: Step) -> None:
    """End a step for the first seat in the queue: draw replacements and note what everybody saw."""
    seat = state.queue.pop(0)
    cards = [card for _, card in state.given[state.given_before :]]
    if step.take is not None or not cards:
        return
    if step.draw is not None:
        draw(state, step, seat, len(cards))
    if not step.is_seen:
        return
    before = state.held_before_take[seat]
    own = len([card for card in cards if before is None or card in before])
    open_cards = tuple(cards) if step.to == "out" else ()
    state.exchanged.append(Exchanged(seat, step.name, len(cards), own if step.count_is_public else None, open_cards))


def move(state: State, step: Step, seat: Seat, card: Card) -> None:
    """Move one card out of a hand."""
    state.hands[seat].remove(card)
    (state.kitty if step.to == "kitty" else state.out).append(card)
    state.given.append((seat, card))


def draw(state: State, step: Step, seat: Seat, count: int) -> None:
    """Give a seat as many cards back as it gave."""
    zone = state.kitty if step.draw == "kitty" else state.out
    lying = [card for card in state.draw_order if card in zone]
    for card in meeting(state, seat, lying, step.draw_of)[:count]:
        zone.remove(card)
        state.hands[seat].append(card)


def meeting(state: State, seat: Seat, cards: list[Card], condition: Compiled | None) -> list[Card]:
    """Return the cards that meet a condition of this exchange, in their order."""
    if condition is None:
        return list(cards)
    contract = state.contract
    names: dict[str, object] = {**contract.names, "me": seat}
    if "layout" in condition.reads:
        names["layout"] = state.profile.ranking.layout(contract)
    return [card for card in cards if condition.call({**names, "card": card})]


def legal(state: State) -> tuple[Action, ...]:
    """Return the cards that `to_act` may give now."""
    step, seat = phase_of(state).steps[state.step], state.to_act
    hand = state.hands[seat]
    if step.must is None and step.of is None:
        return tuple(hand)
    if step.must is not None:
        must = meeting(state, seat, hand, step.must)
        if must:
            return tuple(must)
    return tuple(meeting(state, seat, hand, step.of) or hand)


def refusal(state: State, action: Action) -> str:
    """Say why a card can't be given."""
    step, seat = phase_of(state).steps[state.step], state.to_act
    if not isinstance(action, str):
        return "a card to give is due"
    if action not in state.hands[seat]:
        return "this seat doesn't hold it"
    if step.must is not None and meeting(state, seat, state.hands[seat], step.must):
        return "other cards must be given first"
    return "this card may not be given"


def apply(state: State, card: Card) -> Ending | None:
    """Move the card; after the last one, go on to the next seat or step."""
    step = phase_of(state).steps[state.step]
    move(state, step, state.to_act, card)
    state.left_to_give -= 1
    if state.left_to_give:
        return None
    finish(state, step)
    return proceed(state)


VERB = Verb(start, legal, refusal, apply)
