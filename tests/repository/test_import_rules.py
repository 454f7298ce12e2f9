"""Who may import whom: the contracts of import-linter hold, and the pure rooms stay pure."""

import ast
from collections.abc import Iterator

import pytest

from tests.repository.tree import ROOT, modules
from tools.console import quietly, tool

PURE_ROOMS = ("backend/glyph/domain/", "backend/glyph/ingest/redact/", "backend/glyph/search/")
PURE_FILES = ("backend/glyph/ingest/chunk.py", "backend/glyph/ingest/markdown.py", "backend/glyph/ingest/pipeline.py")
IMPURE = {"os", "pathlib", "io", "shutil", "tempfile", "socket", "subprocess", "time", "random", "secrets", "sqlite3"}
IMPURE_CALLS = {"open", "now", "today", "utcnow", "urandom"}
PURE = [(name, source) for name, source in modules() if name.startswith(PURE_ROOMS) or name in PURE_FILES]


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the top-level name of every import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def called(tree: ast.Module) -> Iterator[str]:
    """Yield the last name of everything that is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            yield function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


@pytest.mark.parametrize(("name", "source"), PURE, ids=[name for name, _ in PURE])
def test_a_pure_module_touches_no_disk_network_clock_or_randomness(name: str, source: str) -> None:
    tree = ast.parse(source)
    assert set(imported(tree)) & IMPURE == set(), name
    assert set(called(tree)) & IMPURE_CALLS == set(), name


def test_the_contracts_of_the_rooms_hold() -> None:
    done = quietly([tool("lint-imports"), "--no-cache"], cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_one_file_knows_chroma() -> None:
    knowing = [name for name, source in modules() if "chromadb" in set(imported(ast.parse(source)))]
    assert knowing == ["backend/glyph/index/embedded/base.py"]
