"""What an expression makes of what it inherits, so that the order in which house rules are laid doesn't matter.

Some add to it (`inherited + 2`, `x or inherited`): these go together in any order. All others wrap it: two that wrap
it in one way (`inherited * 2` and `3 * inherited`) go together, too.
"""

from __future__ import annotations

import re

from interpreter.expression.parse import parse
from interpreter.expression.tree import INHERITED as WORD
from interpreter.expression.tree import Expr, has_name
from interpreter.expression.tree import format as formatted
from interpreter.profile.nodes import Node, Scalar

INHERITED = re.compile(r"(?<![\w.])inherited(?![\w.])")
ADDING = ("+", "or")
WRAPPING = ("*", "and", "&", "max", "min")
"""Operations that can be done one after another in any order, with other values."""


def inherits(node: Node) -> bool:
    """Whether a leaf is an expression that uses what was there before."""
    return isinstance(node, Scalar) and INHERITED.search(node.text) is not None


def adds(node: Scalar) -> bool:
    """Whether an expression only adds to what it inherits. One that can't be parsed doesn't."""
    return way_of(node) in ADDING


def commute(one: Scalar, other: Scalar) -> bool:
    """Whether it is sure that two expressions that wrap what they inherit may do so in either order."""
    way = way_of(one)
    return way != "" and way == way_of(other)


def way_of(node: Scalar) -> str:
    """Return the one operation by which an expression uses what it inherits, "" where there are several or none."""
    expr = parse(node.text, None, [], node.place_of)
    if expr is None:
        return ""
    if is_name(expr):
        return "+"  # nothing is added
    for way in (*ADDING, *WRAPPING):
        if is_by(expr, way):
            return way
    kept = kept_or(expr)
    return "" if kept is None else f"else {kept}"


def is_by(expr: Expr, way: str) -> bool:
    """Whether an expression is what is inherited, and another value by one operation; or one of two such."""
    if is_name(expr):
        return True
    using = [uses(arg) for arg in expr.args]
    if expr.op == "if":
        return not using[0] and all(is_by(arg, way) for arg in expr.args[1:])
    if expr.op == "-":
        return way == "+" and using == [True, False] and is_by(expr.args[0], way)
    name = expr.value if expr.op == "call" else expr.op
    return name == way and sum(using) == 1 and is_by(expr.args[using.index(True)], way)


def kept_or(expr: Expr) -> str | None:
    """Return what stands for what is inherited where an expression doesn't keep that; None for another form."""
    if expr.op != "if" or uses(expr.args[0]):
        return None
    for kept, other in (expr.args[1:], expr.args[:0:-1]):
        if is_name(kept) and not uses(other):
            return formatted(other)
    return None


def is_name(expr: Expr) -> bool:
    """Whether an expression is just what is inherited."""
    return expr.op == "name" and expr.value == WORD


def uses(expr: Expr) -> bool:
    """Whether an expression uses what is inherited."""
    return has_name(expr, WORD)
