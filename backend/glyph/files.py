"""Durable file operations: what is said to be written survives a crash.

Order of a replacement: temporary file in the same folder, write, fsync, rename, fsync of the folder.
Renaming alone leaves torn or empty files after a power cut.
"""

import errno
import os
import secrets
from pathlib import Path

TEMP_PREFIX = ".glyph-"
TEMP_SUFFIX = ".tmp"


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(target: Path, content: bytes, *, mode: int) -> None:
    """Put ``content`` in place of ``target`` whole, or leave ``target`` as it was."""
    temporary = target.with_name(f"{TEMP_PREFIX}{secrets.token_hex(8)}{TEMP_SUFFIX}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fchmod(stream.fileno(), mode)
            os.fsync(stream.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def append_durably(target: Path, content: bytes) -> None:
    """Append to a private file and return when the bytes are on the disk."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "ab") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    sync_folder(target.parent)


def make_private_folder(folder: Path) -> None:
    """Create ``folder`` for this user alone; what exists keeps its content and loses foreign access."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def require_writable(folder: Path) -> None:
    """Return when this process may create files in ``folder``, as far as the system says.

    Raises: OSError: a mode that forbids it, or a file system that is mounted read-only.
    """
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        is_read_only = os.statvfs(folder).f_flag & os.ST_RDONLY
        number = errno.EROFS if is_read_only else errno.EACCES
        raise OSError(number, os.strerror(number), str(folder))


def sweep_temporary_files(folder: Path) -> int:
    """Remove the temporary files that killed writes left directly in ``folder``; return how many."""
    leftovers = [entry for entry in folder.glob(f"{TEMP_PREFIX}*{TEMP_SUFFIX}") if entry.is_file()]
    for leftover in leftovers:
        leftover.unlink(missing_ok=True)
    return len(leftovers)
