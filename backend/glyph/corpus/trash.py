"""Trash: deleted documents, kept for a while beside the corpus.

``data/state/trash/<time of deletion>-<random>/`` holds ``document``, the bytes, ``images/`` where images went with it,
and ``entry.json``, which is written last: without it nothing was deleted yet. It is the raw text: folders are
0700 and files 0600.
"""

import re
import secrets
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import NewType

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from glyph.corpus.assets import Asset, KeptImage
from glyph.corpus.kept import STAMP, Bounds, beyond
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument
from glyph.errors import NotKept, StateUnwritable
from glyph.files import make_private_folder, replace_file, sync_folder

TrashId = NewType("TrashId", str)
TRASH_ID = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[0-9a-f]{8}")
ENTRY_FILE, DOCUMENT_FILE, IMAGES_FOLDER = "entry.json", "document", "images"


@dataclass(frozen=True, slots=True)
class Trashed:
    """A deleted document as the trash lists it, with the number of images that went with it and the size of all."""

    id: TrashId
    path: DocumentPath
    content_hash: ContentHash
    size_bytes: int
    kept_at: datetime
    images: int = 0


class _Record(BaseModel):
    """What entry.json says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    content_hash: str
    size_bytes: int
    deleted_at: AwareDatetime
    images: int = 0


class Trash:
    """Keeps deleted documents within bounds. Any thread may call."""

    def __init__(self, folder: Path, bounds: Bounds, now: Callable[[], datetime]) -> None:
        self._folder = folder
        self._bounds = bounds
        self._now = now
        self._lock = threading.Lock()

    @property
    def size_bytes(self) -> int:
        """Return how much the trash may hold."""
        return self._bounds.size_bytes

    def put(self, document: SourceDocument, images: Sequence[Asset] = ()) -> TrashId:
        """Keep a document that is about to be deleted, with its images, durably, and drop what is beyond the bounds.

        Raises: StateUnwritable when it cannot be kept; then it must not be deleted.
        """
        size_bytes = len(document.content) + sum(len(image.content) for image in images)
        if not self._bounds.entries or size_bytes > self._bounds.size_bytes:
            raise StateUnwritable(
                "The trash has no room for this document.",
                hint="Raise GLYPH_TRASH__SIZE_BYTES or GLYPH_TRASH__ENTRIES.",
            )
        deleted_at = self._now().astimezone(UTC)
        trash_id = TrashId(f"{deleted_at.strftime(STAMP)}-{secrets.token_hex(4)}")
        record = _Record(
            path=document.file.path,
            content_hash=document.content_hash,
            size_bytes=size_bytes,
            deleted_at=deleted_at,
            images=len(images),
        )
        with self._lock:
            try:
                self._write(self._folder / trash_id, document.content, images, record)
            except OSError as error:
                raise StateUnwritable(f"The trash cannot be written: {error.strerror}.") from error
            self._drop_beyond()
        return trash_id

    def _write(self, folder: Path, content: bytes, images: Sequence[Asset], record: _Record) -> None:
        make_private_folder(self._folder)
        make_private_folder(folder)
        if images:
            make_private_folder(folder / IMAGES_FOLDER)
        for image in images:
            replace_file(folder / IMAGES_FOLDER / PurePosixPath(image.path).name, image.content, mode=0o600)
        replace_file(folder / DOCUMENT_FILE, content, mode=0o600)
        replace_file(folder / ENTRY_FILE, record.model_dump_json().encode("utf-8"), mode=0o600)
        sync_folder(self._folder)

    def _drop_beyond(self) -> None:
        for entry in beyond(self._entries(), self._bounds, self._now()):
            self._remove(entry.id)

    def entries(self) -> tuple[Trashed, ...]:
        """Return what was deleted, newest first."""
        with self._lock:
            self._drop_beyond()
            return self._entries()

    def _entries(self) -> tuple[Trashed, ...]:
        if not self._folder.is_dir():
            return ()
        names = sorted((entry.name for entry in self._folder.iterdir()), reverse=True)
        return tuple(entry for name in names if (entry := self._entry(name)) is not None)

    def _entry(self, name: str) -> Trashed | None:
        """Return an entry; None for what is none, or was cut short before its document was deleted."""
        if not TRASH_ID.fullmatch(name):
            return None
        try:
            record = _Record.model_validate_json((self._folder / name / ENTRY_FILE).read_bytes())
        except (OSError, ValidationError):
            return None
        path, content_hash = DocumentPath(record.path), ContentHash(record.content_hash)
        return Trashed(TrashId(name), path, content_hash, record.size_bytes, record.deleted_at, record.images)

    def read(self, trash_id: str) -> tuple[Trashed, bytes]:
        """Return an entry with the document's bytes.

        Raises: NotKept.
        """
        with self._lock:
            entry = self._entry(trash_id)
            if entry is None:
                raise NotKept("There is no such document in the trash.")
            return entry, (self._folder / entry.id / DOCUMENT_FILE).read_bytes()

    def images(self, trash_id: str) -> tuple[KeptImage, ...]:
        """Return the images that went with a document.

        Raises: NotKept.
        """
        with self._lock:
            entry = self._entry(trash_id)
            if entry is None:
                raise NotKept("There is no such document in the trash.")
            folder = self._folder / entry.id / IMAGES_FOLDER
            files = sorted(folder.iterdir()) if entry.images else []
            return tuple(KeptImage(file.name, file.read_bytes()) for file in files)

    def remove(self, trash_id: str) -> None:
        """Remove an entry for good: it was restored, or is to be forgotten.

        Raises: NotKept.
        """
        with self._lock:
            entry = self._entry(trash_id)
            if entry is None:
                raise NotKept("There is no such document in the trash.")
            self._remove(entry.id)

    def empty(self) -> int:
        """Remove everything for good; return how many documents that were."""
        with self._lock:
            entries = self._entries()
            for entry in entries:
                self._remove(entry.id)
            return len(entries)

    def _remove(self, trash_id: TrashId) -> None:
        folder = self._folder / trash_id
        (folder / ENTRY_FILE).unlink(missing_ok=True)  # first: what is left then is no entry
        shutil.rmtree(folder, ignore_errors=True)

    def sweep(self) -> None:
        """Remove what killed deletions left behind: folders without an entry."""
        with self._lock:
            for name in [entry.name for entry in self._folder.iterdir()] if self._folder.is_dir() else []:
                if TRASH_ID.fullmatch(name) and self._entry(name) is None:
                    shutil.rmtree(self._folder / name, ignore_errors=True)
