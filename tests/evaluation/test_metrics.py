"""Metrics of one ranked answer, by hand and by property."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.evaluation.metrics import DEPTH, Found, mean, ndcg, recall, reciprocal_rank, score

NOTHING = frozenset[int]()
ranked = st.lists(st.frozensets(st.integers(0, 2), max_size=2), max_size=15)


def at(rank: int, item: int = 0) -> Found:
    """Return an answer that holds one expected item, at ``rank``."""
    return [*([NOTHING] * (rank - 1)), frozenset({item})]


@pytest.mark.parametrize(("rank", "value"), [(1, 1.0), (2, 0.5), (10, 0.1), (11, 0.0)])
def test_the_reciprocal_rank_is_of_the_first_that_answers_among_ten(rank: int, value: float) -> None:
    assert reciprocal_rank(at(rank)) == value


def test_recall_counts_each_expected_item_once() -> None:
    found = [frozenset({0}), frozenset({0}), NOTHING, frozenset({1})]
    assert [recall(found, 4, depth) for depth in (1, 3, 4, 10)] == [0.25, 0.25, 0.5, 0.5]


def test_gain_is_discounted_by_rank_and_an_item_gains_once() -> None:
    assert ndcg(at(2), 1) == pytest.approx(1 / math.log2(3))
    assert ndcg([frozenset({0}), frozenset({0}), frozenset({1})], 2) == pytest.approx(1.5 / (1 + 1 / math.log2(3)))


def test_an_answer_in_the_ideal_order_scores_1_and_an_empty_one_0() -> None:
    ideal = score([frozenset({0}), frozenset({1})], 2)
    assert (ideal.recall_at_1, ideal.recall_at_5, ideal.mrr_at_10, ideal.ndcg_at_10) == (
        0.5,
        1.0,
        1.0,
        pytest.approx(1.0),
    )
    nothing = score([], 2)
    assert {nothing.recall_at_10, nothing.mrr_at_10, nothing.ndcg_at_10} == {0.0}


@given(ranked)
def test_every_score_is_between_0_and_1_and_what_stands_behind_the_tenth_does_not_count(
    found: list[frozenset[int]],
) -> None:
    scores = score(found, 3)
    values = (scores.recall_at_1, scores.recall_at_5, scores.recall_at_10, scores.mrr_at_10, scores.ndcg_at_10)
    assert all(0.0 <= value <= 1.0 + 1e-9 for value in values)
    assert scores == score(found[:DEPTH], 3)


def test_the_mean_is_taken_score_by_score() -> None:
    both = mean([score(at(1), 1), score(at(2), 1)])
    assert (both.recall_at_1, both.mrr_at_10) == (0.5, 0.75)
