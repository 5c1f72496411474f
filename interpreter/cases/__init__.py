"""Cases: examples of a game's rules with the right answers, in files beside the profiles.

    for case in load_cases(Path("profiles/pagat-54.cases.yaml")).cases:
        outcome = run(case)

Loading finds everything that is wrong with a file; running says whether the rules give the answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.cases.auction import read_auction
from interpreter.cases.reading import Findings, Reader
from interpreter.cases.record import read_record
from interpreter.cases.score import read_score
from interpreter.cases.single import Check, read_game, read_legal, read_trick
from interpreter.errors import InputError, Place, Problem
from interpreter.model import Profile
from interpreter.profile.library import read_bytes, shown
from interpreter.profile.load import load
from interpreter.profile.nodes import Mapping, Scalar
from interpreter.profile.schema import validate
from interpreter.profile.source import parse

__all__ = ["Case", "CaseFile", "Verdict", "load_cases", "run"]

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
    """One example. `reference` names the rules in force; `todo` says why it is expected to fail, if it is."""

    name: str
    kind: str
    source: str
    reference: str
    place: Place
    todo: str | None = None
    check: Check = field(default=lambda _: None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file, in its order."""

    path: Path
    reference: str
    cases: tuple[Case, ...]


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
    problems: list[Problem] = []
    raw = read_bytes(path, shown(path), problems, None)
    node = None if raw is None else parse(raw, shown(path), problems)
    if node is not None and not problems:
        validate(node, "cases", False, problems)
    if problems or not isinstance(node, Mapping):
        raise InputError(problems)
    return Loading(path, node, problems).file()


@dataclass(slots=True)
class Loading:
    """A file of cases while it is read. `profiles` holds the rules by reference, None for those that don't load."""

    path: Path
    node: Mapping
    problems: list[Problem]
    profiles: dict[str, Profile | None] = field(default_factory=dict)

    def file(self) -> CaseFile:
        """Read all cases."""
        reference = self.node.entries["reference"]
        found = self.node.entries["cases"]
        assert isinstance(reference, Scalar)
        assert isinstance(found, Mapping)
        cases = [self.case(reference, name, node) for name, node in found.entries.items() if isinstance(node, Mapping)]
        if self.problems:
            raise InputError(self.problems)
        return CaseFile(self.path, reference.text, tuple(cases))

    def case(self, reference: Scalar, name: str, node: Mapping) -> Case:
        """Read one case."""
        rules, todo, source, own = (node.entries.get(key) for key in ("rules", "todo", "source", "reference"))
        reference = own if isinstance(own, Scalar) else reference
        text = reference.text + (rules.text if isinstance(rules, Scalar) else "")
        kind = next(key for key in KINDS if key in node.entries)
        check = self.check(text, rules if isinstance(rules, Scalar) else reference, kind, node)
        place = node.keys[kind][0].place(*node.keys[kind][1:])
        return Case(
            name=name,
            kind=kind,
            source=source.text if isinstance(source, Scalar) else "",
            reference=text,
            place=place,
            todo=todo.text if isinstance(todo, Scalar) else None,
            check=check or (lambda _: None),
        )

    def check(self, reference: str, named: Scalar, kind: str, node: Mapping) -> Check | None:
        """Read what a case checks; None where its rules don't load."""
        below = node.entries[kind]
        assert isinstance(below, Mapping)
        if kind == "game" and "refused" in below.entries:
            return self.refusal(reference, named, below.entries["refused"])
        profile = self.profile(reference, named)
        if profile is None:
            return None
        reader = Reader(profile, below, self.problems)
        answers = EXPECTED.get(kind)
        if answers is not None and not answers & below.entries.keys():
            reader.report(
                "T002", "this case expects nothing", reader.place(), f"add one of: {', '.join(sorted(answers))}"
            )
        return KINDS[kind](reader)

    def profile(self, reference: str, named: Scalar) -> Profile | None:
        """Load the rules that a reference names, once."""
        if reference not in self.profiles:
            try:
                self.profiles[reference] = load(reference, named.place(), self.path.parent)
            except InputError as error:
                self.profiles[reference] = None
                self.problems.extend(error.problems)
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


def run(case: Case) -> Verdict:
    """Check a case against its rules. One with `todo` passes while it fails."""
    findings = Findings()
    case.check(findings)
    if case.todo is not None:
        if findings.found:
            return Verdict(True, f"todo: {case.todo}")
        return Verdict(False, "this case holds: take its `todo` out", case.place)
    if not findings.found:
        return Verdict(True)
    return Verdict(False, "; ".join(text for text, _ in findings.found), findings.found[0][1])
