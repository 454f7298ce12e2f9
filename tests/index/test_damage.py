"""A base or a database that is missing or damaged: search goes on where it can and says what is wrong."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from glyph.domain.chunk import ChunkId
from glyph.domain.generation import BaseState, Fingerprint
from glyph.domain.ranking import Scope
from glyph.errors import GenerationRejected, IndexUnusable, NoGeneration
from glyph.index.embedded.base import PERSISTED, checksums_hold
from glyph.index.embedded.layout import GenerationFolder, IndexFolder
from glyph.index.embedded.manifest import read_manifest
from glyph.index.embedded.store import EmbeddedStore
from tests.conftest import FIRST_CONTENT, BuiltIndex
from tests.fakes.documents import EMBEDDER, ids_of, paths_of
from tests.index.conftest import OpenStore

RESTORE, DNS, WIREGUARD = FIRST_CONTENT


def nearest(store: EmbeddedStore, text: str) -> list[ChunkId]:
    """Return all chunks, nearest first."""
    with store.reader() as reader:
        return [each.chunk_id for each in reader.nearest(EMBEDDER.embed_query(text), limit=50, scope=Scope())]


def base_state(store: EmbeddedStore) -> BaseState:
    with store.reader() as reader:
        return reader.summary.base


@pytest.fixture
def active(index_folder: IndexFolder, built_index: BuiltIndex) -> GenerationFolder:
    return index_folder.generation(built_index.first)


def segment(folder: GenerationFolder) -> Path:
    """Return the folder in which Chroma keeps the graph."""
    (persisted,) = folder.base.glob(f"*/{PERSISTED}")
    return persisted.parent


def flip_bytes(folder: GenerationFolder) -> None:
    file = segment(folder) / "data_level0.bin"
    content = bytearray(file.read_bytes())
    content[100:108] = bytes(byte ^ 0xFF for byte in content[100:108])
    file.write_bytes(content)


def truncate(folder: GenerationFolder) -> None:
    file = segment(folder) / "data_level0.bin"
    file.write_bytes(file.read_bytes()[:-64])


def lose_a_file(folder: GenerationFolder) -> None:
    (segment(folder) / "length.bin").unlink()


def lose_the_segment(folder: GenerationFolder) -> None:
    shutil.rmtree(segment(folder))


def add_a_file(folder: GenerationFolder) -> None:
    (segment(folder) / "stray.bin").write_bytes(b"x")


SEGMENT_DAMAGES = [flip_bytes, truncate, lose_a_file, lose_the_segment, add_a_file]


def overwrite_tables(folder: GenerationFolder) -> None:
    (folder.base / "chroma.sqlite3").write_bytes(b"this is no database" * 1000)


def lose_tables(folder: GenerationFolder) -> None:
    (folder.base / "chroma.sqlite3").unlink()


def truncate_tables(folder: GenerationFolder) -> None:
    file = folder.base / "chroma.sqlite3"
    file.write_bytes(file.read_bytes()[:20_000])


def test_a_sound_base_answers(open_store: OpenStore) -> None:
    store = open_store()
    assert nearest(store, "open port 51820")[0] == ids_of(WIREGUARD)[2]
    assert base_state(store) is BaseState.OK


def test_without_a_base_exact_search_answers_and_the_summary_says_so(
    open_store: OpenStore, active: GenerationFolder
) -> None:
    shutil.rmtree(active.base)
    store = open_store()
    assert nearest(store, "open port 51820")[0] == ids_of(WIREGUARD)[2]
    assert base_state(store) is BaseState.MISSING


@pytest.mark.parametrize("damage", SEGMENT_DAMAGES)
def test_a_damaged_segment_is_noticed_before_chroma_opens_it(
    open_store: OpenStore, active: GenerationFolder, damage: Callable[[GenerationFolder], None]
) -> None:
    damage(active)
    before = (active.base / "chroma.sqlite3").stat().st_mtime_ns
    assert not checksums_hold(active.base, read_manifest(active.manifest).base_checksums)
    store = open_store()
    assert nearest(store, "open port 51820")[0] == ids_of(WIREGUARD)[2]
    assert base_state(store) is BaseState.DAMAGED
    assert (active.base / "chroma.sqlite3").stat().st_mtime_ns == before  # Chroma writes there when it opens


@pytest.mark.parametrize("damage", [overwrite_tables, lose_tables, truncate_tables])
def test_a_base_that_chroma_refuses_costs_a_warning_and_exact_search_answers(
    open_store: OpenStore,
    active: GenerationFolder,
    damage: Callable[[GenerationFolder], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    damage(active)
    store = open_store()
    with caplog.at_level(logging.WARNING):
        assert nearest(store, "open port 51820")[0] == ids_of(WIREGUARD)[2]
        assert nearest(store, "the zone")[0] == ids_of(DNS)[0]
    assert [record.message for record in caplog.records] == ["base is damaged: exact search answers"]
    assert base_state(store) is BaseState.DAMAGED


def test_a_damaged_generation_can_be_activated_and_is_searched_exactly(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    flip_bytes(index_folder.generation(built_index.second))
    store = open_store()
    store.activate(built_index.second)
    assert base_state(store) is BaseState.DAMAGED
    assert len(nearest(store, "zones")) == 2


def change_database(folder: GenerationFolder, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder.database)) as connection, connection:
        connection.execute(statement, values)


def damage_vector(folder: GenerationFolder, chunk_id: ChunkId) -> None:
    change_database(
        folder,
        "UPDATE vectors SET vector = zeroblob(length(vector))"
        " WHERE chunk = (SELECT row FROM chunks WHERE chunk_id = ?)",
        chunk_id,
    )


def test_a_vector_that_is_damaged_in_the_rows_is_answered_from_the_base(
    open_store: OpenStore, active: GenerationFolder
) -> None:
    whole = nearest(open_store(), "open port 51820")
    damage_vector(active, ids_of(WIREGUARD)[2])
    assert nearest(open_store(), "open port 51820") == whole


def test_without_a_base_a_damaged_vector_is_skipped_and_the_rest_answers(
    open_store: OpenStore, active: GenerationFolder, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = ids_of(WIREGUARD)[2]
    damage_vector(active, damaged)
    shutil.rmtree(active.base)
    with caplog.at_level(logging.WARNING):
        found = nearest(open_store(), "open port 51820")
    assert damaged not in found
    assert len(found) == 5
    assert {record.message for record in caplog.records} == {"vector skipped: its checksum does not hold"}


def test_a_database_that_is_gone_or_damaged_is_an_error_with_a_hint(
    open_store: OpenStore, active: GenerationFolder
) -> None:
    store = open_store()
    active.database.write_bytes(b"this is no database" * 1000)
    with pytest.raises(IndexUnusable) as damaged, store.reader():
        pass
    assert "--rebuild" in damaged.value.hint
    active.database.unlink()
    with pytest.raises(IndexUnusable), store.reader():
        pass
    assert not active.database.exists()


def test_a_database_that_breaks_while_it_is_read_is_an_error_with_a_hint(
    open_store: OpenStore, active: GenerationFolder
) -> None:
    change_database(active, "DROP TABLE vectors")
    with pytest.raises(IndexUnusable):
        nearest(open_store(), "zone")


def test_a_generation_that_cannot_be_read_is_left_out_of_the_list(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    index_folder.generation(built_index.second).database.unlink()
    assert [summary.generation for summary in open_store().generations()] == [built_index.first]


def test_a_pointer_to_a_generation_that_is_gone_is_no_generation(
    open_store: OpenStore, active: GenerationFolder
) -> None:
    shutil.rmtree(active.root)
    with pytest.raises(NoGeneration), open_store().reader():
        pass


@pytest.mark.parametrize("pointer", [b"", b"\n", b"\0\0\0\0", b"\xff\xfe", b"nothing\n", b"../..\n"])
def test_a_pointer_that_names_nothing_is_no_generation(
    open_store: OpenStore, index_folder: IndexFolder, pointer: bytes
) -> None:
    index_folder.pointer.write_bytes(pointer)
    with pytest.raises(NoGeneration), open_store().reader():
        pass


@pytest.mark.parametrize("manifest", [b"", b"{}", b"\0" * 100])
def test_a_damaged_manifest_is_no_generation_and_the_store_still_opens(
    open_store: OpenStore, active: GenerationFolder, built_index: BuiltIndex, manifest: bytes
) -> None:
    active.manifest.write_bytes(manifest)
    store = open_store()
    with pytest.raises(NoGeneration), store.reader():
        pass
    with pytest.raises(GenerationRejected):
        store.activate(built_index.first)
    store.activate(built_index.second)
    assert base_state(store) is BaseState.OK


def test_generations_that_were_never_finished_are_swept_when_the_store_opens(
    open_store: OpenStore, index_folder: IndexFolder, active: GenerationFolder
) -> None:
    unfinished = index_folder.generations / "20260101T000000.000000Z-0badc0de"
    shutil.copytree(active.root, unfinished)
    (unfinished / "manifest.json").unlink()
    store = open_store()
    assert not unfinished.exists()
    with store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)


def test_a_damaged_vector_is_not_copied_into_another_generation(
    open_store: OpenStore, active: GenerationFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    with closing(sqlite3.connect(active.database)) as connection, connection:
        connection.execute("UPDATE vectors SET checksum = checksum + 1 WHERE row = 2")
    staging = store.stage(active_fingerprint(store))
    with store.reader(), pytest.raises(IndexUnusable, match="damaged"):
        staging.copy(built_index.first)
    staging.discard()
    assert len(store.generations()) == 2


def test_a_database_that_cannot_be_read_is_not_copied(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    index_folder.generation(built_index.second).database.write_bytes(b"no database" * 1000)
    staging = store.stage(active_fingerprint(store))
    with pytest.raises(IndexUnusable, match="cannot be copied"):
        staging.copy(built_index.second)
    staging.discard()


def active_fingerprint(store: EmbeddedStore) -> Fingerprint:
    with store.reader() as reader:
        return reader.summary.fingerprint
