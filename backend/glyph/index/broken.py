"""What could not be indexed and why, kept beside the generations: the next process has to know it too.

It is a record for people and spares documents that are still as they failed; losing it costs another attempt.
"""

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.files import replace_file

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokenDocument:
    """A document, why it was not indexed, and what stood in it then: None when it could not be read."""

    path: DocumentPath
    reason: str
    content_hash: ContentHash | None


_ENTRIES = TypeAdapter(tuple[BrokenDocument, ...])


class BrokenDocuments:
    """The documents that could not be indexed as they stand. Any thread may call. Without a file it forgets them."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._entries: Mapping[DocumentPath, BrokenDocument] = {entry.path: entry for entry in _read(file)}

    @property
    def problems(self) -> Mapping[DocumentPath, Problem]:
        return {path: Problem(path, entry.reason) for path, entry in self._entries.items()}

    @property
    def failed_at(self) -> Mapping[DocumentPath, ContentHash | None]:
        return {path: entry.content_hash for path, entry in self._entries.items()}

    def replace(
        self, problems: Mapping[DocumentPath, Problem], failed_at: Mapping[DocumentPath, ContentHash | None]
    ) -> None:
        """Keep what a pass over the whole corpus found, and nothing else."""
        found = {path: BrokenDocument(path, one.reason, failed_at.get(path)) for path, one in problems.items()}
        with self._lock:
            self._keep(found)

    def note(self, problem: Problem, content_hash: ContentHash | None) -> None:
        with self._lock:
            entry = BrokenDocument(problem.path, problem.reason, content_hash)
            self._keep({**self._entries, problem.path: entry})

    def forgive(self, path: DocumentPath) -> None:
        """Forget a document that was indexed, or is gone."""
        with self._lock:
            self._keep({other: entry for other, entry in self._entries.items() if other != path})

    def _keep(self, entries: Mapping[DocumentPath, BrokenDocument]) -> None:
        if entries == self._entries:
            return
        self._entries = entries
        if self._file is None:
            return
        try:
            replace_file(self._file, _ENTRIES.dump_json(tuple(entries.values())), mode=0o600)
        except OSError as error:  # a full disk: this process knows them, the next one tries again
            logger.warning("problems not kept", extra={"reason": error.strerror})


def _read(file: Path | None) -> tuple[BrokenDocument, ...]:
    """Return what a file holds; one that is missing or cannot be read says nothing."""
    try:
        return _ENTRIES.validate_json(file.read_bytes()) if file is not None else ()
    except (OSError, ValidationError):
        return ()
