"""Which names the rules of a game read: of the contract, of the sides, of a deal."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.expression.compile import Compiled
from interpreter.model import Profile


def reads_of(rules: Iterable[Compiled | None]) -> frozenset[str]:
    """Return every name that some rules read."""
    return frozenset[str]().union(*(rule.reads for rule in rules if rule is not None))


def score_reads(profile: Profile) -> frozenset[str]:
    """Return the names that scoring reads, of the contract and of the sides (`theirs.books` counts as `books`)."""
    found = reads_of([*deal_rules(profile), *end_rules(profile)])
    return found | {quantity for _, _, quantity in profile.scoring.needs}


def reads_deal(profile: Profile, *, ends: bool) -> bool:
    """Whether what a deal is worth, or with `ends` what it ends, depends on the number of the deal in its game."""
    return "deal" in reads_of([*deal_rules(profile), *(end_rules(profile) if ends else ())])


def reads_revokes(profile: Profile) -> bool:
    """Whether a revoke costs anything under these rules."""
    return profile.scoring.revoke is not None or "revokes" in score_reads(profile)


def deal_rules(profile: Profile) -> list[Compiled]:
    """Return the expressions that make a deal's points."""
    scoring = profile.scoring
    rules = [scoring.made, *(rule for row in scoring.rows for rule in (row.when, row.add))]
    if scoring.revoke is not None:
        rules += [scoring.revoke.offenders, scoring.revoke.others]
    return [rule for rule in rules if rule is not None]


def end_rules(profile: Profile) -> list[Compiled]:
    """Return the expressions about the end of a game and of a match."""
    game, match = profile.scoring.game, profile.scoring.match
    rows = [*game.score, *(match.score if match else ())]
    rules = [game.win, game.lose, game.over, game.winner, *(rule for row in rows for rule in (row.when, row.add))]
    rules += [match.win, match.result] if match else []
    return [rule for rule in rules if rule is not None]
