"""The read walk: query, route, rankers, fusion, passages. The only file that knows this order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from glyph.domain.generation import GenerationSummary
from glyph.domain.ranking import Degraded, Mode, Passage, Ranking, Route, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import IndexReader
from glyph.search.identifiers import IsWord, identifiers_among, rank_by_literal, rare_limit
from glyph.search.page import choose, lay_out
from glyph.search.passage import make_passage, wanted_by
from glyph.search.query_vector import GetVector, ahead, query_vector
from glyph.search.rankers import rank_by_keyword, rank_by_vector
from glyph.search.router import NOWHERE, choose_route
from glyph.search.terms import content_tokens


@dataclass(frozen=True, slots=True)
class Tuning:
    """What differs from embedder to embedder: which tokens are words, and the cosine below which nothing is near."""

    is_word: IsWord
    similarity_floor: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """What the rankers returned, by which route, and what failed meanwhile."""

    route: Route
    rankings: tuple[Ranking, ...]
    degraded: Degraded | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """What one answer is made from. The summary is read once, with the state of the index that answers."""

    reader: IndexReader
    embedder: Embedder
    tuning: Tuning
    summary: GenerationSummary


def answer(request: SearchRequest, reader: IndexReader, embedder: Embedder, tuning: Tuning) -> SearchResult:
    """Return the passages that answer an already redacted query, best first.

    A failed embedder leaves the keyword ranking and makes the answer degraded; it never raises.
    """
    sources = Sources(reader, embedder, tuning, reader.summary)
    ranked = _rank(request, sources)
    return SearchResult(
        query=request.query,
        route=ranked.route,
        degraded=ranked.degraded or _pending_vectors(ranked.route, sources.summary),
        generation=sources.summary.generation,
        indexed_at=sources.summary.indexed_at,
        hits=_passages(ranked.rankings, reader, request),
    )


def _pending_vectors(route: Route, summary: GenerationSummary) -> Degraded | None:
    """Return what an answer by meaning lacks when vector search cannot see every document."""
    pending = summary.counts.unembedded
    if not pending or route.mode is Mode.KEYWORD:
        return None
    return Degraded("vector", f"{pending} documents have no vectors yet.")


def _rank(request: SearchRequest, sources: Sources) -> Ranked:
    reader = sources.reader
    tokens = content_tokens(request.query)
    rare = rare_limit(sources.summary.counts.documents)
    named = identifiers_among(tokens, reader, request.scope, sources.tuning.is_word, rare=rare)
    route = choose_route(request.mode, tokens, named)
    get_vector = partial(query_vector, request.query, sources.embedder, sources.summary.fingerprint)
    if route.mode is Mode.VECTOR:
        return _with_vectors(Ranked(route, ()), get_vector, request, sources)
    if route.mode is Mode.HYBRID:
        with ahead(get_vector) as get_vector_ahead:
            exact = _exact(request, named, reader, rare)
            return _with_vectors(Ranked(route, exact), get_vector_ahead, request, sources)
    exact = _exact(request, named, reader, rare)
    if request.mode is Mode.AUTO and not any(ranking.scored for ranking in exact):
        return _with_vectors(Ranked(NOWHERE, exact), get_vector, request, sources)
    return Ranked(route, exact)


def _exact(request: SearchRequest, named: Sequence[str], reader: IndexReader, rare: int) -> tuple[Ranking, ...]:
    """Return the keyword ranking, and those of the query's identifiers unless keywords alone were asked for."""
    keyword = rank_by_keyword(request.query, reader, request.scope)
    if request.mode is Mode.KEYWORD:
        return (keyword,)
    return (keyword, *rank_by_literal(named, reader, request.scope, rare=rare))


def _with_vectors(ranked: Ranked, get_vector: GetVector, request: SearchRequest, sources: Sources) -> Ranked:
    reader, floor = sources.reader, sources.tuning.similarity_floor
    try:
        vector = rank_by_vector(get_vector(), reader, request.scope, floor=floor)
    except EmbedderFailed as error:
        rescue = ranked.rankings or (rank_by_keyword(request.query, reader, request.scope),)
        return Ranked(ranked.route, rescue, Degraded("vector", error.message))
    return replace(ranked, rankings=(*ranked.rankings, vector))


def _passages(rankings: Sequence[Ranking], reader: IndexReader, request: SearchRequest) -> tuple[Passage, ...]:
    choices = choose(rankings, request.limit)
    chunks = reader.chunks([chunk_id for choice in choices for chunk_id in choice.chunk_ids])
    wanted = wanted_by(request.query)
    return tuple(make_passage(hit, chunk, wanted) for hit, chunk in lay_out(choices, chunks, request.limit))
