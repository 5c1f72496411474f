"""Everything that a run found, as plain values: what tables, pages and files are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.compare.chain import NoChain, Reckoned, carry_reason
from interpreter.compare.counts import GROUPS, Counts
from interpreter.compare.findings import BOTH, MIN_GAMES, Reader, Skill, quantile
from interpreter.compare.games import (
    COMEBACK,
    FIRST_DEALER,
    GAME_ENDS,
    GAME_MEASURES,
    LENGTH,
    WINS,
    GameMeasure,
    far_behind,
)
from interpreter.compare.measures import LEAD, Measure
from interpreter.compare.plan import Contrast, Plan, unlike
from interpreter.compare.sources import PILOT, reads_score, sources_of
from interpreter.makeable import unread
from interpreter.statistics import SMALL, Interval, Share, finding, grouped_interval
from interpreter.tables import make_tables

GAMES = "whole games"
SHARES = ("share of deals", "share of games")
SMALLS = {"points": SMALL, **dict.fromkeys(SHARES, 0.01), "deals a game": 0.1}
"""What is too small to matter: points a deal, one of 100 deals or games, a tenth of a deal."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a change of rules does to a measure, and what that says (`statistics.finding`)."""

    interval: Interval
    finding: str


@dataclass(frozen=True, slots=True)
class Line:
    """One measure. `values` go by setting, `changes` and `depends` by rule set and player (depends: 0).

    `unit` is "points", "bids", one of `SHARES` (1 means each of them), or what else is counted. Where a
    setting doesn't have the measure nothing stands.
    """

    key: str
    group: str
    said: str
    unit: str
    values: Mapping[int, Interval]
    changes: Mapping[tuple[int, int], Change]
    depends: Mapping[int, Change]

    @property
    def is_share(self) -> bool:
        """Whether the measure is a share."""
        return self.unit in SHARES

    @property
    def small(self) -> float:
        """What is too small to matter."""
        return SMALLS.get(self.unit, SMALL)


@dataclass(frozen=True, slots=True)
class Length:
    """How long games are under one setting: the least number of deals within which 10, 50 and 90 of 100 are over."""

    tenth: int
    half: int
    ninetenths: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a run found. `differ` goes by rule set and player, and by what differs; see `Counts.differ`.

    `clearest` names the deal with the largest difference: number, dealer, and how large it is. `histograms` go
    the same way: how often each difference of a unit's headline came, and `values` by setting how often each value.
    `over` counts the books over what a contract needed. `notes` say what has to be known to read the numbers.
    """

    plan: Plan
    titles: tuple[str, ...]
    units: int
    deals: int
    headline: str
    lines: tuple[Line, ...]
    lengths: Mapping[int, Length]
    differ: Mapping[tuple[int, int], Mapping[str, Share]]
    clearest: Mapping[tuple[int, int], tuple[int, int, int]]
    histograms: Mapping[tuple[int, int], Mapping[int, int]]
    values: Mapping[int, Mapping[int, int]]
    over: Mapping[int, Mapping[int, int]]
    skill: Mapping[int, Skill]
    skill_changes: Mapping[int, Interval]
    notes: tuple[str, ...]
    seconds: float = 0.0
    fitting: float = 0.0
    workers: int = 1
    cluster: bool = False

    def line(self, key: str) -> Line | None:
        """Return the line of a measure."""
        return next((line for line in self.lines if line.key == key), None)

    @property
    def compared(self) -> bool:
        """Whether rule sets are compared."""
        return len(self.plan.rules) > 1

    def setting(self, rules: int, player: int = 0) -> int:
        """Return the number of the setting in which one kind of player sits everywhere."""
        return player * len(self.plan.rules) + rules


def report_of(
    plan: Plan,
    counts: Counts,
    *,
    seconds: float = 0.0,
    fitting: float = 0.0,
    workers: int = 1,
    cluster: bool = False,
    hurried: Callable[[], bool] = lambda: False,
) -> Report:
    """Return what the counts of a plan say. Costs some seconds a setting where games are long, mostly far less.

    Whole games aren't reckoned any more once it is `hurried`; a note says so.
    """
    reader = Reader(plan, sources_of(plan).rules, counts)
    names = [rules.profile.title for rules in reader.rules]
    lines = [line for measure in reader.all_measures() for line in lines_of(reader, measure)]
    reckoned, reasons = reckon(reader, hurried)
    lines += game_lines(reader, reckoned)
    at_of = {(contrast.rules, contrast.player): at for at, contrast in plan.changes}
    shared = {key: at for key, at in at_of.items() if plan.paired[key[0]]}
    return Report(
        plan=plan, titles=tuple(names), units=counts.units, deals=counts.deals, headline=reader.headline,
        lines=tuple(lines),
        lengths=dict(lengths_of(reader, reckoned)),
        differ={key: {what: reader.differ(at, what) for what in ("any", "outcome", "calls", "cards")}
                for key, at in shared.items()} if plan.unit != "games" else {},
        clearest={key: (-counts.clearest[at][1], -counts.clearest[at][2], counts.clearest[at][0])
                  for key, at in shared.items() if at in counts.clearest},
        histograms={key: dict(sorted(counts.of(at, reader.headline).items())) for key, at in at_of.items()},
        values={contrast.terms[0][0]: dict(sorted(counts.of(at, reader.headline).items()))
                for at, contrast in enumerate(plan.contrasts) if contrast.kind == "value"},
        over={at: dict(sorted(over.items())) for at, over in counts.over.items()},
        skill={contrast.rules: reader.skill(at) for at, contrast in enumerate(plan.contrasts)
               if contrast.kind == "skill"},
        skill_changes={contrast.rules: skill_change(reader, at) for at, contrast in enumerate(plan.contrasts)
                       if contrast.kind == "skill change"},
        notes=tuple(notes_of(reader, reasons)), seconds=seconds, fitting=fitting, workers=workers, cluster=cluster,
    )  # fmt: skip


def lines_of(reader: Reader, measure: Measure | GameMeasure) -> Iterator[Line]:
    """Yield the line of a measure, if it can be anything but 0 anywhere."""
    plan = reader.plan
    having = [at for at, contrast in enumerate(plan.contrasts) if reader.applies(contrast, measure)]
    kinds = {at: plan.contrasts[at] for at in having if plan.contrasts[at].kind in ("value", "change", "depends")}
    if not any(possible(reader, at, measure) for at in kinds) or (measure.key == BOTH and only_declarers(reader)):
        return
    small = SMALLS.get(measure.unit, SMALL)
    changes, depends = {}, {}
    for at, contrast in kinds.items():
        if contrast.kind == "value":
            continue
        interval = reader.interval(at, measure)
        change = Change(interval, finding(interval, small=small))
        if contrast.kind == "change":
            changes[contrast.rules, contrast.player] = change
        else:
            depends[contrast.rules] = change
    yield Line(
        measure.key,
        GAMES if isinstance(measure, GameMeasure) else measure.group,
        said_of(reader, measure),
        measure.unit,
        {one.terms[0][0]: reader.interval(at, measure) for at, one in kinds.items() if one.kind == "value"},
        changes,
        depends,
    )


def said_of(reader: Reader, measure: Measure | GameMeasure) -> str:
    """Return how a measure is named; a comeback with the points that it takes."""
    if measure.key != COMEBACK.key:
        return measure.said
    points = sorted({far_behind(rules.profile) for rules in reader.rules})
    if len(points) > 1:
        return f"the winner had been {points[0]} to {points[-1]} points behind, or more"
    return f"the winner had been {points[0]} point{'s' * (points[0] != 1)} behind, or more"


def only_declarers(reader: Reader) -> bool:
    """Whether only declarers ever score, so that both sides' points are theirs."""
    return all(rules.declared and rules.bounds[1] == (0, 0) for rules in reader.rules)


