"""What is left of a profile with faults: a game to prove things of, and the parts of it that nothing can be said of.

An expression that is wrong, or that uses a name which is, becomes a variable that nobody sets: a proof that needs it
ends there and says nothing. What has to be known to build the game at all is filled in, and its part counts as lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from interpreter.errors import InputError, Problem
from interpreter.expression.tree import Expr
from interpreter.profile.analyse import EVERYTHING, Parts, Subject
from interpreter.profile.builders import build
from interpreter.profile.checked import LOST_VALUE
from interpreter.profile.checked import Path as Keys
from interpreter.profile.compose import Composed
from interpreter.profile.nodes import Mapping as MapNode
from interpreter.profile.nodes import Scalar, data, words_of
from interpreter.profile.parts import Path, part_of, path_at, verbs_in
from interpreter.profile.reading import Reading, checked_of, lost_value
from interpreter.profile.salvage import words_in
from interpreter.profile.schema import expressions, meaning
from interpreter.profile.vocabulary import submap
from interpreter.quantities import QUANTITIES

FILLED: Mapping[str, object] = {"to": "sides", "at": "turn", "bids": {}, "steps": {}, "first": "lot"}
"""What stands for a required key that is missing, where that is no expression."""
WORD = re.compile(r"\w+")


class Faulty(InputError):
    """Everything that is wrong with a game, and what is left of it; None where that is nothing.

    `codes` are those of all that was found, also of what is told with something else, of which it comes.
    """

    def __init__(self, problems: Iterable[Problem], remains: Remains | None, codes: Iterable[str] = ()) -> None:
        super().__init__(problems)
        self.remains = remains
        self.codes = frozenset(codes) | {problem.code for problem in self.problems}


class Remains(NamedTuple):
    """The game that is left of a faulty one, and the parts of it that are lost.

    `others` are the same game in several readings, with something else in the place of what is wrong; `stood` are the
    paths of that.
    """

    composed: Composed
    subject: Subject
    lost: Parts = frozenset()
    others: tuple[Remains, ...] = ()
    stood: frozenset[Path] = frozenset()

    def stands_in(self, problem: Problem) -> bool:
        """Whether a problem is one of something that only stands in the place of what is wrong."""
        path = path_at(self.composed.tree, problem.place)
        return any(path[: len(stood)] == stood for stood in self.stood)


def left_of(reading: Reading) -> Remains | None:
    """Return the game that is left of what was read; None where nothing can be proved of it."""
    composed, vocabulary, poison = reading.composed, reading.vocabulary, reading.poison
    verbs = verbs_in(composed.tree)
    flow = [name for name in dict.fromkeys(vocabulary.flow) if verbs[name] != "bid" or name == vocabulary.auction]
    flow = [name for name in flow if verbs[name]]
    if reading.typer is None or poison.parts >= EVERYTHING or not {"deal", "play"} <= {verbs[name] for name in flow}:
        return None
    checked = checked_of(composed, vocabulary, reading.typer)
    exprs, lost = known_in(checked.expressions, reading, verbs)
    document = filled(checked.document, poison.lacking)
    pack = vocabulary.pack
    deck = {"suits": pack.suits, "ranks": pack.ranks, "extra": pack.extra, "without": pack.without}
    defaults = {name: values[0] for name, values in vocabulary.fields.items() if values}
    contract, tallies = document.get("contract"), submap(composed.tree, "tallies").entries
    taken = QUANTITIES.keys() & tallies.keys()
    if taken:  # the name means something else
        document["tallies"] = {name: data(scope) for name, scope in tallies.items() if name not in taken}
        lost |= {"tallies"} if taken & words_in(composed.tree.entries.get("score")) else set()
    document |= {
        "flow": flow,
        "deck": {key: list(words) for key, words in deck.items()},
        "contract": defaults | (contract if isinstance(contract, dict) else {}),
    }
    subject = Subject(build(checked._replace(document=document, expressions=exprs)), composed.tree, exprs)
    return Remains(composed, subject, lost)


def known_in(exprs: Mapping[Keys, Expr], reading: Reading, verbs: Mapping[str, str]) -> tuple[dict[Keys, Expr], Parts]:
    """Return expressions with lost values for those that can't be relied on, and the parts that are lost."""
    poison = reading.poison
    wrong, parts = wrong_for(poison.wrong, reading.composed.tree, exprs, verbs)
    lost = poison.parts | parts
    for path in poison.lacking:
        told = meaning("profile", path)
        lost |= part_of(path, verbs) if told is None or told.type is None else frozenset()
        wrong.append(tuple(map(str, path)))
    if lost & {"contract", "bid"}:
        wrong += [path for path in exprs if path[0] == "phases" and path[-1] == "rank"]
    found = {**exprs, **dict.fromkeys(wrong, lost_value())}
    for path, expr in found.items():
        known = read_in_building(path, verbs) if expr.value == LOST_VALUE else None
        if known is not None:
            found[path] = known
            lost |= part_of(path, verbs)
    return found, lost


def wrong_for(
    names: frozenset[str], tree: MapNode, exprs: Mapping[Keys, Expr], verbs: Mapping[str, str]
) -> tuple[list[Keys], Parts]:
    """Return which expressions are wrong because they use names that are, and the parts in which lists use these."""
    known = set(names) | {path[1] for path, expr in exprs.items() if path[0] == "define" and expr.value == LOST_VALUE}
    if not known:
        return [], frozenset()
    leaves = [(leaf, words_read(leaf.scalar)) for leaf in expressions(tree)]
    count = -1
    while count < len(known):  # a define or class that uses a wrong one is wrong
        count = len(known)
        classes = submap(tree, "cards").entries.items()
        known |= {name for name, node in classes if not known.isdisjoint(word for word, _ in words_of(node))}
        known |= {str(leaf.path[1]) for leaf, words in leaves if leaf.path[0] == "define" and words & known}
    using = [leaf for leaf, words in leaves if words & known]
    parts = frozenset[str]().union(*(part_of(leaf.path, verbs) for leaf in using if leaf.type == "range"))
    lists = [layer.entries.get(key) for layer in submap(tree, "ranking").entries.values() if isinstance(layer, MapNode)
             for key in ("trumps", "idle")]  # fmt: skip
    if any(word in known for node in lists for word, _ in words_of(node)):
        parts |= {"ranking"}
    return [tuple(map(str, leaf.path)) for leaf in using if leaf.type != "range"], parts


def words_read(scalar: Scalar) -> set[str]:
    """Return every word of an expression, with what `inherited` stands for."""
    below = words_read(scalar.inherited) if scalar.inherited is not None else set()
    return below | set(WORD.findall(scalar.text))


def filled(document: Mapping[str, object], lacking: Iterable[Path]) -> dict[str, object]:
    """Return plain data with something in the place of each key that it lacks."""
    found = {**document}
    for *above, key in lacking:
        holder = found
        for step in above:
            inner = holder.get(str(step))
            if not isinstance(inner, dict):
                break
            holder[str(step)] = holder = {**inner}
        else:
            holder[str(key)] = FILLED.get(str(key), "")
    return found


def read_in_building(path: Keys, verbs: Mapping[str, str]) -> Expr | None:
    """Return what stands for an expression whose value has to be known to build the game; None for any other.

    These are the ones that read params alone, and the ranks of bids.
    """
    if path[0] != "phases" or len(path) < 3 or not verbs.get(path[1]):
        return None
    told = meaning("profile", path, verbs[path[1]])
    if told is None or told.place not in ("params", "rank"):
        return None
    return Expr("bool", False) if told.type == "boolean" else Expr("int", 1)
