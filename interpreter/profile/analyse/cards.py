"""Checks about cards: they add up, each has one place under every contract, and hands are equal when play begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.cards import expand
from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.expression.compile import Compiled
from interpreter.model import ExchangePhase, Step
from interpreter.notation import format_contract
from interpreter.profile.analyse.subject import Subject
from interpreter.ranking import trump_of
from interpreter.table import SEAT_NAMES, SEATS


def check_deck(subject: Subject) -> Iterator[Problem]:
    """Hands and kitty take exactly the deck, and the kitty has room where it may lie."""
    profile = subject.profile
    phase, cards = profile.dealing, len(profile.pack.cards)
    path = ("phases", phase.name)
    if phase.each < 1 or phase.kitty < 0:
        yield subject.problem(
            "R050",
            f"{phase.each} cards each and a kitty of {phase.kitty} can't be dealt",
            subject.value_place(*path, "each" if phase.each < 1 else "kitty"),
            "give everybody a card at least",
        )
        return
    needed = len(SEATS) * phase.each + phase.kitty
    if needed != cards:
        kitty = f" and a kitty of {phase.kitty}" if phase.kitty else ""
        key = "kitty" if phase.kitty else "each"
        yield subject.problem(
            "R051",
            f"the cards don't add up: {len(SEATS)} hands of {phase.each}{kitty} take {needed}, the deck has {cards}",
            subject.value_place(*path, key),
            f"a kitty of {cards - len(SEATS) * phase.each} would fit"
            if cards >= len(SEATS) * phase.each
            else "deal fewer cards",
            ("the deck", subject.place("deck")),
        )
        return
    if (
        phase.kitty + (phase.not_first or 0) + (phase.not_last or 0) > cards
        or min(phase.not_first or 0, phase.not_last or 0) < 0
    ):
        yield subject.problem(
            "R052",
            "the kitty has no room between the cards that it may not be taken from",
            subject.place(*path, "kitty_not_from"),
            "make `first` or `last` smaller",
        )


def check_layouts(subject: Subject) -> Iterator[Problem]:
    """Under every contract exactly one order holds and each card has exactly one place."""
    profile = subject.profile
    contracts = [profile.contract] if profile.dealing.sets else []
    reported: set[str] = set()
    seen: set[tuple[object, ...]] = set()
    play = profile.play.name
    # a contract that was reached over one without a layout proves nothing, so stop at the first stage with problems
    for stage in ("deal", play, None):
        for contract in contracts if stage == "deal" else subject.contracts(stage):
            key = tuple(contract.names.get(name) for name in profile.ranking.reads)
            if key in seen:
                continue
            seen.add(key)
            for problem in layout_problems(subject, contract):
                if problem.code not in reported:
                    reported.add(problem.code)
                    yield problem
        if reported:
            return


def layout_problems(subject: Subject, contract: Contract) -> Iterator[Problem]:
    """Yield what is wrong with the ranking under one contract."""
    profile = subject.profile
    ranking, pack, trump = profile.ranking, profile.pack, trump_of(contract)
    under = f"under {shown(subject, contract)}"
    layers = ranking.active(contract.names)
    where = subject.place("ranking")
    for key, code in (("order", "R060"), ("trumps", "R061"), ("idle", "R062")):
        having = [layer for layer in layers if getattr(layer, key) is not None]
        if len(having) > 1:
            names = " and ".join(repr(layer.name) for layer in having)
            notes = tuple(
                (f"{layer.name!r} sets `{key}` here", subject.place("ranking", layer.name, key)) for layer in having
            )
            yield subject.problem(
                code,
                f"the layers {names} both set `{key}` {under}",
                where,
                "their `when` must rule each other out",
                *notes,
            )
            return
    orders = [layer for layer in layers if layer.order is not None]
    if not orders:
        yield subject.problem(
            "R063",
            f"no layer sets the `order` of the ranks {under}",
            where,
            "add a layer, or widen its `when`",
        )
        return
    order = orders[0].order or ()
    listed = next((layer for layer in layers if layer.trumps is not None), None)
    idle_layer = next((layer for layer in layers if layer.idle is not None), None)
    if listed is not None and trump not in pack.suits and any(item.kind == "rest" for item in listed.trumps or ()):
        yield subject.problem(
            "R064",
            f"`...` stands for the rest of the trump suit, but there is none {under}",
            subject.value_place("ranking", listed.name, "trumps"),
            "write `when: contract.trump != none`",
        )
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
            subject.place("ranking", layer.name),
            "name each card once",
        )
    plain = [card for card in pack.cards if card not in trumps and card not in idle]
    homeless = [card for card in plain if pack.rank.get(card) not in order]
    if homeless:
        yield subject.problem(
            "R066",
            f"{' '.join(homeless[:6])} {'has' if len(homeless) == 1 else 'have'} no place {under}",
            where,
            "every card stands in `order`, `trumps` or `idle`",
        )


def shown(subject: Subject, contract: Contract) -> str:
    """Return a contract for a message."""
    fields = ", ".join(f"{name} {value}" for name, value in contract.values.items())
    text = format_contract(subject.profile, Contract(contract.values))
    return f"the contract {text or '(nothing named)'} ({fields})" if fields else "any contract"


def check_exchanges(subject: Subject) -> Iterator[Problem]:
    """After all exchanges every hand holds as many cards as the others."""
    profile = subject.profile
    exchanges = [phase for phase in profile.flow if isinstance(phase, ExchangePhase)]
    for phase in exchanges:
        for step in phase.steps:
            if isinstance(step.give, int) and step.give < 1 and profile.dealing.kitty:
                yield subject.problem(
                    "R070",
                    f"the step {step.name!r} gives {step.give} cards",
                    subject.value_place("phases", phase.name, "steps", step.name, "give"),
                    "give one at least",
                )
                return
    contracts = subject.contracts(profile.play.name)
    for contract in contracts:
        for dealer in SEATS:
            problem = unequal(subject, exchanges, contract, dealer)
            if problem is not None:
                yield problem
                return


def unequal(subject: Subject, exchanges: list[ExchangePhase], contract: Contract, dealer: int) -> Problem | None:
    """Count the cards through all exchanges of a deal."""
    profile = subject.profile
    sizes = [profile.dealing.each for _ in SEATS]
    zones = {"kitty": profile.dealing.kitty, "out": 0}
    for phase in exchanges:
        if phase.when is not None and not phase.when.call(contract.names):
            continue
        for step in phase.steps:
            if step.when is not None and not step.when.call(contract.names):
                continue
            seats = (
                [1, 2, 3]
                if step.who is None
                else [int(step.who.call({"dealer": dealer, "declarer": max(contract.declarer, 0)}))]
            )
            for seat in seats:
                problem = count_step(subject, contract, (phase.name, "steps", step.name), step, sizes, zones, seat)
                if problem is not None:
                    return problem
    if len(set(sizes)) == 1:
        return None
    hands = ", ".join(f"{SEAT_NAMES[seat]} {size}" for seat, size in enumerate(sizes))
    where = subject.place("phases", exchanges[-1].name) if exchanges else subject.place("phases")
    return subject.problem(
        "R071",
        f"hands differ when play begins under {shown(subject, contract)}: {hands}",
        where,
        "every hand must get back what it gave, and give what it took",
    )


def count_step(
    subject: Subject,
    contract: Contract,
    path: tuple[str, ...],
    step: Step,
    sizes: list[int],
    zones: dict[str, int],
    seat: int,
) -> Problem | None:
    """Move the numbers of one step for one seat."""
    place = subject.place("phases", *path)
    if step.take is not None:
        sizes[seat] += zones[step.take]
        zones[step.take] = 0
    elif step.give == "all":
        most = meeting(subject, contract, step.of, seat)
        drawn = (
            zones[step.draw] - (len(subject.profile.pack.cards) - meeting(subject, contract, step.draw_of, seat))
            if step.draw
            else 0
        )
        if most and step.draw is None:
            return subject.problem(
                "R072",
                f"the step {step.name!r} takes cards from some hands and gives none back",
                place,
                "add `draw: kitty`",
            )
        if step.draw is not None and drawn < most:
            return subject.problem(
                "R073",
                f"the step {step.name!r} may need {most} cards from the {step.draw}, but only {max(drawn, 0)} fit",
                place,
                "widen `draw_of`, or narrow `of`",
            )
    elif isinstance(step.give, int):
        if step.give > sizes[seat]:
            return subject.problem(
                "R074",
                f"the step {step.name!r} gives {step.give} cards from a hand of {sizes[seat]}",
                place,
                "give fewer",
            )
        if step.draw is not None and zones[step.draw] < step.give:
            return subject.problem(
                "R073",
                f"the step {step.name!r} draws {step.give} cards from the {step.draw}, which holds {zones[step.draw]}",
                place,
                "draw fewer",
            )
        sizes[seat] -= 0 if step.draw else step.give
        zones[step.to] += step.give
        if step.draw is not None:
            zones[step.draw] -= step.give
    return None


def meeting(subject: Subject, contract: Contract, condition: Compiled | None, seat: int) -> int:
    """Return how many cards of the pack meet a condition of an exchange."""
    cards = subject.profile.pack.cards
    if condition is None:
        return len(cards)
    names = {**contract.names, "me": seat, "layout": subject.profile.ranking.layout(contract)}
    return sum(1 for card in cards if condition.call({**names, "card": card}))
