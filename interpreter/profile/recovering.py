"""A text of which YAML can't read a part: the rest of it, and what had to be left out.

What belongs together is known by its indentation. So a text falls into entries, each a line with the deeper lines
below it, and an entry in the same way into others. Each is read by itself, and where one can't be, those within it are;
the smallest that can't be read is told and blanked out. A line that is indented wrongly, and where it is plain how it
was meant to be, is put right instead. Everything else stays where it is.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

import yaml

from interpreter.errors import Problem
from interpreter.profile.guard import MAX_PROBLEMS, Mended, index_of, misplaced, syntax_problem
from interpreter.profile.nodes import Hole
from interpreter.profile.positions import Source

MAX_LINES = 4_000
MAX_EVENTS = 100_000
"""How many lines of a text may hold something, and how much is read in all tries together; else nothing is left out."""
MAX_DEPTH = 24

_LINE = re.compile(r"([ ]*)([^\r\n]*)(\r\n|[\r\n]|\Z)")
_KEY = re.compile(r"""(?:([\w-]+)|"[^"]*"|'[^']*')[ ]*:""")
_ENTRY = re.compile(r"""(?:[\w-]+|"[^"]*"|'[^']*')[ ]*:(?= |\Z)""")
_BARE = re.compile(r"(?:[^\s#]|(?<! )#)(?:[^#]|(?<! )#)*:[ ]*(?:#.*)?")
"""A key with nothing behind it."""
_WORD_ALONE = re.compile(r"[\w-]+(?=[ ]*(?:#|\Z))")
_DASH = re.compile(r"-(?:[ ]+|\Z)")
_CLOSING = ("}", "]")
_WHOLE_VALUE = re.compile(r"[^:]+:[ ]+(?:\S+|.*[\"'\]}])[ ]*(?:#.*)?")
"""A key with a value that doesn't go on in the next line."""
_MARKER = re.compile(r"(?:---|\.\.\.)(?: |\Z)")

Path = tuple[str | None, ...]
"""Keys that lead to a part of a text; None stands for an item of a list."""


def recovered(source: Source, base: Mended, problems: list[Problem]) -> Mended | None:
    """Return a text without what can't be read in it, each told in `problems`; None where nothing could be mended."""
    text = _Text(source, base, problems)
    if sum(line.counts for line in text.lines) > MAX_LINES:
        return None
    try:
        text.mend_body(_Body(0, len(text.lines), -1, ()))
    except _Enough:
        return None
    return text.mended() if text.count else None


class _Enough(Exception):
    """It takes too long, or there is too much to tell."""


@dataclass(slots=True)
class _Line:
    """A line: `start` is where its first character that is no blank stands in the text that it comes from."""

    start: int
    indent: int
    text: str
    end: str

    @property
    def counts(self) -> bool:
        """Whether it isn't blank or a comment."""
        return bool(self.text) and not self.text.startswith("#")

    def written(self) -> str:
        """Return the line as it stands now."""
        return " " * self.indent + self.text + self.end


@dataclass(frozen=True, slots=True)
class _Body:
    """Lines that hold entries of one map or list: what stands below a key that is indented by `above`, -1 for all."""

    start: int
    end: int
    above: int
    path: Path


