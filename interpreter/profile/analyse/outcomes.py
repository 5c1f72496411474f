"""How one deal can change the tallies: every outcome enumerated, as far as the score reads it, and scored once.

Seats are alike, so the declarers are always the first side. Books are shared out trick by trick, with each worth that
a trick can have, and corrected for any number of revokes; cards that the score looks at are on one side, or buried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from interpreter.cards import NO_SUIT, TRUMPS
from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.expression.tree import Expr, walk
from interpreter.model import Profile
from interpreter.profile.analyse.splits import CardSplits
from interpreter.profile.analyse.subject import Subject, combinations
from interpreter.quantities import OF_CARDS, OWNERS
from interpreter.reads import reads_of
from interpreter.scoring import (
    Account,
    Outcome,
    ScoreLine,
    Standing,
    counters,
    rule_on_revokes,
    run_row,
)
from interpreter.table import SEATS, Pair

MAX_OUTCOMES = 12_000
FEW_ROWS = 8
"""With more rows than these, fewer outcomes are scored."""
MAX_PAIRS = 400
MAX_REVOKES = 3
OTHER = object()
"""Stands for all values that aren't told apart."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")

Changes = tuple[tuple[str, Pair], ...]


class Effect(NamedTuple):
    """What one deal (or one row, where the game is checked after each) adds to the tallies of both sides.

    `names` are what the ends of a game read of the deal besides the tallies, seen from either side; `books` are those
    after rulings.
    """

    changes: Changes
    names: tuple[tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]
    outcome: Outcome
    books: Pair


class Fallen(NamedTuple):
    """How books can fall: as taken, and as corrected for some `revokes`, of which there are as few as can be."""

    taken: Pair
    corrected: Pair
    revokes: tuple[int, ...] = ()

    def outcome(self, contract: Contract, revokes: tuple[int, ...] | None) -> Outcome:
        """Return a deal with these books; with other revokes than they are corrected for, where those are given."""
        return Outcome(contract, self.taken, self.revokes if revokes is None else revokes)


class Effects(NamedTuple):
    """All effects that differ. `complete` says whether they are all that there can be."""

    effects: tuple[Effect, ...]
    complete: bool


def tallies_in(reads: Iterable[str], profile: Profile) -> set[str]:
    """Return the tallies, now or before the deal, and `games`, among the names that expressions read."""
    known = counters(profile.scoring.tallies)
    return {quantity for owner, _, quantity in map(partitioned, reads) if owner in OWNERS and quantity in known}


def partitioned(name: str) -> tuple[str, str, str]:
    """Return the owner and the quantity of a name."""
    return name.partition(".")


def row_rules(profile: Profile) -> list[Compiled]:
    """Return the expressions that say what a deal is worth."""
    scoring = profile.scoring
    rules = [scoring.made, *(rule for row in scoring.rows for rule in (row.when, row.add))]
    return [rule for rule in rules if rule is not None]


def end_rules(profile: Profile) -> list[Compiled]:
    """Return the conditions of winning and losing."""
    return [rule for rule in (profile.scoring.game.win, profile.scoring.game.lose) if rule is not None]


def reads_standing(profile: Profile) -> bool:
    """Whether what a deal is worth depends on the tallies, or on the number of the deal."""
    read = reads_of(row_rules(profile))
    return "deal" in read or bool(tallies_in(read, profile))


def fewer(most: int, profile: Profile) -> int:
    """Return how many deals are scored at most: fewer than `most` in a game with very many rows."""
    return most * FEW_ROWS // max(FEW_ROWS, len(profile.scoring.rows))


def enumerate_effects(subject: Subject) -> Effects:
    """Return how one deal can change the tallies; incomplete where that can't be enumerated."""
    profile = subject.profile
    if reads_standing(profile):
        return Effects((), False)
    start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    wanted = of_the_deal(reads_of(end_rules(profile)), profile)
    found: dict[tuple[object, ...], Effect] = {}
    complete, most = True, fewer(MAX_OUTCOMES, profile)
    for count, outcome in enumerate(enumerate_outcomes(subject)):
        if outcome is None or count >= most:
            complete = False
            break
        for effect in effects_of(profile, *outcome, start, wanted):
            known = found.get((effect.changes, effect.names))
            if known is None or len(outcome[0].revokes) < len(known.outcome.revokes):  # the simplest one stands for all
                found[effect.changes, effect.names] = effect
    return Effects(tuple(found.values()), complete)


