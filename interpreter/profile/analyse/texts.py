"""Texts that say nothing, or what is not so: braces without a number, a number that no rule reads, ambiguous words."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from interpreter.errors import Place, Problem, meant_by, suggestion
from interpreter.profile.analyse.subject import Subject, warning
from interpreter.profile.analyse.unused import words_read
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence
from interpreter.profile.positions import Source
from interpreter.profile.vocabulary.words import submap
from interpreter.titles import FILLED, fill

NOTHING = ("none", "no", "null", "nothing", "false", "off", "-")
BRACES = re.compile(r"\{[^{}]+\}")
LONE = re.compile(r"\{ *(\w*)(:words\b)?|(\w*)(:words)? *\}")
"""A brace that has no other, with the name beside it."""


def check_texts(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each pair of braces in a file's title and in its texts for titles that no number is put in for."""
    tree = subject.tree
    title = tree.entries.get("title")
    if isinstance(title, Scalar) and title.source is source:
        for match in BRACES.finditer(title.text):
            help = "move it to `says`, whose texts the title goes on with"
            yield unfilled(title, match, "numbers are put into the texts of `says` only", help)
        yield from lone(title, {})
    for text in submap(tree, "says").entries.values():
        if not isinstance(text, Scalar) or text.source is not source:
            continue
        yield from lone(text, subject.profile.params)
        for match in BRACES.finditer(text.text):
            filled = FILLED.fullmatch(match[0])
            name = match[0].strip("{} ").partition(":")[0].strip()
            if filled and name in subject.profile.params:
                continue
            if name in subject.profile.params:
                help = f"write {{{name}}}, or {{{name}:words}} for the number in words"
                yield unfilled(text, match, "a param's name stands in braces, alone or with `:words`", help)
            else:
                words = ":words" if ":words" in match[0] else ""
                help = suggestion(name, subject.profile.params) or "take the braces away"
                help = re.sub(r"^did you mean '(.*)'", rf"did you mean {{\1{words}}}", help)
                yield unfilled(text, match, f"this game has no param {name!r}", help)
    yield from untrue(subject, source)
    yield from added_texts(tree, source)
    yield from shared_words(subject, source)
    yield from listed_words(subject, source)


def lone(text: Scalar, params: Container[str]) -> Iterator[Problem]:
    """Tell each brace that has no other; a param's name may be meant to stand in both."""
    rest = re.sub(r"\{[^{}]*\}", lambda match: "." * len(match[0]), text.text)
    for match in LONE.finditer(rest):
        name, words = (match[1] or match[3] or ""), (match[2] or match[4] or "")
        missing = "'}' closes" if match[0].startswith("{") else "'{' opens"
        help = f"write {{{name}{words}}}" if name in params else "take the brace away"
        yield unfilled(text, match, f"no {missing} it", help)


def untrue(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each number in the title that no rule reads any more; of a param of this file itself, R100 tells it."""
    tree, read = subject.tree, words_read(subject.tree)
    params = submap(tree, "params").entries
    for key, text in submap(tree, "says").entries.items():
        if not isinstance(text, Scalar):
            continue
        for match in FILLED.finditer(text.text):
            name = match[1]
            if name not in params or name in read or params[name].source is source:
                continue
            shown = fill(str(match[0]), subject.profile.params)
            place = text.place_of(*match.span()) if text.source is source else place_in(tree, source)
            message = f"the title says {shown!r} for {name}, but no rule of this game reads {name}"
            help = f"say what holds now: `says: {{{key}: ..}}`, or `says: {{{key}: null}}`; or let a rule read {name}"
            notes = () if text.source is source else (("the text stands here", text.place_of(*match.span())),)
            yield warning(Problem("R106", message, place, help, notes))


def added_texts(tree: Mapping, source: Source) -> Iterator[Problem]:
    """Tell each text that a file adds to the title beside one of nearly its name, or that is a word for nothing."""
    says = submap(tree, "says")
    others = [key for key, (at, *_) in says.keys.items() if at is not source]
    for key, (at, start, end) in says.keys.items():
        own = at is source and source.text[start:end].strip("'\"") == key  # the title of a house rule is a text, too
        near = suggestion(key, others) if own else None
        text = says.entries[key]
        if isinstance(text, Scalar) and text.source is source and text.replaced is not None and is_nothing(text):
            message = f"the title goes on with {text.text!r}"
            help = f"to leave this text out write `says: {{{key}: null}}`"
            yield warning(Problem("R114", message, text.place(), help))
        if meant_by(near):
            message = f"the title goes on with this text too: nothing above has one called {key!r} in `says`"
            yield warning(Problem("R112", message, source.place(start, end), near))


def is_nothing(text: Scalar) -> bool:
    """Whether a text is a word for nothing."""
    return text.text.strip().lower() in NOTHING


def listed_words(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each word of a file's terms that has a comma, so that nobody can say it."""
    for node in submap(subject.tree, "terms").entries.values():
        if isinstance(node, Scalar) and node.source is source and "," in node.text:
            parts = ", ".join(part.strip() for part in node.text.split(",") if part.strip())
            message = f"{node.text!r} is one word here, with a comma in it"
            yield warning(Problem("R114", message, node.place(), f"write it as a list: [{parts}]"))


def shared_words(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each word of a file's terms that is said for two values of one field: nobody can know which is meant."""
    terms = submap(subject.tree, "terms").entries
    for values in subject.profile.fields.values():
        said: dict[str, str] = {}
        for value in map(str, values):
            for node in terms_in(terms.get(value)):
                other = said.setdefault(node.text.strip().lower(), value)
                if other != value and source in (node.source, terms[other].source):
                    message = f"{node.text!r} is said for {other!r} and for {value!r}: people are asked which they mean"
                    note = (f"the words for {other!r} stand here", terms[other].place())
                    yield warning(Problem("R113", message, node.place(), "take it out of one of them", (note,)))


def terms_in(node: Node | None) -> Iterator[Scalar]:
    """Yield the words that are said for something."""
    if isinstance(node, Sequence):
        yield from (item for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        yield node


def place_in(tree: Mapping, source: Source) -> Place:
    """Return where a file gives its title, else its first key."""
    own = {key: span for key, (at, *span) in tree.keys.items() if at is source}
    return source.place(*own.get("title", next(iter(own.values()), [0, 1])))


def unfilled(text: Scalar, match: re.Match[str], reason: str, help: str) -> Problem:
    """Return the problem of braces that are printed."""
    message = f"{match[0]} is printed as it stands: {reason}"
    return warning(Problem("R105", message, text.place_of(*match.span()), help))
