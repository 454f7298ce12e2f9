"""The shape of the package, read from its syntax trees: who may know what, and how large anything may be."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "backend/glyph"
LONGEST_MODULE_LINES = 300
MOST_STATEMENTS = 30
MOST_PORT_METHODS = 9


@dataclass(frozen=True)
class Module:
    """A module of the product: its path beneath the package, its source, its tree."""

    name: str
    source: str
    tree: ast.Module

    def calls(self) -> Iterator[str]:
        """Yield the names that are called, without what stands before a dot."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name):
                    yield node.func.id
                elif isinstance(node.func, ast.Attribute):
                    yield node.func.attr

    def imports(self) -> Iterator[str]:
        """Yield every module that is imported anywhere, and every name imported from one, dotted."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.name} imports relatively"
                yield node.module or ""
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def read(path: Path) -> Module:
    source = path.read_text(encoding="utf-8")
    return Module(path.relative_to(PACKAGE).as_posix(), source, ast.parse(source))


MODULES = [read(path) for path in sorted(PACKAGE.rglob("*.py"))]
ROOTS_BY_MODULE = {module.name: {name.partition(".")[0] for name in module.imports()} for module in MODULES}


def who_imports(library: str) -> set[str]:
    return {name for name, roots in ROOTS_BY_MODULE.items() if library in roots}


def beneath(*rooms: str) -> list[Module]:
    """Return the modules of rooms and single modules, by the beginning of their path."""
    return [module for module in MODULES if module.name.startswith(rooms)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_has_a_docstring_and_at_most_three_hundred_lines(module: Module) -> None:
    assert len(module.source.splitlines()) <= LONGEST_MODULE_LINES
    assert not module.tree.body or ast.get_docstring(module.tree)


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_function_has_at_most_thirty_statements(module: Module) -> None:
    sizes = {f.name: sum(isinstance(node, ast.stmt) for node in ast.walk(f)) - 1 for f in functions(module)}
    assert {name: size for name, size in sizes.items() if size > MOST_STATEMENTS} == {}


def test_only_redaction_the_domain_and_the_index_make_redacted_text() -> None:
    makers = {module.name for module in MODULES if "RedactedText" in module.calls()}
    assert makers == {"domain/redaction.py", "ingest/redact/redactor.py", "index/embedded/stored.py"}


def reads_environment(module: Module) -> bool:
    names = {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    names |= {name.removeprefix("os.") for name in module.imports()}
    return (
        bool(names & {"environ", "environb", "getenv", "getenvb", "putenv"})
        or "pydantic_settings" in ROOTS_BY_MODULE[module.name]
    )


def test_only_settings_reads_the_environment_and_the_encoder_silences_its_runtime_there() -> None:
    touching = {module.name for module in MODULES if reads_environment(module)}
    assert touching == {"settings.py", "embed/model/encoder.py"}


@pytest.mark.parametrize(
    ("library", "knowing"),
    [
        ("chromadb", {"index/embedded/base.py"}),
        ("tiktoken", {"ingest/tokens.py"}),
        ("re2", {"ingest/redact/pattern.py"}),
        ("tokenizers", {"embed/model/wordpiece.py"}),
        ("onnxruntime", {"embed/model/encoder.py"}),
        ("onnx", {"embed/model/weights.py", "embed/model/graph.py"}),
        ("openai", {"embed/openai_api.py"}),
        ("watchfiles", {"corpus/watching.py"}),
        ("fcntl", {"index/owner.py"}),
        ("subprocess", {"index/embedded/child.py", "faces/cli/probes.py", "ingest/load/bounded.py"}),
        ("pypdfium2", {"ingest/load/pdfium.py"}),
        ("mammoth", {"ingest/load/word.py"}),
        ("markdownify", {"ingest/load/webpage.py"}),
        ("bs4", {"ingest/load/webpage.py", "ingest/load/word.py"}),
    ],
)
def test_a_library_is_known_by_its_files_alone(library: str, knowing: set[str]) -> None:
    assert who_imports(library) <= knowing


@pytest.mark.parametrize(
    ("library", "room"), [("fastapi", "faces/rest/"), ("mcp", "faces/mcp/"), ("typer", "faces/cli/")]
)
def test_a_library_of_a_face_stays_in_it(library: str, room: str) -> None:
    assert who_imports(library)
    assert {name for name in who_imports(library) if not name.startswith(room)} == set()


def test_sqlite_is_known_where_rows_are_kept() -> None:
    outside = {name for name in who_imports("sqlite3") if not name.startswith("index/embedded/")}
    assert outside == {"embed/vector_cache.py", "corpus/notion/manifest.py"}


IMPURE = {
    "os",
    "pathlib",
    "io",
    "shutil",
    "tempfile",
    "socket",
    "subprocess",
    "time",
    "random",
    "secrets",
    "sqlite3",
    "threading",
}


@pytest.mark.parametrize(
    "module", beneath("domain/", "ingest/redact/", "ingest/chunk.py", "search/"), ids=lambda m: m.name
)
def test_pure_rooms_touch_no_disk_network_clock_or_randomness(module: Module) -> None:
    assert ROOTS_BY_MODULE[module.name] & IMPURE == set()
    assert {"open", "now", "today", "print", "input"}.isdisjoint(module.calls())


@pytest.mark.parametrize("module", beneath("domain/"), ids=lambda module: module.name)
def test_the_domain_imports_nothing_of_glyph_but_itself(module: Module) -> None:
    of_glyph = {name for name in module.imports() if name.startswith("glyph")}
    assert {name for name in of_glyph if not name.startswith("glyph.domain")} == set()


ROOMS = ("corpus", "ingest", "embed", "index")


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_do_not_know_one_another(room: str) -> None:
    others = tuple(f"glyph.{other}" for other in ROOMS if other != room)
    known = {(m.name, name) for m in beneath(f"{room}/") for name in m.imports() if name.startswith(others)}
    assert known == set()


HEAVY = {"chromadb", "openai", "tiktoken", "onnxruntime", "onnx", "tokenizers", "fastapi", "mcp", "uvicorn"}


def test_the_composition_root_imports_nothing_heavy_when_it_is_loaded() -> None:
    bootstrap = next(module for module in MODULES if module.name == "bootstrap.py")
    loaded = {
        alias.name if isinstance(node, ast.Import) else node.module or ""
        for node in bootstrap.tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()


def test_a_port_has_at_most_nine_methods_and_a_docstring() -> None:
    ports = {
        f"{module.name}:{node.name}": node
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and any(isinstance(b, ast.Name) and b.id == "Protocol" for b in node.bases)
    }
    assert {"index/store.py:IndexStore", "embed/embedder.py:Embedder", "app/workbench.py:Workbench"} <= ports.keys()
    for name, port in ports.items():
        methods = [node for node in port.body if isinstance(node, ast.FunctionDef)]
        assert len(methods) <= MOST_PORT_METHODS, name
        assert port.name.startswith("_") or ast.get_docstring(port), name


def test_errors_have_codes_of_their_own_and_hints() -> None:
    from glyph import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.GlyphError)]
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all(kind.hint.endswith(".") for kind in kinds if kind is not errors.GlyphError)
    assert all(kind.__name__ in (errors.__doc__ or "") for kind in kinds)
