"""From the YAML parser's events to nodes: what is taken, what is refused with its place, and what is put right."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from interpreter.errors import Place, Problem, suggestion
from interpreter.profile.doubled import Key, added_again
from interpreter.profile.guard import (
    DIGITS,
    MAX_PROBLEMS,
    NUMBERS,
    Mended,
    index_of,
    short,
    too_many,
    unseen,
)
from interpreter.profile.nodes import NULLS, Double, Hole, Mapping, Node, Scalar, Sequence, core_value
from interpreter.profile.positions import BLANKS, UNSEEN, Source

if TYPE_CHECKING:
    import yaml

MAX_DEPTH = 24  # of collections within each other
MAX_NODES = 20_000
MAX_SHOWN = 60  # characters of a value in a piece of advice
MAX_ALIAS_NODES = 5_000  # that all aliases together stand for

_PROPERTIES = re.compile(r"(?:[&!]\S*(?:\s|#[^\r\n]*)*)*")  # anchor and tag, up to what they belong to
_FLOW_VALUE = re.compile(r"(?:[^{}\[\]:,#\r\n]|,(?![^{}\[\]:,#\r\n]*:))+")  # up to the next key within { }

_GLUED = re.compile(r"([\w-]+):(?=[^\s:/])")  # a key and its value, without a blank between them
_NEXT_LINE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*([ ]*)([^\s#:]+:)")
_COLON = re.compile(r"\s*:")
_LONE = re.compile(r"\{[^{},\s]+\}(?=[ ]*(?:[\r\n,\]}]|[ ]#|\Z))")
_SEPARATED = re.compile(r"[\w-]+(?:\s*:?=|\s)\s*[^\s=].*")
_LINE_END = re.compile(r"[\r\n]")
_NOTHING = re.compile(r"\s*:(?:\s|(?<=\s)#[^\r\n]*)*")

Span: TypeAlias = tuple[int, int]


class Sign(NamedTuple):
    """What may be a slip though YAML takes it: from where to where in the file, below which keys, within { } or not."""

    kind: str
    start: int
    end: int
    path: tuple[str | int, ...]
    flow: bool
    above: int = 0
    """Of a dash within a value of a list where that begins; of an item of a list how many stand above it."""


class Ended(Exception):
    """Reading can't go on; the reason is among the problems."""


@dataclass(slots=True)
class _Open:
    """A collection that isn't complete. If `keyed`, a value comes next: of `key`, or (None) one to drop."""

    node: Mapping | Sequence
    flow: bool
    keyed: bool = False
    key: str | None = None
    again: Key | None = None
    """The key whose value comes next, where that is there already."""


