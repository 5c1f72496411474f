"""What shows in a parent's line and comes of the author's: the problem stands at his line, with the other as a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import main
from interpreter.errors import InputError, Problem
from interpreter.profile import causes, check
from interpreter.profile.advice import check_with_advice
from interpreter.resources import profiles_folder

HEAD = "format: 1\nprofile: ours\ntitle: Ours\nextends: pagat-54\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    return tmp_path


def problems_of(reference: str) -> list[Problem]:
    with pytest.raises(InputError) as error:
        check.examine(reference)
    return list(error.value.problems)


def marked(problem: Problem) -> str:
    """Return what a problem points at."""
    assert problem.place is not None
    return problem.place.text[problem.place.column - 1 : problem.place.end_column - 1]


CAUSES = [  # lines, the problem's code, what of the author's line it points at, the file where it shows
    ("phases: {name_trump: {pick: {trump: [S, H, D, X]}}}", "R064", "X", "base-52.yaml"),
    ("phases: {auction: {bids: {suit: {dir: [up, inward]}}}}", "R063", "[up, inward]", "base-52.yaml"),
    ("phases: {auction: {may_pass: true}}", "R083", "true", "pagat-54.yaml"),
    ("phases: {bury: {steps: {bury: {give: 7}}}}", "R071", "7", "pagat-54.yaml"),
    (
        "flow: [deal, auction, name_trump, name_dir, bury, pick_up, play]",
        "R071",
        "[deal, auction, name_trump, name_dir, bury, pick_up, play]",
        "pagat-54.yaml",
    ),
    ("params: {goal: 0}", "R091", "0", "pagat-54.yaml"),
    ("params: {min_bid: 0}", "R080", "0", "pagat-54.yaml"),
    ("flow: {auction: {after: play}}", "R014", "play", "pagat-54.yaml"),
    ("cards: {jokers: BJ LJ J}", "R065", "BJ LJ J", "base-52.yaml"),
    ("game: {over: deal > 5}", "S002", "deal > 5", "pagat-54.yaml"),
    ("house_rules: [rotating-trump]", "X039", "rotating-trump", "rotating-trump.yaml"),
    ("house_rules: [min-4, rotating-trump]", "X039", "rotating-trump", "rotating-trump.yaml"),
]


@pytest.mark.parametrize(("lines", "code", "cause", "shows"), CAUSES, ids=[f"{c[1]} {c[0]}" for c in CAUSES])
def test_a_problem_stands_at_the_line_that_it_comes_of(
    lines: str, code: str, cause: str, shows: str, folder: Path
) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}terms: {{trick: book}}\n{lines}\n")
    (problem,) = problems_of("./ours.yaml")
    assert (problem.code, marked(problem)) == (code, cause)
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("ours.yaml", 6)
    text, place = problem.notes[0]
    assert text == causes.SHOWN
    assert place is not None
    assert place.file.endswith(shows)


ODD = "ranking: {odd: {when: contract.level == 5, order: 2 3 4 5 6 7 8 9 T J Q K A}}"
BESIDE = [  # lines, and where what is told of them stands
    ("house_rules: [dealer-must-bid, pass-is-final]", ["5:15 X039", "5:32 R085"]),
    (f"{ODD}\nflow: {{bury: {{after: bury}}}}", ["5:44 R060", "6:22 X016"]),
    ("deck: {extra: BJ LJ}\nranking: {nt: {idle: LJ}}", ["6:22 R066"]),  # the first line changes nothing
]


@pytest.mark.parametrize(("lines", "told"), BESIDE, ids=[lines for lines, _ in BESIDE])
def test_what_does_not_fit_hides_only_what_depends_on_it(lines: str, told: list[str], folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    found = sorted(problems_of("./ours.yaml"), key=Problem.sort_key)
    assert [f"{problem.place} {problem.code}" for problem in found] == [f"ours.yaml:{where}" for where in told]


@pytest.mark.parametrize(("depth", "told"), [(15, {"X032", "E010"}), (14, {"E010"}), (80, {"X032"})])
def test_a_chain_that_is_too_deep_hides_nothing_unless_it_is_not_read(depth: int, told: set[str], folder: Path) -> None:
    for number in range(depth - 1):
        parent = f"p{number + 1}" if number < depth - 2 else "pagat-54"
        (folder / f"p{number}.yaml").write_text(f"format: 1\nprofile: p{number}\ntitle: P\nextends: {parent}\n")
    lines = "score: {made: {add: inherited + mine.totl}}\n"
    (folder / "ours.yaml").write_text(HEAD.replace("pagat-54", "p0") + lines)
    found = problems_of("./ours.yaml")
    assert {problem.code for problem in found} == told
    assert len(found) == len(told)


def test_a_shipped_rule_is_not_misspelt(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}house_rules: [dealer-must-bid]\n")
    (problem,) = problems_of("./ours.yaml")
    assert problem.help == "leave it out (it needs phases.auction.all_pass)"


def test_each_of_several_lines_that_mend_it_is_told(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}score: {{made: {{add: 0}}, set: {{add: 0}}}}\n")
    (problem,) = problems_of("./ours.yaml")
    assert (problem.code, str(problem.place)) == ("R090", "ours.yaml:5:21")
    assert ("without this line, too, it is gone", "ours.yaml:5:36") in [(text, str(at)) for text, at in problem.notes]
    assert (problem.help or "").startswith("`over * factor`, which this line replaces, fits")


def test_what_only_two_lines_together_bring_about_is_told_of_both(folder: Path) -> None:
    """All that follows of one code is one problem."""
    (folder / "ours.yaml").write_text(f"{HEAD}flow: {{auction: null}}\nphases: {{auction: null}}\n")
    found = problems_of("./ours.yaml")
    assert {problem.place.file for problem in found if problem.place} == {"ours.yaml"}
    places = [(problem.code, problem.place) for problem in found]
    assert len(set(places)) == len(places)
    row = next(problem for problem in found if problem.code == "R043")
    assert ("together with this line", "ours.yaml:6:10") in [(text, str(place)) for text, place in row.notes]


ONE_OF = [  # lines, and the one problem that is told: its code, what it points at, and the remedy
    ("phases: {name_trump: {pick: {trmp: [S, H], trump: null}}}", "R023", "trmp", "did you mean 'trump'?"),
    ("game: {winner: mine.total >= 3}", "E014", "winner", "did you mean 'win'?"),
    ("game: {winner: not (mine.total < 3)}", "E014", "winner", "did you mean 'win'?"),
]


@pytest.mark.parametrize(("lines", "code", "mark", "help"), ONE_OF)
def test_a_key_that_is_not_the_one_that_was_meant(lines: str, code: str, mark: str, help: str, folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    (problem,) = problems_of("./ours.yaml")
    assert (problem.code, marked(problem), problem.help) == (code, mark, help)


def test_a_winner_that_is_a_condition_is_told_as_it_is_where_the_game_is_over(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}game: {{over: deal == 4, winner: mine.total >= 3}}\n")
    assert {marked(problem) for problem in problems_of("./ours.yaml")} == {"mine.total"}


def test_a_brace_that_stays_open_above_many_comments_is_told_at_its_line(folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}params: {{goal: 9\n" + "# a comment\n\n" * 5_000)
    (problem,) = problems_of("./ours.yaml")
    assert problem.place is not None
    assert (problem.code, problem.place.line, problem.place.column) == ("Y005", 5, 17)


def test_what_follows_many_comments_behind_an_open_brace_is_told_too(folder: Path) -> None:
    (folder / "ours.yaml").write_text(
        f"{HEAD}params: {{goal: 9\n" + "# a comment\n" * 5_000 + "score: {made: {add: ovr}}\n"
    )
    assert [(problem.code, str(problem.place)) for problem in problems_of("./ours.yaml")] == [
        ("Y005", "ours.yaml:5:17"),
        ("E010", "ours.yaml:5006:21"),
    ]


CARDS = [  # what is wrong with the cards, and where
    ("deck: {extra: [BJ]}", "6:15"),
    ("deck: {extra: BJ}", "6:15"),
    ("deck: {extra: [BJ, LJ]}", "6:15"),
    ("deck: {ranks: A K Q J T 9 8 7 6 5 4 3 2 Z}", "6:15"),
    ("deck: {suits: S H D C X}", "6:15"),
    ("deck: {without: 2C}", "6:17"),
]
TIE = "score: {made: {to: sides, when: mine.books > 3, add: 6}}"
NEVER = "score: {never: {to: sides, when: mine.books > 20, add: 1}}"


@pytest.mark.parametrize(("lines", "where"), CARDS, ids=[lines for lines, _ in CARDS])
def test_cards_that_fit_neither_the_deal_nor_the_ranking_are_one_mistake(
    lines: str, where: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what the score comes to is told all the same, errors and warnings."""
    head = HEAD.replace("pagat-54", "wikihow-whist")
    told = []
    for beside in (TIE, NEVER):
        (folder / "ours.yaml").write_text(f"{head}{beside}\n{lines}\n")
        main(["check", "./ours.yaml"])
        told += [line.split(": ", 1)[0] for line in capsys.readouterr().out.splitlines() if line.startswith("ours.")]
    assert sorted(told) == sorted([f"ours.yaml:{where}"] * 2 + ["ours.yaml:5:9", "ours.yaml:5:34"])


