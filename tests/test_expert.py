"""The expert: legal and repeatable under all rules, only from its view; and the complaints people make of programs.

The positions are made by hand, so that what is right can be worked out; each says why it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter import game, kernel
from interpreter.actions import Action, Choice, Deal
from interpreter.cards import Card
from interpreter.contract import PASS, Bid, Pass
from interpreter.double_dummy import Solver
from interpreter.errors import InputError
from interpreter.machine import fastest
from interpreter.model import BidPhase, ExchangePhase, Profile
from interpreter.notation import parse_action
from interpreter.phases.play import trick_rules
from interpreter.players.estimate import Judge, judge_of
from interpreter.players.expert import ExpertPlayer
from interpreter.players.fitting import Fitter
from interpreter.players.inference import FEW_WORLDS, Worlds
from interpreter.players.player import full_name, player, repeatable
from interpreter.players.race import MOST_BY_TIME, Budget, Race
from interpreter.players.rehearsal import REHEARSED, rehearse
from interpreter.scoring import Standing
from interpreter.state import State, Trick
from interpreter.table import SEATS
from interpreter.tables import make_tables
from interpreter.view import View, view
from tests.games import GAMES, is_fixture, rules_of, short

EXPERT = ExpertPlayer(worlds=48)
RULES, RANDOM = player("rules"), player("random")
NORTH, EAST, SOUTH, WEST = SEATS


def decide(seen: View, legal: Sequence[Action], expert: ExpertPlayer = EXPERT, seed: int = 1) -> Action:
    """Return what the expert does."""
    return expert.choose(seen, tuple(legal), random.Random(seed))


# Under all rules


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_it_plays_some_deals_of_every_game(reference: str) -> None:
    """Beside a random player, who brings it into any position; what it does is legal, and the same twice."""
    profile, expert = rules_of(reference), ExpertPlayer(worlds=16)
    seats = [expert, RANDOM, expert, RANDOM]
    histories = []
    for _ in range(2):
        state, rng = game.new_game(profile, 1), random.Random(4)
        deals = 0
        while not state.over:
            if state.needs_deal:
                if deals == (4 if is_fixture(reference) else 1):
                    break
                deals += 1
                game.apply(state, game.shuffle(profile, rng))
                continue
            action = seats[state.to_act].choose(view(state, state.to_act), game.legal(state), rng)
            assert action in game.legal(state)
            game.apply(state, action)
        histories.append(state.history)
    assert histories[0] == histories[1]


def test_it_looks_only_at_its_view() -> None:
    """Other hands, the same view (as `test_hidden.py` shows): the same action."""
    profile, rng = rules_of("pagat-54"), random.Random(8)
    state = game.new_game(profile, 0)
    game.apply(state, game.shuffle(profile, rng))
    looked = 0
    while not state.results:
        seen, legal = view(state, state.to_act), game.legal(state)
        chosen = decide(seen, legal, ExpertPlayer(worlds=16))
        if len(legal) > 1 and rng.random() < 0.3:
            other = state.clone()
            others = [seat for seat in SEATS if seat != state.to_act]
            if not seen.playing:
                cards = [card for seat in others for card in other.hands[seat]] + other.kitty
                rng.shuffle(cards)
                for seat in others:
                    other.hands[seat] = [cards.pop() for _ in range(seen.sizes[seat])]
                other.kitty = cards
            again = view(other, other.to_act)
            assert decide(again, legal, ExpertPlayer(worlds=16)) == chosen
            looked += 1
        game.apply(state, chosen)
    assert looked > 5


def test_it_is_not_the_rule_player() -> None:
    profile = rules_of("pagat-54")
    state = game.new_game(profile, 2)
    game.apply(state, game.shuffle(profile, random.Random(3)))
    differs = 0
    while not state.results:
        seen, legal = view(state, state.to_act), game.legal(state)
        chosen = decide(seen, legal)
        differs += chosen != RULES.choose(seen, legal, random.Random(0))
        game.apply(state, chosen)
    assert differs


def test_it_plays_without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = rules_of("pagat-54")
    plain = Judge(make_tables(profile), judge_of(profile).fit, kernel)
    monkeypatch.setattr("interpreter.players.expert.judge_of", lambda profile: plain)
    position = finesse((0, 0))
    assert decide(position, ("AH", "QH"), ExpertPlayer(worlds=48)) == decide(position, ("AH", "QH"))


LONG = """
format: 1
profile: long
title: A long auction
extends: vint-whist
phases:
  auction:
    bids:
      suit: {level: 1..17, trump: [S, C, D, H], rank: 5 * bid.level + index(bid.trump)}
      nt:   {level: 1..17, rank: 5 * bid.level + 4}
