"""House rules go together, or say why not: pairs of them on every profile, and larger sets, played to the end.

Every pair is tried by `tests/bench/matrix.py`; here it is a tenth of them, another one for each seed.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import game
from tests.combinations import HOUSE_RULES, PROFILES, SEATS, evenly, judged, references
from tests.games import rules_of, states

SEED = 3
SHARE = 10
PAIRS = random.Random(SEED).sample(list(references(2)), len(list(references(2))) // SHARE)


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Keep the many combinations out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIDWHIST_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_every_house_rule_fits_some_game_and_ends_it(rule: str) -> None:
    verdicts = [judged(f"{profile}+{rule}") for profile in PROFILES]
    assert any(not verdict.refused for verdict in verdicts)


@pytest.mark.parametrize("number", range(SHARE))
def test_pairs_go_together_or_say_why_not(number: int) -> None:
    for reference in PAIRS[number::SHARE]:
        judged(reference)


def test_the_order_of_house_rules_does_not_matter() -> None:
    for one, other in (("two-sets", "renege-loses"), ("boston", "score-the-bid"), ("fixed-deals", "two-sets")):
        assert rules_of(f"pagat-54+{one}+{other}").hash == rules_of(f"pagat-54+{other}+{one}").hash


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.sampled_from(PROFILES), st.lists(st.sampled_from(HOUSE_RULES), min_size=3, max_size=6, unique=True))
def test_larger_sets_go_together_or_say_why_not(profile: str, rules: list[str]) -> None:
    """Rules that don't fit are left out one by one, so that large sets are played too."""
    while rules:
        reference = "+".join((profile, *rules))
        verdict = judged(reference)
        if not verdict.refused:
            break
        assert verdict.problem is not None
        named = [rule for rule in rules if f"'{rule}'" in verdict.problem.message]
        rules = [rule for rule in rules if rule != (named or rules)[-1]]


def test_contracts_are_drawn_evenly() -> None:
    """Each of the fifteen bids wins, and each seat declares, about as often as the others."""
    rng, profile = random.Random(1), rules_of("pagat-54+fixed-deals+deals=20")
    contracts = []
    for _ in range(30):
        state = game.new_game(profile)
        for _ in states(state, rng, evenly(rng)):
            pass
        contracts += [result.outcome.contract for result in state.results]
    bids = Counter((c.values["kind"], c.values["level"]) for c in contracts)
    declarers = Counter(c.declarer for c in contracts)
    assert len(bids) == 10
    assert min(bids.values()) > 20  # of 600, bids of no trump being a fifteenth each
    assert sorted(declarers) == list(range(SEATS))
    assert min(declarers.values()) > 100


def test_the_longest_proof_is_found() -> None:
    """Two limits on the total, sets and reneges end this game: of all pairs its proof looks at most standings."""
    assert not judged("five-hundred+renege-loses+two-sets").refused
