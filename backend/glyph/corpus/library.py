"""The library: the only writer of originals. A change carries the hash it was opened with."""

import codecs
import logging
import os
import stat
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from glyph.corpus.assets import Asset
from glyph.corpus.opening import OpenPlace, opened_place, read_beneath, real_parts, remove_empty_folders
from glyph.corpus.paths import assets_folder, folded
from glyph.corpus.refusals import refusal
from glyph.corpus.sources.folder import FolderSource
from glyph.corpus.taken import what_stands_at
from glyph.domain.document import ContentHash, DocumentPath, Problem, SourceDocument, hash_content
from glyph.errors import DocumentNotFound, GlyphError, PathTaken, ReadOnlyDocument, StaleDocument
from glyph.files import (
    create_file_in,
    exists_in,
    move_file,
    rename_over,
    replace_file_in,
    sweep_temporary_files,
)

logger = logging.getLogger(__name__)

BYTE_ORDER_MARK = codecs.BOM_UTF8

Keep = Callable[[SourceDocument], None]
"""Is given a document before it is replaced or goes; what it raises stops the change."""


def keep_nothing(_document: SourceDocument) -> None: ...


@dataclass(frozen=True, slots=True)
class Change:
    """A new text for a document, and the version it was made from."""

    path: DocumentPath
    text: str
    opened_hash: ContentHash


@dataclass(frozen=True, slots=True)
class Moved:
    """A document at its new path, the others that were changed with it, and those that could not be."""

    document: SourceDocument
    changed: tuple[SourceDocument, ...]
    failed: tuple[Problem, ...]


