"""A process that is killed while it saves leaves the old file or the new one, whole."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from glyph.corpus.library import Library
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.files import append_durably, make_private_folder, replace_file, sweep_temporary_files

PATH = DocumentPath("a.md")
BACKEND = {"PYTHONPATH": str(Path(__file__).parents[2] / "backend")}
WHOLE_LINES = 400

ENDLESS_SAVER = """
import sys
from pathlib import Path
from glyph.corpus.library import Library
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath

root = Path(sys.argv[1])
library = Library(root, FolderSource(root, 10_000_000))
number = int(sys.argv[2])
while True:
    opened = library.read(DocumentPath("a.md"))
    library.save(DocumentPath("a.md"), f"version {number}\\n" * 400, opened_hash=opened.content_hash)
    print(number, flush=True)
    number += 1
"""

# Runs a save and kills itself at the named call, before or after it happens.
KILLED_AT = """
import os, signal, sys
from pathlib import Path

root, name, when = Path(sys.argv[1]), sys.argv[2], sys.argv[3]

def die_at(module, name):
    real = getattr(module, name)
    def call(*arguments, **options):
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        outcome = real(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)
        return outcome
    setattr(module, name, call)

from glyph.corpus.library import Library
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
library = Library(root, FolderSource(root, 10_000_000))
opened = library.read(DocumentPath("a.md"))
die_at(Path if name == "replace" else os, name)
library.save(DocumentPath("a.md"), "new\\n" * 400, opened_hash=opened.content_hash)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("old\n" * WHOLE_LINES, encoding="utf-8")
    return tmp_path / "docs"


def whole_version(root: Path) -> str:
    """Return the one line that the document repeats, having checked that it is whole."""
    lines = (root / PATH).read_text(encoding="utf-8").splitlines()
    assert len(lines) == WHOLE_LINES
    assert len(set(lines)) == 1
    return lines[0]


def temporary_files(root: Path) -> list[Path]:
    return list(root.glob(".glyph-*.tmp"))


@pytest.mark.parametrize(
    ("name", "when", "standing", "leftovers"),
    [
        ("open", "before", "old", 0),
        ("open", "after", "old", 1),
        ("fchmod", "before", "old", 1),
        ("fsync", "before", "old", 1),
        ("fsync", "after", "old", 1),
        ("replace", "before", "old", 1),
        ("replace", "after", "new", 0),
    ],
)
def test_a_save_killed_at_each_step_leaves_the_old_file_or_the_new_one(
    root: Path, name: str, when: str, standing: str, leftovers: int
) -> None:
    child = subprocess.run([sys.executable, "-c", KILLED_AT, root, name, when], env=BACKEND, check=False)
    assert child.returncode == -signal.SIGKILL
    assert whole_version(root) == standing
    assert len(temporary_files(root)) == leftovers
    library = Library(root, FolderSource(root, 10_000_000))
    assert library.sweep() == leftovers
    assert temporary_files(root) == []
    library.save(PATH, "after\n" * WHOLE_LINES, opened_hash=library.read(PATH).content_hash)
    assert whole_version(root) == "after"


def test_twenty_kills_at_any_moment_lose_no_acknowledged_save(root: Path) -> None:
    acknowledged = -1
    for round_number in range(20):
        command = [sys.executable, "-c", ENDLESS_SAVER, str(root), str(acknowledged + 1)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=BACKEND, text=True) as child:
            assert child.stdout is not None
            for _ in range(1 + round_number % 7):
                acknowledged = int(child.stdout.readline())
            child.send_signal(signal.SIGKILL)
            rest = child.stdout.read().split()
        acknowledged = int(rest[-1]) if rest else acknowledged
        standing = int(whole_version(root).removeprefix("version "))
        assert standing in (acknowledged, acknowledged + 1)
        acknowledged = standing
    library = Library(root, FolderSource(root, 10_000_000))
    library.sweep()
    assert temporary_files(root) == []


# The durable file operations themselves


def test_replacing_gives_the_mode_that_was_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "file"
    replace_file(target, b"one", mode=0o600)
    replace_file(target, b"two", mode=0o640)
    assert target.read_bytes() == b"two"
    assert target.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [target]


def test_a_replacement_that_fails_leaves_no_temporary_file(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        replace_file(target, b"content", mode=0o600)
    assert list(tmp_path.iterdir()) == [target]


def test_appending_adds_to_a_private_file(tmp_path: Path) -> None:
    target = tmp_path / "log"
    append_durably(target, b"one\n")
    append_durably(target, b"two\n")
    assert target.read_bytes() == b"one\ntwo\n"
    assert target.stat().st_mode & 0o777 == 0o600


def test_appending_does_not_follow_a_link(tmp_path: Path) -> None:
    (tmp_path / "log").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="log"):
        append_durably(tmp_path / "log", b"x")
    assert not (tmp_path / "elsewhere").exists()


def test_a_private_folder_loses_foreign_access_and_keeps_its_content(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / "kept").write_bytes(b"x")
    make_private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "kept").exists()
    assert sweep_temporary_files(folder) == 0
