"""The command line: what it prints, its exit codes, and that nothing a person types ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import game, record
from interpreter.actions import Action
from interpreter.cli import catalogue, main, problems
from interpreter.cli.app import COMMANDS
from interpreter.cli.human import Human
from interpreter.errors import Place, Problem
from interpreter.notation import format_event
from interpreter.profile import shelf
from interpreter.profile.load import load
from interpreter.resources import profiles_folder
from interpreter.state import State
from interpreter.view import view

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.stem for path in profiles_folder().glob("*.yaml") if not path.stem.endswith(".cases"))
OURS = "format: 1\nprofile: ours\ntitle: Our table\nextends: pagat-54\nparams: {goal: 11}\n"
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with no profiles of one's own and a cache that the tests share."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (tmp_path / "profiles").mkdir()
    monkeypatch.setenv("BIDWHIST_PROFILES", str(tmp_path / "profiles"))
    monkeypatch.setenv("BIDWHIST_CACHE", str(cache))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("BIDWHIST_DEBUG", raising=False)
    return folder


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def json(self) -> Any:
        return json.loads(self.out)

    def json_lines(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process; `typed` is what stands in its input."""

    monkeypatch.setattr("interpreter.cli.progress.hint_at_compiling", lambda: None)  # only the first run of all has it

    def run_command(*args: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(args)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)

    return run_command


def start(*args: str, **settings: Any) -> subprocess.Popen[bytes]:
    """Start the command as a process of its own."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    return subprocess.Popen([sys.executable, "-m", "interpreter.cli", *args], **pipes)


def command(*args: str, **settings: Any) -> Done:
    """Run the command as a process of its own."""
    process = start(*args, **settings)
    out, err = process.communicate(timeout=60)
    done = Done(process.returncode, (out or b"").decode(errors="replace"), (err or b"").decode(errors="replace"))
    assert "Traceback" not in done.err
    assert "Exception ignored" not in done.err
    return done


# ---- Help and start


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.partition("Commands:\n")[2].splitlines()] == list(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_has_help(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.code == 0
    assert f"Usage: bidwhist {name}" in done.out


def test_version(run: Run) -> None:
    assert re.fullmatch(r"bidwhist \d+\.\d+\.\d+\n", run("--version").out)


def modules_of(*args: str) -> set[str]:
    """Return the modules that a command imports when its output is piped."""
    code = (
        "import sys\nfrom interpreter.cli import main\nmain(sys.argv[1:])\n"
        "print('\\n'.join(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


HEAVY = {"yaml", "lark", "jsonschema", "referencing", "rich"}


@pytest.mark.parametrize("args", [("--help",), ("list",), ("list", "--json")])
def test_help_and_list_import_nothing_heavy(args: tuple[str, ...]) -> None:
    modules = modules_of(*args)
    assert not modules & HEAVY
    assert not {"interpreter.game", "interpreter.profile.compose", "interpreter.model"} & modules


def test_help_imports_no_command() -> None:
    assert not [name for name in modules_of("--help") if name.startswith("interpreter.cli.commands.")]


def test_playing_a_known_profile_imports_nothing_heavy() -> None:
    words = ("play", "pagat-54", "--seed", "7", "--deals", "1")
    modules_of(*words)  # from now on what the players learnt is in the cache folder
    assert not modules_of(*words) & HEAVY


def test_a_profiler_can_watch_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process ends without Python's own clearing up, but not where somebody debugs."""
    found = tmp_path / "profile"
    command = [sys.executable, "-m", "cProfile", "-o", str(found), "-m", "interpreter", "list"]
    for wanted in (False, True):
        monkeypatch.setenv("BIDWHIST_DEBUG", str(int(wanted)))
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "pagat-54" in done.stdout
        assert found.exists() == wanted


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "interpreter", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("bidwhist ")


# ---- Wrong usage: exit code 2, on standard error


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Usage:"),
        (("lst",), "did you mean 'list'?"),
        (("--nope",), "--nope"),
        (("show",), "Missing argument"),
        (("play",), "name the rules to play by"),
        (("play", "pagat-54", "--seat", "nowhere"), "is no seat"),
        (("play", "pagat-54", "--player", "ruls"), "'ruls'"),
        (("play", "pagat-54", "--seed", "x"), "--seed"),
        (("play", "pagat-54", "--deals", "0"), "--deals"),
        (("play", "--resume", "x", "--seed", "1"), "leave out --seed"),
        (("play", "pagat-54", "--seat", "s", "--json"), "--json"),
        (("replay", "x", "--step", "--json"), "--step"),
        (("score", "pagat-54", "--books", "x"), "'x' is not one or two whole numbers"),
        (("score", "pagat-54", "--totals", "5"), "'5' is not two whole numbers"),
        (("score", "pagat-54", "--set", "trump"), "'trump' is not a name with a value"),
        (("score", "pagat-54", "--bid", "4 no", "--books", "9", "--tally", "set=1,1"), "no tally 'set'"),
        (("test", "pagat-54+min-4"), "cases belong to a profile"),
        (("check", "++"), "names no profile"),
        (("check", "+x"), "names no profile"),
        (("show", "pagat-54+"), "followed by nothing"),
        (("play", "pagat-54+goal=x"), "is not a whole number"),
        (("test", "+"), "names no profile"),
        (("show", ""), "names no profile"),
        (("show", "x" * 2000), "2,000 characters"),
    ],
)
def test_wrong_usage(run: Run, args: tuple[str, ...], said: str) -> None:
    done = run(*args)
    assert done.code == 2
    assert said in done.out + done.err


# ---- Problems in what is read: exit code 1


