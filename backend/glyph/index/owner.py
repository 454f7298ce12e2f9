"""Ownership: exactly one process opens the index, held by a lock that dies with it.

The lock is on a file inside the folder that people may delete at any time. A lock on a deleted file keeps nobody
out, so whoever holds one looks, before each write and now and then, whether the file at the path is still its own.
"""

import fcntl
import json
import os
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from glyph.errors import IndexLost
from glyph.files import make_private_folder


class OwnerLock:
    """The lock on ``data/index/OWNER``; its content says who holds it, for people."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def try_acquire(self, now: datetime) -> bool:
        """Return whether this lock owns the index from now on."""
        if self._descriptor is not None:
            return self.holds()
        make_private_folder(self._file.parent)
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not self._is_at_path(descriptor):  # deleted in between: the next try finds the file that is there now
                os.close(descriptor)
                return False
        except BlockingIOError:
            os.close(descriptor)
            return False
        except BaseException:
            os.close(descriptor)
            raise
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps({"pid": os.getpid(), "since": now.isoformat()}).encode(), 0)
        self._descriptor = descriptor
        return True

    def holds(self) -> bool:
        """Return whether this lock owns the index: it was acquired, and its file is still the one at the path."""
        return self._descriptor is not None and self._is_at_path(self._descriptor)

    def _is_at_path(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self._file.stat())
        except OSError:
            return False

    def require(self) -> None:
        """Return when the index may be written.

        Raises: IndexLost.
        """
        if not self.holds():
            raise IndexLost("The index folder was removed while this process used it.")

    def holder(self) -> str:
        """Return who holds the lock, as far as the file says."""
        try:
            return f"process {json.loads(self._file.read_text(encoding='utf-8'))['pid']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def release(self) -> None:
        """Give the index up. Idempotent."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
