"""Slips of authors, each with the place that it is told at and the remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import main

HEAD = "format: 1\nprofile: ours\ntitle: Ours\nextends: pagat-54\n"
# lines of a profile, and what is said: place and code, and the remedy
LINES = [
    ("house_rules: min-4, sport-the-kity", "5:14: error[X008]", "leave the comma out: blanks stand between words"),
    ("house_rules: min-4, sport-the-kity", "5:21: error[X008]", "did you mean 'sport-the-kitty'?"),
    ("phases: {auction: {may_pass: not dealer}}", "5:34: error[E014]", "compare it: such as me == dealer"),
    ("score: {made: {when: contract.level}}", "5:22: error[E014]", "compare it: such as contract.level > 0"),
    ("phases: {bury: {when: jokers}}", "5:23: error[E014]", "such as count(jokers) > 0"),
    ("score: {slam: declarers.books == 13}", "5:15: error[S003]", "{when: declarers.books == 13}"),
    ("score: {slam: 3}", "5:15: error[S003]", "{add: 3}"),
    ("says: {a, b}", "5:8: error[Y019]", "a list stands in [ ]"),
]
# what is typed, and the remedy
TYPED = [
    (("score", "pagat-54", "--books", "9", "--bid", "4 hihg"), "did you mean '4 uptown'?"),
    (("score", "pagat-54", "--books", "9", "--bid", "3 hi"), "did you mean '3 uptown'?"),
    (("score", "pagat-54", "--books", "99", "--bid", "foo"), "99 books for the declarers are out of range"),
    (("new", "Smith family", "--extends", "pagat-54"), "such as smith-family"),
    (("check", "ours.cases.yaml+min-4"), "run them: bidwhist test ours.cases.yaml"),
    (("explain", "ours.cases.yaml"), "run them: bidwhist test ours.cases.yaml"),
    (("check", "."), "'.' is a folder, not a file"),
    (("test", "rules"), "'rules' is a folder, not a file"),
    (("test", "ours.cases.yaml", "--run", "the bid wnis"), "none of its 2 cases fits 'the bid wnis'; did you mean"),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file of cases and a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    case = "{source: S0, trick: {cards: 3H AH KH 2H, wins: AH}}"
    (tmp_path / "ours.cases.yaml").write_text(
        f"format: 1\nreference: pagat-54\ncases:\n  the bid wins: {case}\n  more: {case}\n"
    )
    return tmp_path


@pytest.mark.parametrize(("lines", "where", "remedy"), LINES)
def test_lines(capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, where: str, remedy: str) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    said = capsys.readouterr().out.split("ours.yaml:")
    assert any(one.startswith(where) and remedy in one for one in said), said


@pytest.mark.parametrize(("args", "remedy"), TYPED, ids=lambda value: str(value))
def test_what_is_typed(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], remedy: str) -> None:
    assert main(args) != 0
    printed = capsys.readouterr()
    assert remedy in " ".join((printed.out + printed.err).split())
