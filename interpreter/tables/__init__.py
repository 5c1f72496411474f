"""A profile as finite tables, for the kernel: made by running the rules' own expressions over all their arguments.

- Cards are numbered as in the pack. Under a contract each card has a *lane* (the suit that it belongs to, -1: none)
  and a strength in it. Sorted by lane and strength, the trump lane on top, a card's number in that order is its *bit*;
  a hand is a mask of bits. Then following is `hand & lane` and the highest bit of `trick & (led | trump)` wins.
- Contracts are numbered too, unfinished ones included; bids and choices lead from one to the next.
- What an auction allows depends on a *situation*: the bid that stands, the caller, who is stuck, who has spoken.
- Points depend on the contract and on the books of the declarers (of the first side, where nobody declares).

What a rule reads beyond that can't be tabled. Then `reasons` says so in words, by the part of the game: `cards`,
`dealing`, `auction`, `exchanges`, `claims`, `points`. The interpreter plays everything.
"""

from __future__ import annotations

from interpreter.model import Profile
from interpreter.tables.flow import dealt, follow_flow, placed, start_contracts
from interpreter.tables.play import all_points, card_spaces, first_leads, worths_by_trick
from interpreter.tables.shapes import (
    LANES,
    AuctionTable,
    CardTable,
    ChoiceTable,
    Numbering,
    Part,
    Reasons,
    StepTable,
    Tables,
    seats_by,
)


def make_tables(profile: Profile) -> Tables:
    """Return a profile's tables. Costs some tens of milliseconds; nothing is raised, `reasons` says what is missing."""
    numbering, reasons = Numbering(), Reasons()
    start = dealt(profile, numbering, reasons)
    now = sorted(set(start)) or start_contracts(profile, numbering)
    flow, before = follow_flow(profile, numbering, now, reasons)
    opening, final = first_leads(profile, numbering, before, reasons)
    contracts = numbering.contracts
    spaces, space_of = card_spaces(profile, contracts, {*before, *final}, reasons)
    flow = tuple(placed(step, spaces, space_of) if isinstance(step, StepTable) else step for step in flow)
    worth = worths_by_trick(profile, contracts, final, reasons)
    if profile.play.claims:
        names = ", ".join(claim.name for claim in profile.play.claims)
        reasons["claims"] = f"claims read hands and totals ({names})"
    return Tables(
        profile=profile, numbers=numbering.number, cards=profile.pack.cards, reasons=reasons,
        contracts=tuple(contracts), final=tuple(final),
        spaces=spaces, space_of=space_of, each=profile.dealing.each, kitty=profile.dealing.kitty, start=start,
        flow=flow, leader=seats_by(profile.play.leader), opening=opening, worth=worth,
        credit=(profile.play.books.get("declarers", 0), profile.play.books.get("defenders", 0)),
        points=all_points(profile, contracts, final, worth, reasons),
    )  # fmt: skip


__all__ = ["LANES", "AuctionTable", "CardTable", "ChoiceTable", "Part", "StepTable", "Tables", "make_tables"]
