"""A staged generation: written by one thread, seen by nobody, finished once."""

import shutil
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.errors import GenerationRejected, IndexUnusable
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
        with database.connected(self.folder.database) as connection:
            return {document.path: document for document in database.documents(connection)}

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        """Stage documents, each in place of its former self."""
        with database.connected(self.folder.database) as connection:
            for each in documents:
                database.replace_document(connection, each, self._now())

    def delete(self, paths: Iterable[DocumentPath]) -> None:
        """Take documents out again."""
        with database.connected(self.folder.database) as connection:
            for path in paths:
                database.delete_document(connection, path, self._now())

    def finish(self) -> None:
        """Validate, build the base in a child process, and write the manifest.

        Raises: GenerationRejected; the staging can then only be discarded.
        """
        try:
            with database.connected(self.folder.database) as connection:
                validate(connection, self.fingerprint)
                build_in_child(self.folder)
                with database.transaction(connection):
                    connection.execute("UPDATE vectors SET in_base = 1")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                counts = database.counts(connection)
        except IndexUnusable as error:
            raise GenerationRejected(error.message) from error
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
