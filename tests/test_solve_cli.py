"""The commands solve, analyse and match: what they print, their exit codes, and what they say of wrong input."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from interpreter import machine
from interpreter.cli import main, progress
from interpreter.machine import fastest
from interpreter.model import Profile
from interpreter.players import estimate, fitting, rehearsal
from interpreter.profile.load import load
from tests.test_cli import ANSI, ROOT, Done, Run, cache, command, own_folder, run, start

__all__ = ["cache", "own_folder", "run"]

compiled = pytest.mark.skipif(not fastest().COMPILED, reason="numba isn't there")
GOLDEN = str(ROOT / "tests" / "golden" / "pagat-54.jsonl")
ENDING = "n: AS QS; e: 2D 3D; s: 2S 3S; w: KS 4S"
PLAYING = f"{ENDING}; leader: s; contract: 1 no trump by north"


# ---- solve


def test_who_makes_what(run: Run) -> None:
    done = run("solve", "vint-whist", "--deal", ENDING)
    assert done.code == 0
    assert done.lines[1:] == [
        "  north  AS QS",
        "  east   3D 2D",
        "  south  3S 2S",
        "  west   KS 4S",
        "             north   east   south   west",
        "  spades         2      0       2      1",
        "  clubs          0      0       2      1",
        "  diamonds       0      2       0      2",
        "  hearts         0      0       2      1",
        "  no trump       0      0       2      1",
        "tricks that the declarers take, all cards open",
    ]


def test_who_makes_what_as_json(run: Run) -> None:
    found = run("solve", "vint-whist", "--deal", ENDING, "--json").json()
    assert set(found) == {
        "reference", "title", "hash", "deal", "event", "dealer", "hands", "kitty", "complete", "table",
    }  # fmt: skip
    assert found["hands"]["north"] == ["AS", "QS"]
    assert found["complete"] is True
    assert len(found["table"]) == 20
    assert found["table"][0] == {
        "strain": "spades", "fields": {"trump": "S"}, "declarer": "north", "books": 2, "at_least": False,
        "buries": [], "tried": 0, "highest_bid": None, "text": None,
    }  # fmt: skip


def test_every_card_of_a_position(run: Run) -> None:
    done = run("solve", "vint-whist", "--deal", PLAYING)
    assert done.lines[-3:] == [
        "contract: 1 no trump by north",
        "south to play; tricks of the declarers to come:",
        "   2  3S 2S",
    ]
    found = run("solve", "vint-whist", "--deal", PLAYING, "--json").json()
    assert (found["text"], found["to_play"], found["books_before"]) == ("1 no trump by north", "south", None)
    assert found["options"] == [{"card": card, "books": 2, "made": None, "points": None} for card in ("2S", "3S")]


def test_a_contract_on_the_command_line_goes_before_one_that_is_written(run: Run) -> None:
    done = run("solve", "vint-whist", "--deal", PLAYING, "--contract", "diamonds by east")
    assert "contract: 1 diamonds by east" in done.lines


def test_a_deal_from_a_file_and_from_standard_input(run: Run, own_folder: Path) -> None:
    (own_folder / "deal.txt").write_text(ENDING.replace("; ", "\n") + "\n")
    from_file = run("solve", "vint-whist", "--deal", "deal.txt")
    typed = run("solve", "vint-whist", "--deal", "-", typed=ENDING)
    assert from_file.code == typed.code == 0
    assert from_file.out == typed.out == run("solve", "vint-whist", "--deal", ENDING).out


def test_a_finished_record_is_asked_for_its_last_deal(run: Run, own_folder: Path) -> None:
    text = Path(GOLDEN).read_text("utf-8").splitlines(keepends=True)
    deals = [number for number, line in enumerate(text) if '"deal"' in line and number]
    record = own_folder / "x.jsonl"
    record.write_text("".join(text[: deals[1]]), "utf-8")  # the first deal is over, the second isn't dealt
    args = ("solve", "--record", str(record), "--no-exchange", "--json")
    found = run(*args).json()
    assert (found["deal"], found["event"]) == (1, 2)
    assert found == run(*args, "--at", "2").json()


def test_a_position_of_a_record(run: Run) -> None:
    done = run("solve", "--record", GOLDEN, "--at", "50")
    assert done.code == 0
    assert "deal 1, north deals, book 10, before event 50" in done.lines
    found = run("solve", "--record", GOLDEN, "--at", "50", "--json").json()
    assert found["event"] == 50
    assert {option["card"] for option in found["options"]} <= set(found["hands"][found["to_play"]])
    assert all(option["points"] is not None for option in found["options"])


@compiled
def test_a_deal_by_chance_is_buried_and_played(run: Run) -> None:
    done = run("solve", "pagat-54", "--seed", "7", "--contract", "4 high spades by s", "--burials", "2")
    assert "contract: 4 uptown in spades by south" in done.lines
    assert any(line.startswith("  south buries ") for line in done.lines)
    table = run("solve", "rogler-ri", "--seed", "7", "--burials", "1")
    assert "(--burials tries more)" in table.out
    assert "in brackets the highest bid that makes" in table.out
    left = run("solve", "wikihow-whist", "--seed", "7", "--no-exchange", "--json").json()
    assert not any(cell["at_least"] or cell["buries"] for cell in left["table"])


def test_unknown_is_said(run: Run) -> None:
    deal = "n: AS 2S 5H 9D; e: KS 3H 4C 8D; s: 4H 6S QC JD; w: 6H 7S 8C TD; leader: n"
    done = run("solve", "vint-whist", "--deal", deal, "--nodes", "1")
    assert "?: unknown, given up after too many nodes (--nodes allows more)" in done.lines
    found = run("solve", "vint-whist", "--deal", deal, "--nodes", "1", "--json").json()
    assert None in [cell["books"] for cell in found["table"]]
    done = run("solve", "vint-whist", "--deal", f"{deal}; contract: hearts by e", "--nodes", "1")
    assert "?: unknown" in done.lines[-1]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("solve", "vint-whist"), 2, "by one of --deal, --seed and --record (found: none)"),
        (("solve", "vint-whist", "--seed", "1", "--deal", "n: AS"), 2, "(found: --deal --seed)"),
        (("solve", "--seed", "1"), 2, "name the rules to play by"),
        (("solve", "vint-whist", "--record", "x"), 2, "leave out REF"),
        (("solve", "vint-whist", "--seed", "1", "--at", "3"), 2, "--at is about a record"),
        (("solve", "vint-whist", "--deal", "nothing.txt"), 1, "error[G036]: 'nothing.txt': no such file"),
        (("solve", "vint-whist", "--deal", "."), 1, "error[G036]"),
        (("solve", "vint-whist", "--deal", "n: AS; e: KS; s: XS; w: JS"), 1, "--deal:1:18: error[G031]"),
        (("solve", "vint-whist", "--deal", "n: AS; e: KS; s: KS; w: JS"), 1, "--deal:1:18: error[G032]"),
        (("solve", "vint-whist", "--deal", "n: AS; e: KS; s: QS"), 1, "no cards are given for west"),
        (("solve", "vint-whist", "--deal", f"{ENDING}; leader: s; trick: 5S"), 1, "error[G033]"),
        (
            ("solve", "vint-whist", "--deal", "n: AS; e: KS; s: QS; w: -; leader: w; trick: JS"),
            1,
            "cards lie on the table, and there is no contract",
        ),
        (("solve", "vint-whist", "--deal", ENDING, "--contract", "9 spades by n"), 1, "is no contract of this game"),
        (("solve", "vint-whist", "--deal", ENDING, "--contract", "1 spades"), 1, "doesn't say who declares"),
        (("solve", "--record", "nothing.jsonl"), 1, "error[G100]"),
        (("solve", "--record", GOLDEN, "--at", "9999"), 1, "error[G035]"),
        (("solve", "--record", GOLDEN, "--at", "1"), 1, "no cards lie open"),
        (("solve", "--record", GOLDEN, "--at", "0"), 2, "--at"),
        (("solve", "nowhere", "--seed", "1"), 1, "error[X0"),
        (("solve", "vint-whist", "--seed", "1", "--nodes", "0"), 2, "--nodes"),
        (("analyse",), 2, "Missing argument"),
        (("analyse", "nothing.jsonl"), 1, "error[G100]"),
        (("match", "rules"), 2, "Missing argument"),
        (("match", "rules", "random"), 2, "--rules"),
        (("match", "rules", "ruls", "--rules", "pagat-54"), 2, "'ruls' is no player; did you mean 'rules'?"),
        (("match", "random", "random", "--rules", "pagat-54", "--deals", "0"), 2, "--deals"),
        (("match", "random", "random", "--rules", "pagat-54", "--precision", "0"), 2, "--precision"),
        (("match", "random", "random", "--rules", "pagat-54", "--workers", "0"), 2, "--workers"),
        (("match", "random", "random", "--rules", "pagat-54", "--games", "1", "--deals", "1"), 2, "leave out --deals"),
        (("match", "random", "random", "--rules", "nowhere"), 1, "error[X0"),
    ],
)
def test_wrong_input(run: Run, args: tuple[str, ...], code: int, said: str) -> None:
    done = run(*args)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


@pytest.mark.parametrize("name", ["latin.txt", "game.jsonl"])
def test_files_that_are_no_text(run: Run, own_folder: Path, name: str) -> None:
    (own_folder / name).write_bytes(b"n: \xe9\xff\n")
    args = ("solve", "vint-whist", "--deal", name) if name == "latin.txt" else ("analyse", name)
    done = run(*args)
    assert done.code == 1
    assert ("isn't UTF-8 text" if name == "latin.txt" else "error[G10") in done.err


ODD = """format: 1
profile: odd
title: Odd
extends: pagat-54
phases: {play: {worth: 'if card == AS then 2 else 1'}}
"""


def test_what_cannot_be_solved_says_why(run: Run, own_folder: Path) -> None:
    (own_folder / "odd.yaml").write_text(ODD)
    done = run("solve", "./odd.yaml", "--deal", "n: AS; e: KS; s: QS; w: JS")
    assert (done.code, done.out) == (1, "")
    assert done.err == "error: this game can't be solved (cards: the worth of a trick depends on card)\n"
    assert run("play", "./odd.yaml", "--seed", "1", "--deals", "1", "--record", "odd.jsonl", "--quiet").code == 0
    done = run("analyse", "odd.jsonl")
    assert done.code == 1
    assert "the worth of a trick depends on card" in done.err


# ---- analyse


@compiled
def test_analyse(run: Run) -> None:
    done = run("analyse", GOLDEN, "--burials", "2")
    assert done.code == 0
    assert done.lines[1].startswith("deal 1: 4 downtown in diamonds by north: set, books 7 to 6, points -4 to 0")
    assert "  with all cards open 7 books at the first lead" in done.lines
    assert "  event 21, book 3: west plays 4H, costs 1 book, 0 points; better AS KD" in done.lines
    heads = done.lines[-5]
    assert heads.split() == ["cards", "mistakes", "books", "lost", "points", "lost", "by", "bids", "by", "burials"]
    assert [line.split()[0] for line in done.lines[-4:]] == ["north", "east", "south", "west"]


@compiled
def test_analyse_as_json(run: Run) -> None:
    found = run("analyse", GOLDEN, "--burials", "1", "--json").json()
    assert set(found) == {"reference", "title", "hash", "seats", "complete", "deals", "lost"}
    assert found["complete"] is True
    deal = found["deals"][0]
    assert set(deal) == {
        "n", "game", "deal", "dealer", "contract", "text", "declarer", "books", "made", "points", "value", "unknown",
        "claim", "bid", "buried", "cards",
    }  # fmt: skip
    assert len(deal["cards"]) == 48
    mistakes = [card for card in deal["cards"] if card["books"]]
    assert {card["n"]: card["better"] for card in mistakes}[21] == ["AS", "KD"]
    for seat, lost in found["lost"].items():
        of_seat = [card for one in found["deals"] for card in one["cards"] if card["seat"] == seat]
        assert lost["cards"] == len(of_seat)
        assert lost["books"] == sum(card["books"] for card in of_seat)
        assert lost["mistakes"] == sum(card["books"] > 0 for card in of_seat)


def test_every_card_is_shown_where_that_is_asked(run: Run, own_folder: Path) -> None:
    shutil.copy(ROOT / "tests" / "fixtures" / "tiny.yaml", own_folder)
    played = run(
        "play", "./tiny.yaml", "--seed", "1", "--deals", "1", "--player", "random", "--record", "t.jsonl", "--quiet"
    )
    assert played.code == 0
    few, every = run("analyse", "t.jsonl"), run("analyse", "t.jsonl", "--all")
    assert sum("event" in line for line in every.lines) == 8
    assert sum("event" in line for line in few.lines) < 8


def test_a_record_that_was_cut_off_is_analysed_as_far_as_it_goes(run: Run, own_folder: Path) -> None:
    shutil.copy(ROOT / "tests" / "fixtures" / "tiny.yaml", own_folder)
    run("play", "./tiny.yaml", "--seed", "1", "--deals", "1", "--record", "t.jsonl", "--quiet")
    text = Path("t.jsonl").read_text()
    Path("t.jsonl").write_text(text[: text.rindex('"play"')])
    done = run("analyse", "t.jsonl")
    assert done.code == 0
    assert "warning[G116]" in done.err
    assert "the record ends in it" in done.out


def test_a_record_can_be_piped_in() -> None:
    record = Path(GOLDEN).read_bytes()
    for args in (("replay", "FILE"), ("solve", "--record", "FILE", "--at", "150"), ("replay", "FILE", "--json")):
        named = command(*(GOLDEN if arg == "FILE" else arg for arg in args))
        line = [sys.executable, "-m", "interpreter", *("-" if arg == "FILE" else arg for arg in args)]
        piped = subprocess.run(line, input=record, capture_output=True, check=True)
        assert piped.stdout.decode() == named.out
    few = b"".join(record.splitlines(keepends=True)[:3])
    line = [sys.executable, "-m", "interpreter", "analyse", "-", "--json"]
    found = subprocess.run(line, input=few, capture_output=True, check=True)
    assert len(json.loads(found.stdout)["deals"]) == 1
    broken = subprocess.run(line, input=few + b"{}\n", capture_output=True, check=False)
    assert broken.stdout.startswith(b"standard input:4:1: error[") or b"standard input" in broken.stdout + broken.stderr


# ---- match


def test_match(run: Run) -> None:
    done = run("match", "rules", "random", "--rules", "neuralplay", "--deals", "20", "--seed", "1")
    assert done.code == 0
    assert done.lines[1] == "rules against random: 20 deals at each table, seed 1"
    assert done.lines[2].split() == ["points", "a", "deal", "95", "%", "interval", "tables"]
    assert done.lines[3].startswith("rules gains ")
    assert done.lines[-1].startswith("games, the deals strung together: rules wins ")


def test_match_of_a_player_against_itself_is_nothing(run: Run) -> None:
    done = run("match", "random", "random", "--rules", "pagat-54", "--deals", "10", "--seed", "1")
    gains = [line.split() for line in done.lines if " gains " in line or " where " in line]
    assert len(gains) == 3
    assert all("+0.00" in words for words in gains)


def test_nothing_is_said_of_few_tables(run: Run) -> None:
    done = run("match", "random", "random", "--rules", "pagat-54", "--deals", "3", "--seed", "1")
    assert all("too few to say" in line for line in done.lines if " where " in line or " gains " in line)


def test_match_as_json(run: Run) -> None:
    args = ("match", "random", "random", "--rules", "pagat-54", "--deals", "10", "--seed", "1", "--json")
    found = run(*args).json()
    assert set(found) == {
        "reference", "title", "hash", "players", "seed", "ended",
        "deals", "points", "declaring", "defending", "neither", "games",
    }  # fmt: skip
    assert (found["deals"], found["seed"], found["ended"]) == (10, 1, "all played")
    assert found["points"]["mean"] == 0
    assert found["points"]["low"] < 0 < found["points"]["high"]
    assert found["declaring"]["deals"] + found["defending"]["deals"] + found["neither"]["deals"] == 20
    assert set(found["games"]) == {"first", "second", "drawn", "share", "low", "high"}
    assert run(*args, "--workers", "2").json() == found


def test_match_of_whole_games(run: Run) -> None:
    args = ("match", "rules", "random", "--rules", "pagat-54", "--games", "3", "--seed", "1")
    done = run(*args)
    assert done.lines[1:] == ["rules against random: 6 games, seed 1", "rules wins 6 (100 %, 61 to 100 %), random 0"]
    assert run(*args, "--json").json()["games"]["first"] == 6


def test_json_says_as_little_of_few_tables(run: Run) -> None:
    args = ("match", "random", "random", "--rules", "pagat-54", "--seed", "1", "--json")
    nothing = {"mean": None, "low": None, "high": None}
    one = run(*args, "--deals", "1").json()
    assert all(one[name].items() >= nothing.items() for name in ("points", "declaring", "defending", "neither"))
    five = run(*args, "--deals", "5").json()
    assert five["points"]["low"] < 0 < five["points"]["high"]
    assert five["declaring"].items() >= nothing.items(), "five tables of ten"


@pytest.mark.parametrize(
    ("deals", "precision", "said"),
    [
        ("10", "0.01", "the points are known to ±"),
        ("10", "1e-300", "it takes more deals than can be played"),
        ("2", "0.5", "--deals 2 is too few to say anything"),
    ],
)
def test_match_says_that_it_fell_short_of_the_precision(run: Run, deals: str, precision: str, said: str) -> None:
    args = ("match", "random", "highest", "--rules", "pagat-54", "--seed", "1", "--deals", deals, "--precision")
    done = run(*args, precision)
    assert done.lines[-1].startswith(f"--precision {float(precision):g} wasn't reached: ")
    assert said in done.lines[-1]
    assert run(*args, precision, "--json").json()["ended"] == "not precise enough"
    assert run(*args[:-2], "40", "--precision", "12", "--json").json()["ended"] == "precise enough"


def test_match_looks_at_the_precision_early(run: Run) -> None:
    args = ("match", "random", "random", "--rules", "pagat-54", "--seed", "1", "--precision", "5", "--json")
    found = run(*args).json()
    assert (found["ended"], found["deals"]) == ("precise enough", 100)


def test_match_stops_when_it_is_precise_enough(run: Run) -> None:
    args = ("match", "random", "random", "--rules", str(ROOT / "tests" / "fixtures" / "tiny.yaml"), "--seed", "1")
    found = run(*args, "--precision", "0.05", "--json").json()
    assert found["ended"] == "precise enough"
    assert 100 <= found["deals"] < 1000
    assert found["deals"] % 100 == 0
    assert found["points"]["high"] <= 0.05


# ---- interruptions, pipes, terminals


def interrupted(*args: str, after: float) -> Done:
    """Run a command as a process of its own and interrupt it after so many seconds of work."""
    process = start(*args)
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
    return Done(process.returncode, out.decode(), err.decode())


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_match_prints_what_there_is(workers: str) -> None:
    args = ("match", "random", "random", "--rules", "pagat-54", "--deals", "100000", "--seed", "1", "--json")
    done = interrupted(*args, "--workers", workers, after=5)
    assert done.code == 130
    found = json.loads(done.out)
    assert found["ended"] == "interrupted"
    assert 0 < found["deals"] < 100_000
    assert done.err == "interrupted: these are the figures of what was played\n"


def test_an_interrupted_table_prints_what_there_is(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    from interpreter import makeable

    whole = makeable.books_in
    calls = []

    def books_in(*args: Any) -> int | None:
        calls.append(args)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(makeable, "books_in", books_in)
    done = run("solve", "vint-whist", "--deal", ENDING)
    assert done.code == 130
    assert "  spades       2      0       2" in done.lines
    assert done.err == "interrupted after 3 of 20\n"


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "vint-whist", "--deal", ENDING),
        ("match", "random", "random", "--rules", "pagat-54", "--deals", "2"),
    ],
    ids=lambda args: args[0],
)
def test_a_broken_pipe_is_no_error(args: tuple[str, ...]) -> None:
    read, write = os.pipe()
    process = start(*args, stdout=write)
    os.close(write)
    os.close(read)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err == b""


def on_terminal(*args: str, width: int = 80, **environment: str) -> str:
    """Return what a command shows on a terminal, colours and cursor moves left out."""
    settings = {**os.environ, "TERM": "xterm", **environment}
    child = pexpect.spawn(
        sys.executable, ["-m", "interpreter.cli", *args], dimensions=(50, width), env=settings, timeout=60
    )
    child.expect(pexpect.EOF)
    child.close()
    return ANSI.sub("", (child.before or b"").decode()).replace("\r", "\n")


def test_on_a_terminal_there_is_a_bar_and_suits_are_signs() -> None:
    found = on_terminal("solve", "vint-whist", "--deal", ENDING, LC_ALL="C.UTF-8", LANG="en_US.UTF-8")
    assert "solving" in found
    assert "20/20" in found
    assert "north  A♠ Q♠" in found
    plain = on_terminal("solve", "vint-whist", "--deal", ENDING, LC_ALL="C", LANG="C")
    assert "north  AS QS" in plain
    assert plain.isascii()


def test_in_a_pipe_there_is_no_bar() -> None:
    done = command("solve", "vint-whist", "--deal", ENDING)
    assert done.err == ""
    assert done.out.isascii()


# ---- without numba


def without_numba(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> None:
    """Make the kernel look as it does where numba can't be imported, and standard error like a terminal."""
    monkeypatch.setattr(machine, "HAS_NUMBA", False)
    monkeypatch.setattr(progress, "is_terminal", lambda stream: terminal)


