"""`--json`: however a command ends, one JSON document stands on standard output, its problems in `check`'s form."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import click
import pytest

from interpreter.cli import main
from interpreter.cli.app import BY_LINES, COMMANDS, PROBLEMS, USAGE
from interpreter.cli.stopped import Stopped

WITH_JSON = [
    name
    for name in COMMANDS
    for command in [importlib.import_module(f"interpreter.cli.commands.{name}").command]
    if any("--json" in option.opts for option in command.params if isinstance(option, click.Option))
]
First = tuple[str | None, str | None]
UNKNOWN = ("X008", None)
BAD = ("X002", "bad.yaml")
# what goes wrong, and the code and file of the first problem
ENDINGS: dict[str, list[tuple[tuple[str, ...], int, First]]] = {
    "check": [((), USAGE, (None, None)), (("a", "--nope"), USAGE, (None, None))],
    "diff": [(("pagat-54", "nowhere"), PROBLEMS, UNKNOWN), (("pagat-54",), USAGE, (None, None))],
    "show": [(("./bad.yaml",), PROBLEMS, BAD), (("pagat-54", "--nope"), USAGE, (None, None))],
    "explain": [(("Z999",), USAGE, (None, None)), (("nowhere", "x"), PROBLEMS, UNKNOWN)],
    "list": [(("x",), USAGE, (None, None))],
    "play": [((), USAGE, (None, None)), (("nowhere",), PROBLEMS, UNKNOWN), (("pagat-54+",), USAGE, ("X022", None))],
    "replay": [(("bad.yaml",), PROBLEMS, ("G103", "bad.yaml")), (("nowhere",), PROBLEMS, ("G100", None))],
    "score": [(("./bad.yaml",), PROBLEMS, BAD), (("pagat-54", "--bid", "9"), PROBLEMS, ("T034", None))],
    "simulate": [(("./bad.yaml",), PROBLEMS, BAD), (("pagat-54", "--deals", "x"), USAGE, (None, None))],
    "compare": [(("pagat-54", "./bad.yaml"), PROBLEMS, BAD), (("pagat-54",), USAGE, (None, None))],
    "match": [(("rules", "x", "--rules", "pagat-54"), USAGE, (None, None))],
    "solve": [(("pagat-54", "--deal", "n: XX"), PROBLEMS, ("G031", "--deal"))],
    "analyse": [(("bad.yaml",), PROBLEMS, ("G103", "bad.yaml"))],
    "test": [((), USAGE, (None, None)), (("pagat-54", "--run", "["), USAGE, (None, None))],
}
CASES = [(name, *ending) for name, endings in ENDINGS.items() for ending in endings]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with one bad file."""
    monkeypatch.chdir(tmp_path)
    Path("bad.yaml").write_text("- 1\n")


def ran(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, Any]:
    """Run a command; return its exit code, and the one document that it prints."""
    code = main(args)
    return code, json.loads(capsys.readouterr().out)


def test_every_command_is_looked_at() -> None:
    assert set(ENDINGS) == set(WITH_JSON)


@pytest.mark.parametrize(("name", "args", "code", "first"), CASES, ids=lambda value: str(value))
def test_an_error_is_a_document(
    capsys: pytest.CaptureFixture[str],
    name: str,
    args: tuple[str, ...],
    code: int,
    first: First,
) -> None:
    assert main((name, *args)) == code
    plain = capsys.readouterr()
    found, document = ran(capsys, name, *args, "--json")
    assert found == code
    assert document["ok"] is False
    assert document["exit_code"] == code
    problem = document["problems"][0]
    assert (problem["code"], problem["file"]) == first
    assert problem["message"] in " ".join((plain.out + plain.err).split())
    assert set(problem) == set(check_form(capsys))


def check_form(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the keys of a problem as `check` gives it."""
    [file] = ran(capsys, "check", "./bad.yaml", "--json")[1]
    return list(file["problems"][0])


def test_a_reference_of_many_is_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.cases.yaml").write_text(
        "format: 1\nreference: pagat-54\ncases:\n"
        "  a: {source: S, trick: {cards: 3H AH KH 2H, wins: AH}}\n"
        "  b: {source: S, tirck: {cards: 3H AH KH 2H, wins: AH}}\n"
        "  c: {source: S, trick: {cards: 3H AH KH 2H, wins: KH}}\n"
    )
    code, [file, other] = ran(capsys, "test", "x.cases.yaml", "nowhere", "--json")
    assert code == PROBLEMS
    assert [case["outcome"] for case in file["cases"]] == ["passed", "not_run", "failed"]
    assert (file["passed"], file["not_run"], file["failed"], file["todo"]) == (1, 1, 1, 0)
    assert [(p["code"], p["line"], p["column"]) for p in file["problems"]] == [("S001", 5, 18)]
    assert (other["file"], other["reference"], other["problems"][0]["code"]) == (None, "nowhere", "X008")


@pytest.mark.parametrize("name", WITH_JSON)
@pytest.mark.parametrize("error", [KeyboardInterrupt(), Stopped("no more", 1), ValueError("odd"), OSError(28, "full")])
def test_whatever_ends_a_command_is_a_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    command = importlib.import_module(f"interpreter.cli.commands.{name}").command
    monkeypatch.setattr(command, "invoke", fail)
    monkeypatch.setattr("interpreter.cli.app.silenced", lambda: None)
    code, document = ran(capsys, name, "--json")
    assert (document["ok"], bool(document["problems"])) == (False, True)
    assert document["exit_code"] == code != 0


def test_lines_end_with_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"play", "replay"} == set(BY_LINES)

    def stop(*_: object) -> None:
        raise Stopped("no more", 1)

    monkeypatch.setattr("interpreter.cli.session.Session.run", stop)
    assert main(("play", "pagat-54", "--player", "random", "--json")) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["reference"] == "pagat-54"
    assert [problem["message"] for problem in lines[-1]["problems"]] == ["no more"]


def test_what_was_printed_whole_stays_the_only_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = importlib.import_module("interpreter.cli.commands.list").command
    whole = command.callback

    def interrupted(**given: object) -> None:
        assert whole is not None
        whole(**given)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "callback", interrupted)
    code = main(("list", "--json"))
    out, err = capsys.readouterr()
    assert code == 130
    assert isinstance(json.loads(out), list)
    assert "interrupted" in err
