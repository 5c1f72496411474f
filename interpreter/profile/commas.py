"""Commas in a value within { }, where they begin the next key: what was meant, by what may stand at that place."""

from __future__ import annotations

import re

from interpreter.expression.mistakes import IF_CALLED
from interpreter.profile.around import kind_of
from interpreter.profile.guard import DIGITS, NUMBERS
from interpreter.profile.keys import Path, reach
from interpreter.profile.nodes import Node, Scalar, Sequence, core_value
from interpreter.profile.positions import Source
from interpreter.profile.remedies import types_of

_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+")
_PART = re.compile(r"[^,\s][^,]*")


def taken(source: Source, path: Path, start: int, value: str) -> tuple[str, Node | None]:
    """Say how a value with commas is written that begins at an offset, and return it as it was meant, if that is plain.

    In what is said KEY stands for what follows the first comma.
    """
    types = {name for schema in reach(kind_of(source.text), path) for name in types_of(schema)}
    spans = [(start + found.start(), start + found.start() + len(found[0].rstrip())) for found in _PART.finditer(value)]
    parts = [source.text[first:last] for first, last in spans]
    if "array" in types and all(re.fullmatch(r"[\w+-]+", part) for part in parts):
        items: list[Node] = [
            Scalar(source, *span, core_value(part), part) for span, part in zip(spans, parts, strict=True)
        ]
        is_number = NUMBERS.fullmatch(value) and "integer" in types
        help = without_commas(value) if is_number else f"write it as a list: [{', '.join(parts)}]"
        return help, Sequence(source, start, start + len(value), items)
    wanted = {schema["expression"]["type"] for schema in reach(kind_of(source.text), path) if "expression" in schema}
    if not wanted or "range" in wanted or DIGITS.search(value):
        return without_commas(value), None
    called = IF_CALLED.search(value)
    if called:
        pieces = [(0, called.start(), ""), (*called.span(1), "(if "), (*called.span(2), " then ")]
        pieces += [(*called.span(3), " else "), (called.end(), len(value), ")")]
    elif "boolean" in wanted and "(" not in value and len(spans) > 1:
        pieces = [(first - start, last - start, " and " * (first > start)) for first, last in spans]
    else:
        return without_commas(value), None
    text, at = "", list[int]()
    for first, last, before in pieces:
        inner = value[first:last]
        first += len(inner) - len(inner.lstrip()) if called and before else 0
        inner = inner.strip() if called and before.strip() != ")" and before else inner
        text += before + inner
        at += [start + first] * len(before) + [*range(start + first, start + first + len(inner))]
    node = Scalar(source, start, start + len(value), text, text)
    node.stands_at(at)
    return f"write {text}" if called else f"write `and` or `or` for the comma: {text}", node


def without_commas(value: str) -> str:
    """Say how to write a value that has commas and stands within { }; KEY stands for what follows the first one."""
    if not NUMBERS.fullmatch(value):
        if DIGITS.search(value):
            return "numbers are whole, without commas"
        if "(" in value:
            return f'put the whole value in quotes: "{value}"; or write what is missing behind KEY'
        parts = [part.strip() for part in value.split(",")]
        return f"put blanks between words: {' '.join(parts)}; or write what is missing behind KEY"
    as_list = f"a list of numbers stands in [ ]: [{', '.join(part.strip() for part in value.split(','))}]"
    if _THOUSANDS.fullmatch(value):
        return f"write a number without commas: {value.replace(',', '')}; {as_list}"
    return f"a number is whole and has no commas; {as_list}"
