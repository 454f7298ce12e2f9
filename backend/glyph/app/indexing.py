"""Indexing: bring the index to what the corpus holds, by update or by rebuild.

Lock order: ``_applying`` alone. It makes "is this still the file?" and "store it" one step, so that a
slow pass never overwrites the newer version that a save has just indexed. Embedding happens outside.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping

from glyph.app.answers import UpdateReport
from glyph.app.difference import Difference, Known, Tally, compare
from glyph.app.preparing import fingerprint_of, prepare_with_vectors
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.embed.embedder import Embedder
from glyph.errors import CorpusUnavailable, EmbedderFailed, GlyphError, NoGeneration, StaleDocument
from glyph.index.store import DocumentVectors, IndexStore, Staging

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
Put = Callable[[DocumentVectors], None]
SETTLE_ATTEMPTS = 5


class Indexing:
    """Writes the index. Passes run one at a time; single documents may be indexed meanwhile."""

    def __init__(self, source: FolderSource, store: IndexStore, embedder: Embedder, keep: int) -> None:
        self._source = source
        self._store = store
        self._embedder = embedder
        self._keep = keep
        self._applying = threading.Lock()
        self._problems: Mapping[DocumentPath, Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what the last pass could not index."""
        return tuple(self._problems.values())

    def needs_rebuild(self) -> bool:
        """Return whether there is no generation made the way this version makes them."""
        try:
            with self._store.reader() as reader:
                return reader.summary.fingerprint != fingerprint_of(self._embedder)
        except NoGeneration:
            return True

    def run(self, progress: Progress, *, rebuild: bool) -> UpdateReport:
        """Bring the index up to date and return what was done.

        Raises: CorpusUnavailable, GenerationRejected, EmbedderFailed; what was indexed goes on answering.
        """
        tally = Tally()
        if rebuild or self.needs_rebuild():
            self._rebuild(tally, progress)
        else:
            self._update(tally, progress)
        self._problems = tally.problems
        with self._store.reader() as reader:
            return tally.report(reader.summary.counts)

    def _known(self) -> Known:
        """Return the documents of the active generation; none when it cannot be read."""
        try:
            with self._store.reader() as reader:
                return reader.documents()
        except NoGeneration:
            return {}

    def _update(self, tally: Tally, progress: Progress) -> None:
        known = self._known()
        difference = self._compare(known, tally, refuse_empty=bool(known))
        tally.kept = difference.kept
        self._attempt_all(difference.changed, self._store_active, tally, progress)
        vanished = tuple(path for path in difference.vanished if path not in tally.problems)
        tally.deleted = len(self._remove(vanished, known, tally))
        self._remove(tuple(path for path in tally.problems if path in known), known, tally)

    def _remove(self, paths: Iterable[DocumentPath], known: Known, tally: Tally) -> tuple[DocumentPath, ...]:
        """Take documents out of the index and return them, but none that came back meanwhile."""
        with self._applying:
            now = self._known()
            gone: list[DocumentPath] = []
            for path in paths:
                if now.get(path) != known[path]:  # a save has indexed it since
                    tally.forgive(path)
                elif path in tally.problems or self._hash_or_none(path) != known[path].content_hash:
                    gone.append(path)
            self._store.update((), gone)
            return tuple(gone)

    def _rebuild(self, tally: Tally, progress: Progress) -> None:
        refuse_empty = bool(self._known())
        difference = self._compare({}, tally, refuse_empty=refuse_empty)
        staging = self._store.stage(fingerprint_of(self._embedder))
        try:
            self._attempt_all(difference.changed, lambda prepared: staging.put([prepared]), tally, progress)
            staging.finish()
            self._catch_up_and_activate(staging, tally, refuse_empty=refuse_empty)
        except BaseException:
            staging.discard()
            raise
        self._store.prune(self._keep)

    def _catch_up_and_activate(self, staging: Staging, tally: Tally, *, refuse_empty: bool) -> None:
        """Stage what was saved meanwhile until nothing is left, then swing the pointer in the same breath.

        Files that change faster than they are indexed do not hold it up: the next update takes them.
        """
        for attempts_left in reversed(range(SETTLE_ATTEMPTS)):
            difference = self._compare(staging.documents(), tally, refuse_empty=refuse_empty)
            for path in difference.changed:
                self._attempt(tally, path, lambda prepared: staging.put([prepared]))
            staging.delete(difference.vanished)
            with self._applying:
                behind = self._compare(staging.documents(), tally, refuse_empty=refuse_empty)
                if not behind or not attempts_left:
                    self._store.activate(staging.generation)
                    return

    def _compare(self, known: Known, tally: Tally, *, refuse_empty: bool) -> Difference:
        """Return how the corpus differs from ``known``, leaving out what failed and is as it was.

        Raises: CorpusUnavailable when there is nothing at all where there should be.
        """
        scan = self._source.scan()
        if refuse_empty and not scan.files:
            raise CorpusUnavailable("The documents' root is suddenly empty: the index is left as it was.")
        tally.scanned = len(scan.files) + len(scan.problems)
        for problem in scan.problems:
            tally.fail(problem.path, problem.reason, None)
        current = {file.path: self._hash_or_none(file.path) for file in scan.files}
        failed = tally.failed_at
        return compare(
            known, {path: found for path, found in current.items() if path not in failed or failed[path] != found}
        )

    def _hash_or_none(self, path: DocumentPath) -> ContentHash | None:
        try:
            return self._source.hash_of(path)
        except GlyphError:  # indexing it will say why
            return None

    def _attempt_all(self, paths: tuple[DocumentPath, ...], put: Put, tally: Tally, progress: Progress) -> None:
        for done, path in enumerate(paths):
            progress(done, len(paths))
            self._attempt(tally, path, put)
        progress(len(paths), len(paths))

    def _attempt(self, tally: Tally, path: DocumentPath, put: Put) -> None:
        """Index one document and count it; a broken one is a problem, never the end of the pass.

        Raises: EmbedderFailed: it would fail on every other document too.
        """
        standing = self._hash_or_none(path)
        try:
            tally.take(self._settled(path, put))
        except EmbedderFailed:
            raise
        except GlyphError as error:
            logger.warning("document not indexed", extra={"path": path, "code": error.code})
            tally.fail(path, error.message, standing)

    def index_document(self, path: DocumentPath) -> IndexedDocument:
        """Index one document in the active generation, as it stands on the disk.

        Raises: NoGeneration, DocumentNotFound, UnreadableDocument, RedactionFailed, EmbedderFailed.
        """
        if self.needs_rebuild():
            raise NoGeneration(
                "The index was made by another version: rebuild it.", hint="Run `glyph index --rebuild`."
            )
        document = self._settled(path, self._store_active)
        self._problems = {other: problem for other, problem in self._problems.items() if other != path}
        return document

    def _store_active(self, prepared: DocumentVectors) -> None:
        self._store.update([prepared], ())

    def _settled(self, path: DocumentPath, put: Put) -> IndexedDocument:
        """Prepare a document and put it, again when the file changed in between."""
        source = self._source.read(path)
        for _ in range(SETTLE_ATTEMPTS):
            prepared = prepare_with_vectors(source, self._embedder)
            with self._applying:
                if self._hash_or_none(path) == source.content_hash:
                    put(prepared)
                    return prepared.prepared.document
            source = self._source.read(path)
        raise StaleDocument(f"{path} keeps changing while it is indexed.", current_hash=source.content_hash)
