"""The language server: its functions from a text and a place in it, and the server itself over its protocol."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue
from typing import IO, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.cli.commands.check import check
from interpreter.expression.types import BUILTINS
from interpreter.lsp import diagnostics, session
from interpreter.lsp.completion import completion
from interpreter.lsp.cursor import cursor_at
from interpreter.lsp.definition import definition
from interpreter.lsp.diagnostics import Finding
from interpreter.lsp.documents import Document, composed_of, scopes_of
from interpreter.lsp.hover import hover
from interpreter.lsp.positions import offset_of, position_of, units
from interpreter.lsp.session import Session, look_at
from interpreter.profile.check import check_reference
from interpreter.profile.glossary import FUNCTIONS, name_means
from interpreter.profile.library import content, overlaid
from interpreter.resources import profiles_folder

TOP = "format: 1\nprofile: our-table\ntitle: Ours\nextends: pagat-54\n"
RULE = "format: 1\nhouse_rule: our-rule\ntitle: Ours\n"
CASES = "format: 1\nreference: pagat-54\ncases:\n  one:\n    source: S0\n"
CHILD = "format: 1\nprofile: child\ntitle: Child\nextends: our-table\n"
SHIPPED = sorted(profiles_folder().rglob("*.yaml"))
TESTS = Path(__file__).parent


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIDWHIST_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("BIDWHIST_PROFILES", raising=False)
        yield


def marked(text: str) -> tuple[str, int]:
    """Return a text without its cursor, a bar, and where that was."""
    offset = text.index("|")
    return text[:offset] + text[offset + 1 :], offset


def at(folder: Path, text: str, name: str = "our-table.yaml", game: str | None = None) -> tuple[Document, int]:
    plain, offset = marked(text)
    return Document(folder / name, plain, {}, game), offset


def findings(document: Document) -> list[Finding]:
    return diagnostics.findings(document)[0]


# ---- Places


@pytest.mark.parametrize(
    ("text", "path", "role", "before"),
    [
        ("pro|", (), "key", "pro"),
        ("phases:\n  auction:\n    be|", ("phases", "auction"), "key", "be"),
        ("phases:\n  auction:\n    do: bid\n  |\n  x: 1\n", ("phases",), "key", ""),
        ("phases:\n  auction: {do: b|", ("phases", "auction", "do"), "value", "b"),
        ("phases: {auction: {do: bid, |}}", ("phases", "auction"), "key", ""),
        ("flow: [deal,\n  au|", ("flow", 1), "value", "au"),
        ("flow:\n  - deal\n  - |\n", ("flow", 1), "value", ""),
        ('score: {made: {add: "over + |', ("score", "made", "add"), "value", "over + "),
        ('score: {made: {"ad|', ("score", "made"), "key", "ad"),
        ("define:\n  x: >-\n    a +\n    b.|\n", ("define", "x"), "value", "a + b."),
        ("define:\n  x: a +\n    b|", ("define", "x"), "value", "a + b"),
        ("phases: {a: {pick: {trump: [S, |", ("phases", "a", "pick", "trump", 1), "value", ""),
        ("made: [}\nphases:\n  auction:\n    be|ats: last", ("phases", "auction"), "key", "be"),
        ("made: [}\nphases:\n  auction:\n    beats: la|", ("phases", "auction", "beats"), "value", "la"),
        ("score:\n  made: [}\n  |", ("score",), "key", ""),
        ("made: [}\nphases: {auction: {do: bid, be|", ("phases", "auction"), "key", "be"),
        ('made: [}\nphases: {auction: {beats: "a + b|', ("phases", "auction", "beats"), "value", "a + b"),
    ],
)
def test_cursor(text: str, path: tuple[str | int, ...], role: str, before: str) -> None:
    found = cursor_at(*marked(text))
    assert found is not None
    assert (found.path, found.role, found.before) == (path, role, before)


def test_no_cursor_in_comments() -> None:
    assert cursor_at(*marked("made: true # we|")) is None
    assert cursor_at(*marked("made: [}\nmade: true # we|")) is None


@given(st.text("ab\n\r\u00e9\u4e2d\U0001f0a1", max_size=40), st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.data())
def test_positions_go_both_ways(text: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    if text[max(offset - 1, 0) : offset + 1] == "\r\n":  # within a line end, which is no place
        offset -= 1
    line, column = position_of(text, offset, encoding)
    assert offset_of(text, line, column, encoding) == offset
    assert column == units(text[:offset].replace("\r", "\n").rpartition("\n")[2], encoding)


def test_positions_outside_are_moved_inside() -> None:
    assert [offset_of("ab\ncd", *place) for place in ((0, 9), (1, 9), (7, 0), (-1, 0))] == [2, 5, 5, 0]


# ---- Open texts count


def test_open_texts_count_instead_of_files(tmp_path: Path) -> None:
    path = tmp_path / "our-table.yaml"
    path.write_text("on disk")
    with overlaid({os.path.realpath(path): b"in the editor"}):
        assert content(path) == b"in the editor"
    assert content(path) == b"on disk"


def test_a_cached_check_knows_open_texts(tmp_path: Path) -> None:
    path = tmp_path / "our-table.yaml"
    path.write_text(TOP)
    check_reference("./our-table.yaml", None, tmp_path)
    assert not findings(Document(path, TOP, {}))
    assert findings(Document(path, TOP + "made: nonsense\n", {}))


def test_a_parent_that_is_open_counts(tmp_path: Path) -> None:
    ours = Session()
    (tmp_path / "our-table.yaml").write_text(TOP)
    ours.put("child", tmp_path / "child.yaml", CHILD, 1)
    document = ours.document("child")
    assert document is not None
    assert look_at(document).found == []
    ours.put("parent", tmp_path / "our-table.yaml", TOP + "made: nonsense\n", 1)
    document = ours.document("child")
    assert document is not None
    (found,) = look_at(document).found
    assert (found.code, found.place.line, found.place.column) == ("E010", 4, 10)
    assert found.notes[0][1].line == 5


def test_a_file_that_was_never_saved_can_be_named(tmp_path: Path) -> None:
    folder = tmp_path / "bases"  # not there yet
    child = Document(tmp_path / "child.yaml", CHILD, {os.path.realpath(folder / "our-table.yaml"): TOP.encode()})
    assert findings(child) == []
    (wrong,) = findings(replace(child, text=CHILD.replace("our-table", "our-tabel")))
    assert "did you mean 'our-table'?" in wrong.message
    (place,) = definition(child, CHILD.index("our-table"))
    assert place.file == str(folder / "our-table.yaml")
    assert "our-table" in {item.label for item in completion(child, CHILD.index("our-table"))}
    found = hover(child, CHILD.index("our-table"))
    assert found is not None
    assert "Ours" in found.text
    broken = replace(child, texts={path: text + b"made: nonsense\n" for path, text in child.texts.items()})
    (wrong,) = findings(broken)
    assert wrong.notes[0][1].line == 5


def test_a_null_character_in_a_name_leads_nowhere(tmp_path: Path) -> None:
    text = CHILD.replace("our-table", '"our\\0table"')
    path = tmp_path / "child.yaml"
    assert [found.code for found in findings(Document(path, text, {os.path.realpath(path): b""}))] == ["X008", "Y003"]


# ---- Diagnostics


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("our-table.yaml", TOP, []),
        ("our-table.yaml", TOP + "params: {min_bid: '3'}\n", ["S003"]),
        ("our-table.yaml", TOP + "made: over = contract.level\ngame: {win: mine.totl > 3}\n", ["E004", "E010"]),
        ("our-table.yaml", TOP + "phases:\n  play: {}\n  auction\n", ["Y005"]),
        ("our-table.yaml", TOP + "score: {made: {when: made and contract.level > 7}}\n", ["R102"]),
        ("our-rule.yaml", RULE + "params: {goal: 11}\n", []),
        ("our-rule.yaml", RULE + "gaol: 11\n", ["S001"]),
        ("our-rule.yaml", RULE + "game: {win: mine.total >}\n", ["E006"]),
        ("our-rule.yaml", RULE + "game: {win: mine.totl > 3}\n", ["E010"]),
        ("our-table.cases.yaml", CASES + "    trick: {cards: 3H AH KH 2H, wins: AH}\n", []),
        ("our-table.cases.yaml", CASES + "    trick: {cards: 3H AH KH 2X, wins: AH}\n", ["T010"]),
        ("our-table.cases.yaml", CASES + "    trik: {cards: 3H AH KH 2H, wins: AH}\n", ["S001"]),
        ("docker-compose.yaml", "services: {}\n", []),
        ("deploy.yaml", "profile: production\nregion: north\n", []),
        ("our-table.yaml", "profile: our-table\nextends: pagat-54\n", ["X009"]),
    ],
)
def test_findings(tmp_path: Path, name: str, text: str, expected: list[str]) -> None:
    document = Document(tmp_path / name, text, {}, "pagat-54")
    assert sorted({found.code for found in findings(document)}) == expected


BESIDE = sorted(
    path
    for path in (TESTS / "bad").glob("*.yaml")
    if path.name.startswith("author-") or re.search(r"^(house_rule:|abstract: true)", path.read_text(), re.MULTILINE)
)
"""Files of each kind that `check` takes."""


@pytest.mark.parametrize("path", BESIDE, ids=lambda path: path.stem)
def test_findings_are_those_of_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    told = check(f"./{path.name}", False)
    found, game = diagnostics.findings(Document(path, path.read_bytes().decode(), {}))
    problems = list(dict.fromkeys(told.problems))
    assert [(one.code, one.severity) for one in found] == [(one.code, one.severity) for one in problems]
    for one, problem in zip(found, problems, strict=True):
        assert one.message.startswith(problem.message)
        assert problem.help is None or f"\nhelp: {problem.help}" in one.message
        assert all(f"\n{text}" in one.message for text, place in problem.notes if place is None)
        if problem.place is not None and Path(problem.place.file).name == path.name:
            assert (one.place.line, one.place.column) == (problem.place.line, problem.place.column)
    assert not told.on or told.on == game


def test_house_rules_are_seen_with_a_game_that_they_fit() -> None:
    folder = profiles_folder() / "house-rules"
    for name in ("boston", "low-over-high", "deuce"):
        path = folder / f"{name}.yaml"
        assert diagnostics.findings(Document(path, path.read_text(), {})) == ([], "pagat-54")
    path = folder / "short-whist.yaml"
    found, game = diagnostics.findings(Document(path, path.read_text(), {}))
    assert game is not None
    assert not found
    assert diagnostics.findings(Document(path, path.read_text(), {}, "pagat-54")) == ([], game)


def test_a_house_rule_that_fits_no_game_is_warned_of_however_it_is_looked_at(tmp_path: Path) -> None:
    right, wrong = RULE + "params: {goal: 11}\n", RULE + "params: {gaol: 11}\n"
    for game, anew in ((None, False), ("pagat-54", False), ("pagat-54", True)):
        document = Document(tmp_path / "our-rule.yaml", wrong, {}, game)
        (found,), seen = diagnostics.findings(document, anew)
        assert (found.code, found.severity, found.place.line) == ("X037", "warning", 4)
        assert f"no game here takes this house rule; seen with '{seen}'" in found.message
        assert diagnostics.findings(replace(document, text=right, game=seen), anew)[0] == []


def test_a_house_rule_stays_with_its_game_unless_it_is_looked_at_anew(tmp_path: Path) -> None:
    (tmp_path / "our-table.yaml").write_text(TOP + "tallies: {sets: game}\n")
    text = RULE + "score: {made: {into: sets}}\n"
    document = Document(tmp_path / "our-rule.yaml", text, {}, "pagat-54")
    assert [found.code for found in findings(document)] != []
    assert diagnostics.findings(document, anew=True) == ([], "our-table")


@pytest.mark.parametrize(
    ("text", "expected"),
    [(TOP + "gaol: 1\n", [("X001", 1)]), (RULE + "gaol: 1\n", [("X005", 2), ("S001", 4)])],
)
def test_a_file_that_no_reference_can_name(tmp_path: Path, text: str, expected: list[tuple[str, int]]) -> None:
    found = findings(Document(tmp_path / "our+own.yaml", text, {}))
    assert [(one.code, one.place.line) for one in found] == expected


# ---- Hover


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "phases:\n  auction:\n    bea|ts: inherited\n",
            ["When a bid may be made", "bid.rank > high.rank", "pagat-54.yaml:"],
        ),
        ("phases:\n  auction:\n    beats: inher|ited or last\n", ["`bid.rank > high.rank` of [pagat-54.yaml:"]),
        ("phases:\n  auction:\n    may_pass: not stu|ck\n", ["stuck", "boolean", "no bid stands"]),
        ("params: {go|al: 11}\n", ["Overrides `7`"]),
        ("score:\n  made: {add: ov|er * 2}\n", ["define, integer", "`declarers.books - 6`", "Set in [pagat-54.yaml:"]),
        ("score:\n  made: {add: go|al}\n", ["param, 7"]),
        ("score:\n  made: {add: max|(1, 2)}\n", ["max(a, b, ..)"]),
        ("score:\n  made: {when: contract.di|r == up}\n", ["dir (up, down)"]),
        ("score:\n  made: {when: contract.dir == u|p}\n", ["a word of dir"]),
        ("score:\n  made: {when: st|uck}\n", ["not known here", "no bid stands", "known in the auction"]),
        ("score:\n  ma|de: {add: 1}\n", ["Changes `{to, when, add}`"]),
        ("house_rules: [bos|ton]\n", ["house rule", "A bid of seven counts fourfold"]),
    ],
)
def test_hover(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = hover(*at(tmp_path, TOP + text))
    assert found is not None
    for part in expected:
        assert part in found.text
    plain, offset = marked(TOP + text)
    assert found.start <= offset <= found.end
    assert plain[found.start : found.end].strip() == plain[found.start : found.end] != ""


def test_hover_says_which_game_a_house_rule_is_seen_with(tmp_path: Path) -> None:
    found = hover(*at(tmp_path, "format: 1\nhouse_rule: our-|rule\n", "our-rule.yaml", "pagat-54"))
    assert found is not None
    assert "on top of **pagat-54**" in found.text


def test_hover_links_to_a_file_that_was_never_saved(tmp_path: Path) -> None:
    parent = tmp_path / "our-table.yaml"
    document, offset = at(tmp_path, CHILD + "score: {made: {add: boo|ks_over}}\n", "child.yaml")
    text = TOP + "define: {books_over: over * 2}\n"
    found = hover(replace(document, texts={os.path.realpath(parent): text.encode()}), offset)
    assert found is not None
    assert f"Set in [our-table.yaml:5]({parent.as_uri()}#L5)" in found.text


def test_every_name_has_a_meaning() -> None:
    names = set(FUNCTIONS)
    for path in profiles_folder().glob("*.yaml"):
        if path.name.endswith(".cases.yaml"):
            continue
        composed = composed_of(Document(path, path.read_text(), {}), f"./{path.name}")
        scopes = scopes_of(composed) if composed is not None else None
        assert scopes is not None
        assert [name for name in scopes.names if not name_means(name)] == []
        for place in ("play", "match"):
            names -= scopes.scope(place, ("match", "win")).functions.keys()
    assert names - {*BUILTINS} == set()


# ---- Completion


@pytest.mark.parametrize(
    ("text", "expected", "refused"),
    [
        ("phases:\n  auction:\n    |\n", {"beats", "may_pass", "bids"}, {"each", "leader", "trump"}),
        ("phases:\n  auction: {beats: last, |}\n", {"may_pass"}, {"beats", "each"}),
        ("phases:\n  |\n", {"auction", "bury", "play"}, {"beats"}),
        ("phases:\n  new: {do: |}\n", {"deal", "bid", "choose"}, {"declarers"}),
        ("score:\n  made: {to: |}\n", {"declarers", "sides"}, {"winner"}),
        ("score:\n  made: {add: ov|}\n", {"over", "declarers.books", "goal", "max", "if"}, {"stuck", "bid.level"}),
        ("phases:\n  auction:\n    beats: |\n", {"bid.level", "stuck", "high.rank", "inherited"}, {"over", "led"}),
        ("score:\n  made: {when: contract.dir == |}\n", {"up", "down"}, set()),
        ("game: {winner: highest(|)}\n", {"total", "books"}, {"up", "over"}),
        ("params:\n  |\n", {"goal", "min_bid"}, {"total"}),
        ("house_rules: [min-4, |]\n", {"boston"}, {"min-4", "pagat-54"}),
        ("flow: [deal, |]\n", {"auction", "play"}, {"total", "deal"}),
        ("flow: [deal, |", {"auction"}, {"deal"}),
        ("flow:\n  - deal\n  - a|\n  - play\n", {"auction"}, {"deal", "play"}),
        ("flow: {bury: {after: |}}\n", {"auction", "play"}, {"bury"}),
        ("flow: {bury: {after: bu|}}\n", {"auction", "play"}, {"bury"}),
        ("house_rules: [min|, boston]\n", {"min-4"}, {"boston"}),
        ("ranking:\n  up: {order: A K |}\n", {"Q"}, {"jokers", "QS"}),
        ("cards: {honours: A|}\n", {"AS", "jokers"}, {"up"}),
        ("phases: {auction: {bids: {suit: {level: m|}}}}\n", {"min_bid"}, {"bid.level", "up"}),
        ("phases: {name_trump: {pick: {trump: [S, |]}}}\n", {"H", "D"}, {"up"}),
        ("score: {made: {into: |}}\n", {"total"}, set()),
        ("phases:\n  auction:\n    may_pass: not st|\n    x\n", {"stuck"}, {"led"}),
        ("made: [}\nscore:\n  made: {add: ov|}\n", {"over"}, {"stuck"}),
        ("deck: {|}\n", {"suits", "ranks", "extra"}, {"goal"}),
        ("# sco|\n", set(), {"score"}),
    ],
)
def test_completion(tmp_path: Path, text: str, expected: set[str], refused: set[str]) -> None:
    labels = {item.label for item in completion(*at(tmp_path, TOP + text))}
    assert labels >= expected
    assert not labels & refused


@pytest.mark.parametrize(
    ("text", "expected", "refused"),
    [
        ("    rules: +min-4+|\n", {"boston", "min_bid="}, {"min-4"}),
        ("    rules: +|+min-4\n", {"boston"}, {"min-4"}),
        ("    rules: +min-|4+boston\n", {"min-4"}, {"boston"}),
        ("    rules: +min_bid=4+|\n", {"boston", "goal="}, {"min_bid="}),
    ],
)
def test_a_reference_names_nothing_twice(tmp_path: Path, text: str, expected: set[str], refused: set[str]) -> None:
    labels = {item.label for item in completion(*at(tmp_path, CASES + text, "our-table.cases.yaml"))}
    assert labels >= expected
    assert not labels & refused


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("made: cont|ract.level > 3\n", "contract.level", "made: contract.level > 3\n"),
        ("score: {ma|d: {add: 1}}\n", "made", "score: {made: {add: 1}}\n"),
        ("game: {win: co|u(up)}\n", "count", "game: {win: count(up)}\n"),
        ("house_rules: [bos|]\n", "boston", "house_rules: [boston]\n"),
        ("house_rules: [mi|n-4, boston]\n", "min-4", "house_rules: [min-4, boston]\n"),
    ],
)
def test_completion_takes_the_place_of_the_whole_word(tmp_path: Path, text: str, label: str, expected: str) -> None:
    document, offset = at(tmp_path, TOP + text)
    item = next(item for item in completion(document, offset) if item.label == label)
    assert document.text[: item.start] + item.insert + document.text[item.end :] == TOP + expected


SCHEMA = "# yaml-language-server: $schema=https://example.org/schema/%s.schema.json\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("our-table.yaml", SCHEMA % "profile" + "|", ["format: 1", "profile: our-table"]),
        ("our-table.yaml", SCHEMA % "profile" + "format: 1\nprof|", ["profile: our-table"]),
        ("our-rule.yaml", SCHEMA % "house-rule" + "|\n", ["format: 1", "house_rule: our-rule"]),
        ("our-table.cases.yaml", "|", ["format: 1", "reference: our-table"]),
        ("our-table.yaml", "f|ormat: 1\n", ["format", "profile", "house_rule"]),
    ],
)
def test_a_new_file_is_offered_what_says_what_it_is(tmp_path: Path, name: str, text: str, expected: list[str]) -> None:
    assert [item.insert for item in completion(*at(tmp_path, text, name))] == expected


def test_words_that_are_compared_with_come_first(tmp_path: Path) -> None:
    items = completion(*at(tmp_path, TOP + "score: {made: {when: contract.dir == |}}\n"))
    assert [item.label for item in items[:2]] == ["up", "down"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("our-table.yaml", "format: 1\n|", "profile: our-table"),
        ("our-table.yaml", "format: 1\nprofile: our-table\nextends: pag|\n", "pagat-54"),
        ("our-table.yaml", TOP + "game|", "game:"),
        ("our-table.yaml", TOP + "score: {made: {wh|: made}}", "when"),
        ("our-table.yaml", TOP + "game: {win: cou|}", "count("),
        ("our-table.cases.yaml", "format: 1\nreference: pagat-54+min|\n", "min_bid="),
        ("our-table.cases.yaml", CASES + "    |\n", "trick:"),
        ("our-rule.yaml", RULE + "ga|\n", "game:"),
    ],
)
def test_what_completion_writes(tmp_path: Path, name: str, text: str, expected: str) -> None:
    document, offset = at(tmp_path, text, name, "pagat-54")
    written = {item.insert: item for item in completion(document, offset)}
    assert expected in written
    assert document.text[written[expected].start : offset] == text.partition("|")[0][written[expected].start :]
    assert " " not in document.text[written[expected].start : offset]


# ---- Definition


@pytest.mark.parametrize(
    ("text", "file", "line"),
    [
        ("extends: pagat-|54\n", "pagat-54.yaml", ""),
        ("extends: pagat-54\nhouse_rules: [bos|ton]\n", "boston.yaml", ""),
        ("extends: pagat-54\nphases: {auction: {be|ats: last}}\n", "pagat-54.yaml", "beats:"),
        ("extends: pagat-54\nphases: {play: {lea|der: declarer}}\n", "pagat-54.yaml", "leader:"),
        ("extends: pagat-54\nphases: {play: {fol|low: {}}}\n", "base-52.yaml", "follow:"),
        ("extends: pagat-54\nhouse_rules: [min-4]\nparams: {min_|bid: 5}\n", "min-4.yaml", "min_bid"),
        ("extends: pagat-54\ngame: {win: inher|ited}\n", "pagat-54.yaml", "win:"),
        ("extends: pagat-54\nscore: {made: {add: ov|er}}\n", "pagat-54.yaml", "over:"),
        ("extends: pagat-54\nscore: {made: {add: go|al}}\n", "pagat-54.yaml", "goal:"),
        ("extends: pagat-54\nphases: {bury: {steps: {bury: {of: card in jok|ers}}}}\n", "pagat-54.yaml", "jokers:"),
        ("extends: pagat-54\nmade: contract.di|r == up\n", "pagat-54.yaml", "dir"),
        ("extends: pagat-54\nflow: [deal, auc|tion, play]\n", "pagat-54.yaml", "auction:"),
        ("extends: pagat-54\ntallies: {sets: game}\nscore: {made: {into: se|ts}}\n", "our-table.yaml", "tallies"),
    ],
)
def test_definition(tmp_path: Path, text: str, file: str, line: str) -> None:
    document, offset = at(tmp_path, "format: 1\nprofile: our-table\ntitle: Ours\n" + text)
    document.path.write_text(document.text)
    found = definition(document, offset)
    assert found
    assert Path(found[0].file).name == file
    assert line in Path(found[0].file).read_text().splitlines()[found[0].line - 1]


def test_definition_in_house_rules_and_cases(tmp_path: Path) -> None:
    (place,) = definition(*at(tmp_path, RULE + "game: {wi|n: mine.total > 3}\n", "our-rule.yaml", "pagat-54"))
    assert Path(place.file).name == "pagat-54.yaml"
    (place,) = definition(*at(tmp_path, CASES + "    rules: +bos|ton\n", "our-table.cases.yaml"))
    assert Path(place.file).name == "boston.yaml"


# ---- Half-written texts

INSERTED = [
    "",
    ":",
    ": ",
    "\n",
    "  ",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "null",
    "&a ",
    "*a",
    "\t",
    "- ",
    "|",
    "+",
    "\ue000",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_half_written_texts(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(SHIPPED))
    text = path.read_text()
    text = text[: data.draw(st.integers(0, len(text)))] + data.draw(st.sampled_from(INSERTED))
    offset = data.draw(st.one_of(st.just(len(text)), st.integers(0, len(text))))
    rest = data.draw(st.sampled_from(["", text[len(text) // 2 :]]))
    document = Document(path, text + rest, {}, "pagat-54", data.draw(st.sampled_from(["", path.read_text()])))
    for item in completion(document, offset):
        assert 0 <= item.start <= item.end <= len(document.text)
    found = hover(document, offset)
    assert found is None or 0 <= found.start <= found.end <= len(document.text)
    for place in definition(document, offset):
        assert place.line >= 1
    for finding in findings(document):
        assert finding.place.line >= 1


@given(st.text(max_size=60), st.data())
def test_any_text(text: str, data: st.DataObject) -> None:
    cursor_at(text, data.draw(st.integers(0, len(text))))


# ---- The server


@dataclass
class Editor:
    """An editor that drives a real server: requests wait for their answer, notifications are kept."""

    output: IO[bytes]
    input: IO[bytes]
    number: int = 0
    stopped: bool = False
    answers: Queue[dict[str, Any]] = field(default_factory=Queue)
    published: Queue[dict[str, Any]] = field(default_factory=Queue)
    asked: Queue[dict[str, Any]] = field(default_factory=Queue)
    latest: dict[str, list[str]] = field(default_factory=dict)

    def send(self, method: str, params: object, **more: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.output.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.output.flush()

    def ask(self, method: str, params: object) -> Any:
        self.number += 1
        self.send(method, params, id=self.number)
        answer = self.answers.get(timeout=30)
        assert answer["id"] == self.number
        assert "error" not in answer, answer
        return answer["result"]

    def listen(self) -> None:
        while header := self.input.readline():
            length = int(header.split(b":")[1])
            while self.input.readline().strip():
                pass
            message = json.loads(self.input.read(length))
            if "method" not in message:
                self.answers.put(message)
            elif message["method"] == "textDocument/publishDiagnostics":
                self.published.put(message["params"])
            elif "id" in message:
                self.asked.put(message)

    def problems(self, uri: str, version: int) -> list[dict[str, Any]]:
        """Wait for what is wrong with one version of a document."""
        return self.until(lambda found: (found["uri"], found.get("version")) == (uri, version))

    def codes(self, uri: str, *codes: str) -> None:
        """Wait until just this is wrong with a document, as far as was published."""
        if self.latest.get(uri) != [*codes]:
            self.until(lambda found: self.latest.get(uri) == [*codes])

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """Wait until something is published of which a condition holds."""
        end = time.monotonic() + 30
        while (found := self.published.get(timeout=max(end - time.monotonic(), 0))) is not None:
            self.latest[found["uri"]] = [one["code"] for one in found["diagnostics"]]
            if holds(found):
                return list(found["diagnostics"])
        raise AssertionError("nothing published")

    def opens(self, uri: str, text: str) -> None:
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": item})

    def open(self, uri: str, text: str) -> list[dict[str, Any]]:
        self.opens(uri, text)
        return self.problems(uri, 1)

    def changes(self, uri: str, version: int, text: str) -> None:
        document = {"uri": uri, "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def change(self, uri: str, version: int, text: str) -> list[dict[str, Any]]:
        self.changes(uri, version, text)
        return self.problems(uri, version)

    def save(self, uri: str) -> None:
        self.send("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self, uri: str) -> None:
        self.send("textDocument/didClose", {"textDocument": {"uri": uri}})

    def start(self, capabilities: dict[str, Any]) -> None:
        threading.Thread(target=self.listen, daemon=True).start()
        made = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        assert made["serverInfo"]["name"] == "bidwhist"
        self.send("initialized", {})

    def stop(self) -> None:
        if self.stopped:
            return
        self.stopped = True
        self.ask("shutdown", None)
        self.send("exit", None)

    def look(self, what: str, uri: str, text: str, part: str) -> Any:
        """Ask about the place right after a part of the text."""
        line, column = position_of(text, text.index(part) + len(part))
        position = {"line": line, "character": column}
        return self.ask(f"textDocument/{what}", {"textDocument": {"uri": uri}, "position": position})


@pytest.fixture
def capabilities() -> dict[str, Any]:
    """What the editor says that it can do."""
    return {}


@pytest.fixture
def editor(tmp_path: Path, capabilities: dict[str, Any]) -> Iterator[Editor]:
    pytest.importorskip("pygls")
    command = [sys.executable, "-m", "interpreter", "lsp", "--stdio"]
    environment = {**os.environ, "PYTHONPATH": str(TESTS.parent), "BIDWHIST_CACHE": str(tmp_path / "cache")}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=tmp_path
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        driven = Editor(process.stdin, process.stdout)
        driven.start(capabilities)
        yield driven
        driven.stop()
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("capabilities", "end"),
    [
        ({}, 13),
        ({"general": {"positionEncodings": ["utf-8"]}}, 15),
        ({"general": {"positionEncodings": ["utf-32"]}}, 12),
    ],
)
def test_columns_are_counted_as_the_editor_does(editor: Editor, tmp_path: Path, end: int) -> None:
    (found,) = editor.open((tmp_path / "our-table.yaml").as_uri(), TOP + "made: 1 == \U0001f0a1\n")
    assert found["range"] == {"start": {"line": 4, "character": 11}, "end": {"line": 4, "character": end}}


def test_server_checks_what_is_typed(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "our-table.yaml"
    path.write_text(TOP)
    wrong = TOP + 'says: {x: "\U0001f0a1", goal: null}\ngame: {win: "mine.totl >= 5", lose: mine.total < \U0001f0a1}\n'
    first, second = editor.open(path.as_uri(), wrong)
    assert (first["code"], first["severity"], first["source"]) == ("E010", 1, "bidwhist")
    assert first["message"].startswith("unknown name 'mine.totl' in game.win\nhelp: did you mean 'mine.total'?")
    assert first["range"] == {"start": {"line": 5, "character": 13}, "end": {"line": 5, "character": 22}}
    assert second["range"] == {"start": {"line": 5, "character": 49}, "end": {"line": 5, "character": 51}}
    assert editor.change(path.as_uri(), 2, wrong.replace("totl", "total").replace(" < \U0001f0a1", " < -5")) == []
    third, *_ = editor.change(path.as_uri(), 3, TOP + "params: {min_bid: 9}\n")
    assert third["relatedInformation"][0]["location"]["uri"].endswith(".yaml")
    editor.close(path.as_uri())
    assert editor.published.get(timeout=30)["diagnostics"] == []


def test_server_answers(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "our-table.yaml").as_uri()
    text = TOP + "says: {x: '\U0001f0a1'}\nphases:\n  auction: {beats: bid.rank > 2, \n"
    assert [problem["code"] for problem in editor.open(uri, text)] == ["Y005"]
    shown = editor.look("hover", uri, text, "auction: {bea")
    assert "bid.rank > high.rank" in shown["contents"]["value"]
    assert shown["range"] == {"start": {"line": 6, "character": 12}, "end": {"line": 6, "character": 17}}
    items = editor.look("completion", uri, text, "> 2, ")["items"]
    may_pass = next(item for item in items if item["label"] == "may_pass")
    place = {"line": 6, "character": 33}
    assert may_pass["textEdit"] == {"range": {"start": place, "end": place}, "newText": "may_pass: "}
    assert "seat" in may_pass["documentation"]["value"]
    (target,) = editor.look("definition", uri, text, "extends: pag")
    assert target["uri"] == (profiles_folder() / "pagat-54.yaml").as_uri()
    (target,) = editor.look("definition", uri, text, "auction: {bea")
    assert target["uri"] == (profiles_folder() / "pagat-54.yaml").as_uri()
    assert target["range"]["start"]["line"] > 0


def test_server_checks_house_rules_and_cases(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "our-rule.yaml").as_uri()
    assert editor.open(uri, RULE + "params: {goal: 11}\n") == []
    (found,) = editor.change(uri, 2, RULE + "game: {win: mine.totl > 3}\n")
    assert "seen with 'pagat-54'" in found["message"]
    assert [found["severity"] for found in editor.change(uri, 3, RULE + "params: {gaol: 11}\n")] == [2]
    editor.save(uri)
    assert [found["code"] for found in editor.problems(uri, 3)] == ["X037"]
    uri = (tmp_path / "our-table.cases.yaml").as_uri()
    problems = editor.open(uri, CASES + "    trick: {cards: 3H AH KH 2X, wins: AH}\n")
    assert {problem["code"] for problem in problems} == {"T010"}


# ---- Several documents, and what happens while one is checked

BROKEN = TOP + "define: {x: 1 +}\n"


@pytest.fixture
def near(capabilities: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    """An editor of a server in this process, of which tests can hold parts up."""
    pytest.importorskip("pygls")
    from interpreter.lsp.server import made

    theirs, ours = os.pipe(), os.pipe()
    streams = os.fdopen(theirs[0], "rb"), os.fdopen(ours[1], "wb")
    thread = threading.Thread(target=made("0").start_io, args=streams, daemon=True)
    with os.fdopen(theirs[1], "wb") as output, os.fdopen(ours[0], "rb") as input:
        thread.start()
        driven = Editor(output, input)
        driven.start(capabilities)
        yield driven
        driven.stop()
        thread.join(timeout=30)
        assert not thread.is_alive()


@dataclass
class Held:
    """A function of the session that waits at some documents until `go` is set, or for that it isn't wanted."""

    real: Callable[..., Any]
    at: Callable[[Document], bool]
    seen: list[str] = field(default_factory=list)
    anew: list[bool] = field(default_factory=list)
    begun: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    running: int = 0
    at_once: int = 0

    def __call__(self, document: Document, *more: Any) -> Any:
        self.running += 1
        self.at_once = max(self.running, self.at_once)
        self.seen.append(document.text)
        self.anew.extend(more)
        try:
            if self.at(document):
                self.begun.set()
                self.wait(document)
            return self.real(document, *more)
        finally:
            self.running -= 1
            self.left.set()

    def wait(self, document: Document) -> None:
        assert self.go.wait(timeout=30)


