"""Reading which fields the contract has, who fills them, and with which values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from math import prod
from string import digits

from interpreter.cards import NO_SUIT
from interpreter.contract import Value
from interpreter.errors import Place, did_you_mean, first_of, meant_by, suggestion
from interpreter.expression.parse import parse, parse_range
from interpreter.expression.tree import INHERITED, Expr
from interpreter.profile.keys import BID_KEYS
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, data
from interpreter.profile.vocabulary.words import Vocabulary, card_suits, submap

LIKE_A_RANGE = re.compile(r"\s*(\w+)\s*(?:-|\u2013|\u2014|\bto\b|:)\s*(\w+)\s*")
"""What people write for a range elsewhere."""
TRUMP = "trump"
NO_TRUMPS = ("none", "no", "nt", "no trump", "notrump", "nil", "false")
"""What people write where no suit is trumps."""
MAX_RANGE = 100
MAX_FIELDS = 40
MAX_VALUES = 400
MAX_BIDS = 400
MAX_CHOICES = 400
"""How many different bids an auction, and different choices a phase, may have."""


def integer(vocabulary: Vocabulary, expr: Expr) -> int | None:
    """Return the value of an end of a range, None for an unknown name."""
    if expr.op == "int":
        return int(str(expr.value))
    name = str(expr.value)
    if expr.op == "name" and name in vocabulary.params:
        return vocabulary.params[name]
    vocabulary.report(
        "R020",
        f"{str(expr)!r} is neither a whole number nor a param",
        expr.place(),
        suggestion(name, vocabulary.params),
    )
    return None


def read_range(vocabulary: Vocabulary, scalar: Scalar) -> list[Value]:
    """Return the values of a range such as `min_bid..7`."""
    ends = parse_range(scalar.text, scalar, vocabulary.problems, scalar.place_of)
    if ends is None:
        return []
    least, most = (integer(vocabulary, end) for end in ends)
    if least is None or most is None:
        return [end for end in (least, most) if end is not None]  # so that the field holds numbers
    if least > most:
        params = list(params_read(vocabulary, ends))
        if params and stands_already(vocabulary, scalar, "R021"):
            return [most, least]
        vocabulary.report(
            "R021",
            f"the range {scalar.text.strip()} is empty: it runs from {least} to {most}",
            scalar.place(),
            "its first number must not be the larger one",
            *params,
        )
        return [most, least]  # so that the field holds numbers
    if most - least >= MAX_RANGE:
        vocabulary.report(
            "R022",
            f"the range {scalar.text.strip()} has {most - least + 1} values; at most {MAX_RANGE} are allowed",
            scalar.place(),
            "make it shorter",
        )
        return [least, most]
    return list(range(least, most + 1))


def stands_already(vocabulary: Vocabulary, scalar: Scalar, code: str) -> bool:
    """Whether the same range is told already, which a param made wrong; then add a note where it stands too."""
    found, place = vocabulary.problems, scalar.place()
    start = f"the range {scalar.text.strip()} "
    at = next((n for n, p in enumerate(found) if p.code == code and p.message.startswith(start)), None)
    if at is None or found[at].place == place:
        return False
    if place not in [where for _, where in found[at].notes]:
        found[at] = replace(found[at], notes=(*found[at].notes, ("it stands here too", place)))
    return True


def params_read(vocabulary: Vocabulary, ends: tuple[Expr, Expr]) -> Iterator[tuple[str, Place]]:
    """Yield where the params of a range are set."""
    params = submap(vocabulary.tree, "params")
    for name in dict.fromkeys(str(end.value) for end in ends if end.op == "name"):
        source, start, end = params.keys[name]
        yield f"{name!r} is set to {vocabulary.params[name]} here", source.place(start, end)


def read_values(vocabulary: Vocabulary, node: Node) -> list[Value]:
    """Return the values of a field: a range, or a list of words or integers."""
    if isinstance(node, Scalar) and ".." in node.text:
        return read_range(vocabulary, node)
    meant = LIKE_A_RANGE.fullmatch(node.text) if isinstance(node, Scalar) else None
    if meant is not None and all(end.isdigit() or end in vocabulary.params for end in meant.groups()):
        help = f"write {meant[1]}..{meant[2]}"
        vocabulary.report("E009", f"{str(data(node))!r} isn't a range", node.place(), help)
        return []
    if isinstance(node, Sequence):
        return [value for value in (data(item) for item in node.items) if isinstance(value, int | str)]
    value = data(node)
    return list(value.split()) if isinstance(value, str) else [value] if isinstance(value, int) else []


def read_fields(vocabulary: Vocabulary) -> None:
    """Read which fields the contract has and which values each can hold."""
    readers: dict[str, Callable[[Vocabulary, str, Mapping], None]] = {
        "bid": read_bid_fields,
        "choose": read_picks,
        "deal": read_deal_sets,
        "play": read_opening_sets,
    }
    for name in vocabulary.flow:
        reader = readers.get(vocabulary.verb(name))
        if reader:
            reader(vocabulary, name, vocabulary.phases[name])
    defaults = submap(vocabulary.tree, "contract")
    for name, node in defaults.entries.items():
        value = trump_meant(vocabulary, node) if name == TRUMP and isinstance(node, Scalar) else data(node)
        if isinstance(value, int | str):
            vocabulary.defaults[name] = value
            note_values(vocabulary, name, [value])
    if len(vocabulary.fields) > MAX_FIELDS:
        message = f"the contract has {len(vocabulary.fields)} fields; at most {MAX_FIELDS} are allowed"
        source, start, end = vocabulary.tree.keys.get("contract", (vocabulary.tree.source, 0, 0))
        vocabulary.report("R026", message, source.place(start, end), "use fewer")
    misnamed_defaults(vocabulary)
    for name, values in vocabulary.fields.items():
        check_field(vocabulary, name, values)
    vocabulary.fields.pop("kind", None)
    if not any(problem.code == "R026" for problem in vocabulary.problems):  # else they would only say it again
        check_numbers(vocabulary)


def trump_meant(vocabulary: Vocabulary, node: Scalar) -> object:
    """Return which trumps there are before any are named; another word for none is told, and read as that."""
    word = node.text.strip()
    if word.lower() not in NO_TRUMPS or word in (NO_SUIT, *vocabulary.pack.suits):
        return data(node)
    message = f"{word!r} is no suit of this pack, and the word for no trumps is {NO_SUIT!r}"
    vocabulary.report("R064", message, node.place(), f"write {NO_SUIT}")
    return NO_SUIT


def check_numbers(vocabulary: Vocabulary) -> None:
    """Demand that bids and choices can be listed."""
    bids = [bid for bid in vocabulary.bids().entries.values() if isinstance(bid, Mapping)]
    number = sum(ways(vocabulary, bid) for bid in bids)
    if vocabulary.auction and number > MAX_BIDS:
        most = max(vocabulary.kinds, key=lambda kind: ways(vocabulary, submap(vocabulary.bids(), kind)))
        source, start, end = vocabulary.bids().keys[most]
        vocabulary.report(
            "R081",
            f"the auction has {number:,} different bids; at most {MAX_BIDS} are allowed",
            source.place(start, end),
            "use fewer fields or smaller ranges",
        )
    for name in vocabulary.flow:
        number = ways(vocabulary, submap(vocabulary.phases[name], "pick"))
        if number > MAX_CHOICES:
            source, start, end = vocabulary.phases[name].keys["pick"]
            vocabulary.report(
                "R027",
                f"the phase {name!r} has {number:,} different choices; at most {MAX_CHOICES} are allowed",
                source.place(start, end),
                "use fewer fields or values, or two phases",
            )


def ways(vocabulary: Vocabulary, node: Mapping) -> int:
    """Return in how many ways the fields of a bid or choice can be filled."""
    quiet = replace(vocabulary, problems=[])
    fields = [values for name, values in node.entries.items() if name not in BID_KEYS]
    return prod(len(read_values(quiet, values)) for values in fields)


def note_values(vocabulary: Vocabulary, name: str, values: list[Value]) -> None:
    """Add values that a field can hold."""
    known = vocabulary.fields.setdefault(name, [])
    known.extend(value for value in dict.fromkeys(values) if value not in known)


def note_assignment(vocabulary: Vocabulary, name: str, phase: str, node: Mapping) -> None:
    """Note that a phase fills a field."""
    source, start, end = node.keys[name]
    vocabulary.assigned.setdefault(name, {}).setdefault(phase, source.place(start, end))


def read_bid_fields(vocabulary: Vocabulary, phase: str, node: Mapping) -> None:
    """Read the fields that bids fill."""
    for bid in submap(node, "bids").entries.values():
        if not isinstance(bid, Mapping):
            continue
        for name, values in bid.entries.items():
            if name not in BID_KEYS:
                note_values(vocabulary, name, read_values(vocabulary, values))
                note_assignment(vocabulary, name, phase, bid)


def read_picks(vocabulary: Vocabulary, phase: str, node: Mapping) -> None:
    """Read the fields that a choice fills."""
    pick = submap(node, "pick")
    for name, values in pick.entries.items():
        note_values(vocabulary, name, read_values(vocabulary, values))
        note_assignment(vocabulary, name, phase, pick)


def read_deal_sets(vocabulary: Vocabulary, phase: str, node: Mapping) -> None:
    """Read the fields that the deal fills."""
    read_sets(vocabulary, phase, submap(node, "set"))


def read_opening_sets(vocabulary: Vocabulary, phase: str, node: Mapping) -> None:
    """Read the fields that the opening lead fills."""
    read_sets(vocabulary, phase, submap(submap(node, "opening"), "set"))


def read_sets(vocabulary: Vocabulary, phase: str, node: Mapping) -> None:
    """Read fields that are filled by expressions: their values are what these can give."""
    for name, scalar in node.entries.items():
        if not isinstance(scalar, Scalar):
            continue
        note_values(vocabulary, name, list(values_set(vocabulary, scalar)))
        note_assignment(vocabulary, name, phase, node)


def values_set(vocabulary: Vocabulary, scalar: Scalar) -> Iterator[Value]:
    """Yield the values that a field's expression can give; for `inherited` those of what it held before."""
    expr = parse(scalar.text, scalar, [], scalar.place_of)
    for value in () if expr is None else dict.fromkeys(results(vocabulary, expr)):
        if value != INHERITED:
            yield value
        elif scalar.inherited is not None:
            yield from values_set(vocabulary, scalar.inherited)


