"""One process owns the index; the lock dies with it."""

import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.errors import IndexLost
from glyph.index.owner import OwnerLock

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from glyph.index.owner import OwnerLock

lock = OwnerLock(Path(sys.argv[1]))
print(lock.try_acquire(datetime.now(UTC)), flush=True)
sys.stdin.read()
"""


@contextmanager
def other_process(file: Path) -> Generator[subprocess.Popen[str]]:
    """Run a process that tries to own the index, says whether it does, and waits for its end."""
    search_path = {"PYTHONPATH": str(Path(__file__).parents[2] / "backend")}
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=search_path, text=True) as child:
        yield child


def first_line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "OWNER"


def test_a_second_process_is_refused_while_the_first_one_lives(file: Path) -> None:
    with OwnerLock(file) as lock:
        assert lock.try_acquire(NOW)
        with other_process(file) as child:
            assert first_line(child) == "False"


def test_the_index_is_free_at_once_when_its_owner_is_killed(file: Path) -> None:
    with other_process(file) as child, OwnerLock(file) as lock:
        assert first_line(child) == "True"
        assert not lock.try_acquire(NOW)
        assert lock.holder() == f"process {child.pid}"
        child.send_signal(signal.SIGKILL)
        child.wait(30)
        assert lock.try_acquire(NOW)


def test_giving_up_lets_the_next_one_in(file: Path) -> None:
    first, second = OwnerLock(file), OwnerLock(file)
    assert first.try_acquire(NOW)
    assert first.try_acquire(NOW)  # it owns it already
    assert not second.try_acquire(NOW)
    first.release()
    first.release()
    assert second.try_acquire(NOW)
    second.release()


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"pid"'])
def test_a_lock_file_that_says_nothing_is_held_by_another_process(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert OwnerLock(file).holder() == "another process"


def test_the_lock_file_is_private(file: Path) -> None:
    with OwnerLock(file) as lock:
        lock.try_acquire(NOW)
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_lock_whose_file_was_deleted_owns_nothing_and_the_next_one_does(file: Path) -> None:
    with OwnerLock(file) as first, OwnerLock(file) as second:
        assert first.try_acquire(NOW)
        first.require()
        file.unlink()
        assert not first.holds()
        with pytest.raises(IndexLost):
            first.require()
        assert second.try_acquire(NOW)
        assert second.holds()
        assert not first.try_acquire(NOW)


def test_a_lock_is_made_in_a_folder_that_was_deleted_too(tmp_path: Path) -> None:
    file = tmp_path / "index" / "OWNER"
    with OwnerLock(file) as lock:
        assert lock.try_acquire(NOW)
    assert file.parent.stat().st_mode & 0o777 == 0o700
