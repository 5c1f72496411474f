"""Which place of a profile knows which names: one table, and where a name is known, in words, read off it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache

from interpreter.quantities import OWNERS

Path = tuple[str | int, ...]

# What a place knows by name. `contract` stands for the fields of the contract, `bid` and `high` for those of a bid;
# `sides` for the quantities of mine, theirs, declarers, defenders, and for their tallies as they stood before the deal
# (`mine.before.total`); `mine counters` for those quantities of `mine` that outlast a deal.
PLACES: Mapping[str, tuple[str, ...]] = {
    "params": (),
    "rank": ("bid",),
    "deal": ("turned", "deal", "dealer", "suit()", "seats()"),
    "start": ("dealer", "seats()"),
    "seat": ("dealer", "declarer", "seats()"),
    "bidding": (
        "bid",
        "bid.rank",
        "high",
        "last",
        "stuck",
        "spoken",
        "me",
        "dealer",
        "hand",
        "deal",
        "seats()",
    ),
    "call": ("high", "last", "stuck", "spoken", "me", "dealer", "hand", "deal", "seats()"),
    "phase": ("contract",),
    "exchange": ("card", "contract", "me", "suit()"),
    "ranking": ("contract",),
    "play": ("card", "led", "trick", "me", "declarer", "contract", "suit()", "seats()"),
    "opening": ("card", "trick", "me", "declarer", "contract", "suit()", "seats()"),
    "claim": ("me", "hand", "trick", "mine counters", "contract", "seats()"),
    "ruling": ("mine.books", "theirs.books", "contract"),
    "made": ("contract", "sides", "declaring", "deal"),
    "score": ("contract", "sides", "declaring", "deal", "made"),
    "game": ("contract", "sides", "declaring", "deal", "made", "highest()"),
    "over": ("deal",),
    "winner": ("deal", "highest()"),
    "match": ("contract", "sides", "declaring", "deal", "made", "highest()"),
}
# How messages call a place, and several places together where all of them know a name.
LABELS: Mapping[str, str] = {
    "params": "numbers made of params",
    "rank": "the ranks of bids",
    "deal": "the deal's `set`",
    "start": "the auction's `start`",
    "seat": "keys that name a seat",
    "bidding": "the conditions of bids with `beats`",
    "call": "`may_pass` and calls",
    "phase": "the conditions of phases",
    "exchange": "exchanges",
    "ranking": "the ranking",
    "play": "the play",
    "opening": "the opening lead",
    "claim": "claims",
    "ruling": "rulings",
    "made": "`made`",
    "score": "the score",
    "game": "`game` (its `over` and `winner` apart)",
    "over": "`game.over`",
    "winner": "`game.winner`",
    "match": "`match`",
}
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("all that follows the auction", (
        "phase", "exchange", "ranking", "play", "opening", "claim", "ruling", "made", "score", "game", "match",
    )),
    ("bids and `beats`", ("rank", "bidding")),
    ("the auction", ("bidding", "call")),
    ("the score with `made`", ("made", "score")),
    ("`game`", ("game", "over", "winner")),
    ("`game` (its `over` apart)", ("game", "winner")),
)  # fmt: skip
RESERVED = frozenset(
    {known.partition(".")[0] for names in PLACES.values() for known in names if known.isidentifier() or "." in known}
    - {"sides"}
    | {*OWNERS, "inherited", "others", "all", "lot", "draw"}
)
"""Names of the table, and words of the language in their place, which nothing else may bear."""


def refined(place: str, path: Path) -> str:
    """Return the place in the table for what the schema calls a place: some keys of one place know less than others."""
    last = str(path[-1])
    if place == "call":
        return "call" if last == "may_pass" or "calls" in path else "bidding"
    if place == "seat":
        return "start" if last == "start" else "seat"
    if place == "who":
        return "seat"
    if place == "play" and "opening" in path:
        return "opening"
    if place == "pick":
        return "phase"
    if place == "score" and last == "made" and len(path) == 1:
        return "made"
    if place == "game" and last in ("over", "winner"):
        return last
    return place


def shows(place: str, name: str, tallies: Container[str]) -> bool:
    """Whether a place knows a variable or function, by the table; `tallies` are those of the game."""
    known = PLACES[place]
    owner, _, rest = name.partition(".")
    if name in known:
        return True
    if not rest:
        return False
    if owner in ("contract", "high"):
        return owner in known
    if owner == "bid":
        return "bid" in known and rest != "rank"
    if "sides" in known:
        return owner in OWNERS
    return "mine counters" in known and owner == "mine" and (rest in tallies or rest == "games")


def known_in(name: str, tallies: Container[str]) -> list[str]:
    """Return the places that know a variable or a function."""
    return [place for place in PLACES if shows(place, name, tallies)]


@lru_cache(maxsize=4096)  # it is asked at every place, of every name that isn't known there
def known_where(name: str, tallies: frozenset[str]) -> str:
    """Return where a variable or a function is known, for a message."""
    left = known_in(name, tallies)
    labels: list[str] = []
    for place in PLACES:
        groups = [(label, members) for label, members in GROUPS if place in members and set(members) <= set(left)]
        for label, members in groups[:1] or [(LABELS[place], (place,))] if place in left else ():
            labels.append(label)
            left = [other for other in left if other not in members]
    *most, last = labels or ["other games"]
    return f"it is known in {', '.join(most)} and {last}" if most else f"it is known in {last}"
