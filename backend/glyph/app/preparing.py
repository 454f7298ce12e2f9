"""From a document to what the store takes: prepared by ingest, embedded window by window."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import numpy as np

from glyph.domain.chunk import DocumentChunks
from glyph.domain.document import SourceDocument
from glyph.domain.generation import Fingerprint
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import DocumentVectors
from glyph.ingest.pipeline import CHUNKING_VERSION, Policy, embedding_heading, prepare, redaction_version

logger = logging.getLogger(__name__)

FORMAT = 2
"""Version of what a generation stores; a change makes every generation a rebuild."""


def fingerprint_of(embedder: Embedder, dimensions: int, policy: Policy) -> Fingerprint:
    """Return what generations are made with by this version of Glyph and the owner's lists."""
    return Fingerprint(FORMAT, redaction_version(policy), CHUNKING_VERSION, embedder.name, dimensions)


def is_made_like_today(fingerprint: Fingerprint, embedder: Embedder, policy: Policy) -> bool:
    """Return whether a generation can be updated by this version with this model. Nothing is asked of a provider."""
    return fingerprint == fingerprint_of(embedder, fingerprint.dimensions, policy)


def known_width(embedder: Embedder) -> int:
    """Return the width of the embedder's vectors, 0 when it has never answered and does not answer now."""
    try:
        return embedder.dimensions
    except EmbedderFailed as error:
        logger.warning("embedder does not answer: keyword search alone", extra={"reason": error.message})
        return 0


class Embedding:
    """How one pass gets its vectors.

    ``strict`` passes on the first failure. Otherwise the embedder is not asked again after it: a provider
    that is down would make every document wait, and documents without vectors are found by keyword.
    """

    def __init__(self, embedder: Embedder, dimensions: int, policy: Policy, *, strict: bool = False) -> None:
        self._embedder = embedder
        self.policy = policy
        self._dimensions = dimensions
        self._strict = strict
        self.fault: str | None = None if dimensions else "No embedder has answered yet."

    def complete(self, document: SourceDocument) -> DocumentVectors:
        """Return a document with its chunks and their vectors, or without vectors.

        Raises: UnreadableDocument, RedactionFailed; EmbedderFailed when strict.
        """
        prepared = prepare(document, self.policy)
        if not prepared.chunks:
            return DocumentVectors(prepared, ())
        if self.fault is None:
            try:
                return self._with_vectors(prepared)
            except EmbedderFailed as error:
                if self._strict:
                    raise
                logger.warning("embedder failed: keyword search alone", extra={"reason": error.message})
                self.fault = f"{error.message} {error.hint}".strip()
        return without_vectors(prepared)

    def _with_vectors(self, prepared: DocumentChunks) -> DocumentVectors:
        windows = windows_of(prepared, self._embedder)
        vectors = self._embedder.embed_documents([window for of_chunk in windows for window in of_chunk])
        if vectors.shape[1] != self._dimensions:
            raise EmbedderFailed(
                f"The embedder answers with {vectors.shape[1]} numbers, the index holds {self._dimensions}.",
                hint="Run `glyph index --rebuild`.",
            )
        return DocumentVectors(prepared, tuple(vectors[start:end] for start, end in _borders(windows)))


def windows_of(prepared: DocumentChunks, embedder: Embedder) -> list[tuple[str, ...]]:
    """Return the texts that are embedded for each chunk: those of its sections, each under its own heading."""
    title = prepared.document.title
    return [
        tuple(
            window
            for section in chunk.embedded
            for window in embedder.windows(section.text.value, heading=embedding_heading(title, section.heading_path))
        )
        for chunk in prepared.chunks
    ]


def without_vectors(prepared: DocumentChunks) -> DocumentVectors:
    """Return a document whose vectors are pending."""
    nothing = np.empty((0, 0), dtype=np.float32)
    pending = DocumentChunks(replace(prepared.document, embedded=False), prepared.chunks)
    return DocumentVectors(pending, (nothing,) * len(prepared.chunks))


def _borders(windows: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return where each chunk's windows begin and end in the flat order."""
    return list(pairwise(accumulate((len(of_chunk) for of_chunk in windows), initial=0)))
