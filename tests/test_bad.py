"""Files with mistakes, and what an author is told: the exact places, messages, help and notes.

A case in `bad/` is `NAME.yaml`, a profile or a house rule (which is laid over `small`, unless its first line says
`# reference: ..`), or `NAME.ref`, a reference alone. `NAME.out` holds the problems; `python tests/test_bad.py`
writes it anew, to be read before it is kept. Parents and house rules that cases use lie in `bad/bases` and
`bad/house-rules`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.errors import InputError, Place, Problem
from interpreter.profile.advice import check_with_advice
from interpreter.resources import profiles_folder

TESTS = Path(__file__).parent
BAD = TESTS / "bad"
PACKAGE = TESTS.parent / "interpreter"
CASES = sorted([*BAD.glob("*.yaml"), *BAD.glob("*.ref")])
ELSEWHERE = ("test_source.py", "test_expression.py", "test_schema.py", "test_limits.py")
"""Tests that show problems of their own."""


def reference_of(path: Path) -> str:
    """Return the reference that a case is about."""
    text = path.read_bytes().decode("utf-8", "replace")
    if path.suffix == ".ref":
        return text.removesuffix("\n")
    named = re.match(r"# reference: (.*)", text)
    if named:
        return named[1].strip()
    return f"small+{path.stem}" if re.search(r"^house_rule:", text, re.MULTILINE) else path.stem


def problems_of(reference: str) -> tuple[Problem, ...]:
    """Return what is wrong with a reference, looked up from the folder of the cases."""
    before = Path.cwd()
    os.chdir(BAD)
    try:
        return check_with_advice(reference, beside=Path("."), thorough=True)[1]
    except InputError as error:
        return error.problems
    finally:
        os.chdir(before)


def shown(problems: tuple[Problem, ...]) -> str:
    """Write problems down, each with the text that it points at."""
    return "\n".join(line for problem in problems for line in lines_of(problem)) + "\n"


def lines_of(problem: Problem) -> Iterator[str]:
    where = f"{named(problem.place)}: " if problem.place else ""
    yield f"{where}{problem.severity}[{problem.code}]: {problem.message}"
    if problem.place:
        yield f"  at: {marked(problem.place)}"
    if problem.help:
        yield f"  help: {problem.help}"
    for text, place in problem.notes:
        yield f"  note: {text}" + (f" ({named(place)}: {marked(place)})" if place else "")


def named(place: Place) -> str:
    """Return a place; shipped files have the same name wherever they lie."""
    shipped = os.path.relpath(profiles_folder(), BAD)
    return str(place).replace(str(profiles_folder()), "<profiles>").replace(shipped, "<profiles>")


def marked(place: Place) -> str:
    """Return what a place points at."""
    return place.text[place.column - 1 : place.end_column - 1] or "the end of the line"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_a_mistake_is_told_as_written_down(path: Path) -> None:
    found = shown(problems_of(reference_of(path)))
    assert found == path.with_suffix(".out").read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_one_mistake_is_one_message(path: Path) -> None:
    """Cases named after a code have one problem, of that code, and it says what to do."""
    problems = problems_of(reference_of(path))
    code = re.match(r"[a-z]\d{3}(?=-)", path.stem)
    if code:
        errors = [problem for problem in problems if problem.severity == "error"]
        assert {problem.code for problem in errors or problems} == {code[0].upper()}
    assert all(problem.place or path.suffix == ".ref" for problem in problems)
    assert all(problem.help for problem in problems if problem.code[0] in "RX")
    assert all(problem.place is None or problem.place.text for problem in problems)


def test_every_output_has_a_case() -> None:
    assert {path.stem for path in BAD.glob("*.out")} == {path.stem for path in CASES}
    assert len({path.stem for path in CASES}) == len(CASES)


def test_every_code_is_shown() -> None:
    """Each code in the interpreter's checks occurs in a case here or in a test of its own."""
    sources = [path.read_text("utf-8") for part in ("profile", "expression") for path in (PACKAGE / part).rglob("*.py")]
    codes = set(re.findall(r'"([XRESY]\d{3})"', "".join(sources)))
    texts = [path.read_text("utf-8") for path in BAD.glob("*.out")]
    texts += [(TESTS / name).read_text("utf-8") for name in ELSEWHERE]
    shown_codes = set(re.findall(r"\b([XRESY]\d{3})\b", "\n".join(texts)))
    assert codes - shown_codes == set()


if __name__ == "__main__":
    for case in CASES:
        case.with_suffix(".out").write_text(shown(problems_of(reference_of(case))), "utf-8")
