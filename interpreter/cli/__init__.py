"""The command line: one module a command, imported when the command is asked for. Only this package prints."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

__all__ = ["main", "program"]

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


def program() -> int:
    """Run the command line as a process of its own, and end it: all is written and closed by then.

    Python would take apart every object first, which takes a fifth of a short command. With BIDWHIST_DEBUG=1 it does,
    so that a profiler can tell what it found.
    """
    code = main()
    if os.environ.get("BIDWHIST_DEBUG") == "1":
        return code
    atexit._run_exitfuncs()  # what worker processes share is given back there
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)
