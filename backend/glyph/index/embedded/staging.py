"""A staged generation: written by one thread, seen by nobody, finished once."""

import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import datetime

from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Counts, Fingerprint, GenerationId
from glyph.errors import GenerationRejected, IndexUnusable
from glyph.files import sync_folder
from glyph.index.embedded import database
from glyph.index.embedded.base import build_in_child, file_checksums
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.manifest import Manifest, write_manifest
from glyph.index.embedded.validate import validate
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
        if not reopened:
            folder.root.mkdir(mode=0o700)
            database.create(folder.database)

    @property
    def generation(self) -> GenerationId:
        return self.folder.generation

    @contextmanager
    def _connected(self) -> Generator[sqlite3.Connection]:
        with database.connected(self.folder.database) as connection:
            if not self._finished:  # until then a crash costs the whole staging: only `finish` is durable
                connection.execute("PRAGMA synchronous = NORMAL")
            yield connection

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return what has been staged so far."""
        with self._connected() as connection:
            return {document.path: document for document in database.documents(connection)}

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        """Stage documents, each in place of its former self."""
        with self._connected() as connection:
            for each in documents:
                database.replace_document(connection, each, self._now())

    def delete(self, paths: Iterable[DocumentPath]) -> None:
        """Take documents out again."""
        with self._connected() as connection:
            for path in paths:
                database.delete_document(connection, path, self._now())

    def finish(self, pulse: Pulse = steady) -> None:
        """Validate, build the base in a child process, and write the manifest.

        Raises: GenerationRejected, or what ``pulse`` raises; the staging can then only be discarded.
        """
        try:
            with database.connected(self.folder.database) as connection:
                validate(connection, self.fingerprint)
                build_in_child(self.folder, pulse)
                counts, vectors = _settled(connection)
        except IndexUnusable as error:
            raise GenerationRejected(error.message) from error
        manifest = Manifest(
            fingerprint=self.fingerprint,
            finished_at=self._now(),
            counts=counts,
            base_checksums=dict(file_checksums(self.folder.base)),
            base_vectors=vectors,
        )
        write_manifest(self.folder.manifest, manifest)
        sync_folder(self.folder.root.parent)
        self._finished = True

    def discard(self) -> None:
        """Remove what was written; a generation that was reopened stays. Idempotent."""
        if not self._reopened:
            shutil.rmtree(self.folder.root, ignore_errors=True)


def _settled(connection: sqlite3.Connection) -> tuple[Counts, int]:
    """Note that every vector is in the base, make all of it durable, and return what there is."""
    with database.transaction(connection):
        connection.execute("UPDATE vectors SET in_base = 1")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (vectors,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    return database.counts(connection), int(vectors)


def require_finished(folder: GenerationFolder) -> None:
    """Raise GenerationRejected unless the generation was finished."""
    if not folder.manifest.exists():
        raise GenerationRejected(f"{folder.generation} was never finished.")
