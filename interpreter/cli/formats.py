"""Problems for programs: SARIF 2.1.0, which code hosts and editors read, and GitHub's annotations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

from interpreter.cli.problems import INPUT_NAME
from interpreter.errors import Place, Problem

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif(problems: Iterable[Problem], causes: Mapping[str, str], version: str) -> dict[str, object]:
    """Return a SARIF log of one run; `causes` says of each code what is wrong, in a sentence.

    Columns count code points from 1, and the end column is the one behind the last character, as in `Place`.
    """
    found = list(problems)
    codes = sorted({problem.code for problem in found})
    driver = {"name": "bidwhist", "version": version, "rules": [rule(code, causes.get(code)) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [result(problem, codes.index(problem.code)) for problem in found],
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def rule(code: str, cause: str | None) -> dict[str, object]:
    """Return what SARIF calls a rule: a code, and what it means."""
    described = {"shortDescription": {"text": cause}} if cause else {}
    return {"id": code, **described, "help": {"text": f"bidwhist explain {code}"}}


def result(problem: Problem, index: int) -> dict[str, object]:
    """Return one problem; its notes are related locations."""
    placed = [(text, place) for text, place in problem.notes if place and is_in_a_file(place)]
    related = [location(place, text, number) for number, (text, place) in enumerate(placed)]
    unplaced = [
        f"{text} ({place.file})" if place else text for text, place in problem.notes if (text, place) not in placed
    ]
    text = "; ".join(part for part in (problem.message, problem.help, *unplaced) if part)
    return {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": problem.severity,
        "message": {"text": text},
        **({"locations": [location(problem.place)]} if problem.place and is_in_a_file(problem.place) else {}),
        **({"relatedLocations": related} if related else {}),
    }


def location(place: Place, text: str | None = None, number: int | None = None) -> dict[str, object]:
    """Return a place, with what is to be said of it."""
    region = {"startLine": place.line, "startColumn": place.column, "endColumn": place.end_column}
    where: dict[str, object] = {"artifactLocation": {"uri": uri(place.file)}, "region": region}
    if place.text:
        where["region"] = {**region, "snippet": {"text": place.text[place.column - 1 : place.end_column - 1]}}
    return {
        **({"id": number} if number is not None else {}),
        "physicalLocation": where,
        **({"message": {"text": text}} if text else {}),
    }


def is_in_a_file(place: Place) -> bool:
    """Whether a place is in a file, not in the reference that was asked for or in standard input."""
    return not place.file.startswith("reference ") and place.file != INPUT_NAME


def uri(file: str) -> str:
    """Return a file's name as a URI reference; a relative one is relative to the working folder."""
    if os.path.isabs(file):
        return Path(file).as_uri()
    text = quote(file.replace(os.sep, "/"), errors="replace")
    first = text.partition("/")[0]
    return f"./{text}" if ":" in first else text


def github(problem: Problem) -> str:
    """Return the line that makes GitHub mark a problem where it stands."""
    place = problem.place
    where = (
        {"file": place.file, "line": place.line, "col": place.column, "endColumn": place.end_column}
        if place and is_in_a_file(place)
        else {}
    )
    properties = ",".join(
        f"{name}={escaped(str(value), ':,')}" for name, value in {**where, "title": problem.code}.items()
    )
    notes = [f"note: {f'{place}: ' if place else ''}{text}" for text, place in problem.notes]
    lines = [problem.message, *([f"help: {problem.help}"] if problem.help else []), *notes]
    return f"::{problem.severity} {properties}::{escaped(chr(10).join(lines))}"


def escaped(text: str, more: str = "") -> str:
    """Return a text as a workflow command takes it; in a property's value `more` is escaped too."""
    return "".join(f"%{ord(letter):02X}" if letter in "%\r\n" + more else letter for letter in text)
