"""What is wrong with a document, each fault once and in a reader's words, from what jsonschema reports.

S001 unknown key, S002 missing key, S003 wrong type, S004 wrong word, S005 text of a wrong form,
S006 wrong name, S007 too long or too short, S008 too small or too large, S009 keys that exclude each other,
S010 an item twice, S011 null where nothing is inherited, S012 more faults than are worth listing,
S013 a key beside the map that it belongs in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from interpreter.errors import did_you_mean, meant_by, suggestion
from interpreter.profile.keys import BID_KEYS, TOP, Kind, Path, homes, key_order, meaning, name_of, the_only, validator
from interpreter.profile.nodes import nulls, without_nulls

__all__ = ["MAX_FAULTS", "Fault", "faults"]

MAX_FAULTS = 50  # of one document
SMART_QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb"


class Fault(NamedTuple):
    """One fault. `path` leads to the value at fault; where there is a `key`, to the map with or without it.

    `meant` is the key that an unknown one probably stands for; in cases, the one below which one beside it belongs.
    """

    code: str
    message: str
    path: Path
    key: str | None = None
    help: str | None = None
    meant: str | None = None

    @property
    def is_list(self) -> bool:
        """Whether a list lacks no more than its brackets or commas."""
        return (self.help or "").startswith(("write it as a list: [", "put a comma between the items: "))

    @property
    def is_plain(self) -> bool:
        """Whether it is plain what was meant: such a list, or the verb of a phase."""
        return self.is_list or (self.path[-1:] == ("do",) and meant_by(self.help) is not None)


def faults(
    document: object,
    kind: Kind,
    *,
    partial: bool,
    expressions: dict[Path, dict[str, str]] | None = None,
    written: Callable[[Path], object] | None = None,
) -> list[Fault]:
    """Return what is wrong with plain data, at most MAX_FAULTS and a last one that says so.

    Where there are `expressions`, the place and type of each expression in the document is put in there by its path.
    Of the faults of one value only the first by the order of the keywords below is told. Of a document merged from
    several files `written` returns what the file holds that a path's key comes from.
    """
    takes_away = kind == "house-rule" or (kind == "profile" and partial)
    document = without_nulls(document) if takes_away else document
    found: dict[tuple[Path, str | None], tuple[int, Fault]] = {}
    written = written or (lambda _: document)
    for rank, fault in _all(document, kind, partial, {} if expressions is None else expressions, written):
        slot = (fault.path, fault.key)
        if slot not in found or rank < found[slot][0]:
            found[slot] = (rank, fault)
        if len(found) > MAX_FAULTS:
            break
    told = [fault for _, fault in found.values()]
    if told:
        from interpreter.profile.lacking import without_echoes  # only needed once something is wrong
        from interpreter.profile.remedies import remedied

        told = without_echoes(remedied(told, document, kind, written), document, written)
    if len(found) <= MAX_FAULTS:
        return told
    return [*told[:MAX_FAULTS], Fault("S012", f"found more than {MAX_FAULTS} faults", (), help="mend the others first")]


def _all(
    document: object,
    kind: Kind,
    partial: bool,
    expressions: dict[Path, dict[str, str]],
    written: Callable[[Path], object],
) -> Iterator[tuple[int, Fault]]:
    ranks = {keyword: rank for rank, keyword in enumerate(_RULES)}
    if kind == "profile" and not partial and isinstance(document, dict):
        yield from ((-1, _null(path)) for path in nulls(document, ()))
        yield from ((-1, fault) for fault in _of_bids(document, written))
    for error in validator(kind, partial=partial).iter_errors(document):
        if error.validator == "expression":
            expressions[tuple(error.absolute_path)] = error.validator_value
        elif error.validator in _RULES:
            yield from ((ranks[error.validator], fault) for fault in _RULES[error.validator](error, kind))


# ---- null, which takes away what is inherited


def _null(path: Path) -> Fault:
    message = "found null, which takes away what is inherited, but nothing is inherited here"
    return Fault("S011", message, path, help="leave the key out, or give it a value")


# ---- keys of a bid, which are taken for fields of the contract where they are misspelt


def _of_bids(document: dict[str, Any], written: Callable[[Path], object]) -> Iterator[Fault]:
    """Yield the names in bids that are no field with a default, and almost a key that isn't written beside them."""
    contract = document.get("contract")
    known = {*BID_KEYS, *(contract if isinstance(contract, dict) else ())}
    for path, key in ((path, key) for path, bid in _bids(document) for key in bid if key not in known):
        from interpreter.profile.lacking import key_misspelt  # only needed once something is wrong

        meant = key_misspelt(key, known, written((*path, key)), path)
        if meant in BID_KEYS:
            message = f"unknown key {_short(key)} in {name_of('profile', path)}"
            yield Fault("S001", message, path, key, did_you_mean(meant), meant)


