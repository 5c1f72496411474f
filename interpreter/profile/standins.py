"""What stands in for a line that is wrong, so that the rest of a game can be proved to be right or wrong.

Nobody knows what was meant there. So several things are tried in its place, as unlike as can be: what stood there
before, what is left of the line itself, and all that the rest of the game tells apart. What is proved whichever of them
stands there is wrong whatever was meant. A line of which nothing is known, such as a phase that isn't there, has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import replace
from typing import TypeAlias

from interpreter.errors import Place, Problem, meant_by, suggestion
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, core_value, follow, words_of
from interpreter.profile.parts import Path, path_at
from interpreter.profile.vocabulary import Vocabulary

MAX_NUMBERS = 30
"""How many numbers stand in for a range at most."""
HOLD_NUMBERS = ("params", "define", "ranking", "phases", "made", "score", "rulings", "game", "match")
"""Sections in which a number may be compared with a field of the contract."""
NUMBER = re.compile(r"(?<![\w.])[0-9]{1,6}(?![\w])")
ENDS = re.compile(r"\.+|-|\u2013|\u2014|\bto\b|:")
"""What stands between the ends of a range, also by mistake."""
NO_RANGE = re.compile(r"\.\.\.|[-\u2013\u2014:]|\bto\b")
"""What makes that a mistake, so that the ends aren't what is wrong."""
CARD = re.compile(r"\w{2,3}")
"""A word that is meant for one card; one that names several, such as a class, is longer or shorter as a rule."""
WORD = re.compile(r"[A-Za-z_]\w*")

Edit: TypeAlias = tuple[Path, Node | None]
"""A path, and what is to stand there; None: nothing."""
Standing: TypeAlias = Callable[[Vocabulary, Path, set[Place | None]], list[list[Edit]]]
"""What can stand in for a fault at a path, words at some places being wrong: each a few edits; or nothing."""


def stand_ins(vocabulary: Vocabulary, problems: Collection[Problem]) -> tuple[list[Mapping], set[Path]]:
    """Return trees with something else in the place of what has these problems, and the paths of what that is.

    What nothing can stand in for is left as it is. Costs less than 1 ms; there are 3 trees at most.
    """
    tree = vocabulary.tree
    at = [(problem.code, path_at(tree, problem.place)) for problem in problems if problem.code in STANDING]
    faults = {(code, path) for code, path in at if path}
    wrong = {problem.place for problem in problems if problem.code in (*OF_WORDS, "R008")}
    choices = [choice for code, path in sorted(faults, key=str) if (choice := STANDING[code](vocabulary, path, wrong))]
    found, paths = [], set[Path]()
    for number in range(max(map(len, choices), default=0)):
        edits = [edit for choice in choices for edit in choice[number % len(choice)]]
        changed = tree
        for path, node in edits:
            changed = with_node(changed, path, node)
        found.append(changed)
        paths |= {path for path, _ in edits}
    return found, paths


def params_below(tree: Mapping, paths: Iterable[Path]) -> frozenset[str]:
    """Return the params that nodes at some paths read and that may be wrong instead: set beside or over them."""
    params = tree.entries.get("params")
    found: set[str] = set()
    for node in (follow(tree, path) for path in paths):
        if isinstance(node, Scalar) and isinstance(params, Mapping) and not NO_RANGE.search(node.text):
            read = {name: params.entries[name] for name in WORD.findall(node.text) if name in params.entries}
            found |= {name for name, set_ in read.items() if set_.source is node.source or set_.replaced is not None}
    return frozenset(found)


def with_node(tree: Mapping, path: Path, node: Node | None) -> Mapping:
    """Return a tree in which something else stands at a path; the maps on the way are copied."""
    key, *rest = path
    entries, keys = dict(tree.entries), dict(tree.keys)
    below = entries.get(str(key))
    if rest:
        if isinstance(below, Mapping):
            entries[str(key)] = with_node(below, tuple(rest), node)
        return replace(tree, entries=entries, keys=keys)
    if node is None:
        entries.pop(str(key), None)
        keys.pop(str(key), None)
    else:
        entries[str(key)] = node
        keys.setdefault(str(key), (tree.source, tree.start, tree.end))
    return replace(tree, entries=entries, keys=keys)


def in_its_place(near: Node, value: str | int) -> Scalar:
    """Return a leaf that stands where another node does."""
    return Scalar(near.source, near.start, near.end, value, str(value))


def listed(near: Node, values: Iterable[str | int]) -> Sequence:
    """Return a list that stands where another node does."""
    return Sequence(near.source, near.start, near.end, [in_its_place(near, value) for value in values])


def before(tree: Mapping, path: Path) -> list[list[Edit]]:
    """Return what stood at a path before."""
    node = follow(tree, path)
    old = None if node is None else node.replaced
    return [] if old is None or isinstance(old, Mapping) else [[(path, old)]]


