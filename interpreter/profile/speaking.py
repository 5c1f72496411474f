"""How a game's title comes to speak of the house rules in force."""

from __future__ import annotations

import re

from interpreter.profile.library import Document
from interpreter.profile.merge import OWN_KEYS, copied, without
from interpreter.profile.nodes import Mapping, Node, Scalar
from interpreter.profile.reference import ID


def name_rules(tree: Mapping, documents: list[Document]) -> None:
    """Let each house rule without texts of its own speak through its title, in `says`.

    One that only sets params that the texts name already speaks through these.
    """
    said = tree.entries.get("says")
    says = copied(said) if isinstance(said, Mapping) else Mapping(tree.source, tree.start, tree.end)
    texts = " ".join(leaf_texts(says))
    for document in documents:
        title = document.root.entries.get("title")
        if document.kind != "house_rule" or "says" in document.root.entries or not isinstance(title, Scalar):
            continue
        if not ID.match(document.id):
            continue  # told as such
        if not speaks_by_params(document, texts):
            says.entries[document.id] = replace_first(title)
            says.keys[document.id] = document.root.keys["title"]
    if says.entries:
        tree.entries["says"] = says
        tree.keys.setdefault("says", (tree.source, tree.start, tree.start))


def speaks_by_params(document: Document, texts: str) -> bool:
    """Whether all that a house rule does is to set params that texts name, or to bring other house rules along."""
    own = without(document.root, OWN_KEYS)
    params = own.entries.get("params", Mapping(own.source, own.start, own.end))
    if set(own.entries) - {"params"} or not isinstance(params, Mapping):
        return False
    return all(re.search(rf"\{{{re.escape(name)}(:words)?\}}", texts) for name in params.entries)


def replace_first(title: Scalar) -> Scalar:
    """Return a title as it reads within a sentence: without a capital at its start, but for a word in capitals."""
    in_capitals = title.text[1:2].isupper()
    text = title.text if in_capitals else title.text[:1].lower() + title.text[1:]
    return Scalar(title.source, title.start, title.end, text, text, title.style)


def leaf_texts(node: Node) -> list[str]:
    """Return the texts of all leaves below a node."""
    if isinstance(node, Scalar):
        return [node.text]
    below = node.entries.values() if isinstance(node, Mapping) else node.items
    return [text for entry in below for text in leaf_texts(entry)]
