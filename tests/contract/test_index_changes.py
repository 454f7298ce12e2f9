"""What a change of the active generation promises, and readers beside it, on the embedded store and on the fake."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope
from glyph.index.store import DocumentVectors, IndexStore
from tests.conftest import FIRST_CONTENT, SECOND_CONTENT
from tests.contract.conftest import Kit
from tests.contract.index_questions import found, near
from tests.fakes.documents import FINGERPRINT, ids_of, make_document, paths_of

RESTORE, DNS, WIREGUARD = FIRST_CONTENT
EVERYWHERE = Scope()


# What a change does


def test_a_document_is_replaced_whole(store: IndexStore) -> None:
    changed = make_document("network/wireguard.md", "replace the tunnel")
    store.update([changed], ())
    with store.reader() as reader:
        assert reader.documents()[DocumentPath("network/wireguard.md")] == changed.prepared.document
        assert reader.chunks([*ids_of(WIREGUARD), *ids_of(changed)]).keys() == set(ids_of(changed))


def test_old_rows_vanish_from_both_rankers_and_new_ones_appear_at_once(store: IndexStore) -> None:
    changed = make_document("network/wireguard.md", "replace the tunnel")
    store.update([changed], ())
    with store.reader() as reader:
        for ids in (found(reader, "tunnel", "51820", "keys"), near(reader, "restart the tunnel wg0")):
            assert set(ids) & set(ids_of(WIREGUARD)) == set()
            assert ids_of(changed)[0] in ids


def test_a_deleted_document_vanishes_from_both_rankers_at_once(store: IndexStore) -> None:
    store.update((), [WIREGUARD.prepared.document.path])
    with store.reader() as reader:
        assert found(reader, "51820") == []
        assert set(near(reader, "open port 51820")) & set(ids_of(WIREGUARD)) == set()
        assert list(reader.documents()) == ["backup/restore.md", "network/dns.md"]


def test_a_document_that_returns_to_a_former_version_is_found_again(store: IndexStore) -> None:
    store.update([make_document("network/dns.md", "something else")], ())
    store.update([DNS], ())
    with store.reader() as reader:
        assert found(reader, "zone") == list(ids_of(DNS))
        assert near(reader, "the zone is served by the name server")[0] == ids_of(DNS)[0]


def test_a_document_without_chunks_is_kept_and_never_found(store: IndexStore) -> None:
    store.update([make_document("empty.md")], ())
    with store.reader() as reader:
        assert reader.documents()[DocumentPath("empty.md")].chunks == 0
        assert reader.summary.counts.documents == 4


def test_deleting_what_is_not_there_changes_nothing(store: IndexStore) -> None:
    store.update((), [DocumentPath("absent.md")])
    with store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)


def test_a_document_that_cannot_be_stored_leaves_its_former_self_whole(store: IndexStore) -> None:
    torn = replace(make_document("network/wireguard.md", "one", "two"), vectors=(WIREGUARD.vectors[0],))
    with pytest.raises(ValueError):  # noqa: PT011 - a broken promise of the caller, not an answer
        store.update([torn], ())
    with store.reader() as reader:
        assert reader.documents()[DocumentPath("network/wireguard.md")] == WIREGUARD.prepared.document
        assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
        assert near(reader, "open port 51820")[0] == ids_of(WIREGUARD)[2]


def test_a_change_moves_the_time_of_indexing_forward(store: IndexStore) -> None:
    with store.reader() as reader:
        before = reader.summary.indexed_at
    store.update([make_document("network/dns.md", "something else")], ())
    with store.reader() as reader:
        assert reader.summary.indexed_at != before


# Readers are pinned and never wait


def test_an_open_reader_does_not_see_an_update(store: IndexStore) -> None:
    with store.reader() as pinned:
        store.update([make_document("network/dns.md", "something else")], [WIREGUARD.prepared.document.path])
        assert list(pinned.documents()) == paths_of(FIRST_CONTENT)
        assert found(pinned, "zone") == list(ids_of(DNS))
        assert near(pinned, "open port 51820")[0] == ids_of(WIREGUARD)[2]
        assert pinned.summary.counts.chunks == 6
    with store.reader() as fresh:
        assert found(fresh, "zone") == []


def test_an_open_reader_stays_on_its_generation_when_another_is_activated(kit: Kit) -> None:
    with kit.store.reader() as pinned:
        kit.store.activate(kit.second)
        kit.store.prune(1)
        assert pinned.summary.generation == kit.first
        assert found(pinned, "51820") == [ids_of(WIREGUARD)[2]]
        assert near(pinned, "open port 51820")[0] == ids_of(WIREGUARD)[2]
        assert list(pinned.chunks(ids_of(DNS))) == list(ids_of(DNS))
    with kit.store.reader() as fresh:
        assert fresh.summary.generation == kit.second
        assert list(fresh.documents()) == paths_of(SECOND_CONTENT)


def test_a_reader_is_answered_while_a_writer_is_at_work(store: IndexStore) -> None:
    at_work, may_end = threading.Event(), threading.Event()

    def slow_documents() -> Iterator[None]:
        at_work.set()
        may_end.wait(30)
        yield

    def write() -> None:
        store.update((DNS for _ in slow_documents()), ())

    with ThreadPoolExecutor(1) as writers:
        writing = writers.submit(write)
        assert at_work.wait(30)
        with store.reader() as reader:
            assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
            assert near(reader, "open port 51820")[0] == ids_of(WIREGUARD)[2]
        may_end.set()
        writing.result(30)


def test_many_readers_beside_a_writer_see_whole_documents_only(store: IndexStore) -> None:
    versions = [make_document("network/dns.md", *[f"version{n} part{part}" for part in range(3)]) for n in range(20)]
    allowed = [set(ids_of(version)) for version in (DNS, *versions)]
    done = threading.Event()

    def read() -> int:
        rounds = 0
        while not done.is_set() or rounds == 0:
            with store.reader() as reader:
                seen = {
                    i
                    for i, c in reader.chunks(sorted(set[ChunkId]().union(*allowed))).items()
                    if c.path == "network/dns.md"
                }
                assert seen in allowed
                assert set(near(reader, "version7 part1", scope=Scope(path_prefix="network/dns.md"))) == seen
            rounds += 1
        return rounds

    with ThreadPoolExecutor(3) as readers:
        reading = [readers.submit(read) for _ in range(3)]
        try:
            for version in versions:
                store.update([version], ())
        finally:
            done.set()
        assert all(each.result(60) > 0 for each in reading)


# Documents whose vectors are pending


def without_vectors(document: DocumentVectors) -> DocumentVectors:
    prepared = replace(document.prepared, document=replace(document.prepared.document, embedded=False))
    return DocumentVectors(prepared, tuple(windows[:0] for windows in document.vectors))


def test_a_document_without_vectors_is_found_by_keyword_alone_until_it_has_them(store: IndexStore) -> None:
    document = make_document("late.md", "xylophone")
    store.update([without_vectors(document)], ())
    with store.reader() as reader:
        assert found(reader, "xylophone") == list(ids_of(document))
        assert ids_of(document)[0] not in near(reader, "xylophone")
        assert reader.summary.counts.unembedded == 1
        assert not reader.documents()[DocumentPath("late.md")].embedded
        assert reader.faults() == ()
    store.update([document], ())
    with store.reader() as reader:
        assert near(reader, "xylophone")[0] == ids_of(document)[0]
        assert reader.summary.counts.unembedded == 0


def test_a_generation_without_any_vectors_can_be_staged_activated_and_searched(empty_store: IndexStore) -> None:
    staging = empty_store.stage(replace(FINGERPRINT, dimensions=0))
    staging.put([without_vectors(document) for document in FIRST_CONTENT])
    staging.finish()
    empty_store.activate(staging.generation)
    with empty_store.reader() as reader:
        assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
        assert near(reader, "open port 51820") == []
        assert reader.summary.counts.unembedded == 3
    assert not empty_store.needs_rebase()
