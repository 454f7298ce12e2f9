"""Fusion by rank: the engines' scores never meet, and equal input gives equal output."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import RankerName, Ranking, Scored
from glyph.search.fuse import RRF_K, fuse

ids = st.lists(st.sampled_from([ChunkId(letter * 20) for letter in "0123456789abcdef"]), unique=True, max_size=16)
scores = st.floats(-1e6, 1e6)


def ranking(ranker: RankerName, chunk_ids: list[ChunkId], score: float = 1.0) -> Ranking:
    return Ranking(ranker, tuple(Scored(chunk_id, DocumentPath(f"{chunk_id}.md"), score) for chunk_id in chunk_ids))


def two(keyword: list[ChunkId], vector: list[ChunkId], score: float = 1.0) -> tuple[Ranking, Ranking]:
    return ranking(RankerName.KEYWORD, keyword, score), ranking(RankerName.VECTOR, vector)


@given(ids, ids)
def test_every_ranked_chunk_comes_once_best_first(keyword: list[ChunkId], vector: list[ChunkId]) -> None:
    hits = fuse(two(keyword, vector))
    assert sorted(hit.chunk_id for hit in hits) == sorted({*keyword, *vector})
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@given(ids)
def test_of_equal_scores_the_better_rank_by_keyword_goes_first(chunk_ids: list[ChunkId]) -> None:
    hits = fuse(two(chunk_ids, chunk_ids[::-1]))
    pairs = [(one, other) for one, other in pairwise(hits) if one.score == other.score]
    assert all(chunk_ids.index(one.chunk_id) < chunk_ids.index(other.chunk_id) for one, other in pairs)
    assert len(pairs) == len(chunk_ids) // 2


def test_what_one_ranking_alone_found_stands_by_its_rank_and_then_its_id() -> None:
    first, second, other = (ChunkId(letter * 20) for letter in "bca")
    rankings = (ranking(RankerName.VECTOR, [first, second]), ranking(RankerName.LITERAL, [other]))
    assert [hit.chunk_id for hit in fuse(rankings)] == [other, first, second]


@given(ids, ids)
def test_the_order_of_the_rankings_does_not_matter(keyword: list[ChunkId], vector: list[ChunkId]) -> None:
    first, second = two(keyword, vector)
    forwards = [(hit.chunk_id, hit.score, frozenset(hit.contributions)) for hit in fuse((first, second))]
    assert forwards == [(hit.chunk_id, hit.score, frozenset(hit.contributions)) for hit in fuse((second, first))]


@given(ids, ids, scores)
def test_only_ranks_count_and_never_the_engines_scores(
    keyword: list[ChunkId], vector: list[ChunkId], score: float
) -> None:
    plain, scaled = fuse(two(keyword, vector)), fuse(two(keyword, vector, score))
    assert [(hit.chunk_id, hit.score) for hit in plain] == [(hit.chunk_id, hit.score) for hit in scaled]


@given(ids, ids)
def test_contributions_say_where_a_score_came_from(keyword: list[ChunkId], vector: list[ChunkId]) -> None:
    for hit in fuse(two(keyword, vector)):
        assert hit.score == pytest.approx(sum(each.share for each in hit.contributions))
        for each in hit.contributions:
            ranked = keyword if each.ranker is RankerName.KEYWORD else vector
            assert ranked[each.rank - 1] == hit.chunk_id
            assert each.share == 1 / (RRF_K + each.rank)


@given(ids)
def test_one_ranking_keeps_its_order(chunk_ids: list[ChunkId]) -> None:
    assert [hit.chunk_id for hit in fuse([ranking(RankerName.KEYWORD, chunk_ids)])] == chunk_ids


def test_what_both_rankers_found_goes_before_what_one_found() -> None:
    one, both, other = (ChunkId(letter * 20) for letter in "abc")
    assert fuse(two([one, both], [other, both]))[0].chunk_id == both


def test_no_rankings_give_no_hits() -> None:
    assert fuse([]) == ()
