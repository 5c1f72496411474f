"""Whether both sides can win at once: a proof that they can't, else an example, else neither.

The proof is by ranges, for every standing at which a game goes on; `moves` has it for games in which what a deal adds
depends on the standing. Where it fails, the standings that a game comes to are gone through from its start, or some
deals are scored in a row. Only a deal that can be is an error, R091; with neither a proof nor such a deal it is left
open, which is a warning, R092: in a game that comes to it, nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from operator import add, sub

from interpreter.errors import Problem
from interpreter.profile.analyse.ends import Ends, Tallies, names_in
from interpreter.profile.analyse.outcomes import Effect, end_rules, enumerate_outcomes, fewer, row_rules
from interpreter.profile.analyse.pointless import check_decided
from interpreter.profile.analyse.ranges import HUGE, NO, Box, Range, cuts_of, impossible, least, negated
from interpreter.profile.analyse.subject import warning
from interpreter.reads import reads_of
from interpreter.scoring import Outcome, Result, ScoreLine, Standing, score_claim, score_deal
from interpreter.table import SIDES

MAX_PARTS = 2_000
"""How many parts of the space of standings are looked at in one proof about the end of a game."""
MAX_LOOKS = 16_000
"""How often both sides are looked at in the proof that they don't win at once."""
MAX_FEW = 3
"""With fewer revokes than so many an example is looked for that has fewer."""
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
        from interpreter.profile.analyse.moves import Moves  # few games need it

        anywhere = impossible(lambda box: NO if ends.is_empty(box) else ends.tied(box, None), space, cuts, budget)
        return anywhere or Moves(ends).never_tied()
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
    """Show how both sides can win at once, or warn that the contrary isn't proved; nothing where it is, after all."""
    subject = ends.subject
    key = "win" if "win" in ends.ends else "lose"
    place = subject.value_place("game", key)
    ways = ["declarers", "defenders"] if subject.profile.auction is not None else []
    *most, last = [f"`tie: {way}`" for way in (*ways, "highest(total)", "draw")]
    help = f"say under `game` who wins then: {', '.join(most)} or {last}"
    why = next(check_decided(subject), None)
    if why is not None:  # then it is no tie that is missing
        yield subject.problem("R091", f"both sides can win at once: {why.message}", why.place, why.help, *why.notes)
        return
    try:
        finished = walked(ends)
    except _Tie as tie:
        yield subject.problem(
            "R091", f"both sides can win at once: {tie.text}; and no `tie` says who wins", place, help
        )
        return
    if not finished and (ends.found.complete or not never_tied_in_any(ends)):
        yield warning(
            subject.problem(
                "R092",
                "both sides may win at once: nothing was found that rules it out, and no `tie` says who wins"
                " (then nobody does)",
                place,
                help,
            )
        )


def never_tied_in_any(ends: Ends) -> bool:
    """Whether it is proved, by going through the deals, that both sides never win at once."""
    from interpreter.profile.analyse.moves import Moves

    return Moves(ends, of_rows=True).never_tied_in_any()


class _Tie(Exception):
    """An example of a deal that both sides win; `text` tells it."""

    def __init__(self, text: str, revokes: int = 0) -> None:
        super().__init__(text)
        self.text = text
        self.revokes = revokes
        """How many revokes it takes."""


def walked(ends: Ends) -> bool:
    """Go through what a game can come to; raises `_Tie`, with few revokes. Whether all was seen."""
    by_row = ends.subject.profile.scoring.game.after_each_row
    try:
        finished = ends.found.complete and walk_standings(ends)
    except _Tie as tie:
        if not by_row:
            for most in range(min(tie.revokes, MAX_FEW)):
                walk_standings(ends, most)
            raise
        finished = False  # rows of different deals were put together there
    return finished or walk_scores(ends)


