"""Opening component by component: whoever swaps a folder for a link while it is used gains nothing."""

import os
import threading
from pathlib import Path

import pytest

from glyph.corpus.library import Library
from glyph.corpus.opening import opened_place, read_beneath, remove_empty_folders
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import GlyphError

SWAPS = 2_000
INSIDE, OUTSIDE = b"inside\n", b"outside, a secret\n"


def test_a_file_is_read_through_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c.md").write_bytes(INSIDE)
    (tmp_path / "a/link").symlink_to("b")
    (tmp_path / "a/b/link.md").symlink_to("c.md")
    assert read_beneath(tmp_path, ("a", "b", "c.md")) == INSIDE
    for parts in (("a", "link", "c.md"), ("a", "b", "link.md"), ("a", "b", "absent.md"), ("a", "b")):
        with pytest.raises(OSError):  # noqa: PT011 - each system has its own words
            read_beneath(tmp_path, parts)


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(FileNotFoundError):
        read_beneath(tmp_path, ("pipe.md",))


def test_folders_are_made_on_the_way_and_removed_again_when_empty(tmp_path: Path) -> None:
    with opened_place(tmp_path, ("a", "b", "c.md"), create=True) as place:
        assert place.name == "c.md"
    remove_empty_folders(tmp_path, ("a", "b", "c.md"))
    assert list(tmp_path.iterdir()) == []


def test_no_swap_of_a_folder_for_a_link_lets_a_read_or_a_save_out(tmp_path: Path) -> None:
    root, outside = tmp_path / "docs", tmp_path / "outside"
    for folder, content in ((root / "real", INSIDE), (outside, OUTSIDE)):
        folder.mkdir(parents=True)
        (folder / "a.md").write_bytes(content)
    (root / "link").symlink_to(outside)
    (root / "real").rename(root / "swapped")
    library, path = Library(root, FolderSource(root, 100_000)), DocumentPath("swapped/a.md")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (root / "swapped").rename(root / "real")
            (root / "link").rename(root / "swapped")
            (root / "swapped").rename(root / "link")
            (root / "real").rename(root / "swapped")

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        seen = {attempt(library, path, number) for number in range(SWAPS)}
    finally:
        done.set()
        swapper.join()
    assert OUTSIDE not in seen
    assert (outside / "a.md").read_bytes() == OUTSIDE
    assert os.listdir(outside) == ["a.md"]


def attempt(library: Library, path: DocumentPath, number: int) -> bytes:
    """Save, and return what was read; nothing when it was refused."""
    try:
        content = library.read(path).content
        library.save(path, f"inside {number}\n", opened_hash=hash_content(content))
    except GlyphError:
        return b""
    return content
