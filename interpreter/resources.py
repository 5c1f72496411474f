"""Where the shipped data stands: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["profiles_folder", "schema_folder"]


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
