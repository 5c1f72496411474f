"""Getting ready to look ahead: the expert decides once of each kind, so that all code that it needs is compiled."""

from __future__ import annotations

from random import Random

from interpreter import game
from interpreter.model import Phase, Profile
from interpreter.players.estimate import judge_of
from interpreter.players.expert import SOLVED, ExpertPlayer
from interpreter.players.rules import RulePlayer
from interpreter.view import view

MOST_DEALS = 20
"""So many deals are tried until one is played."""
REHEARSED: set[str] = set()
"""The hashes of the rules for which this process has rehearsed."""


def rehearse(profile: Profile) -> None:
    """Have everything compiled that the expert runs under some rules.

    The rule player plays a deal, and at its first decision of each kind the expert looks one world ahead. Costs some
    tenths of a second, and where the compiled code isn't kept yet up to a minute. Raises `NoTables` as `judge_of` does.
    """
    judge_of(profile)
    REHEARSED.add(profile.hash)
    expert, rules, rng = ExpertPlayer(worlds=1), RulePlayer(), Random(0)
    state, rehearsed, deals = game.new_game(profile, 0), set[tuple[type[Phase], bool]](), 0
    while not state.results and not state.over:
        if state.needs_deal:
            deals += 1
            if deals > MOST_DEALS:
                return
            game.apply(state, game.shuffle(profile, rng))
            continue
        seen, legal = view(state, state.to_act), game.legal(state)
        kind = (type(state.phase), seen.playing and len(seen.hand) <= SOLVED)
        if len(legal) > 1 and kind not in rehearsed:
            rehearsed.add(kind)
            expert.choose(seen, legal, rng)
        game.apply(state, rules.choose(seen, legal, rng))
