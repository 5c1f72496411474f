"""The kernel against the interpreter, in plain Python and compiled, and the solver against everything that can be had.

The long versions, thousands of deals a game, are in tests/bench/agreement.py and tests/bench/double_dummy.py.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from interpreter import kernel
from interpreter.compare.dealing import dealt
from interpreter.double_dummy import Position, Solver, led
from interpreter.duplicate import Pairing
from interpreter.machine import fastest, watched
from interpreter.players.fitting import fit_of
from interpreter.players.player import player
from interpreter.profile.load import load
from interpreter.simulate import RULES, Deals, NoTables
from interpreter.table import SEATS
from interpreter.tables import make_tables
from tests.games import FIXTURES, GAMES, ROOT, SHIPPED, is_fixture, rules_of, short, whole_games
from tests.kernels import (
    MORE,
    after_auction,
    bridge_books,
    deals_of,
    ending,
    replay,
    tables_of,
    whole,
)
from tests.oracle import best_books

MACHINE = fastest()
CARDS = 12 if MACHINE.COMPILED else 6
ALL = (*GAMES, *MORE)
compiled = pytest.mark.skipif(not MACHINE.COMPILED, reason="numba isn't installed")
with_endplay = pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="endplay isn't installed")

UNTABLED = {
    "ship-simons-52": {"auction": "what may be called depends on hand"},
    "whist-classic": {
        "claims": "claims read hands and totals (sing, can_you_one)",
        "points": "the row honours reads mine.played",
    },
}
"""What of the shipped games can't be tabled, and why. All else can."""


@pytest.mark.parametrize("reference", whole_games(SHIPPED))
def test_what_cannot_be_tabled_says_why(reference: str) -> None:
    assert dict(tables_of(reference).reasons) == UNTABLED.get(reference, {})


def test_history_is_named_as_a_reason() -> None:
    assert tables_of("wikihow-whist+rotating-trump").reasons == {
        "dealing": "the contract that comes with the deal reads deal"
    }
    with pytest.raises(NoTables, match=r"can't be played from tables .*reads deal"):
        Deals(tables_of("wikihow-whist+rotating-trump"))


def test_rules_that_tell_cards_of_a_suit_apart_are_not_solved() -> None:
    tables = tables_of(str(FIXTURES / "rungs.yaml"))
    position = ending(tables.profile, tables, random.Random(1), 2)
    with pytest.raises(NoTables, match="tells cards of one suit apart"):
        Solver(tables, machine=kernel).books(position)


@pytest.mark.parametrize("reference", ALL, ids=short)
def test_plain_kernel_is_the_interpreter(reference: str) -> None:
    """Every decision of some deals: who decides, everything that is allowed, and the end."""
    for deals in deals_of(reference, 11, kernel):
        for number in range(12):
            replay(rules_of(reference), deals.deal(number, None if deals.how[kernel.CONTRACT_NOW] < 0 else 0))


def test_every_outcome_comes_up() -> None:
    outcomes = {Deals(tables_of(reference), seed=1, machine=kernel).deal(number).outcome
                for reference in ("rogler-ri", "five-hundred") for number in range(40)}  # fmt: skip
    assert outcomes == {"played", "passed", "redealt"}


@compiled
@pytest.mark.parametrize("reference", ALL, ids=short)
def test_compiled_kernel_is_the_plain_one(reference: str) -> None:
    count = 40 if is_fixture(reference) else 120
    for deals, again in zip(deals_of(reference, 7, MACHINE), deals_of(reference, 7, kernel), strict=True):
        assert deals.run(count) == again.run(count)
        assert [deals.deal(number) for number in range(6)] == [again.deal(number) for number in range(6)]


