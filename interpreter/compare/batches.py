"""One worker's part of a plan: so many units in a row, played under every setting and counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.fingerprint import fingerprint
from interpreter.compare.games import GAME_MEASURES, WINS, Chances, GamePlayer, Log, log_of, strung
from interpreter.compare.measures import LEAD, Rules, over
from interpreter.compare.plan import ACROSS, Contrast, Plan
from interpreter.compare.rows import Row
from interpreter.compare.sources import Sources, must_play_whole, sources_of
from interpreter.table import SEATS

NO_CHANCES = Chances({}, False)


@dataclass(slots=True)
class Batch:
    """What a worker hands back: the counts, and each deal's row by setting where they are wanted.

    `played_by` is the fingerprint of the program that played it.
    """

    first: int
    counts: Counts
    played_by: str
    rows: list[tuple[int, Row]] = field(default_factory=list)


def play_batch(plan: Plan, first: int, count: int) -> Batch:
    """Play units `first` to `first + count - 1`. The same on every machine, whoever plays the others."""
    ready = sources_of(plan)
    batch = Batch(first, Counts(), fingerprint())
    play = play_game if plan.unit == "games" else play_deals
    for unit in range(first, first + count):
        play(ready, unit, batch)
    batch.counts.units = count
    return batch


def play_deals(ready: Sources, unit: int, batch: Batch) -> None:
    """Play one deal, or one shuffle four times, under every setting."""
    plan, counts = ready.plan, batch.counts
    if plan.unit == "shuffles":
        deals = [[source.deal(unit, dealer, dealer) for dealer in SEATS] for source in ready.players]
    else:
        deals = [[source.deal(unit, unit % 4)] for source in ready.players]
    counts.deals += len(deals[0])
    values = []
    for setting, rows in enumerate(deals):
        rules = ready.rules[plan.settings[setting].rules]
        values.append(summed([measured(ready, row, rules) for row in rows]))
        note_steps(ready, setting, unit, rows, counts)
        if plan.rows:
            batch.rows += [(setting, row) for row in rows]
    for at, contrast in enumerate(plan.contrasts):
        count_values(ready, at, contrast, values, counts)
        if contrast.kind == "change" and plan.paired[contrast.rules]:
            (other, _), (base, _) = contrast.terms
            for one, two in zip(deals[base], deals[other], strict=True):
                note_difference(at, one, two, counts)


def measured(ready: Sources, row: Row, rules: Rules) -> tuple[int, ...]:
    """Return every measure of a deal."""
    return tuple([measure.of(row, rules) for measure in ready.measures])


def summed(values: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the sums of a unit's deals."""
    return values[0] if len(values) == 1 else tuple(map(sum, zip(*values, strict=True)))


def count_values(ready: Sources, at: int, contrast: Contrast, values: list[tuple[int, ...]], counts: Counts) -> None:
    """Count a contrast's sums over one unit."""
    parts = [values[setting] for setting, _ in contrast.terms]
    if contrast.kind == "change" and parts[0] == parts[1]:
        counts.zeros[at] += 1
        return
    factors = [factor for _, factor in contrast.terms]
    own = counts.values.setdefault(at, {})
    for measure, column in zip(ready.measures, zip(*parts, strict=True), strict=True):
        if (measure is LEAD) != (contrast.kind in ACROSS):
            continue
        value = column[0] if len(column) == 1 else sum(map(int.__mul__, column, factors))
        counter = own.get(measure.key)
        if counter is None:
            counter = own[measure.key] = Counter()
        counter[value] += 1


def note_steps(ready: Sources, setting: int, unit: int, rows: list[Row], counts: Counts) -> None:
    """Count what the deals of a unit do to a game, and how far they were made or set."""
    steps = counts.steps.setdefault(setting, Counter())
    spread = counts.over.setdefault(setting, Counter())
    rules = ready.rules[ready.plan.settings[setting].rules]
    for row in rows:
        step = ready.steps[setting].of(row)
        if step is not None:
            steps[unit % GROUPS, step] += 1
        if rules.declared and rules.makes:
            books = over(row, rules)
            if books is not None:
                spread[books] += 1


def note_difference(at: int, one: Row, other: Row, counts: Counts) -> None:
    """Count what a change of rules changed in a deal, and keep it if none so far was clearer."""
    differ = counts.differ.setdefault(at, Counter())
    outcome, calls, cards = (
        one.outcome != other.outcome, one.calls != other.calls, one.cards != other.cards
    )  # fmt: skip
    for name, differs in (("outcome", outcome), ("calls", calls), ("cards", cards), ("any", outcome or calls or cards)):
        if differs:
            differ[name] += 1
    if outcome:
        size = abs((other.points[0] - other.points[1]) - (one.points[0] - one.points[1]))
        found = (size, -one.number, -one.dealer)
        counts.clearest[at] = max(counts.clearest.get(at, found), found)


def play_game(ready: Sources, unit: int, batch: Batch) -> None:
    """Play one game under every setting; each seat deals first in its turn."""
    plan, counts = ready.plan, batch.counts
    values = []
    for at, setting in enumerate(plan.settings):
        source = ready.players[at]
        profile = ready.rules[setting.rules].profile
        how, where = profile.first_dealer
        dealer = int(where or 0) if how == "seat" else unit % 4
        if isinstance(source, GamePlayer) and must_play_whole(plan, profile):
            deals = list(source.game(unit, dealer))
        else:
            deals = list(strung(source, unit, dealer))
        log = log_of(profile, deals)
        values.append(measured_game(log, ready.behind[setting.rules], ready.chances.get(at)))
        counts.deals += len(deals)
        if plan.rows:
            batch.rows += [(at, row) for row, _ in deals]
    for at, contrast in enumerate(plan.contrasts):
        count_game(at, contrast, values, counts)


def measured_game(log: Log, behind: int, chances: Chances | None) -> dict[str, int]:
    """Return every measure of a game that can be taken."""
    return {
        measure.key: measure.of(log, behind, chances or NO_CHANCES)
        for measure in GAME_MEASURES
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
