"""What is wrong with the file of a house rule or a parent when it is looked at for itself, whatever game names it.

A house rule is looked at with a game that it fits, a parent as the game that it is up to there; so is a base, if it
is one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from interpreter.errors import InputError, Problem, Severity, meant_by
from interpreter.profile.advice import UNREAD, check_with_advice, of_lines
from interpreter.profile.analyse.subject import warning
from interpreter.profile.check import built, check_alone
from interpreter.profile.library import Document, content, read, same_file, shown
from interpreter.profile.merge import without
from interpreter.profile.salvage import UNKNOWN, unknown_names
from interpreter.profile.shelf import files
from interpreter.profile.trial import NO_FILE, try_out


class Alone(NamedTuple):
    """What is wrong with a file by itself; `kind` is "house rule" or "base".

    A house rule was looked at with a `game` too, None where none can be named from its folder; whether it `fits` that
    is False where it fits none.
    """

    kind: str
    title: str
    problems: tuple[Problem, ...]
    game: str | None = None
    fits: bool = False


def by_itself(path: Path, game: str | None = None, stay: bool = False) -> Alone | None:
    """Check the file of a house rule or a base; None for another file, or one that can't be read.

    A house rule is tried with a `game` first, and may `stay` with it, as `try_out` says.
    """
    found = check_alone(path)
    if found is None:
        return None
    kind, title, problems = found
    if kind == "house rule":
        return with_a_game(Alone(kind, title, problems), path, game, stay)
    if all(problem.severity == "warning" for problem in problems):
        known = {(problem.code, problem.place) for problem in problems}
        problems += tuple(more for more in of_parent(path) if (more.code, more.place) not in known)
    return Alone(kind, title, problems)


def with_a_game(rule: Alone, path: Path, game: str | None, stay: bool) -> Alone:
    """Add what is wrong with a house rule on top of a game.

    Whether the rule is right for a game that isn't here can't be known: one that fits none of those is only warned of.
    """
    known = rule.problems
    trial = None if "+" in path.name else try_out(path, game, known, stay)  # no reference can name such a file
    if trial is None:
        return rule
    told = {problem.place for problem in (*known, *trial.problems)}
    warnings = of_rule(path, trial.game) if trial.fits else ()
    seen = f"seen with {trial.game!r}"
    severity: Severity = "error" if trial.fits else "warning"
    said = seen if trial.fits else f"no game here takes this house rule; {seen}"
    problems = (
        problem  # of any game
        if problem.code == NO_FILE
        else replace(problem, severity=severity, notes=(*problem.notes, (said, None)))
        for problem in trial.problems
    )
    more = (replace(problem, notes=(*problem.notes, (seen, None))) for problem in warnings if problem.place not in told)
    return rule._replace(problems=(*known, *problems, *more), game=trial.game, fits=trial.fits)


def warnings_of(document: Document, game: str | None = None) -> tuple[Problem, ...]:
    """Return the warnings about a file's lines; none for a rule that fits no game here, or half a game.

    A house rule is tried with a `game` first.
    """
    if document.kind == "profile":
        return of_parent(document.path)
    trial = try_out(document.path, game)
    return () if trial is None or not trial.fits or trial.problems else of_rule(document.path, trial.game)


def of_rule(path: Path, game: str) -> tuple[Problem, ...]:
    """Return the warnings about the lines of a house rule on top of a game, also beside what is wrong with it there."""
    try:
        found = check_with_advice(f"{game}+./{path.name}", None, path.parent)[1]
    except InputError as error:
        found = tuple(problem for problem in error.problems if problem.severity == "warning")
    return tuple(problem for problem in found if problem.place and problem.place.file == shown(path))


def of_parent(path: Path) -> tuple[Problem, ...]:
    """Return the warnings about the lines of a profile as it stands; of a base, but not of what it has for others.

    A base may be half a game, so that hardly anything is surely wrong with it as one: warned of is a name in its lines
    that is almost one that it has.
    """
    document = read(path, shown(path), [])
    if document is None:
        return ()
    given = document._replace(root=without(document.root, ("abstract",)), whole=False)
    try:
        found = built(f"./{path.name}", None, path.parent, {path: given})
        told = of_lines(found, given)
    except InputError as error:
        own = (problem for problem in error.problems if problem.place and problem.place.file == document.name)
        return tuple(warning(problem) for problem in own if problem.code in UNKNOWN and meant_by(problem.help))
    if "abstract" not in document.root.entries:
        return tuple(told)
    return tuple(problem for problem in told if problem.code != UNREAD or not is_named_beside(problem, path))


def is_named_beside(problem: Problem, path: Path) -> bool:
    """Whether another file from the folder of a base uses one of the names that a problem is about."""
    word = re.compile(rf"\b(?:{'|'.join(map(re.escape, unknown_names(problem)))})\b".encode())
    for other in files(path.parent):
        try:
            if not same_file(other, path) and word.search(content(other)):
                return True
        except (OSError, ValueError):
            continue
    return False
