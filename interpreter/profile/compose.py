"""From a reference to one tree: the chain of parents, their house rules, the reference's own.

Composition is of documents, never of resolved profiles. For each document of the chain, ancestors first: the house
rules that it lists (each once), then its own lines; then the reference's house rules, then its params. A house rule
that lists others brings them along. One that is in force already is skipped, unless later lines have undone it: then
what they undid is laid again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from interpreter.errors import InputError, Place, Problem
from interpreter.profile.cache import Lookup
from interpreter.profile.conflicts import check_conflicts, fitting
from interpreter.profile.inforce import flow_of, idle, undone
from interpreter.profile.library import Document, at_home, find, in_reference, is_path, locate, read, shown, too_large
from interpreter.profile.meant import file_meant, id_meant, is_same, named_in, names_in
from interpreter.profile.merge import OWN_KEYS, Merger, Removal
from interpreter.profile.nodes import may_have
from interpreter.profile.params import param_names, param_values, place_in, set_params
from interpreter.profile.reference import Reference, readable
from interpreter.profile.source import Mapping, Scalar
from interpreter.profile.speaking import name_rules
from interpreter.profile.unknown import Known, for_a_game

Files: TypeAlias = dict[Path, Document | None]
MAX_CHAIN = 16
MAX_READ = 3 * MAX_CHAIN  # so that what else is wrong is told, too
MAX_RULES = 100
OF_RULES = frozenset(("X011", "X012", "X034", "X036", "X037", "X039"))
"""Problems of house rules that don't fit a game or each other."""


class Gaps(NamedTuple):
    """What a game of which files have faults lacks: `rules` that were left out, `unclear` paths that weren't merged.

    `unknown` says that a house rule is missing of which nobody knows what it holds.
    """

    unknown: bool = False
    rules: tuple[Document, ...] = ()
    unclear: tuple[tuple[str, ...], ...] = ()


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


@dataclass(frozen=True, slots=True)
class Named:
    """A house rule where it is named, with those that it brings along."""

    document: Document
    place: Place | None
    brings: list[Named] = field(default_factory=list)

    def all(self) -> list[Document]:
        """Return the house rules that it brings along, and then itself."""
        return [*(document for other in self.brings for document in other.all()), self.document]


