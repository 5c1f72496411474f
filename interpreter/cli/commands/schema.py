"""`bidwhist schema [NAME]`: the JSON Schemas of the files, for editors and other programs."""

from __future__ import annotations

import json
from pathlib import Path

import click

NAMES = ("profile", "house-rule", "cases", "record")


@click.command("schema")
@click.argument("name", type=click.Choice(NAMES), default="profile")
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Write all schemas into this folder.")
def command(name: str, output: Path | None) -> None:
    """Print the JSON Schema of a kind of file: profile (if you name none), house-rule, cases or record.

    What is printed needs no other file. With --output all four are written as files that refer to each other; an
    editor finds one by a line at the top of a profile such as

    \b
    # yaml-language-server: $schema=./schema/profile.schema.json
    """
    from interpreter.resources import schema_folder

    folder = schema_folder()
    if output is None:
        click.echo(json.dumps(bundled(folder, f"{name}.schema.json"), indent=2, ensure_ascii=False))
        return
    output.mkdir(parents=True, exist_ok=True)
    for each in NAMES:
        file = output / f"{each}.schema.json"
        file.write_bytes((folder / file.name).read_bytes())
        click.echo(str(file))


def bundled(folder: Path, name: str) -> dict[str, object]:
    """Return a schema with the other file that it refers to inside, under that file's `$id`."""
    text = (folder / name).read_text("utf-8")
    schema: dict[str, object] = json.loads(text)
    others = [f"{each}.schema.json" for each in NAMES if f'"{each}.schema.json#' in text]
    held = schema.get("$defs", {})
    assert isinstance(held, dict)
    if others:
        schema["$defs"] = {**held, **{other: json.loads((folder / other).read_text("utf-8")) for other in others}}
    return schema
