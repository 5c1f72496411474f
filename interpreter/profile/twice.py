"""What is wrong with the values of keys that stand twice, which aren't used: a check of the game with each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.errors import Problem
from interpreter.profile.causes import traced
from interpreter.profile.collecting import Files
from interpreter.profile.compose import Gathered
from interpreter.profile.doubled import seconds
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, follow
from interpreter.profile.salvage import UNKNOWN, unknown_names, words_in


def with_doubles(
    known: list[Problem],
    shown: Iterable[Problem],
    gathered: Callable[[Files], Gathered],
    wrong_with: Callable[[Files], tuple[Problem, ...]],
) -> list[Problem]:
    """Return known problems and those of the second values of keys that stand twice, were they used: a check each.

    That a name isn't known which only the value that isn't used brings in is no problem. `shown` are the known problems
    where they show. What some files that are given instead are merged to, and what is wrong then, is asked for. Where
    a second value's problem shows in another line it takes up to 12 more checks to find out.
    """
    unmoved = {(problem.code, problem.place) for problem in shown}
    before = {(problem.code, problem.place) for problem in known}
    told = list(known)
    for document in gathered({}).documents:
        for double, root in seconds(document.root):
            used = follow(document.root, double.path)
            if is_null(double.node) and is_null(used):
                continue
            given: Files = {document.path: document._replace(root=root, whole=False)}
            wrong = wrong_with(given)
            found = {(problem.code, problem.place) for problem in wrong}
            first = None if used is None else double._replace(key=(used.source, used.start, used.end), node=used)
            told = [
                problem
                for problem in told
                if (problem.code, problem.place) in found
                or (problem.code, problem.place) not in unmoved
                or not brings_in(double.node, problem)
                or (first is not None and first.holds(problem.place))
            ]
            if any(key not in unmoved and not double.holds(key[1]) for key in found):
                wrong = tuple(traced(wrong, gathered(given), _beside(given, wrong_with)))
            told += [
                problem
                for problem in wrong
                if double.holds(problem.place)
                and (problem.code, problem.place) not in before
                and not (used is not None and brings_in(used, problem))
            ]
    return told


def _beside(given: Files, wrong_with: Callable[[Files], tuple[Problem, ...]]) -> Callable[[Files], tuple[Problem, ...]]:
    return lambda others: wrong_with({**given, **others})


def is_null(node: Node | None) -> bool:
    """Whether a value is null, in which nothing can be wrong."""
    return isinstance(node, Scalar) and node.value is None


def brings_in(node: Node, problem: Problem) -> bool:
    """Whether a problem is that a name isn't known which a value names."""
    if problem.code not in UNKNOWN:
        return False
    return not brought_in(node).isdisjoint(part for name in unknown_names(problem) for part in name.split("."))


def brought_in(node: Node) -> set[str]:
    """Return what a value may name for other lines: its keys, and the words of its lists."""
    if isinstance(node, Mapping):
        return {*node.entries, *(name for entry in node.entries.values() for name in brought_in(entry))}
    return words_in(node) if isinstance(node, Sequence) else set()
