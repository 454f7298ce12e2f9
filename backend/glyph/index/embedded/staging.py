"""A staged generation: written by one thread, seen by nobody, finished once."""

import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import datetime

from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.errors import GenerationRejected
from glyph.files import sync_folder
from glyph.index.embedded import database
from glyph.index.embedded.building import copy_in_child, finish_in_child, finisher
from glyph.index.embedded.child import Child
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.manifest import Manifest, write_manifest
from glyph.index.store import DocumentVectors, Pulse, steady


class EmbeddedStaging:
    """A generation being written, or a finished one being caught up. One thread at a time uses it."""

    def __init__(
        self,
        folder: GenerationFolder,
        fingerprint: Fingerprint,
        now: Callable[[], datetime],
        *,
        reopened: bool = False,
    ) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._now = now
        self._reopened = reopened
        self._finished = reopened
        self._finisher: Child | None = None
        self._connection: sqlite3.Connection | None = None
        if not reopened:
            folder.root.mkdir(mode=0o700)
            database.create(folder.database)

    @property
    def generation(self) -> GenerationId:
        return self.folder.generation

    @contextmanager
    def _connected(self) -> Generator[sqlite3.Connection]:
        if self._finished:
            with database.connected(self.folder.database) as connection:
                yield connection
            return
        with database.translated():
            yield self._unfinished()

    def _unfinished(self) -> sqlite3.Connection:
        """Return the one connection of a staging that is not finished: to close it after each batch costs a sync."""
        if self._connection is None:
            self._connection = database.connect(self.folder.database, one_thread=False)
            # A crash costs the whole staging until then: only `finish` is durable.
            self._connection.execute("PRAGMA synchronous = NORMAL")
        return self._connection

    def _let_go(self) -> None:
        """Close that connection: a child takes the database over, or it is removed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return what has been staged so far."""
        with self._connected() as connection:
            return {document.path: document for document in database.documents(connection)}

    def copy(self, generation: GenerationId, pulse: Pulse = steady) -> None:
        """Start from all that a finished generation holds, copied in a child process.

        Raises: IndexUnusable when something of it is damaged; or what ``pulse`` raises.
        """
        self._let_go()
        source = GenerationFolder(self.folder.root.with_name(generation))
        copy_in_child(source.database, self.folder, self.fingerprint, pulse)

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        """Stage documents, each in place of its former self; before ``finish`` all of them or none."""
        with self._connected() as connection:
            if self._finished:
                for each in documents:
                    database.replace_document(connection, each, self._now())
                return
            with database.transaction(connection):
                for each in documents:
                    database.write_document(connection, each, self._now(), in_base=True)

    def delete(self, paths: Iterable[DocumentPath]) -> None:
        """Take documents out again."""
        with self._connected() as connection:
            for path in paths:
                database.delete_document(connection, path, self._now())

    def expect_finish(self) -> None:
        """Start the child that will finish this; it waits, so that ``finish`` need not wait for its start."""
        self._finisher = self._finisher or finisher(self.folder, self.fingerprint)

    def finish(self, pulse: Pulse = steady) -> None:
        """Validate, build the base and make both durable in a child process; then write the manifest.

        Raises: GenerationRejected, or what ``pulse`` raises; the staging can then only be discarded.
        """
        self._let_go()
        self._finisher = self._finisher or finisher(self.folder, self.fingerprint)
        finished = finish_in_child(self._finisher, pulse)
        manifest = Manifest(
            fingerprint=self.fingerprint,
            finished_at=self._now(),
            counts=finished.counts,
            base_checksums=finished.base_checksums,
            base_vectors=finished.vectors,
        )
        write_manifest(self.folder.manifest, manifest)
        sync_folder(self.folder.root.parent)
        self._finished = True

    def discard(self) -> None:
        """Remove what was written; a generation that was reopened stays. Idempotent."""
        self._let_go()
        if self._finisher is not None:
            self._finisher.close()
        if not self._reopened:
            shutil.rmtree(self.folder.root, ignore_errors=True)


def require_finished(folder: GenerationFolder) -> None:
    """Raise GenerationRejected unless the generation was finished."""
    if not folder.manifest.exists():
        raise GenerationRejected(f"{folder.generation} was never finished.")