class Searching(Held):
    """One that reads files all the time, as looking for a game does."""

    def wait(self, document: Document) -> None:
        end = time.monotonic() + 30
        while not self.go.wait(0.001) and time.monotonic() < end:
            content(document.path)


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Held]]:
    made: list[Held] = []

    def held(name: str, at: Callable[[Document], bool], kind: type[Held] = Held) -> Held:
        made.append(kind(getattr(session, name), at))
        monkeypatch.setattr(session, name, made[-1])
        return made[-1]

    yield held
    for one in made:
        one.go.set()


def uris(folder: Path, *names: str) -> list[str]:
    return [(folder / f"{name}.yaml").as_uri() for name in names]


def test_a_parent_that_was_never_saved_counts(near: Editor, tmp_path: Path) -> None:
    child, parent = uris(tmp_path, "child", "our-table")
    assert [found["code"] for found in near.open(child, CHILD)] == ["X008"]
    near.opens(parent, TOP)
    near.codes(child)
    (target,) = near.look("definition", child, CHILD, "extends: our-t")
    assert target["uri"] == parent
    near.changes(parent, 2, BROKEN)
    near.codes(child, "E006")
    near.close(parent)
    near.codes(child, "X008")


def test_what_a_change_matters_to_is_checked_though_another_is_edited(
    near: Editor, tmp_path: Path, hold: Callable[..., Held]
) -> None:
    parent, child, other = uris(tmp_path, "our-table", "child", "other")
    text = TOP.replace("our-table", "other")
    for uri, opened in ((parent, TOP), (child, CHILD), (other, text)):
        assert near.open(uri, opened) == []
    held = hold("findings", lambda document: document.text == CHILD)
    near.changes(parent, 2, BROKEN)
    assert held.begun.wait(timeout=30)
    near.changes(other, 2, text + "gaol: 1\n")
    near.look("hover", other, text, "ext")  # once that is answered, the change has arrived
    held.go.set()
    near.codes(child, "E006")


