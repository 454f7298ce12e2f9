"""The embedder that needs no provider: all-MiniLM-L6-v2 on this machine's processor.

The weights come with a package, the vocabulary with Glyph; nothing is fetched. There are two graphs
of the same weights: the fused one in integer arithmetic, and the package's own, which is slower and
serves when the fused one cannot be had. Their vectors differ a little (cosine about .99), so the
graph is part of the name, and changing between them is a rebuild. The runtime's version is not part
of it: every graph proves at each start that it still gives the vectors it should.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import BoundedSemaphore

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, TypeAdapter

from glyph.embed.embedder import Vectors
from glyph.embed.model.convert import CONVERTER_VERSION, fused_graph
from glyph.embed.model.encoder import Encoder
from glyph.embed.model.package import VOCABULARY, VOCABULARY_DIGEST, WEIGHTS_DIGEST, read_verified, weights_path
from glyph.embed.model.wordpiece import WordPieces
from glyph.errors import EmbedderFailed

logger = logging.getLogger(__name__)

MODEL = "local:all-MiniLM-L6-v2-int8"
FUSED = f"{MODEL}/fused-{CONVERTER_VERSION}"
ORIGINAL = f"{MODEL}/original"
DIMENSIONS = 384
LEAST_AGREEMENT = 0.98
PROBES = Path(__file__).with_name("model") / "probes.json"

TokenEncoder = Callable[[Sequence[int]], NDArray[np.float32]]


class Probe(BaseModel):
    """A sentence and the vector that the original graph gave it."""

    text: str
    vector: tuple[float, ...]


class LocalEmbedder:
    """The port ``Embedder`` on a graph that turns ids into token vectors.

    A text's vector is the mean of its token vectors, scaled to length 1. The model reads 256 word
    pieces; what is longer is cut off, so callers pass what ``windows`` returned. ``threads`` is how
    many texts of documents are computed side by side, whoever asks; queries do not wait for their turn.
    """

    def __init__(self, encode: TokenEncoder, pieces: WordPieces, *, name: str, threads: int) -> None:
        self._encode = encode
        self._pieces = pieces
        self._name = name
        self._threads = threads
        self._turns = BoundedSemaphore(threads)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return self._pieces.windows(text, heading=heading)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        with ThreadPoolExecutor(self._threads, thread_name_prefix="embed") as workers:
            for row, vector in enumerate(workers.map(self._in_turn, texts)):
                vectors[row] = vector
        return vectors

    def _in_turn(self, text: str) -> Vectors:
        with self._turns:
            return self.embed_query(text)

    def embed_query(self, text: str) -> Vectors:
        mean = self._encode(self._pieces.ids(text)).mean(axis=0)
        length = float(np.linalg.norm(mean))
        if not np.isfinite(length) or length == 0:
            raise EmbedderFailed("The embedding model gave a vector without a direction.")
        return mean / np.float32(length)


def load_local_embedder(cache_folder: Path | None, *, threads: int = 2) -> LocalEmbedder:
    """Return the local embedder, with the fused graph when this machine can run it.

    ``cache_folder`` keeps the fused graph from one start to the next and may be emptied at any time.
    Raises: EmbedderFailed, when the model is missing or altered, or answers wrongly on this machine.
    """
    pieces = WordPieces(read_verified(VOCABULARY, VOCABULARY_DIGEST))

    def fused() -> LocalEmbedder:
        return LocalEmbedder(Encoder(fused_graph(cache_folder)), pieces, name=FUSED, threads=threads)

    def original() -> LocalEmbedder:
        graph = read_verified(weights_path(), WEIGHTS_DIGEST)
        return LocalEmbedder(Encoder(graph), pieces, name=ORIGINAL, threads=threads)

    return first_sound(fused, original)


def first_sound(preferred: Callable[[], LocalEmbedder], spare: Callable[[], LocalEmbedder]) -> LocalEmbedder:
    """Return the preferred embedder if it can be made and proves itself, else the spare one."""
    try:
        return proven(preferred())
    except EmbedderFailed as error:
        logger.warning("fused embedding model unusable, using the slower one", extra={"reason": error.message})
    return proven(spare())


def proven(embedder: LocalEmbedder) -> LocalEmbedder:
    """Return ``embedder`` if it still gives the vectors of the probes.

    Integer products saturate on some processors, and a runtime may change; both show here.
    Raises: EmbedderFailed, when a probe's cosine is under .98.
    """
    for probe in read_probes():
        agreement = float(embedder.embed_query(probe.text) @ np.asarray(probe.vector, dtype=np.float32))
        if not agreement >= LEAST_AGREEMENT:
            raise EmbedderFailed(f"{embedder.name} gives wrong vectors on this machine (cosine {agreement:.3f}).")
    return embedder


def read_probes() -> tuple[Probe, ...]:
    return TypeAdapter(tuple[Probe, ...]).validate_json(PROBES.read_bytes())
