"""Every shipped game is simulated, and compared with one that is bid for, in every form of output."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli import main
from tests.games import SHIPPED, rules_of, whole_games

GAMES = whole_games(SHIPPED)
BASE = "pagat-54"
UNDECLARED = ("whist-classic", "wikihow-whist")
OF_DECLARERS = {"declarers", "defenders", "defenders score", "made", "passed out", "bids", "contested", "level=4"}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run the command in this process, in an empty folder; it must succeed and say nothing on standard error."""
    monkeypatch.chdir(tmp_path)

    def run_command(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["bidwhist", *words])
        code = main([*words, "--workers", "1"])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return run_command


def test_the_games_without_a_declarer_are_these() -> None:
    assert tuple(name for name in GAMES if rules_of(name).auction is None) == UNDECLARED


@pytest.mark.parametrize("how", [("--deals", "8"), ("--games", "2")], ids=["deals", "games"])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_simulated_and_compared_in_every_form(
    run: Any, tmp_path: Path, name: str, how: tuple[str, ...]
) -> None:
    others = () if name == BASE else ((BASE, name),)
    for references in ((name,), *others):
        command = ("simulate" if len(references) == 1 else "compare", *references, *how, "--player", "random")
        text = run(*command, "--csv", "rows.csv")
        assert name in text
        data = json.loads(run(*command, "--json"))
        assert [rules["reference"] for rules in data["rules"]] == list(references)
        assert data["units"] == int(how[1])
        rows = list(csv.DictReader((tmp_path / "rows.csv").read_text("utf-8").splitlines()))
        assert {row["reference"] for row in rows} == set(references)
        assert data["deals"] <= len(rows)  # of each rule set, or of all of them in games


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_compared_under_players_that_learn_it(run: Any, name: str) -> None:
    references = (name,) if name == BASE else (BASE, name)
    data = json.loads(run("simulate" if name == BASE else "compare", *references, "--deals", "8", "--json"))
    assert {value["reference"] for line in data["measures"] for value in line["values"]} == set(references)


@pytest.mark.parametrize("name", UNDECLARED)
def test_where_one_game_has_no_declarer_what_both_have_is_compared(run: Any, name: str) -> None:
    pytest.importorskip("matplotlib")
    words = ("compare", BASE, name, "--deals", "40", "--player", "random", "--html", "page.html")
    data = json.loads(run(*words, "--json"))
    measures = {line["measure"]: line for line in data["measures"]}
    assert data["headline"] == "both"
    assert {key for key, line in measures.items() if line["changes"]} == {"both", "swing", "dealer's edge"}
    for key in OF_DECLARERS & set(measures):
        assert [value["reference"] for value in measures[key]["values"]] == [BASE]
    assert set(measures) >= OF_DECLARERS - {"defenders", "defenders score"}  # these never score in the other game
    [note] = [note for note in data["notes"] if "nobody bids or declares" in note]
    assert note.startswith(f"{name}: ")
    assert note in run(*words)


def test_points_of_both_sides_are_those_of_the_rows(run: Any, tmp_path: Path) -> None:
    words = ("compare", BASE, "whist-classic", "--deals", "40", "--player", "random")
    data = json.loads(run(*words, "--csv", "rows.csv", "--json"))
    [both] = [line for line in data["measures"] if line["measure"] == "both"]
    rows = list(csv.DictReader((tmp_path / "rows.csv").read_text("utf-8").splitlines()))
    for value in both["values"]:
        points = [
            int(row["points_north_south"]) + int(row["points_east_west"])
            for row in rows
            if row["reference"] == value["reference"]
        ]
        assert value["mean"] == pytest.approx(sum(points) / 40)
