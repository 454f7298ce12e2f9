"""Status: how fresh the index is, what it holds, and what it could not take."""

from glyph import __version__
from glyph.app.answers import IndexState, IndexStatus, JobKind
from glyph.app.following import Monotonic
from glyph.app.indexing import Indexing
from glyph.app.jobs import Jobs
from glyph.app.reading import Reading
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.generation import BaseState, Counts, GenerationSummary
from glyph.embed.embedder import Embedder
from glyph.errors import CorpusUnavailable, NoGeneration
from glyph.index.store import IndexStore

RECENT_S = 60.0
"""To count pending documents is to look at every file: what is asked every few seconds does so once a minute."""
CHANGING = frozenset({JobKind.UPDATE, JobKind.REBUILD, JobKind.ACTIVATE})


class StatusReport:
    """Makes the status from what the other parts know."""

    def __init__(
        self,
        source: FolderSource,
        store: IndexStore,
        indexing: Indexing,
        reading: Reading,
        jobs: Jobs,
        embedder: Embedder,
        monotonic: Monotonic,
    ) -> None:
        self._source = source
        self._store = store
        self._indexing = indexing
        self._reading = reading
        self._jobs = jobs
        self._embedder = embedder
        self._monotonic = monotonic
        self._counted: tuple[float, int] | None = None

    def status(self) -> IndexStatus:
        """Return how fresh the index is and what it holds."""
        pending = self._pending()
        self._counted = self._monotonic(), pending
        return self._status(pending)

    def recent_status(self) -> IndexStatus:
        """Return the status, with pending documents that were counted at most ``RECENT_S`` ago."""
        counted = self._counted
        if counted is None or self._monotonic() - counted[0] > RECENT_S:
            return self.status()
        return self._status(counted[1])

    def _status(self, pending: int) -> IndexStatus:
        summary = self._summary()
        base = summary.base if summary else BaseState.MISSING
        counts = summary.counts if summary else Counts(0, 0, 0)
        return IndexStatus(
            state=self._state(summary, pending),
            generation=summary.generation if summary else None,
            indexed_at=summary.indexed_at if summary else None,
            documents=counts.documents,
            chunks=counts.chunks,
            redactions=counts.redactions,
            pending=pending,
            unembedded=counts.unembedded,
            problems=self._indexing.problems,
            base=BaseState.BUILDING if self._is_building_base(summary) else base,
            embedder=self._embedder.name,
            version=__version__,
        )

    def is_ready(self) -> bool:
        """Return whether there is a generation that can be read."""
        return self._summary() is not None

    def _summary(self) -> GenerationSummary | None:
        try:
            with self._store.reader() as reader:
                return reader.summary
        except NoGeneration:
            return None

    def _is_building_base(self, summary: GenerationSummary | None) -> bool:
        job = self._jobs.running
        return job is not None and (summary is None or job.kind is JobKind.REBASE)

    def _pending(self) -> int:
        """Return how many documents the index is behind: changed, new or gone, or begun; broken ones left out."""
        indexed = self._reading.indexed()
        failed = {problem.path for problem in self._indexing.problems}
        try:
            present = {file.path for file in self._reading.files()} - failed
        except CorpusUnavailable:
            return len(indexed)
        changed = {path for path in present if path not in indexed or not self._reading.is_current(indexed[path])}
        return len(changed | (indexed.keys() - present) | (set(self._indexing.pending) - failed))

    def _state(self, summary: GenerationSummary | None, pending: int) -> IndexState:
        job = self._jobs.running
        if job is not None and job.kind in CHANGING:
            return IndexState.BUILDING
        if summary is None:
            return IndexState.EMPTY
        if summary.fingerprint.embedder != self._embedder.name or summary.counts.unembedded:
            return IndexState.DEGRADED
        if summary.base is not BaseState.OK:
            return IndexState.DEGRADED
        return IndexState.BEHIND if pending or self._indexing.needs_rebuild() else IndexState.READY
