"""The library: a save is the whole of it or nothing, and never over somebody else's change."""

import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.corpus.library import Library, like_original
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.errors import BadDocumentPath, DocumentNotFound, ReadOnlyDocument, StaleDocument
from tests.unprivileged import unprivileged

PATH = DocumentPath("network/a.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs/network").mkdir(parents=True)
    (tmp_path / "docs/network/a.md").write_bytes(b"# Title\n\nText\n")
    return tmp_path / "docs"


@pytest.fixture
def library(root: Path) -> Library:
    return Library(root, FolderSource(root, 100_000))


def current_hash(library: Library) -> ContentHash:
    return library.read(PATH).content_hash


def identity(file: Path) -> tuple[int, int]:
    facts = file.stat()
    return facts.st_ino, facts.st_mtime_ns


def test_a_save_replaces_the_document_and_returns_what_stands_there(library: Library, root: Path) -> None:
    saved = library.save(PATH, "new\n", opened_hash=current_hash(library))
    assert (root / PATH).read_bytes() == b"new\n"
    assert saved.content_hash == hash_content(b"new\n") == current_hash(library)


def test_a_stale_save_is_refused_and_the_file_is_untouched(library: Library, root: Path) -> None:
    opened = current_hash(library)
    (root / PATH).write_bytes(b"changed elsewhere\n")
    before = identity(root / PATH)
    with pytest.raises(StaleDocument) as refused:
        library.save(PATH, "mine\n", opened_hash=opened)
    assert refused.value.current_hash == hash_content(b"changed elsewhere\n")
    assert identity(root / PATH) == before
    assert (root / PATH).read_bytes() == b"changed elsewhere\n"
    assert os.listdir(root / "network") == ["a.md"]


def test_a_save_without_a_change_does_not_rewrite_the_file(library: Library, root: Path) -> None:
    before = identity(root / PATH)
    library.save(PATH, "# Title\n\nText\n", opened_hash=current_hash(library))
    assert identity(root / PATH) == before


@pytest.mark.parametrize(
    ("original", "text", "saved"),
    [
        (b"a\r\nb\r\n", "a\nb\nc\n", b"a\r\nb\r\nc\r\n"),
        (b"a\r\nb\r\n", "a\r\nb\r\nc\r\n", b"a\r\nb\r\nc\r\n"),
        (b"a\nb\n", "a\r\nb\r\nc\r\n", b"a\nb\nc\n"),
        (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n"),
        (b"\xef\xbb\xbfa\r\n", "\ufeffb\n", b"\xef\xbb\xbfb\r\n"),
        (b"a\n", "\ufeffb\n", b"b\n"),
        (b"a\n", "b", b"b"),
        (b"", "b\n", b"b\n"),
        (b"a\n", "", b""),
        ("größe\n".encode(), "größer\n🚀", "größer\n🚀".encode()),
        (b"a\rb\n", "a\rc\n", b"a\rc\n"),
    ],
)
def test_line_ends_and_the_byte_order_mark_are_kept(
    library: Library, root: Path, original: bytes, text: str, saved: bytes
) -> None:
    (root / PATH).write_bytes(original)
    library.save(PATH, text, opened_hash=hash_content(original))
    assert (root / PATH).read_bytes() == saved


def test_a_file_of_mixed_line_ends_is_not_rewritten_when_nothing_changed(library: Library, root: Path) -> None:
    mixed = b"\xef\xbb\xbfone\r\ntwo\nthree\r\n"
    (root / PATH).write_bytes(mixed)
    before = identity(root / PATH)
    library.save(PATH, "one\ntwo\nthree\n", opened_hash=hash_content(mixed))
    assert identity(root / PATH) == before


any_text = st.lists(st.sampled_from(["a", "b c", "", "ü", "🚀", "a\ufeff", "\r"]), max_size=8).map("\n".join)


@given(any_text, any_text, st.booleans(), st.booleans())
def test_what_is_read_back_is_what_was_saved(original: str, text: str, windows: bool, mark: bool) -> None:  # noqa: FBT001 - hypothesis passes them
    ends = original.replace("\n", "\r\n") if windows else original
    content = (b"\xef\xbb\xbf" if mark else b"") + ends.encode()
    saved = like_original(text, content).decode("utf-8-sig")
    assert saved.replace("\r\n", "\n") == text.replace("\r\n", "\n")


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o444])
def test_the_mode_of_the_file_is_kept(library: Library, root: Path, mode: int) -> None:
    (root / PATH).chmod(mode)
    library.save(PATH, "new\n", opened_hash=current_hash(library))
    assert (root / PATH).stat().st_mode & 0o777 == mode