def test_a_parent_that_cannot_be_read_matters_to_its_children(near: Editor, tmp_path: Path) -> None:
    parent, child = uris(tmp_path, "our-table", "child")
    near.opens(parent, TOP)
    assert near.open(child, CHILD) == []
    near.changes(parent, 2, "[]\n")
    near.codes(child, "X002")
    near.changes(parent, 3, TOP)
    near.codes(child)


def test_a_save_finds_a_house_rule_a_game_though_it_is_edited(
    near: Editor, tmp_path: Path, hold: Callable[..., Held]
) -> None:
    (uri,) = uris(tmp_path, "our-rule")
    first, second = RULE + "params: {goal: 11}\n", RULE + "params: {goal: 13}\n"
    assert near.open(uri, first) == []
    held = hold("findings", lambda document: document.text == first)
    near.save(uri)
    assert held.begun.wait(timeout=30)
    near.changes(uri, 2, second)
    near.look("hover", uri, first, "house")
    held.go.set()
    assert near.problems(uri, 2) == []
    assert held.seen == [first, second]
    assert held.anew == [True, True]


def test_one_check_at_a_time_of_the_newest_text(near: Editor, tmp_path: Path, hold: Callable[..., Held]) -> None:
    path = tmp_path / "our-table.yaml"
    path.write_text(TOP)
    held = hold("findings", lambda document: document.text == TOP, Searching)
    near.opens(path.as_uri(), TOP)
    assert held.begun.wait(timeout=30)
    for version in range(2, 10):
        near.changes(path.as_uri(), version, TOP + f"gaol: {version}\n")
    found = near.published.get(timeout=30)
    while found["version"] != 9:
        assert found["version"] != 1
        found = near.published.get(timeout=30)
    assert held.at_once == 1
    assert held.seen[0] == TOP


