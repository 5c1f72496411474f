"""What to say of a name that stands for nothing at its place, or of a value of the wrong kind: what was meant.

A remedy fits the place: a name is suggested only where a value of its type is wanted, unless it is hardly another
one than what was written. None is better than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from interpreter.errors import NUMBER_WORDS, Problem, one_of, suggestion
from interpreter.expression.names import resolve
from interpreter.expression.tree import COMPARISONS, INHERITED, Expr
from interpreter.expression.types import (
    BOOL,
    BUILTINS,
    CARD,
    CARDS,
    INT,
    QUANTITY_FUNCTIONS,
    SEAT,
    SIDE,
    UNKNOWN,
    Scope,
    Type,
    overlap,
)

MAX_KNOWN = 8
"""How many names are listed where one is of no use."""
OWN_NAME = "for a name of your own write "
"""How a remedy begins for a name that is like none that is known."""
_TRUTHS = {**dict.fromkeys(("yes", "on", "always"), "true"), **dict.fromkeys(("no", "off", "never"), "false")}
_ROUNDS = ("round", "floor", "int", "trunc")
_MADE = "made"
_UNMADE = ("broken", "down", "failed", "lost", "missed", "set")
"""What people call a contract that isn't made."""
_FUNCTIONS = {
    **dict.fromkeys(("minimum", "least", "smallest", "smaller"), "min"),
    **dict.fromkeys(("maximum", "most", "largest", "larger", "greatest", "biggest"), "max"),
    **dict.fromkeys(("number", "len", "length", "size", "card_count", "cards"), "count"),
    **dict.fromkeys(("next", "after"), "left"),
    **dict.fromkeys(("previous", "before"), "right"),
}
"""What people call functions otherwise."""
_SETTLED = {"winner": "mine", "loser": "theirs"}
"""What people call the sides in a winner's settlement."""
_SEATED = ("dealer", "declarer", "me")
"""Seats that people think of first."""
_OF_CARDS: dict[str, Type] = {"abs": INT, "count": CARDS, "max": INT, "min": INT}
"""What the functions that are known everywhere take."""


def unknown_name(expr: Expr, scope: Scope, near: Type) -> Problem:
    """Say what is wrong with a name that `resolve` doesn't know, where a `near` may be wanted."""
    name, place = str(expr.value), expr.place()
    if name == INHERITED:
        message = f"{name!r} stands for nothing: nothing was set here before"
        return Problem("E021", message, place, f"write without {name!r} what is to stand here")
    if dashed := _dashed(expr, scope):
        return dashed
    if (factor := re.fullmatch(r"(\d+)([A-Za-z_].*)", name)) and near in (INT, UNKNOWN):
        found = resolve(replace(expr, value=factor[2]), scope)
        if found is not None and found[1] == INT:
            message = f"unknown name {name!r} in {scope.place}"
            return Problem("E010", message, place, f"write {factor[1]} * {factor[2]}")
    if ordinal := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", name):
        return Problem("E010", f"unknown name {name!r} in {scope.place}", place, f"write {ordinal[1]}")
    same = _by_another_name(name, scope, near)
    if name in scope.elsewhere:
        message = f"{name!r} isn't known in {scope.place}: {scope.elsewhere[name]}"
        return Problem("E011", message, place, f"did you mean {same!r}?" if same else known_here(scope))
    variables = sorted({*scope.names, *scope.params, *scope.defines, *scope.classes})
    words = near.words or ()
    if words and "." not in name and (_word_near(name, scope, words) or not _close(name, variables)):
        return wrong_word(expr, name, scope, near)
    within = [known for known in scope.names if known.startswith(f"{name}.")]
    hidden = next((where for known, where in scope.elsewhere.items() if known.startswith(f"{name}.")), None)
    owner = name.rpartition(".")[0]
    if owner in scope.elsewhere and hidden is None and not same:
        name, hidden = owner, scope.elsewhere[owner]
    if hidden and not within:
        return Problem("E011", f"{name!r} isn't known in {scope.place}: {hidden}", place, known_here(scope))
    advice: str | None = None
    if within:
        advice = f"{name} has parts: write such as {within[0]}"
    elif denied := _denied(name, scope, near):
        advice = f"write not {denied}"
    elif name.lower() in _TRUTHS:
        advice = f"write {_TRUTHS[name.lower()]}"
    elif near == CARDS and (ranked := _as_class(name, scope)):
        advice = ranked
    elif same:
        advice = f"did you mean {same!r}?"
    elif name in scope.functions or name in BUILTINS:
        advice = f"{name} is a function: write {name}(..)"
    elif name in scope.quantities:
        advice = f"{name} is a quantity of a side: write such as mine.{name}"
    elif name.lower() in NUMBER_WORDS and near in (INT, UNKNOWN) and not _close(name, variables):
        advice = f"write {NUMBER_WORDS.index(name.lower())}"
    else:
        advice = _of_a_value(expr, scope)
        if advice is None and _is_tally(name, scope):
            lasts = "match" if scope.place.startswith("match.") else "game"
            tally = name.partition(".")[2]
            advice = f"a tally of your own needs `tallies: {{{tally}: {lasts}}}` and a row with `into: {tally}`"
    advice = advice or _fitting(expr, scope, near, variables)
    return Problem("E010", f"unknown name {name!r} in {scope.place}", place, advice)


