"""What is wrong with a text that can't be parsed, for people: the span, what was found, what would mend it.

The parser knows only where it stopped and what could have followed. The rules here look at that place, the
most telling first: another language's operator, parentheses, an `if` without its parts, then what is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from interpreter.expression import calls
from interpreter.expression.tree import KEYWORDS, MAX_DEPTH, MAX_LENGTH, MAX_NUMBER, Expr, too_deep, walk

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

_CHOICE = "write: if C then A else B"
_STRAIGHT = 'put straight quotes around the whole value: "..", or none'
_ODD_BLANK = re.compile(r"[^\S \t\r\n]+")  # such as the no-break space of web pages
_LISTED = re.compile(r"([\w.]+)\s+(not\s+)?in\s*[\[({]\s*(\w+(?:\s*,\s*\w+)*)\s*[\])}]")
IF_CALLED = re.compile(r"\bif\s*\(([^;,()]+)[;,]([^;,()]+)[;,]([^;,()]+)\)", re.IGNORECASE)
_ENDS = ("end", "endif", "fi")
"""What stands behind a choice in other languages."""
_CHOOSING = ("when", "unless", "where", *_ENDS)
"""Words of a choice there."""
_SURE = re.compile(r"write (==|!=|<=|>=|//|[-<>*+%]|and|or|not|else if|else)( .*)?")
_PERCENT = re.compile(r"(\d+)\s*(%)\s*(?=\)|,|\Z|(?:then|else|and|or)\b)")


class Mistake(NamedTuple):
    """A problem whose place is still a span of the text."""

    code: str
    message: str
    start: int
    end: int
    help: str | None = None

    @property
    def instead(self) -> str | None:
        """What stands for the span in the text as it was surely meant, None where that isn't sure."""
        found = _SURE.fullmatch(self.help or "")
        return f" {found[1]} " if found else None


_DENIED = re.compile(r"([\w.]+)\s+not\s*(?=\Z|\)|,|\b(?:and|or|then|else)\b)")
_OWNERS = "mine|theirs|declarers?|defenders?|contract|bid|high"
_BEFORE_VALUE = r"(?:(?<![\w.)] )|(?<=\b(?:or|if) )|(?<=\b(?:and|not) )|(?<=\b(?:then|else) ))\b"
_THEN_VALUE = r"(?=\s+[\w(])(?!\s+(?:and|or|in|then|else)\b)"
_NO_COMMENT = "take the comment out: a text in quotes, or begun with | or >, has no comments"
# Spellings of other languages, and of habit: a pattern, what it is, what to write. The first that covers the
# character where the parser stopped is meant.
_FOREIGN = (
    (rf"{_BEFORE_VALUE}isn['\u2019]?t\b", "{} isn't an operator", "write not"),
    (r"\bisn['\u2019]?t\b", "{} isn't an operator", "write !="),
    (r"(?<=\w)[\u2019']s\s+\w+", "{} can't say whose something is", "write such as declarers.books"),
    (r"\A\s*[\u2018-\u201f\xab\xbb]|[\u2018-\u201f\xab\xbb]\s*\Z", "{} isn't a straight quote", _STRAIGHT),
    (r"'[^']*'|\"[^\"]*\"|['\"`\u2018-\u201f\xab\xbb]", "quotes have no meaning here", "write the word alone"),
    (r"&lt;", "{} is how web pages write a sign", "write <"),
    (r"&gt;", "{} is how web pages write a sign", "write >"),
    (r"(?:&amp;)+", "{} is how web pages write a sign", "write and"),
    (r"<>|\u2260|=/=|!==", "{} isn't an operator", "write !="),
    (r"=<|\u2264", "{} isn't an operator", "write <="),
    (r"=>|\u2265", "{} isn't an operator", "write >="),
    (r"([<>!=])\s+=(?!=)", "{} has a blank within", "write \\1="),
    (rf"\b({_OWNERS}),([a-z]\w*)", "a part of something stands behind a dot, not a comma", "write \\1.\\2"),
    (rf"\b(?:is )?(?:above|exceeds|beyond|over)\b{_THEN_VALUE}", "{} isn't an operator", "write >"),
    (rf"\b(?:is )?(?:below|under)\b{_THEN_VALUE}", "{} isn't an operator", "write <"),
    (r"\b(?:is )?at least\b", "{} isn't an operator", "write >="),
    (r"\b(?:is )?at most\b", "{} isn't an operator", "write <="),
    (r"\b(?:is )?(?:more|greater|higher|bigger|larger)(?: than)?\b", "{} isn't an operator", "write >"),
    (r"\b(?:is )?(?:less|fewer|lower|smaller)(?: than)?\b", "{} isn't an operator", "write <"),
    (r"\b(?:is not)\b", "{} isn't an operator", "write !="),
    (r"(?<=\d)\s+(?:points?|pts|books?|tricks?|cards?|times)\s*\Z", "{} is no part of a number", "leave it out"),
    (r"===|(?<![=<>!])=(?!=)", "{} isn't an operator", "write == to compare"),
    (r"&&", "{} isn't an operator", "write and"),
    (r"\|\|?", "{} isn't an operator", "write or"),
    (r"\A\s*~\s*\Z", "{} isn't a value", "write null to take away what is inherited"),
    (r"!(?!=)|~", "{} isn't an operator", "write not"),
    (r"(?<!/)/(?!/)", "{} isn't an operator", "write // for division; it rounds down"),
    (r"[?:]", "{} isn't an operator", _CHOICE),
    (r"\*\*|\^", "{} isn't an operator", "there are no powers; multiply"),
    (r"[\u00d7\u00b7]", "{} isn't an operator", "write *"),
    (r"[\u2010-\u2015\u2212]", "{} isn't an operator", "write -"),
    (r"\d+[.,]\d+", "{} isn't a whole number", "numbers are whole"),
    (r"(?<!\.)\.\.(?!\.)", "a range, with {}, can't stand in an expression", None),
    (r"\s*\.\s+|\s+\.", "a dotted name has no blanks", "write such as contract.level"),
    (r"[\[\]{}]", "{} has no meaning here", "only ( and ) group"),
    (r"(?<=[^\s,;])\s*[,;]\s*\Z", "{} has no meaning at the end of an expression", "take it away"),
    (r"(?:(?<=\s)|(?<![^\n]))#.*", "'#' begins no comment here", _NO_COMMENT),
    (r"#.*", "{} is no comment without a blank before it", "write a blank before the '#'"),
)
_WORDS = {
    "x": "*",
    "times": "*",
    "plus": "+",
    "minus": "-",
    "is": "==",
    "equals": "==",
    "mod": "%",
    "div": "//",
    **dict.fromkeys(("elif", "elseif", "elsif"), "else if"),
    "otherwise": "else",
    "und": "and",
    "et": "and",
    "y": "and",
    "oder": "or",
    "ou": "or",
    "o": "or",
}


