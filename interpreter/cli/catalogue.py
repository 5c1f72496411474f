"""What `list` shows, read without a YAML parser: the few top-level lines that say what a file is.

It checks nothing else: a file that is listed can still be wrong, and one whose lines can't be read so is listed with
the reason. `check` is what loads files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.profile.cache import known_title
from interpreter.profile.library import SUBFOLDERS, find_shipped, same_file, shown, user_folder
from interpreter.profile.shelf import facts
from interpreter.resources import MAX_BYTES, profiles_folder

UNREAD = "not read: it stands in a form that only `check` reads"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the language as `list` knows it. `kind` is "profile", "base", "house rule", or "file" if neither.

    `sentence` is a game's title with all that its texts add, the plain title where the game isn't known yet: not
    checked since it was changed. `trouble` says in a few words why a file can't be used or read so, empty where nothing
    was noticed.
    """

    id: str
    kind: str
    title: str
    file: str
    shipped: bool
    trouble: str = ""
    sentence: str = ""


def entries() -> list[Entry]:
    """Return the shipped files and the user's, by kind and ID."""
    kinds = ("profile", "base", "house rule", "file")
    own = user_folder()
    folders = [(profiles_folder(), True)] + ([] if same_file(own, profiles_folder()) else [(own, False)])
    found = [entry(path, shipped) for folder, shipped in folders for path in files(folder)]
    return sorted(found, key=lambda one: (kinds.index(one.kind), not one.shipped, one.id))


def files(folder: Path) -> Iterator[Path]:
    """Yield the profiles and house rules of a folder."""
    for sub in SUBFOLDERS:
        try:
            names = sorted(os.listdir(folder / sub))
        except OSError:
            continue
        for name in names:
            if name.endswith(".yaml") and not name.endswith(".cases.yaml"):
                yield folder / sub / name


def entry(path: Path, shipped: bool) -> Entry:
    """Read the lines of one file that say what it is."""
    name = path.name.removesuffix(".yaml")
    try:
        with open(path, "rb") as file:
            found = facts(file.read(MAX_BYTES))
    except OSError as error:
        return Entry(name, "file", "", shown(path), shipped, (error.strerror or "can't be read").lower())
    kind = "profile" if "profile" in found else "house rule" if "house_rule" in found else "file"
    if kind == "profile" and found.get("abstract") == "true":
        kind = "base"
    title = found.get("title") or ""
    wrong = trouble(path, kind, found, shipped)
    known = known_title(name) if kind == "profile" and not wrong else ""
    return Entry(name, kind, title, shown(path), shipped, wrong, known or title)


def trouble(path: Path, kind: str, found: dict[str, str | None], is_shipped: bool) -> str:
    """Return what is plainly wrong with a file, in a few words."""
    name = path.name.removesuffix(".yaml")
    if kind == "file":
        return "neither a profile nor a house rule"
    id = found["profile" if kind != "house rule" else "house_rule"]
    if id is None:
        return f"ID {UNREAD}"
    if id != name:
        return f"its ID is {id!r}, not the file's name"
    shipped = None if is_shipped else find_shipped(name)
    if shipped is not None and not same_file(shipped, path):
        return "its ID is a shipped one"
    return "" if found.get("title") else f"title {UNREAD}"
