"""Refusals: what the file system says when it does not let a document be written, and what mends that."""

import errno
import os
from pathlib import Path

from glyph.domain.document import DocumentPath
from glyph.errors import ReadOnlyDocument

NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM})
LINK_ON_THE_WAY = frozenset({errno.ELOOP, errno.ENOTDIR})


def refusal(root: Path, path: DocumentPath, error: OSError) -> ReadOnlyDocument:
    """Return the refusal of a write, with the fix for the cause that is found."""
    if error.errno in NOT_ALLOWED:
        return _not_allowed(root, path)
    reason, hint = _explained(error)
    return ReadOnlyDocument(f"{path} cannot be written: {reason}.", hint=hint)


def _explained(error: OSError) -> tuple[str, str]:
    if error.errno == errno.EROFS:
        return (
            "the documents are mounted read-only",
            "Mount them read-write: in docker-compose.yml the volume of the documents must not end in `:ro`.",
        )
    if error.errno == errno.EBUSY:
        return "it is mounted as a single file", "Mount the folder it lies in: a single mounted file is never replaced."
    if error.errno in NO_SPACE:
        return "there is no space left", "Make room where the documents lie, then try again."
    if error.errno in LINK_ON_THE_WAY:
        return "it is a link, or reached by one", "Change the document that the link leads to, by that one's own path."
    return (
        error.strerror or type(error).__name__,
        f"The folder it lies in must be writable for user id {os.geteuid()}.",
    )


def _not_allowed(root: Path, path: DocumentPath) -> ReadOnlyDocument:
    """Return the refusal that names who may write there: usually a bind mount that belongs to somebody else."""
    folder = _nearest_folder(root, path)
    place = "the documents' root" if folder == root else f"the folder {folder.relative_to(root).as_posix()}"
    own = os.geteuid()
    owner = _owner_of(root / path, folder)
    if owner == own:
        return ReadOnlyDocument(
            f"{path} cannot be written: {place} does not allow it.",
            hint=f"Run `chmod -R u+rwX` on {place}; user id {own} owns it and may not write there.",
        )
    return ReadOnlyDocument(
        f"{path} cannot be written: it or {place} belongs to user id {owner}, and Glyph runs as user id {own}.",
        hint=f"Run `chown -R {own}` on {place} where it comes from, or run Glyph as user id {owner} "
        "(containers: GLYPH_UID and GLYPH_GID in .env, then build again).",
    )


def _nearest_folder(root: Path, path: DocumentPath) -> Path:
    folder = (root / path).parent
    while folder != root and not folder.is_dir():
        folder = folder.parent
    return folder


def _owner_of(place: Path, folder: Path) -> int:
    """Return who owns what is in the way: the folder when it cannot be written, else the file."""
    try:
        return folder.stat().st_uid if not os.access(folder, os.W_OK | os.X_OK) else place.stat().st_uid
    except OSError:
        return folder.stat().st_uid
