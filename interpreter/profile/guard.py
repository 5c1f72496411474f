"""What makes a file unfit for reading: its size and encoding, what can't be seen in it, and its YAML syntax.

The parser's complaints come in two spellings (libyaml's and those of PyYAML's own parser) and speak of
tokens; a table turns them into what an author can act on.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from interpreter.errors import Place, Problem
from interpreter.profile.nodes import Hole
from interpreter.profile.positions import BLANKS, UNSEEN, Source
from interpreter.resources import MAX_BYTES

MAX_PROBLEMS = 50  # of one file, after which reading stops

_COMPARISON = re.compile(r"[<>=!]=|[<>](?=\s*\w)")
_TAB_INDENT = re.compile(r"(?<![^\r\n]) *(\t+)")
_TAB_WIDTHS = (2, 4, 8, 1)
_CONTENT = re.compile(rf"(?<![^\r\n])[{BLANKS}]*+[^#{BLANKS}][^\r\n]*")
_DIRECTIVE = re.compile(r"(?<![^\r\n])%[^\r\n]*")
NUMBERS = re.compile(r"[-+]?\d+(?:\s*,\s*[-+]?\d+)+")
DIGITS = re.compile(r"\d,\d")
_WORD = re.compile(r"\w+|\S")
_RUN_OF_BLANKS = re.compile(r"[^\S\r\n]+")
_ODD_BLANKS = re.compile(r"[^\S \t\r\n]+")  # such as the no-break space of web pages
_TEXT = re.compile(  # comments, quoted values and block scalars, where any blank may stand
    r"(?:(?<=[ \t])|(?<![^\r\n]))\#[^\r\n]*"
    r"|(?<![^\s:,\[{-])(?:\"(?:[^\"\\]|\\[\s\S])*\"|'(?:[^']|'')*')"
    r"|(?<![^\r\n])([ ]*)(?![ ])[^\r\n]*[:-][ ]+(?:[&!]\S*[ ]+)*[|>][-+\d]*[ \t]*(?:[ ]\#[^\r\n]*)?(?:\r\n|[\r\n])"
    r"(?:\1[ ]+[^\r\n]*(?:\r\n|[\r\n]|\Z)|[ \t]*(?:\r\n|[\r\n]))*"
)
_ENTITY = re.compile(r"&(?:\w{1,10}|#\w{1,7});")
_KEY = r"[ \t]*(?:- +)*[\w-]+"
_GLUED_KEY = re.compile(rf"{_KEY}:(?=[^\s:/])")
_GLUED_DASH = re.compile(r"[ \t]*-(?=[^\s-])")
_KEY_IN_VALUE = re.compile(rf"({_KEY}: +)([\w-]+:)( +[^\s#].{{0,60}}| *)\Z")


def decode(raw: bytes, name: str, problems: list[Problem]) -> Source | None:
    """Return the text, and what in it YAML doesn't take; None, and a problem, if a parser can't be let loose on it."""
    if len(raw) > MAX_BYTES:
        message = f"found more than {MAX_BYTES:,} bytes, the most that a file may have"
        problems.append(Problem("Y001", message, Place(name, 1, 1, 2), "take out what isn't needed"))
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw[:4]:
        message = "found UTF-16 or UTF-32 text, expected UTF-8"
        problems.append(Problem("Y002", message, Place(name, 1, 1, 2), "save the file as UTF-8"))
        return None
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        source = Source(name, raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        problems.append(_bad_byte(raw, name, error.start))
        return None
    unfit = list(islice(_unfit(source), MAX_PROBLEMS))
    problems.extend(unfit)
    if len(unfit) < MAX_PROBLEMS:
        return source
    problems.append(too_many(unfit[-1].place))
    return None


class Mended(NamedTuple):
    """A text as it was probably meant, for a parser: `shifts` are pairs of an offset in it and one in the original.

    In the place of each of the `holes` there are blanks.
    """

    text: str
    shifts: tuple[tuple[int, int], ...] = ((0, 0),)
    holes: tuple[Hole, ...] = ()

    def original(self, offset: int) -> int:
        """Return where in the original the character at an offset stands."""
        at = bisect_right(self.shifts, (offset, sys.maxsize)) - 1
        here, there = self.shifts[at]
        limit = self.shifts[at + 1][1] if at + 1 < len(self.shifts) else sys.maxsize
        return min(there + offset - here, limit)

    def within(self, original: int) -> int:
        """Return where a character of the original stands in this text."""
        here, there = next(shift for shift in reversed(self.shifts) if shift[1] <= original)
        return here + original - there

    def edited(self, start: int, end: int, new: str) -> Mended:
        """Return a text that has something new from one offset of this one to another."""
        grown = len(new) - (end - start)
        shifts = [shift for shift in self.shifts if shift[0] <= start]
        shifts += [(start, self.original(start)), (start + len(new), self.original(end))]
        shifts += [(here + grown, there) for here, there in self.shifts if here >= end]
        return self._replace(text=self.text[:start] + new + self.text[end:], shifts=tuple(shifts))


def mended(source: Source) -> Iterator[Mended]:
    """Yield what a text that YAML doesn't take may have been meant to be: its tabs as so many blanks, or so many.

    What can't be seen becomes a blank, and a directive a comment.
    """
    text = UNSEEN.sub(" ", source.text)
    for match in _odd_blanks(text):
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    text = _DIRECTIVE.sub(lambda match: "#" + match[0][1:], text)
    for width in _TAB_WIDTHS if _TAB_INDENT.search(text) else (1,):
        parts, shifts, done = [], [(0, 0)], 0
        for match in _TAB_INDENT.finditer(text):
            parts += [text[done : match.start(1)], " " * (width * len(match[1]))]
            done = match.end()
            shifts.append((sum(map(len, parts)), done))
        yield Mended("".join([*parts, text[done:]]), tuple(shifts))


def unseen(character: str, place: Place) -> Problem:
    """Make the problem of one control or invisible character."""
    message = f"found U+{ord(character):04X}, a control or invisible character"
    return Problem("Y003", message, place, "delete it")


def too_many(place: Place | None) -> Problem:
    """Make the problem that there are too many of them."""
    message = f"found {MAX_PROBLEMS} problems in this file and stopped reading"
    return Problem("Y017", message, place, "mend these first")


def short(text: str) -> str:
    """Quote `text` for a message, cut off after 40 characters."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _bad_byte(raw: bytes, name: str, index: int) -> Problem:
    offset = len(raw[:index].decode("utf-8"))
    place = Source(name, raw.decode("utf-8", "replace")).place(offset, offset + 1)
    guess = raw[index : index + 1].decode("cp1252", "replace")
    message = f"found byte 0x{raw[index]:02x}, which isn't UTF-8 (in Windows-1252 it is {guess!r})"
    return Problem("Y002", message, place, "save the file as UTF-8")


