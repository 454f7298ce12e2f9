"""An open generation: its base, who reads it, and the reader itself."""

import logging
import sqlite3
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Self

from glyph.domain.chunk import ChunkId, IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import BaseState, GenerationSummary
from glyph.domain.ranking import Scope, Scored, StoredChunk
from glyph.index.embedded import database
from glyph.index.embedded.base import BaseUnusable, ChromaBase, checksums_hold
from glyph.index.embedded.connections import Connections
from glyph.index.embedded.keywords import count_documents, rank_keywords, rank_literals
from glyph.index.embedded.layout import GenerationFolder, remove_files
from glyph.index.embedded.manifest import Manifest, read_manifest
from glyph.index.embedded.stored import stored_document
from glyph.index.embedded.validate import faults_of
from glyph.index.embedded.vectors import rank_vectors
from glyph.index.store import DocumentVectors, Term, Vectors

logger = logging.getLogger(__name__)


class OpenGeneration:
    """One generation in use. Its base is opened at the first vector query and closed with the last lease."""

    def __init__(self, folder: GenerationFolder) -> None:
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder.manifest)
        self._connections = Connections(folder.database)
        self._lock = threading.Lock()
        self._leases = 0
        self._retired = False
        self._unwanted = False
        self._opening = threading.Lock()
        self._base: ChromaBase | None = None
        self._checked = False
        self._base_state = BaseState.OK if folder.base.is_dir() else BaseState.MISSING

    @property
    def base_state(self) -> BaseState:
        return self._base_state

    @property
    def in_use(self) -> bool:
        return self._leases > 0

    def base(self) -> ChromaBase | None:
        """Return the base, opened, or None when it is missing or damaged.

        Raises: BaseUnusable when Chroma refuses it.
        """
        with self._opening:
            self._check_base()
            if self._base is None and self._base_state is BaseState.OK:
                self._base = ChromaBase(self.folder.base)
            return self._base if self._base_state is BaseState.OK else None

    def base_is_sound(self) -> bool:
        """Return whether the base can be trusted; its files are looked at once, without opening it."""
        with self._opening:
            self._check_base()
            return self._base_state is BaseState.OK

    def _check_base(self) -> None:
        if not self._checked and self._base_state is BaseState.OK:
            if not checksums_hold(self.folder.base, self.manifest.base_checksums):
                self.give_base_up("its checksums do not hold")
            self._checked = True

    def give_base_up(self, reason: str) -> None:
        """Let exact search answer from now on."""
        self._base_state = BaseState.DAMAGED
        facts = {"generation": self.folder.generation, "reason": reason}
        logger.warning("base is damaged: exact search answers", extra=facts)

    def warm(self, vector: Vectors) -> None:
        """Open the base and load its graph, so that the first query after an activation need not."""
        try:
            base = self.base()
            if base is not None:
                base.nearest(vector, 1)
        except BaseUnusable as error:
            self.give_base_up(str(error))

    def pin(self) -> Self:
        """Keep this generation open until the lease that follows has ended."""
        with self._lock:
            self._leases += 1
        return self

    @contextmanager
    def lease(self) -> Generator["EmbeddedReader"]:
        """Yield a reader of one state of the rows, and end the pin that was taken for it.

        Raises: IndexUnusable.
        """
        try:
            with self._connections.reading() as connection:
                yield EmbeddedReader(self, connection)
        finally:
            self._release()

    def _release(self) -> None:
        with self._lock:
            self._leases -= 1
        self._close_when_unused()

    def retire(self) -> None:
        """Close the base as soon as nobody reads it any more."""
        with self._lock:
            self._retired = True
        self._close_when_unused()

    def remove(self) -> bool:
        """Remove the retired generation's files as soon as nobody reads it; return whether that was now."""
        with self._lock:
            self._unwanted = True
        return self._close_when_unused()

    def spare(self) -> None:
        """Keep the files after all: the generation is wanted again."""
        with self._lock:
            self._unwanted = False

    def _close_when_unused(self) -> bool:
        with self._lock:
            if not self._retired or self._leases:
                return False
            base, self._base = self._base, None
        self._connections.close()
        if base is not None:
            base.close()
        if self._unwanted:
            remove_files(self.folder)
        return True


class EmbeddedReader:
    """What one generation answers; belongs to the thread that leased it."""

    def __init__(self, generation: OpenGeneration, connection: sqlite3.Connection) -> None:
        self._generation = generation
        self._connection = connection

    @property
    def summary(self) -> GenerationSummary:
        manifest = self._generation.manifest
        return GenerationSummary(
            generation=self._generation.folder.generation,
            fingerprint=manifest.fingerprint,
            indexed_at=database.indexed_at(self._connection) or manifest.finished_at,
            counts=database.counts(self._connection),
            base=self._generation.base_state,
        )

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return every indexed document by its path, in path order."""
        return {document.path: document for document in database.documents(self._connection)}

    def keyword(self, terms: Sequence[Term], *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks that hold any of the terms, best first."""
        return rank_keywords(self._connection, terms, limit=limit, scope=scope)

    def count_documents(self, term: Term, *, at_most: int, scope: Scope) -> int:
        """Return how many documents hold a term, counting no further than ``at_most``."""
        return count_documents(self._connection, term, at_most=at_most, scope=scope)

    def literal(self, text: str, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks whose text holds ``text`` as it stands, best first."""
        return rank_literals(self._connection, text, limit=limit, scope=scope)

    def nearest(self, vector: Vectors, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks nearest to a unit vector by cosine, best first."""
        try:
            return rank_vectors(self._connection, self._generation.base(), vector, limit=limit, scope=scope)
        except BaseUnusable as error:
            self._generation.give_base_up(str(error))
            return rank_vectors(self._connection, None, vector, limit=limit, scope=scope)

    def chunks(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, StoredChunk]:
        """Return the chunks that exist among ``chunk_ids``."""
        return {chunk.chunk_id: chunk for chunk in database.stored_chunks(self._connection, chunk_ids)}

    def stored(self, path: DocumentPath) -> DocumentVectors | None:
        """Return a document whole, as it was put; None when it is not there.

        Raises: IndexUnusable when one of its vectors is damaged.
        """
        return stored_document(self._connection, path)

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with the generation itself; nothing when it is sound."""
        folder, manifest = self._generation.folder, self._generation.manifest
        # A full-text table is checked by a statement that looks like a change: not for a reader's connection.
        with database.connected(folder.database) as connection:
            found = tuple(faults_of(connection, manifest.fingerprint))
        if checksums_hold(folder.base, manifest.base_checksums):
            return found
        return (*found, "The base is missing or damaged: exact search answers.")
