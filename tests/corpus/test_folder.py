"""The folder source: what it lists, what it refuses, and when it believes its memory."""

import os
import sys
import threading
from pathlib import Path

import pytest

from glyph.corpus.sources.folder import SETTLED_NS, FolderSource
from glyph.domain.document import DocumentPath, SourceDocument, hash_content
from glyph.errors import BadDocumentPath, CorpusUnavailable, DocumentNotFound, UnreadableDocument
from tests.unprivileged import unprivileged

LIMIT = 1_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    root.mkdir()
    return root


@pytest.fixture
def source(root: Path) -> FolderSource:
    return FolderSource(root, LIMIT)


def write(root: Path, path: str, content: bytes = b"text\n") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def listed(source: FolderSource) -> list[str]:
    return [file.path for file in source.scan().files]


def problems(source: FolderSource) -> dict[str, str]:
    return {problem.path: problem.reason for problem in source.scan().problems}


def test_documents_come_in_path_order_with_size_and_time(root: Path, source: FolderSource) -> None:
    write(root, "z.md")
    write(root, "a/b.txt", b"four")
    write(root, "a.md")
    os.utime(root / "a/b.txt", (1_700_000_000, 1_700_000_000))
    assert listed(source) == ["a.md", "a/b.txt", "z.md"]
    file = source.scan().files[1]
    assert (file.size_bytes, file.modified_at.isoformat()) == (4, "2023-11-14T22:13:20+00:00")


@pytest.mark.parametrize(
    "path",
    [
        "~$handbook.docx",
        ".~lock.a.docx#",
        ".a.md",
        ".git/a.md",
        "a/.obsidian/b.md",
        "image.png",
        "a.MD",
        "notes",
        ".glyph-1.tmp",
    ],
)
def test_hidden_and_other_files_are_passed_over(root: Path, source: FolderSource, path: str) -> None:
    write(root, path)
    assert source.scan().files == source.scan().problems == ()


@pytest.mark.parametrize("name", ["a:b.md", "100%.md", " a.md", "con.md", "a\n.md", "a\u200b.md", "gro\u0308ße.md"])
def test_an_odd_name_is_a_problem_that_says_so(root: Path, source: FolderSource, name: str) -> None:
    write(root, name)
    assert listed(source) == []
    assert "rename it" in problems(source)[name]


def test_a_name_that_is_no_text_is_a_problem_that_can_be_shown(root: Path, source: FolderSource) -> None:
    descriptor = os.open(os.fsencode(root) + b"/a\xff.md", os.O_CREAT | os.O_WRONLY)
    os.close(descriptor)
    assert list(problems(source)) == ["a\\udcff.md"]


def test_a_link_that_leaves_the_root_is_a_problem(root: Path, source: FolderSource, tmp_path: Path) -> None:
    write(tmp_path, "outside.md", b"secret")
    (root / "link.md").symlink_to(tmp_path / "outside.md")
    assert listed(source) == []
    assert "outside" in problems(source)["link.md"]
    with pytest.raises(BadDocumentPath):
        source.read(DocumentPath("link.md"))
    with pytest.raises(BadDocumentPath):
        source.hash_of(DocumentPath("link.md"))


def test_a_link_within_the_root_is_a_document(root: Path, source: FolderSource) -> None:
    write(root, "a.md", b"text")
    (root / "link.md").symlink_to("a.md")
    assert listed(source) == ["a.md", "link.md"]
    assert source.read(DocumentPath("link.md")).content == b"text"


def test_links_to_folders_are_not_followed(root: Path, source: FolderSource) -> None:
    write(root, "a/b.md")
    (root / "again").symlink_to("a")
    (root / "a/loop").symlink_to("..")
    assert listed(source) == ["a/b.md"]


def test_broken_and_looping_links_are_problems(root: Path, source: FolderSource) -> None:
    (root / "broken.md").symlink_to("absent.md")
    (root / "one.md").symlink_to("two.md")
    (root / "two.md").symlink_to("one.md")
    assert problems(source).keys() == {"broken.md", "one.md", "two.md"}
    for path in ("broken.md", "one.md"):
        with pytest.raises(DocumentNotFound):
            source.read(DocumentPath(path))


def test_a_pipe_is_a_problem_and_reading_it_does_not_wait_for_ever(root: Path, source: FolderSource) -> None:
    os.mkfifo(root / "pipe.md")
    assert "regular file" in problems(source)["pipe.md"]
    with pytest.raises(DocumentNotFound):
        source.read(DocumentPath("pipe.md"))
    with pytest.raises(DocumentNotFound):
        source.hash_of(DocumentPath("pipe.md"))


