"""Checks by enumeration: what a schema and types can't see, proved over contracts, calls and outcomes.

Each check is a function from a `Subject` to the problems that it finds. A profile that passes all of them can be
played to the end by any legal choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.errors import Problem
from interpreter.profile.analyse.auction import check_auction
from interpreter.profile.analyse.cards import check_deck, check_layouts
from interpreter.profile.analyse.choices import check_choices
from interpreter.profile.analyse.ending import check_ending
from interpreter.profile.analyse.exchanges import check_exchanges
from interpreter.profile.analyse.references import check_declarers, check_game_keys, check_growth, check_rows
from interpreter.profile.analyse.subject import Subject, TooMany
from interpreter.profile.analyse.wording import check_wording
from interpreter.profile.checked import LOST_VALUE

__all__ = ["CHECKS", "EVERYTHING", "Subject", "analyse"]

Check = Callable[[Subject], Iterator[Problem]]
Parts = frozenset[str]
"""Parts of a profile: its top-level keys, and for phases their verbs."""

EVERYTHING: Parts = frozenset(("",))
VERBS: Parts = frozenset(("deal", "bid", "choose", "exchange", "play"))
DECK = frozenset(("deck", "params"))
CONTRACT = DECK | {"flow", "contract", "define", "cards", "ranking"} | VERBS - {"exchange"}
"""What decides which contracts can come about."""
SCORE = frozenset(("score", "game", "match", "tallies"))

REFERENCES: tuple[Check, ...] = (check_rows, check_declarers, check_game_keys, check_growth)
CHECKS: tuple[tuple[Check, Parts, tuple[Check, ...]], ...] = (
    (check_rows, SCORE, ()),
    (check_declarers, frozenset(("dealer", "flow", "bid", "exchange", "play")), ()),
    (check_game_keys, SCORE, ()),
    (check_growth, SCORE | {"define"}, ()),
    (check_deck, DECK | {"deal"}, ()),
    (check_layouts, CONTRACT, ()),
    (check_auction, CONTRACT, ()),
    (check_wording, CONTRACT | {"terms"}, (check_auction,)),
    (check_choices, CONTRACT, (check_auction,)),
    (check_exchanges, CONTRACT | {"exchange"}, (*REFERENCES, check_deck, check_layouts, check_auction)),
    (check_ending, CONTRACT | SCORE | {"made"}, (check_choices, check_exchanges)),
)
"""Each check with the parts that it looks at, and the checks that it builds on: it runs where these found nothing."""


def analyse(subject: Subject, lost: Parts = frozenset()) -> list[Problem]:
    """Return everything that enumeration finds wrong; costs some 5 to 30 ms for a game such as the shipped ones.

    A check that comes upon an expression that is known to be wrong ends there. One that looks at a part of which
    rules are `lost` is left out, for their author meant something else.
    """
    if lost >= EVERYTHING:
        return []
    found: list[Problem] = []
    passed: set[Check] = set()
    for check, parts, needs in CHECKS:
        if passed.issuperset(needs) and not parts & lost:
            count = len(found)
            try:
                found.extend(check(subject))
                if len(found) == count:
                    passed.add(check)
            except TooMany as large:
                found.append(large.problem)
            except KeyError as error:
                if error.args != (LOST_VALUE,):
                    raise
    return found
