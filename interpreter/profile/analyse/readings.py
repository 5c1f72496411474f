"""Ways to read a game that is wrong in one place, so that what else is wrong with it can be told.

Where it isn't clear what was meant, what is found in every reading is wrong whatever was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NoReturn

from interpreter.cards import NO_SUIT, Card, Pack
from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.model import ChoosePhase, DealPhase
from interpreter.profile.analyse.subject import Subject, TooMany
from interpreter.profile.checked import LOST_VALUE
from interpreter.profile.nodes import Scalar, core_value
from interpreter.ranking import Layout, Ranking
from interpreter.table import SEATS

NO_PLACE = "R066"
"""What is told of cards that have no place in the ranking."""


class Unranked(Ranking):
    """A ranking that is wrong: there is no telling what it makes of the cards."""

    __slots__ = ()

    def layout(self, contract: Contract) -> _NoLayout:  # type: ignore[override]  # nothing can be read of it
        """Return what ends a check as soon as that looks at it."""
        return _NoLayout()


@dataclass(frozen=True, slots=True)
class Placed(Ranking):
    """A ranking that gives some cards no place, and in which they have one: as the highest trumps, or as idle cards."""

    trumps: bool = True

    def layout(self, contract: Contract) -> Layout:
        """Return the ranking under a contract, with a place for every card."""
        found, lost = Ranking.layout(self, contract), self.lost(contract)
        return found if not lost else with_places(found, lost, self.trumps)

    def lost(self, contract: Contract) -> list[Card]:
        """Return the cards that the ranking gives no place under a contract."""
        found = Ranking.layout(self, contract)
        placed = {*found.trumps, *found.idle}
        return [card for card in self.pack.cards if card not in placed and self.pack.rank.get(card) not in found.order]


def with_places(layout: Layout, cards: list[Card], trumps: bool) -> Layout:
    """Return a layout in which some cards are the highest trumps, or idle."""
    suit = {**layout.suit, **dict.fromkeys(cards, layout.trump_suit if trumps else NO_SUIT)}
    best = 1 + max((max(power.values()) for power in layout.power.values()), default=0)
    over = {card: best + len(cards) - number if trumps else 0 for number, card in enumerate(cards)}
    power = {led: {**known, **over} for led, known in layout.power.items()}
    if trumps:
        return layout._replace(trumps=(*cards, *layout.trumps), suit=suit, power=power)
    return layout._replace(idle=(*layout.idle, *cards), suit=suit, power=power)


class _NoLayout:
    """Stands for a layout that isn't known."""

    def __getattr__(self, name: str) -> NoReturn:
        raise KeyError(LOST_VALUE)


def unranked(subject: Subject) -> Subject:
    """Return a game whose ranking is wrong: a check that reads the suit or strength of a card ends there."""
    ranking = subject.profile.ranking
    return with_cards(subject, Unranked(ranking.pack, ranking.layers, ranking.reads))


def as_ranked(subject: Subject, codes: set[str]) -> list[Subject]:
    """Return a game whose ranking has problems of these codes in each of the ways in which it may be meant.

    If all that is wrong is that some cards have no place, these are in the game as trumps, or as idle cards, or they
    aren't in it; else nothing is known.
    """
    if codes != {NO_PLACE}:
        return [unranked(subject)]
    profile = subject.profile
    layers, reads = profile.ranking.layers, profile.ranking.reads
    high, idle = (Placed(profile.pack, layers, reads, trumps=trumps) for trumps in (True, False))
    found = [with_cards(subject, ranking) for ranking in (high, idle)]
    try:
        lost = {card for contract in found[1].contracts() for card in idle.lost(contract)}
    except TooMany:
        return [unranked(subject)]
    pack = profile.pack
    extra = tuple(card for card in pack.extra if card not in lost)
    rest = Pack(pack.suits, pack.ranks, extra, (*pack.without, *sorted(lost - set(pack.extra))))
    return [*found, with_cards(subject, Placed(rest, layers, reads))]


def with_cards(subject: Subject, ranking: Ranking) -> Subject:
    """Return a game with another ranking, and the cards that this ranks."""
    return Subject(replace(subject.profile, ranking=ranking, pack=ranking.pack), subject.tree, subject.expressions)


def as_dealt(subject: Subject) -> list[Subject]:
    """Return a game whose cards don't add up as it stands, if it can be dealt, and with hands or kitty that fit.

    Also as it was before, if that was another deal.
    """
    dealing, cards = subject.profile.dealing, len(subject.profile.pack.cards)
    each, rest = divmod(cards - dealing.kitty, len(SEATS))
    deals = [dealing, *([] if rest else [dealing._replace(each=each)])]
    deals.append(dealing._replace(kitty=cards - len(SEATS) * dealing.each))
    old = dealing._replace(each=number_before(subject, "each"), kitty=number_before(subject, "kitty"))
    deals += [old] if len(SEATS) * old.each + old.kitty == cards else []
    return [with_deal(subject, deal) for deal in deals if deal.each > 0 <= deal.kitty]


def with_all_choices(subject: Subject) -> Subject:
    """Return a game in which nothing restricts what may be chosen: whatever can be chosen in it can be in this one."""
    profile = subject.profile
    flow = tuple(phase._replace(where=None) if isinstance(phase, ChoosePhase) else phase for phase in profile.flow)
    return Subject(replace(profile, flow=flow), subject.tree, subject.expressions)


def number_before(subject: Subject, key: str) -> int:
    """Return what stood in the deal before, or what stands there where that is nothing or no plain number or param."""
    dealing = subject.profile.dealing
    node = subject.value_at("phases", dealing.name, key)
    text = node.replaced.text if node is not None and isinstance(node.replaced, Scalar) else ""
    number = subject.profile.params.get(text.strip(), core_value(text))
    return number if type(number) is int else {"each": dealing.each, "kitty": dealing.kitty}[key]


def with_deal(subject: Subject, deal: DealPhase) -> Subject:
    """Return a game with another deal."""
    profile = subject.profile
    flow = tuple(deal if phase is profile.dealing else phase for phase in profile.flow)
    return Subject(replace(profile, flow=flow), subject.tree, subject.expressions)


def told_in_all(check: Callable[[Subject], Iterator[Problem]], readings: Iterable[Subject]) -> list[Problem]:
    """Return what a check finds in each of some readings of a game, as it says it of the first."""
    return common([told(check, subject) for subject in readings])


def common(found: list[list[Problem]]) -> list[Problem]:
    """Return the problems in the first list that stand, by code and place, in all others too."""
    if not found:
        return []
    keys = [{(problem.code, problem.place) for problem in other} for other in found[1:]]
    return [problem for problem in found[0] if all((problem.code, problem.place) in key for key in keys)]


def told(check: Callable[[Subject], Iterator[Problem]], subject: Subject) -> list[Problem]:
    """Return what a check finds until it comes upon something that is known to be wrong."""
    found: list[Problem] = []
    try:
        found.extend(check(subject))
    except TooMany as large:
        found.append(large.problem)
    except KeyError as error:
        if error.args != (LOST_VALUE,):
            raise
    return found
