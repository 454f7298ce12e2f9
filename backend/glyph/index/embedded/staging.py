"""A staged generation: written by one thread, seen by nobody, finished once."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.errors import GenerationRejected
from glyph.files import sync_folder
from glyph.index.embedded import database
from glyph.index.embedded.base import build_in_child, file_checksums
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.manifest import Manifest, write_manifest
from glyph.index.embedded.validate import validate
from glyph.index.store import DocumentVectors


class EmbeddedStaging:
    """A generation being written. Every method belongs to one thread at a time."""

    def __init__(self, folder: GenerationFolder, fingerprint: Fingerprint, now: Callable[[], datetime]) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._now = now
        folder.root.mkdir(mode=0o700)
        database.create(folder.database)

    @property
    def generation(self) -> GenerationId:
        return self.folder.generation

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return what has been staged so far."""
        connection = database.connect(self.folder.database)
        try:
            return {document.path: document for document in database.documents(connection)}
        finally:
            connection.close()

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        """Stage documents, each in place of its former self."""
        self._write(lambda connection: [database.replace_document(connection, each, self._now()) for each in documents])

    def delete(self, paths: Iterable[DocumentPath]) -> None:
        """Take documents out again."""
        self._write(lambda connection: [database.delete_document(connection, path, self._now()) for path in paths])

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        connection = database.connect(self.folder.database)
        try:
            work(connection)
        finally:
            connection.close()

    def finish(self) -> None:
        """Build the base in a child process, validate, and write the manifest.

        Raises: GenerationRejected; the staging can then only be discarded.
        """
        build_in_child(self.folder)
        connection = database.connect(self.folder.database)
        try:
            with database.transaction(connection):
                connection.execute("UPDATE vectors SET in_base = 1")
            validate(connection, self.fingerprint)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            counts = database.counts(connection)
        finally:
            connection.close()
        checksums = dict(file_checksums(self.folder.base))
        write_manifest(
            self.folder.manifest,
            Manifest(fingerprint=self.fingerprint, finished_at=self._now(), counts=counts, base_checksums=checksums),
        )
        sync_folder(self.folder.root.parent)

    def discard(self) -> None:
        """Remove what was written. Idempotent."""
        shutil.rmtree(self.folder.root, ignore_errors=True)


def require_finished(folder: GenerationFolder) -> None:
    """Raise GenerationRejected unless the generation was finished."""
    if not folder.manifest.exists():
        raise GenerationRejected(f"{folder.generation} was never finished.")
