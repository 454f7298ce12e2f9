"""The port behind every face: what a person, a script or a model can ask of Glyph.

Two adapters: ``LocalWorkbench`` in the process that owns the index, and
``faces.rest.client.RemoteWorkbench`` in every other process.
"""

from typing import Protocol

from glyph.app.answers import DocumentList, DocumentView, IndexStatus, Job, SaveResult
from glyph.domain.document import ContentHash, DocumentPath
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

    def status(self) -> IndexStatus: ...

    def start_update(self, *, rebuild: bool) -> Job:
        """Start an update, or a rebuild from the source, and return at once.

        Raises: JobRunning.
        """
        ...

    def job(self, job_id: str) -> Job:
        """Return a job as it stands.

        Raises: BadRequest for an unknown id.
        """
        ...
