"""The base: a Chroma collection of ids and vectors, built once in a child process, then only read.

This is the one file that knows Chroma. Its writes hold the GIL for whole batches, so they happen in a
child. A damaged segment can end the process that opens it, so the files' checksums are compared before
they are opened. chroma.sqlite3 has no checksum: Chroma writes a lock row into it at every open.
"""

import hashlib
import sqlite3
import threading
from collections.abc import Generator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from glyph.domain.chunk import ChunkId
from glyph.errors import GenerationRejected
from glyph.index.store import Vectors

if TYPE_CHECKING:
    from chromadb import Collection
    from chromadb.api.client import Client

COLLECTION = "chunks"
HNSW = {"space": "cosine", "max_neighbors": 32, "ef_search": 400}
EF_CONSTRUCTION, EF_CONSTRUCTION_OF_MANY, MANY = 100, 200, 20_000
"""A small graph is built in half the time by half the effort: recall of the top 50 among 6,810 windows of real
documents is 1.000 with either."""
PERSISTED = "index_metadata.pickle"
CATALOGUE = "chroma.sqlite3"
BATCH = 1_000
PROBES = 64
PROBE_DEPTH = 10
PROBED_AT_ONCE = 20_000
RECALL_FLOOR = 0.95


@dataclass(frozen=True, slots=True)
class BaseRows:
    """What a base is built of: an id for each row of ``matrix``, shape ``(n, dimensions)``, unit length."""

    ids: tuple[str, ...]
    matrix: Vectors


def load_chroma() -> None:
    """Import what ``open_client`` needs: about a second, better spent while something else is waited for."""
    for module in ("chromadb.api.client", "chromadb.config"):
        import_module(module)


def open_client(folder: Path) -> "Client":
    """Return a client on ``folder``; close it, or its threads and descriptors stay."""
    from chromadb.api.client import Client
    from chromadb.config import Settings

    # Chroma would also read the working folder's .env, which is Glyph's.
    settings = Settings(_env_file=None, anonymized_telemetry=False)  # pyright: ignore[reportCallIssue] - pydantic-settings takes it at run time
    settings.is_persistent = True
    settings.persist_directory = str(folder)
    # What chromadb.PersistentClient does; its declared return type has no close().
    return Client(settings=settings)


class BaseUnusable(Exception):
    """Chroma refuses the base; stays inside the embedded store, where exact search answers instead."""


@contextmanager
def translated() -> Generator[None]:
    """Raise BaseUnusable for any error of Chroma's own."""
    from chromadb.errors import ChromaError

    try:
        yield
    except ChromaError as error:
        raise BaseUnusable(str(error)) from error


class ChromaBase:
    """An open base. One per generation; closed when the last reader has left.

    Raises: BaseUnusable, when it is opened and when it is asked.
    """

    _counting = threading.Lock()
    """Chroma counts the clients of a path in a table of the whole process, without a lock of its own."""

    def __init__(self, folder: Path) -> None:
        with self._counting, translated(), ExitStack() as undo:
            self._client = open_client(folder)
            undo.callback(self._client.close)
            # Without `embedding_function=None` Chroma hands back one that downloads a model.
            self._collection = self._client.get_collection(COLLECTION, embedding_function=None)
            self._size = self._collection.count()
            undo.pop_all()

    @property
    def size(self) -> int:
        """Return how many vectors it holds."""
        return self._size

    def nearest(self, vector: Vectors, limit: int) -> tuple[tuple[ChunkId, float], ...]:
        """Return the chunks of the nearest windows with their cosines, best first; a chunk may stand twice."""
        if self._size == 0:
            return ()
        with translated():
            found = query(self._collection, vector[np.newaxis, :], min(limit, self._size))[0]
        return tuple((ChunkId(window_id.partition(":")[0]), cosine) for window_id, cosine in found)

    def close(self) -> None:
        with self._counting:
            self._client.close()


