"""A key that stands twice: what the second value says is looked at as if it were used, and so are the first one's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.cli import main

HEAD = "format: 1\nprofile: ours\ntitle: Ours\nextends: pagat-54\n"
RULE = "format: 1\nhouse_rule: ours\ntitle: Ours\n"
CASES = "format: 1\nreference: pagat-54\ncases:\n"
CASE = "    source: S\n    trick: {cards: 3H AH KH 2H, wins: AH}\n"

# lines, and all that is told of them
PROFILES = [
    ("params: {goal: 9}\nparams: {goal: x}", ["6:1 Y009", "6:16 S003"]),
    ("params: {a: 1}\nparams: {b: 2}\nscore: {made: {add: over + a + b}}", ["6:1 Y009"]),  # meant to be one map
    ("params: {a: 1}\nparams: {b: x}\nscore: {made: {add: over + c}}", ["6:1 Y009", "6:13 S003", "7:28 E010"]),
    ("params: {goal: 9, goal: x}", ["5:19 Y009", "5:25 S003"]),
    ("score:\n  made: {add: ovr}\n  made: {ad: over}", ["6:15 E010", "7:3 Y009", "7:10 S001"]),
    ("score:\n  made:\n    add: over\n    add: ovr + 2", ["8:5 Y009", "8:10 E010"]),
    ("phases:\n  auction:\n    start: lefft(dealer)\n    start: right(dealr)", ["7:12 E012", "8:5 Y009", "8:18 E010"]),
    ("phases: {auction: {may_pass: x}}\nphases: {auction: {start: y}}", ["5:30 E010", "6:1 Y009", "6:27 E010"]),
    ("deck: {extra: BJ LJ}\ndeck: {rnaks: A K}", ["6:1 Y009", "6:8 S001"]),
    ("house_rules: [min-4]\nhouse_rules: [sport-the-kity]", ["6:1 Y009", "6:15 X008"]),
    ("made: over >= 0\nmade: ovr >= 0\nmade: over >= lvl", ["6:1 Y009", "6:7 E010", "7:1 Y009", "7:15 E010"]),
    ("rulings: {revoke: {offenders: -3, offenders: -x}}", ["5:35 Y009", "5:47 E010"]),
    ("notes: one\nnotes: two", ["6:1 Y009"]),
    # what shows in a line of a parent
    ("contract: {trump: none, trump: non}", ["5:25 Y009", "5:32 E016"]),
    ("deck: {extra: BJ LJ}\ndeck: {extra: BJ LJ XJ}", ["6:1 Y009", "6:15 R051"]),
    ("params: {goal: 9}\nparams: {goal: 0}", ["6:1 Y009", "6:16 R091"]),
    ("flow: {bury: null, bury: null}", ["5:8 R012", "5:20 Y009"]),  # nothing is wrong in null
    ("params: {slam: 3}\nscore: {made: {add: 1}}\nscore: {made: {add: inherited + slam}}", ["7:1 Y009"]),
    ("score:\n  made: {add: ovr}\n  made: {add: ovr}", ["6:15 E010", "7:3 Y009", "7:15 E010"]),
    (  # each value brings in what is read elsewhere
        "contract: {a: u, b: v}\nphases:\n  auction: {bids: {suit: {a: [u, w]}, nt: {a: u}}}\n"
        "  auction: {bids: {suit: {b: [v, z]}, nt: {b: v}}}\n"
        "score: {made: {add: if contract.a == w then 1 else if contract.b == z then 2 else q}}",
        ["8:3 Y009", "9:83 E010"],
    ),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    return tmp_path


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return place and code of each problem that was printed."""
    found = re.findall(r"^ours\S*?:(\d+:\d+): \w+\[(\w+)\]", capsys.readouterr().out, re.MULTILINE)
    return [" ".join(one) for one in found]


@pytest.mark.parametrize(("lines", "problems"), PROFILES, ids=[lines for lines, _ in PROFILES])
def test_both_values_of_a_game_are_looked_at(
    lines: str, problems: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    assert told(capsys) == problems


def test_both_values_of_a_house_rule_and_a_base(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "score:\n  made: {add: inherited + 1}\n  made: {ad: inherited + contract.levl}\n"
    (folder / "ours.yaml").write_text(RULE + rows)
    assert main(("check", "./ours.yaml")) == 1
    assert told(capsys) == ["6:3 Y009", "6:10 S001", "6:26 E010"]
    (folder / "ours.yaml").write_text(f"format: 1\nprofile: ours\ntitle: Ours\nabstract: true\n{rows}")
    assert main(("check", "./ours.yaml")) == 1
    assert told(capsys) == ["7:3 Y009", "7:10 S001"]


def test_both_values_of_cases(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ours.cases.yaml").write_text(
        f"{CASES}  one:\n{CASE}  one:\n{CASE.replace('2H', '2X').replace('wins', 'winz')}"
        f"  two:\n{CASE}    trick: {{cards: 3H AQ KH 2H, wins: AH}}\n"
        f"cases:\n  three:\n{CASE.replace('wins: AH', 'wins: KK')}"
    )
    assert main(("test", "ours.cases.yaml")) == 1
    assert told(capsys) == [
        "7:3 Y009", "9:29 T010", "9:33 S001", "13:5 Y009", "13:23 T010", "14:1 Y009", "17:39 T010",
    ]  # fmt: skip


def test_a_right_case_that_is_there_twice_is_one_problem(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ours.cases.yaml").write_text(f"{CASES}  one:\n{CASE}  one:\n{CASE}  two:\n{CASE}")
    assert main(("test", "ours.cases.yaml")) == 1
    out = capsys.readouterr().out
    assert re.findall(r"\[(\w+)\]", out) == ["Y009"]
    assert "1 passed, 1 not run" in out


LOSSY = [  # lines of which a part can't be read, beside a key that stands twice
    "flow: [deal, auction, name_trump, name_dir, look, play]\nflow: [deal, auction, name_trump, name_dir, look, play]\n"
    "phases:\n  look: {do: exchange, steps: {look: {who: declarer, take: @}}}",
    "phases:\n  deal: {do: deal, each: 12, kitty: @}\nparams: {goal: 9}\nparams: {goal: 11}",
    "phases:\n  deal: {do: @, each: 12}\nparams: {goal: 9, goal: 9}",
    "score:\n  made: {add: over}\n  made: {add: over\nparams: {goal: 9, goal: 9}",
]


@pytest.mark.parametrize("lines", LOSSY)
def test_a_part_that_cannot_be_read_is_no_matter(lines: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (f"{HEAD}{lines}\n", HEAD.replace("pagat-54", "base-52") + lines + "\n"):
        (folder / "ours.yaml").write_text(text)
        assert main(("check", "./ours.yaml")) == 1
        assert "Y009" in {problem.split()[1] for problem in told(capsys)}
