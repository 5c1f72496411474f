"""Computer players as they are named on the command line."""

from __future__ import annotations

import click

from interpreter.errors import InputError

HELP = "random, highest, rules, or expert: with a time a move (expert:25ms) or a number of worlds (expert:40)"


class PlayerType(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A computer player, by its name; it becomes the full name, with the setting where it takes one."""

    name = "player"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """See whether there is such a player."""
        from interpreter.players.player import full_name, player

        try:
            player(str(value))
        except InputError as error:
            problem = error.problems[0]
            self.fail(f"{problem.message}; {problem.help}" if problem.help else problem.message, param, ctx)
        return full_name(str(value))
