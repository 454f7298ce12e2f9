"""When the rows of a generation are worth a new base, and what a rebase leaves behind."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from glyph.domain.generation import BaseState
from glyph.index.embedded.drift import LEAST_ROWS, has_drifted
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.manifest import read_manifest, write_manifest
from tests.conftest import FIRST_CONTENT, BuiltIndex
from tests.fakes.documents import make_document, unit, with_vectors
from tests.index.conftest import OpenStore

RESTORE, DNS, WIREGUARD = FIRST_CONTENT


@pytest.mark.parametrize(
    ("drifted", "base", "worth_it"),
    [(0, 0, False), (LEAST_ROWS, 0, False), (LEAST_ROWS + 1, 0, True), (2_001, 30_000, False), (3_001, 30_000, True)],
)
def test_two_thousand_rows_or_a_tenth_of_the_base_are_worth_a_new_one(
    drifted: int, base: int, *, worth_it: bool
) -> None:
    assert has_drifted(drifted, base) is worth_it


def test_new_and_dead_rows_count_alike(open_store: OpenStore) -> None:
    store = open_store()
    windows = np.stack([unit(1.0)] * (LEAST_ROWS - 2))
    store.update([with_vectors(make_document("long.md", "a long text"), windows)], ())
    assert not store.needs_rebase()
    store.update((), [WIREGUARD.prepared.document.path])  # three rows of the base are dead now
    assert store.needs_rebase()


def test_a_missing_and_a_damaged_base_are_worth_a_new_one_without_opening_it(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    folder = index_folder.generation(built_index.first)
    kept = folder.root / "kept"
    shutil.move(folder.base, kept)
    missing = open_store()
    assert missing.needs_rebase()
    missing.close()
    shutil.move(kept, folder.base)
    next(folder.base.glob("*/data_level0.bin")).write_bytes(b"x")
    damaged = open_store()
    assert damaged.needs_rebase()
    with damaged.reader() as reader:
        assert reader.summary.base is BaseState.DAMAGED


def test_a_manifest_that_does_not_say_how_large_the_base_is_is_worth_a_new_one(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    file = index_folder.generation(built_index.first).manifest
    write_manifest(file, read_manifest(file).model_copy(update={"base_vectors": None}))
    assert open_store().needs_rebase()


def test_the_child_that_builds_a_base_ends_with_its_parent(tmp_path: Path) -> None:
    script = "from glyph.index.embedded.child import end_with_parent; import time; end_with_parent(); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, cwd=tmp_path) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(30) == 1
