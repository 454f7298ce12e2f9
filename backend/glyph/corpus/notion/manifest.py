"""The manifest: what came from where into a tree, and the text that was written, which is the base of a merge.

One SQLite file in ``data/state`` holds the manifests of all trees; a transaction holds a batch of rows.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from glyph.domain.document import hash_content
from glyph.files import make_private_folder

SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
    tree TEXT NOT NULL, key TEXT NOT NULL, lineage INTEGER NOT NULL, source TEXT NOT NULL, source_hash TEXT NOT NULL,
    wanted TEXT NOT NULL, path TEXT NOT NULL, written_hash TEXT NOT NULL, base BLOB, conflict BLOB,
    PRIMARY KEY (tree, key)
);
CREATE TABLE IF NOT EXISTS sources (name TEXT PRIMARY KEY, stamp TEXT NOT NULL);
"""
ROWS = """
SELECT key, lineage, source, source_hash, wanted, path, written_hash, conflict IS NOT NULL FROM files WHERE tree = ?
"""
BASE = "SELECT base FROM files WHERE tree = ? AND key = ?"
CONFLICT = "SELECT conflict FROM files WHERE tree = ? AND key = ?"
CONFLICTS = """
SELECT tree, key, path, base, conflict FROM files WHERE conflict IS NOT NULL AND tree NOT LIKE '%|%' ORDER BY path
"""
SETTLE = "UPDATE files SET base = conflict, conflict = NULL, written_hash = ? WHERE tree = ? AND key = ?"
READ_WRITE = 0o600


@dataclass(frozen=True, slots=True)
class Row:
    """One file that an import has written.

    ``wanted`` is the place it would have had alone, ``path`` the one it has. ``lineage`` numbers the
    exports of one workspace: only what belongs to an export's own can be gone from it.
    """

    key: str
    lineage: int
    source: str
    source_hash: str
    wanted: str
    path: str
    written_hash: str
    in_conflict: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A row to be kept, with the text that was written and the one that could not be."""

    row: Row
    base: str | None = None
    conflict: str | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A document that could not be merged: the text both sides began with (None for none), and the export's."""

    tree: str
    key: str
    path: str
    base: str | None
    theirs: str


class Manifest:
    """The manifest of one tree. It belongs to one thread."""

    def __init__(self, connection: sqlite3.Connection, tree: str) -> None:
        self._connection = connection
        self._tree = tree

    def rows(self) -> dict[str, Row]:
        """Return every row by its key."""
        found = self._connection.execute(ROWS, (self._tree,)).fetchall()
        return {
            key: Row(key, lineage, source, source_hash, wanted, path, written_hash, bool(in_conflict))
            for key, lineage, source, source_hash, wanted, path, written_hash, in_conflict in found
        }

    def base(self, key: str) -> str | None:
        """Return the text that the last import gave a page; None when there is none."""
        return self._text(BASE, key)

    def conflict(self, key: str) -> str | None:
        """Return the text of the export that could not be merged; None when nothing is in conflict."""
        return self._text(CONFLICT, key)

    def _text(self, query: str, key: str) -> str | None:
        found = self._connection.execute(query, (self._tree, key)).fetchone()
        return _unpacked(found[0]) if found else None

    def put(self, batch: Iterable[Written]) -> None:
        """Keep rows, durably, in place of those with their keys."""
        values = [(self._tree, *_values(each)) for each in batch]
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop rows whose files were deleted on request."""
        with self._connection:
            self._connection.executemany(
                "DELETE FROM files WHERE tree = ? AND key = ?", ((self._tree, k) for k in keys)
            )

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return what is in conflict in any tree of the documents, in path order."""
        found = self._connection.execute(CONFLICTS).fetchall()
        return tuple(
            Conflict(tree, key, path, _unpacked(base), _unpacked(theirs) or "")
            for tree, key, path, base, theirs in found
        )

    def settle(self, conflict: Conflict) -> None:
        """Make the export's text the base of the next merge."""
        written_hash = hash_content(conflict.theirs.encode("utf-8"))
        with self._connection:
            self._connection.execute(SETTLE, (written_hash, conflict.tree, conflict.key))

    def stamps(self) -> Mapping[str, str]:
        """Return what is remembered of the sources that were imported by themselves, by name."""
        return dict(self._connection.execute("SELECT name, stamp FROM sources"))

    def put_stamp(self, name: str, stamp: str) -> None:
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO sources VALUES (?, ?)", (name, stamp))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _values(written: Written) -> tuple[object, ...]:
    row = written.row
    places = (row.key, row.lineage, row.source, row.source_hash, row.wanted, row.path, row.written_hash)
    return (*places, _packed(written.base), _packed(written.conflict))


def _packed(text: str | None) -> bytes | None:
    return None if text is None else zlib.compress(text.encode("utf-8"))


def _unpacked(packed: bytes | None) -> str | None:
    return None if packed is None else zlib.decompress(packed).decode("utf-8")


def open_manifest(file: Path, tree: str, *, read_only: bool = False) -> Manifest:
    """Return the manifest of a tree; for reading alone nothing is created where there is none yet."""
    if read_only:
        connection = sqlite3.connect(":memory:")
        connection.executescript(SCHEMA)
        if file.is_file():
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as stored:
                stored.backup(connection)
        return Manifest(connection, tree)
    make_private_folder(file.parent)
    file.touch(mode=READ_WRITE)
    connection = sqlite3.connect(file)
    connection.executescript(f"PRAGMA synchronous = FULL; {SCHEMA}")
    return Manifest(connection, tree)
