"""An inherited line that is wrong since a later one: the problem stands at the later line, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.errors import InputError, Problem
from interpreter.profile.advice import check_with_advice
from interpreter.profile.check import check_reference

HEAD = "format: 1\nprofile: ours\ntitle: Ours\nextends: pagat-54\n"


def problems_of(reference: str) -> list[Problem]:
    with pytest.raises(InputError) as error:
        check_reference(reference)
    return list(error.value.problems)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    return tmp_path


TAKEN = [  # lines, the problem's code, what the note says
    ("deck: {extra: BJ}\nphases: {deal: {kitty: 5}}", "R003", "replaces deck.extra, which named 'LJ'"),
    (
        "deck: {ranks: A K Q J T 9 8 7 6 5 4 3}\nphases: {deal: {kitty: 2}}",
        "R004",
        "replaces deck.ranks, which named '2'",
    ),
    ("phases: {auction: {bids: {suit: null}}}", "E016", "removes phases.auction.bids.suit"),
    ("params: {min_bid: null}", "R020", "removes params.min_bid"),
    ("define: {factor: null}", "E010", "removes define.factor"),
    ("phases: {bury: null}", "R010", "removes phases.bury"),
    ("phases: {deal: {each: null}}", "S002", "removes phases.deal.each"),
    ("flow: {bury: null}", "R012", "removes flow.bury"),
]


@pytest.mark.parametrize("kind", ["profile", "house rule"])
@pytest.mark.parametrize(("lines", "code", "note"), TAKEN, ids=[lines for lines, *_ in TAKEN])
def test_the_line_that_took_a_name_away_is_told(kind: str, lines: str, code: str, note: str, folder: Path) -> None:
    """However often the name is used, it is one problem; no other name is recommended for it."""
    if kind == "profile":
        (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
        found, line = problems_of("./ours.yaml"), 5
    else:
        (folder / "ours.yaml").write_text(f"format: 1\nhouse_rule: ours\ntitle: Ours\n{lines}\n")
        found, line = problems_of("pagat-54+./ours.yaml"), 4
    assert [problem.code for problem in found] == [code]
    assert found[0].message.endswith(f": this line {note}")
    assert found[0].place is not None
    assert (found[0].place.file, found[0].place.line) == ("ours.yaml", line)
    assert found[0].notes[0][0] == "it shows here"
    assert not (found[0].help or "").startswith("did you mean")


TAKEN_AWAY = "flow: [deal, auction, name_dir, pick_up, bury, play]\nphases: {name_trump: null}\n"
SLIPS = [  # beside a phase that was taken away: lines, the problem's code, what it points at, and the remedy
    ("score: {made: {add: by}}", "E010", "by", "for a name of your own"),
    ("ranking: {suit: {trumps: jokers suit ...}}", "R003", "suit", "such as AS"),
    ("score: {made: {when: contract.trump == Q}}", "E016", "Q", "one of: none"),
    ("phases: {name_dir: {pick: {trmp: [S, H]}}}", "R023", "trmp", "did you mean 'trump'?"),
    ("phases: {auction: {bids: {suit: {tump: [S, H, D, C]}}}}", "R023", "tump", "did you mean 'trump'?"),
]


@pytest.mark.parametrize("parted", [False, True], ids=["one file", "of the parent"])
@pytest.mark.parametrize(("lines", "code", "mark", "help"), SLIPS)
def test_a_phase_that_was_taken_away_has_no_part_in_other_slips(
    lines: str, code: str, mark: str, help: str, parted: bool, folder: Path
) -> None:
    """Neither where they stand in the same file, nor where they stand in the one that this builds on."""
    taken = TAKEN_AWAY if parted or "phases" not in lines else TAKEN_AWAY.replace("null}", f"null, {lines[9:]}")
    parent = HEAD.replace("ours", "parent").replace("Ours", "Parent")
    (folder / "parent.yaml").write_text(f"{parent}{lines}\n")
    beside = "" if "phases" in lines else f"{lines}\n"
    head = HEAD.replace("pagat-54", "parent") if parted else f"{HEAD}{beside}"
    (folder / "ours.yaml").write_text(head + taken)
    (problem,) = problems_of("./ours.yaml")
    place = problem.place
    assert place is not None
    assert (problem.code, place.file) == (code, "parent.yaml" if parted else "ours.yaml")
    assert place.text[place.column - 1 : place.end_column - 1] == mark
    assert (problem.help or "").startswith(help)


INDEPENDENT = [  # lines, and the codes of all that is wrong with them
    (
        "flow: [deal, auction, name_trump, name_dir, pick_up, bury, play, settle]\n"
        "score: {made: {add: over * facto}}\ngame: {win: mine.totl >= goal}",
        ["R010", "E010", "E010"],
    ),
    ("define: {factor: null}\nphases: {bury: null}", ["R010", "E010"]),
    (
        "deck: {extra: BJ LJ, sutis: S H D C}\ncontract: {levl: [1]}\n"
        "score: {made: {add: over * facto}}\ngame: {win: mine.totl >= goal}",
        ["S001", "S003", "E010", "E010"],
    ),
    (
        "deck: {without: [ZZ], extra: {a: b}}\nflow: [deal, auction, name_trmp, name_dir, pick_up, bury, play]\n"
        "made: mine.boks > contract.levl",
        ["R008", "S003", "R010", "E010", "E010"],
    ),
    ("phases: {auction: {bids: [1]}}\nmade: mine.boks > contract.levl", ["S003", "E010", "E010"]),
    ("phases: {name_dir: {pick: {dir: [1, up]}}}\nscore: {made: {add: facto}}", ["R025", "E010"]),
    ("params: [goal]\nscore: {made: {add: facto}}", ["S003", "E010"]),
]


@pytest.mark.parametrize(("lines", "codes"), INDEPENDENT, ids=[lines.split("\n")[0] for lines, _ in INDEPENDENT])
def test_what_is_missing_silences_only_what_may_come_of_it(lines: str, codes: list[str], folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert sorted(problem.code for problem in problems_of("./ours.yaml")) == sorted(codes)


ECHOES = [  # what a missing part would have named isn't called unknown
    ("flow: [deal, auction, name_trump, name_dir, pick_up, bury, talon, play]\nmade: contract.talon == 1", ["R010"]),
    ("phases: {name_dir: {pick: {side: {a: b}}}}\ncontract: {side: none}\nmade: contract.side == left_one", ["S003"]),
    ("cards: {low: {a: b}}\nphases: {bury: {steps: {bury: {must: card in low}}}}", ["S003"]),
    ("deck: {extra: {a: b}}\nphases: {bury: {steps: {bury: {must: card == XJ}}}}", ["S003"]),
]


@pytest.mark.parametrize(("lines", "codes"), ECHOES, ids=[lines.split("\n")[0] for lines, _ in ECHOES])
def test_what_may_come_of_a_missing_part_is_not_told(lines: str, codes: list[str], folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert [problem.code for problem in problems_of("./ours.yaml")] == codes


def test_a_rule_without_effect_is_told_where_it_is_named(folder: Path) -> None:
    (folder / "ours.yaml").write_text(
        "format: 1\nprofile: ours\ntitle: Ours\nextends: tom-w-cincinnati\nhouse_rules: [low-over-high]\n"
    )
    assert [(p.code, str(p.place)) for p in problems_of("./ours.yaml")] == [("X036", "ours.yaml:5:15")]


def test_a_rule_that_makes_no_difference_is_told_where_it_is_named(folder: Path) -> None:
    """Also where something else is said of the file that names it."""
    (folder / "ours.yaml").write_text(f"{HEAD}house_rules: [min-4]\nparams: {{min_bid: 4, spare: 1}}\n")
    _, warnings = check_with_advice("./ours.yaml", thorough=True)
    assert [(p.code, p.place.line, p.place.column) for p in warnings if p.place] == [("X041", 5, 15), ("R100", 6, 22)]