def _bids(document: dict[str, Any]) -> Iterator[tuple[Path, dict[str, object]]]:
    phases = document.get("phases")
    for name, phase in phases.items() if isinstance(phases, dict) else ():
        bids = phase.get("bids") if isinstance(phase, dict) else None
        for bid, entries in bids.items() if isinstance(bids, dict) else ():
            if isinstance(entries, dict):
                yield ("phases", name, "bids", bid), entries


# ---- One function for each keyword of JSON Schema


def _unknown(error: Any, kind: Kind) -> Iterator[Fault]:
    path = tuple(error.absolute_path)
    allowed = list(error.schema["properties"])
    for key in error.instance:
        if key not in allowed:
            message = f"unknown key {_short(key)} in {name_of(kind, path)}"
            lacking = [name for name in error.schema.get("required", ()) if name not in error.instance]
            meant, hint = _hint(kind, key, error.instance[key], path, allowed, lacking)
            help = hint if hint and not hint.endswith("; ") else f"{hint}keys here: {', '.join(allowed)}"
            yield Fault("S001", message, path, key, help, meant)


def _hint(
    kind: Kind, key: str, value: object, path: Path, allowed: list[str], lacking: list[str]
) -> tuple[str | None, str]:
    """Return which key was meant, if any, and what to say first; one that is `lacking` was meant rather than others."""
    from interpreter.profile.lacking import OTHER_NAMES, near_key  # only needed once something is wrong

    if kind == "profile" and not path and key in key_order("house-rule", ()):
        return None, "it belongs in the file of a house rule, which may be laid over games of all kinds"
    if kind == "house-rule" and key == "extends":
        return None, "a house rule goes on top of any game, as in pagat-54+our-rule"
    same = [name for name in OTHER_NAMES.get(key.lower(), ()) if name in allowed] or allowed[: len(allowed) == 1]
    near = [found for keys in (lacking, allowed) if (found := near_key(kind, path, key, value, keys))]
    where = [home for home in homes(kind).get(key, ()) if path or home != TOP]
    if 0 < len(where) <= 3 and not same and not any(key.rstrip("s") == one.rstrip("s") for one in near):
        return None, f"{key!r} belongs {' or '.join(where)}; "
    meant = next(iter(same + near), None)
    return meant, did_you_mean(meant) if meant else ""


def _missing(error: Any, kind: Kind) -> Iterator[Fault]:
    yield from _lacking(error, kind, error.validator_value, "")


def _companion(error: Any, kind: Kind) -> Iterator[Fault]:
    for key, needed in error.validator_value.items():
        if key in error.instance:
            yield from _lacking(error, kind, needed, f", which {key!r} needs")


def _lacking(error: Any, kind: Kind, keys: Iterable[str], why: str) -> Iterator[Fault]:
    path = tuple(error.absolute_path)
    for key in keys:
        if key not in error.instance:
            told, name = meaning(kind, (*path, key)), name_of(kind, path)
            special = error.schema.get("errorMessage")
            message = f"{name}: {special}" if special else f"missing key {key!r} in {name}{why}"
            help = f"{key}: {told.description}" if told else None
            yield Fault("S002", message, path, key, help)


WORDS = frozenset(("contract", "pick", "bids", "bare"))
"""The maps whose values are words of fields."""
NO_TRUTH = "choose words of your own, such as shown and hidden: true and false mean something in expressions"


