"""Editing: save a document or create one, then index it; the two outcomes stay apart."""

from glyph.app.after_change import AfterChange
from glyph.app.answers import SaveResult
from glyph.app.indexing import Indexing
from glyph.corpus.library import Library
from glyph.corpus.paths import is_editable, is_same_kind, lies_among_assets, parse_document_path, suffix_of
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.errors import BadDocumentPath, BadRequest, MarkerInSave, ReadOnlyDocument
from glyph.ingest.load.markdown import is_utf_8, load_text
from glyph.ingest.redact.markers import new_markers


class Editing:
    """Writes documents for the faces that may."""

    def __init__(self, library: Library, indexing: Indexing, after: AfterChange, limit_bytes: int) -> None:
        self._library = library
        self._indexing = indexing
        self._after = after
        self._limit_bytes = limit_bytes

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        """Write a document and index it.

        Raises: StaleDocument, MarkerInSave, DocumentNotFound, BadDocumentPath, BadRequest,
        ReadOnlyDocument; then the file is untouched. A failure to index is an outcome, not an error.
        """
        document_path = parse_document_path(path)
        require_editable(document_path)
        self._check_text(text)
        self._refuse_new_markers(document_path, text)
        with self._indexing.claimed([document_path]):
            saved = self._library.save(document_path, text, opened_hash=opened_hash)
            return SaveResult(document_path, saved.content_hash, self._after.written(document_path))

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        """Write a new document, with the folders it needs, and index it.

        Raises: PathTaken, MarkerInSave, BadDocumentPath, BadRequest, ReadOnlyDocument; then nothing has changed.
        """
        document_path = parse_new_path(path)
        require_editable(document_path)
        self._check_text(text)
        if new_markers(text, stored=""):
            raise MarkerInSave("The text holds redaction markers: a new document would never have the secrets.")
        return self.put(document_path, text.encode("utf-8"))

    def put(self, path: DocumentPath, content: bytes) -> SaveResult:
        """Write a new document from its bytes and index it.

        Raises: PathTaken, ReadOnlyDocument.
        """
        with self._indexing.claimed([path]):
            self._library.create(path, content)
            return SaveResult(path, hash_content(content), self._after.written(path))

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
        if new_markers(text, stored=self._stored_text(path)):
            raise MarkerInSave("The text holds redaction markers that the file does not hold.")

    def _stored_text(self, path: DocumentPath) -> str:
        """Return the text of a file that a save may replace.

        Raises: ReadOnlyDocument for another encoding: a save would turn every letter beyond ASCII into other bytes.
        """
        document = self._library.read(path)
        if not is_utf_8(document):
            raise ReadOnlyDocument(
                f"{path} is not UTF-8: it is read, and not written.",
                hint="Convert the file, for example by `iconv -f WINDOWS-1254 -t UTF-8`.",
            )
        return load_text(document)


def require_editable(path: DocumentPath) -> None:
    """Raise ReadOnlyDocument for a document of a format that is read and never written."""
    if not is_editable(path):
        raise ReadOnlyDocument(
            f"{path} is a {suffix_of(path).removeprefix('.').upper()} file: it is read, and not written.",
            hint="Change it in the program it comes from and put the new file in its place.",
        )


def require_same_kind(path: DocumentPath, to: DocumentPath) -> None:
    """Raise BadDocumentPath when a document would have another format at its new path."""
    if not is_same_kind(path, to):
        raise BadDocumentPath(
            "The new path ends in another format.", hint=f"Keep {suffix_of(path)} at the end of the name."
        )


def parse_new_path(path: str) -> DocumentPath:
    """Return the path of a document that is to be there.

    Raises: BadDocumentPath; folders that are kept for images hold no documents.
    """
    document_path = parse_document_path(path)
    if lies_among_assets(document_path):
        raise BadDocumentPath("The path leads into a folder that is kept for images.", hint="Choose another folder.")
    return document_path
