"""A run: every golden query asked of each ranker alone, of both fused, and as the service would answer."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from glyph.domain.ranking import Mode, Passage, Scope, SearchRequest, SearchResult
from glyph.evaluation.golden import Expected, GoldenQuery
from glyph.evaluation.metrics import Scores, mean, score

ALL = "all"
PASSAGES = 50
"""Passages asked for, so that ten documents are among them."""
MODES = (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.AUTO)

Search = Callable[[SearchRequest], SearchResult]


@dataclass(frozen=True, slots=True)
class SliceScores:
    """How one slice fared: scores over documents (a document's best passage counts) and over passages."""

    queries: int
    document: Scores
    passage: Scores
    forbidden: int
    """Queries whose first ten documents hold one that was forbidden."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores by mode, then by slice; the slice ``all`` holds every query."""

    queries: int
    modes: Mapping[Mode, Mapping[str, SliceScores]]


@dataclass(frozen=True, slots=True)
class _Outcome:
    document: Scores
    passage: Scores
    forbidden: bool


def evaluate(queries: Sequence[GoldenQuery], search: Search) -> Evaluation:
    """Ask every query in every mode and return the scores."""
    return Evaluation(len(queries), {mode: _by_slice(queries, search, mode) for mode in MODES})


def _by_slice(queries: Sequence[GoldenQuery], search: Search, mode: Mode) -> Mapping[str, SliceScores]:
    outcomes: defaultdict[str, list[_Outcome]] = defaultdict(list)
    for query in queries:
        hits = search(SearchRequest(query.query, mode, PASSAGES, Scope())).hits
        outcome = _outcome(query, hits)
        for name in {ALL, query.slice}:
            outcomes[name].append(outcome)
    return {name: _summary(of_slice) for name, of_slice in sorted(outcomes.items())}


def _outcome(query: GoldenQuery, hits: Sequence[Passage]) -> _Outcome:
    paths = list(dict.fromkeys(hit.path for hit in hits))
    wanted = list(dict.fromkeys(expected.path for expected in query.expected))
    documents = [frozenset(number for number, path in enumerate(wanted) if path == found) for found in paths]
    passages = [_answered(query.expected, hit) for hit in hits]
    refused = {path for path in paths[:10] for other in query.forbidden if other.path == path}
    return _Outcome(score(documents, len(wanted)), score(passages, len(query.expected)), bool(refused))


def _answered(expected: Sequence[Expected], hit: Passage) -> frozenset[int]:
    return frozenset(number for number, each in enumerate(expected) if each.is_answered_by(hit))


def _summary(outcomes: Sequence[_Outcome]) -> SliceScores:
    return SliceScores(
        queries=len(outcomes),
        document=mean([outcome.document for outcome in outcomes]),
        passage=mean([outcome.passage for outcome in outcomes]),
        forbidden=sum(outcome.forbidden for outcome in outcomes),
    )