def test_what_is_edited_goes_before_what_takes_long(near: Editor, tmp_path: Path, hold: Callable[..., Held]) -> None:
    slow, quick = tmp_path / "our-table.yaml", (tmp_path / "child.yaml").as_uri()
    slow.write_text(TOP)
    held = hold("findings", lambda document: document.text == TOP, Searching)
    near.opens(slow.as_uri(), TOP)
    assert held.begun.wait(timeout=30)
    assert near.open(quick, CHILD) == []
    held.go.set()
    assert near.problems(slow.as_uri(), 1) == []
    assert held.at_once == 1


def test_the_server_ends_at_once_while_something_is_checked(
    near: Editor, tmp_path: Path, hold: Callable[..., Held]
) -> None:
    path = tmp_path / "our-table.yaml"
    path.write_text(TOP)
    held = hold("findings", lambda document: True, Searching)
    near.opens(path.as_uri(), TOP)
    assert held.begun.wait(timeout=30)
    near.stop()
    assert held.left.wait(timeout=20)


def test_questions_are_answered_while_users_are_looked_for(
    near: Editor, tmp_path: Path, hold: Callable[..., Held]
) -> None:
    parent, child = uris(tmp_path, "our-table", "child")
    assert near.open(parent, TOP) == []
    assert near.open(child, CHILD) == []
    held = hold("files_of", lambda document: True)
    near.changes(parent, 2, BROKEN)
    assert held.begun.wait(timeout=30)
    assert "pagat-54" in near.look("hover", parent, BROKEN, "extends: pag")["contents"]["value"]
    held.go.set()
    near.codes(child, "E006")


