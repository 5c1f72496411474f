"""Records: written and read back, killed and resumed, mutated, and gone through under other rules."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import game, record
from interpreter.actions import DECLINE, Claim, Deal
from interpreter.contract import PASS
from interpreter.errors import IllegalAction, InputError
from interpreter.model import PlayPhase, Profile
from interpreter.profile.checked import hash_of
from interpreter.profile.keys import validator
from interpreter.profile.load import load, load_document
from interpreter.record.forms import EVENTS, check_event
from interpreter.record.header import check_header
from interpreter.record.lines import MAX_LINE, Line, Lines
from interpreter.replay import Replay, replay
from interpreter.state import State
from interpreter.table import NOBODY

ROOT = Path(__file__).parent.parent
GAMES = [
    "pagat-54",
    "pagat-54+min-4+sport-the-kitty",
    "whist-classic",
    "ship-simons-52",
    "rogler-ri",
    "tom-w-cincinnati",
]
TABLES = {
    # Claims before the lead and at a turn, open to nearly everybody.
    "our-claims": """\
format: 1
profile: our-claims
title: Singing
extends: base-52
params: {goal: 5}
cards: {honours: A K Q J T 9}
phases:
  deal: {turn: last, set: {trump: suit(turned)}}
  play:
    claims:
      sing: {at: opening, when: count(hand & honours) >= 4, add: 1, then: end_deal}
      ask:
        at: turn
        when: trick <= 2 and count(hand & honours) >= 2
        ask: partner(me)
        yes: count(hand & honours) >= 8
        add: 1
        then: end_deal
score:
  tricks: {to: sides, when: mine.books > 6, add: mine.books - 6}
game: {win: mine.total >= goal}
""",
    # Jokers are put out in the open and replaced: deals need a draw order.
    "our-draw": """\
format: 1
profile: our-draw
title: Ours
extends: pagat-54
phases:
  bury:
    steps:
      bury: {must: card in jokers}
      drop: {who: others, give: all, of: card in jokers, to: out, draw: kitty, draw_of: not card in jokers}
params: {goal: 4}
""",
}


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the user a folder with profiles of their own."""
    folder = tmp_path_factory.mktemp("profiles")
    for name, text in TABLES.items():
        (folder / f"{name}.yaml").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIDWHIST_PROFILES", str(folder))
        patch.setenv("BIDWHIST_CACHE", str(folder / "cache"))
        yield folder


def header_of(profile: Profile, seed: int | None = 7) -> record.Header:
    return record.Header(profile, ("random", "rules", "human", "random"), 0, seed, "bidwhist 0.1.0")


def play_on(writer: record.Writer, state: State, seed: int | None, events: int = 100_000) -> None:
    """Let every seat choose by chance, up to the end or for so many events."""
    while not state.over and events:
        rng = record.chance_for(seed, state)
        if state.needs_deal:
            event: Any = game.shuffle(state.profile, rng)
        else:
            event = rng.choice(game.legal(state))
        writer.apply(state, event)
        events -= 1


def played(path: Path, reference: str = "pagat-54", seed: int | None = 7, events: int = 100_000) -> State:
    """Play a recorded match, and return where it ended."""
    profile = load(reference)
    state = game.new_game(profile)
    with record.create(path, header_of(profile, seed)) as writer:
        play_on(writer, state, seed, events)
    return state


def facts(state: State) -> dict[str, object]:
    """Return all that a state holds but its rules and what is computed on demand."""
    skipped = {"profile", "options", "verb", "phase", "trick_rules", "following"}
    return {name: getattr(state, name) for name in State.__slots__ if name not in skipped}


def problem_of(act: Callable[[], object]) -> str:
    """Return the code and place of the first problem of an action."""
    with pytest.raises(InputError) as caught:
        act()
    problem = caught.value.problems[0]
    assert problem.message[0] != problem.message[0].upper() or not problem.message[0].isalpha()
    assert problem.help or problem.code[0] != "G"
    where = f" {problem.place.line}:{problem.place.column}" if problem.place else ""
    return f"{problem.code}{where}"


def finish(path: Path, **options: Any) -> Replay:
    with replay(path, **options) as found:
        return found.finish()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


# ---- There and back


@pytest.mark.parametrize("reference", [*GAMES, *TABLES])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_read_back(tmp_path: Path, reference: str, seed: int) -> None:
    path = tmp_path / "game.jsonl"
    state = played(path, reference, seed)
    assert state.over
    found = finish(path)
    assert facts(found.state) == facts(state)
    assert found.stopped is None
    assert found.revokes == []
    assert found.warnings == ()
    header = header_of(state.profile, seed)
    assert record.header_line(found.header) == record.header_line(header) == path.read_text().split("\n")[0]
    resumed = record.resume(path)
    assert facts(resumed.state) == facts(state)
    resumed.writer.close()


