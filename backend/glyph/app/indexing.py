"""Indexing: bring the index to what the corpus holds, by update or by rebuild."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from glyph.app.answers import UpdateReport
from glyph.app.applying import DOCUMENTS_OWN_FAULT, Known
from glyph.app.bulk import Bulk
from glyph.app.difference import Tally
from glyph.app.generations import Generations
from glyph.app.passes import Passes, Progress
from glyph.app.preparing import Embedding, fingerprint_of, is_made_like_today, known_width
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath, Problem
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.embed.embedder import Embedder
from glyph.errors import CorpusUnavailable, DocumentNotFound, NoGeneration
from glyph.index.broken import BrokenDocuments
from glyph.index.store import IndexStore
from glyph.ingest.pipeline import safe_path, safe_problem

logger = logging.getLogger(__name__)

Forget = Callable[[], None]
"""Removes what was kept of texts that former redaction rules let through."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A document that was indexed, and why it has no vectors, where it has none."""

    document: IndexedDocument
    fault: str | None


class Indexing:
    """Writes the index. Passes run one at a time; single documents may be indexed meanwhile."""

    def __init__(
        self,
        source: FolderSource,
        store: IndexStore,
        embedder: Embedder,
        generations: Generations,
        passes: Passes,
        forget: Forget,
        broken: BrokenDocuments,
    ) -> None:
        self._source = source
        self._store = store
        self._embedder = embedder
        self._applying = passes.applying
        self._journal = passes.applying.journal
        self._generations = generations
        self._passes = passes
        self._forget = forget
        self._broken = broken
        self._policy = generations.policy
        self._loader = generations.loader

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what could not be indexed, as it may be shown."""
        return tuple(safe_problem(problem, self._policy) for problem in self._broken.problems.values())

    @property
    def broken(self) -> Mapping[DocumentPath, Problem]:
        """Return what could not be indexed under its own name, which may hold a secret."""
        return self._broken.problems

    @property
    def indexed(self) -> Known:
        """Return the documents of the active generation; none when it cannot be read."""
        return self._applying.known()

    @property
    def pending(self) -> tuple[DocumentPath, ...]:
        """Return the documents whose update the journal says has begun and not ended."""
        return self._journal.pending()

    def is_underway(self, path: DocumentPath) -> bool:
        """Return whether a document is being indexed right now."""
        return self._applying.is_underway(path)

    def needs_rebuild(self) -> bool:
        """Return whether there is no generation made the way this version makes them. Asks no provider."""
        fingerprint = self._fingerprint()
        return fingerprint is None or not is_made_like_today(fingerprint, self._embedder, self._policy)

    def _fingerprint(self) -> Fingerprint | None:
        """Return what the active generation was made with; None when none can be read."""
        try:
            with self._store.reader() as reader:
                return reader.summary.fingerprint
        except NoGeneration:
            return None

    def run(self, progress: Progress, *, rebuild: bool) -> UpdateReport:
        """Bring the index up to date and return what was done.

        Raises: CorpusUnavailable, GenerationRejected, EmbedderFailed, JobCancelled; what was indexed
        goes on answering.
        """
        tally, left_behind = Tally(), self._left_behind()
        if rebuild or self.needs_rebuild() or self._can_embed_at_last():
            self._rebuild(tally, progress)
            self._journal.settle(left_behind)
        else:
            self._update(tally, progress)
            self._generations.mend(progress)
        return self._finished(tally)

    def activate(self, generation: GenerationId, progress: Progress) -> UpdateReport:
        """Make another generation the active one, once it holds what the corpus holds.

        Raises: GenerationNotFound, FingerprintMismatch, GenerationRejected, CorpusUnavailable.
        """
        with self._store.reader() as reader:
            is_active = reader.summary.generation == generation
        if is_active:
            return self.run(progress, rebuild=False)
        left_behind = self._left_behind()
        tally = self._generations.activate(generation, progress)
        self._journal.settle(left_behind)
        return self._finished(tally)

    def _finished(self, tally: Tally) -> UpdateReport:
        self._broken.replace(tally.problems, tally.failed_at)
        self._forget()  # first: were it cut short here, the generations would still ask for it
        self._generations.prune()
        with self._store.reader() as reader:
            return replace(tally.report(reader.summary.counts), problems=self.problems)

    def _can_embed_at_last(self) -> bool:
        """Return whether an index that was made while no embedder answered can be given its vectors now."""
        fingerprint = self._fingerprint()
        return fingerprint is not None and fingerprint.dimensions == 0 and known_width(self._embedder) > 0

    def _update(self, tally: Tally, progress: Progress) -> None:
        self._replay()
        known = self._applying.known()
        difference = self._passes.compare(known, tally, refuse_empty=bool(known))
        tally.kept = difference.kept
        embedding = self._embedding()
        self._journal.note([*difference.changed, *difference.vanished])
        attempts = self._passes.attempt_each(difference.changed, self._applying.put_active, tally, embedding, progress)
        for path in attempts:
            self._journal.settle([path])
        vanished = tuple(path for path in difference.vanished if path not in tally.problems)
        tally.deleted = len(self._remove(vanished, known, tally))
        self._remove(tuple(path for path in tally.problems if path in known), known, tally)
        self._journal.settle(difference.vanished)
        tally.fault = embedding.fault

    def _remove(self, paths: Iterable[DocumentPath], known: Known, tally: Tally) -> tuple[DocumentPath, ...]:
        """Take documents out of the index and return them, but none that came back meanwhile."""
        gone, back = self._applying.take_out(paths, known, broken=frozenset(tally.problems))
        for path in back:
            tally.forgive(path)
        return gone

    def _rebuild(self, tally: Tally, progress: Progress) -> None:
        refuse_empty = bool(self._applying.known())
        difference = self._passes.compare({}, tally, refuse_empty=refuse_empty)
        # What answers now is better than an index without vectors; without any, that one is better than none.
        strict = self._fingerprint() is not None
        dimensions = self._embedder.dimensions if strict else known_width(self._embedder)
        embedding = Embedding(self._embedder, dimensions, self._policy, self._loader, strict=strict)
        staging = self._store.stage(fingerprint_of(self._embedder, dimensions, self._policy))
        try:
            Bulk(self._source, self._applying, embedding, tally, progress).fill(staging, difference.changed)
            staging.finish(lambda: progress(len(difference.changed), len(difference.changed)))
            self._passes.catch_up_and_activate(staging, tally, embedding, progress, refuse_empty=refuse_empty)
        except BaseException:
            staging.discard()
            raise
        tally.fault = embedding.fault

    def _embedding(self) -> Embedding:
        """Return how documents of the active generation get their vectors.

        Raises: NoGeneration when it was made in another way than this version works.
        """
        with self._store.reader() as reader:
            fingerprint = reader.summary.fingerprint
        if not is_made_like_today(fingerprint, self._embedder, self._policy):
            raise NoGeneration(
                "The index was made by another version: rebuild it.", hint="Run `glyph index --rebuild`."
            )
        return Embedding(self._embedder, fingerprint.dimensions, self._policy, self._loader)

    def index_document(self, path: DocumentPath) -> Taken:
        """Index one document in the active generation, as it stands on the disk.

        Raises: NoGeneration, DocumentNotFound, UnreadableDocument, RedactionFailed.
        """
        embedding = self._embedding()
        document = self._applying.bring_in(path, embedding)
        self._forgive(path)
        return Taken(document, None if document.embedded else embedding.fault)

    def claimed(self, paths: Iterable[DocumentPath]) -> AbstractContextManager[None]:
        """Claim documents from before they are written until they are indexed."""
        return self._applying.claimed(paths)

    def drop_document(self, path: DocumentPath) -> None:
        """Take one document out of the active generation: it was deleted or moved on purpose.

        Raises: IndexUnusable; then it stays pending.
        """
        known = self._applying.known()
        self._forgive(path)
        if path in known:
            self._journal.note([path])
            self._applying.take_out([path], known, broken=frozenset())
            self._journal.settle([path])

    def bring(self, paths: Sequence[DocumentPath]) -> tuple[DocumentPath, ...]:
        """Make the active generation hold these documents as they stand on the disk; return those that changed.

        The hash decides: what is indexed as it stands is left alone.
        Raises: NoGeneration, IndexUnusable, CorpusUnavailable when all documents are suddenly gone.
        """
        known, embedding = self._applying.known(), self._embedding()
        leaving: list[DocumentPath] = []
        entered: list[DocumentPath] = []
        for path in paths:
            if path in known and known[path].content_hash == self._applying.hash_or_none(path):
                self._forgive(path)
            elif self._is_brought_in(path, embedding):
                entered.append(path)
            elif path in known:
                leaving.append(path)
        return (*entered, *self._take_out(leaving, known))

    def _is_brought_in(self, path: DocumentPath, embedding: Embedding) -> bool:
        try:
            self._applying.bring_in(path, embedding)
        except DocumentNotFound:
            self._forgive(path)
            return False
        except DOCUMENTS_OWN_FAULT as error:
            shown = safe_path(path, self._policy)
            logger.warning("document not indexed", extra={"path": shown, "code": error.code})
            self._broken.note(Problem(path, error.message), self._applying.hash_or_none(path))
            return False
        self._forgive(path)
        return True

    def _take_out(self, paths: Sequence[DocumentPath], known: Known) -> tuple[DocumentPath, ...]:
        if not paths:
            return ()
        if not self._source.scan().files:
            raise CorpusUnavailable("The documents' root is suddenly empty: the index is left as it was.")
        self._journal.note(paths)
        gone, _ = self._applying.take_out(paths, known, broken=frozenset(self._broken.problems))
        self._journal.settle(paths)
        return gone

    def _forgive(self, path: DocumentPath) -> None:
        self._broken.forgive(path)

    def _left_behind(self) -> tuple[DocumentPath, ...]:
        """Return the documents whose update was begun by somebody who is gone."""
        return tuple(path for path in self._journal.pending() if not self.is_underway(path))

    def _replay(self) -> None:
        """Apply what the journal says was begun: it needs no scan of the corpus."""
        pending = self._left_behind()
        if pending:
            logger.info("updates replayed", extra={"documents": len(pending)})
            self.bring(pending)
            self._journal.settle(pending)

    def behind(self) -> bool:
        """Return whether a scan of the corpus finds anything that an update would change.

        Raises: CorpusUnavailable.
        """
        if self.needs_rebuild():
            return True
        tally = Tally(failed_at=dict(self._broken.failed_at))
        known = self._applying.known()
        difference = self._passes.compare(known, tally, refuse_empty=bool(known))
        return bool(difference.changed or set(difference.vanished) - self._broken.problems.keys())
