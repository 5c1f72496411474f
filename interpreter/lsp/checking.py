"""Which documents are still to be checked, and checking them: one after the other, off the thread that answers.

What is edited goes first. What is running then ends before it reads the next file, and its document waits once more,
so that however fast somebody types there is one check at a time, of the newest text. No document is dropped: each waits
until it was checked as it is, and a changed one is kept until those that it matters to wait too.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from interpreter.lsp.diagnostics import Finding
from interpreter.lsp.session import Session, look_at, users
from interpreter.profile.library import Unwanted, as_long_as_wanted

Publish = Callable[[str, list[Finding], int | None], None]
T = TypeVar("T")


class Checker:
    """Checks the documents of a session; `publish` and `log` are called in the thread of the event loop."""

    def __init__(self, session: Session, publish: Publish, log: Callable[[str], None]) -> None:
        self.session, self.publish, self.log = session, publish, log
        self.due: dict[str, bool] = {}
        """The documents to be checked, the most urgent one last, and whether house rules are to be looked at anew."""
        self.changed: dict[str, int] = {}
        """The documents of which it isn't known yet which others they matter to, each with its change's number."""
        self.changes = 0
        self.seen: dict[str, int] = {}
        """For each document that was checked how many changes there had been."""
        self.begin = 0.0
        """When to go on, in the time of the event loop."""
        self.ended = threading.Event()
        """Whether what is running is no longer wanted."""
        self.pool = ThreadPoolExecutor(1, "check")
        self.task: asyncio.Task[None] | None = None

    def changed_one(self, name: str, pause: float, anew: bool = False) -> None:
        """Check a document that was edited, after a pause in seconds without more, then those that it matters to."""
        self.changes += 1
        self.changed[name] = self.changes
        self.due[name] = self.due.pop(name, False) or anew
        self.hurry(pause)

    def changed_all(self, pause: float) -> None:
        """Check all documents after something happened in the editor that may matter to any."""
        self.wait(self.session.opened)
        self.hurry(pause)

    def changed_outside(self, pause: float) -> None:
        """Check all documents after files changed that aren't open: whatever is running may end first."""
        if not self.due:
            self.begin = asyncio.get_running_loop().time() + pause
        self.wait(self.session.opened)
        self.start()

    def wait(self, names: Iterable[str]) -> None:
        """Let documents wait, behind those that do already; the most urgent one is the last."""
        self.due = {**{name: False for name in names if name not in self.due}, **self.due}

    def hurry(self, pause: float) -> None:
        """End what is running, and go on after a pause."""
        self.begin = asyncio.get_running_loop().time() + pause
        self.ended.set()
        self.start()

    def start(self) -> None:
        """Begin to work, unless somebody is at it."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.work())

    def close(self) -> None:
        """End what is running, and do no more."""
        self.ended.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def work(self) -> None:
        """Check what is due, the most urgent first, until nothing is."""
        while self.due or self.changed:
            left = self.begin - asyncio.get_running_loop().time()
            if left > 0:
                await asyncio.sleep(left)
            elif self.due:
                await self.check(*self.due.popitem())
            else:
                await self.find_users()

    async def check(self, name: str, anew: bool) -> None:
        """Check one document and publish what is found, unless it has changed meanwhile."""
        document, known = self.session.document(name), self.session.opened.get(name)
        if document is None or known is None:
            return
        self.seen[name] = self.changes
        try:
            outcome = await self.aside(partial(look_at, document, anew))
        except Unwanted:
            self.again(name, anew)
            return
        except Exception as error:  # an error of ours must not end the service
            self.log(f"checking {name} failed: {type(error).__name__}: {error}")
            return
        outdated = self.session.opened.get(name) is not known
        self.session.remember(name, outcome)
        if outdated:
            self.again(name, anew)
        else:
            self.publish(name, outcome.found, known.version)

    def again(self, name: str, anew: bool) -> None:
        """Let a document wait that was checked in vain."""
        if name in self.session.opened:
            self.wait([name])
            self.due[name] |= anew

    async def find_users(self) -> None:
        """Let the documents wait that were checked before something changed that matters to them."""
        changed = dict(self.changed)
        documents = self.session.documents()
        paths = [(os.path.realpath(document.path), changed[name]) for name, document in documents if name in changed]
        asked = []
        for name, document in documents:
            later = {path for path, at in paths if at > self.seen.get(name, 0)}
            if later:
                asked.append((name, document, later))
        try:
            found = await self.aside(partial(users, asked))
        except Unwanted:
            return
        except Exception as error:  # as above
            self.log(f"finding what {', '.join(sorted(changed))} matters to failed: {type(error).__name__}: {error}")
            found = []
        self.wait(found)
        self.changed = {name: at for name, at in self.changed.items() if changed.get(name) != at}

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something in the other thread. Raises `Unwanted` where it was ended."""
        self.ended = threading.Event()
        return await asyncio.get_running_loop().run_in_executor(self.pool, wanted, work, self.ended)


def wanted(work: Callable[[], T], ended: threading.Event) -> T:
    """Do something that ends with `Unwanted` once that is set."""
    with as_long_as_wanted(ended.is_set):
        return work()
