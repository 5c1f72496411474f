"""What the files of a reference are: a game or a house rule, who says so, what it changes, needs and clashes with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.cli.origins import flow
from interpreter.errors import InputError, Problem
from interpreter.profile.library import Document, at_home, is_path, locate, read, read_bytes, shown
from interpreter.profile.merge import OWN_KEYS, without
from interpreter.profile.nodes import data
from interpreter.profile.reference import parse_reference
from interpreter.profile.source import parse
from interpreter.resources import profiles_folder

KINDS = {"profile": "a game", "house_rule": "a house rule"}
ABOUT = ("title", "summary", "notes", "sources", "says", "needs", "conflicts")
MAX_SET = 20
"""How many values that a file sets are shown; a whole game is better read with `show`."""


@dataclass(frozen=True, slots=True)
class About:
    """What one file is: its kind, title and path, and what is to be said of it, as labels with texts in order."""

    id: str
    kind: str
    title: str
    file: str
    facts: tuple[tuple[str, str], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as programs read it; a label that comes more than once has a list."""
        found: dict[str, list[str]] = {}
        for label, text in self.facts:
            found.setdefault(label, []).append(text)
        return {"id": self.id, "kind": self.kind, "title": self.title, "file": self.file, "facts": found}


def about(reference: str) -> list[About]:
    """Return what each file is that a reference names, in its order. Raises `InputError` where one can't be read."""
    problems: list[Problem] = []
    named = parse_reference(reference, None, problems)
    found: list[About] = []
    for name in (named.profile, *named.house_rules) if named else ():
        path = Path(at_home(name)) if is_path(name) else locate(name, None, None, problems)
        document = None if path is None else read(path, shown(path), problems)
        if document is not None:
            found.append(told(document))
    if any(problem.severity == "error" for problem in problems):
        raise InputError(problems)
    return found


def told(document: Document) -> About:
    """Return what a file is."""
    content = data(document.root)
    assert isinstance(content, dict)
    kind = "a base for games" if content.get("abstract") is True else KINDS[document.kind]
    title = str(content.get("title", document.id))
    return About(document.id, kind, title, document.name, tuple(facts(document, content)))


def facts(document: Document, content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is to be said of a file, label by label."""
    for key, label in (("summary", "in short"), ("notes", "notes")):
        if content.get(key):
            yield label, " ".join(str(content[key]).split())
    sources = content.get("sources")
    if sources:
        yield "source", ", ".join(map(str, sources)) if isinstance(sources, list) else str(sources)
    if content.get("extends"):
        yield "builds on", str(content["extends"])
    rules = content.get("house_rules")
    if rules:
        yield "with the house rules", ", ".join(map(str, rules)) if isinstance(rules, list) else str(rules)
    for path, reason in pairs(content.get("needs")):
        yield "needs", f"{path} (without it: {reason})"
    for other, reason in pairs(content.get("conflicts")):
        yield "clashes with", f"{other} ({reason})"
    own = data(without(document.root, (*OWN_KEYS, *ABOUT)))
    values = [f"{'.'.join(path)}: {flow(value)}" for path, value in leaves(own, ())]
    if len(values) > MAX_SET:
        values = [f"{len(values)} values: `bidwhist show` prints them"]
    yield from (("sets", text) for text in values)
    cases = examples(document)
    if cases:
        count = sum(cases.values())
        yield "examples", f"{count} case{'s' * (count != 1)} in {', '.join(cases)}"


def pairs(node: Any) -> list[tuple[str, str]]:
    """Return what a map of texts holds."""
    return [(str(key), str(value)) for key, value in node.items()] if isinstance(node, dict) else []


def leaves(node: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the values that a file sets, with their paths."""
    for key, value in node.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, (*path, str(key)))
        else:
            yield (*path, str(key)), value


def examples(document: Document) -> dict[str, int]:
    """Return how many cases show what a file says, by their files: of those beside it, and beside the shipped ones."""
    found: dict[str, int] = {}
    for path in case_files(document):
        raw = read_bytes(path, shown(path), [], None) or b""
        wanted = document.id if document.kind == "profile" else f"+{document.id}"
        if wanted.encode() not in raw:
            continue
        node = parse(raw, shown(path), [])
        content = None if node is None else data(node)
        is_game = document.kind == "profile"
        count = sum(rules == [document.id] if is_game else document.id in rules[1:] for rules in cases_of(content))
        if count:
            found[path.name] = count
    return found


def case_files(document: Document) -> list[Path]:
    """Return the files of cases beside a file, and the shipped ones."""
    folders = dict.fromkeys((document.path.parent.resolve(), profiles_folder().resolve()))
    return [path for folder in folders for path in sorted(folder.glob("*.cases.yaml"))]


def cases_of(content: Any) -> Iterator[list[str]]:
    """Yield for each case of a file the names in its reference."""
    cases = content.get("cases") if isinstance(content, dict) else None
    for case in cases.values() if isinstance(cases, dict) else ():
        if isinstance(case, dict):
            text = f"{content.get('reference', '')}{case.get('rules', '')}"
            yield [Path(part).name.removesuffix(".yaml") for part in text.split("+")]
