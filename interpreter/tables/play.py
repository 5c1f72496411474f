"""The cards under each contract, what the first lead makes of it, and what tricks and books are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.cards import NO_SUIT, TRUMPS, Card
from interpreter.contract import Contract
from interpreter.model import Profile
from interpreter.phases import play
from interpreter.quantities import OF_CARDS
from interpreter.scoring import Outcome, Result, Standing, account_after, counters, score_deal
from interpreter.table import NOBODY, SIDES
from interpreter.tables.shapes import LANES, MAX_CARDS, CardTable, Ints, Numbering, Reasons, Tables, key_of, reading


def first_leads(
    profile: Profile, numbering: Numbering, before: list[int], reasons: Reasons
) -> tuple[tuple[Ints, ...], list[int]]:
    """Return the contracts by the first card led, and those that a deal can be scored under."""
    phase = profile.play
    read = reading((phase.opening_when, *(rule for _, rule in phase.opening_sets)), ("me", "declarer"))
    if read and phase.opening_sets:
        reasons["cards"] = f"what the first lead names depends on {' and '.join(read)}"
    rows: list[Ints] = []
    for number in range(max(before) + 1):
        contract = numbering.contracts[number]
        found = [led(profile, contract, card) for card in profile.pack.cards] if number in before else []
        changed = any(key_of(then.values) != key_of(contract.values) for then in found)
        rows.append(tuple(numbering(then) for then in found) if changed else ())
    return tuple(rows), sorted({then for number in before for then in rows[number] or (number,)})


def led(profile: Profile, contract: Contract, card: Card) -> Contract:
    """Return the contract once a card was led to the first trick."""
    phase = profile.play
    names = {**play.trick_rules(profile, contract).names, "card": card, "me": NOBODY, "trick": 1}
    if not phase.opening_sets or (phase.opening_when is not None and not phase.opening_when.call(names)):
        return contract
    return contract.changed({name: value.call(names) for name, value in phase.opening_sets})


def card_spaces(
    profile: Profile, contracts: Sequence[Contract], needed: set[int], reasons: Reasons
) -> tuple[tuple[CardTable, ...], Ints]:
    """Return the card tables that differ, the pack's own numbering last, and which of them each contract has."""
    found: dict[CardTable, int] = {}
    of: dict[int, int] = {}
    reason, too_many = cards_reason(profile), too_large(profile)
    if reason or too_many:
        reasons["cards"] = reason or too_many
    if not too_many:
        for number in sorted(needed):
            of[number] = found.setdefault(card_table(profile, contracts[number]), len(found))
    return (*found, in_pack_order(profile)), tuple(of.get(number, len(found)) for number in range(len(contracts)))


def cards_reason(profile: Profile) -> str:
    """Return why following can't be tabled, empty if it can."""
    phase = profile.play
    read = reading([*(rule for _, rule in phase.follow), phase.free], ("me", "trick", "declarer"))
    return f"what may be played depends on {' and '.join(read)}" if read else ""


def too_large(profile: Profile) -> str:
    """Return why a pack has no masks, empty if it has."""
    if len(profile.pack.cards) > MAX_CARDS:
        return f"the pack has {len(profile.pack.cards)} cards, more than the {MAX_CARDS} that a mask holds"
    return f"the pack has more than {LANES - 1} suits" if len(profile.pack.suits) >= LANES else ""


def card_table(profile: Profile, contract: Contract) -> CardTable:
    """Return the cards under a contract that the play can have."""
    pack = profile.pack.cards
    rules = play.trick_rules(profile, contract)
    suits = [*profile.pack.suits, *[NO_SUIT] * (LANES - 1 - len(profile.pack.suits)), TRUMPS]
    lane = tuple(-1 if rules.suit[card] == NO_SUIT else suits.index(rules.suit[card]) for card in pack)
    strength = tuple(rules.power[rules.suit[card]][card] if lane[place] >= 0 else 0 for place, card in enumerate(pack))
    top = suits.index(rules.layout.trump_suit) if rules.layout.trumps else -1
    order = sorted(range(len(pack)), key=lambda card: (lane[card] == top >= 0, lane[card], strength[card]))
    bit = {card: place for place, card in enumerate(order)}

    def mask(cards: Iterable[Card]) -> int:
        return sum(1 << bit[pack.index(card)] for card in cards)

    lanes = tuple(mask(card for card in pack if rules.suit[card] == suit != NO_SUIT) for suit in suits)
    narrowing = [rules.narrowing[suit] if suit != NO_SUIT else ((), frozenset()) for suit in suits]
    return CardTable(
        lane=lane, strength=strength, bit=tuple(bit[card] for card in range(len(pack))), card_at=tuple(order),
        lanes=lanes, trump=lanes[top] if top >= 0 else 0,
        idle=mask(card for card in pack if rules.suit[card] == NO_SUIT),
        rungs=tuple(
            tuple(filter(None, map(mask, rungs))) if lanes[at] else () for at, (rungs, _) in enumerate(narrowing)
        ),
        free=tuple(mask(free) for _, free in narrowing),
    )  # fmt: skip


