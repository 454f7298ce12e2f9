"""Generations: list them, build one anew from stored vectors, roll back to another, remove old ones."""

import logging
from collections.abc import Mapping

from glyph.app.answers import GenerationEntry, GenerationList, UpdateReport
from glyph.app.applying import SETTLE_ATTEMPTS, Known
from glyph.app.difference import Tally
from glyph.app.passes import Passes, Progress
from glyph.app.preparing import Embedding, is_made_like_today
from glyph.domain.document import DocumentPath
from glyph.domain.generation import GenerationId, GenerationSummary
from glyph.embed.embedder import Embedder
from glyph.errors import FingerprintMismatch, GenerationNotFound, GenerationRejected, IndexUnusable, NoGeneration
from glyph.index.store import IndexStore, Staging
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.redact.policy import Policy

logger = logging.getLogger(__name__)

COPIED_AT_ONCE = 64


class Generations:
    """Looks after the generations of one store. Its deeds are passes: one runs at a time."""

    def __init__(
        self,
        passes: Passes,
        store: IndexStore,
        embedder: Embedder,
        keep: int,
        policy: Policy,
        loader: Loader = PLAIN,
    ) -> None:
        self._passes = passes
        self._store = store
        self._embedder = embedder
        self._keep = keep
        self.policy = policy
        self.loader = loader

    def all(self) -> GenerationList:
        """Return the finished generations, newest first."""
        active = self._active()
        return GenerationList(tuple(self._entry(summary, active) for summary in self._store.generations()))

    def _active(self) -> GenerationId | None:
        try:
            with self._store.reader() as reader:
                return reader.summary.generation
        except NoGeneration:
            return None

    def _entry(self, summary: GenerationSummary, active: GenerationId | None) -> GenerationEntry:
        return GenerationEntry(
            generation=summary.generation,
            active=summary.generation == active,
            activatable=is_made_like_today(summary.fingerprint, self._embedder, self.policy),
            indexed_at=summary.indexed_at,
            documents=summary.counts.documents,
            chunks=summary.counts.chunks,
            redactions=summary.counts.redactions,
            base=summary.base,
            fingerprint=summary.fingerprint,
        )

    def require_activatable(self, generation: GenerationId) -> GenerationSummary:
        """Return a generation that may be activated.

        Raises: GenerationNotFound; FingerprintMismatch when updates could not go on in it.
        """
        for summary in self._store.generations():
            if summary.generation == generation:
                if is_made_like_today(summary.fingerprint, self._embedder, self.policy):
                    return summary
                raise FingerprintMismatch(
                    f"{generation} was made with {summary.fingerprint.embedder}, redaction"
                    f" {summary.fingerprint.redaction} and chunking {summary.fingerprint.chunking}:"
                    " updates could not go on in it."
                )
        raise GenerationNotFound("There is no such generation.")

    def activate(self, generation: GenerationId, progress: Progress) -> Tally:
        """Bring a generation up to date with the corpus, then make it the active one.

        Raises: GenerationNotFound, FingerprintMismatch, GenerationRejected, CorpusUnavailable.
        """
        summary = self.require_activatable(generation)
        tally = Tally()
        staging = self._store.reopen(generation)
        before = staging.documents()
        embedding = Embedding(self._embedder, summary.fingerprint.dimensions, self.policy, self.loader)
        self._passes.catch_up_and_activate(staging, tally, embedding, progress, refuse_empty=bool(before))
        tally.settle(before, staging.documents())
        tally.fault = embedding.fault
        return tally

    def prune(self) -> tuple[GenerationId, ...]:
        """Remove the generations that are not kept and return their ids."""
        return self._store.prune(self._keep)

    def needs_rebase(self) -> bool:
        """Return whether vector search wants the active generation built anew."""
        try:
            return self._store.needs_rebase()
        except NoGeneration:
            return False

    def rebase(self, progress: Progress) -> UpdateReport:
        """Make a new generation of the active one's stored rows and vectors. No provider is asked.

        Raises: NoGeneration, IndexUnusable when a row is damaged, GenerationRejected.
        """
        staging, documents = self._staged_copy(progress)
        try:
            staging.finish(lambda: progress(documents, documents))
            self._copy_rest_and_activate(staging, progress)
        except BaseException:
            staging.discard()
            raise
        self.prune()
        return self._unchanged()

    def _staged_copy(self, progress: Progress) -> tuple[Staging, int]:
        """Return a staging of all that the active generation holds, and how many documents these are."""
        with self._store.reader() as reader:  # leased until it is copied, so that nobody removes it
            summary = reader.summary
            documents = summary.counts.documents
            staging = self._store.stage(summary.fingerprint)
            try:
                staging.copy(summary.generation, lambda: progress(0, documents))
            except BaseException:
                staging.discard()
                raise
        return staging, documents

    def _unchanged(self) -> UpdateReport:
        with self._store.reader() as reader:
            documents = tuple(reader.documents().values())
            return Tally(scanned=len(documents), kept=documents).report(reader.summary.counts)

    def mend(self, progress: Progress) -> None:
        """Rebase if vector search wants it; a failure leaves exact search, and is logged."""
        if not self.needs_rebase():
            return
        try:
            self.rebase(progress)
        except (GenerationRejected, IndexUnusable) as error:
            logger.warning("rebase failed: exact search answers", extra={"reason": error.message})

    def _copy_rest_and_activate(self, staging: Staging, progress: Progress) -> None:
        """Copy what was indexed since, a few documents a lease, until nothing is left; then swing the pointer."""
        for _ in range(SETTLE_ATTEMPTS):
            if self._is_behind(staging):
                self._copy_rest(staging, progress)
        with self._passes.applying.lock:
            self._copy_rest(staging, progress)
            self._store.activate(staging.generation)

    def _is_behind(self, staging: Staging) -> bool:
        return self._passes.applying.known() != staging.documents()

    def _copy_rest(self, staging: Staging, progress: Progress) -> None:
        current, staged = self._passes.applying.known(), staging.documents()
        staging.delete([path for path in staged if path not in current])
        paths = _differing(current, staged)
        for start in range(0, len(paths), COPIED_AT_ONCE):
            progress(start, len(paths))
            with self._store.reader() as reader:
                found = [reader.stored(path) for path in paths[start : start + COPIED_AT_ONCE]]
            staging.put([document for document in found if document is not None])


def _differing(current: Known, staged: Mapping[DocumentPath, object]) -> list[DocumentPath]:
    return [path for path, document in current.items() if staged.get(path) != document]