def _wrong_type(error: Any, kind: Kind) -> Iterator[Fault]:
    value = error.instance
    types = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    message = f"found {_found(value)}, expected {_expected(error.schema, types)}"
    message = error.schema.get("errorMessage", message)
    path = tuple(error.absolute_path)
    words = isinstance(value, bool) and "string" in types and not WORDS.isdisjoint(path)
    yield Fault("S003", message, path, help=NO_TRUTH if words else _mend(value, types, error.schema, kind))


def _mend(value: object, types: list[str], schema: dict[str, Any], kind: Kind) -> str | None:
    """Say how to write what was probably meant."""
    if the_only(schema) is not None:
        return f"write {the_only(schema)}"
    if isinstance(value, list) and "object" in types:
        return "write a line `key: value` for each, without dashes or [ ]"
    if "object" in types and isinstance(value, str | int):
        return _as_map(_plain(value), schema)
    if "expression" in schema and isinstance(value, int) and schema["expression"]["type"] == "boolean":
        written = f"compare it with something: such as mine.total >= {value} in `game`"
        return f"write {_plain(bool(value))}, or a condition" if value in (0, 1) else written
    if isinstance(value, str):
        if value[:1] in SMART_QUOTES or value[-1:] in SMART_QUOTES:
            return f"these quotes mean nothing here; write {value.strip(SMART_QUOTES)}"
        if "integer" in types and "expression" not in schema:
            from interpreter.profile.remedies import in_digits  # only needed once something is wrong

            return in_digits(value)
        if "boolean" in types and value.lower() in _BOOLEANS:
            return f"write {_plain(_BOOLEANS[value.lower()])}, without quotes"
        if "array" in types and value.split() and len(value) <= 60:
            return _as_list(value, of_words=kind != "cases" or "pattern" in schema.get("items", {}))
    if isinstance(value, list) and not re.search(schema.get("pattern", ""), " ".join(map(str, value))):
        added = "".join(f"+{item}" for item in value)  # such as the house rules of a case
        return f"write {added}" if re.search(schema["pattern"], added) else None
    if isinstance(value, list) and "string" in types and len(value) == 1 and isinstance(value[0], str):
        return f"write {value[0]}, without dashes or [ ]"
    if "string" in types and "expression" not in schema and isinstance(value, bool | int):
        return f'put it in quotes: "{_plain(value)}"'
    return None


def _as_map(value: str, schema: dict[str, Any]) -> str | None:
    """Say how a value is written that stands where a map belongs."""
    keys = schema.get("properties", {})
    likely = ("when",) if re.search("[<>=]", value) else ("add", "level", "order", "when")
    key = next((key for key in likely if key in keys), None)
    if key is None or len(value) > 60:
        return None
    shown = f'"{value}"' if re.search(r"[,:#{}\[\]]", value) else value
    return f"write what the value is for: {{{key}: {shown}}}"


def _as_list(text: str, *, of_words: bool) -> str:
    """Say how to write a list for a text: `of_words`, or of items that can have several, such as calls."""
    items = [item.strip() for item in text.split(",") if item.strip()]
    if of_words:
        items = text.replace(",", " ").split()
    elif len(items) == 1 and len(text.split()) > 1:
        return "write it as a list, with a comma behind each item but the last: [.., ..]"
    return f"write it as a list: [{', '.join(items)}]"


def _wrong_word(error: Any, kind: Kind) -> Iterator[Fault]:
    words = [_plain(word) for word in error.validator_value if word is not None]
    near = None
    if isinstance(error.instance, str):
        from interpreter.profile.lacking import OTHER_NAMES  # only needed once something is wrong

        same = next((word for word in OTHER_NAMES.get(error.instance.lower(), ()) if word in words), None)
        near = did_you_mean(same) if same else suggestion(error.instance[:60], words)
    wanted = f"one of: {', '.join(words)}" if len(words) > 1 else words[0]
    help = near if near and not near.startswith("one of") else f"write {' or '.join(words)}"
    message = f"found {_found(error.instance)}, expected {wanted}"
    yield Fault("S004", message, tuple(error.absolute_path), help=help)


