"""The write path: a full index beside the embedder alone, a refresh of nothing, an update of one document."""

import hashlib
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from glyph.app.local import LocalWorkbench
from glyph.app.preparing import windows_of
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.embed.embedder import Embedder
from glyph.embed.local_model import load_local_embedder
from glyph.ingest.pipeline import prepare
from glyph.ingest.redact.policy import RULES_ALONE
from tools.bench.measuring import Latency, interleaved, latency, ratio, size_mb, timed
from tools.bench.site import active_folder, opened, quiet, settings_for, temporary_folder
from tools.console import environment

UPDATES = 20
REFRESHES = 10
COMMAND = "from glyph.faces.cli.main import run; run()"


@dataclass(frozen=True, slots=True)
class Throughput:
    """A full index with an empty cache, and the same texts given to the embedder alone with as many threads.

    The embedder is asked before and after each index, so that a machine that slows down slows both; the share
    is the median of the rounds, each beside its own neighbours.
    """

    documents: int
    chunks: int
    windows: int
    threads: int
    seconds: float
    embedder_alone_s: float
    chunks_per_s: float
    embedder_chunks_per_s: float
    share_of_embedder: float
    again_with_kept_vectors_s: float
    disk_mb: float


@dataclass(frozen=True, slots=True)
class Refresh:
    """An update that finds nothing to do, beside listing and hashing the same files."""

    documents: int
    first_s: float
    warm: Latency
    walk_and_hash: Latency
    times_walk_and_hash: float
    command_s: float
    """`glyph index` with the start of its process."""


@dataclass(frozen=True, slots=True)
class OneUpdate:
    """One changed document brought in, beside the embedder alone on what is new of it."""

    total: Latency
    embedder_alone: Latency
    beyond_embedding: Latency
    times_embedder: float


@dataclass(frozen=True, slots=True)
class Indexing:
    """The write path over one corpus."""

    throughput: Throughput
    refresh: Refresh
    update: OneUpdate


def texts_of(corpus: Path, embedder: Embedder, limit_bytes: int) -> list[str]:
    """Return every distinct text of a corpus as the embedder is asked for it."""
    source = FolderSource(corpus, limit_bytes)
    prepared = (prepare(source.read(file.path), RULES_ALONE) for file in source.scan().files)
    windows = (window for each in prepared for of_chunk in windows_of(each, embedder) for window in of_chunk)
    return list(dict.fromkeys(windows))


def measure_indexing(corpus: Path, rounds: int) -> Indexing:
    """Index a corpus ``rounds`` times from nothing, in turn with the embedder alone, then refresh and update it."""
    with temporary_folder() as folder:
        shutil.copytree(corpus, folder / "corpus")
        throughput = _throughput(folder / "corpus", folder, rounds)
        last = folder / f"data{rounds - 1}"
        refresh = _refresh(folder / "corpus", last)
        return Indexing(throughput, refresh, _update(folder / "corpus", last))


def _throughput(corpus: Path, folder: Path, rounds: int) -> Throughput:
    settings = settings_for(corpus, folder / "data0")
    embedder = load_local_embedder(None, threads=settings.embed.threads)
    texts = texts_of(corpus, embedder, settings.corpus.document_limit_bytes)
    alone_s = [timed(lambda: embedder.embed_documents(texts))]
    index_s: list[float] = []
    again_s: list[float] = []
    documents = chunks = 0
    for number in range(rounds):
        with opened(corpus, folder / f"data{number}") as workbench:
            index_s.append(timed(lambda workbench=workbench: _rebuild(workbench)))
            alone_s.append(timed(lambda: embedder.embed_documents(texts)))
            again_s.append(timed(lambda workbench=workbench: _rebuild(workbench)))
            counts = workbench.status()
            documents, chunks = counts.documents, counts.chunks
    seconds, alone = statistics.median(index_s), statistics.median(alone_s)
    shares = [(before + after) / 2 / index for (before, after), index in zip(pairwise(alone_s), index_s, strict=True)]
    return Throughput(
        documents=documents,
        chunks=chunks,
        windows=len(texts),
        threads=settings.embed.threads,
        seconds=round(seconds, 2),
        embedder_alone_s=round(alone, 2),
        chunks_per_s=round(chunks / seconds, 1),
        embedder_chunks_per_s=round(chunks / alone, 1),
        share_of_embedder=round(statistics.median(shares), 3),
        again_with_kept_vectors_s=round(statistics.median(again_s), 2),
        disk_mb=size_mb(active_folder(corpus, folder / f"data{rounds - 1}").root),
    )


def _rebuild(workbench: LocalWorkbench) -> object:
    return workbench.indexing.run(quiet, rebuild=True)


def _walk_and_hash(corpus: Path) -> None:
    for folder, _, names in os.walk(corpus):
        for name in names:
            hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest()


def _refresh(corpus: Path, data: Path) -> Refresh:
    with opened(corpus, data) as workbench:

        def update() -> object:
            return workbench.indexing.run(quiet, rebuild=False)

        first_s = timed(update)
        samples = interleaved({"baseline": lambda: _walk_and_hash(corpus), "subject": update}, REFRESHES)
        documents = workbench.status().documents
    warm, baseline = latency(samples["subject"]), latency(samples["baseline"])
    command_s = statistics.median(timed(lambda: _command(corpus, data)) for _ in range(3))
    times = ratio(warm.p50_ms, baseline.p50_ms)
    return Refresh(documents, round(first_s, 3), warm, baseline, times, round(command_s, 2))


def _command(corpus: Path, data: Path) -> None:
    """Run `glyph index` as a process of its own."""
    places = {"GLYPH_CORPUS__ROOT": str(corpus), "GLYPH_DATA__ROOT": str(data)}
    inherited = {"PYTHONPATH": os.environ["PYTHONPATH"]} if "PYTHONPATH" in os.environ else {}
    subprocess.run(
        [sys.executable, "-c", COMMAND, "index"],
        env=environment({**places, **inherited}),
        check=True,
        capture_output=True,
    )


def _update(corpus: Path, data: Path) -> OneUpdate:
    embedder = load_local_embedder(None, threads=settings_for(corpus, data).embed.threads)
    alone_s: list[float] = []
    total_s: list[float] = []
    with opened(corpus, data) as workbench:
        paths = sorted(workbench.reading.indexed())[:: max(1, len(workbench.reading.indexed()) // UPDATES)]
        for number, path in enumerate(paths[:UPDATES]):
            before = set(_windows(corpus, path, embedder))
            with (corpus / path).open("a", encoding="utf-8") as stream:
                stream.write(f"\n## Revision\n\nChanged for the {number}th time: look again.\n")
            fresh = [text for text in _windows(corpus, path, embedder) if text not in before]
            alone_s.append(timed(lambda fresh=fresh: embedder.embed_documents(fresh)))
            total_s.append(timed(lambda path=path: workbench.indexing.index_document(path)))
    beyond = [total - alone for total, alone in zip(total_s, alone_s, strict=True)]
    total, alone = latency(total_s), latency(alone_s)
    return OneUpdate(total, alone, latency(beyond), ratio(total.p50_ms, alone.p50_ms))


def _windows(corpus: Path, path: DocumentPath, embedder: Embedder) -> Sequence[str]:
    source = FolderSource(corpus, (corpus / path).stat().st_size + 1)
    return [window for of_chunk in windows_of(prepare(source.read(path), RULES_ALONE), embedder) for window in of_chunk]
