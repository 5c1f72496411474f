"""Keys that are missing: those that are there under another name, or in another spelling, and what may be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from interpreter.errors import MEANT, did_you_mean, meant_by, suggestion
from interpreter.profile.keys import Kind, key_order, reach
from interpreter.profile.remedies import types_of

if TYPE_CHECKING:
    from interpreter.profile.faults import Fault
    from interpreter.profile.keys import Path

ALIKE = 0.8
"""How much a misspelt key is like the one that is meant, from 0 to 1, whatever it holds."""
OTHER_NAMES = {
    **dict.fromkeys(("players",), ("seats",)),
    **dict.fromkeys(("name",), ("title", "choose")),
    **dict.fromkeys(("parameters", "settings", "options", "variables"), ("params",)),
    **dict.fromkeys(("base", "parent", "inherits", "based_on"), ("extends",)),
    **dict.fromkeys(("rules", "variants", "houserules"), ("house_rules",)),
    **dict.fromkeys(("description", "comment", "comments"), ("notes",)),
    **dict.fromkeys(("teams", "partnerships"), ("sides",)),
    **dict.fromkeys(("if", "condition", "only_if"), ("when",)),
    **dict.fromkeys(("points", "score", "scores", "value", "worth", "plus", "gives", "amount"), ("add",)),
    **dict.fromkeys(("side", "team", "whom"), ("to",)),
    **dict.fromkeys(("player", "seat"), ("who", "by")),
    **dict.fromkeys(("first", "starts", "starter", "leads", "lead", "begins"), ("start", "leader")),
    **dict.fromkeys(("pass", "passing", "can_pass"), ("may_pass",)),
    **dict.fromkeys(("passed_out", "no_bid", "nobody_bids", "all_passed"), ("all_pass",)),
    **dict.fromkeys(("cards", "hand", "cards_each", "hand_size"), ("each",)),
    **dict.fromkeys(("widow", "talon", "blind", "stock"), ("kitty",)),
    **dict.fromkeys(("remove", "removed", "minus", "except"), ("without",)),
    **dict.fromkeys(("pack",), ("deck",)),
    **dict.fromkeys(("bids",), ("calls",)),
    **dict.fromkeys(("discard", "bury"), ("give",)),
    **dict.fromkeys(("auction", "bidding", "contract"), ("bid",)),
    **dict.fromkeys(("winner",), ("wins",)),
    **dict.fromkeys(("discarding", "burying", "swap"), ("exchange",)),
    **dict.fromkeys(("naming", "pick"), ("choose",)),
    **dict.fromkeys(("tricks",), ("books", "play")),
    **dict.fromkeys(("playing",), ("play",)),
    **dict.fromkeys(("bidders", "makers", "bidding_side"), ("declarers",)),
    **dict.fromkeys(("opponents", "setters", "others", "other_side"), ("defenders",)),
    **dict.fromkeys(("both", "all", "everyone", "everybody"), ("sides",)),
}
"""What keys and words are called elsewhere, and the language's own for that; the first that may stand is meant."""


def without_echoes(told: list[Fault], document: object, written: Callable[[Path], object]) -> list[Fault]:
    """Return faults without keys that are missing only because they are misspelt: that is one mistake.

    So is a map's one unknown key where it lacks just one: it stands in the place of that.
    """
    meant = {(fault.path, fault.meant) for fault in told if fault.meant}
    excluded = {fault.path for fault in told if fault.code == "S009"}  # a key that is one too many needs no others
    told = [fault for fault in told if fault.code != "S002" or fault.path not in excluded]
    found = [
        with_guess(fault, document, written) for fault in told if fault.code != "S002" or not is_meant(fault, meant)
    ]
    found = [with_near_key(fault, document) for fault in found]
    for path in {fault.path for fault in found if fault.code == "S002" and fault.path}:
        lacking = [fault for fault in found if (fault.code, fault.path) == ("S002", path)]
        unknown = [fault for fault in found if (fault.code, fault.path) == ("S001", path)]
        if len(lacking) == len(unknown) == 1 and (lacking[0].help or "").startswith(MEANT):
            near = suggestion(str(unknown[0].key), key_order("profile", path))  # of a map that is there by another name
            mended = unknown[0]._replace(help=near if meant_by(near) else unknown[0].help)
            found = [mended if fault is unknown[0] else fault for fault in found]
        elif len(lacking) == len(unknown) == 1:
            help = f"did you mean {lacking[0].key!r}, which is missing here? {lacking[0].help or ''}".rstrip()
            mended = unknown[0]._replace(help=help)
            found = [mended if fault is unknown[0] else fault for fault in found if fault is not lacking[0]]
    return found


