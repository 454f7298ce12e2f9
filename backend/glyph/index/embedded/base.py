"""The base: a Chroma collection of ids and vectors, built once in a child process, then only read.

This is the one file that knows Chroma. Its writes hold the GIL for whole batches, so they happen in a
child: ``python -m glyph.index.embedded.base <generation folder>``, which ends with its parent. A damaged
segment can end the process that opens it, so the files' checksums are compared before they are opened.
chroma.sqlite3 has no checksum: Chroma writes a lock row into it at every open.
"""

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import numpy as np

from glyph.domain.chunk import ChunkId
from glyph.errors import GenerationRejected
from glyph.index.embedded.database import connected
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.vectors import base_rows
from glyph.index.store import Pulse, Vectors, steady

if TYPE_CHECKING:
    from chromadb import Collection
    from chromadb.api.client import Client

COLLECTION = "chunks"
HNSW = {"space": "cosine", "max_neighbors": 32, "ef_construction": 200, "ef_search": 400}
PERSISTED = "index_metadata.pickle"
BATCH = 1_000
PROBES = 64
PROBE_DEPTH = 10
RECALL_FLOOR = 0.95
BUILD_TIMEOUT_S = 3_600
PULSE_S = 0.2


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

    def __init__(self, folder: Path) -> None:
        with translated(), ExitStack() as undo:
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
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def build_in_child(folder: GenerationFolder, pulse: Pulse = steady) -> None:
    """Build and verify a generation's base in a child process.

    Raises: GenerationRejected, with what the child said last; or what ``pulse`` raises, when the child has ended.
    """
    command = [sys.executable, "-m", "glyph.index.embedded.base", str(folder.root.resolve())]
    # Its stdin is a pipe that closes when this process ends, however it ends: then the child ends too.
    with (
        TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - the command is our own module
            command, cwd=folder.root, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said
        ) as child,
    ):
        try:
            code = _await(child, pulse)
        except BaseException:
            child.kill()
            raise
        if code != 0:
            said.seek(0)
            last = (said.read().decode("utf-8", "replace").strip().splitlines() or ["no message"])[-1]
            raise GenerationRejected(f"The base could not be built (exit {code}): {last}")


def _await(child: subprocess.Popen[bytes], pulse: Pulse) -> int:
    deadline = time.monotonic() + BUILD_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            return child.wait(PULSE_S)
        except subprocess.TimeoutExpired:
            pulse()
    raise GenerationRejected("The base was not built within an hour.")


def end_with_parent() -> None:
    """End this process as soon as its stdin does."""

    def wait() -> None:
        os.read(0, 1)  # not sys.stdin: a thread that waits in it cannot be ended with the process
        os._exit(1)

    threading.Thread(target=wait, name="glyph-parent", daemon=True).start()


def batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]


def build(folder: Path, rows: Mapping[str, Vectors]) -> None:
    """Write the base of ``rows`` into ``folder``, which must not exist.

    The graph is persisted once, when the last row is in: rows short of a threshold would stay in a
    queue that is replayed at every open.
    """
    threshold = max(2, len(rows))
    hnsw = {**HNSW, "sync_threshold": threshold, "batch_size": min(BATCH, threshold)}
    client = open_client(folder)
    try:
        collection = client.create_collection(COLLECTION, embedding_function=None, configuration={"hnsw": hnsw})  # pyright: ignore[reportArgumentType] - a plain dict of that TypedDict's keys
        for ids in batches(list(rows)):
            collection.add(ids=list(ids), embeddings=np.stack([rows[window_id] for window_id in ids]))
    finally:
        client.close()


def verify(folder: Path, rows: Mapping[str, Vectors]) -> None:
    """Reopen the base and compare it with what it was built from.

    Every id must be there, and on evenly spaced probes the neighbours must be those of exact search: a
    lost segment keeps its count and answers wrong without an error.
    Raises: GenerationRejected.
    """
    client = open_client(folder)
    try:
        collection = client.get_collection(COLLECTION, embedding_function=None)
        stored = set(collection.get(include=[])["ids"])
        if stored != set(rows):
            raise GenerationRejected(f"The base holds {len(stored)} of {len(rows)} vectors.")
        if rows:
            _probe(collection, rows)
    finally:
        client.close()


def _probe(collection: "Collection", rows: Mapping[str, Vectors]) -> None:
    ids, matrix = list(rows), np.stack(list(rows.values()))
    depth = min(PROBE_DEPTH, len(ids))
    probes = matrix[:: max(1, len(ids) // PROBES)]
    exact = np.sort(probes @ matrix.T, axis=1)[:, -depth:].sum()
    answered = sum(score for row in query(collection, probes, depth) for _, score in row)
    # Compared by similarity, not by id: equal texts have equal vectors, and either may be returned.
    shortfall = float(exact - answered) / max(1.0, float(np.abs(exact)))
    if shortfall > 1 - RECALL_FLOOR:
        raise GenerationRejected(f"The base misses neighbours: {shortfall:.1%} below exact search.")


def main(generation: Path) -> None:
    """Build and verify the base of one generation folder."""
    folder = GenerationFolder(generation)
    with connected(folder.database) as connection:
        rows = base_rows(connection)
    build(folder.base, rows)
    verify(folder.base, rows)


def checksums_hold(folder: Path, expected: Mapping[str, str]) -> bool:
    """Return whether a base's segment files are those that were built."""
    return folder.is_dir() and dict(file_checksums(folder)) == dict(expected)


if __name__ == "__main__":
    end_with_parent()
    main(Path(sys.argv[1]))
