"""Braces in the texts of a title that stand for nothing, so that they are printed as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.errors import Problem, suggestion
from interpreter.profile.analyse.subject import Subject, warning
from interpreter.profile.nodes import Scalar
from interpreter.profile.positions import Source
from interpreter.profile.vocabulary.words import submap
from interpreter.titles import FILLED

BRACES = re.compile(r"\{[^{}]+\}")


def check_texts(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each pair of braces in a file's title and in its texts for titles that no number is put in for."""
    tree = subject.tree
    title = tree.entries.get("title")
    if isinstance(title, Scalar) and title.source is source:
        for match in BRACES.finditer(title.text):
            help = "move it to `says`, whose texts the title goes on with"
            yield unfilled(title, match, "numbers are put into the texts of `says` only", help)
    for text in submap(tree, "says").entries.values():
        if not isinstance(text, Scalar) or text.source is not source:
            continue
        for match in BRACES.finditer(text.text):
            filled = FILLED.fullmatch(match[0])
            name = match[0].strip("{} ").partition(":")[0].strip()
            if filled and name in subject.profile.params:
                continue
            if name in subject.profile.params:
                help = f"write {{{name}}}, or {{{name}:words}} for the number in words"
                yield unfilled(text, match, "a param's name stands in braces, alone or with `:words`", help)
            else:
                help = suggestion(name, subject.profile.params) or "take the braces away"
                yield unfilled(text, match, f"this game has no param {name!r}", help)


def unfilled(text: Scalar, match: re.Match[str], reason: str, help: str) -> Problem:
    """Return the problem of braces that are printed."""
    message = f"{match[0]} is printed as it stands: {reason}"
    return warning(Problem("R105", message, text.place_of(*match.span()), help))