@pytest.mark.parametrize(
    ("reference", "code", "where"),
    [
        ("pagat-54+x", "X008", ""),
        ("pagat-54+goal=-5", "R091", "pagat-54.yaml:"),
        ("pagat-54+min_bid=8", "R021", "pagat-54.yaml:"),
        ("pagat-54+kitty_size=7", "R051", "pagat-54.yaml:"),
        ("pagat-54+nothing=1", "X038", ""),
        ("base-52", "X040", "base-52.yaml:"),
        ("min-4", "X030", "min-4.yaml:"),
        ("pagat-54+pagat-54", "X033", ""),
        ("pagat-55", "X008", ""),
        (".", "X001", ""),
        ("./", "X001", ""),
        ("./nothing.yaml", "X001", ""),
    ],
)
def test_bad_references(run: Run, reference: str, code: str, where: str) -> None:
    for name in ("check", "show", "play"):
        done = run(name, reference)
        assert done.code == 1
        assert f"error[{code}]: " in done.out + done.err
        assert where in done.out + done.err


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("pagat-54+goal=0", "note: reference 'pagat-54+goal=0':1:10: 'goal' is set to 0 here"),
        ("pagat-54+goal=-5", "'goal' is set to -5 here"),
        ("pagat-54+goal=9+min_bid=0", "'min_bid' is set to 0 here"),
        ("pagat-54+goal=99999999999999999999", "'99999999999999999999' in the reference"),
        ("pagat-54+goal=99999999999999999999", "is too large a number"),
        ("pagat-54+goal=x", "is not a whole number"),
        ("pagat-54+goal", "write `+goal=7`"),
        ("pagat-54+goal=5+min-bid", "write `+min_bid=3`"),
        ("pagat-54.yaml", "did you mean 'pagat-54'?"),
        ("./pagat-54.yaml", "did you mean 'pagat-54'?"),
        ("our-table", "did you mean './our-table.yaml'?"),
        ("./our-table", "did you mean 'our-table.yaml'?"),
        ("our-tabel.yaml", "did you mean 'our-table.yaml'?"),
        ("pagat-54+our-table", "did you mean './our-table.yaml'?"),
        ("./\0", "check the "),
    ],
)
def test_what_would_mend_a_reference(run: Run, own_folder: Path, reference: str, said: str) -> None:
    (own_folder / "our-table.yaml").write_text(OURS.replace("ours", "our-table"), "utf-8")
    done = run("check", reference)
    assert done.code in (1, 2)
    assert said in done.out + done.err
    assert done.out.count("note: ") <= 1, "only the param that it comes of"


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("other.yaml", OURS, "X005"),
        ("pagat-54.yaml", OURS.replace("ours", "pagat-54"), "X006"),
        ("ours.yaml", OURS.replace("extends: pagat-54", "extends: ../out.yaml"), "X007"),
        ("ours.yaml", OURS.replace("extends: pagat-54", "extends: ours"), "X031"),
        ("ours.yaml", OURS.replace("title", "titel"), "S"),
        ("ours.yaml", "- a list\n", "X002"),
        ("ours.yaml", "", ""),
        ("ours.yaml", "\x00\xff", ""),
        ("ours.yaml", "a: [" * 5000, ""),
    ],
)
def test_bad_files(run: Run, own_folder: Path, name: str, text: str, code: str) -> None:
    (own_folder / name).write_bytes(text.encode("latin-1"))
    (own_folder.parent / "out.yaml").write_text(OURS.replace("ours", "out"))
    done = run("check", f"./{name}")
    assert done.code == 1
    assert re.search(rf"^{name}:\d+:\d+: error\[{code}", done.out, re.MULTILINE)


def test_a_symlink_loop(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").symlink_to("ours.yaml")
    assert run("check", "./ours.yaml").code == 1
    assert run("test", "./ours.yaml").code == 1
    assert run("replay", "ours.yaml").code == 1


def test_a_folder_named_like_a_profile(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").mkdir()
    done = run("check", "./ours.yaml")
    assert done.code == 1
    assert "is a folder, not a file" in done.out


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is readable to root")
def test_an_unreadable_file(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(OURS)
    (own_folder / "ours.yaml").chmod(0)
    assert "may not be read" in run("check", "./ours.yaml+min-4").out


def test_a_link_out_of_the_folder_is_refused(run: Run, own_folder: Path) -> None:
    (own_folder.parent / "secret.yaml").write_text(OURS.replace("ours", "secret"))
    (own_folder / "secret.yaml").symlink_to("../secret.yaml")
    (own_folder / "ours.yaml").write_text(OURS.replace("extends: pagat-54", "extends: ./secret.yaml"))
    assert "X007" in run("check", "./ours.yaml+min-4").out


def test_the_working_folder_is_gone(own_folder: Path) -> None:
    gone = own_folder / "gone"
    gone.mkdir()
    code = "import os, sys; os.rmdir(os.getcwd()); from interpreter.cli import main; sys.exit(main(sys.argv[1:]))"
    for args in (["list"], ["check", "pagat-54"], ["check", "./x.yaml"]):
        gone.mkdir(exist_ok=True)
        done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, cwd=gone)
        assert done.returncode in (0, 1)
        assert "Traceback" not in done.stderr


TEXTS = st.text(st.characters(exclude_characters="\x00"), max_size=40)
PIECES = st.sampled_from(
    ["pagat-54", "+", "min-4", "=", "goal", "7", "./", "..", "base-52", "~", "/", " ", "\n", "♠", "\udcff"]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["check", "show", "score", "test", "replay", "explain", "fmt", "schema", "nope"]),
    parts=st.lists(PIECES | TEXTS, max_size=5),
)
def test_any_argument_gets_an_answer(run: Run, name: str, parts: list[str]) -> None:
    text = "".join(parts)
    done = run(name, "--", text)
    assert done.code in (0, 1, 2)
    assert done.out + done.err


# ---- How problems are printed


def test_a_problem_has_a_caret() -> None:
    place = Place("x.yaml", 3, 5, 8, "a: bcd # ♠")
    other = Place("y.yaml", 1, 1, 2, "b")
    lines = problems.format_problem(Problem("R001", "found 'bcd'", place, "write b", (("seen here", other),)))
    assert [ANSI.sub("", line) for line in lines] == [
        "x.yaml:3:5: error[R001]: found 'bcd'",
        "    3 | a: bcd # ♠",
        "      |     ^^^",
        "  help: write b",
        "  note: y.yaml:1:1: seen here",
        "    1 | b",
        "      | ^",
    ]


@pytest.mark.parametrize("column", [1, 80, 500, 999])
def test_a_long_line_is_cropped_around_the_caret(column: int) -> None:
    text = "".join(f"{n:03}-" for n in range(250))
    lines = problems.excerpt(Place("x", 1, column, column + 3, text), 160, "utf-8")
    source, caret = lines[0][8:], ANSI.sub("", lines[1])[8:]
    assert len(source) <= 160
    at = caret.index("^")
    assert source[at : at + 3] == text[column - 1 : column + 2]


def test_a_caret_below_wide_letters_and_tabs() -> None:
    lines = problems.excerpt(Place("x", 1, 5, 6, "漢\t字:x"), 160, "utf-8")
    assert ANSI.sub("", lines[1])[8:] == " " * 6 + "^"


def test_nothing_printed_can_move_the_cursor() -> None:
    problem = Problem("R001", "found '\x1b[2J'", Place("a\nb\x1b", 1, 1, 2, "\x1b[31mred"), "x\ry")
    text = "".join(problems.format_problem(problem))
    assert not re.search(r"[\r\n]|\x1b(?!\[\d*m)", text)
    assert "\x1b[31mred" not in text


def test_all_problems_of_all_references(run: Run) -> None:
    done = run("check", "pagat-54", "pagat-54+min_bid=8", "base-52")
    assert done.code == 1
    assert done.out.count("error[R021]") == 1
    assert "pagat-54: ok, " in done.out
    assert "pagat-54+min_bid=8: 1 problem" in done.lines
    assert "base-52: 1 problem" in done.lines
    assert not ANSI.search(done.out)


def test_check_as_json(run: Run) -> None:
    done = run("check", "pagat-54", "pagat-54+min_bid=8", "--json")
    fine, wrong = done.json()
    assert done.code == 1
    assert fine["ok"]
    assert re.fullmatch("[0-9a-f]{64}", fine["hash"])
    assert not wrong["ok"]
    assert wrong["problems"][0].keys() == {
        "code", "severity", "message", "file", "line", "column", "end_column", "help", "notes",
    }  # fmt: skip


def test_a_warning_is_no_problem(run: Run) -> None:
    done = run("check", "pagat-54+min-4+min-4")
    assert done.code == 0
    assert "warning[X034]" in done.out


# ---- list


def test_list_has_every_file_with_its_title(run: Run) -> None:
    found = {entry["id"]: entry for entry in run("list", "--json").json()}
    assert set(GAMES) < set(found)
    for name, entry in found.items():
        document = (ROOT / entry["file"] if not Path(entry["file"]).is_absolute() else Path(entry["file"])).read_text()
        assert entry["title"] in document
        assert entry["trouble"] == ""
        assert entry["kind"] == ("profile" if name in GAMES else "base" if name == "base-52" else "house rule")


def test_list_shows_files_of_ones_own_and_what_is_wrong_with_them(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "profiles"
    (folder / "house-rules").mkdir(parents=True)
    (folder / "ours.yaml").write_text(OURS)
    (folder / "pagat-54.yaml").write_text(OURS.replace("ours", "pagat-54"))
    (folder / "other.yaml").write_text(OURS)
    (folder / "block.yaml").write_text("format: 1\nprofile: block\ntitle: >\n  Folded\n")
    (folder / "within.yaml").write_text(
        "# This began as profile: pagat-54, with its title: Pagat's\n"
        'format: 1\nprofile: within\nnotes: "the subtitle: x"\ntitle: Within  # so\n'
    )
    (folder / "anchor.yaml").write_text("format: 1\nprofile: &a anchor\ntitle: An anchor\n")
    (folder / "binary.yaml").write_bytes(bytes(range(256)))
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "ours.cases.yaml").write_text("")
    (folder / "house-rules" / "r.yaml").write_text("format: 1\nhouse_rule: r\ntitle: 'It''s so'  # so\n")
    found = {entry["id"]: entry for entry in run("list", "--json").json() if not entry["shipped"]}
    assert found.keys() == {"ours", "pagat-54", "other", "block", "within", "anchor", "binary", "loop", "r"}
    assert found["ours"]["title"] == "Our table"
    assert found["r"]["title"] == "It's so"
    assert found["within"]["title"] == "Within"
    assert found["anchor"]["trouble"] == "ID not read: it stands in a form that only `check` reads"
    assert found["r"]["kind"] == "house rule"
    assert {name for name, entry in found.items() if entry["trouble"]} == {
        "pagat-54",
        "other",
        "block",
        "anchor",
        "binary",
        "loop",
    }
    done = run("list")
    assert any(re.fullmatch(r"  ours +\* Our table", line) for line in done.lines)
    assert done.lines[-1].startswith("* yours, in ")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Bid Whist", "Bid Whist"),
        ("Bid Whist, 54 cards # so", "Bid Whist, 54 cards"),
        ("'It''s'", "It's"),
        ('"a: b"', "a: b"),
        ('"a\\n"', None),
        (">", None),
        ("&a b", None),
        ("{a: b}", None),
        ("-x", "-x"),
    ],
)
def test_the_scanner_reads_simple_texts_only(text: str, value: str | None) -> None:
    assert shelf.scalar(text) == value