RUN = """
import sys
sys.path.insert(0, {root!r})
{block}
import random
from interpreter.double_dummy import Solver
from interpreter.machine import fastest
from interpreter.players.fitting import fit_of
from interpreter.simulate import RANDOM, Deals
from tests.kernels import TABLES, tables_of, tried, whole
print(fastest().COMPILED)
for reference in ("pagat-54", "parr-oregon", "wikihow-bid-whist+nt-jokers-dropped"):
    for players in ((RANDOM,) * 4, *TABLES):
        tables = tables_of(reference)
        deals = Deals(tables, seed=3, players=players, fit=fit_of(tables))
        print(deals.run(50).check, deals.deal(5).points, deals.rows(3, 2))
rng = random.Random(8)
for reference in ("pagat-54+nt-jokers-free", "vint-whist", "ship-simons-52"):
    tables = tables_of(reference)
    solver = Solver(tables, memory=1 << 12)
    for _ in range(6):
        contract = tables.contracts[rng.choice(tables.final)].changed({{}}, 1)
        position = whole(tables, contract, rng, 6)
        print(solver.books(position), solver.nodes, solver.leads(position))
for reference in {tried}:
    for name, values in tried(reference, 2):
        print(name, values)
"""


TRIED = ("pagat-54", "wikihow-bid-whist+nt-jokers-dropped")
"""Two games in which the expert's trials take every way through the kernel: calls, choices, gifts, draws, cards."""


def run_apart(block: str, *tried: str, **variables: str) -> list[str]:
    """Run the deals, solves and trials above in a process of its own; return what it printed, a line each."""
    script = RUN.format(root=str(ROOT), block=block, tried=tried)
    environment = {**os.environ, **variables}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


BLOCK = "sys.modules['numba'] = None"


def test_without_numba() -> None:
    assert run_apart(BLOCK)[0] == "False"


@compiled
def test_compiled_in_other_processes(tmp_path: Path) -> None:
    """The same answers without numba, compiled, from the cache, and compiled anew with all bounds checked.

    What the expert runs is compiled anew only for that check: other tests run it as it is kept.
    """
    plain = run_apart(BLOCK, *TRIED)[1:]
    lines = [line for line in plain if line[0].isalpha()]
    assert {line.split(" [")[0] for line in lines} == {
        "auction", "name_trump", "name_dir", "bury", "play", "play at the end",
    }  # fmt: skip
    for _ in range(2):
        found = run_apart("", NUMBA_CACHE_DIR=str(tmp_path / "cache"), NUMBA_BOUNDSCHECK="0")
        assert found == ["True", *plain[: len(plain) - len(lines)]]
    found = run_apart("", *TRIED, NUMBA_CACHE_DIR=str(tmp_path / "checked"), NUMBA_BOUNDSCHECK="1")
    assert found == ["True", *plain]
    assert list((tmp_path / "cache").rglob("*.nbi"))


class Library:
    """Compiles as numba does: its library calls back, and drops what is raised there."""

    def __init__(self, inner: Library | None = None) -> None:
        self.inner, self.begun, self.ended = inner, 0, 0

    def compile(self, signature: object) -> str:
        self.begun += 1
        if self.inner is not None:
            self.inner.compile(signature)
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        self.ended += 1
        return f"compiled for {signature}"


def test_an_interrupt_while_compiling_is_not_lost() -> None:
    """It comes through behind the function that was compiled: behind a part, the whole goes no further."""
    before = signal.getsignal(signal.SIGINT)
    inner = Library()
    outer = Library(inner)
    for library in (inner, outer):
        watched(library)
    with pytest.raises(KeyboardInterrupt):
        inner.compile("int64")
    with pytest.raises(KeyboardInterrupt):
        outer.compile("int64")
    assert (inner.ended, outer.begun, outer.ended) == (2, 1, 0)
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        assert outer.compile("int64") == "compiled for int64"
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [signal.SIGINT] * 2, "whoever handles interrupts gets them"


@compiled
def test_compiled_functions_hold_interrupts_back() -> None:
    found = [function for function in vars(MACHINE).values() if hasattr(function, "py_func")]
    assert len(found) > 50
    assert all("watched" in function.compile.__qualname__ for function in found)


@pytest.mark.parametrize("reference", ALL, ids=short)
def test_solver_finds_what_trying_everything_finds(reference: str) -> None:
    """Small endings: the value, the value of every card that may be played, and yes or no."""
    profile, tables, rng = rules_of(reference), tables_of(reference), random.Random(reference.rsplit("/", 1)[-1])
    if reference.endswith("rungs.yaml"):
        return
    machines = [kernel, MACHINE] if MACHINE.COMPILED else [kernel]
    solvers = [Solver(tables, memory=1 << 12, machine=machine) for machine in machines]
    for number in range(12):
        size = min((2, 3, 3, 4)[number % 4], profile.dealing.each)
        position = ending(profile, tables, rng, size)
        expected = best_books(profile, position)
        declaring = (position.leader + len(position.table)) % 2 == max(position.contract.declarers, 0)
        value = (max if declaring else min)(expected.values())
        for solver in solvers:
            assert solver.leads(position) == expected, position
            assert solver.books(position) == value, position
            assert [solver.takes(position, books) for books in range(size + 2)] == [
                value >= books for books in range(size + 2)
            ], position