def test_a_document_that_is_closed_and_opened_while_it_is_checked(
    near: Editor, tmp_path: Path, hold: Callable[..., Held]
) -> None:
    (uri,) = uris(tmp_path, "our-table")
    held = hold("findings", lambda document: document.text == BROKEN)
    near.opens(uri, BROKEN)
    assert held.begun.wait(timeout=30)
    near.close(uri)
    near.opens(uri, TOP)
    near.look("hover", uri, TOP, "ext")
    held.go.set()
    published = [near.published.get(timeout=30) for _ in range(2)]
    assert [(found.get("version"), found["diagnostics"]) for found in published] == [(None, []), (1, [])]


def test_a_document_that_is_opened_twice(near: Editor, tmp_path: Path) -> None:
    (uri,) = uris(tmp_path, "our-table")
    near.opens(uri, TOP)
    near.opens(uri, BROKEN)
    near.codes(uri, "E006")
    near.close(uri)
    near.codes(uri)


def test_a_parent_that_is_renamed(near: Editor, tmp_path: Path) -> None:
    old, new, child = uris(tmp_path, "our-table", "club", "child")
    (tmp_path / "our-table.yaml").write_text(TOP)
    near.opens(old, TOP)
    assert near.open(child, CHILD) == []
    (tmp_path / "our-table.yaml").rename(tmp_path / "club.yaml")
    near.close(old)
    near.opens(new, TOP)
    near.codes(new, "X005")
    near.codes(child, "X008")
    assert near.change(child, 2, CHILD.replace("our-table", "pagat-54")) == []