def _unfit(source: Source) -> Iterator[Problem]:
    for match in UNSEEN.finditer(source.text):
        yield unseen(match[0], source.place(*match.span()))
    for match in _odd_blanks(source.text):
        message = f"found U+{ord(match[0][0]):04X}, which looks like a blank and is none to YAML"
        yield Problem("Y003", message, source.place(*match.span()), "replace it with a plain blank")
    for match in _TAB_INDENT.finditer(source.text):
        message = "found a tab in the indentation, expected spaces"
        yield Problem("Y004", message, source.place(*match.span(1)), _USE_SPACES)
    # Before parsing, because libyaml takes quadratic time over many of them.
    for match in islice(_DIRECTIVE.finditer(source.text), 1):
        message = f"found {short(match[0])}: YAML directives aren't supported"
        help = "delete the line, or indent it if it is text"
        yield Problem("Y018", message, source.place(*match.span()), help)


def _odd_blanks(text: str) -> Iterator[re.Match[str]]:
    """Find blanks other than the space key's where YAML wants one; within words and texts they do no harm."""
    if not _ODD_BLANKS.search(text):
        return
    plain = _TEXT.sub(lambda match: re.sub(r"\S|[^\S \t\r\n]", "x", match[0]), text)
    for run in _RUN_OF_BLANKS.finditer(plain):
        odd = _ODD_BLANKS.search(run[0])
        before, after = plain[run.start() - 1 : run.start()] if run.start() else "", plain[run.end() : run.end() + 1]
        if odd and (before in _BEFORE or after in _AFTER):
            found = _ODD_BLANKS.search(text, run.start() + odd.start())
            assert found is not None
            yield found


_BEFORE = ("", *"\r\n:,[{-?")
_AFTER = ("", *"\r\n:,]}#")


