"""What a game is called: its title, and the texts that its rules add to that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
FILLED = re.compile(r"\{(\w+)(:words)?\}")
"""Where the value of a param is put into a text."""


def title_of(document: Mapping[str, Any], params: Mapping[str, int]) -> str:
    """Return a game's title with what its `says` texts add: "Bid Whist to ±7, two jokers, minimum bid 4"."""
    title = str(document.get("title", document.get("profile", "")))
    said = [fill(str(text), params) for text in document.get("says", {}).values() if text]
    return f"{title} {', '.join(said)}" if said else title


def fill(text: str, params: Mapping[str, int]) -> str:
    """Put the values of params into a text: `{name}` as a number, `{name:words}` in words; other braces stay."""

    def value(match: re.Match[str]) -> str:
        found = params.get(match[1])
        if found is None:
            return match[0]
        return NUMBER_WORDS[found] if match[2] and 0 <= found < len(NUMBER_WORDS) else str(found)

    return FILLED.sub(value, text)