@dataclass(slots=True)
class _Text:
    """A text while it is mended."""

    source: Source
    base: Mended
    problems: list[Problem]
    lines: list[_Line] = field(init=False)
    holes: list[Hole] = field(default_factory=list)
    events: int = 0
    count: int = 0
    """How many faults were told."""

    def __post_init__(self) -> None:
        found = [match for match in _LINE.finditer(self.base.text) if match[0]]
        self.lines = [_Line(match.start(2), len(match[1]), match[2], match[3]) for match in found]

    # ---- reading a part

    def fault_of(self, start: int, end: int, company: str, first: int) -> Problem | None:
        """Return what is wrong with some lines, read behind others that are in order; None for nothing.

        Where these others begin the fault, it is the line `first` that does.
        """
        lines = self.lines[start:end]
        self.events += 10 + len(lines) // 4  # a line without an event takes time, too
        try:
            for _ in yaml.parse(
                company + "".join(line.written() for line in lines),
                Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),
            ):
                self.events += 1
                if self.events > MAX_EVENTS:
                    raise _Enough
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
            ends = [len(company), *accumulate((len(line.written()) for line in lines), initial=len(company))][1:]
            last = max((at for at in range(start, end) if self.lines[at].counts), default=start)
            limit = self.original(last, len(self.lines[last].text.split(" #")[0].rstrip()))

            def place(mark: object, default: int) -> int:
                index = index_of(mark, -1)
                if mark is None or index < 0:
                    return default
                if index < len(company):
                    return min(self.original(first, 0), default)
                at = max(at for at, line_start in enumerate(ends) if line_start <= index)
                at = min(at, len(lines) - 1)
                line = self.lines[start + at]
                return min(self.original(start + at, index - ends[at] - line.indent), limit)

            stopped = place(getattr(error, "problem_mark", None), self.original(start, 0))
            opening = place(getattr(error, "context_mark", None), stopped)
            return syntax_problem(self.source, error, stopped, opening)
        return None

    def original(self, line: int, column: int) -> int:
        """Return where in the file a character of a line stands, counted from the first that is no blank."""
        return self.base.original(max(self.lines[line].start + column, 0))

    def tell(self, problem: Problem) -> None:
        """Note down what is wrong."""
        self.problems.append(problem)
        self.count += 1
        if self.count >= MAX_PROBLEMS:
            raise _Enough

    # ---- mending

    def mend_body(self, body: _Body) -> None:
        """Mend the entries of a body, one after the other, so that together they can be read."""
        if len(body.path) > MAX_DEPTH:
            raise _Enough
        counting = [at for at in range(body.start, body.end) if self.lines[at].counts]
        if not counting:
            return
        indent = self.usual_indent(counting)
        beside = [self.lines[at].text for at in counting if self.lines[at].indent == indent]
        keys, dashes = (sum(bool(begins.match(text)) for text in beside) for begins in (_ENTRY, _DASH))
        mapped, listed = keys >= max(dashes, 1), dashes > keys
        if not keys and _WORD_ALONE.match(beside[0] if beside else "") and any(map(self.begins, counting)):
            mapped = not listed  # a key that lacks its ':', with keys below it
        company = " " * body.above + "x:\n" if body.above >= 0 else ""
        company += " " * indent + "x: 0\n" if mapped else " " * indent + "- 0\n" if listed else ""
        at = body.start
        while at < body.end:
            line = self.lines[at]
            if not line.counts or (body.above < 0 and _MARKER.match(line.text)):
                at += 1
                continue
            end = self.end_of(at, body.end, indent, listed)
            fault = self.fault_of(at, end, company, counting[0])
            if fault is not None:
                self.mend(_Entry(at, end, indent, listed, company, fault), body)
                if line.counts and line.indent < indent and line.indent <= body.above:
                    break
                end = self.end_of(at, body.end, indent, listed)
            at = end

    def usual_indent(self, counting: list[int]) -> int:
        """Return how far the entries of a body are indented: as its first one, or as most where that stands out."""
        first, least = self.lines[counting[0]].indent, min(self.lines[at].indent for at in counting)
        found = Counter(self.lines[at].indent for at in counting if self.begins(at))
        return first if found[first] >= found[least] else least

    def begins(self, at: int) -> bool:
        """Whether a line begins an entry of a map or list."""
        return bool(_ENTRY.match(self.lines[at].text) or _DASH.match(self.lines[at].text))

    def end_of(self, start: int, limit: int, indent: int, listed: bool) -> int:
        """Return the line behind an entry: the next that isn't deeper, a bracket that closes, or its list."""
        indent = min(indent, self.lines[start].indent)
        holds_list = not listed and _BARE.fullmatch(self.lines[start].text)
        for at in range(start + 1, limit):
            line = self.lines[at]
            of_list = holds_list and line.indent == indent and _DASH.match(line.text)
            if line.counts and line.indent <= indent and not of_list and not line.text.startswith(_CLOSING):
                return at
        return limit

    def mend(self, entry: _Entry, body: _Body) -> None:
        """Mend what is wrong in one entry, or blank it out."""
        head = self.lines[entry.start]
        if head.indent != entry.indent:
            self.put_right(entry, body)
        elif _DASH.match(head.text):
            self.mend_item(entry, body)
        else:
            self.mend_below(entry, body)

    def mend_item(self, entry: _Entry, body: _Body) -> None:
        """Mend an item of a list: what stands behind its dash is an entry with those below it."""
        head = self.lines[entry.start]
        width = len(_DASH.match(head.text)[0])  # type: ignore[index]  # it begins with a dash
        rest, before = head.text[width:], self.count
        if _ENTRY.match(rest) or _DASH.match(rest):
            start, indent = head.start, head.indent
            head.start, head.indent, head.text = start + width, indent + width, rest
            self.mend_body(_Body(entry.start, entry.end, indent, (*body.path, None)))
            if head.text:
                width = head.indent - indent
            head.start, head.indent, head.text = head.start - width, indent, "-" + " " * (width - 1) + head.text
        self.settle(entry, body, before)

    def mend_below(self, entry: _Entry, body: _Body) -> None:
        """Mend the lines below a key."""
        head, before = self.lines[entry.start], self.count
        below = next((at for at in range(entry.start + 1, entry.end) if self.lines[at].counts), None)
        alone = self.fault_of(entry.start, entry.start + 1, entry.company, entry.start)
        if below is not None:
            keyed, key = self.begins(below), _KEY.match(head.text)
            if alone is not None and keyed and _WORD_ALONE.match(head.text):
                self.tell(alone)
                end = _WORD_ALONE.match(head.text).end()  # type: ignore[union-attr]
                head.text = head.text[:end] + ":" + head.text[end + 1 :]
                key, alone = _KEY.match(head.text), None
            if alone is None and key and _BARE.fullmatch(head.text):
                self.mend_body(_Body(entry.start + 1, entry.end, entry.indent, (*body.path, key[1] or "")))
            elif alone is None and key and keyed and self.is_next_to(entry, below):
                close = self.lines[below].indent == entry.indent + 1
                self.tell(misplaced(self.source, self.original(below, 0)) if close else entry.fault)
                self.shift(below, entry.end, entry.indent - self.lines[below].indent)
                self.mend_body(_Body(below, entry.end, body.above, body.path))
                return
        self.settle(entry, body, before)

    def is_next_to(self, entry: _Entry, below: int) -> bool:
        """Whether a line below one with a value isn't meant to go on with that, but to stand beside it."""
        deeper = self.lines[below].indent - entry.indent
        return deeper == 1 or _WHOLE_VALUE.fullmatch(self.lines[entry.start].text) is not None

    def settle(self, entry: _Entry, body: _Body, before: int) -> None:
        """Blank an entry out if it still can't be read."""
        end = self.end_of(entry.start, entry.end, entry.indent, entry.listed)
        left = self.fault_of(entry.start, end, entry.company, entry.start)
        if left is not None:
            self.tell(entry.fault if self.count == before else left)
            self.blank(entry.start, end, body.path, keyed=not entry.listed)

    def put_right(self, entry: _Entry, body: _Body) -> None:
        """Indent an entry as those beside it; as what holds these where it has entries that stand beside them."""
        head = self.lines[entry.start]
        self.tell(misplaced(self.source, self.original(entry.start, 0)))
        if head.indent > entry.indent:
            self.shift(entry.start, entry.end, entry.indent - head.indent)
            self.mend_body(_Body(entry.start, entry.end, body.above, body.path))
            return
        following = next((line for line in self.lines[entry.start + 1 : body.end] if line.counts), None)
        beside = following is not None and following.indent == entry.indent
        inner, outer = entry.indent - head.indent, head.indent - body.above
        if not self.begins(entry.start) or body.above < 0 or (not beside and inner == outer):
            self.blank(entry.start, entry.start + 1 if beside else entry.end, body.path[:-1], keyed=None)
        elif beside and _BARE.fullmatch(head.text):
            head.indent = body.above  # what follows stands below it
        elif beside:
            head.indent = entry.indent
        else:
            self.shift(entry.start, entry.end, inner if inner < outer else -outer)
        if beside and head.counts and head.indent == entry.indent:
            self.mend_body(_Body(entry.start, entry.start + 1, body.above, body.path))

    def shift(self, start: int, end: int, by: int) -> None:
        """Indent lines by more or less."""
        for line in self.lines[start:end]:
            line.indent = max(line.indent + by, 0)

    def blank(self, start: int, end: int, path: Path, keyed: bool | None = True) -> None:
        """Blank lines out, but for the key that they begin with; whether it is one may not be known (None)."""
        head = self.lines[start]
        key = _KEY.match(head.text) if keyed else None
        kept = key.end() if key else 0
        last = max(at for at in range(start, end) if self.lines[at].counts)
        span = (self.original(start, kept), self.original(last, len(self.lines[last].text)))
        self.holes.append(Hole(known(path), key[1] or "" if key else "" if keyed is None else None, *span))
        head.text = head.text[:kept]
        for line in self.lines[start + 1 : end]:
            line.text = ""

    def mended(self) -> Mended:
        """Return the text as it is now."""
        parts: list[str] = []
        shifts = [(0, 0)]
        length = 0
        for line in self.lines:
            shifts.append((length + line.indent, self.base.original(line.start)))
            parts.append(line.written())
            length += len(parts[-1])
        return Mended("".join(parts), tuple(shifts), tuple(self.holes))


@dataclass(frozen=True, slots=True)
class _Entry:
    """Lines that can't be read: an entry among others, indented by `indent`, behind a `company` of lines in order."""

    start: int
    end: int
    indent: int
    listed: bool
    company: str
    fault: Problem


def known(path: Path) -> tuple[str, ...]:
    """Return a path up to the first item of a list."""
    return tuple(step for step in path[: path.index(None) if None in path else len(path)] if step is not None)
