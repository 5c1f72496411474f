"""Small changes to a profile's or house rule's file, one leaf at a time, to see whether anything notices.

    for mutant in mutants(Path("profiles/pagat-54.yaml")):
        print(mutant.leaf, mutant.change)      # "params.goal", "7 -> 8"

A changed file is written as JSON, which is YAML too, so comments and layout are gone. What is about the file and not
about the game (`ABOUT`) isn't changed, and reasons in words (`REASONS`) are left out but not reworded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from interpreter.errors import Place, Problem
from interpreter.profile import collecting as composing
from interpreter.profile.identity import identified
from interpreter.profile.library import Document, read
from interpreter.profile.nodes import Data, data
from interpreter.profile.source import parse

Keys = tuple[str, ...]
Text = tuple[str, str]
"""What becomes of a leaf: a description, and the new text."""

ABOUT = ("sources", "notes", "summary")
ABOUT_PARTS = ("format", "title", "abstract")
"""What is about the file too where it is no game by itself: a house rule, or a base."""
REASONS = ("needs", "conflicts")
PROSE = ("title", "says", "terms", "profile", "house_rule", "extends")
WORD_LISTS = ("order", "trumps", "idle", "suits", "ranks", "extra")
"""Keys whose text is a list of words; so is every card class below `cards`."""

NEIGHBOURS = (
    ("declarers", "defenders", "sides"),
    ("mine", "theirs"),
    ("declarer", "dealer"),
    ("others", "declarer"),
    ("left", "right", "partner"),
    ("winner", "loser"),
    ("one", "open"),
    ("redeal", "next_deal"),
    ("kitty", "out"),
    ("opening", "turn"),
    ("none", "count"),
    ("game", "match"),
    ("deal", "row"),
    ("draw", "lot"),
    ("highest", "lowest"),
    ("max", "min"),
    ("and", "or"),
    ("true", "false"),
    ("bid", "high"),
    ("books", "revokes"),
)
"""Words of the language with what stands beside them. Words of a game are added from its own lists."""
OPERATORS = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "//": ("*",),
    "%": ("*",),
}
TOKEN = re.compile(r"[0-9_]*[A-Za-z][A-Za-z0-9_]*|[0-9]+|==|!=|<=|>=|//|[-+*%<>&().,]")
BEFORE_SIGN = {None, "(", ",", "then", "else", "if", "and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "+", "*"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one leaf changed: which leaf (keys joined by dots), how, and the whole text."""

    leaf: str
    change: str
    text: str

    def __str__(self) -> str:
        return f"{self.leaf}: {self.change}"


def mutants(path: Path, words: Iterable[Iterable[str]] = ()) -> Iterator[Mutant]:
    """Yield every small change to a file. `words` are the domains of the game's own words: `[["up", "down"]]`."""
    root = parse(path.read_bytes(), path.name, [])
    assert root is not None
    tree = data(root)
    assert isinstance(tree, dict)
    about = (*ABOUT, *(ABOUT_PARTS if tree.keys() & {"house_rule", "abstract"} else ()))
    domains = [*NEIGHBOURS, *(tuple(domain) for domain in words)]
    for keys, change, changed in changes(tree, (), domains):
        if keys[0] not in about:
            yield Mutant(".".join(keys), change, json.dumps(changed))


def changes(tree: Data, keys: Keys, domains: list[tuple[str, ...]]) -> Iterator[tuple[Keys, str, Data]]:
    """Yield each change at or below a place: where it is, what it is, and the whole tree with it."""
    if isinstance(tree, dict):
        for key, below in tree.items():
            yield (*keys, key), "deleted", {other: value for other, value in tree.items() if other != key}
            for place, change, changed in changes(below, (*keys, key), domains):
                yield place, change, {**tree, key: changed}
    elif isinstance(tree, list):
        yield from ((keys, change, changed) for change, changed in list_changes(tree))
        for place, item in enumerate(tree):
            if not isinstance(item, str):
                for where, change, changed in changes(item, keys, domains):
                    yield where, change, [*tree[:place], changed, *tree[place + 1 :]]
    elif isinstance(tree, bool):
        yield keys, f"{str(tree).lower()} -> {str(not tree).lower()}", not tree
    elif isinstance(tree, int):
        yield from ((keys, f"{tree} -> {tree + step}", tree + step) for step in (1, -1))
    elif isinstance(tree, str):
        yield from ((keys, change, text) for change, text in text_changes(tree, keys, domains))


def list_changes(items: list[Data]) -> Iterator[tuple[str, list[Data]]]:
    """Yield a list without each of its items, and with each two that stand beside each other swapped."""
    for place, item in enumerate(items):
        yield f"without {item}", [*items[:place], *items[place + 1 :]]
    for place, (one, other) in enumerate(pairwise(items)):
        yield f"{one} and {other} swapped", [*items[:place], other, one, *items[place + 2 :]]


def text_changes(text: str, keys: Keys, domains: list[tuple[str, ...]]) -> Iterator[Text]:
    """Yield the changes of a text: prose gets a letter more, lists of words are shuffled, expressions turned."""
    if keys[0] in PROSE:
        half = len(text) // 2
        yield f"{text!r} spoilt", f"{text[:half]}x{text[half:]}"
    elif keys[0] in REASONS:
        return
    elif keys[-1] in WORD_LISTS or keys[0] == "cards":
        for change, words in list_changes(list(text.split())):
            yield change, " ".join(map(str, words))
    else:
        yield from expression_changes(text, domains)


def expression_changes(text: str, domains: list[tuple[str, ...]]) -> Iterator[Text]:
    """Yield an expression, or a word, with one of its parts changed."""
    tokens = list(TOKEN.finditer(text))
    for place, match in enumerate(tokens):
        before = tokens[place - 1][0] if place else None
        for new in replacements(match[0], before, domains):
            changed = f"{text[: match.start()]}{new}{text[match.end() :]}"
            yield f"{text} -> {changed}", changed


def replacements(token: str, before: str | None, domains: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield what a part of an expression is changed to."""
    if token.isdigit():
        yield from (str(int(token) + 1), str(int(token) - 1))
    elif token == "not" or (token == "-" and before in BEFORE_SIGN):
        yield ""
    elif token in OPERATORS:
        yield from OPERATORS[token]
    else:
        found = (neighbour(token, domain) for domain in domains if token in domain and len(domain) > 1)
        yield from dict.fromkeys(found)


def neighbour(word: str, domain: tuple[str, ...]) -> str:
    """Return the word beside another, in a circle."""
    return domain[(domain.index(word) + 1) % len(domain)]


@contextmanager
def in_place_of(path: Path, text: str) -> Iterator[None]:
    """Let whatever is composed meanwhile find `text` in that file. Nothing is written."""

    def reading(found: Path, name: str, problems: list[Problem], place: Place | None = None) -> Document | None:
        if found.resolve() != path.resolve():
            return read(found, name, problems, place)
        node = parse(text.encode(), name, problems)
        return None if node is None else identified(found, name, node, problems)

    with replaced(composing, "read", reading):
        yield


@contextmanager
def replaced(module: object, name: str, value: Callable[..., object]) -> Iterator[None]:
    """Put another function into a module for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)