def test_steps(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = played(path)
    with replay(path) as found:
        steps = list(found)
    assert [step.n for step in steps] == list(range(1, len(state.history) + 1))
    assert [step.line for step in steps] == [step.n + 1 for step in steps]
    assert [(step.seat, step.event) for step in steps] == state.history
    assert [step.result for step in steps if step.result] == state.results
    with replay(path) as found:
        for step in found:
            assert step.before.to_act == step.seat
            assert len(step.after.history) == step.n
            assert len(step.before.history) == step.n - 1


def test_places_and_notes(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    profile = load("pagat-54")
    state = game.new_game(profile)
    deal = Deal(game.shuffle(profile, random.Random(3)).order, kitty=tuple(range(10, 16)))
    with record.create(path, header_of(profile)) as writer:
        writer.apply(state, deal, "the kitty lay\nin the middle ♠")
        writer.apply(state, PASS)
        with pytest.raises(InputError):
            writer.apply(state, PASS, "x" * 4001)
    assert lines_of(path)[1]["kitty"] == [11, 12, 13, 14, 15, 16]
    with replay(path) as found:
        first, _ = found
    assert first.event == deal
    assert first.note == "the kitty lay\nin the middle ♠"
    assert found.state.kitty == list(deal.order[10:16])


def test_illegal_actions_stay_out(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    profile = load("pagat-54")
    state = game.new_game(profile)
    with record.create(path, header_of(profile)) as writer:
        play_on(writer, state, 7, 1)
        before = path.read_bytes()
        with pytest.raises(IllegalAction, match="east can't do 'AS'"):
            writer.apply(state, "AS")
        with pytest.raises(ValueError, match="the record holds 1 events"):
            writer.apply(game.new_game(profile), game.shuffle(profile, random.Random(1)))
        assert path.read_bytes() == before
        play_on(writer, state, 7)
    assert path.read_bytes() == uninterrupted(tmp_path, "pagat-54", 7)


def test_claims_of_the_leader(tmp_path: Path) -> None:
    """The leader may decline a claim in private, which leaves no line, and then make another one at its turn."""
    path = tmp_path / "game.jsonl"
    profile = load("our-claims")
    found = 0
    for seed in range(20):
        path.unlink(missing_ok=True)
        state = game.new_game(profile)
        with record.create(path, header_of(profile)) as writer:
            writer.apply(state, game.shuffle(profile, random.Random(seed)))
            declined = 0
            while state.ahead_of_claims:
                writer.apply(state, DECLINE)
                declined += 1
            if Claim("ask") not in game.legal(state):
                continue
            writer.apply(state, Claim("ask"))
            found += declined > 0
        assert len(lines_of(path)) == 3
        assert facts(finish(path).state) == facts(state)
    assert found > 3


# ---- Chance


def test_chance_is_stable() -> None:
    assert record.chance(7, 1).random() == 0.017854439589545468
    assert record.chance(7, 2, 1).random() == 0.14402410436251722
    assert record.chance(7, 2, 1, claiming=True).random() != record.chance(7, 2, 1).random()
    assert record.chance(None, 1).random() != record.chance(None, 1).random()
    texts = {
        (seed, n, seat): record.chance(seed, n, seat).random()
        for seed in (0, -1)
        for n in (1, 2)
        for seat in (NOBODY, 0)
    }
    assert len(set(texts.values())) == len(texts)


def uninterrupted(folder: Path, reference: str, seed: int) -> bytes:
    """Return the record of a match that nothing disturbs."""
    path = folder / f"whole-{reference}-{seed}.jsonl"
    if not path.exists():
        played(path, reference, seed)
    return path.read_bytes()


@pytest.mark.parametrize("reference", ["pagat-54", "whist-classic", "our-claims"])
def test_cut_anywhere_and_resumed(tmp_path: Path, reference: str) -> None:
    whole = uninterrupted(tmp_path, reference, 11)
    begin = whole.index(b"\n") + 1
    rng = random.Random(5)
    cuts = {begin, begin + 1, len(whole), len(whole) - 1, *(rng.randrange(begin, len(whole)) for _ in range(60))}
    path = tmp_path / "cut.jsonl"
    for cut in sorted(cuts):
        path.write_bytes(whole[:cut])
        last = whole[:cut].rsplit(b"\n", 1)[1]
        resumed = record.resume(path)
        complete = last == b"" or (last.endswith(b"}") and whole[cut : cut + 1] == b"\n")
        assert [problem.code for problem in resumed.warnings] == ([] if complete else ["G116"])
        with resumed.writer:
            play_on(resumed.writer, resumed.state, resumed.header.seed)
        assert path.read_bytes() == whole


DRIVER = """
import sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
import test_record as t
from interpreter import game, record
from interpreter.profile.load import load
path, reference, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
if path.exists():
    resumed = record.resume(path)
    writer, state = resumed.writer, resumed.state
else:
    profile = load(reference)
    writer, state = record.create(path, t.header_of(profile, seed)), game.new_game(profile)
while not state.over:
    t.play_on(writer, state, seed, 1)
    time.sleep(0.0003)
"""


def test_killed_at_random_moments(tmp_path: Path) -> None:
    whole = uninterrupted(tmp_path, "whist-classic", 4)
    path = tmp_path / "killed.jsonl"
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER.format(tests=str(Path(__file__).parent)))
    rng = random.Random()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begin, kills = whole.index(b"\n") + 1, 0
    while True:
        process = subprocess.Popen([sys.executable, str(driver), str(path), "whist-classic", "4"], env=environment)
        size = path.stat().st_size if path.exists() else 0
        goal = max(size, begin) + rng.randrange(len(whole) // 6)
        while process.poll() is None and (not path.exists() or path.stat().st_size < goal):
            time.sleep(0.0002)
        if process.poll() is not None:
            assert process.returncode == 0
            break
        process.kill()
        process.wait()
        kills += 1
        assert whole.startswith(path.read_bytes())
    assert path.read_bytes() == whole
    assert kills >= 3


# ---- The file


def test_no_overwriting(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("something of mine")
    assert problem_of(lambda: record.create(path, header_of(load("pagat-54")))) == "G124"
    assert path.read_text() == "something of mine"
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert problem_of(lambda: record.create(tmp_path / "link", header_of(load("pagat-54")))) == "G124"


def test_second_writer(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    profile = load("pagat-54")
    with record.create(path, header_of(profile)) as writer:
        play_on(writer, game.new_game(profile), 7, 5)
        assert problem_of(lambda: record.resume(path)) == "G126"
        assert finish(path).state.to_act != NOBODY  # reading is free
    record.resume(path).writer.close()


def test_full_disk(tmp_path: Path) -> None:
    """A line that no longer fits is taken back; when there is room again the game goes on."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "game.jsonl"
    whole = uninterrupted(tmp_path, "pagat-54", 7)
    profile = load("pagat-54")
    state = game.new_game(profile)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with record.create(path, header_of(profile)) as writer:
        room = len(whole) - 1000
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            assert problem_of(lambda: play_on(writer, state, 7)) == "G125"
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        written = path.read_bytes()
        assert whole.startswith(written)
        assert written.endswith(b"\n")
        assert written.count(b"\n") == len(state.history) + 1
        play_on(writer, state, 7)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "x"), OSError(errno.EROFS, "Read-only file system")])
def test_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    path = tmp_path / "game.jsonl"
    played(path, events=5)
    header = header_of(load("pagat-54"))

    def fail(*_: object) -> int:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", fail)
        assert problem_of(lambda: record.create(tmp_path / "new.jsonl", header)) == "G125"
        assert problem_of(lambda: record.resume(path)) == "G100"
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail)
        assert problem_of(lambda: record.create(tmp_path / "new.jsonl", header)) == "G125"
    assert not (tmp_path / "new.jsonl").exists()
    (tmp_path / "half.jsonl").write_bytes(path.read_bytes()[:-1])
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail)
        assert problem_of(lambda: record.resume(tmp_path / "half.jsonl")) == "G125"


def test_files_that_are_no_record(tmp_path: Path) -> None:
    def read(content: bytes) -> str:
        path = tmp_path / "x"
        path.write_bytes(content)
        found = problem_of(lambda: finish(path))
        assert problem_of(lambda: record.resume(path)) == found
        assert path.read_bytes() == content
        return found

    header = (uninterrupted(tmp_path, "pagat-54", 7)).split(b"\n")[0]
    assert read(b"") == "G107 1:1"
    assert read(header[:300]) == "G107 1:1"
    assert read(b"\n") == "G103 1:1"
    assert read(b"\x80\x81\n") == "G102 1:1"
    assert read(b"\0" * 5000 + b"\n") == "G103 1:1"
    assert read(b'{"a": 1}\n') == "G108 1:1"
    assert read(b"[1]\n") == "G105 1:1"
    assert read(b"[" * 900_000 + b"\n") == "G104 1:1"
    assert read(b'{"a":' * 40 + b"1" + b"}" * 40 + b"\n") == "G104 1:1"
    assert read(b'{"a": NaN}\n') == "G103 1:1"
    assert read(b'{"a": ' + b"1" * 5000 + b"}\n") == "G103 1:7"
    assert read(b'{"a": 1, "a": 2}\n') == "G106 1:10"
    assert read(b'{"a": 1,, "b": 2}\n') == "G103 1:9"
    assert read(b"x" * (MAX_LINE + 5)) == "G101 1:1"
    assert read(header.replace(b'"format": 1', b'"format": 2', 1) + b"\n") == "G109 1:34"
    assert read(header + b"\n" + header + b"\n") == "G115 2:1"
    assert read(header + b'\n{"n": 1}\nx\n') == "G111 2:1"
    assert read(header + b'\n{"n": 1, "pass": 1}\n') == "G111 2:1"
    assert problem_of(lambda: finish(tmp_path)) == "G100"
    assert problem_of(lambda: record.resume(tmp_path)) == "G100"
    assert problem_of(lambda: finish(tmp_path / "none")) == "G100"
    assert problem_of(lambda: record.resume(tmp_path / "none")) == "G100"
    assert problem_of(lambda: finish(Path("nul\0"))) == "G100"
    assert problem_of(lambda: finish(Path("y" * 5000))) == "G100"


def test_huge_files_are_cheap(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with open(path, "wb") as file:
        file.truncate(256 * 1024 * 1024)
    begin = time.process_time()
    assert problem_of(lambda: finish(path)) == "G101 1:1"
    keys = ", ".join(f'"k{index}": 1' for index in range(60_000))
    header = uninterrupted(tmp_path, "pagat-54", 7).split(b"\n")[0]
    path.write_bytes(header + b'\n{"n": 1, "deal": [], ' + keys.encode() + b"}\n")
    assert problem_of(lambda: finish(path)).startswith("G110")
    path.write_bytes(header + b'\n{"n": 1, "deal": [' + b'"AS",' * 100_000 + b'"AS"]}\n')
    assert problem_of(lambda: finish(path)).startswith("G112")
    assert time.process_time() - begin < 3


# ---- What is wrong in a line


def altered(path: Path, target: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    lines = lines_of(path)
    change(lines)
    return write_lines(target, lines)


def line_with(lines: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return next(line for line in lines if key in line)


def test_wrong_events(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = played(path, seed=7)
    lines = lines_of(path)
    row = {
        key: next(i for i, line in enumerate(lines) if key in line) for key in ("bid", "call", "choose", "give", "play")
    }

    def wrong(number: int, change: dict[str, Any]) -> str:
        def alter(found: list[dict[str, Any]]) -> None:
            found[number] = {key: value for key, value in {**found[number], **change}.items() if value is not ...}

        target = altered(path, tmp_path / "wrong.jsonl", alter)
        found = problem_of(lambda: finish(target))
        before = target.read_bytes()
        assert problem_of(lambda: record.resume(target)) == found
        assert target.read_bytes() == before
        return found.split(":")[0]

    last = lines[-1]["play"]
    assert wrong(1, {"n": 2}) == "G113 2"
    assert wrong(1, {"deal": lines[1]["deal"][:-1]}) == "G120 2"
    assert wrong(1, {"deal": ["AS", "AS"]}) == "G112 2"
    assert wrong(1, {"deal": "AS"}) == "G112 2"
    assert wrong(1, {"kitty": [1, 2, 3, 4, 5, 6]}) == "G120 2"
    assert wrong(1, {"kitty": [0]}) == "G112 2"
    assert wrong(1, {"seat": "north"}) == "G110 2"
    assert wrong(row["bid"], {"seat": "north"}) == f"G119 {row['bid'] + 1}"
    assert wrong(row["bid"], {"seat": "nord"}) == f"G112 {row['bid'] + 1}"
    assert wrong(row["bid"], {"seat": ...}) == f"G111 {row['bid'] + 1}"
    assert wrong(row["bid"], {"bid": {"kind": "suit", "level": 9, "dir": "up"}}) == f"G118 {row['bid'] + 1}"
    assert wrong(row["bid"], {"bid": {"kind": "suit", "level": True, "dir": "up"}}) == f"G112 {row['bid'] + 1}"
    assert wrong(row["bid"], {"bid": {"level": 4}}) == f"G112 {row['bid'] + 1}"
    assert wrong(row["bid"], {"play": "AS"}) == f"G110 {row['bid'] + 1}"
    assert wrong(row["bid"], {"bid": ..., "play": "AS"}) == f"G117 {row['bid'] + 1}"
    assert wrong(row["call"], {"call": "double"}) == f"G118 {row['call'] + 1}"
    assert wrong(row["choose"], {"choose": {"dir": "sideways"}}) == f"G120 {row['choose'] + 1}"
    assert wrong(row["choose"], {"choose": {}}) == f"G120 {row['choose'] + 1}"
    assert wrong(row["give"], {"give": "ZZ"}) == f"G118 {row['give'] + 1}"
    assert wrong(row["give"], {"give": ..., "play": "AS"}) == f"G117 {row['give'] + 1}"
    assert wrong(row["play"], {"play": last}) == f"G120 {row['play'] + 1}"
    assert wrong(row["play"], {"play": ..., "claim": "sing"}) == f"G118 {row['play'] + 1}"
    assert wrong(row["play"], {"note": 3}) == f"G112 {row['play'] + 1}"
    altered(path, tmp_path / "more.jsonl", lambda found: found.append({"n": len(state.history) + 1, "deal": ["AS"]}))
    assert problem_of(lambda: finish(tmp_path / "more.jsonl")).startswith("G121")
    target = altered(path, tmp_path / "seat.jsonl", lambda found: found[2].update(seat="north"))
    with pytest.raises(InputError, match=r"seat\.jsonl:3:18: error\[G119\]: north acts here, but it is east's turn"):
        finish(target)


def test_wrong_headers(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(path, events=8)

    def wrong(change: Callable[[dict[str, Any]], object]) -> str:
        target = altered(path, tmp_path / "wrong.jsonl", lambda lines: change(lines[0]))
        return problem_of(lambda: finish(target)).split(":")[0]

    def rehash(header: dict[str, Any]) -> bool:
        header["hash"] = hash_of(header["profile"])
        return True

    assert wrong(lambda header: header.update(hash="0" * 64)) == "G114 1"
    assert wrong(lambda header: header["profile"]["params"].update(goal=5)) == "G114 1"
    assert wrong(lambda header: header.update(seed=1.0)) == "G112 1"
    assert wrong(lambda header: header.update(hash="0" * 63)) == "G112 1"
    assert wrong(lambda header: header["seats"].pop("north")) == "G112 1"
    assert wrong(lambda header: header.update(first_dealer="n")) == "G112 1"
    assert wrong(lambda header: header.pop("title")) == "G111 1"
    assert wrong(lambda header: header.update(titel="x")) == "G110 1"
    assert wrong(lambda header: header.update(profile=3)) == "G112 1"
    assert wrong(lambda header: (header.update(profile={}), rehash(header))) == "S002 1"
    assert wrong(lambda header: (header["profile"]["params"].update(goal=1.5), rehash(header))) != ""
    assert wrong(lambda header: (header["profile"].update(gaol=1), rehash(header))) == "S001 1"


# ---- The rules in a record


def test_embedded_rules(tmp_path: Path, tables: Path) -> None:
    """A record is played by its own rules, whatever its reference means today."""
    table = tables / "our-goal.yaml"
    table.write_text("format: 1\nprofile: our-goal\ntitle: Ours ♠\nextends: pagat-54\nparams: {goal: 9}\n")
    path = tmp_path / "game.jsonl"
    state = played(path, "our-goal", 3)
    assert finish(path).profile.params["goal"] == 9
    table.write_text(table.read_text().replace("9", "8"))
    for _ in range(2):
        found = finish(path)
        assert found.profile.params["goal"] == 9
        assert found.profile.hash == state.profile.hash
        assert found.profile.reference == "our-goal"
        assert facts(found.state) == facts(state)
        table.unlink(missing_ok=True)
    resumed = record.resume(path)
    resumed.writer.close()
    assert resumed.state.over


@pytest.mark.parametrize("reference", [*GAMES, *TABLES])
def test_documents_load_again(reference: str) -> None:
    profile = load(reference)
    again = load_document(profile.document, reference)
    assert (again.hash, again.title, again.document) == (profile.hash, profile.title, profile.document)


def test_wrong_documents() -> None:
    document = json.loads(json.dumps(load("pagat-54").document))
    document["game"]["win"] = "mine.totl >= goal"
    text = json.dumps(document)
    with pytest.raises(InputError) as caught:
        load_document(document, "x", name="a.jsonl", column=100)
    place = caught.value.problems[0].place
    assert place is not None
    assert (place.file, place.line, place.column) == ("a.jsonl", 1, 100 + text.index("mine.totl"))
    strange: object
    for strange in (None, [], {}, 7, "x", {"profile": 3}, {"profile": "\ud800"}, {"a": [[]] * 9}):
        with pytest.raises(InputError):
            load_document(strange, "x")


# ---- Breaking following


def with_revoke(path: Path, reference: str = "pagat-54") -> tuple[int, str]:
    """Write a record of people who break following once; return the number of the event and the card."""
    profile = load(reference)
    state = game.new_game(profile, following="reported")
    broken: tuple[int, str] | None = None
    with record.create(path, header_of(profile)) as writer:
        while not state.over:
            rng = record.chance_for(7, state)
            if state.needs_deal:
                writer.apply(state, game.shuffle(profile, rng))
                continue
            event = rng.choice(game.legal(state))
            if broken is None and isinstance(state.phase, PlayPhase) and len(state.tricks) == 3:
                others = [card for card in state.hands[state.to_act] if card not in game.legal(state)]
                if others:
                    event = others[0]
                    broken = (len(state.history) + 1, others[0])
            writer.apply(state, event)
    assert broken is not None
    return broken


def test_revokes_are_reported_and_ruled_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    n, card = with_revoke(path)
    found = finish(path)
    (revoke,) = found.revokes
    assert (revoke.n, revoke.card, revoke.trick, revoke.deal, revoke.game) == (n, card, 4, 1, 1)
    assert revoke.place.line == n + 1
    line = lines_of(path)[n]
    assert line["seat"] == ("north", "east", "south", "west")[revoke.seat]
    assert card not in revoke.followed
    assert revoke.followed
    reported = found.state.results[0]
    with replay(path, adjudicate=True) as ruled:
        steps = list(ruled)
    assert ruled.revokes == found.revokes
    result = ruled.state.results[0]
    assert result.outcome.revokes == (revoke.seat % 2,)
    assert reported.outcome.revokes == ()
    assert result.books != reported.books
    assert next(step.revoke for step in steps if step.revoke) == revoke
    assert problem_of(lambda: record.resume(path)).startswith("G120")  # where following is enforced
    record.resume(path, following="reported").writer.close()


# ---- Other rules


def test_under_rules_that_allow_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = played(path, "pagat-54+min-4", 5, events=60)
    found = finish(path, rules=load("pagat-54"))
    assert found.stopped is None
    assert found.profile.reference == "pagat-54"
    assert found.state.hands == state.hands


def test_under_rules_that_refuse_a_bid(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    profile = load("pagat-54")
    state = game.new_game(profile)
    with record.create(path, header_of(profile)) as writer:
        play_on(writer, state, 7, 1)
        writer.apply(state, PASS)
        writer.apply(state, next(bid for bid in game.legal(state) if getattr(bid, "fields", {}).get("level") == 3))
        play_on(writer, state, 7, 10)
    with replay(path, rules=load("pagat-54+min-4")) as found:
        steps = list(found)
    assert [step.n for step in steps] == [1, 2]
    assert found.stopped is not None
    assert found.stopped.code == "G122"
    assert found.stopped.place is not None
    assert found.stopped.place.line == 4
    assert (
        "under 'pagat-54+min-4' the record stops being legal at event 3: this game has no 'suit' bid with level=3"
        in found.stopped.message
    )


def test_under_rules_with_other_cards(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    for other, said in [
        ("whist-classic", "the record is played with 54 cards, these rules with 52, without BJ LJ"),
        ("our-draw", "these rules draw cards in an exchange, and the record has no order in which to draw"),
    ]:
        with replay(path, rules=load(other)) as found:
            assert list(found) == []
        assert found.stopped is not None
        assert (found.stopped.code, found.stopped.place and found.stopped.place.line) == ("G123", 2)
        assert found.stopped.message.endswith(said)


def test_under_rules_with_other_hands(tmp_path: Path, tables: Path) -> None:
    (tables / "our-hands.yaml").write_text(
        "format: 1\nprofile: our-hands\ntitle: Ours\nextends: pagat-54\n"
        "params: {kitty_size: 10}\nphases: {deal: {each: 11, kitty: 10}}\n"
    )
    path = tmp_path / "game.jsonl"
    played(path)
    found = finish(path, rules=load("our-hands"))
    assert found.stopped is not None
    assert "the record deals 12 cards to each hand and 6 to the kitty, these rules 11 and 10" in found.stopped.message


def test_under_rules_that_take_the_kitty_elsewhere(tmp_path: Path, tables: Path) -> None:
    (tables / "our-end.yaml").write_text(
        "format: 1\nprofile: our-end\ntitle: Ours\nextends: pagat-54\nphases: {deal: {kitty_not_from: null}}\n"
    )
    path = tmp_path / "game.jsonl"
    played(path)
    with replay(path) as own, replay(path, rules=load("our-end")) as other:
        for mine, theirs in zip(own, other, strict=True):
            assert mine.before.hands == theirs.before.hands
            assert mine.before.kitty == theirs.before.kitty
        assert other.stopped is None
    assert own.state.tallies == other.state.tallies


def test_under_other_rules_the_own_ones_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    target = altered(path, tmp_path / "wrong.jsonl", lambda lines: lines[5].update(seat="south", note="x"))
    codes = {problem_of(lambda: finish(target)), problem_of(lambda: finish(target, rules=load("pagat-54+min-4")))}
    assert len(codes) == 1


def test_any_two_games(tmp_path: Path) -> None:
    """Whatever the two games are, a record is gone through or the reason is told."""
    for reference in [*GAMES, *TABLES]:
        path = tmp_path / f"{reference}.jsonl"
        played(path, reference, 2, events=300)
        for other in [*GAMES, *TABLES]:
            found = finish(path, rules=load(other))
            assert found.stopped is not None or found.state.history
            if other == reference:
                assert found.stopped is None
            if found.stopped:
                assert found.stopped.place is not None
                assert found.stopped.place.line >= 2


# ---- The schema says the same


def verdict(line: dict[str, Any], check: Callable[[Line], None]) -> bool:
    text = json.dumps(line)
    (parsed,) = Lines(BytesIO(text.encode()), "x")
    try:
        check(parsed)
    except InputError as error:
        for problem in error.problems:
            assert problem.place is not None
            assert 1 <= problem.place.column < problem.place.end_column <= len(text) + 2
        return False
    return True


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.just(1.0),
    st.sampled_from(["", "AS", "A S", "AS\n", "pass", "suit", "Suit", "north", "x" * 41, "x" * 4001, "é", "level"]),
    st.lists(st.sampled_from(["AS", "KD", 1, 2, "", None]), max_size=3),
    st.dictionaries(
        st.sampled_from(["kind", "level", "dir", "Dir", "x y", ""]), st.sampled_from([1, "up", "a b", None]), max_size=3
    ),
)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return a header, and one line of every kind that the writer writes."""
    folder = tmp_path_factory.mktemp("samples")
    found: dict[str, dict[str, Any]] = {}
    headers = []
    for reference in [*GAMES, *TABLES]:
        played(folder / f"{reference}.jsonl", reference, 2, events=400)
        header, *events = lines_of(folder / f"{reference}.jsonl")
        headers.append(header)
        for event in events:
            assert validator("record-event", partial=False).is_valid(event)
            assert verdict(event, check_event)
            found.setdefault(f"{next(key for key in EVENTS if key in event)} {'draw_order' in event}", event)
        assert validator("record-header", partial=False).is_valid(header)
    assert {key.split()[0] for key in found} == set(EVENTS)
    headers[0]["profile"] = {"profile": "short"}
    return [headers[0], *found.values()]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_schema_and_reader_agree(samples: list[dict[str, Any]], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(samples) - 1))
    line: dict[str, Any] = json.loads(json.dumps(samples[index]))
    keys = ["n", "seat", "note", *EVENTS, "draw_order", "kitty", "strange"] if index else [*line, "strange"]
    for key in data.draw(st.lists(st.sampled_from([*line, *keys]), min_size=1, max_size=2)):
        action = data.draw(st.sampled_from(["drop", "set", "inside"]))
        value = line.get(key)
        if action == "drop":
            line.pop(key, None)
        elif action == "inside" and isinstance(value, dict) and value and key != "profile":
            inner = data.draw(st.sampled_from(sorted(value)))
            line[key] = {**value, inner: data.draw(JUNK)}
        elif action == "inside" and isinstance(value, list) and value:
            line[key] = [*value[:2], data.draw(JUNK)]
        else:
            line[key] = data.draw(JUNK)
    if index and "bidwhist" not in line:
        assert verdict(line, check_event) == validator("record-event", partial=False).is_valid(line)
    elif not index:
        assert verdict(line, check_header) == validator("record-header", partial=False).is_valid(line)


# ---- Anything


def right(act: Callable[[], object]) -> bool:
    """Say whether nothing was wrong; what was has its places, and can be printed."""
    try:
        act()
    except InputError as error:
        found = error.problems
    else:
        return True
    if not all(problem.place for problem in found):
        pytest.fail(f"without a place: {found}")
    "".join(f"{problem}{problem.help}" for problem in found).encode("utf-8")
    return False


def mutated(whole: bytes, rng: random.Random) -> bytes:
    """Return a record with something changed somewhere."""
    lines = whole.split(b"\n")
    first = 0 if rng.random() < 0.15 else 1
    at = rng.randrange(first, len(lines))
    match rng.randrange(7):
        case 0:
            lines[at] = bytes(rng.randrange(256) for _ in range(rng.randrange(30)))
        case 1:
            del lines[at]
        case 2:
            other = rng.randrange(1, len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            return whole[: rng.randrange(len(whole))]
        case 4:
            line = bytearray(lines[at] or b"x")
            line[rng.randrange(len(line))] = rng.randrange(256)
            lines[at] = bytes(line)
        case 5:
            parts = lines[at].split(b'"')
            parts[rng.randrange(len(parts))] = rng.choice(
                [b"AS", b"north", b"pass", b"", b"\\ud800", b"play", b"\x1b[31m"]
            )
            lines[at] = b'"'.join(parts)
        case 6:
            lines.insert(at, lines[rng.randrange(len(lines))])
    return b"\n".join(lines)


@pytest.mark.parametrize("reference", ["pagat-54", "our-claims", "our-draw", "ship-simons-52"])
def test_mutated_records(tmp_path: Path, reference: str) -> None:
    whole = uninterrupted(tmp_path, reference, 9)
    path = tmp_path / "mutated.jsonl"
    rng = random.Random(reference)
    refused = 0
    for _ in range(120):
        path.write_bytes(mutated(whole, rng))
        for act in (lambda: finish(path), lambda: record.resume(path).writer.close()):
            refused += not right(act)
    assert refused > 120


def test_mutated_rules(tmp_path: Path) -> None:
    """Rules that were changed in a record, with a hash that fits."""
    path = tmp_path / "game.jsonl"
    played(path, events=20)
    lines = lines_of(path)
    rng = random.Random(8)
    for _ in range(25):
        header = json.loads(json.dumps(lines[0]))
        part = header["profile"]
        while True:
            key = rng.choice(list(part) if isinstance(part, dict) else range(len(part)))
            if not isinstance(part[key], dict | list) or not part[key] or rng.random() < 0.2:
                break
            part = part[key]
        part[key] = rng.choice([None, 3, -1, "", "up", "x == y", [], {}, "\ud800", True, 1.5, "a" * 3000])
        header["hash"] = hash_of(header["profile"])
        write_lines(path, [header, *lines[1:]])
        right(lambda: finish(path))


@settings(max_examples=100, deadline=None)
@given(raw=st.binary(max_size=300))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random.jsonl"
    path.write_bytes(raw)
    with pytest.raises(InputError):
        finish(path)


def test_reading_needs_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    shutil.copy(path, tmp_path / "copy.jsonl")
    code = (
        "import sys\nfrom interpreter import record\nfrom interpreter.replay import replay\n"
        f"replay({str(path)!r}).finish()\nrecord.resume({str(path)!r}).writer.close()\n"
        "print(sorted({'jsonschema', 'lark', 'yaml', 'click', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_number_of_thousands_of_digits_is_named_and_marked(tmp_path: Path) -> None:
    path = tmp_path / "digits.jsonl"
    first = (ROOT / "tests" / "golden" / "pagat-54.jsonl").read_text().splitlines()[0]
    path.write_text(f'{first}\n{{"n": {"1" * 5000}}}\n')
    with pytest.raises(InputError) as found, replay(path) as going:
        going.finish()
    (problem,) = found.value.problems
    assert (problem.code, problem.message) == ("G103", "found a number of 5,000 digits")
    assert problem.place is not None
    assert (problem.place.line, problem.place.column, problem.place.end_column) == (2, 7, 5007)


def test_a_record_for_which_there_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "none" / "x.jsonl"
    with pytest.raises(InputError, match="can't be written: there is no folder") as found:
        record.create(path, header_of(load("pagat-54")))
    assert found.value.problems[0].code == "G125"


def test_a_reference_that_names_other_rules_is_not_believed(tmp_path: Path) -> None:
    """The rules written in the record are played, and it is said that they aren't those of the name."""
    whole = (ROOT / "tests" / "golden" / "pagat-54.jsonl").read_text()
    for reference, warned in (("pagat-54", False), ("pagat-54+min-4", True), ("gone-since", False)):
        path = tmp_path / f"{reference}.jsonl"
        path.write_text(whole.replace('"reference": "pagat-54"', f'"reference": "{reference}"', 1))
        with replay(path) as going:
            going.finish()
            assert going.profile.hash == load("pagat-54").hash
            assert [(one.code, one.severity) for one in going.warnings] == [("G127", "warning")] * warned
        assert [one.code for one in record.resume(path).warnings] == ["G127"] * warned
