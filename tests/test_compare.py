"""Runs: the same counts from any number of workers, on any cluster; precision, rows, examples; who is dealt what."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from interpreter import game
from interpreter.compare.batches import play_batch
from interpreter.compare.cluster import cluster
from interpreter.compare.counts import Counts
from interpreter.compare.dealing import GAME, chance, dealt
from interpreter.compare.example import clearest, record_example
from interpreter.compare.findings import Reader
from interpreter.compare.games import log_of
from interpreter.compare.interpreted import Interpreted
from interpreter.compare.plan import Contrast, Plan, rule_set, same_cards, unlike
from interpreter.compare.pool import processes
from interpreter.compare.report import Report, report_of
from interpreter.compare.rows import Row, calls_in
from interpreter.compare.running import LOOK, WorkerLost, alone, in_order, run, spans
from interpreter.compare.sources import prepare, sources_of
from interpreter.compare.tabled import Tabled
from interpreter.errors import InputError
from interpreter.players.fitting import fit_of
from interpreter.players.player import player
from interpreter.replay import replay
from interpreter.simulate import NoTables
from interpreter.statistics import paired_interval
from interpreter.table import SEATS
from interpreter.tables import make_tables
from tests.games import rules_of, strung

ROOT = Path(__file__).resolve().parent.parent
TINY = str(ROOT / "tests" / "fixtures" / "tiny.yaml")
PAIR = ("pagat-54", "pagat-54+min-4")


def plan_of(*references: str, players: tuple[str, ...] = ("random",), batch: int = 20, **more: object) -> Plan:
    """Return a plan as the commands make one."""
    profiles = [rules_of(reference) for reference in references]
    plan = Plan(
        rules=tuple(map(rule_set, profiles)),
        players=players,
        seed=3,
        paired=tuple(same_cards(profiles[0], profile) for profile in profiles),
        **more,  # type: ignore[arg-type]
    )
    return replace(prepare(plan)[0], batch=batch)


def counted(plan: Plan, units: int) -> Counts:
    """Play in this process."""
    counts = Counts()
    for progress in run(plan, units, alone):
        counts = progress.counts
    return counts


# ---- the same deals


@pytest.mark.parametrize("reference", ["pagat-54", "rogler-ri", "whist-classic"])
def test_a_deal_depends_on_seed_and_number_alone(reference: str) -> None:
    profile = rules_of(reference)
    one = dealt(profile, 5, 17)
    assert one == dealt(profile, 5, 17)
    assert one != dealt(profile, 5, 18)
    assert one != dealt(profile, 6, 17)
    assert sorted(one.order) == sorted(profile.pack.cards)
    assert len({dealt(profile, 5, number).order for number in range(200)}) == 200


def test_turned_deals_leave_the_hands_where_they_are() -> None:
    profile = rules_of("pagat-54")
    hands = []
    for dealer in SEATS:
        state = game.new_game(profile, dealer)
        game.apply(state, dealt(profile, 1, 4, dealer))
        hands.append(([sorted(hand) for hand in state.hands], sorted(state.kitty)))
    assert hands[0] == hands[1] == hands[2] == hands[3]


def test_all_places_are_dealt_evenly() -> None:
    """Each card is as often anywhere: chi-square over 54 places and the ace of spades."""
    profile = rules_of("pagat-54")
    seen = Counter(dealt(profile, 9, number).order.index("AS") for number in range(5400))
    assert sum((seen[place] - 100) ** 2 / 100 for place in range(54)) < 53 + 4 * (2 * 53) ** 0.5


def test_another_bid_shifts_nobodys_later_chance() -> None:
    assert chance(1, 2, 3, 4).random() == chance(1, 2, 3, 4).random()
    assert len({chance(1, number, seat, at).random() for number in (0, 1) for seat in SEATS for at in (0, 1)}) == 16


def test_rules_with_other_cards_are_no_pair() -> None:
    base = rules_of("pagat-54")
    assert same_cards(base, rules_of("pagat-54+min-4"))
    assert not same_cards(base, rules_of("pagat-54+no-jokers"))
    assert "a pack of 54 against 52" in unlike(base, rules_of("pagat-54+no-jokers"))
    assert not same_cards(base, rules_of("pagat-54+no-kitty"))


TABLED = (
    "pagat-54",
    "pagat-54+min-4",
    "rogler-ri",
    "parr-oregon",
    "wikihow-whist",
    "wikihow-bid-whist",
    "five-hundred",
)


@pytest.mark.parametrize("reference", TABLED)
def test_the_kernel_and_the_interpreter_play_the_same_rows(reference: str) -> None:
    """The same cards, calls, cards played, points: for players that the kernel knows, whoever deals."""
    profile = rules_of(reference)
    tables = make_tables(profile)
    for players in (("rules",) * 4, ("highest",) * 4, ("rules", "highest", "rules", "highest")):
        one = Tabled(tables, players, 5, fit_of(tables))
        other = Interpreted(profile, [player(name) for name in players], 5)
        for dealer in (None, *SEATS):
            assert one.deals(8, 4, dealer) == other.deals(8, 4, dealer)


def test_a_deal_of_the_kernel_is_played_again_by_the_interpreter() -> None:
    tables = make_tables(rules_of("pagat-54"))
    source = Tabled(tables, ("rules",) * 4, 5, fit_of(tables))
    for number in range(8):
        for turned in (None, number % 4):
            row = source.deal(number, number % 4, turned)
            result = source.replay(number, number % 4, turned).results[-1]
            assert (result.points, result.made, result.outcome.contract) == (row.points, row.made, row.contract)


@pytest.mark.parametrize("reference", ["pagat-54", "pagat-54+declare-after-burying", "rogler-ri", "wikihow-whist"])
def test_calls_are_those_of_the_whole_deal(reference: str) -> None:
    """Read off a part of the deal, or remembered from another one with the same auction."""
    tables = make_tables(rules_of(reference))
    kernel, slow = (
        Tabled(tables, ("rules",) * 4, 5, fit_of(tables)),
        Interpreted(rules_of(reference), [player("random")] * 4, 5),
    )
    for source, dealers in ((kernel, (None, 2)), (slow, (None,))):
        for dealer in dealers:
            for row in source.deals(40, 24, dealer):
                history = source.replay(row.number, row.dealer, dealer).history
                assert source.calls(row, dealer) == calls_in(source.profile, history)
    assert calls_in(slow.profile, []) == ()


def test_the_kernel_plays_what_it_can_and_the_interpreter_the_rest() -> None:
    plan = plan_of("pagat-54", "pagat-54+redeal-no-faces", players=("rules",))
    one, other = sources_of(plan).players
    assert isinstance(one, Tabled)
    assert isinstance(other, Interpreted)  # what may be called depends on the hand
    pairs = list(zip(one.deals(0, 12), other.deals(0, 12), strict=True))
    again = [row for _, row in pairs if row.ending == "redealt"]
    assert again  # in every other deal both play the same
    assert [two for first, two in pairs if first != two] == again
    assert play_batch(plan, 0, 12).counts.differ[2]["outcome"] == len(again)
    with pytest.raises(NoTables):
        Tabled(
            make_tables(rules_of("pagat-54+redeal-no-faces")),
            ("rules",) * 4,
            1,
            fit_of(make_tables(rules_of("pagat-54"))),
        )


# ---- the same counts


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(*PAIR)


@pytest.fixture(scope="module")
def whole(plan: Plan) -> Counts:
    return counted(plan, 120)


def test_counts_merge_in_any_order(plan: Plan, whole: Counts) -> None:
    batches = [play_batch(plan, first, count) for first, count in spans(120, 13)]
    random.Random(1).shuffle(batches)
    merged = Counts()
    for batch in batches:
        merged.add(batch.counts)
    assert merged == whole
    assert merged.units == merged.deals == 120


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_processes_counts_the_same(plan: Plan, whole: Counts, workers: int) -> None:
    found = [progress.counts for progress in run(plan, 120, processes(workers))]
    assert found[-1] == whole


def test_a_worker_that_dies_costs_only_time(plan: Plan, whole: Counts) -> None:
    counts, killed = Counts(), 0
    for _ in run(replace(plan, batch=5), 120, processes(2), counts=counts):
        if counts.units in (10, 40):
            multiprocessing.active_children()[0].kill()
            killed += 1
    assert killed == 2
    assert counts == whole


def test_workers_that_are_always_ended_are_given_up(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.compare.pool.work_for_parent", end_at_once)
    with pytest.raises(WorkerLost, match="ended by the system again and again"):
        list(run(plan, 120, processes(2)))


def end_at_once(plan: Plan) -> None:
    """What a worker begins with that the system doesn't let live."""
    os._exit(1)


