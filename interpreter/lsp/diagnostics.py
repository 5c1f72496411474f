"""What is wrong with a document: the problems that `bidwhist check` reports, each at a place of this document.

A problem of a parent or house rule is shown where the document names that file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.cases import read_cases
from interpreter.errors import InputError, Place, Problem, Severity
from interpreter.lsp.documents import Document, root_of
from interpreter.profile.advice import check_with_advice
from interpreter.profile.alone import by_itself
from interpreter.profile.library import exists, overlaid
from interpreter.profile.nodes import Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a place of the document; `notes` are second places, in any file."""

    place: Place
    code: str
    message: str
    severity: Severity
    notes: tuple[tuple[str, Place], ...] = ()


def findings(document: Document, anew: bool = False) -> tuple[list[Finding], str | None]:
    """Return every problem of a document, none for one that is none of ours, and the game it was looked at with.

    That is for house rules: one stays with its game while it fits that, unless it is to be looked at `anew`.
    """
    if document.kind is None:
        return [], document.game
    with overlaid(document.with_text(document.text).texts):
        problems, game = problems_of(document, anew)
        return [finding(document, problem) for problem in dict.fromkeys(problems)], game


def problems_of(document: Document, anew: bool) -> tuple[tuple[Problem, ...], str | None]:
    """Return what `check` would report of the file, and the game as `findings` does."""
    try:
        if document.kind == "cases":
            return tuple(read_cases(document.path).every_problem()), None
        alone = by_itself(document.path, document.game, stay=not anew)
        if alone is not None:
            return alone.problems, alone.game
        return check_with_advice(f"./{document.path.name}", None, document.path.parent)[1], document.game
    except InputError as error:
        return error.problems, document.game


def finding(document: Document, problem: Problem) -> Finding:
    """Return a problem as the document shows it."""
    notes = tuple((text, place) for text, place in problem.notes if place is not None)
    help = "".join(f"\n{text}" for text, place in problem.notes if place is None)
    help += f"\nhelp: {problem.help}" if problem.help else ""
    here, message = problem.place, problem.message
    if here is None or not is_same(here, document.path):
        if here is not None:
            where = f"{here.file}:{here.line}" if is_file(here) else here.file
            message = f"{message} (in {where})"
            notes = (("the problem is here", here), *notes) if is_file(here) else notes
        here = naming_place(document, here)
    return Finding(here, problem.code, message + help, problem.severity, tuple(n for n in notes if is_file(n[1])))


def is_file(place: Place) -> bool:
    """Whether a place stands in a file, rather than in a reference."""
    return exists(place.file)


def is_same(place: Place, path: Path) -> bool:
    """Whether a place stands in a file, under whatever name."""
    return os.path.realpath(place.file) == os.path.realpath(path)


def naming_place(document: Document, place: Place | None) -> Place:
    """Return where a document names the file of a place, directly or by way of others; its first line if nowhere."""
    root = root_of(document.text)
    first = Place(str(document.path), 1, 1, 2, document.text.split("\n", 1)[0].rstrip("\r"))
    if root is None or place is None:
        return first
    wanted = os.path.basename(place.file).removesuffix(".yaml")
    named = [*items(root.entries.get("house_rules")), *items(root.entries.get("extends"))]
    named += [*items(root.entries.get("reference")), *items(root.entries.get("house_rule"))]
    exact = [node for node in named if wanted and Path(node.text).name.removesuffix(".yaml") == wanted]
    rest = named[len(items(root.entries.get("house_rules"))) :]
    found = next(iter([*exact, *rest]), None)
    return first if found is None else replace(found.place(), file=str(document.path))


def items(node: Node | None) -> list[Scalar]:
    """Return the scalars of a list, or the one that stands in its place."""
    if isinstance(node, Scalar):
        return [node]
    return [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
