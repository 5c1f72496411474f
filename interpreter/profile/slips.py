"""What stops the reading of a text: signs that YAML reads otherwise than an author means them, and what is missing.

Each is told with what was meant, and can be put right, so that reading goes on as if that stood there. What the
author means shows in the text alone or in what may stand at that place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from interpreter.profile.around import around, keys_at, takes, takes_map
from interpreter.profile.guard import short
from interpreter.profile.lines import (
    COUNTING,
    MAX_SHOWN,
    goes_on_to,
    in_quotes,
    is_deeper,
    key_at,
    line_end,
    line_start,
    value_end,
    word_at,
    word_before,
)
from interpreter.profile.signs import NO_DASH, Edit, Slip, of_sign

_BARE = re.compile(r"[^\s:][^:]*:[ ]*(?:#.*)?")
_BEFORE_BRACKET = re.compile(r"[ ]*([\w-]+)(:|[ ]+)(?=[{\[])")
_CHOICE = re.compile(r"(?:(?<=\()|(?<=: ))([^()?:,{}\r\n]+?)(\s*\?\s*)[^?:,{}\r\n]+?(\s*:\s*)[^(),}\r\n]+")
_HEADER = re.compile(r":[ ]+[>|][-+]?[ ]*(?:#.*)?\Z")
_ALIAS_BEFORE = re.compile(r"(?:(?<=: )|(?<=- )|(?<=[\[{,])|(?<=[\[{,] ))(\*[^\s,\[\]{}]+)[ ]+\Z")
_QUOTED = re.compile(r"(?:(?<=: )|(?<=- )|(?<=[\[{,])|(?<=[\[{,] ))(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')")
_IN_BRACKETS = re.compile(r"(?:: |- |[\[{,] ?)(\{[^{}\r\n]*\}|\[[^\[\]\r\n]*\])\Z")
_PAIR = re.compile(r"\{[^{}\r\n]*\}|\[[^\[\]\r\n]*\]")
_KEY = re.compile(r"(?:[\w-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')[ ]*:(?=[\s,\]}]|\Z)")
_LAST_KEY = re.compile(r"(?:[\w-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')[ ]*\Z")
_VALUE_BEFORE = re.compile(r"(?<![^\s,{\[])(?:[\w-]+|\"[^\"\r\n]*\"|'[^'\r\n]*'):[ ]+(?=([^\r\n,{}\[\]]*)\Z)")
_ENTRY = re.compile(r"([ ]*(?:- +)*)([^\r\n:#]*?[^\s:#]:[ ]+)(.*)\Z")
_ASSIGNED = re.compile(r"([ ]*(?:-[ ]+)?[\w-]+)([ ]*:?=[ ]*)(?=[^\s=])")
_COLON = re.compile(r":(?=[ ]|\Z)")


def of_stop(text: str, stopped: int, opening: int, reason: str) -> Slip | None:
    """Return the slip that stops YAML's parser at an offset, in what begins at another; `reason` is what it says."""
    return next((slip for rule in RULES for slip in rule(text, stopped, opening, reason)), None)


# ---- Where the parser stops


