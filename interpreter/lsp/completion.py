"""What may be written at a place: keys, words, names of files and names in expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.expression.types import BUILTINS, Scope
from interpreter.lsp.cursor import cursor_at
from interpreter.lsp.documents import Document, params_of, root_of
from interpreter.lsp.names import names_at, shown_short
from interpreter.lsp.schemas import slot
from interpreter.lsp.spots import Spot, spot_at
from interpreter.profile.keys import Kind
from interpreter.profile.nodes import Mapping, Scalar, Sequence, follow

COMPARED = re.compile(r"([\w.]+)\s*(?:==|!=)\s*\Z")
RANKED = re.compile(r"\b(?:highest|lowest)\(\s*\Z")
FIELD_KEYS = ("pick", "set", "bare", "contract")
"""Maps whose keys are fields of the contract."""
CARD_LISTS = ("trumps", "idle", "order", "cards")
FIRST = {
    "format": "the version of the language",
    "profile": "a game",
    "house_rule": "a change of rules",
    "reference": "the game of these cases",
}
NAMES_OF: dict[Kind | None, tuple[str, ...]] = {
    "profile": ("profile",),
    "house-rule": ("house_rule",),
    "cases": ("reference",),
    None: ("profile", "house_rule"),
}
"""Which keys can name what a file of each kind is or is about."""
REST = re.compile(r"[^\s,\]}\"'#]*")
"""What a reference still holds."""
TRUTHS = ("true", "false")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to write in place of the characters `start` up to `end`.

    `kind` is key, word, file, variable, param, define, class, card, function or keyword; `text` is Markdown.
    """

    label: str
    kind: str
    detail: str = ""
    text: str = ""
    insert: str = ""
    start: int = 0
    end: int = 0


def completion(document: Document, offset: int) -> list[Item]:
    """Return what may be written at an offset, the likeliest first, each label once."""
    first = first_lines(document, offset)
    spot = None if first else spot_at(document, offset)
    if spot is None:
        return first
    offered = keys_here(spot) if spot.cursor.role == "key" else values_here(spot)
    items: dict[str, Item] = {}
    for item in offered:
        items.setdefault(item.label, item)
    next_to = document.text[spot.end : spot.end + 1]
    written = ((item, item.insert or item.label) for item in items.values())
    return [
        replace(
            item, insert=text[:-1] if text[-1] in "(=" and text[-1] == next_to else text, start=spot.start, end=spot.end
        )
        for item, text in written
    ]


def first_lines(document: Document, offset: int) -> list[Item]:
    """Return the lines that say what a new file is; nothing in a file that holds other keys."""
    cursor = cursor_at(document.text, offset)
    if cursor is None or cursor.path or cursor.role != "key":
        return []
    head = re.compile(r"([\w-]*)(\s*:)?").match(document.text, offset)
    after, colon = (head[1], head[2]) if head else ("", None)
    root = root_of(document.text)
    keys = {*cursor.keys, *(root.entries if root is not None else ())} - {cursor.before + after}
    if not keys <= {"format"}:
        return []
    stem = document.path.name.partition(".")[0]
    lines = {"format": "1", **dict.fromkeys(NAMES_OF[document.kind], stem)}
    start, end = offset - len(cursor.before), offset + len(after)
    return [
        Item(key, "key", FIRST[key], "", key if colon else f"{key}: {value}", start, end)
        for key, value in lines.items()
        if key not in keys
    ]


def keys_here(spot: Spot) -> Iterator[Item]:
    """Yield the keys that the map here may still have: the language's, and names that are known."""
    taken = {*spot.cursor.keys, *below_cursor(spot)}
    verb = spot.rules.verb(spot.path)
    for key in spot.slot.keys:
        below = slot(spot.kind, (*spot.path, key), verb)
        if key not in taken and below is not None:
            is_map = "object" in below.types and "string" not in below.types
            yield Item(key, "key", kind_text(spot, key), below.description, spelt(spot, key, is_map))
    if spot.slot.named:
        for name, text in own_names(spot):
            if name not in taken:
                is_map = isinstance(follow(spot.rules.below, (*spot.path, name)), Mapping)
                yield Item(name, "key", text, "", spelt(spot, name, is_map))


def below_cursor(spot: Spot) -> set[str]:
    """Return the keys that the map has below the cursor, as far as the text can be read."""
    node = follow(root_of(spot.document.text), spot.path)
    return set(node.entries) - {spot.word} if isinstance(node, Mapping) else set()


def kind_text(spot: Spot, key: str) -> str:
    """Return what a key holds below this document, in a few words."""
    node = follow(spot.rules.below, (*spot.path, key))
    return f"inherited: {shown_short(node)}" if node is not None else ""


def spelt(spot: Spot, key: str, is_map: bool) -> str:
    """Return a key with what follows it."""
    if re.compile(r"\s*:").match(spot.document.text, spot.end):
        return key
    return f"{key}:" if is_map and not spot.cursor.flow else f"{key}: "


def own_names(spot: Spot) -> Iterator[tuple[str, str]]:
    """Yield authors' names that make sense as keys here, each with a few words."""
    inherited = follow(spot.rules.below, spot.path)
    if isinstance(inherited, Mapping):
        yield from ((name, f"inherited: {shown_short(node)}") for name, node in inherited.entries.items())
    last = spot.path[-1] if spot.path else ""
    if spot.rules.scopes is None:
        return
    vocabulary = spot.rules.scopes.vocabulary
    if last in FIELD_KEYS or (len(spot.path) >= 3 and spot.path[-2] == "bids"):
        yield from ((name, "a field of the contract") for name in vocabulary.fields)
    elif last == "terms":
        yield from ((word, f"a word of {' and '.join(labels)}") for word, labels in vocabulary.words().items())
        yield "trick", "what a trick is called"
    elif last == "conflicts":
        yield from ((entry.id, entry.title) for entry in spot.document.nameable())


