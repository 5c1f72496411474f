"""What authors use: formats of problems, explanations, origins, differences, new files, coverage of cases."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator, FormatChecker, ValidationError

from interpreter.cli import formats, main
from interpreter.cli.commands.check import check_file
from interpreter.cli.differences import Difference, speak_of_flow
from interpreter.cli.origins import lines, sourced
from interpreter.errors import InputError, Place, Problem
from interpreter.profile import codes as explained
from interpreter.profile.check import check_reference
from interpreter.profile.checked import hash_of
from interpreter.profile.glossary import FUNCTIONS, KEYWORDS, NAMES
from interpreter.profile.load import load
from interpreter.profile.source import data, parse
from interpreter.resources import profiles_folder, schema_folder

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "interpreter"
GAMES = sorted(path.stem for path in profiles_folder().glob("*.yaml") if not path.stem.endswith(".cases"))
FLOW_RULES = sorted(
    p.stem for p in (profiles_folder() / "house-rules").glob("*.yaml") if "\nflow:" in p.read_text("utf-8")
)


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with no profiles of one's own and a cache that the tests share."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BIDWHIST_PROFILES", str(tmp_path / "profiles"))
    monkeypatch.setenv("BIDWHIST_CACHE", str(cache))
    return folder


def run_here(*args: str) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(args)
    return Done(code, out.getvalue(), err.getvalue())


@pytest.fixture
def run() -> Run:
    return run_here


# ---- explain CODE


ALL_CODES = sorted(
    {code for path in PACKAGE.rglob("*.py") for code in re.findall(r'"([YXSERTG]\d{3})"', path.read_text("utf-8"))}
)
WITH_OTHERS = {"Y017": "Y", "S012": "S", "X035": "X"}
"""Codes that only come behind others, of this family."""
USAGE = {"G001", "G020"}
"""Codes of words on the command line, which are wrong usage: exit code 2, and no code is printed."""
SEEN = re.compile(r"(?:error|warning)\[([A-Z]\d{3})\]")


@pytest.fixture(scope="session")
def record_parts(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What stands for parts of a record in examples."""
    folder = tmp_path_factory.mktemp("record")
    whole = folder / "whole.jsonl"
    os.environ["BIDWHIST_CACHE"] = str(cache)
    assert run_here("play", "pagat-54", "--seed", "1", "--quiet", "--record", str(whole)).code == 0
    text = whole.read_text("utf-8")
    header, first, *_ = text.split("\n")
    changed = header.replace('"goal": 7', '"goal": 8')
    assert changed != header
    *_, last = text.rstrip("\n").split("\n")
    more = first.replace('"n": 1', f'"n": {json.loads(last)["n"] + 1}')
    return {
        "header": header,
        "header with null": with_null(header),
        "changed header": changed,
        "renamed header": header.replace('"reference": "pagat-54"', '"reference": "pagat-54+min-4"'),
        "line 1": first,
        "whole match": text.rstrip("\n"),
        "one more deal": more,
        "end": "\0",
    }


def with_null(header: str) -> str:
    """Return a record's header in which the rules hold a null, and that has the hash of these rules."""
    content = json.loads(header)
    content["profile"]["made"] = None
    content["hash"] = hash_of(content["profile"])
    return json.dumps(content)


def codes_of(text: str, given: dict[str, str], folder: Path) -> tuple[int, set[str]]:
    """Run an example; return the last exit code and all codes that were printed then."""
    example = explained.example(text, given)
    for name, content in example.files.items():
        (folder / name).write_bytes(content.encode("utf-8", "surrogateescape"))
    *before, last = example.commands
    for command in before:
        run_here(*command)
    done = run_here(*last)
    return done.code, set(SEEN.findall(done.out + done.err))


def test_every_code_is_explained() -> None:
    assert sorted(explained.codes()) == ALL_CODES


@pytest.mark.parametrize("code", ALL_CODES)
def test_the_bad_example_has_the_code_and_no_other(code: str, record_parts: dict[str, str], own_folder: Path) -> None:
    if code == "G126":
        hold_lock(own_folder)
    status, found = codes_of(explained.codes()[code].bad, record_parts, own_folder)
    if code in USAGE:
        assert (status, found) == (2, set())
        return
    assert code in found
    found -= {"R100"} - {code}  # an example may name what nothing reads, of which is only warned
    assert {other for other in found if other[0] == WITH_OTHERS.get(code, "")} | {code} == found


def hold_lock(folder: Path) -> None:
    """Begin a record and keep it open, as another game does."""
    pytest.skip("another game's lock is tested in test_record.py")