class _Complaint(NamedTuple):
    """What the parser's text `pattern` means. `{found}` in a message is what stands at the place."""

    pattern: str
    code: str
    message: str
    help: str
    opening: bool = False  # the place is where the thing begins, not where the parser gave up


_USE_SPACES = "replace it with spaces"
_CLOSE = {"[": "close the list", "{": "close the mapping"}
MAX_SHOWN = 60
"""How long a value may be that is shown as it should be."""
_ALIGN = "indent the line like its neighbours, or put the whole value in quotes"
_COMPLAINTS = (
    _Complaint(r"tab character|'\\t' that cannot", "Y004", "found a tab, expected spaces", _USE_SPACES),
    _Complaint("cannot start", "Y005", "found {found}, which can't begin a value", "put the value in quotes"),
    _Complaint(
        "mapping values are|unexpected ':'",
        "Y005",
        "found {found} within a value, expected one key a line",
        "put the whole value in quotes, indent the line like its neighbours, or add the ':' that the line above lacks",
    ),
    _Complaint(
        pattern="could not find expected ':'",
        code="Y005",
        message="found a line without ':', expected 'key: value'",
        help="add the ':', or indent the line if it goes on with the value above",
        opening=True,
    ),
    _Complaint(
        pattern="unexpected end of stream|unexpected document",
        code="Y005",
        message="found {found}, which opens a quoted text that never ends",
        help="close it, or put a text that holds a quote in quotes of the other kind",
        opening=True,
    ),
    _Complaint(r"',' or '\]'", "Y005", "found {found} in a list, expected ',' or ']'", _CLOSE["["]),
    _Complaint("',' or '}'", "Y005", "found {found} in a mapping, expected ',' or '}'", _CLOSE["{"]),
    _Complaint(
        pattern=r"unknown escape|escape code|escape sequence|hexdec|chr\(\)|int too large",
        code="Y005",
        message="found a backslash in double quotes that begins no escape",
        help="write it twice, or use single quotes",
    ),
    _Complaint("entries are not allowed", "Y005", "found {found}, expected a value", "begin lists on a line below"),
    _Complaint(
        pattern="alphabetic or numeric",
        code="Y005",
        message="found {found} behind '*' or '&', expected the name of an alias or anchor",
        help="put the value in quotes if it is text",
    ),
    _Complaint("node content", "Y005", "found {found}, expected a value", "put it in quotes if it is text"),
    _Complaint(
        "expected key|<block end>|expected '-'|mapping keys are",
        "Y005",
        "found {found}, which doesn't fit here",
        _ALIGN,
    ),
    _Complaint("<document start>", "Y005", "found {found} after the end of the document", _ALIGN),
    _Complaint(
        pattern="comment or (a )?line break|chomping or indentation",
        code="Y005",
        message="found {found} behind '|' or '>', expected the end of the line",
        help="begin the text on the next line",
    ),
    _Complaint("tag handle", "Y011", "found the tag of a value: tags aren't supported", "delete the tag"),
    _Complaint("nesting depth|recursion", "Y014", "found values nested too deeply", "write it flatter"),
)


_BRACES = ("{", "[")
_CLOSING = ("}", "]")


def syntax_problem(source: Source, error: Exception, stopped: int, opening: int) -> Problem:
    """Turn what stopped the YAML parser at an offset, in what begins at another one, into a problem."""
    text = reason_of(error)
    complaint = next((row for row in _COMPLAINTS if re.search(row.pattern, text)), None)
    if complaint is None:
        message = f"found {{found}}, which isn't YAML: {text.splitlines()[0]}"
        complaint = _Complaint("", "Y005", message, _ALIGN)
    offset = opening if complaint.opening else stopped
    # What is missing at the end is missed on the last line that holds something.
    offset = min(offset, end_of_content(source.text))
    notes: tuple[tuple[str, Place | None], ...] = ()
    if opening < offset:
        notes = (("in what begins here", source.place(opening, opening + 1)),)
    message = complaint.message.replace("{found}", _found(source.text, offset))
    sign = source.text[offset : offset + 1]
    help = "put the whole value in quotes" if sign in _BRACES else complaint.help
    if "cannot start" in text and _COMPARISON.match(source.text, offset):
        help = "write before it what is compared, such as mine.total"
    if sign in _CLOSING and help is _ALIGN:
        help = "take it out: it closes nothing"
    place = source.place(offset, offset + 1)
    special = _in_comment(source, opening, offset) if complaint.help in _CLOSE.values() else None
    special = special or _special(source, opening, place) or _slip(source, stopped, opening, reason_of(error))
    if special is not None:
        return special
    return Problem(complaint.code, message, place, help, notes)


