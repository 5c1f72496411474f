"""Operators between values that they aren't for: what was meant, as one problem of the whole operation.

Each remedy is the operation as it is written; where that isn't plain, what was told of its parts stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.errors import Problem, meant_by
from interpreter.expression.tree import COMPARISONS, Expr
from interpreter.expression.types import CARD, CARDS, INT, Scope, Type
from interpreter.expression.unknown import unknown_name

_WRONG = {
    "and": ("E014", "'and' is for conditions, and these are card sets"),
    "in": ("E014", "'in' wants a card before it and a card set behind it"),
    "==": ("E015", "'==' is for two values of one kind"),
    "!=": ("E015", "'!=' is for two values of one kind"),
}
"""The code and message of an operator between values of other kinds than it is for."""
TRUMP = "contract.trump"
_TRUMPS = ("trump", "trumps", TRUMP)
"""What people call the trump suit, as if it were a set of cards."""
_RANK = "rank"
"""The part by which bids are compared first."""


def told(
    expr: Expr, near: Type, scope: Scope, problems: list[Problem], type_of: Callable[[Expr], Type]
) -> list[Problem]:
    """Return what is wrong with an operation on two values, where a `near` may be wanted, better than `problems` say.

    `type_of` returns the type that a part of it has.
    """
    places = {arg.place() for arg in expr.args} | {expr.place()}
    if any(problem.place not in places for problem in problems):
        return problems  # what the parts give may come of what is wrong within them
    kinds = (type_of(expr.args[0]), type_of(expr.args[1]))
    if (meant := _meant(expr, kinds, near, scope)) is not None:
        return [Problem(*_WRONG[expr.op], expr.place(), f"write {meant}")]
    if expr.op not in COMPARISONS:
        return problems
    if (parts := _parts(expr, scope)) is not None:
        message = f"{expr.args[0]} and {expr.args[1]} can't be compared as wholes"
        return [Problem("E010", message, expr.place(), f"write {parts}")]
    return [_unlike(expr, problem, kinds, scope) for problem in problems]


def _meant(expr: Expr, kinds: tuple[Type, Type], near: Type, scope: Scope) -> Expr | None:
    """Return an operation on cards or card sets as it is written; None for any other."""
    one, other = expr.args
    if kinds == (CARDS, CARDS):
        both = Expr("&", None, (one, other))
        if expr.op == "in":
            return _some(Expr("&", None, (other, one)))
        return None if expr.op != "and" else both if near == CARDS else _some(both)
    if expr.op not in ("==", "!=", "in"):
        return None
    for card, kind, held, of in ((one, kinds[0], other, kinds[1]), (other, kinds[1], one, kinds[0])):
        if kind == CARDS and of == INT and expr.op != "in":
            return replace(expr, args=tuple(_count(arg) if arg is card else arg for arg in expr.args))
        if kind != CARD or (expr.op == "in" and card is not one):
            continue
        if of == CARDS and expr.op != "in":
            within = Expr("in", None, (card, held))
            return within if expr.op == "==" else Expr("not", None, (within,))
        if of != CARDS and str(held) in _TRUMPS and TRUMP in scope.names and "suit" in scope.functions:
            equal = "==" if expr.op == "in" else expr.op
            return Expr(equal, None, (Expr("call", "suit", (card,)), Expr("name", TRUMP)))
    return None


def _count(cards: Expr) -> Expr:
    return Expr("call", "count", (cards,))


def _some(cards: Expr) -> Expr:
    return Expr(">", None, (_count(cards), Expr("int", 0)))


def _parts(expr: Expr, scope: Scope) -> Expr | None:
    """Return a comparison of two things that have parts as one of parts that both have: of their ranks, if they do."""
    owners = [scope.synonyms.get(str(arg.value), str(arg.value)) for arg in expr.args if arg.op == "name"]
    if len(owners) < 2:
        return None
    (one, *of_one), (other, *of_other) = (owner.split(".") for owner in owners)
    mine, theirs = _known(one, scope), _known(other, scope)
    common = [part for part, type in mine.items() if theirs.get(part) == type and type == INT]
    wanted = of_one or of_other or ([_RANK] if _RANK in common else common)[:1]
    if one == other or (of_one and of_other) or wanted[0:1] == [] or wanted[0] not in {*mine} & {*theirs}:
        return None
    return replace(expr, args=tuple(Expr("name", f"{owner}.{wanted[0]}") for owner in (one, other)))


def _known(owner: str, scope: Scope) -> dict[str, Type]:
    """Return the parts of something, with their types."""
    names = ((name.partition("."), type) for name, type in scope.names.items())
    return {rest: type for (name, _, rest), type in names if name == owner and rest}


def _unlike(expr: Expr, problem: Problem, kinds: tuple[Type, Type], scope: Scope) -> Problem:
    """Return what is wrong with a name that is compared; never as if what it is compared with had been meant."""
    for arg, other, kind in zip(expr.args, reversed(expr.args), reversed(kinds), strict=True):
        if arg.op == "name" and arg.place() == problem.place and meant_by(problem.help) == str(other):
            names = {name: type for name, type in scope.names.items() if name != str(other)}
            return unknown_name(arg, replace(scope, names=names), INT if expr.op not in ("==", "!=") else kind)
    return problem
