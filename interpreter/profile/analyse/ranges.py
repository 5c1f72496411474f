"""Ranges, what operations make of them, and proofs by them.

A range is a pair (least, most) of integers; a truth value is a range within (0, 1). Of cards a set or `Some` may be
known. Anything else is its value, or None where that isn't known. What comes out holds all that the operation can give,
perhaps more. So what is shown to be impossible is impossible; nothing else is ever concluded. Integers are taken to lie
within -HUGE and HUGE.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.expression.tree import Expr, walk

HUGE = 10**15
Range: TypeAlias = tuple[int, int]
Known: TypeAlias = Any
"""A range, another value, or None."""
Look: TypeAlias = Callable[[str], Known]
Box: TypeAlias = tuple[Range, ...]

ANY: Range = (-HUGE, HUGE)
MAYBE: Range = (0, 1)
NO: Range = (0, 0)
YES: Range = (1, 1)


@dataclass(frozen=True, slots=True)
class Some:
    """Some of these cards, perhaps none; which ones isn't known."""

    cards: frozenset[str]


def exact(value: object) -> Known:
    """Return a value as a range where it is a number or truth value."""
    return (int(value), int(value)) if isinstance(value, int) else value


def linear(expr: Expr) -> tuple[dict[str, int], int] | None:
    """Return a sum of variables as a factor for each, and a number; None for anything else."""
    if expr.op == "name":
        return {str(expr.value): 1}, 0
    if expr.op == "int":
        return {}, int(str(expr.value))
    if expr.op not in ("+", "-", "neg"):
        return None
    parts = [linear(arg) for arg in expr.args]
    factors: dict[str, int] = {}
    number = 0
    for part, sign in zip(parts, (-1,) if expr.op == "neg" else (1, -1 if expr.op == "-" else 1), strict=True):
        if part is None:
            return None
        for name, factor in part[0].items():
            factors[name] = factors.get(name, 0) + sign * factor
        number += sign * part[1]
    return factors, number


def truth(known: Known) -> Range:
    """Return what a truth value can be."""
    return known if isinstance(known, tuple) else MAYBE


def number(known: Known) -> Range:
    """Return what a number can be."""
    return known if isinstance(known, tuple) else ANY


def clamped(range: Range) -> Range:
    """Keep a range within bounds."""
    return max(-HUGE, min(range[0], HUGE)), min(HUGE, max(range[1], -HUGE))


def either(one: Known, other: Known) -> Known:
    """Return what can be either of two."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return min(one[0], other[0]), max(one[1], other[1])
    return one if one == other else None


def same(one: Known, other: Known) -> Range:
    """Return whether two values are equal."""
    if one is None or other is None:
        return MAYBE
    if isinstance(one, tuple) and isinstance(other, tuple):
        if one[0] == one[1] == other[0] == other[1]:
            return YES
        return NO if one[1] < other[0] or other[1] < one[0] else MAYBE
    return YES if one == other else NO


def less(one: Range, other: Range) -> Range:
    """Return whether one number is less than another."""
    return int(one[1] < other[0]), int(one[0] < other[1])


def at_most(one: Range, other: Range) -> Range:
    """Return whether one number is another or less."""
    return int(one[1] <= other[0]), int(one[0] <= other[1])


def negated(known: Range) -> Range:
    """Return the opposite of a truth value."""
    return 1 - known[1], 1 - known[0]


def product(one: Range, other: Range) -> Range:
    """Return what a product can be."""
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def quotient(one: Range, other: Range) -> Range:
    """Return what a division by one number can be."""
    if other[0] != other[1] or not other[0]:
        return ANY
    corners = [a // other[0] for a in one]
    return min(corners), max(corners)


def remainder(one: Range, other: Range) -> Range:
    """Return what a remainder can be."""
    if other[0] != other[1] or not other[0]:
        return ANY
    if one[0] == one[1]:
        return one[0] % other[0], one[0] % other[0]
    return (0, other[0] - 1) if other[0] > 0 else (other[0] + 1, 0)


def counted(known: Known) -> Range:
    """Return how many cards a set can have."""
    if isinstance(known, frozenset):
        return (len(known), len(known))
    return (0, len(known.cards)) if isinstance(known, Some) else (0, HUGE)


def meet(one: Known, other: Known) -> Known:
    """Return which cards two sets can have in common."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one & other
    sets = [part.cards if isinstance(part, Some) else part for part in (one, other) if part is not None]
    return Some(frozenset.intersection(*sets)) if sets else None


