"""How many points a deal `expert` gains over `rules`, as declaring side, as defending side, and in all it does.

    pip install -e ".[fast]" && python tests/bench/expert.py                      # pagat-54, 1,500 deals, 100 ms a move
    python tests/bench/expert.py --others --deals 300 --ms 25                     # every other profile

Declaring and defending: rule players bid, name and bury; then the same play is done three times, by rule players
alone, with the expert at the declaring seats, and with it at the others. Nothing but card play differs. (Where nobody
declares, north and south stand for the declarers.) Whole deals: duplicate, each deal twice with the seats swapped,
calls and all; and `--parts bidding,naming,burying,playing` likewise, but all else is done by the rule player.

The expert's clock counts CPU time, so a busy machine changes nothing. With `--save FILE` every deal is written down,
and a run that was stopped goes on from there; the figures are printed as it goes, over all deals written down. A run
is split with `--first`; a deal is the same in any of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the checkout that this file stands in comes first

from interpreter import game
from interpreter.actions import Action
from interpreter.duplicate import Pairing, widest
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase, Phase, PlayPhase, Profile
from interpreter.players.expert import ExpertPlayer
from interpreter.players.player import Player, player
from interpreter.profile.load import load
from interpreter.record import chance
from interpreter.state import State
from interpreter.statistics import mean_interval, sums_of
from interpreter.view import View, view
from tests.games import SHIPPED, whole_games

RULES = player("rules")
SEED = 20_260
PARTS = ("declaring", "defending", "whole deals")
ONLY: dict[str, type[Phase]] = {
    "bidding": BidPhase, "naming": ChoosePhase, "burying": ExchangePhase, "playing": PlayPhase
}  # fmt: skip


class Timed:
    """The expert, and how long it takes: decisions with one action don't count. `only` in these phases, if any."""

    def __init__(self, milliseconds: float) -> None:
        self.player = ExpertPlayer(seconds=milliseconds / 1000, clock=time.process_time)
        self.moves, self.seconds, self.other = 0, 0.0, 0
        self.only: type[Phase] | None = None

    def choose(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """Return what the expert chooses, or the rule player where it isn't the expert's."""
        if len(legal) == 1:
            return legal[0]
        phase = next(phase for phase in view.profile.flow if phase.name == view.phase)
        if self.only is not None and not isinstance(phase, self.only):
            return RULES.choose(view, legal, rng)
        start = time.process_time()
        action = self.player.choose(view, legal, rng)
        self.seconds += time.process_time() - start
        self.moves += 1
        self.other += action != RULES.choose(view, legal, rng)
        return action


def before_play(profile: Profile, number: int) -> State:
    """Return deal `number` where its play begins, rule players having called and put away; redealt if thrown in."""
    state, rng = game.new_game(profile, number % 4), random.Random(number)
    redeals = 0
    while True:
        while state.needs_deal:
            game.apply(state, game.shuffle(profile, chance(SEED, number, redeals)))
            redeals += 1
        seen = view(state, state.to_act)
        if seen.playing:
            return state
        game.apply(state, RULES.choose(seen, game.legal(state), rng))
        if state.results:
            state = game.new_game(profile, number % 4)


def lead(state: State, declaring: Player, defending: Player, number: int) -> int:
    """Return by how many points the declaring side is ahead once the deal is played."""
    state, declarers = state.clone(), max(state.contract.declarers, 0)
    for event in range(1000):
        if state.results:
            break
        who = declaring if state.to_act % 2 == declarers else defending
        game.apply(state, who.choose(view(state, state.to_act), game.legal(state), chance(SEED, 1000 * number + event)))
    points = state.results[0].points
    return points[declarers] - points[1 - declarers]


def gains(profile: Profile, number: int, expert: Timed, parts: set[str]) -> dict[str, int]:
    """Return what the expert gains on one deal by part, in points; over both ways to sit on whole deals."""
    found: dict[str, int] = {}
    if parts & set(PARTS[:2]):
        state = before_play(profile, number)
        usual = lead(state, RULES, RULES, number)
        if PARTS[0] in parts:
            found[PARTS[0]] = lead(state, expert, RULES, number) - usual
        if PARTS[1] in parts:
            found[PARTS[1]] = usual - lead(state, RULES, expert, number)
    for part in parts & {PARTS[2], *ONLY}:
        expert.only = ONLY.get(part)
        board = Pairing(profile, (expert, RULES), SEED).board(number)
        found[part] = board.tables[0].margin(0) - board.tables[1].margin(0)
        expert.only = None
    return found


def saved(path: Path | None, key: list[Any]) -> dict[int, dict[str, int]]:
    """Return the deals that an earlier run has written down under the same conditions."""
    found: dict[int, dict[str, int]] = {}
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            if entry["of"] == key:
                found.setdefault(entry["deal"], {}).update(entry["gains"])
    return found


def report(name: str, profile: Profile, done: dict[int, dict[str, int]], expert: Timed) -> None:
    """Print how things stand."""
    print(f"{name}, {len(done)} deals", end="")
    if expert.moves:
        each, other = 1000 * expert.seconds / expert.moves, 100 * expert.other / expert.moves
        print(f"; {expert.moves:,} moves, {each:.1f} ms each, {other:.0f} % other than rules'", end="")
    print()
    for part in (*PARTS, *ONLY):
        counts = Counter(gained[part] for gained in done.values() if part in gained)
        if counts:
            bound, tables = 4 * widest(profile), 1 if part in PARTS[:2] else 2
            interval = mean_interval(sums_of(counts), -bound, bound).scaled(1 / tables)
            print(f"  {part:12} {interval.mean:+.3f} ± {interval.half_width:.3f} points a deal", flush=True)


def measure(
    name: str, chosen: argparse.Namespace, parts: set[str], save: Callable[[int, dict[str, int]], None]
) -> None:
    """Play the deals that aren't played yet under one game's rules."""
    profile, expert = load(name), Timed(chosen.ms)
    done = saved(chosen.save, [name, chosen.ms])
    warm = before_play(profile, 0)
    expert.player.choose(view(warm, warm.to_act), game.legal(warm), random.Random(0))  # compiles
    for number in range(chosen.first, chosen.first + chosen.deals):
        lacking = parts - done.get(number, {}).keys()
        if lacking:
            gained = gains(profile, number, expert, lacking)
            done.setdefault(number, {}).update(gained)
            save(number, gained)
            if (number + 1) % chosen.every == 0:
                report(name, profile, done, expert)
    report(name, profile, done, expert)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What expert gains over rules, in points a deal.")
    parser.add_argument("--rules", default="pagat-54", help="the game [pagat-54]")
    parser.add_argument("--others", action="store_true", help="every shipped profile but this one")
    parser.add_argument("--deals", type=int, default=1500, help="so many of them [1500]")
    parser.add_argument("--first", type=int, default=0, help="the first one's number, to split a run [0]")
    parser.add_argument("--ms", type=float, default=100, help="CPU milliseconds for a move [100]")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"some of {', '.join((*PARTS, *ONLY))}")
    parser.add_argument("--every", type=int, default=100, help="print after so many deals [100]")
    parser.add_argument("--save", type=Path, help="write each deal down here, and go on from there")
    chosen = parser.parse_args()
    parts = {part.strip() for part in chosen.parts.split(",")}
    if parts - {*PARTS, *ONLY}:
        parser.error(f"--parts: {', '.join((*PARTS, *ONLY))}")
    names = [name for name in whole_games(SHIPPED) if name != chosen.rules] if chosen.others else [chosen.rules]
    for name in names:

        def save(number: int, gained: dict[str, int], name: str = name) -> None:
            if chosen.save is not None:
                with chosen.save.open("a") as file:
                    print(json.dumps({"of": [name, chosen.ms], "deal": number, "gains": gained}), file=file)

        measure(name, chosen, parts, save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