def _denied(name: str, scope: Scope, near: Type) -> str | None:
    """Return the condition that a name denies: `unmade`, `not_made`, `failed`."""
    if near not in (BOOL, UNKNOWN):
        return None
    opposite = re.fullmatch(r"(?:is_?)?(?:not_?|isnt_?|non_?|no_?|un)(\w+)", name)
    known = opposite[1] if opposite else _MADE if name.lower() in _UNMADE else ""
    found = resolve(Expr("name", known), scope)
    return known if found is not None and found[1] == BOOL else None


def _dashed(expr: Expr, scope: Scope) -> Problem | None:
    """Say that a name is written with dashes, which subtract, where it is known with `_` for them."""
    text = getattr(expr.origin, "text", "")
    for found in re.finditer(r"[A-Za-z_][\w.]*(?:-[A-Za-z_]\w*)+", text):
        whole = Expr("name", found[0].replace("-", "_"), (), found.start(), found.end(), expr.origin)
        if found.start() <= expr.start < found.end() and resolve(whole, scope):
            message = f"unknown name {found[0]!r} in {scope.place}"
            return Problem("E010", message, whole.place(), f"did you mean {whole.value!r}?")
    return None


def _of_a_value(expr: Expr, scope: Scope) -> str | None:
    """Say how a part of a value, or what comes of it, is written that stands as a field: `card.suit`."""
    owner, dot, last = str(expr.value).rpartition(".")
    if not dot:
        return None
    found = resolve(replace(expr, value=owner), scope)
    type = found[1] if found else UNKNOWN
    function = next((name for name in _functions(scope, type) if name == last.lower()), None)
    if function is not None:
        return f"{function} is a function: write {function}({owner})"
    if last.lower() in (*scope.functions, *BUILTINS, *QUANTITY_FUNCTIONS) and not found:
        return f"{last.lower()} is a function: write such as {last.lower()}(..)"
    if found is None:
        return None
    if type.is_enum:
        return f"{owner} has no parts: write it alone"
    ways = [f"{name}({owner})" for name in _functions(scope, type)]
    if type == CARD:
        ways += [f"{owner} in {next(iter(sorted(scope.classes)), 'CLASS')}"]
    return f"{owner} has no parts" + (f": write such as {' or '.join(ways[:3])}" if ways else "")


def _functions(scope: Scope, type: Type) -> Iterator[str]:
    """Yield the functions that take a value of a type."""
    yield from (name for name, function in scope.functions.items() if function.params == (type,))
    yield from (name for name, taken in _OF_CARDS.items() if taken == type)


def _fitting(expr: Expr, scope: Scope, near: Type, variables: list[str]) -> str | None:
    """Return the name that was probably meant: one of the wanted type first, any other only if it is hardly another.

    Where none is like it, what is known here of that type, if that can be told in a line.
    """
    name = str(expr.value)
    fit = [known for known in variables if _fits(known, expr, scope, near)]
    if near in (BOOL, UNKNOWN):
        fit += ["true", "false"]
    if near == UNKNOWN or near.is_enum:
        fit += sorted(scope.words)
    if near in (CARD, UNKNOWN):
        fit += sorted(scope.cards)
    if getattr(expr.origin, "replaced", None) is not None:  # so that it stands for something
        fit.append(INHERITED)
    near_ones = _close_ones(name, (*fit, *variables))
    hardly = [[one for one in known if one in near_ones] for known in (fit, variables)]
    for candidates in (*hardly, fit):
        help = suggestion(name, candidates) or ""
        if help.startswith("did you mean"):
            return help
    if near in (SEAT, SIDE):
        known = sorted(
            (known for known in fit if scope.names.get(known) == near), key=lambda one: (one not in _SEATED, one)
        )
        known += [
            f"{function}({known[0]})"
            for function in ("left", "partner")
            if near == SEAT and known and function in scope.functions
        ]
        what = "a seat" if near == SEAT else "a side"
        return f"write {what} such as {', '.join(known[:MAX_KNOWN])}" if known else None
    if (
        re.fullmatch(r"[a-z]\w*", name)
        and near in (BOOL, INT, UNKNOWN)
        and not _close(name, [*variables, *scope.words, *scope.elsewhere, *scope.functions], 0.7)
    ):
        number = f"`params: {{{name}: ..}}` if it is a number, or " if near != BOOL else ""
        return f"{OWN_NAME}{number}`define: {{{name}: ..}}`"
    return None


