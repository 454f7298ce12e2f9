"""Whether a path is free: names that differ by case or Unicode form alone are one name on other machines."""

import os
from pathlib import Path, PurePosixPath

from glyph.corpus.paths import folded
from glyph.domain.document import DocumentPath


def what_stands_at(root: Path, path: DocumentPath) -> DocumentPath | None:
    """Return what is in the way of a new document, by its path; None when nothing is.

    It is the path itself, a twin of it or of a folder on the way, or a file or link where a folder is needed.
    """
    parts = PurePosixPath(path).parts
    folder = root
    for depth, part in enumerate(parts, start=1):
        name = _name_like(folder, part)
        if name is None:
            return None
        folder = folder / name
        way = DocumentPath("/".join([*parts[: depth - 1], name]))
        if name != part or depth == len(parts) or folder.is_symlink() or not folder.is_dir():
            return way
    return None


def _name_like(folder: Path, wanted: str) -> str | None:
    """Return the entry of a folder that is the wanted name or its twin."""
    try:
        names = os.listdir(folder)
    except OSError:  # it does not exist, or the write that follows says why
        return None
    if wanted in names:
        return wanted
    return next((name for name in names if folded(name) == folded(wanted)), None)