def test_a_folder_that_is_named_like_a_document_is_none(root: Path, source: FolderSource) -> None:
    write(root, "folder.md/a.md")
    assert listed(source) == ["folder.md/a.md"]
    with pytest.raises(DocumentNotFound):
        source.read(DocumentPath("folder.md"))


def test_a_document_beneath_a_file_is_not_found(root: Path, source: FolderSource) -> None:
    write(root, "a.md")
    with pytest.raises(DocumentNotFound):
        source.read(DocumentPath("a.md/b.md"))


def test_a_document_over_the_limit_is_a_problem_and_is_not_read(root: Path, source: FolderSource) -> None:
    write(root, "just.md", b"x" * LIMIT)
    write(root, "over.md", b"x" * (LIMIT + 1))
    assert listed(source) == ["just.md"]
    assert "GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES" in problems(source)["over.md"]
    with pytest.raises(UnreadableDocument):
        source.read(DocumentPath("over.md"))


def test_what_may_not_be_read_is_a_problem(root: Path, source: FolderSource) -> None:
    write(root, "closed/a.md")
    file = write(root, "b.md")
    (root / "closed").chmod(0)
    file.chmod(0)
    with unprivileged(root):
        assert "Cannot be listed" in problems(source)["closed"]
        with pytest.raises(UnreadableDocument):
            source.read(DocumentPath("b.md"))
    (root / "closed").chmod(0o700)


@pytest.mark.parametrize("kind", ["absent", "file"])
def test_a_root_that_is_no_folder_is_unavailable(tmp_path: Path, kind: str) -> None:
    if kind == "file":
        write(tmp_path, kind)
    with pytest.raises(CorpusUnavailable):
        FolderSource(tmp_path / kind, LIMIT).scan()


def test_files_that_come_and_go_while_it_scans_do_no_harm(root: Path, source: FolderSource) -> None:
    write(root, "steady.md")
    done = threading.Event()

    def come_and_go() -> None:
        while not done.is_set():
            for number in range(5):
                write(root, f"a{number}.md")
            for number in range(5):
                (root / f"a{number}.md").unlink()

    thread = threading.Thread(target=come_and_go)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread.start()
    try:
        for _ in range(150):
            scan = source.scan()
            assert "steady.md" in {file.path for file in scan.files}
            assert scan.problems == ()
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


class CountingSource(FolderSource):
    """A folder source that counts how often a document is read."""

    readings = 0

    def read(self, path: DocumentPath) -> SourceDocument:
        self.readings += 1
        return super().read(path)


def test_a_file_that_may_still_change_within_one_tick_is_read_every_time(root: Path) -> None:
    file = write(root, "a.md", b"0000")
    source = CountingSource(root, LIMIT, now_ns=lambda: file.stat().st_ctime_ns + SETTLED_NS)
    for number in range(1, 4):
        source.hash_of(DocumentPath("a.md"))
        assert source.readings == number


def test_hash_of_notices_changes_of_the_same_size_in_the_same_tick(root: Path, source: FolderSource) -> None:
    file = write(root, "a.md", b"0000")
    for number in range(300):
        content = f"{number:04}".encode()
        with file.open("r+b") as stream:
            stream.write(content)
        assert source.hash_of(DocumentPath("a.md")) == hash_content(content)


def test_a_settled_file_is_read_once_and_again_when_its_stat_changes(root: Path) -> None:
    file = write(root, "a.md", b"0000")
    source = CountingSource(root, LIMIT, now_ns=lambda: file.stat().st_ctime_ns + SETTLED_NS + 1)
    path = DocumentPath("a.md")
    first = source.hash_of(path)
    assert source.hash_of(path) == first
    assert source.readings == 1
    os.utime(file, ns=(1, 1))
    assert source.hash_of(path) == first
    assert source.readings == 2
    file.write_bytes(b"1111")
    assert source.hash_of(path) == hash_content(b"1111")
    file.unlink()
    with pytest.raises(DocumentNotFound):
        source.hash_of(path)


def test_a_file_that_is_replaced_by_one_of_the_same_size_and_time_is_noticed(root: Path) -> None:
    file = write(root, "a.md", b"0000")
    os.utime(file, ns=(5, 5))
    source = FolderSource(root, LIMIT, now_ns=lambda: file.stat().st_ctime_ns + SETTLED_NS + 1)
    source.hash_of(DocumentPath("a.md"))
    other = write(root, "b.md", b"1111")
    os.utime(other, ns=(5, 5))
    other.replace(file)
    assert source.hash_of(DocumentPath("a.md")) == hash_content(b"1111")
