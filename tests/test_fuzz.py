"""Damaged files: loading gives a game or located problems, soon, and a game that loads can be played.

`tests/bench/fuzz.py` goes on with this for as long as it is told to.
"""

from __future__ import annotations

import random
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import game
from interpreter.errors import InputError, Problem
from interpreter.model import Profile
from interpreter.profile import library
from interpreter.profile.check import check_reference
from interpreter.resources import profiles_folder
from interpreter.state import State

SECONDS = 3.0  # for loading, whatever it is
MAX_DEALS = 400
MAX_DECISIONS = 30_000

FIXTURES = Path(__file__).parent / "fixtures"

WORDS = """
    true false null inherited not and or if then else in == != < <= > >= + - * // % & ( ) [ ] { } : , - ... ..
    bid.level bid.rank bid.kind bid.dir high.rank high.level high.seat high.kind last stuck spoken me dealer
    declarer hand deal turned card led trick contract.level contract.trump contract.dir contract.kind
    contract.call mine.books theirs.books declarers.books defenders.books mine.total theirs.total mine.sets
    mine.games mine.won mine.played mine.taken mine.revokes theirs.played made suit(card) suit(turned)
    index(bid.dir) count(hand) min(1,2) max(3,4) abs(-2) cycle(deal,S,H) left(dealer) right(dealer)
    partner(me) highest(total) lowest(total) S H D C none trumps AS 2C BJ LJ jokers honours faces up down low
    suit nt number A K Q J T 9 2 At 0 1 -1 2 3 4 6 7 12 13 14 100 999999999 100000 deal bid choose exchange
    play kitty out all others one open redeal next_deal declarers defenders sides winner loser game match
    total sets stakes row last draw lot seat(1) seat(9) draw(D) 1..7 min_bid..7 7..1 1..100 goal min_bid
    kitty_size level trump dir rank where bare each kitty turn set start rounds bids beats may_pass calls
    all_pass by pick when show steps who take give of must to draw_of public leader follow free opening worth
    claims at ask yes add into win lose over tie check score order idle suits ranks extra first next abstract
    extends
"""
POOL = WORDS.split()
CHARACTERS = "\t\n :#-[]{}'\"|>&*!%@`\\,=\0\x07\u202e\ufeff\u00e9\U0001f0a1~^?/+.0a"
TOKEN = re.compile(r"[A-Za-z_][\w.]*|\d+|[^\s\w]")
NUMBER = re.compile(r"\d+")
VALUE = re.compile(r"^( *)([\w-]+): +([^\s{\[#|>&].*)$")
INLINE = re.compile(r"(\w+): ([^{}\[\],:]+)(?=[,}])")


# ---- Damage


