"""The auction: seats call in turn, clockwise.

- A call is a pass, a bid that beats the bid that stands, or another call that the profile names.
- `stuck`: the latest call of every other seat is a pass and no bid stands. `last`: every other seat has spoken.
- A closed auction (one round) ends when each seat has called once. An open one ends when no other seat may still
  speak, having passed since the standing bid or being out (where a pass is final); and at once after a bid made
  while stuck.
- When each seat's latest call is a pass and no bid stands, the deal is passed out.
- The declarer is the seat of the last bid, and the contract takes the bid's kind and fields.
"""

from __future__ import annotations

from typing import Any

from interpreter.actions import Action
from interpreter.contract import PASS, Bid, Call, OtherCall, Pass, bid_names
from interpreter.model import BidPhase
from interpreter.phases.verb import Ending, Verb
from interpreter.state import State
from interpreter.table import LEFT, NOBODY, SEATS, Seat

Names = dict[str, Any]


def phase_of(state: State) -> BidPhase:
    """Return the auction under way."""
    phase = state.phase
    assert isinstance(phase, BidPhase)
    return phase


def start(state: State) -> Ending | None:
    """Let the first seat speak."""
    state.to_act = int(phase_of(state).start.call({"dealer": state.dealer, "declarer": NOBODY}))
    return None


def is_stuck(state: State, seat: Seat) -> bool:
    """Whether every other seat's latest call is a pass and no bid stands."""
    latest = state.latest
    return state.high is None and all(isinstance(latest[other], Pass) for other in SEATS if other != seat)


def names_for(state: State, seat: Seat) -> Names:
    """Return what the auction's expressions may read when `seat` calls, all but the bid itself."""
    defaults = state.profile.contract.values
    high = state.high
    names: Names = {}
    for field in state.profile.fields:
        names[f"high.{field}"] = (
            defaults.get(field, "") if high is None else high.fields.get(field, defaults.get(field, ""))
        )
    names |= {
        "high.kind": "" if high is None else high.kind,
        "high.rank": 0 if high is None else high.rank,
        "high.seat": state.high_seat,
        "last": all(state.spoken[other] for other in SEATS if other != seat),
        "stuck": is_stuck(state, seat),
        "spoken": state.spoken[seat],
        "me": seat,
        "dealer": state.dealer,
        "hand": frozenset(state.hands[seat]),
        "deal": state.deal,
    }
    return names


OF_SITUATION = frozenset(("me", "dealer", "stuck", "last", "spoken"))
"""The names, besides those of bids, of which `memo_key` takes account."""


def memo_key(state: State, phase: BidPhase) -> tuple[object, ...] | None:
    """Return what the legal bids depend on, or None where they depend on more: a hand, or the deal's number."""
    reads = phase.reads
    if any("." not in name and name not in OF_SITUATION for name in reads):
        return None
    seat = state.to_act
    return (
        state.high,
        seat if "me" in reads else 0,
        state.dealer if "dealer" in reads else 0,
        state.high_seat if "high.seat" in reads else 0,
        "stuck" in reads and is_stuck(state, seat),
        "last" in reads and all(state.spoken[other] for other in SEATS if other != seat),
        state.spoken[seat] if "spoken" in reads else 0,
    )


def legal_bids(state: State, phase: BidPhase) -> tuple[Bid, ...]:
    """Return the bids that `to_act` may make, in rank order."""
    names, defaults = names_for(state, state.to_act), state.profile.contract.values
    found = []
    for bid in phase.bids:
        of_bid = {**names, **bid_names(bid, defaults)}
        where = phase.where.get(bid.kind)
        if phase.beats.call(of_bid) and (where is None or where.call(of_bid)):
            found.append(bid)
    return tuple(found)


def may_pass(state: State, phase: BidPhase) -> bool:
    """Whether `to_act` may pass."""
    return phase.may_pass is None or bool(phase.may_pass.call(names_for(state, state.to_act)))


def legal(state: State) -> tuple[Action, ...]:
    """Return the pass where it is allowed, then the bids in rank order, then the other calls."""
    phase = phase_of(state)
    key = memo_key(state, phase)
    options = None if key is None else phase.memo.get(key)
    if options is None:
        names = names_for(state, state.to_act)
        others = [rule.call for rule in phase.calls if rule.when is None or rule.when.call(names)]
        passes = [PASS] if may_pass(state, phase) else []
        options = (*passes, *legal_bids(state, phase), *others)
        if key is not None:
            phase.memo[key] = options
    return options


def beats(state: State, phase: BidPhase, bid: Bid) -> bool:
    """Whether a bid beats the one that stands, whatever else it has to meet."""
    names = {**names_for(state, state.to_act), **bid_names(bid, state.profile.contract.values)}
    return bool(phase.beats.call(names))


def refusal(state: State, action: Action) -> str:
    """Say why a call isn't allowed."""
    phase = phase_of(state)
    match action:
        case Bid() if action not in phase.bids:
            return "this game has no such bid"
        case Bid() if state.high is not None and not beats(state, phase, action):
            return "it must beat the bid that stands"
        case Bid():
            return "this bid may not be made here"
        case Pass() if is_stuck(state, state.to_act):
            return "all the others have passed, so this seat must bid"
        case Pass():
            return "a pass isn't allowed here"
        case OtherCall(name) if all(rule.call.name != name for rule in phase.calls):
            return "this game has no such call"
        case OtherCall():
            return "this call may not be made now"
    return "a call is due"


def apply(state: State, call: Call) -> Ending | None:
    """Take a call down and pass the turn on, or end the auction."""
    phase, seat = phase_of(state), state.to_act
    stuck = is_stuck(state, seat)
    state.calls.append((seat, call))
    state.latest[seat] = call
    state.spoken[seat] += 1
    if isinstance(call, OtherCall):
        return Ending.REDEAL
    if isinstance(call, Bid):
        state.high, state.high_seat = call, seat
    if passed_out(state):
        return Ending.REDEAL if phase.all_pass == "redeal" else Ending.NEXT_DEAL
    speaker = next_speaker(state, phase)
    if speaker == NOBODY or (phase.open and stuck and isinstance(call, Bid)):
        assert state.high is not None
        state.contract = state.contract.changed({**state.high.fields, "kind": state.high.kind}, state.high_seat)
        return Ending.PHASE
    state.to_act = speaker
    return None


def passed_out(state: State) -> bool:
    """Whether each seat's latest call is a pass and no bid stands."""
    return state.high is None and all(isinstance(latest, Pass) for latest in state.latest)


def next_speaker(state: State, phase: BidPhase) -> Seat:
    """Return who speaks next, `NOBODY` when no one may."""
    seat = LEFT[state.to_act]
    if not phase.open:
        return seat if not state.spoken[seat] else NOBODY
    for _ in range(3):
        if seat != state.high_seat and not is_out(state, phase, seat):
            return seat
        seat = LEFT[seat]
    return NOBODY


def is_out(state: State, phase: BidPhase, seat: Seat) -> bool:
    """Whether a seat has passed since the standing bid, or for good."""
    if not isinstance(state.latest[seat], Pass):
        return False
    if phase.pass_is_final or state.high is None:
        return phase.pass_is_final
    since = next(i for i in range(len(state.calls) - 1, -1, -1) if isinstance(state.calls[i][1], Bid))
    return any(caller == seat for caller, _ in state.calls[since + 1 :])


VERB = Verb(start, legal, refusal, apply)
