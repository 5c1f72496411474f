"""From one deal to the next: totals, games and the match.

A deal that is over is scored. A game that is over clears the tallies that last a game and counts the deals from 1
again; over a match the dealer goes on. A drawn game is nobody's. (`bidwhist match` is another thing: `duplicate.py`.)
"""

from __future__ import annotations

from interpreter.cards import Card
from interpreter.model import Profile
from interpreter.phases.verb import Ending
from interpreter.quantities import OF_CARDS
from interpreter.scoring import (
    NO_CARDS,
    CardPair,
    Outcome,
    Result,
    Standing,
    match_end,
    score_claim,
    score_deal,
    score_passed_out,
)
from interpreter.state import State
from interpreter.table import side_of


def standing_of(state: State) -> Standing:
    """Return both sides' tallies and games, and the number of the deal."""
    return Standing(dict(state.tallies), state.games, state.deal)


def outcome_of(state: State) -> Outcome:
    """Return how the cards of the deal fell. A revoke that is only reported isn't established, so it counts nothing."""
    books = state.books
    won, played = cards_by_side(state) if reads_cards(state.profile) else (NO_CARDS, NO_CARDS)
    revokes = tuple(side_of(revoke.seat) for revoke in state.revokes if state.following == "ruled")
    return Outcome(state.contract, (books[0] + books[2], books[1] + books[3]), revokes, won, played)


def reads_cards(profile: Profile) -> bool:
    """Whether the score reads which cards a side won or played."""
    return any(quantity in OF_CARDS for _, _, quantity in profile.scoring.needs)


def cards_by_side(state: State) -> tuple[CardPair, CardPair]:
    """Return the cards of the tricks that each side won, and the cards that each side played."""
    won: list[set[Card]] = [set(), set()]
    played: list[set[Card]] = [set(), set()]
    for trick in state.tricks:
        won[side_of(trick.winner)].update(trick.cards)
        for offset, card in enumerate(trick.cards):
            played[side_of(trick.leader + offset)].add(card)
    return (frozenset(won[0]), frozenset(won[1])), (frozenset(played[0]), frozenset(played[1]))


def finish_deal(state: State, ending: Ending = Ending.PHASE) -> None:
    """Score the deal and set up what comes next: another deal, another game, or the end."""
    standing = standing_of(state)
    match ending:
        case Ending.NEXT_DEAL:
            result = score_passed_out(state.profile, state.contract, standing)
        case Ending.CLAIM:
            assert state.earned is not None
            result = score_claim(state.profile, outcome_of(state), standing, state.earned)
        case _:
            result = score_deal(state.profile, outcome_of(state), standing)
    state.results.append(result)
    state.tallies = dict(result.after.tallies)
    state.games = result.after.games
    state.dealer = int(state.profile.next_dealer.call({"dealer": state.dealer, "declarer": state.contract.declarer}))
    state.deal += 1
    if result.over:
        finish_game(state, result)
    state.clear_deal()
    state.options = None


def finish_game(state: State, result: Result) -> None:
    """End the game, and the match if it is won; else clear what lasts only a game."""
    end = match_end(state.profile, result)
    if end is not None:
        state.winner, state.settlement = end.winner, end.settlement
        state.results[-1] = result._replace(lines=(*result.lines, *end.lines), after=end.after)
        state.tallies = dict(end.after.tallies)
        state.over = True
        return
    scopes = state.profile.scoring.tallies
    state.tallies = {name: pair if scopes[name] == "match" else (0, 0) for name, pair in state.tallies.items()}
    state.deal = 1


__all__ = ["finish_deal", "outcome_of", "standing_of"]
