"""Reading the pack, the card classes and the lists of cards in the ranking."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from interpreter.cards import Item, Pack
from interpreter.errors import SUIT_LETTERS, Place, meant_by, suggestion
from interpreter.model import CardClass
from interpreter.profile.nodes import Mapping, Node, words_of
from interpreter.profile.vocabulary.words import Vocabulary, submap

MAX_CARDS = 208  # four packs of 52
DOTS = ("\u2026", "..", "....", "etc", "etc.", "rest")
"""What people write for `...`."""
OWN_CARD = re.compile(r"[A-Z0-9]{2,3}")
"""What a card without a suit may be called."""
THE_RANKS = "the ranks are "
"""How a remedy begins that lists the ranks of the deck."""


def read_pack(vocabulary: Vocabulary) -> None:
    """Read the pack and the card classes. Of a pack that is too large only a part is read."""
    deck = submap(vocabulary.tree, "deck")
    suits, ranks, extra = (list(words_meant(deck.entries.get(key))) for key in ("suits", "ranks", "extra"))
    suits, ranks = letters_meant(vocabulary, "suits", suits), letters_meant(vocabulary, "ranks", ranks)
    letters = [suit.translate(SUIT_LETTERS) for suit in suits]
    if letters != suits:
        sign, place = next((w, p) for w, p in words_of(deck.entries.get("suits")) if w.translate(SUIT_LETTERS) != w)
        vocabulary.report("R019", f"{sign!r} names no suit: suits are letters", place, f"write {' '.join(letters)}")
        suits = letters
    number = len(suits) * len(ranks) + len(extra)
    if number > MAX_CARDS:
        changed = next((node for node in deck.entries.values() if node.replaced is not None), deck)
        vocabulary.report(
            "R007", f"the deck has {number:,} cards; at most {MAX_CARDS} are allowed", changed.place(), "use fewer"
        )
        suits, extra = suits[:MAX_CARDS], extra[:MAX_CARDS]
        ranks = ranks[: MAX_CARDS // max(len(suits), 1)]
    plain = [rank + suit for suit in dict.fromkeys(suits) for rank in dict.fromkeys(ranks)]
    listed = [*suits, *ranks, *plain, *extra]
    for word in sorted({word for word in listed if listed.count(word) > 1}):
        written = [p for key in ("suits", "ranks", "extra") for w, p in words_of(deck.entries.get(key)) if w == word]
        message, help = f"{word!r} stands for two things in the deck", "suits, ranks and cards need names of their own"
        if listed.count(word) == len(written):  # none of them is a rank and a suit
            help = f"take one of them out; {help}"
        notes = [("the first one stands here", place) for place in written[:-1][:1]]
        vocabulary.report("R001", message, written[-1] if written else deck.place(), help, *notes)
    vocabulary.pack = Pack(
        tuple(dict.fromkeys(suits)),
        tuple(dict.fromkeys(ranks)),
        tuple(dict.fromkeys(extra)),
        tuple(read_without(vocabulary, deck, plain)),
    )
    classes = submap(vocabulary.tree, "cards")
    for name in classes.entries:
        read_class(vocabulary, classes, name, ())


def letters_meant(vocabulary: Vocabulary, key: str, words: list[str]) -> list[str]:
    """Return the suits or ranks of the deck; of one word those before it that were written together in it."""
    node = submap(vocabulary.tree, "deck").entries.get(key)
    if len(words) != 1 or node is None:
        return words
    known = list(words[0]) if node.replaced is None else list(words_meant(node.replaced))  # nobody has but one suit
    letters = run_together(words[0], known if len(set(known)) > 1 else [])
    if letters:
        help = f"put blanks between them: write {' '.join(letters)}"
        vocabulary.report("R003", f"{words[0]!r} is one word, where the {key} stand", node.place(), help)
    return letters or words


def words_meant(node: Node | None) -> Iterator[str]:
    """Yield the words of a list; for `inherited`, which is refused, those that were probably meant."""
    for word, _ in words_of(node):
        if word != "inherited":
            yield word
        elif node is not None and node.replaced is not None:
            yield from words_meant(node.replaced)


def read_without(vocabulary: Vocabulary, deck: Mapping, plain: list[str]) -> Iterator[str]:
    """Yield the cards that the deck lacks; each must be one that it would have."""
    for word, place in words_of(deck.entries.get("without")):
        if word in plain:
            yield word
        else:
            near = as_ten(word, plain) or suggestion(word, plain) or "name a card by rank and suit, such as 2S"
            vocabulary.report("R008", f"{word!r} isn't a card of these suits and ranks", place, near)


def check_inherited(vocabulary: Vocabulary) -> None:
    """Refuse `inherited` in lists of cards."""
    lists = [*submap(vocabulary.tree, "deck").entries.values(), *submap(vocabulary.tree, "cards").entries.values()]
    for layer in submap(vocabulary.tree, "ranking").entries.values():
        if isinstance(layer, Mapping):
            lists += [node for key, node in layer.entries.items() if key != "when"]
    places = [place for node in lists for word, place in words_of(node) if word == "inherited"]
    for place in places:
        vocabulary.report(
            "R008", "`inherited` has no meaning in a list of cards, only in expressions", place, "write the list out"
        )


def read_class(vocabulary: Vocabulary, classes: Mapping, name: str, within: tuple[str, ...]) -> CardClass:
    """Read one card class, and those that it names, first."""
    known = vocabulary.classes.get(name)
    if known is not None:
        return known
    items: list[Item] = []
    words = {word for word, _ in words_of(classes.entries[name])}
    for word, place in words_of(classes.entries[name]):
        if word in classes.entries:
            if word in (*within, name):
                vocabulary.report(
                    "R002", f"card class {name!r} holds itself, by way of {word!r}", place, "name the cards"
                )
                continue
            items += read_class(vocabulary, classes, word, (*within, name)).items
        else:
            items += read_item(vocabulary, word, place, words)
    if len(items) > MAX_CARDS:
        place = classes.entries[name].place()
        vocabulary.report("R009", f"card class {name!r} names more than {MAX_CARDS} cards", place, "name fewer")
        items = []
    found = CardClass(name, tuple(items), any(item.kind == "trump" for item in items))
    vocabulary.classes[name] = found
    return found


def read_item(vocabulary: Vocabulary, word: str, place: Place, beside: Collection[str]) -> list[Item]:
    """Read one word of a list of cards; those `beside` it aren't meant by it."""
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
    if word in DOTS:
        vocabulary.report(
            "R003", f"{word!r} has no meaning in a list of cards", place, "write ... for the rest of the trump suit"
        )
        return []
    for names in (pack.ranks, pack.suits):
        if letters := run_together(word, names):
            help = f"write {' '.join(letters)}"
            vocabulary.report("R003", f"{word!r} is no card, rank, suit or class of this game", place, help)
            return [item for letter in letters for item in read_item(vocabulary, letter, place, beside)]
    known = [*vocabulary.classes, *pack.suits, *pack.ranks, *pack.cards]
    help = suggestion(word, known) or such_as(pack)
    near = meant_by(help)
    help = f"take it out: {near!r} stands here already" if near in beside else help
    help = as_ten(word, known) or with_own_card(vocabulary, word, help)
    vocabulary.report("R003", f"{word!r} is no card, rank, suit or class of this game", place, help)
    return []


