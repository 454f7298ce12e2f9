"""Bulk: many documents prepared, embedded and staged in batches, so that the embedder never waits for anything else."""

import logging
from collections import deque
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
"""Enough for an embedder to be busy with; more would only make progress coarser."""
BATCH_DOCUMENTS = 32
IN_FLIGHT = 2
"""Batches that are embedded at once: while the vectors of one are kept, the embedder computes those of the other."""
MOST = 0.75
"""The share of documents that are read when what finishes the generation is made ready: beside an embedder that takes
all of a small machine, a child needs seconds for its second of imports."""

Batch = Sequence[Windowed]


@dataclass(slots=True)
class Bulk:
    """Fills a staging, once. Nobody sees it yet, so what changes on the disk meanwhile is left to the catch-up."""

    source: FolderSource
    applying: Applying
    embedding: Embedding
    tally: Tally
    progress: Progress
    _read: int = 0
    _done: int = 0

    def fill(self, staging: Staging, paths: Sequence[DocumentPath]) -> None:
        """Stage documents and count them; a broken one is a problem, never the end of the pass.

        While batches are embedded, those before them are stored and the next one is prepared.
        Raises: EmbedderFailed from a strict embedding, and what ``progress`` raises.
        """
        embedder = ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="glyph-bulk")
        embedded: deque[Future[tuple[DocumentVectors, ...]]] = deque()
        try:
            for batch in self._batches(paths):
                embedded.append(embedder.submit(self.embedding.complete_all, batch))
                if len(embedded) > IN_FLIGHT:
                    self._stage(staging, embedded.popleft().result(), len(paths))
                if self._read >= MOST * len(paths):
                    staging.expect_finish()
            for batch in embedded:
                self._stage(staging, batch.result(), len(paths))
        finally:
            embedder.shutdown(cancel_futures=True)

    def _batches(self, paths: Sequence[DocumentPath]) -> Iterator[Batch]:
        batch: list[Windowed] = []
        for self._read, path in enumerate(paths, start=1):
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

    def _stage(self, staging: Staging, documents: Sequence[DocumentVectors], total: int) -> None:
        staging.put(documents)
        for each in documents:
            self.tally.take(each.prepared.document)
            self._done += 1
            self.progress(self._done, total)
