"""Checks about exchanges: every step can be done, and hands are equal when play begins.

The cards are counted through all steps, under every contract that the steps tell apart. A zone's number of cards may
be uncertain, because a step that gives all cards of some kind moves as many as there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.contract import Contract
from interpreter.errors import Place, Problem
from interpreter.expression.compile import Compiled
from interpreter.model import ExchangePhase, Step
from interpreter.profile.analyse.cards import shown
from interpreter.profile.analyse.subject import MAX_WORK, Subject
from interpreter.table import SEAT_NAMES, SEATS

Count = tuple[int, int]
"""How many cards lie in a zone: at least and at most."""


@dataclass(slots=True)
class Counter:
    """The cards of one deal on their way through the exchanges."""

    subject: Subject
    contract: Contract
    dealer: int
    meet: dict[tuple[object, ...], int]
    """How many cards of the pack meet a condition, once counted."""
    sizes: list[int] = field(init=False)
    zones: dict[str, Count] = field(init=False)

    def __post_init__(self) -> None:
        dealing = self.subject.profile.dealing
        self.sizes = [dealing.each for _ in SEATS]
        self.zones = {"kitty": (dealing.kitty, dealing.kitty), "out": (0, 0)}

    def meeting(self, condition: Compiled | None, seat: int) -> int:
        """Return how many cards of the pack meet a condition of an exchange."""
        profile = self.subject.profile
        if condition is None:
            return len(profile.pack.cards)
        reads = condition.reads | (profile.ranking.reads if "layout" in condition.reads else frozenset())
        key = (id(condition), seat if "me" in reads else 0, *(self.contract.names.get(name) for name in sorted(reads)))
        if key not in self.meet:
            if len(self.meet) * len(profile.pack.cards) > MAX_WORK:
                self.subject.too_many("different conditions for cards", len(self.meet), "phases")
            names = {**self.contract.names, "me": seat, "layout": profile.ranking.layout(self.contract)}
            self.meet[key] = sum(1 for card in profile.pack.cards if condition.call({**names, "card": card}))
        return self.meet[key]

    def seats(self, step: Step) -> list[int]:
        """Return the seats that a step is for; the declarer is north."""
        if step.who is None:
            return [1, 2, 3]
        return [int(step.who.call({"dealer": self.dealer, "declarer": max(self.contract.declarer, 0)}))]

    def unfit(self, condition: Compiled | None, seat: int) -> int:
        """Return how many cards of the pack don't meet a condition."""
        return len(self.subject.profile.pack.cards) - self.meeting(condition, seat)

    def count(self, phase: str, step: Step) -> Problem | None:
        """Move the numbers of one step; return what is wrong with it."""
        path = ("phases", phase, "steps", step.name)
        seats = self.seats(step)
        if step.take is not None:
            return self.take(path, step, step.take, seats)
        if step.give == "all":
            return self.give_all(path, step, seats)
        for seat in seats:
            problem = self.give(path, step, int(step.give or 0), seat)
            if problem is not None:
                return problem
        return None

    def take(self, path: tuple[str, ...], step: Step, zone: str, seats: list[int]) -> Problem | None:
        """Move a zone into a hand."""
        low, high = self.zones[zone]
        if low != high:
            return self.subject.problem(
                "R075",
                f"the step {step.name!r} takes {zone!r}, where {low} to {high} cards can lie by then",
                self.subject.value_place(*path, "take"),
                "take it before a step gives `all`, or from elsewhere",
            )
        self.sizes[seats[0]] += low
        self.zones[zone] = (0, 0)
        return None

    def give_all(self, path: tuple[str, ...], step: Step, seats: list[int]) -> Problem | None:
        """Move all cards of some kind out of hands, and as many back."""
        numbers = [self.meeting(step.of, seat) for seat in seats]
        each = step.of is not None and "me" in step.of.reads
        most = sum(numbers) if each else max(numbers)
        if most and step.draw is None:
            return self.subject.problem(
                "R072",
                f"the step {step.name!r} takes cards from some hands and gives none back",
                self.subject.place(*path),
                "add `draw: kitty`, so that hands stay equal",
            )
        if not most or step.draw is None:
            return None
        low, high = self.zones[step.draw]
        fit = low - max(self.unfit(step.draw_of, seat) for seat in seats)
        if fit < (0 if step.to == step.draw else most):
            return self.subject.problem(
                "R073",
                f"the step {step.name!r} may need {most} cards from {step.draw!r}; only {max(fit, 0)} are sure to fit",
                self.subject.value_place(*path, "draw"),
                "widen `draw_of`, or narrow `of`",
            )
        if step.to != step.draw:
            self.zones[step.draw] = (max(low - most, 0), high)
            given = self.zones[step.to]
            self.zones[step.to] = (given[0], given[1] + most)
        return None

    def give(self, path: tuple[str, ...], step: Step, number: int, seat: int) -> Problem | None:
        """Move some cards out of a hand, and perhaps as many back."""
        if number > self.sizes[seat]:
            return self.subject.problem(
                "R074",
                f"the step {step.name!r} gives {number} cards from a hand of {self.sizes[seat]}",
                self.subject.value_place(*path, "give"),
                "give fewer",
                *self.subject.params_of(*path, "give"),
            )
        low, high = self.zones[step.to]
        self.zones[step.to] = (low + number, high + number)
        if step.draw is None:
            self.sizes[seat] -= number
            return None
        low, high = self.zones[step.draw]
        fit = low - (self.unfit(step.draw_of, seat) if step.draw_of is not None else 0)
        if fit < number:
            return self.subject.problem(
                "R073",
                f"the step {step.name!r} draws {number} cards from {step.draw!r}; only {max(fit, 0)} are sure to fit",
                self.subject.value_place(*path, "draw"),
                "draw fewer",
            )
        self.zones[step.draw] = (low - number, high - number)
        return None


