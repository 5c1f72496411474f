"""The schemas themselves, and what is said of documents that don't fit them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import resources
from interpreter.errors import Problem
from interpreter.profile.faults import MAX_FAULTS, Fault, faults
from interpreter.profile.keys import _FITTING, Kind, _document, verbs
from interpreter.profile.schema import expressions, meaning, validate
from interpreter.profile.source import Mapping, Scalar, data, parse

FILES = ["profile.schema.json", "house-rule.schema.json", "cases.schema.json", "record.schema.json"]
TYPES = {"integer", "boolean", "seat", "side", "who", "value", "any", "range"}
PLACES = {
    *("params", "rank", "call", "deal", "seat", "who", "phase", "pick", "exchange", "ranking", "play"),
    *("claim", "ruling", "score", "game", "match", "define"),
}

WHOLE = """\
format: 1
profile: small
seats: 4
sides: partners
deck: {suits: S H D C, ranks: A K Q}
cards: {jokers: []}
dealer: {first: lot, next: left(dealer)}
contract: {level: 0, trump: none}
ranking:
  plain: {order: A K Q}
flow: [deal, auction, name, swap, play]
phases:
  deal: {do: deal, each: 2, kitty: 4}
  auction:
    do: bid
    start: left(dealer)
    rounds: one
    bids:
      number: {level: 1..7, dir: [up, down], rank: bid.level, bare: {dir: up}}
    beats: bid.rank > high.rank
    calls: {redeal: {when: spoken == 0, then: redeal}}
    all_pass: redeal
  name: {do: choose, by: declarer, pick: {trump: [S, H, D, C]}}
  swap:
    do: exchange
    steps:
      take: {who: declarer, take: kitty}
      bury: {who: declarer, give: 4, to: kitty, public: count}
      drop: {who: others, give: all, of: card in jokers, to: out}
  play:
    do: play
    leader: declarer
    follow: {suit: suit(card) == led}
    opening: {set: {trump: suit(card)}}
    books: {declarers: 1}
    claims:
      sing: {at: turn, when: trick == 1, ask: partner(me), yes: true, add: 2, then: end_deal}
score:
  made: {to: declarers, when: made, add: 1}
made: declarers.books > 6
params: {goal: 7}
game: {win: mine.total >= goal, check: deal}
"""

RULE = """\
format: 1
house_rule: small-rule
flow: {swap: {after: auction}}
phases:
  auction: {may_pass: not stuck, all_pass: null}
game: {lose: inherited or mine.total < 0}
"""

CASES = """\
format: 1
reference: small
cases:
  the ace is best:
    source: S0
    trick: {contract: {trump: S}, cards: 3H AH KH 2H, wins: AH}
  the score:
    source: S0
    score: {bid: 4, books: [7, 6], points: [1, 0]}