def test_an_interrupt_ends_processes_whatever_they_are_at(plan: Plan) -> None:
    """Each of them plays a batch of minutes."""
    others = multiprocessing.active_children()
    timer = threading.Timer(2.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(run(replace(plan, batch=1_000_000), 3_000_000, processes(2)))
    pressed = time.monotonic()
    assert multiprocessing.active_children() == others
    assert [thread for thread in threading.enumerate() if "QueueManager" in type(thread).__name__] == []
    timer.join()
    assert time.monotonic() - pressed < 2


def test_a_run_that_is_given_up_ends_its_processes(plan: Plan) -> None:
    others = multiprocessing.active_children()
    played = run(plan, 10_000, processes(2))
    next(played)
    assert len(multiprocessing.active_children()) == len(others) + 2
    played.close()
    assert multiprocessing.active_children() == others


def test_an_interrupt_leaves_no_half_batch(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the third batch is counted: that is counted whole, and kept."""
    counts, kept, add = Counts(), list[int](), Counts.add

    def interrupted(own: Counts, other: Counts) -> None:
        if own.units == 40:
            signal.raise_signal(signal.SIGINT)
        add(own, other)

    monkeypatch.setattr(Counts, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(run(plan, 120, alone, counts=counts, keep=lambda batch: kept.append(batch.first)))
    monkeypatch.undo()
    assert counts == counted(plan, 60)
    assert kept == [0, 20, 40]


def test_batches_come_in_order_and_few_are_under_way() -> None:
    under_way, most, done = set[int](), 0, []

    class Later:
        def __init__(self, first: int) -> None:
            self.first = first

        def result(self) -> int:
            under_way.discard(self.first)
            return self.first

    def submit(span: tuple[int, int]) -> Later:
        nonlocal most
        under_way.add(span[0])
        most = max(most, len(under_way))
        return Later(span[0])

    done = list(in_order(submit, spans(1000, 10), 6))  # type: ignore[arg-type]
    assert done == list(range(0, 1000, 10))
    assert most == 6


def test_it_stops_at_a_look_however_the_batches_are_cut() -> None:
    tiny = plan_of(TINY, batch=250)
    stops = []
    for batch in (250, 500, 1000):
        *_, last = run(replace(tiny, batch=batch), 5 * LOOK, alone, enough=lambda counts: counts.units >= 1_500)
        stops.append((last.counts.units, last.counts))
    assert stops[0][0] == 2 * LOOK
    assert stops[0] == stops[1] == stops[2]


def test_precision_looks_at_the_width_alone(plan: Plan, whole: Counts) -> None:
    rules = sources_of(plan).rules
    enough = Counts()
    for _ in range(10):
        enough.add(whole)
    reader = Reader(plan, rules, enough)
    width = reader.headline_interval(next(at for at, _ in plan.changes)).half_width
    assert reader.precise(width)
    assert not reader.precise(width * 0.999)
    assert not Reader(plan, rules, whole).precise(100)  # fewer than 1,000 deals


# ---- what they say


def test_changes_are_differences_of_values_deal_by_deal(plan: Plan, whole: Counts) -> None:
    rows: dict[int, list[Row]] = {0: [], 1: []}
    for first, count in spans(120, 20):
        for setting, row, *_ in play_batch(replace(plan, rows=True), first, count).rows:
            rows[setting].append(row)
    rules = sources_of(plan).rules
    change = next(at for at, _ in plan.changes)
    for measure in Reader(plan, rules, whole).measures:
        wanted = Counter(
            measure.of(other, rules[1]) - measure.of(one, rules[0]) for one, other in zip(rows[0], rows[1], strict=True)
        )
        assert +whole.of(change, measure.key) == wanted, measure.key
    pairs = list(zip(rows[0], rows[1], strict=True))
    assert whole.differ[change]["outcome"] == sum(one.outcome != other.outcome for one, other in pairs)
    assert whole.differ[change]["any"] == sum(
        one.outcome != other.outcome or one.calls != other.calls or one.cards != other.cards for one, other in pairs
    )
    size, number, dealer = whole.clearest[change]
    sizes = [abs(two.points[0] - two.points[1] - one.points[0] + one.points[1]) for one, two in pairs]
    assert (size, -number) == (max(sizes), sizes.index(max(sizes)))
    assert -dealer == -number % 4


def test_a_rule_set_against_itself_differs_nowhere() -> None:
    plan = plan_of("pagat-54", "pagat-54")
    report = report_of(plan, counted(plan, 60))
    assert report.differ[1, 0]["any"].value == 0
    assert not report.clearest
    assert all(change.interval.mean == 0 for line in report.lines for change in line.changes.values())


def test_what_the_players_do_not_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "fewer.yaml"
    path.write_text(
        "format: 1\nprofile: fewer\ntitle: Fewer are better\nextends: wikihow-whist\n"
        "score: {tricks: {to: sides, when: theirs.books > 6, add: theirs.books - 6}}\n"
    )
    told = []
    for players in (("random",), ("rules",)):
        plan = plan_of("wikihow-whist", str(path), players=players)
        told.append([note for note in report_of(plan, counted(plan, 10)).notes if "more can bring fewer" in note])
    assert [len(notes) for notes in told] == [0, 1]
    assert told[1][0].startswith(f"{path}: computer players take as many tricks as they can")


def test_unpaired_rules_say_so() -> None:
    plan = plan_of("pagat-54", "pagat-54+no-jokers", players=("rules",), rows=True)
    batch = play_batch(plan, 0, 40)
    report = report_of(plan, batch.counts)
    assert not report.differ
    assert not report.clearest
    assert any("not dealt the same cards" in note for note in report.notes)
    points = [[row.points[row.contract.declarers] for at, row, *_ in batch.rows if at == setting and row.contract]
              for setting in (0, 1)]  # fmt: skip
    changes = [other - one for one, other in zip(*points, strict=True)]  # deal by deal, though of other cards
    wanted = paired_interval(40, sum(changes), sum(change**2 for change in changes), 28)
    interval = report.lines[0].changes[1, 0].interval
    assert (interval.mean, interval.half_width) == pytest.approx((wanted.mean, wanted.half_width))
    one, other = (report.lines[0].values[at].half_width for at in (0, 1))
    assert interval.half_width > max(one, other)  # nothing cancels out


def test_shuffles_are_dealt_by_all_four_seats() -> None:
    plan = plan_of("pagat-54", unit="shuffles", rows=True)
    batch = play_batch(plan, 0, 10)
    assert (batch.counts.units, batch.counts.deals) == (10, 40)
    assert [(row.number, row.dealer) for _, row, *_ in batch.rows] == [
        (unit, dealer) for unit in range(10) for dealer in SEATS
    ]
    rules = sources_of(plan).rules
    reader = Reader(plan, rules, batch.counts)
    edge = reader.interval(0, reader.measure("dealer's edge"))
    points = [row.points[row.dealer % 2] - row.points[1 - row.dealer % 2] for _, row, *_ in batch.rows]
    assert edge.mean == pytest.approx(sum(points) / 40)


def test_two_players_show_what_depends_on_skill() -> None:
    plan = plan_of(*PAIR, players=("rules", "random"))
    kinds = Counter(contrast.kind for contrast in plan.contrasts)
    assert kinds == {"value": 4, "change": 2, "depends": 1, "skill": 2, "skill change": 1}
    report = report_of(plan, counted(plan, 30))
    depends = report.lines[0].depends[1].interval
    changes = [report.lines[0].changes[1, at].interval.mean for at in (0, 1)]
    assert depends.mean == pytest.approx(changes[1] - changes[0])
    assert report.skill[0].edge.mean > 2  # the random player is far worse
    assert report.skill_changes[1].mean == pytest.approx(report.skill[1].edge.mean - report.skill[0].edge.mean)


def test_the_same_player_has_no_edge_over_itself() -> None:
    plan = plan_of("pagat-54", players=("random", "random"))
    assert counted(plan, 20).of(len(plan.contrasts) - 1, "lead") == {0: 20}


def test_contrasts_are_sums_of_settings() -> None:
    plan = plan_of(*PAIR, "pagat-54+deuce", players=("rules", "random"))
    assert Contrast("change", ((4, 1), (3, -1)), 1, 1) in plan.contrasts
    assert Contrast("depends", ((4, 1), (3, -1), (1, -1), (0, 1)), 1) in plan.contrasts
    assert all(sum(factor for _, factor in one.terms) == 0 for one in plan.contrasts if one.kind != "value")


# ---- whole games


def test_games_strung_from_deals_are_those_played_through() -> None:
    """A player that doesn't look at the score: the same game, deal by deal, whichever way."""
    for reference in ("pagat-54", "pagat-54+two-sets", TINY, "pagat-54+fixed-deals"):
        source = Interpreted(rules_of(reference), [player("random")] * 4, 11)
        for number in range(4):
            one, other = list(source.game(number, number % 4)), list(strung(source, number, number % 4))
            assert [row for row, _ in one] == [row for row, _ in other]
            assert log_of(source.profile, one) == log_of(source.profile, other)
            assert one[0][0].number == GAME * (number + 1)


def test_games_are_measured_and_compared() -> None:
    plan = plan_of(TINY, f"{TINY}+goal=5", unit="games")
    report = report_of(plan, counted(plan, 200))
    length = report.line("length")
    assert length is not None
    assert length.changes[1, 0].interval.low > 0.5
    assert report.lengths[0].tenth <= report.lengths[0].half <= report.lengths[0].ninetenths
    assert report.line("declarers") is None
    assert report.line("drama") is None  # the chances are only reckoned where deals are fast


def test_reckoned_lengths_agree_with_games_that_are_played() -> None:
    plan = plan_of(TINY)
    reckoned = report_of(plan, counted(plan, 2000)).line("length")
    games = plan_of(TINY, unit="games")
    played = report_of(games, counted(games, 2000)).line("length")
    assert reckoned is not None
    assert played is not None
    one, other = reckoned.values[0], played.values[0]
    assert abs(one.mean - other.mean) <= one.half_width + other.half_width
    assert one.half_width < other.half_width


# ---- one deal to replay


def test_the_clearest_deal_is_a_record_that_replays(plan: Plan, whole: Counts, tmp_path: Path) -> None:
    report: Report = report_of(plan, whole)
    paths = record_example(report, str(tmp_path / "deal.jsonl"), "test")
    assert [Path(path).name for path in paths] == ["deal-1.jsonl", "deal-2.jsonl"]
    points = []
    for path, reference in zip(paths, PAIR, strict=True):
        with replay(path) as record:
            steps = list(record)
            assert not record.stopped
            assert record.profile.reference == reference
            assert len(steps) > 40
            points.append(record.state.results[0].points)
    size = max(found[0] for found in whole.clearest.values())
    assert abs(points[1][0] - points[1][1] - points[0][0] + points[0][1]) == size
    with pytest.raises(InputError, match="exists already"):
        record_example(report, str(tmp_path / "deal.jsonl"), "test")


def test_the_example_is_the_largest_difference_of_all_changes_and_players(plan: Plan, whole: Counts) -> None:
    three = plan_of(*PAIR, "pagat-54+min-4", players=("random", "rules"))
    report = replace(
        report_of(plan, whole),
        plan=three,
        clearest={(1, 0): (7, 3, 11), (2, 0): (8, 0, 19), (1, 1): (9, 1, 19), (2, 1): (3, 3, 2)},
    )
    assert clearest(report) == (2, 0)


def test_how_large_the_clearest_difference_is(plan: Plan, whole: Counts) -> None:
    size, number, dealer = whole.clearest[next(at for at, _ in plan.changes)]
    assert report_of(plan, whole).clearest == {(1, 0): (-number, -dealer, size)}


# ---- a cluster


@dataclass
class Dask:
    """Processes on loopback: the scheduler, then the workers."""

    folder: Path
    environment: dict[str, str]
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """Where the scheduler writes how it is found."""
        return self.folder / "scheduler.json"

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(json.loads(self.file.read_text("utf-8"))["address"])

    def start(self, *words: str) -> None:
        """Start a process."""
        log = open(self.folder / f"{len(self.started)}.log", "wb")  # noqa: SIM115 -- open as long as the process
        command = [sys.executable, "-m", *words]
        self.started.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, cwd=self.folder))

    def work(self) -> None:
        """Start a worker."""
        self.start("distributed.cli.dask_worker", "--scheduler-file", str(self.file), "--nthreads", "1",
                   "--no-nanny", "--no-dashboard")  # fmt: skip


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    """A scheduler and two workers, each a process of its own, on loopback."""
    pytest.importorskip("distributed")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}

    found = Dask(tmp_path, environment)
    found.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                "--scheduler-file", str(found.file))  # fmt: skip
    deadline = time.monotonic() + 60
    while not found.file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    found.work()
    found.work()
    try:
        wait_for_workers(found.address, 2)
        yield found
    finally:
        for process in found.started:
            process.kill()
            process.wait()