def _fits(name: str, expr: Expr, scope: Scope, near: Type) -> bool:
    """Whether a name that is known has the wanted type, or may have."""
    found = resolve(replace(expr, value=name), scope)
    return found is None or _alike(found[1], near)


def converted(expr: Expr, tree: Expr, type: Type, wanted: Type, scope: Scope) -> str | None:
    """Say how a value of another type than the `wanted` one is turned into that; `tree` is the checked `expr`."""
    if wanted == BOOL:
        return _as_condition(expr, tree, type, scope)
    if (wanted, type) == (INT, BOOL) and expr.op in COMPARISONS and expr.args[0].op == "+":
        last = expr.args[0].args[1]  # what stands before the last + is to be added to, not compared
        return f"compare within parentheses: .. + (if {last} {expr.op} {expr.args[1]} then 1 else 0)"
    if (wanted, type) == (INT, BOOL):
        choice = f"if {expr} then 1 else 0"
        return f"write ({choice})"
    if wanted == CARDS and tree.op == "word":
        return _as_class(str(tree.value), scope)
    return f"write count({expr})" if (wanted, type) == (INT, CARDS) else None


def _as_class(name: str, scope: Scope) -> str | None:
    """Say how the cards of a suit or rank, which is called so, become a set; None for what is neither."""
    suits = [suit for suit, labels in scope.words.items() if "suit" in labels]
    said = scope.said.get(name.casefold(), ())
    word = said[0] if len(said) == 1 else name
    cards = scope.cards if word in suits else [card for card in scope.cards if card.removeprefix(word) in suits]
    if not any(card != word and (card.startswith(word) or card.endswith(word)) for card in cards):
        return None
    usual = (text for text, words in scope.said.items() if words == (word,) and re.fullmatch(r"[a-z]\w+", text))
    free = (text for text in (*usual, f"all_{word.lower()}") if text not in (*scope.classes, *scope.defines))
    own = next(free, None)
    return f"name these cards: `cards: {{{own}: {word}}}`, and write {own}" if own else None


def _as_condition(expr: Expr, tree: Expr, type: Type, scope: Scope) -> str | None:
    """Say how a condition is written that something of another type was meant for."""
    if tree.op == "int":
        if expr.op == "int" and tree.value in (0, 1):
            return f"write {str(tree.value == 1).lower()}"
        known = [name for name, type in scope.names.items() if type == INT]
        counted = ("mine.games",) if scope.place.startswith("match") else ()
        name = next((name for name in (*counted, "mine.total", "contract.level", *known) if name in known), None)
        return f"compare something with it: such as {name} >= {expr}" if name else None
    if type == SEAT and "me" in scope.names:
        return f"compare it: such as me == {tree}"
    if type == INT:
        return f"compare it: such as {tree} > 0"
    if tree.op == "word":
        fields = [name for name, of in scope.names.items() if of.words is not None and str(tree.value) in of.words]
        return f"compare it: such as {min(fields, key=_contract_first)} == {tree}" if fields else None
    if type.words:
        others = [word for word in type.words if str(word) != "none"]
        return f"compare it: such as {tree} == {others[0]}" if others else None
    return f"such as count({tree}) > 0" if type == CARDS else None


def compared_again(expr: Expr, problems: list[Problem]) -> list[Problem]:
    """Return what is wrong with `a == b or c`, where `c` is no condition, with the comparison that was meant."""
    left, right = expr.args
    while left.op in ("and", "or"):
        left = left.args[1]
    if left.op not in ("==", "!=") or right.op not in ("int", "name", "word"):
        return problems
    meant = f"write {left.args[0]} {left.op} {right}"
    return [
        replace(problem, help=meant) if problem.place == right.place() and problem.code in ("E014", "E010") else problem
        for problem in problems
    ]


def _contract_first(name: str) -> bool:
    """Sort names of the contract before others."""
    return not name.startswith("contract.")


def known_here(scope: Scope) -> str:
    """Return what may be used at a place instead: its variables, those of the contract first."""
    names = sorted(scope.names, key=lambda name: (not name.startswith("contract."), name))
    if not names:
        return "nothing that changes is known here: only params and numbers"
    return f"known here: {', '.join(names[:MAX_KNOWN])}{' ..' if len(names) > MAX_KNOWN else ''}"