HIDDEN = [  # lines of which the one hides from some checks what the other brings about
    ("flow: {auction: {after: play}}", "phases: {name_trump: {pick: {trump: [S, H, D, X]}}}"),
    ("score: {made: {add: 0}, set: {add: 0}}", "cards: {jokers: BJ LJ J}"),
    ("game: {over: deal > 5}", "phases: {auction: {may_pass: true}}"),
    ("flow: {auction: null}\nphases: {auction: null}", "params: {goal: 0}"),
]


@pytest.mark.parametrize("lines", HIDDEN, ids=[one for one, _ in HIDDEN])
def test_what_comes_to_light_without_a_line_doesnt_clear_it(lines: tuple[str, str], folder: Path) -> None:
    (folder / "ours.yaml").write_text(HEAD + "\n".join(lines) + "\n")
    assert {problem.place.file for problem in problems_of("./ours.yaml") if problem.place} == {"ours.yaml"}


def test_what_needs_a_new_line_goes_with_it(folder: Path) -> None:
    """Without the flow the new phase has no place; that doesn't hide what the flow brings about."""
    (folder / "ours.yaml").write_text(
        f"{HEAD}flow: [deal, auction, name_trump, name_dir, bury, pick_up, look, play]\n"
        "phases: {look: {do: choose, by: declarer, pick: {dir: [up, down]}}}\n"
    )
    (problem,) = problems_of("./ours.yaml")
    assert problem.code == "R071"
    assert problem.place is not None
    assert str(problem.place) == "ours.yaml:5:7"


