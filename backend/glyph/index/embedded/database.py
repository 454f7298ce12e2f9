"""index.sqlite: documents, chunks, keyword rows and vectors of one generation.

One transaction replaces a document whole, so the four never drift apart. WAL lets readers go on while
the one writer commits; ``synchronous=FULL`` makes a commit durable.
"""

import json
import sqlite3
import zlib
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import numpy as np

from glyph.domain.chunk import Chunk, ChunkId, IndexedDocument
from glyph.domain.document import CollectionName, ContentHash, DocumentPath
from glyph.domain.generation import Counts
from glyph.domain.ranking import StoredChunk
from glyph.errors import IndexUnusable
from glyph.index.embedded.keywords import KEYWORDS_SCHEMA, LITERALS_SCHEMA, keyword_row
from glyph.index.store import DocumentVectors, Vectors

PAGE_BYTES = 8_192
"""Five vectors of 384 numbers fill such a page; of the usual size a quarter would be left empty."""
SCHEMA = f"""
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    path TEXT PRIMARY KEY, collection TEXT NOT NULL, content_hash TEXT NOT NULL, title TEXT NOT NULL,
    chunks INTEGER NOT NULL, redactions INTEGER NOT NULL, embedded INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE chunks (
    row INTEGER PRIMARY KEY, chunk_id TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL REFERENCES documents (path) ON DELETE CASCADE,
    heading_path TEXT NOT NULL, line_from INTEGER NOT NULL, line_to INTEGER NOT NULL, page INTEGER,
    tokens INTEGER NOT NULL, text TEXT NOT NULL, above TEXT, below TEXT, sections TEXT NOT NULL
);
CREATE INDEX chunks_by_path ON chunks (path);
CREATE TABLE vectors (
    row INTEGER PRIMARY KEY, chunk INTEGER NOT NULL REFERENCES chunks (row) ON DELETE CASCADE,
    window INTEGER NOT NULL, vector BLOB NOT NULL, checksum INTEGER NOT NULL, in_base INTEGER NOT NULL DEFAULT 0,
    UNIQUE (chunk, window)
);
CREATE INDEX vectors_newer_than_base ON vectors (in_base) WHERE in_base = 0;
{KEYWORDS_SCHEMA}
{LITERALS_SCHEMA}
"""


def connect(file: Path, *, one_thread: bool = True) -> sqlite3.Connection:
    """Return a connection in autocommit mode, for the calling thread alone or for one at a time; makes no file."""
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        timeout=30.0,
        check_same_thread=one_thread,
    )
    connection.executescript("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;")
    return connection


@contextmanager
def connected(file: Path) -> Generator[sqlite3.Connection]:
    """Yield a connection and close it.

    Raises: IndexUnusable when the file is missing, damaged, or cannot be written.
    """
    with translated(), closing(connect(file)) as connection:
        yield connection


@contextmanager
def translated() -> Generator[None]:
    """Raise IndexUnusable for any error of SQLite's own."""
    try:
        yield
    except sqlite3.Error as error:
        raise IndexUnusable(f"The index cannot be used: {error}.") from error


def create(file: Path) -> None:
    """Create an empty database, readable by its owner alone.

    Raises: FileExistsError when one is there already.
    """
    file.touch(mode=0o600, exist_ok=False)
    with connected(file) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA)