class Builder:
    """Makes nodes from the parser's events. `last` is where the last scalar, alias or bracket ended."""

    def __init__(self, source: Source, text: Mended) -> None:
        self.source = source
        self.text = text
        self.problems: list[Problem] = []
        self.signs: list[Sign] = []
        self.root: Node | None = None
        self.last = 0
        self.lost = list(text.holes)
        self.doubled: list[Double] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, Node] = {}
        self._unused: dict[str, Sign] = {}
        self._mended: Node | None = None  # the last value that goes on behind a comma
        self._documents = self._nodes = self._alias_nodes = self._reported = 0
        self._takers: dict[str, Callable[[Any], None]] = {
            "DocumentStartEvent": self._document,
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._collection,
            "SequenceStartEvent": self._collection,
            "MappingEndEvent": self._close,
            "SequenceEndEvent": self._close,
            "AliasEvent": self._alias,
            "StreamEndEvent": self._stream_end,
        }

    def take(self, event: yaml.Event) -> None:
        """Go on by one event. Raises Ended when there is no going on."""
        taker = self._takers.get(type(event).__name__)
        if taker:
            taker(event)

    def _span(self, event: yaml.Event) -> Span:
        return self.text.original(index_of(event.start_mark)), self.text.original(index_of(event.end_mark))

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            message = "found a second document, expected one"
            span = self._span(event)
            self.lost.append(Hole((), "", span[0], len(self.source.text)))
            self._report("Y007", message, span, "put it in a file of its own")
            raise Ended

    def _stream_end(self, event: yaml.StreamEndEvent) -> None:
        nothing = self.root is None or (isinstance(self.root, Scalar) and self.root.start == self.root.end)
        if nothing and not self._reported:
            self.root = None
            message = "found an empty file, expected lines like 'key: value'"
            self._report("Y006", message, (0, 0), "the first one is usually 'format: 1'")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        begun = self._span(event)[0]
        start, end = self._begin(event)
        style = event.style or ""
        while start == end > self.last and self.source.text[end - 1] in BLANKS:  # libyaml looks ahead for nothing
            start = end = end - 1
        if style in ("|", ">"):
            end = start + len(self.source.text[start:end].rstrip(BLANKS))
        text = event.value
        if style in ("|", ">") and text.find("\n") == len(text) - 1:  # a block of one line says that line alone
            text = text[:-1]
        node = Scalar(self.source, start, end, text if style else core_value(text), text, style)
        if not style and (begun != start or "- " in event.value or event.value in NULLS):
            self._notice(event, begun, start, end)
        match = UNSEEN.search(event.value) if style == '"' else None
        if match:  # written as an escape
            self._append(unseen(match[0], node.place_of(*match.span())))
        self._add(node, (start, end), event.anchor)

    def _notice(self, event: yaml.ScalarEvent, begun: int, start: int, end: int) -> None:
        """Note down what may be a slip: a tag or anchor before a plain scalar on its line, a dash in one, or a null."""
        opened, text = self._open[-1] if self._open else None, self.source.text
        if opened is None or not (isinstance(opened.node, Sequence) or opened.keyed):
            return
        path = self._path()
        if event.tag and text[begun : begun + 1] == "!":
            self.signs.append(Sign("tag", begun, begun, path, opened.flow))
        elif event.anchor and text[begun : begun + 1] == "&" and not _LINE_END.search(text, begun, start):
            self._unused[event.anchor] = Sign("anchor", begun, begun, path, opened.flow)
        elif event.value in NULLS and isinstance(opened.node, Mapping):
            self.signs.append(Sign("null", start, end, path, opened.flow))
        elif isinstance(opened.node, Sequence) and not opened.flow and _LINE_END.search(text, start, end):
            self.signs.append(Sign("dash", start, end, path, False, opened.node.start))

    def _path(self, without: int = 0) -> tuple[str | int, ...]:
        """Return the keys that lead to where reading has come, `without` so many of the innermost."""
        opened = self._open[: len(self._open) - without]
        return tuple(0 if isinstance(one.node, Sequence) else one.key or "" for one in opened)

    def look_back(self) -> None:
        """Go on to the end: an anchor that nothing refers to may be a slip."""
        if not any(problem.code == "Y012" for problem in self.problems):
            self.signs += self._unused.values()

    def _collection(self, event: yaml.CollectionStartEvent) -> None:
        start, end = self._begin(event)
        self._check_depth(len(self._open) + 1, (start, end))
        shape = Mapping if type(event).__name__ == "MappingStartEvent" else Sequence
        node = shape(self.source, start, end)
        if event.anchor:
            self._anchors[event.anchor] = node
        self._open.append(_Open(node, flow=bool(event.flow_style)))

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        opened = self._open.pop()
        # The parser notices the end of a block only at what comes next, below blank lines and comments.
        opened.node.end = (
            self.text.original(index_of(event.end_mark)) if opened.flow else max(self.last, opened.node.start)
        )
        self._add(opened.node, (opened.node.start, opened.node.end), None)

    def _alias(self, event: yaml.AliasEvent) -> None:
        span, name = self._span(event), event.anchor or ""
        self._unused.pop(name, None)
        original = self._anchors.get(name)
        if original is None:
            near = suggestion(name, list(self._anchors)[:100])
            message = f"found the alias {short('*' + name)}, expected its anchor above"
            anchor = f"put {'&' + name!r} before the value that is meant"
            help = near or f'put the value in quotes if it is text: "*{name}"; else {anchor}'
            self._report("Y012", message, span, help)
        elif any(opened.node is original for opened in self._open):
            message = f"found the alias {short('*' + name)} within the value that it stands for"
            self._report("Y013", message, span, "write the value out")
        else:
            self._add(self._copy(original, len(self._open), span), span, None)
            return
        self._leave_out(span)

    def _copy(self, node: Node, depth: int, span: Span) -> Node:
        """Copy what the alias at `span`, within `depth` collections, stands for."""
        self._alias_nodes += 1
        if self._alias_nodes > MAX_ALIAS_NODES:
            message = f"found aliases for more than {MAX_ALIAS_NODES:,} values in all"
            self._report("Y016", message, span, "use fewer aliases")
            raise Ended
        if isinstance(node, Scalar):
            return Scalar(node.source, node.start, node.end, node.value, node.text, node.style)
        self._check_depth(depth + 1, span)
        if isinstance(node, Sequence):
            items = [self._copy(item, depth + 1, span) for item in node.items]
            return Sequence(node.source, node.start, node.end, items)
        entries = {key: self._copy(entry, depth + 1, span) for key, entry in node.entries.items()}
        return Mapping(node.source, node.start, node.end, entries, dict(node.keys))

    def _begin(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> Span:
        """Count a node, refuse its tag, and return where it stands, without anchor and tag."""
        start, end = self._span(event)
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"found more than {MAX_NODES:,} values"
            self._report("Y015", message, (start, end), "take out what isn't needed")
            raise Ended
        if event.tag:
            message = f"found {short(event.tag)}, the tag of a value: tags aren't supported"
            self._report("Y011", message, (start, start + 1), "delete the tag")
        if event.tag or event.anchor:
            match = _PROPERTIES.match(self.source.text, start, end)
            start = match.end() if match else start
        return start, end

    def _check_depth(self, depth: int, span: Span) -> None:
        if depth > MAX_DEPTH:
            message = f"found a value within {depth - 1} others, expected at most {MAX_DEPTH} levels"
            self._report("Y014", message, span, "write it flatter")
            raise Ended

    def _add(self, node: Node, span: Span, anchor: str | None) -> None:
        """Put a complete node where it belongs. `span` is where it stands, or its alias."""
        self.last = max(self.last, span[1])
        if anchor:
            self._anchors[anchor] = node
        if not self._open:
            self.root = node
            return
        opened = self._open[-1]
        if isinstance(opened.node, Sequence):
            opened.node.items.append(node)
        elif not opened.keyed:
            opened.keyed, opened.key = True, self._key(node, span, opened.node)
        else:
            opened.keyed = False
            if opened.again is not None:
                self.doubled += added_again([(one.node, one.key) for one in self._open], opened.again, node)
                opened.again = None
            elif opened.key is not None and isinstance(node, Scalar) and node.text == node.style == "":
                self._no_value(opened, opened.node, opened.key)
            elif opened.key is not None:
                opened.node.entries[opened.key] = node

    def _leave_out(self, span: Span) -> None:
        """Go on without a value, or without a key and its value."""
        self.last = max(self.last, span[1])
        opened = self._open[-1] if self._open else None
        if opened is not None and isinstance(opened.node, Mapping):
            if opened.keyed and opened.key is not None:
                opened.node.keys.pop(opened.key)
            opened.key, opened.keyed = (opened.key, False) if opened.keyed else (None, True)
        self._lose(opened.key if opened is not None else None, span)

    def _lose(self, key: str | None, span: Span) -> None:
        """Note down that what the innermost map has, or may have, behind a key isn't known."""
        path: list[str] = []
        for opened in self._open[:-1]:
            if opened.key is None:
                break
            path.append(opened.key)
        known = len(path) == len(self._open) - 1
        self.lost.append(Hole(tuple(path), key or "" if known else "", *span))

    def _no_value(self, opened: _Open, mapping: Mapping, key: str) -> None:
        """Refuse a key with nothing behind it; where a comma in a value made it one, mend that value."""
        _, start, end = mapping.keys.pop(key)
        place = self.source.place(start, end)
        self.problems[:] = [one for one in self.problems if (one.code, one.place) != ("Y008", place)]  # it is no key
        if any(hole.start >= end and _NOTHING.fullmatch(self.source.text, end, hole.start) for hole in self.text.holes):
            return
        if self._mended is not None and start < self._mended.end:
            return  # a part of a value with commas
        before = next(reversed(mapping.entries.values()), None) if not _COLON.match(self.source.text, end) else None
        if opened.flow and not _COLON.match(self.source.text, end) and _SEPARATED.fullmatch(key):
            self.signs.append(Sign("key", start, end, self._path(1), True))
        if opened.flow and _LONE.match(self.source.text, start - 1):
            self.signs.append(Sign("braces", start - 1, end + 1, self._path(1), True))
        comma = -1 if not isinstance(before, Scalar) else self.source.text.find(",", before.end, start)
        if not opened.flow or not isinstance(before, Scalar) or before.style or comma < 0:
            glued = _GLUED.match(key) if opened.flow else None
            if glued:
                self._report(
                    "Y019",
                    "found ':' without a blank behind it",
                    (start + glued.end(1), start + glued.end()),
                    f"put one there: {glued[1]}: {key[glued.end() :]}",
                )
                return
            self._lose(key, (start, end))
            holder = self._open[-2].node if len(self._open) > 1 else None
            if not opened.flow and not mapping.entries and isinstance(holder, Sequence):
                self.signs.append(Sign("item", start, end, self._path(2), False, len(holder.items)))
            if not opened.flow:
                mapping.empty[key] = (self.source, start, end)
            help = "write a value; a list stands in [ ]" if opened.flow else self._what_follows(key, start, end)
            self._report("Y019", f"found nothing behind {short(key + ':')}, expected a value", (start, end), help)
            return
        whole = self.source.text[before.start : end]
        if before is not self._mended:
            meant = _FLOW_VALUE.match(self.source.text, before.start)
            value = meant[0].rstrip(BLANKS) if meant else whole
            is_whole = len(value) <= MAX_SHOWN and value.count("(") == value.count(")")
            help, node = "put the whole value in quotes; or write what is missing behind KEY", None
            if is_whole:
                from interpreter.profile.commas import taken  # needs the schemas, and only once something is wrong

                help, node = taken(self.source, (*self._path(1), next(reversed(mapping.entries))), before.start, value)
            message = f"found a comma in the value {short(before.text)}: within {{ }} it begins the next key"
            self._report("Y019", message, (comma, comma + 1), help.replace("KEY", short(key)))
            if node is not None:
                mapping.entries[next(reversed(mapping.entries))] = self._mended = node
                return
        self._mended = before
        if not (NUMBERS.fullmatch(whole) or DIGITS.match(self.source.text, comma - 1)):
            before.go_on_to(end, whole if "(" in whole else whole.replace(",", " "))

    def _may_hold_lines(self, key: str) -> bool:
        """Whether lines may be meant to stand below a key of the innermost map."""
        from interpreter.profile.around import takes, takes_map  # need the schemas, and only once something is wrong

        path = (*self._path(1), key)
        return takes_map(self.source.text, path) or takes(self.source.text, path) is None

    def _what_follows(self, key: str, start: int, end: int) -> str:
        """Say what to do about a key of a block that nothing stands behind, by the line that follows."""
        text = self.source.text
        indent = start - (max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1)
        following = _NEXT_LINE.match(text, text.find(":", end - 1) + 1)
        if following and len(following[1]) == indent and self._may_hold_lines(key):
            return f"indent the lines that belong to it by two blanks, such as {short(following[2])}; or write a value"
        return "write a value"

    def _key(self, node: Node, span: Span, mapping: Mapping) -> str | None:
        """Return the key that a node is, noted down in `mapping`; None if its value has to be dropped."""
        if not isinstance(node, Scalar):
            message = "found a list or mapping as a key, expected text"
            self._report("Y008", message, span, "write a name before the ':'")
            return None
        key = node.text
        if key == "<<" and not node.style:
            message = "found '<<': merge keys aren't supported"
            self._report("Y010", message, span, "write the keys out, or inherit from another profile")
            self._lose(None, span)
            return None
        if not isinstance(node.value, str):
            found = short(key) if key else "nothing"
            quoted = f'put it in quotes, "{key}", or begin it with a letter where a name has to stand'
            help = quoted if key else "write a name before the ':'"
            self._report("Y008", f"found {found} as a key, expected text", span, help)
        if key in mapping.keys:
            first = (("the first one stands here", self.source.place(*mapping.keys[key][1:])),)
            message = f"found the key {short(key)} twice in one mapping"
            self._report("Y009", message, span, "keep one of them", first)
            self._open[-1].again = (key, (self.source, *span))
            return None
        mapping.keys[key] = (self.source, *span)
        return key

    def _report(
        self, code: str, message: str, span: Span, help: str, notes: tuple[tuple[str, Place | None], ...] = ()
    ) -> None:
        self._append(Problem(code, message, self.source.place(*span), help, notes))

    def _append(self, problem: Problem) -> None:
        self.problems.append(problem)
        self._reported += 1
        if self._reported >= MAX_PROBLEMS:
            self.problems.append(too_many(problem.place))
            raise Ended
