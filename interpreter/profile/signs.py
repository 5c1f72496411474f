"""What YAML takes though an author means something else: a sign before a value, a dash that is deeper, a lost ':'."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from interpreter.errors import Severity
from interpreter.profile.around import keys_at, takes, takes_map
from interpreter.profile.guard import short
from interpreter.profile.lines import in_quotes, key_at, line_start, value_end

Edit: TypeAlias = tuple[int, int, str]
"""From where to where, and what belongs there."""
NO_DASH = "take it away: what stands here are keys, not the items of a list"
_TAG = re.compile(r"!(?![!<])(?=[ ]*[\w(])")
_HANDLE = re.compile(r"![\w-]*!")
_ANCHOR = re.compile(r"[&*][^\s,\[\]{}]*")
_SEPARATED = re.compile(r"([\w-]+)([ ]*:?=[ ]*|[ ]+)([^\s=][^\r\n]*)")
_LITERAL = re.compile(r"[-+]?\d+|true|false|null")


class Slip(NamedTuple):
    """One slip: its problem's code, message and remedy, where it stands, and what puts it right."""

    code: str
    message: str
    help: str
    start: int
    end: int
    edits: tuple[Edit, ...]
    again: bool = False
    """Whether it is told anyway once it is put right."""
    severity: Severity = "error"


def of_sign(text: str, at: int, path: tuple[str | int, ...], flow: bool) -> Slip | None:
    """Return the slip of what begins with `!`, `&` or `*` where a value belongs; None for a real tag."""
    sign, what = text[at], takes(text, path)
    if sign == "!":
        if not _TAG.match(text, at) or _HANDLE.match(text, at) or not what:
            return None
        end = value_end(text, at, flow)
        rest = text[at + 1 : end].strip()
        message = f"found {short(text[at:end])}: '!' begins the tag of a value, and tags aren't supported"
        if what == "expression":
            blanks = len(text[at + 1 : end]) - len(text[at + 1 : end].lstrip())
            return Slip("Y011", message, f"write not: not {rest}", at, at + 1, ((at, at + 1 + blanks, "not "),))
        help = f"put the value in quotes: {in_quotes(text[at:end])}"
        return Slip("Y011", message, help, at, at + 1, ((at, end, in_quotes(text[at:end])),))
    if sign == "&" and what is None:
        return None
    name = _ANCHOR.match(text, at)
    assert name is not None
    end = max(value_end(text, at, flow), name.end())
    quoted = in_quotes(text[at:end])
    if sign == "&":
        message = f"found {short(name[0])}, an anchor that nothing refers to: it is no part of the value"
        code = "Y020"
    else:
        message, code = f"found the alias {short(name[0])}, expected its anchor above", "Y012"
    rest = text[name.end() : end].strip()
    if sign == "&" and rest:  # plain YAML, though text may have been meant
        if what != "text":
            return None
        help = f"take {name[0]!r} away, or put the value in quotes if it is text: {quoted}"
        return Slip(code, message, help, at, name.end(), ((at, end, rest),), severity="warning")
    only = what != "" or not rest  # a number or word is what stands behind the anchor
    away = f"take {(sign if only else name[0])!r} away"
    help = f"put the value in quotes if it is text: {quoted}; else {away}" if what == "text" else away
    edit = (at, end, quoted) if what == "text" else (at, at + 1, "") if only else (at, end, rest)
    return Slip(code, message, help, at, name.end(), (edit,))


def of_braces(text: str, start: int, end: int, path: tuple[str | int, ...]) -> Slip | None:
    """Return the slip of a text that is one word in { }, which YAML takes for a map."""
    if takes(text, path) != "text":
        return None
    word = text[start:end]
    message = f"found {short(word)}, which is a map, expected text"
    return Slip("S003", message, f"put it in quotes: {in_quotes(word)}", start, end, ((start, end, in_quotes(word)),))


def of_dash(text: str, start: int, end: int, path: tuple[str | int, ...], above: int) -> Slip | None:
    """Return the slip of an item of a list, which begins `above`, that is indented more than the item before it."""
    dashes = list(re.compile(r"[\r\n]([ ]*)-(?=[ ])").finditer(text, start, end))
    if not dashes or takes(text, path) is None:
        return None
    column = above - line_start(text, above)
    first = dashes[0].end() - 1
    message = "found '-', which doesn't fit here: it is deeper than the '-' above"
    edits = tuple((*dash.span(1), " " * column) for dash in dashes)
    return Slip("Y005", message, "put it below the '-' above", first, first + 1, edits)


def of_item(text: str, start: int, path: tuple[str | int, ...]) -> Slip | None:
    """Return the slip of a dash before the name of an entry, which begins at an offset, where a map belongs."""
    dash = re.search(r"-[ ]+\Z", text[line_start(text, start) : start])
    if dash is None or not takes_map(text, path):
        return None
    at = start - len(dash[0])
    return Slip(
        "Y005", f"found '-' before a key, {short(key_at(text, start))}", NO_DASH, at, at + 1, ((at, start, ""),)
    )


def of_key(text: str, start: int, end: int, path: tuple[str | int, ...]) -> Slip | None:
    """Return the slip of a key within { } that has another sign than ':', or none, before its value."""
    found = _SEPARATED.fullmatch(text[start:end])
    if found is None:
        return None
    key, between, value = found.groups()
    known = keys_at(text, path)
    if not between.strip() and key not in known and (known or not _LITERAL.fullmatch(value)):
        return None
    what = short(between.strip()) if between.strip() else "a blank"
    message = f"found {what} between a key and its value, expected ':'"
    return Slip("Y019", message, f"write {key}: {value}", start, end, ((start + len(key), end - len(value), ": "),))