def too_long(length: int) -> Mistake:
    """Return the mistake of a text with more characters than are read."""
    message = f"the expression has {length} characters; at most {MAX_LENGTH} can be"
    return Mistake("E001", message, MAX_LENGTH, MAX_LENGTH + 1, "name a part of it in `define`")


def before_parsing(text: str) -> Mistake | None:
    """Find what isn't worth a parser: an empty text, or parentheses nested too deep."""
    if not text.strip():
        return Mistake("E006", "the expression is empty", 0, len(text))
    odd = _ODD_BLANK.search(text)
    if odd:
        found = f"U+{ord(odd[0][0]):04X} looks like a blank and is none here"
        return Mistake("E004", found, *odd.span(), "replace it with a plain blank")
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            return _deep(position, position + 1)
    return None


def after_parsing(tree: Expr) -> Mistake | None:
    """Find what the grammar can't forbid: too deep a tree, too large a number."""
    if deep := too_deep(tree):
        return _deep(deep.start, deep.end)
    for node in walk(tree):
        if node.op == "int" and isinstance(node.value, int) and node.value > MAX_NUMBER:
            return Mistake("E003", f"the number is too large; at most {MAX_NUMBER}", node.start, node.end)
    return None


def _deep(start: int, end: int) -> Mistake:
    message = f"more than {MAX_DEPTH} operations inside one another (a chain such as a + b + c counts each)"
    return Mistake("E002", message, start, end, "name a part of it in `define`")


