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
class ChunkSection:
    """The text of a chunk under one heading path, as it is embedded."""

    heading_path: tuple[str, ...]
    text: RedactedText


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of lines under one heading path. Lines are 1-based, inclusive, the file's own.

    ``text`` is what its lines say; of a line too long for one chunk, a part. ``above`` and ``below`` are
    other lines of the document without which the text cannot be read: the head of its table, the delimiters
    of its fence. ``tokens`` counts ``whole``, the three of them together. ``sections`` are there when the
    chunk joins several.
    """

    chunk_id: ChunkId
    path: DocumentPath
    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    text: RedactedText
    tokens: int
    page: int | None = None
    above: RedactedText | None = None
    below: RedactedText | None = None
    sections: tuple[ChunkSection, ...] = ()

    @property
    def whole(self) -> RedactedText:
        """The text with what it repeats."""
        return RedactedText.joined([text for text in (self.above, self.text, self.below) if text])

    @property
    def embedded(self) -> tuple[ChunkSection, ...]:
        """What is embedded, each by itself: small sections in one chunk keep their own meaning and path."""
        return self.sections or (ChunkSection(self.heading_path, self.whole),)


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """What a generation keeps of one document beside its chunks."""

    path: DocumentPath
    collection: CollectionName
    content_hash: ContentHash
    title: str
    chunks: int
    redactions: int
    embedded: bool = True
    """False while its vectors are pending: an embedder failed, and keyword search alone finds it."""


@dataclass(frozen=True, slots=True)
class DocumentChunks:
    """One document made ready for the index: the whole of it is replaced at once."""

    document: IndexedDocument
    chunks: tuple[Chunk, ...]
