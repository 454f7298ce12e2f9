"""Connections of readers: kept between leases, one thread at a time, each lease one state of the rows."""

import sqlite3
from contextlib import ExitStack
from pathlib import Path

import pytest

from glyph.errors import IndexUnusable
from glyph.index.embedded.connections import MOST_IDLE, Connections
from glyph.index.embedded.database import connect, create

OPEN_FILES = Path("/proc/self/fd")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "index.sqlite"
    create(file)
    return file


def open_files(folder: Path) -> int:
    """Return how many descriptors of this process point into ``folder``."""
    links = [each.readlink() for each in list(OPEN_FILES.iterdir()) if each.is_symlink()]
    return sum(link.is_relative_to(folder) for link in links)


def test_a_connection_is_used_again_by_the_next_reader(file: Path) -> None:
    connections = Connections(file)
    with connections.reading() as first:
        pass
    with connections.reading() as second:
        assert second is first
    connections.close()


def test_two_readers_at_once_have_two_connections(file: Path) -> None:
    connections = Connections(file)
    with connections.reading() as first, connections.reading() as second:
        assert first is not second
    connections.close()


def test_a_reader_writes_nothing(file: Path) -> None:
    connections = Connections(file)
    with pytest.raises(IndexUnusable), connections.reading() as connection:
        connection.execute("DELETE FROM documents")
    connections.close()


def test_a_reader_sees_one_state_and_the_next_one_the_newest(file: Path) -> None:
    connections, writer = Connections(file), connect(file)
    with connections.reading() as reader:
        writer.execute("INSERT INTO facts VALUES ('later', 'true')")
        assert reader.execute("SELECT count(*) FROM facts WHERE name = 'later'").fetchone() == (0,)
    with connections.reading() as reader:
        assert reader.execute("SELECT count(*) FROM facts WHERE name = 'later'").fetchone() == (1,)
    writer.close()
    connections.close()


def test_a_connection_on_which_a_reader_failed_is_not_used_again(file: Path) -> None:
    connections = Connections(file)
    with pytest.raises(IndexUnusable), connections.reading() as failed:
        failed.execute("SELECT * FROM nowhere")
    with pytest.raises(sqlite3.ProgrammingError):
        failed.execute("SELECT 1")
    with connections.reading() as following:
        assert following is not failed
    connections.close()


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="reads the descriptors of this process from /proc")
def test_descriptors_do_not_grow_with_readers_and_all_are_given_back(file: Path) -> None:
    connections = Connections(file)
    after_each: list[int] = []
    for _ in range(3):
        with ExitStack() as readers:
            for _ in range(MOST_IDLE * 3):
                readers.enter_context(connections.reading())
        after_each.append(open_files(file.parent))
    assert after_each[0] == after_each[-1]
    with connections.reading():
        connections.close()
    assert open_files(file.parent) == 0
