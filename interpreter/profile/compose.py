"""From a reference to one tree: the chain of parents, their house rules, the reference's own.

Composition is of documents, never of resolved profiles. For each document of the chain, ancestors first: the house
rules that it lists (each once), then its own lines; then the reference's house rules, then its params. A house rule
that lists others brings them along. One that is in force already is skipped, unless later lines have undone it: then
what they undid is laid again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from interpreter.errors import InputError, Place, Problem
from interpreter.profile.cache import Lookup
from interpreter.profile.collecting import Collector, Files, Named
from interpreter.profile.conflicts import check_conflicts, fitting
from interpreter.profile.inforce import flow_of, idle, undone
from interpreter.profile.library import Document, too_large
from interpreter.profile.merge import OF_MERGING, OWN_KEYS, Merger, Removal
from interpreter.profile.params import param_names, param_values, set_params
from interpreter.profile.reference import Reference, readable
from interpreter.profile.source import Mapping
from interpreter.profile.speaking import name_rules

OF_RULES = frozenset(("X011", "X012", "X034", "X036", "X037", "X039"))
"""Problems of house rules that don't fit a game or each other."""


class Gaps(NamedTuple):
    """What a game of which files have faults lacks: `rules` that were left out, `unclear` paths that weren't merged.

    `unknown` says that a file is missing of which nobody knows what it holds, `orphan` that a parent is missing.
    """

    unknown: bool = False
    rules: tuple[Document, ...] = ()
    unclear: tuple[tuple[str, ...], ...] = ()
    orphan: bool = False


