"""What all builders share: expressions by path, and the functions and classes that they compile with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.cards import NO_SUIT, Item, Pack, expand
from interpreter.contract import Value
from interpreter.expression.compile import Compiled, FunctionValue, Native, compile
from interpreter.expression.tree import Expr, walk
from interpreter.model import Sets
from interpreter.profile.checked import Checked
from interpreter.table import NOBODY, left, partner, right

Doc = Mapping[str, Any]


def extreme(sign: int) -> Callable[[Mapping[str, Any], str], int]:
    """Return `highest` (sign 1) or `lowest` (-1): the side whose tally is so, `NOBODY` when they are equal."""

    def side(names: Mapping[str, Any], quantity: str) -> int:
        difference = sign * (names[f"mine.{quantity}"] - names[f"theirs.{quantity}"])
        mine = int(names["mine"])
        return NOBODY if difference == 0 else mine if difference > 0 else 1 - mine

    return side


def suit_of(names: Mapping[str, Any], card: str) -> str:
    """Return a card's suit under the layout in force."""
    return str(names["layout"].suit[card])


FUNCTIONS: dict[str, FunctionValue] = {
    "suit": Native(suit_of, frozenset({"layout"})),
    "left": lambda _, seat: left(seat),
    "right": lambda _, seat: right(seat),
    "partner": lambda _, seat: partner(seat),
    "highest": extreme(1),
    "lowest": extreme(-1),
}


@dataclass(slots=True)
class Parts:
    """A checked profile and what its expressions compile with; finds keys by their path."""

    checked: Checked
    pack: Pack
    classes: dict[str, Any]
    defines: dict[str, Compiled]

    @property
    def document(self) -> Doc:
        """The resolved profile as plain data."""
        return self.checked.document

    def compiled(self, *path: str) -> Compiled | None:
        """Return the expression at a path, None where the key isn't set."""
        expr = self.checked.expressions.get(path)
        return None if expr is None else self.compile(expr)

    def compile(self, expr: Expr) -> Compiled:
        """Compile a checked tree."""
        return compile(expr, classes=self.classes, functions=FUNCTIONS, defines=self.defines)

    def needed(self, *path: str) -> Compiled:
        """Return the expression at a path that the schema requires."""
        found = self.compiled(*path)
        assert found is not None, path
        return found

    def integer(self, *path: str) -> int | None:
        """Return the value of an integer key, None where it isn't set."""
        found = self.compiled(*path)
        return None if found is None else int(found.call({}))

    def section(self, *path: str) -> Doc:
        """Return the map at a path; an empty one where there is none."""
        found: Any = self.document
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def sets(self, *path: str) -> Sets:
        """Return the fields that a `set` fills."""
        return tuple((name, self.needed(*path, name)) for name in self.section(*path))

    @property
    def defaults(self) -> dict[str, Value]:
        """The contract before each deal."""
        return dict(self.section("contract"))


def words(value: object) -> tuple[str, ...]:
    """Return the words of a list, however it was written."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    return tuple(str(value).split())


def item(word: str, pack: Pack) -> Item:
    """Read one word of a list of cards that isn't a class."""
    if word in pack.members:
        return Item("card", word)
    if word in pack.ranks:
        return Item("rank", word)
    if word in pack.suits:
        return Item("suit", word)
    return Item("trump", word.removesuffix("t"))


def class_values(classes: Mapping[str, tuple[Item, ...]], pack: Pack) -> dict[str, Any]:
    """Return each card class as expressions read it: a set, or a function of the contract where it has trump items."""
    found: dict[str, Any] = {}
    for name, items in classes.items():
        if any(entry.kind == "trump" for entry in items):
            found[name] = Native(trump_class(items, pack), frozenset({"contract.trump"}))
        else:
            found[name] = frozenset(expand(items, pack, NO_SUIT))
    return found


def trump_class(items: tuple[Item, ...], pack: Pack) -> Callable[[Mapping[str, Any]], frozenset[str]]:
    """Return a card class that depends on the trump suit."""
    by_trump = {trump: frozenset(expand(items, pack, trump)) for trump in (*pack.suits, NO_SUIT)}
    return lambda names: by_trump.get(names["contract.trump"], by_trump[NO_SUIT])


def compile_defines(checked: Checked, classes: Mapping[str, Any]) -> dict[str, Compiled]:
    """Compile the defines, each after those that it uses."""
    exprs = {path[1]: expr for path, expr in checked.expressions.items() if path[0] == "define"}
    found: dict[str, Compiled] = {}

    def one(name: str) -> None:
        if name in found:
            return
        for part in walk(exprs[name]):
            if part.op == "define":
                one(str(part.value))
        found[name] = compile(exprs[name], classes=classes, functions=FUNCTIONS, defines=found)

    for name in exprs:
        one(name)
    return found
