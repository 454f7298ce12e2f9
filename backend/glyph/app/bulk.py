"""Bulk: many documents prepared, embedded and staged in batches, so that the embedder never waits for anything else."""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from glyph.app.applying import Applying
from glyph.app.difference import Tally
from glyph.app.passes import Progress
from glyph.app.preparing import Embedding, Windowed
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.errors import GlyphError
from glyph.index.store import DocumentVectors, Staging
from glyph.ingest.pipeline import safe_path

logger = logging.getLogger(__name__)

BATCH_WINDOWS = 64
"""As many as a cached embedder computes and keeps at once: more would only make progress coarser."""
BATCH_DOCUMENTS = 32
NEARLY_ALL = 0.9
"""The share of documents after which what finishes the generation is made ready."""

Batch = Sequence[Windowed]


@dataclass(slots=True)
class Bulk:
    """Fills a staging, once. Nobody sees it yet, so what changes on the disk meanwhile is left to the catch-up."""

    source: FolderSource
    applying: Applying
    embedding: Embedding
    tally: Tally
    progress: Progress
    _done: int = 0

    def fill(self, staging: Staging, paths: Sequence[DocumentPath]) -> None:
        """Stage documents and count them; a broken one is a problem, never the end of the pass.

        While one batch is embedded, the one before it is stored and the one after it prepared.
        Raises: EmbedderFailed from a strict embedding, and what ``progress`` raises.
        """
        embedder = ThreadPoolExecutor(1, thread_name_prefix="glyph-bulk")
        try:
            former: Future[tuple[DocumentVectors, ...]] | None = None
            for batch in self._batches(paths):
                latter = embedder.submit(self.embedding.complete_all, batch)
                self._stage(staging, former, len(paths))
                former = latter
                if self._done >= NEARLY_ALL * len(paths):
                    staging.expect_finish()
            self._stage(staging, former, len(paths))
        finally:
            embedder.shutdown(cancel_futures=True)

    def _batches(self, paths: Sequence[DocumentPath]) -> Iterator[Batch]:
        batch: list[Windowed] = []
        for path in paths:
            self.progress(self._done, len(paths))
            windowed = self._windowed(path)
            if windowed is not None:
                batch.append(windowed)
            if len(batch) >= BATCH_DOCUMENTS or sum(each.window_count for each in batch) >= BATCH_WINDOWS:
                yield tuple(batch)
                batch.clear()
        yield tuple(batch)

    def _windowed(self, path: DocumentPath) -> Windowed | None:
        standing = self.applying.hash_or_none(path)
        try:
            return self.embedding.windowed(self.source.read(path))
        except GlyphError as error:
            shown = safe_path(path, self.embedding.policy)
            logger.warning("document not indexed", extra={"path": shown, "code": error.code})
            self.tally.fail(path, error.message, standing)
            self._done += 1
            return None

    def _stage(self, staging: Staging, embedded: Future[tuple[DocumentVectors, ...]] | None, total: int) -> None:
        if embedded is None:
            return
        documents = embedded.result()
        staging.put(documents)
        for each in documents:
            self.tally.take(each.prepared.document)
            self._done += 1
            self.progress(self._done, total)