HIDE = (
    "import sys; sys.modules['numba'] = None; from interpreter.cli import main; "
    "from interpreter.machine import fastest; code = main(sys.argv[1:]); assert not fastest().COMPILED; sys.exit(code)"
)


def test_without_numba_all_commands_work(own_folder: Path) -> None:
    """The same answers, and nothing but them on standard output; one line of hint where it takes longer."""
    for args, hint in (
        (("solve", "vint-whist", "--deal", ENDING, "--json"), progress.HINT),
        (("match", "random", "random", "--rules", "pagat-54", "--deals", "3", "--seed", "1", "--json"), ""),
    ):
        hidden = subprocess.run([sys.executable, "-c", HIDE, *args], capture_output=True, text=True, check=True)
        assert hidden.stderr == (f"{hint}\n" if hint else "")
        assert json.loads(hidden.stdout) == command(*args).json()


@compiled
def test_compiling_is_told_once_where_no_bar_is_seen(own_folder: Path, tmp_path: Path) -> None:
    args = [sys.executable, "-m", "interpreter", "solve", "vint-whist", "--deal", PLAYING, "--json"]
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "BIDWHIST_CACHE": str(tmp_path / "ours")}
    first, second = (subprocess.run(args, capture_output=True, text=True, check=True, env=env) for _ in range(2))
    assert first.stdout == second.stdout
    assert (first.stderr, second.stderr) == (f"{progress.COMPILING}\n", "")


