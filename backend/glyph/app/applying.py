"""Applying: one document goes into an index, or out of it, as it stands on the disk.

Lock order: ``lock`` alone. It makes "is this still the file?" and "store it" one step, so that a slow
pass never overwrites the newer version that a save has just indexed. Embedding happens outside.
"""

import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager

from glyph.app.preparing import Embedding
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import ContentHash, DocumentPath
from glyph.errors import (
    BadDocumentPath,
    DocumentNotFound,
    GlyphError,
    NoGeneration,
    RedactionFailed,
    StaleDocument,
    UnreadableDocument,
)
from glyph.index.journal import Journal
from glyph.index.store import DocumentVectors, IndexStore

Known = Mapping[DocumentPath, IndexedDocument]
Put = Callable[[DocumentVectors], None]
SETTLE_ATTEMPTS = 5

DOCUMENTS_OWN_FAULT = (DocumentNotFound, BadDocumentPath, UnreadableDocument, RedactionFailed, StaleDocument)
"""What is wrong with one document alone: trying again without a change of the file is in vain."""


class Applying:
    """Changes an index document by document, and the active one with a note in the journal."""

    def __init__(self, source: FolderSource, store: IndexStore, journal: Journal) -> None:
        self.lock = threading.Lock()
        self._source = source
        self._store = store
        self._journal = journal
        self._underway: Counter[DocumentPath] = Counter()

    @property
    def journal(self) -> Journal:
        return self._journal

    def is_underway(self, path: DocumentPath) -> bool:
        """Return whether a document is being put into the active generation right now."""
        return self._underway[path] > 0

    @contextmanager
    def claimed(self, paths: Iterable[DocumentPath]) -> Generator[None]:
        """Claim documents while they are written and then indexed: meanwhile whoever follows the folder waits."""
        claimed = tuple(paths)
        self._underway.update(claimed)
        try:
            yield
        finally:
            self._underway.subtract(claimed)

    def known(self) -> Known:
        """Return the documents of the active generation; none when it cannot be read."""
        try:
            with self._store.reader() as reader:
                return reader.documents()
        except NoGeneration:
            return {}

    def hash_or_none(self, path: DocumentPath) -> ContentHash | None:
        """Return what stands in a file; None when it cannot be read: indexing it will say why."""
        try:
            return self._source.hash_of(path)
        except GlyphError:
            return None

    def settled(self, path: DocumentPath, put: Put, embedding: Embedding) -> IndexedDocument:
        """Prepare a document and put it, again when the file changed in between.

        Raises: DocumentNotFound, UnreadableDocument, RedactionFailed, EmbedderFailed, StaleDocument
        when it never rests.
        """
        source = self._source.read(path)
        for _ in range(SETTLE_ATTEMPTS):
            prepared = embedding.complete(source)
            with self.lock:
                if self.hash_or_none(path) == source.content_hash:
                    put(prepared)
                    return prepared.prepared.document
            source = self._source.read(path)
        raise StaleDocument(f"{path} keeps changing while it is indexed.", current_hash=source.content_hash)

    def put_active(self, prepared: DocumentVectors) -> None:
        """Put a document into the active generation."""
        self._store.update([prepared], ())

    def bring_in(self, path: DocumentPath, embedding: Embedding) -> IndexedDocument:
        """Index one document in the active generation, noted in the journal until it is in.

        Raises: what ``settled`` raises, and IndexUnusable; then it stays pending.
        """
        with self._noted(path):
            return self.settled(path, self.put_active, embedding)

    @contextmanager
    def _noted(self, path: DocumentPath) -> Generator[None]:
        self._underway[path] += 1
        try:
            self._journal.note([path])
            yield
        except DOCUMENTS_OWN_FAULT:
            self._journal.settle([path])
            raise
        finally:
            self._underway[path] -= 1
        self._journal.settle([path])

    def take_out(
        self, paths: Iterable[DocumentPath], known: Known, *, broken: frozenset[DocumentPath]
    ) -> tuple[tuple[DocumentPath, ...], tuple[DocumentPath, ...]]:
        """Take documents out of the active generation; return those that went and those that came back meanwhile.

        One goes when it is still the one in ``known`` and its file is another, is gone, or is ``broken``.
        """
        gone: list[DocumentPath] = []
        back: list[DocumentPath] = []
        with self.lock:
            now = self.known()
            for path in paths:
                if now.get(path) != known[path]:  # a save has indexed it since
                    back.append(path)
                elif path in broken or self.hash_or_none(path) != known[path].content_hash:
                    gone.append(path)
            self._store.update((), gone)
        return tuple(gone), tuple(back)
