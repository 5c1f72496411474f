"""What a file is: a profile or a house rule, and under which ID."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from interpreter.errors import Problem
from interpreter.profile.library import Document, find_shipped, same_file
from interpreter.profile.meant import kind_meant
from interpreter.profile.nodes import Mapping, Node, Scalar, core_value, data, may_have
from interpreter.profile.reference import ID

FORMAT = "begin with `format: 1`"
KINDS = ("profile", "house_rule")


def identified(path: Path, name: str, node: Node, problems: list[Problem]) -> Document | None:
    """Return the document with its kind and ID, or say what it lacks."""
    if not isinstance(node, Mapping):
        problems.append(Problem("X002", "a profile or house rule is a map of keys", node.place(), FORMAT))
        return None
    kinds: list[str] = [kind for kind in KINDS if kind in node.entries]
    if not kinds and {"reference", "cases"} <= node.entries.keys():
        help = f"run them: bidwhist test {quote(name)}"
        problems.append(Problem("X043", f"{name!r} holds cases, not rules", node.place_of("cases"), help))
        return None
    if not kinds and not any(may_have(node, kind) for kind in KINDS):
        kinds = kind_meant(node, problems)
    if not may_have(node, "format"):
        text = "the file doesn't say which version of the language it is in"
        problems.append(Problem("X009", text, node.place(), FORMAT))
        if not kinds:
            return None
    if "format" not in node.entries:
        add(node, "format", 1)
    if not kinds:  # it may stand in what can't be read
        kinds = [kind for kind in KINDS if may_have(node, kind)]
        for kind in kinds:
            add(node, kind, path.stem)
    kinds = one_kind(node, kinds, path.stem, problems)
    if len(kinds) != 1:
        text = (
            "a file is a profile or a house rule, not both" if kinds else "neither `profile:` nor `house_rule:` is set"
        )
        place = node.place_of(kinds[-1]) if kinds else node.place()
        problems.append(Problem("X003", text, place, "begin with `profile: ID` or `house_rule: ID`"))
        return None
    entry = node.entries[kinds[0]]
    if not isinstance(entry, Scalar) or not isinstance(entry.value, str):
        text, help = f"the ID after `{kinds[0]}:` is not a name", f"write `{kinds[0]}: {as_text(path.stem)}`"
        problems.append(Problem("X004", text, entry.place(), help))
        node.entries[kinds[0]] = entry = Scalar(entry.source, entry.start, entry.end, path.stem, path.stem)
    id = str(entry.value)
    if id != path.stem:
        rename = f", or rename the file to {id}.yaml" if ID.match(id) else ""
        problems.append(
            Problem(
                "X005",
                f"the ID {id!r} isn't the file's name {path.stem!r}",
                entry.place(),
                f"write `{kinds[0]}: {as_text(path.stem)}`{rename}",
            )
        )
    document = Document(path, name, kinds[0], id, node)
    check_shadow(document, problems)
    return document


def one_kind(node: Mapping, kinds: list[str], stem: str, problems: list[Problem]) -> list[str]:
    """Return the kind of a file that names two, where the other key was plainly meant for something else."""
    if len(kinds) != 2:
        return kinds
    named = [kind for kind in kinds if isinstance(node.entries[kind], Scalar) and data(node.entries[kind]) == stem]
    if len(named) != 1:
        return kinds
    other = next(kind for kind in kinds if kind not in named)
    text, place = "a file is a profile or a house rule, not both", node.place_of(other)
    listed = other == "house_rule" and "house_rules" not in node.entries
    help = "did you mean 'house_rules'?" if listed else "delete it: a house rule names no game that it goes on top of"
    problems.append(Problem("X003", text, place, help if listed or other == "profile" else "delete it"))
    for entries in (node.entries, node.keys):
        entry = entries.pop(other)
        if listed:
            entries["house_rules"] = entry  # type: ignore[assignment]  # each with its own values
    return named


def add(node: Mapping, key: str, value: str | int) -> None:
    """Add an entry that has no text of its own."""
    node.entries[key] = Scalar(node.source, node.start, node.start, value, str(value))
    node.keys[key] = (node.source, node.start, node.start)


def as_text(name: str) -> str:
    """Return an ID as YAML takes it for text: in quotes where it reads as a number or another value."""
    return name if isinstance(core_value(name), str) else f'"{name}"'


def check_shadow(document: Document, problems: list[Problem]) -> None:
    """Refuse a file that takes the ID of a shipped one: whoever names the ID would get other rules."""
    shipped = find_shipped(document.id)
    if shipped is not None and not same_file(shipped, document.path):
        problems.append(
            Problem(
                "X006",
                f"{document.id!r} is the ID of a shipped {document.kind.replace('_', ' ')}",
                document.root.entries[document.kind].place(),
                f"give the file another name and ID; `extends: {document.id}` builds on the shipped one",
            )
        )
