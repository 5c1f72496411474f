"""Whose line made it so: a problem that shows in a line of a parent, or of a house rule, and comes of a later file.

One rule for all of them. The problem stands at the later file's line without which it isn't there (the first, where
any of several mends it), and the line where it shows is a note. Such a line is found by checking the game without
the file's top-level keys, one at a time, and then without what stands below them; nothing is guessed. Where no line is
found to be the cause, the problem stays where it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.errors import MEANT, Place, Problem
from interpreter.expression.unknown import OWN_NAME
from interpreter.profile.compose import Files, Gathered
from interpreter.profile.library import Document
from interpreter.profile.merge import OWN_KEYS, WORDING
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, follow, said, size
from interpreter.resources import profiles_folder

Key: TypeAlias = tuple[str, Place | None]
Keys: TypeAlias = set[Key]
"""Codes and places of problems."""
Left: TypeAlias = Callable[[Files], Iterable[Problem]]
"""What is wrong with a game where some of its files are given."""
Path: TypeAlias = tuple[str | int, ...]

MAX_TRIES = 12
MAX_ENTRIES = 350
"""How many keys and items of lists a game's files may have together for anything to be tried."""
MAX_SAID = 40
"""How long a value may be that is told as what stood there before."""
SHOWN = "it shows here"
DESCRIBED = re.compile(r"\w+: ")
"""How a remedy begins that says what a missing key is."""
LACKING = "say under "
"""How a remedy begins that says what a line lacks elsewhere, the line itself being right perhaps."""
BLAME = "this line "
"""How a note begins that says of a line what it did, as `blame` writes them."""
UNFIT = frozenset(("X011", "X012", "X034", "X036", "X039"))
"""What is told of house rules that don't fit a game or each other; that is no mistake of theirs."""
IDLE = "X036"
"""What is told of a house rule of which nothing is left."""
TELLING = (BLAME, "the phase stands here")
"""How notes begin whose line is the cause for certain."""


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


def traced(problems: Iterable[Problem], gathered: Gathered, left: Left) -> list[Problem]:
    """Return problems where they come from; `left` says what is wrong once lines are left out, some 12 times at most.

    Each time costs as much as a check. Problems of one code that come of one line are folded into the first.
    """
    told = list(problems)
    known = {(problem.code, problem.place) for problem in told}
    told = [at_note(problem, gathered, TELLING) for problem in told]
    shown = {key for problem in told if any(later((key := (problem.code, problem.place))[1], gathered))}
    if sum(size(document.root) for document in gathered.documents) > MAX_ENTRIES:
        shown = set()
    search = Search(gathered, known, left, {(p.code, p.place): {place for _, place in p.notes} for p in told})
    causes = search.causes(shown) if shown else {}
    causes |= search.causes_beside(causes)
    return folded(
        (at_rule(problem, cause, gathered) or moved(problem, cause, gathered))
        if (cause := causes.get((problem.code, problem.place)))
        else at_note(problem, gathered)
        for problem in told
    )


def later(place: Place | None, gathered: Gathered) -> Iterator[Document]:
    """Yield the files that are laid over the one of a place and are their author's to change, or a reference's own."""
    names = [document.name for document in gathered.documents]
    if place is None or place.file not in names:
        return
    for document in gathered.documents[names.index(place.file) + 1 :]:
        if is_own(document, gathered):
            yield document


def is_own(document: Document, gathered: Gathered) -> bool:
    """Whether a file doesn't come with the program; if all of them do, whether it is the very game that is checked."""
    own = [one for one in gathered.documents if not one.path.is_relative_to(profiles_folder())]
    composed = gathered.composed
    game = gathered.documents[-1] if composed is None else composed.profile
    return any(document is one for one in own or [game])


