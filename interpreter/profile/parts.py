"""Parts of a profile: which of them something stands in, so that what doesn't look at it can still be checked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dict
from functools import lru_cache

from interpreter.errors import Place
from interpreter.profile.analyse import EVERYTHING, Parts
from interpreter.profile.keys import verbs
from interpreter.profile.nodes import Mapping, Node, Scalar, follow

Path = tuple[str | int, ...]

NAMED_IN_RULES = ("params", "define", "cards")
"""Sections whose names stand for values in expressions: what is wrong there is wrong wherever the name is used."""


def verbs_in(tree: Mapping) -> dict[str, str]:
    """Return what is done in each phase of a tree, "" where that is nothing that the schema knows."""
    phases = tree.entries.get("phases")
    found = {name: follow(phases, (name, "do")) for name in (phases.entries if isinstance(phases, Mapping) else ())}
    known = verbs()
    return {name: verb.text if isinstance(verb, Scalar) and verb.text in known else "" for name, verb in found.items()}


def part_of(path: Path, verb_of: Dict[str, str]) -> Parts:
    """Return the part of a profile that a path leads to, as `analyse` names it, given what is done in each phase.

    That is the top-level key, and in a phase its verb; but "turn" for what a deal sets, "opening" for the opening lead
    and, of an auction, "bid" for the fields of its bids, "rank" and, for its other rules, "calling", those of how often
    a seat calls "rounds", too. What is wrong with a name that stands for a value is wrong where the name is used, so
    that it is no part. Raises `KeyError` for a verb that `OF_VERB` lacks.
    """
    top = path[0] if path else ""
    if top in NAMED_IN_RULES:
        return frozenset()
    if top == "flow" and len(path) > 1 and isinstance(path[1], str):  # where a phase stands
        return part_of(("phases", path[1]), verb_of) if path[1] in verb_of else frozenset()
    if top != "phases":
        return frozenset((str(top),))
    if len(path) == 1:
        return EVERYTHING
    verb = verb_of.get(str(path[1]), "")
    if path[2:3] == ("do",):
        return frozenset(("flow", verb) if verb else ("flow",))
    if not verb:  # nobody knows what was to be done in it
        return frozenset(("flow",))
    key, below = path[2] if len(path) > 2 else "", path[4] if len(path) > 4 else ""
    return frozenset(OF_VERB[verb](str(key), str(below)))


def of_auction(key: str, below: str) -> tuple[str, ...]:
    """Return the parts of an auction's rules that a key (empty: the whole auction) and one of a bid belong to."""
    if below == "rank":
        return ("rank",)
    if key and (key != "bids" or below == "where"):
        return ("calling", "rounds") if key in ("rounds", "pass_is_final") else ("calling",)
    return ("bid",) if below else ("bid", "rank", "calling", "rounds")


OF_VERB: Dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "deal": lambda key, _: ("deal", "turn") if not key else ("turn",) if key in ("set", "turn") else ("deal",),
    "bid": of_auction,
    "choose": lambda *_: ("choose",),
    "exchange": lambda *_: ("exchange",),
    "play": lambda key, _: ("play", "opening") if not key else ("opening",) if key == "opening" else ("play",),
}
"""For each verb the parts of its phase, by the key (empty: the whole phase) and, two steps below it, that of a bid."""


def path_at(tree: Mapping, place: Place | None) -> Path:
    """Return the path of what stands at a place, or of the last thing before it in its file; () for nowhere.

    The first time costs as much as the tree is large, later ones hardly anything: by then a tree must be complete.
    """
    if place is None:
        return ()
    starts, paths = paths_in(tree).get(place.file, ([], []))
    before = bisect_right(starts, (place.line, place.column))
    return paths[before - 1] if before else ()


@lru_cache(maxsize=8)
def paths_in(tree: Mapping) -> dict[str, tuple[list[tuple[int, int]], list[Path]]]:
    """Return for each file where what a tree has of it begins, in order, and the path of each."""
    found: dict[str, list[tuple[tuple[int, int], Path]]] = {}
    for path, where in places(tree, ()):
        found.setdefault(where.file, []).append(((where.line, where.column), path))
    ordered = {file: sorted(all, key=lambda one: one[0]) for file, all in found.items()}
    return {file: ([start for start, _ in all], [path for _, path in all]) for file, all in ordered.items()}


def places(node: Node, path: Path) -> Iterator[tuple[Path, Place]]:
    """Yield every key and leaf below a node with its path."""
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield (*path, key), node.place_of(key)
            yield from places(entry, (*path, key))
    else:
        part: Node | None = node
        while part is not None:  # what `inherited` stands for belongs to it
            yield path, part.place()
            part = part.inherited if isinstance(part, Scalar) else None
