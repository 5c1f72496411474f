"""What a value that doesn't fit was probably meant to be, where its signs show it: better remedies for some faults."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from interpreter.errors import MEANT, NUMBER_WORDS, SUIT_LETTERS, did_you_mean, meant_by, suggestion
from interpreter.profile.faults import Fault
from interpreter.profile.keys import Kind, Path, key_order, meaning, name_of, reach

SEATS = ("north", "east", "south", "west")
MAX_DIGITS = 18  # a longer number is text
MAX_SHOWN = 60
"""How long a value may be that is shown as it should be."""
ANY_NAME = "x"
"""Stands for a name of the author's own in a path."""

ANY_WORDS = "Any words: of a text"

_NUMBERS = re.compile(r"[-+]?\d+(?:[\s;]+[-+]?\d+)+")
_NAMES = re.compile(r"[\w-]+(?:[\s;]+[\w-]+)+")
_TRAILING = re.compile(r"([\w-]+)\s*([,;.]|(?:#|//|--).*)")
_ENTRY = re.compile(r"([A-Za-z][\w-]*)(\s*:?=\s*|:|\s+)([^\s=:]+)(.*)", re.DOTALL)
_LITERAL = re.compile(r"[-+]?\d+|true|false")
_DASHED = re.compile(r"(?:-[\w][\w-]*\s*)+")


def remedied(told: list[Fault], document: object, kind: Kind, written: Callable[[Path], object]) -> list[Fault]:
    """Return faults of a document with better remedies, and without those that only repeat another.

    `written` returns what the file holds that the key at a path comes from.
    """
    lists = set[Path]()
    better = []
    for fault in (without_double(fault, written) for fault in outdented(told, written, kind)):
        value = at(document, fault.path if fault.key is None else (*fault.path, fault.key))
        help = None
        if fault.code in ("S003", "S004", "S005") and isinstance(value, str) and len(value) <= MAX_SHOWN:
            help = of_text(value, fault, kind)
            if help and fault.path and isinstance(fault.path[-1], int):
                lists.add(fault.path[:-1])
        elif type(value) is int and fault.path == ("match", "win"):
            help = f"compare it with something: such as mine.games >= {value}"
        elif isinstance(value, dict) and (fault.code == "S003" or (fault.code == "S001" and not fault.path)):
            help = of_map(value, fault, kind)
        elif (
            type(value) is int
            and fault.code == "S001"
            and not fault.path
            and (fault.help or "").startswith("keys here: ")
        ):
            help = f"a number of the game stands below `params`: {{{fault.key}: {value}}}"
        elif fault.code == "S001" and fault.meant is None and fault.key in entries_at(document, ("params",)):
            help = f"{fault.key!r} is a number of the game: write `{flow({'params': {fault.key: value}})[1:-1]}`"
        help = (
            of_owner(value, fault, kind)
            or of_field(value, fault, document)
            or help
            or fault.help
            or of_example(value, fault, kind)
        )
        better.append(fault._replace(help=help) if help else fault)
    return [fault for fault in better if fault.code != "S007" or fault.path not in lists]


def entries_at(document: object, path: Path) -> dict[str, object]:
    """Return what the map at a path holds; nothing where none is."""
    found = at(document, path)
    return found if isinstance(found, dict) else {}


def without_double(fault: Fault, written: Callable[[Path], object]) -> Fault:
    """Return a fault; of an unknown key, not as another one that stands beside it in the same file."""
    if fault.code != "S001" or fault.meant is None or fault.key is None:
        return fault
    if fault.meant not in entries_at(written((*fault.path, fault.key)), fault.path):
        return fault
    return fault._replace(help=f"{fault.meant!r} stands here already: take one of the two out", meant=None)


