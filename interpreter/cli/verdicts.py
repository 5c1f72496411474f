"""An analysed match in words and as JSON: each mistake with what it cost, and what each seat lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.analysis import Analysed, Judged, declares
from interpreter.cli.commentary import pair, verdict
from interpreter.cli.screen import Screen
from interpreter.contract import Contract
from interpreter.makeable import uncounted
from interpreter.model import Profile
from interpreter.named import told
from interpreter.notation import format_contract
from interpreter.replay import Replay
from interpreter.spelling import spoken
from interpreter.table import SEAT_NAMES, SEATS, Seat

BETTER = 4
"""So many better cards are named."""


@dataclass(slots=True)
class Lost:
    """What one seat did and lost in a match; the bids and burials are those of the deals that it declared."""

    cards: int = 0
    mistakes: int = 0
    books: int = 0
    points: int = 0
    declared: int = 0
    by_bids: int = 0
    by_burials: int = 0


def losses(deals: Iterable[Analysed]) -> list[Lost]:
    """Return what each seat lost."""
    found = [Lost() for _ in SEATS]
    for deal in deals:
        for card in deal.cards:
            lost = found[card.seat]
            lost.cards += 1
            lost.mistakes += card.books > 0
            lost.books += card.books
            lost.points += card.points or 0
        if deal.contract.declarer >= 0:
            lost = found[deal.contract.declarer]
            lost.declared += bool(deal.cards)
            lost.by_bids += 0 if deal.bidding is None else deal.bidding.cost
            lost.by_burials += 0 if deal.buried is None else deal.buried.points or 0
    return found


class Report:
    """Prints an analysis deal by deal; nothing where `quiet`. With `everything` each card has a line."""

    def __init__(self, profile: Profile, *, everything: bool, quiet: bool) -> None:
        self.profile = profile
        self.everything = everything
        self.quiet = quiet
        self.screen = Screen()
        self.books = f"{spoken('trick', profile.terms)[0]}"
        if not quiet:
            self.screen.line((profile.title, "title"), (f" ({profile.reference})", "dim"))
            if uncounted(profile):
                but = ", but no bid is called better that this speaks against" if profile.auction is not None else ""
                self.screen.line((f"note: {uncounted(profile)}{but}", "dim"))

    def deal(self, deal: Analysed) -> None:
        """Print one deal: its contract and result, then the bid, the burial and the cards that cost something."""
        if self.quiet:
            return
        screen = self.screen
        games = f"game {deal.game}, " if self.profile.scoring.match is not None else ""
        screen.line((f"{games}deal {deal.deal}: ", "title"), self.what_happened(deal))
        if deal.value is not None:
            screen.line(f"with all cards open {count(deal.value, self.books)} at the first lead", indent=2)
        if deal.bidding is not None and deal.bidding.cost:
            self.bidding(deal)
        if deal.buried is not None and deal.buried.cost:
            self.buried(deal)
        for card in deal.cards:
            if self.everything or card.books or card.revoke:
                self.card(deal, card)
        if deal.unknown:
            text = f"{count(deal.unknown, 'card')} not judged: given up after too many nodes (--nodes allows more)"
            screen.line((text, "dim"), indent=2)

    def what_happened(self, deal: Analysed) -> str:
        """Return a deal's contract and what came of it."""
        said = told(self.profile, deal.contract)
        if deal.result is None:
            return f"{said or 'no contract yet'}; the record ends in it"
        result = deal.result
        if deal.claim is not None:
            name = spoken(deal.claim, self.profile.terms)[0]
            return f"{said or 'played'}, ended by a claim ({name}), points {pair(result.points)}"
        if not deal.cards:
            return "passed out"
        books = f"{self.books}s {pair(result.books)}, points {pair(result.points)}"
        return f"{said or 'played'}{verdict(result)}, {books}"

    def bidding(self, deal: Analysed) -> None:
        """Print what the bid cost."""
        bidding = deal.bidding
        assert bidding is not None
        who = SEAT_NAMES[bidding.contract.declarer]
        best = format_contract(self.profile, without_declarer(bidding.best))
        self.screen.line(
            f"event {bidding.n}: {who}'s bid ",
            (f"cost {count(bidding.cost, 'point')}", "bad"),
            f": {best} would have brought {bidding.best_points:+d} ({count(bidding.best_books, self.books)}), ",
            f"this one {bidding.points:+d} ({count(bidding.books, self.books)})",
            indent=2,
        )

    def buried(self, deal: Analysed) -> None:
        """Print what the burial cost."""
        buried = deal.buried
        assert buried is not None
        who = SEAT_NAMES[deal.contract.declarer]
        gave, best = (" ".join(self.screen.card(card) for card in cards) for cards in (buried.gave, buried.best))
        self.screen.line(
            f"burying {gave} ",
            (f"cost {who} {cost_text(buried.cost, buried.points, self.books)}", "bad"),
            f"; better {best}",
            indent=2,
        )

    def card(self, deal: Analysed, card: Judged) -> None:
        """Print one card: what it cost, and what would have been better."""
        screen, who = self.screen, SEAT_NAMES[card.seat]
        start = f"event {card.n}, {self.books} {card.trick}: {who} plays {screen.card(card.card)}"
        if card.revoke:
            screen.line(f"{start}, ", ("a revoke", "bad"), indent=2)
        elif card.books:
            more = " .." if len(card.better) > BETTER else ""
            better = " ".join(screen.card(other) for other in card.better[:BETTER])
            text = f"costs {cost_text(card.books, card.points, self.books)}"
            screen.line(f"{start}, ", (text, "bad"), f"; better {better}{more}", indent=2)
        else:
            after = "?" if card.after is None else str(card.after)
            screen.line((f"{start}; {after}", "dim"), indent=2)

    def summary(self, deals: Sequence[Analysed]) -> None:
        """Print what each seat lost, in a table."""
        rows = losses(deals)
        heads = ["cards", "mistakes", f"{self.books}s lost", "points lost", "by bids", "by burials"]
        tabled = any(card.points is not None for deal in deals for card in deal.cards)
        shown = heads if tabled and self.profile.auction is not None else heads[: 3 + tabled]
        self.screen.line((f"{count(len(deals), 'deal')}", "title"))
        heading = f"{'':7}{''.join(f'  {head}' for head in shown)}"
        tabled = len(heading) + 2 <= self.screen.width
        if tabled:
            self.screen.line((heading, "mark"), indent=2)
        for seat in SEATS:
            lost = rows[seat]
            numbers = (lost.cards, lost.mistakes, lost.books, lost.points, lost.by_bids, lost.by_burials)
            cells = "".join(f"  {number:>{len(head)}}" for number, head in zip(numbers, shown, strict=False))
            told = ", ".join(f"{head} {number}" for head, number in zip(shown, numbers, strict=False))
            row = f"{SEAT_NAMES[seat]:7}{cells}" if tabled else f"{SEAT_NAMES[seat]}: {told}"
            self.screen.line(row, indent=2)


