"""Which cards the score looks at, read off its expressions: what somebody who keeps score has to count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from interpreter.expression.tree import Expr
from interpreter.model import Counted
from interpreter.profile.checked import Path
from interpreter.quantities import OF_CARDS

"""What a side has of cards."""
MAX_SETS = 100
"""How many sets of cards are told apart in one expression."""


class Part(NamedTuple):
    """The cards that are in all sets of sides (`mine.won`) and in all classes; a card is a class of one."""

    names: frozenset[str]
    within: frozenset[str]


ENTANGLED = Part(frozenset({"mine.won", "theirs.won"}), frozenset())
"""Stands for more sets than anybody would count."""


def cards_counted(expressions: Mapping[Path, Expr]) -> tuple[Counted, ...]:
    """Return the cards that the expressions about points, games and the match look at, sorted."""
    defines = {path[1]: expr for path, expr in expressions.items() if path[0] == "define"}
    counter = _Counter(defines, {})
    for path, expr in expressions.items():
        if path[0] in ("made", "score", "game", "match"):
            counter.look(expr)
    parts = [part for part in counter.found if part.names]
    return tuple(sorted({counted(part) for part in parts}, key=lambda part: (part.quantities, part.within)))


def counted(part: Part) -> Counted:
    """Return a part without whose cards they are."""
    return Counted(tuple(sorted(name.partition(".")[2] for name in part.names)), tuple(sorted(part.within)))


class _Counter:
    """Goes through expressions and their defines, each define once."""

    def __init__(self, defines: Mapping[str, Expr], known: dict[str, tuple[Part, ...]]) -> None:
        self.defines = defines
        self.known = known
        self.found: dict[Part, None] = {}
        self.seen: set[tuple[str, bool]] = set()

    def look(self, expr: Expr, *, whole: bool = True) -> None:
        """Note the sets of cards in an expression; `whole` is false for what is only a part of such a set."""
        parts = self.parts(expr)
        if whole:
            self.found |= dict.fromkeys(parts)
        if expr.op == "define" and (str(expr.value), whole) not in self.seen:
            self.seen.add((str(expr.value), whole))
            self.look(self.defines[str(expr.value)], whole=whole and not parts)
        for place, arg in enumerate(expr.args):
            decides = place == 0 and (expr.op == "if" or (expr.op, expr.value) == ("call", "cycle"))
            self.look(arg, whole=decides or not parts)

    def parts(self, expr: Expr) -> tuple[Part, ...]:
        """Return the sets that a set of cards, or whether a card is in one, can depend on; empty for other values."""
        match expr.op:
            case "name" if str(expr.value).partition(".")[2] in OF_CARDS:
                return (Part(frozenset({str(expr.value)}), frozenset()),)
            case "card" | "class":
                return (Part(frozenset(), frozenset({str(expr.value)})),)
            case "&" | "in":
                one, other = (self.parts(arg) for arg in expr.args)
                return few(Part(a.names | b.names, a.within | b.within) for a in one for b in other)
            case "if":
                return few(part for arg in expr.args[1:] for part in self.parts(arg))
            case "call" if expr.value == "cycle":
                return few(part for arg in expr.args[1:] for part in self.parts(arg))
            case "define":
                name = str(expr.value)
                if name not in self.known:
                    self.known[name] = self.parts(self.defines[name])
                return self.known[name]
        return ()


def few(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the different ones of some sets; where there are too many, a set that can't be counted."""
    found: dict[Part, None] = {}
    for part in parts:
        found[part] = None
        if len(found) > MAX_SETS:
            return (ENTANGLED,)
    return tuple(found)
