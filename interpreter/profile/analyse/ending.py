"""Checks about the end of a game: it can come, and it never leaves two winners.

One deal's outcomes are enumerated (books add up, a card is on one side) and played from every standing at which the
game goes on, breadth first from the start, up to a bound; the bound makes the proof that no two sides win at once
incomplete for games with very many standings, where the play itself would report it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter.cards import expand
from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.model import PlayPhase, Profile
from interpreter.notation import format_contract
from interpreter.profile.analyse.subject import Subject
from interpreter.ranking import trump_of
from interpreter.scoring import NO_CARDS, Outcome, Result, Standing, Undecided, score_deal, score_passed_out
from interpreter.table import Pair

MAX_SCORED = 12_000
MAX_DEALS = 2_000
CardPair = tuple[frozenset[str], frozenset[str]]


def check_ending(subject: Subject) -> Iterator[Problem]:
    """The game can end, and both sides never win at once without a `tie`."""
    profile = subject.profile
    try:
        outcomes = distinct_outcomes(profile, list(enumerate_outcomes(subject)))
        if not can_end(profile, outcomes):
            keys = [key for key in ("win", "lose", "over") if getattr(profile.scoring.game, key) is not None]
            yield subject.problem(
                "R090",
                f"the game can't end: no outcome of up to {MAX_DEALS:,} deals meets {' or '.join(keys)}",
                subject.place("game", keys[0]),
                "check the conditions against the score rows",
            )
            return
        if profile.scoring.game.tie is None:
            explore(profile, outcomes)
    except _Tie as tie:
        totals = " and ".join(f"{name} {pair[0]}:{pair[1]}" for name, pair in tie.standing.tallies.items())
        contract = format_contract(profile, Contract(tie.outcome.contract.values)) or "any contract"
        books = "{} books to {}".format(*tie.outcome.books)
        key = "win" if profile.scoring.game.win is not None else "lose"
        yield subject.problem(
            "R091",
            f"both sides can win at once, and no `tie` says who does: {contract}, {books}, from {totals}",
            subject.place("game", key),
            "add `tie: declarers`, `defenders`, `highest(total)` or `draw`",
        )


class _Tie(Exception):
    """A deal that both sides win."""

    def __init__(self, outcome: Outcome, standing: Standing) -> None:
        super().__init__()
        self.outcome, self.standing = outcome, standing


def scored(profile: Profile, outcome: Outcome, standing: Standing) -> Result:
    """Score a deal; raises `_Tie` where nobody decides between two winners."""
    try:
        return score_deal(profile, outcome, standing)
    except Undecided:
        raise _Tie(outcome, standing) from None


def enumerate_outcomes(subject: Subject) -> Iterator[Outcome]:
    """Yield the ways in which one deal can fall, as far as the score reads it."""
    profile = subject.profile
    quantities = {quantity for _, _, quantity in profile.scoring.needs}
    seen: set[tuple[Any, ...]] = set()
    for contract in subject.contracts():
        relevant = scoring_values(profile, contract)
        if relevant in seen:
            continue
        seen.add(relevant)
        for declarer in (0, 1) if profile.auction is not None else (contract.declarer,):
            seated = replace_declarer(contract, declarer)
            for books in book_pairs(profile, seated):
                for revokes in ((), (0,), (1,)) if "revokes" in quantities else ((),):
                    for cards in card_pairs(profile, seated) if {"won", "played"} & quantities else (NO_CARDS,):
                        yield Outcome(seated, books, revokes, cards, cards)


def replace_declarer(contract: Contract, declarer: int) -> Contract:
    """Return a contract with another declarer."""
    return replace(contract, declarer=declarer)


def scoring_values(profile: Profile, contract: Contract) -> tuple[Any, ...]:
    """Return what the score can read of a contract: all of it but fields that no expression of the score names."""
    scoring = profile.scoring
    rows = [*scoring.rows, *scoring.game.score, *(scoring.match.score if scoring.match else ())]
    rules = [
        scoring.made,
        scoring.game.win,
        scoring.game.lose,
        *(rule for row in rows for rule in (row.when, row.add)),
    ]
    if scoring.revoke is not None:
        rules += [scoring.revoke.offenders, scoring.revoke.others]
    read = frozenset[str]().union(*(rule.reads for rule in rules if rule is not None))
    trump = (trump_of(contract),) if any(found.depends_on_trump for found in profile.classes.values()) else ()
    return (*(value for name, value in contract.names.items() if name in read), *trump)


def book_pairs(profile: Profile, contract: Contract) -> Iterator[Pair]:
    """Yield how the books of a deal can be shared."""
    play = profile.play
    first = play.books.get("declarers", 0), play.books.get("defenders", 0)
    declarers = max(contract.declarers, 0)
    credit = first if declarers == 0 else (first[1], first[0])
    sums = {0}
    worths = trick_worths(profile, play, contract)
    for worth in worths:
        sums |= {total + worth for total in sums}
    every = sum(worths)
    for mine in sorted(sums):
        yield (credit[0] + mine, credit[1] + every - mine)


def trick_worths(profile: Profile, play: PlayPhase, contract: Contract) -> list[int]:
    """Return what each trick is worth; where the rule reads the card or the winner, what it is for the first ones."""
    tricks = range(1, profile.dealing.each + 1)
    if play.worth is None:
        return [1 for _ in tricks]
    layout = profile.ranking.layout(contract)
    names = {
        **contract.names,
        "layout": layout,
        "declarer": contract.declarer,
        "me": 0,
        "card": profile.pack.cards[0],
    }
    return [int(play.worth.call({**names, "led": profile.pack.suits[0], "trick": trick})) for trick in tricks]


def card_pairs(profile: Profile, contract: Contract) -> Iterator[CardPair]:
    """Yield how the cards of the profile's classes can be shared between the sides."""
    trump = trump_of(contract)
    cards = list(
        dict.fromkeys(card for found in profile.classes.values() for card in expand(found.items, profile.pack, trump))
    )
    for many in range(len(cards) + 1):
        yield frozenset(cards[:many]), frozenset(cards[many:])


