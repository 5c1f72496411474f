"""The command line: one module a command, imported when the command is asked for. Only this package prints."""

from interpreter.cli.app import main

__all__ = ["main"]
