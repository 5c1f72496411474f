"""Whether both sides can win at once: a proof that they can't, else an example, else neither.

The proof is by ranges, for every standing at which a game goes on. Where it fails, the standings that a game comes to
are gone through from its start, and where what a deal adds depends on the standing some deals are scored in a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from operator import add

from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.notation import format_contract
from interpreter.profile.analyse.ends import Ends, Tallies, names_in
from interpreter.profile.analyse.outcomes import Effect, end_rules, enumerate_outcomes, fewer, row_rules
from interpreter.profile.analyse.pointless import check_decided
from interpreter.profile.analyse.ranges import HUGE, NO, Box, Range, cuts_of, impossible, least, negated
from interpreter.reads import reads_of
from interpreter.scoring import Outcome, Result, ScoreLine, Standing, Undecided, score_claim, score_deal
from interpreter.table import SIDES

MAX_PARTS = 2_000
"""How many parts of the space of standings are looked at in one proof about the end of a game."""
MAX_LOOKS = 16_000
"""How often both sides are looked at in the proof that they don't win at once."""
MAX_SEEN = 400_000
"""How many parts of the conditions are gone through in all these looks."""
MAX_STEPS = 15_000
"""How many deals are tried from the standings of a game."""
MAX_SCORED = 1_500
"""How many deals are scored one by one where what a deal adds depends on the standing."""
MAX_ALL_SCORED = 12_000
"""How many where these are all that can come, so that they prove something."""


