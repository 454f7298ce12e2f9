"""A run: every golden query asked of each ranker alone, of both fused, and as the service would answer."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from glyph.domain.ranking import Mode, Scope, SearchRequest, SearchResult
from glyph.evaluation.golden import GoldenQuery
from glyph.evaluation.metrics import Scores, mean
from glyph.evaluation.places import Places, document_scores, passage_scores, places_of

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
    """Queries whose first ten documents hold a passage that was forbidden."""
    degraded: int = 0
    """Queries that were answered without a part that failed; their scores say nothing about it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A golden query with what every mode made of it."""

    query: GoldenQuery
    places: Mapping[Mode, Places]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores by mode, then by slice; the slice ``all`` holds every query."""

    queries: int
    modes: Mapping[Mode, Mapping[str, SliceScores]]
    answers: tuple[Answered, ...] = ()
    """In the order of the golden queries; empty when read from what an earlier version wrote."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    places: Places
    document: Scores
    passage: Scores
    degraded: bool


def evaluate(queries: Sequence[GoldenQuery], search: Search) -> Evaluation:
    """Ask every query in every mode and return the scores."""
    outcomes = {mode: [_outcome(query, search, mode) for query in queries] for mode in MODES}
    answers = (
        Answered(query, {mode: of_mode[number].places for mode, of_mode in outcomes.items()})
        for number, query in enumerate(queries)
    )
    modes = {mode: _by_slice(queries, of_mode) for mode, of_mode in outcomes.items()}
    return Evaluation(len(queries), modes, tuple(answers))


def _outcome(query: GoldenQuery, search: Search, mode: Mode) -> _Outcome:
    result = search(SearchRequest(query.query, mode, PASSAGES, Scope()))
    return _Outcome(
        places=places_of(query, result.hits),
        document=document_scores(query, result.hits),
        passage=passage_scores(query, result.hits),
        degraded=result.degraded is not None,
    )


def _by_slice(queries: Sequence[GoldenQuery], outcomes: Sequence[_Outcome]) -> Mapping[str, SliceScores]:
    slices: defaultdict[str, list[_Outcome]] = defaultdict(list)
    for query, outcome in zip(queries, outcomes, strict=True):
        for name in {ALL, query.slice}:
            slices[name].append(outcome)
    return {name: _summary(of_slice) for name, of_slice in sorted(slices.items())}


def _summary(outcomes: Sequence[_Outcome]) -> SliceScores:
    return SliceScores(
        queries=len(outcomes),
        document=mean([outcome.document for outcome in outcomes]),
        passage=mean([outcome.passage for outcome in outcomes]),
        forbidden=sum(bool(outcome.places.forbidden) for outcome in outcomes),
        degraded=sum(outcome.degraded for outcome in outcomes),
    )
