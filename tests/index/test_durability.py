"""What is acknowledged is on the disk: order of syncs and renames, modes of connections, the one thread that writes.

A kill cannot show these: it keeps the page cache. So the calls themselves are looked at.
"""

import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

from glyph.domain.document import DocumentPath
from glyph.files import replace_file
from glyph.index.embedded import database
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.journal import Journal
from tests.conftest import BuiltIndex
from tests.fakes.clock import TickingClock
from tests.fakes.documents import FINGERPRINT, make_document
from tests.fakes.observing import Step, file_steps
from tests.index.conftest import OpenStore

FULL, NORMAL = 2, 1


def replaced_durably(target: Path, steps: list[Step]) -> bool:
    """Return whether a temporary file was synced, put in place of ``target``, and its folder synced, in that order."""
    place = steps.index(("replace", str(target)))
    deed, temporary = steps[place - 1]
    is_beside = Path(temporary).parent == target.parent and temporary != str(target)
    return deed == "fsync" and is_beside and ("fsync", str(target.parent)) in steps[place + 1 :]


def test_a_file_is_replaced_by_a_synced_one_and_its_folder_is_synced(tmp_path: Path) -> None:
    with file_steps() as steps:
        replace_file(tmp_path / "file", b"new", mode=0o600)
    assert replaced_durably(tmp_path / "file", steps)
    assert len(steps) == 3


def test_the_pointer_swings_whole_and_durably(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    with file_steps() as steps:
        store.activate(built_index.second)
    assert replaced_durably(index_folder.pointer, steps)
    assert steps[-1] == ("fsync", str(index_folder.root))


def test_the_pointer_that_a_reader_has_open_is_never_written_to(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    with index_folder.pointer.open(encoding="utf-8") as stream:
        store.activate(built_index.second)
        assert stream.read() == f"{built_index.first}\n"


def test_the_manifest_is_written_durably_and_the_name_of_its_generation_with_it(open_store: OpenStore) -> None:
    staging = open_store().stage(FINGERPRINT)
    staging.put([make_document("a.md", "text")])
    with file_steps() as steps:
        staging.finish()
    assert replaced_durably(staging.folder.manifest, steps)
    assert steps[-1] == ("fsync", str(staging.folder.root.parent))


def test_an_update_is_noted_durably_before_it_starts(tmp_path: Path) -> None:
    with file_steps() as steps:
        Journal(tmp_path / "journal").note([DocumentPath("a.md")])
    assert steps == [("fsync", str(tmp_path / "journal")), ("fsync", str(tmp_path))]


def test_connections_sync_at_every_commit_and_write_ahead(index_folder: IndexFolder, built_index: BuiltIndex) -> None:
    with database.connected(index_folder.generation(built_index.first).database) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (FULL,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


class WatchingClock(TickingClock):
    """A clock that the store asks in the middle of a change; it notes the thread, and how its connection syncs."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[int] = []
        self.syncing: list[int] = []

    def __call__(self) -> datetime:
        asking = inspect.currentframe()
        assert asking is not None
        assert asking.f_back is not None
        connection = asking.f_back.f_locals.get("connection")
        if connection is not None:
            self.threads.append(threading.get_ident())
            self.syncing.append(connection.execute("PRAGMA synchronous").fetchone()[0])
        return super().__call__()


@pytest.fixture
def clock() -> WatchingClock:
    return WatchingClock()


def test_one_thread_writes_whoever_asks_for_it_and_every_commit_is_synced(
    index_folder: IndexFolder, clock: WatchingClock
) -> None:
    store = EmbeddedStore(index_folder, clock)
    together = threading.Barrier(4)

    def update(number: int) -> int:
        together.wait(30)
        for version in range(5):
            store.update([make_document(f"new{number}.md", f"version {version}")], [DocumentPath("absent.md")])
        return threading.get_ident()

    with ThreadPoolExecutor(4) as askers:
        asking = set(askers.map(update, range(4)))
    store.close()
    assert len(asking) == 4
    assert len(clock.threads) == 4 * 5 * 2
    assert len(set(clock.threads)) == 1
    assert set(clock.threads).isdisjoint({*asking, threading.get_ident()})
    assert set(clock.syncing) == {FULL}


def test_a_staging_is_synced_at_every_commit_from_its_finish_on(
    index_folder: IndexFolder, clock: WatchingClock
) -> None:
    store = EmbeddedStore(index_folder, clock)
    staging = store.stage(FINGERPRINT)
    staging.put([make_document("a.md", "text")])
    staging.finish()
    staging.put([make_document("b.md", "text")])
    staging.delete([DocumentPath("a.md")])
    store.close()
    assert clock.syncing == [NORMAL, FULL, FULL]
