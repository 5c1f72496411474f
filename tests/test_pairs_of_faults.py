"""Two faults that have nothing to do with each other are both told, and nothing else; so in all pairs of a list.

Each fault is some lines of a game over pagat.com's, with a mark where it stands. There are faults of each stage of a
check: of the schema (S), of files laid over each other (X), of expressions (E), of words, of what enumeration proves,
and warnings (R). Of the parts of a profile there are the deck, classes, params, tallies, the flow, the ranking, the
deal, the auction, exchanges, play, the score, and what ends a game and a match.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from interpreter.errors import InputError
from interpreter.profile.advice import check_with_advice

Tree = dict[str, Any]
MARK = "^"

FAULTS: dict[str, tuple[str, Tree]] = {
    "unknown name in made": ("E010", {"made": "over >= ^contract.lvl"}),
    "unknown name in win": ("E010", {"game": {"win": "mine.total >= ^gol"}}),
    "unknown name in a rank": ("E010", {"phases": {"auction": {"bids": {"suit": {"rank": "2 * ^bid.levell"}}}}}),
    "unknown name in beats": ("E010", {"phases": {"auction": {"beats": "bid.rank > ^hi.rank"}}}),
    "unknown name in leader": ("E010", {"phases": {"play": {"leader": "^declarr"}}}),
    "unknown name in a layer": ("E010", {"ranking": {"up": {"when": "^contract.dirr == up"}}}),
    "unknown name in a match": ("E010", {"match": {"win": "^mine.gamess >= 2"}}),
    "unknown name in a define": ("E010", {"define": {"spare": "^contract.leval + 1"}}),
    "unknown function": ("E012", {"dealer": {"next": "^lefft(dealer)"}}),
    "cards don't add up": ("R051", {"phases": {"deal": {"each": "^13"}}}),
    "a card without a place": ("R066", {"ranking": {"down": {"order": "^A 2 3 4 5 6 7 8 9 T J Q"}}}),
    "a final pass in one round": ("R085", {"phases": {"auction": {"^pass_is_final": "true"}}}),
    "an empty range": ("R021", {"phases": {"auction": {"bids": {"suit": {"level": "^5..3"}}}}}),
    "no such tally": ("R040", {"score": {"made": {"into": "^bagss"}}}),
    "no such card": ("R003", {"cards": {"faces": "K Q ^XX"}}),
    "no such phase": ("R010", {"flow": "[deal, auction, name_trump, name_dir, pick_up, bury, ^plaz, play]"}),
    "a row without points": ("S002", {"score": {"^extra": {"to": "declarers"}}}),
    "a misspelt key": ("S001", {"phases": {"auction": {"^may_pas": "true"}}}),
    "a key of house rules": ("S001", {"^needs": {"params.goal": "why"}}),
    "a number in quotes": ("S003", {"params": {"goal": '^"7"'}}),
    "a number in words": ("S003", {"seats": "^four"}),
    "no such verb": ("S004", {"phases": {"lead": {"do": "^dance"}}}),
    "null on nothing": ("X010", {"score": {"^maed": "null"}}),
    "no such phase to take out": ("X015", {"flow": {"^pick_upp": "null"}}),
    "an unknown house rule": ("X008", {"house_rules": "[^min-44]"}),
    "a param that nothing reads": ("R100", {"params": {"^gaol": "11"}}),
    "a row that never applies": (
        "R102",
        {"score": {"bonus": {"to": "declarers", "when": "^contract.level > 8", "add": "1"}}},
    ),
    "a row that adds nothing": ("R102", {"score": {"none": {"to": "declarers", "when": "made", "add": "^0"}}}),
    "a card twice": ("R001", {"deck": {"extra": "BJ LJ ^AS"}}),
    "a default of another kind": ("R025", {"contract": {"level": "^high"}}),
    "a phase left out": ("R012", {"flow": "^[deal, auction, name_trump, pick_up, bury, play]"}),
    "hands that differ": ("R071", {"phases": {"bury": {"steps": {"bury": {"give": "^5"}}}}}),
    "no end of a game": ("R090", {"game": {"win": "^mine.total >= goal and mine.total < 0", "lose": "null"}}),
    "no end of a match": ("R093", {"match": {"win": "^mine.games < 0"}}),
    "a pass of all that can't be": ("R108", {"phases": {"auction": {"all_pass": "^redeal"}}}),
    "trumps without the suit": ("R110", {"ranking": {"suit": {"trumps": "^jokers"}}}),
    "fewer books than none": ("R111", {"rulings": {"revoke": {"offenders": "^-3"}}}),
    "one word for two": ("R113", {"terms": {"up": "[uptown, high]", "down": "[downtown, ^high]"}}),
    "a tally that stays 0": ("R100", {"tallies": {"^sets": "game"}, "game": {"lose": "mine.sets >= 3"}}),
    "an open quote": ("Y005", {"terms": {"trick": '^"book'}}),
    "an open brace": ("Y005", {"dealer": "{first: draw(D)^"}),
    "an open bracket": ("Y005", {"sources": "[pagat.com^"}),
    "a bracket too many": ("Y005", {"terms": {"up": "[uptown, high]^]"}}),
    "a wrong indent": ("Y005", {"rulings": {"revoke": {"offenders": "1", " ^others": "1"}}}),
    "a line without a colon": ("Y005", {"terms": {"down": "low\n  ^nt no trump"}}),
    "a sign that begins no value": ("Y005", {"says": {"goal": "^@{goal}"}}),
    "a sign that begins no expression": ("Y005", {"phases": {"auction": {"may_pass": "^@stuck"}}}),
    "a key in a value": ("Y005", {"phases": {"play": {"leader": "declarer^: dealer"}}}),
    "a dash among keys": ("Y005", {"says": {"jokers": "two\n  ^- six"}}),
    "an alias of nothing": ("Y012", {"says": {"kitty": "^*kitty"}}),
    "a key without a value": ("Y019", {"define": {"^factor": ""}}),
}
BUILDS_ON = {
    "a card without a place": (
        "the places of cards are looked at under every contract: which there are, and which layers hold, must be known",
        {"unknown name in a layer", "no such phase", "no such verb"},
    ),
    "a row that never applies": (
        "that it never does is proved over all that can happen, from the bids to the books that can be won: a phase "
        "that isn't known may name what it asks for, and a range may be meant to go so far",
        {"an empty range", "no such phase", "no such verb", "a key in a value", "fewer books than none"},
    ),
    "no such phase": ("a phase of which the verb isn't known may be the one that is meant", {"no such verb"}),
    "a phase left out": ("a phase of which the verb isn't known may be meant in its place", {"no such verb"}),
    "hands that differ": (
        "a phase that isn't known may be the one that makes them equal, and so may taking out the one that is meant",
        {"no such phase", "no such verb", "no such phase to take out"},
    ),
    "a card twice": ("how many cards there are to deal isn't known", {"cards don't add up"}),
    "a pass of all that can't be": (
        "who may pass can't be read, and with the key spelt right all can",
        {"a misspelt key", "a sign that begins no expression"},
    ),
    "trumps without the suit": (
        "which suits can be trumps, and which layers hold then, must be known",
        {"unknown name in a layer", "no such phase", "no such verb"},
    ),
    "fewer books than none": (
        "how many books there are to win must be known",
        {"no such phase", "no such verb", "a key in a value"},
    ),
    "a tally that stays 0": ("a row whose tally isn't known may be the one that adds to it", {"no such tally"}),
}
"""For a fault, why it can't be told beside some others: it is a proof from what these leave unclear."""


