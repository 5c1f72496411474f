"""Composition: house rules in force, undone and asked for again; what one takes away and another adds to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from interpreter.errors import InputError, Place, Problem
from interpreter.expression.check import check
from interpreter.expression.compile import compile
from interpreter.expression.parse import parse
from interpreter.expression.types import BOOL, INT, Scope
from interpreter.model import Profile
from interpreter.profile import library
from interpreter.profile.advice import check_with_advice
from interpreter.profile.check import check_reference
from interpreter.profile.source import parse as parsed_file

SMALL = Path(__file__).parent / "bad" / "bases" / "small.yaml"
RULES = {
    "seven": "params: {goal: 7}",
    "seven-and-two": "house_rules: [seven]\nparams: {least: 2}",
    "bonus": "score: {made: {add: inherited + 2}}",
    "double": "score: {made: {add: inherited * 2}}",
    "bonus-for-seven": "params: {goal: 7}\nscore: {made: {add: inherited + 2}}",
    "no-lose": "game: {lose: null}",
    "name-late": "flow: {name: {after: bury}}",
    "lose-by-two": "game: {lose: inherited or theirs.total >= goal + 2}",
    "no-set": "score: {set: null}",
    "set-costs-more": "score: {set: {add: inherited - 1}}",
    "set-costs-two": "score: {set: {add: -2}}",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Work in a folder with a small game and the house rules above."""
    (tmp_path / "small.yaml").write_bytes(SMALL.read_bytes())
    for name, lines in RULES.items():
        (tmp_path / f"{name}.yaml").write_text(f"format: 1\nhouse_rule: {name}\ntitle: {name}\n{lines}\n", "utf-8")
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def profile(name: str, lines: str, parent: str = "small") -> None:
    """Write a profile."""
    Path(f"{name}.yaml").write_text(f"format: 1\nprofile: {name}\nextends: {parent}\n{lines}\n", "utf-8")


def checked(reference: str) -> tuple[Profile, list[Problem]]:
    """Return the rules that a reference in this folder names, and the warnings."""
    rules, warnings = check_reference(reference, beside=Path())
    return rules, list(warnings)


def at(rules: Profile, path: str) -> object:
    """Return what stands in the resolved profile."""
    found: object = rules.document
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


UNDONE = [  # a rule, lines that undo it, what is looked at, and what it is under the rule
    ("seven", "params: {goal: 5}", "params.goal", 7),
    ("bonus", "score: {made: {add: contract.level}}", "score.made.add", "contract.level + 2"),
    ("no-lose", "game: {lose: mine.total <= -goal}", "game.lose", None),
    ("name-late", "flow: {name: {after: auction}}", "flow", ["deal", "auction", "take", "bury", "name", "play"]),
    ("set-costs-two", "score: {set: {add: -3}}", "score.set.add", -2),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "lines", "path", "wanted"), UNDONE, ids=[rule for rule, *_ in UNDONE])
def test_a_house_rule_that_was_undone_is_laid_again(rule: str, lines: str, path: str, wanted: object) -> None:
    """A child's own lines change a rule of its parent's back; a reference, or its child, asks for it again."""
    profile("parent", f"house_rules: [{rule}]")
    profile("child", lines, "parent")
    profile("grandchild", f"house_rules: [{rule}]", "child")
    assert at(checked("parent")[0], path) == wanted
    assert at(checked("child")[0], path) != wanted
    for reference in (f"child+{rule}", "grandchild"):
        rules, warnings = checked(reference)
        assert at(rules, path) == wanted
        assert warnings == []