def with_near_key(fault: Fault, document: object) -> Fault:
    """Return a fault; where a map lacks a key and has one of an own name that is almost it, as a fault of that one."""
    import difflib

    if fault.code != "S002" or fault.key is None or not fault.message.startswith("missing key"):
        return fault
    for step in fault.path:
        document = document[step]  # type: ignore[index]  # a path of the document
    others = list(document) if isinstance(document, dict) else []
    near = difflib.get_close_matches(fault.key, others, 1, 0.8)
    if not near:
        return fault
    message = f"unknown key {near[0]!r}{fault.message.removeprefix(f'missing key {fault.key!r}')}"
    return fault._replace(code="S001", message=message, key=near[0], help=did_you_mean(fault.key), meant=fault.key)


def near_key(kind: Kind, path: Path, key: str, value: object, keys: list[str]) -> str | None:
    """Return the key that one is nearly, of some; if it is less like it, one that takes its value."""
    import difflib

    found = meant_by(suggestion(key[:60], keys))
    if found is None or difflib.SequenceMatcher(None, key, found).ratio() >= ALIKE:
        return found
    types = {name for schema in reach(kind, (*path, found)) for name in types_of(schema)}
    held = (
        {"object"} if isinstance(value, dict) else {"array"} if isinstance(value, list) else types - {"object", "array"}
    )
    return found if not types or types & held else None


def key_misspelt(name: str, known: Iterable[str], file: object, path: Path) -> str | None:
    """Return which of some names is meant by another in a file's map; none that stands beside it there."""
    import difflib

    for step in path:
        file = file.get(step) if isinstance(file, dict) else None
    beside = file if isinstance(file, dict) else {}
    return next(iter(difflib.get_close_matches(name[:60], [key for key in known if key not in beside], 1, 0.75)), None)


def is_meant(fault: Fault, meant: set[tuple[Path, str]]) -> bool:
    """Whether a key that is missing, or one of those that may stand in its place, is there but misspelt."""
    if (fault.path, fault.key) in meant:
        return True
    others = () if fault.message.startswith("missing key") else re.findall(r"\w+", fault.message)
    return any((fault.path, key) in meant for key in others)


def with_guess(fault: Fault, document: object, written: Callable[[Path], object]) -> Fault:
    """Return a fault; where a map lacks a key, perhaps because its own name is misspelt, with the name that it is like.

    That isn't one that the same file gives another map.
    """
    import difflib

    if fault.code != "S002" or len(fault.path) < 2:
        return fault
    *above, name = fault.path
    file = written(fault.path)
    for step in above:
        document = document[step]  # type: ignore[index]  # a path of the document
        file = file.get(step) if isinstance(file, dict) else None
    beside = file if isinstance(file, dict) else {}
    others = [key for key in document if key != name and key not in beside] if isinstance(document, dict) else []
    near = difflib.get_close_matches(str(name)[:60], others, 1, 0.7)
    if not near:
        return fault
    return fault._replace(help=" Otherwise: ".join(filter(None, [f"did you mean {near[0]!r}?", fault.help])))


def with_name(fault: Fault) -> Fault:
    """Return a fault; of a name that only has to be written otherwise, with the name that was meant."""
    meant = re.match(r"write (\w+)", fault.help or "") if fault.code == "S006" and fault.key is not None else None
    return fault._replace(meant=meant[1]) if meant else fault
