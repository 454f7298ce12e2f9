"""Inspecting: links and backlinks of a document, what is amiss in the corpus, what is redacted where, how it is cut."""

from collections.abc import Iterator, Mapping, Sequence

from glyph.app.filing_answers import (
    Backlink,
    ChunkList,
    DocumentLinks,
    LinkState,
    OutgoingLink,
    ProblemEntry,
    ProblemKind,
    ProblemList,
    RedactedDocument,
    RedactedPlace,
    RedactionList,
    ShownChunk,
)
from glyph.app.indexing import Indexing
from glyph.app.linkmap import LinkedDocument, LinkMap
from glyph.app.redacted_lines import RedactedLines, redacted_lines
from glyph.corpus.paths import parse_document_path
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import Chunk, IndexedDocument
from glyph.domain.document import ContentHash, DocumentPath, Problem, SourceDocument
from glyph.domain.redaction import Span
from glyph.errors import GlyphError, RedactionFailed, UnreadableDocument
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.pipeline import prepare, read_redacted, safe_path
from glyph.ingest.redact.policy import Policy

BROKEN = {
    LinkState.MISSING_DOCUMENT: (ProblemKind.BROKEN_LINK, "The document that the link names is not there."),
    LinkState.MISSING_FILE: (ProblemKind.BROKEN_LINK, "The file or folder that the link names is not there."),
    LinkState.MISSING_ANCHOR: (ProblemKind.BROKEN_ANCHOR, "The document has no such heading or line."),
}
SKIPPED = "The heading stands more than one level below the one before it: its place in the outline is a guess."
PAGE = 200