# ---- show


@pytest.mark.parametrize("reference", [*GAMES, "pagat-54+min-4+defenders-score+goal=9"])
def test_what_show_prints_loads_to_the_same_rules(run: Run, own_folder: Path, reference: str) -> None:
    done = run("show", reference)
    first, second, *_ = done.lines
    profile = load(reference)
    assert first == f"# {profile.title}"
    assert second == f"# {reference}, resolved by bidwhist; hash {profile.hash}"
    # a shipped ID can't be taken, so the copy has another
    (own_folder / "copy.yaml").write_text(re.sub(r"(?m)^profile: .*$", "profile: copy", done.out))
    copy = load("./copy.yaml")
    assert list(copy.document.items()) == [
        (key, "copy" if key == "profile" else value) for key, value in profile.document.items()
    ]
    assert copy.title == profile.title
    assert run("show", "./copy.yaml").lines[2:] == [
        "profile: copy" if line.startswith("profile: ") else line for line in done.lines[2:]
    ]


def test_show_keeps_the_hash_of_ones_own_rules(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(OURS)
    (own_folder / "out").mkdir()
    (own_folder / "out" / "ours.yaml").write_text(run("show", "./ours.yaml").out)
    assert load("./out/ours.yaml").hash == load("./ours.yaml").hash


def test_show_as_json(run: Run) -> None:
    shown = run("show", "pagat-54+min-4", "--json").json()
    profile = load("pagat-54+min-4")
    assert shown == {
        "reference": "pagat-54+min-4", "title": profile.title, "hash": profile.hash, "profile": profile.document,
    }  # fmt: skip


# ---- play


@pytest.mark.parametrize("reference", GAMES)
def test_every_game_is_played_and_told(run: Run, reference: str) -> None:
    done = run("play", reference, "--seed", "3", "--deals", "2")
    profile = load(reference)
    assert done.code == 0
    assert done.lines[0] == f"{profile.title} ({reference})"
    assert done.lines[1] == "all seats: rules; seed 3"
    assert any("deal 1, " in line for line in done.lines)
    assert any(line.startswith("  total: north-south ") for line in done.lines)
    each = profile.dealing.each
    tricks = [line for line in done.lines if re.match(r"  \w+ [ \d]\d:  (north|east|south|west) ", line)]
    assert len(tricks) >= each or "redeal" in str(profile.document)
    assert all(line.count("*") == 1 and len(line.split()) == 10 - (":" not in line.split()[1]) for line in tricks)


@pytest.mark.parametrize("reference", GAMES)
def test_every_game_as_json(run: Run, reference: str) -> None:
    first, *deals, end = run("play", reference, "--seed", "3", "--player", "random", "--json").json_lines()
    assert first["hash"] == load(reference).hash
    assert first["seed"] == 3
    assert end["match_over"]
    assert deals[-1]["game_over"]
    assert deals[-1]["deal"] >= 1
    for deal in deals:
        if deal["made"] is not None:
            assert len(deal["tricks"]) == load(reference).dealing.each
        assert all(trick["winner"] in ("north", "east", "south", "west") for trick in deal["tricks"])
    assert end["tallies"]["total"] == deals[-1]["tallies"]["total"] or load(reference).scoring.match


def test_a_seed_repeats_a_match(run: Run) -> None:
    once = run("play", "pagat-54", "--seed", "11", "--player", "random").out
    assert run("play", "pagat-54", "--seed", "11", "--player", "random").out == once
    assert run("play", "pagat-54", "--seed", "12", "--player", "random").out != once


def test_without_a_seed_one_is_drawn_and_printed(run: Run) -> None:
    done = run("play", "pagat-54", "--deals", "1")
    seed = re.search(r"; seed (\d+)$", done.lines[1])
    assert seed
    assert run("play", "pagat-54", "--deals", "1", "--seed", seed[1]).out == done.out


def test_quiet_prints_a_line_a_deal(run: Run) -> None:
    done = run("play", "pagat-54", "--seed", "7", "--quiet")
    assert all(re.match(r"deal \d+: |game over: ", line) for line in done.lines[2:])
    assert done.lines[-1].startswith("game over: ")


def test_a_match_goes_on_from_its_record_as_it_would_have(run: Run, own_folder: Path) -> None:
    args = ("play", "pagat-54", "--seed", "5", "--player", "random")
    whole = run(*args, "--record", "whole.jsonl")
    first = run(*args, "--deals", "1", "--record", "part.jsonl")
    if "game over" not in first.out:
        assert "go on with: bidwhist play --resume part.jsonl" in first.out
    run("play", "--resume", "part.jsonl", "--quiet")
    assert (own_folder / "part.jsonl").read_text() == (own_folder / "whole.jsonl").read_text()
    again = run("play", "--resume", "part.jsonl")
    assert again.code == 0
    assert "the match is over" in again.err
    assert whole.lines[-1].startswith("game over")


def test_a_record_isnt_overwritten(run: Run, own_folder: Path) -> None:
    (own_folder / "x.jsonl").write_text("mine")
    assert run("play", "pagat-54", "--record", "x.jsonl").code == 1
    assert (own_folder / "x.jsonl").read_text() == "mine"


@pytest.mark.parametrize("lost", ["newline", "half"])
def test_a_half_written_record_is_taken_up(run: Run, own_folder: Path, lost: str) -> None:
    run("play", "pagat-54", "--seed", "5", "--deals", "2", "--record", "x.jsonl")
    whole = (own_folder / "x.jsonl").read_bytes()
    cut = 1 if lost == "newline" else len(whole.splitlines()[-1]) // 2
    (own_folder / "x.jsonl").write_bytes(whole[:-cut])
    done = run("play", "--resume", "x.jsonl", "--deals", "2")
    assert done.code == 0
    assert ("warning[G116]" in done.err) == (lost == "half")
    assert (own_folder / "x.jsonl").read_bytes() == whole


# ---- A person at the table


def test_a_person_is_told_what_goes_on(run: Run) -> None:
    args = ("play", "pagat-54", "--seed", "7", "--seat", "south", "--player", "random")
    done = run(*args, typed="?\nfoo\n9 low\n\npass\nAS\n8d\nkh\nq\n")
    assert done.code == 0
    out = done.out
    assert "  east: 4 uptown\n" in out
    assert "north (partner): " in out
    assert "your call (pass, " in out
    assert "'foo' is no call of this game" in out
    assert "nothing was typed" in out
    assert "you can say: pass, " in out
    assert "total: you 0, they 0" in out
    assert "south (you): pass" not in out
    assert "AS: this seat doesn't hold it" in out
    assert re.search(r"\n   \*\w\w", out)
    assert "stopped; it wasn't recorded" in done.err


def test_what_is_typed_stands_in_a_transcript(run: Run) -> None:
    assert "): pass\n" in run("play", "pagat-54", "--seed", "7", "--seat", "s", typed="pass\n").out


@pytest.mark.parametrize("typed", ["", "pass\n", "pass\nkh", "x" * 100_000, "\x1b[A\n\x00\n\udcff\n"])
def test_the_end_of_the_input_is_said(run: Run, typed: str) -> None:
    done = run("play", "pagat-54", "--seed", "7", "--seat", "south", "--record", "x.jsonl", typed=typed)
    assert done.code == 1
    assert "the input ended before the match did; go on with: bidwhist play --resume x.jsonl" in done.err


def test_several_cards_are_buried_at_once(run: Run) -> None:
    typed = "7 low\nhearts\nbj ac xx kc\nbj ac bj\nbj ac as ks\nac bj 3d 4d 6d kc 9s\n?\nbj, ac\n3d 4♦,6d\nkc\nq\n"
    done = run("play", "pagat-54+sport-the-kitty", "--seed", "7", "--seat", "south", typed=typed)
    assert re.search("'xx' is no card of this game; .*; none of these cards was given", done.out)
    assert "BJ is named twice; none of these cards was given" in done.out
    assert "AS: this seat doesn't hold it; none of these cards was given" in done.out
    assert "7 cards are too many: name 6 at most; none of these cards was given" in done.out
    assert "6 to go (one, or several at once): bj, ac" in done.out
    assert "4 to go (one, or several at once): 3d 4♦,6d" in done.out
    held = re.search("you can say: (BJ, .*)", done.out)
    assert held
    assert [card[-1] for card in held[1].split(", ")[1:4]] == ["H"] * 3, "in the order of the hand"
    assert "1 to go: kc" in done.out
    assert "you take up " in done.out
    assert "  kitty: " in done.out
    assert "south (you): bury, 6 cards" in done.out


def test_the_hand_is_sorted_by_the_contract(run: Run) -> None:
    done = run("play", "pagat-54", "--seed", "7", "--seat", "south", typed="7 low\nhearts\nq\n")
    first = done.out.partition("your cards to bury")[0].splitlines()
    hand = [line.split() for line in first if line.startswith("   *")]
    assert hand[0][0] == "*BJ"  # a trump now, above the others
    assert {card[-1] for card in hand[0][1:]} == {"H"}
    assert hand[0][1:] == sorted(hand[0][1:], key=lambda card: "A23456789TJQK".index(card[1]))  # low cards win


def test_a_resumed_person_finds_the_table_as_it_was(run: Run) -> None:
    args = ("play", "pagat-54", "--seed", "7", "--seat", "south", "--player", "random", "--record", "x.jsonl")
    run(*args, typed="pass\nkc\nq\n")
    done = run("play", "--resume", "x.jsonl", typed="q\n")
    assert "contract: " in done.out
    assert "  calls: east 4 uptown, south (you) pass, " in done.out
    assert "  book  1:  " in done.out
    assert re.search(r"\n  books: you [01], they [01]\n(.*\n)*your card: q", done.out)


@pytest.mark.parametrize("reference", GAMES)
def test_every_game_is_played_by_people(run: Run, monkeypatch: pytest.MonkeyPatch, reference: str) -> None:
    rng = random.Random(1)

    def answer(self: Human, state: State, legal: Sequence[Action]) -> str:
        self.screen.prompt(self._question(state, legal))
        if rng.random() < 0.1:
            self._help(view(state, self.seat), state, legal)
        return format_event(state.profile, rng.choice(legal))

    monkeypatch.setattr(Human, "_answer", answer)
    for seats in (["--seat", "south"], ["--seat", "n", "--seat", "e", "--seat", "south", "--seat", "west"]):
        done = run("play", reference, "--seed", "4", "--deals", "2", *seats)
        assert done.code == 0
        assert "is no " not in done.out


def test_nobody_sees_anothers_cards(run: Run) -> None:
    """Before anything is played, the only cards printed are those of one's own hand."""
    done = run("play", "pagat-54", "--seed", "7", "--seat", "south", typed="q\n")
    deal = load("pagat-54")
    printed = [word.strip("*") for word in done.out.split() if word.strip("*") in deal.pack.members]
    assert len(printed) == deal.dealing.each


# ---- replay


@pytest.fixture
def recorded(run: Run, own_folder: Path) -> Path:
    run("play", "pagat-54", "--seed", "7", "--record", "x.jsonl")
    return own_folder / "x.jsonl"


def test_replay_prints_what_was_played(run: Run, recorded: Path) -> None:
    played = run("play", "pagat-54", "--seed", "7").lines[2:]
    done = run("replay", str(recorded))
    assert done.code == 0
    assert [line for line in done.lines[2:-1] if not line.startswith("    ")] == played
    assert re.fullmatch(r"\d+ events, all legal; the match is over", done.lines[-1])
    assert any(re.match(r"    kitty( \w\w){6}$", line) for line in done.lines)


def test_replay_as_json(run: Run, recorded: Path) -> None:
    lines = run("replay", str(recorded), "--json").json_lines()
    assert lines[-1]["legal"]
    assert lines[-1]["match_over"]
    assert [line["n"] for line in lines if "n" in line] == list(range(1, lines[-1]["events"] + 1))


def test_replay_step_by_step(run: Run, recorded: Path) -> None:
    done = run("replay", str(recorded), "--step", typed="\n\n\n\nq\n")
    assert done.code == 0
    assert done.lines[-1] == "stopped after 5 events"
    assert run("replay", str(recorded), "--step", typed="\n").code == 1


def test_replay_under_other_rules(run: Run, recorded: Path) -> None:
    done = run("replay", str(recorded), "--rules", "pagat-54+min-4")
    assert done.code == 1
    assert re.search(r"x\.jsonl:\d+:\d+: error\[G122\]: .* stops being legal at event \d+", done.err)
    assert run("replay", str(recorded), "--rules", "pagat-54+goal=100").code == 0
    assert run("replay", str(recorded), "--rules", "whist-classic").code == 1


@pytest.fixture
def with_revoke(own_folder: Path) -> Path:
    """A record of one deal in which somebody breaks following suit as soon as it can be done."""
    profile, rng = load("pagat-54"), random.Random(3)
    header = record.Header(profile, ("human",) * 4, 0, 3, "bidwhist test")
    state = game.new_game(profile, 0, "reported")
    with record.create(own_folder / "revoke.jsonl", header) as writer:
        while not state.results:
            hand = [] if state.needs_deal else state.hands[state.to_act]
            wrong = [card for card in hand if state.tricks and card not in game.legal(state)]
            if state.needs_deal:
                writer.apply(state, game.shuffle(profile, rng))
            elif wrong and not state.revokes:
                writer.apply(state, wrong[0])
            else:
                writer.apply(state, rng.choice(game.legal(state)))
    return own_folder / "revoke.jsonl"


def test_replay_reports_a_revoke_and_rules_on_it(run: Run, with_revoke: Path) -> None:
    done = run("replay", str(with_revoke))
    assert done.code == 0
    said = re.search(r"revoke: (\w+), trick (\d+): played (\w\w), could have followed with \w\w", done.out)
    assert said
    assert "1 revoke: reported only (--adjudicate rules on them)" in done.out
    assert "all legal but for following suit" in done.lines[-1]
    ruled = run("replay", str(with_revoke), "--adjudicate")
    assert "1 revoke: ruled on" in ruled.out
    assert "(taken " in ruled.out
    [revoke] = run("replay", str(with_revoke), "--json").json_lines()[-1]["revokes"]
    assert (revoke["seat"], str(revoke["trick"]), revoke["card"]) == said.groups()


def test_a_damaged_record_goes_on_where_it_is_cut(run: Run, recorded: Path, own_folder: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines(keepends=True)
    for number, wrong in ((20, "{broken\n"), (30, lines[31]), (40, lines[39].replace('"seat"', '"seta"'))):
        recorded.write_text("".join([*lines[: number - 1], wrong, *lines[number:]]), "utf-8")
        for args in (("replay", "x.jsonl"), ("play", "--resume", "x.jsonl")):
            done = run(*args)
            assert done.code == 1
            assert f"head -n {number - 1} x.jsonl > good.jsonl, then bidwhist play --resume good.jsonl" in done.err
        (own_folder / "good.jsonl").write_text("".join(lines[: number - 1]), "utf-8")
        assert run("play", "--resume", "good.jsonl").code == 0
    recorded.write_text("".join(["{broken\n", *lines[1:]]), "utf-8")
    assert "head -n" not in run("replay", "x.jsonl").err, "without a header there is nothing to go on with"


@pytest.mark.parametrize(
    ("content", "code"), [("", "G107"), ('{"bidwh', "G107"), ("my notes", "G108"), ("a\nb", "G103")]
)
def test_nobody_is_told_to_remove_a_file(run: Run, own_folder: Path, content: str, code: str) -> None:
    (own_folder / "x.jsonl").write_text(content, "utf-8")
    for args in (("replay", "x.jsonl"), ("play", "--resume", "x.jsonl"), ("analyse", "x.jsonl")):
        done = run(*args)
        assert f"error[{code}]" in done.err
        assert "help: " in done.err
        assert "remove" not in done.err


@pytest.mark.parametrize("name", ["x.jsonl", "./x.jsonl"])
def test_a_record_is_no_game(run: Run, recorded: Path, name: str) -> None:
    for command_name in ("check", "show", "play"):
        done = run(command_name, name)
        assert "error[X043]" in done.out + done.err
        assert "bidwhist replay x.jsonl" in done.out + done.err


def test_replay_of_bad_records(run: Run, own_folder: Path, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    call = json.dumps({"n": 2, "seat": json.loads(lines[2])["seat"], "call": "nonsense"})
    bad = {
        "nothing": "",
        "no record": "{}\n",
        "not JSON": "hello\n",
        "a hash that doesn't fit": lines[0].replace('"hash": "', '"hash": "f') + "\n",
        "a line missing": "\n".join([lines[0], *lines[2:]]),
        "an illegal call": "\n".join([*lines[:2], call, *lines[3:]]) + "\n",
        "an unknown version": lines[0].replace('"format": 1', '"format": 9', 1) + "\n",
    }
    for name, text in bad.items():
        recorded.write_text(text)
        for args in (("replay", str(recorded)), ("play", "--resume", str(recorded))):
            done = run(*args)
            assert done.code == 1, name
            assert re.search(r"error\[G\d+\]", done.err), name
        assert recorded.read_text() == text


# ---- score


def test_a_deal_is_scored_line_by_line(run: Run) -> None:
    done = run("score", "pagat-54", "--bid", "4 no trump", "--books", "11", "--totals", "5,-3")
    assert done.code == 0
    assert done.lines[1:] == [
        "4 no trump, books 11 to 2: made",
        "  made  declarers    +10",
        "points: declarers +10, defenders 0",
        "total: declarers 15, defenders -3",
        "the declarers win the game",
    ]


def test_without_totals_nothing_is_said_about_them(run: Run) -> None:
    done = run("score", "pagat-54", "--bid", "3 low", "--books", "8")
    assert done.lines[1:] == [
        "3 downtown, books 8 to 5: set",
        "  set  declarers    -3",
        "points: declarers -3, defenders 0",
    ]


def test_totals_are_told_once(run: Run) -> None:
    done = run("score", "pagat-54", "--bid", "4 high", "--books", "10", "--tally", "total=5,3", "--totals", "4,4")
    assert done.code == 2
    assert "leave one out" in done.err


def test_a_deal_that_a_claim_ends_is_told_as_one(run: Run) -> None:
    lines = run("play", "whist-classic+rotating-trump-no-trump", "--player", "random", "--seed", "3").lines
    claims = [place for place, line in enumerate(lines) if line.endswith("claims: sing")]
    assert claims
    assert {lines[place + 1] for place in claims} == {"  the deal ends without another card"}


def test_files_that_are_not_there_are_told_by_what_they_are(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text("format: 1\nhouse_rule: ours\ntitle: Ours\nparams: {goal: 9}\n", "utf-8")
    (own_folder / "dangling.yaml").symlink_to("nowhere.yaml")
    assert "error[X001]: 'nowhere.yaml' doesn't exist" in run("test", "nowhere.yaml").out
    assert "did you mean" not in run("check", "./dangling.yaml").out
    assert "name a game first: `pagat-54+./ours.yaml`" in run("check", "./ours.yaml+min-4").out
    assert run("check", "pagat-54+./ours.yaml").code == 0


def test_a_game_that_ends_by_one_deal_is_told_without_totals(run: Run) -> None:
    done = run("score", "pagat-54+renege-loses", "--bid", "4 high", "--books", "10", "--revoke", "declarers")
    assert done.lines[-1] == (
        "at totals of 0 and 0 before the deal: the defenders win the game (other totals: --totals 5,-3)"
    )


def test_a_contract_is_told_whose_naming_depends_on_what_was_not_told(run: Run, tmp_path: Path) -> None:
    rule = tmp_path / "hearts-first.yaml"
    rule.write_text(
        "format: 1\nhouse_rule: hearts-first\ntitle: hearts are trumps in the first deal\nphases:\n"
        "  name_trump: {when: inherited and contract.trump == none}\n"
        '  deal: {set: {trump: "if deal == 1 then H else none"}}\n'
    )
    done = run("score", f"pagat-54+{rule}", "--bid", "4 high", "--books", "10")
    assert done.code == 0
    assert done.lines[1:] == [
        "4 uptown, books 10 to 3: made",
        "  made  declarers    +4",
        "points: declarers +4, defenders 0",
    ]


@pytest.mark.parametrize(
    ("said", "line", "end"),
    [
        (("--bid", "7 low", "--books", "13"), "the declarers win the game", (True, "declarers", [28, 0])),
        (("--bid", "4 low", "--books", "10"), "points: declarers +4, defenders 0", (False, None, [4, 0])),
    ],
)
def test_text_and_json_say_the_same_of_the_end(
    said: tuple[str, ...], line: str, end: tuple[bool, str | None, list[int]], run: Run
) -> None:
    """Without totals nobody knows the end: it is told for 0 and 0, and as that; with them it is told outright."""
    over, winner, after = end
    game = ("score", "pagat-54+boston", *said)
    without, text = run(*game, "--json").json(), run(*game).lines[-1]
    assert line in text
    assert text.startswith("at totals of 0 and 0 before the deal: ") is over
    assert (without["before"], without["after"]) == ({"total": None}, {"total": None})
    assert [without[name] for name in ("over", "winner", "match_winner", "receive")] == [None] * 4
    assert without["from_nought"] == {
        "after": {"total": after}, "over": over, "winner": winner, "match_winner": None, "receive": None,
    }  # fmt: skip
    for totals in (("--totals", "0,0"), ("--tally", "total=0,0")):
        found = run(*game, *totals, "--json").json()
        assert found["from_nought"] is None
        assert (found["before"], found["after"]) == ({"total": [0, 0]}, {"total": after})
        assert (found["over"], found["winner"]) == (over, winner)
        assert run(*game, *totals).lines[-1] == (line if over else "the game goes on")


def test_tallies_that_were_not_told_are_unknown(run: Run) -> None:
    told = ("score", "vint-whist", "--bid", "3 hearts", "--books", "9", "--json", "--totals", "100,0")
    found = run(*told).json()
    assert (found["before"]["all"], found["after"]["all"], found["after"]["total"][0] > 100) == (None, None, True)
    assert run(*told, "--tally", "all=5,6").json()["before"]["all"] == [5, 6]


def test_the_game_goes_on(run: Run) -> None:
    done = run("score", "pagat-54", "--bid", "3 low", "--books", "9", "--totals", "0,0")
    assert done.lines[-1] == "the game goes on"


def test_a_revoke_is_ruled_on(run: Run) -> None:
    done = run("score", "pagat-54", "--bid", "4 low", "--books", "10,3", "--revoke", "declarers", "--json").json()
    assert done["taken"] == [10, 3]
    assert done["books"] == [7, 6]
    assert done["made"] is False
    assert done["lines"] == [{"row": "set", "side": "declarers", "into": "total", "amount": -4}]
    assert done["points"] == [-4, 0]
    assert done["winner"] is None


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--books", "11"), "T033", "the bid that won is missing"),
        (("--bid", "9 low", "--books", "11"), "T034", "'9 low'"),
        (("--bid", "4 no"), "T040", "the books are missing"),
        (("--bid", "4 no", "--books", "14"), "T042", "14 books"),
        (("--bid", "4 no", "--books", "7,7"), "T043", "7 and 7 books"),
        (("--bid", "4 no", "--books", "9", "--set", "trmp=S"), "T030", "did you mean 'trump'?"),
        (("--bid", "4 no", "--books", "9", "--set", "trump=purple"), "T035", "'purple'"),
        (("--bid", "4 no", "--books", "9", "--set", "trump=S"), "T031", "trump"),
        (("--bid", "4 no", "--books", "9", "--count", "honours=3,1"), "T050", "'honours'"),
        (("--bid", "4 no", "--books", "9", "--revoke", "us"), "T036", "'us'"),
        (("--bid", "4 no", "--books", "9", "--revoke", "first"), "T036", "declarers, defenders"),
        (("--books", "11"), "T033", 'such as --bid "3 uptown"'),
        (("--bid", "4 no"), "T040", "such as --books 7: the books of the declarers"),
        (("--bid", "2 high", "--books", "9"), "T034", "'suit' bids run from '3 uptown' to '7 downtown'"),
        (("--bid", "8NT", "--books", "9"), "T034", "'nt' bids run from '3 no trump' to '7 no trump'"),
        (("--bid", "4 no", "--books", "9", "--totals", "9,3"), "T044", "the game is over before this deal"),
        (("--bid", "4 no", "--books", "9", "--totals", "3,-7"), "T044", "total 3 and -7"),
        (("--bid", "4 no", "--books", "9", "--totals", "3,2", "--deal", "1"), "T044", "before the first deal"),
        (("--bid", "4 no", "--books", "9", "--totals", "3,2", "--games", "1,0"), "T044", "one game is the match"),
    ],
)
def test_wrong_facts_are_named(run: Run, args: tuple[str, ...], code: str, said: str) -> None:
    done = run("score", "pagat-54", *args)
    assert done.code == 1
    assert f"error[{code}]" in done.err
    assert said in done.err


IN_OTHER_GAMES = [
    ("whist-classic+rotating-trump --set trump=S --count honours=3,1 --deal 1", "T031", "spades in deal 1"),
    ("whist-classic+rotating-trump --set trump=S --count honours=3,1 --deal 3", "", ""),
    ("whist-classic+rotating-trump --set trump=S --count honours=3,1", "", ""),
    ("whist-classic", "T053", 'such as --count "honours=3,1"'),
    ("whist-classic+rotating-trump-no-trump --deal 4", "T053", 'such as --count "honours=3,1"'),
    ("whist-classic+rotating-trump-no-trump --deal 5", "", ""),
    ("whist-classic+rotating-trump-no-trump --set trump=none", "", ""),
    ("whist-classic --count honours=3,1 --revoke first", "T038", "leave --revoke out"),
    ("whist-classic --count honours=3,1 --totals 3,2 --games 2,0", "T044", "the match is over before this deal"),
    ("whist-classic --count honours=3,1 --totals 3,2 --games 1,1", "T037", "--tally stakes=1,2"),
    ("whist-classic --count honours=3,1 --totals 3,2 --games 1,1 --tally stakes=1,2", "", ""),
    ("whist-classic --count honours=3,1 --tally stakes=4,0 --games 1,0 --deal 1", "", ""),
    ("whist-classic --count honours=3,1 --tally stakes=4,0 --deal 1", "T044", "stakes is 0 and 0, not 4 and 0"),
    ("whist-classic+fixed-deals", "X012", ""),
    ("wikihow-whist+fixed-deals --totals 9,3 --deal 9", "T044", "over after deal 8: there is no deal 9"),
    ("wikihow-whist+fixed-deals --totals 9,3 --deal 8", "", ""),
    ("wikihow-whist+fixed-deals --totals 9,3", "T037", "such as --deal 1"),
    ("wikihow-whist+fixed-deals", "", ""),
]


@pytest.mark.parametrize(("line", "code", "said"), IN_OTHER_GAMES)
def test_facts_that_cant_be_in_other_games(run: Run, line: str, code: str, said: str) -> None:
    done = run("score", *line.split(), "--books", "8,5")
    assert (done.code, code in done.err, said in done.err) == (bool(code), True, True)


def test_nobody_revokes_where_any_card_may_be_played(run: Run, own_folder: Path) -> None:
    (own_folder / "free.yaml").write_text(
        "format: 1\nprofile: free\ntitle: x\nextends: pagat-54\nphases: {play: {follow: {suit: null}}}\n", "utf-8"
    )
    done = run("score", "./free.yaml", "--bid", "4 high", "--books", "9", "--revoke", "declarers")
    assert "error[T038]: nobody can revoke in this game" in done.err


def test_a_game_without_an_auction(run: Run) -> None:
    assert "are missing" in run("score", "whist-classic", "--books", "7,6").err
    args = ("score", "whist-classic", "--books", "7,6", "--count", "honours=3,1", "--totals", "9,4")
    done = run(*args, "--games", "1,0", "--tally", "stakes=2,0")
    assert done.lines[1].startswith("tricks 7 to 6")
    assert "total: first side 10, second side 4" in done.lines
    assert done.lines[-1] == "the first side wins the game, and with it the match; they receive 6"  # 2, 2 and 2


# ---- test


CASES = """\
format: 1
reference: pagat-54
cases:
  right:
    source: S0
    trick: {contract: {trump: S, dir: up}, cards: 3H AH KH 2H, wins: AH}
  wrong:
    source: S4
    trick: {contract: {trump: S, dir: up}, cards: 3H AH KH 2H, wins: KH}
  waiting:
    source: S0
    todo: nobody knows
    trick: {contract: {trump: S, dir: up}, cards: 3H AH KH 2H, wins: 2H}
"""


def test_cases_are_run(run: Run, own_folder: Path) -> None:
    (own_folder / "x.cases.yaml").write_text(CASES)
    done = run("test", "x.cases.yaml")
    assert done.code == 1
    assert re.search(r"^x\.cases\.yaml:9:\d+: error\[T\d+\]: 'wrong' fails: ", done.out, re.MULTILINE)
    assert "help: by its source, S4: mend the rules; or, if they are meant so, write here what was found" in done.out
    assert "waiting: todo: nobody knows" in done.out
    assert done.lines[-1] == "x.cases.yaml: 1 passed, 1 failed, 1 to do"
    [file] = run("test", "x.cases.yaml", "--json").json()
    assert (file["passed"], file["failed"], file["todo"]) == (1, 1, 1)
    assert [case["outcome"] for case in file["cases"]] == ["passed", "failed", "todo"]


def test_cases_beside_a_profile_with_the_short_ending(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yml").write_text(OURS)
    assert run("test", "./ours.yml", "--allow-empty").code == 0
    assert "has no cases: there is no ours.cases.yaml" in run("test", "./ours.yml").out
    right = CASES.partition("  wrong:")[0].replace("reference: pagat-54", "reference: ./ours.yml")
    (own_folder / "ours.cases.yaml").write_text(right)
    assert run("test", "./ours.yml").out == "ours.cases.yaml: 1 passed\n"


def test_cases_in_the_home_folder(run: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(own_folder))
    monkeypatch.setenv("USERPROFILE", str(own_folder))
    (own_folder / "x.cases.yaml").write_text(CASES.partition("  wrong:")[0])
    assert run("test", "~/x.cases.yaml").out.endswith("x.cases.yaml: 1 passed\n")


def test_cases_beside_a_profile(run: Run, own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(OURS)
    done = run("test", "./ours.yaml")
    assert done.code == 1
    assert "has no cases: there is no ours.cases.yaml" in done.out
    right = CASES.partition("  wrong:")[0].replace("reference: pagat-54", "reference: ours")
    (own_folder / "ours.cases.yaml").write_text(right)
    done = run("test", "./ours.yaml")
    assert done.code == 0
    assert done.out == "ours.cases.yaml: 1 passed\n"


@pytest.mark.parametrize("text", ["", "- x", "format: 1\nreference: pagat-54\ncases: {}\n", "format: 1\ncases: 3\n"])
def test_bad_cases(run: Run, own_folder: Path, text: str) -> None:
    (own_folder / "x.cases.yaml").write_text(text)
    assert run("test", "x.cases.yaml").code == 1


# ---- Pipes, signals, locales: each in a process of its own


BROKEN = [  # what nobody reads on was done; what wasn't judged isn't called well
    (("list",), 0),
    (("show", "pagat-54"), 0),
    (("play", "pagat-54", "--seed", "1"), 0),
    (("check", "pagat-54"), 1),
    (("diff", "pagat-54", "pagat-54"), 1),
]


@pytest.mark.parametrize(("args", "code"), BROKEN, ids=[args[0] for args, _ in BROKEN])
def test_a_broken_pipe_is_quiet(args: tuple[str, ...], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = command(*args, stdout=writing)
    os.close(writing)
    assert done.code == code
    assert done.err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "wb") as full:
        done = command("list", stdout=full)
    assert done.code == 1
    assert done.err == "error: no space left on device\n"


def test_closed_streams() -> None:
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        for args in ("list", "check base-52", "play pagat-54 --seat south --seed 7"):
            script = f"{sys.executable} -m interpreter.cli {args} {closed}"
            done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
            assert done.returncode in (0, 1)
            assert "Traceback" not in done.stderr


def test_a_closed_output_is_told() -> None:
    script = f"{sys.executable} -m interpreter.cli list >&-"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "error: standard output is closed: nothing could be printed\n")


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("more", [{"LC_ALL": "C"}, {"LANG": "C"}, ASCII], ids=["all", "lang", "ascii"])
def test_a_c_locale(own_folder: Path, more: dict[str, str]) -> None:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))} | more
    (own_folder / "ours.yaml").write_text(OURS.replace("Our table", "Élans ♠"), encoding="utf-8")
    for args in (("check", "./ours.yaml"), ("show", "./ours.yaml"), ("play", "./ours.yaml", "--deals", "1", "--quiet")):
        assert command(*args, env=env).code == 0
    assert json.loads(command("show", "./ours.yaml", "--json", env=env).out)["profile"]["title"] == "Élans ♠"


