"""A chunk: the unit that is embedded, stored and ranked."""

import hashlib
from dataclasses import dataclass
from typing import NewType

from glyph.domain.document import CollectionName, ContentHash, DocumentPath
from glyph.domain.redaction import RedactedText

ChunkId = NewType("ChunkId", str)
"""The first 20 hex digits of SHA-256 over (document path, content hash, ordinal)."""


def chunk_id(path: DocumentPath, content_hash: ContentHash, ordinal: int) -> ChunkId:
    """Return the id of a document's ``ordinal``-th chunk; equal ids mean equal chunks."""
    key = "\0".join((path, content_hash, str(ordinal)))
    return ChunkId(hashlib.sha256(key.encode("utf-8")).hexdigest()[:20])


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of whole lines under one heading path. Lines are 1-based, inclusive, the file's own."""

    chunk_id: ChunkId
    path: DocumentPath
    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    text: RedactedText
    tokens: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """What a generation keeps of one document beside its chunks."""

    path: DocumentPath
    collection: CollectionName
    content_hash: ContentHash
    title: str
    chunks: int
    redactions: int


@dataclass(frozen=True, slots=True)
class DocumentChunks:
    """One document made ready for the index: the whole of it is replaced at once."""

    document: IndexedDocument
    chunks: tuple[Chunk, ...]
