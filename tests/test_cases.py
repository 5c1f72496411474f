"""Every case of the shipped profiles and of the fixtures, one test each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.cases import Case, load_cases, run
from interpreter.errors import InputError
from interpreter.resources import profiles_folder

FIXTURES = Path(__file__).parent / "fixtures"
FILES = sorted([*profiles_folder().rglob("*.cases.yaml"), *FIXTURES.rglob("*.cases.yaml")])


def collected() -> Iterator[object]:
    """Yield a parameter for each case, named as a reader would look for it; one for a file that doesn't load."""
    for path in FILES:
        name = path.name.removesuffix(".cases.yaml")
        try:
            cases = load_cases(path).cases
        except InputError as error:
            yield pytest.param(error, id=f"{name}: loads")
            continue
        yield from (pytest.param(case, id=f"{name}: {case.name}") for case in cases)


@pytest.mark.parametrize("case", list(collected()))
def test_case(case: Case | InputError) -> None:
    if isinstance(case, InputError):
        raise case
    outcome = run(case)
    assert outcome.passed, f"{outcome.place}: {outcome.message}"


CASES = """\
format: 1
reference: pagat-54
cases:
  one of each:
    source: S0
    {case}
"""
# what a case says, and the problems that loading it reports: line:column, code, the beginning of the text
PROBLEMS = [
    ("trick: {cards: 3H AH KH XX, wins: AH}", ["6:29 T010 'XX' is no card"]),
    ("trick: {cards: 3H AH KH, wins: AH}", ["6:20 T015 a trick of 3 cards"]),
    ("trick: {cards: 3H AH KH KH, wins: AH}", ["6:29 T011 KH stands here twice"]),
    ("trick: {cards: 3H AH KH 2H, wins: AS}", ["6:39 T016 AS isn't among the cards played"]),
    ("trick: {contract: {trumf: S}, cards: 3H AH KH 2H, wins: AH}", ["6:24 T013 the contract has no field 'trumf'"]),
    ("trick: {contract: {trump: X}, cards: 3H AH KH 2H, wins: AH}", ["6:31 T014 'X' is no value of trump"]),
    ("legal: {hand: KD BJ, trick: 6D, cards: KS}", ["6:44 T016 KS isn't in the hand"]),
    ("legal: {hand: KD BJ, trick: 6D, cards: KD KS AS}", ["6:47 T016 KS isn't in", "6:50 T016 AS isn't in"]),
    ("legal: {hand: KD BJ, trick: 6D, cards: [KD, KS]}", ["6:49 T016 KS isn't in the hand"]),
    ("legal: {hand: KD BJ, trick: 6D kd, cards: KD}", ["6:36 T011 KD is in the hand and on the table"]),
    ("record: {hands: {east: AS KS, west: QS KS}, then: {deal: 1}}", ["6:44 T011 KS is dealt to east and to west"]),
    ("record: {hands: {east: AS KS}, kitty: [QS, ks], then: {deal: 1}}", ["6:48 T011 KS is dealt to east and to the"]),
    ("score: {bid: 4 up, books: [9, 14], points: [4, 0]}", ["6:35 T042 14 books for the defenders"]),
    ("trick: {cards: 3H AH 2H, wins: KH}", ["6:20 T015 a trick of 3 cards"]),
    ("trick: {cards: 3H AH 2H 4H 5H, wins: KH}", ["6:20 T015 a trick of 5", "6:42 T016 KH isn't among"]),
    ("legal: {hand: KD BJ, trick: KD, cards: KD}", ["6:33 T011 KD is in the hand and on the table"]),
    ("auction: {calls: [3 hihg], next: south}", ["6:23 T012 '3 hihg' is no call of this game"]),
    ("auction: {calls: [3 high]}", ["6:14 T002 this case expects nothing"]),
    ("auction: {calls: [3 high], next: sout}", ["6:38 S004 found the text 'sout'"]),
    ("score: {bid: 4 uptown, books: 10}", ["6:12 T002 this case expects nothing"]),
    ("score: {books: 10, points: [4, 0]}", ["6:12 T033 the bid that won is missing"]),
    ("score: {bid: 4 uptown, points: [4, 0]}", ["6:12 T040 the books are missing"]),
    ("score: {bid: 4, books: 10, points: [4, 0]}", ["6:18 T034 '4' is no call of this game"]),
    ("score: {bid: 4 up, books: 14, points: [4, 0]}", ["6:31 T042 14 books for the declarers are out of range"]),
    ("score: {bid: 4 up, books: [7, 7], points: [4, 0]}", ["6:31 T043 7 and 7 books don't add up to 13"]),
    ("score: {bid: 4 up, books: 9, set: {trump: none}, points: [4, 0]}", ["6:47 T031 trump can't be no trump here"]),
    ("score: {bid: 4 up, books: 9, set: {suit: S}, points: [4, 0]}", ["6:46 T030 the contract has no field 'suit'"]),
    (
        "score: {bid: 4 up, books: 9, count: {aces: [3, 1]}, points: [4, 0]}",
        ["6:48 T050 there is no card class 'aces'"],
    ),
    ("score: {bid: 4 up, books: 9, before: {sets: [3, 1]}, points: [4, 0]}", ["6:43 T020 there is no tally 'sets'"]),
    ("record: {hands: {east: AS}, kitty: AS, then: {deal: 1}}", ["6:40 T011 AS is dealt to east and to the kitty"]),
    ("record: {hands: {}, actions: [3 hihg], then: {deal: 1}}", ["6:35 T021 '3 hihg' is nothing that can be done"]),
    ("record: {hands: {}, kitty_places: [5, 6], then: {deal: 1}}", ["6:39 T019 these are no 6 different places"]),
    ("record: {hands: {}, draw_order: AS, then: {deal: 1}}", ["6:37 T018 no card is drawn in this game"]),
    ("record: {hands: {}, then: {}}", ["6:31 T002 this case expects nothing"]),
    ("record: {hands: {}, then: {seen: {north: {}}, hands: {}}}", ["6:31 T002 this case expects nothing"]),
    ("auction: {calls: [pass], contract: {}}", ["6:14 T002 this case expects nothing"]),
    ("score: {bid: 4 up, books: 9, after: {}}", ["6:12 T002 this case expects nothing"]),
    ("record: {hands: {}, then: {phase: actuion}}", ["6:39 T022 there is no phase 'actuion'"]),
    ("record: {hands: {}, then: {allows: [3 hihg]}}", ["6:41 T021 '3 hihg' is nothing that can be done"]),
    ("record: {hands: {}, then: {legal: [pass, spaeds]}}", ["6:46 T021 'spaeds' is nothing that can be done"]),
    ("record: {hands: {}, then: {hands: {east: AS, west: KS AS}}}", ["6:59 T011 AS is in the hands of east and of"]),
    ("record: {hands: {}, games: [1, 0], then: {deal: 1}}", ["6:32 T044 one game is the match here"]),
    ("record: {hands: {}, games: [0, -1], then: {deal: 1}}", ["6:32 T044 nobody can have won -1 games"]),
    ("score: {bid: 4 up, books: 9, games: [0, 1], points: [3, 0]}", ["6:41 T044 one game is the match here"]),
    ("score: {bid: 4 up, books: 9, deal: 1, before: {total: [3, 0]}, points: [3, 0]}", ["6:59 T044 before the first"]),
    ("score: {bid: 4 up, books: 9, deal: 0, points: [3, 0]}", ["6:40 S008 found the number 0"]),
    ("score: {passed_out: true, books: 9, points: [0, 0]}", ["6:31 T022 a deal that everybody passed has no `books`"]),
    (
        "score: {bid: 4 up, books: 9, passed_out: true, points: [0, 0]}",
        ["6:34 T022 a deal that everybody passed has no `bid` and `books`"],
    ),
    (
        "reference: whist-classic\n    score: {passed_out: true, points: [0, 0]}",
        ["7:25 T022 nobody bids in this game"],
    ),
    ("trick: {cards: 3H AH KH 2H, wins: AH, number: 13}", ["6:51 T022 there is no trick 13 in this game"]),
    ("legal: {hand: KD BJ, cards: KD BJ, number: 13}", ["6:48 T022 there is no trick 13 in this game"]),
    ("legal: {hand: KD BJ, cards: KD BJ, number: 12}", ["6:19 T019 2 cards in the hand at trick 12, where it has 1"]),
    ("legal: {hand: [], trick: KD, cards: []}", ["6:19 T022 an empty hand has nothing to play"]),
    ("trick: {cards: 3H AH KH 2H, wins: AH KH}", ["6:42 T022 only one card wins a trick"]),
    ("game: {refused: X039, title: Q}", ["6:27 T022 rules that are refused have no `title`"]),
    ("game: {}", ["6:11 T002 this case expects nothing"]),
    ("rules: +min-5\n    trick: {cards: 3H AH KH 2H, wins: AH}", ["6:12 X008 unknown profile or house rule 'min-5'"]),
]