def outdented(told: list[Fault], written: Callable[[Path], object], kind: Kind) -> Iterator[Fault]:
    """Yield faults; those of a key that stands beside the map it belongs in, the one above it, as one of this key."""
    moved: dict[Path, Path] = {}
    first: dict[Path, str] = {}
    for fault in told:
        path = fault.path if fault.key is None else (*fault.path, fault.key)
        for depth in range(1, len(path)):
            home = home_above(written(path[: depth + 1]), path[:depth], path[depth], kind)
            if home is not None:
                moved.setdefault(path[: depth + 1], home)
                first.setdefault(home, next(iter(at(written(path[: depth + 1]), home)), ""))
    for home in dict.fromkeys(moved.values()):
        names = [str(path[-1]) for path, other in moved.items() if other == home]
        stand, keys = ("stand", "they are keys") if names[1:] else ("stands", "it is a key")
        listed = " and ".join(map(repr, names))
        message = f"{listed} {stand} beside {home[-1]!r}, though {keys} of {name_of(kind, home)}"
        help = f"put {'them' if names[1:] else 'it'} below {home[-1]!r}, indented like {first[home]!r}"
        yield Fault("S013", message, home[:-1], names[0], help, str(home[-1]) if kind == "cases" else None)
    lacking = set(moved.values())
    for fault in told:
        path = fault.path if fault.key is None else (*fault.path, fault.key)
        if any(path[: len(one)] == one for one in moved) or (fault.code == "S002" and {fault.path, path} & lacking):
            continue
        yield fault


def home_above(document: object, path: Path, name: str | int, kind: Kind) -> Path | None:
    """Return the path of the last map of an own name above an entry that is one of its keys; None for other entries."""
    around = at(document, path)
    if not isinstance(around, dict) or key_order(kind, path) or name not in around:
        return None
    value, names = around[name], list(around)
    if isinstance(value, dict) and value.keys() & set(key_order(kind, (*path, name))):
        return None
    above = [other for other in names[: names.index(name)] if other not in key_order(kind, (*path, other))]
    home = (*path, above[-1]) if above else None
    fits = home is not None and isinstance(around[above[-1]], dict) and name not in around[above[-1]]
    return home if fits and home is not None and around[above[-1]] and name in key_order(kind, home) else None


def of_owner(value: object, fault: Fault, kind: Kind) -> str | None:
    """Say where a key belongs that stands where names of the author's own do, such as `when` beside rows."""
    *around, key = fault.path or ("",)
    if fault.code != "S003" or fault.key is not None or isinstance(key, int) or key_order(kind, tuple(around)):
        return None
    title = name_of(kind, fault.path).rpartition(" ")[0]
    if not title or key not in key_order(kind, (*around, ANY_NAME)):
        return None
    shown = flow({key: value})
    return f"{key!r} is a key of a {title}: put it below the name of one" + (
        f", as in {{name: {shown}}}" if len(shown) <= MAX_SHOWN else ""
    )


def of_field(value: object, fault: Fault, document: Any) -> str | None:
    """Say how to choose a field of a game's contract where a phase's `pick` is only its name, or almost that."""
    if fault.path[:1] != ("phases",) or fault.path[2:] != ("pick",) or not isinstance(value, str):
        return None
    fields = list(entries_at(document, ("contract",)))
    field = value if value in fields else meant_by(suggestion(value[:MAX_SHOWN], fields))
    return f"write {{{field}: [..]}}, with the values to choose from" if field else None


def of_example(value: object, fault: Fault, kind: Kind) -> str | None:
    """Say how a value of another type is written: a list of conditions as one, others by the schema's example."""
    if fault.path == ("extends",) and isinstance(value, list) and value:
        return f"a game builds on one other: `extends: {value[0]}`; a house rule stands in `house_rules: [..]`"
    if isinstance(value, list) and any(
        schema.get("expression", {}).get("type") == "boolean" for schema in reach(kind, fault.path)
    ):
        parts = [part for part in value if isinstance(part, str)]
        return f"write {' and '.join(parts)}" if len(parts) == len(value) > 0 else None
    found = meaning(kind, fault.path) if fault.code in ("S003", "S005", "S007") and fault.key is None else None
    shown = flow(found.examples[0]) if found and found.examples else ""
    return f"such as {shown}" if 0 < len(shown) <= MAX_SHOWN else None


