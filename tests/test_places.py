"""What is said of a name that isn't known at a place: where it is known, and no place too many or too few."""

from __future__ import annotations

import pytest

from interpreter.errors import Place, Problem
from interpreter.expression.check import check
from interpreter.expression.parse import parse
from interpreter.profile.check import built
from interpreter.profile.compose import compose
from interpreter.profile.places import GROUPS, LABELS, PLACES
from interpreter.profile.scopes import Scopes
from interpreter.profile.vocabulary import read_vocabulary

PATHS: dict[str, tuple[str, tuple[str, ...]]] = {  # a place of the table: what the schema calls it, and a key there
    "params": ("params", ("phases", "deal", "each")),
    "rank": ("rank", ("phases", "auction", "bids", "suit", "rank")),
    "start": ("seat", ("phases", "auction", "start")),
    "seat": ("seat", ("dealer", "next")),
    "bidding": ("call", ("phases", "auction", "beats")),
    "call": ("call", ("phases", "auction", "may_pass")),
    "phase": ("phase", ("phases", "bury", "when")),
    "exchange": ("exchange", ("phases", "bury", "steps", "bury", "must")),
    "ranking": ("ranking", ("ranking", "up", "when")),
    "play": ("play", ("phases", "play", "free")),
    "opening": ("play", ("phases", "play", "opening", "when")),
    "claim": ("claim", ("phases", "play", "claims", "x", "when")),
    "ruling": ("ruling", ("rulings", "revoke", "others")),
    "made": ("score", ("made",)),
    "score": ("score", ("score", "made", "when")),
    "game": ("game", ("game", "win")),
    "over": ("game", ("game", "over")),
    "winner": ("game", ("game", "winner")),
    "match": ("match", ("match", "win")),
}


def scopes_of(reference: str) -> Scopes:
    assert built(reference)
    return Scopes(read_vocabulary(compose(reference).tree, []))


@pytest.mark.parametrize("place", PATHS)
def test_a_name_is_said_to_be_known_just_where_it_is(place: str) -> None:
    scopes = scopes_of("pagat-54")
    here = scopes.scope(*PATHS[place])
    known = {other: scopes.scope(*PATHS[other]) for other in PATHS}
    checked = 0
    for name in [*scopes.names, "suit()", "highest()", "partner()"]:
        call = name.removesuffix("()")
        visible = {other for other, scope in known.items() if name in scope.names or call in scope.functions}
        if place in visible or "only" in here.elsewhere[name]:  # known, or not yet known in this phase
            assert place not in visible or name not in here.elsewhere
            continue
        text = here.elsewhere[name].partition("; ")[0]
        for label, members in sorted([*GROUPS, *((LABELS[p], (p,)) for p in LABELS)], key=lambda pair: -len(pair[0])):
            if label in text:
                text = text.replace(label, "")
                assert set(members) - {"deal"} <= visible, (name, label)
                visible -= set(members)
        checked += 1
        later = {other for other in visible if "only" in known[other].elsewhere.get(name, "")}
        assert visible == later, (name, here.elsewhere[name])
        assert set(text.replace("it is known in", "").split()) <= {"and", ","}, (name, here.elsewhere[name])
    assert checked


def test_every_place_has_a_label() -> None:
    assert LABELS.keys() == PLACES.keys() == PATHS.keys() | {"deal"}
    assert all(set(members) <= PLACES.keys() for _, members in GROUPS)


@pytest.mark.parametrize(
    ("text", "place", "wanted"),
    [
        ("contract.level > 3", "bidding", "here write bid.level or high.level"),
        ("mine.books > 3", "claim", "rulings, the score with `made`"),
        ("hand == hand", "score", "it is known in the auction and claims"),
    ],
)
def test_what_is_said(text: str, place: str, wanted: str) -> None:
    scope = scopes_of("pagat-54").scope(*PATHS[place])
    expr = parse(text, None, [], lambda start, end: Place("", 1, 1, 2))
    assert expr is not None
    problems: list[Problem] = []
    check(expr, scope, None, problems)
    assert problems[0].code == "E011"
    assert wanted in problems[0].message
