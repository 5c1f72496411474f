"""What the expression at each place of a profile can come upon, enumerated as far as that can be.

A world says of variables which value they have, or in which range it lies; of what it doesn't name nothing is known.
All worlds of a place together hold whatever can come up there in a game, and perhaps more. So what is the same in all
of them is always so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.cards import expand
from interpreter.contract import Bid, Contract
from interpreter.expression.tree import Expr, walk
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase
from interpreter.profile.analyse.auction import Auction, high_names
from interpreter.profile.analyse.ends import names_in
from interpreter.profile.analyse.outcomes import MAX_PAIRS, Fallen, book_outcomes, book_pairs, contract_names
from interpreter.profile.analyse.ranges import HUGE, Known, Some, exact, truth
from interpreter.profile.analyse.reach import Reaches
from interpreter.profile.analyse.subject import BOOKS, CONTRACTS, MAX_WORK, Parts, Subject
from interpreter.quantities import OF_TRICKS, OWNERS, UNBOUNDED
from interpreter.ranking import trump_of
from interpreter.table import Pair

World: TypeAlias = Mapping[str, Known]
Path: TypeAlias = tuple[str, ...]
FROM_0 = (0, HUGE)
FROM_1 = (1, HUGE)
SIDES_OF = {"declarers": (0,), "defenders": (1,)}
"""Whom `mine` means in a row, the declarers being the first side; both where it isn't said."""


