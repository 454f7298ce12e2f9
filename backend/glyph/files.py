"""Durable file operations: what is said to be written survives a crash.

Order of a replacement: temporary file in the same folder, write, fsync, rename, fsync of the folder.
Renaming alone leaves torn or empty files after a power cut. Functions that end in ``_in`` work inside a
folder that is already open, so that nobody can put another one in its place meanwhile.
"""

import errno
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TEMP_PREFIX = ".glyph-"
TEMP_SUFFIX = ".tmp"
FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose a file is and what others may do with it."""

    mode: int
    user_id: int
    group_id: int


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(target: Path, content: bytes, *, mode: int) -> None:
    """Put ``content`` in place of ``target`` whole, or leave ``target`` as it was."""
    descriptor = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with _temporary_in(descriptor, content, mode, None) as temporary:
            os.replace(temporary, target.name, src_dir_fd=descriptor, dst_dir_fd=descriptor)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file_in(folder: int, name: str, content: bytes, ownership: Ownership) -> None:
    """Put ``content`` in place of the file ``name`` whole, or leave it as it was.

    Raises: OSError; PermissionError, too, when the file cannot go on belonging to whom it belongs.
    """
    with _temporary_in(folder, content, ownership.mode, ownership) as temporary:
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)


def create_file_in(folder: int, name: str, content: bytes, ownership: Ownership) -> None:
    """Put a new file there whole, or nothing.

    Raises: FileExistsError when something stands there, OSError.
    """
    with _temporary_in(folder, content, ownership.mode, ownership) as temporary:
        move_file(folder, temporary, folder, name)
    os.fsync(folder)


def move_file(folder: int, name: str, to_folder: int, to_name: str) -> None:
    """Give a file another name in one of two open folders, never over another file; not yet durable.

    A second name is made before the first one goes: a crash may leave both, and never neither.
    Raises: FileExistsError, OSError.
    """
    try:
        os.link(name, to_name, src_dir_fd=folder, dst_dir_fd=to_folder, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        if exists_in(to_folder, to_name):
            raise FileExistsError(f"{to_name} exists") from None
        rename_over(folder, name, to_folder, to_name)
        return
    try:
        os.unlink(name, dir_fd=folder)
    except OSError:  # the old folder does not let it go
        os.unlink(to_name, dir_fd=to_folder)
        raise


def rename_over(folder: int, name: str, to_folder: int, to_name: str) -> None:
    """Give a file or folder another name, in place of a file that has it; not yet durable."""
    os.rename(name, to_name, src_dir_fd=folder, dst_dir_fd=to_folder)


def exists_in(folder: int, name: str) -> bool:
    """Return whether anything stands at ``name`` in an open folder; a broken link counts."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _temporary_in(folder: int, content: bytes, mode: int, ownership: Ownership | None) -> Generator[str]:
    """Yield the name of a durable temporary file that holds ``content``; it is gone when the block has ended."""
    name = f"{TEMP_PREFIX}{secrets.token_hex(8)}{TEMP_SUFFIX}"
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if ownership is not None:
                mode = _handed_over(stream.fileno(), ownership)
            os.fchmod(stream.fileno(), mode)
            os.fsync(stream.fileno())
        yield name
    finally:
        _remove_in(folder, name)


def _handed_over(descriptor: int, ownership: Ownership) -> int:
    """Give a new file to its owner and group and return its mode.

    Where they are that already, as on file systems without owners, nothing is asked. A group that this user is no
    member of can not be given: then the group that the file gets instead may do no more than everybody.
    Raises: PermissionError for another owner.
    """
    facts = os.fstat(descriptor)
    if (facts.st_uid, facts.st_gid) == (ownership.user_id, ownership.group_id):
        return ownership.mode
    try:
        os.fchown(descriptor, ownership.user_id, ownership.group_id)
    except PermissionError:
        if facts.st_uid != ownership.user_id:
            raise
        return ownership.mode & ~0o070 | (ownership.mode & 0o007) << 3
    return ownership.mode


def _remove_in(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:  # it has become the file that was meant
        return


def create_file(target: Path, content: bytes, *, mode: int) -> bool:
    """Put ``content`` where nothing stands yet, whole; return False, and change nothing, where something does."""
    temporary = target.with_name(f"{TEMP_PREFIX}{secrets.token_hex(8)}{TEMP_SUFFIX}")
    replace_file(temporary, content, mode=mode)
    try:
        os.link(temporary, target)
    except FileExistsError:
        return False
    finally:
        temporary.unlink()
    sync_folder(target.parent)
    return True


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