def in_pack_order(profile: Profile) -> CardTable:
    """Return a card table that only numbers the bits, as the pack does; nothing can be played in it."""
    numbers, none = tuple(range(len(profile.pack.cards))), (0,) * LANES
    return CardTable((-1,) * len(numbers), (0,) * len(numbers), numbers, numbers, none, 0, 0, ((),) * LANES, none)


def worths_by_trick(
    profile: Profile, contracts: Sequence[Contract], final: list[int], reasons: Reasons
) -> tuple[Ints, ...]:
    """Return the books of each trick by contract, where they depend on no more than the trick's number."""
    rule, each = profile.play.worth, profile.dealing.each
    if rule is None:
        return ((1,) * each,) * len(contracts)
    read = reading([rule], ("card", "led", "me", "declarer"))
    if read:
        reasons["cards"] = f"the worth of a trick depends on {' and '.join(read)}"
        return ((1,) * each,) * len(contracts)
    rows: list[Ints] = []
    for number, contract in enumerate(contracts):
        names = {**contract.names, "layout": profile.ranking.layout(contract)} if number in final else {}
        rows.append(tuple(int(rule.call({**names, "trick": trick + 1})) for trick in range(each if names else 0)))
    least = min(map(min, filter(None, rows)), default=0)
    if least < 0:  # books would no longer count from 0
        reasons["cards"] = f"a trick is worth {least} books"
        return ((1,) * each,) * len(contracts)
    return tuple(rows)


def all_points(
    profile: Profile, contracts: Sequence[Contract], final: list[int], worth: tuple[Ints, ...], reasons: Reasons
) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return the points by contract and books, by the profile's own scoring at nought all."""
    reason = points_reason(profile)
    if reason:
        reasons["points"] = reason
        return ()
    credit = sum(profile.play.books.values())
    return tuple(
        tuple(
            scored(profile, contract, books, credit + sum(worth[number]))
            for books in range(credit + sum(worth[number]) + 1)
        )
        if number in final
        else ()
        for number, contract in enumerate(contracts)
    )


def points_reason(profile: Profile) -> str:
    """Return why the points of a deal can't be tabled, empty if they can."""
    scoring = profile.scoring
    unknown = counters(scoring.tallies) | set(OF_CARDS)
    names = {"deal", *(name for name, _, quantity in scoring.needs if quantity in unknown)}
    for row in scoring.rows:
        read = reading((row.when, row.add), names)
        if read:
            return f"the row {row.name} reads {' and '.join(read)}"
    if reading((scoring.made,), names):
        return "whether a contract is made reads more than the books"
    if scoring.game.after_each_row and len(scoring.rows) > 1:
        return "the game can end between two rows"
    if any(row.into == "total" for row in scoring.game.score):
        return "the end of a game adds to the total"
    least = min(profile.play.books.values(), default=0)
    return f"{least} books are credited before the first trick" if least < 0 else ""


def scored(profile: Profile, contract: Contract, books: int, in_all: int) -> tuple[int, int, int]:
    """Return the points of declarers and defenders, and whether the contract is made, for the declarers' books."""
    result = result_of(profile, contract, books, in_all, Standing(dict.fromkeys(profile.scoring.tallies, (0, 0))))
    return (*result.points, int(bool(result.made)))


def result_of(profile: Profile, contract: Contract, books: int, in_all: int, standing: Standing) -> Result:
    """Return the score of a deal declared by the first side, as far as it depends on books alone."""
    declared = contract.changed({}, 0) if profile.auction is not None else contract
    return score_deal(profile, Outcome(declared, (books, in_all - books)), standing)


def stakes(tables: Tables, standing: Standing | None = None) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return what is at stake in a deal when the first side declares: points by contract and books, as in the tables.

    Where a match is settled by more than totals, that counts instead. At a standing, a deal that ends the game brings
    its winner as much as the most that any deal can bring. What the score reads of cards counts nothing. Costs some
    tens of milliseconds, but where nothing of this is so.
    """
    profile, match = tables.profile, tables.profile.scoring.match
    apart = match is not None and match.result is not None
    even = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    if (standing is None or standing == even) and tables.points and not apart:
        return tables.points
    at, credit, found = standing or even, sum(tables.credit), list[tuple[Result, ...]]()
    for number, contract in enumerate(tables.contracts):
        in_all = credit + sum(tables.worth[number])
        all_books = range(in_all + 1) if number in tables.final else ()
        found.append(tuple(result_of(profile, contract, books, in_all, at) for books in all_books))

    def points(result: Result) -> tuple[int, int]:
        if match is None or match.result is None:
            return result.points
        return (int(match.result.call(account_after(profile, result).names(0))), 0)

    before = points(Result(Outcome(profile.contract), (0, 0), None, (), at, at))[0] if apart else 0
    most = max((abs(mine - theirs) for results in found for mine, theirs in map(points, results)), default=0)

    def triple(result: Result) -> tuple[int, int, int]:
        made = int(bool(result.made))
        if at != even and result.over and result.winner in SIDES:
            return (most, 0, made) if result.winner == 0 else (0, most, made)
        mine, theirs = points(result)
        return (mine - before, theirs, made)

    return tuple(tuple(map(triple, results)) for results in found)
