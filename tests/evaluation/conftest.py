"""Answers made by hand, for runs without an index."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DEFAULT_COLLECTION, DocumentPath, hash_content
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Degraded, Passage, Route, SearchRequest, SearchResult
from glyph.evaluation.golden import Expected, GoldenQuery

Search = Callable[[SearchRequest], SearchResult]


def passage(path: str, line_from: int = 1, line_to: int = 9, heading: str = "Part") -> Passage:
    return Passage(
        chunk_id=ChunkId(f"{path}:{line_from}"),
        collection=DEFAULT_COLLECTION,
        path=DocumentPath(path),
        title=f"Title of {path}",
        heading_path=("Guide", heading),
        line_from=line_from,
        line_to=line_to,
        page=None,
        quote="",
        score=1.0,
        contributions=(),
        url="",
        content_hash=hash_content(b""),
        changed_since_indexed=False,
    )


def expected(
    path: str, heading: str | None = None, line_from: int | None = None, line_to: int | None = None
) -> Expected:
    return Expected(path=DocumentPath(path), heading=heading, line_from=line_from, line_to=line_to)


def golden(query: str, *wanted: Expected, forbidden: tuple[Expected, ...] = (), of_slice: str = "howto") -> GoldenQuery:
    return GoldenQuery(id=query, query=query, slice=of_slice, expected=wanted, forbidden=forbidden)


def answering(answers: Mapping[str, tuple[Passage, ...]], degraded: Degraded | None = None) -> Search:
    """Return a search that knows the answer to each query, whatever the mode."""

    def search(request: SearchRequest) -> SearchResult:
        return SearchResult(
            query=request.query,
            route=Route(request.mode, "as asked"),
            degraded=degraded,
            generation=GenerationId("20260101T000000.000000Z-00000000"),
            indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
            hits=answers[request.query][: request.limit],
        )

    return search
