"""What a name stands for at one place of a profile."""

from __future__ import annotations

from dataclasses import replace

from interpreter.errors import Problem
from interpreter.expression.tree import Expr
from interpreter.expression.types import CARD, CARDS, INT, Scope, Type


def resolve(expr: Expr, scope: Scope) -> tuple[Expr, Type] | None:
    """Return the checked node for a name, with its type; None if it stands for nothing here.

    A param becomes its number. (Two things of one name are refused before any expression is checked.)
    """
    name = str(expr.value)
    if name in scope.names:
        return expr, scope.names[name]
    if name in scope.params:
        return replace(expr, op="int", value=scope.params[name]), INT
    if name in scope.defines:
        return replace(expr, op="define"), scope.defines[name].type
    if name in scope.classes:
        return replace(expr, op="class"), CARDS
    if name in scope.cards:
        return replace(expr, op="card"), CARD
    if name in scope.words:
        return replace(expr, op="word"), Type(" or ".join(scope.words[name]), (name,))
    return None


def hidden_define(expr: Expr, scope: Scope) -> Problem | None:
    """A define is visible where all that it reads is; say what this one reads that isn't."""
    hidden = sorted(scope.defines[str(expr.value)].reads - scope.names.keys())
    if not hidden:
        return None
    message = f"{expr.value!r} can't be used in {scope.place}: it reads {hidden[0]!r}"
    return Problem("E020", message, expr.place(), scope.elsewhere.get(hidden[0]))
