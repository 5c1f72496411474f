"""The expression language: reading, checking, running; every problem code with its exact span."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import Place, Problem
from interpreter.expression import parse as parse_module
from interpreter.expression import tree
from interpreter.expression.check import check, reads
from interpreter.expression.compile import Compiled, Native, compile
from interpreter.expression.names import resolve
from interpreter.expression.parse import parse, parse_meant, parse_range
from interpreter.expression.tree import Expr, walk
from interpreter.expression.types import BOOL, CARD, CARDS, INT, SEAT, SIDE, Define, Function, Scope, Type

PACKAGE = Path(tree.__file__).parent


@dataclass(frozen=True)
class Line:
    """An origin of one line."""

    text: str

    def place_of(self, start: int, end: int) -> Place:
        return Place("t", 1, start + 1, end + 1, self.text)


def read(text: str) -> Expr:
    problems: list[Problem] = []
    line = Line(text)
    found = parse(text, line, problems, line.place_of)
    assert found is not None, problems
    return found


def mistakes(text: str) -> list[Problem]:
    problems: list[Problem] = []
    line = Line(text)
    assert parse(text, line, problems, line.place_of) is None
    return problems


def unmark(marked: str) -> tuple[str, tuple[int, int]]:
    """Split `a «=» b` into the text and the span between the marks."""
    before, span, after = re.split("[«»]", marked)
    return before + span + after, (len(before), len(before) + len(span))


def cases(table: str) -> list[tuple[str, str]]:
    """Split lines of a code and a marked text."""
    return [(line[:4], line[5:]) for line in table.strip("\n").splitlines()]


def span(problem: Problem) -> tuple[int, int]:
    assert problem.place is not None
    return problem.place.column - 1, problem.place.end_column - 1


DIR = Type("dir", ("up", "down"))
TRUMP = Type("trump", ("S", "H", "D", "C", "none"))
SUIT = Type("suit", ("S", "H", "D", "C", "trumps", "none"))
SCOPE = Scope(
    place="the test",
    names={
        "n": INT,
        "m": INT,
        "yes": BOOL,
        "no": BOOL,
        "me": SEAT,
        "dealer": SEAT,
        "winner": SIDE,
        "card": CARD,
        "hand": CARDS,
        "contract.level": INT,
        "contract.dir": DIR,
        "contract.trump": TRUMP,
        "led": SUIT,
    },
    elsewhere={"high.rank": "known while bidding", "lot()": "known for the dealer"},
    params={"goal": 7, "nil": 0, "debt": -3},
    words={"up": ("dir",), "down": ("dir",), "none": ("trump", "suit"), "trumps": ("suit",)}
    | dict.fromkeys("SHDC", ("trump", "suit")),
    classes={"jokers": frozenset(), "tops": frozenset({"contract.trump"})},
    cards=frozenset({"BJ", "LJ", "2S", "QS"}),
    defines={
        "over": Define(INT, frozenset({"n", "m"})),
        "two": Define(INT),
        "hidden": Define(INT, frozenset({"high.rank"})),
    },
    quantities=frozenset({"total", "sets"}),
    functions={
        "suit": Function((CARD,), SUIT, frozenset({"contract.trump"})),
        "left": Function((SEAT,), SEAT),
        "highest": Function((), SIDE, frozenset({"first.total"})),
        "lowest": Function((), SIDE),
    },
)
JOKERS = frozenset({"BJ", "LJ"})
TRUMPS = frozenset({"contract.trump"})
TABLES: dict[str, Any] = {
    "classes": {
        "jokers": JOKERS,
        "tops": Native(lambda env: frozenset({"2S", env["contract.trump"]}), TRUMPS),
    },
    "functions": {
        "suit": Native(lambda env, card: env["contract.trump"] if card in JOKERS else card[1], TRUMPS),
        "left": lambda env, seat: (seat + 1) % 4,
        "highest": lambda env, quantity: len(quantity),
        "lowest": lambda env, quantity: -len(quantity),
    },
    "defines": {
        "over": Compiled(lambda env: env["n"] - env["m"], frozenset({"n", "m"})),
        "two": Compiled(lambda env: 2, frozenset(), 2),
    },
}
ENV: dict[str, Any] = {
    "n": 5,
    "m": -2,
    "yes": True,
    "no": False,
    "me": 3,
    "dealer": 0,
    "winner": 1,
    "card": "QS",
    "hand": frozenset({"BJ", "2S", "QS"}),
    "contract.level": 4,
    "contract.dir": "down",
    "contract.trump": "H",
    "led": "S",
}


def checked(text: str, expected: Type | None = None) -> tuple[Expr, Type]:
    problems: list[Problem] = []
    result = check(read(text), SCOPE, expected, problems)
    assert problems == []
    return result


def faults(text: str, expected: Type | None = None) -> list[Problem]:
    problems: list[Problem] = []
    check(read(text), SCOPE, expected, problems)
    return problems


def value(text: str) -> Any:
    return compile(checked(text)[0], **TABLES).call(ENV)


# ---- reading

PRECEDENCE = {
    "a or b and c": "a or (b and c)",
    "a and b or c": "(a and b) or c",
    "a or b or c": "(a or b) or c",
    "not a and b": "(not a) and b",
    "not a == b": "not (a == b)",
    "a == b and c != d": "(a == b) and (c != d)",
    "a in b & c": "a in (b & c)",
    "a & b + c": "a & (b + c)",
    "a + b * c": "a + (b * c)",
    "a - b - c": "(a - b) - c",
    "a * b // c % d": "((a * b) // c) % d",
    "a < b + 1": "a < (b + 1)",
    "-a * b": "(-a) * b",
    "a - -b": "a - (-b)",
    "--a": "-(-a)",
    "-f(x)": "-(f(x))",
    "not not a": "not (not a)",
    "if a then b else c or d": "if a then b else (c or d)",
    "if a then b else if c then d else e": "if a then b else (if c then d else e)",
    "if if a then b else c then d else e": "if (if a then b else c) then d else e",
    "f(a or b, if a then b else c)": "f((a or b), (if a then b else c))",
}


@pytest.mark.parametrize(("plain", "grouped"), PRECEDENCE.items())
def test_precedence(plain: str, grouped: str) -> None:
    assert read(plain) == read(grouped)
    assert tree.format(read(grouped)) == plain


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("12", "int", 12),
        ("007", "int", 7),
        ("2S", "name", "2S"),
        ("QS", "name", "QS"),
        ("contract.level", "name", "contract.level"),
        ("true", "bool", True),
        ("false", "bool", False),
        ("iffy", "name", "iffy"),
        ("inherited", "name", "inherited"),
        (" ( a ) ", "name", "a"),
        ("f()", "call", "f"),
    ],
)
def test_atoms(text: str, op: str, value: object) -> None:
    found = read(text)
    assert (found.op, found.value) == (op, value)


def test_positions_hold_parentheses() -> None:
    text = "(a + b) * f( c )"
    found = read(text)
    assert [text[node.start : node.end] for node in tree.walk(found)] == [
        text,
        "(a + b)",
        "a",
        "b",
        "f( c )",
        "c",
    ]
    assert all(node.origin == Line(text) for node in tree.walk(found))


def test_same_text_elsewhere_has_its_own_origin() -> None:
    first, second = Line("a + b"), Line("a + b")
    for line in (first, second):
        found = parse(line.text, line, [], line.place_of)
        assert found is not None
        assert found.args[0].origin is line


SYNTAX = cases("""
E003 «1000000000» + 1
E004 a «=» b
E004 a «===» b
E004 a «=>» b
E004 a «=<» b
E004 a «<>» b
E004 a «≠» b
E004 a «&&» b
E004 a «||» b
E004 a «|» b
E004 «!»a
E004 a «/» b
E004 a «?» b : c
E004 «'up'» == b
E004 b == «"up"»
E004 a «**» b
E004 «1.5» + a
E004 a« . »b
E004 a > 1 «&» b > 2
E004 «if»(a, 1, 2)
E004 «IF»(a; 1; 2) + b
E004 a in «[S, H]»
E005 «left dealer»
E005 a + «+»5
E004 a «$» b
E004 a«[»1]
E004 1«..»2
E004 1«_»000
E004 a «§»
E005 a «b»
E005 if a «b» else c
E005 if a then b «then» c
E005 a «if» b else c
E005 a + «if» b then c else d
E005 a == «not» b
E005 a «not» in b
E005 a «AND» b
E005 «NOT» a
E005 a «is» b
E005 «else»
E005 f(a,«)»
E005 («)»
E005 f(a «b»)
E005 a«,» b
E005 «==» 3
E005 a + «*» b
E006 «  »
E006 a «+»
E006 if a then «b»
E006 if «abc»
E006 if a then b «else»
E006 not «not»
E006 f«(»
E007 «(»a + b
E007 a + b«)»
E007 f«(»a
E007 if «(»a == b then 1 else 2
E007 a «)»(
E008 a < b «<» c
E008 a == b «==» c
E008 a != b «!=» c
E008 a in b «in» c
""")


@pytest.mark.parametrize(("code", "marked"), SYNTAX)
def test_syntax_problems(code: str, marked: str) -> None:
    text, expected = unmark(marked)
    [problem] = mistakes(text)
    assert (problem.code, span(problem)) == (code, expected), problem.message


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("a = b", "write == to compare"),
        ("a && b", "write and"),
        ("a / b", "write // for division; it rounds down"),
        ("a ? b : c", "write: if a then b else c"),
        ("if a then b", "write: if C then A else B"),
        ("a < b < c", "write such as a < b and b < c"),
        ("a not in b", "write such as: not card in jokers"),
        ("'up' == b", "write the word alone"),
        ("a > 1 & b > 2", "write and"),
        ("IF(a; 1; 2)", "write: if a then 1 else 2"),
        ("b and a in [S, H]", "write (a == S or a == H)"),
        ("a.b not in (S, H)", "write (a.b != S and a.b != H)"),
        ("left dealer", "write left(dealer)"),
        ("left of the dealer", "write left(dealer)"),
        ("partner of b.c + 1", "write partner(b.c)"),
        ("+5", "leave the + out"),
    ],
)
def test_advice(text: str, advice: str) -> None:
    assert mistakes(text)[0].help == advice


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        ("a «=» b «&&» c", "a == b and c"),
        ("a «/» b", "a // b"),
        ("«!»a «||» b", "not a or b"),
        ("a «is» b «x» c", "a == b * c"),
        ("a «=» b «=» c", None),
        ("a «=» b +", None),
        ("a «b»", None),
        ("a «=» b c", None),
        ("a =«=<» b", None),
    ],
)
def test_other_spellings_are_put_right_to_see_what_else_is_wrong(marked: str, meant: str | None) -> None:
    text = re.sub("[«»]", "", marked)
    spans = [
        (found.start() - 2 * at, found.end() - 2 * at - 2) for at, found in enumerate(re.finditer("«.*?»", marked))
    ]
    assert [span(problem) for problem in mistakes(text)] == spans
    found = parse_meant(text, Line(text))
    assert (None if found is None else str(found)) == meant
    assert all(text[node.start : node.end] == node.value for node in walk(found or Expr("int", 1)) if node.op == "name")


@pytest.mark.parametrize(
    ("text", "least", "most"), [("1..7", 1, 7), (" min_bid .. 7", "min_bid", 7), ("a.b..c", "a.b", "c")]
)
def test_range(text: str, least: object, most: object) -> None:
    line = Line(text)
    found = parse_range(text, line, [], line.place_of)
    assert found is not None
    assert [end.value for end in found] == [least, most]
    assert found[0].origin is line


@pytest.mark.parametrize(
    "marked", ["«7»", "«1-7»", " «1...7»", "«-1..3»", "«x..» ", "«(1)..2»", "«1..2..3»", "«1 to 7»"]
)
def test_range_problems(marked: str) -> None:
    text, expected = unmark(marked)
    problems: list[Problem] = []
    assert parse_range(text, None, problems, Line(text).place_of) is None
    assert [(p.code, span(p)) for p in problems] == [("E009", expected)]


# ---- bounds


@pytest.mark.parametrize("part", ["(", "not ", "- ", "a+", "f(", "if ", "a ", "'", ". "])
@pytest.mark.parametrize("length", [1_900, 100_000])
def test_bounds_are_quick(part: str, length: int) -> None:
    read("a")  # the first call builds the parser
    text = part * (length // len(part)) + "a"
    start = time.perf_counter()
    [problem] = mistakes(text)
    assert time.perf_counter() - start < 0.3
    assert (problem.code == "E001") == (length > 2_000)
    assert problem.place is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a+" * 600 + "a", (0, 1121)),
        ("not " * 45 + "a", (160, 181)),
        ("-" * 45 + "a", (40, 46)),
        ("(" * 45 + "a" + ")" * 45, (40, 41)),
    ],
)
def test_too_deep(text: str, expected: tuple[int, int]) -> None:
    [problem] = mistakes(text)
    assert (problem.code, span(problem)) == ("E002", expected)


def test_longest_and_deepest() -> None:
    assert len(read("a + " * 39 + "a").args) == 2
    assert read("a".ljust(tree.MAX_LENGTH)).value == "a"
    [problem] = mistakes("a".ljust(tree.MAX_LENGTH + 1))
    assert (problem.code, span(problem)) == ("E001", (2000, 2001))


def test_inherited_is_bounded() -> None:
    """Doubling twenty times would make a million nodes."""
    grown = read("inherited + inherited")
    for _ in range(20):
        grown = tree.replace_name(read("inherited + inherited"), "inherited", grown)
    problems: list[Problem] = []
    start = time.perf_counter()
    check(grown, SCOPE, INT, problems)
    assert time.perf_counter() - start < 0.3
    assert [p.code for p in problems] == ["E001"]
    deep = read("n")
    for _ in range(50):
        deep = tree.replace_name(read("inherited + 1"), "inherited", deep)
    problems.clear()
    check(deep, SCOPE, INT, problems)
    assert [p.code for p in problems] == ["E002"]


ALPHABET = "aAS2 .,()+-*/%&|=!<>'\"?:[]\n\t_éµ٣"
WORDS = [
    "if ",
    "then ",
    "else ",
    "or ",
    "and ",
    "not ",
    "in ",
    "true ",
    "a ",
    "2S ",
    "3 ",
    "f(",
    ")",
    "==",
    "..",
    ",",
]


@settings(deadline=None)
@given(st.one_of(st.text(), st.text(ALPHABET), st.lists(st.sampled_from(WORDS)).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    line, problems = Line(text), list[Problem]()
    found = parse(text, line, problems, line.place_of)
    assert (found is None) == bool(problems)
    for problem in problems:
        start, end = span(problem)
        assert 0 <= start <= end <= max(len(text), 1)
        assert problem.message
    if found is not None:
        check(found, SCOPE, BOOL, problems)
    ends = parse_range(text, line, ranged := list[Problem](), line.place_of)
    assert (ends is None) == (len(ranged) == 1)


# ---- text and JSON

NAMES = st.from_regex(r"[a-z2]{0,2}[a-zA-Z]{1,3}(\.[a-z]{1,3})?", fullmatch=True).filter(
    lambda name: not tree.KEYWORDS & set(name.split(".")[:1]) or "." in name
)
LEAVES = st.one_of(
    st.integers(0, tree.MAX_NUMBER).map(lambda n: Expr("int", n)),
    st.booleans().map(lambda b: Expr("bool", b)),
    NAMES.map(lambda name: Expr("name", name)),
)


def _nodes(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda op, a, b: Expr(op, None, (a, b)), st.sampled_from(tree.BINARY), inner, inner),
        st.builds(lambda op, a: Expr(op, None, (a,)), st.sampled_from(("not", "neg")), inner),
        st.builds(lambda a, b, c: Expr("if", None, (a, b, c)), inner, inner, inner),
        st.builds(lambda f, args: Expr("call", f, tuple(args)), NAMES, st.lists(inner, max_size=3)),
    )


TREES = st.recursive(LEAVES, _nodes, max_leaves=20)


@settings(deadline=None)
@given(TREES)
def test_format_and_parse_are_inverse(expr: Expr) -> None:
    assert read(tree.format(expr)) == expr


@settings(deadline=None)
@given(TREES)
def test_json_round_trip(expr: Expr) -> None:
    assert tree.from_json(tree.to_json(expr)) == expr


@settings(deadline=None)
@given(TREES)
def test_parentheses_are_needed(expr: Expr) -> None:
    """Without any one pair of grouping parentheses, the text means something else, or nothing."""
    text = tree.format(expr)
    opened: list[int] = []
    for end, character in enumerate(text):
        if character == "(":
            opened.append(end)
        elif character == ")":
            start = opened.pop()
            if start == 0 or not (text[start - 1].isalnum() or text[start - 1] == "_"):
                bare = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
                assert parse(bare, None, [], Line(bare).place_of) != expr


@pytest.mark.parametrize("data", [None, [], [1], ["+", {}], ["int", 1.5], ["index", [1]], ["+", None, "a"]])
def test_from_json_refuses_other_shapes(data: object) -> None:
    with pytest.raises(ValueError, match="expression"):
        tree.from_json(data)


def test_from_json_refuses_depth() -> None:
    data: list[object] = ["int", 1]
    for _ in range(2_000):
        data = ["neg", None, data]
    with pytest.raises(ValueError, match="expression"):
        tree.from_json(data)


def test_checked_trees_have_text_and_json() -> None:
    for text in (
        "-goal + debt",
        "index(contract.dir) + two",
        "highest(total) == winner",
        "card in jokers & tops",
    ):
        found = checked(text)[0]
        assert tree.from_json(tree.to_json(found)) == found
    assert tree.format(checked("n - debt + goal")[0]) == "n - -3 + 7"
    assert tree.format(checked("index(contract.dir)")[0]) == "index(contract.dir)"
    assert tree.format(checked("highest(total)")[0]) == "highest(total)"


def test_replace_name() -> None:
    old = read("n + 1")
    new = tree.replace_name(read("inherited * (if yes then inherited else 2)"), "inherited", old)
    assert tree.format(new) == "(n + 1) * (if yes then n + 1 else 2)"
    assert new.args[0] is old
    same = read("n * 2")
    assert tree.replace_name(same, "inherited", old) is same
    assert tree.has_name(read("f(inherited)"), "inherited")
    assert not tree.has_name(new, "inherited")
    assert tree.size(new) == 10


# ---- checking

MISTAKES = cases("""
E010 n + «k» > 1
E010 «contract.lvl» > 1
E010 «left» == me
E010 «total» > 1
E010 «True»
E010 suit(card) == «leed»
E010 «x» == up
E011 «high.rank» > 1
E011 «lot»(card) == me
E012 «summ»(n) > 1
E012 «n»(2) > 1
E012 «tallest»(me)
E013 «suit()» == led
E013 «left(me, me)» == me
E013 «abs(1, 2)» > 1
E013 «count()» > 1
E013 «min(1)» > 1
E013 «cycle(1)» > 1
E013 «index()» > 1
E013 «highest()» == winner
E013 «highest(total, sets)» == winner
E014 yes and «n»
E014 «n» or yes
E014 not «n»
E014 «yes» + 1 > 2
E014 -«yes» > 1
E014 «me» < 2
E014 n < «yes»
E014 «n» in hand
E014 card in «card»
E014 count(hand & «card») > 1
E014 count(«n») > 1
E014 if «n» then yes else no
E014 if yes then «n» else no
E014 abs(«yes») > 1
E014 min(1, 2, «yes») > 1
E014 suit(«me») == led
E014 cycle(«yes», 1) > 1
E014 index(«n») > 1
E014 index(«up») > 1
E014 index(«if yes then up else contract.dir») > 1
E014 «n + 1»
E014 «up»
E014 «up» + 1 > 2
E015 «n == yes»
E015 «me == winner»
E015 «hand == jokers»
E015 «contract.dir == contract.trump»
E015 «up == none»
E015 no or «n == up»
E015 «me == 0»
E016 contract.dir == «none»
E016 «upp» != contract.dir
E016 contract.dir == «dwn»
E016 contract.trump == «trumps»
E017 (if yes then 1 else «no») == 1
E017 cycle(n, 1, «yes») == 1
E017 cycle(n, up, none, «1») == up
E018 n // «0» > 1
E018 n % «nil» > 1
E018 n // «m» > 1
E018 n // «(1 + 1)» > 1
E018 n % «-0» > 1
E019 highest(«total + 1») == winner
E019 highest(«totl») == winner
E019 lowest(«n») == winner
E020 «hidden» > 1
E021 yes or «inherited»
""")


@pytest.mark.parametrize(("code", "marked"), MISTAKES)
def test_check_problems(code: str, marked: str) -> None:
    text, expected = unmark(marked)
    problems = faults(text, BOOL)
    assert [(p.code, span(p)) for p in problems] == [(code, expected)], problems


WITH_GOAL = "compare something with it: such as contract.level >= goal"
ROUNDED = "leave it out: numbers are whole, and // rounds down"
KNOWN_HERE = "known here: contract.dir, contract.level, contract.trump, card, dealer, hand, led, m .."


@pytest.mark.parametrize(
    ("text", "expected", "message", "advice"),
    [
        (
            "contract.lvl > 1",
            BOOL,
            "unknown name 'contract.lvl' in the test",
            "did you mean 'contract.level'?",
        ),
        ("high.rank > 1", BOOL, "'high.rank' isn't known in the test: known while bidding", KNOWN_HERE),
        ("lot(1)", BOOL, "'lot' isn't known in the test: known for the dealer", KNOWN_HERE),
        (
            "hidden > 1",
            BOOL,
            "'hidden' can't be used in the test: it reads 'high.rank'",
            "known while bidding",
        ),
        ("contract.dir == none", BOOL, "'none' is a word of trump and suit, not of dir", "one of: up, down"),
        ("contract.dir == dwn", BOOL, "'dwn' isn't a word of dir", "did you mean 'down'?"),
        ("left == me", BOOL, "unknown name 'left' in the test", "left is a function: write left(..)"),
        ("n(1) > 1", BOOL, "unknown function 'n' in the test", "n is no function"),
        ("n + 1", BOOL, "the test wants a boolean, found 'n + 1', an integer", "compare it: such as n + 1 > 0"),
        ("n and yes", BOOL, "'and' wants a boolean, found 'n', an integer", "compare it: such as n > 0"),
        ("me == 0", BOOL, "'==' can't compare a seat with an integer", None),
        ("suit(card)", TRUMP, "'suit(card)' can give 'trumps', no word of trump", None),
        ("n // nil", INT, "'//' needs a number or param other than 0, found 'nil'", "it is 0"),
        (
            "highest(total + 1)",
            SIDE,
            "highest(..) wants the bare name of a quantity, found 'total + 1'",
            "did you mean 'total'?",
        ),
        ("left(me, me)", SEAT, "left(..) takes 1 value, found 2", None),
        (
            "count(hand, jokers)",
            INT,
            "count(..) takes 1 value, found 2",
            "write count(hand & jokers), the cards of both, or count(hand) + count(jokers)",
        ),
        ("card.suit == led", BOOL, "unknown name 'card.suit' in the test", "suit is a function: write suit(card)"),
        (
            "card.rank == led",
            BOOL,
            "unknown name 'card.rank' in the test",
            "card has no parts: write such as suit(card) or card in jokers",
        ),
        ("dealer.left", SEAT, "unknown name 'dealer.left' in the test", "left is a function: write left(dealer)"),
        ("hand.count > 1", BOOL, "unknown name 'hand.count' in the test", "count is a function: write count(hand)"),
        ("led.suit == S", BOOL, "unknown name 'led.suit' in the test", "led has no parts: write it alone"),
        ("n > one", BOOL, "unknown name 'one' in the test", "write 1"),
        ("nine", SEAT, "unknown name 'nine' in the test", "write a seat such as dealer, me, left(dealer)"),
        ("east", SEAT, "unknown name 'east' in the test", "write a seat such as dealer, me, left(dealer)"),
        ("joker", INT, "unknown name 'joker' in the test", "did you mean 'jokers'?"),
        ("dowm", INT, "unknown name 'dowm' in the test", None),
        ("goal", BOOL, "the test wants a boolean, found 'goal', an integer", WITH_GOAL),
        ("-2 * yes", INT, "'*' wants an integer, found 'yes', a boolean", "write (if yes then 1 else 0)"),
        ("n + hand", INT, "'+' wants an integer, found 'hand', a card set", "write count(hand)"),
        ("yes & n > 1", BOOL, "'&' is for card sets, found 'yes & n'", "write and"),
        ("round(n) > 1", BOOL, "unknown function 'round' in the test", ROUNDED),
        ("IF(yes, 1, 2)", INT, "unknown function 'IF' in the test", "write: if yes then 1 else 2"),
        ("if yes then 1 else no", None, "the values differ: 'no' is a boolean, another is an integer", None),
    ],
)
def test_check_messages(text: str, expected: Type | None, message: str, advice: str | None) -> None:
    [problem] = faults(text, expected)
    assert (problem.message, problem.help) == (message, advice)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("if yes then «none» else up", DIR),
        ("if yes then up else «zzz»", DIR),
        ("«contract.trump»", DIR),
        ("«n»", DIR),
        ("«led»", TRUMP),
    ],
)
def test_words_outside_the_expected_enum(marked: str, expected: Type) -> None:
    text, where = unmark(marked)
    assert [span(p) for p in faults(text, expected)] == [where]


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("if yes then S else none", TRUMP, Type("trump or suit", ("S", "none"))),
        ("cycle(n, H, D, S, C)", TRUMP, Type("trump or suit", ("H", "D", "S", "C"))),
        ("if yes then up else contract.dir", None, DIR),
        ("if yes then contract.trump else led", None, SUIT),
        ("contract.trump == led", BOOL, BOOL),
        ("highest(total)", SIDE, SIDE),
        ("if yes then hand else jokers", CARDS, CARDS),
        ("yes == (not no)", BOOL, BOOL),
        ("n // -2 + m % goal", INT, INT),
    ],
)
def test_types(text: str, expected: Type | None, found: Type) -> None:
    assert checked(text, expected)[1] == found


def test_several_mistakes_are_all_reported() -> None:
    assert [p.code for p in faults("x1 + 1 > 2 and n or (y1 == 2)", BOOL)] == ["E010", "E014", "E010"]


@pytest.mark.parametrize("first", ["(foo & bar)", "(n & m)", "(yes & n)"])
def test_mistakes_in_a_long_chain_are_found_in_one_walk(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(expr: Expr, scope: Scope) -> tuple[Expr, Type] | None:
        asked.append(str(expr))
        return resolve(expr, scope)

    monkeypatch.setattr("interpreter.expression.check.resolve", counted)
    assert faults(" & ".join([first, *["jokers"] * 12]), CARDS)
    assert len(asked) < 30


def test_an_unknown_name_is_compared_with_all_known_ones_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(word: str, *others: Any) -> list[str]:
        asked.append(word)
        return get_close_matches(word, *others)

    monkeypatch.setattr("difflib.get_close_matches", counted)
    scope = replace(SCOPE, params={f"thing_{number}": number for number in range(200)})
    for _ in range(2):
        problems: list[Problem] = []
        check(read("quite_another > thing_x7"), scope, BOOL, problems)
        assert [problem.help for problem in problems][1] == "did you mean 'thing_7'?"
    assert len(asked) < 50  # not one for each of the 200


def test_names_are_resolved() -> None:
    found = checked(
        "n + goal + two > index(contract.dir) and contract.dir == up and QS in tops or winner == lowest(sets)"
    )[0]
    ops = {(node.op, node.value) for node in tree.walk(found)}
    assert {
        ("name", "n"),
        ("int", 7),
        ("define", "two"),
        ("index", ("up", "down")),
        ("word", "up"),
        ("card", "QS"),
        ("class", "tops"),
        ("lowest", "sets"),
    } <= ops


READS = {
    "n + goal": {"n"},
    "over > 1 and card in jokers": {"n", "m", "card"},
    "card in tops": {"card", "contract.trump"},
    "suit(card) == led": {"card", "contract.trump", "led"},
    "left(me) == dealer": {"me", "dealer"},
    "index(contract.dir)": {"contract.dir"},
    "count(hand) + two": {"hand"},
}


@pytest.mark.parametrize(("text", "expected"), READS.items())
def test_reads(text: str, expected: set[str]) -> None:
    found = checked(text)[0]
    assert reads(found, SCOPE) == expected
    assert compile(found, **TABLES).reads == expected
    assert reads(checked("highest(total)")[0], SCOPE) == {"first.total"}


# ---- running

VALUES = {
    "n + m": 3,
    "n - 2": 3,
    "2 - n": -3,
    "n * m": -10,
    "m // 3": -1,
    "n % 3": 2,
    "m % 3": 1,
    "7 // 2": 3,
    "-n": -5,
    "n == 5": True,
    "5 != n": False,
    "3 < n": True,
    "n <= m": False,
    "n + 1 > m": True,
    "card in hand & jokers": False,
    "BJ in hand & jokers": True,
    "count(hand & jokers)": 1,
    "count(jokers)": 2,
    "QS in tops": False,
    "not yes": False,
    "yes and no or yes": True,
    "no or no or no or no or yes": True,
    "yes and yes and yes and yes and no": False,
    "if yes and n > 3 then 2 else 1": 2,
    "if false then n else m": -2,
    "true and n == 5": True,
    "false and n == 5": False,
    "true or yes": True,
    "true and true": True,
    "min(n, m)": -2,
    "max(1, n, m, 4)": 5,
    "abs(m)": 2,
    "cycle(n, H, D, S, C)": "H",
    "cycle(m, 10, 20, 30)": 10,
    "index(contract.dir)": 1,
    "index(suit(card)) + 1": 1,
    "suit(card) == led": True,
    "suit(BJ)": "H",
    "left(me) == dealer": True,
    "highest(total)": 5,
    "lowest(sets)": -4,
    "over + two": 9,
    "contract.dir == down": True,
    "if contract.trump == none then 2 else 1": 1,
}


@pytest.mark.parametrize(("text", "expected"), VALUES.items())
def test_values(text: str, expected: object) -> None:
    found = value(text)
    assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("2 * goal + two", 16),
        ("false and yes", False),
        ("n == 5", None),
        ("BJ in jokers", True),
        ("left(me)", None),
        ("if true then up else contract.dir", "up"),
        ("count(jokers) == 2 or yes", True),
    ],
)
def test_constants_are_folded(text: str, constant: object) -> None:
    assert compile(checked(text)[0], **TABLES).constant == constant


# A second opinion: the meaning of a parsed tree, written down plainly, without types, shapes or folding.


def evaluate(expr: Expr, env: dict[str, Any]) -> Any:
    if expr.op in ("int", "bool"):
        return expr.value
    if expr.op == "name":
        known = {"jokers": JOKERS, "goal": 7, "nil": 0, "debt": -3, "two": 2, "over": env["n"] - env["m"]}
        known["tops"] = frozenset({"2S", env["contract.trump"]})
        return (env | known).get(str(expr.value), expr.value)
    if expr.op == "if":
        return evaluate(expr.args[1 if evaluate(expr.args[0], env) else 2], env)
    values = [evaluate(arg, env) for arg in expr.args]
    if expr.op == "call":
        return {
            "min": lambda: min(values),
            "max": lambda: max(values),
            "abs": lambda: abs(values[0]),
            "count": lambda: len(values[0]),
            "cycle": lambda: [*values[1:]][(values[0] - 1) % (len(values) - 1)],
            "index": lambda: ["up", "down"].index(values[0]),
            "suit": lambda: env["contract.trump"] if values[0] in JOKERS else values[0][1],
            "left": lambda: (values[0] + 1) % 4,
        }[str(expr.value)]()
    if expr.op in ("not", "neg"):
        return not values[0] if expr.op == "not" else -values[0]
    a, b = values
    return {
        "or": lambda: a or b,
        "and": lambda: a and b,
        "==": lambda: a == b,
        "!=": lambda: a != b,
        "<": lambda: a < b,
        "<=": lambda: a <= b,
        ">": lambda: a > b,
        ">=": lambda: a >= b,
        "in": lambda: a in b,
        "&": lambda: a & b,
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "//": lambda: a // b,
        "%": lambda: a % b,
    }[expr.op]()


def _op(op: str, *args: Expr) -> Expr:
    return Expr(op, None, args)


def _call(name: str, *args: Expr) -> Expr:
    return Expr("call", name, args)


def _named(*names: str) -> st.SearchStrategy[Expr]:
    return st.sampled_from(names).map(lambda name: Expr("name", name))


SORTS = ("int", "bool", "seat", "card", "cards", "dir", "trump")
ATOMS = {
    "int": st.integers(0, 9).map(lambda n: Expr("int", n)) | _named("n", "m", "goal", "debt", "nil", "two", "over"),
    "bool": st.booleans().map(lambda b: Expr("bool", b)) | _named("yes", "no"),
    "seat": _named("me", "dealer"),
    "card": _named("card", "BJ", "2S", "QS"),
    "cards": _named("hand", "jokers", "tops"),
    "dir": _named("contract.dir"),
    "trump": _named("contract.trump", "led"),
}
WORDS_OF = {"dir": _named("up", "down"), "trump": _named("S", "H", "D", "C", "none")}


@st.composite
def typed(draw: st.DrawFn, sort: str, depth: int) -> Expr:
    """Draw a well-typed parsed tree of this sort."""

    def one(of: str) -> Expr:
        return draw(typed(of, depth - 1))

    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(ATOMS[sort])
    if draw(st.integers(0, 5)) == 0:
        return _op("if", one("bool"), one(sort), one(sort))
    if draw(st.integers(0, 9)) == 0:
        return _call("cycle", one("int"), *(one(sort) for _ in range(draw(st.integers(1, 3)))))
    choice = draw(st.integers(0, 5))
    match sort:
        case "int":
            divisor = draw(st.integers(1, 5).map(lambda n: Expr("int", n)) | _named("goal", "debt"))
            return [
                lambda: _op(draw(st.sampled_from("+-*")), one("int"), one("int")),
                lambda: _op(draw(st.sampled_from(("//", "%"))), one("int"), divisor),
                lambda: _op("neg", one("int")),
                lambda: _call(draw(st.sampled_from(("min", "max"))), one("int"), one("int"), one("int")),
                lambda: _call("abs", one("int")),
                lambda: draw(
                    st.just(_call("index", Expr("name", "contract.dir")))
                    | typed("cards", depth - 1).map(lambda c: _call("count", c))
                ),
            ][choice]()
        case "bool":
            kind = draw(st.sampled_from(("int", "bool", "seat", "card", "dir", "trump")))
            other = WORDS_OF.get(kind, typed(kind, depth - 1))
            return [
                lambda: _op(draw(st.sampled_from(("and", "or"))), one("bool"), one("bool")),
                lambda: _op("not", one("bool")),
                lambda: _op(draw(st.sampled_from(("<", "<=", ">", ">="))), one("int"), one("int")),
                lambda: _op(draw(st.sampled_from(("==", "!="))), one(kind), draw(other)),
                lambda: _op(draw(st.sampled_from(("==", "!="))), draw(other), one(kind)),
                lambda: _op("in", one("card"), one("cards")),
            ][choice]()
        case "seat":
            return _call("left", one("seat"))
        case "cards":
            return _op("&", one("cards"), one("cards"))
        case "trump":
            return _call("suit", one("card"))
    return draw(ATOMS[sort])


ENVS = st.fixed_dictionaries(
    {
        "n": st.integers(-9, 9),
        "m": st.integers(-9, 9),
        "yes": st.booleans(),
        "no": st.booleans(),
        "me": st.integers(0, 3),
        "dealer": st.integers(0, 3),
        "card": st.sampled_from(("BJ", "LJ", "2S", "QS")),
        "hand": st.frozensets(st.sampled_from(("BJ", "LJ", "2S", "QS"))),
        "contract.dir": st.sampled_from(("up", "down")),
        "contract.trump": st.sampled_from(("S", "H", "D", "C", "none")),
        "led": st.sampled_from(("S", "H", "D", "C")),
    }
)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(SORTS).flatmap(lambda sort: typed(sort, 4)), ENVS)
def test_values_against_a_plain_evaluator(expr: Expr, env: dict[str, Any]) -> None:
    problems: list[Problem] = []
    found, type_ = check(expr, SCOPE, None, problems)
    assert problems == []
    compiled = compile(found, **TABLES)
    assert compiled.reads == reads(found, SCOPE)
    expected = evaluate(expr, env)
    got = compiled.call({name: env[name] for name in compiled.reads})
    assert (type(got), got) == (type(expected), expected)
    assert compiled.constant in (None, expected)
    assert type_.words is None or got in type_.words
    again = compile(tree.from_json(tree.to_json(found)), **TABLES)
    assert again.call(env) == expected


# ---- the package


def test_every_code_has_a_case() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))
    tested = {code for code, _ in (*SYNTAX, *MISTAKES)} | {"E001", "E002", "E009"}
    assert set(re.findall(r"E0\d\d", sources)) == tested


def test_lark_is_imported_only_to_parse() -> None:
    modules = ", ".join(f"interpreter.expression.{path.stem}" for path in PACKAGE.glob("[a-z]*.py"))
    code = f"import sys, {modules}; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PACKAGE.parents[1], check=False).returncode == 0


@pytest.mark.parametrize("content", [None, b"", b"\x80\x04garbage", b"0" * 64 + b"\n\x80\x04."])
def test_the_grammar_s_table_is_kept_and_a_damaged_one_does_no_harm(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    table = tmp_path / "cache" / "grammar.table"
    if content is not None:
        table.parent.mkdir()
        table.write_bytes(content)
    make = parse_module._parser.__wrapped__
    first, kept = make().parse("1 + a * 2", start="expression"), table.read_bytes()
    assert kept != content
    assert (str(first), str(make().parse("1 + a * 2", start="expression"))) == ("1 + a * 2", "1 + a * 2")
    assert table.read_bytes() == kept
    assert capfd.readouterr() == ("", "")


def test_without_a_folder_for_it_the_grammar_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "file"))
    assert str(parse_module._parser.__wrapped__().parse("1 + a", start="expression")) == "1 + a"