FORCED_RUFFS = {
    "QH 7C 9D, 9C 3D TD, 5D 6C 2C, 2H 8H KC": ("H", 1, 1),
    "QS 5C KD, AS 9H JC, 5S 7S 4H, 7D QC 4D": ("D", 1, 1),
    "KC 2H KS 8S, 9S QC 5C TS, QH 7H AC 6H, 8C KH 2C QS": ("H", 0, 3),
    "AS JS 6C 4C 9H, 7S 5C 8S TC 7C, AC QC 5H 4H 6S, 3C JC 2S JH TS": ("H", 0, 4),
}
"""Hands from north on, the trump suit, who leads, and the books of north and south. Who cashes a winner in these forces
the partner to throw its own or to ruff: counting both was wrong once, in one of a thousand whole deals."""


@pytest.mark.parametrize("hands", FORCED_RUFFS)
def test_winners_that_a_partner_must_throw_are_not_counted(hands: str) -> None:
    trump, leader, books = FORCED_RUFFS[hands]
    tables = tables_of("vint-whist")
    contract = next(tables.contracts[number] for number in tables.final if tables.contracts[number]["trump"] == trump)
    cards = tuple(tuple(hand.split()) for hand in hands.split(", "))
    assert Solver(tables, machine=MACHINE).books(Position(contract.changed({}, 0), cards, leader)) == books


MUST_THROW = """
format: 1
profile: must-throw
title: Who can't follow must ruff, or throw hearts without trumps
extends: vint-whist
phases:
  play:
    follow:
      ruff: contract.trump != none and suit(card) == contract.trump
      hearts: contract.trump == none and suit(card) == H
"""


def test_a_partner_who_may_not_throw_what_it_likes(tmp_path: Path) -> None:
    """Whose partner cashes may have to ruff, or to throw winners: then fewer tricks can be taken at once."""
    path = tmp_path / "must-throw.yaml"
    path.write_text(MUST_THROW)
    profile, rng = load(str(path)), random.Random(5)
    tables = make_tables(profile)
    solver = Solver(tables, memory=1 << 12, machine=kernel)
    assert tables.reasons == {}
    for size in (2, 3, 3, 4) * 40:
        position = ending(profile, tables, rng, size)
        assert solver.leads(position) == best_books(profile, position), position


def test_a_lead_that_names_trumps_is_tried_as_such() -> None:
    profile, tables = rules_of("parr-oregon"), tables_of("parr-oregon")
    by_lead = next(contract for contract, row in zip(tables.contracts, tables.opening, strict=False) if row)
    position = whole(tables, by_lead.changed({}, 2), random.Random(4), 13)
    small = Position(position.contract, tuple(hand[:3] for hand in position.hands), 2)
    solver = Solver(tables, machine=kernel, node_cap=2000)
    assert not solver.named_by_lead(small), "not the first trick"
    assert solver.named_by_lead(position)
    follow = led(position, position.hands[position.leader][0], tables)
    assert follow.contract["trump"] == position.hands[position.leader][0][1]
    assert profile.play.opening_sets


BY_LEAD = """
format: 1
profile: by-lead
title: The first card led makes its suit trumps
extends: rungs
phases: {play: {follow: {court: null}, free: null}}
"""


