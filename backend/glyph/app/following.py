"""Following: while a process serves, the index follows what other tools do to the documents.

A watch gives hints, hashes decide, and a scan now and then finds what no watch has seen. One thread.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from glyph.app.answers import Change, DocumentChanged, JobKind, UpdateReport
from glyph.app.generations import Generations
from glyph.app.indexing import Indexing
from glyph.app.jobs import Jobs, Progress
from glyph.corpus.paths import is_document_path
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.errors import DocumentNotFound, GlyphError, IndexUnusable, JobRunning, UnreadableDocument

logger = logging.getLogger(__name__)

Watch = Callable[[threading.Event], Iterator[frozenset[str]]]
"""Yields paths where something may have changed, at least every second or so, until the event is set.

A path that ends with a slash stands for all documents beneath it.
"""
Monotonic = Callable[[], float]
Tell = Callable[[DocumentChanged], None]

MEND_LOOK_S = 30.0
MEND_PAUSE_S = 300.0
"""A rebase that failed is not tried again at once: a full disk stays full for a while."""
STOP_WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the documents are looked through (0: never), and by which clock."""

    scan_interval_s: float
    monotonic: Monotonic


class Following:
    """Takes hints and applies them by the same way as a save."""

    def __init__(
        self,
        watch: Watch,
        source: FolderSource,
        indexing: Indexing,
        generations: Generations,
        jobs: Jobs,
        tell: Tell,
        pace: Pace,
    ) -> None:
        self._watch = watch
        self._source = source
        self._indexing = indexing
        self._generations = generations
        self._jobs = jobs
        self._tell = tell
        self._pace = pace
        self._next_scan_s = pace.monotonic() + pace.scan_interval_s
        self._next_mend_s = pace.monotonic() + MEND_LOOK_S
        self._waiting: set[DocumentPath] = set()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Follow from now on, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="glyph-following", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop following. Idempotent."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(STOP_WAIT_S)

    def _run(self) -> None:
        for hints in self._watch(self._stop):
            try:
                self.take(hints)
            except GlyphError as error:
                logger.warning("a change was not followed", extra={"code": error.code, "reason": error.message})
            except Exception:
                logger.exception("a change was not followed")

    def take(self, hints: Iterable[str]) -> None:
        """Apply what changed where the hints say, then look whether anything else is due.

        Raises: NoGeneration, CorpusUnavailable; the next scan tries again.
        """
        self._waiting |= self._documents(frozenset(hints))
        # A document that a save is indexing is looked at afterwards: then its hash says that nothing is left.
        ready = sorted(path for path in self._waiting if not self._indexing.is_underway(path))
        self._waiting.difference_update(ready)
        if ready:
            changed = self._indexing.bring(ready)
            logger.info("changes on the disk", extra={"seen": len(ready), "indexed": len(changed)})
            for path in changed:
                self._tell(self._change_of(path))
        self._look_around()

    def _documents(self, hints: frozenset[str]) -> set[DocumentPath]:
        documents = {DocumentPath(hint) for hint in hints if is_document_path(hint)}
        folders = tuple(hint.removeprefix("/") for hint in hints if hint.endswith("/"))
        if folders:
            present = {file.path for file in self._source.scan().files} | self._indexing.indexed.keys()
            documents |= {path for path in present if path.startswith(folders)}
        return documents

    def _change_of(self, path: DocumentPath) -> DocumentChanged:
        """Return what happened to a document: its hash now, none when it cannot be read."""
        try:
            return DocumentChanged(path, Change.CHANGED_ON_DISK, self._source.hash_of(path))
        except DocumentNotFound:
            return DocumentChanged(path, Change.GONE_FROM_DISK)
        except UnreadableDocument:
            return DocumentChanged(path, Change.CHANGED_ON_DISK)

    def _look_around(self) -> None:
        now_s = self._pace.monotonic()
        if self._pace.scan_interval_s and now_s >= self._next_scan_s:
            self._next_scan_s = now_s + self._pace.scan_interval_s
            if self._indexing.behind():
                self._start(JobKind.UPDATE, lambda progress: self._indexing.run(progress, rebuild=False))
        if now_s >= self._next_mend_s:
            self._next_mend_s = now_s + MEND_LOOK_S
            if self._generations.needs_rebase() and self._start(JobKind.REBASE, self._rebased):
                self._next_mend_s = now_s + MEND_PAUSE_S

    def _start(self, kind: JobKind, work: Callable[[Progress], UpdateReport]) -> bool:
        """Start background work and return whether nothing stood in its way."""
        try:
            self._jobs.start(kind, work, background=True)
        except JobRunning:
            return False
        return True

    def _rebased(self, progress: Progress) -> UpdateReport:
        try:
            return self._generations.rebase(progress)
        except IndexUnusable as error:  # a stored row is damaged: the documents are not
            logger.warning("rebuilding from the documents", extra={"reason": error.message})
            return self._indexing.run(progress, rebuild=True)