def possible(reader: Reader, at: int, measure: Measure | GameMeasure) -> bool:
    """Whether a measure was, or can be, anything but 0."""
    if any(reader.counts.of(at, measure.key).keys() - {0}):
        return True
    return isinstance(measure, Measure) and reader.bounds(reader.plan.contrasts[at], measure) != (0, 0)


Game: TypeAlias = tuple[Reckoned, Mapping[str, Sequence[float]]]
"""What games of a setting come to, and what they would by each group of units alone, by measure."""


def reckon(reader: Reader, hurried: Callable[[], bool]) -> tuple[dict[int, Game], dict[int, str]]:
    """Return what games come to, by setting, and why they can't be reckoned, by rule set."""
    plan = reader.plan
    found: dict[int, Game] = {}
    reasons: dict[int, str] = {}
    if plan.unit == "games":
        return found, reasons
    for at, setting in enumerate(plan.settings[: len(plan.rules) * len(plan.players)]):
        try:
            reckoned = reader.reckoned(at, hurried)
            found[at] = reckoned, reader.group_values(at, reckoned)
        except NoChain as error:
            reasons[setting.rules] = str(error)
    return found, reasons


def game_lines(reader: Reader, games: Mapping[int, Game]) -> Iterator[Line]:
    """Yield what the reckoned games say: how long they are, how they end, how often the first dealer's side wins."""
    plan = reader.plan
    for measure in (LENGTH, FIRST_DEALER, *GAME_ENDS):
        key, small = measure.key, SMALLS[measure.unit]
        if not any(key in found.values for found, _ in games.values()):
            continue
        values, changes, depends = dict[int, Interval](), dict[tuple[int, int], Change](), dict[int, Change]()
        for contrast in plan.contrasts:
            if contrast.kind not in ("value", "change", "depends") or any(at not in games for at, _ in contrast.terms):
                continue
            interval = reckoned_interval(reader, games, contrast, measure)
            if contrast.kind == "value":
                values[contrast.terms[0][0]] = interval
            elif contrast.kind == "change":
                changes[contrast.rules, contrast.player] = Change(interval, finding(interval, small=small))
            else:
                depends[contrast.rules] = Change(interval, finding(interval, small=small))
        yield Line(key, GAMES, measure.said, measure.unit, values, changes, depends)


