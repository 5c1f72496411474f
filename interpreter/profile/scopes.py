"""Which names an expression may use, place by place: one table.

A place also depends on where its phase stands in the flow: a field of the contract that this phase or a later one
still fills isn't known yet (definite assignment).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreter.cards import NO_SUIT, TRUMPS
from interpreter.expression.types import (
    BOOL,
    CARD,
    CARDS,
    INT,
    SEAT,
    SIDE,
    UNKNOWN,
    Define,
    Function,
    Scope,
    Type,
)
from interpreter.profile.glossary import SYNONYMS
from interpreter.profile.vocabulary import Vocabulary
from interpreter.profile.vocabulary.words import card_suits
from interpreter.scoring import BEFORE

Path = tuple[str | int, ...]

QUANTITIES = {"books": INT, "taken": INT, "revokes": INT, "won": CARDS, "played": CARDS, "games": INT}
SEATED = {
    "left": Function((SEAT,), SEAT),
    "right": Function((SEAT,), SEAT),
    "partner": Function((SEAT,), SEAT),
}

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

# Names for messages: where something can be known that isn't known here.
KNOWN = {
    "bid": "it is known while bidding",
    "high": "it is known while bidding",
    "last": "it is known while bidding",
    "stuck": "it is known while bidding",
    "spoken": "it is known while bidding",
    "contract": "the contract is known after the auction; while bidding, write bid.* or high.*",
    "card": "it is known while following, exchanging and at the opening lead",
    "led": "it is known while following",
    "trick": "it is known during the play",
    "turned": "it is known in the deal's `set`",
    "hand": "it is known while bidding and in claims",
    "me": "it is known where a seat acts",
    "declarer": "it is known after the auction",
    "made": "it is known in the score",
    "declaring": "it is known in the score: whether `mine` is the declarers' side",
    "mine": "it is known in the score, rulings and claims",
    "theirs": "it is known in the score and rulings",
    "declarers": "it is known in the score",
    "defenders": "it is known in the score",
    "suit()": "it is known where cards are ranked",
    "highest()": "it is known in `game` and `match`",
    "lowest()": "it is known in `game` and `match`",
}
RESERVED = frozenset(
    [
        "bid",
        "high",
        "last",
        "stuck",
        "spoken",
        "me",
        "dealer",
        "declarer",
        "hand",
        "deal",
        "turned",
        "card",
        "led",
        "trick",
        "contract",
        "mine",
        "theirs",
        "declarers",
        "defenders",
        "declaring",
        "made",
        "inherited",
        "others",
        "all",
        "lot",
        "draw",
    ]
)
"""Names of the table above, which nothing else may bear."""


@dataclass(slots=True)
class Scopes:
    """Makes the scope of any place of one profile. `defines` is filled by the type checker."""

    vocabulary: Vocabulary
    ranking_reads: frozenset[str] = frozenset()
    defines: dict[str, Define] = field(default_factory=dict)
    names: dict[str, Type] = field(init=False)
    words: dict[str, tuple[str, ...]] = field(init=False)
    made: dict[tuple[str, str, frozenset[str]], Scope] = field(default_factory=dict)
    """The scopes of places and phases, by what decides the suit of a card too."""

    def __post_init__(self) -> None:
        self.words = self.vocabulary.words()
        self.names = self.everything()

    def everything(self) -> dict[str, Type]:
        """Return every variable that exists anywhere in this profile, with its type."""
        vocabulary = self.vocabulary
        suit = Type("suit", (*vocabulary.pack.suits, TRUMPS, NO_SUIT))
        names: dict[str, Type] = {
            "last": BOOL, "stuck": BOOL, "spoken": INT, "me": SEAT, "dealer": SEAT, "hand": CARDS, "deal": INT,
            "turned": CARD, "card": CARD, "led": suit, "trick": INT,
            "bid.rank": INT, "high.rank": INT, "high.seat": SEAT,
        }  # fmt: skip
        if "made" in vocabulary.tree.entries:
            names["made"] = BOOL
        for name, values in vocabulary.fields.items():
            for owner in ("contract", "bid", "high"):
                names[f"{owner}.{name}"] = field_type(name, values)
        owners = ["mine", "theirs"]
        if vocabulary.auction:
            kind = Type("kind", vocabulary.kinds)
            names |= {"declarer": SEAT, "declaring": BOOL, "contract.kind": kind, "bid.kind": kind, "high.kind": kind}
            owners += ["declarers", "defenders"]
        for owner in owners:
            names |= {f"{owner}.{quantity}": type for quantity, type in self.quantities().items()}
            names |= {f"{owner}.{BEFORE}{tally}": INT for tally in self.vocabulary.tallies}
        return names

    def quantities(self) -> dict[str, Type]:
        """Return what a side has, with types."""
        return {**QUANTITIES, **dict.fromkeys(self.vocabulary.tallies, INT)}

    def scope(self, place: str, path: Path) -> Scope:
        """Return what an expression at `path` may use; `place` is what the schema says of it."""
        place = refined(place, path)
        key = (place, str(path[1]) if len(path) > 1 and path[0] == "phases" else "", self.ranking_reads)
        if key not in self.made:
            self.made[key] = self.scope_of(place, path)
        return replace(self.made[key], place=described(place, path))

    def scope_of(self, place: str, path: Path) -> Scope:
        """Return what all expressions of one place may use, in one phase if it is there."""
        later = self.later(place, path)
        visible = {
            name: type for name, type in self.names.items() if shows(place, name, self.vocabulary) and name not in later
        }
        elsewhere = {name: known_where(name) for name in self.names if name not in visible} | later
        if place == "deal" and "turn" not in self.vocabulary.phases[str(path[1])].entries:
            del visible["turned"]
            elsewhere["turned"] = "no card is turned: write `turn: last` beside `set`"
        functions, hidden = self.functions(place, later)
        trump_known = "contract.trump" in visible
        classes = {
            name: frozenset({"contract.trump"}) if found.depends_on_trump else frozenset[str]()
            for name, found in self.vocabulary.classes.items()
            if trump_known or not found.depends_on_trump
        }
        elsewhere |= {
            name: "it depends on the trump suit, which isn't known here"
            for name in self.vocabulary.classes
            if name not in classes
        }
        return Scope(
            place=described(place, path),
            names=visible,
            elsewhere=elsewhere | hidden,
            params=self.vocabulary.params,
            words=self.words,
            classes=classes,
            cards=self.vocabulary.pack.members,
            defines=self.defines,
            quantities=frozenset(name for name, type in self.quantities().items() if type == INT),
            functions=functions,
            synonyms=SYNONYMS,
        )

    def define_scope(self) -> Scope:
        """Return what a define may use: everything; it is then visible where all that it reads is."""
        reads = self.ranking_reads | {"contract.trump"} if "contract.trump" in self.names else self.ranking_reads
        suit = Function((CARD,), self.names["led"], reads)
        return Scope(
            place="define",
            names=self.names,
            params=self.vocabulary.params,
            words=self.words,
            classes={
                n: frozenset({"contract.trump"}) if c.depends_on_trump else frozenset[str]()
                for n, c in self.vocabulary.classes.items()
            },
            cards=self.vocabulary.pack.members,
            defines=self.defines,
            functions={"suit": suit, **SEATED},
            synonyms=SYNONYMS,
            elsewhere={"highest()": KNOWN["highest()"], "lowest()": KNOWN["lowest()"]},
        )

    def later(self, place: str, path: Path) -> dict[str, str]:
        """Return the contract's names that aren't known yet at a place of the flow, with the reason."""
        vocabulary = self.vocabulary
        if len(path) < 2 or path[0] != "phases" or path[1] not in vocabulary.flow:
            return {}
        here = vocabulary.flow.index(str(path[1]))
        first = here + 1
        if "opening" in vocabulary.phases[str(path[1])].entries and place in ("seat", "claim", "opening"):
            first = here  # before the first card is led, what that card names isn't known either
        found: dict[str, str] = {}
        for name, phases in vocabulary.assigned.items():
            phase = next((p for p in vocabulary.flow[first:] if p in phases), None)
            if phase is not None and phase != str(path[1]):
                found[f"contract.{name}"] = f"it is named only later, by the phase {phase!r}"
            elif phase is not None:
                found[f"contract.{name}"] = "it is named only by the opening lead"
        if vocabulary.auction and here <= vocabulary.flow.index(vocabulary.auction):
            for name in ("declarer", "contract.kind"):
                found[name] = f"it is known only after the auction, the phase {vocabulary.auction!r}"
        return found

    def functions(self, place: str, later: Mapping[str, str]) -> tuple[dict[str, Function], dict[str, str]]:
        """Return the functions of a place, and those of other places with where they are known."""
        known = PLACES[place]
        functions = dict(SEATED) if "seats()" in known else {}
        hidden = {f"{name}()": "it is known where seats are" for name in SEATED if name not in functions}
        if "suit()" in known:
            # in a deal's `set` and at the opening lead a suit is read with the contract as it was before
            reads = frozenset[str]() if place in ("deal", "opening") else self.ranking_reads
            before = place in ("deal", "opening")
            possible = card_suits(self.vocabulary) if before else (*self.vocabulary.pack.suits, TRUMPS, NO_SUIT)
            missing = sorted(reads & later.keys())
            if missing:
                hidden["suit()"] = f"the ranking reads {missing[0]!r}; {later[missing[0]]}"
            else:
                functions["suit"] = Function((CARD,), Type("suit", possible), reads)
        else:
            hidden["suit()"] = KNOWN["suit()"]
        if "highest()" in known:
            functions |= {"highest": Function((), SIDE), "lowest": Function((), SIDE)}
        else:
            hidden |= {"highest()": KNOWN["highest()"], "lowest()": KNOWN["lowest()"]}
        return functions, hidden


def field_type(name: str, values: list[int | str]) -> Type:
    """Return the type of a field from its values; nothing is said of one that holds numbers and words."""
    if len({isinstance(value, int) for value in values}) > 1:
        return UNKNOWN
    if values and isinstance(values[0], int):
        return INT
    return Type(name, tuple(str(value) for value in values))


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


def shows(place: str, name: str, vocabulary: Vocabulary) -> bool:
    """Whether a place knows a variable, by the table."""
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
        return owner in ("mine", "theirs", "declarers", "defenders")
    return "mine counters" in known and owner == "mine" and (rest in vocabulary.tallies or rest == "games")


def known_where(name: str) -> str:
    """Return where a variable is known, for a message."""
    if f".{BEFORE}" in name:
        return "it is known in the score, and in `game` and `match`"
    return KNOWN.get(name) or KNOWN.get(name.partition(".")[0]) or "it is known at other places"


def described(place: str, path: Path) -> str:
    """Return how messages name a place: the dotted path of the key."""
    return ".".join(str(part) for part in path) or place
