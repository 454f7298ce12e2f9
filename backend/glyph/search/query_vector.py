"""A query's vector: made for one generation, and ahead of its use where another ranking is due first."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context

from glyph.domain.generation import Fingerprint
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import Vectors

GetVector = Callable[[], Vectors]
"""Returns the query's vector. Raises: EmbedderFailed."""


def query_vector(query: str, embedder: Embedder, made_with: Fingerprint) -> Vectors:
    """Return the vector of ``query``, shape ``(made_with.dimensions,)``.

    Raises: EmbedderFailed, also when the index has no vectors of this model. The embedder is not asked for its
    width: that might be asking a provider that is down, and waiting for it as long as documents do.
    """
    if made_with.embedder != embedder.name:
        raise EmbedderFailed(f"The index was made with {made_with.embedder}, not with {embedder.name}: rebuild it.")
    if not made_with.dimensions:
        raise EmbedderFailed("The index was made while no embedder answered: run `glyph index` when it does.")
    vector = embedder.embed_query(query)
    if len(vector) != made_with.dimensions:
        raise EmbedderFailed(
            f"{embedder.name} answers with {len(vector)} dimensions, the index holds {made_with.dimensions}:"
            " rebuild it."
        )
    return vector


@contextmanager
def ahead(get_vector: GetVector) -> Generator[GetVector]:
    """Yield what returns the same vector and is computing it meanwhile, in a thread of its own."""
    with ThreadPoolExecutor(1, thread_name_prefix="glyph-query") as worker:
        yield worker.submit(copy_context().run, get_vector).result