def query(collection: "Collection", vectors: Vectors, limit: int) -> list[list[tuple[str, float]]]:
    """Return for each row of ``vectors`` (shape ``(n, dimensions)``) the nearest ids and their cosines."""
    answer = collection.query(query_embeddings=vectors, n_results=limit, include=["distances"])
    distances = answer["distances"] or []
    return [
        [(window_id, 1.0 - float(distance)) for window_id, distance in zip(ids, row, strict=True)]
        for ids, row in zip(answer["ids"], distances, strict=True)
    ]


def file_checksums(folder: Path) -> Mapping[str, str]:
    """Return SHA-256 of every file of a persisted segment, by its path within the base.

    A single vector is never persisted as a graph: its segment holds unset bytes that change at every open.
    """
    files = sorted(file for segment in folder.glob(f"*/{PERSISTED}") for file in segment.parent.iterdir())
    return {str(file.relative_to(folder)): _digest(file) for file in files}


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def build(folder: Path, rows: BaseRows) -> None:
    """Write the base of ``rows`` into ``folder``, which must not exist.

    The graph is persisted once, when the last row is in: rows short of a threshold would stay in a
    queue that is replayed at every open.
    """
    threshold = max(2, len(rows.ids))
    effort = EF_CONSTRUCTION if len(rows.ids) < MANY else EF_CONSTRUCTION_OF_MANY
    hnsw = {**HNSW, "ef_construction": effort, "sync_threshold": threshold, "batch_size": min(BATCH, threshold)}
    client = open_client(folder)
    try:
        collection = client.create_collection(COLLECTION, embedding_function=None, configuration={"hnsw": hnsw})  # pyright: ignore[reportArgumentType] - a plain dict of that TypedDict's keys
        for start in range(0, len(rows.ids), BATCH):
            batch = slice(start, start + BATCH)
            collection.add(ids=list(rows.ids[batch]), embeddings=rows.matrix[batch])
    finally:
        client.close()
    _shrink(folder / CATALOGUE)


def _shrink(catalogue: Path) -> None:
    """Give back the pages of Chroma's queue: every vector went through it, and it is empty now."""
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.execute("VACUUM")


def verify(folder: Path, rows: BaseRows) -> None:
    """Reopen the base and compare it with what it was built from.

    Every id must be there, and on evenly spaced probes the neighbours must be those of exact search: a
    lost segment keeps its count and answers wrong without an error.
    Raises: GenerationRejected.
    """
    client = open_client(folder)
    try:
        collection = client.get_collection(COLLECTION, embedding_function=None)
        stored = set(collection.get(include=[])["ids"])
        if stored != set(rows.ids):
            raise GenerationRejected(f"The base holds {len(stored)} of {len(rows.ids)} vectors.")
        if rows.ids:
            _probe(collection, rows)
    finally:
        client.close()


def _probe(collection: "Collection", rows: BaseRows) -> None:
    depth = min(PROBE_DEPTH, len(rows.ids))
    probes = rows.matrix[:: max(1, len(rows.ids) // PROBES)]
    exact = _best_cosines(probes, rows.matrix, depth).sum()
    answered = sum(score for row in query(collection, probes, depth) for _, score in row)
    # Compared by similarity, not by id: equal texts have equal vectors, and either may be returned.
    shortfall = float(exact - answered) / max(1.0, float(np.abs(exact)))
    if shortfall > 1 - RECALL_FLOOR:
        raise GenerationRejected(f"The base misses neighbours: {shortfall:.1%} below exact search.")


def _best_cosines(probes: Vectors, matrix: Vectors, depth: int) -> Vectors:
    """Return the ``depth`` highest cosines of each probe, found part by part: a small machine has no room for all."""
    best = np.empty((len(probes), 0), dtype=np.float32)
    for start in range(0, len(matrix), PROBED_AT_ONCE):
        found = np.hstack([best, probes @ matrix[start : start + PROBED_AT_ONCE].T])
        best = np.sort(found, axis=1)[:, -depth:]
    return best


def checksums_hold(folder: Path, expected: Mapping[str, str]) -> bool:
    """Return whether a base's segment files are those that were built."""
    return folder.is_dir() and dict(file_checksums(folder)) == dict(expected)