def test_a_profiles_own_lines_may_undo_its_own_rule() -> None:
    profile("own", "house_rules: [seven]\nparams: {goal: 5}")
    assert checked("own")[0].params["goal"] == 5
    assert checked("own+seven")[0].params["goal"] == 7


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_with_nothing_left_to_change_is_skipped(rule: str) -> None:
    """It is laid once, and the warning stands where it is asked for again."""
    profile("parent", f"house_rules: [{rule}]")
    profile("child", f"house_rules: [{rule}]\nsummary: the same", "parent")
    once = checked("parent")[0]
    for reference, named in (("child", 1), (f"parent+{rule}", 1), (f"child+{rule}", 2), (f"small+{rule}+{rule}", 1)):
        rules, warnings = checked(reference)
        assert rules.document["score"] == once.document["score"]
        assert (rules.params, at(rules, "game")) == (once.params, at(once, "game"))
        assert {problem.code for problem in warnings} == {"X034"}
        assert len([problem for problem in warnings if f"'{rule}'" in problem.message]) == named


MOVES = [
    "flow: {bury: {after: take}, name: {after: take}}",
    "flow: {name: {after: auction}, take: {after: auction}}",
    "flow: {name: {after: take}, take: {after: name}}",
]


@pytest.mark.parametrize("lines", MOVES)
def test_naming_a_rule_that_moves_phases_twice_changes_nothing(lines: str) -> None:
    """Also where one phase comes between another and its anchor, or they are anchored to each other."""
    Path("moves.yaml").write_text(f"format: 1\nhouse_rule: moves\ntitle: moves\n{lines}\n", "utf-8")
    profile("parent", "house_rules: [moves]")
    profile("child", "house_rules: [moves]", "parent")
    once = checked("parent")[0]
    for reference in ("small+moves+moves", "child", "parent+moves", "child+moves"):
        rules, warnings = checked(reference)
        assert at(rules, "flow") == at(once, "flow"), reference
        assert {problem.code for problem in warnings} == {"X034"}


def test_rules_that_move_phases_behind_one_anchor_are_in_force_together() -> None:
    for name, lines in (("naming", "flow: {name: {after: take}}"), ("soon-buried", "flow: {bury: {after: take}}")):
        Path(f"{name}.yaml").write_text(f"format: 1\nhouse_rule: {name}\ntitle: {name}\n{lines}\n", "utf-8")
    profile("parent", "house_rules: [naming, soon-buried]")
    assert at(checked("parent+naming")[0], "flow") == at(checked("parent")[0], "flow")


def test_what_builds_on_a_house_rule_does_not_undo_it() -> None:
    profile("parent", "house_rules: [bonus]")
    profile("child", "score: {made: {add: (inherited) * 3}}", "parent")
    rules, warnings = checked("child+bonus")
    assert at(rules, "score.made.add") == "(contract.level + 2) * 3"
    assert [problem.code for problem in warnings] == ["X034"]


def test_only_what_was_undone_is_laid_again() -> None:
    """Else what a rule adds would be added twice."""
    profile("parent", "house_rules: [bonus-for-seven]")
    profile("child", "params: {goal: 5}", "parent")
    rules, warnings = checked("child+bonus-for-seven")
    assert at(rules, "score.made.add") == "contract.level + 2"
    assert (rules.params["goal"], warnings) == (7, [])


def test_a_rule_that_a_rule_brings_along_is_laid_again() -> None:
    profile("parent", "house_rules: [seven-and-two]")
    profile("child", "params: {goal: 5}", "parent")
    rules, warnings = checked("child+seven-and-two")
    assert (rules.params["goal"], rules.params["least"], warnings) == (7, 2, [])


def test_another_rule_of_the_same_name_is_another_rule(folder: Path) -> None:
    """What is in force is known by its file, not by its name alone."""
    (folder / "there").mkdir()
    (folder / "there" / "seven.yaml").write_text(
        "format: 1\nhouse_rule: seven\ntitle: x\nparams: {least: 2}\n", "utf-8"
    )
    profile("parent", "house_rules: [seven]")
    rules, warnings = checked("parent+./there/seven.yaml")
    assert (rules.params["goal"], rules.params["least"], warnings) == (7, 2, [])


