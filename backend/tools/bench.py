"""`make bench`: how fast indexing and searching are, next to a plain SQLite FTS5 query in the same run.

Absolute times depend on the machine and on what else it does: compare the ratios, from runs on one machine.
"""

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from glyph.app.answers import UpdateReport
from glyph.app.local import LocalWorkbench
from glyph.bootstrap import open_workbench
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.ranking import Mode, SearchRequest
from glyph.ingest.pipeline import prepare
from glyph.ingest.redact.policy import RULES_ALONE
from glyph.settings import CorpusSettings, DataSettings, Settings
from tools.console import ROOT, main, say

ROUNDS = 20
QUERIES = (
    "51820",
    "nmcli connection modify",
    "wg-quick@wg0.service",
    "restic check failed",
    "my VPN stopped routing traffic",
    "how do I restore a backup after a disk failure",
    "DNS answers are wrong inside the office",
    "rotate the token of the deploy user",
    "why is the certificate not renewed",
    "zigbee devices drop off the network",
)


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of one way to ask, over every query and round."""

    p50_ms: float
    p95_ms: float


def latency(samples_s: Sequence[float]) -> Latency:
    """Return median and 95th percentile of samples in seconds."""
    cuts = statistics.quantiles(samples_s, n=20, method="inclusive")
    return Latency(statistics.median(samples_s) * 1000, cuts[18] * 1000)


class PlainKeywords:
    """What everybody would write first: one FTS5 table, every word quoted, OR between them, ten rows."""

    def __init__(self, file: Path, source: FolderSource) -> None:
        self._connection = sqlite3.connect(file)
        self._connection.execute("CREATE VIRTUAL TABLE plain USING fts5(body, tokenize='porter unicode61')")
        texts = (
            (chunk.text.value,)
            for each in source.scan().files
            for chunk in prepare(source.read(each.path), RULES_ALONE).chunks
        )
        with self._connection:
            self._connection.executemany("INSERT INTO plain (body) VALUES (?)", texts)

    def ask(self, query: str) -> None:
        words = " OR ".join('"' + word.replace('"', '""') + '"' for word in query.split())
        select = "SELECT body FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 10"
        self._connection.execute(select, (words,)).fetchall()


def timed(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return time.perf_counter() - started


def measure(ways: dict[str, Callable[[str], object]]) -> dict[str, Latency]:
    """Ask every query in every way, in turn, so that a busy moment hits all of them."""
    samples: dict[str, list[float]] = {way: [] for way in ways}
    for query in QUERIES:
        for ask in ways.values():
            ask(query)  # once for warmth
    for _ in range(ROUNDS):
        for query in QUERIES:
            for way, ask in ways.items():
                samples[way].append(timed(lambda ask=ask, query=query: ask(query)))
    return {way: latency(values) for way, values in samples.items()}


def built(workbench: LocalWorkbench) -> tuple[UpdateReport, float]:
    """Build the index and return what was done and the seconds it took."""
    started = time.perf_counter()
    report = workbench.indexing.run(lambda _done, _total: None, rebuild=True)
    return report, time.perf_counter() - started


def indexing_figures(workbench: LocalWorkbench) -> dict[str, float]:
    report, first_s = built(workbench)
    _, again_s = built(workbench)
    return {
        "documents": report.indexed,
        "chunks": report.chunks,
        "seconds": round(first_s, 2),
        "chunks_per_second": round(report.chunks / first_s, 1),
        "seconds_with_kept_vectors": round(again_s, 2),
    }


def search_in(workbench: LocalWorkbench, mode: Mode) -> Callable[[str], object]:
    return lambda query: workbench.search(SearchRequest(query, mode=mode))


def figures(folder: Path) -> dict[str, object]:
    """Return all figures of one run over the sample corpus, with an index of its own in ``folder``."""
    documents = ROOT / "corpus" / "docs"
    settings = Settings(corpus=CorpusSettings(root=documents), data=DataSettings(root=folder / "data"))
    workbench = open_workbench(settings)
    try:
        indexing = indexing_figures(workbench)
        plain = PlainKeywords(folder / "plain.sqlite", FolderSource(documents, settings.corpus.document_limit_bytes))
        modes = {str(mode): search_in(workbench, mode) for mode in (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID)}
        found = measure({"plain_fts5": plain.ask, **modes})
    finally:
        workbench.close()
    return {"indexing": indexing, "searching": compared(found)}


def compared(found: dict[str, Latency]) -> dict[str, dict[str, float]]:
    """Return latencies, each also as a multiple of the plain query's."""
    plain = found["plain_fts5"]
    return {
        way: {
            "p50_ms": round(one.p50_ms, 3),
            "p95_ms": round(one.p95_ms, 3),
            "p50_times_plain": round(one.p50_ms / plain.p50_ms, 1),
            "p95_times_plain": round(one.p95_ms / plain.p95_ms, 1),
        }
        for way, one in found.items()
    }


def bench() -> None:
    with tempfile.TemporaryDirectory(prefix="glyph-bench-") as folder:
        measured = figures(Path(folder))
    versions = {"python": sys.version.split()[0], "sqlite": sqlite3.sqlite_version}
    say(json.dumps({**versions, "rounds": ROUNDS, "queries": len(QUERIES), **measured}, indent=2))


if __name__ == "__main__":
    main(bench)
