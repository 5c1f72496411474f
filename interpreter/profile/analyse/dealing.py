"""Checks about the deal: hands and kitty take exactly the deck; and with which numbers they would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from interpreter.errors import Problem
from interpreter.model import ExchangePhase, Phase
from interpreter.profile.analyse.exchanges import check_exchanges
from interpreter.profile.analyse.readings import told, with_deal
from interpreter.profile.analyse.subject import Subject
from interpreter.profile.nodes import Scalar
from interpreter.profile.remedies import flow
from interpreter.table import SEATS

FEWER = 4
"""By how many cards smaller hands are tried at most where neither hands nor kitty alone can be made to fit."""
Path = tuple[str, ...]


class Number(NamedTuple):
    """A number of cards in a deal that would fit, and the path where it is set: in the deal or as a param."""

    key: str
    path: Path
    number: int

    def written(self, subject: Subject) -> str:
        """Return how it is set, where it stands already or in a file that says nothing of it."""
        *above, key = self.path
        if is_of_reference(subject, self.path):
            return f"`{key}={self.number}`"
        entry: dict[str, object] = {key: self.number}
        for name in () if is_own(subject, self.path) else reversed(above):
            entry = {name: entry}
        return f"`{flow(entry)[1:-1]}`"


def check_deck(subject: Subject) -> Iterator[Problem]:
    """Hands and kitty take exactly the deck, and the kitty has room where it may lie."""
    profile = subject.profile
    phase, cards = profile.dealing, len(profile.pack.cards)
    path = ("phases", phase.name)
    if phase.each < 1 or phase.kitty < 0:
        yield subject.problem(
            "R050",
            f"{phase.each} cards each and a kitty of {phase.kitty} can't be dealt",
            subject.value_place(*path, "each" if phase.each < 1 else "kitty"),
            "give everybody a card at least",
            *subject.params_of(*path, "each" if phase.each < 1 else "kitty"),
        )
        return
    if len(SEATS) * phase.each + phase.kitty != cards:
        yield unfit(subject)
    elif not has_room(subject):
        yield subject.problem(
            "R052",
            "the kitty has no room between the cards that it may not be taken from",
            subject.place(*path, "kitty_not_from"),
            "make `first` or `last` smaller",
        )


def has_room(subject: Subject) -> bool:
    """Whether the kitty has room between the cards that it may not be taken from."""
    phase, cards = subject.profile.dealing, len(subject.profile.pack.cards)
    first, last = phase.not_first or 0, phase.not_last or 0
    return phase.kitty + first + last <= cards and min(first, last) >= 0


def unfit(subject: Subject) -> Problem:
    """Return the problem of cards that don't add up, at a number that can be made to fit."""
    phase, cards = subject.profile.dealing, len(subject.profile.pack.cards)
    kitty = f" and a kitty of {phase.kitty}" if phase.kitty else ""
    needed = len(SEATS) * phase.each + phase.kitty
    fits = [Number(key, set_at(subject, key), number) for key, number in fitting(subject)]
    fits.sort(key=lambda one: one.key != likely(subject))
    fits.sort(key=lambda one: not is_own(subject, one.path))
    keys = [*(one.key for one in fits), likely(subject), "kitty", "each"]
    key = next((key for key in keys if is_own(subject, set_at(subject, key))), keys[0])
    shows = set_at(subject, key)
    shows = path_of(subject, key) if is_of_reference(subject, shows) else shows
    node = subject.value_at(*shows)
    changed = [name for name in ("extra", "without", "ranks", "suits") if subject.is_changed("deck", name)]
    return subject.problem(
        "R051",
        f"the cards don't add up: {len(SEATS)} hands of {phase.each}{kitty} take {needed}, the deck has {cards}",
        node.place() if node is not None and is_own(subject, shows) else subject.value_place(*shows),
        remedy(subject, key, fits),
        *(subject.params_of(*path_of(subject, key)) if shows[0] != "params" else ()),
        ("the deck stands here", subject.place("deck", *changed[:1])),
    )


