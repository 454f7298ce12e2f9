"""Generations: rebase without an embedder, roll-back with a catch-up, refusals, and what is removed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from glyph.app.answers import GenerationEntry, JobKind, JobState, UpdateReport
from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId
from glyph.domain.ranking import Mode, SearchRequest
from glyph.embed.embedder import Vectors
from glyph.errors import (
    CorpusUnavailable,
    EmbedderFailed,
    FingerprintMismatch,
    GenerationNotFound,
    GenerationRejected,
    IndexUnusable,
    JobCancelled,
)
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStaging, InMemoryStore

INDEX = DocumentPath("index.md")


def quiet(_done: int, _total: int) -> None: ...


def update(workbench: LocalWorkbench, *, rebuild: bool = False) -> UpdateReport:
    return workbench.indexing.run(quiet, rebuild=rebuild)


def write(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, encoding="utf-8")


def entries(workbench: LocalWorkbench) -> tuple[GenerationEntry, ...]:
    return workbench.generations().generations


def active(workbench: LocalWorkbench) -> GenerationId:
    return next(entry.generation for entry in entries(workbench) if entry.active)


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore, embedder: FakeEmbedder) -> LocalWorkbench:
    workbench = make_workbench(store=store, embedder=embedder)
    update(workbench)
    return workbench


# Rebase


def test_a_rebase_holds_the_same_rows_and_asks_no_embedder(
    workbench: LocalWorkbench, store: InMemoryStore, embedder: FakeEmbedder
) -> None:
    former = active(workbench)
    embedder.failing = True
    report = workbench.generation_keeping.rebase(quiet)
    assert (report.scanned, report.indexed, report.unchanged) == (4, 0, 4)
    assert active(workbench) != former
    assert store.finished[active(workbench)].held == store.finished[former].held
    assert store.finished[active(workbench)].fingerprint == store.finished[former].fingerprint


def test_a_save_during_a_rebase_is_in_the_new_generation(workbench: LocalWorkbench, corpus_root: Path) -> None:
    seen: list[str] = []

    def meddle(done: int, total: int) -> None:
        if (done, total) == (4, 4) and not seen:
            opened = workbench.read(INDEX, redacted=True).content_hash
            seen.append(workbench.save(INDEX, "# Meanwhile\n", opened_hash=opened).content_hash)
            (corpus_root / "network/dns.txt").unlink()
            workbench.indexing.bring([DocumentPath("network/dns.txt")])

    workbench.generation_keeping.rebase(meddle)
    assert workbench.indexing.indexed[INDEX].content_hash == seen[0]
    assert list(workbench.indexing.indexed) == ["backup/restore.md", "index.md", "network/wireguard.md"]


def test_a_rebase_that_is_cancelled_leaves_nothing_behind(workbench: LocalWorkbench, store: InMemoryStore) -> None:
    former = active(workbench)

    def stop(done: int, _total: int) -> None:
        if done:
            raise JobCancelled("Enough.")

    with pytest.raises(JobCancelled):
        workbench.generation_keeping.rebase(stop)
    assert (active(workbench), len(store.finished)) == (former, 1)


def test_an_update_rebases_when_vector_search_wants_it(workbench: LocalWorkbench, store: InMemoryStore) -> None:
    former = active(workbench)
    update(workbench)
    assert active(workbench) == former
    store.rebase_needed = True
    update(workbench)
    assert active(workbench) != former
    assert not store.needs_rebase()


@pytest.mark.parametrize("error", [GenerationRejected("No room."), IndexUnusable("A stored vector is damaged.")])
def test_a_rebase_that_fails_is_no_failure_of_the_update(
    make_workbench: MakeWorkbench, clock: TickingClock, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    class Refusing(InMemoryStore):
        def stage(self, fingerprint: Fingerprint) -> InMemoryStaging:
            if self.rebase_needed:
                raise error
            return super().stage(fingerprint)

    store = Refusing(clock)
    workbench = make_workbench(store=store)
    update(workbench)
    store.rebase_needed = True
    assert update(workbench).unchanged == 4
    assert "rebase failed" in caplog.text


# Roll-back


def test_a_roll_back_brings_the_older_generation_up_to_date_before_it_answers(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    older = active(workbench)
    update(workbench, rebuild=True)
    write(corpus_root, "index.md", "# Runbooks\n\nAsk for xylophone.\n")
    (corpus_root / "network/dns.txt").unlink()
    update(workbench)
    report = workbench.indexing.activate(older, quiet)
    assert report.line().startswith("scanned=3 indexed=1 unchanged=2 empty=0 deleted=1 failed=0")
    assert active(workbench) == older
    result = workbench.search(SearchRequest("xylophone", Mode.KEYWORD))
    assert (result.generation, result.hits[0].path) == (older, "index.md")
    assert workbench.status().pending == 0


def test_activating_the_active_generation_is_an_update(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, "index.md", "# Changed\n")
    assert workbench.indexing.activate(active(workbench), quiet).indexed == 1


def test_a_roll_back_to_an_unknown_generation_is_refused(workbench: LocalWorkbench) -> None:
    with pytest.raises(GenerationNotFound):
        workbench.start_activation(GenerationId("20260101T000000.000000Z-00000000"))
    assert workbench.jobs.running is None


@pytest.mark.parametrize("changed", ["redaction", "chunking", "embedder", "format"])
def test_a_generation_made_in_another_way_is_listed_and_refused_with_a_hint(
    workbench: LocalWorkbench, store: InMemoryStore, changed: str
) -> None:
    older = active(workbench)
    update(workbench, rebuild=True)
    content = store.finished[older]
    values = {changed: 99 if changed == "format" else "another"}
    store.finished[older] = replace(content, fingerprint=replace(content.fingerprint, **values))
    assert [(entry.active, entry.activatable) for entry in entries(workbench)] == [(True, True), (False, False)]
    with pytest.raises(FingerprintMismatch) as refused:
        workbench.start_activation(older)
    assert "glyph index --rebuild" in refused.value.hint
    assert active(workbench) != older


def test_a_roll_back_while_the_corpus_is_gone_changes_nothing(workbench: LocalWorkbench, corpus_root: Path) -> None:
    older = active(workbench)
    update(workbench, rebuild=True)
    newer = active(workbench)
    corpus_root.rename(corpus_root.with_name("elsewhere"))
    with pytest.raises(CorpusUnavailable):
        workbench.indexing.activate(older, quiet)
    assert active(workbench) == newer
    assert len(entries(workbench)) == 2


def test_an_activation_is_a_job_with_a_report(workbench: LocalWorkbench) -> None:
    older = active(workbench)
    update(workbench, rebuild=True)
    job = workbench.start_activation(older)
    workbench.jobs.join()
    ended = workbench.job(job.id)
    assert (ended.kind, ended.state, active(workbench)) == (JobKind.ACTIVATE, JobState.DONE, older)


# What is removed


def test_generations_of_other_redaction_rules_go_after_the_swap_and_the_former_vectors_are_forgotten_first(
    make_workbench: MakeWorkbench, store: InMemoryStore
) -> None:
    seen: list[int] = []
    workbench = make_workbench(store=store, forget=lambda: seen.append(len(store.finished)))
    update(workbench)
    older = active(workbench)
    content = store.finished[older]
    store.finished[older] = replace(content, fingerprint=replace(content.fingerprint, redaction="former"))
    assert workbench.indexing.needs_rebuild()
    update(workbench)
    assert [entry.generation for entry in entries(workbench)] == [active(workbench)]
    assert seen == [1, 2]


def test_a_rebuild_after_a_change_of_rules_that_fails_keeps_what_answers(
    workbench: LocalWorkbench, store: InMemoryStore, embedder: FakeEmbedder
) -> None:
    older = active(workbench)
    content = store.finished[older]
    store.finished[older] = replace(content, fingerprint=replace(content.fingerprint, redaction="former"))
    embedder.failing = True
    with pytest.raises(EmbedderFailed):
        update(workbench)
    assert active(workbench) == older


def test_pruning_answers_with_what_is_left(workbench: LocalWorkbench, store: InMemoryStore) -> None:
    for _ in range(2):
        workbench.generation_keeping.rebase(quiet)
    store.finished[GenerationId("20200101T000000.000000Z-00000000")] = next(iter(store.finished.values()))
    assert len(workbench.prune().generations) == 2


# An embedder that has never answered


class Unknown(FakeEmbedder):
    """An embedder whose width nobody knows until it answers."""

    @property
    def dimensions(self) -> int:
        self.embed_query("width")
        return super().dimensions


def test_a_first_index_without_an_embedder_answers_by_keyword_and_gets_its_vectors_later(
    make_workbench: MakeWorkbench, store: InMemoryStore, corpus_root: Path
) -> None:
    embedder = Unknown(failing=True)
    workbench = make_workbench(store=store, embedder=embedder)
    report = update(workbench)
    assert (report.indexed, report.unembedded) == (4, 4)
    assert report.degraded is not None
    assert workbench.search(SearchRequest("restart", Mode.KEYWORD)).hits
    assert workbench.search(SearchRequest("restart", Mode.HYBRID)).degraded is not None
    assert (workbench.status().state, workbench.status().unembedded) == ("degraded", 4)
    opened = workbench.read(INDEX, redacted=True).content_hash
    assert workbench.save(INDEX, "# Xylophone\n", opened_hash=opened).index.status == "indexed"
    assert workbench.search(SearchRequest("xylophone", Mode.KEYWORD)).hits[0].path == INDEX
    assert update(workbench).unembedded == 4
    write(corpus_root, "new.md", "# New\n")
    embedder.failing = False
    assert (update(workbench).unembedded, len(store.finished)) == (0, 2)
    assert workbench.search(SearchRequest("restart", Mode.HYBRID)).degraded is None
    assert workbench.status().state == "ready"


def test_status_and_the_list_ask_no_embedder(
    workbench: LocalWorkbench, make_workbench: MakeWorkbench, store: InMemoryStore
) -> None:
    silent = make_workbench(store=store, embedder=Unknown(failing=True))
    assert silent.status().generation == active(workbench)
    assert silent.generations() == workbench.generations()


def test_an_embedder_that_fails_in_the_middle_is_not_asked_for_every_further_document(
    make_workbench: MakeWorkbench,
) -> None:
    calls: list[int] = []

    class Counting(FakeEmbedder):
        def embed_documents(self, texts: Sequence[str]) -> Vectors:
            calls.append(1)
            return super().embed_documents(texts)

    embedder = Counting(fails_after=0)
    workbench = make_workbench(embedder=embedder)
    assert update(workbench).unembedded == 4
    assert len(calls) == 1
    embedder.fails_after = None
    assert update(workbench).unembedded == 0
