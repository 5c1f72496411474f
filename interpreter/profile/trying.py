"""Which lines a problem comes of: those without which a game doesn't have it, found by trying the game without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace
from time import process_time
from typing import NamedTuple, TypeAlias

from interpreter.errors import Place, Problem
from interpreter.profile.collecting import Files
from interpreter.profile.compose import Gathered
from interpreter.profile.library import Document
from interpreter.profile.merge import OWN_KEYS, WORDING
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, follow
from interpreter.resources import profiles_folder

Key: TypeAlias = tuple[str, Place | None]
Keys: TypeAlias = set[Key]
"""Codes and places of problems."""
Left: TypeAlias = Callable[[Files], Iterable[Problem]]
"""What is wrong with a game where some of its files are given."""
Path: TypeAlias = tuple[str | int, ...]

MAX_TRIES = 12
MAX_WORK = 4_200
"""How many keys and items of lists are checked in all tries together: of large files there are fewer."""
MAX_SECONDS = 5.0
"""How long the processor may work on all tries together: what a check of a game takes can't be told from its size."""
FEW = 4
"""As many lines are tried one by one, so that all are found of which each alone mends a problem; more by halves."""
IDLE = "X036"
"""What is told of a house rule of which nothing is left."""


class Line(NamedTuple):
    """What a try leaves out: an entry of a file, with all that stands below it."""

    document: Document
    path: Path

    @property
    def node(self) -> Node:
        """What stands there."""
        found = follow(self.document.root, self.path)
        assert found is not None
        return found

    def place(self) -> Place:
        """Return where it stands: its value, or its key where that is a map or nothing."""
        node = self.node
        by_key = isinstance(node, Mapping) or (isinstance(node, Scalar) and node.value is None)
        return (self.key_place() if by_key else None) or node.place()

    def key_place(self) -> Place | None:
        """Return where its key stands; None for an item of a list."""
        holder = follow(self.document.root, self.path[:-1])
        return holder.place_of(str(self.path[-1])) if isinstance(holder, Mapping) else None

    def below(self) -> list[Line]:
        """Return the entries below it."""
        node = self.node
        if isinstance(node, Mapping):
            return [Line(self.document, (*self.path, key)) for key in node.entries]
        if isinstance(node, Sequence) and self.path == ("house_rules",):
            return [Line(self.document, (*self.path, index)) for index in range(len(node.items))]
        return []


class Cause(NamedTuple):
    """The lines that a problem comes of: each of them alone mends it if it is left out, or only all `together`."""

    lines: tuple[Line, ...]
    together: bool = False


