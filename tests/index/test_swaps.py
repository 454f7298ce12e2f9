"""Readers, writers, swaps and kills together: no error, no mixture, nothing left open."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope, Scored
from glyph.index.embedded import database
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.store import Term
from tests.conftest import FIRST_CONTENT, SECOND_CONTENT, BuiltIndex
from tests.fakes.clock import TickingClock
from tests.fakes.documents import EMBEDDER, ids_of, make_document, paths_of
from tests.index.conftest import OpenStore

EVERYWHERE = Scope()
LATE_CLOSES = 4
"""Chroma closes its last descriptors a moment after it was closed itself."""
QUERY = EMBEDDER.embed_query("the zone is served by the name server")


def look(store: EmbeddedStore) -> GenerationId:
    """Ask both rankers in one lease, check that all of it is of one generation, and return which."""
    with store.reader() as reader:
        generation, documents = reader.summary.generation, reader.documents()
        keyword = reader.keyword([Term(("zone",)), Term(("zones",))], limit=10, scope=EVERYWHERE)
        nearest = reader.nearest(QUERY, limit=10, scope=EVERYWHERE)
        found = reader.chunks([each.chunk_id for each in (*keyword, *nearest)])
        assert len(keyword) == 1
        assert found.keys() == {each.chunk_id for each in (*keyword, *nearest)}
        hashes = {document.content_hash for document in documents.values()}
        assert {chunk.content_hash for chunk in found.values()} <= hashes
        assert reader.summary.generation == generation
        return generation


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_swaps_under_concurrent_readers_give_no_error_and_no_mixture(
    open_store: OpenStore, built_index: BuiltIndex
) -> None:
    store = open_store()
    done = threading.Event()

    def read() -> list[GenerationId]:
        seen: list[GenerationId] = []
        while not done.is_set() or not seen:
            seen.append(look(store))
        return seen

    with ThreadPoolExecutor(4) as readers:
        reading = [readers.submit(read) for _ in range(4)]
        try:
            for _ in range(3):
                store.activate(built_index.second)
                store.activate(built_index.first)
        finally:
            done.set()
        seen = [generation for each in reading for generation in each.result(60)]
    assert set(seen) <= {built_index.first, built_index.second}
    assert look(store) == built_index.first


def copies(folder: IndexFolder, generation: GenerationId, count: int) -> list[GenerationId]:
    """Return further generations with the same content: Chroma shares what it opens by path."""
    made = [GenerationId(f"20260101T000100.{number:06}Z-c0ffee00") for number in range(count)]
    for copy in made:
        shutil.copytree(folder.generation(generation).root, folder.generation(copy).root)
    return made


def test_many_swaps_leave_no_descriptor_and_no_thread_behind(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    generations = copies(index_folder, built_index.first, 12)
    store = open_store()
    for generation in generations[:2]:
        store.activate(generation)
        look(store)
    descriptors, threads = open_descriptors(), threading.active_count()
    for generation in generations[2:]:
        store.activate(generation)
        look(store)
    assert open_descriptors() <= descriptors + LATE_CLOSES
    assert threading.active_count() <= threads


def test_closing_the_store_closes_everything_it_opened(index_folder: IndexFolder, tmp_path: Path) -> None:
    def open_and_close(number: int) -> None:
        shutil.copytree(index_folder.root, tmp_path / str(number))
        store = EmbeddedStore(IndexFolder(tmp_path / str(number)), TickingClock())
        look(store)
        store.close()

    open_and_close(0)
    descriptors, threads = open_descriptors(), threading.active_count()
    for number in range(1, 9):
        open_and_close(number)
    assert open_descriptors() <= descriptors + LATE_CLOSES
    assert threading.active_count() <= threads


def test_a_pruned_generation_that_is_read_is_removed_when_its_last_reader_leaves(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    with store.reader() as one, store.reader() as other:
        store.activate(built_index.second)
        assert store.prune(1) == ()
        assert one.nearest(QUERY, limit=1, scope=EVERYWHERE) == other.nearest(QUERY, limit=1, scope=EVERYWHERE)
        assert index_folder.generation(built_index.first).root.exists()
    assert not index_folder.generation(built_index.first).root.exists()


def test_readers_are_answered_while_another_connection_holds_the_write_lock(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex
) -> None:
    store = open_store()
    writer = database.connect(index_folder.generation(built_index.first).database)
    try:
        with database.transaction(writer):
            writer.execute("DELETE FROM documents")
            assert look(store) == built_index.first
            writer.execute("UPDATE facts SET value = value")
    finally:
        writer.close()
    with store.reader() as reader:
        assert reader.documents() == {}


def test_the_pointer_names_what_a_new_process_opens(open_store: OpenStore, built_index: BuiltIndex) -> None:
    store = open_store()
    store.activate(built_index.second)
    store.close()
    with open_store().reader() as reader:
        assert list(reader.documents()) == paths_of(SECOND_CONTENT)


WRITER = """
import sys
from pathlib import Path
from tests.fakes.clock import TickingClock
from tests.fakes.documents import make_document
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore

store = EmbeddedStore(IndexFolder(Path(sys.argv[1])), TickingClock())
number = 0
while True:
    store.update([make_document(f"new/{part}.md", f"version {number}", f"part {part}") for part in range(3)], ())
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("writes", [1, 4, 9])
def test_a_killed_writer_leaves_an_index_that_opens_and_holds_what_was_acknowledged(
    open_store: OpenStore, index_folder: IndexFolder, built_index: BuiltIndex, writes: int
) -> None:
    repository = Path(__file__).parents[2]
    command = [sys.executable, "-c", WRITER, str(index_folder.root)]
    search_path = {"PYTHONPATH": f"{repository}:{repository / 'backend'}"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=search_path, text=True) as child:
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(writes)][-1]
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    store = open_store()
    with store.reader() as reader:
        documents = {p: d for p, d in reader.documents().items() if p.startswith("new/")}
        versions = [
            number
            for part, path in enumerate(sorted(documents))
            for number in range(acknowledged, acknowledged + 50)
            if make_document(path, f"version {number}", f"part {part}").prepared.document == documents[path]
        ]
        assert len(versions) == 3
        assert len(reader.keyword([Term(("version",))], limit=50, scope=EVERYWHERE)) == 3
        assert len(reader.nearest(QUERY, limit=50, scope=EVERYWHERE)) == 6 + 6
    file = index_folder.generation(built_index.first).database
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.execute("INSERT INTO keywords (keywords) VALUES ('integrity-check')")
    connection.close()
    store.update((), paths_of(FIRST_CONTENT))
    assert ids_of(FIRST_CONTENT[0])[0] not in {each.chunk_id for each in found_near(store)}


def found_near(store: EmbeddedStore) -> tuple[Scored, ...]:
    with store.reader() as reader:
        return reader.nearest(QUERY, limit=50, scope=EVERYWHERE)