@pytest.mark.parametrize("code", ALL_CODES)
def test_the_good_example_has_no_problem(code: str, record_parts: dict[str, str], own_folder: Path) -> None:
    status, found = codes_of(explained.codes()[code].good, record_parts, own_folder)
    assert (status, found) == (0, set())


@pytest.mark.parametrize("code", ALL_CODES)
def test_codes_are_explained(run: Run, code: str) -> None:
    done = run("explain", code.lower())
    assert done.code == 0
    assert explained.codes()[code].cause.split()[-1] in done.out
    assert "{{" not in done.out
    assert "Wrong:" in done.out
    assert "Right:" in done.out
    assert run("explain", code, "--json").json()["code"] == code


# ---- Formats of problems


SARIF = json.loads((ROOT / "tests" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
"""The schema of SARIF 2.1.0 with the errata of OASIS, without its prose."""


def check_sarif(log: object) -> None:
    """Hold a log against SARIF's schema."""
    Draft4Validator(SARIF, format_checker=FormatChecker()).validate(log)


FAULTY = """\
format: 1
profile: faulty
title: Many faults
extends: pagat-54
notes: one
notes: two
params: {min_bid: "3", goal: 7}
cards: {jokers: BJ LJ, aces: A Q1}
phases:
  auction:
    rounds: onee
    may_pas: not stuck
    beats: bid.rank = high.rank
  name_dir: {when: contract.kind == ntt}
  bury: {steps: {bury: {must: card in joker}}}
made: over >= contract.level && true
score:
  made: {to: declarer, when: made, add: over * facto}
  set: {when: not made or 3}
  extra: {to: declarers, add: 1, when: "contract.dir ? 1 : 2"}
tallies: {sets: null}
game: {win: mine.total >= gaol}
"""
FAULTS = [
    ("Y009", 6, 1), ("S003", 7, 19), ("R003", 8, 32), ("S004", 11, 13), ("S001", 12, 5), ("E004", 13, 21),
    ("E016", 14, 37), ("E010", 15, 39), ("E004", 16, 30), ("S004", 18, 14), ("E010", 18, 48), ("E014", 19, 27),
    ("E004", 20, 54), ("X010", 21, 11), ("E010", 22, 27),
]  # fmt: skip


def problems_of(reference: str) -> list[Problem]:
    with pytest.raises(InputError) as error:
        check_reference(reference)
    return list(error.value.problems)


def test_every_fault_is_told_once_and_in_its_place(own_folder: Path) -> None:
    (own_folder / "faulty.yaml").write_text(FAULTY)
    found = [(p.code, p.place.line, p.place.column) for p in problems_of("./faulty.yaml") if p.place]
    assert found == FAULTS


FINE = """\
format: 1
profile: faulty
title: Seeded
extends: pagat-54
params: {min_bid: 4, goal: 9}
deck: {extra: BJ LJ}
ranking:
  up: {order: A K Q J T 9 8 7 6 5 4 3 2}
phases:
  auction:
    beats: bid.rank > high.rank
    may_pass: not stuck
  bury: {steps: {bury: {must: card in jokers}}}
score:
  made: {when: made, add: over * factor}
  bonus: {to: declarers, when: made and contract.level == 7, add: 2}
game: {lose: mine.total <= -goal}
"""
SEEDS = [
    ("min_bid: 4", 'min_bid: "4"', "S003"),
    ("goal: 9", "goal: 9, goal: 8", "Y009"),
    ("5 4 3 2}", "5 4 3 3}", "R005"),
    ("high.rank\n", "hihg.rank\n", "E010"),
    ("may_pass:", "may_pas:", "S001"),
    ("in jokers", "in joker", "E010"),
    ("when: made, add", "when: made =, add", "E004"),
    ("to: declarers", "to: declarer", "S004"),
    ("== 7", "= 7", "E004"),
    ("<= -goal", "<= -hand", "E011"),
]
"""Faults that don't depend on each other: what is replaced, by what, and the code."""


@pytest.mark.parametrize("seed", range(25))
def test_independent_faults_each_give_one_problem(seed: int, own_folder: Path) -> None:
    import random

    chosen = random.Random(seed).sample(SEEDS, random.Random(seed).randint(1, len(SEEDS)))
    text = FINE
    for old, new, _ in chosen:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (own_folder / "faulty.yaml").write_text(text)
    found = problems_of("./faulty.yaml")
    assert sorted(p.code for p in found) == sorted(code for *_, code in chosen)
    lines = {
        number for number, line in enumerate(text.split("\n"), 1) if any(new.strip() in line for _, new, _ in chosen)
    }
    assert {p.place.line for p in found if p.place} == lines


def test_proofs_go_on_beside_a_wrong_expression(own_folder: Path) -> None:
    text = FINE.replace("5 4 3 2}", "5 4 3}").replace("<= -goal", "<= -gaol")
    (own_folder / "faulty.yaml").write_text(text)
    assert [p.code for p in problems_of("./faulty.yaml")] == ["R066", "E010"]


def test_a_fault_in_a_parent_is_told_where_it_stands(own_folder: Path) -> None:
    (own_folder / "parent.yaml").write_text("format: 1\nprofile: parent\nextends: pagat-54\nmade: over >\n")
    (own_folder / "child.yaml").write_text("format: 1\nprofile: child\nextends: parent\nmade: over >= 1\ntitel: x\n")
    found = problems_of("./child.yaml")
    assert [(p.code, p.place.file, p.place.line) for p in found if p.place] == [
        ("S001", "child.yaml", 5),
        ("E006", "parent.yaml", 4),
    ]


def test_what_is_missing_hides_no_other_fault(own_folder: Path) -> None:
    (own_folder / "child.yaml").write_text("format: 1\nprofile: child\nextends: nobody\nmade: over >\ntitel: x\n")
    assert [p.code for p in problems_of("./child.yaml")] == ["X008", "E006", "S001"]


def test_sarif(run: Run, own_folder: Path) -> None:
    (own_folder / "faulty.yaml").write_text(FAULTY)
    done = run("check", "./faulty.yaml", "pagat-54+goal=-5", "pagat-54", "--format", "sarif")
    log = done.json()
    assert done.code == 1
    check_sarif(log)
    (only,) = log["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    assert all(rule["shortDescription"]["text"] for rule in only["tool"]["driver"]["rules"])
    assert len(only["results"]) == len(FAULTS) + 1
    for result in only["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    first = only["results"][-1]["locations"][0]["physicalLocation"]
    assert first["artifactLocation"]["uri"] == "faulty.yaml"
    assert first["region"] == {"startLine": 22, "startColumn": 27, "endColumn": 31, "snippet": {"text": "gaol"}}
    assert run("check", "pagat-54", "--format", "sarif").json()["runs"][0]["results"] == []


def test_every_problem_is_sarif(run: Run) -> None:
    files = sorted((ROOT / "tests" / "bad").glob("*.yaml"))
    log = run("check", *map(str, files), "--format", "sarif").json()
    check_sarif(log)
    (only,) = log["runs"]
    assert len({result["ruleId"] for result in only["results"]}) > 100


@pytest.mark.parametrize("broken", ["level", "region", "columnKind"])
def test_the_schema_of_sarif_finds_faults(run: Run, own_folder: Path, broken: str) -> None:
    (own_folder / "faulty.yaml").write_text(FAULTY)
    log = run("check", "./faulty.yaml", "--format", "sarif").json()
    (only,) = log["runs"]
    result = only["results"][0]
    if broken == "level":
        result["level"] = "fatal"
    elif broken == "region":
        result["locations"][0]["physicalLocation"]["region"] = {"startLine": 0}
    else:
        only["columnKind"] = "bytes"
    with pytest.raises(ValidationError):
        check_sarif(log)


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a b.yaml", "a%20b.yaml"),
        ("über/x.yaml", "%C3%BCber/x.yaml"),
        ("/a/ö.yaml", "file:///a/%C3%B6.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
    ],
)
def test_files_as_uris(file: str, uri: str) -> None:
    assert formats.uri(file) == uri


def test_github_annotations(run: Run, own_folder: Path) -> None:
    problem = Problem("E010", "a, b: 100%", Place("x,y:z.yaml", 3, 5, 8), "mend it")
    assert formats.github(problem) == (
        "::error file=x%2Cy%3Az.yaml,line=3,col=5,endColumn=8,title=E010::a, b: 100%25%0Ahelp: mend it"
    )
    assert formats.escaped("a%\r\n:,") == "a%25%0D%0A:,"
    assert formats.github(Problem("X008", "m", severity="warning")) == "::warning title=X008::m"
    (own_folder / "faulty.yaml").write_text(FAULTY)
    done = run("check", "./faulty.yaml", "--format", "github")
    assert done.code == 1
    assert [line.split(" ")[0] for line in done.out.splitlines()] == ["::error"] * len(FAULTS)


def test_strict_counts_warnings(run: Run) -> None:
    assert run("check", "pagat-54+min-4+min-4").code == 0
    done = run("check", "pagat-54+min-4+min-4", "--strict")
    assert done.code == 1
    assert "1 problem" in done.out
    assert not run("check", "pagat-54+min-4+min-4", "--strict", "--json").json()[0]["ok"]
    assert run("check", "pagat-54++", "--format", "json").code == 2


def test_files_are_checked_by_themselves(run: Run, own_folder: Path) -> None:
    (own_folder / "rule.yaml").write_text("format: 1\nhouse_rule: rule\ntitle: A rule\nmade: over >= 1\n")
    assert run("check", "./rule.yaml").out == "./rule.yaml: ok by itself and with pagat-54, a house rule, A rule\n"
    (own_folder / "rule.yaml").write_text("format: 1\nhouse_rule: rule\ntitle: A rule\nmade: over >\n")
    assert "E006" in run("check", "./rule.yaml").out
    base = profiles_folder() / "bases" / "base-52.yaml"
    assert "a base" in run("check", str(base)).out
    assert check_file("pagat-54") is None
    cases = profiles_folder() / "pagat-54.cases.yaml"
    assert run("check", str(cases)).code == 0


def test_standard_input_is_checked_as_if_it_lay_here(
    run: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    head = "format: 1\nprofile: mine\ntitle: Mine\nextends: parent\n"
    (own_folder / "parent.yaml").write_text("format: 1\nprofile: parent\ntitle: P\nextends: pagat-54\n")
    (own_folder / "mine.yaml").write_text(f"{head}made: what was saved\n")
    given(head)
    assert run("check", "-").out.startswith("-: ok, Mine to ±7")
    for other in (head.replace("profile:", '"profile":'), head.replace("mine", "&a mine")):
        given(other)
        assert run("check", "-").out.startswith("-: ok, Mine to ±7")
    given("{format: 1, profile: mine, title: Mine, extends: parent}")
    assert run("check", "-").out.startswith("-: ok, Mine to ±7")
    given(f"{head}phases: {{auction: {{may_pass: true}}}}\n")
    done = run("check", "-")
    assert done.code == 1
    assert done.out.startswith("standard input:5:30: error[R083]")
    given("format: 1\nreference: ./parent.yaml\ncases: {a: {score: {bid: 4 no trmp, books: 9}}}\n")
    found = run("check", "-", "--json").json()[0]
    assert {problem["file"] for problem in found["problems"]} == {"standard input"}
    given("format: 1\nhouse_rule: ours\ntitle: Ours\nparams: {goal: 9}\n")
    assert run("check", "-").out == "-: ok by itself and with pagat-54, a house rule, Ours\n"
    given("nothing")
    assert "standard input:1:1: error[X002]" in run("check", "-").out


# ---- explain REF PATH, show --origin


def test_explain_tells_of_a_range_the_params_only(run: Run) -> None:
    found = run("explain", "pagat-54", "phases.auction.bids.nt.level", "--json").json()
    assert found["names"] == {"params": ["min_bid = 3", "kitty_size = 6", "goal = 7"]}
    assert found["meanings"] == {}


def test_a_key_is_explained(run: Run) -> None:
    found = run("explain", "pagat-54+min-4", "params.min_bid", "--json").json()
    assert found["value"] == "4"
    assert [(entry["value"], entry["place"].rpartition(":")[0]) for entry in found["history"]] == [
        ("4", "house-rules/min-4.yaml"),
        ("3", "pagat-54.yaml"),
    ]
    done = run("explain", "pagat-54+boston", "score.made.add")
    assert "written as: inherited" in done.out
    assert "contract.level (integer)" in done.out
    assert "not known here: " in done.out
    assert "not set here" in run("explain", "pagat-54", "phases.auction.all_pass").out
    wrong = run("explain", "pagat-54", "game.wim")
    assert wrong.code == 2
    assert "did you mean 'win'?" in wrong.err
    assert run("explain", "pagat-54", "made.x").code == 2
    above = "error: pagat-54 has no key 'revoke'; did you mean rulings.revoke?\n"
    assert run("explain", "pagat-54", "revoke").err == above
    near = "error: pagat-54 has no key 'gaol' in params; did you mean 'goal'?\n"
    assert run("explain", "pagat-54", "params.gaol").err == near
    assert "value: not set here" in run("explain", "pagat-54", "phases.auction.calls.double").out


def test_a_map_is_explained_by_its_lines_and_their_origins(run: Run) -> None:
    done = run("explain", "pagat-54+nt-jokers-thrown", "phases.play.follow")
    lines = {line.split(":")[0].strip(): line.rpartition("# ")[2] for line in done.out.splitlines() if "# " in line}
    assert lines["suit"].startswith("bases/base-52.yaml:")
    assert lines["joker"].startswith("house-rules/nt-jokers-thrown.yaml:")
    assert "set in" not in done.out
    assert run("explain", "pagat-54", "score", "--json").json()["lines"]


def test_the_names_of_a_place_are_told_with_their_meanings(run: Run) -> None:
    """What all sides have is said once."""
    out = run("explain", "pagat-54", "score.made.add").out
    assert "    made (boolean): whether the contract was fulfilled, as the key `made` says\n" in out
    assert "    declarers (the declarer's side), defenders (the other side than the declarer's), mine (" in out
    assert "      .taken (integer): the tricks counted for it, before rulings\n" in out
    assert out.count(".taken (integer)") == 1
    meanings = run("explain", "pagat-54", "score.made.add", "--json").json()["meanings"]
    assert meanings["deal (integer)"] == NAMES["deal"].text


@pytest.mark.parametrize("name", [*NAMES, *FUNCTIONS, *KEYWORDS])
def test_every_name_of_the_language_is_explained(name: str, run: Run) -> None:
    """Alone, and in a game that has it."""
    meaning = NAMES[name].text if name in NAMES else FUNCTIONS[name][1] if name in FUNCTIONS else KEYWORDS[name]
    assert run("explain", name, "--json").json()["meaning"] == meaning
    done = run("explain", "pagat-54", name)
    assert done.code == 0
    assert meaning in done.out.replace("\n    ", " ")


def test_names_are_explained(run: Run) -> None:
    assert run("explain", "stuck").out.splitlines() == [
        "stuck",
        "  whether the latest call of every other seat is a pass and no bid stands",
        "  type: boolean",
        "  known in: the auction",
    ]
    assert "theirs.taken" in run("explain", "taken").out
    assert (
        "  mine.taken: the tricks counted for the side that this is about, before rulings" in run("explain", "mine").out
    )
    assert "`level` of the bid" in run("explain", "bid.level").out
    assert "card set" in run("explain", "mine.played").out
    assert "did you mean 'stuck'?" in run("explain", "stukc").err
    assert run("explain", "stukc").code == 2
    assert "did you mean 'stuck'?" in run("explain", "pagat-54", "stukc").err
    assert run("explain", "bid.level()").code != 0


def test_names_of_a_games_own_are_explained(run: Run) -> None:
    goal = run("explain", "pagat-54+goal=9", "goal").out
    assert "param, 9" in goal
    assert "set in: the reference" in goal
    assert "define, integer: `declarers.books - 6`" in run("explain", "pagat-54", "over").out
    assert "a word of dir" in run("explain", "pagat-54", "up").out
    assert "card class: `BJ LJ`" in run("explain", "pagat-54", "jokers").out
    assert "type: up down" in run("explain", "pagat-54", "bid.dir").out
    assert "the tally 'sets' of" in run("explain", "pagat-54+two-sets", "mine.sets").out
    assert "as a name: whether the contract was fulfilled" in run("explain", "pagat-54", "made").out


def test_what_a_case_may_hold_is_explained(run: Run) -> None:
    kinds = run("explain", "cases").out.splitlines()
    assert any(line.startswith("  score: ") for line in kinds)
    assert "  points: " in run("explain", "cases", "score").out
    assert "dir: down" in run("explain", "cases", "trick.contract").out
    assert set(run("explain", "cases", "--json").json()["keys"]) >= {"trick", "score", "source", "todo"}
    wrong = run("explain", "cases", "scor")
    assert (wrong.code, wrong.err) == (2, "error: a case has no key 'scor'; did you mean 'score'?\n")


def test_a_new_case_that_the_rules_have_left_behind_says_what_to_do(run: Run, own_folder: Path) -> None:
    run("new", "our-table", "--extends", "pagat-54")
    with open(own_folder / "our-table.yaml", "a", encoding="utf-8") as file:
        file.write("params: {goal: 11}\nsays: {ours: played in the kitchen}\n")
    done = run("test", "./our-table.yaml")
    assert done.code == 1
    assert "expected the title Our table to ±7, " in done.out
    assert "found Our table to ±11, " in done.out
    assert "doubled at no trump, played in the kitchen" in done.out
    assert "write here what was found" in done.out


def test_files_are_explained(run: Run) -> None:
    done = run("explain", "nt-jokers-thrown")
    assert done.code == 0
    for text in (
        "nt-jokers-thrown, a house rule: At no trump a hand that can't follow must throw its joker",
        "nt-jokers-thrown.yaml",
        "source: TricksterBots",
        "needs: deck.extra (without it: there are no jokers)",
        "clashes with: nt-jokers-dropped",
        "sets: phases.play.follow.joker: contract.trump == none and card in jokers",
        "in house-rules.cases.yaml",
    ):
        assert text in done.out
    game, rule = run("explain", "pagat-54+boston", "--json").json()
    assert (game["kind"], game["facts"]["builds on"], game["facts"]["source"]) == ("a game", ["base-52"], ["pagat.com"])
    assert rule["facts"]["sets"][0] == "params.boston_nt: 4"
    missing = run("explain", "bosten")
    assert missing.code == 1
    assert "did you mean 'boston'?" in missing.err
    assert run("explain", "E999").code == 2


@pytest.mark.parametrize(
    "reference", [*GAMES, "pagat-54+low-over-high+boston+goal=11", "whist-classic+rotating-trump-no-trump"]
)
def test_origins_are_told_and_the_rules_stay_the_same(reference: str) -> None:
    found = sourced(reference)
    problems: list[Problem] = []
    node = parse("\n".join(lines(found)).encode(), "shown.yaml", problems)
    assert node is not None
    assert problems == []
    assert data(node) == found.checked.document
    assert hash_of(data(node)) == found.checked.hash


def test_origins_name_lines_and_what_was_before(run: Run) -> None:
    done = run("show", "pagat-54+min-4+goal=11", "--origin")
    rows = [re.sub(" +", " ", line).strip() for line in done.out.splitlines()]
    text = (profiles_folder() / "pagat-54.yaml").read_text("utf-8").split("\n")
    number = next(n for n, line in enumerate(text, 1) if line.startswith("params:"))
    assert f"goal: 11 # the reference, was 7 (pagat-54.yaml:{number})" in rows
    assert any(row.startswith("min_bid: 4 # house-rules/min-4.yaml:") for row in rows)
    assert run("show", "pagat-54", "--origin", "--json").code == 2


# ---- diff


def test_differences_are_told_in_words(run: Run) -> None:
    done = run("diff", "pagat-54", "pagat-54+min-4")
    assert (done.code, done.out) == (1, "minimum bid 3 -> 4\n")
    done = run("diff", "pagat-54", "pagat-54+aces-bad+declare-after-kitty+two-sets")
    assert "down: cards rank ace, 2, 3, " in done.out
    assert "queen, king, ace\n" in done.out
    assert "moves: it comes after" in done.out
    assert "new: the score row sets: " in done.out
    assert run("diff", "pagat-54+two-sets", "pagat-54").out.count("gone: ") >= 1
    done = run("diff", "pagat-54", "pagat-54+nt-jokers-dropped+fixed-deals")
    rules, about = done.out.split("\n\n")
    step = (
        "new in bury: others give all cards (dead) to the cards out of play and draw as many (not dead) from the kitty"
    )
    assert step in rules.splitlines()  # to its end
    assert "new: the number deals: 8" in rules.splitlines()
    assert "conflicts" not in rules
    assert "conflicts" in about
    assert "needs" not in run("diff", "pagat-54", "pagat-54+boston").out.split("\n\n")[0]


def moves_told(one: list[str], other: list[str]) -> list[tuple[str, str, str]]:
    """Return what is said of phases that move: which ones, what they come after, and what they came after."""
    game = load("pagat-54")
    text = speak_of_flow(Difference(("flow",), one, other, ""), game, game)
    return re.findall(r"([\w ]+) moves?: \w+ comes? (first|after \w+), not (first|after \w+)", text)


@pytest.mark.parametrize("rule", FLOW_RULES)
def test_what_a_shipped_rule_moves_comes_after_another_phase_than_before(rule: str) -> None:
    told = 0
    for reference in GAMES:
        try:
            one, other = load(reference).document["flow"], load(f"{reference}+{rule}").document["flow"]
        except InputError:
            continue
        moves = moves_told(one, other)
        assert all(now != before for _, now, before in moves), (reference, moves)
        told += one != other
    assert told


def test_phases_that_move_are_told_with_two_anchors() -> None:
    import random

    rng = random.Random(5)
    names = [f"p{number}" for number in range(7)]
    for _ in range(300):
        one, other = rng.sample(names, rng.randint(2, 7)), rng.sample(names, rng.randint(2, 7))
        moves = moves_told(one, other)
        assert all(now != before for _, now, before in moves), (one, other)
        both = [name for name in one if name in other]
        assert bool(moves) == (both != [name for name in other if name in both])
    assert moves_told(
        ["deal", "bid", "name", "take", "bury", "play"], ["deal", "bid", "take", "bury", "name", "play"]
    ) == [("name", "after bury", "after bid")]


@pytest.mark.parametrize("reference", GAMES)
def test_a_game_doesnt_differ_from_itself(run: Run, own_folder: Path, reference: str) -> None:
    done = run("diff", reference, reference)
    assert done.code == 0
    (own_folder / "ours.yaml").write_text(
        run("show", reference).out.replace(f"profile: {reference}\n", "profile: ours\n")
    )
    done = run("diff", reference, "./ours.yaml", "--json")
    assert (done.code, done.json()["same"], done.json()["differences"]) == (0, True, [])


# ---- new, schema


def test_what_is_new_is_fine(run: Run, own_folder: Path) -> None:
    assert run("new", "our-table", "--extends", "pagat-54").code == 0
    assert run("new", "our-rule", "--extends", "whist-classic", "--house-rule").code == 0
    assert run("check", "./our-table.yaml", "whist-classic+./our-rule.yaml", "./our-rule.yaml", "--strict").code == 0
    assert run("test", "./our-table.yaml").code == 0
    assert run("test", "our-rule.cases.yaml").code == 0
    assert run("fmt", "--check", *(path.name for path in own_folder.glob("*.yaml"))).code == 0
    for path in own_folder.glob("*.yaml"):
        schema = path.read_text().split("\n")[0].removeprefix("# yaml-language-server: $schema=file://")
        assert json.loads(Path(schema).read_text("utf-8"))["$schema"]
    before = (own_folder / "our-table.yaml").read_text()
    assert run("new", "our-table", "--extends", "neuralplay").code == 1
    assert (own_folder / "our-table.yaml").read_text() == before


@pytest.mark.parametrize("reference", GAMES)
def test_every_game_can_be_built_on(run: Run, reference: str) -> None:
    assert run("new", "ours", "--extends", reference).code == 0
    assert run("test", "./ours.yaml").code == 0


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("Our Table", "--extends", "pagat-54"), 2),
        (("pagat-54", "--extends", "pagat-54"), 2),
        (("../x", "--extends", "pagat-54"), 2),
        (("ours",), 2),
        (("ours", "--extends", "nobody"), 1),
        (("ours", "--extends", "base-52"), 1),
        (("ours", "--extends", "pagat-54+min-4"), 2),
    ],
)
def test_what_cant_be_new(run: Run, own_folder: Path, args: tuple[str, ...], code: int) -> None:
    assert run("new", *args).code == code
    assert list(own_folder.iterdir()) == []


@pytest.mark.parametrize("name", ["profile", "house-rule", "cases", "record"])
def test_a_schema_is_printed_whole(run: Run, own_folder: Path, name: str) -> None:
    from jsonschema import Draft202012Validator

    schema = run("schema", name).json()
    Draft202012Validator.check_schema(schema)
    for path in sorted(profiles_folder().rglob("*.yaml")):
        kind = (
            "cases"
            if path.name.endswith(".cases.yaml")
            else "house-rule"
            if path.parent.name == "house-rules"
            else "profile"
        )
        if kind == name:
            node = parse(path.read_bytes(), path.name, [])
            assert node is not None
            assert list(Draft202012Validator(schema).iter_errors(data(node))) == []
    assert run("schema", "--output", "schemas").code == 0
    written = own_folder / "schemas" / f"{name}.schema.json"
    assert written.read_bytes() == (schema_folder() / written.name).read_bytes()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["explain", "diff"]),
    reference=st.sampled_from(["pagat-54", "whist-classic", "++", "nobody", "min-4"]),
    text=st.text(st.characters(exclude_characters="\x00"), max_size=30)
    | st.lists(st.sampled_from(["phases", "auction", "bids", ".", "game", "score", "made", "cards"])).map(".".join),
)
def test_any_key_or_game_gets_an_answer(run: Run, name: str, reference: str, text: str) -> None:
    done = run(name, "--", reference, text)
    assert done.code in (0, 1, 2)
    assert done.out + done.err


