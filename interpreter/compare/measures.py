"""What is measured of a deal: each measure is one whole number a deal, defined here and nowhere else.

A share counts a deal as 1 or 0. Everything is over all deals dealt, those passed out or thrown in too (they bring no
points), so that all measures have one denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.compare.bounds import Range, points_bounds
from interpreter.compare.rows import Row
from interpreter.contract import Contract, Value
from interpreter.model import Profile
from interpreter.notation import format_value
from interpreter.possible import all_books, contracts_after
from interpreter.scoring import Outcome, Standing, score_deal
from interpreter.table import NOBODY, Seat, side_of

SHARE: Range = (0, 1)
SIDE_MASKS = (0b0101, 0b1010)
"""The seats of each side."""


@dataclass(slots=True)
class Rules:
    """One rule set, with what the measures ask of it again and again."""

    profile: Profile
    bounds: tuple[Range, Range] = field(init=False)
    values: Mapping[str, tuple[Value, ...]] = field(init=False)
    """The fields of the contract, with the values that they can have when a deal is over."""
    _needed: dict[Contract, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        profile = self.profile
        self.bounds = points_bounds(profile)
        bids = (None,) if profile.auction is None else profile.auction.bids
        ends = [contract.values for bid in bids for contract in contracts_after(profile, bid)]
        self.values = {
            name: tuple(value for value in values if any(end.get(name) == value for end in ends))
            for name, values in profile.fields.items()
        }

    @property
    def declared(self) -> bool:
        """Whether somebody declares the contract."""
        return self.profile.auction is not None

    @property
    def makes(self) -> bool:
        """Whether a contract is made or set."""
        return self.profile.scoring.made is not None

    @property
    def most_bids(self) -> int:
        """How many bids an auction can have."""
        auction = self.profile.auction
        return 0 if auction is None else len(auction.bids) if auction.open else min(4, len(auction.bids))

    def needed(self, contract: Contract) -> int | None:
        """Return the books with which a contract is made, None where no number of books makes it."""
        if contract not in self._needed:
            profile = self.profile
            start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
            declared, total = contract.changed({}, 0), max(all_books(profile, contract))
            made = (
                books
                for books in range(total + 1)
                if score_deal(profile, Outcome(declared, (books, total - books)), start).made
            )
            self._needed[contract] = next(made, None)
        return self._needed[contract]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number a deal. `of` takes it from a deal, `bounds` gives its ends under some rules.

    `unit` is "points", "bids" or "share of deals": in the last case 1 means that the deal is one of them.
    `said` completes "in so many of 100 deals .." or names the number. Only under rules to which it `applies` may `of`
    and `bounds` be asked; `value` may be under any.
    """

    key: str
    group: str
    said: str
    unit: str
    of: Callable[[Row, Rules], int]
    bounds: Callable[[Rules], Range] = lambda rules: SHARE
    applies: Callable[[Rules], bool] = lambda rules: True

    def value(self, row: Row, rules: Rules) -> int:
        """Return the number of a deal, 0 where the rules don't have the measure (nobody reads it there)."""
        return self.of(row, rules) if self.applies(rules) else 0


def declarers_points(row: Row, rules: Rules) -> int:
    """The points of the declarer's side."""
    return 0 if row.contract is None else row.points[row.contract.declarers]


def defenders_points(row: Row, rules: Rules) -> int:
    """The points of the other side."""
    return 0 if row.contract is None else row.points[1 - row.contract.declarers]


def both_points(row: Row, rules: Rules) -> int:
    """The points of both sides together."""
    return row.points[0] + row.points[1]


def swing(row: Row, rules: Rules) -> int:
    """How far the deal brought one side ahead, whichever."""
    return abs(row.points[0] - row.points[1])


def lead(row: Row, rules: Rules) -> int:
    """How far the deal brought north and south ahead."""
    return row.points[0] - row.points[1]


def dealers_edge(row: Row, rules: Rules) -> int:
    """How far the deal brought the dealer's side ahead."""
    return row.points[side_of(row.dealer)] - row.points[1 - side_of(row.dealer)]


def over(row: Row, rules: Rules) -> int | None:
    """The declarers' books over what their contract needed, below 0 where it was set; None without a contract."""
    if row.contract is None:
        return None
    needed = rules.needed(row.contract)
    return None if needed is None else row.books[0] - needed


def is_contested(row: Row, rules: Rules) -> int:
    """Whether both sides bid."""
    return int(bool(row.bidders & SIDE_MASKS[0] and row.bidders & SIDE_MASKS[1]))


def is_left_to_dealer(row: Row, rules: Rules) -> int:
    """Whether the dealer's is the only bid, and came after everybody else had passed."""
    return int(row.bids == 1 and row.bidders == 1 << row.dealer and row.called_first == 3)


def declarer_of(row: Row) -> Seat:
    """Who declared, `NOBODY` where nobody did."""
    return NOBODY if row.contract is None else row.contract.declarer


def points_range(rules: Rules) -> Range:
    """The ends of a lead: what one side can gain and the other lose."""
    (low, high), (others_low, others_high) = rules.bounds
    most = max(high - others_low, others_high - low)
    return (-most, most)