def reckoned_interval(reader: Reader, games: Mapping[int, Game], contrast: Contrast, measure: GameMeasure) -> Interval:
    """Return a contrast of reckoned games with its interval, 0 where a setting never comes to such an end."""
    key = measure.key
    sums, reach, nothing = [0.0] * GROUPS, 0.0, [0.0] * GROUPS
    for at, factor in contrast.terms:
        reckoned, groups = games[at]
        sums = [total + factor * value for total, value in zip(sums, groups.get(key, nothing), strict=True)]
        reach += abs(factor) * reckoned.reach[key if key in reckoned.reach else FIRST_DEALER.key]
    together, parts = reader.together(contrast), measure.parts
    if measure.bounds is None:
        return grouped_interval(sums, reader.counts.units, reach, at_once=together)
    low, high = reader.ends(contrast, measure)
    return grouped_interval(sums, reader.counts.units, reach, at_once=together, ends=(low / parts, high / parts))


def lengths_of(reader: Reader, reckoned: Mapping[int, Game]) -> Iterator[tuple[int, Length]]:
    """Yield how long games are, by setting: reckoned, or as they were played."""
    for at, (found, _) in reckoned.items():
        yield at, Length(*(found.length_below(share) for share in (0.1, 0.5, 0.9)))
    if reader.plan.unit == "games" and reader.counts.units >= MIN_GAMES:
        for at, contrast in enumerate(reader.plan.contrasts):
            if contrast.kind == "value":
                counts = reader.counts.of(at, LENGTH.key)
                if counts:
                    yield contrast.terms[0][0], Length(*(quantile(counts, share) for share in (0.1, 0.5, 0.9)))


def skill_change(reader: Reader, at: int) -> Interval:
    """Return by how much a change of rules changes the first player's edge."""
    return reader.interval(at, WINS if reader.plan.unit == "games" else LEAD).scaled(0.5)


def notes_of(reader: Reader, reasons: Mapping[int, str]) -> Iterator[str]:
    """Yield what has to be known to read the numbers."""
    plan, rules = reader.plan, reader.rules
    for number, paired in enumerate(plan.paired):
        if not paired:
            why = unlike(rules[0].profile, rules[number].profile)
            yield (
                f"{plan.rules[number].reference} is not dealt the same cards as {plan.rules[0].reference} ({why}): "
                "these are not the same deals, so the intervals are wider"
            )
    undeclared = [one.profile.reference for one in rules if not one.declared]
    if undeclared and plan.unit != "games":
        yield (
            f"{', '.join(undeclared)}: nobody bids or declares, so nothing is told of declarers, contracts and bids; "
            "points are those of both sides"
        )
    if plan.unit != "games" and len(reasons) < len(rules) and reads_score(plan):
        yield (
            "the length of games and the first dealer's chance are reckoned from deals at nought all, as if nobody "
            "looked at the score; --games plays games with the score in view"
        )
    for number, reason in reasons.items():
        yield (
            f"{plan.rules[number].reference}: whole games can't be reckoned from deals, since {reason}; "
            "--games plays them"
        )
    if plan.unit != "games":
        for one in rules:
            reason = carry_reason(one.profile)
            if reason and not reason.startswith("the row"):
                yield f"{one.profile.reference}: each deal is the first of a game, though {reason}"
    yield from game_notes(reader)
    if any(player != "random" for player in plan.players):
        for one in rules:
            said = unread(make_tables(one.profile))
            if said:
                yield f"{one.profile.reference}: {said}"
    if "random" in plan.players:
        yield "random players reach every corner of the rules but tell nothing about people's games"


def game_notes(reader: Reader) -> Iterator[str]:
    """Yield what has to be known of games that were played whole."""
    plan = reader.plan
    if plan.unit != "games":
        return
    if reader.counts.units < MIN_GAMES:
        yield (
            "the rules set no limit to how long games are and how often the lead changes: with fewer than "
            f"{MIN_GAMES} games there is no interval for these"
        )
    points = {rules.profile.reference: far_behind(rules.profile) for rules in reader.rules}
    if len(set(points.values())) > 1:
        told = ", ".join(f"{number} under {reference}" for reference, number in points.items())
        yield f"a comeback is from half of what wins the game, so it isn't the same everywhere: {told}"
    if any(measure.chances and reader.counts.of(0, measure.key) for measure in GAME_MEASURES):
        yield (
            f"surprise, drama and security go by chances of winning that are themselves reckoned from {PILOT:,} deals, "
            "so there is no interval for them"
        )
    reasons = sources_of(plan).no_chances
    for reason in dict.fromkeys(reasons.values()):
        names = ", ".join(plan.rules[number].reference for number, other in reasons.items() if other == reason)
        yield f"{names}: surprise, drama and security aren't told, since {reason}"
