"""Files of cases with several faults: each is told once, at its place, and hides no other."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from interpreter.cases import load_cases, read_cases, run
from interpreter.errors import InputError

FILE = """\
format: 1
reference: pagat-54
cases:
  a trick:
    source: S0
    trick: {contract: {trump: S}, cards: 3H AH KH 2H, wins: AH, leader: west}
  a hand:
    source: S0
    legal: {hand: [KD, BJ], trick: 6D, cards: KD}
  an auction:
    source: S0
    rules: +min-4
    auction: {calls: [4 high, pass], hands: {east: 2S 3S}, next: west}
  a score:
    source: S0
    score:
      bid: 4 uptown
      books: 10
      before: {total: [5, -3]}
      points: [4, 0]
  a record:
    source: S0
    record:
      hands: {east: AS}
      actions: [3 high, pass]
      then: {to_act: west, total: [0, 0]}
  a game:
    source: S0
    game: {first_dealer: draw D}
  another trick:
    source: S0
    trick: {cards: 4H AH KH 2H, wins: AH}
"""
# what is changed, into what, the part of it that is pointed at, and the code
FAULTS = [
    ("wins: AH, leader", "wins: AS, leader", "AS", "T016"),
    ("leader: west", "leader: wset", "wset", "S004"),
    ("{trump: S}", "{trumf: S}", "trumf", "T013"),
    ("{trump: S}", "{trump: [S]}", "[S]", "S003"),
    ("cards: 3H", "cards: 3X", "3X", "T010"),
    ("a trick:\n    source: S0", "a trick:\n    suorce: S0", "suorce", "S001"),
    ("a trick:\n    source: S0", "a trick:\n    source: [S0]", "[S0]", "S003"),
    ("trick: {contract", "tirck: {contract", "tirck", "S001"),
    ("leader: west", "leader: west, bonus: 3", "bonus", "S001"),
    ("legal: {", "lgeal: {", "lgeal", "S001"),
    ("[KD, BJ]", "[KD, {BJ: 1}]", "{BJ", "S003"),
    ("trick: 6D, ", "trick: 6Q, ", "6Q", "T010"),
    ("cards: KD}", "cards: KS}", "KS", "T016"),
    ("rules: +min-4", "rules: min-4", "min-4", "S005"),
    ("rules: +min-4", "rules: +nim-4", "+nim", "X008"),
    ("[4 high, pass]", "[4 hihg, pass]", "4 hihg", "T012"),
    ("{east: 2S 3S}", "{esat: 2S 3S}", "esat", "S001"),
    ("2S 3S", "2S 2S", " 2S", "T011"),
    ("next: west}", "next: up}", "up", "S004"),
    ("bid: 4 uptown", "bid: [4 uptown]", "[", "S003"),
    ("bid: 4 uptown", "bdi: 4 uptown", "bdi", "S001"),
    ("bid: 4 uptown", "bid: 9 uptown", "9", "T034"),
    ("books: 10", 'books: "10"', '"10', "S003"),
    ("books: 10", "books: 99", "99", "T042"),
    ("{total: [5, -3]}", "{totla: [5, -3]}", "totla", "T020"),
    ("[5, -3]", "[5, x]", "x", "S003"),
    ("points: [4, 0]", "points: [4]", "[4", "S007"),
    ("points: [4, 0]", "pionts: [4, 0]", "pionts", "S001"),
    ("{east: AS}", "{east: AX}", "AX", "T010"),
    ("[3 high, pass]", "[3 hihg, pass]", "3 hihg", "T021"),
    ("to_act: west", "to_act: up", "up", "S004"),
    ("to_act: west", "to_atc: west", "to_atc", "S001"),
    ("total: [0, 0]", "total: [0, 0, 0]", "[", "S007"),
    ("draw D", "thrown", "thrown", "S005"),
    ("game: {", "gmae: {", "gmae", "S001"),
    ("a game:\n    source: S0\n", "a game:\n", "a game", "S002"),
    ("wins: AH}", "wins: {}}", "{}", "S003"),
    ("{cards: 4H AH KH 2H", "{cards: {4H: AH}", "{4H", "S003"),
]
Fault = tuple[str, str, str, str]
DEPENDENT = {("AS", "3X"), ("{BJ", "KS")}
"""Which card isn't among others can't be said where one of these isn't known."""


def told(path: Path, *faults: Fault) -> set[str]:
    """Return the places and codes of what is said of the file with these faults, each once, and of nothing else."""
    path.write_text(changed(*faults), "utf-8")
    try:
        load_cases(path)
    except InputError as error:
        found = [f"{p.place.line}:{p.place.column} {p.code}" if p.place else p.code for p in error.problems]
        assert len(found) == len(set(found))
        return set(found)
    return set()


