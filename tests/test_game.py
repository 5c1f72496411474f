"""What holds for every set of rules, and how many auctions there are.

The counts are worked out by other means: by hand, and by counting without the engine.
"""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable
from math import comb
from pathlib import Path

import pytest

from interpreter import game
from interpreter.actions import DECLINE, Choice, Claim, Deal, Event
from interpreter.contract import PASS, Bid, OtherCall, Pass, make_bid
from interpreter.errors import IllegalAction, InputError
from interpreter.model import BidPhase, PlayPhase, Profile
from interpreter.profile.load import load
from interpreter.state import State
from interpreter.table import SEATS
from tests.games import (
    GAMES,
    MAX_DEALS,
    SHIPPED,
    Chooser,
    anything,
    decisions,
    ids,
    low_bids,
    rules_of,
    short,
    states,
)

CLAIMS = ("whist-classic+goal=2",)
TESTED = (*GAMES, *CLAIMS)


def snapshot(state: State) -> dict[str, object]:
    """Return all that a state holds, copied; the list of legal actions, which is only kept to save time, left out."""
    return {name: copied(getattr(state, name)) for name in State.__slots__ if name != "options"}


def copied(value: object) -> object:
    """Return a value whose lists, sets and maps are copies."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, set):
        return set(value)
    return dict(value) if isinstance(value, dict) else value


def differing(state: State, before: dict[str, object]) -> dict[str, tuple[object, object]]:
    """Return what is no longer as it was."""
    now = snapshot(state)
    return {name: (before[name], now[name]) for name in now if now[name] != before[name]}


# Every game


@pytest.mark.parametrize("reference", TESTED, ids=short)
@pytest.mark.parametrize("choose", [anything, low_bids])
def test_random_legal_play_ends(reference: str, choose: Callable[[random.Random], Chooser]) -> None:
    """A seat to act always has something to do, in any order of play the match ends, and each deal has its score."""
    rng = random.Random(1)
    ended = False
    for state in decisions(rules_of(reference), rng, choose(rng)):
        ended = state.over
        assert ended or game.legal(state)
    assert ended, f"no end after {MAX_DEALS} deals"
    dealt = sum(isinstance(event, Deal) for _, event in state.history)
    redealt = sum(isinstance(event, OtherCall) for _, event in state.history)
    assert len(state.results) <= dealt
    assert redealt or dealt - len(state.results) == passed_out_again(state)


def passed_out_again(state: State) -> int:
    """Return how many deals were dealt again because all passed."""
    auction = state.profile.auction
    if auction is None or auction.all_pass != "redeal":
        return 0
    calls: list[Event] = []
    again = 0
    for _, event in state.history:
        calls = [] if isinstance(event, Deal) else [*calls, event]
        again += len(calls) == len(SEATS) and all(isinstance(call, Pass) for call in calls)
    return again


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_cards_are_conserved(reference: str) -> None:
    rng = random.Random(2)
    for state in decisions(rules_of(reference), rng, low_bids(rng), deals=6):
        if state.to_act < 0:
            continue
        places = [*state.hands, state.kitty, state.out, state.trick, *(trick.cards for trick in state.tricks)]
        everywhere = Counter(card for place in places for card in place)
        assert everywhere == Counter(state.profile.pack.cards)


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_hands_are_even_when_a_trick_begins(reference: str) -> None:
    rng = random.Random(3)
    for state in decisions(rules_of(reference), rng, low_bids(rng), deals=6):
        if isinstance(state.phase, PlayPhase) and state.to_act >= 0 and not state.trick:
            assert len({len(hand) for hand in state.hands}) == 1


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_the_history_rebuilds_the_state(reference: str) -> None:
    rng, profile = random.Random(4), rules_of(reference)
    dealer = rng.randrange(4)
    for number, state in enumerate(states(game.new_game(profile, dealer), rng, low_bids(rng), deals=3)):
        asking = isinstance(state.phase, PlayPhase) and not state.trick and not state.tricks and state.to_act >= 0
        if (number % 9 and not state.over) or asking:  # claims declined in private leave nothing in the history
            continue
        rebuilt = game.replayed(profile, dealer, state.history)
        assert differing(rebuilt, snapshot(state)) == {}


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_a_clone_is_independent(reference: str) -> None:
    rng = random.Random(5)
    for number, state in enumerate(decisions(rules_of(reference), rng, low_bids(rng), deals=2)):
        if number % 11 or state.over:
            continue
        other, before = state.clone(), snapshot(state)
        assert differing(other, before) == {}
        for _ in range(30):
            if other.needs_deal:
                game.apply(other, game.shuffle(other.profile, rng))
            elif not other.over:
                game.apply(other, rng.choice(game.legal(other)))
        assert differing(state, before) == {}


def oddities(state: State) -> list[Event]:
    """Return events of every sort, many of which are illegal at any one time."""
    pack = state.profile.pack.cards
    return [
        *pack,
        "XX",
        "",
        PASS,
        *(bid for bid in (state.profile.auction.bids if state.profile.auction else ())),
        make_bid("suit", {"level": 99}, 99),
        OtherCall("redeal"),
        OtherCall("nonsense"),
        Choice({"trump": "S"}),
        Choice({"dir": "sideways"}),
        Choice({}),
        DECLINE,
        Claim("sing"),
        Claim("nonsense"),
        Deal(pack, pack),
        Deal(()),
        Deal(pack[:-1]),
        Deal((*pack[:-1], pack[0])),
        Deal(pack, pack, (0, 1)),
        Deal(pack, pack, (-1,) * max(1, state.profile.dealing.kitty)),
    ]


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_an_illegal_action_is_refused_and_changes_nothing(reference: str) -> None:
    """Before a deal, at decisions of every phase, and after the end."""
    rng, profile = random.Random(6), rules_of(reference)
    state = game.new_game(profile)
    refuse_all(state)
    for number, state in enumerate(decisions(profile, rng, low_bids(rng))):
        if number % 23 == 0 or state.over:
            refuse_all(state)
        if number > 400 and not state.over:
            break


def refuse_all(state: State) -> None:
    """Check that what isn't legal is refused with a reason."""
    legal = set(game.legal(state))
    before = snapshot(state)
    for event in oddities(state):
        if event in legal or (isinstance(event, Deal) and game.refusal(state, event) == ""):
            continue
        with pytest.raises(IllegalAction, match=r"can't do .* in deal \d+, after \d+ events: \w"):
            game.apply(state, event)
        assert differing(state, before) == {}
        assert set(game.legal(state)) == legal


