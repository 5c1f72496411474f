"""`bidwhist lsp`: the language server, for editors."""

from __future__ import annotations

import sys

import click

from interpreter.cli.stopped import Stopped
from interpreter.cli.version import version

NEEDED = ("pygls", "lsprotocol")


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="What editors add; there is no other way.")
def command(stdio: bool) -> None:
    """Serve an editor: problems as you type, help on keys and names, completion, the line that is overridden.

    Editors start this and speak with it on its standard input and output. README says how to set one up.
    """
    try:
        from interpreter.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise Stopped("the language server needs pygls; install it with: pip install pygls", 1) from error
    if sys.stdin.isatty():
        click.echo("this is for editors: it waits for one on standard input; stop it with Ctrl-C", err=True)
    serve(version())