def merged(tree: Tree, other: Tree) -> bool:
    """Lay lines over others; whether they say nothing of the same leaf."""
    for key, value in other.items():
        if key not in tree:
            tree[key] = deepcopy(value)
        elif not (isinstance(tree[key], dict) and isinstance(value, dict) and merged(tree[key], value)):
            return False
    return True


def written(tree: Tree, indent: int = 0) -> str:
    """Return lines of YAML."""
    text = ""
    for key, value in tree.items():
        below = "\n" + written(value, indent + 2) if isinstance(value, dict) else f" {value}\n"
        text += f"{' ' * indent}{key}:{below}"
    return text


def found_in(lines: str) -> list[tuple[int, int, str]]:
    """Return what is told of a game: the line, the column and the code of each problem, all in its own file."""
    Path("ours.yaml").write_text(lines, "utf-8")
    try:
        problems = check_with_advice("./ours.yaml")[1]
    except InputError as error:
        problems = error.problems
    places = [(problem.place, problem.code) for problem in problems]
    assert {place.file for place, _ in places if place} == {"ours.yaml"}
    return sorted((place.line, place.column, code) for place, code in places if place)


def builds_on(one: str, other: str) -> bool:
    """Whether one of two faults is only proved from what the other one leaves unclear."""
    return any(b in BUILDS_ON[a][1] for a, b in ((one, other), (other, one)) if a in BUILDS_ON)