@dataclass(slots=True)
class Search:
    """Looks for the lines that problems come of; `known` are all problems, `left` tries the game without some lines."""

    gathered: Gathered
    known: Keys
    left: Left
    noted: Dict[Key, set[Place | None]]
    """Where the notes of each problem stand."""
    most: int
    """How often the game may be tried."""
    tries: int = 0
    spent: float = 0.0
    """How many seconds they took."""
    unclear: list[Line] = field(default_factory=list)
    """Lines without which other things are wrong instead."""
    mended: dict[Path, Keys] = field(default_factory=dict)
    """What is gone without a line, by its path."""

    def causes(self, shown: Keys) -> dict[Key, Cause]:
        """Return what each of some problems comes of; some come of nothing that can be told."""
        shown = self.not_there_before(shown)
        alone: dict[Key, Cause] = {}
        together: dict[Key, Cause] = {}
        waiting = self.parted(self.sections(shown), shown)
        while waiting and self.tries < self.most:
            group, asked = waiting.pop(0)
            if len(group) > 1:
                waiting[:0] = self.halved(group, asked)
                continue
            line = narrowed(group[0])
            gone, lines = self.gone([line])
            self.mended[line.path] = gone
            gone = {key for key in asked & gone if line.document in later(key[1], self.gathered)}
            if len(lines) > 1:
                together = dict.fromkeys(gone, Cause(tuple(lines), together=True)) | together
                continue
            for key in gone:
                others = alone[key].lines if key in alone else ()
                alone[key] = Cause((*(other for other in others if not is_part(line, other)), line))
            if gone:
                waiting[:0] = self.parted(line.below(), gone)
        found = together | alone
        if shown - found.keys() and len(self.unclear) > 1 and self.tries < self.most:
            gone, lines = self.gone(self.unclear)
            found = dict.fromkeys(shown & gone, Cause(tuple(lines), together=True)) | found
        return found

    def not_there_before(self, shown: Keys) -> Keys:
        """Return problems without those that an author's own file has if nothing is laid over it."""
        shipped = {document.name for document in self.gathered.documents if is_shipped(document)}
        for file in sorted({place.file for _, place in shown if place is not None} - shipped):
            asked = {key for key in shown if key[1] is not None and key[1].file == file}
            shown = shown - asked.intersection(self.keys_left(list(self.sections(asked))))
        return shown

    def keys_left(self, lines: list[Line]) -> Keys:
        """Return the problems that are there without some lines."""
        return {(problem.code, problem.place) for problem in self.tried(lines)}

    def tried(self, lines: list[Line]) -> list[Problem]:
        """Return what is wrong without some lines; where such tries take long, lower how many there may be."""
        began = process_time()
        found = list(self.left(without(lines)))
        self.tries += 1
        self.spent += process_time() - began
        if self.spent * self.most > MAX_SECONDS * self.tries:
            self.most = int(MAX_SECONDS * self.tries / self.spent)
        return found

    def parted(self, lines: Iterable[Line], asked: Keys) -> list[tuple[list[Line], Keys]]:
        """Return lines one by one, likely ones first; where that would take too many tries, the others in one group."""
        likely = self.likely(lines, asked)
        if len(likely) <= max(FEW, self.most - self.tries - FEW):
            return [([line], asked) for line in likely]
        spoken = [line for line in likely if self.is_spoken_of(line, asked)][: max(FEW, self.most - self.tries - FEW)]
        return [*(([line], asked) for line in spoken), (likely[len(spoken) :], asked)]

    def halved(self, group: list[Line], asked: Keys) -> list[tuple[list[Line], Keys]]:
        """Return the half of some lines that each problem comes of: the first, else the second half."""
        half, rest = group[: len(group) // 2], group[len(group) // 2 :]
        gone = asked & self.gone(half)[0]
        return [(lines, keys) for lines, keys in ((half, gone), (rest, asked - gone)) if keys]

    def likely(self, lines: Iterable[Line], shown: Keys) -> list[Line]:
        """Return lines, first those of which the notes of some problems speak, or that name the file of one."""
        return sorted(lines, key=lambda line: not self.is_spoken_of(line, shown))

    def is_spoken_of(self, line: Line, shown: Keys) -> bool:
        """Whether a note of some problems speaks of a line, or it names the house rule that one shows in."""
        files = {place.file for _, place in shown if place is not None}
        composed = self.gathered.composed
        naming = {at for rule, at in (composed.named if composed else ()) if rule.name in files}
        spoken = naming.union(*(self.noted.get(key, ()) for key in shown)) - {None}
        return any(within(line, place) for place in spoken)

    def causes_beside(self, causes: Dict[Key, Cause]) -> dict[Key, Cause]:
        """Return the causes of problems in the later file itself that are gone without a line of which they speak.

        They are those of another problem of their code: that is one mistake.
        """
        return {
            key: cause
            for (code, _), cause in causes.items()
            for key in self.known
            if key[0] == code and key not in causes and cause.lines[0].key_place() in self.noted.get(key, ())
            if key in self.mended.get(cause.lines[0].path, ())
        }

    def sections(self, shown: Keys) -> Iterator[Line]:
        """Yield the top-level entries that may matter; the house rules that a file lists count, for they are named."""
        documents = {id(document): document for key in shown for document in later(key[1], self.gathered)}
        for document in documents.values():
            for key in document.root.entries:
                if key == "house_rules" or (key not in OWN_KEYS and key not in WORDING):
                    yield Line(document, (key,))

    def gone(self, lines: list[Line]) -> tuple[Keys, list[Line]]:
        """Return the problems that aren't there without some lines: none of them where there are new ones instead.

        What is new may have been hidden: then a problem is there with this line alone, too. What is new only because a
        line of the same file now lacks what it names is tried without that line, too; all lines that were left out are
        returned.
        """
        now = [problem for problem in self.tried(lines) if problem.code != IDLE]
        new = [problem for problem in now if (problem.code, problem.place) not in self.known]
        gone = self.known - {(problem.code, problem.place) for problem in now}
        if not new:
            return gone, lines
        sure = gone & self.alone(lines) if gone and self.tries < self.most else set()
        if sure or len(lines) > 1:
            return sure, lines
        meant = {place for problem in new for place in (problem.place, *(place for _, place in problem.notes))}
        more = [line for line in self.sections(self.known) if any(within(line, place) for place in meant)]
        if more and self.tries < self.most:
            gone, both = self.gone([*lines, *(leaf_at(line, meant) for line in more)])
            if gone:
                return gone, both
        self.unclear += lines
        return set(), lines

    def alone(self, lines: list[Line]) -> Keys:
        """Return the problems that are there with these lines and no other of the files that may be the cause."""
        beside = list(self.sections(self.known))
        for line in lines:
            for length in range(1, len(line.path)):
                beside += Line(line.document, line.path[:length]).below()
        others = [other for other in beside if not any(is_part(line, other) for line in lines)]
        return self.keys_left(others)


def narrowed(line: Line) -> Line:
    """Return the only entry below a line, and so on."""
    while len(below := line.below()) == 1:
        line = below[0]
    return line


def is_part(line: Line, other: Line) -> bool:
    """Whether a line is another, or stands below it."""
    return line.document is other.document and line.path[: len(other.path)] == other.path


def within(line: Line, place: Place | None) -> bool:
    """Whether a place is in an entry."""
    return place is not None and place.file == line.document.name and place in set(places(line))


def places(line: Line) -> Iterator[Place | None]:
    """Yield where an entry and all below it stand: keys and values."""
    yield line.key_place()
    yield line.node.place()
    for below in line.below():
        yield from places(below)


def leaf_at(line: Line, meant: Iterable[Place | None]) -> Line:
    """Return the lowest entry that holds those of some places that are in a line."""
    wanted = [place for place in meant if within(line, place)]
    for below in line.below():
        if all(within(below, place) for place in wanted):
            return leaf_at(below, wanted)
    return line


def without(lines: list[Line]) -> Files:
    """Return files without some of their lines."""
    files: Files = {}
    for line in lines:
        document = files.get(line.document.path) or line.document
        root = cut(document.root, line.path)
        files[line.document.path] = document._replace(root=root, whole=False)
    return files


def cut(node: Mapping, path: Path) -> Mapping:
    """Return a map without what a path leads to, and without the maps that are empty then."""
    key, *rest = path
    entries, keys = dict(node.entries), dict(node.keys)
    old = entries.pop(str(key), None)
    new: Node | None = None
    if rest and isinstance(old, Mapping):
        new = cut(old, tuple(rest))
        new = new if new.entries else None
    elif rest and isinstance(old, Sequence):
        new = replace(old, items=[item for index, item in enumerate(old.items) if index != rest[0]])
    if new is None:
        keys.pop(str(key), None)
        return replace(node, entries=entries, keys=keys)
    return replace(node, entries={**node.entries, str(key): new})


def later(place: Place | None, gathered: Gathered) -> Iterator[Document]:
    """Yield the files that are laid over the one of a place and are their author's to change, or a reference's own."""
    names = [document.name for document in gathered.documents]
    if place is None or place.file not in names:
        return
    for document in gathered.documents[names.index(place.file) + 1 :]:
        if is_own(document, gathered):
            yield document


def is_shipped(document: Document) -> bool:
    """Whether a file comes with the program."""
    return document.path.is_relative_to(profiles_folder())


def is_own(document: Document, gathered: Gathered) -> bool:
    """Whether a file doesn't come with the program; if all of them do, whether it is the very game that is checked."""
    if not is_shipped(document):
        return True
    composed = gathered.composed
    game = gathered.documents[-1] if composed is None else composed.profile
    return document is game and all(map(is_shipped, gathered.documents))
