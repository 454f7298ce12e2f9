"""The workbench in the process that owns the index: every face's calls meet here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from glyph.app.answers import (
    Change,
    DocumentChanged,
    DocumentList,
    DocumentView,
    GenerationList,
    IndexStatus,
    Job,
    JobKind,
    JobList,
    OccurrenceList,
    SaveResult,
    UpdateReport,
    Verification,
)
from glyph.app.editing import Editing
from glyph.app.events import Events
from glyph.app.following import Following
from glyph.app.generations import Generations
from glyph.app.indexing import Indexing
from glyph.app.jobs import Jobs, Progress
from glyph.app.occurrences import OccurrenceSearch
from glyph.app.reading import Reading
from glyph.app.searching import Searching
from glyph.app.status import StatusReport
from glyph.app.verifying import Verifying
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope, SearchRequest, SearchResult
from glyph.errors import JobRunning


@dataclass(frozen=True, slots=True)
class LocalWorkbench:
    """Satisfies ``app.workbench.OwnedWorkbench`` from this process's own parts."""

    searching: Searching
    occurring: OccurrenceSearch
    reading: Reading
    editing: Editing
    indexing: Indexing
    generation_keeping: Generations
    verifying: Verifying
    reporting: StatusReport
    jobs: Jobs
    following: Following
    events: Events
    close_store: Callable[[], None]

    def search(self, request: SearchRequest) -> SearchResult:
        self.reading.check_collections(request.scope)
        return self.searching.search(request)

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        return self.occurring.occurrences(texts)

    def documents(self, scope: Scope) -> DocumentList:
        return self.reading.documents(scope)

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        return self.reading.read(path, redacted=redacted, line_from=line_from, line_count=line_count)

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        result = self.editing.save(path, text, opened_hash=opened_hash)
        self.events.tell_document(DocumentChanged(result.path, Change.SAVED, result.content_hash))
        return result

    def status(self) -> IndexStatus:
        return self.reporting.status()

    def start_update(self, *, rebuild: bool) -> Job:
        kind = JobKind.REBUILD if rebuild else JobKind.UPDATE
        return self.jobs.start(kind, lambda progress: self.indexing.run(progress, rebuild=rebuild))

    def job(self, job_id: str) -> Job:
        return self.jobs.get(job_id)

    def generations(self) -> GenerationList:
        return self.generation_keeping.all()

    def start_activation(self, generation: GenerationId) -> Job:
        self.generation_keeping.require_activatable(generation)

        def activate(progress: Progress) -> UpdateReport:
            return self.indexing.activate(generation, progress)

        return self.jobs.start(JobKind.ACTIVATE, activate)

    def prune(self) -> GenerationList:
        if self.jobs.running is not None:
            raise JobRunning("A job is running, and may be working on a generation.")
        self.generation_keeping.prune()
        return self.generation_keeping.all()

    def start_verification(self, *, full: bool) -> Job:
        self.verifying.require_generation()

        def verify(progress: Progress) -> Verification:
            return self.verifying.verify(progress, full=full)

        return self.jobs.start(JobKind.VERIFY, verify)

    def all_jobs(self) -> JobList:
        return JobList(self.jobs.all())

    def cancel(self, job_id: str) -> Job:
        return self.jobs.cancel(job_id)

    def close(self) -> None:
        """Tell the running job to stop and let go of the index."""
        self.following.stop()
        self.jobs.stop()
        self.close_store()