def test_output_that_is_piped_is_plain() -> None:
    for args in (("play", "pagat-54", "--seed", "1", "--deals", "1"), ("list",), ("check", "pagat-54", "base-52")):
        assert "\x1b" not in command(*args, env={**os.environ, "TERM": "xterm-256color"}).out


def test_an_internal_error_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise KeyError("oh")

    monkeypatch.setattr(catalogue, "user_folder", fail)
    done = run("list")
    assert done.code == 70
    assert done.err.startswith("internal error: KeyError: 'oh'; please report it")
    assert done.err.count("\n") == 1


# ---- A real terminal


Terminal = Any


def terminal(*args: str, columns: int = 80, **env: str) -> Terminal:
    """Run the command on a terminal."""
    pexpect = pytest.importorskip("pexpect")
    settings = {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | env
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "COLUMNS", "NO_COLOR"))}
    return pexpect.spawn(
        sys.executable,
        ["-m", "interpreter.cli", *args],
        dimensions=(50, columns),
        env=kept | settings,
        encoding="utf-8",
        timeout=30,
    )


def ended(child: Terminal) -> tuple[int, str]:
    """Return the exit code and what was printed since the last expectation."""
    import pexpect

    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


def test_signs_of_suits_and_colours_on_a_terminal() -> None:
    child = terminal("play", "pagat-54", "--seed", "7", "--seat", "south", "--player", "random")
    child.expect(r"your call \(pass, .*\): ")
    assert "K♥" in child.before
    assert "\x1b[" in child.before
    child.sendline("pass")
    child.expect("your card: ")
    assert "*K♣" in ANSI.sub("", child.before)
    child.sendline("k♣")
    child.expect("south K♣")
    child.sendline("q")
    code, text = ended(child)
    assert code == 0
    assert "stopped" in text


