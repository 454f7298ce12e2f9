"""Tests of refused access, also where the tests run as root: root is refused nothing."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65_534


@contextmanager
def unprivileged(folder: Path) -> Generator[None]:
    """Run the block as an ordinary user who owns ``folder``; nothing changes where that is so already."""
    if os.geteuid() != 0:
        yield
        return
    for parent in folder.parents:
        if parent.stat().st_uid == 0 and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)  # pytest's own folders are closed to others
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
