"""A second opinion: what a person who knows the rules would say, with nothing of the engine in it.

`TABLES` has a table for each profile; `HOUSE_RULES` says what each house rule changes at a table, whatever the game.
"""

from __future__ import annotations

from typing import Any

from tests.opinions.bid_whist import Pagat, Parr, Rogler, Ship, Todd, TomW, WikiHow
from tests.opinions.relatives import Classic, FiveHundred, PlainWhist, Vint
from tests.opinions.table import Table

TABLES: dict[str, Table] = {
    "pagat-54": Pagat(),
    "trickster": Pagat(lowest=1),
    "neuralplay": Pagat(lowest=1),
    "tom-w-cincinnati": TomW(),
    "wikihow-bid-whist": WikiHow(),
    "ship-simons-52": Ship(),
    "rogler-ri": Rogler(),
    "hawaii-trumps": Todd(),
    "parr-oregon": Parr(),
    "whist-classic": Classic(),
    "wikihow-whist": PlainWhist(),
    "vint-whist": Vint(),
    "five-hundred": FiveHundred(),
}

HOUSE_RULES: dict[str, dict[str, Any]] = {
    "aces-bad": {"aces_bad": True},
    "boston": {"boston": True},
    "dealer-matches": {"dealer_matches": True},
    "dealer-must-bid": {"dealer_must_bid": True},
    "declare-after-burying": {},  # nothing of what is compared here
    "declare-after-kitty": {},
    "defenders-score": {"defenders_score": True},
    "deuce": {"deuce": True},
    "deuce-second": {"deuce": True, "jokers": ("BJ",), "kitty": 5},
    "fixed-deals": {"fixed_deals": 8},
    "kitty-to-first-trick": {"kitty_goes": "first trick"},
    "low-over-high": {"low_over_high": True},
    "min-4": {"lowest": 4},
    "no-doubling": {"doubled": False},
    "no-jokers": {"jokers": (), "kitty": 4},
    "no-kitty": {"jokers": (), "kitty": 0, "kitty_goes": "nobody"},
    "nt-jokers-dropped": {"nt_jokers": "dropped"},
    "nt-jokers-free": {"nt_jokers": "any time"},
    "nt-jokers-thrown": {"nt_jokers": "thrown"},
    "numbers-equal": {"numbers_equal": True},
    "one-joker": {"jokers": ("BJ",), "kitty": 5},
    "pass-is-final": {"pass_is_final": True},
    "redeal-no-faces": {"no_face_redeal": True},
    "renege-loses": {"renege_loses": True},
    "rotating-trump": {"rotation": ("H", "D", "S", "C")},
    "rotating-trump-no-trump": {"rotation": ("H", "D", "S", "C", "")},
    "rubber": {"games": 2},
    "score-the-bid": {"score_the_bid": True},
    "short-whist": {"short": True, "goal": 5},
    "sport-always": {},
    "sport-the-kitty": {},
    "two-sets": {"two_sets": True},
}