def values_here(spot: Spot) -> Iterator[Item]:
    """Yield what may stand as the value here, or within it."""
    if spot.names_files:
        yield from files_here(spot)
        return
    if spot.is_expression:
        yield from names_here(spot)
    elif "boolean" in spot.slot.types:
        yield from (Item(word, "keyword") for word in TRUTHS)
    words = [*(Item(word, "word") for word in spot.slot.words), *words_here(spot)]
    yield from words
    if not words and spot.slot.place is None and not spot.before().strip():
        yield from (Item(text, "word", "an example") for text in spot.slot.examples if is_word(text))


def is_word(example: object) -> bool:
    """Whether an example can be offered as it is."""
    return isinstance(example, str) and bool(re.fullmatch(r"[\w./()-]+", example))


def names_here(spot: Spot) -> Iterator[Item]:
    """Yield the names that the expression here may use; words that are compared with come first."""
    scope = spot.scope()
    if scope is None:
        return
    before = spot.before()
    if RANKED.search(before):
        yield from (Item(name, "variable", "a quantity of a side") for name in sorted(scope.quantities))
        return
    yield from (Item(word, "word", f"a word of {name}") for word, name in expected_words(before, scope))
    if spot.slot.type == "who" and not before.strip():
        yield Item("others", "keyword", "all but the declarer")
    if spot.slot.type == "range":
        names = (name for name in names_at(scope, spot.rules) if name.kind == "param")
    else:
        names = (name for name in names_at(scope, spot.rules) if name.kind != "card" or spot.word)
    for name in names:
        is_call = name.kind == "function" and (name.label in scope.functions or name.label in BUILTINS)
        yield Item(name.label, name.kind, name.detail, name.text, f"{name.label}(" if is_call else name.label)


def expected_words(before: str, scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield the words that a name just before can be compared with."""
    compared = COMPARED.search(before)
    type = scope.names.get(compared[1]) if compared else None
    if type is not None:
        yield from ((word, type.name) for word in type.words or ())


def files_here(spot: Spot) -> Iterator[Item]:
    """Yield the IDs that may be named here; after a + of a reference house rules and params."""
    last = next(step for step in reversed(spot.path) if isinstance(step, str))
    added = last in ("house_rules", "rules") or "+" in spot.before()
    kinds = ("house-rule",) if added else ("profile", "base") if last == "extends" else ("profile",)
    taken = {*items_beside(spot), *named_beside(spot)}
    for entry in spot.document.nameable():
        if entry.kind in kinds and entry.id not in taken and entry.path != spot.document.path:
            yield Item(entry.id, "file", entry.title)
    if added and last != "house_rules":
        params = ((name, value) for name, value in params_of(spot.document) if name not in taken)
        yield from (Item(f"{name}=", "param", f"param, {value}") for name, value in params)


def items_beside(spot: Spot) -> set[str]:
    """Return the other items of the list that one stands in here, below it as far as the text can be read."""
    if not spot.path or not isinstance(spot.path[-1], int):
        return set()
    node = follow(root_of(spot.document.text), spot.path[:-1])
    below = node.items[spot.path[-1] + 1 :] if isinstance(node, Sequence) else ()
    return {*spot.cursor.items, *(item.text for item in below if isinstance(item, Scalar))}


def named_beside(spot: Spot) -> set[str]:
    """Return what else the reference here names: house rules and params."""
    after = REST.match(spot.document.text, spot.end)
    return {word.strip() for word in re.split("[+=]", f"{spot.before()}+{after[0] if after else ''}")}


def words_here(spot: Spot) -> Iterator[Item]:
    """Yield the phases, tallies, cards or field words that a list or name here can hold."""
    keys = [step for step in spot.path if isinstance(step, str)]
    scopes = spot.rules.scopes
    if scopes is None or spot.kind == "cases" or not keys:
        return
    last = keys[-1]
    vocabulary = scopes.vocabulary
    if last in ("flow", "after"):
        taken = {*items_beside(spot), keys[-2] if last == "after" else ""}
        phases = (name for name in vocabulary.phases if name not in taken)
        yield from (Item(name, "word", f"phase, {vocabulary.verb(name)}") for name in phases)
    elif last == "into":
        yield from (Item(name, "word", f"tally of the {long}") for name, long in vocabulary.tallies.items())
    elif keys[0] == "cards" or last in CARD_LISTS:
        ranks = () if last in ("trumps", "idle") else vocabulary.pack.ranks
        yield from (Item(name, "class", "card class") for name in vocabulary.classes if last != "order")
        yield from (Item(rank, "card", "rank") for rank in ranks)
        yield from (Item(card, "card", "card") for card in vocabulary.pack.cards if last != "order")
    elif last in vocabulary.fields:
        inherited = follow(spot.rules.below, spot.path[:-1] if isinstance(spot.path[-1], int) else spot.path)
        if isinstance(inherited, Sequence):
            yield from (Item(shown_short(item), "word", f"a value of {last}, inherited") for item in inherited.items)
        yield from (Item(str(value), "word", f"a value of {last}") for value in vocabulary.fields[last])
