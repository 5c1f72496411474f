"""Whose line it was: an inherited line that is wrong only since a later file removed or replaced what it names.

The problem stays where the name is used; a note says which line took the name away. All that one such line brings
about for one name is one problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from interpreter.errors import MEANT, Place, Problem, did_you_mean
from interpreter.expression.tree import INHERITED
from interpreter.expression.unknown import OWN_NAME
from interpreter.profile.collecting import LIST_IT
from interpreter.profile.compose import Composed, Gathered
from interpreter.profile.meant import named_in
from interpreter.profile.misnamed import entry_meant
from interpreter.profile.nodes import Mapping, Node, follow, may_have
from interpreter.profile.parts import path_at
from interpreter.profile.salvage import HOLD_FIELDS, UNKNOWN, lacking_in, lacks_parents, words_in
from interpreter.profile.vocabulary.cards import THE_RANKS

BLAMED = UNKNOWN | {"R010", "R012", "S002"}
"""Problems of a name that may have been there before."""
NO_FLOW = "X014"
"""What is told where phases are moved and there is no list of them."""
OF_OTHERS = frozenset(("X010", "X011", "X012", "X014", "X015", "X016", "X036", "X037", "X039"))
"""Problems of merging that come of what isn't there."""
OF_PARENTS = frozenset(("X001", "X007", "X008", "X030"))
"""Problems of a parent that can't be found, or that is none."""
OF_WHAT_IS_LEFT = (MEANT, "one of: ", OWN_NAME, THE_RANKS)
"""How remedies begin that name what a name may stand for, but know nothing of what a later line took away."""
MAX_LACKING = 4
"""How many keys of a game may lack at most if it was meant to stand on its own."""
HOLDERS = ("deck", "cards", "contract")
"""Top-level keys whose values name things; the names of maps are removed with their keys."""


class Cause(NamedTuple):
    """A line that took names away, and what it says of that."""

    names: frozenset[str]
    place: Place
    verb: str
    path: tuple[str, ...]

    def note(self, name: str) -> str:
        """Say what the line did to a name."""
        whole = ".".join(self.path)
        return f"this line {self.verb} {whole}" + ("" if name == self.path[-1] else f", which named {name!r}")


def blamed(problems: Iterable[Problem], composed: Composed) -> list[Problem]:
    """Return problems with the lines that brought them about; those of one line and name are folded into the first."""
    ordered = sorted((with_what_was_meant(problem, composed.tree) for problem in problems), key=Problem.sort_key)
    if not any(problem.code in BLAMED for problem in ordered):
        return ordered
    causes = [*removals(composed), *replacements(composed.tree, ())]
    told: list[Problem] = []
    first: dict[tuple[str, Place], int] = {}
    for problem in ordered:
        found = next(of_problem(problem, causes), None)
        if found is None:
            told.append(problem)
            continue
        name, cause = found
        if (name, cause.place) in first:
            at = first[name, cause.place]
            told[at] = replace(told[at], notes=(*told[at].notes, ("it is used here too", problem.place)))
            continue
        first[name, cause.place] = len(told)
        notes = (*problem.notes, (cause.note(name), cause.place))
        near = problem.help is None or problem.help.startswith(OF_WHAT_IS_LEFT)
        help = f"keep {name!r}, or override this line too" if near else problem.help
        if problem.code == "R012" and cause.verb == "removes":
            why = (help or "").partition("`flow`")[2] if (help or "").startswith("put it") else ""
            help = f"take this line out{why or f', or write `phases: {{{name}: null}}`'}"
        told.append(replace(problem, help=help, notes=notes))
    return told


def with_what_was_meant(problem: Problem, tree: Mapping) -> Problem:
    """Return a problem; of `inherited` in an entry that is only misspelt at its name, and of a value that names itself.

    A value that uses the name of what it replaces was meant to inherit that.
    """
    if problem.code not in ("E011", "E021") or problem.place is None:
        return problem
    path = path_at(tree, problem.place)
    for depth in range(len(path), 1, -1) if problem.code == "E021" else ():
        holder, name = follow(tree, path[: depth - 1]), str(path[depth - 1])
        meant = entry_meant(holder, name) if isinstance(holder, Mapping) else None
        if meant is not None and isinstance(holder, Mapping):
            return replace(problem, place=holder.place_of(name), help=did_you_mean(meant))
    node = follow(tree, path)
    own = re.match(rf"'{re.escape(str(path[-1]))}' ", problem.message) if path and problem.code == "E011" else None
    if own and node is not None and node.replaced is not None:
        return replace(problem, help=f"write {INHERITED} for what stood here before")
    return problem


