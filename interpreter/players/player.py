"""What a player is, and the players there are.

A player decides for a seat from what that seat may know. It holds nothing between decisions, so one player can sit at
any number of tables; all its chance comes from the generator that it is handed, so equal seeds give equal games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from interpreter.actions import Action
from interpreter.errors import InputError, Problem, suggestion
from interpreter.view import View

__all__ = ["PLAYERS", "SETTINGS", "Player", "full_name", "player", "repeatable"]


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """Return one of `legal`, which is never empty. `view` is all that the seat may know."""


PLAYERS: Mapping[str, str] = {
    "random": "interpreter.players.random:RandomPlayer",
    "rules": "interpreter.players.rules:RulePlayer",
    "highest": "interpreter.players.highest:HighestPlayer",
    "expert": "interpreter.players.expert:ExpertPlayer",
}
"""The players by name: the module of each and its class there, imported when somebody asks for it."""
SETTINGS: Mapping[str, str] = {"expert": "100ms"}
"""The players that take a setting, behind a colon, and what it is where nothing is said."""


def full_name(name: str) -> str:
    """Return a player's name with its setting, where it takes one: so it means the same wherever it is read."""
    return f"{name}:{SETTINGS[name]}" if name in SETTINGS else name


def repeatable(name: str) -> bool:
    """Whether equal seeds give equal decisions: all but those of a player that plays by the clock."""
    return not full_name(name).endswith("ms")


def player(name: str) -> Player:
    """Return the player of that name. Raises `InputError` where there is none, or where its setting makes no sense."""
    kind, colon, setting = full_name(name).partition(":")
    if kind not in PLAYERS:
        raise unknown(f"{kind!r} is no player", suggestion(kind, PLAYERS))
    if colon and kind not in SETTINGS:
        raise unknown(f"{kind!r} takes no setting", f"write {kind}")
    module, _, maker = PLAYERS[kind].partition(":")
    made = getattr(import_module(module), maker)
    if not colon:
        return cast(Player, made())
    try:
        return cast(Player, made(**made.setting(setting)))
    except ValueError as error:
        raise unknown(f"{name!r} is no player: {error}", f"write for example {kind}:{SETTINGS[kind]}") from error


def unknown(message: str, remedy: str | None) -> InputError:
    """Return the error for a name that no player has."""
    return InputError([Problem("G020", message, None, remedy)])
