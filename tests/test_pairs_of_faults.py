"""Two faults that have nothing to do with each other are both told, and nothing else; so in all pairs of a list.

Each fault is some lines of a game over pagat.com's, with a mark where it stands.
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
    "no such verb": ("S004", {"phases": {"lead": {"do": "^dance"}}}),
    "null on nothing": ("X010", {"score": {"^maed": "null"}}),
    "no such phase to take out": ("X015", {"flow": {"^pick_upp": "null"}}),
    "an unknown house rule": ("X008", {"house_rules": "[^min-44]"}),
    "a param that nothing reads": ("R100", {"params": {"^gaol": "11"}}),
    "a row that never applies": (
        "R102",
        {"score": {"bonus": {"to": "declarers", "when": "^contract.level > 8", "add": "1"}}},
    ),
}
BUILDS_ON = {
    "a card without a place": (
        "the places of cards are looked at under every contract: which there are, and which layers hold, must be known",
        {"unknown name in a layer", "an empty range", "no such phase", "no such verb"},
    ),
    "a row that never applies": (
        "that it never does is proved over all that can happen, from the bids to the books that can be won",
        {
            "cards don't add up",
            "a card without a place",
            "an empty range",
            "no such phase",
            "no such verb",
        },
    ),
    "no such phase": ("a phase of which the verb isn't known may be the one that is meant", {"no such verb"}),
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
