"""Combinations that are ruled out with a reason.

A profile or house rule names what it can't be combined with (`conflicts: {OTHER: reason}`), and a house rule what a
game must have (`needs: {PATH: reason}`), also behind the other house rules of its group.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Place, Problem, did_you_mean, meant_by, suggestion
from interpreter.profile.library import Document
from interpreter.profile.nodes import Mapping, Node, Scalar, data, follow
from interpreter.resources import profiles_folder


def said(reason: Node) -> str:
    """Return an author's text on one line."""
    return " ".join(str(data(reason)).split())


def conflicts_of(documents: list[Document]) -> dict[str, tuple[Node, Place, Document]]:
    """Return what the documents together rule out: by name, the reason, where it stands and who says so.

    Null takes one back.
    """
    found: dict[str, tuple[Node, Place, Document]] = {}
    for document in documents:
        conflicts = document.root.entries.get("conflicts")
        if isinstance(conflicts, Scalar) and conflicts.value is None:
            found.clear()
        if not isinstance(conflicts, Mapping):
            continue
        for name, reason in conflicts.entries.items():
            source, start, end = conflicts.keys[name]
            found[name] = (reason, source.place(start, end), document)
            if isinstance(reason, Scalar) and reason.value is None:
                del found[name]
    return found


def check_conflicts(documents: list[Document], place: Place | None, problems: list[Problem]) -> list[Document]:
    """Refuse a combination that one of its parts rules out with a reason; return those that are out of place."""
    by_id = {document.id: document for document in documents}
    clashing = {name: why for name, why in conflicts_of(documents).items() if name in by_id}
    left_out = []
    for name, (reason, stands, document) in clashing.items():
        other = by_id[name]
        # of a house rule and the game that it is laid over, the house rule is out of place
        out = document if other.kind == "profile" and document.kind == "house_rule" else other
        left_out.append(out)
        problems.append(
            Problem(
                "X012",
                f"{out.id!r} can't be used here: {said(reason)}",
                place or stands,
                f"leave out {out.id!r}",
                (*((("the reason stands here", stands),) if place else ()), (f"{name!r}", other.place_of(other.kind))),
            )
        )
    return left_out


def fitting(group: list[Document], tree: Mapping, problems: list[Problem]) -> list[Document]:
    """Return the documents of a group that find all that they need in a tree, and have it left by the others.

    Of two that take away what the other needs one is left out.
    """
    fit = list(group)
    for document in group:
        problem = unmet(document, tree, [other for other in fit if other is not document])
        if problem is not None:
            fit.remove(document)
            problems.append(problem)
    return fit


def unmet(document: Document, tree: Mapping, others: list[Document]) -> Problem | None:
    """Return what is wrong where a house rule needs what a tree lacks, or what another document takes out of it."""
    needs = document.root.entries.get("needs")
    if not isinstance(needs, Mapping):
        return None
    rule = f"house rule {document.id!r}"
    for path, reason in needs.entries.items():
        source, start, end = needs.keys[path]
        place = source.place(start, end)
        if is_unknown(path):
            continue  # told as such
        if not has_path(tree, path):
            message = f"{rule} doesn't fit this game: {said(reason)}"
            near = None if document.path.is_relative_to(profiles_folder()) else misspelt(tree, path)
            return Problem("X039", message, place, near or f"leave it out (it needs {path})")
        for other in others:
            null = removal(other.root, path)
            if null is not None:
                message = f"{rule} doesn't go with {other.id!r}: {said(reason)}"
                note = (f"{other.id!r} takes {path} away here", null.place())
                return Problem("X039", message, place, "choose one of them", (note,))
    return None


def is_unknown(path: str) -> bool:
    """Whether no game can have what a dotted path leads to."""
    from interpreter.profile.keys import key_order

    return path.split(".")[0] not in key_order("profile", ())


def unknown_needs(document: Document) -> Iterator[Problem]:
    """Tell each path in a file's `needs` that no game can have."""
    from interpreter.profile.keys import key_order

    needs = document.root.entries.get("needs")
    if not isinstance(needs, Mapping):
        return
    for path in needs.entries:
        first, *rest = path.split(".")
        if is_unknown(path):
            near = meant_by(suggestion(first, key_order("profile", ())))
            help = did_you_mean(".".join([near, *rest])) if near else "write a path such as score.made or phases.deal"
            message = f"`needs` names {path!r}, but no game has a key {first!r}"
            yield Problem("S001", message, needs.place_of(path), help)


def misspelt(tree: Mapping, path: str) -> str | None:
    """Return which path of a tree was probably meant by one that leads nowhere, None where there is none like it."""
    *above, last = path.split(".")
    holder = follow(tree, above)
    help = suggestion(last, holder.entries) if isinstance(holder, Mapping) else None
    near = meant_by(help)
    if near is None or is_key(path):
        return None
    return did_you_mean(".".join([*above, near]))


def is_key(path: str) -> bool:
    """Whether a dotted path ends in a key of the language, which is no other one misspelt."""
    from interpreter.profile.keys import key_order

    *above, last = path.split(".")
    return last in key_order("profile", tuple(above))


def has_path(tree: Mapping, path: str) -> bool:
    """Whether a tree has the key that a dotted path leads to."""
    node: Node = tree
    for key in path.split("."):
        if not isinstance(node, Mapping) or key not in node.entries:
            return False
        node = node.entries[key]
    return True


def removal(root: Mapping, path: str) -> Scalar | None:
    """Return the null by which a document takes out what a dotted path leads to, or what holds it."""
    node: Node | None = root
    for key in path.split("."):
        node = node.entries.get(key) if isinstance(node, Mapping) else None
        if isinstance(node, Scalar):
            return node if node.value is None else None
    return None
