"""Creating, moving and deleting: disk, links, history, index and events go together."""

from pathlib import Path

import pytest

from glyph.app.answers import Change, DocumentChanged, IndexOutcomeStatus
from glyph.app.filing_answers import ChangedDocument, MovePlan
from glyph.app.local import LocalWorkbench
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.domain.redaction import RuleId, marker
from glyph.errors import (
    BadDocumentPath,
    BadRequest,
    DocumentNotFound,
    GlyphError,
    IndexUnusable,
    MarkerInSave,
    NotKept,
    PathTaken,
    ReadOnlyDocument,
    StaleDocument,
    StalePlan,
)
from tests.conftest import LIMIT_BYTES, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.index_store import InMemoryStore

INDEX, KEYS, DNS = DocumentPath("index.md"), DocumentPath("network/wireguard.md"), DocumentPath("network/dns.txt")
NEW = DocumentPath("vpn/deep/wg.md")
SECRET = "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="


@pytest.fixture
def store(clock: TickingClock) -> InMemoryStore:
    return InMemoryStore(clock)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, store: InMemoryStore, corpus_root: Path) -> LocalWorkbench:
    write(corpus_root, INDEX, "# Runbooks\n\n- [Keys](network/wireguard.md#keys)\n- [DNS](network/dns.txt)\n")
    write(
        corpus_root,
        KEYS,
        f"# WireGuard\n\nSee [dns](dns.txt) and [top](../index.md).\n\n## Keys\n\nPrivateKey = {SECRET}\n",
    )
    workbench = make_workbench(store=store)
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


def write(root: Path, path: DocumentPath, text: str) -> None:
    (root / path).write_text(text, encoding="utf-8")


def opened(workbench: LocalWorkbench, path: DocumentPath = KEYS) -> ContentHash:
    return workbench.read(path, redacted=True).content_hash


def paths(workbench: LocalWorkbench) -> list[str]:
    return [entry.path for entry in workbench.documents(Scope()).documents]


def indexed(workbench: LocalWorkbench) -> set[str]:
    return set(workbench.reading.indexed())


def move(workbench: LocalWorkbench, plan: MovePlan, *, rewrite_links: bool = True) -> None:
    workbench.move(
        plan.path,
        plan.to,
        opened_hash=plan.content_hash,
        rewrite_links=rewrite_links,
        documents=plan.documents,
    )


def test_a_new_document_is_written_indexed_found_and_told_of(workbench: LocalWorkbench, corpus_root: Path) -> None:
    begin = workbench.events.last_id
    created = workbench.create(NEW, "# Tunnel\n\nAsk for xylophone.\n")
    assert (corpus_root / NEW).read_text(encoding="utf-8") == "# Tunnel\n\nAsk for xylophone.\n"
    assert created.content_hash == opened(workbench, NEW)
    assert created.index.status is IndexOutcomeStatus.INDEXED
    assert workbench.search(SearchRequest("xylophone", Mode.KEYWORD)).hits[0].path == NEW
    told = [event.data for event in workbench.events.since(begin)]
    assert told == [DocumentChanged(NEW, Change.CREATED, created.content_hash)]


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        ("index.md", "x", PathTaken),
        ("INDEX.md", "x", PathTaken),
        ("../out.md", "x", BadDocumentPath),
        ("new.rtf", "x", BadDocumentPath),
        ("new.html", "x", ReadOnlyDocument),
        ("new.PDF", "x", ReadOnlyDocument),
        ("a.assets/notes.md", "x", BadDocumentPath),
        ("new.md", marker(RuleId("password")), MarkerInSave),
        ("new.md", "a\0b", BadRequest),
        ("new.md", "x" * (LIMIT_BYTES + 1), BadRequest),
    ],
)
def test_what_cannot_be_created_changes_nothing(
    workbench: LocalWorkbench, path: str, text: str, error: type[GlyphError]
) -> None:
    before = paths(workbench)
    with pytest.raises(error):
        workbench.create(DocumentPath(path), text)
    assert paths(workbench) == before


def test_a_plan_shows_each_line_that_a_move_would_change_and_changes_nothing(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    before = {path: (corpus_root / path).read_bytes() for path in (INDEX, KEYS)}
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=True)
    assert [(change.path, change.line, change.before, change.after) for change in plan.changes] == [
        (INDEX, 3, "- [Keys](network/wireguard.md#keys)", "- [Keys](vpn/deep/wg.md#keys)"),
        (
            KEYS,
            3,
            "See [dns](dns.txt) and [top](../index.md).",
            "See [dns](../../network/dns.txt) and [top](../../index.md).",
        ),
    ]
    assert [(one.path, one.content_hash) for one in plan.documents] == [
        (path, hash_content(before[path])) for path in (INDEX, KEYS)
    ]
    assert {path: (corpus_root / path).read_bytes() for path in (INDEX, KEYS)} == before


