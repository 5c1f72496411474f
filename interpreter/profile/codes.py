"""What each code of a problem means: its cause, an example that has it and one that hasn't. The data is `codes.yaml`.

An example is the text of files, or commands. Lines that begin with `$ ` are commands; a line `--- NAME` begins a file;
text before any such line is `our-table.yaml`, or `our-rule.yaml` if it has a `house_rule:`, or `our-table.cases.yaml`
if it has `cases:`. What such a file lacks at its top (`format`, `profile`, `extends`, ..) is filled in, so that an
example shows what it is about; one that begins with `#!` is taken as it is. Double braces stand for what would be
long, or can't be seen: `{{300 * x}}` for so many of a text, `{{1..9: p#}}` for a list with numbers (`@` is the number
before), `{{header}}` and the like for what the caller gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Names
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.profile.nodes import Mapping, data
from interpreter.profile.source import parse

__all__ = ["Code", "Example", "causes", "codes", "example", "printed"]

FILE = Path(__file__).with_name("codes.yaml")
REPEATED = re.compile(r"\{\{(\d+) \* ([^}]*)\}\}")
NUMBERED = re.compile(r"\{\{(\d+)\.\.(\d+): ([^}]*)\}\}")
GIVEN = re.compile(r"\{\{([a-z][a-z0-9 ]*)\}\}")
ESCAPE = re.compile(r"\\(?:[nt]|u[0-9a-f]{4})")
TOPS = {
    "our-table.yaml": "format: 1\nprofile: our-table\nextends: pagat-54\n",
    "our-rule.yaml": "format: 1\nhouse_rule: our-rule\ntitle: Our rule\n",
    "our-table.cases.yaml": "format: 1\nreference: pagat-54\n",
}
COMMANDS = {
    "our-table.yaml": ("check", "./our-table.yaml"),
    "our-rule.yaml": ("check", "pagat-54+./our-rule.yaml"),
    "our-table.cases.yaml": ("test", "./our-table.cases.yaml"),
}
"""What is run where an example has no commands: the first of these that it has a file for."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code: `cause` in a sentence or two, and two examples as they stand in the file."""

    code: str
    cause: str
    bad: str
    good: str


@dataclass(frozen=True, slots=True)
class Example:
    """An example to run: files by name, and commands (without the program's name); the last one is what counts.

    A lone surrogate in a file's text stands for a byte that isn't UTF-8.
    """

    files: dict[str, str]
    commands: tuple[tuple[str, ...], ...]


@cache
def codes() -> dict[str, Code]:
    """Return all codes, in the order of the file."""
    root = parse(FILE.read_bytes(), FILE.name, [])
    assert isinstance(root, Mapping)
    found: dict[str, Code] = {}
    for code, node in root.entries.items():
        entry = data(node)
        assert isinstance(entry, dict), code
        cause, bad, good = (str(entry[key]).rstrip("\n") for key in ("cause", "bad", "good"))
        found[code] = Code(code, " ".join(cause.split()), bad, good)
    return found


def causes() -> dict[str, str]:
    """Return for each code what is wrong, in a sentence or two."""
    return {code: one.cause for code, one in codes().items()}


# ---- running an example


def example(text: str, given: Names[str, str]) -> Example:
    """Return an example as files and commands; `given` is what other words in double braces stand for."""
    files: dict[str, list[str]] = {}
    commands: list[tuple[str, ...]] = []
    name = ""
    for line in text.split("\n"):
        if line.startswith("$ "):
            commands.append(words(line.removeprefix("$ bidwhist ")))
        elif line.startswith("--- "):
            name = line.removeprefix("--- ").strip()
            files[name] = []
        else:
            name = name or first_name(text)
            files.setdefault(name, []).append(line)
    whole: dict[str, str] = {}
    for name, lines in files.items():
        whole |= named_files(name, top(name, "".join(f"{line}\n" for line in lines)), given)
    usual = next((COMMANDS[name] for name in COMMANDS if name in whole), ("check", "./our-table.yaml"))
    return Example(whole, tuple(commands) or (usual,))


def named_files(name: str, text: str, given: Names[str, str]) -> dict[str, str]:
    """Return the files that one name means: several where it has numbers."""
    many = NUMBERED.fullmatch(name)
    if many is None:
        return {name: expanded(text, given)}
    numbers = range(int(many[1]), int(many[2]) + 1)
    return {numbered(many[3], n): expanded(numbered(text, n), given) for n in numbers}


def first_name(text: str) -> str:
    """Return the name of a file that isn't named, by what it holds."""
    if re.search(r"^house_rule:", text, re.MULTILINE):
        return "our-rule.yaml"
    return "our-table.cases.yaml" if re.search(r"^cases:", text, re.MULTILINE) else "our-table.yaml"


def top(name: str, text: str) -> str:
    """Return a file's text with the lines at its top that it leaves out."""
    if name not in TOPS or re.search(r"^format:|\A#!", text, re.MULTILINE):
        return text
    keys = [line.partition(":")[0] for line in text.splitlines()]
    return "".join(f"{line}\n" for line in TOPS[name].splitlines() if line.partition(":")[0] not in keys) + text


def expanded(text: str, given: Names[str, str]) -> str:
    """Write out what stands in double braces."""
    text = REPEATED.sub(lambda match: unescaped(match[2]) * int(match[1]), text)
    text = NUMBERED.sub(
        lambda match: ", ".join(numbered(match[3], n) for n in range(int(match[1]), int(match[2]) + 1)), text
    )
    return GIVEN.sub(lambda match: given[match[1]], text).replace("\0\n", "")


def numbered(text: str, number: int) -> str:
    """Put a number, and the one before it, into a text."""
    return text.replace("#", str(number)).replace("@", str(number - 1))


def unescaped(text: str) -> str:
    """Return a text with its escapes as the characters that they stand for."""
    return ESCAPE.sub(lambda match: match[0].encode().decode("unicode_escape"), text)


def words(command: str) -> tuple[str, ...]:
    """Split a command as a shell does."""
    import shlex

    return tuple(shlex.split(REPEATED.sub(lambda match: match[2] * int(match[1]), command)))


# ---- printing it


def printed(text: str) -> str:
    """Return an example as it is shown to people: what is long is hinted at."""
    text = REPEATED.sub(said_often, text)
    text = NUMBERED.sub(
        lambda match: f"{numbered(match[3], int(match[1]))}, .. {numbered(match[3], int(match[2]))}", text
    )
    return GIVEN.sub(lambda match: "" if match[1] == "end" else f"({match[1]})", text).removeprefix("#!\n")


def said_often(match: re.Match[str]) -> str:
    """Return what a repeated text looks like."""
    times = int(match[1])
    if times == 1:
        return f"({match[2]})"
    return f"{match[2]}.. ({times:,} times)".replace("\\n", "\n")
