"""Finding the files that references, `extends` and `house_rules` name.

An ID is looked for beside the referring file, then in the user's folder (`BIDWHIST_PROFILES`, else
`~/.config/bidwhist/profiles`), then among the shipped files. In each folder a file `ID.yaml` may lie in the folder
itself or in its `bases` or `house-rules`. A path (`./our-table.yaml`) names one file.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from interpreter.errors import Place, Problem
from interpreter.resources import MAX_BYTES, profiles_folder

if TYPE_CHECKING:
    from interpreter.profile.nodes import Mapping
    from interpreter.profile.unknown import Known

SUBFOLDERS = ("", "bases", "house-rules")
MAX_LISTED = 1_000
"""How many files of a folder are looked at for a name that is alike."""
MAX_ENTRIES = 1_000
"""How many keys and items of lists the files of a game have together; the largest one that we know has some 400."""
MAX_REMEMBERED = 250
"""How many files are remembered as they were read, for runs in which many games share them."""
RECORD = re.compile(rb'\s*\{\s*"bidwhist"\s*:\s*"record"')
"""How the record of a game begins."""
_READ: dict[tuple[Path, str, bytes], Document] = {}
"""For a path, the name that messages have for it and what it held: what was read."""
_OPEN: ContextVar[dict[str, bytes] | None] = ContextVar("texts open in an editor", default=None)
_UNWANTED: ContextVar[Callable[[], bool] | None] = ContextVar("whether what is done is no longer wanted", default=None)


class Unwanted(Exception):
    """What was being done was no longer wanted, and ended where it would have read the next file."""


class Document(NamedTuple):
    """One file, parsed: what it calls itself, its kind and its top level; not `whole` where a try left lines out.

    The `digest` is the SHA-256 of the bytes that were read, "" where they come from elsewhere.
    """

    path: Path
    name: str
    kind: str
    id: str
    root: Mapping
    whole: bool = True
    digest: str = ""

    def place_of(self, key: str) -> Place:
        """Return where a top-level key stands; the file's first line if it doesn't."""
        if key in self.root.keys:
            source, start, end = self.root.keys[key]
            return source.place(start, end)
        return Place(self.name, 1, 1, 2)


def user_folder() -> Path:
    """Return the folder for the user's own profiles; it need not exist."""
    named = os.environ.get("BIDWHIST_PROFILES")
    if named:
        return Path(named)
    config = os.environ.get("XDG_CONFIG_HOME")
    return (Path(config) if config else Path.home() / ".config") / "bidwhist" / "profiles"


def lost() -> tuple[tuple[str, None], ...]:
    """Return a note where the user's folder was named and isn't one: what lies in it can't be found."""
    named = os.environ.get("BIDWHIST_PROFILES")
    if not named or os.path.isdir(named):
        return ()
    return ((f"BIDWHIST_PROFILES names {named!r}, which is no folder: nothing was looked for there", None),)


def at_home(name: str) -> str:
    """Return a path with the home folder put in for `~`; one that can't be a path stays as it is."""
    try:
        return os.path.expanduser(name)
    except ValueError:  # a null character
        return name


def is_path(text: str) -> bool:
    """Whether a name in a reference is a path to a file rather than an ID."""
    return "/" in text or os.sep in text or text.endswith((".yaml", ".yml"))


def folders(beside: Path | None) -> Iterator[Path]:
    """Yield the folders in which an ID is looked for, in order."""
    if beside is not None:
        yield beside
        if beside.name in SUBFOLDERS[1:]:
            yield beside.parent
    yield user_folder()
    yield profiles_folder()


def in_reference(document: Document) -> str:
    """Return how a reference names a house rule: by its ID where that is found, else by its file."""
    path = find(document.id, None)
    if path is not None and same_file(path, document.path):
        return document.id
    return shown(document.path) if document.path.is_absolute() else f"./{shown(document.path)}"


def find(name: str, beside: Path | None) -> Path | None:
    """Return the file of an ID, None where there is none."""
    for folder in folders(beside):
        for sub in SUBFOLDERS:
            path = folder / sub / f"{name}.yaml"
            if exists(path):
                return path
    return None


