"""Whose line made it so: a problem that shows in a line of a parent, or of a house rule, and comes of a later file.

One rule for all of them. The problem stands at the later file's line without which it isn't there (the first, where
any of several mends it), and the line where it shows is a note. Such a line is found by checking the game without
the file's top-level keys, one at a time (many of them by halves), and then without what stands below them; nothing is
guessed. Where no line is found to be the cause, the problem stands where the author's file names the other one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from interpreter.errors import MEANT, Place, Problem
from interpreter.profile.blame import OF_WHAT_IS_LEFT
from interpreter.profile.compose import Gathered
from interpreter.profile.nodes import Mapping, Sequence, follow, said, size
from interpreter.profile.trying import MAX_TRIES, MAX_WORK, Cause, Left, Line, Search, is_own, is_shipped, later

MAX_SAID = 40
"""How long a value may be that is told as what stood there before."""
SHOWN = "it shows here"
DESCRIBED = re.compile(r"\w+: ")
"""How a remedy begins that says what a missing key is."""
LACKING = "say under "
"""How a remedy begins that says what a line lacks elsewhere, the line itself being right perhaps."""
BLAME = "this line "
"""How a note begins that says of a line what it did, as `blame` writes them."""
UNFIT = frozenset(("X011", "X012", "X034", "X036", "X039"))
"""What is told of house rules that don't fit a game or each other; that is no mistake of theirs."""
TELLING = (BLAME, "the phase stands here")
"""How notes begin whose line is the cause for certain."""


