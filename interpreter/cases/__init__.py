"""Cases: examples of a game's rules with the right answers, in files beside the profiles.

    for case in load_cases(Path("profiles/pagat-54.cases.yaml")).cases:
        outcome = run(case)

Loading finds everything that is wrong with a file; running says whether the rules give the answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from interpreter.cases.auction import read_auction
from interpreter.cases.mending import Readable, readable
from interpreter.cases.reading import Findings, Reader
from interpreter.cases.record import read_record
from interpreter.cases.score import read_score
from interpreter.cases.single import Check, read_game, read_legal, read_trick
from interpreter.errors import InputError, Place, Problem, meant_by
from interpreter.model import Profile
from interpreter.profile.doubled import seconds
from interpreter.profile.keys import key_order
from interpreter.profile.library import read_bytes, shown
from interpreter.profile.load import load
from interpreter.profile.nodes import Double, Mapping, Node, Scalar, follow
from interpreter.profile.schema import validate
from interpreter.profile.source import parse

__all__ = ["Case", "CaseFile", "Verdict", "load_cases", "read_cases", "run"]

KINDS: dict[str, Callable[[Reader], Check]] = {
    "trick": read_trick,
    "legal": read_legal,
    "auction": read_auction,
    "score": read_score,
    "record": read_record,
    "game": read_game,
}
EXPECTED: dict[str, frozenset[str]] = {
    "auction": frozenset(("next", "legal", "allows", "refuses", "contract", "declarer", "outcome")),
    "score": frozenset(("points", "after", "counted", "made", "over", "winner", "match_winner", "result")),
    "game": frozenset(("title", "first_dealer", "refused")),
}
"""Keys that hold an answer, for the kinds whose answers are all optional."""


@dataclass(frozen=True, slots=True)
class Case:
    """One example. `reference` names the rules in force; `todo` says why it is expected to fail, if it is.

    One that isn't `sound` can't be run; `problems` say what is wrong with it and with its rules. They are empty where
    the file says already what is missing. One that was read only in `part` may hold more, for its rules don't load.
    `kind` is empty where it isn't known.
    """

    name: str
    kind: str
    source: str
    reference: str
    place: Place
    todo: str | None = None
    check: Check = field(default=lambda _: None, repr=False, compare=False)
    sound: bool = True
    part: bool = False
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file, in its order; `problems` are those of the file itself, outside its cases."""

    path: Path
    reference: str
    cases: tuple[Case, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def in_part(self) -> int:
        """How many cases could only be read in part, because of what is wrong with their rules."""
        return sum(case.part for case in self.cases)

    def every_problem(self) -> list[Problem]:
        """Return what is wrong with the file and its cases, each thing once, sorted."""
        found = {*self.problems, *(problem for case in self.cases for problem in case.problems)}
        return sorted(found, key=Problem.sort_key)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a case: `message` says what was expected and found, or why a failure was expected."""

    passed: bool
    message: str = ""
    place: Place | None = None


def load_cases(path: Path) -> CaseFile:
    """Read a file of cases and the rules that they are about, each reference once.

    Raises `InputError` with everything that is wrong in the file, and with what is wrong with the rules.
    """
    file = read_cases(path)
    problems = file.every_problem()
    if problems:
        raise InputError(problems)
    return file


def read_cases(path: Path) -> CaseFile:
    """Read a file of cases as `load_cases` does, but return what is wrong with it, beside the cases that can be run.

    Raises `InputError` where nothing of it can be read.
    """
    return Loading.of(path).file()


@dataclass(slots=True)
class Loading:
    """A file of cases while it is read. `profiles` holds the rules by reference, None for those that don't load."""

    path: Path
    text: Readable
    seconds: list[tuple[Double, Mapping]] = field(default_factory=list)
    """The values of keys that stand twice, each with the file as if it were used."""
    profiles: dict[str, Profile | None] = field(default_factory=dict)
    refused: dict[str, InputError] = field(default_factory=dict)
    """What is wrong with the references that don't load. Cases are read under the game that was plainly meant."""

    @classmethod
    def of(cls, path: Path) -> Self:
        """Begin with a file. Raises `InputError` where nothing of it can be read."""
        problems: list[Problem] = []
        raw = read_bytes(path, shown(path), problems, None)
        node = None if raw is None else parse(raw, shown(path), problems)
        if isinstance(node, Mapping):
            unread = (problem for problem in problems if problem.severity == "error")
            return cls(path, readable(node, unread), list(seconds(node)))
        if node is not None and not problems:
            validate(node, "cases", False, problems)
        raise InputError(problems)

    def file(self) -> CaseFile:
        """Read all cases."""
        problems = self.text.problems
        if not self.text.trees:
            raise InputError(problem for found in problems.values() for problem in found)
        cases = tuple(self.case(name) for name in self.text.names())
        named = texted(self.text.trees[0].entries.get("reference"))
        return CaseFile(self.path, named or "", cases, (*problems.get(None, ()), *self.in_seconds()))

    def in_seconds(self) -> Iterator[Problem]:
        """Yield what is wrong with values that aren't used, since their keys stand twice."""
        for double, root in self.seconds:
            other = replace(self, text=readable(root, ()), seconds=[])
            found = [problem for problems in other.text.problems.values() for problem in problems]
            if other.text.trees and double.path[0] == "cases":
                found += [problem for name in double.path[1:2] for problem in other.case(str(name)).problems]
            yield from (problem for problem in dict.fromkeys(found) if double.holds(problem.place))

    def case(self, name: str) -> Case:
        """Read one case, in all ways that are left where it has faults."""
        readings = [self.read(tree, name) for tree in self.text.trees]
        case, problems = readings[0]
        if name in self.text.problems:
            problems = self.text.told(name, [found for one, found in readings if one.sound])
        return replace(case, sound=case.sound and not problems, problems=tuple(problems))

    def read(self, tree: Mapping, name: str) -> tuple[Case, list[Problem]]:
        """Read a case as it stands in a tree, and what is wrong with it; it isn't sound where it can't be read."""
        problems: list[Problem] = []
        node = follow(tree, ("cases", name))
        if not isinstance(node, Mapping):
            return Case(name, "", "", "", tree.place_of("cases"), sound=False), problems
        entries = node.entries
        rules, own = entries.get("rules"), entries.get("reference") or tree.entries.get("reference")
        reference = f"{texted(own) or ''}{texted(rules) or ''}"
        kinds = [key for key in KINDS if key in entries]
        case = Case(
            name=name,
            kind=kinds[0] if kinds else "",
            source=texted(entries.get("source")) or "",
            reference=reference,
            place=node.place_of(kinds[0]) if kinds else node.place(),
            todo=texted(entries.get("todo")),
        )
        lost = [
            key for key in ("rules", "reference") if ("cases", name, key) in self.text.faulty and key not in entries
        ]
        if not isinstance(own, Scalar) or lost or not kinds:  # it isn't known which game it is about, or what it shows
            return replace(case, sound=False), problems
        named = rules if isinstance(rules, Scalar) else own
        checks = [self.check(reference, named, kind, node, problems) for kind in kinds]
        problems += self.of_rules(reference, own)
        part = self.profiles.get(reference) is None and reference in self.profiles
        return replace(case, check=checks[0] or case.check, part=part), problems

    def of_rules(self, reference: str, own: Scalar) -> list[Problem]:
        """Return why a reference doesn't load: what is wrong with it without the case's rules, and what with these."""
        refused = self.wrong_with(reference)
        if not refused or reference == own.text:
            return [*refused]
        self.profile(own.text, own)
        before = self.wrong_with(own.text)
        said = {(problem.code, problem.message) for problem in before}
        return [*before, *(problem for problem in refused if (problem.code, problem.message) not in said)]

    def wrong_with(self, reference: str) -> tuple[Problem, ...]:
        """Return what is wrong with the rules that a reference names, once they were loaded."""
        return self.refused[reference].problems if reference in self.refused else ()

    def check(self, reference: str, named: Scalar, kind: str, node: Mapping, problems: list[Problem]) -> Check | None:
        """Read what a case checks, and what is wrong with it; None where its rules aren't known."""
        below = node.entries[kind]
        assert isinstance(below, Mapping)
        if kind == "game" and "refused" in below.entries:
            for key in below.entries.keys() - {"refused"}:
                said = f"rules that are refused have no `{key}`"
                problems.append(Problem("T022", said, below.place_of(key), f"leave `{key}` out, or `refused`"))
            return self.refusal(reference, named, below.entries["refused"])
        problems += expects_nothing(kind, below)
        profile = self.profile(reference, named)
        if profile is not None:
            return KINDS[kind](Reader(profile, below, problems))
        from interpreter.cases.beside import beside  # only needed once something is wrong

        problems += beside(self.refused[reference], KINDS[kind], below)
        return None

    def profile(self, reference: str, named: Scalar) -> Profile | None:
        """Load the rules that a reference names, once."""
        if reference not in self.profiles:
            self.profiles[reference] = None
            try:
                self.profiles[reference] = load(reference, named.place(), self.path.parent)
            except InputError as error:
                self.refused[reference] = error
                meant = reference_meant(reference, error.problems)
                with suppress(InputError):
                    self.profiles[reference] = None if meant is None else load(meant, None, self.path.parent)
        return self.profiles[reference]

    def refusal(self, reference: str, named: Scalar, text: object) -> Check:
        """Return the check that rules are refused, for a reason that holds a text as whole words."""
        assert isinstance(text, Scalar)
        folder, place = self.path.parent, named.place()
        whole = re.compile(rf"(?<!\w){re.escape(text.text)}(?!\w)")

        def check(findings: Findings) -> None:
            try:
                load(reference, place, folder)
            except InputError as error:
                if not any(whole.search(f"{problem.code} {problem.message}") for problem in error.problems):
                    findings.add(
                        f"expected {text.text!r} in the refusal, found {error.problems[0].message!r}", text.place()
                    )
            else:
                findings.add(f"expected {reference!r} to be refused; it loads", text.place())

        return check


def expects_nothing(kind: str, node: Mapping) -> Iterator[Problem]:
    """Yield a problem where a case would hold whatever the rules are; one that plays some actions says that it can."""
    below, answers = node, EXPECTED.get(kind)
    if kind == "record" and "actions" not in node.entries:
        then = node.entries.get("then")
        if isinstance(then, Mapping):
            below, answers = then, frozenset(key_order("cases", ("cases", "", "record", "then")))
    if answers is None or any(key in answers and says(entry) for key, entry in below.entries.items()):
        return
    yield Problem("T002", "this case expects nothing", below.place(), f"add one of: {', '.join(sorted(answers))}")


def says(node: Node) -> bool:
    """Whether something is expected in a node: an empty list is an answer, such as that nothing is legal."""
    return any(map(says, node.entries.values())) if isinstance(node, Mapping) else True


def texted(node: Node | None) -> str | None:
    """Return the text of a scalar."""
    return node.text if isinstance(node, Scalar) else None


def reference_meant(reference: str, problems: tuple[Problem, ...]) -> str | None:
    """Return a reference with each name in it that isn't known as it was plainly meant; None where none was."""
    for problem in problems:
        word = re.search("'([^']+)'", problem.message)
        near = meant_by(problem.help)
        if word is None or near is None:
            return None
        reference, count = re.subn(rf"(?<![\w-]){re.escape(word[1])}(?![\w-])", near, reference)
        if not count:
            return None
    return reference


def run(case: Case) -> Verdict:
    """Check a case, which has to be sound, against its rules. One with `todo` passes while it fails."""
    findings = Findings()
    case.check(findings)
    if case.todo is not None:
        if findings.found:
            return Verdict(True, f"todo: {case.todo}")
        return Verdict(False, "this case holds: take its `todo` out", case.place)
    if not findings.found:
        return Verdict(True)
    return Verdict(False, "; ".join(text for text, _ in findings.found), findings.found[0][1])