def effects_of(
    profile: Profile, outcome: Outcome, books: Pair, start: Standing, wanted: tuple[str, ...]
) -> Iterator[Effect]:
    """Yield what a deal adds: all its rows together, or each by itself where the game is checked after each.

    `wanted` are the names that the ends of a game read of the deal.
    """
    scoring = profile.scoring
    account = Account(scoring, outcome, books, start)
    if scoring.made is not None:
        account.judge(bool(scoring.made.call(account.names(0))))
    seen: list[tuple[tuple[str, Any], ...]] = [(), ()]
    for side in (0, 1) if wanted else ():
        names = account.names(side)
        seen[side] = tuple((name, names[name]) for name in wanted if name in names)
    rows = [run_row(row, account) for row in scoring.rows]
    for lines in rows if scoring.game.after_each_row else [list(chain(*rows))]:
        yield Effect(added(lines), (seen[0], seen[1]), outcome, books)


def of_the_deal(read: Iterable[str], profile: Profile) -> tuple[str, ...]:
    """Return the names that are of the deal, and not of the standing."""
    return tuple(name for name in sorted(read) if name != "deal" and not tallies_in((name,), profile))


def added(lines: list[ScoreLine]) -> Changes:
    """Return what some lines of the score add, by tally."""
    sums: dict[str, Pair] = {}
    for line in lines:
        pair = sums.get(line.into, (0, 0))
        sums[line.into] = (pair[0] + line.amount, pair[1]) if line.side == 0 else (pair[0], pair[1] + line.amount)
    return tuple(sorted((into, pair) for into, pair in sums.items() if pair != (0, 0)))


# ---- Outcomes


def enumerate_outcomes(subject: Subject) -> Iterator[tuple[Outcome, Pair] | None]:
    """Yield the ways in which a deal can fall, with the books after rulings; None where there are too many.

    The revokes are those that the score reads. Where it reads none they are those that the books are corrected for.
    """
    profile = subject.profile
    rules = [*row_rules(profile), *end_rules(profile)]
    read = reads_of(rules)
    quantities = {quantity for owner, _, quantity in map(partitioned, read) if owner in OWNERS}
    matters = contract_names(profile, read)
    words = words_compared(subject, matters)
    revoked = revokes_seen(subject) if "revokes" in quantities else [None]
    if revoked is None:
        yield None
        return
    seen: set[tuple[object, ...]] = set()
    for contract in subject.contracts():
        values = {name: contract.names.get(name) for name in matters}
        key = tuple(OTHER if name in words and value not in words[name] else value for name, value in values.items())
        if key in seen:
            continue
        seen.add(key)
        books = book_outcomes(profile, contract, quantities)
        if books is None:
            yield None
            return
        if quantities.isdisjoint(OF_CARDS):
            for fallen in books:
                for revokes in revoked:
                    yield fallen.outcome(contract, revokes), fallen.corrected
            continue
        splits = CardSplits.of(subject, contract, quantities)
        every = book_outcomes(profile, contract, quantities | {"taken"})
        if splits is None:
            yield None
            return
        for cards, share in splits.shares():
            # where the books taken aren't read, those stand for all that these cards go with
            fitting: dict[object, Fallen] = {}
            for fallen in every or books:
                if every is None or splits.fit(fallen.taken, share):
                    fitting.setdefault((fallen.corrected, "taken" in quantities and fallen.taken), fallen)
            for fallen in fitting.values():
                for revokes in revoked:
                    for won in cards:
                        yield fallen.outcome(contract, revokes)._replace(won=won, played=won), fallen.corrected


def contract_names(profile: Profile, read: frozenset[str]) -> tuple[str, ...]:
    """Return what of a contract decides how a deal is scored."""
    others = [profile.play.worth]
    if profile.scoring.revoke is not None:
        others += [profile.scoring.revoke.offenders, profile.scoring.revoke.others]
    every = read | reads_of(rule for rule in others if rule is not None)
    if "layout" in every:
        every |= profile.ranking.reads
    return tuple(sorted(name for name in every if name.startswith("contract.")))


