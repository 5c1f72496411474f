"""Every key of the language is run: taken out or changed in some fixture, it changes the answer of some case."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.cases import load_cases, run
from interpreter.errors import InputError
from interpreter.profile.source import data, parse
from interpreter.profile.typing import DEFAULTS
from tests.language_keys import Documents, Use, alternatives, changed, labels, value_at

FIXTURES = Path(__file__).parent / "fixtures"
ABOUT_THE_FILE = {
    "format": "the version of the language: there is one",
    "profile": "the name of the file",
    "title": "what the game is called",
    "summary": "for readers",
    "sources": "for readers",
    "notes": "for readers",
    "seats": "there is one number of seats",
    "sides": "there is one way to sit",
    "sides=partners": "there is one way to sit",
    "claim.then": "there is one thing that a claim does",
    "claim.then=end_deal": "there is one thing that a claim does",
    "call.then": "there is one thing that a call does",
    "call.then=redeal": "there is one thing that a call does",
}
"""Keys that no case can turn on, with the reason."""
DOCUMENTS = Documents(FIXTURES)
USES: dict[str, list[Use]] = defaultdict(list)
for _label, _use in DOCUMENTS.uses():
    USES[_label].append(_use)
LABELS = [label for label in dict.fromkeys(labels()) if label not in ABOUT_THE_FILE]
EXTRA = ["null", "inherited value", *(f"inherited {key}" for key in DEFAULTS)]


class Bench:
    """A copy of the fixtures in which one document at a time is changed.

    Cases are kept in one file for each reference, since a change may be refused with one house rule only.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.about: dict[str, list[Path]] = {document: [] for document in DOCUMENTS.of}
        for document in DOCUMENTS.of:
            shutil.copy(FIXTURES / f"{document}.yaml", folder)
        for path in sorted(FIXTURES.glob("*.cases.yaml")):
            self.split(path)
        files = sorted(folder.glob("*.cases.yaml"))
        assert [file.name for file in files if self.read(file) != "unnoticed"] == []

    def split(self, path: Path) -> None:
        """Write the cases of a file into one file for each reference, and note which documents they are about."""
        content: Any = data(parse(path.read_bytes(), path.name, []))  # type: ignore[arg-type]
        groups: dict[str, dict[str, Any]] = defaultdict(dict)
        for name, case in content["cases"].items():
            groups[case.get("reference", content["reference"]) + case.get("rules", "")][name] = case
        for number, (reference, cases) in enumerate(groups.items()):
            file = self.folder / f"{path.name.removesuffix('.cases.yaml')}-{number}.cases.yaml"
            file.write_text(json.dumps({**content, "cases": cases}), "utf-8")
            for document in parts(reference.split("+")):
                self.about[document].append(file)

    def verdict(self, use: Use, new: Any) -> str:
        """Return what a change comes to: `noticed` by a case, `refused` by the checks at load, or `unnoticed`."""
        path = self.folder / f"{use.document}.yaml"
        before = path.read_bytes()
        path.write_text(json.dumps(changed(DOCUMENTS.of[use.document], use.path, new)), "utf-8")
        verdicts = set()
        try:
            for file in sorted(self.about[use.document], key=lambda file: not file.name.startswith(use.document)):
                verdicts.add(self.read(file))
                if "noticed" in verdicts:
                    return "noticed"
        finally:
            path.write_bytes(before)
        return "refused" if "refused" in verdicts else "unnoticed"

    def read(self, file: Path) -> str:
        """Run one file of cases."""
        try:
            cases = load_cases(file).cases
        except InputError as error:  # of the rules, or of cases that don't fit them any more
            return "noticed" if all(problem.code[0] == "T" for problem in error.problems) else "refused"
        return "unnoticed" if all(run(case).passed for case in cases) else "noticed"

    def proof(self, label: str) -> str | None:
        """Return what shows that a key matters, None where nothing does: a case, or that no other value loads."""
        for use in USES[label]:
            value = value_at(DOCUMENTS.of[use.document], use.path)
            verdicts = set()
            for new in alternatives(label, use, value):
                verdicts.add(self.verdict(use, new))
                if "noticed" in verdicts:
                    return f"a case notices {use}"
            if verdicts == {"refused"}:
                return f"{use} can't be otherwise"
        return None


def parts(names: list[str]) -> set[str]:
    """Return the documents that some names stand for, parents and house rules included."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name in DOCUMENTS.of and name not in found:
            found.add(name)
            names += [DOCUMENTS.of[name].get("extends"), *DOCUMENTS.of[name].get("house_rules", ())]
    return found


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("fixtures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIDWHIST_CACHE", str(folder / "cache"))
        yield Bench(folder)


@pytest.mark.parametrize("label", [*LABELS, *EXTRA])
def test_a_case_turns_on_it(label: str, bench: Bench) -> None:
    assert USES[label], f"no fixture uses {label}"
    assert bench.proof(label), f"nothing changes when {label} does"


def test_the_excuses_are_about_keys_that_exist() -> None:
    assert ABOUT_THE_FILE.keys() <= set(labels())


def test_fixtures_are_small() -> None:
    sizes = {path.name: len(path.read_text("utf-8").splitlines()) for path in FIXTURES.glob("*.yaml")}
    assert {name: size for name, size in sizes.items() if size > 25 and not name.endswith(".cases.yaml")} == {}
