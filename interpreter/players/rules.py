"""A player that reads the loaded rules, simulates their deals once, and then plays at once, without any search.

- It bids what should bring the most points, never a contract that its estimate says fails; a pass has a value too. A
  bid that it has to make is the least bad one.
- It names what should bring the most points.
- It buries idle cards, then those that leave the best lanes; plain winners and trumps last.
- It makes every claim that it can.
- It plays the card that should win the most less what it gives up; draws trumps as long as an opponent may hold any;
  throws idle cards first and plain winners last, and takes a trick in the last hand as cheaply as it can.

All of this stands in the kernel, which plays whole deals by it (`kernel.rule_card` and the like); here a view is
packed for it. Games that have no masks are played by simpler rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from interpreter.actions import Action, Choice, Claim
from interpreter.contract import Bid, OtherCall, Pass
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase, Phase, PlayPhase
from interpreter.players.estimate import Judge, judge_of
from interpreter.players.simple import simple
from interpreter.simulate import NoTables
from interpreter.table import side_of
from interpreter.view import View

__all__ = ["RulePlayer"]


class RulePlayer:
    """Plays by the kernel's rule player; the same view always gets the same action.

    The first decision of a game may have to fit its rules: some seconds. After that a decision takes well under a
    millisecond.
    """

    def choose(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action that the rule player picks."""
        if len(legal) == 1:
            return legal[0]
        claims = [action for action in legal if isinstance(action, Claim)]
        if claims:
            return claims[0]
        phase = next(phase for phase in view.profile.flow if phase.name == view.phase)
        try:
            return DECISIONS[type(phase)](judge_of(view.profile), view, legal)
        except (NoTables, KeyError):  # KeyError: a contract that the tables don't know
            return simple(view, legal)


def call(judge: Judge, view: View, legal: tuple[Action, ...]) -> Action:
    """Return the call to make."""
    calls = [action for action in legal if isinstance(action, Bid | Pass | OtherCall)]
    heard = judge.heard(view.calls, view.seat)
    return judge.call(view.hand, heard, view.contract, calls, view.standing, side_of(view.seat))


def name(judge: Judge, view: View, legal: tuple[Action, ...]) -> Action:
    """Return the choice to make."""
    options = [action for action in legal if isinstance(action, Choice)]
    return options[judge.choice(view, [view.contract.changed(option.fields) for option in options])]


def give(judge: Judge, view: View, legal: tuple[Action, ...]) -> Action:
    """Return the card to give away."""
    return judge.give(view, cards_of(legal), view.to_give)


def play(judge: Judge, view: View, legal: tuple[Action, ...]) -> Action:
    """Return the card to play."""
    return judge.play(view, cards_of(legal))


def cards_of(legal: tuple[Action, ...]) -> list[str]:
    """Return the cards among some actions."""
    return [action for action in legal if isinstance(action, str)]


DECISIONS: Mapping[type[Phase], Callable[[Judge, View, tuple[Action, ...]], Action]] = {
    BidPhase: call,
    ChoosePhase: name,
    ExchangePhase: give,
    PlayPhase: play,
}
