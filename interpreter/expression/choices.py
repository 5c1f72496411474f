"""Choices and assignments in the spelling of other languages, and how they are written here.

`C ? A : B`, `A if C else B`, `IF(C; A; B)`, `if C: A else: B`, one within another; and `x += 1`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from interpreter.expression.tree import INHERITED

MAX_PARTS = 40
"""With more choices and parentheses than these a text isn't rewritten."""
CALLED = re.compile(r"\b(?:if|iif|ifelse|if_else)\s*\(", re.IGNORECASE)
BEHIND = re.compile(r"\s(?:if|when)\s", re.IGNORECASE)
OTHERWISE = re.compile(r"\s(?:else|otherwise)\s", re.IGNORECASE)
COLON = re.compile(r"\s*:")
ASSIGNS = re.compile(r"\s*([A-Za-z]\w*)\s*([-+*:]?=)(?!=)\s*(.*\S)\s*", re.DOTALL)
EQUALS = re.compile(r"(?<![=<>!])=(?!=)")


class Spelt(NamedTuple):
    """A text, and for each of its characters where what it was made of stands in another text."""

    text: str
    at: tuple[int, ...]

    def cut(self, start: int, end: int) -> Spelt:
        """Return the characters `start` up to `end`, without blanks around them."""
        part = self.text[start:end]
        start += len(part) - len(part.lstrip())
        end = max(start, end - (len(part) - len(part.rstrip())))
        return Spelt(self.text[start:end], self.at[start:end])

    def around(self, start: int, end: int) -> tuple[Spelt, Spelt]:
        """Return what stands before some characters and behind them."""
        return self.cut(0, start), self.cut(end, len(self.text))


def joined(*parts: str | Spelt) -> Spelt:
    """Return texts in a row; words that are put in stand where what follows them does."""
    text = "".join(part if isinstance(part, str) else part.text for part in parts)
    at: list[int] = []
    for part in reversed(parts):
        at[:0] = [at[0] if at else 0] * len(part) if isinstance(part, str) else part.at
    return Spelt(text, tuple(at))


def choice(condition: Spelt, then: Spelt, other: Spelt) -> Spelt:
    """Return a choice as it is written here."""
    return joined("if ", rewritten(condition), " then ", rewritten(then), " else ", rewritten(other))


def rewritten(spelt: Spelt) -> Spelt:
    """Return a text with the choices in it as they are written here; itself where there are none."""
    text = spelt.text
    called = CALLED.search(text)
    args = arguments(text, called.end()) if called else []
    if called and len(args) == 3:
        before, rest = spelt.cut(0, called.start()), spelt.cut(args[-1][1] + 1, len(text))
        whole = choice(*(spelt.cut(*span) for span in args))
        if not before.text and not rest.text:
            return whole
        return rewritten_rest(before, joined("(", whole, ")"), rest)
    question = first(text, r"\?")
    colon = question and matching(text, question.end())
    if question and colon is not None:
        then = spelt.cut(question.end(), colon)
        return choice(spelt.cut(0, question.start()), then, spelt.cut(colon + 1, len(text)))
    start = re.match(r"if\b", text, re.IGNORECASE)
    if start:
        return with_then(spelt)
    behind = first(text, BEHIND.pattern)
    other = behind and first(text, OTHERWISE.pattern, behind.end())
    if behind and other:
        condition = spelt.cut(behind.end(), other.start())
        return choice(condition, spelt.cut(0, behind.start()), spelt.cut(other.end(), len(text)))
    return in_groups(spelt)


def rewritten_rest(before: Spelt, whole: Spelt, rest: Spelt) -> Spelt:
    """Return what stands around a choice with that in its place."""
    left = "" if before.text[-1:] in ("", "(") else " "
    right = "" if rest.text[:1] in ("", ")", ",") else " "
    return joined(before, left, whole, right, rest)


def with_then(spelt: Spelt) -> Spelt:
    """Return a choice that begins with `if`, and in which colons may stand for `then`, or behind `else`."""
    colon = first(spelt.text, COLON.pattern)
    if colon is None:
        return in_groups(spelt)
    before, behind = spelt.around(*colon.span())
    word = "" if re.search(r"\b(?:else|then)$", before.text, re.IGNORECASE) else " then"
    return with_then(joined(before, word, " ", behind))


def in_groups(spelt: Spelt) -> Spelt:
    """Return a text with the choices within its parentheses as they are written here."""
    parts: list[str | Spelt] = []
    done = depth = begun = 0
    for position, sign in enumerate(spelt.text):
        depth += sign == "("
        if sign == "(" and depth == 1:
            begun = position + 1
        elif sign == ")" and depth == 1:
            parts += [Spelt(spelt.text[done:begun], spelt.at[done:begun]), rewritten(spelt.cut(begun, position))]
            done = position
        depth -= sign == ")"
    return joined(*parts, Spelt(spelt.text[done:], spelt.at[done:])) if parts else spelt


def first(text: str, pattern: str, start: int = 0) -> re.Match[str] | None:
    """Return the first match of a pattern outside of all parentheses."""
    for found in re.compile(pattern, re.IGNORECASE).finditer(text, start):
        before = text[: found.start()]
        if before.count("(") == before.count(")"):
            return found
    return None


def matching(text: str, start: int) -> int | None:
    """Return where the ':' of a '?' stands."""
    opened = depth = 0
    for position in range(start, len(text)):
        sign = text[position]
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign == ":" and not opened:
            return position
        opened += (depth == 0) * ((sign == "?") - (sign == ":"))
    return None


def arguments(text: str, start: int) -> list[tuple[int, int]]:
    """Return where the values stand that are listed in parentheses; nothing where these are never closed."""
    found: list[tuple[int, int]] = []
    depth = 0
    for position in range(start, len(text)):
        sign = text[position]
        if depth == 0 and sign in ",;)":
            found.append((start, position))
            start = position + 1
            if sign == ")":
                return found
        depth += (sign == "(") - (sign == ")")
    return []


def as_choice(text: str) -> Spelt | None:
    """Return a text with all choices as they are written here, and `==` for `=`; None where it holds no other one."""
    if len(re.findall(r"[?(:]|\bif\b|\bwhen\b", text, re.IGNORECASE)) > MAX_PARTS:
        return None
    spelt = Spelt(text, tuple(range(len(text))))
    found = rewritten(spelt.cut(0, len(text)))
    if found.text == text.strip():
        return None
    while equals := EQUALS.search(found.text):
        at = equals.start()
        found = Spelt(f"{found.text[:at]}=={found.text[at + 1 :]}", (*found.at[:at], found.at[at], *found.at[at:]))
    return found


def as_inherited(text: str) -> tuple[str, tuple[int, int]] | None:
    """Return what is meant by a text that assigns, and where its sign for that stands; None for any other text."""
    found = ASSIGNS.fullmatch(text)
    if found is None:
        return None
    name, sign, value = found.groups()
    own = re.compile(rf"(?<![\w.])(?:{re.escape(name)}|{INHERITED})(?![\w.])")
    if sign[:-1] in ("+", "-", "*"):
        plain = sign == "+=" or re.fullmatch(r"[\w.]+", value)
        meant = f"{INHERITED} {sign[0]} {value if plain else f'({value})'}"
    elif sign == ":=" or own.search(value):
        meant = own.sub(INHERITED, value)
    else:
        return None
    return meant, found.span(2)