def test_house_rules_and_parents_are_looked_at_too(folder: Path) -> None:
    (folder / "parent.yaml").write_text(HEAD.replace("ours", "parent") + "phases: {auction: {may_pass: true}}\n")
    (folder / "child.yaml").write_text("format: 1\nprofile: child\ntitle: Child\nextends: parent\nparams: {goal: 9}\n")
    (folder / "rule.yaml").write_text("format: 1\nhouse_rule: rule\ntitle: Rule\nparams: {min_bid: 0}\n")
    assert [(p.code, str(p.place)) for p in problems_of("./child.yaml")] == [("R083", "parent.yaml:5:30")]
    assert [(p.code, str(p.place)) for p in problems_of("pagat-54+./rule.yaml")] == [("R080", "rule.yaml:4:19")]


def test_the_tries_are_bounded_and_cost_nothing_for_what_is_the_authors_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    wrong_with = check.wrong_with
    monkeypatch.setattr(check, "wrong_with", lambda *args: tries.append(args[0]) or wrong_with(*args))
    (folder / "ours.yaml").write_text(f"{HEAD}made: over >= contract.levl\n")
    assert [str(problem.place) for problem in problems_of("./ours.yaml")] == ["ours.yaml:5:15"]
    assert not tries
    defines = "".join(f"  d{number}: {number}\n" for number in range(40))
    (folder / "ours.yaml").write_text(f"{HEAD}define:\n{defines}params: {{goal: 0}}\n")
    assert [str(problem.place) for problem in problems_of("./ours.yaml")] == ["ours.yaml:46:16"]
    assert len(tries) <= causes.MAX_TRIES


def lines_of(section: str, count: int, line: str) -> str:
    """Return a section of many lines, with the number of each in the place of #."""
    return f"{section}:\n" + "".join(f"  {line.replace('#', str(number))}\n" for number in range(count))


