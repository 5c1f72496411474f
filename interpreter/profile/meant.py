"""Which key, file or value was meant by one that is wrong, where the rest of a game depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from interpreter.errors import Place, Problem, did_you_mean, meant_by
from interpreter.profile.library import Document, find
from interpreter.profile.nodes import Mapping, Node, Scalar, follow, words_of

STANDS_ALONE = re.compile(r"a game stands alone: `extends: ([\w-]+)`")
ALIKE = 0.8
"""How much a misspelt name is like the one that is meant, from 0 to 1."""


def id_meant(name: str, problems: Iterable[Problem], rule: bool | None) -> str | None:
    """Return the ID that a name with these problems is nearly, as that one misspelt, or that it begins with.

    The latter is a game's, and isn't meant where a house `rule` belongs.
    """
    from difflib import get_close_matches  # only needed once something is wrong

    alone = next((found[1] for problem in problems if (found := STANDS_ALONE.match(problem.help or ""))), None)
    if alone is not None and not rule:
        return alone
    ids = [id for problem in problems if (id := meant_by(problem.help))]
    return next(iter(get_close_matches(name, ids, 1, ALIKE)), None)


def file_meant(path: Path, problems: list[Problem]) -> Path | None:
    """Return the file that a path with these problems is so much like that it is that one misspelt."""
    if not problems:
        return None
    from difflib import SequenceMatcher  # only needed once something is wrong

    names = [Path(name).stem for problem in problems if (name := meant_by(problem.help))]
    return (
        find(names[0], path.parent) if names and SequenceMatcher(None, path.stem, names[0]).ratio() >= ALIKE else None
    )


def is_same(one: Document, other: Document) -> bool:
    """Whether two documents are the same house rule: called alike, with the same text."""
    return one.id == other.id and one.root.source.text == other.root.source.text


def names_in(item: Scalar, beside: Path) -> list[tuple[str, Place]]:
    """Return the names in a text that stands where a list of files does, with their places: one may be in words."""
    words = list(words_of(item, ",;"))
    one = "-".join(word for word, _ in words)
    return [(item.text, item.place())] if len(words) > 1 and find(one, beside) else words


def key_meant(root: Mapping, key: str) -> str | None:
    """Return the key of a file by which a top-level one is meant: that one itself, else one that is it misspelt."""
    from difflib import get_close_matches

    from interpreter.profile.keys import key_order

    if key in root.entries:
        return key
    known = {*key_order("profile", ()), *key_order("house-rule", ())}
    unknown = [name for name in root.entries if name not in known]
    return next(iter(get_close_matches(key, unknown, 1, ALIKE)), None) if unknown else None


def named_in(root: Mapping, key: str) -> Node | None:
    """Return what a top-level key that brings other files in holds, also where it is misspelt."""
    found = key_meant(root, key)
    return None if found is None else root.entries[found]


def kind_meant(node: Mapping, problems: list[Problem]) -> list[str]:
    """Read a misspelt key that says what a file is as what was meant; return that, nothing where there is none."""
    for kind in ("profile", "house_rule"):
        key = key_meant(node, kind)
        if key is not None:
            help = did_you_mean(kind)
            problems.append(Problem("X003", f"unknown key {key!r} in this file", node.place_of(key), help))
            for entries in (node.entries, node.keys):
                entries[kind] = entries.pop(key)  # type: ignore[assignment]  # each with its own values
            return [kind]
    return []


def put_only(tree: Mapping, path: tuple[str | int, ...]) -> bool:
    """Put the one value that may stand at a path in its place, if there is only one; say whether it was done."""
    from interpreter.profile.keys import only_value

    only, holder = only_value("profile", path), follow(tree, path[:-1])
    if only is None or not path or not isinstance(holder, Mapping):
        return False
    key = str(path[-1])
    source, start, end = holder.keys.setdefault(key, (holder.source, holder.start, holder.start))
    holder.entries[key] = Scalar(source, start, end, only, str(only))
    return True