def _by_another_name(name: str, scope: Scope, near: Type) -> str | None:
    """Return the name that is known here for what people call otherwise, or by another part of the game.

    Such a part is none of a value: a card has no trump suit.
    """
    *before, last = name.split(".")
    if scope.place == "match.result" and before and before[0] in _SETTLED:
        before = [_SETTLED[before[0]], *before[1:]]
    owners = [scope.synonyms.get(part, scope.synonyms.get(f"{part}s", part)) for part in map(str.lower, before)]
    spelt = [last.lower(), *([f"{last.lower()}s"] if owners else [])]
    last = next((scope.synonyms[one] for one in spelt if one in scope.synonyms), last)
    whole = ".".join((*owners, last))
    whole = f"{owners[0]}s.{last}" if owners and f"{owners[0]}s.{last}" in scope.names else whole  # a side's
    found = resolve(Expr("name", whole), scope) if whole != name and whole not in scope.words else None
    if found is not None and _alike(found[1], near):
        return whole
    if last in scope.quantities and not owners:
        return None if last == name else f"mine.{last}" if f"mine.{last}" in scope.names else None
    owner = name.rpartition(".")[0]
    if owner and (owner in scope.names or owner in scope.elsewhere or last in (*scope.functions, *BUILTINS)):
        return None
    others = [known for known in scope.names if "." in known and known.rpartition(".")[2] == last]
    return next((known for known in others if near == UNKNOWN or _alike(scope.names[known], near)), None)


def _alike(type: Type, near: Type) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    return UNKNOWN in (type, near) or type == near or overlap(type, near)


def _is_tally(name: str, scope: Scope) -> bool:
    """Whether a name is written like a quantity of a side, and isn't just one misspelt."""
    owner, dot, quantity = name.partition(".")
    known = [known.removeprefix(f"{owner}.") for known in scope.names if known.startswith(f"{owner}.")]
    return bool(dot) and "." not in quantity and not scope.quantities.isdisjoint(known) and not _close(quantity, known)


def _close(name: str, candidates: Iterable[str], least: float = 0.8) -> bool:
    """Whether a name is hardly another one than some candidate."""
    return bool(_close_ones(name, tuple(candidates), least))


@lru_cache(maxsize=1024)  # a file is checked more than once
def _close_ones(name: str, candidates: tuple[str, ...], least: float = 0.8) -> frozenset[str]:
    """Return the candidates that a name is hardly another than."""
    import difflib

    return frozenset(difflib.get_close_matches(name, candidates, len(candidates) or 1, least))


def _word_near(name: str, scope: Scope, words: tuple[str, ...]) -> bool:
    return (_word_meant(name, scope, words) or "").startswith("did you mean")


def wrong_word(expr: Expr, word: str, scope: Scope, wanted: Type) -> Problem:
    """Say that `word` is outside the enum `wanted`, and which enum has it if another does."""
    labels = [label for label in scope.words.get(word, ()) if label != wanted.name]
    belongs = f"is a word of {' and '.join(labels)}, not of" if labels else "isn't a word of"
    message = f"{word!r} {belongs} {wanted.name}"
    return Problem("E016", message, expr.place(), _word_meant(word, scope, wanted.words or ()))


def _word_meant(word: str, scope: Scope, words: tuple[str, ...]) -> str | None:
    """Return which of some words was meant: what players say for it leads there, likeness only where it is great."""
    said = [known for known in scope.said.get(word.replace("_", " ").casefold(), ()) if known in words]
    if len(said) == 1:
        return f"did you mean {said[0]!r}?"
    if said:
        return f"one of: {', '.join(said)}"
    begun = [known for known in words if len(known) > 1 and (word.startswith(known) or known.startswith(word))]
    return suggestion(word, words if _close(word, words) else begun) or one_of(words)


def unknown_function(expr: Expr, scope: Scope) -> Problem:
    """Say what is wrong with a call of what isn't a function here; placed at the function's name."""
    name = str(expr.value)
    place = replace(expr, end=expr.start + len(name)).place()
    if where := scope.elsewhere.get(f"{name}()"):
        return Problem("E011", f"{name!r} isn't known in {scope.place}: {where}", place, known_here(scope))
    if resolve(expr, scope):
        advice: str | None = f"{name} is no function"
    elif name.lower() in ("if", "iif", "ifelse", "if_else") and len(expr.args) == 3:
        condition, then, other = expr.args
        advice = f"write: if {condition} then {then} else {other}"
    elif name in scope.quantities and [arg.op for arg in expr.args] == ["name"]:
        advice = f"write {expr.args[0]}.{name}"
    elif (called := _FUNCTIONS.get(name.lower())) and called in (*BUILTINS, *scope.functions):
        advice = f"did you mean {called!r}?"
    elif name.lower() in _ROUNDS:
        advice = "leave it out: numbers are whole, and // rounds down"
    else:
        known = [*BUILTINS, *sorted(scope.functions)]
        advice = suggestion(name, [one for one in known if _close(name, [one], 0.7)] or known)
        advice = None if advice and not _close(name, known, 0.7) and advice.startswith("did") else advice
    return Problem("E012", f"unknown function {name!r} in {scope.place}", place, advice)
