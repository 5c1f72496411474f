"""What a deal adds where that depends on the standing, in ranges; and the proof that both sides never win at once.

A tie needs a standing at which the game goes on and one behind it that ends it for both sides; what leads from the one
to the other must be what some deal adds. Such pairs of standings are ruled out part by part. First nothing is taken
to be known of the deal but who declares: often it is enough that one side's tallies stay as they are. Then deals are
enumerated, and looked at in groups that are divided as long as that helps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from typing import TypeAlias

from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.expression.tree import Expr
from interpreter.model import Row
from interpreter.profile.analyse.ends import Ends
from interpreter.profile.analyse.hulls import Deal, joined, signs
from interpreter.profile.analyse.outcomes import (
    Effect,
    end_rules,
    enumerate_outcomes,
    fewer,
    of_the_deal,
    row_rules,
    tallies_in,
)
from interpreter.profile.analyse.ranges import (
    ANY,
    HUGE,
    MAYBE,
    NO,
    YES,
    Box,
    Known,
    Look,
    Range,
    clamped,
    cuts_of,
    exact,
    impossible,
    least,
    most,
    negated,
    number,
    truth,
)
from interpreter.profile.analyse.reach import Reach
from interpreter.profile.analyse.worlds import Worlds
from interpreter.reads import reads_of
from interpreter.scoring import BEFORE, Account, Outcome, Standing, targets
from interpreter.table import SIDES, Pair

MAX_DEALS = 3_000
MAX_PARTS = 4_000
"""How many pairs of parts are looked at in all."""
MAX_UNKNOWN = 400
"""How many while nothing is known of the deal."""
MAX_STAYS = 600
"""How many for each number that a tally may never come to."""
MAX_ENDINGS = 32
"""In more ways than these the last deal isn't told apart."""

Slot = tuple[int, str]
Changes = dict[Slot, Range]
Bad: TypeAlias = Callable[[Box, Effect | None], Range]
"""Whether a standing, as a deal leaves it, is one that mustn't be come to."""
NO_DEAL = Outcome(Contract({}))


