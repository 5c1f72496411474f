"""Calls and the contract: values only, no rule.

A `Contract` is a record of fields. Before each deal it holds the profile's defaults; the winning bid, the choices
and the phases' `set` fill it. `kind` is the winning bid's kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from interpreter.table import NOBODY, Seat, Side, side_of

Word: TypeAlias = str
Value: TypeAlias = int | str
"""What a field of a bid or contract holds: a whole number or a word (`"up"`, `"S"`)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The call that says nothing."""


@dataclass(frozen=True, slots=True)
class OtherCall:
    """A call that is neither a bid nor a pass, by its name in the profile."""

    name: str


@dataclass(frozen=True, slots=True)
class Bid:
    """A call that names a contract: its kind, the fields that it fixes, and its rank (> 0; higher beats lower)."""

    kind: Word
    fields: Mapping[str, Value] = field(hash=False)
    rank: int

    def __reduce__(self) -> tuple[object, ...]:
        return (make_bid, (self.kind, dict(self.fields), self.rank))


def make_bid(kind: Word, fields: Mapping[str, Value], rank: int) -> Bid:
    """Return a bid whose fields can't be changed any more."""
    return Bid(kind, MappingProxyType(dict(fields)), rank)


def bid_names(bid: Bid, defaults: Mapping[str, Value]) -> dict[str, Value]:
    """Return what expressions may read of a bid; fields that its kind doesn't name have the contract's defaults."""
    fields = {**defaults, **bid.fields}
    return {
        **{f"bid.{field}": value for field, value in fields.items()},
        "bid.kind": bid.kind,
        "bid.rank": bid.rank,
    }


Call: TypeAlias = Bid | Pass | OtherCall
PASS = Pass()


@dataclass(frozen=True, slots=True)
class Contract:
    """What was bid and named so far: `values` by field name, and who declares (`NOBODY` before the auction ends).

    `names` is the same with `contract.` before each field, as expressions read it.
    """

    values: Mapping[str, Value] = field(hash=False)
    declarer: Seat = NOBODY
    names: Mapping[str, Value] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        names = {f"contract.{name}": value for name, value in self.values.items()}
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "names", MappingProxyType(names))

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def __reduce__(self) -> tuple[object, ...]:
        return (Contract, (dict(self.values), self.declarer))

    def changed(self, values: Mapping[str, Value], declarer: Seat | None = None) -> Contract:
        """Return this contract with some fields, and perhaps the declarer, replaced."""
        return Contract({**self.values, **values}, self.declarer if declarer is None else declarer)

    @property
    def declarers(self) -> Side:
        """The declarer's side, or `NOBODY`."""
        return side_of(self.declarer) if self.declarer >= 0 else NOBODY
