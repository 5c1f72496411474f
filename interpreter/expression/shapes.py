"""The closures of the operators with two operands, by the shape of the operands.

`PLAIN` serves every operand; the others save a call or two where an operand is a variable or a constant. A
constant stands on the right: `MIRRORED` is what an operator becomes when its operands change places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Variables = Mapping[str, Any]  # an Env whose types `check` has proved already
Call = Callable[[Variables], Any]

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "+": "+", "*": "*", "&": "&"}

PLAIN: dict[str, Callable[[Call, Call], Call]] = {
    "==": lambda a, b: lambda env: a(env) == b(env),
    "!=": lambda a, b: lambda env: a(env) != b(env),
    "<": lambda a, b: lambda env: a(env) < b(env),
    "<=": lambda a, b: lambda env: a(env) <= b(env),
    ">": lambda a, b: lambda env: a(env) > b(env),
    ">=": lambda a, b: lambda env: a(env) >= b(env),
    "in": lambda a, b: lambda env: a(env) in b(env),
    "&": lambda a, b: lambda env: a(env) & b(env),
    "+": lambda a, b: lambda env: a(env) + b(env),
    "-": lambda a, b: lambda env: a(env) - b(env),
    "*": lambda a, b: lambda env: a(env) * b(env),
    "//": lambda a, b: lambda env: a(env) // b(env),
    "%": lambda a, b: lambda env: a(env) % b(env),
}

WITH_CONSTANT: dict[str, Callable[[Call, Any], Call]] = {
    "==": lambda a, c: lambda env: a(env) == c,
    "!=": lambda a, c: lambda env: a(env) != c,
    "<": lambda a, c: lambda env: a(env) < c,
    "<=": lambda a, c: lambda env: a(env) <= c,
    ">": lambda a, c: lambda env: a(env) > c,
    ">=": lambda a, c: lambda env: a(env) >= c,
    "in": lambda a, c: lambda env: a(env) in c,
    "&": lambda a, c: lambda env: a(env) & c,
    "+": lambda a, c: lambda env: a(env) + c,
    "-": lambda a, c: lambda env: a(env) - c,
    "*": lambda a, c: lambda env: a(env) * c,
    "//": lambda a, c: lambda env: a(env) // c,
    "%": lambda a, c: lambda env: a(env) % c,
}

NAME_WITH_CONSTANT: dict[str, Callable[[str, Any], Call]] = {
    "==": lambda a, c: lambda env: env[a] == c,
    "!=": lambda a, c: lambda env: env[a] != c,
    "<": lambda a, c: lambda env: env[a] < c,
    "<=": lambda a, c: lambda env: env[a] <= c,
    ">": lambda a, c: lambda env: env[a] > c,
    ">=": lambda a, c: lambda env: env[a] >= c,
    "in": lambda a, c: lambda env: env[a] in c,
    "&": lambda a, c: lambda env: env[a] & c,
    "+": lambda a, c: lambda env: env[a] + c,
    "-": lambda a, c: lambda env: env[a] - c,
    "*": lambda a, c: lambda env: env[a] * c,
    "//": lambda a, c: lambda env: env[a] // c,
    "%": lambda a, c: lambda env: env[a] % c,
}

TWO_NAMES: dict[str, Callable[[str, str], Call]] = {
    "==": lambda a, b: lambda env: env[a] == env[b],
    "!=": lambda a, b: lambda env: env[a] != env[b],
    "<": lambda a, b: lambda env: env[a] < env[b],
    "<=": lambda a, b: lambda env: env[a] <= env[b],
    ">": lambda a, b: lambda env: env[a] > env[b],
    ">=": lambda a, b: lambda env: env[a] >= env[b],
    "in": lambda a, b: lambda env: env[a] in env[b],
    "&": lambda a, b: lambda env: env[a] & env[b],
    "+": lambda a, b: lambda env: env[a] + env[b],
    "-": lambda a, b: lambda env: env[a] - env[b],
    "*": lambda a, b: lambda env: env[a] * env[b],
}


def every(terms: list[Call]) -> Call:
    """Return the conjunction of two terms or more, from left to right."""
    match terms:
        case [a, b]:
            return lambda env: a(env) and b(env)
        case [a, b, c]:
            return lambda env: a(env) and b(env) and c(env)
    *most, last = terms
    first = every(most)
    return lambda env: first(env) and last(env)


def some(terms: list[Call]) -> Call:
    """Return the disjunction of two terms or more, from left to right."""
    match terms:
        case [a, b]:
            return lambda env: a(env) or b(env)
        case [a, b, c]:
            return lambda env: a(env) or b(env) or c(env)
    *most, last = terms
    first = some(most)
    return lambda env: first(env) or last(env)
