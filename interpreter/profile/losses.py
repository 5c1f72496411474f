"""What may only follow from parts of files that can't be read: nobody knows what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.errors import Problem
from interpreter.profile.analyse import EVERYTHING
from interpreter.profile.keys import key_order
from interpreter.profile.library import Document
from interpreter.profile.merge import OF_MERGING, OWN_KEYS, WORDING
from interpreter.profile.nodes import Hole, Mapping, Node, Scalar, follow, lost_text
from interpreter.profile.parts import Path, part_of, verbs_in
from interpreter.profile.salvage import Poison, poison_of

TEXTS = (*OWN_KEYS, *WORDING, "terms")
"""Keys of which the words are no names."""
WORD = re.compile(r"\w+")
NAMED = re.compile(r"['`(][^'`)]*['`)]")
"""What of a message stands in a file."""


def sure(problems: Iterable[Problem], documents: Iterable[Document]) -> list[Problem]:
    """Return the problems of merging some documents that don't come of what couldn't be read of these."""
    lossy = [document for document in documents if document.root.lost]
    words = frozenset[str]().union(*(words_lost(document.root) for document in lossy))
    ids = {repr(document.id) for document in lossy}

    def follows(problem: Problem) -> bool:
        if problem.code == "X036":  # a rule of which a part is lost does more than what is left of it
            return any(id in problem.message for id in ids)
        said = WORD.findall(" ".join(NAMED.findall(f"{problem.message} {problem.help or ''}")))
        return problem.code in OF_MERGING and not words.isdisjoint(said)

    return [problem for problem in problems if not follows(problem)]


def words_lost(root: Mapping) -> set[str]:
    """Return every word that a file may have had in what can't be read of it, and the keys to that."""
    keys = {step for hole in root.lost for step in (*hole.path, hole.key)[-2:] if step}
    return keys | set(WORD.findall(lost_text(root)))


def lost_of(documents: Iterable[Document], tree: Mapping) -> Poison:
    """Return what a tree lacks that was merged from documents of which parts couldn't be read."""
    lost: dict[Path, Node | None] = {}
    for document in documents:
        for path, hole in paths_of(document, tree):
            text = document.root.source.text[hole.start : hole.end]
            lost[path] = Scalar(document.root.source, hole.start, hole.end, text, text)
    rules = {path: node for path, node in lost.items() if not path or path[0] not in TEXTS}
    verbs = verbs_in(tree)
    parts = frozenset[str]().union(*(part_of(path, verbs) if path else EVERYTHING for path in lost))
    flow = any(path[:1] in ((), ("flow",)) for path in rules)
    names = frozenset(str(path[-1]) for path in lost if path)
    known = Poison(names, flow=flow, order=flow, parts=EVERYTHING if parts >= EVERYTHING else parts)
    return known | poison_of(tree, rules)


def paths_of(document: Document, tree: Mapping) -> Iterator[tuple[Path, Hole]]:
    """Yield each part of a file that can't be read with the path that it has in a tree; () where that isn't known."""
    for hole in document.root.lost:
        word = WORD.match(document.root.source.text, hole.start)
        key = word[0] if hole.key is None and word and follow(tree, (*hole.path, word[0])) else hole.key
        path = (*hole.path, key) if key else hole.path
        if follow(document.root, path) is not None and hole.key:
            continue  # lines that were meant to stand there do
        yield path if path[:1] and path[0] in key_order("profile", ()) else (), hole
