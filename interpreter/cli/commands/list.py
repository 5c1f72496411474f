"""`bidwhist list`: the profiles and house rules there are, one line each."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from interpreter.cli.catalogue import Entry, entries
from interpreter.cli.problems import is_terminal, terminal_width, wrapped
from interpreter.cli.screen import Screen, print_json
from interpreter.profile.library import lost, shown, user_folder

HEADINGS = {
    "profile": "Profiles",
    "house rule": "House rules (add them to a profile with +)",
    "base": "Bases (to extend, not to play)",
    "file": "Other files",
}


WIDE = 70
"""From this width on, the titles stand in a column of their own."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(as_json: bool) -> None:
    """Show all profiles and house rules: the shipped ones and those in your folder.

    Your folder is $BIDWHIST_PROFILES, else ~/.config/bidwhist/profiles. Titles are read line by line; only
    `bidwhist check` says whether a file is right.
    """
    found = entries()
    for said, _ in lost():
        for line in wrapped("warning: ", said, terminal_width() if is_terminal(sys.stderr) else None):
            click.echo(line, err=True)
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    screen = Screen()
    width = max((len(entry.id) for entry in found), default=0)
    groups = [(heading, [entry for entry in found if entry.kind == kind]) for kind, heading in HEADINGS.items()]
    for number, (heading, group) in enumerate([pair for pair in groups if pair[1]]):
        if number:
            screen.line()
        screen.line((heading, "title"))
        for entry in group:
            print_entry(screen, entry, width)
    if any(not entry.shipped for entry in found):
        screen.line()
        screen.line((f"* yours, in {shown(user_folder())}", "dim"))


def print_entry(screen: Screen, entry: Entry, width: int) -> None:
    """Print one line."""
    trouble = f"{' ' if entry.sentence else ''}[{entry.trouble}]" if entry.trouble else ""
    own = " " if entry.shipped else "*"
    if screen.width >= WIDE:
        name, hang = f"{entry.id.ljust(width)} {own} ", width + 3
    else:
        name, hang = f"{entry.id}{own.strip()}: ", 4
    screen.line((name, "mark"), entry.sentence, (trouble, "bad"), indent=2, hang=hang)
