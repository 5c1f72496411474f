"""The shape of the package: imports go down, engine code knows no variant, and only the command line prints."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "interpreter"
SHIPPED = sorted(
    {path.stem.removesuffix(".cases") for path in (PACKAGE.parent / "profiles").rglob("*.yaml")}
    - {"rubber", "deuce", "house-rules"}  # words of whist and of cards in general
)
"""The IDs of profiles and house rules."""
FILES = sorted(PACKAGE.rglob("*.py"))

# From the ground up: a module may import what stands above it in this list, never what stands below.
LAYERS = [
    "errors", "resources", "statistics", "titles", "table", "cards", "contract", "actions", "expression",
    "quantities", "ranking", "model", "reads", "scoring", "state", "spelling", "notation", "phases", "match", "game",
    "tables", "kernel", "machine", "slots", "packing", "simulate", "double_dummy", "view", "profile", "possible",
    "undealt", "facts", "standing", "named", "record", "replay", "cases", "diagram", "burying", "makeable", "solving",
    "analysis", "players", "compare", "duplicate", "lsp", "cli",
]  # fmt: skip
HEAVY = {"yaml", "lark", "jsonschema", "referencing", "click", "rich", "pygls", "lsprotocol"}
# Where each of these may be imported at all.
ALLOWED = {
    "yaml": {"profile/source.py", "profile/guard.py", "profile/recovering.py", "lsp/cursor.py", "cli"},
    "lark": {"expression/parse.py", "expression/mistakes.py"},
    "jsonschema": {"profile/keys.py", "profile/schema.py", "profile/faults.py"},
    "referencing": {"profile/keys.py"},
    "click": {"cli"},
    "rich": {"cli"},
    "pygls": {"lsp/server.py"},
    "lsprotocol": {"lsp/server.py"},
}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def layer_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("interpreter.") else ""


def imports(path: Path) -> Iterator[tuple[ast.stmt, str]]:
    """Yield every import of a file but those for types only."""
    tree = ast.parse(path.read_text())
    typing_only = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    skipped = {id(inner) for node in typing_only for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "interpreter":
            yield from ((node, f"interpreter.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node, node.module


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    own = name_of(path).split("/")[0].removesuffix(".py")
    if own in ("__init__", "__main__"):
        return
    place = LAYERS.index(own)
    for node, module in imports(path):
        layer = layer_of(module)
        assert not layer or LAYERS.index(layer) <= place, f"{name_of(path)}:{node.lineno} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_heavy_libraries_stay_in_their_rooms(path: Path) -> None:
    for node, module in imports(path):
        library = module.split(".")[0]
        if library in HEAVY:
            rooms = ALLOWED[library]
            assert name_of(path) in rooms or name_of(path).split("/")[0] in rooms, f"{name_of(path)}:{node.lineno}"


def test_scoring_knows_no_state() -> None:
    assert all(layer_of(module) != "state" for _, module in imports(PACKAGE / "scoring.py"))


def test_expressions_know_no_cards() -> None:
    for path in (PACKAGE / "expression").glob("*.py"):
        assert {layer_of(module) for _, module in imports(path)} <= {"", "errors", "expression", "resources"}, path.name


def test_players_see_no_state() -> None:
    for path in (PACKAGE / "players").glob("*.py"):
        assert "state" not in {layer_of(module) for _, module in imports(path)}, path.name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_variant_is_named(path: Path) -> None:
    """Rules belong in profiles; notation, the command line and the explanations of problems may show an example."""
    if name_of(path).split("/")[0] in ("cli", "notation.py", "cards.py") or name_of(path) == "profile/codes.py":
        return
    names = rf"(?<![\w.-])(?:{'|'.join(SHIPPED)})(?![\w-])|hawaii|oregon|rogler|simons|uptown|downtown|\bjokers?\b"
    code = ast.unparse(without_prose(ast.parse(path.read_text())))
    assert not re.search(names, code, re.IGNORECASE), re.search(names, code, re.IGNORECASE)


def without_prose(tree: ast.Module) -> ast.Module:
    """Take docstrings and texts for people (f-strings, messages with blanks) out of a tree."""

    class Strip(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.Constant:
            is_prose = isinstance(node.value, str) and (" " in node.value or "\n" in node.value)
            return ast.Constant("") if is_prose else node

        def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
            return ast.Constant("")

    return ast.fix_missing_locations(Strip().visit(tree))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_only_the_command_line_prints(path: Path) -> None:
    if name_of(path).startswith("cli/"):
        return
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert not [node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id == "print"]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_modules_are_small(path: Path) -> None:
    if name_of(path) == "kernel.py":
        return  # one module since numba's cache follows one file, as its top says
    assert len(path.read_text().splitlines()) <= 400


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_text_is_run_as_code(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert not {func.id for func in calls if isinstance(func, ast.Name)} & {"eval", "exec", "__import__"}


def test_public_functions_are_documented() -> None:
    bare = [
        f"{name_of(path)}:{node.lineno} {node.name}"
        for path in FILES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert bare == []
