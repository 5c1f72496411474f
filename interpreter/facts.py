"""From what people note down at a table to a deal's outcome: the bid, the books, honours, revokes.

    outcome_from(profile, bid="4 no trump", books=11)

The contract is followed through the flow: the bid, then everything that choices, the deal or the opening lead could
have made of it. Only what the score depends on has to be told. Which of several suits was trumps, for one, is asked
where it changes some score, and nowhere else. The declarer sits north, so that a pair is (declarers, defenders).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.contract import Bid, Contract, Value
from interpreter.errors import InputError, Place, Problem, suggestion
from interpreter.model import Counted, Profile
from interpreter.notation import format_value, parse_call, value_names
from interpreter.possible import all_books, contracts_after, dealt_out, members, tricks_won
from interpreter.reads import deal_rules, end_rules, score_reads
from interpreter.scoring import NO_CARDS, CardPair, Outcome, Standing, counters, score_deal
from interpreter.spelling import normal
from interpreter.table import Pair, Side

Where: TypeAlias = Callable[..., Place | None]
"""Gives the place of a fact: `where("books")`, `where("fields", "trump")`; None where it stands in no file."""

SIDE_WORDS: Mapping[str, Side] = {"declarers": 0, "defenders": 1, "first": 0, "second": 1}
MEANING = {"won": "won in tricks", "played": "had in its hands"}
"""What the cards that the score looks at are, as people say it."""
Ways: TypeAlias = Mapping[str, str]
"""How facts are told, for messages: `bid` and `books` with one text to fill in, the pairs with a name and a value."""
AS_ARGUMENTS: Ways = {
    "bid": 'bid="{}"',
    "books": "books={}",
    "both": "books=({})",
    "fields": 'fields={{"{}": "{}"}}',
    "counts": 'counts={{"{}": ({})}}',
}


def nowhere(*_: str) -> Place | None:
    """Say that facts stand in no file."""
    return None


def outcome_from(
    profile: Profile,
    bid: str | None = None,
    fields: Mapping[str, Value] | None = None,
    books: int | Pair | None = None,
    counts: Mapping[str, Pair] | None = None,
    revokes: Sequence[str] = (),
    where: Where = nowhere,
    *,
    deal: int | None = None,
    ways: Ways = AS_ARGUMENTS,
) -> Outcome:
    """Return the outcome of a deal that was played out, for `scoring.score_deal`.

    `fields` are contract fields beside the bid's. `books` are the books won, before rulings: the declarers' (the first
    side's where nobody bids), or both sides'. `counts` say how many of some cards each side has, by what the score
    looks at: "honours" or "honours & hearts"; "played & honours" and "won & honours" where it looks at the cards that
    a side had in its hands and at those in the tricks that it won. `revokes` are words of `SIDE_WORDS`, in order of
    play. `deal` is the number of the deal in its game, None where it isn't known. `ways` say in messages how a fact is
    told. Raises `InputError` with everything that is missing, unknown, out of range or contradictory.
    """
    desk = Desk(profile, where, deal, ways)
    call = desk.bid(bid)
    given = {name: value for name, text in (fields or {}).items() for value in desk.value(name, text)}
    sides = tuple(side for number, word in enumerate(revokes) for side in desk.revoker(word, number))
    contracts = [] if desk.problems else desk.contracts(call, given)
    groups = desk.groups(counts or {}, contracts)
    if desk.problems:
        desk.books(desk.every_contract(), books)  # what fits none of them is wrong whatever was bid
    desk.stop()
    held = desk.held(contracts, groups)
    pairs = desk.books(list(held), books)
    desk.stop()
    held = desk.won(held, groups, None if books is None else pairs)
    contract = desk.one_of(held, sides)
    desk.stop()
    return outcome_with(contract, pairs, sides, held[contract])


def outcome_with(contract: Contract, books: Pair, revokes: tuple[Side, ...], cards: Mapping[str, CardPair]) -> Outcome:
    """Return an outcome; `cards` are those that each side won and played, where the score looks at them."""
    return Outcome(contract, books, revokes, cards.get("won", NO_CARDS), cards.get("played", NO_CARDS))


@dataclass(slots=True)
class Desk:
    """Takes the facts of one deal down and collects what is wrong with them."""

    profile: Profile
    where: Where
    deal: int | None
    ways: Ways
    problems: list[Problem] = field(default_factory=list)
    texts: dict[Counted, str] = field(default_factory=dict)
    """How the cards that were counted were called."""

    def report(self, code: str, message: str, place: Place | None, help: str | None = None) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, help))

    def stop(self) -> None:
        """Raise what was found so far."""
        if self.problems:
            raise InputError(self.problems)

    # ---- the contract

    def contracts(self, bid: Bid | None, given: Mapping[str, Value]) -> list[Contract]:
        """Return the contracts that the bid and the fields leave possible, none where there is none."""
        possible = contracts_after(self.profile, bid, self.deal)
        in_any = possible if self.deal is None else contracts_after(self.profile, bid)
        for name, value in given.items():
            left = [contract for contract in possible if contract.values.get(name) == value]
            if not left:
                others = dict.fromkeys(contract.values[name] for contract in possible if name in contract.values)
                later = any(contract.values.get(name) == value for contract in in_any)
                here = f"in deal {self.deal}" if later and self.deal is not None else "here"
                said = f"{name} can't be {format_value(self.profile, name, value)} {here}"
                self.report("T031", said, self.where("fields", name), self.choice_of(name, list(others)))
            possible = left or possible
        return [] if self.problems else possible

    def every_contract(self) -> list[Contract]:
        """Return the contracts that some bid leads to."""
        auction = self.profile.auction
        bids: Sequence[Bid | None] = [None] if auction is None else auction.bids
        return [contract for bid in bids for contract in contracts_after(self.profile, bid, self.deal)]

    def bid(self, text: str | None) -> Bid | None:
        """Read the bid, which every game with an auction has."""
        auction = self.profile.auction
        if auction is None:
            if text is not None:
                self.report("T032", "nobody bids in this game", self.where("bid"), "leave the bid out")
            return None
        example = f"such as {self.ways['bid'].format(self.profile.bid_texts.of[auction.bids[0]])}"
        if text is None:
            self.report("T033", "the bid that won is missing", self.where(), example)
            return None
        try:
            call = parse_call(self.profile, text)
        except InputError as error:
            self.problems += [
                Problem("T034", problem.message, self.where("bid"), problem.help) for problem in error.problems
            ]
            return None
        if not isinstance(call, Bid):
            self.report("T034", f"{text!r} is not a bid", self.where("bid"), example)
            return None
        return call

    def value(self, name: str, text: Value) -> list[Value]:
        """Read the value of one field; nothing where it isn't one."""
        domain = self.profile.fields.get(name)
        if domain is None:
            near = suggestion(name, self.profile.fields) or "this game's contract has no fields"
            self.report("T030", f"the contract has no field {name!r}", self.where("fields", name), near)
            return []
        wanted = normal(str(text))
        exact = [value for value in domain if str(value) == str(text)]
        found = exact or [value for value in domain if wanted in value_names(self.profile, name, value)]
        if len(found) != 1:
            said = f"{text!r} could mean several values of {name}" if found else f"{text!r} is no value of {name}"
            self.report("T035", said, self.where("fields", name), self.choice_of(name, list(domain)))
            return []
        return found

    def choice_of(self, name: str, values: Sequence[Value]) -> str:
        """Return the values of a field for a message."""
        shown = [format_value(self.profile, name, value) for value in values]
        return f"one of: {', '.join(shown)}" if len(shown) != 1 else f"it is {shown[0]}"

    # ---- revokes

    def revoker(self, word: str, number: int) -> list[Side]:
        """Read the side that revoked, in a game where somebody can."""
        words = ["declarers", "defenders"] if self.profile.auction is not None else ["first", "second"]
        place = self.where("revokes", str(number))
        if word not in words:
            self.report("T036", f"{word!r} is no side that can revoke", place, suggestion(word, words))
            return []
        if not self.profile.play.follow:
            self.report("T038", "nobody can revoke in this game: any card may be played", place, "leave it out")
        return [SIDE_WORDS[word]]

    # ---- books

    def books(self, contracts: list[Contract], books: int | Pair | None) -> Pair:
        """Check the books and return both sides'; (0, 0) where there are problems."""
        totals = sorted({total for contract in contracts for total in all_books(self.profile, contract)})
        first = self.profile.play.books.get("declarers", 0), self.profile.play.books.get("defenders", 0)
        place, most = self.where("books"), totals[-1]
        if books is None:
            if {"books", "taken"} & score_reads(self.profile):
                example = self.ways["books"].format(most // 2 + 1)
                sides = f"the books of the {self.side_name(0)}, the {self.side_name(1)} having the rest"
                self.report("T040", "the books are missing", self.where(), f"such as {example}: {sides}")
            return (most - first[1], first[1])
        alone = isinstance(books, int)
        if isinstance(books, int):
            if len(totals) > 1:
                every = " or ".join(map(str, totals))
                example = self.ways["both"].format(f"{most - most // 2},{most // 2}")
                said = f"a deal has {every} books here"
                self.report("T041", said, place, f"give the books of both sides, such as {example}")
                return (0, 0)
            books = (books, most - books)
        for side, low, high in ((0, first[0], most - first[1]), (1, first[1], most - first[0])):
            if not low <= books[side] <= high:
                who = self.side_name(side)
                credited = f", the {low} credited before play included" if low else ""
                message = f"{books[side]} books for the {who} are out of range"
                at = place if alone else self.where("books", str(side))
                self.report("T042", message, at, f"they win {low} to {high}{credited}")
                return (0, 0)
        if sum(books) not in totals:
            rest = f"with {books[0]} for the {self.side_name(0)}, the {self.side_name(1)} have {most - books[0]}"
            every = " or ".join(map(str, totals))
            self.report("T043", f"{books[0]} and {books[1]} books don't add up to {every}", place, rest)
        return books

    def side_name(self, side: Side) -> str:
        """Return how a side is called in messages."""
        names = ("declarers", "defenders") if self.profile.auction is not None else ("first side", "second side")
        return names[side]

    # ---- cards

    def groups(self, counts: Mapping[str, Pair], contracts: list[Contract]) -> dict[Counted, Pair]:
        """Read which cards are counted: all that the score looks at, and none that this game hasn't.

        Where no contract that can be has such cards (honours without trumps), their numbers needn't be told.
        """
        told: dict[Counted, Pair] = {}
        for text, pair in counts.items():
            for group in self.group(text):
                if group in told:
                    said = f"{text!r} and {self.texts[group]!r} are the same cards"
                    self.report("T055", said, self.where("counts", text), "count them once")
                told[group], self.texts[group] = pair, text
        if any(problem.code == "T055" for problem in self.problems):
            return told  # what is missing depends on what was meant
        for group in self.wanted():
            if len(group.quantities) > 1:
                said = "the score compares the cards that a side won and played with each other"
                self.report("T054", f"{said}, so no numbers tell enough", self.where(), "play the deal from a record")
            elif group not in told and (not contracts or any(members(self.profile, group, c) for c in contracts)):
                name = self.short(group)
                which = " & ".join(group.within) or "cards"
                said = f"the score looks at which {which} each side {MEANING[group.quantities[0]]}"
                example = self.ways["counts"].format(name, "3,1")
                self.report("T053", f"{said}: their numbers are missing", self.where(), f"such as {example}")
        return told

    def wanted(self) -> list[Counted]:
        """Return the cards that the score looks at, but none of classes that are empty in this game."""
        classes = self.profile.classes
        return [
            group
            for group in self.profile.scoring.counted
            if all(name not in classes or classes[name].items for name in group.within)
        ]

    def short(self, group: Counted) -> str:
        """Return how some cards are called where that is clear: by their classes alone."""
        alike = [other for other in self.wanted() if other.within == group.within]
        return " & ".join(group.within if group.within and len(alike) < 2 else (*group.quantities, *group.within))

    def group(self, text: str) -> list[Counted]:
        """Read which cards a count is about: "honours", "played & honours"; nothing where it is about none."""
        words = [word.strip() for word in text.split("&")]
        quantities = list(dict.fromkeys(group.quantities[0] for group in self.wanted()))
        named = [words.pop(0)] if words[0] in MEANING and words[0] not in self.profile.classes else []
        count = len(self.problems)
        for word in words:
            self.know_class(word, text)
        if len(self.problems) > count:
            return []
        within = tuple(sorted(words))
        looked = [group.quantities[0] for group in self.wanted() if group.within == within]
        meant = list(dict.fromkeys(named or looked or quantities))
        if len(meant) > 1:
            ways = [" & ".join((quantity, *words)) for quantity in meant]
            self.report("T055", f"{text!r} could be {' or '.join(ways)}", self.where("counts", text), "say which")
            return []
        return [Counted((quantity,), within) for quantity in meant or ["played"]]

    def know_class(self, name: str, text: str) -> None:
        """Demand that a word of a count is a card class or a card of this game."""
        if name in self.profile.classes or name in self.profile.pack.members:
            return
        near = suggestion(name, [name for name, found in self.profile.classes.items() if found.items])
        help = near or "none is counted here"
        self.report("T050", f"there is no card class {name!r}", self.where("counts", text), help)

    def held(self, contracts: list[Contract], groups: Mapping[Counted, Pair]) -> dict[Contract, dict[str, CardPair]]:
        """Return the contracts under which the counts are possible, each with cards that both sides could have had."""
        found: dict[Contract, dict[str, CardPair]] = {}
        for contract in contracts:
            cards = dealt_out(self.profile, contract, groups)
            if cards is not None:
                found[contract] = cards
        if not found:
            self.no_deal(contracts, groups)
        return found

    def won(
        self, held: dict[Contract, dict[str, CardPair]], groups: Mapping[Counted, Pair], books: Pair | None
    ) -> dict[Contract, dict[str, CardPair]]:
        """Return the contracts under which the counts fit the books: a side has the cards of the tricks that it won."""
        if not groups:
            return held
        found: dict[Contract, dict[str, CardPair]] = {}
        every = set(range(self.profile.dealing.each + 1))
        tricks = {c: every if books is None else tricks_won(self.profile, c, books) for c in held}
        for contract in held:
            ways = (dealt_out(self.profile, contract, groups, won) for won in sorted(tricks[contract]))
            cards = next((cards for cards in ways if cards is not None), None)
            if cards is not None:
                found[contract] = cards
        if not found and any(tricks.values()):
            self.no_deal(list(held), groups, set().union(*tricks.values()))
        return found or held

    def no_deal(self, contracts: list[Contract], groups: Mapping[Counted, Pair], tricks: Collection[int] = ()) -> None:
        """Refuse counts that no deal gives; `tricks` are the numbers of them that the first side can have won."""
        from interpreter.undealt import Told, why_undealt  # only needed once something is wrong

        told = {group: Told(self.texts[group], pair) for group, pair in groups.items()}
        names = (self.side_name(0), self.side_name(1))
        self.problems += why_undealt(self.profile, contracts, told, tricks, names, self.where)
        self.stop()

    # ---- what is left open

    def one_of(self, held: Mapping[Contract, Mapping[str, CardPair]], revokes: tuple[Side, ...]) -> Contract:
        """Return the first of the contracts where all score alike; else report the fields that have to be told."""
        contracts = list(held)
        marks = {contract: self.worth(contract, held[contract], revokes) for contract in contracts}
        if len(set(marks.values())) > 1:
            for name in telling_fields(contracts, marks):
                values = list(dict.fromkeys(contract.values[name] for contract in contracts if name in contract.values))
                said = f"the score depends on {name}, which is missing"
                told = self.ways["fields"].format(name, values[0])
                self.report("T037", said, self.where(), f"such as {told}; {self.choice_of(name, values)}")
        return contracts[0]

    def worth(self, contract: Contract, cards: Mapping[str, CardPair], revokes: tuple[Side, ...]) -> tuple[object, ...]:
        """Return what tells this contract from others in the score, however the books may have fallen."""
        profile = self.profile
        start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
        marks: list[object] = []
        for total in all_books(profile, contract):
            for mine in range(total + 1):
                outcome = outcome_with(contract, (mine, total - mine), revokes, cards)
                result = score_deal(profile, outcome, start)
                lines = tuple((line.side, line.into, line.amount) for line in result.lines if line.amount)
                marks.append((lines, result.made, result.books, result.winner, result.over, result.undecided))
        return (*marks, *(contract.names.get(name) for name in sorted(self.read_with_standing())))

    def read_with_standing(self) -> frozenset[str]:
        """Return the contract's names that are read beside totals, or at the end, where the points tell too little."""
        standing = counters(self.profile.scoring.tallies) | {"deal"}
        mixed = [
            rule
            for rule in deal_rules(self.profile)
            if {name.partition(".")[2] or name for name in rule.reads} & standing
        ]
        rules = (*mixed, *end_rules(self.profile))
        return frozenset(name for rule in rules for name in rule.reads if name.startswith("contract."))


def telling_fields(contracts: Sequence[Contract], marks: Mapping[Contract, object]) -> list[str]:
    """Return the fields whose values tell contracts apart that score differently, alone where one does."""
    names = list(dict.fromkeys(name for contract in contracts for name in contract.values))
    found = []
    for name in names:
        groups: dict[object, set[object]] = {}
        for contract in contracts:
            rest = tuple((other, contract.values.get(other)) for other in names if other != name)
            groups.setdefault(rest, set()).add(marks[contract])
        if any(len(group) > 1 for group in groups.values()):
            found.append(name)
    return found or [name for name in names if len({contract.values.get(name) for contract in contracts}) > 1]


__all__ = ["SIDE_WORDS", "Where", "nowhere", "outcome_from"]
