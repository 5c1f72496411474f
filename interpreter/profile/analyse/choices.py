"""Checks about choices: whoever has to choose always has something to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem
from interpreter.model import ChoosePhase
from interpreter.profile.analyse.cards import shown
from interpreter.profile.analyse.subject import MAX_WORK, Subject


def check_choices(subject: Subject) -> Iterator[Problem]:
    """Some choice meets `where` under every contract that comes to it."""
    for phase in subject.profile.flow:
        if not isinstance(phase, ChoosePhase) or phase.where is None:
            continue
        tried = 0
        for contract in subject.contracts(phase.name):
            if phase.when is not None and not phase.when.call(contract.names):
                continue
            tried += len(phase.options)
            if tried > MAX_WORK:
                subject.too_many("choices under different contracts", MAX_WORK, "phases", phase.name, "pick")
            if not any(phase.where.call(contract.changed(option.fields).names) for option in phase.options):
                yield subject.problem(
                    "R086",
                    f"`where` leaves nothing to choose in the phase {phase.name!r} under {shown(subject, contract)}",
                    subject.value_place("phases", phase.name, "where"),
                    "let some choice through, or skip the phase by `when`",
                )
                break