def standing_alone(problems: list[Problem], others: list[Problem], composed: Composed) -> list[Problem]:
    """Return keys that a game lacks as one problem, where it has no parent and lacks most: it was meant to have one.

    Or to be a house rule, which is sure where the `others`, what is wrong with its files, have a key of these. Where
    there is no parent since its name is wrong, whatever lacks is that problem.
    """
    lacking = [problem for problem in problems if problem.code == "S002" and problem.place == composed.tree.place()]
    keys = [key for problem in lacking for key in lacking_in(problem)]
    if composed.gaps.orphan:
        return [with_parent(problem) for problem in others if keys and problem.code in OF_PARENTS]
    profiles = [document for document in composed.documents if document.kind == "profile"]
    if len(keys) < MAX_LACKING or len(profiles) > 1:
        return []
    id = composed.profile.id
    message = f"{id!r} builds on no other game, and lacks {len(keys)} keys that a game needs: {', '.join(keys)}"
    turn = f"write `house_rule: {id}` for `profile: {id}`"
    if not any(map(is_of_a_rule, others)):
        turn = f"add the game that it builds on, such as `extends: pagat-54`; if it is a house rule, {turn}"
    return [Problem("S002", message, composed.profile.place_of("profile"), turn)]


def without_parent(gathered: Gathered) -> list[Problem]:
    """Return what is wrong with files that can't be merged, without what only follows from a lack of a parent.

    That is told of a game that names none and moves phases: there are none to move.
    """
    profiles = [document for document in gathered.documents if document.kind == "profile"]
    own = [problem for problem in gathered.problems if problem.code not in OF_OTHERS]
    if lacks_parents([document.root for document in profiles]):
        return own
    root = profiles[-1].root if profiles else None
    if root is None or len(profiles) > 1 or named_in(root, "extends") or may_have(root, "extends"):
        return [*gathered.problems]
    if not any(problem.code == NO_FLOW for problem in gathered.problems):
        return [*gathered.problems]
    message = f"{profiles[0].id!r} builds on no other game, but changes what is there already"
    help = "add the game that it builds on, such as `extends: pagat-54`; or write its flow as a list"
    return [Problem(NO_FLOW, message, profiles[0].place_of("profile"), help), *own]


def with_parent(problem: Problem) -> Problem:
    """Return a problem; where a house rule is meant, with what belongs there instead."""
    other = f"{problem.help}; and name the game that yours builds on, such as `extends: pagat-54`"
    return replace(problem, help=other) if LIST_IT in (problem.help or "") else problem


def is_of_a_rule(problem: Problem) -> bool:
    """Whether a problem is that a game has a key of a house rule."""
    return problem.code == "S001" and (problem.help or "").startswith("it belongs in the file of a house rule")


def of_problem(problem: Problem, causes: Iterable[Cause]) -> Iterator[tuple[str, Cause]]:
    """Yield what may have brought a problem about, with the name that it took away."""
    if problem.code not in BLAMED:
        return
    parts = [part for name in sorted(not_known(problem)) for part in name.split(".")]
    for cause in causes:
        for name in parts:
            if name in cause.names and cause.place != problem.place:
                yield name, cause


def not_known(problem: Problem) -> set[str]:
    """Return the names that a problem says aren't known: not the field whose word one would be, or that one is like."""
    names = re.findall(r"'([\w.-]+)'", problem.message)
    return set(names[:1] if problem.code == "R023" else names)


def removals(composed: Composed) -> Iterator[Cause]:
    """Yield what was removed by null and is not there now."""
    for removal in composed.removals:
        if removal.path[0] == "flow" or follow(composed.tree, removal.path) is None:
            names = {removal.path[-1], *named_by(removal.node, removal.path)}
            yield Cause(frozenset(names), removal.place, "removes", removal.path)


def replacements(node: Node, path: tuple[str, ...]) -> Iterator[Cause]:
    """Yield the values that name things and replaced others that named more."""
    if holds_names(path):
        now = named_by(node, path)
        over, below = node, node.replaced
        while below is not None:
            names = named_by(below, path) - now
            if names:
                yield Cause(frozenset(names), over.place(), "replaces", path)
            over, below = below, below.replaced
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield from replacements(entry, (*path, key))


def named_by(node: Node, path: tuple[str, ...]) -> set[str]:
    """Return the words in the value at a path that name things of the game: of a phase those in a few of its keys."""
    if not holds_names(path):
        return set()
    if path[0] == "phases" and len(path) == 2 and isinstance(node, Mapping):
        return {word for key in HOLD_FIELDS for word in words_in(node.entries.get(key))}
    return words_in(node)


def holds_names(path: tuple[str, ...]) -> bool:
    """Whether the value at a path names things of the game: cards, fields, words."""
    top = path[0] if path else ""
    return top in HOLDERS or (top == "phases" and (len(path) == 2 or bool(set(path[2:]) & set(HOLD_FIELDS))))