@pytest.mark.parametrize("capabilities", [{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}])
def test_files_that_others_change_are_watched(near: Editor, tmp_path: Path) -> None:
    (asked,) = near.asked.get(timeout=30)["params"]["registrations"]
    assert asked["method"] == "workspace/didChangeWatchedFiles"
    assert asked["registerOptions"]["watchers"] == [{"globPattern": "**/*.{yaml,yml}"}]
    parent, child = uris(tmp_path, "our-table", "child")
    assert [found["code"] for found in near.open(child, CHILD)] == ["X008"]
    for text, codes in ((TOP, []), (BROKEN, ["E006"]), (TOP, [])):
        (tmp_path / "our-table.yaml").write_text(text)
        near.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": parent, "type": 2}]})
        near.codes(child, *codes)


def test_nobody_is_asked_to_watch_who_cannot(near: Editor, tmp_path: Path) -> None:
    (child,) = uris(tmp_path, "child")
    assert [found["code"] for found in near.open(child, CHILD)] == ["X008"]
    assert near.asked.empty()


def test_a_save_looks_at_what_others_changed(near: Editor, tmp_path: Path) -> None:
    other, child = uris(tmp_path, "other", "child")
    assert [found["code"] for found in near.open(child, CHILD)] == ["X008"]
    assert near.open(other, TOP.replace("our-table", "other")) == []
    (tmp_path / "our-table.yaml").write_text(TOP)
    near.save(other)
    near.codes(child)


