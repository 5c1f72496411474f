"""Checking a profile from its sources: compose, validate, type, build, prove. One call each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from interpreter.errors import InputError, Place, Problem
from interpreter.expression.parse import parse as parse_expression
from interpreter.model import Profile
from interpreter.profile.analyse import NO_HANDS, Subject, analyse
from interpreter.profile.analyse.readings import as_dealt, common
from interpreter.profile.blame import OF_OTHERS, blamed, is_of_a_rule, standing_alone, without_parent
from interpreter.profile.builders import build
from interpreter.profile.cache import store
from interpreter.profile.checked import Checked
from interpreter.profile.collecting import Files
from interpreter.profile.compose import Composed, gather
from interpreter.profile.conflicts import unknown_needs
from interpreter.profile.doubled import seconds
from interpreter.profile.library import Document, shown, too_large
from interpreter.profile.library import read as read_file
from interpreter.profile.nodes import Mapping, Scalar, data
from interpreter.profile.params import params_set, without_param
from interpreter.profile.parts import Path as Keys
from interpreter.profile.parts import path_at
from interpreter.profile.reading import Reading, checked_of, is_told, may_lack, missing, read
from interpreter.profile.reference import Reference, parse_reference
from interpreter.profile.remains import Faulty, Remains, left_of
from interpreter.profile.salvage import (
    Poison,
    lacks_parents,
    one_for_each_place,
    salvaged,
)
from interpreter.profile.schema import Leaf, expressions, validate
from interpreter.profile.source import parse
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


class Built(NamedTuple):
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
    """Check a reference as `check_reference` does. Raises `Faulty`, with what is left of the game."""
    try:
        found, warnings = sound(reference, place, beside)
    except InputError as error:
        remains = error.remains if isinstance(error, Faulty) else None
        told = at_their_cause(error.problems, reference, place, beside)
        codes = {problem.code for problem in error.problems}
        if any(problem.code == "Y009" for problem in told):
            from interpreter.profile.twice import with_doubles  # only needed once something is wrong

            told = with_doubles(
                told,
                error.problems,
                lambda given: gather(reference, place, beside, given),
                lambda given: wrong_with(reference, place, beside, given),
            )
        raise Faulty(told, remains, codes) from None
    if not warnings:
        return found
    told = at_their_cause(warnings, reference, place, beside)
    return found._replace(composed=found.composed._replace(warnings=(*found.composed.warnings, *told)))


def sound(reference: str, place: Place | None = None, beside: Path | None = None) -> tuple[Built, list[Problem]]:
    """Check a reference; return what the proofs leave open, too. The cache takes one whose files give no warnings.

    Raises `InputError` with problems where they show.
    """
    found = built(reference, place, beside)
    problems = analyse(found.subject)
    if any(problem.severity == "error" for problem in problems):
        raise Faulty(problems, Remains(found.composed, found.subject))
    if not found.composed.warnings:
        store(found.checked, found.composed, beside)
    return found, problems


def at_their_cause(
    problems: Iterable[Problem], reference: str, place: Place | None, beside: Path | None
) -> list[Problem]:
    """Return problems of a reference at the lines that bring them about."""
    from interpreter.profile.causes import traced  # only needed once something is wrong

    told = with_params(tuple(problems), reference, place, beside)
    gathered = gather(reference, place, beside)
    return traced(told, gathered, lambda given: wrong_with(reference, place, beside, given))


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
        return tuple(analyse(built(reference, place, beside, given).subject))
    except InputError as error:
        return error.problems


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
        raise InputError(one_for_each_place((without_parent(gathered), alone)))
    checked = check(composed, gathered.problems)
    return Built(composed, checked, Subject(build(checked), composed.tree, checked.expressions))


def check_alone(path: Path) -> tuple[str, str, tuple[Problem, ...]] | None:
    """Check the file of a house rule or a base by itself: its kind, its title and its problems.

    None for another file, or one that can't be read: that is for `check_reference`.
    """
    problems: list[Problem] = []
    document = read_file(path, shown(path), problems)
    if document is None:
        return None
    found = data(document.root)
    assert isinstance(found, dict)
    kind = "house rule" if document.kind == "house_rule" else "base" if found.get("abstract") is True else ""
    if not kind:
        return None
    look_at(document, True, problems)
    for double, root in seconds(document.root):
        found_there: list[Problem] = []
        look_at(document._replace(root=root, whole=False), True, found_there)
        problems += [problem for problem in found_there if double.holds(problem.place)]
    no_text = {problem.place for problem in problems if problem.code == "Y008"}
    told = {problem for problem in problems if problem.code != "S006" or problem.place not in no_text}
    return kind, str(found.get("title", document.id)), tuple(sorted(told, key=Problem.sort_key))


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
    alone, whole = list[Problem](), list[Problem]()
    for document in composed.documents:
        look_at(document, document is not composed.profile, alone)
    for document in composed.gaps.rules:
        if document not in composed.documents:
            look_at(document, True, alone)
    stages: list[list[Problem]] = [list(before), alone, whole]
    abstract = composed.tree.entries.get("abstract")
    if abstract is not None and data(abstract) is True:
        text = f"{composed.profile.id!r} is a base for other profiles, not a game"
        whole.append(Problem("X040", text, composed.profile.place_of("abstract"), "name a profile that extends it"))
        stop(one_for_each_place(stages))
    if lacks_parents([document.root for document in composed.documents]):
        stages[0] = [problem for problem in before if problem.code not in OF_OTHERS]
        for document in composed.documents:
            look_at(document, True, alone)
        stop(one_for_each_place(stages))
    leaves: list[Leaf] | None = validate(composed.tree, "profile", False, whole)
    gaps = missing(composed)
    lossy = any(document.root.lost for document in composed.documents)  # then what names a lost part is in order
    if not (before or alone or whole or lossy):
        sound = read(composed, gaps, leaves)
        if not sound.problems and sound.typer is not None:
            return checked_of(composed, sound.vocabulary, sound.typer)
    look_at(composed.profile, True, alone)
    known = {(problem.code, problem.place): problem for problem in whole}  # there a phase's verb and fields are known
    forgotten = standing_alone(whole, [*before, *alone], composed)
    whole[:] = [problem for problem in whole if not gaps.silences(problem)]
    if forgotten:
        own = [problem for problem in (*before, *alone) if problem.code not in OF_OTHERS and not is_of_a_rule(problem)]
        stop(one_for_each_place((forgotten, own)))
    whole[:] = blamed(whole, composed)
    for number, problem in enumerate(alone):
        again = known.get((problem.code, problem.place), problem)
        alone[number] = replace(problem, message=again.message, help=again.help)
    raise salvage(composed, stages, gaps)


def salvage(composed: Composed, stages: list[list[Problem]], gaps: Poison) -> Faulty:
    """Return everything that is wrong with a tree of which the problems of these stages are known, and what is left.

    A line that was mended is also taken out: what is wrong only if it says what was probably meant isn't told.
    """
    from interpreter.profile.standins import params_below, stand_ins  # only needed once something is wrong
    from interpreter.profile.unnamed import told_once

    sources = [document.root.source for document in composed.documents]
    readings: list[Reading] = []
    others: list[Reading] = []
    stood: set[Keys] = set()
    for mend in (True, False):
        tree, poison = salvaged(composed.tree, sources, mend)
        reading = read(composed._replace(tree=tree), poison | gaps, None)
        readings.append(reading)
        trees, paths = stand_ins(reading.vocabulary, reading.of_words)
        lost = reading.blamed | may_lack(reading.of_words)
        unclear = poison | gaps | Poison(parts=lost, wrong=params_below(tree, paths))
        others += [read(composed._replace(tree=other), unclear, None) for other in trees] or [reading]
        stood |= paths
        if not poison.mended:
            break
    if readings[0].typer is None:
        for document in composed.documents:
            look_at(document, True, stages[1])
    unnamed = {path[:2] for path in readings[0].poison.lacking}  # what it builds on may be what its name means
    told = [problem for problem in readings[0].problems if is_told(problem, readings)]
    told = [p for p in told if p.code != "E021" or path_at(readings[0].composed.tree, p.place)[:2] not in unnamed]
    others = others if stood else []
    told += shown_in_all(readings[0].silenced, others)
    left = [left_of(reading) for reading in readings]
    found = common([[] if one is None else analyse(one.subject, one.lost) for one in left])
    standing = [one and one._replace(stood=frozenset(stood)) for one in map(left_of, others)]
    known = tuple(one for one in standing if one is not None)
    if len(known) < len(standing):
        known = ()
    proofs = common([analyse(one.subject, one.lost) for one in known])
    if any(path[0] == "deck" for path in stood) and any(problem.code in NO_HANDS for problem in proofs):
        # how many cards there are isn't known, so that what is dealt may be right or wrong
        known = tuple(one._replace(subject=dealt) for one in known for dealt in as_dealt(one.subject))
        proofs = common([analyse(one.subject, one.lost) for one in known])
    found += [problem for problem in proofs if problem not in found and not known[0].stands_in(problem)]
    remains = left[0] and left[0]._replace(others=known)
    every = one_for_each_place([*stages, list(readings[0].poison.late), told, found])
    return Faulty(told_once(whole_only(every), composed.tree), remains)


def whole_only(problems: list[Problem]) -> list[Problem]:
    """Return problems without those of a sign that another one says in the same words of the whole operation."""
    places: dict[tuple[str, str], list[Place]] = {}
    for problem in problems:
        if problem.place is not None:
            places.setdefault((problem.code, problem.message), []).append(problem.place)
    return [
        one
        for one in problems
        if one.place is None
        or not any(one.place != other and one.place.within(other) for other in places[one.code, one.message])
    ]


def shown_in_all(problems: list[Problem], readings: list[Reading]) -> list[Problem]:
    """Return the problems that each of some readings has, if there are any."""
    keys = [{(problem.code, problem.place) for problem in reading.problems} for reading in readings]
    return [p for p in problems if keys and all((p.code, p.place) in found for found in keys)]


def look_at(document: Document, syntax: bool, problems: list[Problem]) -> None:
    """Check one file alone against the schema, and on request the grammar of its expressions.

    The grammar of those that reach the merged tree is looked at there; shipped files are in order.
    """
    content = (document.kind, document.root.source.text)
    if content not in _IN_ORDER or document.root.doubled:  # then its text says several things
        count = len(problems)
        problems.extend(unknown_needs(document) if document.kind == "house_rule" else ())
        validate(document.root, "profile" if document.kind == "profile" else "house-rule", True, problems)
        if document.whole and not document.root.doubled and len(problems) == count and len(_IN_ORDER) < MAX_REMEMBERED:
            _IN_ORDER.add(content)
    if not syntax or (content in _IN_ORDER and document.path.is_relative_to(profiles_folder())):
        return
    for leaf in expressions(document.root):
        if leaf.type != "range" and not (leaf.type == "who" and leaf.scalar.text == "others"):
            parse_expression(leaf.scalar.text, leaf.scalar, problems, leaf.scalar.place_of)


def stop(problems: list[Problem]) -> None:
    """Raise what was found so far, unless it is only warnings: later steps build on what earlier ones prove."""
    if any(problem.severity == "error" for problem in problems):
        raise InputError(problems)


def proved(checked: Checked, composed: Composed) -> Profile:
    """Build the rules and prove by enumeration that they can be played. Raises `InputError`."""
    profile = build(checked)
    stop(analyse(Subject(profile, composed.tree, checked.expressions)))
    return profile
