"""Saving: the file and the index have outcomes of their own."""

import logging
from pathlib import Path

import pytest

from glyph.app.answers import IndexOutcomeStatus, IndexState
from glyph.app.local import LocalWorkbench
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.domain.ranking import Mode, SearchRequest
from glyph.domain.redaction import RuleId, marker
from glyph.errors import (
    BadDocumentPath,
    BadRequest,
    DocumentNotFound,
    GlyphError,
    IndexUnusable,
    MarkerInSave,
    StaleDocument,
    UnreadableDocument,
)
from tests.conftest import LIMIT_BYTES, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore

INDEX = DocumentPath("index.md")
KEYS = DocumentPath("network/wireguard.md")
MARKER = marker(RuleId("password"))


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore, embedder: FakeEmbedder) -> LocalWorkbench:
    workbench = make_workbench(store=store, embedder=embedder)
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


def opened(workbench: LocalWorkbench, path: DocumentPath = INDEX) -> ContentHash:
    return workbench.read(path, redacted=True).content_hash


def test_a_save_is_written_indexed_and_found_at_once(workbench: LocalWorkbench, corpus_root: Path) -> None:
    saved = workbench.save(INDEX, "# Runbooks\n\nAsk for xylophone.\n", opened_hash=opened(workbench))
    assert (corpus_root / INDEX).read_text(encoding="utf-8") == "# Runbooks\n\nAsk for xylophone.\n"
    assert saved.content_hash == opened(workbench)
    assert (saved.index.status, saved.index.reason) == (IndexOutcomeStatus.INDEXED, None)
    assert (saved.index.chunks, saved.index.redactions) == (1, 0)
    view = workbench.read(INDEX, redacted=True)
    assert view.indexed
    assert saved.index.generation == workbench.status().generation


def test_a_save_with_the_hash_of_the_last_save_goes_on(workbench: LocalWorkbench) -> None:
    carried = opened(workbench)
    for number in range(3):
        carried = workbench.save(INDEX, f"version {number}\n", opened_hash=carried).content_hash
    assert workbench.read(INDEX, redacted=False).text == "version 2\n"


@pytest.mark.parametrize("error", [IndexUnusable("The index cannot be used: database or disk is full.")])
def test_an_index_that_fails_after_the_save_is_an_outcome_and_no_error(
    workbench: LocalWorkbench,
    store: InMemoryStore,
    corpus_root: Path,
    error: GlyphError,
    caplog: pytest.LogCaptureFixture,
) -> None:
    store.fail_updates_with = error
    with caplog.at_level(logging.WARNING):
        saved = workbench.save(INDEX, "secret text\n", opened_hash=opened(workbench))
    assert saved.index.status is IndexOutcomeStatus.FAILED
    assert saved.index.reason == f"{error.message} {error.hint}"
    assert saved.index.generation is None
    assert saved.content_hash == hash_content((corpus_root / INDEX).read_bytes())
    assert "secret text" not in caplog.text
    assert not workbench.read(INDEX, redacted=True).indexed


def test_a_save_while_the_embedder_fails_is_found_by_keyword_and_the_next_update_brings_its_vectors(
    workbench: LocalWorkbench, embedder: FakeEmbedder
) -> None:
    embedder.failing = True
    saved = workbench.save(INDEX, "# New\n\nAsk for xylophone.\n", opened_hash=opened(workbench))
    assert saved.index.status is IndexOutcomeStatus.INDEXED
    assert saved.index.reason is not None
    assert "told to fail" in saved.index.reason
    assert workbench.search(SearchRequest("xylophone", Mode.KEYWORD)).hits[0].path == INDEX
    status = workbench.status()
    assert (status.pending, status.unembedded, status.state) == (0, 1, IndexState.DEGRADED)
    embedder.failing = False
    assert workbench.search(SearchRequest("xylophone", Mode.HYBRID)).degraded is not None
    assert workbench.indexing.run(lambda _done, _total: None, rebuild=False).indexed == 1
    assert (workbench.status().unembedded, workbench.status().state) == (0, IndexState.READY)
    assert workbench.search(SearchRequest("xylophone", Mode.HYBRID)).degraded is None


def test_a_save_before_anything_was_indexed_says_so(make_workbench: MakeWorkbench) -> None:
    workbench = make_workbench()
    saved = workbench.save(INDEX, "text\n", opened_hash=opened(workbench))
    assert saved.index.status is IndexOutcomeStatus.FAILED
    assert saved.index.reason is not None
    assert "glyph index" in saved.index.reason


def test_a_stale_save_is_refused_and_nothing_changes(workbench: LocalWorkbench, corpus_root: Path) -> None:
    stale = opened(workbench)
    (corpus_root / INDEX).write_text("changed elsewhere\n", encoding="utf-8")
    with pytest.raises(StaleDocument) as refused:
        workbench.save(INDEX, "mine\n", opened_hash=stale)
    assert refused.value.current_hash == opened(workbench)
    assert (corpus_root / INDEX).read_text(encoding="utf-8") == "changed elsewhere\n"


def test_the_redacted_form_of_a_document_cannot_be_saved_over_it(workbench: LocalWorkbench, corpus_root: Path) -> None:
    before = (corpus_root / KEYS).read_bytes()
    redacted = workbench.read(KEYS, redacted=True)
    assert "⟦secret:" in redacted.text
    with pytest.raises(MarkerInSave):
        workbench.save(KEYS, redacted.text, opened_hash=redacted.content_hash)
    with pytest.raises(MarkerInSave):
        workbench.save(INDEX, f"one {MARKER}\n", opened_hash=opened(workbench))
    assert (corpus_root / KEYS).read_bytes() == before


def test_a_marker_that_the_file_holds_already_may_stay_and_not_multiply(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / INDEX).write_text(f"About {MARKER}.\n", encoding="utf-8")
    saved = workbench.save(INDEX, f"More about {MARKER}.\n", opened_hash=opened(workbench))
    with pytest.raises(MarkerInSave):
        workbench.save(INDEX, f"{MARKER} and {MARKER}\n", opened_hash=saved.content_hash)


@pytest.mark.parametrize(
    "text", ["a\0b", "lone \ud800 surrogate", "x" * (LIMIT_BYTES + 1), "ü" * (LIMIT_BYTES // 2 + 1)]
)
def test_a_text_that_is_none_or_too_large_is_refused(workbench: LocalWorkbench, corpus_root: Path, text: str) -> None:
    before = (corpus_root / INDEX).read_bytes()
    with pytest.raises(BadRequest):
        workbench.save(INDEX, text, opened_hash=opened(workbench))
    assert (corpus_root / INDEX).read_bytes() == before


def test_only_documents_that_exist_and_are_text_can_be_saved(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "binary.md").write_bytes(b"\xff")
    for path, error in (
        ("absent.md", DocumentNotFound),
        ("../a.md", BadDocumentPath),
        ("binary.md", UnreadableDocument),
    ):
        with pytest.raises(error):
            workbench.save(DocumentPath(path), "text", opened_hash=hash_content(b""))


def test_a_path_in_another_unicode_form_names_the_same_document(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "größe.md").write_text("one\n", encoding="utf-8")
    saved = workbench.save(DocumentPath("gro\u0308ße.md"), "two\n", opened_hash=hash_content(b"one\n"))
    assert saved.path == "größe.md"
