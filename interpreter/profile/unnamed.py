"""A name that isn't there and is used several times: told once, where it is misspelt or first used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.errors import Place, Problem, did_you_mean, meant_by
from interpreter.profile.analyse.unused import words_read
from interpreter.profile.nodes import Mapping
from interpreter.profile.parts import NAMED_IN_RULES
from interpreter.profile.salvage import unknown_names
from interpreter.profile.scopes import NO_MADE
from interpreter.quantities import OWNERS

OF_NAMES = frozenset(("E010", "R004", "R040"))


def told_once(problems: Iterable[Problem], tree: Mapping) -> list[Problem]:
    """Return problems; those of one name that has to be added, or that is misspelt where it is defined, as one.

    A name that is misspelt where it is used is one problem each time.
    """
    told = list(problems)
    groups: dict[str, list[Problem]] = {}
    for problem in sorted(told, key=Problem.sort_key):
        name = missing_name(problem)
        if name is not None:
            groups.setdefault(name, []).append(problem)
    for name, same in groups.items():
        first, *others = same
        near = (meant_by(first.help) or "").rpartition(".")[2]
        defined = definition(tree, near) if near else None
        if not others or (near and defined is None):
            continue
        notes = [("it is used here too", problem.place) for problem in others]
        if defined is not None:
            notes = [("it is used here", problem.place) for problem in same]
            message = f"nothing reads {near!r}, and {name!r}, which is used, is no name of this game"
            one = Problem(first.code, message, defined, did_you_mean(name), tuple(notes))
        else:
            one = replace(first, notes=(*first.notes, *notes))
        told = [one if problem is first else problem for problem in told if problem not in others]
    return told


def missing_name(problem: Problem) -> str | None:
    """Return the one name of the author's own that a problem says isn't there; None for any other problem."""
    names = unknown_names(problem) if problem.code in OF_NAMES or NO_MADE in problem.message else set()
    if len(names) != 1:
        return None
    owner, _, name = next(iter(names)).rpartition(".")
    return name if owner in ("", *OWNERS) else None


def definition(tree: Mapping, name: str) -> Place | None:
    """Return where a name that no rule reads is defined; None for any other name."""
    for section in (*NAMED_IN_RULES, "tallies"):
        entries = tree.entries.get(section)
        if isinstance(entries, Mapping) and name in entries.keys and name not in words_read(tree):
            return entries.place_of(name)
    return None