def test_a_lead_that_names_trumps_is_worth_what_follows_it(tmp_path: Path) -> None:
    """Each lead beside trying everything behind it: the trumps, and what takes what, are those that it made."""
    for name in ("rungs", "auction-final", "tiny"):
        shutil.copy(FIXTURES / f"{name}.yaml", tmp_path)
    (tmp_path / "by-lead.yaml").write_text(BY_LEAD)
    profile, rng = load(str(tmp_path / "by-lead.yaml")), random.Random(4)
    tables = make_tables(profile)
    solver = Solver(tables, memory=1 << 12, machine=kernel)
    by_lead = next(contract for contract, row in zip(tables.contracts, tables.opening, strict=False) if row)
    trumps = set()
    for _ in range(30):
        declarer = rng.randrange(4)
        position = whole(tables, by_lead.changed({}, declarer), rng, tables.each)
        here, next_one = (min, max) if (position.leader - declarer) % 2 else (max, min)
        expected = {}
        for card in position.hands[position.leader]:
            then = led(position, card, tables)
            expected[card] = next_one(best_books(profile, then).values())
            trumps.add(then.contract["trump"])
        assert solver.leads(position) == expected, position
        assert solver.books(position) == here(expected.values()), position
    assert trumps == {"S", "H", "none"}


@pytest.mark.parametrize("reference", ["pagat-54", "pagat-54+nt-jokers-free", "five-hundred", "ship-simons-52"])
def test_turning_the_table_and_renaming_suits_changes_nothing(reference: str) -> None:
    tables, rng = tables_of(reference), random.Random(2)
    solver = Solver(tables, machine=MACHINE)
    size = min(CARDS, tables.each)
    for _ in range(8):
        contract = tables.contracts[rng.choice(tables.final)].changed({}, rng.randrange(4))
        position = whole(tables, contract, rng, size)
        value = solver.books(position)
        for turn in SEATS:
            hands = tuple(position.hands[(seat - turn) % 4] for seat in SEATS)
            turned = contract.changed({}, (contract.declarer + turn) % 4)
            assert solver.books(Position(turned, hands, (position.leader + turn) % 4)) == value
        if reference == "five-hundred":
            continue  # its bowers tie the suits of a colour together, and its pack lacks two cards
        renamed = dict(zip("SHDC", "CSHD", strict=True))
        other = tables.contracts[tables.number(contract)]
        if contract["trump"] != "none":
            other = contract.changed({"trump": renamed[str(contract["trump"])]})
        hands = tuple(tuple(card if card[1] == "J" and card[0] in "BL" else card[0] + renamed[card[1]] for card in hand)
                      for hand in position.hands)  # fmt: skip
        assert solver.books(Position(other.changed({}, contract.declarer), hands, position.leader)) == value


def test_yes_or_no_is_the_value_asked_differently() -> None:
    tables = tables_of("pagat-54")
    deals = Deals(tables, seed=5, players=(RULES,) * 4, fit=fit_of(tables), machine=MACHINE)
    solver = Solver(deals.tables, machine=MACHINE)
    for number in range(20 if MACHINE.COMPILED else 0):
        position, played = after_auction(deals, number)
        value, books = solver.books(position), int(played.contract["level"]) + 5
        assert value is not None
        assert solver.takes(position, books) == (value >= books)
        assert max(filter(None, solver.leads(position).values()), default=0) == value


def test_a_search_that_is_given_up_is_unknown_and_harms_nothing() -> None:
    tables = tables_of("pagat-54")
    position = whole(tables, tables.contracts[tables.final[0]].changed({}, 0), random.Random(3), 5)
    patient, hasty = Solver(tables, machine=kernel), Solver(tables, machine=kernel, node_cap=3)
    assert hasty.books(position) is None
    assert None in hasty.leads(position).values()
    hasty.node_cap = patient.node_cap
    assert hasty.books(position) == patient.books(position)
    assert hasty.leads(position) == patient.leads(position)


def test_a_table_that_is_full_is_emptied_and_nothing_goes_wrong() -> None:
    tables, rng = tables_of("pagat-54"), random.Random(6)
    large, small = Solver(tables, machine=kernel), Solver(tables, memory=16, machine=kernel)
    nodes = [0, 0]
    for _ in range(6):
        position = whole(tables, tables.contracts[rng.choice(tables.final)].changed({}, 1), rng, 5)
        assert small.leads(position) == large.leads(position)
        nodes = [nodes[0] + large.nodes, nodes[1] + small.nodes]
    assert nodes[0] < nodes[1], "what is forgotten is searched again"