@dataclass(slots=True)
class Composer:
    """Collects the documents of one reference and merges them."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    rules: list[Document] = field(default_factory=list)
    """Every house rule that was named so far, each once."""
    lookups: list[Lookup] = field(default_factory=list)
    named: int = 0
    """How many house rules were named so far."""
    reference: Reference | None = None
    removals: list[Removal] = field(default_factory=list)
    places: dict[int, Place | None] = field(default_factory=dict)
    """Where each of the `rules` is first named, by identity."""
    flows: dict[int, list[str]] = field(default_factory=dict)
    """The flow right after each of the `rules` was laid, by identity."""
    unread: bool = False
    """Whether a part is missing that would be missed everywhere: a parent, or what a reference says."""
    unknown: bool = False
    """Whether a house rule is missing."""
    out: list[Document] = field(default_factory=list)
    """House rules that were left out, since they don't fit."""
    unclear: list[tuple[str, ...]] = field(default_factory=list)
    """What couldn't be merged."""
    guessed: list[str] = field(default_factory=list)
    """IDs that stand for others, which are misspelt."""
    known: dict[tuple[Path | None, bool | None], Known] = field(default_factory=dict)
    given: Files = field(default_factory=dict)
    """Files whose content isn't read; None for a house rule that is passed over, with all that it lists."""

    def locate(self, name: str, beside: Path | None, place: Place | None, rule: bool | None = None) -> Path | None:
        """Return the file that a name in a file leads to, where a house `rule` belongs, or a game, or (None) either."""
        count = len(self.problems)
        known = self.known.setdefault((beside, rule), Known(beside, rule))
        path = locate(name, beside, place, self.problems, known)
        if path is None and place is not None:
            id = id_meant(name, self.problems[count:], rule=rule)
            self.guessed += [id] if id else []
            return find(id, beside) if id else None
        if path is not None:
            self.lookups.append(Lookup(name, beside, path))
        return path

    def locate_named(self, name: str, beside: Path | None, place: Place | None) -> Path | None:
        """Return the file of a name in a reference. A path in a reference may lead anywhere."""
        if not is_path(name):
            return self.locate(name, beside, place)
        path = (beside or Path()) / at_home(name)
        self.lookups.append(Lookup(name, beside, path))
        return path

    def read(self, path: Path, place: Place | None) -> Document | None:
        """Return a file's content, None where nothing of it can be read."""
        found: list[Problem] = []
        document = self.given.get(path) or read(path, shown(path), found, place)
        if document is None and (meant := file_meant(path, found)) is not None:
            document = read(meant, shown(meant), [], place)
            self.guessed.append(meant.stem)
        for problem in found:
            (self.problems if problem.severity == "error" else self.warnings).append(problem)
        return document

    def chain(self, path: Path, place: Place | None) -> list[Document]:
        """Return a profile and its ancestors, eldest first."""
        found: list[Document] = []
        seen: list[str] = []
        while (document := self.read(path, place)) is not None:
            wrong = self.not_a_parent(document, seen, place)
            if wrong is not None:
                self.problems.append(wrong)
            if len(seen) == MAX_READ or (wrong is not None and wrong.code != "X032"):
                break
            found.insert(0, document)
            seen.append(document.id)
            parent = named_in(document.root, "extends")
            if parent is None and may_have(document.root, "extends"):
                break
            if not isinstance(parent, Scalar) or not isinstance(parent.value, str):
                return found
            located = self.locate(parent.value, document.path.parent, place := parent.place(), False)
            if located is None:
                break
            path = located
        self.unread = True
        return found

    def not_a_parent(self, document: Document, seen: list[str], place: Place | None) -> Problem | None:
        """Return why a file can't stand above those that were `seen` below it, None where it can."""
        if document.kind != "profile":
            text = f"{document.id!r} is a house rule, not a game"
            first = f"name a game first: `pagat-54+{in_reference(document)}`"
            help = f"name a game here, and list it: `house_rules: [{document.id}]`" if seen else first
            return Problem("X030", text, place or document.place_of("house_rule"), help)
        place = place or document.place_of("extends")
        if document.id in seen:
            circle = " -> ".join([*seen[seen.index(document.id) :], document.id])
            help = "remove one of these lines" if len(seen) > 1 else "name another game"
            return Problem("X031", f"`extends` goes in a circle: {circle}", place, help)
        if len(seen) == MAX_CHAIN:
            return Problem("X032", f"more than {MAX_CHAIN} parents above each other", place, "shorten the chain")
        return None

    def report(self, code: str, message: str, place: Place | None, help: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help))

    def listed(self, document: Document, group: list[Document]) -> list[Named]:
        """Return the house rules that a document lists; `group` holds those that are laid together with them."""
        node = named_in(document.root, "house_rules")
        self.unknown |= node is None and may_have(document.root, "house_rules")
        if node is None or isinstance(node, Mapping):
            return []
        items = [node] if isinstance(node, Scalar) else node.items  # what is no text is told as such
        texts = [item for item in items if isinstance(item, Scalar) and isinstance(item.value, str)]
        found = [
            self.rule(name, group, document.path.parent, place)
            for item in texts
            for name, place in (names_in(item, document.path.parent) if item is node else [(item.text, item.place())])
            if name.strip()
        ]
        return [named for named in found if named is not None]

    def added(
        self,
        name: str,
        group: list[Document],
        profile: Document,
        beside: Path | None,
        place: Place | None,
        numbers: dict[str, object],
    ) -> Named | None:
        """Return a house rule that a reference adds; `numbers` are the params of the game.

        A path starts from where the reference stands, as a profile's does; an ID is looked for beside the profile.
        """
        if is_path(name):
            return self.rule(name, group, beside, place, self.locate_named(name, beside, place))
        param = name.replace("-", "_")
        if param in numbers and find(name, profile.path.parent) is None:
            said = f"{name!r} in the reference is a number of this game, and has no value"
            self.report("X023", said, place, f"write `+{param}={numbers[param]}`")
            self.unread = True
            return None
        return self.rule(name, group, profile.path.parent, place)

    def rule(
        self, name: str, group: list[Document], beside: Path | None, place: Place | None, path: Path | None = None
    ) -> Named | None:
        """Return a house rule; None, and a note, when its group has it already. `path` is its file, where known."""
        self.named += 1
        if self.named > MAX_RULES:
            if self.named == MAX_RULES + 1:
                self.report("X035", f"more than {MAX_RULES} house rules are named", place, "use fewer")
            self.unknown = True
            return None
        path = path or self.locate(name, beside, place, True)
        if path is not None and self.given.get(path, path) is None:
            return None
        document = None if path is None else self.read(path, place)
        self.unknown |= (document is None and "=" not in name) or (
            document is not None and document.kind != "house_rule"
        )
        if document is None:
            return None
        if document.kind != "house_rule":
            self.report("X033", f"{document.id!r} is a game, not a house rule", place, for_a_game(document, place))
            return None
        known = next((other for other in self.rules if is_same(other, document)), document)
        if known in group:
            self.warn_of(Named(known, place))
            return None
        group.append(known)
        if known is document:
            self.rules.append(known)
            self.places[id(known)] = place
        return Named(known, place, self.listed(known, group))

    def warn_of(self, named: Named) -> None:
        """Warn of a house rule that is named for nothing."""
        id = named.document.id
        place = named.place or (None if self.reference is None else place_in(self.reference, id, last=True))
        message = f"house rule {id!r} is already in force"
        self.warnings.append(Problem("X034", message, place, "name it once", severity="warning"))

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
        Gaps(composer.unknown, tuple(composer.out), tuple(composer.unclear)),
    )
    unclear = composer.unread or misread or any(problem.code == "X014" for problem in problems)
    return Gathered(tuple(documents), None if unclear else composed, problems, composed.lookups)


def all_of(rules: list[Named]) -> list[Document]:
    """Return house rules, each after those that it brings along."""
    return [document for named in rules for document in named.all()]


def unique(documents: list[Document]) -> list[Document]:
    """Return documents without those that stand further ahead too."""
    return list({id(document): document for document in documents}.values())
