"""From a reference to one tree: the chain of parents, their house rules, the reference's own.

Composition is of documents, never of resolved profiles. For each document of the chain, ancestors first: the house
rules that it lists (each once), then its own lines; then the reference's house rules, then its params. A house rule
that lists others brings them along.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.errors import InputError, Place, Problem, suggestion
from interpreter.profile.cache import Lookup
from interpreter.profile.conflicts import check_conflicts, fitting
from interpreter.profile.library import Document, at_home, is_path, locate, read, shown
from interpreter.profile.merge import OWN_KEYS, Merger, copied, without, words
from interpreter.profile.reference import Reference, parse_reference
from interpreter.profile.source import Mapping, Node, Scalar, Source

MAX_CHAIN = 16
MAX_RULES = 100


@dataclass(frozen=True, slots=True)
class Composed:
    """A game as one tree of positioned nodes, not yet checked. `documents` are all files in force, in order."""

    reference: Reference
    profile: Document
    tree: Mapping
    documents: tuple[Document, ...]
    warnings: tuple[Problem, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    """Every name that was looked up on the way, for the cache."""


@dataclass(slots=True)
class Composer:
    """Collects the documents of one reference and merges them."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    in_force: dict[str, Document] = field(default_factory=dict)
    lookups: list[Lookup] = field(default_factory=list)
    named: int = 0
    """How many house rules were named so far."""

    def locate(self, name: str, beside: Path | None, place: Place | None) -> Path | None:
        """Return the file that a name in a file leads to."""
        path = locate(name, beside, place, self.problems)
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

    def chain(self, path: Path, place: Place | None) -> list[Document]:
        """Return a profile and its ancestors, eldest first."""
        found: list[Document] = []
        seen: list[str] = []
        while True:
            document = read(path, shown(path), self.problems, place)
            if document is None:
                break
            if document.kind != "profile":
                self.report(
                    "X030",
                    f"{document.id!r} is a house rule, not a game",
                    place or document.place_of("house_rule"),
                    f"list it: `house_rules: [{document.id}]`"
                    if found
                    else f"name a game first: `pagat-54+{document.id}`",
                )
                break
            if document.id in seen:
                circle = " -> ".join([*seen[seen.index(document.id) :], document.id])
                self.report(
                    "X031",
                    f"`extends` goes in a circle: {circle}",
                    place or document.place_of("extends"),
                    "remove one of these lines",
                )
                break
            if len(seen) == MAX_CHAIN:
                self.report(
                    "X032",
                    f"more than {MAX_CHAIN} parents above each other",
                    place or document.place_of("extends"),
                    "shorten the chain",
                )
                break
            found.insert(0, document)
            seen.append(document.id)
            parent = document.root.entries.get("extends")
            if not isinstance(parent, Scalar) or not isinstance(parent.value, str):
                break
            place = parent.place()
            located = self.locate(parent.value, document.path.parent, place)
            if located is None:
                break
            path = located
        return found

    def report(self, code: str, message: str, place: Place | None, help: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help))

    def listed(self, document: Document) -> list[Document]:
        """Return the house rules that a document lists and that aren't in force yet, with those that they list."""
        node = document.root.entries.get("house_rules")
        if node is None or isinstance(node, Mapping):
            return []
        places = (
            [item.place() for item in node.items] if not isinstance(node, Scalar) else [node.place()] * len(words(node))
        )
        found: list[Document] = []
        for name, place in zip(words(node), places, strict=True):
            found += self.rule(name, document.path.parent, place)
        return found

    def added(self, name: str, profile: Document, beside: Path | None, place: Place | None) -> list[Document]:
        """Return a house rule that a reference adds, after those that it lists.

        A path starts from where the reference stands, as a profile's does; an ID is looked for beside the profile.
        """
        if is_path(name):
            return self.rule(name, beside, place, self.locate_named(name, beside, place))
        return self.rule(name, profile.path.parent, place)

    def rule(self, name: str, beside: Path | None, place: Place | None, path: Path | None = None) -> list[Document]:
        """Return a house rule, after those that it lists; nothing, and a note, when it is already in force.

        `path` is its file where that is known.
        """
        self.named += 1
        if self.named > MAX_RULES:
            if self.named == MAX_RULES + 1:
                self.report("X035", f"more than {MAX_RULES} house rules are named", place, "use fewer")
            return []
        path = path or self.locate(name, beside, place)
        document = None if path is None else read(path, shown(path), self.problems, place)
        if document is None:
            return []
        if document.kind != "house_rule":
            self.report(
                "X033",
                f"{document.id!r} is a game, not a house rule",
                place,
                f"write `{document.id}` first in the reference, or `extends: {document.id}`",
            )
            return []
        if document.id in self.in_force:
            self.warnings.append(
                Problem(
                    "X034",
                    f"house rule {document.id!r} is already in force",
                    place,
                    "name it once",
                    severity="warning",
                )
            )
            return []
        self.in_force[document.id] = document
        return [*self.listed(document), document]

    def lay(self, tree: Mapping, group: list[Document]) -> None:
        """Merge a group of house rules, or one profile's own lines, into the tree."""
        group = fitting(group, tree, self.problems)
        if not group:
            return
        merger = Merger(tree, self.problems)
        known, count = param_names(tree), len(self.problems)
        merger.lay_over(group)
        for document in group:
            if document.kind == "house_rule" and len(self.problems) == count:
                self.check_rule(document, merger, known)

    def check_rule(self, document: Document, merger: Merger, known: list[str]) -> None:
        """Refuse a house rule without effect, and params that it brings without reading them."""
        if not merger.effects.get(document.id) and not document.root.entries.get("house_rules"):
            self.report(
                "X036",
                f"house rule {document.id!r} has no effect here: everything that it sets is so already",
                document.place_of("house_rule"),
                "leave it out",
            )
        params = document.root.entries.get("params")
        if not isinstance(params, Mapping):
            return
        texts = " ".join(leaf_texts(without(document.root, (*OWN_KEYS, "params"))))
        for name in params.entries:
            if name not in known and not re.search(rf"\b{re.escape(name)}\b", texts):
                source, start, end = params.keys[name]
                self.report(
                    "X037",
                    f"house rule {document.id!r} sets a param {name!r} that this game doesn't have",
                    source.place(start, end),
                    suggestion(name, sorted(known)) or "no param is set here",
                )


