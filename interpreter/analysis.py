"""Where a recorded match was won and lost: every card beside the best one, all cards lying open (double dummy).

    with replay(path) as record:
        for deal in analyse(record):
            for card in deal.mistakes: ...

The *value* of a position is the books that the declarers (north and south where nobody declares) have in the end when
everybody plays at their best from there on. A card that lowers it for its own side costs the difference; points are
those of the contract at that many books, by the profile's score at nought all. All losses of a deal that was played to
its last card and the value at its first lead add up to its result.

Hindsight is easy: with all cards open one never misguesses. A mistake here is what cost something, not what was wrong
to try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter import game
from interpreter.actions import Claim, Deal
from interpreter.burying import comes_to_declare, position_at
from interpreter.cards import Card
from interpreter.contract import Bid, Contract
from interpreter.double_dummy import NODE_CAP, Position, Solver
from interpreter.makeable import TRIES, Cell, best_burial, credited, strains_of, uncounted
from interpreter.model import PlayPhase
from interpreter.replay import Replay, Step
from interpreter.scoring import Outcome, Result, Standing, score_deal
from interpreter.simulate import NoTables
from interpreter.state import State
from interpreter.table import NOBODY, Seat, side_of
from interpreter.tables import Tables, make_tables


@dataclass(frozen=True, slots=True)
class Judged:
    """One card. `before` and `after` are the values around it (None: unknown), `better` the cards that keep the value.

    `books` and `points` are what it cost its side, 0 where it cost nothing or that isn't known; `points` are None where
    the game's points aren't tabled. `revoke` says that it broke following: then it isn't compared.
    """

    n: int
    trick: int
    seat: Seat
    card: Card
    before: int | None
    after: int | None
    books: int = 0
    points: int | None = 0
    better: tuple[Card, ...] = ()
    revoke: bool = False


@dataclass(frozen=True, slots=True)
class Bidding:
    """The winning bid, beside the others that its caller could have made then. Points are the declarers' lead.

    `contract` was played and `best` would have brought the most, each played behind the best burial that was found;
    where points leave out what goes into other tallies, the most of those that these don't speak against.
    """

    n: int
    contract: Contract
    books: int
    points: int
    best: Contract
    best_books: int
    best_points: int

    @property
    def cost(self) -> int:
        """What the bid cost, in points."""
        return self.best_points - self.points


@dataclass(frozen=True, slots=True)
class Buried:
    """What the declarer gave away, beside the best that was found: its books with the one and with the other."""

    gave: tuple[Card, ...]
    books: int
    best: tuple[Card, ...]
    best_books: int
    points: int | None

    @property
    def cost(self) -> int:
        """What it cost, in books."""
        return self.best_books - self.books


@dataclass(frozen=True, slots=True)
class Analysed:
    """One deal. `cards` are all that were played; `value` is what the declarers could take at the first lead.

    `result` is None where the record ends within the deal; `bidding` and `buried` where there is nothing to compare;
    `claim` is the one that ended the deal, None where none did.
    """

    n: int
    game: int
    deal: int
    dealer: Seat
    contract: Contract
    result: Result | None
    value: int | None
    cards: tuple[Judged, ...]
    bidding: Bidding | None
    buried: Buried | None
    claim: str | None = None

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The cards that cost books."""
        return tuple(card for card in self.cards if card.books)

    @property
    def unknown(self) -> int:
        """How many cards couldn't be judged."""
        return sum(not card.revoke and None in (card.before, card.after) for card in self.cards)


@dataclass(slots=True)
class Course:
    """A deal as far as the record has been read; `claim` is what ended it, and where it stood then."""

    n: int
    game: int
    dealt: State
    bid: tuple[int, State] | None = None
    plays: list[Step] = field(default_factory=list)
    result: Result | None = None
    claim: tuple[Claim, State] | None = None