def count(number: int, word: str) -> str:
    """Return a number of things."""
    return f"{number} {word}{'s' * (number != 1)}"


def cost_text(books: int, points: int | None, word: str) -> str:
    """Return a cost in books and points."""
    return count(books, word) + ("" if points is None else f", {count(points, 'point')}")


def without_declarer(contract: Contract) -> Contract:
    """Return a contract as it is said without its declarer."""
    return contract.changed({}, -1)


# ---- as JSON


def as_json_document(record: Replay, deals: Sequence[Analysed], *, complete: bool) -> dict[str, object]:
    """Return the whole analysis. Books are the declarers' (north's and south's where nobody declares)."""
    profile = record.profile
    return {
        "reference": profile.reference,
        "title": profile.title,
        "hash": profile.hash,
        "seats": dict(zip(SEAT_NAMES, record.header.seats, strict=True)),
        "complete": complete,
        "deals": [deal_json(profile, deal) for deal in deals],
        "lost": {SEAT_NAMES[seat]: lost_json(lost) for seat, lost in enumerate(losses(deals))},
    }


def lost_json(lost: Lost) -> dict[str, int]:
    """Return what a seat lost."""
    return {
        "cards": lost.cards,
        "mistakes": lost.mistakes,
        "books": lost.books,
        "points": lost.points,
        "declared": lost.declared,
        "points_by_bids": lost.by_bids,
        "points_by_burials": lost.by_burials,
    }


def deal_json(profile: Profile, deal: Analysed) -> dict[str, object]:
    """Return one deal."""
    bidding, buried, result = deal.bidding, deal.buried, deal.result
    return {
        "n": deal.n,
        "game": deal.game,
        "deal": deal.deal,
        "dealer": SEAT_NAMES[deal.dealer],
        "contract": dict(deal.contract.values),
        "text": told(profile, deal.contract),
        "claim": deal.claim,
        "declarer": seat_name(deal.contract.declarer),
        "books": None if result is None else result.books,
        "made": None if result is None else result.made,
        "points": None if result is None else result.points,
        "value": deal.value,
        "unknown": deal.unknown,
        "bid": None
        if bidding is None
        else {
            "n": bidding.n,
            "cost": bidding.cost,
            "books": bidding.books,
            "points": bidding.points,
            "best": dict(bidding.best.values),
            "best_text": format_contract(profile, without_declarer(bidding.best)),
            "best_books": bidding.best_books,
            "best_points": bidding.best_points,
        },
        "buried": None
        if buried is None
        else {
            "cards": buried.gave,
            "books": buried.books,
            "best": buried.best,
            "best_books": buried.best_books,
            "cost": buried.cost,
            "points": buried.points,
        },
        "cards": [card_json(deal, card) for card in deal.cards],
    }


def card_json(deal: Analysed, card: Judged) -> dict[str, object]:
    """Return one card."""
    return {
        "n": card.n,
        "trick": card.trick,
        "seat": SEAT_NAMES[card.seat],
        "card": card.card,
        "declaring": declares(card.seat, deal.contract),
        "before": card.before,
        "after": card.after,
        "books": card.books,
        "points": card.points,
        "better": card.better,
        "revoke": card.revoke,
    }


def seat_name(seat: Seat) -> str | None:
    """Return a seat's name, None for nobody."""
    return SEAT_NAMES[seat] if seat >= 0 else None
