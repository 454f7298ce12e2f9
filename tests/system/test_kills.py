"""Kill -9 at any moment of saves, updates, rebuilds, rebases and activations; ``pytest --kills 100`` for more.

After each kill the index opens, no acknowledged save is lost, no document is torn, and one update makes the
index equal to a build from nothing.
"""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath
from glyph.index.store import DocumentVectors, IndexStore
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.index_store import InMemoryStore
from tests.system.kill_worker import DOCUMENTS, open_workbench, quiet, text_of

ROOT = Path(__file__).parents[2]
LONGEST_S = {"save": 0.4, "update": 0.4, "activate": 0.6, "rebase": 4.0, "rebuild": 4.0}
"""What a theme may take before it is killed: a base is built in a second or two."""


def versions_said(lines: list[str], expected: dict[str, set[str]]) -> None:
    """Bring what may stand in each document up to what a killed worker has said of its saves."""
    for line in lines:
        with suppress(json.JSONDecodeError):  # the last line may be torn
            said = json.loads(line)
            if "begun" in said:
                expected[said["begun"]].add(said["version"])
            elif "done" in said:
                expected[said["done"]] = {said["version"]}


def killed(root: Path, theme: str, seed: int, delay_s: float) -> list[str]:
    """Let a worker work on a theme, kill it after ``delay_s`` and return what it has said."""
    command = [sys.executable, "-m", "tests.system.kill_worker", str(root), theme, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as worker:
        assert worker.stdout is not None
        assert "ready" in worker.stdout.readline()
        with suppress(subprocess.TimeoutExpired):
            worker.wait(delay_s)
        worker.send_signal(signal.SIGKILL)
        lines = worker.stdout.read().splitlines()
    assert worker.returncode == -signal.SIGKILL, f"{theme} ended by itself"
    return lines


def held(store: IndexStore) -> Mapping[DocumentPath, DocumentVectors | None]:
    with store.reader() as reader:
        return {path: reader.stored(path) for path in reader.documents()}


def assert_equal(
    kept: Mapping[DocumentPath, DocumentVectors | None], fresh: Mapping[DocumentPath, DocumentVectors | None]
) -> None:
    assert kept.keys() == fresh.keys()
    for path, document in kept.items():
        other = fresh[path]
        assert document is not None
        assert other is not None
        assert document.prepared == other.prepared
        for vectors, wanted in zip(document.vectors, other.vectors, strict=True):
            assert np.array_equal(vectors, wanted)


@contextmanager
def reopened(root: Path) -> Generator[LocalWorkbench]:
    workbench = open_workbench(root)
    try:
        yield workbench
    finally:
        workbench.close()


def test_kills_at_any_moment_lose_nothing_and_leave_an_index_that_equals_a_build_from_nothing(
    tmp_path: Path, corpus_root: Path, make_workbench: MakeWorkbench, pytestconfig: pytest.Config
) -> None:
    rounds = cast("int", pytestconfig.getoption("--kills"))
    chosen = random.Random(20_261)  # noqa: S311 - a test's choice
    for file in corpus_root.rglob("*.*"):
        file.unlink()
    expected = {f"saved{number}.md": {"v0"} for number in range(DOCUMENTS)}
    for path in expected:
        (corpus_root / path).write_text(text_of(path, "v0"), encoding="utf-8")
    for number in range(rounds):
        theme = list(LONGEST_S)[number % len(LONGEST_S)]
        lines = killed(tmp_path, theme, number, chosen.uniform(0, LONGEST_S[theme]))
        versions_said(lines, expected)
        for path, versions in expected.items():
            text = (corpus_root / path).read_text(encoding="utf-8")
            standing = [version for version in versions if text == text_of(path, version)]
            assert standing, f"round {number} ({theme}): {path} is torn or lost its save"
            expected[path] = set(standing)
        check_index(tmp_path, make_workbench)


def check_index(root: Path, make_fresh: MakeWorkbench) -> None:
    with reopened(root) as workbench:
        assert workbench.generations().generations
        workbench.indexing.run(quiet, rebuild=False)
        assert workbench.indexing.pending == ()
        assert workbench.verifying.verify(quiet, full=True).holds
        fresh_store = InMemoryStore(TickingClock())
        make_fresh(store=fresh_store).indexing.run(quiet, rebuild=False)
        store = workbench.indexing._store  # pyright: ignore[reportPrivateUsage]
        assert_equal(held(store), held(fresh_store))