class Library:
    """Reads, writes, moves and removes the documents of an editable folder.

    One lock makes "is it still the one that was opened?" and the change one step for every face of this process.
    """

    def __init__(self, root: Path, source: FolderSource, keep: Keep = keep_nothing) -> None:
        self._root = root
        self._source = source
        self._keep = keep
        self._changing = threading.Lock()

    def read(self, path: DocumentPath) -> SourceDocument:
        """Return a document's bytes as they are now.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        return self._source.read(path)

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SourceDocument:
        """Replace a document, durably, and return what now stands on the disk.

        Line ends, byte order mark, mode and owner of the file are kept, and its former version is handed on.
        Raises: StaleDocument and leaves the file untouched when it is not the one that was opened;
        ReadOnlyDocument when the file system refuses.
        """
        with self._changing:
            return self._write(self._expected(path, opened_hash), text)

    def _expected(self, path: DocumentPath, opened_hash: ContentHash) -> SourceDocument:
        current = self.read(path)
        if current.content_hash != opened_hash:
            raise StaleDocument(f"{path} has changed since it was opened.", current_hash=current.content_hash)
        return current

    def _write(self, current: SourceDocument, text: str) -> SourceDocument:
        content = like_original(text, current.content)
        if hash_content(content) != current.content_hash:
            self._keep(current)
            self._replace(current.file.path, content)
        return self.read(current.file.path)

    def _replace(self, path: DocumentPath, content: bytes) -> None:
        try:
            with opened_place(self._root, real_parts(self._root, path)) as place:
                replace_file_in(place.folder, place.name, content, place.ownership())
        except OSError as error:
            raise refusal(self._root, path, error) from error

    def create(self, path: DocumentPath, content: bytes) -> None:
        """Put a new file there, durably, and make the folders it needs.

        Raises: PathTaken, also for a path that differs only by case or Unicode form; ReadOnlyDocument.
        """
        with self._changing:
            self.check_free(path)
            try:
                with opened_place(self._root, PurePosixPath(path).parts, create=True) as place:
                    create_file_in(place.folder, place.name, content, place.ownership_of_new())
            except FileExistsError:
                raise PathTaken(f"There is something at {path} already.") from None
            except OSError as error:
                remove_empty_folders(self._root, PurePosixPath(path).parts)
                raise refusal(self._root, path, error) from error

    def replace(self, path: DocumentPath, content: bytes, *, opened_hash: ContentHash) -> None:
        """Put other bytes in place of a file that is no document, durably; no former version is kept of it.

        Raises: StaleDocument, ReadOnlyDocument; then the file is untouched.
        """
        with self._changing:
            try:
                current = hash_content(read_beneath(self._root, real_parts(self._root, path)))
            except OSError as error:
                raise refusal(self._root, path, error) from error
            if current != opened_hash:
                raise StaleDocument(f"{path} has changed since it was opened.", current_hash=current)
            self._replace(path, content)

    def check_free(self, path: DocumentPath, *, moving: DocumentPath | None = None) -> None:
        """Raise PathTaken when something stands at a path, or a twin of it; ``moving`` may change its own case."""
        standing = what_stands_at(self._root, path)
        own_twin = moving is not None and standing == moving != path and folded(moving) == folded(path)
        if standing is None or own_twin:
            return
        if standing == path:
            raise PathTaken(f"There is something at {path} already.")
        if path.startswith(f"{standing}/"):
            hint = "Choose a folder that is one, and no link to one."
            raise PathTaken(f"{standing} is no folder.", hint=hint, standing=standing)
        raise PathTaken(
            f"{standing} differs from that path only by case or Unicode form.",
            hint=f"Use the name as it stands, {standing}, or one that differs by more.",
            standing=standing,
        )

    def move(
        self, path: DocumentPath, to: DocumentPath, *, opened_hash: ContentHash, changes: Sequence[Change] = ()
    ) -> Moved:
        """Give a document another path, its images with it, and make the changes that belong to that.

        All hashes are compared before anything is touched, and nothing is ever overwritten by the move. A change of
        the moved document names its former path. A change that the file system refuses is told, not raised:
        the document has moved by then.
        Raises: StaleDocument, PathTaken, ReadOnlyDocument; then nothing has changed.
        """
        with self._changing:
            self._expected(path, opened_hash)
            for change in changes:
                self._expected(change.path, change.opened_hash)
            self.check_free(to, moving=path)
            self._rename(path, to)
            made = [self._attempted(change, to if change.path == path else change.path) for change in changes]
            changed = tuple(one for one in made if isinstance(one, SourceDocument))
            failed = tuple(one for one in made if isinstance(one, Problem))
            return Moved(self.read(to), changed, failed)

    def finish_move(self, path: DocumentPath, to: DocumentPath, *, opened_hash: ContentHash) -> bool:
        """Complete a move that was cut short; return False when it had not begun, or something else stands there now.

        Raises: BadDocumentPath, UnreadableDocument, ReadOnlyDocument.
        """
        with self._changing:
            old, new = self._hash_or_none(path), self._hash_or_none(to)
            if new is None or (old is not None and folded(path) != folded(to) and {old, new} != {opened_hash}):
                return False
            try:
                with opened_place(self._root, PurePosixPath(to).parts) as there:
                    self._drop_former_name(path, to, there)
            except OSError as error:
                raise refusal(self._root, to, error) from error
            remove_empty_folders(self._root, PurePosixPath(path).parts)
            return True

    def _hash_or_none(self, path: DocumentPath) -> ContentHash | None:
        try:
            return self.read(path).content_hash
        except DocumentNotFound:
            return None

    def _drop_former_name(self, path: DocumentPath, to: DocumentPath, there: OpenPlace) -> None:
        """Remove the first of two names of one document, and bring its images where they belong."""
        try:
            with opened_place(self._root, PurePosixPath(path).parts) as former:
                if exists_in(former.folder, former.name) and folded(path) != folded(to):
                    os.unlink(former.name, dir_fd=former.folder)
                self._move_assets(former, there, path, to)
                os.fsync(there.folder)
                os.fsync(former.folder)
        except FileNotFoundError:  # its folder has gone already: the images went first
            return

    def _rename(self, path: DocumentPath, to: DocumentPath) -> None:
        parts, to_parts = PurePosixPath(path).parts, PurePosixPath(to).parts
        try:
            with opened_place(self._root, parts) as old:
                self._refuse_link(path, old)
                with opened_place(self._root, to_parts, create=True) as new:
                    # Where case does not tell names apart, the new name is there already: it is this file's.
                    rename = rename_over if folded(path) == folded(to) else move_file
                    rename(old.folder, old.name, new.folder, new.name)
                    self._move_assets(old, new, path, to)
                    os.fsync(new.folder)
                os.fsync(old.folder)
        except FileExistsError:
            raise PathTaken(f"There is something at {to} already.") from None
        except OSError as error:
            remove_empty_folders(self._root, to_parts)
            raise refusal(self._root, path, error) from error
        remove_empty_folders(self._root, parts)

    def _move_assets(self, old: OpenPlace, new: OpenPlace, path: DocumentPath, to: DocumentPath) -> None:
        """Take the images along, unless another folder of that name is there: then links go on leading to the old."""
        name, to_name = PurePosixPath(assets_folder(path)).name, PurePosixPath(assets_folder(to)).name
        if exists_in(old.folder, name) and not exists_in(new.folder, to_name):
            rename_over(old.folder, name, new.folder, to_name)

    def _refuse_link(self, path: DocumentPath, place: OpenPlace) -> None:
        if not stat.S_ISREG(os.stat(place.name, dir_fd=place.folder, follow_symlinks=False).st_mode):
            raise ReadOnlyDocument(f"{path} is a link.", hint="Name the document that the link leads to.")

    def _attempted(self, change: Change, path: DocumentPath) -> SourceDocument | Problem:
        try:
            return self._write(self._expected(path, change.opened_hash), change.text)
        except GlyphError as error:
            return Problem(path, f"{error.message} {error.hint}")

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash, keep: Keep) -> SourceDocument:
        """Hand a document to ``keep``, then remove it and the folders that it leaves empty; return what it was.

        Raises: StaleDocument, ReadOnlyDocument, and what ``keep`` raises; then the file is untouched.
        """
        parts = PurePosixPath(path).parts
        with self._changing:
            current = self._expected(path, opened_hash)
            try:
                with opened_place(self._root, parts) as place:
                    self._refuse_link(path, place)
                    keep(current)
                    os.unlink(place.name, dir_fd=place.folder)
                    os.fsync(place.folder)
            except OSError as error:
                raise refusal(self._root, path, error) from error
            remove_empty_folders(self._root, parts)
            return current

    def remove_images(self, images: Iterable[Asset]) -> None:
        """Remove images that were kept elsewhere, those that have changed since left out, and an empty folder.

        One that cannot be removed is logged: its document has gone by then.
        """
        with self._changing:
            for image in images:
                parts = PurePosixPath(image.path).parts
                try:
                    if read_beneath(self._root, parts) == image.content:
                        with opened_place(self._root, parts) as place:
                            os.unlink(place.name, dir_fd=place.folder)
                            os.fsync(place.folder)
                except OSError as error:
                    logger.warning("image not removed", extra={"path": image.path, "reason": error.strerror})
                remove_empty_folders(self._root, parts)

    def sweep(self) -> int:
        """Remove temporary files that killed saves left behind; return how many."""
        return sum(sweep_temporary_files(Path(folder)) for folder, _, _ in os.walk(self._root))


def like_original(text: str, original: bytes) -> bytes:
    """Return ``text`` as bytes with the byte order mark of ``original`` and the line ends that most of it has.

    Text that is the original's gives the original, whatever its line ends.
    """
    plain = text.encode("utf-8").removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n")
    if plain == original.removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n"):
        return original
    windows_ends = original.count(b"\r\n") * 2 > original.count(b"\n")
    mark = BYTE_ORDER_MARK if original.startswith(BYTE_ORDER_MARK) else b""
    return mark + (plain.replace(b"\n", b"\r\n") if windows_ends else plain)