def run_together(word: str, names: Collection[str]) -> list[str]:
    """Return names of one letter each as which a longer word can be read; none where it can't."""
    letters = [letter if letter in names else letter.upper() for letter in word]
    return letters if len({*letters}) == len(word) > 1 and {*letters} <= {*names} else []


def as_ten(word: str, known: Collection[str]) -> str | None:
    """Say how a ten, or its card, is written that has its number; None for any other word."""
    ten = f"T{word.removeprefix('10')}"
    return f"write {ten}: the ten is T here" if word.startswith("10") and ten in known else None


def such_as(pack: Pack) -> str:
    """Say what may stand in a list of cards."""
    rank = next(iter(pack.ranks), "A")
    cards = [*pack.cards[:1], *pack.extra[:1], *pack.ranks[:1], *pack.suits[:1]]
    return f"such as {', '.join(dict.fromkeys(cards))}, or {rank}t, the {rank} of trumps"


def with_own_card(vocabulary: Vocabulary, word: str, help: str) -> str:
    """Return a remedy for an unknown card; of one that looks like no other, also how the pack comes to have it."""
    near = meant_by(help)
    if not OWN_CARD.fullmatch(word) or (near and len(near) == len(word)):
        return help
    extra = " ".join([*(text for text, _ in words_of(submap(vocabulary.tree, "deck").entries.get("extra"))), word])
    return f"for a card of its own write `deck: {{extra: {extra}}}`; or {help}"


def check_ranking(vocabulary: Vocabulary) -> None:
    """Demand that the lists of the ranking name ranks, cards and classes of this game, each once."""
    ranks = vocabulary.pack.ranks
    for layer in submap(vocabulary.tree, "ranking").entries.values():
        if not isinstance(layer, Mapping):
            continue
        seen: set[str] = set()
        written = [*words_of(layer.entries.get("order"))]
        for word, place in written:
            if word not in ranks:
                help = "write the ranks out" if word in DOTS or word == "..." else as_ten(word, ranks)
                letters = run_together(word, ranks)
                listed = f"write {' '.join(letters)}" if letters else None
                rest = [rank for rank in ranks if rank not in {other for other, _ in written}]
                help = help or listed or suggestion(word, rest) or f"{THE_RANKS}{' '.join(ranks)}"
                vocabulary.report("R004", f"{word!r} is no rank of this deck", place, help)
            elif word in seen:
                vocabulary.report("R005", f"the rank {word!r} stands twice in this order", place, "name it once")
            seen.add(word)
        for key in ("trumps", "idle"):
            words = {word for word, _ in words_of(layer.entries.get(key))}
            for word, place in words_of(layer.entries.get(key)):
                if word == "..." and key == "idle":
                    vocabulary.report(
                        "R006", "`...` is the rest of the trump suit, which is never idle", place, "leave it out"
                    )
                elif word != "...":
                    read_item(vocabulary, word, place, words)
