"""Odd but good games: each loads, and some random games of it are played to their end.

They extend the two small games in `bad/bases`; what is wrong with games that look like these is shown in `bad/`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter import game
from interpreter.model import Profile
from interpreter.profile.check import check_reference
from interpreter.state import State

BAD = Path(__file__).parent / "bad"

ODD: dict[str, tuple[str, str]] = {
    "nobody has trumps": ("small", "phases: {name: {pick: {trump: [none]}}}"),
    "no trump suit is known": ("plain", "deck: {suits: X Y Z W}"),
    "two suits": (
        "plain",
        "deck: {suits: R B}\nphases: {deal: {each: 2, kitty: 2}}\nscore: {tricks: {when: mine.books > 1, add: 1}}",
    ),
    "one card each": (
        "plain",
        "deck: {suits: R, ranks: A K Q J}\nranking: {plain: {order: K A Q J}}\nphases: {deal: {each: 1}}\n"
        "score: {tricks: {when: mine.books > 0, add: 1}}",
    ),
    "jacks are trumps without a suit": (
        "plain",
        "cards: {jacks: JS JH JD JC}\nranking: {plain: {order: A K Q T}, trumps: {trumps: jacks}}",
    ),
    "a suit is trumps by its name": ("plain", "cards: {hearts: AH KH QH JH TH}\nranking: {trumps: {trumps: hearts}}"),
    "idle cards only": ("plain", "cards: {all_of_them: S H D C}\nranking: {none: {idle: all_of_them}}"),
    "low beats high for the odd deals": (
        "plain",
        "contract: {dir: up}\n"
        "ranking: {plain: {when: contract.dir == up}, low: {when: contract.dir == down, order: T J Q K A}}\n"
        "phases: {deal: {set: {dir: 'cycle(deal, up, down)'}}}",
    ),
    "trumps in one deal only": (
        "plain",
        "contract: {trump: none}\nranking: {spades: {when: contract.trump == S, trumps: ...}}\n"
        "phases: {deal: {set: {trump: if deal == 60 then S else none}}}",
    ),
    "the opening card names trumps": (
        "plain",
        "contract: {trump: none}\nranking: {suit: {when: contract.trump != none, trumps: ...}}\n"
        "phases: {play: {opening: {when: me == dealer_of_it, set: {trump: suit(card)}}}}\n"
        "define: {dealer_of_it: me}",
    ),
    "the declarer deals next": ("small", "dealer: {next: declarer}"),
    "the dealer passes only as the last, which it always is": (
        "small",
        'phases: {auction: {may_pass: "(me != dealer or last) and not stuck"}}',
    ),
    "three kinds of bids": (
        "small",
        "contract: {dir: up, size: 0}\nphases:\n  auction:\n    bids:\n      number: {rank: 10 * bid.level}\n"
        "      low: {level: 1..3, dir: [up, down], rank: 10 * bid.level + 1 + index(bid.dir)}\n"
        "      big: {size: [4, 9], rank: 100 + bid.size}",
    ),
    "an open auction with a redeal": (
        "small",
        "phases:\n  auction:\n    rounds: open\n    may_pass: true\n    all_pass: next_deal\n"
        "    calls: {redeal: {when: spoken == 0 and count(hand & faces) == 0, then: redeal}}",
    ),
    "the dealer may match": (
        "small",
        "phases: {auction: {rounds: open, pass_is_final: true, beats: bid.rank > high.rank or (me == dealer and "
        "high.seat != dealer and bid.rank == high.rank)}}",
    ),
    "only the dealer may pass": ("small", "phases: {auction: {beats: true, may_pass: me == dealer}}"),
    "a bid by kind": (
        "small",
        "phases: {auction: {beats: bid.rank > high.rank and index(bid.kind) >= index(high.kind)}}",
    ),
    "a choice within bounds": ("small", "phases: {name: {where: contract.level < 3 or contract.trump != none}}"),
    "jacks are put out and replaced": (
        "small",
        "phases: {bury: {steps: {out: {who: others, give: all, of: card == JS, to: out, draw: kitty}}}}",
    ),
    "the dealer swaps before anybody bids": (
        "small",
        "flow: [deal, swap, auction, name, take, bury, play]\n"
        "phases: {swap: {do: exchange, steps: {swap: {who: dealer, give: 2, to: kitty, draw: kitty}}}}",
    ),
    "a trick is worth its number": (
        "plain",
        "phases: {play: {worth: trick}}\nscore: {tricks: {when: mine.books > theirs.books, add: mine.books}}\n"
        "game: {win: mine.total >= 70}",
    ),
    "a trick is worth what wins it": (
        "plain",
        "phases: {play: {worth: if card == AS then 5 else 1}}\n"
        "score: {tricks: {when: mine.books > theirs.books, add: 1}}",
    ),
    "a claim ends a deal": (
        "plain",
        "cards: {aces: A}\n"
        "phases: {play: {claims: {show: {at: turn, when: count(hand & aces) == 2, add: 3, then: end_deal}}}}",
    ),
    "points for cards won": (
        "plain",
        "cards: {aces: A}\nscore: {tricks: null, aces: {to: sides, add: count(mine.won & aces)}}\n"
        "game: {win: mine.total >= 20, tie: highest(total)}",
    ),
    "winning needs both totals": ("plain", "game: {win: mine.total >= 10 and theirs.total >= 2}"),
    "a lead of five wins": ("plain", "game: {win: mine.total - theirs.total >= 5}"),
    "the first to be far enough ahead": (
        "plain",
        "game: {win: (mine.total >= 7 and theirs.total == 0) or (mine.total >= 12 and mine.total > theirs.total + 1)}",
    ),
    "three sets lose": (
        "small",
        "tallies: {sets: game}\nscore: {sets: {to: declarers, when: not made, add: 1, into: sets}}\n"
        "game: {lose: inherited or mine.sets >= 3}",
    ),
    "a match of three games": (
        "plain",
        "tallies: {stakes: match}\n"
        "game: {score: {stake: {to: winner, into: stakes, add: if theirs.total == 0 then 2 else 1}}}\n"
        "match: {win: mine.games >= 2, result: mine.stakes - theirs.stakes}",
    ),
    "a number of deals, passed out or not": (
        "small",
        "params: {deals: 3}\nphases: {auction: {may_pass: true, all_pass: next_deal}}\n"
        "game: {win: null, lose: null, over: deal >= deals, winner: highest(total), tie: draw,\n"
        "  score: {last: {to: sides, when: made or contract.kind == number, add: 1}}}",
    ),
    "a revoke costs all": ("plain", "rulings: {revoke: {offenders: 0, others: 5}}"),
    "a doubled score by the standing": (
        "plain",
        "score: {tricks: {add: if mine.total > 3 then 1 else mine.books - 2}}\ngame: {tie: highest(total)}",
    ),
}
FAR = {
    "a million points": ("small", "params: {goal: 1000000}"),
    "fifty deals that may be drawn": (
        "plain",
        "game: {win: null, over: deal >= 5000, winner: lowest(total), tie: highest(total)}",
    ),
}


def loaded(folder: Path, parent: str, body: str) -> Profile:
    path = folder / "odd.yaml"
    path.write_text(f"format: 1\nprofile: odd\ntitle: odd\nextends: {parent}\n{body}\n", "utf-8")
    for base in ("small", "plain"):
        (folder / f"{base}.yaml").write_text((BAD / "bases" / f"{base}.yaml").read_text("utf-8"), "utf-8")
    return check_reference(str(path))[0]


def played(profile: Profile, seed: int, deals: int = 3_000) -> State:
    rng = random.Random(seed)
    state = game.new_game(profile, game.choose_first_dealer(profile, rng))
    while not state.over and deals:
        if state.needs_deal:
            deals -= 1
            game.apply(state, game.shuffle(profile, rng))
        else:
            game.apply(state, rng.choice(game.legal(state)))
    return state


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIDWHIST_CACHE", "/dev/null/none")


@pytest.mark.parametrize("name", ODD)
def test_an_odd_game_loads_and_ends(name: str, tmp_path: Path) -> None:
    profile = loaded(tmp_path, *ODD[name])
    for seed in range(5):
        assert played(profile, seed).over


@pytest.mark.parametrize("name", FAR)
def test_a_game_that_takes_very_long_loads_too(name: str, tmp_path: Path) -> None:
    assert not played(loaded(tmp_path, *FAR[name]), 1, deals=50).over
