"""Text → tree. Every fault of the text becomes a Problem with its place; nothing is raised.

The grammar stands in grammar.lark. A tree grows from its leaves while the LALR parser runs, and is bounded
before anything recurses through it, so no text costs much time or stack. Trees are remembered by their text,
without an origin: profiles share most of their lines.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.errors import Place, Problem
from interpreter.expression import mistakes
from interpreter.expression.tree import MAX_LENGTH, Expr
from interpreter.resources import cache_folder

if TYPE_CHECKING:
    from lark import Lark, Token

PlaceOf = Callable[[int, int], Place]
"""Gives the place of the characters start..end of the text that is parsed."""


def parse(text: str, origin: object, problems: list[Problem], place_of: PlaceOf) -> Expr | None:
    """Read an expression; its nodes carry `origin`. Return None where a problem was added.

    >>> str(parse("(a+1)*2 == b", None, [], lambda start, end: Place("", 1, start + 1, end + 1)))
    '(a + 1) * 2 == b'
    """
    tree = _read(text, "expression", problems, place_of)
    return _owned(tree, origin) if tree else None


def parse_range(text: str, origin: object, problems: list[Problem], place_of: PlaceOf) -> tuple[Expr, Expr] | None:
    """Read `least..most`, each end an integer or a name. Return None where a problem was added."""
    tree = _read(text, "range", problems, place_of)
    if tree is None:
        return None
    least, most = tree.args
    return _owned(least, origin), _owned(most, origin)


def parse_meant(text: str, origin: object) -> Expr | None:
    """Read an expression that isn't in order as it was surely meant, with the places of the text as it stands.

    None where that isn't sure.
    """
    from interpreter.expression.mending import mended

    tree = mended(text, "expression").tree
    return None if tree is None else _owned(tree, origin)


def _read(text: str, start: str, problems: list[Problem], place_of: PlaceOf) -> Expr | None:
    result = tree_of(text, start) if len(text) <= MAX_LENGTH else mistakes.too_long(len(text))
    if isinstance(result, Expr):
        return result
    from interpreter.expression.mending import mended  # only needed once something is wrong

    for mistake in mended(text, start).told:
        problems.append(Problem(mistake.code, mistake.message, place_of(mistake.start, mistake.end), mistake.help))
    return None


@lru_cache(maxsize=4096)
def tree_of(text: str, start: str) -> Expr | mistakes.Mistake:
    """Parse a text of bounded length into a tree without an origin."""
    from lark.exceptions import UnexpectedInput

    mistake = mistakes.before_parsing(text)
    if mistake is not None:
        return mistake
    try:
        tree: Any = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        return mistakes.explain(text, error, start)
    assert isinstance(tree, Expr)
    return mistakes.after_parsing(tree) or tree


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from pathlib import Path

    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    build: Any = _Build()
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=["expression", "range"],
        transformer=build,
        maybe_placeholders=False,
        # Its table is kept, which saves 30 ms. Lark sees whether it is still right; one that can't be read or written
        # it passes over.
        cache=False if folder is None else str(folder / "grammar.table"),
    )


class _Build:
    """One method for each rule of the grammar: from what the rule matched to an Expr without an origin."""

    def number(self, parts: list[Token]) -> Expr:
        return _leaf("int", int(parts[0]), parts[0])

    def name(self, parts: list[Token]) -> Expr:
        return _leaf("name", str(parts[0]), parts[0])

    def boolean(self, parts: list[Token]) -> Expr:
        return _leaf("bool", parts[0] == "true", parts[0])

    def group(self, parts: tuple[Token, Expr, Token]) -> Expr:
        opened, inner, closed = parts
        return replace(inner, start=opened.start_pos or 0, end=closed.end_pos or 0)

    def prefix(self, parts: tuple[Token, Expr]) -> Expr:
        sign, arg = parts
        return Expr("neg" if sign == "-" else "not", None, (arg,), sign.start_pos or 0, arg.end)

    def binary(self, parts: tuple[Expr, Token, Expr]) -> Expr:
        left, operator, right = parts
        return Expr(str(operator), None, (left, right), left.start, right.end)

    def conditional(self, parts: list[Any]) -> Expr:
        keyword, condition, _, then, _, other = parts
        return Expr("if", None, (condition, then, other), keyword.start_pos, other.end)

    def call(self, parts: list[Any]) -> Expr:
        args = tuple(part for part in parts if isinstance(part, Expr))
        return Expr("call", str(parts[0]), args, parts[0].start_pos, parts[-1].end_pos)

    def range(self, parts: tuple[Expr, Token, Expr]) -> Expr:
        return self.binary(parts)


def _leaf(op: str, value: int | bool | str, token: Token) -> Expr:
    return Expr(op, value, (), token.start_pos or 0, token.end_pos or 0)


def _owned(expr: Expr, origin: object) -> Expr:
    args = tuple(_owned(arg, origin) for arg in expr.args)
    return replace(expr, args=args, origin=origin)
