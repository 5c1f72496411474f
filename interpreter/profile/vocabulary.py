"""What a profile is about, read off its merged tree: cards, params, fields and their values, phases, tallies.

Expressions are typed against it. Everything here is finite: a field of the contract has the values that bids, choices
and `set` give it, and its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.cards import NO_SUIT, Item, Pack
from interpreter.contract import Value
from interpreter.errors import Place, Problem, suggestion
from interpreter.expression.parse import parse, parse_range
from interpreter.expression.tree import Expr
from interpreter.model import CardClass
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, data

BID_KEYS = ("rank", "where", "bare")
MAX_RANGE = 100
MAX_VALUES = 400


@dataclass(slots=True)
class Vocabulary:
    """The words of one profile. `fields` gives each contract field its values, in the order of first mention."""

    tree: Mapping
    problems: list[Problem]
    params: dict[str, int] = field(default_factory=dict)
    pack: Pack = field(default_factory=lambda: Pack((), ()))
    classes: dict[str, CardClass] = field(default_factory=dict)
    flow: list[str] = field(default_factory=list)
    phases: dict[str, Mapping] = field(default_factory=dict)
    fields: dict[str, list[Value]] = field(default_factory=dict)
    defaults: dict[str, Value] = field(default_factory=dict)
    assigned: dict[str, dict[str, Place]] = field(default_factory=dict)
    """For each field the phases that fill it, and where they say so."""
    tallies: dict[str, str] = field(default_factory=dict)

    def report(
        self,
        code: str,
        message: str,
        place: Place | None,
        help: str | None = None,
        *notes: tuple[str, Place | None],
    ) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help, notes))

    def verb(self, name: str) -> str:
        """Return the `do` of a phase."""
        node = self.phases[name].entries.get("do") if name in self.phases else None
        return str(data(node)) if node is not None else ""

    @property
    def auction(self) -> str | None:
        """The name of the auction's phase, None where there is none."""
        return next((name for name in self.flow if self.verb(name) == "bid"), None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of bid."""
        return tuple(self.bids().entries)

    def bids(self) -> Mapping:
        """Return the auction's bids."""
        return submap(self.phases[self.auction], "bids") if self.auction else empty(self.tree)

    def words(self) -> dict[str, tuple[str, ...]]:
        """Return every word that a field can hold, with the fields that hold it."""
        found: dict[str, list[str]] = {}
        for name, values in self.fields.items():
            for value in values:
                if isinstance(value, str):
                    found.setdefault(value, []).append(name)
        for kind in self.kinds:
            found.setdefault(kind, []).append("kind")
        for suit in (*self.pack.suits, NO_SUIT, "trumps"):
            found.setdefault(suit, []).append("suit")
        return {word: tuple(dict.fromkeys(labels)) for word, labels in found.items()}


def empty(near: Mapping) -> Mapping:
    """Return a map without entries."""
    return Mapping(near.source, near.start, near.start)


def submap(node: Mapping, key: str) -> Mapping:
    """Return the map below a key; an empty one where there is none."""
    found = node.entries.get(key)
    return found if isinstance(found, Mapping) else empty(node)


def words_of(node: Node | None) -> Iterator[tuple[str, Place]]:
    """Yield the words of a list with their places, however it is written."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from words_of(item)
    elif isinstance(node, Scalar):
        end = 0
        for word in node.text.split():
            start = node.text.index(word, end)
            end = start + len(word)
            yield word, node.place_of(start, end)


def read_vocabulary(tree: Mapping, problems: list[Problem]) -> Vocabulary:
    """Read a merged tree that fits the schema; what doesn't make sense goes to `problems`."""
    vocabulary = Vocabulary(tree, problems)
    read_params(vocabulary)
    read_pack(vocabulary)
    read_flow(vocabulary)
    read_fields(vocabulary)
    for name, node in submap(tree, "tallies").entries.items():
        vocabulary.tallies[name] = str(data(node))
    vocabulary.tallies.setdefault("total", "game")
    return vocabulary


def read_params(vocabulary: Vocabulary) -> None:
    """Read the params, plain integers."""
    for name, node in submap(vocabulary.tree, "params").entries.items():
        value = data(node)
        if isinstance(value, int) and not isinstance(value, bool):
            vocabulary.params[name] = value


def read_pack(vocabulary: Vocabulary) -> None:
    """Read the pack and the card classes."""
    deck = submap(vocabulary.tree, "deck")
    suits, ranks, extra = ([word for word, _ in words_of(deck.entries.get(key))] for key in ("suits", "ranks", "extra"))
    plain = [rank + suit for suit in suits for rank in ranks]
    listed = [*suits, *ranks, *plain, *extra]
    for word in sorted({word for word in listed if listed.count(word) > 1}):
        place = next(
            (p for key in ("extra", "ranks", "suits") for w, p in words_of(deck.entries.get(key)) if w == word),
            deck.place(),
        )
        vocabulary.report(
            "R001",
            f"{word!r} stands for two things in the deck",
            place,
            "suits, ranks and cards need names of their own",
        )
    vocabulary.pack = Pack(tuple(dict.fromkeys(suits)), tuple(dict.fromkeys(ranks)), tuple(dict.fromkeys(extra)))
    classes = submap(vocabulary.tree, "cards")
    for name in classes.entries:
        read_class(vocabulary, classes, name, ())


def read_class(vocabulary: Vocabulary, classes: Mapping, name: str, within: tuple[str, ...]) -> CardClass:
    """Read one card class, and those that it names, first."""
    known = vocabulary.classes.get(name)
    if known is not None:
        return known
    items: list[Item] = []
    for word, place in words_of(classes.entries[name]):
        if word in classes.entries:
            if word in (*within, name):
                vocabulary.report(
                    "R002", f"card class {name!r} holds itself, by way of {word!r}", place, "name the cards"
                )
                continue
            items += read_class(vocabulary, classes, word, (*within, name)).items
        else:
            items += read_item(vocabulary, word, place)
    found = CardClass(name, tuple(items), any(item.kind == "trump" for item in items))
    vocabulary.classes[name] = found
    return found


def read_item(vocabulary: Vocabulary, word: str, place: Place) -> list[Item]:
    """Read one word of a list of cards."""
    pack = vocabulary.pack
    if word in pack.members:
        return [Item("card", word)]
    if word in pack.ranks:
        return [Item("rank", word)]
    if word in pack.suits:
        return [Item("suit", word)]
    if word in vocabulary.classes:
        return list(vocabulary.classes[word].items)
    if word.endswith("t") and word[:-1] in pack.ranks:
        return [Item("trump", word[:-1])]
    near = suggestion(word, [*vocabulary.classes, *pack.suits, *pack.ranks, *pack.cards])
    vocabulary.report(
        "R003",
        f"{word!r} is no card, rank, suit or class of this game",
        place,
        near or "such as AS, K, D, At, BJ",
    )
    return []


def read_flow(vocabulary: Vocabulary) -> None:
    """Read which phases a hand has, in order."""
    tree = vocabulary.tree
    phases = submap(tree, "phases")
    for name, node in phases.entries.items():
        if isinstance(node, Mapping):
            vocabulary.phases[name] = node
    for name, place in words_of(tree.entries.get("flow")):
        if name not in vocabulary.phases:
            vocabulary.report(
                "R010",
                f"the flow names a phase {name!r} that isn't among `phases`",
                place,
                suggestion(name, vocabulary.phases),
            )
        elif name in vocabulary.flow:
            vocabulary.report("R011", f"the flow names the phase {name!r} twice", place, "name it once")
        else:
            vocabulary.flow.append(name)
    for name in vocabulary.phases:
        if name not in vocabulary.flow:
            source, start, end = phases.keys[name]
            vocabulary.report(
                "R012",
                f"the phase {name!r} isn't in the flow, so it never happens",
                source.place(start, end),
                "add it to `flow`, or remove it",
            )
    verbs = [vocabulary.verb(name) for name in vocabulary.flow]
    place = tree.entries["flow"].place() if "flow" in tree.entries else tree.place()
    if verbs.count("deal") != 1 or verbs[0] != "deal":
        vocabulary.report(
            "R013", "a hand begins with its one deal", place, "put the phase with `do: deal` first in `flow`"
        )
    if verbs.count("play") != 1 or verbs[-1] != "play":
        vocabulary.report(
            "R014", "a hand ends with its one play", place, "put the phase with `do: play` last in `flow`"
        )
    if verbs.count("bid") > 1:
        vocabulary.report("R015", "a hand has more than one auction", place, "keep one phase with `do: bid`")


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
        return []
    if least > most:
        vocabulary.report(
            "R021",
            f"the range {scalar.text.strip()} is empty: it runs from {least} to {most}",
            scalar.place(),
            "its first number must not be the larger one",
        )
        return []
    if most - least >= MAX_RANGE:
        vocabulary.report(
            "R022",
            f"the range {scalar.text.strip()} has {most - least + 1} values; at most {MAX_RANGE} are allowed",
            scalar.place(),
            "make it shorter",
        )
        return []
    return list(range(least, most + 1))


def read_values(vocabulary: Vocabulary, node: Node) -> list[Value]:
    """Return the values of a field: a range, or a list of words or integers."""
    if isinstance(node, Scalar) and ".." in node.text:
        return read_range(vocabulary, node)
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
        value = data(node)
        if isinstance(value, int | str):
            vocabulary.defaults[name] = value
            note_values(vocabulary, name, [value])
    for name, values in vocabulary.fields.items():
        check_field(vocabulary, name, values)


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
        expr = parse(scalar.text, scalar, [], scalar.place_of)
        note_values(vocabulary, name, [] if expr is None else list(results(vocabulary, expr)))
        note_assignment(vocabulary, name, phase, node)


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
            yield from vocabulary.pack.suits
            if vocabulary.pack.extra:
                yield NO_SUIT
        case "name" if "." not in str(expr.value):
            yield str(expr.value)


def check_field(vocabulary: Vocabulary, name: str, values: list[Value]) -> None:
    """Demand that a field has a default, and values of one kind."""
    place = next(iter(vocabulary.assigned.get(name, {}).values()), submap(vocabulary.tree, "contract").place())
    if name not in vocabulary.defaults:
        vocabulary.report(
            "R023",
            f"the contract has no default for {name!r}",
            place,
            f"add `contract: {{{name}: ..}}`, what it is before it is named",
        )
    if name == "kind":
        vocabulary.report(
            "R024",
            "a field can't be called 'kind': that is the kind of the bid",
            place,
            "give it another name",
        )
    if len({isinstance(value, int) for value in values}) > 1:
        vocabulary.report(
            "R025",
            f"the field {name!r} holds numbers and words: {', '.join(map(str, values[:8]))}",
            place,
            "keep to one of them",
        )
    if len(values) > MAX_VALUES:
        vocabulary.report(
            "R026",
            f"the field {name!r} has {len(values)} values; at most {MAX_VALUES} are allowed",
            place,
            "use fewer",
        )