def results(vocabulary: Vocabulary, expr: Expr) -> Iterator[Value]:
    """Yield the values that an expression of words can give; what is wrong in it is reported when it is typed."""
    match expr.op:
        case "if":
            yield from results(vocabulary, expr.args[1])
            yield from results(vocabulary, expr.args[2])
        case "int":
            yield int(str(expr.value))
        case "call" if expr.value == "cycle":
            for arg in expr.args[1:]:
                yield from results(vocabulary, arg)
        case "call" if expr.value == "suit":
            yield from card_suits(vocabulary)
        case "name" if "." not in str(expr.value):
            yield str(expr.value)


def misnamed_defaults(vocabulary: Vocabulary) -> None:
    """Tell fields without a default where nothing fills one that is called almost the same: one name was meant.

    That is the one that expressions read; what was meant is then taken as written.
    """
    lacking = [name for name in vocabulary.fields if name not in vocabulary.defaults]
    for name in lacking:
        help = suggestion(name, [key for key in vocabulary.defaults if key not in vocabulary.assigned])
        near = meant_by(help)
        if near is None:
            continue
        other, contract = near, submap(vocabulary.tree, "contract")
        message = f"the contract has no default for {name!r}, and nothing fills {other!r}"
        if name != "trump" and is_read(vocabulary.tree, other) >= is_read(vocabulary.tree, name):
            place = next(iter(vocabulary.assigned[name].values()), contract.place_of(name))
            vocabulary.report("R023", message, place, help, (f"{other!r} has a default here", contract.place_of(other)))
            name, other = other, name
        else:
            note = (f"{name!r} is filled here", next(iter(vocabulary.assigned[name].values()), None))
            vocabulary.report("R023", message, contract.place_of(other), did_you_mean(name), note)
            vocabulary.defaults[name] = vocabulary.defaults.pop(other)
        vocabulary.assigned[name] = vocabulary.assigned.get(name, {}) | vocabulary.assigned.pop(other, {})
        note_values(vocabulary, name, vocabulary.fields.pop(other))


