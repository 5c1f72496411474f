"""One worker's part of a plan: so many units in a row, played under every setting and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.fingerprint import fingerprint
from interpreter.compare.games import GAME_MEASURES, WINS, Chances, Log, log_of
from interpreter.compare.measures import LEAD
from interpreter.compare.plan import ACROSS, Contrast, Plan
from interpreter.compare.rows import Calls, GamePlayer, Row
from interpreter.compare.sources import Known, Sources, sources_of
from interpreter.scoring import Result
from interpreter.table import SEATS, Pair

NO_CHANCES = Chances({}, False)
NOTHING_YET = (-1, 0, 0)


class Told(NamedTuple):
    """A deal for a file: its setting, its row, its calls, and both sides' totals before it."""

    setting: int
    row: Row
    calls: Calls
    before: Pair = (0, 0)


@dataclass(slots=True)
class Batch:
    """What a worker hands back: the counts, and the deals themselves where they are wanted.

    `played_by` is the fingerprint of the program that played it.
    """

    first: int
    counts: Counts
    played_by: str
    rows: list[Told] = field(default_factory=list)


def play_batch(plan: Plan, first: int, count: int) -> Batch:
    """Play units `first` to `first + count - 1`. The same on every machine, whoever plays the others."""
    ready = sources_of(plan)
    batch = Batch(first, Counts(units=count), fingerprint())
    if plan.unit == "games":
        for unit in range(first, first + count):
            play_game(ready, unit, batch)
    else:
        play_deals(ready, first, count, batch)
    return batch


def play_deals(ready: Sources, first: int, count: int, batch: Batch) -> None:
    """Play deals, or shuffles four times each, under every setting."""
    plan, counts = ready.plan, batch.counts
    dealers = SEATS if plan.unit == "shuffles" else (None,)
    rounds = [[source.deals(first, count, dealer) for dealer in dealers] for source in ready.players]
    found = [[[ready.found(at, row) for row in rows] for rows in played] for at, played in enumerate(rounds)]
    counts.deals = count * len(dealers)
    values = [summed([[values for values, *_ in rows] for rows in played]) for played in found]
    for at, played in enumerate(found):
        note_steps(ready, at, first, played, counts)
    for at in {at for contrast in plan.contrasts if contrast.kind == "skill" for at, _ in contrast.terms}:
        place = ready.measures.index(LEAD)
        counts.leads[at] = Counter(values[place] for rows in found[at] for values, *_ in rows)
    for at, contrast in enumerate(plan.contrasts):
        count_values(ready, at, contrast, values, counts)
        if contrast.kind == "change" and plan.paired[contrast.rules]:
            (other, _), (base, _) = contrast.terms
            for turn in range(len(dealers)):
                before = zip(rounds[base][turn], found[base][turn], strict=True)
                after = zip(rounds[other][turn], found[other][turn], strict=True)
                note_differences(at, zip(before, after, strict=True), counts)
    if plan.rows:
        for unit in range(count):
            for at, rows in enumerate(rounds):
                batch.rows += [Told(at, turn[unit], ready.calls(at, turn[unit])) for turn in rows]


