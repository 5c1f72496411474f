"""What a profile is about, read off its merged tree: cards, params, fields and their values, phases, tallies.

Expressions are typed against it. Everything here is finite: a field of the contract has the values that bids, choices
and `set` give it, and its default.
"""

from __future__ import annotations

import re

from interpreter.errors import Problem, did_you_mean, meant_by, suggestion
from interpreter.profile.nodes import Mapping, Node, Scalar, data, words_of
from interpreter.profile.vocabulary.cards import check_inherited, check_ranking, read_pack
from interpreter.profile.vocabulary.fields import read_fields, read_values
from interpreter.profile.vocabulary.words import Vocabulary, submap

ENDS = {
    "deal": "first in `flow`: a hand begins with its one deal",
    "play": "last in `flow`: a hand ends with its one play",
}
"""Where the phases stand that every game has, by what is done in them."""
SEAT_NUMBERS = ("0", "1", "2", "3")

__all__ = ["Vocabulary", "read_values", "read_vocabulary", "submap"]


def read_vocabulary(tree: Mapping, problems: list[Problem]) -> Vocabulary:
    """Read a merged tree that fits the schema; what doesn't make sense goes to `problems`."""
    vocabulary = Vocabulary(tree, problems)
    read_params(vocabulary)
    check_inherited(vocabulary)
    marked = [problem.place for problem in problems]
    read_pack(vocabulary)
    check_ranking(vocabulary)
    problems[:] = [p for at, p in enumerate(problems) if at < len(marked) or p.place not in marked]
    check_dealer(vocabulary)
    read_flow(vocabulary)
    read_fields(vocabulary)
    for name, node in submap(tree, "tallies").entries.items():
        vocabulary.tallies[name] = str(data(node))
    vocabulary.tallies.setdefault("total", "game")
    return vocabulary


def check_dealer(vocabulary: Vocabulary) -> None:
    """Demand a seat or cards that exist where `dealer.first` names them."""
    node = submap(vocabulary.tree, "dealer").entries.get("first")
    call = re.fullmatch(r"(seat|draw)\(\s*(\w+)\s*\)", node.text.strip()) if isinstance(node, Scalar) else None
    if node is None or call is None:
        return
    what, word = call.groups()
    if what == "seat" and word not in SEAT_NUMBERS:
        vocabulary.report(
            "R016",
            f"there is no seat {word!r}",
            node.place(),
            "seats are numbered: seat(0) is north, 1 east, 2 south, 3 west",
        )
    pack = vocabulary.pack
    known = [*vocabulary.classes, *pack.suits, *pack.ranks, *pack.cards]
    if what == "draw" and word not in known:
        vocabulary.report(
            "R017",
            f"there are no cards {word!r} to draw for",
            node.place(),
            suggestion(word, known) or "name a suit, a rank, a card or a class: draw(D)",
        )


def read_params(vocabulary: Vocabulary) -> None:
    """Read the params, plain integers."""
    for name, node in submap(vocabulary.tree, "params").entries.items():
        value = data(node)
        if isinstance(value, int) and not isinstance(value, bool):
            vocabulary.params[name] = value


def was_named(phase: str, flow: Node | None) -> bool:
    """Whether a flow that was replaced, or one before it, names a phase."""
    while flow is not None:
        if any(word == phase for word, _ in words_of(flow)):
            return True
        flow = flow.replaced
    return False


def read_flow(vocabulary: Vocabulary) -> None:
    """Read which phases a hand has, in order."""
    tree = vocabulary.tree
    phases = submap(tree, "phases")
    for name, node in phases.entries.items():
        if isinstance(node, Mapping):
            vocabulary.phases[name] = node
    named = list(words_of(tree.entries.get("flow")))
    idle = [name for name in vocabulary.phases if name not in {word for word, _ in named}]
    for name, place in named:
        if name in vocabulary.phases:
            vocabulary.flow.append(name)
            continue
        near = suggestion(name, idle) or "take it out, or add it to `phases`"
        others = [word for word, where in named if word in vocabulary.phases and where.file != place.file]
        moved = None if meant_by(near) else meant_by(suggestion(name, others))  # by a file that builds on the others
        help = did_you_mean(moved) if moved else near
        vocabulary.report("R010", f"the flow names a phase {name!r} that isn't among `phases`", place, help)
        meant = meant_by(near)
        if moved:
            continue
        if meant:
            vocabulary.flow.append(meant)
            idle.remove(meant)
        else:
            vocabulary.missing.append(name)
    verbs = [vocabulary.verb(name) for name in vocabulary.flow]
    left_out = [name for name in vocabulary.phases if name not in vocabulary.flow]
    for name in left_out:
        source, start, end = phases.keys[name]
        place, flow = source.place(start, end), tree.entries.get("flow")
        replaced = flow is not None and flow.source is not source and was_named(name, flow.replaced)
        verb = vocabulary.verb(name)
        needed = verb in ENDS and verb not in verbs
        moves = flow is not None and flow.source is not source and not replaced
        add = f"add `flow: {{{name}: {{after: ..}}}}`" if moves else "add it to `flow`"
        other = f"{add}, or {f'write `phases: {{{name}: null}}`' if replaced else 'delete it'}"
        vocabulary.report(
            "R012",
            f"the phase {name!r} isn't in the flow, so it never happens",
            flow.place() if flow is not None and (replaced or needed) else place,
            f"put it {ENDS[verb]}" if needed else other,
            *([("the phase stands here", place)] if replaced or needed else []),
        )
    told = {vocabulary.verb(name) for name in left_out} - {*verbs}
    place = tree.entries["flow"].place() if "flow" in tree.entries else tree.place()
    if "deal" not in told and (verbs.count("deal") != 1 or verbs[0] != "deal"):
        vocabulary.report(
            "R013", "a hand begins with its one deal", place, "put the phase with `do: deal` first in `flow`"
        )
    if "play" not in told and (verbs.count("play") != 1 or verbs[-1] != "play"):
        vocabulary.report(
            "R014", "a hand ends with its one play", place, "put the phase with `do: play` last in `flow`"
        )
    if verbs.count("bid") > 1:
        vocabulary.report("R015", "a hand has more than one auction", place, "keep one phase with `do: bid`")
