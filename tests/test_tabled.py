"""Each field of the rules is tabled or refused: what the kernel never hears of would give wrong statistics in silence.

A field counts as heard where making the tables of some game reads it. Every other one stands here with the reason why
no table needs it; so a field that is new fails until it is tabled, refused with a reason in `interpreter/tables/`, or
proved here to be none of the kernel's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from interpreter import game, model, ranking, scoring
from interpreter.model import BidPhase, PlayPhase, Profile
from interpreter.phases import VERBS
from interpreter.tables import make_tables
from tests.games import GAMES, rules_of

PEOPLE = "only people are told"
PARAMS = "what it names is compiled into the rules that name it"
AFTER = "deals are tabled, and the same functions settle a game of them all (`scoring.finished`, `scoring.match_end`)"
CLAIMS = "a game with claims is refused"
SEEN = "a player of the kernel's looks at nothing that it shows"
UNHEARD = {
    **{f"{one}.name": PEOPLE for one in (*(phase.__name__ for phase in VERBS), "Step", "Layer")},
    "DealPhase.not_first": "a kitty is as good wherever in a shuffled pack it lies; `simulate` lays deals out by it",
    "DealPhase.not_last": "as `not_first`",
    "DealPhase.deals": "for the proofs at load",
    "ExchangePhase.show": SEEN,
    "Step.count_is_public": SEEN,
    "ClaimRule.*": CLAIMS,
    **dict.fromkeys(("Tie.to", "Tie.tally", "MatchRules.win", "MatchRules.score", "MatchRules.result"), AFTER),
    **dict.fromkeys(("GameRules.win", "GameRules.lose", "GameRules.over", "GameRules.winner", "GameRules.tie"), AFTER),
    "Scoring.match": AFTER,
    "RevokeRuling.*": "nobody revokes in a deal of the kernel's",
    "Counted.*": "for whoever keeps score; a row that looks at cards is refused",
    "Scoring.counted": "as `Counted`",
    "CardClass.*": PARAMS,
    "BidForm.*": PEOPLE,
    "BidTexts.*": PEOPLE,
    **dict.fromkeys(("Profile.id", "Profile.reference", "Profile.title", "Profile.terms", "Profile.bid_texts"), PEOPLE),
    "Profile.hash": "made of all the others",
    "Profile.document": "what all the others are made of",
    "Profile.params": PARAMS,
    "Profile.classes": PARAMS,
    "Profile.first_dealer": "who deals is given with each deal",
    "Profile.next_dealer": "who deals is given with each deal",
    "Profile.draws": "`packing` and `simulate` ask the profile",
}
"""What making tables doesn't read, and why nothing goes wrong; `*` stands for every field of a class, new ones too."""
SETTLED = ("finished", "conclude")
"""Functions of `scoring` whose reads don't count: they settle a deal's game, which no table holds."""


def names_of(record: type) -> tuple[str, ...]:
    """Return the fields of a class of the rules."""
    return tuple(one.name for one in fields(record)) if is_dataclass(record) else record._fields  # type: ignore[attr-defined]


RULES: dict[str, type] = {
    **{name: one for name, one in vars(model).items() if isinstance(one, type) and one.__module__ == model.__name__},
    "Ranking": ranking.Ranking,
    "Layer": ranking.Layer,
}
FIELDS = [(one, name) for one in RULES for name in names_of(RULES[one]) if "memo" not in name]


@dataclass(slots=True)
class Listener:
    """Notes which fields are read while it listens."""

    heard: set[tuple[str, str]]
    listens: bool = False

    @contextmanager
    def switched(self, on: bool) -> Iterator[None]:
        """Listen, or not, for a while."""
        before, self.listens = self.listens, on
        try:
            yield
        finally:
            self.listens = before

    def deaf(self, function: Any) -> Any:
        """Return a function during which nothing is noted."""

        def called(*args: Any, **more: Any) -> Any:
            with self.switched(on=False):
                return function(*args, **more)

        return called


class Watched:
    """Stands for a field of a class, and tells a listener of each time that it is read."""

    def __init__(self, listener: Listener, field: tuple[str, str], found: Any) -> None:
        self.listener, self.field, self.found = listener, field, found

    def __get__(self, holder: object, owner: type | None = None) -> Any:
        if self.listener.listens:
            self.listener.heard.add(self.field)
        return self if holder is None else self.found.__get__(holder, owner)

    def __set__(self, holder: object, value: object) -> None:
        self.found.__set__(holder, value)


def unused(profile: Profile) -> Profile:
    """Return rules as they were when nothing was remembered of them."""
    flow = tuple(
        replace(phase, memo={}) if isinstance(phase, BidPhase | PlayPhase) else phase for phase in profile.flow
    )
    return replace(profile, flow=flow, ranking=replace(profile.ranking, _memo={}))


@pytest.fixture(scope="module")
def heard() -> set[tuple[str, str]]:
    """Make the tables of every game, and return the fields that were read for them."""
    games = [rules_of(reference) for reference in GAMES]
    listener = Listener(set())
    with pytest.MonkeyPatch.context() as patch:
        for one, name in FIELDS:
            patch.setattr(RULES[one], name, Watched(listener, (one, name), vars(RULES[one])[name]))
        patch.setattr(game, "new_game", listener.deaf(game.new_game))  # what it sets up says nothing of the rules
        for name in SETTLED:
            patch.setattr(f"interpreter.scoring.{name}", listener.deaf(getattr(scoring, name)))
        for profile in map(unused, games):
            with listener.switched(on=True):
                make_tables(profile)
    return listener.heard


@pytest.mark.parametrize(("one", "name"), FIELDS, ids=lambda part: part)
def test_each_field_is_tabled_or_refused(one: str, name: str, heard: set[tuple[str, str]]) -> None:
    assert (one, name) in heard or {f"{one}.{name}", f"{one}.*"} & UNHEARD.keys(), (
        f"the kernel never hears of {one}.{name} and plays as if it weren't there: table it in interpreter/tables/, "
        "or give a reason there why such a game can't be tabled, or say in UNHEARD why neither is needed"
    )


@pytest.mark.parametrize("excuse", UNHEARD)
def test_no_excuse_is_stale(excuse: str, heard: set[tuple[str, str]]) -> None:
    one, _, name = excuse.partition(".")
    about = {field for field in FIELDS if field[0] == one and name in ("*", field[1])}
    assert about, f"there is no {excuse}"
    assert about - heard, f"making tables reads {excuse}: its reason is out of date"
