"""What the tests and benches of the kernel share: a copy of it in plain Python, deals played again, positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from interpreter import game
from interpreter.actions import Action, Choice
from interpreter.cards import NO_SUIT, Card
from interpreter.contract import PASS, Bid, Contract, OtherCall, Pass
from interpreter.double_dummy import Position, Solver
from interpreter.model import BidPhase, ChoosePhase, Profile
from interpreter.phases.play import trick_rules
from interpreter.players.estimate import judge_of
from interpreter.players.fitting import fit_of
from interpreter.players.rules import RulePlayer
from interpreter.players.tries import CardTries, FlowTries, Tries
from interpreter.simulate import HIGHEST, RANDOM, RULES, Deals, NoTables, Played
from interpreter.state import State
from interpreter.table import NOBODY, SEATS
from interpreter.tables import Tables, make_tables
from interpreter.view import view
from tests.games import rules_of

MORE = (
    "pagat-54+nt-jokers-thrown",
    "pagat-54+kitty-to-first-trick+aces-bad",
    "pagat-54+declare-after-burying",
    "rogler-ri+kitty-to-first-trick",
    "rogler-ri+dealer-must-bid",
    "wikihow-bid-whist+pass-is-final",
)
"""More games with house rules: other rungs, other worths, another flow."""


TABLES = ((RULES,) * 4, (RULES, RANDOM, HIGHEST, RULES))
"""Who plays the seats, beside chance alone."""


@cache
def tables_of(reference: str) -> Tables:
    """Return the tables of a game."""
    return make_tables(rules_of(reference))


def deals_of(reference: str, seed: int, machine: ModuleType) -> Iterator[Deals]:
    """Yield what the kernel can play of a game: deals by chance, by rules and mixed, else contracts that are given."""
    tables = tables_of(reference)
    try:
        yield Deals(tables, seed=seed, machine=machine)
    except NoTables:
        if "claims" in tables.reasons or "cards" in tables.reasons:
            return
        rng = random.Random(seed)
        for number in rng.sample(tables.final, min(6, len(tables.final))):
            yield Deals(tables, seed=seed, contract=tables.contracts[number], declarer=1, machine=machine)
        return
    if tables.points:
        for players in TABLES:
            yield Deals(tables, seed=seed, players=players, fit=fit_of(tables), machine=machine)


def replay(profile: Profile, played: Played) -> State:
    """Play a deal of the kernel's in the engine: the same must be legal at every decision, and the end the same."""
    state = begun(profile, played)
    for decision in played.decisions:
        while not isinstance(decision.chosen, int) and isinstance(state.phase, BidPhase | ChoosePhase):
            game.apply(state, towards(state, played.contract))
        legal = game.legal(state)
        assert state.to_act == decision.seat
        if isinstance(decision.chosen, int):
            assert len(legal) == decision.legal
            game.apply(state, legal[decision.chosen])
        else:
            assert frozenset(legal) == decision.legal
            game.apply(state, decision.chosen)
    check_end(state, played)
    return state


def begun(profile: Profile, played: Played) -> State:
    """Return the game after the deal; where its number makes the contract, at the number that makes the one played."""
    by_number = any("deal" in rule.reads for _, rule in profile.dealing.sets)
    for number in range(1, 9 if by_number else 2):
        state = game.new_game(profile, played.dealer)
        state.deal = number
        game.apply(state, played.deal)
        if not by_number or state.contract.values == played.contract.values:
            break
    state.deal = 1
    return state


def towards(state: State, contract: Contract) -> Action:
    """Return the call or choice that leads to a contract that was given: its declarer bids it, nobody else does."""
    for action in game.legal(state):
        fields = {**action.fields, "kind": action.kind} if isinstance(action, Bid) else None
        if isinstance(action, Choice):
            fields = dict(action.fields)
        elif state.to_act != contract.declarer:
            fields = None
        if fields is not None and all(contract[name] == value for name, value in fields.items()):
            return action
    return PASS


def check_end(state: State, played: Played) -> None:
    """The interpreter must be as far as the kernel said, with the same contract, books and points."""
    assert state.needs_deal or state.over
    if played.outcome == "redealt":
        assert not state.results
        return
    result = state.results[0]
    if played.outcome == "passed":
        assert (result.books, result.points) == ((0, 0), (0, 0))
        return
    contract = result.outcome.contract
    assert contract == played.contract
    first = max(contract.declarers, 0)
    assert (result.outcome.books[first], result.outcome.books[1 - first]) == played.books
    if has_points(state.profile.reference):
        assert (result.points[first], result.points[1 - first]) == played.points
        assert bool(result.made) == played.made


@cache
def has_points(reference: str) -> bool:
    """Whether a game's points are tabled."""
    return bool(tables_of(reference).points)


def declared(tables: Tables, rng: random.Random) -> Contract:
    """Return a contract that a deal can be played under, with a declarer where the game has one."""
    declarer = rng.randrange(4) if tables.declared else NOBODY
    return tables.contracts[rng.choice(tables.final)].changed({}, declarer)


