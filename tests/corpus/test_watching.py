"""Watching: real events and polling become hints, and what is no document becomes none."""

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from glyph.corpus.watching import WatchMode, hint_of, watch_folder
from glyph.files import replace_file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs/folder").mkdir(parents=True)
    (tmp_path / "docs/a.md").write_text("a", encoding="utf-8")
    (tmp_path / "docs/picture.png").write_bytes(b"png")
    return tmp_path / "docs"


@pytest.mark.parametrize(
    ("relative", "hint"),
    [
        ("a.md", "a.md"),
        ("gone.md", "gone.md"),
        ("folder", "folder/"),
        ("gone", "gone/"),
        ("picture.png", None),
        (".glyph-0.tmp", None),
        (".git/a.md", None),
        ("folder/.hidden/a.md", None),
        (".", "/"),
    ],
)
def test_an_event_says_where_to_look(root: Path, relative: str, hint: str | None) -> None:
    assert hint_of(root, root / relative) == hint


def test_an_event_from_elsewhere_says_nothing(root: Path) -> None:
    assert hint_of(root, root.parent / "a.md") is None


@contextmanager
def watched(root: Path, mode: WatchMode) -> Generator[Iterator[frozenset[str]]]:
    stop = threading.Event()
    try:
        yield watch_folder(root, mode, stop)
    finally:
        stop.set()


def first_hints(hints: Iterator[frozenset[str]], wanted: str, deed: Callable[[], object]) -> bool:
    """Do something once the watch has begun, and return whether the hint comes."""
    next(hints)  # the first tick: whoever yields it is watching
    deed()
    return any(wanted in found for found, _ in zip(hints, range(60), strict=False))


@pytest.mark.parametrize("mode", ["auto", "poll"])
def test_a_document_that_is_replaced_added_or_removed_is_hinted_at(root: Path, mode: WatchMode) -> None:
    with watched(root, mode) as hints:
        assert first_hints(hints, "a.md", lambda: replace_file(root / "a.md", b"b", mode=0o644))
        assert first_hints(hints, "folder/new.md", lambda: (root / "folder/new.md").write_bytes(b"new"))
        assert first_hints(hints, "a.md", (root / "a.md").unlink)


def test_a_folder_that_comes_with_documents_is_hinted_at(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/b.md").write_bytes(b"b")
    with watched(root, "auto") as hints:
        assert first_hints(hints, "moved/", lambda: (tmp_path / "elsewhere").rename(root / "moved"))


def test_a_watch_that_is_off_only_ticks(root: Path) -> None:
    with watched(root, "off") as hints:
        (root / "a.md").write_bytes(b"b")
        assert next(hints) == frozenset()


def test_a_root_that_is_not_there_yet_is_looked_at_as_a_whole_later(tmp_path: Path) -> None:
    with watched(tmp_path / "docs", "auto") as hints:
        assert first_hints(hints, "/", (tmp_path / "docs").mkdir)


def test_a_root_that_is_replaced_by_another_folder_is_watched_anew(root: Path) -> None:
    def replace_root() -> None:
        root.rename(root.with_name("former"))
        root.mkdir()

    with watched(root, "auto") as hints:
        assert first_hints(hints, "/", replace_root)
        assert first_hints(hints, "a.md", lambda: (root / "a.md").write_bytes(b"a"))


def test_a_watch_ends_when_it_is_told_to(root: Path) -> None:
    stop = threading.Event()
    hints = watch_folder(root, "auto", stop)
    next(hints)
    with ThreadPoolExecutor(1) as threads:
        ending = threads.submit(lambda: list(hints))
        stop.set()
        assert ending.result(30) is not None
