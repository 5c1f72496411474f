"""`bidwhist show REF`: the rules of a game, resolved, as one profile that loads to the same rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.problems import is_terminal, printable, terminal_width
from interpreter.cli.screen import print_json

if TYPE_CHECKING:
    from interpreter.model import Profile

MAX_WIDTH = 110
WORDS = re.compile(r"[A-Za-z0-9_.]+( [A-Za-z0-9_.]+)*\Z")


@click.command("show")
@click.argument("ref")
@click.option("--origin", is_flag=True, help="Say behind each value where it comes from and what it overrode.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(ref: str, origin: bool, as_json: bool) -> None:
    """Print the rules of REF, resolved: parents, house rules and numbers merged into one profile.

    The output is a profile. To use it as a file of your own, change its ID to the file's name.
    """
    if origin and as_json:
        raise click.UsageError("--origin and --json don't go together: `bidwhist explain` says where one value is from")
    if origin:
        print_origins(ref)
        return
    from interpreter.profile.load import load

    profile = load(ref)
    if as_json:
        print_json(
            {
                "reference": profile.reference,
                "title": profile.title,
                "hash": profile.hash,
                "profile": profile.document,
            }
        )
        return
    click.echo(document_text(profile), nl=False)


def print_origins(ref: str) -> None:
    """Print the rules with the file and line of every value."""
    from interpreter.cli.origins import COLUMN, lines, sourced
    from interpreter.resources import profiles_folder
    from interpreter.titles import title_of

    found = sourced(ref)
    checked = found.checked
    click.echo(f"# {printable(title_of(checked.document, checked.params))}")
    click.echo(f"# {printable(checked.reference)}, resolved by bidwhist; hash {checked.hash}")
    click.echo(f"# shipped files lie in {printable(str(profiles_folder()))}")
    column = min(COLUMN, terminal_width() // 2) if is_terminal(sys.stdout) else COLUMN
    for line in lines(found, column):
        click.echo(line)


def document_text(profile: Profile) -> str:
    """Return a resolved profile as YAML, with a comment that names it."""
    import yaml

    from interpreter.cli.origins import ordered

    document = ordered(dict(profile.document))
    comment = (
        f"# {printable(profile.title)}\n# {printable(profile.reference)}, resolved by bidwhist; hash {profile.hash}\n"
    )
    body = yaml.dump(
        document, Dumper=dumper(yaml), sort_keys=False, allow_unicode=True, width=MAX_WIDTH, default_flow_style=False
    )
    return comment + str(body)


def dumper(yaml: Any) -> Any:
    """Return a dumper that writes small maps and lists on one line, and quotes only what must be."""

    class Dumper(yaml.SafeDumper):  # type: ignore[misc]
        def ignore_aliases(self, data: object) -> bool:
            return True

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:
            return super().increase_indent(flow, False)

    def add_map(self: Any, value: Mapping[str, object]) -> Any:
        return self.represent_mapping("tag:yaml.org,2002:map", list(value.items()), flow_style=is_small(value))

    def add_list(self: Any, value: list[object]) -> Any:
        return self.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=is_small(value))

    Dumper.add_representer(dict, add_map)
    Dumper.add_representer(list, add_list)
    return Dumper


def is_small(value: Mapping[str, object] | list[object]) -> bool:
    """Whether a map or list of plain words reads well on one line."""
    parts = [*value.keys(), *value.values()] if isinstance(value, Mapping) else value
    scalars = all(isinstance(part, bool | int) or (isinstance(part, str) and WORDS.match(part)) for part in parts)
    return scalars and sum(len(str(part)) + 2 for part in parts) <= 60
