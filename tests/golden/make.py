"""Golden records: a recorded match of every shipped game, and every deal's result beside it.

`python tests/golden/make.py` writes them anew. A change of a golden is a change of rules that people notice: name it in
CHANGELOG.md. Each record has eight deals (or a whole match, if that is shorter), played at random, but in the auction
most calls are passes: uniformly random auctions nearly always end at the highest bid.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from interpreter import game
from interpreter.actions import Decline, Event
from interpreter.contract import Pass
from interpreter.model import Profile
from interpreter.notation import format_contract
from interpreter.profile.load import load
from interpreter.profile.shipped import shipped_ids
from interpreter.record import Header, chance_for, event_line, header_line
from interpreter.scoring import Result
from interpreter.state import State

FOLDER = Path(__file__).parent
SEED = 2026
DEALS = 8
PASSES = 0.75


def decide(state: State, rng: random.Random) -> Event:
    """Return the next deal or decision of a golden match."""
    if state.needs_deal:
        return game.shuffle(state.profile, rng)
    legal = game.legal(state)
    if isinstance(legal[0], Pass) and rng.random() < PASSES:
        return legal[0]
    return rng.choice(legal)


def lines(profile: Profile) -> tuple[list[str], State]:
    """Return the lines of a profile's golden record, and the state behind it."""
    header = Header(profile, ("random",) * 4, first_dealer=0, seed=SEED, made_by="golden")
    state = game.new_game(profile, header.first_dealer)
    found = [header_line(header)]
    while not state.over and len(state.results) < DEALS:
        event = decide(state, chance_for(SEED, state))
        if not isinstance(event, Decline):
            found.append(event_line(state, event, len(found)))
        game.apply(state, event)
    return found, state


def result_line(number: int, profile: Profile, result: Result) -> str:
    """Return one deal's result as JSON."""
    return json.dumps(
        {
            "deal": number,
            "contract": format_contract(profile, result.outcome.contract),
            "books": result.books,
            "made": result.made,
            "points": result.points,
            "tallies": {name: list(pair) for name, pair in result.after.tallies.items()},
            "games": result.after.games,
            "over": result.over,
            "winner": result.winner,
        }
    )


def files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the golden files of one shipped game with their content."""
    profile = load(name)
    record, state = lines(profile)
    yield f"{name}.jsonl", "\n".join(record) + "\n"
    results = [result_line(number, profile, result) for number, result in enumerate(state.results, 1)]
    yield f"{name}.results.jsonl", "\n".join(results) + "\n"


def write() -> None:
    """Write all golden files, and remove those of games that are gone."""
    wanted = dict(pair for name in shipped_ids() for pair in files(name))
    for old in FOLDER.glob("*.jsonl"):
        if old.name not in wanted:
            old.unlink()
    for name, content in wanted.items():
        (FOLDER / name).write_text(content)


if __name__ == "__main__":
    write()
