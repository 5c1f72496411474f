"""The table: four seats, play clockwise, partners opposite each other.

Seats are the integers 0 to 3, clockwise from north; sides are 0 (north and south) and 1 (east and west).
"""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int
Side: TypeAlias = int
Pair: TypeAlias = tuple[int, int]

SEAT_NAMES = ("north", "east", "south", "west")
SIDE_NAMES = ("north-south", "east-west")
SEATS = range(len(SEAT_NAMES))
SIDES = range(len(SIDE_NAMES))

LEFT = (1, 2, 3, 0)
NOBODY = -1
"""Stands for a seat or side that isn't there: nobody has bid, nobody leads. Equal to no seat and no side."""


def left(seat: Seat) -> Seat:
    """Return the next seat clockwise; nobody's neighbour is nobody."""
    return LEFT[seat] if seat >= 0 else NOBODY


def right(seat: Seat) -> Seat:
    """Return the next seat anticlockwise; nobody's neighbour is nobody."""
    return (seat + 3) % 4 if seat >= 0 else NOBODY


def partner(seat: Seat) -> Seat:
    """Return the seat opposite; nobody's partner is nobody."""
    return (seat + 2) % 4 if seat >= 0 else NOBODY


def side_of(seat: Seat) -> Side:
    """Return the side that a seat plays for."""
    return seat % 2
