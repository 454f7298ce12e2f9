"""Filing: move documents and delete them, with the links and the index that go along."""

import threading
from collections.abc import Sequence
from dataclasses import replace

from glyph.app.after_change import AfterChange
from glyph.app.answers import IndexOutcomeStatus, SaveResult
from glyph.app.belongings import Belongings
from glyph.app.editing import parse_new_path, require_same_kind
from glyph.app.filing_answers import ChangedDocument, DeleteResult, LinkChange, MovePlan, MoveResult
from glyph.app.indexing import Indexing
from glyph.app.linkmap import LinkMap
from glyph.app.redacted_lines import redacted_lines
from glyph.app.relinking import with_links
from glyph.corpus.library import Change
from glyph.corpus.links import Relink, relinked
from glyph.corpus.moves import BegunMove
from glyph.corpus.opened import Corpus
from glyph.corpus.paths import parse_document_path
from glyph.corpus.trash import TrashId
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument, hash_content
from glyph.errors import StalePlan
from glyph.ingest.load.markdown import load_text
from glyph.ingest.redact.policy import Policy


class Filing:
    """Moves and deletes documents for the faces that may."""

    def __init__(
        self,
        corpus: Corpus,
        links: LinkMap,
        indexing: Indexing,
        after: AfterChange,
        belongings: Belongings,
        policy: Policy,
    ) -> None:
        self._library = corpus.library
        self._links = links
        self._indexing = indexing
        self._after = after
        self._belongings = belongings
        self._history = corpus.history
        self._trash = corpus.trash
        self._moves = corpus.moves
        self._moving = threading.Lock()
        self._policy = policy

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        """Return what a move would do, line by line; nothing is changed.

        Raises: DocumentNotFound, BadDocumentPath, PathTaken, UnreadableDocument.
        """
        path, to = parse_document_path(path), parse_new_path(to)
        require_same_kind(path, to)
        document = self._library.read(path)
        self._library.check_free(to, moving=path)
        relinks = self._relinks(path, to) if rewrite_links else {}
        changed = {other: self._library.read(other) for other in relinks}
        return MovePlan(
            path=path,
            to=to,
            content_hash=document.content_hash,
            documents=tuple(ChangedDocument(other, found.content_hash) for other, found in changed.items()),
            changes=tuple(
                change for other in relinks for change in _shown(changed[other], relinks[other], self._policy)
            ),
        )

    def _relinks(self, path: DocumentPath, to: DocumentPath) -> dict[DocumentPath, tuple[Relink, ...]]:
        """Return the links that change, by their document, in path order."""
        found = {
            other: relinked(other, document.links, path, to)
            for other, document in self._links.all().items()
            if document is not None
        }
        return {other: relinks for other, relinks in found.items() if relinks}

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        """Move a document, rewrite the links that were shown, and index what has changed.

        Raises: StalePlan when other links would be rewritten than those of ``documents``; StaleDocument, PathTaken,
        DocumentNotFound, BadDocumentPath, ReadOnlyDocument, StateUnwritable; then nothing has changed.
        """
        path, to = parse_document_path(path), parse_new_path(to)
        require_same_kind(path, to)
        self._library.read(path)  # what is gone is told first: then its plan is stale, too
        changes = self._changes(path, to, documents) if rewrite_links else ()
        move = BegunMove(path, to, opened_hash, rewrites_links=rewrite_links)
        with self._indexing.claimed([path, to, *(change.path for change in changes)]):
            with self._moving, self._moves.noted(move):
                moved = self._library.move(path, to, opened_hash=opened_hash, changes=changes)
                self._history.follow(path, to)
            written, removed = self._after.written(to), self._after.removed(path)
            others = [document for document in moved.changed if document.file.path != to]
            return MoveResult(
                path=to,
                from_path=path,
                content_hash=moved.document.content_hash,
                index=removed if removed.status is IndexOutcomeStatus.FAILED else written,
                rewritten=tuple(self._saved(document) for document in others),
                failed=moved.failed,
            )

    def _saved(self, document: SourceDocument) -> SaveResult:
        return SaveResult(document.file.path, document.content_hash, self._after.written(document.file.path))

    def _changes(self, path: DocumentPath, to: DocumentPath, expected: Sequence[ChangedDocument]) -> tuple[Change, ...]:
        """Return the texts with their new links, each from the version that was shown."""
        relinks = self._relinks(path, to)
        hashes = {document.path: document.content_hash for document in expected}
        if hashes.keys() != relinks.keys():
            raise StalePlan("Other links lead to or from the document now than those that were shown.")
        return tuple(self._change(other, hashes[other], relinks[other]) for other in relinks)

    def _change(self, path: DocumentPath, opened_hash: ContentHash, relinks: Sequence[Relink]) -> Change:
        document = self._library.read(path)
        if document.content_hash != opened_hash:
            raise StalePlan(f"{path} has changed since its links were shown.")
        return Change(path, with_links(load_text(document), relinks), opened_hash)

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        """Put a document into the trash, with the images that are its alone, and take it out of the index.

        Raises: StaleDocument, DocumentNotFound, BadDocumentPath, ReadOnlyDocument, StateUnwritable; then the
        file is untouched.
        """
        path = parse_document_path(path)
        images = self._belongings.of(path)
        kept: list[TrashId] = []
        with self._indexing.claimed([path]):
            self._library.delete(
                path, opened_hash=opened_hash, keep=lambda one: kept.append(self._trash.put(one, images))
            )
            self._library.remove_images(images)
            return DeleteResult(path, kept[0], self._after.removed(path))


def _shown(document: SourceDocument, relinks: Sequence[Relink], policy: Policy) -> tuple[LinkChange, ...]:
    """Return each line that changes once, before and after, redacted."""
    content = with_links(load_text(document), relinks).encode("utf-8")
    before = redacted_lines(document, policy)
    after = redacted_lines(replace(document, content=content, content_hash=hash_content(content)), policy)
    first_of_line = {relink.link.line: relink.link for relink in reversed(relinks)}
    return tuple(
        LinkChange(document.file.path, line, before.shown(link), after.shown(link))
        for line, link in sorted(first_of_line.items())
    )
