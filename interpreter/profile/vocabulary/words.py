"""The words of one profile, and how lists of words are read off its tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.cards import NO_SUIT, TRUMPS, Pack
from interpreter.contract import Value
from interpreter.errors import Place, Problem
from interpreter.model import CardClass
from interpreter.profile.nodes import Mapping, data, words_of


@dataclass(slots=True)
class Vocabulary:
    """The words of one profile. `fields` gives each contract field its values, in the order of first mention."""

    tree: Mapping
    problems: list[Problem]
    params: dict[str, int] = field(default_factory=dict)
    pack: Pack = field(default_factory=lambda: Pack((), ()))
    classes: dict[str, CardClass] = field(default_factory=dict)
    flow: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Names in the flow that are no phase's, nor one's misspelt."""
    phases: dict[str, Mapping] = field(default_factory=dict)
    fields: dict[str, list[Value]] = field(default_factory=dict)
    defaults: dict[str, Value] = field(default_factory=dict)
    assigned: dict[str, dict[str, Place]] = field(default_factory=dict)
    """For each field the phases that fill it, and where they say so."""
    tallies: dict[str, str] = field(default_factory=dict)

    def report(
        self,
        code: str,
        message: str,
        place: Place | None,
        help: str | None = None,
        *notes: tuple[str, Place | None],
    ) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help, notes))

    def verb(self, name: str) -> str:
        """Return the `do` of a phase."""
        node = self.phases[name].entries.get("do") if name in self.phases else None
        return str(data(node)) if node is not None else ""

    @property
    def auction(self) -> str | None:
        """The name of the auction's phase, None where there is none."""
        return next((name for name in self.flow if self.verb(name) == "bid"), None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of bid."""
        return tuple(self.bids().entries)

    def bids(self) -> Mapping:
        """Return the auction's bids."""
        return submap(self.phases[self.auction], "bids") if self.auction else empty(self.tree)

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return every word that a field can hold, with the fields that hold it."""
        found: dict[str, list[str]] = {}
        for name, values in self.fields.items():
            for value in values:
                if isinstance(value, str):
                    found.setdefault(value, []).append(name)
        for kind in self.kinds:
            found.setdefault(kind, []).append("kind")
        for suit in (*self.pack.suits, NO_SUIT, "trumps"):
            found.setdefault(suit, []).append("suit")
        return {word: tuple(dict.fromkeys(labels)) for word, labels in found.items()}


def card_suits(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what the suit of a card can be while no suit is trumps: also none, and the suit of trumps without one."""
    layers = [layer for layer in submap(vocabulary.tree, "ranking").entries.values() if isinstance(layer, Mapping)]
    listed = [[word for word, _ in words_of(layer.entries.get("trumps"))] for layer in layers]
    idle = any(word for layer in layers for word, _ in words_of(layer.entries.get("idle")))
    suits = vocabulary.pack.suits
    if any(words and "..." not in words for words in listed):
        suits = (*suits, TRUMPS)
    return (*suits, NO_SUIT) if idle or vocabulary.pack.extra else suits


def empty(near: Mapping) -> Mapping:
    """Return a map without entries."""
    return Mapping(near.source, near.start, near.start)


def submap(node: Mapping, key: str) -> Mapping:
    """Return the map below a key; an empty one where there is none."""
    found = node.entries.get(key)
    return found if isinstance(found, Mapping) else empty(node)
