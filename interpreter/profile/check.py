"""Checking a profile from its sources: compose, validate, type, build, prove. One call each."""

from __future__ import annotations

import json
import re
from pathlib import Path

from interpreter.contract import Value
from interpreter.errors import InputError, Place, Problem
from interpreter.model import Profile
from interpreter.profile.analyse import Subject, analyse
from interpreter.profile.builders import build
from interpreter.profile.cache import store
from interpreter.profile.checked import Checked, hash_of
from interpreter.profile.compose import Composed, compose
from interpreter.profile.library import Document
from interpreter.profile.nodes import Mapping, Scalar, data
from interpreter.profile.reference import Reference
from interpreter.profile.schema import validate
from interpreter.profile.source import parse
from interpreter.profile.typing import resolved, typed
from interpreter.profile.vocabulary import BID_KEYS, Vocabulary, read_values, read_vocabulary, submap

SURROGATE = re.compile(r"\\ud[89a-f]")


def check_reference(
    reference: str, place: Place | None = None, beside: Path | None = None
) -> tuple[Profile, tuple[Problem, ...]]:
    """Return the rules that a reference names, and warnings about it, checked anew from the sources.

    The cache takes them, so that `load` finds them. Raises `InputError` with every problem found.
    """
    composed = compose(reference, place, beside)
    checked = check(composed)
    profile = proved(checked, composed)
    if not composed.warnings:
        store(checked, composed.lookups, beside)
    return profile, composed.warnings


def check_document(document: object, reference: str, name: str, column: int) -> Profile:
    """Return the rules of a resolved profile that stands as one line of JSON in a file, from `column` on."""
    text = json.dumps(document)
    if SURROGATE.search(text):  # YAML has no pairs of escapes
        text = json.dumps(document, ensure_ascii=False)
    text = " " * (column - 1) + text
    problems: list[Problem] = []
    tree = parse(text.encode("utf-8", "surrogatepass"), name, problems)
    stop(problems)
    if not isinstance(tree, Mapping):
        place = Place(name, 1, column, column + 1)
        raise InputError([Problem("X002", "a profile is a map of keys", place, "begin with `format: 1`")])
    entry = tree.entries.get("profile")
    id = entry.text if isinstance(entry, Scalar) else ""
    composed = Composed(Reference(reference, id), Document(Path(name), name, "profile", id, tree), tree, ())
    return proved(check(composed), composed)


def check(composed: Composed) -> Checked:
    """Validate and type a merged tree. Raises `InputError` with every problem found."""
    problems: list[Problem] = []
    for document in composed.documents:
        validate(document.root, "profile" if document.kind == "profile" else "house-rule", True, problems)
    stop(problems)
    abstract = composed.tree.entries.get("abstract")
    if abstract is not None and data(abstract) is True:
        place = composed.profile.place_of("abstract")
        raise InputError(
            [
                Problem(
                    "X040",
                    f"{composed.profile.id!r} is a base for other profiles, not a game",
                    place,
                    "name a profile that extends it",
                )
            ]
        )
    validate(composed.tree, "profile", False, problems)
    stop(problems)
    vocabulary = read_vocabulary(composed.tree, problems)
    stop(problems)
    typer = typed(composed, vocabulary, problems)
    stop(problems)
    rules = resolved(composed, typer)
    return Checked(
        reference=composed.reference.text,
        id=composed.profile.id,
        document=rules,
        hash=hash_of(rules),
        expressions=typer.found,
        fields={name: tuple(values) for name, values in vocabulary.fields.items()},
        bids={kind: bid_values(vocabulary, kind) for kind in vocabulary.kinds},
        picks={name: pick_values(vocabulary, name) for name in vocabulary.flow if vocabulary.verb(name) == "choose"},
        classes={name: found.items for name, found in vocabulary.classes.items()},
        params=vocabulary.params,
    )


def stop(problems: list[Problem]) -> None:
    """Raise what was found so far: later steps build on what earlier ones prove."""
    if problems:
        raise InputError(problems)


def bid_values(vocabulary: Vocabulary, kind: str) -> dict[str, tuple[Value, ...]]:
    """Return the values of each field of a kind of bid."""
    bid = vocabulary.bids().entries[kind]
    assert isinstance(bid, Mapping)
    return {name: tuple(read_values(vocabulary, node)) for name, node in bid.entries.items() if name not in BID_KEYS}


def pick_values(vocabulary: Vocabulary, phase: str) -> dict[str, tuple[Value, ...]]:
    """Return the values of each field that a choice fills."""
    pick = submap(vocabulary.phases[phase], "pick")
    return {name: tuple(read_values(vocabulary, node)) for name, node in pick.entries.items()}


def proved(checked: Checked, composed: Composed) -> Profile:
    """Build the rules and prove by enumeration that they can be played. Raises `InputError`."""
    profile = build(checked)
    stop(analyse(Subject(profile, composed.tree, checked.expressions)))
    return profile
