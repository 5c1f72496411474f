"""Files in order: what is said stays, comments stay with their lines, and what is in order isn't touched."""

from __future__ import annotations

import io
import random
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.cli import main
from interpreter.cli.form import formatted, says_the_same
from interpreter.cli.form.tokens import comments
from interpreter.profile.checked import canonical
from interpreter.profile.nodes import data
from interpreter.profile.source import parse
from interpreter.resources import profiles_folder

TESTS = Path(__file__).parent
SHIPPED = sorted(profiles_folder().rglob("*.yaml"))
OTHERS = sorted([*(TESTS / "fixtures").glob("*.yaml"), *(TESTS / "bad").rglob("*.yaml")])


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def said(text: str) -> object:
    node = parse(text.encode("utf-8", "surrogatepass"), "", [])
    return None if node is None else canonical(data(node))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_files_are_in_order(path: Path) -> None:
    """If this fails, run: bidwhist fmt profiles/*.yaml profiles/*/*.yaml"""
    assert formatted(text_of(path)) == text_of(path)


@pytest.mark.parametrize("path", [*SHIPPED, *OTHERS], ids=lambda path: path.name)
def test_the_same_is_said_and_once_is_enough(path: Path) -> None:
    text = text_of(path)
    found = formatted(text)
    assert said(found) == said(text)
    assert sorted(comments(found)) == sorted(comments(text))
    assert formatted(found) == found


BEFORE = """\
# yaml-language-server: $schema=x
title:    Our table   # its name
profile: our-table
# the version of the language
format:    1


extends: pagat-54
notes: >-
    A text
    of two lines.
score:
    # the declarers made it
    made:   {when: made,add: over, to: declarers}
    lost:   {to: declarers,    when: not made, add: -1}
game: { win: mine.total >= 7 , lose: mine.total <= -7 }
cards:
      jokers: [ BJ,LJ ]
params: {goal: 7}\t
"""
AFTER = """\
# yaml-language-server: $schema=x
# the version of the language
format: 1
profile: our-table
title: Our table      # its name
notes: >-
    A text
    of two lines.

extends: pagat-54
params: {goal: 7}
cards:
  jokers: [BJ, LJ]
score:
  # the declarers made it
  made:   {to: declarers, when: made, add: over}
  lost:   {to: declarers, when: not made, add: -1}
game: {win: mine.total >= 7, lose: mine.total <= -7}
"""


def test_a_file_is_put_in_order() -> None:
    assert formatted(BEFORE) == AFTER
    assert formatted(AFTER) == AFTER


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("format: 1\r\nprofile:  x\r\n", "format: 1\r\nprofile: x\r\n"),
        ("format: 1\r\nprofile:  x\n\r\n", "format: 1\r\nprofile: x\r\n"),
        ("format: 1\nprofile:  x\r\n", "format: 1\nprofile: x\n"),
        ("\ufeffformat: 1\nprofile: x", "format: 1\nprofile: x\n"),
        ("\n\nformat: 1\n\n\n\nprofile: x\n\n\n", "format: 1\n\nprofile: x\n"),
        ("format: 1\nprofile: x\nnotes: |\n  a\n\n\n  b  \n", "format: 1\nprofile: x\nnotes: |\n  a\n\n\n  b  \n"),
        ("format: 1\nprofile: x\nnotes: 'a  ,b:   c'\n", "format: 1\nprofile: x\nnotes: 'a  ,b:   c'\n"),
        ("format: 1\nprofile: x\nnotes:\n- a\n- b\n", "format: 1\nprofile: x\nnotes:\n- a\n- b\n"),
        ("format: 1\nprofile: x\nnotes: *a\nsummary: &a b\n", "format: 1\nprofile: x\nnotes: *a\nsummary: &a b\n"),
        ("summary: &a b\nformat: 1\nprofile: x\nnotes: *a\n", "format: 1\nprofile: x\nsummary: &a b\nnotes: *a\n"),
        ("format: 1\nprofile: x\nscore: {b: {add: 1, to: sides}, a: {to: sides, add: 1}}\n",
         "format: 1\nprofile: x\nscore: {b: {to: sides, add: 1}, a: {to: sides, add: 1}}\n"),
        ("format: 1\nprofile: [\n", "format: 1\nprofile: [\n"),
        ("other: 1\n", "other: 1\n"),
        ("", ""),
    ],
)  # fmt: skip
def test_odd_files(before: str, after: str) -> None:
    assert formatted(before) == after


