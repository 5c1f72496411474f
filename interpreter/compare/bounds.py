"""What the rules allow a deal to be worth: the ends that intervals are made with, never taken from what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from interpreter.contract import Contract
from interpreter.facts import outcome_with
from interpreter.model import Profile
from interpreter.possible import all_books, contracts_after, dealt_out, members
from interpreter.scoring import CardPair, Standing, score_deal
from interpreter.table import Pair

Range = tuple[int, int]


def points_bounds(profile: Profile) -> tuple[Range, Range]:
    """Return the least and most points of the declarers in a deal, and of the defenders; 0 is always among them.

    Every contract is scored with every number of books, and with every share of the cards that the score looks at.
    Where that depends on the totals, deals are scored at nought all and just below what the rules' numbers say.
    """
    pairs = {(0, 0), *scored(profile)}
    ends = [(min(pair[side] for pair in pairs), max(pair[side] for pair in pairs)) for side in (0, 1)]
    claimed = max((abs(value) for value in claims_worth(profile)), default=0)
    one, other = ((low, max(high, claimed)) for low, high in ends)
    if profile.auction is None:  # either side can be the first
        one = other = (min(one[0], other[0]), max(one[1], other[1]))
    return one, other


def scored(profile: Profile) -> Iterator[Pair]:
    """Yield the points of declarers and defenders in everything that a deal can come to."""
    standings = list(standings_tried(profile))
    bids = profile.auction.bids if profile.auction is not None else (None,)
    seen: set[Contract] = set()
    for bid in bids:
        for contract in contracts_after(profile, bid):
            if contract in seen:
                continue
            seen.add(contract)
            declared = contract.changed({}, 0) if profile.auction is not None else contract
            for books, cards, standing in product(book_pairs(profile, declared), held(profile, declared), standings):
                yield score_deal(profile, outcome_with(declared, books, (), cards), standing).points


def standings_tried(profile: Profile) -> Iterator[Standing]:
    """Yield nought all; and where rows read tallies, both sides just below each of the rules' numbers too."""
    tallies = profile.scoring.tallies
    yield Standing(dict.fromkeys(tallies, (0, 0)))
    read = {quantity.removeprefix("before.") for _, _, quantity in profile.scoring.needs} & {*tallies}
    rules = [rule for row in profile.scoring.rows for rule in (row.when, row.add) if rule is not None]
    if not any(name.rpartition(".")[2] in read for rule in rules for name in rule.reads):
        return
    numbers = sorted({value - 1 for value in profile.params.values() if 1 < value <= 1000})
    for mine, theirs in product((0, *numbers), repeat=2):
        yield Standing({name: (mine, theirs) if name == "total" else (0, 0) for name in tallies})


def book_pairs(profile: Profile, contract: Contract) -> list[Pair]:
    """Return how the books of a deal can be shared."""
    credit = profile.play.books
    mine, theirs = credit.get("declarers", 0), credit.get("defenders", 0)
    return [
        (books, total - books) for total in all_books(profile, contract) for books in range(mine, total - theirs + 1)
    ]


def held(profile: Profile, contract: Contract) -> Iterator[Mapping[str, CardPair]]:
    """Yield how the cards that the score looks at can lie; once nothing where it looks at none."""
    groups = [group for group in profile.scoring.counted if len(group.quantities) == 1]
    counts = [range(len(members(profile, group, contract)) + 1) for group in groups]
    for shares in product(*(product(count, count) for count in counts)):
        cards = dealt_out(profile, contract, dict(zip(groups, shares, strict=True)))
        if cards is not None:
            yield cards


def claims_worth(profile: Profile) -> Iterator[int]:
    """Yield what claims are worth that always are worth the same."""
    for claim in profile.play.claims:
        if not claim.add.reads:
            yield int(claim.add.call({}))
