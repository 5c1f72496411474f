"""How a report was found and what it can't tell, in plain words: only what holds for its own plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.compare.report import Report

PLAYED = {
    "deals": "Computer players play many deals, each as the first of a game.",
    "shuffles": "Computer players play many deals, each as the first of a game. Each shuffle is dealt four times, once "
    "by each seat, with the same cards in each hand; intervals take these four deals as one.",
    "games": "Computer players play whole games, from the first deal to the last; each seat deals first in its turn.",
}
SAME = {
    "deals": "Under every rule set they play the same deals: the same cards in the same seats.",
    "shuffles": "Under every rule set they play the same deals: the same cards in the same seats.",
    "games": "The same cards come in the same order in a game under every rule set, for as long as that is under way.",
}
UNLIKE = "That can't be where other cards are dealt ({}): those are compared over deals of their own."
INTERVAL = (
    "What is told is the average {} over them, with an interval that holds the true one in 95 of 100 such runs. It is "
    "Student's interval with two more {} thought of, one at each end of what is possible, since a rare large "
    "{} may not have been seen yet. It doesn't reach beyond what the rules allow: “exactly” means that they allow no "
    "other number."
)
TOGETHER = (
    "Several changes are looked at: the intervals of each measure are wide enough for all of them together, and a "
    "difference is called clear only where its interval leaves 0 out."
)
WORDS = (
    "“Clear and large” means beyond 0.05 points a deal (1 of 100 deals, for shares; a tenth of a deal, for the length "
    "of games); “no change that matters” means within that, either way; “can't tell” means that more {} are needed."
)
WITHOUT = "“No interval”: how far such a number may be off isn't known."
RECKONED = (
    "The length of games, how they end and the first dealer's chance are reckoned from the deals, as if each deal of a "
    "game were like any other; that holds for players that don't look at the score."
)
LIMITS = (
    "It tells how these computer players fare, not how people do: they bid and play alike at all seats, don't adapt to "
    "a change of rules beyond what they read from it, and make no slips."
)
ONE_PLAYER = " Two different players (--player twice) would show how far a result depends on that."


def method(report: Report) -> Iterator[str]:
    """Yield the paragraphs."""
    plan = report.plan
    texts = [PLAYED[plan.unit]]
    if report.compared:
        if any(plan.paired[1:]):
            texts.append(SAME[plan.unit])
        others = [rules.reference for rules, paired in zip(plan.rules, plan.paired, strict=True) if not paired]
        if others:
            texts.append(UNLIKE.format(", ".join(others)))
    what = "difference" if report.compared else "value"
    yield " ".join([*texts, INTERVAL.format(what, plan.unit, what)])
    if plan.comparisons > 1:
        yield TOGETHER
    if report.compared:
        without = any(not change.interval.known for line in report.lines for change in line.changes.values())
        yield " ".join([WORDS.format(plan.unit), *[WITHOUT] * without])
    if plan.unit != "games" and report.line("length") is not None:
        yield RECKONED
    yield LIMITS + ONE_PLAYER * (len(plan.players) == 1)
