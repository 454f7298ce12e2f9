"""What the port IndexReader promises, on the embedded store and on the fake."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId, ChunkSection
from glyph.domain.document import CollectionName, DocumentPath
from glyph.domain.ranking import Scope
from glyph.domain.redaction import RedactedText
from glyph.index.store import IndexReader, IndexStore, Term
from tests.conftest import FIRST_CONTENT
from tests.contract.conftest import Kit
from tests.contract.index_questions import found, literally, near
from tests.fakes.documents import EMBEDDER, FINGERPRINT, ids_of, make_document, paths_of, unit, with_vectors

RESTORE, DNS, WIREGUARD = FIRST_CONTENT
EVERYWHERE = Scope()


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