def flow(value: object) -> str:
    """Return plain data as it is written on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    return value if isinstance(value, str) else json.dumps(value)


def at(document: Any, path: Path) -> Any:
    """Return what a path leads to, None where it leads nowhere."""
    for step in path:
        if isinstance(document, dict):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            return None
    return document


def of_text(value: str, fault: Fault, kind: Kind) -> str | None:
    """Say how a text was meant: as several items, or as the word or number that it begins with."""
    schemas = reach(kind, fault.path)
    types = {name for schema in schemas for name in types_of(schema)}
    if fault.path and isinstance(fault.path[-1], int):
        numbers = _NUMBERS.fullmatch(value) if "integer" in types else None
        if numbers or (fault.code == "S005" and _NAMES.fullmatch(value)):
            return f"put a comma between the items: {', '.join(value.replace(';', ' ').split())}"
    plain = value.translate(SUIT_LETTERS)
    if fault.code == "S005" and plain != value and not re.search(r"[^\w ]", plain):
        return f"write {plain}"
    words = {str(word) for schema in schemas for word in schema.get("enum", ())}
    trailing = _TRAILING.fullmatch(value)
    if trailing and is_meant(trailing[1], types, words):
        if trailing[2] in (",", ";", "."):
            return f"take the {trailing[2]!r} away: {trailing[1]}"
        comment = trailing[2].lstrip("#/-").strip()
        return f"a comment begins with a blank and '#': {trailing[1]} # {comment}"
    if "object" in types and "expression" not in types:
        entry = of_entry(value, fault.path, kind)
        if entry:
            return entry
    if "array" in types:
        items = [item for item in re.split(r"[\s,;]+", value) if item]
        listed = re.search("[,;]", value) or len(items) > 2
        named = re.match(r"\w", value) and all(re.fullmatch(r"[\w.-]+", item) for item in items)
        if named and listed and not (fault.help or "").startswith("write it as a list"):
            return f"write it as a list: [{', '.join(items)}]"
        if _DASHED.fullmatch(value):
            return f"put a blank behind each '-': - {value.split()[0][1:]}"
        inner = re.fullmatch(r"\(([\w\s,-]+)\)", value)
        if inner:
            return f"a list stands in [ ]: [{inner[1]}]"
    return None


def is_meant(text: str, types: set[str], words: set[str]) -> bool:
    """Whether a value of some types, or one of some words, begins a text."""
    if re.fullmatch(r"[-+]?\d+", text):
        return "integer" in types
    return text in words or ("boolean" in types and text in ("true", "false"))


def in_digits(value: str) -> str:
    """Say how a text is written that stands where a whole number belongs."""
    if re.fullmatch(r"[-+]?\d+", value):
        digits = value.lstrip("-+")
        if len(digits.lstrip("0")) > MAX_DIGITS:
            return f"write a number of at most {MAX_DIGITS} digits"
        return "take the quotes away" if digits == str(int(digits)) else f"write {int(value)}"
    if re.fullmatch(r"[-+]?\d{1,3}([ .,'_\u00a0\u202f]\d{3})+", value):
        return f"write {re.sub(r'[^-+0-9]', '', value)}"
    decimal = re.fullmatch(r"([-+]?\d{1,9})[.,]\d+", value)
    if decimal:
        low = int(decimal[1])
        return f"numbers are whole: {low} or {low - 1 if value.startswith('-') else low + 1}"
    unit = re.fullmatch(r"([-+]?\d+)\s*[A-Za-z]+", value)
    if unit:
        return f"write {unit[1]}"
    word = value.strip().lower()
    return f"write {NUMBER_WORDS.index(word)}" if word in NUMBER_WORDS else "write it in digits, such as 7"


def of_entry(value: str, path: Path, kind: Kind) -> str | None:
    """Say how a key with its value is written that stands where a map belongs."""
    entry = _ENTRY.match(value)
    if entry is None:
        return None
    key, between, first, more = entry.groups()
    keys = key_order(kind, path)
    if not between.strip() and key not in keys and (keys or more or not _LITERAL.fullmatch(first)):
        return None
    again = re.match(r"\s+[\w-]+\s*:?=", more)
    whole = first if again else first + more
    return f"write {key}: {whole}" + (", and the others in the same way" if again else "")


def of_map(value: dict[str, object], fault: Fault, kind: Kind) -> str | None:
    """Say below which key a map belongs that stands at the top, or how the text is written that it is."""
    path = fault.path if fault.key is None else (*fault.path, fault.key)
    schemas = reach(kind, path)
    types = {name for schema in schemas for name in types_of(schema)}
    if "string" in types and not any("expression" in schema for schema in schemas) and takes_any(schemas):
        said = [(key, text) for key, text in value.items() if isinstance(text, str | int)]
        if len(said) == len(value) == 1:
            return f'put the text in quotes: "{said[0][0]}: {said[0][1]}"'
    home = home_of(value, kind) if len(path) == 1 else None
    return f"indent it below `{home}`: what it holds belongs there" if home else None


def home_of(value: Any, kind: Kind) -> str | None:
    """Return below which top-level key a map belongs, by its keys; None where that isn't plain."""
    homes = [
        key
        for key in key_order(kind, ())
        if value and not key_order(kind, (key,)) and value.keys() <= set(key_order(kind, (key, ANY_NAME)))
    ]
    return homes[0] if len(homes) == 1 else None


