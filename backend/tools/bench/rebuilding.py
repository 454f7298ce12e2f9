"""The life of an index under load: rebuilds and rebases while threads ask without a pause.

Before each rebuild a few documents are brought to one and the same edition, so that an answer with passages of two
editions would be one of two generations.
"""

import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from glyph.app.local import LocalWorkbench
from glyph.domain.ranking import SearchRequest, SearchResult
from tools.bench.measuring import Latency, latency, peak_memory_mib, ratio
from tools.bench.querying import QUERIES
from tools.bench.readers import Readers, reading
from tools.bench.site import opened, quiet, temporary_folder

REBUILDS = 12
REBUILDS_UNDER_ONE = 3
THREADS = 4
IDLE_S = 2.0
EDITIONS = 8
SETTLE_S = 10.0
EDITION = re.compile(r"edition(\d+)x")
ASKED = ("xylograph quorum edition", *QUERIES[::2])


@dataclass(frozen=True, slots=True)
class Watched:
    """Readers beside a deed that was repeated, and the same readers while nothing else went on."""

    deeds: int
    threads: int
    seconds_each: float
    answers: int
    errors: tuple[str, ...]
    mixed: int
    idle: Latency
    meanwhile: Latency
    times_idle: float


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """Rebuilds under four readers and under one, rebases under one, and what stayed open."""

    rebuilds: Watched
    rebuilds_under_one: Watched
    rebases_under_one: Watched
    descriptors_before: int
    descriptors_after: int
    threads_before: int
    threads_after: int
    memory_after_first_mib: float
    peak_memory_mib: float


def measure_rebuilding(corpus: Path, rebuilds: int = REBUILDS) -> Rebuilding:
    """Rebuild an index of a corpus again and again under readers."""
    with temporary_folder() as folder:
        shutil.copytree(corpus, folder / "corpus")
        write_edition(folder / "corpus", 0)
        with opened(folder / "corpus", folder / "data") as workbench:
            return _measured(workbench, folder / "corpus", rebuilds)


def write_edition(corpus: Path, number: int) -> None:
    """Bring the documents that tell generations apart to one edition."""
    (corpus / "editions").mkdir(exist_ok=True)
    for place in range(EDITIONS):
        text = f"# Quorum {place}\n\nThe xylograph quorum of edition{number}x is kept in drawer {place}.\n"
        (corpus / "editions" / f"quorum{place}.md").write_text(text, encoding="utf-8")


def is_of_one_edition(result: SearchResult) -> bool:
    return len({edition for hit in result.hits for edition in EDITION.findall(hit.quote)}) <= 1


def _measured(workbench: LocalWorkbench, corpus: Path, rebuilds: int) -> Rebuilding:
    edition = iter(range(1, 1_000))

    def rebuild() -> None:
        write_edition(corpus, next(edition))
        workbench.indexing.run(quiet, rebuild=True)

    def rebase() -> None:
        workbench.generation_keeping.rebase(quiet)

    rebuild()
    _watched(workbench, rebuild, 1, THREADS)  # everything is loaded and opened once
    descriptors, threads, memory = _descriptors(), threading.active_count(), peak_memory_mib()
    under_four = _watched(workbench, rebuild, rebuilds, THREADS)
    descriptors_after = _settled_descriptors(descriptors)
    threads_after = threading.active_count()
    return Rebuilding(
        rebuilds=under_four,
        rebuilds_under_one=_watched(workbench, rebuild, REBUILDS_UNDER_ONE, 1),
        rebases_under_one=_watched(workbench, rebase, REBUILDS_UNDER_ONE, 1),
        descriptors_before=descriptors,
        descriptors_after=descriptors_after,
        threads_before=threads,
        threads_after=threads_after,
        memory_after_first_mib=memory,
        peak_memory_mib=peak_memory_mib(),
    )


def _watched(workbench: LocalWorkbench, deed: Callable[[], None], deeds: int, threads: int) -> Watched:
    """Repeat a deed under readers, with a stretch of nothing before each, so that a busy machine hits both."""
    idle, meanwhile, spent_s = Readers(), Readers(), 0.0

    def search(query: str) -> SearchResult:
        return workbench.search(SearchRequest(query))

    for _ in range(deeds):
        with reading(threads, search, ASKED, is_of_one_edition) as seen:
            time.sleep(IDLE_S)
        idle.extend(seen)
        started = time.perf_counter()
        with reading(threads, search, ASKED, is_of_one_edition) as seen:
            deed()
            spent_s += time.perf_counter() - started
        meanwhile.extend(seen)
    before, during = latency(idle.samples_s), latency(meanwhile.samples_s)
    return Watched(
        deeds=deeds,
        threads=threads,
        seconds_each=round(spent_s / deeds, 2),
        answers=len(meanwhile.samples_s),
        errors=tuple(sorted({*idle.errors, *meanwhile.errors})),
        mixed=idle.mixed + meanwhile.mixed,
        idle=before,
        meanwhile=during,
        times_idle=ratio(during.p50_ms, before.p50_ms),
    )


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def _settled_descriptors(expected: int) -> int:
    """Return how many descriptors are open: Chroma closes its last ones a moment after it was closed itself."""
    deadline = time.monotonic() + SETTLE_S
    while _descriptors() > expected and time.monotonic() < deadline:
        time.sleep(0.1)
    return _descriptors()
