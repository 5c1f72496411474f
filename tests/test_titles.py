"""The sentence that names a game: read off the rules in force, it reads well and says nothing twice or otherwise."""

from __future__ import annotations

import itertools
import re
from functools import cache

import pytest

from interpreter.errors import InputError
from interpreter.profile.nodes import data
from interpreter.profile.source import parse
from tests.combinations import HOUSE_RULES, PROFILES, REASONS, check_refusal
from tests.games import SHIPPED, rules_of

ONE_OF = (
    r"\b(two|one|no) jokers?\b",
    r"\b\S+-card kitty\b|\bno kitty\b",
    r"\bminimum bid \d+|\bthe lowest bid is \d+",
    r"\b(not )?doubled at no trump|\bno trump is not doubled",
    r"\blow over high|\bnumbers equal|normal below special|\boutranks the uptown bid",
    r"\bkitty shown at trump bids|\bkitty always shown",
    r"\bto ±?\d+|\bover \d+ deals",
    r"\bdealer may match|\bby matching it",
    r"\bmay not bid again",
    r"\bwith honours",
)
"""What a title can say in one way only; saying it in two is a contradiction, or once too often."""
TITLES = {
    "pagat-54": "Bid Whist to ±7, two jokers, six-card kitty, minimum bid 3, doubled at no trump",
    "pagat-54+goal=5": "Bid Whist to ±5, two jokers, six-card kitty, minimum bid 3, doubled at no trump",
    "pagat-54+one-joker+min-4": "Bid Whist to ±7, one joker, five-card kitty, minimum bid 4, doubled at no trump",
    "pagat-54+no-jokers": "Bid Whist to ±7, no jokers, four-card kitty, minimum bid 3, doubled at no trump",
    "pagat-54+no-kitty+no-doubling": "Bid Whist to ±7, no jokers, no kitty, minimum bid 3, not doubled at no trump",
    "pagat-54+fixed-deals+deals=12": (
        "Bid Whist over 12 deals, two jokers, six-card kitty, minimum bid 3, doubled at no trump"
    ),
    "pagat-54+deuce-second": (
        "Bid Whist to ±7, one joker, five-card kitty, minimum bid 3, doubled at no trump, "
        "the two of spades is a trump above the ace"
    ),
    "pagat-54+kitty-to-first-trick+low-over-high": (
        "Bid Whist to ±7, two jokers, six-card kitty for the first trick, minimum bid 3, doubled at no trump, "
        "low over high"
    ),
    "pagat-54+two-sets+renege-loses": (
        "Bid Whist to ±7, two jokers, six-card kitty, minimum bid 3, doubled at no trump, "
        "a renege loses the game, the third set of a side loses the game"
    ),
    "wikihow-bid-whist+sport-always+numbers-equal": (
        "Bid Whist by wikiHow to ±5, two jokers, six-card kitty, minimum bid 1, the kitty always shown, numbers equal"
    ),
    "wikihow-whist+rotating-trump": "Whist by wikiHow to 5, trumps go round the four suits",
    "whist-classic": "Whist to 10, with honours, the better of three games, 2 points for the rubber",
    "whist-classic+short-whist": (
        "Whist to 5, with honours but no calling, the better of three games, 2 points for the rubber"
    ),
    "trickster+rubber": (
        "Bid Whist by Trickster Cards to ±7, two jokers, six-card kitty, minimum bid 1, doubled at no trump, "
        "the first side to win two games takes the rubber"
    ),
}


@pytest.mark.parametrize("reference", TITLES)
def test_titles(reference: str) -> None:
    assert rules_of(reference).title == TITLES[reference]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_title_reads_well(profile: str) -> None:
    for rules in ([], *([rule] for rule in HOUSE_RULES)):
        title = title_of("+".join((profile, *rules)))
        if title is not None:
            check(title)


def title_of(reference: str) -> str | None:
    """Return a game's title; None where its rules don't go together for one of the reasons that there are."""
    try:
        return rules_of(reference).title
    except InputError as error:
        check_refusal(reference, error.problems, REASONS)
        return None


def check(title: str) -> None:
    """Demand that a title is one sentence without its full stop, with no leftovers, repetitions or contradictions."""
    assert title[0].isupper(), title
    assert not re.search(r"[{}\[\]_\n\t]|  |,,|\s,|,(?! )|[.,;:]$", title), title
    words = re.findall(r"[\w±']+", title.lower())
    assert not [one for one, other in itertools.pairwise(words) if one == other], title
    parts = title.split(", ")
    assert len(set(parts)) == len(parts), title
    assert all(part[0].islower() or part[0].isdigit() for part in parts[1:]), title
    for pattern in ONE_OF:
        assert len(list(re.finditer(pattern, title))) <= 1, f"{title}: {pattern}"


@cache
def told(rule: str) -> dict[str, object]:
    """Return a house rule's file."""
    path = SHIPPED / "house-rules" / f"{rule}.yaml"
    node = parse(path.read_bytes(), path.name, [])
    assert node is not None
    found = data(node)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_can_be_read_aloud(rule: str) -> None:
    """Its title is one line, and one part of a longer sentence unless it has texts of its own for that."""
    title = str(told(rule)["title"])
    assert re.fullmatch(r"[A-Z][^{}\n]*[^.,;:\s]", title), title
    assert len(title) <= 80, title
    assert "," not in title or "says" in told(rule) or "house_rules" in told(rule), title
    assert not re.search(r"[;:]|  ", title), title


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_is_short(rule: str) -> None:
    """Three to ten lines, besides what it says of itself and of what it can't be used with."""
    own = [key for key in told(rule) if key not in ("format", "house_rule", "notes", "sources", "conflicts", "needs")]
    lines = (SHIPPED / "house-rules" / f"{rule}.yaml").read_text(encoding="utf-8").splitlines()
    start = {key: next(n for n, line in enumerate(lines) if line.startswith(f"{key}:")) for key in told(rule)}
    ends = sorted([*start.values(), len(lines)])
    assert 2 <= sum(ends[ends.index(start[key]) + 1] - start[key] for key in own) <= 10


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_in_force_is_told(rule: str) -> None:
    """Whatever changes a game shows in its title, or else two different games would be called the same."""
    titles = {profile: title_of(f"{profile}+{rule}") for profile in PROFILES}
    changed = {profile: title for profile, title in titles.items() if title is not None}
    assert changed
    assert all(title != rules_of(profile).title for profile, title in changed.items())
