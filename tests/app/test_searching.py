"""Searching and status: answers that tell the truth about themselves."""

import logging
import threading
from pathlib import Path

import pytest

from glyph.app.answers import IndexState, JobState
from glyph.app.local import LocalWorkbench
from glyph.domain.document import CollectionName
from glyph.domain.generation import BaseState
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import BadRequest, NoGeneration
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore

SECRET = "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore, embedder: FakeEmbedder) -> LocalWorkbench:
    workbench = make_workbench(store=store, embedder=embedder)
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


def test_a_passage_links_to_its_lines_and_says_that_nothing_changed(workbench: LocalWorkbench) -> None:
    hit = workbench.search(SearchRequest("restart the gateway", Mode.KEYWORD)).hits[0]
    assert (hit.path, hit.title, hit.heading_path) == ("network/wireguard.md", "WireGuard", ("WireGuard",))
    assert hit.url == f"http://127.0.0.1:3000/d/network/wireguard.md#L{hit.line_from}-L{hit.line_to}"
    assert not hit.changed_since_indexed


def test_a_link_escapes_what_a_path_may_hold(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "größe #1 & more.md").write_text("xylophone", encoding="utf-8")
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    hit = workbench.search(SearchRequest("xylophone")).hits[0]
    assert hit.url == "http://127.0.0.1:3000/d/gr%C3%B6%C3%9Fe%20%231%20%26%20more.md#L1-L1"


@pytest.mark.parametrize("deed", ["change", "remove", "break"])
def test_a_passage_says_when_its_file_is_no_longer_the_one_that_was_indexed(
    workbench: LocalWorkbench, corpus_root: Path, deed: str
) -> None:
    file = corpus_root / "network/wireguard.md"
    if deed == "change":
        file.write_text("changed", encoding="utf-8")
    elif deed == "remove":
        file.unlink()
    else:
        file.unlink()
        file.symlink_to("/etc/hostname")
    hit = workbench.search(SearchRequest("wireguard gateway")).hits[0]
    assert hit.path == "network/wireguard.md"
    assert hit.changed_since_indexed


def test_no_secret_is_found_quoted_embedded_or_logged(
    workbench: LocalWorkbench, embedder: FakeEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        result = workbench.search(SearchRequest(f"PrivateKey = {SECRET}"))
    assert SECRET not in repr(result)
    assert SECRET not in caplog.text
    assert not any(SECRET in text for text in embedder.embedded)
    assert "⟦secret:" in result.query
    assert workbench.search(SearchRequest(SECRET, Mode.KEYWORD)).hits == ()


@pytest.mark.parametrize("query", ["", "  ", "\n\t"])
def test_an_empty_query_is_a_bad_request(workbench: LocalWorkbench, query: str) -> None:
    with pytest.raises(BadRequest):
        workbench.search(SearchRequest(query))


def test_an_unknown_collection_is_a_bad_request(workbench: LocalWorkbench) -> None:
    with pytest.raises(BadRequest):
        workbench.search(SearchRequest("gateway", scope=Scope((CollectionName("wiki"),))))


def test_before_anything_is_indexed_search_says_so(make_workbench: MakeWorkbench) -> None:
    with pytest.raises(NoGeneration):
        make_workbench().search(SearchRequest("gateway"))


def test_a_failed_embedder_makes_the_answer_degraded_and_no_error(
    workbench: LocalWorkbench, embedder: FakeEmbedder
) -> None:
    embedder.failing = True
    result = workbench.search(SearchRequest("restart wireguard"))
    assert result.degraded is not None
    assert result.hits[0].path == "network/wireguard.md"


# Status


def test_status_goes_from_empty_to_ready_to_behind_and_back(make_workbench: MakeWorkbench, corpus_root: Path) -> None:
    workbench = make_workbench()
    empty = workbench.status()
    assert (empty.state, empty.generation, empty.pending, empty.base) == (IndexState.EMPTY, None, 4, BaseState.MISSING)
    workbench.start_update(rebuild=False)
    workbench.jobs.join()
    ready = workbench.status()
    assert (ready.state, ready.documents, ready.pending, ready.problems) == (IndexState.READY, 4, 0, ())
    assert (ready.redactions, ready.embedder) == (1, "fake:words-1")
    assert ready.indexed_at is not None
    (corpus_root / "index.md").write_text("changed", encoding="utf-8")
    (corpus_root / "network/dns.txt").unlink()
    (corpus_root / "new.md").write_text("new", encoding="utf-8")
    behind = workbench.status()
    assert (behind.state, behind.pending) == (IndexState.BEHIND, 3)
    workbench.start_update(rebuild=False)
    workbench.jobs.join()
    assert workbench.status().state is IndexState.READY


def test_a_document_that_cannot_be_indexed_is_a_problem_and_not_pending(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "broken.md").write_bytes(b"\xff")
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    status = workbench.status()
    assert (status.state, status.pending) == (IndexState.READY, 0)
    assert [problem.path for problem in status.problems] == ["broken.md"]


def test_status_says_degraded_when_the_index_was_made_with_another_model(
    workbench: LocalWorkbench, make_workbench: MakeWorkbench, store: InMemoryStore
) -> None:
    assert workbench.status().state is IndexState.READY
    other = make_workbench(store=store, embedder=FakeEmbedder(name="fake:other"))
    assert other.status().state is IndexState.DEGRADED


def test_status_is_answered_without_a_corpus(workbench: LocalWorkbench, corpus_root: Path) -> None:
    corpus_root.rename(corpus_root.with_name("elsewhere"))
    assert workbench.status().pending == 4


def test_a_running_job_shows_as_building_and_can_be_followed(make_workbench: MakeWorkbench) -> None:
    begun, may_end = threading.Event(), threading.Event()

    class WaitingEmbedder(FakeEmbedder):
        def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
            begun.set()
            assert may_end.wait(30)
            return super().windows(text, heading=heading)

    workbench = make_workbench(embedder=WaitingEmbedder())
    job = workbench.start_update(rebuild=True)
    assert begun.wait(30)
    status = workbench.status()
    assert (status.state, status.base) == (IndexState.BUILDING, BaseState.BUILDING)
    assert workbench.job(job.id).state is JobState.RUNNING
    assert workbench.job(job.id).progress.total == 4
    may_end.set()
    workbench.jobs.join()
    done = workbench.job(job.id)
    assert done.report is not None
    assert done.report.indexed == 4


def test_closing_ends_the_running_job_at_its_next_document(make_workbench: MakeWorkbench, store: InMemoryStore) -> None:
    workbench = make_workbench(store=store)
    job = workbench.start_update(rebuild=False)
    workbench.close()
    ended = workbench.job(job.id)
    assert ended.state in (JobState.CANCELLED, JobState.DONE)
    assert len(store.generations()) == (1 if ended.state is JobState.DONE else 0)
