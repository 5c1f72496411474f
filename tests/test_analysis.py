"""Recorded matches, analysed: mistakes that were put there and worked out by hand, and sums that must come out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from interpreter import game, kernel
from interpreter.actions import Deal
from interpreter.analysis import Analysed, Analyst, Bidding, analyse
from interpreter.cases.dealing import WantedDeal
from interpreter.cli.verdicts import Report, deal_json
from interpreter.contract import Contract
from interpreter.diagram import parse_contract
from interpreter.double_dummy import Solver
from interpreter.machine import fastest
from interpreter.model import Profile
from interpreter.notation import parse_action
from interpreter.profile.load import load
from interpreter.record import Header, create
from interpreter.replay import replay
from interpreter.simulate import NoTables
from interpreter.state import Following
from interpreter.tables import make_tables
from tests.games import ROOT, SHIPPED, whole_games

compiled = pytest.mark.skipif(not fastest().COMPILED, reason="numba isn't there")
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "tests" / "fixtures"
FINESSE = ("KS", "AS", "AH", "KH", "QH", "QS", "JH", "JS")
"""Two tricks without trumps, dealt from west on: west KS QH, north AS QS, east AH JH, south KH JS.

West leads. Its queen of hearts beats nobody, but east's ace takes it and the jack is good then: nothing for north and
south. If it leads its king, north has two spade tricks. If east plays its jack under the queen, south's king wins and
north has the ace of spades.
"""


def recorded(
    path: Path, profile: Profile, deal: Iterable[str], said: str, dealer: int = 2, following: Following = "enforced"
) -> Path:
    """Write a record of one deal: what was called and played, in words. It may break following where that is noted."""
    header = Header(profile, ("rules", "rules", "rules", "rules"), dealer, None, "a test")
    state = game.new_game(profile, dealer, following)
    with create(path, header) as writer:
        writer.apply(state, Deal(tuple(deal)))
        for word in said.split(", "):
            writer.apply(state, parse_action(state, word))
    return path


def analysed(path: Path, deals: int = 100, **settings: int) -> list[Analysed]:
    """Analyse the first deals of a record."""
    with replay(path) as record:
        return list(islice(analyse(record, **settings), deals))


def test_a_blunder_worked_out_by_hand(tmp_path: Path) -> None:
    tiny = load(str(FIXTURES / "tiny.yaml"))
    path = recorded(tmp_path / "a.jsonl", tiny, FINESSE, "QH, QS, JH, KH, JS, KS, AS, AH")
    (deal,) = analysed(path)
    assert (deal.value, deal.result and deal.result.books) == (0, (2, 0))
    (mistake,) = deal.mistakes
    assert (mistake.n, mistake.trick, mistake.seat, mistake.card) == (4, 1, 1, "JH")
    assert (mistake.before, mistake.after, mistake.books, mistake.points) == (0, 2, 2, 4)
    assert mistake.better == ("AH",)
    assert (deal.bidding, deal.buried, deal.unknown) == (None, None, 0)


def test_a_wrong_lead_worked_out_by_hand(tmp_path: Path) -> None:
    tiny = load(str(FIXTURES / "tiny.yaml"))
    path = recorded(tmp_path / "a.jsonl", tiny, FINESSE, "KS, AS, AH, JS, QS, JH, KH, QH")
    (deal,) = analysed(path)
    (mistake,) = deal.mistakes
    assert (mistake.n, mistake.card, mistake.books, mistake.better) == (2, "KS", 2, ("QH",))


def test_perfect_play_has_no_mistake(tmp_path: Path) -> None:
    tiny = load(str(FIXTURES / "tiny.yaml"))
    path = recorded(tmp_path / "a.jsonl", tiny, FINESSE, "QH, QS, AH, KH, JH, JS, KS, AS")
    (deal,) = analysed(path)
    assert (deal.mistakes, deal.value) == ((), 0)


def test_a_deal_that_breaks_off_is_judged_as_far_as_it_went(tmp_path: Path) -> None:
    tiny = load(str(FIXTURES / "tiny.yaml"))
    path = recorded(tmp_path / "a.jsonl", tiny, FINESSE, "QH, QS, JH")
    (deal,) = analysed(path)
    assert deal.result is None
    assert [(card.n, card.books) for card in deal.cards] == [(2, 0), (3, 0), (4, 2)]


def test_a_claim_takes_no_books_from_the_cards_before_it(tmp_path: Path) -> None:
    """North claims behind west's wrong lead: that costs what it would have cost in the end, and the claim nothing."""
    profile = tmp_path / "claims.yaml"
    (tmp_path / "tiny.yaml").write_text((FIXTURES / "tiny.yaml").read_text())
    profile.write_text(
        "format: 1\nprofile: claims\ntitle: Claims\nextends: tiny\ncards: {aces: A}\n"
        "phases: {play: {claims: {show: {at: turn, when: count(hand & aces) == 1, add: 1, then: end_deal}}}}\n"
    )
    rules = load(str(profile))
    (deal,) = analysed(recorded(tmp_path / "a.jsonl", rules, FINESSE, "KS, show"))
    assert (deal.claim, deal.value, deal.result and deal.result.points) == ("show", 0, (1, 0))
    (mistake,) = deal.mistakes
    assert (mistake.card, mistake.before, mistake.after) == ("KS", 0, 2)
    report = Report(rules, everything=False, quiet=True)
    assert report.what_happened(deal) == "played, ended by a claim (show), points 1 to 0"
    assert deal_json(rules, deal)["claim"] == "show"