@pytest.mark.parametrize(("case", "expected"), PROBLEMS, ids=[case for case, _ in PROBLEMS])
def test_problems_are_located(tmp_path: Path, case: str, expected: list[str]) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(CASES.replace("{case}", case), "utf-8")
    with pytest.raises(InputError) as caught:
        load_cases(path)
    found = [
        f"{problem.place.line}:{problem.place.column} {problem.code} {problem.message}"
        for problem in caught.value.problems
        if problem.place
    ]
    assert [text[: len(start)] for text, start in zip(found, sorted(expected), strict=True)] == sorted(expected)


# a case that doesn't hold, and what is said of it: line:column, the whole text
FAILURES = [
    ("trick: {cards: 3H AH KH 2H, wins: KH}", "6:39 expected the winner KH, found AH"),
    ("legal: {hand: KD BJ, trick: 6D, cards: KD BJ}", "6:44 expected the playable cards KD BJ, found KD"),
    (
        "auction: {calls: [3 high, 3 low], next: west}",
        "6:31 south's '3 downtown' is refused: it must beat the bid that",
    ),
    ("auction: {calls: [3 high], next: west}", "6:38 expected the next to speak to be west, found south"),
    ("score: {bid: 4 no, books: 10, points: [4, 0]}", "6:43 expected points [4, 0], found [8, 0]"),
    ("record: {hands: {}, actions: [3 high], then: {to_act: east}}", "6:59 expected to_act east, found south"),
    ("record: {hands: {}, actions: [pass, AS], then: {to_act: east}}", "6:41 south can't do 'AS' in 'auction'"),
    ("todo: never\n    trick: {cards: 3H AH KH 2H, wins: AH}", "7:5 this case holds: take its `todo` out"),
]


@pytest.mark.parametrize(("case", "expected"), FAILURES, ids=[case for case, _ in FAILURES])
def test_failures_say_what_was_expected_and_found(tmp_path: Path, case: str, expected: str) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(CASES.replace("{case}", case), "utf-8")
    outcome = run(load_cases(path).cases[0])
    assert not outcome.passed
    assert outcome.place is not None
    text = f"{outcome.place.line}:{outcome.place.column} {outcome.message}"
    assert text[: len(expected)] == expected


def test_a_todo_passes_while_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(CASES.replace("{case}", "todo: later\n    trick: {cards: 3H AH KH 2H, wins: KH}"), "utf-8")
    assert run(load_cases(path).cases[0]).message == "todo: later"
