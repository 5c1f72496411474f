"""The profiles and house rules that can be named from a folder, read line by line: the list must be quick.

This is for offering names; `library` says which file a name leads to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from interpreter.profile.library import SUBFOLDERS, content, folders, open_in

Kind = Literal["profile", "base", "house-rule"]
LINE = re.compile(r"^(profile|house_rule|abstract|title):[ \t]+(\S.*?)[ \t\r]*$", re.MULTILINE)
PLAIN = re.compile(r"[^\s\"'&*!|>%@`\[{#,?:-].*|[-?:]\S.*")
MAX_FILES = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that a name leads to; `title` is empty where it isn't written plainly."""

    id: str
    kind: Kind
    title: str
    path: Path


def entries(beside: Path) -> list[Entry]:
    """Return what can be named from a folder, each ID once, nearest first."""
    found: dict[str, Entry] = {}
    for path in files(beside):
        name = path.name.removesuffix(".yaml")
        if name not in found:
            entry = read_entry(path, name)
            if entry is not None:
                found[name] = entry
    return list(found.values())


def files(beside: Path, cases: bool = False) -> Iterator[Path]:
    """Yield the YAML files of rules, or those of cases, in the order in which names are looked for."""
    for folder in dict.fromkeys(folders(beside)):
        for sub in SUBFOLDERS:
            try:
                names = sorted(os.listdir(folder / sub))[:MAX_FILES]
            except OSError:
                names = []
            names = sorted({*names, *open_in(folder / sub)})
            yield from (
                folder / sub / name
                for name in names
                if name.endswith(".yaml") and name.endswith(".cases.yaml") == cases
            )


def read_entry(path: Path, name: str) -> Entry | None:
    """Read the lines of a file that say what it is; None where it is something else."""
    try:
        told = facts(content(path))
    except (OSError, ValueError):
        return None
    if "profile" not in told and "house_rule" not in told:
        return None
    kind: Kind = "house-rule" if "house_rule" in told else "base" if told.get("abstract") == "true" else "profile"
    return Entry(name, kind, told.get("title") or "", path)


@lru_cache(maxsize=MAX_FILES)
def facts(raw: bytes) -> dict[str, str | None]:
    """Return what a file says that it is: `profile: ID`, `house_rule: ID`, `title: text` and `abstract: true`.

    They are read where they stand at the start of a line as a plain or quoted text; None where they take a YAML parser.
    """
    found: dict[str, str | None] = {}
    for key, value in LINE.findall(raw.decode("utf-8-sig", errors="replace")):
        found.setdefault(key, scalar(value))
    return found


def scalar(text: str) -> str | None:
    """Return the text of a YAML scalar on one line; None where it takes a YAML parser to read it."""
    quoted = re.fullmatch(r"'((?:[^']|'')*)'(?:\s+#.*)?", text)
    if quoted:
        return quoted[1].replace("''", "'")
    quoted = re.fullmatch(r'"([^"\\]*)"(?:\s+#.*)?', text)
    if quoted:
        return quoted[1]
    if not PLAIN.fullmatch(text):
        return None
    return re.split(r"\s+#", text, maxsplit=1)[0]
