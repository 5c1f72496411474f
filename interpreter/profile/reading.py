"""Reading a merged tree: its words, the types of its expressions, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from interpreter.contract import Value
from interpreter.errors import Problem, meant_by
from interpreter.expression.tree import Expr
from interpreter.profile.analyse import EVERYTHING, Parts
from interpreter.profile.blame import blamed, of_problem, removals, replacements
from interpreter.profile.checked import LOST_VALUE, Checked, hash_of
from interpreter.profile.compose import Composed
from interpreter.profile.keys import BID_KEYS
from interpreter.profile.merge import OWN_KEYS, WORDING
from interpreter.profile.nodes import Mapping, Node
from interpreter.profile.parts import NAMED_IN_RULES, part_of, path_at, verbs_in
from interpreter.profile.salvage import Poison, words_in
from interpreter.profile.schema import Leaf
from interpreter.profile.typing import Typer, resolved, typed
from interpreter.profile.vocabulary import Vocabulary, read_values, read_vocabulary, submap

OF_FLOW = frozenset(("R010", "R012", "R013", "R014", "R015"))
ECHOES = ("R012", "R013", "R014", "R015")
OF_FIELDS = frozenset(("R023", "R024", "R025"))
NO_RANK = "R004"
"""What is told of a rank that the deck hasn't."""
TOO_MUCH = frozenset(("R026", "R027", "R081"))
"""Problems of a game that is too large to be enumerated."""


class Reading(NamedTuple):
    """A tree that was read, with what is wrong with it; `typer` is None where it has no phases.

    `poison` is what it lacks, and what can't be relied on because of its problems.
    """

    composed: Composed
    vocabulary: Vocabulary
    typer: Typer | None
    problems: list[Problem]
    poison: Poison
    silenced: list[Problem]
    """What may only follow from what is missing."""
    of_words: list[Problem]
    """What is wrong with the words of the tree, each problem where it shows."""
    blamed: Parts
    """The parts of which a line took away what is missed elsewhere."""


def read(composed: Composed, poison: Poison, leaves: list[Leaf] | None) -> Reading:
    """Read a tree that fits the schema but for the keys that it lacks; `leaves` are its expressions, where known."""
    found: list[Problem] = []
    vocabulary = read_vocabulary(composed.tree, found)
    poison |= unclear(found, vocabulary)
    of_words = list(found)
    typer, to_blame = None, Parts()
    if vocabulary.phases:
        poison = poison.after(found, vocabulary, composed.removals)
        typer = typed(composed, vocabulary, found, leaves)
    if found:
        found = without_echoes(found, vocabulary.missing)
        to_blame = parts_to_blame(found, composed)
        poison |= Poison(parts=to_blame)
        found = blamed(found, composed)
    silenced = [problem for problem in found if poison.silences(problem)]
    told = [problem for problem in found if problem not in silenced]
    words = replace(vocabulary, problems=[])
    return Reading(composed, words, typer, told, poison, silenced, of_words, to_blame)


def without_echoes(problems: list[Problem], missing: list[str]) -> list[Problem]:
    """Return problems without those of the flow that come of its naming phases that are `missing`."""
    return [problem for problem in problems if not missing or problem.code not in ECHOES]


def is_told(problem: Problem, readings: list[Reading]) -> bool:
    """Whether a problem of the first of some readings is one in all of them, or stands in what was mended there."""
    found = [{(p.code, p.place) for p in (*other.problems, *other.silenced)} for other in readings[1:]]
    if all((problem.code, problem.place) in keys for keys in found):
        return True
    path = path_at(readings[0].composed.tree, problem.place)
    return any(path[: len(mended)] == mended for mended in readings[0].poison.mended)


def unclear(problems: list[Problem], vocabulary: Vocabulary) -> Poison:
    """Return of which parts and names nothing is known where the words of a profile have these problems."""
    parts = flow_lost(vocabulary) | may_lack(problems)
    wrong: set[str] = set()
    verbs = verbs_in(vocabulary.tree)
    for problem in problems:
        if problem.code in TOO_MUCH:
            parts |= EVERYTHING
        elif problem.code in OF_FIELDS:
            parts |= {"contract"}
        elif problem.code not in OF_FLOW:
            path = path_at(vocabulary.tree, problem.place)
            parts |= part_of(path, verbs)
            wrong |= {str(step) for step in path[1:2] if path[0] in NAMED_IN_RULES}
    return Poison(parts=EVERYTHING if parts >= EVERYTHING else parts, wrong=frozenset(wrong))


