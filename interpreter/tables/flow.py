"""From the deal to the play: which contract comes after which call and choice, and what is exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import assert_never

from interpreter import game
from interpreter.cards import Card
from interpreter.contract import PASS, Contract
from interpreter.expression.compile import Compiled
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, PlayPhase, Profile
from interpreter.phases import auction, choose, exchange
from interpreter.state import State
from interpreter.table import NOBODY, SEATS
from interpreter.tables.shapes import (
    ALL,
    AuctionTable,
    CardTable,
    ChoiceTable,
    FlowStep,
    Ints,
    Numbering,
    Reasons,
    StepTable,
    reading,
    seats_by,
)

DEALS = 60
"""So many deals of a game are looked at where the contract depends on the deal's number."""


def dealt(profile: Profile, numbering: Numbering, reasons: Reasons) -> Ints:
    """Return the contract after the deal by the card turned; empty where it depends on more."""
    phase, default = profile.dealing, numbering(profile.contract)
    if not phase.sets:
        return (default,) * len(profile.pack.cards)
    read = reading((rule for _, rule in phase.sets), ("deal", "dealer"))
    if read:
        reasons["dealing"] = f"the contract that comes with the deal reads {' and '.join(read)}"
        return ()
    return tuple(numbering(set_by_deal(profile, card, 1, 0)) for card in profile.pack.cards)


def set_by_deal(profile: Profile, turned: Card, deal: int, dealer: int) -> Contract:
    """Return the contract after a deal."""
    layout = profile.ranking.layout(profile.contract)
    names = {**profile.contract.names, "turned": turned, "deal": deal, "dealer": dealer, "layout": layout}
    return profile.contract.changed({name: rule.call(names) for name, rule in profile.dealing.sets})


def start_contracts(profile: Profile, numbering: Numbering) -> list[int]:
    """Return every contract that can come with a deal, where that depends on the deal's number or the dealer."""
    turned = profile.pack.cards if profile.dealing.turn else profile.pack.cards[:1]
    found = product(turned, range(1, DEALS + 1), SEATS)
    return sorted({numbering(set_by_deal(profile, *at)) for at in found})


def follow_flow(
    profile: Profile, numbering: Numbering, now: list[int], reasons: Reasons
) -> tuple[tuple[FlowStep, ...], list[int]]:
    """Return the tables of all phases between the deal and the play, and the contracts that the play begins under."""
    state = game.new_game(profile)
    flow: list[FlowStep] = []
    for phase in profile.flow:
        state.phase = phase
        match phase:
            case BidPhase():
                table = bidding(state, phase, numbering, now, reasons)
                flow.append(table)
                now = sorted({number for row in table.after for number in row})
            case ChoosePhase():
                options = {number: chosen(state, phase, number, numbering) for number in now}
                rows = tuple(options.get(number, ()) for number in range(max(now) + 1))
                flow.append(ChoiceTable(seats_by(phase.by), rows))
                now = sorted({then for row in rows for _, then in row} | {number for number in now if not rows[number]})
            case ExchangePhase():
                flow += exchange_steps(state, phase, {number: numbering.contracts[number] for number in now}, reasons)
            case DealPhase() | PlayPhase():  # `dealt` and `first_leads` table these
                pass
            case _:
                assert_never(phase)
    return tuple(flow), now


def chosen(state: State, phase: ChoosePhase, number: int, numbering: Numbering) -> tuple[tuple[int, int], ...]:
    """Return the options of a choice under one contract; none where the choice doesn't come."""
    contract = state.contract = numbering.contracts[number]
    if phase.when is not None and not phase.when.call(contract.names):
        return ()
    allowed = choose.legal(state)
    return tuple(
        (place, numbering(contract.changed(option.fields)))
        for place, option in enumerate(phase.options)
        if option in allowed
    )


