"""Exports that wait in a folder to be imported by themselves, and documents' roots that are exports."""

import os
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from glyph.corpus.notion.archive import parts_beside
from glyph.corpus.notion.entries import litter_reason
from glyph.corpus.notion.identity import split_id

ZIP_SUFFIX = ".zip"
PAGE_SUFFIXES = (".md", ".csv")
LOOKED_AT = 2_000
"""Files of a documents' root that are looked at: a raw export shows itself in the first ones."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An export in the folder of exports; ``stamp`` changes when it is replaced by another."""

    path: Path
    stamp: str

    @property
    def name(self) -> str:
        return self.path.name


def waiting_in(folder: Path) -> tuple[Waiting, ...]:
    """Return the exports in a folder, oldest first; the folder itself where pages lie directly in it."""
    if not folder.is_dir():
        return ()
    entries = [entry for entry in sorted(folder.iterdir()) if litter_reason(entry.name) is None]
    if any(entry.is_file() and _is_page(entry.name) for entry in entries):
        return (Waiting(folder, _stamp(folder)),)
    chosen = [entry for entry in entries if entry.is_dir() or _is_first_part(entry)]
    found = [(_newest(entry), Waiting(entry, _stamp(entry))) for entry in chosen]
    return tuple(waiting for _, waiting in sorted(found, key=lambda pair: (pair[0], pair[1].path)))


def is_raw_export(root: Path) -> bool:
    """Return whether most documents beneath a root still carry the ids that Notion gives to names."""
    return bool(raw_names([file.name for file in islice(_files(root), LOOKED_AT)]))


def raw_names(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the paths that end in a page id, when most do: then they are a raw export."""
    named = tuple(path for path in paths if _is_page(posixpath.basename(path)))
    return named if len(named) * 2 > len(paths) else ()


def remedy_for_raw_export(root: Path, exports: Path) -> str:
    """Return what to do about a documents' root that is a raw export."""
    moved = exports / root.name
    return f"Move it with `mv {root} {moved}`, make {root} anew, and run `glyph import notion {moved}`."


def _is_page(name: str) -> bool:
    stem, suffix = posixpath.splitext(name)
    return suffix.lower() in PAGE_SUFFIXES and split_id(stem)[1] is not None


def _is_first_part(file: Path) -> bool:
    return file.suffix.lower() == ZIP_SUFFIX and file.is_file() and parts_beside(file)[0] == file


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place) / name for name in sorted(names) if name.endswith((".md", ".txt")))


def _parts(entry: Path) -> Iterator[Path]:
    if not entry.is_dir():
        yield from parts_beside(entry)
        return
    for place, _, names in os.walk(entry):
        yield from (Path(place) / name for name in names)


def _newest(entry: Path) -> int:
    return max((file.lstat().st_mtime_ns for file in _parts(entry)), default=0)


def _stamp(entry: Path) -> str:
    facts = [file.lstat() for file in _parts(entry)]
    newest = max((each.st_mtime_ns for each in facts), default=0)
    return f"{newest}:{len(facts)}:{sum(each.st_size for each in facts)}"
