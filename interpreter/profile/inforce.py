"""What is left of a house rule that was laid over a tree before: later lines may have undone it, all or in part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.errors import MEANT, Place, Problem, suggestion
from interpreter.profile.library import Document
from interpreter.profile.merge import OWN_KEYS, WORDING, same, without
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, data
from interpreter.profile.speaking import leaf_texts

ALIKE = 0.8
"""How much a word is like a param, from 0 to 1, if it is that one misspelt."""


def undone(tree: Mapping, rule: Mapping, flow: list[str]) -> Mapping:
    """Return the part of a house rule that isn't in force in a tree any more; an empty map if all of it is.

    `rule` is the very node that was laid over the tree. A leaf is in force where it stands, and where what stands
    there builds on it (`inherited + 1`). A phase is where a rule moves it anywhere behind its anchor, and all are while
    the flow is what it was right after the rule was laid, `flow`. Texts for the title alone count for nothing. What the
    rule needs stands with what is left of it.
    """
    now = flow_of(tree)
    entries: dict[str, Node] = {}
    for key, node in rule.entries.items():
        if key in OWN_KEYS or key in WORDING:
            continue
        if key == "flow" and isinstance(node, Mapping):
            gone = [name for name, move in node.entries.items() if now != flow and not is_moved(now, name, move)]
            left: Node | None = part(node, gone)
        else:
            left = left_of(tree.entries.get(key), node)
        if left is not None:
            entries[key] = left
    if entries and "needs" in rule.entries:
        entries["needs"] = rule.entries["needs"]
    return Mapping(rule.source, rule.start, rule.end, entries, {key: rule.keys[key] for key in entries})


def is_in_force(tree: Mapping, node: Mapping) -> bool:
    """Whether anything that a part of a house rule sets stands in a tree, or is built on there; a move always does."""
    for key, entry in node.entries.items():
        now = tree.entries.get(key)
        moves = isinstance(entry, Mapping) and isinstance(now, Sequence)
        within = isinstance(entry, Mapping) and isinstance(now, Mapping) and is_in_force(now, entry)
        if moves or within or left_of(now, entry) is None:
            return True
    return False


def left_of(now: Node | None, node: Node) -> Node | None:
    """Return what isn't in force of an entry, where `now` stands; None if all of it is."""
    if isinstance(node, Scalar) and node.value is None:
        return None if now is None else node
    if isinstance(node, Mapping):
        if not isinstance(now, Mapping):
            return node
        below = {key: left_of(now.entries.get(key), entry) for key, entry in node.entries.items()}
        return part(node, [key for key, entry in below.items() if entry is not None], below)
    return None if now is not None and (same(now, node) or builds_on(now, node)) else node


def part(node: Mapping, keys: list[str], entries: dict[str, Node | None] | None = None) -> Mapping | None:
    """Return some entries of a map, perhaps changed; None for none of them."""
    found = {key: (entries or {}).get(key) or node.entries[key] for key in keys}
    return Mapping(node.source, node.start, node.end, found, {key: node.keys[key] for key in found}) if found else None


def builds_on(now: Node, node: Node) -> bool:
    """Whether a value is that of a certain place in a file, or has it within what it inherits."""
    value: Node | None = now
    while value is not None:
        if value.source is node.source and value.start == node.start:
            return True
        value = value.inherited if isinstance(value, Scalar) else None
    return False


def flow_of(tree: Mapping) -> list[str]:
    """Return the names in a tree's flow."""
    flow = tree.entries.get("flow")
    return [str(data(item)) for item in flow.items] if isinstance(flow, Sequence) else []


def is_moved(flow: list[str], name: str, move: Node) -> bool:
    """Whether a phase is behind where a move puts it, or out of the flow where that takes it out."""
    anchor = move.entries.get("after") if isinstance(move, Mapping) else None
    if anchor is None:
        return name not in flow
    return name in flow and str(data(anchor)) in flow[: flow.index(name)]


def idle(rule: Document, place: Place, effects: int, known: list[str]) -> Iterator[Problem]:
    """Refuse a house rule without effect, and params that it brings without reading them.

    It is named at a place, changed so many leaves, and the game had the `known` params before.
    """
    if not effects and not rule.root.entries.get("house_rules"):
        message = f"house rule {rule.id!r} has no effect here: everything that it sets is so already"
        yield Problem("X036", message, place, "leave it out")
    params = rule.root.entries.get("params")
    if not isinstance(params, Mapping):
        return
    texts = " ".join(leaf_texts(without(rule.root, (*OWN_KEYS, "params"))))
    for name in params.entries:
        if name not in known and not re.search(rf"\b{re.escape(name)}\b", texts):
            others = sorted({*known, *params.entries} - {name})
            near = suggestion(name, others) or "no param is set here"
            meant = near.startswith(MEANT)
            if not meant and is_misread(name, texts):
                continue  # where it is read, it is an unknown name
            message = f"house rule {rule.id!r} sets a param {name!r} that this game doesn't have, and reads it nowhere"
            help = near if meant else f"{near}; or read it in a line of this rule"
            yield Problem("X037", message, params.place_of(name), help)


def is_misread(name: str, texts: str) -> bool:
    """Whether some texts hold a word that is hardly another one than a name."""
    from difflib import get_close_matches  # only needed once something is wrong

    return bool(get_close_matches(name, set(re.findall(r"[A-Za-z_]\w*", texts)), 1, ALIKE))
