"""Building everything about points, games and the match."""

from __future__ import annotations

import re
from typing import Literal, cast

from interpreter.expression.tree import walk
from interpreter.model import GameRules, MatchRules, RevokeRuling, Row, Scoring, Tie
from interpreter.profile.builders.counting import cards_counted
from interpreter.profile.builders.parts import Parts
from interpreter.quantities import OWNERS


def build_rows(parts: Parts, *path: str) -> tuple[Row, ...]:
    """Build the rows of a score."""
    return tuple(
        Row(
            name,
            node["to"],
            parts.compiled(*path, name, "when"),
            parts.needed(*path, name, "add"),
            node.get("into", "total"),
        )
        for name, node in parts.section(*path).items()
    )


def build_scoring(parts: Parts) -> Scoring:
    """Build everything about points, games and the match."""
    game = parts.section("game")
    match = parts.section("match")
    ruling = parts.section("rulings", "revoke")
    return Scoring(
        made=parts.compiled("made"),
        rows=build_rows(parts, "score"),
        tallies={"total": "game", **parts.section("tallies")},
        revoke=build_revoke(parts) if ruling else None,
        game=GameRules(
            win=parts.compiled("game", "win"),
            lose=parts.compiled("game", "lose"),
            over=parts.compiled("game", "over"),
            winner=parts.compiled("game", "winner"),
            tie=tie_of(game.get("tie")),
            after_each_row=game.get("check") == "row",
            score=build_rows(parts, "game", "score"),
        ),
        match=build_match(parts) if match else None,
        needs=side_needs(parts),
        counted=cards_counted(parts.checked.expressions),
    )


def build_revoke(parts: Parts) -> RevokeRuling:
    """Build what a revoke does to the books."""
    path = ("rulings", "revoke")
    return RevokeRuling(parts.needed(*path, "offenders"), parts.needed(*path, "others"))


def build_match(parts: Parts) -> MatchRules:
    """Build when a match is won and what that is worth."""
    return MatchRules(
        parts.needed("match", "win"), build_rows(parts, "match", "score"), parts.compiled("match", "result")
    )


def side_needs(parts: Parts) -> tuple[tuple[str, str, str], ...]:
    """Return what the score reads of a side."""
    found: set[tuple[str, str, str]] = set()
    for path, expr in parts.checked.expressions.items():
        if path[0] not in ("made", "score", "game", "match"):
            continue
        for name in parts.compile(expr).reads:
            owner, _, quantity = name.partition(".")
            if owner in OWNERS and quantity:
                found.add((name, owner, quantity))
        for part in walk(expr):
            if part.op in ("highest", "lowest"):
                found |= {(f"{owner}.{part.value}", owner, str(part.value)) for owner in ("mine", "theirs")}
    return tuple(sorted(found))


def tie_of(text: object) -> Tie | None:
    """Read who wins a tie."""
    if text is None:
        return None
    highest = re.fullmatch(r"\s*highest\s*\(\s*(\w+)\s*\)\s*", str(text))
    if highest:
        return Tie("highest", highest[1])
    return Tie(cast(Literal["declarers", "defenders", "draw"], str(text).strip()))
