"""Checked tree → closure. No text is evaluated, and what `check` let through can't fail.

Each node becomes one closure over its operands' closures. Calls are what costs time in Python, so the
commonest shapes (a variable against a constant or a variable, chains of `and` and `or`) get closures of their
own that make fewer; and what never changes is computed now.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from interpreter.expression.shapes import (
    MIRRORED,
    NAME_WITH_CONSTANT,
    PLAIN,
    TWO_NAMES,
    WITH_CONSTANT,
    Call,
    every,
    some,
)
from interpreter.expression.tree import Expr, walk
from interpreter.expression.types import BUILTINS, QUANTITY_FUNCTIONS, Env, Value


class Compiled(NamedTuple):
    """A checked expression, ready to run: `call(env)` gives its value.

    `reads` are the variables that `env` must hold; `constant` is the value if that never changes, else None.
    """

    call: Callable[[Env], Any]
    reads: frozenset[str]
    constant: Value | None = None


class Native(NamedTuple):
    """A card class or a function written in Python, with the variables that it reads from the Env."""

    call: Callable[..., Value]
    reads: frozenset[str]


ClassValue = frozenset[str] | Native | Callable[[Env], frozenset[str]]
FunctionValue = Native | Callable[..., Value]


class _Tables(NamedTuple):
    classes: Mapping[str, ClassValue]
    functions: Mapping[str, FunctionValue]
    defines: Mapping[str, Compiled]


class _Code(NamedTuple):
    """One node's closure; `name` is set if it only reads a variable, `constant` if it always gives that."""

    call: Call
    name: str | None = None
    constant: Value | None = None


def compile(
    expr: Expr,
    *,
    classes: Mapping[str, ClassValue],
    functions: Mapping[str, FunctionValue],
    defines: Mapping[str, Compiled],
) -> Compiled:
    """Turn a checked expression into closures.

    A function is called as f(env, *args), `highest` and `lowest` as f(env, "total"), a class that isn't a
    plain set as f(env). Give a `Native` for one that reads variables, so that `reads` is complete: a plain
    callable is taken to read nothing but its arguments.

    >>> more = Expr(">", None, (Expr("name", "bid.level"), Expr("int", 3)))
    >>> compile(more, classes={}, functions={}, defines={}).call({"bid.level": 4})
    True
    """
    tables = _Tables(classes, functions, defines)
    code = _code(expr, tables)
    return Compiled(code.call, _reads(expr, tables), code.constant)


def _reads(expr: Expr, tables: _Tables) -> frozenset[str]:
    found: set[str] = set()
    for node in walk(expr):
        key = node.op if node.op in QUANTITY_FUNCTIONS else str(node.value)
        source: object = None
        match node.op:
            case "name":
                found.add(key)
            case "define":
                source = tables.defines[key]
            case "class":
                source = tables.classes[key]
            case "call" | "highest" | "lowest":
                source = tables.functions.get(key)
        if isinstance(source, (Native, Compiled)):
            found |= source.reads
    return frozenset(found)


def _constant(value: Value) -> _Code:
    return _Code(lambda env: value, constant=value)


def _code(expr: Expr, tables: _Tables) -> _Code:
    match expr.op:
        case "int" | "bool" | "word" | "card" if not isinstance(expr.value, tuple) and expr.value is not None:
            return _constant(expr.value)
        case "name":
            name = str(expr.value)
            return _Code(operator.itemgetter(name), name=name)
        case "class":
            return _card_class(tables.classes[str(expr.value)])
        case "define":
            define = tables.defines[str(expr.value)]
            return _Code(define.call, constant=define.constant)
        case "highest" | "lowest":
            function, quantity = _plain(tables.functions[expr.op]), expr.value
            return _Code(lambda env: function(env, quantity))
        case "and" | "or":
            return _chain(expr.op, [_code(term, tables) for term in _terms(expr, expr.op)])
    args = [_code(arg, tables) for arg in expr.args]
    match expr.op:
        case "if":
            return _choice(*args)
        case "call" if expr.value not in BUILTINS:
            return _Code(_applied(_plain(tables.functions[str(expr.value)]), args))
    call = _builtin(expr, args)
    return _constant(call({})) if all(arg.constant is not None for arg in args) else _Code(call)