@dataclass(slots=True)
class Analyst:
    """Judges deals with one solver, which remembers what a contract needs."""

    solver: Solver
    tries: int = TRIES

    @property
    def tables(self) -> Tables:
        """The game's tables."""
        return self.solver.tables

    def deal(self, course: Course) -> Analysed:
        """Return a deal that is over, or as far as it went."""
        contract = self.contract(course)
        cards = tuple(self.cards(course, contract))
        value = cards[0].before if cards else None
        bidding, buried = self.before_the_play(course, contract, value)
        return Analysed(
            n=course.n, game=course.game, deal=course.dealt.deal, dealer=course.dealt.dealer, contract=contract,
            result=course.result, value=value, cards=cards, bidding=bidding, buried=buried,
            claim=None if course.claim is None else course.claim[0].name,
        )  # fmt: skip

    def contract(self, course: Course) -> Contract:
        """Return the contract that a deal was played under."""
        if course.result is not None:
            return course.result.outcome.contract
        return course.plays[-1].after.contract if course.plays else course.dealt.contract

    # ---- the play

    def cards(self, course: Course, contract: Contract) -> Iterator[Judged]:
        """Yield every card played, judged."""
        plays = course.plays
        before = self.value(plays[0].before) if plays else None
        for place, step in enumerate(plays):
            then = plays[place + 1].before if place + 1 < len(plays) else None
            after = self.value_behind(step, before, then, course)
            yield self.judged(step, contract, before, after)
            before = after

    def judged(self, step: Step, contract: Contract, before: int | None, after: int | None) -> Judged:
        """Return a card between two values."""
        state, card = step.before, str(step.event)
        seat, trick = step.seat, len(state.tricks) + 1
        if step.revoke is not None:
            return Judged(step.n, trick, seat, card, before, after, revoke=True)
        lost = 0 if before is None or after is None else before - after
        lost = lost if declares(seat, contract) else -lost
        if lost <= 0 or before is None or after is None:
            return Judged(step.n, trick, seat, card, before, after, 0, 0 if self.tables.points else None)
        return Judged(
            step.n, trick, seat, card, before, after, lost,
            points=self.lead_lost(contract, seat, before, after), better=self.better(state, before),
        )  # fmt: skip

    def lead_lost(self, contract: Contract, seat: Seat, before: int, after: int) -> int | None:
        """Return what a side loses in points between two numbers of the declarers' books."""
        one, other = self.lead_at(contract, before), self.lead_at(contract, after)
        if one is None or other is None:
            return None
        return one - other if declares(seat, contract) else other - one

    def lead_at(self, contract: Contract, books: int) -> int | None:
        """Return by how many points a deal puts the declarers ahead; None where points aren't tabled."""
        if not self.tables.points:
            return None
        mine, theirs, _ = self.tables.points[self.tables.number(contract)][books]
        return mine - theirs

    def better(self, state: State, value: int) -> tuple[Card, ...]:
        """Return the cards that keep a value."""
        ahead = value - credited(state)
        return tuple(card for card, books in self.solver.leads(position_at(state)).items() if books == ahead)

    def value(self, state: State) -> int | None:
        """Return a position's value."""
        books = self.solver.books(position_at(state))
        return None if books is None else books + credited(state)

    def value_behind(self, step: Step, before: int | None, then: State | None, course: Course) -> int | None:
        """Return the value behind a card, asking no more than has to be asked."""
        if then is None:
            return self.value_at_the_end(step, course)
        if before is None or step.revoke is not None:
            return self.value(then)
        position = position_at(then)
        if len(game.legal(step.before)) == 1:
            return before
        credit = credited(then)
        declaring = declares(step.seat, step.before.contract)
        kept = self.solver.takes(position, before - credit + (not declaring))
        return before if kept is not None and kept == declaring else self.value(then)

    def value_at_the_end(self, step: Step, course: Course) -> int | None:
        """Return the value behind the last card that was played: where cards are left, of what is still to come."""
        if course.result is None:
            return self.value(step.after)
        if course.claim is not None:
            return self.value(course.claim[1])
        return course.result.outcome.books[max(course.result.outcome.contract.declarers, 0)]

    # ---- what came before the play

    def before_the_play(
        self, course: Course, contract: Contract, value: int | None
    ) -> tuple[Bidding | None, Buried | None]:
        """Compare the bid and the burial with what else there was."""
        if value is None or course.bid is None or not self.tables.points:
            return None, None
        n, called = course.bid
        gave = tuple(card for seat, card in course.plays[0].before.given if seat == contract.declarer)
        actual = self.tables.number(contract)
        cells: list[Cell] = []
        buried: Buried | None = None
        for strain in strains_of(self.tables):
            start = comes_to_declare(course.dealt, contract.declarer, strain.contracts)
            cell = None if start is None else best_burial(self.solver, start, strain, self.tries)
            if actual in strain.numbers:
                if cell is None or cell.books is None or cell.books < value:
                    cell = Cell(contract.declarer, strain, value, gave=gave)
                elif gave:
                    lost = self.lead_lost(contract, contract.declarer, cell.books, value)
                    buried = Buried(gave, value, cell.gave, cell.books, lost)
            if cell is not None and cell.books is not None:
                cells.append(cell)
        return self.bidding(n, called, actual, contract, cells), buried

    def bidding(self, n: int, called: State, actual: int, contract: Contract, cells: list[Cell]) -> Bidding | None:
        """Compare the contract with all that the winner's other bids could have led to."""
        bids = [action for action in game.legal(called) if isinstance(action, Bid)]
        found: list[Other] = []
        for cell in cells:
            for number, other in zip(cell.strain.numbers, cell.strain.contracts, strict=True):
                if number == actual or any(leads_to(bid, other) for bid in bids):
                    books = cell.books or 0
                    lead = self.lead_at(other, books)
                    found.append((lead or 0, number == actual, books, other.changed({}, contract.declarer)))
        own = next((one for one in found if one[1]), None)
        if own is None:
            return None
        best = max((one for one in found if not self.spoken_against(own, one)), key=lambda one: one[:2])
        return Bidding(n, contract, own[2], own[0], best[3], best[2], best[0])

    def spoken_against(self, own: Other, other: Other) -> bool:
        """Whether tallies that points leave out speak against a contract that is ahead of the one played.

        What they are good for isn't known here. So they do where they are as much behind as points are ahead, and where
        the contract goes set, unless they are the same for both.
        """
        ahead = other[0] - own[0]
        if ahead <= 0 or not uncounted(self.tables.profile):
            return False
        (_, mine), (made, theirs) = (self.elsewhere(contract, books) for _, _, books, contract in (own, other))
        behind = [mine[name] - theirs[name] for name in {*mine, *theirs}]
        return (made is False and any(behind)) or sum(max(0, lost) for lost in behind) >= ahead

    def elsewhere(self, contract: Contract, books: int) -> tuple[bool | None, Counter[str]]:
        """Return whether a contract is made, and how far that puts the declarers ahead in all tallies but the total."""
        tables = self.tables
        rest = sum(tables.credit) + sum(tables.worth[tables.number(contract)]) - books
        side = max(contract.declarers, 0)
        pair = (rest, books) if side else (books, rest)
        standing = Standing(dict.fromkeys(tables.profile.scoring.tallies, (0, 0)))
        found = Counter[str]()
        result = score_deal(tables.profile, Outcome(contract, pair), standing)
        for line in result.lines:
            if line.into != "total":
                found[line.into] += line.amount if line.side == side else -line.amount
        return result.made, found