# lines of a large file, and what of which line its one problem points at
LARGE = [
    (lines_of("params", 200, "p#: #") + "  min_bid: 0", "R080", 206, "0"),
    (lines_of("params", 100, "p#: #") + "  kitty_size: 5\n" + lines_of("define", 100, "d#: p#"), "R051", 106, "5"),
    (
        lines_of("define", 300, "d#: #") + "phases:\n  name_dir: {when: true}\n  auction: {may_pass: true}",
        "R083",
        308,
        "true",
    ),
    (lines_of("score", 99, "r#: {to: sides, when: made, add: 1}"), "R091", 5, "score"),  # of any two of them
    (lines_of("contract", 40, "f#: 0"), "R026", 5, "contract"),
    (lines_of("cards", 150, "c#: AS") + "  jokers: BJ LJ J", "R065", 156, "BJ LJ J"),
]


@pytest.mark.parametrize(("lines", "code", "line", "cause"), LARGE, ids=[f"{c[1]}-{c[2]}" for c in LARGE])
def test_the_line_is_found_in_a_large_file(lines: str, code: str, line: int, cause: str, folder: Path) -> None:
    (folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    (problem,) = problems_of("./ours.yaml")
    assert (problem.code, marked(problem)) == (code, cause)
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("ours.yaml", line)


def test_where_a_check_takes_long_there_are_few_tries(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []
    wrong_with = check.wrong_with
    monkeypatch.setattr(check, "wrong_with", lambda *args: tries.append(args[0]) or wrong_with(*args))
    monkeypatch.setattr("interpreter.profile.trying.process_time", lambda: 2.0 * len(tries))
    (folder / "ours.yaml").write_text(f"{HEAD}{LARGE[-1][0]}\n")
    assert problems_of("./ours.yaml")
    assert 0 < len(tries) <= 3


RULES = sorted(path.stem for path in (profiles_folder() / "house-rules").glob("*.yaml"))


def test_a_warning_stands_at_the_authors_number(folder: Path) -> None:
    """Eleven tricks can't make a bid of seven; the bids and what they need stand in the shipped file."""
    (folder / "ours.yaml").write_text(f"{HEAD}params: {{kitty_size: 10}}\nphases: {{deal: {{each: 11}}}}\n")
    _, (problem,) = check_with_advice("./ours.yaml")
    assert (problem.code, str(problem.place)) == ("R101", "ours.yaml:6:23")


@pytest.mark.parametrize("own", ["house_rules", "extends"])
def test_no_problem_stands_in_a_shipped_file_alone(own: str, folder: Path) -> None:
    """All house rules together clash in many ways; where a game lists them, each is told at its item."""
    listed = f"house_rules: [{', '.join(RULES)}]\n"
    (folder / "parent.yaml").write_text(HEAD.replace("ours", "parent") + listed)
    (folder / "ours.yaml").write_text(HEAD + listed if own == "house_rules" else HEAD.replace("pagat-54", "parent"))
    found = problems_of("./ours.yaml")
    assert len(found) > 8
    assert {problem.place.file for problem in found if problem.place} == {
        "ours.yaml" if own == "house_rules" else "parent.yaml"
    }
    assert {marked(problem) for problem in found} <= {*RULES, "house_rules"}


def test_where_no_line_is_found_the_parents_name_is_marked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causes, "MAX_TRIES", 0)
    (folder / "ours.yaml").write_text(f"{HEAD}params: {{min_bid: 0}}\n")
    (folder / "rule.yaml").write_text("format: 1\nhouse_rule: rule\ntitle: Rule\nparams: {min_bid: 0}\n")
    assert [str(problem.place) for problem in problems_of("./ours.yaml")] == ["ours.yaml:4:1"]
    assert [str(problem.place) for problem in problems_of("pagat-54+./rule.yaml")] == ["rule.yaml:2:1"]


def test_all_that_one_value_brings_about_is_one_problem(folder: Path) -> None:
    """A card that is added has to be dealt, and to have a rank: both are told of the one word, beside another fault."""
    (folder / "ours.yaml").write_text(
        HEAD.replace("pagat-54", "wikihow-whist") + "deck: {extra: BJ}\nscore: {tricks: {add: min.books - 6}}\n"
    )
    card, row = sorted(problems_of("./ours.yaml"), key=Problem.sort_key)
    assert (card.code, str(card.place), row.code, str(row.place)) == (
        "R051",
        "ours.yaml:5:15",
        "E010",
        "ours.yaml:6:23",
    )
    assert any(text.startswith("here, too: BJ has no place") for text, _ in card.notes)
