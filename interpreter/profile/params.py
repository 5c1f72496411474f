"""The params of a game: which there are, and what a reference sets them to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.errors import Place, Problem, suggestion
from interpreter.profile.library import Document
from interpreter.profile.nodes import data
from interpreter.profile.reference import Reference
from interpreter.profile.source import Mapping, Scalar, Source


def param_names(tree: Mapping) -> list[str]:
    """Return the names of a tree's params."""
    params = tree.entries.get("params")
    return list(params.entries) if isinstance(params, Mapping) else []


def param_values(documents: Iterable[Document]) -> dict[str, object]:
    """Return the params that some documents set, the last value of each."""
    found: dict[str, object] = {}
    for document in documents:
        params = document.root.entries.get("params")
        if isinstance(params, Mapping):
            found |= {name: data(entry) for name, entry in params.entries.items()}
    return found


def params_set(reference: Reference) -> list[tuple[str, Place | None]]:
    """Return notes where a reference sets params."""
    source = Source(f"reference {reference.text!r}", reference.text)
    return [
        (f"{name!r} is set to {value} here", source.place(*span(reference, name))) for name, value in reference.params
    ]


def place_in(reference: Reference, name: str, *, last: bool = False) -> Place | None:
    """Return where a house rule is named in a reference, or named last; None where it isn't."""
    source = Source(f"reference {reference.text!r}", reference.text)
    found = [
        match.span(1)
        for match in re.finditer(rf"\+\s*((?:[^+]*/)?{re.escape(name)}(?:\.ya?ml)?)\s*(?=\+|$)", reference.text)
    ]
    return source.place(*found[-1 if last else 0]) if found else None


def without_param(reference: Reference, name: str) -> str:
    """Return a reference's text without one of its params."""
    others = "".join(f"+{other}={value}" for other, value in reference.params if other != name)
    return f"{'+'.join((reference.profile, *reference.house_rules))}{others}"


def span(reference: Reference, name: str) -> tuple[int, int]:
    """Return where a param is set in a reference's text."""
    found = re.search(rf"\+\s*({re.escape(name)}\s*=\s*[-+]?[0-9]+)", reference.text)
    return found.span(1) if found else (0, len(reference.text))


def set_params(tree: Mapping, reference: Reference, place: Place | None, problems: list[Problem]) -> None:
    """Set the params that a reference names, which must exist."""
    params = tree.entries.get("params")
    source = Source(f"reference {reference.text!r}", reference.text)
    for name, value in reference.params:
        if not isinstance(params, Mapping) or name not in params.entries:
            near = suggestion(name, param_names(tree)) or "this game has no params"
            problems.append(
                Problem(
                    "X038",
                    f"{reference.text!r} sets a param {name!r} that this game doesn't have",
                    place,
                    near,
                )
            )
            continue
        start, end = span(reference, name)
        old = params.entries[name]
        params.entries[name] = Scalar(source, start, end, value, str(value), replaced=old)
        params.keys[name] = (source, start, start + len(name))