@pytest.mark.parametrize(
    ("names", "known", "hint"),
    [
        (("random", "random"), False, ""),
        (("rules", "random"), False, progress.ONCE),
        (("rules", "highest"), True, ""),
        (("rules", "expert:25ms"), True, progress.FEW),
    ],
)
def test_a_match_says_what_numba_would_speed_up(
    names: tuple[str, str], known: bool, hint: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    """Most of it the interpreter plays, which numba does nothing for."""
    path = tmp_path / "fit"
    path.touch() if known else None
    monkeypatch.setattr(fitting, "fit_path", lambda hash: path)
    monkeypatch.setattr(machine, "HAS_NUMBA", False)
    progress.hint_at_players(load("pagat-54"), names)
    assert capsys.readouterr().err == (f"{hint}\n" if hint else "")


def test_without_numba_a_terminal_gets_one_hint() -> None:
    args = ["-c", HIDE, "solve", "vint-whist", "--deal", ENDING]
    child = pexpect.spawn(sys.executable, args, dimensions=(50, 80), timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    shown = ANSI.sub("", (child.before or b"").decode())
    assert child.exitstatus == 0
    assert shown.count(progress.HINT) == 1
    assert shown.index(progress.HINT) < shown.index("spades")


def test_the_players_get_to_know_new_rules_before_a_person(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Once, with what is done shown; where it can't be kept, that is said in one line."""
    rules, said, asked, rehearsed = load("pagat-54"), list[str](), list[str](), list[str]()

    def learn(profile: Profile, told: Callable[[int], None]) -> None:
        asked.append(profile.id)
        told(200)
        told(200)

    monkeypatch.setattr(estimate, "judge_of", learn)
    monkeypatch.setattr(rehearsal, "rehearse", lambda profile: rehearsed.append(profile.id))
    monkeypatch.setattr(machine, "HAS_NUMBA", True)
    monkeypatch.setattr(progress.Bar, "say", lambda bar, text: said.append(text))
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "new"))
    progress.get_to_know(rules, ("human", "rules"))
    assert (asked, said, capsys.readouterr().err) == ([], [], ""), "no person is there"
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    progress.get_to_know(rules, ("human", "random"))
    assert asked == []
    progress.get_to_know(rules, ("human", "highest"))
    assert (asked, rehearsed) == ([rules.id], []), "one that doesn't look ahead needs no more"
    capsys.readouterr()
    asked.clear()
    said.clear()
    progress.get_to_know(rules, ("human", "expert:40"))
    assert (asked, rehearsed) == ([rules.id], [rules.id])
    assert said == [f"{progress.KNOWING}, {deals} deals played" for deals in (200, 400)]
    warned = capsys.readouterr().err
    assert warned.count("warning: ") == 1
    assert "BIDWHIST_CACHE" in warned
    kept = fitting.fit_path(rules.hash)
    assert kept is not None
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.touch()
    progress.get_to_know(rules, ("rules",))
    assert asked == [rules.id], "it was kept"
    capsys.readouterr()
    progress.get_to_know(rules, ("rules", "expert"))
    assert (asked, rehearsed) == ([rules.id], [rules.id] * 2), "what is known may not be compiled"
    assert "hint" not in capsys.readouterr().err
    monkeypatch.setattr(machine, "HAS_NUMBA", False)
    progress.get_to_know(rules, ("rules", "expert"))
    assert (len(rehearsed), capsys.readouterr().err) == (2, f"{progress.FEW}\n"), "nothing is compiled"
    progress.get_to_know(rules, ("rules", "highest"))
    assert capsys.readouterr().err == "", "their decisions are quick all the same"


def test_people_hear_what_the_players_do_not_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "fewer.yaml"
    path.write_text(
        "format: 1\nprofile: fewer\ntitle: Fewer are better\nextends: wikihow-whist\n"
        "score: {tricks: {to: sides, when: theirs.books > 6, add: theirs.books - 6}}\n"
    )
    rules, kept = load(str(path)), tmp_path / "kept"
    kept.touch()
    monkeypatch.setattr(fitting, "fit_path", lambda key: kept)
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    progress.get_to_know(rules, ("human", "rules"))
    said = "computer players take as many tricks as they can, though more can bring fewer points here"
    assert capsys.readouterr().err == f"note: {said}\n"
    progress.get_to_know(load("wikihow-whist"), ("human", "rules"))
    assert capsys.readouterr().err == ""
    assert main(["match", "rules", "random", "--rules", str(path), "--deals", "2", "--seed", "1"]) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_searches_are_counted_for_a_person(monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    said = list[str]()
    monkeypatch.setattr(progress.Bar, "say", lambda bar, text: said.append(text))
    assert main(["solve", "vint-whist", "--deal", ENDING]) == 0
    assert said[:2] == ["solving, 1 searched", "solving, 2 searched"]
    said.clear()
    assert main(["solve", "vint-whist", "--deal", f"{ENDING}; contract: 1 spades by north"]) == 0
    assert said[0] == "solving, 1 searched"


@pytest.mark.parametrize(
    ("terminal", "hidden", "hints"),
    [(True, True, 1), (False, True, 1), (True, False, 0), (False, False, 0)],
)
def test_the_hint_is_for_those_who_lack_numba(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool, hidden: bool, hints: int
) -> None:
    monkeypatch.setattr(machine, "HAS_NUMBA", not hidden)
    monkeypatch.setattr(progress, "is_terminal", lambda stream: terminal)
    monkeypatch.setattr(machine, "WATCHERS", [])
    progress.hint_at_numba()
    assert len(machine.WATCHERS) == (not hidden and not terminal)
    out, err = capsys.readouterr()
    assert (out, err.count("numba") > 0) == ("", bool(hints))


def test_the_hint_is_only_for_what_uses_the_kernel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without: Callable[..., None] = without_numba
    without(monkeypatch, terminal=True)
    monkeypatch.delitem(sys.modules, "interpreter.machine")
    progress.hint_at_numba()
    assert capsys.readouterr().err == ""
    assert main(["--version"]) == 0


def test_points_that_no_total_has_are_said_to_be_left_out(run: Run, tmp_path: Path) -> None:
    record = str(tmp_path / "vint.jsonl")
    assert run("play", "vint-whist", "--seed", "6", "--deals", "1", "--record", record).code == 0
    said = "note: points are those of the total: what a deal adds to all is left out"
    assert f"{said}, but no bid is called better that this speaks against\n" in run("analyse", record).out
    assert f"{said}\n" in run("solve", "vint-whist", "--seed", "6", "--contract", "3 diamonds by north").out
    assert "note:" not in run("solve", "pagat-54", "--seed", "6", "--contract", "4 high in spades by north").out
