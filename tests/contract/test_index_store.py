"""What the ports IndexStore, Staging and IndexReader promise, on the embedded store and on the fake."""

import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId, ChunkSection
from glyph.domain.document import CollectionName, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope
from glyph.domain.redaction import RedactedText
from glyph.errors import GenerationRejected, NoGeneration
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.store import DocumentVectors, IndexReader, IndexStore, Term
from tests.conftest import FIRST_CONTENT, SECOND_CONTENT, BuiltIndex, fill
from tests.fakes.clock import TickingClock
from tests.fakes.documents import EMBEDDER, FINGERPRINT, ids_of, make_document, paths_of, unit, with_vectors
from tests.fakes.index_store import InMemoryStore

RESTORE, DNS, WIREGUARD = FIRST_CONTENT
EVERYWHERE = Scope()


@dataclass(frozen=True)
class Adapter:
    """How to get a store: with two finished generations of which the first is active, and an empty one."""

    make: Callable[[Path], tuple[IndexStore, GenerationId, GenerationId]]
    make_empty: Callable[[Path], IndexStore]


def make_fake(_: Path) -> tuple[IndexStore, GenerationId, GenerationId]:
    store = InMemoryStore(TickingClock())
    first = fill(store, FIRST_CONTENT)
    store.activate(first)
    return store, first, fill(store, SECOND_CONTENT)


@pytest.fixture(scope="module", params=["embedded", "fake"])
def adapter(request: pytest.FixtureRequest, built_index: BuiltIndex) -> Adapter:
    if request.param == "fake":
        return Adapter(make_fake, lambda _: InMemoryStore(TickingClock()))

    def make_embedded(folder: Path) -> tuple[IndexStore, GenerationId, GenerationId]:
        shutil.copytree(built_index.folder.root, folder / "index")
        return EmbeddedStore(IndexFolder(folder / "index"), TickingClock()), built_index.first, built_index.second

    return Adapter(make_embedded, lambda folder: EmbeddedStore(IndexFolder(folder / "index"), TickingClock()))


@dataclass(frozen=True)
class Kit:
    """A store with two finished generations; the first is active."""

    store: IndexStore
    first: GenerationId
    second: GenerationId


@pytest.fixture
def kit(adapter: Adapter, tmp_path: Path) -> Iterator[Kit]:
    store, first, second = adapter.make(tmp_path)
    yield Kit(store, first, second)
    store.close()


@pytest.fixture
def store(kit: Kit) -> IndexStore:
    return kit.store


@pytest.fixture
def empty_store(adapter: Adapter, tmp_path: Path) -> Iterator[IndexStore]:
    store = adapter.make_empty(tmp_path)
    yield store
    store.close()


@pytest.fixture
def reader(store: IndexStore) -> Iterator[IndexReader]:
    with store.reader() as reader:
        yield reader


def found(reader: IndexReader, *words: str, scope: Scope = EVERYWHERE, limit: int = 50) -> list[ChunkId]:
    """Return the ids a keyword search for ``words`` finds, best first."""
    return [scored.chunk_id for scored in reader.keyword([Term((word,)) for word in words], limit=limit, scope=scope)]


def near(reader: IndexReader, text: str, *, scope: Scope = EVERYWHERE, limit: int = 50) -> list[ChunkId]:
    """Return the ids nearest to ``text``, best first."""
    return [scored.chunk_id for scored in reader.nearest(EMBEDDER.embed_query(text), limit=limit, scope=scope)]


# What a reader answers


def test_documents_come_in_path_order_with_all_their_facts(reader: IndexReader) -> None:
    documents = reader.documents()
    assert list(documents) == paths_of(FIRST_CONTENT)
    assert documents[DocumentPath("network/dns.md")] == DNS.prepared.document


def test_the_summary_counts_documents_chunks_and_redactions(kit: Kit) -> None:
    with kit.store.reader() as reader:
        summary = reader.summary
    assert summary.generation == kit.first
    assert summary.fingerprint == FINGERPRINT
    assert (summary.counts.documents, summary.counts.chunks, summary.counts.redactions) == (3, 6, 3)


def test_a_chunk_comes_back_as_it_was_stored(reader: IndexReader) -> None:
    wanted = WIREGUARD.prepared.chunks[2]
    chunk = reader.chunks([wanted.chunk_id])[wanted.chunk_id]
    assert (chunk.path, chunk.heading_path, chunk.text) == (wanted.path, wanted.heading_path, wanted.text.value)
    assert (chunk.line_from, chunk.line_to, chunk.page) == (wanted.line_from, wanted.line_to, wanted.page)
    assert chunk.title == WIREGUARD.prepared.document.title
    assert chunk.content_hash == WIREGUARD.prepared.document.content_hash


