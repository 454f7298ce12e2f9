"""What teaches: the examples beneath a command's help, and what a mistyped path may have meant."""

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

NEAR = 3
CUTOFF = 0.6
KEPT_AS_WRITTEN = "\b"
"""Tells Typer not to fill the lines of a paragraph."""


def examples(*lines: str) -> str:
    """Return the examples of a command as its epilogue; ``#`` begins an explanation."""
    return "\n".join((KEPT_AS_WRITTEN, "Examples:", *(f"  {line}" for line in lines)))


def near(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return what may have been meant among ``known``, likeliest first: the same file elsewhere, then a like name."""
    candidates = sorted(set(known))
    name = PurePosixPath(wanted).name.casefold()
    same = [each for each in candidates if PurePosixPath(each).name.casefold() == name]
    by_name = {PurePosixPath(each).name: each for each in candidates}
    alike = [by_name[found] for found in difflib.get_close_matches(name, list(by_name), n=NEAR, cutoff=CUTOFF)]
    whole = difflib.get_close_matches(wanted, candidates, n=NEAR, cutoff=CUTOFF)
    return tuple(dict.fromkeys((*same, *whole, *alike)))[:NEAR]


def question(suggestions: Sequence[str]) -> str:
    """Return the question that offers what may have been meant; empty when nothing comes near."""
    return f"Did you mean {' or '.join(suggestions)}?" if suggestions else ""


def near_files(wanted: Path, root: Path, limit_bytes: int) -> tuple[str, ...]:
    """Return files like one that does not exist: beside where it was looked for, and among the documents."""
    from glyph.corpus.sources.folder import FolderSource
    from glyph.errors import CorpusUnavailable

    folder = wanted.parent
    beside = [str(folder / entry.name) for entry in folder.iterdir() if entry.is_file()] if folder.is_dir() else []
    try:
        documents = [str(root / file.path) for file in FolderSource(root, limit_bytes).scan().files]
    except CorpusUnavailable:
        documents = []
    return near(str(wanted), (*beside, *documents))


def folders_of(paths: Iterable[str]) -> tuple[str, ...]:
    """Return every folder that some path lies in, with ``/`` at its end, once each."""
    parents = (parent.as_posix() for path in paths for parent in PurePosixPath(path).parents)
    return tuple(dict.fromkeys(f"{parent}/" for parent in parents if parent != "."))
