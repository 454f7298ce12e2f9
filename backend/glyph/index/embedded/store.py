"""The embedded store: generations in folders, one writing thread, a pointer that swings."""

import shutil
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime

from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId, GenerationSummary
from glyph.errors import NoGeneration
from glyph.index.embedded import database
from glyph.index.embedded.generation import EmbeddedReader, OpenGeneration
from glyph.index.embedded.layout import GenerationFolder, IndexFolder, new_generation_id
from glyph.index.embedded.pointer import read_pointer, swing_pointer
from glyph.index.embedded.staging import EmbeddedStaging, require_finished
from glyph.index.store import DocumentVectors


class EmbeddedStore:
    """Keeps generations under ``data/index``. The process must own the folder."""

    def __init__(self, folder: IndexFolder, now: Callable[[], datetime]) -> None:
        folder.prepare()
        self._folder = folder
        self._now = now
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="glyph-writer")
        self._active: OpenGeneration | None = None
        current = read_pointer(folder)
        if current is not None:
            self._active = OpenGeneration(folder.generation(current))
        self._sweep_unfinished()

    def _sweep_unfinished(self) -> None:
        for folder in self._folders():
            if not folder.manifest.exists():
                shutil.rmtree(folder.root, ignore_errors=True)

    def _folders(self) -> tuple[GenerationFolder, ...]:
        """Return all generation folders, newest first."""
        names = sorted((entry.name for entry in self._folder.generations.iterdir() if entry.is_dir()), reverse=True)
        return tuple(self._folder.generation(GenerationId(name)) for name in names)

    def generations(self) -> tuple[GenerationSummary, ...]:
        """Return the complete generations, newest first."""
        summaries: list[GenerationSummary] = []
        for folder in self._folders():
            if folder.manifest.exists():
                with OpenGeneration(folder).lease() as reader:
                    summaries.append(reader.summary)
        return tuple(summaries)

    def stage(self, fingerprint: Fingerprint) -> EmbeddedStaging:
        """Return a new generation that nobody can see yet."""
        folder = self._folder.generation(new_generation_id(self._now()))
        return EmbeddedStaging(folder, fingerprint, self._now)

    def activate(self, generation: GenerationId) -> None:
        """Swing the pointer to a finished generation.

        Raises: GenerationRejected, and then nothing has changed for readers.
        """
        folder = self._folder.generation(generation)
        require_finished(folder)
        opened = OpenGeneration(folder)
        opened.base()  # warm: the first query after the swing must not pay for opening it
        with self._lock:
            swing_pointer(self._folder, generation)
            former, self._active = self._active, opened
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
        connection = database.connect(generation.folder.database)
        try:
            for path in delete:
                database.delete_document(connection, path, self._now())
            for prepared in put:
                database.replace_document(connection, prepared, self._now())
        finally:
            connection.close()

    @contextmanager
    def reader(self) -> Generator[EmbeddedReader]:
        """Lease the active generation.

        Raises: NoGeneration.
        """
        with self._lock:
            lease = self._current().lease()
            reader = lease.__enter__()
        try:
            yield reader
        finally:
            lease.__exit__(None, None, None)

    def prune(self, keep: int) -> tuple[GenerationId, ...]:
        """Remove generations beyond the newest ``keep`` that are not active; return their ids."""
        with self._lock:
            active = self._active.folder.generation if self._active else None
        beyond = [folder for folder in self._folders()[keep:] if folder.generation != active]
        for folder in beyond:
            shutil.rmtree(folder.root, ignore_errors=True)
        return tuple(folder.generation for folder in beyond)

    def close(self) -> None:
        """Finish what is being written and close the base."""
        self._writer.shutdown(wait=True)
        with self._lock:
            active, self._active = self._active, None
        if active is not None:
            active.retire()