def test_chunks_that_do_not_exist_are_left_out(reader: IndexReader) -> None:
    known = ids_of(DNS)[0]
    assert list(reader.chunks([ChunkId("0" * 20), known])) == [known]
    assert reader.chunks([]) == {}


def test_keyword_search_finds_the_chunks_that_hold_any_of_the_terms(reader: IndexReader) -> None:
    assert set(found(reader, "zone", "51820")) == {ids_of(DNS)[0], ids_of(WIREGUARD)[2]}


def test_a_chunk_that_holds_more_of_the_terms_is_better(reader: IndexReader) -> None:
    assert found(reader, "dump", "cluster")[0] == ids_of(RESTORE)[1]


def test_titles_and_headings_are_searched_too(reader: IndexReader) -> None:
    assert set(found(reader, "dns")) == set(ids_of(DNS))


def test_any_alternative_of_a_term_matches(reader: IndexReader) -> None:
    scored = reader.keyword([Term(("absent", "tunnel"))], limit=10, scope=EVERYWHERE)
    assert [each.chunk_id for each in scored] == [ids_of(WIREGUARD)[0]]


def test_a_prefix_term_matches_longer_words_and_another_term_does_not(reader: IndexReader) -> None:
    assert reader.keyword([Term(("clust",))], limit=10, scope=EVERYWHERE) == ()
    scored = reader.keyword([Term(("clust",), prefix=True)], limit=10, scope=EVERYWHERE)
    assert [each.chunk_id for each in scored] == [ids_of(RESTORE)[1]]


@pytest.mark.parametrize("terms", [[], [Term(())], [Term(("",))], [Term(("!!!",))], [Term(("?",), prefix=True)]])
def test_terms_without_a_word_find_nothing(reader: IndexReader, terms: list[Term]) -> None:
    assert reader.keyword(terms, limit=10, scope=EVERYWHERE) == ()


FTS_SYNTAX = ("AND", "OR", "NOT", "NEAR(a b)", "heading:", '"', '""', "*", "^", "-", "(", ")", "{a b}:", "\0", "'", ";")
hostile_texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from([*FTS_SYNTAX, "zone", "\ud800", "DROP TABLE chunks"]), max_size=8).map(" ".join),
    st.lists(st.sampled_from([*FTS_SYNTAX, "zone"]), max_size=8).map("".join),
)
alternatives = st.lists(hostile_texts, max_size=3).map(tuple)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.builds(Term, alternatives, st.booleans()), max_size=5))
def test_terms_are_data_and_never_syntax(reader: IndexReader, terms: list[Term]) -> None:
    assert len(reader.keyword(terms, limit=10, scope=EVERYWHERE)) <= 6


def test_a_word_beside_hostile_text_is_still_found(reader: IndexReader) -> None:
    assert found(reader, '" OR heading:x', "NEAR(", "zone\0") == [ids_of(DNS)[0]]


def test_the_limit_holds_and_keeps_the_best(reader: IndexReader) -> None:
    assert found(reader, "the", limit=2) == found(reader, "the")[:2]
    assert near(reader, "restart the tunnel", limit=2) == near(reader, "restart the tunnel")[:2]


def literally(reader: IndexReader, text: str, *, limit: int = 10) -> list[ChunkId]:
    return [scored.chunk_id for scored in reader.literal(text, limit=limit, scope=EVERYWHERE)]


def test_the_nearest_chunks_come_by_cosine(reader: IndexReader) -> None:
    query = EMBEDDER.embed_query("rotate the keys of the tunnel")
    scored = reader.nearest(query, limit=50, scope=EVERYWHERE)
    assert [each.score for each in scored] == sorted((each.score for each in scored), reverse=True)
    expected = {
        chunk_id: float((windows @ query).max())
        for document in FIRST_CONTENT
        for chunk_id, windows in zip(ids_of(document), document.vectors, strict=True)
    }
    assert {each.chunk_id: each.score for each in scored} == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("rank", [found, near])