def test_a_plan_shows_no_secret(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, f"[keys](network/wireguard.md) PrivateKey = {SECRET}\n")
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=True)
    assert SECRET not in str(plan)
    assert "⟦secret:" in str(plan)


def test_a_move_makes_the_changes_that_were_shown_and_the_index_follows(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    begin = workbench.events.last_id
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=True)
    moved = workbench.move(KEYS, NEW, opened_hash=plan.content_hash, rewrite_links=True, documents=plan.documents)
    assert "[Keys](vpn/deep/wg.md#keys)" in (corpus_root / INDEX).read_text(encoding="utf-8")
    text = (corpus_root / NEW).read_text(encoding="utf-8")
    assert "[dns](../../network/dns.txt)" in text
    assert SECRET in text
    assert (moved.path, moved.from_path, moved.content_hash) == (NEW, KEYS, opened(workbench, NEW))
    assert [saved.path for saved in moved.rewritten] == [INDEX]
    assert (moved.index.status, moved.failed) == (IndexOutcomeStatus.INDEXED, ())
    assert indexed(workbench) == set(paths(workbench)) == {INDEX, NEW, DNS, "backup/restore.md"}
    assert workbench.status().pending == 0
    assert workbench.problems().problems == ()
    told = [event.data for event in workbench.events.since(begin)]
    assert told == [
        DocumentChanged(NEW, Change.MOVED, moved.content_hash, moved_from=KEYS),
        DocumentChanged(INDEX, Change.SAVED, moved.rewritten[0].content_hash),
    ]


def test_a_move_there_and_back_leaves_every_byte_as_it_was(workbench: LocalWorkbench, corpus_root: Path) -> None:
    before = {path: (corpus_root / path).read_bytes() for path in paths(workbench)}
    move(workbench, workbench.plan_move(KEYS, NEW, rewrite_links=True))
    move(workbench, workbench.plan_move(NEW, KEYS, rewrite_links=True))
    assert {path: (corpus_root / path).read_bytes() for path in paths(workbench)} == before
    assert not (corpus_root / "vpn").exists()


def test_a_move_without_its_links_changes_no_text(workbench: LocalWorkbench, corpus_root: Path) -> None:
    before = (corpus_root / INDEX).read_bytes(), (corpus_root / KEYS).read_bytes()
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=False)
    assert (plan.changes, plan.documents) == ((), ())
    move(workbench, plan, rewrite_links=False)
    assert ((corpus_root / INDEX).read_bytes(), (corpus_root / NEW).read_bytes()) == before


def test_a_move_is_refused_when_other_links_than_those_shown_would_change(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=True)
    write(corpus_root, DNS, "[also](wireguard.md)\n")
    with pytest.raises(StalePlan):
        move(workbench, plan)
    write(corpus_root, DNS, "no link\n")
    write(corpus_root, INDEX, "[Keys](network/wireguard.md), edited\n")
    with pytest.raises(StalePlan):
        move(workbench, plan)
    with pytest.raises(StalePlan):
        move(
            workbench,
            MovePlan(KEYS, NEW, plan.content_hash, (*plan.documents, ChangedDocument(DNS, ContentHash(""))), ()),
        )
    assert (corpus_root / KEYS).exists()
    assert not (corpus_root / "vpn").exists()


def test_a_document_that_changed_since_its_plan_is_not_moved(workbench: LocalWorkbench, corpus_root: Path) -> None:
    plan = workbench.plan_move(KEYS, NEW, rewrite_links=False)
    write(corpus_root, KEYS, "changed\n")
    with pytest.raises(StaleDocument):
        move(workbench, plan, rewrite_links=False)
    assert (corpus_root / KEYS).exists()


@pytest.mark.parametrize(
    ("path", "to", "error"),
    [
        (KEYS, INDEX, PathTaken),
        (KEYS, KEYS, PathTaken),
        (KEYS, "Index.md", PathTaken),
        (KEYS, "x.assets/a.md", BadDocumentPath),
        (KEYS, "con.md", BadDocumentPath),
        ("absent.md", NEW, DocumentNotFound),
    ],
)
def test_a_move_that_cannot_be_is_refused_when_it_is_planned(
    workbench: LocalWorkbench, path: str, to: str, error: type[GlyphError]
) -> None:
    with pytest.raises(error):
        workbench.plan_move(DocumentPath(path), DocumentPath(to), rewrite_links=True)