def mutated(text: str, seed: int) -> str:
    """Return a text with blanks, comments and lines moved about, as people leave them."""
    chance = random.Random(seed)
    lines = text.split("\n")
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(lines))
        match chance.randrange(8):
            case 0:
                lines[at] += " " * chance.randint(1, 3)
            case 1:
                lines.insert(at, "")
            case 2:
                lines.insert(at, " " * chance.randint(0, 6) + "# a remark, {of: mine} #2")
            case 3:
                lines[at] = re.sub(r": ", ":" + " " * chance.randint(1, 4), lines[at], count=1)
            case 4:
                lines[at] = re.sub(r", ", " ," + " " * chance.randint(0, 3), lines[at], count=1)
            case 5:
                lines[at] = re.sub(r"([{\[])", r"\1 ", lines[at], count=1)
            case 6:
                lines[at] = " " * chance.randint(0, 3) + lines[at]
            case _:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


@settings(max_examples=150, deadline=None)
@given(path=st.sampled_from([*SHIPPED, *OTHERS]), seed=st.integers(0, 10**9))
def test_whatever_is_moved_about_the_same_is_said(path: Path, seed: int) -> None:
    text = mutated(text_of(path), seed)
    found = formatted(text)
    assert said(found) == said(text) or says_the_same(found, text)
    assert sorted(comments(found)) == sorted(comments(text))
    assert formatted(found) == found


@settings(max_examples=150, deadline=None)
@given(text=st.text(st.sampled_from("ab:,{}[]-#'\"|>&*!? \n\t1"), max_size=60))
def test_any_text_comes_back(text: str) -> None:
    for top in ("", "format: 1\nprofile: x\n"):
        found = formatted(top + text)
        assert said(found) == said(top + text)
        assert formatted(found) == found


def run(*args: str) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        return main(args), out.getvalue()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, fine = tmp_path / "our-table.yaml", tmp_path / "fine.yaml"
    file.write_text(BEFORE)
    file.chmod(0o640)
    fine.write_text(AFTER)
    stamp = fine.stat().st_mtime_ns
    code, out = run("fmt", "--check", "our-table.yaml", "fine.yaml")
    assert (code, out) == (1, "our-table.yaml: not in order; `bidwhist fmt` puts it so\n")
    assert file.read_text() == BEFORE
    assert run("fmt", "our-table.yaml", "fine.yaml") == (0, "our-table.yaml: put in order\n")
    assert file.read_text() == AFTER
    assert file.stat().st_mode & 0o777 == 0o640
    assert fine.stat().st_mtime_ns == stamp
    assert run("fmt", "--check", "our-table.yaml") == (0, "")
    (tmp_path / "broken.yaml").write_text("a: [")
    code, out = run("fmt", "broken.yaml", "nowhere.yaml")
    assert code == 1
    assert "Y005" in out
    assert "X001" in out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BEFORE.encode())))
    assert run("fmt", "-") == (0, AFTER)


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept, other = tmp_path / "kept.yaml", tmp_path / "other.yaml"
    for file in (kept, other):
        file.write_text(BEFORE)
    kept.chmod(0o444)
    code, out = run("fmt", "kept.yaml", "other.yaml")
    assert code == 1
    assert "error: 'kept.yaml': may not be written to" in out
    assert kept.read_text() == BEFORE
    assert other.read_text() == AFTER


def test_line_ends_are_kept_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "our-table.yaml"
    file.write_bytes(BEFORE.replace("\n", "\r\n").encode())
    assert run("fmt", "our-table.yaml") == (0, "our-table.yaml: put in order\n")
    assert file.read_bytes() == AFTER.replace("\n", "\r\n").encode()
    assert run("fmt", "--check", "our-table.yaml") == (0, "")