@pytest.mark.parametrize(
    ("scope", "paths"),
    [
        (Scope(path_prefix="network/"), {"network/dns.md", "network/wireguard.md"}),
        (Scope(path_prefix="network/w"), {"network/wireguard.md"}),
        (Scope(path_prefix="Network/"), set[str]()),
        (Scope(path_prefix="%"), set[str]()),
        (Scope(path_prefix="' OR 1=1 --"), set[str]()),
        (Scope(collections=(CollectionName("docs"),)), {"backup/restore.md", "network/dns.md", "network/wireguard.md"}),
        (Scope(collections=(CollectionName("wiki"),)), set[str]()),
        (Scope((CollectionName("docs"), CollectionName("wiki")), "backup/"), {"backup/restore.md"}),
    ],
)
def test_a_scope_limits_both_rankers(
    reader: IndexReader, rank: Callable[..., list[ChunkId]], scope: Scope, paths: set[str]
) -> None:
    chunks = reader.chunks(rank(reader, "the", scope=scope))
    assert {chunk.path for chunk in chunks.values()} == paths


def test_collections_keep_documents_apart(store: IndexStore) -> None:
    wiki = make_document("wiki/zone.md", "the zone of the wiki", collection=CollectionName("wiki"))
    store.update([wiki], ())
    with store.reader() as reader:
        assert found(reader, "zone", scope=Scope(collections=(CollectionName("wiki"),))) == list(ids_of(wiki))
        assert near(reader, "zone", scope=Scope(collections=(CollectionName("wiki"),))) == list(ids_of(wiki))


def test_ties_break_on_chunk_id_in_every_ranker_wherever_the_limit_falls(store: IndexStore) -> None:
    twins = [make_document(f"twin/{number:02}.md", "exactly the same words") for number in range(12)]
    store.update(twins, ())
    expected = sorted(chunk_id for twin in twins for chunk_id in ids_of(twin))
    with store.reader() as reader:
        for limit in (1, 5, 12):
            assert found(reader, "exactly", limit=limit) == expected[:limit]
            assert literally(reader, "same words", limit=limit) == expected[:limit]
            assert near(reader, "exactly the same words", limit=limit) == expected[:limit]
            in_scope = found(reader, "exactly", limit=limit, scope=Scope(path_prefix="twin/"))
            assert in_scope == expected[:limit]


def test_a_chunk_with_several_windows_counts_by_its_best_and_once(store: IndexStore) -> None:
    windows = np.stack([unit(0.0, 1.0), unit(1.0), unit(0.0, 0.0, 1.0)])
    document = with_vectors(make_document("long.md", "a long text"), windows)
    store.update([document], ())
    with store.reader() as reader:
        scored = reader.nearest(unit(1.0), limit=50, scope=EVERYWHERE)
    assert [each.score for each in scored if each.chunk_id == ids_of(document)[0]] == [pytest.approx(1)]


@pytest.mark.parametrize("text", ["tunnel wg0", "TUNNEL WG0", "nnel wg"])
def test_a_literal_is_found_as_it_stands_in_either_case(reader: IndexReader, text: str) -> None:
    assert literally(reader, text) == [ids_of(WIREGUARD)[0]]


@pytest.mark.parametrize("text", ["tunnel-wg0", "wg", "", '" OR "tunnel', "tunnel\0wg0", "*", "wg0 tunnel"])
def test_a_literal_that_does_not_stand_there_is_not_found(reader: IndexReader, text: str) -> None:
    assert literally(reader, text) == []


@pytest.mark.parametrize(
    ("term", "documents"),
    [
        (Term(("tunnel",)), 1),
        (Term(("the",)), 3),
        (Term(("absent", "tunnel", "server")), 2),
        (Term(("clust",)), 0),
        (Term(("clust",), prefix=True), 1),
        (Term(("absent",)), 0),
        (Term(("!?",)), 0),
    ],
)
def test_documents_that_hold_a_term_are_counted_once_each(reader: IndexReader, term: Term, documents: int) -> None:
    assert reader.count_documents(term, at_most=50, scope=EVERYWHERE) == documents


def test_documents_are_counted_within_a_scope_and_no_further_than_asked(reader: IndexReader) -> None:
    term = Term(("the",))
    assert reader.count_documents(term, at_most=50, scope=Scope(path_prefix="network/")) == 2
    assert reader.count_documents(term, at_most=1, scope=EVERYWHERE) == 1
    assert reader.count_documents(term, at_most=0, scope=EVERYWHERE) == 0


def test_every_ranker_says_which_document_a_chunk_is_of(reader: IndexReader) -> None:
    ranked = (
        *reader.keyword([Term(("the",))], limit=50, scope=EVERYWHERE),
        *reader.literal("the", limit=50, scope=EVERYWHERE),
        *reader.nearest(EMBEDDER.embed_query("tunnel"), limit=50, scope=EVERYWHERE),
    )
    chunks = reader.chunks([scored.chunk_id for scored in ranked])
    assert {scored.path for scored in ranked} == {
        document.prepared.document.path for document in (WIREGUARD, DNS, RESTORE)
    }
    assert all(scored.path == chunks[scored.chunk_id].path for scored in ranked)


