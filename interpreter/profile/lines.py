"""Looking at the lines of a text: where they begin and end, and the words in them."""

from __future__ import annotations

import re

MAX_SHOWN = 60
"""How long a text may be that is shown as it should be."""
COUNTING = re.compile(r"(?<![^\r\n])([ ]*)([^\s#][^\r\n]*)")
"""A line with more than blanks and a comment: its indentation, and the rest."""
_PLAIN_END = re.compile(r"(?=[ ]*(?:[\r\n]|\Z|(?<=[ ])\#))")
_FLOW_END = re.compile(r"(?=[ ]*(?:[\r\n,\[\]{}]|\Z|(?<=[ ])\#))")


def value_end(text: str, start: int, flow: bool) -> int:
    """Return where a plain value ends, as far as its first line goes."""
    match = (_FLOW_END if flow else _PLAIN_END).search(text, start)
    return match.start() if match else len(text)


def in_quotes(value: str) -> str:
    """Return a text in the quotes that it doesn't hold."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def line_start(text: str, offset: int) -> int:
    """Return where the line of an offset begins."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """Return where the line of an offset ends."""
    found = re.compile(r"[\r\n]|\Z").search(text, offset)
    return found.start() if found else len(text)


def goes_on_to(text: str, start: int, end: int) -> int:
    """Return where a value ends with the lines below its first one that are indented more than its key."""
    line = line_start(text, start)
    own = len(text[line:start]) - len(text[line:start].lstrip(" "))
    for below in COUNTING.finditer(text, line_end(text, start)):
        if len(below[1]) <= own:
            break
        end = below.end(2)
    return end


def is_deeper(text: str, line: int, stopped: int) -> bool:
    """Whether the next line that isn't blank is indented by more than one."""
    following = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*([ ]*)(?=\S)").match(text, line_end(text, stopped))
    own = len(text) - line - len(text[line:].lstrip(" "))
    return following is not None and len(following[1]) > own


def word_before(text: str, end: int) -> str:
    """Return the word, or else the sign, that ends at an offset; "" for a blank."""
    found = re.search(r"(?:[\w-]+|\S)\Z", text[max(0, end - MAX_SHOWN) : end])
    return found[0] if found else ""


def key_at(text: str, at: int) -> str:
    """Return the key that begins at an offset."""
    return text[at : line_end(text, at)].split(":")[0].strip()


def word_at(text: str, at: int) -> str:
    """Return the word, or else the sign, that begins at an offset; "" for a blank."""
    found = re.compile(r"[\w-]+|\S").match(text, at)
    return found[0] if found else ""