made: 3 * over >= contract.level - 2
"""


def test_an_auction_longer_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tries its calls out as long as all calls before can be made again; from there on it calls as usual."""
    path = tmp_path / "long.yaml"
    path.write_text(LONG)
    profile = rules_of(str(path))
    tables = make_tables(profile)
    judge = Judge(tables, Fitter(tables, kernel).fit, kernel)
    for module in ("expert", "rules"):
        monkeypatch.setattr(f"interpreter.players.{module}.judge_of", lambda profile: judge)
    state = game.new_game(profile, 0)
    game.apply(state, game.shuffle(profile, random.Random(1)))
    seen: dict[int, Action] = {}
    while len(state.calls) <= kernel.MOST_CALLS:
        legal = game.legal(state)
        before = len(state.calls)
        if before >= kernel.MOST_CALLS - 1:
            seen[before] = decide(view(state, state.to_act), legal, ExpertPlayer(worlds=16))
        silent = [call for _, call in state.calls[-2:]] == [PASS, PASS]
        game.apply(state, PASS if PASS in legal and not silent else next(one for one in legal if one != PASS))
    assert list(seen) == [kernel.MOST_CALLS - 1, kernel.MOST_CALLS]


def test_a_rehearsal_runs_all_that_decisions_need(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = rules_of("pagat-54")
    plain = Judge(make_tables(profile), judge_of(profile).fit, kernel)
    monkeypatch.setattr("interpreter.players.expert.judge_of", lambda profile: plain)
    needed = ["draw_worlds", "try_calls", "try_contracts", "try_gifts", "try_cards"]
    ran: set[str] = set()

    def noting(owner: object, name: str) -> None:
        function = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *args: (ran.add(name), function(*args))[1])

    for name in needed:
        noting(kernel, name)
    noting(Solver, "each")
    rehearse(profile)
    assert ran == {*needed, "each"}


@pytest.mark.parametrize(
    "setting", ["", "ms", "x", "0", "15", "1025", "0ms", "-3", "1.5ms", "60001ms", "²5", "25 ms", "1e3"]
)
def test_settings_that_make_no_sense_say_what_does(setting: str) -> None:
    with pytest.raises(InputError) as found:
        player(f"expert:{setting}")
    problem = found.value.problems[0]
    assert problem.code == "G020"
    assert "neither a time nor a number of worlds (1ms to 60000ms a decision, or 16 to 1024 worlds)" in problem.message
    assert problem.help == "write for example expert:100ms"


def test_other_players_take_no_setting() -> None:
    with pytest.raises(InputError, match="'rules' takes no setting"):
        player("rules:40")


def test_settings_are_part_of_the_name() -> None:
    by_time, by_worlds = player("expert"), player("expert:40")
    assert isinstance(by_time, ExpertPlayer)
    assert isinstance(by_worlds, ExpertPlayer)
    assert (by_time.seconds, by_time.worlds) == (0.1, None)
    assert (by_worlds.seconds, by_worlds.worlds) == (None, 40)
    assert [full_name(name) for name in ("expert", "expert:40", "rules")] == ["expert:100ms", "expert:40", "rules"]
    assert [repeatable(name) for name in ("expert", "expert:9ms", "expert:40", "rules")] == [False, False, True, True]


def test_it_keeps_to_its_time() -> None:
    """By a clock that goes on a millisecond each time somebody looks: no decision looks on for ever."""
    ticks = 0

    def clock() -> float:
        nonlocal ticks
        ticks += 1
        return ticks / 1000

    state = begun("pagat-54", {})
    expert = ExpertPlayer(seconds=0.02, clock=clock)
    decide(view(state, state.to_act), game.legal(state), expert)
    assert ticks < 60