def test_a_revoke_is_said_and_not_compared(tmp_path: Path) -> None:
    """South throws the jack of spades on a heart though it holds the king."""
    tiny = load(str(FIXTURES / "tiny.yaml"))
    said = "QH, QS, JH, JS, KS, AS, AH, KH"
    (deal,) = analysed(recorded(tmp_path / "a.jsonl", tiny, FINESSE, said, following="reported"))
    assert [(card.n, card.revoke, card.books) for card in deal.cards][3] == (5, True, 0)


def test_the_bid_is_held_beside_the_others(tmp_path: Path) -> None:
    """In this game a bid's number is added to the declarers' points, made or not: the highest is always the best."""
    profile = load(str(FIXTURES / "auction-final.yaml"))
    said = "1 number, pass, pass, pass, QH, QS, AH, KH, JH, JS, KS, AS"
    (deal,) = analysed(recorded(tmp_path / "a.jsonl", profile, FINESSE, said))
    bidding = deal.bidding
    assert isinstance(bidding, Bidding)
    assert (bidding.n, bidding.contract["level"], bidding.best["level"]) == (2, 1, 3)
    assert (bidding.books, bidding.points, bidding.best_points, bidding.cost) == (2, 3, 5, 2)


def test_what_was_buried_is_held_beside_the_best(tmp_path: Path) -> None:
    """North has eleven trumps and two losers, takes up all of them, and buries three trumps: two books are lost.

    East has the high hearts and diamonds, and keeps an ace of each; south has the low ones and west the clubs.
    """
    profile = load("five-hundred")
    high, low = ([f"{rank}{suit}" for suit in "HD" for rank in ranks] for ranks in ("AKQJT", "98765"))
    hands = (
        ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S"],
        high,
        low,
        [f"{rank}C" for rank in "AKQJT98765"],
    )
    deal = WantedDeal(profile, 3, {seat: tuple(hand) for seat, hand in enumerate(hands)}, ("BJ", "4H", "4D")).made()
    said = "6 spades, pass, pass, pass, AS, KS, QS, BJ"
    found = analysed(recorded(tmp_path / "a.jsonl", profile, deal.order, said, dealer=3))[0].buried
    assert found is not None
    assert (found.gave, found.books, found.best_books, found.cost) == (("AS", "KS", "QS"), 8, 10, 2)
    assert {"4H", "4D"} < set(found.best)


@pytest.mark.parametrize("reference", whole_games(SHIPPED))
@compiled
def test_losses_add_up_to_the_result(reference: str) -> None:
    """From the value at the first lead, what each side lost leads to the books that were taken, and to the points."""
    path = GOLDEN / f"{reference}.jsonl"
    for deal in analysed(path, deals=2, tries=1):
        if not deal.cards or deal.result is None:
            continue
        assert deal.unknown == 0
        side = max(deal.contract.declarers, 0)
        books = deal.value or 0
        for card in deal.cards:
            assert card.before == books
            books += -card.books if card.seat % 2 == side else card.books
            assert card.after == books
        assert books == deal.result.outcome.books[side]
        for card in deal.mistakes:
            assert card.card not in card.better
            assert card.better
        if deal.buried is not None:
            assert deal.buried.cost >= 0
        if deal.bidding is not None:
            assert deal.bidding.cost >= 0


