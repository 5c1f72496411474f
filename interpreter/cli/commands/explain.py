"""`bidwhist explain`: what a problem's code means, a name in expressions, a file, or a key of a game."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from interpreter.cli.origins import flow
from interpreter.cli.screen import Screen
from interpreter.cli.stopped import Stopped
from interpreter.errors import suggestion
from interpreter.quantities import OWNERS

if TYPE_CHECKING:
    from interpreter.cli.glossed import Glossed
    from interpreter.cli.meanings import Explained

NAMES = "names here"
CASES = "cases"
CODE = re.compile(r"[A-Za-z]\d{3}\Z")
LIKE_A_CODE = re.compile(r"[A-Za-z]\d{1,5}\Z")
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
@click.argument("what", metavar="CODE|NAME|FILE|REF")
@click.argument("path", metavar="[PATH|NAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(what: str, path: str | None, as_json: bool) -> None:
    """Explain a problem's CODE, or those that begin so, a NAME that expressions use, the FILE of a game or house rule,
    or the key of a game REF that a dotted PATH leads to.

    For a name: what it stands for, its type and where it is known; with a REF also one of the game's own, such as a
    param, a define or a word. For a file, named by its ID or path: its title, notes and sources, what it sets, needs
    and clashes with, and where it lies. For a key: its value, the file and line that set it and what it was before,
    what it means, and the names that may be used there. `cases` stands for a file of cases.

    \b
    bidwhist explain E010
    bidwhist explain stuck
    bidwhist explain mine.taken
    bidwhist explain boston
    bidwhist explain cases score
    bidwhist explain pagat-54+min-4 params.min_bid
    bidwhist explain pagat-54 phases.auction.beats
    bidwhist explain pagat-54 bid.level
    """
    if path is None and CODE.match(what):
        explain_code(what, as_json)
    elif path is None and LIKE_A_CODE.match(what) and not is_file(what):
        explain_codes(what.upper(), as_json)
    elif what == CASES:
        explain_cases(path or "", as_json)
    elif path is None:
        explain_file_or_name(what, as_json)
    else:
        explain_key(what, path, as_json)


def is_file(name: str) -> bool:
    """Whether a game or house rule has a name as its ID."""
    from interpreter.profile.library import find

    return find(name, None) is not None


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


def explain_codes(beginning: str, as_json: bool) -> None:
    """Print in a line each what the codes mean that begin so. Raises `Stopped` where none does."""
    from interpreter.profile.codes import codes

    found = {code: one for code, one in codes().items() if code.startswith(beginning)}
    if not found:
        raise Stopped(f"no code begins with {beginning}; {suggestion(beginning, codes()) or 'one has three digits'}", 2)
    if as_json:
        from interpreter.cli.screen import print_json

        print_json([{"code": code, "cause": one.cause} for code, one in found.items()])
        return
    screen = Screen()
    for code, one in found.items():
        screen.line((f"{code}: ", "mark"), one.cause)


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


def explain_file_or_name(what: str, as_json: bool) -> None:
    """Print what a name stands for, if no file has it as its ID."""
    from interpreter.cli.glossed import names, of_language
    from interpreter.profile.library import find, is_path, known_ids

    named = is_path(what) or "+" in what or find(what, None) is not None
    found = None if named else of_language(what)
    if found is not None:
        explain_name(found, as_json)
    elif not named and (near := suggestion(what, names())) and not suggestion(what, known_ids()):
        raise Stopped(f"{what!r} is no profile, no house rule and no name of expressions; {near}", 2)
    else:
        explain_files(what, as_json)


def explain_name(found: Glossed, as_json: bool) -> None:
    """Print what a name stands for."""
    if as_json:
        from interpreter.cli.screen import print_json

        print_json(found.as_dict())
        return
    screen = Screen()
    screen.line((found.name, "title"))
    screen.line(found.text, indent=2)
    for label, text in found.facts:
        screen.line((f"{label}: ", "mark"), text, indent=2)


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
    """Print all that is known of a key, or what a name stands for in the game where there is no such key."""
    from interpreter.cli.glossed import names, of_game
    from interpreter.cli.meanings import explained

    try:
        found = explained(reference, tuple(part for part in path.split(".") if part))
    except Stopped as stop:
        name = of_game(reference, path)
        if name is not None:
            explain_name(name, as_json)
            return
        near = suggestion(path, names())
        if near is None or "." in path or "did you mean" in stop.message:
            raise
        raise Stopped(f"{reference} has no key {path!r}, and expressions no such name; {near}", 2) from None
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
    for heading, known in found.names.items():
        if heading != NAMES:
            screen.line((f"{heading}: ", "mark"), ", ".join(known), indent=2)
            continue
        screen.line((f"{heading}:", "mark"), indent=2)
        for line, depth in name_lines(known, found.meanings):
            screen.line(line, indent=4 + 2 * depth)


def name_lines(names: list[str], meanings: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield names with what they stand for, and how deep each line is; what several sides have is said once."""
    sides: dict[str, dict[str, str]] = {}
    for name in names:
        owner, _, rest = name.partition(".")
        if owner in OWNERS:
            sides.setdefault(owner, {})[rest] = meanings[name].replace(OWNERS[owner], "it")
        else:
            yield f"{name}: {meanings[name]}", 0
    alike: dict[tuple[str, ...], list[str]] = {}
    for owner, has in sides.items():
        alike.setdefault(tuple(f"{rest}: {text}" for rest, text in has.items()), []).append(owner)
    for lines, owners in alike.items():
        yield f"{', '.join(f'{owner} ({OWNERS[owner]})' for owner in owners)}:", 0
        for line in lines:
            yield f".{line}", 1


def facts(found: Explained) -> list[tuple[str, str]]:
    """Return what is to be said of a key, in order."""
    value = [("value", found.value if found.value is not None else "not set here")]
    written = [("written as", found.history[0][0])] if found.history and found.history[0][0] != found.value else []
    set_at = [("set in", found.history[0][1])] if found.history else []
    before = [("before", f"{text} ({where})") for text, where in found.history[1:]]
    kind = [("type", found.type)] if found.type else []
    as_name = [("as a name", found.as_name)] if found.as_name else []
    examples = [("such as", ", ".join(found.examples))] if found.examples and found.value is None else []
    return [*value, *written, *set_at, *before, *kind, *examples, *as_name]
