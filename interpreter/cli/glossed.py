"""What a name in expressions stands for: of the language, or of one game, from the glossary that editors show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.cli.origins import sourced, where
from interpreter.expression.types import BUILTINS, Type
from interpreter.profile.glossary import FIELDS, FUNCTIONS, KEYWORDS, NAMES, TOTAL, WORD, name_means
from interpreter.profile.places import known_where
from interpreter.quantities import OWNERS, QUANTITIES
from interpreter.scoring import BEFORE

ONLY_WITH = {"made": "a game that sets `made`", "auction": "a game with an auction"}
BY_TABLE = {"left": "seats()", "right": "seats()", "partner": "seats()", "lowest": "highest()"}
"""Under which name the table of places has a function."""
KNOWN = "it is known in "
SIDE = "a side"


@dataclass(frozen=True, slots=True)
class Glossed:
    """A name: what it stands for, and what else is to be said of it, as labels with texts."""

    name: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return it as programs read it."""
        return {"name": self.name, "meaning": self.text, **dict(self.facts)}


def of_language(name: str) -> Glossed | None:
    """Return what a name stands for in whatever game; None for one that only some game can have."""
    bare = name.removesuffix("()")
    owner, _, rest = name.partition(".")
    if name in NAMES:
        found = NAMES[name]
        type = [] if found.type == WORD else [("type", str(found.type))]
        needs = [("needs", ONLY_WITH[found.only_with])] if found.only_with else []
        return Glossed(name, found.text, (*type, *known(name), *needs))
    if bare in FUNCTIONS:
        table = BY_TABLE.get(bare, f"{bare}()")
        place = [("known in", "every expression")] if bare in BUILTINS else known(table)
        return Glossed(*FUNCTIONS[bare], tuple(place))
    if name in KEYWORDS:
        return Glossed(name, KEYWORDS[name])
    if name in OWNERS:
        return Glossed(name, OWNERS[name], tuple((f"{name}.{quantity}", text) for quantity, text in of_a_side(name)))
    if owner in OWNERS and (rest.removeprefix(BEFORE) in (*QUANTITIES, "total")):
        return Glossed(name, name_means(name), (*type_of(rest), *known(name)))
    if name in (*QUANTITIES, "total"):
        names = [f"{side}.{name}" for side in OWNERS]
        return Glossed(", ".join(names), means(name), (*type_of(name), *known(names[0])))
    if owner in FIELDS and rest.isidentifier():
        return Glossed(name, name_means(name), tuple(known(name)))
    return None


def of_game(reference: str, name: str) -> Glossed | None:
    """Return what a name stands for in a game; None where it has none such. Raises `InputError`."""
    from interpreter.lsp.documents import Rules
    from interpreter.lsp.names import explained, places_of
    from interpreter.profile.typing import typed
    from interpreter.profile.vocabulary import read_vocabulary

    found = sourced(reference)
    scopes = typed(found.composed, read_vocabulary(found.composed.tree, []), []).scopes
    rules = Rules(None, found.composed.tree, scopes)
    told = explained(name, scopes.define_scope(), rules, False)
    at = tuple(dict.fromkeys(("set in", where(place)) for place in places_of(name, rules)))
    set_in = (("set in", ", ".join(place for _, place in at)),) if at else ()
    if told is None or told.kind == "keyword":
        return of_language(name)
    if told.kind != "variable":
        function = ((f"as {FUNCTIONS[name][0]}", FUNCTIONS[name][1]),) if name in FUNCTIONS else ()
        return Glossed(name, ": ".join(text for text in (told.detail, told.text) if text), (*set_in, *function))
    type = scopes.names[name]
    tallies = frozenset(scopes.vocabulary.tallies)
    return Glossed(name, told.text, (("type", type_text(type)), *known(name, tallies), *set_in))


def names() -> list[str]:
    """Return every name of the language, for a hint at one that is alike."""
    sides = [f"{side}.{quantity}" for side in OWNERS for quantity in (*QUANTITIES, "total")]
    return [*NAMES, *FUNCTIONS, *KEYWORDS, *OWNERS, *QUANTITIES, *sides]


def known(name: str, tallies: frozenset[str] = frozenset({"total"})) -> list[tuple[str, str]]:
    """Return where a name is known."""
    return [("known in", known_where(name, tallies).removeprefix(KNOWN))]


def of_a_side(owner: str) -> Iterator[tuple[str, str]]:
    """Yield what a side has, and what each is."""
    for quantity in (*QUANTITIES, "total"):
        yield quantity, name_means(f"{owner}.{quantity}")


def means(quantity: str) -> str:
    """Return what a quantity says of a side."""
    text = QUANTITIES[quantity].text if quantity in QUANTITIES else TOTAL
    return text.format(SIDE)


def type_of(quantity: str) -> list[tuple[str, str]]:
    """Return the type of what a side has."""
    found = QUANTITIES.get(quantity)
    return [("type", str(found.type) if found else "integer")]


def type_text(type: Type) -> str:
    """Return what a variable can be."""
    return " ".join(type.words) if type.words else str(type)