def lead_and_contract(analyst: Analyst, text: str, books: int) -> tuple[int, bool, int, Contract]:
    """Return what north's contract of some books comes to, as bids are compared."""
    contract = parse_contract(analyst.tables, f"{text} by north")
    lead = analyst.lead_at(contract, books)
    assert lead is not None
    return lead, False, books, contract


@pytest.mark.parametrize(
    ("reference", "own", "other", "expected"),
    [
        ("vint-whist", ("2 hearts", 8), ("7 hearts", 8), True),  # far more points, and above the line far fewer
        ("vint-whist", ("2 hearts", 10), ("5 hearts", 10), True),  # set by one: how much that matters isn't known
        ("vint-whist", ("2 hearts", 10), ("4 hearts", 10), False),
        ("vint-whist", ("7 hearts", 10), ("4 hearts", 10), False),  # no better by points
        (
            "pagat-54+two-sets",
            ("7 uptown in spades", 9),
            ("3 uptown in spades", 9),
            False,
        ),  # one set less
        (
            "pagat-54+two-sets",
            ("7 uptown in spades", 9),
            ("4 uptown in spades", 9),
            False,
        ),  # set as well
        ("pagat-54", ("7 uptown in spades", 9), ("3 uptown in spades", 9), False),
    ],
)
def test_a_bid_is_not_better_where_what_is_left_out_speaks_against_it(
    reference: str, own: tuple[str, int], other: tuple[str, int], expected: bool
) -> None:
    analyst = Analyst(Solver(make_tables(load(reference)), machine=kernel))
    one, rival = lead_and_contract(analyst, *own), lead_and_contract(analyst, *other)
    assert analyst.spoken_against(one, rival) is expected


@compiled
def test_no_bid_that_goes_set_is_called_better_where_a_set_counts_elsewhere() -> None:
    deals = analysed(GOLDEN / "vint-whist.jsonl")
    better = [deal.bidding for deal in deals if deal.bidding is not None and deal.bidding.cost]
    assert better
    assert all(bidding.best_books - 6 >= bidding.best["level"] for bidding in better)


@compiled
def test_points_add_up_to_the_result() -> None:
    """At nought all, as in the first deal: the contract's points at the value, less what was lost, are the result."""
    deal = analysed(GOLDEN / "pagat-54.jsonl", deals=1)[0]
    assert deal.bidding is not None
    assert deal.buried is not None
    assert deal.result is not None
    side = deal.contract.declarers
    lead = deal.bidding.points - (deal.buried.points or 0)
    for card in deal.mistakes:
        lead += -(card.points or 0) if card.seat % 2 == side else card.points or 0
    assert lead == deal.result.points[side] - deal.result.points[1 - side]


def test_a_search_that_is_given_up_is_not_judged(tmp_path: Path) -> None:
    tiny = load(str(FIXTURES / "tiny.yaml"))
    path = recorded(tmp_path / "a.jsonl", tiny, FINESSE, "QH, QS, JH, KH, JS, KS, AS, AH")
    (deal,) = analysed(path, node_cap=1)
    (known,) = analysed(path)
    assert deal.unknown > known.unknown == 0
    for card, other in zip(deal.cards, known.cards, strict=True):
        assert card.before in (None, other.before)
        assert card.after in (None, other.after)
        assert card.books in (0, other.books)


def test_games_that_cannot_be_solved_say_why(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(
        "format: 1\nprofile: odd\ntitle: Odd\nextends: pagat-54\n"
        "phases: {play: {worth: 'if card == AS then 2 else 1'}}\n"
    )
    profile = load(str(path))
    record = tmp_path / "a.jsonl"
    with create(record, Header(profile, ("rules",) * 4, 0, 1, "a test")):
        pass
    with pytest.raises(NoTables, match="the worth of a trick depends on card"):
        analysed(record)
