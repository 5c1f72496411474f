"""What a name stands for at one place of a profile, and what to say of one that stands for nothing there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.errors import Problem, suggestion
from interpreter.expression.tree import INHERITED, Expr
from interpreter.expression.types import BUILTINS, CARD, CARDS, INT, Scope, Type

MAX_KNOWN = 8
"""How many names are listed where one is of no use."""
_TRUTHS = {**dict.fromkeys(("yes", "on", "always"), "true"), **dict.fromkeys(("no", "off", "never"), "false")}


def resolve(expr: Expr, scope: Scope) -> tuple[Expr, Type] | None:
    """Return the checked node for a name, with its type; None if it stands for nothing here.

    A param becomes its number. (Two things of one name are refused before any expression is checked.)
    """
    name = str(expr.value)
    if name in scope.names:
        return expr, scope.names[name]
    if name in scope.params:
        return replace(expr, op="int", value=scope.params[name]), INT
    if name in scope.defines:
        return replace(expr, op="define"), scope.defines[name].type
    if name in scope.classes:
        return replace(expr, op="class"), CARDS
    if name in scope.cards:
        return replace(expr, op="card"), CARD
    if name in scope.words:
        return replace(expr, op="word"), Type(" or ".join(scope.words[name]), (name,))
    return None


def hidden_define(expr: Expr, scope: Scope) -> Problem | None:
    """A define is visible where all that it reads is; say what this one reads that isn't."""
    hidden = sorted(scope.defines[str(expr.value)].reads - scope.names.keys())
    if not hidden:
        return None
    message = f"{expr.value!r} can't be used in {scope.place}: it reads {hidden[0]!r}"
    return Problem("E020", message, expr.place(), scope.elsewhere.get(hidden[0]))


def unknown_name(expr: Expr, scope: Scope, near: Type) -> Problem:
    """Say what is wrong with a name that `resolve` doesn't know, where a `near` may be wanted."""
    name, place = str(expr.value), expr.place()
    if name == INHERITED:
        return Problem("E021", f"{name!r} stands for nothing: nothing was set here before", place)
    same = _by_another_name(name, scope)
    if name in scope.elsewhere:
        message = f"{name!r} isn't known in {scope.place}: {scope.elsewhere[name]}"
        return Problem("E011", message, place, f"did you mean {same!r}?" if same else known_here(scope))
    variables = sorted({*scope.names, *scope.params, *scope.defines, *scope.classes})
    words = near.words or ()
    if words and "." not in name and (_near(name, words) or not _close(name, variables)):
        return wrong_word(expr, name, scope, near)
    within = [known for known in scope.names if known.startswith(f"{name}.")]
    hidden = next((where for known, where in scope.elsewhere.items() if known.startswith(f"{name}.")), None)
    if hidden and not within:
        return Problem("E011", f"{name!r} isn't known in {scope.place}: {hidden}", place, known_here(scope))
    if within:
        advice: str | None = f"{name} has parts: write such as {within[0]}"
    elif name.lower() in _TRUTHS:
        advice = f"write {_TRUTHS[name.lower()]}"
    elif same:
        advice = f"did you mean {same!r}?"
    elif _is_tally(name, scope) and not _close(name, variables):
        tally = name.partition(".")[2]
        advice = f"a tally of your own needs `tallies: {{{tally}: game}}` and a row with `into: {tally}`"
    elif name in scope.functions or name in BUILTINS:
        advice = f"{name} is a function: write {name}(..)"
    elif name in scope.quantities:
        advice = f"{name} is a quantity of a side: write such as mine.{name}"
    else:
        advice = suggestion(name, [*variables, *sorted(scope.words), *sorted(scope.cards), "true", "false"])
    return Problem("E010", f"unknown name {name!r} in {scope.place}", place, advice)


def known_here(scope: Scope) -> str:
    """Return what may be used at a place instead: its variables, those of the contract first."""
    names = sorted(scope.names, key=lambda name: (not name.startswith("contract."), name))
    if not names:
        return "nothing that changes is known here: only params and numbers"
    return f"known here: {', '.join(names[:MAX_KNOWN])}{' ..' if len(names) > MAX_KNOWN else ''}"


def _by_another_name(name: str, scope: Scope) -> str | None:
    """Return the name that is known here for what people call otherwise, or by another part of the game."""
    *owners, last = (scope.synonyms.get(part.lower(), part) for part in name.split("."))
    whole = ".".join((*owners, last))
    if whole != name and (whole in scope.names or whole in scope.params or whole in scope.defines):
        return whole
    if last in scope.quantities and not owners:
        return None if last == name else f"mine.{last}" if f"mine.{last}" in scope.names else None
    return next((known for known in scope.names if "." in known and known.rpartition(".")[2] == last), None)


def _is_tally(name: str, scope: Scope) -> bool:
    """Whether a name is written like a quantity of a side."""
    owner, dot, quantity = name.partition(".")
    return bool(dot) and "." not in quantity and any(f"{owner}.{known}" in scope.names for known in scope.quantities)


def _close(name: str, candidates: Iterable[str]) -> bool:
    """Whether a name is hardly another one than some candidate."""
    import difflib

    return bool(difflib.get_close_matches(name, list(candidates), 1, 0.8))


def _near(name: str, candidates: Iterable[str]) -> bool:
    return (suggestion(name, candidates) or "").startswith("did you mean")


def wrong_word(expr: Expr, word: str, scope: Scope, wanted: Type) -> Problem:
    """Say that `word` is outside the enum `wanted`, and which enum has it if another does."""
    labels = [label for label in scope.words.get(word, ()) if label != wanted.name]
    belongs = f"is a word of {' and '.join(labels)}, not of" if labels else "isn't a word of"
    message = f"{word!r} {belongs} {wanted.name}"
    return Problem("E016", message, expr.place(), suggestion(word, wanted.words or ()))


def unknown_function(expr: Expr, scope: Scope) -> Problem:
    """Say what is wrong with a call of what isn't a function here; placed at the function's name."""
    name = str(expr.value)
    place = replace(expr, end=expr.start + len(name)).place()
    if where := scope.elsewhere.get(f"{name}()"):
        return Problem("E011", f"{name!r} isn't known in {scope.place}: {where}", place, known_here(scope))
    if resolve(expr, scope):
        advice: str | None = f"{name} is no function"
    else:
        advice = suggestion(name, [*BUILTINS, *sorted(scope.functions)])
    return Problem("E012", f"unknown function {name!r} in {scope.place}", place, advice)
