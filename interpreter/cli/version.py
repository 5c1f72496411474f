"""The version of this program."""

from __future__ import annotations


def version() -> str:
    """Return the installed version; in a checkout that isn't installed, what its pyproject.toml says."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("bidwhist")
    except PackageNotFoundError:
        import tomllib
        from pathlib import Path

        file = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(file.read_text(encoding="utf-8"))["project"]["version"]) if file.is_file() else "?"
