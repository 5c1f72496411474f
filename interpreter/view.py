"""What one seat may know: the only thing that players and user interfaces get.

A view is a copy. It holds the seat's own cards, what was said and shown in the open, and the tricks; never another
hand, the face-down kitty, the draw order, or whether another seat considers a claim. Swapping cards that the seat
can't know changes nothing in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.cards import Card
from interpreter.contract import Call, Contract
from interpreter.model import BidPhase, PlayPhase, Profile
from interpreter.scoring import Standing
from interpreter.state import Claimed, Exchanged, State, Trick
from interpreter.table import SEATS, Seat


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge at one moment.

    `seat` looks; `hand` is as it holds its cards; `sizes` counts the cards of all hands. `phase` names the phase of the
    flow. `contract` holds what was named so far. `shown` is the kitty where it was shown to all, `gave` what this seat
    gave away itself and `to_give` how many cards it still has to give now, `turned` the card turned up. `trick` is the
    trick on the table from `leader` on, `led` its suit. `books` are the books credited so far, by seat. `standing`
    holds totals, tallies, games and the number of the deal.
    """

    profile: Profile = field(repr=False, compare=False)
    seat: Seat
    phase: str
    dealer: Seat
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    kitty_size: int
    turned: Card | None
    calls: tuple[tuple[Seat, Call], ...]
    contract: Contract
    shown: tuple[Card, ...]
    gave: tuple[Card, ...]
    to_give: int
    out: tuple[Card, ...]
    exchanged: tuple[Exchanged, ...]
    claimed: tuple[Claimed, ...]
    leader: Seat
    led: str | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    books: tuple[int, ...]
    standing: Standing

    @property
    def bidding(self) -> bool:
        """Whether the auction is under way."""
        return isinstance(self._phase, BidPhase)

    @property
    def playing(self) -> bool:
        """Whether tricks are being played."""
        return isinstance(self._phase, PlayPhase)

    @property
    def _phase(self) -> object:
        return next((phase for phase in self.profile.flow if phase.name == self.phase), None)


def view(state: State, seat: Seat) -> View:
    """Return what `seat` may know now. Costs a copy of the deal's open history."""
    return View(
        profile=state.profile,
        seat=seat,
        phase=state.phase.name,
        dealer=state.dealer,
        hand=tuple(state.hands[seat]),
        sizes=tuple(len(state.hands[other]) for other in SEATS),
        kitty_size=len(state.kitty),
        turned=state.turned,
        calls=tuple(state.calls),
        contract=state.contract,
        shown=state.shown,
        gave=tuple(card for giver, card in state.given if giver == seat),
        to_give=state.left_to_give if seat == state.to_act else 0,
        out=tuple(state.out),
        exchanged=tuple(state.exchanged),
        claimed=tuple(state.claimed),
        leader=state.leader,
        led=state.led,
        trick=tuple(state.trick),
        tricks=tuple(state.tricks),
        books=tuple(state.books),
        standing=Standing(dict(state.tallies), state.games, state.deal),
    )