def test_nothing_heavy_is_imported_for_a_list() -> None:
    import subprocess

    code = "import sys; from interpreter.cli import main; main(['list']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not {"yaml", "lark", "jsonschema", "rich", "interpreter.model"} & set(done.stderr.split())


# ---- test, list


CASES = """\
format: 1
reference: our-table
cases:
  an up bid:
    source: us
    auction: {calls: [3 up], next: south}
  the ace wins:
    source: us
    trick: {contract: {trump: S}, cards: 3H AH KH 2H, wins: AH}
  not yet right:
    source: us
    todo: ask the others
    trick: {contract: {trump: S}, cards: 3H AH KH 2H, wins: KH}
"""


@pytest.fixture
def our_cases(own_folder: Path) -> Path:
    (own_folder / "our-table.yaml").write_text("format: 1\nprofile: our-table\ntitle: Ours\nextends: pagat-54\n")
    path = own_folder / "our-table.cases.yaml"
    path.write_text(CASES)
    return path


def test_cases_are_chosen_by_name(run: Run, our_cases: Path) -> None:
    assert "1 passed" in run("test", "./our-table.yaml", "--run", "ACE").out
    assert run("test", "./our-table.yaml", "--run", "nothing").code == 1
    assert run("test", "./our-table.yaml", "--run", "nothing", "--allow-empty").code == 0
    assert run("test", "./our-table.yaml", "--run", "[").code == 2
    done = run("test", "./our-table.yaml")
    assert "2 passed, 1 to do" in done.out
    assert "not yet right: todo: ask the others" in done.out