@pytest.mark.parametrize("reference", TESTED, ids=short)
def test_legal_actions_come_in_a_fixed_order_without_repeats(reference: str) -> None:
    """The pass first, bids by rank, cards as held; and all of them can be carried out."""
    rng = random.Random(7)
    for number, state in enumerate(decisions(rules_of(reference), rng, low_bids(rng), deals=2)):
        legal = game.legal(state)
        assert len(set(map(repr, legal))) == len(legal)
        assert Pass() not in legal[1:]
        ranks = [action.rank for action in legal if isinstance(action, Bid)]
        assert ranks == sorted(ranks)
        cards = [action for action in legal if isinstance(action, str)]
        assert not cards or cards == [card for card in state.hands[state.to_act] if card in cards]
        for action in legal if number % 13 == 0 else ():
            game.apply(state.clone(), action)


# House rules, any of them together


def house_rules() -> list[str]:
    """Return every house rule there is."""
    return ids(SHIPPED / "house-rules")


def subsets(count: int) -> list[str]:
    """Return references to random games with random house rules, in random order."""
    rng = random.Random(8)
    bases = [reference for reference in GAMES if "+" not in reference and not Path(reference).is_absolute()]
    return [
        "+".join((rng.choice(bases), *rng.sample(house_rules(), min(len(house_rules()), rng.randint(1, 4)))))
        for _ in range(count)
    ]


def test_any_house_rules_play_or_are_refused_with_a_reason() -> None:
    played, reasons = 0, Counter[str]()
    for reference in subsets(30):
        try:
            profile = rules_of(reference)
        except InputError as error:
            reasons.update(problem.code for problem in error.problems)
            continue
        played += 1
        rng = random.Random(9)
        for state in decisions(profile, rng, low_bids(rng), deals=3):
            if state.to_act >= 0:
                assert game.legal(state)
        assert state.results or state.history
    assert played >= 3
    assert all(reasons)


@pytest.mark.parametrize("rules", ["min-4", "sport-the-kitty", "low-over-high", "defenders-score"])
def test_the_order_of_house_rules_does_not_matter(rules: str) -> None:
    others = [rule for rule in ("min-4", "sport-the-kitty", "low-over-high", "defenders-score") if rule != rules]
    one = rules_of("+".join(("pagat-54", rules, *others)))
    other = rules_of("+".join(("pagat-54", *reversed(others), rules)))
    assert rules_alone(one) == rules_alone(other)


