"""Combinations that a profile or house rule rules out with a reason: `conflicts: {OTHER: reason}`."""

from __future__ import annotations

from interpreter.errors import Place, Problem
from interpreter.profile.library import Document
from interpreter.profile.nodes import Mapping, Node, Scalar, data


def said(reason: Node) -> str:
    """Return an author's text on one line."""
    return " ".join(str(data(reason)).split())


def conflicts_of(documents: list[Document]) -> dict[str, tuple[Node, Place]]:
    """Return what the documents together rule out: by name, the reason and where it stands; null takes one back."""
    found: dict[str, tuple[Node, Place]] = {}
    for document in documents:
        conflicts = document.root.entries.get("conflicts")
        if isinstance(conflicts, Scalar) and conflicts.value is None:
            found.clear()
        if not isinstance(conflicts, Mapping):
            continue
        for name, reason in conflicts.entries.items():
            source, start, end = conflicts.keys[name]
            found[name] = (reason, source.place(start, end))
            if isinstance(reason, Scalar) and reason.value is None:
                del found[name]
    return found


def check_conflicts(documents: list[Document], place: Place | None, problems: list[Problem]) -> bool:
    """Refuse a combination that one of its parts rules out with a reason; whether there is one."""
    by_id = {document.id: document for document in documents}
    clashing = {name: why for name, why in conflicts_of(documents).items() if name in by_id}
    for name, (reason, stands) in clashing.items():
        other = by_id[name]
        problems.append(
            Problem(
                "X012",
                f"{name!r} can't be used here: {said(reason)}",
                place or stands,
                f"leave out {name!r}",
                (("the reason stands here", stands), (f"{name!r}", other.place_of(other.kind))),
            )
        )
    return bool(clashing)