class Inspecting:
    """Looks at the corpus as it stands on the disk."""

    def __init__(
        self, source: FolderSource, links: LinkMap, indexing: Indexing, policy: Policy, loader: Loader = PLAIN
    ) -> None:
        self._source = source
        self._links = links
        self._indexing = indexing
        self._policy = policy
        self._loader = loader
        self._places: dict[DocumentPath, RedactedDocument] = {}

    def links(self, path: DocumentPath) -> DocumentLinks:
        """Return the links of a document and those that lead to it.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        path = parse_document_path(path)
        own = self._links.of(path)
        documents = {**self._links.all(), path: own}
        shown = redacted_lines(self._source.read(path), self._policy)
        outgoing = tuple(
            OutgoingLink(
                line=link.line,
                target=shown.target(link),
                path=place.path if place and shown.target(link) is not None else None,
                anchor=place.anchor if place and shown.target(link) is not None else "",
                state=self._links.state(link, place, documents),
            )
            for link, place in zip(own.links, own.destinations, strict=True)
        )
        backlinks = (
            link for other, found in documents.items() if found for link in self._backlinks(other, found, path)
        )
        return DocumentLinks(path, outgoing, tuple(backlinks))

    def _backlinks(self, path: DocumentPath, document: LinkedDocument, to: DocumentPath) -> Iterator[Backlink]:
        """Yield the links in one document that lead to another."""
        pairs = zip(document.links, document.destinations, strict=True)
        found = [(link, place) for link, place in pairs if place and place.path == to and path != to]
        if not found:
            return
        shown = self._redacted_lines(path)
        for link, place in found:
            anchor = place.anchor if shown.target(link) is not None else ""
            yield Backlink(path, shown.title, link.line, anchor, shown.shown(link))

    def _redacted_lines(self, path: DocumentPath) -> RedactedLines:
        try:
            return redacted_lines(self._source.read(path), self._policy)
        except GlyphError:  # it went while the others were read
            return RedactedLines("", ())

    def problems(self) -> ProblemList:
        """Return broken links and anchors, headings that skip a level, what cannot be read, redacted or indexed.

        In order of path and line.

        Documents have their own names, which may hold secrets: a session alone may see all of it.

        Raises: CorpusUnavailable.
        """
        documents = self._links.all()
        unfit = {problem.path: problem for problem in self._source.scan().problems}
        unindexed = {path: problem for path, problem in self._indexing.broken.items() if path not in unfit}
        found = [
            *(ProblemEntry(ProblemKind.NOT_A_DOCUMENT, path, None, None, one.reason) for path, one in unfit.items()),
            *(self._unindexed(problem) for problem in unindexed.values()),
            *(entry for path, document in documents.items() if document for entry in self._broken(path, documents)),
            *(entry for path, document in documents.items() if document for entry in _skips(path, document)),
            *(self._unreadable(path) for path, document in documents.items() if not document and path not in unindexed),
        ]
        return ProblemList(tuple(sorted(found, key=lambda entry: (entry.path, entry.line or 0))))

    def _broken(
        self, path: DocumentPath, documents: Mapping[DocumentPath, LinkedDocument | None]
    ) -> Iterator[ProblemEntry]:
        document = documents[path]
        assert document is not None
        pairs = zip(document.links, document.destinations, strict=True)
        states = [(link, self._links.state(link, place, documents)) for link, place in pairs]
        broken = [(link, state) for link, state in states if state in BROKEN]
        shown = self._redacted_lines(path) if broken else RedactedLines("", ())
        for link, state in broken:
            kind, reason = BROKEN[state]
            yield ProblemEntry(kind, path, link.line, shown.target(link), reason)

    def _unindexed(self, problem: Problem) -> ProblemEntry:
        return ProblemEntry(self._kind_of_failure(problem.path), problem.path, None, None, problem.reason)

    def _unreadable(self, path: DocumentPath) -> ProblemEntry:
        return ProblemEntry(ProblemKind.UNREADABLE, path, None, None, "It cannot be read as UTF-8 text.")

    def _kind_of_failure(self, path: DocumentPath) -> ProblemKind:
        """Return why a document could not be indexed, by trying again what fails."""
        try:
            if safe_path(path, self._policy) != path:
                return ProblemKind.REDACTION_FAILED
            read_redacted(self._source.read(path), self._policy, self._loader)
        except RedactionFailed:
            return ProblemKind.REDACTION_FAILED
        except UnreadableDocument:
            return ProblemKind.UNREADABLE
        except GlyphError:
            return ProblemKind.NOT_A_DOCUMENT
        return ProblemKind.NOT_INDEXED

    def redactions(self, *, path: DocumentPath | None, after: str) -> RedactionList:
        """Return which rules redact which lines: of one document, or of the next ones behind ``after``.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument, RedactionFailed, CorpusUnavailable.
        """
        if path is not None:
            return RedactionList((self._redacted(self._source.read(parse_document_path(path))),), None)
        indexed = self._indexing.indexed
        files = [file for file in self._source.scan().files if file.path > after]
        paths = [file.path for file in files if self._may_hold(file.path, indexed.get(file.path))]
        page = [found for one in paths[:PAGE] if (found := self._redacted_or_none(one)) is not None]
        return RedactionList(tuple(page), paths[PAGE - 1] if len(paths) > PAGE else None)

    def _may_hold(self, path: DocumentPath, indexed: IndexedDocument | None) -> bool:
        """Return False for a document that was indexed as it stands, without any redaction."""
        return indexed is None or indexed.redactions > 0 or self._hash_or_none(path) != indexed.content_hash

    def _hash_or_none(self, path: DocumentPath) -> ContentHash | None:
        try:
            return self._source.hash_of(path)
        except GlyphError:
            return None

    def _redacted_or_none(self, path: DocumentPath) -> RedactedDocument | None:
        known = self._places.get(path)
        if known is None or known.content_hash != self._hash_or_none(path):
            try:
                known = self._places[path] = self._redacted(self._source.read(path))
            except GlyphError:  # `problems` says so
                return None
        return known if known.redactions else None

    def chunks(self, path: DocumentPath) -> ChunkList:
        """Return the chunks that the document makes as it stands.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument, RedactionFailed.
        """
        document = self._source.read(parse_document_path(path))
        return ChunkList(document.file.path, tuple(map(_shown, prepare(document, self._policy, self._loader).chunks)))

    def _redacted(self, document: SourceDocument) -> RedactedDocument:
        """Return the places in a document that redaction replaces."""
        spans = read_redacted(document, self._policy, self._loader).redaction.spans
        places = tuple(_places(self._loader.load(document).text, spans))
        return RedactedDocument(document.file.path, document.content_hash, places)


def _skips(path: DocumentPath, document: LinkedDocument) -> Iterator[ProblemEntry]:
    for line in document.heading_skips:
        yield ProblemEntry(ProblemKind.HEADING_SKIP, path, line, None, SKIPPED)


def _shown(chunk: Chunk) -> ShownChunk:
    return ShownChunk(
        heading_path=chunk.heading_path,
        line_from=chunk.line_from,
        line_to=chunk.line_to,
        tokens=chunk.tokens,
        text=chunk.text.value,
        above=chunk.above.value if chunk.above else None,
        below=chunk.below.value if chunk.below else None,
    )


def _places(text: str, spans: Sequence[Span]) -> Iterator[RedactedPlace]:
    line, reached = 1, 0
    for span in spans:
        line += text.count("\n", reached, span.start)
        reached = span.start
        yield RedactedPlace(span.rule, line)
