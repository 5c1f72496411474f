"""A player that looks ahead: it tries its actions out in worlds that agree with what it has seen and heard.

- Worlds are drawn as often as what was said, put away and played makes them likely (`inference.py`, `worlds.py`).
- In each, the rule player finishes the deal after each action; cards are also solved double dummy once that is quick.
- What counts is the average of what the deal's end is worth under the rules' score at this standing (`utility.py`).
- What isn't clear in the worlds that it had time for, it does as the rule player does.

A budget bounds a decision: a time, or a number of worlds. By worlds the same view and chance get the same action; by
time they need not. Without compiled code a time allows for few worlds. Up to 100 ms no more than 256 are tried; a
longer time is used while the best actions aren't told apart. Where a game's rules can't be tabled the rule player
decides: everything where its cards can't be, calls and what leads to the contract where these can't. It makes the rule
player's claims.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Literal

from interpreter import kernel
from interpreter.actions import Action, Choice, Claim, Decline
from interpreter.cards import Card
from interpreter.contract import Bid, OtherCall, Pass
from interpreter.double_dummy import Solver
from interpreter.model import BidPhase, ChoosePhase, ExchangePhase, Phase, PlayPhase, Profile
from interpreter.players.estimate import Judge, judge_of
from interpreter.players.inference import promises
from interpreter.players.race import LEAST, MOST_WORLDS, Budget, Race, choice
from interpreter.players.rules import RulePlayer, cards_of
from interpreter.players.tries import CardTries, FlowTries, LeadTries, Tries
from interpreter.simulate import NoTables
from interpreter.tables import Part
from interpreter.view import View

__all__ = ["ExpertPlayer"]

SECONDS = 0.1
"""The time for a decision where nothing else is said."""
SOLVED = 9
"""Hands of so many cards are solved."""
SOLVED_SHARE = 0.5
"""The part of the worlds that is solved too."""
PLAYED_ON = 0.4
"""The part of the time for playing on where cards are solved too."""
NODES, NODES_A_SECOND = 60_000, 600_000
"""A card's search is given up after so many nodes; by time, after so many for each second of the budget."""
MEMORY = 1 << 16
"""So many positions the solver remembers."""
CAUTION = 1.0
"""So many standard errors an action must be ahead of the rule player's to be preferred."""
MORE = 700
"""By so many thousandths of a book a bid may ask for more than is expected of the hand: it is made one time of three
then. What the other side would make of a pass can be worse than a set."""
MOST_GAMES = 4
MOST_MILLISECONDS = 60_000


class ExpertPlayer:
    """Decides by trying out, in `seconds` a decision, or in so many `worlds`; both are limits where both are given.

    The time is that of `clock`; it begins when all is ready that is done once for a game (`get_ready`). Holds nothing
    between decisions but what belongs to the rules; not for several threads at once.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        worlds: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.seconds = SECONDS if seconds is None and worlds is None else seconds
        self.worlds, self.clock = worlds, clock
        self.rules = RulePlayer()
        self.games: OrderedDict[str, Tries] = OrderedDict()

    @staticmethod
    def setting(text: str) -> dict[str, float | int]:
        """Return the arguments that a setting such as "25ms" or "40" stands for: a time, or a number of worlds.

        Raises `ValueError` where it is neither, and says what it may be.
        """
        number, milliseconds = text.removesuffix("ms"), text.endswith("ms")
        least, most = (1, MOST_MILLISECONDS) if milliseconds else (LEAST, MOST_WORLDS)
        if not (number.isascii() and number.isdecimal() and len(number) < 9 and least <= int(number) <= most):
            limits = f"1ms to {MOST_MILLISECONDS}ms a decision, or {LEAST} to {MOST_WORLDS} worlds"
            raise ValueError(f"{text!r} is neither a time nor a number of worlds ({limits})")
        return {"seconds": int(number) / 1000} if milliseconds else {"worlds": int(number)}

    def choose(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action that is best on average, the rule player's where none is clearly better."""
        if len(legal) == 1:
            return legal[0]
        if self.seconds is not None:
            self.get_ready(view.profile)
        budget = Budget(self.seconds, self.worlds, self.clock)
        usual = self.rules.choose(view, legal, rng)
        if any(isinstance(action, Claim | Decline) for action in legal):
            return usual
        phase = next(phase for phase in view.profile.flow if phase.name == view.phase)
        try:
            tries = self.tries(judge_of(view.profile))
            if tries.judge.tables.lacks(*NEEDED[type(phase)]):
                return usual
            return legal[DECISIONS[type(phase)](tries, view, legal, legal.index(usual), budget, rng)]
        except (NoTables, KeyError):  # KeyError: a contract that the tables don't know
            return usual

    def get_ready(self, profile: Profile) -> None:
        """Do what is done once for a game: know its rules, have compiled what decisions run, and make room.

        Costs nothing the second time; the first time as much as `rehearse`.
        """
        from interpreter.players.rehearsal import REHEARSED, rehearse  # it lets an expert decide

        try:
            judge = judge_of(profile)
            self.tries(judge)
            if judge.machine.COMPILED and profile.hash not in REHEARSED:
                rehearse(profile)
        except NoTables:
            return

    def tries(self, judge: Judge) -> Tries:
        """Return the room to try things out in for a game."""
        key = judge.profile.hash
        found = self.games.get(key)
        if found is None or found.judge is not judge:
            cap = NODES if self.seconds is None else max(1000, int(NODES_A_SECOND * self.seconds))
            found = self.games[key] = Tries(judge, Solver(judge.tables, node_cap=cap, memory=MEMORY))
            if len(self.games) > MOST_GAMES:
                self.games.popitem(last=False)
        return found