def _plain(function: FunctionValue) -> Callable[..., Value]:
    return function.call if isinstance(function, Native) else function


def _card_class(members: ClassValue) -> _Code:
    return _constant(members) if isinstance(members, frozenset) else _Code(_plain(members))


def _terms(expr: Expr, op: str) -> list[Expr]:
    """Return the operands of a chain, `a or b or c`, however it is grouped."""
    return [term for arg in expr.args for term in (_terms(arg, op) if arg.op == op else [arg])]


def _chain(op: str, terms: list[_Code]) -> _Code:
    decisive = op == "or"  # the value of one term that settles the whole
    if any(term.constant is decisive for term in terms):
        return _constant(decisive)
    open_terms = [term for term in terms if term.constant is None]
    if len(open_terms) < 2:
        return open_terms[0] if open_terms else _constant(not decisive)
    calls = [term.call for term in open_terms]
    return _Code(some(calls) if op == "or" else every(calls))


def _choice(condition: _Code, then: _Code, other: _Code) -> _Code:
    if condition.constant is not None:
        return then if condition.constant else other
    test, a, b = condition.call, then.call, other.call
    if then.constant is not None and other.constant is not None:
        yes, no = then.constant, other.constant
        return _Code(lambda env: yes if test(env) else no)
    return _Code(lambda env: a(env) if test(env) else b(env))


def _applied(function: Callable[..., Value], args: list[_Code]) -> Call:
    match args:
        case [_Code(name=str() as name)]:
            return lambda env: function(env, env[name])
        case [_Code(call=a)]:
            return lambda env: function(env, a(env))
    calls = tuple(arg.call for arg in args)
    return lambda env: function(env, *[call(env) for call in calls])


def _builtin(expr: Expr, args: list[_Code]) -> Call:
    """Code an operator or function of the language itself: its value depends on its operands alone."""
    a = args[0].call
    match expr.op, expr.value:
        case "not", _:
            return lambda env: not a(env)
        case "neg", _:
            return lambda env: -a(env)
        case "index", tuple(words):
            places = {word: place for place, word in enumerate(words)}
            return lambda env: places.get(a(env), -1)  # -1: the kind of a bid where none stands
        case "call", "count":
            return lambda env: len(a(env))
        case "call", "abs":
            return lambda env: abs(a(env))
        case "call", "cycle":
            return _cycle(a, args[1:])
        case "call", "min":
            return reduce(_lesser, (arg.call for arg in args))
        case "call", "max":
            return reduce(_greater, (arg.call for arg in args))
    return _binary(expr.op, *args)


def _lesser(a: Call, b: Call) -> Call:
    return lambda env: x if (x := a(env)) <= (y := b(env)) else y


def _greater(a: Call, b: Call) -> Call:
    return lambda env: x if (x := a(env)) >= (y := b(env)) else y


def _cycle(number: Call, values: list[_Code]) -> Call:
    length, calls = len(values), [value.call for value in values]
    return lambda env: calls[(number(env) - 1) % length](env)


def _binary(op: str, left: _Code, right: _Code) -> Call:
    if left.constant is not None and op in MIRRORED:
        op, left, right = MIRRORED[op], right, left
    if right.constant is not None:
        if left.name is not None:
            return NAME_WITH_CONSTANT[op](left.name, right.constant)
        return WITH_CONSTANT[op](left.call, right.constant)
    if left.name is not None and right.name is not None and op in TWO_NAMES:
        return TWO_NAMES[op](left.name, right.name)
    return PLAIN[op](left.call, right.call)
