"""Reading YAML: what it means, where it stands, what is refused, and that nothing gets through."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import Problem
from interpreter.profile.source import Mapping, Node, Scalar, Sequence, data, parse
from interpreter.resources import MAX_BYTES

NEWLINES = ["\n", "\r\n", "\r"]
STYLES = ["", "'", '"', "|", ">"]
HAS_LIBYAML = hasattr(yaml, "CSafeLoader")


@pytest.fixture(params=["libyaml", "pure"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with both parsers."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not HAS_LIBYAML:
        pytest.skip("PyYAML without libyaml")
    return str(request.param)


def read(text: str | bytes) -> tuple[Node | None, list[Problem]]:
    problems: list[Problem] = []
    node = parse(text.encode() if isinstance(text, str) else text, "f.yaml", problems)
    return node, problems


def good(text: str) -> Node:
    node, problems = read(text)
    assert node is not None, problems
    assert problems == []
    return node


def at(node: Node | None, *path: str | int) -> Node:
    for step in path:
        if isinstance(node, Mapping):
            node = node.entries[str(step)]
        else:
            assert isinstance(node, Sequence)
            node = node.items[int(step)]
    assert node is not None
    return node


def leaf(node: Node | None, *path: str | int) -> Scalar:
    found = at(node, *path)
    assert isinstance(found, Scalar)
    return found


def where(problem: Problem) -> tuple[str, int, int]:
    assert problem.place is not None
    return problem.code, problem.place.line, problem.place.column


# What scalars mean

TEXTS = [
    "no",
    "yes",
    "on",
    "off",
    "y",
    "n",
    "True",
    "FALSE",
    "Null",
    "~",
    "010",
    "-007",
    "0x1F",
    "0o17",
    "1_000",
]
TEXTS += [
    "1:30",
    "1.5",
    "1e3",
    ".inf",
    ".nan",
    "2S",
    "2024-01-02",
    "=",
    "1000000000000000000",
    "\u0661",
    "\u00b2",
]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("0", 0),
        ("-13", -13),
        ("+5", 5),
        ("999999999999999999", 999999999999999999),
        *((word, word) for word in TEXTS),
        ("'3'", "3"),
        ('"true"', "true"),
        ("|\n  12", "12"),  # a block of one line is that line
        ("|\n  1\n  2", "1\n2\n"),
        (">-\n  null\n", "null"),
    ],
)
def test_only_json_words_and_decimal_integers_are_special(loader: str, text: str, value: object) -> None:
    found = leaf(good(f"k: {text}\n"), "k")
    assert (found.value, type(found.value)) == (value, type(value))


def test_shapes(loader: str) -> None:
    node = good("a: {b: [1, no], c: null}\nd:\n- e\n-\n- - f\n")
    assert data(node) == {"a": {"b": [1, "no"], "c": None}, "d": ["e", None, ["f"]]}


def test_text_of_a_special_scalar_is_kept() -> None:
    assert leaf(good("k: +5"), "k").text == "+5"


def test_styles(loader: str) -> None:
    node = good("[a, 'a', \"a\"]")
    assert [leaf(node, i).style for i in range(3)] == ["", "'", '"']
    assert [leaf(good(f"k: {s}\n  a\n"), "k").style for s in "|>"] == ["|", ">"]


def test_nodes_are_compared_by_identity() -> None:
    node = good("[a, a]")
    assert at(node, 0) != at(node, 1)
    assert len({at(node, 0), at(node, 1)}) == 2


def test_aliases_are_copies_with_the_place_of_the_original(loader: str) -> None:
    node = good("a: &x {b: [c]}\nd: *x\n*y : 1\n".replace("*y", "e"))
    assert data(at(node, "d")) == {"b": ["c"]}
    assert at(node, "a") is not at(node, "d")
    assert leaf(node, "d", "b", 0) is not leaf(node, "a", "b", 0)
    assert str(leaf(node, "d", "b", 0).place()) == "f.yaml:1:12"


def test_loading_the_module_loads_no_parser() -> None:
    code = "import sys, interpreter.profile.source; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Where things stand


@pytest.mark.parametrize("newline", NEWLINES)
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_places_with_every_line_end(loader: str, newline: str, bom: str) -> None:
    lines = ["# é", "'🂡': e\u0301 # x", "list:", "  - &a # c", "    one", "  - {k: 'v'}", "none: null", ""]
    node = good(bom + newline.join(lines))
    assert isinstance(node, Mapping)
    places = {
        "🂡": (at(node, "🂡"), 2, 6, 8),
        "one": (at(node, "list", 0), 5, 5, 8),
        "map": (at(node, "list", 1), 6, 5, 13),
        "v": (at(node, "list", 1, "k"), 6, 9, 12),
        "none": (at(node, "none"), 7, 7, 11),
        "list": (at(node, "list"), 4, 3, 11),
    }
    for name, (found, line, column, end_column) in places.items():
        place = found.place()
        assert (name, place.line, place.column, place.end_column) == (name, line, column, end_column)
        assert place.text == lines[line - 1]
    key = node.source.place(*node.keys["🂡"][1:])
    assert (key.line, key.column, key.end_column) == (2, 1, 4)


def test_blocks_end_with_their_last_value(loader: str) -> None:
    text = "a:\n  b:\n    - c\n\n# comment\n\nd: |\n  e\n\n"
    node = good(text)
    assert at(node, "a").end == at(node, "a", "b").end == text.index("c") + 1
    assert at(node, "d").end == node.end == text.index("e\n") + 1


def test_a_place_can_be_printed() -> None:
    _, problems = read(b"a: \x1b[31m\x07")
    assert [problem.place.text for problem in problems if problem.place] == ["a: \ufffd[31m\ufffd"] * 2


def test_place_of_the_end_and_of_nothing(loader: str) -> None:
    text = leaf(good("k: >\n  ab\n  cd\n\n"), "k")
    assert text.text == "ab cd"
    for a, b in [(6, 6), (5, 6), (99, 120), (5, 5)]:
        assert (text.place_of(a, b).line, text.place_of(a, b).column) == (3, 5)
    assert [(text.place_of(a, b).column, text.place_of(a, b).end_column) for a, b in [(3, 5), (3, 3), (-9, 1)]] == [
        (3, 5),
        (3, 4),
        (3, 4),
    ]
    assert str(leaf(good("a: 1\nk: ''"), "k").place_of(0, 5)) == "f.yaml:2:4"
    assert str(leaf(good("-\n- 7"), 0).place_of(0, 5)) == "f.yaml:1:2"


def test_a_span_ends_with_its_first_line(loader: str) -> None:
    place = leaf(good('k: "a \\\n  b  \n  c"'), "k").place_of(2, 5)
    assert (place.line, place.column, place.end_column) == (2, 3, 4)


# The same by construction: documents in which the place of every character of a scalar is known


@dataclass
class Written:
    """A document; for each visible character of its scalar, in `marks`: itself, where it begins and ends."""

    text: str
    path: list[str | int]
    style: str
    marks: list[tuple[str, int, int]]


BLANK_ESCAPES = ["\\n", "\\t", "\\ ", "\\x20", "\\u0020", "\\U00000020", "\\x0A", "\\r", "\\\t", "\t"]


class Writer:
    """Writes a random scalar somewhere in a random document."""

    def __init__(self, rng: random.Random, newline: str) -> None:
        self.rng = rng
        self.newline = newline
        self.text = ""
        self.marks: list[tuple[str, int, int]] = []

    def put(self, text: str) -> None:
        self.text += text.replace("\n", self.newline)

    def show(self, character: str, unit: str | None = None) -> None:
        unit = unit or character
        self.marks.append((character, len(self.text), len(self.text) + len(unit)))
        self.text += unit

    def some(self, character: str, low: int, high: int) -> None:
        self.put(character * self.rng.randint(low, high))

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def document(self, style: str) -> Written:
        rng = self.rng
        self.put("z: 'é🂡'\n" if self.chance(0.5) else "# 🂡🂡\n")
        path: list[str | int] = []
        indent = 0
        for depth in range(rng.randint(0, 3)):
            self.put(" " * indent + f"k{depth}:\n")
            path.append(f"k{depth}")
            indent += rng.randint(1, 3)
        if self.chance(0.3):
            self.put(" " * indent + "-" + " " * rng.randint(1, 3))
            path.append(0)
            if not path[:-1]:  # a list at the top can't stand beside a key
                self.text, self.marks = "- ", []
        else:
            self.put(" " * indent + "🂱é: ")
            path.append("🂱é")
        if self.chance(0.2):
            self.put("&a1 ")
        writers: dict[str, Callable[[int], None]] = {
            "": self.plain,
            "'": self.single,
            '"': self.double,
            "|": self.block,
            ">": self.block,
        }
        self.style = style
        writers[style](indent)
        self.put("\n")
        if len(path) > 1 or path[0] != 0:
            self.put("# after\nlast: x\n")
        return Written(self.text, path, style, self.marks)

    def fold(self, indent: int) -> None:
        self.some(" ", 0, 2)
        self.put("\n")
        for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
            self.some(" ", 0, 5)
            self.put("\n")
        self.put(" " * (indent + self.rng.randint(1, 5)))

    def gap(self, indent: int) -> None:
        if self.chance(0.3):
            self.fold(indent)
        else:
            self.some(" ", 1, 3)

    def words(self) -> Iterator[str]:
        alphabet = self.rng.choice(["a", "ab", "abé🂡", "e\u0301x\u00a0", "()*=<'", "a\"'\\"])
        for _ in range(self.rng.randint(1, 9)):
            yield "".join(self.rng.choice(alphabet) for _ in range(self.rng.randint(1, 4)))

    def plain(self, indent: int) -> None:
        self.show("x")
        for word in self.words():
            word = f"x{word}x" if "\u00a0" in word else word  # elsewhere such a blank is refused
            self.gap(indent)
            for character in self.rng.choice([word, word, "-", "a:b", "x#y", "&a", "[,]{"]):
                self.show(character)

    def single(self, indent: int) -> None:
        self.text += "'"
        self.some(" ", 0, 2)
        self.show("x")
        for word in self.words():
            self.gap(indent)
            for character in self.rng.choice([word, word, "''", "# no", ": "]).replace(" ", ""):
                self.show(character, "''" if character == "'" else None)
        self.some(" ", 0, 2)
        self.text += "'"

    def double(self, indent: int) -> None:
        self.text += '"'
        self.some(" ", 0, 2)
        self.show("x")
        for word in self.words():
            self.rng.choice([lambda: self.gap(indent), lambda: self.escaped_gap(indent)])()
            for character in self.rng.choice([word, word, "'", '"', "\\", "/", "\\n", "x41"]):
                self.show(character, self.escape(character))
        self.some(" ", 0, 2)
        self.text += '"'

    def escaped_gap(self, indent: int) -> None:
        self.some(" ", 0, 2)
        if self.chance(0.4):
            self.text += "\\" + self.newline + " " * (indent + self.rng.randint(1, 5))
            return
        self.text += self.rng.choice(BLANK_ESCAPES)
        self.some(" ", 0, 2)

    def escape(self, character: str) -> str:
        code = ord(character)
        forms = [f"\\U{code:08x}"]
        forms += [f"\\u{code:04X}"] if code < 0x10000 else []
        forms += [f"\\x{code:02x}"] if code < 0x100 else []
        forms += [character] * 4 if character not in '"\\' else ["\\" + character] * 3
        forms += {"/": ["\\/"], "\u00a0": ["\\_"]}.get(character, [])
        return self.rng.choice(forms)

    def block(self, indent: int) -> None:
        width = self.rng.randint(1, 4)
        explicit = self.chance(0.4)
        marks = [str(width) if explicit else "", self.rng.choice(["", "-", "+"])]
        self.rng.shuffle(marks)
        self.put(self.style + "".join(marks) + self.rng.choice(["", "  ", " # a | 'c' x"]) + "\n")
        left = " " * (indent + width)
        self.empty_lines(indent)
        for number in range(self.rng.randint(1, 6)):
            if number:
                self.put("\n")
                self.empty_lines(indent)
                if self.chance(0.1):  # blanks that count
                    self.put(left + "   \n")
            self.put(left)
            if (explicit or number) and self.chance(0.3):
                self.some(" ", 1, 4)
            for index, word in enumerate(self.words()):
                if index:
                    self.put(self.rng.choice([" ", "  ", "   ", "\t"]))
                for character in self.rng.choice([word, word, word, "#", "-", "k:", "'a", "\\n", "xx"]):
                    self.show(character)
            self.some(" ", 0, 2)
        self.some("\n", 0, 3)

    def empty_lines(self, indent: int) -> None:
        for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
            self.put(" " * self.rng.randint(0, indent) + "\n")


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def check_written(written: Written, rng: random.Random) -> int:
    """Check each place of a scalar; return how many."""
    node, problems = read(written.text)
    assert problems == [], written
    scalar = leaf(node, *written.path)
    assert scalar.style == written.style, written
    visible = [index for index, character in enumerate(scalar.text) if character not in " \t\r\n"]
    assert [scalar.text[index] for index in visible] == [mark[0] for mark in written.marks], written
    for index, (_, start, end) in zip(visible, written.marks, strict=True):
        line, column = line_and_column(written.text, start)
        place = scalar.place_of(index, index + 1)
        assert (place.line, place.column, place.end_column) == (line, column, column + end - start), written
    for _ in range(5):  # spans
        first, last = sorted(rng.choices(range(len(visible)), k=2))
        after = rng.choice([0, 9]) if last + 1 == len(visible) else 0  # blanks behind it change nothing
        place = scalar.place_of(visible[first], visible[last] + 1 + after)
        line, column = line_and_column(written.text, written.marks[first][1])
        end_line, end_column = line_and_column(written.text, written.marks[last][2])
        if end_line > line:
            end_column = len(place.text.rstrip(" \t")) + 1
        assert (place.line, place.column, place.end_column) == (line, column, end_column), written
    end = scalar.place_of(len(scalar.text), len(scalar.text))
    assert (end.line, end.column) == line_and_column(written.text, written.marks[-1][2]), written
    return len(visible)


@pytest.mark.parametrize("style", STYLES)
def test_every_character_of_thousands_of_scalars_is_placed(loader: str, style: str) -> None:
    rng = random.Random(f"places {style}")
    count = 0
    for number in range(1500 if loader == "libyaml" else 300):
        writer = Writer(rng, NEWLINES[number % 3])
        count += check_written(writer.document(style), rng)
    assert count > (14_000 if loader == "libyaml" else 2_500)


@given(st.randoms(use_true_random=False), st.sampled_from(NEWLINES), st.sampled_from(STYLES))
@settings(max_examples=300, deadline=None)
def test_every_character_of_any_scalar_is_placed(rng: random.Random, newline: str, style: str) -> None:
    check_written(Writer(rng, newline).document(style), rng)


# What is refused

DEEP = "".join("  " * depth + "a:\n" for depth in range(30))
WRONG = [
    (b"\xef\xbb\xbfa: \xe9\n", "Y002", 1, 4, "0xe9, which isn't UTF-8 (in Windows-1252 it is 'é')"),
    ("a: b\né: 🂡".encode() + b"\xff", "Y002", 2, 5, "0xff"),
    ("a: b".encode("utf-16"), "Y002", 1, 1, "UTF-16"),
    ("a: b".encode("utf-16-le"), "Y002", 1, 1, "UTF-16"),
    (b"a: b\n" * MAX_BYTES, "Y001", 1, 1, "more than 262,144 bytes"),
    ("🂡: b\x07", "Y003", 1, 5, "U+0007"),
    ("a: b\nc: \u202ed", "Y003", 2, 4, "U+202E"),
    ("a: b\u200b", "Y003", 1, 5, "U+200B"),
    ("a: b\u2028c: d", "Y003", 1, 5, "U+2028"),
    ("a: \ufeffb", "Y003", 1, 4, "U+FEFF"),
    ('a: "bc\\u202ed"', "Y003", 1, 7, "U+202E"),
    ("a:\n\tb: c", "Y004", 2, 1, "tab in the indentation"),
    ("a:\n  b: c\n  \td: e", "Y004", 3, 3, "tab in the indentation"),
    ("a: 1\r\tb", "Y004", 2, 1, "tab in the indentation"),
    ("a: b: c", "Y005", 1, 5, "found ':' within a value"),
    ("a: b\n  c: d", "Y005", 2, 4, "found ':' within a value"),
    ("a: 1\nb\nc: 2", "Y005", 2, 1, "without ':'"),
    ("a: 'b\nc: d\n", "Y005", 1, 4, "which opens a quoted text that never ends"),
    ("a: [1, 2\n\n", "Y005", 1, 9, "found the end of the file in a list, expected ',' or ']'"),
    ("a: [1, 2\nb: 3]x", "Y005", 1, 9, "in a list"),
    ("a: {b: 1", "Y005", 1, 9, "found the end of the file in a mapping, expected ',' or '}'"),
    ("a: @b", "Y005", 1, 4, "'@', which can't begin a value"),
    ("a: %b", "Y005", 1, 4, "'%', which can't begin a value"),
    ('a: "\\q"', "Y005", 1, None, "begins no escape"),
    ('a: "\\U00110000"', "Y005", 1, None, "begins no escape"),
    ('a: "\\UFFFFFFFF"', "Y005", 1, None, "begins no escape"),
    (": 2", "Y005", 1, 1, "':', which doesn't fit here"),
    ("a: * 2", "Y005", 1, 5, "behind '*' or '&'"),
    ('a: "\\xg"', "Y005", 1, None, "begins no escape"),
    ("a: ? b", "Y005", 1, 4, "'?', which doesn't fit here"),
    ("a: ]", "Y005", 1, 4, "found ']', expected a value"),
    ("a: - b", "Y005", 1, 4, "found '-', expected a value"),
    ('a: "b" c', "Y005", 1, 8, "'c', which doesn't fit here"),
    ("a:\n   - b\n  - c", "Y005", 3, 3, "'-', which doesn't fit here"),
    ("a: 1\n...\nb: 2", "Y005", 3, 1, "after the end of the document"),
    ("a: |x\n  b", "Y005", 1, 5, "behind '|' or '>'"),
    ("", "Y006", 1, 1, "empty"),
    ("\ufeff# comment\n\n", "Y006", 1, 1, "empty"),
    ("---\n", "Y006", 1, 1, "empty"),
    ("a: 1\n---\nb: 2", "Y007", 2, 1, "second document"),
    ("a: 1\n7: 2", "Y008", 2, 1, "'7' as a key, expected text"),
    ("true: 2", "Y008", 1, 1, "'true' as a key, expected text"),
    ("? \n: 2", "Y008", 1, 2, "nothing as a key, expected text"),
    ("{[a]: 1}", "Y008", 1, 2, "a list or mapping as a key"),
    ("? {a: b}\n: 1", "Y008", 1, 3, "a list or mapping as a key"),
    ("a: 1\nb: 2\n'a': 3", "Y009", 3, 1, "'a' twice in one mapping"),
    ("a: &x {}\nb:\n  <<: *x", "Y010", 3, 3, "'<<'"),
    ("a: !!str 1", "Y011", 1, 4, "tag"),
    ("a: !!python/object:os.system {}", "Y011", 1, 4, "python/object"),
    ("a: ! 1", "Y011", 1, 4, "tag"),
    ("a: !x!y 1", "Y011", 1, 4, "tag"),
    ("a: &bc 1\nb: *bd", "Y012", 2, 4, "'*bd'"),
    ("a: &x [*x]", "Y013", 1, 8, "'*x' within the value that it stands for"),
    (DEEP, "Y014", 25, 49, "within 24 others, expected at most 24 levels"),
    ("[" * 25 + "]" * 25, "Y014", 1, 25, "within 24 others"),
    ("&a " + "[" * 24 + "]" * 24 + "\n", None, 0, 0, ""),
    ("- &a " + "[" * 20 + "]" * 20 + "\n- " + "[" * 4 + "*a" + "]" * 4, "Y014", 2, 7, "within 24 others"),
    ("[" + "a, " * 20_000 + "]", "Y015", 1, 2 + 3 * 19_999, "20,000 values"),
    ("- &a [" + "x, " * 998 + "]\n" + "- *a\n" * 6, "Y016", 7, 3, "5,000 values"),
    ("k: a\n" * 60, "Y017", 51, 1, "50 problems"),
    ("a:\n" + "\tb: 1\n" * 60, "Y017", 51, 1, "50 problems"),
    ("a:\nb: 1", "Y019", 1, 1, "nothing behind 'a:'"),
    ("a: {b}", "Y019", 1, 5, "nothing behind 'b:'"),
    ("a: {b: c, d}", "Y019", 1, 9, "a comma in the value 'c'"),
    ("a: {b: c, 1, d, e: f}", "Y019", 1, 9, "a comma in the value 'c'"),
    ("a: {b: f(c, d) + 1}", "Y019", 1, 11, "a comma in the value 'f(c'"),
    ("%YAML 1.1\n---\na: b", "Y018", 1, 1, "'%YAML 1.1'"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "message"), WRONG)
def test_what_is_refused(
    loader: str, text: str | bytes, code: str | None, line: int, column: int | None, message: str
) -> None:
    _, problems = read(text)
    if code is None:
        assert problems == []
        return
    problem = problems[-1]
    assert problem.place is not None
    assert (problem.code, problem.place.line, problem.place.column) == (
        code,
        line,
        column or problem.place.column,
    )
    assert message in problem.message
    assert problem.help
    assert len(problems) == 1 or code == "Y017"


def test_reading_goes_on_after_a_problem(loader: str) -> None:
    node, problems = read("a: !t 1\na: 2\n7: 3\n<<: {b: 1}\n[c]: 4\nd: *e\nf: {g: 5}\n?\n: 6\n---\nh: 1")
    assert [where(problem) for problem in problems] == [
        ("Y011", 1, 4),
        ("Y009", 2, 1),
        ("Y008", 3, 1),
        ("Y010", 4, 1),
        ("Y008", 5, 1),
        ("Y012", 6, 4),
        ("Y008", 8, 2),
        ("Y007", 10, 1),
    ]
    assert node is not None
    assert data(node) == {"a": 1, "7": 3, "f": {"g": 5}, "": 6}


def test_a_value_with_a_comma_is_read_as_it_was_meant(loader: str) -> None:
    node, [problem] = read("a: {b: max(c, 1,\n  d) + 1, e: f}\n")
    assert problem.help == "put the whole value in quotes; or write what is missing behind '1'"
    value = leaf(node, "a", "b") if node else None
    assert value is not None
    assert value.text == "max(c, 1,\n  d) + 1"
    assert str(value.place_of(17, 18)) == "f.yaml:2:8"
    node, [problem] = read("a: {b: K, Q, J, e: f}")
    assert problem.help == "put blanks between words: K Q J; or write what is missing behind 'Q'"
    assert node is not None
    assert data(node) == {"a": {"b": "K  Q  J", "e": "f"}}
    assert str(leaf(node, "a", "b").place_of(6, 7)) == "f.yaml:1:14"


def test_every_bad_character_and_tab_is_reported_at_once() -> None:
    _, problems = read("a: \x01\n\tb: \x02\n\t\tc: 1")
    assert sorted(where(problem) for problem in problems) == [
        ("Y003", 1, 4),
        ("Y003", 2, 5),
        ("Y004", 2, 1),
        ("Y004", 3, 1),
    ]


def test_a_key_twice_points_to_the_first() -> None:
    _, [problem] = read("a: 1\nb: {c: 1, c: 2}")
    [(_, place)] = problem.notes
    assert place is not None
    assert (place.line, place.column) == (2, 5)


def test_an_open_bracket_is_noted(loader: str) -> None:
    _, [problem] = read("a: 1\nb: [1,\n  2\nc: 3\n")
    assert problem.code == "Y005"
    assert [(place.line, place.column) for _, place in problem.notes if place] == [(2, 4)]


def test_an_alias_suggests_a_near_anchor() -> None:
    _, [problem] = read("a: &jokers 1\nb: *joker")
    assert problem.help == "did you mean 'jokers'?"


# Hostile input

FULL = MAX_BYTES
HOSTILE = {
    "open lists": "[" * FULL,
    "open mappings": "{" * FULL,
    "blocks in a line": "- " * (FULL // 2),
    "keys in a line": "? " * (FULL // 2),
    "flow mappings": "{a: " * (FULL // 4),
    "lists over lines": "[\n" * (FULL // 2),
    "flow keys": "[? " * (FULL // 3),
    "blocks": "".join(" " * depth + "a:\n" for depth in range(700)),
    "3,000 deep": "[" * 3000 + "]" * 3000,
    "alias bomb": "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 90)),
    "anchors": "".join(f"- &a{number} x\n" for number in range(20_100)),
    "unknown aliases": "".join(f"- *a{number}\n" for number in range(20_100)),
    "tags": "- !a\n" * (FULL // 5),
    "directives": "".join(f"%TAG !a{number}! x\n" for number in range(16_000)) + "--- a\n",
    "late directives": "a: 1\n...\n" + "".join(f"%TAG !a{number}! x\n" for number in range(15_000)) + "--- a\n",
    "flow of quotes": "[" + "'', " * (FULL // 4 - 1) + "]",
    "one key": "a: 1\n" * (FULL // 5),
    "open quote": "a: '" + "b " * (FULL // 2 - 4),
    "documents": "---\n" * (FULL // 4),
    "bells": "\x07" * FULL,
    "tab lines": "\t\n" * (FULL // 2),
    "colons": ":" * FULL,
    "5 MB": "a" * 5_000_000,
    "UTF-16": "a: b\n".encode("utf-16") * 5000,
    "bad bytes": b"\xff" * FULL,
    "faults above comments": "a: {x\n" * 45 + "b: 1\n" + "# c\n" * (FULL // 4 - 100),
    "deep among comments": "".join(" " * depth + "a:\n" + "# c\n" * 3000 for depth in range(20)) + " " * 30 + "z: {a\n",
    "astral line of problems": "[" + "🂡: {1: !a x}, " * 9_000 + "]",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_at_once(loader: str, name: str) -> None:
    text = HOSTILE[name]
    raw = text.encode() if isinstance(text, str) else text
    problems: list[Problem] = []
    started = time.process_time()
    parse(raw, "f.yaml", problems)
    spent = time.process_time() - started
    assert 0 < len(problems) <= 51
    # Far above what it takes (0.1 s with libyaml, 0.7 s without), far below what a quadratic parser takes.
    assert spent < (1.5 if loader == "libyaml" else 5)


HUGE = ["a: " + "b" * (FULL - 3), "a: >\n" + " b\n" * 80_000, 'a: "' + "\\x41 " * 50_000 + '"']


@pytest.mark.parametrize("text", HUGE, ids=["plain", "folded", "escapes"])
def test_a_huge_scalar_is_read(loader: str, text: str) -> None:
    scalar = leaf(good(text), "a")
    last = len(scalar.text.rstrip()) - 1
    started = time.process_time()
    for _ in range(100):
        place = scalar.place_of(last, last + 1)
    assert time.process_time() - started < 2
    assert place.line == max(1, text.count("\n"))


YAMLISH = st.text(st.sampled_from("ab:-?[]{},#&*!|>'\"%@`<=~ \n\r\t01\\xuUé🂡\u00a0"), max_size=60)
TOKENS = [
    "a: ",
    "- ",
    "\n",
    "\n  ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&a ",
    "*a",
    "!t ",
    "|\n",
    ">-\n",
    "'",
    '"',
    "\\",
    "? ",
]
TOKENS += ["<<: ", "---\n", "...\n", "%x\n", "# c\n", "1", "null", "\t", "é", "\\U", "FFFFFFFF", "\r", "b"]
PIECES = st.lists(st.sampled_from(TOKENS), max_size=25).map("".join)
ANYTHING = st.one_of(st.binary(max_size=80), st.one_of(st.text(max_size=60), YAMLISH, PIECES).map(str.encode))


def check_anything(raw: bytes) -> Node | None:
    problems: list[Problem] = []
    node = parse(raw, "f.yaml", problems)
    assert node is not None or problems
    lines = raw.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems:
        place = problem.place
        assert place is not None
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        assert place.column < place.end_column
    return node if not problems else None


@given(ANYTHING)
@settings(max_examples=600, deadline=None)
def test_nothing_raises(raw: bytes) -> None:
    check_anything(raw)


@given(st.one_of(YAMLISH, PIECES))
@settings(max_examples=600, deadline=None)
def test_both_parsers_read_the_same(text: str) -> None:
    def shape(node: Node) -> list[object]:
        """Return every position but those that hang on where nothing stands, where the parsers differ."""
        if isinstance(node, Scalar):
            return [node.start, node.end] if node.end > node.start else []
        inner = node.entries.values() if isinstance(node, Mapping) else node.items
        return [node.start, *map(shape, inner)]

    fast = check_anything(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader", raising=False)
        pure = check_anything(text.encode())
    if fast is not None and pure is not None:
        assert data(fast) == data(pure)
        assert shape(fast) == shape(pure)