def never_tied(ends: Ends) -> bool:
    """Whether it is proved that both sides never win at once."""
    cuts = cuts_of(ends.ends.values(), ends.defines)
    budget = [min(MAX_LOOKS, MAX_SEEN // ends.size())]
    space = ends.space()
    if not ends.found.complete:
        return impossible(lambda box: NO if ends.is_empty(box) else ends.tied(box, None), space, cuts, budget)
    deals = ends.deals()

    def over_before(box: Box) -> Range:
        """Whether the game was over already, however the deal before this one is seen."""
        return least(*(ends.over(seen, deal) for deal in deals for seen in (box, ends.mirrored(box)))) if deals else NO

    start = ((0, 0),) * (len(ends.slots) + len(ends.gaps))
    goes_on = bool(deals) and not over_before(start)[0]
    groups: dict[tuple[object, ...], list[tuple[Effect | None, tuple[Range, ...]]]] = {}
    for effect in ends.found.effects:
        vector = ends.vector(effect)
        kind = (effect.names, *((n > 0) - (n < 0) for n in vector))
        groups.setdefault(kind, []).append((effect, tuple((n, n) for n in vector)))
    for claim in ends.claims():
        either: list[Effect | None] = [*deals] or [None]
        for deal in either:
            groups.setdefault((claim, deal and deal.names), []).append((deal, claim))

    def proved(effect: Effect | None, change: tuple[Range, ...]) -> bool:
        def claim(box: Box) -> Range:
            if ends.is_empty(box):
                return NO
            tied = ends.tied(ends.moved(box, change), effect)
            if not tied[1] or not goes_on:
                return tied
            budget[0] -= 2 * len(deals)
            return least(tied, negated(over_before(box)))

        return impossible(claim, space, cuts, budget)

    for members in groups.values():
        hull = tuple(
            (min(low for low, _ in some), max(high for _, high in some))
            for some in zip(*(c for _, c in members), strict=True)
        )
        if not proved(members[0][0], hull) and not (
            len(members) > 1 and all(proved(effect, change) for effect, change in members)
        ):
            return False
    return True


def tie_problems(ends: Ends) -> Iterator[Problem]:
    """Show how both sides can win at once, or say that the contrary isn't proved; nothing where it is, after all."""
    subject = ends.subject
    key = "win" if "win" in ends.ends else "lose"
    place = subject.value_place("game", key)
    help = "say who wins then: `tie: declarers`, `tie: defenders`, `tie: highest(total)` or `tie: draw`"
    if subject.profile.auction is None:
        help = "say who wins then: `tie: highest(total)` or `tie: draw`"
    why = next(check_decided(subject), None)
    if why is not None:  # then it is no tie that is missing
        yield subject.problem("R091", f"both sides can win at once: {why.message}", why.place, why.help, *why.notes)
        return
    try:
        finished = walk_standings(ends) if ends.found.complete else walk_scores(ends)
    except _Tie as tie:
        yield subject.problem(
            "R091", f"both sides can win at once: {tie.text}; and no `tie` says who wins", place, help
        )
        return
    if not finished:
        yield subject.problem(
            "R092",
            "both sides may win at once: there are too many standings to rule it out, and no `tie` says who wins",
            place,
            help,
        )


class _Tie(Exception):
    """An example of a deal that both sides win; `text` tells it."""

    def __init__(self, ends: Ends, before: dict[str, tuple[int, int]], outcome: Outcome | None) -> None:
        super().__init__()
        standing = " and ".join(f"{name} {pair[0]}:{pair[1]}" for name, pair in before.items())
        if outcome is None:
            self.text = f"from {standing}, by a claim"
            return
        profile = ends.subject.profile
        contract = format_contract(profile, Contract(outcome.contract.values)) or "any contract"
        self.text = f"from {standing}, by {contract} and {outcome.books[0]} books to {outcome.books[1]}"


def walk_standings(ends: Ends) -> bool:
    """Go through the standings that a game can come to; raises `_Tie`. Whether all were seen."""
    reads_deal = any("deal" in names_in(expr, ends.defines) for expr in ends.ends.values())
    if reads_deal or ends.before or not ends.of_game:
        return False
    deals: dict[object, tuple[Tallies, Effect | None]] = {}
    for effect in ends.found.effects:
        vector = ends.vector(effect)
        deals.setdefault(vector if ends.pure else (vector, effect.names), (vector, effect))
    for claim in ends.claims():
        if any(low != high for low, high in claim) or not ends.pure:
            return False
        deals.setdefault(tuple(low for low, _ in claim), (tuple(low for low, _ in claim), None))
    half = len(ends.slots) // 2
    start = (0,) * len(ends.slots)
    waiting, seen, steps = [start], {start}, 0
    known: dict[object, int] = {}
    while waiting:
        following: list[Tallies] = []
        for standing in waiting:
            turned = standing[half:] + standing[:half]
            for before in {standing, turned}:
                for vector, by in deals.values():
                    steps += 1
                    after = tuple(map(add, before, vector))
                    key = after if ends.pure else (after, id(by))
                    won = known.get(key)
                    if won is None:
                        won = known[key] = ends.winners(after, by)
                    if won == 2:
                        pairs = {tally: (before[i], before[i + half]) for i, (_, tally) in enumerate(ends.slots[:half])}
                        raise _Tie(ends, pairs, by.outcome if by else None)
                    least_of = min(after, after[half:] + after[:half])
                    if not won and least_of not in seen:
                        seen.add(least_of)
                        following.append(least_of)
            if steps * max(len(ends.slots), 4) > 4 * MAX_STEPS:
                return False
        waiting = following
    return True


def scored(ends: Ends, outcome: Outcome, standing: Standing) -> Result:
    """Score a deal; raises `_Tie` where nobody decides between two winners."""
    try:
        return score_deal(ends.subject.profile, outcome, standing)
    except Undecided:
        raise _Tie(ends, dict(standing.tallies), outcome) from None


def some_outcomes(ends: Ends) -> list[Outcome]:
    """Return outcomes to try, the declarers on either side."""
    found = [entry[0] for entry in islice(enumerate_outcomes(ends.subject), MAX_SCORED // 2) if entry is not None]
    sample = found[:: max(1, len(found) // 40)]
    if ends.subject.profile.auction is None:
        return sample
    return [turned for outcome in sample for turned in either_way(outcome)]


def every_outcome(ends: Ends) -> list[Outcome] | None:
    """Return all outcomes that differ, the declarers on either side; None where these few can't stand for all."""
    profile = ends.subject.profile
    read = reads_of([*row_rules(profile), *end_rules(profile)])
    claims = ends.subject.profile.play.claims
    if claims and not (ends.pure and all(isinstance(claim.add.constant, int) for claim in claims)):
        return None
    ruled = (".taken", ".revokes") if profile.scoring.revoke is not None else ".taken"
    if "deal" in read or any(name.endswith(ruled) for name in read):
        return None
    found = [entry and entry[0] for entry in islice(enumerate_outcomes(ends.subject), MAX_SCORED)]
    if len(found) == MAX_SCORED or None in found:
        return None
    outcomes = [outcome for outcome in found if outcome is not None]
    return outcomes if profile.auction is None else [turned for outcome in outcomes for turned in either_way(outcome)]


def either_way(outcome: Outcome) -> list[Outcome]:
    """Return an outcome with the declarers on either side."""
    return [outcome._replace(contract=replace(outcome.contract, declarer=side)) for side in SIDES]


def claimed(ends: Ends, standing: Standing) -> Iterator[Result]:
    """Yield what claims would come to at a standing, by either side, whether or not they may be made there."""
    profile = ends.subject.profile
    for rule in profile.play.claims:
        for side in SIDES:
            if isinstance(rule.add.constant, int):
                yield score_claim(
                    profile, Outcome(profile.contract), standing, ScoreLine(rule.name, side, "total", rule.add.constant)
                )


def walk_scores(ends: Ends) -> bool:
    """Score deals one after another from the start; raises `_Tie`. Whether all that can come were seen."""
    start = Standing(dict.fromkeys(ends.subject.profile.scoring.tallies, (0, 0)))
    every = every_outcome(ends)
    outcomes, most = (every, MAX_ALL_SCORED) if every else (some_outcomes(ends), MAX_SCORED)
    most = fewer(most, ends.subject.profile)
    waiting, seen, count = [start], set(), 0
    while waiting and count < most:
        standing = waiting.pop(0)
        results = chain((scored(ends, outcome, standing) for outcome in outcomes), claimed(ends, standing))
        for result in islice(results, most - count):
            count += 1
            key = tuple(sorted(result.after.tallies.items()))
            if not result.over and key not in seen and is_small(result):
                seen.add(key)
                waiting.append(replace(result.after, deal=standing.deal + 1))
    return every is not None and not waiting and count < most


def is_small(result: Result) -> bool:
    """Whether the numbers of a score are still worth computing with."""
    return all(abs(number) < HUGE for pair in result.after.tallies.values() for number in pair)
