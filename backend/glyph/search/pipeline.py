"""The read walk: query, route, rankers, fusion, passages. The only file that knows this order."""

from glyph.domain.ranking import Degraded, Mode, Passage, Ranking, Route, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import IndexReader
from glyph.search.page import lay_out
from glyph.search.passage import make_passage
from glyph.search.rankers import rank_by_keyword, rank_by_vector
from glyph.search.router import choose_route


def answer(request: SearchRequest, reader: IndexReader, embedder: Embedder) -> SearchResult:
    """Return the passages that answer an already redacted query, best first.

    A failed embedder leaves the keyword ranking and makes the answer degraded; it never raises.
    """
    route = choose_route(request.query, request.mode)
    rankings, degraded = _rank(request, route, reader, embedder)
    summary = reader.summary
    return SearchResult(
        query=request.query,
        route=route,
        degraded=degraded,
        generation=summary.generation,
        indexed_at=summary.indexed_at,
        hits=_passages(rankings, reader, request),
    )


def _rank(
    request: SearchRequest, route: Route, reader: IndexReader, embedder: Embedder
) -> tuple[tuple[Ranking, ...], Degraded | None]:
    keyword = (rank_by_keyword(request.query, reader, request.scope),) if route.mode is not Mode.VECTOR else ()
    if route.mode is Mode.KEYWORD:
        return keyword, None
    try:
        _require_same_model(reader, embedder)
        return (*keyword, rank_by_vector(request.query, reader, embedder, request.scope)), None
    except EmbedderFailed as error:
        rescue = keyword or (rank_by_keyword(request.query, reader, request.scope),)
        return rescue, Degraded("vector", error.message)


def _require_same_model(reader: IndexReader, embedder: Embedder) -> None:
    made_with = reader.summary.fingerprint.embedder
    if made_with != embedder.name:
        raise EmbedderFailed(f"The index was made with {made_with}, not with {embedder.name}: rebuild it.")


def _passages(rankings: tuple[Ranking, ...], reader: IndexReader, request: SearchRequest) -> tuple[Passage, ...]:
    ranked = dict.fromkeys(scored.chunk_id for ranking in rankings for scored in ranking.scored)
    chunks = reader.chunks(list(ranked))
    page = lay_out(rankings, chunks, request.limit)
    return tuple(make_passage(hit, chunk, request.query) for hit, chunk in page)