def traced(problems: Iterable[Problem], gathered: Gathered, left: Left) -> list[Problem]:
    """Return problems where they come from; `left` says what is wrong once lines are left out, some 12 times at most.

    Each time costs as much as a check. Problems of one code that come of one line are folded into the first, and so is
    all that comes of one value or list. None stands in a file that comes with the program alone, if an author's file is
    among those of the game.
    """
    told = list(problems)
    known = {(problem.code, problem.place) for problem in told}
    told = [at_note(problem, gathered, TELLING) for problem in told]
    shown = {key for problem in told if any(later((key := (problem.code, problem.place))[1], gathered))}
    tries = min(MAX_TRIES, MAX_WORK // max(1, sum(size(document.root) for document in gathered.documents)))
    search = Search(gathered, known, left, {(p.code, p.place): {place for _, place in p.notes} for p in told}, tries)
    causes = search.causes(shown) if shown else {}
    causes |= search.causes_beside(causes)
    moved_to = [
        (at_rule(problem, cause, gathered) or moved(problem, cause, gathered))
        if (cause := causes.get((problem.code, problem.place))) and not is_whole_list(cause)
        else at_name(at_note(problem, gathered), gathered)
        for problem in told
    ]
    lines = [cause.lines[0] for cause in causes.values() if not cause.together and not is_whole_list(cause)]
    return folded(moved_to, {line.place() for line in lines if not isinstance(line.node, Mapping)})


def is_whole_list(cause: Cause) -> bool:
    """Whether a cause is all house rules of a list, none of them alone."""
    return all(line.path == ("house_rules",) and isinstance(line.node, Sequence) for line in cause.lines)


def at_note(problem: Problem, gathered: Gathered, starts: tuple[str, ...] = ("",)) -> Problem:
    """Return a problem at the later line that one of its notes names already, if that starts so."""
    files = {document.name for document in later(problem.place, gathered)}
    for text, place in problem.notes:
        if place is not None and place.file in files and text.startswith(starts):
            message = f"{problem.message}: {text}" if text.startswith(BLAME) else problem.message
            rest = tuple(note for note in problem.notes if note != (text, place))
            return replace(problem, message=message, place=place, notes=((SHOWN, problem.place), *rest))
    return problem


def at_name(problem: Problem, gathered: Gathered) -> Problem:
    """Return a problem that shows in a shipped file at the line by which the last author's file brings that along.

    That this line is wrong isn't said: it is where the author can begin.
    """
    shows = next((one for one in gathered.documents if problem.place and one.name == problem.place.file), None)
    authors = [document for document in later(problem.place, gathered) if not is_shipped(document)]
    if shows is None or not is_shipped(shows) or not authors:
        return problem
    named = {rule.name: place for rule, place in (() if gathered.composed is None else gathered.composed.named)}
    files = {document.name for document in authors}
    place = named.pop(shows.name, None)
    while place is not None and place.file not in files:  # a house rule that another one brings along
        place = named.pop(place.file, None)
    last = authors[-1]
    place = place or last.place_of("extends" if "extends" in last.root.entries else last.kind)
    return replace(problem, place=place, notes=((SHOWN, problem.place), *problem.notes))


def at_rule(problem: Problem, cause: Cause, gathered: Gathered) -> Problem | None:
    """Return a problem that shows in an author's own house rule, and comes of naming that: the rule is to be mended."""
    place = problem.place
    if problem.code in UNFIT:
        return None
    shows = next((document for document in gathered.documents if place and document.name == place.file), None)
    if shows is None or shows.kind != "house_rule" or not is_own(shows, gathered):
        return None
    if any(line.path[0] != "house_rules" for line in cause.lines):
        return None
    return replace(problem, notes=(*problem.notes, *(("it is named here", line.place()) for line in cause.lines)))


def moved(problem: Problem, cause: Cause, gathered: Gathered) -> Problem:
    """Return a problem at the first line that it comes of, with the others and the line where it shows as notes."""
    first, *others = sorted(cause.lines, key=lambda line: (line.document.name, line.place().line, line.place().column))
    text = "together with this line" if cause.together else "without this line, too, it is gone"
    own = [note for note in problem.notes if note[1] != first.key_place()]
    notes = ((SHOWN, problem.place), *((text, other.place()) for other in others), *own)
    return replace(problem, place=first.place(), notes=notes, help=remedy(problem, first, gathered))


def remedy(problem: Problem, line: Line, gathered: Gathered) -> str | None:
    """Return what mends a problem at the line that it comes of, and what does if that line is meant."""
    help = problem.help
    if problem.code[0] == "X":  # of the files: it is meant for the line that names the other
        place = problem.place
        if place is None or problem.code != "X039" or not (help or "").startswith(MEANT):
            return help
        own = any(one.name == place.file for one in gathered.documents if is_own(one, gathered))
        return help if own else f"leave it out (it needs {place.text[place.column - 1 : place.end_column - 1]})"
    before, verb = what_was(line, gathered)
    fits = f"`{before}`, which this line {verb}, fits" if 0 < len(before) <= MAX_SAID else "leave this out"
    if help is None or help.startswith(OF_WHAT_IS_LEFT):
        return fits
    if help.startswith(LACKING):
        return f"{help}; or {'go back to ' + f'`{before}`' if 0 < len(before) <= MAX_SAID else 'leave this out'}"
    if help.startswith("leave it out"):
        return f"{fits}; if you mean this, leave out what is shown below"
    return f"{fits}; if you mean this, {'add ' if DESCRIBED.match(help) else ''}{help}"


def what_was(line: Line, gathered: Gathered) -> tuple[str, str]:
    """Return what a line replaced or removed, "" for nothing that can be said in a few words; and which of these."""
    composed = gathered.composed
    if composed is None:
        return "", ""
    for removal in composed.removals:
        if removal.path == line.path and removal.place == line.place():
            return "" if isinstance(removal.node, Mapping) else said(removal.node), "removes"
    merged = follow(composed.tree, line.path)
    old = None if merged is None else merged.replaced
    return ("" if old is None or isinstance(old, Mapping) else said(old)), "replaces"


def folded(problems: Iterable[Problem], values: Collection[Place | None] = ()) -> list[Problem]:
    """Return problems, those of one code and line that show elsewhere as one; of some `values` those of all."""
    told: dict[object, Problem] = {}
    for problem in sorted(problems, key=lambda problem: not shows_elsewhere(problem)):  # their remedies say of the line
        one_value = problem.place in values
        of_form = problem.code[0] == "S"  # it can't be read as it stands, whatever else comes of it
        if not shows_elsewhere(problem) and (of_form or not one_value):
            told[problem] = problem
            continue
        key = (one_value or problem.code, problem.place)
        first = told.setdefault(key, problem)
        if first is not problem:
            at = next((place for _, place in problem.notes), None)
            mend = f": {problem.help}" if problem.help and not shows_elsewhere(problem) else ""
            told[key] = replace(first, notes=(*first.notes, (f"here, too: {problem.message}{mend}", at)))
    return list(told.values())


def shows_elsewhere(problem: Problem) -> bool:
    """Whether a problem was moved to the line that it comes of."""
    return bool(problem.notes) and problem.notes[0][0] == SHOWN
