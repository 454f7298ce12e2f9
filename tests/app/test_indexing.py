"""Updates and rebuilds: what is counted, what is left alone, and what must not be lost."""

import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope, SearchRequest
from glyph.errors import CorpusUnavailable, EmbedderFailed, IndexUnusable, NoGeneration
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from tests.app.deeds import counts, indexed, update, write
from tests.conftest import LIMIT_BYTES, BuiltIndex, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore
from tests.unprivileged import unprivileged

WIREGUARD = DocumentPath("network/wireguard.md")


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore) -> LocalWorkbench:
    return make_workbench(store=store)


# Counts


def test_the_first_update_indexes_everything_and_the_second_nothing(workbench: LocalWorkbench) -> None:
    assert counts(update(workbench)) == "scanned=4 indexed=4 unchanged=0 empty=0 deleted=0 failed=0"
    assert counts(update(workbench)) == "scanned=4 indexed=0 unchanged=4 empty=0 deleted=0 failed=0"


def test_the_second_update_embeds_nothing(make_workbench: MakeWorkbench) -> None:
    embedder = FakeEmbedder()
    workbench = make_workbench(embedder=embedder)
    update(workbench)
    embedded = len(embedder.embedded)
    update(workbench)
    assert len(embedder.embedded) == embedded


def test_an_update_takes_what_changed_and_drops_what_is_gone(workbench: LocalWorkbench, corpus_root: Path) -> None:
    update(workbench)
    write(corpus_root, "index.md", "# Runbooks\n\nChanged.\n")
    write(corpus_root, "new.md", "# New\n\nText.\n")
    (corpus_root / "network/dns.txt").unlink()
    assert counts(update(workbench)) == "scanned=4 indexed=2 unchanged=2 empty=0 deleted=1 failed=0"
    assert list(indexed(workbench)) == ["backup/restore.md", "index.md", "network/wireguard.md", "new.md"]


def test_the_report_gives_the_totals_of_the_index(workbench: LocalWorkbench) -> None:
    report = update(workbench)
    assert report.chunks == sum(document.chunks for document in indexed(workbench).values())
    assert report.redactions == 1
    assert update(workbench).chunks == report.chunks


def test_a_document_without_text_is_empty_and_known(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, "blank.md", "\n\n")
    assert counts(update(workbench)) == "scanned=5 indexed=4 unchanged=0 empty=1 deleted=0 failed=0"
    assert counts(update(workbench)) == "scanned=5 indexed=0 unchanged=4 empty=1 deleted=0 failed=0"


def test_a_moved_document_is_a_new_one_and_a_vanished_one(workbench: LocalWorkbench, corpus_root: Path) -> None:
    update(workbench)
    (corpus_root / "index.md").rename(corpus_root / "start.md")
    assert counts(update(workbench)) == "scanned=4 indexed=1 unchanged=3 empty=0 deleted=1 failed=0"


def test_progress_reaches_the_number_of_documents_that_need_work(workbench: LocalWorkbench) -> None:
    seen: list[tuple[int, int]] = []
    workbench.indexing.run(lambda done, total: seen.append((done, total)), rebuild=False)
    assert list(dict.fromkeys(seen)) == [(number, 4) for number in range(5)]


# Broken documents


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_broken_document_is_a_problem_with_its_reason_and_the_others_go_on(
    workbench: LocalWorkbench, corpus_root: Path, *, rebuild: bool
) -> None:
    update(workbench)
    (corpus_root / "broken.md").write_bytes(b"\xff\xfe")
    (corpus_root / "bad:name.md").write_bytes(b"text")
    report = update(workbench, rebuild=rebuild)
    reasons = {problem.path: problem.reason for problem in report.problems}
    assert (report.scanned, report.failed, len(indexed(workbench))) == (6, 2, 4)
    assert "not UTF-8" in reasons[DocumentPath("broken.md")]
    assert "rename it" in reasons[DocumentPath("bad:name.md")]
    assert workbench.indexing.problems == report.problems


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_document_that_breaks_leaves_the_index_and_is_counted_once(
    workbench: LocalWorkbench, corpus_root: Path, *, rebuild: bool
) -> None:
    update(workbench)
    (corpus_root / "index.md").write_bytes(b"\xff\xfe")
    write(corpus_root, "network/dns.txt", "x" * (LIMIT_BYTES + 1))
    report = update(workbench, rebuild=rebuild)
    assert (report.scanned, report.failed, report.deleted) == (4, 2, 0)
    assert list(indexed(workbench)) == ["backup/restore.md", "network/wireguard.md"]


def test_a_document_that_was_mended_is_no_problem_any_more(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "index.md").write_bytes(b"\xff\xfe")
    assert update(workbench).failed == 1
    write(corpus_root, "index.md", "# Mended\n\nText.\n")
    assert counts(update(workbench)) == "scanned=4 indexed=1 unchanged=3 empty=0 deleted=0 failed=0"
    assert workbench.indexing.problems == ()


