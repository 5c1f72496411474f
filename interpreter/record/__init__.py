"""Records: a match on disk, one line an event, written as it is played.

The first line is the header: the reference, the resolved rules and their hash, who sits where, who deals first, and
the seed. Every deal and every decision follows, numbered from 1 (`events.py` says how). A line is written before the
event takes place, so a game that is killed at any moment goes on from its record:

    header = Header(profile, ("random", "rules", "human", "rules"), first_dealer=0, seed=7, made_by="bidwhist 0.1.0")
    state = game.new_game(profile, header.first_dealer)
    with create(path, header) as writer:                       # or resume(path), which has the writer and the state
        while not state.over:
            rng = chance_for(header.seed, state)
            event = game.shuffle(profile, rng) if state.needs_deal else choose(..)
            writer.apply(state, event)                         # in place of game.apply

Since chance derives from the seed and the number of the event alone, it goes on exactly as it would have.
"""

from __future__ import annotations

from interpreter.record.chance import chance, chance_for
from interpreter.record.events import event_line, meet
from interpreter.record.header import Header, header_line
from interpreter.record.reading import Record, open_record, told_where_to_cut
from interpreter.record.writing import Resumed, Writer, create, resume

__all__ = [
    "Header",
    "Record",
    "Resumed",
    "Writer",
    "chance",
    "chance_for",
    "create",
    "event_line",
    "header_line",
    "meet",
    "open_record",
    "resume",
    "told_where_to_cut",
]
