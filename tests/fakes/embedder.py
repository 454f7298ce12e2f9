"""An embedder without a model: words that two texts share make their vectors alike."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from glyph.embed.embedder import Vectors
from glyph.errors import EmbedderFailed


class FakeEmbedder:
    """The port ``Embedder`` as a hashed bag of words.

    Set ``failing`` to make every call fail; ``fails_after`` fails once that many texts were embedded.
    ``embedded`` lists the texts of ``embed_documents`` in order. A window holds ``window_words`` words.
    """

    def __init__(
        self,
        *,
        name: str = "fake:words-1",
        dimensions: int = 64,
        window_words: int = 200,
        failing: bool = False,
        fails_after: int | None = None,
    ) -> None:
        self.failing = failing
        self.fails_after = fails_after
        self.embedded: list[str] = []
        self._name = name
        self._dimensions = dimensions
        self._window_words = window_words

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        above = " ".join(heading.split(" ")[: self._window_words // 2])
        line = f"{above}\n" if heading else ""
        room = self._window_words - len(line.split())
        starts = [word.start() for word in re.finditer(r"\S+", text)]
        cuts = starts[room::room]
        return tuple(line + text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True))

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if self.fails_after is not None and len(self.embedded) + len(texts) > self.fails_after:
            raise EmbedderFailed("The fake embedder was told to fail.")
        vectors = [self.embed_query(text) for text in texts]
        self.embedded.extend(texts)
        return np.array(vectors, dtype=np.float32).reshape(len(texts), self._dimensions)

    def embed_query(self, text: str) -> Vectors:
        if self.failing:
            raise EmbedderFailed("The fake embedder was told to fail.")
        vector = np.zeros(self._dimensions, dtype=np.float32)
        vector[0] = 0.1  # a text without words still has a direction
        for word in re.findall(r"\w+", text.lower()):
            digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            vector[int.from_bytes(digest, "big") % self._dimensions] += 1
        return vector / np.float32(np.linalg.norm(vector))