def sum_range(rules: Rules) -> Range:
    """The ends of both sides' points together."""
    (low, high), (others_low, others_high) = rules.bounds
    return (low + others_low, high + others_high)


def declared(rules: Rules) -> bool:
    """Whether somebody declares."""
    return rules.declared


def makes(rules: Rules) -> bool:
    """Whether contracts are made or set."""
    return rules.declared and rules.makes


POINTS, MADE, AUCTION, BIDS, SEATS_GROUP = "points", "contracts", "the auction", "what is bid", "the dealer"

MEASURES: tuple[Measure, ...] = (
    Measure("declarers", POINTS, "points of the declarers a deal", "points", declarers_points,
            lambda rules: rules.bounds[0], declared),
    Measure("defenders", POINTS, "points of the defenders a deal", "points", defenders_points,
            lambda rules: rules.bounds[1], declared),
    Measure("both", POINTS, "points of both sides a deal", "points", both_points, sum_range),
    Measure("swing", POINTS, "points that a deal brings one side ahead", "points", swing,
            lambda rules: (0, points_range(rules)[1])),
    Measure("defenders score", POINTS, "the defenders score", "share of deals",
            lambda row, rules: int(defenders_points(row, rules) > 0),
            lambda rules: (0, int(rules.bounds[1][1] > 0)), declared),
    Measure("made", MADE, "the contract is made", "share of deals",
            lambda row, rules: int(row.made is True), applies=makes),
    Measure("set", MADE, "the contract is set", "share of deals",
            lambda row, rules: int(row.made is False), applies=makes),
    Measure("passed out", MADE, "nobody bids, or the cards are thrown in", "share of deals",
            lambda row, rules: int(row.ending != "played"), applies=declared),
    Measure("close", MADE, "the contract is made or set by one book at most", "share of deals",
            lambda row, rules: int((books := over(row, rules)) is not None and -1 <= books <= 1), applies=makes),
    Measure("bids", AUCTION, "bids a deal", "bids", lambda row, rules: row.bids,
            lambda rules: (0, rules.most_bids), declared),
    Measure("contested", AUCTION, "both sides bid", "share of deals", is_contested, applies=declared),
    Measure("left to dealer", AUCTION, "the bid is left to the dealer", "share of deals", is_left_to_dealer,
            applies=declared),
    Measure("dealer declares", SEATS_GROUP, "the dealer declares", "share of deals",
            lambda row, rules: int(declarer_of(row) == row.dealer), applies=declared),
    Measure("eldest declares", SEATS_GROUP, "the dealer's left declares", "share of deals",
            lambda row, rules: int(declarer_of(row) == (row.dealer + 1) % 4), applies=declared),
    Measure("dealer's edge", SEATS_GROUP, "points that the dealer's side is ahead a deal", "points", dealers_edge,
            points_range),
)  # fmt: skip
LEAD = Measure("lead", POINTS, "points that north and south are ahead a deal", "points", lead, points_range)
"""Only for players of different skill; with equal ones it is 0 on average."""


def measures_of(rules: list[Rules]) -> list[Measure]:
    """Return all measures that apply to one of some rule sets, the values of their contracts' fields included."""
    fixed = [measure for measure in MEASURES if any(measure.applies(one) for one in rules)]
    fields: dict[str, Measure] = {}
    for one in rules:
        for measure in field_measures(one):
            fields.setdefault(measure.key, measure)
    place = next((i for i, measure in enumerate(fixed) if measure.group == SEATS_GROUP), len(fixed))
    return [*fixed[:place], *sorted(fields.values(), key=field_order), *fixed[place:]]


def field_order(measure: Measure) -> tuple[str, int, str]:
    """Sort the values of a field: numbers by size."""
    name, _, value = measure.key.partition("=")
    return (name, int(value) if value.isdigit() else 0, value)


def field_measures(rules: Rules) -> Iterator[Measure]:
    """Yield how often each value of each field of the contract stands when a deal is played.

    Suits are left out, since they are alike; so are fields with one value.
    """
    profile = rules.profile
    if not rules.declared:
        return
    for name, values in rules.values.items():
        if len(values) > 1 and not set(values) & set(profile.pack.suits):
            for value in values:
                yield Measure(
                    f"{name}={value}",
                    BIDS,
                    said_of(profile, name, value),
                    "share of deals",
                    holding(name, value),
                    having(name, value),
                    declared,
                )


def holding(name: str, value: Value) -> Callable[[Row, Rules], int]:
    """Return the measure of contracts with a value."""
    return lambda row, rules: int(row.contract is not None and row.contract.values.get(name) == value)


def having(name: str, value: Value) -> Callable[[Rules], Range]:
    """Return whether it can hold the value, as the measure's ends."""
    return lambda rules: SHARE if value in rules.values.get(name, ()) else (0, 0)


def said_of(profile: Profile, name: str, value: Value) -> str:
    """Return how a contract with a value is named."""
    text = format_value(profile, name, value) if isinstance(value, str) else f"{name.replace('_', ' ')} {value}"
    return f"the contract is {text}" if isinstance(value, str) else f"the contract is at {text}"


__all__ = ["MEASURES", "Measure", "Rules", "measures_of", "over"]