@dataclass(slots=True)
class Moves:
    """The deals of one profile, ready for the proof."""

    ends: Ends
    of_rows: bool = False
    """Whether the tallies that only rows read are looked at part by part, too."""
    steps: list[list[int]] = field(init=False)
    """The rows after which the end is looked for, by number."""
    reach: list[tuple[Reach | None, Reach]] = field(init=False)
    """What gives the condition and the amount of each row."""
    made: Reach | None = field(init=False)
    """What gives whether the contract is made, where that depends on the standing."""
    slots: tuple[Slot, ...] = field(init=False)
    """The tallies that are looked at part by part. A box has what they are before a deal, then what the ends' are
    after it, then how far the ends' are apart then."""
    lowest: dict[str, Range] = field(init=False)
    """In which range each tally lies whenever a deal begins."""
    budget: list[int] = field(default_factory=lambda: [MAX_PARTS])

    def __post_init__(self) -> None:
        profile, expressions = self.ends.subject.profile, self.ends.subject.expressions
        rows = profile.scoring.rows
        self.steps = [[at] for at in range(len(rows))] if profile.scoring.game.after_each_row else [[*range(len(rows))]]
        of = self.ends.reaches.of
        self.reach = [
            (None if row.when is None else of(expressions["score", row.name, "when"]), of(self.amount(row)))
            for row in rows
        ]
        made = profile.scoring.made
        self.made = of(expressions["made",]) if made is not None and self.moves(made) else None
        read = {tally for _, tally in self.ends.slots}
        read |= tallies_in(reads_of(row_rules(profile)), profile) if self.of_rows else set()
        tallies = sorted({name.removeprefix(BEFORE) for name in read} & {*profile.scoring.tallies})
        self.slots = tuple((side, tally) for side in SIDES for tally in tallies)
        self.lowest = dict.fromkeys(tallies, ANY)

    def amount(self, row: Row) -> Expr:
        """Return what a row adds."""
        return self.ends.subject.expressions["score", row.name, "add"]

    def moves(self, rule: Compiled) -> bool:
        """Whether the value of an expression depends on the standing, or the number of the deal."""
        profile = self.ends.subject.profile
        made = profile.scoring.made
        if made is not None and "made" in rule.reads and rule is not made and self.moves(made):
            return True
        return "deal" in rule.reads or bool(tallies_in(rule.reads, profile))

    # ---- the proof

    def never_tied(self) -> bool:
        """Whether it is proved that both sides never win at once, by what is known of every deal."""
        return self.proved([self.unknown()], [None], [MAX_UNKNOWN], self.ends.tied)

    def never_tied_in_any(self) -> bool:
        """Whether it is proved that both sides never win at once, by going through the deals."""
        deals = self.deals()
        if deals is None:
            return False
        endings = self.endings(deals)
        self.bound(deals)
        groups: dict[object, list[Deal]] = {}
        for deal in deals:
            groups.setdefault((deal.names, *map(signs, deal.rows)), []).append(deal)
        self.stay(groups.values(), endings)
        return all(self.proved(group, endings, self.budget, self.ends.tied) for group in groups.values())

    def stay(self, groups: Collection[list[Deal]], endings: list[Effect | None]) -> None:
        """Note how far each tally stays within the numbers that the ends compare it with while a game goes on.

        A number is never come to if every deal that leads there, from where nobody has come to it, ends the game.
        """
        if not self.ends.of_game:
            return
        cuts = cuts_of(self.ends.ends.values(), self.ends.defines)
        for tally in [tally for side, tally in self.ends.slots if side == 0]:
            for cut in sorted(cuts, key=abs):
                was = self.lowest[tally]
                if not cut or not was[0] < cut < was[1]:
                    continue
                never = (cut, HUGE) if cut > 0 else (-HUGE, cut)

                def goes_on(box: Box, effect: Effect | None, tally: str = tally, never: Range = never) -> Range:
                    """Whether a side has come to the number and the game isn't over."""
                    pairs = zip(self.ends.slots, box, strict=False)
                    there = [within(at, never) for (_, name), at in pairs if name == tally]
                    return least(most(*there), negated(self.ends.over(box, effect)))

                self.lowest[tally] = (was[0], cut - 1) if cut > 0 else (cut + 1, was[1])
                budget = [MAX_STAYS]
                if not all(self.proved(group, endings, budget, goes_on) for group in groups):
                    self.lowest[tally] = was

    def proved(self, deals: list[Deal], endings: list[Effect | None], budget: list[int], bad: Bad) -> bool:
        """Whether no deal among some can lead to something bad, such as two winners: all at once, or each half."""
        hull = reduce(joined, deals)
        steps: list[list[int] | tuple[Range, ...]] = [*self.steps, *self.ends.claims()]
        if all(self.step_proved(hull, step, endings, budget, bad) for step in steps):
            return True
        if len(deals) == 1 or budget[0] <= 0:
            return False
        half = len(deals) // 2
        return self.proved(deals[:half], endings, budget, bad) and self.proved(deals[half:], endings, budget, bad)

    def step_proved(
        self, deal: Deal, step: list[int] | tuple[Range, ...], endings: list[Effect | None], budget: list[int], bad: Bad
    ) -> bool:
        """Whether some rows, or a claim that adds so much, never lead to something bad in a deal."""
        effect = None if deal.names is None or isinstance(step, tuple) else Effect((), deal.names, NO_DEAL, (0, 0))
        start = {slot: NO if self.begins_at_0(slot[1]) else ANY for slot in self.ends.slots}
        goes_on = self.ends.of_game and not self.over(start, endings)[0]

        def claim(box: Box) -> Range:
            before, after, gaps = self.parts(box)
            changes = self.changes(deal, step, before) if isinstance(step, list) else claimed(self.ends, step)
            for slot in after:
                low, high = changes.get(slot, NO)
                was, now = before.get(slot, ANY), after[slot]
                after[slot] = now = (max(now[0], was[0] + low), min(now[1], was[1] + high))
                if slot in before:
                    before[slot] = was = (max(was[0], now[0] - high), min(was[1], now[1] - low))
                if now[0] > now[1] or was[0] > was[1]:
                    return NO
            seen = self.seen(after, gaps)
            if seen is None:
                return NO
            found = bad(seen, effect)
            if found[1] and goes_on:
                found = least(found, negated(self.over(before, endings)))
            return 0, found[1]  # never for certain: what leads from here to there may fit no part of the box

        exprs = [*self.ends.ends.values()]
        exprs += [e for path, e in self.ends.subject.expressions.items() if path[0] == "score" and self.of_rows]
        return impossible(claim, self.space(), cuts_of(exprs, self.ends.defines), budget)

    def space(self) -> Box:
        """Return a box that holds all pairs of standings."""
        before = [self.lowest[tally] for _, tally in self.slots]
        return (*before, *[ANY for _ in self.ends.slots], *[ANY for _ in self.ends.gaps])

    def parts(self, box: Box) -> tuple[Changes, Changes, Box]:
        """Return the tallies before and after a deal, by slot, and how far they are apart."""
        before, after = len(self.slots), len(self.slots) + len(self.ends.slots)
        return (
            dict(zip(self.slots, box[:before], strict=True)),
            dict(zip(self.ends.slots, box[before:after], strict=True)),
            box[after:],
        )

    def seen(self, at: Changes, gaps: Box | None = None) -> Box | None:
        """Return tallies as the ends take them, None where no two are as far apart as is said."""
        found = [at.get(slot, ANY) for slot in self.ends.slots]
        for at_gap, tally in enumerate(self.ends.gaps):
            one, other = at.get((0, tally), ANY), at.get((1, tally), ANY)
            low, high = one[0] - other[1], one[1] - other[0]
            if gaps is not None:
                low, high = max(low, gaps[at_gap][0]), min(high, gaps[at_gap][1])
            if low > high:
                return None
            found.append((low, high))
        return tuple(found)

    def over(self, at: Changes, endings: list[Effect | None]) -> Range:
        """Whether the game is over at a standing, however the deal that led to it is seen."""
        box = self.seen(at)
        assert box is not None
        return least(*(self.ends.over(one, deal) for deal in endings for one in (box, self.ends.mirrored(box))))

    # ---- what is added

    def changes(self, deal: Deal, step: Iterable[int], before: Changes) -> Changes:
        """Return what some rows can add to each tally of a side, all of which lie in ranges before."""
        profile = self.ends.subject.profile
        now, found = dict(before), Changes()
        if self.made is not None:
            # where rows are looked at one by one, it was found out before the first of them
            made = truth(self.made(self.look(deal, 0, before, now))) if len(self.steps) == 1 else MAYBE
            deal = deal._replace(known=({**deal.known[0], "made": made}, {**deal.known[1], "made": made}))
        looks = [self.look(deal, side, before, now) for side in SIDES]
        declarers = -1 if profile.auction is None else 0
        for at in step:
            row = profile.scoring.rows[at]
            added = []
            for side in targets(row.to, declarers, -1):
                when, add = deal.rows[at][side]
                condition, amount = self.reach[at]
                if when is None:
                    when = YES if condition is None else truth(condition(looks[side]))
                if not when[1]:
                    continue
                if add is None:
                    add = clamped(number(amount(looks[side])))
                added.append(((side, row.into), add if when[0] else (min(add[0], 0), max(add[1], 0))))
            for slot, (low, high) in added:
                was = found.get(slot, NO)
                found[slot] = (was[0] + low, was[1] + high)
                if slot in before:
                    now[slot] = (before[slot][0] + found[slot][0], before[slot][1] + found[slot][1])
        return found

    def look(self, deal: Deal, side: int, before: Changes, now: Changes) -> Look:
        """Return what a row knows of a side and the other: the tallies as they are `now`, and as they were `before`."""
        known = deal.known[side]
        owners = {"mine": side, "theirs": 1 - side, "declarers": 0, "defenders": 1}

        def look(name: str) -> Known:
            owner, _, quantity = name.partition(".")
            if owner in owners:
                if quantity.startswith(BEFORE):
                    # where rows are looked at one by one, `before` is only the tally before this one
                    start = before.get((owners[owner], quantity.removeprefix(BEFORE)), ANY)
                    return start if len(self.steps) == 1 else ANY
                found = now.get((owners[owner], quantity))
                if found is not None:
                    return found
            return known.get(name)

        return look

    def unknown(self) -> Deal:
        """Return what is known of every deal."""
        of_deal: dict[str, Known] = {"deal": (1, HUGE)}
        sides = [{**of_deal, "declaring": exact(side == 0)} if self.declared else dict(of_deal) for side in SIDES]
        rows = self.ends.subject.profile.scoring.rows
        return Deal((sides[0], sides[1]), tuple(((None, None),) * 2 for _ in rows), None)

    @property
    def declared(self) -> bool:
        """Whether a deal has declarers."""
        return self.ends.subject.profile.auction is not None

    def deals(self) -> list[Deal] | None:
        """Return every deal that the score can tell apart, None where there are too many."""
        subject = self.ends.subject
        profile = subject.profile
        worlds, found = Worlds(subject), list[Deal]()
        reads = frozenset(chain(*map(worlds.read_by, subject.score_expressions())))
        wanted = of_the_deal(reads_of(end_rules(profile)), profile)
        under: dict[Contract, dict[str, Known]] = {}
        for count, entry in enumerate(enumerate_outcomes(subject)):
            if entry is None or count >= fewer(MAX_DEALS, profile):
                return None
            contract = entry[0].contract
            if contract not in under:
                under[contract] = worlds.under(contract, reads)
            found.append(self.deal_of(*entry, under[contract], wanted))
        return found

    def deal_of(self, outcome: Outcome, books: Pair, under: dict[str, Known], wanted: tuple[str, ...]) -> Deal:
        """Return one deal as the score sees it."""
        profile = self.ends.subject.profile
        start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
        account = Account(profile.scoring, outcome, books, start)
        made = profile.scoring.made
        if made is not None and self.made is None:
            account.judge(bool(made.call(account.names(0))))
        moving = {"deal", "mine"} | ({"made"} if self.made is not None else set())
        names = [
            {name: value for name, value in account.names(side).items() if name not in moving and not self.stands(name)}
            for side in SIDES
        ]
        rows = tuple(
            tuple(
                (self.fixed(row.when, account.names(side)), self.fixed(row.add, account.names(side))) for side in SIDES
            )
            for row in profile.scoring.rows
        )
        seen = [tuple((name, names[side][name]) for name in wanted if name in names[side]) for side in SIDES]
        known = [{**under, **{k: exact(v) for k, v in names[side].items()}, "deal": (1, HUGE)} for side in SIDES]
        return Deal((known[0], known[1]), rows, (seen[0], seen[1]))

    def stands(self, name: str) -> bool:
        """Whether a name is of the standing."""
        return bool(tallies_in((name,), self.ends.subject.profile))

    def fixed(self, rule: Compiled | None, names: object) -> Range | None:
        """Return the value of an expression, None where it depends on the standing."""
        if rule is None:
            return YES
        return None if self.moves(rule) else exact(rule.call(names))  # type: ignore[arg-type]

    def bound(self, deals: list[Deal]) -> None:
        """Note of each tally that begins at 0 and is never taken from, or never added to, on which side it stays."""
        hull = reduce(joined, deals)
        anywhere = dict.fromkeys(self.slots, ANY)
        ways = [self.changes(hull, step, anywhere) for step in self.steps]
        ways += [claimed(self.ends, claim) for claim in self.ends.claims()]
        for tally in self.lowest:
            if self.begins_at_0(tally):
                found = [way.get((side, tally), NO) for way in ways for side in SIDES]
                low, high = min(low for low, _ in found), max(high for _, high in found)
                self.lowest[tally] = (-HUGE if low < 0 else 0, HUGE if high > 0 else 0)

    def begins_at_0(self, tally: str) -> bool:
        """Whether each game begins with 0 in a tally."""
        return self.ends.subject.profile.scoring.tallies.get(tally) == "game"

    def endings(self, deals: list[Deal]) -> list[Effect | None]:
        """Return each way in which the ends see the last deal; one of which nothing is known where that isn't all."""
        if self.ends.claims() and not self.ends.by_revokes:
            return [None]
        found = dict.fromkeys(deal.names for deal in deals)
        if len(found) > MAX_ENDINGS or None in found:
            return [None]
        return [Effect((), names, NO_DEAL, (0, 0)) for names in found if names is not None]


def within(at: Range, other: Range) -> Range:
    """Return whether a number is in a range."""
    return int(other[0] <= at[0] and at[1] <= other[1]), int(at[0] <= other[1] and other[0] <= at[1])


def claimed(ends: Ends, claim: tuple[Range, ...]) -> Changes:
    """Return what a claim adds to each tally of the ends."""
    return dict(zip(ends.slots, claim, strict=True))
