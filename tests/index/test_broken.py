"""What could not be indexed outlives the process that found out."""

from pathlib import Path

import pytest

from glyph.domain.document import DocumentPath, Problem, hash_content
from glyph.index.broken import BrokenDocuments

LAMP, DOOR = DocumentPath("lamp.md"), DocumentPath("door.md")
FOUND = hash_content(b"\xff")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "problems.json"


def test_another_process_knows_what_failed_and_what_stood_there(file: Path) -> None:
    broken = BrokenDocuments(file)
    broken.note(Problem(LAMP, "It is no text."), FOUND)
    broken.note(Problem(DOOR, "It cannot be read."), None)
    other = BrokenDocuments(file)
    assert other.problems == {LAMP: Problem(LAMP, "It is no text."), DOOR: Problem(DOOR, "It cannot be read.")}
    assert other.failed_at == {LAMP: FOUND, DOOR: None}
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_is_indexed_at_last_is_forgotten_and_a_whole_pass_replaces_all(file: Path) -> None:
    broken = BrokenDocuments(file)
    broken.note(Problem(LAMP, "It is no text."), FOUND)
    broken.forgive(LAMP)
    assert BrokenDocuments(file).problems == {}
    broken.note(Problem(LAMP, "It is no text."), FOUND)
    broken.replace({DOOR: Problem(DOOR, "Too large.")}, {DOOR: FOUND})
    assert list(BrokenDocuments(file).problems) == [DOOR]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'[{"path": 1}]'])
def test_a_record_that_cannot_be_read_says_nothing(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert BrokenDocuments(file).problems == {}


def test_a_folder_that_is_gone_keeps_nobody_from_going_on(tmp_path: Path) -> None:
    broken = BrokenDocuments(tmp_path / "gone" / "problems.json")
    broken.note(Problem(LAMP, "It is no text."), FOUND)
    assert list(broken.problems) == [LAMP]
