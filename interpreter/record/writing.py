"""Writing a record: one line an event, before it takes place, and taking a match up again where its record ends."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from interpreter import game
from interpreter.actions import Decline, Event
from interpreter.errors import Problem
from interpreter.record.events import event_line, meet
from interpreter.record.forms import MAX_NOTE
from interpreter.record.header import Header, header_line
from interpreter.record.lines import why
from interpreter.record.reading import Record, refuse, told_where_to_cut
from interpreter.state import Following, State


class Writer:
    """Appends events to a record, each flushed before it takes place; holds the file's lock until it is closed."""

    def __init__(self, file: int, path: str | Path, written: int) -> None:
        self.file = file
        self.path = path
        self.written = written
        """How many events the record holds."""

    def apply(self, state: State, event: Event, note: str | None = None) -> None:
        """Write an event down, then carry it out as `game.apply` does (a declined claim leaves no line).

        Raises `IllegalAction` where the rules don't allow it and `InputError` where it can't be written; neither the
        record nor the state has changed then, so it can be tried again.
        """
        if len(state.history) != self.written:
            raise ValueError(f"the record holds {self.written} events, the state {len(state.history)}")
        reason = game.refusal(state, event)
        if reason:
            raise game.illegal(state, event, reason)
        if not isinstance(event, Decline):
            if note is not None and len(note) > MAX_NOTE:
                refuse("G112", self.path, f"can't hold a note of {len(note):,} characters", f"at most {MAX_NOTE:,}")
            self.write(event_line(state, event, self.written + 1, note))
            self.written += 1
        game.apply(state, event)

    def write(self, line: str) -> None:
        """Append one line in one go; a part of a line that a full disk leaves behind is taken back."""
        raw = line.encode("ascii") + b"\n"
        before = os.fstat(self.file).st_size
        try:
            done = os.write(self.file, raw)
            while done < len(raw):  # the disk is full: the next write says so
                done += os.write(self.file, raw[done:])
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self.file, before)
            refuse("G125", self.path, f"can't be written: {error.strerror}", "nothing is lost: resume from it later")

    def close(self) -> None:
        """Close the file and give up its lock; may be done twice."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_locked(path: str | Path, flags: int) -> int:
    """Open a record for appending and lock it. Raises `InputError`."""
    try:
        file = os.open(path, flags | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    except FileExistsError:
        refuse("G124", path, "exists already", "choose another name, or go on with it: --resume")
    except (OSError, ValueError) as error:
        folder = os.path.dirname(os.fspath(path)) or "."
        if isinstance(error, FileNotFoundError) and flags & os.O_CREAT and not os.path.isdir(folder):
            refuse("G125", path, f"can't be written: there is no folder {folder!r}", "make it, or name another")
        refuse("G100" if not flags & os.O_CREAT else "G125", path, why(error), "check the path")
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        refuse("G100", path, "is not a plain file", "name a record")
    if not locked(file):
        os.close(file)
        refuse("G126", path, "is being written by another game", "end that game first, or record in another file")
    return file


def locked(file: int) -> bool:
    """Take a file's lock; say whether it was free. A file system without locks has every lock free."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, 0x7FFF0000, os.SEEK_SET)  # far behind the lines, which stay readable to others
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
    return True


def create(path: str | Path, header: Header) -> Writer:
    """Begin a record. Raises `InputError` where the file exists or can't be written."""
    file = open_locked(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    writer = Writer(file, path, 0)
    try:
        writer.write(header_line(header))
    except BaseException:
        writer.close()
        with suppress(OSError):
            os.unlink(path)
        raise
    return writer


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match taken up again: where it stands, what goes on writing it, and what was left out (to be printed)."""

    writer: Writer
    state: State
    header: Header
    warnings: tuple[Problem, ...] = ()


def resume(path: str | Path, following: Following = "enforced") -> Resumed:
    """Take up a match where its record ends, and go on writing there. Close its `writer` in the end.

    A last line that was cut off while it was written is removed from the file, with a warning that quotes it. Every
    event is checked. Raises `InputError` at the first that is wrong, or where another game writes the record; the file
    is then as it was. Whether the match is over is `state.over`.
    """
    file = open_locked(path, os.O_RDWR)
    writer = Writer(file, path, 0)
    try:
        os.lseek(file, 0, os.SEEK_SET)
        with open(file, "rb", closefd=False) as reader:
            record = Record(reader, str(path))
            state = game.new_game(record.header.profile, record.header.first_dealer, following)
            with told_where_to_cut():
                for line in record:
                    _, event = meet(state, line)
                    game.apply(state, event)
        mend(writer, record)
    except BaseException:
        writer.close()
        raise
    writer.written = len(state.history)
    return Resumed(writer, state, record.header, record.warnings)


def mend(writer: Writer, record: Record) -> None:
    """Make a record end in a whole line."""
    lines = record.lines
    try:
        if lines.half is not None:
            os.ftruncate(writer.file, lines.end)
        elif not lines.complete:
            os.write(writer.file, b"\n")
    except OSError as error:
        refuse("G125", writer.path, f"can't be written: {error.strerror}", "nothing is lost: resume from it later")
