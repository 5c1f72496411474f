"""A choice: one seat names fields of the contract, such as the trump suit."""

from __future__ import annotations

from interpreter.actions import Action, Choice
from interpreter.model import ChoosePhase
from interpreter.phases.verb import Ending, Verb
from interpreter.state import State


def phase_of(state: State) -> ChoosePhase:
    """Return the choice under way."""
    phase = state.phase
    assert isinstance(phase, ChoosePhase)
    return phase


def start(state: State) -> Ending | None:
    """Ask the seat whose choice it is; skip the phase where `when` doesn't hold."""
    phase, contract = phase_of(state), state.contract
    if phase.when is not None and not phase.when.call(contract.names):
        return Ending.PHASE
    state.to_act = int(phase.by.call({"dealer": state.dealer, "declarer": contract.declarer}))
    return None


def legal(state: State) -> tuple[Action, ...]:
    """Return the values that may be named, in the profile's order."""
    phase = phase_of(state)
    if phase.where is None:
        return phase.options
    before = state.contract.names
    return tuple(
        option
        for option in phase.options
        if phase.where.call({**before, **{f"contract.{name}": value for name, value in option.fields.items()}})
    )


def refusal(state: State, action: Action) -> str:
    """Say why a choice isn't allowed."""
    if isinstance(action, Choice) and action in phase_of(state).options:
        return "this may not be chosen under this contract"
    return f"a choice of {' and '.join(phase_of(state).options[0].fields)} is due"


def apply(state: State, choice: Choice) -> Ending | None:
    """Write the choice into the contract."""
    state.contract = state.contract.changed(choice.fields)
    return Ending.PHASE


VERB = Verb(start, legal, refusal, apply)