def explain(text: str, error: UnexpectedInput, start: str) -> Mistake:
    """Say what is wrong where the parser stopped; `start` is the grammar's start, "expression" or "range"."""
    from lark.exceptions import UnexpectedToken

    if start == "range":
        first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        message = f"{text.strip()!r} isn't a range"
        ends = re.fullmatch(r"(\w+)\s*\.+\s*(\w+)", text.strip())
        written = f"write {ends[1]}..{ends[2]}" if ends else "write such as 1..7 or min_bid..7"
        return Mistake("E009", message, first, last, written)
    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            return _ended(text, error.accepts)
        span = (error.token.start_pos or 0, error.token.end_pos or 0)
        mistake = _percentage(text, span[0]) or _foreign(text, span[0])
        return mistake or _unexpected(text, error.token.type, span, error.accepts)
    position = error.pos_in_stream or 0
    message, advice = f"unexpected character {text[position]!r}", None if text[position].isprintable() else "delete it"
    return _foreign(text, position) or Mistake("E004", message, position, position + 1, advice)


def _percentage(text: str, position: int) -> Mistake | None:
    """Find a percentage: `%` stands behind a number, and nothing that could be divided by comes next."""
    for found in _PERCENT.finditer(text):
        if found.start() <= position <= found.end():
            advice = f"% gives the rest of a division; {found[1]} % of a number is number * {found[1]} // 100"
            return Mistake("E004", f"{found[0].strip()!r} isn't a number", found.start(), found.end(2), advice)
    return None


def _foreign(text: str, position: int) -> Mistake | None:
    if called := calls.owned(text, position) or calls.separated(text, position, position + 1):
        return Mistake("E004", *called)
    for found in IF_CALLED.finditer(text):
        if found.start() <= position < found.end():
            condition, then, other = (part.strip() for part in found.groups())
            choice = f"write: (if {condition} then {then} else {other})"
            return Mistake("E004", "`if` is no function", found.start(), found.start() + 2, choice)
    for found in _LISTED.finditer(text):
        if found.start() <= position < found.end():
            sign, between = ("!=", " and ") if found[2] else ("==", " or ")
            each = between.join(f"{found[1]} {sign} {word}" for word in re.findall(r"\w+", found[3]))
            message = "a list has no meaning in an expression"
            return Mistake("E004", message, found.start(3) - 1, found.end(), f"write ({each})")
    for pattern, message, advice in _FOREIGN:
        for found in re.finditer(pattern, text):
            if found.start() <= position < found.end():
                return Mistake(
                    "E004", message.format(repr(found[0].strip())), *found.span(), advice and found.expand(advice)
                )
    return None


def _ended(text: str, accepted: set[str]) -> Mistake:
    """The text ends where something must follow; its last word is shown."""
    end = len(text.rstrip())
    if percentage := _percentage(text, end - 1):
        return percentage
    last = re.search(r"[\w.]+\s*$|\S\s*$", text)
    start = last.start() if last else 0
    if "INT" not in accepted and (opened := _unclosed(text)) is not None:
        return Mistake("E007", "'(' is never closed", opened, opened + 1, "write ) where it ends")
    expected, advice = _expected(accepted)
    return Mistake("E006", f"the expression ends too soon; expected {expected}", start, end, advice)


def _unexpected(text: str, kind: str, span: tuple[int, int], accepted: set[str]) -> Mistake:
    """The token at `span` can't stand there. `INT` is accepted exactly where a value is wanted."""
    start, end = span
    found, wants_value = text[start:end], "INT" in accepted
    opened = _unclosed(text)
    if kind == "CLOSE" and not wants_value and "CLOSE" not in accepted and _unclosed(text[:start]) is None:
        return Mistake("E007", "')' closes nothing", start, end, "take it away, or write ( where it begins")
    if opened is not None and opened < start and "CLOSE" in accepted:
        return Mistake("E007", "'(' is never closed", opened, opened + 1, "write ) where it ends")
    if kind in ("COMPARE", "IN") and not wants_value:
        if met := re.search(r"(&)[^&]*$", text[:start]):
            return Mistake("E004", "'&' is for card sets", *met.span(1), "write and")
        return Mistake("E008", "comparisons can't be chained", start, end, "write such as a < b and b < c")
    if kind in ("IF", "NOT") and wants_value:
        return Mistake("E005", f"{found!r} inside an operation needs parentheses", start, end)
    if not wants_value and (meant := _denied(text, span) or _meant(text, span)):
        return meant
    if not wants_value and (called := _called(text, span, kind, accepted)):
        return Mistake("E005", *called)
    if not wants_value and (factor := _factor(text, span, kind, accepted)):
        return factor
    expected, advice = _expected(accepted)
    if kind == "NOT" and text[end:].split()[:1] == ["in"]:
        advice = "write such as: not card in jokers"
    elif not wants_value and found.lower() in _ENDS:
        advice = "leave it out"
    elif not wants_value and kind == "NAME" and (keyword := _near_keyword(found, accepted)):
        advice = f"did you mean {keyword!r}?"
    elif kind in ("IF", "THEN", "ELSE") or (not wants_value and found.lower() in _CHOOSING):
        advice = _CHOICE
    elif not wants_value and kind in ("NAME", "INT", "NOT") and advice is None:
        advice = "put an operator before it; a name is one word"
    elif kind == "PLUS" and wants_value:
        advice = "leave the + out"
    return Mistake("E005", f"expected {expected}, found {found!r}", start, end, advice)


