"""What every phase offers the game, and how a phase can end.

A phase is a module of four functions. `start` begins it and says whether it is over at once; `legal` lists what the
seat to act may do; `refusal` says in one sentence why an action isn't among it; `apply` carries a legal action out
and says whether the phase is over. Only `game.apply` calls `start` and `apply`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from interpreter.actions import Action
from interpreter.state import State


class Ending(Enum):
    """Why a phase is over."""

    PHASE = auto()  # the next phase of the flow begins
    REDEAL = auto()  # the same dealer deals again
    NEXT_DEAL = auto()  # nobody bid: the deal passes on
    CLAIM = auto()  # a claim ended the deal


@dataclass(frozen=True, slots=True)
class Verb:
    """The four functions of one kind of phase; the event type of `apply` and `refusal` is the phase's own."""

    start: Callable[[State], Ending | None]
    legal: Callable[[State], tuple[Action, ...]]
    refusal: Callable[[State, Any], str]
    apply: Callable[[State, Any], Ending | None]
