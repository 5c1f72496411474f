"""Building the ranking from its layers."""

from __future__ import annotations

from interpreter.cards import Item
from interpreter.profile.builders.parts import Doc, Parts, item, words
from interpreter.ranking import Layer, Ranking


def build_ranking(parts: Parts) -> Ranking:
    """Build the ranking."""
    layers = tuple(build_layer(parts, name, node) for name, node in parts.section("ranking").items())
    reads = frozenset[str]().union(*(layer.when.reads for layer in layers if layer.when is not None))
    return Ranking(parts.pack, layers, reads | {"contract.trump"})


def build_layer(parts: Parts, name: str, node: Doc) -> Layer:
    """Build one layer."""
    order = words(node["order"]) if "order" in node else None
    return Layer(
        name,
        parts.compiled("ranking", name, "when"),
        order,
        read_items(parts, node["trumps"]) if "trumps" in node else None,
        read_items(parts, node["idle"]) if "idle" in node else None,
    )


def read_items(parts: Parts, value: object) -> tuple[Item, ...]:
    """Read a list of cards, ranks, suits and classes."""
    found: list[Item] = []
    for word in words(value):
        if word == "...":
            found.append(Item("rest", word))
        elif word in parts.checked.classes:
            found += parts.checked.classes[word]
        else:
            found.append(item(word, parts.pack))
    return tuple(found)
