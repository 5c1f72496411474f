"""What the names, functions and keywords of expressions mean, in a line each, for people.

Where a name is known is the business of `places`; this module says what it stands for, and of which type it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from interpreter.expression.types import BOOL, CARD, CARDS, INT, SEAT, Type
from interpreter.quantities import OWNERS, QUANTITIES
from interpreter.scoring import BEFORE


class Name(NamedTuple):
    """A variable: its type, what it stands for, and what a game must have for it to be there ("" for nothing)."""

    type: Type
    text: str
    only_with: Literal["", "made", "auction"] = ""


WORD = Type("word", ())
"""The type of a variable whose words depend on the game."""
NAMES: Mapping[str, Name] = {
    "bid.rank": Name(INT, "the rank of the bid that is looked at"),
    "bid.kind": Name(WORD, "the kind of the bid that is looked at", "auction"),
    "high.rank": Name(INT, "the rank of the bid that stands; 0 while none does"),
    "high.kind": Name(WORD, "the kind of the bid that stands", "auction"),
    "high.seat": Name(SEAT, "the seat of the bid that stands"),
    "last": Name(BOOL, "whether every other seat has spoken in this auction"),
    "stuck": Name(BOOL, "whether the latest call of every other seat is a pass and no bid stands"),
    "spoken": Name(INT, "how many calls the seat has made in this auction"),
    "me": Name(SEAT, "the seat that acts"),
    "dealer": Name(SEAT, "the seat that deals"),
    "declarer": Name(SEAT, "the seat of the last bid", "auction"),
    "hand": Name(CARDS, "the cards of the seat that acts"),
    "deal": Name(INT, "the number of this deal in the game, from 1; a redeal isn't counted"),
    "turned": Name(CARD, "the card turned up in the deal"),
    "card": Name(CARD, "the card that is looked at"),
    "led": Name(WORD, "the suit of the first card of the trick that has one"),
    "trick": Name(INT, "the number of the trick, from 1"),
    "made": Name(BOOL, "whether the contract was fulfilled, as the key `made` says", "made"),
    "declaring": Name(BOOL, "whether the side that this is about is the declarer's", "auction"),
    "contract.kind": Name(WORD, "the kind of the bid that won the auction", "auction"),
}
"""Every variable whose name doesn't depend on the game. Where it is known says the table in `places`."""
TOTAL = "the points of {} in this game"
FIELDS: Mapping[str, str] = {
    "contract": "what the contract says of {}",
    "bid": "{} of the bid that is looked at",
    "high": "{} of the bid that stands",
}
FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "abs": ("abs(number)", "the number without its sign"),
    "count": ("count(cards)", "how many cards a card set has"),
    "cycle": ("cycle(number, a, b, ..)", "a for 1, b for 2 and so on, round and round"),
    "index": ("index(field)", "the place of a field's word among its words, from 0"),
    "max": ("max(a, b, ..)", "the largest of some numbers"),
    "min": ("min(a, b, ..)", "the smallest of some numbers"),
    "suit": ("suit(card)", "the suit that a card belongs to: a letter, `trumps`, or `none` for a card without one"),
    "left": ("left(seat)", "the seat to the left, whose turn comes next"),
    "right": ("right(seat)", "the seat to the right"),
    "partner": ("partner(seat)", "the seat across the table"),
    "highest": ("highest(quantity)", "the side that has more of a quantity"),
    "lowest": ("lowest(quantity)", "the side that has less of a quantity"),
}
KEYWORDS: Mapping[str, str] = {
    "if": "`if CONDITION then A else B`",
    "then": "`if CONDITION then A else B`",
    "else": "`if CONDITION then A else B`",
    "and": "true where both sides are",
    "or": "true where at least one side is",
    "not": "true where what follows is false",
    "in": "whether a card is in a card set",
    "true": "always",
    "false": "never",
    "inherited": "what this key held before: in the parent, or in the game that a house rule goes on top of",
}
SYNONYMS: Mapping[str, str] = {
    **dict.fromkeys(("number", "height", "size", "amount"), "level"),
    **dict.fromkeys(("suit", "trumps", "strain"), "trump"),
    **dict.fromkeys(("direction", "way"), "dir"),
    **dict.fromkeys(("tricks", "book"), "books"),
    **dict.fromkeys(("points", "score", "scores"), "total"),
    **dict.fromkeys(("bidder", "caller", "taker"), "declarer"),
    **dict.fromkeys(("bidders", "callers", "takers", "attackers"), "declarers"),
    **dict.fromkeys(("opponents", "others"), "defenders"),
    **dict.fromkeys(("my", "our", "ours", "us", "we"), "mine"),
    **dict.fromkeys(("their", "them", "they"), "theirs"),
    **dict.fromkeys(("highest", "standing", "current", "best", "top"), "high"),
    "hands": "deal",
}
"""What people call the parts of names otherwise."""


def name_means(name: str) -> str:
    """Return what a variable stands for, whichever fields and tallies a game has."""
    owner, _, rest = name.partition(".")
    if name in NAMES:
        return NAMES[name].text
    if owner in OWNERS and rest:
        quantity = rest.removeprefix(BEFORE)
        known = QUANTITIES.get(quantity)
        text = known.text if known else TOTAL if quantity == "total" else f"the tally {quantity!r} of {{}}"
        text = text.format(OWNERS[owner])
        return f"{text}, before this deal" if rest.startswith(BEFORE) else text
    return FIELDS[owner].format(f"`{rest}`") if owner in FIELDS and rest else ""
