"""Playing a match: from one decision to the next, whatever the rules are.

    state = new_game(profile, first_dealer=0)
    while not state.over:
        if state.needs_deal:
            apply(state, shuffle(profile, rng))
        else:
            apply(state, rng.choice(legal(state)))

`legal` lists what the seat to act may do, `apply` does it. Chance is in the deals alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from interpreter.actions import Action, Deal, Decline, Event
from interpreter.cards import Card
from interpreter.match import finish_deal
from interpreter.model import PlayPhase, Profile
from interpreter.phases import VERBS, Ending, play
from interpreter.phases import deal as dealing
from interpreter.state import Following, State
from interpreter.table import NOBODY, SEAT_NAMES, SEATS, Seat


def new_game(profile: Profile, first_dealer: Seat = 0, following: Following = "enforced", *, deal: int = 1) -> State:
    """Start a match; the first deal is still to come. It is number `deal` of its game, for one played by itself.

    `following` says what becomes of a card that breaks following suit: "enforced" refuses it, "reported" takes it
    down as a revoke, "ruled" also applies the profile's ruling when the deal is scored.
    """
    state = State(profile, first_dealer, following)
    state.deal = deal
    state.verb = dealing.VERB
    return state


def choose_first_dealer(profile: Profile, rng: random.Random) -> Seat:
    """Return who deals first: a fixed seat where the profile names one, else each seat equally likely."""
    how, what = profile.first_dealer
    return int(what or 0) if how == "seat" else rng.randrange(len(SEATS))


def shuffle(profile: Profile, rng: random.Random) -> Deal:
    """Return a random deal; every order of the pack is equally likely, and so is every draw order."""
    draw_order = shuffled(profile.pack.cards, rng) if profile.draws else ()
    return Deal(shuffled(profile.pack.cards, rng), draw_order)


def shuffled(cards: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    """Return the cards in random order (exchanges from the last place down, as `random.shuffle` does, but faster)."""
    order, chance = list(cards), rng.random
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def legal(state: State) -> tuple[Action, ...]:
    """Return everything that the seat to act may do now; empty before a deal and after the end.

    Never empty while a seat is to act. The order is fixed: the pass first, bids by rank, cards as held.
    """
    options = state.options
    if options is None:
        options = state.options = state.verb.legal(state)
    return options


def refusal(state: State, event: Event) -> str:
    """Return why an event can't happen now, in one sentence without a full stop; empty when it can."""
    if state.over:
        return "the match is over"
    if isinstance(event, Deal):
        return dealing.refusal(state, event) if state.needs_deal else "no deal is due: a decision is"
    if state.needs_deal:
        return "a deal is due"
    if event in legal(state) or breaks_following(state, event):
        return ""
    return state.verb.refusal(state, event)


def breaks_following(state: State, event: Event) -> bool:
    """Whether an event is a card that breaks following where that is only noted."""
    return (
        state.following != "enforced"
        and isinstance(state.phase, PlayPhase)
        and not state.ahead_of_claims
        and isinstance(event, str)
        and event in state.hands[state.to_act]
    )


def apply(state: State, event: Event) -> None:
    """Carry out one deal or decision and go on to the next one, scoring the deal when it is over.

    Raises `IllegalAction` with the reason where the rules don't allow it; the state is then as it was.
    """
    options = state.options
    if options is None or event not in options:
        admit(state, event)
    if not isinstance(event, Decline):
        state.history.append((state.to_act, event))
    state.options = None
    ending = state.verb.apply(state, event)
    if ending is not None:
        advance(state, ending)


def admit(state: State, event: Event) -> None:
    """Let an event through that isn't known to be legal yet: raise, or note the revoke that it is."""
    reason = refusal(state, event)
    if reason:
        raise illegal(state, event, reason)
    if isinstance(event, str) and event not in legal(state):
        play.note_revoke(state, event)


def illegal(state: State, event: Event, reason: str) -> Exception:
    """Return the error for an event that can't happen; it names the event, the seat and the place in the game."""
    from interpreter.errors import IllegalAction
    from interpreter.notation import format_event

    who = SEAT_NAMES[state.to_act] if state.to_act != NOBODY else "the dealer"
    return IllegalAction(
        f"{who} can't do {format_event(state.profile, event)!r} in deal {state.deal}, "
        f"after {len(state.history)} events: {reason}"
    )


def advance(state: State, ending: Ending) -> None:
    """Go on after a phase: to the next decision, or over the deal's end to the next deal."""
    flow = state.profile.flow
    step: Ending | None = ending
    while step is Ending.PHASE and state.position + 1 < len(flow):
        state.position += 1
        phase = state.phase = flow[state.position]
        state.verb = VERBS[type(phase)]
        step = state.verb.start(state)
    if step is None:
        return
    if step is Ending.REDEAL:
        state.clear_deal()
    else:
        finish_deal(state, step)
    state.verb = dealing.VERB


def replayed(
    profile: Profile, first_dealer: Seat, history: Iterable[tuple[Seat, Event]], following: Following = "enforced"
) -> State:
    """Return the state after a history, such as `state.history`; raises `IllegalAction` at the first that can't be.

    With `following` as in the game that made the history, revokes are taken as they were there.

    Costs as much as playing it. Declined claims aren't in a history and need not be.
    """
    state = new_game(profile, first_dealer, following)
    for seat, event in history:
        catch_up(state, event, seat)
        apply(state, event)
    return state


def catch_up(state: State, event: Event, seat: Seat | None = None) -> None:
    """Decline the opening claims that `event`, done by `seat` if given, shows to have been declined in private."""
    from interpreter.actions import DECLINE, Claim

    def claims() -> bool:  # a claim of the leader's may also be one for its turn, after it has declined
        return isinstance(event, Claim) and seat in (None, state.to_act) and event in legal(state)

    while state.ahead_of_claims and not claims():
        apply(state, DECLINE)


__all__ = [
    "apply",
    "catch_up",
    "choose_first_dealer",
    "legal",
    "new_game",
    "refusal",
    "replayed",
    "shuffle",
]