def walk_standings(ends: Ends, revokes: int | None = None) -> bool:
    """Go through the standings that a game can come to, by deals with so many revokes at most; raises `_Tie`.

    Whether all were seen. A deal that both sides win and that can't be isn't told.
    """
    reads_deal = any("deal" in names_in(expr, ends.defines) for expr in ends.ends.values())
    if reads_deal or ends.before or not ends.of_game:
        return False
    deals: dict[object, tuple[Tallies, Effect | None]] = {}
    for effect in sorted(ends.found.effects, key=revokes_of):
        if revokes is not None and revokes_of(effect) > revokes:
            break
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
    unreal: set[int] = set()
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
                    if won == 2 and id(by) not in unreal:
                        tell(ends, before, after, by)
                        unreal.add(id(by))
                    least_of = min(after, after[half:] + after[:half])
                    if not won and least_of not in seen:
                        seen.add(least_of)
                        following.append(least_of)
            if steps * max(len(ends.slots), 4) > 4 * MAX_STEPS:
                return False
        waiting = following
    return not unreal


def revokes_of(effect: Effect) -> int:
    """Return how many revokes there are in the deal that an effect stands for."""
    return len(effect.outcome.revokes)


def tell(ends: Ends, before: Tallies, after: Tallies, by: Effect | None) -> None:
    """Raise `_Tie` for a deal that leads from one standing to another, or a claim, if it can be."""
    from interpreter.profile.analyse.examples import real, sides, told  # only needed once there is one

    half, subject = len(ends.slots) // 2, ends.subject
    names = [name for _, name in ends.slots[:half]]
    was, now = ({name: (at[i], at[i + half]) for i, name in enumerate(names)} for at in (before, after))
    if by is None:
        change = tuple(map(sub, after, before))
        rules = zip(subject.profile.play.claims, ends.claims(), strict=True)
        name = next(rule.name for rule, added in rules if tuple(low for low, _ in added) == change)
        raise _Tie(told(subject, was, now, f"the claim {name!r} of the {sides(subject)[0]}"))
    outcome = real(subject, by)
    if outcome is not None:
        raise _Tie(told(subject, was, now, outcome), len(outcome.revokes))


def scored(ends: Ends, outcome: Outcome, standing: Standing) -> Result:
    """Score a deal; raises `_Tie` where nobody decides between two winners."""
    result = score_deal(ends.subject.profile, outcome, standing)
    if result.undecided:
        from interpreter.profile.analyse.examples import told

        tallies = {name: pair for name, pair in standing.tallies.items() if (0, name) in ends.slots}
        raise _Tie(told(ends.subject, tallies, result.after.tallies, outcome))
    return result


def some_outcomes(ends: Ends) -> list[Outcome]:
    """Return outcomes to try, the declarers on either side."""
    found = [entry[0] for entry in islice(enumerate_outcomes(ends.subject), MAX_SCORED // 2) if entry is not None]
    return either_way(ends, found[:: max(1, len(found) // 40)])


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
    return either_way(ends, [outcome for outcome in found if outcome is not None])


def either_way(ends: Ends, outcomes: list[Outcome]) -> list[Outcome]:
    """Return outcomes with the declarers, where there are any, on either side."""
    if ends.subject.profile.auction is None:
        return outcomes
    return [way for outcome in outcomes for way in (outcome, outcome.turned())]


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
    unclear = False  # whether claims that may not be possible have led to two winners
    while waiting and count < most:
        standing = waiting.pop(0)
        results = chain((scored(ends, outcome, standing) for outcome in outcomes), claimed(ends, standing))
        for result in islice(results, most - count):
            count += 1
            unclear |= result.undecided
            key = tuple(sorted(result.after.tallies.items()))
            if not result.over and key not in seen and is_small(result):
                seen.add(key)
                waiting.append(replace(result.after, deal=standing.deal + 1))
    return every is not None and not waiting and count < most and not unclear


def is_small(result: Result) -> bool:
    """Whether the numbers of a score are still worth computing with."""
    return all(abs(number) < HUGE for pair in result.after.tallies.values() for number in pair)