def may_lack(problems: Iterable[Problem]) -> Parts:
    """Return the deck where it may lack a rank that is no other one misspelt."""
    lacking = any(problem.code == NO_RANK and not meant_by(problem.help) for problem in problems)
    return frozenset(("deck",) if lacking else ())


def flow_lost(vocabulary: Vocabulary) -> Parts:
    """Return the parts of which nothing is known because the flow is wrong."""
    verbs = [vocabulary.verb(name) for name in vocabulary.flow]
    whole = not vocabulary.missing and set(vocabulary.phases) <= set(vocabulary.flow)
    lost = set() if whole and verbs[:1] == ["deal"] and verbs[-1:] == ["play"] else {"flow"}
    whole_of = {"deal": ("deal", "turn"), "bid": ("bid", "rank", "calling", "rounds"), "play": ("play", "opening")}
    for verb, parts in whole_of.items():
        if verbs.count(verb) > 1 or (verb != "bid" and verb not in verbs):
            lost |= {"flow", *parts}
    return frozenset(lost)


def parts_to_blame(problems: Iterable[Problem], composed: Composed) -> Parts:
    """Return the parts in which a line took away what is missed elsewhere: it may be that line that is wrong."""
    causes = [*removals(composed), *replacements(composed.tree, ())]
    verbs = verbs_in(composed.tree)
    paths = [cause.path for problem in problems for _, cause in of_problem(problem, causes)]
    # a phase that was removed is gone, whatever is said of what names it
    return frozenset[str]().union(*(part_of(path, verbs) for path in paths if path[0] not in ("flow", "phases")))


def missing(composed: Composed) -> Poison:
    """Return what a tree lacks because of files that were left out, or that couldn't be merged."""
    gaps = composed.gaps
    verbs = verbs_in(composed.tree)
    paths = [*gaps.unclear]
    names: set[str] = set()
    for rule in gaps.rules:
        verbs = verbs_in(rule.root) | {name: verb for name, verb in verbs.items() if verb}
        kept = {key: node for key, node in rule.root.entries.items() if key not in (*OWN_KEYS, *WORDING)}
        paths += [path for key, node in kept.items() for path in leaves_of(node, (key,))]
        names |= {word for node in kept.values() for word in words_in(node)}
    tops = {path[0] for path in paths}
    known = Poison(
        frozenset(names),
        cards=not tops.isdisjoint(("deck", "cards")),
        flow="flow" in tops,
        order="flow" in tops,
        anything=gaps.unknown,
        parts=EVERYTHING if gaps.unknown else frozenset[str]().union(*(part_of(path, verbs) for path in paths)),
        wrong=frozenset(path[1] for path in paths if path[0] in NAMED_IN_RULES and len(path) > 1),
    )
    if not any(document.root.lost for document in composed.documents):
        return known
    from interpreter.profile.losses import lost_of  # only needed once something is wrong

    return known | lost_of(composed.documents, composed.tree)


def leaves_of(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the path of every leaf of a node."""
    if not isinstance(node, Mapping):
        yield path
        return
    for key, entry in node.entries.items():
        yield from leaves_of(entry, (*path, key))


def lost_value() -> Expr:
    """Return what stands for an expression that is wrong."""
    return Expr("name", LOST_VALUE)


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


def bid_values(vocabulary: Vocabulary, kind: str) -> dict[str, tuple[Value, ...]]:
    """Return the values of each field of a kind of bid."""
    bid = vocabulary.bids().entries[kind]
    assert isinstance(bid, Mapping)
    return {name: tuple(read_values(vocabulary, node)) for name, node in bid.entries.items() if name not in BID_KEYS}


def pick_values(vocabulary: Vocabulary, phase: str) -> dict[str, tuple[Value, ...]]:
    """Return the values of each field that a choice fills."""
    pick = submap(vocabulary.phases[phase], "pick")
    return {name: tuple(read_values(vocabulary, node)) for name, node in pick.entries.items()}
