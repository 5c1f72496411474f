"""Warnings are true, and what is true within their reach is told: compared with scoring every deal there can be.

`small` has three bids, five trumps and four tricks, so that all its deals can be scored one by one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.errors import InputError, Problem
from interpreter.model import Profile
from interpreter.possible import contracts_after
from interpreter.profile.advice import check_with_advice
from interpreter.profile.alone import of_parent, warnings_of
from interpreter.profile.library import read
from interpreter.profile.load import load
from interpreter.scoring import Outcome, Result, Standing, score_deal
from tests.combinations import PROFILES, references

SMALL = (Path(__file__).parent / "bad" / "bases" / "small.yaml").read_text("utf-8")
TRICKS = 4
SEEDS = range(60)
SINGLES = list(references(1))


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the small game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    (tmp_path / "small.yaml").write_text(SMALL)
    return tmp_path


def warnings(reference: str, *, thorough: bool = False) -> list[Problem]:
    """Return what is said of a game; nothing where it is refused."""
    return list(check_with_advice(reference, thorough=thorough)[1])


def codes(reference: str) -> set[str]:
    """Return the codes of all that is said of a game, be they errors or warnings."""
    try:
        return {problem.code for problem in warnings(reference, thorough=True)}
    except InputError as error:
        return {problem.code for problem in error.problems}


def written(folder: Path, lines: str) -> str:
    """Write a table that extends the small game; return its reference."""
    (folder / "table.yaml").write_text(f"format: 1\nprofile: table\nextends: small\n{lines}")
    return "./table.yaml"


# ---- what is shipped


@pytest.mark.parametrize("reference", PROFILES)
def test_nothing_is_said_of_a_shipped_profile(reference: str) -> None:
    assert warnings(reference, thorough=True) == []


def test_nothing_is_said_of_a_shipped_house_rule() -> None:
    """Some of them, on some games; whether one fits is another question."""
    fitting = 0
    for reference in random.Random(2).sample(SINGLES, 50):
        try:
            assert warnings(reference, thorough=True) == [], reference
        except InputError:
            continue
        fitting += 1
    assert fitting >= 15


def test_a_base_is_warned_of_a_name_that_is_almost_one_of_its_own(small: Path) -> None:
    (small / "half.yaml").write_text(
        "format: 1\nprofile: half\ntitle: Half\nextends: small\nabstract: true\nmade: declarers.books > contract.lvel\n"
        "score: {more: {to: sides, add: bonus}}\n"
    )
    found = [(p.code, p.severity, p.help) for p in of_parent(small / "half.yaml")]
    assert found == [("E010", "warning", "did you mean 'contract.level'?")]


def test_a_game_that_says_nowhere_when_a_contract_is_made(small: Path) -> None:
    (small / "own.yaml").write_text(re.sub(r"(?m)^made:.*\n", "", SMALL).replace("profile: small", "profile: own"))
    with pytest.raises(InputError) as error:
        check_with_advice("./own.yaml")
    (problem,) = [problem for problem in error.value.problems if problem.severity == "error"]
    assert problem.code == "E011"
    assert "write `made: ..` at the top of the file" in problem.message
    assert [text for text, _ in problem.notes] == ["it is used here too"]


# ---- against every deal


def results(profile: Profile) -> Iterator[Result]:
    """Score every deal of a game without rulings."""
    start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
    assert profile.auction is not None
    for bid in profile.auction.bids:
        for contract in contracts_after(profile, bid):
            for mine in range(TRICKS + 1):
                yield score_deal(profile, Outcome(contract, (mine, TRICKS - mine)), start)


def number(rng: random.Random) -> str:
    """Return a number that a row may read, or a plain one."""
    owner = rng.choice(["mine", "theirs", "declarers", "defenders"])
    return rng.choice(["contract.level", f"{owner}.books", f"{owner}.books", str(rng.randint(0, 5))])


def condition(rng: random.Random, depth: int = 2) -> str:
    """Return a condition on a contract and books, which need not make sense."""
    kind = rng.random() if depth else 0
    if kind < 0.5:
        sides = f"{number(rng)} {rng.choice(['<', '<=', '==', '!=', '>', '>='])} {number(rng)}"
        trump = f"contract.trump {rng.choice(['==', '!='])} {rng.choice(['S', 'H', 'none'])}"
        return trump if rng.random() < 0.2 else sides
    if kind < 0.6:
        return f"not ({condition(rng, depth - 1)})"
    return f"({condition(rng, depth - 1)}) {rng.choice(['and', 'or'])} ({condition(rng, depth - 1)})"


def value(rng: random.Random) -> str:
    """Return what a row may add."""
    kind = rng.random()
    if kind < 0.4:
        return "contract.level"
    if kind < 0.7:
        return f"if {condition(rng, 1)} then contract.level else {rng.choice(['contract.level', '1', '2'])}"
    return f"{rng.choice(['max', 'min'])}(contract.level, {number(rng)})"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_row_never_applies(seed: int, small: Path) -> None:
    when = condition(random.Random(seed))
    reference = written(small, f"game: {{tie: draw}}\nscore: {{odd: {{to: sides, when: {when}, add: 1}}}}\n")
    found = {problem.code for problem in warnings(reference)}
    applies = any(line.row == "odd" for result in results(load(reference)) for line in result.lines)
    literal = not re.search(r"[a-z]+\.", when)  # numbers alone are somebody's intention
    assert applies or literal or found & {"R102", "R103"}, when
    assert not (applies and "R102" in found), when


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bid_is_never_made(seed: int, small: Path) -> None:
    rng = random.Random(seed)
    made = f"declarers.books {rng.choice(['>', '>='])} contract.level + {rng.randint(0, 3)}"
    made = made if rng.random() < 0.6 else f"{made} and ({condition(rng, 1)})"
    made = re.sub(r"\b(mine|theirs)\.", "declarers.", made)
    reference = written(small, f"made: {made}\ngame: {{over: deal > 9, winner: highest(total), tie: draw}}\n")
    told = next((problem.message for problem in warnings(reference) if problem.code == "R101"), "")
    never = {"1", "2", "3"} - {str(r.outcome.contract["level"]) for r in results(load(reference)) if r.made}
    assert set(re.findall(r"'(\d)'", told.partition(" can never")[0])) == never, made


@pytest.mark.parametrize("seed", SEEDS)
def test_a_house_rule_makes_no_difference(seed: int, small: Path) -> None:
    add = value(random.Random(seed))
    rule = f"format: 1\nhouse_rule: rule\ntitle: Rule\nscore: {{made: {{add: '{add}'}}}}\ngame: {{tie: draw}}\n"
    (small / "rule.yaml").write_text(rule)
    (small / "small.yaml").write_text(SMALL.replace("game: {", "game: {tie: draw, "))
    pair = ("./small.yaml", "./small.yaml+./rule.yaml")
    found = codes(pair[1])
    if "X036" in found:  # it even reads the same
        assert add == "contract.level"
        return
    points = [[result.points for result in results(load(reference))] for reference in pair]
    same = points[0] == points[1]
    assert same == bool(found & {"X041", "R103"}) or (not same and found == {"R103"}), add
    assert not ("X041" in found and not same), add


@pytest.mark.parametrize(
    ("lines", "differs"),
    [
        ("phases: {auction: {bids: {number: {rank: 10 * bid.level}}}}", False),
        ("phases: {auction: {beats: bid.level > high.level}}", False),
        ("phases: {auction: {beats: bid.rank >= high.rank and bid.rank != high.rank}}", False),
        ("phases: {auction: {beats: bid.rank >= high.rank}}", True),
        ("phases: {auction: {bids: {number: {rank: 4 - bid.level}}}}", True),
        ("phases: {auction: {bids: {number: {where: bid.level < 3}}}}", True),
        ("phases: {auction: {may_pass: inherited and not (stuck and last)}}", False),
        ("phases: {auction: {may_pass: true, all_pass: redeal}}", True),
        ("phases: {play: {follow: {high: suit(card) == led and card in faces}}}", True),
        ("phases: {play: {free: card in faces and not card in faces}}", False),
        ("phases: {name: {where: contract.trump != none or contract.level > 0}}", False),
        ("phases: {name: {where: contract.trump != none}}", True),
        ("phases: {bury: {steps: {bury: {must: card in faces}}}}", True),
        ("ranking: {suit: {when: not contract.trump == none}}", False),
        ("terms: {none: [no trumps]}", True),
        ("deck: {ranks: A K Q T J}", True),
        ("dealer: {next: right(dealer)}", True),
        ("tallies: {sets: game}\nscore: {sets: {to: declarers, when: made and not made, add: 1, into: sets}}", True),
    ],
)
def test_rules_of_every_kind(lines: str, differs: bool, small: Path) -> None:
    (small / "rule.yaml").write_text(f"format: 1\nhouse_rule: rule\ntitle: Rule\n{lines}\n")
    found = {problem.code for problem in warnings("./small.yaml+./rule.yaml", thorough=True)}
    assert ("X041" in found) == (not differs and not found & {"R103"}) or found == {"R103"}


# ---- whose mistake it is


def test_what_others_make_of_a_line_is_no_mistake(small: Path) -> None:
    table = written(small, "score: {three: {to: declarers, when: made and contract.level == 3, add: 1}}\n")
    (small / "low.yaml").write_text(
        "format: 1\nhouse_rule: low\ntitle: Low\nphases: {auction: {bids: {number: {level: 1..2}}}}\n"
    )
    assert warnings(table) == []
    assert warnings(f"{table}+./low.yaml", thorough=True) == []


def test_what_a_param_can_change_is_no_mistake(small: Path) -> None:
    row = "score: {odd: {to: declarers, when: %s, add: 1}}\n"
    assert warnings(written(small, row % "contract.level < least")) == []
    [never] = warnings(written(small, row % "contract.level == 0"))  # the lowest bid is a param, but no bid has rank 0
    assert never.code == "R102"
    assert "a deal in which nobody bids isn't scored" in never.notes[0][0]
    ranked = "phases: {auction: {bids: {number: {rank: bid.level + 5}}}}\n"
    assert warnings(written(small, ranked + row % "contract.level == 0")) == []
    assert [p.code for p in warnings(written(small, ranked + row % "contract.level == -5"))] == ["R102"]
    assert [p.code for p in warnings(written(small, row % "contract.level == 4"))] == ["R102"]


def test_a_house_rule_is_asked_for_its_own_lines(small: Path) -> None:
    table = written(small, "define: {spare: 1}\n")
    (small / "rule.yaml").write_text(
        "format: 1\nhouse_rule: rule\ntitle: Rule\ncards: {courts: K Q}\nparams: {goal: 6}\n"
    )
    assert [(p.code, p.place.file, p.place.line) for p in warnings(table) if p.place] == [("R100", "table.yaml", 4)]
    found = warnings(f"{table}+./rule.yaml", thorough=True)
    assert [(p.code, p.place.file, p.place.line) for p in found if p.place] == [("R100", "rule.yaml", 4)]


NEVER = "score: {extra: {to: declarers, when: contract.level > 9, add: bonus}}\n"
OWN = "params: {bonus: 2}\nsays: {extra: 'bonus {bonsu}'}\n" + NEVER


def told(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return sorted(f"{problem.code} {problem.place.file}:{problem.place.line}" for problem in problems if problem.place)


@pytest.mark.parametrize(
    ("kind", "names", "line"),
    [
        ("house_rule: own\n", "extends: small\nhouse_rules: [own]\n", 4),
        ("profile: own\nextends: small\n", "extends: own\n", 5),
    ],
    ids=["rule", "parent"],
)
def test_an_author_is_warned_of_all_files_that_a_game_is_made_of(small: Path, kind: str, names: str, line: int) -> None:
    (small / "own.yaml").write_text(f"format: 1\n{kind}title: Own\n{OWN}")
    (small / "table.yaml").write_text(f"format: 1\nprofile: table\n{names}")
    expected = [f"R102 own.yaml:{line + 2}", f"R105 own.yaml:{line + 1}"]
    assert told(warnings("./table.yaml")) == expected
    document = read(Path("own.yaml"), "own.yaml", [])
    assert document is not None
    assert told(warnings_of(document)) == expected


@pytest.mark.parametrize(
    ("lines", "children", "expected"),
    [
        (OWN, "", ["R102 own.yaml:8", "R105 own.yaml:7"]),
        ("params: {spare: 3}\n", "", ["R100 own.yaml:6"]),
        ("params: {spare: 3}\n", "define: {twice: 2 * spare}\n", []),
        ("flow: [deal, play]\nsays: {extra: '{bonsu}'}\n", "", []),  # half a game
    ],
    ids=["lines", "unread", "for a child", "half a game"],
)
def test_a_base_is_looked_at_as_a_game(small: Path, lines: str, children: str, expected: list[str]) -> None:
    (small / "own.yaml").write_text(f"format: 1\nprofile: own\nabstract: true\nextends: small\ntitle: Own\n{lines}")
    (small / "child.yaml").write_text(f"format: 1\nprofile: child\nextends: own\n{children}")
    assert told(of_parent(Path("own.yaml"))) == expected


def test_what_a_game_makes_of_its_rules_and_parents_is_no_mistake_of_theirs(small: Path) -> None:
    three = "score: {three: {to: declarers, when: contract.level == 3, add: 1}}\n"
    (small / "own.yaml").write_text(f"format: 1\nhouse_rule: own\ntitle: Own\n{three}")
    (small / "middle.yaml").write_text(f"format: 1\nprofile: middle\nextends: small\ntitle: M\n{three}")
    low = "phases: {auction: {bids: {number: {level: 1..2}}}}\n"
    for names in ("extends: small\nhouse_rules: [own]\n", "extends: middle\n"):
        (small / "table.yaml").write_text(f"format: 1\nprofile: table\n{names}{low}")
        assert warnings("./table.yaml") == []


@pytest.mark.parametrize(
    ("rule", "own", "told"),
    [
        ("params: {goal: 9}", "params: {goal: 7}", True),
        ("params: {goal: 9, least: 2}", "params: {goal: 7}", False),
        ("score: {made: {add: inherited + 1}}", "score: {made: {add: inherited * 2}}", False),
        ("score: {made: {add: inherited + 1}}", "score: {made: {add: 2}}", True),
        ("game: {lose: null}", "game: {win: mine.total >= 7}", False),
        ("game: {lose: null}", "game: {lose: mine.total <= -7}", True),
        ("flow: {take: {after: auction}}", "params: {goal: 7}", False),
    ],
)
def test_a_listed_rule_of_which_nothing_is_left(rule: str, own: str, told: bool, small: Path) -> None:
    (small / "rule.yaml").write_text(f"format: 1\nhouse_rule: rule\ntitle: A rule\n{rule}\n")
    reference = written(small, f"house_rules: [rule]\n{own}\n")
    assert ("X041" in {problem.code for problem in warnings(reference)}) == told