def within(card: Known, cards: Known) -> Range:
    """Return whether a card is in a set."""
    known = cards.cards if isinstance(cards, Some) else cards
    if card is None or known is None:
        return MAYBE
    return NO if card not in known else MAYBE if isinstance(cards, Some) else YES


def absolute(known: Range) -> Range:
    """Return what an absolute value can be."""
    ends = abs(known[0]), abs(known[1])
    return (0 if known[0] <= 0 <= known[1] else min(ends)), max(ends)


def least(*known: Range) -> Range:
    """Return what the least of some numbers can be."""
    return min(low for low, _ in known), min(high for _, high in known)


def most(*known: Range) -> Range:
    """Return what the largest of some numbers can be."""
    return max(low for low, _ in known), max(high for _, high in known)


NUMBERS: Mapping[str, Callable[..., Range]] = {
    "<": less,
    ">": lambda one, other: less(other, one),
    "<=": at_most,
    ">=": lambda one, other: at_most(other, one),
    "+": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "neg": lambda one: (-one[1], -one[0]),
    "*": product,
    "//": quotient,
    "%": remainder,
}
GAPS: Mapping[str, Callable[[Range], Range]] = {
    "-": lambda gap: gap,
    "<": lambda gap: less(gap, (0, 0)),
    ">": lambda gap: less((0, 0), gap),
    "<=": lambda gap: negated(less((0, 0), gap)),
    ">=": lambda gap: negated(less(gap, (0, 0))),
}
FUNCTIONS: Mapping[str, Callable[..., Range]] = {"abs": absolute, "min": least, "max": most}


# ---- Proofs


def cuts_of(exprs: Iterable[Expr], defines: Mapping[str, Expr]) -> list[int]:
    """Return where the truth of conditions is likely to change: at the numbers in them."""
    found = {0, 1}
    names: set[str] = set()
    waiting = list(exprs)
    while waiting:
        for node in walk(waiting.pop()):
            if node.op == "int":
                value = int(str(node.value))
                found |= {value, value + 1, -value, 1 - value}
            elif node.op == "define" and str(node.value) not in names:
                names.add(str(node.value))
                waiting.append(defines[str(node.value)])
    return sorted(found)


def impossible(claim: Callable[[Box], Range], box: Box, cuts: list[int], budget: list[int]) -> bool:
    """Whether a claim is false wherever the variables lie in a box.

    The box is divided, at the `cuts` in rising order, until the claim is plainly false in every part. False means: not
    shown. `budget[0]` is how many parts may still be looked at; what is used is taken off.
    """
    waiting = [box]
    while waiting:
        part = waiting.pop()
        budget[0] -= 1
        verdict = claim(part)
        if not verdict[1]:
            continue
        inside = [bisect_right(cuts, high) - bisect_right(cuts, low) for low, high in part]
        # where the conditions' own numbers divide nothing any more, the widest variable is halved
        wide = max(range(len(part)), key=lambda i: (inside[i], part[i][1] - part[i][0]), default=None)
        if verdict[0] or budget[0] <= 0 or wide is None or part[wide][0] == part[wide][1]:
            return False
        low, high = part[wide]
        first = bisect_right(cuts, low)
        cut = cuts[first + inside[wide] // 2] if inside[wide] else (low + high) // 2 + 1
        waiting.append((*part[:wide], (low, cut - 1), *part[wide + 1 :]))
        waiting.append((*part[:wide], (cut, high), *part[wide + 1 :]))
    return True
