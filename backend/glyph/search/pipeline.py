"""The read walk: query, route, rankers, fusion, passages. The only file that knows this order."""

from glyph.domain.ranking import Degraded, Hit, Mode, Passage, Ranking, Route, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import IndexReader
from glyph.search.fuse import fuse
from glyph.search.passage import make_passage
from glyph.search.rankers import rank_by_keyword, rank_by_vector
from glyph.search.router import choose_route


def answer(request: SearchRequest, reader: IndexReader, embedder: Embedder) -> SearchResult:
    """Return the passages that answer an already redacted query, best first.

    A failed embedder leaves the keyword ranking and makes the answer degraded; it never raises.
    """
    route = choose_route(request.query, request.mode)
    rankings, degraded = _rank(request, route, reader, embedder)
    hits = fuse(rankings)
    summary = reader.summary
    return SearchResult(
        query=request.query,
        route=route,
        degraded=degraded,
        generation=summary.generation,
        indexed_at=summary.indexed_at,
        hits=_passages(hits[: request.limit], reader, request.query),
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


def _passages(hits: tuple[Hit, ...], reader: IndexReader, query: str) -> tuple[Passage, ...]:
    chunks = reader.chunks([hit.chunk_id for hit in hits])
    return tuple(make_passage(hit, chunks[hit.chunk_id], query) for hit in hits if hit.chunk_id in chunks)