def test_letters_in_a_c_locale() -> None:
    child = terminal("play", "pagat-54", "--seed", "7", "--seat", "south", LANG="C")
    child.expect("your call")
    assert "♥" not in child.before
    assert "KH" in child.before
    child.sendeof()
    code, text = ended(child)
    assert code == 1
    assert "the input ended" in text


@pytest.mark.parametrize(("setting", "value"), [("TERM", "dumb"), ("NO_COLOR", "1")])
def test_no_colours_where_none_are_wanted(setting: str, value: str) -> None:
    for args in (("check", "pagat-54", "base-52"), ("play", "pagat-54", "--seed", "1", "--deals", "1")):
        code, text = ended(terminal(*args, **{setting: value}))
        assert code in (0, 1)
        assert not re.search(r"\x1b\[[\d;]*m", text)


@pytest.mark.parametrize("columns", [50, 80])
def test_lines_fit_the_terminal(columns: int) -> None:
    commands = (
        ("list",),
        ("play", "pagat-54", "--seed", "7", "--deals", "1"),
        ("check", "pagat-54", "pagat-54+min_bid=8", "base-52"),
        ("score", "pagat-54", "--bid", "4 no", "--books", "9", "--totals", "0,0"),
    )
    for args in commands:
        _, text = ended(terminal(*args, columns=columns))
        lines = [ANSI.sub("", line).rstrip("\r") for line in text.split("\n")]
        wide = [line for line in lines if len(line) > columns]
        assert [line for line in wide if " " in line.strip()] == [], args  # a long path stays whole


