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
from glyph.app.file_ports import Filing, Importing, Inspection, Keeping
from glyph.app.filing_answers import HistoryForgotten
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

        Raises: BadRequest, NoGeneration, CorpusUnavailable.
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
    """What an operator does to the index and to what is kept beside it. Errors and threads as with ``Workbench``."""

    def recent_status(self) -> IndexStatus:
        """Return the status, its pending documents counted a minute ago at most: for what asks every few seconds."""
        ...

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

    def forget_history(self, path: DocumentPath) -> HistoryForgotten:
        """Remove every former version of a document for good: they are raw text, and may hold secrets it had once.

        Raises: BadDocumentPath, StateUnwritable, SessionRequired.
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


class AskedWorkbench(Workbench, Upkeep, Protocol):
    """What commands and models ask."""


class OwnedWorkbench(Workbench, Upkeep, Filing, Keeping, Inspection, Importing, Protocol):
    """All ports: what the owner of an index answers."""
