"""Checked profiles kept as JSON, so that playing one again needs no YAML, grammar or schema.

An entry holds for one reference as long as every name in it still leads to the file that was checked, with the bytes
that were, and the code that checked it is the same. Entries of shipped profiles lie in the package (`compiled/`, proved
fresh by a test); others in the user's cache folder (`BIDWHIST_CACHE`, else `~/.cache/bidwhist`). A cache that can't be
read or written is passed over in silence: it only saves time.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.profile.library import at_home, content, digest_of, find, is_path
from interpreter.resources import cache_folder, profiles_folder, schema_folder
from interpreter.titles import title_of

if TYPE_CHECKING:  # a title is known without the tables of a profile, which take longer to import than to read
    from interpreter.profile.checked import Checked
    from interpreter.profile.compose import Composed

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = PACKAGE / "compiled"
CODE = ("*.py", "expression/**/*", "profile/**/*")
"""The files of the package that decide what a checked profile is; a test proves that there are no others."""
MAX_ENTRIES = 300


class Lookup(NamedTuple):
    """One name that a reference or file used, from which folder, and the file that it led to."""

    name: str
    beside: Path | None
    path: Path

    def again(self) -> Path | None:
        """Return the file that the name leads to now."""
        if is_path(self.name):
            return (self.beside or Path()) / at_home(self.name)
        return find(self.name, self.beside)


def fetch(reference: str, beside: Path | None) -> Checked | None:
    """Return the checked profile of a reference, None where no entry holds."""
    shipped = COMPILED / f"{reference}.json" if not is_path(reference) and "+" not in reference else None
    if shipped is not None and beside is None:
        checked = read_entry(shipped, reference, engine=None)
        if checked is not None:
            return checked
    path = entry_path(reference, beside)
    return None if path is None else read_entry(path, reference, engine())


def entry_path(reference: str, beside: Path | None) -> Path | None:
    """Return where the entry of a reference lies; it depends on the folder that names are looked for from."""
    folder = cache_folder()
    try:
        here = os.path.abspath(beside or "")
    except OSError:  # the working folder is gone
        return None
    text = "\0".join((reference, here, str(profiles_folder()), os.environ.get("BIDWHIST_PROFILES", "")))
    return None if folder is None else folder / f"{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:32]}.json"


def known_title(reference: str) -> str:
    """Return the title of a reference that was checked before, with all that its texts add; "" where no entry holds."""
    parts = entry_parts(COMPILED / f"{reference}.json", engine=None)
    if parts is None:
        path = entry_path(reference, None)
        parts = None if path is None or not path.exists() else entry_parts(path, engine())
    return "" if parts is None else str(parts[0].get("title", ""))


def read_entry(path: Path, reference: str, engine: str | None) -> Checked | None:
    """Return the checked profile of an entry that still holds."""
    from interpreter.profile.checked import checked_from_json

    body = entry_body(path, engine)
    try:
        return None if body is None else checked_from_json(body, reference)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def entry_body(path: Path, engine: str | None) -> dict[str, Any] | None:
    """Return what an entry holds as JSON, None where it doesn't hold any more."""
    parts = entry_parts(path, engine)
    try:
        found: dict[str, Any] | None = None if parts is None else json.loads(parts[1])
        return found
    except (ValueError, RecursionError):
        return None


def entry_parts(path: Path, engine: str | None) -> tuple[dict[str, Any], bytes] | None:
    """Return what an entry says of itself and the rest of it, unread; None where it doesn't hold any more."""
    try:
        with open(path, "rb") as file:
            head, _, body = file.read().partition(b"\n")
        facts = json.loads(head)
        if facts["engine"] != engine or facts["sha256"] != hashlib.sha256(body).hexdigest():
            return None
        return (facts, body) if all(unchanged(lookup) for lookup in facts["lookups"]) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def unchanged(fact: list[Any]) -> bool:
    """Whether a name still leads to the same file with the same bytes."""
    name, beside, path, digest = fact
    lookup = Lookup(name, None if beside is None else placed(beside), placed(path))
    again = lookup.again()
    return again is not None and str(again) == str(lookup.path) and digest_of(content(again)) == digest


def store(checked: Checked, composed: Composed, beside: Path | None) -> None:
    """Keep a checked profile, and what it was composed of, for the next time; costs one small file."""
    path = entry_path(checked.reference, beside)
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, entry(checked, composed, engine()))
        trim(path.parent)
    except (OSError, ValueError, KeyError):
        return


def entry(checked: Checked, composed: Composed, engine: str | None) -> bytes:
    """Return the bytes of an entry: a line about it, then the checked profile.

    It is about the bytes that were checked, whatever the files hold by now. Raises `KeyError` where one wasn't read.
    """
    from interpreter.profile.checked import checked_to_json

    body = json.dumps(checked_to_json(checked), ensure_ascii=True, separators=(",", ":")).encode()
    digests = {document.path: document.digest for document in composed.documents}
    facts = {
        "engine": engine,
        "title": title_of(checked.document, checked.params),
        "lookups": [fact(lookup, digests[lookup.path]) for lookup in composed.lookups],
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(facts).encode() + b"\n" + body


def fact(lookup: Lookup, digest: str) -> list[str | None]:
    """Return what an entry keeps of a lookup and the bytes that it led to; `unchanged` reads it."""
    beside = None if lookup.beside is None else mobile(lookup.beside)
    return [lookup.name, beside, mobile(lookup.path), digest]


def mobile(path: Path) -> str:
    """Return a path such that shipped files keep theirs wherever the package is installed."""
    text, root = str(path), str(profiles_folder())
    return "<profiles>" + text.removeprefix(root) if text.startswith(root) else text


def placed(text: str) -> Path:
    """Return the path that `mobile` wrote."""
    return (
        Path(str(profiles_folder()) + text.removeprefix("<profiles>")) if text.startswith("<profiles>") else Path(text)
    )


@lru_cache(maxsize=1)
def engine() -> str:
    """Return what tells one state of the checking code and the schemas from another; of the code that is running."""
    found = []
    for file in code_files():
        facts = file.stat()
        found.append(f"{file} {facts.st_size} {facts.st_mtime_ns}")
    return hashlib.sha256("\n".join(found).encode(errors="replace")).hexdigest()[:16]


def code_files() -> list[Path]:
    """Return the files that decide what a checked profile is: code, the grammar and the schemas."""
    found = [*(file for pattern in CODE for file in PACKAGE.glob(pattern)), *schema_folder().glob("*.json")]
    return sorted(file for file in found if file.suffix in (".py", ".lark", ".json"))


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that readers see all of it or nothing."""
    import tempfile  # only when something is written

    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise


def trim(folder: Path) -> None:
    """Forget the oldest entries when there are very many."""
    entries = list(folder.glob("*.json"))
    if len(entries) <= MAX_ENTRIES:
        return
    entries.sort(key=lambda path: path.stat().st_mtime)
    for path in entries[: len(entries) - MAX_ENTRIES + MAX_ENTRIES // 8]:  # some more, so as not to do it each time
        path.unlink(missing_ok=True)


__all__ = ["COMPILED", "Lookup", "entry", "fetch", "known_title", "store"]
