"""Searching: redact the query, ask the index, then add what only the corpus knows: links and freshness."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from urllib.parse import quote

from glyph.app.questions import require_question
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.ranking import Passage, SearchRequest, SearchResult
from glyph.embed.embedder import Embedder
from glyph.errors import GlyphError
from glyph.index.store import IndexStore
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact
from glyph.search.pipeline import Tuning, answer


class Searching:
    """Answers queries from the active generation."""

    def __init__(
        self,
        store: IndexStore,
        embedder: Embedder,
        source: FolderSource,
        public_origin: str,
        tuning: Tuning,
        policy: Policy,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._source = source
        self._tuning = tuning
        self._policy = policy
        self._public_origin = public_origin.rstrip("/")

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the passages that answer a query.

        Raises: NoGeneration, BadRequest.
        """
        require_question(request.query)
        # A pasted error line may hold a credential: from here on nobody sees the query as it was typed.
        safe = replace(request, query=redact(request.query, self._policy).text.value)
        with self._store.reader() as reader:
            result = answer(safe, reader, self._embedder, self._tuning)
        changed = self._changed({passage.path: passage.content_hash for passage in result.hits})
        return replace(result, hits=tuple(self._completed(passage, changed) for passage in result.hits))

    def _completed(self, passage: Passage, changed: AbstractSet[DocumentPath]) -> Passage:
        return replace(passage, url=self._link(passage), changed_since_indexed=passage.path in changed)

    def _link(self, passage: Passage) -> str:
        lines = f"L{passage.line_from}-L{passage.line_to}"
        return f"{self._public_origin}/d/{quote(passage.path)}#{lines}"

    def _changed(self, indexed: Mapping[DocumentPath, ContentHash]) -> AbstractSet[DocumentPath]:
        """Return which of the documents are no longer the files that were indexed."""
        return {path for path, content_hash in indexed.items() if self._hash_of(path) != content_hash}

    def _hash_of(self, path: DocumentPath) -> ContentHash | None:
        try:
            return self._source.hash_of(path)
        except GlyphError:  # gone or unreadable: what was indexed is not what is there
            return None
