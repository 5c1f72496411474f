"""The names that an expression may use at one place: each with what it is, and where it is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.errors import Place
from interpreter.expression.types import BUILTINS, Define, Scope
from interpreter.lsp.documents import Rules
from interpreter.lsp.spots import key_place
from interpreter.profile.glossary import FUNCTIONS, KEYWORDS, name_means
from interpreter.profile.keys import Path as Keys
from interpreter.profile.nodes import Node, follow, said
from interpreter.scoring import BEFORE

MAX_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Name:
    """A name. `kind` is variable, param, define, class, word, card, function or keyword; `detail` is a few words."""

    label: str
    kind: str
    detail: str
    text: str = ""


def names_at(scope: Scope, rules: Rules) -> Iterator[Name]:
    """Yield what an expression may use, the likeliest first; cards come last."""
    for name, type in scope.names.items():
        yield Name(name, "variable", str(type), name_means(name))
    for name in scope.params:
        yield param(name, scope)
    for name, found in scope.defines.items():
        if is_visible(found, scope):
            yield define(name, found, rules)
    for name in scope.classes:
        yield card_class(name, rules)
    for name in (*BUILTINS, *scope.functions):
        yield function(name)
    for name, labels in scope.words.items():
        yield word(name, labels)
    for name, text in KEYWORDS.items():
        yield Name(name, "keyword", "", text)
    for name in sorted(scope.cards):
        yield Name(name, "card", "a card")


def explained(name: str, scope: Scope, rules: Rules, called: bool) -> Name | None:
    """Return what a name stands for at a place, or where it is known if not there; None for no name of the game."""
    if called:
        if name in scope.functions or name in BUILTINS:
            return function(name)
        where = scope.elsewhere.get(f"{name}()")
        return Name(name, "function", "not known here", where) if where else None
    if name in scope.names:
        return Name(name, "variable", str(scope.names[name]), name_means(name))
    if name in scope.params:
        return param(name, scope)
    if name in scope.defines:
        found = define(name, scope.defines[name], rules)
        missing = sorted(scope.defines[name].reads - scope.names.keys())
        text = f"{found.text}\n\nNot to be used here: it reads `{missing[0]}`" if missing else found.text
        return Name(name, "define", found.detail, text)
    if name in scope.classes:
        return card_class(name, rules)
    if name in scope.cards:
        return Name(name, "card", "a card")
    if name in scope.words:
        return word(name, scope.words[name])
    if name in KEYWORDS:
        return Name(name, "keyword", "", KEYWORDS[name])
    where = scope.elsewhere.get(name)
    return Name(name, "variable", "not known here", f"{name_means(name)}\n\n{where}".strip()) if where else None


def is_visible(found: Define, scope: Scope) -> bool:
    """Whether a define may be used at a place: all that it reads is known there."""
    return found.reads <= scope.names.keys()


def param(name: str, scope: Scope) -> Name:
    """Return a param."""
    return Name(name, "param", f"param, {scope.params[name]}", f"`{name}` is {scope.params[name]} in this game")


def define(name: str, found: Define, rules: Rules) -> Name:
    """Return a define with its text."""
    node = follow(rules.tree, ("define", name))
    return Name(name, "define", f"define, {found.type}", f"`{shown_short(node)}`" if node is not None else "")


def card_class(name: str, rules: Rules) -> Name:
    """Return a card class with its cards."""
    node = follow(rules.tree, ("cards", name))
    return Name(name, "class", "card class", f"`{shown_short(node)}`" if node is not None else "")


def function(name: str) -> Name:
    """Return a function."""
    form, text = FUNCTIONS.get(name, (f"{name}(..)", ""))
    return Name(name, "function", form, text)


def word(name: str, labels: tuple[str, ...]) -> Name:
    """Return a word of a field."""
    return Name(name, "word", f"a word of {' and '.join(labels)}")


def shown_short(node: Node) -> str:
    """Return what a node says, on one line that isn't too long."""
    text = said(node)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 2]}.."


def places_of(name: str, rules: Rules) -> list[Place]:
    """Return where a name of an expression is set: a define, param, class, tally, field or word of a field."""
    paths: list[Keys] = [("define", name), ("params", name), ("cards", name)]
    owner, _, rest = name.partition(".")
    if rest:
        paths += [("tallies", rest.removeprefix(BEFORE))] if owner not in ("contract", "bid", "high") else []
    elif name == "made":
        paths.append(("made",))
    found = [place for path in paths if (place := key_place(rules.tree, path))]
    if rules.scopes is None:
        return found
    vocabulary = rules.scopes.vocabulary
    fields = [rest] if rest else list(rules.scopes.words.get(name, ()))
    for field in fields:
        found += vocabulary.assigned.get(field, {}).values()
        default = key_place(rules.tree, ("contract", field))
        found += [default] if default else []
    bid = key_place(rules.tree, ("phases", vocabulary.auction or "", "bids", name))
    return [bid, *found] if bid and "kind" in fields else found