def remedy(subject: Subject, key: str, fits: list[Number]) -> str:
    """Say with which numbers the cards add up: one of the two changed, `key` if that does, else both."""
    if fits:
        return ", or ".join(
            f"{'' if one.key == key else 'leave this and '}write {one.written(subject)}" for one in fits
        )
    phase, cards = subject.profile.dealing, len(subject.profile.pack.cards)
    highest = min(phase.each, cards // len(SEATS))
    for each in range(highest, max(highest - FEWER, 0), -1):
        kitty = cards - len(SEATS) * each
        if is_playable(subject, each, kitty):
            both = (Number("each", set_at(subject, "each"), each), Number("kitty", set_at(subject, "kitty"), kitty))
            return f"such as {' and '.join(one.written(subject) for one in both)}"
    return "deal fewer cards" if len(SEATS) * phase.each > cards else "deal others, or take others into the deck"


def path_of(subject: Subject, key: str) -> Path:
    """Return the path of a key of the deal."""
    return ("phases", subject.profile.dealing.name, key)


def set_at(subject: Subject, key: str) -> Path:
    """Return the path at which a number of the deal is set: that of the param that it is, or in the deal."""
    words, node = subject.words_at(*path_of(subject, key)), subject.value_at(*path_of(subject, key))
    alone = isinstance(node, Scalar) and words == [node.text.strip()] and words[0] in subject.profile.params
    return ("params", words[0]) if alone else path_of(subject, key)


def is_of_reference(subject: Subject, path: Path) -> bool:
    """Whether the reference of a game sets what stands at a path."""
    node = subject.value_at(*path)
    return node is not None and node.source.name.startswith("reference ")


def is_own(subject: Subject, path: Path) -> bool:
    """Whether the value at a path stands in the game's own file."""
    node = subject.value_at(*path)
    return node is not None and node.source is subject.tree.source


def likely(subject: Subject) -> str:
    """Return which number of the deal was changed, where only one was; else the kitty, if there is one."""
    path = path_of(subject, "kitty")
    by_param = any(subject.is_changed("params", name) for name in subject.words_at(*path))
    of_kitty = by_param or subject.is_changed(*path) or not subject.is_changed(*path_of(subject, "each"))
    return "kitty" if subject.profile.dealing.kitty and of_kitty else "each"


def fitting(subject: Subject) -> Iterator[tuple[str, int]]:
    """Yield the numbers with which the cards add up and the exchanges can be done: another kitty, other hands."""
    phase, cards = subject.profile.dealing, len(subject.profile.pack.cards)
    kitty, (each, rest) = cards - len(SEATS) * phase.each, divmod(cards - phase.kitty, len(SEATS))
    if kitty >= 0 and is_playable(subject, phase.each, kitty):
        yield "kitty", kitty
    if not rest and each > 0 and is_playable(subject, each, phase.kitty):
        yield "each", each


def is_playable(subject: Subject, each: int, kitty: int) -> bool:
    """Whether a game can be dealt so: the kitty has room, and its exchanges come to hands of one size."""
    dealt = with_deal(subject, subject.profile.dealing._replace(each=each, kitty=kitty))
    if set_at(subject, "kitty")[0] == "params":
        dealt = with_given(dealt, set_at(subject, "kitty")[1], kitty)
    return has_room(dealt) and not told(check_exchanges, dealt)


def with_given(subject: Subject, param: str, number: int) -> Subject:
    """Return a game in whose exchanges as many cards are given as a param says, another number than it does."""

    def changed(phase: Phase) -> Phase:
        if not isinstance(phase, ExchangePhase):
            return phase
        words = {step.name: subject.words_at("phases", phase.name, "steps", step.name, "give") for step in phase.steps}
        steps = (step._replace(give=number) if words[step.name] == [param] else step for step in phase.steps)
        return phase._replace(steps=tuple(steps))

    profile = subject.profile
    flow = tuple(changed(phase) for phase in profile.flow)
    return Subject(replace(profile, flow=flow), subject.tree, subject.expressions)
