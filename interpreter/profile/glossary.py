"""What the names, functions and keywords of expressions mean, in a line each, for people.

Where a name is known is the business of `scopes`; this module only says what it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.scoring import BEFORE

OWNERS: Mapping[str, str] = {
    "mine": "the side that this is about",
    "theirs": "the other side",
    "declarers": "the declarer's side",
    "defenders": "the other side than the declarer's",
}
QUANTITIES: Mapping[str, str] = {
    "books": "the tricks counted for {}, after rulings",
    "taken": "the tricks counted for {}, before rulings",
    "revokes": "how often {} revoked",
    "won": "the cards in the tricks that {} won",
    "played": "the cards that {} played",
    "games": "how many games of the match {} has won",
    "total": "the points of {} in this game",
}
NAMES: Mapping[str, str] = {
    "bid.rank": "the rank of the bid that is looked at",
    "bid.kind": "the kind of the bid that is looked at",
    "high.rank": "the rank of the bid that stands; 0 while none does",
    "high.kind": "the kind of the bid that stands",
    "high.seat": "the seat of the bid that stands",
    "last": "whether every other seat has spoken in this auction",
    "stuck": "whether the latest call of every other seat is a pass and no bid stands",
    "spoken": "how many calls the seat has made in this auction",
    "me": "the seat that acts",
    "dealer": "the seat that deals",
    "declarer": "the seat of the last bid",
    "hand": "the cards of the seat that acts",
    "deal": "the number of this deal in the game, from 1; a redeal isn't counted",
    "turned": "the card turned up in the deal",
    "card": "the card that is looked at",
    "led": "the suit of the first card of the trick that has one",
    "trick": "the number of the trick, from 1",
    "made": "whether the contract was fulfilled, as the key `made` says",
    "declaring": "whether the side that this is about is the declarer's",
    "contract.kind": "the kind of the bid that won the auction",
}
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
    "hands": "deal",
}
"""What people call the parts of names otherwise."""


def name_means(name: str) -> str:
    """Return what a variable stands for, whichever fields and tallies a game has."""
    owner, _, rest = name.partition(".")
    if name in NAMES:
        return NAMES[name]
    if owner in OWNERS and rest:
        quantity = rest.removeprefix(BEFORE)
        text = QUANTITIES.get(quantity, f"the tally {quantity!r} of {{}}").format(OWNERS[owner])
        return f"{text}, before this deal" if rest.startswith(BEFORE) else text
    return FIELDS[owner].format(f"`{rest}`") if owner in FIELDS and rest else ""
