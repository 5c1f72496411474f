"""How the cards that the score looks at can lie: those that it can't tell apart count by their number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, product

from interpreter.cards import expand
from interpreter.contract import Contract
from interpreter.expression.tree import Expr, walk
from interpreter.model import ExchangePhase
from interpreter.profile.analyse.subject import Subject
from interpreter.quantities import OF_CARDS
from interpreter.ranking import trump_of
from interpreter.scoring import CardPair
from interpreter.table import Pair

MAX_SPLITS = 400
CARDS_OF_A_TRICK = 4


@dataclass(frozen=True, slots=True)
class CardSplits:
    """Which cards each side can have won, or played, under one contract."""

    splits: list[CardPair]
    others: int
    """How many cards the score doesn't look at."""
    credited: Pair | None
    """What was credited before the first trick, so that the books taken tell the tricks; None where they don't."""
    tricks: int

    @classmethod
    def of(cls, subject: Subject, contract: Contract, quantities: set[str]) -> CardSplits | None:
        """Return the splits that rules reading these quantities of a side see; None where there are too many."""
        profile = subject.profile
        groups = card_groups(subject, contract)
        splits = card_splits(subject, groups)
        if splits is None or quantities.issuperset(OF_CARDS):
            return None
        books, others = profile.play.books, len(profile.pack.cards) - sum(map(len, groups))
        by_tricks = "won" in quantities and profile.play.worth is None
        credited = (books.get("declarers", 0), books.get("defenders", 0)) if by_tricks else None
        return cls(splits, others, credited, profile.dealing.each)

    def shares(self) -> Iterable[tuple[list[CardPair], Pair]]:
        """Return the splits by how many of the cards each side has."""
        found: dict[Pair, list[CardPair]] = {}
        for split in self.splits:
            found.setdefault((len(split[0]), len(split[1])), []).append(split)
        return [(splits, share) for share, splits in found.items()]

    def fit(self, taken: Pair, share: Pair) -> bool:
        """Whether sides that have taken so many books can have so many of the cards: a trick has four cards."""
        if sum(share) + self.others < CARDS_OF_A_TRICK * self.tricks:
            return False  # more cards would be out of play than are
        if self.credited is None:
            return True
        pairs = zip(share, taken, self.credited, strict=True)
        return all(cards <= CARDS_OF_A_TRICK * (books - credit) for cards, books, credit in pairs)


def card_splits(subject: Subject, groups: list[tuple[str, ...]]) -> list[CardPair] | None:
    """Return how cards in groups that can't be told apart can lie; None where there are too many ways."""
    profile = subject.profile
    buried = profile.dealing.kitty > 0 or any(isinstance(phase, ExchangePhase) for phase in profile.flow)
    number = 1
    for group in groups:
        number *= (len(group) + 1) * (len(group) + 2) // 2 if buried else len(group) + 1
    if number > MAX_SPLITS:
        return None
    ways = [
        [
            (group[:mine], group[mine : mine + theirs])
            for mine in range(len(group) + 1)
            for theirs in (range(len(group) - mine + 1) if buried else (len(group) - mine,))
        ]
        for group in groups
    ]
    return [
        (frozenset(chain(*(one for one, _ in parts))), frozenset(chain(*(other for _, other in parts))))
        for parts in product(*ways)
    ]


def card_groups(subject: Subject, contract: Contract) -> list[tuple[str, ...]]:
    """Return the cards of the pack in groups that no expression of the score tells apart."""
    profile = subject.profile
    trump = trump_of(contract)
    tests: list[frozenset[str]] = []
    bare = False
    for expr in subject.score_expressions():
        for node in walk(expr):
            if node.op == "class":
                tests.append(frozenset(expand(profile.classes[str(node.value)].items, profile.pack, trump)))
            elif node.op == "card":
                tests.append(frozenset({str(node.value)}))
            bare |= any(is_cards(arg) for arg in node.args) and node.op not in ("&", "in")
            bare |= node.op == "&" and all(is_cards(arg) for arg in node.args)
    groups: dict[tuple[bool, ...], list[str]] = {}
    for card in profile.pack.cards:
        groups.setdefault(tuple(card in test for test in tests), []).append(card)
    return [tuple(cards) for kind, cards in groups.items() if bare or any(kind)]


def is_cards(expr: Expr) -> bool:
    """Whether an expression is a side's cards, all of them."""
    return expr.op == "name" and str(expr.value).partition(".")[2] in OF_CARDS
