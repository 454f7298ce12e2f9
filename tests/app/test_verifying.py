"""Verifying: what differs is named, what is sound is left in peace, and nothing is mended."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.app.answers import JobState, Verification
from glyph.app.local import LocalWorkbench
from glyph.errors import NoGeneration
from glyph.index.embedded.layout import GenerationFolder, IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore


def quiet(_done: int, _total: int) -> None: ...


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore) -> LocalWorkbench:
    workbench = make_workbench(store=store)
    workbench.indexing.run(quiet, rebuild=False)
    return workbench


def verified(workbench: LocalWorkbench, *, full: bool = True) -> Verification:
    return workbench.verifying.verify(quiet, full=full)


def differing(found: Verification) -> dict[str, str]:
    return {difference.path: difference.reason for difference in found.differences}


@pytest.mark.parametrize("full", [False, True])
def test_an_index_that_equals_the_corpus_holds(workbench: LocalWorkbench, corpus_root: Path, *, full: bool) -> None:
    (corpus_root / "broken.md").write_bytes(b"\xff\xfe")
    (corpus_root / "bad:name.md").write_bytes(b"text")
    found = verified(workbench, full=full)
    assert (found.holds, found.differences, found.faults) == (True, (), ())
    assert (found.documents, found.full) == (4, full)


@pytest.mark.parametrize("full", [False, True])
def test_each_difference_is_named_and_nothing_is_mended(
    workbench: LocalWorkbench, store: InMemoryStore, corpus_root: Path, *, full: bool
) -> None:
    (corpus_root / "index.md").write_text("# Changed\n", encoding="utf-8")
    (corpus_root / "new.md").write_text("# New\n", encoding="utf-8")
    (corpus_root / "network/dns.txt").unlink()
    (corpus_root / "backup/restore.md").write_bytes(b"\xff\xfe")
    before = dict(store.finished)
    found = verified(workbench, full=full)
    reasons = differing(found)
    assert not found.holds
    assert reasons.keys() == {"index.md", "new.md", "network/dns.txt", "backup/restore.md"}
    assert "has changed" in reasons["index.md"]
    assert "not indexed" in reasons["new.md"]
    assert "no such file" in reasons["network/dns.txt"]
    assert "has changed" in reasons["backup/restore.md"]
    assert store.finished == before


def test_pending_vectors_are_a_difference(make_workbench: MakeWorkbench) -> None:
    workbench = make_workbench(embedder=FakeEmbedder(fails_after=2))
    workbench.indexing.run(quiet, rebuild=False)
    assert set(differing(verified(workbench, full=False)).values()) == {
        "Its vectors are pending: keyword search alone finds it."
    }


def test_an_index_of_another_model_is_a_fault(make_workbench: MakeWorkbench, store: InMemoryStore) -> None:
    make_workbench(store=store).indexing.run(quiet, rebuild=False)
    other = make_workbench(store=store, embedder=FakeEmbedder(name="fake:other"))
    assert "another model" in verified(other, full=False).faults[0]


def test_verifying_nothing_is_refused(make_workbench: MakeWorkbench) -> None:
    with pytest.raises(NoGeneration):
        make_workbench().start_verification(full=True)


def test_a_verification_is_a_job(workbench: LocalWorkbench) -> None:
    job = workbench.start_verification(full=True)
    workbench.jobs.join()
    ended = workbench.job(job.id)
    assert (ended.state, ended.report) == (JobState.DONE, None)
    assert ended.verification is not None
    assert ended.verification.holds


# The embedded store


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an embedded index of the small corpus, made once. Copy it."""
    return tmp_path_factory.mktemp("verified") / "index"


@pytest.fixture
def folder(indexed: Path, make_workbench: MakeWorkbench, tmp_path: Path) -> IndexFolder:
    if not indexed.exists():
        workbench = make_workbench(store=EmbeddedStore(IndexFolder(indexed), TickingClock()))
        workbench.indexing.run(quiet, rebuild=False)
        workbench.close()
    shutil.copytree(indexed, tmp_path / "index")
    return IndexFolder(tmp_path / "index")


def generation_of(folder: IndexFolder) -> GenerationFolder:
    (generation,) = folder.generations.iterdir()
    return GenerationFolder(generation)


EXTRA_WINDOW = """
    INSERT INTO vectors (chunk, window, vector, checksum)
    SELECT chunk, 7, vector, checksum FROM vectors WHERE row = 1
"""


def change(folder: IndexFolder, statement: str) -> None:
    with closing(sqlite3.connect(generation_of(folder).database)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE vectors SET checksum = checksum + 1 WHERE row = 1", "stored vector is damaged"),
        ("DELETE FROM vectors WHERE row = 1", "Counts differ"),
        ("DELETE FROM keywords WHERE rowid = 1", "Counts differ"),
        ("UPDATE keywords SET body = 'other' WHERE rowid = 1", "keyword row"),
        ("UPDATE chunks SET text = 'other' WHERE row = 1", "keyword row"),
        ("DELETE FROM keywords_data WHERE id > 10", "database"),
        ("INSERT INTO literals (rowid, text) VALUES (1, 'what no chunk says')", "cannot be read"),
        ("DROP TABLE vectors", "cannot be read"),
    ],
)
def test_damage_of_the_rows_is_a_fault(
    make_workbench: MakeWorkbench, folder: IndexFolder, damage: str, said: str
) -> None:
    change(folder, damage)
    workbench = make_workbench(store=EmbeddedStore(folder, TickingClock(datetime(2026, 2, 1, tzinfo=UTC))))
    found = verified(workbench, full=False)
    assert any(said in fault for fault in found.faults), found.faults
    workbench.close()


def test_a_sound_embedded_index_holds_and_a_missing_base_is_a_fault(
    make_workbench: MakeWorkbench, folder: IndexFolder
) -> None:
    workbench = make_workbench(store=EmbeddedStore(folder, TickingClock(datetime(2026, 2, 1, tzinfo=UTC))))
    assert verified(workbench).holds
    shutil.rmtree(generation_of(folder).base)
    assert "base is missing" in verified(workbench).faults[0]
    workbench.close()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE chunks SET line_to = line_to + 1 WHERE row = 1", "not those that its text makes"),
        ("UPDATE documents SET redactions = 9", "not those that its text makes"),
        (EXTRA_WINDOW, "not those of its chunks' windows"),
    ],
)
def test_a_full_proof_finds_what_a_fast_one_cannot(
    make_workbench: MakeWorkbench, folder: IndexFolder, damage: str, said: str
) -> None:
    change(folder, damage)
    workbench = make_workbench(store=EmbeddedStore(folder, TickingClock(datetime(2026, 2, 1, tzinfo=UTC))))
    assert verified(workbench, full=False).holds
    assert any(said in reason for reason in differing(verified(workbench)).values())
    workbench.close()


def test_an_embedded_index_without_a_base_is_rebased_by_the_next_update_and_embeds_nothing(
    make_workbench: MakeWorkbench, folder: IndexFolder
) -> None:
    shutil.rmtree(generation_of(folder).base)
    embedder = FakeEmbedder(failing=True)
    store = EmbeddedStore(folder, TickingClock(datetime(2026, 2, 1, tzinfo=UTC)))
    workbench = make_workbench(store=store, embedder=embedder)
    assert store.needs_rebase()
    workbench.indexing.run(quiet, rebuild=False)
    assert not store.needs_rebase()
    assert workbench.status().base == "ok"
    assert verified(workbench).holds
    workbench.close()