def _called(text: str, span: tuple[int, int], kind: str, accepted: set[str]) -> calls.Found | None:
    """Find a call that is written otherwise, where a value stands in an operator's place."""
    found = calls.unopened(text, *span) if kind in ("NAME", "INT") else None
    if found or "COMMA" not in accepted or kind not in ("NAME", "INT", "OPEN"):
        return found
    near = kind == "NAME" and _near_keyword(text[slice(*span)], accepted, 0.75)
    return None if near else calls.unseparated(text, *span)


def _factor(text: str, span: tuple[int, int], kind: str, accepted: set[str]) -> Mistake | None:
    """Find a number that stands right before what it is to be multiplied with: `2 over`, `2(over + 1)`."""
    number, (start, end) = re.search(r"(?<![\w.])(\d+)\s*$", text[: span[0]]), span
    if number is None:
        return None
    if kind == "OPEN":
        message, advice = f"expected an operator between {number[1]} and '('", f"write {number[1]} * ("
        return Mistake("E005", message, number.start(), end, advice)
    if (
        kind != "NAME"
        or {"THEN", "ELSE"} & accepted
        or text[start:end].lower() in _CHOOSING
        or _near_keyword(text[start:end], accepted, 0.75)
    ):
        return None
    found, advice = text[start:end], f"put an operator before it: such as {number[1]} * {text[start:end]}"
    return Mistake("E005", f"expected an operator or the end, found {found!r}", start, end, advice)


def _near_keyword(word: str, accepted: set[str], least: float = 0.6) -> str | None:
    """Return the keyword that a word in an operator's place is probably meant to be."""
    import difflib

    keywords = [keyword.lower() for keyword in ("AND", "OR", "IN", "THEN", "ELSE") if keyword in accepted]
    turned = [keyword for keyword in keywords if sorted(keyword) == sorted(word.lower())]
    return next(iter(turned or difflib.get_close_matches(word.lower(), keywords, 1, least)), None)


def _denied(text: str, span: tuple[int, int]) -> Mistake | None:
    """Find a `not` on the wrong side of what it denies, or a `no` in its place."""
    for found in _DENIED.finditer(text):
        if found.start() <= span[0] < found.end():
            message = "'not' stands before what it denies"
            return Mistake("E005", message, found.start(), span[1], f"write not {found[1]}")
    no = re.search(rf"{_BEFORE_VALUE}no\s+$", text[: span[0]])
    return Mistake("E005", "'no' isn't an operator", no.start(), no.start() + 2, "write not") if no else None


def _meant(text: str, span: tuple[int, int]) -> Mistake | None:
    """Find an operator in words, there or just before: `a is b`, `a AND b`, `NOT a`."""
    for found in re.finditer(r"[A-Za-z]+", text[: span[1]]):
        word = found[0]
        lower = word.lower()
        meant = _WORDS.get(lower) or (lower if lower in KEYWORDS and lower != word else None)
        if meant and text[found.end() : span[0]].strip() == "":
            return Mistake("E005", f"{word!r} isn't an operator", *found.span(), f"write {meant}")
    return None


def _expected(accepted: set[str]) -> tuple[str, str | None]:
    """Name what could follow, and say how it is written where that isn't plain."""
    if "INT" in accepted:
        return "a value", None
    for keyword in ("THEN", "ELSE"):
        if keyword in accepted:
            return f"an operator or '{keyword.lower()}'", _CHOICE
    if "COMMA" in accepted:
        return "an operator, ',' or ')'", None
    if "CLOSE" in accepted:
        return "an operator or ')'", None
    return "an operator or the end", None


def _unclosed(text: str) -> int | None:
    """Return where the innermost parenthesis that is never closed stands."""
    opened: list[int] = []
    for position, character in enumerate(text):
        if character == "(":
            opened.append(position)
        elif character == ")" and opened:
            opened.pop()
    return opened[-1] if opened else None
