"""Names that a file brings and that nothing in its game reads: params, defines, card classes, tallies, fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.errors import Problem, did_you_mean, suggestion
from interpreter.expression.tree import walk
from interpreter.expression.types import QUANTITY_FUNCTIONS
from interpreter.profile.analyse.subject import Subject, warning
from interpreter.profile.glossary import NAMES
from interpreter.profile.misnamed import entry_meant
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence
from interpreter.profile.positions import Source
from interpreter.profile.vocabulary.words import submap

ABOUT = ("title", "summary", "sources", "notes", "terms", "says", "conflicts", "needs", "params")
"""Sections of a profile in which no rule reads anything."""
OF_LANGUAGE = {name.partition(".")[0] for name in NAMES}
"""What the language's own names begin with: players say none of them."""
SPOKEN = ("trick", "pass", "none", "trumps", "kitty")
"""Words of the language that players may have words of their own for."""
WORD = re.compile(r"[A-Za-z0-9_]+")


def check_unused(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each name that a file sets and that nothing reads."""
    tree = subject.tree
    words = words_read(tree)
    for section, what in (("params", "the param"), ("define", "the define"), ("cards", "the card class")):
        for name in set_here(submap(tree, section), source):
            if name not in words and not (section == "params" and not is_number(tree, name)):
                yield unread(subject, section, name, what)
    spoken = words_of_the_game(subject)
    for name in set_here(submap(tree, "terms"), source):
        if name not in (words - OF_LANGUAGE) | spoken:
            yield unknown_term(subject, name, spoken)
    reads = names_read(subject)
    for name in set_here(submap(tree, "tallies"), source):
        if not is_read(subject, name):
            yield unread(subject, "tallies", name, "the tally")
        elif not is_filled(subject, name):
            yield never_filled(subject, name)
    ranked = {"contract.trump", *subject.profile.ranking.reads}
    for name in set_here(submap(tree, "contract"), source):
        if not any(read.partition(".")[2] == name for read in reads | ranked):
            yield unread(subject, "contract", name, "the field")


def words_of_the_game(subject: Subject) -> set[str]:
    """Return the words that players may have words of their own for."""
    profile = subject.profile
    values = {str(value) for values in profile.fields.values() for value in values}
    calls = {rule.call.name for rule in profile.auction.calls} if profile.auction is not None else set()
    return values | calls | {rule.name for rule in profile.play.claims} | {*profile.pack.suits, *SPOKEN}


def set_here(section: Mapping, source: Source) -> list[str]:
    """Return the keys of a section whose values stand in a file."""
    return [name for name, node in section.entries.items() if node.source is source]


def words_read(tree: Mapping) -> set[str]:
    """Return every word in a rule, a word of a list included; the key of an entry isn't one, its own text neither."""
    found: set[str] = set()

    def note(node: Node, own: str) -> None:
        if isinstance(node, Mapping):
            for key, entry in node.entries.items():
                note(entry, key)
        elif isinstance(node, Sequence):
            for item in node.items:
                note(item, own)
        else:
            scalar: Scalar | None = node
            while scalar is not None:  # what `inherited` stands for is read too
                found.update(word for word in WORD.findall(scalar.text) if word != own)
                scalar = scalar.inherited

    for key, entry in tree.entries.items():
        if key not in ABOUT:
            note(entry, "")
    return found


def names_read(subject: Subject) -> set[str]:
    """Return the variables that expressions read, as `owner.name`; of a bid, a standing bid or the contract alike."""
    found = set()
    for expr in subject.expressions.values():
        for node in walk(expr):
            if node.op == "name":
                found.add(str(node.value))
            elif node.op in QUANTITY_FUNCTIONS:
                found.add(f"mine.{node.value}")
            elif node.op == "class" and subject.profile.classes[str(node.value)].depends_on_trump:
                found.add("contract.trump")
    tie = subject.profile.scoring.game.tie
    return found | ({f"mine.{tie.tally}"} if tie is not None and tie.tally is not None else set())


def is_read(subject: Subject, tally: str) -> bool:
    """Whether some expression reads a tally."""
    return any(read.endswith(f".{tally}") for read in names_read(subject))


def is_filled(subject: Subject, tally: str) -> bool:
    """Whether some row adds to a tally."""
    scoring = subject.profile.scoring
    rows = [*scoring.rows, *scoring.game.score, *(scoring.match.score if scoring.match is not None else ())]
    return any(row.into == tally for row in rows)


def is_number(tree: Mapping, name: str) -> bool:
    """Whether a param is set to a number."""
    node = submap(tree, "params").entries.get(name)
    return isinstance(node, Scalar) and isinstance(node.value, int)


def unread(subject: Subject, section: str, name: str, what: str) -> Problem:
    """Return the problem of a name that nothing reads."""
    said = re.search(rf"\{{{re.escape(name)}(:words)?\}}", str(subject.profile.document.get("says", "")))
    by = "no rule reads it, only the title" if section == "params" and said else "nothing reads it"
    meant = entry_meant(submap(subject.tree, section), name)
    help = did_you_mean(meant) if meant else "leave it out, or use it"
    return warning(subject.problem("R100", f"{what} {name!r} has no effect: {by}", subject.place(section, name), help))


def unknown_term(subject: Subject, name: str, known: set[str]) -> Problem:
    """Return the problem of a term for a word that this game hasn't."""
    return warning(
        subject.problem(
            "R100",
            f"the term {name!r} has no effect: no bid, value, call or suit of this game is called so",
            subject.place("terms", name),
            suggestion(name, sorted(known)) or "leave it out",
        )
    )


def never_filled(subject: Subject, tally: str) -> Problem:
    """Return the problem of a tally that is read and always 0."""
    return warning(
        subject.problem(
            "R100",
            f"the tally {tally!r} is always 0: no row adds to it",
            subject.place("tallies", tally),
            f"add a row with `into: {tally}`",
        )
    )