def ending(profile: Profile, tables: Tables, rng: random.Random, size: int) -> Position:
    """Return a random position with so many cards a hand; most are crowded in few suits, some within a trick."""
    contract = declared(tables, rng)
    cards = crowded(tables, contract, rng, size) if rng.random() < 0.7 else list(tables.cards)
    rng.shuffle(cards)
    hands = [cards[seat * size : (seat + 1) * size] for seat in SEATS]
    leader, table = rng.randrange(4), list[Card]()
    rules, led = trick_rules(profile, contract), None
    for turn in range(rng.choice((0, 0, 0, 1, 2, 3))):
        seat = (leader + turn) % 4
        card = rng.choice(rules.playable(hands[seat], led, 1, seat))
        hands[seat].remove(card)
        table.append(card)
        led = led or (None if rules.suit[card] == NO_SUIT else rules.suit[card])
    return Position(contract, tuple(map(tuple, hands)), leader, tuple(table))


def crowded(tables: Tables, contract: Contract, rng: random.Random, size: int) -> list[Card]:
    """Return cards for four hands: a few of the trump lane, the rest from two or three of the others."""
    space = tables.spaces[tables.space_of[tables.number(contract)]]
    lanes = dict(zip(tables.cards, space.lane, strict=True))
    trumps = [card for card, bit in zip(tables.cards, space.bit, strict=True) if space.trump >> bit & 1]
    few = rng.sample(range(4), rng.choice((2, 3)))
    plain = [card for card in tables.cards if card not in trumps]
    for cards in (trumps, plain):
        rng.shuffle(cards)
    plain.sort(key=lambda card: lanes[card] >= 0 and lanes[card] not in few)
    chosen = trumps[: rng.randrange(1, 2 * size + 1)]
    return (chosen + plain)[: 4 * size] if len(chosen) + len(plain) >= 4 * size else list(tables.cards)


def whole(tables: Tables, contract: Contract, rng: random.Random, size: int) -> Position:
    """Return a random position with so many cards a hand before a lead."""
    cards = rng.sample(tables.cards, 4 * size)
    return Position(contract, tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in SEATS), rng.randrange(4))


def after_auction(deals: Deals, number: int) -> tuple[Position, Played]:
    """Return the position before the first lead of a deal that was bid, and that deal."""
    played = deals.deal(number)
    hands: list[list[Card]] = [[], [], [], []]
    for decision in played.decisions[-4 * deals.tables.each :]:
        assert isinstance(decision.chosen, str)
        hands[decision.seat].append(decision.chosen)
    leader = played.decisions[-4 * deals.tables.each].seat
    return Position(played.contract, tuple(map(tuple, hands)), leader), played


def tried(reference: str, worlds: int) -> Iterator[tuple[str, object]]:
    """Yield what the actions of a deal are worth in so many worlds: at one decision of each phase, and near the end.

    The rule player brings the deal there.
    """
    by = judge_of(rules_of(reference))
    room, rules, rng = Tries(by, Solver(by.tables, memory=1 << 12)), RulePlayer(), random.Random(5)
    state, seen = game.new_game(by.profile, 1), set[str]()
    while not state.results and not state.over:
        if state.needs_deal:
            game.apply(state, game.shuffle(by.profile, rng))
            continue
        here, legal, phase = view(state, state.to_act), game.legal(state), state.phase
        late = here.playing and len(here.hand) <= 4
        name = f"{phase.name}{' at the end' * late}"
        if len(legal) > 1 and name not in seen:
            seen.add(name)
            cards = [card for card in legal if isinstance(card, str)]
            flow = FlowTries(room, here, random.Random(1)) if not here.playing else None
            if flow is None:
                on_cards = CardTries(room, here, here.contract, cards, random.Random(1))
                yield name, (on_cards.solve if late else on_cards.play_on)(range(len(cards)), 0, worlds)
            elif isinstance(phase, BidPhase):
                calls = [call for call in legal if isinstance(call, Bid | Pass | OtherCall)]
                yield name, flow.calls(calls)(range(len(calls)), 0, worlds)
            elif isinstance(phase, ChoosePhase):
                then = [here.contract.changed(one.fields) for one in legal if isinstance(one, Choice)]
                yield name, flow.contracts(then)(range(len(then)), 0, worlds)
            else:
                yield name, flow.gifts(by.steps[phase.name] + state.step, cards)(range(len(cards)), 0, worlds)
        game.apply(state, rules.choose(here, legal, rng))


def bridge_books(position: Position) -> int:
    """Return what DDS says north and south take, for a pack of 52 cards without extras; needs endplay."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    ranks = "AKQJT98765432"
    suits = [
        ["".join(sorted((card[0] for card in hand if card[1] == suit), key=ranks.index)) for suit in "SHDC"]
        for hand in position.hands
    ]
    board = Deal("N:" + " ".join(".".join(hand) for hand in suits))
    board.first = Player.find("NESW"[position.leader])
    board.trump = Denom.find({"none": "NT"}.get(str(position.contract["trump"]), str(position.contract["trump"])))
    best = int(next(iter(solve_board(board, SolveMode.OptimalOne)))[1])
    return best if position.leader % 2 == 0 else len(position.hands[0]) - best
