"""Cases of a game with mistakes: which of what is wrong with them doesn't depend on these.

A case is read under what is left of its rules, and only that is told which holds whatever is meant by the wrong lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from interpreter.cases.reading import Reader
from interpreter.errors import InputError, Place, Problem
from interpreter.profile.analyse import CONTRACTS, EVERYTHING, Parts
from interpreter.profile.nodes import Mapping as MapNode
from interpreter.profile.parts import NAMED_IN_RULES, part_of, path_at, verbs_in
from interpreter.profile.remains import Faulty, Remains, wrong_for

FIELDS: Parts = CONTRACTS | {"deck", "flow", "turn", "opening", "terms"}
CALLS: Parts = frozenset(("contract", "bid", "calling", "deck", "flow", "terms"))
NEEDS: Mapping[str, Parts] = {
    "T002": frozenset(),
    "T010": frozenset(("deck",)),
    **dict.fromkeys(("T011", "T015", "T016"), frozenset()),
    "T012": CALLS,
    **dict.fromkeys(("T013", "T014", "T030", "T031", "T035"), FIELDS),
    **dict.fromkeys(("T017", "T036"), frozenset(("flow", "bid"))),
    "T018": frozenset(("flow", "exchange")),
    "T019": frozenset(("deal",)),
    "T020": frozenset(("tallies",)),
    "T022": frozenset(("deal", "flow")),
    "T044": frozenset(("tallies", "game", "match", "score")),
    "T021": FIELDS | CALLS | {"play", "exchange"},
    **dict.fromkeys(("T032", "T033", "T034"), CALLS),
    "T038": frozenset(("play",)),
    **dict.fromkeys(("T041", "T042", "T043"), FIELDS | {"deal", "play"}),
    "T050": frozenset(("deck", "cards")),
}
"""The parts of a game that must be sound for a problem of a case to be one; what isn't here needs all of them."""

LOST_BY: Mapping[str, Parts] = {"E016": frozenset(("contract",))}
"""Of which parts a problem leaves it unclear what they say, wherever it shows: here, which words a field has."""


def beside(error: InputError, read: Callable[[Reader], object], node: MapNode) -> Iterator[Problem]:
    """Yield what is wrong with a case whatever is meant by the lines that are wrong in its rules."""
    remains = error.remains if isinstance(error, Faulty) else None
    if remains is None:
        return
    found: list[Problem] = []
    with suppress(LookupError, ValueError, ArithmeticError):  # something that is lost may be needed
        read(Reader(remains.subject.profile, node, found))
    lost = lost_by(error.problems, remains)
    for problem in found:
        needed = NEEDS.get(problem.code)
        if needed is not None and not needed & lost and not (needed and lost >= EVERYTHING):
            yield problem


def lost_by(problems: tuple[Problem, ...], remains: Remains) -> Parts:
    """Return the parts of a game of which it isn't known what they say, because of what is wrong with it."""
    tree = remains.composed.tree
    verbs = verbs_in(tree)
    paths = {path_at(tree, place) for problem in problems for place in places_of(problem)}
    names = frozenset(str(path[1]) for path in paths if len(path) > 1 and path[0] in NAMED_IN_RULES)
    using, parts = wrong_for(names, tree, remains.subject.expressions, verbs)
    tops = {str(path[0]) for path in paths if path}
    told = [LOST_BY.get(problem.code, frozenset()) for problem in problems]
    return remains.lost.union(parts, tops, *told) | frozenset[str]().union(
        *(part_of(path, verbs) for path in (*paths, *using))
    )


def places_of(problem: Problem) -> Iterator[Place | None]:
    """Yield where a problem stands and shows; what can't be read as YAML is known to be lost."""
    if not problem.code.startswith("Y"):
        yield problem.place
        yield from (place for _, place in problem.notes if place is not None)
