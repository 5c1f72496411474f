"""Golden records: what a game came to once, it comes to again. `python tests/golden/make.py` writes them anew."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from interpreter.profile.shipped import shipped_ids
from interpreter.replay import replay

FOLDER = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_make", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_profile_has_a_golden_record() -> None:
    wanted = {f"{name}{end}" for name in shipped_ids() for end in (".jsonl", ".results.jsonl")}
    assert {path.name for path in FOLDER.glob("*.jsonl")} == wanted


@pytest.mark.parametrize("name", shipped_ids())
def test_the_golden_record_is_what_is_played_today(name: str, make: ModuleType) -> None:
    for file, content in make.files(name):
        assert (FOLDER / file).read_text() == content, f"{file} differs; if that is meant: python tests/golden/make.py"


@pytest.mark.parametrize("name", shipped_ids())
def test_the_golden_record_replays_to_its_results(name: str) -> None:
    """Under the rules that the record holds, so it doesn't matter what has become of the profile's file."""
    with replay(FOLDER / f"{name}.jsonl") as played:
        results = [step.result for step in played if step.result is not None]
    expected = [json.loads(line) for line in (FOLDER / f"{name}.results.jsonl").read_text().splitlines()]
    assert [list(result.points) for result in results] == [line["points"] for line in expected]
    assert [list(result.books) for result in results] == [line["books"] for line in expected]
    assert [result.winner for result in results] == [line["winner"] for line in expected]