def leaf_texts(node: Node) -> list[str]:
    """Return the texts of all leaves below a node."""
    if isinstance(node, Scalar):
        return [node.text]
    below = node.entries.values() if isinstance(node, Mapping) else node.items
    return [text for entry in below for text in leaf_texts(entry)]


def param_names(tree: Mapping) -> list[str]:
    """Return the names of a tree's params."""
    params = tree.entries.get("params")
    return list(params.entries) if isinstance(params, Mapping) else []


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a reference came to: the files that could be read, and everything wrong with them and their merging.

    `composed` is None where a part is missing, so that what is said of the rest would only follow from that.
    """

    documents: tuple[Document, ...]
    composed: Composed | None
    problems: tuple[Problem, ...]


def compose(text: str, place: Place | None = None, beside: Path | None = None) -> Composed:
    """Merge all documents of a reference into one tree.

    `place` is where the reference stands, if it stands in a file. Raises `InputError` with every problem found.
    """
    gathered = gather(text, place, beside)
    if gathered.problems or gathered.composed is None:
        raise InputError(gathered.problems)
    return gathered.composed


def gather(text: str, place: Place | None = None, beside: Path | None = None) -> Gathered:
    """Merge the documents of a reference as `compose` does, as far as can be. Raises nothing."""
    composer = Composer()
    reference = parse_reference(text, place, composer.problems)
    path = None if reference is None else composer.locate_named(reference.profile, beside, place)
    chain = [] if path is None else composer.chain(path, place)
    if reference is None or not chain or lacks_a_part(composer.problems):
        return Gathered(tuple(chain), None, tuple(composer.problems))
    own = chain[-1]
    root = own.root
    tree = Mapping(root.source, root.start, root.end)
    groups = [group for document in chain for group in (composer.listed(document), [document])]
    added = [rule for name in reference.house_rules for rule in composer.added(name, own, beside, place)]
    groups.append(sorted(added, key=lambda document: document.id))
    documents = [document for group in groups for document in group]
    if check_conflicts(documents, place, composer.problems):  # what goes wrong in merging them would only hide it
        return Gathered(tuple(documents), None, (*composer.problems, *composer.warnings))
    for group in groups:
        composer.lay(tree, group)
    set_params(tree, reference, place, composer.problems)
    for key in OWN_KEYS:
        if key in root.entries and key not in ("extends", "house_rules"):
            tree.entries[key] = root.entries[key]
            tree.keys[key] = root.keys[key]
    name_rules(tree, documents)
    problems = (*composer.problems, *composer.warnings) if composer.problems else ()
    composed = Composed(reference, own, tree, tuple(documents), tuple(composer.warnings), tuple(composer.lookups))
    return Gathered(tuple(documents), None if lacks_a_part(composer.problems) else composed, problems)


HARMLESS = frozenset(
    ("X005", "X006", "X010", "X011", "X012", "X013", "X036", "X037", "X038", "X039", "Y003", "Y008", "Y009", "Y011")
)
"""Problems of files and of merging after which the rest can still be looked at."""


def lacks_a_part(problems: list[Problem]) -> bool:
    """Whether something that is missing would be missed everywhere."""
    return any(problem.code not in HARMLESS for problem in problems)


def set_params(tree: Mapping, reference: Reference, place: Place | None, problems: list[Problem]) -> None:
    """Set the params that a reference names, which must exist."""
    params = tree.entries.get("params")
    source = Source(f"reference {reference.text!r}", reference.text)
    for name, value in reference.params:
        if not isinstance(params, Mapping) or name not in params.entries:
            near = suggestion(name, param_names(tree)) or "this game has no params"
            problems.append(
                Problem(
                    "X038",
                    f"{reference.text!r} sets a param {name!r} that this game doesn't have",
                    place,
                    near,
                )
            )
            continue
        found = re.search(rf"\+\s*{re.escape(name)}\s*=", reference.text)
        start = found.start() + 1 if found else 0
        old = params.entries[name]
        params.entries[name] = Scalar(source, start, len(reference.text), value, str(value), replaced=old)
        params.keys[name] = (source, start, start + len(name))


def name_rules(tree: Mapping, documents: list[Document]) -> None:
    """Let each house rule without texts of its own speak through its title, in `says`.

    One that only sets params that the texts name already speaks through these.
    """
    said = tree.entries.get("says")
    says = copied(said) if isinstance(said, Mapping) else Mapping(tree.source, tree.start, tree.end)
    texts = " ".join(leaf_texts(says))
    for document in documents:
        title = document.root.entries.get("title")
        if document.kind != "house_rule" or "says" in document.root.entries or not isinstance(title, Scalar):
            continue
        if not speaks_by_params(document, texts):
            says.entries[document.id] = replace_first(title)
            says.keys[document.id] = document.root.keys["title"]
    if says.entries:
        tree.entries["says"] = says
        tree.keys.setdefault("says", (tree.source, tree.start, tree.start))


def speaks_by_params(document: Document, texts: str) -> bool:
    """Whether all that a house rule does is to set params that texts name, or to bring other house rules along."""
    own = without(document.root, OWN_KEYS)
    params = own.entries.get("params", Mapping(own.source, own.start, own.end))
    if set(own.entries) - {"params"} or not isinstance(params, Mapping):
        return False
    return all(re.search(rf"\{{{re.escape(name)}(:words)?\}}", texts) for name in params.entries)


def replace_first(title: Scalar) -> Scalar:
    """Return a title as it reads within a sentence: without a capital at its start."""
    text = title.text[:1].lower() + title.text[1:]
    return Scalar(title.source, title.start, title.end, text, text, title.style)
