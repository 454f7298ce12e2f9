"""Prepared documents for stores, made without loading, redacting or cutting anything."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from glyph.domain.chunk import Chunk, ChunkId, DocumentChunks, IndexedDocument, chunk_id
from glyph.domain.document import DEFAULT_COLLECTION, CollectionName, DocumentPath, hash_content
from glyph.domain.generation import Fingerprint
from glyph.domain.redaction import RedactedText
from glyph.index.store import DocumentVectors, Vectors
from tests.fakes.embedder import FakeEmbedder

EMBEDDER = FakeEmbedder()
FINGERPRINT = Fingerprint(1, "1", "headings-2", EMBEDDER.name, EMBEDDER.dimensions)


def make_document(path: str, *texts: str, collection: CollectionName = DEFAULT_COLLECTION) -> DocumentVectors:
    """Return a document of one chunk for each text, each text on one line; other texts are another version."""
    content_hash = hash_content("\n".join(texts).encode())
    document_path = DocumentPath(path)
    chunks = tuple(
        Chunk(
            chunk_id=chunk_id(document_path, content_hash, ordinal),
            path=document_path,
            heading_path=("Guide", f"Part {ordinal}"),
            line_from=ordinal + 1,
            line_to=ordinal + 1,
            text=RedactedText(text),
            tokens=len(text.split()),
            page=ordinal or None,
        )
        for ordinal, text in enumerate(texts)
    )
    document = IndexedDocument(document_path, collection, content_hash, f"Title of {path}", len(chunks), 1)
    vectors = tuple(EMBEDDER.embed_documents([text]) for text in texts)
    return DocumentVectors(DocumentChunks(document, chunks), vectors)


def with_vectors(document: DocumentVectors, *vectors: Vectors) -> DocumentVectors:
    """Return the document with other vectors, one array of windows for each chunk."""
    return replace(document, vectors=vectors)


def unit(*numbers: float, dimensions: int = EMBEDDER.dimensions) -> Vectors:
    """Return a unit vector that begins with ``numbers``."""
    vector = np.zeros(dimensions, dtype=np.float32)
    vector[: len(numbers)] = numbers
    return vector / np.float32(np.linalg.norm(vector))


def ids_of(document: DocumentVectors) -> tuple[ChunkId, ...]:
    """Return the document's chunk ids, in order."""
    return tuple(chunk.chunk_id for chunk in document.prepared.chunks)


def paths_of(documents: Sequence[DocumentVectors]) -> list[DocumentPath]:
    """Return the documents' paths, in order."""
    return [document.prepared.document.path for document in documents]
