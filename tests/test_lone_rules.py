"""A house rule that is checked without a game is looked at with one that it fits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli import main
from interpreter.profile import trial
from interpreter.profile.check import check_reference
from interpreter.profile.library import known_ids
from interpreter.profile.trial import try_out
from interpreter.profile.unknown import Known
from interpreter.resources import profiles_folder

RULES = sorted((profiles_folder() / "house-rules").glob("*.yaml"))
HEAD = "format: 1\nhouse_rule: ours\ntitle: Ours\n"
# the lines of a rule, and what is said of them: exit code, place, code, and the remedy or the reason
FAULTS = [
    ("score: {made: {add: inherited + contract.lvel}}", 1, "4:33: error[E010]", "did you mean 'contract.level'?"),
    ("score: {made: {add: inherited + conut(hand)}}", 1, "4:33: error[E012]", "did you mean 'count'?"),
    ("score: {made: {when: contract.trump == non}}", 1, "4:40: error[E016]", "did you mean 'none'?"),
    ("score: {made: {add: inherited + made}}", 1, "4:33: error[E014]", ""),
    ("phases: {autcion: {may_pass: inherited}}", 1, "4:10: error[S002]", "did you mean 'auction'?"),
    ("flow: {pick_up: {after: acution}}", 0, "4:25: warning[X016]", "did you mean 'auction'?"),
    ("params: {gaol: 5}", 0, "4:10: warning[X037]", "did you mean 'goal'?"),
    ("needs: {params.min_bdi: no}\nparams: {goal: 5}", 0, "4:9: warning[X039]", "did you mean 'params.min_bid'?"),
]

# the lines of a rule that is wrong by itself, and all that is told of it: exit code, places and codes
HIDING = [
    (
        "params: {goal: x}\nconflicts: {nosuch: why}\nscore: {b: {to: declarers, when: contract.level > 8, add: 1}}",
        1,
        ["4:16 S003", "5:13 X044", "6:34 R102"],
    ),
    ("phases: {auction: {may_pas: true}}\nmade: over >= 20", 1, ["4:20 S001", "5:7 R101"]),
    ("score: {made: {add: inherited = 3}, set: {add: inherited - contract.lvl}}", 1, ["4:31 E004", "4:60 E010"]),
    ("titel: T\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:1 S001", "5:32 E010"]),
    ("params: {Goal: 3}\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:10 S006", "5:32 E010"]),
    ("params: {goal: x}\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:16 S003", "5:32 E010"]),
    ("score: {made: {ad: inherited}, set: {add: inherited - contract.lvl}}", 1, ["4:16 S001", "4:55 E010"]),
    ("needs: {phase.auction: X}\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:9 S001", "5:32 E010"]),
    ("needs: {score.mad: X}\nscore: {set: {add: inherited - contract.lvl}}", 0, ["4:9 X039", "5:32 E010"]),
    ("scre: {set: {add: inherited}}", 1, ["4:1 S001"]),
    ("house_rules: [nosuch]\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:15 X008", "5:32 E010"]),
    ("params: {x: 1}\nscore: {set: {add: inherited - contract.lvl}}", 0, ["4:10 X037", "5:32 E010"]),
    ("house_rules: [nosuch]\nparams: {x: 1}", 1, ["4:15 X008", "5:10 X037"]),
    ("params: {7: 3}\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:10 Y008", "5:32 E010"]),
    ("extends: pagat-54\nscore: {set: {add: inherited - contract.lvl}}", 1, ["4:1 S001", "5:32 E010"]),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with no profiles of one's own."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("BIDWHIST_PROFILES", str(tmp_path / "profiles"))
    (tmp_path / "profiles").mkdir()
    return tmp_path / "work"


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_shipped_rules_go_on_top_of_some_game(path: Path) -> None:
    found = try_out(path)
    assert found is not None
    assert (found.fits, found.problems) == (True, ())


@pytest.mark.parametrize(("lines", "code", "where", "said"), FAULTS)
def test_a_name_that_no_game_knows_is_told(
    capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, code: int, where: str, said: str
) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == code
    out = capsys.readouterr().out
    assert f"ours.yaml:{where}" in out
    assert said in out
    assert "seen with 'pagat-54'" in out
    assert ("1 warning; no game here takes this house rule" in out) == (code == 0)
    assert ": ok" not in out


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A 9}", ["ours.yaml:4:41 R001"]),
        ("params: {kitty_size: 5}", ["ours.yaml:4:22 R051"]),
    ],
)
def test_what_is_wrong_with_every_game_is_told_of_one_at_the_rules_line(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, lines: str, told: list[str]
) -> None:
    """Lines are left out, to see what a problem comes of, with the game that is told only; that takes long."""
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    checked = []

    def counted(reference: str, *where: Any) -> Any:
        checked.append(reference)
        return check_reference(reference, *where)

    monkeypatch.setattr(trial, "check_reference", counted)
    found = try_out(own_folder / "ours.yaml")
    assert found is not None
    assert [f"{problem.place} {problem.code}" for problem in found.problems] == told
    assert checked == [f"{found.game}+./ours.yaml"]


@pytest.mark.parametrize(("lines", "code", "told"), HIDING)
def test_what_is_wrong_by_itself_hides_nothing(
    capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, code: int, told: list[str]
) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == code
    found = re.findall(r"^ours\.yaml:(\S+): \w+\[(\w+)\]", capsys.readouterr().out, re.MULTILINE)
    assert [" ".join(one) for one in found] == told


def test_an_id_that_is_wrong_is_told_once(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(HEAD.replace("ours", "Ours") + "score: {set: {add: inherited - hnad}}\n")
    assert main(("check", "./ours.yaml")) == 1
    assert re.findall(r"\[(\w+)\]", capsys.readouterr().out) == ["S005", "X005", "E010"]


def test_a_rule_that_is_right_says_with_which_game(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}params: {{min_bid: 5}}\n")
    assert main(("check", "./ours.yaml")) == 0
    assert capsys.readouterr().out == "./ours.yaml: ok by itself and with pagat-54, a house rule, Ours\n"


def test_a_game_beside_it_counts(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}params: {{sport: 2}}\n")
    (own_folder / "kitchen.yaml").write_text(
        "format: 1\nprofile: kitchen\ntitle: Kitchen\nextends: pagat-54\nparams: {sport: 1}\n"
        "score: {made: {add: inherited * sport}}\n"
    )
    assert main(("check", "./ours.yaml")) == 0
    assert "with kitchen" in capsys.readouterr().out


def test_many_unknown_names_read_the_titles_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("interpreter.profile.unknown.known_title", lambda id: asked.append(id) or "")
    known = Known(None)
    assert known.titles.keys() == set(known_ids())
    asked.clear()
    main(("check", "pagat-54" + "".join(f"+x{number}q" for number in range(90))))
    assert len(asked) <= 2 * len(known.ids)  # once for what is wrong, once for its causes
