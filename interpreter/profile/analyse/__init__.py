"""Checks by enumeration: what a schema and types can't see, proved over contracts, calls and outcomes.

Each check is a function from a `Subject` to the problems that it finds. A profile that passes all of them can be
played to the end by any legal choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.errors import Problem
from interpreter.profile.analyse.auction import check_auction, check_passes, check_rounds
from interpreter.profile.analyse.cards import check_layouts
from interpreter.profile.analyse.choices import check_choices
from interpreter.profile.analyse.dealing import check_deck
from interpreter.profile.analyse.ending import check_conditions, check_ending, check_match
from interpreter.profile.analyse.exchanges import check_exchanges
from interpreter.profile.analyse.readings import as_dealt, as_ranked, told_in_all, unranked
from interpreter.profile.analyse.references import (
    check_declarers,
    check_game_keys,
    check_growth,
    check_sides,
    check_tallies,
)
from interpreter.profile.analyse.subject import BOOKS, CONTRACTS, EVERYTHING, Parts, Subject
from interpreter.profile.analyse.wording import check_wording
from interpreter.profile.checked import LOST_VALUE

__all__ = ["BOOKS", "CHECKS", "CONTRACTS", "EVERYTHING", "NO_HANDS", "OUTCOMES", "Parts", "Subject", "analyse"]

Check = Callable[[Subject], Iterator[Problem]]
SCORE = frozenset(("score", "game", "match", "tallies"))
OUTCOMES = BOOKS | SCORE | {"made"}
"""What decides how a deal can end, and what that changes."""
TOO_MANY = frozenset(("R028",))
NO_HANDS = frozenset(("R050", "R051", "R052"))
"""Problems of the numbers of cards that are dealt."""

CHECKS: tuple[tuple[Check, Parts, frozenset[str]], ...] = (
    (check_tallies, frozenset(("tallies",)), frozenset()),
    (check_sides, frozenset(("flow",)), frozenset()),
    (check_declarers, frozenset(("dealer", "flow", "bid", "exchange", "play")), frozenset()),
    (check_game_keys, SCORE, frozenset()),
    (check_growth, SCORE, frozenset()),
    (check_deck, frozenset(("deck", "deal")), frozenset()),
    (check_layouts, CONTRACTS | {"ranking", "opening"}, frozenset()),
    (check_auction, frozenset(("contract", "bid", "calling", "rank")), frozenset()),
    (check_rounds, frozenset(("rounds",)), frozenset()),
    (check_passes, frozenset(("contract", "calling")), frozenset()),
    (check_wording, CONTRACTS | {"calling", "play", "terms"}, TOO_MANY),
    (check_choices, CONTRACTS, TOO_MANY),
    (check_exchanges, CONTRACTS | {"deal", "exchange"}, TOO_MANY | {"R044"}),
    (check_ending, OUTCOMES, TOO_MANY | {"R040", "R041", "R043", "R045", "R048", "R049", "R086"}),
    (check_match, frozenset(("match", "tallies")), frozenset()),
)
"""Each check with the parts that it looks at, and the problems that make it meaningless: then it is left out."""
CONDITIONS: Parts = frozenset(("game", "tallies"))
"""What decides whether the conditions that end a game can hold at all."""


def analyse(subject: Subject, lost: Parts = frozenset()) -> list[Problem]:
    """Return everything that enumeration finds wrong; costs some 5 to 30 ms for a game such as the shipped ones.

    A check that comes upon an expression that is known to be wrong ends there. One that looks at a part of which
    rules are `lost` is left out, for their author meant something else. Where the cards don't add up the hands or the
    kitty may be meant, so that of what depends on them only what holds either way is told.
    """
    if lost >= EVERYTHING:
        return []
    found: list[Problem] = []
    known = [unranked(subject)] if "ranking" in lost else [subject]
    readings = known
    for check, parts, hides in CHECKS:
        if parts & lost or hides & {problem.code for problem in found}:
            continue
        told = told_in_all(check, readings if "deal" in parts else known)
        found += told
        if check is check_deck and NO_HANDS & {problem.code for problem in told}:
            readings = [dealt for one in known for dealt in as_dealt(one)]
        elif check is check_layouts and told:
            known = as_ranked(subject, {problem.code for problem in told})
            readings = [dealt for one in known for dealt in (as_dealt(one) if readings is not known else [one])]
    unclear = found or lost or any(expr.value == LOST_VALUE for expr in subject.expressions.values())
    if unclear and not lost & CONDITIONS and not {"R045", "R090"} & {problem.code for problem in found}:
        found += told_in_all(check_conditions, [subject])  # `check_ending` may have come to nothing: it needs more
    return found
