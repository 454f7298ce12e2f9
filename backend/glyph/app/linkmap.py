"""The link map: which document links where, by the documents as they stand on the disk."""

from collections.abc import Mapping
from dataclasses import dataclass

from glyph.app.filing_answers import LinkState
from glyph.corpus.links import OUTSIDE, destination, line_anchor
from glyph.corpus.paths import SUFFIXES, is_editable, suffix_of
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument
from glyph.domain.link import Destination, Link
from glyph.errors import GlyphError
from glyph.ingest.links import anchors_of, links_of
from glyph.ingest.load.markdown import is_utf_8, load_text
from glyph.ingest.markdown import heading_skips


@dataclass(frozen=True, slots=True)
class LinkedDocument:
    """A document's links and what links into it may name; nothing of one that is only read."""

    content_hash: ContentHash
    links: tuple[Link, ...]
    destinations: tuple[Destination | None, ...]
    anchors: frozenset[str]
    lines: int
    heading_skips: tuple[int, ...] = ()
    """The lines of headings that skip a level."""
    is_editable: bool = True


def linked(document: SourceDocument) -> LinkedDocument:
    """Return a document's links; none of one that is only read, since nobody could mend them here.

    Raises: UnreadableDocument.
    """
    path = document.file.path
    if not is_editable(path) or not is_utf_8(document):
        return LinkedDocument(document.content_hash, (), (), frozenset(), 0, is_editable=False)
    text = load_text(document)
    links = links_of(text)
    destinations = tuple(destination(path, link.target) for link in links)
    lines = text.split("\n")
    skips = tuple(heading.line for heading in heading_skips(lines))
    return LinkedDocument(document.content_hash, links, destinations, anchors_of(text), len(lines), skips)


class LinkMap:
    """Reads links, and reads a document again only when its content hash has changed. Any thread."""

    def __init__(self, source: FolderSource) -> None:
        self._source = source
        self._known: dict[DocumentPath, LinkedDocument] = {}

    def of(self, path: DocumentPath) -> LinkedDocument:
        """Return the links of one document.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        known = self._known.get(path)
        if known is None or known.content_hash != self._source.hash_of(path):
            known = self._known[path] = linked(self._source.read(path))
        return known

    def all(self) -> Mapping[DocumentPath, LinkedDocument | None]:
        """Return every document of the corpus in path order; None stands for one that cannot be read.

        Raises: CorpusUnavailable.
        """
        paths = [file.path for file in self._source.scan().files]
        found = {path: self._or_none(path) for path in paths}
        for gone in self._known.keys() - found.keys():
            self._known.pop(gone, None)
        return found

    def _or_none(self, path: DocumentPath) -> LinkedDocument | None:
        try:
            return self.of(path)
        except GlyphError:
            return None

    def state(
        self, link: Link, place: Destination | None, documents: Mapping[DocumentPath, LinkedDocument | None]
    ) -> LinkState:
        """Return whether a link leads somewhere."""
        if place is None:
            return LinkState.OUTSIDE if OUTSIDE.match(link.target) else LinkState.MISSING_FILE
        if place.path in documents:
            return _state_of_anchor(place.anchor, documents[place.path])
        if suffix_of(place.path) in SUFFIXES:
            return LinkState.MISSING_DOCUMENT
        return LinkState.OK if self._source.holds(place.path) else LinkState.MISSING_FILE


def _state_of_anchor(anchor: str, document: LinkedDocument | None) -> LinkState:
    if not anchor or document is None or not document.is_editable:
        return LinkState.OK
    last_line = line_anchor(anchor)
    if last_line is not None:
        return LinkState.OK if last_line <= document.lines else LinkState.MISSING_ANCHOR
    known = anchor in document.anchors or anchor.lower() in document.anchors
    return LinkState.OK if known else LinkState.MISSING_ANCHOR
