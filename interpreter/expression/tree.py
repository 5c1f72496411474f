"""Expressions as values: the tree, its text, its JSON form, and the ways to go through it.

The same `Expr` holds what the parser read and what the checker made of it; only the names differ:

| op | value | args | made by |
|---|---|---|---|
| int, bool | the number, the truth value | | parser |
| name | the dotted text, such as "contract.level" or "2S" | | parser; the checker keeps it for variables |
| call | the function's name | the arguments | parser |
| if, or, and, not, neg, and the `BINARY` operators | | the operands | parser |
| word, card, class, define | an enum word, a card, a card class, a define | | checker, for a name |
| index | the domain: a tuple of words | the value | checker, for index(..) |
| highest, lowest | the quantity | | checker, for highest(q) and lowest(q) |

The checker also turns a param into its int. Trees from the parser and from the checker are at most MAX_DEPTH
deep; what recurses here (`format`, `to_json`, `replace_name`, `==`) counts on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from interpreter.errors import Place

MAX_LENGTH = 2_000  # characters in one expression
MAX_DEPTH = 40  # operations inside one another
MAX_NUMBER = 999_999_999
MAX_SIZE = 2_000  # nodes, with what `inherited` stands for

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")
BINARY = ("or", "and", *COMPARISONS, "&", "+", "-", "*", "//", "%")
KEYWORDS = frozenset({"if", "then", "else", "or", "and", "not", "in", "true", "false"})
INHERITED = "inherited"  # the name for what the key held before; replaced before checking

Constant = int | bool | str | tuple[str, ...] | None


@runtime_checkable
class Origin(Protocol):
    """Where an expression's text stands; it can place a part of that text."""

    def place_of(self, start: int, end: int) -> Place:
        """Return the place of the characters start..end of the text."""


@dataclass(frozen=True, slots=True)
class Expr:
    """One node. `start` and `end` are offsets in the text of `origin`, parentheses included.

    Two trees are equal when they mean the same: positions and origins don't count.
    """

    op: str
    value: Constant = None
    args: tuple[Expr, ...] = ()
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    origin: object = field(default=None, compare=False, repr=False)

    def place(self) -> Place | None:
        """Return where this node stands, or None for a tree without an origin."""
        return self.origin.place_of(self.start, self.end) if isinstance(self.origin, Origin) else None

    def __str__(self) -> str:
        return format(self)


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield every node, parents first, from left to right; without recursion."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.args))


def size(expr: Expr) -> int:
    """Count the nodes."""
    return sum(1 for _ in walk(expr))


def too_deep(expr: Expr, limit: int = MAX_DEPTH) -> Expr | None:
    """Return the first node more than `limit` deep (the root is 1 deep), or None; without recursion."""
    stack = [(expr, 1)]
    while stack:
        node, depth = stack.pop()
        if depth > limit:
            return node
        stack.extend((arg, depth + 1) for arg in reversed(node.args))
    return None


def has_name(expr: Expr, name: str) -> bool:
    """Tell whether the parsed expression uses `name`."""
    return any(node.op == "name" and node.value == name for node in walk(expr))


def replace_name(expr: Expr, name: str, by: Expr) -> Expr:
    """Put `by`, with its own origin and offsets, wherever `name` stands; `by` itself isn't searched.

    >>> name, one = Expr("name", "inherited"), Expr("int", 1)
    >>> format(replace_name(Expr("*", None, (name, one)), "inherited", Expr("+", None, (one, one))))
    '(1 + 1) * 1'
    """
    if expr.op == "name" and expr.value == name:
        return by
    if not expr.args:
        return expr
    args = tuple(replace_name(arg, name, by) for arg in expr.args)
    changed = any(new is not old for new, old in zip(args, expr.args, strict=True))
    return replace(expr, args=args) if changed else expr


# How tightly an operation binds: the loosest is 0, an atom is _ATOM.
_LEVELS: dict[str, int] = {"if": 0, "or": 1, "and": 2, "not": 3, **dict.fromkeys(COMPARISONS, 4)}
_LEVELS |= {"&": 5, "+": 6, "-": 6, "*": 7, "//": 7, "%": 7, "neg": 8}
_ATOM = 9


def _level(expr: Expr) -> int:
    if expr.op == "int" and isinstance(expr.value, int) and expr.value < 0:
        return _LEVELS["neg"]  # a param's value; the parser itself makes no negative number
    return _LEVELS.get(expr.op, _ATOM)


def format(expr: Expr) -> str:
    """Write the expression with as few parentheses as its meaning needs; parsing that text gives it back."""

    def operand(arg: Expr, least: int) -> str:
        return format(arg) if _level(arg) >= least else f"({format(arg)})"

    level = _level(expr)
    match expr.op:
        case "if":
            condition, then, other = (format(arg) for arg in expr.args)
            return f"if {condition} then {then} else {other}"
        case "not":
            return f"not {operand(expr.args[0], level)}"
        case "neg":
            return f"-{operand(expr.args[0], level)}"
        case "call" | "index":
            name = expr.value if expr.op == "call" else "index"
            return f"{name}({', '.join(format(arg) for arg in expr.args)})"
        case "highest" | "lowest":
            return f"{expr.op}({expr.value})"
        case "bool":
            return "true" if expr.value else "false"
        case _ if not expr.args:
            return str(expr.value)
    left, right = expr.args  # operators group from the left, comparisons don't group
    return f"{operand(left, level + (expr.op in COMPARISONS))} {expr.op} {operand(right, level + 1)}"


def to_json(expr: Expr) -> list[object]:
    """Return `[op, value, *args]`, nested, without positions: what `json` can write and `from_json` reads."""
    value = list(expr.value) if isinstance(expr.value, tuple) else expr.value
    return [expr.op, value, *(to_json(arg) for arg in expr.args)]


def from_json(data: object) -> Expr:
    """Return the tree that `to_json` wrote.

    Raises ValueError for anything of another shape or too deep. The ops are trusted: the text comes from a
    cache, not from a person.
    """
    return _from_json(data, 1)


def _from_json(data: object, depth: int) -> Expr:
    match data:
        case [str() as op, value, *parts] if depth <= MAX_DEPTH:
            args = tuple(_from_json(part, depth + 1) for part in parts)
            return Expr(op, _constant(value), args)
    raise ValueError(f"not an expression: {type(data).__name__} at depth {depth}")


def _constant(value: object) -> Constant:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return tuple(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise ValueError(f"not the value of an expression: {type(value).__name__}")
