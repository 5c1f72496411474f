"""Where data stands: what is shipped, beside the package in a checkout and inside it in a wheel, and what is kept.

And how much of a file is read at most.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

__all__ = ["MAX_BYTES", "cache_folder", "profiles_folder", "schema_folder"]

MAX_BYTES = 256 * 1024
"""The most that a profile, a house rule or a file of cases may have."""


@cache
def _data_folder() -> Path:
    package = Path(__file__).resolve().parent
    # An editable install leaves a stale copy inside the package, so the checkout comes first. It is known by
    # a file: a folder `schema` beside the package in site-packages would be somebody else's.
    checkout = package.parent
    if (checkout / "schema" / "profile.schema.json").is_file() and (checkout / "profiles").is_dir():
        return checkout
    return package / "_data"


def schema_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return _data_folder() / "schema"


def profiles_folder() -> Path:
    """Return the folder of the shipped profiles, with `house-rules` in it."""
    return _data_folder() / "profiles"


def cache_folder() -> Path | None:
    """Return the folder of what is kept to save time: `BIDWHIST_CACHE`, else `~/.cache/bidwhist`, None without a home.

    It need not exist.
    """
    named = os.environ.get("BIDWHIST_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "bidwhist"
    except RuntimeError:  # no home folder
        return None