def damaged(text: str, rng: random.Random) -> str:
    """Return a text with one random edit."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    edit = rng.randrange(14)
    if edit == 0:
        del lines[at]
    elif edit == 1:
        lines.insert(at, lines[at])
    elif edit == 2:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif edit == 3:
        lines[at] = rng.choice([" ", "  ", "    "]) + lines[at]
    elif edit == 4:
        lines[at] = lines[at][rng.randint(1, 3) :]
    elif edit == 5:
        return inserted(text, rng.choice(CHARACTERS), rng)
    elif edit == 6:
        return inserted(text, f" {rng.choice(POOL)} ", rng)
    elif edit == 7:
        return substituted(text, NUMBER, rng.choice(["0", "1", "2", "5", "13", "99", "100000", "999999999"]), rng)
    elif edit == 8:
        begin = rng.randrange(len(text) + 1)
        return text[:begin] + text[begin + rng.randint(1, 12) :]
    elif edit == 9:
        return substituted(text, INLINE, None, rng)
    elif edit == 10:
        values = [match for match in map(VALUE.match, lines) if match]
        if values:
            one, other = rng.choice(values), rng.choice(values)
            lines[lines.index(one[0])] = f"{one[1]}{one[2]}: {other[3]}"
    elif edit == 11:
        words = TOKEN.findall(text)
        return substituted(text, TOKEN, rng.choice(words), rng)
    else:
        return substituted(text, TOKEN, rng.choice(POOL), rng)
    return "\n".join(lines)


def inserted(text: str, piece: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + piece + text[at:]


def substituted(text: str, pattern: re.Pattern[str], piece: str | None, rng: random.Random) -> str:
    """Replace one match; without a piece, its value becomes that of another match, or a word."""
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    match = rng.choice(matches)
    if piece is None:
        value = rng.choice([rng.choice(matches)[2], rng.choice(POOL)])
        piece = f"{match[1]}: {value}"
    return text[: match.start()] + piece + text[match.end() :]


# ---- A table of files to damage


@dataclass
class Bench:
    """A folder of copies under other names, one of which is damaged anew for each run."""

    folder: Path
    games: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        paths = [*profiles_folder().rglob("*.yaml"), *library.user_folder().rglob("*.yaml"), *FIXTURES.rglob("*.yaml")]
        for path in sorted(paths):
            text = path.read_text("utf-8")
            if re.search(r"^profile: ", text, re.MULTILINE) and not path.stem.endswith(".cases"):
                self.games[path.stem] = text
            elif re.search(r"^house_rule: ", text, re.MULTILINE):
                self.rules[path.stem] = text
        for name in list(self.games):
            self.games |= self.flattened(name)

    def flattened(self, name: str) -> dict[str, str]:
        """Return a game with everything that it inherits, so that this is damaged too."""
        import yaml

        try:
            document = check_reference(name)[0].document
        except InputError:
            return {}
        return {f"{name}.whole": yaml.safe_dump(document, sort_keys=False, width=1000)}

    def case(self, seed: int) -> tuple[str, str]:
        """Return a reference to a damaged game, and its text."""
        rng = random.Random(seed)
        name = rng.choice(sorted(self.games))
        text = re.sub(r"(?m)^profile: .*$", "profile: mutant", self.games[name])
        rule = rng.choice(sorted(self.rules))
        rule_text = re.sub(r"(?m)^house_rule: .*$", "house_rule: overlay", self.rules[rule])
        reference = "mutant"
        if rng.random() < 0.4:
            reference += "+overlay"
            for _ in range(rng.choice([0, 1, 1, 2])):
                rule_text = damaged(rule_text, rng)
        for _ in range(rng.choice([1, 1, 1, 2, 3]) if reference == "mutant" else rng.choice([0, 0, 1])):
            text = damaged(text, rng)
        (self.folder / "mutant.yaml").write_text(text, "utf-8", errors="surrogatepass")
        (self.folder / "overlay.yaml").write_text(rule_text, "utf-8", errors="surrogatepass")
        return str(self.folder / "mutant.yaml") + reference.removeprefix("mutant"), text


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The files to damage; nothing is kept in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIDWHIST_CACHE", "/dev/null/none")
        folder = tmp_path_factory.mktemp("fuzz")
        yield Bench(folder)
        shutil.rmtree(folder, ignore_errors=True)


# ---- What must hold


def loaded(reference: str) -> Profile | None:
    """Load a game: what comes is the game, or problems with places, within the time allowed."""
    began = time.process_time()
    profile, problems = checked(reference)
    assert time.process_time() - began < SECONDS
    assert profile or problems
    for problem in problems:
        assert_located(problem)
    return profile


def checked(reference: str) -> tuple[Profile | None, tuple[Problem, ...]]:
    """Return the game, or what is wrong."""
    try:
        return check_reference(reference)
    except InputError as error:
        return None, error.problems


def assert_located(problem: Problem) -> None:
    """A problem's places lie inside the files that they name."""
    assert problem.message
    assert problem.message.isprintable(), problem.message
    for place in (problem.place, *(place for _, place in problem.notes)):
        if place is None:
            continue
        assert place.line >= 1
        assert 1 <= place.column < place.end_column
        assert "\n" not in place.text
        assert place.column <= len(place.text) + 1
        if place.file.startswith("reference "):
            continue
        lines = re.split(r"\r\n?|\n", Path(place.file).read_bytes().decode("utf-8", "replace"))
        assert place.line <= len(lines)


def played(profile: Profile, seed: int, seconds: float = 10.0) -> State:
    """Play a random game until it ends or has had many deals."""
    rng = random.Random(seed)
    state = game.new_game(profile, game.choose_first_dealer(profile, rng))
    deals, began = 0, time.process_time()
    for _ in range(MAX_DECISIONS):
        if state.over or (state.needs_deal and deals == MAX_DEALS):
            break
        if state.needs_deal:
            deals += 1
            game.apply(state, game.shuffle(profile, rng))
            continue
        legal = game.legal(state)
        assert legal, f"{state.phase.name}: seat {state.to_act} has nothing to do"
        assert 0 <= state.to_act < 4
        game.apply(state, rng.choice(legal))
        assert time.process_time() - began < seconds
    return state


def run(bench: Bench, seed: int) -> bool:
    """Load and play one damaged game; say whether it loaded."""
    reference, _ = bench.case(seed)
    profile = loaded(reference)
    if profile is not None:
        played(profile, seed)
    return profile is not None


# ---- Tests


@pytest.mark.parametrize("batch", range(8))
def test_a_damaged_file_is_refused_with_places_or_can_be_played(bench: Bench, batch: int) -> None:
    for seed in range(batch * 50, batch * 50 + 50):
        try:
            run(bench, seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=300))
def test_any_bytes_as_a_profile(bench: Bench, raw: bytes) -> None:
    path = bench.folder / "bytes.yaml"
    path.write_bytes(raw)
    assert loaded(str(path)) is None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300), house_rule=st.booleans())
def test_any_text_after_a_good_beginning(bench: Bench, text: str, house_rule: bool) -> None:
    head = "format: 1\nhouse_rule: text\n" if house_rule else "format: 1\nprofile: text\nextends: pagat-54\n"
    path = bench.folder / "text.yaml"
    path.write_bytes((head + text).encode("utf-8", "surrogatepass"))
    loaded(f"pagat-54+{path}" if house_rule else str(path))


@settings(max_examples=200, deadline=None)
@given(reference=st.one_of(st.text(max_size=60), st.text(alphabet="pagt-54+=./min~ 0x\0", max_size=30)))
def test_any_text_as_a_reference(reference: str) -> None:
    loaded(reference)


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(st.sampled_from(["min-4", "goal=3", "min_bid=8", "goal=-5", "", "x", "base-52", "../x", "pagat-54"]))
)
def test_any_parts_of_a_reference(parts: list[str]) -> None:
    profile = loaded("+".join(["pagat-54", *parts]))
    if profile is not None:
        played(profile, 1)
