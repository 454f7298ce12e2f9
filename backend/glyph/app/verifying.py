"""Verifying: prove that the index equals the corpus, or say where it does not. Nothing is mended."""

from collections.abc import Sequence

from glyph.app.answers import Verification
from glyph.app.applying import Known
from glyph.app.passes import Progress
from glyph.app.preparing import is_made_like_today, windows_of
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath, Problem, SourceDocument
from glyph.domain.generation import GenerationSummary
from glyph.embed.embedder import Embedder
from glyph.errors import DocumentNotFound, GlyphError
from glyph.index.store import IndexReader, IndexStore
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.pipeline import prepare, safe_problem
from glyph.ingest.redact.policy import Policy

LOOKS = 3
"""A save between reading a file and reading the index looks like a difference, but not three times over."""


class Verifying:
    """Compares every document of the corpus with what the active generation holds of it."""

    def __init__(
        self,
        source: FolderSource,
        store: IndexStore,
        embedder: Embedder,
        policy: Policy,
        loader: Loader = PLAIN,
    ) -> None:
        self._source = source
        self._store = store
        self._embedder = embedder
        self._policy = policy
        self._loader = loader

    def require_generation(self) -> None:
        """Raise NoGeneration unless there is an index that could be verified."""
        with self._store.reader() as reader:
            _ = reader.summary

    def verify(self, progress: Progress, *, full: bool) -> Verification:
        """Return what differs: files against hashes, or with ``full`` every chunk against its text.

        Raises: NoGeneration, CorpusUnavailable.
        """
        with self._store.reader() as reader:
            summary = reader.summary
            faults = (*self._fault_of(summary), *reader.faults())
            paths = {file.path for file in self._source.scan().files} | reader.documents().keys()
        differences = self._differences(sorted(paths), progress, full=full)
        for _ in range(LOOKS - 1):
            if differences:
                differences = self._differences([each.path for each in differences], progress, full=full)
        return Verification(
            generation=summary.generation,
            full=full,
            documents=summary.counts.documents,
            chunks=summary.counts.chunks,
            differences=tuple(safe_problem(each, self._policy) for each in differences),
            faults=faults,
        )

    def _fault_of(self, summary: GenerationSummary) -> tuple[str, ...]:
        if is_made_like_today(summary.fingerprint, self._embedder, self._policy):
            return ()
        return ("It was made with another model or by another version of Glyph: rebuild it.",)

    def _differences(self, paths: Sequence[DocumentPath], progress: Progress, *, full: bool) -> tuple[Problem, ...]:
        found: list[Problem] = []
        with self._store.reader() as reader:
            known = reader.documents()
            for done, path in enumerate(paths):
                progress(done, len(paths))
                reason = self._difference(path, known, reader if full else None)
                if reason:
                    found.append(Problem(path, reason))
        return tuple(found)

    def _difference(self, path: DocumentPath, known: Known, reader: IndexReader | None) -> str | None:
        """Return how a document differs from what is indexed of it; chunks are compared where a reader is given."""
        try:
            document = self._source.read(path)
        except DocumentNotFound:
            return "It is indexed, and there is no such file any more." if path in known else None
        except GlyphError as error:
            return f"It is indexed, and cannot be read: {error.message}" if path in known else None
        if path not in known:
            return "It is not indexed." if self._can_be_indexed(document) else None
        if known[path].content_hash != document.content_hash:
            return "It has changed since it was indexed."
        if not known[path].embedded:
            return "Its vectors are pending: keyword search alone finds it."
        return None if reader is None else self._chunk_difference(document, reader)

    def _chunk_difference(self, document: SourceDocument, reader: IndexReader) -> str | None:
        try:
            expected, stored = prepare(document, self._policy, self._loader), reader.stored(document.file.path)
        except GlyphError as error:
            return error.message
        if stored is None or stored.prepared != expected:
            return "Its chunks are not those that its text makes."
        windows = windows_of(expected, self._embedder)
        if [len(texts) for texts in windows] != [len(vectors) for vectors in stored.vectors]:
            return "Its vectors are not those of its chunks' windows."
        return None

    def _can_be_indexed(self, document: SourceDocument) -> bool:
        """Return whether a document that is not indexed should be: a broken one is rightly left out."""
        try:
            prepare(document, self._policy, self._loader)
        except GlyphError:
            return False
        return True
