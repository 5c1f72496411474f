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
# lines of a profile with one slip; place and code; the remedy; and the lines when it was followed
ONE_SLIP = [
    # a sign that YAML takes for itself
    *(
        (f"score: {{bonus: {{to: declarers, {wrong}}}}}", f"5:{at}: error[Y011]", f"write not: {right}",
         f"score: {{bonus: {{to: declarers, {wrong.replace(tag, right)}}}}}")
        for wrong, tag, right, at in (
            ("when: !made, add: 5", "!made", "not made", 38),
            ("add: 5, when: !made", "!made", "not made", 46),
            ("when: !(made), add: 5", "!(made)", "not (made)", 38),
            ("when: ! made, add: 5", "! made", "not made", 38),
            ("when: !made and not made, add: 5", "!made", "not made", 38),
        )
    ),
    ("score:\n  bonus:\n    to: declarers\n    when: !made\n    add: 5", "8:11: error[Y011]", "write not: not made",
     "score:\n  bonus:\n    to: declarers\n    when: not made\n    add: 5"),
    ("notes: !Kitchen rules", "5:8: error[Y011]", 'put the value in quotes: "!Kitchen rules"',
     'notes: "!Kitchen rules"'),
    ("notes: &Kitchen rules", "5:8: error[Y020]", 'if it is text: "&Kitchen rules"', 'notes: "&Kitchen rules"'),
    ("says: {x: &up}", "5:11: error[Y020]", 'if it is text: "&up"', 'says: {x: "&up"}'),
    ("seats: &four 4", "5:8: error[Y020]", "take '&four' away", "seats: 4"),
    ("notes: *Kitchen* rules", "5:8: error[Y012]", 'if it is text: "*Kitchen* rules"', 'notes: "*Kitchen* rules"'),
    ("notes: *Kitchen", "5:8: error[Y012]", 'if it is text: "*Kitchen"', 'notes: "*Kitchen"'),
    ("says: {x: *up there}", "5:11: error[Y012]", 'if it is text: "*up there"', 'says: {x: "*up there"}'),
    # nothing behind a key
    ("params: {min_bid: 4, goal: }", "5:22: error[Y019]", "write a value", "params: {min_bid: 4, goal: 7}"),
    ("params: {min_bid: 4, goal:, kitty_size: 6}", "5:22: error[Y019]", "write a value",
     "params: {min_bid: 4, goal: 7, kitty_size: 6}"),
    ("score: {bonus: {to: declarers, when: , add: 5}}", "5:32: error[Y019]", "write a value",
     "score: {bonus: {to: declarers, when: made, add: 5}}"),
    ("score: {bonus: {to: declarers, add: , when: made}}", "5:32: error[Y019]", "write a value",
     "score: {bonus: {to: declarers, add: 5, when: made}}"),
    # a comma, colon or quote
    ("params: {goal: 7 min_bid: 4}", "5:18: error[Y005]", "write a comma between '7' and 'min_bid'",
     "params: {goal: 7, min_bid: 4}"),
    ("params: {goal: 7; min_bid: 4}", "5:17: error[Y005]", "write a comma between '7' and 'min_bid'",
     "params: {goal: 7, min_bid: 4}"),
    ("says: {x: 'a' y: b}", "5:15: error[Y005]", "write a comma between", "says: {x: 'a', y: b}"),
    ("score: {a: {to: declarers, add: 1} b: {to: declarers, add: 2}}", "5:36: error[Y005]",
     "write a comma between '}' and 'b'",
     "score: {a: {to: declarers, add: 1}, b: {to: declarers, add: 2}}"),
    ("params: {goal=9}", "5:10: error[Y019]", "write goal: 9", "params: {goal: 9}"),
    ("params: {min_bid: 4, goal = 9}", "5:22: error[Y019]", "write goal: 9", "params: {min_bid: 4, goal: 9}"),
    ("params: {min_bid: 4, goal 9}", "5:22: error[Y019]", "write goal: 9", "params: {min_bid: 4, goal: 9}"),
    ("score: {bonus: {to: declarers, add 5}}", "5:32: error[Y019]", "write add: 5",
     "score: {bonus: {to: declarers, add: 5}}"),
    ("params:\n  min_bid: 4\n  goal = 9", "7:7: error[Y005]", "write goal: 9", "params:\n  min_bid: 4\n  goal: 9"),
    ("score: {bonus: {to: declarers, add: if made: 1 else -2}}", "5:44: error[Y005]", "write if made then 1 else -2",
     "score: {bonus: {to: declarers, add: if made then 1 else -2}}"),
    ("score:\n  bonus:\n    to: declarers\n    add: if made: 1 else: -2", "8:17: error[Y005]",
     "write if made then 1 else -2", "score:\n  bonus:\n    to: declarers\n    add: if made then 1 else -2"),
    ("notes: Hoyle: page 3", "5:13: error[Y005]", 'put the text in quotes: notes: "Hoyle: page 3"',
     'notes: "Hoyle: page 3"'),
    ("says: {x: Grand: slam, y: b}", "5:16: error[Y005]", 'put the text in quotes: x: "Grand: slam"',
     'says: {x: "Grand: slam", y: b}'),
    ("notes: 'Grandma's rules'", "5:17: error[Y005]", "in quotes of the other kind: \"Grandma's rules\"",
     "notes: \"Grandma's rules\""),
    ("says: {x: 'grandma's', y: b}", "5:20: error[Y005]", "in quotes of the other kind: \"grandma's\"",
     "says: {x: \"grandma's\", y: b}"),
    ('notes: "Kitchen" rules', "5:18: error[Y005]", "put the whole value in quotes: '\"Kitchen\" rules'",
     "notes: '\"Kitchen\" rules'"),
]  # fmt: skip
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


@pytest.mark.parametrize(("lines", "where", "remedy", "mended"), ONE_SLIP)
def test_one_slip_is_one_problem_and_its_remedy_works(
    capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, where: str, remedy: str, mended: str
) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    said = capsys.readouterr().out
    assert f"ours.yaml:{where}" in said
    assert remedy in said
    assert "./ours.yaml: 1 problem\n" in said
    (own_folder / "ours.yaml").write_text(f"{HEAD}{mended}\n")
    assert main(("check", "./ours.yaml")) == 0


@pytest.mark.parametrize(("args", "remedy"), TYPED, ids=lambda value: str(value))
def test_what_is_typed(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], remedy: str) -> None:
    assert main(args) != 0
    printed = capsys.readouterr()
    assert remedy in " ".join((printed.out + printed.err).split())