@pytest.mark.parametrize("name", FAULTS)
def test_each_is_told_beside_every_other(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    wrong = []
    names = list(FAULTS)
    for other in names[names.index(name) + 1 :]:
        (code, lines), (second, more) = FAULTS[name], FAULTS[other]
        tree: Tree = {"format": 1, "profile": "ours", "title": "Ours", "extends": "pagat-54"}
        if not (merged(tree, lines) and merged(tree, more)):
            continue  # both write the same leaf
        text = written(tree)
        found = found_in(text.replace(MARK, ""))
        marks = [(n, line.index(MARK) + 1) for n, line in enumerate(text.splitlines(), 1) if MARK in line]
        told = sorted(at[:2] for at in found) == sorted(marks) and sorted(at[2] for at in found) == sorted(
            (code, second)
        )
        if told == builds_on(name, other):
            wrong.append((other, found, marks))
    assert wrong == []


ALONE = {
    "a tally called like a quantity": ("R031", {"tallies": {"^books": "match"}, "game": {"win": "mine.total >= 9"}}),
    "hands and a kitty that are both too large": ("R051", {"phases": {"deal": {"each": "13", "kitty": "^7"}}}),
    "a name that may be meant for the number in the title": (
        "E010",
        {
            "says": {"aim": '"to {least}"'},
            "params": {"least": "3"},
            "define": {"margin": "^zebra + 1"},
            "game": {"win": "mine.total >= 9 + margin", "lose": "mine.total < -9"},
        },
    ),
    "a field of a range whose end isn't known": (
        "R020",
        {
            "phases": {
                "auction": {
                    "bids": {
                        "suit": {"level": "5..7"},
                        "nt": {"level": "5..7"},
                        "odd": {"level": "^zebra..7", "rank": "2 * bid.level"},
                    }
                }
            },
            "score": {"low": {"to": "declarers", "when": "made and contract.level == 2", "add": "1"}},
        },
    ),
    "a verb that isn't known, of what may fill a field": (
        "S004",
        {
            "contract": {"dare": "0"},
            "phases": {"lead": {"do": "^dance"}},
            "score": {"dared": {"to": "declarers", "when": "made and contract.dare == 1", "add": "1"}},
        },
    ),
    "a condition in a define that a wrong line uses": (
        "E010",
        {
            "define": {"twice": "if contract.level > 7 then 2 else 1"},
            "made": "over >= ^contract.levl * twice",
        },
    ),
}
"""Lines in which one thing is wrong; what else may seem so depends on what was meant there."""


@pytest.mark.parametrize("name", ALONE)
def test_what_depends_on_a_fault_is_not_told(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    code, lines = ALONE[name]
    text = written({"format": 1, "profile": "ours", "title": "Ours", "extends": "pagat-54", **lines})
    marks = [(n, line.index(MARK) + 1, code) for n, line in enumerate(text.splitlines(), 1) if MARK in line]
    assert found_in(text.replace(MARK, "")) == marks