def _tag(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    for at in (opening, stopped):
        if text[at : at + 1] == "!":
            slip = of_sign(text, at, *around(text, at))
            if slip:
                yield slip


def _alias(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    line = line_start(text, stopped)
    found = _ALIAS_BEFORE.search(text[line:stopped])
    at = line + found.start(1) if found else opening
    if found or (text[at : at + 1] == "*" and takes(text, around(text, at).path) is not None):
        slip = of_sign(text, at, *around(text, at))
        if slip:
            yield slip


def _quote(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A quote within a quoted text, or a text that only begins with a quoted word."""
    line = line_start(text, stopped)
    before = text[line:stopped].rstrip(" ")
    closed = next((found for found in _QUOTED.finditer(text[line:stopped]) if found.end() == len(before)), None)
    if closed is None or _KEY.match(text, stopped) or text[stopped : stopped + 1] in ":,]}\r\n":
        return
    start, sign = line + closed.start(), text[line + closed.start()]
    flow = "',' or" in reason
    end = value_end(text, stopped, flow)
    other = text.find(sign, stopped, end)
    while flow and other >= 0 and not re.match(r"\s*[,\]}]", text[other + 1 : other + 20]):
        other = text.find(sign, other + 1, line_end(text, stopped))
    end = other + 1 if flow and other >= 0 else end
    whole = text[start:end]
    inner = whole[1:-1] if whole.endswith(sign) else whole
    message = f"found {short(word_at(text, stopped))}, which doesn't fit here: the text in quotes ends before it"
    fixed = in_quotes(inner)
    shown = f": {fixed}" if len(fixed) <= MAX_SHOWN else ""
    if '"' in inner and "'" in inner:
        help = f"put the whole value in single quotes, and write one within it twice{shown}"
    elif inner is whole:
        help = f"put the whole value in quotes{shown}"
    else:
        help = f"put a text that holds a quote in quotes of the other kind{shown}"
    yield Slip("Y005", message, help, stopped, stopped + 1, ((start, end, fixed),))


def _bracket(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A text that begins with a word in brackets, where YAML takes that for all there is."""
    line = line_start(text, stopped)
    begun = _IN_BRACKETS.search(text[line:stopped].rstrip(" "))
    if begun is None or text[stopped : stopped + 1] in ":,]}":
        return
    start = line + begun.start(1)
    path, flow = around(text, start)
    if takes(text, path) == "text" and not (flow and _KEY.match(text, stopped)):
        end = value_end(text, stopped, flow)
        while flow and (pair := _PAIR.match(text, end)):
            end = value_end(text, pair.end(), flow)
        quoted = in_quotes(text[start:end].rstrip())
        shown = f": {quoted}" if len(quoted) <= MAX_SHOWN else ""
        message = f"found {text[start]!r} at the beginning of a text, which makes {short(begun[1])} its whole value"
        yield Slip("Y005", message, f"put the text in quotes{shown}", start, start + 1, ((start, end, quoted),))


def _colon(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A ':' within a value: of an if, of a text, of the next key within { }, or of a name."""
    if text[stopped : stopped + 1] != ":":
        return
    line = line_start(text, stopped)
    flow = "',' or" in reason
    head = _VALUE_BEFORE.search(text[line:stopped]) if flow else _ENTRY.match(text[line:stopped])
    if head is None:
        return
    start = line + (head.end() if flow else head.start(3))
    end = value_end(text, start, flow)
    value, key = text[start:end], text[line + head.start(0 if flow else 2) : start].strip()
    if re.search(r"(?<![\w.])if\b[^)]*\Z", text[start:stopped]):
        edits = list(_branches(text, start, end))
        fixed = _edited(value, start, edits)
        message = "found ':' behind a condition: an expression has words there"
        yield Slip("Y005", message, f"write {fixed}", stopped, stopped + 1, tuple(edits))
        return
    if takes(text, around(text, start).path) == "text":
        end = end if flow else goes_on_to(text, start, end)
        quoted = in_quotes(text[start:end])
        shown = f": {key} {quoted}" if len(quoted) <= MAX_SHOWN and quoted.isprintable() else ""
        message = f"found ':' within a text: a blank behind it makes {short(text[start:stopped])} a key"
        yield Slip("Y005", message, f"put the text in quotes{shown}", stopped, stopped + 1, ((start, end, quoted),))
        return
    if flow:
        yield from _comma_between(text, start, stopped)
    elif not text[stopped + 1 : line_end(text, stopped)].split(" #")[0].strip() and is_deeper(text, line, stopped):
        begin = line + head.start(2)
        name = text[begin:stopped].rstrip()
        message = f"found ':' within a name, {short(name)}"
        help = f"put the name in quotes: {in_quotes(name)}:"
        yield Slip("Y005", message, help, stopped, stopped + 1, ((begin, stopped, in_quotes(name)),))


def _comma_between(text: str, start: int, stopped: int) -> Iterator[Slip]:
    """A key within { } behind a value on the same line."""
    key = _LAST_KEY.search(text[start:stopped])
    value = text[start : start + key.start()].rstrip() if key else ""
    if not key or not value.rstrip(";"):
        return
    at = start + key.start()
    yield _comma(text, start + len(value.rstrip("; ")), at)


def _comma(text: str, end: int, at: int) -> Slip:
    """The comma that is missing between what ends at an offset and what begins at the other."""
    found = text[end:at].strip()
    begin = end + text[end:at].index(found) if found else at
    message = f"found {short(found)} where a comma belongs" if found else "a comma is missing here"
    help = f"write a comma between {short(word_before(text, end))} and {short(word_at(text, at))}"
    return Slip("Y005", message, help, begin, begin + 1, ((end, at, ", "),))


def _no_comma(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """No comma behind a value in brackets or quotes, on the same line."""
    if "',' or" not in reason:
        return
    before = text[line_start(text, stopped) : stopped]
    found = re.search(r"[\]}\"'][ ;]*\Z", before)
    word = re.compile(r"[\w\"'\[{-]").match(text, stopped)
    if found and found[0][0] in "\"'" and not any(one.end() == found.start() + 1 for one in _QUOTED.finditer(before)):
        return  # what it closes was opened on another line, and may be what is wrong
    if found and word and (";" in found[0] or found[0][0] in "]}" or _KEY.match(text, stopped)):
        yield _comma(text, stopped - len(found[0]) + 1, stopped)


def _nothing(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A key within { } with ':' and at once the next comma: it lacks its value."""
    if text[stopped : stopped + 1] == ":" and text[stopped + 1 : stopped + 2] in (",", "}", "]"):
        key = _LAST_KEY.search(text[line_start(text, stopped) : stopped])
        if key:
            message = f"found nothing behind {short(key[0].strip() + ':')}, expected a value"
            start = stopped - len(key[0])
            yield Slip(
                "Y019",
                message,
                "write a value; a list stands in [ ]",
                start,
                stopped,
                ((stopped + 1, stopped + 1, " "),),
                True,
            )


def _item(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A dash before a key that stands beside others."""
    dash = re.compile(r"-[ ]+(?=[^\s#\-][^\r\n#]*:(?:[ ]|[\r\n]|\Z))").match(text, stopped)
    line = line_start(text, stopped)
    if dash and "',' or" not in reason and not text[line:stopped].strip(" ") and takes_map(text, _above(text, stopped)):
        message = f"found '-' before a key, {short(key_at(text, dash.end()))}"
        yield Slip("Y005", message, NO_DASH, stopped, stopped + 1, ((stopped, dash.end(), ""),))


def _margin(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A key that isn't indented below the one before it, as the next of its kind is."""
    line = line_start(text, stopped)
    begun = line + len(text[line:stopped]) - len(text[line:stopped].lstrip(" "))
    indent, goes_on = begun - line, text[stopped : stopped + 1] == ":" and begun < stopped
    if indent == 0 or (begun < stopped and not goes_on) or "',' or" in reason:
        return
    above = [match for match in COUNTING.finditer(text, 0, line) if len(match[1]) < indent][-2:]
    holds = [match for match in above if _BARE.fullmatch(match[2])]
    next_to = len(above) == 2 and len(above[0][1]) == len(above[1][1]) and _between(text, *above)
    if next_to and holds == (above[:1] if goes_on else above) and takes_map(text, around(text, above[0].end()).path):
        key, name = (match[2].split(":")[0].strip() for match in above)
        message = f"found {short(name)}, which isn't indented: nothing stands below {short(key + ':')}"
        start = above[1].start(2)
        help = f"indent it by {indent} blanks, as {short(key_at(text, begun))} is"
        yield Slip("Y005", message, help, start, start + len(name), ((*above[1].span(1), " " * indent),))


def _outdented(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A key that stands further out than those above it and the next one, where it may not stand."""
    line = line_start(text, stopped)
    begun = line + len(text[line:stopped]) - len(text[line:stopped].lstrip(" "))
    indent = begun - line
    if indent == 0 or "',' or" in reason or (begun < stopped and text[stopped : stopped + 1] != ":"):
        return
    above = [*COUNTING.finditer(text, 0, line)]
    if len(above) < 2 or not len(above[-1][1]) < indent <= len(above[-2][1]):
        return
    name, start = key_at(text, above[-1].start(2)), above[-1].start(2)
    level = next((match for match in reversed(above[:-1]) if len(match[1]) <= indent), above[-2])
    for beside in dict.fromkeys((above[-2], level)):
        known = keys_at(text, _holder(text, beside))
        if (name in known if known else beside is level) and name not in keys_at(text, _holder(text, above[-1])):
            message = f"found {short(name)}, which isn't indented like {short(key_at(text, beside.start(2)))} above"
            help = f"indent it by {len(beside[1])} blanks"
            yield Slip("Y005", message, help, start, start + len(name), ((*above[-1].span(1), beside[1]),))
            return


def _deeper(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A key that stands further in than the one above it, which has a value on its line."""
    found = COUNTING.match(text, line_start(text, stopped))
    above = [*COUNTING.finditer(text, 0, line_start(text, stopped))][-1:]
    if not found or not above or not _KEY.match(found[2]) or text.find(":", found.start(2)) != stopped:
        return
    key, name = key_at(text, above[0].start(2)), key_at(text, found.start(2))
    path = _holder(text, above[0])
    known = keys_at(text, path)
    if len(above[0][1]) >= len(found[1]) or (known and name not in known):
        return
    if not known and takes(text, (*path, key)) in ("text", None):  # it may go on, with a ':' in it
        return
    message = f"found {short(name)}, which is indented more than {short(key)} above"
    help = f"indent it by {len(above[0][1])} blanks" if above[0][1] else "take the blanks before it away"
    yield Slip("Y005", message, help, found.start(2), found.start(2) + len(name), ((*found.span(1), above[0][1]),))


def _holder(text: str, entry: re.Match[str]) -> tuple[str | int, ...]:
    """Return the keys that lead to the map of the entry that a line of a block begins with."""
    return around(text, text.index(":", entry.start(2)) + 1).path[:-1] if ":" in entry[2] else ()


def _between(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Whether nothing that counts stands between two lines."""
    return not COUNTING.search(text, first.end(), second.start())


def _above(text: str, start: int) -> tuple[str | int, ...]:
    """Return the keys that lead to what holds an entry."""
    return around(text, start + 1).path[:-1]


def _assignment(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A line with '=' between a key and its value."""
    found = _ASSIGNED.match(text, line_start(text, opening))
    if found and "expected ':'" in reason:
        end = value_end(text, found.end(), flow=False)
        message = f"found {short(found[2].strip())} between a key and its value, expected ':'"
        help = f"write {found[1].lstrip(' -')}: {text[found.end() : end]}"
        yield Slip("Y005", message, help, found.start(2), found.end(2), ((*found.span(2), ": "),))


def _text_below(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """Lines of a text behind '>' or '|' that aren't indented."""
    line = line_start(text, opening)
    above = [*COUNTING.finditer(text, 0, line)][-1:]
    if (
        not above
        or not _HEADER.search(above[0][2])
        or len(above[0][1]) < opening - line
        or "expected ':'" not in reason
    ):
        return
    below = []
    for found in COUNTING.finditer(text, line):
        if _KEY.match(found[2]):
            break
        below.append(found)
    indent = " " * (len(above[0][1]) + 2)
    message = (
        f"found {short(word_at(text, opening))}, which isn't indented: the text behind {short(above[0][2])} is empty"
    )
    edits = tuple((*found.span(1), indent) for found in below)
    yield Slip("Y005", message, f"indent it by {len(indent)} blanks", opening, opening + 1, edits)


def _minus(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A minus with a blank behind it, at the beginning of an expression, where YAML takes it for an item of a list."""
    found = re.compile(r"-[ ]+(?=[\w(])").match(text, stopped)
    if found and takes(text, around(text, stopped).path) == "expression":
        end = value_end(text, stopped, around(text, stopped).flow)
        help = f"write -{text[found.end() : end].strip()}"
        yield Slip(
            "Y005", "found '-' and a blank, which begins a list", help, stopped, stopped + 1, ((*found.span(), "-"),)
        )


def _opened(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A key of a block before { or [ without a ':', or without a blank behind that."""
    line = line_start(text, stopped)
    found = _BEFORE_BRACKET.match(text, line, stopped)
    if found and not around(text, found.start(1)).flow:
        message = f"found {short(text[found.start(1) : found.end() + 1])}: a key ends with ':' and a blank"
        help = f"write {found[1]}: {text[found.end()]}"
        yield Slip("Y005", message, help, found.start(1), found.end(1), ((*found.span(2), ": "),))


def _question(text: str, stopped: int, opening: int, reason: str) -> Iterator[Slip]:
    """A choice with '?' and ':', as other languages write it."""
    for found in _CHOICE.finditer(text, line_start(text, stopped), line_end(text, stopped)):
        if found.start() <= stopped <= found.end():
            (start, last), asked, other = found.span(1), found.span(2), found.span(3)
            fixed = f"if {found[1]} then {text[asked[1] : other[0]]} else {text[other[1] : found.end()]}"
            edits = ((start, start, "if "), (*asked, " then "), (*other, " else "))
            message = "found '?' and ':' in a condition: an expression has words there"
            at = text.index("?", last)
            yield Slip("Y005", message, f"write {fixed}", at, at + 1, edits)


Rule: TypeAlias = Callable[[str, int, int, str], Iterator[Slip]]
RULES: tuple[Rule, ...] = (
    _opened,
    _minus,
    _question,
    _tag,
    _margin,
    _outdented,
    _item,
    _nothing,
    _deeper,
    _bracket,
    _colon,
    _alias,
    _no_comma,
    _quote,
    _assignment,
    _text_below,
)


def _branches(text: str, start: int, end: int) -> Iterator[Edit]:
    """Yield what makes `if a: b else: c` the expression `if a then b else c`."""
    then = bool(re.search(r"\bthen\b", text[start:end]))
    for colon in _COLON.finditer(text, start, end):
        word = re.search(r"\b(then|else)[ ]*\Z", text[start : colon.start()])
        yield (*colon.span(), "" if word or then else " then")
        then = True


def _edited(value: str, start: int, edits: list[Edit]) -> str:
    for a, b, new in reversed(edits):
        value = value[: a - start] + new + value[b - start :]
    return value
