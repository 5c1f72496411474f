"""The cache of checked profiles: it only ever saves time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter.errors import InputError
from interpreter.profile import cache, check
from interpreter.profile.analyse import analyse
from interpreter.profile.check import check_reference
from interpreter.profile.checked import checked_from_json, checked_to_json
from interpreter.profile.load import load
from interpreter.profile.shipped import compiled_entries

TABLE = """
format: 1
profile: our-table
extends: pagat-54
params: {goal: 11}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BIDWHIST_PROFILES", str(tmp_path / "mine"))
    (tmp_path / "our-table.yaml").write_text(TABLE)
    return tmp_path


def reference(folder: Path) -> str:
    return str(folder / "our-table.yaml")


def test_compiled_profiles_are_fresh() -> None:
    """If this fails, run: python -m interpreter.profile.shipped"""
    compiled = {path.name: path.read_bytes() for path in cache.COMPILED.glob("*.json")}
    assert compiled == dict(compiled_entries())


def test_a_cached_profile_plays_by_the_same_rules(folder: Path) -> None:
    fresh, _ = check_reference(reference(folder))
    entries = list((folder / "cache").glob("*.json"))
    assert len(entries) == 1
    cached = cache.fetch(reference(folder), None)
    assert cached is not None
    assert load(reference(folder)).hash == fresh.hash == cached.hash
    assert checked_from_json(json.loads(json.dumps(checked_to_json(cached))), cached.reference) == cached


def test_a_changed_file_is_checked_anew(folder: Path) -> None:
    assert load(reference(folder)).params["goal"] == 11
    (folder / "our-table.yaml").write_text(TABLE.replace("11", "13"))
    assert load(reference(folder)).params["goal"] == 13
    (folder / "our-table.yaml").write_text(TABLE.replace("11", "-1"))
    with pytest.raises(InputError):
        load(reference(folder))


def test_a_house_rule_that_appears_in_a_nearer_folder_counts(folder: Path) -> None:
    for place, goal in (("mine", 12), ("", 14)):
        (folder / place).mkdir(exist_ok=True)
        rule = f"format: 1\nhouse_rule: long-game\nparams: {{goal: {goal}}}\n"
        (folder / place / "long-game.yaml").write_text(rule)
        assert load(reference(folder) + "+long-game").params["goal"] == goal


@pytest.mark.parametrize("damage", [b"", b"{}\n{}", b"\xff\xfe", b"[" * 100_000, None])
def test_a_damaged_entry_is_passed_over(folder: Path, damage: bytes | None) -> None:
    load(reference(folder))
    entry = next((folder / "cache").glob("*.json"))
    content = entry.read_bytes()
    entry.write_bytes(content[:-2] if damage is None else damage)
    assert load(reference(folder)).params["goal"] == 11
    assert entry.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_no_problem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIDWHIST_CACHE", str(folder / "our-table.yaml" / "cache"))
    assert load(reference(folder)).params["goal"] == 11
    monkeypatch.setenv("BIDWHIST_CACHE", "/proc/bidwhist")
    assert load(reference(folder)).params["goal"] == 11


def test_old_entries_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for goal in range(5, 12):
        load(f"{reference(folder)}+goal={goal}")
    assert len(list((folder / "cache").glob("*.json"))) == 3


@pytest.mark.parametrize("changed", ["our-table.yaml", "nine.yaml"])
def test_a_file_that_is_saved_while_it_is_checked_is_checked_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    (folder / "nine.yaml").write_text("format: 1\nhouse_rule: nine\nparams: {min_bid: 4}\n")
    (folder / "our-table.yaml").write_text(f"{TABLE}house_rules: [nine]\n")

    def analysed(*given: Any) -> Any:
        found = analyse(*given)
        text = (folder / changed).read_text()
        (folder / changed).write_text(text.replace("goal: 11", "goal: 13").replace("min_bid: 4", "min_bid: 5"))
        return found

    with monkeypatch.context() as patched:
        patched.setattr(check, "analyse", analysed)
        before = check_reference(reference(folder))[0].params
    after = load(reference(folder)).params
    assert (before["goal"], before["min_bid"]) == (11, 4)
    assert (after["goal"], after["min_bid"]) == ((13, 4) if changed == "our-table.yaml" else (11, 5))


def test_an_entry_depends_on_all_code_that_checks() -> None:
    code = (
        "import sys; from interpreter.profile.advice import check_with_advice; check_with_advice('pagat-54');"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('interpreter.')), sep='\\n')"
    )
    root = Path(__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    files = {Path(line) for line in run.stdout.splitlines()}
    assert len(files) > 80
    assert files <= set(cache.code_files())


def test_shipped_and_cached_profiles_load_without_heavy_imports(folder: Path) -> None:
    load(reference(folder))
    code = (
        "import sys; from interpreter.profile.load import load; load('pagat-54'); load(sys.argv[1]);"
        "print([m for m in ('yaml', 'lark', 'jsonschema', 'click', 'rich') if m in sys.modules])"
    )
    root = Path(__file__).parent.parent
    run = subprocess.run(
        [sys.executable, "-c", code, reference(folder)],
        capture_output=True, text=True, check=True, cwd=root, env=dict(os.environ),
    )  # fmt: skip
    assert run.stdout.strip() == "[]"
