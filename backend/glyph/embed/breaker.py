"""A circuit breaker: an embedder that has failed is left alone for a while, so that nobody waits for it in vain."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from glyph.embed.attempts import Monotonic
from glyph.embed.embedder import Embedder, Vectors
from glyph.errors import EmbedderFailed

Answer = TypeVar("Answer")

QUERY_FAILURES = 3
"""A query gives up in seconds, and one may fail by itself."""
DOCUMENT_FAILURES = 1
"""Documents have been tried for up to two minutes when they fail."""
PAUSE_S = 20.0
PROBE = "ready"
"""Sent as a query to learn whether a provider has come back; it says nothing of anybody's documents."""


class Circuit:
    """Open for ``pause_s`` once ``limit`` calls in a row have failed; then one call tries again. Any thread may ask."""

    def __init__(self, limit: int, pause_s: float, monotonic: Monotonic) -> None:
        self._limit = limit
        self._pause_s = pause_s
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failures = 0
        self._open_until_s = 0.0
        self._reason = ""

    def require_closed(self) -> bool:
        """Return when a call is worth making, and whether it is the one try after a pause; others do not wait for it.

        Raises: EmbedderFailed, with the last reason and the seconds until the next try.
        """
        with self._lock:
            left_s = self._open_until_s - self._monotonic()
            if self._failures < self._limit:
                return False
            if left_s <= 0:
                self._open_until_s = self._monotonic() + self._pause_s
                return True
            raise EmbedderFailed(f"{self._reason} It is not asked again for {left_s:.0f} s.")

    def failed(self, reason: str) -> None:
        with self._lock:
            self._failures += 1
            self._reason = reason
            self._open_until_s = self._monotonic() + self._pause_s

    def answered(self) -> None:
        with self._lock:
            self._failures = 0


class BreakingEmbedder:
    """The port ``Embedder`` in front of a provider that may be down.

    Queries and documents have a circuit each: a query that finds no room in the provider's rate says nothing
    about documents, which wait for it. An answer to either closes both.
    """

    def __init__(self, inner: Embedder, monotonic: Monotonic, *, pause_s: float = PAUSE_S) -> None:
        self._inner = inner
        self._width: int | None = None
        self._queries = Circuit(QUERY_FAILURES, pause_s, monotonic)
        self._documents = Circuit(DOCUMENT_FAILURES, pause_s, monotonic)

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        """Return the width of the vectors. Where none is known it takes an answer, which is no proof of anything else.

        Raises: EmbedderFailed.
        """
        if self._width is None:
            self._documents.require_closed()
            self._width = self._counted(self._documents, lambda: self._inner.dimensions)
        return self._width

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return self._inner.windows(text, heading=heading)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors. The try after a pause begins with a query, which knows in seconds if it is in vain."""
        if self._documents.require_closed():
            self._counted(self._documents, lambda: self._inner.embed_query(PROBE))
        return self._answered(self._counted(self._documents, lambda: self._inner.embed_documents(texts)))

    def embed_query(self, text: str) -> Vectors:
        self._queries.require_closed()
        return self._answered(self._counted(self._queries, lambda: self._inner.embed_query(text)))

    def _answered(self, vectors: Vectors) -> Vectors:
        self._queries.answered()
        self._documents.answered()
        return vectors

    def _counted(self, circuit: Circuit, ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except EmbedderFailed as error:
            circuit.failed(error.message)
            raise