def test_ctrl_c_says_how_to_go_on(own_folder: Path, run: Run) -> None:
    child = terminal("play", "pagat-54", "--seed", "7", "--seat", "south", "--record", "x y.jsonl")
    child.expect("your call")
    child.sendline("pass")
    child.expect("your card: ")
    child.sendintr()
    code, text = ended(child)
    assert code == 130
    assert "interrupted; go on with: bidwhist play --resume 'x y.jsonl'" in text
    assert "Traceback" not in text
    assert run("play", "--resume", "x y.jsonl", typed="q\n").code == 0


def test_ctrl_c_while_computers_play(own_folder: Path) -> None:
    process = start("play", "pagat-54+goal=1000", "--seed", "7", "--player", "random", "--record", "x.jsonl")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert b"Traceback" not in err


def test_step_by_step_on_a_terminal(recorded: Path) -> None:
    child = terminal("replay", str(recorded), "--step")
    child.expect("q stops: ")
    assert "kitty" in child.before
    child.sendline("")
    child.expect("q stops: ")
    child.sendline("q")
    assert ended(child)[0] == 0


# ---- the world around


def test_a_folder_of_profiles_that_isnt_there_is_said(
    run: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_folder / "file").touch()
    for named in ("/nowhere/\x1b", str(own_folder / "file")):
        monkeypatch.setenv("BIDWHIST_PROFILES", named)
        done = run("check", "our-table")
        assert "note: BIDWHIST_PROFILES names" in done.out
        assert "which is no folder" in done.out
        assert "\x1b" not in done.out
        assert run("check", "pagat-54").code == 0
        assert run("list").err.count("warning: BIDWHIST_PROFILES names") == 1
    monkeypatch.setenv("BIDWHIST_PROFILES", str(own_folder))
    assert "BIDWHIST_PROFILES" not in run("check", "our-table").out
    assert run("list").err == ""