def test_what_happens_on_disk_to_an_open_file_is_no_news(
    near: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.lsp.server import Checker

    told: list[float] = []
    monkeypatch.setattr(Checker, "changed_outside", lambda self, pause: told.append(pause))
    parent, other = uris(tmp_path, "our-table", "other")
    assert near.open(parent, TOP) == []
    for files, count in (([parent], 0), ([other], 1), ([parent, other], 2), (["weird"], 2)):
        changes = [{"uri": uri, "type": 2} for uri in files]
        near.send("workspace/didChangeWatchedFiles", {"changes": changes})
        near.look("hover", parent, TOP, "ext")
        assert len(told) == count


def test_what_is_no_file_is_left_alone(near: Editor, tmp_path: Path) -> None:
    (uri,) = uris(tmp_path, "our-table")
    for other in ("untitled:Untitled-1", f"git:{tmp_path}/our-table.yaml?ref", "weird", "file://"):
        near.opens(other, BROKEN)
        near.save(other)
        assert near.look("hover", other, BROKEN, "ext") is None
        near.close(other)
    near.opens(uri, TOP)
    assert near.published.get(timeout=30) == {"uri": uri, "version": 1, "diagnostics": []}


def test_the_hook_for_pre_commit(tmp_path: Path) -> None:
    import yaml

    (hook,) = yaml.safe_load((TESTS.parent / ".pre-commit-hooks.yaml").read_text())
    paths = [path.relative_to(TESTS.parent).as_posix() for path in SHIPPED]
    assert all(re.search(hook["files"], path) for path in paths)
    assert not re.search(hook["files"], ".github/workflows/tests.yaml")
    program, *words = hook["entry"].split()
    assert program == "bidwhist"
    (tmp_path / "profiles").mkdir()
    for text, code in ((TOP, 0), (TOP + "gaol: 1\n", 1)):
        (tmp_path / "profiles" / "our-table.yaml").write_text(text)
        command = [sys.executable, "-m", "interpreter", *words, "profiles/our-table.yaml"]
        environment = {**os.environ, "PYTHONPATH": str(TESTS.parent)}
        done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
        assert done.returncode == code


def test_what_is_said_without_pygls() -> None:
    code = "import sys; sys.modules['pygls'] = None; from interpreter.cli import main; sys.exit(main(['lsp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=TESTS.parent, check=False)
    assert done.returncode == 1
    assert done.stderr == "error: the language server needs pygls; install it with: pip install pygls\n"