def at_note(problem: Problem, gathered: Gathered, starts: tuple[str, ...] = ("",)) -> Problem:
    """Return a problem at the later line that one of its notes names already, if that starts so."""
    files = {document.name for document in later(problem.place, gathered)}
    for text, place in problem.notes:
        if place is not None and place.file in files and text.startswith(starts):
            message = f"{problem.message}: {text}" if text.startswith(BLAME) else problem.message
            rest = tuple(note for note in problem.notes if note != (text, place))
            return replace(problem, message=message, place=place, notes=((SHOWN, problem.place), *rest))
    return problem


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
    tries: int = 0
    unclear: list[Line] = field(default_factory=list)
    """Lines without which other things are wrong instead."""
    mended: dict[Path, Keys] = field(default_factory=dict)
    """What is gone without a line, by its path."""

    def causes(self, shown: Keys) -> dict[Key, Cause]:
        """Return what each of some problems comes of; some come of nothing that can be told."""
        alone: dict[Key, Cause] = {}
        together: dict[Key, Cause] = {}
        waiting = [(narrowed(line), shown) for line in self.likely(self.sections(shown), shown)]
        while waiting and self.tries < MAX_TRIES:
            line, asked = waiting.pop(0)
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
                waiting[:0] = [(narrowed(below), gone) for below in self.likely(line.below(), gone)]
        found = together | alone
        if shown - found.keys() and len(self.unclear) > 1 and self.tries < MAX_TRIES:
            gone, lines = self.gone(self.unclear)
            found = dict.fromkeys(shown & gone, Cause(tuple(lines), together=True)) | found
        return found

    def likely(self, lines: Iterable[Line], shown: Keys) -> list[Line]:
        """Return lines, first those of which the notes of some problems speak."""
        spoken = set[Place | None]().union(*(self.noted.get(key, ()) for key in shown)) - {None}
        return sorted(lines, key=lambda line: not any(within(line, place) for place in spoken))

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
        self.tries += 1
        now = [problem for problem in self.left(without(lines)) if problem.code != IDLE]
        new = [problem for problem in now if (problem.code, problem.place) not in self.known]
        gone = self.known - {(problem.code, problem.place) for problem in now}
        if not new:
            return gone, lines
        sure = gone & self.alone(lines) if gone and self.tries < MAX_TRIES else set()
        if sure or len(lines) > 1:
            return sure, lines
        meant = {place for problem in new for place in (problem.place, *(place for _, place in problem.notes))}
        more = [line for line in self.sections(self.known) if any(within(line, place) for place in meant)]
        if more and self.tries < MAX_TRIES:
            gone, both = self.gone([*lines, *(leaf_at(line, meant) for line in more)])
            if gone:
                return gone, both
        self.unclear += lines
        return set(), lines

    def alone(self, lines: list[Line]) -> Keys:
        """Return the problems that are there with these lines and no other of the files that may be the cause."""
        self.tries += 1
        beside = list(self.sections(self.known))
        for line in lines:
            for length in range(1, len(line.path)):
                beside += Line(line.document, line.path[:length]).below()
        others = [other for other in beside if not any(is_part(line, other) for line in lines)]
        return {(problem.code, problem.place) for problem in self.left(without(others))}


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


def at_rule(problem: Problem, cause: Cause, gathered: Gathered) -> Problem | None:
    """Return a problem that shows in an author's own house rule, and comes of naming that: the rule is to be mended."""
    place = problem.place
    if problem.code in UNFIT:
        return None
    shows = next((document for document in gathered.documents if place and document.name == place.file), None)
    if shows is None or shows.kind != "house_rule" or not is_own(shows, gathered):
        return None
    if any(line.path[0] != "house_rules" for line in cause.lines):
        return None
    return replace(problem, notes=(*problem.notes, *(("it is named here", line.place()) for line in cause.lines)))


def moved(problem: Problem, cause: Cause, gathered: Gathered) -> Problem:
    """Return a problem at the first line that it comes of, with the others and the line where it shows as notes."""
    first, *others = sorted(cause.lines, key=lambda line: (line.document.name, line.place().line, line.place().column))
    text = "together with this line" if cause.together else "without this line, too, it is gone"
    own = [note for note in problem.notes if note[1] != first.key_place()]
    notes = ((SHOWN, problem.place), *((text, other.place()) for other in others), *own)
    return replace(problem, place=first.place(), notes=notes, help=remedy(problem, first, gathered))


def remedy(problem: Problem, line: Line, gathered: Gathered) -> str | None:
    """Return what mends a problem at the line that it comes of, and what does if that line is meant."""
    help = problem.help
    if problem.code[0] == "X":  # of the files: it is meant for the line that names the other
        place = problem.place
        if place is None or problem.code != "X039" or not (help or "").startswith(MEANT):
            return help
        own = any(one.name == place.file for one in gathered.documents if is_own(one, gathered))
        return help if own else f"leave it out (it needs {place.text[place.column - 1 : place.end_column - 1]})"
    before, verb = what_was(line, gathered)
    fits = f"`{before}`, which this line {verb}, fits" if 0 < len(before) <= MAX_SAID else "leave this out"
    # what is near to what isn't there any more
    if help is None or help.startswith((MEANT, "one of: ", OWN_NAME)):
        return fits
    if help.startswith(LACKING):
        return f"{help}; or {'go back to ' + f'`{before}`' if 0 < len(before) <= MAX_SAID else 'leave this out'}"
    if help.startswith("leave it out"):
        return f"{fits}; if you mean this, leave out what is shown below"
    return f"{fits}; if you mean this, {'add ' if DESCRIBED.match(help) else ''}{help}"


def what_was(line: Line, gathered: Gathered) -> tuple[str, str]:
    """Return what a line replaced or removed, "" for nothing that can be said in a few words; and which of these."""
    composed = gathered.composed
    if composed is None:
        return "", ""
    for removal in composed.removals:
        if removal.path == line.path and removal.place == line.place():
            return "" if isinstance(removal.node, Mapping) else said(removal.node), "removes"
    merged = follow(composed.tree, line.path)
    old = None if merged is None else merged.replaced
    return ("" if old is None or isinstance(old, Mapping) else said(old)), "replaces"


def folded(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems, those of one code and line that show elsewhere as one."""
    told: dict[object, Problem] = {}
    for problem in problems:
        shows = problem.notes[0][1] if problem.notes and problem.notes[0][0] == SHOWN else None
        key: object = (problem.code, problem.place) if shows else problem
        first = told.get(key)
        if first is not None and shows:
            problem = replace(first, notes=(*first.notes, (f"here, too: {problem.message}", shows)))
        told[key] = problem
    return list(told.values())
