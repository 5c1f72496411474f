"""Duplicate cross-play: equal players gain nothing, sums add up, and nothing depends on who plays which deal."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from interpreter import game
from interpreter.actions import Action
from interpreter.compare.dealing import Endless
from interpreter.contract import Pass
from interpreter.duplicate import MAX_REDEALS, Board, Job, Pairing, Stand, Table, score_again, widest
from interpreter.errors import InputError
from interpreter.players.player import player
from interpreter.players.random import RandomPlayer
from interpreter.profile.load import load
from interpreter.scoring import Outcome, Standing, score_deal
from interpreter.table import NOBODY
from interpreter.view import View
from tests.games import ROOT, SHIPPED, whole_games

TINY = str(ROOT / "tests" / "fixtures" / "tiny.yaml")


def stand_of(reference: str, boards: Iterable[Board]) -> Stand:
    """Return how a match stands behind some boards."""
    profile = load(reference)
    stand = Stand(profile, widest(profile))
    for board in boards:
        stand.add(board)
    return stand


@pytest.mark.parametrize("reference", [*whole_games(SHIPPED), "wikihow-whist+rotating-trump"])
def test_a_player_gains_exactly_nothing_against_itself(reference: str) -> None:
    for name, deals in (("random", 12), ("rules", 4)):
        boards = list(Job(reference, (name, name), 5).boards(deals))
        assert [board.gain(side) for board in boards for side in (0, 1)] == [0] * (2 * deals)
        stand = stand_of(reference, boards)
        assert (stand.points.mean, stand.deals) == (0, deals)
        assert stand.games[0] == stand.games[1]


def test_the_tables_of_a_board_have_the_same_cards() -> None:
    """By the third table's play alone: equal players play it like the other two, at all dealers."""
    boards = list(Job("pagat-54", ("rules", "rules"), 3).boards(4))
    for board in boards:
        assert board.tables[0].result == board.tables[1].result == board.tables[2].result
    assert [board.dealer for board in boards] == [0, 1, 2, 3]
    assert len({board.tables[0].result.outcome.contract for board in boards}) > 1


def test_the_workers_change_nothing() -> None:
    job = Job("pagat-54", ("rules", "random"), 2)
    assert list(job.boards(9)) == list(job.boards(9, workers=2)) == list(job.boards(9, workers=3))
    assert list(job.boards(4)) == list(job.boards(9))[:4]
    assert list(job.games(3)) == list(job.games(3, workers=2))
    assert list(job.boards(4)) != list(Job("pagat-54", ("rules", "random"), 3).boards(4))


def table(profile_reference: str, declarer: int, books: tuple[int, int]) -> Table:
    """Return a table at which a contract of four was played."""
    profile = load(profile_reference)
    fields = {**profile.contract.values, "kind": "suit", "level": 4, "dir": "up", "trump": "S"}
    contract = profile.contract.changed(fields, declarer)
    result = score_deal(profile, Outcome(contract, books), Standing({"total": (0, 0)}))
    return Table(declarer % 2, result.points, result)


def test_gains_by_hand() -> None:
    """North declares a four at all tables: 10, 9 and 9 books; where the second player sits there it makes no four.

    The first player at north and south has 4 points for 10 books. At the other table the second player is set there
    with 9 books, -4, and so it is at the third. So the first player gains 8 by declaring and nothing by defending.
    """
    board = Board(0, 0, (table("pagat-54", 0, (10, 3)), table("pagat-54", 0, (9, 4)), table("pagat-54", 0, (9, 4))))
    assert (board.gain(0), board.gain(1), board.total) == (8, 0, 8)
    assert board.total == board.tables[0].margin(0) + board.tables[1].margin(1)
    stand = stand_of("pagat-54", [board])
    assert (stand.declaring.tables, stand.declaring.boards.total) == (1, 8)
    assert (stand.defending.tables, stand.defending.boards.total) == (1, 0)
    assert (stand.neither.tables, stand.neither.interval(14)) == (0, None)


