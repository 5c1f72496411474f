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
from interpreter.profile.analyse.references import check_references
from interpreter.profile.analyse.subject import Subject, TooMany
from interpreter.profile.analyse.wording import check_wording
from interpreter.profile.checked import LOST_VALUE

__all__ = ["CHECKS", "Subject", "analyse"]

Check = Callable[[Subject], Iterator[Problem]]

CHECKS: tuple[tuple[Check, tuple[Check, ...]], ...] = (
    (check_references, ()),
    (check_deck, ()),
    (check_layouts, ()),
    (check_auction, ()),
    (check_wording, (check_auction,)),
    (check_choices, (check_auction,)),
    (check_exchanges, (check_references, check_deck, check_layouts, check_auction)),
    (check_ending, (check_references, check_deck, check_layouts, check_auction, check_choices, check_exchanges)),
)
"""Each check with those that it builds on: it runs only where these found nothing."""


def analyse(subject: Subject) -> list[Problem]:
    """Return everything that enumeration finds wrong; costs some 5 to 30 ms for a game such as the shipped ones.

    A check that comes upon an expression that is known to be wrong ends there.
    """
    found: list[Problem] = []
    passed: set[Check] = set()
    for check, needs in CHECKS:
        if passed.issuperset(needs):
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