def of_range(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return ranges: the one before, the ends of this one, and every number that rules may compare with."""
    node = follow(vocabulary.tree, path)
    if not isinstance(node, Scalar):
        return []
    numbers = sorted({end for word in ENDS.split(node.text) for end in end_meant(word.strip(), vocabulary.params)})
    if not numbers:
        return []
    rules = [entry for key, entry in vocabulary.tree.entries.items() if key in HOLD_NUMBERS]
    near = {number + step for entry in rules for number in numbers_in(entry) for step in (-1, 0, 1)}
    wide = sorted({*numbers, *(number for number in near if number > 0)})
    wide = [*wide[: -1 : 1 + len(wide) // MAX_NUMBERS], wide[-1]]
    tried: list[list[Edit]] = [[(path, listed(node, some))] for some in (numbers, wide)]
    return [*before(vocabulary.tree, path), *tried]


def end_meant(word: str, params: Dict[str, int]) -> Iterator[int]:
    """Yield what an end of a range is, or was probably meant to be; nothing where that isn't known."""
    near = meant_by(suggestion(word, params))
    value = core_value(word)
    if type(value) is int:
        yield value
    elif word in params or near is not None:
        yield params[word if near is None else near]


def numbers_in(node: Node) -> Iterator[int]:
    """Yield every number that stands in a node."""
    match node:
        case Mapping(entries=entries):
            for entry in entries.values():
                yield from numbers_in(entry)
        case Sequence(items=items):
            for item in items:
                yield from numbers_in(item)
        case Scalar(text=text):
            yield from map(int, NUMBER.findall(text))


def of_default(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return defaults of a field: the one before, and the first and the last value that it is given."""
    name = str(path[-1])
    node = follow(vocabulary.tree, ("contract", name))
    if path[0] != "contract" or not isinstance(node, Scalar):
        return []
    values = [value for value in vocabulary.fields.get(name, []) if value != vocabulary.defaults.get(name)]
    if len({type(value) for value in values}) != 1:
        return []
    ends = dict.fromkeys((values[0], values[-1]))
    place: Path = ("contract", name)
    tried: list[list[Edit]] = [[(place, in_its_place(node, value))] for value in ends]
    return [*before(vocabulary.tree, place), *tried]


def of_kind(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return a game without a field that is called as the kind of a bid is, where that is no more than a default."""
    alone = path == ("contract", "kind") and "kind" not in vocabulary.assigned
    return [[(path, None)]] if alone else []


def of_flow(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return flows without the phases that are left out, as it was before, and with them just before the last one."""
    flow, tree = vocabulary.flow, vocabulary.tree
    node = tree.entries.get("flow")
    if node is None or vocabulary.missing or not flow:
        return []
    left_out = [name for name in vocabulary.phases if name not in flow]
    without: list[Edit] = [(("phases", name), None) for name in left_out]
    kept = {verb: [name for name in (*flow, *left_out) if vocabulary.verb(name) == verb] for verb in ("deal", "play")}
    between = [name for name in (*flow[:-1], *left_out, flow[-1]) if vocabulary.verb(name) not in kept]
    whole: list[Edit] = [(("flow",), listed(node, [*kept["deal"], *between, *kept["play"]]))]
    if not all(any(name in flow for name in kept[verb]) for verb in kept):
        return [*before(tree, ("flow",)), whole]  # every game has these
    return [without, *before(tree, ("flow",)), whole]


def of_words(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return lists of words: as it was before, and without those that are wrong."""
    while path and isinstance(path[-1], int):
        path = path[:-1]
    node = follow(vocabulary.tree, path)
    if node is None or not path:
        return []
    right = [word for word, place in words_of(node) if place not in wrong]
    return [*before(vocabulary.tree, path), [(path, listed(node, right))]]


def of_without(vocabulary: Vocabulary, path: Path, wrong: set[Place | None]) -> list[list[Edit]]:
    """Return lists of the cards that a deck lacks, as long as this one: with its first or last cards for wrong ones."""
    node = follow(vocabulary.tree, path[:2])
    if path[:2] != ("deck", "without") or node is None:
        return []
    words = list(words_of(node))
    right = [word for word, place in words if place not in wrong]
    if not all(CARD.fullmatch(word) for word, _ in words):
        return of_words(vocabulary, path, wrong)
    pack = vocabulary.pack
    others = [rank + suit for rank in pack.ranks for suit in pack.suits if rank + suit not in right]
    count = len(words) - len(right)
    return [[(path[:2], listed(node, [*right, *some]))] for some in (others[:count], others[-count:])]


OF_WORDS = ("R001", "R004", "R005", "R006")
STANDING: dict[str, Standing] = {
    **dict.fromkeys(("E009", "R020", "R021", "R022"), of_range),
    **dict.fromkeys(OF_WORDS, of_words),
    "R008": of_without,
    "R012": of_flow,
    "R024": of_kind,
    "R025": of_default,
}
"""By the code of a problem what can stand in for it."""
