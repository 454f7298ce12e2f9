"""The ports for files and what is said of them: one for each concern, as in ``app.workbench``.

Errors and threads are as with ``Workbench``.
"""

from collections.abc import Sequence
from typing import Protocol

from glyph.app.answers import Job, SaveResult
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    ChunkList,
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

    def chunks(self, path: DocumentPath) -> ChunkList:
        """Return the chunks that a document makes as it stands on the disk.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument, RedactionFailed.
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
