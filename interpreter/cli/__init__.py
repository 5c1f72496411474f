"""The command line: one module a command, imported when the command is asked for. Only this package prints."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130
YOUNG = 100_000
"""So many new objects before garbage is looked for: starting makes fewer, and none of them is garbage."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line (`args` without the program's name) and return the exit code. Never raises.

    Ctrl-C is heeded at once, while the program is still being imported, too.
    """
    gc.set_threshold(YOUNG)
    try:
        from interpreter.cli.app import main as run

        return run(args)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
