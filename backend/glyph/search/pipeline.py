"""The read walk: query, route, rankers, fusion, passages. The only file that knows this order."""

from dataclasses import dataclass

from glyph.domain.ranking import Degraded, Mode, Passage, Ranking, Route, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import IndexReader
from glyph.search.identifiers import IsWord, identifiers_among, rank_by_literal
from glyph.search.page import lay_out
from glyph.search.passage import make_passage
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


def answer(request: SearchRequest, reader: IndexReader, embedder: Embedder, tuning: Tuning) -> SearchResult:
    """Return the passages that answer an already redacted query, best first.

    A failed embedder leaves the keyword ranking and makes the answer degraded; it never raises.
    """
    ranked = _rank(request, reader, embedder, tuning)
    summary = reader.summary
    return SearchResult(
        query=request.query,
        route=ranked.route,
        degraded=ranked.degraded,
        generation=summary.generation,
        indexed_at=summary.indexed_at,
        hits=_passages(ranked.rankings, reader, request),
    )


def _rank(request: SearchRequest, reader: IndexReader, embedder: Embedder, tuning: Tuning) -> Ranked:
    tokens = content_tokens(request.query)
    identifiers = identifiers_among(tokens, reader, request.scope, tuning.is_word)
    route = choose_route(request.mode, tokens, identifiers)
    if route.mode is Mode.VECTOR:
        return _with_vectors(route, (), request, reader, embedder, tuning)
    literal = rank_by_literal(identifiers, reader, request.scope) if request.mode is not Mode.KEYWORD else ()
    exact = (rank_by_keyword(request.query, reader, request.scope), *literal)
    if route.mode is Mode.HYBRID:
        return _with_vectors(route, exact, request, reader, embedder, tuning)
    if request.mode is Mode.AUTO and not any(ranking.scored for ranking in exact):
        return _with_vectors(NOWHERE, exact, request, reader, embedder, tuning)
    return Ranked(route, exact)


def _with_vectors(
    route: Route,
    exact: tuple[Ranking, ...],
    request: SearchRequest,
    reader: IndexReader,
    embedder: Embedder,
    tuning: Tuning,
) -> Ranked:
    try:
        _require_same_model(reader, embedder)
        vector = rank_by_vector(request.query, reader, embedder, request.scope, floor=tuning.similarity_floor)
    except EmbedderFailed as error:
        rescue = exact or (rank_by_keyword(request.query, reader, request.scope),)
        return Ranked(route, rescue, Degraded("vector", error.message))
    return Ranked(route, (*exact, vector))


def _require_same_model(reader: IndexReader, embedder: Embedder) -> None:
    """Raise EmbedderFailed when the index has no vectors of this model; its width shows in the query's own vector.

    Asking for the width here might be asking a provider that is down, and waiting for it as long as documents do.
    """
    made_with = reader.summary.fingerprint
    if made_with.embedder != embedder.name:
        raise EmbedderFailed(f"The index was made with {made_with.embedder}, not with {embedder.name}: rebuild it.")
    if not made_with.dimensions:
        raise EmbedderFailed("The index was made while no embedder answered: run `glyph index` when it does.")


def _passages(rankings: tuple[Ranking, ...], reader: IndexReader, request: SearchRequest) -> tuple[Passage, ...]:
    ranked = dict.fromkeys(scored.chunk_id for ranking in rankings for scored in ranking.scored)
    chunks = reader.chunks(list(ranked))
    page = lay_out(rankings, chunks, request.limit)
    return tuple(make_passage(hit, chunk, request.query) for hit, chunk in page)
