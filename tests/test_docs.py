"""What the documents show is what happens: README's Python runs, its commands print what it says."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.app import group

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
MAP = (ROOT / "interpreter" / "README.md").read_text()
BAD = ROOT / "tests" / "bad"
TABLE = next(text for text in re.findall(r"```yaml\n(.*?)```", README, re.DOTALL) if "our-table" in text)


def test_readme_python() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
        assert runner.run(test).failed == 0


def commands(text: str = README) -> list[tuple[str, str]]:
    """Return every command that a document shows, with its output."""
    consoles = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    parts = [part for console in consoles for part in re.split(r"^\$ ", console, flags=re.MULTILINE) if part]
    return [(line, output) for line, _, output in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("line", "output"), commands(), ids=[line for line, _ in commands()])
def test_readme_commands(line: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    if "./" in line:
        monkeypatch.chdir(tmp_path)
    else:
        monkeypatch.chdir(ROOT)
    (tmp_path / "our-table.yaml").write_text(TABLE)
    slip = TABLE.replace("our-table", "slip").replace("level == 7", "level = 7")
    (tmp_path / "slip.yaml").write_text(re.sub(r" +# five.*", "", slip))
    shutil.copy(ROOT / "tests" / "golden" / "pagat-54.jsonl", tmp_path / "game.jsonl")
    name, *words = shlex.split(line)
    assert name == "bidwhist"
    printed = CliRunner().invoke(group, words).output
    head, dots, _ = output.partition("...\n")
    assert printed.startswith(head) if dots else printed == output


@pytest.mark.parametrize(("line", "output"), commands(MAP), ids=[line for line, _ in commands(MAP)])
def test_what_authors_are_told(line: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other README shows what is said of the files in `bad/`, but for the last line, which counts problems."""
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(BAD)
    printed = CliRunner().invoke(group, shlex.split(line)[1:]).output
    *said, count = printed.splitlines(keepends=True)
    assert output == "".join(said) + "...\n"
    assert count.endswith(": 1 problem\n")


def test_all_mistakes_of_authors_are_shown() -> None:
    shown = "\n".join(line for line, _ in commands(MAP))
    files = [path for path in BAD.glob("author-*") if path.suffix != ".out"]
    assert len(files) == len(commands(MAP)) == 15
    assert [path.name for path in files if path.suffix == ".yaml" and path.name not in shown] == []


def test_own_rules_take_ten_lines() -> None:
    assert len(TABLE.splitlines()) <= 10


def test_the_map_names_every_room() -> None:
    """Each module at the top of the package, and of `profile/`, is in the map of interpreter/README.md."""
    rooms = {path.name for path in (ROOT / "interpreter").glob("*.py")} - {"__init__.py", "__main__.py"}
    rooms |= {f"{path.parent.name}/" for path in (ROOT / "interpreter").glob("*/__init__.py")}
    below = ROOT / "interpreter" / "profile"
    rooms |= {f"profile/{path.name}" for path in below.glob("*.py")} - {"profile/__init__.py"}
    rooms |= {f"profile/{path.parent.name}/" for path in below.glob("*/__init__.py")}
    assert {room for room in rooms if f"`{room}" not in MAP} == set()