# What must not be lost


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_root_that_is_suddenly_empty_is_refused(
    workbench: LocalWorkbench, corpus_root: Path, *, rebuild: bool
) -> None:
    update(workbench)
    for file in corpus_root.rglob("*.*"):
        file.unlink()
    with pytest.raises(CorpusUnavailable):
        update(workbench, rebuild=rebuild)
    assert len(indexed(workbench)) == 4


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_root_that_is_gone_is_refused(workbench: LocalWorkbench, corpus_root: Path, *, rebuild: bool) -> None:
    update(workbench)
    corpus_root.rename(corpus_root.with_name("elsewhere"))
    with pytest.raises(CorpusUnavailable):
        update(workbench, rebuild=rebuild)
    assert len(indexed(workbench)) == 4


def test_an_empty_corpus_can_be_indexed_for_the_first_time(workbench: LocalWorkbench, corpus_root: Path) -> None:
    for file in corpus_root.rglob("*.*"):
        file.unlink()
    assert counts(update(workbench)) == "scanned=0 indexed=0 unchanged=0 empty=0 deleted=0 failed=0"
    assert indexed(workbench) == {}


def test_an_embedder_that_fails_ends_a_rebuild_and_what_was_indexed_goes_on_answering(
    make_workbench: MakeWorkbench, corpus_root: Path, store: InMemoryStore
) -> None:
    embedder = FakeEmbedder()
    workbench = make_workbench(embedder=embedder, store=store)
    update(workbench)
    before = indexed(workbench)
    write(corpus_root, "index.md", "# Changed\n\nText.\n")
    embedder.failing = True
    with pytest.raises(EmbedderFailed):
        update(workbench, rebuild=True)
    assert indexed(workbench) == before
    assert len(store.generations()) == 1
    embedder.failing = False
    assert update(workbench).indexed == 1


def test_a_rebuild_makes_a_new_generation_and_prunes_old_ones(workbench: LocalWorkbench, store: InMemoryStore) -> None:
    reports = [update(workbench, rebuild=True) for _ in range(4)]
    assert counts(reports[-1]) == "scanned=4 indexed=4 unchanged=0 empty=0 deleted=0 failed=0"
    assert len(store.generations()) == 2


def test_an_update_with_another_model_is_a_rebuild(make_workbench: MakeWorkbench, store: InMemoryStore) -> None:
    update(make_workbench(store=store))
    other = make_workbench(store=store, embedder=FakeEmbedder(name="fake:other", dimensions=32))
    assert other.indexing.needs_rebuild()
    with pytest.raises(NoGeneration):
        other.indexing.index_document(WIREGUARD)
    assert update(other).indexed == 4
    assert not other.indexing.needs_rebuild()
    assert len(store.generations()) == 2


def test_an_index_that_cannot_be_read_is_made_anew(
    make_workbench: MakeWorkbench, built_index: BuiltIndex, tmp_path: Path
) -> None:
    shutil.copytree(built_index.folder.root, tmp_path / "index")
    folder = IndexFolder(tmp_path / "index")
    folder.generation(built_index.first).database.write_bytes(b"no database" * 1000)
    workbench = make_workbench(store=EmbeddedStore(folder, TickingClock(datetime(2026, 2, 1, tzinfo=UTC))))
    with pytest.raises(IndexUnusable):
        workbench.search(SearchRequest("tunnel"))
    assert workbench.documents(Scope()).documents != ()
    assert update(workbench).indexed == 4
    assert workbench.search(SearchRequest("51820 tunnel restart")).hits
    workbench.close()


def test_updates_end_where_a_build_from_nothing_ends(make_workbench: MakeWorkbench, corpus_root: Path) -> None:
    workbench = make_workbench()
    update(workbench)
    for number in range(6):
        write(corpus_root, f"new{number}.md", f"# New {number}\n\nText {number}.\n")
        write(corpus_root, "index.md", f"# Runbooks\n\nVersion {number}.\n")
        if number % 2:
            (corpus_root / f"new{number - 1}.md").unlink()
        update(workbench)
    assert indexed(workbench) == indexed_by_a_fresh_build(make_workbench)


def indexed_by_a_fresh_build(make_workbench: MakeWorkbench) -> Mapping[DocumentPath, IndexedDocument]:
    fresh = make_workbench()
    update(fresh)
    return indexed(fresh)


def test_a_document_that_may_not_be_read_is_a_problem(
    workbench: LocalWorkbench, corpus_root: Path, tmp_path: Path
) -> None:
    (corpus_root / "index.md").chmod(0)
    with unprivileged(tmp_path):
        assert [problem.path for problem in update(workbench).problems] == ["index.md"]
