"""A process that is killed while it changes a document leaves the old one or the new one, whole."""

import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.corpus.kept import Bounds
from glyph.corpus.library import Library
from glyph.corpus.opened import Corpus, CorpusLimits, open_corpus
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

# Makes a change and kills itself before or after the n-th call that touches the disk; ends well when there are fewer.
KILLED_AT = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from glyph.corpus.kept import Bounds
from glyph.corpus.opened import CorpusLimits, open_corpus
from glyph.domain.document import DocumentPath

root, deed, when, last = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
calls = 0

def counted(real):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls == last and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        number = calls
        try:
            return real(*arguments, **options)
        finally:
            if number == last:
                os.kill(os.getpid(), signal.SIGKILL)
    return call

def now():
    return datetime.now(UTC)

bounds = Bounds(10, 10_000_000, 30)
corpus = open_corpus(root, root.with_name("state"), CorpusLimits(10_000_000, 10_000_000, bounds, bounds), now)
library, path = corpus.library, DocumentPath("a.md")
opened = library.read(path).content_hash
for name in ("open", "fchmod", "fchown", "fsync", "link", "mkdir", "rename", "replace", "rmdir", "unlink"):
    setattr(os, name, counted(getattr(os, name)))
if deed == "save":
    library.save(path, "new\\n" * 400, opened_hash=opened)
if deed == "create":
    library.create(DocumentPath("new/b.md"), b"new\\n" * 400)
if deed == "move":
    library.move(path, DocumentPath("new/b.md"), opened_hash=opened)
if deed == "delete":
    library.delete(path, opened_hash=opened, keep=corpus.trash.put)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return fresh_root(tmp_path)


def whole_version(root: Path) -> str:
    """Return the one line that the document repeats, having checked that it is whole."""
    return whole_line(root / PATH)


def temporary_files(root: Path) -> list[Path]:
    return list(root.rglob(".glyph-*.tmp"))


def contents(root: Path) -> dict[str, str]:
    """Return what every document holds: the one line that it repeats. Fails for one that is torn."""
    return {path.relative_to(root).as_posix(): whole_line(path) for path in root.rglob("*.md")}


def whole_line(place: Path) -> str:
    lines = place.read_text(encoding="utf-8").splitlines()
    assert len(lines) == WHOLE_LINES
    assert len(set(lines)) == 1
    return lines[0]


BEFORE = {"a.md": "old"}
AFTER: dict[str, dict[str, str]] = {
    "save": {"a.md": "new"},
    "create": {"a.md": "old", "new/b.md": "new"},
    "move": {"new/b.md": "old"},
    "delete": {},
}
BETWEEN: dict[str, list[dict[str, str]]] = {"move": [{"a.md": "old", "new/b.md": "old"}]}
"""A move makes the second name before the first one goes."""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("deed", AFTER)
def test_a_change_killed_at_each_of_its_steps_leaves_whole_documents(
    tmp_path: Path, deed: str, when: str, pytestconfig: pytest.Config
) -> None:
    allowed = [BEFORE, AFTER[deed], *BETWEEN.get(deed, [])]
    seen: list[dict[str, str]] = []
    step, every = 0, 1 if int(pytestconfig.getoption("--kills") or 0) >= 100 else 6
    while True:
        step += every
        root = fresh_root(tmp_path / str(step))
        child = subprocess.run([sys.executable, "-c", KILLED_AT, root, deed, when, str(step)], env=BACKEND, check=False)
        seen.append(contents(root))
        assert seen[-1] in allowed
        assert trashed(root) or "a.md" in seen[-1] or deed != "delete"
        swept(root)
        assert temporary_files(root) == []
        if child.returncode == 0:
            break
        assert child.returncode == -signal.SIGKILL
    assert step > 5
    assert (seen[0], seen[-1]) == (BEFORE, AFTER[deed])


def fresh_root(folder: Path) -> Path:
    root = folder / "docs"
    root.mkdir(parents=True)
    (root / "a.md").write_text("old\n" * WHOLE_LINES, encoding="utf-8")
    return root


def reopened(root: Path) -> Corpus:
    bounds = Bounds(10, 10_000_000, 30)
    limits = CorpusLimits(10_000_000, 10_000_000, bounds, bounds)
    return open_corpus(root, root.with_name("state"), limits, lambda: datetime.now(UTC))


def trashed(root: Path) -> bool:
    return [entry.path for entry in reopened(root).trash.entries()] == ["a.md"]


def swept(root: Path) -> None:
    """Assert that a new process goes on from what a killed one has left."""
    corpus = reopened(root)
    for path in contents(root):
        document = corpus.library.read(DocumentPath(path))
        corpus.library.save(document.file.path, "after\n" * WHOLE_LINES, opened_hash=document.content_hash)
        assert whole_line(root / path) == "after"


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