def is_read(node: Mapping, field: str) -> int:
    """Return how often the texts below a map read a field of the contract or a bid."""
    read = re.compile(rf"\b(?:contract|bid|high)\.{re.escape(field)}\b")
    texts = [is_read(entry, field) for entry in node.entries.values() if isinstance(entry, Mapping)]
    return sum(texts) + sum(len(read.findall(e.text)) for e in node.entries.values() if isinstance(e, Scalar))


def field_meant(vocabulary: Vocabulary, name: str) -> str | None:
    """Return the field that hardly differs from one without a default and that isn't filled beside it."""
    filled = [node for phase in vocabulary.phases.values() for node in filled_in(phase) if name in node.keys]
    beside = {key for node in filled for key in node.entries if node.keys[key][0] is node.keys[name][0]}
    others = [key for key in vocabulary.defaults if key not in beside and not (set(key) ^ set(name)) & set(digits)]
    near = meant_by(suggestion(name, others))
    alike = near and (sorted(near) == sorted(name) or get_close_matches(name, [near], 1, 0.8))
    return near if alike else None


def filled_in(phase: Mapping) -> Iterator[Mapping]:
    """Yield which fields a phase fills at a time: by each bid, its choice, or what it sets."""
    yield from (bid for bid in submap(phase, "bids").entries.values() if isinstance(bid, Mapping))
    yield submap(phase, "pick")
    yield submap(phase, "set")
    yield submap(submap(phase, "opening"), "set")


