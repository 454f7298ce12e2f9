"""Staging in batches: the order of work, progress, and what ends it."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from glyph.app.bulk import BATCH_DOCUMENTS
from glyph.embed.embedder import Vectors
from glyph.errors import EmbedderFailed, JobCancelled
from tests.app.deeds import counts, indexed, quiet, update
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore

MANY = 3 * BATCH_DOCUMENTS + 5


@pytest.fixture
def many(corpus_root: Path) -> Path:
    """Return a corpus of more than three batches."""
    for file in corpus_root.rglob("*.*"):
        file.unlink()
    for number in range(MANY):
        (corpus_root / f"d{number:03}.md").write_text(f"# Document {number}\n\nStep {number}.\n", encoding="utf-8")
    return corpus_root


def test_a_rebuild_in_batches_holds_what_updates_one_by_one_hold(many: Path, make_workbench: MakeWorkbench) -> None:
    store, one_by_one = InMemoryStore(TickingClock()), InMemoryStore(TickingClock())
    assert (
        counts(update(make_workbench(store=store)))
        == f"scanned={MANY} indexed={MANY} unchanged=0 empty=0 deleted=0 failed=0"
    )
    workbench = make_workbench(store=one_by_one)
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(many.glob("*.md"))}
    for file in list(texts)[1:]:
        file.unlink()
    update(workbench)
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    update(workbench)
    (batched,), (single,) = store.finished.values(), one_by_one.finished.values()
    assert batched.held.keys() == single.held.keys()
    for path, document in batched.held.items():
        assert document.prepared == single.held[path].prepared
        assert all((a == b).all() for a, b in zip(document.vectors, single.held[path].vectors, strict=True))


def test_progress_counts_what_is_stored_and_never_goes_back(many: Path, make_workbench: MakeWorkbench) -> None:
    (many / "d007.md").write_bytes(b"\xff\xfe")
    seen: list[tuple[int, int]] = []
    make_workbench().indexing.run(lambda done, total: seen.append((done, total)), rebuild=True)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == ((0, MANY), (MANY, MANY))


@pytest.mark.usefixtures("many")
def test_the_next_batch_is_prepared_while_one_is_embedded(make_workbench: MakeWorkbench) -> None:
    prepared = threading.Event()

    class Patient(FakeEmbedder):
        """Embeds its first batch only when texts of a later one have been cut into windows."""

        def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
            if f"Step {BATCH_DOCUMENTS + 1}." in text:
                prepared.set()
            return super().windows(text, heading=heading)

        def embed_documents(self, texts: Sequence[str]) -> Vectors:
            assert prepared.wait(30)
            return super().embed_documents(texts)

    assert update(make_workbench(embedder=Patient())).indexed == MANY


@pytest.mark.usefixtures("many")
def test_a_rebuild_that_is_cancelled_embeds_no_further_batch(make_workbench: MakeWorkbench) -> None:
    embedder, store = FakeEmbedder(), InMemoryStore(TickingClock())
    workbench = make_workbench(embedder=embedder, store=store)

    def stop(done: int, _total: int) -> None:
        if done:
            raise JobCancelled("Enough.")

    with pytest.raises(JobCancelled):
        workbench.indexing.run(stop, rebuild=True)
    assert len(embedder.embedded) <= 2 * BATCH_DOCUMENTS
    assert store.finished == {}


@pytest.mark.usefixtures("many")
def test_a_rebuild_ends_with_the_first_batch_that_cannot_be_embedded(make_workbench: MakeWorkbench) -> None:
    embedder, store = FakeEmbedder(), InMemoryStore(TickingClock())
    workbench = make_workbench(embedder=embedder, store=store)
    update(workbench)
    before, embedder.fails_after = indexed(workbench), len(embedder.embedded) + BATCH_DOCUMENTS
    with pytest.raises(EmbedderFailed):
        workbench.indexing.run(quiet, rebuild=True)
    assert indexed(workbench) == before
    assert len(store.finished) == 1