@dataclass(slots=True)
class Worlds:
    """The worlds of one profile's places."""

    subject: Subject
    lost: Parts = frozenset()
    """Parts of which rules are lost: where they decide what can come up, nothing is known of that."""
    defines: dict[str, Expr] = field(init=False)
    reaches: Reaches = field(init=False)
    books: dict[tuple[object, ...], list[Fallen] | None] = field(default_factory=dict)
    """How books can fall, taken and corrected, by what of the contract decides it."""
    shared: dict[tuple[object, ...], list[Pair]] = field(default_factory=dict)
    """How books can be taken, by the same."""

    at_end: dict[frozenset[str], list[tuple[dict[str, Known], list[Fallen]]]] = field(default_factory=dict)
    """What each contract says at the end of a deal, by what is read of it."""

    def __post_init__(self) -> None:
        self.defines = {path[1]: expr for path, expr in self.subject.expressions.items() if path[0] == "define"}
        self.reaches = Reaches(self.defines)

    def of(self, path: Path, reads: frozenset[str]) -> Iterable[World]:
        """Return the worlds of the expression at a path, told apart as far as it `reads`; each is made when asked for.

        Of a place that can't be enumerated the one world of which nothing is known. Raises `TooMany`.
        """
        if self.lost & self.parts(path):
            return ({},)
        match path:
            case ("made",):
                return self.deals(reads, (0,))
            case ("score", row, ("when" | "add")):
                to = next(one.to for one in self.subject.profile.scoring.rows if one.name == row)
                return self.deals(reads, SIDES_OF.get(to, (0, 1)))
            case ("game", "over"):
                return ({"deal": FROM_1},)
            case ("ranking", _, "when"):
                return self.named(self.ranked(), reads)
            case ("game" | "rulings", *_):
                return self.named(self.subject.contracts(), reads)
            case ("phases", name, *rest):
                phase = next((phase for phase in self.subject.profile.flow if phase.name == name), None)
                return self.in_phase(phase, tuple(rest), reads)
        return ({},)

    def in_phase(self, phase: Phase | None, path: Path, reads: frozenset[str]) -> Iterable[World]:
        """Return the worlds of an expression of a phase."""
        match phase, path:
            case DealPhase(), ("set", _):
                return self.with_cards([self.subject.profile.contract], reads, "turned", {"deal": FROM_1})
            case BidPhase(), _:
                return self.bidding(phase, path)
            case ChoosePhase(), ("where",):
                before = self.subject.contracts(phase.name)
                return self.named((c.changed(option.fields) for c in before for option in phase.options), reads)
            case ExchangePhase(), ("steps", _, ("of" | "must" | "draw_of")):
                return self.with_cards(self.subject.contracts(phase.name), reads, "card", {})
            case ((ChoosePhase() | ExchangePhase()), ("when",) | ("show",) | ("steps", _, "when")):
                return self.named(self.subject.contracts(phase.name), reads)
            case PlayPhase(), ("opening", *_):
                return self.with_cards(self.subject.contracts(phase.name), reads, "card", {"trick": (1, 1)})
            case PlayPhase(), ("claims", _, ("when" | "yes" | "add")):
                hand = Some(frozenset(self.subject.profile.pack.cards))
                return self.named(self.subject.contracts(), reads, {"trick": self.tricks, "hand": hand})
            case PlayPhase(), ("follow", _) | ("free",) | ("worth",):
                return self.with_cards(self.subject.contracts(), reads, "card", {"trick": self.tricks})
        return ({},)

    def parts(self, path: Path) -> Parts:
        """Return the parts of a profile that decide which worlds the expression at a path has."""
        match path:
            case ("made",) | ("score", *_):
                return BOOKS | {"made"}
            case ("game", "over") | ("match", *_):
                return frozenset()
            case ("phases", name, *_):
                phase = next((phase for phase in self.subject.profile.flow if phase.name == name), None)
                return in_phase(phase)
        return CONTRACTS | {"opening"}

    @property
    def tricks(self) -> tuple[int, int]:
        """The numbers of the tricks."""
        return (1, self.subject.profile.dealing.each)

    # ---- contracts and cards

    def ranked(self) -> Iterator[Contract]:
        """Yield the contracts under which cards are ranked: also before anything is named, where the deal asks."""
        if self.subject.profile.dealing.sets:
            yield self.subject.profile.contract
        yield from self.subject.contracts(self.subject.profile.play.name)
        yield from self.subject.contracts()

    def told_apart(self, contracts: Iterable[Contract], reads: frozenset[str]) -> list[Contract]:
        """Return one contract for each way in which an expression can see it."""
        seen = set(reads)
        if "suits" in reads:
            seen |= self.subject.profile.ranking.reads
        names = sorted(name for name in seen if name.startswith("contract."))
        found: dict[tuple[object, ...], Contract] = {}
        for contract in contracts:
            found.setdefault(tuple([contract.names.get(name) for name in names]), contract)
        return list(found.values())

    def under(self, contract: Contract, reads: frozenset[str]) -> dict[str, Known]:
        """Return what a contract says: its fields, the cards of each class, the suits of cards."""
        profile = self.subject.profile
        world: dict[str, Known] = {name: exact(value) for name, value in contract.names.items()}
        if "suits" in reads:
            world["suits"] = profile.ranking.layout(contract).suit
        for name in reads:
            if name.startswith("class "):
                items = profile.classes[name.removeprefix("class ")].items
                world[name] = frozenset(expand(items, profile.pack, trump_of(contract)))
        return world

    def named(
        self, contracts: Iterable[Contract], reads: frozenset[str], more: Mapping[str, Known] | None = None
    ) -> Iterator[World]:
        """Yield a world for each contract that can be told apart."""
        for contract in self.told_apart(contracts, reads):
            yield {**self.under(contract, reads), **(more or {})}

    def with_cards(
        self, contracts: Iterable[Contract], reads: frozenset[str], name: str, more: Mapping[str, Known]
    ) -> Iterator[World]:
        """Yield a world for each contract and card."""
        cards = self.subject.profile.pack.cards if name in reads else (None,)
        known = [{**self.under(contract, reads), **more} for contract in self.told_apart(contracts, reads)]
        for at, card in enumerate(cards):
            for turn in range(len(known)):  # in another order for each card: contracts and cards vary soon
                yield {**known[(turn + at) % len(known)], name: card}

    # ---- bidding

    def bidding(self, phase: BidPhase, path: Path) -> Iterable[World]:
        """Return the worlds of an expression of the auction."""
        match path:
            case ("bids", kind, "where"):
                return self.over_bids(phase, [bid for bid in phase.bids if bid.kind == kind])
            case ("bids", kind, "rank"):
                return (self.of_bid(bid) for bid in phase.bids if bid.kind == kind)
            case ("beats",):
                return self.over_bids(phase, list(phase.bids))
            case ("may_pass",) | ("calls", *_):
                return self.over_bids(phase, [None])
        return ({},)

    def of_bid(self, bid: Bid) -> dict[str, Known]:
        """Return what a bid says; what it doesn't fix has the contract's default."""
        fields = {**self.subject.profile.contract.values, **bid.fields, "kind": bid.kind, "rank": bid.rank}
        return {f"bid.{name}": exact(value) for name, value in fields.items()}

    def over_bids(self, phase: BidPhase, bids: list[Bid] | list[None]) -> Iterator[World]:
        """Yield a world for each of some bids (None: for no bid) over each bid that can stand, and over none.

        What is asked of bids that don't beat the standing one counts too: an expression may be looked at then.
        """
        auction = Auction(self.subject, phase)
        stand: list[Bid | None] = [None, *phase.bids]
        more = {"deal": FROM_1, "spoken": FROM_0, "hand": Some(frozenset(self.subject.profile.pack.cards))}
        seen = ("me", "dealer", "high.seat", "last", "stuck")
        known = []
        for high in stand:
            names = {name: exact(value) for name, value in high_names(self.subject, high).items()}
            for situation in auction.situations(high):
                known.append({**names, **{name: exact(situation[name]) for name in seen}, **more})
        if len(known) * len(bids) > MAX_WORK:
            self.subject.too_many("bids over other bids", MAX_WORK, "phases", phase.name, "bids")
        own: list[dict[str, Known]] = [{} if bid is None else self.of_bid(bid) for bid in bids]
        for at in range(len(known)):
            for turn, of_bid in enumerate(own):
                yield {**known[(at + turn) % len(known)], **of_bid}

    # ---- the score

    def deals(self, reads: frozenset[str], sides: tuple[int, ...]) -> Iterator[World]:
        """Yield a world for each contract, each way in which books can fall, and each side that a row may be about."""
        made = self.subject.expressions.get(("made",))
        if "made" in reads and made is not None:
            reads = reads | self.read_by(made)
        declared = self.subject.profile.auction is not None
        known = self.ended(frozenset(name for name in reads if name.startswith(("contract.", "class ", "suits"))))
        of_made = None if made is None else self.reaches.of(made)
        base = {"deal": FROM_1, **{f"{owner}.{name}": FROM_0 for owner in OWNERS for name in UNBOUNDED}}
        for at in range(max((len(fallen) for _, fallen in known), default=0)):
            for turn, (under, fallen) in enumerate(known):
                if at >= len(fallen):
                    continue
                world = {**base, **under, **shares(*fallen[(at + turn) % len(fallen)][:2])}
                if of_made is not None:
                    world["made"] = truth(of_made({**world, **seen_from(0, world, declared)}.get))
                for side in sides if declared else (0, 1):
                    yield {**world, **seen_from(side, world, declared)}

    def ended(self, reads: frozenset[str]) -> list[tuple[dict[str, Known], list[Fallen]]]:
        """Return what each contract says at the end of a deal, with the ways in which books can have fallen."""
        if reads not in self.at_end:
            found = []
            for contract in self.told_apart(self.subject.contracts(), reads):
                fallen = self.fallen(contract)
                if fallen is None:
                    self.subject.too_many("ways in which books can fall", MAX_PAIRS, "score")
                found.append((self.under(contract, reads), fallen))
            self.at_end[reads] = found
        return self.at_end[reads]

    def taken(self, contract: Contract) -> list[Pair]:
        """Return how books can be taken under a contract, most for the declarers first; none where nobody can tell."""
        key = tuple([contract.names.get(name) for name in contract_names(self.subject.profile, frozenset())])
        if key not in self.shared:
            self.shared[key] = sorted(book_pairs(self.subject.profile, contract) or (), reverse=True)
        return self.shared[key]

    def fallen(self, contract: Contract) -> list[Fallen] | None:
        """Return how books can fall under a contract: as taken and as corrected; None where there are too many ways."""
        profile = self.subject.profile
        key = tuple([contract.names.get(name) for name in contract_names(profile, frozenset())])
        if key not in self.books:
            self.books[key] = book_outcomes(profile, contract, {"taken"})
        return self.books[key]

    # ---- what an expression reads

    def read_by(self, expr: Expr) -> frozenset[str]:
        """Return the variables that an expression reads, and what else of a world it asks for, through defines too."""
        found = set(names_in(expr, self.defines))
        waiting, seen = [expr], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                name = str(node.value)
                if node.op == "class":
                    found.add(f"class {name}")
                    found |= {"contract.trump"} if self.subject.profile.classes[name].depends_on_trump else set()
                elif node.op == "call" and name == "suit":
                    found.add("suits")
                elif node.op == "define" and name not in seen:
                    seen.add(name)
                    waiting.append(self.defines[name])
        return frozenset(found)


