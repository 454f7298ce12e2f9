"""Trash: a deleted document is kept whole before it goes, within bounds, and for its owner alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from glyph.corpus.kept import Bounds
from glyph.corpus.trash import Trash
from glyph.domain.document import CollectionName, DocumentFile, DocumentPath, SourceDocument, hash_content
from glyph.errors import NotKept, StateUnwritable
from tests.fakes.clock import TickingClock
from tests.unprivileged import unprivileged

BOUNDS = Bounds(entries=3, size_bytes=1_000, days=10)
START = datetime(2026, 1, 1, tzinfo=UTC)


def document(content: bytes, path: str = "vpn/a.md") -> SourceDocument:
    file = DocumentFile(DocumentPath(path), CollectionName("docs"), len(content), START)
    return SourceDocument(file, content, hash_content(content))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "trash"


@pytest.fixture
def trash(folder: Path) -> Trash:
    return Trash(folder, BOUNDS, TickingClock())


def contents(trash: Trash) -> list[bytes]:
    return [trash.read(entry.id)[1] for entry in trash.entries()]


def test_what_is_deleted_can_be_read_again_with_its_facts(trash: Trash) -> None:
    assert trash.entries() == ()
    trash_id = trash.put(document(b"\xff bytes\r\n"))
    (entry,) = trash.entries()
    assert (entry.id, entry.path, entry.size_bytes) == (trash_id, "vpn/a.md", 9)
    assert trash.read(trash_id) == (entry, b"\xff bytes\r\n")


def test_two_documents_of_one_path_are_two_entries_newest_first(trash: Trash) -> None:
    trash.put(document(b"one"))
    trash.put(document(b"two"))
    assert contents(trash) == [b"two", b"one"]


def test_the_oldest_go_when_there_are_too_many_or_too_much(trash: Trash) -> None:
    for number in range(5):
        trash.put(document(f"{number}".encode()))
    assert contents(trash) == [b"4", b"3", b"2"]
    trash.put(document(b"x" * 999))
    assert [len(content) for content in contents(trash)] == [999, 1]


def test_what_is_too_old_is_gone_when_the_trash_is_looked_at(trash: Trash, folder: Path) -> None:
    trash.put(document(b"old"))
    assert Trash(folder, BOUNDS, TickingClock(START + timedelta(days=11))).entries() == ()
    assert list(folder.iterdir()) == []


def test_what_is_too_large_to_be_kept_is_refused(trash: Trash) -> None:
    with pytest.raises(StateUnwritable) as refused:
        trash.put(document(b"x" * 1_001))
    assert "GLYPH_TRASH__SIZE_BYTES" in refused.value.hint


def test_a_trash_that_cannot_be_written_refuses(trash: Trash, folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    with unprivileged(folder), pytest.raises(StateUnwritable):
        trash.put(document(b"x"))
    folder.chmod(0o700)


def test_an_entry_is_removed_for_good_and_so_are_all(trash: Trash, folder: Path) -> None:
    first = trash.put(document(b"one"))
    trash.put(document(b"two"))
    trash.remove(first)
    assert contents(trash) == [b"two"]
    assert trash.empty() == 1
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("trash_id", ["", ".", "..", "../trash", "20260101T000000.000000Z-00000000", "\0", "x" * 5_000])
def test_what_is_no_entry_is_neither_read_nor_removed(trash: Trash, trash_id: str) -> None:
    trash.put(document(b"one"))
    with pytest.raises(NotKept):
        trash.read(trash_id)
    with pytest.raises(NotKept):
        trash.remove(trash_id)
    assert contents(trash) == [b"one"]


def test_what_a_killed_deletion_left_is_no_entry_and_is_swept(trash: Trash, folder: Path) -> None:
    kept, cut_short = trash.put(document(b"one")), trash.put(document(b"two"))
    (folder / cut_short / "entry.json").unlink()
    (folder / "notes").mkdir()
    assert [entry.id for entry in trash.entries()] == [kept]
    trash.sweep()
    assert sorted(place.name for place in folder.iterdir()) == sorted([kept, "notes"])


def test_nobody_else_can_read_what_is_deleted(trash: Trash, folder: Path) -> None:
    trash.put(document(b"PrivateKey = secret"))
    for place in (folder, *folder.rglob("*")):
        assert place.stat().st_mode & 0o077 == 0, place