def words_compared(subject: Subject, names: Iterable[str]) -> dict[str, set[object]]:
    """Return, for names that are only ever compared with words, these words: other values can't be told apart.

    A class of trumps alone, such as the honours, tells no suits apart either, if no other cards are looked at.
    """
    profile = subject.profile
    found: dict[str, set[object]] = {name: set() for name in names}
    others = [("phases", profile.play.name, "worth"), *(("rulings", "revoke", key) for key in ("offenders", "others"))]
    exprs = [*(subject.expressions[path] for path in others if path in subject.expressions)]
    exprs += subject.score_expressions()
    parts = [node for expr in exprs for node in walk(expr)]
    if any(node.op == "call" and node.value == "suit" for node in parts):
        return {}
    compared = {id(arg): word.value for node in parts for arg, word in comparisons(node)}
    for node in parts:
        if node.op == "name" and node.value in found:
            name = str(node.value)
            if id(node) in compared:
                found[name].add(compared[id(node)])
            else:
                del found[name]
    classes = [profile.classes[str(node.value)] for node in parts if node.op == "class"]
    if any(found_class.depends_on_trump for found_class in classes) and "contract.trump" in found:
        found["contract.trump"].add(NO_SUIT)
        items = {item.kind for found_class in classes for item in found_class.items}
        if {"card", "suit"} & items or any(node.op == "card" for node in parts):
            del found["contract.trump"]
    return found


def comparisons(node: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Yield what a comparison compares with a word, and the word."""
    if node.op in ("==", "!="):
        one, other = node.args
        yield from ((a, b) for a, b in ((one, other), (other, one)) if b.op == "word")


def revokes_seen(subject: Subject) -> list[tuple[int, ...]] | None:
    """Return revokes that stand for all that there can be; None where their numbers matter for more than comparisons.

    Of revokes there can be very many. But where only the ends of a game read them, and compare them with each other
    and with plain numbers, a few of each side tell as much. Books are corrected for any revokes by themselves.
    """
    if any(name.endswith(".revokes") for name in reads_of(row_rules(subject.profile))):
        return None
    most = -1
    for expr in subject.score_expressions():
        if is_revokes(expr):
            return None
        for node in walk(expr):
            if not any(map(is_revokes, node.args)):
                continue
            numbers = [arg for arg in node.args if not is_revokes(arg)]
            if node.op not in COMPARISONS or any(arg.op != "int" for arg in numbers):
                return None
            most = max(most, *(int(str(arg.value)) for arg in numbers), -1)
    if most > MAX_REVOKES:
        return None
    counts = range(most + 3)  # two numbers above all that are named, so that either side can have more
    return [(0,) * mine + (1,) * theirs for mine in counts for theirs in counts]


def is_revokes(expr: Expr) -> bool:
    """Whether an expression is the number of a side's revokes."""
    return expr.op == "name" and str(expr.value).endswith(".revokes")


def book_outcomes(profile: Profile, contract: Contract, quantities: set[str]) -> list[Fallen] | None:
    """Return how books can fall, those without revokes first; None where there are too many ways.

    Where `quantities` have no books taken, ways with the same books after rulings are one.
    """
    taken = book_pairs(profile, contract)
    if taken is None:
        return None
    ruling = profile.scoring.revoke
    waiting = [Fallen(pair, pair) for pair in sorted(taken, reverse=True)]
    if ruling is None:
        return waiting
    found: dict[tuple[Pair, Pair], Fallen] = {}
    for was, now, revokes in waiting:  # it grows meanwhile
        key = (was if "taken" in quantities else (0, 0), now)
        if key in found:
            continue
        found[key] = Fallen(was, now, revokes)
        if len(found) > MAX_PAIRS:
            return None
        for side in (0, 1):
            corrected = rule_on_revokes(ruling, Outcome(contract, now, (side,)))
            waiting.append(Fallen(was, corrected, (*revokes, side)))
    return list(found.values())


def book_pairs(profile: Profile, contract: Contract) -> set[Pair] | None:
    """Return how the books of a deal can be shared; None where there are too many ways."""
    play = profile.play
    pairs: set[Pair] = {(play.books.get("declarers", 0), play.books.get("defenders", 0))}
    for worths in trick_worths(profile, contract):
        pairs = {(a + w, b) for a, b in pairs for w in worths} | {(a, b + w) for a, b in pairs for w in worths}
        if len(pairs) > MAX_PAIRS:
            return None
    return pairs


def trick_worths(profile: Profile, contract: Contract) -> Iterator[set[int]]:
    """Yield, trick by trick, what it can be worth."""
    worth, tricks = profile.play.worth, range(1, profile.dealing.each + 1)
    if worth is None:
        yield from ({1} for _ in tricks)
        return
    ranges: dict[str, Any] = {
        "card": profile.pack.cards,
        "led": (*profile.pack.suits, TRUMPS, NO_SUIT),
        "me": SEATS,
    }
    fixed = {**contract.names, "declarer": contract.declarer, "layout": profile.ranking.layout(contract)}
    known: set[int] = set()
    for trick in tricks:
        if not known or "trick" in worth.reads:
            some = combinations(worth.reads, ranges)
            known = {int(worth.call({**fixed, **values, "trick": trick})) for values in some}
        yield known
