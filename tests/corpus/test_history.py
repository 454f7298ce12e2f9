"""History: what a save replaced can be read again, for a while, and nobody else can read it."""

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from glyph.corpus.history import History
from glyph.corpus.kept import Bounds, beyond
from glyph.corpus.trash import Trashed, TrashId
from glyph.domain.document import CollectionName, ContentHash, DocumentFile, DocumentPath, SourceDocument, hash_content
from glyph.errors import NotKept
from tests.fakes.clock import TickingClock
from tests.unprivileged import unprivileged

PATH, OTHER = DocumentPath("vpn/a.md"), DocumentPath("b.md")
BOUNDS = Bounds(entries=3, size_bytes=1_000, days=10)
START = datetime(2026, 1, 1, tzinfo=UTC)


def document(content: bytes, path: DocumentPath = PATH) -> SourceDocument:
    file = DocumentFile(path, CollectionName("docs"), len(content), START)
    return SourceDocument(file, content, hash_content(content))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "history"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder, BOUNDS, TickingClock())


def texts(history: History, path: DocumentPath = PATH) -> list[bytes]:
    return [history.read(path, version.id)[1] for version in history.versions(path)]


def test_versions_are_listed_newest_first_with_their_facts(history: History) -> None:
    history.keep(document(b"one"))
    history.keep(document(b"three"))
    newest, oldest = history.versions(PATH)
    assert (newest.content_hash, newest.size_bytes) == (hash_content(b"three"), 5)
    assert oldest.kept_at < newest.kept_at
    assert texts(history) == [b"three", b"one"]
    assert history.versions(OTHER) == ()


def test_each_document_keeps_so_many_versions_and_the_oldest_go(history: History) -> None:
    for number in range(6):
        history.keep(document(f"version {number}".encode()))
    history.keep(document(b"of another", OTHER))
    assert texts(history) == [b"version 5", b"version 4", b"version 3"]
    assert texts(history, OTHER) == [b"of another"]


def test_all_documents_together_keep_so_many_bytes(folder: Path) -> None:
    history = History(folder, BOUNDS, TickingClock())
    history.keep(document(b"x" * 600))
    history.keep(document(b"y" * 300, OTHER))
    history.keep(document(b"z" * 300, OTHER))
    assert texts(history) == []
    assert [len(text) for text in texts(history, OTHER)] == [300, 300]
    assert len(list(folder.iterdir())) == 1


def test_what_a_former_process_kept_is_counted_too(folder: Path) -> None:
    History(folder, BOUNDS, TickingClock()).keep(document(b"x" * 900))
    later = History(folder, BOUNDS, TickingClock(START + timedelta(days=1)))
    later.keep(document(b"y" * 900, OTHER))
    assert texts(later) == []
    assert [len(text) for text in texts(later, OTHER)] == [900]


def test_what_is_too_old_goes_with_the_next_save_of_any_process(folder: Path) -> None:
    History(folder, BOUNDS, TickingClock()).keep(document(b"old"))
    later = History(folder, BOUNDS, TickingClock(START + timedelta(days=11)))
    later.keep(document(b"new", OTHER))
    assert texts(later) == []


def test_no_history_is_kept_when_none_is_wanted(folder: Path) -> None:
    history = History(folder, replace(BOUNDS, entries=0), TickingClock())
    history.keep(document(b"one"))
    assert not folder.exists()
    assert history.versions(PATH) == ()


def test_history_follows_a_document_that_moves(history: History) -> None:
    history.keep(document(b"at the new path before", OTHER))
    history.keep(document(b"moved"))
    history.follow(PATH, OTHER)
    assert texts(history) == []
    assert texts(history, OTHER) == [b"moved", b"at the new path before"]
    history.follow(PATH, OTHER)
    assert len(texts(history, OTHER)) == 2


@pytest.mark.parametrize("version", ["", "path", "../path", "20260101T000000.000000Z-" + "0" * 64, "\0"])
def test_what_is_no_version_is_not_read(history: History, version: str) -> None:
    history.keep(document(b"one"))
    with pytest.raises(NotKept):
        history.read(PATH, version)


def test_nobody_else_can_read_what_is_kept(history: History, folder: Path) -> None:
    history.keep(document(b"PrivateKey = secret"))
    for place in (folder, *folder.rglob("*")):
        assert place.stat().st_mode & 0o077 == 0, place


def test_a_version_that_cannot_be_kept_is_logged_without_its_text_and_stops_nothing(
    history: History, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"in the way")
    with caplog.at_level(logging.WARNING), unprivileged(folder.parent):
        history.keep(document(b"PrivateKey = secret"))
    assert "version not kept" in caplog.text
    assert "secret" not in caplog.text


def test_what_goes_is_the_oldest_whatever_the_order() -> None:
    entries = [
        Trashed(TrashId(str(day)), PATH, ContentHash(""), 10, START + timedelta(days=day)) for day in (3, 1, 4, 2, 0)
    ]
    now = START + timedelta(days=5)
    for bounds, gone in (
        (Bounds(2, 1_000, 30), {"0", "1", "2"}),
        (Bounds(9, 25, 30), {"0", "1", "2"}),
        (Bounds(9, 1_000, 3), {"0", "1"}),
        (Bounds(9, 1_000, 30), set[str]()),
    ):
        assert {entry.id for entry in beyond(entries, bounds, now)} == gone
