"""Checks about the end of a game and a match: it can come, and it never leaves two winners.

That no end can come is only said where it is proved; a game whose end is merely far away passes. Two winners are ruled
out by proof, or need a `tie`; where they are neither ruled out nor found, that is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import add
from random import Random

from interpreter.errors import Problem
from interpreter.expression.tree import Expr
from interpreter.profile.analyse.ends import Ends, names_in
from interpreter.profile.analyse.outcomes import Effects, enumerate_effects, fewer
from interpreter.profile.analyse.ranges import ANY, HUGE, Box, Range, cuts_of, impossible, truth
from interpreter.profile.analyse.reach import Reaches
from interpreter.profile.analyse.subject import Subject
from interpreter.profile.analyse.ties import MAX_PARTS, MAX_SCORED, is_small, never_tied, some_outcomes, tie_problems
from interpreter.scoring import Standing, score_deal

MANY = (*range(1, 17), *(2**power for power in range(5, 40)), *range(17, 400))
"""Numbers of deals after which an end is looked for."""


def check_ending(subject: Subject) -> Iterator[Problem]:
    """The game can end, and both sides never win at once without a `tie`; perhaps is a warning."""
    game = subject.profile.scoring.game
    ends = Ends(subject, enumerate_effects(subject))
    if not can_end(ends) and cannot_end(ends):
        yield endless(subject, bounds(ends))
    elif game.tie is None and ends.ends and not never_tied(ends):
        yield from tie_problems(ends)


def check_conditions(subject: Subject) -> Iterator[Problem]:
    """The conditions that end a game don't rule themselves out: they can hold, whatever is scored."""
    if cannot_end(Ends(subject, Effects((), complete=False))):
        yield endless(subject)


def bounds(ends: Ends) -> str:
    """Say on which side of 0 the tallies that end a game stay, if one of them does."""
    told = {(0, HUGE): "is never below 0", (-HUGE, 0): "is never above 0", (0, 0): "stays 0"}
    half = ends.slots[: len(ends.slots) // 2]
    parts = [f"a side's {tally} {told[at]}" for (_, tally), at in zip(half, ends.space(), strict=False) if at in told]
    return f" ({', '.join(parts)})" if parts else ""


def endless(subject: Subject, why: str = "") -> Problem:
    """Return the problem that a game can't end."""
    keys = [key for key in ("win", "lose", "over") if getattr(subject.profile.scoring.game, key) is not None]
    what = " and ".join(f"`{key}`" for key in keys)
    return subject.problem(
        "R090",
        f"the game can't end: whatever happens in the deals, {what} {'stays' if len(keys) == 1 else 'stay'} false{why}",
        subject.value_place("game", keys[0]),
        "compare the condition with what the rows of `score` add",
    )


def check_match(subject: Subject) -> Iterator[Problem]:
    """The match can end."""
    match = subject.expressions.get(("match", "win"))
    if match is not None and never_won(subject, match):
        yield subject.problem(
            "R093",
            "the match can't end: whatever happens in the games, `win` stays false",
            subject.value_place("match", "win"),
            "write, for example, `win: mine.games >= 2`",
        )


def never_won(subject: Subject, match: Expr) -> bool:
    """Whether it is proved that nobody ever wins the match."""
    defines = {path[1]: expr for path, expr in subject.expressions.items() if path[0] == "define"}
    names = [name for name in sorted(names_in(match, defines)) if "." in name and not name.startswith("contract.")]
    space = tuple((0, HUGE) if name.endswith(".games") else ANY for name in names)

    won = Reaches(defines).of(match)

    def claim(box: Box) -> Range:
        return truth(won(dict(zip(names, box, strict=True)).get))

    return impossible(claim, space, cuts_of([match], defines), [MAX_PARTS])


def can_end(ends: Ends) -> bool:
    """Whether an end was found: by the number of deals, by the same deal over and over, or by a mixture."""
    over = ends.subject.profile.scoring.game.over
    if over is not None and any(over.call({"deal": deal}) for deal in MANY):
        return True
    if not ends.found.effects:
        return ends_by_scores(ends)
    deals = [(ends.vector(effect), effect) for effect in ends.found.effects]
    deals.sort(key=lambda deal: -max((abs(n) for n in deal[0]), default=0))
    for vector, effect in deals[:40]:
        if any(ends.winners(tuple(n * times for n in vector), effect, times) for times in MANY[:24]):
            return True
    for claim in ends.claims():
        if ends.pure and any(ends.winners(tuple(n * times for n, _ in claim), None) for times in MANY[:24]):
            return True
    rng = Random(0)
    for _ in range(20):
        tallies: tuple[int, ...] = (0,) * len(ends.slots)
        for deal in range(1, 80):
            vector, effect = rng.choice(deals)
            tallies = tuple(map(add, tallies, vector))
            if ends.winners(tallies, effect, deal):
                return True
    return False


def ends_by_scores(ends: Ends) -> bool:
    """Whether scoring some deal over and over ends a game."""
    count = 0
    for outcome in some_outcomes(ends):
        standing = Standing(dict.fromkeys(ends.subject.profile.scoring.tallies, (0, 0)))
        for _ in range(60):
            count += 1
            result = score_deal(ends.subject.profile, outcome, standing)
            if result.over:
                return True
            if count > fewer(MAX_SCORED, ends.subject.profile) or not is_small(result):
                break
            standing = replace(result.after, deal=standing.deal + 1)
    return False


def cannot_end(ends: Ends) -> bool:
    """Whether it is proved that no end ever comes."""
    over = ends.subject.expressions.get(("game", "over"))
    if over is not None and truth(ends.reaches.of(over)({"deal": (1, HUGE)}.get))[1]:
        return False
    cuts = cuts_of(ends.ends.values(), ends.defines)
    return impossible(lambda box: ends.over(box, None), ends.space(), cuts, [MAX_PARTS])
