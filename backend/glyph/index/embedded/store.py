"""The embedded store: generations in folders, one writing thread, a pointer that swings."""

import logging
import shutil
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime

import numpy as np

from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId, GenerationSummary
from glyph.errors import GenerationRejected, IndexUnusable, NoGeneration
from glyph.index.embedded import database
from glyph.index.embedded.drift import drifted_rows, has_drifted
from glyph.index.embedded.generation import EmbeddedReader, OpenGeneration
from glyph.index.embedded.layout import GenerationFolder, IndexFolder, new_generation_id, remove_files
from glyph.index.embedded.manifest import read_manifest
from glyph.index.embedded.pointer import read_pointer, swing_pointer
from glyph.index.embedded.staging import EmbeddedStaging, require_finished
from glyph.index.store import DocumentVectors

logger = logging.getLogger(__name__)


class EmbeddedStore:
    """Keeps generations under ``data/index``. The process must own the folder."""

    def __init__(self, folder: IndexFolder, now: Callable[[], datetime]) -> None:
        folder.prepare()
        self._folder = folder
        self._now = now
        self._lock = threading.Lock()
        self._activating = threading.Lock()
        self._retired: list[OpenGeneration] = []
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="glyph-writer")
        self._active = self._open_current()
        self._sweep_unfinished()

    def _open_current(self) -> OpenGeneration | None:
        current = read_pointer(self._folder)
        if current is None:
            return None
        try:
            return OpenGeneration(self._folder.generation(current))
        except GenerationRejected as error:
            logger.warning("active generation is unusable", extra={"generation": current, "reason": error.message})
            return None

    def _sweep_unfinished(self) -> None:
        for folder in self._folders():
            if not folder.manifest.exists():
                shutil.rmtree(folder.root, ignore_errors=True)

    def _folders(self) -> tuple[GenerationFolder, ...]:
        """Return all generation folders, unfinished ones included, newest first."""
        names = sorted((entry.name for entry in self._folder.generations.iterdir() if entry.is_dir()), reverse=True)
        return tuple(self._folder.generation(GenerationId(name)) for name in names)

    def _finished(self) -> tuple[GenerationFolder, ...]:
        return tuple(folder for folder in self._folders() if folder.manifest.exists())

    def generations(self) -> tuple[GenerationSummary, ...]:
        """Return the finished generations that can be read, newest first."""
        summaries = (self._summary(folder) for folder in self._finished())
        return tuple(summary for summary in summaries if summary is not None)

    def _summary(self, folder: GenerationFolder) -> GenerationSummary | None:
        try:
            opened = OpenGeneration(folder).pin()
            opened.retire()  # closed with this lease
            with opened.lease() as reader:
                return reader.summary
        except (GenerationRejected, IndexUnusable) as error:
            logger.warning("generation is unusable", extra={"generation": folder.generation, "reason": error.message})
            return None

    def stage(self, fingerprint: Fingerprint) -> EmbeddedStaging:
        """Return a new generation that nobody can see yet."""
        folder = self._folder.generation(new_generation_id(self._now()))
        return EmbeddedStaging(folder, fingerprint, self._now)

    def reopen(self, generation: GenerationId) -> EmbeddedStaging:
        """Return a finished generation that is not active, to be caught up before it is activated.

        Raises: GenerationRejected.
        """
        folder = self._folder.generation(generation)
        require_finished(folder)
        if self._active is not None and self._active.folder == folder:
            raise GenerationRejected(f"{generation} is active.", hint="Update it.")
        return EmbeddedStaging(folder, read_manifest(folder.manifest).fingerprint, self._now, reopened=True)

    def activate(self, generation: GenerationId) -> None:
        """Swing the pointer to a finished generation.

        Raises: GenerationRejected, and then nothing has changed for readers.
        """
        folder = self._folder.generation(generation)
        require_finished(folder)
        with self._activating:
            opened = OpenGeneration(folder)
            if opened.base_is_sound() and self._active is not None:  # before a first index nobody can have asked
                opened.warm(np.ones(opened.manifest.fingerprint.dimensions, dtype=np.float32))
            swing_pointer(self._folder, generation)
            with self._lock:
                former, self._active = self._active, opened
                for other in self._retired:
                    if other.folder == folder:
                        other.spare()
                self._retired = [other for other in (*self._retired, former) if other is not None and other.in_use]
            if former is not None:
                former.retire()

    def _current(self) -> OpenGeneration:
        active = self._active
        if active is None:
            raise NoGeneration("Nothing has been indexed yet.")
        return active

    def update(self, put: Iterable[DocumentVectors], delete: Sequence[DocumentPath]) -> None:
        """Apply changes to the active generation, one transaction a document.

        Raises: NoGeneration.
        """
        generation = self._current()
        self._writer.submit(self._apply, generation, tuple(put), tuple(delete)).result()

    def _apply(
        self, generation: OpenGeneration, put: Sequence[DocumentVectors], delete: Sequence[DocumentPath]
    ) -> None:
        with database.connected(generation.folder.database) as connection:
            for path in delete:
                database.delete_document(connection, path, self._now())
            for prepared in put:
                database.replace_document(connection, prepared, self._now())

    @contextmanager
    def reader(self) -> Generator[EmbeddedReader]:
        """Lease the active generation.

        Raises: NoGeneration, IndexUnusable.
        """
        with self._lock:
            generation = self._current().pin()
        with generation.lease() as reader:
            yield reader

    def needs_rebase(self) -> bool:
        """Return whether the base is missing, damaged, or too far behind the rows.

        Raises: NoGeneration, IndexUnusable.
        """
        generation = self._current()
        base_vectors = generation.manifest.base_vectors
        if not generation.base_is_sound() or base_vectors is None:
            return True
        with database.connected(generation.folder.database) as connection:
            return has_drifted(drifted_rows(connection, base_vectors), base_vectors)

    def prune(self, keep: int) -> tuple[GenerationId, ...]:
        """Remove finished generations that nobody uses and return their ids.

        One that is still read is removed when its last reader leaves.
        """
        with self._lock:
            active = self._active
            read = {other.folder.generation: other for other in self._retired}
        if active is None:
            return ()
        finished = self._finished()
        rules = active.manifest.fingerprint.redaction
        unwanted = [
            folder
            for place, folder in enumerate(finished)
            if folder != active.folder and (place >= keep or _redaction_of(folder) != rules)
        ]
        return tuple(folder.generation for folder in unwanted if self._remove(folder, read.get(folder.generation)))

    def _remove(self, folder: GenerationFolder, opened: OpenGeneration | None) -> bool:
        if opened is not None:
            return opened.remove()
        remove_files(folder)
        return True

    def close(self) -> None:
        """Finish what is being written and close the base."""
        self._writer.shutdown(wait=True)
        with self._lock:
            active, self._active = self._active, None
        if active is not None:
            active.retire()


def _redaction_of(folder: GenerationFolder) -> str | None:
    """Return the version of the rules a generation was made under; None when it does not say."""
    try:
        return read_manifest(folder.manifest).fingerprint.redaction
    except GenerationRejected:
        return None
