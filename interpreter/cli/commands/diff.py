"""`bidwhist diff A B`: how two games' rules differ, in words."""

from __future__ import annotations

import click

from interpreter.cli.screen import Screen, print_json


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(a: str, b: str, as_json: bool) -> int:
    """Say how the rules of the games A and B differ, from A to B.

    The exit code is 0 where they are the same rules (whatever they are called), 1 where they differ.

    \b
    bidwhist diff pagat-54 pagat-54+min-4
    """
    from interpreter.cli.differences import differences
    from interpreter.profile.load import load

    one, other = load(a), load(b)
    found = differences(one, other)
    differ = any(difference.matters for difference in found)
    if as_json:
        print_json(
            {
                "a": {"reference": one.reference, "title": one.title, "hash": one.hash},
                "b": {"reference": other.reference, "title": other.title, "hash": other.hash},
                "same": not differ,
                "differences": [
                    {"path": ".".join(d.path), "a": d.a, "b": d.b, "words": d.words, "rules": d.matters} for d in found
                ],
            }
        )
        return int(differ)
    screen = Screen()
    if not differ:
        screen.line((f"{a} and {b} have the same rules", "good"))
    for words in dict.fromkeys(d.words for d in found if d.matters):
        screen.line(words, hang=4)
    about = [difference for difference in found if not difference.matters]
    if about and differ:
        screen.line()
    for difference in about:
        screen.line((difference.words, "dim"), hang=4)
    return int(differ)
