"""Trump suits whose cards are no trumps: a contract names a suit, and the ranking leaves it a plain one."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem, first_of
from interpreter.profile.analyse.cards import shown
from interpreter.profile.analyse.subject import MAX_WORK, Subject, warning
from interpreter.profile.nodes import Node, Scalar, Sequence
from interpreter.ranking import trump_of

SHOWN = 4


def check_trumps(subject: Subject) -> Iterator[Problem]:
    """Tell, once, a list of trumps, or a whole ranking, that leaves cards of the named suit plain ones."""
    ranking, pack = subject.profile.ranking, subject.profile.pack
    for contract in subject.contracts()[:MAX_WORK]:
        trump, layout = trump_of(contract), ranking.layout(contract)
        of_suit = [card for card in pack.cards if pack.suit[card] == trump and card not in layout.idle]
        plain = [card for card in of_suit if card not in layout.trumps]
        layers = ranking.active(contract.names)
        listed_all = any(item.kind == "rest" for layer in layers for item in layer.trumps or ())
        if trump not in pack.suits or not plain or listed_all:  # of what `...` leaves, `order` is to blame
            continue
        all_plain = "none of its cards is a trump" if plain == of_suit else f"{first_of(plain, SHOWN)} are no trumps"
        message = f"{trump} is trumps under {shown(subject, contract)}, but {all_plain}"
        path, write = ["ranking"], "give a layer `trumps: ...`"
        for layer in layers:
            if layer.trumps is not None:
                path = ["ranking", layer.name, "trumps"]
                write = f"write `{listed(subject.value_at(*path))} ...`"
        help = f"`...` stands for the rest of the trump suit: {write}"
        place = subject.value_place(*path) if len(path) > 1 else subject.place(*path)
        yield warning(subject.problem("R110", message, place, help))
        return


def listed(node: Node | None) -> str:
    """Return a list of cards as words in a row."""
    if isinstance(node, Sequence):
        return " ".join(item.text for item in node.items if isinstance(item, Scalar))
    return node.text.strip() if isinstance(node, Scalar) else ""