def test_a_deleted_document_is_gone_from_disk_and_index_and_in_the_trash(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    begin = workbench.events.last_id
    deleted = workbench.delete(KEYS, opened_hash=opened(workbench))
    assert not (corpus_root / KEYS).exists()
    assert KEYS not in indexed(workbench)
    assert deleted.index.status is IndexOutcomeStatus.REMOVED
    assert workbench.status().pending == 0
    assert [(entry.id, entry.path) for entry in workbench.trash().entries] == [(deleted.trash_id, KEYS)]
    assert [event.data for event in workbench.events.since(begin)] == [DocumentChanged(KEYS, Change.DELETED)]


def test_even_the_last_document_leaves_the_index_when_it_is_deleted(workbench: LocalWorkbench) -> None:
    for path in paths(workbench):
        document = DocumentPath(path)
        workbench.delete(document, opened_hash=opened(workbench, document))
    assert (paths(workbench), indexed(workbench)) == ([], set())


def test_a_deletion_with_a_stale_hash_changes_nothing(workbench: LocalWorkbench, corpus_root: Path) -> None:
    with pytest.raises(StaleDocument):
        workbench.delete(KEYS, opened_hash=hash_content(b"other"))
    assert (corpus_root / KEYS).exists()
    assert workbench.trash().entries == ()


def test_an_index_that_fails_after_a_deletion_is_an_outcome(
    workbench: LocalWorkbench, store: InMemoryStore, corpus_root: Path
) -> None:
    store.fail_updates_with = IndexUnusable("The disk is full.")
    deleted = workbench.delete(KEYS, opened_hash=opened(workbench))
    assert deleted.index.status is IndexOutcomeStatus.FAILED
    assert not (corpus_root / KEYS).exists()
    store.fail_updates_with = None
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    assert KEYS not in indexed(workbench)


def test_a_deleted_document_comes_back_byte_for_byte(workbench: LocalWorkbench, corpus_root: Path) -> None:
    before = (corpus_root / KEYS).read_bytes()
    deleted = workbench.delete(KEYS, opened_hash=opened(workbench))
    restored = workbench.restore(deleted.trash_id, None)
    assert (restored.path, restored.index.status) == (KEYS, IndexOutcomeStatus.INDEXED)
    assert (corpus_root / KEYS).read_bytes() == before
    assert KEYS in indexed(workbench)
    assert workbench.trash().entries == ()


def test_restoring_never_overwrites_and_may_go_elsewhere(workbench: LocalWorkbench, corpus_root: Path) -> None:
    deleted = workbench.delete(KEYS, opened_hash=opened(workbench))
    workbench.create(KEYS, "another\n")
    with pytest.raises(PathTaken):
        workbench.restore(deleted.trash_id, None)
    assert (corpus_root / KEYS).read_text(encoding="utf-8") == "another\n"
    with pytest.raises(BadDocumentPath):
        workbench.restore(deleted.trash_id, DocumentPath("../out.md"))
    assert workbench.restore(deleted.trash_id, NEW).path == NEW
    with pytest.raises(NotKept):
        workbench.restore(deleted.trash_id, NEW)


def test_each_save_leaves_its_former_version_in_the_history(workbench: LocalWorkbench, corpus_root: Path) -> None:
    first = (corpus_root / KEYS).read_text(encoding="utf-8")
    carried = opened(workbench)
    for number in range(2):
        carried = workbench.save(KEYS, f"version {number}\n", opened_hash=carried).content_hash
    versions = workbench.history(KEYS).versions
    assert [workbench.version(KEYS, version.id).text for version in versions] == ["version 0\n", first]
    assert versions[1].content_hash == hash_content(first.encode())
    back = workbench.save(KEYS, workbench.version(KEYS, versions[1].id).text, opened_hash=carried)
    assert back.content_hash == versions[1].content_hash


def test_history_goes_along_with_a_move(workbench: LocalWorkbench) -> None:
    workbench.save(KEYS, "one\n", opened_hash=opened(workbench))
    move(workbench, workbench.plan_move(KEYS, NEW, rewrite_links=False), rewrite_links=False)
    assert workbench.history(KEYS).versions == ()
    assert len(workbench.history(NEW).versions) == 1


def test_the_trash_is_emptied_of_one_or_of_all(workbench: LocalWorkbench) -> None:
    ids = [workbench.delete(path, opened_hash=opened(workbench, path)).trash_id for path in (KEYS, DNS, INDEX)]
    assert workbench.empty_trash(ids[0]).removed == 1
    assert workbench.empty_trash(None).removed == 2
    with pytest.raises(NotKept):
        workbench.empty_trash(ids[0])


def test_what_follows_the_folder_finds_nothing_to_do_after_changes_of_our_own(workbench: LocalWorkbench) -> None:
    workbench.create(DocumentPath("a.md"), "a\n")
    move(workbench, workbench.plan_move(KEYS, NEW, rewrite_links=True))
    workbench.delete(DNS, opened_hash=opened(workbench, DNS))
    begin = workbench.events.last_id
    workbench.following.take(["/", "a.md", KEYS, NEW, DNS, INDEX])
    assert workbench.events.since(begin) == ()


def test_what_follows_the_folder_waits_for_a_document_that_is_being_written(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    begin = workbench.events.last_id
    with workbench.indexing.claimed([DNS]):
        write(corpus_root, DNS, "half of a save\n")
        workbench.following.take([DNS])
        assert workbench.events.since(begin) == ()
    workbench.following.take([])
    assert [event.data.path for event in workbench.events.since(begin) if isinstance(event.data, DocumentChanged)] == [
        DNS
    ]
