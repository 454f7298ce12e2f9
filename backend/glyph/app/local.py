"""The workbench in the process that owns the index: every face's calls meet here."""

from collections.abc import Callable
from dataclasses import dataclass

from glyph.app.answers import DocumentList, DocumentView, IndexStatus, Job, JobKind, SaveResult
from glyph.app.editing import Editing
from glyph.app.indexing import Indexing
from glyph.app.jobs import Jobs
from glyph.app.reading import Reading
from glyph.app.searching import Searching
from glyph.app.status import StatusReport
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.ranking import Scope, SearchRequest, SearchResult


@dataclass(frozen=True, slots=True)
class LocalWorkbench:
    """Satisfies ``app.workbench.Workbench`` from this process's own parts."""

    searching: Searching
    reading: Reading
    editing: Editing
    indexing: Indexing
    reporting: StatusReport
    jobs: Jobs
    close_store: Callable[[], None]

    def search(self, request: SearchRequest) -> SearchResult:
        self.reading.check_collections(request.scope)
        return self.searching.search(request)

    def documents(self, scope: Scope) -> DocumentList:
        return self.reading.documents(scope)

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        return self.reading.read(path, redacted=redacted, line_from=line_from, line_count=line_count)

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        return self.editing.save(path, text, opened_hash=opened_hash)

    def status(self) -> IndexStatus:
        return self.reporting.status()

    def start_update(self, *, rebuild: bool) -> Job:
        kind = JobKind.REBUILD if rebuild else JobKind.UPDATE
        return self.jobs.start(kind, lambda progress: self.indexing.run(progress, rebuild=rebuild))

    def job(self, job_id: str) -> Job:
        return self.jobs.get(job_id)

    def close(self) -> None:
        """Wait for the running job and let go of the index."""
        self.jobs.join()
        self.close_store()
