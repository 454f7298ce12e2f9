"""After a change on the disk: what the index makes of it is an outcome, never an error of the change."""

import logging

from glyph.app.answers import IndexOutcome, IndexOutcomeStatus
from glyph.app.indexing import Indexing
from glyph.domain.document import DocumentPath
from glyph.domain.generation import GenerationId
from glyph.errors import GlyphError
from glyph.index.store import IndexStore

logger = logging.getLogger(__name__)


class AfterChange:
    """Brings the index to documents that Glyph itself has written or removed."""

    def __init__(self, indexing: Indexing, store: IndexStore) -> None:
        self._indexing = indexing
        self._store = store

    def written(self, path: DocumentPath) -> IndexOutcome:
        """Index a document that was written."""
        try:
            taken = self._indexing.index_document(path)
            generation = self._generation()
        except GlyphError as error:
            logger.warning("saved but not indexed", extra={"path": path, "code": error.code})
            return _failed(error)
        document = taken.document
        pending = f"It is found by keyword alone for now. {taken.fault}" if taken.fault else None
        return IndexOutcome(IndexOutcomeStatus.INDEXED, pending, document.chunks, document.redactions, generation)

    def removed(self, path: DocumentPath) -> IndexOutcome:
        """Take a document that is gone out of the index."""
        try:
            self._indexing.drop_document(path)
            return IndexOutcome(IndexOutcomeStatus.REMOVED, None, 0, 0, self._generation())
        except GlyphError as error:
            logger.warning("removed but still indexed", extra={"path": path, "code": error.code})
            return _failed(error)

    def _generation(self) -> GenerationId:
        with self._store.reader() as reader:
            return reader.summary.generation


def _failed(error: GlyphError) -> IndexOutcome:
    return IndexOutcome(IndexOutcomeStatus.FAILED, f"{error.message} {error.hint}", 0, 0, None)
