"""Indexing: bring the index to what the corpus holds, by update or by rebuild.

Lock order: ``_applying`` alone. It makes "is this still the file?" and "store it" one step, so that a
slow pass never overwrites the newer version that a save has just indexed. Embedding happens outside.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from glyph.app.answers import UpdateReport
from glyph.app.preparing import fingerprint_of, prepare_with_vectors
from glyph.corpus.sources.folder import FolderSource, Scan
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.embed.embedder import Embedder
from glyph.errors import CorpusUnavailable, GlyphError, NoGeneration, StaleDocument
from glyph.index.store import DocumentVectors, IndexStore, Staging

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
SETTLE_ATTEMPTS = 5

Known = Mapping[DocumentPath, IndexedDocument]


@dataclass(slots=True)
class Tally:
    """Counts of one pass, as it goes on."""

    scanned: int = 0
    indexed: int = 0
    unchanged: int = 0
    empty: int = 0
    deleted: int = 0
    problems: dict[DocumentPath, Problem] = field(default_factory=dict[DocumentPath, Problem])


@dataclass(frozen=True, slots=True)
class Difference:
    """How the corpus differs from what is known: paths to index, and paths that are gone."""

    changed: tuple[DocumentPath, ...]
    vanished: tuple[DocumentPath, ...]
    kept: tuple[IndexedDocument, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.vanished)


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

        Raises: CorpusUnavailable, GenerationRejected, EmbedderFailed; the former generation goes on answering.
        """
        tally = Tally()
        if rebuild or self.needs_rebuild():
            self._rebuild(tally, progress)
        else:
            self._update(tally, progress)
        self._problems = tally.problems
        return self._report(tally)

    def _report(self, tally: Tally) -> UpdateReport:
        with self._store.reader() as reader:
            counts = reader.summary.counts
        return UpdateReport(
            scanned=tally.scanned,
            indexed=tally.indexed,
            unchanged=tally.unchanged,
            empty=tally.empty,
            deleted=tally.deleted,
            failed=len(tally.problems),
            chunks=counts.chunks,
            redactions=counts.redactions,
            problems=tuple(tally.problems.values()),
        )

    def _update(self, tally: Tally, progress: Progress) -> None:
        with self._store.reader() as reader:
            known = reader.documents()
        difference = self._first_difference(known, tally)
        self._count_kept(tally, difference)
        for done, path in enumerate(difference.changed):
            progress(done, len(difference.changed))
            self._attempt(tally, path, self._store_active)
        gone = (*difference.vanished, *(path for path in tally.problems if path in known))
        self._store.update((), gone)
        tally.deleted = len(difference.vanished)
        progress(len(difference.changed), len(difference.changed))

    def _rebuild(self, tally: Tally, progress: Progress) -> None:
        staging = self._store.stage(fingerprint_of(self._embedder))
        try:
            difference = self._first_difference({}, tally)
            for done, path in enumerate(difference.changed):
                progress(done, len(difference.changed))
                self._attempt(tally, path, lambda prepared: staging.put([prepared]))
            staging.finish()
            self._catch_up_and_activate(staging, tally)
        except BaseException:
            staging.discard()
            raise
        progress(len(difference.changed), len(difference.changed))
        self._store.prune(self._keep)

    def _catch_up_and_activate(self, staging: Staging, tally: Tally) -> None:
        """Stage what was saved meanwhile until nothing is left, then swing the pointer in the same breath."""
        while True:
            difference = self._difference(staging.documents(), self._source.scan(), tally.problems)
            for path in difference.changed:
                self._attempt(tally, path, lambda prepared: staging.put([prepared]))
            staging.delete(difference.vanished)
            with self._applying:
                if not self._difference(staging.documents(), self._source.scan(), tally.problems):
                    self._store.activate(staging.generation)
                    return

    def _first_difference(self, known: Known, tally: Tally) -> Difference:
        scan = self._source.scan()
        if not scan.files and known:
            raise CorpusUnavailable("The documents' root is suddenly empty: the index is left as it was.")
        tally.scanned = len(scan.files) + len(scan.problems)
        tally.problems.update({problem.path: problem for problem in scan.problems})
        return self._difference(known, scan, {})

    def _difference(self, known: Known, scan: Scan, failed: Mapping[DocumentPath, Problem]) -> Difference:
        current = {file.path: self._hash_or_none(file.path) for file in scan.files if file.path not in failed}
        changed = tuple(
            path for path, found in current.items() if path not in known or known[path].content_hash != found
        )
        vanished = tuple(path for path in known if path not in current)
        kept = tuple(known[path] for path in current if path in known and path not in set(changed))
        return Difference(changed, vanished, kept)

    def _hash_or_none(self, path: DocumentPath) -> ContentHash | None:
        try:
            return self._source.hash_of(path)
        except GlyphError:  # indexing it will say why
            return None

    def _count_kept(self, tally: Tally, difference: Difference) -> None:
        tally.empty += sum(1 for document in difference.kept if document.chunks == 0)
        tally.unchanged += sum(1 for document in difference.kept if document.chunks > 0)

    def _attempt(self, tally: Tally, path: DocumentPath, put: Callable[[DocumentVectors], None]) -> None:
        """Index one document and count it; a broken one is a problem, never the end of the pass."""
        try:
            document = self._settled(path, put)
        except GlyphError as error:
            logger.warning("document not indexed", extra={"path": path, "code": error.code})
            tally.problems[path] = Problem(path, error.message)
            return
        tally.indexed += document.chunks > 0
        tally.empty += document.chunks == 0

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

    def _settled(self, path: DocumentPath, put: Callable[[DocumentVectors], None]) -> IndexedDocument:
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
