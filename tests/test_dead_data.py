"""No dead data: whatever is changed in a shipped profile or house rule, some case or recorded deal notices.

A change is noticed when the rules are refused at load, or when a case of the profile (for a house rule: a case with
that rule in force; for a base: a case of a game that extends it) or a recorded deal comes out otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from interpreter import cases as casing
from interpreter.cases import Loading, run
from interpreter.cases.mending import Readable
from interpreter.errors import InputError, Place, Problem
from interpreter.model import Profile
from interpreter.profile.check import check, proved
from interpreter.profile.compose import compose
from interpreter.profile.nodes import Mapping, data
from interpreter.profile.source import parse
from interpreter.replay import replay
from interpreter.resources import profiles_folder
from interpreter.scoring import Result
from tests.mutants import Mutant, in_place_of, mutants, replaced

SHIPPED = profiles_folder()
GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(path for path in SHIPPED.rglob("*.yaml") if not path.stem.endswith(".cases"))

EXCEPTIONS: tuple[tuple[str, str, str], ...] = (
    (r".*", r"terms\.trick.*", "how the screen calls a trick; the tests of the program look at that"),
    (r".*", r"terms\.\w+: .* swapped", "which of several words is printed; all of them are read"),
    (r".*", r"flow: name_trump and name_dir swapped", "only one of them takes place, by the kind of the bid"),
    (r"tom-w-cincinnati", r"terms\.(down|nt): deleted", "its parent understands these words too, but prints others"),
    (r".*", r"phases\.\w+\.show: deleted", "the kitty isn't shown unless the rules say so; said for the reader"),
    (r".*", r"phases\.\w+\.pick\.\w+: .* swapped", "the order in which choices are offered is no rule"),
    (r".*", r"deck\.(suits|ranks|extra): .* swapped", "the order in which the pack is written ranks nothing"),
    (r".*", r"cards\.(faces|honours): .* swapped", "a set of cards here; it ranks nothing"),
    (r".*", r"score\.\w+\.when: (\w+\.books) > 6 -> \1 (>= 6|> 5)", "the row adds nothing for six books"),
    (r"deuce-second", r"house_rules: .* swapped", "the order in which house rules are named doesn't matter"),
)
"""Changes that can't matter: file, leaf and change (regular expressions), and why."""


@dataclass(frozen=True, slots=True)
class CaseText:
    """A case before it is read: where it stands, its game, and the IDs of all that its reference names."""

    file: Path
    name: str
    profile: str
    ids: frozenset[str]


@dataclass(slots=True)
class Jury:
    """The cases and records that can notice a change to one file, the last to notice one first."""

    path: Path
    cases: list[CaseText]
    records: list[Path] = field(default_factory=list)

    def dismiss_failing(self) -> None:
        """Dismiss the cases that fail as it is: they would notice anything."""
        unchanged = json.dumps(data(parsed(self.path)))
        with in_place_of(self.path, unchanged), replaced(casing, "load", cache(fresh)):
            self.cases = [case for case in self.cases if not comes_out_otherwise(case)]
            self.records = [record for record in self.records if not goes_otherwise(record)]

    def notices(self, mutant: Mutant) -> bool:
        """Whether a change is noticed."""
        with in_place_of(self.path, mutant.text), replaced(casing, "load", cache(fresh)):
            for place, case in enumerate(self.cases):
                if comes_out_otherwise(case):
                    self.cases.insert(0, self.cases.pop(place))
                    self.cases.sort(key=lambda case: len(case.ids))  # more rules take longer to load
                    return True
            return any(goes_otherwise(record) for record in self.records)


def fresh(reference: str, place: Place | None = None, beside: Path | None = None) -> Profile:
    """Return the rules that a reference names, checked anew and kept nowhere."""
    composed = compose(reference, place, beside)
    return proved(check(composed), composed)


def comes_out_otherwise(text: CaseText) -> bool:
    """Whether a case, which holds, fails now or can't even be read."""
    root = parsed(text.file)
    case = Loading(text.file, Readable((root,), {})).case(text.name)
    return not case.sound or not run(case).passed


@cache
def parsed(path: Path) -> Mapping:
    """Return a file as it is."""
    problems: list[Problem] = []
    node = parse(path.read_bytes(), path.name, problems)
    assert isinstance(node, Mapping), problems
    return node


# ---- recorded deals


def goes_otherwise(record: Path) -> bool:
    """Whether a record can't be played to its end now, or scores otherwise."""
    try:
        rules = casing.load(recorded()[record], None, None)
        with replay(record, rules=rules) as going:
            going.finish()
    except InputError:
        return True
    return going.stopped is not None or summary(going.state.results) != usual(record)


@cache
def usual(record: Path) -> object:
    """Return what a record comes to by its own rules."""
    with replay(record) as going:
        going.finish()
    return summary(going.state.results)


def summary(results: list[Result]) -> object:
    """Return what can be compared of the deals' results."""
    return [(result.books, result.points, result.over, result.winner, dict(result.after.tallies)) for result in results]


