"""Editing: save a document, then index it; the two outcomes stay apart."""

import logging

from glyph.app.answers import IndexOutcome, IndexOutcomeStatus, SaveResult
from glyph.app.indexing import Indexing
from glyph.corpus.library import Library
from glyph.corpus.paths import parse_document_path
from glyph.domain.document import ContentHash, DocumentPath
from glyph.errors import BadRequest, GlyphError, MarkerInSave
from glyph.index.store import IndexStore
from glyph.ingest.load.markdown import load_text
from glyph.ingest.redact.markers import new_markers

logger = logging.getLogger(__name__)


class Editing:
    """Writes documents for the faces that may."""

    def __init__(self, library: Library, indexing: Indexing, store: IndexStore, limit_bytes: int) -> None:
        self._library = library
        self._indexing = indexing
        self._store = store
        self._limit_bytes = limit_bytes

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        """Write a document and index it.

        Raises: StaleDocument, MarkerInSave, DocumentNotFound, BadDocumentPath, BadRequest,
        ReadOnlyDocument; then the file is untouched. A failure to index is an outcome, not an error.
        """
        document_path = parse_document_path(path)
        self._check_text(text)
        self._refuse_new_markers(document_path, text)
        saved = self._library.save(document_path, text, opened_hash=opened_hash)
        return SaveResult(document_path, saved.content_hash, self._index(document_path))

    def _check_text(self, text: str) -> None:
        try:
            size_bytes = len(text.encode("utf-8"))
        except UnicodeEncodeError:
            raise BadRequest("The text is not valid Unicode.", hint="Remove lone surrogates.") from None
        if size_bytes > self._limit_bytes:
            raise BadRequest(f"The text is larger than {self._limit_bytes} bytes.", hint="Split the document.")
        if "\0" in text:
            raise BadRequest("The text holds NUL characters.", hint="Remove them and save again.")

    def _refuse_new_markers(self, path: DocumentPath, text: str) -> None:
        """Refuse a text with more markers than the file: it is the redacted form, and saving it loses secrets."""
        if new_markers(text, stored=load_text(self._library.read(path)).text):
            raise MarkerInSave("The text holds redaction markers that the file does not hold.")

    def _index(self, path: DocumentPath) -> IndexOutcome:
        try:
            taken = self._indexing.index_document(path)
            with self._store.reader() as reader:
                generation = reader.summary.generation
        except GlyphError as error:
            logger.warning("saved but not indexed", extra={"path": path, "code": error.code})
            return IndexOutcome(IndexOutcomeStatus.FAILED, f"{error.message} {error.hint}", 0, 0, None)
        document = taken.document
        pending = f"It is found by keyword alone for now. {taken.fault}" if taken.fault else None
        return IndexOutcome(IndexOutcomeStatus.INDEXED, pending, document.chunks, document.redactions, generation)
