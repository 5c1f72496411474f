"""What is probably a mistake, though the rules can be played: warnings, each proved by enumeration.

What can't be proved isn't said, and what is too large to be enumerated is passed over in silence. A game is
asked for its own lines as they stand, a house rule that is laid over one for the rule's lines. What such a rule, or a
param, makes of the lines of others is no mistake of theirs.

The author's other files in a game, house rules that it lists and parents, are asked for their lines too. But what these
come to in this game only is no mistake of theirs either: told is what also holds of them by themselves, as `alone`
looks at them. That nothing reads a name of theirs is told there alone, since another game may read it. Shipped files
are in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from interpreter.errors import InputError, Place, Problem, suggestion
from interpreter.model import Profile
from interpreter.profile.analyse.constant import check_constants
from interpreter.profile.analyse.makeable import check_makeable
from interpreter.profile.analyse.pointless import check_all_pass, check_decided, check_rows
from interpreter.profile.analyse.rulings import check_rulings
from interpreter.profile.analyse.subject import Subject, TooMany, warning
from interpreter.profile.analyse.texts import check_texts
from interpreter.profile.analyse.trumps import check_trumps
from interpreter.profile.analyse.unused import check_unused
from interpreter.profile.check import Built, built, examine
from interpreter.profile.compose import Composed, Gathered
from interpreter.profile.inforce import is_in_force
from interpreter.profile.library import Document, find, known_ids
from interpreter.profile.merge import OWN_KEYS, WORDING, without
from interpreter.profile.nodes import Mapping, Scalar, Sequence, data, size
from interpreter.profile.params import params_set, without_param
from interpreter.profile.positions import Source
from interpreter.profile.remains import Faulty
from interpreter.resources import profiles_folder

OF_A_GAME: tuple[Callable[[Subject], Iterator[Problem]], ...] = (check_makeable, check_decided, check_trumps)
OF_TEXTS: tuple[Callable[[Subject, Source], Iterator[Problem]], ...] = (check_unused, check_texts)
OF_RULES: tuple[Callable[[Subject, Source], Iterator[Problem]], ...] = (
    check_constants,
    check_all_pass,
    check_rows,
    check_rulings,
)
OF_A_FILE = (*OF_TEXTS, *OF_RULES)
UNREAD = "R100"
"""What is told of a name that no rule reads."""
UNPROVED = "R092"
"""What is told where it isn't known whether both sides can win at once."""
NO_BOOKS = "R111"
"""What is told of books below 0."""
MAX_TRIED = 3_000
"""How many keys and items of lists are checked anew in all to see what a house rule changes; at least one rule is."""
MAX_RULES = 8
"""How many house rules are looked at."""
MAX_OWN = 6
"""How many of the author's other files are looked at; each costs some 50 ms, and what is told of one some 100 more."""
MAX_TOLD = 3
"""How many lines of a house rule without effect are shown."""


def check_with_advice(
    reference: str, place: Place | None = None, beside: Path | None = None, *, thorough: bool = False
) -> tuple[Profile, tuple[Problem, ...]]:
    """Return the rules that a reference names and every warning about them, checked anew from the sources.

    Costs some 2 ms more than `check_reference`. A `thorough` check also composes the game without each house rule that
    the reference or the profile names, and without each param that the reference sets, to see whether that makes a
    difference: some 15 ms for each. Raises `InputError`
    with every problem found.
    """
    try:
        found = examine(reference, place, beside)
    except Faulty as faulty:
        from interpreter.profile.beside import advice_beside  # only needed once something is wrong

        told: list[Problem] = []
        if faulty.remains is not None:
            composed = faulty.remains.composed
            document = subject_of(composed)
            warnings = advice_beside(faulty, faulty.remains, document)
            warnings += unknown_conflicts(document) if document is not None else ()
            marked = {(problem.place.file, problem.place.line) for problem in faulty.problems if problem.place}
            told = at_their_lines(warnings, composed)
            told = [p for p in told if p.place is None or (p.place.file, p.place.line) not in marked]
        raise InputError(without_unproved(dict.fromkeys((*faulty.problems, *told)))) from None
    warnings = [*found.composed.warnings, *advice(found)]
    undone = [*undone_rules(found)]
    warnings += undone
    if thorough:
        files = {problem.place.file for problem in warnings if problem.place is not None and problem not in undone}
        warnings += idle_rules(found, place, beside, files)
        warnings += idle_params(found, place, beside)
    told = at_their_lines([*without_unproved(warnings)], found.composed)
    return found.profile, tuple(sorted(told, key=Problem.sort_key))


