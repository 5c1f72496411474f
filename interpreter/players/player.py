"""What a player is, and the players there are.

A player decides for a seat from what that seat may know. It holds nothing between decisions, so one player can sit at
any number of tables; all its chance comes from the generator that it is handed, so equal seeds give equal games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from interpreter.actions import Action
from interpreter.errors import InputError, Problem, suggestion
from interpreter.view import View

__all__ = ["PLAYERS", "Player", "player"]


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """Return one of `legal`, which is never empty. `view` is all that the seat may know."""


PLAYERS: Mapping[str, str] = {
    "random": "interpreter.players.random:RandomPlayer",
    "rules": "interpreter.players.rules:RulePlayer",
    "highest": "interpreter.players.highest:HighestPlayer",
}
"""The players by name: the module of each and its class there, imported when somebody asks for it."""


def player(name: str) -> Player:
    """Return the player of that name. Raises `InputError` where there is none."""
    if name not in PLAYERS:
        raise InputError([Problem("G020", f"{name!r} is no player", None, suggestion(name, PLAYERS))])
    module, _, maker = PLAYERS[name].partition(":")
    made: Player = getattr(import_module(module), maker)()
    return made
