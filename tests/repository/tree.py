"""The repository as its tests see it: files that belong to it, without what is built or installed."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "backend" / "glyph"
NOT_OURS = {".git", ".venv", "node_modules", ".next", "dist", "test-results", ".hypothesis", "__pycache__"}
GENERATED = {"uv.lock", "package-lock.json", "schema.d.ts", "openapi.json"}


def beneath(folder: Path) -> Iterator[Path]:
    """Yield the files beneath a folder that belong to the repository."""
    for entry in sorted(folder.iterdir()):
        if entry.name in NOT_OURS or entry.name.endswith("_cache") or entry == ROOT / "data":
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from beneath(entry)
        elif entry.is_file():
            yield entry


def named(path: Path) -> str:
    """Return a file's name as people write it: from the repository's root."""
    return path.relative_to(ROOT).as_posix()


def texts() -> Iterator[tuple[str, str]]:
    """Yield name and content of every file that is UTF-8 text and written by hand."""
    for path in beneath(ROOT):
        if path.name in GENERATED or path.name == ".env":
            continue
        try:
            yield named(path), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules() -> Iterator[tuple[str, str]]:
    """Yield name and source of every Python module of the product and of its scripts."""
    for folder in (PACKAGE, ROOT / "backend" / "tools"):
        for path in beneath(folder):
            if path.suffix == ".py":
                yield named(path), path.read_text(encoding="utf-8")
