"""Writing files so that none is lost for one that never came to be."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from interpreter.cli.stopped import Stopped


@dataclass(slots=True)
class Draft:
    """A file that is being written; `wanted` says whether anything in it is worth keeping."""

    name: str
    wanted: bool = False


@contextmanager
def draft_of(path: str) -> Iterator[Draft]:
    """Yield a draft beside a file. With the block it takes the file's place if it is wanted, else it is thrown away.

    Whatever ends the block, trouble in writing apart, what is wanted is kept. Raises `Stopped` for such trouble.
    """
    try:
        target = os.path.realpath(path)
        handle, name = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".bidwhist-", suffix=".part")
        os.close(handle)
        draft = Draft(name)
        try:
            yield draft
        except OSError:
            draft.wanted = False
            raise
        finally:
            if draft.wanted:
                settle(name, target)
            else:
                with suppress(OSError):
                    os.unlink(name)
    except OSError as error:
        raise Stopped(f"{path!r} can't be written: {error.strerror or error}", 1) from error


def settle(name: str, target: str) -> None:
    """Put a draft where it belongs, to be read by whoever might read the file that stood there, or any new one."""
    if os.path.exists(target):
        shutil.copymode(target, name)
    else:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
    os.replace(name, target)


def write_text(path: str, text: str) -> None:
    """Write a text file whole, or leave what stands there."""
    with draft_of(path) as draft:
        with open(draft.name, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        draft.wanted = True