class Composed(NamedTuple):
    """A game as one tree of positioned nodes, not yet checked. `documents` are all files in force, in order."""

    reference: Reference
    profile: Document
    tree: Mapping
    documents: tuple[Document, ...]
    warnings: tuple[Problem, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    """Every name that was looked up on the way, for the cache."""
    removals: tuple[Removal, ...] = ()
    """What files took out of what was there before."""
    named: tuple[tuple[Document, Place | None], ...] = ()
    """The house rules, and where each is first named; None for a reference that stands in no file."""
    gaps: Gaps = Gaps()


@dataclass(slots=True)
class Composer(Collector):
    """Collects the documents of one reference and merges them."""

    removals: list[Removal] = field(default_factory=list)
    flows: dict[int, list[str]] = field(default_factory=dict)
    """The flow right after each of the `rules` was laid, by identity."""
    out: list[Document] = field(default_factory=list)
    """House rules that were left out, since they don't fit."""
    unclear: list[tuple[str, ...]] = field(default_factory=list)
    """What couldn't be merged."""

    def forget_guesses(self) -> None:
        """Say nothing of house rules that may not have been meant; what they don't fit isn't known."""
        ids = [repr(id) for id in self.guessed]
        told = [p for p in (*self.problems, *self.warnings) if p.code in OF_RULES and any(i in p.message for i in ids)]
        self.problems = [problem for problem in self.problems if problem not in told]
        self.warnings = [problem for problem in self.warnings if problem not in told]
        self.unknown |= bool(told)

    def lay_rules(self, tree: Mapping, group: list[Named], laid: list[Document]) -> None:
        """Merge a group of house rules into the tree; of those that were `laid` before, what was undone since."""
        left: list[Document] = []
        for named in group:
            parts = [self.part_left(document, tree) if document in laid else document for document in named.all()]
            found = [part for part in parts if part is not None]
            if not found:
                self.warn_of(named)
            left += found
        self.lay(tree, left)
        laid += all_of(group)
        self.flows |= dict.fromkeys(map(id, left), flow_of(tree))

    def part_left(self, document: Document, tree: Mapping) -> Document | None:
        """Return the part of a house rule that isn't in force in a tree any more; None if all of it is."""
        left = undone(tree, document.root, self.flows.get(id(document), []))
        return document._replace(root=left) if left.entries else None

    def lay(self, tree: Mapping, group: list[Document]) -> None:
        """Merge house rules together, or one profile's own lines, into the tree."""
        group = [document for document in group if document not in self.out]
        fit = fitting(group, tree, self.problems)
        self.out += [document for document in group if document not in fit]
        group = fit
        if not group:
            return
        merger = Merger(tree, self.problems)
        known, count = param_names(tree), len(self.problems)
        merger.lay_over(group)
        self.removals += merger.removals
        self.unclear += merger.unclear
        for document in group:
            if document.kind == "house_rule" and len(self.problems) == count:
                place = self.places.get(id(document)) or document.place_of("house_rule")
                self.problems += idle(document, place, merger.effects.get(document.id, 0), known)


class Gathered(NamedTuple):
    """What a reference came to: the files that could be read, and everything wrong with them and their merging.

    `composed` is None where a part is missing, so that what is said of the rest would only follow from that.
    `lookups` are all names that led to a file, whether that could be read or not.
    """

    documents: tuple[Document, ...]
    composed: Composed | None
    problems: tuple[Problem, ...]
    lookups: tuple[Lookup, ...] = ()


def compose(text: str, place: Place | None = None, beside: Path | None = None) -> Composed:
    """Merge all documents of a reference into one tree.

    `place` is where the reference stands, if it stands in a file. Raises `InputError` with every problem found.
    """
    gathered = gather(text, place, beside)
    if gathered.problems or gathered.composed is None:
        raise InputError(gathered.problems)
    return gathered.composed


def gather(text: str, place: Place | None = None, beside: Path | None = None, given: Files | None = None) -> Gathered:
    """Merge the documents of a reference as `compose` does, as far as can be. Raises nothing.

    Files that are `given` aren't read; a house rule that is given as None counts as if nobody named it.
    """
    composer = Composer(given=given or {})
    reference = readable(text, place, composer.problems)
    composer.reference, misread = reference, bool(composer.problems)
    path = None if reference is None else composer.locate_named(reference.profile, beside, place)
    chain = [] if path is None else composer.chain(path, place)
    if reference is not None and path is None:
        for name in reference.house_rules:
            composer.locate_named(name, beside, place)
    if reference is None or not chain or composer.unread:
        return Gathered(tuple(chain), None, tuple(composer.problems), tuple(composer.lookups))
    own, root = chain[-1], chain[-1].root
    tree = Mapping(root.source, root.start, root.end)
    groups = [(composer.listed(document, []), [document]) for document in chain]
    together: list[Document] = []
    numbers = param_values(document for rules, lines in groups for document in (*all_of(rules), *lines))
    added = [composer.added(name, together, own, beside, place, numbers) for name in reference.house_rules]
    groups.append(([named for named in added if named is not None], []))
    documents = [document for rules, lines in groups[:-1] for document in (*all_of(rules), *lines)]
    documents = unique([*documents, *sorted(together, key=lambda document: document.id)])
    there = {document.path for document in documents}
    misnamed = [document for document in unique(composer.misnamed) if document.path not in there]
    if too_large(documents, composer.problems):
        return Gathered((), None, tuple(composer.problems), tuple(composer.lookups))
    composer.out += check_conflicts(documents, place, composer.problems)
    if any(document.kind == "profile" for document in composer.out):
        return Gathered(tuple(documents), None, (*composer.problems, *composer.warnings), tuple(composer.lookups))
    laid: list[Document] = []
    for rules, lines in groups:
        composer.lay_rules(tree, rules, laid)
        composer.lay(tree, lines)
    set_params(tree, reference, place, composer.problems)
    for key in OWN_KEYS:
        if key in root.entries and key not in ("extends", "house_rules"):
            tree.entries[key] = root.entries[key]
            tree.keys[key] = root.keys[key]
    name_rules(tree, documents)
    composer.forget_guesses()
    if composer.orphan:
        composer.problems = [problem for problem in composer.problems if problem.code not in OF_MERGING | {"X036"}]
        composer.warnings = []
    if any(document.root.lost for document in documents):
        from interpreter.profile.losses import sure  # only needed once something is wrong

        composer.problems = sure(composer.problems, documents)
        composer.warnings = sure(composer.warnings, documents)
    problems = (*composer.problems, *composer.warnings) if composer.problems else ()
    composed = Composed(
        reference,
        own,
        tree,
        tuple(documents),
        tuple(composer.warnings),
        tuple(composer.lookups),
        tuple(composer.removals),
        tuple((document, composer.places[id(document)]) for document in composer.rules),
        Gaps(composer.unknown, (*composer.out, *misnamed), tuple(composer.unclear), composer.orphan),
    )
    unclear = composer.unread or misread or any(problem.code == "X014" for problem in problems)
    return Gathered(tuple(documents), None if unclear else composed, problems, composed.lookups)


def all_of(rules: list[Named]) -> list[Document]:
    """Return house rules, each after those that it brings along."""
    return [document for named in rules for document in named.all()]


def unique(documents: list[Document]) -> list[Document]:
    """Return documents without those that stand further ahead too."""
    return list({id(document): document for document in documents}.values())