@lru_cache(1)  # each problem of a file asks for it
def end_of_content(text: str) -> int:
    """Return where the last line ends that holds more than a comment."""
    last = deque(_CONTENT.finditer(text), maxlen=1)
    return last[0].start() + len(last[0][0].rstrip(BLANKS)) if last else 0


def reason_of(error: Exception) -> str:
    """Return what the YAML parser says of why it stopped."""
    return str(getattr(error, "problem", None) or error) or type(error).__name__


def _slip(source: Source, stopped: int, opening: int, reason: str) -> Problem | None:
    from interpreter.profile.slips import of_stop  # needs the schemas, and only once something is wrong

    slip = of_stop(source.text, stopped, opening, reason)
    return slip and Problem(slip.code, slip.message, source.place(slip.start, slip.end), slip.help)


def misplaced(source: Source, offset: int) -> Problem:
    """Make the problem of a line that isn't indented as those beside it, and begins at an offset."""
    message = f"found {_found(source.text, offset)}, which doesn't fit here"
    return Problem("Y005", message, source.place(offset, offset + 1), _ALIGN)


def _in_comment(source: Source, opening: int, offset: int) -> Problem | None:
    """Say what is wrong with a list or mapping whose end stands in a comment."""
    comment = re.compile(r"[ \t]*(#[^\r\n]*)").match(source.text, offset)
    ends = comment and re.search(r"[\]}]", comment[1])
    if comment is None or ends is None:
        return None
    begun = re.split(r"[\[{,]\s*|:\s+", source.text[opening:offset])[-1]
    rest = re.split(r"[,}\]]", comment[1])[0].rstrip()
    value = f"{begun}{source.text[offset : comment.start(1)]}{rest}"
    help = f"{_CLOSE.get(source.text[opening], 'close what is open')} before it, or move the comment behind that"
    if re.match(r"#\w", comment[1]) and len(value) <= MAX_SHOWN and value.isprintable() and '"' not in value:
        help = f'put the value in quotes: "{value}"; or {help}, if that is a comment'
    notes = (("in what begins here", source.place(opening, opening + 1)),)
    message = f"found '#' behind a blank: a comment begins there, and {ends[0]!r} is part of it"
    return Problem("Y005", message, source.place(comment.start(1), comment.start(1) + 1), help, notes)


def _special(source: Source, opening: int, place: Place) -> Problem | None:
    """Say what is wrong where the characters themselves say more than the parser does."""
    entity = _ENTITY.match(source.text, opening)
    if entity:
        from html import unescape

        message = f"found {short(entity[0])}, a sign as web pages write it"
        return Problem("Y005", message, source.place(*entity.span()), f"write {unescape(entity[0])}")
    line = place.text
    glued = _GLUED_KEY.match(line) or _GLUED_DASH.match(line)
    if glued and place.column <= glued.end():
        sign, end = glued[0][-1], glued.end()
        message = f"found {sign!r} without a blank behind it"
        help = f"put one there: {line[:end].strip()} {line[end:].strip()}"
        return Problem("Y005", message, replace(place, column=end, end_column=end + 1), help)
    if line[place.column - 1 : place.column] == ",":
        message = "found ',' where a value belongs"
        return Problem("Y005", message, place, "take it out: one comma stands between two values")
    nested = _KEY_IN_VALUE.match(line)
    if nested and place.column == nested.end(2):
        from interpreter.profile.around import around, takes_map

        map = f"a key within a key stands in {{ }}: {nested[1].strip()} {{{nested[2]} {nested[3].strip()}}}"
        text = "put the value in quotes if it is text"
        first = takes_map(source.text, around(source.text, opening).path)
        message = "found ':' within a value, expected one key a line"
        return Problem("Y005", message, place, f"{map}; {text}" if first else f"{text}; {map}")
    return None


def index_of(mark: Any, default: int = 0) -> int:
    """Return the offset of a parser's mark, which may be missing."""
    return default if mark is None else int(mark.index)


def _found(text: str, offset: int) -> str:
    word = _WORD.match(text, offset)
    if word:
        return short(word[0])
    return "the end of the line" if text[offset:].strip(BLANKS) else "the end of the file"
