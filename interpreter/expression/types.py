"""What values an expression can have, and what an expression may use at one place of a profile.

Nothing here knows cards or games: whoever builds a `Scope` says which names, words and functions exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Value = int | bool | str | frozenset[str]
"""What an expression gives: an integer, boolean, word, card or card set. Seats and sides are integers."""

Env = Mapping[str, Any]
"""The variables of one evaluation, keyed by dotted name; it holds at least what the expression reads."""


class Type(NamedTuple):
    """The kind of a value. An enum has its possible `words`, in order; its name is a label, such as "dir"."""

    name: str
    words: tuple[str, ...] | None = None

    @property
    def is_enum(self) -> bool:
        return self.words is not None

    def __str__(self) -> str:
        return self.name if self.words is None else f"{self.name} ({', '.join(self.words)})"


INT = Type("integer")
BOOL = Type("boolean")
SEAT = Type("seat")
SIDE = Type("side")
CARD = Type("card")
CARDS = Type("card set")
UNKNOWN = Type("unknown")  # of what holds a mistake: it fits everywhere, so one mistake gives one message


class Function(NamedTuple):
    """A function of the place: what it takes, gives, and which variables it reads besides its arguments.

    `highest` and `lowest` take one bare quantity whatever their `params` say; leave those empty.
    """

    params: tuple[Type, ...]
    result: Type
    reads: frozenset[str] = frozenset()


class Define(NamedTuple):
    """A named expression: its type, and every variable that it reads, through other defines too."""

    type: Type
    reads: frozenset[str] = frozenset()


BUILTINS = ("abs", "count", "cycle", "index", "max", "min")  # known everywhere
QUANTITY_FUNCTIONS = ("highest", "lowest")


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may use at one place; `place` names that place in messages ("follow", "score").

    - `names`: the variables to be had here, by dotted name.
    - `elsewhere`: names that exist at other places, with where: "known while bidding". A function is
      spelt "highest()".
    - `params`: integers fixed for the game.
    - `words`: every enum word of the game, with the labels of the enums that it belongs to.
    - `classes`: card classes, each with the variables that it depends on.
    - `cards`: the cards of the pack, by name.
    - `defines`: all of them; one that reads what isn't in `names` is refused here.
    - `quantities`: what highest(..) and lowest(..) take.
    - `functions`: those of this place besides `BUILTINS`.
    - `synonyms`: what people call the parts of names otherwise, for messages.
    - `said`: what players say for enum words, in lower case, each with the words that it may stand for; for messages.
    """

    place: str
    names: Mapping[str, Type] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    classes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    defines: Mapping[str, Define] = field(default_factory=dict)
    quantities: frozenset[str] = frozenset()
    functions: Mapping[str, Function] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def union(a: Type, b: Type) -> Type:
    """Return the enum of the words of both, in the order of the larger one; it keeps that one's label."""
    words, others = a.words or (), b.words or ()
    if set(others) <= set(words):
        return a
    if set(words) <= set(others):
        return b
    name = a.name if a.name == b.name else f"{a.name} or {b.name}"
    return Type(name, (*words, *(word for word in others if word not in words)))


def overlap(a: Type, b: Type) -> bool:
    """Tell whether two enums have a word in common."""
    return not set(a.words or ()).isdisjoint(b.words or ())