Decision = Callable[[Tries, View, Sequence[Action], int, Budget, Random], int]
"""Finds the place of the action to take among the legal ones; the number is the place of the rule player's."""


def call(tries: Tries, view: View, legal: Sequence[Action], usual: int, budget: Budget, rng: Random) -> int:
    """Decide on a call, of those that promise no more than the hand is worth where there are others.

    Behind more calls than the kernel has room for, as usual.
    """
    if len(view.calls) >= kernel.MOST_CALLS:
        return usual
    calls = [action for action in legal if isinstance(action, Bid | Pass | OtherCall)]
    promised = promises(view, tries.judge, calls)
    sound = [place for place, need in enumerate(promised) if need <= MORE or place == usual]
    if all(isinstance(call, Bid) for call in calls):
        sound = list(range(len(calls)))
    race = Race(len(calls), usual, sound)
    race.run(FlowTries(tries, view, rng).calls(calls), budget)
    return choice(CAUTION, race)


def name(tries: Tries, view: View, legal: Sequence[Action], usual: int, budget: Budget, rng: Random) -> int:
    """Decide on a choice."""
    contracts = [view.contract.changed(action.fields) for action in legal if isinstance(action, Choice)]
    race = Race(len(contracts), usual)
    race.run(FlowTries(tries, view, rng).contracts(contracts), budget)
    return choice(CAUTION, race)


def give(tries: Tries, view: View, legal: Sequence[Action], usual: int, budget: Budget, rng: Random) -> int:
    """Decide on a card to give away; where cards are drawn for it, or where it isn't clear in which step, as usual.

    A trump isn't given away for what a few worlds say.
    """
    phase = next(phase for phase in view.profile.flow if phase.name == view.phase)
    assert isinstance(phase, ExchangePhase)
    steps = [place for place, step in enumerate(phase.steps) if isinstance(step.give, int)]
    if len(steps) != 1 or phase.steps[steps[0]].draw is not None or phase.steps[steps[0]].who is None:
        return usual
    cards = cards_of(tuple(legal))
    trumps = places(tries.judge, view, cards, "trump")
    race = Race(len(cards), usual, sorted({*range(len(cards))} - trumps | {usual}))
    step = tries.judge.steps[phase.name] + steps[0]
    race.run(FlowTries(tries, view, rng).gifts(step, cards), budget)
    return choice(CAUTION, race)


def play(tries: Tries, view: View, legal: Sequence[Action], usual: int, budget: Budget, rng: Random) -> int:
    """Decide on a card to play.

    A card that can never win is thrown where the rule player throws it, and only there: worlds can't tell it from other
    losers, but a partner who sees it kept, or led, can.
    """
    cards = cards_of(tuple(legal))
    race = Race(len(cards), usual)
    if not view.tricks and not view.trick and view.profile.play.opening_sets:
        race.run(LeadTries(tries, view, cards, rng), budget)
        return choice(CAUTION, race)
    idle = places(tries.judge, view, cards, "idle")
    if usual in idle:
        return usual
    race = Race(len(cards), usual, sorted({*range(len(cards))} - idle))
    found = CardTries(tries, view, view.contract, cards, rng)
    solves = len(view.hand) <= SOLVED
    race.run(found.play_on, budget, PLAYED_ON if solves else 1.0)
    if not solves or len(race.alive) == 1:
        return choice(CAUTION, race)
    solved = Race(len(cards), usual, race.alive)
    solved.run(found.solve, budget, batch=1, share=SOLVED_SHARE)
    return choice(CAUTION, race, solved)


def places(judge: Judge, view: View, cards: Sequence[Card], kind: Literal["trump", "idle"]) -> set[int]:
    """Return the places of the trumps, or of the cards that never win, among some cards."""
    space = judge.tables.space_of[judge.tables.number(view.contract)]
    mask: int = getattr(judge.tables.spaces[space], kind)
    return {place for place, card in enumerate(cards) if judge.mask([card], space) & mask}


DECISIONS: Mapping[type[Phase], Decision] = {BidPhase: call, ChoosePhase: name, ExchangePhase: give, PlayPhase: play}
NEEDED: Mapping[type[Phase], tuple[Part, ...]] = {
    BidPhase: ("cards", "dealing", "auction", "exchanges"),
    ChoosePhase: ("cards", "exchanges"),
    ExchangePhase: ("cards", "exchanges"),
    PlayPhase: ("cards",),
}
"""The parts of a game that must be tabled for each decision."""
