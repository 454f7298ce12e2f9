"""Saves, changes and passes at the same time: what a race may not break."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath, SourceDocument, hash_content
from glyph.domain.ranking import Mode, SearchRequest
from glyph.embed.embedder import Vectors
from tests.app.deeds import counts, indexed, update, write
from tests.conftest import LIMIT_BYTES, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore) -> LocalWorkbench:
    return make_workbench(store=store)


# Races


class MeddlingSource(FolderSource):
    """A folder in which something happens right after a document was read, as often as there are deeds."""

    def __init__(self, root: Path, path: str, deeds: Sequence[Callable[[], object]]) -> None:
        super().__init__(root, LIMIT_BYTES)
        self._path = path
        self._deeds = list(deeds)

    def read(self, path: DocumentPath) -> SourceDocument:
        document = super().read(path)
        if path == self._path and self._deeds:
            self._deeds.pop(0)()
        return document


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_change_between_preparing_and_storing_is_read_again(
    make_workbench: MakeWorkbench, corpus_root: Path, *, rebuild: bool
) -> None:
    # hash_of reads the file before each attempt, so several readings are meddled with.
    deeds = [lambda n=n: write(corpus_root, "index.md", f"# Version {n}\n\nText.\n") for n in range(4)]
    workbench = make_workbench(source=MeddlingSource(corpus_root, "index.md", deeds))
    report = update(workbench, rebuild=rebuild)
    standing = hash_content((corpus_root / "index.md").read_bytes())
    assert indexed(workbench)[DocumentPath("index.md")].content_hash == standing
    assert counts(report) == "scanned=4 indexed=4 unchanged=0 empty=0 deleted=0 failed=0"


class RestlessSource(FolderSource):
    """A folder with one document that changes with every reading."""

    readings = 0

    def read(self, path: DocumentPath) -> SourceDocument:
        document = super().read(path)
        if path == "index.md":
            self.readings += 1
            write(self._root, "index.md", f"# Reading {self.readings}\n\nText.\n")
        return document


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_document_that_never_rests_is_a_problem_and_never_an_endless_pass(
    make_workbench: MakeWorkbench, corpus_root: Path, *, rebuild: bool
) -> None:
    workbench = make_workbench(source=RestlessSource(corpus_root, LIMIT_BYTES))
    report = update(workbench, rebuild=rebuild)
    assert [problem.path for problem in report.problems] == ["index.md"]
    assert "keeps changing" in report.problems[0].reason
    assert len(indexed(workbench)) == 3


def test_a_document_that_vanishes_while_it_is_indexed_ends_nothing(
    make_workbench: MakeWorkbench, corpus_root: Path
) -> None:
    gone = corpus_root / "index.md"
    workbench = make_workbench(
        source=MeddlingSource(corpus_root, "index.md", [lambda: None, gone.unlink, lambda: None])
    )
    update(workbench)
    assert list(indexed(workbench)) == ["backup/restore.md", "network/dns.txt", "network/wireguard.md"]
    assert update(workbench).failed == 0


class GatedEmbedder(FakeEmbedder):
    """An embedder that waits at the gate when it meets a text with the word."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word
        self.arrived = threading.Event()
        self.gate = threading.Event()

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if any(self.word in text for text in texts) and not self.gate.is_set():
            self.arrived.set()
            assert self.gate.wait(30)
        return super().embed_documents(texts)


