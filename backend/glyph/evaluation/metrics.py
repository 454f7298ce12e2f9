"""Metrics of one ranked answer: functions of what was found where, and of how much there is to find.

``found`` holds, for each rank from the first on, the set of expected items (by number) that the item at
that rank answers; it is empty where the rank holds nothing that was expected.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from statistics import fmean

DEPTH = 10

Found = Sequence[frozenset[int]]


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over queries, each between 0 and 1."""

    recall_at_1: float
    recall_at_5: float
    recall_at_10: float
    mrr_at_10: float
    ndcg_at_10: float


def recall(found: Found, expected: int, depth: int) -> float:
    """Return the share of what is expected that the first ``depth`` ranks hold."""
    return len(frozenset[int]().union(*found[:depth])) / expected


def reciprocal_rank(found: Found, depth: int = DEPTH) -> float:
    """Return 1 / the first rank that holds something expected; 0 beyond ``depth``."""
    return next((1 / rank for rank, items in enumerate(found[:depth], start=1) if items), 0.0)


def ndcg(found: Found, expected: int, depth: int = DEPTH) -> float:
    """Return the normalised discounted cumulative gain with gains of 0 and 1, each expected item counted once.

    Source: Järvelin and Kekäläinen, ACM TOIS 20(4), 2002.
    """
    seen: set[int] = set()
    gain = 0.0
    for rank, items in enumerate(found[:depth], start=1):
        gain += bool(items - seen) / math.log2(rank + 1)
        seen |= items
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(expected, depth) + 1))
    return gain / ideal


def score(found: Found, expected: int) -> Scores:
    """Return one query's scores."""
    return Scores(
        recall_at_1=recall(found, expected, 1),
        recall_at_5=recall(found, expected, 5),
        recall_at_10=recall(found, expected, DEPTH),
        mrr_at_10=reciprocal_rank(found),
        ndcg_at_10=ndcg(found, expected),
    )


def mean(scores: Sequence[Scores]) -> Scores:
    """Return the mean of at least one query's scores."""
    return Scores(**{field.name: fmean(getattr(each, field.name) for each in scores) for field in fields(Scores)})
