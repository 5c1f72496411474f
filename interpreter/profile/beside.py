"""Warnings beside errors: what can be said of a game in which other things are wrong, and doesn't follow from them.

A proof is told where all is sound that it looks at, or where it holds in every reading of what isn't.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from interpreter.errors import MEANT, Problem
from interpreter.profile.analyse import CONTRACTS, EVERYTHING, NO_HANDS, Parts
from interpreter.profile.analyse.constant import check_constants
from interpreter.profile.analyse.makeable import check_makeable
from interpreter.profile.analyse.pointless import check_all_pass, check_decided, check_rows
from interpreter.profile.analyse.readings import as_dealt, as_ranked, common, told_in_all, unranked, with_all_choices
from interpreter.profile.analyse.rulings import check_rulings
from interpreter.profile.analyse.subject import BOOKS, Subject
from interpreter.profile.analyse.texts import check_texts
from interpreter.profile.analyse.trumps import check_trumps
from interpreter.profile.analyse.unused import check_unused, is_read, words_read
from interpreter.profile.checked import LOST_VALUE
from interpreter.profile.library import Document
from interpreter.profile.nodes import Mapping as MapNode
from interpreter.profile.nodes import Node, follow, lost_text
from interpreter.profile.parts import path_at
from interpreter.profile.positions import Source
from interpreter.profile.remains import Faulty, Remains
from interpreter.profile.salvage import unknown_names, words_in

LOST_BY: Mapping[str, Parts] = {
    "R028": EVERYTHING,
    "R080": frozenset(("rank",)),
    **dict.fromkeys(("R082", "R083"), frozenset(("calling",))),
    **dict.fromkeys((f"R06{number}" for number in range(7)), frozenset(("ranking",))),
}
"""Of which parts a problem that was proved leaves it unclear what their rules are."""
OF_CHOICES = frozenset(("R086",))
OF_WORDS = frozenset(("R063", "R064"))
OF_NAMES = frozenset(("R100", "R106"))
"""Warnings of what no rule reads, so that any line that is wrong may be the one that was to read it."""
OF_TALLIES = frozenset(("R040", "R048"))
WORD = re.compile(r"\w+")


def advice_beside(faulty: Faulty, remains: Remains, document: Document | None) -> list[Problem]:
    """Return the warnings about what remains of a faulty game, and about the lines of a file, if it is about one.

    Of a line in which a problem is told, nothing more is.
    """
    problems = list(faulty.problems)
    places = {problem.place for problem in problems}
    told = [warning for warning in remains.composed.warnings if warning.place is None or warning.place not in places]
    if document is None:
        return told
    told += of_texts(problems, remains, document)
    source = document.root.source
    proofs = proved(faulty, remains, source)
    others = common([proved(faulty, one, source) for one in remains.others])
    proofs += [problem for problem in others if not remains.others[0].stands_in(problem)]
    marked = {(problem.place.file, problem.place.line) for problem in problems if problem.place is not None}
    return told + [p for p in proofs if p.place is not None and (p.place.file, p.place.line) not in marked]


def proved(faulty: Faulty, remains: Remains, source: Source) -> list[Problem]:
    """Return what enumeration proves of what is left of a game, without what its problems leave unclear."""
    codes = faulty.codes
    lost = remains.lost.union(*(LOST_BY.get(code, frozenset()) for code in codes))
    if any(
        problem.code in OF_WORDS and path_at(remains.subject.tree, problem.place)[:1] == ("phases",)
        for problem in faulty.problems
    ):
        lost |= CONTRACTS  # a word that a phase gives a field is wrong
    if lost >= EVERYTHING:
        return []
    subject = with_all_choices(remains.subject) if OF_CHOICES & codes else remains.subject
    known = [subject]
    if "ranking" in lost:
        of_ranking = {code for code in codes if "ranking" in LOST_BY.get(code, ())}
        known = [unranked(subject)] if "ranking" in remains.lost else as_ranked(subject, of_ranking)
    readings = [dealt for one in known for dealt in as_dealt(one)] if NO_HANDS & codes else known
    found: list[Problem] = []
    if not lost & (CONTRACTS | {"deal", "opening", "play", "made"}):
        found += told_in_all(check_makeable, readings)
    if not lost & {"game", "match", "tallies"}:
        found += told_in_all(check_decided, known)
    if not lost & {"calling", "contract"}:
        found += told_in_all(partial(of_file, check_all_pass, source), known)
    found += told_in_all(partial(of_file, check_rows, source), known)
    if not lost & CONTRACTS and "ranking" not in remains.lost:
        found += told_in_all(check_trumps, known)
    if not lost & BOOKS:
        found += told_in_all(partial(of_file, check_rulings, source), known)
    constant = told_in_all(partial(constants_in, source, lost), readings)
    if any(expr.value == LOST_VALUE for expr in subject.expressions.values()):
        # a define may be used where nobody can read it
        constant = [p for p in constant if path_at(remains.composed.tree, p.place)[:1] != ("define",)]
    return [problem for problem in found + constant if problem.severity == "warning"]  # not that there is too much


def of_file(
    check: Callable[[Subject, Source], Iterator[Problem]], source: Source, subject: Subject
) -> Iterator[Problem]:
    """Return what a check finds in the lines of one file."""
    return check(subject, source)


def constants_in(source: Source, lost: Parts, subject: Subject) -> Iterator[Problem]:
    """Return the conditions in one file that are always the same, whatever the rules of the lost parts are."""
    return check_constants(subject, source, lost)


def of_texts(problems: list[Problem], remains: Remains, document: Document) -> Iterator[Problem]:
    """Yield what names and texts of a file do nothing.

    A name counts as read wherever a line stands that may be wrong, or that such a line replaced, also if it is misspelt
    there.
    """
    composed, subject = remains.composed, remains.subject
    files = {problem.place.file for problem in problems if problem.place is not None}
    placed = [problem for problem in problems if not problem.code.startswith("Y")]  # what can't be read has no path
    paths = {path_at(composed.tree, problem.place) for problem in placed} - {()}
    spelt = {word for problem in problems for word in WORD.findall(f"{problem.message} {problem.help or ''}")}
    for one in (*composed.documents, *composed.gaps.rules):
        if one is document or one.name in files or one in composed.gaps.rules:
            spelt |= words_read(one.root)
    unread = {word for one in composed.documents for text in unused(one.root) for word in WORD.findall(text)}
    spelt |= unread
    for path in paths:
        spelt |= words_before(follow(composed.tree, path))
    wrong = {path_at(composed.tree, problem.place)[:2] for problem in placed if problem.code != "S001"}
    own = [path_at(document.root, problem.place) for problem in placed]
    unsure = {str(path[1]) for path in own if path[:1] == ("params",) and len(path) > 1}
    if any(problem.code == "E010" and is_bare(problem) for problem in problems):
        spelt |= subject.profile.params.keys()  # any of them may be meant
    unclear = bool(remains.lost & {"score", "game", "match"} or {problem.code for problem in problems} & OF_TALLIES)
    for check in (check_unused, check_texts):
        for warning in check(subject, document.root.source):
            path = path_at(composed.tree, warning.place)
            if warning.code == "R100" and path[:2] in wrong:
                continue
            if warning.code == "R100" and path[0] == "tallies" and is_read(subject, str(path[1])):
                if not unclear:
                    yield warning
            elif warning.code == "R105" and (unread | unsure) & set(WORD.findall(warning.message.split()[0])):
                continue
            elif warning.code not in OF_NAMES or names_of(warning, subject).isdisjoint(spelt):
                yield warning


def unused(root: MapNode) -> Iterator[str]:
    """Yield the parts of a file that aren't used: what can't be read, and the second values of keys."""
    yield lost_text(root)
    yield from (root.source.text[double.node.start : double.node.end] for double in root.doubled)


def names_of(warning: Problem, subject: Subject) -> set[str]:
    """Return the names that a warning says nothing reads."""
    if warning.code == "R100":
        return unknown_names(warning)
    return subject.profile.params.keys() & set(WORD.findall(warning.message))


def is_bare(problem: Problem) -> bool:
    """Whether a problem is about a name that may be meant for a param, like no known one."""
    near = (problem.help or "").startswith(MEANT)
    return not near and not any("." in name for name in unknown_names(problem))


def words_before(node: Node | None) -> set[str]:
    """Return every word in what a node replaced, and in what that did."""
    found: set[str] = set()
    while node is not None and node.replaced is not None:
        node = node.replaced
        found |= words_in(node)
    return found
