"""An embedder that computes each text once."""

from collections.abc import Iterator, Sequence

import numpy as np

from glyph.embed.embedder import Embedder, Vectors
from glyph.embed.vector_cache import VectorCache


class CachedEmbedder:
    """The port ``Embedder`` in front of another one, with a cache for its documents.

    What is new is computed in batches and kept batch by batch, so an interrupted build goes on where
    it stopped. Queries are not kept: they say what people look for. Texts are redacted before they
    come here, as everywhere in ``embed``.
    """

    def __init__(self, inner: Embedder, cache: VectorCache, *, batch_texts: int = 64) -> None:
        self._inner = inner
        self._cache = cache
        self._batch_texts = batch_texts

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return self._inner.windows(text, heading=heading)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        unique = tuple(dict.fromkeys(texts))
        kept = self._cache.find(self.name, self.dimensions, unique)
        known = {text: vector for text, vector in zip(unique, kept, strict=True) if vector is not None}
        missing = [text for text in unique if text not in known]
        for batch in _evenly(missing, self._batch_texts):
            known.update(zip(batch, self._compute(batch), strict=True))
        rows = [known[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        return self._inner.embed_query(text)

    def _compute(self, batch: Sequence[str]) -> Vectors:
        vectors = self._inner.embed_documents(batch)
        self._cache.store(self.name, batch, vectors)
        return vectors


def _evenly(texts: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """Yield texts in batches of about equal size, each of at most ``most``: a last one of two would idle a machine."""
    count = -(-len(texts) // most)
    for number in range(count):
        yield texts[number * len(texts) // count : (number + 1) * len(texts) // count]
