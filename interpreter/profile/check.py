"""Checking a profile from its sources: compose, validate, type, build, prove. One call each."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from interpreter.contract import Value
from interpreter.errors import InputError, Place, Problem
from interpreter.expression.parse import parse as parse_expression
from interpreter.model import Profile
from interpreter.profile.analyse import EVERYTHING, Parts, Subject, analyse
from interpreter.profile.blame import blamed
from interpreter.profile.builders import build
from interpreter.profile.cache import store
from interpreter.profile.causes import traced
from interpreter.profile.checked import LOST_VALUE, Checked, hash_of
from interpreter.profile.compose import Composed, Files, gather
from interpreter.profile.library import Document, read, shown, too_large
from interpreter.profile.nodes import Mapping, Scalar, data
from interpreter.profile.params import params_set, without_param
from interpreter.profile.reference import Reference, parse_reference
from interpreter.profile.salvage import (
    Poison,
    lacks_parents,
    lost_value,
    one_for_each_place,
    parts_unclear,
    salvaged,
    without_echoes,
)
from interpreter.profile.schema import Leaf, expressions, validate
from interpreter.profile.source import parse
from interpreter.profile.typing import Typer, resolved, typed
from interpreter.profile.vocabulary import BID_KEYS, Vocabulary, read_values, read_vocabulary, submap
from interpreter.resources import profiles_folder

SURROGATE = re.compile(r"\\ud[89a-f]")
MAX_REMEMBERED = 1_000
_IN_ORDER: set[tuple[str, str]] = set()
"""Kinds and texts of files that fit the schema, for runs in which many profiles share their parents."""
Note: TypeAlias = tuple[str, Place | None]
SYNTAX_OF_PARAMS = frozenset(("X023", "X024", "X038"))
"""Problems of the params themselves: what they do to the rules isn't known."""
MAX_PARAMS = 8
"""With more params in a reference it isn't looked at which of them a problem comes of."""


@dataclass(frozen=True, slots=True)
class Built:
    """A game that is well-typed: what it was composed of, as plain data, and with its rules built, for proofs."""

    composed: Composed
    checked: Checked
    subject: Subject

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.subject.profile


def check_reference(
    reference: str, place: Place | None = None, beside: Path | None = None
) -> tuple[Profile, tuple[Problem, ...]]:
    """Return the rules that a reference names, and warnings about it, checked anew from the sources.

    The cache takes them, so that `load` finds them. Raises `InputError` with every problem found.
    """
    found = examine(reference, place, beside)
    return found.profile, found.composed.warnings


def examine(reference: str, place: Place | None = None, beside: Path | None = None) -> Built:
    """Check a reference as `check_reference` does."""
    try:
        found = built(reference, place, beside)
        stop(analyse(found.subject))
    except InputError as error:
        told = with_params(error.problems, reference, place, beside)
        gathered = gather(reference, place, beside)
        raise InputError(traced(told, gathered, lambda given: wrong_with(reference, place, beside, given))) from None
    if not found.composed.warnings:
        store(found.checked, found.composed.lookups, beside)
    return found


def with_params(
    problems: tuple[Problem, ...], reference: str, place: Place | None, beside: Path | None
) -> list[Problem]:
    """Add to each problem that the rules have with the reference's params, and not without, where these are set."""
    named = parse_reference(reference, place, [])
    if named is None or not 0 < len(named.params) <= MAX_PARAMS or problems[0].code in SYNTAX_OF_PARAMS:
        return list(problems)
    notes = params_set(named)
    caused: dict[tuple[str, Place | None], list[Note]] = {}
    for (name, value), (text, where) in zip(named.params, notes, strict=True):
        without = without_param(named, name)
        left = {(problem.code, problem.place) for problem in wrong_with(without, place, beside)}
        for key in {(problem.code, problem.place) for problem in problems} - left:
            before = number_in(without, name, place, beside)
            size = "" if before is None else f", too {'small' if value < before else 'large'} for that; {before} isn't"
            caused.setdefault(key, []).append((text + size, where))
    return [with_notes(problem, caused.get((problem.code, problem.place), [])) for problem in problems]


def wrong_with(
    reference: str, place: Place | None, beside: Path | None, given: Files | None = None
) -> tuple[Problem, ...]:
    """Return what is wrong with a reference, where some files are `given`."""
    try:
        stop(analyse(built(reference, place, beside, given).subject))
    except InputError as error:
        return error.problems
    return ()


def number_in(reference: str, name: str, place: Place | None, beside: Path | None) -> int | None:
    """Return the value of a param in what a reference names, None where it can't be told."""
    composed = gather(reference, place, beside).composed
    params = None if composed is None else composed.tree.entries.get("params")
    node = params.entries.get(name) if isinstance(params, Mapping) else None
    return node.value if isinstance(node, Scalar) and type(node.value) is int else None


def with_notes(problem: Problem, notes: list[Note]) -> Problem:
    """Return a problem with more notes, in the place of those that stand where these do."""
    new = {str(place): (text, place) for text, place in notes if str(place) != str(problem.place)}
    kept = [note for note in problem.notes if str(note[1]) not in new]
    return replace(problem, notes=(*kept, *new.values())) if new else problem


def built(reference: str, place: Place | None = None, beside: Path | None = None, given: Files | None = None) -> Built:
    """Check a reference without the proofs by enumeration; some files may be `given`, as `gather` takes them.

    Raises `InputError` with every problem found.
    """
    gathered = gather(reference, place, beside, given)
    composed = gathered.composed
    if composed is None:
        alone: list[Problem] = []
        for document in gathered.documents:
            look_at(document, True, alone)
        raise InputError(one_for_each_place((gathered.problems, alone)))
    checked = check(composed, gathered.problems)
    return Built(composed, checked, Subject(build(checked), composed.tree, checked.expressions))


