"""What is printed can be read again and means what it stands for; what could be two things is asked about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.actions import Claim
from interpreter.contract import PASS
from interpreter.diagram import parse_contract
from interpreter.errors import InputError, first_of
from interpreter.model import ChoosePhase, Profile
from interpreter.notation import (
    format_call,
    format_choice,
    format_event,
    parse_call,
    parse_card,
    parse_choice,
    plays_meant,
)
from interpreter.profile.load import load
from interpreter.spelling import normal
from interpreter.tables import make_tables
from tests.games import GAMES, rules_of, short

SMALL = str(Path(__file__).parent / "bad" / "bases" / "small.yaml")


def table(folder: Path, text: str, parent: str = "pagat-54") -> Profile:
    """Return the rules of a profile with these lines."""
    if parent == SMALL:
        (folder / "small.yaml").write_bytes(Path(SMALL).read_bytes())
        parent = "small"
    (folder / "our-table.yaml").write_text(f"format: 1\nprofile: our-table\nextends: {parent}\n{text}", "utf-8")
    return load("./our-table.yaml", beside=folder)


@pytest.mark.parametrize("reference", GAMES, ids=short)
def test_what_is_printed_reads_as_itself(reference: str) -> None:
    profile = rules_of(reference)
    for call in profile.bid_texts.of:
        assert parse_call(profile, format_call(profile, call)) is call
    for rule in profile.auction.calls if profile.auction else ():
        assert parse_call(profile, format_call(profile, rule.call)) == rule.call
    for phase in profile.flow:
        for option in phase.options if isinstance(phase, ChoosePhase) else ():
            assert parse_choice(profile, phase.options, format_choice(profile, option)) is option
    for claim in profile.play.claims:
        assert plays_meant(profile, profile.play, format_event(profile, Claim(claim.name))) == [Claim(claim.name)]
    for card in profile.pack.cards:
        assert parse_card(profile, card.lower()) == card


READ = [
    ("4 uptown", "4 uptown"),
    ("4 HIGH", "4 uptown"),
    ("4-special", "4 downtown"),
    ("4 low suit", "4 downtown"),
    ("4nt", "4 no trump"),
    ("4  No-Trump", "4 no trump"),
    ("4 no", "4 no trump"),
    ("p", "pass"),
]


@pytest.mark.parametrize(("text", "meant"), READ)
def test_a_call_is_read_as_people_write_it(text: str, meant: str) -> None:
    profile = load("pagat-54")
    assert format_call(profile, parse_call(profile, text)) == meant


@pytest.mark.parametrize("text", ["4", "four low", "4 low low", "low 4", "9 low", "", "-4 low"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is no call of this game"):
        parse_call(load("pagat-54"), text)


def test_a_bare_number_means_what_the_bid_says() -> None:
    profile = load("wikihow-bid-whist")
    assert format_call(profile, parse_call(profile, "4")) == "4 uptown"


def test_a_synonym_of_two_bids_is_asked_about(tmp_path: Path) -> None:
    profile = table(tmp_path, "terms: {up: [uptown, town], down: [downtown, town]}\n")
    with pytest.raises(InputError, match="'4 town' could be 4 uptown or 4 downtown"):
        parse_call(profile, "4 town")


def test_a_synonym_of_two_choices_is_asked_about(tmp_path: Path) -> None:
    profile = table(tmp_path, "terms: {H: [hearts, red], D: [diamonds, red]}\n")
    phase = next(phase for phase in profile.flow if isinstance(phase, ChoosePhase))
    assert parse_choice(profile, phase.options, "Hearts").fields["trump"] == "H"
    with pytest.raises(InputError, match="'red' could be hearts or diamonds"):
        parse_choice(profile, phase.options, "red")


def test_a_choice_is_read_in_any_order_and_by_its_fields() -> None:
    profile = load(str(Path(__file__).parent / "fixtures" / "choices.yaml"))
    phase = next(phase for phase in profile.flow if phase.name == "name")
    assert isinstance(phase, ChoosePhase)
    for text in ("hearts down", "down hearts", "dir=down trump=H", "trump = hearts down"):
        assert dict(parse_choice(profile, phase.options, text).fields) == {"trump": "H", "dir": "down"}
    assert dict(parse_choice(profile, phase.options, "no trump, up".replace(",", "")).fields)["trump"] == "none"


def test_no_trump_is_said_in_the_profiles_words(tmp_path: Path) -> None:
    """`trump: none` is "no trump", or what the profile calls it; short forms are for the profile to give."""
    pick = "phases: {name_trump: {pick: {trump: [S, H, D, C, none]}}}\n"
    plain = next(p for p in table(tmp_path, pick).flow if isinstance(p, ChoosePhase))
    assert format_choice(table(tmp_path, pick), plain.options[-1]) == "no trump"
    with pytest.raises(InputError, match="'nt' is none of the choices"):
        parse_choice(table(tmp_path, pick), plain.options, "nt")
    named = table(tmp_path, pick + "terms: {none: [without, nt]}\n")
    assert format_choice(named, plain.options[-1]) == "without"
    for text in ("nt", "no trump", "none"):
        assert parse_choice(named, plain.options, text).fields["trump"] == "none"


def test_negative_numbers_are_told_apart(tmp_path: Path) -> None:
    profile = table(
        tmp_path,
        "phases: {auction: {bids: {number: {level: [-2, -1, 0, 1, 2], rank: bid.level + 3}}}}\n",
        SMALL,
    )
    assert {normal(text) for text in profile.bid_texts.of.values()} == {"-2", "-1", "0", "1", "2"}
    assert parse_call(profile, "-1").fields["level"] == -1  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["pass", "p", "Pass"])
def test_pass_always_passes(text: str) -> None:
    assert parse_call(load("pagat-54"), text) is PASS


def test_many_synonyms_cost_little(tmp_path: Path) -> None:
    """A bid of several words, each with many synonyms, could be written in billions of ways."""
    fields = [f"f{n}" for n in range(6)]
    values = ", ".join(f"{name}: [a{name}, b{name}]" for name in fields)
    terms = ", ".join(f"a{name}: [{', '.join(f'{name}x{n}' for n in range(60))}]" for name in fields)
    profile = table(
        tmp_path,
        f"terms: {{{terms}}}\ncontract: {{level: 0, {', '.join(f'{name}: a{name}' for name in fields)}}}\n"
        f"phases: {{auction: {{bids: {{number: {{level: [1], {values}}}}}}}}}\n",
        SMALL,
    )
    text = "1 " + " ".join(f"{name}x59" for name in fields)
    assert re.fullmatch(r"1 f0x0 .* f5x0", format_call(profile, parse_call(profile, text)))


@pytest.mark.parametrize(
    ("reference", "text", "meant"),
    [
        ("wikihow-bid-whist", "4 nt downtown", "4 no trump"),  # where no trump is bid without a direction
        ("pagat-54", "4 low nt", "4 no trump"),
        ("pagat-54", "4 high please", "4 uptown"),
        ("pagat-54", "4 downtwon", "4 downtown"),
    ],
)
def test_a_bid_with_a_word_too_much_is_guessed_by_its_kind(reference: str, text: str, meant: str) -> None:
    with pytest.raises(InputError) as error:
        parse_call(load(reference), text)
    assert [problem.help for problem in error.value.problems] == [f"did you mean {meant!r}?"]


def test_a_row_that_is_cut_off_says_how_many_more_there_are() -> None:
    assert first_of(["a", "b", "c"], 3) == "a b c"
    assert first_of(["a", "b", "c", "d"], 3) == "a b c d", "one more takes no more room than saying so"
    assert first_of(["a", "b", "c", "d", "e"], 3, " or ", "or") == "a or b or c or 2 more"
    tables = make_tables(load("pagat-54"))
    with pytest.raises(InputError, match="7 uptown in diamonds or 6 more"):
        parse_contract(tables, "7 by south")