def changed(*faults: Fault) -> str:
    """Return the file's text with faults."""
    text = FILE
    for old, new, _, _ in faults:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def expected(*faults: Fault) -> set[str]:
    """Return what should be said of the file with faults."""
    text, found = changed(*faults), set()
    for _, new, mark, code in faults:
        at = text.index(new) + new.index(mark) + len(mark) - len(mark.lstrip())
        line = text.count("\n", 0, at) + 1
        found.add(f"{line}:{at - text.rfind(chr(10), 0, at)} {code}")
    return found


def case_of(fault: Fault) -> int:
    """Return the number of the case that a fault is in."""
    return len(re.findall(r"^  a", FILE[: FILE.index(fault[0]) + 1 + len(fault[0])], re.MULTILINE))


def together(a: Fault, b: Fault) -> bool:
    """Whether both faults can be made, and neither follows from the other."""
    ends = [(FILE.index(fault[0]), FILE.index(fault[0]) + len(fault[0])) for fault in (a, b)]
    apart = ends[0][1] <= ends[1][0] or ends[1][1] <= ends[0][0]
    return apart and (a[2], b[2]) not in DEPENDENT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the file lies."""
    return tmp_path / "x.cases.yaml"


def test_without_faults_all_cases_hold(path: Path) -> None:
    assert told(path) == set()
    assert [case.name for case in load_cases(path).cases if not run(case).passed] == []


@pytest.mark.parametrize("fault", FAULTS, ids=[new for _, new, _, _ in FAULTS])
def test_a_fault_is_told_once_and_hides_no_other_of_its_case(path: Path, fault: Fault) -> None:
    assert told(path, fault) == expected(fault)
    later = [other for other in FAULTS[FAULTS.index(fault) + 1 :] if case_of(other) == case_of(fault)]
    for other in later:
        if together(fault, other):
            assert told(path, fault, other) == expected(fault, other)


def test_faults_of_all_cases_are_told_together(path: Path) -> None:
    groups = [list(group) for _, group in itertools.groupby(FAULTS, case_of)]
    assert len(groups) == FILE.count("source:")
    for turn in range(max(map(len, groups))):
        faults = [group[turn % len(group)] for group in groups]
        assert told(path, *faults) == expected(*faults)


def test_cases_without_faults_are_run_beside_others(path: Path) -> None:
    faults = [fault for fault in FAULTS if fault[2] in ("tirck", "99")]
    told(path, *faults)
    file = read_cases(path)
    assert [case.name for case in file.cases if not case.sound] == ["a trick", "a score"]
    assert all(run(case).passed for case in file.cases if case.sound)
    assert [len(case.problems) for case in file.cases] == [1, 0, 0, 1, 0, 0, 0]


# what is wrong with the file itself, and beside it a fault in a case
TOGETHER = [
    ("reference: pagat-54", "reference: pagat-45", "2:12 X008", "wins: AH}", "wins: AS}", "32:39 T016"),
    ("reference: pagat-54", "refernce: pagat-54", "2:1 S001", "wins: AH}", "wins: AS}", "32:39 T016"),
    ("cases:\n", "csaes:\n", "3:1 S001", "wins: AH}", "wins: AS}", "32:39 T016"),
    ("format: 1", "format: 2", "1:9 S004", "books: 10", "books: 99", "18:14 T042"),
    ("format: 1", "format: !x 1", "1:9 Y011", "books: 10", "books: 99", "18:14 T042"),
    ("draw D", "!x lot", "29:26 Y011", "wins: AH}", "wins: AS}", "32:39 T016"),
    ("draw D", "*D", "29:26 Y012", "wins: AH}", "wins: AS}", "32:39 T016"),
    ("wins: AH, l", "wins: AH, wins: AH, l", "6:65 Y009", "wins: AH}", "wins: AS}", "32:39 T016"),
]


@pytest.mark.parametrize(("old", "new", "first", "other", "wrong", "second"), TOGETHER)
def test_a_fault_of_the_file_hides_none_of_a_case(
    path: Path, old: str, new: str, first: str, other: str, wrong: str, second: str
) -> None:
    assert told(path, (old, new, new, ""), (other, wrong, wrong, "")) == {first, second}


def test_a_name_that_stands_twice_hides_no_other_case(path: Path) -> None:
    case = "    score: {{bid: 4 uptown, books: {books}, points: [4, 0]}}\n"
    names = [("one", "[10, 3]"), ("two", "[10, 4]"), ("one", "[11, 3]")]
    cases = "".join(f"  {name}:\n    source: our table\n{case.format(books=books)}" for name, books in names)
    path.write_text(f"format: 1\nreference: pagat-54\ncases:\n{cases}")
    with pytest.raises(InputError) as caught:
        load_cases(path)
    found = [(p.place.line, p.code) for p in caught.value.problems if p.place]
    assert sorted(found) == [(9, "T043"), (10, "Y009"), (12, "T043")]


@pytest.mark.parametrize(("key", "meant"), [("contract", "bid"), ("winner", "wins")])
def test_a_key_by_another_name_is_one_problem(path: Path, key: str, meant: str) -> None:
    score, trick = ("score: {bid: 4 uptown, books: 10, made: true}", "trick: {cards: 3H AH KH 2H, wins: AH}")
    line = score if meant == "bid" else trick
    case = f"  one:\n    source: our table\n    {line.replace(f'{meant}:', f'{key}:')}\n"
    path.write_text(f"format: 1\nreference: pagat-54\ncases:\n{case}")
    with pytest.raises(InputError) as caught:
        raise InputError(load_cases(path).every_problem())
    assert [(problem.code, problem.help) for problem in caught.value.problems] == [("S001", f"did you mean {meant!r}?")]


def test_too_many_faults_end_it(path: Path) -> None:
    path.write_text(FILE + "".join(f"  x{number}: {{trikc: 1}}\n" for number in range(60)))
    with pytest.raises(InputError) as caught:
        load_cases(path)
    assert "S012" in {problem.code for problem in caught.value.problems}


GAME = """\
format: 1
profile: kitchen
title: Kitchen whist
extends: pagat-54
params: {goal: 9}
deck: {extra: BJ LJ}
cards: {aces: AS AH AD AC}
phases: {auction: {bids: {nt: {level: min_bid..7}}}}
score: {aces: {to: sides, add: count(mine.won & aces)}}
game: {win: mine.total >= goal, tie: declarers}
"""
# what is wrong with the game, and which of the faults below are told beside it
OF_GAME = [
    ("mine.total >= goal", "mine.totl >= goal", "10:13 E010", "T002 T010 T011 T012 T013 T014 T015 T016 T019 T020 T042"),
    ("title:", "titel:", "3:1 S001", "T002 T010 T011 T012 T013 T014 T015 T016 T019 T020 T042"),
    ("count(mine", "coutn(mine", "9:32 E012", "T002 T010 T011 T012 T013 T014 T015 T016 T019 T020 T042"),
    ("min_bid..7", "9..7", "8:39 R021", "T002 T010 T011 T015 T016 T019 T020"),
    ("AD AC", "AD AX", "7:24 R003", "T002 T010 T011 T012 T013 T014 T015 T016 T019 T020 T042"),
    ("goal: 9}", "goal: 9, kitty_size: 5}", "5:31 R051", "T002 T011 T015 T016 T020"),
    ("pagat-54", "nowhere-54", "4:10 X008", "T002"),
]
BESIDE = [
    ("wins: AH, leader: west", "wins: AS, leader: west", "T016"),
    ("cards: 3H AH KH 2H, wins: AH, l", "cards: 3H AH AH 2H, wins: AH, l", "T011"),
    ("trick: 6D, ", "trick: 6Q, ", "T010"),
    ("{trump: S}", "{trumf: S}", "T013"),
    ("{trump: S}", "{trump: X}", "T014"),
    ("[4 high, pass]", "[4 hihg, pass]", "T012"),
    (", next: west}", "}", "T002"),
    ("      points: [4, 0]\n", "", "T002"),
    ("4H AH KH 2H", "4H AH KH", "T015"),
    ("books: 10", "books: 14", "T042"),
    ("{total: [5", "{totla: [5", "T020"),
    ("hands: {east: AS}", "hands: {}\n      kitty: 2C 3C 4C 5C 6C 7C 8C", "T019"),
]


@pytest.mark.parametrize(("old", "new", "first", "codes"), OF_GAME)
def test_mistakes_of_a_game_hide_none_of_its_cases_that_have_nothing_to_do_with_them(
    tmp_path: Path, old: str, new: str, first: str, codes: str
) -> None:
    (tmp_path / "kitchen.yaml").write_text(GAME.replace(old, new), "utf-8")
    text = FILE.replace("reference: pagat-54", "reference: kitchen").replace("    rules: +min-4\n", "")
    for before, after, code in [("", "", ""), *BESIDE]:
        (tmp_path / "kitchen.cases.yaml").write_text(text.replace(before, after) if before else text, "utf-8")
        file = read_cases(tmp_path / "kitchen.cases.yaml")
        found = [f"{p.place.line}:{p.place.column} {p.code}" for p in file.every_problem() if p.place]
        told = [mark for mark in found if mark != first]
        assert [mark.split()[1] for mark in told] == ([code] if code and code in codes else []), (after, found)
        assert first in found
        assert file.in_part == len(file.cases) or first.endswith("X008")
        assert not any(case.sound for case in file.cases)
