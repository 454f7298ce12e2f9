"""Searching: redact the query, ask the index, then add what only the corpus knows: links and freshness."""

from dataclasses import replace
from urllib.parse import quote

from glyph.app.questions import require_question
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.generation import GenerationSummary
from glyph.domain.ranking import Degraded, Mode, Passage, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import GlyphError
from glyph.index.store import IndexStore
from glyph.ingest.redact.redactor import redact
from glyph.search.pipeline import Tuning, answer


def with_pending_vectors(result: SearchResult, summary: GenerationSummary) -> SearchResult:
    """Return the answer, degraded when vector search could not see every document."""
    pending = summary.counts.unembedded
    if not pending or result.degraded is not None or result.route.mode is Mode.KEYWORD:
        return result
    return replace(result, degraded=Degraded("vector", f"{pending} documents have no vectors yet."))


class Searching:
    """Answers queries from the active generation."""

    def __init__(
        self, store: IndexStore, embedder: Embedder, source: FolderSource, public_origin: str, tuning: Tuning
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._source = source
        self._tuning = tuning
        self._public_origin = public_origin.rstrip("/")

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the passages that answer a query.

        Raises: NoGeneration, BadRequest.
        """
        require_question(request.query)
        # A pasted error line may hold a credential: from here on nobody sees the query as it was typed.
        safe = replace(request, query=redact(request.query).text.value)
        with self._store.reader() as reader:
            result = with_pending_vectors(answer(safe, reader, self._embedder, self._tuning), reader.summary)
        return replace(result, hits=tuple(self._completed(passage) for passage in result.hits))

    def _completed(self, passage: Passage) -> Passage:
        return replace(passage, url=self._link(passage), changed_since_indexed=self._changed(passage))

    def _link(self, passage: Passage) -> str:
        lines = f"L{passage.line_from}-L{passage.line_to}"
        return f"{self._public_origin}/d/{quote(passage.path)}#{lines}"

    def _changed(self, passage: Passage) -> bool:
        try:
            return self._source.hash_of(passage.path) != passage.content_hash
        except GlyphError:  # gone or unreadable: what was indexed is not what is there
            return True