def test_sides_add_up_to_the_whole() -> None:
    boards = list(Job("neuralplay", ("rules", "random"), 1).boards(30))
    stand = stand_of("neuralplay", boards)
    parts = (stand.declaring, stand.defending, stand.neither)
    assert sum(part.tables for part in parts) == 60
    assert sum(part.boards.total for part in parts) == stand.totals.total == sum(board.total for board in boards)
    assert stand.points.n == 30
    assert stand.points.clear
    assert stand.points.mean > 0


def test_games_are_strung_by_the_rules() -> None:
    """Ten books are 4 points and a game goes to 7: two such deals are one, and the third begins the next."""
    board = Board(0, 0, (table("pagat-54", 0, (10, 3)), table("pagat-54", 1, (3, 10)), table("pagat-54", 0, (9, 4))))
    assert stand_of("pagat-54", [board]).games == [0, 0, 0]
    assert stand_of("pagat-54", [board] * 2).games == [2, 0, 0], "at both tables, where it sits on different sides"
    assert stand_of("pagat-54", [board] * 3).games == [2, 0, 0]
    assert stand_of("pagat-54", [board] * 4).games == [4, 0, 0]
    lost = Board(0, 0, (table("pagat-54", 0, (9, 4)), table("pagat-54", 0, (10, 3)), table("pagat-54", 0, (9, 4))))
    assert stand_of("pagat-54", [lost] * 2).games == [0, 2, 0], "-8 loses, and 8 wins for the other side"


def test_claims_and_passed_out_deals_are_scored_again() -> None:
    for reference in ("whist-classic+goal=2", "vint-whist"):
        for board in Job(reference, ("random", "random"), 1).boards(20):
            for played in board.tables:
                again = score_again(load(reference), played.result, played.result.before)
                assert (again.points, again.after) == (played.result.points, played.result.after)


def test_bounds() -> None:
    assert widest(load("pagat-54")) == 14, "seven at no trump, made or set"
    assert widest(load("pagat-54+boston")) == 56
    assert widest(load(TINY)) == 2
    assert widest(load("whist-classic")) == 11, "all the tricks, and four honours"


class Passer(RandomPlayer):
    """Passes whenever it may."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        """Return a pass if there is one."""
        return next((action for action in legal if isinstance(action, Pass)), legal[0])


def test_players_who_never_bid_come_to_an_end() -> None:
    pairing = Pairing(load("rogler-ri"), (Passer(), Passer()), 1)
    with pytest.raises(Endless, match=f"deal 1 was thrown in {MAX_REDEALS} times"):
        pairing.board(0)


def test_deals_that_go_on_without_a_bid_bring_nothing() -> None:
    board = Pairing(load("vint-whist"), (Passer(), player("rules")), 1).board(0)
    assert Pairing(load("vint-whist"), (Passer(), Passer()), 1).board(0).tables[0].declarers == NOBODY
    assert board.tables[2].declarers != NOBODY


def test_the_deals_number_goes_round_where_it_names_trumps() -> None:
    boards = Job("wikihow-whist+rotating-trump", ("random", "random"), 1).boards(16)
    trumps = [board.tables[0].result.outcome.contract["trump"] for board in boards]
    assert trumps == ["H"] * 4 + ["D"] * 4 + ["S"] * 4 + ["C"] * 4


def test_a_game_can_begin_with_any_deal() -> None:
    assert game.new_game(load("pagat-54"), deal=3).deal == 3
    assert game.new_game(load("pagat-54")).deal == 1


def test_who_wins_games() -> None:
    assert set(Job("pagat-54", ("rules", "random"), 1).games(3)) == {(0, 0)}
    assert set(Job("pagat-54", ("random", "rules"), 1).games(3)) == {(1, 1)}


def test_an_unknown_player() -> None:
    with pytest.raises(InputError, match="'ruls' is no player"):
        Job("pagat-54", ("rules", "ruls"), 1).pairing()
