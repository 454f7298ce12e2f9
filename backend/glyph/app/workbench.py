"""The ports behind every face: what a person, a script or a model can ask of Glyph, one port for each concern.

Two adapters: ``LocalWorkbench`` in the process that owns the index, and
``faces.rest.client.RemoteWorkbench`` in every other process.
"""

from collections.abc import Sequence
from typing import Protocol

from glyph.app.answers import (
    DocumentList,
    DocumentView,
    GenerationList,
    IndexStatus,
    Job,
    JobList,
    OccurrenceList,
    SaveResult,
)
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    DeleteResult,
    DocumentLinks,
    MovePlan,
    MoveResult,
    ProblemList,
    RedactionList,
    TrashEmptied,
    TrashList,
    VersionList,
    VersionView,
)
from glyph.app.import_answers import ConflictList, ConflictView
from glyph.corpus.assets import Asset
from glyph.corpus.notion.pipeline import Order
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope, SearchRequest, SearchResult


class Workbench(Protocol):
    """One corpus and its index.

    Every method may be called from several threads. Errors are those of ``glyph.errors``, the same
    from both adapters.
    """

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the passages that answer a query.

        Raises: NoGeneration, BadRequest. A failed embedder is ``degraded`` in the result.
        """
        ...

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        """Return where each text stands literally in the redacted corpus, in either case: proof, no ranking.

        Raises: BadRequest, CorpusUnavailable.
        """
        ...

    def documents(self, scope: Scope) -> DocumentList:
        """Return the documents of the corpus, whether indexed or not, in path order."""
        ...

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        """Return a document's text, or ``line_count`` lines of it from ``line_from`` (1-based).

        Raises: DocumentNotFound with near paths in its hint, BadDocumentPath, UnreadableDocument,
        SessionRequired where raw text is asked of an adapter that may not hand it out.
        """
        ...

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        """Write a document and index it; the two outcomes are apart in the result.

        Raises: StaleDocument, MarkerInSave, DocumentNotFound, BadDocumentPath, BadRequest; then the
        file is untouched.
        """
        ...

    def status(self) -> IndexStatus:
        """Return how fresh the index is and what it holds. Looks at every document of the corpus."""
        ...

    def is_ready(self) -> bool:
        """Return whether a search can be answered. Looks at no document: this is asked every few seconds."""
        ...

    def start_update(self, *, rebuild: bool) -> Job:
        """Start an update, or a rebuild from the source, and return at once.

        Raises: JobRunning.
        """
        ...

    def job(self, job_id: str) -> Job:
        """Return a job as it stands.

        Raises: JobNotFound.
        """
        ...


class Upkeep(Protocol):
    """What an operator does to the index itself. Errors and threads as with ``Workbench``."""

    def generations(self) -> GenerationList: ...

    def start_activation(self, generation: GenerationId) -> Job:
        """Start bringing a generation up to date and making it the active one.

        Raises: GenerationNotFound, FingerprintMismatch, JobRunning.
        """
        ...

    def prune(self) -> GenerationList:
        """Remove the generations that are not kept and return those that are left.

        Raises: JobRunning: the generation it works on must not go.
        """
        ...

    def start_verification(self, *, full: bool) -> Job:
        """Start proving that the index equals the corpus; ``full`` derives every chunk again. Mends nothing.

        Raises: NoGeneration, JobRunning.
        """
        ...

    def all_jobs(self) -> JobList:
        """Return the jobs that the owner remembers, newest first."""
        ...

    def cancel(self, job_id: str) -> Job:
        """Tell a job to stop at its next document and return it.

        Raises: JobNotFound.
        """
        ...


class Filing(Protocol):
    """What makes, moves and removes files of the corpus. Errors and threads as with ``Workbench``."""

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        """Write a new document, with the folders it needs, and index it.

        Raises: PathTaken, MarkerInSave, BadDocumentPath, BadRequest, ReadOnlyDocument; then nothing has changed.
        """
        ...

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        """Return what a move would do, line by line; nothing is changed.

        Raises: DocumentNotFound, BadDocumentPath, PathTaken, UnreadableDocument.
        """
        ...

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        """Move a document and rewrite the links of those ``documents``, which a plan has named.

        Raises: StalePlan, StaleDocument, PathTaken, DocumentNotFound, BadDocumentPath, ReadOnlyDocument;
        then nothing has changed.
        """
        ...

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        """Put a document into the trash and take it out of the index.

        Raises: StaleDocument, DocumentNotFound, BadDocumentPath, ReadOnlyDocument, StateUnwritable; then the
        file is untouched.
        """
        ...

    def store_asset(self, path: DocumentPath, content: bytes) -> AssetResult:
        """Write a new image into the folder of its document.

        Raises: BadAsset, BadDocumentPath, PathTaken when another image stands there, ReadOnlyDocument.
        """
        ...


class Keeping(Protocol):
    """Raw text beside the documents: former versions, deleted documents, images.

    Every method raises SessionRequired from an adapter that may not hand raw text out.
    """

    def history(self, path: DocumentPath) -> VersionList:
        """Return the former versions of a document, newest first; none when nothing is kept."""
        ...

    def version(self, path: DocumentPath, version: str) -> VersionView:
        """Return a former version with its text.

        Raises: NotKept.
        """
        ...

    def trash(self) -> TrashList: ...

    def restore(self, trash_id: str, to: DocumentPath | None) -> SaveResult:
        """Put a deleted document back where it was, or at another path, never over anything, and index it.

        Raises: NotKept, PathTaken, BadDocumentPath, ReadOnlyDocument; then it stays in the trash.
        """
        ...

    def empty_trash(self, trash_id: str | None) -> TrashEmptied:
        """Remove one deleted document for good, or all of them.

        Raises: NotKept.
        """
        ...

    def asset(self, path: DocumentPath) -> Asset:
        """Return an image.

        Raises: AssetNotFound, BadAsset, BadDocumentPath.
        """
        ...


class Inspection(Protocol):
    """What the documents say of one another and of themselves; nothing in it is unredacted."""

    def links(self, path: DocumentPath) -> DocumentLinks:
        """Return the links of a document and those that lead to it.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        ...

    def problems(self) -> ProblemList:
        """Return broken links and anchors, and what cannot be read, redacted or indexed."""
        ...

    def redactions(self, *, path: DocumentPath | None = None, after: str = "") -> RedactionList:
        """Return which rules redact which lines: of one document, or of a page of documents behind ``after``.

        Raises: for one document DocumentNotFound, BadDocumentPath, UnreadableDocument, RedactionFailed.
        """
        ...


class Importing(Protocol):
    """What brings exports in. Errors and threads as with ``Workbench``."""

    def start_import(self, order: Order) -> Job:
        """Start importing an export that lies on this machine, or finding out what that would do.

        Raises: BadExport when there is nothing, BadDocumentPath, JobRunning.
        """
        ...

    def conflicts(self) -> ConflictList:
        """Return the documents that were changed in the same place here and in an export."""
        ...

    def conflict(self, path: DocumentPath) -> ConflictView:
        """Return what the export says of a document in conflict; raw text.

        Raises: NotKept, SessionRequired from an adapter that may not hand raw text out.
        """
        ...

    def settle_conflict(self, path: DocumentPath) -> ConflictList:
        """Let the export's text count as seen, and return the conflicts that are left. Raises: NotKept."""
        ...


class AskedWorkbench(Workbench, Upkeep, Protocol):
    """What commands and models ask."""


class OwnedWorkbench(Workbench, Upkeep, Filing, Keeping, Inspection, Importing, Protocol):
    """All ports: what the owner of an index answers."""
