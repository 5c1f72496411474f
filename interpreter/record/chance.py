"""Chance that a record can repeat: every generator follows from the match's seed and the number of the event."""

from __future__ import annotations

import hashlib
import random

from interpreter.state import State
from interpreter.table import NOBODY, Seat


def chance(seed: int | None, n: int, seat: Seat = NOBODY, *, claiming: bool = False) -> random.Random:
    """Return the generator for event number `n` of a match: for a seat's decision, or for a deal (`NOBODY`).

    Event 0 is the choice of the first dealer. A seat that considers an opening claim (`claiming`) draws from another
    generator than when it then plays a card, though both are about event `n`. It is seeded with the SHA-256 of
    "bidwhist SEED N SEAT", read as a big-endian number (with " claim" at the end for a claim): so the numbers are the
    same on every machine and, as far as Python's `random` keeps its word, in every version. Without a seed it is
    different each time.
    """
    if seed is None:
        return random.Random()
    text = f"bidwhist {seed} {n} {seat}{' claim' if claiming else ''}"
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def chance_for(seed: int | None, state: State) -> random.Random:
    """Return the generator for the next event of a match: the deal that is due, or the decision of the seat to act."""
    return chance(seed, len(state.history) + 1, state.to_act, claiming=bool(state.ahead_of_claims))