def check_alone(path: Path) -> tuple[str, str, tuple[Problem, ...]] | None:
    """Check the file of a house rule or a base by itself: its kind, its title and its problems.

    None for another file, or one that can't be read: that is for `check_reference`.
    """
    problems: list[Problem] = []
    document = read(path, shown(path), problems)
    if document is None:
        return None
    found = data(document.root)
    assert isinstance(found, dict)
    kind = "house rule" if document.kind == "house_rule" else "base" if found.get("abstract") is True else ""
    if not kind:
        return None
    look_at(document, True, problems)
    return kind, str(found.get("title", document.id)), tuple(sorted(set(problems), key=Problem.sort_key))


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
    whole = Document(Path(name), name, "profile", id, tree)
    too_large([whole], problems)
    stop(problems)
    composed = Composed(Reference(reference, id), whole, tree, ())
    return proved(check(composed), composed)


def check(composed: Composed, before: tuple[Problem, ...] = ()) -> Checked:
    """Validate and type a merged tree. Raises `InputError` with every problem found; `before` are those of merging.

    Where there are problems it goes on as far as it can with what they leave, the proofs by enumeration included, and
    says nothing that would only follow from them.
    """
    alone, whole, found = list[Problem](), list[Problem](), list[Problem]()
    for document in composed.documents:
        look_at(document, document is not composed.profile, alone)
    stages: list[list[Problem]] = [list(before), alone, whole, found]
    abstract = composed.tree.entries.get("abstract")
    if abstract is not None and data(abstract) is True:
        text = f"{composed.profile.id!r} is a base for other profiles, not a game"
        whole.append(Problem("X040", text, composed.profile.place_of("abstract"), "name a profile that extends it"))
        stop(one_for_each_place(stages))
    if lacks_parents(alone, [document.root for document in composed.documents]):
        for document in composed.documents:
            look_at(document, True, alone)
        stop(one_for_each_place(stages))
    leaves: list[Leaf] | None = validate(composed.tree, "profile", False, whole)
    poison = Poison()
    if alone or whole:
        look_at(composed.profile, True, alone)
        whole[:] = blamed(whole, composed)
        keys = {problem.place: problem for problem in whole if problem.code == "S001"}  # a phase's verb is known
        alone[:] = [keys.get(problem.place, problem) if problem.code == "S001" else problem for problem in alone]
        tree, poison = salvaged(composed.tree, [document.root.source for document in composed.documents])
        composed, leaves = replace(composed, tree=tree), None
    vocabulary = read_vocabulary(composed.tree, found)
    unclear = parts_unclear(found)
    typer: Typer | None = None
    if vocabulary.phases:
        poison = poison.after(found, vocabulary, composed.removals)
        typer = typed(composed, vocabulary, found, leaves)
    else:
        for document in composed.documents:
            look_at(document, True, alone)
    found[:] = blamed(without_echoes(found, vocabulary.missing), composed)
    found[:] = [problem for problem in found if not poison.silences(problem)]
    if typer is None:
        stop(one_for_each_place(stages))
        raise AssertionError("what can't be typed has a problem")
    checked = checked_of(composed, replace(vocabulary, problems=[]), typer)  # what is wrong with values is told
    problems = one_for_each_place(stages)
    if problems:
        stages.append(proofs(checked, composed, poison.parts | unclear))
        problems = one_for_each_place(stages)
    stop(problems)
    return checked


def look_at(document: Document, syntax: bool, problems: list[Problem]) -> None:
    """Check one file alone against the schema, and on request the grammar of its expressions.

    The grammar of those that reach the merged tree is looked at there; shipped files are in order.
    """
    content = (document.kind, document.root.source.text)
    if content not in _IN_ORDER:
        count = len(problems)
        validate(document.root, "profile" if document.kind == "profile" else "house-rule", True, problems)
        if document.whole and len(problems) == count and len(_IN_ORDER) < MAX_REMEMBERED:
            _IN_ORDER.add(content)
    if not syntax or (content in _IN_ORDER and document.path.is_relative_to(profiles_folder())):
        return
    for leaf in expressions(document.root):
        if leaf.type != "range" and not (leaf.type == "who" and leaf.scalar.text == "others"):
            parse_expression(leaf.scalar.text, leaf.scalar, problems, leaf.scalar.place_of)


def checked_of(composed: Composed, vocabulary: Vocabulary, typer: Typer) -> Checked:
    """Return what was checked; a lost value stands for each expression that is wrong."""
    rules = resolved(composed, typer)
    return Checked(
        reference=composed.reference.text,
        id=composed.profile.id,
        document=rules,
        hash=hash_of(rules),
        expressions={**typer.found, **dict.fromkeys(typer.wrong, lost_value())},
        fields={name: tuple(values) for name, values in vocabulary.fields.items()},
        bids={kind: bid_values(vocabulary, kind) for kind in vocabulary.kinds},
        picks={name: pick_values(vocabulary, name) for name in vocabulary.flow if vocabulary.verb(name) == "choose"},
        classes={name: found.items for name, found in vocabulary.classes.items()},
        params=vocabulary.params,
    )


def proofs(checked: Checked, composed: Composed, lost: Parts) -> list[Problem]:
    """Return what enumeration finds in a profile of which some expressions are wrong, and some parts lack rules."""
    if lost >= EVERYTHING:
        return []
    try:
        return analyse(Subject(build(checked), composed.tree, checked.expressions), lost)
    except KeyError as error:
        if error.args != (LOST_VALUE,):
            raise
        return []


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