def check_field(vocabulary: Vocabulary, name: str, values: list[Value]) -> None:
    """Demand that a field has a default, and values of one kind."""
    contract = submap(vocabulary.tree, "contract")
    place = next(iter(vocabulary.assigned.get(name, {}).values()), contract.place_of(name))
    if name not in vocabulary.defaults:
        meant = field_meant(vocabulary, name)
        add = f"add `contract: {{{name}: ..}}`, what it is before it is named"
        help = did_you_mean(meant) if meant else add
        vocabulary.report("R023", f"the contract has no default for {name!r}", place, help)
    if name == "kind":
        vocabulary.report(
            "R024",
            "a field can't be called 'kind': that is the kind of the bid",
            place,
            "give it another name",
        )
        return
    if len({isinstance(value, int) for value in values}) > 1:
        default = contract.entries.get(name)
        kinds = {isinstance(value, int) for value in values if value != vocabulary.defaults.get(name)}
        odd = default.place() if default is not None and len(kinds) == 1 else place
        vocabulary.report(
            "R025",
            f"the field {name!r} holds numbers and words: {first_of([str(value) for value in values], 8, ', ')}",
            odd,
            "keep to one of them",
            *([("its other values are named here", place)] if odd != place else []),
            *(("it is filled here", other) for other in vocabulary.assigned.get(name, {}).values() if other != place),
        )
    if len(values) > MAX_VALUES:
        vocabulary.report(
            "R026",
            f"the field {name!r} has {len(values)} values; at most {MAX_VALUES} are allowed",
            place,
            "use fewer",
        )
