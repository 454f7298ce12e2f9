"""Passes: what updates, rebuilds and roll-backs have in common. The corpus is scanned, the difference applied."""

import logging
from collections import deque
from collections.abc import Callable, Iterator

from glyph.app.applying import SETTLE_ATTEMPTS, Applying, Known, Put
from glyph.app.difference import Difference, Tally, compare
from glyph.app.preparing import Embedding
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.errors import CorpusUnavailable, EmbedderFailed, GlyphError
from glyph.index.store import DocumentVectors, IndexStore, Staging
from glyph.ingest.pipeline import safe_path

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Told of documents done out of those that need work; raises JobCancelled to end the pass."""


def consume(attempts: Iterator[DocumentPath]) -> None:
    """Have every attempt made."""
    deque(attempts, maxlen=0)


class Passes:
    """Compares the corpus with an index and brings the index to it. One pass runs at a time."""

    def __init__(self, source: FolderSource, store: IndexStore, applying: Applying) -> None:
        self._source = source
        self._store = store
        self.applying = applying

    def compare(self, known: Known, tally: Tally, *, refuse_empty: bool) -> Difference:
        """Return how the corpus differs from ``known``, leaving out what failed and is as it was.

        Raises: CorpusUnavailable when there is nothing at all where there should be.
        """
        scan = self._source.scan()
        if refuse_empty and not scan.files:
            raise CorpusUnavailable("The documents' root is suddenly empty: the index is left as it was.")
        tally.scanned = len(scan.files) + len(scan.problems)
        for problem in scan.problems:
            tally.fail(problem.path, problem.reason, None)
        current = {file.path: self.applying.hash_or_none(file.path) for file in scan.files}
        failed = tally.failed_at
        return compare(
            known, {path: found for path, found in current.items() if path not in failed or failed[path] != found}
        )

    def attempt_each(
        self, paths: tuple[DocumentPath, ...], put: Put, tally: Tally, embedding: Embedding, progress: Progress
    ) -> Iterator[DocumentPath]:
        """Index documents one by one, count them, and yield each that is done with.

        Raises: EmbedderFailed from a strict embedding: it would fail on every other document too.
        """
        for done, path in enumerate(paths):
            progress(done, len(paths))
            self._attempt(tally, path, put, embedding)
            yield path
        progress(len(paths), len(paths))

    def _attempt(self, tally: Tally, path: DocumentPath, put: Put, embedding: Embedding) -> None:
        """Index one document and count it; a broken one is a problem, never the end of the pass."""
        standing = self.applying.hash_or_none(path)
        try:
            tally.take(self.applying.settled(path, put, embedding))
        except EmbedderFailed:
            raise
        except GlyphError as error:
            shown = safe_path(path, embedding.policy)
            logger.warning("document not indexed", extra={"path": shown, "code": error.code})
            tally.fail(path, error.message, standing)

    def catch_up_and_activate(
        self, staging: Staging, tally: Tally, embedding: Embedding, progress: Progress, *, refuse_empty: bool
    ) -> None:
        """Stage what differs from the corpus until nothing does, then swing the pointer in the same breath.

        Files that change faster than they are indexed do not hold it up: the next update takes them.
        """

        def put(prepared: DocumentVectors) -> None:
            staging.put([prepared])

        for attempts_left in reversed(range(SETTLE_ATTEMPTS)):
            difference = self.compare(staging.documents(), tally, refuse_empty=refuse_empty)
            if difference.changed:
                consume(self.attempt_each(difference.changed, put, tally, embedding, progress))
            # What failed now may stand there as it was before.
            staging.delete([*difference.vanished, *(path for path in difference.changed if path in tally.problems)])
            with self.applying.lock:
                behind = self.compare(staging.documents(), tally, refuse_empty=refuse_empty)
                if not behind or not attempts_left:
                    self._store.activate(staging.generation)
                    return