def bidding(state: State, phase: BidPhase, numbering: Numbering, now: list[int], reasons: Reasons) -> AuctionTable:
    """Return the table of the auction, which begins under one of the contracts in `now`."""
    after = tuple(
        tuple(numbering(numbering.contracts[number].changed({**bid.fields, "kind": bid.kind})) for bid in phase.bids)
        if number in now
        else ()
        for number in range(max(now) + 1)
    )
    return AuctionTable(
        start=seats_by(phase.start), open=phase.open, pass_is_final=phase.pass_is_final, bids=len(phase.bids),
        calls=auction_calls(state, phase, reasons), after=after,
        all_pass={"redeal": 0, "next_deal": 1, None: -1}[phase.all_pass],
    )  # fmt: skip


def auction_calls(state: State, phase: BidPhase, reasons: Reasons) -> tuple[Ints, ...]:
    """Return the legal calls of every situation, by the auction's own functions.

    Where they depend on more, these are the calls of a hand that holds the whole pack, in a game's first deal.
    """
    known = auction.OF_SITUATION - ({"spoken"} if phase.open else set())
    read = sorted(name for name in phase.reads if "." not in name and name not in known)
    if read:
        reasons["auction"] = f"what may be called depends on {' and '.join(read)}"
    calls = [PASS, *phase.bids, *(rule.call for rule in phase.calls)]
    table: list[Ints] = []
    for high, me, seat, stuck, last in product((None, *phase.bids), SEATS, SEATS, (False, True), (False, True)):
        if (high is None and seat) or (high is not None and stuck):
            table.append(())
            continue
        state.high, state.high_seat, state.to_act = high, NOBODY if high is None else seat, me
        state.latest = [PASS if stuck and other != me else None for other in SEATS]
        state.spoken = [int(last and other != me) for other in SEATS]
        state.hands[me] = list(state.profile.pack.cards)
        table.append(tuple(calls.index(call) for call in auction.legal(state)))
    return tuple(table)


def exchange_steps(
    state: State, phase: ExchangePhase, contracts: Mapping[int, Contract], reasons: Reasons
) -> Iterator[StepTable]:
    """Yield the tables of an exchange's steps; their masks still number the bits as the pack does."""
    for step in phase.steps:
        if reading((step.of, step.must, step.draw_of), ("me",)):
            reasons["exchanges"] = f"the step {step.name} depends on who gives"
        runs = {
            number: holds(phase.when, contract) and holds(step.when, contract) for number, contract in contracts.items()
        }
        yield StepTable(
            runs=tuple(int(runs.get(number, False)) for number in range(max(contracts) + 1)),
            who=(-1,) * 20 if step.who is None else seats_by(step.who),
            take=zone(step.take),
            give=0 if step.give is None else ALL if step.give == "all" else step.give,
            of=by_number(contracts, partial(meeting, state, step.of)),
            must=(0,) * (max(contracts) + 1)
            if step.must is None
            else by_number(contracts, partial(meeting, state, step.must)),
            to=zone(step.to),
            draw=zone(step.draw),
            draw_of=by_number(contracts, partial(meeting, state, step.draw_of)),
        )


def zone(name: str | None) -> int:
    """Return the number of a zone."""
    return -1 if name is None else ("kitty", "out").index(name)


def holds(condition: Compiled | None, contract: Contract) -> bool:
    """Whether a condition that defaults to true holds under a contract."""
    return condition is None or bool(condition.call(contract.names))


def by_number(contracts: Mapping[int, Contract], value: Callable[[Contract], int]) -> Ints:
    """Return a value for each contract; 0 for those that don't come here."""
    return tuple(value(contracts[number]) if number in contracts else 0 for number in range(max(contracts) + 1))


def meeting(state: State, condition: Compiled | None, contract: Contract) -> int:
    """Return the mask of the pack's cards that meet a condition of an exchange."""
    state.contract = contract
    cards = state.profile.pack.cards
    return sum(1 << cards.index(card) for card in exchange.meeting(state, NOBODY, list(cards), condition))


def placed(step: StepTable, spaces: Sequence[CardTable], space_of: Ints) -> StepTable:
    """Return a step with its masks in the bits of each contract's space."""

    def move(masks: Ints) -> Ints:
        return tuple(
            spaces[space_of[number]].mask(card for card in range(mask.bit_length()) if mask >> card & 1)
            for number, mask in enumerate(masks)
        )

    return replace(step, of=move(step.of), must=move(step.must), draw_of=move(step.draw_of))
