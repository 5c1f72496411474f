"""The conditions that end a game, ready for proofs: what is known of them where both sides' tallies lie in ranges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.expression.tree import Expr, walk
from interpreter.expression.types import QUANTITY_FUNCTIONS
from interpreter.profile.analyse.outcomes import Effect, Effects, tallies_in
from interpreter.profile.analyse.ranges import ANY, GAPS, HUGE, NO, Box, Known, Range, exact, least, most, truth
from interpreter.profile.analyse.reach import Reach, Reaches, difference
from interpreter.profile.analyse.subject import Subject
from interpreter.scoring import BEFORE
from interpreter.table import SIDES

Slot = tuple[int, str]
"""A side and a tally."""
Tallies = tuple[int, ...]
"""A number for each slot."""
MAX_DEALS_SEEN = 32


@dataclass(slots=True)
class Ends:
    """The conditions that end a game of one profile, ready for proofs."""

    subject: Subject
    found: Effects
    defines: dict[str, Expr] = field(init=False)
    ends: dict[str, Expr] = field(init=False)
    reaches: Reaches = field(init=False)
    reach: dict[str, Reach] = field(init=False)
    """What gives the truth values of `ends`."""
    slots: tuple[Slot, ...] = field(init=False)
    gaps: tuple[str, ...] = field(init=False)
    """Tallies of which both sides' are compared; a box has a range for each difference behind those of its slots."""
    of_game: bool = field(init=False)
    """Whether every tally that they read begins at 0 in each game."""
    pure: bool = field(init=False)
    """Whether they read nothing but such tallies, as `mine` and `theirs`."""
    before: frozenset[str] = field(init=False)
    """Tallies that they read as they stood before the deal."""
    by_revokes: bool = field(init=False)
    """Whether of a deal they read nothing but revokes."""
    by_role: dict[str, int] = field(init=False)
    """Where in a box the range of a variable stands that is about the declarers or the defenders."""
    by_side: tuple[list[tuple[str, int]], ...] = field(init=False)
    """Seen from each side, the same for `mine` and `theirs`."""
    apart: tuple[list[tuple[str, int, bool]], ...] = field(init=False)
    """Seen from each side, the same for a difference between the two, and whether it is turned round."""

    def __post_init__(self) -> None:
        expressions, profile = self.subject.expressions, self.subject.profile
        self.defines = {path[1]: expr for path, expr in expressions.items() if path[0] == "define"}
        self.ends = {key: expressions[("game", key)] for key in ("win", "lose") if ("game", key) in expressions}
        self.reaches = Reaches(self.defines)
        self.reach = {key: self.reaches.of(expr) for key, expr in self.ends.items()}
        read = {name for expr in self.ends.values() for name in names_in(expr, self.defines)}
        self.before = frozenset(name for name in read if f".{BEFORE}" in name)
        tallies = tallies_in(read, profile) & {*profile.scoring.tallies, "games"}
        parts = [node for expr in (*self.ends.values(), *self.defines.values()) for node in walk(expr)]
        apart = [set((difference(node) or ())[:2]) for node in parts if node.op in GAPS]
        self.gaps = tuple(tally for tally in sorted(tallies) if pair_of(tally) in apart)
        self.slots = tuple((side, tally) for side in SIDES for tally in sorted(tallies))
        self.by_role, self.by_side, self.apart = self.places(sorted(tallies))
        kept = {tally for tally, scope in profile.scoring.tallies.items() if scope == "game"}
        self.of_game = tallies <= kept
        here = {
            name for name in read if not (name.startswith(("mine.", "theirs.")) and name.partition(".")[2] in tallies)
        }
        self.pure = self.of_game and not here
        self.by_revokes = all(name in ("mine.revokes", "theirs.revokes") for name in here)

    def places(
        self, tallies: list[str]
    ) -> tuple[dict[str, int], tuple[list[tuple[str, int]], ...], tuple[list[tuple[str, int, bool]], ...]]:
        """Return where in a box each variable stands: `by_role`, `by_side` and `apart`."""
        place = {slot: number for number, slot in enumerate(self.slots)}
        roles = {"declarers": 0, "defenders": 1}
        by_role = {f"{role}.{tally}": place[side, tally] for role, side in roles.items() for tally in tallies}
        by_side = tuple(
            [
                pair
                for tally in tallies
                for pair in ((f"mine.{tally}", place[side, tally]), (f"theirs.{tally}", place[1 - side, tally]))
            ]
            for side in SIDES
        )
        apart = tuple(
            [
                (f"{one}.{tally} - {other}.{tally}", number, turned)
                for number, tally in enumerate(self.gaps, len(self.slots))
                for one, other, turned in (("mine", "theirs", side == 1), ("theirs", "mine", side == 0))
            ]
            for side in SIDES
        )
        return by_role, by_side, apart

    def truths(self, side: int, box: Box, effect: Effect | None) -> tuple[Range, Range]:
        """Return whether a side has won and whether it has lost, where both sides' tallies lie in a box.

        Of a deal only what `effect` says is known; without one, nothing.
        """
        known: dict[str, Known] = dict.fromkeys(self.by_role, ANY)
        if effect is not None:
            known = {name: exact(value) for name, value in effect.names[side]}
            for name, slot in self.by_role.items():
                known[name] = box[slot]
        known["deal"] = (1, HUGE)
        for name, slot in self.by_side[side]:
            known[name] = box[slot]
        for name, slot, turned in self.apart[side]:
            low, high = box[slot]
            known[name] = (-high, -low) if turned else (low, high)
        won, lost = (truth(self.reach[key](known.get)) if key in self.reach else NO for key in ("win", "lose"))
        return won, lost

    def size(self) -> int:
        """Return how many parts the conditions have, with all that their defines stand for."""
        weights: dict[str, int] = {}
        for path, expr in self.subject.expressions.items():
            if path[0] == "define":
                weights[path[1]] = weight(expr, weights)
        return max(1, sum(weight(expr, weights) for expr in self.ends.values()))

    def over(self, box: Box, effect: Effect | None) -> Range:
        """Whether a game is won or lost."""
        (won, lost), (won_too, lost_too) = (self.truths(side, box, effect) for side in SIDES)
        return most(won, lost, won_too, lost_too)

    def deals(self) -> list[Effect]:
        """Return a deal for each way in which the ends can see the last one, its declarers being the first side.

        None where there are too many, or where a claim may end a deal that is seen in other ways.
        """
        if not self.of_game or (self.claims() and not self.by_revokes):
            return []
        found = {effect.names: effect for effect in self.found.effects}
        return list(found.values()) if len(found) <= MAX_DEALS_SEEN else []

    def mirrored(self, box: Box) -> Box:
        """Return a box with the sides in each other's place."""
        half = len(self.slots) // 2
        return (*box[half : 2 * half], *box[:half], *((-high, -low) for low, high in box[2 * half :]))

    def tied(self, box: Box, effect: Effect | None) -> Range:
        """Whether both sides win."""
        (won, lost), (won_too, lost_too) = (self.truths(side, box, effect) for side in SIDES)
        return least(most(won, lost_too), most(won_too, lost))

    def winners(self, tallies: Tallies, effect: Effect | None, deal: int = 1) -> int:
        """Return how many sides win at a standing; without an effect, nothing but the standing is read."""
        game = self.subject.profile.scoring.game
        ended = []
        for side in SIDES:
            names: dict[str, Any] = dict(effect.names[side]) if effect else {}
            names |= {"mine": side, "deal": deal}
            names |= dict.fromkeys(self.before, 0)
            for (at, tally), value in zip(self.slots, tallies, strict=True):
                names[f"{'mine' if at == side else 'theirs'}.{tally}"] = value
                names[f"{'defenders' if at else 'declarers'}.{tally}"] = value
            ended.append([rule is not None and bool(rule.call(names)) for rule in (game.win, game.lose)])
        (won, lost), (won_too, lost_too) = ended
        return (won or lost_too) + (won_too or lost)

    def moved(self, box: Box, change: tuple[Range, ...]) -> Box:
        """Return where tallies lie after a change of each."""
        half = len(self.slots) // 2
        at = [self.slots.index((0, tally)) for tally in self.gaps]
        gaps = [(change[i][0] - change[i + half][1], change[i][1] - change[i + half][0]) for i in at]
        return tuple((a + c, b + d) for (a, b), (c, d) in zip(box, (*change, *gaps), strict=True))

    def is_empty(self, box: Box) -> bool:
        """Whether no two tallies in a box are as far apart as it says."""
        half = len(self.slots) // 2
        for gap, tally in zip(box[len(self.slots) :], self.gaps, strict=True):
            at = self.slots.index((0, tally))
            (low, high), (less, more) = box[at], box[at + half]
            if low - more > gap[1] or high - less < gap[0]:
                return True
        return False

    def vector(self, effect: Effect) -> Tallies:
        """Return what a deal adds to each slot."""
        changes = dict(effect.changes)
        return tuple(changes.get(tally, (0, 0))[side] for side, tally in self.slots)

    def claims(self) -> list[tuple[Range, ...]]:
        """Return what each claim can add to each slot, made by the first side."""
        adds = [rule.add.constant for rule in self.subject.profile.play.claims]
        ranges = [ANY if amount is None else (int(str(amount)), int(str(amount))) for amount in adds]
        return [tuple(amount if slot == (0, "total") else (0, 0) for slot in self.slots) for amount in ranges]

    def space(self) -> Box:
        """Return a box that holds every standing of a game: a tally that is never taken from stays above 0."""
        if not self.found.complete or not self.of_game:
            return (ANY,) * (len(self.slots) + len(self.gaps))
        changes = [tuple((n, n) for n in self.vector(effect)) for effect in self.found.effects] + self.claims()
        sides = len(self.slots) // 2
        box = []
        for tally in range(sides):
            added = [change[at] for change in changes for at in (tally, tally + sides)]
            box.append(
                (
                    min((-HUGE if low < 0 else 0 for low, _ in added), default=0),
                    max((HUGE if high > 0 else 0 for _, high in added), default=0),
                )
            )
        return (*box, *box, *[ANY for _ in self.gaps])


def weight(expr: Expr, weights: dict[str, int]) -> int:
    """Return how many parts an expression has; `weights` gives those of the defines."""
    return sum(weights.get(str(node.value), 1) if node.op == "define" else 1 for node in walk(expr))


def pair_of(tally: str) -> set[str]:
    """Return the names of both sides' tally."""
    return {f"mine.{tally}", f"theirs.{tally}"}


def names_in(expr: Expr, defines: dict[str, Expr]) -> set[str]:
    """Return the variables that an expression reads, through defines and `highest(..)` too."""
    found: set[str] = set()
    for node in walk(expr):
        if node.op == "name":
            found.add(str(node.value))
        elif node.op in QUANTITY_FUNCTIONS:
            found |= {f"mine.{node.value}", f"theirs.{node.value}"}
        elif node.op == "define":
            found |= names_in(defines[str(node.value)], defines)
    return found
