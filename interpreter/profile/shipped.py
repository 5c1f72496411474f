"""Compiles the shipped profiles into the package, so that they load without YAML, grammar or schema.

`python -m interpreter.profile.shipped` writes `interpreter/compiled/`; a test proves that it is up to date.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import InputError
from interpreter.profile.cache import COMPILED, entry
from interpreter.profile.check import check, proved
from interpreter.profile.compose import compose
from interpreter.resources import profiles_folder


def shipped_ids() -> list[str]:
    """Return the IDs of the shipped games, sorted: no bases, no house rules."""
    return sorted(path.stem for path in profiles_folder().glob("*.yaml") if not path.stem.endswith(".cases"))


def compiled_entries() -> Iterator[tuple[str, bytes]]:
    """Yield each shipped game with the bytes of its compiled form. Raises `InputError` where one doesn't check."""
    for name in shipped_ids():
        composed = compose(name)
        checked = check(composed)
        proved(checked, composed)
        yield f"{name}.json", entry(checked, composed, engine=None)


def write() -> None:
    """Write the compiled forms, and remove those of games that are gone."""
    COMPILED.mkdir(exist_ok=True)
    entries = dict(compiled_entries())
    for old in COMPILED.glob("*.json"):
        if old.name not in entries:
            old.unlink()
    for name, content in entries.items():
        (COMPILED / name).write_bytes(content)


if __name__ == "__main__":
    try:
        write()
    except InputError as error:
        raise SystemExit(str(error)) from None
