"""The state of a match: the one mutable thing, changed only by `game.apply`.

Its history rebuilds it. Players never see it: they get a `View`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from interpreter.actions import Action, Deal, Event
from interpreter.cards import Card, Suit
from interpreter.contract import Bid, Call, Contract
from interpreter.model import Phase, Profile
from interpreter.table import NOBODY, SEATS, Pair, Seat

if TYPE_CHECKING:
    from interpreter.phases.verb import Verb
    from interpreter.scoring import Result, ScoreLine

Following: TypeAlias = Literal["enforced", "reported", "ruled"]
"""What becomes of a card that breaks following: refused, or noted, or noted and ruled on with the score."""


class Trick(NamedTuple):
    """Four cards in the order played, from `leader` on; `winner` took them, and `worth` books with them."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    worth: int


@dataclass(frozen=True, slots=True)
class Revoke:
    """A card played by a seat that could have followed: which trick (from 1), and what could have been played."""

    seat: Seat
    trick: int
    card: Card
    followed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What everybody saw of one seat's step: how many cards it gave, and how many of these it held before it took any.

    There is none of a step of which nobody learns how many cards were given (`Step.is_seen`). `from_hand` is None
    unless the rules make it public.
    """

    seat: Seat
    step: str
    given: int
    from_hand: int | None
    cards: tuple[Card, ...] = ()
    """The cards themselves where they left play in the open."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim made: what the seat that was asked answered (None: nobody was asked), and the cards shown."""

    seat: Seat
    claim: str
    yes: bool | None
    shown: tuple[tuple[Seat, tuple[Card, ...]], ...]


class State:
    """Where a match stands. Read it freely; change it only through `game.apply`.

    `to_act` is the seat whose decision is next, `NOBODY` before a deal and after the end. Hands, kitty and the other
    cards partition the pack at every decision. When the match is `over`, `winner` is the side that won it (`DRAW`:
    nobody) and `settlement` what that side receives, None where the rules don't say.
    """

    __slots__ = (
        "ahead_of_claims",
        "books",
        "calls",
        "claimed",
        "claims_used",
        "contract",
        "deal",
        "dealer",
        "dealt",
        "draw_order",
        "earned",
        "exchanged",
        "following",
        "games",
        "given",
        "given_before",
        "hands",
        "held_before_take",
        "high",
        "high_seat",
        "history",
        "kitty",
        "latest",
        "leader",
        "led",
        "left_to_give",
        "options",
        "out",
        "over",
        "phase",
        "position",
        "profile",
        "queue",
        "results",
        "revokes",
        "settlement",
        "shown",
        "spoken",
        "step",
        "tallies",
        "to_act",
        "trick",
        "trick_rules",
        "tricks",
        "turned",
        "verb",
        "winner",
    )

    verb: Verb
    """The functions of the phase under way; `game` sets it."""

    def __init__(self, profile: Profile, first_dealer: Seat, following: Following) -> None:
        self.profile = profile
        self.following = following
        self.history: list[tuple[Seat, Event]] = []
        self.options: tuple[Action, ...] | None = None
        self.results: list[Result] = []
        self.dealer = first_dealer
        self.deal = 1
        self.tallies: dict[str, Pair] = dict.fromkeys(profile.scoring.tallies, (0, 0))
        self.games: Pair = (0, 0)
        self.winner: int | None = None
        self.settlement: int | None = None
        self.over = False
        self.clear_deal()

    def clear_deal(self) -> None:
        """Forget all that belongs to one deal: the cards are collected and the contract is its defaults."""
        self.to_act: Seat = NOBODY
        self.position = 0
        self.phase: Phase = self.profile.flow[0]
        self.contract: Contract = self.profile.contract
        self.dealt: Deal | None = None
        self.hands: list[list[Card]] = [[], [], [], []]
        self.kitty: list[Card] = []
        self.out: list[Card] = []
        self.turned: Card | None = None
        self.draw_order: tuple[Card, ...] = ()
        # the auction
        self.calls: list[tuple[Seat, Call]] = []
        self.latest: list[Call | None] = [None, None, None, None]
        self.spoken = [0, 0, 0, 0]
        self.high: Bid | None = None
        self.high_seat: Seat = NOBODY
        # exchanges
        self.shown: tuple[Card, ...] = ()
        self.step = 0
        self.queue: list[Seat] = []
        self.left_to_give = 0
        self.given: list[tuple[Seat, Card]] = []  # every card given in this deal, and by whom
        self.given_before = 0
        self.held_before_take: list[frozenset[Card] | None] = [None, None, None, None]
        self.exchanged: list[Exchanged] = []
        # the play
        self.trick_rules: object = None
        self.ahead_of_claims: list[Seat] = []
        self.claims_used: set[tuple[Seat, str]] = set()
        self.claimed: list[Claimed] = []
        self.earned: ScoreLine | None = None
        self.leader: Seat = NOBODY
        self.led: Suit | None = None
        self.trick: list[Card] = []
        self.tricks: list[Trick] = []
        self.books = [0, 0, 0, 0]
        self.revokes: list[Revoke] = []

    @property
    def needs_deal(self) -> bool:
        """Whether the next event is a deal."""
        return self.dealt is None and not self.over

    def clone(self) -> State:
        """Return an independent copy; what is immutable is shared."""
        other = copy.copy(self)
        for name in [
            "history",
            "results",
            "tallies",
            "hands",
            "kitty",
            "out",
            "calls",
            "latest",
            "spoken",
            "queue",
            "given",
            "held_before_take",
            "exchanged",
            "ahead_of_claims",
            "claims_used",
            "claimed",
            "trick",
            "tricks",
            "books",
            "revokes",
        ]:
            setattr(other, name, copy.copy(getattr(self, name)))
        other.hands = [list(self.hands[seat]) for seat in SEATS]
        return other
