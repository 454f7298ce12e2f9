"""The port to whatever turns text into vectors."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors.

    ``embed_documents`` and ``embed_query`` return float32 rows of length 1: shape
    ``(len(texts), dimensions)`` in the order given, and ``(dimensions,)``. Equal text gives equal
    vectors. Both may be called from several threads at once.

    Raises: EmbedderFailed, with a reason an operator can act on; never a partial answer.
    """

    @property
    def name(self) -> str:
        """Model and version; part of the fingerprint, so that a changed model is a rebuild."""
        ...

    @property
    def dimensions(self) -> int: ...

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        """Return ``text`` cut into pieces that the model reads whole; one piece when it fits.

        Every piece begins with the line ``heading`` where there is one, cut short when it would take
        more than half a window. What stands behind that line is, joined, ``text``.
        """
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vectors: ...

    def embed_query(self, text: str) -> Vectors: ...