@cache
def recorded() -> dict[Path, str]:
    """Return the recorded games with the rules that they were played by."""
    found = {}
    for path in sorted(GOLDEN.rglob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            header = json.loads(next(lines))
        if "bidwhist" in header:
            found[path] = str(header["reference"])
    return found


# ---- who can notice


def ids_of(reference: str) -> frozenset[str]:
    """Return the IDs that a reference names, with the house rules that its house rules bring along."""
    found = set[str]()
    waiting = [name for name in reference.split("+") if "=" not in name]
    while waiting:
        name = waiting.pop()
        found.add(name)
        path = SHIPPED / "house-rules" / f"{name}.yaml"
        if path.is_file():
            waiting += words(parsed(path), "house_rules")
    return frozenset(found)


def words(root: Mapping, key: str) -> list[str]:
    """Return a list of words of a file, whichever way it is written."""
    value = data(root.entries[key]) if key in root.entries else []
    return [str(word) for word in (value.split() if isinstance(value, str) else value or [])]  # type: ignore[union-attr]


@cache
def all_cases() -> tuple[CaseText, ...]:
    """Return every shipped case."""
    return tuple(case for path in sorted(SHIPPED.rglob("*.cases.yaml")) for case in cases_of(path))


def cases_of(path: Path) -> Iterator[CaseText]:
    """Yield the cases of a file; those with `todo` notice nothing."""
    root = parsed(path)
    reference, found = data(root.entries["reference"]), root.entries["cases"]
    assert isinstance(found, Mapping)
    for name, node in found.entries.items():
        case = data(node)
        assert isinstance(case, dict)
        if "todo" not in case:
            named = f"{reference}{case.get('rules', '')}"
            yield CaseText(path, name, named.partition("+")[0], ids_of(named))


def lineage(name: str) -> Iterator[str]:
    """Yield a profile's ID and those of all that it extends."""
    while name:
        yield name
        path = next(path for path in FILES if path.stem == name)
        entry = parsed(path).entries.get("extends")
        name = str(data(entry)) if entry is not None else ""


def jury_of(path: Path) -> Jury:
    """Return the cases and records that are about a file."""
    root = parsed(path)
    if "house_rule" in root.entries:
        concerned = [case for case in all_cases() if path.stem in case.ids]
    elif "abstract" in root.entries:
        concerned = [case for case in all_cases() if path.stem in lineage(case.profile)]
    else:
        concerned = [case for case in all_cases() if case.file.name == f"{path.stem}.cases.yaml"]
    records = [record for record, reference in recorded().items() if path.stem in ids_of(reference)]
    plain = sorted(concerned, key=lambda case: len(case.ids))
    return Jury(path, plain, records)


def domains(jury: Jury) -> list[tuple[str, ...]]:
    """Return the words of the games that a file is about, each list in its order: values of fields, kinds of bids."""
    found: dict[tuple[str, ...], None] = {("S", "H", "D", "C", "none"): None}
    for name in dict.fromkeys(case.profile for case in jury.cases):
        profile = fresh(name)
        for values in profile.fields.values():
            found[tuple(value for value in values if isinstance(value, str))] = None
    return [domain for domain in found if len(domain) > 1]


def excuses(path: Path, mutant: Mutant) -> list[str]:
    """Return why a change is known not to matter."""
    return [
        reason
        for file, leaf, reason in EXCEPTIONS
        if re.fullmatch(file, path.stem) and re.fullmatch(leaf, str(mutant), re.DOTALL)
    ]


@cache
def changes_of(path: Path) -> tuple[Mutant, ...]:
    """Return every change to a file."""
    return tuple(mutants(path, domains(jury_of(path))))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_dead_data(path: Path) -> None:
    jury = jury_of(path)
    jury.dismiss_failing()
    found = [str(mutant) for mutant in changes_of(path) if not excuses(path, mutant) and not jury.notices(mutant)]
    assert not found, "nothing notices these changes:\n" + "\n".join(found)


def test_every_exception_is_one() -> None:
    used = {reason for path in FILES for mutant in changes_of(path) for reason in excuses(path, mutant)}
    assert not [reason for _, _, reason in EXCEPTIONS if reason not in used]


def test_changes_of_each_kind() -> None:
    path = SHIPPED / "parr-oregon.yaml"
    found = {str(mutant) for mutant in mutants(path, [("lead", "no_trump")])}
    assert found >= {
        "params.goal: 11 -> 12",
        "params.goal: 11 -> 10",
        "game.win: mine.total >= goal -> mine.total > goal",
        "game.win: mine.total >= goal -> theirs.total >= goal",
        "game.tie: declarers -> defenders",
        "flow: without call",
        "flow: auction and call swapped",
        "phases.play.opening.when: contract.call == lead -> contract.call == no_trump",
        "phases.auction.pass_is_final: true -> false",
        "phases.auction.may_pass: not stuck ->  stuck",
        "phases.auction.bids.number.level: min_bid..7 -> min_bid..8",
        "score.set.add: -contract.level * factor -> contract.level * factor",
        "conflicts.defenders-score: deleted",
    }
    assert not any(change.startswith(("notes", "sources")) for change in found)


def test_what_is_not_changed_is_not_noticed() -> None:
    path = SHIPPED / "parr-oregon.yaml"
    jury = jury_of(path)
    assert len(jury.cases) > 50
    assert not jury.notices(Mutant("nothing", "changed", json.dumps(data(parsed(path)))))
    assert jury.notices(Mutant("goal", "11 -> 12", path.read_text(encoding="utf-8").replace("goal: 11", "goal: 12")))
