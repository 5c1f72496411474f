"""Which program it is: so that no worker with another one takes part."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def fingerprint() -> str:
    """Return a hash of this package's own code, the same on every machine that has the same."""
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: path.relative_to(PACKAGE).as_posix()):
        found.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode())
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()[:16]
