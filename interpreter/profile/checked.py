"""A checked profile as plain data: what building needs, and what the cache keeps as JSON."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple, TypeAlias

from interpreter.cards import Item
from interpreter.contract import Value
from interpreter.expression.tree import Expr, from_json, to_json

Path: TypeAlias = tuple[str, ...]
Values: TypeAlias = dict[str, tuple[Value, ...]]


class Checked(NamedTuple):
    """A profile that is proved to be well-typed.

    `document` is the resolved profile, `hash` its SHA-256. `expressions` are keyed by the path of their key in
    `document`. `fields` gives each field of the contract its values, `bids` and `picks` those that a kind of bid or a
    phase offers.
    """

    reference: str
    id: str
    document: dict[str, Any]
    hash: str
    expressions: dict[Path, Expr]
    fields: Values
    bids: dict[str, Values]
    picks: dict[str, Values]
    classes: dict[str, tuple[Item, ...]]
    params: dict[str, int]


LOST_VALUE = "a value that is wrong"
"""The variable that stands for an expression that is wrong, while the rest is looked at: no environment holds it."""
ORDERED = frozenset({"bids", "calls", "claims", "follow", "pick", "says", "score", "set", "steps"})
"""Keys of maps whose order means something; the order of all others doesn't change the rules."""


def hash_of(document: object) -> str:
    """Return the SHA-256 of a resolved profile, in hexadecimal; the same however its keys are sorted."""
    text = json.dumps(canonical(document), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(node: object, key: str = "", ordered: bool = False) -> object:
    """Return plain data with its maps sorted, but those whose order means something as lists of pairs."""
    if isinstance(node, list):
        return [canonical(item) for item in node]
    if not isinstance(node, dict):
        return node
    if key in ORDERED or ordered:
        return [[name, canonical(value, name, ordered=key == "bids")] for name, value in node.items()]
    return {name: canonical(node[name], name) for name in sorted(node)}


def checked_to_json(checked: Checked) -> dict[str, Any]:
    """Return a checked profile as JSON data."""
    return {
        "id": checked.id,
        "document": checked.document,
        "hash": checked.hash,
        "expressions": [[list(path), to_json(expr)] for path, expr in checked.expressions.items()],
        "fields": checked.fields,
        "bids": checked.bids,
        "picks": checked.picks,
        "classes": {name: [[item.kind, item.word] for item in items] for name, items in checked.classes.items()},
        "params": checked.params,
    }


def checked_from_json(data: dict[str, Any], reference: str) -> Checked:
    """Return the checked profile that `checked_to_json` wrote, under the reference that was asked for."""
    return Checked(
        reference=reference,
        id=data["id"],
        document=data["document"],
        hash=data["hash"],
        expressions={tuple(path): from_json(expr) for path, expr in data["expressions"]},
        fields=values_from_json(data["fields"]),
        bids={kind: values_from_json(values) for kind, values in data["bids"].items()},
        picks={phase: values_from_json(values) for phase, values in data["picks"].items()},
        classes={name: tuple(Item(kind, word) for kind, word in items) for name, items in data["classes"].items()},
        params=data["params"],
    )


def values_from_json(data: dict[str, list[Value]]) -> Values:
    """Return the values of fields as tuples again."""
    return {name: tuple(values) for name, values in data.items()}