def known_ids(beside: Path | None = None) -> list[str]:
    """Return every ID that `find` would find, sorted."""
    found: set[str] = set()
    for folder in folders(beside):
        for sub in SUBFOLDERS:
            names = [*(path.name for path in (folder / sub).glob("*.yaml")), *open_in(folder / sub)]
            found.update(name.removesuffix(".yaml") for name in names if is_of_rules(name))
    return sorted(found)


def is_of_rules(name: str) -> bool:
    """Whether a file's name is one that an ID can lead to."""
    return name.endswith(".yaml") and not name.endswith(".cases.yaml")


def shown(path: Path) -> str:
    """Return a path as messages show it: relative to the working folder where that is shorter."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):
        return str(path)
    return relative if len(relative) < len(str(path)) else str(path)


def read(path: Path, name: str, problems: list[Problem], place: Place | None = None) -> Document | None:
    """Read and parse a file; what is wrong goes to `problems`, at `place` where the file itself can't be read.

    What was read is nobody's to change: a file that is read again, and is still the same, gives the same document.
    """
    from interpreter.profile.identity import identified
    from interpreter.profile.source import parse  # its patterns cost 10 ms, which finding files does without

    raw = read_bytes(path, name, problems, place)
    if raw is None:
        return None
    known = _READ.get((path, name, raw))
    if known is not None:
        return known
    count = len(problems)
    node = parse(raw, name, problems)
    document = None if node is None else identified(path, name, node, problems)
    if document is None or too_large([document], problems):
        return None
    document = document._replace(digest=digest_of(raw))
    if len(problems) == count:
        if len(_READ) >= MAX_REMEMBERED:
            _READ.clear()
        _READ[path, name, raw] = document
    return document


def too_large(documents: list[Document], problems: list[Problem]) -> bool:
    """Whether a game would have more entries than any game needs, which would take long to check; then say so."""
    from interpreter.profile.nodes import size

    sizes = {document.id: size(document.root) for document in documents}
    if sum(sizes.values()) <= MAX_ENTRIES:
        return False
    largest = max(documents, key=lambda document: sizes[document.id])
    others = ", with the files that belong to the game" if len(documents) > 1 else ""
    message = f"{largest.id!r} has {sum(sizes.values()):,} keys and items of lists{others}, more than {MAX_ENTRIES:,}"
    problems.append(Problem("X042", message, largest.place_of(largest.kind), "say the same in fewer lines"))
    return True


def read_bytes(path: Path, name: str, problems: list[Problem], place: Place | None) -> bytes | None:
    """Return a file's bytes (one more than allowed at most), or say why it can't be read."""
    try:
        raw = content(path)
        if not RECORD.match(raw):
            return raw
        from shlex import quote  # only needed once something is wrong

        reason, remedy = "is the record of a game, not its rules", f"see and check it: bidwhist replay {quote(name)}"
        problems.append(Problem("X043", f"{name!r} {reason}", place, remedy))
        return None
    except IsADirectoryError:
        reason, remedy = "is a folder, not a file", "name a .yaml file in it"
    except FileNotFoundError:
        reason, remedy = "doesn't exist", near_path(path, name) or "check the name"
    except PermissionError:
        reason, remedy = "may not be read", "change its permissions"
    except (OSError, ValueError) as error:
        reason, remedy = (
            f"can't be read: {(getattr(error, 'strerror', None) or str(error)).lower()}",
            "check the path",
        )
    problems.append(Problem("X001", f"{name!r} {reason}", place, remedy))
    return None


def near_path(path: Path, name: str) -> str | None:
    """Return a hint at the file that a path without one was meant for, None where there is none.

    That is a file with a + in its name, which nothing can lead to, the file with an ending, the ID that the name is, or
    the file there with a name that is alike.
    """
    if path.name in ("", ".."):
        return None
    there: list[str] = []
    with suppress(OSError, ValueError):
        there = [entry.name for entry in islice(path.parent.iterdir(), MAX_LISTED) if entry.suffix in (".yaml", ".yml")]
    parted = next((file for file in there if file.startswith(f"{path.name}+")), None)
    if parted is not None:
        return f"a + stands between the parts of a reference: give the file {parted!r} a name without one"
    for ending in (".yaml", ".yml"):
        if is_file(path.with_name(path.name + ending)):
            return f"did you mean '{name}{ending}'?"
    if find(path.stem, None) is not None and path.stem != name.removeprefix("./"):
        return f"did you mean {path.stem!r}?"
    import difflib  # only needed once something is wrong

    near = difflib.get_close_matches(path.name, there, 1, 0.8)
    return f"did you mean '{name.removesuffix(path.name)}{near[0]}'?" if near and near[0] != path.name else None


def is_file(path: Path) -> bool:
    """Whether there is a file at a path; no for what can't be one."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