def test_a_literal_goes_and_comes_with_its_document(store: IndexStore) -> None:
    store.update([make_document("network/wireguard.md", "see /etc/wg/wg1.conf")], [DNS.prepared.document.path])
    with store.reader() as reader:
        assert literally(reader, "port 51820") == literally(reader, "name server") == []
        assert len(literally(reader, "/etc/wg/wg1.conf")) == 1


def test_a_chunk_knows_its_place_in_its_document(store: IndexStore) -> None:
    store.update([make_document("network/dns.md", "one", "two", "three")], ())
    with store.reader() as reader:
        ids = ids_of(make_document("network/dns.md", "one", "two", "three"))
        assert [reader.chunks(ids)[chunk_id].ordinal for chunk_id in ids] == [0, 1, 2]


def test_near_chunks_that_are_gone_do_not_hide_those_that_are_there(store: IndexStore) -> None:
    remaining = ids_of(DNS)[0]
    store.update((), [RESTORE.prepared.document.path, WIREGUARD.prepared.document.path])
    with store.reader() as reader:
        assert near(reader, "restart the tunnel and rotate the keys", limit=1) == [remaining]


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


# Generations


def test_an_empty_store_has_no_generation(empty_store: IndexStore) -> None:
    assert empty_store.generations() == ()
    with pytest.raises(NoGeneration), empty_store.reader():
        pass
    with pytest.raises(NoGeneration):
        empty_store.update([DNS], ())


def test_generations_come_newest_first(kit: Kit) -> None:
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_a_generation_that_nobody_knows_cannot_be_activated(kit: Kit) -> None:
    with pytest.raises(GenerationRejected):
        kit.store.activate(GenerationId("20260101T000000.000000Z-00000000"))
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first


def test_a_staged_generation_is_invisible_and_cannot_be_activated_unfinished(kit: Kit) -> None:
    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    assert list(staging.documents()) == ["network/dns.md"]
    assert staging.generation not in {summary.generation for summary in kit.store.generations()}
    with pytest.raises(GenerationRejected):
        kit.store.activate(staging.generation)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first
    staging.discard()


def test_what_is_put_or_deleted_after_finishing_is_there_after_activation(empty_store: IndexStore) -> None:
    staging = empty_store.stage(FINGERPRINT)
    staging.put([DNS, WIREGUARD])
    staging.finish()
    later = make_document("later.md", "saved while the base was built")
    staging.put([later])
    staging.delete([DNS.prepared.document.path])
    empty_store.activate(staging.generation)
    with empty_store.reader() as reader:
        assert list(reader.documents()) == ["later.md", "network/wireguard.md"]
        assert found(reader, "zone") == []
        assert near(reader, "saved while the base was built")[0] == ids_of(later)[0]
        assert ids_of(DNS)[0] not in near(reader, "the zone is served by the name server")


def test_staging_a_document_again_replaces_it(store: IndexStore) -> None:
    staging = store.stage(FINGERPRINT)
    staging.put([DNS])
    changed = make_document("network/dns.md", "one", "two")
    staging.put([changed])
    assert staging.documents()[DocumentPath("network/dns.md")] == changed.prepared.document
    staging.delete([DocumentPath("network/dns.md")])
    assert staging.documents() == {}
    staging.discard()


def test_vectors_of_the_wrong_width_are_rejected_and_nothing_changes(kit: Kit) -> None:
    staging = kit.store.stage(FINGERPRINT)
    staging.put([with_vectors(DNS, np.stack([unit(1.0, dimensions=8)]))])
    with pytest.raises(GenerationRejected):
        staging.finish()
    staging.discard()
    staging.discard()
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_an_older_generation_can_be_activated_again(kit: Kit) -> None:
    kit.store.activate(kit.second)
    kit.store.activate(kit.first)
    with kit.store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)


def test_pruning_keeps_the_newest_and_the_active_one(kit: Kit) -> None:
    assert kit.store.prune(2) == ()
    assert kit.store.prune(1) == ()  # the older one is the active one
    kit.store.activate(kit.second)
    assert kit.store.prune(1) == (kit.first,)
    assert [summary.generation for summary in kit.store.generations()] == [kit.second]


def test_pruning_keeps_a_generation_that_is_read_until_its_reader_has_left(kit: Kit) -> None:
    with kit.store.reader():
        kit.store.activate(kit.second)
        assert kit.store.prune(1) == ()
    kit.store.prune(1)
    assert [summary.generation for summary in kit.store.generations()] == [kit.second]