def homes_of(key: str, value: Any, tree: Any) -> list[Path]:
    """Return the paths at which an entry belongs that stands at the top of a game: the likeliest first."""
    home = home_of(value, "profile") if isinstance(value, dict) else None
    if home is not None:
        return [(home, key)]
    tops = [top for top in key_order("profile", ()) if key in key_order("profile", (top,))]
    phases = tree.get("phases")
    phases = phases if isinstance(phases, dict) else {}
    return [
        *((top, key) for top in tops),
        *(("phases", name, key) for name, phase in phases.items() if isinstance(phase, dict) and key in phase),
        *([("params", key)] if type(value) is int else []),
    ]


def takes_any(schemas: list[dict[str, Any]]) -> bool:
    """Whether a text that some schemas speak of may be any words on one line."""
    words = any("enum" in schema or "const" in schema for schema in schemas)
    return not words and all(re.search(schema["pattern"], ANY_WORDS) for schema in schemas if "pattern" in schema)


def types_of(schema: dict[str, Any]) -> list[str]:
    """Return the types that a schema allows."""
    named = schema.get("type", ())
    return [named] if isinstance(named, str) else list(named)


def right_form(value: str, pattern: str, path: Path) -> str | None:
    """Return a text as it may be written, where that takes no more than other letters, signs and blanks."""
    line = " ".join(value.split())
    if re.search(pattern, line) and line != value:
        return f"write {line}"
    rules = "".join(f"+{part}" for part in re.split(r"[\s,+]+", value) if part)
    if path[-1:] == ("rules",) and re.search(pattern, rules):
        return did_you_mean(rules)
    joined = "+".join(re.sub(r"\s*=\s*", "=", line).replace("+", " ").split())
    if path == ("reference",) and re.search(pattern, joined):
        return f"write {joined}"
    ends = re.fullmatch(r"(\w+)\s*(?:\.+|-|\bto\b)\s*(\d+)", line)
    if ends and path[-1:] == (0,):
        return f"write {ends[1]}..{ends[2]}, without [ ]"
    for sign in "-_":
        name = re.sub(r"[\s_-]+", sign, value.strip().lower())
        if len(value) <= 60 and name != value and re.search(pattern, name):
            file = f", and call the file {name}.yaml" if path in (("profile",), ("house_rule",)) else ""
            file = ", here and where it is used" if path in (("params",), ("define",), ("cards",)) else file
            return f"write {name}{file}"
    return None


def near_form(value: str, pattern: str, wanted: str) -> str | None:
    """Return which of the texts that are `wanted` is meant by another one, or by the name of a seat."""
    words = [word for word in re.findall(r"[\w()]+", wanted) if re.search(pattern, word)]
    near = suggestion(value[:60], words) or ""
    if value.lower() in SEATS and "seat(n)" in wanted:
        return f"write seat({SEATS.index(value.lower())})"
    seat = re.fullmatch(r"seat\s*(\d)", value.lower())
    if seat and "seat(n)" in wanted:
        return f"write seat({seat[1]})"
    if value.lower() in ("nobody", "none", "neither", "no one") and "draw" in words:
        return did_you_mean("draw")
    if near.startswith(MEANT):
        return near
    lettered = f"n{value}"
    return f"begin it with a letter, such as {lettered}" if re.search(pattern, lettered) else None