SLOW_IMPORT = "import sys, time, signal, os; from interpreter.cli import main; " + (
    "class Slow:\n"
    "    def find_spec(self, name, path=None, target=None):\n"
    "        if name == '{module}': os.kill(os.getpid(), signal.SIGINT); time.sleep(1)\n"
    "sys.meta_path.insert(0, Slow()); sys.exit(main(sys.argv[1:]))"
).replace("class", "\nclass", 1)


@pytest.mark.parametrize(
    "module", ["click", "interpreter.cli.app", "interpreter.cli.commands.play", "interpreter.game"]
)
def test_ctrl_c_while_the_program_is_imported(own_folder: Path, module: str) -> None:
    text = SLOW_IMPORT.format(module=module)
    done = subprocess.run(
        [sys.executable, "-c", text, "play", "pagat-54", "--deals", "1"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr.strip(), done.stdout) == (130, "interrupted", "")


def test_a_reference_is_a_text() -> None:
    with pytest.raises(TypeError, match="a reference is a text such as 'pagat-54"):
        load(None)  # type: ignore[arg-type]


def test_bytes_of_no_encoding_are_shown_as_bytes(run: Run, own_folder: Path) -> None:
    assert problems.printable("a\x1b\udcc3\u200b") == r"a\x1b\xc3\u200b"
    done = command("check", "./caf\udcc3.yaml", env={**os.environ, "LC_ALL": "C"})
    assert r"\xc3" in done.out + done.err
    assert r"\udcc3" not in done.out + done.err


def test_nothing_is_none_in_a_message(run: Run) -> None:
    assert "None" not in run("qqqqqqqq").err
    assert "None" not in run("score", "whist-classic", "--books", "7,6", "--tally", "zzzzz=1,2").err


def test_what_an_encoding_lacks_is_written_by_a_plain_sign() -> None:
    env = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    args = [sys.executable, "-m", "interpreter", "check", "pagat-54", "./\u00e4.yaml"]
    done = subprocess.run(args, capture_output=True, env=env, check=False)
    assert done.stdout.startswith(b"pagat-54: ok, Bid Whist to +-7, ")
    assert rb"\xc3\xa4.yaml" in done.stdout


def test_what_a_file_holds_is_quoted_as_it_is_in_any_encoding(own_folder: Path) -> None:
    (own_folder / "ours.yaml").write_text(f"{OURS}cards: {{x: A\u2660 2S}}\n", encoding="utf-8")
    said = command("check", "./ours.yaml", env={**os.environ, **ASCII}).out.splitlines()
    assert said[0].endswith(r"error[R003]: 'A\u2660' is no card, rank, suit or class of this game")
    assert said[1].endswith(r"| cards: {x: A\u2660 2S}")
    assert said[2].endswith("|            ^^^^^^^")
