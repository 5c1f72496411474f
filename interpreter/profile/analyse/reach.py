"""What an expression can come to where its variables are only known to lie in ranges: a closure for each node.

A closure takes a `Look`, which gives the range or value of a variable. It is asked besides for the difference of two,
"mine.total - theirs.total"; for the members of a card class, "class jokers"; and for the suits of all cards, "suits".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.expression.tree import Expr
from interpreter.profile.analyse.ranges import (
    FUNCTIONS,
    GAPS,
    NUMBERS,
    Known,
    Look,
    clamped,
    counted,
    either,
    exact,
    linear,
    meet,
    negated,
    number,
    same,
    truth,
    within,
)

Reach: TypeAlias = Callable[[Look], Known]
SEATED = {"left": 1, "partner": 2, "right": 3}


@dataclass(slots=True)
class Reaches:
    """Makes the closures of one profile's checked expressions; `defines` are those that they use."""

    defines: Mapping[str, Expr]
    made: dict[str, Reach] = field(default_factory=dict)
    """The closures of the defines, once made."""

    def of(self, expr: Expr) -> Reach:
        """Return what gives the values that an expression can have."""
        op, value = expr.op, expr.value
        match op:
            case "int" | "bool" | "word" | "card":
                known = exact(value)
                return lambda look: known
            case "name":
                name = str(value)
                return lambda look: look(name)
            case "class":
                key = f"class {value}"
                return lambda look: look(key)
            case "define":
                return self.define(str(value))
        args = [self.of(arg) for arg in expr.args]
        match op:
            case "if":
                return choice(*args)
            case "and":
                return both(*args)
            case "or":
                return some(*args)
            case "index" if isinstance(value, tuple):
                return index(args[0], value)
            case "call":
                return call(str(value), args)
        apart = difference(expr) if op in GAPS else None
        plain = operation(op, args)
        return plain if apart is None else by_gap(op, apart, plain)

    def define(self, name: str) -> Reach:
        """Return the closure of a define."""
        if name not in self.made:
            self.made[name] = self.of(self.defines[name])
        return self.made[name]


def choice(condition: Reach, then: Reach, other: Reach) -> Reach:
    """Return the closure of an `if`: of both branches where it isn't known which is taken."""

    def known(look: Look) -> Known:
        low, high = truth(condition(look))
        if low:
            return then(look)
        return either(then(look), other(look)) if high else other(look)

    return known


def both(one: Reach, other: Reach) -> Reach:
    """Return the closure of `and`: where the first can't hold, the second isn't looked at."""

    def known(look: Look) -> Known:
        left = truth(one(look))
        if not left[1]:
            return left
        right = truth(other(look))
        return (left[0] & right[0], right[1])

    return known


def some(one: Reach, other: Reach) -> Reach:
    """Return the closure of `or`: where the first must hold, the second isn't looked at."""

    def known(look: Look) -> Known:
        left = truth(one(look))
        if left[0]:
            return left
        right = truth(other(look))
        return (right[0], left[1] | right[1])

    return known


def index(arg: Reach, words: tuple[str, ...]) -> Reach:
    """Return the closure of index(..)."""
    places = {word: exact(place) for place, word in enumerate(words)}
    unknown = (-1, len(words) - 1)  # -1: the kind of a bid where none stands

    def known(look: Look) -> Known:
        word = arg(look)
        return unknown if word is None else places.get(word, (-1, -1))

    return known


def call(name: str, args: list[Reach]) -> Reach:
    """Return the closure of a function's call."""
    if name == "count":
        return lambda look: counted(args[0](look))
    if name == "cycle":
        return cycle(args[0], args[1:])
    if name in SEATED:
        return lambda look: seat(args[0](look), SEATED[name])
    if name == "suit":
        return lambda look: suit(look("suits"), args[0](look))
    function = FUNCTIONS.get(name)
    if function is None:
        return lambda look: None
    return lambda look: function(*[number(arg(look)) for arg in args])


def cycle(at: Reach, values: list[Reach]) -> Reach:
    """Return the closure of cycle(..): of all its values where it isn't known which is meant."""

    def known(look: Look) -> Known:
        low, high = number(at(look))
        if low == high:
            return values[(low - 1) % len(values)](look)
        found = values[0](look)
        for value in values[1:]:
            found = either(found, value(look))
        return found

    return known


def seat(known: Known, steps: int) -> Known:
    """Return the seat so many steps on, clockwise."""
    return exact((known[0] + steps) % 4) if isinstance(known, tuple) and known[0] == known[1] else None


def suit(suits: Known, card: Known) -> Known:
    """Return the suit of a card."""
    return None if suits is None or card is None else suits[card]


def operation(op: str, args: list[Reach]) -> Reach:
    """Return the closure of an operator."""
    if op == "not":
        return lambda look: negated(truth(args[0](look)))
    if op == "neg":
        return lambda look: clamped(NUMBERS["neg"](number(args[0](look))))
    if op not in OPERATIONS and op not in NUMBERS:  # highest and lowest
        return lambda look: None
    left, right = args
    if op in OPERATIONS:
        of_values = OPERATIONS[op]
        return lambda look: of_values(left(look), right(look))
    of_numbers = NUMBERS[op]
    if op in ("<", "<=", ">", ">="):
        return lambda look: of_numbers(number(left(look)), number(right(look)))
    return lambda look: clamped(of_numbers(number(left(look)), number(right(look))))


OPERATIONS: Mapping[str, Callable[[Known, Known], Known]] = {
    "==": same,
    "!=": lambda one, other: negated(same(one, other)),
    "&": meet,
    "in": within,
}


def by_gap(op: str, apart: tuple[str, str, int], plain: Reach) -> Reach:
    """Return the closure of an operation about how far two variables are apart: that is often known better."""
    name, more, of_gap = f"{apart[0]} - {apart[1]}", apart[2], GAPS[op]

    def known(look: Look) -> Known:
        gap = look(name)
        return plain(look) if gap is None else of_gap((gap[0] + more, gap[1] + more))

    return known


def difference(expr: Expr) -> tuple[str, str, int] | None:
    """Return the variables and the number of which an operation's difference of sides is `one - other + number`."""
    left, right = (linear(arg) for arg in expr.args)
    if left is None or right is None:
        return None
    factors = {name: left[0].get(name, 0) - right[0].get(name, 0) for name in (*left[0], *right[0])}
    signs = {factor: name for name, factor in factors.items() if factor}
    if set(signs) != {1, -1} or len([factor for factor in factors.values() if factor]) != 2:
        return None
    return signs[1], signs[-1], left[1] - right[1]
