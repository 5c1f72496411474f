"""`bidwhist new ID`: begins a profile or house rule, with comments, and its cases."""

from __future__ import annotations

import os
import re
from pathlib import Path
from shlex import quote

import click

from interpreter.cli.screen import Screen
from interpreter.cli.stopped import Stopped

PROFILE = """\
# yaml-language-server: $schema={schema}
# What your table does differently from {parent}. Say no more than that: all else stays as it is there.
# `bidwhist show {named}` prints those rules, `bidwhist explain {named} KEY` what one of them means,
# and `bidwhist list` has house rules that you can add by name. Behind a change of rules, change the title that
# {id}.cases.yaml expects too: `bidwhist test ./{id}.yaml` says what it is now.
format: 1
profile: {name}                     # the file's name without .yaml
title: {title}
extends: {parent}
# house_rules: [{rule}]           # applied before the lines below
# notes: Where the rules are from, and what the table has agreed on.
{params}
# game: {{lose: false}}             # any key of {parent} can be set anew; `null` takes one away
# says: {{ours: played in the kitchen}}   # the title goes on with these; `bidwhist explain {named} says` lists them
"""
RULE = """\
# yaml-language-server: $schema={schema}
# A house rule: only what it changes, for every game that it fits.
# `inherited` in an expression stands for what was there before: `win: inherited and deal > 1`.
format: 1
house_rule: {name}                  # the file's name without .yaml
title: {title}
# needs: {{params.goal: there is no goal to change}}   # what a game must have, and the reason if it hasn't
says: {{{name}: {words}}}
{params}
"""
CASES = """\
# yaml-language-server: $schema={schema}
# Examples of the rules, with the right answers: `bidwhist test {test}` runs them. Change them with the rules.
format: 1
reference: {reference}
cases:
  the game has its name:
    source: our table
{rules}    game: {{title: {title}}}
  # the highest trump wins:       # kinds of cases: game, trick, legal, auction, score, record
  #   source: our table
  #   trick: {{contract: {{trump: S}}, cards: 3H AH 2S KH, wins: 2S}}
  # `bidwhist explain cases` says what each kind is for, `bidwhist explain cases score` which keys one has.
"""


@click.command("new")
@click.argument("id")
@click.option("--extends", "parent", metavar="REF", help="The profile to start from; for a house rule, one it fits.")
@click.option("--house-rule", is_flag=True, help="Begin a house rule instead of a profile.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where to write; else here.")
def command(id: str, parent: str | None, house_rule: bool, folder: Path) -> None:
    """Begin a profile ID that builds on another, or a house rule, and a file of cases for it.

    Both files are fine as they are: edit them, and look again with `bidwhist check` and `bidwhist test`.

    \b
    bidwhist new our-table --extends pagat-54
    bidwhist new our-rule --extends pagat-54 --house-rule
    """
    if parent is None:
        raise click.UsageError("name a profile to start from: --extends pagat-54 (`bidwhist list` shows all)")
    check_id(id)
    files = [folder / f"{id}.yaml", folder / f"{id}.cases.yaml"]
    for file in files:
        if os.path.lexists(file):
            raise Stopped(f"{str(file)!r} is there already; it isn't overwritten", 1)
    texts = rule_texts(id, parent, folder) if house_rule else profile_texts(id, parent, folder)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files, texts, strict=True):
        with open(file, "x", encoding="utf-8") as stream:
            stream.write(text)
    screen = Screen()
    name = f"./{files[0]}" if not files[0].is_absolute() else str(files[0])
    screen.line(("wrote ", "good"), f"{files[0]} and {files[1]}")
    game = quote(f"{parent}+{name}" if house_rule else name)
    tested = quote(str(files[1]) if house_rule else name)
    screen.line(f"look at them with: bidwhist check {game}, and bidwhist test {tested}", indent=2)