def test_its_clock_begins_when_all_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Getting to know the rules and compiling take minutes here, and no decision's time pays for them."""
    now, known, budgets = [0.0], set[str](), list[Budget]()
    state = begun("pagat-54", {})

    def slowly(profile: Profile) -> Judge:
        now[0] += 60 * (profile.hash not in known)
        known.add(profile.hash)
        return judge_of(profile)

    def rehearsed(profile: Profile) -> None:
        now[0] += 60
        REHEARSED.add(profile.hash)

    def kept(*args: Any) -> Budget:
        budgets.append(Budget(*args))
        return budgets[-1]

    monkeypatch.setattr("interpreter.players.expert.judge_of", slowly)
    monkeypatch.setattr("interpreter.players.rehearsal.rehearse", rehearsed)
    monkeypatch.setattr("interpreter.players.expert.Budget", kept)
    REHEARSED.discard(state.profile.hash)
    expert = ExpertPlayer(seconds=0.1, clock=lambda: now[0])
    for _ in range(2):
        decide(view(state, state.to_act), game.legal(state), expert)
    ready = 120.0 if fastest().COMPILED else 60.0
    assert [budget.started for budget in budgets] == [ready, ready]
    assert now == [ready]


@pytest.mark.parametrize(
    ("seconds", "worlds"), [(0.025, 256), (0.1, 256), (0.5, 5_000), (1.0, 10_000), (60.0, MOST_BY_TIME)]
)
def test_a_longer_time_is_used(seconds: float, worlds: int) -> None:
    """A world takes a tenth of a millisecond; the actions aren't told apart, but by what is 10 points worse."""
    now, chance = [0.0], random.Random(1)

    def trial(actions: Sequence[int], first: int, count: int) -> list[list[float]]:
        now[0] += count / 10_000
        return [[chance.gauss(-10 * (action == 2), 1) for _ in range(count)] for action in actions]

    race = Race(3, 0)
    race.run(trial, Budget(seconds, None, lambda: now[0]))
    assert race.alive == [0, 1]
    assert 0.9 * worlds <= race.worlds <= worlds
    told_apart = Race(3, 0, [0, 2])
    told_apart.run(trial, Budget(seconds + now[0], None, lambda: now[0]))
    assert (told_apart.alive, told_apart.worlds < 100) == ([0], True)


def test_ever_more_worlds_are_the_same_ones() -> None:
    """However many are drawn at a time, and beyond those that there is room for to begin with."""
    state = begun("pagat-54", {})
    seen, judge = view(state, state.to_act), judge_of(state.profile)
    space = len(judge.tables.spaces) - 1
    steps, at_once = (Worlds(seen, judge, space, random.Random(3)) for _ in range(2))
    for count in (1, 4, FEW_WORLDS, FEW_WORLDS + 1, 3 * FEW_WORLDS):
        steps.draw(count)
    found, other = (worlds.draw(3 * FEW_WORLDS)[: 6 * 3 * FEW_WORLDS] for worlds in (steps, at_once))
    assert list(found) == list(other)
    assert len(set(map(tuple, zip(*[iter(map(int, found))] * 6, strict=True)))) > 2 * FEW_WORLDS


# Hand-made positions


def contract_of(profile: Profile, dealer: int, calls: str, *choices: str) -> State:
    """Return a game in which these calls and choices were made, whatever the hands."""
    state = game.new_game(profile, dealer)
    game.apply(state, game.shuffle(profile, random.Random(1)))
    for text in (*calls.split(", "), *choices):
        game.apply(state, parse_action(state, text))
    return state