@with_endplay
@compiled
@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "none"])
def test_dds_agrees(trump: str) -> None:
    """Whole deals of thirteen cards; a thousand of each kind are in tests/bench/double_dummy.py."""
    tables, rng = tables_of("vint-whist"), random.Random(trump)
    contract = next(
        contract for contract in map(tables.contracts.__getitem__, tables.final) if contract["trump"] == trump
    )
    solver = Solver(tables)
    for _ in range(4):
        position = whole(tables, contract.changed({}, 0), rng, 13)
        assert solver.books(position) == bridge_books(position)


def test_tables_know_nothing_of_numba() -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import interpreter.tables; print('numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


BEYOND = {
    "free: trick > 2 and card in jokers": {"cards": "what may be played depends on trick"},
    "worth: if card == AS then 2 else 1": {"cards": "the worth of a trick depends on card"},
    "worth: if trick > 9 then 0 - 1 else 1": {"cards": "a trick is worth -1 books"},
}


@pytest.mark.parametrize("line", BEYOND)
def test_rules_that_read_more_than_a_table_holds(line: str, tmp_path: Path) -> None:
    path = tmp_path / "beyond.yaml"
    key, rule = line.split(": ")
    path.write_text(
        f"format: 1\nprofile: beyond\ntitle: Beyond\nextends: pagat-54\nphases: {{play: {{{key}: '{rule}'}}}}\n"
    )
    tables = make_tables(load(str(path)))
    assert tables.reasons == BEYOND[line]
    with pytest.raises(NoTables):
        Deals(tables)
    with pytest.raises(NoTables):
        Solver(tables)


NEGATIVE_CREDIT = """
format: 1
profile: negative-credit
title: The declarers begin below nought
extends: vint-whist
phases: {play: {books: {declarers: 0 - 1}}}
"""


def test_books_below_nought_have_no_points_in_a_table(tmp_path: Path) -> None:
    path = tmp_path / "negative-credit.yaml"
    path.write_text(NEGATIVE_CREDIT)
    profile = load(str(path))
    tables = make_tables(profile)
    assert tables.reasons == {"points": "-1 books are credited before the first trick"}
    deals = Deals(tables, seed=3, machine=kernel)
    played = [deals.deal(number) for number in range(20)]
    for one in played:
        replay(profile, one)
    assert any(sum(one.books) == 12 for one in played)


LARGE = """
format: 1
profile: large
title: With a large pack
extends: pagat-54
deck: {ranks: A K Q J T 9 8 7 6 5 4 3 2 W X Y}
ranking: {up: {order: A K Q J T 9 8 7 6 5 4 3 2 W X Y}, down: {order: A K Q J T 9 8 7 6 5 4 3 2 W X Y}}
phases: {deal: {each: 15}}
"""


def test_a_pack_too_large_for_a_mask(tmp_path: Path) -> None:
    """The kernel says why it doesn't play; the interpreter does, the rule player at all seats, simulated too."""
    path = tmp_path / "large.yaml"
    path.write_text(LARGE)
    profile = load(str(path))
    tables, reason = make_tables(profile), "the pack has 66 cards, more than the 62 that a mask holds"
    assert tables.reasons["cards"] == reason
    for refused in (Deals, Solver):
        with pytest.raises(NoTables, match=reason):
            refused(tables)
    rules = player("rules")
    table = Pairing(profile, (rules, rules), seed=1).table(0, (rules, rules))
    assert sum(table.result.books) == 16
    deal = dealt(profile, 1, 0)
    assert sorted(deal.order) == sorted(profile.pack.cards)


def test_no_constant_of_the_kernel_is_bound_twice() -> None:
    """In a module of so many numbers a second one of the same name would silently change the first one's meaning."""
    body = ast.parse(Path(kernel.__file__).read_text(encoding="utf-8")).body
    targets = [
        target
        for statement in body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    names = Counter(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []


def test_the_kernels_parts_stand_under_their_headings() -> None:
    """The list of parts on top is the module's table of contents."""
    text = Path(kernel.__file__).read_text(encoding="utf-8")
    listed = re.findall(
        r"^- ([^:\n]+): .*$", text[text.index("Its parts") : text.index("Names that stand")], re.MULTILINE
    )
    assert len(listed) > 8
    assert re.findall(r"^# ---- (.+)$", text, re.MULTILINE) == listed
