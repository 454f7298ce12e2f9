"""Following: hints become changes of the index, hashes decide, and scans and rebases come when they are due."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from glyph.app.answers import Change, DocumentChanged, JobKind, JobState
from glyph.app.following import MEND_LOOK_S, MEND_PAUSE_S
from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath
from glyph.embed.embedder import Vectors
from glyph.errors import CorpusUnavailable, NoGeneration
from tests.conftest import SCAN_INTERVAL_S, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore
from tests.fakes.waiting import WaitingClock

INDEX = DocumentPath("index.md")


class CountingStore(InMemoryStore):
    """A store that counts the documents it is given."""

    put = 0

    def update(self, put: Sequence[object], delete: Sequence[DocumentPath]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.put += len(put)
        super().update(put, delete)  # pyright: ignore[reportArgumentType]


@pytest.fixture
def store(clock: TickingClock) -> CountingStore:
    return CountingStore(clock)


@pytest.fixture
def time() -> WaitingClock:
    return WaitingClock()


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: CountingStore, time: WaitingClock) -> LocalWorkbench:
    workbench = make_workbench(store=store, monotonic=time.monotonic)
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def paths(workbench: LocalWorkbench) -> list[str]:
    return list(workbench.indexing.indexed)


def test_a_changed_a_new_and_a_vanished_document_are_followed(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, "index.md", "# Changed\n")
    write(corpus_root, "new.md", "# New\n")
    (corpus_root / "network/dns.txt").unlink()
    workbench.following.take({"index.md", "new.md", "network/dns.txt", "never.md"})
    assert paths(workbench) == ["backup/restore.md", "index.md", "network/wireguard.md", "new.md"]
    assert workbench.status().pending == 0


def test_what_changed_is_told_once_with_its_new_hash(workbench: LocalWorkbench, corpus_root: Path) -> None:
    seen = workbench.events.last_id
    write(corpus_root, "index.md", "# Changed\n")
    (corpus_root / "network/dns.txt").unlink()
    workbench.following.take({"index.md", "network/", "never.md"})
    workbench.following.take({"index.md"})
    changed_hash = workbench.indexing.indexed[INDEX].content_hash
    assert [event.data for event in workbench.events.since(seen)] == [
        DocumentChanged(INDEX, Change.CHANGED_ON_DISK, changed_hash),
        DocumentChanged(DocumentPath("network/dns.txt"), Change.GONE_FROM_DISK),
    ]


def test_a_hint_where_nothing_changed_makes_no_update(workbench: LocalWorkbench, store: CountingStore) -> None:
    store.put = 0
    workbench.following.take({"index.md", "network/"})
    assert store.put == 0


def test_a_save_of_ones_own_makes_no_second_update(workbench: LocalWorkbench, store: CountingStore) -> None:
    store.put = 0
    workbench.save(INDEX, "# Mine\n", opened_hash=workbench.read(INDEX, redacted=True).content_hash)
    workbench.following.take({"index.md"})
    assert store.put == 1


def test_a_document_that_a_save_is_indexing_is_looked_at_afterwards(
    make_workbench: MakeWorkbench, store: CountingStore
) -> None:
    arrived, gate = threading.Event(), threading.Event()

    class Gated(FakeEmbedder):
        def embed_documents(self, texts: Sequence[str]) -> Vectors:
            if any("Mine" in text for text in texts):
                arrived.set()
                assert gate.wait(30)
            return super().embed_documents(texts)

    workbench = make_workbench(store=store, embedder=Gated())
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    store.put = 0
    opened = workbench.read(INDEX, redacted=True).content_hash
    with ThreadPoolExecutor(1) as saves:
        saving = saves.submit(workbench.save, INDEX, "# Mine\n", opened_hash=opened)
        assert arrived.wait(30)
        workbench.following.take({"index.md"})
        assert workbench.status().pending == 1
        gate.set()
        saving.result(30)
    workbench.following.take(())
    assert store.put == 1


def test_a_folder_stands_for_what_lies_and_lay_beneath_it(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "network").rename(corpus_root / "net")
    workbench.following.take({"network/", "net/"})
    assert paths(workbench) == ["backup/restore.md", "index.md", "net/dns.txt", "net/wireguard.md"]


def test_the_root_stands_for_everything(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, "a/b/new.md", "# New\n")
    workbench.following.take({"/"})
    assert "a/b/new.md" in paths(workbench)


def test_a_document_that_breaks_is_a_problem_and_leaves_until_it_is_mended(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "index.md").write_bytes(b"\xff\xfe")
    workbench.following.take({"index.md"})
    assert "index.md" not in paths(workbench)
    assert [problem.path for problem in workbench.indexing.problems] == ["index.md"]
    assert workbench.status().pending == 0
    write(corpus_root, "index.md", "# Mended\n")
    workbench.following.take({"index.md"})
    assert "index.md" in paths(workbench)
    assert workbench.indexing.problems == ()


def test_documents_that_are_all_gone_at_once_are_kept(workbench: LocalWorkbench, corpus_root: Path) -> None:
    for file in corpus_root.rglob("*.*"):
        file.unlink()
    with pytest.raises(CorpusUnavailable):
        workbench.following.take({"/"})
    assert len(paths(workbench)) == 4


def test_without_an_index_nothing_is_followed(make_workbench: MakeWorkbench) -> None:
    with pytest.raises(NoGeneration):
        make_workbench().following.take({"index.md"})


def test_the_journal_is_empty_when_a_change_was_followed(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, "index.md", "# Changed\n")
    (corpus_root / "network/dns.txt").unlink()
    workbench.following.take({"index.md", "network/dns.txt"})
    assert workbench.indexing.pending == ()


def test_a_scan_comes_when_it_is_due_and_finds_what_no_hint_told(
    workbench: LocalWorkbench, corpus_root: Path, time: WaitingClock
) -> None:
    write(corpus_root, "index.md", "# Changed\n")
    workbench.following.take(())
    assert workbench.jobs.running is None
    time.advance(SCAN_INTERVAL_S + 1)
    workbench.following.take(())
    workbench.jobs.join()
    assert workbench.status().pending == 0


def test_a_scan_that_finds_nothing_starts_no_job(workbench: LocalWorkbench, time: WaitingClock) -> None:
    time.advance(SCAN_INTERVAL_S + 1)
    workbench.following.take(())
    assert workbench.jobs.running is None


def test_a_rebase_starts_in_the_background_when_it_is_due_and_not_again_at_once(
    workbench: LocalWorkbench, store: CountingStore, time: WaitingClock
) -> None:
    def generation() -> object:
        return workbench.status().generation

    former = generation()
    store.rebase_needed = True
    workbench.following.take(())
    assert generation() == former
    time.advance(MEND_LOOK_S + 1)
    workbench.following.take(())
    workbench.jobs.join()
    rebased = generation()
    assert rebased != former
    store.rebase_needed = True
    time.advance(MEND_LOOK_S + 1)
    workbench.following.take(())
    workbench.jobs.join()
    assert generation() == rebased
    time.advance(MEND_PAUSE_S)
    workbench.following.take(())
    workbench.jobs.join()
    assert generation() != rebased


def test_what_somebody_asks_for_goes_before_background_work(workbench: LocalWorkbench) -> None:
    begun = threading.Event()

    def endless(progress: object) -> object:
        while True:
            begun.set()
            progress(1, 2)  # pyright: ignore[reportCallIssue]

    background = workbench.jobs.start(JobKind.REBASE, endless, background=True)  # pyright: ignore[reportArgumentType]
    assert begun.wait(30)
    job = workbench.start_update(rebuild=False)
    workbench.jobs.join()
    assert workbench.job(background.id).state is JobState.CANCELLED
    assert workbench.job(job.id).state is JobState.DONE


def test_the_thread_goes_on_after_a_failure_and_ends_when_it_is_stopped(
    make_workbench: MakeWorkbench, store: CountingStore, corpus_root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    followed = threading.Event()

    def watch(stop: threading.Event) -> Iterator[frozenset[str]]:
        yield frozenset({"index.md"})  # before anything was indexed: not followed
        workbench.indexing.run(lambda _done, _total: None, rebuild=False)
        write(corpus_root, "index.md", "# Changed\n")
        yield frozenset({"index.md"})
        followed.set()
        stop.wait(30)

    workbench = make_workbench(store=store, watch=watch)
    workbench.following.start()
    assert followed.wait(30)
    assert workbench.status().pending == 0
    assert "a change was not followed" in caplog.text
    workbench.close()
    assert not any(thread.name == "glyph-following" for thread in threading.enumerate())
