"""A document read back whole from index.sqlite: what a rebase copies and a proof compares."""

import json
import sqlite3
import zlib
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from glyph.domain.chunk import Chunk, ChunkId, ChunkSection, DocumentChunks
from glyph.domain.document import DocumentPath
from glyph.domain.redaction import RedactedText
from glyph.errors import IndexUnusable
from glyph.index.embedded.database import document_of
from glyph.index.store import DocumentVectors, Vectors

DOCUMENT = "SELECT path, collection, content_hash, title, chunks, redactions, embedded FROM documents WHERE path = ?"
CHUNKS = (
    "SELECT row, chunk_id, path, heading_path, line_from, line_to, page, tokens, text, above, below, sections"
    " FROM chunks WHERE path = ? ORDER BY row"
)
VECTORS = (
    "SELECT chunk, vector, checksum FROM vectors WHERE chunk IN (SELECT row FROM chunks WHERE path = ?)"
    " ORDER BY chunk, window"
)


class ChunkRow(NamedTuple):
    """A row of ``chunks``, in the order of ``CHUNKS``."""

    row: int
    chunk_id: str
    path: str
    heading_path: str
    line_from: int
    line_to: int
    page: int | None
    tokens: int
    text: str
    above: str | None
    below: str | None
    sections: str

    def chunk(self) -> Chunk:
        """Return the chunk that the row was made of."""
        return Chunk(
            chunk_id=ChunkId(self.chunk_id),
            path=DocumentPath(self.path),
            heading_path=tuple(json.loads(self.heading_path)),
            line_from=self.line_from,
            line_to=self.line_to,
            text=RedactedText(self.text),
            tokens=self.tokens,
            page=self.page,
            above=_text_or_none(self.above),
            below=_text_or_none(self.below),
            sections=tuple(
                ChunkSection(tuple(heading_path), RedactedText(text))
                for heading_path, text in json.loads(self.sections)
            ),
        )


def _text_or_none(text: str | None) -> RedactedText | None:
    return None if text is None else RedactedText(text)


def stored_document(connection: sqlite3.Connection, path: DocumentPath) -> DocumentVectors | None:
    """Return a document as it was put; None when it is not there.

    Raises: IndexUnusable when one of its vectors is damaged.
    """
    document = connection.execute(DOCUMENT, (path,)).fetchone()
    if document is None:
        return None
    windows = _windows(connection, path)
    rows = [ChunkRow(*row) for row in connection.execute(CHUNKS, (path,))]
    prepared = DocumentChunks(document_of(*document), tuple(row.chunk() for row in rows))
    return DocumentVectors(prepared, tuple(_stacked(windows[row.row]) for row in rows))


def _windows(connection: sqlite3.Connection, path: DocumentPath) -> defaultdict[int, list[Vectors]]:
    """Return the vectors of a document's chunks, window by window, under the chunks' rows."""
    windows: defaultdict[int, list[Vectors]] = defaultdict(list)
    for number, blob, checksum in connection.execute(VECTORS, (path,)):
        if zlib.crc32(blob) != checksum:
            raise IndexUnusable(f"A stored vector of {path} is damaged.")
        windows[number].append(np.frombuffer(blob, dtype=np.float32))
    return windows


def _stacked(rows: list[Vectors]) -> Vectors:
    return np.stack(rows) if rows else np.empty((0, 0), dtype=np.float32)
