"""Opening: files beneath a root are reached folder by folder, and no link is followed on the way.

A path that was checked may be another one when it is opened. So the way is opened component by
component from the root, each relative to the one before: whoever swaps a folder for a link is refused.
"""

import os
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from glyph.domain.document import DocumentPath
from glyph.errors import BadDocumentPath
from glyph.files import FOLDER_FLAGS, Ownership

FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """A name in an open folder; ``folder`` is a descriptor that its opener closes."""

    folder: int
    name: str

    def ownership(self) -> Ownership:
        """Return whose the file is.

        Raises: OSError.
        """
        return _ownership(os.stat(self.name, dir_fd=self.folder, follow_symlinks=False))

    def ownership_of_new(self) -> Ownership:
        """Return whose a new file here is to be: the folder's owner's, where this process may decide that."""
        return _inherited(self.folder, 0o666)


@contextmanager
def opened_place(root: Path, parts: Sequence[str], *, create: bool = False) -> Generator[OpenPlace]:
    """Yield the open folder of a file and the file's name; with ``create`` missing folders are made.

    Raises: OSError; ELOOP or ENOTDIR when a link is on the way.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            inner = _made(folder, part) if create else os.open(part, FOLDER_FLAGS, dir_fd=folder)
            os.close(folder)
            folder = inner
        yield OpenPlace(folder, parts[-1])
    finally:
        os.close(folder)


def _made(folder: int, part: str) -> int:
    """Return a folder, open, and make it first where it is missing."""
    try:
        return os.open(part, FOLDER_FLAGS, dir_fd=folder)
    except FileNotFoundError:
        ownership = _inherited(folder, 0o777)
        os.mkdir(part, 0o700, dir_fd=folder)
        os.fsync(folder)
        inner = os.open(part, FOLDER_FLAGS, dir_fd=folder)
        _settle(inner, ownership)
        return inner


def _settle(folder: int, ownership: Ownership) -> None:
    if os.geteuid() == 0:
        os.fchown(folder, ownership.user_id, ownership.group_id)
    os.fchmod(folder, ownership.mode | stat.S_IMODE(os.fstat(folder).st_mode) & stat.S_ISGID)


def _ownership(facts: os.stat_result) -> Ownership:
    return Ownership(stat.S_IMODE(facts.st_mode), facts.st_uid, facts.st_gid)


def _inherited(folder: int, bits: int) -> Ownership:
    """Return what new things in a folder are to be. Only root can give to others; for anybody else it is himself."""
    parent = _ownership(os.fstat(folder))
    if os.geteuid() == 0:
        return Ownership(parent.mode & bits | 0o600, parent.user_id, parent.group_id)
    group_id = parent.group_id if parent.mode & stat.S_ISGID else os.getegid()
    return Ownership(parent.mode & bits | 0o600, os.geteuid(), group_id)


def real_parts(root: Path, path: DocumentPath) -> tuple[str, ...]:
    """Return the way to a document with the links on it resolved.

    Raises: BadDocumentPath when it leads outside the root.
    """
    real, real_root = Path(os.path.realpath(root / path)), os.path.realpath(root)
    if not real.is_relative_to(real_root):
        raise BadDocumentPath("The path leads outside the documents' root.")
    return real.relative_to(real_root).parts


def read_beneath(root: Path, parts: Sequence[str], *, limit_bytes: int = -1) -> bytes:
    """Return the bytes of a regular file, or the first ``limit_bytes`` of them.

    Raises: OSError.
    """
    with opened_place(root, parts) as place:
        descriptor = os.open(place.name, FILE_FLAGS, dir_fd=place.folder)
        with os.fdopen(descriptor, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise FileNotFoundError(f"{place.name} is no regular file")
            return stream.read(limit_bytes)


def remove_empty_folders(root: Path, parts: Sequence[str]) -> None:
    """Remove the folders above a file that is gone, from the innermost on, as far as nothing else is in them."""
    for depth in range(len(parts) - 1, 0, -1):
        try:
            with opened_place(root, parts[:depth]) as place:
                os.rmdir(place.name, dir_fd=place.folder)
        except OSError:  # something else is in it, or came meanwhile
            return