def remove(file: Path) -> None:
    """Remove a database and what stands beside it."""
    for suffix in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{suffix}").unlink(missing_ok=True)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Generator[None]:
    """Commit at the end, or roll back on any exception."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def replace_document(connection: sqlite3.Connection, prepared: DocumentVectors, indexed_at: datetime) -> None:
    """Put a document in place of its former self, in one transaction."""
    with transaction(connection):
        write_document(connection, prepared, indexed_at, in_base=False)


def write_document(
    connection: sqlite3.Connection, prepared: DocumentVectors, indexed_at: datetime, *, in_base: bool
) -> None:
    """Put a document in place of its former self, within the caller's transaction.

    ``in_base``: a base that holds its vectors is about to be built.
    """
    document = prepared.prepared.document
    _delete(connection, document.path)
    connection.execute(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            document.path,
            document.collection,
            document.content_hash,
            document.title,
            document.chunks,
            document.redactions,
            document.embedded,
        ),
    )
    for chunk, windows in zip(prepared.prepared.chunks, prepared.vectors, strict=True):
        row = _insert_chunk(connection, document.title, chunk)
        _insert_vectors(connection, row, windows, in_base=in_base)
    set_fact(connection, "indexed_at", indexed_at.isoformat())


def delete_document(connection: sqlite3.Connection, path: DocumentPath, indexed_at: datetime) -> None:
    """Remove a document and all that was made of it, in one transaction."""
    with transaction(connection):
        _delete(connection, path)
        set_fact(connection, "indexed_at", indexed_at.isoformat())


def _delete(connection: sqlite3.Connection, path: DocumentPath) -> None:
    if connection.execute("SELECT 1 FROM documents WHERE path = ?", (path,)).fetchone() is None:
        return  # a full index brings nothing but new ones
    # The FTS tables are virtual ones: no foreign key reaches them, and one of content elsewhere must be told the text.
    connection.execute(
        "INSERT INTO literals (literals, rowid, text) SELECT 'delete', row, text FROM chunks WHERE path = ?", (path,)
    )
    connection.execute("DELETE FROM keywords WHERE rowid IN (SELECT row FROM chunks WHERE path = ?)", (path,))
    connection.execute("DELETE FROM documents WHERE path = ?", (path,))


def _insert_chunk(connection: sqlite3.Connection, title: str, chunk: Chunk) -> int:
    """Write a chunk with its rows in both full-text tables and return its row."""
    row = connection.execute(
        "INSERT INTO chunks"
        " (chunk_id, path, heading_path, line_from, line_to, page, tokens, text, above, below, sections)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            chunk.chunk_id,
            chunk.path,
            json.dumps(chunk.heading_path, ensure_ascii=False),
            chunk.line_from,
            chunk.line_to,
            chunk.page,
            chunk.tokens,
            chunk.text.value,
            chunk.above.value if chunk.above else None,
            chunk.below.value if chunk.below else None,
            json.dumps([(section.heading_path, section.text.value) for section in chunk.sections], ensure_ascii=False),
        ),
    ).lastrowid
    connection.execute(
        "INSERT INTO keywords (rowid, heading, body, ident) VALUES (?, ?, ?, ?)",
        (row, *keyword_row(title, chunk.heading_path, chunk.whole.value)),
    )
    connection.execute("INSERT INTO literals (rowid, text) VALUES (?, ?)", (row, chunk.text.value))
    assert row is not None
    return row


def _insert_vectors(connection: sqlite3.Connection, row: int, windows: Vectors, *, in_base: bool) -> None:
    blobs = (np.ascontiguousarray(vector, dtype=np.float32).tobytes() for vector in windows)
    connection.executemany(
        "INSERT INTO vectors (chunk, window, vector, checksum, in_base) VALUES (?, ?, ?, ?, ?)",
        [(row, window, blob, zlib.crc32(blob), in_base) for window, blob in enumerate(blobs)],
    )


def settle(connection: sqlite3.Connection) -> Counts:
    """Note that every vector is in the base, bring the write-ahead log in, and return what there is."""
    with transaction(connection):
        connection.execute("UPDATE vectors SET in_base = 1 WHERE in_base = 0")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return counts(connection)


def set_fact(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def indexed_at(connection: sqlite3.Connection) -> datetime | None:
    """Return when the generation last changed; None when nothing was ever written."""
    row = connection.execute("SELECT value FROM facts WHERE name = 'indexed_at'").fetchone()
    return datetime.fromisoformat(row[0]) if row else None


def counts(connection: sqlite3.Connection) -> Counts:
    """Return how much the generation holds."""
    row = connection.execute(
        "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(redactions), 0), coalesce(sum(NOT embedded), 0)"
        " FROM documents"
    ).fetchone()
    return Counts(documents=row[0], chunks=row[1], redactions=row[2], unembedded=row[3])


def documents(connection: sqlite3.Connection) -> Iterable[IndexedDocument]:
    """Return every document, in path order."""
    rows = connection.execute(
        "SELECT path, collection, content_hash, title, chunks, redactions, embedded FROM documents ORDER BY path"
    )
    for row in rows:
        yield document_of(*row)


def document_of(
    path: str, collection: str, content_hash: str, title: str, chunks: int, redactions: int, embedded: int
) -> IndexedDocument:
    """Return a row of ``documents`` as what it was made of."""
    return IndexedDocument(
        DocumentPath(path),
        CollectionName(collection),
        ContentHash(content_hash),
        title,
        chunks,
        redactions,
        embedded=bool(embedded),
    )


def stored_chunks(connection: sqlite3.Connection, chunk_ids: Sequence[ChunkId]) -> Iterable[StoredChunk]:
    """Return the chunks that exist among ``chunk_ids``, in no order."""
    rows = connection.execute(
        "SELECT chunk_id, collection, path, content_hash, title,"
        " row - (SELECT min(row) FROM chunks AS same WHERE same.path = chunks.path) AS ordinal,"
        " heading_path, line_from, line_to, page, text"
        " FROM chunks JOIN documents USING (path)"
        " WHERE chunk_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chunk_ids)),),
    )
    for chunk_id, collection, path, content_hash, title, ordinal, heading_path, line_from, line_to, page, text in rows:
        yield StoredChunk(
            chunk_id=ChunkId(chunk_id),
            collection=CollectionName(collection),
            path=DocumentPath(path),
            content_hash=ContentHash(content_hash),
            title=title,
            ordinal=ordinal,
            heading_path=tuple(json.loads(heading_path)),
            line_from=line_from,
            line_to=line_to,
            page=page,
            text=text,
        )