def test_no_cases_are_allowed_on_request(run: Run, our_cases: Path) -> None:
    our_cases.unlink()
    assert "T003" in run("test", "./our-table.yaml").out
    assert run("test", "./our-table.yaml", "--allow-empty").code == 0


def test_coverage_says_what_no_case_touches(run: Run, our_cases: Path) -> None:
    found = run("test", "./our-table.yaml", "--coverage", "--json").json()[0]["coverage"]
    assert found["touched"] == {"phase": [3, 7], "bid": [1, 2], "layer": [2, 4], "row": [0, 2]}
    assert found["missing"] == [
        "phase name_trump", "phase name_dir", "phase pick_up", "phase bury", "bid nt", "layer nt", "layer down",
        "row made", "row set",
    ]  # fmt: skip
    assert "no case touches row set" in run("test", "./our-table.yaml", "--coverage").out


@pytest.mark.parametrize("reference", GAMES)
def test_watching_changes_no_answer(run: Run, reference: str) -> None:
    plain, watched = (run("test", reference, "--json", *more).json()[0] for more in ((), ("--coverage",)))
    assert plain["cases"] == watched["cases"]
    assert watched["coverage"]["touched"]["phase"][0] > 0


def test_rules_are_checked_before_cases(run: Run, our_cases: Path, own_folder: Path) -> None:
    (own_folder / "our-table.yaml").write_text("format: 1\nprofile: our-table\nextends: pagat-54\nmade: over >\n")
    done = run("test", "./our-table.yaml")
    assert done.code == 1
    assert "E006" in done.out
    said = "our-table.cases.yaml: 0 passed, 3 not run (3 looked at only in part: mend the rules first)"
    assert done.out.splitlines()[-1] == said


