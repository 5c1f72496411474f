"""Checks about cards: each has one place under every contract."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from interpreter.cards import NO_SUIT, expand
from interpreter.contract import Contract
from interpreter.errors import Place, Problem, did_you_mean, first_of, meant_by, suggestion
from interpreter.notation import format_contract
from interpreter.profile.analyse.subject import MAX_WORK, Subject
from interpreter.profile.misnamed import entry_meant
from interpreter.profile.nodes import Scalar, places_of
from interpreter.profile.vocabulary.words import submap
from interpreter.ranking import trump_of

TWICE = {"order": "R060", "trumps": "R061", "idle": "R062"}
"""What is told of two layers that both say this of the ranking."""


def check_layouts(subject: Subject) -> Iterator[Problem]:
    """Under every contract exactly one order holds and each card has exactly one place."""
    profile = subject.profile
    contracts = [profile.contract] if profile.dealing.sets else []
    reported: dict[str, Problem] = {}
    seen: set[tuple[object, ...]] = set()
    play = profile.play.name
    # a contract that was reached over one without a layout proves nothing, so stop at the first stage with problems
    for stage in ("deal", play, None):
        looked: list[Contract] = []
        for contract in contracts if stage == "deal" else subject.contracts(stage):
            key = tuple(contract.names.get(name) for name in profile.ranking.reads)
            if key in seen:
                continue
            seen.add(key)
            looked.append(contract)
            if len(seen) * (len(profile.ranking.layers) + 20) > MAX_WORK:
                subject.too_many("different rankings", len(seen) - 1, "ranking")
            for problem in layout_problems(subject, contract):
                reported.setdefault(problem.code, problem)
        misspelt = [
            problem for problem in reported.values() if problem.code in TWICE.values() and meant_by(problem.help)
        ]
        if misspelt:
            yield misspelt[0]
            return
        if len(reported) > 1:
            from interpreter.profile.analyse.layers import as_one  # only needed once something is wrong

            yield from as_one(subject, [*reported.values()], looked, layout_problems)
            return
        if reported:
            yield from reported.values()
            return


def layout_problems(subject: Subject, contract: Contract) -> Iterator[Problem]:
    """Yield what is wrong with the ranking under one contract."""
    profile = subject.profile
    ranking, pack, trump = profile.ranking, profile.pack, trump_of(contract)
    under = f"under {shown(subject, contract)}"
    layers = ranking.active(contract.names)
    where = subject.place("ranking")
    for key, code in TWICE.items():
        having = [layer for layer in layers if getattr(layer, key) is not None]
        if len(having) > 1:
            tree = submap(subject.tree, "ranking")
            meant = next(((layer.name, other) for layer in having if (other := entry_meant(tree, layer.name))), None)
            names = " and ".join(repr(layer.name) for layer in having)
            notes = tuple(
                (f"{layer.name!r} sets `{key}` here", subject.place("ranking", layer.name, key))
                for layer in having[:-1]
            )
            yield subject.problem(
                code,
                f"the layers {names} both set `{key}` {under}",
                subject.place("ranking", *((meant[0],) if meant else (having[-1].name, key))),
                did_you_mean(meant[1]) if meant else "their `when` must rule each other out",
                *notes,
            )
            return
    orders = [layer for layer in layers if layer.order is not None]
    if not orders:
        ordering = [layer for layer in ranking.layers if layer.order is not None]
        misspelt = next(words_meant(subject, contract), None)
        if misspelt is not None:
            message = f"no layer sets the `order` of the ranks {under}"
            yield subject.problem("R063", message, *misspelt, ("the ranking stands here", where))
            return
        yield subject.problem(
            "R063",
            f"no layer sets the `order` of the ranks {under}",
            subject.value_place("ranking", ordering[0].name, "when") if len(ordering) == 1 else where,
            "add a layer, or widen its `when`",
        )
        return
    order = orders[0].order or ()
    listed = next((layer for layer in layers if layer.trumps is not None), None)
    idle_layer = next((layer for layer in layers if layer.idle is not None), None)
    if listed is not None and trump not in pack.suits and any(item.kind == "rest" for item in listed.trumps or ()):
        there = subject.value_place("ranking", listed.name, "trumps")
        named = next(places_of("trump", str(trump), subject.tree), None)
        rest = "`...` stands for the rest of the trump suit"
        if trump == NO_SUIT:
            message, help = f"{rest}, but there is none {under}", "write `when: contract.trump != none`"
        else:
            message = f"{rest}, but {trump!r} is no suit of this pack, {under}"
            near = suggestion(str(trump), (*pack.suits, NO_SUIT))
            help = near if near and meant_by(near) else f"name only {', '.join(pack.suits)} or {NO_SUIT}"
        if trump in (*pack.ranks, *pack.members):
            return  # that it can't be a word of a field is told where it stands
        at_name = trump != NO_SUIT and named is not None
        shows = [("it shows here", there)] if at_name else []
        yield subject.problem("R064", message, named if at_name else there, help, *shows)
        return
    trumps = expand(listed.trumps or (), pack, trump, order) if listed else ()
    idle = expand(idle_layer.idle or (), pack, trump) if idle_layer else ()
    twice = [card for card, count in Counter((*trumps, *idle)).items() if count > 1]
    if twice:
        layer = listed if listed is not None and twice[0] in trumps else idle_layer
        assert layer is not None
        yield subject.problem(
            "R065",
            f"{twice[0]} has more than one place {under}",
            subject.value_place("ranking", layer.name, "trumps" if layer is listed else "idle"),
            "name each card once",
        )
    plain = [card for card in pack.cards if card not in trumps and card not in idle]
    homeless = [card for card in plain if pack.rank.get(card) not in order]
    if homeless:
        extra = homeless[0] in pack.extra
        yield subject.problem(
            "R066",
            f"{first_of(homeless, 6)} {'has' if len(homeless) == 1 else 'have'} no place {under}",
            subject.value_place("deck", "extra") if extra else subject.value_place("ranking", orders[0].name, "order"),
            "every card stands in `order`, `trumps` or `idle`",
            *([("the ranking stands here", where)] if extra else []),
        )


def words_meant(subject: Subject, contract: Contract) -> Iterator[tuple[Place, str]]:
    """Yield the words of a contract that no layer asks for, though one asks for one like it, with what was meant."""
    ranking = submap(subject.tree, "ranking")
    found = [submap(ranking, name).entries.get("when") for name in ranking.entries]
    whens = [node.text for node in found if isinstance(node, Scalar)]
    for field, word in contract.values.items():
        asked = [name for when in whens if f"contract.{field}" in when for name in re.findall(r"[\w.]+", when)]
        if type(word) is not str or word in asked:
            continue
        meant = suggestion(word, [one for one in asked if one in subject.profile.fields[field]])
        place, default = next(places_of(field, word, subject.tree), None), subject.value_place("contract", field)
        if meant and place is not None and (meant_by(meant) or place == default):
            yield place, meant


def shown(subject: Subject, contract: Contract) -> str:
    """Return a contract for a message."""
    fields = ", ".join(f"{name} {value}" for name, value in contract.values.items())
    named = subject.profile.auction is None or "kind" in contract.values  # before the auction nothing is
    text = format_contract(subject.profile, Contract(contract.values)) if named else ""
    if not fields:
        return "any contract"
    return f"the contract {text or 'before anything is named'} ({fields})"