def endgame(
    state: State, seat: int, hand: str, table: str, unseen: str, sizes: Sequence[int], books: int, voids: str = ""
) -> tuple[View, tuple[Card, ...]]:
    """Return a seat's view late in a deal, and the cards it may play.

    `table` lies before it; `unseen` are the cards that the others hold (`sizes` of them each) or that lie face down.
    All other cards were played: four of a suit each trick as far as that goes, then the rest, the first of a suit of
    which nothing is unseen; what is left then the seat has put away. `voids` are tricks that come first, such as
    "W 2S 3S 4D 5S" (west led spades, ..). `books` are the declarers' so far.
    """
    profile = state.profile
    rules = trick_rules(profile, state.contract)
    mine, on_table, hidden = tuple(hand.split()), tuple(table.split()), tuple(unseen.split())
    played = profile.dealing.each - len(mine)
    tricks: list[Trick] = []
    for text in filter(None, voids.split("; ")):
        leader, *cards = text.split()
        tricks.append(Trick("NESW".index(leader), tuple(cards), "NESW".index(leader), 1))
    gone = {*mine, *on_table, *hidden, *(card for trick in tricks for card in trick.cards)}
    groups: dict[str, list[Card]] = {}
    for card in profile.pack.cards:
        if card not in gone:
            groups.setdefault(rules.suit[card], []).append(card)
    rest: list[Card] = []
    for cards in groups.values():
        while len(cards) >= 4 and len(tricks) < played:
            tricks.append(Trick(NORTH, tuple(cards[:4]), NORTH, 1))
            del cards[:4]
        rest += cards
    seen_out = {rules.suit[card] for card in hidden}
    rest.sort(key=lambda card: (rules.suit[card] in seen_out, rules.suit[card]))
    while len(tricks) < played:
        lead, *others = rest[0], *rest[-3:]
        tricks.append(Trick(NORTH, (lead, *others), NORTH, 1))
        rest = rest[1:-3]
    leader = (seat - len(on_table)) % 4
    led = next((rules.suit[card] for card in on_table if rules.suit[card] != "none"), None)
    declarers = state.contract.declarers
    all_books = [0, 0, 0, 0]
    all_books[declarers] = books
    all_books[1 - declarers] = len(tricks) - books + (profile.play.books.get("declarers", 0))
    seen = replace(
        view(state, seat), phase="play", hand=mine, sizes=tuple(sizes), kitty_size=len(rest), gave=tuple(rest),
        leader=leader, led=led, trick=on_table, tricks=tuple(tricks), books=tuple(all_books), exchanged=(),
    )  # fmt: skip
    return seen, tuple(rules.playable(list(mine), led, len(tricks) + 1, seat))


def standing(profile: Profile, totals: tuple[int, int]) -> Standing:
    """Return a standing."""
    return Standing({**dict.fromkeys(profile.scoring.tallies, (0, 0)), "total": totals})


def begun(reference: str, hands: dict[int, str], dealer: int = NORTH, seed: int = 1, kitty: str = "") -> State:
    """Return a game after a deal in which some seats hold certain cards (`kitty`: these lie there)."""
    profile = rules_of(reference)
    fixed = {seat: cards.split() for seat, cards in hands.items()}
    taken = {card for cards in fixed.values() for card in cards} | set(kitty.split())
    rest = [card for card in profile.pack.cards if card not in taken]
    random.Random(seed).shuffle(rest)
    each = profile.dealing.each
    for seat in SEATS:
        held = fixed.setdefault(seat, [])
        held += [rest.pop() for _ in range(each - len(held))]
    order = [fixed[(dealer + 1 + place) % 4][number] for number in range(each) for place in range(4)]
    below = [*kitty.split(), *rest]
    last = profile.dealing.not_last
    state = game.new_game(profile, dealer)
    places = range(len(order), len(order) + len(below))
    if last is not None:  # the kitty may not be the last cards
        order[len(order) - last : len(order) - last] = below
        places = range(len(order) - last - len(below), len(order) - last)
    game.apply(state, Deal(tuple(order if last is not None else (*order, *below)), profile.pack.cards, tuple(places)))
    return state


# Jokers at no trump


def test_a_dead_joker_is_shed_when_that_costs_nothing() -> None:
    """At no trump a joker never wins. Void in the suit led, a hand keeps everything that may still take a trick."""
    state = contract_of(rules_of("pagat-54"), NORTH, "4 no trump, pass, pass, pass", "up")
    seen, legal = endgame(
        state,
        EAST,
        hand="BJ AD KD 2C",
        table="AS",
        unseen="QD JD TD 9C 8C 7C 3S 4S 5S KS QS",
        sizes=(3, 4, 4, 4),
        books=7,
    )
    assert decide(seen, legal) == "BJ"


def test_a_dead_joker_is_not_led() -> None:
    """West has two winners and a joker: led first, it would give the lead to whoever is behind it."""
    state = contract_of(rules_of("pagat-54"), SOUTH, "4 no trump, pass, pass, pass", "up")
    seen, legal = endgame(
        state, WEST, hand="AD KD BJ", table="", unseen="QD JD TD 9C 8C 7C 3S 4S 5S", sizes=(3, 3, 3, 3), books=8
    )
    assert decide(seen, legal) in ("AD", "KD")