def without_unproved(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems without what can't be proved because of another one: with any books whoever may win."""
    every = list(problems)
    unsure = UNPROVED if any(problem.code == NO_BOOKS for problem in every) else None
    return [problem for problem in every if problem.code != unsure]


def at_their_lines(warnings: list[Problem], composed: Composed) -> list[Problem]:
    """Return warnings, each once, at the author's lines that bring them about."""
    if not warnings:
        return []
    from interpreter.profile.causes import at_name, at_note, folded  # only needed once something is wrong

    known = Gathered(composed.documents, composed, ())
    return folded(at_name(at_note(problem, known), known) for problem in dict.fromkeys(warnings))


def advice(found: Built) -> list[Problem]:
    """Return the warnings about a game, and about the lines of the file that it is about."""
    told: list[Problem] = []
    for check in OF_A_GAME:
        try:
            told.extend(check(found.subject))
        except TooMany:
            continue
    document = subject_of(found.composed)
    if document is not None:
        told.extend(of_lines(found, document))
    if document is found.composed.profile:
        told.extend(of_own_files(found))
    return told


def of_lines(found: Built, document: Document) -> list[Problem]:
    """Return the warnings about the lines of one file of a game."""
    told = [problem for look_at in OF_A_FILE for problem in look_at(found.subject, document.root.source)]
    return [*told, *unknown_conflicts(document)]


def of_own_files(found: Built) -> Iterator[Problem]:
    """Tell what is probably a mistake in the author's house rules and parents, whatever game they are for."""
    composed = found.composed
    own = [one for one in composed.documents if not one.path.is_relative_to(profiles_folder())]
    games = [one.id for one in composed.documents if one not in own and one.kind == "profile"]
    for document in [one for one in own if one is not composed.profile][:MAX_OWN]:
        told = [problem for problem in of_lines(found, document) if problem.code != UNREAD]
        if told:
            from interpreter.profile.alone import warnings_of  # only needed once something is wrong

            sure = {key_of(problem) for problem in warnings_of(document, games[-1] if games else None)}
            yield from (problem for problem in told if key_of(problem) in sure)


def key_of(problem: Problem) -> tuple[str, int, int]:
    """Return what a warning about a file is known by, however the file is called."""
    place = problem.place
    return (problem.code, place.line, place.column) if place is not None else (problem.code, 0, 0)


def unknown_conflicts(document: Document) -> Iterator[Problem]:
    """Tell each name in a file's `conflicts` that no profile or house rule has."""
    conflicts = document.root.entries.get("conflicts")
    for name, reason in conflicts.entries.items() if isinstance(conflicts, Mapping) else ():
        beside = document.path.parent
        if find(name, beside) is None and data(reason) is not None:
            source, start, end = conflicts.keys[name]  # type: ignore[union-attr]
            message = f"`conflicts` rules out {name!r}, which is no profile or house rule"
            help = suggestion(name, known_ids(beside)) or "name a file by its ID; `bidwhist list` shows all"
            yield warning(Problem("X044", message, source.place(start, end), help))


def subject_of(composed: Composed) -> Document | None:
    """Return the file that a reference is about: the profile, or the one house rule that it adds."""
    if composed.reference.params or len(composed.reference.house_rules) > 1:
        return None
    return next(iter(added(composed)), None) if composed.reference.house_rules else composed.profile


def added(composed: Composed) -> list[Document]:
    """Return the house rules that a reference adds."""
    ids = {Path(name).stem if name.endswith((".yaml", ".yml")) else name for name in composed.reference.house_rules}
    return [document for document in composed.documents if document.kind == "house_rule" and document.id in ids]


# ---- house rules without effect


def is_undone(document: Document, tree: Mapping) -> bool:
    """Whether a house rule sets something, and nothing of that stands in the tree that it was laid over."""
    lines = without(document.root, (*OWN_KEYS, *WORDING, "terms"))
    return bool(lines.entries) and not is_in_force(tree, lines)


def undone_rules(found: Built) -> Iterator[Problem]:
    """Tell each listed house rule of which later lines have undone all that it sets."""
    tree = found.composed.tree
    for document, place in found.composed.named:
        if not is_undone(document, tree):
            continue
        paths = [path for path, _ in own_lines(document.root, ())][:MAX_TOLD]
        notes = tuple((f"`{path}` is set here", found.subject.value_place(*path.split("."))) for path in paths)
        message = f"house rule {document.id!r} has no effect in this game: other lines set all that it sets, otherwise"
        help = "leave it out, or these lines"
        yield warning(Problem("X041", message, place or document.place_of("house_rule"), help, notes))


def idle_rules(found: Built, place: Place | None, beside: Path | None, warned: set[str]) -> Iterator[Problem]:
    """Tell each house rule without which the game is proved to be the same; not of files that are `warned` of."""
    from interpreter.profile.analyse.alike import MOST, alike  # 8 ms, for a thorough check only

    undone = [document for document, _ in found.composed.named if is_undone(document, found.composed.tree)]
    budget, entries = [MOST], sum(size(document.root) for document in found.composed.documents)
    for document in rules_of(found.composed)[: min(MAX_RULES, max(1, MAX_TRIED // entries))]:
        lines = list(own_lines(document.root, ()))
        if not lines or document.name in warned or document in undone:
            continue
        try:
            without = built(found.composed.reference.text, place, beside, {document.path: None})
        except InputError:
            continue
        if alike(without.subject, found.subject, budget):
            notes = tuple((f"`{path}` comes to the same without it", where) for path, where in lines[:MAX_TOLD])
            named = next((at for rule, at in found.composed.named if rule is document), None)
            yield warning(
                Problem(
                    "X041",
                    f"house rule {document.id!r} has no effect in this game: whatever happens, it makes no difference",
                    named or document.place_of("house_rule"),
                    "leave it out, or see what it was meant to change",
                    notes,
                )
            )


def idle_params(found: Built, place: Place | None, beside: Path | None) -> Iterator[Problem]:
    """Tell each param of the reference without which the game is proved to be the same."""
    from interpreter.profile.analyse.alike import MOST, alike

    budget = [MOST]
    reference = found.composed.reference
    for (name, _), (_, where) in list(zip(reference.params, params_set(reference), strict=True))[:MAX_RULES]:
        try:
            without = built(without_param(reference, name), place, beside)
        except InputError:
            continue
        if alike(without.subject, found.subject, budget):
            message = f"the number {name!r} has no effect in this game: whatever happens, it makes no difference"
            yield warning(Problem("X041", message, where, "leave it out, or see what it was meant to change"))


def rules_of(composed: Composed) -> list[Document]:
    """Return the house rules that the reference or its profile names."""
    node = composed.profile.root.entries.get("house_rules")
    listed = set(str(node.text).split()) if isinstance(node, Scalar) else set()
    if isinstance(node, Sequence):
        listed = {Path(item.text).stem for item in node.items if isinstance(item, Scalar)}
    rules = [document for document in composed.documents if document.kind == "house_rule" and document.id in listed]
    return [*rules, *(document for document in added(composed) if document.id not in listed)]


def own_lines(node: Mapping, path: tuple[str, ...]) -> Iterator[tuple[str, Place]]:
    """Yield the lines of a house rule that set a rule, and where they stand."""
    for key, entry in node.entries.items():
        if not path and (key in OWN_KEYS or key in WORDING or key == "terms"):
            continue
        below = (*path, key)
        if isinstance(entry, Mapping):
            yield from own_lines(entry, below)
        else:
            source, start, end = node.keys[key]
            yield ".".join(below), source.place(start, end)
