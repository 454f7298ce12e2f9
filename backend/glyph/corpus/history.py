"""History: the version of a document that a save replaced, kept for a while beside the corpus.

``data/state/history/<hash of the path>/`` holds ``path``, which names the document, and one file a version,
``<time it was replaced>-<content hash>``. It is the raw text: folders are 0700 and files 0600.
"""

import hashlib
import logging
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NewType

from glyph.corpus.kept import STAMP, Bounds, beyond
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument
from glyph.errors import NotKept, StateUnwritable
from glyph.files import make_private_folder, replace_file

logger = logging.getLogger(__name__)

VersionId = NewType("VersionId", str)
VERSION_ID = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-([0-9a-f]{64})")
NAME_FILE = "path"


@dataclass(frozen=True, slots=True)
class Version:
    """A former version of a document; ``kept_at`` is when a save replaced it."""

    id: VersionId
    content_hash: ContentHash
    size_bytes: int
    kept_at: datetime


class History:
    """Keeps former versions within bounds: ``entries`` for each document, bytes and days over all. Any thread."""

    def __init__(self, folder: Path, bounds: Bounds, now: Callable[[], datetime]) -> None:
        self._folder = folder
        self._bounds = bounds
        self._now = now
        self._lock = threading.Lock()
        self._size_bytes: int | None = None

    def keep(self, document: SourceDocument) -> None:
        """Keep a version that is about to be replaced, durably, and drop what is beyond the bounds.

        A version that cannot be kept is logged: history must not stand in the way of a save.
        """
        if not self._bounds.entries:
            return
        with self._lock:
            try:
                self._write(document)
                self._drop_beyond(document.file.path)
            except OSError as error:
                logger.warning("version not kept", extra={"path": document.file.path, "reason": error.strerror})

    def _write(self, document: SourceDocument) -> None:
        folder = self._of(document.file.path)
        if not folder.exists():
            make_private_folder(self._folder)
            make_private_folder(folder)
            replace_file(folder / NAME_FILE, f"{document.file.path}\n".encode(), mode=0o600)
        name = f"{self._now().astimezone(UTC).strftime(STAMP)}-{document.content_hash}"
        replace_file(folder / name, document.content, mode=0o600)
        if self._size_bytes is not None:
            self._size_bytes += len(document.content)

    def _of(self, path: DocumentPath) -> Path:
        return self._folder / hashlib.sha256(path.encode("utf-8")).hexdigest()[:32]

    def versions(self, path: DocumentPath) -> tuple[Version, ...]:
        """Return the former versions of a document, newest first; none when nothing is kept."""
        with self._lock:
            return tuple(reversed(_versions_in(self._of(path))))

    def read(self, path: DocumentPath, version: str) -> tuple[Version, bytes]:
        """Return a former version with its bytes.

        Raises: NotKept.
        """
        with self._lock:
            found = next((one for one in _versions_in(self._of(path)) if one.id == version), None)
            if found is None:
                raise NotKept(f"There is no such version of {path}.")
            return found, (self._of(path) / found.id).read_bytes()

    def forget(self, path: DocumentPath) -> int:
        """Remove every former version of a document for good; return how many there were.

        Raises: StateUnwritable.
        """
        with self._lock:
            folder = self._of(path)
            versions = _versions_in(folder)
            try:
                for version in versions:
                    self._drop(folder / version.id, version.size_bytes)
                if folder.is_dir():
                    _remove(folder)
            except OSError as error:
                raise StateUnwritable(f"The history cannot be removed: {error.strerror}.") from error
            return len(versions)

    def follow(self, path: DocumentPath, to: DocumentPath) -> None:
        """Let a document that has moved keep its history; what another document had there stays with it."""
        with self._lock:
            try:
                self._move(self._of(path), self._of(to), to)
            except OSError as error:
                logger.warning("history not moved", extra={"path": to, "reason": error.strerror})

    def _move(self, folder: Path, to_folder: Path, to: DocumentPath) -> None:
        if not folder.is_dir():
            return
        make_private_folder(to_folder)
        for version in _versions_in(folder):
            (folder / version.id).replace(to_folder / version.id)
        replace_file(to_folder / NAME_FILE, f"{to}\n".encode(), mode=0o600)
        _remove(folder)

    def _drop_beyond(self, path: DocumentPath) -> None:
        """Drop what is beyond the bounds: of this document at every save, of all when there is too much or at start."""
        own = self._of(path)
        for version in beyond(_versions_in(own), self._bounds, self._now()):
            self._drop(own / version.id, version.size_bytes)
        if self._size_bytes is None or self._size_bytes > self._bounds.size_bytes:
            self._drop_beyond_all()

    def _drop_beyond_all(self) -> None:
        everything = list(self._everything())
        self._size_bytes = sum(one.size_bytes for one in everything)
        over_all = Bounds(len(everything), self._bounds.size_bytes, self._bounds.days)
        for one in beyond(everything, over_all, self._now()):
            self._drop(one.file, one.size_bytes)
            if not _versions_in(one.file.parent):
                _remove(one.file.parent)

    def _everything(self) -> Iterator["_KeptFile"]:
        for folder in self._folder.iterdir():
            yield from (_KeptFile(folder / one.id, one.size_bytes, one.kept_at) for one in _versions_in(folder))

    def _drop(self, file: Path, size_bytes: int) -> None:
        file.unlink(missing_ok=True)
        if self._size_bytes is not None:
            self._size_bytes -= size_bytes


@dataclass(frozen=True, slots=True)
class _KeptFile:
    file: Path
    size_bytes: int
    kept_at: datetime


def _versions_in(folder: Path) -> tuple[Version, ...]:
    """Return the versions in a document's folder, oldest first; what has another name is none."""
    if not folder.is_dir():
        return ()
    names = sorted(entry.name for entry in folder.iterdir())
    found = [(name, match) for name in names if (match := VERSION_ID.fullmatch(name))]
    return tuple(
        Version(
            VersionId(name),
            ContentHash(match[2]),
            (folder / name).stat().st_size,
            datetime.strptime(match[1], STAMP).replace(tzinfo=UTC),
        )
        for name, match in found
    )


def _remove(folder: Path) -> None:
    (folder / NAME_FILE).unlink(missing_ok=True)
    folder.rmdir()