def test_in_whole_deals_no_dead_joker_is_led_or_kept_and_no_trump_is_buried() -> None:
    """However few worlds there are: as often as it could be."""
    profile, expert, jokers = rules_of("pagat-54"), ExpertPlayer(worlds=16), {"BJ", "LJ"}
    tempted = {"led": 0, "kept": 0, "buried": 0}
    for number in range(14):
        state, rng = game.new_game(profile, number % 4), random.Random(number)
        while not state.results:
            if state.needs_deal:
                game.apply(state, game.shuffle(profile, rng))
                continue
            seen, legal = view(state, state.to_act), game.legal(state)
            bidding = isinstance(state.phase, BidPhase)
            action = (RULES if bidding else expert).choose(seen, legal, rng)
            trump, cards = str(seen.contract.values["trump"]), set(map(str, legal))
            if seen.playing and trump == "none" and cards & jokers and cards - jokers:
                led = bool(seen.trick)
                tempted["kept" if led else "led"] += 1
                assert (action in jokers) == led, (number, action, legal)
            if isinstance(state.phase, ExchangePhase) and trump != "none":
                trumps = {card for card in cards if card in jokers or card.endswith(trump)}
                tempted["buried"] += bool(trumps)
                assert action not in trumps or trumps == cards, (number, action, legal)
            game.apply(state, action)
    assert min(tempted.values()) >= 5, tempted


# Trumps


def test_trumps_that_only_partner_holds_are_not_drawn() -> None:
    """Spades are trumps; east and west are out of them. North's last one takes a heart that south loses."""
    state = contract_of(rules_of("tom-w-cincinnati"), EAST, "4 high, pass, pass, pass", "spades")
    seen, legal = endgame(
        state, SOUTH, hand="AS 2H 3H", table="", unseen="KS 4D 5D KH QH JH TH 6C 7C", sizes=(3, 3, 3, 3), books=7,
        voids="S QS 2C 2S 3C; S JS 2D 3S 3D; S TS 8D 4S 9D; S 4H 5H 9C 6H",
    )  # fmt: skip
    assert {card for card, allowed in zip(*unseen_of(seen), strict=True) if allowed == 1 << NORTH} >= {"KS"}
    assert decide(seen, legal) in ("2H", "3H")


