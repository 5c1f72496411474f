"""The words for bids and values: what players say for them, which bids a text means, and which it may be meant for.

What is printed and read with these words is in `notation`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from interpreter.cards import NO_SUIT
from interpreter.contract import Bid, Value
from interpreter.errors import NUMBER_WORDS, did_you_mean
from interpreter.model import BidForm, BidPhase, BidTexts, Names

SUIT_NAMES = {"S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣")}
"""The usual names of the four suits, understood beside a profile's own terms."""
NO_TRUMP = "no trump"
"""What the field `trump` says where it is `none`, beside a profile's own terms."""
MAX_NEAR = 6
"""How many bids are named at most that a text may be meant for."""


def normal(text: str) -> str:
    """Return a text as it is looked up: lower case, single blanks, numbers apart from words."""
    apart = re.sub(r"(?<=\d)(?=[^\W\d])", " ", text.casefold())
    return " ".join(re.sub(r"(?<=\w)-|-(?!\d)|_", " ", apart).split())  # the sign of a number stays


def spoken(word: str, terms: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return what players call a word of the profile, the preferred name first."""
    named = terms.get(word, ())
    usual = SUIT_NAMES.get(word, ())
    return tuple(dict.fromkeys((*named, *(usual if not named else ()), word.replace("_", " "), *usual, word)))


def value_words(field: str, value: Value, terms: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return what players call a value of a field, the preferred name first."""
    words = spoken(str(value), terms)
    if field != "trump" or value != NO_SUIT:
        return words
    return tuple(dict.fromkeys((*words, NO_TRUMP) if NO_SUIT in terms else (NO_TRUMP, *words)))


def bid_texts(auction: BidPhase, document: Mapping[str, Any], terms: Mapping[str, tuple[str, ...]]) -> BidTexts:
    """Return how the bids of an auction are written and read."""
    kinds = document["phases"][auction.name]["bids"]
    plain = {bid: " ".join(parts(bid, terms, with_kind=needs_kind(bid, kinds, terms))) for bid in auction.bids}
    often = Counter(plain.values())
    of = {bid: text if often[text] == 1 else " ".join(parts(bid, terms, with_kind=True)) for bid, text in plain.items()}
    by_kind: dict[str, list[Bid]] = {}
    for bid in auction.bids:
        by_kind.setdefault(bid.kind, []).append(bid)
    return BidTexts(of, tuple(bid_form(kind, bids, kinds, terms) for kind, bids in by_kind.items()))


def bid_form(kind: str, bids: list[Bid], kinds: Mapping[str, Any], terms: Mapping[str, tuple[str, ...]]) -> BidForm:
    """Return how the bids of one kind are read."""
    return BidForm(
        names=tuple(
            (name, names_of(name, (bid.fields[name] for bid in bids), terms)) for name in spoken_order(bids[0])
        ),
        kind=frozenset(map(normal, spoken(kind, terms))),
        kind_is_said=needs_kind(bids[0], kinds, terms),
        bare=kinds[kind].get("bare") or {},
        bids={tuple(bid.fields[name] for name in spoken_order(bid)): bid for bid in bids},
    )


def names_of(field: str, values: Iterable[Value], terms: Mapping[str, tuple[str, ...]]) -> Names:
    """Return every text that means a value of a field, with the values that it can mean."""
    found: dict[str, dict[Value, None]] = {}
    for value in dict.fromkeys(values):
        words = value_words(field, value, terms) if isinstance(value, str) else (str(value),)
        for word in words:
            found.setdefault(normal(word), {})[value] = None
    return {text: tuple(meant) for text, meant in found.items()}


def needs_kind(bid: Bid, kinds: Mapping[str, Any], terms: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a bid's text needs the word of its kind."""
    has_words = any(isinstance(value, str) for value in bid.fields.values())
    return not has_words and (len(kinds) > 1 or bid.kind in terms)


def spoken_order(bid: Bid) -> list[str]:
    """Return the fields of a bid as they are said: numbers first."""
    return sorted(bid.fields, key=lambda name: isinstance(bid.fields[name], str))


def parts(bid: Bid, terms: Mapping[str, tuple[str, ...]], with_kind: bool) -> list[str]:
    """Return the parts of a bid's text: numbers first, then field words, then the kind."""
    values = ((name, bid.fields[name]) for name in spoken_order(bid))
    said = [value_words(name, value, terms)[0] if isinstance(value, str) else str(value) for name, value in values]
    return [*said, *([spoken(bid.kind, terms)[0]] if with_kind else [])]


def readings(words: list[str], names: Sequence[tuple[str, Names]]) -> Iterator[tuple[dict[str, Value], list[str]]]:
    """Yield each way to read one value for each field, in their order, from the first words; and the words left."""
    if not names:
        yield {}, words
        return
    (field, texts), rest = names[0], names[1:]
    for length in range(1, len(words) + 1):
        for value in texts.get(" ".join(words[:length]), ()):
            for values, left in readings(words[length:], rest):
                yield {field: value, **values}, left


def bids_meant(texts: BidTexts, text: str) -> list[Bid]:
    """Return the bids that a text can mean."""
    found: dict[Bid, None] = {}
    words = normal(text).split()
    for form in texts.forms:
        for values, left in readings(words, form.names):
            if " ".join(left) in form.kind or not (left or form.kind_is_said):
                found[form.bids[tuple(values.values())]] = None
        said = [(name, names) for name, names in form.names if name not in form.bare]
        for values, left in readings(words, said) if form.bare else ():
            bid = form.bids.get(tuple({**form.bare, **values}[name] for name, _ in form.names))
            if bid is not None and not left:
                found[bid] = None
    return list(found)


def with_other_words(texts: BidTexts, text: str) -> str | None:
    """Return a hint at the bid that a text with a word misspelt or too much means, first of a kind that it names."""
    from difflib import get_close_matches  # only needed once something is wrong

    words = [str(NUMBER_WORDS.index(word)) if word in NUMBER_WORDS else word for word in normal(text).split()]
    forms = texts.forms
    known = " ".join(text for form in forms for names in (form.kind, *dict(form.names).values()) for text in names)
    mended = " ".join(next(iter(get_close_matches(word, known.split(), 1, 0.5)), word) for word in words)
    turned = [" ".join((*words[place:], *words[:place])) for place in range(1, len(words))]
    less = [" ".join((*words[:place], *words[place + 1 :])) for place in range(len(words))] if len(words) > 2 else []
    meant = [bid for said in (" ".join(words), *turned, mended, *less) for bid in bids_meant(texts, said)]
    named = {bid for form in forms if form.kind & set(words) for bid in form.bids.values()}
    found = next((bid for bid in meant if bid in named), next(iter(meant), None))
    return did_you_mean(texts.of[found]) if found else None


def with_more_words(texts: BidTexts, text: str) -> str | None:
    """Return a hint at the few bids whose number a text says, which a bid needs more or other words for."""
    numbers = {str(NUMBER_WORDS.index(word)) if word in NUMBER_WORDS else word for word in normal(text).split()}
    found = [said for said in texts.of.values() if numbers & {word for word in said.split() if word.isdigit()}]
    if len(found) == 1:
        return did_you_mean(found[0])
    if not 0 < len(found) <= MAX_NEAR:
        return None
    return f"a bid is said as {' or '.join(map(repr, found))}"


def beyond(texts: BidTexts, text: str) -> list[str]:
    """Return, for each kind that a text bids with a number that isn't bid, how far its bids run."""
    words = normal(text).split()
    numbers = [place for place, word in enumerate(words) if re.fullmatch(r"[0-9]+", word)]
    if len(numbers) != 1:
        return []
    levels = {str(value) for bid in texts.of for value in bid.fields.values() if isinstance(value, int)}
    put = (" ".join((*words[: numbers[0]], level, *words[numbers[0] + 1 :])) for level in sorted(levels))
    meant = dict.fromkeys(bid.kind for said in put for bid in bids_meant(texts, said))
    return [bids_run(texts, kind) for kind in meant]


def bids_run(texts: BidTexts, kind: str) -> str:
    """Return from which bid to which those of a kind run, in the order of their rank."""
    alike = [text for bid, text in texts.of.items() if bid.kind == kind]
    return f"{kind!r} bids run from {alike[0]!r} to {alike[-1]!r}"