@contextmanager
def overlaid(texts: dict[str, bytes]) -> Iterator[None]:
    """Let these bytes, by real path, count instead of what the files hold: an editor's, not saved yet."""
    token = _OPEN.set(texts)
    try:
        yield
    finally:
        _OPEN.reset(token)


@contextmanager
def as_long_as_wanted(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Let what is done end with `Unwanted` before the next file is read, once `unwanted` says so."""
    token = _UNWANTED.set(unwanted)
    try:
        yield
    finally:
        _UNWANTED.reset(token)


def exists(path: Path | str) -> bool:
    """Whether there is something at a path, or an editor has it open without having saved it yet."""
    texts = _OPEN.get()
    if not texts or os.path.lexists(path):
        return os.path.lexists(path)
    try:
        return os.path.realpath(path) in texts
    except ValueError:  # a null character
        return False


def open_in(folder: Path) -> list[str]:
    """Return the names of the files of a folder that are open in an editor, whether saved or not."""
    texts = _OPEN.get()
    if not texts:
        return []
    real = os.path.realpath(folder)
    return [os.path.basename(path) for path in texts if os.path.dirname(path) == real]


def content(path: Path) -> bytes:
    """Return a plain file's bytes, one more than allowed at most. Raises `OSError`, or `ValueError` for no path."""
    unwanted = _UNWANTED.get()
    if unwanted is not None and unwanted():
        raise Unwanted
    texts = _OPEN.get()
    held = texts.get(os.path.realpath(path)) if texts else None
    if held is not None:
        return held[: MAX_BYTES + 1]
    if not stat.S_ISREG(os.stat(path).st_mode) and not path.is_dir():
        raise OSError(0, "not a plain file")
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


def digest_of(raw: bytes) -> str:
    """Return what tells the bytes of a file from others, as far as a profile may go."""
    import hashlib  # 3 ms, which finding files does without

    return hashlib.sha256(raw).hexdigest()


def find_shipped(name: str) -> Path | None:
    """Return the shipped file of an ID."""
    paths = (profiles_folder() / sub / f"{name}.yaml" for sub in SUBFOLDERS)
    return next((path for path in paths if os.path.isfile(path)), None)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def locate(
    name: str, beside: Path | None, place: Place | None, problems: list[Problem], known: Known | None = None
) -> Path | None:
    """Return the file that a name stands for; `beside` is the referring file's folder, None for a reference.

    A path in a file must stay in that file's folder or below it. Who looks for many names says what is `known` there.
    """
    if is_path(name):
        path = (beside or Path()) / at_home(name)
        if beside is not None and not inside(path, beside):
            problems.append(
                Problem(
                    "X007",
                    f"{name!r} leads out of the folder of the file that names it",
                    place,
                    "put the file beside this one, or use an ID",
                )
            )
            return None
        return path
    found = find(name, beside)
    path = Path(f"./{name}")
    if found is None and place is None and os.path.exists(path) and read_bytes(path, name, problems, place) is None:
        return None  # a record or a folder
    if found is None:
        from interpreter.profile.unknown import Known, meant  # only needed once something is wrong

        help = meant(name, known or Known(beside), place) or "`bidwhist list` shows all"
        problems.append(Problem("X008", f"unknown profile or house rule {name!r}", place, help, lost()))
    return found


def is_house_rule(path: Path | None) -> bool:
    """Whether a file says that it is a house rule."""
    try:
        return path is not None and re.search(rb"^house_rule:", content(path), re.MULTILINE) is not None
    except (OSError, ValueError):
        return False


def inside(path: Path, folder: Path) -> bool:
    """Whether a path, links followed, lies in a folder."""
    real, root = os.path.realpath(path), os.path.realpath(folder)
    return real == root or real.startswith(root + os.sep)