def test_a_save_during_a_rebuild_is_in_the_new_generation(
    make_workbench: MakeWorkbench, corpus_root: Path, store: InMemoryStore
) -> None:
    update(make_workbench(store=store))
    former = store.generations()[0].generation
    embedder = GatedEmbedder("Resolver")
    workbench = make_workbench(store=store, embedder=embedder)
    path = DocumentPath("backup/restore.md")  # this one is staged already when the gate is reached
    with ThreadPoolExecutor(1) as passes:
        running = passes.submit(update, workbench, rebuild=True)
        assert embedder.arrived.wait(30)
        opened = workbench.read(path, redacted=False)
        saved = workbench.save(path, "# Restore\n\nSaved meanwhile.\n", opened_hash=opened.content_hash)
        assert saved.index.generation == former
        assert workbench.search(SearchRequest("meanwhile", Mode.KEYWORD)).hits[0].path == path
        (corpus_root / "index.md").unlink()
        write(corpus_root, "late.md", "# Late\n\nWritten meanwhile.\n")
        embedder.gate.set()
        report = running.result(30)
    result = workbench.search(SearchRequest("meanwhile", Mode.KEYWORD))
    assert result.generation != former
    assert {hit.path for hit in result.hits} == {"backup/restore.md", "late.md"}
    assert not any(hit.changed_since_indexed for hit in result.hits)
    assert list(indexed(workbench)) == ["backup/restore.md", "late.md", "network/dns.txt", "network/wireguard.md"]
    assert report.failed == 0


def test_a_document_mended_by_a_save_during_a_rebuild_is_in_the_new_generation(
    make_workbench: MakeWorkbench, corpus_root: Path, store: InMemoryStore
) -> None:
    update(make_workbench(store=store))
    (corpus_root / "backup/restore.md").write_bytes(b"\xff\xfe")
    embedder = GatedEmbedder("Resolver")
    workbench = make_workbench(store=store, embedder=embedder)
    with ThreadPoolExecutor(1) as passes:
        running = passes.submit(update, workbench, rebuild=True)
        assert embedder.arrived.wait(30)
        write(corpus_root, "backup/restore.md", "# Restore\n\nMended meanwhile.\n")
        embedder.gate.set()
        report = running.result(30)
    assert report.failed == 0
    assert "backup/restore.md" in indexed(workbench)
    assert workbench.indexing.problems == ()


def test_an_update_does_not_undo_a_save_that_brought_a_document_back(
    make_workbench: MakeWorkbench, corpus_root: Path, store: InMemoryStore
) -> None:
    update(make_workbench(store=store))
    (corpus_root / "backup/restore.md").unlink()
    (corpus_root / "index.md").write_bytes(b"\xff\xfe")
    write(corpus_root, "network/dns.txt", "Resolver: changed.\n")
    embedder = GatedEmbedder("Resolver")
    workbench = make_workbench(store=store, embedder=embedder)
    with ThreadPoolExecutor(1) as passes:
        running = passes.submit(update, workbench)
        assert embedder.arrived.wait(30)
        for path in ("backup/restore.md", "index.md"):
            write(corpus_root, path, "# Back\n\nAgain here.\n")
            workbench.indexing.index_document(DocumentPath(path))
        embedder.gate.set()
        report = running.result(30)
    assert counts(report) == "scanned=3 indexed=1 unchanged=1 empty=0 deleted=0 failed=0"
    assert len(indexed(workbench)) == 4
    assert workbench.indexing.problems == ()


def test_a_slow_pass_never_overwrites_what_a_save_has_just_indexed(
    make_workbench: MakeWorkbench, store: InMemoryStore
) -> None:
    embedder = GatedEmbedder("Resolver")
    embedder.gate.set()
    workbench = make_workbench(store=store, embedder=embedder)
    update(workbench)
    path = DocumentPath("network/dns.txt")
    opened = workbench.read(path, redacted=False)
    embedder.gate.clear()
    with ThreadPoolExecutor(2) as threads:
        slow = threads.submit(workbench.save, path, "Resolver: the slower save.\n", opened_hash=opened.content_hash)
        assert embedder.arrived.wait(30)
        current = workbench.read(path, redacted=False)
        workbench.save(path, "The faster save.\n", opened_hash=current.content_hash)
        embedder.gate.set()
        slow.result(30)
    assert indexed(workbench)[path].content_hash == hash_content(b"The faster save.\n")
