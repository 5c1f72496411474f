"""Blanks between the tokens of a line.

One behind a colon and a comma, none in front of them, none within brackets at their ends. More blanks are kept where
they align a token with one of the line above or below; comments behind a line keep their column.
"""

from __future__ import annotations

from itertools import pairwise

from interpreter.cli.form.tokens import Token, comment_spans, visible

OPENING = ("FlowMappingStart", "FlowSequenceStart")
CLOSING = ("FlowMappingEnd", "FlowSequenceEnd")
ROUNDS = 30


def spaced(text: str) -> str:
    """Return a text with the blanks that it should have."""
    for _ in range(ROUNDS):
        found = once(text)
        if found == text:
            break
        text = found
    return text


def once(text: str) -> str:
    """Return a text after one look at all its lines: each takes its neighbours as they were."""
    lines: dict[int, list[Token]] = {}
    for token in visible(text):
        lines.setdefault(token.line, []).append(token)
    edits: list[tuple[int, int, str]] = []
    for number in lines:
        edits += gaps(text, lines[number], aligned(lines, number))
    for start, end, blanks in sorted([*edits, *moved_comments(text, edits)], reverse=True):
        text = text[:start] + blanks + text[end:]
    return text


def aligned(lines: dict[int, list[Token]], number: int) -> set[tuple[str, int]]:
    """Return where tokens stand in the lines next to one that begin like it, with what stands before each."""
    rows = [lines[near] for near in (number - 1, number + 1) if near in lines]
    alike = [row for row in rows if row[0].column == lines[number][0].column]
    return {(one.kind, other.column) for row in alike for one, other in pairwise(row)}


def gaps(text: str, row: list[Token], near: set[tuple[str, int]]) -> list[tuple[int, int, str]]:
    """Return the gaps of one line that are to be changed, with what is to stand there."""
    edits = []
    for one, other in pairwise(row):
        gap = text[one.end : other.start]
        if one.end_line != other.line or gap.strip(" "):
            continue
        wanted = width(one, other)
        if wanted is None or (wanted == 1 and len(gap) > 1 and (one.kind, other.column) in near):
            continue
        if len(gap) != wanted:
            edits.append((one.end, other.start, " " * wanted))
    return edits


def width(one: Token, other: Token) -> int | None:
    """Return how many blanks belong between two tokens; None: as many as there are."""
    if other.kind == "Value":
        return None if one.kind == "Alias" else 0
    if one.kind == "Value":
        return 1
    if other.kind == "FlowEntry" or other.kind in CLOSING:
        return None if one.kind in ("Value", "FlowEntry", "Alias") else 0
    if one.kind == "FlowEntry":
        return 1
    return 0 if one.kind in OPENING else None


def moved_comments(text: str, edits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return what keeps comments behind changed lines in their columns, where there is room."""
    found = []
    for start, _ in comment_spans(text):
        first = text.rfind("\n", 0, start) + 1
        change = sum(len(new) - (end - begin) for begin, end, new in edits if first <= begin < start)
        blanks = start - len(text[:start].rstrip(" "))
        if change and blanks:
            found.append((start - blanks, start, " " * max(2 if change > 0 else 1, blanks - change)))
    return found