"""

DOCUMENTS: dict[Kind, str] = {"profile": WHOLE, "house-rule": RULE, "cases": CASES}
KEYS_OF_DEAL = ", ".join(_document("profile.schema.json")["$defs"]["deal_phase"]["properties"])


# ---- The schemas


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it, but not the tests of an `if`, nor data."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword in ("properties", "$defs"):
        for inner in schema.get(keyword, {}).values():
            yield from parts(inner)
    for keyword in ("additionalProperties", "propertyNames", "items", "then", "else"):
        yield from parts(schema.get(keyword))
    for inner in schema.get("allOf", ()):
        yield from parts(inner)


def without_whole(name: str) -> dict[str, Any]:
    schema = deepcopy(_document(name))
    schema["$defs"] = {k: v for k, v in schema.get("$defs", {}).items() if not k.startswith("whole")}
    return schema


def keys(name: str) -> list[tuple[str, dict[str, Any]]]:
    found = [item for part in parts(without_whole(name)) for item in part.get("properties", {}).items()]
    return [(key, schema) for key, schema in found if "not" not in schema]


def told(schema: dict[str, Any], name: str, keyword: str) -> Any:
    while keyword not in schema and "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        name = file or name
        schema = _document(name)
        for step in pointer.split("/")[1:]:
            schema = schema[step]
    return schema.get(keyword)


@pytest.mark.parametrize("name", FILES)
def test_schema_is_a_json_schema(name: str) -> None:
    from jsonschema import Draft202012Validator

    schema = _document(name)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == name
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", FILES)
def test_every_key_is_described_with_examples(name: str) -> None:
    lacking = [k for k, s in keys(name) if not told(s, name, "description") or not told(s, name, "examples")]
    assert lacking == []
    unfinished = [k for k, s in keys(name) if not told(s, name, "description").endswith(".")]
    assert unfinished == []


@pytest.mark.parametrize("name", FILES)
def test_examples_fit(name: str) -> None:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    registry = Registry().with_resources([(n, Resource.from_contents(_document(n))) for n in FILES])
    for part in parts(without_whole(name)):
        for example in part.get("examples", ()):
            schema = {"$id": f"test:{name}", **part, "$defs": _document(name).get("$defs", {})}
            errors = [error.message for error in Draft202012Validator(schema, registry=registry).iter_errors(example)]
            assert errors == [], (part, example)


@pytest.mark.parametrize("name", FILES)
def test_unknown_keys_are_refused_everywhere(name: str) -> None:
    open_maps = [s for s in parts(without_whole(name)) if "properties" in s and "additionalProperties" not in s]
    # A union says in each branch which keys there are; in some, keys are named that exclude each other.
    left = [s for s in open_maps if "if" not in s and not any("not" in p for p in s["properties"].values())]
    assert left == []


@pytest.mark.parametrize("name", FILES)
def test_maps_of_names_say_what_a_name_is(name: str) -> None:
    tables = [s for s in parts(without_whole(name)) if isinstance(s.get("additionalProperties"), dict)]
    assert [s for s in tables if "propertyNames" not in s] == []


@pytest.mark.parametrize("name", FILES)
def test_unions_are_never_guessed(name: str) -> None:
    assert [s for s in parts(_document(name)) if "oneOf" in s or "anyOf" in s] == []


@pytest.mark.parametrize("name", FILES)
def test_every_pattern_says_what_it_wants(name: str) -> None:
    with_pattern = [s for s in parts(_document(name)) if "pattern" in s]
    assert [s for s in with_pattern if "patternErrorMessage" not in s] == []
    assert [s["pattern"] for s in with_pattern if s["pattern"][0] != "^" or s["pattern"][-1] != "$"] == []


def test_expressions_have_known_places_and_types() -> None:
    leaves = [s["expression"] for s in parts(_document("profile.schema.json")) if "expression" in s]
    assert {leaf["place"] for leaf in leaves} == PLACES
    assert {leaf["type"] for leaf in leaves} == TYPES


def test_a_house_rule_has_the_keys_of_a_profile() -> None:
    profile = set(_document("profile.schema.json")["properties"])
    rule = set(_document("house-rule.schema.json")["properties"])
    assert profile - rule == {"profile", "extends", "abstract"}
    assert rule - profile == {"house_rule", "needs"}


def test_a_phase_that_is_changed_has_the_keys_of_all_phases() -> None:
    """A child says a new key of an inherited phase without its `do`: then `phase_part` has to know it."""
    defs = _document("profile.schema.json")["$defs"]
    found: dict[str, Any] = {}
    listed = {"do": {"$ref": "#/$defs/phase/properties/do"}}
    for verb in verbs():
        for key, schema in defs[f"{verb}_phase"]["properties"].items():
            if key != "do":
                listed.setdefault(key, {"$ref": f"#/$defs/{verb}_phase/properties/{key}"})
                assert found.setdefault(key, schema) == schema, f"{key!r} would mean two things in a child"
    assert defs["phase_part"]["properties"] == listed


# ---- Right documents


def problems_of(text: str, kind: Kind, partial: bool = False) -> list[Problem]:
    problems: list[Problem] = []
    node = parse(text.encode(), "x.yaml", problems)
    assert node is not None
    assert problems == []
    validate(node, kind, partial, problems)
    return problems


def shipped() -> list[Path]:
    return sorted(resources.profiles_folder().rglob("*.yaml"))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.name)
def test_shipped_file_fits(path: Path) -> None:
    kind: Kind = "cases" if path.name.endswith(".cases.yaml") else "profile"
    if path.parent.name == "house-rules" and kind == "profile":
        kind = "house-rule"
    assert problems_of(path.read_text("utf-8"), kind, partial=kind != "cases") == []


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_right_document(kind: Kind) -> None:
    assert problems_of(DOCUMENTS[kind], kind) == []
    assert problems_of(DOCUMENTS[kind], kind, partial=True) == []


def test_a_file_may_leave_out_and_take_away() -> None:
    text = "format: 1\nprofile: x\nextends: small\nphases: {auction: {bids: {number: {rank: 2}}}, swap: null}\n"
    assert problems_of(text, "profile", partial=True) == []
    assert problems_of("params: {goal: 8}\n", "profile", partial=True) == []


def test_an_abstract_profile_may_leave_out() -> None:
    text = "format: 1\nprofile: x\nabstract: true\nphases: {play: {do: play}}\n"
    assert problems_of(text, "profile") == []
    assert problems_of(text.replace("true", "false"), "profile") != []


# ---- Wrong documents: what is changed in a right one, and all that is then said

WRONG: list[tuple[Kind, str, str, str]] = [
    # unknown keys
    ("profile", "each: 2", "eech: 2", "13:20 S001 unknown key 'eech' in phase 'deal'"),
    ("profile", "rounds: one", "round: one", "17:5 S001 unknown key 'round' in phase 'auction'"),
    ("profile", "seats: 4", "seets: 4", "3:1 S001 unknown key 'seets' in this profile"),
    ("profile", "all_pass: redeal", "show: true", "22:5 S001 unknown key 'show' in phase 'auction'"),
    ("profile", "when: made", "wenn: made", "39:25 S001 unknown key 'wenn' in score row 'made'"),
    ("profile", "public: count", "publik: count", "28:49 S001 unknown key 'publik' in step 'bury'"),
    ("profile", "check: deal", "chek: deal", "42:33 S001 unknown key 'chek' in 'game'"),
    ("house-rule", "may_pass", "maypass", "5:13 S001 unknown key 'maypass' in phase 'auction'"),
    ("house-rule", "game:", "extends: small\ngame:", "6:1 S001 unknown key 'extends' in this house rule"),
    ("cases", "wins: AH", "wins: AH, winner: AH", "6:65 S001 unknown key 'winner' in 'trick'"),
    # missing keys
    ("profile", "format: 1\n", "", "1:1 S002 missing key 'format' in this profile"),
    (
        "profile",
        "flow: [deal, auction, name, swap, play]\n",
        "",
        "1:1 S002 missing key 'flow' in this profile",
    ),
    ("profile", ", add: 1}", "}", "39:3 S002 missing key 'add' in score row 'made'"),
    ("profile", "rank: bid.level, ", "", "19:7 S002 missing key 'rank' in bid 'number'"),
    (
        "profile",
        "do: deal, ",
        "",
        "13:3 S002 phase 'deal': nothing of this name is inherited, so `do` has to be here",
    ),
    ("profile", "at: turn, ", "", "37:7 S002 missing key 'at' in claim 'sing'"),
    ("profile", ", yes: true", "", "37:7 S002 missing key 'yes' in claim 'sing', which 'ask' needs"),
    (
        "profile",
        "check: deal",
        "over: deal > 8",
        "42:1 S002 missing key 'winner' in 'game', which 'over' needs",
    ),
    (
        "profile",
        "{who: declarer, take: kitty}",
        "{who: declarer}",
        "27:7 S002 step 'take': one of take, give has to be here",
    ),
    ("house-rule", "{after: auction}", "{}", "3:8 S002 missing key 'after' in move 'swap'"),
    (
        "cases",
        "    source: S0\n    trick",
        "    trick",
        "4:3 S002 missing key 'source' in case 'the ace is best'",
    ),
    (
        "cases",
        "    score: {bid: 4, books: [7, 6], points: [1, 0]}\n",
        "",
        "7:3 S002 case 'the score': one of trick, legal, auction, score, record, game has to be here",
    ),
    # wrong types
    ("profile", "goal: 7", 'goal: "7"', "41:16 S003 found the text '7', expected a whole number"),
    ("profile", "goal: 7", "goal: 7.5", "41:16 S003 found the number 7.5, expected a whole number"),
    ("profile", "goal: 7", "goal: true", "41:16 S003 found true, expected a whole number"),
    (
        "profile",
        "made: declarers.books > 6",
        "made: 6",
        "40:7 S003 found the number 6, expected a condition",
    ),
    (
        "profile",
        "each: 2",
        "each: [2]",
        "13:26 S003 found a list, expected a whole number or an expression for one",
    ),
    (
        "profile",
        "leader: declarer",
        "leader: 2",
        "32:13 S003 found the number 2, expected a seat such as left(dealer)",
    ),
    ("profile", "trump: [S, H, D, C]", "trump: S H", "23:50 S003 found the text 'S H', expected a list"),
    (
        "profile",
        "level: 1..7",
        "level: true",
        "19:23 S003 found true, expected text, a whole number or a list",
    ),
    (
        "profile",
        "deal: {do: deal, each: 2, kitty: 4}",
        "deal: deal",
        "13:9 S003 found the text 'deal', expected a map of `key: value`",
    ),
    (
        "profile",
        "[deal, auction, name, swap, play]",
        "{swap: {after: auction}}",
        "11:7 S003 the flow has to be a list of phases here: nothing is inherited in which they could be moved",
    ),
    ("cases", "[7, 6]", "[7, six]", "9:32 S003 found the text 'six', expected a whole number"),
    # wrong words
    ("profile", "format: 1", "format: 2", "1:9 S004 found the number 2, expected 1"),
    (
        "profile",
        "do: exchange",
        "do: exchanje",
        f"25:9 S004 found the text 'exchanje', expected one of: {', '.join(verbs())}",
    ),
    ("profile", "rounds: one", "rounds: two", "17:13 S004 found the text 'two', expected one of: one, open"),
    (
        "profile",
        "take: kitty",
        "take: talon",
        "27:35 S004 found the text 'talon', expected one of: kitty, out",
    ),
    (
        "profile",
        "to: declarers",
        "to: winner",
        "39:14 S004 found the text 'winner', expected one of: declarers, defenders, sides",
    ),
    ("profile", "then: end_deal", "then: end", "37:85 S004 found the text 'end', expected end_deal"),
    # texts and names of a wrong form
    (
        "profile",
        "first: lot",
        "first: seat",
        "7:17 S005 found the text 'seat', expected one of lot, seat(n), draw(CLASS)",
    ),
    (
        "profile",
        "check: deal",
        "tie: lowest(total)",
        "42:38 S005 found the text 'lowest(total)', expected one of declarers, defenders, draw, highest(total)",
    ),
    (
        "profile",
        "name: {do",
        "Name: {do",
        "23:3 S006 found the name 'Name', expected a lower-case word of letters, digits and _ "
        "that starts with a letter",
    ),
    (
        "profile",
        "{jokers: []}",
        "{jokers: [B J]}",
        "6:18 S005 found the text 'B J', expected one word, without blanks",
    ),
    # sizes
    ("profile", "[S, H, D, C]", "[]", "23:50 S007 found a list of 0, expected at least 1 item"),
    (
        "profile",
        "seats: 4",
        f"seats: 4\ntitle: {'x' * 121}",
        "4:8 S007 found a text of 121, expected at most 120 characters",
    ),
    (
        "cases",
        "[1, 0]",
        "[1]",
        "9:44 S007 two whole numbers are wanted here, such as [7, 6]: one for each side",
    ),
    ("profile", "goal: 7", "goal: 7000000", "41:16 S008 found the number 7000000, expected at most 1000000"),
    ("cases", "wins: AH", "wins: AH, number: 0", "6:73 S008 found the number 0, expected at least 1"),
    # what doesn't go together
    (
        "profile",
        "give: 4,",
        "give: 4, take: out,",
        "28:38 S009 a step takes or gives, not both: make two steps of it",
    ),
    (
        "cases",
        "wins: AH}",
        "wins: AH}\n    record: {hands: {}, then: {}}",
        "7:5 S009 a case shows one thing: one of trick, legal, auction, score, record, game",
    ),
    ("profile", "[up, down]", "[up, down, up]", "19:45 S010 found the text 'up' twice in this list"),
    (
        "profile",
        "check: deal",
        "lose: null",
        "42:39 S011 found null, which takes away what is inherited, but nothing is inherited here",
    ),
]


def shown(problem: Problem) -> str:
    assert problem.place is not None
    return f"{problem.place.line}:{problem.place.column} {problem.code} {problem.message}"


@pytest.mark.parametrize(("kind", "old", "new", "expected"), WRONG, ids=lambda value: value[:30].strip())
def test_one_mistake_is_one_problem(kind: Kind, old: str, new: str, expected: str) -> None:
    text = DOCUMENTS[kind]
    assert text.count(old) == 1
    assert [shown(problem) for problem in problems_of(text.replace(old, new), kind)] == [expected]


HELP = [
    ("each: 2", "eech: 2", "did you mean 'each'?"),
    (
        "each: 2",
        "each: 2, show: true",
        f"'show' belongs in a phase with do: exchange; keys here: {KEYS_OF_DEAL}",
    ),
    ("goal: 7", 'goal: "7"', "take the quotes away"),
    ("seats: 4", "seats: 4\nabstract: no", "write false, without quotes"),
    ("seats: 4", "seats: 4\ntitle: 7", 'put it in quotes: "7"'),
    ("[S, H, D, C]", "S H", "write it as a list: [S, H]"),
    ("rounds: one", "rounds: opn", "did you mean 'open'?"),
    ("do: deal, ", "", "do: What happens in this phase: "),
    (", add: 1}", "}", "add: How many points are added; "),
]


@pytest.mark.parametrize(("old", "new", "expected"), HELP)
def test_help(old: str, new: str, expected: str) -> None:
    (problem,) = problems_of(WHOLE.replace(old, new, 1), "profile")
    assert (problem.help or "").startswith(expected)


def test_two_mistakes_are_two_problems() -> None:
    text = WHOLE.replace("each: 2", "eech: 2").replace("rounds: one", "rounds: two")
    assert sorted(problem.code for problem in problems_of(text, "profile")) == ["S001", "S004"]


def test_a_value_that_replaces_another_names_both_places() -> None:
    problems: list[Problem] = []
    node = parse(WHOLE.replace("seats: 4", "seats: 5").encode(), "child.yaml", problems)
    parent = parse(WHOLE.encode(), "parent.yaml", problems)
    assert isinstance(node, Mapping)
    assert isinstance(parent, Mapping)
    node.entries["seats"].replaced = parent.entries["seats"]
    validate(node, "profile", False, problems)
    ((text, place),) = problems[0].notes
    assert (text, str(place)) == ("it replaces what stands here", "parent.yaml:3:8")


def test_many_faults_are_cut_short() -> None:
    text = WHOLE + "".join(f"key{number}: 1\n" for number in range(9_000))
    start = process_time()
    problems = problems_of(text, "profile")
    assert process_time() - start < 5
    assert len(problems) == MAX_FAULTS + 1
    assert problems[-1].code == "S012"


def test_long_lists_are_checked_fast() -> None:
    items = ", ".join(f"{number}, w{number}" for number in range(9_000))
    start = process_time()
    assert problems_of(WHOLE.replace("[S, H, D, C]", f"[{items}]"), "profile") == []
    assert process_time() - start < 10


def test_root_that_is_no_map() -> None:
    (problem,) = problems_of("- 1\n", "profile")
    assert shown(problem) == "1:1 S003 found a list, expected a map of `key: value`"


# ---- Unions

DO = ["deal", "bid", "choose", "exchange", "play"]


def faults_of(document: object, kind: Kind, partial: bool = False) -> list[tuple[tuple[str | int, ...], str]]:
    """Return for each fault of plain data where it is and what is wrong."""
    found = faults(document, kind, partial=partial)
    return [(fault.path if fault.key is None else (*fault.path, fault.key), fault.message) for fault in found]


FOREIGN = {"deal": "leader", "bid": "pick", "choose": "each", "exchange": "beats", "play": "steps"}


@pytest.mark.parametrize("do", DO)
def test_a_phase_is_judged_by_its_verb_alone(do: str) -> None:
    phase = {"do": do, FOREIGN[do]: {}}
    found = faults_of({"phases": {"p": phase}}, "profile", partial=True)
    assert found == [(("phases", "p", FOREIGN[do]), f"unknown key '{FOREIGN[do]}' in phase 'p'")]


@pytest.mark.parametrize("value", ["dael", 1, None, [], {}])
def test_a_wrong_verb_is_all_that_is_said(value: object) -> None:
    found = faults_of({"phases": {"p": {"do": value, "nonsense": 1}}}, "profile", partial=True)
    assert len(found) == 1


@pytest.mark.parametrize("key", ["each", "bids", "pick", "steps", "leader"])
def test_a_part_of_a_phase_may_have_the_keys_of_any_verb(key: str) -> None:
    (fault,) = faults_of({"phases": {"p": {key: True}}}, "house-rule", partial=True)
    assert fault[0] == ("phases", "p", key)
    assert "found true" in fault[1]


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        yield from paths(inner, (*path, key))


PLAIN = data(parse(WHOLE.encode(), "x.yaml", []) or pytest.fail("not read"))
PATHS = [path for path in paths(PLAIN) if path and path[-1] != "do"]


@given(
    st.sampled_from(PATHS),
    st.one_of(st.integers(), st.text(max_size=8), st.booleans(), st.just([]), st.none()),
)
def test_one_wrong_value_is_at_most_one_fault(path: tuple[str | int, ...], value: object) -> None:
    document: Any = deepcopy(PLAIN)
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    assert len(faults_of(document, "profile")) <= 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["phases", "do", "bids", "score", "n", "bid", "flow", "cases", "trick"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from(["profile", "house-rule", "cases", "record-header", "record-event"]), st.booleans())
def test_nothing_makes_it_fail(document: object, kind: Kind, partial: bool) -> None:
    assert isinstance(faults_of(document, kind, partial), list)


@pytest.mark.parametrize("name", sorted(path.name for path in resources.profiles_folder().rglob("*.yaml")))
def test_what_is_remembered_of_maps_that_fit_changes_nothing(name: str) -> None:
    """A document is judged alike, and has the same expressions, whether its maps, or wrong ones, were seen before."""
    kind: Kind = "cases" if name.endswith(".cases.yaml") else "profile"
    [path] = resources.profiles_folder().rglob(name)
    document = data(parse(path.read_bytes(), name, []) or pytest.fail("not read"))
    assert isinstance(document, dict)
    kind = "house-rule" if "house_rule" in document else kind
    wrong = deepcopy(document)
    maps = [key for key, value in wrong.items() if isinstance(value, dict)]
    for key in maps[::2]:
        wrong[key]["odd"] = [1.5]

    def judged(which: object, anew: bool) -> tuple[list[Fault], dict[Any, Any]]:
        if anew:
            _FITTING.clear()
        found: dict[Any, Any] = {}
        return faults(which, kind, partial=True, expressions=found), found

    for one in (document, wrong):
        alone = judged(one, anew=True)
        for before in (document, wrong, one):
            judged(before, anew=False)
            assert judged(one, anew=False) == alone


# ---- Expressions


def leaves(text: str) -> dict[str, tuple[str, str, str]]:
    node = parse(text.encode(), "x.yaml", [])
    assert node is not None
    found = expressions(node)
    assert all(isinstance(leaf.scalar, Scalar) for leaf in found)
    return {".".join(map(str, leaf.path)): (leaf.scalar.text, leaf.place, leaf.type) for leaf in found}


def test_expressions_of_a_profile() -> None:
    assert leaves(WHOLE) == {
        "dealer.next": ("left(dealer)", "seat", "seat"),
        "phases.deal.each": ("2", "params", "integer"),
        "phases.deal.kitty": ("4", "params", "integer"),
        "phases.auction.start": ("left(dealer)", "seat", "seat"),
        "phases.auction.bids.number.level": ("1..7", "params", "range"),
        "phases.auction.bids.number.rank": ("bid.level", "rank", "integer"),
        "phases.auction.beats": ("bid.rank > high.rank", "call", "boolean"),
        "phases.auction.calls.redeal.when": ("spoken == 0", "call", "boolean"),
        "phases.name.by": ("declarer", "seat", "seat"),
        "phases.swap.steps.take.who": ("declarer", "who", "who"),
        "phases.swap.steps.bury.who": ("declarer", "who", "who"),
        "phases.swap.steps.bury.give": ("4", "params", "integer"),
        "phases.swap.steps.drop.who": ("others", "who", "who"),
        "phases.swap.steps.drop.of": ("card in jokers", "exchange", "boolean"),
        "phases.play.leader": ("declarer", "seat", "seat"),
        "phases.play.follow.suit": ("suit(card) == led", "play", "boolean"),
        "phases.play.opening.set.trump": ("suit(card)", "play", "value"),
        "phases.play.books.declarers": ("1", "params", "integer"),
        "phases.play.claims.sing.when": ("trick == 1", "claim", "boolean"),
        "phases.play.claims.sing.ask": ("partner(me)", "claim", "seat"),
        "phases.play.claims.sing.yes": ("true", "claim", "boolean"),
        "phases.play.claims.sing.add": ("2", "claim", "integer"),
        "score.made.when": ("made", "score", "boolean"),
        "score.made.add": ("1", "score", "integer"),
        "made": ("declarers.books > 6", "score", "boolean"),
        "game.win": ("mine.total >= goal", "game", "boolean"),
    }


def test_expressions_of_a_house_rule() -> None:
    assert leaves(RULE) == {
        "phases.auction.may_pass": ("not stuck", "call", "boolean"),
        "game.lose": ("inherited or mine.total < 0", "game", "boolean"),
    }


def test_what_has_a_wrong_type_is_no_expression() -> None:
    assert leaves("profile: x\ngame: {win: 3, lose: [1], over: null}\nphases: {deal: {each: true}}\n") == {}


def test_meaning_of_a_key() -> None:
    beats = meaning("profile", ("phases", "auction", "beats"))
    assert beats is not None
    assert (beats.place, beats.type) == ("call", "boolean")
    assert meaning("house-rule", ("phases", "auction", "beats")) == beats
    assert "bid.rank > high.rank" in beats.examples
    assert meaning("profile", ("phases", "auction", "nonsense")) is None


# ---- Records

HEADER = {
    "bidwhist": "record",
    "format": 1,
    "reference": "pagat-54+min-4",
    "hash": "0f" * 32,
    "title": "Bid Whist",
    "profile": {"format": 1},
    "seats": {"north": "random", "east": "rules", "south": "human", "west": "rules"},
    "first_dealer": "north",
    "seed": None,
    "made_by": "bidwhist 0.1.0",
}
EVENTS = [
    {"n": 1, "deal": ["AS", "BJ"], "draw_order": ["BJ"], "kitty": [1, 2]},
    {"n": 2, "seat": "east", "call": "pass"},
    {"n": 3, "seat": "south", "bid": {"kind": "suit", "level": 3, "dir": "up"}, "note": "bold"},
    {"n": 4, "seat": "south", "choose": {"trump": "S"}},
    {"n": 5, "seat": "south", "give": "4D"},
    {"n": 6, "seat": "south", "play": "AS"},
    {"n": 7, "seat": "east", "claim": "sing"},
]


def test_right_record() -> None:
    assert faults_of(HEADER, "record-header") == []
    assert [faults_of(event, "record-event") for event in EVENTS] == [[]] * len(EVENTS)


@pytest.mark.parametrize(
    ("event", "path", "message"),
    [
        ({"n": 1.0, "seat": "east", "call": "pass"}, ("n",), "found the number 1.0, expected a whole number"),
        (
            {"n": 2, "seat": "est", "call": "pass"},
            ("seat",),
            "found the text 'est', expected one of: north, east, south, west",
        ),
        ({"n": 2, "call": "pass"}, ("seat",), "missing key 'seat' in this event"),
        ({"n": 2, "seat": "east", "call": "pass", "bid": {}}, ("bid",), "unknown key 'bid' in this event"),
        ({"n": 2, "seat": "east", "bid": {"level": 3}}, ("bid", "kind"), "missing key 'kind' in 'bid'"),
        (
            {"n": 2, "seat": "east"},
            ("play",),
            "this event: one of deal, call, bid, choose, give, play, claim has to be here",
        ),
        ({"n": 2, "deal": ["AS", "AS"]}, ("deal", 1), "found the text 'AS' twice in this list"),
    ],
)
def test_wrong_event(event: object, path: tuple[str | int, ...], message: str) -> None:
    assert faults_of(event, "record-event") == [(path, message)]


def test_wrong_header() -> None:
    wrong = {**HEADER, "hash": "xyz"}
    assert faults_of(wrong, "record-header") == [(("hash",), "found the text 'xyz', expected 64 digits of 0-9 and a-f")]


# ---- Where the files are


def test_folders_of_a_checkout_and_of_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (resources.schema_folder() / "profile.schema.json").is_file()
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "interpreter" / "resources.py"))
    find = resources._data_folder.__wrapped__
    (tmp_path / "schema").mkdir()  # somebody else's
    assert find() == tmp_path / "interpreter" / "_data"
    (tmp_path / "profiles").mkdir()
    (tmp_path / "schema" / "profile.schema.json").touch()
    assert find() == tmp_path


def test_jsonschema_is_imported_only_for_checking() -> None:
    program = "import interpreter.profile.schema, sys; print({'jsonschema', 'yaml'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