TAKEN = [
    ("no-lose", "lose-by-two", "game.lose"),
    ("no-set", "set-costs-more", "score.set"),
]


@pytest.mark.parametrize(("taking", "adding", "path"), TAKEN)
def test_one_rule_takes_away_what_another_adds_to(taking: str, adding: str, path: str) -> None:
    for rules in (f"{taking}+{adding}", f"{adding}+{taking}"):
        with pytest.raises(InputError) as caught:
            checked(f"small+{rules}")
        (problem,) = caught.value.problems
        assert problem.code == "X011"
        assert all(f"'{name}'" in problem.message for name in (taking, adding))
        assert path in problem.message
        assert {problem.place.file, problem.notes[0][1].file} == {f"{taking}.yaml", f"{adding}.yaml"}  # type: ignore[union-attr]


def test_what_was_taken_away_before_may_be_added_to() -> None:
    """Between a parent and its child nothing clashes: the child's word is the last."""
    profile("parent", "game: {lose: null}")
    assert at(checked("parent+lose-by-two")[0], "game.lose") == "false or theirs.total >= goal + 2"
    assert at(checked("small+bonus+double")[0], "score.made.add") == "(contract.level + 2) * 2"


CHANGES = [  # two changes of one leaf, and what the one makes of the other where they go together
    ("inherited + 2", "inherited * 3", "(contract.level + 2) * 3"),
    ("2 + inherited", "inherited * 3", "(contract.level + 2) * 3"),
    ("inherited - 2", "3 * inherited", "3 * (contract.level - 2)"),
    ("(inherited) + 2", "2 * (inherited) * 2", "2 * (contract.level + 2) * 2"),
    ("if made then inherited + 2 else inherited", "inherited * 3", "(contract.level + (if made then 2 else 0)) * 3"),
    ("inherited * 2", "3 * inherited", "contract.level * 6"),
    ("max(inherited, 2)", "max(3, inherited)", "max(contract.level, 3)"),
    (
        "if made then inherited else 0",
        "if contract.level > 2 then 0 else inherited",
        "if made and contract.level <= 2 then contract.level else 0",
    ),
    ("inherited * 2", "max(inherited, 3)", None),
    ("max(inherited, 2)", "min(inherited, 3)", None),
    ("inherited * 2", "2 - inherited", None),
    ("if made then inherited else 0", "if made then inherited else 1", None),
    ("inherited * inherited", "inherited * 2", None),
    ("inherited // 2", "inherited // 2 * 3", None),
]


def values(text: str) -> list[object]:
    """Return what an expression of the score comes to for each level, made or not."""
    scope = Scope("score", {"contract.level": INT, "made": BOOL})
    expr = parse(text, None, [], lambda start, end: Place("", 1, 1, 2))
    assert expr is not None
    found = compile(check(expr, scope, INT, [])[0], classes={}, functions={}, defines={})
    return [found.call({"contract.level": level, "made": made}) for level in range(8) for made in (False, True)]