def unseen_of(seen: View) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Return the unseen cards, and who may hold each."""
    from interpreter.players.worlds import unseen_by

    unseen = unseen_by(seen)
    return unseen.cards, unseen.allowed


def test_trumps_are_not_put_away() -> None:
    """Declarer with eight trumps and ten plain cards: what goes are plain cards, and no ace."""
    state = begun("pagat-54", {EAST: "AS KS QS 9S 5S 3S AH 7H 6D 4D 8C 2C"}, dealer=NORTH, kitty="BJ 2S 9H TD 5C 3C")
    for call in ("4 high", "pass", "pass", "pass", "spades"):
        game.apply(state, parse_action(state, call))
    while isinstance(state.phase, ExchangePhase):
        card = decide(view(state, EAST), game.legal(state))
        assert isinstance(card, str)
        assert card not in ("BJ", "AH")
        assert not card.endswith("S")
        game.apply(state, card)


# Partner's suit


def test_partners_suit_is_returned() -> None:
    """No trump, south declares and has shown out of hearts. West led them, and holds all that are left but east's one.

    With the ace of clubs played east is on lead: clubs or spades go to the declarers, hearts to west, who runs them.
    """
    state = contract_of(rules_of("tom-w-cincinnati"), EAST, "3 no trump, pass, pass, pass", "up")
    seen, legal = endgame(
        state, EAST, hand="2H 3C 4S", table="", unseen="AH KH QH AS KS QS AC KC QC", sizes=(3, 3, 3, 3), books=6,
        voids="W JH 9H 3H 2D; W TH 3D 4H 4D",
    )  # fmt: skip
    assert decide(seen, legal) == "2H"


# Bids


MIDDLING = "8S 9S TS JS 8H 9H TH 7D 8D TD 9C TC"
STRONG = "AS KS QS JS TS 9S 8S AH KH AD KD AC"


def test_a_hopeless_hand_passes() -> None:
    """Neither high nor low, and more than it could make has been bid."""
    for reference in ("pagat-54", "neuralplay", "wikihow-bid-whist"):
        state = begun(reference, {SOUTH: MIDDLING})
        game.apply(state, parse_action(state, "4 high"))
        assert isinstance(decide(view(state, SOUTH), game.legal(state)), Pass), reference


def test_no_level_is_bid_that_the_estimate_says_fails() -> None:
    """The books that are expected of the hand and of what has been called reach what the bid promises, or nearly so."""
    bids = 0
    for seed in range(12):
        state = begun("pagat-54", {}, seed=seed)
        while isinstance(state.phase, BidPhase) and not state.results:
            seen, legal = view(state, state.to_act), game.legal(state)
            chosen = decide(seen, legal)
            if isinstance(chosen, Bid) and any(isinstance(other, Pass) for other in legal):
                judge = judge_of(state.profile)
                hoped = max(
                    judge.books(seen.hand, contract.changed({}, seen.seat), kernel.DEALT)[0]
                    for contract in (judge.tables.contracts[number] for number in judge.tables.final)
                    if contract["kind"] == chosen.kind and contract["level"] == chosen.fields["level"]
                )
                hoped += judge.fit.leaning[judge.heard(seen.calls, seen.seat).lean] / 1000
                assert hoped > 6 + int(chosen.fields["level"]) - 0.5 - 0.75
                bids += 1
            game.apply(state, chosen)
    assert bids >= 4


def test_a_forced_bid_is_the_cheapest_good_one() -> None:
    """All have passed and the dealer has to bid with nothing: three, at trump, where a set costs three and not six."""
    state = begun("pagat-54", {NORTH: MIDDLING}, dealer=NORTH)
    for _ in range(3):
        game.apply(state, parse_action(state, "pass"))
    bid = decide(view(state, NORTH), game.legal(state))
    assert isinstance(bid, Bid)
    assert (bid.kind, bid.fields["level"]) == ("suit", 3)


def test_a_great_hand_bids() -> None:
    state = begun("pagat-54", {EAST: STRONG})
    assert isinstance(decide(view(state, EAST), game.legal(state)), Bid)


# The score


def finesse(totals: tuple[int, int]) -> View:
    """Return south's view: three high in spades, seven books so far, three tricks left. East has led a heart.

    South has the ace and queen, and the king of clubs, which is good: north has the last three clubs. The king and
    three small hearts and a diamond are with east (two of them) and west (three).
    - The ace and the clubs are nine books, no more: the king takes the queen.
    - The queen, unless west has the king: ten books (2/5). If it loses, west leads the diamond (8 books, set: 3/10), or
      a heart to the ace where it has none (9 books, 3/10).
    """
    profile = rules_of("tom-w-cincinnati")
    state = contract_of(profile, EAST, "3 high, pass, pass, pass", "spades")
    seen, legal = endgame(
        state, SOUTH, hand="AH QH KC", table="5H", unseen="KH 9H 8H 7H 3D 2C 3C 4C", sizes=(3, 2, 3, 3), books=7,
        voids="W TH 6C JH 4H; W 5D 7C 6D 7D",
    )  # fmt: skip
    assert legal == ("AH", "QH")
    return replace(seen, standing=standing(profile, totals))


@pytest.mark.parametrize(
    ("totals", "card"),
    [
        ((0, 0), "AH"),  # 3 points, the queen 1.6 on average
        ((-4, 0), "AH"),  # a set would lose the game
        ((3, 0), "QH"),  # four points win it, three don't
    ],
)
def test_it_plays_to_the_score(totals: tuple[int, int], card: Card) -> None:
    for seed in range(5):
        assert decide(finesse(totals), ("AH", "QH"), ExpertPlayer(worlds=200), seed) == card


def test_names_are_chosen_for_the_hand() -> None:
    """Seven spades to the top, beside nothing: they are trumps, uptown."""
    state = begun("pagat-54", {EAST: "AS KS QS JS TS 9S 8S 4H 5H 6D 7D 9C"})
    for call in ("3 high", "pass", "pass", "pass"):
        game.apply(state, parse_action(state, call))
    assert decide(view(state, EAST), game.legal(state)) == Choice({"trump": "S"})
