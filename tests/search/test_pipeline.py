"""The read walk on a store in memory: fused, scoped, and honest about what failed."""

from collections.abc import Iterator

import pytest

from glyph.domain.ranking import Mode, RankerName, Scope, SearchRequest, SearchResult
from glyph.index.store import IndexReader
from glyph.search.pipeline import Tuning, answer
from tests.conftest import FIRST_CONTENT, PLAIN, fill
from tests.fakes.clock import TickingClock
from tests.fakes.documents import ids_of, make_document
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore

RESTORE, DNS, WIREGUARD = FIRST_CONTENT


@pytest.fixture
def reader() -> Iterator[IndexReader]:
    store = InMemoryStore(TickingClock())
    store.activate(fill(store, FIRST_CONTENT))
    with store.reader() as reader:
        yield reader


def rankers_of(result: SearchResult) -> set[RankerName]:
    return {given.ranker for hit in result.hits for given in hit.contributions}


def test_a_question_is_answered_by_both_rankers(reader: IndexReader) -> None:
    result = answer(SearchRequest("how do I restart the tunnel"), reader, FakeEmbedder(), PLAIN)
    assert result.route.mode is Mode.HYBRID
    assert result.hits[0].chunk_id == ids_of(WIREGUARD)[0]
    assert rankers_of(result) == {RankerName.KEYWORD, RankerName.VECTOR}
    assert result.degraded is None
    assert (result.generation, result.indexed_at) == (reader.summary.generation, reader.summary.indexed_at)


def test_an_identifier_is_answered_by_the_literal_and_embeds_nothing(reader: IndexReader) -> None:
    result = answer(SearchRequest("51820"), reader, FakeEmbedder(failing=True), PLAIN)
    assert [hit.chunk_id for hit in result.hits] == [ids_of(WIREGUARD)[2]]
    assert result.degraded is None


def test_an_identifier_in_a_sentence_has_a_ranking_of_its_own(reader: IndexReader) -> None:
    result = answer(SearchRequest("what is wg0 for"), reader, FakeEmbedder(), PLAIN)
    best = result.hits[0]
    assert best.chunk_id == ids_of(WIREGUARD)[0]
    assert RankerName.LITERAL in {given.ranker for given in best.contributions}


def test_a_rare_name_that_is_no_word_of_the_language_is_an_identifier(reader: IndexReader) -> None:
    knows_no_dns = Tuning(is_word=lambda word: word != "zone", similarity_floor=0.0)
    result = answer(SearchRequest("zone"), reader, FakeEmbedder(failing=True), knows_no_dns)
    assert result.route.mode is Mode.KEYWORD
    assert [hit.path for hit in result.hits] == ["network/dns.md"]


def test_an_identifier_that_occurs_nowhere_is_looked_for_by_meaning(reader: IndexReader) -> None:
    result = answer(SearchRequest("65535"), reader, FakeEmbedder(), PLAIN)
    assert result.route.mode is Mode.HYBRID
    assert "nowhere" in result.route.reason
    assert rankers_of(result) == {RankerName.VECTOR}


def test_nothing_below_the_similarity_floor_counts_as_near(reader: IndexReader) -> None:
    strict = Tuning(is_word=lambda _word: True, similarity_floor=1.0)
    assert answer(SearchRequest("quokka", Mode.VECTOR), reader, FakeEmbedder(), strict).hits == ()


def test_half_a_name_is_found_as_the_beginning_of_a_longer_one(reader: IndexReader) -> None:
    result = answer(SearchRequest("clust", Mode.KEYWORD), reader, FakeEmbedder(), PLAIN)
    assert [hit.chunk_id for hit in result.hits] == [ids_of(RESTORE)[1]]


def test_a_word_that_is_there_is_not_widened(reader: IndexReader) -> None:
    result = answer(SearchRequest("port tunnel", Mode.KEYWORD), reader, FakeEmbedder(), PLAIN)
    assert {hit.chunk_id for hit in result.hits} == {ids_of(WIREGUARD)[0], ids_of(WIREGUARD)[2]}


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.HYBRID, Mode.VECTOR])
def test_a_failed_embedder_leaves_the_keyword_ranking_and_says_so(reader: IndexReader, mode: Mode) -> None:
    result = answer(SearchRequest("restart the tunnel", mode), reader, FakeEmbedder(failing=True), PLAIN)
    assert result.degraded is not None
    assert result.degraded.part == "vector"
    assert result.degraded.reason
    assert result.hits[0].chunk_id == ids_of(WIREGUARD)[0]
    assert rankers_of(result) == {RankerName.KEYWORD}


def test_vectors_of_another_model_are_not_compared(reader: IndexReader) -> None:
    result = answer(SearchRequest("restart the tunnel"), reader, FakeEmbedder(name="fake:other", dimensions=8), PLAIN)
    assert result.degraded is not None
    assert "fake:words-1" in result.degraded.reason
    assert rankers_of(result) == {RankerName.KEYWORD}


def test_vectors_of_another_width_are_not_compared(reader: IndexReader) -> None:
    result = answer(SearchRequest("restart the tunnel"), reader, FakeEmbedder(dimensions=8), PLAIN)
    assert result.degraded is not None
    assert "8 dimensions" in result.degraded.reason
    assert rankers_of(result) == {RankerName.KEYWORD}


@pytest.mark.parametrize("mode", list(Mode))
def test_limit_and_scope_hold_in_every_mode(reader: IndexReader, mode: Mode) -> None:
    request = SearchRequest("restart the tunnel dump zone", mode, limit=2, scope=Scope(path_prefix="network/"))
    result = answer(request, reader, FakeEmbedder(), PLAIN)
    assert len(result.hits) == 2
    assert all(hit.path.startswith("network/") for hit in result.hits)


@pytest.mark.parametrize("query", ["???", "what is it", "\0", '" OR *', "⟦secret:password⟧", "x" * 1000, "a " * 500])
@pytest.mark.parametrize("mode", list(Mode))
def test_any_query_is_answered(reader: IndexReader, query: str, mode: Mode) -> None:
    assert answer(SearchRequest(query, mode), reader, FakeEmbedder(), PLAIN).route.reason


def test_equal_questions_get_equal_answers() -> None:
    store = InMemoryStore(TickingClock())
    store.activate(fill(store, [make_document(f"twin/{number}.md", "the same words") for number in range(9)]))
    with store.reader() as reader:
        request = SearchRequest("same words", limit=5)
        first = answer(request, reader, FakeEmbedder(), PLAIN)
        assert first == answer(request, reader, FakeEmbedder(), PLAIN)
        assert [hit.chunk_id for hit in first.hits] == sorted(hit.chunk_id for hit in first.hits)