@pytest.mark.parametrize(("one", "other", "wanted"), CHANGES, ids=[f"{one} | {other}" for one, other, _ in CHANGES])
def test_neither_the_order_nor_the_names_of_rules_matter(one: str, other: str, wanted: str | None) -> None:
    """What can't be proved to be the same in either order is refused, and both places are told."""
    for first, second in ((one, other), (other, one)):
        for name, expression in (("aaa", first), ("zzz", second)):
            lines = f'score: {{made: {{add: "{expression}"}}}}'
            Path(f"{name}.yaml").write_text(f"format: 1\nhouse_rule: {name}\ntitle: {name}\n{lines}\n", "utf-8")
        for reference in ("small+aaa+zzz", "small+zzz+aaa"):
            if wanted is None:
                with pytest.raises(InputError) as error:
                    checked(reference)
                (problem,) = error.value.problems
                places = [problem.place, *(place for _, place in problem.notes)]
                assert problem.code == "X011"
                assert sorted(place.file for place in places if place) == ["aaa.yaml", "zzz.yaml"]
            else:
                assert values(str(at(checked(reference)[0], "score.made.add"))) == values(wanted)


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("ship", "did you mean 'ship-simons-52'?"),  # a part of the ID
        ("tom-w", "did you mean 'tom-w-cincinnati'?"),
        ("Parr", "did you mean 'parr-oregon'?"),
        ("NeuralPlay", "did you mean 'neuralplay'?"),
        ("500", "one of: five-hundred, vint-whist"),  # a part of the title
        ("whist", "one of: short-whist, vint-whist, whist-classic, wikihow-bid-whist, wikihow-whist"),
        ("pagat45", "did you mean 'pagat-54'?"),
        ("pagat-54+boston min-4", "write each by itself: boston+min-4"),
        ("pagat-54+goal", "write `+goal=7`"),
        ("nothing-like-it", "`bidwhist list` shows all"),
    ],
)
def test_a_name_that_is_not_known_leads_to_one_that_is(name: str, help: str) -> None:
    with pytest.raises(InputError) as error:
        check_reference(name)
    assert [problem.help for problem in error.value.problems] == [help]


def test_a_file_in_the_folder_is_named_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "our-table.yaml").write_text("format: 1\nprofile: our-table\nextends: pagat-54\n")
    (tmp_path / "our-rule.yaml").write_text("format: 1\nhouse_rule: our-rule\ntitle: Ours\n")
    for name, path in (("our-table", "./our-table.yaml"), ("pagat-54+our-rule", "./our-rule.yaml")):
        with pytest.raises(InputError) as error:
            check_reference(name)
        assert [problem.help for problem in error.value.problems] == [f"did you mean {path!r}?"]


def test_a_number_that_is_too_small_is_told_with_one_that_is_not() -> None:
    with pytest.raises(InputError) as error:
        check_reference("pagat-54+min_bid=4+goal=0")
    [problem] = error.value.problems
    assert [text for text, _ in problem.notes] == ["'goal' is set to 0 here, too small for that; 7 isn't"]


@pytest.mark.parametrize(
    ("reference", "codes"),
    [
        ("pagat-54+goal=abc+kity=3+min-44", ["X008", "X023", "X038"]),
        ("pagat-55+goal=x+miin-4", ["X008", "X008", "X023"]),
        ("pagat-54+min-44++=3", ["X008", "X022", "X022"]),
        ("pagat-54+goal=5+goal=6+kity=3", ["X024", "X038"]),
    ],
)
def test_one_part_of_a_reference_that_cannot_be_read_hides_no_other(reference: str, codes: list[str]) -> None:
    with pytest.raises(InputError) as error:
        check_reference(reference)
    assert [problem.code for problem in error.value.problems] == codes


FAULTY = (
    "house_rules: [bonus]",
    'params: {goal: "9"}',
    "score: {made: {ad: 3}, maed: null}",
    "flow: {nmae: null, bury: null}\nphases: {bury: {do: burry}}",
    "ranking: null\nmade: contract.levle > 3\nhouse_rules: [bonnus]",
)


def test_what_was_read_of_a_file_is_not_changed() -> None:
    """A file that is read again gives the same document: whatever is made of it leaves it alone."""
    for number, lines in enumerate(FAULTY):
        profile(f"child-{number}", lines)
        for more in ("", "+bonus+goal=3", "+no-set+double"):
            with suppress(InputError):
                check_with_advice(f"./child-{number}.yaml{more}", thorough=True)
    known = [(*key, document) for key, document in library._READ.items() if key[0].exists()]
    known = [one for one in known if one[2] == one[0].read_bytes()]
    assert {"bonus", "small"} < {document.id for *_, document in known}
    for path, name, raw, document in known:
        assert library.read(path, name, []) is document
        assert repr(document.root) == repr(parsed_file(raw, name, []))
