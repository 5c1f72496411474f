"""What simulate and compare print and write, and that no argument ends in a traceback."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from interpreter.cli import main
from interpreter.cli.results.figures import rounded
from interpreter.cli.results.numbers import (
    bounds_100,
    change_text,
    change_texts,
    legend,
    marked_text,
    more_or_less,
    number,
    of_100,
    per_mille,
    signed,
    star,
    value_range,
    value_texts,
)
from interpreter.cli.results.plots import ForestRow, Mark, Words, bars, forest, squares
from interpreter.cli.results.watch import RunBar
from interpreter.cli.results.words import depends_sentences, margin_text, sentences, skill_cells, skill_sentence
from interpreter.compare.findings import Skill
from interpreter.compare.interrupts import AGAIN, Interrupts, interrupts, interrupts_wait
from interpreter.compare.plan import Plan, RuleSet
from interpreter.compare.report import SMALLS, Change, Line, Report
from interpreter.statistics import SMALL, Interval, Share, finding

ROOT = Path(__file__).resolve().parent.parent
TINY = str(ROOT / "tests" / "fixtures" / "tiny.yaml")
FAST = ("--player", "random", "--workers", "1")


class Done:
    """What one run of the command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))

    def run_command(*words: str) -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["bidwhist", *words])
        code = main(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "internal error" not in err
        return Done(code, out, err)

    return run_command


# ---- arguments


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate",), "Missing argument 'REF'"),
        (("simulate", "pagat-54", "--deals", "0"), "'--deals': 0 is not in the range"),
        (("simulate", "pagat-54", "--deals", "x"), "'--deals': 'x' is not a whole number, such as 100000"),
        (("simulate", "pagat-54", "--deals", "1e5"), "'1e5' is not a whole number, such as 100000"),
        (("simulate", "pagat-54", "--workers", "two"), "'two' is not a whole number, such as 4"),
        (("simulate", "pagat-54", "--deals", "5", "--games", "5"), "leave one out"),
        (("simulate", "pagat-54", "--games", "5", "--rotate"), "--rotate is about single deals"),
        (("simulate", "pagat-54", "--games", "5", "--precision", "1"), "leave out --precision"),
        (("simulate", "pagat-54", "--precision", "0"), "'--precision'"),
        (("simulate", "pagat-54", "--precision", "nan"), "'--precision'"),
        (("simulate", "pagat-54", "--player", "nobody"), "'nobody' is no player; one of: random, "),
        (("simulate", "pagat-54", "--seed", "-1"), "'--seed'"),
        (("simulate", "pagat-54", "--workers", "0"), "'--workers'"),
        (("simulate", "pagat-54", "--workers", "2", "--cluster", "tcp://x:1"), "leave out --cluster or --workers"),
        (("simulate", "pagat-54", "--csv", "no/such/folder.csv"), "'--csv': 'no/such/folder.csv' can't be written"),
        (("simulate", "pagat-54", "--html", "."), "'--html': '.' is a folder"),
        (("simulate", "pagat-54", "--csv", "x.csv", "--html", "./x.csv"), "one file can't hold two outputs"),
        (("simulate", "pagat-54", "--html", "-"), "'--html': only rows (--csv -) go to standard output"),
        (("simulate", "pagat-54", "--parquet", "-"), "give it a file, such as result.parquet"),
        (("simulate", "pagat-54", "--csv", "-", "--json"), "standard output can't hold two outputs"),
        (("simulate", "pagat-54", "pagat-54"), "unexpected extra argument"),
        (("simulate", "pagat-54", "--each", "min-4"), "No such option"),
        (("compare",), "Missing argument 'REF..'"),
        (("compare", "pagat-54"), "name a second game, or what to change"),
        (("compare", "pagat-54", "--sweep", "goal"), "'goal' is not a param with whole numbers"),
        (("compare", "pagat-54", "--sweep", "goal=5,,7"), "is not a param with whole numbers"),
        (
            ("compare", "pagat-54", "--sweep", "goal=7"),
            "compare pagat-54 with; pagat-54+goal=7 has the same",
        ),
        (("compare", "pagat-54", "pagat-54"), "there is nothing to compare pagat-54 with"),
        (("compare", "pagat-54", "pagat-54+min-4", "--games", "9", "--example", "x"), "--example shows one deal"),
        (("compare", "pagat-54", "--sweep", "goal=" + ",".join(map(str, range(1, 99)))), "at most 60 are compared"),
        (("compare", "pagat-54++", "pagat-54"), "error[X022]"),
        (("compare", "pagat-54", "pagat-54+=5"), "has no name before its `=`"),
    ],
)
def test_wrong_usage_is_said_with_exit_code_2(run: Any, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert said in done.err
    assert done.code == 2
    assert not done.out or "--json" in words  # a program is told there


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "nothing"), "error[X"),
        (("compare", "pagat-54", "--each", "min-5"), "did you mean 'min-4'"),
        (("compare", "pagat-54", "--each", "rotating-trump"), "error[X039]"),
        (("compare", "pagat-54", "--sweep", "gaol=5"), "gaol"),
        (("compare", "pagat-54", "nothing", "nowhere"), "nowhere"),
    ],
)
def test_rules_that_are_wrong_are_said_with_exit_code_1(run: Any, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert said in done.err
    assert done.code == 1


@pytest.mark.parametrize(
    ("option", "module", "extra"), [("--html", "matplotlib", "plots"), ("--parquet", "pyarrow", "parquet")]
)
def test_an_extra_that_is_missing_is_named_before_anything_is_played(
    run: Any, monkeypatch: pytest.MonkeyPatch, option: str, module: str, extra: str
) -> None:
    from interpreter.cli.results import options

    monkeypatch.setattr(options, "find_spec", lambda name: None)
    done = run("simulate", "pagat-54", option, "x")
    assert f"needs {module}, which isn't installed" in done.err
    assert f'pip install "bidwhist[{extra}]"' in done.err
    assert done.code == 2


def test_the_core_needs_no_extra() -> None:
    """simulate runs and prints where neither numba nor numpy nor matplotlib can be imported."""
    hide = "import sys; [sys.modules.__setitem__(name, None) for name in ('numba', 'numpy', 'matplotlib', 'pyarrow')]; "
    code = f"{hide}from interpreter.cli import main; sys.exit(main(['simulate', {TINY!r}, '--deals', '20', *{FAST!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Two tricks" in done.stdout


# ---- forms


def test_simulate_prints_means_with_intervals(run: Any) -> None:
    done = run("simulate", "pagat-54", "--deals", "40", *FAST)
    assert done.code == 0
    assert "40 deals; players: random; seed 1" in done.out
    assert re.search(r"points of the declarers a deal +-\d+\.\d\d +-\d+\.\d\d to -?\d+\.\d\d\n", done.out)
    assert "random players reach every corner" in done.out
    assert not done.err  # no bar where nobody looks


def test_equal_seeds_print_the_same(run: Any) -> None:
    words = ("compare", "pagat-54", "pagat-54+min-4", "--deals", "40", "--player", "random", "--json")
    found = []
    for workers in ("1", "2"):
        data = json.loads(run(*words, "--workers", workers).out)
        del data["run"]
        found.append(data)
    assert found[0] == found[1]
    other = json.loads(run(*words, "--seed", "2").out)
    assert other["measures"] != found[0]["measures"]


def test_json_holds_everything(run: Any) -> None:
    done = run("compare", "pagat-54", "--each", "min-4", "no-jokers", "--deals", "30", "--json", *FAST)
    data = json.loads(done.out)
    assert [rules["reference"] for rules in data["rules"]] == ["pagat-54", "pagat-54+min-4", "pagat-54+no-jokers"]
    assert [rules["same_cards"] for rules in data["rules"]] == [True, True, False]
    assert all(len(rules["hash"]) == 64 for rules in data["rules"])
    assert (data["seed"], data["units"], data["headline"]) == (1, 30, "declarers")
    measure = next(one for one in data["measures"] if one["measure"] == "declarers")
    assert [value["reference"] for value in measure["values"]] == [rules["reference"] for rules in data["rules"]]
    first, second = measure["values"][:2]
    change = measure["changes"][0]
    assert change["mean"] == pytest.approx(second["mean"] - first["mean"])
    assert change["low"] < change["mean"] < change["high"]
    assert {one["reference"] for one in data["differ"]} == {"pagat-54+min-4"}
    assert data["run"]["interrupted"] is False


def test_rows_of_deals_add_up_to_the_means(run: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ("compare", "pagat-54", "pagat-54+min-4", "--deals", "30", "--json", *FAST)
    data = json.loads(run(*words, "--csv", "deals.csv", "--parquet", "deals.parquet").out)
    with open(tmp_path / "deals.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    table = parquet.read_table(tmp_path / "deals.parquet").to_pylist()
    assert [row["calls"] for row in table] == [row["calls"] for row in rows]
    assert [str(row["points_north_south"]) for row in table] == [row["points_north_south"] for row in rows]
    assert {row["made"] for row in table} <= {True, False, None}
    for at, reference in enumerate(("pagat-54", "pagat-54+min-4")):
        points = [
            int(row["points_north_south" if row["declarer"] in ("north", "south") else "points_east_west"])
            for row in rows
            if row["reference"] == reference
        ]
        mean = next(one for one in data["measures"] if one["measure"] == "declarers")["values"][at]["mean"]
        assert mean == pytest.approx(sum(points) / 30)


def rows_in(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV text."""
    return list(csv.DictReader(text.splitlines()))


def test_rows_of_games_say_which_game_and_the_totals_before(run: Any) -> None:
    rows = rows_in(run("simulate", "pagat-54+goal=31", "--games", "4", "--csv", "-", *FAST).out)
    assert sorted({row["game"] for row in rows}) == ["0", "1", "2", "3"]
    for game in "0123":
        totals = [0, 0]
        for at, row in enumerate(row for row in rows if row["game"] == game):
            assert (row["deal"], row["rotation"]) == (str(at), "")
            assert [int(row["before_north_south"]), int(row["before_east_west"])] == totals
            totals[0] += int(row["points_north_south"])
            totals[1] += int(row["points_east_west"])
        assert max(map(abs, totals)) >= 31
    assert len(rows) > 8


def test_rows_of_shuffles_say_which_of_its_four_deals(run: Any) -> None:
    rows = rows_in(run("simulate", "pagat-54", "--rotate", "--deals", "8", "--csv", "-", *FAST).out)
    seats = ["north", "east", "south", "west"]
    assert [(row["deal"], row["rotation"], row["dealer"]) for row in rows] == [
        (deal, str(turn), seats[turn - 1]) for deal in "01" for turn in (1, 2, 3, 4)
    ]
    assert {row["game"] for row in rows} == {""}


def test_rows_name_the_first_bidder(run: Any) -> None:
    rows = rows_in(
        run("simulate", "pagat-54", "--deals", "60", "--csv", "-", "--player", "rules", "--workers", "1").out
    )
    seats = ["north", "east", "south", "west"]
    for row in rows:
        calls = row["calls"].split(", ")
        first = next((at for at, call in enumerate(calls) if call != "pass"), None)
        wanted = "" if first is None else seats[(seats.index(row["first_caller"]) + first) % 4]
        assert row["first_bidder"] == wanted
    assert any(row["first_bidder"] not in ("", row["first_caller"]) for row in rows)


def test_rows_on_standard_output_stand_there_alone(run: Any) -> None:
    done = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "5", "--csv", "-", *FAST)
    assert (done.code, done.err) == (0, "")
    assert [row["reference"] for row in rows_in(done.out)] == ["pagat-54", "pagat-54+min-4"] * 5
    assert len(done.out.splitlines()) == 11


def test_the_page_is_written_though_nobody_reads_the_table(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")

    def broken(*given: Any) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("interpreter.cli.results.present.print_report", broken)
    run("simulate", "pagat-54", "--deals", "20", "--html", "page.html", *FAST)
    assert "</html>" in (tmp_path / "page.html").read_text("utf-8")


def test_the_table_is_printed_though_the_page_cant_be_written(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("interpreter.cli.results.options.check_file", lambda *given: None)
    done = run("simulate", "pagat-54", "--deals", "20", "--html", "no/page.html", *FAST)
    assert done.code == 1
    assert "points of the declarers a deal" in done.out
    assert "'no/page.html' can't be written" in done.err


def test_example_is_replayed(run: Any) -> None:
    done = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "30", "--example", "deal.jsonl", *FAST)
    assert done.out.splitlines()[-2:] == ["  bidwhist replay deal-1.jsonl", "  bidwhist replay deal-2.jsonl"]
    for file in ("deal-1.jsonl", "deal-2.jsonl"):
        shown = run("replay", file)
        assert shown.code == 0
        assert "books" in shown.out


def test_records_that_exist_already_are_said_before_anything_is_played(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("interpreter.compare.sources.prepare", None)
    words = ("compare", "pagat-54", "pagat-54+min-4", "--deals", "30", "--example", "deal.jsonl", *FAST)
    (tmp_path / "deal-2.jsonl").touch()
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert "'--example': 'deal-2.jsonl' exists already" in done.err
    (tmp_path / "deal-2.jsonl").unlink()
    assert "one file can't hold two outputs" in run(*words, "--csv", "./deal-1.jsonl").err


def test_no_example_where_nothing_differs(run: Any) -> None:
    done = run("compare", "pagat-54", "pagat-54+goal=11", "--deals", "20", "--example", "deal.jsonl", *FAST)
    assert "no deal came out differently" in done.err
    assert done.code == 1


def test_words_of_a_comparison(run: Any) -> None:
    done = run("compare", "pagat-54", "pagat-54+goal=9", "--deals", "400", *FAST)
    lines = done.out.splitlines()
    assert lines[:3] == [
        "pagat-54 against pagat-54+goal=9",
        "  to ±7 -> 9",
        "400 deals under each rule set, the same cards; players: random; seed 1",
    ]
    assert lines[3].startswith(
        "It changed nothing in 400 deals: with 95 % confidence it changes something in 9.5 of 1,000 deals at most. "
        "It doesn't show here what changes only with the totals of a game"
    )
    [found] = json.loads(run("compare", "pagat-54", "pagat-54+goal=9", "--deals", "400", "--json", *FAST).out)["differ"]
    assert found["any"]["high"] == pytest.approx(0.0095, abs=5e-5)
    assert any(line.startswith("A game takes") for line in lines)


def test_whole_games_and_rules_that_carry_over(run: Any) -> None:
    done = run("simulate", "whist-classic", "--deals", "20", *FAST)
    assert "whist-classic: each deal is the first of a game, though claims depend on the totals" in done.out
    assert "whole games can't be reckoned from deals" in done.out
    games = run("simulate", "whist-classic", "--games", "3", *FAST)
    assert re.search(r"deals a game +\d", games.out)


SAME = "has the same rules as pagat-54 and isn't listed beside it"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--each", "min-4", "min-4"), "note: pagat-54+min-4 is named twice and taken once"),
        (("pagat-54+min-4", "pagat-54"), "note: pagat-54 is named twice and taken once"),
        (("--sweep", "goal=5,7,9"), f"note: pagat-54+goal=7 {SAME}"),
        (("--sweep", "goal=5,5,5"), "note: pagat-54+goal=5 is named 3 times and taken once"),
        (("pagat-54+min-4", "pagat-54+goal=7"), f"note: pagat-54+goal=7 {SAME}"),
        (("pagat-54+min-4", "--player", "random"), "note: random is named twice and plays once: give another player"),
    ],
)
def test_what_is_left_out_is_said(run: Any, words: tuple[str, ...], said: str) -> None:
    done = run("compare", "pagat-54", *words, "--deals", "4", *FAST)
    assert said in done.err
    assert done.err.count("note: ") == 1
    assert (done.code, "4 deals under each rule set" in done.out) == (0, True)
    assert not re.search(r"\+goal=7", done.out)


def test_house_rules_that_do_not_fit_are_said_with_the_reason(run: Any) -> None:
    done = run("compare", "pagat-54", "--each", "all", "--deals", "2", *FAST)
    assert re.fullmatch(
        r"note: \d+ house rules left out, not fitting: .*rotating-trump, rotating-trump-no-trump "
        r"\(no card is turned for trumps\).*\n", done.err,
    )  # fmt: skip
    assert "rotating-trump" not in done.out


def test_games_of_the_same_cards_are_not_said_to_be_of_others(run: Any) -> None:
    words = ("compare", "pagat-54", "--games", "2", *FAST)
    assert "other cards" not in run(*words, "--sweep", "goal=5,9").out
    assert "other cards" in run(*words, "--each", "no-jokers", "min-4").out


def test_all_house_rules_that_fit(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("compare", "wikihow-whist", "--each", "all", "--deals", "4", "--json", *FAST)
    references = [rules["reference"] for rules in json.loads(done.out)["rules"]]
    assert references[0] == "wikihow-whist"
    assert "wikihow-whist+fixed-deals" in references
    assert "wikihow-whist+min-4" not in references


# ---- the page


class Page(HTMLParser):
    """Collects what a page consists of."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.svgs: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")
        if tag == "svg":
            self.svgs.append(dict(attrs))
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def written(run: Any, tmp_path: Path) -> str:
    pytest.importorskip("matplotlib")
    done = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "40", "--html", "page.html", *FAST)
    assert done.code == 0, done.err
    return (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_page_is_complete_in_itself(written: str) -> None:
    page = Page(written)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith(("#", "data:text/csv;base64,")) for link in page.links)
    assert "<script" not in written
    assert not re.search(r"url\((?!#)", written)
    assert "@import" not in written


def test_the_page_can_be_read_without_seeing_it(written: str) -> None:
    page = Page(written)
    assert '<html lang="en">' in written
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(level - before <= 1 for before, level in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.svgs) >= 4
    for svg in page.svgs:
        assert svg["role"] == "img"
        title, description = str(svg["aria-labelledby"]).split()
        assert re.search(rf'<title id="{title}">[^<]+</title>', written)
        assert re.search(rf'<desc id="{description}">[^<]+</desc>', written)
    assert written.count("<summary>The numbers</summary>") == len(page.svgs)


def test_the_page_says_how_to_do_it_again(written: str) -> None:
    assert "bidwhist compare pagat-54 pagat-54+min-4 --deals 40" in written
    assert "minimum bid 3 -&gt; 4" in written
    assert len(re.findall(r"<code>[0-9a-f]{64}</code>", written)) == 2
    assert "seed 1, 40 deals" in written
    assert "In words" in written
    assert written.index("In words") < written.index("<svg")
    assert "p-value" not in written


def test_pages_of_one_and_of_many_rule_sets(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("simulate", "rogler-ri", "--deals", "20", "--html", "one.html", *FAST).code == 0
    many = ("--each", "min-4", "no-jokers", "--player", "rules", "--player", "random")
    assert run("compare", "pagat-54", *many, "--deals", "8", "--html", "many.html", "--workers", "1").code == 0
    assert run("compare", TINY, f"{TINY}+goal=4", "--games", "20", "--html", "games.html", *FAST).code == 0
    assert run("simulate", "pagat-54", "--rotate", "--deals", "8", "--html", "turned.html", *FAST).code == 0
    assert run("compare", TINY, "--sweep", "goal=4,5", "--games", "20", "--html", "few.html", *FAST).code == 0
    for name in ("one", "many", "games", "turned", "few"):
        page = Page((tmp_path / f"{name}.html").read_text(encoding="utf-8"))
        assert page.open == []
        assert len(page.ids) == len(set(page.ids))


def method_of(page: str) -> str:
    """Return what a page says of how it was done."""
    return page[page.index("How this was found") : page.index("Do it again")]


def test_a_page_says_of_its_method_what_holds_for_its_plan(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")

    def page(*words: str) -> str:
        assert run(*words, "--html", "page.html", *FAST).code == 0
        return (tmp_path / "page.html").read_text("utf-8")

    same, reckoned, together = (
        "the same cards in the same seats",
        "are reckoned from the deals",
        "for all of them together",
    )
    one = method_of(page("simulate", "pagat-54", "--deals", "400"))
    assert "average value" in one
    assert reckoned in one
    assert same not in one
    assert "Clear and large" not in one
    other = page("compare", "pagat-54", "pagat-54+no-jokers", "--deals", "20")
    assert same not in method_of(other)
    assert "other cards are dealt (pagat-54+no-jokers)" in method_of(other)
    some = method_of(page("compare", "pagat-54", "--each", "min-4", "no-jokers", "--deals", "20"))
    assert same in some
    assert "other cards are dealt (pagat-54+no-jokers)" in some
    assert together in some
    games = method_of(page("compare", TINY, f"{TINY}+goal=4", "--games", "20"))
    assert "whole games, from the first deal to the last" in games
    assert reckoned not in games
    assert together not in games
    assert "“exactly” means" in games
    squared = page("compare", "pagat-54", "pagat-54+min-4", "--deals", "40")
    numbers = re.findall(r"<td>(?:the declarers score|only something|nothing).*?</td><td>([\d.]+)</td>", squared)
    assert len(numbers) == 4
    for told in numbers:  # the legend of the squares says what the table says
        assert re.search(rf"<text[^>]*>{told} (the declarers score|only something|nothing)", squared)
    turned = page("compare", "pagat-54", "pagat-54+min-4", "--rotate", "--deals", "40")
    assert "Each shuffle is dealt four times" in method_of(turned)
    assert "How much a single shuffle changes over its four deals" in turned
    assert re.search(r"In \d+(\.\d)? of 100 shuffles the declarers score the same", turned)


# ---- plots


ROWS = [
    ForestRow(
        "a rule <b>", [Mark(Interval(0.3, 0.1, 1000)), Mark(Interval(-0.2, 0.1, 1000), 1, filled=False)], "24 of 100"
    )
]


def test_plots_are_svg_with_text_and_the_same_every_time() -> None:
    pytest.importorskip("matplotlib")
    words = Words("A title", "What is to be seen & read", "points", "less", "more")
    makers = (
        lambda: forest(ROWS, words, small=0.05, legend=("rules", "random")),
        lambda: bars({-1: [3.0, 2.0], 2: [4.0, 5.0]}, words, legend=("rules", "random")),
        lambda: squares([("more", 20), ("less", 30), ("other", 10), ("same", 40)], words),
    )
    for make in makers:
        found = make()
        assert found == make()
        assert len(found) < 60_000
        root = ElementTree.fromstring(found)
        assert root.tag.endswith("svg")
        assert root[0].text == "A title"
        assert root[1].text == "What is to be seen & read"
        assert "<text" in found
    assert "a rule &lt;b&gt;" in makers[0]()
    assert makers[2]().count("+</text>") == 21  # twenty squares and the legend's


def test_a_mark_that_is_not_paired_is_open_and_broken() -> None:
    pytest.importorskip("matplotlib")
    words = Words("A title", "text", "points")
    paired = forest([ForestRow("x", [Mark(Interval(0.3, 0.1, 9))])], words, small=0.05)
    unpaired = forest([ForestRow("x", [Mark(Interval(0.3, 0.1, 9), filled=False)])], words, small=0.05)
    assert "stroke-dasharray" not in paired
    assert "stroke-dasharray" in unpaired
    assert "fill: #ffffff" in unpaired


def test_words_of_a_plot_stand_clear_of_its_lines() -> None:
    pytest.importorskip("matplotlib")
    row = ForestRow("a label that runs on through the line at no change", [Mark(Interval(0.0, 0.5, 9))])
    texts = ElementTree.fromstring(forest([row], Words("A title", "text", "points"), small=0.05))
    groups = [group for group in texts.iter("{http://www.w3.org/2000/svg}g") if group.get("id", "").find("text_") > 0]
    label = next(group for group in groups if "a label" in "".join(group.itertext()))
    assert any("fill: #ffffff" in part.get("style", "") for part in label.iter())


# ---- words


def test_numbers_in_words() -> None:
    assert (number(-0.001), signed(-0.001), signed(0.31), signed(-1.5)) == ("0.00", "0.00", "+0.31", "-1.50")
    assert [of_100(share) for share in (0.0, 0.0004, 0.004, 0.24, 0.988, 1.0)] == [
        "0 of 100", "fewer than 0.1 of 100", "0.4 of 100", "24 of 100", "98.8 of 100", "100 of 100",
    ]  # fmt: skip
    assert per_mille(0.003) == "3.0 of 1,000"
    assert more_or_less(Interval(0.31, 0.05, 9), "points a deal") == "0.31 points a deal more (between 0.26 and 0.36)"
    assert more_or_less(Interval(-0.31, 0.05, 9), "points a deal") == "0.31 points a deal less (between 0.26 and 0.36)"
    share = Line("made", "contracts", "made", "share of deals", {}, {}, {})
    assert change_text(share, -0.158) == "-15.8"


POINTS = Line("declarers", "points", "points", "points", {}, {}, {})
SHARE = Line("made", "contracts", "the contract is made", "share of deals", {}, {}, {})


@pytest.mark.parametrize(
    ("line", "low", "high", "said"),
    [
        (POINTS, 0.26, 0.36, ("+0.31", "+0.26 to +0.36")),
        (POINTS, -0.3, 0.1, ("-0.10", "-0.30 to +0.10")),
        (POINTS, 0.004, 0.036, ("+0.020", "+0.004 to +0.036")),  # not 0
        (POINTS, -0.0004, 0.0404, ("+0.0200", "-0.0004 to +0.0404")),
        (POINTS, 0.052, 0.348, ("+0.200", "+0.052 to +0.348")),  # more than what's small
        (POINTS, 0.05, 0.35, ("+0.20", "+0.05 to +0.35")),
        (POINTS, 0.0, 0.2, ("+0.10", "0.00 to +0.20")),  # 0 is 0
        (POINTS, 1e-12, 0.2, ("+0.10", "0.00 to +0.20")),
        (SHARE, -0.0004, 0.0070, ("+0.33", "-0.04 to +0.70")),
        (SHARE, 0.0004, 0.0050, ("+0.27", "+0.04 to +0.50")),
        (SHARE, -0.002, 0.004, ("+0.1", "-0.2 to +0.4")),
        (SHARE, 0.0, 0.0, ("0.0", "exactly")),
        (POINTS, -math.inf, math.inf, ("+0.20", "")),
    ],
)
def test_an_interval_reads_as_what_is_said_of_it(line: Line, low: float, high: float, said: tuple[str, str]) -> None:
    mean = 0.2 if math.isinf(high) else (low + high) / 2
    assert change_texts(line, Interval(mean, high - mean, 9)) == said


def test_values_that_clearly_differ_dont_read_alike() -> None:
    one, other = Interval(0.7200, 0.01, 9), Interval(0.7204, 0.01, 9)
    clear, unclear = (
        Change(Interval(0.0004, half, 9), finding(Interval(0.0004, half, 9), small=0.01)) for half in (0.0002, 0.001)
    )
    assert value_texts(SHARE, (one, other), unclear) == ["72.0", "72.0"]
    assert value_texts(SHARE, (one, other), clear) == ["72.00", "72.04"]
    assert value_texts(SHARE, (None, other), None) == ["", "72.0"]
    assert value_range(SHARE, Interval(0.72, 0.0001, 9)) == "71.99 to 72.01"
    assert value_range(SHARE, Interval(1.0, 1.0, 1, 0.0, 1.0)) == "0.0 to 100.0"
    assert value_range(SHARE, Interval(1.0, 0.0, 9)) == "exactly"
    assert [bounds_100(*ends) for ends in ((0.207, 1), (0, 0.0004), (0.0002, 0.006))] == [
        "20.7 to 100", "0 to 0.04", "0.02 to 0.60",
    ]  # fmt: skip


def report_with(lines: list[Line], *, players: tuple[str, ...] = ("one", "two"), **more: Any) -> Report:
    """Return a report of two rule sets that found some lines, and nothing else."""
    rules = (RuleSet("base", "", "0"), RuleSet("base+other", "", "1"))
    plan = Plan(rules, players, 1, paired=(True, True))
    given: dict[str, Any] = {name: {} for name in ("lengths", "differ", "clearest", "histograms", "values", "over")}
    given |= {"skill": {}, "skill_changes": {}, "notes": (), **more}
    return Report(plan, ("Base", "Other"), 1000, 1000, "declarers", tuple(lines), **given)


def line_with(key: str, unit: str, group: str, *means: float, depends: float = 0.0, half: float = 0.01) -> Line:
    """Return a measure that changed by so much with each player, whose change depends on the player by so much."""

    def change(mean: float) -> Change:
        return Change(Interval(mean, half, 9), finding(Interval(mean, half, 9), small=SMALLS.get(unit, SMALL)))

    return Line(
        key, group, f"the {key}", unit, {at: Interval(0.5 + at / 100, half, 9) for at in range(4)},
        {(1, player): change(mean) for player, mean in enumerate(means)}, {1: change(depends)},
    )  # fmt: skip


def test_what_changes_besides_the_headline_is_told() -> None:
    lines = [
        line_with("declarers", "points", "points", 0.01, 0.02),
        line_with("defenders", "points", "points", 0.08, 0.24, depends=0.16),
        line_with("both", "points", "points", 0.07, 0.25, depends=0.18),  # of the same kind as the one before
        line_with("made", "share of deals", "contracts", 0.1, 0.1),
        line_with("set", "share of deals", "contracts", -0.1, -0.1),  # says again that fewer are made
        line_with("bids", "bids", "auction", 0.005, 0.005),  # not clear
        line_with("dealer", "share of deals", "the dealer", 0.3, -0.3, depends=-0.6),
    ]
    differ = {
        (1, player): dict.fromkeys(("any", "outcome", "calls", "cards"), Share(0.5, 0.4, 0.6, 9)) for player in (0, 1)
    }
    report = report_with(lines, differ=differ)
    found = list(sentences(report, (1, 0)))
    assert found[0].startswith("In 50 of 100 deals it changes something (between 40.0 and 60.0): ")
    assert found[1] == "The declarers score the same, to within 0.02 points a deal either way."
    assert found[-1] == (
        "Also clear: the defenders, 0.51 instead of 0.50 (+0.07 to +0.09); "
        "the dealer in 51.0 of 100 deals instead of 50.0 (+29.0 to +31.0)."
    )
    assert list(depends_sentences(report, 1)) == [
        "The declarers: the same change with either player, +0.01 with one, +0.02 with two.",
        "The both: how large the change is depends on the player, +0.07 with one, +0.25 with two.",
        "The dealer, of 100 deals: the change turns round with the player, +30.0 with one, -30.0 with two.",
    ]


def test_marks_tell_what_is_open_from_what_depends_on_the_player() -> None:
    line = line_with("declarers", "points", "points", 0.01, 0.24, depends=0.23)
    one, other = (line.changes[1, player] for player in (0, 1))
    assert marked_text("+0.01", one) + star(line, 1) == "(+0.01)*"
    assert marked_text("+0.24", other) + star(line, 1) == "+0.24*"
    assert star(line_with("declarers", "points", "points", 0.01, 0.02), 1) == ""
    assert "*: it depends on the player" in legend(report_with([line]))
    assert "*" not in legend(report_with([line], players=("one",)))


def test_skill_is_told_of_the_first_player_and_who_is_ahead_by_name() -> None:
    for mean, ahead in ((5.22, "one"), (-5.22, "two")):
        report = report_with([], skill={0: Skill(Interval(mean, 0.06, 9), 3.2, None)},
                             skill_changes={1: Interval(0.47, 0.02, 9)})  # fmt: skip
        gain = signed(mean)
        ends = f"{signed(mean - 0.06)} to {signed(mean + 0.06)}"
        assert skill_cells(report, 0) == (gain, ends, f"{ahead}, after 4 deals", "")
        assert skill_sentence(report, 0) == (
            f"one against two: {gain} points a deal ({ends}); ahead 95 times in 100: {ahead}, after 4 deals"
        )
    open_ = report_with([], skill={0: Skill(Interval(0.01, 0.06, 9), 99999.5, None)})
    assert "ahead" not in skill_sentence(open_, 0)


def test_one_deal_is_no_deals(run: Any) -> None:
    done = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "1", *FAST)
    assert "\n1 deal under each rule set" in done.out
    assert "1 deals" not in done.out.replace("1 deals a second", "")
    low, high = re.search(r"it changes something \(between ([\d.]+) and ([\d.]+)\)", done.out).groups()  # type: ignore[union-attr]
    assert float(high) - float(low) > 70
    assert not re.search(r"\d\d\d\.\d (to|±) .*[2-9]\d\d\.\d", done.out)  # no share beyond all or nothing


def test_how_far_contracts_are_made_or_set_in_words() -> None:
    assert margin_text({-3: 1, -2: 1, -1: 4, 0: 5, 1: 6, 2: 2, 4: 1}) == (
        "of 100 contracts 10.0 are set by two books or more and 20.0 by one; "
        "25.0 are just made, 30.0 with a book over, 15.0 with two or more"
    )


def test_a_comparison_says_what_differs_in_how_many_deals(run: Any) -> None:
    words = ("compare", "pagat-54", "pagat-54+min-4", "--deals", "40", *FAST)
    said = re.search(
        r"it changes something \(between [\d.]+ and [\d.]+\): the calls in (\d+), the cards played in (\d+), "
        r"the outcome .* in (\d+)\.",
        run(*words).out,
    )
    assert said is not None
    [found] = json.loads(run(*words, "--json").out)["differ"]
    assert list(map(int, said.groups())) == [
        round(100 * found[what]["share"]) for what in ("calls", "cards", "outcome")
    ]


def test_intervals_of_several_changes_are_said_to_hold_together(run: Any) -> None:
    many = run("compare", "pagat-54", "--each", "min-4", "deuce", "--deals", "20", *FAST)
    assert "the 95 % intervals of a measure hold for all 2 changes together" in many.out
    players = ("--player", "random", "--player", "highest", "--workers", "1")
    two = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "8", *players)
    assert "the 95 % intervals of a measure hold for both players together" in two.out
    one = run("compare", "pagat-54", "pagat-54+min-4", "--deals", "20", *FAST)
    assert "together" not in one.out


def test_100_squares_are_100() -> None:
    assert rounded((1 / 3, 1 / 3, 1 / 3, 0)) == [34, 33, 33, 0]
    for shares in ((0.005, 0.005, 0.99, 0), (0.2, 0.3, 0.1, 0.4), (1, 0, 0, 0)):
        assert sum(rounded(shares)) == 100


# ---- a terminal, and interrupts


def terminal(*words: str, columns: int = 100, term: str = "xterm-256color") -> Any:
    pexpect = pytest.importorskip("pexpect")
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}  # of another terminal
    environment = {**kept, "TERM": term, "PYTHONPATH": str(ROOT)}
    return pexpect.spawn(
        sys.executable, ["-m", "interpreter.cli", *words], dimensions=(50, columns), env=environment, encoding="utf-8",
        timeout=60,
    )  # fmt: skip


def test_the_bar_shows_width_rate_and_time_left_but_no_difference() -> None:
    child = terminal("compare", "pagat-54", "pagat-54+min-4", "--player", "random", "--deals", "4000000")
    child.expect(r"± \d+\.\d+, [\d,]+ deals/s")
    child.expect(r"\d+:\d\d:\d\d")
    child.sendintr()
    child.expect("interrupted after")
    child.close(force=True)


class Started:
    """The command as a process group of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter.cli", *words], env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def press(self) -> None:
        """Press Ctrl-C: all of the group hear it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> Done:
        """Wait for the end."""
        out, err = self.process.communicate(timeout=60)
        with pytest.raises(ProcessLookupError):  # nobody of the group is left
            os.killpg(self.process.pid, 0)
        assert "Traceback" not in err
        return Done(self.process.returncode, out, err)


def wait_for_rows(folder: Path, size: int) -> None:
    """Wait until so many bytes are written beside the file that they are for."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and sum(path.stat().st_size for path in folder.iterdir()) < size:
        time.sleep(0.1)


def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    started = Started("compare", "pagat-54", "pagat-54+min-4", "--player", "random", "--deals", "1000000",
                      "--workers", "2", "--csv", str(rows))  # fmt: skip
    wait_for_rows(tmp_path, 20_000)
    started.process.send_signal(signal.SIGINT)
    done = started.end()
    assert done.code == 130
    assert "pagat-54 against pagat-54+min-4" in done.out
    found = re.search(r"interrupted after ([\d,]+) deals", done.err)
    assert found is not None
    assert f"{found[1]} deals under each rule set" in done.out
    assert len(rows.read_text("utf-8").splitlines()) == 1 + 2 * int(found[1].replace(",", ""))
    assert list(tmp_path.iterdir()) == [rows]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_at_once_whatever_is_played_and_pressed_again_it_does_no_harm(tmp_path: Path, workers: str) -> None:
    """Ten games under 41 rule sets take seconds; none of what is under way is waited for."""
    goals = ",".join(map(str, range(20, 60)))
    many = ("compare", "pagat-54", "--sweep", f"goal={goals}", "--player", "random", "--games", "100000")
    started = Started(*many, "--workers", workers, "--csv", str(tmp_path / "rows.csv"))
    wait_for_rows(tmp_path, 1)
    before = time.monotonic()
    started.press()
    time.sleep(0.2)
    with suppress(ProcessLookupError):
        started.press()
    done = started.end()
    assert time.monotonic() - before < 10  # 2 where nothing else runs
    assert done.code == 130
    found = re.search(r"interrupted after ([\d,]+) games", done.err)
    assert found is not None
    assert f"{found[1]} games under each rule set" in done.out


OLD = "what stood there"


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError(28, "no space left on device")])
def test_a_file_is_replaced_only_by_one_with_something_in_it(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, trouble: Any
) -> None:
    pytest.importorskip("pyarrow")
    from interpreter.compare import running

    def interrupted(*given: Any) -> Any:
        raise trouble

    names = ("old.csv", "old.parquet", "old.html")
    for name in names:
        (tmp_path / name).write_text(OLD, "utf-8")
    monkeypatch.setattr(running, "play_batch", interrupted)
    files = [word for name in names for word in (f"--{name.removeprefix('old.')}", name)]
    done = run("simulate", "pagat-54", "--deals", "40", *FAST, *files)
    assert done.code == (130 if trouble is KeyboardInterrupt else 1)
    assert [(path.name, path.read_text("utf-8")) for path in sorted(tmp_path.iterdir()) if path.is_file()] == [
        (name, OLD) for name in sorted(names)
    ]


def test_files_are_replaced_by_what_there_is_after_an_interrupt(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from interpreter.compare import running

    def once(plan: Any, first: int, count: int) -> Any:
        if first:
            raise KeyboardInterrupt
        return play_batch(plan, first, count)

    play_batch = running.play_batch
    old = tmp_path / "old.csv"
    old.write_text(OLD, "utf-8")
    old.chmod(0o640)
    (tmp_path / "link.csv").symlink_to(old)
    monkeypatch.setattr(running, "play_batch", once)
    done = run("simulate", "pagat-54", "--deals", "40", *FAST, "--csv", "link.csv", "--parquet", "new.parquet")
    assert done.code == 130
    assert len(old.read_text("utf-8").splitlines()) == 11
    assert old.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "link.csv").is_symlink()
    assert parquet.read_table(tmp_path / "new.parquet").num_rows == 10
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "new.parquet").stat().st_mode & 0o777 == 0o666 & ~mask
    assert not list(tmp_path.glob("*.part"))


def test_an_interrupt_waits_until_rows_are_written() -> None:
    done = []

    def interrupted() -> None:
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
            done.append("written")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["written"]
    with interrupts_wait():
        done.append("again")
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def press() -> None:
    """Press Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


def test_the_first_interrupt_comes_through_and_the_next_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with interrupts() as pressed:
        with pytest.raises(KeyboardInterrupt):
            press()
        press()
        assert pressed.came
        with pytest.raises(KeyboardInterrupt):
            pressed.check()
    with pytest.raises(KeyboardInterrupt):
        press()


def test_an_interrupt_that_is_held_is_noted_and_one_after_a_time_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("interpreter.compare.interrupts.time.monotonic", lambda: now[0])
    with interrupts() as pressed:
        pressed.held = True
        press()
        assert pressed.came
        assert not pressed.pressing
        now[0] = AGAIN - 0.1
        press()
        assert pressed.pressing
        now[0] = AGAIN + 0.1
        with pytest.raises(KeyboardInterrupt):
            press()
        press()  # it is ending by now


def test_an_interrupt_that_waits_counts_as_the_first() -> None:
    with interrupts():
        with pytest.raises(KeyboardInterrupt), interrupts_wait():
            press()
        press()


def test_what_takes_long_to_reckon_is_left_out_after_an_interrupt(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interrupts, "pressing", True)
    done = run("simulate", "pagat-54", "--deals", "1000", *FAST)
    assert "whole games can't be reckoned from deals, since it was interrupted before that was done" in done.out
    assert "deals a game" not in done.out


def test_an_interrupt_while_games_are_reckoned_prints_what_there_is(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.compare import report

    def interrupted(*given: Any, **more: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return report_of(*given, **more)

    report_of = report.report_of
    monkeypatch.setattr(report, "report_of", interrupted)
    done = run("simulate", "pagat-54", "--deals", "40", *FAST)
    assert done.code == 130
    assert "points of the declarers a deal" in done.out
    assert done.err == "interrupted after 40 deals: what was found until then stands above\n"


def test_what_was_counted_is_printed_where_all_workers_are_lost(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.compare import pool, running

    def lost(plan: Any, parts: Any) -> Any:
        for turn, part in enumerate(parts):
            if turn == 2:
                raise running.WorkerLost("the cluster gave up: why")
            yield from running.alone(plan, [part])

    monkeypatch.setattr(pool, "processes", lambda workers: lost)
    done = run("simulate", "pagat-54", "--deals", "400", *FAST)
    assert done.code == 1
    assert "20 deals; players: random" in done.out
    assert "the cluster gave up: why; what was found until then, in 20 deals, stands above" in done.err
    monkeypatch.setattr(pool, "processes", lambda workers: lambda plan, parts: lost(plan, [*parts][:0] or fail()))
    done = run("simulate", "pagat-54", "--deals", "400", *FAST)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("error: the cluster gave up at once; play on one machine")


def fail() -> Any:
    """Lose all workers before anything is played."""
    from interpreter.compare.running import WorkerLost

    raise WorkerLost("the cluster gave up at once")


def test_workers_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "interpreter.cli", "simulate", "pagat-54", "--player", "random",
             "--deals", "1000000", "--workers", "2", "--csv", str(rows)]  # fmt: skip
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("this system doesn't list a process's children")
    wait_for_rows(tmp_path, 20_000)
    deadline = time.monotonic() + 60
    workers = [Path(f"/proc/{number}") for number in children.read_text(encoding="ascii").split()]
    assert len(workers) >= 2
    process.kill()
    process.wait()
    while time.monotonic() < deadline and any(is_running(worker) for worker in workers):
        time.sleep(0.1)
    assert not any(is_running(worker) for worker in workers)


def is_running(folder: Path) -> bool:
    """Whether a process is there and not merely waiting to be asked how it ended."""
    try:
        return (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize(
    ("module", "name", "told"),
    [
        ("interpreter.compare.sources", "prepare", "while the players learnt the rules: nothing was played yet"),
        ("interpreter.compare.running", "run", "before the first 10 deals were played: nothing to show yet"),
    ],
)
def test_an_interrupt_before_there_is_anything_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, module: str, name: str, told: str
) -> None:
    def interrupted(*args: Any, **options: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"{module}.{name}", interrupted)
    code = main(["simulate", "pagat-54", "--player", "random", "--deals", "100"])
    assert (code, *capsys.readouterr()) == (130, "", f"interrupted {told}\n")


@pytest.mark.parametrize(("columns", "term"), [(50, "xterm-256color"), (80, "xterm-256color"), (40, "dumb")])
def test_lines_fit_the_terminal(columns: int, term: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    child = terminal("compare", "pagat-54", "pagat-54+min-4", "--deals", "20", *FAST, columns=columns, term=term)
    child.expect(pexpect.EOF)
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before))
    assert [line for line in lines if len(line) > columns] == []
    if term == "dumb":
        assert child.before.startswith("pagat-54 against pagat-54+min-4\r\n")  # no empty lines of a bar
        assert "\x1b" not in child.before


def test_a_dumb_terminal_is_told_in_lines_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("interpreter.cli.progress.is_terminal", lambda stream: True)
    monkeypatch.setattr("interpreter.cli.progress.time.monotonic", lambda: now)
    with RunBar("playing", 4_000) as bar:
        for _ in range(8):
            now += 2
            bar.advance(0, "± 0.050, 9,000 deals/s")
            bar.advance(1_000)
            bar.expect(9_000)
    assert capsys.readouterr().err.splitlines() == [
        "± 0.050, 9,000 deals/s, 2,000", "of 9,000, 6 s", "± 0.050, 9,000 deals/s, 5,000", "of 9,000, 12 s",
    ]  # fmt: skip