def check_id(id: str) -> None:
    """Refuse an ID that can't be one, or that is taken."""
    from interpreter.profile.library import find_shipped, user_folder
    from interpreter.profile.reference import ID

    if not ID.match(id) or len(id) > 60:
        made = "-".join(re.findall(r"[a-z0-9]+", id.lower()))[:60]
        example = made if ID.match(made) else "our-table"
        raise click.UsageError(
            f"{id!r} can't be an ID: it is lower case letters, digits and hyphens, such as {example}"
        )
    if find_shipped(id) is not None:
        raise click.UsageError(f"{id!r} is the ID of a shipped file; choose another, such as our-{id}")
    if any((user_folder() / sub / f"{id}.yaml").exists() for sub in ("", "house-rules")):
        raise Stopped(f"{id!r} is there already, in {user_folder()}", 1)


def profile_texts(id: str, parent: str, folder: Path) -> tuple[str, str]:
    """Return a profile and its cases. Raises `InputError` where the parent can't be played."""
    from interpreter.profile.library import inside, is_path
    from interpreter.profile.load import load
    from interpreter.titles import title_of

    if "+" in parent:
        raise click.UsageError(f"--extends names one profile, without +; list house rules in the file: {parent!r}")
    game = load(parent)
    if is_path(parent):
        if not inside(Path(parent), folder):
            raise click.UsageError(f"a profile extends an ID, or a file beside it; {parent!r} is in another folder")
        parent = f"./{os.path.relpath(parent, folder)}"
    title = title_from(id)
    sentence = title_of({**game.document, "title": title}, game.params)
    profile = PROFILE.format(
        schema=schema_path("profile"),
        id=id,
        name=quoted(id),
        title=quoted(title),
        parent=quoted(parent),
        named=quote(parent),
        rule="min-4",
        params=params(game.params),
    )
    cases = CASES.format(
        schema=schema_path("cases"), reference=quoted(id), test=f"./{id}.yaml", rules="", title=quoted(sentence)
    )
    return profile, cases


def rule_texts(id: str, parent: str, folder: Path) -> tuple[str, str]:
    """Return a house rule and its cases, which play it with `parent`."""
    from interpreter.profile.load import load

    game = load(parent)
    title = title_from(id)
    words = title[:1].lower() + title[1:]
    rule = RULE.format(
        schema=schema_path("house-rule"),
        name=quoted(id),
        title=quoted(title),
        words=quoted(words),
        params=params(game.params),
    )
    joined = "" if game.title == game.document.get("title") else ","
    cases = CASES.format(
        schema=schema_path("cases"),
        reference=quoted(seen_from(folder, parent)),
        test=f"./{id}.cases.yaml",
        rules=f"    rules: +./{id}.yaml\n",
        title=quoted(f"{game.title}{joined} {words}"),
    )
    return rule, cases


def seen_from(folder: Path, reference: str) -> str:
    """Return a reference as a file in another folder writes it: its paths start from there."""
    from interpreter.profile.library import at_home, is_path

    parts = [part.strip() for part in reference.split("+")]
    seen = [os.path.relpath(at_home(part), folder) if is_path(part) else part for part in parts]
    paths = [
        part if not is_path(old) or part.startswith(os.pardir) else f"./{part}"
        for old, part in zip(parts, seen, strict=True)
    ]
    return "+".join(path.replace(os.sep, "/") if is_path(old) else path for old, path in zip(parts, paths, strict=True))


def title_from(id: str) -> str:
    """Return a title that can be read, from an ID."""
    text = id.replace("-", " ")
    return text[:1].upper() + text[1:]


def params(values: object) -> str:
    """Return the params of the parent as a comment that can be brought to life."""
    assert isinstance(values, dict)
    told = ", ".join(f"{name}: {value}" for name, value in values.items())
    return f"# params: {{{told}}}     # numbers that may be other ones here" if told else "# params: {goal: 7}"


def quoted(text: str) -> str:
    """Return a text for a YAML file."""
    from interpreter.cli.origins import plain

    return plain(text)


def schema_path(name: str) -> str:
    """Return where an editor finds a schema, without a network."""
    from interpreter.resources import schema_folder

    return (schema_folder() / f"{name}.schema.json").as_uri()