def test_a_save_through_a_link_writes_the_document_it_leads_to(library: Library, root: Path) -> None:
    (root / "link.md").symlink_to("network/a.md")
    library.save(DocumentPath("link.md"), "new\n", opened_hash=current_hash(library))
    assert (root / "link.md").is_symlink()
    assert (root / PATH).read_bytes() == b"new\n"


def test_a_save_never_creates_a_document_and_never_leaves_the_root(
    library: Library, root: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_bytes(b"x")
    (root / "out.md").symlink_to(outside)
    with pytest.raises(DocumentNotFound):
        library.save(DocumentPath("absent.md"), "x", opened_hash=hash_content(b""))
    with pytest.raises(BadDocumentPath):
        library.save(DocumentPath("out.md"), "y", opened_hash=hash_content(b"x"))
    assert outside.read_bytes() == b"x"
    assert not (root / "absent.md").exists()


def test_a_name_as_long_as_names_can_be_is_saved(library: Library, root: Path) -> None:
    name = "ü" * 126 + ".md"
    (root / name).write_bytes(b"x")
    library.save(DocumentPath(name), "y", opened_hash=hash_content(b"x"))
    assert (root / name).read_bytes() == b"y"


def test_a_folder_that_cannot_be_written_is_an_error_with_a_hint(library: Library, root: Path) -> None:
    (root / "network").chmod(0o500)
    with unprivileged(root):
        with pytest.raises(ReadOnlyDocument) as refused:
            library.save(PATH, "new\n", opened_hash=current_hash(library))
        assert "user id" in refused.value.hint
        assert (root / PATH).read_bytes() == b"# Title\n\nText\n"
    (root / "network").chmod(0o700)


def test_saves_from_many_threads_form_one_chain_and_none_is_lost(library: Library, root: Path) -> None:
    (root / PATH).write_bytes(b"")
    threads, saves = 8, 25

    def append_lines(writer: int) -> list[tuple[ContentHash, ContentHash]]:
        steps: list[tuple[ContentHash, ContentHash]] = []
        for number in range(saves):
            while True:
                opened = library.read(PATH)
                text = f"{opened.content.decode()}{writer}:{number}\n"
                try:
                    saved = library.save(PATH, text, opened_hash=opened.content_hash)
                except StaleDocument:
                    continue
                assert saved.content == text.encode()
                steps.append((opened.content_hash, saved.content_hash))
                break
        return steps

    with ThreadPoolExecutor(threads) as writers:
        steps = [step for steps in writers.map(append_lines, range(threads)) for step in steps]
    lines = (root / PATH).read_text(encoding="utf-8").splitlines()
    assert Counter(lines) == Counter(f"{writer}:{number}" for writer in range(threads) for number in range(saves))
    successor = dict(steps)
    assert len(successor) == threads * saves  # no two saves took the place of the same version
    reached = hash_content(b"")
    for _ in steps:
        reached = successor[reached]
    assert reached == current_hash(library)


def test_sweeping_removes_what_killed_saves_left_and_nothing_else(library: Library, root: Path) -> None:
    leftovers = [root / ".glyph-0123456789abcdef.tmp", root / "network/.glyph-a.md-99.tmp"]
    kept = [root / "network/glyph-1.tmp", root / ".glyph-notes.md", root / "a.tmp"]
    for file in (*leftovers, *kept):
        file.write_bytes(b"x")
    (root / ".glyph-folder.tmp").mkdir()
    assert library.sweep() == 2
    assert not any(file.exists() for file in leftovers)
    assert all(file.exists() for file in (*kept, root / PATH, root / ".glyph-folder.tmp"))


def test_the_text_of_any_document_survives_being_saved_unchanged(library: Library, root: Path) -> None:
    seeded = random.Random(3)  # noqa: S311 - no secret depends on it
    for _ in range(200):
        content = b"".join(seeded.choice([b"\r\n", b"\n", b"a", "ü".encode(), b" "]) for _ in range(20))
        (root / PATH).write_bytes(content)
        text = content.decode().replace("\r\n", "\n")
        library.save(PATH, text, opened_hash=hash_content(content))
        assert (root / PATH).read_bytes() == content