def rules_alone(profile: Profile) -> dict[str, object]:
    """Return a profile's document without its title, whose parts stand in the order of the house rules."""
    return {key: value for key, value in profile.document.items() if key != "says"}


# How many auctions


def auctions(profile: Profile, calls: int, complete: bool = False) -> int:
    """Return how many auctions of so many calls there are; complete: only those that are over by then."""
    state = game.new_game(profile)
    game.apply(state, game.shuffle(profile, random.Random(0)))
    return count_from(state, calls, complete)


def count_from(state: State, calls: int, complete: bool) -> int:
    """Return how many ways an auction can go on for exactly so many calls."""
    going_on = isinstance(state.phase, BidPhase) and not state.needs_deal and not state.results
    if calls == 0 or not going_on:
        return int(calls == 0 and not (complete and going_on))
    return sum(count_from(after(state, action), calls - 1, complete) for action in game.legal(state))


def after(state: State, event: Event) -> State:
    """Return a copy of the state in which an event has happened."""
    other = state.clone()
    game.apply(other, event)
    return other


def rising(ranks: tuple[int, ...], bids: int) -> int:
    """Return in how many ways so many bids can each beat the one before, `ranks` saying how many bids share a rank."""
    ways = [1] + [0] * bids
    for share in ranks:
        ways = [ways[count] + (share * ways[count - 1] if count else 0) for count in range(bids + 1)]
    return ways[bids]


def one_round(ranks: tuple[int, ...], calls: int) -> int:
    """Return how many openings of so many calls one round has where the last seat can't pass three passes out.

    The bids may stand anywhere among the calls; all others are passes.
    """
    return sum(comb(calls, bids) * rising(ranks, bids) for bids in range(calls + 1)) - (calls == 4)


@pytest.mark.parametrize(
    ("reference", "ranks", "by_hand"),
    [
        # 5 numbers, each with up = down < no trump. Bids that rise: 15 single, 15*14/2 - 5 = 100 pairs, 390 threes,
        # 985 fours. 1+15; 1+2*15+100; 1+3*15+3*100+390; 1+4*15+6*100+4*390+985 - 1
        ("pagat-54", (2, 1) * 5, (16, 131, 736, 3205)),
        ("pagat-54+min-4", (2, 1) * 4, (13, 87, 403, 1461)),
        # 15 ranks of one bid each: n calls are n of 15+n places, less the four passes
        ("pagat-54+low-over-high", (1,) * 15, (16, 136, 816, 3875)),
        ("pagat-54+low-over-high+min-4", (1,) * 12, (13, 91, 455, 1819)),
        ("pagat-54+numbers-equal", (3,) * 5, (16, 121, 586, 2085)),
    ],
)
def test_auctions_of_one_round(reference: str, ranks: tuple[int, ...], by_hand: tuple[int, ...]) -> None:
    assert tuple(one_round(ranks, calls) for calls in (1, 2, 3, 4)) == by_hand
    profile = rules_of(reference)
    assert tuple(auctions(profile, calls) for calls in (1, 2, 3, 4)) == by_hand
    assert auctions(profile, 4, complete=True) == by_hand[3]
    assert auctions(profile, 5) == 0


def test_auctions_after_each_first_call() -> None:
    """After a first bid: three more calls above its rank. After a pass: three more, less the three passes."""
    profile, ranks = rules_of("pagat-54"), (2, 1) * 5
    state = game.new_game(profile)
    game.apply(state, game.shuffle(profile, random.Random(0)))
    for action in game.legal(state):
        found = count_from(after(state, action), 3, complete=True)
        if isinstance(action, Pass):
            assert found == 1 + 3 * 15 + 3 * 100 + 390 - 1
            continue
        assert isinstance(action, Bid)
        place = 2 * (int(action.fields["level"]) - 3) + (action.kind == "nt")
        assert found == sum(comb(3, bids) * rising(ranks[place + 1 :], bids) for bids in range(4))


