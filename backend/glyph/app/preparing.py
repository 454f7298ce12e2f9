"""From a document to what the store takes: prepared by ingest, embedded window by window."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from glyph.domain.document import SourceDocument
from glyph.domain.generation import Fingerprint
from glyph.embed.embedder import Embedder
from glyph.index.store import DocumentVectors
from glyph.ingest.pipeline import CHUNKING_VERSION, REDACTION_VERSION, embedding_heading, prepare

FORMAT = 2
"""Version of what a generation stores; a change makes every generation a rebuild."""


def fingerprint_of(embedder: Embedder) -> Fingerprint:
    """Return what generations are made with by this version of Glyph."""
    return Fingerprint(FORMAT, REDACTION_VERSION, CHUNKING_VERSION, embedder.name, embedder.dimensions)


def prepare_with_vectors(document: SourceDocument, embedder: Embedder) -> DocumentVectors:
    """Return a document with the vectors of its chunks' windows.

    Raises: UnreadableDocument, RedactionFailed, EmbedderFailed.
    """
    prepared = prepare(document)
    title = prepared.document.title
    windows = [
        embedder.windows(chunk.text.value, heading=embedding_heading(title, chunk.heading_path))
        for chunk in prepared.chunks
    ]
    if not windows:
        return DocumentVectors(prepared, ())
    vectors = embedder.embed_documents([window for of_chunk in windows for window in of_chunk])
    return DocumentVectors(prepared, tuple(vectors[start:end] for start, end in _borders(windows)))


def _borders(windows: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return where each chunk's windows begin and end in the flat order."""
    return list(pairwise(accumulate((len(of_chunk) for of_chunk in windows), initial=0)))
