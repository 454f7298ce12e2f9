"""Tells whether something built still belongs to what it was built from.

A stamp is a hash of the inputs, kept inside the thing built: delete the thing and the stamp goes with it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

STAMP = ".glyph-stamp"


def files_beneath(folder: Path, *, without: frozenset[str]) -> Iterator[Path]:
    """Yield the files beneath a folder in a stable order, skipping entries of the given names."""
    for entry in sorted(folder.iterdir()):
        if entry.name in without or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from files_beneath(entry, without=without)
        elif entry.is_file():
            yield entry


def digest(files: Iterable[Path], *facts: str) -> str:
    """Return a hash over files (their paths and bytes) and facts."""
    total = hashlib.sha256()
    for fact in facts:
        total.update(b"\0fact\0" + fact.encode("utf-8"))
    for file in files:
        total.update(b"\0file\0" + str(file).encode("utf-8") + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def is_current(built: Path, expected: str) -> bool:
    """Return whether ``built`` carries the stamp ``expected``."""
    try:
        return (built / STAMP).read_text(encoding="utf-8") == expected
    except OSError:
        return False


def mark(built: Path, value: str) -> None:
    """Stamp ``built``."""
    (built / STAMP).write_text(value, encoding="utf-8")
