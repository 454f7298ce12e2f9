"""Ownership: exactly one process opens the index, held by a lock that dies with it."""

import fcntl
import json
import os
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self


class OwnerLock:
    """The lock on ``data/index/OWNER``; its content says who holds it, for people."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def try_acquire(self, now: datetime) -> bool:
        """Return whether this lock owns the index from now on."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
