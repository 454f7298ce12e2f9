"""From a document to what the store takes: prepared by ingest, embedded window by window."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from glyph.domain.chunk import DocumentChunks
from glyph.domain.document import SourceDocument
from glyph.domain.generation import Fingerprint
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import DocumentVectors, Vectors
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.pipeline import CHUNKING_VERSION, Policy, embedding_heading, prepare, redaction_version

logger = logging.getLogger(__name__)

FORMAT = 3
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


@dataclass(frozen=True, slots=True)
class Windowed:
    """A document with its chunks, and for each chunk the texts that are embedded for it."""

    prepared: DocumentChunks
    windows: tuple[tuple[str, ...], ...]

    @property
    def window_count(self) -> int:
        return sum(len(of_chunk) for of_chunk in self.windows)

    def with_vectors(self, vectors: Vectors) -> DocumentVectors:
        """Return the document with its windows' vectors, shape ``(window_count, dimensions)``, in their order."""
        borders = pairwise(accumulate((len(of_chunk) for of_chunk in self.windows), initial=0))
        return DocumentVectors(self.prepared, tuple(vectors[start:end] for start, end in borders))


class Embedding:
    """How one pass gets its vectors.

    ``strict`` passes on the first failure. Otherwise the embedder is not asked again after it: a provider
    that is down would make every document wait, and documents without vectors are found by keyword.
    """

    def __init__(
        self, embedder: Embedder, dimensions: int, policy: Policy, loader: Loader = PLAIN, *, strict: bool = False
    ) -> None:
        self._embedder = embedder
        self.policy = policy
        self._loader = loader
        self._dimensions = dimensions
        self._strict = strict
        self.fault: str | None = None if dimensions else "No embedder has answered yet."

    def windowed(self, document: SourceDocument) -> Windowed:
        """Return a document with its chunks and the texts that are embedded for them.

        Raises: UnreadableDocument, RedactionFailed.
        """
        prepared = prepare(document, self.policy, self._loader)
        return Windowed(prepared, tuple(windows_of(prepared, self._embedder)))

    def complete(self, document: SourceDocument) -> DocumentVectors:
        """Return a document with its chunks and their vectors, or without vectors.

        Raises: UnreadableDocument, RedactionFailed; EmbedderFailed when strict.
        """
        return self.complete_all([self.windowed(document)])[0]

    def complete_all(self, batch: Sequence[Windowed]) -> tuple[DocumentVectors, ...]:
        """Return documents with their vectors, asked for at once, or all of them without vectors.

        Raises: EmbedderFailed when strict.
        """
        if self.fault is None:
            try:
                return self._with_vectors(batch)
            except EmbedderFailed as error:
                if self._strict:
                    raise
                logger.warning("embedder failed: keyword search alone", extra={"reason": error.message})
                self.fault = f"{error.message} {error.hint}".strip()
        return tuple(without_vectors(each.prepared) for each in batch)

    def _with_vectors(self, batch: Sequence[Windowed]) -> tuple[DocumentVectors, ...]:
        texts = [text for each in batch for of_chunk in each.windows for text in of_chunk]
        if not texts:
            return tuple(DocumentVectors(each.prepared, ()) for each in batch)
        vectors = self._embedder.embed_documents(texts)
        if vectors.shape[1] != self._dimensions:
            raise EmbedderFailed(
                f"The embedder answers with {vectors.shape[1]} numbers, the index holds {self._dimensions}.",
                hint="Run `glyph index --rebuild`.",
            )
        parts = np.split(vectors, list(accumulate(each.window_count for each in batch))[:-1])
        return tuple(each.with_vectors(part) for each, part in zip(batch, parts, strict=True))


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
    """Return a document whose vectors are pending; one without text has none to wait for."""
    if not prepared.chunks:
        return DocumentVectors(prepared, ())
    nothing = np.empty((0, 0), dtype=np.float32)
    pending = DocumentChunks(replace(prepared.document, embedded=False), prepared.chunks)
    return DocumentVectors(pending, (nothing,) * len(prepared.chunks))
