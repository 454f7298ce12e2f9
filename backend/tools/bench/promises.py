"""What Glyph promises of speed and size, and whether a run kept it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.bench.browsing import Browsing
from tools.bench.results import Results

HYBRID_TIMES, HYBRID_MORE_MS = 1.3, 5.0
KEYWORD_TIMES, KEYWORD_MORE_MS = 2.0, 2.0
FIRST_LOAD_MB, KEY_MS = 1.3, 100.0
SILENCE_MS = 1_000.0
FRAME_MS = 16.7
"""Sixty frames a second: what a page that takes no more can draw, whatever else the machine does."""
MORE_DESCRIPTORS = 4
"""The connections that readers happen to hold differ by so much from one moment to the next."""


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise: what was measured, what it may be at most, or at least where ``at_least`` is set."""

    name: str
    measured: float
    bound: float
    unit: str
    at_least: bool = False

    @property
    def holds(self) -> bool:
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound


def promises_of(results: Results) -> tuple[Promise, ...]:
    browsing = _of_browsing(results.browsing) if results.browsing else ()
    return (*_of_writing(results), *_of_asking(results), *_of_life(results), *_of_importing(results), *browsing)


def _of_writing(results: Results) -> Iterator[Promise]:
    for corpus, indexing in results.indexing.items():
        documents = indexing.refresh.documents
        yield Promise(f"no-op refresh of {documents} documents ({corpus})", indexing.refresh.warm.p50_ms, 1_000, "ms")
        yield Promise(
            f"one-document update beyond its embedding ({corpus})", indexing.update.beyond_embedding.p50_ms, 150, "ms"
        )
        share = indexing.throughput.share_of_embedder
        yield Promise(f"index throughput of the embedder alone ({corpus})", share, 0.85, "", at_least=True)
    for size in results.sizes:
        if size.chunks == 4_000:
            yield Promise("a generation of 4,000 chunks on disk", size.built.disk_mb, 45, "MB")


def _of_asking(results: Results) -> Iterator[Promise]:
    measured = {
        "sample corpus": results.querying,
        **{f"{size.chunks:,} chunks": size.querying for size in results.sizes},
    }
    for name, one in measured.items():
        alone = {way: latency.p50_ms for way, latency in one.alone.items()}
        keyword = KEYWORD_TIMES * alone["fts5"] + KEYWORD_MORE_MS
        yield Promise(f"keyword p50 ({name})", one.service["keyword"].p50_ms, round(keyword, 3), "ms")
        engines = alone["embedding"] + alone["fts5"] + min(alone["numpy"], alone["chroma"])
        hybrid = HYBRID_TIMES * engines + HYBRID_MORE_MS
        yield Promise(f"hybrid p50 ({name})", one.service["hybrid"].p50_ms, round(hybrid, 3), "ms")


def _of_life(results: Results) -> Iterator[Promise]:
    life = results.rebuilding
    for name, one in (
        ("rebuilds under 4 readers", life.rebuilds),
        ("rebuilds under 1 reader", life.rebuilds_under_one),
        ("rebases under 1 reader", life.rebases_under_one),
    ):
        yield Promise(f"{one.deeds} {name}: reader p50", one.times_idle, 2.0, "× idle")
        yield Promise(f"{one.deeds} {name}: errors", len(one.errors), 0, "")
        yield Promise(f"{one.deeds} {name}: answers of two generations", one.mixed, 0, "")
    more = life.descriptors_after - life.descriptors_before
    yield Promise("descriptors that stayed open", more, MORE_DESCRIPTORS, "")


def _of_browsing(browsing: Browsing) -> Iterator[Promise]:
    yield Promise("first load of the workbench with a document open", browsing.first_load_mb, FIRST_LOAD_MB, "MB")
    for typing in browsing.typing:
        name = f"main-thread time of a key, p95, in {typing.document_kb} KB with live preview"
        yield Promise(name, typing.key.p95_ms, KEY_MS, "ms")
    large, scrolling = browsing.large, browsing.scrolling
    yield Promise(f"longest silence while {large.document_mb} MB open", large.longest_task_ms, SILENCE_MS, "ms")
    name = f"main-thread time of a frame while a tree of {browsing.documents} documents scrolls"
    yield Promise(name, scrolling.busy_ms, FRAME_MS, "ms")


def _of_importing(results: Results) -> Iterator[Promise]:
    one = results.importing
    name = f"Notion export of {one.pages:,} pages"
    yield Promise(f"{name}: import", one.first_s, 20, "s")
    yield Promise(f"{name}: peak memory", one.peak_mib, 500, "MiB")
    yield Promise(f"{name}: links that lead somewhere", one.resolved, 0.96, "", at_least=True)
    yield Promise(f"{name}: files changed by a second import", one.changed_again, 0, "")
