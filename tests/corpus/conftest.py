"""A way to see whether a piece of code touches the disk."""

import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

TOUCHING = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove", "os.symlink")


class DiskWatch:
    """An audit hook cannot be removed again, so one stays and is told when to listen."""

    def __init__(self) -> None:
        self.listening = False
        self.events: list[str] = []

    def hook(self, event: str, _: tuple[object, ...]) -> None:
        if self.listening and event in TOUCHING:
            self.events.append(event)


@pytest.fixture(scope="session")
def disk_watch() -> DiskWatch:
    watch = DiskWatch()
    with suppress(RuntimeError):
        sys.addaudithook(watch.hook)
    return watch


@pytest.fixture
def audited(disk_watch: DiskWatch) -> Iterator[list[str]]:
    """Return a list to which every disk event of the test is added."""
    disk_watch.events.clear()
    disk_watch.listening = True
    yield disk_watch.events
    disk_watch.listening = False
