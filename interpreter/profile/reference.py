"""References: the text that names a game wherever one is wanted.

`pagat-54`, `./our-table.yaml`, `pagat-54+min-4+sport-the-kitty`, `pagat-54+./our-rule.yaml+goal=11`: a profile, then
house rules, then params with their values.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from interpreter.errors import Place, Problem

MAX_LENGTH = 1000
ID = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
SETTING = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)\Z", re.DOTALL)
NUMBER_OF_ANY_SIZE = re.compile(r"[-+]?[0-9]+\Z")
NUMBER = re.compile(r"[-+]?[0-9]{1,9}\Z")


class Reference(NamedTuple):
    """A reference, taken apart: the profile, the house rules in the order written, and params."""

    text: str
    profile: str
    house_rules: tuple[str, ...] = ()
    params: tuple[tuple[str, int], ...] = ()


def wrong(text: str) -> str:
    """Say what is wrong with the value of a param."""
    return "too large a number" if NUMBER_OF_ANY_SIZE.match(text) else "not a whole number"


def parse_reference(text: str, place: Place | None, problems: list[Problem]) -> Reference | None:
    """Take a reference apart; None, and problems, where it isn't one."""
    count = len(problems)
    found = readable(text, place, problems)
    return found if len(problems) == count else None


def readable(text: str, place: Place | None, problems: list[Problem]) -> Reference | None:
    """Take a reference apart, without the parts that have problems; None where nothing can be read."""

    def refuse(code: str, message: str, help: str) -> None:
        problems.append(Problem(code, message, place, help))

    if len(text) > MAX_LENGTH:
        refuse(
            "X020",
            f"a reference of {len(text):,} characters; at most {MAX_LENGTH:,} are allowed",
            "write a profile that lists the house rules",
        )
        return None
    shown = ascii(text) if not text.isprintable() else repr(text)
    profile, *rest = (part.strip() for part in text.split("+"))
    if not profile:
        refuse("X021", f"the reference {shown} names no profile", "begin with a profile: `pagat-54+min-4`")
        return None
    rules: list[str] = []
    params: list[tuple[str, int]] = []
    for part in rest:
        setting = SETTING.match(part)
        if not part:
            refuse(
                "X022",
                f"a `+` in the reference {shown} is followed by nothing",
                "write `+house-rule` or `+param=value`",
            )
        elif part.startswith("="):
            refuse("X022", f"a value in the reference {shown} has no name before its `=`", "write `+param=value`")
        elif setting is None:
            rules.append(part)
        elif not NUMBER.match(setting[2].strip()):
            refuse(
                "X023",
                f"{setting[2][:40]!r} in the reference {shown} is {wrong(setting[2].strip())}",
                f"write `+{setting[1]}=7`",
            )
        elif setting[1] in dict(params):
            refuse("X024", f"the reference {shown} sets {setting[1]!r} twice", "set it once")
        else:
            params.append((setting[1], int(setting[2])))
    return Reference(text, profile, tuple(rules), tuple(params))