def test_a_cluster_that_loses_a_worker_counts_the_same(plan: Plan, whole: Counts, dask: Dask) -> None:
    batches, counts = 0, Counts()
    for progress in run(replace(plan, batch=10), 120, cluster(dask.address)):
        counts, batches = progress.counts, batches + 1
        if batches == 2:
            dask.started[1].send_signal(signal.SIGKILL)
    assert batches == 12
    assert counts == whole


def test_a_cluster_that_loses_all_workers_goes_on_with_the_next_that_comes(
    plan: Plan, whole: Counts, dask: Dask
) -> None:
    counts = Counts()
    for progress in run(replace(plan, batch=10), 120, cluster(dask.address), counts=counts):
        if progress.batch.first == 10:
            for worker in dask.started[1:]:
                worker.kill()
                worker.wait()
            dask.work()
    assert counts == whole


def test_a_cluster_without_workers_is_said_and_given_up_after_a_time(
    plan: Plan, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.compare.cluster.PATIENCE", 2.0)
    counts, told = Counts(), list[str]()

    def play() -> None:
        for progress in run(replace(plan, batch=10), 100_000, cluster(dask.address, told.append), counts=counts):
            if progress.batch.first == 10:
                for worker in dask.started[1:]:
                    worker.kill()

    with pytest.raises(WorkerLost, match="the cluster had no worker for 2 seconds"):
        play()
    assert told == ["no worker is left; waiting for one"]
    assert counts.units > 10
    assert counts == counted(plan, counts.units)
    with pytest.raises(WorkerLost, match="the cluster had no worker for 2 seconds"):
        list(run(plan, 100, cluster(dask.address, told.append)))
    assert told[1:] == ["no worker is there; waiting for one"]


def test_what_was_counted_stands_where_the_scheduler_ends(plan: Plan, dask: Dask) -> None:
    counts = Counts()

    def play() -> None:
        for progress in run(replace(plan, batch=1), 10_000, cluster(dask.address), counts=counts):
            if progress.batch.first == 10:
                dask.started[0].kill()

    with pytest.raises(WorkerLost, match="the cluster gave up"):
        play()
    assert counts == counted(plan, counts.units)
    assert counts.units > 10


def test_two_clients_of_one_plan_get_what_each_asked_for(plan: Plan, whole: Counts, dask: Dask) -> None:
    """Both ask from deal 0 on, at the same time; a batch of 60 and one of 120 are not the same work."""
    plan, found = replace(plan, batch=200), dict[int, Counts]()

    def ask(units: int) -> None:
        for progress in run(plan, units, cluster(dask.address)):
            found[units] = progress.counts

    for worker in dask.started[1:]:
        worker.send_signal(signal.SIGSTOP)
    clients = [threading.Thread(target=ask, args=(units,)) for units in (60, 120)]
    for client in clients:
        client.start()
    time.sleep(2)  # both have asked
    for worker in dask.started[1:]:
        worker.send_signal(signal.SIGCONT)
    for client in clients:
        client.join(60)
    assert found == {60: counted(plan, 60), 120: whole}


def wait_for_workers(address: str, count: int) -> None:
    from dask.distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=60)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("address", ["nonsense://here", "tls://127.0.0.1:1", "ucx://127.0.0.1:1", "tcp://", ""])
def test_no_scheduler_is_said_at_once_and_quietly(address: str) -> None:
    """In a process of its own, where nothing that is taken apart late goes unheard."""
    pytest.importorskip("distributed")
    code = f"""if True:
        import sys, time
        from interpreter.compare.cluster import cluster
        from interpreter.errors import InputError
        start = time.monotonic()
        try:
            cluster({address!r})
        except InputError as error:
            print(error.problems[0].message)
        sys.exit(time.monotonic() - start > 5)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"no Dask scheduler answers at {address!r}: ")