def in_phase(phase: Phase | None) -> Parts:
    """Return the parts of a profile that decide which worlds the expressions of a phase have."""
    match phase:
        case DealPhase():
            return frozenset(("deck", "contract"))
        case BidPhase():
            return frozenset(("deck", "contract", "bid", "rank", "calling"))
        case ChoosePhase() | ExchangePhase() | None:
            return CONTRACTS
        case PlayPhase():
            return CONTRACTS | {"deal", "opening"}


def shares(taken: Pair, books: Pair) -> dict[str, Known]:
    """Return what the declarers (or the first side) and the others have taken, and what they are credited."""
    owners = zip(("declarers", "defenders"), taken, books, strict=True)
    return {
        name: exact(number)
        for owner, was, now in owners
        for name, number in ((f"{owner}.taken", was), (f"{owner}.books", now))
    }


def seen_from(side: int, world: Mapping[str, Known], declared: bool) -> dict[str, Known]:
    """Return what `mine` and `theirs` are for a side, the declarers being the first."""
    mine, theirs = ("defenders", "declarers") if side else ("declarers", "defenders")
    own = {f"mine.{name}": world[f"{mine}.{name}"] for name in OF_TRICKS}
    others = {f"theirs.{name}": world[f"{theirs}.{name}"] for name in OF_TRICKS}
    return {**own, **others, **({"declaring": exact(side == 0)} if declared else {})}