def check_exchanges(subject: Subject) -> Iterator[Problem]:
    """Every step can be done, and after all exchanges every hand holds as many cards as the others."""
    profile = subject.profile
    exchanges = [phase for phase in profile.flow if isinstance(phase, ExchangePhase)]
    for phase in exchanges:
        for step in phase.steps:
            if isinstance(step.give, int) and step.give < 1:
                yield subject.problem(
                    "R070",
                    f"the step {step.name!r} gives {step.give} cards",
                    subject.value_place("phases", phase.name, "steps", step.name, "give"),
                    "give one at least, or leave the step out",
                    *subject.params_of("phases", phase.name, "steps", step.name, "give"),
                )
                return
    whos = [step.who for phase in exchanges for step in phase.steps if step.who is not None]
    dealers = SEATS if any("dealer" in who.reads for who in whos) else SEATS[:1]
    meet: dict[tuple[object, ...], int] = {}
    contracts = told_apart(subject, exchanges)
    if len(contracts) * len(dealers) * sum(len(phase.steps) for phase in exchanges) > MAX_WORK:
        subject.too_many("steps under different contracts", MAX_WORK, "phases", exchanges[0].name)
    for contract in contracts:
        for dealer in dealers:
            problem = unequal(exchanges, Counter(subject, contract, dealer, meet))
            if problem is not None:
                yield problem
                return


def told_apart(subject: Subject, exchanges: list[ExchangePhase]) -> list[Contract]:
    """Return the contracts under which play can begin, one of each kind that the exchanges tell apart."""
    rules = [phase.when for phase in exchanges]
    for phase in exchanges:
        for step in phase.steps:
            rules += [step.when, step.of, step.draw_of]
    reads = frozenset[str]().union(*(rule.reads for rule in rules if rule is not None))
    if "layout" in reads:
        reads |= subject.profile.ranking.reads
    found: dict[tuple[object, ...], Contract] = {}
    for contract in subject.contracts(subject.profile.play.name):
        found.setdefault(tuple(contract.names.get(name) for name in sorted(reads)), contract)
    return list(found.values())


def unequal(exchanges: list[ExchangePhase], counter: Counter) -> Problem | None:
    """Count the cards through all exchanges of a deal; return what is wrong."""
    contract, subject = counter.contract, counter.subject
    last: tuple[str, ...] = ()
    for phase in exchanges:
        if phase.when is not None and not phase.when.call(contract.names):
            continue
        for step in phase.steps:
            if step.when is None or step.when.call(contract.names):
                problem = counter.count(phase.name, step)
                last = (phase.name, "steps", step.name)
                if problem is not None:
                    return problem
    dealt = subject.profile.dealing.each
    if set(counter.sizes) == {dealt}:
        return None
    by = " (who declares)" if subject.profile.auction is not None else ""
    hands = ", ".join(f"{SEAT_NAMES[seat]}{'' if seat else by} {size}" for seat, size in enumerate(counter.sizes))
    return subject.problem(
        "R071",
        f"hands differ from the {dealt} cards dealt when play begins under {shown(subject, contract)}: {hands}",
        subject.place("phases", *last),
        "every hand must get back what it gave, and give what it took",
        *subject.params_of("phases", *last, "give"),
        (f"the kitty has {counter.subject.profile.dealing.kitty} cards", kitty_place(subject)),
    )


def kitty_place(subject: Subject) -> Place:
    """Return where the kitty's size is set."""
    return subject.value_place("phases", subject.profile.dealing.name, "kitty")
