"""Keeping: former versions and deleted documents, read again and restored. All of it is raw text."""

from glyph.app.answers import SaveResult
from glyph.app.editing import Editing, parse_new_path, require_same_kind
from glyph.app.filing_answers import TrashEmptied, TrashList, VersionList, VersionView
from glyph.corpus.history import History
from glyph.corpus.paths import parse_document_path
from glyph.corpus.trash import Trash
from glyph.domain.document import DocumentPath


class Keeping:
    """Answers from history and trash."""

    def __init__(self, history: History, trash: Trash, editing: Editing) -> None:
        self._history = history
        self._trash = trash
        self._editing = editing

    def history(self, path: DocumentPath) -> VersionList:
        """Return the former versions of a document, newest first, also of one that is gone.

        Raises: BadDocumentPath.
        """
        document_path = parse_document_path(path)
        return VersionList(document_path, self._history.versions(document_path))

    def version(self, path: DocumentPath, version: str) -> VersionView:
        """Return a former version with its raw text.

        Raises: NotKept, BadDocumentPath.
        """
        document_path = parse_document_path(path)
        found, content = self._history.read(document_path, version)
        text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
        return VersionView(document_path, found, text)

    def trash(self) -> TrashList:
        """Return the deleted documents, newest first."""
        return TrashList(self._trash.entries())

    def restore(self, trash_id: str, to: DocumentPath | None) -> SaveResult:
        """Put a deleted document back where it was, or at another path, never over anything, and index it.

        Raises: NotKept, PathTaken, BadDocumentPath, ReadOnlyDocument; then it stays in the trash.
        """
        entry, content = self._trash.read(trash_id)
        place = parse_new_path(to or entry.path)
        require_same_kind(entry.path, place)
        restored = self._editing.put(place, content)
        self._trash.remove(entry.id)
        return restored

    def empty_trash(self, trash_id: str | None) -> TrashEmptied:
        """Remove one deleted document for good, or all of them.

        Raises: NotKept.
        """
        if trash_id is None:
            return TrashEmptied(self._trash.empty())
        self._trash.remove(trash_id)
        return TrashEmptied(1)
