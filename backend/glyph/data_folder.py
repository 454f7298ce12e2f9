"""The data folder: made where it is missing, for this user alone, or refused with a remedy."""

import os
import stat
from pathlib import Path

from glyph.errors import SettingsError
from glyph.files import make_private_folder, require_writable
from glyph.index.embedded.layout import IndexFolder
from glyph.index.owner import OwnerLock
from glyph.settings import Settings


def data_folder(settings: Settings) -> Path:
    """Return the data folder, created for this user alone.

    Raises: SettingsError when it cannot be a private folder of ours.
    """
    return private_folder(settings.data.root.resolve())


def private_folder(folder: Path) -> Path:
    """Return a folder beneath the data root, created for this user alone and proved to be writable.

    Raises: SettingsError.
    """
    if folder.is_dir() and folder.stat().st_mode & stat.S_ISVTX:  # closing /tmp to everybody else breaks a machine
        raise SettingsError(
            f"The data folder {folder} is shared by all users.", hint="Give GLYPH_DATA__ROOT a folder of its own in it."
        )
    try:
        make_private_folder(folder)
        require_writable(folder)
    except OSError as error:
        raise SettingsError(
            f"The data folder {folder} cannot be used: {error.strerror}.",
            hint=f"Give GLYPH_DATA__ROOT a folder that user id {os.getuid()} owns and may write to.",
        ) from error
    return folder


def index_folder(settings: Settings) -> IndexFolder:
    return IndexFolder(data_folder(settings) / "index")


def owner_lock(settings: Settings) -> OwnerLock:
    """Return the lock on the index folder, not yet acquired.

    Raises: SettingsError.
    """
    folder = index_folder(settings)
    for place in (folder.root, folder.generations, folder.cache):
        private_folder(place)
    return OwnerLock(folder.owner_lock)


def state_folder(settings: Settings) -> Path:
    """Return ``data/state``, created for this user alone.

    Raises: SettingsError.
    """
    return private_folder(data_folder(settings) / "state")
