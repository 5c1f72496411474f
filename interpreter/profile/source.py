"""From bytes to nodes with positions: YAML 1.2, a small and safe part of it.

Read are mappings with text keys, sequences, scalars in every style, anchors and aliases. Refused, each with
its place, are tags, merge keys, directives, second documents, a key twice in a mapping, and characters that
can't be seen. Of the plain scalars only true, false, null, nothing at all and decimal integers are special:
no, on, 010, 1:30 and 1.5 are text. Limits keep a hostile file cheap.

>>> data(parse(b"bids: [no, 3]", "x.yaml", []))
{'bids': ['no', 3]}
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.errors import Problem
from interpreter.profile.building import Builder, Ended, Sign
from interpreter.profile.guard import (
    MAX_PROBLEMS,
    Mended,
    decode,
    index_of,
    mended,
    reason_of,
    syntax_problem,
    too_many,
)
from interpreter.profile.nodes import Data, Mapping, Node, Scalar, Sequence, data
from interpreter.profile.positions import Source

__all__ = ["Data", "Mapping", "Node", "Scalar", "Sequence", "Source", "data", "parse"]


class Stop(NamedTuple):
    """Where the parser stopped, in the file; in the text that it read, also where that began; and what it says."""

    offset: int
    at: int
    opening: int
    reason: str


class Reading(NamedTuple):
    """What a text was read into, what is wrong with it, where the parser stopped if it did, and what to look at."""

    root: Node | None
    problems: list[Problem]
    stop: Stop | None
    signs: list[Sign]


def parse(raw: bytes, name: str, problems: list[Problem]) -> Node | None:
    """Read one YAML document. What is wrong is appended to `problems`, and reading goes on where it can.

    Returns None where nothing could be read, and a tree without what was refused where there were problems.
    No two places share a node: what an alias stands for is copied, with the positions of the original. `name`
    is the file's, for messages. Raises nothing, whatever `raw` is. No more than `resources.MAX_BYTES` + 1 of a file
    need to be read.
    """
    unfit: list[Problem] = []
    source = decode(raw, name, unfit)
    problems += unfit
    if source is None:
        return None
    tries: list[tuple[int, Mended, Reading]] = []
    for text in mended(source) if unfit else [Mended(source.text)]:
        reading = _read(source, text)
        if reading.stop is None and not reading.signs:
            problems += reading.problems
            return _indented(reading.root, reading.problems)
        tries.append((len(source.text) + 1 if reading.stop is None else reading.stop.offset, text, reading))
    from interpreter.profile.amending import amended  # only needed once something is wrong

    _, text, reading = max(tries, key=lambda one: one[0])
    slips: list[Problem] = []
    text, reading = amended(source, text, reading, _read, slips)
    root, found = reading.root, reading.problems
    if reading.stop is not None:
        root, told = _read_rest(source, text, unfit)
        found = told or ([] if unfit else found)
    problems += [*slips, *found]
    return _indented(root, found)


def _indented(root: Node | None, problems: list[Problem]) -> Node | None:
    """Return what was read, with lines below a key that nothing stands behind where they were meant to stand there."""
    if isinstance(root, Mapping) and any(problem.code == "Y019" for problem in problems):
        from interpreter.profile.indenting import indent  # needs the schemas, and only once something is wrong

        indent(root)
    return root


def _read_rest(source: Source, text: Mended, unfit: list[Problem]) -> tuple[Mapping | None, list[Problem]]:
    """Read a document without the parts of which the syntax is wrong, and tell these; None where nothing is left.

    What is wrong in a line that is `unfit`, or in the next one, may come of that.
    """
    from interpreter.profile.recovering import recovered  # only needed once something is wrong

    told: list[Problem] = []
    rest = recovered(source, text, told)
    if rest is None:
        return None, [*told, too_many(told[-1].place)] if len(told) >= MAX_PROBLEMS else []
    reading = _read(source, rest)
    if not isinstance(reading.root, Mapping) or reading.stop is not None:
        return None, []
    lines = {problem.place.line + below for problem in unfit for below in (0, 1) if problem.place is not None}
    told = [problem for problem in told if problem.place is None or problem.place.line not in lines]
    return reading.root, [*told, *reading.problems]


def _read(source: Source, text: Mended) -> Reading:
    """Read a document from a text that may have been mended."""
    import yaml  # 30 ms, which playing a shipped profile does without

    builder = Builder(source, text)
    stop = None
    try:
        for event in yaml.parse(text.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
        builder.look_back()
    except Ended:
        pass
    # PyYAML's own parser lets through what chr() says of an escape like "\UFFFFFFFF".
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        marks = [getattr(error, name, None) for name in ("problem_mark", "context_mark")]
        last = text.within(builder.last)
        at, opening = (index_of(mark, last) for mark in marks)
        stopped, begun = (builder.last if mark is None else text.original(index_of(mark)) for mark in marks)
        begun = stopped if marks[1] is None else begun
        stop = Stop(stopped, at, opening if marks[1] is not None else at, reason_of(error))
        builder.problems.append(syntax_problem(source, error, stopped, begun))
    if isinstance(builder.root, Mapping) and stop is None:
        builder.root.lost = builder.lost
        builder.root.doubled = builder.doubled
    return Reading(builder.root, builder.problems, stop, builder.signs)