def test_open_auctions() -> None:
    """The first speaker bids again after pass, bid, pass, pass; the auction ends after three passes over a bid.

    With n bids in all. Four calls: a bid and three passes (n), or three passes and a bid, which ends it at once (n).
    Five: a bid after a pass or a lower bid, and three passes.
    """
    bids = 21
    four, five = bids + bids, bids + comb(bids, 2)
    assert (four, five) == (42, 231)
    profile = rules_of("wikihow-bid-whist")
    assert [auctions(profile, calls, complete=True) for calls in (3, 4, 5)] == [0, four, five]


def test_auctions_in_which_a_pass_is_final() -> None:
    """Each seat speaks until it passes: four calls are one bid by the first, second or third seat and three passes
    around it (7 each), or three passes and the least bid. Five calls: two bids, by any two seats of which the later
    bidder is left: what the three others call is one pass each and one bid.
    """
    profile = rules_of("parr-oregon")
    found = [auctions(profile, calls, complete=True) for calls in (3, 4, 5, 6)]
    assert found == [0, 3 * 7 + 1, final_passes(5), final_passes(6)]


def final_passes(calls: int) -> int:
    """Return the number of complete auctions of so many calls where a pass is final, by running through all lines."""
    levels, over = 7, 0
    lines = [(0, frozenset(range(4)), 0)]  # the level that stands, the seats left, the seat to speak
    for number in range(calls):
        following: list[tuple[int, frozenset[int], int]] = []
        for level, left, seat in lines:
            stuck = level == 0 and len(left) == 1
            turns = [(new, left) for new in ([1] if stuck else range(level + 1, levels + 1))]
            turns += [] if stuck else [(level, left - {seat})]
            for new, still in turns:
                if new and len(still) == 1:
                    over += number == calls - 1
                else:
                    speaker = next((seat + step) % 4 for step in range(1, 5) if (seat + step) % 4 in still)
                    following.append((new, still, speaker))
        lines = following
    return over


# Memory


def test_memory_stays_flat() -> None:
    """1,000 deals in one process: what is held afterwards is what was held after the first 100."""
    profile, rng = rules_of("pagat-54"), random.Random(10)

    def play(deals: int) -> None:
        dealt = 0
        while dealt < deals:
            *_, state = decisions(profile, rng, anything(rng), deals=deals - dealt)
            dealt += sum(isinstance(event, Deal) for _, event in state.history)

    def held() -> int:
        profile.play.memo.clear()  # what is kept for each contract has a bound of its own, tested below
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        play(100)
        before = held()
        play(1000)
        after_all, peak = held(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert after_all - before < 20_000, f"{after_all - before} bytes more"
    assert peak < 3_000_000


def test_what_profiles_keep_has_an_upper_bound() -> None:
    """What is looked up once for each contract is kept with the profile: it stops growing."""
    profile, rng = rules_of("pagat-54"), random.Random(11)
    sizes = []
    for _ in range(3):
        for _ in range(100):
            for _ in decisions(profile, rng, low_bids(rng), deals=3):
                pass
        auction = profile.auction
        sizes.append((len(profile.play.memo), len(auction.memo) if auction else 0))
    declarers, contracts = 4, 15 * 4
    assert all(play <= declarers * contracts for play, _ in sizes)
    assert all(calls <= 4 * 4 * 17 * 4 for _, calls in sizes)


def test_a_history_with_revokes_rebuilds_its_state() -> None:
    rules = load("pagat-54")
    chance = random.Random(3)
    state = game.new_game(rules, 0, following="ruled")
    while not state.results:
        if state.needs_deal:
            game.apply(state, game.shuffle(rules, chance))
            continue
        playing = state.phase is rules.play
        options = tuple(state.hands[state.to_act]) if playing else game.legal(state)
        game.apply(state, chance.choice(options))
    assert state.results[-1].outcome.revokes
    again = game.replayed(rules, 0, state.history, following="ruled")
    assert again.results == state.results
    with pytest.raises(IllegalAction):
        game.replayed(rules, 0, state.history)


def test_a_claim_shows_the_cards_that_its_defines_speak_of(tmp_path: Path) -> None:
    text = """
format: 1
profile: by-define
extends: whist-classic
define: {good: count(hand & honours)}
phases:
  play:
    claims:
      sing: {when: mine.total == goal - 2 and good >= 3}
"""
    (tmp_path / "by-define.yaml").write_text(text)
    plain, by_define = load("whist-classic"), load(str(tmp_path / "by-define.yaml"))
    shows = {rule.name: rule.shows for rule in plain.play.claims}
    assert {rule.name: rule.shows for rule in by_define.play.claims} == shows
