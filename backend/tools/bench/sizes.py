"""The embedded store at one size: built from invented chunks and vectors, asked, and built anew under a reader.

``python -m tools.bench.sizes CHUNKS`` is a process of its own, so that its peak memory is that size's; it prints JSON.
"""

import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from glyph.app.searching import Searching
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.domain.ranking import Scope, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder, Vectors
from glyph.embed.local_model import load_local_embedder
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.store import DocumentVectors
from glyph.ingest.redact.policy import RULES_ALONE
from glyph.search.pipeline import Tuning
from tools.bench.engines import BareEngines, write_plain_table
from tools.bench.invented import DIMENSIONS, SEED, Clusters, Language, documents
from tools.bench.measuring import MEGABYTE, ChildrenWatch, Latency, latency, peak_memory_mib, ratio, size_mb, timed
from tools.bench.querying import MODES, Querying, compared, in_mode
from tools.bench.readers import reading
from tools.bench.site import temporary_folder

WORDS_A_CHUNK = 136
"""About 1,090 characters, as the mean chunk of real runbooks has."""
STAGED_AT_ONCE = 50
QUERIES = 20
ROUNDS = 5
DOCUMENT_LIMIT_BYTES = 10_000_000
IDLE_S = 5.0


@dataclass(frozen=True, slots=True)
class Built:
    """Seconds and bytes of a build, and of the same texts in one FTS5 table."""

    stage_s: float
    finish_s: float
    activate_s: float
    chunks_per_s: float
    plain_table_s: float
    times_plain_table: float
    disk_mb: float
    database_mb: float
    base_mb: float
    plain_table_mb: float
    peak_memory_of_child_mib: float


@dataclass(frozen=True, slots=True)
class Rebased:
    """A generation made anew of the stored rows while one reader asks without a pause."""

    seconds: float
    reader_idle: Latency
    reader_meanwhile: Latency
    times_idle: float


@dataclass(frozen=True, slots=True)
class Size:
    """Everything measured at one size."""

    chunks: int
    characters_a_chunk: int
    built: Built
    querying: Querying
    recall_at_10: float
    rebased: Rebased
    peak_memory_mib: float


class InventedEmbedder:
    """Computes a query's real vector for its cost, and answers with one that lies among the invented ones."""

    name = "invented"
    dimensions = DIMENSIONS

    def __init__(self, real: Embedder, clusters: Clusters) -> None:
        self._real = real
        self._clusters = clusters

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return (f"{heading}\n{text}",)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        self._real.embed_query(text)
        return self._clusters.near(zlib.crc32(text.encode()), 1)[0]


FINGERPRINT = Fingerprint(1, "bench", "bench", InventedEmbedder.name, DIMENSIONS)


def measure_size(chunks: int) -> Size:
    """Build, ask and rebuild a store of ``chunks`` chunks."""
    with temporary_folder() as folder:
        index = IndexFolder(folder / "index")
        store = EmbeddedStore(index, lambda: datetime.now(UTC))
        try:
            generation, built = _build(store, index, folder, chunks)
            embedder = InventedEmbedder(load_local_embedder(None), Clusters.for_chunks(chunks))
            source = FolderSource(folder / "corpus", DOCUMENT_LIMIT_BYTES)
            tuning = Tuning(is_word=lambda _: True, similarity_floor=-1.0)
            searching = Searching(store, embedder, source, "http://127.0.0.1", tuning, RULES_ALONE)
            queries = Language(SEED).queries(QUERIES)
            querying, recall = _query(
                store, searching, BareEngines(index.generation(generation), embedder.embed_query), embedder, queries
            )
            rebased = _rebase(store, searching, generation, queries)
        finally:
            store.close()
    return Size(chunks, WORDS_A_CHUNK * 8, built, querying, recall, rebased, peak_memory_mib())


def _batches(made: Iterator[DocumentVectors]) -> Iterator[list[DocumentVectors]]:
    while batch := list(islice(made, STAGED_AT_ONCE)):
        yield batch


def _build(store: EmbeddedStore, index: IndexFolder, folder: Path, chunks: int) -> tuple[GenerationId, Built]:
    staging = store.stage(FINGERPRINT)
    stage_s, texts = 0.0, list[str]()
    for batch in _batches(documents(folder / "corpus", chunks, WORDS_A_CHUNK)):
        stage_s += timed(lambda batch=batch: staging.put(batch))
        texts += (chunk.text.value for document in batch for chunk in document.prepared.chunks)
    plain_s = timed(lambda: write_plain_table(folder / "plain.sqlite", texts))
    texts.clear()
    watch = ChildrenWatch()
    finish_s = timed(lambda: staging.finish(watch))
    activate_s = timed(lambda: store.activate(staging.generation))
    files = index.generation(staging.generation)
    return staging.generation, Built(
        stage_s=round(stage_s, 2),
        finish_s=round(finish_s, 2),
        activate_s=round(activate_s, 2),
        chunks_per_s=round(chunks / (stage_s + finish_s), 1),
        plain_table_s=round(plain_s, 2),
        times_plain_table=ratio(stage_s + finish_s, plain_s),
        disk_mb=size_mb(files.root),
        database_mb=round(files.database.stat().st_size / MEGABYTE, 2),
        base_mb=size_mb(files.base),
        plain_table_mb=round((folder / "plain.sqlite").stat().st_size / MEGABYTE, 2),
        peak_memory_of_child_mib=watch.peak_mib,
    )


def _query(
    store: EmbeddedStore, searching: Searching, engines: BareEngines, embedder: Embedder, queries: tuple[str, ...]
) -> tuple[Querying, float]:
    try:
        service = {str(mode): in_mode(searching.search, mode) for mode in MODES}
        return compared(service, engines, queries, ROUNDS), _recall(store, engines, embedder, queries)
    finally:
        engines.close()


def _recall(store: EmbeddedStore, engines: BareEngines, embedder: Embedder, queries: Sequence[str]) -> float:
    """Return how many of the ten nearest chunks by exact search the reader finds."""
    found = 0
    with store.reader() as reader:
        for query in queries:
            nearest = reader.nearest(embedder.embed_query(query), limit=10, scope=Scope())
            found += len({each.chunk_id for each in nearest} & engines.nearest_chunks(query, 10))
    return round(found / (10 * len(queries)), 4)


def _rebase(store: EmbeddedStore, searching: Searching, generation: GenerationId, queries: Sequence[str]) -> Rebased:
    def search(query: str) -> SearchResult:
        return searching.search(SearchRequest(query))

    with reading(1, search, queries) as idle:
        time.sleep(IDLE_S)
    with reading(1, search, queries) as meanwhile:
        seconds = timed(lambda: _made_anew(store, generation))
    before, during = latency(idle.samples_s), latency(meanwhile.samples_s)
    return Rebased(round(seconds, 2), before, during, ratio(during.p50_ms, before.p50_ms))


def _made_anew(store: EmbeddedStore, generation: GenerationId) -> None:
    staging = store.stage(FINGERPRINT)
    staging.copy(generation)
    staging.finish()
    store.activate(staging.generation)


if __name__ == "__main__":
    sys.stdout.write(TypeAdapter(Size).dump_json(measure_size(int(sys.argv[1]))).decode())
