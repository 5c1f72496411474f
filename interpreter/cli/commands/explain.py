"""`bidwhist explain CODE` and `bidwhist explain REF PATH`: what a problem means, or what a key of a game is about."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

import click

from interpreter.cli.origins import flow
from interpreter.cli.screen import Screen
from interpreter.cli.stopped import Stopped
from interpreter.errors import suggestion

if TYPE_CHECKING:
    from interpreter.cli.meanings import Explained

NAMES = "names here"
CASES = "cases"
CODE = re.compile(r"[A-Za-z]\d{3}\Z")
FAMILIES = {
    "Y": "files",
    "X": "parents, house rules and merging",
    "S": "keys and values",
    "E": "expressions",
    "R": "rules",
    "T": "cases",
    "G": "records and calls of the program",
}


@click.command("explain")
@click.argument("what", metavar="CODE|FILE|REF")
@click.argument("path", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(what: str, path: str | None, as_json: bool) -> None:
    """Explain a problem's CODE, the FILE of a game or house rule, or the key of a game REF that a dotted PATH leads to.

    For a file, named by its ID or path: its title, notes and sources, what it sets, needs and clashes with, and where
    it lies. For a key: its value, the file and line that set it and what it was before, what it means, and the names
    that may be used there. `cases` stands for a file of cases.

    \b
    bidwhist explain E010
    bidwhist explain boston
    bidwhist explain cases score
    bidwhist explain pagat-54+min-4 params.min_bid
    bidwhist explain pagat-54 phases.auction.beats
    """
    if path is None and CODE.match(what):
        explain_code(what, as_json)
    elif what == CASES:
        explain_cases(path or "", as_json)
    elif path is None:
        explain_files(what, as_json)
    else:
        explain_key(what, path, as_json)


def explain_code(code: str, as_json: bool) -> None:
    """Print what a code means."""
    from interpreter.profile.codes import codes, printed

    found = codes().get(code.upper())
    if found is None:
        near = suggestion(code.upper(), codes())
        raise Stopped(f"there is no code {code.upper()}{f'; {near}' if near else ''}", 2)
    if as_json:
        from interpreter.cli.screen import print_json

        print_json({"code": found.code, "cause": found.cause, "bad": found.bad, "good": found.good})
        return
    screen = Screen()
    screen.line((f"{found.code}", "title"), f" ({FAMILIES[found.code[0]]})")
    for line in textwrap.wrap(found.cause, min(screen.width, 100)):
        screen.line(line)
    for heading, text in (("Wrong:", found.bad), ("Right:", found.good)):
        screen.line()
        screen.line((heading, "mark"))
        for line in printed(text).split("\n"):
            screen.line(line, indent=4)


def explain_cases(path: str, as_json: bool) -> None:
    """Print what a case may hold: its keys, or those below one of them. Raises `Stopped` for one that isn't there."""
    from interpreter.profile.keys import key_order, meaning

    steps = ("cases", "a case", *(part for part in path.split(".") if part))
    told, keys = meaning("cases", steps), key_order("cases", steps)
    if told is None:
        known = key_order("cases", steps[:-1])
        raise Stopped(f"a case has no key {path!r}; {suggestion(steps[-1], known) or 'keys: ' + ', '.join(known)}", 2)
    below = {key: meaning("cases", (*steps, key)) for key in keys}
    if as_json:
        from interpreter.cli.screen import print_json

        print_json({"description": told.description, "keys": {k: m.description for k, m in below.items() if m}})
        return
    screen = Screen()
    screen.line((path or "a case", "title"), f": {told.description}")
    for example in told.examples:
        screen.line(("such as: ", "mark"), flow(example), indent=2)
    for key, found in below.items():
        screen.line((f"{key}: ", "mark"), found.description if found else "", indent=2)


def explain_files(reference: str, as_json: bool) -> None:
    """Print what the files are that a reference names."""
    from interpreter.cli.about import about

    found = about(reference)
    if as_json:
        from interpreter.cli.screen import print_json

        print_json([one.as_dict() for one in found])
        return
    screen = Screen()
    for index, one in enumerate(found):
        if index:
            screen.line()
        screen.line((one.id, "title"), f", {one.kind}: {one.title}")
        screen.line(("file: ", "mark"), one.file, indent=2)
        for label, text in one.facts:
            screen.line((f"{label}: ", "mark"), text, indent=2)


def explain_key(reference: str, path: str, as_json: bool) -> None:
    """Print all that is known of a key."""
    from interpreter.cli.meanings import explained

    found = explained(reference, tuple(part for part in path.split(".") if part))
    if as_json:
        from interpreter.cli.screen import print_json

        print_json(found.as_dict())
        return
    screen = Screen()
    screen.line((".".join(found.path), "title"))
    if found.description:
        screen.line(found.description, indent=2)
    for label, text in facts(found):
        screen.line((f"{label}: ", "mark"), text, indent=2)
    for line in found.lines:
        screen.line(line, indent=4)
    for heading, names in found.names.items():
        groups = by_owner(names) if heading == NAMES else [", ".join(names)]
        if len(groups) == 1:
            screen.line((f"{heading}: ", "mark"), groups[0], indent=2)
            continue
        screen.line((f"{heading}:", "mark"), indent=2)
        for group in groups:
            screen.line(group, indent=4)


def by_owner(names: list[str]) -> list[str]:
    """Return names in lines: those of one owner, such as `mine`, in one, and first those that have none."""
    owners: dict[str, list[str]] = {"": []}
    for name in names:
        owner, dot, _ = name.partition(" ")[0].partition(".")
        owners.setdefault(owner if dot else "", []).append(name)
    return [", ".join(group) for group in owners.values() if group]


def facts(found: Explained) -> list[tuple[str, str]]:
    """Return what is to be said of a key, in order."""
    value = [("value", found.value if found.value is not None else "not set here")]
    written = [("written as", found.history[0][0])] if found.history and found.history[0][0] != found.value else []
    set_at = [("set in", found.history[0][1])] if found.history else []
    before = [("before", f"{text} ({where})") for text, where in found.history[1:]]
    kind = [("type", found.type)] if found.type else []
    examples = [("such as", ", ".join(found.examples))] if found.examples and found.value is None else []
    return [*value, *written, *set_at, *before, *kind, *examples]