Other = tuple[int, bool, int, Contract]
"""A contract that could have been: the declarers' lead in points, whether it was played, its books, and itself."""


def leads_to(bid: Bid, contract: Contract) -> bool:
    """Whether a bid can become a contract."""
    return contract["kind"] == bid.kind and all(contract[name] == value for name, value in bid.fields.items())


def declares(seat: Seat, contract: Contract) -> bool:
    """Whether a seat is on the side whose books are counted."""
    return side_of(seat) == max(contract.declarers, 0)


def analyse(
    record: Replay, *, node_cap: int = NODE_CAP, tries: int = TRIES, told: Callable[[int], None] | None = None
) -> Iterator[Analysed]:
    """Yield the deals of a record, analysed, under its own rules. `told` is called behind each search with its nodes.

    Raises `NoTables` where the game can't be solved, `InputError` where the record is broken. Costs some tenths of a
    second a deal when compiled, and some hundred times as much without numba.
    """
    tables = make_tables(record.profile)
    analyst = Analyst(Solver(tables, node_cap=node_cap, told=told), tries)
    strains_of(tables)
    for course in courses(record):
        yield analyst.deal(course)


def courses(record: Replay) -> Iterator[Course]:
    """Yield the deals of a record as they end; one under way at its end comes last."""
    course: Course | None = None
    games = 1
    for step in record:
        if isinstance(step.event, Deal):
            course = Course(step.n, games, step.after.clone())
            continue
        assert course is not None
        if isinstance(step.event, Bid):
            course.bid = (step.n, step.before)
        elif isinstance(step.before.phase, PlayPhase) and isinstance(step.event, str):
            course.plays.append(step)
        if step.result is not None:
            course.result = step.result
            if isinstance(step.event, Claim):
                course.claim = (step.event, step.before)
            games += step.result.over
            yield course
            course = None
    if course is not None:
        yield course


__all__ = ["NOBODY", "Analysed", "Bidding", "Buried", "Judged", "NoTables", "Position", "analyse", "courses"]
