"""What is said of small slips: the right reason, the right remedy, and no program's words."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli import formats, main
from interpreter.errors import InputError, Place, Problem
from interpreter.profile.advice import check_with_advice
from interpreter.profile.check import check_reference
from interpreter.profile.faults import faults
from interpreter.profile.load import load
from interpreter.profile.source import Scalar, parse
from interpreter.profile.speaking import replace_first

HEAD = "format: 1\nprofile: ours\ntitle: Ours\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BIDWHIST_PROFILES", str(tmp_path / "profiles"))
    return tmp_path


def told(reference: str) -> list[tuple[str, str, str | None]]:
    with pytest.raises(InputError) as error:
        check_reference(reference)
    return [(problem.code, problem.message, problem.help) for problem in error.value.problems]


def test_a_parent_in_a_list_is_one_mistake(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}extends: [pagat-54]\nscore: {{made: {{add: over * 2}}}}\n")
    assert told("./ours.yaml") == [("S003", "found a list, expected text", "write pagat-54, without dashes or [ ]")]


def test_house_rules_that_are_no_names(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}extends: pagat-54\nhouse_rules: [[min-4], {{a: b}}, 3]\n")
    found = told("./ours.yaml")
    assert [code for code, *_ in found] == ["S003"] * 3
    assert not any("['" in message or "{'" in message for _, message, _ in found)


def test_moves_that_are_none(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}extends: pagat-54\nflow: {{bury: {{after: [a, b]}}, name_dir: 3}}\n")
    assert [code for code, *_ in told("./ours.yaml")] == ["S003", "S003"]


@pytest.mark.parametrize("rule", ["fixed-deals"])
def test_a_rule_that_a_game_rules_out_is_to_be_left_out(rule: str) -> None:
    ((code, message, help),) = told(f"whist-classic+{rule}")
    assert (code, help) == ("X012", f"leave out {rule!r}")
    assert message.startswith(f"{rule!r} can't be used here")


def test_a_rule_about_bids_needs_an_auction() -> None:
    ((code, message, _),) = told("whist-classic+numbers-equal")
    assert (code, message.partition(": ")[2]) == ("X039", "there are no bids")


LISTS = [
    ("cases", {"auction": {"calls": "pass, 4 uptown"}}, "write it as a list: [pass, 4 uptown]"),
    (
        "cases",
        {"auction": {"calls": "pass 4 uptown"}},
        "write it as a list, with a comma behind each item but the last: [.., ..]",
    ),
    ("profile", "min-4 boston", "write it as a list: [min-4, boston]"),
]


@pytest.mark.parametrize(("kind", "value", "help"), LISTS, ids=[help for *_, help in LISTS])
def test_how_to_write_a_list(kind: Any, value: Any, help: str) -> None:
    if kind == "cases":
        document: Any = {"format": 1, "reference": "pagat-54", "cases": {"a": {"source": "S0", **value}}}
    else:
        document = {"format": 1, "profile": "ours", "title": "Ours", "house_rules": value}
    assert help in [fault.help for fault in faults(document, kind, partial=True)]


@pytest.mark.parametrize(
    ("title", "wanted"),
    [("NT is free", "NT is free"), ("The kitty is shown", "the kitty is shown"), ("A call", "a call"), ("X", "x")],
)
def test_capitals_of_a_title(title: str, wanted: str) -> None:
    node = parse(f"{title}\n".encode(), "x.yaml", [])
    assert isinstance(node, Scalar)
    assert replace_first(node).text == wanted


@pytest.mark.parametrize("id", ["123", "true", "null", "our-table"])
@pytest.mark.parametrize("kind", ["profile", "house rule"])
def test_any_id_makes_a_file_that_is_fine(id: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", id, "--extends", "pagat-54", *(["--house-rule"] if kind == "house rule" else [])]) == 0
    reference = f"./{id}.yaml" if kind == "profile" else f"pagat-54+./{id}.yaml"
    assert check_with_advice(reference)[0].title
    assert main(["test", f"./{id}.cases.yaml"]) == 0, capsys.readouterr()


def test_what_an_id_like_a_number_is_told(folder: Path) -> None:
    (folder / "123.yaml").write_text("format: 1\nprofile: 123\ntitle: Ours\nextends: pagat-54\n")
    assert told("./123.yaml")[0][2] == 'write `profile: "123"`'


def test_a_new_file_in_another_folder_names_the_game_from_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}extends: pagat-54\n")
    assert main(["new", "our-rule", "--house-rule", "--extends", "./ours.yaml+min-4", "--folder", "sub"]) == 0
    assert "reference: ../ours.yaml+min-4" in (folder / "sub" / "our-rule.cases.yaml").read_text()
    assert main(["test", "sub/our-rule.cases.yaml"]) == 0, capsys.readouterr()


@pytest.mark.parametrize(("text", "code"), [("format: 1\nprofile: x\n", 0), ("profile:   x\nformat: 1\n", 1)])
def test_standard_input_is_checked(
    text: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["fmt", "--check", "-"]) == code
    assert ("not in order" in capsys.readouterr().out) == bool(code)


@pytest.mark.parametrize("words", [["fmt", "-"], ["fmt", "--check", "-"]])
def test_standard_input_that_cant_be_read_is_told(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"format: 1\n\tprofile: x\n")))
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "standard input:2:1: error[Y004]" in err


def test_a_place_in_a_reference_is_text(folder: Path) -> None:
    """SARIF and GitHub know files only."""
    place = Place("reference 'small+goal=3'", 1, 7, 9, "small+goal=3")
    problem = Problem("R051", "cards don't add up", place, "mend", (("it is set here", place),))
    result = formats.result(problem, 0)
    assert "locations" not in result
    assert "relatedLocations" not in result
    assert "it is set here (reference 'small+goal=3')" in str(result["message"])
    assert "file=" not in formats.github(problem)


def test_the_shipped_games_can_be_loaded() -> None:
    assert load("pagat-54+numbers-equal").title
