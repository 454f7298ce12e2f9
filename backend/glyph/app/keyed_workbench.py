"""The workbench of callers without a session: evidence in place of hashes, rounded sizes, no path with a secret."""

from collections.abc import Sequence
from dataclasses import replace

from glyph.app.answers import (
    DocumentEntry,
    DocumentList,
    DocumentView,
    GenerationList,
    IndexStatus,
    Job,
    JobList,
    OccurrenceList,
    Occurrences,
    SaveResult,
)
from glyph.app.discretion import Discretion
from glyph.app.filing_answers import HistoryForgotten
from glyph.app.workbench import AskedWorkbench
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Passage, Scope, SearchRequest, SearchResult

SIZE_STEP_BYTES = 1_024


class KeyedWorkbench:
    """Satisfies ``AskedWorkbench`` over another one, of which it tells no more than its discretion allows."""

    def __init__(self, workbench: AskedWorkbench, discretion: Discretion) -> None:
        self._workbench = workbench
        self._discretion = discretion

    def search(self, request: SearchRequest) -> SearchResult:
        result = self._workbench.search(request)
        hits = (self._passage(hit) for hit in result.hits if self._discretion.shows(hit.path))
        return replace(result, hits=tuple(hits))

    def _passage(self, hit: Passage) -> Passage:
        return replace(
            hit,
            chunk_id=self._discretion.evidence.chunk_id(hit.chunk_id),
            content_hash=self._discretion.content_hash(hit.content_hash),
        )

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        return OccurrenceList(tuple(self._shown(found) for found in self._workbench.occurrences(texts).found))

    def _shown(self, found: Occurrences) -> Occurrences:
        return replace(found, places=tuple(place for place in found.places if self._discretion.shows(place.path)))

    def documents(self, scope: Scope) -> DocumentList:
        entries = self._workbench.documents(scope).documents
        return DocumentList(tuple(rounded(entry) for entry in entries if self._discretion.shows(entry.path)))

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        self._discretion.require(path)
        view = self._workbench.read(path, redacted=redacted, line_from=line_from, line_count=line_count)
        return replace(view, content_hash=self._discretion.content_hash(view.content_hash))

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        """Write a document; ``opened_hash`` is the evidence that came with its text, and so is what comes back.

        The hash itself is not taken: to try one would be a test for a guess.
        """
        with self._discretion.refusals():
            current = self._discretion.proven_hash(self._workbench, path, opened_hash)
            return self._discretion.save(self._workbench.save(path, text, opened_hash=current))

    def status(self) -> IndexStatus:
        return self._workbench.status()

    def recent_status(self) -> IndexStatus:
        return self._workbench.recent_status()

    def forget_history(self, path: DocumentPath) -> HistoryForgotten:
        return self._workbench.forget_history(path)

    def is_ready(self) -> bool:
        return self._workbench.is_ready()

    def start_update(self, *, rebuild: bool) -> Job:
        return self._workbench.start_update(rebuild=rebuild)

    def job(self, job_id: str) -> Job:
        return self._workbench.job(job_id)

    def generations(self) -> GenerationList:
        return self._workbench.generations()

    def start_activation(self, generation: GenerationId) -> Job:
        return self._workbench.start_activation(generation)

    def prune(self) -> GenerationList:
        return self._workbench.prune()

    def start_verification(self, *, full: bool) -> Job:
        return self._workbench.start_verification(full=full)

    def all_jobs(self) -> JobList:
        return self._workbench.all_jobs()

    def cancel(self, job_id: str) -> Job:
        return self._workbench.cancel(job_id)


def rounded(entry: DocumentEntry) -> DocumentEntry:
    """Return an entry whose size is rounded up: the exact one would tell how long a secret is."""
    steps = -(-entry.size_bytes // SIZE_STEP_BYTES)
    return replace(entry, size_bytes=steps * SIZE_STEP_BYTES)
