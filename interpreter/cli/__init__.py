"""The command line: one module a command, imported when the command is asked for. Only this package prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line (`args` without the program's name) and return the exit code. Never raises.

    Ctrl-C is heeded at once, while the program is still being imported, too.
    """
    try:
        from interpreter.cli.app import main as run

        return run(args)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
