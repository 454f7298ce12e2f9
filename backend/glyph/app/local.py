"""The workbench in the process that owns the index: every face's calls meet here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from glyph.app.answers import (
    Change,
    DocumentChanged,
    DocumentList,
    DocumentView,
    GenerationList,
    Imported,
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
from glyph.app.filing import Filing
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    ChunkList,
    DeleteResult,
    DocumentLinks,
    HistoryForgotten,
    MovePlan,
    MoveResult,
    ProblemList,
    RedactionList,
    TrashEmptied,
    TrashList,
    VersionList,
    VersionView,
)
from glyph.app.following import Following
from glyph.app.generations import Generations
from glyph.app.images import Images
from glyph.app.import_answers import ConflictList, ConflictView
from glyph.app.importing import Importing
from glyph.app.indexing import Indexing
from glyph.app.inspecting import Inspecting
from glyph.app.jobs import Jobs, Progress
from glyph.app.keeping import Keeping
from glyph.app.occurrences import OccurrenceSearch
from glyph.app.reading import Reading
from glyph.app.searching import Searching
from glyph.app.status import StatusReport
from glyph.app.verifying import Verifying
from glyph.corpus.assets import Asset
from glyph.corpus.notion.pipeline import Order
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
    filing: Filing
    keeping: Keeping
    images: Images
    inspecting: Inspecting
    importing: Importing
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
        return self._told(self.editing.save(path, text, opened_hash=opened_hash), Change.SAVED)

    def status(self) -> IndexStatus:
        return self.reporting.status()

    def recent_status(self) -> IndexStatus:
        return self.reporting.recent_status()

    def is_ready(self) -> bool:
        return self.reporting.is_ready()

    def start_update(self, *, rebuild: bool) -> Job:
        """Start bringing in the exports that wait, and the index to what the corpus holds then."""
        kind = JobKind.REBUILD if rebuild else JobKind.UPDATE

        def update(progress: Progress) -> UpdateReport | Imported:
            imported = self.importing.bring_waiting(progress)
            report = self.indexing.run(progress, rebuild=rebuild)
            return replace(imported, index=report) if imported.reports or imported.refused else report

        return self.jobs.start(kind, update)

    def start_import(self, order: Order) -> Job:
        checked = self.importing.check(order)
        return self.jobs.start(JobKind.IMPORT, lambda progress: self.importing.run(checked, progress))

    def start_catching_up(self) -> Job:
        """Start an update that nobody has asked for: it stops for a job that somebody does.

        Raises: JobRunning.
        """
        return self.jobs.start(
            JobKind.UPDATE, lambda progress: self.indexing.run(progress, rebuild=False), background=True
        )

    def conflicts(self) -> ConflictList:
        return self.importing.conflicts()

    def conflict(self, path: DocumentPath) -> ConflictView:
        return self.importing.conflict(path)

    def settle_conflict(self, path: DocumentPath) -> ConflictList:
        return self.importing.settle(path)

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

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        return self._told(self.editing.create(path, text), Change.CREATED)

    def _told(self, result: SaveResult, change: Change) -> SaveResult:
        self.events.tell_document(DocumentChanged(result.path, change, result.content_hash))
        return result

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        return self.filing.plan_move(path, to, rewrite_links=rewrite_links)

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        result = self.filing.move(path, to, opened_hash=opened_hash, rewrite_links=rewrite_links, documents=documents)
        moved = DocumentChanged(result.path, Change.MOVED, result.content_hash, moved_from=result.from_path)
        self.events.tell_document(moved)
        for rewritten in result.rewritten:
            self._told(rewritten, Change.SAVED)
        return result

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        result = self.filing.delete(path, opened_hash=opened_hash)
        self.events.tell_document(DocumentChanged(result.path, Change.DELETED))
        return result

    def store_asset(self, path: DocumentPath, content: bytes) -> AssetResult:
        return self.images.store(path, content)

    def history(self, path: DocumentPath) -> VersionList:
        return self.keeping.history(path)

    def version(self, path: DocumentPath, version: str) -> VersionView:
        return self.keeping.version(path, version)

    def forget_history(self, path: DocumentPath) -> HistoryForgotten:
        return self.keeping.forget_history(path)

    def trash(self) -> TrashList:
        return self.keeping.trash()

    def restore(self, trash_id: str, to: DocumentPath | None) -> SaveResult:
        return self._told(self.keeping.restore(trash_id, to), Change.CREATED)

    def empty_trash(self, trash_id: str | None) -> TrashEmptied:
        return self.keeping.empty_trash(trash_id)

    def asset(self, path: DocumentPath) -> Asset:
        return self.images.read(path)

    def links(self, path: DocumentPath) -> DocumentLinks:
        return self.inspecting.links(path)

    def problems(self) -> ProblemList:
        return self.inspecting.problems()

    def redactions(self, *, path: DocumentPath | None = None, after: str = "") -> RedactionList:
        return self.inspecting.redactions(path=path, after=after)

    def chunks(self, path: DocumentPath) -> ChunkList:
        return self.inspecting.chunks(path)

    def close(self) -> None:
        """Tell the running job to stop and let go of the index."""
        self.following.stop()
        self.jobs.stop()
        self.close_store()
