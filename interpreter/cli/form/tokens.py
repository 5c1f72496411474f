"""The tokens of a YAML text with their offsets, as PyYAML's scanner finds them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Token:
    """A token: `kind` is the name of PyYAML's class without "Token"; `start` up to `end` are offsets in the text."""

    kind: str
    start: int
    end: int
    line: int
    end_line: int
    column: int
    style: str = ""

    @property
    def many_lines(self) -> bool:
        """Whether it is a text of several lines, whose blanks may belong to it."""
        return self.kind == "Scalar" and (self.style in ("|", ">") or self.line != self.end_line)


@lru_cache(maxsize=8)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, those without a width (where a block begins and ends) too; () for no YAML."""
    import yaml

    found = []
    try:
        for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = token.start_mark, token.end_mark
            kind = type(token).__name__.removesuffix("Token")
            style = getattr(token, "style", None) or ""
            found.append(Token(kind, start.index, end.index, start.line, end.line, start.column, style))
    except (yaml.YAMLError, ValueError, OverflowError):
        return ()
    return tuple(found)


def visible(text: str) -> list[Token]:
    """Return the tokens that can be seen."""
    return [token for token in tokens(text) if token.end > token.start and token.kind not in ("Key",)]


def protected_lines(text: str) -> set[int]:
    """Return the lines (from 0) whose ends lie within a text of several lines."""
    found: set[int] = set()
    for token in tokens(text):
        if token.many_lines:
            found.update(range(token.line, token.end_line + 1 if token.style in ("|", ">") else token.end_line))
    return found


def comments(text: str) -> list[str]:
    """Return the comments of a text, in order."""
    return [text[start:end] for start, end in comment_spans(text)]


def comment_spans(text: str) -> list[tuple[int, int]]:
    """Return where the comments of a text stand: what is between tokens and isn't blank, from the first # on."""
    spans: list[tuple[int, int]] = []
    last = 0
    edges = [(token.start, token.end, token) for token in tokens(text) if token.end > token.start]
    for start, end, token in [*edges, (len(text), len(text), None)]:
        spans += gap_comments(text, last, start)
        last = max(last, end)
        if token is not None and token.style in ("|", ">"):
            header_end = text.find("\n", start, end)
            at = text.find(" #", start, header_end if header_end >= 0 else end)
            if at >= 0:
                spans.append((at + 1, len(text[: header_end if header_end >= 0 else end].rstrip())))
    return spans


def gap_comments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the comments between two tokens."""
    spans = []
    at = text.find("#", start, end)
    while at >= 0:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        spans.append((at, at + len(text[at:stop].rstrip())))
        at = text.find("#", stop, end)
    return spans
