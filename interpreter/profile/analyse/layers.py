"""Whose condition it was: several things are wrong with a ranking that all come of one layer's `when`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.expression.compile import Compiled
from interpreter.profile.analyse.subject import Subject
from interpreter.profile.nodes import Scalar
from interpreter.ranking import Layer, Ranking

Look = Callable[[Subject, Contract], Iterable[Problem]]
"""Yields what is wrong with the ranking under a contract."""
MAX_CONTRACTS = 500
"""With more contracts than these it isn't looked at whose condition it was."""


class Wanted(NamedTuple):
    """A layer and where it has to hold, and where it must not, for everything to be right."""

    layer: Layer
    within: tuple[Contract, ...]
    without: tuple[Contract, ...]

    @property
    def is_opposite(self) -> bool:
        """Whether its condition holds just where it must not."""
        when = self.layer.when
        return when is not None and all(
            bool(when.call(contract.names)) == wrong
            for contracts, wrong in ((self.within, False), (self.without, True))
            for contract in contracts
        )


def as_one(
    subject: Subject, problems: Sequence[Problem], contracts: Sequence[Contract], look: Look
) -> Iterator[Problem]:
    """Yield several problems of a ranking; as one where they come of a layer's `when`, whichever layers that may be.

    They do if under each contract nothing is wrong either with that layer or without it.
    """
    found = [] if len(contracts) > MAX_CONTRACTS else [*wanted(subject, contracts, look)]
    own = [one for one in found if subject.is_changed("ranking", one.layer.name, "when")]
    found = own if own else [one for one in found if one.is_opposite] or found
    if not found:
        yield from problems
        return
    places = [subject.value_place("ranking", one.layer.name, "when") for one in found]
    others = [(f"or the `when` of {one.layer.name!r}", at) for one, at in zip(found[:-1], places, strict=False)]
    shows = [("it shows here", problem.place) for problem in problems if problem.place not in places]
    help = remedy(subject, found[-1], problems) if len(found) == 1 else "one of them must hold where the other doesn't"
    yield replace(problems[0], place=places[-1], help=help, notes=(*others, *dict.fromkeys(shows)))


def wanted(subject: Subject, contracts: Sequence[Contract], look: Look) -> Iterator[Wanted]:
    """Yield the layers of which any alone could be the one whose condition is wrong."""
    for layer in subject.profile.ranking.layers:
        if layer.when is None:
            continue
        games = {holds: with_layer(subject, layer, holds) for holds in (True, False)}
        fits = [[holds for holds, game in games.items() if not any(look(game, contract))] for contract in contracts]
        if all(fits):
            ways = [*zip(contracts, fits, strict=True)]
            yield Wanted(layer, *(tuple(c for c, only in ways if only == [holds]) for holds in (True, False)))


def with_layer(subject: Subject, layer: Layer, holds: bool) -> Subject:
    """Return a game in which a layer of the ranking always holds, or never."""
    ranking = subject.profile.ranking
    always = layer._replace(when=Compiled(lambda _: holds, frozenset()))
    layers = tuple(always if one is layer else one for one in ranking.layers)
    changed = Ranking(ranking.pack, layers, ranking.reads)
    return Subject(replace(subject.profile, ranking=changed), subject.tree, subject.expressions)


def remedy(subject: Subject, found: Wanted, problems: Sequence[Problem]) -> str:
    """Say what to write as the condition of a layer."""
    node = subject.value_at("ranking", found.layer.name, "when")
    if found.is_opposite and isinstance(node, Scalar):
        return f"write {opposite(node.text.strip())}"
    known = next((problem.help for problem in problems if (problem.help or "").startswith("write `when")), None)
    return known or "let it hold just where the layer is needed"


def opposite(text: str) -> str:
    """Return the opposite of a condition."""
    if re.fullmatch(r"not [^()]*", text) and not re.search(r"\b(and|or|if)\b", text):
        return text.removeprefix("not ").strip()
    signs = re.findall(r"==|!=", text)
    if len(signs) == 1 and not re.search(r"\b(not|and|or|if)\b", text):
        return text.replace(signs[0], "!=" if signs[0] == "==" else "==")
    return f"not ({text})"