def test_a_staged_generation_is_neither_pruned_nor_counted(kit: Kit) -> None:
    kit.store.activate(kit.second)
    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    assert kit.store.prune(2) == ()
    assert list(staging.documents()) == ["network/dns.md"]
    staging.discard()


# What a document is read back as, and what is wrong


def test_a_document_comes_back_whole_as_it_was_put(reader: IndexReader) -> None:
    for document in FIRST_CONTENT:
        stored = reader.stored(document.prepared.document.path)
        assert stored is not None
        assert stored.prepared == document.prepared
        assert all(np.array_equal(kept, put) for kept, put in zip(stored.vectors, document.vectors, strict=True))
    assert reader.stored(DocumentPath("absent.md")) is None


def test_what_a_chunk_repeats_and_joins_comes_back_and_is_searched(store: IndexStore) -> None:
    document = make_document("table.md", "| wg0 | cellar |")
    sections = (ChunkSection(("Guide",), RedactedText("one")), ChunkSection(("Guide", "ü"), RedactedText("two")))
    chunk = replace(
        document.prepared.chunks[0],
        above=RedactedText("| xylophone | place |"),
        below=RedactedText(""),
        sections=sections,
    )
    store.update([replace(document, prepared=replace(document.prepared, chunks=(chunk,)))], ())
    with store.reader() as reader:
        stored = reader.stored(DocumentPath("table.md"))
        assert stored is not None
        assert stored.prepared.chunks == (chunk,)
        assert found(reader, "xylophone") == [chunk.chunk_id]
        assert reader.chunks([chunk.chunk_id])[chunk.chunk_id].text == "| wg0 | cellar |"
        assert reader.faults() == ()


def test_a_sound_generation_has_no_faults(store: IndexStore) -> None:
    store.update([make_document("network/dns.md", "something else")], [WIREGUARD.prepared.document.path])
    with store.reader() as reader:
        assert reader.faults() == ()


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


# Finishing, reopening, rebasing, pruning


class Enough(Exception):
    """What a pulse raises that wants the work to end."""


def test_a_pulse_that_raises_ends_the_finishing_and_the_staging_can_be_discarded(kit: Kit) -> None:
    def stop() -> None:
        raise Enough

    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    with pytest.raises(Enough):
        staging.finish(stop)
    staging.discard()
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_a_reopened_generation_is_changed_before_it_is_activated(kit: Kit) -> None:
    staging = kit.store.reopen(kit.second)
    assert staging.generation == kit.second
    assert list(staging.documents()) == paths_of(SECOND_CONTENT)
    staging.put([WIREGUARD])
    staging.delete([DNS.prepared.document.path])
    with kit.store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)
    kit.store.activate(kit.second)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.second
        assert list(reader.documents()) == ["backup/restore.md", "network/wireguard.md"]
        assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
        assert reader.faults() == ()


def test_discarding_a_reopened_generation_keeps_it(kit: Kit) -> None:
    kit.store.reopen(kit.second).discard()
    kit.store.activate(kit.second)


def test_neither_the_active_nor_an_unknown_generation_is_reopened(kit: Kit) -> None:
    for generation in (kit.first, GenerationId("20260101T000000.000000Z-00000000")):
        with pytest.raises(GenerationRejected):
            kit.store.reopen(generation)


def test_a_generation_just_built_needs_no_rebase(kit: Kit) -> None:
    assert not kit.store.needs_rebase()


def test_without_a_generation_nobody_knows_whether_one_needs_a_rebase(empty_store: IndexStore) -> None:
    with pytest.raises(NoGeneration):
        empty_store.needs_rebase()


def test_generations_of_other_redaction_rules_are_pruned_however_many_are_kept(kit: Kit) -> None:
    staging = kit.store.stage(replace(FINGERPRINT, redaction="other"))
    staging.put([DNS])
    staging.finish()
    kit.store.activate(staging.generation)
    with kit.store.reader() as reader:
        assert set(kit.store.prune(20)) == {kit.first, kit.second}
        assert reader.summary.generation == staging.generation
    assert [summary.generation for summary in kit.store.generations()] == [staging.generation]


def test_a_generation_that_was_to_go_and_is_activated_again_stays(kit: Kit) -> None:
    with kit.store.reader() as pinned:
        kit.store.activate(kit.second)
        kit.store.prune(1)
        if kit.first in {summary.generation for summary in kit.store.generations()}:
            kit.store.activate(kit.first)
        assert list(pinned.documents()) == paths_of(FIRST_CONTENT)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first