def test_list_tells_the_whole_title(run: Run) -> None:
    assert re.search(r"pagat-54 +Bid Whist to ±7, two jokers, .* at no trump\n", run("list").out)
    entry = next(entry for entry in run("list", "--json").json() if entry["id"] == "pagat-54")
    assert entry["title"] == "Bid Whist"
    assert entry["sentence"].startswith("Bid Whist to ±7, ")
    assert entry["file"].endswith("pagat-54.yaml")


# ---- keys of phases, and what a field is set to


def test_a_key_that_a_phase_doesnt_take_isnt_explained(run: Run) -> None:
    done = run("explain", "pagat-54", "phases.play.when")
    assert done.code == 2
    assert "phases.play.when can't be: the phase 'play' is for `do: play`" in done.err
    assert run("explain", "pagat-54", "phases.auction.each").code == 2
    assert "When this phase takes place" in run("explain", "pagat-54", "phases.bury.when").out
    assert run("explain", "pagat-54", "phases.bury.steps.bury.when").code == 0


def test_what_a_deal_sets_can_build_on_what_it_set(run: Run, own_folder: Path) -> None:
    text = "format: 1\nprofile: our-table\ntitle: Ours\nextends: {}\nphases: {{deal: {{set: {{trump: {}}}}}}}\n"
    (own_folder / "our-table.yaml").write_text(text.format("whist-classic", "if deal == 1 then inherited else none"))
    assert run("check", "./our-table.yaml").code == 0
    rules = load("./our-table.yaml", beside=own_folder)
    assert set(rules.fields["trump"]) == {"S", "H", "D", "C", "none"}
    (own_folder / "our-table.yaml").write_text(text.format("base-52", "inherited"))
    done = run("check", "./our-table.yaml")
    assert "our-table.yaml:5:30: error[E021]" in done.out
    assert "E016" not in done.out
    assert "R031" not in done.out
