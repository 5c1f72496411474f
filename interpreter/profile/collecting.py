"""The files of a reference: the chain of parents, and the house rules that each file and the reference name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from interpreter.errors import Place, Problem
from interpreter.profile.cache import Lookup
from interpreter.profile.library import Document, at_home, find, in_reference, is_path, locate, read, shown
from interpreter.profile.meant import file_meant, id_meant, is_same, named_in, names_in
from interpreter.profile.nodes import may_have
from interpreter.profile.params import place_in
from interpreter.profile.reference import Reference
from interpreter.profile.source import Mapping, Scalar
from interpreter.profile.unknown import Known, for_a_game

Files: TypeAlias = dict[Path, Document | None]
LIST_IT = "list it"
"""How a remedy begins for a house rule that stands where a parent belongs."""
MAX_CHAIN = 16
MAX_READ = 3 * MAX_CHAIN  # so that what else is wrong is told, too
MAX_RULES = 100


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
class Collector:
    """Collects the documents of one reference."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    rules: list[Document] = field(default_factory=list)
    """Every house rule that was named so far, each once."""
    lookups: list[Lookup] = field(default_factory=list)
    named: int = 0
    """How many house rules were named so far."""
    reference: Reference | None = None
    places: dict[int, Place | None] = field(default_factory=dict)
    """Where each of the `rules` is first named, by identity."""
    unread: bool = False
    """Whether a part is missing that would be missed everywhere: a file, or what a reference says."""
    orphan: bool = False
    """Whether a parent is missing."""
    misnamed: list[Document] = field(default_factory=list)
    """Files of the other kind than the line that names them wants, with those that they build on."""
    unknown: bool = False
    """Whether a house rule is missing."""
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
                self.refuse(wrong)
            if wrong is not None and wrong.code == "X030" and found:
                self.misnamed.append(document)
                self.unknown |= may_have(document.root, "house_rules")
                self.orphan = True
                return found
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
                self.orphan = self.unknown = True
                return found
            path = located
        self.unread = True
        return found

    def not_a_parent(self, document: Document, seen: list[str], place: Place | None) -> Problem | None:
        """Return why a file can't stand above those that were `seen` below it, None where it can."""
        if document.kind != "profile":
            text = f"{document.id!r} is a house rule, not a game"
            first = f"name a game first: `pagat-54+{in_reference(document)}`"
            help = f"{LIST_IT}: `house_rules: [{document.id}]`" if seen else first
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

    def refuse(self, problem: Problem) -> None:
        """Add that a file is of the wrong kind; where its name is misspelt, too, as the remedy for that."""
        last = self.problems[-1] if self.problems else None
        if last is None or problem.place is None or last.place != problem.place:
            self.problems.append(problem)
        else:
            self.problems[-1] = replace(last, help=f"{problem.message}: {problem.help}")

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
        self.unknown |= document is None and "=" not in name
        if document is None:
            return None
        if document.kind != "house_rule":
            text = f"{document.id!r} is a game, not a house rule"
            self.refuse(Problem("X033", text, place, for_a_game(document, place)))
            above = Collector(given=self.given)
            self.misnamed += above.chain(document.path, place)
            self.unknown |= above.unread or above.orphan
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
