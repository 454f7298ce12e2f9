"""Reading: the document tree and a document's text, raw or redacted."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from glyph.app.answers import DocumentEntry, DocumentList, DocumentPage, DocumentState, DocumentView
from glyph.app.indexing import Indexing
from glyph.corpus.paths import is_editable, parse_document_path
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentFile, DocumentPath, Problem, SourceDocument
from glyph.domain.ranking import Scope
from glyph.errors import BadRequest, DocumentNotFound, GlyphError, NoGeneration, RedactionFailed
from glyph.index.store import IndexStore
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN, is_utf_8, load_text, name_as_title
from glyph.ingest.pipeline import read_redacted, redacted_title, safe_path
from glyph.ingest.redact.policy import Policy

NEAR_PATHS = 3

Broken = Mapping[DocumentPath, Problem]


@dataclass(frozen=True, slots=True)
class ReadText:
    """A document's title and text as a reader gets them, with the lines on which its pages begin."""

    title: str
    text: str
    pages: tuple[int, ...]
    is_editable: bool


class Reading:
    """Reads the corpus and says how each document stands to the index."""

    def __init__(
        self,
        source: FolderSource,
        store: IndexStore,
        indexing: Indexing,
        policy: Policy,
        loader: Loader = PLAIN,
    ) -> None:
        self._source = source
        self._store = store
        self._indexing = indexing
        self._policy = policy
        self._loader = loader

    def indexed(self) -> dict[DocumentPath, IndexedDocument]:
        """Return the documents of the active generation; none when there is no generation."""
        try:
            with self._store.reader() as reader:
                return dict(reader.documents())
        except NoGeneration:
            return {}

    def documents(self, scope: Scope) -> DocumentList:
        """Return the documents in a scope, whether indexed or not and whatever their names hold, in path order.

        Raises: BadRequest for an unknown collection, CorpusUnavailable.
        """
        self.check_collections(scope)
        indexed = self.indexed()
        failed = self._indexing.broken
        files = [file for file in self._source.scan().files if file.path.startswith(scope.path_prefix)]
        return DocumentList(tuple(self._entry(file, indexed.get(file.path), failed) for file in files))

    def files(self) -> tuple[DocumentFile, ...]:
        """Return the files of the corpus whose paths may be named to everybody; the others are never indexed.

        Raises: CorpusUnavailable.
        """
        return tuple(file for file in self._source.scan().files if safe_path(file.path, self._policy) == file.path)

    def behind(self) -> int:
        """Return how many documents of the corpus the index does not hold as they stand. Raises: CorpusUnavailable."""
        indexed, files = self.indexed(), self._source.scan().files
        return sum(file.path not in indexed or not self.is_current(indexed[file.path]) for file in files)

    def check_collections(self, scope: Scope) -> None:
        """Raise BadRequest, listing those that exist, when the scope names another collection."""
        unknown = [name for name in scope.collections if name != self._source.collection]
        if unknown:
            raise BadRequest("There is no such collection.", hint=f"The collections are: {self._source.collection}.")

    def _entry(self, file: DocumentFile, indexed: IndexedDocument | None, failed: Broken) -> DocumentEntry:
        return DocumentEntry(
            path=file.path,
            collection=file.collection,
            title=indexed.title if indexed else name_as_title(file.path),
            size_bytes=file.size_bytes,
            modified_at=file.modified_at,
            state=self._state(file, indexed, failed),
            editable=is_editable(file.path),
        )

    def _state(self, file: DocumentFile, indexed: IndexedDocument | None, failed: Broken) -> DocumentState:
        if file.path in failed:
            return DocumentState.FAILED
        if indexed is None or not self.is_current(indexed):
            return DocumentState.PENDING
        return DocumentState.INDEXED if indexed.chunks else DocumentState.EMPTY

    def is_current(self, indexed: IndexedDocument) -> bool:
        """Return whether the file is still the one that was indexed."""
        try:
            return self._source.hash_of(indexed.path) == indexed.content_hash
        except GlyphError:
            return False

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        """Return a document's text, or ``line_count`` lines of it from ``line_from`` (1-based).

        Raises: DocumentNotFound with near paths in its hint, BadDocumentPath, UnreadableDocument,
        RedactionFailed, BadRequest when it has fewer lines.
        """
        document = self._read_or_suggest(parse_document_path(path))
        indexed = self.indexed().get(document.file.path)
        read = self._redacted_text(document) if redacted else self._raw_text(document, indexed)
        text = read.text
        lines = text.removesuffix("\n").split("\n") if text else []
        first = line_from or 1
        if first > max(1, len(lines)):
            raise BadRequest(f"The document has {len(lines)} lines.", hint="Ask for a line that exists.")
        last = min(len(lines), first + line_count - 1) if line_count else len(lines)
        is_whole = first == 1 and last == len(lines)
        return DocumentView(
            path=document.file.path,
            collection=document.file.collection,
            title=read.title,
            text=text if is_whole else "\n".join(lines[first - 1 : last]),
            content_hash=document.content_hash,
            redacted=redacted,
            editable=read.is_editable,
            line_from=first if lines else 0,
            line_to=last,
            total_lines=len(lines),
            modified_at=document.file.modified_at,
            indexed=indexed is not None and indexed.content_hash == document.content_hash,
            pages=pages_within(read.pages, first, last),
        )

    def _redacted_text(self, document: SourceDocument) -> ReadText:
        read = read_redacted(document, self._policy, self._loader)
        return ReadText(read.title, read.redaction.text.value, read.pages, can_be_written(document))

    def _raw_text(self, document: SourceDocument, indexed: IndexedDocument | None) -> ReadText:
        """Return the redacted title and the raw text: of what is written here, exactly what stands in the file."""
        loaded, is_editable_text = self._loader.load(document), can_be_written(document)
        text = load_text(document) if is_editable_text else loaded.text
        return ReadText(self._title(document, indexed), text, loaded.pages, is_editable_text)

    def _title(self, document: SourceDocument, indexed: IndexedDocument | None) -> str:
        """Return the redacted title; redaction that fails must not keep its owner from the text."""
        if indexed is not None and indexed.content_hash == document.content_hash:
            return indexed.title
        try:
            return redacted_title(document, self._policy, self._loader)
        except RedactionFailed:
            return name_as_title(document.file.path)

    def _read_or_suggest(self, path: DocumentPath) -> SourceDocument:
        try:
            return self._source.read(path)
        except DocumentNotFound as error:
            paths = [file.path for file in self.files()]
            near = difflib.get_close_matches(path, paths, n=NEAR_PATHS, cutoff=0.5)
            named = [other for other in paths if other.rsplit("/", 1)[-1] == path.rsplit("/", 1)[-1]]
            suggestions = list(dict.fromkeys([*named, *near]))[:NEAR_PATHS]
            hint = f"Did you mean {' or '.join(suggestions)}?" if suggestions else error.hint
            raise DocumentNotFound(error.message, hint=hint) from None


def can_be_written(document: SourceDocument) -> bool:
    """Return whether a document is text that a save may replace.

    Raises: UnreadableDocument.
    """
    return is_editable(document.file.path) and is_utf_8(document)


def pages_within(pages: Sequence[int], first: int, last: int) -> tuple[DocumentPage, ...]:
    """Return the pages that the lines ``first`` to ``last`` are on, each with its first line among them."""
    ends = (*(start - 1 for start in pages[1:]), last)
    return tuple(
        DocumentPage(number, max(start, first))
        for number, (start, end) in enumerate(zip(pages, ends, strict=False), start=1)
        if start <= last and end >= first
    )
