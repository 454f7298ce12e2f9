"""The journal: what was begun is known after a crash, and what is torn in it says nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.document import DocumentPath
from glyph.errors import IndexUnusable
from glyph.index.journal import Journal

A, B = DocumentPath("a.md"), DocumentPath("b/ü.md")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def test_what_was_begun_and_not_ended_is_pending_for_the_next_process(file: Path) -> None:
    journal = Journal(file)
    journal.note([B, A])
    journal.settle([A])
    assert journal.pending() == (B,)
    assert Journal(file).pending() == (B,)


def test_a_journal_with_nothing_pending_is_no_file(file: Path) -> None:
    journal = Journal(file)
    journal.note([A])
    assert file.stat().st_mode & 0o777 == 0o600
    journal.settle([A])
    assert not file.exists()
    journal.note([])
    assert not file.exists()


def test_an_update_that_is_begun_twice_ends_twice(file: Path) -> None:
    journal = Journal(file)
    journal.note([A])
    journal.note([A])
    journal.settle([A])
    assert journal.pending() == (A,)
    assert Journal(file).pending() == (A,)
    journal.settle([A])
    assert journal.pending() == ()


def test_after_a_crash_each_document_is_pending_once(file: Path) -> None:
    journal = Journal(file)
    journal.note([A])
    journal.note([A])
    after = Journal(file)
    after.settle([A])
    assert after.pending() == ()


@given(kept=st.integers(0, 200))
def test_a_torn_journal_says_what_its_whole_lines_say_and_can_be_written_on(
    tmp_path_factory: pytest.TempPathFactory, kept: int
) -> None:
    file = tmp_path_factory.mktemp("torn") / "journal"
    Journal(file).note([A, B])
    content = file.read_bytes()
    file.write_bytes(content[: min(kept, len(content))])
    torn = Journal(file)
    assert set(torn.pending()) <= {A, B}
    torn.note([A])
    assert A in Journal(file).pending()


@pytest.mark.parametrize(
    "content", [b"\0" * 50 + b"\n", b"[]\n", b"7\n", b'["+"]\n', b'{"a": "b"}\n', b'["?", "a.md"]\n', b"\xff\n"]
)
def test_what_is_no_entry_is_passed_over(file: Path, content: bytes) -> None:
    file.write_bytes(content + b'["+", "a.md"]\n')
    assert Journal(file).pending() == (A,)


def test_settling_what_was_never_begun_changes_nothing(file: Path) -> None:
    journal = Journal(file)
    journal.note([A])
    journal.settle([B])
    assert journal.pending() == (A,)


def test_a_journal_that_cannot_be_written_refuses_the_update(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "gone" / "journal")
    with pytest.raises(IndexUnusable):
        journal.note([A])
    assert journal.pending() == ()