def distinct_outcomes(profile: Profile, outcomes: list[Outcome]) -> list[Outcome]:
    """Return one outcome of each kind that scores alike, the largest swings first."""
    start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    if reads_standing(profile):
        return outcomes
    kinds: dict[tuple[Any, ...], tuple[int, Outcome]] = {}
    direct = game_reads_deal(profile)
    for outcome in outcomes:
        result = scored(profile, outcome, start)
        own = tuple((line.side, line.into, line.amount) for line in result.lines if line.amount)
        key = (
            (own, result.made, outcome.contract.declarers)
            if not direct
            else (own, outcome.contract, result.books, outcome.revokes)
        )
        swing = max((abs(amount) for _, into, amount in own if into == "total"), default=0)
        kinds.setdefault(key, (swing, outcome))
    return [outcome for _, outcome in sorted(kinds.values(), key=lambda kind: -kind[0])]


def reads_standing(profile: Profile) -> bool:
    """Whether a row reads totals, tallies or the number of the deal, so that its amount depends on the standing."""
    counters = {
        f"{owner}.{tally}"
        for owner in ("mine", "theirs", "declarers", "defenders")
        for tally in (*profile.scoring.tallies, "games")
    }
    read = frozenset[str]().union(
        *(rule.reads for row in profile.scoring.rows for rule in (row.when, row.add) if rule is not None)
    )
    return bool(read & (counters | {"deal"})) or profile.scoring.game.after_each_row


def game_reads_deal(profile: Profile) -> bool:
    """Whether winning or losing reads more of the deal than totals and `made`."""
    game = profile.scoring.game
    read = frozenset[str]().union(*(rule.reads for rule in (game.win, game.lose) if rule is not None))
    quantities = ("books", "taken", "revokes", "won", "played")
    return any(name.startswith("contract.") or name.partition(".")[2] in quantities for name in read)


def can_end(profile: Profile, outcomes: list[Outcome]) -> bool:
    """Whether some outcome, repeated, ends a game from its start; a passed-out deal counts, where there can be one."""
    budget = MAX_SCORED
    for outcome in outcomes:
        standing = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
        for _ in range(MAX_DEALS):
            budget -= 1
            result = scored(profile, outcome, standing)
            if result.over:
                return True
            stuck = result.after.tallies == standing.tallies and not counts_deals(profile)
            if stuck or budget < 0:
                break
            standing = replace(result.after, deal=standing.deal + 1)
    phase = profile.auction
    if phase is not None and phase.all_pass == "next_deal" and counts_deals(profile):
        start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
        return any(
            score_passed_out(profile, profile.contract, replace(start, deal=deal)).over for deal in range(1, MAX_DEALS)
        )
    return budget < 0


def counts_deals(profile: Profile) -> bool:
    """Whether the end of a game reads the number of the deal."""
    game = profile.scoring.game
    return any(rule is not None and "deal" in rule.reads for rule in (game.win, game.lose, game.over))


def explore(profile: Profile, outcomes: list[Outcome]) -> None:
    """Play every outcome from every standing at which the game goes on; raises `_Tie` where two sides win."""
    kept = {name for name, scope in profile.scoring.tallies.items() if scope == "game"}
    start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    waiting, seen, count = [start], {standing_key(profile, start, kept)}, 0
    while waiting and count < MAX_SCORED:
        following: list[Standing] = []
        for standing in waiting:
            for outcome in outcomes:
                count += 1
                result = scored(profile, outcome, standing)
                after = replace(result.after, deal=standing.deal + 1)
                key = standing_key(profile, after, kept)
                if not result.over and key not in seen:
                    seen.add(key)
                    following.append(after)
            if count >= MAX_SCORED:
                return
        waiting = following


def standing_key(profile: Profile, standing: Standing, kept: set[str]) -> tuple[Any, ...]:
    """Return what of a standing matters to the rest of the game."""
    deal = standing.deal if counts_deals(profile) else 0
    return (deal, *(standing.tallies[name] for name in sorted(kept)))
