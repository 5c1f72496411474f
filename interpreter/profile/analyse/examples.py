"""Deals told as examples, so that an author sees what happens in them; none that can't be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from interpreter.cards import expand
from interpreter.contract import Contract
from interpreter.expression.tree import walk
from interpreter.notation import format_contract
from interpreter.profile.analyse.outcomes import Effect, book_pairs
from interpreter.profile.analyse.subject import Subject
from interpreter.quantities import OF_CARDS
from interpreter.ranking import trump_of
from interpreter.scoring import Outcome, rule_on_revokes
from interpreter.table import Pair


def real(subject: Subject, effect: Effect) -> Outcome | None:
    """Return a deal with an effect, its books taken and its revokes those of one deal; None where none was found.

    What the score reads of the revokes, and what it makes of them, is enumerated apart.
    """
    profile, outcome = subject.profile, effect.outcome
    if rule_on_revokes(profile.scoring.revoke, outcome) == effect.books:
        return outcome
    read_taken = any(quantity == "taken" for _, _, quantity in profile.scoring.needs)
    taken = [outcome.books] if read_taken else sorted(book_pairs(profile, outcome.contract) or (), reverse=True)
    for books in taken:
        for revokes in sorted(set(permutations(outcome.revokes))):
            told = outcome._replace(books=books, revokes=revokes)
            if rule_on_revokes(profile.scoring.revoke, told) == effect.books:
                return told
    return None


def told(subject: Subject, before: Mapping[str, Pair], after: Mapping[str, Pair], by: Outcome | str) -> str:
    """Return from which tallies to which a deal, or what else `by` says, leads; the declarers' come first."""
    declared = subject.profile.auction is not None
    if isinstance(by, str):
        how = by
    else:
        if by.contract.declarers == 1:
            by, before, after = by.turned(), mirrored(before), mirrored(after)
        how = deal(subject, by)
    parts = []
    for name, pair in before.items():
        now = after.get(name, pair)
        parts.append(f"from {name} {score(pair)} to {score(now)}" if now != pair else f"with {name} {score(pair)}")
    return f"{' and '.join(parts)}{' (declarers first)' if declared and parts else ''}, by {how}"


def mirrored(tallies: Mapping[str, Pair]) -> dict[str, Pair]:
    """Return tallies with the sides in each other's place."""
    return {name: (pair[1], pair[0]) for name, pair in tallies.items()}


def score(pair: Pair) -> str:
    """Return what both sides have."""
    return f"{pair[0]}:{pair[1]}"


def deal(subject: Subject, outcome: Outcome) -> str:
    """Return what happened in a deal: contract, books, the cards that the score looks at, and revokes."""
    profile = subject.profile
    contract = format_contract(profile, Contract(outcome.contract.values))
    books = f"{outcome.books[0]} books to {outcome.books[1]}"
    begin = (contract or "any contract", books) if profile.auction is not None else (books, contract)
    return ", ".join(filter(None, (*begin, *cards(subject, outcome), *revokes(subject, outcome))))


def revokes(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield who revoked, and what that makes of the books."""
    counts = [(outcome.revokes.count(side), name) for side, name in enumerate(sides(subject))]
    by = [f"{count} revoke{'s' * (count > 1)} of the {name}" for count, name in counts if count]
    if by:
        corrected = rule_on_revokes(subject.profile.scoring.revoke, outcome)
        after = f" (after which the books are {corrected[0]} to {corrected[1]})" if corrected != outcome.books else ""
        yield f"{' and '.join(by)}{after}"


def sides(subject: Subject) -> tuple[str, str]:
    """Return what the sides are called, the first of them first."""
    return ("declarers", "defenders") if subject.profile.auction is not None else ("first side", "second side")


def cards(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield who has the cards that the score looks at."""
    profile, trump = subject.profile, trump_of(outcome.contract)
    verb = next((quantity for _, _, quantity in profile.scoring.needs if quantity in OF_CARDS), None)
    if verb is None:
        return
    nodes = [node for expr in subject.score_expressions() for node in walk(expr)]
    for name in dict.fromkeys(str(node.value) for node in nodes if node.op == "class"):
        members = frozenset(expand(profile.classes[name].items, profile.pack, trump))
        mine, theirs = (len(held & members) for held in outcome.won)
        yield f"{name} {verb} {mine} to {theirs}"
    for card in dict.fromkeys(str(node.value) for node in nodes if node.op == "card"):
        by = [f"{verb} by the {name}" for name, held in zip(sides(subject), outcome.won, strict=True) if card in held]
        yield f"{card} {by[0] if by else 'out of play'}"