def summed(rounds: list[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """Return the sums of each unit's deals."""
    if len(rounds) == 1:
        return rounds[0]
    return [tuple(map(sum, zip(*unit, strict=True))) for unit in zip(*rounds, strict=True)]


def count_values(
    ready: Sources, at: int, contrast: Contrast, values: list[list[tuple[int, ...]]], counts: Counts
) -> None:
    """Count a contrast's sums over each unit; units that went alike at once."""
    factors = [factor for _, factor in contrast.terms]
    own = counts.values.setdefault(at, {})
    across = contrast.kind in ACROSS
    wanted = [
        (place, own.setdefault(measure.key, Counter()))
        for place, measure in enumerate(ready.measures)
        if (measure is LEAD) == across
    ]
    for parts, count in Counter(zip(*(values[setting] for setting, _ in contrast.terms), strict=True)).items():
        if len(parts) == 1:
            for place, counter in wanted:
                counter[parts[0][place]] += count
        elif contrast.kind == "change":
            other, base = parts
            if other == base:
                counts.zeros[at] += count
                continue
            for place, counter in wanted:
                counter[other[place] - base[place]] += count
        else:
            for place, counter in wanted:
                counter[sum(factor * part[place] for factor, part in zip(factors, parts, strict=True))] += count


def note_steps(ready: Sources, setting: int, first: int, rounds: list[list[Known]], counts: Counts) -> None:
    """Count what deals do to a game, and how far they were made or set."""
    steps = counts.steps.setdefault(setting, Counter())
    spread = counts.over.setdefault(setting, Counter())
    for played in rounds:
        steps.update((unit % GROUPS, step) for unit, (_, _, step, _) in enumerate(played, first) if step is not None)
        spread.update(books for *_, books in played if books is not None)


def note_differences(at: int, deals: Iterable[tuple[tuple[Row, Known], tuple[Row, Known]]], counts: Counts) -> None:
    """Count what a change of rules changed in deals, and keep the clearest."""
    outcomes = calls = cards = every = 0
    clearest = counts.clearest.get(at, NOTHING_YET)
    for (one, (_, outcome, _, _)), (other, (_, changed, _, _)) in deals:
        differs = outcome != changed
        outcomes += differs
        calls += one.calls != other.calls
        cards += one.cards != other.cards
        every += differs or one.calls != other.calls or one.cards != other.cards
        if differs:
            size = abs((other.points[0] - other.points[1]) - (one.points[0] - one.points[1]))
            if size >= clearest[0]:
                clearest = max(clearest, (size, -one.number, -one.dealer))
                counts.clearest[at] = clearest
    found = counts.differ.setdefault(at, Counter())
    for name, count in (("outcome", outcomes), ("calls", calls), ("cards", cards), ("any", every)):
        if count:
            found[name] += count


def play_game(ready: Sources, unit: int, batch: Batch) -> None:
    """Play one game under every setting; each seat deals first in its turn."""
    plan, counts = ready.plan, batch.counts
    values = []
    for at, setting in enumerate(plan.settings):
        source, profile = ready.players[at], ready.rules[setting.rules].profile
        assert isinstance(source, GamePlayer)
        how, where = profile.first_dealer
        dealer = int(where or 0) if how == "seat" else unit % 4
        before, deals = (0, 0), list[tuple[Row, Result | None]]()
        for row, result in source.game(unit, dealer):
            deals.append((row, result))
            if plan.rows:
                batch.rows.append(Told(at, row, source.calls(row), before))
            if result is not None:
                before = result.after.tallies["total"]
        log = log_of(profile, deals)
        values.append(measured_game(log, ready.behind[setting.rules], ready.chances.get(at)))
        counts.deals += len(deals)
    for at, contrast in enumerate(plan.contrasts):
        count_game(at, contrast, values, counts)


def measured_game(log: Log, behind: int, chances: Chances | None) -> dict[str, int]:
    """Return every measure of a game that can be taken."""
    return {
        measure.key: measure.of(log, behind, chances or NO_CHANCES)
        for measure in (*GAME_MEASURES, WINS)
        if chances is not None or not measure.chances
    }


def count_game(at: int, contrast: Contrast, values: list[dict[str, int]], counts: Counts) -> None:
    """Count a contrast's sums over one game; of two players against each other, who won."""
    parts = [values[setting] for setting, _ in contrast.terms]
    own = counts.values.setdefault(at, {})
    for key in parts[0]:
        if all(key in part for part in parts) and (key == WINS.key) == (contrast.kind in ACROSS):
            value = sum(factor * part[key] for (_, factor), part in zip(contrast.terms, parts, strict=True))
            own.setdefault(key, Counter())[value] += 1


__all__ = ["Batch", "play_batch"]
