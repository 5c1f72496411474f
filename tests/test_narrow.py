"""Terminals of few columns: lines are wrapped between words, nothing is cut, carets stand below what they point at."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from interpreter.cli import problems
from interpreter.errors import Place, Problem

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CASES = """\
format: 1
reference: pagat-54
cases:
  two mistakes: {source: S0, tirck: {cards: 3H AH KH XX, wins: AH}}
  a failure: {source: S0, trick: {cards: 3H AH KH 2H, wins: KH}}
"""
RULE = "format: 1\nhouse_rule: ours\ntitle: Ours\nscore: {made: {add: inherited + contract.lvel}}\n"
COMMANDS = [
    ("--help",),
    ("check", "--help"),
    ("check", "--nope"),
    ("chekc",),
    ("explain", "pagat-54", "foo.bar"),
    ("check", "./ours.yaml", "pagat-54+nowhere"),
    ("test", "./x.cases.yaml", "--coverage"),
    ("score", "pagat-54", "--bid", "4 no trump", "--books", "11", "--totals", "5,-3"),
    ("score", "pagat-54", "--bid", "4 hihg"),
    ("solve", "pagat-54", "--deal", "n: AS 2S 9H; e: 3S KS 4D; s: BJ 4H 5H; w: LJ JS 2H"),
    ("list",),
    ("explain", "E010"),
    ("diff", "pagat-54", "pagat-54+boston"),
]


def shown(tmp_path: Path, columns: int, *args: str) -> str:
    """Return what a command prints on a terminal."""
    pexpect = pytest.importorskip("pexpect")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "COLUMNS", "NO_COLOR"))}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "interpreter.cli", *args],
        dimensions=(50, columns),
        cwd=str(tmp_path),
        env=kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parent.parent)},
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.before is not None
    return ANSI.sub("", child.before).replace("\r\n", "\n")


def words(text: str) -> list[str]:
    """Return the words of a text without what depends on how it is laid out: bars, and lines of files."""
    lines = [line for line in text.splitlines() if "\r" not in line and not re.match(r" *\d* \| |.*to go", line)]
    return re.sub(r"[^\w]+", " ", " ".join(lines)).split()


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_lines_are_wrapped_and_nothing_is_cut(tmp_path: Path, args: tuple[str, ...]) -> None:
    (tmp_path / "x.cases.yaml").write_text(CASES)
    (tmp_path / "ours.yaml").write_text(RULE)
    narrow, wide = (shown(tmp_path, columns, *args) for columns in (40, 300))
    lines = [line for line in narrow.splitlines() if "\r" not in line]
    long = [line for line in lines if problems.columns(line) > 40 and " " in line.strip()]
    assert long == []
    if args[0] != "solve":  # whose table says whose books each are in a heading, or beside each
        assert "".join(words(narrow)) == "".join(words(wide))


def test_origins_begin_further_left(tmp_path: Path) -> None:
    lines = shown(tmp_path, 40, "show", "pagat-54", "--origin").splitlines()
    assert "seats: 4              # bases/base-52.yaml:5" in lines


@pytest.mark.parametrize("width", [22, 32, 72])
def test_carets_stand_below_what_they_point_at(width: int) -> None:
    text = "".join(chr(0x100 + number) for number in range(100))
    for start in range(100):
        for length in (1, 5, 13, 40):
            end = min(start + length, 100)
            part, left, right = problems.crop(Place("x.yaml", 1, start + 1, end + 1, text), width)
            assert len(part) == width
            assert 0 <= left < right <= width
            if end - start <= width - 2 * len(problems.CUT):
                assert part[left:right] == text[start:end]
            cut_left, cut_right = part.startswith(problems.CUT), part.endswith(problems.CUT)
            middle = part[3 * cut_left : width - 3 * cut_right]
            assert left - 3 * cut_left == start - text.index(middle)


def test_a_heading_that_just_fits_has_no_blank_behind_it() -> None:
    problem = Problem("E010", "unknown name", Place("a.yaml", 5, 32, 33, ""))
    for width in range(30, 60):
        assert all(line == line.rstrip() for line in problems.format_problem(problem, width))
