"""Ending a command early with a message and an exit code; what it has printed for programs until then."""

from __future__ import annotations

SYNTAX = frozenset({"X020", "X021", "X022", "X023", "X024"})
"""Problems of a reference as it was typed: wrong usage (exit code 2), not a problem in a file (1)."""


class Stopped(Exception):
    """A command ends here: `message` says why, `code` is the exit code; nothing is wrong with the program.

    `severity` stands before the message ("error"); None where the message is only for information.
    """

    def __init__(self, message: str, code: int, severity: str | None = "error") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.severity = severity


class Printed:
    """What this run has printed for programs: whole documents, and lines that are documents of their own."""

    documents = 0
    lines = 0
