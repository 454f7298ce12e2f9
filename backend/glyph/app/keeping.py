"""Keeping: former versions and deleted documents, read again and restored. All of it is raw text."""

from glyph.app.answers import SaveResult
from glyph.app.belongings import Belongings
from glyph.app.editing import Editing, parse_new_path, require_same_kind
from glyph.app.filing_answers import HistoryForgotten, TrashEmptied, TrashList, VersionList, VersionView
from glyph.app.relinking import with_links
from glyph.corpus.library import like_original
from glyph.corpus.links import relinked
from glyph.corpus.opened import Corpus
from glyph.corpus.paths import parse_document_path
from glyph.domain.document import DocumentPath
from glyph.ingest.links import links_of


class Keeping:
    """Answers from history and trash."""

    def __init__(self, corpus: Corpus, editing: Editing, belongings: Belongings) -> None:
        self._library = corpus.library
        self._history = corpus.history
        self._trash = corpus.trash
        self._editing = editing
        self._belongings = belongings

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

    def forget_history(self, path: DocumentPath) -> HistoryForgotten:
        """Remove the former versions of a document for good, also of one that is gone.

        Raises: BadDocumentPath, StateUnwritable.
        """
        return HistoryForgotten(self._history.forget(parse_document_path(path)))

    def trash(self) -> TrashList:
        """Return the deleted documents, newest first."""
        return TrashList(self._trash.entries())

    def restore(self, trash_id: str, to: DocumentPath | None) -> SaveResult:
        """Put a deleted document back where it was, or at another path, never over anything, and index it.

        Its images come back with it; at another path its links are rewritten as a move rewrites them.
        Raises: NotKept, PathTaken, BadDocumentPath, ReadOnlyDocument; then it stays in the trash.
        """
        entry, content = self._trash.read(trash_id)
        images, path = self._trash.images(entry.id), parse_new_path(to or entry.path)
        require_same_kind(entry.path, path)
        self._library.check_free(path)
        self._belongings.check_free(path, images)
        self._belongings.put_back(path, images)
        restored = self._editing.put(path, followed(content, entry.path, path))
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


def followed(content: bytes, path: DocumentPath, to: DocumentPath) -> bytes:
    """Return a document's bytes with its own links as they are written from another path; what is no text stays."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return content
    return like_original(with_links(text, relinked(path, links_of(text), path, to)), content)