def _wrong_form(error: Any, kind: Kind) -> Iterator[Fault]:
    wanted = error.schema["patternErrorMessage"]
    fault = _of_value(error, "S005", f"found {_found(error.instance)}, expected {wanted}")
    from interpreter.profile.remedies import near_form, right_form  # only needed once something is wrong

    help = right_form(error.instance, error.validator_value, fault.path)
    yield fault._replace(help=help or near_form(error.instance, error.validator_value, wanted))


def _wrong_length(error: Any, kind: Kind) -> Iterator[Fault]:
    value, bound = error.instance, error.validator_value
    unit, thing = next(words for kind, words in _COUNTED.items() if isinstance(value, kind))
    limit = f"{_LIMITS[error.validator]} {bound} {unit}{'s' if bound != 1 else ''}"
    yield _of_value(error, "S007", error.schema.get("errorMessage", f"found {thing} of {len(value)}, expected {limit}"))


def _wrong_size(error: Any, kind: Kind) -> Iterator[Fault]:
    limit = f"{_LIMITS[error.validator]} {error.validator_value}"
    help = f"write {error.validator_value} or {'more' if error.validator == 'minimum' else 'less'}"
    yield _of_value(error, "S008", f"found {_found(error.instance)}, expected {limit}")._replace(help=help)


def _excluded(error: Any, kind: Kind) -> Iterator[Fault]:
    *path, key = error.absolute_path
    yield Fault("S009", error.schema["errorMessage"], tuple(path), key)


def _repeated(error: Any, kind: Kind) -> Iterator[Fault]:
    twice = _of_value(error, "S010", f"found {_found(error.instance)} twice in this list")
    yield twice._replace(help="take one of them out")


def _of_value(error: Any, code: str, message: str) -> Fault:
    """Return a fault of a value, or of the key itself where a name is wrong."""
    path = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        message = message.replace("found a text", "found a name").replace("found the text", "found the name")
        return Fault("S006", message, path, error.instance)
    return Fault(code, message, path)


# The order says which fault of one value is told.
_RULES: dict[str, Callable[[Any, Kind], Iterator[Fault]]] = {
    "not": _excluded,
    "type": _wrong_type,
    "enum": _wrong_word,
    "pattern": _wrong_form,
    "minLength": _wrong_length,
    "maxLength": _wrong_length,
    "minItems": _wrong_length,
    "maxItems": _wrong_length,
    "maxProperties": _wrong_length,
    "minimum": _wrong_size,
    "maximum": _wrong_size,
    "uniqueItems": _repeated,
    "additionalProperties": _unknown,
    "required": _missing,
    "dependentRequired": _companion,
}
_COUNTED = {str: ("character", "a text"), list: ("item", "a list"), dict: ("key", "a map")}
_LIMITS = {
    "minLength": "at least",
    "maxLength": "at most",
    "minItems": "at least",
    "maxItems": "at most",
    "maxProperties": "at most",
    "minimum": "at least",
    "maximum": "at most",
}


# ---- Words

_BOOLEANS = {
    **dict.fromkeys(("true", "yes", "on", "y"), True),
    **dict.fromkeys(("false", "no", "off", "n"), False),
}
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map of `key: value`",
}
_EXPRESSIONS = {
    "boolean": "a condition",
    "integer": "a whole number or an expression for one",
    "seat": "a seat such as left(dealer)",
    "side": "a side such as highest(total)",
    "who": "who acts, such as declarer",
    "value": "a value or an expression for one",
    "any": "an expression",
}


def _expected(schema: dict[str, Any], types: list[str]) -> str:
    if "expression" in schema:
        return _EXPRESSIONS[schema["expression"]["type"]]
    *most, last = [_TYPES[name] for name in types if name != "null"]
    return f"{', '.join(most)} or {last}" if most else last


def _found(value: object) -> str:
    match value:
        case str() if re.fullmatch(r"[-+]?\d+\.\d+", value):
            return f"the number {value}"
        case str():
            return f"the text {_short(value)}"
        case bool() | None:
            return _plain(value)
        case int() | float():
            return f"the number {value}"
        case list():
            return "a list"
        case _:
            return "a map of `key: value`"


def _plain(value: object) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")
