"""Which names an expression may use at a place of a profile, with their types.

Which place knows what is a table in `places`. A place also depends on where its phase stands in the flow: a field of
the contract that this phase or a later one still fills isn't known yet (definite assignment).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreter.cards import NO_SUIT, TRUMPS
from interpreter.expression.types import (
    CARD,
    INT,
    SEAT,
    SIDE,
    UNKNOWN,
    Define,
    Function,
    Scope,
    Type,
)
from interpreter.profile.glossary import NAMES, SYNONYMS
from interpreter.profile.nodes import data
from interpreter.profile.places import PLACES, known_where, refined, shows
from interpreter.profile.vocabulary import Vocabulary
from interpreter.profile.vocabulary.words import card_suits, submap
from interpreter.quantities import QUANTITIES
from interpreter.scoring import BEFORE
from interpreter.spelling import spoken

Path = tuple[str | int, ...]

SEATED = {
    "left": Function((SEAT,), SEAT),
    "right": Function((SEAT,), SEAT),
    "partner": Function((SEAT,), SEAT),
}


MADE = "made"
NO_MADE = "this game doesn't set it: write `made: ..` at the top of the file, when a contract is made"


@dataclass(slots=True)
class Scopes:
    """Makes the scope of any place of one profile. `defines` is filled by the type checker."""

    vocabulary: Vocabulary
    ranking_reads: frozenset[str] = frozenset()
    defines: dict[str, Define] = field(default_factory=dict)
    names: dict[str, Type] = field(init=False)
    words: dict[str, tuple[str, ...]] = field(init=False)
    said: dict[str, tuple[str, ...]] = field(init=False)
    made: dict[tuple[str, str, frozenset[str]], Scope] = field(default_factory=dict)
    """The scopes of places and phases, by what decides the suit of a card too."""

    def __post_init__(self) -> None:
        self.words = self.vocabulary.words()
        self.said = self.spoken_words()
        self.names = self.everything()

    def spoken_words(self) -> dict[str, tuple[str, ...]]:
        """Return what players say for words of fields, in lower case, with the words that each may stand for."""
        terms = {word: data(node) for word, node in submap(self.vocabulary.tree, "terms").entries.items()}
        named = {word: tuple(map(str, text if isinstance(text, list) else [text])) for word, text in terms.items()}
        found: dict[str, list[str]] = {}
        for word in self.words:
            for text in spoken(word, named):
                found.setdefault(text.casefold(), []).append(word)
        return {text: tuple(words) for text, words in found.items()}

    def everything(self) -> dict[str, Type]:
        """Return every variable that exists anywhere in this profile, with its type."""
        vocabulary = self.vocabulary
        suit = Type("suit", (*vocabulary.pack.suits, TRUMPS, NO_SUIT))
        has = {"made": "made" in vocabulary.tree.entries, "auction": bool(vocabulary.auction)}
        names = {name: found.type for name, found in NAMES.items() if has.get(found.only_with, True)}
        kinds = [name for name in names if name.endswith(".kind")]
        names = {name: type for name, type in names.items() if name not in kinds}  # they come last, in messages too
        names["led"] = suit
        for name, values in vocabulary.fields.items():
            for owner in ("contract", "bid", "high"):
                names[f"{owner}.{name}"] = field_type(name, values)
        owners = ["mine", "theirs"]
        if vocabulary.auction:
            kind = Type("kind", vocabulary.kinds)
            names |= dict.fromkeys(kinds, kind)
            owners += ["declarers", "defenders"]
        for owner in owners:
            names |= {f"{owner}.{quantity}": type for quantity, type in self.quantities().items()}
            names |= {f"{owner}.{BEFORE}{tally}": INT for tally in self.vocabulary.tallies}
        return names

    def quantities(self) -> dict[str, Type]:
        """Return what a side has, with types."""
        return {
            **{name: found.type for name, found in QUANTITIES.items()},
            **dict.fromkeys(self.vocabulary.tallies, INT),
        }

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
            name: type
            for name, type in self.names.items()
            if shows(place, name, self.vocabulary.tallies) and name not in later
        }
        elsewhere = {name: self.known_where(name, place) for name in self.names if name not in visible} | later
        if place == "deal" and "turn" not in self.vocabulary.phases[str(path[1])].entries:
            del visible["turned"]
            elsewhere["turned"] = "no card is turned: write `turn: last` beside `set`"
        if MADE not in self.names and shows(place, MADE, self.vocabulary.tallies):
            elsewhere[MADE] = NO_MADE
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
            said=self.said,
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
            said=self.said,
            elsewhere={name: self.known_where(name) for name in ("highest()", "lowest()")},
        )

    def known_where(self, name: str, place: str = "") -> str:
        """Return where a variable or function is known, for a message at a place where it isn't."""
        text = known_where(name, frozenset(self.vocabulary.tallies))
        owner, _, rest = name.partition(".")
        bids = [known for known in (f"bid.{rest}", f"high.{rest}") if owner == "contract" and known in self.names]
        bids = [known for known in bids if place and shows(place, known, self.vocabulary.tallies)]
        return f"{text}; here write {' or '.join(bids)}" if bids else text

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
        hidden = {f"{name}()": self.known_where("seats()") for name in SEATED if name not in functions}
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
            hidden["suit()"] = self.known_where("suit()")
        if "highest()" in known:
            functions |= {"highest": Function((), SIDE), "lowest": Function((), SIDE)}
        else:
            hidden |= {name: self.known_where("highest()") for name in ("highest()", "lowest()")}
        return functions, hidden


def field_type(name: str, values: list[int | str]) -> Type:
    """Return the type of a field from its values; nothing is said of one that holds numbers and words."""
    if len({isinstance(value, int) for value in values}) > 1:
        return UNKNOWN
    if values and isinstance(values[0], int):
        return INT
    return Type(name, tuple(str(value) for value in values))


def described(place: str, path: Path) -> str:
    """Return how messages name a place: the dotted path of the key."""
    return ".".join(str(part) for part in path) or place
